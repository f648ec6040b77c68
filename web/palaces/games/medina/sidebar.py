"""The column beside Medina's board: everybody's points, supplies and tiles, and every palace's worth by source.

Pure.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.games.medina.action_bar import seat_component_icon
from palaces.games.medina.draft import component_name, remaining_count, table_components
from palaces.games.medina.drawings.board_svg import palace_value
from palaces.games.medina.drawings.icons import component_icon
from palaces.games.medina.table import (
    TableView,
    describe_palace,
    next_piece_attributes,
    owner_name,
    palace_name,
    piece_attributes,
    piece_kind,
    tile_race_sentence,
    tile_races,
)
from palaces.ui import svg as common
from palaces.ui.event_cards import render_points_gained
from palaces.ui.html import Markup, join, name_tag, screen_reader_text, tag
from palaces.ui.panels import open_player_button, points_figure
from palaces.ui.pieces import points_piece
from pygame_core.i18n import capitalize_first
from pygame_core.medina import sentences
from pygame_core.medina.components import COLOURS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.types import Component, Owner, PalaceView

PALACE_SOURCE_COUNT = 5


def render_seats(at: TableView) -> Markup:
    """Render everybody's points, components and tiles, as after the draft."""
    components = _named_components(at)
    rows = [_render_seat(at, seat, label, components) for seat, label in enumerate(at.model.seat_labels)]
    heading = tag("h2", _("Players"), class_="unseen")
    return join(heading, tag("ol", rows, class_="neighbours", data_arrows=True))


def _named_components(at: TableView) -> "tuple[tuple[Component, str], ...]":
    """Return the components of this table with their names."""
    return tuple([(one, component_name(one)) for one in table_components(at.view["seats"])])


def _render_seat(at: TableView, seat: int, label: str, components: "tuple[tuple[Component, str], ...]") -> Markup:
    view = at.draft_view
    points = view["points"][seat]
    is_mover = at.view["to_move"] == seat
    counts = tuple([remaining_count(view["supplies"][seat], component) for component, _word in components])
    marks = None
    if seat != at.seat:
        marks = tuple([next_piece_attributes(at, seat, component) for component, _word in components])
    return tag(
        "li",
        _head_html(
            seat,
            label,
            _("out of pieces") if seat in view["out"] else "",
            points_figure(points),
            points - at.view["points"][seat],
            _render_tea(at, seat),
            render_points_gained(at.model, seat),
        ),
        open_player_button(at.annotations, seat, label),
        _supply_html(components, seat, counts, marks),
        _render_held_tiles(at, seat),
        class_=f"seat p{seat} mover" if is_mover else f"seat p{seat}",
        aria_current="true" if is_mover else None,
    )


@lru_cache(maxsize=256)
def _head_html(
    seat: int, label: str, note: str, points: Markup, change: int, tea: Markup, gained: Markup | None
) -> Markup:
    """Render the head of a seat: its name, tea and points, which a drafted placement would change by `change`."""
    state = "points changed loss" if change < 0 else "points changed" if change else "points"
    return tag(
        "div",
        common.seat_sign(seat),
        name_tag(label),
        tag("small", note) if note else None,
        tea,
        tag("b", points, class_=state, data_result=points_piece(seat)),
        gained,
        class_="who",
        data_place=f"seat-{seat}",
    )


@lru_cache(maxsize=256)
def _supply_html(
    components: "tuple[tuple[Component, str], ...]",
    seat: int,
    counts: tuple[int, ...],
    marks: tuple[str, ...] | None = None,
) -> Markup:
    """Render the number of each component that a seat has left.

    `marks` are the attributes of the pictures, or None if these are no pieces of the table: the viewer's are below the
    board.
    """
    rows = [
        _component_count_html(
            component,
            word,
            seat,
            count,
            f"seat-{seat}-{piece_kind(component)}" if marks else "",
            marks[n] if marks else "",
        )
        for n, ((component, word), count) in enumerate(zip(components, counts, strict=True))
    ]
    return tag("ul", rows, class_="pieces")


