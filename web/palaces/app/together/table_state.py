"""What a screen knows about the devices at its table: one group of the model. Pure.

`HostTable` is that of the device that deals, `GuestTable` that of any other. README of the design: each connection of a
host goes through invited, found, checked and seated; a guest through opened, gathering, showing, checking and seated.
"""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from palaces.app.together.turn_link import TurnLink

Way = Literal["middle", "own", "link"]
"""A screen in the middle, everyone at their own screen, or by link, a move at a time."""
WAYS: tuple[Way, ...] = ("middle", "own", "link")
ScreenKind = Literal["table", "hand", "middle"]
"""The whole table, only the own cards and decisions, or the table without any hand."""
CoverKind = Literal["", "cover", "open"]
"""What the screens for several devices hide: there are none, they hide the table, or the table shows beside them."""
Presence = Literal["here", "away", "asleep"]
CameraState = Literal["", "asked", "on", "denied", "absent", "off"]
SeatHolder = Literal["host", "guest", "free", "computer", "substitute"]
"""Who plays in a seat: somebody at the host's device, at another device, nobody yet (the computer plays), the computer
by choice, or the computer for a person who is away."""
JoinStep = Literal[
    "opened",
    "gathering",
    "showing",
    "checking",
    "waiting",
    "seated",
    "seek",
    "back",
    "closed",
    "camera",
    "wrong",
    "used",
    "refused",
    "version",
    "support",
    "frame",
]
"""The screen of a guest. From "camera" on, they are errors."""

NOT_TOLD, NOT_DEALT = -2, -1
"""Instead of the length of a log: the device knows nothing yet, or only who sits where."""
SERVER_ADDRESS = re.compile(r"(?:stuns?|turns?):[\w.-]+(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?", re.ASCII)
TICK_MS = 20_000
COUNTING_MS, LOOK_MS = 9_000, 5_000
"""The time for the counting of a scoring, and for a look at its result. Then the computer moves, so that nobody waits
for a touch of the host."""
"""The time between two looks at who is away."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person at another device, as the host knows them."""

    peer: int
    """The number of the connection; the latest one of this person."""
    fingerprint: str
    """The certificate of the device, in hexadecimal digits."""
    name: str
    seat: int | None
    """None for an onlooker."""
    presence: Presence = "here"
    away_ticks: int = 0
    """For how many ticks of `TICK_MS` the person has been away."""
    log_length: int = NOT_TOLD
    """The length of the log that the device has, or `NOT_DEALT`, or `NOT_TOLD`."""
    last_action: int = 0
    """The number of the guest's last action that was answered. An action that comes twice is played once."""
    is_ready: bool = False
    """True once the device has said hello, so that it gets news."""
    waits_for_seat: bool = False
    """True until the host has said which seat this person takes."""


@dataclass(frozen=True, slots=True)
class Check:
    """A connection whose four digits the host has to compare."""

    peer: int
    name: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UndoQuestion:
    """The wish of a seat to take back its last action, which those at other devices have to allow."""

    seat: int
    log_length: int
    """The length of the log when it was asked. Any later action ends the question."""
    waiting: frozenset[int]
    """The seats whose people have not answered yet."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The code that the lobby shows."""

    peer: int = 0
    code: str = ""
    """"" until it is made."""
    rows: tuple[str, ...] = ()
    """The rows of its QR code."""
    is_found: bool = False
    """True once the camera has read a reply, until the connection is checked."""
    problem: str = ""
    """Why the last reply could not be used: a reason of the script, "" for none."""


@dataclass(frozen=True, slots=True)
class MovedTable:
    """The link that takes a table to another device."""

    address: str = ""
    """"" until it is made."""
    rows: tuple[str, ...] = ()
    """The rows of its QR code."""


@dataclass(frozen=True, slots=True)
class MeetingServer:
    """The server of one's own by which devices in different networks meet. It stays on this device."""

    address: str = ""
    """Such as `turn:example.org:3478`; "" for none."""
    name: str = ""
    password: str = ""

    @property
    def is_usable(self) -> bool:
        """True for no server, and for an address that a browser takes."""
        return not self.address or bool(SERVER_ADDRESS.fullmatch(self.address))


