"""Markup of Palazzo's streets: the viewer's, with the places for a tile, and everybody else's. Pure."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _, ngettext, pgettext, points_phrase
from palaces.games.palazzo.draft import Place, tile_to_build, typed_action
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.table import TableView, change_phrase, component_ids, signed_figure
from palaces.ui import svg as common
from palaces.ui.event_cards import render_points_gained
from palaces.ui.html import Markup, boolean_attribute, join, name_tag, tag
from palaces.ui.panels import open_player_button, points_figure
from palaces.ui.pieces import PieceState, points_piece
from pygame_core.i18n import SentenceSubject, capitalize_first, format_number, join_phrases
from pygame_core.palazzo import sentences
from pygame_core.palazzo.card_sets import ANY_CURRENCY, card_set, currency_and_value, max_bid_value
from pygame_core.palazzo.components import IDS, TILE_FLOOR
from pygame_core.palazzo.palace_row import NEW_PALACE
from pygame_core.palazzo.score import insert_tile, palace_points, palace_points_by_source

if TYPE_CHECKING:
    from pygame_core.palazzo.types import TypedAction

MAX_STYLED_PALACES = 12  # palaces in a row with a style of their own; a longer street scrolls


class BuildSite(NamedTuple):
    """A place for a tile: on or in a palace, or as a new one."""

    place: Place
    tile: str
    action: "TypedAction"
    points_before: int
    """The points of the palace without the tile; 0 for a new one."""
    points_after: int
    gain: int
    """The change of all points."""
    chosen: bool
    origin_points: int | None = None
    """The points left in the palace that the tile leaves in a reconstruction."""

    @property
    def floor_number(self) -> int:
        """The floor of the tile."""
        return TILE_FLOOR[IDS[self.tile]]


# -- the viewer's street -----------------------------------------------------------------------------------------------


def render_street(at: TableView) -> Markup:
    """Render the palaces of the front seat, and the places for a tile."""
    sites = build_sites(at)
    open_to = {spot.place: spot for spot in sites}
    chosen = next((spot for spot in sites if spot.chosen), None)
    touchable = at.draft.rebuilding and at.is_deciding("turn")
    houses = [
        _render_house(at, n, palace, open_to.get(n), _points_then(at, n, chosen), touchable)
        for n, palace in enumerate(at.front_palaces)
    ]
    if NEW_PALACE in open_to:
        houses.append(_render_new_house(at, open_to[NEW_PALACE], len(at.front_palaces)))
    heights = [len(palace) + (n in open_to) for n, palace in enumerate(at.front_palaces)]
    state = "own" + (" choosing" if open_to else "") + (" lifting" if touchable else "")
    return tag(
        "div",
        _render_seat_head(at, at.front_seat, "h2", chosen.gain if chosen else 0),
        open_player_button(at.annotations, at.front_seat, at.model.seat_labels[at.front_seat]),
        _render_ground(houses, max([*heights, 1]), pgettext("Palazzo", "No palaces yet")),
        class_=f"street {state}" + _mover_class(at, at.front_seat),
        data_arrows=True,
    )


def _render_ground(houses: list[Markup], height: int, empty: str) -> Markup:
    """Render palaces side by side, as large as their number and height allow, in front of the skyline."""
    if not houses:
        return tag("div", tag("p", empty, class_="hint"), class_="ground")
    return tag(
        "div", tag("ol", houses, class_=f"houses n{min(len(houses), MAX_STYLED_PALACES)} h{height}"), class_="ground"
    )


def build_sites(at: TableView) -> list[BuildSite]:
    """Return the places for the tile that is being built or moved."""
    place = at.draft.place
    if at.is_deciding("build"):
        tile = tile_to_build(at.view, at.draft)
        card = IDS[tile]
        found = []
        for action in at.legal:
            where = action[2]
            if action[1] != tile or where == "out":
                continue
            before = 0 if where == NEW_PALACE else palace_points(component_ids(at.front_palaces[where]))
            after = (
                palace_points((card,))
                if where == NEW_PALACE
                else palace_points(insert_tile(component_ids(at.front_palaces[where]), card))
            )
            act = typed_action(("build", tile, where))
            found.append(BuildSite(where, tile, act, before, after, after - before, place == where))
        return found
    if not (at.draft.rebuilding and at.draft.own_tile and at.draft.cards and at.is_deciding("turn")):
        return []
    origin, floor = at.draft.own_tile
    paid, palace = at.draft.cards[0], at.front_palaces[origin]
    tile = next(name for name in palace if TILE_FLOOR[IDS[name]] == floor)
    alone = palace_points((IDS[tile],))
    if len(palace) > 1:
        rest = palace_points(component_ids(name for name in palace if name != tile))
        gain = rest + alone - palace_points(component_ids(palace))
        act = typed_action(("rebuild", paid, "split", origin, floor))
        return [BuildSite(NEW_PALACE, tile, act, 0, alone, gain, place == NEW_PALACE, rest)]
    found = []
    for action in at.legal:
        if action[:4] == ["rebuild", paid, "join", origin]:
            to = action[4]
            before = palace_points(component_ids(at.front_palaces[to]))
            after = palace_points(insert_tile(component_ids(at.front_palaces[to]), IDS[tile]))
            act = typed_action(("rebuild", paid, "join", origin, to))
            found.append(BuildSite(to, tile, act, before, after, after - before - alone, place == to, 0))
    return found


def chosen_site(at: TableView) -> BuildSite | None:
    """Return the selected place, or None."""
    return next((spot for spot in build_sites(at) if spot.chosen), None)


def _points_then(at: TableView, n: int, chosen: BuildSite | None) -> int | None:
    """Return the points of a palace with the tile in its chosen place, or None if it keeps its points."""
    if chosen is None:
        return None
    if chosen.place == n:
        return chosen.points_after
    return chosen.origin_points if at.draft.own_tile and at.draft.own_tile[0] == n else None


def _render_house(
    at: TableView, n: int, palace: Sequence[str], spot: BuildSite | None, then: int | None, touchable: bool
) -> Markup:
    """Render a palace, its top first, as it appears, with the mark of a place for the tile.

    `then` is its points with the tile in the chosen place, if they change.
    """
    names, place = at.pieces.streets[at.front_seat][n], f"seat-{at.front_seat}-street-{n}"
    floors = [_render_floor(at, n, tile, touchable, name) for tile, name in zip(palace, names, strict=True)]
    now = palace_points(component_ids(palace))
    crown: Markup | None = icons.crown_icon(palace[-1])
    if spot:
        above = sum(TILE_FLOOR[IDS[tile]] < spot.floor_number for tile in palace)
        floors.insert(above, _palace_site_button(at, spot, n))
        crown = crown if above < len(palace) else _chosen_crown(spot)
    if at.draft.own_tile and at.draft.own_tile[0] == n and at.draft.place is not None and len(palace) == 1:
        crown = None  # nothing of the palace is left
    return tag(
        "li",
        tag("div", crown, floors[::-1], class_="palace", data_sign=_material_tooltip(palace)),
        _points_label(n, now, then, f"{place}-worth"),
        class_="house",
        aria_label=_("Palace {n}, {points}").format(n=n + 1, points=points_phrase(now)),
        **at.pieces.place_attributes(place),
    )


def _material_tooltip(palace: Iterable[str]) -> str | None:
    """Return the tooltip of a palace with points for one material (P26), or None."""
    return "material" if palace_points_by_source(component_ids(palace))[2] else None


def _chosen_crown(spot: BuildSite) -> Markup | None:
    """Return the crown of a tile in its new place, or None for a mark without a tile."""
    return icons.crown_icon(spot.tile) if spot.chosen else None


def _render_floor(at: TableView, n: int, tile: str, touchable: bool, name: str) -> Markup:
    """Render a floor of an own palace. The moving tile leaves a hole once it has a new place."""
    own = (n, TILE_FLOOR[IDS[tile]])
    pressed = touchable and at.draft.own_tile == own
    hole = pressed and at.draft.place is not None
    return at.annotations.piece_element(
        icons.render_tile(tile),
        capitalize_first(sentences.tile_name(IDS[tile])),
        "floor hole" if hole else "floor",
        do=("touch", "own", *own) if touchable else None,
        aria_pressed=boolean_attribute(pressed),
        **at.pieces.tracking_attributes(name),
    )


def _palace_site_button(at: TableView, spot: BuildSite, n: int) -> Markup:
    """Render a place for the tile in a palace, with its points.

    The selected place shows the tile itself. One more tap plays the action.
    """
    said = ngettext(
        "Build {tile} on palace {n}: {change} point",
        "Build {tile} on palace {n}: {change} points",
        abs(spot.points_after),
    ).format(
        tile=sentences.definite_tile_name(IDS[spot.tile]),
        n=n + 1,
        change=change_phrase(spot.points_before, spot.points_after),
    )
    return _site_button(at, spot, n, said)


def _site_button(at: TableView, spot: BuildSite, n: int, said: str) -> Markup:
    face = icons.render_tile(spot.tile) if spot.chosen else None
    shown = signed_figure(spot.gain)
    gain = tag("span", shown, class_="gain")
    if shown not in said:  # the name of a control has what is seen on it
        said = _("{place}, {change} in all").format(place=said, change=shown)
    return at.annotations.button(
        face,
        gain,
        act=spot.action if spot.chosen else None,
        do=None if spot.chosen else ("touch", "place", spot.place),
        class_="spot new" if spot.place == NEW_PALACE else "spot",
        id=f"spot-{n}",
        aria_label=said,
        aria_pressed=boolean_attribute(spot.chosen),
        title=said,
    )


def _render_new_house(at: TableView, spot: BuildSite, n: int) -> Markup:
    """Render the place for a new palace."""
    said = _("Start a new palace with {tile}: {points}").format(
        tile=sentences.definite_tile_name(IDS[spot.tile]), points=points_phrase(spot.points_after)
    )
    label = tag("span", _number_plate(n), tag("span", _("new"), class_="new-word"), class_="worth", aria_hidden="true")
    if spot.chosen:
        label = _points_label(n, spot.points_before, spot.points_after)
    begun = tag("div", _chosen_crown(spot), _site_button(at, spot, n, said), class_="palace")
    return tag("li", begun, label, class_="house", **at.pieces.place_attributes(NEW_PALACE))


def _number_plate(n: int) -> Markup:
    """Render the number of a palace in its street, by which hints and the log call it."""
    return tag("span", n + 1, class_="plate", aria_hidden="true", title=_("Palace {n}").format(n=n + 1))


def _points_label(n: int, now: int, then: int | None = None, result: str | None = None) -> Markup:
    """Render the label below a palace: its number, and its points, or the points before and after."""
    if then is not None:
        change = tag("b", format_number(now), " › ", format_number(then))
        return tag("span", _number_plate(n), change, class_="worth then", data_result=result)
    kind = "worth minus" if now < 0 else "worth"
    return tag(
        "span", _number_plate(n), tag("b", points_figure(now)), class_=kind, data_sign="worth", data_result=result
    )


# -- streets of the others ---------------------------------------------------------------------------------------------


def render_seats(at: TableView) -> Markup:
    """Render the streets of the others, in turn order; those of all seats on a screen in the middle."""
    total = len(at.model.player_names)
    first = 0 if at.model.is_in_middle else 1
    others = [(at.front_seat + n) % total for n in range(first, total)]
    rows = tag(
        "ol", [_render_seat(at, seat) for seat in others], class_=f"neighbours of{len(others)}", data_arrows=True
    )
    return join(tag("h2", _("Players"), class_="unseen"), rows)


def _render_seat(at: TableView, seat: int) -> Markup:
    return tag(
        "li",
        _render_seat_head(at, seat, "div"),
        open_player_button(at.annotations, seat, at.model.seat_labels[seat]),
        _render_small_street(at, seat),
        class_="street" + _mover_class(at, seat),
        aria_current="true" if at.view["to_move"] == seat else None,
    )


def _render_small_street(at: TableView, seat: int) -> Markup:
    """Render a street in small, without controls."""
    row, names = at.view["palaces"][seat], at.pieces.streets[seat]
    houses = [
        _numbered_palace(
            palace,
            n,
            tuple(at.pieces.place_attributes(f"seat-{seat}-street-{n}").items()),
            tuple(map(at.pieces.piece_state, named)),
        )
        for n, (palace, named) in enumerate(zip(row, names, strict=True))
    ]
    return _render_ground(houses, max([*map(len, row), 3]), pgettext("Palazzo", "No palaces yet"))


def _mover_class(at: TableView, seat: int) -> str:
    return " mover" if at.view["to_move"] == seat else ""


def _render_seat_head(at: TableView, seat: int, element: str, gain: int = 0) -> Markup:
    """Render a seat's name, cards and points, and the points after a chosen change."""
    view = at.view
    value = view["points"][seat]
    held = view["hands"][seat]
    n = held if isinstance(held, int) else len(held)
    facts = ngettext("{n} card", "{n} cards", n).format(n=n)
    if seat == at.model.viewer and at.open_hand:
        facts = ngettext("{n} card, can bid {sum}", "{n} cards, can bid up to {sum}", n)
        facts = facts.format(n=n, sum=_highest_possible_bid(at, seat))
    note = at.model.level_name(seat)
    more = render_points_gained(at.model, seat)
    return _seat_head_html(element, seat, at.model.seat_labels[seat], note, facts, value, gain, more)


