"""The names of Medina's pieces, and their places.

Take `names = Pieces.from_model(model)`. Give the attributes `piece_attributes(annotations, name, place)` of `table.py`
to the element of each piece.

| pieces | names | place |
|---|---|---|
| the piece on a space or wall space | `names.on[space]` | the space: `b8`, `S3` |
| the dome of a palace | `names.palace_dome(palace)`, None without a dome | `roof-b8`, its first building |
| a seat's next piece of a kind | `names.next_piece(seat, kind)`, None if it has none | `seat-0-grey` … |
| tea of a seat | `names.tea[seat]` | `seat-0-tea` … |
| tower tiles | `names.towers[n]`, tower 1 first | `tower-1` …, or `seat-0` … |
| merchants on them | `names.waiting[n]` | `tower-1` … |
| palace tiles | `names.tiles[colour]` | `edge`, or `seat-0` … |
| the well | `names.well` | its space |

Kinds are `grey` `purple` `brown` `orange` `roof` `neutral` `stable` `merchant` `wall`. A draft is drawn with the name
of the next piece of its kind, and with its space as `data-at`. These places show no single pieces: `seat-0-KIND` (the
supplies), `edge` (tea and palace tiles without an owner), and `box` (pieces out of the game).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from palaces.ui import pieces
from pygame_core.medina.components import (
    COLOURS,
    SUPPLY_BY_SEATS,
    TEA_TILES_BY_CLAIM,
    TOWER_MERCHANTS,
    TOWER_TILE_POINTS,
)
from pygame_core.state import JsonAction, Setup

if TYPE_CHECKING:
    from pygame_core.medina.types import Event, Owner, PalaceView, View

EDGE_PLACE = "edge"
BOX_PLACE = "box"


class Pieces(pieces.PieceTracker["Event"]):
    """All components and tiles. Nothing is hidden, so all of them have names after the deal."""

    def lay_setup(self, setup: Setup) -> None:
        """Put the supplies (M5), the merchants on tower tiles (M6), the well and the first merchant in place (M7)."""
        have = SUPPLY_BY_SEATS[self.seat_count]
        counts = dict.fromkeys(COLOURS, have.buildings) | {
            "roof": have.roofs,
            "neutral": have.neutral,
            "stable": have.stables,
            "merchant": have.merchants,
            "wall": have.walls,
        }
        self.supplies = [self._add_supply(seat, counts) for seat in range(self.seat_count)]
        self.tea: list[list[str]] = [[] for _ in range(self.seat_count)]
        self.brewed = [self.add_piece("tea", EDGE_PLACE) for _ in range(sum(TEA_TILES_BY_CLAIM))]
        self.towers = [self.add_piece(f"tower-{tower}", f"tower-{tower}") for tower in TOWER_TILE_POINTS]
        self.waiting = [
            [self.add_piece("merchant", f"tower-{tower}") for _ in range(n)]
            for tower, n in zip(TOWER_TILE_POINTS, TOWER_MERCHANTS, strict=True)
        ]
        self.tiles: dict[str, str] = {colour: self.add_piece(f"tile-{colour}", EDGE_PLACE) for colour in COLOURS}
        self.on: dict[str, str] = {}
        self.domes: dict[str, str] = {}
        self.well = self.add_piece("well", setup["well"])
        self._place_piece(self.add_piece("merchant", BOX_PLACE), setup["merchant"])

    def lay_view(self, view: "View") -> None:
        """Put everything in place that a view shows."""
        self.supplies, self.tea = [], []
        for seat, supply in enumerate(view["supplies"]):
            counts = dict(zip(COLOURS, supply["buildings"], strict=True)) | {
                "roof": supply["roofs"],
                "neutral": supply["neutral"],
                "stable": supply["stables"],
                "merchant": supply["merchants"],
                "wall": supply["walls"],
            }
            self.supplies.append(self._add_supply(seat, counts))
            self.tea.append([self.add_piece("tea", f"seat-{seat}-tea") for _ in range(supply["tea"])])
        self.brewed = [self.add_piece("tea", EDGE_PLACE) for _ in range(sum(TEA_TILES_BY_CLAIM))]
        self.towers = [
            self.add_piece(f"tower-{tower}", _owner_place(owner, f"tower-{tower}"))
            for tower, owner in zip(TOWER_TILE_POINTS, view["tower_tiles"], strict=True)
        ]
        self.waiting = [
            [self.add_piece("merchant", f"tower-{tower}") for _ in range(n)]
            for tower, n in zip(TOWER_TILE_POINTS, view["waiting"], strict=True)
        ]
        self.tiles = {
            colour: self.add_piece(f"tile-{colour}", _owner_place(owner, EDGE_PLACE))
            for colour, owner in zip(COLOURS, view["palace_tiles"], strict=True)
        }
        self.on, self.domes = {}, {}
        self.well = self.add_piece("well", view["well"])
        for palace in view["palaces"]:
            laid: list[tuple[str, str]] = [(palace["colour"], space) for space in palace["buildings"]]
            laid += [("stable", space) for space in palace["stables"]]
            for kind, space in laid:
                self._place_piece(self.add_piece(f"laid-{kind}", space), space)
            if palace["owner"] is not None:
                at = palace["buildings"][0]
                self.domes[at] = self.add_piece(f"laid-roof-{palace['owner']}", f"roof-{at}")
        for kind, spaces in (
            ("merchant", view["merchants"]),
            ("wall", [each for row in view["walls"] for each in row]),
        ):
            for space in spaces:
                self._place_piece(self.add_piece(f"laid-{kind}", space), space)

    def _add_supply(self, seat: int, counts: Mapping[str, int]) -> dict[str, list[str]]:
        """Put the components of a seat in place, so many of each kind. Return their names by kind."""
        return {
            kind: [self.add_piece(f"{kind}-{seat}", f"seat-{seat}-{kind}") for _ in range(n)]
            for kind, n in counts.items()
        }

    def follow_entry(self, seat: int, action: JsonAction, event: "Event") -> None:
        """Move the placed component, then the tiles that change their owner."""
        match action:
            case ["building", colour, space]:
                self._place_piece(self.supplies[seat][colour].pop(0), space)
            case [("stable" | "merchant" | "wall") as kind, space]:
                self._place_piece(self.supplies[seat][kind].pop(0), space)
            case ["roof", whose, _space]:
                space = str(event["space"])
                dome = self.supplies[seat]["roof" if whose == "own" else "neutral"].pop(0)
                self.move_piece(dome, f"roof-{space}")
                self.domes[space] = dome
            case ["tea"]:
                self.move_piece(self.tea[seat].pop(), EDGE_PLACE)
        for _ in range(event["tea"]):
            cup = self.brewed.pop(0)
            self.move_piece(cup, f"seat-{seat}-tea")
            self.tea[seat].append(cup)
        if event["tile"] is not None:
            self.move_piece(self.tiles[str(event["colour"])], _tile_place(event["tile"], EDGE_PLACE))
        for tower, owner, won, gone in event["towers"]:
            self._pass_tower_tile(tower, owner, won, gone)
        if event["closed"]:  # M18
            for supply in self.supplies:
                for name in supply[str(event["colour"])]:
                    self.move_piece(name, BOX_PLACE)
                supply[str(event["colour"])] = []

    def next_piece(self, seat: int, kind: str) -> str | None:
        """Return a seat's next piece of a kind, or None."""
        return next(iter(self.supplies[seat][kind]), None)

    def palace_dome(self, palace: "PalaceView") -> str | None:
        """Return the dome of a palace of the view, or None."""
        return self.domes.get(palace["buildings"][0])

    def _place_piece(self, name: str, space: str) -> None:
        self.move_piece(name, space)
        self.on[space] = name

    def _pass_tower_tile(self, tower: int, owner: int, won: int, gone: int) -> None:
        """Move a tower tile to a new owner (M29). Its first owner takes the merchants if still in the game (M30)."""
        n = TOWER_TILE_POINTS.index(tower)
        self.move_piece(self.towers[n], _tile_place(owner, f"tower-{tower}"))
        waiting = self.waiting[n]
        for _ in range(won):
            merchant = waiting.pop(0)
            self.move_piece(merchant, f"seat-{owner}-merchant")
            self.supplies[owner]["merchant"].append(merchant)
        for _ in range(gone):
            self.move_piece(waiting.pop(0), BOX_PLACE)


def _owner_place(owner: "Owner", nobody: str) -> str:
    """Return the place of a tile in a view."""
    return _tile_place(owner, nobody) if isinstance(owner, int) else nobody


def _tile_place(owner: int, nobody: str) -> str:
    """Return the place of a tile: its owner's, or the one for tiles without an owner."""
    return f"seat-{owner}" if owner >= 0 else nobody
