"""The column beside Medina's board: everybody's points, supplies and tiles, and every palace's worth by source.

Pure.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from palaces.app.i18n import _, level_label
from palaces.games.medina.action_bar import seat_component_icon
from palaces.games.medina.draft import component_name, remaining_count, table_components
from palaces.games.medina.drawings.icons import component_icon
from palaces.games.medina.table import (
    TableView,
    capitalize_first,
    describe_palace,
    next_piece_attributes,
    owner_name,
    palace_name,
    palace_value,
    piece_attributes,
    piece_kind,
)
from palaces.ui import svg as common
from palaces.ui.event_cards import render_points_gained
from palaces.ui.html import Markup, join, screen_reader_text, tag
from palaces.ui.panels import open_player_button, points_figure
from palaces.ui.pieces import points_piece
from pygame_core.medina import sentences
from pygame_core.medina.components import COLOURS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.types import Component, PalaceView

PALACE_SOURCE_COUNT = 5


def render_seats(at: TableView) -> Markup:
    """Render everybody's points, components and tiles, as after the draft."""
    rows = [_render_seat(at, seat) for seat in range(len(at.model.player_names))]
    heading = tag("h2", _("Players"), class_="unseen")
    return join(heading, tag("ol", rows, class_="neighbours", data_arrows=True))


def _render_seat(at: TableView, seat: int) -> Markup:
    view = at.draft_view
    played_by = at.model.match.seats[seat]["kind"]
    note = "" if played_by == "human" else level_label(played_by.removeprefix("bot:"))
    if seat in view["out"]:
        note = _("out of pieces")
    points = view["points"][seat]
    gain = points - at.view["points"][seat]
    mover = at.view["to_move"] == seat
    return tag(
        "li",
        tag(
            "div",
            common.seat_sign(seat),
            tag("span", at.model.seat_labels[seat], class_="name"),
            tag("small", note) if note else None,
            _render_held_tiles(at, seat),
            tag(
                "b",
                points_figure(points),
                class_="points changed" if gain else "points",
                data_result=points_piece(seat),
            ),
            render_points_gained(at.model, seat),
            class_="who",
            data_place=f"seat-{seat}",
        ),
        open_player_button(at.annotations, seat, at.model.seat_labels[seat]),
        tag(
            "ul",
            [_render_component_count(at, seat, component) for component in table_components(view["seats"])],
            class_="pieces",
        ),
        class_=f"seat p{seat} mover" if mover else f"seat p{seat}",
        aria_current="true" if mover else None,
    )


def _render_component_count(at: TableView, seat: int, component: "Component") -> Markup:
    count = remaining_count(at.draft_view["supplies"][seat], component)
    said = _("{component}: {n}").format(component=component_name(component), n=count)
    place = "" if seat == at.seat else f"seat-{seat}-{piece_kind(component)}"
    return _component_count_html(
        component, seat, count, said, place, next_piece_attributes(at, seat, component) if place else ""
    )


@lru_cache(maxsize=2048)
def _component_count_html(component: "Component", seat: int, count: int, said: str, place: str, mark: str) -> Markup:
    """Render the number of a component that a seat has left. The viewer's pieces are in the supply."""
    return tag(
        "li",
        seat_component_icon(component, seat, mark),
        tag("span", count, aria_hidden="true", data_result=f"{place}-left" if place else None),
        screen_reader_text(said),
        class_="none" if not count else None,
        title=said,
        data_place=place or None,
    )


def render_supply(at: TableView, seat: int) -> Markup:
    """Render the unplaced components of a seat, as a picture without pieces of the table."""
    rows = [
        _component_count_html(
            component, seat, n, _("{component}: {n}").format(component=component_name(component), n=n), "", ""
        )
        for component in table_components(at.view["seats"])
        for n in [remaining_count(at.view["supplies"][seat], component)]
    ]
    return tag("ul", rows, class_="pieces")


