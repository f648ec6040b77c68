"""Palazzo's streets as markup: the viewer's own with the places where a tile can go, and everybody's. Pure."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from palaces import art as common
from palaces.html import Markup, button, flag, join, piece, tag, unseen
from palaces.moments import earned
from palaces.palazzo import art
from palaces.palazzo.draft import Place, building, written
from palaces.palazzo.table import Table, from_to, gained, ids
from palaces.sheets import opens
from palaces.words import _, level, ngettext
from pygame_core.palazzo import text
from pygame_core.palazzo.box import IDS, TILE_FLOOR
from pygame_core.palazzo.fan import card_set, max_bid_value
from pygame_core.palazzo.row import NEW_PALACE
from pygame_core.palazzo.score import insert_tile, palace_points, palace_points_by_source
from pygame_core.words import SentenceSubject, format_number, join_phrases

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import JsonAction

MOST = 12  # palaces that a style sheet knows; a street with more scrolls


class Spot(NamedTuple):
    """A place where a tile can go: on or in a palace, or as a new one."""

    place: Place
    tile: str
    action: "JsonAction"
    before: int
    """What the palace is worth without the tile; nothing for a new one."""
    after: int
    gain: int
    """What it changes in all."""
    chosen: bool

    @property
    def height(self) -> int:
        """How many tiles of the palace are below it."""
        return TILE_FLOOR[IDS[self.tile]]


# -- the own street ----------------------------------------------------------------------------------------------------


def street(at: Table) -> Markup:
    """The palaces of the seat in front, and where a tile can go."""
    open_to = {spot.place: spot for spot in spots(at)}
    touchable = at.draft.rebuild and at.deciding("turn")
    houses = [_house(at, n, palace, open_to.get(n), touchable) for n, palace in enumerate(at.row)]
    if NEW_PALACE in open_to:
        houses.append(_new_house(open_to[NEW_PALACE], len(at.row)))
    heights = [len(palace) + (n in open_to) for n, palace in enumerate(at.row)]
    state = "own" + (" choosing" if open_to else "") + (" lifting" if touchable else "")
    return tag(
        "div",
        _who(at, at.front, "h2"),
        opens(at.front, at.model.heads[at.front]),
        _ground(houses, max([*heights, 1]), _("No palace yet.")),
        class_=f"street {state}" + _mover(at, at.front),
        data_arrows=True,
    )


def _ground(houses: list[Markup], height: int, empty: str) -> Markup:
    """Palaces side by side, as large as there is room for so many and so high ones; the skyline behind them."""
    if not houses:
        return tag("div", tag("p", empty, class_="hint"), class_="ground")
    return tag("div", tag("ol", houses, class_=f"houses n{min(len(houses), MOST)} h{height}"), class_="ground")


def spots(at: Table) -> list[Spot]:
    """Where the tile that is being built or moved can go."""
    place = at.draft.place
    if at.deciding("build"):
        tile = building(at.view, at.draft)
        card = IDS[tile]
        found = []
        for action in at.legal:
            where = action[2]
            if action[1] != tile or where == "out":
                continue
            before = 0 if where == NEW_PALACE else palace_points(ids(at.row[where]))
            after = (
                palace_points((card,)) if where == NEW_PALACE else palace_points(insert_tile(ids(at.row[where]), card))
            )
            act = written(("build", tile, where))
            found.append(Spot(where, tile, act, before, after, after - before, place == where))
        return found
    if not (at.draft.rebuild and at.draft.own and at.draft.cards and at.deciding("turn")):
        return []
    origin, floor = at.draft.own
    paid, palace = at.draft.cards[0], at.row[origin]
    tile = next(name for name in palace if TILE_FLOOR[IDS[name]] == floor)
    alone = palace_points((IDS[tile],))
    if len(palace) > 1:
        rest = palace_points(ids(name for name in palace if name != tile))
        act = written(("rebuild", paid, "split", origin, floor))
        return [Spot(NEW_PALACE, tile, act, 0, alone, rest + alone - palace_points(ids(palace)), place == NEW_PALACE)]
    found = []
    for action in at.legal:
        if action[:4] == ["rebuild", paid, "join", origin]:
            to = action[4]
            before = palace_points(ids(at.row[to]))
            after = palace_points(insert_tile(ids(at.row[to]), IDS[tile]))
            act = written(("rebuild", paid, "join", origin, to))
            found.append(Spot(to, tile, act, before, after, after - before - alone, place == to))
    return found


def chosen(at: Table) -> Spot | None:
    """The place that is chosen."""
    return next((spot for spot in spots(at) if spot.chosen), None)


def _house(at: Table, n: int, palace: list[str], spot: Spot | None, touchable: bool) -> Markup:
    """A palace, the top first as it is seen; with the mark of a place where the tile can go."""
    names = at.names.streets[at.front][n]
    floors = [_floor(at, n, tile, touchable, name) for tile, name in zip(palace, names, strict=True)]
    now = palace_points(ids(palace))
    crown: Markup | None = art.crown(palace[-1])
    if spot:
        above = sum(TILE_FLOOR[IDS[tile]] < spot.height for tile in palace)
        floors.insert(above, _mark(spot, n))
        crown = crown if above < len(palace) else _chosen_crown(spot)
    leaves = at.draft.own is not None and at.draft.own[0] == n and at.draft.place is not None and len(palace) == 1
    if leaves:
        crown = None
    return tag(
        "li",
        tag("div", crown, floors[::-1], class_="palace", data_sign=_pure(palace)),
        None if leaves else _worth(now, spot if spot and spot.chosen else None),
        class_="house",
        aria_label=_("Palace {n}, {points} points").format(n=n + 1, points=format_number(now)),
        data_place=f"seat-{at.front}-street-{n}",
    )


def _pure(palace: Iterable[str]) -> str | None:
    """The sign of a palace that has points for its one material (P26)."""
    return "material" if palace_points_by_source(ids(palace))[2] else None


def _chosen_crown(spot: Spot) -> Markup | None:
    """What stands on a tile in its new place; nothing on the mark of one."""
    return art.crown(spot.tile) if spot.chosen else None


def _floor(at: Table, n: int, tile: str, touchable: bool, name: str) -> Markup:
    """A floor of an own palace; the one that is lifted leaves a hole once it has a new place."""
    own = (n, TILE_FLOOR[IDS[tile]])
    pressed = touchable and at.draft.own == own
    hole = pressed and at.draft.place is not None
    return piece(
        art.tile(tile),
        text.tile_name(IDS[tile]).capitalize(),
        "floor hole" if hole else "floor",
        do=("touch", "own", *own) if touchable else None,
        aria_pressed=flag(pressed),
        **at.names.mark(name),
    )


def _mark(spot: Spot, n: int) -> Markup:
    """A place where the tile can go, with what it brings; the tile itself where it is chosen: touched again, it is
    done."""
    said = _("Put {tile} here, on palace {n}: {change} points").format(
        tile=text.tile_name(IDS[spot.tile]), n=n + 1, change=from_to(spot.before, spot.after)
    )
    return _spot(spot, n, said)


def _spot(spot: Spot, n: int, said: str) -> Markup:
    face = art.tile(spot.tile) if spot.chosen else None
    gain = tag("span", gained(spot.gain), class_="gain")
    return button(
        face,
        gain,
        act=spot.action if spot.chosen else None,
        do=None if spot.chosen else ("touch", "place", spot.place),
        class_="spot new" if spot.place == NEW_PALACE else "spot",
        id=f"spot-{n}",
        aria_label=said,
        aria_pressed=flag(spot.chosen),
        title=said,
    )


def _new_house(spot: Spot, n: int) -> Markup:
    """Where a new palace would begin."""
    value = format_number(spot.after)
    said = _("Begin a new palace with {tile}: {points} points").format(
        tile=text.tile_name(IDS[spot.tile]), points=value
    )
    pill = _worth(spot.after) if spot.chosen else tag("p", _("new"), class_="new-word", aria_hidden="true")
    begun = tag("div", _chosen_crown(spot), _spot(spot, n, said), class_="palace")
    return tag("li", begun, pill, class_="house", data_place=NEW_PALACE)


def _worth(now: int, spot: Spot | None = None) -> Markup:
    """The pill below a palace: its points, and what they would become."""
    if spot:
        return tag("p", tag("b", format_number(spot.before), " › ", format_number(spot.after)), class_="worth then")
    face = tag("b", format_number(now)), unseen(_("points"))
    return tag("p", *face, class_="worth minus" if now < 0 else "worth", data_sign="worth")


# -- how do we stand ---------------------------------------------------------------------------------------------------


def seats(at: Table) -> Markup:
    """The others' streets in the order of turns."""
    total = len(at.model.names)
    others = [(at.front + n) % total for n in range(1, total)]
    rows = tag("ol", [_seat(at, seat) for seat in others], class_=f"neighbours of{len(others)}", data_arrows=True)
    return join(tag("h2", _("Seats"), class_="unseen"), rows)


