"""Tests that the bots play as recorded for their version, so that their measured figures stay valid."""

import pytest
import record_bot_fingerprints
from tables import RELEASED_GAMES, thorough_except


@pytest.mark.parametrize("game", thorough_except("alhambra", RELEASED_GAMES))
def test_who_plays_otherwise_has_another_number(game: str) -> None:
    """Raise `bot_version` in the game's `game.py` if it fails.

    Then run `python tests/record_bot_fingerprints.py`, and measure the published figures again.
    """
    assert record_bot_fingerprints.bot_fingerprint(game) == record_bot_fingerprints.load_fingerprints()[game]
