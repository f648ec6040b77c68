"""What a person has touched so far on Palazzo's table, and what the next touch makes of it. Pure."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from palaces.money import hand_of
from palaces.words import _
from pygame_core import Illegal, Match
from pygame_core.palazzo.box import FLOOR, IDS, MOST_BOUGHT
from pygame_core.palazzo.fan import fan, reading

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import View, Written


class Draft(NamedTuple):
    """In notation: cards chosen to bid or pay; tiles of the supply, or the one to build; the tile to rebuild."""

    cards: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    rebuild: bool = False
    own: tuple[int, int] | None = None
    """A tile of the own row, by palace and floor."""
    offered: bool = False
    """The cards were put there by the page, not by hand."""

    def __bool__(self) -> bool:
        return self != EMPTY


EMPTY = Draft()


def written(action: "Written") -> "Written":
    """An action in notation for a control to play, as it is: the type check knows its words."""
    return action


def worth(cards: Iterable[str]) -> int | None:
    """What cards played together are worth; None if they do not go together."""
    read = reading(fan(IDS[card] for card in cards))
    return read[1] if read else None


def ordered(names: Iterable[str]) -> tuple[str, ...]:
    """Cards or tiles as an action has them."""
    return tuple(sorted(names, key=IDS.__getitem__))


def seen(match: Match, seat: int | None) -> "View":
    """What a seat may know."""
    return cast("View", match.view(seat))


def touch(match: Match, seat: int, draft: Draft, what: list[Any]) -> tuple[Draft, Illegal | None]:
    """The draft after `seat` touched something, and a refusal.

    `["card", card]` or `["group", [cards]]` of the hand, `["supply", tile]`, `["tile", tile]` of those to build,
    `["rebuild"]` to begin or end a reconstruction, `["own", palace, floor]`.
    """
    view = seen(match, seat)
    hand = hand_of(view, seat)
    phase = view["phase"]
    match what:
        case ["card", str(card)] if card in hand:
            if phase == "turn" and draft.rebuild:
                return draft._replace(cards=(card,), offered=False), None
            if phase in ("choose", "bid"):
                return _add(hand, draft, (card,)), None
            return draft, Illegal(
                "P7", _("Cards are played in an auction or to buy. Now something else is to be done.")
            )
        case ["group", [*cards]] if phase in ("choose", "bid") and not Counter(cards) - Counter(hand):
            return _add(hand, draft, tuple(cards)), None
        case ["supply", str(tile)] if tile in view["supply"]:
            if phase != "choose":
                return draft, Illegal("P10", _("Draw two tiles first; then the supply can be bought from."))
            return _choose_tile(match, view, draft, tile), None
        case ["tile", str(tile)] if tile in view["building"]:
            return Draft(tiles=(tile,)), None
        case ["rebuild"] if phase == "turn":
            return (EMPTY if draft.rebuild else Draft(rebuild=True, cards=_least(hand), offered=True)), None
        case ["own", int(palace), int(floor)] if draft.rebuild and _stands(view["palaces"][seat], palace, floor):
            chosen = None if draft.own == (palace, floor) else (palace, floor)
            return draft._replace(own=chosen), None
    return draft, None


def _add(hand: list[str], draft: Draft, cards: tuple[str, ...]) -> Draft:
    """One more copy of each card; where all copies are chosen already, none of them."""
    chosen = draft.cards
    if len(cards) == 1 and draft.offered:
        chosen = ()  # what the page put there goes when a hand begins to choose
    if Counter((*chosen, *cards)) - Counter(hand):
        return draft._replace(cards=tuple(card for card in chosen if card not in cards), offered=False)
    return draft._replace(cards=ordered((*chosen, *cards)), offered=False)


def _choose_tile(match: Match, view: "View", draft: Draft, tile: str) -> Draft:
    """One tile more or less, at most two; the cheapest payment comes with it unless cards were chosen by hand."""
    if tile in draft.tiles and (len(draft.tiles) == MOST_BOUGHT or view["supply"].count(tile) == 1):
        tiles = tuple(other for other in draft.tiles if other != tile)
    else:
        tiles = ordered((*draft.tiles[-MOST_BOUGHT + 1 :], tile))
    if draft.cards and not draft.offered:
        return draft._replace(tiles=tiles)
    ready = payments(match.legal(), tiles)
    return Draft(tiles=tiles, cards=ready[0] if ready else (), offered=bool(ready))


def payments(legal: list[list[Any]], tiles: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every payment for these tiles among the legal actions, the cheapest first."""
    found = [tuple(action[2]) for action in legal if action[0] == "buy" and tuple(action[1]) == tiles]
    return sorted(found, key=_price)


def bids(legal: list[list[Any]]) -> list[tuple[str, ...]]:
    """One bid of each value among the legal actions, the lowest first, with the fewest cards."""
    by_value: dict[int, tuple[str, ...]] = {}
    for cards in sorted((tuple(action[1:]) for action in legal if action[0] == "bid"), key=_price):
        by_value.setdefault(_price(cards)[0], cards)
    return list(by_value.values())


def _price(cards: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
    return worth(cards) or 0, len(cards), cards


def _least(hand: list[str]) -> tuple[str, ...]:
    """The card that is missed least: the lowest coin; a certificate goes with everything."""
    return tuple(sorted(hand, key=lambda card: (card[0] == "c", card[1:]))[:1])


def _stands(row: list[list[str]], palace: int, floor: int) -> bool:
    return 0 <= palace < len(row) and any(FLOOR[IDS[tile]] == floor for tile in row[palace])
