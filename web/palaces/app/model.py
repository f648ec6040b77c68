"""The model: the whole state of the page. It never changes. `update` makes the next one.

A Model consists of groups. A step to another position replaces whole groups: see `Model.at_position`. Only the methods
of a group make a changed copy of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, cast

from palaces.app.i18n import _, level_label
from palaces.app.messages import SIGN_NAMES
from palaces.app.panel_state import GamePanel, HintPanel, Panel, SharedPanelName, WhyPanel, panel_subject
from palaces.app.routing import Address
from palaces.app.thinking import NO_THINKING, BotReasoning, Thinking, WinProbabilities
from pygame_core import GAMES, Illegal, Match, Newer
from pygame_core.game import Game
from pygame_core.i18n import SentenceSubject
from pygame_core.match import CUSTOM_LEVEL, ViewT
from pygame_core.names import isolate_name
from pygame_core.state import Event, JsonAction, Result, State, StateT_co, View, open_hand

if TYPE_CHECKING:
    from palaces.app.daily_deal import DealState
    from palaces.app.decision_review import DecisionReview
    from palaces.app.effects import Effect
    from palaces.app.messages import Remedy, SignName
    from palaces.app.puzzle_record import PuzzleProgress
    from palaces.app.settings import SwitchName
    from palaces.app.together.table_state import Together
    from pygame_core.lesson import Lesson, LessonStage, LessonTask
    from pygame_core.match import ShownGame

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    DraftT_co = TypeVar("DraftT_co", default=Any, covariant=True)
    """The touches of a person so far. Any: each game has its own drafts, known only at run time."""
else:  # Python 3.11 has no defaults of type variables
    from typing import TypeVar

    DraftT_co = TypeVar("DraftT_co", covariant=True)

EmbedMode = Literal["", "frame", "post", "window"]
"""The place of the page: "" by itself, "frame" in a plain iframe, "post" in our element, "window" in our element while
it fills the window."""


class Notice(NamedTuple):
    """A sentence that stays on screen until it is closed, usually with at most one remedy."""

    text: str
    remedy: "Remedy | tuple[()]" = ()
    label: str = ""
    informational: bool = False
    """True if the notice is not about a problem."""
    transient: bool = False
    """True for a short line that goes away by itself, when it is touched, or with the next move."""
    language: str = ""
    """The language of its texts, if it is not that of the page."""
    close: str = ""
    """The label of the button that closes it; "" for the usual one."""
    others: "tuple[tuple[Remedy, str], ...]" = ()
    """Further remedies with their labels."""

    @classmethod
    def from_refusal(cls, refusal: Illegal, text: str) -> "Notice":
        """Return the notice about a save or link that cannot be opened. If a newer version made it, the notice offers
        to load that version."""
        return cls(text, ("newest",), _("Load the newest version")) if isinstance(refusal, Newer) else cls(text)


class ChallengeProof(NamedTuple):
    """The game behind a challenge, and whether it proves the points as far as it is checked."""

    match: Match
    is_valid: bool
    checked_moves: int = 0
    """The log number up to which the bot moves are checked."""


class MoveWarning(NamedTuple):
    """The kind of a warning, its text, and the clause of the rules."""

    name: str
    text: str
    clause: str


class PendingWarning(NamedTuple):
    """A warning, and the action that it delays. The person can still play that action."""

    warning: MoveWarning
    action: JsonAction


class Orders(NamedTuple):
    """The instructions of the person for their coming decisions. They can be taken back until then."""

    next_action: JsonAction | None = None
    """The action to play in the next decision if it is still possible."""
    pass_above: int | None = None
    """The bid above which to pass in this auction."""


NO_ORDERS = Orders()


# -- the groups --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Selection(Generic[DraftT_co]):
    """The choices of the viewer that are not played yet."""

    draft: DraftT_co
    """The touches of the viewer so far, in the notation of the game's view."""
    proposed_action: JsonAction | None = None
    """The action that waits for confirmation, if the person confirms every move."""
    pending_warning: PendingWarning | None = None
    """The warning about a move that is not played yet."""
    refusal: Illegal | None = None
    """The reason why the last touch had no effect."""

    def with_refusal(self, refusal: Illegal | None) -> "Selection[DraftT_co]":
        """Return a copy with another refusal."""
        return replace(self, refusal=refusal)

    def with_warning(self, warning: PendingWarning) -> "Selection[DraftT_co]":
        """Return a copy with a warning about the move."""
        return Selection(self.draft, self.proposed_action, warning)

    def without_proposal(self) -> "Selection[DraftT_co]":
        """Return a copy with no action to confirm."""
        return replace(self, proposed_action=None)


