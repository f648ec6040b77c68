"""Win probabilities: each seat's chance to win at any position, for the review of a game.

It is the softmax over all seats of the lead that the tuned evaluation expects, divided by a temperature. The
temperature falls toward the end of the game.
"""

from collections.abc import Iterator
from math import exp, log, sqrt
from random import Random
from typing import Final

from pygame_core.bots import choose
from pygame_core.dealer import Replay
from pygame_core.match import GAMES, Match, Save, require_game
from pygame_core.state import State

TEMPERATURE_GRID_POINTS: Final = ([0.5 * n for n in range(1, 25)], [1.0 * n for n in range(41)])
SAMPLING_INTERVAL_ENTRIES = 5  # `fit_temperatures` samples one of this many positions of a game


def win_probabilities(state: State) -> list[float]:
    """Return each seat's expected share of the victory; after the end, its actual share."""
    if state.to_move() is None:
        places = state.places()
        return [(place == 1) / places.count(1) for place in places]
    return softmax(
        expected_leads(state), softmax_temperature(state.game, GAMES[state.game].evaluation.remaining_fraction(state))
    )


def expected_leads(state: State) -> list[float]:
    """Return each seat's expected lead over the others, in points."""
    judging = GAMES[state.game].evaluation
    return [sum(judging.lead_terms(state, seat).values()) for seat in range(len(state.scores()))]


def softmax_temperature(game: str, left: float, spreads: tuple[float, float] | None = None) -> float:
    """Return the divisor of the leads, in points."""
    late, early = spreads or GAMES[game].softmax_temperatures
    return late + early * sqrt(left)


def softmax(leads: list[float], spread: float) -> list[float]:
    """Return shares that add up to 1.

    >>> [round(part, 2) for part in softmax([3.0, 0.0, -3.0], 3.0)]
    [0.67, 0.24, 0.09]
    """
    parts = [exp((lead - max(leads)) / spread) for lead in leads]
    return [part / sum(parts) for part in parts]


def replay_positions(save: Save) -> Iterator[State]:
    """Yield every position of a save that `Match.load` accepts, from the deal on. Each one changes into the next."""
    kind = GAMES[save["game"]].state_class
    seats = len(save["seats"])
    dealer = Replay(save["seed"], kind.draws_from_setup(save["setup"], seats))
    state = kind.deal(seats, dealer, save["options"])
    yield state
    for _seat, action, draws in save["log"]:
        dealer.set_script(kind.ids_by_name[name] for name in draws)
        state.apply(kind.parse(action), dealer)
        yield state


def win_probability_history(save: Save) -> list[list[float]]:
    """Return each seat's win probability after each log entry, from the deal on."""
    return [win_probabilities(state) for state in replay_positions(save)]


# -- fitting the temperatures ------------------------------------------------------------------------------------------

OutcomeSample = tuple[list[float], float, list[float]]
"""The leads of a position, the remaining fraction of the game, and the final shares of the victory."""


def fit_temperatures(game: str, games: int = 48) -> tuple[float, float]:
    """Return the temperatures with the highest likelihood for games of skilled bots, with 2, 3 and 4 seats in turn."""
    seen = [one for number in range(games) for one in _sample_game(game, number)]
    return max(
        ((late, early) for late in TEMPERATURE_GRID_POINTS[0] for early in TEMPERATURE_GRID_POINTS[1]),
        key=lambda both: mean_log_likelihood(seen, game, both),
    )


def mean_log_likelihood(seen: list[OutcomeSample], game: str, spreads: tuple[float, float]) -> float:
    """Return the mean logarithm of the probability of the actual results."""
    total = 0.0
    for lead, still, ended in seen:
        parts = softmax(lead, softmax_temperature(game, still, spreads))
        total += sum(part * log(max(chance, 1e-12)) for part, chance in zip(ended, parts, strict=True) if part)
    return total / len(seen)


def _sample_game(game: str, number: int) -> list[OutcomeSample]:
    match, rng = Match.new(require_game(game), 2 + number % 3, number), Random(number)
    seen = []
    while (seat := match.to_move()) is not None:
        if len(match.log) % SAMPLING_INTERVAL_ENTRIES == 0:
            seen.append((expected_leads(match.state), GAMES[game].evaluation.remaining_fraction(match.state)))
        match.play(choose("skilled", match.view(seat), rng).action)
    ended = win_probabilities(match.state)
    return [(*one, ended) for one in seen]
