"""Computer opponents. Each gets a view, never a state, so it can know only what a player in its seat may know.

>>> from random import Random
>>> from pygame_core import Match
>>> match = Match.new("alhambra", 3, seed=7)
>>> decision = choose("casual", bot_view("casual", match), Random(1))
>>> match.play(decision.action)
"""

from collections.abc import Callable
from random import Random
from typing import Any

from pygame_core.bots import greedy, random_bot
from pygame_core.bots.decision import BotChoice, Budget, Candidate, Decision, summarize_choice
from pygame_core.i18n import _
from pygame_core.match import GAMES, Match
from pygame_core.state import Illegal, View

__all__ = [
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
    from pygame_core.bots import search  # once one plays: a page starts sooner without

    return search.choose(view, rng, budget)


_POLICY_BY_LEVEL: dict[str, BotPolicy] = {
    "random": random_bot.choose,
    "beginner": greedy.choose_beginner,
    "casual": greedy.choose_casual,
    "skilled": greedy.choose_skilled,
    "master": _choose_master,
}

LEVELS = tuple(_POLICY_BY_LEVEL)
"""In order of strength, in the words of addresses, saves and the terminal."""
OPPONENT_LEVELS = LEVELS[1:]
"""Those that a person may want to sit down with."""
HEURISTIC_LEVELS = ("beginner", "casual")
"""Those that go by a first sight, whose figures do not say by how much a seat will be ahead in the end."""


def supported_level(level: str) -> str:
    """The level itself, or a casual one for a level that a newer version knows."""
    return level if level in LEVELS else "casual"


def choose(
    level: str,
    view: View,
    rng: Random,
    budget: Budget = Budget(),  # noqa: B008 - it is a constant
    about: list[Any] | None = None,
) -> Decision:
    """The move of a bot of this level for the seat whose view it gets, the same for the same view and generator.

    `budget` is for levels that search; with seconds in it a move may differ from one time to the next. `about`: an
    action that is told of, too, whatever it is worth. Raises Illegal for an unknown level or game, and if that seat is
    not to move.
    """
    require_level(level)
    if view.get("game") not in GAMES:
        raise Illegal(None, _("There is no such game here."))
    if view.get("seat") is None or view["seat"] != view.get("to_move"):
        raise Illegal(None, _("A bot chooses from the view of the seat to move, and this is another."))
    return summarize_choice(_POLICY_BY_LEVEL[level](view, rng, budget), GAMES[view["game"]].action_class, about)


def bot_view(level: str, match: Match) -> View:
    """The view from which a bot of this level chooses for the seat to move: a master remembers what lay open."""
    return match.view(match.to_move(), memory=level == "master")


def require_level(level: str) -> None:
    """Raise Illegal, with a sentence, if there is no such level."""
    if level not in _POLICY_BY_LEVEL:
        sentence = _("There is no level called {level}; there is: {known}.")
        raise Illegal(None, sentence.format(level=ascii(level[:40]), known=", ".join(LEVELS)))
