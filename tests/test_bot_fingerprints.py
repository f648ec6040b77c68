"""The computer players play as their number says, so that what was measured of them is true of them."""

import pytest
import record_bot_fingerprints
from tables import RELEASED_GAMES


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_who_plays_otherwise_has_another_number(game: str) -> None:
    """Raise `minds` in the game's door, `python tests/record_bot_fingerprints.py`, and measure anew what is told of
    them."""
    assert record_bot_fingerprints.bot_fingerprint(game) == record_bot_fingerprints.load_fingerprints()[game]
