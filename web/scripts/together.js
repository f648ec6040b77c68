// @ts-check
// Connects devices at one table, with nobody in between: two codes, carried by people, introduce them. It loads only
// where people play together. Python knows it as `window.palaces.openTogether`.
import { ownCertificate } from "./together-certificate.js";
import { readCodes } from "./together-camera.js";
import { Inbox, splitMessage, writeMessage } from "./together-channel.js";
import { answerOf, fingerprintOf, hash, pack, toBytes, toDigits, toHex, toText, unpack } from "./together-code.js";

const GATHER_MS = 2000;
const REACH_MS = 20_000;
const TICK_MS = 1000;
const TICKS_PER_HERE = 5;
const SILENCE_MS = 7000; // with a tick: away within 8 s
const WAKE_MS = 2000;
const RETRY_MS = [0, 2000, 4000, 8000, 10_000];
const KEPT_CODES = 20;
const REASONS = ["bye", "strange", "digits", "full", "later", "release", "game"];
const IS_FIREFOX = /Firefox/.test(navigator.userAgent);

/** @typedef {import("./together-channel.js").Message} Message */
/** @typedef {(event: string, peer: number, text: string) => void} OnEvent */
/** @typedef {{ release: string, servers: RTCIceServer[], keep: boolean, known: string[] }} Options */
/** @typedef {{ ufrag: string, pwd: string }} Credentials */
/** @typedef {Credentials & { name: string, code: string }} Door */
/**
 * A connection with another device.
 * @typedef {object} Peer
 * @property {number} number
 * @property {RTCPeerConnection} connection
 * @property {RTCDataChannel} channel
 * @property {string} offer
 * @property {string} own fingerprint of this device
 * @property {string} print fingerprint of the other device, "" before its code was read
 * @property {string} code hash of its code, 4 hexadecimal digits; "" if it never had one
 * @property {string} name
 * @property {boolean} isDoor it leads a guest back to the table, or waits at the host for that
 * @property {boolean} isDoorAgreed the next way back was asked for
 * @property {Promise<Peer | null>} [spare] at the host: the connection that will wait as the way back
 * @property {boolean} isTrusted messages of the page may flow
 * @property {boolean} isAway
 * @property {boolean} isOver
 * @property {string} nonce 32 hexadecimal digits
 * @property {string} commitment hash of the own nonce
 * @property {string} promised hash of the other's nonce
 * @property {string} digits
 * @property {Inbox} inbox
 * @property {Promise<unknown>} work on the messages that have come
 * @property {number} heard
 */

/** @param {string} text */
const hashText = (text) => hash(new TextEncoder().encode(text));

/** @param {string} print @param {string} nonce */
const commit = async (print, nonce) => toHex(await hashText(`${print} ${nonce}`));

/** @param {number} count of bytes */
const randomHex = (count) => toHex(crypto.getRandomValues(new Uint8Array(count)));

/** @param {number} limit */
const randomBelow = (limit) => crypto.getRandomValues(new Uint32Array(1))[0] % limit;

/** @param {unknown} value @param {number} count of digits @returns {value is string} */
const isHex = (value, count) => typeof value === "string" && value.length === count && /^[0-9a-f]+$/.test(value);

/** @param {Peer} peer */
const isInReach = ({ connection }) => /connected|completed/.test(connection.iceConnectionState);

/** @param {RTCPeerConnection} connection */
function gathered(connection) {
  return new Promise((resolve) => {
    const look = () => connection.iceGatheringState === "complete" && resolve(undefined);
    connection.onicegatheringstatechange = look;
    setTimeout(resolve, GATHER_MS);
    look();
  });
}

