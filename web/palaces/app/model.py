"""All that the page shows follows from a Model. It is never changed: `update` makes the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from palaces.app.i18n import _
from palaces.app.routing import Address
from palaces.features.shortcuts import IDLE_EDITOR, ShortcutEditor
from palaces.ui.game_view import GameView, load_game_view
from pygame_core import GAMES, Illegal, Match, Newer
from pygame_core.bots import Candidate, Decision
from pygame_core.game import Game
from pygame_core.i18n import SentenceSubject
from pygame_core.state import View

if TYPE_CHECKING:
    from palaces.app.messages import Remedy
    from palaces.features.move_warnings import PendingWarning
    from palaces.features.tutorial_view import TutorialProgress

EmbedMode = Literal["", "frame", "post", "window"]
"""A page of its own; a frame in anybody's page; one in our element, at its place in a post, or filling the window."""


class Notice(NamedTuple):
    """A sentence that stays on screen until it is closed, with the one thing to do about it, if there is one."""

    text: str
    remedy: "Remedy | tuple[()]" = ()
    label: str = ""
    informational: bool = False
    """Whether it is good to know, and no trouble."""
    transient: bool = False
    """Whether it is said in passing: one short line, which goes by itself, with a touch of it or with the next move."""

    @classmethod
    def from_refusal(cls, refusal: Illegal, text: str) -> "Notice":
        """What is said of a save or link that cannot be opened: with the way to the newest version if a newer one made
        it."""
        return cls(text, ("newest",), _("Load the newest version")) if isinstance(refusal, Newer) else cls(text)


class BotReasoning(NamedTuple):
    """What a bot decided, and what lay open for everybody then."""

    decision: Decision
    view: View


class ChallengeProof(NamedTuple):
    """The game behind a challenge, and whether it proves the points."""

    match: Match
    is_valid: bool


class ShareState(NamedTuple):
    """What the panels "share" and "embed" know and show."""

    site_url: str = ""
    """The absolute address of the site's folder, `/` at its end, once the browser has told it."""
    has_system_share: bool = False
    """Whether the system has a share sheet for links."""
    challenge_points: int | None = None
    """The points that a challenge can be made of, if there can be one."""
    link_kind: str = ""
    """The chosen link: "game", "move" or "challenge"; "": the first that there is."""
    embed_kind: str = "new"
    """What is to be embedded: a "new" game, or this one as a "replay"."""
    status_target: str = ""
    """What `said` is about: the id of a text to copy, "sheet" or "code"."""
    status_text: str = ""
    qr_address: str = ""
    """The address whose QR code is asked for or shown."""
    qr_rows: tuple[str, ...] = ()
    """Its rows from the top, `1` for each dark module; empty until it is made."""


DEFAULT_SHARE_STATE = ShareState()


class RuleClause(NamedTuple):
    """A clause that is read at the table, and what it says; "" if the rules could not be loaded."""

    clause_id: str
    html: str | None = None


