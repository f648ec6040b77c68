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
    (palazzo_table(), ["money"], "r7 r7 c2 b3", ["Ada turned up 2 red 7s, a blue 3 and a certificate."]),
    (palazzo_table(phase="pick", money="c2 b3 r3"), ["pick", "c2"], "", ["Ada took a certificate."]),
    (
        palazzo_table(),
        ["tiles"],
        "brick-1-2 brick-3-1",
        ["Ada drew the brick 1 (2 windows) for the supply and the brick 3 (1 window) for quarry 2."],
    ),
    (
        palazzo_table(stacks=LAST_STACK, riders=1),
        ["tiles"],
        "rider marble-4-3",
        ["Ada drew the marble 4 (3 windows) for quarry 4 and a rider (2 of 5)."],
    ),
    (palazzo_table(stacks=LAST_STACK, riders=1), ["tiles"], "rider rider", ["Ada drew 2 riders (3 of 5)."]),
    (
        palazzo_table(stacks=LAST_STACK, riders=4),
        ["tiles"],
        "marble-4-3 rider",
        [
            "Ada drew the marble 4 (3 windows) for the supply and a rider (5 of 5).",
            "The last rider arrived. The game is over.",
        ],
    ),
    (
        palazzo_table(stacks=LAST_STACK, riders=4),
        ["tiles"],
        "rider",
        ["Ada drew a rider (5 of 5).", "The last rider arrived. The game is over."],
    ),
    (
        palazzo_table(["r3 r7 r7 c2"], phase="choose", supply="brick-1-2 brick-3-1"),
        ["buy", ["brick-1-2", "brick-3-1"], ["r3", "r7", "r7"]],
        "",
        ["Ada bought the brick 1 (2 windows) and the brick 3 (1 window) for 16 with a red 3 and 2 red 7s."],
    ),
    (
        palazzo_table(
            phase="choose", supply=f"brick-1-2 {FOUR_TILES} brick-2-1 marble-1-1 marble-1-2 marble-2-3 marble-4-2"
        ),
        ["buy", ["brick-1-2"], []],
        "",
        ["Ada got the brick 1 (2 windows) for free."],
    ),
    (
        palazzo_table(phase="choose", quarries=["", "", "brick-1-2"]),
        ["auction"],
        "",
        [
            "Ada sent the master builder to quarry 3.",
            "Ada put the brick 1 (2 windows) up for auction at 3.",
        ],
    ),
    (
        palazzo_table(phase="choose", quarries=["", "", FOUR_TILES]),
        ["auction"],
        "",
        [
            "Ada sent the master builder to quarry 3.",
            "Everyone got one of the 4 tiles.",
        ],
    ),
    (palazzo_table(phase="choose"), ["auction"], "", ["Ada wanted an auction, but every quarry was empty."]),
    (
        palazzo_table(["r4 b4 y4"], phase="bid", quarries=["brick-1-2"], bids=["r6"], totals=[6, 7]),
        ["bid", "r4", "b4", "y4"],
        "",
        ["Ada bid 21, adding a red 4, a blue 4 and a yellow 4."],
    ),
    (
        palazzo_table(["r4 c2 c2"], phase="bid", quarries=["brick-1-2"], totals=[3, 7]),
        ["bid", "r4", "c2", "c2"],
        "",
        ["Ada bid 11, adding a red 4 and 2 certificates."],
    ),
    (
        palazzo_table(["r4 b4 y4"], phase="bid", quarries=["brick-1-2"], totals=[0, 7]),
        ["bid", "r4", "b4", "y4"],
        "",
        ["Ada bid 15 with a red 4, a blue 4 and a yellow 4."],
    ),
    (
        palazzo_table(phase="bid", quarries=["brick-1-2"], bids=["r6", "r7"], totals=[6, 7]),
        ["pass"],
        "",
        ["Ada passed."],
    ),
    (
        palazzo_table(seats=2, phase="bid", quarries=["brick-1-2"], bids=["r6", "r7"], totals=[6, 7]),
        ["pass"],
        "",
        ["Ada passed.", "Bob won the brick 1 (2 windows) with a bid of 7."],
    ),
    (
        palazzo_table(phase="claim", quarries=[FOUR_TILES]),
        ["claim", "brick-3-2"],
        "",
        ["Ada took the brick 3 (2 windows) from the quarry."],
    ),
    (
        palazzo_table(phase="build", building="brick-3-2"),
        ["build", "brick-3-2", "new"],
        "",
        ["Ada started a palace with the brick 3 (2 windows)."],
    ),
    (
        palazzo_table(phase="build", building="brick-3-2"),
        ["build", "brick-3-2", "out"],
        "",
        ["Ada discarded the brick 3 (2 windows)."],
    ),
    (
        palazzo_table(phase="build", building="brick-3-2", rows=["marble-1-1 | brick-1-2 brick-2-3"]),
        ["build", "brick-3-2", 1],
        "",
        ["Ada built the brick 3 (2 windows) on palace 2, now worth 10."],
    ),
    (
        palazzo_table(["r3"], rows=["marble-1-1 | brick-1-2 brick-2-3"]),
        ["rebuild", "r3", "split", 1, 2],
        "",
        ["Ada paid a red 3 and split the brick 2 (3 windows) off palace 2."],
    ),
    (
        palazzo_table(["c2"], rows=["brick-2-3 | brick-1-2 brick-3-2"]),
        ["rebuild", "c2", "join", 0, 1],
        "",
        ["Ada paid a certificate and moved the brick 2 (3 windows) into palace 1, now worth 10."],
    ),
    (
        palazzo_table(["r3"], rows=["brick-1-2 brick-3-2 | brick-2-3 | brick-4-1"]),
        ["rebuild", "r3", "join", 1, 0],
        "",
        ["Ada paid a red 3 and moved the brick 2 (3 windows) into palace 1, now worth 10."],
    ),
    (
        palazzo_table(["r3"], rows=["marble-1-1"]),
        ["rebuild", "r3", "drop", 0],
        "",
        ["Ada paid a red 3 and discarded the marble 1 (1 window)."],
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
        "Bob took the brick 3 (2 windows) from the quarry.",
        "Bob started a palace with the brick 3 (2 windows).",
        "The other tiles left the game: the sandstone 3 (3 windows), the marble 3 (1 window)"
        " and the marble 4 (2 windows).",
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
