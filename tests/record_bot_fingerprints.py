"""A recorder of the bots' play in `bot_fingerprints.json`: `python tests/record_bot_fingerprints.py`.

Run it after you raise a `bot_version`. The record of a game is its version and, by level, a digest of the moves in a
few positions at every number of seats.
"""

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from pygame_core import GAMES, Match
from pygame_core.bots import OPPONENT_LEVELS, Budget, bot_view, choose
from pygame_core.match import require_game, require_level

FINGERPRINTS_FILE = Path(__file__).parent / "bot_fingerprints.json"
SAMPLED_EVERY = 41  # moves between two samples
PLAYOUT_BUDGET = Budget(150)


def load_fingerprints() -> dict[str, Any]:
    """Return the contents of the file."""
    found: dict[str, Any] = json.loads(FINGERPRINTS_FILE.read_text("utf-8"))
    return found


def bot_fingerprint(game: str) -> dict[str, Any]:
    """Return the fingerprint of the current bots."""
    moves: dict[str, list[Any]] = {level: [] for level in OPPONENT_LEVELS}
    for seats in GAMES[game].seat_counts:
        match = Match.new(require_game(game), seats, seed=seats)
        while match.to_move() is not None:
            if len(match.log) % SAMPLED_EVERY == 0:
                for level, chosen in moves.items():
                    chosen.append(
                        choose(
                            require_level(level), bot_view(level, match), Random(len(match.log)), PLAYOUT_BUDGET
                        ).action
                    )
            match.play(choose("casual", bot_view("casual", match), Random(len(match.log))).action)
    digests = {level: sha256(json.dumps(chosen).encode()).hexdigest()[:16] for level, chosen in moves.items()}
    return {"minds": GAMES[game].bot_version} | digests


if __name__ == "__main__":
    from tables import RELEASED_GAMES

    FINGERPRINTS_FILE.write_text(
        json.dumps({game: bot_fingerprint(game) for game in RELEASED_GAMES}, indent=1) + "\n", "utf-8"
    )
