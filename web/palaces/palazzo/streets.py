"""Palazzo's palaces as markup: the viewer's street with the places where a tile can go, and everybody's. Pure."""

from typing import TYPE_CHECKING

from palaces import art as common
from palaces.html import Markup, button, flag, join, piece, tag, unseen
from palaces.palazzo import art
from palaces.palazzo.draft import written
from palaces.palazzo.table import Table, building, from_to, ids
from palaces.words import _, level, ngettext
from pygame_core.palazzo import text
from pygame_core.palazzo.box import FLOOR, IDS
from pygame_core.palazzo.score import inserted, points, score
from pygame_core.words import figure, listing

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import View


def street(at: Table) -> Markup:
    """The viewer's palaces, and where a tile can go."""
    if at.model.viewer is None:
        return Markup("")
    whole = score([ids(palace) for palace in at.row])
    tile = building(at) if at.deciding("build") else None
    palaces = [_own_palace(at, n, palace, tile) for n, palace in enumerate(at.row)]
    if tile is not None:
        palaces.append(_new_palace(at, tile))
    owner = (
        _("Your palaces")
        if len(at.model.people) == 1
        else _("Palaces of {name}").format(name=at.model.names[at.model.viewer])
    )
    summed = ngettext("{n} point", "{n} points", whole).format(n=figure(whole))
    empty = tag("p", _("No palace yet."), class_="hint") if not palaces else None
    return join(
        tag("h2", owner, " ", tag("small", summed)),
        empty,
        tag("ol", palaces, class_="street own") if palaces else None,
    )


def _own_palace(at: Table, n: int, palace: list[str], tile: str | None) -> Markup:
    """A palace floor by floor, the top first as it is seen; with insert points while a tile is looking for a place."""
    floors: list[Markup] = []
    for name in palace:
        label = text.tile_name(IDS[name]).capitalize()
        own = (n, FLOOR[IDS[name]])
        touchable = at.draft.rebuild and at.deciding("turn")
        floors.append(
            piece(
                art.tile(name),
                label,
                "floor",
                do=("touch", "own", *own) if touchable else None,
                aria_pressed=flag(at.draft.own == own),
            )
        )
    now = points(ids(palace))
    point = _insert_point(at, n, palace, tile)
    if point:
        place, spot = point
        floors.insert(place, spot)
    return tag(
        "li",
        tag("div", art.crown(palace[-1]), floors[::-1], class_="palace"),
        tag(
            "p",
            tag("b", figure(now)),
            unseen(_("points")),
            class_="worth" + (" minus" if now < 0 else ""),
        ),
        aria_label=_("Palace {n}, {points} points").format(n=n + 1, points=figure(now)),
    )


def _insert_point(at: Table, n: int, palace: list[str], tile: str | None) -> tuple[int, Markup] | None:
    """Where in a palace the tile can go that is being built or moved, as place from the ground and button."""
    if tile is not None:
        action = written(("build", tile, n))
    else:
        moving = single(at)
        if moving is None:
            return None
        tile, origin = moving
        action = written(("rebuild", at.draft.cards[0], "join", origin, n))
    if [*action] not in at.legal:
        return None
    before = points(ids(palace))
    after = points(inserted(ids(palace), IDS[tile]))
    said = _("Put {tile} here, on palace {n}: {change} points").format(
        tile=text.tile_name(IDS[tile]), n=n + 1, change=from_to(before, after)
    )
    spot = button(
        tag("span", from_to(before, after)),
        act=action,
        class_="spot",
        id=f"spot-{n}",
        aria_label=said,
        title=said,
    )
    return sum(FLOOR[IDS[name]] < FLOOR[IDS[tile]] for name in palace), spot


def single(at: Table) -> tuple[str, int] | None:
    """The tile that stands alone and is being moved, with its palace."""
    if not (at.draft.rebuild and at.draft.own and at.draft.cards and at.deciding("turn")):
        return None
    palace = at.row[at.draft.own[0]]
    return (palace[0], at.draft.own[0]) if len(palace) == 1 else None


def _new_palace(at: Table, tile: str) -> Markup:
    value = figure(points((IDS[tile],)))
    said = _("Begin a new palace with {tile}: {points} points").format(tile=text.tile_name(IDS[tile]), points=value)
    face = join(tag("span", _("new"), class_="new-word"), tag("span", value))
    return tag(
        "li",
        tag(
            "div",
            button(face, act=written(("build", tile, "new")), class_="spot", id=f"spot-{len(at.row)}", aria_label=said),
            class_="palace",
        ),
    )


# -- how do we stand ---------------------------------------------------------------------------------------------------


def seats(at: Table) -> Markup:
    """Everybody's points, cards and street."""
    view = at.view
    return tag("ol", [_seat(at, seat, name, view) for seat, name in enumerate(at.model.names)], class_="neighbours")


def _seat(at: Table, seat: int, name: str, view: "View") -> Markup:
    own = seat == at.model.viewer and len(at.model.people) == 1
    kind = at.model.match.seats[seat]["kind"]
    note = _("you") if own else "" if kind == "human" else level(kind.removeprefix("bot:"))
    held = view["hands"][seat]
    n = held if isinstance(held, int) else len(held)
    facts = ngettext("{n} card", "{n} cards", n).format(n=n)
    value = view["points"][seat]
    return tag(
        "li",
        tag(
            "div",
            common.sign(seat),
            tag("span", name, class_="name"),
            tag("small", note) if note else None,
            tag("small", facts, class_="facts"),
            tag("b", figure(value), unseen(ngettext(" point", " points", value))),
            class_="who",
        ),
        None if own else small_street(view["palaces"][seat], name),
        class_="mover" if view["to_move"] == seat else None,
        aria_current="true" if view["to_move"] == seat else None,
    )


def small_street(row: list[list[str]], name: str) -> Markup | None:
    """A street to scale, for looking at."""
    if not row:
        return None
    return tag(
        "ol",
        [drawn(palace) for palace in row],
        class_="street small",
        aria_label=_("Palaces of {name}").format(name=name),
    )


def drawn(palace: list[str]) -> Markup:
    """A palace with its points, for looking at."""
    value = points(ids(palace))
    said = listing([text.tile_name(IDS[tile]) for tile in palace])
    label = _("{tiles}: {points} points").format(tiles=said, points=figure(value)).capitalize()
    floors = [tag("span", art.tile(tile), class_="floor") for tile in palace[::-1]]
    return tag(
        "li",
        tag("div", art.crown(palace[-1]), floors, class_="palace", role="img", aria_label=label, title=label),
        tag("p", figure(value), class_="worth minus" if value < 0 else "worth", aria_hidden="true"),
    )
