"""Types of everything that programs exchange with this package, for annotations. They cost nothing at run time.

`Match.new("alhambra", 3)` already has the types of Alhambra: its views are `AlhambraView`, and `legal` returns a list
of `AlhambraAction`. So a type checker finds a misspelled key, verb, game or level. In a program for any game, write
`View` and `Action`. Text from outside becomes a name by `require_game` and `require_level` of `pygame_core.match`.

A bot for one game, and one for every game:

>>> from random import Random
>>> def choose(view: AlhambraView, legal: list[AlhambraAction], rng: Random) -> AlhambraAction:
...     return max(legal, key=lambda action: action[0] == "buy" and view["yard"][0] is not None)
>>> def choose_any(view: View, legal: list[Action], rng: Random) -> Action:
...     return rng.choice(legal)

Narrow a view of any game by its name: after `if view["game"] == "medina":`, an `AnyView` is a `MedinaView`.

What `view(seat, memory=True)` adds: see `View`.
"""

from typing import TYPE_CHECKING, Literal

from pygame_core.alhambra.types import ActionPart as AlhambraActionPart
from pygame_core.alhambra.types import Event as AlhambraEvent
from pygame_core.alhambra.types import Hand as AlhambraHand
from pygame_core.alhambra.types import JsonAction as AlhambraAction
from pygame_core.alhambra.types import MoneyCard as AlhambraMoneyCard
from pygame_core.alhambra.types import Setup as AlhambraSetup
from pygame_core.alhambra.types import View as AlhambraView
from pygame_core.match import BOT_LEVELS, GAMES, LogEntry, Save, SeatEntry
from pygame_core.medina.types import ActionPart as MedinaActionPart
from pygame_core.medina.types import Event as MedinaEvent
from pygame_core.medina.types import JsonAction as MedinaAction
from pygame_core.medina.types import PalaceView, SupplyView
from pygame_core.medina.types import Setup as MedinaSetup
from pygame_core.medina.types import Space as MedinaSpace
from pygame_core.medina.types import View as MedinaView
from pygame_core.medina.types import WallSpace as MedinaWallSpace
from pygame_core.palazzo.types import ActionPart as PalazzoActionPart
from pygame_core.palazzo.types import Event as PalazzoEvent
from pygame_core.palazzo.types import Hand as PalazzoHand
from pygame_core.palazzo.types import JsonAction as PalazzoAction
from pygame_core.palazzo.types import MoneyCard as PalazzoMoneyCard
from pygame_core.palazzo.types import Setup as PalazzoSetup
from pygame_core.palazzo.types import Tile as PalazzoTile
from pygame_core.palazzo.types import View as PalazzoView
from pygame_core.state import Event, Hand, Options, Result, Seat, View
from pygame_core.state import JsonAction as Action

if TYPE_CHECKING:
    from pygame_core.match import GameName, LevelName
else:
    GameName, LevelName = Literal[tuple(GAMES)], Literal[BOT_LEVELS]

AnyView = AlhambraView | PalazzoView | MedinaView
"""A view of one of the games; its entry `game` says which."""
AnyEvent = AlhambraEvent | PalazzoEvent | MedinaEvent
"""An event of one of the games."""

__all__ = [
    "Action",
    "AlhambraAction",
    "AlhambraActionPart",
    "AlhambraEvent",
    "AlhambraHand",
    "AlhambraMoneyCard",
    "AlhambraSetup",
    "AlhambraView",
    "AnyEvent",
    "AnyView",
    "Event",
    "GameName",
    "Hand",
    "LevelName",
    "LogEntry",
    "MedinaAction",
    "MedinaActionPart",
    "MedinaEvent",
    "MedinaSetup",
    "MedinaSpace",
    "MedinaView",
    "MedinaWallSpace",
    "Options",
    "PalaceView",
    "PalazzoAction",
    "PalazzoActionPart",
    "PalazzoEvent",
    "PalazzoHand",
    "PalazzoMoneyCard",
    "PalazzoSetup",
    "PalazzoTile",
    "PalazzoView",
    "Result",
    "Save",
    "Seat",
    "SeatEntry",
    "SupplyView",
    "View",
]
