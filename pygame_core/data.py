"""Results of tournaments as data: flat records, data frames of pandas, and Parquet files.

A record describes itself: it has the settings of its tournament beside its figures. So records of many tournaments fit
into one table. Frames and Parquet need the extra `data`.

>>> from pygame_core.bots.tournament import play_task, schedule_games
>>> settings = {"game": "medina", "seats": ["casual", "random"], "seed": 1}
>>> played = [play_task(task) for task in schedule_games("medina", settings["seats"], 2, seed=1)]
>>> [(one["number"], one["spec"], one["seat"], one["win"]) for one in game_records(settings, played)]
[(0, 'casual', 0, 1.0), (0, 'random', 1, 0.0), (1, 'casual', 1, 1.0), (1, 'random', 0, 0.0)]
>>> [(one["spec"], one["games"], one["win_rate"]) for one in player_records(settings, played)]
[('casual', 2, 1.0), ('random', 2, 0.0)]
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pygame_core.bots import tournament
from pygame_core.bots.journal import parse_object, read_journal_files
from pygame_core.bots.tournament import PlayedGame, deal_seeds, settings_record, tally_results
from pygame_core.distribution import install_command
from pygame_core.i18n import _
from pygame_core.players import parse, unique_names
from pygame_core.state import Illegal, lead_over_others

if TYPE_CHECKING:
    from types import ModuleType

    import pandas

Value: TypeAlias = "str | int | float | bool | None"
Record: TypeAlias = "dict[str, Value]"
StrPath: TypeAlias = "str | PathLike[str]"
MAX_RESULTS_CHARS = 10_000_000


def read_journal(path: StrPath) -> list[Record]:
    """Return the games of a journal as records, one for each player of each game, by number of the game.

    `path` is the folder of `simulate --save-dir`, or its `games.jsonl`. Journals of every version are read, such as
    those of the ladder. The records are those of `game_records`, with the time that the game took in `elapsed_seconds`:
    the seconds between its end and that of the game before it. Raises Illegal, with a sentence, for anything but a
    journal; OSError if a file cannot be read, such as FileNotFoundError for a folder that doesn't exist.
    """
    settings, games = read_journal_files(Path(path))
    games = sorted(games, key=lambda each: each.game.number)
    seconds = {each.game.number: each.seconds for each in games}
    records = game_records(settings, [each.game for each in games])
    return [record | {"elapsed_seconds": seconds[int(str(record["number"]))]} for record in records]


def read_results(path: StrPath) -> list[Record]:
    """Return the results of a tournament as records, one for each player, as `player_records` does.

    `path` is a journal, as for `read_journal`, or the file of `simulate --json`. Raises Illegal, with a sentence, for
    anything else; OSError if a file cannot be read.
    """
    file = Path(path)
    if file.suffix != ".json":
        settings, games = read_journal_files(file)
        if not games:
            raise Illegal(None, _("{file} has no game yet.").format(file=file))
        return player_records(settings, [each.game for each in games])
    with file.open("rb") as opened:
        report = parse_object(opened.read(MAX_RESULTS_CHARS)) or {}
    match report:
        case {"game": str(), "seed": int(), "players": [*players]} if all(isinstance(each, dict) for each in players):
            common = {key: value for key, value in report.items() if _is_value(value)}
            return [
                {**common, "seats": len(players), "player": n, **{k: v for k, v in row.items() if _is_value(v)}}
                for n, row in enumerate(players)
            ]
    raise Illegal(None, _("{file} has no results of a tournament.").format(file=file))


def game_records(settings: Mapping[str, object], played: Sequence[PlayedGame]) -> list[Record]:
    """Return a record for each player of each game.

    `settings` is a mapping with the `game`, the `seats` (the spec of each player) and the `seed`, and anything else
    that describes the tournament. Among the entries of a record are:

    - `number` of the game from 0, `deal` its seed, `seat` of the player from 0, `seats` how many there are
    - `player` from 0, its `spec` and unique `name`
    - `win` from 0 to 1, where a shared victory counts in part; `score` in points; `lead` over the others' mean
    - None for `score` and `lead` in a game in which a player failed, so that means leave it out
    - `actions` of all players; `failed` if the player lost by a failure, and its `reason`
    - the settings, such as `budget` (playouts a move) and `seconds` (the thinking time for a move)
    """
    specs = _specs(settings)
    names = unique_names([parse(spec).label() for spec in specs])
    about = settings_record(settings)
    seed = settings["seed"]
    assert isinstance(seed, int)
    count = max((game.number for game in played), default=-1) // len(specs) + 1
    deals = [*islice(deal_seeds(seed), count)]
    records: list[Record] = []
    for game in played:
        deal, rotation = divmod(game.number, len(specs))
        for player, spec in enumerate(specs):
            failure = game.failure_of(player)
            records.append(
                {
                    **about,
                    "number": game.number,
                    "deal": deals[deal],
                    "seats": len(specs),
                    "seat": (player + rotation) % len(specs),
                    "player": player,
                    "spec": spec,
                    "name": names[player],
                    "win": game.wins[player],
                    "score": None if game.failure else game.scores[player],
                    "lead": None if game.failure else round(lead_over_others(game.scores, player), 2),
                    "actions": game.actions,
                    "failed": failure is not None,
                    "reason": failure.reason if failure else None,
                }
            )
    return records


def player_records(settings: Mapping[str, object], played: Sequence[PlayedGame]) -> list[Record]:
    """Return a record for each player of a tournament, from at least one game.

    Its figures are those of `pygame_core.bots.tournament.PlayerResults`: `win_rate` with its 95% interval `low` to
    `high`, `mean_score` and `lead` in points, `elo` with `elo_low` and `elo_high`. A rating without bound is None,
    and so are means if a player failed in every game.
    """
    rows = tally_results([parse(spec).label() for spec in _specs(settings)], played)
    return tournament.player_records(settings, rows, len(played))


def _specs(settings: Mapping[str, object]) -> list[str]:
    seats = settings["seats"]
    assert isinstance(seats, Sequence)
    return [str(seat) for seat in seats]


def _is_value(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


# -- frames and files --------------------------------------------------------------------------------------------------


WHOLE = ["seed", "number", "deal", "seats", "seat", "player", "actions", "games", "score", "budget", "rules", "minds"]
FRACTIONS = [
    "seconds",
    "elapsed_seconds",
    "win",
    "lead",
    "win_rate",
    "low",
    "high",
    "mean_score",
    "elo",
    "elo_low",
    "elo_high",
    "games_per_second",
    "actions_per_second",
]
TEXTS = ["game", "spec", "name", "reason", "version"]
COLUMN_KINDS: dict[str, type] = {
    **dict.fromkeys(WHOLE, int),
    **dict.fromkeys(FRACTIONS, float),
    **dict.fromkeys(TEXTS, str),
}
FRAME_TYPES = {int: "Int64", float: "float64", str: "string", bool: "boolean"}
ARROW_TYPES = {int: "int64", float: "float64", str: "string", bool: "bool_"}


def _columns(rows: Sequence[Mapping[str, object]]) -> dict[str, tuple[type | None, list[object]]]:
    """Return the columns of records by name, each with the type of its values; None if they have no common type.

    A column of these records has its own type, whatever its values are, so that tables of several tournaments fit.
    """
    columns: dict[str, tuple[type | None, list[object]]] = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        values = [row.get(name) for row in rows]
        kinds = {type(value) for value in values if value is not None}
        kind = COLUMN_KINDS.get(name) or (next(iter(kinds)) if len(kinds) == 1 else float)
        fits = kinds <= ({int, float} if kind is float else {kind}) and kind in FRAME_TYPES
        known = fits and (kinds or name in COLUMN_KINDS)
        columns[name] = (kind if known else None, values)
    return columns


def to_frame(records: Iterable[Mapping[str, object]]) -> "pandas.DataFrame":
    """Return records as a data frame of pandas, one row each. Missing entries are missing values.

    A column has the same type in each frame: `Int64`, `float64`, `string` or `boolean`. Raises Illegal, with the
    command that installs it, without the extra `data`, and TypeError for anything but records.
    """
    library = _import_extra("pandas")
    rows = [dict(record) for record in records]
    columns = {
        name: library.Series(values, dtype=FRAME_TYPES[kind] if kind else None)
        for name, (kind, values) in _columns(rows).items()
    }
    frame: pandas.DataFrame = library.DataFrame(columns, index=range(len(rows)))
    return frame


def write_parquet(records: Iterable[Mapping[str, object]], path: StrPath) -> None:
    """Write records as a Parquet file, whose columns have the same types in each file, so files combine.

    Raises Illegal without the extra `data`, and OSError if it cannot be written."""
    arrow, parquet = require_parquet()
    rows = [dict(record) for record in records]
    table = arrow.table(
        {
            name: arrow.array(values, getattr(arrow, ARROW_TYPES[kind])() if kind else None)
            for name, (kind, values) in _columns(rows).items()
        }
    )
    parquet.write_table(table, Path(path))


def read_parquet(path: StrPath) -> list[Record]:
    """Return the records of a Parquet file that `write_parquet` has written.

    Raises Illegal without the extra `data` or for another file, and OSError if it cannot be read.
    """
    arrow, parquet = require_parquet()
    try:
        records: list[Record] = parquet.read_table(Path(path)).to_pylist()
    except arrow.ArrowInvalid:
        raise Illegal(None, _("{file} isn't a Parquet file.").format(file=path)) from None
    return records


def require_parquet() -> "tuple[ModuleType, ModuleType]":
    """Return Arrow with its module for Parquet. Raises Illegal without the extra `data`."""
    return _import_extra("pyarrow"), _import_extra("pyarrow.parquet")


def _import_extra(name: str) -> "ModuleType":
    try:
        return import_module(name)
    except ImportError:
        sentence = _("Data frames need packages that aren't installed. To install them, run {command}.")
        raise Illegal(None, sentence.format(command=install_command("data"))) from None
