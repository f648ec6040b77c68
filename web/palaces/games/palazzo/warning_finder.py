"""Warnings about wasteful moves at Palazzo, as far as the rules make the waste certain. Pure."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import MoveWarning
from palaces.games.palazzo.draft import (
    MAX_SHOWN_OFFERS,
    cards_value,
    ready_bids,
    ready_payments,
    sort_for_action,
)
from palaces.games.palazzo.table import component_ids
from pygame_core.palazzo.rules import tile_price
from pygame_core.palazzo.score import row_points
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.match import ShownGame
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import BuildTarget


def find_move_warnings(match: "ShownGame[Palazzo]", seat: int, action: JsonAction) -> Iterator[MoveWarning]:
    """Yield the warnings about a legal action."""
    match action:
        case ["buy", [*tiles], [*cards]]:
            yield from _payment_warnings(match, seat, tiles, cards)
        case ["bid", *cards]:
            yield from _overbid_warnings(match, cards)
        case ["build", tile, where]:
            yield from _build_place_warnings(match, seat, tile, where)
        case ["rebuild", *_change]:
            yield from _rebuild_warnings(match, seat, action)


def _payment_warnings(
    match: "ShownGame[Palazzo]", seat: int, tiles: list[str], cards: list[str]
) -> Iterator[MoveWarning]:
    """Yield a warning if less money would be enough, because no change is given."""
    price = tile_price(len(match.view(seat)["supply"])) * len(tiles)
    paid, least = (
        _cards_value_or_zero(cards),
        min(_cards_value_or_zero(way) for way in ready_payments(match.legal(), sort_for_action(tiles))),
    )
    if least < paid:
        said = _("You're overpaying by {n}, and there's no change. You could save {less}.")
        yield MoveWarning("over", said.format(n=paid - price, less=paid - least), "P12")


def _overbid_warnings(match: "ShownGame[Palazzo]", cards: list[str]) -> Iterator[MoveWarning]:
    """Yield a warning if a lower bid would also be the highest. A bid of the action bar is beside the lower ones."""
    offered, paid = ready_bids(match.legal())[:MAX_SHOWN_OFFERS], _cards_value_or_zero(cards)
    more = paid - _cards_value_or_zero(offered[0])
    if paid > _cards_value_or_zero(offered[-1]):
        yield MoveWarning("bid", _("You're bidding {n} more than you need to lead.").format(n=more), "P16")


def _build_place_warnings(
    match: "ShownGame[Palazzo]", seat: int, tile: str, where: "BuildTarget"
) -> Iterator[MoveWarning]:
    """Yield a warning if a tile gains nothing here, but would gain points on a palace."""
    here = _street_gain(match, seat, ["build", tile, where])
    palaces = [act for act in match.legal() if act[:2] == ["build", tile] and isinstance(act[2], int)]
    best = max(((_street_gain(match, seat, act), -act[2]) for act in palaces), default=(0, 0))
    if here <= 0 < best[0]:
        costs = ngettext(
            "This tile costs you {cost} here. On palace {palace}, it scores {n} point.",
            "This tile costs you {cost} here. On palace {palace}, it scores {n} points.",
            best[0],
        )
        scores_nothing = ngettext(
            "No points for this tile here. On palace {palace}, it scores {n} point.",
            "No points for this tile here. On palace {palace}, it scores {n} points.",
            best[0],
        )
        said = costs if here else scores_nothing
        yield MoveWarning("build", said.format(cost=-here, palace=1 - best[1], n=best[0]), "P25")


def _rebuild_warnings(match: "ShownGame[Palazzo]", seat: int, action: JsonAction) -> Iterator[MoveWarning]:
    """Yield a warning if a reconstruction loses points, because it also costs a turn and a card."""
    lost = -_street_gain(match, seat, action)
    if lost > 0:
        said = ngettext(
            "You'd lose {n} point and a card.",
            "You'd lose {n} points and a card.",
            lost,
        )
        yield MoveWarning("rebuild", said.format(n=lost), "P14")


def _street_gain(match: "ShownGame[Palazzo]", seat: int, action: JsonAction) -> int:
    """Return the change of a street's points by an action."""
    after = match.copy()
    after.play(action)
    return _street_points(after, seat) - _street_points(match, seat)


def _street_points(match: "ShownGame[Palazzo]", seat: int) -> int:
    return row_points([component_ids(palace) for palace in match.view(seat)["palaces"][seat]])


def _cards_value_or_zero(cards: Iterable[str]) -> int:
    return cards_value(cards) or 0
