"""Files of the record: a whole copy as JSON, a table as CSV, plays for BG Stats, and the way back. Pure."""

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from palaces.app.i18n import _, ngettext
from palaces.record.record_entry import LEVEL_LETTERS, PERSON_LETTER, Entry, entry_of_list, entry_to_list
from pygame_core import GAMES, Illegal
from pygame_core.match import SAVE_FORMAT
from pygame_core.safe_json import parse_json

MAX_FILE_CHARS = 20_000_000
MAX_ENTRIES = 20_000
RECORD_VERSION = 1
CSV_COLUMNS = ("date", "game", "seats", "name", "points", "place", "opponents", "others", "sources", "mark", "id")
FORMULA_SIGNS = "=+-@\t\r"
"""The first characters of texts that a spreadsheet would calculate."""
PLAY_LOCATION = "Palaces"
BG_STATS_NOTE = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or "
    "open-in function to open it with Board Game Stats."
)


class RecordFile(NamedTuple):
    """The content of a whole copy."""

    entries: list[Entry]
    games: list[dict[str, object]]
    """The records of saved games, as in storage."""


def export_json(entries: Sequence[Entry], games: Sequence[object]) -> str:
    """Return a whole copy: the entries, and the games that are still saved. The home page can import its games."""
    whole = {
        "format": SAVE_FORMAT,
        "recordVersion": RECORD_VERSION,
        "record": [entry_to_list(entry) for entry in entries],
        "games": list(games),
    }
    return json.dumps(whole, separators=(",", ":"), ensure_ascii=False)


def parse_file(text: str) -> RecordFile:
    """Return the content of a file: a copy of a record, or the games that the home page has exported. Raise Illegal,
    with the reason, if it is neither."""
    if len(text) > MAX_FILE_CHARS:
        raise Illegal(None, _("This file is too large to be a record."))
    try:
        data = parse_json(text)
    except ValueError:
        raise Illegal(None, _("This file isn't complete JSON. Choose a file that Export has made.")) from None
    if isinstance(data, dict) and "record" not in data and isinstance(data.get("games"), list):
        data = {"recordVersion": RECORD_VERSION, "record": [], **data}  # a file of the home page has only games
    if not isinstance(data, dict) or not isinstance(data.get("record"), list):
        raise Illegal(None, _("This isn't a copy of a record. Choose a file that Export has made."))
    version, form = data.get("recordVersion"), data.get("format")
    if (type(version) is int and version > RECORD_VERSION) or (type(form) is int and form > SAVE_FORMAT):
        raise Illegal(None, _("This file was made by a newer version of Palaces. Get the newest version to open it."))
    games = data.get("games", [])
    if (
        version != RECORD_VERSION
        or form != SAVE_FORMAT
        or len(data["record"]) > MAX_ENTRIES
        or not isinstance(games, list)
        or not all(isinstance(game, dict) and isinstance(game.get("save"), dict) for game in games)
    ):
        raise Illegal(None, damaged_file_sentence())
    try:
        return RecordFile([entry_of_list(each) for each in data["record"]], games)
    except (ValueError, TypeError):
        raise Illegal(None, damaged_file_sentence()) from None


def damaged_file_sentence() -> str:
    """Return why nothing of a file is imported."""
    return _("This record is damaged, so nothing was changed.")


def import_sentence(new: int, known: int, games: int = 0) -> str:
    """Return the report about an import: its new entries, those that were there, and its saved games that are new."""
    if not new and games:
        return ngettext("{n} saved game added.", "{n} saved games added.", games).format(n=games)
    if not new:
        return _("These games are already in your record.")
    if not known:
        return ngettext("{n} game added.", "{n} games added.", new).format(n=new)
    if known == 1:
        said = ngettext("{n} game added, 1 was there already.", "{n} games added, 1 was there already.", new)
    else:
        said = ngettext("{n} game added, {m} were there already.", "{n} games added, {m} were there already.", new)
    return said.format(n=new, m=known)