@dataclass(frozen=True, slots=True)
class Table(Generic[StateT_co, DraftT_co]):
    """The position and the seat in front of this screen. `match` is copied before it is played on, so an earlier Model
    never changes."""

    match: "ShownGame[StateT_co]" = field(hash=False)
    viewer: int | None
    """The seat whose hand this screen shows: the person's, or in pass-and-play the current holder's."""
    selection: Selection[DraftT_co]
    curtain: bool = False
    """True while the device is passed on: no hand is shown."""

    def with_selection(self, selection: Selection) -> "Table[StateT_co]":
        """Return a copy with another selection."""
        return Table(self.match, self.viewer, selection, self.curtain)


@dataclass(frozen=True, slots=True)
class Review(Generic[StateT_co]):
    """The earlier positions that the table shows instead of the current one."""

    position: "ShownGame[StateT_co] | None" = field(default=None, hash=False)
    """The earlier position on screen."""
    revealed_moves: int | None = None
    """The number of revealed moves of a shared game; None for all."""
    mover_hand_shown: bool = False
    """True if an earlier position shows the hand of the seat to move, and not the viewer's."""
    is_autoplaying: bool = False
    """True while the page shows one move after another."""
    flashback: "ShownGame[StateT_co] | None" = field(default=None, hash=False)
    """An earlier position that the table shows for a moment, for a move shown again or just before the end."""

    def at(self, position: "ShownGame | None", revealed_moves: int | None) -> "Review":
        """Return a copy at another position."""
        return Review(position, revealed_moves, self.mover_hand_shown, self.is_autoplaying)

    def with_all_revealed(self) -> "Review":
        """Return a copy with every move revealed."""
        return replace(self, revealed_moves=None)

    def with_autoplay(self, running: bool) -> "Review":
        """Return a copy with autoplay on or off."""
        return self if running == self.is_autoplaying else replace(self, is_autoplaying=running)

    def with_hands_toggled(self) -> "Review":
        """Return a copy that shows or hides the hand of the seat to move."""
        return replace(self, mover_hand_shown=not self.mover_hand_shown)

    def with_flashback(self, match: "ShownGame | None") -> "Review":
        """Return a copy with another flashback, or with none."""
        return Review(self.position, self.revealed_moves, self.mover_hand_shown, self.is_autoplaying, match)


@dataclass(frozen=True, slots=True)
class Speech:
    """The announcements to screen reader users: past ones, and the state of waiting for the person."""

    spoken_upto: int = 0
    """The number of log entries that have been announced."""
    last_announcement: tuple[str, ...] = field(default=(), compare=False)
    """The announcements since the person's last action, which a key repeats."""
    requested_announcement: tuple[str, ...] = field(default=(), compare=False)
    """The answer to a question by key. Each answer is a new object."""
    waiting_for_listener: bool = False
    """True while the next bot waits for the person, who wants a pause after each move."""

    def with_announcement(self, sentences: tuple[str, ...], spoken_upto: int) -> "Speech":
        """Return a copy after these sentences were announced."""
        return replace(self, last_announcement=sentences or self.last_announcement, spoken_upto=spoken_upto)

    def with_answer(self, sentences: tuple[str, ...]) -> "Speech":
        """Return a copy with an answer to announce."""
        return replace(self, requested_announcement=sentences)

    def with_wait(self, waiting: bool) -> "Speech":
        """Return a copy in which the next bot waits, or no longer waits."""
        return self if waiting == self.waiting_for_listener else replace(self, waiting_for_listener=waiting)


class Tooltips(NamedTuple):
    """The open tooltip, and the tooltip mode."""

    shown: str = ""
    """The name of the explained sign; "" for none."""
    is_mode: bool = False
    """True while every touch of the table opens a tooltip."""


NO_TOOLTIPS = Tooltips()


