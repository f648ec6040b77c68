"""A recorder of the games in `games/`. It prints their features: `python tests/record_games.py` writes all games again.

For every game and seat count, it plays seeds with a few move choosers. It keeps each game that shows a new feature. The
same rules write the same files.
"""

import importlib.util
import json
import random
from itertools import product
from pathlib import Path
from typing import Any

from pygame_core import GAMES, Match
from pygame_core.match import Save, require_game

FOLDER = Path(__file__).parent / "games"
SEARCHED_SEEDS = range(300)

RECORDER_BY_GAME: dict[str, Any] = {
    game: importlib.import_module(f"record_{game}") for game in GAMES if importlib.util.find_spec(f"record_{game}")
}
"""The recorders by game, from `record_NAME.py` in this folder.

Each has FEATURES and `features` of a save. It has CHOOSERS, and ONLY_FOR with the features that some choosers are for.
It may have OPTIONS of a chooser's games.
"""


def record_game(game: str, seats: int, seed: int, chooser: str) -> Save:
    """Return the save of one whole game."""
    options = getattr(RECORDER_BY_GAME[game], "OPTIONS", {}).get(chooser)
    match = Match.new(
        require_game(game), [{"name": f"Player {n + 1}", "kind": "human"} for n in range(seats)], seed, options
    )
    chance = random.Random(seed)
    while match.to_move() is not None:
        match.play(RECORDER_BY_GAME[game].CHOOSERS[chooser](match, chance))
    return match.save()


def save_text(save: Save) -> str:
    """Return a save as text with one line for each entry of the log, so that diffs are readable."""
    log = ",\n  ".join(json.dumps(entry) for entry in save["log"])
    head, tail = json.dumps(save | {"log": []}).split('"log": []')
    return f'{head}"log": [\n  {log}\n]{tail}\n'


def main() -> None:
    for game in RECORDER_BY_GAME:
        record_all(game)


def record_all(game: str) -> None:
    """Write the files of one game again."""
    folder, shows = FOLDER / game, RECORDER_BY_GAME[game]
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    missing = set(shows.FEATURES)
    for seed, seats, chooser in product(SEARCHED_SEEDS, GAMES[game].seat_counts, shows.CHOOSERS):
        plain = (seed, chooser) == (0, "anything")  # one for every seat count, with any features
        wanted = missing & shows.ONLY_FOR.get(chooser, missing)
        if not plain and not wanted:
            continue
        save = record_game(game, seats, seed, chooser)
        new = shows.features(save) & missing
        if new & wanted or plain:
            missing -= new
            (folder / f"{seats}-{chooser}-{seed}.json").write_text(save_text(save), "utf-8", newline="\n")
            print(f"{game}, {seats} seats, {chooser}, seed {seed}: {', '.join(sorted(new)) or 'a plain game'}")
    if missing:
        raise SystemExit(f"Found in no game: {', '.join(sorted(missing))}.")


if __name__ == "__main__":
    main()
