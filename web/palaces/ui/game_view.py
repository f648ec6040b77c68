"""Each game's face: the one object through which the page shows a game. Imported when its game is shown first."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from palaces.app.i18n import N_, _, level_label
from palaces.ui import svg
from palaces.ui.annotations import NO_ANNOTATIONS, Annotations, Target
from palaces.ui.html import Markup, Regions, button, tag
from pygame_core import GAMES, Illegal, Match
from pygame_core.i18n import SentenceSubject
from pygame_core.match import EventT
from pygame_core.state import JsonAction, State

if TYPE_CHECKING:
    from palaces.app.messages import GamePanelName, ListenTopic, Message, RegionName, SoundName, TableRegionName
    from palaces.app.model import Model, MoveWarning
    from palaces.ui.pieces import AnyPieces

Region = tuple["RegionName", str]
"""The id of a part of the screen, and what a screen reader calls it."""
BAR_REGION: Region = ("bar", N_("What can be done now"))

StateT = TypeVar("StateT", bound=State)
Draft = TypeVar("Draft")
"""What a person has touched so far. Drafts are frozen, and equal if they hold the same."""
TableView = TypeVar("TableView")
"""What the parts of a screen are drawn from."""


class EventSummary(NamedTuple):
    """An entry of the log in short: a small picture, and a word or two for it."""

    picture: Markup
    phrase: str


class EventCard(NamedTuple):
    """What an entry of the log is an occasion for: a picture, a sentence, and the seat that it is about, if any."""

    picture: Markup
    sentence: str
    seat: int | None = None


class Shortcut(NamedTuple):
    """A key, or several in a row that choose among like things."""

    name: str
    default_keys: str
    """The key; of a row of keys all of them. A capital letter stands for the letter with Shift."""
    description: str
    message_or_selector: "Message | str"
    """The message that it sends, or the selector of the control that it uses; in it `{n}` stands for the place of the
    key in its row, from 1, and `{at}` for the same from 0."""
    focus_step: int = 0
    """Where it uses no control but goes to the next that can be used, 1; to the one before, -1."""


class Player(NamedTuple):
    """Somebody who has things before them: a seat, or who takes no turns."""

    seat_sign: Markup
    name: str
    subtitle: str
    """How strong a computer player is, or what else there is to know; "" for a person."""
    points: int


class GameView(ABC, Generic[StateT, EventT, Draft, TableView]):
    """How the page shows a game: the `FACE` of `palaces/games/NAME/view.py`. What is true of the game itself its `Game`
    says.

    `at` is what its own `build_table_view` made of the model, once for a whole screen.
    """

    # -- pictures and words ----------------------------------------------------------------------------------------

    def setup_note(self) -> str:
        """What else there is to know for who sets the table; may be empty."""
        return ""

    @abstractmethod
    def render_sprites(self) -> Markup:
        """All symbols of its art, by `svg.sprite_svg`. Their ids are no other game's."""

    @abstractmethod
    def render_picture(self, name: str) -> Markup:
        """A picture without controls: "poster" for the home page, "scene" for a file, others for its rules page.

        Raises KeyError for one that there is not.
        """

    # -- touching --------------------------------------------------------------------------------------------------

    empty_draft: Draft
    """The draft of who has touched nothing."""

    @abstractmethod
    def apply_touch(
        self, match: Match[StateT], seat: int, draft: Draft, what: Sequence[object]
    ) -> tuple[Draft, Illegal | None]:
        """The draft after `seat` touched `what`, and a refusal; any message may come."""

    def touches_for_action(self, match: Match[StateT], seat: int, action: JsonAction) -> list[list[object]]:
        """What `seat` would touch one after the other to draft an action; nothing if a single control does it."""
        return []

    def scroll_region_after_touch(self, before: Draft, after: Draft) -> "RegionName | None":
        """The region to be scrolled into view after a touch."""

    def focus_region_after_touch(self, before: Draft, after: Draft) -> "RegionName | None":
        """The region to which the keyboard goes on after a touch, if it is another one."""
        return self.scroll_region_after_touch(before, after)

    def scroll_region_for_decision(self, model: "Model[StateT, Draft]") -> "RegionName | None":
        """The region to be scrolled into view when the person at the screen has something new to decide."""

    def focus_region_for_decision(self, model: "Model[StateT, Draft]") -> "RegionName":
        """The part of the table at which the keyboard begins when there is something new to decide."""
        return BAR_REGION[0]

    def move_warnings(self, match: Match[StateT], seat: int, action: JsonAction) -> "Iterable[MoveWarning]":
        """What the rules make certain of a legal action of `seat` that wastes something, the weightiest first."""
        return ()

    # -- the screen ------------------------------------------------------------------------------------------------

    table_regions: ClassVar[Sequence[Region]]
    """The parts of the table in the order in which they are read and reached: its own, and BAR."""
    curtain_region: "ClassVar[TableRegionName]" = "hand"
    """The region that a curtain covers while the device goes to the next person. A game without secrets needs none."""
    shortcuts: ClassVar[Sequence[Shortcut]]
    """Its own single keys. Their names are no other game's."""

    @abstractmethod
    def build_table_view(self, model: "Model[StateT, Draft]", annotations: Annotations = NO_ANNOTATIONS) -> TableView:
        """What the parts of the screen are drawn from. Controls, pieces and places are drawn by these annotations."""

    @abstractmethod
    def render_regions(self, at: TableView) -> Regions:
        """Its own regions, those of an ended game too."""

    @abstractmethod
    def render_action_bar(self, at: TableView) -> Markup:
        """What the person at the screen, who is to move, can do now."""

    @abstractmethod
    def prompt_phrase(self, at: TableView) -> str:
        """The same in a phrase, for the status line."""

    pieces_class: "ClassVar[type[AnyPieces]]"
    """The names of its pieces and their places: what travels over the table."""

    # -- for who listens -------------------------------------------------------------------------------------------

    def options_announcement(self, at: TableView, *, afresh: bool) -> list[str]:
        """What the person at the screen can do now, in sentences that follow the prompt: all of it `afresh`, as a turn
        begins or somebody asks; else what a move of their own has changed."""
        return []

    def draft_announcement(self, at: TableView) -> list[str]:
        """What is chosen and what it would bring, in one sentence, or two."""
        return []

    def round_announcement(self, model: "Model[StateT, Draft]", events: Sequence[EventT]) -> list[str]:
        """What others did, summed up in the order in which it matters."""
        return [sentence for event in events for sentence in model.entry_sentences(event)]

    def answer_question(self, at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
        """The answer to what is asked by a key; `what` is the message or action of the control that has the focus."""
        return []

    # -- what happens in short -------------------------------------------------------------------------------------

    @abstractmethod
    def event_summary(self, event: EventT) -> EventSummary:
        """What somebody did, beside their sign."""

    @abstractmethod
    def event_sounds(self, event: EventT) -> "Sequence[SoundName]":
        """How that sounds: names of the sounds in `sound.js`, in their order."""

    @abstractmethod
    # Any: the game's own `pieces_class`
    def action_pieces(self, names: Any, seat: int, action: JsonAction) -> list[str]:
        """The pieces and places that an action of a seat is about; `names` are its `pieces_class`."""

    def event_card(self, event: EventT, who: Sequence[SentenceSubject]) -> EventCard | None:
        """What somebody's action is an occasion for, if it is one; `who` sits where."""
        return None

    # -- its lesson ------------------------------------------------------------------------------------------------

    def find_targets(self, at: TableView, thing: str) -> Sequence[Target]:
        """Of a thing that its lesson names, the attributes by which its elements are known on the table."""
        raise KeyError(thing)

    def target_name(self, at: TableView, thing: str) -> str:
        """A thing that is touched in its lesson and is no control of the table, by name."""
        raise KeyError(thing)

    def render_calculation_item(self, thing: str) -> Markup:
        """A thing that its lesson calculates with, by itself."""
        raise KeyError(thing)

    # -- who has what ----------------------------------------------------------------------------------------------

    def list_players(self, model: "Model[StateT, Draft]") -> list[Player]:
        """Everybody whose things can be looked at, the seats first."""
        points = model.view["points"]
        return [
            Player(svg.seat_sign(seat), name, _level_name(model, seat), points[seat])
            for seat, name in enumerate(model.seat_labels)
        ]

    def render_player_panel(self, at: TableView, n: int) -> Markup:
        """All that one of them has, large, as far as everybody may know it: what fills their sheet."""
        return Markup("")

    # -- panels ----------------------------------------------------------------------------------------------------

    def menu_panels(self, model: "Model[StateT, Draft]") -> "dict[GamePanelName, str]":
        """Its own panels that can be opened now: by name, what the menu calls them."""
        return {}

    def overflow_panels(self, model: "Model[StateT, Draft]") -> "Collection[GamePanelName]":
        """Panels that only a control on its table opens: the names of what a compact table has no room for."""
        return ()

    def render_panel(self, at: TableView, name: "GamePanelName") -> Markup:
        """One of these panels."""
        raise KeyError(name)

    def panel_after_event(self, event: EventT) -> "GamePanelName | None":
        """The panel whose matter people are to see before the game goes on after this event."""
        return None

    def render_panel_regions(self, at: TableView, name: "GamePanelName") -> Regions:
        """The regions that this matter takes on the table meanwhile. Its control `go-on`, in BAR, closes it."""
        return {}


def _level_name(model: "Model", seat: int) -> str:
    """How strong whoever sits there is, if that is a computer player."""
    kind: str = model.match.seats[seat]["kind"]
    return "" if kind == "human" else level_label(kind.removeprefix("bot:"))


def render_cancel_button() -> Markup:
    """The control that takes back all that was touched."""
    return button(svg.tool_icon("close"), tag("span", _("Cancel")), do=("touch", "clear"), class_="x", id="cancel")


AnyGameView = GameView[Any, Any, Any, Any]
"""The view of some game. Any: which one is known only at run time."""
AnyTableView = Any
"""What some game draws its screen from. Any: each game has its own class, known only at run time."""


@cache
def load_game_view(game: str) -> AnyGameView:
    """The face of a game of `pygame_core.GAMES`: its folder here has the game's name."""
    found = import_module(f"palaces.games.{game}.view").GAME_VIEW
    assert isinstance(found, GameView)
    return found


def game_view_of(model: "Model") -> AnyGameView:
    """How the page shows the game on the table."""
    return load_game_view(model.match.game)


def seats_and_minutes_phrase(game: str) -> str:
    """How many play, and how long."""
    known = GAMES[game]
    said = _("{fewest} to {most} seats · about {n} minutes")
    return said.format(fewest=known.seat_counts[0], most=known.seat_counts[-1], n=known.minutes)
