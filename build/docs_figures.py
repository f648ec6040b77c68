"""Measure the example bots and run the notebook of the docs again: `make docs-figures`.

It writes `docs/bots/examples/figures.json` and the outputs in `docs/ten-minutes.ipynb`. The tests compare both with new
runs. The same deals give the same wins; only the times depend on the computer.
"""

import json
import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import nbformat
from nbclient import NotebookClient

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.bots.player_process import Limits
from pygame_core.bots.tournament import play_task, process_pool, run_tasks, schedule_games, tally_results
from pygame_core.players import Choice, load, parse

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs/bots/examples"
FIGURES, NOTEBOOK = EXAMPLES / "figures.json", ROOT / "docs/ten-minutes.ipynb"
BOTS = {
    "random_bot": "Random",
    "exact_first": "Exact first",
    "score_now": "Score now",
    "ranked": "Best ranked",
    "one_reply": "One reply",
    "rollouts": "Rollouts",
}
"""The files of the example bots from weak to strong, and their titles."""
TABLE = json.loads(FIGURES.read_text(encoding="utf-8"))
GAME, OPPONENT, GAMES, SEED = (TABLE[key] for key in ("game", "opponent", "games", "seed"))
TIMED_MOVES = 20
MAX_MOVE_SECONDS = 60.0  # the table is about strength, so a slow computer must not decide
NOTEBOOK_TIMEOUT_SECONDS = 300


def measure_bot(name: str, games: int = GAMES, jobs: int = 1) -> dict[str, str | float]:
    """Return the row of a bot: its wins against `OPPONENT` with their interval, its lead, and the time for a move."""
    file = str(EXAMPLES / f"{name}.py")
    limits = Limits(MAX_MOVE_SECONDS, 100 * MAX_MOVE_SECONDS)
    tasks = schedule_games(GAME, (file, OPPONENT), games, SEED, limits=limits)
    with process_pool(jobs) as pool:
        played = list(run_tasks(tasks, pool)) if pool else [play_task(task) for task in tasks]
    row = tally_results((file, OPPONENT), played)[0]
    assert row.lead is not None, f"{name} failed in every game"
    return {
        "file": f"{name}.py",
        "title": BOTS[name],
        "win_rate": row.win_rate,
        "low": round(row.low, 4),
        "high": round(row.high, 4),
        "lead": round(row.lead, 1),
        "move_ms": round(1000 * seconds_per_move(file), 1),
    }


def seconds_per_move(file: str) -> float:
    """Return the mean processor time of a bot for one of its first moves, in seconds."""
    player, match, rng = load(parse(file))(), Match.new(GAME, 2, SEED), Random(SEED)
    spent, moves = 0.0, 0
    while moves < TIMED_MOVES and (seat := match.to_move()) is not None:
        view, legal = match.view(seat), match.legal()
        if seat:
            match.play(choose(OPPONENT, view, rng).action)
            continue
        began = process_time()
        answer = player.choose(view, legal, rng)
        spent, moves = spent + process_time() - began, moves + 1
        match.play(answer.action if isinstance(answer, Choice) else answer)
    return spent / moves


def run_notebook() -> Any:  # Any: nbformat has no types
    """Return the notebook of the docs with new outputs."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=NOTEBOOK_TIMEOUT_SECONDS, record_timing=False).execute(cwd=str(ROOT))
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return notebook


def main() -> int:
    """Write the figures of the bots that are named, or of all, and the notebook."""
    names = sys.argv[1:] or [*BOTS, "notebook"]
    for name in names:
        if name == "notebook":
            nbformat.write(run_notebook(), NOTEBOOK)
            continue
        rows = {each["file"]: each for each in json.loads(FIGURES.read_text(encoding="utf-8"))["bots"]}
        row = measure_bot(name)
        rows[row["file"]] = row
        print(row, flush=True)
        ordered = [rows[f"{each}.py"] for each in BOTS if f"{each}.py" in rows]
        text = json.dumps(TABLE | {"bots": ordered}, indent=1)
        FIGURES.write_text(text + "\n", encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
