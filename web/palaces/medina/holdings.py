"""What a seat has at Medina, large: its points by source, its palaces, its tiles, and what it has left. Pure."""

from palaces.html import Markup, join, tag, unseen
from palaces.medina.art import piece
from palaces.medina.scores import tiles
from palaces.medina.side import estate, supply
from palaces.medina.table import Table, scored
from palaces.words import _


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
