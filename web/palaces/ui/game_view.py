"""The contract of a game's view, the only object through which the page shows a game. It is imported at its first
use."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from palaces.app.i18n import N_, _, ngettext, pgettext
from palaces.app.model import NO_ORDERS
from palaces.ui import svg
from palaces.ui.annotations import NO_ANNOTATIONS, Annotations, Target
from palaces.ui.html import Markup, Regions, button, tag
from pygame_core import GAMES, Illegal
from pygame_core.i18n import SentenceSubject
from pygame_core.match import EventT
from pygame_core.state import JsonAction, State

if TYPE_CHECKING:
    from palaces.app.messages import GamePanelName, ListenTopic, Message, RegionName, SoundName, TableRegionName
    from palaces.app.model import Model, MoveWarning, Orders
    from palaces.app.settings import SwitchName
    from palaces.ui.pieces import AnyPieces
    from pygame_core.match import ShownGame

Region = tuple["RegionName", str]
"""The id of a part of the screen, and its accessible name."""
BAR_REGION: Region = ("bar", N_("Actions"))
ANSWER_REGION: Region = ("answer", N_("Answer"))

StateT = TypeVar("StateT", bound=State)
Draft = TypeVar("Draft")
"""The touches of a person so far. Drafts are frozen, and equal if they have the same content."""
TableView = TypeVar("TableView")
"""The data from which a game draws the parts of its screen."""


OptionsScope = Literal["turn", "continued", "all"]
"""The reason to announce options: a turn begins, it continues after an action of one's own, or a question."""


class EventSummary(NamedTuple):
    """A log entry in short: a small picture, and a word or two."""

    picture: Markup
    phrase: str


class EventCard(NamedTuple):
    """The card that shows a special log entry: a picture, a sentence, and its seat, if any."""

    picture: Markup
    sentence: str
    seat: int | None = None


class ChartFlag(NamedTuple):
    """The flag of a special log entry in the chart of a game: its label, and its letter or number."""

    label: str
    letter: str
    class_: str = ""
    """The class of the flag, if its game tells several kinds apart by color and shape."""
    icon: Markup | None = None
    """The icon beside the number. Near flags with the same icon and numbers share one flag, such as "1–3"."""


class Shortcut(NamedTuple):
    """A keyboard shortcut, or several keys in a row for similar things."""

    name: str
    english_keys: str
    """The key in English, or all keys of a row. A capital letter means the letter with Shift."""
    description: str
    message_or_selector: "Message | str"
    """The message that the key sends, or the selector of the control that it activates. In the selector, `{n}` is the
    place of the key in its row, from 1, and `{at}` is the same from 0."""
    focus_step: int = 0
    """1 to move the focus to the next of the selected controls, -1 to the previous one, 0 to activate the control."""

    @property
    def default_keys(self) -> str:
        """The key, or all keys of a row, in the current language."""
        return pgettext(self.key_context, self.english_keys) if self.english_keys.isalpha() else self.english_keys

    @property
    def key_context(self) -> str:
        """The context of the message of a letter: see `build/extract_messages.py`."""
        return f"key to {self.description}"


class Player(NamedTuple):
    """Somebody with things on the table: a seat, or a party that takes no turns."""

    seat_sign: Markup
    name: str
    subtitle: str
    """The level of a bot, or another note; "" for a person."""
    points: int


