// @ts-check
// The store of saved games for the home page, with one record for each key, as
// `palaces/browser/storage/local_storage.py` writes them. The build lets Python write everything that has to agree with
// Python. This module touches the page only to read that.

/**
 * @typedef {string | number | boolean | null} Value
 * @typedef {[word: string, value: Value, seats: number]} Choice in an address, in a save, and its maximum of seats
 * @typedef {{ name: string, usual: Value, choices: Choice[] }} Option
 *
 * @typedef {object} Facts about games and saves, from Python
 * @property {number} format
 * @property {number} longest characters of a save
 * @property {number} name characters of a name
 * @property {number} accents on one letter of a name
 * @property {number} marks on one letter of a name
 * @property {string} viramas signs that connect the next letter of a name
 * @property {number} kept games
 * @property {Record<string, { rules: number, options: Option[], moves: Record<string, number> }>} games
 * @property {Record<string, string>} levels
 * @property {Record<string, string[]>} chosen values of an address besides the table, the default first
 *
 * @typedef {object} Save
 * @property {number} format
 * @property {string} game
 * @property {number} rules
 * @property {{ name: string, kind: string }[]} seats
 * @property {Record<string, Value>} options
 * @property {number} seed
 * @property {object} setup
 * @property {[seat: number, action: unknown[], draws: unknown[]][]} log
 * @property {{ scores: number[], places: number[] } | null} result
 * @property {boolean} [practice]
 * @property {number} [resigned] the seat that resigned, which ended the game
 *
 * @typedef {object} Game a save with other fields of its record; a save from a file has no address yet
 * @property {Save} save
 * @property {string} [address]
 * @property {string} [time]
 * @property {boolean} [over]
 * @property {string} [title]
 * @property {string} [name] given by the user
 * @property {string} [proof]
 * @property {"opened" | "imported"} [guest] until someone moves in it on this device
 * @property {unknown} [points] everybody's points so far
 * @property {unknown} [turn] the seat to move
 * @property {unknown} [picture] a drawing of the table
 *
 * @typedef {{ key: string, record: Game & { address: string } }} StoredGame
 * @typedef {{ key: string, before: string | null, after: string | null }} Change null for no record
 * @typedef {"strange" | "newer" | "unknown" | "large" | "unplayed" | "text" | "many" | "full" | "refused"} Why
 */

export const KEY_PREFIX = "palaces:game:";
const TABLE_KEY_PREFIX = "palaces:together:";
const MAX_PICTURE_CHARS = 25_000;
const MAX_FILE_BYTES = 10_000_000;
const MAX_DEPTH = 8; // nesting depth of a save; Python would overflow its stack on thousands
const OWN_BOT_KIND = "bot:custom"; // as in match.py
const DEAL_DATE = /^2\d{3}-\d\d-\d\d$/; // Python checks whether the game is of this deal
const SAVE_KEYS = ["format", "game", "rules", "seats", "options", "seed", "setup", "log", "result"];
/** @type {Facts} */
const facts = JSON.parse(document.getElementById("continue")?.dataset.facts ?? "{}");

// -- names ------------------------------------------------------------------------------------------------------------

// Alternating numbers of characters that Python cannot print and can, over all of Unicode:
// build/site_builder/pyodide/printable_characters.py
const PRINTABLE_RUNS = /* printable */ "";
let last = 0;
const RUN_ENDS = PRINTABLE_RUNS.split(" ").map((run) => (last += parseInt(run, 36)));

/** @param {string} letter */
const isPrintable = (letter) => RUN_ENDS.findIndex((end) => Number(letter.codePointAt(0)) < end) % 2 === 1;

