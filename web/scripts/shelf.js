// The games that this browser keeps, one record under each key, as `palaces/browser/shelf.py` writes them:
// {address, time, over, title, save, proof}, and `name` where it was given one. Nothing here touches the page.
export const PREFIX = "palaces:game:";
const LARGEST = 10_000_000; // bytes of a file
const DEEPEST = 8; // arrays and objects within a save; Python would overflow its stack on thousands
const SAVE = ["format", "game", "rules", "seats", "options", "seed", "setup", "log", "result"];
const facts = JSON.parse(document.getElementById("continue").dataset.facts);

// -- reading ----------------------------------------------------------------------------------------------------------

// Storage may be refused; then nothing is kept, and all else works.
export function stored(read, otherwise) {
  try {
    return read(localStorage) ?? otherwise;
  } catch {
    return otherwise;
  }
}

const textOf = (key) => stored((storage) => storage.getItem(key), null);

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// All that can be gone on with or looked at, [{key, record}]: the unfinished first, then the latest.
export function kept() {
  const keys = stored((storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX)), []);
  return keys
    .map((key) => ({ key, record: parsed(textOf(key)) }))
    .filter(({ record }) => isObject(record) && typeof record.address === "string" && !fault(record.save))
    .sort((one, other) => isOver(one) - isOver(other) || when(other) - when(one));
}

export const isOver = ({ record }) => record.save.result !== null;
const when = ({ record }) => Date.parse(record.time) || 0;

