"""A position of Alhambra, its views, its events and its notation. The rules are in `rules.py`."""

from collections.abc import Sequence
from itertools import chain, takewhile
from operator import getitem
from typing import TYPE_CHECKING, Self, cast

from pygame_core import money
from pygame_core.alhambra import rules, score, sentences
from pygame_core.alhambra.components import (
    ALL_BUILDINGS,
    BUILDING_IDS,
    BUILDING_PRICE,
    CARD_CURRENCY,
    CARD_VALUE,
    DIRK_BUILDINGS,
    EMPTY,
    IDS,
    MONEY_IDS,
    NAMES,
    OPEN_PLACES,
    PASS_ACTION,
    PURSE_BY_CARD,
    SCORING_A,
    SCORING_B,
    SEAT_COUNTS,
    STARTING_CAPITAL,
    money_deck,
)
from pygame_core.dealer import Dealer
from pygame_core.state import Illegal, JsonAction, Options, Seat, State

if TYPE_CHECKING:
    from pygame_core.alhambra.types import (
        Action,
        Event,
        Hand,
        Leftover,
        Scoring,
        ScoringResult,
        Setup,
        TakeAction,
        View,
    )
    from pygame_core.state import ExtraResult

__all__ = ["Alhambra"]

# For `sample`, by card id: the number in the box, by seats (plus one entry for EMPTY, -1); and runs of 0 to 3 of each.
CARD_COUNTS_BY_SEATS = {
    seats: [
        *(money_deck(seats).count(card) for card in MONEY_IDS),
        *(ALL_BUILDINGS.count(card) for card in BUILDING_IDS),
        0,
    ]
    for seats in SEAT_COUNTS
}
CARD_RUNS = tuple(tuple((card,) * n for n in range(4)) for card in (*MONEY_IDS, *BUILDING_IDS))


