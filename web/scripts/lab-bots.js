// @ts-check
// The bots of the lab, each in a worker of a sandboxed frame without network and storage; and the referee of their games.
import { readPythonFiles, readScript } from "./lab-files.js";
import { startWorker, trustMarkup } from "./trusted-types.js";

const START_MS = 60_000;
const REFEREE_MS = 60_000; // also for the moves of all opponents until the bot's turn
const MAX_MESSAGE_CHARS = 65_536;
const MAX_SAMPLES = 100; // of the line in one move

/** @typedef {{ reason: string, type: string, message: string, line: number | null, trace: { line: number, text: string }[], action?: unknown, clause?: string | null, limit?: string }} BotError */
/** @typedef {Record<string, unknown> & { error?: BotError, values?: unknown[], log: string[], dropped: number }} BotAnswer */

/**
 * Return an error that has no place in the bot's text.
 * @param {string} reason
 * @param {string} message
 * @param {Partial<BotError>} [more]
 * @returns {BotError}
 */
export const plainError = (reason, message, more = {}) => ({
  reason,
  type: "",
  message,
  line: null,
  trace: [],
  ...more,
});

/** Raised if Python or a worker cannot start. The bot is not the cause. */
export class BrokenError extends Error {}

/** The hidden frame in which the workers of all bots are. */
export class Sandbox {
  /** @param {string} language of the sentences of the rules */
  constructor(language) {
    this.language = language;
    this.count = 0;
    /** @type {Map<number, (message: string) => void>} */
    this.failures = new Map();
    /** @type {Promise<Window> | undefined} */
    this.opening = undefined;
    /** @type {HTMLIFrameElement | undefined} */
    this.frame = undefined;
    this.onMessage = (/** @type {MessageEvent} */ { source, data }) => {
      if (source === this.frame?.contentWindow) this.failures.get(data?.failed)?.(String(data.message));
    };
  }

  async open() {
    const [script, code, files] = await Promise.all([
      readScript("lab-frame.js"),
      readScript("lab-player.js"),
      readPythonFiles(this.language),
    ]);
    const policy = `default-src 'none'; script-src '${frameDigest()}' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'`;
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts"); // without allow-same-origin its origin is opaque
    frame.hidden = true;
    frame.tabIndex = -1;
    frame.setAttribute("aria-hidden", "true");
    frame.srcdoc = trustMarkup(
      `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${script}</script>`,
    );
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    this.frame = frame;
    addEventListener("message", this.onMessage);
    document.body.append(frame);
    await loaded;
    const inside = /** @type {Window} */ (frame.contentWindow);
    inside.postMessage({ code, files }, "*"); // an opaque origin has no name
    return inside;
  }

  /** Start the worker of a bot. */
  async startBot() {
    this.opening ??= this.open();
    this.opening.catch(() => (this.opening = undefined)); // it may work later
    const inside = await this.opening;
    const id = ++this.count;
    const { port1, port2 } = new MessageChannel();
    const bot = new Bot(port1, () => {
      this.failures.delete(id);
      inside.postMessage({ end: id }, "*");
    });
    this.failures.set(id, (message) => bot.fail(message));
    inside.postMessage({ start: id }, "*", [port2]);
    await bot.start();
    return bot;
  }

  close() {
    removeEventListener("message", this.onMessage);
    this.frame?.remove();
    this.frame = this.opening = undefined;
  }
}

/** Return the hash of the frame's script. The build has written it into the policy of this page. */
function frameDigest() {
  const policy = document.querySelector("meta[http-equiv='Content-Security-Policy']")?.getAttribute("content");
  return /'(sha256-[^']+)'/.exec(policy ?? "")?.[1];
}

/** The worker of one bot: one question at a time, and one answer to each. */
export class Bot {
  /**
   * @param {MessagePort} port
   * @param {() => void} terminate
   */
  constructor(port, terminate) {
    this.port = port;
    this.terminate = terminate;
    this.isOver = false;
    this.text = "";
    this.file = "";
    this.wantsMemory = false;
    /** @type {string[]} the lines that it printed while it loaded */
    this.loadLog = [];
    this.game = ""; // what `begin` was told, for `ask` of the engine
    /** @type {number | null} */
    this.line = null;
    this.samples = 0;
    /** @type {((answer: BotAnswer) => void) | undefined} */
    this.answered = undefined;
    port.onmessage = ({ data }) => this.receive(data);
  }

  async start() {
    const answer = await this.wait(START_MS);
    if (!answer.started) {
      this.end();
      throw new BrokenError(answer.error?.message ?? String(answer.message));
    }
  }

  /**
   * Send a request, and return its answer. A bot that takes longer, or answers with anything else, loses its worker.
   * @param {object} request
   * @param {number} ms
   */
  ask(request, ms) {
    if (this.isOver) return Promise.resolve(failedAnswer(plainError("error", "Its worker ended.")));
    this.port.postMessage(JSON.stringify(request));
    return this.wait(ms);
  }