WinProbabilities = tuple[tuple[float, ...], ...]
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
    paused_for_panel: bool = False
    """Bots wait because the person is looking at what the panel is about, which takes the table meanwhile."""
    notices: tuple[Notice, ...] = ()
    game_serial: int = 0
    """Counts the games of this page: an answer for another game is dropped."""
    bot_restarted: bool = False
    """The bot that is to move was asked again, because the first one did not answer."""
    bot_reasoning: Mapping[int, BotReasoning] = field(default_factory=dict, hash=False)
    """By log number why bots moved as they did, as far as it is known."""
    guessed_reasoning: Mapping[int, BotReasoning] = field(default_factory=dict, hash=False)
    """By log number what an onlooker can say for a bot's move: all that is told while hands are secret."""
    panel_subject: int = 0
    """What the panel is about: "why" a log number, "seat" one of the face's `holders`."""
    hint: BotReasoning | None = field(default=None, hash=False)
    """What a master would do for the person to move."""
    win_probabilities: WinProbabilities = ()
    """How the chances went, once a game is over and they were worked out."""
    failed_requests: frozenset[str] = frozenset()
    """Of "why", "guess", "hint" and "chances", those to which there came no answer."""
    review_position: Match | None = field(default=None, hash=False)
    """The earlier position at which the person looks."""
    read_only: bool = False
    """The game came by link and is nobody's here: it is looked at, neither played nor kept."""
    revealed_moves: int | None = None
    """How many moves of it have been told; None: all."""
    mover_hand_shown: bool = False
    """Whether in an earlier position the hand of whoever is to move lies open, and not the viewer's."""
    is_autoplaying: bool = False
    """Move after move is shown by itself."""
    share_state: ShareState = DEFAULT_SHARE_STATE
    challenge_proof: ChallengeProof | None = field(default=None, hash=False)
    """What the address of a challenge carries."""
    url_override: str = ""
    """What the address bar goes on to say because only a newer version can open it; "": it names the game."""
    embed_mode: EmbedMode = ""
    """Whether the page is a frame in another page, and in what."""
    switches: frozenset[str] = frozenset()
    """Of `update.SWITCH_NAMES` those that are on: settings of whoever sits here, for all games."""
    custom_shortcuts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The single keys that whoever sits here has changed: see `palaces.features.shortcuts`."""
    shortcut_editor: ShortcutEditor = IDLE_EDITOR
    proposed_action: Any = None
    """The action that waits to be confirmed, where every one is."""
    tutorial: "TutorialProgress | None" = field(default=None, hash=False)
    """How far somebody is who learns: then the game is that of a lesson, and kept nowhere."""
    waiting_for_listener: bool = False
    """The next computer player moves once the person goes on, who wants to hear of every move by itself."""
    spoken_upto: int = 0
    """Of how many entries of the log has been told aloud."""
    last_announcement: tuple[str, ...] = field(default=(), compare=False)
    """What was spoken last, to be said again."""
    requested_announcement: tuple[str, ...] = field(default=(), compare=False)
    """What somebody who listens asked for by a key, each answer an object of its own."""
    flashback: Match | None = field(default=None, hash=False)
    """The earlier position that the table shows for a moment: somebody's move is shown again, or the end is near."""
    move_warnings_enabled: bool = False
    """Whether a move that wastes something is warned of, each kind once: this browser may see its first games."""
    pending_warning: "PendingWarning | None" = None
    """What was said of a move that has not been played yet."""
    shown_tooltip: str = ""
    """The sign of the table of which it is said what it means."""
    is_tooltip_mode: bool = False
    """Every touch of the table asks what a sign means, until that is put away."""
    shown_clause: RuleClause | None = None
    """What the panel "rule" shows."""
    points_in_flight: tuple[int, ...] | None = field(default=None, compare=False)
    """By seat, the points that the newest entry brought, if it has just come to the table; None once anything else
    has happened. It makes no other model: it is over in a moment."""

    @property
    def game_view(self) -> GameView[Any, Any]:
        """How the page shows this game."""
        return load_game_view(self.match.game)

    @property
    def game(self) -> Game:
        """What is true of this game."""
        return GAMES[self.match.game]

    @property
    def mover(self) -> int | None:
        """The seat to move."""
        return self.match.to_move()

    @property
    def bot_level(self) -> str | None:
        """The level of the bot to move, or None."""
        seat = self.mover
        if seat is None or self.match.seats[seat]["kind"] == "human":
            return None
        return self.match.seats[seat]["kind"].removeprefix("bot:")

    @property
    def human_seats(self) -> list[int]:
        """Seats of people."""
        return [n for n, seat in enumerate(self.match.seats) if seat["kind"] == "human"]

    @property
    def undoable_seats(self) -> list[int]:
        """The seats whose actions this screen may take back: where nothing is secret, those of all people at it."""
        if not self.game.has_secrets:
            return self.human_seats
        return [] if self.viewer is None else [self.viewer]

    @property
    def can_act(self) -> bool:
        """Whether the person at this screen is to move, and looks at nothing else."""
        hidden = self.curtain or self.paused_for_panel or self.review_position is not None
        return self.mover is not None and self.mover == self.viewer and not hidden

    @property
    def move_number(self) -> int:
        """The log number at which the person looks."""
        return len((self.review_position or self.match).log)

    @property
    def visible_moves(self) -> int:
        """How many moves may be shown."""
        return len(self.match.log) if self.revealed_moves is None else self.revealed_moves

    @property
    def first_new_entry(self) -> int:
        """The log number from which on all is news to whoever looks: what came after the last action of their own; in
        an earlier position, and for onlookers, the last entry alone."""
        log, own = self.match.log, self.undoable_seats
        if self.review_position is not None or not own:
            return max(len(log) - 1, 0)
        return next((n + 1 for n in range(len(log) - 1, -1, -1) if log[n][0] in own), 0)

    @property
    def shown_match(self) -> Match:
        """The position that the table shows."""
        return self.flashback or self.review_position or self.match

    @property
    def turns_begun(self) -> int:
        """How many turns the person at this screen has begun."""
        return sum(
            seat == self.viewer and action[0] not in self.game.continuation_verbs for seat, action, _ in self.match.log
        )

    @property
    def has_replay_controls(self) -> bool:
        """Whether the controls that go from position to position are on screen."""
        return self.review_position is not None or self.mover is None

    @property
    def can_review(self) -> bool:
        """Whether one can go back to earlier positions: not while several people with secrets share the device."""
        over = self.read_only or self.mover is None
        return over or len(self.human_seats) < 2 or not self.game.has_secrets

    @property
    def can_offer_hints(self) -> bool:
        """Whether a person may ask for a hint at this table, now or in the next turn."""
        return bool(self.human_seats) and self.mover is not None and not self.curtain and self.tutorial is None

    def is_bot_entry(self, n: int) -> bool:
        """Whether an entry of the log is a bot's."""
        return self.match.seats[self.match.log[n][0]]["kind"] != "human"

    @property
    def has_secret_reasoning(self) -> bool:
        """Whether a bot's own reasons would tell what nobody may know yet: hands, while the game goes on."""
        return self.game.has_secrets and self.mover is not None

    @property
    def visible_reasoning(self) -> Mapping[int, BotReasoning]:
        """By log number what may be told now of why bots moved, as far as it is known."""
        return self.guessed_reasoning if self.has_secret_reasoning else self.bot_reasoning

    @property
    def has_clear_panel(self) -> bool:
        """Whether what the panel is about is on the table, which stays in sight, and in reach."""
        return self.panel in ("hint", "why")

    @property
    def view(self) -> View:
        """What whoever looks at this screen may know."""
        return self.match.view(None if self.curtain else self.viewer)

    def visible_hand(self, view: View) -> list[str]:
        """The hand in `view` that lies open on this screen; empty behind the curtain and for an onlooker."""
        hand: list[str] = [] if self.viewer is None or self.curtain else view["hands"][self.viewer]
        return hand

    @property
    def player_names(self) -> list[str]:
        """Names by seat."""
        return [seat["name"] for seat in self.match.seats]

    @property
    def addressed_seat(self) -> int | None:
        """The seat that can be spoken to: that of the one person who plays."""
        return self.human_seats[0] if len(self.human_seats) == 1 and not self.read_only else None

    @property
    def seat_labels(self) -> list[str]:
        """What stands over the seats: whoever is spoken to is "You" there."""
        return [_("You") if seat == self.addressed_seat else name for seat, name in enumerate(self.player_names)]

    def player_reference(self, seat: int) -> SentenceSubject:
        """Whoever sits there, for sentences about them: they are said to whoever is spoken to."""
        return SentenceSubject(self.player_names[seat], seat == self.addressed_seat)

    def entry_sentences(self, event: Any) -> list[str]:
        """An entry of the log in sentences, for whoever looks at this screen."""
        return self.game.sentences.event_sentences(event, self.player_names, you=self.addressed_seat)

    @property
    def winning_seats(self) -> list[int]:
        """Seats in the first place at the end; none before."""
        result = self.match.result()
        return [seat for seat, place in enumerate(result["places"]) if place == 1] if result else []

    @property
    def lasting_notices(self) -> tuple[Notice, ...]:
        """Notices that are true of the next game, too: a new version, or storage that refuses."""
        return tuple(notice for notice in self.notices if notice.remedy in (("update",), ("export",)))


