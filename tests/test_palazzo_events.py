"""Tests of Palazzo's events: they are complete, and each has a sentence."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from palazzo_tables import palazzo_table
from tables import random_positions

from pygame_core.dealer import Replay
from pygame_core.palazzo import rules, sentences
from pygame_core.palazzo.state import Palazzo

NAMES = ["Ada", "Bob", "Cleo"]


def told_sentences(
    state: Palazzo, *action: Any, draws: str = "", names: Sequence[str] = NAMES, you: int | None = None
) -> list[str]:
    """Play an action. Return its sentences in the log, addressed to `you`."""
    before, parsed = state.copy(), state.parse(list(action))
    assert state.allows(parsed) is None
    dealer = Replay(0, [state.ids_by_name[name] for name in draws.split()])
    state.apply(parsed, dealer)
    dealer.require_script_end()
    event: Any = state.event(before, parsed, dealer.take_draws())
    event["seat"] = before.mover
    return sentences.event_sentences(event, names, you)


FOUR_TILES = "brick-3-1 brick-3-2 sandstone-3-3 marble-3-1"
LAST_STACK = ["", "", "rider rider marble-4-3"]
EVENT_STORIES: list[tuple[Palazzo, list[Any], str, list[str]]] = [
    (palazzo_table(), ["money"], "r7 r7 c2 b3", ["Ada opens red 7, red 7, blue 3 and 1 certificate."]),
    (palazzo_table(phase="pick", money="c2 b3 r3"), ["pick", "c2"], "", ["Ada takes 1 certificate."]),
    (
        palazzo_table(),
        ["tiles"],
        "brick-1-2 brick-3-1",
        ["Ada draws brick floor 1 with 2 windows for the supply and brick floor 3 with 1 window for quarry 2."],
    ),
    (
        palazzo_table(stacks=LAST_STACK, riders=1),
        ["tiles"],
        "rider marble-4-3",
        ["Ada draws marble floor 4 with 3 windows for quarry 4 and 1 rider (2 of 5)."],
    ),
    (palazzo_table(stacks=LAST_STACK, riders=1), ["tiles"], "rider rider", ["Ada draws 2 riders (3 of 5)."]),
    (
        palazzo_table(stacks=LAST_STACK, riders=4),
        ["tiles"],
        "marble-4-3 rider",
        [
            "Ada draws marble floor 4 with 3 windows for the supply and 1 rider (5 of 5).",
            "The last rider has come: the game is over.",
        ],
    ),
    (
        palazzo_table(stacks=LAST_STACK, riders=4),
        ["tiles"],
        "rider",
        ["Ada draws 1 rider (5 of 5).", "The last rider has come: the game is over."],
    ),
    (
        palazzo_table(["r3 r7 r7 c2"], phase="choose", supply="brick-1-2 brick-3-1"),
        ["buy", ["brick-1-2", "brick-3-1"], ["r3", "r7", "r7"]],
        "",
        ["Ada buys brick floor 1 with 2 windows and brick floor 3 with 1 window for 16 with red 3, red 7 and red 7."],
    ),
    (
        palazzo_table(
            phase="choose", supply=f"brick-1-2 {FOUR_TILES} brick-2-1 marble-1-1 marble-1-2 marble-2-3 marble-4-2"
        ),
        ["buy", ["brick-1-2"], []],
        "",
        ["Ada takes brick floor 1 with 2 windows for nothing."],
    ),
    (
        palazzo_table(phase="choose", quarries=["", "", "brick-1-2"]),
        ["auction"],
        "",
        [
            "Ada sends the master builder to quarry 3.",
            "Ada opens the auction with 3: brick floor 1 with 2 windows.",
        ],
    ),
    (
        palazzo_table(phase="choose", quarries=["", "", FOUR_TILES]),
        ["auction"],
        "",
        [
            "Ada sends the master builder to quarry 3.",
            "There are 4 tiles, so everyone takes one: brick floor 3 with 1 window, brick floor 3 with 2 windows,"
            " sandstone floor 3 with 3 windows and marble floor 3 with 1 window.",
        ],
    ),
    (palazzo_table(phase="choose"), ["auction"], "", ["Ada wants an auction, but no quarry has a tile."]),
    (
        palazzo_table(["r4 b4 y4"], phase="bid", quarries=["brick-1-2"], bids=["r6"], totals=[6, 7]),
        ["bid", "r4", "b4", "y4"],
        "",
        ["Ada bids 21, adding red 4, blue 4 and yellow 4."],
    ),
    (
        palazzo_table(["r4 c2 c2"], phase="bid", quarries=["brick-1-2"], totals=[3, 7]),
        ["bid", "r4", "c2", "c2"],
        "",
        ["Ada bids 11, adding red 4 and 2 certificates."],
    ),
    (
        palazzo_table(phase="bid", quarries=["brick-1-2"], bids=["r6", "r7"], totals=[6, 7]),
        ["pass"],
        "",
        ["Ada passes."],
    ),
    (
        palazzo_table(seats=2, phase="bid", quarries=["brick-1-2"], bids=["r6", "r7"], totals=[6, 7]),
        ["pass"],
        "",
        ["Ada passes.", "Bob wins the auction with 7: brick floor 1 with 2 windows."],
    ),
    (
        palazzo_table(phase="claim", quarries=[FOUR_TILES]),
        ["claim", "brick-3-2"],
        "",
        ["Ada takes brick floor 3 with 2 windows from the quarry."],
    ),
    (
        palazzo_table(phase="build", building="brick-3-2"),
        ["build", "brick-3-2", "new"],
        "",
        ["Ada begins a palace with brick floor 3 with 2 windows."],
    ),
    (
        palazzo_table(phase="build", building="brick-3-2"),
        ["build", "brick-3-2", "out"],
        "",
        ["Ada takes brick floor 3 with 2 windows out of the game."],
    ),
    (
        palazzo_table(phase="build", building="brick-3-2", rows=["marble-1-1 | brick-1-2 brick-2-3"]),
        ["build", "brick-3-2", 1],
        "",
        ["Ada builds brick floor 3 with 2 windows on palace 2, now worth 10."],
    ),
    (
        palazzo_table(["r3"], rows=["marble-1-1 | brick-1-2 brick-2-3"]),
        ["rebuild", "r3", "split", 1, 2],
        "",
        ["Ada pays red 3 and sets brick floor 2 with 3 windows alone."],
    ),
    (
        palazzo_table(["c2"], rows=["brick-2-3 | brick-1-2 brick-3-2"]),
        ["rebuild", "c2", "join", 0, 1],
        "",
        ["Ada pays 1 certificate and puts brick floor 2 with 3 windows into another palace, now worth 10."],
    ),
    (
        palazzo_table(["r3"], rows=["brick-1-2 brick-3-2 | brick-2-3 | brick-4-1"]),
        ["rebuild", "r3", "join", 1, 0],
        "",
        ["Ada pays red 3 and puts brick floor 2 with 3 windows into another palace, now worth 10."],
    ),
    (
        palazzo_table(["r3"], rows=["marble-1-1"]),
        ["rebuild", "r3", "drop", 0],
        "",
        ["Ada pays red 3 and takes marble floor 1 with 1 window out of the game."],
    ),
]


@pytest.mark.parametrize(
    ("state", "action", "draws", "said"), EVENT_STORIES, ids=[" ".join(map(str, a)) for _, a, _, _ in EVENT_STORIES]
)
def test_each_kind_of_event_reads_as_a_sentence(state: Palazzo, action: list[Any], draws: str, said: list[str]) -> None:
    assert told_sentences(state.copy(), *action, draws=draws) == said


def test_the_last_claim_says_what_leaves_the_game() -> None:
    state = palazzo_table(seats=2, phase="claim", quarries=[f"{FOUR_TILES} marble-4-2"])
    lines = []
    for tile in ("brick-3-1", "brick-3-2"):
        lines += [*told_sentences(state, "claim", tile), *told_sentences(state, "build", tile, "new")]
    assert lines[2:] == [
        "Bob takes brick floor 3 with 2 windows from the quarry.",
        "Bob begins a palace with brick floor 3 with 2 windows.",
        "The rest leaves the game: sandstone floor 3 with 3 windows, marble floor 3 with 1 window"
        " and marble floor 4 with 2 windows.",
    ]


def test_every_verb_is_told() -> None:
    assert {action[0] for _, action, _, _ in EVENT_STORIES} == set(rules.HANDLERS)


# -- whole games -------------------------------------------------------------------------------------------------------

each_game = pytest.mark.parametrize(("seats", "seed"), [(seats, seed) for seats in (2, 3, 4) for seed in range(3)])


@each_game
def test_every_draw_is_in_the_event_of_its_entry(seats: int, seed: int) -> None:
    match = random_positions("palazzo", seats, seed)[-1]
    for (_, action, draws), event in zip(match.log, match.events(None), strict=True):
        if action[0] == "money":
            assert event["cards"] == draws
        elif action[0] == "tiles":
            quarry = event["quarry"][1:] if event["quarry"] else []
            tiles = [*filter(None, [event["supply"]]), *quarry]
            assert sorted([*tiles, *["rider"] * event["came"]]) == sorted(draws)
        else:
            assert draws == []


@each_game
def test_events_add_up_to_what_is_seen(seats: int, seed: int) -> None:
    """This covers tiles drawn and auctioned, their builders, bids and points."""
    matches = random_positions("palazzo", seats, seed)
    events = matches[-1].events(None)
    for event, (before, after) in zip(events, pairwise(match.view(None) for match in matches), strict=True):
        seat = event["seat"]
        match event["verb"]:
            case "tiles":
                assert after["supply"] == before["supply"] + ([event["supply"]] if event["supply"] else [])
                assert event["riders"] == after["riders"] == before["riders"] + event["came"]
                if event["quarry"]:
                    place, tile = event["quarry"]
                    assert after["quarries"][place] == [*before["quarries"][place], tile]
            case "buy":
                each = max(0, 10 - len(before["supply"]))
                assert event["price"] == each * len(event["tiles"])
                assert after["building"] == event["tiles"]
            case "auction" if event["quarry"] is None:
                assert not any(before["quarries"])
            case "auction":
                assert before["quarries"][event["quarry"]] == event["tiles"]
                assert (after["builder"], event["claims"]) == (event["quarry"], len(event["tiles"]) > 3)
            case "bid":
                assert event["total"] == after["totals"][seat] > max(before["totals"])
            case "pass" if "won" in event:
                assert (after["to_move"], after["building"]) == (event["won"], event["tiles"])
                assert event["paid"] == max(before["totals"])
            case "build":
                assert after["gone"] - before["gone"] == (event["where"] == "out") + len(event["leave"])
            case "rebuild":
                assert len(after["discards"]) == len(before["discards"]) + 1
        assert event["over"] == (after["to_move"] is None)
