"""Ten adversaries for Medina. The plain ones count the current points, and wait."""

from collections.abc import Callable
from random import Random

from pygame_core.dealer import Dealer
from pygame_core.grid import ORTHOGONAL_NEIGHBORS_BY_SPACE, orthogonal_neighbors
from pygame_core.medina.components import SPACES, SUPPLY_BY_SEATS, WALL_SPACES, WELL_POINTS
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.medina.state import Medina
from pygame_core.medina.types import PalaceView, View
from pygame_core.state import lead_over_others

from .measure import Adversary, Move, Strategy, best_action, biased_action

NO_DEALER = Dealer(0)  # the game has no draws


class BoardAnalysis:
    """The board, and the effect of an action on it. All is public (M8)."""

    def __init__(self, view: View) -> None:
        assert view["seat"] is not None
        self.view, self.seat = view, view["seat"]
        self.state = Medina.sample(view, NO_DEALER)
        self.own_palaces = [palace for palace in view["palaces"] if palace["owner"] == self.seat]
        self.claimed_colours = {palace["colour"] for palace in self.own_palaces}
        self.opponents_colours = [
            {palace["colour"] for palace in view["palaces"] if palace["owner"] == other}
            for other in range(view["seats"])
            if other != self.seat
        ]
        supply = view["supplies"][self.seat]
        self.remaining_share = sum(self.state.components_left) / (
            view["seats"] * SUPPLY_BY_SEATS[view["seats"]].component_count
        )
        self.neutral_components = supply["walls"] + supply["merchants"] + supply["stables"]
        """The seat's remaining components that make no other palace grow."""
        self.current_lead = lead_over_others(self.state.scores(), self.seat)

    def lead_gain(self, action: Move) -> float:
        """Return the immediate points of an action, minus those it brings others."""
        after = self.state.copy()
        after.apply(Medina.parse(action), NO_DEALER)
        return lead_over_others(after.scores(), self.seat) - self.current_lead

    def palace_under(self, action: Move) -> PalaceView:
        """Return the palace that a rooftop action claims."""
        return next(palace for palace in self.view["palaces"] if action[2] in palace["buildings"])

    def palace_points(self, action: Move) -> int:
        """Return the current points of the palace that a rooftop action claims."""
        return sum(self.palace_under(action)["worth"])

    def wanted_by_others(self, colour: str) -> int:
        """Return the number of other seats that still want a palace of a color."""
        return sum(colour not in claimed for claimed in self.opponents_colours)

    def adjacent_bonus(self, space: str) -> int:
        """Return the number of walls, merchants and well spaces next to a space."""
        at = SPACES[space]
        near = (ORTHOGONAL_NEIGHBORS_BY_SPACE[at] & (self.state.wall_spaces | self.state.merchant_spaces)).bit_count()
        return near + WELL_POINTS * (well_bonus_spaces(self.state.well) >> at & 1)


ActionBias = Callable[[BoardAnalysis, Move], float]


def greedy_player(lean: ActionBias) -> Strategy:
    """Return a strategy that maximizes immediate points plus a bias."""

    def play_greedy(view: View, legal: list[Move], rng: Random) -> Move:
        sight = BoardAnalysis(view)
        return best_action(legal, lambda action: sight.lead_gain(action) + lean(sight, action), rng)

    return play_greedy


def biased_bot(lean: ActionBias) -> Strategy:
    """Return the strategy of the level skilled with a bias added to the value of each action."""

    def play_biased(view: View, legal: list[Move], rng: Random) -> Move:
        sight = BoardAnalysis(view)
        return biased_action(view, rng, lambda action: lean(sight, action))

    return play_biased


# -- plain strategies --------------------------------------------------------------------------------------------------


def early_claim_bias(sight: BoardAnalysis, action: Move) -> float:
    """Claim each color first, with three pieces or more, for tiles, tea and contact with walls."""
    match action:
        case ["roof", "own", _]:
            return 9.0 if sight.palace_points(action) >= 3 else -9.0
        case ["building", colour, space]:
            return -1.0 if colour in sight.claimed_colours else 1 + sight.adjacent_bonus(space) / 3
    return 0.0


