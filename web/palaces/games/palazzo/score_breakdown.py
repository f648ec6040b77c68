"""The source of every point at the end of Palazzo. Pure."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from palaces.app.i18n import _, pgettext
from palaces.features.game_over import (
    GameOver,
    PointSource,
    SourceComparison,
    Standing,
    TieBreak,
    WinningCity,
    render_game_over_page,
    winning_city_sentence,
)
from palaces.features.review.near_miss import NearMiss
from palaces.games.palazzo.drawings import icons, palace_svg
from palaces.games.palazzo.streets import render_still_street
from palaces.games.palazzo.table import TableView, component_ids
from palaces.ui import svg as common
from palaces.ui.html import Markup, html_table, join, name_tag, screen_reader_text, tag
from pygame_core.i18n import format_number
from pygame_core.palazzo import sentences
from pygame_core.palazzo.card_sets import card_set, max_bid_value
from pygame_core.palazzo.components import IDS, NAMES, TILE_FLOOR, TILE_IDS
from pygame_core.palazzo.score import insert_tile, palace_points, palace_points_by_source
from pygame_core.state import Result, open_hand

if TYPE_CHECKING:
    from pygame_core.palazzo.types import View


def street_points_by_source(row: Sequence[Sequence[str]]) -> tuple[int, int, int, int]:
    """Return the points of a row by source: lone tiles, windows, height, one material."""
    lone = windows = height = pure = 0
    for palace in row:
        floors, seen, alike = palace_points_by_source(component_ids(palace))
        lone += min(floors, 0)
        height += max(floors, 0)
        windows += seen
        pure += alike
    return lone, windows, height, pure


def render_game_over(at: TableView) -> Markup:
    """Render the end: the winner's street on the square, everybody's street, and the final table."""
    model = at.model
    result = model.final_result
    winners = model.winning_seats
    order = sorted(range(len(model.player_names)), key=lambda seat: (result["places"][seat], seat))
    drawn, box = palace_svg.streets_svg([at.view["palaces"][seat] for seat in model.pictured_seats])
    said = winning_city_sentence(model, _("{names}'s palaces"), _("Your palaces"), _("Your palaces and {names}'s"))
    lone, windows, height, pure = street_points_by_source(at.view["palaces"][winners[0]])
    flow = [(_("windows"), windows), (_("height"), height), (_("one material"), pure), (_("single floors"), lone)]
    return render_game_over_page(
        model,
        GameOver(
            backdrop=palace_svg.SQUARE_BACKDROP,
            city=WinningCity(drawn, box, said),
            winner_decoration=Markup(palace_svg.festoon_svg()),
            winner_sources=[
                PointSource(pgettext("Palazzo", "Palaces"), result["scores"][winners[0]]),
                *(PointSource(name, points) for name, points in flow if points),
            ],
            standings=[_seat_standing(at, seat, result["places"][seat]) for seat in order],
            near_miss=_missed_win(at),
            summary=[_render_final_table(at, result, order)],
            details=[_render_palaces(at, seat) for seat in order],
            comparisons=[
                SourceComparison(name, [street_points_by_source(row)[n] for row in at.view["palaces"]])
                for n, name in [(1, _("windows")), (2, _("height")), (3, _("one material")), (0, _("single floors"))]
            ],
            tie_break=TieBreak(
                [_highest_bid(at, seat) for seat in range(len(model.player_names))],
                _("{points} each, and the same best bid: {n} (rule P27)"),
                _("{points} each. The higher best bid wins, {n} to {m} (rule P27)"),
            ),
        ),
    )


def _missed_win(at: TableView) -> NearMiss | None:
    """Return the unbuilt tile and the palace with which the addressed player would just have won, or None."""
    own, scores = at.model.addressed_seat, at.view["points"]
    if own is None or own in at.model.winning_seats:
        return None
    other = max(points for seat, points in enumerate(scores) if seat != own)
    built = {tile for row in at.view["palaces"] for palace in row for tile in component_ids(palace)}
    found = [
        (scores[own] + palace_points(insert_tile(palace, tile)) - palace_points(palace), n, tile)
        for n, palace in enumerate(map(component_ids, at.view["palaces"][own]), 1)
        for tile in TILE_IDS
        if tile not in built and TILE_FLOOR[tile] not in {TILE_FLOOR[each] for each in palace}
    ]
    enough = [one for one in found if one[0] > other]
    if not enough:
        return None
    then, n, tile = min(enough)
    said = _("One more tile in palace {n}, {tile}, would have won it, {{own}} to {{other}}.")
    return NearMiss(
        icons.render_tile(NAMES[tile]),
        said.format(n=n, tile=sentences.definite_tile_name(tile)),
        then,
        other,
        partial(_held_tile, NAMES[tile]),
    )


def _held_tile(tile: str, view: "View", seat: int) -> list[str]:
    """Return a tile if the seat has it: in a palace, or bought and still to be built."""
    has_it = any(tile in palace for palace in view["palaces"][seat])
    return [tile] if has_it or (view["seat"] == seat and tile in view["building"]) else []


def _seat_standing(at: TableView, seat: int, place: int) -> Standing:
    """Return a seat's place, street, and points by source."""
    row = at.view["palaces"][seat]
    lone, windows, height, pure = street_points_by_source(row)
    return Standing(
        seat,
        at.model.seat_labels[seat],
        common.seat_sign(seat),
        place,
        at.view["points"][seat],
        render_still_street(row, at.model.player_reference(seat)),
        [
            PointSource(_("windows"), windows),
            PointSource(_("height"), height),
            PointSource(_("one material"), pure),
            PointSource(_("single floors"), lone),
        ],
    )


