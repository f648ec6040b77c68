"""The ladder of the computer players: each level against the one below, and a master against one with half its time;
and the tables of it in `web/rules/bots.html`.

`python build/ladder.py` plays what is missing, a fifth of every pair before more of any, and writes the tables anew. It
can be stopped at any time, and goes on in any clone: `tests/ladder` has of each pair its results so far, and a folder
with the journal of its games (and, where they were played, their saves). `--told` plays nothing, `--only GAME` one game
alone.
"""

import json
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Collection
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

from pygame_core import GAMES

ROOT = Path(__file__).resolve().parent.parent
RESULTS_FOLDER, BOTS_PAGE = ROOT / "tests/ladder", ROOT / "web/rules/bots.html"
SEED = 2026
BATCHES = 5  # in which a pair is played
THINKING_SECONDS = 1  # that a master thinks at most
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
    """One player of a level against all others of another; `master:2` is one that may think for two seconds."""

    game: str
    better: str
    worse: str
    seats: int

    @property
    def name(self) -> str:
        """Of its files. What other computer players have played, by their number, is not looked at."""
        return f"{self.game}-{GAMES[self.game].bot_version}-{self.better}-{self.worse}-{self.seats}".replace(":", "")

    @property
    def planned_games(self) -> int:
        """Fewer with a master, who takes its time, and fewer still between two."""
        return 40 if self in DOUBLINGS else 120 if self.better == "master" else 400

    @property
    def played_games(self) -> int:
        """How many of its games are."""
        result = self.load_result()
        return result["games"] if result else 0

    def simulate_arguments(self, games: int) -> list[str]:
        """What plays so many of its games, or goes on with them."""
        seats = ",".join([self.better, *[self.worse] * (self.seats - 1)])
        settings = ["--games", games, "--seed", SEED, "--seconds", THINKING_SECONDS]
        files = ["--save-dir", RESULTS_FOLDER / self.name, "--json", RESULTS_FOLDER / f"{self.name}.json"]
        return list(map(str, ["simulate", self.game, "--seats", seats, *settings, *files]))

    def load_result(self) -> PairingResult | None:
        """What is known of it, once any of its games are played."""
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
    """Play what has no result yet of these games."""
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
    """The results of all levels as the rows of an HTML table: by game and pair, a cell for each number of seats."""
    cells = {pair[:4]: result_cell(pair) for pair in LADDER}
    rows = []
    for name, game in GAMES.items():
        if not any(pair.load_result() for pair in LADDER if pair.game == name):
            continue  # it has not been played yet
        rows.append(f'<tr><th scope="rowgroup" colspan="3">{game.sentences.game_title()}</th></tr>')
        for better, worse in LEVEL_PAIRS:
            found = "".join(f"<td>{cells.get((name, better, worse, seats), NO_RESULT)}</td>" for seats in (2, 4))
            rows.append(f'<tr><th scope="row">{better} over {worse}</th>{found}</tr>')
    return "\n".join(rows)


def doubling_rows() -> str:
    """Those of a master with twice the time: by game, a cell for each time."""
    return "\n".join(
        f'<tr><th scope="row">{game.sentences.game_title()}</th>'
        + "".join(f"<td>{result_cell(pair)}</td>" for pair in DOUBLINGS if pair.game == name)
        + "</tr>"
        for name, game in GAMES.items()
        if any(pair.load_result() for pair in LADDER if pair.game == name)
    )


def result_cell(pair: Pairing) -> str:
    """How often the better level wins, with the interval, and in how many games if they are not all yet."""
    result = pair.load_result()
    if not result:
        return NO_RESULT
    first = result["players"][0]
    percent = [f"{100 * first[name]:.0f}" for name in RESULT_FIGURES]
    games = "" if pair.played_games == pair.planned_games else f", {pair.played_games}&nbsp;games"
    return f"<b>{percent[0]}&nbsp;%</b> <small>{percent[1]}&nbsp;to&nbsp;{percent[2]}{games}</small>"


def update_bots_page() -> None:
    """Write the tables into the page, and say so."""
    page = BOTS_PAGE.read_text("utf-8")
    for name, rows in (("by-level", level_rows()), ("by-time", doubling_rows())):
        page = re.sub(rf"(<tbody id=\"{name}\">\n).*?(</tbody>)", rf"\g<1>{rows}\n\g<2>", page, flags=re.DOTALL)
    BOTS_PAGE.write_text(page, "utf-8")
    print(f"{BOTS_PAGE.relative_to(ROOT)} has the tables of what was played so far")


def main() -> None:
    about = "Play what is missing of the ladder of the computer players into tests/ladder: hours, which can be stopped"
    more = "at any time and go on. Then write its tables into web/rules/bots.html."
    parser = ArgumentParser(description=f"{about} {more}")
    parser.add_argument("--told", action="store_true", help="write the tables only")
    parser.add_argument("--only", metavar="GAME", choices=GAMES, help="play one game: " + ", ".join(GAMES))
    args = parser.parse_args()
    if not args.told:
        play_missing_games([args.only] if args.only else GAMES)
    update_bots_page()


if __name__ == "__main__":
    main()
