"""Players of each game for browser tests: one module for each, with a `GamePlayer` called `PLAYER`.

Only released games need one: see `tests/test_released_games.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from players import Action, Press
from playwright.sync_api import Page

from pygame_core import GAMES, Match

if TYPE_CHECKING:
    from test_screen_reader import ScreenReaderUser

RELEASED_GAMES = [name for name, game in GAMES.items() if game.is_released]
"""The games that browser tests play, in the order of the home page."""


@dataclass(frozen=True, kw_only=True)
class GamePlayer:
    """Ways to play one game in a browser."""

    opponents: int
    """The number of bots in a whole game. With more bots, the person has fewer moves."""
    play_to_end: Callable[[Page, Press], Match[Any]]
    """Play the game on the table to its end with this way to press a control."""
    entries_before: int
    """The number of log entries before a whole game in other browsers starts."""
    play_compact: Callable[[Page, Press, Match[Any], Action], None]
    """Play an action on a compact table."""
    stage_selector: str
    """The selector of the part of the table with most controls."""
    screen_reader_seed: int
    """The seed of the game that a test plays by roles and names alone."""
    play_by_screen_reader: "Callable[[ScreenReaderUser, Match[Any], Action], None]"
    """Play an action by roles and names alone."""


@cache
def load_game_player(game: str) -> GamePlayer:
    """Return the player of a game. The import is late, because the module uses test files that use this one."""
    player = import_module(f"game_players.{game}").PLAYER
    assert isinstance(player, GamePlayer)
    return player
