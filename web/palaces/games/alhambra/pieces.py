"""The names of Alhambra's pieces, and their places.

Take `names = Pieces.from_model(model)`. Give `**names.tracking_attributes(name)` to the element of each piece.

| pieces | names | place |
|---|---|---|
| the open money | `names.money.open_cards`, in the order of the view's `money` | `money` |
| a building in the yard | `names.yard[place]`, None for an empty place | `yard-0` to `yard-3` |
| an open hand | `names.names_in_hand(seat, cards)`, in the order of `cards`, the whole hand | `seat-0-hand` … |
| an owner's buildings | `names.names_on_hill(owner)`, in the order of the view's `buildings` | `seat-0-hill` … |
| the discards | `names.money.discards`, the newest last | `discards` |
| scoring cards | `names.scored`: `A.1`, `B.1` | `scored` |

Dirk's hill is `seat-2-hill`. Three places show no pieces: `pile` (money face down), `supply` (buildings face down), and
`box` (pieces out of the game).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from palaces.ui import pieces
from pygame_core.alhambra.components import IDS, OPEN_PLACES, money_deck
from pygame_core.state import JsonAction, Setup

if TYPE_CHECKING:
    from pygame_core.alhambra.types import Event, View


class Pieces(pieces.PieceTracker["Event"]):
    """The money, the buildings and the scoring cards."""

    def points_source(self, seat: int, n: int) -> str:
        """Return the seat's hill, the origin of its points in a scoring."""
        return f"seat-{seat}-hill"

    def _lay_nothing(self, pile: int) -> None:
        """Begin with an empty table, and so many cards face down."""
        owners = self.seat_count + (self.seat_count == 2)
        self.hands = [pieces.HandTracker(seat) for seat in range(self.seat_count)]
        self.hills: list[list[str]] = [[] for _ in range(owners)]
        self.yard: list[str | None] = [None] * OPEN_PLACES
        self.money = pieces.MoneyTracker(pile)
        self.scored: list[str] = []
        self.staged_from = 0

    def lay_setup(self, setup: Setup) -> None:
        """Put the yard, the money and Dirk's buildings in place (A5, A8, A26).

        Of the capitals, only sizes are public.
        """
        capitals = sum(len(capital) for capital in setup["capital"])
        self._lay_nothing(len(money_deck(self.seat_count)) - capitals)
        for building in setup["yard"]:
            self._place_in_yard(building)
        for building in setup.get("dirk", ()):
            self._move_to_hill(self.add_piece(building, "supply"), self.seat_count)
        for card in setup["money"]:
            self.money.turn_up_card(self, card)

    def lay_view(self, view: "View") -> None:
        """Put everything in place that a view shows."""
        self._lay_nothing(view["pile"])
        self.yard = [
            None if building is None else self.add_piece(building, f"yard-{place}")
            for place, building in enumerate(view["yard"])
        ]
        self.hills = [
            [self.add_piece(building, f"seat-{owner}-hill") for building in buildings]
            for owner, buildings in enumerate(view["buildings"])
        ]
        self.money.open_cards = [self.add_piece(card, "money") for card in view["money"]]
        self.money.discards = [self.add_piece(card, "discards") for card in view["discards"]]
        self.scored = [self.add_piece(letter, "scored") for letter, _points in view["scorings"] if letter != "C"]

    def bags_as_laid(self) -> dict[str, list[str] | list[list[str]]]:
        """Return the discards, and the buildings of each owner."""
        kind = pieces.piece_kind
        hills = [[kind(name) for name in hill] for hill in self.hills]
        return {"discards": [kind(name) for name in self.money.discards], "buildings": hills}

    def follow_entry(self, seat: int, action: JsonAction, event: "Event") -> None:
        """Move the played pieces, then the new ones, then the scored and the leftover ones."""
        if event["verb"] == "take":
            for card in event["cards"]:
                self.hands[seat].take_card(self, pieces.take_piece(self.money.open_cards, card))
        elif event["verb"] == "buy":
            self._move_purchase(seat, event)
        for building in event["refilled"]:
            self._place_in_yard(building)
        for card in event["revealed"]:
            self.money.turn_up_card(self, card)
        self.staged_from = len(self.moves_by_entry[-1])
        for letter, _points in event["scorings"]:
            if letter != "C":  # A21: scoring C has no card
                card = self.add_piece(letter, "pile")
                self.move_piece(card, "scored")
                self.scored.append(card)
            for building in event["dirk"].get(letter, ()):
                self._move_to_hill(self.add_piece(building, "supply"), self.seat_count)
        for left in event["leftovers"]:
            self._move_leftover(left["place"], left["winner"])

    def staged_moves(self) -> list[pieces.PieceMove]:
        """Return the moves of the scoring: those of its card, of Dirk's share and of the leftover buildings."""
        return self.moves_by_entry[-1][self.staged_from :]

    def before_staged_moves(self) -> Self:
        """Return the pieces of the same table before these moves."""
        earlier = {move.piece: move.source for move in self.staged_moves()}
        twin = self._with_same_fields()
        twin.place_by_piece = {**self.place_by_piece, **earlier}
        twin.hills = [[name for name in hill if name not in earlier] for hill in self.hills]
        twin.yard = [*self.yard]
        for name, place in earlier.items():
            if place.startswith("yard-"):
                twin.yard[int(place.removeprefix("yard-"))] = name
        return twin

    def names_in_hand(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Return the names of all cards of a hand, in their order."""
        return self.hands[seat].card_names(cards)

    def names_on_hill(self, owner: int) -> list[str]:
        """Return the names of an owner's buildings, in the order of a view: by type and price, then by age."""
        return sorted(self.hills[owner], key=lambda name: IDS[pieces.piece_kind(name)])

    # -- moves -----------------------------------------------------------------------------------------------------

    def _move_purchase(self, seat: int, event: "Event") -> None:
        """Move the paid cards past the yard to the discards, and the building to its owner (A11, A12)."""
        for card in event["cards"]:
            self.money.discard_card(self, self.hands[seat].play_card(card), via=f"yard-{event['place']}")
        building = self.yard[event["place"]]
        assert building is not None
        self.yard[event["place"]] = None
        self._move_to_hill(building, self.seat_count if event["give"] else seat)

    def _place_in_yard(self, building: str) -> None:
        """Put a new building into the first empty place of the yard (A16)."""
        place = self.yard.index(None)
        name = self.add_piece(building, "supply")
        self.move_piece(name, f"yard-{place}")
        self.yard[place] = name

    def _move_to_hill(self, building: str, owner: int) -> None:
        """Give a building to an owner."""
        self.move_piece(building, f"seat-{owner}-hill")
        self.hills[owner].append(building)

    def _move_leftover(self, place: int, winner: int | None) -> None:
        """Give a leftover building to the player with the most money, or remove it from the game (A23)."""
        building = self.yard[place]
        assert building is not None
        self.yard[place] = None
        if winner is None:
            self.move_piece(building, "box")
        else:
            self._move_to_hill(building, winner)
