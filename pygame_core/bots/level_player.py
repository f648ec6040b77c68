"""The levels as players, in the form of all other players: see `pygame_core.players`."""

from functools import partial
from random import Random

from pygame_core.bots import Budget, choose, require_level
from pygame_core.bots.decision import MAX_THINKING_SECONDS
from pygame_core.i18n import _, quote_input
from pygame_core.players import Choice, PlayerFactory, Spec, suggest
from pygame_core.state import Illegal, JsonAction, View


class LevelPlayer:
    """A bot of a level."""

    def __init__(self, level: str, budget: Budget) -> None:
        self.wants_memory = level == "master"
        self._level, self._budget = require_level(level), budget

    def choose(self, view: View, legal: list[JsonAction], rng: Random) -> Choice:
        """Return the move of the level with the values of its best candidates, in points."""
        decision = choose(self._level, view, rng, self._budget)
        return Choice(decision.action, [(one.action, one.expected_lead) for one in decision.candidates])


def level_factory(spec: Spec) -> PlayerFactory:
    """Return a factory of players of a level. Raises Illegal, with a sentence, for settings that it does not have."""
    return partial(LevelPlayer, spec.player, level_budget(spec, Budget()))


def level_budget(spec: Spec, budget: Budget) -> Budget:
    """Return the budget of a level: that of its own seconds, or the common budget.

    Raises Illegal, with a sentence, if the level or the time does not exist.

    >>> level_budget(Spec("casual"), Budget(60))
    Budget(playouts=60, seconds=None, min_candidates=1)
    >>> level_budget(Spec("master", args={"seconds": 0.5}), Budget(60))
    Budget(playouts=None, seconds=0.5, min_candidates=1)
    """
    require_level(spec.player)
    if not spec.args:
        return budget
    for key in spec.args:
        if key != "seconds":
            sentence = _("{name} has no setting called {setting}.")
            refusal = sentence.format(name=spec.player, setting=key)
            raise Illegal(None, refusal + (suggest(key, ["seconds"]) if spec.player == "master" else ""))
    if spec.player != "master":
        sentence = _("“{level}” can't have a thinking time. Only “master” can.")
        raise Illegal(None, sentence.format(level=spec.player))
    seconds = spec.args["seconds"]
    if type(seconds) not in (int, float) or not 0 <= seconds <= MAX_THINKING_SECONDS:
        sentence = _("{player} needs a thinking time from 0 to {most} seconds, as in master:2.")
        typed = f"{spec.player}:{seconds}" if isinstance(seconds, str) else str(spec)
        raise Illegal(None, sentence.format(player=quote_input(typed), most=MAX_THINKING_SECONDS))
    return Budget(None, seconds)
