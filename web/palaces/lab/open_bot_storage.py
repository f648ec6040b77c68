"""What is open in the lab, as JSON for the storage of this tab. It outlives a reload and a game at the table. Pure."""

import json
import re
from dataclasses import fields, replace
from typing import Any, get_args

from palaces.lab.example_bots import EXAMPLES
from palaces.lab.lab_model import BotError, Detail, Filter, LabModel, LogLine, Run, RunSettings, Tab, TraceLine
from palaces.lab.own_bots import is_short_enough
from palaces.lab.run_statistics import GameResult
from pygame_core import GAMES
from pygame_core.bots import LEVELS
from pygame_core.safe_json import parse_json

OPEN_KEY = "palaces-lab-open"
"""The key in the storage of a tab."""
MAX_SAVES_CHARS = 3_500_000
"""Browsers have room for about 5 million characters. Games without room stay without their moves."""
LEFT_BY = re.compile(r'\["table"\]|\["step",\d+\]')
SHOWN_PARTS = {"tab": get_args(Tab), "detail": get_args(Detail), "filter": get_args(Filter)}


def open_bot_to_json(model: LabModel) -> str:
    """Return the text to store: which bot is open, and its last run with the one before."""
    return json.dumps(
        {
            "source": model.source,
            "example": model.example,
            "name": model.name,
            "text": model.text if model.source == "lesson" else "",
            "settings": model.settings,
            "tab": model.tab,
            "detail": model.detail,
            "filter": model.filter,
            "rows": model.rows,
            "left_by": model.left_by,
            "run": _run_to_json(model.run, MAX_SAVES_CHARS),
            "before": _run_to_json(model.before, 0),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _run_to_json(run: Run | None, room: int) -> dict[str, object] | None:
    if run is None or not (run.games or run.error):
        return None
    games = []
    for game in run.games:
        room -= len(game.save) + len(game.values) + len(game.move_ms)
        games.append(game if room >= 0 else game._replace(save="", values="{}", move_ms="{}"))
    return {each.name: getattr(run, each.name) for each in fields(run)} | {
        "games": games,
        "state": "stopped" if run.is_live else run.state,
    }


def reopen_bot(model: LabModel, stored: str) -> LabModel | None:
    """Return the model with the bot and the run of a stored text, or None if the bot is no longer there."""
    try:
        content = parse_json(stored)
        source, name, example = content["source"], content["name"], content["example"]
        settings = _read_settings(content["settings"])
        run, before = (_read_run(content[each]) for each in ("run", "before"))
        shown = {part: content[part] for part, allowed in SHOWN_PARTS.items() if content[part] in allowed}
        rows, left_by = int(content["rows"]), str(content["left_by"])
        if not LEFT_BY.fullmatch(left_by):
            left_by = ""
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    model = replace(model, settings=settings, source=source, name=name, run=run, before=before, **shown)
    model = replace(model, rows=rows, left_by=left_by)
    if source == "own":
        own = next((bot for bot in model.bots if bot.name == name and bot.game == settings.game), None)
        return replace(model, text=own.text) if own else None
    if source == "example" and example in EXAMPLES:
        return replace(model, text=model.examples.get(example, ""), example=example)
    if source == "lesson" and isinstance(content["text"], str) and is_short_enough(content["text"]):
        return replace(model, text=content["text"])
    return None


def _read_settings(value: Any) -> RunSettings:
    """Return the settings of a run. Raises ValueError for others. Any: it was stored as JSON."""
    match value:
        case [str(game), str(level), int(seats), int(games)] if game in GAMES and level in LEVELS and games > 0:
            if seats in GAMES[game].seat_counts:
                return RunSettings(game, level, seats, games)
    raise ValueError("no settings of a run")


def _read_run(value: Any) -> Run | None:
    """Return a run. Raises ValueError for anything else. Any: it was stored as JSON."""
    match value:
        case None:
            return None
        case {"name": str(name), "text": str(text), "state": "done" | "stopped" | "error" as state, "error": error}:
            return Run(
                _read_settings(value["settings"]),
                name,
                text,
                state,
                tuple(_read_game(each) for each in value["games"]),
                tuple(_read_line(each) for each in value["log"]),
                int(value["dropped"]),
                None if error is None else _read_error(error),
                is_out_of_time=value["is_out_of_time"] is True,
            )
    raise ValueError("no run")


def _read_line(value: object) -> LogLine:
    match value:
        case [int() | None as game, int(move), str(line)]:
            return LogLine(game, move, line)
    raise ValueError("no line of a log")


def _read_game(value: Any) -> GameResult:  # Any: it was stored as JSON
    match value:
        case [int(), str(), int(seat), [*scores], int() | float(), int() | float(), int(), str(), str(), str()] if all(
            isinstance(points, int) for points in scores
        ):
            if 0 <= seat < len(scores) > 1:
                return GameResult(*value)._replace(scores=tuple(scores))
    raise ValueError("no game of a run")


def _read_error(value: Any) -> BotError:  # Any: it was stored as JSON
    match value:
        case [str(), str(), str(), int(), [*trace], str(), str(), str(), int(), int(), int(), str()]:
            return BotError(*value)._replace(trace=tuple(TraceLine(int(line), str(text)) for line, text in trace))
    raise ValueError("no error of a bot")