  /**
   * @param {number} ms
   * @returns {Promise<BotAnswer>}
   */
  wait(ms) {
    this.line = null;
    this.samples = 0;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.lose(plainError("time", "", { line: this.line })), ms);
      this.answered = (answer) => {
        clearTimeout(timer);
        this.answered = undefined;
        resolve(answer);
      };
    });
  }

  /** @param {unknown} data of the worker: the number of a line, or an answer as JSON text */
  receive(data) {
    if (!this.answered) return this.end();
    if (typeof data === "number") {
      if (++this.samples > MAX_SAMPLES) this.lose(plainError("error", "Its worker sends too many messages."));
      if (Number.isInteger(data) && data > 0) this.line = data;
      return;
    }
    const answer = readAnswer(data);
    if (!answer) return this.lose(plainError("error", "Its worker sent something that isn't an answer."));
    if (answer.isOver) this.end();
    this.answered(answer);
  }

  /** @param {BotError} error */
  lose(error) {
    this.end();
    this.answered?.(failedAnswer(error));
  }

  /** @param {string} message of the worker */
  fail(message) {
    this.lose(plainError(/memory/i.test(message) ? "memory" : "error", message.slice(0, 500)));
  }

  end() {
    if (this.isOver) return;
    this.isOver = true;
    this.port.close();
    this.terminate();
  }
}

/** @param {BotError} error @returns {BotAnswer} */
const failedAnswer = (error) => ({ error, log: [], dropped: 0 });

/**
 * Return an answer of the right form, or nothing. Its action may be anything, and the referee checks it.
 * @param {unknown} data
 * @returns {BotAnswer | undefined}
 */
function readAnswer(data) {
  if (typeof data !== "string" || data.length > MAX_MESSAGE_CHARS) return;
  try {
    const answer = JSON.parse(data);
    if (answer === null || typeof answer !== "object" || Array.isArray(answer)) return;
    const { log = [], dropped = 0, values = [], error } = answer;
    if (!Array.isArray(log) || !log.every((line) => typeof line === "string") || !Number.isInteger(dropped)) return;
    const areValues = (/** @type {unknown} */ pair) =>
      Array.isArray(pair) && Array.isArray(pair[0]) && Number.isFinite(pair[1]);
    if (!Array.isArray(values) || !values.every(areValues)) return;
    return { ...answer, log, dropped, values, ...(error && { error: readError(error) }) };
  } catch {
    // not JSON, or too deep
  }
}

/** @param {Record<string, unknown>} error @returns {BotError} */
function readError({ reason, type, message, line, trace }) {
  const lines = Array.isArray(trace) ? trace : [];
  return {
    reason: ["error", "load", "memory"].includes(String(reason)) ? String(reason) : "error",
    type: String(type),
    message: String(message),
    line: Number.isInteger(line) ? Number(line) : null,
    trace: lines.map((each) => ({ line: Number(each?.line) || 0, text: String(each?.text) })),
  };
}

/**
 * An answer of the referee: a turn of the bot, a refusal, or the result of the game.
 * @typedef {object} Turn
 * @property {number} seat
 * @property {string} rng_seed
 * @property {unknown} view
 * @property {unknown[]} legal
 * @property {number} log_number
 * @property {string} [refused]
 * @property {string | null} clause
 * @property {unknown} [result]
 * @property {number[]} scores
 * @property {number[]} places
 * @property {number} share
 * @property {number} lead
 * @property {unknown} save
 */

/** The referee of one bot: a worker of the page with the rules, the deals and the opponents. */
export class Referee {
  /** @param {string} language */
  constructor(language) {
    const address = new URL("bot-worker.js", import.meta.url).href;
    const release = document.documentElement.dataset.release ?? "";
    this.worker = startWorker(address, `${release} ${language} lab`);
    this.serial = 0;
    /** @type {{ resolve: (answer: Turn) => void, reject: (error: Error) => void } | undefined} */
    this.pending = undefined;
    this.worker.onmessage = ({ data }) => {
      const { ready, id, answer, error } = JSON.parse(data);
      if (ready === false) this.pending?.reject(new BrokenError("The loaded bots belong to a different version."));
      if (id?.[1] !== this.serial) return;
      if (error) this.pending?.reject(new BrokenError(error));
      else this.pending?.resolve(answer);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.pending?.reject(new BrokenError(event.message));
    };
  }

  /**
   * @param {object} request see `palaces/workers/lab_referee.py`
   * @returns {Promise<Turn>}
   */
  async ask(request) {
    /** @type {Promise<Turn>} */
    const answer = new Promise((resolve, reject) => (this.pending = { resolve, reject }));
    const timer = setTimeout(() => this.pending?.reject(new BrokenError("The referee didn't answer.")), REFEREE_MS);
    this.worker.postMessage(JSON.stringify({ ask: "referee", id: [0, ++this.serial], ...request }));
    return answer.finally(() => clearTimeout(timer));
  }

  end() {
    this.worker.terminate();
    this.pending?.reject(new BrokenError("stopped"));
  }
}
