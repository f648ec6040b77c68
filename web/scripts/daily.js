// @ts-check
// The puzzle and the deals of a day, for pages without Python. `pygame_core/daily.py` computes the same and explains it.
// `tests/test_daily.py` compares them.

/** @type {Record<string, number>} the number of puzzles in each book */
export const PUZZLE_COUNTS = { alhambra: 150, palazzo: 150, medina: 150 };
const PUZZLE_GAMES = Object.keys(PUZZLE_COUNTS);
const DEAL_SEATS = ["you", "bot:skilled", "bot:skilled"];
const DAY_MS = 86_400_000;

/** Return the date in UTC by the clock of this device, such as "2026-11-26". */
export const today = () => new Date().toISOString().slice(0, 10);

/** Return the minutes until the next midnight in UTC, rounded up. */
export const minutesUntilNextDay = (now = Date.now()) => Math.ceil((DAY_MS - (now % DAY_MS)) / 60_000);

/**
 * @param {string} date such as "2026-11-26"
 * @returns {{ game: string, number: number }} the puzzle of a day
 */
export function puzzle(date) {
  const days = Date.parse(date) / DAY_MS;
  const game = PUZZLE_GAMES[days % PUZZLE_GAMES.length];
  const turn = Math.floor(days / PUZZLE_GAMES.length);
  const count = PUZZLE_COUNTS[game];
  const round = Math.floor(turn / count);
  return { game, number: shuffledNumbers(`puzzle ${game} ${round}`, count)[turn % count] };
}

/**
 * @param {string} date such as "2026-11-26"
 * @param {string} game
 * @returns {{ seed: number, seats: string[] }} the deal of a day in a game
 */
export const deal = (date, game) => ({ seed: hash32(`deal ${game} ${date}`), seats: DEAL_SEATS });

/**
 * @param {string} key
 * @param {number} count
 */
function shuffledNumbers(key, count) {
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  let state = hash32(key);
  for (let n = count - 1; n > 0; n--) {
    state = (state + 0x6d2b79f5) >>> 0;
    const other = Math.floor((mix32(state) * (n + 1)) / 2 ** 32);
    [numbers[n], numbers[other]] = [numbers[other], numbers[n]];
  }
  return numbers;
}

/** @param {string} text in ASCII */
function hash32(text) {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193);
  return mix32(value >>> 0);
}

/** @param {number} value */
function mix32(value) {
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

// Other scripts may read them here, too. Tests run this module without a window.
if (globalThis.window) (window.palaces ??= {}).daily = { today, minutesUntilNextDay, puzzle, deal };
