"""Each game's face: the one module through which the page talks to a game. Imported when its game is shown first."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from palaces.html import Markup
from palaces.words import N_
from pygame_core import Illegal, Match

if TYPE_CHECKING:
    from palaces.model import Model

Region = tuple[str, str]
"""The id of a part of the screen, and what a screen reader calls it."""
BAR = ("bar", N_("What can be done now"))
PANEL = ("panel", N_("Shown now"))
LOG = ("log", N_("Log"))


class Text(Protocol):
    """What the rules of a game say to people: its `text.py`."""

    def title(self) -> str:
        """The name of the game."""

    def sentences(self, event: Any, names: Sequence[str], /) -> list[str]:
        """An event of the log: the first sentence says it all, the others what followed from it."""

    def refuse_over(self) -> Illegal:
        """The game is over."""

    def action_name(self, action: Sequence[Any], view: Any = None, /) -> str:
        """An action in its JSON form as a short phrase; with a view of its position more exactly."""

    def term_name(self, term: str, /) -> str:
        """A term of the computer players' judgement as a phrase."""


class Face(Protocol):
    """What `palaces/NAME/face.py` has. `at` is what its own `table` made of the model, once for a whole screen."""

    @property
    def text(self) -> Text:
        """The sentences of the rules."""

    # -- on the home page ------------------------------------------------------------------------------------------

    @property
    def DESIGNER(self) -> str:  # noqa: N802 - a constant of the module
        """Who made the game, marked for the catalogue: names are written otherwise elsewhere."""

    @property
    def MINUTES(self) -> int:  # noqa: N802
        """How long it takes, about."""

    @property
    def MOVES(self) -> Mapping[int, int]:  # noqa: N802
        """By number of seats, about how many entries the log of a whole game has."""

    @property
    def OPTIONS(self) -> Sequence[str]:  # noqa: N802
        """Its options that people may choose: of `first`, who begins, and `towers`, when a stable wins a tower tile."""

    @property
    def HIDES(self) -> bool:  # noqa: N802
        """Whether seats have secrets, so that a curtain falls while the device is handed on."""

    @property
    def FOLLOWS(self) -> Sequence[str]:  # noqa: N802
        """The verbs of entries that follow from a turn, of its seat or another, and begin none."""

    def note(self) -> str:
        """What else there is to know for who sets the table; may be empty."""

    def sprites(self) -> Markup:
        """All symbols of its art, by `art.sprites`. Their ids are no other game's."""

    def poster(self) -> Markup:
        """A picture of the game, without controls."""

    # -- touching --------------------------------------------------------------------------------------------------

    @property
    def RESTARTS(self) -> bool:  # noqa: N802
        """Whether a turn can have several entries of the log before it ends, to be taken back together."""

    @property
    def WAIT(self) -> str:  # noqa: N802
        """The clause that somebody else is to move."""

    @property
    def EMPTY(self) -> Any:  # noqa: N802
        """The draft of who has touched nothing. Drafts are frozen, and equal if they hold the same."""

    def touch(self, match: Match, seat: int, draft: Any, what: list[Any], /) -> tuple[Any, Illegal | None]:
        """The draft after `seat` touched `what`, and a refusal; any message may come."""

    def reveals(self, before: Any, after: Any, /) -> str | None:
        """The region to be scrolled into view after a touch."""

    def attends(self, model: "Model", /) -> str | None:
        """The region to be scrolled into view when the person at the screen has something new to decide."""

    # -- the screen ------------------------------------------------------------------------------------------------

    @property
    def BOARD(self) -> Sequence[Region]:  # noqa: N802
        """The parts of the board in order: its own, and BAR."""

    @property
    def SIDE(self) -> Sequence[Region]:  # noqa: N802
        """The parts beside the board in order: its own, PANEL and LOG."""

    @property
    def KEYS(self) -> Sequence[tuple[str, str]]:  # noqa: N802
        """Its own quick keys as the list of keys has them, with their meaning."""

    @property
    def QUICK(self) -> dict[str, str]:  # noqa: N802
        """By quick key, the selector of the control that it uses."""

    def table(self, model: "Model", /) -> Any:
        """What the parts of the screen are drawn from."""

    def regions(self, at: Any, /) -> dict[str, Markup]:
        """Its own regions, those of an ended game too. A curtain falls over the region `hand`."""

    def bar(self, at: Any, /) -> Markup:
        """What the person at the screen, who is to move, can do now."""

    def prompt(self, at: Any, /) -> str:
        """The same in a phrase, for the status line."""

    # -- panels ----------------------------------------------------------------------------------------------------

    def panels(self, model: "Model", /) -> dict[str, str]:
        """Its own panels that can be opened now: by name, what the menu calls them."""

    def panel(self, at: Any, name: str, /) -> Markup:
        """One of these panels. While `held`, its control goes on with the game."""

    def shows(self, event: Any, /) -> str:
        """The panel that people are to read before the game goes on after this event; "" for none."""


@cache
def face(game: str) -> Face:
    """The face of a game of `pygame_core.GAMES`."""
    return cast(Face, import_module(f"palaces.{game}.face"))
