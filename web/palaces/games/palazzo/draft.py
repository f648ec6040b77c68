"""A player's selection on Palazzo's table, and the effect of the next tap on it. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from palaces.app.i18n import _, ngettext
from palaces.app.model import Orders
from pygame_core import Illegal
from pygame_core.palazzo import sentences
from pygame_core.palazzo.card_sets import card_ids, card_set, currency_and_value
from pygame_core.palazzo.components import IDS, MAX_TILES_BOUGHT, TILE_FLOOR
from pygame_core.palazzo.palace_row import NEW_PALACE
from pygame_core.palazzo.rules import tile_price
from pygame_core.state import JsonAction, open_hand

if TYPE_CHECKING:
    from pygame_core.match import ShownGame
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import TypedAction, View

Place = int | Literal["new"]
"""A palace of the own row, or a new one. While money is open, the index of an open card."""


class Draft(NamedTuple):
    """A selection, in notation.

    `cards` bid or pay. `tiles` are of the supply or of the quarry, or the one to build. `place` is the destination.
    """

    cards: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    rebuilding: bool = False
    own_tile: tuple[int, int] | None = None
    """The tile to rebuild, by palace and floor of the own row."""
    place: Place | None = None
    suggested: bool = False
    """True if the page selected the cards, not the player."""

    def __bool__(self) -> bool:
        return self != EMPTY_DRAFT


EMPTY_DRAFT = Draft()


def typed_action(action: "TypedAction") -> "TypedAction":
    """Return the action unchanged, so that mypy checks its notation."""
    return action


def cards_value(cards: Iterable[str]) -> int | None:
    """Return the value of cards played together, or None if they do not belong together."""
    read = currency_and_value(card_set(IDS[card] for card in cards))
    return read[1] if read else None


def sort_for_action(names: Iterable[str]) -> tuple[str, ...]:
    """Return cards or tiles in the order of an action."""
    return tuple(sorted(names, key=IDS.__getitem__))


def apply_touch(
    match: "ShownGame[Palazzo]", seat: int, draft: Draft, what: Sequence[object]
) -> tuple[Draft, Illegal | None]:
    """Return the draft after `seat` tapped something, and a refusal.

    `["card", card]` or `["group", [cards]]` of the hand, `["back", card]` of those chosen, `["supply", tile]`,
    `["open", n]` of the open money, `["claim", tile]` of the quarry, `["tile", tile]` of those to build, `["money"]`
    and `["rebuild"]` to begin or end these actions, `["own", palace, floor]`, and `["place", palace or "new"]`.
    """
    view = match.view(seat)
    hand = open_hand(view, seat)
    phase = view["phase"]
    match what:
        case ["card", str(card)] if card in hand:
            if phase == "turn" and draft.rebuilding:
                return draft._replace(cards=(card,), suggested=False), None
            if phase in ("choose", "bid"):
                return _add_cards(hand, draft, (card,)), None
            return draft, Illegal("P7", _("You can't use money right now."))
        case ["back", str(card)] if card in draft.cards and phase in ("choose", "bid"):
            rest = list(draft.cards)
            rest.remove(card)
            return draft._replace(cards=tuple(rest), suggested=False), None
        case ["group", [*cards]] if phase in ("choose", "bid") and not Counter(cards) - Counter(hand):
            return _add_cards(hand, draft, tuple(map(str, cards))), None
        case ["open", int(n)] if phase == "pick" and n in range(len(view["money"])):
            return Draft(place=n), None
        case ["claim", str(tile)] if phase == "claim" and tile in view["quarries"][view["builder"]]:
            return Draft(tiles=(tile,)), None
        case ["supply", str(tile)] if tile in view["supply"]:
            if phase != "choose":
                return draft, Illegal("P10", _("Draw 2 tiles first. Then you can buy from the supply."))
            return _choose_tile(match, view, draft, tile), None
        case ["tile", str(tile)] if tile in view["building"]:
            return Draft(tiles=(tile,)), None
        case ["place", int() | "new" as place] if phase == "build" and not isinstance(place, bool):
            return _choose_place(match, view, draft, place)
        case ["place", int(to)] if (
            draft.rebuilding and draft.own_tile and len(view["palaces"][seat][draft.own_tile[0]]) == 1
        ):
            action = (
                typed_action(("rebuild", draft.cards[0], "join", draft.own_tile[0], to))
                if draft.cards
                else ("rebuild",)
            )
            refusal = match.allows(action)
            return (draft if refusal else draft._replace(place=to)), refusal
        case ["money"] if phase == "turn":
            return draft, match.allows(typed_action(("money",)))
        case ["rebuild"] if phase == "turn":
            return _begin_rebuilding(match, view, seat, draft)
        case ["own", int(palace), int(floor)] if draft.rebuilding and _has_floor(view["palaces"][seat], palace, floor):
            chosen = None if draft.own_tile == (palace, floor) else (palace, floor)
            alone = chosen is not None and len(view["palaces"][seat][palace]) > 1
            return draft._replace(own_tile=chosen, place=NEW_PALACE if alone else None), None
    return draft, None


def touches_for_action(view: "View", seat: int, action: JsonAction) -> list[list[object]]:
    """Return the taps that select an action, or none if a single button plays it."""
    match action:
        case ["pick", card]:
            return [["open", view["money"].index(card)]]
        case ["claim", tile]:
            return [["claim", tile]]
        case ["buy", [*tiles], [*cards]]:
            return [*(["supply", tile] for tile in tiles), *(["card", card] for card in cards)]
        case ["bid", *cards]:
            return [["card", card] for card in cards]
        case ["build", tile, (int() | "new") as place]:
            return [["tile", tile], ["place", place]]
        case ["rebuild", card, "split", palace, floor]:
            return [*_rebuild_touches(view, seat, card), ["own", palace, floor]]
        case ["rebuild", card, "join" | "drop", palace, *to]:
            [tile] = view["palaces"][seat][palace]
            at = ["own", palace, TILE_FLOOR[IDS[tile]]]
            return [*_rebuild_touches(view, seat, card), at, *(["place", place] for place in to)]
    return []


def _rebuild_touches(view: "View", seat: int, card: str) -> list[list[object]]:
    """Return the taps that pay for a reconstruction with a card. The least valuable one needs no selection."""
    chosen = _least_valuable_card(open_hand(view, seat)) == (card,)
    return [["rebuild"]] if chosen else [["rebuild"], ["card", card]]


def money_outcome_sentence(state: "Palazzo", action: JsonAction) -> str:
    """Return what an action of the seat to move does with its money; "" for an action without money."""
    seat = state.to_move()
    assert seat is not None
    held = len(card_ids(state.hands[seat]))
    match action:
        case ["bid", *cards]:
            total = state.bid_totals[seat] + (cards_value(cards) or 0)
            said = ngettext(
                "You'd lead by {n} and keep {kept} card.", "You'd lead by {n} and keep {kept} cards.", held - len(cards)
            )
            return said.format(n=total - max(state.bid_totals), kept=held - len(cards))
        case ["pass"]:
            back = sentences.returned_value(state.bid_totals, state.turn, seat)
            return _("You get cards worth {n} back.").format(n=back) if back else _("You keep all your cards.")
        case ["buy", tiles, cards]:
            over = (cards_value(cards) or 0) - tile_price(len(state.supply)) * len(tiles)
            if over:
                said = ngettext(
                    "You overpay by {n} and keep {kept} card.",
                    "You overpay by {n} and keep {kept} cards.",
                    held - len(cards),
                )
            else:
                said = ngettext(
                    "You pay the exact price and keep {kept} card.",
                    "You pay the exact price and keep {kept} cards.",
                    held - len(cards),
                )
            return said.format(n=over, kept=held - len(cards))
    return ""


def complete_action(match: "ShownGame[Palazzo]", draft: Draft) -> JsonAction | None:
    """Return the action of a draft that is complete with one touch: a card or a tile to take."""
    view = match.view(None)
    if view["phase"] == "pick" and isinstance(draft.place, int):
        return ["pick", view["money"][draft.place]]
    return ["claim", draft.tiles[0]] if view["phase"] == "claim" and draft.tiles else None


def plan_action(match: "ShownGame[Palazzo]", seat: int, what: Sequence[object]) -> JsonAction | None:
    """Return the choice of an open card that `seat` plans by a touch, before its turn to take one (P9)."""
    view = match.view(seat)
    match what:
        case ["open", int(n)] if will_pick(view, seat) and n in range(len(view["money"])):
            return ["pick", view["money"][n]]
    return None


def will_pick(view: "View", seat: int) -> bool:
    """Return True if a seat takes an open card after the one that takes one now (P9)."""
    if view["phase"] != "pick" or view["to_move"] is None:
        return False
    return 0 < (seat - view["to_move"]) % view["seats"] < len(view["money"])


def surviving_orders(match: "ShownGame[Palazzo]", seat: int, orders: Orders) -> Orders:
    """Return the orders that still make sense: a planned card that is still open, and the limit of this auction."""
    view = match.view(seat)
    planned = orders.next_action
    picks = view["phase"] == "pick" and (view["to_move"] == seat or will_pick(view, seat))
    if planned is not None and not (picks and planned[1] in view["money"]):
        planned = None
    bids = view["phase"] == "bid" and match.log[-1][1] != ["auction"] and seat in view["inside"]
    return Orders(planned, orders.pass_above if bids else None)


def ordered_action(match: "ShownGame[Palazzo]", orders: Orders) -> JsonAction | None:
    """Return the planned card, or a pass if the highest bid is above the limit."""
    view = match.view(None)
    if view["phase"] == "pick":
        return orders.next_action
    is_over = orders.pass_above is not None and max(view["totals"]) > orders.pass_above
    return ["pass"] if view["phase"] == "bid" and is_over else None


def _choose_place(
    match: "ShownGame[Palazzo]", view: "View", draft: Draft, place: Place
) -> tuple[Draft, Illegal | None]:
    """Select the place of the tile that is being built."""
    refusal = match.allows(typed_action(("build", tile_to_build(view, draft), place)))
    return (draft if refusal else draft._replace(place=place)), refusal


def tile_to_build(view: "View", draft: Draft) -> str:
    """Return the tile that is being built: the selected one, or the one with the lowest floor."""
    tiles = view["building"]
    touched = [tile for tile in draft.tiles if tile in tiles]
    return touched[0] if touched else min(tiles, key=lambda tile: (TILE_FLOOR[IDS[tile]], IDS[tile]))


def _begin_rebuilding(
    match: "ShownGame[Palazzo]", view: "View", seat: int, draft: Draft
) -> tuple[Draft, Illegal | None]:
    """Begin a reconstruction, or end the current one. Refuse it without money or palaces."""
    if draft.rebuilding:
        return EMPTY_DRAFT, None
    hand = open_hand(view, seat)
    if not hand:
        return draft, Illegal("P14", _("Rebuilding costs a money card, and you have none."))
    if not view["palaces"][seat]:
        return draft, Illegal("P14", _("You have no palaces to rebuild yet."))
    return Draft(rebuilding=True, cards=_least_valuable_card(hand), suggested=True), None


def _add_cards(hand: Sequence[str], draft: Draft, cards: tuple[str, ...]) -> Draft:
    """Select one more copy of each card, or none of them if all copies are selected."""
    chosen = draft.cards
    if len(cards) == 1 and draft.suggested:
        chosen = ()  # the player's first choice replaces the suggested cards
    if Counter((*chosen, *cards)) - Counter(hand):
        return draft._replace(cards=tuple(card for card in chosen if card not in cards), suggested=False)
    return draft._replace(cards=sort_for_action((*chosen, *cards)), suggested=False)


def _choose_tile(match: "ShownGame[Palazzo]", view: "View", draft: Draft, tile: str) -> Draft:
    """Select one tile more or less, at most two.

    The cheapest payment is selected with it, unless the player has selected cards.
    """
    supply: Sequence[str] = view["supply"]
    if tile in draft.tiles and (len(draft.tiles) == MAX_TILES_BOUGHT or supply.count(tile) == 1):
        tiles = tuple(other for other in draft.tiles if other != tile)
    else:
        tiles = sort_for_action((*draft.tiles[-MAX_TILES_BOUGHT + 1 :], tile))
    if draft.cards and not draft.suggested:
        return draft._replace(tiles=tiles)
    ready = ready_payments(match.legal(), tiles)
    return Draft(tiles=tiles, cards=ready[0] if ready else (), suggested=bool(ready))


MAX_SHOWN_OFFERS = 3
"""The number of ready payments or bids that the action bar shows."""


def ready_payments(legal: list[JsonAction], tiles: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return every payment for these tiles among the legal actions, the cheapest first."""
    found = [tuple(action[2]) for action in legal if action[0] == "buy" and tuple(action[1]) == tiles]
    return sorted(found, key=_payment_sort_key)


def ready_bids(legal: list[JsonAction]) -> list[tuple[str, ...]]:
    """Return one bid of each value among the legal actions, the lowest first, with the fewest cards."""
    by_value: dict[int, tuple[str, ...]] = {}
    for cards in sorted((tuple(action[1:]) for action in legal if action[0] == "bid"), key=_payment_sort_key):
        by_value.setdefault(_payment_sort_key(cards)[0], cards)
    return list(by_value.values())


def _payment_sort_key(cards: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
    return cards_value(cards) or 0, len(cards), cards


def _least_valuable_card(hand: Sequence[str]) -> tuple[str, ...]:
    """Return the lowest coin, or a certificate if the hand has no coin."""
    return tuple(sorted(hand, key=lambda card: (card[0] == "c", card[1:]))[:1])


def _has_floor(row: Sequence[Sequence[str]], palace: int, floor: int) -> bool:
    return 0 <= palace < len(row) and any(TILE_FLOOR[IDS[tile]] == floor for tile in row[palace])
