"""What a position is in plain lines of text: what the tables of all games in the terminal are made of.

Made from a view only, so that they show no more than a seat may know.
"""

from collections.abc import Callable, Iterator

from pygame_core.i18n import _, format_number, ngettext
from pygame_core.state import View

EMPTY_LIST_MARK = "–"


def labeled_line(label: str, *parts: str) -> str:
    """What lies somewhere, by its label.

    >>> labeled_line("supply", "brick 1", "marble 3")
    '  supply          brick 1, marble 3'
    """
    return f"  {label:16}{', '.join(parts) or EMPTY_LIST_MARK}"


def player_line(name: str, view: View, seat: int) -> str:
    """A seat with its points, its cards if it has any, and a mark if it is to move."""
    points = view["points"][seat]
    said = [ngettext("{n} point", "{n} points", points).format(n=format_number(points))]
    if seat < len(view.get("hands", ())):
        hand = view["hands"][seat]
        n = hand if isinstance(hand, int) else len(hand)
        said.append(ngettext("{n} card", "{n} cards", n).format(n=n))
    return f"{'>' if seat == view['to_move'] else ' '} {name:16}{', '.join(said)}"


def hand_lines(view: View, name: Callable[[str], str]) -> Iterator[str]:
    """The hand of the seat that looks; after the end everybody's is open and matters no more."""
    if view["seat"] is not None and view["to_move"] is not None:
        yield labeled_line(_("your hand"), *map(name, view["hands"][view["seat"]]))