class Alhambra(State["View", "Event"]):
    """A position. Cards are ids of `components.py`, and -1 is no card.

    Owners are the seats and, with two players, Dirk after them.
    """

    __slots__ = (
        "buildings",
        "discards",
        "display",
        "exact_purchases",
        "leftovers",
        "money_drawn",
        "pile",
        "pile_size",
        "points",
        "purses",
        "scorings",
        "seats",
        "starting_seat",
        "supply",
        "turn",
        "yard",
    )
    seats: int
    starting_seat: int  # A7
    turn: int  # the seat to move; -1 when the game is over
    exact_purchases: int  # A13: exact purchases so far in this turn
    yard: list[int]  # A4: a building id for each of the four places
    display: list[int]  # A8: open money cards
    purses: list[int]  # seat * 4 + currency: a purse of `money.py`
    discards: list[int]  # A12, a bag
    pile: list[int]  # money cards face down, a bag
    pile_size: int  # money cards in the pile at the start; it determines the possible places of the scoring cards
    money_drawn: int  # money cards drawn since the start
    supply: list[int]  # buildings face down, a bag
    buildings: list[list[int]]  # A15, A26: bags by owner
    scorings: list[tuple[str, tuple[score.TypeCounts, ...]]]  # scorings so far: letter, counts by owner
    points: list[int]  # by owner
    leftovers: list[tuple[int, int, int]]  # A23: place, building, seat (-1: nobody)

    game = "alhambra"
    rules_version = 1
    seat_counts = SEAT_COUNTS
    names_by_id = NAMES
    ids_by_name = IDS
    action_words = ("take", "buy", "pass", "keep", "give")
    action_numbers = range(32)  # of places
    bag_slots = ("buildings", "discards", "pile", "supply")

    # -- playing ---------------------------------------------------------------------------------------------------

    @classmethod
    def deal(cls, seats: int, dealer: Dealer, options: Options | None = None) -> Self:
        """Return a new game: yard, capital, starting player and open money; with two players Dirk and less money."""
        state = cls()
        owners = seats + (seats == 2)
        state.seats = seats
        state.supply = list(ALL_BUILDINGS)
        state.yard = [dealer.draw(state.supply) for _ in range(OPEN_PLACES)]  # A5
        state.buildings = [[] for _ in range(owners)]
        if seats == 2:
            state.buildings[2] = [dealer.draw(state.supply) for _ in range(DIRK_BUILDINGS)]  # A26
        state.pile = money_deck(seats)  # A25
        state.purses = [0] * (seats * 4)
        capitals = []
        for seat in range(seats):
            capital: list[int] = []
            while sum(CARD_VALUE[card] for card in capital) < STARTING_CAPITAL:  # A6
                card = dealer.draw(state.pile)
                capital.append(card)
                state.purses[seat * 4 + CARD_CURRENCY[card]] += PURSE_BY_CARD[card]
            capitals.append((len(capital), sum(CARD_VALUE[card] for card in capital), seat))
        state.starting_seat = state.turn = min(capitals)[2]  # A7
        state.display = [dealer.draw(state.pile) for _ in range(OPEN_PLACES)]  # A8
        state.pile_size = len(state.pile)
        state.money_drawn = state.exact_purchases = 0
        state.discards, state.scorings, state.leftovers = [], [], []
        state.points = [0] * owners
        return state

    def to_move(self) -> Seat | None:
        return None if self.turn < 0 else self.turn

    def legal(self) -> list["Action"]:
        return rules.legal(self)

    def allows(self, action: "Action") -> Illegal | None:
        return rules.allows(self, action)

    def apply(self, action: "Action", dealer: Dealer) -> None:
        rules.HANDLERS[action[0]](self, dealer, *action[1:])

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.starting_seat = self.starting_seat
        twin.turn = self.turn
        twin.exact_purchases = self.exact_purchases
        twin.yard = self.yard[:]
        twin.display = self.display[:]
        twin.purses = self.purses[:]
        twin.discards = self.discards[:]
        twin.pile = self.pile[:]
        twin.pile_size = self.pile_size
        twin.money_drawn = self.money_drawn
        twin.supply = self.supply[:]
        twin.buildings = [row[:] for row in self.buildings]
        twin.scorings = self.scorings[:]
        twin.points = self.points[:]
        twin.leftovers = self.leftovers[:]
        return twin

    def scores(self) -> list[int]:
        return self.points[: self.seats]

    def places(self) -> list[int]:
        """Return the place of each player. A24, A29: Dirk has none."""
        scores = self.scores()
        return [1 + sum(other > own for other in scores) for own in scores]

    def end(self) -> str | None:
        return "buildings" if self.turn < 0 else None

    def extra_result(self) -> "ExtraResult":
        return {"dirk": self.points[2]} if self.seats == 2 else {}

    def hand_cards(self, seat: Seat) -> list[int]:
        """Return the money cards of a seat, sorted by currency, then value."""
        return [place * 9 + v - 1 for place in range(4) for v in money.purse_values(self.purses[seat * 4 + place])]

    def _hand_size(self, seat: Seat) -> int:
        return sum(len(money.purse_values(purse)) for purse in self.purses[seat * 4 : seat * 4 + 4])

    # -- views -----------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None, memory: bool = False) -> "View":
        """Return everything that a seat may know.

        A30: hands and the order of piles are secret. A23: hands open at the end.

        `hands` has the cards of an open hand, or the number of cards of a secret one. `money` is the display. `pile`
        and `supply` are the numbers of face-down money cards and buildings. `exact` is the number of exact purchases of
        this turn. `scorings` are letters with the counts by owner and type.
        """
        name = NAMES.__getitem__
        is_open = memory or self.turn < 0
        hands: list[Hand] = [
            [name(card) for card in self.hand_cards(other)] if is_open or other == seat else self._hand_size(other)
            for other in range(self.seats)
        ]
        return {
            "game": "alhambra",
            "rules": type(self).rules_version,
            "seats": self.seats,
            "seat": seat,
            "memory": memory,
            "to_move": self.to_move(),
            "first": self.starting_seat,
            "exact": self.exact_purchases,
            "yard": [None if building == EMPTY else name(building) for building in self.yard],
            "money": [name(card) for card in self.display],
            "hands": hands,
            "discards": [name(card) for card in sorted(self.discards)],
            "pile": len(self.pile),
            "pile_size": self.pile_size,
            "drawn": self.money_drawn,
            "supply": len(self.supply),
            "buildings": [[name(building) for building in sorted(row)] for row in self.buildings],
            "scorings": [
                cast("Scoring", [letter, [list(of_owner) for of_owner in held]]) for letter, held in self.scorings
            ],
            "points": self.points[:],
            "leftovers": [
                cast("Leftover", [place, name(building), None if winner == EMPTY else winner])
                for place, building, winner in self.leftovers
            ],
        }

    @classmethod
    def sample(cls, view: "View", dealer: Dealer) -> Self:
        state = cls()
        seats = state.seats = view["seats"]
        state.starting_seat = view["first"]
        state.turn = EMPTY if view["to_move"] is None else view["to_move"]
        state.exact_purchases = view["exact"]
        state.yard = [EMPTY if building is None else IDS[building] for building in view["yard"]]
        state.display = [IDS[card] for card in view["money"]]
        state.discards = [IDS[card] for card in view["discards"]]
        state.pile_size, state.money_drawn = view["pile_size"], view["drawn"]
        state.buildings = [[IDS[building] for building in row] for row in view["buildings"]]
        state.scorings = [(letter, tuple(tuple(of_owner) for of_owner in held)) for letter, held in view["scorings"]]
        state.points = view["points"][:]
        state.leftovers = [
            (place, IDS[building], EMPTY if winner is None else winner) for place, building, winner in view["leftovers"]
        ]
        nobodys = (building for _, building, winner in state.leftovers if winner == EMPTY)
        hands = [hand if isinstance(hand, int) else [IDS[card] for card in hand] for hand in view["hands"]]
        left = CARD_COUNTS_BY_SEATS[seats][:]
        for seen in (state.yard, nobodys, *state.buildings, state.display, state.discards, *hands):
            if not isinstance(seen, int):
                for card in seen:
                    left[card] -= 1
        unseen = list(chain.from_iterable(map(getitem, CARD_RUNS, left)))
        coins = sum(left[: len(MONEY_IDS)])
        state.pile, state.supply = unseen[:coins], unseen[coins:]
        rest = state.pile_size - state.money_drawn
        if rest >= 0 and rest != coins - sum(hand for hand in hands if isinstance(hand, int)):
            raise ValueError("A18: until the pile is used up, it has all the cards that nobody has drawn")
        if rest < 0 and len(state.scorings) < 2:
            raise ValueError("A8: the scoring cards come before the pile is used up")
        state.purses = [0] * (seats * 4)
        for seat, hand in enumerate(hands):
            for card in [dealer.draw(state.pile) for _ in range(hand)] if isinstance(hand, int) else hand:
                state.purses[seat * 4 + CARD_CURRENCY[card]] += PURSE_BY_CARD[card]
        return state

    # -- notation --------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, action: object) -> "Action":
        match action:
            case ["take", *names]:
                take: TakeAction = ("take", *_parse_money_cards(names))
                return take
            case ["buy", int(place), [*names], ("keep" | "give") as whose] if (
                type(place) is int and 0 <= place < OPEN_PLACES
            ):
                return ("buy", place, _parse_money_cards(names), whose)
            case ["pass"]:
                return PASS_ACTION
        raise sentences.refuse_malformed_action()

    @classmethod
    def action_to_json(cls, action: "Action") -> JsonAction:
        if action[0] == "take":
            return ["take", *(NAMES[card] for card in action[1:])]
        if action[0] == "buy":
            return ["buy", action[1], [NAMES[card] for card in action[2]], action[3]]
        return ["pass"]

    @classmethod
    def revealed_cards(cls, action: JsonAction) -> list[str]:
        return list(action[2]) if action[0] == "buy" else []

    def setup_from_draws(self, draws: Sequence[int]) -> "Setup":
        named = [NAMES[card] for card in draws]
        dirk = OPEN_PLACES + DIRK_BUILDINGS if self.seats == 2 else OPEN_PLACES
        capital: list[list[str]] = [[] for _ in range(self.seats)]
        rest = list(draws[dirk:-OPEN_PLACES])[::-1]
        for hand in capital:
            paid = 0
            while paid < STARTING_CAPITAL:
                card = rest.pop()
                paid += CARD_VALUE[card]
                hand.append(NAMES[card])
        setup: Setup = {"capital": capital, "money": named[-OPEN_PLACES:], "yard": named[:OPEN_PLACES]}
        if self.seats == 2:
            setup["dirk"] = named[OPEN_PLACES:dirk]
        return setup

    @classmethod
    def draws_from_setup(cls, setup: object, seats: int) -> list[int]:
        match setup:
            case {"capital": [*capital], "money": [*display], "yard": [*yard], "dirk": [*dirk], **other} if seats == 2:
                pass
            case {"capital": [*capital], "money": [*display], "yard": [*yard], **other} if seats > 2:
                dirk = []
            case _:
                raise sentences.refuse_malformed_setup()
        hands = [card for hand in capital if isinstance(hand, list) for card in hand]
        draws = [IDS.get(name, -1) if isinstance(name, str) else -1 for name in [*yard, *dirk, *hands, *display]]
        if other or len(capital) != seats or -1 in draws or not all(isinstance(hand, list) for hand in capital):
            raise sentences.refuse_malformed_setup()
        return draws

    def event(self, before: Self, action: "Action", draws: Sequence[int]) -> "Event":
        """Return an action as an entry of the log.

        All have `verb` and `cards`. A purchase has `place`, `building`, `give`, and `over`, the amount paid too much.
        `ends` says whether the turn ends. `scorings` are `[letter, points by owner]`, and `dirk` is what he was given
        after A or B. `leftovers` are those of A23. `refilled` are new buildings, and `revealed` is new money.
        """
        given = {}
        for card in (SCORING_A, SCORING_B):
            if card in draws:
                after = draws[draws.index(card) + 1 :]
                given[NAMES[card]] = [NAMES[c] for c in takewhile(BUILDING_IDS.__contains__, after)]
        fact: Event = {
            "verb": action[0],
            "cards": [],
            "ends": self.turn != before.turn or self.exact_purchases == 0,
            "refilled": [NAMES[card] for card in takewhile(BUILDING_IDS.__contains__, draws)],
            "revealed": [NAMES[card] for card in draws if card in MONEY_IDS],
            "dirk": given,
            "scorings": [
                cast("ScoringResult", [letter, [sum(points) for points in score.scoring_points(letter, held)]])
                for letter, held in self.scorings[len(before.scorings) :]
            ],
            "leftovers": [
                {"place": place, "building": NAMES[building], "winner": None if winner == EMPTY else winner}
                for place, building, winner in self.leftovers
            ],
        }
        if action[0] == "take":
            fact["cards"] = [NAMES[card] for card in action[1:]]
        elif action[0] == "buy":
            _, place, cards, whose = action
            building = before.yard[place]
            paid = sum(CARD_VALUE[card] for card in cards)
            fact |= {
                "cards": [NAMES[card] for card in cards],
                "place": place,
                "building": NAMES[building],
                "give": whose == "give",
                "over": paid - BUILDING_PRICE[building],
            }
        return fact


def _parse_money_cards(names: Sequence[object]) -> tuple[int, ...]:
    """Return the ids of an action's money cards: at least one, known, and in order."""
    cards = [IDS.get(name, -1) if isinstance(name, str) else -1 for name in names]
    if not cards or cards != sorted(cards) or cards[0] < 0 or cards[-1] not in MONEY_IDS:
        raise sentences.refuse_malformed_action()
    return tuple(cards)
