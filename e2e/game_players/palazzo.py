"""The player of Palazzo for browser tests."""

import test_palazzo
import test_screen_reader

from game_players import GamePlayer

PLAYER = GamePlayer(
    opponents=3,
    play_to_end=test_palazzo.play_palazzo_to_end,
    entries_before=240,
    play_compact=test_palazzo.play_palazzo,
    stage_selector="#market",
    screen_reader_seed=65,
    play_by_screen_reader=test_screen_reader.play_palazzo_action,
)
