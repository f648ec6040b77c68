"""Where on Palazzo's table the things of a lesson are, and what they look like in a sum. Pure."""

from palaces.html import Markup, tag
from palaces.palazzo import art
from palaces.palazzo.aloud import named
from palaces.palazzo.table import Table
from palaces.words import _
from pygame_core.palazzo.box import IDS, TILE_WINDOWS

VERBS = {"money": "take-money", "tiles": "draw-tiles", "rebuild": "reconstruct"}


def lit(at: Table, thing: str) -> list[str]:
    """The attribute by which its element is known."""
    names, view = at.names, at.view
    match thing.split(":"):
        case ["verb", verb]:
            return [f'id="{VERBS[verb]}"']
        case ["pass"]:
            return ['id="pass"']
        case ["open", card]:
            return [_piece(names.money.open[view["money"].index(card)])]
        case ["hand", card]:
            return [_piece(names.hand(at.front, at.hand)[at.hand.index(card)])]
        case ["bid", card]:
            return [_piece(names.bid(at.front)[view["bids"][at.front].index(card)])]
        case [("lot" | "supply") as place]:
            return [f'data-place="{place}"']
        case ["builder"]:
            return [_piece(names.builder)]
        case ["tile", tile]:
            lying = [*names.supply, *names.building, *names.offered]
            return [_piece(next(name for name in lying if name.startswith(f"{tile}.")))]
        case ["palace", seat, n]:
            return [f'data-place="seat-{seat}-street-{n}"']
        case ["new", _seat]:
            return [f'id="spot-{len(at.row)}"']
    raise KeyError(thing)


def called(at: Table, thing: str) -> str:
    """A palace that is touched, by name, with its floors from below."""
    _kind, seat, n = thing.split(":")
    return _("Palace {n}: {tiles}").format(n=int(n) + 1, tiles=named(at.view["palaces"][int(seat)][int(n)]))


def _piece(name: str) -> str:
    return f'data-piece="{name}"'


def pictured(thing: str) -> Markup:
    """The coin of a card, a tile, or a palace of so many floors."""
    if thing.startswith("palace:"):
        floors = int(thing[-1])
        return tag("span", [tag("i") for _ in range(floors)], class_="lesson-floors")
    if thing == "windows":
        return art.windows(max(TILE_WINDOWS.values()))
    return art.tile(thing) if IDS[thing] in TILE_WINDOWS else art.coin(thing[0], thing[1:])