def _highest_possible_bid(at: TableView, seat: int) -> int:
    """Return the highest bid of a seat with an open hand: in the running auction (P16), or in the next one."""
    hand, laid = (card_set(component_ids(cards)) for cards in (at.open_hand, at.view["bids"][seat]))
    played = currency_and_value(laid)
    return at.view["totals"][seat] + max_bid_value(hand, played[0] if played else ANY_CURRENCY)


def _seat_head_html(
    element: str, seat: int, name: str, note: str, facts: str, value: int, gain: int, more: Markup | None
) -> Markup:
    points = points_figure(value)
    if gain:
        points = join(format_number(value), tag("span", " › ", points_figure(value + gain), class_="change"))
    return tag(
        element,
        common.seat_sign(seat),
        name_tag(name),
        tag("small", note, class_="level") if note else None,
        tag("small", facts, class_="facts", data_result=f"cards-{seat}"),
        tag("b", points, class_="total", data_seat=seat, data_result=points_piece(seat)),
        more,
        class_="who",
        data_place=f"seat-{seat}",
    )


def render_palace(palace: Iterable[str]) -> Markup:
    """Render a palace with its points, without controls."""
    return _palace_html(tuple(palace), None, _("{tiles}: {points}"))


def _numbered_palace(
    palace: Iterable[str],
    n: int,
    place: tuple[tuple[str, object], ...] = (),
    pieces: tuple[PieceState, ...] = (),
) -> Markup:
    """Render a palace of a street with its number and points, without controls."""
    sentence = _("Palace {n}, {points}: {tiles}")
    return _palace_html(tuple(palace), n, sentence, place, pieces)