// The fragment with the game that proves the points to beat, as Python wrote it.
export const proofOf = ({ proof }) => (/^#proof=[\w-]+$/.test(proof) ? proof : "");

// A name as far as it can be shown, as Python's `str.isprintable` has it.
export const shown = (name) => [...name.replace(/(?! )[\p{C}\p{Z}]/gu, "")].slice(0, facts.name).join("").trim();

// -- what a save looks like -------------------------------------------------------------------------------------------

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isShallow = (value, left = DEEPEST) =>
  typeof value !== "object" || value === null || (left > 0 && Object.values(value).every((part) => isShallow(part, left - 1)));

// Why this cannot be a save of a game that is here, or null. Whether it can be played the rules say when it is opened.
function fault(save) {
  if (!isObject(save) || typeof save.game !== "string" || !isCount(save.format)) return "strange";
  if (save.format > facts.format) return "newer";
  if (!Object.hasOwn(facts.games, save.game)) return "unknown";
  if (save.rules > facts.games[save.game].rules) return "newer";
  if (!isShallow(save) || !SAVE.every((key) => Object.hasOwn(save, key)) || !hasParts(save)) return "strange";
  if (JSON.stringify(save).length > facts.longest) return "large";
  return save.log.length ? null : "unplayed";
}

// Word, value and least number of seats of what an option was given; nothing if the game has no such option or value.
function chosen(game, name, value) {
  return facts.games[game].options.find((option) => option.name === name)?.choices.find((choice) => choice[1] === value);
}

function hasParts({ game, format, rules, seats, options, seed, setup, log, result, ...more }) {
  const isSeat = (seat) => isObject(seat) && typeof seat.name === "string" && seat.name.trim() && [...seat.name].length <= facts.name && /^(human|bot:[a-z]+)$/.test(seat.kind);
  const isEntry = (entry) => Array.isArray(entry) && entry.length === 3 && isCount(entry[0]) && Array.isArray(entry[1]) && Array.isArray(entry[2]);
  const counts = (values) => Array.isArray(values) && values.length === seats.length && values.every(Number.isSafeInteger);
  return (
    [format, rules, seed].every(isCount) && isObject(setup) && isObject(options) &&
    Array.isArray(seats) && Object.hasOwn(facts.games[game].moves, seats.length) && seats.every(isSeat) &&
    Object.entries(options).every(([name, value]) => chosen(game, name, value)?.[2] <= seats.length) &&
    Array.isArray(log) && log.every(isEntry) &&
    (result === null || (isObject(result) && counts(result.scores) && counts(result.places) && result.places.includes(1))) &&
    Object.keys(more).every((key) => key === "practice")
  );
}

// -- addresses --------------------------------------------------------------------------------------------------------

// The address of a save, exactly as `Address.query` in Python writes it: a game is kept under it. What a save does not
// tell comes from the address that it was kept under, if it was.
export function addressOf(save, known, table = 1) {
  const given = new URLSearchParams(known ?? "");
  const names = known === undefined ? save.seats.map(({ name }) => name.replaceAll(",", " ")) : (given.get("names") ?? "").split(",").slice(0, save.seats.length);
  const pairs = [["game", save.game], ["seats", save.seats.map(({ kind }) => seat(kind)).join(",")], ["names", names.map(shown).join(",")]];
  for (const { name, usual } of facts.games[save.game].options) {
    const value = save.options[name];
    pairs.push([name, value === undefined || value === usual ? "" : chosen(save.game, name, value)[0]]);
  }
  pairs.push(["seed", save.seed], ["beat", /^\d{1,3}$/.test(given.get("beat")) ? Number(given.get("beat")) : ""]);
  for (const [key, [usual, ...others]] of Object.entries(facts.chosen)) pairs.push([key, others.includes(given.get(key)) ? given.get(key) : ""]);
  if (table > 1) pairs.push(["table", table]);
  const told = pairs.filter(([key, value]) => value !== "" && !(key === "names" && /^,*$/.test(value)));
  const query = new URLSearchParams(told.map(([key, value]) => [key, String(value)])).toString();
  return query.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%7E", "~").replaceAll("*", "%2A");
}

const seat = (kind) => (kind === "human" ? "you" : Object.hasOwn(facts.levels, kind.slice(4)) ? kind : "bot:casual");
const without = (address, keys) => address.split("&").filter((pair) => !keys.includes(pair.split("=")[0])).join("&");
const keyOf = (address) => PREFIX + without(address, Object.keys(facts.chosen));
const tableOf = ({ save, address }) => keyOf(addressOf(save, address)); // whichever of several with the same settings

// -- changing ---------------------------------------------------------------------------------------------------------

// A change is {key, before, after}: what was kept there and what is, null for nothing. It throws why it cannot be.
function put(key, after) {
  const before = textOf(key);
  try {
    if (after === null) localStorage.removeItem(key);
    else localStorage.setItem(key, after);
  } catch (error) {
    throw error.name === "QuotaExceededError" ? "full" : "refused";
  }
  return { key, before, after };
}

export const remove = (key) => put(key, null);

// Nothing, or what it is called anyway, takes the name away.
export function rename(key, called, usual) {
  const { name: _, ...record } = parsed(textOf(key));
  const name = shown(called);
  put(key, JSON.stringify(name && name !== usual ? { ...record, name } : record));
}

// What went on elsewhere meanwhile stays as it is.
export function undo(changes) {
  for (const { key, before, after } of [...changes].reverse()) {
    if (textOf(key) === after) put(key, before);
    else if (before !== null) settle(parsed(before), kept());
  }
}

// Whether two records are of one game, one of them perhaps further on.
function isSame(one, other) {
  if (one.save.seed !== other.save.seed) return false; // the others take longer
  const head = ({ save: { practice = false, game, seats, options, setup } }) => JSON.stringify([practice, game, seats, options, setup]);
  const length = Math.min(one.save.log.length, other.save.log.length);
  const start = ({ save }) => JSON.stringify(save.log.slice(0, length));
  return head(one) === head(other) && start(one) === start(other);
}

// Keep a record that came from elsewhere beside these games: the change, or null if it is here already. A save by itself
// has no address: it is the same game under whichever address.
function settle(record, games) {
  const isTwin = ({ record: other }) => isSame(other, record) && (!record.address || tableOf(other) === tableOf(record));
  const twin = games.find(isTwin);
  if (twin && twin.record.save.log.length >= record.save.log.length) return null;
  if (twin) return put(twin.key, JSON.stringify({ ...twin.record, time: record.time, over: record.over, save: record.save }));
  if (games.length >= facts.kept) throw "many";
  const given = new URLSearchParams(record.address).get("table");
  let table = /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1;
  let address = addressOf(record.save, record.address, table);
  while (textOf(keyOf(address)) !== null) address = addressOf(record.save, record.address, ++table);
  return put(keyOf(address), JSON.stringify({ ...record, address }));
}

// -- files ------------------------------------------------------------------------------------------------------------

export const everything = () => JSON.stringify({ format: facts.format, games: kept().map(({ record }) => record) });

// What is read from files, and what became of it: {changes, same, refused: [{file, n, why}]}, n the game in a file of several.
export async function bring(files) {
  const told = { changes: [], same: 0, refused: [] };
  let here = kept();
  for (const file of files) {
    const { games, why } = await read(file);
    if (why) told.refused.push({ file: file.name, why });
    games?.forEach((game, at) => {
      const refuse = (reason) => told.refused.push({ file: file.name, n: games.length > 1 ? at + 1 : 0, why: reason });
      const wrong = fault(game?.save);
      if (wrong) return refuse(wrong);
      try {
        const change = settle(clean(game, file), here);
        if (!change) return (told.same += 1);
        told.changes.push(change);
        here = kept();
      } catch (reason) {
        refuse(reason);
      }
    });
  }
  return told;
}

// The games in a file: a save by itself, or all that was exported.
async function read(file) {
  if (file.size > LARGEST) return { why: "large" };
  const data = parsed(await file.text().catch(() => ""));
  if (data === null) return { why: "text" };
  if (!isObject(data)) return { why: "strange" };
  if (!Array.isArray(data.games)) return { games: [{ save: data }] };
  if (data.format > facts.format) return { why: "newer" };
  return data.format === facts.format && data.games.length ? { games: data.games } : { why: "strange" };
}

// A record with nothing in it but what belongs there.
function clean({ address, time, name, save, proof }, file) {
  const date = typeof time === "string" && Date.parse(time) ? new Date(time) : new Date(file.lastModified);
  const record = { time: date.toISOString(), over: save.result !== null, title: save.seats.map((each) => each.name).join(", "), save, proof: proofOf({ proof }) };
  if (typeof address === "string") record.address = address;
  if (typeof name === "string" && shown(name)) record.name = shown(name);
  return record;
}
