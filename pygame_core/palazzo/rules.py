"""The rules of Palazzo: what is legal, why something is not, one handler for each verb. Ids are the clauses'."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pygame_core.dealer import Dealer
from pygame_core.palazzo import text
from pygame_core.palazzo.box import EVERYONE, FLOOR, MONEY, MOST_BOUGHT, OPENING, PRICE, QUARRIES, RIDER, RIDERS, WINDOW
from pygame_core.palazzo.fan import FREE, ONE, Fan, cards, count, fan, reading, ways
from pygame_core.palazzo.row import NEW, OUT, Row, built, places, rebuilt
from pygame_core.palazzo.score import fits
from pygame_core.state import Illegal

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Action, Bid, Change, Drop, Join, Rebuild, Split, Verb, Where
    from pygame_core.palazzo.state import Palazzo

# What the seat to move has to decide, as views say it.
TURN: Final = "turn"  # P9, P10, P14: one of three actions
PICK: Final = "pick"  # P9: an open money card
CHOOSE: Final = "choose"  # P10: buy or auction
BID: Final = "bid"  # P16: bid or pass
CLAIM: Final = "claim"  # P19: a tile of the quarry
BUILD: Final = "build"  # P21: where a tile goes
OVER: Final = "over"

VERBS: Final = {
    TURN: ("money", "tiles", "rebuild"),
    PICK: ("pick",),
    CHOOSE: ("buy", "auction"),
    BID: ("bid", "pass"),
    CLAIM: ("claim",),
    BUILD: ("build",),
    OVER: (),
}
MONEY_: Final["Action"] = ("money",)
TILES_: Final["Action"] = ("tiles",)
AUCTION: Final["Action"] = ("auction",)
PASS: Final["Action"] = ("pass",)
PICKS: Final[tuple["Action", ...]] = tuple(("pick", card) for card in MONEY)


# -- what is legal -----------------------------------------------------------------------------------------------------


def legal(state: "Palazzo") -> list["Action"]:
    """Every action of the seat to move that wastes nothing."""
    phase = state.phase
    if phase == BID:
        need = max(state.totals) + 1 - state.totals[state.mover]
        mine = reading(state.bids[state.mover])
        currency = mine[0] if mine else FREE
        bids: list[Bid] = [("bid", *way) for way in ways(state.hands[state.mover], currency, need)]
        return [PASS, *bids]
    if phase == BUILD:
        return builds(tuple(dict.fromkeys(state.building)), state.rows[state.mover])
    if phase == TURN:
        actions = rebuilds(state.rows[state.mover], state.hands[state.mover])
        return [MONEY_, TILES_, *actions] if enough_money(state) else [TILES_, *actions]
    if phase == PICK:
        return [PICKS[card] for card in dict.fromkeys(state.open)]
    if phase == CHOOSE:
        return buys(state)
    if phase == CLAIM:
        return [("claim", tile) for tile in dict.fromkeys(state.quarries[state.builder])]
    return []


def enough_money(state: "Palazzo") -> bool:
    """P9: whether pile and discards together hold the cards to be opened."""
    return len(state.pile) + len(state.discards) > state.seats


def price(state: "Palazzo") -> int:
    """P12: the price of each tile in the supply."""
    return tile_price(len(state.supply))


def tile_price(in_supply: int) -> int:
    """P12: the price of each tile while so many lie in the supply."""
    return max(0, PRICE - in_supply)


def buys(state: "Palazzo") -> list["Action"]:
    """P12: one tile or two from the supply, with every payment that wastes nothing; P13: or the auction."""
    supply = sorted(state.supply)
    actions: list[Action] = [AUCTION]
    for n in range(1, MOST_BOUGHT + 1):
        some = dict.fromkeys(combinations(supply, n))
        paid = ways(state.hands[state.mover], FREE, n * price(state)) if some else ()
        actions += [("buy", tiles, payment) for tiles in some for payment in paid]
    return actions


@lru_cache(maxsize=1 << 12)
def builds(building: tuple[int, ...], row: Row) -> list["Action"]:
    """P21, P22: each of the tiles on top of a palace that ends below its floor, as a new palace, or out."""
    actions: list[Action] = []
    for tile in building:
        spots: tuple[Where, ...] = (*places(row, tile), NEW, OUT)
        actions += [("build", tile, where) for where in spots]
    return actions


def rebuilds(row: Row, hand: Fan) -> list["Rebuild"]:
    """P14: every reconstruction, paid with every card."""
    changes = reconstructions(row)
    if not changes:
        return []
    return [("rebuild", card, *change) for card in dict.fromkeys(cards(hand)) for change in changes]


@lru_cache(maxsize=1 << 12)
def reconstructions(row: Row) -> list["Split | Join | Drop"]:
    """P14, P22: every change that one reconstruction can make."""
    changes: list[Split | Join | Drop] = []
    for at, palace in enumerate(row):
        if len(palace) > 1:
            changes += [("split", at, FLOOR[tile]) for tile in palace]
        else:
            changes += [("join", at, to) for to, other in enumerate(row) if to != at and fits(other, palace[0])]
            changes.append(("drop", at))
    return changes


def allows(state: "Palazzo", action: "Action") -> Illegal | None:
    """None if the rulebook allows the action, wasteful ones too; else the clause and the reason."""
    verb = action[0]
    if verb not in VERBS[state.phase]:
        return text.refuse_phase(state.phase)
    check = CHECKS.get(verb)
    return check(state, *action[1:]) if check else None


def _allows_money(state: "Palazzo") -> Illegal | None:
    return None if enough_money(state) else text.refuse_no_money(state.seats + 1)


def _allows_pick(state: "Palazzo", card: int) -> Illegal | None:
    return None if card in state.open else text.refuse_not_open(card)


def _allows_buy(state: "Palazzo", tiles: tuple[int, ...], paid: tuple[int, ...]) -> Illegal | None:
    for tile in tiles:
        if tiles.count(tile) > state.supply.count(tile):
            return text.refuse_not_in_supply(tile)
    refusal = _allows_cards(state, paid)
    if refusal:
        return refusal
    read = reading(fan(paid))
    if read is None:
        return text.refuse_mixed()
    missing = len(tiles) * price(state) - read[1]
    return text.refuse_missing(len(tiles), price(state), missing) if missing > 0 else None


def _allows_cards(state: "Palazzo", played: tuple[int, ...]) -> Illegal | None:
    for card in played:
        if played.count(card) > count(state.hands[state.mover], card):
            return text.refuse_not_held(card)
    return None


def _allows_bid(state: "Palazzo", *played: int) -> Illegal | None:
    refusal = _allows_cards(state, played)
    if refusal:
        return refusal
    read = reading(fan(played))
    if read is None:
        return text.refuse_mixed()
    committed = reading(state.bids[state.mover])
    assert committed
    if FREE not in (read[0], committed[0]) and read[0] != committed[0]:
        return text.refuse_currency(committed[0])
    total, highest = state.totals[state.mover] + read[1], max(state.totals)
    return text.refuse_low(total, highest) if total <= highest else None


def _allows_claim(state: "Palazzo", tile: int) -> Illegal | None:
    return None if tile in state.quarries[state.builder] else text.refuse_not_on_quarry(tile)


def _allows_build(state: "Palazzo", tile: int, where: "Where") -> Illegal | None:
    if tile not in state.building:
        return text.refuse_not_yours(tile)
    if where in (NEW, OUT):
        return None
    row = state.rows[state.mover]
    assert isinstance(where, int)
    if where >= len(row):
        return text.refuse_no_palace(where, "P21")
    top = row[where][-1]
    return None if FLOOR[top] < FLOOR[tile] else text.refuse_not_on_top(tile, top, fits(row[where], tile))


def _allows_rebuild(state: "Palazzo", card: int, change: "Change", at: int, to: int = 0) -> Illegal | None:
    row = state.rows[state.mover]
    if not state.hands[state.mover]:
        return text.refuse_no_card()
    if not count(state.hands[state.mover], card):
        return text.refuse_not_held(card)
    if at >= len(row):
        return text.refuse_no_palace(at, "P14")
    if change == "split":
        if len(row[at]) == 1:
            return text.refuse_alone_already()
        return None if any(FLOOR[tile] == to for tile in row[at]) else text.refuse_no_floor(to)
    if len(row[at]) > 1:
        return text.refuse_not_single()
    if change == "drop":
        return None
    if to >= len(row):
        return text.refuse_no_palace(to, "P14")
    if to == at:
        return text.refuse_itself()
    return None if fits(row[to], row[at][0]) else text.refuse_same_floor(row[at][0])


CHECKS: Final[dict["Verb", Callable[..., Illegal | None]]] = {
    "money": _allows_money,
    "pick": _allows_pick,
    "buy": _allows_buy,
    "bid": _allows_bid,
    "claim": _allows_claim,
    "build": _allows_build,
    "rebuild": _allows_rebuild,
}


# -- what happens ------------------------------------------------------------------------------------------------------


def money(state: "Palazzo", dealer: Dealer) -> None:
    """P9: open one card more than there are players; the discards are the pile once that is empty."""
    for _ in range(state.seats + 1):
        if not state.pile:
            state.pile, state.discards = state.discards, []
        state.open.append(dealer.draw(state.pile))
    state.phase = PICK


def pick(state: "Palazzo", dealer: Dealer, card: int) -> None:
    """P9: two cards for the active player, then one for each other, clockwise; all of it is seen by everyone."""
    state.open.remove(card)
    state.hands[state.mover] += ONE[card]
    state.known[state.mover] += ONE[card]
    if not state.open:
        end_turn(state)
    elif len(state.open) < state.seats:
        state.mover = (state.mover + 1) % state.seats


def tiles(state: "Palazzo", dealer: Dealer) -> None:
    """P10: one tile to the supply, one to the quarry that its windows count out; P11: riders are laid aside."""
    for nth in range(2):
        tile = dealer.draw(next(stack for stack in state.stacks if stack))
        if tile != RIDER:
            place = state.quarries[(state.builder + WINDOW[tile]) % QUARRIES] if nth else state.supply
            place.append(tile)
            continue
        state.riders += 1
        if state.riders == RIDERS:  # P24
            state.phase, state.mover = OVER, -1
            return
    state.phase = CHOOSE


def buy(state: "Palazzo", dealer: Dealer, bought: tuple[int, ...], paid: tuple[int, ...]) -> None:
    """P12: pay to the discards, and build what was bought."""
    for tile in bought:
        state.supply.remove(tile)
    spend(state, paid)
    state.discards += paid
    state.building, state.phase = list(bought), BUILD


def spend(state: "Palazzo", played: tuple[int, ...]) -> None:
    """Cards leave the hand of the seat to move: those that all have seen go first, so far as anybody can tell."""
    seat = state.mover
    state.hands[seat] -= fan(played)
    for card in played:
        if count(state.known[seat], card):
            state.known[seat] -= ONE[card]


def auction(state: "Palazzo", dealer: Dealer) -> None:
    """P13: the master builder goes on to the next quarry with a tile; P15: the opening bid; P19; P30."""
    quarry = next_quarry(state.quarries, state.builder)
    if quarry is None:
        end_turn(state)
        return
    state.builder = quarry
    if len(state.quarries[quarry]) >= EVERYONE:
        state.claiming, state.phase = True, CLAIM
        return
    state.phase = BID
    state.inside = list(range(state.seats))
    state.totals[state.turn] = OPENING
    state.mover = after(state, state.turn)


def next_quarry(quarries: Sequence[Sequence[int | str]], builder: int) -> int | None:
    """P13: the next quarry with a tile, clockwise from the master builder; his own is the last."""
    for step in range(1, QUARRIES + 1):
        quarry = (builder + step) % QUARRIES
        if quarries[quarry]:
            return quarry
    return None


def after(state: "Palazzo", seat: int) -> int:
    """The next seat that is still in the auction, clockwise."""
    return min(state.inside, key=lambda other: (other - seat - 1) % state.seats)


def bid(state: "Palazzo", dealer: Dealer, *played: int) -> None:
    """P16: cards are added to the bid; P17: they are read by themselves, and make no group with those on the table."""
    seat = state.mover
    spend(state, played)
    read = reading(fan(played))
    assert read
    state.bids[seat] += fan(played)
    state.totals[seat] += read[1]
    state.mover = after(state, seat)


def pass_(state: "Palazzo", dealer: Dealer) -> None:
    """P18: take all cards back and leave; the last one in the auction has won."""
    seat = state.mover
    state.hands[seat] += state.bids[seat]
    state.known[seat] += state.bids[seat]
    state.bids[seat] = state.totals[seat] = 0
    following = after(state, seat)
    state.inside.remove(seat)
    state.mover = following
    if len(state.inside) == 1:
        state.discards += cards(state.bids[following])
        state.bids[following] = state.totals[following] = 0
        state.inside = []
        state.building, state.quarries[state.builder] = state.quarries[state.builder], []
        state.phase = BUILD


def claim(state: "Palazzo", dealer: Dealer, tile: int) -> None:
    """P19: take one tile of the quarry, and build it."""
    state.quarries[state.builder].remove(tile)
    state.building, state.phase = [tile], BUILD


def build(state: "Palazzo", dealer: Dealer, tile: int, where: "Where") -> None:
    """P21: on top of a palace, as a new one, or out of the game."""
    state.building.remove(tile)
    state.rows[state.mover] = built(state.rows[state.mover], tile, where)
    if where == OUT:
        state.gone.append(tile)
    if state.building:
        return
    following = (state.mover + 1) % state.seats
    if state.claiming and following != state.turn:
        state.mover, state.phase = following, CLAIM
        return
    if state.claiming:  # P19: the rest leave the game
        state.gone += state.quarries[state.builder]
        state.quarries[state.builder] = []
    end_turn(state)


def rebuild(state: "Palazzo", dealer: Dealer, card: int, change: "Change", at: int, to: int = 0) -> None:
    """P14: discard a card; set a tile alone, put a single one into another palace, or take it out of the game."""
    spend(state, (card,))
    state.discards.append(card)
    row = state.rows[state.mover]
    if change == "drop":
        state.gone += row[at]
    state.rows[state.mover] = rebuilt(row, change, at, to)
    end_turn(state)


def end_turn(state: "Palazzo") -> None:
    """P20: the left neighbour of the active player is next."""
    state.turn = state.mover = (state.turn + 1) % state.seats
    state.phase, state.claiming = TURN, False


HANDLERS: Final[dict["Verb", Callable[..., None]]] = {
    "money": money,
    "pick": pick,
    "tiles": tiles,
    "buy": buy,
    "auction": auction,
    "bid": bid,
    "pass": pass_,
    "claim": claim,
    "build": build,
    "rebuild": rebuild,
}
