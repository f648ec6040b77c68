"""All that the page shows follows from a Model. It is never changed: `update` makes the next one.

A Model is made of groups. A step that brings another position to the table replaces whole groups: see
`Model.at_position`. A group is changed by its own methods alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, cast

from palaces.app.i18n import _
from palaces.app.panel_state import GamePanel, HintPanel, Panel, WhyPanel, panel_subject
from palaces.app.routing import Address
from palaces.app.thinking import NO_THINKING, BotReasoning, Thinking, WinProbabilities
from pygame_core import GAMES, Illegal, Match, Newer
from pygame_core.game import Game
from pygame_core.i18n import SentenceSubject
from pygame_core.match import ViewT
from pygame_core.state import Event, JsonAction, Result, State, StateT_co, View, open_hand

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import Remedy
    from palaces.app.settings import SwitchName
    from pygame_core.lesson import Lesson, LessonStage, LessonTask

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    DraftT_co = TypeVar("DraftT_co", default=Any, covariant=True)
    """What a person has touched so far. Any: each game has its own drafts, and is known only at run time."""
else:  # Python 3.11 knows no defaults
    from typing import TypeVar

    DraftT_co = TypeVar("DraftT_co", covariant=True)

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


class ChallengeProof(NamedTuple):
    """The game behind a challenge, and whether it proves the points."""

    match: Match
    is_valid: bool


class MoveWarning(NamedTuple):
    """Of what kind it is, what it says, and where the rules say so."""

    name: str
    text: str
    clause: str


class PendingWarning(NamedTuple):
    """What was said of an action that waits to be played all the same."""

    warning: MoveWarning
    action: JsonAction


# -- the groups --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Selection(Generic[DraftT_co]):
    """What the viewer has chosen and not played yet."""

    draft: DraftT_co
    """What the viewer has touched so far, as the game's view keeps it."""
    proposed_action: JsonAction | None = None
    """The action that waits to be confirmed, where every one is."""
    pending_warning: PendingWarning | None = None
    """What was said of a move that has not been played yet."""
    refusal: Illegal | None = None
    """Why the last touch did nothing."""

    def with_refusal(self, refusal: Illegal | None) -> "Selection[DraftT_co]":
        """The same with why the last touch did nothing."""
        return replace(self, refusal=refusal)

    def with_warning(self, warning: PendingWarning) -> "Selection[DraftT_co]":
        """The same with a warning of the move."""
        return Selection(self.draft, self.proposed_action, warning)

    def without_proposal(self) -> "Selection[DraftT_co]":
        """The same with nothing to be confirmed."""
        return replace(self, proposed_action=None)


@dataclass(frozen=True, slots=True)
class Table(Generic[StateT_co, DraftT_co]):
    """The position, and who sits before it. `match` is copied before it is played on, so an earlier Model stays what
    it was."""

    match: Match[StateT_co] = field(hash=False)
    viewer: int | None
    """The seat whose hand lies open on this screen: the person's, or in pass-and-play that of who holds the device."""
    selection: Selection[DraftT_co]
    curtain: bool = False
    """The device is being handed on: no hand is shown."""

    def with_selection(self, selection: Selection) -> "Table[StateT_co]":
        """The same with something else chosen."""
        return Table(self.match, self.viewer, selection, self.curtain)


@dataclass(frozen=True, slots=True)
class Review(Generic[StateT_co]):
    """What the table shows in place of the present."""

    position: Match[StateT_co] | None = field(default=None, hash=False)
    """The earlier position at which the person looks."""
    revealed_moves: int | None = None
    """How many moves of a game that came by link have been told; None: all."""
    mover_hand_shown: bool = False
    """Whether in an earlier position the hand of whoever is to move lies open, and not the viewer's."""
    is_autoplaying: bool = False
    """Move after move is shown by itself."""
    flashback: Match[StateT_co] | None = field(default=None, hash=False)
    """The earlier position that the table shows for a moment: somebody's move is shown again, or the end is near."""

    def at(self, position: Match | None, revealed_moves: int | None) -> "Review":
        """The same at another position."""
        return Review(position, revealed_moves, self.mover_hand_shown, self.is_autoplaying)

    def with_all_revealed(self) -> "Review":
        """The same with every move told."""
        return replace(self, revealed_moves=None)

    def with_autoplay(self, running: bool) -> "Review":
        """The same while move after move is shown by itself, or no more."""
        return self if running == self.is_autoplaying else replace(self, is_autoplaying=running)

    def with_hands_toggled(self) -> "Review":
        """The same with the hand of whoever is to move open, or no more."""
        return replace(self, mover_hand_shown=not self.mover_hand_shown)

    def with_flashback(self, match: Match | None) -> "Review":
        """The same with an earlier position for a moment, or no more."""
        return Review(self.position, self.revealed_moves, self.mover_hand_shown, self.is_autoplaying, match)