@dataclass(frozen=True, slots=True)
class HostTable:
    """The table on the device that deals."""

    number: str
    """The number of the table, 16 hexadecimal digits."""
    way: Way
    host_name: str
    """"" if the person at this device has given none."""
    holders: tuple[SeatHolder, ...]
    """By seat."""
    guests: tuple[Guest, ...] = ()
    is_started: bool = False
    is_lobby_open: bool = True
    invitation: Invitation = Invitation()
    check: Check | None = None
    wrong_picks: int = 0
    camera: CameraState = ""
    substituted: tuple[tuple[int, int], ...] = ()
    """Where the computer plays for somebody: seat, and the length of the log when it began."""
    has_fair_deal: bool | None = None
    """True if all devices mix the cards, as chosen in the lobby; None if nobody has chosen."""
    fair: object = None  # an `Exchange` of `fair_exchange.py`
    undo: UndoQuestion | None = None
    signs: tuple[tuple[int, str], ...] = ()
    """The signs that are on the table now: seat and word."""
    is_closing: bool = False
    """True while the host is asked whether to close the table."""
    moved: MovedTable | None = None
    """The link by which another device takes over this table, once somebody has asked for it."""
    server: MeetingServer = MeetingServer()
    is_server_open: bool = False
    is_guest = False
    is_by_link = False
    has_devices = True

    @property
    def arrival(self) -> Guest | None:
        """The person about whom the host is asked now."""
        return next((guest for guest in self.guests if guest.waits_for_seat), None)

    @property
    def question_key(self) -> str:
        """What tells one question to the host from another; "" for none."""
        return (
            self.arrival.fingerprint if self.arrival else "close" if self.is_closing else "move" if self.moved else ""
        )

    @property
    def lost_seats(self) -> tuple[int, ...]:
        """The seats of people who are out of reach."""
        away = {guest.seat for guest in self.guests if guest.presence != "here"}
        return tuple(n for n, holder in enumerate(self.holders) if holder in ("guest", "substitute") and n in away)

    @property
    def free_seats(self) -> int | None:
        """The number of free seats; None while somebody out of reach may come back with another code."""
        return None if self.lost_seats else self.holders.count("free")

    def watcher_names(self, besides: Guest | None = None) -> tuple[str, ...]:
        """Return the names of the onlookers who are here, without one of them."""
        here = (each for each in self.guests if each.seat is None and each.is_ready and each.presence == "here")
        return tuple(each.name for each in here if each.fingerprint != (besides and besides.fingerprint))

    @property
    def people_here(self) -> bool:
        """True if somebody at another device is connected."""
        return any(guest.presence == "here" and guest.is_ready for guest in self.guests)

    @property
    def remote_seats(self) -> frozenset[int]:
        """The seats of people at other devices."""
        return frozenset(seat for seat, holder in enumerate(self.holders) if holder == "guest")

    @property
    def people_elsewhere(self) -> frozenset[int]:
        """The same seats."""
        return self.remote_seats

    @property
    def covers_table(self) -> bool:
        """True while the lobby covers the table, so that bots wait."""
        return self.is_lobby_open and not self.is_started

    @property
    def is_waiting(self) -> bool:
        """True while nobody at this device can play: the lobby covers the table."""
        return self.covers_table

    @property
    def screen(self) -> ScreenKind:
        """The kind of this screen."""
        return "middle" if self.way == "middle" else "table"

    def absent_seat(self, mover: int | None) -> int | None:
        """Return a seat whose person has been away for a while, or is to move and away; None if there is none."""
        for guest in self.guests:
            is_absent = guest.presence != "here" and guest.seat in self.remote_seats
            if is_absent and (guest.seat == mover or guest.away_ticks):
                return guest.seat
        return None

    @property
    def presences(self) -> tuple[tuple[SeatHolder, Presence], ...]:
        """By seat, who plays there, and whether that person is here."""
        people = {guest.seat: guest.presence for guest in self.guests}
        return tuple((holder, people.get(seat, "here")) for seat, holder in enumerate(self.holders))

    def guest_at(self, seat: int) -> Guest | None:
        """Return the guest in a seat."""
        return next((guest for guest in self.guests if guest.seat == seat), None)

    def guest_of(self, peer: int) -> Guest | None:
        """Return the guest of a connection."""
        return next((guest for guest in self.guests if guest.peer == peer), None)

    def with_guest(self, guest: Guest) -> "HostTable":
        """Return a copy in which this guest takes the place of the one with the same certificate, or is new."""
        others = tuple(each for each in self.guests if each.fingerprint != guest.fingerprint)
        return replace(self, guests=(*others, guest))

    def with_holder(self, seat: int, holder: SeatHolder) -> "HostTable":
        """Return a copy in which somebody else plays in a seat."""
        return replace(self, holders=tuple(holder if n == seat else each for n, each in enumerate(self.holders)))


@dataclass(frozen=True, slots=True)
class SeatNews:
    """A seat as the host describes it."""

    name: str
    holder: SeatHolder
    presence: Presence


