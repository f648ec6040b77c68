// @ts-check
// The engine of the lab: it plays games of a bot against levels, in workers that are kept for the next run of the same
// text. It shows nothing. Orders and events are plain objects.
import { BrokenError, Referee, Sandbox, plainError } from "./lab-bots.js";

const MOVE_MS = 2000;
const GAME_MS = 60_000;
const RUN_MS = 600_000;
const LOAD_MS = 10_000; // for the bot's own text, such as its imports
const MAX_GAMES = 1000;
const MAX_GAME_LINES = 200;
const MAX_RUN_LINES = 2000;
const MAX_LANES = 4;
const MIN_LANES = 2;
const REPORT_MS = 1000; // between events about moves
const GAMES_PER_LANE = 4; // for fewer games, another worker would start in vain

/** @typedef {import("./lab-bots.js").Bot} Bot */
/** @typedef {import("./lab-bots.js").BotError} BotError */
/** @typedef {{ text: string, file: string, game: string, seats: number, opponents: string[], games: number, seed: number }} Order */
/** @typedef {Record<string, unknown> & { kind: string }} LabEvent */
/** @typedef {LabEvent & { n: number | null }} Failure of a game, or of loading */
/** @typedef {{ bot?: Bot, referee?: Referee, work: Promise<void> }} Lane a bot and its referee */

/** @param {{ language?: string }} [settings] */
export function createEngine({ language = document.documentElement.lang || "en" } = {}) {
  const sandbox = new Sandbox(language);
  /** @type {Lane[]} */
  const lanes = [];
  /** @type {Map<number, Lane>} by seat, for `ask` */
  const seats = new Map();
  /** @type {Run | undefined} */
  let current;

  return {
    /**
     * Start a run. It waits until the last one has stopped.
     * @param {Order} order
     * @param {(event: LabEvent) => void} onEvent
     */
    start(order, onEvent) {
      current?.stop();
      const run = new Run(order, onEvent, sandbox, language);
      current = run;
      while (lanes.length < run.laneCount) lanes.push({ work: Promise.resolve() });
      run.play(lanes.slice(0, run.laneCount));
      return { stop: () => run.stop() };
    },

    /**
     * Ask a bot for one move. The same seed goes on with the same game.
     * @param {string} text
     * @param {SeatView} view
     * @param {unknown[]} legal
     * @param {string} seed of the bot's generator
     * @param {{ file?: string, memoryView?: SeatView }} [more]
     * @returns {Promise<import("./lab-bots.js").BotAnswer>}
     */
    ask(text, view, legal, seed, { file = "bot.py", memoryView } = {}) {
      const lane = seats.get(view.seat) ?? { work: Promise.resolve() };
      seats.set(view.seat, lane);
      const answer = lane.work.then(() => askOnce(lane, sandbox, { text, file, view, legal, seed, memoryView }));
      lane.work = answer.then(
        () => {},
        () => {},
      );
      return answer;
    },

    close() {
      current?.stop();
      for (const { bot, referee } of [...lanes, ...seats.values()]) {
        bot?.end();
        referee?.end();
      }
      lanes.length = 0;
      seats.clear();
      sandbox.close();
    },
  };
}

/**
 * Give a lane a worker that has loaded this text. Return the error of the text, if it has one.
 * @param {Lane} lane
 * @param {Sandbox} sandbox
 * @param {{ text: string, file: string }} order
 */
async function loadBot(lane, sandbox, { text, file }) {
  const { bot } = lane;
  if (bot && !bot.isOver && bot.text === text && bot.file === file) return;
  bot?.end();
  const fresh = await sandbox.startBot();
  lane.bot = fresh;
  const answer = await fresh.ask({ load: text, file }, LOAD_MS);
  if (answer.error) {
    fresh.end();
    return { error: { ...answer.error, ...(answer.error.reason === "time" && { limit: "load" }) }, log: answer.log };
  }
  [fresh.text, fresh.file, fresh.wantsMemory] = [text, file, answer.memory === true];
  fresh.loadLog = answer.log;
}

/**
 * @typedef {{ seat: number } & Record<string, unknown>} SeatView
 * @param {Lane} lane
 * @param {Sandbox} sandbox
 * @param {{ text: string, file: string, view: SeatView, legal: unknown[], seed: string, memoryView?: SeatView }} asked
 */
