"""All that the page shows follows from a Model. It is never changed: `update` makes the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from palaces.address import Address
from palaces.games import Face, face
from palaces.keys import IDLE, Keying
from palaces.words import _
from pygame_core import GAMES, Illegal, Match, Newer
from pygame_core.bots import Candidate, Decision
from pygame_core.game import Game
from pygame_core.state import View
from pygame_core.words import SentenceSubject

if TYPE_CHECKING:
    from palaces.cautions import Warned
    from palaces.lesson import Learning
    from palaces.messages import Remedy

Embedded = Literal["", "frame", "post", "window"]
"""A page of its own; a frame in anybody's page; one in our element, at its place in a post, or filling the window."""


class Notice(NamedTuple):
    """A sentence that stays on screen until it is closed, with the one thing to do about it, if there is one."""

    text: str
    do: "Remedy | tuple[()]" = ()
    label: str = ""
    calm: bool = False
    """Whether it is good to know, and no trouble."""
    aside: bool = False
    """Whether it is said in passing: one short line, which goes by itself, with a touch of it or with the next move."""

    @classmethod
    def refused(cls, refusal: Illegal, text: str) -> "Notice":
        """What is said of a save or link that cannot be opened: with the way to the newest version if a newer one made
        it."""
        return cls(text, ("newest",), _("Load the newest version")) if isinstance(refusal, Newer) else cls(text)


class Thought(NamedTuple):
    """What a bot decided, and what lay open for everybody then."""

    decision: Decision
    view: View


class Claim(NamedTuple):
    """The game behind a challenge, and whether it proves the points."""

    proof: Match
    proved: bool


class Sharing(NamedTuple):
    """What the panels "share" and "embed" know and show."""

    site: str = ""
    """The absolute address of the site's folder, `/` at its end, once the browser has told it."""
    sheet: bool = False
    """Whether the system has a share sheet for links."""
    points: int | None = None
    """The points that a challenge can be made of, if there can be one."""
    link: str = ""
    """The chosen link: "game", "move" or "challenge"; "": the first that there is."""
    form: str = "new"
    """What is to be embedded: a "new" game, or this one as a "replay"."""
    at: str = ""
    """What `said` is about: the id of a text to copy, "sheet" or "code"."""
    said: str = ""
    coded: str = ""
    """The address whose QR code is asked for or shown."""
    code: tuple[str, ...] = ()
    """Its rows from the top, `1` for each dark module; empty until it is made."""


UNSHARED = Sharing()


class Clause(NamedTuple):
    """A clause that is read at the table, and what it says; "" if the rules could not be loaded."""

    clause: str
    said: str | None = None


Chances = tuple[tuple[float, ...], ...]
"""By log number each seat's chance to win."""