@lru_cache(maxsize=512)
def _palace_html(
    palace: tuple[str, ...],
    n: int | None,
    sentence: str,
    place: tuple[tuple[str, object], ...] = (),
    pieces: tuple[PieceState, ...] = (),
) -> Markup:
    """Render a palace with its points, also as a sentence.

    On a table its floors have names, and some are news.
    """
    value = palace_points(component_ids(palace))
    said = join_phrases([sentences.tile_name(IDS[tile]) for tile in palace])
    label = capitalize_first(sentence.format(tiles=said, points=points_phrase(value), n=0 if n is None else n + 1))
    floors = [
        tag("span", icons.render_tile(tile), class_="floor", **(state.attributes() if state else {}))
        for tile, state in zip(palace, pieces or [None] * len(palace), strict=True)
    ]
    return tag(
        "li",
        tag(
            "div",
            icons.crown_icon(palace[-1]),
            floors[::-1],
            class_="palace",
            role="img",
            aria_label=label,
            title=label,
            data_sign=_material_tooltip(palace),
        ),
        tag(
            "span",
            None if n is None else _number_plate(n),
            tag("b", format_number(value)),
            class_="worth minus" if value < 0 else "worth",
            aria_hidden="true",
            data_sign="worth",
            data_result=f"{dict(place)['data_place']}-worth" if place else None,
        ),
        class_="house",
        **dict(place),
    )


def render_still_street(row: Sequence[Sequence[str]], who: SentenceSubject) -> Markup:
    """Render the palaces of a seat side by side, without controls."""
    houses = [_numbered_palace(palace, n) for n, palace in enumerate(row)]
    none = who.choose_sentence(_("{name} has no palaces"), _("You have no palaces"))
    ground = _render_ground(houses, max([*map(len, row), 3]), none)
    label = who.choose_sentence(_("{name}'s palaces"), _("Your palaces"))
    return tag("div", ground, class_="street", role="group", aria_label=label)
