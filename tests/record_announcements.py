"""A recorder of announcements for screen readers: it writes a whole game of each title to `spoken/`.

`PYTHONPATH=web python tests/record_announcements.py` writes all files again. A scripted person plays against two bots.
Lines that begin with `>` are actions of that person. All others are announcements, one line for each step of the page.
The same sources write the same files.
"""

import json
import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.features.steps import start_game
from palaces.loop.update import announce_step
from palaces.ui.game_view import game_view_of
from tables import RELEASED_GAMES

from pygame_core.bots import choose
from pygame_core.match import require_level

FOLDER = Path(__file__).parent / "announcements"
SEATS = ("you", "bot:casual", "bot:beginner")
NAMES = ("Ada", "Zahra", "Yusuf")
QUESTION_TOPICS = ("again", "open", "own", "standings", "can", "beside", "worth", "details")
QUESTION_EVERY = 9  # decisions between two questions


class AnnouncedStep(NamedTuple):
    """A step of the page: its message, and its announcements."""

    model_before: Model | None
    messages: list[Any]
    model_after: Model
    announcements: list[str]


def update_model(model: Model, message: list[Any]) -> AnnouncedStep:
    """Return the step of the page after a message."""
    changed, effects = update(model, message)
    said = [effect[1] for effect in effects if effect[0] == "announce"]
    return AnnouncedStep(model, message, changed, said)


@lru_cache(maxsize=8)
def announced_game(
    game: str, seats: tuple[str, ...] = SEATS, seed: int = 1, switches: tuple[str, ...] = ()
) -> tuple[AnnouncedStep, ...]:
    """Yield the steps of a whole game, with an occasional question."""
    return tuple(_announced_steps(game, seats, seed, switches))


def _announced_steps(
    game: str, seats: tuple[str, ...], seed: int, switches: tuple[str, ...]
) -> Iterator[AnnouncedStep]:
    model = start_game(Address(game, seats, NAMES[: len(seats)], seed, speed="fast"))[0]
    greeted, effects = announce_step(None, model)
    yield AnnouncedStep(None, [], greeted, [effect[1] for effect in effects if effect[0] == "announce"])
    model = greeted
    for name in switches:
        yield (last := update_model(model, ["switch", name]))
        model = last.model_after
    decisions = 0
    while not model.shows_end:
        for message in _next_message(model, decisions):
            yield (last := update_model(model, message))
            model = last.model_after
        decisions += model.can_act


def _next_message(model: Model, decisions: int) -> Iterator[list[Any]]:
    """Yield the next message: the person's script, or an answer of the bots' worker."""
    n = len(model.match.log)
    if model.paused_for_panel:
        yield ["close"]
    elif model.waiting_for_listener:
        yield ["go-on"]
    elif model.bot_level:
        level = require_level(model.bot_level if model.bot_level in ("casual", "beginner") else "casual")
        yield [
            "bot",
            model.game_serial,
            n,
            choose(level, model.match.view(model.mover), random.Random(n)).action,
        ]
    elif model.curtain:
        yield ["ready"]
    else:
        action = choose("casual", model.match.view(model.mover), random.Random(n)).action
        touches = game_view_of(model).touches_for_action(model.match, model.viewer or 0, action)
        question, whole = divmod(decisions, QUESTION_EVERY)
        for what in touches:
            yield ["touch", *what]
        if not whole:
            about = ["touch", *touches[-1]] if touches else None
            yield ["listen", QUESTION_TOPICS[question % len(QUESTION_TOPICS)], about]
        yield ["play", action]


def announcement_transcript(game: str) -> str:
    """Return the actions and announcements of a whole game as text."""
    lines = []
    for one in announced_game(game):
        if one.messages and one.messages[0] != "bot":
            lines.append("> " + " ".join(part if isinstance(part, str) else json.dumps(part) for part in one.messages))
        lines += one.announcements
    return "\n".join(lines) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in RELEASED_GAMES:
        (FOLDER / f"{game}.txt").write_text(announcement_transcript(game), encoding="utf-8")


if __name__ == "__main__":
    main()
