"""Ten ways to play Medina that our computer players may meet. The plain ones count points as they stand, and wait."""

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

NO_DEALER = Dealer(0)  # nothing is drawn in the game


class BoardAnalysis:
    """The board, and what an action makes of it. All is public (M8)."""

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
        """Components of its own that help no other palace grow."""
        self.current_lead = lead_over_others(self.state.scores(), self.seat)

    def lead_gain(self, action: Move) -> float:
        """The points that an action brings at once beyond what it brings others."""
        after = self.state.copy()
        after.apply(Medina.parse(action), NO_DEALER)
        return lead_over_others(after.scores(), self.seat) - self.current_lead

    def palace_under(self, action: Move) -> PalaceView:
        """The palace that a rooftop is for."""
        return next(palace for palace in self.view["palaces"] if action[2] in palace["buildings"])

    def palace_points(self, action: Move) -> int:
        """What the palace that a rooftop is for scores now."""
        return sum(self.palace_under(action)["worth"])

    def wanted_by_others(self, colour: str) -> int:
        """How many others still want a palace of a colour."""
        return sum(colour not in claimed for claimed in self.opponents_colours)

    def adjacent_bonus(self, space: str) -> int:
        """The walls, merchants and places of the well's bonus at a space."""
        at = SPACES[space]
        near = (ORTHOGONAL_NEIGHBORS_BY_SPACE[at] & (self.state.wall_spaces | self.state.merchant_spaces)).bit_count()
        return near + WELL_POINTS * (well_bonus_spaces(self.state.well) >> at & 1)


ActionBias = Callable[[BoardAnalysis, Move], float]


def greedy_player(lean: ActionBias) -> Strategy:
    """Points at once, and what a player likes beside them."""

    def play_greedy(view: View, legal: list[Move], rng: Random) -> Move:
        sight = BoardAnalysis(view)
        return best_action(legal, lambda action: sight.lead_gain(action) + lean(sight, action), rng)

    return play_greedy


def biased_bot(lean: ActionBias) -> Strategy:
    """What the level skilled would do if it thought so much more of each action."""

    def play_biased(view: View, legal: list[Move], rng: Random) -> Move:
        sight = BoardAnalysis(view)
        return biased_action(view, rng, lambda action: lean(sight, action))

    return play_biased


# -- the plain ones ----------------------------------------------------------------------------------------------------


def early_claim_bias(sight: BoardAnalysis, action: Move) -> float:
    """The first to claim each colour, three stones are enough: tiles, tea and a place at the walls."""
    match action:
        case ["roof", "own", _]:
            return 9.0 if sight.palace_points(action) >= 3 else -9.0
        case ["building", colour, space]:
            return -1.0 if colour in sight.claimed_colours else 1 + sight.adjacent_bonus(space) / 3
    return 0.0


def late_claim_bias(sight: BoardAnalysis, action: Move) -> float:
    """A palace is claimed when it is large, or when there is hardly anything else to place."""
    match action:
        case ["roof", "own", _]:
            return sight.palace_points(action) - (11.0 if sight.remaining_share > 0.25 else 2.0)
        case ["building", colour, space]:
            return -1.0 if colour in sight.claimed_colours else sight.adjacent_bonus(space) / 3
        case ["roof", "neutral", _]:
            return -6.0
    return 0.5


def stalling_bias(sight: BoardAnalysis, action: Move) -> float:
    """Walls, merchants and tea first: whoever has to build, builds for it. Then it claims what has become large."""
    match action:
        case ["roof", "own", _]:
            return sight.palace_points(action) - 7.0
        case ["building", _, _]:
            return -3.0
        case ["roof", "neutral", _]:
            return -6.0
    return 1.0


def tower_bias(sight: BoardAnalysis, action: Move) -> float:
    """Palaces at the wall, and walls to them: tower tiles, and a point for each wall."""
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
    """Neutral rooftops on what others want, as soon as it is worth something and not wanted any more by itself."""
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
    """It builds little itself, and claims each palace as soon as another would."""
    match action:
        case ["roof", "own", _]:
            palace = sight.palace_under(action)
            return 4.0 if sight.wanted_by_others(palace["colour"]) and sight.palace_points(action) >= 5 else -4.0
        case ["building", colour, _]:
            return -2.0 if sight.wanted_by_others(colour) else 0.5
        case ["roof", "neutral", _]:
            return -6.0
    return 0.3


# -- those who would play as we do, but for one thing ------------------------------------------------------------------


def claim_sooner_bias(sight: BoardAnalysis, action: Move) -> float:
    """A palace in the hand: claimed a little before we would."""
    return 2.0 if action[:2] == ["roof", "own"] else 0.0


def claim_later_bias(sight: BoardAnalysis, action: Move) -> float:
    """A palace that still grows: claimed a little after we would."""
    return -2.0 if action[:2] == ["roof", "own"] else 0.0


def denial_bias(sight: BoardAnalysis, action: Move) -> float:
    """Neutral rooftops while they hurt."""
    if action[:2] != ["roof", "neutral"]:
        return 0.0
    palace = sight.palace_under(action)
    return 3.0 if palace["colour"] in sight.claimed_colours and sight.wanted_by_others(palace["colour"]) else -1.0


def waiting_bias(sight: BoardAnalysis, action: Move) -> float:
    """Anything but a building, as long as others may be made to place theirs first."""
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
