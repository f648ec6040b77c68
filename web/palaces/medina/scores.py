"""Where every point came from, at the end of Medina. Pure."""

from typing import TYPE_CHECKING, Any

from palaces import art as common
from palaces.ending import City, Ending, Missed, Source, Standing, Tie, finale, owned
from palaces.html import Markup, join, tabular, tag, unseen
from palaces.medina.art import piece
from palaces.medina.board import box, evening
from palaces.medina.holdings import tiles
from palaces.medina.side import SOURCES, palaces
from palaces.medina.table import Table, scored, total
from palaces.words import _
from pygame_core.medina import text
from pygame_core.medina.box import COLOURS, PALACE_TILE_POINTS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.shape import View


def ending(at: Table) -> Markup:
    """The end: the city at dusk with the winner's palaces lit, what everybody has won, and the final table."""
    model, view = at.model, at.now
    result: dict[str, Any] = model.match.result() or {}
    winners = model.winners
    order = sorted(range(len(model.names)), key=lambda seat: (result["places"][seat], seat))
    said = owned(
        model,
        _("The city with the palaces of {names}"),
        _("The city with your palaces"),
        _("The city with your palaces and those of {names}"),
    )
    return finale(
        model,
        Ending(
            behind="",
            city=City(evening(view, winners), box(view), said),
            before=None,
            flow=[
                Source(_("Palaces"), sum(scored(view, winners[0])[:SOURCES])),
                *(Source(name, points, sign=sign) for name, points, sign in tiles(view, winners[0])),
            ],
            whose=_("The palaces of {name} are lit."),
            standings=[
                Standing(
                    seat,
                    model.heads[seat],
                    common.sign(seat),
                    result["places"][seat],
                    result["scores"][seat],
                    _won(view, seat),
                    (),
                )
                for seat in order
            ],
            missed=_missed(at),
            tables=[_final(at), palaces(at)],
            tie=Tie(
                [largest(view, seat) for seat in range(len(model.names))],
                _("{points} points each, and the same largest palace: {n} spaces (rule M35)"),
                _("{points} points each; the larger palace decides, {n} spaces against {m} (rule M35)"),
            ),
        ),
    )


def largest(view: "View", seat: int) -> int:
    """How many spaces the largest palace of a seat covers."""
    own = (palace for palace in view["palaces"] if palace["owner"] == seat)
    return max((len(palace["buildings"]) + len(palace["stables"]) for palace in own), default=0)


def _missed(at: Table) -> Missed | None:
    """The least of the tiles with which who plays here would have won, instead of who has it."""
    own, points = at.model.you, at.now["points"]
    if own is None or own in at.model.winners:
        return None
    sentence = _("The {name} would have made it {{own}} to {{other}}.")
    each = [
        *(
            (worth, holder, _("{colour} palace tile").format(colour=text.colour_name(n)), f"tile-{COLOURS[n]}")
            for n, (worth, holder) in enumerate(zip(PALACE_TILE_POINTS, at.now["palace_tiles"], strict=True))
        ),
        *(
            (worth, holder, _("tower tile {n}").format(n=n), f"tower-{n}")
            for n, (worth, holder) in enumerate(zip(TOWER_TILE_POINTS, at.now["tower_tiles"], strict=True), 1)
        ),
    ]
    for worth, holder, name, sign in sorted(each, key=lambda one: one[0]):
        then = [n + worth * ((seat == own) - (seat == holder)) for seat, n in enumerate(points)]
        other = max(then[:own] + then[own + 1 :])
        if holder != own and then[own] > other:
            return Missed(piece(sign), sentence.format(name=name), then[own], other)
    return None


def _won(view: "View", seat: int) -> Markup:
    """The palaces and tiles of a seat with what each is worth."""
    palaces = sorted((palace for palace in view["palaces"] if palace["owner"] == seat), key=total, reverse=True)
    held = [(text.colour_name(COLOURS.index(each["colour"])), total(each), piece(each["colour"])) for each in palaces]
    rows = [
        tag("li", sign, unseen(name), " ", tag("b", points), title=name)
        for name, points, sign in [*held, *tiles(view, seat)]
    ]
    return tag("ul", rows, class_="held-at-end") if rows else tag("p", _("nothing"), class_="hint")


def _final(at: Table) -> Markup:
    result: dict[str, Any] = at.model.match.result() or {}
    names = at.model.heads
    order = sorted(range(len(names)), key=lambda seat: (result["places"][seat], seat))
    first = {seat: "first" if result["places"][seat] == 1 else None for seat in order}
    columns = [scored(at.now, seat) for seat in order]
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
    summed = tag(
        "tr",
        tag("th", _("points"), scope="row"),
        [tag("td", tag("b", result["scores"][seat]), class_=first[seat]) for seat in order],
        class_="total",
    )
    tied = len(set(result["scores"])) < len(names)
    note = _("With equal points, the larger of the largest palaces is ahead (rule M35).")
    return join(
        tabular(unseen(_("Final points by source")), head, [rows, summed], class_="final sources"),
        tag("p", note, class_="hint") if tied else None,
    )
