"""The components of Palazzo. These are tables only: check them against the rulebook."""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pygame_core.palazzo.types import Action

SEAT_COUNTS = range(2, 5)

# P3: the currencies with their letters in notation. Values 3-7, three copies of each; and ten certificates of value 2.
CURRENCIES = ("red", "blue", "yellow")
CURRENCY_LETTERS = "rby"
COIN_VALUES = range(3, 8)
COIN_COPIES = 3
CERTIFICATE_COUNT = 10
CERTIFICATE_VALUE = 2
GROUP_SIZE = 3  # P8: cards in a group
GROUP_VALUE = 15

# P1, P2: the tiles, as windows by material and floor, for each of the three stacks. The split over the stacks is ours.
MATERIALS = ("brick", "sandstone", "marble")
FLOORS = range(1, 6)
WINDOWS = range(1, 4)
#        stack:  I       II      III
TILE_WINDOWS_BY_STACK = {
    ("brick", 1): ((2, 3), (1,), ()),
    ("sandstone", 1): ((1, 3), (2,), ()),
    ("marble", 1): ((1, 2), (3,), ()),
    ("brick", 2): ((1, 3), (2,), ()),
    ("sandstone", 2): ((1, 2), (3,), ()),
    ("marble", 2): ((3,), (1,), (2,)),
    ("brick", 3): ((1, 2), (1,), (3,)),
    ("sandstone", 3): ((3,), (1, 2), (1,)),
    ("marble", 3): ((1,), (3,), (1, 2)),
    ("brick", 4): ((), (3,), (1, 2)),
    ("sandstone", 4): ((), (2,), (1, 3)),
    ("marble", 4): ((2,), (1,), (3,)),
    ("brick", 5): ((), (2,), (1, 3)),
    ("sandstone", 5): ((), (1,), (2, 3)),
    ("marble", 5): ((), (3,), (1, 2)),
}
RIDER_COUNT = 5  # P1: riders are shuffled into the third stack; P24: the last rider ends the game

QUARRY_COUNT = 4  # P4
DEALT_CARDS = 4  # P5: money cards at the start
OPENING_BID = 3  # P4, P15: value of the certificate that opens an auction
MIN_SHARED_TILES = 4  # P19: a quarry with this many tiles is shared, not auctioned
BASE_TILE_PRICE = 10  # P12: minus one for each tile in the supply
MAX_TILES_BOUGHT = 2

# P25, P26: the summary card, by the number of floors of a palace, 0 to 5.
POINTS_BY_FLOORS = (0, -5, 0, 0, 3, 6)  # and from three floors on, one point per window
PURE_POINTS_BY_FLOORS = (0, 0, 0, 3, 3, 6)  # for a palace of one material

# Ids. Money: currency * 5 + value - 3, and the certificate. Tiles: one id for each material, floor and number of
# windows, from 16 up in that order. Then the rider.
COIN_IDS = range(15)
CERTIFICATE = 15
MONEY_IDS = range(16)
TILE_IDS = range(16, 16 + 45)
RIDER = 61

COIN_CURRENCY = tuple(card // 5 for card in COIN_IDS)
CARD_VALUE = (*(card % 5 + 3 for card in COIN_IDS), CERTIFICATE_VALUE)
TILE_MATERIAL = {tile: (tile - 16) // 15 for tile in TILE_IDS}
TILE_FLOOR = {tile: (tile - 16) // 3 % 5 + 1 for tile in TILE_IDS}
TILE_WINDOWS = {tile: (tile - 16) % 3 + 1 for tile in TILE_IDS}

NAMES: tuple[Any, ...] = (  # Any: names of cards and tiles have types of their own
    *(f"{CURRENCY_LETTERS[COIN_CURRENCY[card]]}{CARD_VALUE[card]}" for card in COIN_IDS),
    f"c{CERTIFICATE_VALUE}",
    *(f"{MATERIALS[TILE_MATERIAL[tile]]}-{TILE_FLOOR[tile]}-{TILE_WINDOWS[tile]}" for tile in TILE_IDS),
    "rider",
)
IDS = {name: card for card, name in enumerate(NAMES)}

TILES_BY_STACK = tuple(
    tuple(
        IDS[f"{material}-{floor}-{n}"]
        for (material, floor), split in TILE_WINDOWS_BY_STACK.items()
        for n in split[stack]
    )
    for stack in range(3)
)
ALL_MONEY_CARDS = (
    *(card for card in COIN_IDS for _ in range(COIN_COPIES)),
    *(CERTIFICATE for _ in range(CERTIFICATE_COUNT)),
)

# The kind of decision of the seat to move, in the words of views.
TURN_PHASE: Final = "turn"  # P9, P10, P14: one of three actions
PICK_PHASE: Final = "pick"  # P9: an open money card
CHOOSE_PHASE: Final = "choose"  # P10: buy or auction
BID_PHASE: Final = "bid"  # P16: bid or pass
CLAIM_PHASE: Final = "claim"  # P19: a tile of the quarry
BUILD_PHASE: Final = "build"  # P21: the place for a tile
OVER_PHASE: Final = "over"

MONEY_ACTION: Final["Action"] = ("money",)
TILES_ACTION: Final["Action"] = ("tiles",)
AUCTION_ACTION: Final["Action"] = ("auction",)
PASS_ACTION: Final["Action"] = ("pass",)
PICK_ACTIONS: Final[tuple["Action", ...]] = tuple(("pick", card) for card in MONEY_IDS)