async function askOnce(lane, sandbox, { text, file, view, legal, seed, memoryView }) {
  const failure = await loadBot(lane, sandbox, { text, file });
  if (failure) return { ...failure, dropped: 0 };
  const bot = /** @type {Bot} */ (lane.bot);
  const game = `${seed} ${view.seat}`;
  if (bot.game !== game) {
    const begun = await bot.ask({ begin: [view.seat, view.game], seed }, MOVE_MS);
    if (begun.error) return begun;
    bot.game = game;
  }
  const answer = await bot.ask({ choose: bot.wantsMemory ? (memoryView ?? view) : view, legal }, MOVE_MS);
  if (!answer.error && !Array.isArray(answer.action)) answer.error = noAction(answer);
  return answer;
}

/** @param {Record<string, unknown>} answer */
const noAction = ({ shown }) => plainError("illegal", "", { action: String(shown) });

/** One run: all its games, in lanes side by side. */
class Run {
  /**
   * @param {Order} order
   * @param {(event: LabEvent) => void} onEvent
   * @param {Sandbox} sandbox
   * @param {string} language
   */
  constructor(order, onEvent, sandbox, language) {
    this.order = { ...order, games: Math.max(1, Math.min(MAX_GAMES, order.games)) };
    this.onEvent = onEvent;
    this.sandbox = sandbox;
    this.language = language;
    this.isOn = true;
    this.isReady = false;
    /** @type {Failure | undefined} the failure of the first game that failed */
    this.failure = undefined;
    this.next = 0; // the number of the next game
    this.played = 0;
    this.moves = 0; // also of games that have not ended
    this.reported = 0;
    this.lines = 0;
    this.dropped = 0;
    const cores = Math.max(MIN_LANES, Math.min(MAX_LANES, (navigator.hardwareConcurrency || 2) - 1));
    this.laneCount = Math.min(cores, Math.ceil(this.order.games / GAMES_PER_LANE));
  }

  /** @param {LabEvent} event */
  tell(event) {
    if (this.isOn) this.onEvent(event);
  }

  /** @param {{ limit?: string }} [reason] */
  stop(reason) {
    this.end({ kind: "stopped", games: this.played, ...reason });
  }

  /** Tell now and then how many moves there were, so that a long game does not look like a standstill. */
  countMove() {
    this.moves += 1;
    if (performance.now() - this.reported < REPORT_MS) return;
    this.reported = performance.now();
    this.tell({ kind: "moves", moves: this.moves });
  }

  /** @param {LabEvent} event the last one, if no game has failed */
  end(event) {
    if (!this.isOn) return;
    clearTimeout(this.timer);
    this.isOn = false;
    this.onEvent(this.failure ?? event);
  }

  /**
   * Return true if a game is still to be played. After a failure, only games before it are, so that the same bot always
   * fails in the same game.
   * @param {number} n
   */
  isWanted(n) {
    return this.isOn && n < Math.min(this.order.games, this.failure?.n ?? Infinity);
  }

  /** @param {Lane[]} lanes */
  async play(lanes) {
    await undefined; // so that the caller has the run before its first event
    const { text, file } = this.order;
    if (lanes.some(({ bot }) => !bot || bot.isOver || bot.text !== text || bot.file !== file))
      this.tell({ kind: "starting" });
    this.timer = setTimeout(() => this.stop({ limit: "run" }), RUN_MS);
    for (const lane of lanes) lane.work = lane.work.then(() => this.playLane(lane));
    await Promise.all(lanes.map(({ work }) => work));
    this.end({ kind: "done", games: this.played });
  }

  /** @param {Lane} lane */
  async playLane(lane) {
    try {
      if (!this.isOn) return;
      const failure = await loadBot(lane, this.sandbox, this.order);
      if (failure) {
        this.failure = { kind: "failed", n: null, deal: null, seat: null, save: null, ...failure };
        return this.end(this.failure);
      }
      if (!this.isReady) {
        this.isReady = true;
        this.reported = performance.now();
        this.tell({ kind: "ready", log: lane.bot?.loadLog });
      }
      while (this.isWanted(this.next)) await this.playGame(lane, this.next++);
    } catch (error) {
      lane.referee?.end();
      lane.referee = undefined;
      this.end({ kind: "broken", message: error instanceof Error ? error.message : String(error) });
      if (!(error instanceof BrokenError || error instanceof TypeError)) reportError(error);
    }
  }

