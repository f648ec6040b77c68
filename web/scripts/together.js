// @ts-check
// Connects devices at one table, with nobody in between: two codes, carried by people, introduce them. It loads only
// where people play together. Python knows it as `window.palaces.openTogether`.
import { answerOf, fingerprintOf, hash, pack, toBytes, toDigits, toHex, toText, unpack } from "./together-code.js";
import { readCodes } from "./together-camera.js";

const GATHER_MS = 2000;
const REACH_MS = 20_000;
const HERE_MS = 5000;
const SILENCE_MS = 8000;
const RETRY_MS = [0, 2000, 4000, 8000, 10_000];
const MAX_GUEST_CHARS = 1024;
const MAX_PART_CHARS = 16_000;
const MAX_WHOLE_CHARS = 262_144;
const MESSAGES_PER_SECOND = 20;
const MESSAGES_AT_ONCE = 40;
const STRANGE_A_MINUTE = 10;
const KEPT_CODES = 20;
const WRONG_PICKS = 3;
const CERTIFICATE = { name: "ECDSA", namedCurve: "P-256", expires: 30 * 864e5 };

/** @typedef {(event: string, peer: number, text: string) => void} OnEvent */
/** @typedef {{ release: string, servers: RTCIceServer[], keep: boolean, known: string[] }} Options */
/** @typedef {Record<string, unknown>} Message each has its own fields, which are checked where they are read */
/**
 * A connection with another device.
 * @typedef {object} Peer
 * @property {number} number
 * @property {RTCPeerConnection} connection
 * @property {RTCDataChannel} channel
 * @property {string} offer
 * @property {string} code hash of its code, 4 hexadecimal digits
 * @property {string} print fingerprint of the other device
 * @property {string} name
 * @property {boolean} isTrusted messages of the page may flow
 * @property {boolean} isAway
 * @property {boolean} isOver
 * @property {Uint8Array} nonce
 * @property {string} promised
 * @property {string} digits
 * @property {string} parts of a long message
 * @property {number} allowance
 * @property {number} refilled
 * @property {number[]} strange
 * @property {number} heard
 */

const encoder = new TextEncoder();

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** @param {string} name @param {Message} fields */
const message = (name, fields = {}) => JSON.stringify({ v: 1, t: name, ...fields });

/** The certificate of this device, by which others know it again. @param {boolean} keep */
async function ownCertificate(keep) {
  const store = keep ? await openStore() : null;
  const kept = store && (await request(store.transaction("keys").objectStore("keys").get("own")));
  if (kept instanceof RTCCertificate && kept.expires > Date.now() + 864e5) return kept;
  const made = await RTCPeerConnection.generateCertificate(CERTIFICATE);
  if (store) await request(store.transaction("keys", "readwrite").objectStore("keys").put(made, "own"));
  return made;
}

