"""What is in the box of Palazzo. Tables only: check them against the rulebook without reading code."""

SEATS = range(2, 5)

# P3: the currencies with their letters in notation. Values 3-7, three copies of each; and ten certificates of value 2.
CURRENCIES = ("red", "blue", "yellow")
LETTERS = "rby"
VALUES = range(3, 8)
COPIES = 3
CERTIFICATES = 10
CERTIFICATE_VALUE = 2
GROUP = 3  # P8: cards in a group
GROUP_VALUE = 15

# P1, P2: the tiles, as windows by material and floor, for each of the three stacks. The split over the stacks is ours.
MATERIALS = ("brick", "sandstone", "marble")
FLOORS = range(1, 6)
WINDOWS = range(1, 4)
#        stack:  I       II      III
SPLIT = {
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
RIDERS = 5  # P1: they are shuffled into the third stack; P24: the last of them ends the game

QUARRIES = 4  # P4
DEALT = 4  # P5: money cards at the start
OPENING = 3  # P4, P15: the value of the certificate with which an auction is opened
EVERYONE = 4  # P19: so many tiles on a quarry are shared out, not auctioned
PRICE = 10  # P12: less one for each tile in the supply
MOST_BOUGHT = 2

# P25, P26: the summary card, by the number of floors of a palace, 0 to 5.
POINTS = (0, -5, 0, 0, 3, 6)  # and from three floors on a point for each window
PURE = (0, 0, 0, 3, 3, 6)  # for one material only

# Ids. Money: currency * 5 + value - 3, and the certificate. Tiles: a kind for each material, floor and number of
# windows, from 16 up in that order. Then the rider.
COINS = range(15)
CERTIFICATE = 15
MONEY = range(16)
TILES = range(16, 16 + 45)
RIDER = 61

CURRENCY = tuple(card // 5 for card in COINS)
VALUE = (*(card % 5 + 3 for card in COINS), CERTIFICATE_VALUE)
MATERIAL = {tile: (tile - 16) // 15 for tile in TILES}
FLOOR = {tile: (tile - 16) // 3 % 5 + 1 for tile in TILES}
WINDOW = {tile: (tile - 16) % 3 + 1 for tile in TILES}

NAMES = (
    *(f"{LETTERS[CURRENCY[card]]}{VALUE[card]}" for card in COINS),
    f"c{CERTIFICATE_VALUE}",
    *(f"{MATERIALS[MATERIAL[tile]]}-{FLOOR[tile]}-{WINDOW[tile]}" for tile in TILES),
    "rider",
)
IDS = {name: card for card, name in enumerate(NAMES)}

STACKS = tuple(
    tuple(IDS[f"{material}-{floor}-{n}"] for (material, floor), split in SPLIT.items() for n in split[stack])
    for stack in range(3)
)
BANK = (*(card for card in COINS for _ in range(COPIES)), *(CERTIFICATE for _ in range(CERTIFICATES)))
