"""Each game's face: the one object through which the page shows a game. Imported when its game is shown first."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from palaces import art
from palaces.html import Markup, button, tag
from palaces.keys import Key
from palaces.words import N_, _, level
from pygame_core import GAMES, Illegal, Match
from pygame_core.words import SentenceSubject

if TYPE_CHECKING:
    from palaces.cautions import Caution
    from palaces.messages import Topic
    from palaces.model import Model
    from palaces.pieces import Pieces

Region = tuple[str, str]
"""The id of a part of the screen, and what a screen reader calls it."""
BAR = ("bar", N_("What can be done now"))

Draft = TypeVar("Draft")
"""What a person has touched so far. Drafts are frozen, and equal if they hold the same."""
Table = TypeVar("Table")
"""What the parts of a screen are drawn from."""


class Brief(NamedTuple):
    """An entry of the log in short: a small picture, and a word or two for it."""

    picture: Markup
    word: str


class Moment(NamedTuple):
    """What an entry of the log is an occasion for: a picture, a sentence, and the seat that it is about, if any."""

    picture: Markup
    sentence: str
    seat: int | None = None


class Holder(NamedTuple):
    """Somebody who has things before them: a seat, or who takes no turns."""

    sign: Markup
    name: str
    note: str
    """How strong a computer player is, or what else there is to know; "" for a person."""
    points: int


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

    def touches(self, match: Match, seat: int, action: list[Any]) -> list[list[Any]]:
        """What `seat` would touch one after the other to draft an action; nothing if a single control does it."""
        return []

    def reveals(self, before: Draft, after: Draft) -> str | None:
        """The region to be scrolled into view after a touch."""

    def leads(self, before: Draft, after: Draft) -> str | None:
        """The region to which the keyboard goes on after a touch, if it is another one."""
        return self.reveals(before, after)

    def attends(self, model: "Model") -> str | None:
        """The region to be scrolled into view when the person at the screen has something new to decide."""

    def begins(self, model: "Model") -> str:
        """The part of the table at which the keyboard begins when there is something new to decide."""
        return BAR[0]

    def cautions(self, match: Match, seat: int, action: list[Any]) -> "Iterable[Caution]":
        """What the rules make certain of a legal action of `seat` that wastes something, the weightiest first."""
        return ()

    # -- the screen ------------------------------------------------------------------------------------------------

    parts: ClassVar[Sequence[Region]]
    """The parts of the table in the order in which they are read and reached: its own, and BAR."""
    keys: ClassVar[Sequence[Key]]
    """Its own single keys. Their names are no other game's."""

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

    pieces: "ClassVar[type[Pieces]]"
    """The names of its pieces and their places: what travels over the table."""

    # -- for who listens -------------------------------------------------------------------------------------------

    def possible(self, at: Table, *, afresh: bool) -> list[str]:
        """What the person at the screen can do now, in sentences that follow the prompt: all of it `afresh`, as a turn
        begins or somebody asks; else what a move of their own has changed."""
        return []

    def drafted(self, at: Table) -> list[str]:
        """What is chosen and what it would bring, in one sentence, or two."""
        return []

    def round(self, model: "Model", events: Sequence[Any]) -> list[str]:
        """What others did, summed up in the order in which it matters."""
        return [sentence for event in events for sentence in model.said(event)]

    def asked(self, at: Table, topic: "Topic", what: list[Any]) -> list[str]:
        """The answer to what is asked by a key; `what` is the message or action of the control that has the focus."""
        return []

    # -- what happens in short -------------------------------------------------------------------------------------

    @abstractmethod
    def brief(self, event: Any) -> Brief:
        """What somebody did, beside their sign."""

    @abstractmethod
    def sounds(self, event: Any) -> Sequence[str]:
        """How that sounds: names of the sounds in `sound.js`, in their order."""

    @abstractmethod
    def means(self, names: Any, seat: int, action: Sequence[Any]) -> list[str]:
        """The pieces and places that an action of a seat is about; `names` are its `pieces`."""

    def moment(self, event: Any, who: Sequence[SentenceSubject]) -> Moment | None:
        """What somebody's action is an occasion for, if it is one; `who` sits where."""
        return None

    # -- its lesson ------------------------------------------------------------------------------------------------

    def lit(self, at: Table, thing: str) -> Sequence[str]:
        """Of a thing that its lesson names, the attributes by which its elements are known on the table."""
        raise KeyError(thing)

    def called(self, at: Table, thing: str) -> str:
        """A thing that is touched in its lesson and is no control of the table, by name."""
        raise KeyError(thing)

    def pictured(self, thing: str) -> Markup:
        """A thing that its lesson calculates with, by itself."""
        raise KeyError(thing)

    # -- who has what ----------------------------------------------------------------------------------------------

    def holders(self, model: "Model") -> list[Holder]:
        """Everybody whose things can be looked at, the seats first."""
        points = model.view["points"]
        return [
            Holder(art.sign(seat), name, _strength(model, seat), points[seat]) for seat, name in enumerate(model.heads)
        ]

    def holdings(self, at: Table, n: int) -> Markup:
        """All that one of them has, large, as far as everybody may know it: what fills their sheet."""
        return Markup("")

    # -- panels ----------------------------------------------------------------------------------------------------

    def panels(self, model: "Model") -> dict[str, str]:
        """Its own panels that can be opened now: by name, what the menu calls them."""
        return {}

    def asides(self, model: "Model") -> Collection[str]:
        """Panels that only a control on its table opens: the names of what a compact table has no room for."""
        return ()

    def panel(self, at: Table, name: str) -> Markup:
        """One of these panels."""
        raise KeyError(name)

    def shows(self, event: Any) -> str:
        """The panel whose matter people are to see before the game goes on after this event; "" for none."""
        return ""

    def staged(self, at: Table, name: str) -> dict[str, Markup]:
        """The regions that this matter takes on the table meanwhile. Its control `go-on`, in BAR, closes it."""
        return {}


def _strength(model: "Model", seat: int) -> str:
    """How strong whoever sits there is, if that is a computer player."""
    kind: str = model.match.seats[seat]["kind"]
    return "" if kind == "human" else level(kind.removeprefix("bot:"))


def cancel() -> Markup:
    """The control that takes back all that was touched."""
    return button(art.tool("close"), tag("span", _("Cancel")), do=("touch", "clear"), class_="x", id="cancel")


@cache
def face(game: str) -> Face[Any, Any]:
    """The face of a game of `pygame_core.GAMES`: its folder here has the game's name."""
    found = import_module(f"palaces.{game}.face").FACE
    assert isinstance(found, Face)
    return found


def seats_and_minutes(game: str) -> str:
    """How many play, and how long."""
    known = GAMES[game]
    said = _("{fewest} to {most} seats · about {n} minutes")
    return said.format(fewest=known.seat_counts[0], most=known.seat_counts[-1], n=known.minutes)
