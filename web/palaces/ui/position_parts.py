"""Parts that the pictures of positions share: text, boxes, the bar at the top, and the head of a player. Pure.

A picture is as wide as a table in a window of 1280 by 800, and has its colors. Lengths are pixels of that window.
"""

from collections.abc import Sequence
from typing import NamedTuple

from palaces.ui.html import escape
from palaces.ui.svg import SEAT_SIGN_NAMES, Symbol
from pygame_core.i18n import format_number

WIDTH = 1280
MARGIN = 16
BAR_HEIGHT = 52
GAP = 10
HEAD_HEIGHT = 32
RADIUS = 10
SIDE_X = 872  # of the column with the players
SIDE_WIDTH = 392
MAIN_WIDTH = SIDE_X - GAP - MARGIN
EM_SHARE, DISPLAY_EM_SHARE = 0.52, 0.6
"""The mean width of a letter, as a share of the size of its text: in the fonts for text and for titles. Fonts that
stand in for ours are wider."""


class PicturePlayer(NamedTuple):
    """A player in a picture: a name, a note such as a bot's level, and whether it is to move or has won."""

    name: str
    note: str = ""
    has_won: bool = False


class PositionPicture(NamedTuple):
    """The drawing of a position, below the bar: its height, its markup, and the symbols of the game."""

    height: float
    drawn: str
    symbols: Sequence[Symbol]
    patterns: str = ""


def text_svg(
    said: object,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = "var(--ink)",
    weight: int = 700,
    anchor: str = "start",
    display: bool = False,
    width: float = 0,
) -> str:
    """Return a line of text with its foot at (x, y). With a `width`, a longer one ends in an ellipsis."""
    line = f"{said}"
    most = int(width / (size * EM_SHARE)) if width else len(line)
    if len(line) > most:
        line = f"{line[: max(1, most - 1)].rstrip()}…"
    face, weight = ("--disp", 400) if display else ("--text", weight)
    end = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" font-family="var({face})" '
        f'fill="{fill}"{end}>{escape(line)}</text>'
    )


def text_width(said: object, size: float, em_share: float = EM_SHARE) -> float:
    """Return the approximate width of a line of text."""
    return len(f"{said}") * size * em_share


def box_svg(x: float, y: float, width: float, height: float, fill: str, radius: float = 0, more: str = "") -> str:
    """Return a rectangle, with round corners if it has a radius."""
    corners = f' rx="{radius:g}"' if radius else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corners} fill="{fill}"{more}/>'


def card_svg(x: float, y: float, width: float, height: float, fill: str = "var(--card)") -> str:
    """Return a panel with its shadow."""
    return box_svg(x, y + 3, width, height, "var(--sh)", RADIUS) + box_svg(x, y, width, height, fill, RADIUS)


def clipped_svg(name: str, x: float, y: float, width: float, height: float, drawn: str, radius: float = 0) -> str:
    """Return a drawing that is cut to a box. No other part of the picture has this name."""
    return (
        f'<clipPath id="{name}">{box_svg(x, y, width, height, "none", radius)}</clipPath>'
        f'<g clip-path="url(#{name})">{drawn}</g>'
    )


def use_svg(name: str, x: float, y: float, width: float, height: float, class_: str = "") -> str:
    """Return a symbol in a box."""
    return f'<use class="{class_}" href="#{name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def seat_sign_svg(seat: int, x: float, y: float, side: float, color: str = "", name: str = "") -> str:
    """Return the sign of a seat, or of another party by the name of its symbol."""
    shape = name or f"s-{SEAT_SIGN_NAMES[seat]}"
    tone = color or "var(--sign)"
    own = "none" if name else tone
    return (
        f'<g class="p{seat}"><g fill="{own}" stroke="{tone}" stroke-width="2" stroke-linecap="round" '
        f'stroke-linejoin="round">{use_svg(shape, x, y, side, side)}</g></g>'
    )


def named_seat_svg(seat: int, player: PicturePlayer, x: float, y: float, width: float) -> str:
    """Return the sign and the name of a player, above what is theirs."""
    return seat_sign_svg(seat, x, y, 20) + text_svg(player.name, x + 26, y + 16, 17, width=width - 26)


def bar_svg(title: str, status: str, seat: int | None) -> str:
    """Return the bar at the top: the title of the game, and whose turn it is."""
    x = MARGIN + text_width(title, 26, DISPLAY_EM_SHARE) + 20
    sign = "" if seat is None else seat_sign_svg(seat, x, 14, 22, "var(--bar-sign)")
    return (
        box_svg(0, 0, WIDTH, BAR_HEIGHT, "var(--bar)")
        + box_svg(0, BAR_HEIGHT, WIDTH, 2, "var(--bar-edge)")
        + text_svg(title, MARGIN, 34, 26, fill="var(--bar-ink)", display=True)
        + sign
        + text_svg(status, x + (32 if sign else 0), 32, 19, fill="var(--bar-ink)", width=WIDTH - x - 60)
    )


def player_head_svg(
    seat: int,
    player: PicturePlayer,
    points: int,
    hand: int | Sequence[str],
    x: float,
    y: float,
    *,
    to_move: bool,
    width: float = SIDE_WIDTH,
) -> str:
    """Return the head of a player: sign, name, number of cards and points.

    `hand` has the cards, or only their number. The head has the color of the game for the seat to move. A winner has a
    golden edge.
    """
    ink = "var(--fill-ink)" if to_move else "var(--ink)"
    soft = "var(--fill-ink)" if to_move else "var(--soft)"
    ground = "var(--fill)" if to_move else "var(--card)"
    said = format_number(points)
    note_end = width - 116  # before the number of cards
    room = note_end - 48 - text_width(player.note, 15)
    return (
        head_ground_svg(x, y, width, ground)
        + (box_svg(x + 10, y, width - 20, 3, "var(--gold)") if player.has_won else "")
        + seat_sign_svg(seat, x + 10, y + 6, 20, ink if to_move else "")
        + text_svg(player.name, x + 38, y + 22, 18, fill=ink, width=room)
        + text_svg(player.note, x + note_end, y + 22, 15, fill=soft, weight=500, anchor="end")
        + text_svg(said, x + width - 12, y + 25, 26, fill=ink, anchor="end", display=True)
        + _card_count_svg(hand if isinstance(hand, int) else len(hand), x + width - 104, y, soft)
    )


def head_ground_svg(x: float, y: float, width: float, fill: str) -> str:
    """Return the ground of a head, round at the top."""
    d = f"M{x:g} {y + HEAD_HEIGHT:g}v-22a10 10 0 0 1 10-10h{width - 20:g}a10 10 0 0 1 10 10v22z"
    return f'<path d="{d}" fill="{fill}"/>'


def _card_count_svg(count: int, x: float, y: float, ink: str) -> str:
    """Return the number of a player's cards, in the head at y."""
    return (
        f'<g fill="{ink}" transform="translate({x:g} {y + 9:g}) scale(.75)"><path d="M5 0h11v16h-2V4H5z"/>'
        f'<path d="M0 3h11v17H0z"/></g>{text_svg(count, x + 17, y + 22, 16, fill=ink, weight=500)}'
    )


def placed_svg(drawn: str, x: float, y: float, width: float, height: float) -> str:
    """Return a drawing, `<svg …>`, in a box."""
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{drawn}</svg>'