def _render_held_tiles(at: TableView, seat: int) -> Markup:
    """Render the tiles of a seat: palace tiles, tower tiles, tea."""
    view, names, here = at.draft_view, at.pieces, f"seat-{seat}"
    held = [
        (f"tile-{colour}", _("{colour} palace tile").format(colour=sentences.colour_name(n)), names.tiles[colour])
        for n, colour in enumerate(COLOURS)
        if view["palace_tiles"][n] == seat
    ]
    held += [
        (f"tower-{n}", _("tower tile {n}").format(n=n), names.towers[n - 1])
        for n in TOWER_TILE_POINTS
        if view["tower_tiles"][n - 1] == seat
    ]
    shown = [
        tag(
            "span",
            component_icon(sign, piece_attributes(at.annotations, tile, here, names.is_news(tile))),
            role="img",
            aria_label=said,
            title=said,
            data_sign=sign.partition("-")[0],
        )
        for sign, said, tile in held
    ]
    tea = view["supplies"][seat]["tea"]
    if tea:
        said = _("tea tiles: {n}").format(n=tea)
        cup = piece_attributes(at.annotations, (names.tea[seat] or names.brewed)[-1], f"{here}-tea")
        use = {"role": "img", "aria_label": said, "title": said}
        shown.append(tag("span", component_icon("tea", cup), tea, class_="tea", data_sign="tea", **use))
    return tag("span", shown, class_="won")


# -- palaces -----------------------------------------------------------------------------------------------------------


def render_palaces_panel(at: TableView) -> Markup:
    """Render every palace with its worth by source, unclaimed ones first, then by seat."""
    listed = [(palace, n) for n, palace in enumerate(at.draft_view["palaces"])]
    listed.sort(key=lambda one: (_owner_rank(one[0]), COLOURS.index(one[0]["colour"])))
    if not listed:
        return join(tag("h2", _("Palaces")), tag("p", _("No palaces yet"), class_="hint"))
    return join(
        tag("h2", _("Palaces")),
        palace_worth_table(_palace_row(at, palace, n, _render_owner(at, palace)) for palace, n in listed),
    )


def render_seat_palaces(at: TableView, seat: int) -> Markup:
    """Render the palaces of a seat now, with their worth by source."""
    listed = [(palace, n) for n, palace in enumerate(at.view["palaces"]) if palace["owner"] == seat]
    if not listed:
        return tag("p", _("No palaces yet"), class_="hint")
    return palace_worth_table(
        _palace_row(at, palace, n, sentences.colour_name(COLOURS.index(palace["colour"]))) for palace, n in listed
    )


def palace_worth_table(rows: Iterable[Markup]) -> Markup:
    """Render a table of palaces with their worth by source."""
    heads = {
        "any": _("buildings"),
        "stable": _("stables"),
        "wall": _("walls"),
        "merchant": _("merchants"),
        "well": _("well"),
    }
    head = tag(
        "tr",
        tag("th", screen_reader_text(_("Palace")), scope="col"),
        [
            tag("th", component_icon(sign), screen_reader_text(word), title=word, scope="col")
            for sign, word in heads.items()
        ],
        tag("th", _("worth"), scope="col"),
    )
    return tag("table", tag("thead", head), tag("tbody", [*rows]), class_="worths")


def _owner_rank(palace: "PalaceView") -> int:
    owner = palace["owner"]
    return -1 if owner is None else 9 if isinstance(owner, str) else int(owner)


def _render_owner(at: TableView, palace: "PalaceView") -> Markup:
    """Render the owner of a palace."""
    owner = palace["owner"]
    sign = common.seat_sign(owner) if isinstance(owner, int) else component_icon("neutral") if owner else None
    return join(sign, tag("span", owner_name(at, owner), class_="name"))


def _palace_row(at: TableView, palace: "PalaceView", n: int, called: object) -> Markup:
    owner = palace["owner"]
    now = at.view["palaces"][n] if n < len(at.view["palaces"]) else None
    before = now["worth"] if now else [0] * PALACE_SOURCE_COUNT
    cells = [
        tag("td", worth or "·", class_="changed" if worth != was else None)
        for worth, was in zip(palace["worth"], before, strict=True)
    ]
    claimed = now is not None and now["owner"] != owner
    whole = palace_value(palace)
    return tag(
        "tr",
        tag(
            "th",
            tag("span", component_icon(palace["colour"]), called, aria_hidden="true"),
            screen_reader_text(capitalize_first(describe_palace(at, palace))),
            scope="row",
            title=capitalize_first(palace_name(at, palace)),
            class_="changed" if claimed else None,
        ),
        cells,
        tag("td", tag("b", whole), class_="changed" if whole != sum(before) else None),
    )