@lru_cache(maxsize=2048)
def _component_count_html(
    component: "Component", word: str, seat: int, count: int, place: str = "", mark: str = ""
) -> Markup:
    """Render the number of a component that a seat has left. The viewer's pieces are in the supply."""
    said = _("{component}: {n}").format(component=word, n=count)
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
    components, supply = _named_components(at), at.view["supplies"][seat]
    return _supply_html(components, seat, tuple([remaining_count(supply, component) for component, _ in components]))


def _render_held_tiles(at: TableView, seat: int) -> Markup:
    """Render the palace tiles and tower tiles of a seat. A strip of seats shows only their points."""
    view, names = at.draft_view, at.pieces
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
        _tile_html(sign, said, piece_attributes(at.annotations, tile, f"seat-{seat}", names.is_news(tile)))
        for sign, said, tile in held
    ]
    return tag("span", shown, class_="won")


@lru_cache(maxsize=512)
def _tile_html(sign: str, said: str, mark: str) -> Markup:
    return tag(
        "span",
        component_icon(sign, mark),
        role="img",
        aria_label=said,
        title=said,
        data_sign=sign.partition("-")[0],
    )


def _render_tea(at: TableView, seat: int) -> Markup:
    """Render the tea tiles of a seat as one cup with their number."""
    tea, names = at.draft_view["supplies"][seat]["tea"], at.pieces
    if not tea:
        return Markup("")
    said = _("tea tiles: {n}").format(n=tea)
    cup = piece_attributes(at.annotations, (names.tea[seat] or names.brewed)[-1], f"seat-{seat}-tea")
    use = {"role": "img", "aria_label": said, "title": said}
    return tag("span", component_icon("tea", cup), tea, class_="tea", data_sign="tea", **use)


# -- palaces -----------------------------------------------------------------------------------------------------------


def render_palaces_panel(at: TableView) -> Markup:
    """Render every palace with its worth by source, unclaimed ones first, then by seat."""
    races = _render_tile_races(at) if at.model.mover is not None else None
    listed = [(palace, n) for n, palace in enumerate(at.draft_view["palaces"])]
    listed.sort(key=lambda one: (_owner_rank(one[0]), COLOURS.index(one[0]["colour"])))
    if not listed:
        return join(tag("h2", _("Palaces")), tag("p", _("No palaces yet"), class_="hint"), races)
    return join(
        tag("h2", _("Palaces")),
        palace_worth_table(_palace_row(at, palace, n, _render_owner(at, palace)) for palace, n in listed),
        races,
    )


def _render_tile_races(at: TableView) -> Markup:
    """Render who has each palace tile, with which size, and who can still claim a palace of its color."""
    heads = (_("held by"), _("size"), _("can still claim"))
    head = tag(
        "tr", tag("th", screen_reader_text(_("Tile")), scope="col"), [tag("th", word, scope="col") for word in heads]
    )
    rows = [
        tag(
            "tr",
            tag(
                "th",
                tag("span", component_icon(f"tile-{COLOURS[race.colour]}"), sentences.colour_name(race.colour)),
                screen_reader_text(tile_race_sentence(at, race)),
                scope="row",
            ),
            tag("td", _owner_sign(race.holder) or "–"),
            tag("td", tag("b", race.size or "–")),
            tag("td", tag("span", [common.seat_sign(seat) for seat in race.claimants] or "–", class_="seats-left")),
        )
        for race in tile_races(at.draft_view)
    ]
    table = tag("table", tag("thead", head), tag("tbody", rows), class_="races")
    return join(tag("h3", _("Palace tiles")), table)


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
    return join(_owner_sign(owner), name_tag(owner_name(at, owner)))


def _owner_sign(owner: "Owner") -> Markup | None:
    return common.seat_sign(owner) if isinstance(owner, int) else component_icon("neutral") if owner else None


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
