// @ts-check
// The code of a device, with which another one connects: about 97 bytes instead of an offer of 700. It loads only where
// people play together.
//
// Bytes: magic · version · 2 of the release · 32 of the certificate's fingerprint · user name and password of ICE, each
// with a byte of kind and length · up to 4 addresses. A reply ends with 2 bytes of the code that it answers.

const MAGIC = 0x50;
const VERSION = 1;
const PRINT_BYTES = 32;
const MAX_ADDRESSES = 4;
const HEAD_BYTES = 4 + PRINT_BYTES;

/** @typedef {"wrong" | "cut" | "own" | "older" | "release"} CodeFault why a code cannot be used */
/**
 * @typedef {{ print: string, ufrag: string, pwd: string, candidates: string[], answered: string, answersEarly: boolean }} DeviceCode
 * `answered`: 4 hexadecimal digits of the code that a reply answers, or "". `answersEarly`: the device can be reached
 * before it has read the reply (all browsers but Firefox)
 */

/** @param {Iterable<number>} bytes */
export const toHex = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const fromHex = (text) => (text.match(/../g) ?? []).map((pair) => parseInt(pair, 16));

/** @param {Iterable<number>} bytes */
const toBinary = (bytes) => String.fromCharCode(...bytes);

/** @param {string} text */
const fromBinary = (text) => [...text].map((each) => each.charCodeAt(0));

