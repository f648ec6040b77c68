"""Measure how long the page takes to make its screen, and how fast the rules are, in CPython and in Pyodide under Node.

A screen is all of `layout.render_screen`, at each decision of the person in games of four. An action is `legal`, a
random choice and `apply`, in random games of four. Both Pythons take turns with the same seeds. The program compares
medians of processor time over screens and games, so a busy computer or a cold start does not matter. Exit code 1: the
ratio of both misses the goal. Milliseconds are only for information. `--profile GAME` shows the slow functions.
"""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palaces.app.model import Model

ROOT = Path(__file__).resolve().parent.parent
SEATS = ("you", "bot:random", "bot:random", "bot:random")
TURNS_PER_PYTHON = 3
SCREEN_GAME_COUNT, RANDOM_GAME_COUNT, WARMUP_GAMES = 4, 200, 20
MAX_SCREEN_MS = 3.0
MIN_SCREEN_RATIO = 0.5
PYODIDE_SCRIPT = """
import { loadPyodide } from "pyodide";
const python = await loadPyodide();
python.mountNodeFS("/root", ".");
const begin = "import sys; sys.dont_write_bytecode = True; sys.path[:0] = ['/root', '/root/web', '/root/build']";
console.log(python.runPython(begin + "; import bench_screen; bench_screen.screen_timings()"));
"""


def cpu_seconds() -> float:
    """Return seconds of processor time so far. Pyodide's `process_time` is the wall clock, so there Node gives the
    time."""
    if sys.platform != "emscripten":
        return process_time()
    import js

    used = js.process.cpuUsage()
    return float(used.user + used.system) / 1e6


def decision_models(game: str, seed: int) -> Iterator["Model"]:
    """Yield every model in which the person has to move, in a random game through the page's own `update`."""
    from palaces.app.routing import Address
    from palaces.features.steps import start_game
    from palaces.loop.update import update

    chance = random.Random(seed)
    model = start_game(Address(game, SEATS, seed=seed, speed="instant"))[0]
    while model.mover is not None:
        if model.can_act:
            yield model
        action = chance.choice(model.match.legal())
        n = len(model.match.log)
        model = update(model, ("bot", 0, n, action) if model.bot_level else ("play", action))[0]


def time_random_game(game: str, seed: int) -> int:
    """Play one random game of four and return the number of its actions."""
    from pygame_core import GAMES, Dealer

    dealer, chance, actions = Dealer(seed), random.Random(seed).random, 0
    state = GAMES[game].deal(len(SEATS), dealer, {})
    while legal := state.legal():
        state.apply(legal[int(chance() * len(legal))], dealer)
        actions += 1
    return actions


def screen_timings() -> str:
    """Return seconds for every screen, and for an action in every random game, by game, as JSON."""
    from pygame_core import GAMES

    return json.dumps({game: time_game(game) for game in GAMES})


def time_game(game: str) -> dict[str, list[float]]:
    """Return the timings of one game."""
    from palaces.loop import layout

    found: dict[str, list[float]] = {"screen": [], "action": []}
    for seed in range(SCREEN_GAME_COUNT):
        for model in decision_models(game, seed):
            began = cpu_seconds()
            layout.render_screen(model)
            found["screen"].append(cpu_seconds() - began)
    for seed in range(WARMUP_GAMES):
        time_random_game(game, seed)
    for seed in range(RANDOM_GAME_COUNT):
        began = cpu_seconds()
        actions = time_random_game(game, seed)
        found["action"].append((cpu_seconds() - began) / actions)
    return found


def profile_game(game: str) -> None:
    """Print the functions that make a game's screen slow, in this Python."""
    import cProfile
    import pstats

    from palaces.loop import layout

    models = [model for seed in range(SCREEN_GAME_COUNT) for model in decision_models(game, seed)]
    with cProfile.Profile() as found:
        for model in models:
            layout.render_screen(model)
    pstats.Stats(found).sort_stats("tottime").print_stats(20)


def main() -> int:
    """Measure both Pythons in turn. Return the exit code."""
    sys.path[:0] = [str(ROOT), str(ROOT / "web"), str(ROOT / "build")]
    if sys.argv[1:2] == ["--profile"]:
        profile_game(sys.argv[2])
        return 0
    node = shutil.which("node") or sys.exit("Node is needed.")
    start = f"import sys; sys.path[:] = {sys.path!r}; import bench_screen; print(bench_screen.screen_timings())"
    commands = {
        "CPython": [sys.executable, "-c", start],
        "Pyodide": [node, "--input-type=module", "--eval", PYODIDE_SCRIPT],
    }
    found: dict[str, dict[str, dict[str, list[float]]]] = {}
    for _turn in range(TURNS_PER_PYTHON):
        for name, command in commands.items():
            out = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
            for game, figures_of in json.loads(out.splitlines()[-1]).items():
                kept = found.setdefault(game, {}).setdefault(name, {"screen": [], "action": []})
                for what, seconds in figures_of.items():
                    kept[what] += seconds
    return max([report_timings(game, by_python) for game, by_python in found.items()])


def report_timings(game: str, found: dict[str, dict[str, list[float]]]) -> int:
    """Print a game's timings. Return 1 if its ratio misses the goal."""
    for name, seconds_of in found.items():
        middle, slow = median(seconds_of["screen"]) * 1e3, quantiles(seconds_of["screen"], n=10)[-1] * 1e3
        speed = 1 / median(seconds_of["action"])
        print(f"{game}, {name}: screen {middle:.2f} ms (9 of 10 below {slow:.2f} ms), {speed:,.0f} actions a second")
    ratio = median(found["CPython"]["action"]) / median(found["Pyodide"]["action"])
    print(f"goals: screen in Pyodide at most {MAX_SCREEN_MS:.0f} ms")
    print(f"actions a second in Pyodide to CPython: RATIO {ratio:.2f} (goal {MIN_SCREEN_RATIO})")
    return int(ratio < MIN_SCREEN_RATIO)


if __name__ == "__main__":
    sys.exit(main())
