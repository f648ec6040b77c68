"""Action numbers and observations of Palazzo."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pygame_core.i18n import _
from pygame_core.palazzo.card_sets import card_set, currency_and_value
from pygame_core.palazzo.components import (
    AUCTION_ACTION,
    BID_PHASE,
    BUILD_PHASE,
    CHOOSE_PHASE,
    CLAIM_PHASE,
    FLOORS,
    IDS,
    MONEY_ACTION,
    MONEY_IDS,
    NAMES,
    OVER_PHASE,
    PASS_ACTION,
    PICK_ACTIONS,
    PICK_PHASE,
    QUARRY_COUNT,
    SEAT_COUNTS,
    TILE_FLOOR,
    TILE_IDS,
    TILE_MATERIAL,
    TILE_WINDOWS,
    TILES_ACTION,
    TURN_PHASE,
)
from pygame_core.palazzo.palace_row import NEW_PALACE, OUT_OF_GAME
from pygame_core.rl.encoder import (
    Encoder,
    Observation,
    blank_cells,
    cells_to_observation,
    observing_seat,
    seats_in_turn_order,
)
from pygame_core.state import Action, Illegal

if TYPE_CHECKING:
    from array import array

    from pygame_core.palazzo.types import View

MOST_SEATS = SEAT_COUNTS[-1]
PALACES = range(12)
"""The palaces of a seat that have numbers."""
BUY_SLOTS = 512
BID_SLOTS = 128
LENGTH_LIMIT = 4000
"""The number of actions after which a game is cut short."""
PHASES = (TURN_PHASE, PICK_PHASE, CHOOSE_PHASE, BID_PHASE, CLAIM_PHASE, BUILD_PHASE, OVER_PHASE)
FIRST_TILE = TILE_IDS[0]


def _list_rebuilds() -> Iterator[Action]:
    """Yield every reconstruction of the palaces that have numbers (P14), by card."""
    for card in MONEY_IDS:
        yield from (("rebuild", card, "split", at, floor) for at in PALACES for floor in FLOORS)
        yield from (("rebuild", card, "join", at, to) for at in PALACES for to in PALACES)
        yield from (("rebuild", card, "drop", at) for at in PALACES)


def _list_names() -> Iterator[str]:
    """Yield the name of each entry of an observation."""
    cards, tiles = [NAMES[card] for card in MONEY_IDS], [NAMES[tile] for tile in TILE_IDS]
    seats, quarries = range(MOST_SEATS), range(QUARRY_COUNT)
    yield from (f"hand.{card}" for card in cards)
    yield from (f"hands.{seat}" for seat in seats[1:])
    yield from (f"money.{card}" for card in cards)
    yield from (f"discards.{card}" for card in cards)
    yield from ("stacks.0", "stacks.1", "stacks.2", "pile", "riders")
    yield from (f"supply.{tile}" for tile in tiles)
    yield from (f"quarries.{quarry}.{tile}" for quarry in quarries for tile in tiles)
    yield from (f"builder.{quarry}" for quarry in quarries)
    yield from (f"inside.{seat}" for seat in seats)
    yield from (f"bids.{seat}.{card}" for seat in seats for card in cards)
    yield from (f"totals.{seat}" for seat in seats)
    yield from (f"building.{tile}" for tile in tiles)
    yield "claiming"
    for seat in seats:
        for palace in PALACES:
            for floor in FLOORS:
                yield from (f"palaces.{seat}.{palace}.{floor}.{fact}" for fact in ("material", "windows"))
    yield from (f"phase.{phase}" for phase in PHASES)
    yield from (f"points.{seat}" for seat in seats)


_NAMES = tuple(_list_names())
_HANDS, _MONEY, _DISCARDS = (_NAMES.index(name) for name in ("hands.1", "money.r3", "discards.r3"))
_STACKS, _SUPPLY, _QUARRIES = (_NAMES.index(name) for name in ("stacks.0", "supply.brick-1-1", "quarries.0.brick-1-1"))
_BUILDER, _INSIDE, _BIDS, _TOTALS = (_NAMES.index(name) for name in ("builder.0", "inside.0", "bids.0.r3", "totals.0"))
_BUILDING, _CLAIMING, _PALACES = (
    _NAMES.index(name) for name in ("building.brick-1-1", "claiming", "palaces.0.0.1.material")
)
_PHASE = {phase: _NAMES.index(f"phase.{phase}") for phase in PHASES}
_POINTS = _NAMES.index("points.0")
_FLOOR_WIDTH = 2
_PALACE_WIDTH = _FLOOR_WIDTH * len(FLOORS)
_ROW_WIDTH = _PALACE_WIDTH * len(PALACES)
_FLOOR_CELLS = {
    NAMES[tile]: ((TILE_FLOOR[tile] - 1) * _FLOOR_WIDTH, TILE_MATERIAL[tile] + 1, TILE_WINDOWS[tile])
    for tile in TILE_IDS
}
"""By tile, the place of its floor in a palace, its material from 1, and its windows."""


@lru_cache(maxsize=1 << 16)
def _payment_order(paid: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Return a sort key of cards played together: the cheapest first, then those with fewer cards."""
    read = currency_and_value(card_set(paid))
    assert read
    return read[1], len(paid), paid