@dataclass(frozen=True, slots=True)
class Session:
    """The state that stays from game to game while the page is open."""

    embed_mode: EmbedMode = ""
    """The kind of frame in another page; "" for none."""
    switches: frozenset[str] = frozenset()
    """The names of the switches that are on, for all games: see `SwitchName`."""
    custom_shortcuts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The keyboard shortcuts that the person has changed: see `palaces.features.shortcuts`."""
    move_warnings_enabled: bool = False
    """True if the page warns about wasteful moves, once for each kind."""
    finished_games: Mapping[str, int] = field(default_factory=dict, hash=False)
    """By title, the number of games that people have finished in this browser."""
    own_names: tuple[str, ...] = ()
    """The names that people have chosen on this device, by their order at the table; "" for none."""
    own_signs: tuple[str, ...] = ()
    """The same for their signs: see `SignName`."""

    def with_embed_mode(self, mode: EmbedMode) -> "Session":
        """Return a copy in another kind of frame."""
        return replace(self, embed_mode=mode)

    def with_switches(self, switches: frozenset[str]) -> "Session":
        """Return a copy with other switches on."""
        return replace(self, switches=switches)

    def with_finished_games(self, finished: Mapping[str, int]) -> "Session":
        """Return a copy with other numbers of finished games."""
        return replace(self, finished_games=finished)

    def with_shortcuts(self, shortcuts: Mapping[str, str]) -> "Session":
        """Return a copy with other keyboard shortcuts."""
        return replace(self, custom_shortcuts=shortcuts)


@dataclass(frozen=True, slots=True)
class LookAgain:
    """A decision of a finished game on the table, before the person tries another move, and after."""

    seat: int
    n: int
    """The log number before the decision."""
    selection: Selection
    """The person's choices in that position."""
    tried: JsonAction | None = field(default=None, hash=False)
    """The action on the table: a try, or the best one, as asked for."""
    is_shown: bool = False
    """True if the person asked for the best action."""
    is_counted: bool = False
    """True once the verdict about the action is known."""
    reason: str = ""
    """Why the better action is better; "" for no reason."""
    clause: str = ""
    """The clause of the rules for that reason; "" without a reason."""
    is_summary: bool = False
    """True after the last decision. The end page then shows the summary."""
    linked_number: int | None = None
    """The number of the move in the game that a link came from; None for a game on this device."""


class TutorialProgress(NamedTuple):
    """The progress of a lesson."""

    lesson: "Lesson"
    halt_index: int
    """The index of the next stage. The number of stages means the finish."""
    answer: str = ""
    """The answer to a move that the lesson did not ask for."""
    refusal_clause: str = ""
    """The clause of the rules behind a refusal of that move."""
    tries: int = 0
    """The number of answered moves of this task."""
    is_expanded: bool = False
    """True if the learner unfolded the panel where it lacks room."""
    is_leaving: bool = False
    paused_game: "Model | None" = None
    """The game from which the lesson was opened. It continues afterwards."""

    @property
    def next_halt(self) -> "LessonStage | None":
        """The next stage, or None for the finish."""
        return self.lesson.lesson_stages[self.halt_index] if self.halt_index < len(self.lesson.lesson_stages) else None

    @property
    def next_act(self) -> "LessonTask | None":
        """The task of the next stage."""
        return self.next_halt.task if self.next_halt else None

    @property
    def log_length(self) -> int:
        """The length of the log at the next stage."""
        return self.next_act.log_length if self.next_act else self.lesson.finish.log_length

    @property
    def step_number(self) -> int:
        """The step of the next stage, from 1. After the last step it stays there."""
        return (self.next_halt.step_index if self.next_halt else len(self.lesson.steps) - 1) + 1


