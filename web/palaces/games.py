"""Each game's face: the one object through which the page shows a game. Imported when its game is shown first."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from palaces.html import Markup, button
from palaces.words import N_, _
from pygame_core import Illegal, Match

if TYPE_CHECKING:
    from palaces.model import Model

Region = tuple[str, str]
"""The id of a part of the screen, and what a screen reader calls it."""
BAR = ("bar", N_("What can be done now"))
PANEL = ("panel", N_("Shown now"))
LOG = ("log", N_("Log"))

Draft = TypeVar("Draft")
"""What a person has touched so far. Drafts are frozen, and equal if they hold the same."""
Table = TypeVar("Table")
"""What the parts of a screen are drawn from."""


class Face(ABC, Generic[Draft, Table]):
    """How the page shows a game: the `FACE` of `palaces/NAME/face.py`. What is true of the game itself its `Game` says.

    `at` is what its own `table` made of the model, once for a whole screen.
    """

    # -- pictures and words ----------------------------------------------------------------------------------------

    def note(self) -> str:
        """What else there is to know for who sets the table; may be empty."""
        return ""

    @abstractmethod
    def sprites(self) -> Markup:
        """All symbols of its art, by `art.sprites`. Their ids are no other game's."""

    @abstractmethod
    def picture(self, name: str) -> Markup:
        """A picture without controls: "poster" for the home page, "scene" for a file, others for its rules page.

        Raises KeyError for one that there is not.
        """

    # -- touching --------------------------------------------------------------------------------------------------

    empty: Draft
    """The draft of who has touched nothing."""

    @abstractmethod
    def touch(self, match: Match, seat: int, draft: Draft, what: list[Any]) -> tuple[Draft, Illegal | None]:
        """The draft after `seat` touched `what`, and a refusal; any message may come."""

    def reveals(self, before: Draft, after: Draft) -> str | None:
        """The region to be scrolled into view after a touch."""

    def attends(self, model: "Model") -> str | None:
        """The region to be scrolled into view when the person at the screen has something new to decide."""

    # -- the screen ------------------------------------------------------------------------------------------------

    board: ClassVar[Sequence[Region]]
    """The parts of the board in order: its own, and BAR."""
    side: ClassVar[Sequence[Region]]
    """The parts beside the board in order: its own, PANEL and LOG."""
    keys: ClassVar[Sequence[tuple[str, str]]]
    """Its own quick keys as the list of keys has them, with their meaning."""
    quick: ClassVar[Mapping[str, str]]
    """By quick key, the selector of the control that it uses."""

    @abstractmethod
    def table(self, model: "Model") -> Table:
        """What the parts of the screen are drawn from."""

    @abstractmethod
    def regions(self, at: Table) -> dict[str, Markup]:
        """Its own regions, those of an ended game too. A curtain falls over the region `hand`."""

    @abstractmethod
    def bar(self, at: Table) -> Markup:
        """What the person at the screen, who is to move, can do now."""

    @abstractmethod
    def prompt(self, at: Table) -> str:
        """The same in a phrase, for the status line."""

    # -- panels ----------------------------------------------------------------------------------------------------

    def panels(self, model: "Model") -> dict[str, str]:
        """Its own panels that can be opened now: by name, what the menu calls them."""
        return {}

    def panel(self, at: Table, name: str) -> Markup:
        """One of these panels. While `held`, its control goes on with the game."""
        raise KeyError(name)

    def shows(self, event: Any) -> str:
        """The panel that people are to read before the game goes on after this event; "" for none."""
        return ""


def cancel() -> Markup:
    """The control that takes back all that was touched."""
    return button(_("Cancel"), do=("touch", "clear"), class_="quiet", id="cancel")


@cache
def face(game: str) -> Face[Any, Any]:
    """The face of a game of `pygame_core.GAMES`: its folder here has the game's name."""
    found = import_module(f"palaces.{game}.face").FACE
    assert isinstance(found, Face)
    return found
