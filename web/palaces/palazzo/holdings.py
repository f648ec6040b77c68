"""What a seat has at Palazzo, large: its street with the points of each palace by source, and its money. Pure."""

from palaces.html import Markup, join, tabular, tag, unseen
from palaces.money import kept
from palaces.palazzo import art
from palaces.palazzo.streets import still
from palaces.palazzo.table import Table, ids
from palaces.pieces import kind
from palaces.words import _
from pygame_core.palazzo import text
from pygame_core.palazzo.box import IDS
from pygame_core.palazzo.score import palace_points_by_source
from pygame_core.words import format_number


def holdings(at: Table, seat: int) -> Markup:
    """The street of a seat, where its points come from palace by palace, what it bids, and its money."""
    row = at.view["palaces"][seat]
    return join(
        still(row, at.model.who(seat)),
        _sources(row) if row else None,
        _bid(at, seat) if at.view["phase"] == "bid" else None,
        _money(at, seat),
    )


def _sources(row: list[list[str]]) -> Markup:
    """Every palace with its points by source, from the left."""
    words = (_("Palace"), _("windows"), _("height"), _("one material"), _("points"))
    rows = []
    for n, palace in enumerate(row, 1):
        floors, windows, pure = palace_points_by_source(ids(palace))
        cells = [tag("td", format_number(points) if points else "·") for points in (windows, floors, pure)]
        whole = floors + windows + pure
        rows.append(tag("tr", tag("th", n, scope="row"), cells, tag("td", tag("b", format_number(whole)))))
    head = tag("tr", [tag("th", word, scope="col") for word in words])
    return tabular(unseen(_("Points of each palace by source")), head, rows, class_="by-palace")


def _bid(at: Table, seat: int) -> Markup:
    """What lies before a seat in the auction."""
    if seat not in at.view["inside"]:
        return tag("h3", _("Has passed"))
    total = at.view["totals"][seat]
    return tag("h3", _("Bids {n}").format(n=total) if total else _("Has not bid yet"))


def _money(at: Table, seat: int) -> Markup:
    """The money of a seat."""
    seen = sorted(map(kind, at.names.hands[seat].taken), key=IDS.__getitem__)
    return kept(at.view["hands"][seat], seen, _card)


def _card(name: str) -> Markup:
    said = text.money_name(IDS[name]).capitalize()
    return tag("li", art.bill(name), unseen(said), class_=f"note {art.named(name)}")
