"""Tests of the paths and counts of animated pieces. They call the script in Node."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
SCRIPT = HERE.parents[1] / "web/scripts/flight.js"
EDGE = {"comes": False, "goes": False}

AskScript = Callable[[list[list[Any]]], list[Any]]


def box(left: float, top: float, width: float, height: float) -> dict[str, float]:
    """Return a box as the script has it."""
    return {"left": left, "top": top, "width": width, "height": height}


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> AskScript:
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copyfile(SCRIPT, folder / SCRIPT.name)

    def run_calls(calls: list[list[Any]]) -> list[Any]:
        command = ["node", str(HERE / "calls.js"), str(folder / SCRIPT.name), "{}"]
        run = subprocess.run(command, input=json.dumps(calls).encode(), capture_output=True)
        assert run.returncode == 0, run.stderr.decode()
        found: list[Any] = json.loads(run.stdout)
        return found

    return run_calls


def test_a_piece_without_a_size_flies_with_its_own_scale(ask: AskScript) -> None:
    """Chromium refuses keyframes with `scale(Infinity)` and shows no flight at all."""
    sizes = [(0, 0), (0, 20), (20, 0), (20, 20)]
    calls = [
        ["flightFrames", box(0, 0, *own), [box(5, 5, *start), box(90, 90, *end)], edge]
        for own in sizes
        for start in sizes
        for end in sizes
        for edge in (EDGE, {"comes": True, "goes": True})
    ]
    for frames in ask(calls):
        assert not any(fault in text for text in frames["transform"] for fault in ("Infinity", "NaN"))


def test_a_flight_goes_from_middle_to_middle_and_grows_half_way(ask: AskScript) -> None:
    [frames] = ask([["flightFrames", box(0, 0, 10, 20), [box(100, 100, 10, 20), box(0, 0, 20, 40)], EDGE]])
    assert frames["transform"] == [
        "translate(100px,100px) scale(1)",
        "translate(52.5px,55px) scale(1.59)",
        "translate(5px,10px) scale(2)",
    ]
    assert frames["opacity"] == [1] * 6


def test_a_piece_that_appears_or_disappears_fades_and_stays_small(ask: AskScript) -> None:
    stops = [box(0, 0, 90, 90), box(0, 0, 90, 90)]
    [frames] = ask([["flightFrames", box(0, 0, 10, 10), stops, {"comes": True, "goes": True}]])
    assert (frames["opacity"][0], frames["opacity"][-1]) == (0, 0)
    assert frames["transform"][0].endswith("scale(1.2)")


def test_a_paid_card_passes_the_building_which_then_leaves(ask: AskScript) -> None:
    stops = [box(0, 500, 10, 10), box(300, 0, 10, 10), box(0, 250, 10, 10)]
    frames, straight, times = ask(
        [
            ["flightFrames", box(0, 0, 10, 10), stops, EDGE],
            ["flightTimes", stops[0], None, stops[2]],
            ["flightTimes", *stops],
        ]
    )
    assert frames["transform"][1] == "translate(300px,0px) scale(1)"
    assert times == {"duration": 360, "free": 180}
    assert straight == {"duration": 160 + 0.28 * 250, "free": 0}


def test_a_figure_counts_to_its_new_value_in_few_steps(ask: AskScript) -> None:
    up, down, same, text, big, gain = ask(
        [
            ["countSteps", before, after]
            for before, after in [
                ("3", "6"),
                ("2", "−1"),
                ("4", "4"),
                ("8 cards", "9 cards"),
                ("0", "100"),
                ("+1", "+3"),
            ]
        ]
    )
    assert up == ["4", "5", "6"]
    assert down == ["1", "0", "−1"]
    assert same == text == []
    assert len(big) == 12
    assert big == sorted(big, key=int)
    assert big[-1] == "100"
    assert gain == ["+2", "+3"]