def _buy_order(action: Action) -> tuple[int, tuple[int, ...], tuple[int, int, tuple[int, ...]]]:
    """Return the sort key of a purchase: single tiles first, then by tile, then the least waste."""
    return len(action[1]), action[1], _payment_order(action[2])


def _bid_order(action: Action) -> tuple[int, int, tuple[int, ...]]:
    """Return the sort key of a bid: the cheapest first."""
    return _payment_order(action[1:])


class PalazzoEncoder(Encoder):
    """Numbers: money, tiles, auction, pass, 16 picks, 45 claims, 630 builds, 3,456 reconstructions, and slots.

    Builds are by tile on 12 palaces, as a new one, or out of the game. Reconstructions are by card: 12 palaces × 5
    floors to split, 12 × 12 to join, 12 to drop. Payments have no short list, so the last 512 numbers are slots of
    purchases, by tiles and then with the least waste, and the 128 before the end are slots of bids, the cheapest first.
    What a slot means depends on the position, but only on the view of the seat to move. Actions beyond a limit have no
    number; money or tiles, the auction, the pass, or a tile out of the game always remain.

    Observations: the own hand, the sizes of the others' hands, open money, discards, stacks, tiles by place, the
    auction, 12 palaces of each seat by floor (material from 1, and windows), the kind of decision, and points.
    """

    game = "palazzo"
    actions: ClassVar[Sequence[Action]] = (
        MONEY_ACTION,
        TILES_ACTION,
        AUCTION_ACTION,
        PASS_ACTION,
        *PICK_ACTIONS,
        *(("claim", tile) for tile in TILE_IDS),
        *(("build", tile, where) for tile in TILE_IDS for where in (*PALACES, NEW_PALACE, OUT_OF_GAME)),
        *_list_rebuilds(),
    )
    first_buy_slot = len(actions)
    first_bid_slot = first_buy_slot + BUY_SLOTS
    action_count = first_bid_slot + BID_SLOTS
    observation_names = _NAMES

    def number_actions(self, legal: Sequence[Action]) -> list[int]:
        numbers: list[int] = []
        fixed = self._fixed_numbers
        buys = bids = 0
        for action in legal:
            number = fixed.get(action)
            if number is not None:
                numbers.append(number)
            elif action[0] == "buy":
                buys += 1
            elif action[0] == "bid":
                bids += 1
        numbers += range(self.first_buy_slot, self.first_buy_slot + min(buys, BUY_SLOTS))
        numbers += range(self.first_bid_slot, self.first_bid_slot + min(bids, BID_SLOTS))
        return numbers

    def find_action(self, number: int, legal: Sequence[Action]) -> Action:
        if self.require_number(number) < self.first_buy_slot:
            return self.actions[number]
        slot, ordered = (
            (number - self.first_buy_slot, _sorted_buys(legal))
            if number < self.first_bid_slot
            else (number - self.first_bid_slot, _sorted_bids(legal))
        )
        if slot >= len(ordered):
            raise Illegal(None, _("This number has no action here. Use one that the mask allows."))
        return ordered[slot]

    def find_number(self, action: Action, legal: Sequence[Action]) -> int | None:
        if action[0] == "buy":
            ordered, first, slots = _sorted_buys(legal), self.first_buy_slot, BUY_SLOTS
        elif action[0] == "bid":
            ordered, first, slots = _sorted_bids(legal), self.first_bid_slot, BID_SLOTS
        else:
            return super().find_number(action, legal)
        return first + ordered.index(action) if action in ordered[:slots] else None

    def observe(self, view: "View") -> Observation:
        seat = observing_seat(view)
        order = seats_in_turn_order(seat, view["seats"])
        hands = view["hands"]
        own = hands[seat]
        assert not isinstance(own, int)
        cells = blank_cells(len(_NAMES))
        _count_components(cells, 0, own)
        for at, other in enumerate(order[1:], _HANDS):
            hand = hands[other]
            cells[at] = hand if isinstance(hand, int) else len(hand)
        _count_components(cells, _MONEY, view["money"])
        _count_components(cells, _DISCARDS, view["discards"])
        for at, count in enumerate((*view["stacks"], view["pile"], view["riders"]), _STACKS):
            cells[at] = count
        _count_components(cells, _SUPPLY - FIRST_TILE, view["supply"])
        for n, quarry in enumerate(view["quarries"]):
            _count_components(cells, _QUARRIES + n * len(TILE_IDS) - FIRST_TILE, quarry)
        cells[_BUILDER + view["builder"]] = 1
        _count_components(cells, _BUILDING - FIRST_TILE, view["building"])
        cells[_CLAIMING] = view["claiming"]
        cells[_PHASE[view["phase"]]] = 1
        for n, other in enumerate(order):
            cells[_INSIDE + n] = other in view["inside"]
            _count_components(cells, _BIDS + n * len(MONEY_IDS), view["bids"][other])
            cells[_TOTALS + n] = view["totals"][other]
            cells[_POINTS + n] = view["points"][other]
            for at, palace in zip(PALACES, view["palaces"][other], strict=False):
                base = _PALACES + n * _ROW_WIDTH + at * _PALACE_WIDTH
                for tile in palace:
                    floor, material, windows = _FLOOR_CELLS[tile]
                    cells[base + floor] = material
                    cells[base + floor + 1] = windows
        return cells_to_observation(cells)

    def max_game_length(self, seats: int) -> int:
        """Return the number of actions after which a game is cut short. The rules set no limit.

        Only draws of tiles bring the end (P24), and nobody has to draw. Picking money (P9) fills the hands, and each
        reconstruction (P14) returns a card to the discards, from which money comes again. Splitting a tile and joining
        it again leaves every palace as it was. So seats can go on for ever. Random games take about a quarter of this
        number.
        """
        return LENGTH_LIMIT


def _sorted_buys(legal: Iterable[Action]) -> list[Action]:
    """Return the purchases among legal actions in the order of their slots."""
    return sorted([action for action in legal if action[0] == "buy"], key=_buy_order)


def _sorted_bids(legal: Iterable[Action]) -> list[Action]:
    """Return the bids among legal actions in the order of their slots."""
    return sorted([action for action in legal if action[0] == "bid"], key=_bid_order)


def _count_components(cells: "array[int]", first: int, names: Iterable[str]) -> None:
    """Count cards or tiles in cells. `first` is the place of the id 0."""
    for name in names:
        cells[first + IDS[name]] += 1
