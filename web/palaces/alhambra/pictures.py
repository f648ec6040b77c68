"""Pictures for pages that show Alhambra. Pure."""

from random import Random

from palaces import art as common
from palaces.alhambra import art
from palaces.alhambra.draft import seen
from palaces.html import Markup, escape, tag
from palaces.money import hand_of
from pygame_core import Match
from pygame_core.alhambra import text
from pygame_core.alhambra.box import CURRENCY, IDS, LETTERS, PRICE, TYPE, TYPES, VALUE
from pygame_core.bots import choose

YARD = 67  # the seed of the game on the home page
SHOWN, MOVES = 31, 14  # the seed of the game in the scene, and how far it has gone
HELD = 7  # cards of the hand that the scene has room for


def poster() -> Markup:
    """The yard of a real position."""
    buildings = seen(Match.new("alhambra", 3, seed=YARD), None)["yard"]
    cards = [
        tag(
            "li",
            tag(
                "div",
                art.building(name),
                tag("span", art.price_tab(name, place), class_="price"),
                class_=f"card building t{TYPE[IDS[name]]}",
            ),
        )
        for place, name in enumerate(buildings)
        if name
    ]
    return tag("ul", cards, class_="places")


def scene() -> Markup:
    """The yard of a game that goes on, and below it the hand of the player to move."""
    match = Match.new("alhambra", 3, seed=SHOWN)
    for _move in range(MOVES):
        match.play(choose("casual", match.view(match.to_move()), Random(SHOWN)).action)
    view, seat = seen(match, match.to_move()), match.to_move()
    assert seat is not None
    yard = "".join(_building(52 + 218 * place, place, name) for place, name in enumerate(view["yard"]) if name)
    hand = hand_of(view, seat)[:HELD]
    left = common.SCENE_WIDTH / 2 - 59 * len(hand) + 5
    held = "".join(_money(left + 118 * n, name) for n, name in enumerate(hand))
    return common.scene([common.signs(), art.sprites()], yard + held)


def _card(x: float, y: float, width: float, height: float) -> str:
    box = f'width="{width:g}" height="{height:g}" rx="12"'
    shade = f'<rect x="{x:g}" y="{y + 4:g}" {box} fill-opacity=".14"/>'
    return f'{shade}<rect x="{x:g}" y="{y:g}" {box} fill="var(--raised)" stroke="var(--line)"/>'


def _coin(x: float, y: float, size: float, letter: str, figure: int) -> str:
    """A coin with its figure."""
    return f'<svg x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}">{art.coin(letter, str(figure))}</svg>'


def _building(x: float, place: int, name: str) -> str:
    """A building card of the yard with its price."""
    card = IDS[name]
    rank = TYPE[card]
    dots = "".join(f'<circle cx="{x + 101 + 14 * (i - rank / 2):g}" cy="200" r="4.6"/>' for i in range(rank + 1))
    kind = escape(text.kind(rank).capitalize())
    return (
        f'{_card(x, 36, 202, 306)}<g class="t{rank}">'
        f'<use href="#t-{TYPES[rank]}" x="{x + 17:g}" y="54" width="168" height="126"/><g class="s2">{dots}</g></g>'
        f'<text x="{x + 101:g}" y="240" font-size="24" font-weight="600" text-anchor="middle" fill="var(--ink)">'
        f'{kind}</text><path d="M{x:g} 264h202" stroke="var(--line)"/>'
        f"{_coin(x + 69, 270, 64, LETTERS[place], PRICE[card])}"
    )


def _money(x: float, name: str) -> str:
    """A money card of the hand; the lower edge of the scene cuts it off."""
    card = IDS[name]
    return _card(x, 384, 108, 190) + _coin(x + 17, 408, 74, LETTERS[CURRENCY[card]], VALUE[card])


PICTURES = {"poster": poster, "scene": scene}