def _seat(at: Table, seat: int) -> Markup:
    return tag(
        "li",
        _who(at, seat, "div"),
        opens(seat, at.model.heads[seat]),
        _small(at, seat),
        class_="street" + _mover(at, seat),
        aria_current="true" if at.view["to_move"] == seat else None,
    )


def _small(at: Table, seat: int) -> Markup:
    """A street to scale, for looking at."""
    row, names, said = at.view["palaces"][seat], at.names.streets[seat], _("{tiles}: {points} points")
    houses = [
        _drawn(tuple(palace), said, f"seat-{seat}-street-{n}", tuple((name, at.names.is_news(name)) for name in named))
        for n, (palace, named) in enumerate(zip(row, names, strict=True))
    ]
    return _ground(houses, max([*map(len, row), 3]), _("No palace yet."))


def _mover(at: Table, seat: int) -> str:
    return " mover" if at.view["to_move"] == seat else ""


def _who(at: Table, seat: int, element: str) -> Markup:
    """Who sits there, with cards and points."""
    view = at.view
    value = view["points"][seat]
    kind = at.model.match.seats[seat]["kind"]
    held = view["hands"][seat]
    n = held if isinstance(held, int) else len(held)
    facts = ngettext("{n} card", "{n} cards", n).format(n=n)
    if seat == at.model.viewer and at.hand:
        facts = ngettext("{n} card, at most {sum} in one bid", "{n} cards, at most {sum} in one bid", n)
        facts = facts.format(n=n, sum=max_bid_value(card_set(ids(at.hand))))
    note = level(kind.removeprefix("bot:")) if kind != "human" else ""
    return _head(element, seat, at.model.heads[seat], note, facts, value, earned(at.model, seat))