@dataclass(frozen=True, slots=True)
class Speech:
    """What screen reader users have been told, and what waits for them."""

    spoken_upto: int = 0
    """Of how many entries of the log has been told aloud."""
    last_announcement: tuple[str, ...] = field(default=(), compare=False)
    """What was spoken last, to be said again."""
    requested_announcement: tuple[str, ...] = field(default=(), compare=False)
    """What somebody who listens asked for by a key, each answer an object of its own."""
    waiting_for_listener: bool = False
    """The next computer player moves once the person goes on, who wants to hear of every move by itself."""

    def with_announcement(self, sentences: tuple[str, ...], spoken_upto: int) -> "Speech":
        """The same once these sentences were spoken."""
        return replace(self, last_announcement=sentences or self.last_announcement, spoken_upto=spoken_upto)

    def with_answer(self, sentences: tuple[str, ...]) -> "Speech":
        """The same with an answer to be spoken."""
        return replace(self, requested_announcement=sentences)

    def with_wait(self, waiting: bool) -> "Speech":
        """The same while the next bot waits, or no more."""
        return self if waiting == self.waiting_for_listener else replace(self, waiting_for_listener=waiting)


class Tooltips(NamedTuple):
    """Which sign of the table is explained."""

    shown: str = ""
    """The name of the sign; "" for none."""
    is_mode: bool = False
    """Every touch of the table asks what a sign means, until that is put away."""


NO_TOOLTIPS = Tooltips()


