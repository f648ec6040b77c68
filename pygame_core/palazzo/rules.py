"""The rules of Palazzo: legal actions, reasons for refusals, and a handler for each verb. Ids are those of clauses."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pygame_core.dealer import Dealer
from pygame_core.palazzo import sentences
from pygame_core.palazzo.card_sets import (
    ANY_CURRENCY,
    SINGLE_CARD_SETS,
    CardSet,
    card_ids,
    card_set,
    count_card,
    currency_and_value,
    minimal_card_plays,
)
from pygame_core.palazzo.components import (
    AUCTION_ACTION,
    BASE_TILE_PRICE,
    BID_PHASE,
    BUILD_PHASE,
    CHOOSE_PHASE,
    CLAIM_PHASE,
    MAX_TILES_BOUGHT,
    MIN_SHARED_TILES,
    MONEY_ACTION,
    OPENING_BID,
    OVER_PHASE,
    PASS_ACTION,
    PICK_ACTIONS,
    PICK_PHASE,
    QUARRY_COUNT,
    RIDER,
    RIDER_COUNT,
    TILE_FLOOR,
    TILE_WINDOWS,
    TILES_ACTION,
    TURN_PHASE,
)
from pygame_core.palazzo.palace_row import (
    NEW_PALACE,
    OUT_OF_GAME,
    Row,
    buildable_palaces,
    row_after_build,
    row_after_rebuild,
)
from pygame_core.palazzo.score import can_insert
from pygame_core.state import Illegal

if TYPE_CHECKING:
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import (
        Action,
        BidAction,
        BuildTarget,
        Change,
        DropChange,
        JoinChange,
        RebuildAction,
        SplitChange,
        Verb,
    )

VERBS_BY_PHASE: Final = {
    TURN_PHASE: ("money", "tiles", "rebuild"),
    PICK_PHASE: ("pick",),
    CHOOSE_PHASE: ("buy", "auction"),
    BID_PHASE: ("bid", "pass"),
    CLAIM_PHASE: ("claim",),
    BUILD_PHASE: ("build",),
    OVER_PHASE: (),
}

# -- legal actions -----------------------------------------------------------------------------------------------------


def legal(state: "Palazzo") -> list["Action"]:
    """Return every action of the seat to move that wastes nothing."""
    phase = state.phase
    if phase == BID_PHASE:
        need = max(state.bid_totals) + 1 - state.bid_totals[state.mover]
        mine = currency_and_value(state.bids[state.mover])
        currency = mine[0] if mine else ANY_CURRENCY
        bids: list[BidAction] = [("bid", *way) for way in minimal_card_plays(state.hands[state.mover], currency, need)]
        return [PASS_ACTION, *bids]
    if phase == BUILD_PHASE:
        return legal_builds(tuple(dict.fromkeys(state.tiles_to_build)), state.rows[state.mover])
    if phase == TURN_PHASE:
        actions = legal_rebuilds(state.rows[state.mover], state.hands[state.mover])
        return [MONEY_ACTION, TILES_ACTION, *actions] if can_take_money(state) else [TILES_ACTION, *actions]
    if phase == PICK_PHASE:
        return [PICK_ACTIONS[card] for card in dict.fromkeys(state.open_money)]
    if phase == CHOOSE_PHASE:
        return legal_buys(state)
    if phase == CLAIM_PHASE:
        return [("claim", tile) for tile in dict.fromkeys(state.quarries[state.master_builder])]
    return []


def can_take_money(state: "Palazzo") -> bool:
    """Return True if money can be taken. P9: pile and discards together need enough cards to open."""
    return len(state.pile) + len(state.discards) > state.seats


def current_tile_price(state: "Palazzo") -> int:
    """P12: return the current price of each tile in the supply."""
    return tile_price(len(state.supply))


def tile_price(in_supply: int) -> int:
    """P12: return the price of each tile with this number of tiles in the supply."""
    return max(0, BASE_TILE_PRICE - in_supply)


def legal_buys(state: "Palazzo") -> list["Action"]:
    """P12: return the purchases of one or two tiles, with every payment that wastes nothing. P13: and the auction."""
    supply = sorted(state.supply)
    actions: list[Action] = [AUCTION_ACTION]
    for n in range(1, MAX_TILES_BOUGHT + 1):
        some = dict.fromkeys(combinations(supply, n))
        paid = minimal_card_plays(state.hands[state.mover], ANY_CURRENCY, n * current_tile_price(state)) if some else ()
        actions += [("buy", tiles, payment) for tiles in some for payment in paid]
    return actions


@lru_cache(maxsize=1 << 12)
def legal_builds(building: tuple[int, ...], row: Row) -> list["Action"]:
    """P21, P22: return the ways to build each tile: on a palace that ends below its floor, as a new one, or out."""
    actions: list[Action] = []
    for tile in building:
        spots: tuple[BuildTarget, ...] = (*buildable_palaces(row, tile), NEW_PALACE, OUT_OF_GAME)
        actions += [("build", tile, where) for where in spots]
    return actions


def legal_rebuilds(row: Row, hand: CardSet) -> list["RebuildAction"]:
    """P14: return every reconstruction, paid with every card."""
    changes = possible_changes(row)
    if not changes:
        return []
    return [("rebuild", card, *change) for card in dict.fromkeys(card_ids(hand)) for change in changes]


@lru_cache(maxsize=1 << 12)
def possible_changes(row: Row) -> list["SplitChange | JoinChange | DropChange"]:
    """P14, P22: return every possible change of one reconstruction."""
    changes: list[SplitChange | JoinChange | DropChange] = []
    for at, palace in enumerate(row):
        if len(palace) > 1:
            changes += [("split", at, TILE_FLOOR[tile]) for tile in palace]
        else:
            changes += [("join", at, to) for to, other in enumerate(row) if to != at and can_insert(other, palace[0])]
            changes.append(("drop", at))
    return changes


def allows(state: "Palazzo", action: "Action") -> Illegal | None:
    """Return None if the rulebook allows the action, even a wasteful one, else the clause and the reason."""
    verb = action[0]
    if verb not in VERBS_BY_PHASE[state.phase]:
        return sentences.refuse_phase(state.phase)
    check = CHECKS.get(verb)
    return check(state, *action[1:]) if check else None


def _allows_money(state: "Palazzo") -> Illegal | None:
    return None if can_take_money(state) else sentences.refuse_no_money(state.seats + 1)


def _allows_pick(state: "Palazzo", card: int) -> Illegal | None:
    return None if card in state.open_money else sentences.refuse_not_open(card)


def _allows_buy(state: "Palazzo", tiles: tuple[int, ...], paid: tuple[int, ...]) -> Illegal | None:
    for tile in tiles:
        if tiles.count(tile) > state.supply.count(tile):
            return sentences.refuse_not_in_supply(tile)
    refusal = _allows_cards(state, paid)
    if refusal:
        return refusal
    read = currency_and_value(card_set(paid))
    if read is None:
        return sentences.refuse_mixed()
    missing = len(tiles) * current_tile_price(state) - read[1]
    return sentences.refuse_missing(len(tiles), current_tile_price(state), missing) if missing > 0 else None


def _allows_cards(state: "Palazzo", played: tuple[int, ...]) -> Illegal | None:
    for card in played:
        if played.count(card) > count_card(state.hands[state.mover], card):
            return sentences.refuse_not_held(card)
    return None


def _allows_bid(state: "Palazzo", *played: int) -> Illegal | None:
    refusal = _allows_cards(state, played)
    if refusal:
        return refusal
    read = currency_and_value(card_set(played))
    if read is None:
        return sentences.refuse_mixed()
    committed = currency_and_value(state.bids[state.mover])
    assert committed
    if ANY_CURRENCY not in (read[0], committed[0]) and read[0] != committed[0]:
        return sentences.refuse_currency(committed[0])
    total, highest = state.bid_totals[state.mover] + read[1], max(state.bid_totals)
    return sentences.refuse_low(total, highest) if total <= highest else None


def _allows_claim(state: "Palazzo", tile: int) -> Illegal | None:
    return None if tile in state.quarries[state.master_builder] else sentences.refuse_not_on_quarry(tile)


def _allows_build(state: "Palazzo", tile: int, where: "BuildTarget") -> Illegal | None:
    if tile not in state.tiles_to_build:
        return sentences.refuse_not_yours(tile)
    if where in (NEW_PALACE, OUT_OF_GAME):
        return None
    row = state.rows[state.mover]
    assert isinstance(where, int)
    if where >= len(row):
        return sentences.refuse_no_palace(where, "P21")
    top = row[where][-1]
    return (
        None
        if TILE_FLOOR[top] < TILE_FLOOR[tile]
        else sentences.refuse_not_on_top(tile, top, can_insert(row[where], tile))
    )


def _allows_rebuild(state: "Palazzo", card: int, change: "Change", at: int, to: int = 0) -> Illegal | None:
    row = state.rows[state.mover]
    if not state.hands[state.mover]:
        return sentences.refuse_no_card()
    if not count_card(state.hands[state.mover], card):
        return sentences.refuse_not_held(card)
    if at >= len(row):
        return sentences.refuse_no_palace(at, "P14")
    if change == "split":
        if len(row[at]) == 1:
            return sentences.refuse_already_alone()
        return None if any(TILE_FLOOR[tile] == to for tile in row[at]) else sentences.refuse_no_floor(to)
    if len(row[at]) > 1:
        return sentences.refuse_not_single()
    if change == "drop":
        return None
    if to >= len(row):
        return sentences.refuse_no_palace(to, "P14")
    if to == at:
        return sentences.refuse_same_palace()
    return None if can_insert(row[to], row[at][0]) else sentences.refuse_same_floor(row[at][0])


CHECKS: Final[dict["Verb", Callable[..., Illegal | None]]] = {
    "money": _allows_money,
    "pick": _allows_pick,
    "buy": _allows_buy,
    "bid": _allows_bid,
    "claim": _allows_claim,
    "build": _allows_build,
    "rebuild": _allows_rebuild,
}


# -- effects of actions ------------------------------------------------------------------------------------------------


def apply_money(state: "Palazzo", dealer: Dealer) -> None:
    """Take money. P9: one card more than there are players is opened; an empty pile is renewed from the discards."""
    for _ in range(state.seats + 1):
        if not state.pile:
            state.pile, state.discards = state.discards, []
        state.open_money.append(dealer.draw(state.pile))
    state.phase = PICK_PHASE


def apply_pick(state: "Palazzo", dealer: Dealer, card: int) -> None:
    """Pick a card. P9: the active player picks two, then each other player one, clockwise. Everyone sees the cards."""
    state.open_money.remove(card)
    state.hands[state.mover] += SINGLE_CARD_SETS[card]
    state.seen_cards[state.mover] += SINGLE_CARD_SETS[card]
    if not state.open_money:
        end_turn(state)
    elif len(state.open_money) < state.seats:
        state.mover = (state.mover + 1) % state.seats


def apply_tiles(state: "Palazzo", dealer: Dealer) -> None:
    """Draw tiles. P10: one goes to the supply, one to the quarry of its windows. P11: riders are set aside."""
    for nth in range(2):
        tile = dealer.draw(next(stack for stack in state.stacks if stack))
        if tile != RIDER:
            place = state.quarries[(state.master_builder + TILE_WINDOWS[tile]) % QUARRY_COUNT] if nth else state.supply
            place.append(tile)
            continue
        state.drawn_riders += 1
        if state.drawn_riders == RIDER_COUNT:  # P24
            state.phase, state.mover = OVER_PHASE, -1
            return
    state.phase = CHOOSE_PHASE


def apply_buy(state: "Palazzo", dealer: Dealer, bought: tuple[int, ...], paid: tuple[int, ...]) -> None:
    """Buy tiles. P12: the payment goes to the discards, and the tiles are built."""
    for tile in bought:
        state.supply.remove(tile)
    spend_cards(state, paid)
    state.discards += paid
    state.tiles_to_build, state.phase = list(bought), BUILD_PHASE


def spend_cards(state: "Palazzo", played: tuple[int, ...]) -> None:
    """Take cards from the hand of the seat to move. Other seats suppose that cards they have seen go first."""
    seat = state.mover
    state.hands[seat] -= card_set(played)
    for card in played:
        if count_card(state.seen_cards[seat], card):
            state.seen_cards[seat] -= SINGLE_CARD_SETS[card]


def apply_auction(state: "Palazzo", dealer: Dealer) -> None:
    """Open an auction. P13: the master builder moves to the next quarry with a tile. P15: the opening bid; P19; P30."""
    quarry = next_quarry(state.quarries, state.master_builder)
    if quarry is None:
        end_turn(state)
        return
    state.master_builder = quarry
    if len(state.quarries[quarry]) >= MIN_SHARED_TILES:
        state.claiming, state.phase = True, CLAIM_PHASE
        return
    state.phase = BID_PHASE
    state.bidders = list(range(state.seats))
    state.bid_totals[state.turn] = OPENING_BID
    state.mover = next_bidder(state, state.turn)


def next_quarry(quarries: Sequence[Sequence[int | str]], builder: int) -> int | None:
    """P13: return the next quarry with a tile, clockwise from the master builder. His own quarry is the last one."""
    for step in range(1, QUARRY_COUNT + 1):
        quarry = (builder + step) % QUARRY_COUNT
        if quarries[quarry]:
            return quarry
    return None


def next_bidder(state: "Palazzo", seat: int) -> int:
    """Return the next seat that is still in the auction, clockwise."""
    return min(state.bidders, key=lambda other: (other - seat - 1) % state.seats)


def apply_bid(state: "Palazzo", dealer: Dealer, *played: int) -> None:
    """Raise a bid. P16: cards are added to it. P17: they make no group with cards that are in the bid already."""
    seat = state.mover
    spend_cards(state, played)
    read = currency_and_value(card_set(played))
    assert read
    state.bids[seat] += card_set(played)
    state.bid_totals[seat] += read[1]
    state.mover = next_bidder(state, seat)


def apply_pass(state: "Palazzo", dealer: Dealer) -> None:
    """Leave an auction. P18: the seat takes its cards back, and the last seat in the auction wins."""
    seat = state.mover
    state.hands[seat] += state.bids[seat]
    state.seen_cards[seat] += state.bids[seat]
    state.bids[seat] = state.bid_totals[seat] = 0
    following = next_bidder(state, seat)
    state.bidders.remove(seat)
    state.mover = following
    if len(state.bidders) == 1:
        state.discards += card_ids(state.bids[following])
        state.bids[following] = state.bid_totals[following] = 0
        state.bidders = []
        state.tiles_to_build, state.quarries[state.master_builder] = state.quarries[state.master_builder], []
        state.phase = BUILD_PHASE


def apply_claim(state: "Palazzo", dealer: Dealer, tile: int) -> None:
    """Claim a tile. P19: the seat takes it from the quarry and builds it."""
    state.quarries[state.master_builder].remove(tile)
    state.tiles_to_build, state.phase = [tile], BUILD_PHASE


def apply_build(state: "Palazzo", dealer: Dealer, tile: int, where: "BuildTarget") -> None:
    """Build a tile. P21: it goes on top of a palace, begins a new one, or leaves the game."""
    state.tiles_to_build.remove(tile)
    state.rows[state.mover] = row_after_build(state.rows[state.mover], tile, where)
    if where == OUT_OF_GAME:
        state.removed_tiles.append(tile)
    if state.tiles_to_build:
        return
    following = (state.mover + 1) % state.seats
    if state.claiming and following != state.turn:
        state.mover, state.phase = following, CLAIM_PHASE
        return
    if state.claiming:  # P19: the rest leave the game
        state.removed_tiles += state.quarries[state.master_builder]
        state.quarries[state.master_builder] = []
    end_turn(state)


def apply_rebuild(state: "Palazzo", dealer: Dealer, card: int, change: "Change", at: int, to: int = 0) -> None:
    """Rebuild. P14: the seat discards a card, and splits off a tile, joins a single tile to a palace, or drops it."""
    spend_cards(state, (card,))
    state.discards.append(card)
    row = state.rows[state.mover]
    if change == "drop":
        state.removed_tiles += row[at]
    state.rows[state.mover] = row_after_rebuild(row, change, at, to)
    end_turn(state)


def end_turn(state: "Palazzo") -> None:
    """Give the turn to the next seat. P20: that is the left neighbor of the active player."""
    state.turn = state.mover = (state.turn + 1) % state.seats
    state.phase, state.claiming = TURN_PHASE, False


HANDLERS: Final[dict["Verb", Callable[..., None]]] = {
    "money": apply_money,
    "pick": apply_pick,
    "tiles": apply_tiles,
    "buy": apply_buy,
    "auction": apply_auction,
    "bid": apply_bid,
    "pass": apply_pass,
    "claim": apply_claim,
    "build": apply_build,
    "rebuild": apply_rebuild,
}
