"""The player of Alhambra for browser tests."""

import players
import test_compact
import test_screen_reader

from game_players import GamePlayer

PLAYER = GamePlayer(
    opponents=5,
    play_to_end=players.play_to_end,
    entries_before=0,
    play_compact=test_compact.pay_by_touch,
    stage_selector="#yard",
    screen_reader_seed=14,
    play_by_screen_reader=test_screen_reader.play_alhambra_action,
)
