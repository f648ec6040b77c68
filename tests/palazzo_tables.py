"""Tables to test Palazzo at: small positions in notation, and all that is in the box, wherever it is."""

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
    """Cards or tiles in notation as ids."""
    return [IDS[name] for name in names.split()]


def palazzo_names(cards: Iterable[int]) -> str:
    """The other way round."""
    return " ".join(NAMES[card] for card in cards)


def hand_notation(state: Palazzo, seat: int) -> str:
    """The money that a seat holds, in notation."""
    return palazzo_names(card_ids(state.hands[seat]))


def palaces_notation(state: Palazzo, seat: int = 0) -> str:
    """The palaces of a seat, in notation, with ` | ` between them."""
    return " | ".join(palazzo_names(palace) for palace in state.rows[seat])


def parse_palaces(row: str) -> tuple[Palace, ...]:
    """A row of palaces from notation; `|` stands between them."""
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
    """A position with seat 0 to move. What is not laid out lies in `pile` and `stacks`, unless they are named.

    `hands`, `rows`, `bids`, `totals` and `known` go by seat; who is left out has none. Of a kind of tile that is
    there twice the copy of the earlier stack is the one laid out. In an auction everybody is still in it.
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
    """What is left of a pile when these are taken out; they are struck off then."""
    left = []
    for card in whole:
        if out[card] > 0:
            out[card] -= 1
        else:
            left.append(card)
    return left


def auction_table(hands: Sequence[str], tiles: str = "brick-1-2", **position: Any) -> Palazzo:
    """Seat 0 has opened an auction of these tiles with 3; seat 1 is to move."""
    state = palazzo_table(hands, phase="choose", quarries=["", tiles], **position)
    play_scripted(state, "auction")
    return state


def all_cards_and_tiles(state: Palazzo) -> tuple[list[int], list[int]]:
    """All money, and all tiles and riders, wherever they are, sorted."""
    money = [*state.pile, *state.open_money, *state.discards]
    for held in state.hands:
        money += card_ids(held)
    for bid in state.bids:
        money += card_ids(bid)
    tiles = [*state.supply, *state.tiles_to_build, *state.removed_tiles, *[RIDER] * state.drawn_riders]
    for lying in (*state.stacks, *state.quarries, *chain.from_iterable(state.rows)):
        tiles += lying
    return sorted(money), sorted(tiles)
