"""Where every point came from, at the end of Medina. Pure."""

from typing import TYPE_CHECKING, Any

from palaces import art as common
from palaces.ending import onward, victory
from palaces.html import Markup, join, tabular, tag, unseen
from palaces.medina.board import still
from palaces.medina.table import Table
from palaces.story import story
from palaces.words import _
from pygame_core.medina.box import PALACE_TILES, TOWER_TILES

if TYPE_CHECKING:
    from pygame_core.medina.shape import View


def sources(view: "View", seat: int) -> list[int]:
    """The points of a seat: buildings, stables, walls, merchants, well, palace tiles, tower tiles (M32, M33, M34)."""
    own = [palace["worth"] for palace in view["palaces"] if palace["owner"] == seat]
    tiles = [
        sum([points for points, owner in zip(values, owners, strict=True) if owner == seat])
        for values, owners in ((PALACE_TILES, view["palace_tiles"]), (TOWER_TILES, view["tower_tiles"]))
    ]
    return [*([sum(column) for column in zip(*own, strict=True)] or [0] * 5), *tiles]


def ending(at: Table) -> Markup:
    """The end: the winner, the final table, and the city."""
    return join(victory(at.model), _final(at), onward(), story(at.model), still(at.now))


def _final(at: Table) -> Markup:
    result: dict[str, Any] = at.model.match.result() or {}
    names = at.model.names
    order = sorted(range(len(names)), key=lambda seat: (result["places"][seat], seat))
    first = {seat: "first" if result["places"][seat] == 1 else None for seat in order}
    columns = [sources(at.now, seat) for seat in order]
    words = [
        *(_("buildings"), _("stables"), _("walls"), _("merchants"), _("well")),
        *(_("palace tiles"), _("tower tiles")),
    ]
    head = tag(
        "tr",
        tag("th", unseen(_("Source")), scope="col"),
        [
            tag(
                "th",
                common.sign(seat),
                tag("span", names[seat], class_="name"),
                tag("small", _("place {n}").format(n=result["places"][seat])),
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
    total = tag(
        "tr",
        tag("th", _("points"), scope="row"),
        [tag("td", tag("b", result["scores"][seat], data_score=seat), class_=first[seat]) for seat in order],
        class_="total",
    )
    tied = len(set(result["scores"])) < len(names)
    note = _("With equal points, the larger of the largest palaces is ahead (rule M35).")
    return join(
        tabular(unseen(_("Final points by source")), head, [rows, total], class_="final sources"),
        tag("p", note, class_="hint") if tied else None,
    )
