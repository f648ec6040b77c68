"""Games of the adversaries against a level: `python -m tests.adversaries palazzo --level skilled --games 200`.

The command prints how often each adversary wins, with the 95 % interval, and its mean lead. `--save` adds these figures
to `results.json`, by game, level and name, or to another file that you name.
"""

import json
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from pygame_core import GAMES
from pygame_core.bots import OPPONENT_LEVELS, Budget

from . import ADVERSARIES
from .measure import measure_adversary

RESULTS_FILE = Path(__file__).parent / "results.json"
RECORDED_FIGURES = ("win_rate", "low", "high", "lead")


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.adversaries", description="Adversaries against a level.")
    parser.add_argument("game", choices=ADVERSARIES)
    parser.add_argument("--level", choices=OPPONENT_LEVELS, default="skilled", help="whom they meet: %(default)s")
    parser.add_argument(
        "--games", type=positive_number, default=200, help="that each of them plays, both seats in turn: %(default)s"
    )
    parser.add_argument("--playouts", type=positive_number, default=60, help="of a master for each move: %(default)s")
    parser.add_argument("--only", metavar="NAME", action="append", help="one of them; may be given again")
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=_results_path,
        nargs="?",
        const=RESULTS_FILE,
        help="keep the results, in results.json",
    )
    args = parser.parse_args()
    if unknown := {*(args.only or ())} - {adversary.name for adversary in ADVERSARIES[args.game]}:
        names = ", ".join(adversary.name for adversary in ADVERSARIES[args.game])
        parser.error(f"nobody of {args.game} is called {', '.join(sorted(unknown))}; there are: {names}")
    for adversary in ADVERSARIES[args.game]:
        if args.only and adversary.name not in args.only:
            continue
        result = measure_adversary(args.game, adversary, args.level, args.games, budget=Budget(args.playouts))
        rate, low, high = (f"{100 * part:.1f}" for part in (result.win_rate, result.low, result.high))
        print(f"{adversary.name:16} {rate:>5} %  {low:>5} to {high:>5}  lead {result.lead:+.1f}", flush=True)
        if args.save:
            found = {"minds": GAMES[args.game].bot_version, "games": args.games}
            found |= {key: getattr(result, key) for key in RECORDED_FIGURES}
            save_result(args.save, args.game, args.level, adversary.name, found)


def positive_number(word: str) -> int:
    """Parse a number of at least 1."""
    if not word.isdecimal() or not int(word):
        raise ArgumentTypeError("a whole number, 1 or more")
    return int(word)


def _results_path(word: str) -> Path:
    """Parse the name of a file that can take results. An error before the games is better than one after them."""
    file = Path(word)
    if not file.parent.is_dir():
        raise ArgumentTypeError(f"there is no folder {file.parent}")
    if file.exists():
        try:
            levels = [level for game in json.loads(file.read_text("utf-8")).values() for level in game.values()]
        except (OSError, ValueError, AttributeError):
            levels = [None]
        if not all(isinstance(level, dict) for level in levels):
            raise ArgumentTypeError(f"{word} has no results that others could be added to; name another file")
    return file


def save_result(file: Path, game: str, level: str, name: str, found: dict[str, Any]) -> None:
    """Write a result to the file and keep the other results in it."""
    results = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    results.setdefault(game, {}).setdefault(level, {})[name] = found
    file.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
