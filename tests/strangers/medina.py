"""Ten ways to play Medina that our computer players may meet. The plain ones count points as they stand, and wait."""

from collections.abc import Callable
from random import Random
from typing import Any

from pygame_core.dealer import Dealer
from pygame_core.grid import ORTHOGONAL_NEIGHBORS_BY_SPACE, orthogonal_neighbors
from pygame_core.medina.box import SPACES, SUPPLY_BY_SEATS, WALL_SPACES, WELL_POINTS
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.medina.state import Medina
from pygame_core.state import View, lead_over_others

from .meeting import Move, Play, Stranger, best, swayed

NOTHING = Dealer(0)  # nothing is drawn in the game


class Sight:
    """The board, and what an action makes of it. All is public (M8)."""

    def __init__(self, view: View) -> None:
        self.view, self.seat = view, view["seat"]
        self.state = Medina.sample(view, NOTHING)  # type: ignore[arg-type]
        self.owned = [palace for palace in view["palaces"] if palace["owner"] == self.seat]
        self.claimed = {palace["colour"] for palace in self.owned}
        self.theirs = [
            {palace["colour"] for palace in view["palaces"] if palace["owner"] == other}
            for other in range(view["seats"])
            if other != self.seat
        ]
        supply = view["supplies"][self.seat]
        self.left = sum(self.state.components_left) / (view["seats"] * SUPPLY_BY_SEATS[view["seats"]].component_count)
        self.others = supply["walls"] + supply["merchants"] + supply["stables"]
        """Components of its own that help no other palace grow."""
        self.now = lead_over_others(self.state.scores(), self.seat)

    def lead(self, action: Move) -> float:
        """The points that an action brings at once beyond what it brings others."""
        after = self.state.copy()
        after.apply(Medina.parse(action), NOTHING)
        return lead_over_others(after.scores(), self.seat) - self.now

    def palace(self, action: Move) -> dict[str, Any]:
        """The palace that a rooftop is for."""
        return next(palace for palace in self.view["palaces"] if action[2] in palace["buildings"])

    def worth(self, action: Move) -> int:
        """What the palace that a rooftop is for scores now."""
        return sum(self.palace(action)["worth"])

    def wanted(self, colour: str) -> int:
        """How many others still want a palace of a colour."""
        return sum(colour not in claimed for claimed in self.theirs)

    def beside(self, space: str) -> int:
        """The walls, merchants and places of the well's bonus at a space."""
        at = SPACES[space]
        near = (ORTHOGONAL_NEIGHBORS_BY_SPACE[at] & (self.state.wall_spaces | self.state.merchant_spaces)).bit_count()
        return near + WELL_POINTS * (well_bonus_spaces(self.state.well) >> at & 1)


Lean = Callable[[Sight, Move], float]


def plainly(lean: Lean) -> Play:
    """Points at once, and what a player likes beside them."""

    def play(view: View, legal: list[Move], rng: Random) -> Move:
        sight = Sight(view)
        return best(legal, lambda action: sight.lead(action) + lean(sight, action), rng)

    return play


def leaning(lean: Lean) -> Play:
    """What the level skilled would do if it thought so much more of each action."""

    def play(view: View, legal: list[Move], rng: Random) -> Move:
        sight = Sight(view)
        return swayed(view, rng, lambda action: lean(sight, action))

    return play


# -- the plain ones ----------------------------------------------------------------------------------------------------


def early(sight: Sight, action: Move) -> float:
    """The first to claim each colour, three stones are enough: tiles, tea and a place at the walls."""
    match action:
        case ["roof", "own", _]:
            return 9.0 if sight.worth(action) >= 3 else -9.0
        case ["building", colour, space]:
            return -1.0 if colour in sight.claimed else 1 + sight.beside(space) / 3
    return 0.0