/** Return three numbers in random order, one of them the right one. @param {string} digits */
function choicesWith(digits) {
  const others = new Set();
  while (others.size < 2) {
    const other = String(randomBelow(10_000)).padStart(4, "0");
    if (other !== digits) others.add(other);
  }
  const all = [...others];
  all.splice(randomBelow(3), 0, digits);
  return all;
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
  const known = new Set(options.known);
  /** @type {Peer[]} */
  let peers = [];
  /** @type {string[]} */
  let oldCodes = [];
  let count = 0;
  let isEnded = false;
  let name = "";
  /** @type {ReturnType<typeof readCodes> | undefined} */
  let camera;
  /** @type {WakeLockSentinel | undefined} */
  let lock;
  let wantsLock = false;
  /** @type {Promise<RTCCertificate> | undefined} */
  let certificate;

  /** @param {string} event @param {number} peer @param {string} text */
  const tell = (event, peer, text) => {
    if (isEnded) return;
    try {
      onEvent(event, peer, text);
    } catch (error) {
      reportError(error); // the page's mistake, not the other device's
    }
  };

  // -- connections ---------------------------------------------------------------------------------------------------

  /**
   * Make a connection and its offer, with all addresses. Null if the browser cannot.
   * @param {{ credentials?: Credentials, isDoor?: boolean }} given credentials that were agreed before
   * @returns {Promise<Peer | null>}
   */
  async function makePeer({ credentials, isDoor = false } = {}) {
    try {
      certificate ??= ownCertificate(options.keep);
      const connection = new RTCPeerConnection({ iceServers: options.servers, certificates: [await certificate] });
      const channel = connection.createDataChannel("table", { negotiated: true, id: 0 });
      let { sdp = "" } = await connection.createOffer();
      if (credentials) {
        sdp = sdp.replace(/a=ice-ufrag:.*/, `a=ice-ufrag:${credentials.ufrag}`);
        sdp = sdp.replace(/a=ice-pwd:.*/, `a=ice-pwd:${credentials.pwd}`);
      }
      await connection.setLocalDescription({ type: "offer", sdp });
      await gathered(connection);
      const offer = connection.localDescription?.sdp ?? sdp;
      const own = fingerprintOf(offer);
      const nonce = randomHex(16);
      /** @type {Peer} */
      const peer = {
        number: isHost ? ++count : 0,
        connection,
        channel,
        offer,
        own,
        print: "",
        code: "",
        name: "",
        isDoor,
        isDoorAgreed: false,
        isTrusted: false,
        isAway: false,
        isOver: isEnded,
        nonce,
        commitment: await commit(own, nonce),
        promised: "",
        digits: "",
        inbox: new Inbox(isHost),
        work: Promise.resolve(),
        heard: Date.now(),
      };
      if (isEnded) connection.close();
      channel.onopen = () => post(peer, writeMessage("commit", { hash: peer.commitment, name }));
      channel.onmessage = ({ data }) => receive(peer, data);
      channel.onclose = () => lose(peer);
      connection.onconnectionstatechange = () => {
        if (connection.connectionState === "disconnected") setAway(peer, "");
        else if (connection.connectionState === "failed") lose(peer);
      };
      if (!isEnded) peers.push(peer);
      return peer;
    } catch {
      tell("refused", 0, "support");
      return null;
    }
  }

  /** @param {Peer} peer @param {{ print: string, ufrag: string, pwd: string, candidates: string[] }} their */
  async function connect(peer, their) {
    peer.print = their.print;
    await peer.connection.setRemoteDescription({ type: "answer", sdp: answerOf(their, peer.own) });
  }

  /** Close a connection. @param {Peer} peer @param {string} why what its device is told; "" for nothing */
  function drop(peer, why = "") {
    if (peer.isOver) return;
    peer.isOver = true;
    peers = peers.filter((each) => each !== peer);
    peer.spare?.then((spare) => spare && !spare.print && drop(spare)); // nobody knows it yet
    if (why) post(peer, writeMessage("bye", { why }));
    setTimeout(() => peer.connection.close(), why ? 200 : 0);
  }

  /** Close a connection, and the way back of its device. @param {Peer} peer @param {string} why */
  function dismiss(peer, why = "") {
    drop(peer, why);
    for (const spare of peers.filter((each) => each.isDoor && each.print === peer.print)) drop(spare);
    if (!isHost) stopReturning();
  }

  /** The connection is gone, and its device may come back. @param {Peer} peer */
  function lose(peer) {
    if (peer.isOver) return;
    if (peer.isTrusted) {
      setAway(peer, "");
      if (!isHost) startReturning();
    } else if (peer.isDoor) {
      if (isHost) drop(peer);
    } else if (peer.promised) {
      drop(peer);
      tell("closed", peer.number, "lost");
    } else if (isHost) refuseReach(peer);
  }

  /** @param {Peer} peer */
  function refuseReach(peer) {
    if (peer.promised || peer.isOver || isEnded || (!isHost && isInReach(peer))) return;
    if (isHost) drop(peer); // a guest's code stays good
    tell("refused", peer.number, "reach");
  }

  /** @param {Peer} peer @param {string} why "" or "asleep" */
  function setAway(peer, why) {
    if (!peer.isTrusted || peer.isOver || peer.isAway) return;
    peer.isAway = true;
    tell("away", peer.number, why);
    if (!isHost && !why) startReturning();
  }

  // -- the four digits: each device promises a number, and says it only when it has the other's promise --------------

  /** @param {Peer} peer @param {Message} told */
  function takePromise(peer, told) {
    const { hash: promised } = told;
    if (peer.promised || !isHex(promised, 64)) return countStrange(peer);
    peer.promised = promised;
    peer.name = typeof told.name === "string" ? told.name.slice(0, 40) : "";
    post(peer, writeMessage("nonce", { nonce: peer.nonce }));
  }

  /** @param {Peer} peer @param {Message} told */
  async function compare(peer, told) {
    const { own, print, nonce } = peer;
    const { nonce: other } = told;
    if (!peer.promised || peer.digits || !isHex(other, 32)) return countStrange(peer);
    if ((await commit(print, other)) !== peer.promised) return refuseDigits(peer);
    const both = [`${own} ${nonce}`, `${print} ${other}`].sort();
    const [high, middle, low] = await hashText(both.join(" "));
    peer.digits = String(((high << 16) | (middle << 8) | low) % 10_000).padStart(4, "0");
    if (peer.isOver) return;
    // Its addresses take up to 2 s. They are there once the person at the host has compared the numbers, so that a device
    // that reloads right after that finds its way back. Firefox needs the addresses of the other device at once.
    if (isHost && !IS_FIREFOX) peer.spare = makePeer({ isDoor: true });
    if (!isHost) {
      if (!peer.isDoor && !known.has(print)) tell("digits", 0, peer.digits);
    } else if (known.has(print)) trust(peer, true);
    else tell("digits", peer.number, JSON.stringify({ name: peer.name, choices: choicesWith(peer.digits) }));
  }

  /** @param {Peer} peer */
  function refuseDigits(peer) {
    dismiss(peer, "digits");
    tell("closed", peer.number, "digits");
  }

  /** @param {Peer} peer @param {boolean} isKnown */
  function trust(peer, isKnown) {
    peer.isTrusted = true;
    peer.isDoor = false;
    known.add(peer.print);
    for (const old of peers) if (old !== peer && old.print === peer.print && old.isTrusted) drop(old, "later");
    post(peer, writeMessage("confirmed"));
    tell("open", peer.number, JSON.stringify({ fingerprint: peer.print, known: isKnown, name: peer.name }));
  }

  /** @param {Peer} peer */
  function takeTrust(peer) {
    if (isHost || !peer.digits || peer.isTrusted) return countStrange(peer);
    const isKnown = peer.isDoor || known.has(peer.print);
    peer.isTrusted = true;
    peer.isDoor = false;
    stopReturning();
    tell("open", 0, JSON.stringify({ fingerprint: peer.print, known: isKnown, name: "" }));
    if (document.hidden) post(peer, writeMessage("asleep"));
    agreed = { ufrag: randomHex(3), pwd: randomHex(18) };
    post(peer, writeMessage("door", agreed));
  }

  // -- messages ------------------------------------------------------------------------------------------------------

  /** @param {Peer} peer @param {string} text */
  function post(peer, text) {
    if (peer.channel.readyState !== "open") return;
    try {
      for (const part of splitMessage(text)) peer.channel.send(part);
    } catch {
      lose(peer); // the buffer is full, or the channel has just closed
    }
  }

  /** @param {Peer} peer */
  function countStrange(peer) {
    if (peer.isOver || !peer.inbox.countStrange(Date.now())) return;
    known.delete(peer.print);
    dismiss(peer, "strange");
    tell("closed", peer.number, "strange");
  }

  /** @param {Peer} peer @param {unknown} data */
  function receive(peer, data) {
    if (peer.isOver) return;
    peer.heard = Date.now();
    const read = peer.inbox.read(data, peer.heard);
    if (read === "part") return;
    if (read === "strange") return countStrange(peer);
    // In turn: a number takes a moment to check, and the messages after it wait for that.
    peer.work = peer.work.then(() => peer.isOver || take(peer, read.message, read.text));
  }

  /** @param {Peer} peer @param {Message} told @param {string} text */
  function take(peer, told, text) {
    if (peer.isAway && told.t !== "asleep" && told.t !== "bye") {
      peer.isAway = false;
      stopReturning();
      tell("back", peer.number, "");
      post(peer, writeMessage("here"));
    }
    switch (told.t) {
      case "commit":
        return takePromise(peer, told);
      case "nonce":
        return compare(peer, told);
      case "confirmed":
        return takeTrust(peer);
      case "here":
        return;
      case "asleep":
        return setAway(peer, "asleep");
      case "door":
        return isHost ? void offerDoor(peer, told) : takeDoor(peer, told);
      case "bye":
        dismiss(peer);
        return tell("closed", peer.number, REASONS.find((each) => each === told.why) ?? "bye");
      default:
        return peer.isTrusted ? tell("message", peer.number, text) : countStrange(peer);
    }
  }

  let ticks = 0;
  const heartbeat = setInterval(() => {
    ticks += 1;
    for (const peer of peers) {
      if (!peer.isTrusted) continue;
      if (!document.hidden && ticks % TICKS_PER_HERE === 0) post(peer, writeMessage("here"));
      if (Date.now() - peer.heard > SILENCE_MS) setAway(peer, "");
    }
  }, TICK_MS);

  // -- the door: a spare connection, agreed through the open one, by which a device comes back without a code ---------

  /** @type {Credentials | undefined} */
  let agreed;
  /** @type {Door | undefined} */
  let door;
  let tries = 0;
  let timer = 0;

  /** Host: wait for the device at a spare connection, once for each open one. @param {Peer} peer @param {Message} told */
  async function offerDoor(peer, told) {
    const { ufrag, pwd } = told;
    if (!peer.isTrusted || peer.isDoorAgreed || !isHex(ufrag, 6) || !isHex(pwd, 36)) return countStrange(peer);
    peer.isDoorAgreed = true;
    const spare = await peer.spare;
    const bytes = spare && pack(spare.offer, options.release);
    if (!spare || !bytes || peer.isOver) return spare ? drop(spare) : undefined;
    for (const old of peers.filter((each) => each.isDoor && each.print === peer.print)) drop(old);
    try {
      await connect(spare, { print: peer.print, ufrag, pwd, candidates: [] });
      post(peer, writeMessage("door", { code: toText(bytes) }));
    } catch {
      drop(spare);
    }
  }

  /** Guest: keep the way back. @param {Peer} peer @param {Message} told */
  function takeDoor(peer, told) {
    const code = typeof told.code === "string" ? told.code : "";
    const their = unpack(code, options.release, peer.own);
    if (!peer.isTrusted || !agreed || typeof their === "string" || their.print !== peer.print)
      return countStrange(peer);
    door = { ...agreed, name, code };
    agreed = undefined;
    tell("door", 0, JSON.stringify(door));
  }

  /** Guest: go back to the table, now and then again and again. */
  function startReturning() {
    if (!timer && !isEnded) timer = setTimeout(goBack);
  }

  function stopReturning() {
    clearTimeout(timer);
    timer = tries = 0;
  }

  async function goBack() {
    const turn = timer;
    if (!peers.some((each) => each.isDoor && isInReach(each))) {
      tries += 1;
      tell("rejoining", 0, String(tries));
      if (door) await goThrough(door, turn);
    }
    if (timer === turn && !isEnded) timer = setTimeout(goBack, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
  }

  /** @param {Door} way @param {number} turn the timer of this try */
  async function goThrough(way, turn) {
    for (const old of peers) drop(old);
    const peer = await makePeer({ credentials: way, isDoor: true });
    if (!peer || timer !== turn) return peer ? drop(peer) : undefined;
    const their = unpack(way.code, options.release, peer.own);
    if (typeof their !== "string") return connect(peer, their).catch(() => {});
    drop(peer);
    stopReturning();
    tell("unread", 0, their);
  }

  // -- sleep and wake ------------------------------------------------------------------------------------------------

  const sendAsleep = () => {
    for (const peer of peers) if (peer.isTrusted) post(peer, writeMessage("asleep"));
  };

  const onVisibility = () => {
    if (document.hidden) return sendAsleep();
    if (wantsLock) takeLock();
    for (const peer of peers.filter((each) => each.isTrusted)) {
      post(peer, writeMessage("here"));
      peer.heard = Math.max(peer.heard, Date.now() - SILENCE_MS + WAKE_MS); // the other one answers if it still hears
    }
    if (!timer) return;
    clearTimeout(timer); // the network may be back
    timer = setTimeout(goBack);
  };
  /** A browser asks before it leaves a table with others. @param {BeforeUnloadEvent} event */
  const onLeaving = (event) => {
    if (isHost && peers.some((each) => each.isTrusted && !each.isAway)) event.preventDefault();
  };
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("beforeunload", onLeaving);
  addEventListener("pagehide", sendAsleep);
  addEventListener("online", onVisibility);

  async function takeLock() {
    try {
      const taken = await navigator.wakeLock.request("screen");
      lock?.release().catch(() => {});
      lock = taken;
      if (!wantsLock || isEnded) await lock.release();
      else tell("awake", 0, "on");
    } catch {
      if (wantsLock) tell("awake", 0, "refused");
    }
  }

  /** @param {string} why */
  function end(why) {
    for (const peer of peers) drop(peer, why || "bye");
    isEnded = true;
    wantsLock = false;
    clearInterval(heartbeat);
    stopReturning();
    camera?.stop();
    lock?.release().catch(() => {});
    document.removeEventListener("visibilitychange", onVisibility);
    removeEventListener("beforeunload", onLeaving);
    removeEventListener("pagehide", sendAsleep);
    removeEventListener("online", onVisibility);
  }

  return {
    end,

    /** Use other servers for the next connections. @param {string} text as JSON */
    useServers(text) {
      options.servers = JSON.parse(text);
    },

    /** Make a code for one more device. */
    async invite() {
      for (const idle of peers.filter((each) => each.code && !each.print)) drop(idle);
      const peer = await makePeer();
      if (!peer || isEnded) return;
      const bytes = pack(peer.offer, options.release);
      if (!bytes) {
        drop(peer);
        return tell("refused", peer.number, "address");
      }
      peer.code = toHex((await hash(bytes)).subarray(0, 2));
      oldCodes = [...oldCodes, peer.code].slice(-KEPT_CODES);
      tell("code", peer.number, toText(bytes));
    },

    /** Read a reply. @param {string} text */
    async accept(text) {
      const peer = peers.findLast((each) => each.code && !each.print);
      const their = unpack(text, options.release, peers[0]?.own ?? "");
      if (typeof their === "string") return tell("unread", 0, their);
      if (!peer || their.answered !== peer.code) {
        return tell("unread", 0, oldCodes.includes(their.answered) ? "older" : "wrong");
      }
      tell("found", peer.number, "");
      try {
        await connect(peer, their);
        setTimeout(refuseReach, REACH_MS, peer);
      } catch {
        drop(peer);
        tell("unread", 0, "wrong");
      }
    },

    /** Read the code of a host, and make a reply. @param {string} text @param {string} ownName */
    async join(text, ownName) {
      name = ownName;
      stopReturning();
      for (const old of peers) drop(old);
      const peer = await makePeer();
      if (!peer || isEnded) return;
      const their = unpack(text, options.release, peer.own);
      if (typeof their === "string" || their.answered) {
        drop(peer);
        return tell("unread", 0, typeof their === "string" ? their : "wrong");
      }
      const answered = toHex((await hash(/** @type {Uint8Array} */ (toBytes(text)))).subarray(0, 2));
      const bytes = pack(peer.offer, options.release, answered);
      if (!bytes) {
        drop(peer);
        return tell("refused", 0, "address");
      }
      try {
        peer.connection.oniceconnectionstatechange = () => tell("reach", 0, isInReach(peer) ? "yes" : "no");
        await connect(peer, their);
        tell("reply", 0, JSON.stringify({ digits: toDigits(bytes), text: toText(bytes) }));
        if (their.answersEarly) setTimeout(refuseReach, REACH_MS, peer);
      } catch {
        drop(peer);
        tell("unread", 0, "wrong");
      }
    },

    /** Trust a device whose number was the right one. @param {number} number @param {string} digits */
    confirm(number, digits) {
      const peer = peers.find((each) => each.number === number);
      if (!peer?.digits || peer.isTrusted) return;
      if (digits === peer.digits) trust(peer, false);
      else refuseDigits(peer);
    },

    /** @param {number} number @param {string} text */
    send(number, text) {
      const peer = peers.find((each) => each.number === number && each.isTrusted);
      if (peer) post(peer, text);
    },

    /** Close a connection. Its device needs a code and a number to come back. @param {number} number @param {string} why */
    close(number, why) {
      const peer = peers.find((each) => each.number === number);
      if (!peer) return;
      known.delete(peer.print);
      dismiss(peer, why || "bye");
    },

    /** @param {number} number */
    reportStrange(number) {
      const peer = peers.find((each) => each.number === number);
      if (peer) countStrange(peer);
    },

    /** Come back to a table by its door. @param {string} text */
    rejoin(text) {
      try {
        const { ufrag, pwd, name: ownName, code } = JSON.parse(text);
        name = ownName;
        door = { ufrag, pwd, name, code };
        startReturning();
      } catch {
        tell("unread", 0, "wrong");
      }
    },

    /** @param {HTMLVideoElement | null} video */
    startCamera(video) {
      if (!video) return;
      camera?.stop();
      camera = readCodes(video, (event, text) => tell(event, 0, text));
    },

    stopCamera() {
      if (!camera) return;
      camera.stop();
      camera = undefined;
      tell("camera", 0, "off");
    },

    /** @param {boolean} isWanted */
    keepAwake(isWanted) {
      wantsLock = isWanted;
      if (isWanted) takeLock();
      else lock?.release().catch(() => {});
    },
  };
};
