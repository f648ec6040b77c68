"""Medina's board as one SVG: the city in its walls with all that stands in it. Pure."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from palaces.html import Markup
from palaces.medina.art import LETTERS, SPACE, dome, letter, use
from palaces.medina.table import total
from pygame_core.grid import STRIDE, bits
from pygame_core.medina.box import BOARDS, NAMES, SPACES, WALLS
from pygame_core.medina.score import two_from

if TYPE_CHECKING:
    from pygame_core.medina.shape import Colour, Owner, View

HALF = SPACE // 2
BADGE = 14  # half the width of the figure on a palace


def _at(space: int) -> tuple[int, int]:
    """The upper left corner of a space by its number."""
    return space % STRIDE * SPACE, space // STRIDE * SPACE


def _corners(names: Iterable[str]) -> list[tuple[int, int]]:
    return [_at(SPACES[name]) for name in names]


def _squares(corners: Iterable[tuple[int, int]]) -> str:
    return "".join(f"M{x} {y}h{SPACE}v{SPACE}h-{SPACE}z" for x, y in corners)


def still(view: "View") -> Markup:
    """The board to look at only."""
    return Markup(framed(view, picture(view)))


def framed(view: "View", drawn: str) -> str:
    board = BOARDS[view["seats"]]
    width, height = (board.columns + 2) * SPACE, (board.rows + 2) * SPACE
    return f'<div class="city for-{view["seats"]}"><svg viewBox="0 0 {width} {height}">{drawn}</svg></div>'


def picture(view: "View", fresh: Collection[str] = (), drafted: str = "", spaces: str = "") -> str:
    """The city from above. `fresh` spaces are outlined, and so is the `drafted` one, otherwise. `spaces` are what can
    be touched: they lie over everything but rooftops and points."""
    seats = view["seats"]
    palaces = [(palace, tuple(palace["buildings"])) for palace in view["palaces"]]
    return "".join(
        [
            _ground(seats, view["well"]),
            _street(tuple(view["merchants"]), tuple(view["ends"])),
            *(_palace(palace["colour"], built, tuple(palace["stables"])) for palace, built in palaces),
            *(_wall(seats, name) for run in view["walls"] for name in run),
            *(_tower(seats, n, waiting) for n, waiting in enumerate(view["waiting"])),
            *(_outlined(seats, name, "i-fresh") for name in sorted(fresh)),
            _outlined(seats, drafted, "i-drafted") if drafted else "",
            spaces,
            '<g class="i-crowns">',
            *(_crown(palace["colour"], built, palace["owner"], total(palace)) for palace, built in palaces),
            "</g>",
        ]
    )


@lru_cache(maxsize=16)
def _ground(seats: int, well: str) -> str:
    """The plaza in its ring, names of columns and rows, the well and the spaces that score by it (M34)."""
    board = BOARDS[seats]
    width, height = board.columns * SPACE, board.rows * SPACE
    lines = [f"M{SPACE * n} {SPACE}v{height}" for n in range(2, board.columns + 1)]
    lines += [f"M{SPACE} {SPACE * n}h{width}" for n in range(2, board.rows + 1)]
    plots = _squares(_at(space) for space in WALLS[seats].values())
    bonus = _corners(NAMES[space] for space in bits(two_from(SPACES[well]) & board.city))
    x, y = _at(SPACES[well])
    names = [(WALLS[seats][f"{side}{n}"], chr(96 + n)) for side in "NS" for n in range(1, board.columns + 1)]
    names += [(WALLS[seats][f"{side}{n}"], str(n)) for side in "WE" for n in range(1, board.rows + 1)]
    return (
        f'<rect class="i-outside" width="{width + 2 * SPACE}" height="{height + 2 * SPACE}" rx="6"/>'
        f'<path class="i-plot" d="{plots}"/>'
        f'<rect class="i-plaza" x="{SPACE}" y="{SPACE}" width="{width}" height="{height}"/>'
        f'<path class="i-lines" d="{"".join(lines)}"/>'
        f'<circle class="i-court" cx="{x + HALF}" cy="{y + HALF}" r="{3 * HALF}"/>'
        + "".join(f'<text class="i-bonus up" x="{x + HALF}" y="{y + 25}">+4</text>' for x, y in bonus)
        + "".join(
            f'<text class="i-name up" x="{_at(n)[0] + HALF}" y="{_at(n)[1] + 25}">{name}</text>' for n, name in names
        )
        + use("well", x, y, "i-well")
    )


@lru_cache(maxsize=256)
def _street(merchants: tuple[str, ...], ends: tuple[str, ...]) -> str:
    """The merchants on their street, and the ends where it can go on."""
    here = sum(1 << SPACES[name] for name in merchants)
    steps = []
    for name in merchants:
        x, y = _at(SPACES[name])
        ways = [way for way, step in ((f"h{SPACE}", 1), (f"v{SPACE}", STRIDE)) if here >> SPACES[name] + step & 1]
        steps += [f"M{x + HALF} {y + HALF}{way}" for way in ways or ["h.01"]]
    drawn = f'<path class="i-street" d="{"".join(steps)}"/>'
    drawn += "".join(f'<circle class="i-end" cx="{x + HALF}" cy="{y + HALF}" r="17"/>' for x, y in _corners({*ends}))
    return drawn + "".join(f'<g class="up">{use("merchant", x, y)}</g>' for x, y in _corners(merchants))


@lru_cache(maxsize=512)
def _palace(colour: "Colour", buildings: tuple[str, ...], stables: tuple[str, ...]) -> str:
    """The terraces and stables of a palace, on ground of one piece."""
    built, stalls = _corners(buildings), _corners(stables)
    ground = _squares([*built, *stalls])
    return (
        f'<g class="m-{colour}"><path class="i-base" d="{ground}"/><path class="i-ground" d="{ground}"/>'
        + "".join(use(colour, x, y) + letter(colour, x, y) for x, y in built)
        + "".join(use("stable", x, y) for x, y in stalls)
        + "</g>"
    )


@lru_cache(maxsize=512)
def _crown(colour: "Colour", buildings: tuple[str, ...], owner: "Owner", points: int) -> str:
    """The rooftop of a palace and its points, on the building in its middle."""
    corners = _corners(buildings)
    x, y = min(corners, key=lambda one: sum(abs(one[0] - x) + abs(one[1] - y) for x, y in corners))
    said = str(points)
    roof = ""
    if owner is not None:
        roof = dome(owner, x, y)
        said = LETTERS[colour] + said if len(corners) == 1 else said
    half = BADGE if len(said) < 3 else BADGE + 4
    return (
        f'{roof}<g class="i-badge up"><rect x="{x + HALF - half}" y="{y + 29}" width="{2 * half}" height="18" rx="9"/>'
        f'<text x="{x + HALF}" y="{y + 43.2:g}">{said}</text></g>'
    )


@lru_cache(maxsize=128)
def _wall(seats: int, name: str) -> str:
    x, y = _at(WALLS[seats][name])
    turned = f' transform="rotate(90 {x + HALF} {y + HALF})"' if name[0] in "WE" else ""
    return f'<g class="stone"{turned}>{use("wall", x, y)}</g>'


def towers(seats: int) -> tuple[tuple[int, int], ...]:
    """Where the towers stand, 1 to 4 (M2)."""
    board = BOARDS[seats]
    right, low = (board.columns + 1) * SPACE, (board.rows + 1) * SPACE
    return ((0, 0), (right, low), (right, 0), (0, low))


@lru_cache(maxsize=128)
def _tower(seats: int, n: int, waiting: int) -> str:
    """A tower with its number, and the merchants who wait on its tile."""
    x, y = towers(seats)[n]
    pips = "".join(
        f'<circle class="i-waits" cx="{x + HALF + 9 * i - 4.5 * (waiting - 1):g}" cy="{y + 35}" r="4"/>'
        for i in range(waiting)
    )
    number = f'<text class="i-number up" x="{x + HALF}" y="{y + 26.5:g}">{n + 1}</text>'
    return f'<g class="stone">{use("tower", x, y)}</g>{number}{pips}'


def _outlined(seats: int, name: str, class_: str) -> str:
    x, y = _at(WALLS[seats][name] if name in WALLS[seats] else SPACES[name])
    box = f'x="{x + 1.5}" y="{y + 1.5}" width="{SPACE - 3}" height="{SPACE - 3}" rx="3"'
    return f'<rect class="{class_}-halo" {box}/><rect class="{class_}" {box}/>'
