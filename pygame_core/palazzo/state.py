"""A position of Palazzo, its views and its events. The rules are in `rules.py`, the notation is in `notation.py`."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, cast

from pygame_core.dealer import Dealer
from pygame_core.palazzo import notation, rules, sentences
from pygame_core.palazzo.card_sets import (
    SINGLE_CARD_SETS,
    CardSet,
    card_ids,
    card_set,
    max_bid_value,
)
from pygame_core.palazzo.components import (
    ALL_MONEY_CARDS,
    BID_PHASE,
    CLAIM_PHASE,
    DEALT_CARDS,
    IDS,
    NAMES,
    QUARRY_COUNT,
    RIDER,
    RIDER_COUNT,
    SEAT_COUNTS,
    TILE_FLOOR,
    TILE_WINDOWS,
    TILES_BY_STACK,
    TURN_PHASE,
)
from pygame_core.palazzo.notation import component_ids, component_names
from pygame_core.palazzo.palace_row import Row
from pygame_core.palazzo.score import palace_points, row_points
from pygame_core.state import Illegal, JsonAction, Options, Seat, State

if TYPE_CHECKING:
    from pygame_core.palazzo.types import (
        Action,
        ActionEvent,
        AuctionEvent,
        DrawEvent,
        Event,
        Hand,
        Phase,
        QuarryDraw,
        Setup,
        View,
    )

__all__ = ["Palazzo"]


class Palazzo(State["View", "Event"]):
    """A position. Cards and tiles are ids of `components.py`, hands are card sets; quarries go clockwise."""

    __slots__ = (
        "bid_totals",
        "bidders",
        "bids",
        "claiming",
        "discards",
        "drawn_riders",
        "hands",
        "master_builder",
        "mover",
        "open_money",
        "phase",
        "pile",
        "quarries",
        "removed_tiles",
        "rows",
        "seats",
        "seen_cards",
        "stacks",
        "starting_seat",
        "supply",
        "tiles_to_build",
        "turn",
    )
    seats: int
    starting_seat: int  # P6
    turn: int  # the active player
    mover: int  # the seat to move; -1 when the game is over
    phase: "Phase"  # its kind of decision: a name of `rules.py`
    hands: list[CardSet]
    seen_cards: list[CardSet]  # P29: the cards of each hand that all players have seen, at least
    open_money: list[int]  # P9: money cards to pick from
    pile: list[int]  # money cards face down, a bag
    discards: list[int]  # a bag
    stacks: list[list[int]]  # P5: stacks I, II and III, bags; the riders are in III
    drawn_riders: int
    supply: list[int]
    quarries: list[list[int]]
    master_builder: int  # the quarry of the master builder
    bidders: list[int]  # P18: seats that are still in the auction
    bids: list[CardSet]  # P16: the cards on the table
    bid_totals: list[int]  # their values, including the opener's 3
    tiles_to_build: list[int]  # P21: tiles that the seat to move has to build
    claiming: bool  # P19: everyone takes a tile
    rows: list[Row]  # palaces by seat
    removed_tiles: list[int]  # tiles out of the game, a bag

    game = "palazzo"
    rules_version = 1
    seat_counts = SEAT_COUNTS
    names_by_id = NAMES
    ids_by_name = IDS
    action_words = (
        *("money", "pick", "tiles", "buy", "auction", "bid", "pass", "claim", "build", "rebuild"),
        *("new", "out", "split", "join", "drop"),
    )
    action_numbers = range(32)  # of palaces and floors
    bag_slots = ("discards", "removed_tiles", "pile", "stacks")

    # -- playing ---------------------------------------------------------------------------------------------------

    @classmethod
    def deal(cls, seats: int, dealer: Dealer, options: Options | None = None) -> Self:
        """Return a new game. P5, P6: hands, five tiles of stack I, the master builder, the starting player."""
        state = cls()
        state.seats = seats
        state.pile = list(ALL_MONEY_CARDS)
        state.hands = [card_set([dealer.draw(state.pile) for _ in range(DEALT_CARDS)]) for _ in range(seats)]
        state.stacks = [list(stack) for stack in TILES_BY_STACK]
        state.stacks[2] += [RIDER] * RIDER_COUNT
        state.quarries = [[dealer.draw(state.stacks[0])] for _ in range(QUARRY_COUNT)]
        state.supply = [dealer.draw(state.stacks[0])]
        state.master_builder = dealer.draw(list(range(QUARRY_COUNT)))
        first = (options or {}).get("first")
        state.starting_seat = dealer.draw([first] if isinstance(first, int) else list(range(seats)))
        state.turn = state.mover = state.starting_seat
        state.phase, state.claiming, state.drawn_riders = TURN_PHASE, False, 0
        state.open_money, state.discards, state.tiles_to_build, state.removed_tiles, state.bidders = [], [], [], [], []
        state.seen_cards, state.bids, state.bid_totals = [0] * seats, [0] * seats, [0] * seats
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
        twin.starting_seat = self.starting_seat
        twin.turn = self.turn
        twin.mover = self.mover
        twin.phase = self.phase
        twin.hands = self.hands[:]
        twin.seen_cards = self.seen_cards[:]
        twin.open_money = self.open_money[:]
        twin.pile = self.pile[:]
        twin.discards = self.discards[:]
        twin.stacks = [stack[:] for stack in self.stacks]
        twin.drawn_riders = self.drawn_riders
        twin.supply = self.supply[:]
        twin.quarries = [quarry[:] for quarry in self.quarries]
        twin.master_builder = self.master_builder
        twin.bidders = self.bidders[:]
        twin.bids = self.bids[:]
        twin.bid_totals = self.bid_totals[:]
        twin.tiles_to_build = self.tiles_to_build[:]
        twin.claiming = self.claiming
        twin.rows = self.rows[:]
        twin.removed_tiles = self.removed_tiles[:]
        return twin

    def scores(self) -> list[int]:
        return [row_points(row) for row in self.rows]

    def places(self) -> list[int]:
        """Return the place of each seat. P27: more points come first, then the better single bid of the hand."""
        standing = [(points, max_bid_value(hand)) for points, hand in zip(self.scores(), self.hands, strict=True)]
        return [1 + sum(other > own for other in standing) for own in standing]

    def end(self) -> str | None:
        return "riders" if self.mover < 0 else None

    # -- views -----------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None, memory: bool = False) -> "View":
        """Return everything that a seat may know. P29: cards of the first hands and the order of piles are secret.

        `hands` has the cards of an open hand, or the number of cards of a secret one. With `memory`, `known` lists the
        cards that were seen of each hand, and `gone` the tiles that have left the game. Without it, `known` is None and
        `gone` is a number. `stacks` and `pile` count face-down cards and tiles, and `riders` those drawn. `phase` is
        the decision of the seat to move. `inside`, `bids` and `totals` belong to the auction. `building` has the tiles
        that the seat to move has to build, and `claiming` says whether every seat takes a tile. `palaces` go from floor
        to floor, and `points` are the current ones.
        """
        name = NAMES.__getitem__
        over = self.mover < 0
        hands: list[Hand] = [
            [name(card) for card in card_ids(hand)] if over or other == seat else len(card_ids(hand))
            for other, hand in enumerate(self.hands)
        ]
        return {
            "game": "palazzo",
            "rules": type(self).rules_version,
            "seats": self.seats,
            "seat": seat,
            "memory": memory,
            "to_move": self.to_move(),
            "first": self.starting_seat,
            "turn": self.turn,
            "phase": self.phase,
            "hands": hands,
            "known": [[name(card) for card in card_ids(seen)] for seen in self.seen_cards] if memory else None,
            "money": [name(card) for card in self.open_money],
            "pile": len(self.pile),
            "discards": [name(card) for card in sorted(self.discards)],
            "stacks": [len(stack) for stack in self.stacks],
            "riders": self.drawn_riders,
            "supply": [name(tile) for tile in self.supply],
            "quarries": [[name(tile) for tile in quarry] for quarry in self.quarries],
            "builder": self.master_builder,
            "inside": self.bidders[:],
            "bids": [[name(card) for card in card_ids(bid)] for bid in self.bids],
            "totals": self.bid_totals[:],
            "building": [name(tile) for tile in self.tiles_to_build],
            "claiming": self.claiming,
            "palaces": [[[name(tile) for tile in palace] for palace in row] for row in self.rows],
            "points": self.scores(),
            "gone": [name(tile) for tile in sorted(self.removed_tiles)] if memory else len(self.removed_tiles),
        }

    @classmethod
    def sample(cls, view: "View", dealer: Dealer) -> Self:
        state = cls()
        seats = state.seats = view["seats"]
        state.starting_seat, state.turn, state.phase = view["first"], view["turn"], view["phase"]
        state.mover = -1 if view["to_move"] is None else view["to_move"]
        state.open_money, state.discards = component_ids(view["money"]), component_ids(view["discards"])
        state.supply, state.tiles_to_build = component_ids(view["supply"]), component_ids(view["building"])
        state.quarries = [component_ids(quarry) for quarry in view["quarries"]]
        state.master_builder, state.drawn_riders, state.claiming = view["builder"], view["riders"], view["claiming"]
        state.bidders, state.bid_totals = view["inside"][:], view["totals"][:]
        state.bids = [card_set(component_ids(bid)) for bid in view["bids"]]
        state.rows = [tuple(tuple(component_ids(palace)) for palace in row) for row in view["palaces"]]
        known, gone = view["known"], view["gone"]
        state.seen_cards = [0] * seats if known is None else [card_set(component_ids(seen)) for seen in known]
        _sample_money(state, view["hands"], dealer)
        _sample_tiles(state, view["stacks"], None if isinstance(gone, int) else component_ids(gone), dealer)
        return state

    # -- notation --------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, action: object) -> "Action":
        return notation.parse_action(action)

    @classmethod
    def action_to_json(cls, action: "Action") -> JsonAction:
        return notation.action_to_json(action)

    @classmethod
    def revealed_cards(cls, action: JsonAction) -> list[str]:
        match action:
            case ["buy", _, paid]:
                return list(paid)
            case ["bid", *played]:
                return played
            case ["rebuild", card, *_]:
                return [card]
        return []

    def setup_from_draws(self, draws: Sequence[int]) -> "Setup":
        dealt = DEALT_CARDS * self.seats
        named = [NAMES[card] for card in draws[:-2]]
        builder, first = draws[-2:]
        return {
            "hands": [named[DEALT_CARDS * seat : DEALT_CARDS * seat + DEALT_CARDS] for seat in range(self.seats)],
            "quarries": [[tile] for tile in named[dealt : dealt + QUARRY_COUNT]],
            "supply": named[dealt + QUARRY_COUNT :],
            "builder": builder,
            "first": first,
        }

    @classmethod
    def draws_from_setup(cls, setup: object, seats: int) -> list[int]:
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
                raise sentences.refuse_malformed_setup()
        dealt = [card for hand in hands if isinstance(hand, list) and len(hand) == DEALT_CARDS for card in hand]
        laid = [tile for quarry in quarries if isinstance(quarry, list) and len(quarry) == 1 for tile in quarry]
        draws = [IDS.get(name, -1) if isinstance(name, str) else -1 for name in [*dealt, *laid, tile]]
        sizes = (len(hands), len(dealt), len(quarries), len(laid))
        if other or -1 in draws or sizes != (seats, DEALT_CARDS * seats, QUARRY_COUNT, QUARRY_COUNT):
            raise sentences.refuse_malformed_setup()
        return [*draws, builder, first]

    def event(self, before: Self, action: "Action", draws: Sequence[int]) -> "Event":
        """Return an action as an entry of the log.

        All have `verb`, `cards`, `tiles`, and `over` at the end of the game. A draw has `supply`, `quarry` as `[place,
        tile]`, `came` and `riders`. A purchase has its `price`. An auction has its `quarry`, which is None without a
        tile anywhere, and says whether every seat `claims` one. A bid has its `total`. The last pass says who `won` and
        what was `paid`. A build has `where`, a reconstruction has its `change`, and both have the `points` of that
        palace. `leave` are the tiles that leave the game after the last claim.
        """
        if action[0] == "tiles":
            return _draw_event(before, draws, self.mover < 0)
        if action[0] == "auction":
            return self._auction_event()
        fact: ActionEvent = {"verb": action[0], "cards": [], "tiles": [], "over": self.mover < 0}
        seat = before.mover
        match action:
            case ("money",):
                fact["cards"] = component_names(self.open_money)
            case ("pick" | "bid", *played):
                fact["cards"] = component_names(played)
                fact["total"] = self.bid_totals[seat]
            case ("buy", bought, paid):
                fact["tiles"], fact["cards"] = component_names(bought), component_names(paid)
                fact["price"] = rules.current_tile_price(before) * len(bought)
            case ("pass",) if self.tiles_to_build:
                fact["won"], fact["paid"] = self.mover, before.bid_totals[self.mover]
                fact["tiles"] = component_names(self.tiles_to_build)
            case ("claim", tile):
                fact["tiles"] = [NAMES[tile]]
            case ("build", tile, where):
                fact["tiles"], fact["where"], fact["leave"] = [NAMES[tile]], where, []
                fact["points"] = palace_points(self.rows[seat][where]) if isinstance(where, int) else None
                if before.claiming and not self.claiming:
                    fact["leave"] = component_names(before.quarries[before.master_builder])
            case ("rebuild", card, change, at, *to):
                palace = before.rows[seat][at]
                tile = next(tile for tile in palace if TILE_FLOOR[tile] == to[0]) if change == "split" else palace[0]
                fact["cards"], fact["tiles"], fact["change"] = [NAMES[card]], [NAMES[tile]], change
                fact["points"] = None
                if change == "split":
                    fact["where"] = at
                elif change == "join":  # palaces after the one that is gone move up
                    into = to[0] - (at < to[0])
                    fact["where"], fact["points"] = into, palace_points(self.rows[seat][into])
        return fact

    def _auction_event(self) -> "AuctionEvent":
        """Return an auction as an entry of the log, with the tiles of its quarry if any quarry has a tile."""
        held = self.phase in (BID_PHASE, CLAIM_PHASE)
        return {
            "verb": "auction",
            "cards": [],
            "tiles": component_names(self.quarries[self.master_builder]) if held else [],
            "over": self.mover < 0,
            "quarry": self.master_builder if held else None,
            "claims": self.claiming,
        }


def _draw_event(before: Palazzo, draws: Sequence[int], over: bool) -> "DrawEvent":
    """Return a draw of tiles as an entry of the log, with their destinations."""
    first, second = draws[0], draws[1] if len(draws) > 1 else RIDER
    came = draws.count(RIDER)
    place = (before.master_builder + TILE_WINDOWS.get(second, 0)) % QUARRY_COUNT
    return {
        "verb": "tiles",
        "cards": [],
        "tiles": [],
        "over": over,
        "supply": None if first == RIDER else NAMES[first],
        "quarry": None if second == RIDER else cast("QuarryDraw", [place, NAMES[second]]),
        "came": came,
        "riders": before.drawn_riders + came,
    }


def _sample_money(state: Palazzo, hands: Sequence["Hand"], dealer: Dealer) -> None:
    """Draw hands and pile from all cards that no seat can see."""
    unseen = Counter(ALL_MONEY_CARDS)
    unseen.subtract(state.open_money)
    unseen.subtract(state.discards)
    for bid in state.bids:
        unseen.subtract(card_ids(bid))
    state.hands = []
    for seat, hand in enumerate(hands):
        open_ = state.seen_cards[seat] if isinstance(hand, int) else card_set(component_ids(hand))
        state.hands.append(open_)
        unseen.subtract(card_ids(open_))
    state.pile = list(unseen.elements())
    for seat, hand in enumerate(hands):
        if isinstance(hand, int):
            for _ in range(hand - len(card_ids(state.hands[seat]))):
                state.hands[seat] += SINGLE_CARD_SETS[dealer.draw(state.pile)]


def _sample_tiles(state: Palazzo, sizes: Sequence[int], gone: list[int] | None, dealer: Dealer) -> None:
    """Draw the stacks, and the tiles that have left the game unless they are known.

    Stacks behind the present one are complete. The present stack gets unseen tiles that belong to it, and all other
    unseen tiles have left the game. Some kinds of tiles are in two stacks, so the tiles of each kind are counted.
    """
    unseen = Counter(tile for stack in TILES_BY_STACK for tile in stack)
    unseen.subtract(state.supply)
    unseen.subtract(state.tiles_to_build)
    for pile in (*state.quarries, *(palace for row in state.rows for palace in row), gone or ()):
        unseen.subtract(pile)
    present = next((n for n, size in enumerate(sizes) if size), len(sizes) - 1)
    state.stacks = [[] for _ in sizes]
    for later in range(present + 1, len(sizes)):
        state.stacks[later] = list(TILES_BY_STACK[later])
        unseen.subtract(TILES_BY_STACK[later])
    riders = [RIDER] * (RIDER_COUNT - state.drawn_riders)
    own = Counter(TILES_BY_STACK[present])
    could = [tile for tile, n in unseen.items() for _ in range(min(n, own[tile]))]
    for _ in range(sizes[present] - (len(riders) if present == len(sizes) - 1 else 0)):
        state.stacks[present].append(dealer.draw(could))
    unseen.subtract(state.stacks[present])
    state.stacks[-1] += riders
    state.removed_tiles = list(unseen.elements()) if gone is None else gone
