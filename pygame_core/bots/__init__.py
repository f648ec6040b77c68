"""Bots. Each bot gets a view, never a state, so it knows only what a player in its seat may know.

>>> from random import Random
>>> from pygame_core import Match
>>> match = Match.new("alhambra", 3, seed=7)
>>> decision = choose("casual", bot_view("casual", match), Random(1))
>>> match.play(decision.action)
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING

from pygame_core.bots import greedy, random_bot
from pygame_core.bots.decision import BotChoice, Budget, Candidate, Decision, summarize_choice
from pygame_core.dealer import Dealer
from pygame_core.i18n import _
from pygame_core.match import BOT_LEVELS, GAMES, Match, require_level, sample_position
from pygame_core.state import Illegal, JsonAction, View, read_integer

if TYPE_CHECKING:
    from pygame_core.match import LevelName

__all__ = [
    "DETERMINISTIC_LEVELS",
    "HEURISTIC_LEVELS",
    "LEVELS",
    "OPPONENT_LEVELS",
    "Budget",
    "Candidate",
    "Decision",
    "bot_view",
    "choose",
    "require_level",
    "supported_level",
]

BotPolicy = Callable[[View, Random, Budget], BotChoice]


def _choose_master(view: View, rng: Random, budget: Budget) -> BotChoice:
    from pygame_core.bots import search  # deferred so that a page without a master starts sooner

    return search.choose(view, rng, budget)


_POLICY_BY_LEVEL: "dict[LevelName, BotPolicy]" = {
    "random": random_bot.choose,
    "beginner": greedy.choose_beginner,
    "casual": greedy.choose_casual,
    "skilled": greedy.choose_skilled,
    "master": _choose_master,
}

LEVELS = BOT_LEVELS
"""All levels, weakest first, as words of URLs, saves and the terminal."""
OPPONENT_LEVELS = LEVELS[1:]
"""The levels that a person can choose as an opponent."""
DETERMINISTIC_LEVELS = tuple(level for level in LEVELS if level != "master")
"""The levels whose move depends only on the view and the generator. A master also thinks by the clock."""
HEURISTIC_LEVELS: "tuple[LevelName, ...]" = ("beginner", "casual")
"""The levels that use the simple heuristic; their figures do not predict the final lead."""


def supported_level(level: str) -> "LevelName":
    """Return the level itself, or "casual" for a level that only a newer version has."""
    return level if level in LEVELS else "casual"


def choose(
    level: "LevelName",
    view: View,
    rng: Random,
    budget: Budget = Budget(),  # noqa: B008 - it is a constant
    about: JsonAction | None = None,
) -> Decision:
    """Return the move of a bot of this level for the seat of a view; it depends only on the view and generator.

    `budget` is for levels that search; with a limit in seconds a move may differ between runs. `about` is an action
    that the decision includes regardless of its value. Raises Illegal, with a sentence, for an unknown level or game,
    for anything else than a view, a `random.Random` and a `Budget`, and if that seat is not to move.
    """
    require_level(level)
    require_view(view)
    require_generator(rng)
    if not isinstance(budget, Budget) or not _is_budget(budget):
        raise Illegal(None, _("A limit on thinking looks like {call}.").format(call="Budget(playouts=60)"))
    if view.get("seat") is None or view["seat"] != view.get("to_move"):
        raise other_seat_error()
    try:
        choice = _POLICY_BY_LEVEL[level](view, rng, budget)
    except Exception:
        sample_position(view, Dealer(0))  # raises Illegal if the view is damaged
        raise
    return summarize_choice(choice, GAMES[view["game"]].action_class, about)


def require_view(view: object) -> None:
    """Raise Illegal, with a sentence, for anything but the view of a game."""
    if not isinstance(view, Mapping):
        raise Illegal(None, _("A bot needs a view, such as {call}.").format(call="match.view(seat)"))
    if view.get("game") not in [*GAMES]:  # a list, because the value may have no hash
        raise Illegal(None, _("There's no such game here."))


def require_generator(rng: object) -> None:
    """Raise Illegal, with a sentence, for anything but a `random.Random`."""
    if not isinstance(rng, Random):
        raise Illegal(None, _("A bot needs a generator, such as {call}.").format(call="random.Random(1)"))


def other_seat_error() -> Illegal:
    """Return the refusal of a view of another seat than the one to move."""
    return Illegal(None, _("A bot needs the view of the seat to move. This is a different one."))


def _is_budget(budget: Budget) -> bool:
    """Return True if the limits are numbers."""
    playouts, seconds, most = budget
    numbers = [number for number in (playouts, most) if number is not None]
    is_time = seconds is None or isinstance(seconds, int | float)
    return is_time and all(read_integer(number) is not None for number in numbers)


def bot_view(level: str, match: Match) -> View:
    """Return the view that a bot of this level uses for the seat to move; a master remembers all revealed cards."""
    return match.view(match.to_move(), memory=level == "master")
