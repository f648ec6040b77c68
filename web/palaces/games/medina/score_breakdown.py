"""The source of every point at the end of Medina. Pure."""

from functools import partial
from typing import TYPE_CHECKING, Literal

from palaces.app.i18n import N_, _
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
from palaces.games.medina.drawings.board_svg import board_view_box, dusk_city_svg, palace_value
from palaces.games.medina.drawings.icons import component_icon
from palaces.games.medina.player_panel import held_tiles
from palaces.games.medina.sidebar import PALACE_SOURCE_COUNT, render_seat_palaces
from palaces.games.medina.table import TableView, points_by_source
from palaces.ui import svg as common
from palaces.ui.html import Markup, html_table, join, name_tag, screen_reader_text, tag
from pygame_core.medina import sentences
from pygame_core.medina.components import COLOURS, PALACE_TILE_POINTS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.types import View


PLACE_NAMES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"))


def render_game_over(at: TableView) -> Markup:
    """Render the end: the city at dusk with the winner's palaces lit, everybody's winnings, and the final table."""
    model, view = at.model, at.view
    result = model.final_result
    winners = model.winning_seats
    order = sorted(range(len(model.player_names)), key=lambda seat: (result["places"][seat], seat))
    said = winning_city_sentence(
        model,
        _("The city, with the palaces of {names} highlighted"),
        _("The city, with your palaces highlighted"),
        _("The city, with your palaces and those of {names} highlighted"),
    )
    return render_game_over_page(
        model,
        GameOver(
            backdrop="",
            city=WinningCity(dusk_city_svg(view, model.pictured_seats), board_view_box(view), said),
            winner_decoration=None,
            winner_sources=[
                PointSource(_("Palaces"), sum(points_by_source(view, winners[0])[:PALACE_SOURCE_COUNT])),
                *(PointSource(name, points, icon=sign) for name, points, sign in held_tiles(view, winners[0])),
            ],
            standings=[
                Standing(
                    seat,
                    model.seat_labels[seat],
                    common.seat_sign(seat),
                    result["places"][seat],
                    result["scores"][seat],
                    _render_winnings(view, seat),
                    (),
                )
                for seat in order
            ],
            near_miss=_missed_win(at),
            summary=[_render_final_table(at)],
            details=[_render_palaces(at, seat) for seat in order],
            comparisons=[
                SourceComparison(phrase, [points_by_source(view, seat)[n] for seat in range(len(model.player_names))])
                for n, phrase in enumerate(_source_phrases())
            ],
            tie_break=TieBreak(
                [largest_palace_size(view, seat) for seat in range(len(model.player_names))],
                _("Tied at {points}, and the largest palaces are tied at size {n} (rule M35)"),
                _("Tied at {points}, and the larger palace wins: size {n} beats {m} (rule M35)"),
            ),
        ),
    )


def largest_palace_size(view: "View", seat: int) -> int:
    """Return the number of spaces of a seat's largest palace."""
    own = (palace for palace in view["palaces"] if palace["owner"] == seat)
    return max((len(palace["buildings"]) + len(palace["stables"]) for palace in own), default=0)


def _missed_win(at: TableView) -> NearMiss | None:
    """Return the least valuable tile with which the addressed player would have won, or None."""
    own, points = at.model.addressed_seat, at.view["points"]
    if own is None or own in at.model.winning_seats:
        return None
    each = [
        *(
            (worth, holder, _palace_tile_sentences(n), f"tile-{COLOURS[n]}", partial(_held_tile, "palace_tiles", n))
            for n, (worth, holder) in enumerate(zip(PALACE_TILE_POINTS, at.view["palace_tiles"], strict=True))
        ),
        *(
            (worth, holder, _tower_tile_sentences(n), f"tower-{n}", partial(_held_tile, "tower_tiles", n - 1))
            for n, (worth, holder) in enumerate(zip(TOWER_TILE_POINTS, at.view["tower_tiles"], strict=True), 1)
        ),
    ]
    for worth, holder, (said, taken), sign, holdings in sorted(each, key=lambda one: one[0]):
        then = [n + worth * ((seat == own) - (seat == holder)) for seat, n in enumerate(points)]
        other = max(then[:own] + then[own + 1 :])
        if holder != own and then[own] > other:
            return NearMiss(component_icon(sign), said, then[own], other, holdings, taken)
    return None