# -- the model ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)  # without slots, because cached properties need a place
class Model(Generic[StateT_co, DraftT_co]):
    """The whole page as data."""

    table: Table[StateT_co, DraftT_co]
    address: Address
    notices: tuple[Notice, ...] = ()
    game_serial: int = 0
    """A counter of games and undos of this page. Answers for another number are dropped."""
    read_only: bool = False
    """True for a shared game: nobody here plays it, and it is not saved."""
    challenge_proof: ChallengeProof | None = field(default=None, hash=False)
    """The game in the address of a challenge."""
    url_override: str = ""
    """The query that the address bar keeps because only a newer version can open it; "": it names the game."""
    tutorial: TutorialProgress | None = field(default=None, hash=False)
    """The progress of a lesson. Then the game is that of the lesson, and it is not saved."""
    together: "Together | None" = field(default=None, hash=False)
    """The devices at this table; None if there is only this one."""
    puzzle: "PuzzleProgress | None" = field(default=None, hash=False)
    """The puzzle on the table. Then nobody replies to a move, and the game is not saved."""
    session: Session = Session()
    panel: Panel = None
    tooltips: Tooltips = NO_TOOLTIPS
    thinking: Thinking = NO_THINKING
    review: Review[StateT_co] = Review()
    look: LookAgain | None = field(default=None, hash=False)
    """The decision of a finished game at which the person looks again."""
    speech: Speech = Speech()
    is_placeholder: bool = False
    """The build draws the table before anybody plays: no seat is "You", and none is to move."""
    deal: "DealState | None" = field(default=None, hash=False)
    """In a daily deal, the results of this browser and of the bots. None until the browser has sent them."""
    orders: Orders = field(default=NO_ORDERS, hash=False)
    """The instructions of the person for their coming decisions."""
    points_in_flight: tuple[int, ...] | None = field(default=None, compare=False)
    """By seat, the points of the newest entry, if it has just been made; None after any other message. It does not
    affect equality: it lasts only for a moment."""

    # -- steps -----------------------------------------------------------------------------------------------------

    def at_position(self, table: Table, thinking: Thinking = NO_THINKING) -> "Model":
        """Return the same game at another position. Everything that is not named here was about the old position, so it
        is reset."""
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
            together=self.together,
        )

    def with_selection(self, selection: Selection) -> "Model":
        """Return a copy with another selection."""
        return replace(self, table=self.table.with_selection(selection))

    def with_refusal(self, refusal: Illegal | None) -> "Model":
        """Return a copy with another refusal, or with none."""
        if refusal is self.table.selection.refusal:
            return self
        return self.with_selection(self.table.selection.with_refusal(refusal))

    def without_covering_panel(self) -> "Model":
        """Return a copy with no panel over the table. A panel that holds the table stays."""
        return self if self.panel is None or self.paused_for_panel else replace(self, panel=None)

    # -- the groups, field by field --------------------------------------------------------------------------------

    @property
    def match(self) -> "ShownGame[StateT_co]":
        """The game on the table, as this screen knows it."""
        return self.table.match

    @property
    def whole_match(self) -> Match[StateT_co]:
        """The match on the table, which this device deals and keeps."""
        match = self.table.match
        assert isinstance(match, Match)
        return match

    @property
    def viewer(self) -> int | None:
        """The seat whose hand this screen shows."""
        return self.table.viewer

    @property
    def curtain(self) -> bool:
        """True while the device is passed on, so that no hand is shown."""
        return self.table.curtain

    @property
    def draft(self) -> DraftT_co:
        """The touches of the viewer so far."""
        return self.table.selection.draft

    @property
    def proposed_action(self) -> JsonAction | None:
        """The action that waits for confirmation."""
        return self.table.selection.proposed_action

    @property
    def pending_warning(self) -> PendingWarning | None:
        """The warning about a move that is not played yet."""
        return self.table.selection.pending_warning

    @property
    def refusal(self) -> Illegal | None:
        """The reason why the last touch had no effect."""
        return self.table.selection.refusal

    @property
    def hint(self) -> BotReasoning | None:
        """The master's advice for the person to move."""
        return self.thinking.hint

    @property
    def win_probabilities(self) -> WinProbabilities:
        """The chances to win, once they are computed."""
        return self.thinking.win_probabilities

    @property
    def decision_review(self) -> "DecisionReview | None":
        """The review of the person's decisions, once it has begun."""
        return self.thinking.decision_review

    @property
    def review_position(self) -> "ShownGame[StateT_co] | None":
        """The earlier position on screen."""
        return self.review.position

    @property
    def revealed_moves(self) -> int | None:
        """The number of revealed moves of a shared game; None for all."""
        return self.review.revealed_moves

    @property
    def is_autoplaying(self) -> bool:
        """True while the page shows one move after another."""
        return self.review.is_autoplaying

    @property
    def flashback(self) -> "ShownGame[StateT_co] | None":
        """The earlier position that the table shows for a moment."""
        return self.review.flashback

    @property
    def waiting_for_listener(self) -> bool:
        """True while the next bot waits for the person."""
        return self.speech.waiting_for_listener

    @property
    def embed_mode(self) -> EmbedMode:
        """The kind of frame in another page; "" for none."""
        return self.session.embed_mode

    @property
    def switches(self) -> frozenset[str]:
        """The switches that are on."""
        return self.session.switches

    @property
    def custom_shortcuts(self) -> Mapping[str, str]:
        """The changed keyboard shortcuts."""
        return self.session.custom_shortcuts

    @property
    def shown_tooltip(self) -> str:
        """The name of the explained sign; "" for none."""
        return self.tooltips.shown

    @property
    def is_tooltip_mode(self) -> bool:
        """True while every touch of the table opens a tooltip."""
        return self.tooltips.is_mode

    @property
    def panel_name(self) -> str:
        """The name of the open panel; "" for none."""
        return "" if self.panel is None else self.panel.name

    def has_open_panel(self, *names: SharedPanelName) -> bool:
        """Return True if one of these panels is open."""
        return self.panel_name in names

    @property
    def panel_key(self) -> tuple[str, int]:
        """The name of the open panel and the number of its subject. It changes only with the panel."""
        return self.panel_name, panel_subject(self.panel)

    @property
    def paused_for_panel(self) -> bool:
        """True while bots wait because a panel has taken over the table."""
        return isinstance(self.panel, GamePanel) and self.panel.holds_table

    def is_on(self, switch: "SwitchName") -> bool:
        """Return True if a switch is on."""
        return switch in self.switches

    # -- what follows from them ------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The facts about this game."""
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

    @cached_property
    def human_seats(self) -> list[int]:
        """The seats of people at this device."""
        away = self.together.remote_seats if self.together else ()
        return [n for n, seat in enumerate(self.match.seats) if seat["kind"] == "human" and n not in away]

    @cached_property
    def undoable_seats(self) -> list[int]:
        """The seats whose actions this screen may undo. In a game without secrets these are the seats of all people."""
        if not self.game.has_secrets:
            return self.human_seats
        return [] if self.viewer is None else [self.viewer]

    @cached_property
    def can_act(self) -> bool:
        """True if the person at this screen is to move, and the screen shows nothing else."""
        hidden = self.curtain or self.paused_for_panel or self.review_position is not None or self.waits_for_host
        return self.mover is not None and self.mover == self.viewer and not hidden

    @property
    def is_guest(self) -> bool:
        """True if another device deals and keeps the game."""
        return self.together is not None and self.together.is_guest

    @property
    def has_devices(self) -> bool:
        """True if several devices are connected at this table."""
        return self.together is not None and self.together.has_devices

    @property
    def is_covered(self) -> bool:
        """True while a screen about the table's devices hides the table: it is set up, joined or looked for."""
        return self.together is not None and self.together.covers_table

    @property
    def is_in_middle(self) -> bool:
        """True if this screen is in the middle: it shows the table to everybody, and nobody's hand."""
        return self.together is not None and self.together.screen == "middle"

    @property
    def waits_for_host(self) -> bool:
        """True while nobody at this device can play, because its table is set up, or another device has to answer."""
        return self.together is not None and self.together.is_waiting

    @property
    def waits_for_device(self) -> bool:
        """True if a person at another device is to move."""
        seat = self.mover
        return self.together is not None and seat is not None and seat in self.together.people_elsewhere

    @property
    def is_by_link(self) -> bool:
        """True if the game goes from device to device by link, a move at a time."""
        return self.together is not None and self.together.is_by_link

    @property
    def move_number(self) -> int:
        """The log number of the position on screen."""
        return len((self.review_position or self.match).log)

    @property
    def visible_moves(self) -> int:
        """The number of moves that the screen may show."""
        return len(self.match.log) if self.revealed_moves is None else self.revealed_moves

    @cached_property
    def first_new_entry(self) -> int:
        """The log number of the first entry that is new to the viewer: the one after their last action. In an earlier
        position, and for onlookers, it is the last entry."""
        log, own = self.match.log, self.undoable_seats
        if self.review_position is not None or not own:
            return max(len(log) - 1, 0)
        return next((n + 1 for n in range(len(log) - 1, -1, -1) if log[n][0] in own), 0)

    @property
    def shown_match(self) -> "ShownGame[StateT_co]":
        """The position that the table shows."""
        return self.flashback or self.review_position or self.match

    @property
    def shows_end(self) -> bool:
        """True if the game is over, and no panel still shows its last scoring on the table."""
        return self.mover is None and not self.paused_for_panel

    @property
    def turns_begun(self) -> int:
        """The number of turns that the person at this screen has begun."""
        return sum(
            seat == self.viewer and action[0] not in self.game.continuation_verbs for seat, action, _ in self.match.log
        )

    @property
    def has_replay_controls(self) -> bool:
        """True if the screen has controls that step through positions."""
        return self.review_position is not None or self.shows_end

    @property
    def can_review(self) -> bool:
        """True if the person can go back to earlier positions. Several people with secrets on one device cannot."""
        over = self.read_only or self.mover is None
        if self.together is not None and not over:
            return False
        return over or len(self.human_seats) < 2 or not self.game.has_secrets

    @property
    def is_daily_deal(self) -> bool:
        """True if the game is a daily deal whose result counts."""
        return bool(self.address.deal) and not self.match.practice and not self.read_only

    @property
    def shows_deal_result(self) -> bool:
        """True if the end of the game is the result of a daily deal, or of practice with it."""
        over = self.mover is None and self.match.resigned is None
        return bool(self.address.deal) and over and not self.read_only

    @property
    def can_offer_hints(self) -> bool:
        """True if a person may ask for a hint at this table, now or in the next turn."""
        if not self.human_seats or self.mover is None or self.is_daily_deal:
            return False
        return not self.curtain and self.tutorial is None and self.puzzle is None

    def is_bot_entry(self, n: int) -> bool:
        """Return True if a bot made an entry of the log."""
        return self.match.seats[self.match.log[n][0]]["kind"] != "human"

    def is_own_bot_entry(self, n: int) -> bool:
        """Return True if a bot of one's own made an entry of the log. Its reasons are the values that it gave."""
        return self.match.seats[self.match.log[n][0]]["kind"] == f"bot:{CUSTOM_LEVEL}"

    @property
    def has_secret_reasoning(self) -> bool:
        """True if a bot's own reasons would reveal secrets: hands, while the game is not over."""
        return self.game.has_secrets and self.mover is not None

    @property
    def visible_reasoning(self) -> Mapping[int, BotReasoning]:
        """By log number, the known reasons of bots that may be shown now."""
        thinking = self.thinking
        return thinking.guessed_reasoning if self.has_secret_reasoning else thinking.bot_reasoning

    @property
    def has_clear_panel(self) -> bool:
        """True if the panel is about things on the table. Then the table stays visible and in reach."""
        return isinstance(self.panel, HintPanel | WhyPanel)

    @property
    def view(self: "Model[State[ViewT]]") -> ViewT:
        """The view of the person at this screen."""
        view = self.match.view(None if self.curtain else self.viewer, memory=self.is_by_link)
        return cast("ViewT", {**view, "to_move": None}) if self.is_placeholder else view

    def visible_hand(self, view: View) -> Sequence[str]:
        """Return the hand in `view` that this screen shows. It is empty behind the curtain and for an onlooker."""
        return [] if self.viewer is None or self.curtain else open_hand(view, self.viewer)

    @cached_property
    def player_names(self) -> list[str]:
        """The names by seat, as sentences have them."""
        return [isolate_name(seat["name"]) for seat in self.match.seats]

    @cached_property
    def addressed_seat(self) -> int | None:
        """The seat that sentences call "you": that of the only person who plays."""
        if self.look is not None and self.look.linked_number is not None:
            return self.look.seat  # the reader of a link takes the seat of the person who shared it
        people = self.human_seats
        return people[0] if len(people) == 1 and not self.read_only else None

    @property
    def seat_labels(self) -> list[str]:
        """The labels of the seats; the addressed one is "You"."""
        own = None if self.is_placeholder else self.addressed_seat
        return [_("You") if seat == own else name for seat, name in enumerate(self.player_names)]

    def level_name(self, seat: int) -> str:
        """Return the level of the bot in a seat, or "" for a person and for a bot that has its level as its name."""
        kind: str = self.match.seats[seat]["kind"]
        level = kind.removeprefix("bot:")
        is_named_so = self.player_names[seat].partition("#")[0] in (level, level_label(level))
        return "" if kind == "human" or is_named_so else level_label(level)

    def player_reference(self, seat: int) -> SentenceSubject:
        """Return a seat as the subject of a sentence, in the second or third person."""
        return SentenceSubject(self.player_names[seat], seat == self.addressed_seat)

    @property
    def is_mover_away(self) -> bool:
        """True if the person to move is at another device, which does not answer."""
        table = self.together
        return self.mover is not None and table is not None and table.absent_seat(self.mover) == self.mover

    @property
    def hand_owner(self) -> SentenceSubject:
        """The owner of the hand on screen, as a subject: "you", or in a review perhaps another seat."""
        assert self.viewer is not None
        is_you = self.review_position is None or self.viewer == self.addressed_seat
        return SentenceSubject(self.player_names[self.viewer], is_you)

    def entry_sentences(self, event: Event) -> list[str]:
        """Return the sentences of a log entry, for the person at this screen."""
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
    def can_resign(self) -> bool:
        """True if the person at the screen may resign now. They need not be to move."""
        is_playing = self.mover is not None and self.viewer in self.human_seats and not self.read_only
        is_playing = is_playing and self.together is None
        return is_playing and not self.curtain and self.tutorial is None and self.review_position is None

    @property
    def can_choose_players(self) -> bool:
        """True if people here play the game on the table, so that they can choose their names and signs."""
        return bool(self.human_seats) and not self.read_only and self.tutorial is None and not self.is_guest

    @property
    def sign_order(self) -> "tuple[SignName, ...]":
        """The sign of each seat: the chosen ones of people, then the usual ones of the others as far as possible."""
        chosen: dict[int, SignName] = {}
        for seat, wanted in zip(self.human_seats, self.session.own_signs, strict=False):
            for sign in SIGN_NAMES:
                if sign == wanted and sign not in chosen.values():
                    chosen[seat] = sign
        free = [sign for sign in SIGN_NAMES if sign not in chosen.values()]
        for seat, usual in enumerate(SIGN_NAMES):
            if seat not in chosen and usual in free:
                chosen[seat] = usual
                free.remove(usual)
        return tuple(chosen[seat] if seat in chosen else free.pop(0) for seat in range(len(SIGN_NAMES)))

    @property
    def best_human_score(self) -> tuple[int, int]:
        """The seat and the points of the best person. There is one."""
        scores = self.match.scores()
        seat = max(self.human_seats, key=lambda seat: scores[seat])
        return seat, scores[seat]

    @property
    def resignation_phrase(self) -> str:
        """The phrase about the resignation that ended the match; "" without one."""
        seat = self.match.resigned
        if seat is None:
            return ""
        return self.player_reference(seat).choose_sentence(_("{name} resigned"), _("You resigned"))

    @property
    def winning_seats(self) -> list[int]:
        """The seats in first place at the end; empty before."""
        result = self.match.result()
        return [seat for seat, place in enumerate(result["places"]) if place == 1] if result else []

    @property
    def pictured_seats(self) -> list[int]:
        """The seats whose buildings the end page shows: the winners, but the person's own in a daily deal."""
        return self.human_seats if self.shows_deal_result else self.winning_seats

    @property
    def has_lost(self) -> bool:
        """True if the only person in the game has not won."""
        return self.addressed_seat is not None and self.addressed_seat not in self.winning_seats

    @property
    def persistent_notices(self) -> tuple[Notice, ...]:
        """The notices that stay until the person closes them."""
        return tuple(notice for notice in self.notices if not notice.transient)

    @property
    def lasting_notices(self) -> tuple[Notice, ...]:
        """The notices that stay true in the next game: a new version, or a storage problem."""
        return tuple(notice for notice in self.notices if notice.remedy in (("update",), ("export",)))

    @property
    def is_awaiting_learner(self) -> bool:
        """True while the lesson waits for an action of the learner."""
        learning = self.tutorial
        return learning is not None and not self.paused_for_panel and len(self.match.log) == learning.log_length


Transition = tuple[Model, list["Effect"]]
"""The next model, and the effects for the browser."""
