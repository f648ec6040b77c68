"""Pictures for Palazzo's pages of text. Pure."""

from random import Random

from palaces import art as common
from palaces.html import Markup, join, tag
from palaces.palazzo import art
from palaces.palazzo.draft import seen
from palaces.palazzo.streets import drawn
from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.palazzo.box import IDS, MATERIAL

SHOWN = 22  # the seed of the game on the home page
STREET = 3  # the seed of the game in the scene
GAP, GROUND, SCALE = 18, 500, 1.44  # between palaces; where they stand, and how large
PICTURED = (
    "sandstone-3-3",
    "brick-2-3 brick-4-2",
    "brick-1-3 sandstone-2-1 brick-5-2",
    "sandstone-2-2 sandstone-3-2 sandstone-4-2 sandstone-5-1",
    "marble-1-3 marble-2-1 marble-3-2 sandstone-4-3 marble-5-2",
    "brick-1-1 brick-2-2 brick-3-3 brick-4-1 brick-5-1",
    "marble-2-2 marble-3-1 marble-4-2",
)
"""The palaces of P28."""


def poster() -> Markup:
    """The street of a real game's winner."""
    match = Match.new("palazzo", 3, seed=SHOWN)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), Random(SHOWN)).action)
    row = seen(match, None)["palaces"][match.state.places().index(1)]
    return tag("div", [drawn(palace) for palace in row], class_="street")


def money() -> Markup:
    """The coins of the currencies and a certificate: the first picture of the rules, so the symbols come with it."""
    return join(art.sprites(), [art.coin(card[0], card[1:]) for card in ("r7", "b5", "y3", "c2")])


def palaces() -> Markup:
    """The palaces of P28 with their points."""
    return tag("ol", [drawn(palace.split()) for palace in PICTURED], class_="street")


def scene() -> Markup:
    """The palaces of everybody at the end of a game, as one street: its middle is seen."""
    match = Match.new("palazzo", 3, seed=STREET)
    while (seat := match.to_move()) is not None:
        match.play(choose("skilled", match.view(seat), Random(STREET)).action)
    row = [palace for street in seen(match, None)["palaces"] for palace in street]
    step = art.WIDTH + GAP
    drawn = "".join(_standing(palace, step * n - step * len(row) // 2 + GAP // 2) for n, palace in enumerate(row))
    pavement = f'<path d="M0 {GROUND}h{common.SCENE_WIDTH}V{common.SCENE_HEIGHT}H0z" fill="var(--line)"/>'
    street = f'<g transform="translate({common.SCENE_WIDTH // 2} {GROUND}) scale({SCALE})">{drawn}</g>'
    return common.scene([common.signs(), art.sprites()], pavement + street, "var(--sky)")


def _standing(palace: list[str], x: int) -> str:
    """A palace whose foot is at (x, 0)."""
    floors = [
        _at(x, -art.HEIGHT * (n + 1), art.HEIGHT, f"m{MATERIAL[IDS[name]]}", art.drawn(IDS[name]))
        for n, name in enumerate(palace)
    ]
    tone, shape = art.topping(palace[-1])
    top = _at(x, -art.HEIGHT * len(palace) - art.CROWN, art.CROWN, tone, f'<use href="#{shape}"/>')
    return "".join([*floors, top])


def _at(x: float, y: float, height: float, tone: str, drawn: str) -> str:
    """A piece as wide as a tile with its upper left corner at (x, y)."""
    box = f'x="{x:g}" y="{y:g}" width="{art.WIDTH}" height="{height:g}"'
    return f'<svg class="{tone}" {box} viewBox="0 0 {art.WIDTH} {height:g}">{drawn}</svg>'


PICTURES = {"poster": poster, "scene": scene, "money": money, "palaces": palaces}
