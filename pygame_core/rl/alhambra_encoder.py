"""Action numbers and observations of Alhambra: The Card Game."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, ClassVar

from pygame_core.alhambra.components import (
    ALL_BUILDINGS,
    AWARDS,
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CARD_COPIES,
    CARD_VALUE,
    IDS,
    MONEY_IDS,
    NAMES,
    OPEN_PLACES,
    PASS_ACTION,
    SEAT_COUNTS,
    SMALL_CHANGE_LIMIT,
    STARTING_CAPITAL,
    money_deck,
)
from pygame_core.rl.encoder import (
    Encoder,
    Observation,
    blank_cells,
    cells_to_observation,
    observing_seat,
    seats_in_turn_order,
)
from pygame_core.state import Action

if TYPE_CHECKING:
    from pygame_core.alhambra.types import View

CARD_VALUES = range(1, 10)
PRICES = range(min(BUILDING_PRICE.values()), max(BUILDING_PRICE.values()) + 1)
MOST_SEATS = SEAT_COUNTS[-1]


def _card_multisets(cards: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of so many of these cards, with as many copies of each as the box has."""
    for some in combinations_with_replacement(cards, size):
        if max(map(some.count, some)) <= CARD_COPIES:
            yield some


def _small_change() -> Iterator[tuple[int, ...]]:
    """Yield every choice of two or more cards with a total of five or less (A10)."""
    small = [card for card in MONEY_IDS if CARD_VALUE[card] < SMALL_CHANGE_LIMIT]
    for size in range(2, SMALL_CHANGE_LIMIT):
        for some in _card_multisets(small, size):
            if sum(CARD_VALUE[card] for card in some) <= SMALL_CHANGE_LIMIT:
                yield some


def needs_every_card(values: Sequence[int], price: int) -> bool:
    """Return True if the values pay a price, but no longer do so without the lowest of them."""
    return sum(values) - min(values) < price <= sum(values)


def _payments() -> Iterator[tuple[int, ...]]:
    """Yield the values of every payment that needs all of its cards for the price of some building (A11)."""
    for counts in product(range(CARD_COPIES + 1), repeat=len(CARD_VALUES)):
        values = [value for value, count in zip(CARD_VALUES, counts, strict=True) for _ in range(count)]
        if values and any(needs_every_card(values, price) for price in PRICES):
            yield tuple(values)


PAYMENTS = sorted(_payments(), key=lambda values: (len(values), values))
"""The 288 payments in one currency, as ascending values: those with fewer cards first."""


def _list_names() -> Iterator[str]:
    """Yield the name of each entry of an observation."""
    cards = [NAMES[card] for card in MONEY_IDS]
    yield from (f"hand.{card}" for card in cards)
    yield from (f"hands.{seat}" for seat in range(1, MOST_SEATS))
    yield from (f"money.{card}" for card in cards)
    yield from (f"discards.{card}" for card in cards)
    yield from (f"yard.{place}.{kind}" for place in range(OPEN_PLACES) for kind in (*BUILDING_TYPES, "price"))
    yield from (f"buildings.{owner}.{kind}" for owner in range(MOST_SEATS) for kind in BUILDING_TYPES)
    yield from (f"points.{owner}" for owner in range(MOST_SEATS))
    yield from ("pile", "pile_size", "drawn", "supply", "exact")
    yield from (f"scoring.{letter}" for letter in AWARDS)


_NAMES = tuple(_list_names())
_HANDS, _MONEY, _DISCARDS = _NAMES.index("hands.1"), _NAMES.index("money.y1"), _NAMES.index("discards.y1")
_YARD, _BUILDINGS = _NAMES.index("yard.0.pavilion"), _NAMES.index("buildings.0.pavilion")
_POINTS, _PILE, _SCORING = _NAMES.index("points.0"), _NAMES.index("pile"), _NAMES.index("scoring.A")
_YARD_WIDTH = len(BUILDING_TYPES) + 1


