"""What a seat has at Medina, large: its points by source, its palaces, its tiles, and what it has left. Pure."""

from typing import TYPE_CHECKING

from palaces.html import Markup, join, tag, unseen
from palaces.medina.art import piece
from palaces.medina.side import estate, supply
from palaces.medina.table import Table, scored
from palaces.words import _
from pygame_core.medina import text
from pygame_core.medina.box import COLOURS, PALACE_TILE_POINTS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.shape import View


def holdings(at: Table, seat: int) -> Markup:
    """Where the points of a seat come from, each of its palaces, the tiles that it holds, what it has not placed."""
    held = [
        tag("li", picture, tag("b", points), unseen(name), title=name) for name, points, picture in tiles(at.now, seat)
    ]
    tea = at.now["supplies"][seat]["tea"]
    if tea:
        said = _("tea tiles: {n}").format(n=tea)
        held.append(tag("li", piece("tea"), tag("b", f"×{tea}", aria_hidden="true"), unseen(said), title=said))
    return join(
        tag("ol", _sources(at, seat), class_="by-source"),
        tag("h3", _("Palaces")),
        estate(at, seat),
        (tag("h3", _("Tiles")), tag("ul", held, class_="held-at-end")) if held else None,
        tag("h3", _("Not placed yet")),
        supply(at, seat),
    )


def tiles(view: "View", seat: int) -> list[tuple[str, int, Markup]]:
    """The tiles of a seat: what each is called, its points and its picture."""
    held = [
        (
            _("{colour} palace tile").format(colour=text.colour_name(n)),
            PALACE_TILE_POINTS[n],
            piece(f"tile-{COLOURS[n]}"),
        )
        for n, owner in enumerate(view["palace_tiles"])
        if owner == seat
    ]
    held += [
        (_("tower tile {n}").format(n=n), TOWER_TILE_POINTS[n - 1], piece(f"tower-{n}"))
        for n, owner in enumerate(view["tower_tiles"], 1)
        if owner == seat
    ]
    return held


def _sources(at: Table, seat: int) -> list[Markup]:
    """The points of a seat by source."""
    words = [
        *(_("buildings"), _("stables"), _("walls"), _("merchants"), _("well")),
        *(_("palace tiles"), _("tower tiles")),
    ]
    return [
        tag("li", tag("b", points or "–"), tag("span", word), class_=None if points else "none")
        for word, points in zip(words, scored(at.now, seat), strict=True)
    ]
