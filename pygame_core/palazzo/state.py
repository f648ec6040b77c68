"""A position of Palazzo: its slots, what a seat may know of it, and its notation. The rules are in `rules.py`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from pygame_core.dealer import Dealer
from pygame_core.palazzo import rules, text
from pygame_core.palazzo.box import (
    BANK,
    DEALT,
    FLOOR,
    FLOORS,
    IDS,
    MONEY,
    MOST_BOUGHT,
    NAMES,
    QUARRIES,
    RIDER,
    RIDERS,
    SEATS,
    STACKS,
    TILES,
    WINDOW,
)
from pygame_core.palazzo.fan import ONE, Fan, cards, fan, most
from pygame_core.palazzo.row import NEW, OUT, Row
from pygame_core.palazzo.score import points, score
from pygame_core.state import Illegal, Seat, State

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Action, Auctioned, Bid, Done, Drawn, Event, Phase, Quarried, Setup, View

__all__ = ["Palazzo"]

LONGEST_ROW = len(TILES) + 3  # all tiles


class Palazzo(State):
    """Cards and tiles are ids of `box.py`, hands are fans of `fan.py`. Quarries are numbered clockwise."""

    __slots__ = (
        "bids",
        "builder",
        "building",
        "claiming",
        "discards",
        "first",
        "gone",
        "hands",
        "inside",
        "known",
        "mover",
        "open",
        "phase",
        "pile",
        "quarries",
        "riders",
        "rows",
        "seats",
        "stacks",
        "supply",
        "totals",
        "turn",
    )
    seats: int
    first: int  # P6
    turn: int  # the active player
    mover: int  # the seat to move; -1 when the game is over
    phase: "Phase"  # what it has to decide: a name of rules.py
    hands: list[Fan]
    known: list[Fan]  # P29: what all have seen of each hand, at least
    open: list[int]  # P9: money cards to pick from
    pile: list[int]  # money cards face down, a bag
    discards: list[int]  # a bag
    stacks: list[list[int]]  # P5: stacks I, II and III, bags; the riders are in III
    riders: int  # riders drawn
    supply: list[int]
    quarries: list[list[int]]
    builder: int  # the quarry of the master builder
    inside: list[int]  # P18: seats that are still in the auction
    bids: list[Fan]  # P16: the cards on the table
    totals: list[int]  # and what they are worth, with the opener's 3
    building: list[int]  # P21: tiles that the seat to move has to build
    claiming: bool  # P19: everyone takes a tile
    rows: list[Row]  # palaces by seat
    gone: list[int]  # tiles out of the game, a bag

    game = "palazzo"
    rules = 1
    seat_counts = SEATS
    names = NAMES
    ids = IDS
    words = (
        *("money", "pick", "tiles", "buy", "auction", "bid", "pass", "claim", "build", "rebuild"),
        *("new", "out", "split", "join", "drop"),
    )
    numbers = range(32)  # of palaces and floors
    bags = ("discards", "gone", "pile", "stacks")

    # -- playing ---------------------------------------------------------------------------------------------------

    @classmethod
    def deal(cls, seats: int, dealer: Dealer, options: Mapping[str, Any] | None = None) -> Self:
        """P5, P6: hands, five tiles of stack I, the master builder, the starting player."""
        state = cls()
        state.seats = seats
        state.pile = list(BANK)
        state.hands = [fan([dealer.draw(state.pile) for _ in range(DEALT)]) for _ in range(seats)]
        state.stacks = [list(stack) for stack in STACKS]
        state.stacks[2] += [RIDER] * RIDERS
        state.quarries = [[dealer.draw(state.stacks[0])] for _ in range(QUARRIES)]
        state.supply = [dealer.draw(state.stacks[0])]
        state.builder = dealer.draw(list(range(QUARRIES)))
        first = (options or {}).get("first")
        state.first = dealer.draw(list(range(seats)) if first is None else [first])
        state.turn = state.mover = state.first
        state.phase, state.claiming, state.riders = rules.TURN, False, 0
        state.open, state.discards, state.building, state.gone, state.inside = [], [], [], [], []
        state.known, state.bids, state.totals = [0] * seats, [0] * seats, [0] * seats
        state.rows = [()] * seats
        return state

    def to_move(self) -> Seat | None:
        return None if self.mover < 0 else self.mover

    def legal(self) -> list["Action"]:
        return rules.legal(self)

    def allows(self, action: "Action") -> Illegal | None:
        return rules.allows(self, action)

    def apply(self, action: "Action", dealer: Dealer) -> None:
        rules.HANDLERS[action[0]](self, dealer, *action[1:])

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.first = self.first
        twin.turn = self.turn
        twin.mover = self.mover
        twin.phase = self.phase
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.open = self.open[:]
        twin.pile = self.pile[:]
        twin.discards = self.discards[:]
        twin.stacks = [stack[:] for stack in self.stacks]
        twin.riders = self.riders
        twin.supply = self.supply[:]
        twin.quarries = [quarry[:] for quarry in self.quarries]
        twin.builder = self.builder
        twin.inside = self.inside[:]
        twin.bids = self.bids[:]
        twin.totals = self.totals[:]
        twin.building = self.building[:]
        twin.claiming = self.claiming
        twin.rows = self.rows[:]
        twin.gone = self.gone[:]
        return twin

    def scores(self) -> list[int]:
        return [score(row) for row in self.rows]

    def places(self) -> list[int]:
        """P27: by points, then by the best single bid of the hand."""
        standing = [(points, most(hand)) for points, hand in zip(self.scores(), self.hands, strict=True)]
        return [1 + sum(other > own for other in standing) for own in standing]

    def end(self) -> str | None:
        return "riders" if self.mover < 0 else None

    # -- knowing ---------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None, memory: bool = False) -> "View":
        """P29. Secret are the cards dealt at the start and the order of the piles; all else was seen by everyone.

        `hands` has a list of cards where the hand is open and the number of its cards where it is not; with `memory`
        `known` lists what was seen of each hand, and `gone` the tiles that left the game; without it there is `None`
        for the one and a number for the other. `stacks` and `pile` count what lies face down, `riders` those drawn;
        `phase` is what the seat to move has to decide; `inside`, `bids` and `totals` are the auction's, `building`
        what the seat to move has to build, `claiming` whether everyone takes a tile; `palaces` stand from floor to
        floor, `points` is what they are worth now.
        """
        name = NAMES.__getitem__
        over = self.mover < 0
        hands: list[Any] = [
            [name(card) for card in cards(hand)] if over or other == seat else len(cards(hand))
            for other, hand in enumerate(self.hands)
        ]
        return {
            "game": self.game,
            "rules": type(self).rules,
            "seats": self.seats,
            "seat": seat,
            "memory": memory,
            "to_move": self.to_move(),
            "first": self.first,
            "turn": self.turn,
            "phase": self.phase,
            "hands": hands,
            "known": [[name(card) for card in cards(seen)] for seen in self.known] if memory else None,
            "money": [name(card) for card in self.open],
            "pile": len(self.pile),
            "discards": [name(card) for card in sorted(self.discards)],
            "stacks": [len(stack) for stack in self.stacks],
            "riders": self.riders,
            "supply": [name(tile) for tile in self.supply],
            "quarries": [[name(tile) for tile in quarry] for quarry in self.quarries],
            "builder": self.builder,
            "inside": self.inside[:],
            "bids": [[name(card) for card in cards(bid)] for bid in self.bids],
            "totals": self.totals[:],
            "building": [name(tile) for tile in self.building],
            "claiming": self.claiming,
            "palaces": [[[name(tile) for tile in palace] for palace in row] for row in self.rows],
            "points": self.scores(),
            "gone": [name(tile) for tile in sorted(self.gone)] if memory else len(self.gone),
        }

    @classmethod
    def sample(cls, view: "View", dealer: Dealer) -> Self:
        state = cls()
        seats = state.seats = view["seats"]
        state.first, state.turn, state.phase = view["first"], view["turn"], view["phase"]
        state.mover = -1 if view["to_move"] is None else view["to_move"]
        state.open, state.discards = _known(view["money"]), _known(view["discards"])
        state.supply, state.building = _known(view["supply"]), _known(view["building"])
        state.quarries = [_known(quarry) for quarry in view["quarries"]]
        state.builder, state.riders, state.claiming = view["builder"], view["riders"], view["claiming"]
        state.inside, state.totals = view["inside"][:], view["totals"][:]
        state.bids = [fan(_known(bid)) for bid in view["bids"]]
        state.rows = [tuple(tuple(_known(palace)) for palace in row) for row in view["palaces"]]
        known, gone = view["known"], view["gone"]
        state.known = [0] * seats if known is None else [fan(_known(seen)) for seen in known]
        _sample_money(state, view["hands"], dealer)
        _sample_tiles(state, view["stacks"], None if isinstance(gone, int) else _known(gone), dealer)
        return state

    # -- notation --------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, action: object) -> "Action":
        match action:
            case ["money"]:
                return rules.MONEY_
            case ["tiles"]:
                return rules.TILES_
            case ["auction"]:
                return rules.AUCTION
            case ["pass"]:
                return rules.PASS
            case ["pick", card]:
                return rules.PICKS[_id(card, MONEY)]
            case ["buy", [*tiles], [*paid]] if 1 <= len(tiles) <= MOST_BOUGHT:
                return ("buy", _ordered(tiles, TILES), _ordered(paid, MONEY))
            case ["bid", *played] if played:
                bid: Bid = ("bid", *_ordered(played, MONEY))
                return bid
            case ["claim", tile]:
                return ("claim", _id(tile, TILES))
            case ["build", tile, where]:
                if where not in (NEW, OUT):
                    where = _number(where, range(LONGEST_ROW))
                return ("build", _id(tile, TILES), where)
            case ["rebuild", card, "split", at, floor]:
                return ("rebuild", _id(card, MONEY), "split", _number(at, range(LONGEST_ROW)), _number(floor, FLOORS))
            case ["rebuild", card, "join", at, to]:
                row = range(LONGEST_ROW)
                return ("rebuild", _id(card, MONEY), "join", _number(at, row), _number(to, row))
            case ["rebuild", card, "drop", at]:
                return ("rebuild", _id(card, MONEY), "drop", _number(at, range(LONGEST_ROW)))
        raise text.malformed()

    @classmethod
    def write(cls, action: "Action") -> list[Any]:
        match action:
            case ("bid", *played):
                return ["bid", *_named(played)]
            case ("buy", bought, paid):
                return ["buy", _named(bought), _named(paid)]
            case (("pick" | "claim") as verb, card):
                return [verb, NAMES[card]]
            case (("build" | "rebuild") as verb, card, *rest):
                return [verb, NAMES[card], *rest]
        return [*action]

    @classmethod
    def shown(cls, action: Sequence[Any]) -> list[str]:
        match action:
            case ["buy", _, paid]:
                return list(paid)
            case ["bid", *played]:
                return played
            case ["rebuild", card, *_]:
                return [card]
        return []

    def setup(self, draws: Sequence[int]) -> "Setup":
        dealt = DEALT * self.seats
        named = [NAMES[card] for card in draws[:-2]]
        builder, first = draws[-2:]
        return {
            "hands": [named[DEALT * seat : DEALT * seat + DEALT] for seat in range(self.seats)],
            "quarries": [[tile] for tile in named[dealt : dealt + QUARRIES]],
            "supply": named[dealt + QUARRIES :],
            "builder": builder,
            "first": first,
        }

    @classmethod
    def setup_draws(cls, setup: object, seats: int) -> list[int]:
        match setup:
            case {
                "hands": [*hands],
                "quarries": [*quarries],
                "supply": [tile],
                "builder": int(builder),
                "first": int(first),
                **other,
            } if type(builder) is int and type(first) is int:
                pass
            case _:
                raise text.malformed_setup()
        dealt = [card for hand in hands if isinstance(hand, list) and len(hand) == DEALT for card in hand]
        laid = [tile for quarry in quarries if isinstance(quarry, list) and len(quarry) == 1 for tile in quarry]
        draws = [IDS.get(name, -1) if isinstance(name, str) else -1 for name in [*dealt, *laid, tile]]
        sizes = (len(hands), len(dealt), len(quarries), len(laid))
        if other or -1 in draws or sizes != (seats, DEALT * seats, QUARRIES, QUARRIES):
            raise text.malformed_setup()
        return [*draws, builder, first]

    def event(self, before: Self, action: "Action", draws: Sequence[int]) -> "Event":
        """`verb`, `cards`, `tiles`, and by verb: of a draw `supply`, `quarry` as `[place, tile]`, `came` and `riders`;
        of a purchase its `price`; of an auction its `quarry` (None: no tile anywhere) and whether all have `claims`;
        of a bid its `total`; of the last pass who `won` and what was `paid`; of a build `where` and of a
        reconstruction the `change`, with the `points` of that palace; the tiles that `leave` after the last claim;
        `over` at the end."""
        if action[0] == "tiles":
            return _drawn(before, draws, self.mover < 0)
        if action[0] == "auction":
            return self._auctioned()
        fact: Done = {"verb": action[0], "cards": [], "tiles": [], "over": self.mover < 0}
        seat = before.mover
        match action:
            case ("money",):
                fact["cards"] = _named(self.open)
            case ("pick" | "bid", *played):
                fact["cards"] = _named(played)
                fact["total"] = self.totals[seat]
            case ("buy", bought, paid):
                fact["tiles"], fact["cards"] = _named(bought), _named(paid)
                fact["price"] = rules.price(before) * len(bought)
            case ("pass",) if self.building:
                fact["won"], fact["paid"] = self.mover, before.totals[self.mover]
                fact["tiles"] = _named(self.building)
            case ("claim", tile):
                fact["tiles"] = [NAMES[tile]]
            case ("build", tile, where):
                fact["tiles"], fact["where"], fact["leave"] = [NAMES[tile]], where, []
                fact["points"] = points(self.rows[seat][where]) if isinstance(where, int) else None
                if before.claiming and not self.claiming:
                    fact["leave"] = _named(before.quarries[before.builder])
            case ("rebuild", card, change, at, *to):
                palace = before.rows[seat][at]
                tile = next(tile for tile in palace if FLOOR[tile] == to[0]) if change == "split" else palace[0]
                fact["cards"], fact["tiles"], fact["change"] = [NAMES[card]], [NAMES[tile]], change
                fact["points"] = points(self.rows[seat][to[0] - (at < to[0])]) if change == "join" else None
        return fact

    def _auctioned(self) -> "Auctioned":
        """The quarry of the auction that was opened, if any has a tile."""
        held = self.phase in (rules.BID, rules.CLAIM)
        return {
            "verb": "auction",
            "cards": [],
            "tiles": _named(self.quarries[self.builder]) if held else [],
            "over": self.mover < 0,
            "quarry": self.builder if held else None,
            "claims": self.claiming,
        }


def _drawn(before: Palazzo, draws: Sequence[int], over: bool) -> "Drawn":
    """What was drawn and where it went."""
    first, second = draws[0], draws[1] if len(draws) > 1 else RIDER
    came = draws.count(RIDER)
    place = (before.builder + WINDOW.get(second, 0)) % QUARRIES
    return {
        "verb": "tiles",
        "cards": [],
        "tiles": [],
        "over": over,
        "supply": None if first == RIDER else NAMES[first],
        "quarry": None if second == RIDER else cast("Quarried", [place, NAMES[second]]),
        "came": came,
        "riders": before.riders + came,
    }


def _named(ids: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in ids]


def _known(named: Sequence[str]) -> list[int]:
    return [IDS[name] for name in named]


def _sample_money(state: Palazzo, hands: Sequence[Any], dealer: Dealer) -> None:
    """Hands and pile, from all cards that lie open nowhere."""
    unseen = Counter(BANK)
    unseen.subtract(state.open)
    unseen.subtract(state.discards)
    for bid in state.bids:
        unseen.subtract(cards(bid))
    state.hands = []
    for seat, hand in enumerate(hands):
        open_ = state.known[seat] if isinstance(hand, int) else fan(_known(hand))
        state.hands.append(open_)
        unseen.subtract(cards(open_))
    state.pile = list(unseen.elements())
    for seat, hand in enumerate(hands):
        if isinstance(hand, int):
            for _ in range(hand - len(cards(state.hands[seat]))):
                state.hands[seat] += ONE[dealer.draw(state.pile)]


def _sample_tiles(state: Palazzo, sizes: Sequence[int], gone: list[int] | None, dealer: Dealer) -> None:
    """Stacks, and the tiles that left the game unless they are known.

    Stacks behind the present one are whole. In it can be what lies open nowhere, so far as such a tile belongs to it;
    what is left then has left the game. A kind of tile that is in two stacks is why this has to be counted.
    """
    unseen = Counter(tile for stack in STACKS for tile in stack)
    unseen.subtract(state.supply)
    unseen.subtract(state.building)
    for pile in (*state.quarries, *(palace for row in state.rows for palace in row), gone or ()):
        unseen.subtract(pile)
    present = next((n for n, size in enumerate(sizes) if size), len(sizes) - 1)
    state.stacks = [[] for _ in sizes]
    for later in range(present + 1, len(sizes)):
        state.stacks[later] = list(STACKS[later])
        unseen.subtract(STACKS[later])
    riders = [RIDER] * (RIDERS - state.riders)
    own = Counter(STACKS[present])
    could = [tile for tile, n in unseen.items() for _ in range(min(n, own[tile]))]
    for _ in range(sizes[present] - (len(riders) if present == len(sizes) - 1 else 0)):
        state.stacks[present].append(dealer.draw(could))
    unseen.subtract(state.stacks[present])
    state.stacks[-1] += riders
    state.gone = list(unseen.elements()) if gone is None else gone


def _id(name: object, of: range) -> int:
    """A card or tile in notation. Raises Illegal if it is none of these."""
    card = IDS.get(name, -1) if isinstance(name, str) else -1
    if card not in of:
        raise text.malformed()
    return card


def _ordered(named: Sequence[object], of: range) -> tuple[int, ...]:
    """Cards or tiles in notation, in their order."""
    found = [_id(name, of) for name in named]
    if found != sorted(found):
        raise text.malformed()
    return tuple(found)


def _number(value: object, of: range) -> int:
    if type(value) is not int or value not in of:
        raise text.malformed()
    return value