@dataclass(frozen=True, slots=True)
class Session:
    """What stays from game to game while the page is open."""

    embed_mode: EmbedMode = ""
    """Whether the page is a frame in another page, and in what."""
    switches: frozenset[str] = frozenset()
    """Of `update.SWITCH_NAMES` those that are on: settings of whoever sits here, for all games."""
    custom_shortcuts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The single keys that whoever sits here has changed: see `palaces.features.shortcuts`."""
    move_warnings_enabled: bool = False
    """Whether a move that wastes something is warned of, each kind once: this browser may see its first games."""

    def with_embed_mode(self, mode: EmbedMode) -> "Session":
        """The same in another kind of frame."""
        return replace(self, embed_mode=mode)

    def with_switches(self, switches: frozenset[str]) -> "Session":
        """The same with other switches on."""
        return replace(self, switches=switches)

    def with_shortcuts(self, shortcuts: Mapping[str, str]) -> "Session":
        """The same with other single keys."""
        return replace(self, custom_shortcuts=shortcuts)


class TutorialProgress(NamedTuple):
    """How far a lesson is."""

    lesson: "Lesson"
    halt_index: int
    """The moment that comes next; as many as there are: its finish."""
    answer: str = ""
    """The answer to another move."""
    refusal_clause: str = ""
    """Where the rules say why that was refused."""
    tries: int = 0
    """How many moves of this act were answered."""
    is_leaving: bool = False
    paused_game: "Model | None" = None
    """The game from which it was opened, which goes on afterwards."""

    @property
    def next_halt(self) -> "LessonStage | None":
        """The one that comes next; None: the finish."""
        return self.lesson.lesson_stages[self.halt_index] if self.halt_index < len(self.lesson.lesson_stages) else None

    @property
    def next_act(self) -> "LessonTask | None":
        """What is to be done then."""
        return self.next_halt.task if self.next_halt else None

    @property
    def log_length(self) -> int:
        """How many entries the log has then."""
        return self.next_act.log_length if self.next_act else self.lesson.finish.log_length

    @property
    def step_number(self) -> int:
        """Which step that is, from 1; after the last one, that one."""
        return (self.next_halt.step_index if self.next_halt else len(self.lesson.steps) - 1) + 1


# -- the model ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Model(Generic[StateT_co, DraftT_co]):
    """The whole page as data."""

    table: Table[StateT_co, DraftT_co]
    address: Address
    notices: tuple[Notice, ...] = ()
    game_serial: int = 0
    """Counts the games of this page, and the undos: an answer for another game is dropped."""
    read_only: bool = False
    """The game came by link and is nobody's here: it is looked at, neither played nor kept."""
    challenge_proof: ChallengeProof | None = field(default=None, hash=False)
    """What the address of a challenge carries."""
    url_override: str = ""
    """What the address bar goes on to say because only a newer version can open it; "": it names the game."""
    tutorial: TutorialProgress | None = field(default=None, hash=False)
    """How far somebody is who learns: then the game is that of a lesson, and kept nowhere."""
    session: Session = Session()
    panel: Panel = None
    tooltips: Tooltips = NO_TOOLTIPS
    thinking: Thinking = NO_THINKING
    review: Review[StateT_co] = Review()
    speech: Speech = Speech()
    is_placeholder: bool = False
    """The build draws the table before anybody plays: no seat is "You", and none is to move."""
    points_in_flight: tuple[int, ...] | None = field(default=None, compare=False)
    """By seat, the points that the newest entry brought, if it has just come to the table; None once anything else
    has happened. It makes no other model: it is over in a moment."""

    # -- steps -----------------------------------------------------------------------------------------------------

    def at_position(self, table: Table, thinking: Thinking = NO_THINKING) -> "Model":
        """The same game at another position. What is not named here was about the position before, and is gone."""
        return Model(
            table,
            self.address,
            self.notices,
            self.game_serial,
            self.read_only,
            self.challenge_proof,
            self.url_override,
            session=self.session,
            thinking=thinking,
            speech=Speech(len(table.match.log)),
        )

    def with_selection(self, selection: Selection) -> "Model":
        """The same with something else chosen."""
        return replace(self, table=self.table.with_selection(selection))

    def with_refusal(self, refusal: Illegal | None) -> "Model":
        """The same with why the last touch did nothing; None: there is nothing to be said any more."""
        if refusal is self.table.selection.refusal:
            return self
        return self.with_selection(self.table.selection.with_refusal(refusal))

    def without_covering_panel(self) -> "Model":
        """The same with no panel over the table; one that holds the table stays."""
        return self if self.panel is None or self.paused_for_panel else replace(self, panel=None)

    # -- the groups, field by field --------------------------------------------------------------------------------

    @property
    def match(self) -> Match[StateT_co]:
        """The match on the table."""
        return self.table.match

    @property
    def viewer(self) -> int | None:
        """The seat whose hand lies open on this screen."""
        return self.table.viewer

    @property
    def curtain(self) -> bool:
        """Whether the device is being handed on, so that no hand is shown."""
        return self.table.curtain

    @property
    def draft(self) -> DraftT_co:
        """What the viewer has touched so far."""
        return self.table.selection.draft

    @property
    def proposed_action(self) -> JsonAction | None:
        """The action that waits to be confirmed."""
        return self.table.selection.proposed_action

    @property
    def pending_warning(self) -> PendingWarning | None:
        """What was said of a move that has not been played yet."""
        return self.table.selection.pending_warning

    @property
    def refusal(self) -> Illegal | None:
        """Why the last touch did nothing."""
        return self.table.selection.refusal

    @property
    def hint(self) -> BotReasoning | None:
        """What a master would do for the person to move."""
        return self.thinking.hint

    @property
    def win_probabilities(self) -> WinProbabilities:
        """How the chances went, once they were worked out."""
        return self.thinking.win_probabilities

    @property
    def review_position(self) -> Match[StateT_co] | None:
        """The earlier position at which the person looks."""
        return self.review.position

    @property
    def revealed_moves(self) -> int | None:
        """How many moves of a shared game have been told; None: all."""
        return self.review.revealed_moves

    @property
    def is_autoplaying(self) -> bool:
        """Whether move after move is shown by itself."""
        return self.review.is_autoplaying

    @property
    def flashback(self) -> Match[StateT_co] | None:
        """The earlier position that the table shows for a moment."""
        return self.review.flashback

    @property
    def waiting_for_listener(self) -> bool:
        """Whether the next bot moves once the person goes on."""
        return self.speech.waiting_for_listener

    @property
    def embed_mode(self) -> EmbedMode:
        """Whether the page is a frame in another page, and in what."""
        return self.session.embed_mode

    @property
    def switches(self) -> frozenset[str]:
        """The switches that are on."""
        return self.session.switches

    @property
    def custom_shortcuts(self) -> Mapping[str, str]:
        """The single keys that were changed."""
        return self.session.custom_shortcuts

    @property
    def shown_tooltip(self) -> str:
        """The sign of the table that is explained; "" for none."""
        return self.tooltips.shown

    @property
    def is_tooltip_mode(self) -> bool:
        """Whether every touch of the table asks what a sign means."""
        return self.tooltips.is_mode

    @property
    def panel_name(self) -> str:
        """The name of the open panel; "" for none."""
        return "" if self.panel is None else self.panel.name

    @property
    def panel_key(self) -> tuple[str, int]:
        """The name of the open panel and the number of what it is about: the same as long as it is the same panel."""
        return self.panel_name, panel_subject(self.panel)

    @property
    def paused_for_panel(self) -> bool:
        """Whether bots wait because the person is looking at a panel that has taken the table."""
        return isinstance(self.panel, GamePanel) and self.panel.holds_table

    def is_on(self, switch: "SwitchName") -> bool:
        """Whether a switch is on."""
        return switch in self.switches

    # -- what follows from them ------------------------------------------------------------------------------------

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
    def shown_match(self) -> Match[StateT_co]:
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
        thinking = self.thinking
        return thinking.guessed_reasoning if self.has_secret_reasoning else thinking.bot_reasoning

    @property
    def has_clear_panel(self) -> bool:
        """Whether what the panel is about is on the table, which stays in sight, and in reach."""
        return isinstance(self.panel, HintPanel | WhyPanel)

    @property
    def view(self: "Model[State[ViewT]]") -> ViewT:
        """What whoever looks at this screen may know."""
        view = self.match.view(None if self.curtain else self.viewer)
        return cast("ViewT", {**view, "to_move": None}) if self.is_placeholder else view

    def visible_hand(self, view: View) -> list[str]:
        """The hand in `view` that lies open on this screen; empty behind the curtain and for an onlooker."""
        return [] if self.viewer is None or self.curtain else open_hand(view, self.viewer)

    @property
    def player_names(self) -> list[str]:
        """Names by seat."""
        return [seat["name"] for seat in self.match.seats]

    @property
    def addressed_seat(self) -> int | None:
        """The seat that can be spoken to: that of the one person who plays."""
        people = self.human_seats
        return people[0] if len(people) == 1 and not self.read_only else None

    @property
    def seat_labels(self) -> list[str]:
        """What stands over the seats: whoever is spoken to is "You" there."""
        own = None if self.is_placeholder else self.addressed_seat
        return [_("You") if seat == own else name for seat, name in enumerate(self.player_names)]

    def player_reference(self, seat: int) -> SentenceSubject:
        """Whoever sits there, for sentences about them: they are said to whoever is spoken to."""
        return SentenceSubject(self.player_names[seat], seat == self.addressed_seat)

    def entry_sentences(self, event: Event) -> list[str]:
        """An entry of the log in sentences, for whoever looks at this screen."""
        return self.game.sentences.event_sentences(event, self.player_names, you=self.addressed_seat)

    def allowed_action(self, action: object) -> JsonAction | None:
        """Return an action from a message if the rules allow it now; otherwise None."""
        return None if self.match.allows(action) else cast("JsonAction", action)

    @property
    def final_result(self) -> Result:
        """The result of the match, which is over."""
        result = self.match.result()
        assert result is not None
        return result

    @property
    def winning_seats(self) -> list[int]:
        """Seats in the first place at the end; none before."""
        result = self.match.result()
        return [seat for seat, place in enumerate(result["places"]) if place == 1] if result else []

    @property
    def lasting_notices(self) -> tuple[Notice, ...]:
        """Notices that are true of the next game, too: a new version, or storage that refuses."""
        return tuple(notice for notice in self.notices if notice.remedy in (("update",), ("export",)))

    @property
    def is_awaiting_learner(self) -> bool:
        """Whether the lesson stands still until something is done."""
        learning = self.tutorial
        return learning is not None and not self.paused_for_panel and len(self.match.log) == learning.log_length


Transition = tuple[Model, list["Effect"]]
"""The next model, and what the browser has to do."""