@dataclass(frozen=True, slots=True)
class Model:
    """`match` is copied before it is played on, so a Model of an earlier moment stays what it was."""

    match: Match = field(hash=False)
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
    """What lies over the side of the table: "", one of `update.PANELS`, "hint", "why", "seat" or one of the game's."""
    held: bool = False
    """Bots wait because the person is looking at what the panel is about, which takes the table meanwhile."""
    notices: tuple[Notice, ...] = ()
    dealt: int = 0
    """Counts the games of this page: an answer for another game is dropped."""
    slow: bool = False
    """The bot that is to move was asked again, because the first one did not answer."""
    thoughts: Mapping[int, Thought] = field(default_factory=dict, hash=False)
    """By log number why bots moved as they did, as far as it is known."""
    guesses: Mapping[int, Thought] = field(default_factory=dict, hash=False)
    """By log number what an onlooker can say for a bot's move: all that is told while hands are secret."""
    about: int = 0
    """What the panel is about: "why" a log number, "seat" one of the face's `holders`."""
    hint: Thought | None = field(default=None, hash=False)
    """What a master would do for the person to move."""
    chances: Chances = ()
    """How the chances went, once a game is over and they were worked out."""
    unanswered: frozenset[str] = frozenset()
    """Of "why", "guess", "hint" and "chances", those to which there came no answer."""
    past: Match | None = field(default=None, hash=False)
    """The earlier position at which the person looks."""
    guest: bool = False
    """The game came by link and is nobody's here: it is looked at, neither played nor kept."""
    known: int | None = None
    """How many moves of it have been told; None: all."""
    hands: bool = False
    """Whether in an earlier position the hand of whoever is to move lies open, and not the viewer's."""
    running: bool = False
    """Move after move is shown by itself."""
    sharing: Sharing = UNSHARED
    claim: Claim | None = field(default=None, hash=False)
    """What the address of a challenge carries."""
    asked: str = ""
    """What the address bar goes on to say because only a newer version can open it; "": it names the game."""
    embedded: Embedded = ""
    """Whether the page is a frame in another page, and in what."""
    switches: frozenset[str] = frozenset()
    """Of `update.SWITCHES` those that are on: settings of whoever sits here, for all games."""
    keys: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The single keys that whoever sits here has changed: see `palaces.keys`."""
    keying: Keying = IDLE
    asked_first: Any = None
    """The action that waits to be confirmed, where every one is."""
    lesson: "Learning | None" = field(default=None, hash=False)
    """How far somebody is who learns: then the game is that of a lesson, and kept nowhere."""
    waits: bool = False
    """The next computer player moves once the person goes on, who wants to hear of every move by itself."""
    aloud: int = 0
    """Of how many entries of the log has been told aloud."""
    heard: tuple[str, ...] = field(default=(), compare=False)
    """What was spoken last, to be said again."""
    answer: tuple[str, ...] = field(default=(), compare=False)
    """What somebody who listens asked for by a key, each answer an object of its own."""
    glimpse: Match | None = field(default=None, hash=False)
    """The earlier position that the table shows for a moment: somebody's move is shown again, or the end is near."""
    cautious: bool = False
    """Whether a move that wastes something is warned of, each kind once: this browser may see its first games."""
    warned: "Warned | None" = None
    """What was said of a move that has not been played yet."""
    explained: str = ""
    """The sign of the table of which it is said what it means."""
    explaining: bool = False
    """Every touch of the table asks what a sign means, until that is put away."""
    rule: Clause | None = None
    """What the panel "rule" shows."""
    brought: tuple[int, ...] | None = field(default=None, compare=False)
    """By seat, the points that the newest entry brought, if it has just come to the table; None once anything else
    has happened. It makes no other model: it is over in a moment."""

    @property
    def face(self) -> Face[Any, Any]:
        """How the page shows this game."""
        return face(self.match.game)

    @property
    def game(self) -> Game:
        """What is true of this game."""
        return GAMES[self.match.game]

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
        if not self.game.has_secrets:
            return self.people
        return [] if self.viewer is None else [self.viewer]

    @property
    def can_act(self) -> bool:
        """Whether the person at this screen is to move, and looks at nothing else."""
        hidden = self.curtain or self.held or self.past is not None
        return self.mover is not None and self.mover == self.viewer and not hidden

    @property
    def moment(self) -> int:
        """The log number at which the person looks."""
        return len((self.past or self.match).log)

    @property
    def told(self) -> int:
        """How many moves may be shown."""
        return len(self.match.log) if self.known is None else self.known

    @property
    def since(self) -> int:
        """The log number from which on all is news to whoever looks: what came after the last action of their own; in
        an earlier position, and for onlookers, the last entry alone."""
        log, own = self.match.log, self.own
        if self.past is not None or not own:
            return max(len(log) - 1, 0)
        return next((n + 1 for n in range(len(log) - 1, -1, -1) if log[n][0] in own), 0)

    @property
    def shown(self) -> Match:
        """The position that the table shows."""
        return self.glimpse or self.past or self.match

    @property
    def turns(self) -> int:
        """How many turns the person at this screen has begun."""
        return sum(
            seat == self.viewer and action[0] not in self.game.continuation_verbs for seat, action, _ in self.match.log
        )

    @property
    def stepping(self) -> bool:
        """Whether the controls that go from position to position are on screen."""
        return self.past is not None or self.mover is None

    @property
    def reviewable(self) -> bool:
        """Whether one can go back to earlier positions: not while several people with secrets share the device."""
        over = self.guest or self.mover is None
        return over or len(self.people) < 2 or not self.game.has_secrets

    @property
    def advised(self) -> bool:
        """Whether a person may ask for a hint at this table, now or in the next turn."""
        return bool(self.people) and self.mover is not None and not self.curtain and self.lesson is None

    def by_bot(self, n: int) -> bool:
        """Whether an entry of the log is a bot's."""
        return self.match.seats[self.match.log[n][0]]["kind"] != "human"

    @property
    def secret(self) -> bool:
        """Whether a bot's own reasons would tell what nobody may know yet: hands, while the game goes on."""
        return self.game.has_secrets and self.mover is not None

    @property
    def reasons(self) -> Mapping[int, Thought]:
        """By log number what may be told now of why bots moved, as far as it is known."""
        return self.guesses if self.secret else self.thoughts

    @property
    def aside(self) -> bool:
        """Whether what the panel is about is on the table, which stays in sight, and in reach."""
        return self.panel in ("hint", "why")

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
    def you(self) -> int | None:
        """The seat that can be spoken to: that of the one person who plays."""
        return self.people[0] if len(self.people) == 1 and not self.guest else None

    @property
    def heads(self) -> list[str]:
        """What stands over the seats: whoever is spoken to is "You" there."""
        return [_("You") if seat == self.you else name for seat, name in enumerate(self.names)]

    def who(self, seat: int) -> SentenceSubject:
        """Whoever sits there, for sentences about them: they are said to whoever is spoken to."""
        return SentenceSubject(self.names[seat], seat == self.you)

    def said(self, event: Any) -> list[str]:
        """An entry of the log in sentences, for whoever looks at this screen."""
        return self.game.sentences.event_sentences(event, self.names, you=self.you)

    @property
    def winners(self) -> list[int]:
        """Seats in the first place at the end; none before."""
        result = self.match.result()
        return [seat for seat, place in enumerate(result["places"]) if place == 1] if result else []

    @property
    def lasting(self) -> tuple[Notice, ...]:
        """Notices that are true of the next game, too: a new version, or storage that refuses."""
        return tuple(notice for notice in self.notices if notice.do in (("update",), ("export",)))