def late_claim_bias(sight: BoardAnalysis, action: Move) -> float:
    """Claim a palace when it is large, or when almost nothing else is left to place."""
    match action:
        case ["roof", "own", _]:
            return sight.palace_points(action) - (11.0 if sight.remaining_share > 0.25 else 2.0)
        case ["building", colour, space]:
            return -1.0 if colour in sight.claimed_colours else sight.adjacent_bonus(space) / 3
        case ["roof", "neutral", _]:
            return -6.0
    return 0.5


def stalling_bias(sight: BoardAnalysis, action: Move) -> float:
    """Place walls, merchants and tea first, so that others have to build. Then claim the palaces that became large."""
    match action:
        case ["roof", "own", _]:
            return sight.palace_points(action) - 7.0
        case ["building", _, _]:
            return -3.0
        case ["roof", "neutral", _]:
            return -6.0
    return 1.0


def tower_bias(sight: BoardAnalysis, action: Move) -> float:
    """Build palaces at the wall, and walls to them, for tower tiles and a point for each wall."""
    edge = orthogonal_neighbors(sum(1 << space for space in WALL_SPACES[sight.view["seats"]].values()))
    match action:
        case ["roof", "own", _]:
            own = sum(1 << SPACES[space] for space in sight.palace_under(action)["buildings"])
            return 3.0 if own & edge else sight.palace_points(action) - 9.0
        case ["building" | "stable", *_, space]:
            return 1.5 * (edge >> SPACES[space] & 1) - (action[1] in sight.claimed_colours)
        case ["roof", "neutral", _]:
            return -6.0
    return 0.0


def spoiling_bias(sight: BoardAnalysis, action: Move) -> float:
    """Put neutral rooftops on palaces that others want and the seat does not, once they are worth something."""
    match action:
        case ["roof", "own", _]:
            return sight.palace_points(action) - 6.0
        case ["roof", "neutral", _]:
            palace = sight.palace_under(action)
            own = palace["colour"] not in sight.claimed_colours
            return -9.0 if own else sight.wanted_by_others(palace["colour"]) * sight.palace_points(action) - 2.0
        case ["building", colour, _]:
            return -2.0 if colour in sight.claimed_colours else 0.4
    return 0.0


def stealing_bias(sight: BoardAnalysis, action: Move) -> float:
    """Build little, and claim each palace just before another seat would."""
    match action:
        case ["roof", "own", _]:
            palace = sight.palace_under(action)
            return 4.0 if sight.wanted_by_others(palace["colour"]) and sight.palace_points(action) >= 5 else -4.0
        case ["building", colour, _]:
            return -2.0 if sight.wanted_by_others(colour) else 0.5
        case ["roof", "neutral", _]:
            return -6.0
    return 0.3


# -- our bot with one bias ---------------------------------------------------------------------------------------------


def claim_sooner_bias(sight: BoardAnalysis, action: Move) -> float:
    """Claim a palace a little earlier than our bot."""
    return 2.0 if action[:2] == ["roof", "own"] else 0.0


def claim_later_bias(sight: BoardAnalysis, action: Move) -> float:
    """Claim a growing palace a little later than our bot."""
    return -2.0 if action[:2] == ["roof", "own"] else 0.0


def denial_bias(sight: BoardAnalysis, action: Move) -> float:
    """Place neutral rooftops while they hurt others."""
    if action[:2] != ["roof", "neutral"]:
        return 0.0
    palace = sight.palace_under(action)
    return 3.0 if palace["colour"] in sight.claimed_colours and sight.wanted_by_others(palace["colour"]) else -1.0


def waiting_bias(sight: BoardAnalysis, action: Move) -> float:
    """Place anything except a building while others may have to place theirs first."""
    return -1.5 if action[0] == "building" and sight.neutral_components > 4 else 0.0


ADVERSARIES = [
    Adversary("early", True, greedy_player(early_claim_bias)),
    Adversary("late", True, greedy_player(late_claim_bias)),
    Adversary("staller", True, greedy_player(stalling_bias)),
    Adversary("towers", True, greedy_player(tower_bias)),
    Adversary("spoiler", True, greedy_player(spoiling_bias)),
    Adversary("thief", True, greedy_player(stealing_bias)),
    Adversary("first come", False, biased_bot(claim_sooner_bias)),
    Adversary("last come", False, biased_bot(claim_later_bias)),
    Adversary("denier", False, biased_bot(denial_bias)),
    Adversary("patient", False, biased_bot(waiting_bias)),
]
