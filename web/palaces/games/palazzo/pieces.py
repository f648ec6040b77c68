"""The names of Palazzo's pieces, and their places.

Take `names = Pieces.from_model(model)`. Give `**names.tracking_attributes(name)` to the element of each piece.

| pieces | names | place |
|---|---|---|
| tiles on a quarry | `names.quarries[n]`, in the order of the view's `quarries` | `quarry-0` … |
| tiles in an auction or a distribution | `names.offered`, in the order of their quarry in the view | `lot` |
| tiles to build | `names.building`, in the order of the view's `building` | `lot` |
| tiles of the supply | `names.supply`, in the order of the view's `supply` | `supply` |
| palaces | `names.streets[seat][palace]`, from floor to floor | `seat-0-street-0` … |
| an open hand | `names.names_in_hand(seat, cards)`, in the order of `cards`, the whole hand | `seat-0-hand` … |
| open money | `names.money.open_cards`, in the order of the view's `money` | `money` |
| cards of a bid | `names.names_in_bid(seat)`, in the order of the view's `bids` | `seat-0-bid` … |
| the opener's certificate of three | `names.openings[seat]` | `seat-0-bid` … |
| the master builder | `names.builder` | `quarry-0` … |
| riders | `names.riders` | `riders` |
| the discards | `names.money.discards`, the newest last | `discards` |

The view counts offered tiles to their quarry; here that quarry is empty. Three places show no pieces: `pile` (money
face down), `stack` (tiles face down), and `box` (pieces out of the game).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palaces.ui import pieces
from pygame_core.palazzo.components import (
    ALL_MONEY_CARDS,
    DEALT_CARDS,
    IDS,
    QUARRY_COUNT,
    TILE_FLOOR,
)
from pygame_core.state import JsonAction, Setup

if TYPE_CHECKING:
    from pygame_core.palazzo.types import ActionEvent, BuildTarget, DrawEvent, Event, View


class Pieces(pieces.PieceTracker["Event"]):
    """The tiles, the money, the master builder and the riders."""

    def _lay_nothing(self, pile: int) -> None:
        """Begin with an empty table, and so many cards face down."""
        self.hands = [pieces.HandTracker(seat) for seat in range(self.seat_count)]
        self.bids: list[list[str]] = [[] for _ in range(self.seat_count)]
        self.streets: list[list[list[str]]] = [[] for _ in range(self.seat_count)]
        self.quarries: list[list[str]] = [[] for _ in range(QUARRY_COUNT)]
        self.offered: list[str] = []
        self.building: list[str] = []
        self.supply: list[str] = []
        self.money = pieces.MoneyTracker(pile)
        self.riders: list[str] = []

    def lay_setup(self, setup: Setup) -> None:
        """Put a tile on each quarry and one into the supply (P5). The hands are secret."""
        self._lay_nothing(len(ALL_MONEY_CARDS) - DEALT_CARDS * self.seat_count)
        for quarry, (tile,) in enumerate(setup["quarries"]):
            self._add_to_quarry(quarry, tile)
        for tile in setup["supply"]:
            self._add_to_supply(tile)
        self.builder = self.add_piece("builder", "box")
        self.move_piece(self.builder, f"quarry-{setup['builder']}")
        self.openings = [self.add_piece("c3", f"seat-{seat}") for seat in range(self.seat_count)]
        """The certificates that open an auction, by seat, as if every seat had one (P15)."""

    def lay_view(self, view: "View") -> None:
        """Put everything in place that a view shows."""
        self._lay_nothing(view["pile"])
        is_staged = view["phase"] == "bid" or view["claiming"]
        for quarry, tiles in enumerate(view["quarries"]):
            place = "lot" if is_staged and quarry == view["builder"] else f"quarry-{quarry}"
            names = self.offered if place == "lot" else self.quarries[quarry]
            names += [self.add_piece(tile, place) for tile in tiles]
        self.building = [self.add_piece(tile, "lot") for tile in view["building"]]
        self.supply = [self.add_piece(tile, "supply") for tile in view["supply"]]
        self.streets = [
            [[self.add_piece(tile, f"seat-{seat}-street-{n}") for tile in palace] for n, palace in enumerate(street)]
            for seat, street in enumerate(view["palaces"])
        ]
        self.bids = [
            [self.add_piece(card, f"seat-{seat}-bid") for card in cards] for seat, cards in enumerate(view["bids"])
        ]
        self.money.open_cards = [self.add_piece(card, "money") for card in view["money"]]
        self.money.discards = [self.add_piece(card, "discards") for card in view["discards"]]
        self.riders = [self.add_piece("rider", "riders") for _ in range(view["riders"])]
        self.builder = self.add_piece("builder", f"quarry-{view['builder']}")
        opener = view["turn"] if view["phase"] == "bid" else None
        self.openings = [
            self.add_piece("c3", f"seat-{seat}-bid" if seat == opener else f"seat-{seat}")
            for seat in range(self.seat_count)
        ]

    def bags_as_laid(self) -> dict[str, list[str] | list[list[str]]]:
        """Return the discards."""
        return {"discards": [pieces.piece_kind(name) for name in self.money.discards]}

    def follow_entry(self, seat: int, action: JsonAction, event: "Event") -> None:
        """Move the pieces of an entry, verb by verb."""
        if event["verb"] == "tiles":
            self._draw_tiles(event)
        elif event["verb"] == "auction":
            if event["quarry"] is not None:
                self._open_auction(seat, event["quarry"], claims=event["claims"])
        else:
            self._follow_action(seat, action, event)

    def _follow_action(self, seat: int, action: JsonAction, event: "ActionEvent") -> None:
        match event["verb"]:
            case "money":
                for card in event["cards"]:
                    self.money.turn_up_card(self, card)
            case "pick":
                self.hands[seat].take_card(self, pieces.take_piece(self.money.open_cards, event["cards"][0]))
            case "buy":
                self._pay_cards(seat, event["cards"])
                for tile in event["tiles"]:
                    self.building.append(pieces.take_piece(self.supply, tile))
                    self.move_piece(self.building[-1], "lot")
            case "bid":
                for card in event["cards"]:
                    name = self.hands[seat].play_card(card)
                    self.move_piece(name, f"seat-{seat}-bid")
                    self.bids[seat].append(name)
            case "pass":
                self._leave_auction(seat, event.get("won"))
            case "claim":
                self.building.append(pieces.take_piece(self.offered, event["tiles"][0]))
            case "build":
                self._build_tile(seat, pieces.take_piece(self.building, event["tiles"][0]), action[2])
                for left in event.get("leave", ()):
                    self.move_piece(pieces.take_piece(self.offered, left), "box")
            case "rebuild":
                self._pay_cards(seat, event["cards"])
                self._rebuild_palace(seat, *action[2:])

    def names_in_hand(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Return the names of all cards of a hand, in their order."""
        return self.hands[seat].card_names(cards)

    def names_in_bid(self, seat: int) -> list[str]:
        """Return the names of the cards of a seat's bid, in the order of a view: by currency, then value."""
        return sorted(self.bids[seat], key=lambda name: IDS[pieces.piece_kind(name)])

    # -- tiles -----------------------------------------------------------------------------------------------------

    def _add_to_quarry(self, quarry: int, tile: str) -> None:
        name = self.add_piece(tile, "stack")
        self.move_piece(name, f"quarry-{quarry}")
        self.quarries[quarry].append(name)

    def _add_to_supply(self, tile: str) -> None:
        name = self.add_piece(tile, "stack")
        self.move_piece(name, "supply")
        self.supply.append(name)

    def _draw_tiles(self, event: "DrawEvent") -> None:
        """Draw a tile for the supply and one for a quarry (P10), or riders (P11)."""
        if event["supply"]:
            self._add_to_supply(event["supply"])
        if event["quarry"]:
            self._add_to_quarry(*event["quarry"])
        for _ in range(event["came"]):
            name = self.add_piece("rider", "stack")
            self.move_piece(name, "riders")
            self.riders.append(name)

    def _build_tile(self, seat: int, tile: str, where: "BuildTarget") -> None:
        """Put a tile on top of a palace, into a new one, or out of the game (P21)."""
        if where == "out":
            self.move_piece(tile, "box")
            return
        street = self.streets[seat]
        if where == "new":
            street.append([])
        street[where if isinstance(where, int) else -1].append(tile)
        self._settle_tile(seat, tile)

    def _rebuild_palace(self, seat: int, change: str, at: int, to: int = 0) -> None:
        """Set a tile alone, put it into another palace, or take it out of the game (P14)."""
        street = self.streets[seat]
        if change == "split":
            tile = next(tile for tile in street[at] if tile_floor(tile) == to)
            street[at].remove(tile)
            street.append([tile])
        else:
            (tile,) = street[at]
            if change == "join":
                street[to] = sorted((*street[to], tile), key=tile_floor)
            else:
                self.move_piece(tile, "box")
            del street[at]
        self._settle_tile(seat, tile)

    def _settle_tile(self, seat: int, tile: str) -> None:
        """Move a tile to its palace. The other tiles follow the new numbers of their palaces, which is no news."""
        lie = {each: f"seat-{seat}-street-{n}" for n, palace in enumerate(self.streets[seat]) for each in palace}
        for each in sorted(lie, key=lambda name: name != tile):
            if self.place_by_piece[each] != lie[each]:
                self.move_piece(each, lie[each], news=each == tile)

    # -- money -----------------------------------------------------------------------------------------------------

    def _pay_cards(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            self.money.discard_card(self, self.hands[seat].play_card(card))

    # -- auctions --------------------------------------------------------------------------------------------------

    def _open_auction(self, seat: int, quarry: int, *, claims: bool) -> None:
        """Move the master builder and his tiles (P13), and the opening bid of three (P15).

        If all seats take a tile, there is no opening bid (P19).
        """
        if self.place_by_piece[self.builder] != f"quarry-{quarry}":
            self.move_piece(self.builder, f"quarry-{quarry}")
        self.offered, self.quarries[quarry] = self.quarries[quarry], []
        for name in self.offered:
            self.move_piece(name, "lot")
        if not claims:
            self.move_piece(self.openings[seat], f"seat-{seat}-bid")

    def _leave_auction(self, seat: int, won: int | None) -> None:
        """Give a seat its cards back. The winner pays, and gets the tiles to build (P18)."""
        for name in self.bids[seat]:
            self.hands[seat].take_card(self, name)
        self.bids[seat] = []
        for leaving in (seat,) if won is None else (seat, won):
            if self.place_by_piece[self.openings[leaving]] != f"seat-{leaving}":
                self.move_piece(self.openings[leaving], f"seat-{leaving}")
        if won is not None:
            for name in self.bids[won]:
                self.money.discard_card(self, name)
            self.bids[won] = []
            self.building, self.offered = self.offered, []


def tile_floor(name: str) -> int:
    """Return the floor of a tile."""
    return TILE_FLOOR[IDS[pieces.piece_kind(name)]]
