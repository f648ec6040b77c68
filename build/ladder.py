"""Play bot levels against each other and write the tables in `web/rules/bots.html`: `python build/ladder.py`.

Each level plays the level below, and a master plays a master with half its time. The program plays only missing games,
a fifth of every pairing before more of any. You can stop it at any time and continue in any clone. `tests/ladder` has
the results of each pairing, and a folder with the journal of its games. If you played them yourself, it also has their
saves. `--told` plays nothing, `--only GAME` plays one game.

`--player mybot.py:Greedy` lets a bot of your own play each level instead, with the seed of the ladder. It prints the
results, and neither the page nor `tests/ladder` gets them.
"""

import json
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Collection
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

from pygame_core import GAMES
from pygame_core.bots import LEVELS

ROOT = Path(__file__).resolve().parent.parent
RESULTS_FOLDER, BOTS_PAGE = ROOT / "tests/ladder", ROOT / "web/rules/bots.html"
SEED = 2026
BATCHES = 5  # parts in which a pairing is played
THINKING_SECONDS = 1  # limit of a master
NO_RESULT = "–"
Figure = Literal["win_rate", "low", "high"]
RESULT_FIGURES: tuple[Figure, ...] = ("win_rate", "low", "high")


class PlayerResult(TypedDict):
    """Results of one level in a pairing: its share of wins with a confidence interval, and its mean score."""

    name: str
    win_rate: float
    low: float
    high: float
    mean_score: float


class PairingResult(TypedDict):
    """Results of one pairing, as `simulate --json` writes them."""

    games: int
    players: list[PlayerResult]


class Pairing(NamedTuple):
    """One player of a level against opponents of another level. `master:2` is a master that thinks for two seconds."""

    game: str
    better: str
    worse: str
    seats: int

    @property
    def name(self) -> str:
        """Name of its files. It has the version of the bots, so results of older bots do not count."""
        return f"{self.game}-{GAMES[self.game].bot_version}-{self.better}-{self.worse}-{self.seats}".replace(":", "")

    @property
    def planned_games(self) -> int:
        """Number of games to play: fewer with a slow master, and fewer still between two."""
        return 40 if self in DOUBLINGS else 120 if self.better == "master" else 400

    @property
    def played_games(self) -> int:
        """Number of games played so far."""
        result = self.load_result()
        return result["games"] if result else 0

    def game_arguments(self, games: int) -> list[str]:
        """Return the arguments of the command that plays so many of its games, without those for files."""
        seats = ",".join([self.better, *[self.worse] * (self.seats - 1)])
        settings = ["--games", games, "--seed", SEED, "--seconds", THINKING_SECONDS]
        return list(map(str, ["simulate", self.game, "--seats", seats, *settings]))

    def simulate_arguments(self, games: int) -> list[str]:
        """Return the arguments of the command that plays so many of its games, or continues them."""
        files = ["--save-dir", RESULTS_FOLDER / self.name, "--json", RESULTS_FOLDER / f"{self.name}.json"]
        return [*self.game_arguments(games), *map(str, files)]

    def load_result(self) -> PairingResult | None:
        """Return the results so far, or None if no game is played."""
        file = RESULTS_FOLDER / f"{self.name}.json"
        if not file.is_file() or not file.stat().st_size:
            return None
        try:
            result: PairingResult = json.loads(file.read_text("utf-8"))
            if int(result["games"]) and all(0 <= result["players"][0][name] <= 1 for name in RESULT_FIGURES):
                return result
        except (OSError, ValueError, LookupError, TypeError):
            pass
        sys.exit(f"{file} holds no result of games; delete it, and its games are counted anew from their journal")


LEVEL_PAIRS = (("casual", "beginner"), ("skilled", "casual"), ("master", "skilled"), ("master", "casual"))
LADDER = [
    Pairing(name, better, worse, seats)
    for seats in (2, 4)
    for better, worse in LEVEL_PAIRS
    for name, game in GAMES.items()
    if seats in game.seat_counts
]
TIME_PAIRS = (("master:1", "master:0.5"), ("master:2", "master:1"))
DOUBLINGS = [Pairing(name, better, worse, 2) for better, worse in TIME_PAIRS for name in GAMES]


