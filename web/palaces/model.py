"""All that the page shows follows from a Model. It is never changed: `update` makes the next one."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from palaces.address import Address
from palaces.games import Face, face
from pygame_core import Illegal, Match
from pygame_core.state import View


class Notice(NamedTuple):
    """A sentence that stays on screen until it is closed, with the one thing to do about it, if there is one."""

    text: str
    do: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """`match` is copied before it is played on, so a Model of an earlier moment stays what it was."""

    match: Match
    address: Address
    viewer: int | None
    """The seat whose hand lies open on this screen: the person's, or in pass-and-play that of who holds the device."""
    draft: Any
    """What the viewer has touched so far, as the game's face keeps it."""
    curtain: bool = False
    """The device is being handed on: no hand is shown."""
    refusal: Illegal | None = None
    """Why the last touch did nothing."""
    panel: str = ""
    """What lies over the side of the table: "", "keys", "log", "menu", "undo" or a panel of the game's own."""
    held: bool = False
    """Bots wait because the person is reading the panel."""
    notices: tuple[Notice, ...] = ()
    dealt: int = 0
    """Counts the games of this page: an answer for another game is dropped."""
    slow: bool = False
    """The bot that is to move was asked again, because the first one did not answer."""

    @property
    def face(self) -> Face:
        """How the page shows this game."""
        return face(self.match.game)

    @property
    def mover(self) -> int | None:
        """The seat to move."""
        return self.match.to_move()

    @property
    def bot(self) -> str | None:
        """The level of the bot to move, or None."""
        seat = self.mover
        if seat is None or self.match.seats[seat]["kind"] == "human":
            return None
        return self.match.seats[seat]["kind"].removeprefix("bot:")

    @property
    def people(self) -> list[int]:
        """Seats of people."""
        return [n for n, seat in enumerate(self.match.seats) if seat["kind"] == "human"]

    @property
    def own(self) -> list[int]:
        """The seats whose actions this screen may take back: where nothing is secret, those of all people at it."""
        if not self.face.HIDES:
            return self.people
        return [] if self.viewer is None else [self.viewer]

    @property
    def can_act(self) -> bool:
        """Whether the person at this screen is to move."""
        return self.mover is not None and self.mover == self.viewer and not self.curtain

    @property
    def view(self) -> View:
        """What whoever looks at this screen may know."""
        return self.match.view(None if self.curtain else self.viewer)

    def open_hand(self, view: View) -> list[str]:
        """The hand in `view` that lies open on this screen; empty behind the curtain and for an onlooker."""
        hand: list[str] = [] if self.viewer is None or self.curtain else view["hands"][self.viewer]
        return hand

    @property
    def names(self) -> list[str]:
        """Names by seat."""
        return [seat["name"] for seat in self.match.seats]

    @property
    def winners(self) -> list[int]:
        """Seats in the first place at the end; none before."""
        result = self.match.result()
        return [seat for seat, place in enumerate(result["places"]) if place == 1] if result else []

    @property
    def lasting(self) -> tuple[Notice, ...]:
        """Notices that are true of the next game, too: a new version, or storage that refuses."""
        return tuple(notice for notice in self.notices if notice.do in (("update",), ("export",)))