/** @param {Iterable<number>} bytes as base64url, for links and for text to copy */
export const toText = (bytes) => btoa(toBinary(bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {Uint8Array} bytes as one decimal number, which a QR code holds in few modules; a first 1 keeps zeros */
export const toDigits = (bytes) => BigInt(`0x01${toHex(bytes)}`).toString();

/**
 * Return the bytes of a code: base64url, decimal digits, or a link with one. Null if it is none.
 * @param {string} text
 */
export function toBytes(text) {
  const whole = text.replace(/\s/g, "");
  const code = /[#&](?:middle|own)=([\w-]+)/.exec(whole)?.[1] ?? whole;
  if (/^1?\d{200,400}$/.test(code)) {
    const hex = BigInt(code).toString(16);
    const [first, ...rest] = fromHex(hex.length % 2 ? `0${hex}` : hex);
    return first === 1 ? Uint8Array.from(rest) : null;
  }
  if (!/^[\w-]+$/.test(code) || code.length % 4 === 1) return null;
  return Uint8Array.from(fromBinary(atob(code.replaceAll("-", "+").replaceAll("_", "/"))));
}

/** @param {Uint8Array} bytes */
export const hash = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));

/**
 * A credential in few bytes. Its letters are those of base64 (Chromium) or hexadecimal digits (Firefox).
 * @param {string} text
 */
function packCredential(text) {
  if (/^(?:[0-9a-f]{2}){4,16}$/.test(text)) return [text.length / 2, ...fromHex(text)];
  if (text.length % 4 === 0 && /^[A-Za-z0-9+/]+$/.test(text)) {
    return [0x80 | ((text.length * 3) / 4), ...fromBinary(atob(text))];
  }
  return [0x40 | text.length, ...fromBinary(text)];
}

/** @param {number} kind @param {number[]} bytes */
function unpackCredential(kind, bytes) {
  if (kind & 0x80) return btoa(toBinary(bytes));
  return kind & 0x40 ? toBinary(bytes) : toHex(bytes);
}

/**
 * An address in 7 bytes (IPv4) or 19 (IPv6, or the random name that browsers give in its place).
 * @param {string} line
 */
function packAddress(line) {
  const [, , protocol, , host, port, , type] = line.split(" ");
  if (protocol?.toLowerCase() !== "udp") return [];
  const kind = type === "srflx" ? 8 : type === "relay" ? 4 : 0;
  const tail = [Number(port) >> 8, Number(port) & 255];
  if (host.endsWith(".local")) return [2 | kind, ...fromHex(host.replace(/-|\.local/g, "")), ...tail];
  if (!host.includes(":")) return [kind, ...host.split(".").map(Number), ...tail];
  const [head, rest = ""] = host.split("::");
  const left = head.split(":").filter(Boolean);
  const right = rest.split(":").filter(Boolean);
  const zeros = Array(8 - left.length - right.length).fill("0");
  const words = [...left, ...zeros, ...right].map((word) => parseInt(word, 16));
  return [1 | kind, ...words.flatMap((word) => [word >> 8, word & 255]), ...tail];
}

/** @param {number} number @param {number} flags @param {number[]} raw @param {number} port */
function unpackAddress(number, flags, raw, port) {
  const hex = toHex(raw);
  const host =
    (flags & 3) === 2
      ? `${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}.local`
      : (flags & 3) === 1
        ? (hex.match(/.{4}/g) ?? []).join(":")
        : raw.join(".");
  const type = flags & 8 ? "srflx raddr 0.0.0.0 rport 9" : flags & 4 ? "relay raddr 0.0.0.0 rport 9" : "host";
  return `a=candidate:${number} 1 udp ${2122260223 - 256 * number} ${host} ${port} typ ${type}`;
}

/** @param {string} sdp @param {string} name */
const field = (sdp, name) => new RegExp(`^a=${name}:(.*?)\\r?$`, "m").exec(sdp)?.[1] ?? "";

/** The fingerprint of an offer, as hexadecimal digits. @param {string} sdp */
export const fingerprintOf = (sdp) => field(sdp, "fingerprint").split(" ")[1].replaceAll(":", "").toLowerCase();

/** The credentials of an offer. @param {string} sdp */
const credentialsOf = (sdp) => ({ ufrag: field(sdp, "ice-ufrag"), pwd: field(sdp, "ice-pwd") });

/**
 * Return the bytes of an offer with its addresses; null if it has none.
 * @param {string} sdp
 * @param {string} release
 * @param {string} answered 4 hexadecimal digits of the code that this one answers, or ""
 */
export function pack(sdp, release, answered = "") {
  const { ufrag, pwd } = credentialsOf(sdp);
  const lines = [...sdp.matchAll(/^a=(candidate:.*?)\r?$/gm)];
  const addresses = lines.map((line) => packAddress(line[1])).filter((each) => each.length);
  if (!addresses.length) return null;
  return Uint8Array.from([
    MAGIC,
    VERSION | (answered ? 0x80 : 0),
    ...fromHex(release.slice(0, 4)),
    ...fromHex(fingerprintOf(sdp)),
    ...packCredential(ufrag),
    ...packCredential(pwd),
    ...addresses.slice(0, MAX_ADDRESSES).flat(),
    ...fromHex(answered),
  ]);
}

/**
 * Return what a code says, or why it cannot be used.
 * @param {string} text
 * @param {string} release
 * @param {string} ownPrint
 * @returns {DeviceCode | CodeFault}
 */
export function unpack(text, release, ownPrint) {
  const bytes = toBytes(text);
  if (!bytes || bytes[0] !== MAGIC || (bytes[1] & 0x7f) !== VERSION) return "wrong";
  if (bytes.length < HEAD_BYTES) return "cut";
  if (toHex(bytes.subarray(2, 4)) !== release.slice(0, 4)) return "release";
  const print = toHex(bytes.subarray(4, HEAD_BYTES));
  if (print === ownPrint) return "own";
  const end = bytes.length - (bytes[1] & 0x80 ? 2 : 0);
  let at = HEAD_BYTES;
  /** @param {number} count */
  const take = (count) => {
    if (at + count > end) throw new RangeError("cut");
    at += count;
    return [...bytes.subarray(at - count, at)];
  };
  try {
    const [first] = take(1);
    const ufrag = unpackCredential(first, take(first & 0x3f));
    const [second] = take(1);
    const pwd = unpackCredential(second, take(second & 0x3f));
    const candidates = [];
    while (at < end) {
      const [flags] = take(1);
      const raw = take(flags & 3 ? 16 : 4);
      const [high, low] = take(2);
      candidates.push(unpackAddress(candidates.length + 1, flags, raw, (high << 8) | low));
    }
    if (!candidates.length || !/^[\w+/]{4,}$/.test(ufrag) || !/^[\w+/]{22,}$/.test(pwd)) return "cut";
    if (candidates.length > MAX_ADDRESSES) return "wrong";
    return { print, ufrag, pwd, candidates, answered: toHex(bytes.subarray(end)), answersEarly: first >= 0x80 };
  } catch {
    return "cut";
  }
}

/**
 * The answer of another device to an offer, as it would have written it. The greater fingerprint begins.
 * @param {{ print: string, ufrag: string, pwd: string, candidates: string[] }} their
 * @param {string} ownPrint
 */
export function answerOf(their, ownPrint) {
  const print = (their.print.match(/../g) ?? []).join(":").toUpperCase();
  return [
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    "a=mid:0",
    `a=ice-ufrag:${their.ufrag}`,
    `a=ice-pwd:${their.pwd}`,
    `a=setup:${their.print > ownPrint ? "active" : "passive"}`,
    `a=fingerprint:sha-256 ${print}`,
    "a=sctp-port:5000",
    ...their.candidates,
    "",
  ].join("\r\n");
}