def _csv_cell(value: object) -> str:
    """Return a value as a field of a CSV file (RFC 4180). No spreadsheet takes it for a formula."""
    text = str(value)
    if isinstance(value, str) and text[:1] in FORMULA_SIGNS and text:
        text = f"'{text}"
    return '"{}"'.format(text.replace('"', '""')) if {*text} & {*',"\r\n'} else text


def export_csv(entries: Sequence[Entry], labels: Mapping[str, Sequence[str]]) -> str:
    """Return one line for each game and person. `labels` are the names of the sources, by game."""
    rows: list[Sequence[object]] = [CSV_COLUMNS]
    for entry in entries:
        for n, (seat, name) in enumerate(zip(entry.people, entry.names, strict=True)):
            others = [each for each in range(len(entry.kinds)) if each != seat]
            points = zip(labels[entry.game], entry.sources[n] if entry.sources else (), strict=False)
            rows.append(
                [
                    entry.date.strftime("%Y-%m-%d"),
                    entry.game,
                    len(entry.kinds),
                    name,
                    entry.scores[seat],
                    entry.places[seat],
                    " ".join(LEVEL_LETTERS.get(entry.kinds[each], "person") for each in others),
                    " ".join(str(entry.scores[each]) for each in others),
                    "; ".join(f"{label}: {n}" for label, n in points),
                    entry.mark,
                    entry.id,
                ]
            )
    return "".join(f"{','.join(map(_csv_cell, row))}\r\n" for row in rows)


def _uuid_of(kind: str, name: str) -> str:
    """Return a UUID that depends only on a thing (RFC 9562, version 8)."""
    digits = "".join(f"{zlib.crc32(f'{salt}:palaces:{kind}:{name}'.encode()):08x}" for salt in range(4))
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"


def export_bg_stats(entries: Sequence[Entry]) -> str:
    """Return the games as a play file of BG Stats (`.bgsplay`), without practice games.

    A game, a player or a play always gets the same UUID, so BG Stats recognizes it in a second file. Bots of one level
    are one player.
    """
    plays = [entry for entry in entries if entry.mark != "practice"]
    names = {name: None for entry in plays for name in _player_names(entry)}
    numbers = {name: n for n, name in enumerate(names, 1)}
    games = {name: n for n, name in enumerate(dict.fromkeys(entry.game for entry in plays), 1)}

    data = {
        "about": BG_STATS_NOTE,
        "players": [
            {"uuid": _uuid_of("player", name), "id": n, "name": name, "isAnonymous": False, "bggUsername": ""}
            for name, n in numbers.items()
        ],
        "locations": [{"uuid": _uuid_of("location", PLAY_LOCATION), "id": 1, "name": PLAY_LOCATION}],
        "games": [
            {
                "uuid": _uuid_of("game", game),
                "id": n,
                "name": GAMES[game].sentences.game_title(),
                "cooperative": False,
                "highestWins": True,
                "noPoints": False,
                "usesTeams": False,
            }
            for game, n in games.items()
        ],
        "plays": [
            {
                "uuid": _uuid_of("play", entry.id),
                "playDate": entry.date.strftime("%Y-%m-%d %H:%M:%S"),
                "gameRefId": games[entry.game],
                "locationRefId": 1,
                "ignored": False,
                "manualWinner": True,
                "usesTeams": False,
                "rounds": 0,
                "durationMin": 0,
                "playerScores": [
                    {
                        "playerRefId": numbers[name],
                        "score": str(entry.scores[seat]),
                        "winner": entry.places[seat] == 1,
                        "rank": entry.places[seat],
                        "seatOrder": seat + 1,
                        "startPlayer": False,
                        "newPlayer": False,
                    }
                    for seat, name in enumerate(_player_names(entry))
                ],
            }
            for entry in plays
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _player_names(entry: Entry) -> list[str]:
    """Return a name for every seat: the second casual bot of a table is “Bot (casual) 2”."""
    names, people, seen = [], iter(entry.names), dict[str, int]()
    for kind in entry.kinds:
        name = next(people) if kind == PERSON_LETTER else f"Bot ({LEVEL_LETTERS.get(kind, 'unknown')})"
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return names
