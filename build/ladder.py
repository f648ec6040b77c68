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
from typing import Any, NamedTuple

from pygame_core import GAMES

ROOT = Path(__file__).resolve().parent.parent
RESULTS, PAGE = ROOT / "tests/ladder", ROOT / "web/rules/bots.html"
SEED = 2026
PARTS = 5  # in which a pair is played
SECONDS = 1  # that a master thinks at most
NONE = "–"
FIGURES = ("win_rate", "low", "high")


class Pair(NamedTuple):
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
    def games(self) -> int:
        """Fewer with a master, who takes its time, and fewer still between two."""
        return 40 if self in DOUBLINGS else 120 if self.better == "master" else 400

    @property
    def played(self) -> int:
        """How many of its games are."""
        result = self.result()
        return result["games"] if result else 0

    def command(self, games: int) -> list[str]:
        """What plays so many of its games, or goes on with them."""
        seats = ",".join([self.better, *[self.worse] * (self.seats - 1)])
        settings = ["--games", games, "--seed", SEED, "--seconds", SECONDS]
        files = ["--save-dir", RESULTS / self.name, "--json", RESULTS / f"{self.name}.json"]
        return list(map(str, ["simulate", self.game, "--seats", seats, *settings, *files]))

    def result(self) -> dict[str, Any] | None:
        """What is known of it, once any of its games are played."""
        file = RESULTS / f"{self.name}.json"
        if not file.is_file() or not file.stat().st_size:
            return None
        try:
            result: dict[str, Any] = json.loads(file.read_text("utf-8"))
            if int(result["games"]) and all(0 <= result["players"][0][name] <= 1 for name in FIGURES):
                return result
        except (OSError, ValueError, LookupError, TypeError):
            pass
        sys.exit(f"{file} holds no result of games; delete it, and its games are counted anew from their journal")


STEPS = (("casual", "beginner"), ("skilled", "casual"), ("master", "skilled"), ("master", "casual"))
LADDER = [
    Pair(name, better, worse, seats)
    for seats in (2, 4)
    for better, worse in STEPS
    for name, game in GAMES.items()
    if seats in game.seat_counts
]
TIMES = (("master:1", "master:0.5"), ("master:2", "master:1"))
DOUBLINGS = [Pair(name, better, worse, 2) for better, worse in TIMES for name in GAMES]


def play(names: Collection[str]) -> None:
    """Play what has no result yet of these games."""
    RESULTS.mkdir(exist_ok=True)
    for part in range(1, PARTS + 1):
        for pair in LADDER + DOUBLINGS:
            games = pair.games * part // PARTS
            if pair.game in names and pair.played < games:
                print(f"{pair.name}: {pair.played} of {pair.games} games played, now to {games}", flush=True)
                subprocess.run([sys.executable, "-m", "pygame_core", *pair.command(games)], cwd=ROOT, check=True)


def levels() -> str:
    """The results of all levels as the rows of an HTML table: by game and pair, a cell for each number of seats."""
    cells = {pair[:4]: cell(pair) for pair in LADDER}
    rows = []
    for name, game in GAMES.items():
        if not any(pair.result() for pair in LADDER if pair.game == name):
            continue  # it has not been played yet
        rows.append(f'<tr><th scope="rowgroup" colspan="3">{game.sentences.game_title()}</th></tr>')
        for better, worse in STEPS:
            found = "".join(f"<td>{cells.get((name, better, worse, seats), NONE)}</td>" for seats in (2, 4))
            rows.append(f'<tr><th scope="row">{better} over {worse}</th>{found}</tr>')
    return "\n".join(rows)


def times() -> str:
    """Those of a master with twice the time: by game, a cell for each time."""
    return "\n".join(
        f'<tr><th scope="row">{game.sentences.game_title()}</th>'
        + "".join(f"<td>{cell(pair)}</td>" for pair in DOUBLINGS if pair.game == name)
        + "</tr>"
        for name, game in GAMES.items()
        if any(pair.result() for pair in LADDER if pair.game == name)
    )


def cell(pair: Pair) -> str:
    """How often the better level wins, with the interval, and in how many games if they are not all yet."""
    result = pair.result()
    if not result:
        return NONE
    first = result["players"][0]
    percent = [f"{100 * first[name]:.0f}" for name in FIGURES]
    games = "" if pair.played == pair.games else f", {pair.played}&nbsp;games"
    return f"<b>{percent[0]}&nbsp;%</b> <small>{percent[1]}&nbsp;to&nbsp;{percent[2]}{games}</small>"


def tell() -> None:
    """Write the tables into the page, and say so."""
    page = PAGE.read_text("utf-8")
    for name, rows in (("by-level", levels()), ("by-time", times())):
        page = re.sub(rf"(<tbody id=\"{name}\">\n).*?(</tbody>)", rf"\g<1>{rows}\n\g<2>", page, flags=re.DOTALL)
    PAGE.write_text(page, "utf-8")
    print(f"{PAGE.relative_to(ROOT)} has the tables of what was played so far")


def main() -> None:
    about = "Play what is missing of the ladder of the computer players into tests/ladder: hours, which can be stopped"
    more = "at any time and go on. Then write its tables into web/rules/bots.html."
    parser = ArgumentParser(description=f"{about} {more}")
    parser.add_argument("--told", action="store_true", help="write the tables only")
    parser.add_argument("--only", metavar="GAME", choices=GAMES, help="play one game: " + ", ".join(GAMES))
    args = parser.parse_args()
    if not args.told:
        play([args.only] if args.only else GAMES)
    tell()


if __name__ == "__main__":
    main()
