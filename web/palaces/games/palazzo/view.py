"""The view of Palazzo on the page; see `palaces.ui.game_view.GameView`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from palaces.app.i18n import N_, _
from palaces.app.messages import GamePanelName
from palaces.app.model import Model, Orders
from palaces.games.palazzo import announcements, event_views
from palaces.games.palazzo.action_bar import prompt_phrase, render_action_bar, render_limit_button
from palaces.games.palazzo.draft import (
    EMPTY_DRAFT,
    Draft,
    apply_touch,
    complete_action,
    money_outcome_sentence,
    ordered_action,
    plan_action,
    surviving_orders,
    touches_for_action,
)
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.hand.purse import render_hand
from palaces.games.palazzo.pieces import Pieces
from palaces.games.palazzo.streets import render_seats, render_street
from palaces.games.palazzo.table import (
    LIMIT_PANEL,
    MARKET_PANEL,
    TableView,
    build_table_view,
    render_market,
)
from palaces.ui.annotations import NO_ANNOTATIONS, Annotations, Target
from palaces.ui.game_view import BAR_REGION, ChartFlag, EventCard, EventSummary, GameView, OptionsScope, Shortcut
from palaces.ui.html import Markup, Regions
from pygame_core import Illegal
from pygame_core.i18n import SentenceSubject
from pygame_core.palazzo import sentences
from pygame_core.palazzo.components import IDS
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.messages import ListenTopic, RegionName, SoundName
    from palaces.app.model import MoveWarning
    from pygame_core.match import ShownGame
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import Event, View


class PalazzoGameView(GameView["Palazzo", "Event", Draft, TableView]):
    """The view of the square: market, hand and the viewer's street, with all other seats beside them."""

    empty_draft = EMPTY_DRAFT
    table_regions = (
        ("market", N_("Quarries and supply")),
        ("hand", N_("Hand")),
        BAR_REGION,
        ("street", N_("Your palaces")),
        ("seats", N_("Players")),
    )
    shortcuts = (
        Shortcut("nth", "123456789", N_("choose a card, tile or place"), "#nth-{n},#spot-{at}"),
        Shortcut("take-money", "m", N_("take money"), "#take-money"),
        Shortcut("draw-tiles", "t", N_("draw 2 tiles"), "#draw-tiles"),
        Shortcut("reconstruct", "b", N_("rebuild"), "#reconstruct"),
        Shortcut("auction", "a", N_("hold an auction"), "#auction"),
        Shortcut("pass", "x", N_("pass"), "#pass"),
        Shortcut("limit", "e", N_("set a limit for this auction"), "#limit"),
    )
    switches: ClassVar = ("premove",)
    pieces_class = Pieces

    def setup_note(self) -> str:
        """Return a note about a gap in the rules."""
        return _("The rulebook doesn't say which stack each tile is in. So we split the tiles ourselves.")

    def render_sprites(self) -> Markup:
        return icons.render_sprites()

    def render_picture(self, name: str) -> Markup:
        from palaces.games.palazzo.posters import PICTURES  # only the build needs them

        return PICTURES[name]()

    def render_table_picture(self, view: "View", seat: int) -> Markup:
        from palaces.games.palazzo.drawings.table_picture import render_table_picture  # only a saved game needs it

        return render_table_picture(view, seat)

    def render_puzzle_picture(self, view: "View") -> Markup:
        from palaces.games.palazzo.drawings.puzzle_picture import render_puzzle_picture  # only the build needs it

        return render_puzzle_picture(view)

    def hint_region(self, name: str) -> "RegionName":
        regions: dict[str, RegionName] = {"palaces": "street"}
        return regions.get(name, "market")

    def hint_piece_name(self, name: str) -> str:
        if name.isdecimal():
            return _("quarry {n}").format(n=int(name) + 1)
        card = IDS[name]
        return sentences.tile_name(card) if "-" in name else sentences.money_name(card)

    def hinted_piece(self, names: Pieces, seat: int, action: JsonAction) -> str:
        return event_views.hinted_piece(names, seat, action)

    def source_labels(self) -> Sequence[str]:
        from palaces.games.palazzo.record.point_sources import source_labels  # only after a game

        return source_labels()

    def points_by_source(self, match: "ShownGame[Palazzo]") -> list[list[int]]:
        from palaces.games.palazzo.record.point_sources import points_by_source

        return points_by_source(match)

    def level_ratings(self) -> Mapping[str, int]:
        from palaces.games.palazzo.record.bot_figures import LEVEL_RATINGS

        return LEVEL_RATINGS

    def skilled_points(self) -> Mapping[int, Sequence[float]]:
        from palaces.games.palazzo.record.bot_figures import SKILLED_POINTS

        return SKILLED_POINTS

    def apply_touch(
        self, match: "ShownGame[Palazzo]", seat: int, draft: Draft, what: Sequence[object]
    ) -> tuple[Draft, Illegal | None]:
        return apply_touch(match, seat, draft, what)

    def touches_for_action(self, match: "ShownGame[Palazzo]", seat: int, action: JsonAction) -> list[list[object]]:
        return touches_for_action(match.view(seat), seat, action)

    def complete_action(self, match: "ShownGame[Palazzo]", seat: int, draft: Draft) -> JsonAction | None:
        return complete_action(match, draft)

    def plan_action(self, match: "ShownGame[Palazzo]", seat: int, what: Sequence[object]) -> JsonAction | None:
        return plan_action(match, seat, what)

    def surviving_orders(self, match: "ShownGame[Palazzo]", seat: int, orders: Orders) -> Orders:
        return surviving_orders(match, seat, orders)

    def ordered_action(self, match: "ShownGame[Palazzo]", orders: Orders) -> JsonAction | None:
        return ordered_action(match, orders)

    def move_warnings(self, match: "ShownGame[Palazzo]", seat: int, action: JsonAction) -> "Iterator[MoveWarning]":
        from palaces.games.palazzo import warning_finder  # only in a player's first games

        return warning_finder.find_move_warnings(match, seat, action)

    def outcome_sentence(self, match: "ShownGame[Palazzo]", action: JsonAction) -> str:
        return money_outcome_sentence(match.state, action) or super().outcome_sentence(match, action)

    def scroll_region_after_touch(self, before: Draft, after: Draft) -> "RegionName | None":
        """Return the street at the start of a reconstruction, or the hand at the start of a purchase."""
        if after.rebuilding and not before.rebuilding:
            return "street"
        return "hand" if after.tiles and not before.tiles else None

    def focus_region_after_touch(self, before: Draft, after: Draft) -> "RegionName | None":
        """Return the street at the start of a reconstruction.

        After the selection of a tile, the focus stays, because the player may add a second one. A payment is often
        selected already.
        """
        return "street" if after.rebuilding and not before.rebuilding else None

    def scroll_region_for_decision(self, model: "Model[Palazzo, Draft]") -> "RegionName | None":
        """Return the street if a tile needs a place there, else the market."""
        return "street" if model.match.view(None)["phase"] == "build" else "market"

    def focus_region_for_decision(self, model: "Model[Palazzo, Draft]") -> "RegionName":
        """Return the market or the street if the player has to select something there, else the action bar."""
        if ["tiles"] in (legal := model.match.legal()):
            return "bar"
        places: dict[str, RegionName] = {"pick": "market", "buy": "market", "claim": "market", "build": "street"}
        return next((places[action[0]] for action in legal if action[0] in places), "bar")

    def build_table_view(self, model: "Model[Palazzo, Draft]", annotations: Annotations = NO_ANNOTATIONS) -> TableView:
        return build_table_view(model, annotations)

    def render_regions(self, at: TableView) -> Regions:
        """Render the regions. At the end, the final table replaces market, hand and street."""
        if at.model.mover is None:
            from palaces.games.palazzo.score_breakdown import render_game_over  # only at the end

            nothing = Markup("")
            return {"market": render_game_over(at), "hand": nothing, "street": nothing, "seats": nothing}
        return {
            "market": render_market(at),
            "hand": render_hand(at),
            "street": Markup("") if at.model.is_in_middle else render_street(at),
            "seats": render_seats(at),
        }

    def overflow_panels(self, model: "Model[Palazzo, Draft]") -> Collection[GamePanelName]:
        """Return the panel of the square, and in an auction that of its limit."""
        return (MARKET_PANEL, LIMIT_PANEL) if build_table_view(model).is_bidding else (MARKET_PANEL,)

    def render_panel(self, at: TableView, name: GamePanelName) -> Markup:
        from palaces.games.palazzo.square_panels import render_limit_panel, render_market_panel  # only when opened

        return {MARKET_PANEL: render_market_panel, LIMIT_PANEL: render_limit_panel}[name](at)

    def event_summary(self, event: "Event") -> EventSummary:
        return event_views.event_summary(event)

    def event_sounds(self, event: "Event") -> "list[SoundName]":
        return event_views.event_sounds(event)

    def chart_flag(self, event: "Event") -> ChartFlag | None:
        return event_views.chart_flag(event)

    def event_card(self, event: "Event", who: Sequence[SentenceSubject]) -> EventCard | None:
        return event_views.event_card(event, who)

    def action_pieces(self, names: Pieces, seat: int, action: JsonAction) -> list[str]:
        return event_views.action_pieces(names, seat, action)

    def hand_action_tag(self, match: "ShownGame[Palazzo]", seat: int, action: JsonAction) -> tuple[str, str] | None:
        return event_views.bid_tag(match, seat, action)

    def render_player_panel(self, at: TableView, n: int) -> Markup:
        from palaces.games.palazzo.player_panel import render_player_panel  # only for the panel of a player

        return render_player_panel(at, n)

    def find_targets(self, at: TableView, thing: str) -> list[Target]:
        from palaces.games.palazzo.tutorial_targets import find_targets  # only in lessons

        return find_targets(at, thing)

    def target_name(self, at: TableView, thing: str) -> str:
        from palaces.games.palazzo.tutorial_targets import target_name

        return target_name(at, thing)

    def render_calculation_item(self, thing: str) -> Markup:
        from palaces.games.palazzo.tutorial_targets import render_calculation_item

        return render_calculation_item(thing)

    def render_action_bar(self, at: TableView) -> Markup:
        return render_action_bar(at)

    def render_waiting_controls(self, at: TableView) -> Markup | None:
        """Render the button of the auction's limit."""
        return render_limit_button(at) if at.is_bidding else None

    def prompt_phrase(self, at: TableView) -> str:
        return prompt_phrase(at, has_choice=len(at.legal) > 1)

    def onlooker_prompt(self, at: TableView) -> str:
        return prompt_phrase(at, has_choice=True)

    def situation_sentence(self, at: TableView) -> str:
        return announcements.riders_sentence(at)

    def options_announcement(self, at: TableView, scope: OptionsScope) -> list[str]:
        return announcements.options_announcement(at, scope)

    def draft_announcement(self, at: TableView) -> list[str]:
        return announcements.draft_announcement(at)

    def round_announcement(self, model: "Model[Palazzo, Draft]", events: "Sequence[Event]") -> list[str]:
        return announcements.round_announcement(model, events)

    def answer_question(self, at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
        return announcements.answer_question(at, topic, what)


GAME_VIEW = PalazzoGameView()
