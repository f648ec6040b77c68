"""The small picture of a puzzle of Alhambra: the arches of the yard with their buildings and prices. Pure."""

from typing import TYPE_CHECKING

from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.drawings.final_city import building_svg
from palaces.ui import svg as common
from palaces.ui.html import Markup
from palaces.ui.money_view import figure_svg
from palaces.ui.svg import Symbol, path_svg
from pygame_core.alhambra.components import BUILDING_PRICE, BUILDING_TYPE, BUILDING_TYPES, CURRENCY_LETTERS, IDS

if TYPE_CHECKING:
    from pygame_core.alhambra.types import View

WIDTH, HEIGHT = 400, 300
ARCH_WIDTH, ARCH_HEIGHT = icons.NICHE_WIDTH, icons.NICHE_HEIGHT
COIN_WIDTH = 48
COIN_SCALE = 1.3
MARGIN = 10
NEAR = "77 0 246 184"
"""The upper of two rows."""
ARCH = Symbol(
    "a-arch",
    f"0 0 {ARCH_WIDTH} {ARCH_HEIGHT}",
    path_svg(icons.ARCH_PATH, "a-sky")
    + path_svg("M30 150q70-8 140 0v16H30z", "a-earth")
    + path_svg("M27 166V110A77 77 0 1 1 173 110V166", "a-wedges"),
)
"""An arch of the yard without its columns and hills."""
COINS = [Symbol(f"c-{letter}", "0 0 48 48", ground) for letter, ground in icons.COIN_GROUNDS.items()]
"""Coins without their stamps, which would be too fine here."""


def render_puzzle_picture(view: "View") -> Markup:
    """Return the full arches of the yard, in one row or two, as a picture for a file of its own."""
    arches = [(place, IDS[name]) for place, name in enumerate(view["yard"]) if name]
    columns = min(2, max(1, len(arches)))
    rows = max(1, -(-len(arches) // columns))
    coin_below = COIN_WIDTH * COIN_SCALE / 2
    scale = min(
        (WIDTH - 2 * MARGIN) / (columns * ARCH_WIDTH), (HEIGHT - 2 * MARGIN) / (rows * (ARCH_HEIGHT + coin_below))
    )
    drawn, used, coins = "", {ARCH.id}, {coin.id for coin in COINS}
    for n, (place, card) in enumerate(arches):
        row, column = divmod(n, columns)
        in_row = min(columns, len(arches) - columns * row)
        x = WIDTH / 2 + (column - in_row / 2) * ARCH_WIDTH * scale
        y = HEIGHT / 2 + (row - rows / 2) * (ARCH_HEIGHT + coin_below) * scale
        drawn += f'<g transform="translate({x:.0f} {y:.0f}) scale({scale:.2f})">{_arch_svg(place, card)}</g>'
        letter = CURRENCY_LETTERS[place]
        used |= {f"t-{BUILDING_TYPES[BUILDING_TYPE[card]]}", f"c-{letter}", f"c{BUILDING_PRICE[card]}"}
    return common.scene_svg(
        [ARCH, *COINS, *(symbol for symbol in icons.list_symbols() if symbol.id not in coins)],
        used,
        drawn,
        "var(--plaster)",
        size=(WIDTH, HEIGHT),
        near=NEAR if rows > 1 else "",
    )


def _arch_svg(place: int, card: int) -> str:
    """Return an arch with its building, and the price below on the coin of its place."""
    letter = CURRENCY_LETTERS[place]
    figure = figure_svg("c", str(BUILDING_PRICE[card]), COIN_WIDTH / 2, icons.FIGURE_BASELINE_BY_COIN[letter])
    left, top = ARCH_WIDTH / 2 - COIN_WIDTH * COIN_SCALE / 2, ARCH_HEIGHT - COIN_WIDTH * COIN_SCALE / 2
    return (
        f'<use href="#{ARCH.id}" width="{ARCH_WIDTH}" height="{ARCH_HEIGHT}"/>'
        f"{building_svg(BUILDING_TYPE[card], 37, 39, 126)}"
        f'<g class="coin c-{letter}" transform="translate({left:g} {top:g}) scale({COIN_SCALE})">'
        f'<use href="#c-{letter}" width="{COIN_WIDTH}" height="{COIN_WIDTH}"/>{figure}</g>'
    )