def parse_reasoning(decision: Any, view: Any) -> BotReasoning | None:
    """What a bot's worker answered, as plain data; None if it is nothing of the kind."""
    match decision, view:
        case [[*action], [*candidates], dict(why), int(playouts), bool(done), [*then]], dict(seen):
            told = [Candidate(*each) for each in candidates if isinstance(each, list) and len(each) == 3]
        case _:
            return None
    whole = all(
        isinstance(one.action, list) and _has_numeric_values(one.terms) and _has_numeric_values({"": one.expected_lead})
        for one in told
    )
    whole = whole and _has_numeric_values(why) and all(isinstance(further, list) for further in then)
    return BotReasoning(Decision(action, told, why, playouts, done, tuple(then)), seen) if whole else None


def _has_numeric_values(terms: object) -> bool:
    """Whether these are terms with their points."""
    return isinstance(terms, dict) and all(isinstance(points, int | float) for points in terms.values())


def parse_win_probabilities(rows: object, moves: int, seats: int) -> WinProbabilities:
    """What the worker found out of a game; nothing if it is not that."""
    match rows:
        case [[*_], *_] if len(rows) == moves + 1:
            found = tuple(tuple(row) for row in rows if isinstance(row, list))
        case _:
            return ()
    whole = all(len(row) == seats and all(isinstance(part, int | float) for part in row) for row in found)
    return found if whole and len(found) == len(rows) else ()