  /**
   * Play one game. Its bot is to move whenever the referee answers with a view.
   * @param {Lane} lane
   * @param {number} n
   */
  async playGame(lane, n) {
    const { game, opponents, seed, file } = this.order;
    const bot = /** @type {Bot} */ (lane.bot);
    const referee = (lane.referee ??= new Referee(this.language));
    const name = file.replace(/\.py$/, "");
    const deal = Math.floor(n / (opponents.length + 1));
    /** @type {[number, string][]} lines with the number of the log entry that the move becomes, from 1 */
    const log = [];
    /** @type {Record<string, unknown[]>} */
    const values = {};
    /** @type {Record<string, number>} */
    const moveMs = {};
    let [usedMs, slowestMs, lastMs, dropped, moves, entry] = [0, 0, 0, 0, 0, 1];

    /** @param {object} request */
    const askBot = async (request) => {
      const begun = performance.now();
      const answer = await bot.ask(request, Math.max(0, Math.min(MOVE_MS, GAME_MS - usedMs)));
      const ms = performance.now() - begun;
      if (answer.error?.reason === "time") answer.error.limit = usedMs + ms >= GAME_MS ? "game" : "move";
      lastMs = Math.round(ms);
      usedMs += ms;
      slowestMs = Math.max(slowestMs, ms);
      log.push(...answer.log.map((line) => /** @type {[number, string]} */ ([entry, line])));
      dropped += answer.dropped + Math.max(0, log.length - MAX_GAME_LINES);
      log.splice(0, log.length - MAX_GAME_LINES);
      return answer;
    };
    /** @param {BotError} error */
    const fail = async (error) => {
      const { save, seat } = await referee.ask({});
      if (!this.isWanted(n)) return;
      this.countLines(log, dropped);
      this.failure = { kind: "failed", n, deal, seat, save, log, error };
    };

    bot.game = "";
    const order = { game, name, opponents, seed, n, memory: bot.wantsMemory };
    let turn = await referee.ask({ begin: order });
    const { seat } = turn;
    const begun = await askBot({ begin: [seat, game], seed: turn.rng_seed });
    if (begun.error) return fail(begun.error);
    while (!turn.result) {
      if (!this.isWanted(n)) return;
      entry = turn.log_number + 1;
      const answer = await askBot({ choose: turn.view, legal: turn.legal });
      if (answer.error) return fail(answer.error);
      if (!Array.isArray(answer.action)) return fail(noAction(answer));
      if (answer.values?.length) values[turn.log_number] = answer.values;
      moveMs[turn.log_number] = lastMs;
      const { action } = answer;
      moves += 1;
      this.countMove();
      turn = await referee.ask({ action: JSON.stringify(action) });
      if (turn.refused !== undefined) return fail(plainError("illegal", turn.refused, { action, clause: turn.clause }));
    }
    const { scores, places, share, lead, save } = turn;
    const ended = await askBot({ end: turn.result });
    if (ended.error) log.push([entry, `end: ${ended.error.type}: ${ended.error.message}`]); // the result stands
    this.played += 1;
    this.countLines(log, dropped);
    const times = { seconds: Number((usedMs / 1000).toFixed(3)), slowest_ms: Math.round(slowestMs), move_ms: moveMs };
    this.tell({ kind: "game", n, deal, seat, scores, places, share, lead, moves, ...times, save, values, log });
  }

  /**
   * Count lines of log. The page keeps the newest 2,000 of a run, and hears how many were dropped in all.
   * @param {unknown[]} log of a game
   * @param {number} dropped of that game
   */
  countLines(log, dropped) {
    this.lines += log.length;
    const excess = Math.max(0, this.lines - MAX_RUN_LINES);
    this.lines -= excess;
    this.dropped += dropped + excess;
    if (dropped + excess) this.tell({ kind: "lines", dropped: this.dropped });
  }
}
