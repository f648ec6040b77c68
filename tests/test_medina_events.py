"""Tests of Medina's events: they are complete, and each has a sentence."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from medina_tables import EMPTY_SUPPLY, FULL_SUPPLY, medina_table, palace_view
from tables import random_positions

from pygame_core.dealer import Replay
from pygame_core.medina import rules, sentences
from pygame_core.medina.components import COLOURS, TOWER_TILE_POINTS
from pygame_core.medina.state import Medina
from pygame_core.medina.types import Event

NAMES = ["Ada", "Bob", "Cleo", "Dan"]
CLOSED_SENTENCE = "Everyone owned a gray palace, so all unplaced gray buildings were removed."
EventStory = tuple[Medina, list[Any], str, list[str]]
"""A position, an action, its draws (none in Medina), and its sentences in the log."""


def told_sentences(
    state: Medina, *action: Any, draws: str = "", names: Sequence[str] = NAMES, you: int | None = None
) -> list[str]:
    """Play an action. Return its sentences in the log, addressed to `you`."""
    return sentences.event_sentences(played_event(state, *action, draws=draws), names, you)


def played_event(state: Medina, *action: Any, draws: str = "") -> Event:
    """Play an action. Return its event."""
    before, parsed = state.copy(), state.parse(list(action))
    assert state.allows(parsed) is None
    dealer = Replay(0, [state.ids_by_name[name] for name in draws.split()])
    state.apply(parsed, dealer)
    dealer.require_script_end()
    return {**state.event(before, parsed, dealer.take_draws()), "n": 0, "seat": before.turn}


@pytest.mark.parametrize("whose", ["own", "neutral"])
@pytest.mark.parametrize("chosen", ["e5", "f5", "f6"])
def test_m19_a_palace_is_named_by_its_first_building_whichever_one_was_chosen(whose: str, chosen: str) -> None:
    """The board shows the rooftop on that building."""
    state = medina_table(palace_view("grey", "e5 f5 f6"), seats=2)
    assert "palace at e5" in told_sentences(state, "roof", whose, chosen)[0]


def only_supply(**left: Any) -> dict[str, Any]:
    """Return a supply with only these components."""
    return EMPTY_SUPPLY | left


OTHERS_PALACES = [palace_view("grey", space, owner=seat) for space, seat in (("j1", 1), ("l1", 2), ("n1", 3))]
TAKEN_TILES: dict[str, Any] = {"tower_tiles": (2, None, None, None), "waiting": (0, 2, 1, 0)}
"""The third seat has tower tile 1."""

EVENT_STORIES: list[EventStory] = [
    (medina_table(), ["building", "grey", "e5"], "", ["Ada started a gray palace on e5."]),
    (
        medina_table(palace_view("grey", "e5", "d5")),
        ["building", "grey", "e6"],
        "",
        ["Ada extended the gray palace to e6 (size 3)."],
    ),
    (medina_table(palace_view("brown", "e5")), ["stable", "e6"], "", ["Ada added a stable to the brown palace on e6."]),
    (medina_table(), ["merchant", "b3"], "", ["Ada placed a merchant on b3."]),
    (medina_table(), ["wall", "N1"], "", ["Ada built a wall on space a between towers 1 and 3."]),
    (medina_table(placed=1, supplies=[FULL_SUPPLY | {"tea": 1}]), ["tea"], "", ["Ada took a tea break."]),
    (medina_table(supplies=[only_supply(roofs=1)]), ["pass"], "", ["Ada couldn't place anything and passed."]),
    (
        medina_table(palace_view("grey", "e5 e6")),
        ["roof", "own", "e5"],
        "",
        ["Ada claimed the gray palace at e5.", "Ada won the gray palace tile."],
    ),
    (
        medina_table(palace_view("purple", "e5"), palace_view("purple", "k5 k6", owner=1), purple=3),
        ["roof", "own", "e5"],
        "",
        ["Ada claimed the purple palace at e5."],
    ),
    (
        medina_table(palace_view("brown", "a1"), walls="N1///", merchants="h8"),
        ["roof", "own", "a1"],
        "",
        [
            "Ada claimed the brown palace at a1.",
            "Ada won tower tile 1 and 3 merchants.",
            "Ada won the brown palace tile.",
        ],
    ),
    (
        medina_table(palace_view("grey", "o1", owner=1), walls="//N16/", merchants="h8"),
        ["wall", "N15"],
        "",
        ["Ada built a wall on space o between towers 1 and 3.", "Bob won tower tile 3 and 1 merchant."],
    ),
    (
        medina_table(
            palace_view("grey", "e5", owner=2),
            palace_view("grey", "b2", owner=1),
            walls="N1 N2///",
            merchants="h8",
            **TAKEN_TILES,
        ),
        ["stable", "b1"],
        "",
        ["Ada added a stable to the gray palace on b1.", "Bob won tower tile 1.", "Bob won the gray palace tile."],
    ),
    (
        medina_table(palace_view("grey", "a1"), seats=3, walls="N1///", merchants="h8", **TAKEN_TILES),
        ["roof", "neutral", "a1"],
        "",
        [
            "Ada put a neutral rooftop on the gray palace at a1.",
            "A neutral palace won tower tile 1, so nobody has it.",
            "A neutral palace won the gray palace tile, so nobody has it.",
        ],
    ),
    (
        medina_table(*OTHERS_PALACES, palace_view("grey", "c3"), merchants="h8"),
        ["roof", "own", "c3"],
        "",
        [
            "Ada claimed the gray palace at c3.",
            CLOSED_SENTENCE,
        ],
    ),
    (
        medina_table(
            *OTHERS_PALACES,
            palace_view("grey", "c3"),
            merchants="h8",
            supplies=[FULL_SUPPLY, *[only_supply(buildings=[2, 0, 0, 0])] * 2, FULL_SUPPLY],
        ),
        ["roof", "own", "c3"],
        "",
        [
            "Ada claimed the gray palace at c3.",
            CLOSED_SENTENCE,
            "Bob and Cleo ran out of pieces.",
        ],
    ),
    (
        medina_table(supplies=[only_supply(walls=1), *[EMPTY_SUPPLY] * 3], out=(1, 2, 3)),
        ["wall", "N1"],
        "",
        [
            "Ada built a wall on space a between towers 1 and 3.",
            "Ada ran out of pieces.",
            "Everyone was out of pieces, so the game ended.",
        ],
    ),
    (
        medina_table(supplies=[only_supply(merchants=1, roofs=4), *[only_supply(roofs=1)] * 3]),
        ["merchant", "b3"],
        "",
        ["Ada placed a merchant on b3.", "Nobody could place anything, so the game ended."],
    ),
    (
        medina_table(palace_view("purple", "e5"), palace_view("purple", "k5 k6", owner=1)),
        ["roof", "own", "e5"],
        "",
        ["Ada claimed the purple palace at e5.", "Ada got 3 tea tiles."],
    ),
    (
        medina_table(palace_view("purple", "e5"), palace_view("purple", "k5 k6", owner=1), purple=2),
        ["roof", "own", "e5"],
        "",
        ["Ada claimed the purple palace at e5.", "Ada got 1 tea tile."],
    ),
    (
        medina_table(palace_view("grey", "p11", owner=1), merchants="h8"),
        ["wall", "S16"],
        "",
        ["Ada built a wall on space p between towers 2 and 4.", "Bob won tower tile 2 and 2 merchants."],
    ),
    (medina_table(), ["building", "orange", "e5"], "", ["Ada started an orange palace on e5."]),
    (
        medina_table(
            palace_view("grey", "a1", owner=1), merchants="h8", supplies=[FULL_SUPPLY, EMPTY_SUPPLY], out=(1,)
        ),
        ["wall", "N1"],
        "",
        [
            "Ada built a wall on space a between towers 1 and 3.",
            "Bob won tower tile 1.",
            "3 merchants on it were removed from the game.",
        ],
    ),
    (
        medina_table(palace_view("grey", "a1", owner="neutral"), seats=3, merchants="h8"),
        ["wall", "N1"],
        "",
        [
            "Ada built a wall on space a between towers 1 and 3.",
            "A neutral palace won tower tile 1, so nobody has it.",
            "3 merchants on it were removed from the game.",
        ],
    ),
    (
        medina_table(palace_view("grey", "e5", owner="neutral"), palace_view("grey", "k5 k6"), seats=3),
        ["roof", "neutral", "k5"],
        "",
        ["Ada put a neutral rooftop on the gray palace at k5."],
    ),
]


def named_stories(stories: list[EventStory]) -> list[str]:
    return [" ".join(action) for _, action, _, _ in stories]


@pytest.mark.parametrize(("state", "action", "draws", "said"), EVENT_STORIES, ids=named_stories(EVENT_STORIES))
def test_each_kind_of_event_reads_as_a_sentence(state: Medina, action: list[Any], draws: str, said: list[str]) -> None:
    assert told_sentences(state.copy(), *action, draws=draws) == said


@pytest.mark.parametrize(("state", "action", "draws", "said"), EVENT_STORIES, ids=named_stories(EVENT_STORIES))
def test_a_plan_has_the_same_consequences_in_the_present_tense(
    state: Medina, action: list[Any], draws: str, said: list[str]
) -> None:
    planned = sentences.preview_sentences(played_event(state.copy(), *action, draws=draws), NAMES)
    assert len(planned) == len(said) - 1
    for now, then in zip(planned, said[1:], strict=True):
        assert now != then
        assert re.findall(r"\d+", now) == re.findall(r"\d+", then)
        assert [name for name in NAMES if name in now] == [name for name in NAMES if name in then]


def test_every_verb_is_told() -> None:
    assert {action[0] for _, action, _, _ in EVENT_STORIES} == set(rules.HANDLERS)


# -- whole games -------------------------------------------------------------------------------------------------------

each_game = pytest.mark.parametrize(("seats", "seed"), [(seats, seed) for seats in (2, 3, 4) for seed in range(4)])


@each_game
def test_events_add_up_to_what_is_seen(seats: int, seed: int) -> None:
    """This covers palaces and their owners, tea, tiles and merchants won, seats that are out, and the end."""
    matches = random_positions("medina", seats, seed)
    events = matches[-1].events(None)
    for event, (before, after) in zip(events, pairwise(match.view(None) for match in matches), strict=True):
        seat, verb, space = event["seat"], event["verb"], event["space"]
        had, has = before["supplies"], after["supplies"]
        if verb in ("building", "roof", "stable"):
            here = next(p for p in after["palaces"] if space in p["buildings"] + p["stables"])
            assert (event["colour"], event["size"]) == (here["colour"], len(here["buildings"]) + len(here["stables"]))
        if verb == "roof":
            assert here["owner"] == (seat if event["whose"] == "own" else "neutral")
        assert has[seat]["tea"] - had[seat]["tea"] == (-1 if verb == "tea" else event["tea"])
        towers, won = list(before["tower_tiles"]), [0] * seats
        for tile, owner, merchants, gone in event["towers"]:
            n = TOWER_TILE_POINTS.index(tile)
            towers[n] = owner if owner >= 0 else "neutral"
            won[max(owner, 0)] += merchants
            assert merchants + gone == before["waiting"][n] - after["waiting"][n]
            assert not merchants or owner not in (-1, *before["out"])
        assert towers == after["tower_tiles"]
        placed = [int(verb == "merchant" and other == seat) for other in range(seats)]
        for one, other, more, less in zip(had, has, won, placed, strict=True):
            assert other["merchants"] == one["merchants"] + more - less
        tiles = list(before["palace_tiles"])
        if event["tile"] is not None:
            tiles[COLOURS.index(event["colour"])] = event["tile"] if event["tile"] >= 0 else "neutral"
        assert tiles == after["palace_tiles"]
        assert sorted(before["out"] + event["out"]) == after["out"]
        assert event["over"] == after["over"]
        if event["closed"]:
            assert not any(supply["buildings"][COLOURS.index(event["colour"])] for supply in has)


@each_game
def test_a_colour_is_closed_once_and_when_the_last_seat_has_it(seats: int, seed: int) -> None:
    match = random_positions("medina", seats, seed)[-1]
    closed = [event["colour"] for event in match.events(None) if event["closed"]]
    owned = {(p["colour"], p["owner"]) for p in match.view(None)["palaces"]}
    assert sorted(closed) == sorted(c for c in COLOURS if all((c, seat) in owned for seat in range(seats)))