def _head(element: str, seat: int, name: str, note: str, facts: str, value: int, more: Markup | None) -> Markup:
    return tag(
        element,
        common.sign(seat),
        tag("span", name, class_="name"),
        tag("small", note, class_="level") if note else None,
        tag("small", facts, class_="facts"),
        tag("b", format_number(value), unseen(ngettext(" point", " points", value)), class_="total", data_seat=seat),
        more,
        class_="who",
        data_place=f"seat-{seat}",
    )


def drawn(palace: Iterable[str]) -> Markup:
    """A palace with its points, for looking at."""
    return _drawn(tuple(palace), _("{tiles}: {points} points"))


@lru_cache(maxsize=512)
def _drawn(
    palace: tuple[str, ...], sentence: str, place: str | None = None, names: tuple[tuple[str, bool], ...] = ()
) -> Markup:
    """A palace with its points, which a sentence says, too; on a table its floors have names, and some are news."""
    value = palace_points(ids(palace))
    said = join_phrases([text.tile_name(IDS[tile]) for tile in palace])
    label = sentence.format(tiles=said, points=format_number(value)).capitalize()
    marks = [{"data_piece": name, "data_at": place, "data_news": news} for name, news in names] or [{}] * len(palace)
    floors = [tag("span", art.tile(tile), class_="floor", **mark) for tile, mark in zip(palace, marks, strict=True)]
    return tag(
        "li",
        tag(
            "div",
            art.crown(palace[-1]),
            floors[::-1],
            class_="palace",
            role="img",
            aria_label=label,
            title=label,
            data_sign=_pure(palace),
        ),
        tag(
            "p",
            format_number(value),
            class_="worth minus" if value < 0 else "worth",
            aria_hidden="true",
            data_sign="worth",
        ),
        class_="house",
        data_place=place,
    )


def still(row: Sequence[Sequence[str]], who: SentenceSubject) -> Markup:
    """The palaces of a seat side by side, to look at only."""
    houses = [drawn(palace) for palace in row]
    none = who.choose_sentence(_("{name} built no palace."), _("You built no palace."))
    ground = _ground(houses, max([*map(len, row), 3]), none)
    label = who.choose_sentence(_("Palaces of {name}"), _("Your palaces"))
    return tag("div", ground, class_="street", role="group", aria_label=label)