def thought(decision: Any, view: Any) -> Thought | None:
    """What a bot's worker answered, as plain data; None if it is nothing of the kind."""
    match decision, view:
        case [[*action], [*candidates], dict(why), int(playouts), bool(done), [*then]], dict(seen):
            told = [Candidate(*each) for each in candidates if isinstance(each, list) and len(each) == 3]
        case _:
            return None
    whole = all(
        isinstance(one.action, list) and _points(one.terms) and _points({"": one.expected_lead}) for one in told
    )
    whole = whole and _points(why) and all(isinstance(further, list) for further in then)
    return Thought(Decision(action, told, why, playouts, done, tuple(then)), seen) if whole else None


def _points(terms: object) -> bool:
    """Whether these are terms with their points."""
    return isinstance(terms, dict) and all(isinstance(points, int | float) for points in terms.values())


def chances(rows: object, moves: int, seats: int) -> Chances:
    """What the worker found out of a game; nothing if it is not that."""
    match rows:
        case [[*_], *_] if len(rows) == moves + 1:
            found = tuple(tuple(row) for row in rows if isinstance(row, list))
        case _:
            return ()
    whole = all(len(row) == seats and all(isinstance(part, int | float) for part in row) for row in found)
    return found if whole and len(found) == len(rows) else ()