class GameView(ABC, Generic[StateT, EventT, Draft, TableView]):
    """The view of a game: `GAME_VIEW` of `palaces/games/NAME/view.py`. Facts about the game itself are in its `Game`.

    `at` is the result of `build_table_view`, made once for a whole screen.
    """

    # -- pictures and words ----------------------------------------------------------------------------------------

    def setup_note(self) -> str:
        """Return a note for the person who sets up a table; may be empty."""
        return ""

    @abstractmethod
    def render_sprites(self) -> Markup:
        """Render all symbols of the game, by `svg.sprite_svg`. No other game has these ids."""

    @abstractmethod
    def render_picture(self, name: str) -> Markup:
        """Render a picture without controls: "poster" for the home page, "scene" for a file, others for the rules page.

        Raises KeyError for an unknown name.
        """

    # Any: the view of its state
    def render_table_picture(self, view: Any, seat: int) -> Markup:
        """Render the part of a table that belongs to a seat, from what everybody sees; "" for the poster.

        The home page shows it without the styles of the table. It has at most 25,000 characters.
        """
        return Markup("")

    # Any: the view of its state
    def render_puzzle_picture(self, view: Any) -> Markup:
        """Render the small picture of a puzzle, 400 by 300, for a file of its own. A game without puzzles has none."""
        return Markup("")

    def hint_region(self, name: str) -> "RegionName":
        """Return the part of the table where the first hint of a puzzle leads, by its name in the book."""
        raise KeyError(name)

    def hint_piece_name(self, name: str) -> str:
        """Return the words for the piece of the second hint of a puzzle, by its notation in the book."""
        return name

    # Any: the game's own `pieces_class`
    def hinted_piece(self, names: Any, seat: int, action: JsonAction) -> str:
        """Return the piece or place that the second hint of a puzzle names, by the best action."""
        return self.action_pieces(names, seat, action)[0]

    # -- points by source ------------------------------------------------------------------------------------------

    @abstractmethod
    def source_labels(self) -> Sequence[str]:
        """Return the names of the sources of points that the record compares, in order."""

    @abstractmethod
    def points_by_source(self, match: "ShownGame[StateT]") -> list[list[int]]:
        """Return the points of every seat by source, in the order of `source_labels`."""

    def level_ratings(self) -> Mapping[str, int]:
        """Return the ratings of the bot levels from their tournament; empty without one."""
        return {}

    def skilled_points(self) -> Mapping[int, Sequence[float]]:
        """Return the mean points of skilled bots by source, by number of seats; empty if not measured."""
        return {}

    # -- drafts ----------------------------------------------------------------------------------------------------

    empty_draft: Draft
    """The draft without touches."""

    @abstractmethod
    def apply_touch(
        self, match: "ShownGame[StateT]", seat: int, draft: Draft, what: Sequence[object]
    ) -> tuple[Draft, Illegal | None]:
        """Return the draft after `seat` touched `what`, and a refusal or None. `what` is unchecked."""

    def touches_for_action(self, match: "ShownGame[StateT]", seat: int, action: JsonAction) -> list[list[object]]:
        """Return the touches by which `seat` would draft an action; empty if a single control plays it."""
        return []

    def scroll_region_after_touch(self, before: Draft, after: Draft) -> "RegionName | None":
        """Return the region to scroll into view after a touch."""

    def focus_region_after_touch(self, before: Draft, after: Draft) -> "RegionName | None":
        """Return the region that gets the keyboard focus after a touch, if it changes."""
        return self.scroll_region_after_touch(before, after)

    def scroll_region_for_decision(self, model: "Model[StateT, Draft]") -> "RegionName | None":
        """Return the region to scroll into view when the person at the screen has a new decision."""

    def focus_region_for_decision(self, model: "Model[StateT, Draft]") -> "RegionName":
        """Return the part of the table that gets the keyboard focus when there is a new decision."""
        return BAR_REGION[0]

    def draft_of_action(self, match: "ShownGame[StateT]", seat: int, action: JsonAction) -> Draft:
        """Return the draft of an allowed action of `seat`, as if it had been touched piece by piece."""
        draft = self.empty_draft
        for what in self.touches_for_action(match, seat, action):
            draft, refusal = self.apply_touch(match, seat, draft, what)
            assert refusal is None
        return draft

    def draft_after_action(self, match: "ShownGame[StateT]", draft: Draft) -> Draft:
        """Return the draft for the next action of a turn, after the action of this draft."""
        return self.empty_draft

    def move_warnings(self, match: "ShownGame[StateT]", seat: int, action: JsonAction) -> "Iterable[MoveWarning]":
        """Return warnings about a legal action of `seat` that certainly wastes something, the most important first."""
        return ()

    def outcome_sentence(self, match: "ShownGame[StateT]", action: JsonAction) -> str:
        """Return what an allowed action brings or costs the seat to move, beyond what its name says; "" for nothing.

        It never tells anything that the action would reveal.
        """
        seat, after = match.to_move(), match.copy()
        after.play(action)
        assert seat is not None
        points = 0 if after.has_revealed_cards() else after.scores()[seat] - match.scores()[seat]
        if points > 0:
            return ngettext("It scores {n} point.", "It scores {n} points.", points).format(n=points)
        if points < 0:
            return ngettext("It costs you {n} point.", "It costs you {n} points.", -points).format(n=-points)
        return ""

    # -- moves without a touch of their own ------------------------------------------------------------------------

    def complete_action(self, match: "ShownGame[StateT]", seat: int, draft: Draft) -> JsonAction | None:
        """Return the action of a draft to which `seat` can add nothing; None for any other draft."""

    def plan_action(self, match: "ShownGame[StateT]", seat: int, what: Sequence[object]) -> JsonAction | None:
        """Return the action that a touch by `seat` plans for its next decision while others move, or None."""

    def surviving_orders(self, match: "ShownGame[StateT]", seat: int, orders: "Orders") -> "Orders":
        """Return the part of a seat's orders that can still be carried out in this position."""
        return NO_ORDERS

    def ordered_action(self, match: "ShownGame[StateT]", orders: "Orders") -> JsonAction | None:
        """Return the action that the orders of the seat to move ask for in this position, or None."""

    switches: "ClassVar[tuple[SwitchName, ...]]" = ()
    """The switches of the settings that only some games offer, and this one does."""

    # -- the screen ------------------------------------------------------------------------------------------------

    table_regions: ClassVar[Sequence[Region]]
    """The parts of the table in reading and focus order: its own, and BAR."""
    curtain_region: "ClassVar[TableRegionName]" = "hand"
    """The region that a curtain covers while the device is passed on. A game without secrets needs none."""
    shortcuts: ClassVar[Sequence[Shortcut]]
    """Its own keyboard shortcuts. No other game has these names."""

    @abstractmethod
    def build_table_view(self, model: "Model[StateT, Draft]", annotations: Annotations = NO_ANNOTATIONS) -> TableView:
        """Return the data for the parts of the screen. Controls, pieces and places are drawn with these annotations."""

    @abstractmethod
    def render_regions(self, at: TableView) -> Regions:
        """Render its own regions, also those of an ended game."""

    @abstractmethod
    def render_action_bar(self, at: TableView) -> Markup:
        """Render the possible actions of the person at the screen, who is to move."""

    def render_waiting_controls(self, at: TableView) -> Markup | None:
        """Render what the person at the screen can do while others move, or None."""

    @abstractmethod
    def prompt_phrase(self, at: TableView) -> str:
        """Return the same as a phrase, for the status line."""

    def onlooker_prompt(self, at: TableView) -> str:
        """Return a phrase about what the person to move has to do, from what everybody may know."""
        return self.prompt_phrase(at)

    def puzzle_question(self, at: TableView) -> str:
        """Return the question of a puzzle, with what the seat to move has done in this turn."""
        return _("What's your move?")

    def situation_sentence(self, at: TableView) -> str:
        """Return one fact about the position of a puzzle. It never names the kind of the best move."""
        return ""

    pieces_class: "ClassVar[type[AnyPieces]]"
    """The class that follows the names and places of its pieces."""

    # -- announcements ---------------------------------------------------------------------------------------------

    def options_announcement(self, at: TableView, scope: OptionsScope) -> list[str]:
        """Return the possible actions in sentences that follow the prompt, the most important first.

        The page leaves out the last ones if they are too long, unless the scope is "all".
        """
        return []

    def draft_announcement(self, at: TableView) -> list[str]:
        """Return the draft and its result in one or two sentences."""
        return []

    def round_announcement(self, model: "Model[StateT, Draft]", events: Sequence[EventT]) -> list[str]:
        """Return a summary of the moves of others, in order of importance."""
        return [sentence for event in events for sentence in model.entry_sentences(event)]

    def answer_question(self, at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
        """Return the answer to a question by key. `what` is the message or action of the focused control."""
        return []

    # -- events ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def event_summary(self, event: EventT) -> EventSummary:
        """Return a short form of an event, for display next to the sign of its seat."""

    @abstractmethod
    def event_sounds(self, event: EventT) -> "Sequence[SoundName]":
        """Return the sounds of an event, by their names in `sound.js`, in order."""

    @abstractmethod
    # Any: the game's own `pieces_class`
    def action_pieces(self, names: Any, seat: int, action: JsonAction) -> list[str]:
        """Return the pieces and places of an action of a seat. `names` is an instance of `pieces_class`."""

    def hand_action_tag(self, match: "ShownGame[StateT]", seat: int, action: JsonAction) -> tuple[str, str] | None:
        """Return the name of an element, and a few words, that stand on the table for an action of a hand; None if the
        pieces of the action do."""
        return None

    def marked_pieces(self, names: "AnyPieces", seat: int, action: JsonAction) -> list[str]:
        """Return the pieces and places that carry the mark of an action."""
        return names.marked_names(self.action_pieces(names, seat, action))

    def scoring_letter(self, event: EventT) -> str:
        """Return the letter of the scoring that an action brought, or ""."""
        return ""

    def chart_flag(self, event: EventT) -> ChartFlag | None:
        """Return the flag of an action in the chart of a game, or None. By default, scorings have flags."""
        letter = self.scoring_letter(event)
        return ChartFlag(_("Scoring {letter}").format(letter=letter), letter) if letter else None

    def event_card(self, event: EventT, who: Sequence[SentenceSubject]) -> EventCard | None:
        """Return the event card of an action, or None. `who` has the players by seat."""
        return None

    # -- its lesson ------------------------------------------------------------------------------------------------

    def find_targets(self, at: TableView, thing: str) -> Sequence[Target]:
        """Return the attributes that find the elements of a thing in its lesson."""
        raise KeyError(thing)

    def target_name(self, at: TableView, thing: str) -> str:
        """Return the name of a thing that its lesson asks to touch and that is no control."""
        raise KeyError(thing)

    def render_calculation_item(self, thing: str) -> Markup:
        """Render a thing as part of a calculation in its lesson."""
        raise KeyError(thing)

    # -- players ---------------------------------------------------------------------------------------------------

    def list_players(self, model: "Model[StateT, Draft]") -> list[Player]:
        """Return everybody with a player panel, the seats first."""
        points = model.view["points"]
        return [
            Player(svg.seat_sign(seat), name, model.level_name(seat), points[seat])
            for seat, name in enumerate(model.seat_labels)
        ]

    def render_player_panel(self, at: TableView, n: int) -> Markup:
        """Render all publicly known things of a player in large: the content of the player's panel."""
        return Markup("")

    # -- panels ----------------------------------------------------------------------------------------------------

    def menu_panels(self, model: "Model[StateT, Draft]") -> "dict[GamePanelName, str]":
        """Return its own panels that can be opened now, by name, with their labels in the menu."""
        return {}

    def overflow_panels(self, model: "Model[StateT, Draft]") -> "Collection[GamePanelName]":
        """Return the panels that only a control on its table opens, for parts that a compact table has no room for."""
        return ()

    def render_panel(self, at: TableView, name: "GamePanelName") -> Markup:
        """Render one of these panels."""
        raise KeyError(name)

    def panel_after_event(self, event: EventT) -> "GamePanelName | None":
        """Return the panel that people see before the game continues after this event, or None.

        It takes over the regions of the table. The control `go-on`, in BAR, skips the counting, and then closes it.
        """
        return None

    def held_panel_title(self, name: "GamePanelName") -> str:
        """Return the title of such a panel."""
        raise KeyError(name)


def render_cancel_button() -> Markup:
    """Render the control that cancels the draft."""
    return button(svg.tool_icon("close"), tag("span", _("Cancel")), do=("touch", "clear"), class_="x", id="cancel")


AnyGameView = GameView[Any, Any, Any, Any]
"""The view of some game. Any: the game is known only at run time."""
AnyTableView = Any
"""The table view of some game. Any: each game has its own class, known only at run time."""


@cache
def load_game_view(game: str) -> AnyGameView:
    """Return the view of a game of `pygame_core.GAMES`. Its folder in `palaces/games` has the game's name."""
    found = import_module(f"palaces.games.{game}.view").GAME_VIEW
    assert isinstance(found, GameView)
    return found


def game_view_of(model: "Model") -> AnyGameView:
    """Return the view of the game on the table."""
    return load_game_view(model.match.game)


def seats_and_minutes_phrase(game: str) -> str:
    """Return the numbers of seats and the duration of a game, as a phrase."""
    known = GAMES[game]
    said = _("{fewest} to {most} players · about {n} minutes")
    return said.format(fewest=known.seat_counts[0], most=known.seat_counts[-1], n=known.minutes)