def _held_tile(kind: Literal["palace_tiles", "tower_tiles"], n: int, view: "View", seat: int) -> list[str]:
    """Return the tile if the seat holds it."""
    return [kind] if view[kind][n] == seat else []


def _palace_tile_sentences(colour: int) -> tuple[str, str]:
    """Return the sentences of a near miss by a palace tile: that it was missing, and that somebody has it."""
    missing = _("The {colour} palace tile would have won it, {own} to {other}.")
    taken = _("{name} has the {colour} palace tile. With it, you'd have won {own} to {other}.")
    given = {"colour": sentences.colour_name(colour), "own": "{own}", "other": "{other}"}
    return missing.format(**given), taken.format(name="{name}", **given)


def _tower_tile_sentences(n: int) -> tuple[str, str]:
    """Return the same sentences of a near miss by a tower tile."""
    missing = _("Tower tile {n} would have won it, {own} to {other}.")
    taken = _("{name} has tower tile {n}. With it, you'd have won {own} to {other}.")
    given = {"n": n, "own": "{own}", "other": "{other}"}
    return missing.format(**given), taken.format(name="{name}", **given)


def _render_winnings(view: "View", seat: int) -> Markup:
    """Render the palaces and tiles of a seat, with the worth of each."""
    palaces = sorted((palace for palace in view["palaces"] if palace["owner"] == seat), key=palace_value, reverse=True)
    held = [
        (sentences.colour_name(COLOURS.index(each["colour"])), palace_value(each), component_icon(each["colour"]))
        for each in palaces
    ]
    rows = [
        tag("li", sign, screen_reader_text(name), " ", tag("b", points), title=name)
        for name, points, sign in [*held, *held_tiles(view, seat)]
    ]
    return tag("ul", rows, class_="held-at-end") if rows else tag("p", _("nothing"), class_="hint")


def _render_palaces(at: TableView, seat: int) -> Markup:
    """Render the palaces of a seat with their worth by source."""
    name = name_tag(at.model.seat_labels[seat])
    return join(tag("h3", common.seat_sign(seat), name), render_seat_palaces(at, seat))


def _source_phrases() -> list[str]:
    """Return the sources of `points_by_source` inside a sentence."""
    return [
        *(_("buildings"), _("stables"), _("walls"), _("merchants"), _("the well")),
        *(_("palace tiles"), _("tower tiles")),
    ]


def _render_final_table(at: TableView) -> Markup:
    result = at.model.final_result
    names = at.model.seat_labels
    order = sorted(range(len(names)), key=lambda seat: (result["places"][seat], seat))
    first = {seat: "first" if result["places"][seat] == 1 else None for seat in order}
    columns = [points_by_source(at.view, seat) for seat in order]
    words = [
        *(_("buildings"), _("stables"), _("walls"), _("merchants"), _("well")),
        *(_("palace tiles"), _("tower tiles")),
    ]
    head = tag(
        "tr",
        tag("th", screen_reader_text(_("Source")), scope="col"),
        [
            tag(
                "th",
                common.seat_sign(seat),
                name_tag(names[seat]),
                tag("small", _(PLACE_NAMES[result["places"][seat] - 1])),
                scope="col",
                class_=first[seat],
            )
            for seat in order
        ],
    )
    rows = [
        tag("tr", tag("th", word, scope="row"), [tag("td", column[n] or "·") for column in columns])
        for n, word in enumerate(words)
    ]
    summed = tag(
        "tr",
        tag("th", _("points"), scope="row"),
        [tag("td", tag("b", result["scores"][seat]), class_=first[seat]) for seat in order],
        class_="total",
    )
    tied = len(set(result["scores"])) < len(names)
    note = _("Tied players are ranked by the size of their largest palace (rule M35).")
    return join(
        html_table(screen_reader_text(_("Final points by source")), head, [rows, summed], class_="final sources"),
        tag("p", note, class_="hint") if tied else None,
    )