def late(sight: Sight, action: Move) -> float:
    """A palace is claimed when it is large, or when there is hardly anything else to place."""
    match action:
        case ["roof", "own", _]:
            return sight.worth(action) - (11.0 if sight.left > 0.25 else 2.0)
        case ["building", colour, space]:
            return -1.0 if colour in sight.claimed else sight.beside(space) / 3
        case ["roof", "neutral", _]:
            return -6.0
    return 0.5


def staller(sight: Sight, action: Move) -> float:
    """Walls, merchants and tea first: whoever has to build, builds for it. Then it claims what has become large."""
    match action:
        case ["roof", "own", _]:
            return sight.worth(action) - 7.0
        case ["building", _, _]:
            return -3.0
        case ["roof", "neutral", _]:
            return -6.0
    return 1.0


def towers(sight: Sight, action: Move) -> float:
    """Palaces at the wall, and walls to them: tower tiles, and a point for each wall."""
    edge = orthogonal_neighbors(sum(1 << space for space in WALL_SPACES[sight.view["seats"]].values()))
    match action:
        case ["roof", "own", _]:
            own = sum(1 << SPACES[space] for space in sight.palace(action)["buildings"])
            return 3.0 if own & edge else sight.worth(action) - 9.0
        case ["building" | "stable", *_, space]:
            return 1.5 * (edge >> SPACES[space] & 1) - (action[1] in sight.claimed)
        case ["roof", "neutral", _]:
            return -6.0
    return 0.0


def spoiler(sight: Sight, action: Move) -> float:
    """Neutral rooftops on what others want, as soon as it is worth something and not wanted any more by itself."""
    match action:
        case ["roof", "own", _]:
            return sight.worth(action) - 6.0
        case ["roof", "neutral", _]:
            palace = sight.palace(action)
            own = palace["colour"] not in sight.claimed
            return -9.0 if own else sight.wanted(palace["colour"]) * sight.worth(action) - 2.0
        case ["building", colour, _]:
            return -2.0 if colour in sight.claimed else 0.4
    return 0.0


def thief(sight: Sight, action: Move) -> float:
    """It builds little itself, and claims each palace as soon as another would."""
    match action:
        case ["roof", "own", _]:
            palace = sight.palace(action)
            return 4.0 if sight.wanted(palace["colour"]) and sight.worth(action) >= 5 else -4.0
        case ["building", colour, _]:
            return -2.0 if sight.wanted(colour) else 0.5
        case ["roof", "neutral", _]:
            return -6.0
    return 0.3


# -- those who would play as we do, but for one thing ------------------------------------------------------------------


def first_come(sight: Sight, action: Move) -> float:
    """A palace in the hand: claimed a little before we would."""
    return 2.0 if action[:2] == ["roof", "own"] else 0.0


def last_come(sight: Sight, action: Move) -> float:
    """A palace that still grows: claimed a little after we would."""
    return -2.0 if action[:2] == ["roof", "own"] else 0.0


def denier(sight: Sight, action: Move) -> float:
    """Neutral rooftops while they hurt."""
    if action[:2] != ["roof", "neutral"]:
        return 0.0
    palace = sight.palace(action)
    return 3.0 if palace["colour"] in sight.claimed and sight.wanted(palace["colour"]) else -1.0


def patient(sight: Sight, action: Move) -> float:
    """Anything but a building, as long as others may be made to place theirs first."""
    return -1.5 if action[0] == "building" and sight.others > 4 else 0.0


POOL = [
    Stranger("early", True, plainly(early)),
    Stranger("late", True, plainly(late)),
    Stranger("staller", True, plainly(staller)),
    Stranger("towers", True, plainly(towers)),
    Stranger("spoiler", True, plainly(spoiler)),
    Stranger("thief", True, plainly(thief)),
    Stranger("first come", False, leaning(first_come)),
    Stranger("last come", False, leaning(last_come)),
    Stranger("denier", False, leaning(denier)),
    Stranger("patient", False, leaning(patient)),
]