// The rest is as in pygame_core/names.py, which has the reasons.
const MARK = new RegExp("^\\p{M}$", "u");
const LETTER = new RegExp("^\\p{L}$", "u");
/** @type {[number, number][]} */
const ACCENTS = [
  [0x300, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
];
const JOINER = /^(\u200c|\u200d)$/;
const FLAG_TAG = /^[\u{e0020}-\u{e007f}]$/u;
const FLAG_START = /^[\u{1f3f4}\u{e0020}-\u{e007f}]$/u;
const REGION = /^[\u{1f1e6}-\u{1f1ff}]$/u;
/** @type {[number, number][]} */
const PARTS = [
  [0x1160, 0x11ff],
  [0x200c, 0x200d],
  [0x1f3fb, 0x1f3ff],
  [0xe0020, 0xe007f],
];
const NOT_BLANK = /[^\s\u115f\u1160\u2800\u3164\uffa0]/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @type {(letter: string, ranges: [number, number][]) => boolean} */
const isWithin = (letter, ranges) =>
  ranges.some(([first, end]) => first <= Number(letter.codePointAt(0)) && Number(letter.codePointAt(0)) <= end);

/** @param {string | undefined} letter */
const takesJoiner = (letter) =>
  letter !== undefined && !JOINER.test(letter) && Number(letter.codePointAt(0)) >= 0x300 && isPrintable(letter);

/**
 * @param {string} name
 * @returns {string[]} its visible characters
 */
function visibleLetters(name) {
  /** @type {string[]} */
  const kept = [];
  [...name].forEach((letter, at, letters) => {
    const before = kept.at(-1) ?? "";
    const isKept = JOINER.test(letter)
      ? takesJoiner(before || undefined) && (takesJoiner(letters[at + 1]) || facts.viramas.includes(before))
      : isPrintable(letter) || (FLAG_TAG.test(letter) && FLAG_START.test(before));
    if (isKept) kept.push(letter);
  });
  return kept;
}

/**
 * Return the visible part of a name, without heaps of accents, and cut between two characters that people see.
 * @param {string} name
 */
export function cleanName(name) {
  /** @type {string[]} */
  const clusters = [];
  let [marks, accents, length, kept] = [0, 0, 0, ""];
  for (const letter of visibleLetters(name)) {
    const isMark = MARK.test(letter);
    [marks, accents] = isMark ? [marks + 1, accents + Number(isWithin(letter, ACCENTS))] : [0, 0];
    if (marks > facts.marks || accents > facts.accents) continue;
    const cluster = clusters.at(-1) ?? "";
    const last = [...cluster].at(-1) ?? "";
    if (!cluster && !letter.trim()) continue; // white space at the start
    const isJoined = last === "\u200d" || (last && facts.viramas.includes(last) && LETTER.test(letter));
    const isFlag = REGION.test(letter) && REGION.test(cluster);
    if (cluster && (isMark || isFlag || isJoined || isWithin(letter, PARTS))) clusters[clusters.length - 1] += letter;
    else clusters.push(letter);
  }
  for (const cluster of clusters) {
    length += [...cluster].length;
    if (length > facts.name) break;
    kept += cluster;
  }
  return NOT_BLANK.test(kept) ? kept.trim() : "";
}

/**
 * Return a name for a sentence. One from right to left does not turn the figures beside it round.
 * @param {string} name
 */
export const isolateName = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

// -- reading ----------------------------------------------------------------------------------------------------------

/**
 * Read from storage, which may be refused. Then nothing is stored, and all else works.
 * @template T
 * @param {(storage: Storage) => T | null} read
 * @param {T} otherwise
 * @returns {T}
 */
export function useStorage(read, otherwise) {
  try {
    return read(localStorage) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @returns {string | null}
 */
const textOf = (key) => useStorage((storage) => storage.getItem(key), null);

/**
 * @param {string | null} text
 * @returns {unknown}
 */
export function parseJson(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Return the object that a key stores, or an empty one.
 * @param {string} key
 */
export function readObject(key) {
  const stored = parseJson(textOf(key));
  return isObject(stored) ? stored : {};
}

/**
 * @param {unknown} record
 * @returns {record is StoredGame["record"]}
 */
const isReadable = (record) => isObject(record) && typeof record.address === "string" && !faultOf(record.save);

/**
 * @typedef {{ game: string, number: string, name: string, isOwn: boolean, time: number }} LinkTable a running game by
 * link: the number of its table, and the name of the person who is next, who has sat down in this browser or not
 */

/**
 * Return the game by link that a key stores, as `link_update.py` writes it; null for anything else, or after the end.
 * @param {string} key
 * @param {string | null} text
 * @returns {LinkTable | null}
 */
export function linkTableOf(key, text) {
  const { kept, game, time } = readTable(text);
  const number = key.slice(TABLE_KEY_PREFIX.length);
  if (!game || kept.kind !== "link" || kept.over !== false || !/^[0-9a-f]{16}$/.test(number)) return null;
  const { names, next, secrets } = kept;
  if (!Array.isArray(names)) return null;
  const called = isCount(next) ? names[next] : null;
  const name = typeof called === "string" ? cleanName(called) : "";
  const isOwn = Array.isArray(secrets) && secrets.some((one) => Array.isArray(one) && one[0] === next);
  return name ? { game, number, name, isOwn, time } : null;
}

/**
 * @typedef {{ game: string, name: string, link: string, time: number }} GuestTable a table on another device where
 * somebody here has sat, its host's name, and the address that leads back
 */

/**
 * Return the table on another device that a key stores, as `table_record.py` writes it; null for anything else.
 * @param {string} _key
 * @param {string | null} text
 * @returns {GuestTable | null}
 */
export function guestTableOf(_key, text) {
  const { kept, game, time } = readTable(text);
  const { role, way, host, code } = kept;
  if (!game || role !== "guest" || (way !== "middle" && way !== "own")) return null;
  if (typeof host !== "string" || typeof code !== "string" || !/^[\w-]{50,400}$/.test(code)) return null;
  const link = `./${game}.html#${way}=${code}&host=${encodeURIComponent(host)}`;
  return { game, name: cleanName(host), link, time };
}

/**
 * Return what a device keeps of a table, its game, and since when; "" as its game for anything else.
 * @param {string | null} text
 */
function readTable(text) {
  const [, time, json] = /^(\d{1,15}) (.*)$/s.exec(text ?? "") ?? [];
  const read = parseJson(json ?? null);
  const kept = isObject(read) ? read : {};
  const game = typeof kept.game === "string" && Object.hasOwn(facts.games, kept.game) ? kept.game : "";
  return { kept, game, time: Number(time) };
}

/**
 * Return the tables that this browser keeps, the latest first.
 * @template {{ time: number }} T
 * @param {(key: string, text: string | null) => T | null} tableOf one of the two above
 */
export function listTables(tableOf) {
  const keys = useStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(TABLE_KEY_PREFIX)), []);
  return keys.flatMap((key) => tableOf(key, textOf(key)) ?? []).sort((one, other) => other.time - one.time);
}

/** Return every record of the store, readable or not. */
function readRecords() {
  const keys = useStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(KEY_PREFIX)), []);
  return keys.map((key) => ({ key, record: parseJson(textOf(key)) }));
}

