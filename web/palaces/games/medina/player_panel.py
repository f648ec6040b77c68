"""A seat's large panel at Medina: points by source, palaces, tiles, and supply. Pure."""

from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.games.medina.drawings.icons import component_icon
from palaces.games.medina.sidebar import render_seat_palaces, render_supply
from palaces.games.medina.table import TableView, points_by_source
from palaces.ui.html import Markup, join, screen_reader_text, tag
from pygame_core.i18n import format_number
from pygame_core.medina import sentences
from pygame_core.medina.components import COLOURS, PALACE_TILE_POINTS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.types import View


def render_player_panel(at: TableView, seat: int) -> Markup:
    """Render a seat's points by source, its palaces, its tiles, and its unplaced components."""
    held = [
        tag("li", picture, tag("b", points), screen_reader_text(name), title=name)
        for name, points, picture in held_tiles(at.view, seat)
    ]
    tea = at.view["supplies"][seat]["tea"]
    if tea:
        said = _("tea tiles: {n}").format(n=tea)
        held.append(
            tag(
                "li",
                component_icon("tea"),
                tag("b", format_number(f"×{tea}"), aria_hidden="true"),
                screen_reader_text(said),
                title=said,
            )
        )
    return join(
        tag("ol", _render_point_sources(at, seat), class_="by-source"),
        tag("h3", _("Palaces")),
        render_seat_palaces(at, seat),
        (tag("h3", _("Tiles")), tag("ul", held, class_="held-at-end")) if held else None,
        tag("h3", _("Not placed yet")),
        render_supply(at, seat),
    )


def held_tiles(view: "View", seat: int) -> list[tuple[str, int, Markup]]:
    """Return the tiles of a seat: name, points and picture of each."""
    held = [
        (
            _("{colour} palace tile").format(colour=sentences.colour_name(n)),
            PALACE_TILE_POINTS[n],
            component_icon(f"tile-{COLOURS[n]}"),
        )
        for n, owner in enumerate(view["palace_tiles"])
        if owner == seat
    ]
    held += [
        (_("tower tile {n}").format(n=n), TOWER_TILE_POINTS[n - 1], component_icon(f"tower-{n}"))
        for n, owner in enumerate(view["tower_tiles"], 1)
        if owner == seat
    ]
    return held


def _render_point_sources(at: TableView, seat: int) -> list[Markup]:
    """Render the points of a seat by source."""
    words = [
        *(_("buildings"), _("stables"), _("walls"), _("merchants"), _("well")),
        *(_("palace tiles"), _("tower tiles")),
    ]
    return [
        tag("li", tag("b", points or "–"), tag("span", word), class_=None if points else "none")
        for word, points in zip(words, points_by_source(at.view, seat), strict=True)
    ]
