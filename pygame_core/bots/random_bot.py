"""The level `random`: any legal action with equal probability. It is the baseline for all other levels."""

from random import Random

from pygame_core.bots.decision import BotChoice, Budget
from pygame_core.dealer import Dealer
from pygame_core.match import GAMES
from pygame_core.state import View


def choose(view: View, rng: Random, budget: Budget) -> BotChoice:
    """Return a random legal action; `budget` has no effect."""
    state = GAMES[view["game"]].sample(view, Dealer(rng.getrandbits(32)))
    return BotChoice(state.action_to_json(rng.choice(state.legal())), [])