/**
 * Return all readable games: the user's own, then guests. The unfinished are first among them, then the latest.
 * @returns {StoredGame[]}
 */
export function listGames() {
  return readRecords()
    .flatMap(({ key, record }) => (isReadable(record) ? [{ key, record }] : []))
    .sort(
      (one, other) =>
        Number(isGuest(one)) - Number(isGuest(other)) ||
        Number(isOver(one)) - Number(isOver(other)) ||
        timeOf(other) - timeOf(one),
    );
}

/**
 * Return true if nobody has moved in a game on this device: it came by a link, a file or another app.
 * @param {StoredGame} game
 */
const isGuest = ({ record }) => record.guest !== undefined;

/** Return the number of games of a newer version. They stay unchanged. */
export const countNewer = () =>
  readRecords().filter(({ record }) => isObject(record) && faultOf(record.save) === "newer").length;

/** @param {StoredGame} game */
export const isOver = ({ record }) => record.save.result !== null;

/**
 * Return the date of the deal that a game is, or "".
 * @param {StoredGame} game
 */
export const dealOf = ({ record }) => new URLSearchParams(record.address).get("deal") ?? "";

/** @param {StoredGame} game */
const timeOf = ({ record }) => Date.parse(String(record.time)) || 0;

/**
 * Return the fragment with the game that proves the points to beat, as Python wrote it.
 * @param {{ proof?: unknown }} record
 */