def _highest_bid(at: TableView, seat: int) -> int:
    """Return the highest bid that a hand allows."""
    return max_bid_value(card_set(IDS[card] for card in open_hand(at.view, seat)))


def _render_palaces(at: TableView, seat: int) -> Markup:
    """Render the palaces of a seat with the origin of their points."""
    titles = (
        pgettext("Palazzo", "Palace"),
        _("single floors"),
        _("windows"),
        _("height"),
        _("one material"),
        _("points"),
    )
    rows = []
    for n, palace in enumerate(at.view["palaces"][seat], 1):
        figures = street_points_by_source([palace])
        rows.append(
            tag(
                "tr",
                tag("th", n, scope="row"),
                [tag("td", format_number(points) if points else "·") for points in figures],
                tag("td", tag("b", format_number(sum(figures)))),
            )
        )
    name = name_tag(at.model.seat_labels[seat])
    heading = tag("h3", common.seat_sign(seat), name)
    if not rows:
        return join(heading, tag("p", _("No palaces"), class_="hint"))
    head = tag("tr", [tag("th", title, scope="col") for title in titles])
    return join(heading, html_table(screen_reader_text(pgettext("Palazzo", "Palaces")), head, rows, class_="worths"))


def _render_final_table(at: TableView, result: Result, order: list[int]) -> Markup:
    scores = result["scores"]
    tied = len(set(scores)) < len(scores)
    rows = []
    for seat in order:
        rows.append(
            tag(
                "tr",
                tag("td", result["places"][seat]),
                tag(
                    "th",
                    common.seat_sign(seat),
                    name_tag(at.model.seat_labels[seat]),
                    scope="row",
                ),
                [tag("td", format_number(n) if n else "·") for n in street_points_by_source(at.view["palaces"][seat])],
                tag("td", tag("b", format_number(scores[seat]))),
                tag("td", _highest_bid(at, seat)) if tied else None,
                class_="first" if result["places"][seat] == 1 else None,
            )
        )
    head = tag(
        "tr",
        tag("th", _("place")),
        tag("th", screen_reader_text(_("Player"))),
        [tag("th", word) for word in (_("single floors"), _("windows"), _("height"), _("one material"), _("points"))],
        tag("th", _("best bid")) if tied else None,
    )
    note = _("In a tie, the player who could make the highest single bid wins (rule P27).")
    return join(
        html_table(screen_reader_text(_("Final points")), head, rows, class_="final"),
        tag("p", note, class_="hint") if tied else None,
    )
