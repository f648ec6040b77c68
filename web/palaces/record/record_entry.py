"""Entries of the record: one finished game each, as a short text for storage. Pure."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from pygame_core import GAMES
from pygame_core.names import is_valid_name
from pygame_core.safe_json import parse_json

Mark = Literal["", "practice", "deal"]
LEVEL_LETTERS = {"r": "random", "b": "beginner", "c": "casual", "s": "skilled", "m": "master"}
PERSON_LETTER, UNKNOWN_LEVEL = "p", "?"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MAX_MINUTE = 4_000_000_000  # about the year 9575, so that a wrong clock cannot make an impossible date
MAX_POINTS = 9999
MAX_SOURCES = 12
MARK_LETTERS: dict[str, Mark] = {"": "", "p": "practice", "d": "deal"}
ID_DIGITS, HEX_DIGITS = 16, {*"0123456789abcdef"}
KIND_LETTERS = {*LEVEL_LETTERS, PERSON_LETTER, UNKNOWN_LEVEL}


class Entry(NamedTuple):
    """A finished game."""

    id: str
    game: str
    minute: int
    """Minutes since 1970, UTC."""
    kinds: str
    """One letter for each seat: a person, or the level of a bot."""
    names: tuple[str, ...]
    """The names of the people, by seat."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    sources: tuple[tuple[int, ...], ...]
    """The points of each person by source; empty if unknown."""
    mark: Mark = ""

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == PERSON_LETTER]

    @property
    def date(self) -> datetime:
        """The time of its end."""
        return EPOCH + timedelta(minutes=self.minute)

    def seat_of(self, name: str) -> int | None:
        """Return the seat of the person with this name, or None."""
        return dict(zip(self.names, self.people, strict=True)).get(name)


def game_id(save: Mapping[str, object]) -> str:
    """Return the id of a finished game, from its save. The names of the players do not matter."""
    seats = save["seats"]
    assert isinstance(seats, list)
    parts = [save["game"], [seat["kind"] for seat in seats], save["seed"], save["setup"], save["log"]]
    text = json.dumps([*parts, save.get("resigned"), save.get("practice", False)], sort_keys=True).encode()
    return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"


def minute_of(time: str) -> int:
    """Return the minute of a time in ISO format, 0 if it is none."""
    try:
        moment = datetime.fromisoformat(time)
        passed = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - EPOCH
    except (ValueError, OverflowError):
        return 0
    return min(max(int(passed.total_seconds() // 60), 0), MAX_MINUTE)


def entry_of_save(
    save: Mapping[str, object], sources: Sequence[Sequence[int]], minute: int, is_deal: bool = False
) -> Entry:
    """Return the entry of the save of a finished game. `sources` are the points of every seat by source."""
    seats, result = save["seats"], save["result"]
    assert isinstance(seats, list)
    assert isinstance(result, dict)
    letters = {level: letter for letter, level in LEVEL_LETTERS.items()}
    kinds = "".join(
        PERSON_LETTER if seat["kind"] == "human" else letters.get(seat["kind"].removeprefix("bot:"), UNKNOWN_LEVEL)
        for seat in seats
    )
    people = [seat for seat, kind in enumerate(kinds) if kind == PERSON_LETTER]
    return Entry(
        game_id(save),
        str(save["game"]),
        minute,
        kinds,
        tuple(seats[seat]["name"] for seat in people),
        tuple(result["scores"]),
        tuple(result["places"]),
        tuple(tuple(sources[seat]) for seat in people),
        "practice" if save.get("practice") else "deal" if is_deal else "",
    )


def entry_to_text(entry: Entry) -> str:
    """Return an entry as the text of storage, without its id."""
    return json.dumps(entry_to_list(entry)[1:], separators=(",", ":"), ensure_ascii=False)


def entry_to_list(entry: Entry) -> list[object]:
    """Return an entry as a list of plain JSON."""
    letter = {mark: letter for letter, mark in MARK_LETTERS.items()}[entry.mark]
    return [*entry[:-1], letter]


def parse_entries(texts: Mapping[str, str]) -> list[Entry]:
    """Return the entries of stored texts by id, from the oldest to the newest. Texts that are none are left out."""
    try:  # all at once, which is ten times as fast
        rows = parse_json(f"[{','.join(texts.values())}]")
    except ValueError:
        rows = []
    if not isinstance(rows, list) or len(rows) != len(texts):
        rows = [_parse_row(text) for text in texts.values()]
    found = []
    for key, row in zip(texts, rows, strict=True):
        try:
            found.append(entry_of_list([key, *row]))
        except (ValueError, TypeError):
            continue
    return sorted(found, key=lambda entry: (entry.minute, entry.id))


def _parse_row(text: str) -> object:
    try:
        return parse_json(text)
    except ValueError:
        return None


def entry_of_list(data: object) -> Entry:
    """Return the entry of plain JSON. Raise ValueError if it cannot be one."""
    match data:
        case [
            str(key),
            str(game),
            int(minute),
            str(kinds),
            [*names],
            [*scores],
            [*places],
            [*sources],
            str(letter),
        ]:
            pass
        case _:
            raise ValueError("no entry")
    entry = Entry(
        key,
        game,
        minute,
        kinds,
        _tuple_of(names),
        _tuple_of(scores),
        _tuple_of(places),
        tuple(_tuple_of(row) if isinstance(row, list) else () for row in sources),
        MARK_LETTERS.get(letter, ""),
    )
    if not (letter in MARK_LETTERS and _is_possible(entry)):
        raise ValueError("no possible entry")
    return entry


def _tuple_of(values: Iterable[Any]) -> tuple[Any, ...]:  # Any: `_is_possible` checks the values
    return tuple(values)


def _is_possible(entry: Entry) -> bool:
    """Return True if an entry from elsewhere can be of a game that exists here."""
    if entry.game not in GAMES or len(entry.kinds) not in GAMES[entry.game].seat_counts:
        return False
    seats, people = len(entry.kinds), len(entry.people)
    return (
        len(entry.id) == ID_DIGITS
        and {*entry.id} <= HEX_DIGITS
        and type(entry.minute) is int
        and 0 <= entry.minute <= MAX_MINUTE
        and {*entry.kinds} <= KIND_LETTERS
        and people > 0
        and len(entry.names) == people
        and all(isinstance(name, str) and _is_valid_name(name) for name in entry.names)
        and _are_counts(entry.scores, seats, MAX_POINTS)
        and _are_counts(entry.places, seats, seats)
        and min(entry.places) == 1
        and (not entry.sources or len(entry.sources) == people)
        and all(_are_counts(row, len(row), MAX_POINTS) and 0 < len(row) <= MAX_SOURCES for row in entry.sources)
    )


_is_valid_name = lru_cache(maxsize=256)(is_valid_name)


def _are_counts(values: Sequence[object], count: int, most: int) -> bool:
    return len(values) == count and all(type(value) is int and abs(value) <= most for value in values)


def find_new_entries(theirs: Iterable[Entry], known: Iterable[str]) -> list[Entry]:
    """Return the entries whose ids are not known yet, each game once."""
    ids = {*known}
    return [entry for entry in {each.id: each for each in theirs}.values() if entry.id not in ids]
