"""The view of Alhambra on the page; see `palaces.ui.game_view.GameView`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from palaces.app.i18n import N_, _
from palaces.app.messages import GamePanelName
from palaces.app.model import Model
from palaces.app.panel_state import GamePanel
from palaces.games.alhambra import announcements, event_views
from palaces.games.alhambra.draft import (
    EMPTY_DRAFT,
    YARD_PLACES,
    Draft,
    apply_touch,
    complete_action,
    outcome_sentence,
    touches_for_action,
)
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.pieces import Pieces
from palaces.games.alhambra.skyline import render_seats
from palaces.games.alhambra.table import (
    TableView,
    build_table_view,
    column_panel_name,
    onlooker_prompt,
    prompt_phrase,
    render_action_bar,
    render_hand,
    render_money,
    render_yard,
    scoring_distance_sentence,
)
from palaces.ui.annotations import NO_ANNOTATIONS, Annotations, Target
from palaces.ui.game_view import (
    BAR_REGION,
    EventSummary,
    GameView,
    OptionsScope,
    Player,
    Shortcut,
)
from palaces.ui.html import Markup, Regions
from pygame_core import Illegal
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import IDS
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.messages import ListenTopic, RegionName, SoundName
    from palaces.app.model import MoveWarning
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.alhambra.types import Event, View
    from pygame_core.match import ShownGame

AWARDS_PANEL = GamePanelName("awards")
"""The name of the panel with the points of each scoring."""
COLUMN_PANELS: list[GamePanelName] = [column_panel_name(place) for place in YARD_PLACES]
"""The names of the panels of the hand's columns."""


