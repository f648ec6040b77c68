"""A seat's large panel at Palazzo: street, points of each palace by source, and money. Pure."""

from collections.abc import Sequence

from palaces.app.i18n import _, pgettext
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.streets import render_still_street
from palaces.games.palazzo.table import TableView, component_ids
from palaces.ui.html import (
    Markup,
    html_table,
    join,
    screen_reader_text,
    tag,
)
from palaces.ui.money_view import render_known_money
from palaces.ui.pieces import piece_kind
from pygame_core.i18n import capitalize_first, format_number
from pygame_core.palazzo import sentences
from pygame_core.palazzo.components import IDS
from pygame_core.palazzo.score import palace_points_by_source


def render_player_panel(at: TableView, seat: int) -> Markup:
    """Render a seat's street, the points of each palace by source, the bid, and the money."""
    row = at.view["palaces"][seat]
    return join(
        render_still_street(row, at.model.player_reference(seat)),
        _render_point_sources(row) if row else None,
        _render_bid(at, seat) if at.view["phase"] == "bid" else None,
        _render_money(at, seat),
    )


def _render_point_sources(row: Sequence[Sequence[str]]) -> Markup:
    """Render the points of every palace by source, from the left."""
    words = (pgettext("Palazzo", "Palace"), _("windows"), _("height"), _("one material"), _("points"))
    rows = []
    for n, palace in enumerate(row, 1):
        floors, windows, pure = palace_points_by_source(component_ids(palace))
        cells = [tag("td", format_number(points) if points else "·") for points in (windows, floors, pure)]
        whole = floors + windows + pure
        rows.append(tag("tr", tag("th", n, scope="row"), cells, tag("td", tag("b", format_number(whole)))))
    head = tag("tr", [tag("th", word, scope="col") for word in words])
    return html_table(screen_reader_text(_("Points of each palace")), head, rows, class_="by-palace")


def _render_bid(at: TableView, seat: int) -> Markup:
    """Render a seat's bid in the auction."""
    if seat not in at.view["inside"]:
        return tag("h3", _("Passed"))
    total = at.view["totals"][seat]
    return tag("h3", _("Bid: {n}").format(n=total) if total else _("No bid yet"))


def _render_money(at: TableView, seat: int) -> Markup:
    """Render the money of a seat."""
    seen = sorted(map(piece_kind, at.pieces.hands[seat].seen_cards), key=IDS.__getitem__)
    return render_known_money(at.view["hands"][seat], seen, _render_money_card)


def _render_money_card(name: str) -> Markup:
    said = capitalize_first(sentences.money_name(IDS[name]))
    return tag(
        "li", icons.render_money_card(name), screen_reader_text(said), class_=f"note {icons.coin_symbol_id(name)}"
    )
