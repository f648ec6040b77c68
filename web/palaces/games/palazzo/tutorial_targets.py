"""Elements of Palazzo's table that a lesson names, and their pictures in a calculation. Pure."""

from collections.abc import Sequence

from palaces.app.i18n import _
from palaces.games.palazzo.announcements import tiles_phrase
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.drawings.palace_svg import standing_palace_svg
from palaces.games.palazzo.table import TableView
from palaces.ui.annotations import Target
from palaces.ui.html import Markup, join, screen_reader_text, tag
from pygame_core.palazzo.components import IDS, RIDER_COUNT, TILE_WINDOWS

BUTTON_ID_BY_VERB = {"money": "take-money", "tiles": "draw-tiles", "rebuild": "reconstruct"}


def find_targets(at: TableView, thing: str) -> list[Target]:
    """Return the attributes that identify an element."""
    names, view = at.pieces, at.view
    match thing.split(":"):
        case ["verb", verb]:
            return [("id", BUTTON_ID_BY_VERB[verb])]
        case ["pass"]:
            return [("id", "pass")]
        case ["open", card]:
            opened: Sequence[str] = view["money"]
            return [("data_piece", names.money.open_cards[opened.index(card)])]
        case ["hand", card]:
            return [("data_piece", names.names_in_hand(at.front_seat, at.open_hand)[at.open_hand.index(card)])]
        case ["bid", card]:
            bid: Sequence[str] = view["bids"][at.front_seat]
            return [("data_piece", names.names_in_bid(at.front_seat)[bid.index(card)])]
        case [("lot" | "supply") as place]:
            return [("data_place", place)]
        case ["builder"]:
            return [("data_piece", names.builder)]
        case ["tile", tile]:
            lying = [*names.supply, *names.building, *names.offered]
            return [("data_piece", next(name for name in lying if name.startswith(f"{tile}.")))]
        case ["palace", seat, n]:
            return [("data_place", f"seat-{seat}-street-{n}")]
        case ["riders"]:
            return [("data_place", "riders"), ("id", "round")]
        case ["new", _seat]:
            return [("id", f"spot-{len(at.front_palaces)}")]
    raise KeyError(thing)


def target_name(at: TableView, thing: str) -> str:
    """Return the name of the riders, or of a palace, with its floors from below."""
    if thing == "riders":
        return _("{n} of {most} riders have arrived").format(n=at.view["riders"], most=RIDER_COUNT)
    _kind, seat, n = thing.split(":")
    return _("Palace {n}: {tiles}").format(n=int(n) + 1, tiles=tiles_phrase(at.view["palaces"][int(seat)][int(n)]))


def render_calculation_item(thing: str) -> Markup:
    """Render the coin of a card, a tile, a palace with its floors from below, windows, or a rider."""
    if thing == "windows":
        return icons.windows_icon(max(TILE_WINDOWS.values()))
    if thing == "rider":
        return icons.rider_icon()
    kind, _colon, floors = thing.partition(":")
    if kind == "palace":
        return _render_palace(floors.split("+"))
    if IDS[thing] in TILE_WINDOWS:
        return icons.render_tile(thing)
    return join(icons.render_coin(thing[0], thing[1:]), screen_reader_text(thing[1:]))


def _render_palace(floors: list[str]) -> Markup:
    high = icons.CROWN_HEIGHT + icons.TILE_HEIGHT * len(floors)
    drawn = Markup(standing_palace_svg(floors, 0))
    box = f"0 {-high} {icons.TILE_WIDTH} {high}"
    return tag("svg", drawn, class_="lesson-palace", viewBox=box, aria_hidden="true")