class AlhambraGameView(GameView["Alhambra", "Event", Draft, TableView]):
    """The view of a court: the yard's arches, money on the pool, the hand in four columns, and the hills."""

    empty_draft = EMPTY_DRAFT
    table_regions = (
        ("yard", N_("Construction yard")),
        ("money", N_("Open money")),
        ("hand", N_("Hand")),
        BAR_REGION,
        ("seats", N_("Players")),
    )
    shortcuts = (
        Shortcut("building", "1234", N_("choose a building"), "#place-{at}"),
        Shortcut("money", "5678", N_("choose an open money card"), "#open-{at}"),
    )
    pieces_class = Pieces

    def setup_note(self) -> str:
        """Return a note about the first player."""
        return _("If the youngest player matters, that's seat 1.")

    def render_sprites(self) -> Markup:
        return icons.render_sprites()

    def render_picture(self, name: str) -> Markup:
        from palaces.games.alhambra.posters import PICTURES  # only the build needs them

        return PICTURES[name]()

    def render_table_picture(self, view: "View", seat: int) -> Markup:
        from palaces.games.alhambra.drawings.table_picture import render_table_picture  # only a saved game needs it

        return render_table_picture(view, seat)

    def render_puzzle_picture(self, view: "View") -> Markup:
        from palaces.games.alhambra.drawings.puzzle_picture import render_puzzle_picture  # only the build needs it

        return render_puzzle_picture(view)

    def hint_region(self, name: str) -> "RegionName":
        regions: dict[str, RegionName] = {"yard": "yard", "money": "money"}
        return regions[name]

    def hint_piece_name(self, name: str) -> str:
        card = IDS[name]
        return sentences.building_label(card) if "-" in name else sentences.money_name(card)

    def source_labels(self) -> Sequence[str]:
        from palaces.games.alhambra.record.point_sources import source_labels  # only after a game

        return source_labels()

    def points_by_source(self, match: "ShownGame[Alhambra]") -> list[list[int]]:
        from palaces.games.alhambra.record.point_sources import points_by_source

        return points_by_source(match)

    def level_ratings(self) -> Mapping[str, int]:
        from palaces.games.alhambra.record.bot_figures import LEVEL_RATINGS

        return LEVEL_RATINGS

    def skilled_points(self) -> Mapping[int, Sequence[float]]:
        from palaces.games.alhambra.record.bot_figures import SKILLED_POINTS

        return SKILLED_POINTS

    def apply_touch(
        self, match: "ShownGame[Alhambra]", seat: int, draft: Draft, what: Sequence[object]
    ) -> tuple[Draft, Illegal | None]:
        return apply_touch(match, seat, draft, what)

    def touches_for_action(self, match: "ShownGame[Alhambra]", seat: int, action: JsonAction) -> list[list[object]]:
        return touches_for_action(action)

    def complete_action(self, match: "ShownGame[Alhambra]", seat: int, draft: Draft) -> JsonAction | None:
        return complete_action(match, draft)

    def move_warnings(self, match: "ShownGame[Alhambra]", seat: int, action: JsonAction) -> "Iterator[MoveWarning]":
        from palaces.games.alhambra import warning_finder  # only in a player's first games

        return warning_finder.find_move_warnings(match, seat, action)

    def outcome_sentence(self, match: "ShownGame[Alhambra]", action: JsonAction) -> str:
        return outcome_sentence(match.state.yard, action)

    def scroll_region_after_touch(self, before: Draft, after: Draft) -> "RegionName | None":
        """Return the hand after the selection of a place, because its cards pay."""
        return "hand" if after.place is not None and after.place != before.place else None

    def focus_region_for_decision(self, model: "Model[Alhambra, Draft]") -> "RegionName":
        """Return the yard if the viewer can buy anything, else the money."""
        verbs = {action[0] for action in model.match.legal()}
        return "yard" if "buy" in verbs else "bar" if verbs == {"pass"} else "money"

    def build_table_view(self, model: "Model[Alhambra, Draft]", annotations: Annotations = NO_ANNOTATIONS) -> TableView:
        return build_table_view(model, annotations)

    def render_regions(self, at: TableView) -> Regions:
        """Render the regions. At the end they show the result and everybody's buildings. A scoring takes over most of
        them."""
        if at.model.shows_end:
            from palaces.games.alhambra.score_breakdown import render_game_over  # only at the end

            empty = Markup("")
            return {"yard": render_game_over(at), "money": empty, "hand": empty, "seats": empty}
        panel = at.model.panel
        if isinstance(panel, GamePanel) and panel.holds_table and not panel.is_due:
            from palaces.games.alhambra.scoring_animation import render_scoring_regions  # only in a scoring

            return {**render_scoring_regions(at, panel), "hand": render_hand(at)}
        return {"yard": render_yard(at), "money": render_money(at), "hand": render_hand(at), "seats": render_seats(at)}

    def event_summary(self, event: "Event") -> EventSummary:
        return event_views.event_summary(event)

    def event_sounds(self, event: "Event") -> "list[SoundName]":
        return event_views.event_sounds(event)

    def scoring_letter(self, event: "Event") -> str:
        return "".join(letter for letter, _points in event["scorings"][-1:])

    def action_pieces(self, names: Pieces, seat: int, action: JsonAction) -> list[str]:
        return event_views.action_pieces(names, seat, action)

    def find_targets(self, at: TableView, thing: str) -> list[Target]:
        from palaces.games.alhambra.tutorial_targets import find_targets  # only in lessons

        return find_targets(at, thing)

    def target_name(self, at: TableView, thing: str) -> str:
        from palaces.games.alhambra.tutorial_targets import target_name

        return target_name(at, thing)

    def render_calculation_item(self, thing: str) -> Markup:
        from palaces.games.alhambra.tutorial_targets import render_calculation_item

        return render_calculation_item(thing)

    def render_action_bar(self, at: TableView) -> Markup:
        return render_action_bar(at)

    def prompt_phrase(self, at: TableView) -> str:
        return prompt_phrase(at)

    def onlooker_prompt(self, at: TableView) -> str:
        return onlooker_prompt(at)

    def puzzle_question(self, at: TableView) -> str:
        return _("You paid exactly. What's your extra action?") if at.view["exact"] else super().puzzle_question(at)

    def situation_sentence(self, at: TableView) -> str:
        return scoring_distance_sentence(at.view)

    def options_announcement(self, at: TableView, scope: OptionsScope) -> list[str]:
        return announcements.options_announcement(at, scope)

    def draft_announcement(self, at: TableView) -> list[str]:
        return announcements.draft_announcement(at)

    def round_announcement(self, model: "Model[Alhambra, Draft]", events: "Sequence[Event]") -> list[str]:
        return announcements.round_announcement(model, events)

    def answer_question(self, at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
        return announcements.answer_question(at, topic, what)

    def list_players(self, model: "Model[Alhambra, Draft]") -> list[Player]:
        """Return all players. With two of them, Dirk has a hill, too."""
        seats = super().list_players(model)
        points = model.view["points"][len(seats) :]
        return [
            *seats,
            *(Player(icons.owner_sign(len(seats), True), sentences.dirk_name(), _("neutral"), each) for each in points),
        ]

    def render_player_panel(self, at: TableView, n: int) -> Markup:
        from palaces.games.alhambra.player_panel import render_player_panel  # only for the panel of a player

        return render_player_panel(at, n)

    def menu_panels(self, model: "Model[Alhambra, Draft]") -> dict[GamePanelName, str]:
        """Return the panels of the points of scorings, and of past ones except C, which the end shows."""
        letters = [
            letter for letter, _held in (model.review_position or model.match).view(None)["scorings"] if letter != "C"
        ]
        so_far = {GamePanelName(letter): _("Scoring {letter}").format(letter=letter) for letter in letters}
        return {AWARDS_PANEL: _("Points per scoring")} | so_far

    def overflow_panels(self, model: "Model[Alhambra, Draft]") -> list[GamePanelName]:
        """Return the panels of all columns of the hand if it is open."""
        is_open = model.viewer is not None and not model.curtain and model.mover is not None
        return COLUMN_PANELS if is_open else []

    def render_panel(self, at: TableView, name: GamePanelName) -> Markup:
        """Render the points of all scorings, a column of the hand, or a scoring by its letter."""
        if name in COLUMN_PANELS:
            from palaces.games.alhambra.hand_panel import render_column_panel  # only when opened

            return render_column_panel(at, COLUMN_PANELS.index(name))
        from palaces.games.alhambra.score_breakdown import (  # only when opened
            render_awards_panel,
            render_scoring_panel,
        )

        return render_awards_panel(at) if name == AWARDS_PANEL else render_scoring_panel(at, name)

    def held_panel_title(self, name: GamePanelName) -> str:
        """Return the name of a scoring."""
        return _("Scoring {letter}").format(letter=name)

    def panel_after_event(self, event: "Event") -> GamePanelName | None:
        """Return the panel of the last scoring of an event."""
        return GamePanelName(event["scorings"][-1][0]) if event["scorings"] else None


GAME_VIEW = AlhambraGameView()
