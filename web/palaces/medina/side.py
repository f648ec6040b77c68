"""Beside Medina's board: everybody's points, supplies and tiles, and every palace with its worth by source. Pure."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from palaces import art as common
from palaces.html import Markup, join, tag, unseen
from palaces.medina.art import piece
from palaces.medina.bars import icon
from palaces.medina.draft import components, left, name
from palaces.medina.table import (
    Table,
    capital,
    kind,
    mark,
    next_of,
    owner_name,
    palace_name,
    palace_told,
    total,
)
from palaces.moments import earned
from palaces.sheets import opens
from palaces.words import _, level, ngettext
from pygame_core.medina import text
from pygame_core.medina.box import COLOURS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.shape import Component, PalaceView

SOURCES = 5


def seats(at: Table) -> Markup:
    """Everybody's points, components and tiles, as they will be once the draft is played."""
    rows = [_seat(at, seat) for seat in range(len(at.model.names))]
    heading = tag("h2", _("Seats"), class_="unseen")
    return join(heading, tag("ol", rows, class_="neighbours", data_arrows=True))


def _seat(at: Table, seat: int) -> Markup:
    view = at.then
    played_by = at.model.match.seats[seat]["kind"]
    note = "" if played_by == "human" else level(played_by.removeprefix("bot:"))
    if seat in view["out"]:
        note = _("has placed everything")
    points = view["points"][seat]
    gain = points - at.now["points"][seat]
    mover = at.now["to_move"] == seat
    return tag(
        "li",
        tag(
            "div",
            common.sign(seat),
            tag("span", at.model.heads[seat], class_="name"),
            tag("small", note) if note else None,
            _won(at, seat),
            tag(
                "b",
                points,
                unseen(ngettext(" point", " points", points)),
                class_="points changed" if gain else "points",
            ),
            earned(at.model, seat),
            class_="who",
            data_place=f"seat-{seat}",
        ),
        opens(seat, at.model.heads[seat]),
        tag("ul", [_left(at, seat, component) for component in components(view["seats"])], class_="pieces"),
        class_=f"seat p{seat} mover" if mover else f"seat p{seat}",
        aria_current="true" if mover else None,
    )


def _left(at: Table, seat: int, component: "Component") -> Markup:
    count = left(at.then["supplies"][seat], component)
    said = _("{component}: {n}").format(component=name(component), n=count)
    place = "" if seat == at.seat else f"seat-{seat}-{kind(component)}"
    return _counted(component, seat, count, said, place, next_of(at, seat, component) if place else "")


@lru_cache(maxsize=2048)
def _counted(component: "Component", seat: int, count: int, said: str, place: str, mark: str) -> Markup:
    """How many of a component a seat has left; the viewer's own lie in the supply."""
    return tag(
        "li",
        icon(component, seat, mark),
        tag("span", count, aria_hidden="true"),
        unseen(said),
        class_="none" if not count else None,
        title=said,
        data_place=place or None,
    )


def supply(at: Table, seat: int) -> Markup:
    """What a seat has not placed, as a picture of it that is no piece of the table."""
    rows = [
        _counted(component, seat, n, _("{component}: {n}").format(component=name(component), n=n), "", "")
        for component in components(at.now["seats"])
        for n in [left(at.now["supplies"][seat], component)]
    ]
    return tag("ul", rows, class_="pieces")


def _won(at: Table, seat: int) -> Markup:
    """The tiles that a seat holds: of palaces, of towers, tea."""
    view, names, here = at.then, at.names, f"seat-{seat}"
    held = [
        (f"tile-{colour}", _("{colour} palace tile").format(colour=text.colour_name(n)), names.tiles[colour])
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
            piece(sign, mark(tile, here, names.is_news(tile))),
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
        cup = mark((names.tea[seat] or names.brewed)[-1], f"{here}-tea")
        use = {"role": "img", "aria_label": said, "title": said}
        shown.append(tag("span", piece("tea", cup), tea, class_="tea", data_sign="tea", **use))
    return tag("span", shown, class_="won")


# -- palaces -----------------------------------------------------------------------------------------------------------


def palaces(at: Table) -> Markup:
    """Every palace with what it is worth by source: those that can be claimed first, then seat by seat."""
    listed = [(palace, n) for n, palace in enumerate(at.then["palaces"])]
    listed.sort(key=lambda one: (_rank(one[0]), COLOURS.index(one[0]["colour"])))
    if not listed:
        return join(tag("h2", _("Palaces")), tag("p", _("Nothing has been built yet."), class_="hint"))
    return join(tag("h2", _("Palaces")), worths(_palace(at, palace, n, _whose(at, palace)) for palace, n in listed))


def estate(at: Table, seat: int) -> Markup:
    """The palaces of a seat as they stand, each with what it is worth by source."""
    listed = [(palace, n) for n, palace in enumerate(at.now["palaces"]) if palace["owner"] == seat]
    if not listed:
        return tag("p", _("No palace yet."), class_="hint")
    return worths(_palace(at, palace, n, text.colour_name(COLOURS.index(palace["colour"]))) for palace, n in listed)


def worths(rows: Iterable[Markup]) -> Markup:
    """Palaces with their worth by source."""
    heads = {
        "any": _("buildings"),
        "stable": _("stables"),
        "wall": _("walls"),
        "merchant": _("merchants"),
        "well": _("well"),
    }
    head = tag(
        "tr",
        tag("th", unseen(_("Palace")), scope="col"),
        [tag("th", piece(sign), unseen(word), title=word, scope="col") for sign, word in heads.items()],
        tag("th", _("worth"), scope="col"),
    )
    return tag("table", tag("thead", head), tag("tbody", [*rows]), class_="worths")


def _rank(palace: "PalaceView") -> int:
    owner = palace["owner"]
    return -1 if owner is None else 9 if isinstance(owner, str) else int(owner)


def _whose(at: Table, palace: "PalaceView") -> Markup:
    """Whose palace it is."""
    owner = palace["owner"]
    sign = common.sign(owner) if isinstance(owner, int) else piece("neutral") if owner else None
    return join(sign, tag("span", owner_name(at, owner), class_="name"))


def _palace(at: Table, palace: "PalaceView", n: int, called: object) -> Markup:
    owner = palace["owner"]
    now = at.now["palaces"][n] if n < len(at.now["palaces"]) else None
    before = now["worth"] if now else [0] * SOURCES
    cells = [
        tag("td", worth or "·", class_="changed" if worth != was else None)
        for worth, was in zip(palace["worth"], before, strict=True)
    ]
    claimed = now is not None and now["owner"] != owner
    whole = total(palace)
    return tag(
        "tr",
        tag(
            "th",
            tag("span", piece(palace["colour"]), called, aria_hidden="true"),
            unseen(capital(palace_told(at, palace))),
            scope="row",
            title=capital(palace_name(at, palace)),
            class_="changed" if claimed else None,
        ),
        cells,
        tag("td", tag("b", whole), class_="changed" if whole != sum(before) else None),
    )
