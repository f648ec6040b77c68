"""The game of the lab that the page steps through, and the values of bots of one's own. Pure.

All of it comes from storage or from a bot, so this module checks every part and drops the rest.
"""

import json
from collections.abc import Iterator, Mapping

from palaces.app.i18n import _, level_label
from palaces.app.thinking import ActionValues, LabGame
from pygame_core import Illegal, Match
from pygame_core.match import ShownGame
from pygame_core.names import clean_name
from pygame_core.safe_json import parse_json

MAX_VALUES = 4
MAX_ERROR_CHARS = 500
MAX_LINE_CHARS = 500
MAX_LINES = 200
MAX_VALUE_POINTS = 1e6
MAX_MILLISECONDS = 600_000


def parse_lab_game(text: str) -> tuple[Match, LabGame, dict[int, ActionValues]]:
    """Return a game of the lab, as its page stored it in this tab, and by log number the values that the bot gave.

    Raises Illegal, with a sentence, if there is no such game.
    """
    try:
        content = parse_json(text)
    except ValueError:
        content = None
    match content:
        case {"v": 1, "name": str(name), "seat": int(seat), "save": {"seats": [*seats], **rest}, **more}:
            save = {**rest, "seats": _name_seat(_translate_levels(seats), seat, clean_name(name))}
            played = Match.load(json.dumps(save))
        case _:
            raise _missing_game_error()
    if not 0 <= seat < len(played.seats):
        raise _missing_game_error()
    error, number = more.get("error"), more.get("number")
    game = LabGame(
        played.seats[seat]["name"],
        seat,
        _parse_number(number, 10_000, default=-1) + 1,
        error[:MAX_ERROR_CHARS] if isinstance(error, str) else "",
        {n: _parse_number(ms, MAX_MILLISECONDS) for n, ms in _entries(more.get("ms"), played)},
        tuple(_parse_lines(more.get("log"))),
    )
    return played, game, {n: parse_values(pairs) for n, pairs in _entries(more.get("values"), played)}


def _missing_game_error() -> Illegal:
    return Illegal(None, _("This game of the lab is no longer here. Here's another game instead."))


def _translate_levels(seats: list[object]) -> list[object]:
    """Return the seats with the names of levels in the language of the page, such as “maître” for “master”."""
    translated: list[object] = []
    for each in seats:
        match each:
            case {"name": str(name), "kind": str(kind), **rest} if name.partition("#")[0] == kind.removeprefix("bot:"):
                level, sign, number = name.partition("#")
                translated.append({"name": level_label(level) + sign + number, "kind": kind, **rest})
            case _:
                translated.append(each)
    return translated


def _name_seat(seats: list[object], seat: int, name: str) -> list[object]:
    """Return the seats with the name of the bot, by which a table finds it, unless another seat has that name."""
    names = [each.get("name") for each in seats if isinstance(each, dict)]
    if not name or name in names:
        return seats
    return [{**each, "name": name} if n == seat and isinstance(each, dict) else each for n, each in enumerate(seats)]


def _entries(stored: object, match: Match) -> Iterator[tuple[int, object]]:
    """Yield what is stored by log number."""
    for key, value in stored.items() if isinstance(stored, dict) else ():
        if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 6 and int(key) <= len(match.log):
            yield int(key), value


def _parse_number(value: object, limit: int, default: int = 0) -> int:
    """Return a whole number below a limit, or the default for anything else."""
    return value if type(value) is int and 0 <= value < limit else default


def _parse_lines(stored: object) -> Iterator[tuple[int, str]]:
    for line in stored[-MAX_LINES:] if isinstance(stored, list) else ():
        match line:
            case [int(move), str(text)]:
                yield move, text[:MAX_LINE_CHARS]


def parse_values(stored: object) -> ActionValues:
    """Return the actions with their values that a bot of one's own gave, the best first."""
    rows = []
    for pair in stored[:MAX_VALUES] if isinstance(stored, list) else ():
        match pair:
            case [[str(), *_] as action, int() | float() as value] if abs(value) < MAX_VALUE_POINTS:
                rows.append((action, float(value)))
    return tuple(sorted(rows, key=lambda row: -row[1]))


def legal_values(values: Mapping[int, ActionValues], n: int, position: ShownGame) -> ActionValues:
    """Return the values of an entry whose actions the rules allow in its position."""
    return tuple((action, value) for action, value in values.get(n, ()) if not position.allows(action))
