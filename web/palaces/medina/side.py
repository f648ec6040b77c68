"""Beside Medina's board: everybody's points, supplies and tiles, and every palace with its worth by source. Pure."""

from functools import lru_cache
from typing import TYPE_CHECKING

from palaces import art as common
from palaces.html import Markup, join, tag, unseen
from palaces.medina.art import piece
from palaces.medina.bars import icon
from palaces.medina.draft import components, left, name
from palaces.medina.table import Table, owner_name, palace_name, total
from palaces.words import _, level, ngettext
from pygame_core.medina import text
from pygame_core.medina.box import COLOURS

if TYPE_CHECKING:
    from pygame_core.medina.shape import Component, Palace

SOURCES = 5


def seats(at: Table) -> Markup:
    """Everybody's points, components and tiles, as they will be once the draft is played."""
    return tag("ol", [_seat(at, seat) for seat in range(len(at.model.names))], class_="neighbours")


def _seat(at: Table, seat: int) -> Markup:
    view = at.then
    kind = at.model.match.seats[seat]["kind"]
    own = seat == at.model.viewer and len(at.model.people) == 1
    note = _("you") if own else "" if kind == "human" else level(kind.removeprefix("bot:"))
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
            tag("span", at.model.names[seat], class_="name"),
            tag("small", note) if note else None,
            _won(at, seat),
            tag(
                "b",
                points,
                unseen(ngettext(" point", " points", points)),
                class_="changed" if gain else None,
            ),
            class_="who",
        ),
        tag("ul", [_left(at, seat, component) for component in components(view["seats"])], class_="pieces"),
        class_="mover" if mover else None,
        aria_current="true" if mover else None,
    )


def _left(at: Table, seat: int, component: "Component") -> Markup:
    count = left(at.then["supplies"][seat], component)
    return _counted(component, seat, count, _("{component}: {n}").format(component=name(component), n=count))


@lru_cache(maxsize=1024)
def _counted(component: "Component", seat: int, count: int, said: str) -> Markup:
    """How many of a component a seat has left."""
    return tag(
        "li",
        icon(component, seat),
        tag("span", count, aria_hidden="true"),
        unseen(said),
        class_="none" if not count else None,
        title=said,
    )


def _won(at: Table, seat: int) -> Markup:
    """The tiles that a seat holds: of palaces, of towers, tea."""
    view = at.then
    held = [
        (f"tile-{colour}", _("{colour} palace tile").format(colour=text.colour_name(n)))
        for n, colour in enumerate(COLOURS)
        if view["palace_tiles"][n] == seat
    ]
    held += [(f"tower-{n}", _("tower tile {n}").format(n=n)) for n in range(1, 5) if view["tower_tiles"][n - 1] == seat]
    shown = [tag("span", piece(kind), role="img", aria_label=said, title=said) for kind, said in held]
    tea = view["supplies"][seat]["tea"]
    if tea:
        said = _("tea tiles: {n}").format(n=tea)
        shown.append(tag("span", piece("tea"), tea, role="img", aria_label=said, title=said, class_="tea"))
    return tag("span", shown, class_="won")


# -- palaces -----------------------------------------------------------------------------------------------------------


def palaces(at: Table) -> Markup:
    """Every palace with what it is worth by source: those that can be claimed first, then seat by seat."""
    listed = [(palace, n) for n, palace in enumerate(at.then["palaces"])]
    listed.sort(key=lambda one: (_rank(one[0]), COLOURS.index(one[0]["colour"])))
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
    rows = [_palace(at, palace, n) for palace, n in listed]
    if not rows:
        return join(tag("h2", _("Palaces")), tag("p", _("Nothing has been built yet."), class_="hint"))
    return join(
        tag("h2", _("Palaces")),
        tag("table", tag("thead", head), tag("tbody", rows), class_="worths"),
    )


def _rank(palace: "Palace") -> int:
    owner = palace["owner"]
    return -1 if owner is None else 9 if isinstance(owner, str) else int(owner)


def _palace(at: Table, palace: "Palace", n: int) -> Markup:
    owner = palace["owner"]
    now = at.now["palaces"][n] if n < len(at.now["palaces"]) else None
    before = now["worth"] if now else [0] * SOURCES
    cells = [
        tag("td", worth or "·", class_="changed" if worth != was else None)
        for worth, was in zip(palace["worth"], before, strict=True)
    ]
    sign = common.sign(owner) if isinstance(owner, int) else piece("neutral") if owner else None
    claimed = now is not None and now["owner"] != owner
    whole = total(palace)
    return tag(
        "tr",
        tag(
            "th",
            tag("span", piece(palace["colour"]), sign, tag("span", owner_name(at, owner), class_="name")),
            scope="row",
            title=palace_name(at, palace),
            class_="changed" if claimed else None,
        ),
        cells,
        tag("td", tag("b", whole), class_="changed" if whole != sum(before) else None),
    )