/** @returns {Promise<IDBDatabase | null>} */
function openStore() {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open("palaces-together", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** @param {IDBRequest} asked @returns {Promise<unknown>} whatever is stored; null for an error */
function request(asked) {
  return new Promise((resolve) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(null);
  });
}

/**
 * @param {string} role "host" or "guest"
 * @param {string} optionsText
 * @param {OnEvent} onEvent
 */
window.palaces.openTogether = (role, optionsText, onEvent) => {
  /** @type {Options} */
  const options = { servers: [], keep: true, known: [], ...JSON.parse(optionsText) };
  const isHost = role === "host";
  /** @type {Peer[]} */
  let peers = [];
  /** @type {string[]} */
  let oldCodes = [];
  let count = 0;
  let wrongPicks = 0;
  let isEnded = false;
  let name = "";
  let door = "";
  /** @type {ReturnType<typeof readCodes> | undefined} */
  let camera;
  /** @type {WakeLockSentinel | undefined} */
  let lock;
  let wantsLock = false;
  /** @type {Promise<RTCCertificate> | undefined} */
  let certificate;

  /** @param {string} event @param {number} peer @param {string} text */
  const tell = (event, peer, text) => {
    if (!isEnded) onEvent(event, peer, text);
  };

  // -- connections ---------------------------------------------------------------------------------------------------

  /**
   * Make a connection and its offer, with all addresses. Null if the browser cannot.
   * @param {{ ufrag: string, pwd: string } | null} fixed credentials that were agreed before
   * @returns {Promise<Peer | null>}
   */
  async function makePeer(fixed = null) {
    try {
      certificate ??= ownCertificate(options.keep).catch(() => RTCPeerConnection.generateCertificate(CERTIFICATE));
      const connection = new RTCPeerConnection({ iceServers: options.servers, certificates: [await certificate] });
      const channel = connection.createDataChannel("table", { negotiated: true, id: 0 });
      let { sdp = "" } = await connection.createOffer();
      if (fixed) {
        sdp = sdp.replace(/a=ice-ufrag:.*/, `a=ice-ufrag:${fixed.ufrag}`);
        sdp = sdp.replace(/a=ice-pwd:.*/, `a=ice-pwd:${fixed.pwd}`);
      }
      await connection.setLocalDescription({ type: "offer", sdp });
      await gathered(connection);
      /** @type {Peer} */
      const peer = {
        number: isHost ? ++count : 0,
        connection,
        channel,
        offer: connection.localDescription?.sdp ?? sdp,
        code: "",
        print: "",
        name: "",
        isTrusted: false,
        isAway: false,
        isOver: false,
        nonce: crypto.getRandomValues(new Uint8Array(16)),
        promised: "",
        digits: "",
        parts: "",
        allowance: MESSAGES_AT_ONCE,
        refilled: Date.now(),
        strange: [],
        heard: Date.now(),
      };
      channel.onopen = () => introduce(peer);
      channel.onmessage = ({ data }) => receive(peer, data);
      channel.onclose = () => lose(peer);
      connection.onconnectionstatechange = () => watch(peer);
      peers.push(peer);
      return peer;
    } catch {
      tell("refused", 0, "support");
      return null;
    }
  }

  /** @param {RTCPeerConnection} connection */
  function gathered(connection) {
    return new Promise((resolve) => {
      const look = () => connection.iceGatheringState === "complete" && resolve(undefined);
      connection.onicegatheringstatechange = look;
      setTimeout(resolve, GATHER_MS);
      look();
    });
  }

  /** @param {Peer} peer */
  function watch(peer) {
    const state = peer.connection.connectionState;
    if (state === "disconnected") setAway(peer, "");
    else if (state === "failed") lose(peer);
  }

  /** @param {Peer} peer @param {{ print: string, ufrag: string, pwd: string, candidates: string[] }} their */
  async function connect(peer, their) {
    peer.print = their.print;
    const sdp = answerOf(their, fingerprintOf(peer.offer));
    await peer.connection.setRemoteDescription({ type: "answer", sdp });
  }

  /** @param {Peer} peer @param {string} why */
  function drop(peer, why) {
    if (peer.isOver) return;
    peer.isOver = true;
    peers = peers.filter((each) => each !== peer);
    if (why) post(peer, message("bye", { why }));
    setTimeout(() => peer.connection.close(), why ? 200 : 0);
  }

  /** The connection is gone, and its device may come back. @param {Peer} peer */
  function lose(peer) {
    if (peer.isOver) return;
    setAway(peer, "");
    if (!isHost && peer.isTrusted) rejoinLater(0);
    else if (isHost && !peer.isTrusted) {
      drop(peer, "");
      tell("closed", peer.number, "lost");
    }
  }

  /** @param {Peer} peer @param {string} why */
  function setAway(peer, why) {
    if (!peer.isTrusted || peer.isAway) return;
    peer.isAway = true;
    tell("away", peer.number, why);
  }

  // -- the first messages: both prove that they hold the certificates of the codes -----------------------------------

  /** @param {Peer} peer */
  async function introduce(peer) {
    const own = fingerprintOf(peer.offer);
    if (peer.print < own) post(peer, message("nonce-later", { name }));
    else post(peer, message("commit", { hash: toHex(await hash(peer.nonce)), name }));
  }

  /** @param {Peer} peer @param {Message} told */
  async function compare(peer, told) {
    const own = fingerprintOf(peer.offer);
    if (told.t === "commit" || told.t === "nonce-later") {
      peer.name = String(told.name ?? "").slice(0, 40);
      if (told.t === "commit") {
        peer.promised = String(told.hash);
        post(peer, message("nonce", { nonce: toHex(peer.nonce) }));
      }
      return;
    }
    const theirs = Uint8Array.from((String(told.nonce).match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
    if (theirs.length !== 16 || peer.digits) return countStrange(peer);
    if (peer.promised && toHex(await hash(theirs)) !== peer.promised) return refuseDigits(peer);
    if (!peer.promised) post(peer, message("nonce", { nonce: toHex(peer.nonce) }));
    const pair = own < peer.print ? [own, peer.print, peer.nonce, theirs] : [peer.print, own, theirs, peer.nonce];
    const bytes = joined(...pair.map((part) => (typeof part === "string" ? encoder.encode(part) : part)));
    const all = await hash(bytes);
    peer.digits = String(((all[0] << 16) | (all[1] << 8) | all[2]) % 10_000).padStart(4, "0");
    if (!isHost) return peer.isTrusted || tell("digits", 0, peer.digits);
    if (options.known.includes(peer.print)) return trust(peer, true);
    tell("digits", peer.number, JSON.stringify({ name: peer.name, choices: choices(peer.digits) }));
  }

  /** @param {string} digits */
  function choices(digits) {
    const all = new Set([digits]);
    while (all.size < 3) all.add(String(crypto.getRandomValues(new Uint16Array(1))[0] % 10_000).padStart(4, "0"));
    return [...all].toSorted(() => crypto.getRandomValues(new Int8Array(1))[0]);
  }

  /** @param {Peer} peer */
  function refuseDigits(peer) {
    drop(peer, "digits");
    tell("closed", peer.number, "digits");
  }

  /** @param {Peer} peer @param {boolean} isKnown */
  function trust(peer, isKnown) {
    peer.isTrusted = true;
    wrongPicks = 0;
    options.known = [...new Set([...options.known, peer.print])];
    for (const old of peers.filter((each) => each !== peer && each.print === peer.print && each.isTrusted)) {
      drop(old, "later");
    }
    post(peer, message("confirmed"));
    tell("open", peer.number, JSON.stringify({ fingerprint: peer.print, known: isKnown, name: peer.name }));
    offerDoor(peer);
  }

  // -- messages ------------------------------------------------------------------------------------------------------

  /** @param {Peer} peer @param {string} text */
  function post(peer, text) {
    if (peer.channel.readyState !== "open") return;
    try {
      if (text.length <= MAX_PART_CHARS) peer.channel.send(text);
      else {
        for (let at = 0; at < text.length; at += MAX_PART_CHARS) {
          const isLast = at + MAX_PART_CHARS >= text.length;
          peer.channel.send(`${isLast ? "=" : "+"}${text.slice(at, at + MAX_PART_CHARS)}`);
        }
      }
    } catch {
      lose(peer); // the buffer is full, or the channel has just closed
    }
  }

  /** @param {Peer} peer */
  function countStrange(peer) {
    const now = Date.now();
    peer.strange = [...peer.strange.filter((each) => each > now - 60_000), now];
    if (peer.strange.length < STRANGE_A_MINUTE) return;
    drop(peer, "strange");
    tell("closed", peer.number, "strange");
  }

  /** Return true if a device may send one more message now. @param {Peer} peer */
  function isAllowed(peer) {
    const now = Date.now();
    peer.allowance = Math.min(MESSAGES_AT_ONCE, peer.allowance + ((now - peer.refilled) / 1000) * MESSAGES_PER_SECOND);
    peer.refilled = now;
    if (peer.allowance < 1) return false;
    peer.allowance -= 1;
    return true;
  }

  /** @param {Peer} peer @param {unknown} data */
  function receive(peer, data) {
    if (peer.isOver) return;
    peer.heard = Date.now();
    if (peer.isAway) {
      peer.isAway = false;
      tell("back", peer.number, "");
    }
    if (typeof data !== "string" || (isHost && (data.length > MAX_GUEST_CHARS || !isAllowed(peer)))) {
      return countStrange(peer);
    }
    let text = data;
    if (!isHost && /^[+=]/.test(data)) {
      peer.parts += data.slice(1);
      if (peer.parts.length > MAX_WHOLE_CHARS) {
        peer.parts = "";
        return countStrange(peer);
      }
      if (data[0] === "+") return;
      text = peer.parts;
      peer.parts = "";
    }
    /** @type {Message | null} */
    let told = null;
    try {
      told = JSON.parse(text);
    } catch {
      // counted below
    }
    if (typeof told !== "object" || told?.v !== 1 || typeof told.t !== "string") return countStrange(peer);
    switch (told.t) {
      case "commit":
      case "nonce-later":
      case "nonce":
        return peer.digits ? countStrange(peer) : void compare(peer, told);
      case "confirmed":
        if (isHost || !peer.digits) return countStrange(peer);
        peer.isTrusted = true;
        tell("open", 0, JSON.stringify({ fingerprint: peer.print, known: true, name: "" }));
        return offerDoor(peer);
      case "here":
        return;
      case "asleep":
        return setAway(peer, "asleep");
      case "door":
        return takeDoor(peer, told);
      case "bye": {
        const why = ["bye", "strange", "digits", "full", "later", "release", "game"].find((each) => each === told.why);
        drop(peer, "");
        return tell("closed", peer.number, why ?? "bye");
      }
      default:
        if (!peer.isTrusted) return countStrange(peer);
        return tell("message", peer.number, text);
    }
  }

  const heartbeat = setInterval(() => {
    for (const peer of peers) {
      if (!peer.isTrusted) continue;
      if (!document.hidden) post(peer, message("here"));
      if (!peer.isAway && Date.now() - peer.heard > SILENCE_MS) setAway(peer, "");
    }
  }, HERE_MS);

  // -- the door: a spare connection, agreed through the open one, by which a device comes back without a code ---------

  /** @param {Peer} peer */
  async function offerDoor(peer) {
    if (isHost && /Firefox/.test(navigator.userAgent)) return; // it needs the addresses of the other device at once
    if (!isHost) {
      const bytes = crypto.getRandomValues(new Uint8Array(21));
      const ufrag = toHex(bytes.subarray(0, 3));
      const pwd = toHex(bytes.subarray(3));
      door = JSON.stringify({ ufrag, pwd, name });
      return post(peer, message("door", { ufrag, pwd }));
    }
  }

  /** @param {Peer} peer @param {Message} told */
  async function takeDoor(peer, told) {
    const [ufrag, pwd, text] = [told.ufrag, told.pwd, told.code].map((each) => String(each ?? ""));
    if (!peer.isTrusted) return countStrange(peer);
    if (!isHost) {
      const code = unpack(text, options.release, fingerprintOf(peer.offer));
      if (typeof code === "string" || !door) return countStrange(peer);
      tell("door", 0, JSON.stringify({ ...JSON.parse(door), code: text }));
      return;
    }
    if (!/^[0-9a-f]{4,32}$/.test(ufrag) || !/^[0-9a-f]{22,64}$/.test(pwd)) return countStrange(peer);
    const spare = await makePeer();
    if (!spare) return;
    const bytes = pack(spare.offer, options.release);
    if (!bytes) return drop(spare, "");
    spare.name = peer.name;
    await connect(spare, { print: peer.print, ufrag, pwd, candidates: [] }).catch(() => {});
    post(peer, message("door", { code: toText(bytes) }));
  }

  let tries = 0;
  let timer = 0;

  /** @param {number} wait */
  function rejoinLater(wait) {
    clearTimeout(timer);
    timer = setTimeout(rejoinNow, wait);
  }

  async function rejoinNow() {
    if (isEnded || isHost || !door) return;
    const kept = JSON.parse(door);
    if (!kept.code) return;
    tries += 1;
    tell("rejoining", 0, String(tries));
    for (const old of peers) drop(old, "");
    const peer = await makePeer(kept);
    if (!peer) return;
    const their = unpack(kept.code, options.release, fingerprintOf(peer.offer));
    if (typeof their === "string") return tell("unread", 0, their);
    await connect(peer, their).catch(() => {});
    setTimeout(
      () => {
        if (!peer.isTrusted && !peer.isOver && !isEnded) rejoinNow();
      },
      RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] + 3000,
    );
  }

  // -- codes ---------------------------------------------------------------------------------------------------------

  /** @param {Peer} peer */
  function expectReach(peer) {
    setTimeout(() => {
      if (peer.digits || peer.isTrusted || peer.isOver || isEnded) return;
      drop(peer, "");
      tell("refused", peer.number, "reach");
    }, REACH_MS);
  }

  // -- sleep and wake ------------------------------------------------------------------------------------------------

  const onVisibility = () => {
    if (document.hidden) for (const peer of peers) post(peer, message("asleep"));
    else {
      for (const peer of peers) post(peer, message("here"));
      if (wantsLock) takeLock();
      const isLost = !isHost && peers.every((peer) => peer.channel.readyState !== "open");
      if (isLost && door) rejoinLater(0);
    }
  };
  const onLeave = () => {
    for (const peer of peers) post(peer, message("asleep"));
  };
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("pagehide", onLeave);
  addEventListener("online", onVisibility);

  async function takeLock() {
    try {
      lock = await navigator.wakeLock.request("screen");
      tell("awake", 0, "on");
    } catch {
      tell("awake", 0, "refused");
    }
  }

  /** @param {string} why */
  function end(why) {
    isEnded = true;
    clearInterval(heartbeat);
    clearTimeout(timer);
    camera?.stop();
    lock?.release().catch(() => {});
    document.removeEventListener("visibilitychange", onVisibility);
    removeEventListener("pagehide", onLeave);
    removeEventListener("online", onVisibility);
    for (const peer of peers) drop(peer, why || "bye");
  }

  return {
    end,

    /** Make a code for one more device. */
    async invite() {
      for (const idle of peers.filter((each) => each.code && !each.print)) drop(idle, "");
      const peer = await makePeer();
      if (!peer || isEnded) return;
      const bytes = pack(peer.offer, options.release);
      if (!bytes) {
        drop(peer, "");
        return tell("refused", peer.number, "address");
      }
      peer.code = toHex((await hash(bytes)).subarray(0, 2));
      oldCodes = [...oldCodes, peer.code].slice(-KEPT_CODES);
      tell("code", peer.number, toText(bytes));
    },

    /** Read a reply. @param {string} text */
    async accept(text) {
      const peer = peers.findLast((each) => each.code && !each.print);
      const own = peer ? fingerprintOf(peer.offer) : "";
      const their = unpack(text, options.release, own);
      if (typeof their === "string") return tell("unread", 0, their);
      if (!their.answered) return tell("unread", 0, "wrong");
      if (!peer || their.answered !== peer.code) {
        return tell("unread", 0, oldCodes.includes(their.answered) ? "older" : "wrong");
      }
      tell("found", peer.number, "");
      try {
        await connect(peer, their);
        expectReach(peer);
      } catch {
        drop(peer, "");
        tell("unread", 0, "wrong");
      }
    },

    /** Read the code of a host, and make a reply. @param {string} text @param {string} ownName */
    async join(text, ownName) {
      name = ownName;
      for (const old of peers) drop(old, "");
      const peer = await makePeer();
      if (!peer || isEnded) return;
      const their = unpack(text, options.release, fingerprintOf(peer.offer));
      if (typeof their === "string") {
        drop(peer, "");
        return tell("unread", 0, their);
      }
      const answered = toHex((await hash(/** @type {Uint8Array} */ (toBytes(text)))).subarray(0, 2));
      const bytes = pack(peer.offer, options.release, answered);
      if (!bytes) {
        drop(peer, "");
        return tell("refused", 0, "address");
      }
      tell("reply", 0, JSON.stringify({ digits: toDigits(bytes), text: toText(bytes) }));
      peer.connection.oniceconnectionstatechange = () => {
        const isNear = /connected|completed/.test(peer.connection.iceConnectionState);
        tell("reach", 0, isNear ? "yes" : "no");
      };
      await connect(peer, their).catch(() => tell("unread", 0, "wrong"));
    },

    /** Trust a device whose number was the right one. @param {number} number @param {string} digits */
    confirm(number, digits) {
      const peer = peers.find((each) => each.number === number);
      if (!peer?.digits || peer.isTrusted) return;
      if (digits === peer.digits) return trust(peer, false);
      wrongPicks += 1;
      refuseDigits(peer);
      if (wrongPicks >= WRONG_PICKS) end("digits");
    },

    /** @param {number} number @param {string} text */
    send(number, text) {
      const peer = peers.find((each) => each.number === number && each.isTrusted);
      if (peer) post(peer, text);
    },

    /** @param {number} number @param {string} why */
    close(number, why) {
      const peer = peers.find((each) => each.number === number);
      if (peer) drop(peer, why || "bye");
    },

    /** @param {number} number */
    reportStrange(number) {
      const peer = peers.find((each) => each.number === number);
      if (peer) countStrange(peer);
    },

    /** Come back to a table by its door. @param {string} text */
    rejoin(text) {
      door = text;
      name = JSON.parse(text).name ?? "";
      rejoinLater(0);
    },

    /** @param {HTMLVideoElement | null} video */
    startCamera(video) {
      if (!video) return;
      camera?.stop();
      camera = readCodes(video, (event, text) => tell(event, 0, text));
    },

    stopCamera() {
      camera?.stop();
      camera = undefined;
    },

    /** @param {boolean} isWanted */
    keepAwake(isWanted) {
      wantsLock = isWanted;
      if (isWanted) takeLock();
      else lock?.release();
    },
  };
};
