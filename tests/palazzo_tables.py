"""Small positions of Palazzo in notation, and all its components."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from tables import play_scripted

from pygame_core.palazzo.card_sets import CardSet, card_ids, card_set
from pygame_core.palazzo.components import (
    ALL_MONEY_CARDS,
    IDS,
    NAMES,
    QUARRY_COUNT,
    RIDER,
    RIDER_COUNT,
    TILES_BY_STACK,
)
from pygame_core.palazzo.score import Palace
from pygame_core.palazzo.state import Palazzo
from pygame_core.palazzo.types import Phase

ALL_CARDS_AND_TILES = sorted(ALL_MONEY_CARDS), sorted([*chain(*TILES_BY_STACK), *[RIDER] * RIDER_COUNT])
"""All 55 money cards, and all 48 tiles with the 5 riders, as `all_cards_and_tiles` lists them."""


def palazzo_ids(names: str) -> list[int]:
    """Return the ids of cards or tiles in notation."""
    return [IDS[name] for name in names.split()]


def palazzo_names(cards: Iterable[int]) -> str:
    """Return the notation of cards or tiles by their ids."""
    return " ".join(NAMES[card] for card in cards)


def hand_notation(state: Palazzo, seat: int) -> str:
    """Return the money of a seat, in notation."""
    return palazzo_names(card_ids(state.hands[seat]))


def palaces_notation(state: Palazzo, seat: int = 0) -> str:
    """Return the palaces of a seat, in notation, with ` | ` between them."""
    return " | ".join(palazzo_names(palace) for palace in state.rows[seat])


def parse_palaces(row: str) -> tuple[Palace, ...]:
    """Return a row of palaces from notation, with `|` between them."""
    return tuple(tuple(palazzo_ids(palace)) for palace in row.split("|") if palace.strip())


def palazzo_table(
    hands: Sequence[str] = (),
    *,
    seats: int = 3,
    phase: Phase = "turn",
    supply: str = "",
    quarries: Sequence[str] = (),
    builder: int = 0,
    rows: Sequence[str] = (),
    building: str = "",
    money: str = "",
    pile: str | None = None,
    discards: str = "",
    stacks: Sequence[str] | None = None,
    riders: int = 0,
    gone: str = "",
    bids: Sequence[str] = (),
    totals: Sequence[int] = (),
    known: Sequence[str] = (),
) -> Palazzo:
    """Return a position with seat 0 to move.

    All other components are in the pile and in the stacks, unless `pile` and `stacks` are given. `hands`, `rows`,
    `bids`, `totals` and `known` are by seat; seats without an entry have none. If a kind of tile exists twice, the
    table uses the copy of the earlier stack. In an auction, no seat has passed yet.
    """
    state = Palazzo()
    state.seats, state.starting_seat, state.turn, state.mover, state.phase = seats, 0, 0, 0, phase
    state.hands, state.bids, state.seen_cards = (_card_sets(held, seats) for held in (hands, bids, known))
    state.bid_totals = [*totals, *[0] * (seats - len(totals))]
    state.bidders = list(range(seats)) if phase == "bid" else []
    state.open_money, state.discards = palazzo_ids(money), palazzo_ids(discards)
    state.supply, state.tiles_to_build, state.removed_tiles = (
        palazzo_ids(supply),
        palazzo_ids(building),
        palazzo_ids(gone),
    )
    state.quarries = [palazzo_ids(tiles) for tiles in quarries] + [[] for _ in range(QUARRY_COUNT - len(quarries))]
    state.master_builder, state.drawn_riders, state.claiming = builder, riders, phase == "claim"
    state.rows = [parse_palaces(row) for row in rows] + [()] * (seats - len(rows))
    held = chain.from_iterable(card_ids(held) for held in (*state.hands, *state.bids))
    state.pile = (
        _remaining_pile(ALL_MONEY_CARDS, Counter([*held, *state.open_money, *state.discards]))
        if pile is None
        else palazzo_ids(pile)
    )
    out = Counter(
        [
            *state.supply,
            *state.tiles_to_build,
            *state.removed_tiles,
            *chain(*state.quarries),
            *chain(*chain(*state.rows)),
        ]
    )
    state.stacks = [_remaining_pile(stack, out) for stack in TILES_BY_STACK]
    state.stacks[-1] += [RIDER] * (RIDER_COUNT - riders)
    if stacks is not None:
        state.stacks = [palazzo_ids(stack) for stack in stacks]
    return state


def _card_sets(held: Sequence[str], seats: int) -> list[CardSet]:
    return [card_set(palazzo_ids(cards)) for cards in held] + [0] * (seats - len(held))


def _remaining_pile(whole: Iterable[int], out: Counter[int]) -> list[int]:
    """Return the rest of a pile without these components, and remove them from `out`."""
    left = []
    for card in whole:
        if out[card] > 0:
            out[card] -= 1
        else:
            left.append(card)
    return left


def auction_table(hands: Sequence[str], tiles: str = "brick-1-2", **position: Any) -> Palazzo:
    """Return an auction of these tiles that seat 0 has opened with 3. Seat 1 is to move."""
    state = palazzo_table(hands, phase="choose", quarries=["", tiles], **position)
    play_scripted(state, "auction")
    return state


def all_cards_and_tiles(state: Palazzo) -> tuple[list[int], list[int]]:
    """Return all money, and all tiles and riders, in any place, sorted."""
    money = [*state.pile, *state.open_money, *state.discards]
    for held in state.hands:
        money += card_ids(held)
    for bid in state.bids:
        money += card_ids(bid)
    tiles = [*state.supply, *state.tiles_to_build, *state.removed_tiles, *[RIDER] * state.drawn_riders]
    for lying in (*state.stacks, *state.quarries, *chain.from_iterable(state.rows)):
        tiles += lying
    return sorted(money), sorted(tiles)