export const proofOf = ({ proof }) => (typeof proof === "string" && /^#proof=[\w-]+$/.test(proof) ? proof : "");

// -- checks of a save -------------------------------------------------------------------------------------------------

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** @type {(value: unknown, left?: number) => boolean} */
const isShallow = (value, left = MAX_DEPTH) =>
  typeof value !== "object" ||
  value === null ||
  (left > 0 && Object.values(value).every((part) => isShallow(part, left - 1)));

/**
 * Return the reason why this cannot be a save of a known game, or null. The rules check its moves when it is opened.
 * @param {unknown} save
 * @returns {Why | null}
 */
export function faultOf(save) {
  if (!isObject(save) || typeof save.game !== "string" || !isCount(save.format)) return "strange";
  if (save.format > facts.format) return "newer";
  if (!Object.hasOwn(facts.games, save.game)) return "unknown";
  if (isCount(save.rules) && save.rules > facts.games[save.game].rules) return "newer";
  if (!isShallow(save) || !SAVE_KEYS.every((key) => Object.hasOwn(save, key)) || !hasParts(save)) return "strange";
  if (JSON.stringify(save).length > facts.longest) return "large";
  return save.log.length ? null : "unplayed";
}

/** @type {(save: Record<string, unknown>) => save is Save} */
function hasParts(save) {
  const {
    game,
    format,
    rules,
    seats,
    options,
    seed,
    setup,
    log,
    result,
    practice = false,
    resigned = 0,
    ...more
  } = save;
  const known = facts.games[String(game)];
  return (
    [format, rules, seed].every(isCount) &&
    isObject(setup) &&
    typeof practice === "boolean" &&
    isCount(resigned) &&
    Array.isArray(seats) &&
    resigned < seats.length &&
    !Object.keys(more).length &&
    Object.hasOwn(known.moves, seats.length) &&
    seats.every(isSeat) &&
    isObject(options) &&
    Object.entries(options).every(([name, value]) => isChosen(known.options, name, value, seats.length)) &&
    Array.isArray(log) &&
    log.every(isEntry) &&
    (result === null || isResult(result, seats.length))
  );
}

/** @param {unknown} seat */
function isSeat(seat) {
  if (!isObject(seat)) return false;
  const { name, kind, ...more } = seat;
  return (
    typeof name === "string" &&
    name.trim() !== "" &&
    [...name].length <= facts.name &&
    visibleLetters(name).join("") === name &&
    typeof kind === "string" &&
    /^(human|bot:[a-z]+)$/.test(kind) &&
    !Object.keys(more).length
  );
}

/**
 * Return true if a game has this option, and offers this value to so many seats.
 * @param {Option[]} options
 * @param {string} name
 * @param {unknown} value
 * @param {number} seats
 */
const isChosen = (options, name, value, seats) =>
  options.some(
    (option) =>
      option.name === name && option.choices.some(([, offered, least]) => offered === value && least <= seats),
  );

/** @param {unknown} entry */
const isEntry = (entry) =>
  Array.isArray(entry) && entry.length === 3 && isCount(entry[0]) && Array.isArray(entry[1]) && Array.isArray(entry[2]);

/**
 * @param {unknown} values @param {number} seats
 * @returns {values is number[]}
 */
function isCounts(values, seats) {
  return Array.isArray(values) && values.length === seats && values.every(Number.isSafeInteger);
}

/**
 * Return everybody's points so far in a running game, or null if its record has none.
 * @param {StoredGame} game
 */
export function pointsOf({ record: { save, points } }) {
  return save.result === null && isCounts(points, save.seats.length) ? points : null;
}

/**
 * Return the seat to move in a running game, or null if its record has none.
 * @param {StoredGame} game
 */
export function turnOf({ record: { save, turn } }) {
  return save.result === null && isCount(turn) && turn < save.seats.length ? turn : null;
}

/**
 * Return the drawing of a table, as Python wrote it, or "". It uses the symbols of its game.
 * @param {{ picture?: unknown }} record
 */
export const pictureOf = ({ picture }) =>
  typeof picture === "string" && picture.startsWith("<svg") && picture.length <= MAX_PICTURE_CHARS ? picture : "";

/** @type {(result: unknown, seats: number) => boolean} */
function isResult(result, seats) {
  /** @param {unknown} values */
  return (
    isObject(result) &&
    isCounts(result.scores, seats) &&
    Array.isArray(result.places) &&
    isCounts(result.places, seats) &&
    result.places.includes(1)
  );
}

// -- addresses --------------------------------------------------------------------------------------------------------

/**
 * Return the address of a save, exactly as `Address.query` in Python writes it, because it is the key of a game. Fields
 * that a save lacks come from its known address, if it has one.
 * @param {Save} save
 * @param {string} [known]
 */
export function addressOf(save, known, table = 1) {
  const given = new URLSearchParams(known ?? "");
  const beat = given.get("beat") ?? "";
  const deal = given.get("deal") ?? "";
  const pairs = [["game", save.game], ...(DEAL_DATE.test(deal) ? [["deal", deal]] : tablePairs(save, known))];
  pairs.push(["beat", /^\d{1,3}$/.test(beat) ? String(Number(beat)) : ""]);
  for (const [key, [, ...others]] of Object.entries(facts.chosen))
    pairs.push([key, others.find((value) => value === given.get(key)) ?? ""]);
  if (table > 1) pairs.push(["table", String(table)]);
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString();
  return query.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%7E", "~").replaceAll("*", "%2A");
}

/**
 * Return the parameters that fix a table without a daily deal.
 * @param {Save} save
 * @param {string} [known]
 */
function tablePairs(save, known) {
  const pairs = [
    ["seats", save.seats.map(({ kind }) => seatOf(kind)).join(",")],
    ["names", namesOf(save, known).join(",")],
  ];
  for (const { name, usual, choices } of facts.games[save.game].options) {
    const word = choices.find(([, value]) => value !== usual && value === save.options[name])?.[0];
    pairs.push([name, word ?? ""]);
  }
  return [...pairs, ["seed", String(save.seed)]];
}

/**
 * Return the names of the seats for an address, or none if it has none.
 * @param {Save} save
 * @param {string} [known]
 */
function namesOf(save, known) {
  const written = new URLSearchParams(known).get("names") ?? "";
  const names =
    known === undefined
      ? save.seats.map(({ name }) => name.replaceAll(",", " "))
      : written.split(",").slice(0, save.seats.length);
  return names.some(cleanName) ? names.map(cleanName) : [];
}

/** @param {string} kind */
const seatOf = (kind) => {
  if (kind === "human") return "you";
  return kind === OWN_BOT_KIND || Object.hasOwn(facts.levels, kind.slice(4)) ? kind : "bot:casual";
};

/** @type {(address: string, keys: string[]) => string} */
const omitKeys = (address, keys) =>
  address
    .split("&")
    .filter((pair) => !keys.includes(pair.split("=")[0]))
    .join("&");

/**
 * Return the key of an address. A daily deal is one game, with a challenge or without.
 * @param {string} address
 */
const keyOf = (address) =>
  KEY_PREFIX + omitKeys(address, [...Object.keys(facts.chosen), ...(/[?&]deal=/.test(address) ? ["beat"] : [])]);

/** @param {Game} record */
const tableOf = ({ save, address }) => keyOf(addressOf(save, address)); // any of several with the same settings

// -- changes ----------------------------------------------------------------------------------------------------------

/**
 * Change a record. It throws the reason if it cannot.
 * @param {string} key
 * @param {string | null} after
 * @returns {Change}
 */
function putRecord(key, after) {
  const before = textOf(key);
  try {
    if (after === null) localStorage.removeItem(key);
    else localStorage.setItem(key, after);
  } catch (error) {
    throw error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "refused";
  }
  return { key, before, after };
}

/**
 * Return true if an error is a reason that this module threw.
 * @param {unknown} reason
 * @returns {reason is Why}
 */
export const isWhy = (reason) => typeof reason === "string";

/** @param {string} key */
export const removeGame = (key) => putRecord(key, null);

/**
 * Rename a game. An empty or the default name removes its name.
 * @param {StoredGame} game
 * @param {string} called
 * @param {string} usual
 */
export function renameGame({ key, record }, called, usual) {
  const renamed = { ...record };
  const name = cleanName(called);
  delete renamed.name;
  if (name && name !== usual) renamed.name = name;
  putRecord(key, JSON.stringify(renamed));
}

/**
 * Undo changes. Records changed elsewhere since then stay unchanged.
 * @param {Change[]} changes
 */
export function undoChanges(changes) {
  for (const { key, before, after } of [...changes].reverse()) {
    const was = parseJson(before);
    if (textOf(key) === after) putRecord(key, before);
    else if (isReadable(was)) addRecord(was, listGames());
  }
}

/**
 * Return the settings of a game. A missing option has its default value.
 * @param {Save} save
 */
const settingOf = ({ game, options }) =>
  facts.games[game].options.map(({ name, usual }) => (Object.hasOwn(options, name) ? options[name] : usual));

/**
 * Return true if two records are of one game, one of them perhaps at a later move.
 * @param {Game} one
 * @param {Game} other
 */
function isSame(one, other) {
  if (one.save.seed !== other.save.seed) return false; // first, because the other checks take longer
  /** @param {Game} record */
  const headOf = ({ save }) =>
    JSON.stringify([save.practice ?? false, save.game, save.seats, settingOf(save), save.setup]);
  const length = Math.min(one.save.log.length, other.save.log.length);
  /** @param {Game} record */
  const startOf = ({ save }) => JSON.stringify(save.log.slice(0, length));
  return headOf(one) === headOf(other) && startOf(one) === startOf(other);
}

/**
 * Add a record from elsewhere to these games. Return the change, or null if the game is already there. A save without
 * an address is the same game under any address.
 * @param {Game} record
 * @param {StoredGame[]} games
 */
function addRecord(record, games) {
  const twin = games.find(
    ({ record: other }) => isSame(other, record) && (!record.address || tableOf(other) === tableOf(record)),
  );
  if (twin && twin.record.save.log.length >= record.save.log.length) return null;
  if (twin) {
    const { time, over, save } = record;
    const earlier = { points: undefined, turn: undefined, picture: undefined }; // JSON omits them
    return putRecord(twin.key, JSON.stringify({ ...twin.record, ...earlier, time, over, save }));
  }
  if (games.length >= facts.kept) throw "many";
  const given = new URLSearchParams(record.address).get("table") ?? "";
  let table = /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1;
  let address = addressOf(record.save, record.address, table);
  while (textOf(keyOf(address)) !== null) address = addressOf(record.save, record.address, ++table);
  return putRecord(keyOf(address), JSON.stringify({ ...record, address }));
}

// -- files ------------------------------------------------------------------------------------------------------------

export const exportGames = () =>
  JSON.stringify({
    format: facts.format,
    games: listGames().map(({ record }) => ({ ...record, picture: undefined })), // another browser draws its own
  });

/**
 * @typedef {{ file: string, n: number, why: Why }} Refusal n: the game in a file of several, from 1
 * @typedef {{ file: string, n: number, record: Game }} Found
 *
 * @typedef {object} ImportResult the result of an import
 * @property {Change[]} changes
 * @property {number} same games that were already there
 * @property {Refusal[]} refused
 */

/**
 * Read the games in files, and store nothing.
 * @param {File[]} files
 * @returns {Promise<{ found: Found[], refused: Refusal[] }>}
 */
export async function readFiles(files) {
  /** @type {Found[]} */
  const found = [];
  /** @type {Refusal[]} */
  const refused = [];
  for (const file of files) {
    const { games, why } = await readGames(file);
    if (why) refused.push({ file: file.name, n: 0, why });
    games.forEach((game, at) => {
      const place = { file: file.name, n: games.length > 1 ? at + 1 : 0 };
      const record = isObject(game) ? game : {};
      const wrong = faultOf(record.save);
      if (wrong) refused.push({ ...place, why: wrong });
      else found.push({ ...place, record: cleanRecord(record, file) });
    });
  }
  return { found, refused };
}

/**
 * Import the games in files.
 * @param {File[]} files
 */
export async function importGames(files) {
  const { found, refused } = await readFiles(files);
  /** @type {ImportResult} */
  const result = { changes: [], same: 0, refused };
  let stored = listGames();
  for (const { record, ...place } of found) {
    try {
      const change = addRecord(record, stored);
      if (change) {
        result.changes.push(change);
        stored = listGames();
      } else result.same += 1;
    } catch (reason) {
      if (!isWhy(reason)) throw reason;
      refused.push({ ...place, why: reason });
    }
  }
  return result;
}

/**
 * Return the games in a file: a single save, or a whole export; or the reason why there are none.
 * @param {File} file
 * @returns {Promise<{ games: unknown[], why?: Why }>}
 */
async function readGames(file) {
  /** @param {Why} why */
  const noGames = (why) => ({ games: [], why });
  if (file.size > MAX_FILE_BYTES) return noGames("large");
  const data = parseJson(await file.text().catch(() => ""));
  if (data === null) return noGames("text");
  if (!isObject(data)) return noGames("strange");
  if (!Array.isArray(data.games)) return { games: [{ save: data }] };
  if (isCount(data.format) && data.format > facts.format) return noGames("newer");
  return data.format === facts.format && data.games.length ? { games: data.games } : noGames("strange");
}

/**
 * Return a record with only known fields, from a record with a valid save. It is a guest, and not from the future.
 * @param {Record<string, unknown>} given
 * @param {File} file
 */
function cleanRecord({ address, time, name, save, proof }, file) {
  const valid = /** @type {Save} */ (save);
  const given = (typeof time === "string" && Date.parse(time)) || file.lastModified;
  const date = new Date(Math.min(given, Date.now()));
  /** @type {Game} */
  const record = {
    time: date.toISOString(),
    over: valid.result !== null,
    title: valid.seats.map((seat) => seat.name).join(", "),
    save: valid,
    proof: proofOf({ proof }),
    guest: "imported",
  };
  if (typeof address === "string") record.address = address;
  if (typeof name === "string" && cleanName(name)) record.name = cleanName(name);
  return record;
}
