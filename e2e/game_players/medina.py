"""The player of Medina for browser tests."""

import test_medina
import test_screen_reader

from game_players import GamePlayer

PLAYER = GamePlayer(
    opponents=3,
    play_to_end=test_medina.play_medina_to_end,
    entries_before=90,
    play_compact=test_medina.play_medina,
    stage_selector="#city",
    screen_reader_seed=26,
    play_by_screen_reader=test_screen_reader.play_medina_action,
)
