"""Tests of Medina's moves: a slow reference by coordinates, counts of move sequences, and sentences."""

import random
from typing import Any

import pytest
from medina_tables import EMPTY_SUPPLY, FULL_SUPPLY, medina_table, palace_view
from tables import refusal_of

from pygame_core import Dealer
from pygame_core.medina.components import BOARDS, COLOURS
from pygame_core.medina.state import Medina
from pygame_core.medina.types import View

Space = tuple[int, int]


def space_at(name: str) -> Space:
    return ord(name[0]) - 96, int(name[1:])


def space_name(space: Space) -> str:
    return f"{chr(96 + space[0])}{space[1]}"


def adjacent_spaces(space: Space) -> set[Space]:
    x, y = space
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def surrounding_spaces(space: Space) -> set[Space]:
    return {(space[0] + dx, space[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


class ReferencePlacements:
    """The legal placements for a view, read clause by clause from M13 to M26."""

    def __init__(self, view: View) -> None:
        self.view = view
        board = BOARDS[view["seats"]]
        self.city = {(x, y) for x in range(1, board.columns + 1) for y in range(1, board.rows + 1)}
        self.well = space_at(view["well"])
        self.palaces = [
            (p["colour"], {space_at(s) for s in p["buildings"]}, {space_at(s) for s in p["stables"]}, p["owner"])
            for p in view["palaces"]
        ]
        self.merchants = {space_at(s) for s in view["merchants"]}
        stones = {space for _, buildings, stables, _ in self.palaces for space in buildings | stables}
        self.free = self.city - stones - self.merchants - {self.well}

    def can_stand_at(self, space: Space, own: int | None) -> bool:
        """Return True if a building or stable can be on a space, as part of a palace or of a new one (M14, M15)."""
        others = [p for n, p in enumerate(self.palaces) if n != own]
        clear = not any(surrounding_spaces(space) & (buildings | stables) for _, buildings, stables, _ in others)
        return space in self.free and space not in surrounding_spaces(self.well) and clear

    def building_spaces(self, colour: str) -> set[Space]:
        found: set[Space] = set()
        for n, (of, buildings, _, owner) in enumerate(self.palaces):
            if of == colour and owner is None:
                found |= {space for b in buildings for space in adjacent_spaces(b) if self.can_stand_at(space, n)}
        return found or {space for space in self.free if self.can_stand_at(space, None)}

    def stable_spaces(self) -> set[Space]:
        found = set()
        for n, (_, buildings, _, _) in enumerate(self.palaces):
            found |= {space for b in buildings for space in adjacent_spaces(b) if self.can_stand_at(space, n)}
        return found

    def merchant_spaces(self) -> set[Space]:
        lonely = {space for space in self.free if len(adjacent_spaces(space) & self.merchants) < 2}
        ends = {space_at(end) for end in self.view["ends"]}
        return {space for space in lonely if adjacent_spaces(space) & ends} or lonely

    def wall_spaces(self) -> set[str]:
        board, built = BOARDS[self.view["seats"]], {name for names in self.view["walls"] for name in names}
        found = set()
        for letter, length in (("N", board.columns), ("S", board.columns), ("E", board.rows), ("W", board.rows)):
            side = [f"{letter}{n}" for n in range(1, length + 1)]
            free = [name for name in side if name not in built]
            if len(free) > 1:
                found |= {free[0], free[-1]}
        return found

    def all_placements(self) -> set[tuple[str, ...]]:
        seat = self.view["to_move"]
        assert seat is not None
        supply = self.view["supplies"][seat]
        found: set[tuple[str, ...]] = set()
        for colour, n in zip(COLOURS, supply["buildings"], strict=True):
            found |= {("building", colour, space_name(space)) for space in (self.building_spaces(colour) if n else ())}
        found |= {("stable", space_name(space)) for space in (self.stable_spaces() if supply["stables"] else ())}
        found |= {("merchant", space_name(space)) for space in (self.merchant_spaces() if supply["merchants"] else ())}
        found |= {("wall", name) for name in (self.wall_spaces() if supply["walls"] else ())}
        mine = {colour for colour, _, _, owner in self.palaces if owner == seat}
        for colour, buildings, _, owner in self.palaces:
            if owner is None:
                space = space_name(min(buildings, key=lambda s: (s[1], s[0])))
                found |= {("roof", "own", space)} if supply["roofs"] and colour not in mine else set()
                found |= {("roof", "neutral", space)} if supply["neutral"] else set()
        return found


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_legal_is_what_a_slow_reading_finds(seats: int, seed: int) -> None:
    dealer, chance = Dealer(seed), random.Random(seed)
    state = Medina.deal(seats, dealer)
    while actions := state.legal():
        written = {tuple(state.action_to_json(action)) for action in actions}
        assert len(written) == len(actions)
        assert written - {("tea",), ("pass",)} == ReferencePlacements(state.view(None)).all_placements()
        # choose a kind of component first, because most moves are buildings
        kinds: dict[str, list[Any]] = {}
        for action in actions:
            kinds.setdefault(action[0], []).append(action)
        state.apply(chance.choice(kinds[chance.choice(list(kinds))]), dealer)


def count_sequences(state: Medina, depth: int) -> int:
    """Return the number of sequences of so many actions."""
    if not depth:
        return 1
    total = 0
    for action in state.legal():
        later = state.copy()
        later.apply(action, Dealer(0))
        total += count_sequences(later, depth - 1)
    return total


SUPPLIES: dict[str, dict[str, Any]] = {
    "buildings of one colour": {"buildings": [9, 0, 0, 0]},
    "stables": {"stables": 9},
    "merchants": {"merchants": 9},
    "walls": {"walls": 9},
    "rooftops": {"roofs": 4},
}


@pytest.mark.parametrize(
    ("kind", "counts"),
    [
        ("buildings of one colour", [4, 24, 176]),
        ("stables", [12, 132, 1320]),
        ("merchants", [4, 24, 112]),
        ("walls", [8, 64, 512]),
        ("rooftops", [3, 6, 6]),
    ],
)
def test_sequences_of_moves(kind: str, counts: list[int]) -> None:
    """Three palaces have begun in the middle of the city. Seat 0 alone is in the game.

    You can check the counts by hand. Two buildings have 6 neighbors, three in a line 8, around a corner 7. A street of
    three merchants has 6 spaces at its ends, or 4 around a corner, which is crowded.
    """
    state = medina_table(
        palace_view("grey", "e4"),
        palace_view("brown", "j8"),
        palace_view("orange", "j4"),
        merchants="m6",
        supplies=[EMPTY_SUPPLY | SUPPLIES[kind], *[EMPTY_SUPPLY] * 3],
        out=(1, 2, 3),
    )
    assert [count_sequences(state, depth) for depth in (1, 2, 3)] == counts


# -- sentences ---------------------------------------------------------------------------------------------------------


REFUSALS = [
    (medina_table(), ["building", "grey", "b2"], "M13", "That space is taken"),
    (medina_table(supplies=[EMPTY_SUPPLY | {"walls": 1}]), ["building", "grey", "c3"], "M5", "No gray building left"),
    (medina_table(supplies=[EMPTY_SUPPLY | {"walls": 1}]), ["stable", "c3"], "M5", "No stable left"),
    (medina_table(supplies=[EMPTY_SUPPLY | {"walls": 1}]), ["merchant", "b3"], "M5", "No merchant left"),
    (medina_table(supplies=[EMPTY_SUPPLY | {"stables": 1}]), ["wall", "N1"], "M5", "No wall left"),
    (medina_table(supplies=[EMPTY_SUPPLY | {"walls": 1}]), ["roof", "own", "b3"], "M5", "No rooftop left"),
    (medina_table(), ["tea"], "M10", "have any tea tiles"),
    (medina_table(supplies=[FULL_SUPPLY | {"tea": 1}]), ["tea"], "M10", "replaces your second piece"),
    (medina_table(), ["merchant", "p11"], "M22", "The street can still grow"),
    (medina_table(), ["merchant", "n9"], "M13", "That space is taken"),
    (medina_table(), ["roof", "own", "c3"], "M19", "goes on a building"),
    (medina_table(), ["wall", "N9"], "M25", "next to a tower or another wall"),
]


@pytest.mark.parametrize(("state", "action", "clause", "said"), REFUSALS, ids=lambda part: str(part)[:30])
def test_refusals_say_why(state: Medina, action: list[str], clause: str, said: str) -> None:
    reason = refusal_of(state, *action)
    assert (reason.clause, said in reason.message) == (clause, True)