def play_missing_games(names: Collection[str]) -> None:
    """Play the missing games of these titles."""
    RESULTS_FOLDER.mkdir(exist_ok=True)
    for part in range(1, BATCHES + 1):
        for pair in LADDER + DOUBLINGS:
            games = pair.planned_games * part // BATCHES
            if pair.game in names and pair.played_games < games:
                print(
                    f"{pair.name}: {pair.played_games} of {pair.planned_games} games played, now to {games}", flush=True
                )
                subprocess.run(
                    [sys.executable, "-m", "pygame_core", *pair.simulate_arguments(games)], cwd=ROOT, check=True
                )


def level_rows() -> str:
    """Return HTML rows with the results of all levels: by game and pair, one cell for each number of seats."""
    cells = {pair[:4]: result_cell(pair) for pair in LADDER}
    rows = []
    for name, game in GAMES.items():
        if not any(pair.load_result() for pair in LADDER if pair.game == name):
            continue  # not played yet
        rows.append(f'<tr><th scope="rowgroup" colspan="3">{game.sentences.game_title()}</th></tr>')
        for better, worse in LEVEL_PAIRS:
            found = "".join(f"<td>{cells.get((name, better, worse, seats), NO_RESULT)}</td>" for seats in (2, 4))
            rows.append(f'<tr><th scope="row">{better} over {worse}</th>{found}</tr>')
    return "\n".join(rows)


def doubling_rows() -> str:
    """Return rows with the results of a master with twice the time: by game, one cell for each time."""
    return "\n".join(
        f'<tr><th scope="row">{game.sentences.game_title()}</th>'
        + "".join(f"<td>{result_cell(pair)}</td>" for pair in DOUBLINGS if pair.game == name)
        + "</tr>"
        for name, game in GAMES.items()
        if any(pair.load_result() for pair in LADDER if pair.game == name)
    )


def result_cell(pair: Pairing) -> str:
    """Return the better level's share of wins with its interval, and the number of games if some are missing."""
    result = pair.load_result()
    if not result:
        return NO_RESULT
    first = result["players"][0]
    percent = [f"{100 * first[name]:.0f}" for name in RESULT_FIGURES]
    games = "" if pair.played_games == pair.planned_games else f", {pair.played_games}&nbsp;games"
    return f"<b>{percent[0]}%</b> <small>{percent[1]}&nbsp;to&nbsp;{percent[2]}{games}</small>"


def update_bots_page() -> None:
    """Write the tables into the page."""
    page = BOTS_PAGE.read_text("utf-8")
    for name, rows in (("by-level", level_rows()), ("by-time", doubling_rows())):
        page = re.sub(rf"(<tbody id=\"{name}\">\n).*?(</tbody>)", rf"\g<1>{rows}\n\g<2>", page, flags=re.DOTALL)
    BOTS_PAGE.write_text(page, "utf-8")
    print(f"{BOTS_PAGE.relative_to(ROOT)} has the tables of what was played so far")


def print_own_ladder(player: str, games: int, names: Collection[str]) -> None:
    """Let a bot of one's own play so many games against each level at two seats, and print its share of wins."""
    for name in names:
        for level in LEVELS:
            arguments = Pairing(name, player, level, 2).game_arguments(games)
            command = [sys.executable, "-m", "pygame_core", *arguments, "--json"]
            paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
            run = subprocess.run(command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": paths})
            if run.returncode:
                sys.exit(run.returncode)
            first = json.loads(run.stdout)["players"][0]
            percent = [f"{100 * first[figure]:.0f}" for figure in RESULT_FIGURES]
            print(f"{name}, against {level}: {percent[0]}% wins, {percent[1]} to {percent[2]}", flush=True)


def main() -> None:
    """Play the missing games and write the tables."""
    about = "Play the missing games of the bot levels into tests/ladder, and write the tables in web/rules/bots.html."
    more = "It takes hours: you can stop it at any time and continue later."
    parser = ArgumentParser(description=f"{about} {more}")
    parser.add_argument("--told", action="store_true", help="write the tables only")
    parser.add_argument("--only", metavar="GAME", choices=GAMES, help="play one game: " + ", ".join(GAMES))
    parser.add_argument("--player", metavar="PLAYER", help="a bot of your own, such as mybot.py:Greedy, on the ladder")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="number of its games against a level (100)")
    args = parser.parse_args()
    if args.player:
        print_own_ladder(args.player, args.games, [args.only] if args.only else GAMES)
        return
    if not args.told:
        play_missing_games([args.only] if args.only else GAMES)
    update_bots_page()


if __name__ == "__main__":
    main()
