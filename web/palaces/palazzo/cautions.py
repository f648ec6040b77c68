"""What a move wastes at Palazzo, as far as the rules make it certain. Pure."""

from collections.abc import Iterable, Iterator
from typing import Any

from palaces.cautions import Caution
from palaces.palazzo.draft import bids, ordered, payments, seen, worth
from palaces.palazzo.table import ids
from palaces.words import _, ngettext
from pygame_core import Match
from pygame_core.palazzo.rules import tile_price
from pygame_core.palazzo.score import row_points


def found(match: Match, seat: int, action: list[Any]) -> Iterator[Caution]:
    """What is to be said of a legal action."""
    match action:
        case ["buy", [*tiles], [*cards]]:
            yield from _paying(match, seat, tiles, cards)
        case ["bid", *cards]:
            yield from _bidding(match, cards)
        case ["build", tile, where]:
            yield from _building(match, seat, tile, where)
        case ["rebuild", *_change]:
            yield from _rebuilding(match, seat, action)


def _paying(match: Match, seat: int, tiles: list[str], cards: list[str]) -> Iterator[Caution]:
    """No change is given."""
    price = tile_price(len(seen(match, seat)["supply"])) * len(tiles)
    paid, least = _value(cards), min(_value(way) for way in payments(match.legal(), ordered(tiles)))
    if least < paid:
        said = _("This pays {n} too much, and {less} less would be enough; no change is given.")
        yield Caution("over", said.format(n=paid - price, less=paid - least), "P12")


def _bidding(match: Match, cards: list[str]) -> Iterator[Caution]:
    """A bid has to be higher than the others, by whatever."""
    more = _value(cards) - min(map(_value, bids(match.legal())))
    if more > 0:
        yield Caution("bid", _("This bids {n} more than you need to be the highest now.").format(n=more), "P16")


def _building(match: Match, seat: int, tile: str, where: Any) -> Iterator[Caution]:
    """A tile that costs points could bring some on a palace."""
    here = _gain(match, seat, ["build", tile, where])
    palaces = [act for act in match.legal() if act[:2] == ["build", tile] and isinstance(act[2], int)]
    best = max(((_gain(match, seat, act), -act[2]) for act in palaces), default=(0, 0))
    if here <= 0 < best[0]:
        said = ngettext(
            "Here the tile brings you no point; on palace {palace} it would bring {n}.",
            "Here the tile brings you no points; on palace {palace} it would bring {n}.",
            best[0],
        )
        yield Caution("build", said.format(palace=1 - best[1], n=best[0]), "P25")


def _rebuilding(match: Match, seat: int, action: list[Any]) -> Iterator[Caution]:
    """A reconstruction costs a turn and a card."""
    lost = -_gain(match, seat, action)
    if lost > 0:
        said = ngettext(
            "This makes your palaces worth {n} point less, and costs a card.",
            "This makes your palaces worth {n} points less, and costs a card.",
            lost,
        )
        yield Caution("rebuild", said.format(n=lost), "P14")


def _gain(match: Match, seat: int, action: list[Any]) -> int:
    """What an action changes of the points of a street."""
    after = match.copy()
    after.play(action)
    return _points(after, seat) - _points(match, seat)


def _points(match: Match, seat: int) -> int:
    return row_points([ids(palace) for palace in seen(match, seat)["palaces"][seat]])


def _value(cards: Iterable[str]) -> int:
    return worth(cards) or 0