class AlhambraEncoder(Encoder):
    """Numbers: 36 take one card, 335 take several, 4 places × 288 payments × keep and give, and the pass.

    Observations: the own hand, the sizes of the others' hands, open money, discards, the yard (type and price of each
    place), buildings by owner and type, points by owner, counts, and the next scoring. With two seats, Dirk is the
    third owner.
    """

    game = "alhambra"
    actions: ClassVar[Sequence[Action]] = (
        *(("take", card) for card in MONEY_IDS),
        *(("take", *some) for some in _small_change()),
        *(
            ("buy", place, tuple(place * 9 + value - 1 for value in values), whose)
            for place in range(OPEN_PLACES)
            for values in PAYMENTS
            for whose in ("keep", "give")
        ),
        PASS_ACTION,
    )
    action_count = len(actions)
    observation_names = _NAMES

    def observe(self, view: "View") -> Observation:
        seat, seats = observing_seat(view), view["seats"]
        cells = blank_cells(len(_NAMES))
        hands = view["hands"]
        order = seats_in_turn_order(seat, seats)
        own = hands[seat]
        assert not isinstance(own, int)
        for card in own:
            cells[IDS[card]] += 1
        for at, other in enumerate(order[1:], _HANDS):
            hand = hands[other]
            cells[at] = hand if isinstance(hand, int) else len(hand)
        for card in view["money"]:
            cells[_MONEY + IDS[card]] += 1
        for card in view["discards"]:
            cells[_DISCARDS + IDS[card]] += 1
        for place, building in enumerate(view["yard"]):
            if building is not None:
                at = _YARD + place * _YARD_WIDTH
                cells[at + BUILDING_TYPE[IDS[building]]] = 1
                cells[at + _YARD_WIDTH - 1] = BUILDING_PRICE[IDS[building]]
        buildings, points = view["buildings"], view["points"]
        order += range(seats, len(buildings))  # Dirk
        for n, owner in enumerate(order):
            cells[_POINTS + n] = points[owner]
            at = _BUILDINGS + n * len(BUILDING_TYPES)
            for building in buildings[owner]:
                cells[at + BUILDING_TYPE[IDS[building]]] += 1
        cells[_PILE] = view["pile"]
        cells[_PILE + 1] = view["pile_size"]
        cells[_PILE + 2] = view["drawn"]
        cells[_PILE + 3] = view["supply"]
        cells[_PILE + 4] = view["exact"]
        if len(view["scorings"]) < len(AWARDS):
            cells[_SCORING + len(view["scorings"])] = 1
        return cells_to_observation(cells)

    def max_game_length(self, seats: int) -> int:
        """Return a bound on the number of actions of a game, proven from the rules.

        Each purchase (A11) needs a building, so there are at most 54. A card that is taken (A10) was open, and comes
        back only after a purchase spent it. So the takes are at most the cards in the box, less those dealt as capital,
        plus those spent; a payment that wastes nothing for one price has a largest number of cards. A pass (A14) needs
        an empty display, so all money was in the hands when the turn began. Some seat then has, in each currency, at
        least the mean of the hands, which exceeds every price, and the yard is full. So all seats but this one pass at
        most, and then somebody buys. After an exact purchase in the same turn, one more pass is possible (A13).
        """
        deck = money_deck(seats)
        spent = sum(_most_cards(BUILDING_PRICE[building]) for building in ALL_BUILDINGS)
        purchases = len(ALL_BUILDINGS)
        takes = len(deck) - seats * -(-STARTING_CAPITAL // max(CARD_VALUES)) + spent
        return takes + purchases + (seats - 1) * (purchases + 1) + purchases


@lru_cache
def _most_cards(price: int) -> int:
    """Return the largest number of cards in a payment of a price that needs all of its cards."""
    return max(len(values) for values in PAYMENTS if needs_every_card(values, price))
