"""A benchmark of the environments, as ratios to PettingZoo's chess and OpenSpiel's Python games in the same run.

`python tests/bench_environments.py [--json]`. A step of PettingZoo is `last`, a random action of the mask, and `step`,
in whole games of `env()`. A step of OpenSpiel is a random legal action or a drawn outcome. Both include the observation
of the player to move. Slices of ours and of the others alternate, each with new seeds, and the result is the median of
the rounds' ratios in processor time. Exit code 1: a goal is missed.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from statistics import median
from types import ModuleType
from typing import Any

import pyspiel
from bench_rules import timed_results

from pygame_core.rl import alhambra_v0, medina_v0, openspiel, palazzo_v0

SEATS = 3
ROUNDS = 15
CHESS_STEPS, OUR_STEPS, SPIEL_STEPS = 250, 800, 1000  # per round
MIN_CHESS_RATIO = 10.0
ENVIRONMENTS: dict[str, Callable[..., Any]] = {
    "alhambra": alhambra_v0.env,
    "palazzo": palazzo_v0.env,
    "medina": medina_v0.env,
}
PYTHON_GAMES = ("tic_tac_toe", "kuhn_poker")


def load_chess() -> Callable[..., Any]:
    """Return PettingZoo's chess. It imports a module called `pygame`, which only draws, so an empty one will do."""
    sys.modules.setdefault("pygame", ModuleType("pygame"))
    make: Callable[..., Any] = import_module("pettingzoo.classic.chess.chess").env
    return make


def environment_steps(env: Any, seed: int) -> Iterator[None]:
    """Play random games of an environment, each from the deal on. Yield after each step."""
    chance = random.Random(seed).random
    for episode in count():
        env.reset(seed=1000 * seed + episode)
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(chance() * len(legal))]))
            yield


def spiel_steps(game: Any, seed: int) -> Iterator[None]:
    """Play random games of OpenSpiel, each from the deal on. Yield after each step."""
    rng, observer = random.Random(seed), game.make_py_observer()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                observer.set_from(state, state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
            yield


def steps_per_second(steps: Iterator[None], number: int) -> float:
    """Return the speed of this number of steps."""
    _, took = timed_results(lambda _nth: next(steps), range(number))
    return number / took


def measure() -> dict[str, dict[str, float]]:
    """Return by game the medians of the rounds: steps per second, and their ratios."""
    make_chess = load_chess()
    python_games = [
        import_module(f"open_spiel.python.games.{name}") and pyspiel.load_game(f"python_{name}")
        for name in PYTHON_GAMES
    ]
    found: dict[str, dict[str, list[float]]] = {name: {} for name in ENVIRONMENTS}
    for nth in range(ROUNDS):
        for name, make in ENVIRONMENTS.items():
            game = pyspiel.load_game(openspiel.NAME_PREFIX + name, {"players": SEATS})
            others = [steps_per_second(spiel_steps(other, nth), SPIEL_STEPS) for other in python_games]
            round_figures = {
                "steps": steps_per_second(environment_steps(make(seats=SEATS), nth), OUR_STEPS),
                "chess": steps_per_second(environment_steps(make_chess(), nth), CHESS_STEPS),
                "spiel_steps": steps_per_second(spiel_steps(game, nth), SPIEL_STEPS),
            }
            round_figures["chess_ratio"] = round_figures["steps"] / round_figures["chess"]
            for other, speed in zip(PYTHON_GAMES, others, strict=True):
                round_figures[f"{other}_ratio"] = round_figures["spiel_steps"] / speed
            for figure, value in round_figures.items():
                found[name].setdefault(figure, []).append(value)
    return {name: {figure: median(values) for figure, values in own.items()} for name, own in found.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wants_json = parser.parse_args().json
    figures = measure()
    if wants_json:
        print(json.dumps(figures))
    else:
        print(f"random games with {SEATS} seats; medians of {ROUNDS} rounds, processor time")
        for name, found in figures.items():
            ratios = ", ".join(f"{found[f'{other}_ratio']:.2f} of its {other}" for other in PYTHON_GAMES)
            print(
                f"{name}: {found['steps']:,.0f} steps a second in PettingZoo, its chess {found['chess']:,.0f}:"
                f" RATIO {found['chess_ratio']:.1f} (goal {MIN_CHESS_RATIO:.0f})\n"
                f"  {found['spiel_steps']:,.0f} steps a second in OpenSpiel: {ratios}"
            )
    return int(any(found["chess_ratio"] < MIN_CHESS_RATIO for found in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
