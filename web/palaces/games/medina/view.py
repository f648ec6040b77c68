"""The view of Medina on the page; see `palaces.ui.game_view.GameView`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from palaces.app.i18n import N_, _
from palaces.app.messages import GamePanelName
from palaces.app.model import Model
from palaces.games.medina import announcements, event_views
from palaces.games.medina.action_bar import PASS_ACTION, prompt_phrase, render_action_bar, render_hand
from palaces.games.medina.board_grid import render_city, render_unseen_palaces
from palaces.games.medina.draft import (
    EMPTY_DRAFT,
    Draft,
    apply_touch,
    complete_action,
    keep_component,
    touches_for_action,
)
from palaces.games.medina.drawings import icons
from palaces.games.medina.pieces import Pieces
from palaces.games.medina.sidebar import render_palaces_panel, render_seats
from palaces.games.medina.table import TableView, build_table_view, tile_holder_sentence
from palaces.ui.annotations import NO_ANNOTATIONS, Annotations, Target
from palaces.ui.game_view import BAR_REGION, ChartFlag, EventCard, EventSummary, GameView, OptionsScope, Shortcut
from palaces.ui.html import Markup, Regions, join
from pygame_core import Illegal
from pygame_core.i18n import SentenceSubject
from pygame_core.medina import sentences
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.messages import ListenTopic, RegionName, SoundName
    from pygame_core.match import ShownGame
    from pygame_core.medina.state import Medina
    from pygame_core.medina.types import Event, View

SPACE_SELECTOR = "[role=gridcell].can"
KIND_SELECTOR = "[role=gridcell][data-first]"

if TYPE_CHECKING:
    from palaces.app.model import MoveWarning


PALACES_PANEL = GamePanelName("palaces")
"""The name of the panel with the worth of every palace."""


class MedinaGameView(GameView["Medina", "Event", Draft, TableView]):
    """The view of the city as the board, with the viewer's components and all seats beside it."""

    empty_draft = EMPTY_DRAFT
    table_regions = (("city", N_("City")), ("hand", N_("Your pieces")), BAR_REGION, ("seats", N_("Players")))
    shortcuts = (
        Shortcut("component", "123456789", N_("choose a piece"), "#take-{n}"),
        Shortcut("next", "n", N_("go to the next available space"), SPACE_SELECTOR, 1),
        Shortcut("previous", "N", N_("go to the previous available space"), SPACE_SELECTOR, -1),
        Shortcut("next-kind", "g", N_("go to the next kind of space or the next palace"), KIND_SELECTOR, 1),
        Shortcut(
            "previous-kind", "G", N_("go to the previous kind of space or the previous palace"), KIND_SELECTOR, -1
        ),
        Shortcut("tea", "t", N_("take a tea break"), "#tea"),
    )
    pieces_class = Pieces

    def render_sprites(self) -> Markup:
        return icons.render_sprites()

    def render_picture(self, name: str) -> Markup:
        from palaces.games.medina.posters import PICTURES  # only the build needs them

        return PICTURES[name]()

    def render_table_picture(self, view: "View", seat: int) -> Markup:
        from palaces.games.medina.drawings.table_picture import render_table_picture  # only a saved game needs it

        return render_table_picture(view, seat)

    def render_puzzle_picture(self, view: "View") -> Markup:
        from palaces.games.medina.drawings.puzzle_picture import render_puzzle_picture  # only the build needs it

        return render_puzzle_picture(view)

    def hint_region(self, name: str) -> "RegionName":
        regions: dict[str, RegionName] = {"tea": "bar"}
        return regions.get(name, "city")

    def hint_piece_name(self, name: str) -> str:
        return sentences.space_name(name)

    def hinted_piece(self, names: Pieces, seat: int, action: JsonAction) -> str:
        return str(action[-1])

    def source_labels(self) -> Sequence[str]:
        from palaces.games.medina.record.point_sources import source_labels  # only after a game

        return source_labels()

    def points_by_source(self, match: "ShownGame[Medina]") -> list[list[int]]:
        from palaces.games.medina.record.point_sources import points_by_source

        return points_by_source(match)

    def level_ratings(self) -> Mapping[str, int]:
        from palaces.games.medina.record.bot_figures import LEVEL_RATINGS

        return LEVEL_RATINGS

    def skilled_points(self) -> Mapping[int, Sequence[float]]:
        from palaces.games.medina.record.bot_figures import SKILLED_POINTS

        return SKILLED_POINTS

    def apply_touch(
        self, match: "ShownGame[Medina]", seat: int, draft: Draft, what: Sequence[object]
    ) -> tuple[Draft, Illegal | None]:
        return apply_touch(match, seat, draft, what)

    def touches_for_action(self, match: "ShownGame[Medina]", seat: int, action: JsonAction) -> list[list[object]]:
        return touches_for_action(action)

    def complete_action(self, match: "ShownGame[Medina]", seat: int, draft: Draft) -> JsonAction | None:
        return complete_action(draft)

    def draft_after_action(self, match: "ShownGame[Medina]", draft: Draft) -> Draft:
        """Return the same component, if it can be placed again."""
        return keep_component(match, draft)

    def move_warnings(self, match: "ShownGame[Medina]", seat: int, action: JsonAction) -> "Iterator[MoveWarning]":
        from palaces.games.medina import warning_finder  # only in a player's first games

        return warning_finder.find_move_warnings(match, seat, action)

    def scroll_region_after_touch(self, before: Draft, after: Draft) -> "RegionName | None":
        """Return the city after the selection of a component."""
        return "city" if after.component and after.component != before.component else None

    def focus_region_for_decision(self, model: "Model[Medina, Draft]") -> "RegionName":
        """Return the city if a piece is chosen, as for the second one of a turn, else the pieces."""
        if [*PASS_ACTION] in model.match.legal():
            return "bar"
        return "city" if model.draft.component else "hand"

    def scroll_region_for_decision(self, model: "Model[Medina, Draft]") -> "RegionName | None":
        return "city"

    def build_table_view(self, model: "Model[Medina, Draft]", annotations: Annotations = NO_ANNOTATIONS) -> TableView:
        return build_table_view(model, annotations)

    def render_regions(self, at: TableView) -> Regions:
        """Render the regions. At the end, the final table replaces the city."""
        if at.model.mover is None:
            from palaces.games.medina.score_breakdown import render_game_over  # only at the end

            nothing = Markup("")
            return {"city": render_game_over(at), "hand": nothing, "seats": nothing}
        return {
            "city": join(render_unseen_palaces(at), render_city(at)),
            "hand": render_hand(at),
            "seats": render_seats(at),
        }

    def menu_panels(self, model: "Model[Medina, Draft]") -> dict[GamePanelName, str]:
        return {PALACES_PANEL: _("Palaces")}

    def render_panel(self, at: TableView, name: GamePanelName) -> Markup:
        """Render every palace with its worth by source."""
        return {PALACES_PANEL: render_palaces_panel}[name](at)

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

    def render_player_panel(self, at: TableView, n: int) -> Markup:
        from palaces.games.medina.player_panel import render_player_panel  # only for the panel of a player

        return render_player_panel(at, n)

    def find_targets(self, at: TableView, thing: str) -> list[Target]:
        from palaces.games.medina.tutorial_targets import find_targets  # only in lessons

        return find_targets(at, thing)

    def target_name(self, at: TableView, thing: str) -> str:
        from palaces.games.medina.tutorial_targets import target_name

        return target_name(at, thing)

    def render_calculation_item(self, thing: str) -> Markup:
        from palaces.games.medina.tutorial_targets import render_calculation_item

        return render_calculation_item(thing)

    def render_action_bar(self, at: TableView) -> Markup:
        return render_action_bar(at)

    def prompt_phrase(self, at: TableView) -> str:
        return prompt_phrase(at)

    def onlooker_prompt(self, at: TableView) -> str:
        return _("can only pass") if [*PASS_ACTION] in at.model.match.legal() else prompt_phrase(at)

    def puzzle_question(self, at: TableView) -> str:
        one = at.view["placed"] or at.view["due"] == 1
        return _("One piece left this turn. What's your move?") if one else super().puzzle_question(at)

    def situation_sentence(self, at: TableView) -> str:
        return tile_holder_sentence(at)

    def options_announcement(self, at: TableView, scope: OptionsScope) -> list[str]:
        return announcements.options_announcement(at, scope)

    def draft_announcement(self, at: TableView) -> list[str]:
        return announcements.draft_announcement(at)

    def round_announcement(self, model: "Model[Medina, Draft]", events: "Sequence[Event]") -> list[str]:
        return announcements.round_announcement(model, events)

    def answer_question(self, at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
        return announcements.answer_question(at, topic, what)


GAME_VIEW = MedinaGameView()