@dataclass(frozen=True, slots=True)
class GuestTable:
    """The table on a device that does not deal."""

    step: JoinStep
    code: str = ""
    """The code of the host."""
    name: str = ""
    """The name of this person."""
    host_name: str = ""
    """"" if the host has given none."""
    free_seats: int | None = None
    """The number of free seats, as the link says it; None if it does not."""
    number: str = ""
    """The number of the table; "" before the host has sent it."""
    way: Way = "own"
    is_watching: bool = False
    seat: int | None = None
    seats: tuple[SeatNews, ...] = ()
    other_watchers: tuple[str, ...] = ()
    """The names of the other onlookers."""
    reply_text: str = ""
    reply_rows: tuple[str, ...] = ()
    """The QR code of the reply."""
    is_in_reach: bool = False
    digits: str = ""
    camera: CameraState = ""
    problem: str = ""
    is_away: bool = False
    """True while this device looks for the host's screen."""
    tries: int = 0
    door: str = ""
    """What the script needs to come back to the host without a code."""
    shown: ScreenKind = "table"
    pending: int = 0
    """The number of the action that waits for the host's answer; 0 for none."""
    last_action: int = 0
    past: object = None  # the parts of the past that have come, until it is whole: a `Past` of `guest.py`
    back_from: int | None = None
    """The length of the log when the computer began to play for this person, after coming back."""
    is_started: bool = False
    is_dealt: bool = False
    """True once the host has sent the game. Until then, the table of this device is that of no game."""
    signs: tuple[tuple[int, str], ...] = ()
    fair: object = None  # see `HostTable`
    is_lobby_open = False
    is_guest = True
    is_by_link = False
    has_devices = True

    @property
    def presences(self) -> tuple[tuple[SeatHolder, Presence], ...]:
        """By seat, who plays there, and whether that person is here."""
        return tuple((news.holder, news.presence) for news in self.seats)

    def absent_seat(self, mover: int | None) -> int | None:
        """Return the seat to move if its person is away; None if nobody waits for somebody who is."""
        if mover is None or mover >= len(self.seats):
            return None
        news = self.seats[mover]
        return mover if news.holder == "guest" and news.presence != "here" and mover != self.seat else None

    @property
    def remote_seats(self) -> frozenset[int]:
        """All seats but the own one."""
        return frozenset(range(len(self.seats))) - {self.seat}

    @property
    def people_elsewhere(self) -> frozenset[int]:
        """The seats of other people."""
        return frozenset(n for n, news in enumerate(self.seats) if news.holder in ("host", "guest")) - {self.seat}

    @property
    def covers_table(self) -> bool:
        """True while a screen of its own covers the table."""
        return not (self.step == "seated" and self.is_started and self.is_dealt)

    @property
    def is_waiting(self) -> bool:
        """True while nobody at this device can play: an action waits for its answer, or the host is out of reach."""
        return self.covers_table or bool(self.pending) or self.is_away

    @property
    def screen(self) -> ScreenKind:
        """The kind of this screen."""
        return self.shown


LinkStep = Literal["set-up", "sit", "opened", "older", "versions", "refused", "playing"]
"""The screen of a game by link. Only "playing" shows the table; before the deal, a screen about the link is over it."""
BY_LINK: Way = "link"


@dataclass(frozen=True, slots=True)
class LinkTable:
    """A game by link, a move at a time, on any of its devices."""

    step: LinkStep
    names: tuple[str, ...] = ()
    link: "TurnLink | None" = None
    """The game as far as this device has it, with the moves of this turn; None while the table is set up."""
    secrets: tuple[tuple[int, str], ...] = ()
    """The secrets of the people who have sat down at this device: seat, and 16 bytes in hexadecimal digits."""
    seat: int | None = None
    """The seat whose turn this device plays, or has played last; None for a link that is only opened."""
    received_moves: int = 0
    """The length of the log when this turn began. Entries before cannot be undone."""
    address: str = ""
    """The address of the link for the next person; "" while the turn lasts."""
    is_sent: bool = False
    """True once the link may have left this device."""
    versions: tuple[str, ...] = ()
    """The texts of other courses of this game that this device keeps."""
    offered: "TurnLink | None" = None
    """The link that was opened, if the game of this device is another."""
    problem: str = ""
    """Why a link cannot be opened."""
    is_lobby_open = False
    own_name: str = ""
    """The name of the person who is about to sit down."""
    is_guest = False
    has_devices = False
    way = BY_LINK

    @property
    def is_by_link(self) -> bool:
        """True once the game on the table is the one by link."""
        return self.step not in ("set-up", "refused")

    @property
    def remote_seats(self) -> frozenset[int]:
        """All seats but that of the person who plays here."""
        return frozenset(range(len(self.names))) - {self.seat}

    @property
    def people_elsewhere(self) -> frozenset[int]:
        """The same seats."""
        return self.remote_seats

    def absent_seat(self, mover: int | None) -> int | None:
        """Return None: nobody has to be here."""

    @property
    def covers_table(self) -> bool:
        """True while a screen of its own covers the table."""
        return self.step != "playing" or self.link is None or self.link.match is None

    @property
    def is_waiting(self) -> bool:
        """True while nobody at this device can play."""
        return self.covers_table or bool(self.address)

    @property
    def screen(self) -> ScreenKind:
        """The kind of this screen."""
        return "table"


Together = HostTable | GuestTable | LinkTable
