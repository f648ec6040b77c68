"""A position in plain lines of text: shared parts of the tables that the terminal shows.

They use only views, so they show no more than a seat may know.
"""

from collections.abc import Callable, Iterator

from pygame_core.i18n import _, format_number, list_phrases, ngettext
from pygame_core.state import View, open_hand

EMPTY_LIST_MARK = "–"


def labeled_line(label: str, *parts: str) -> str:
    """Return a labeled line with a list of things.

    >>> labeled_line("supply", "brick 1", "marble 3")
    '  supply          brick 1, marble 3'
    """
    return f"  {label!s:15} {list_phrases(parts) or EMPTY_LIST_MARK}"


def player_line(name: str, view: View, seat: int) -> str:
    """Return a line with a seat's points, its number of cards if it has a hand, and a mark if it is to move."""
    points = view["points"][seat]
    said = [ngettext("{n} point", "{n} points", points).format(n=format_number(points))]
    if seat < len(view.get("hands", ())):
        hand = view["hands"][seat]
        n = hand if isinstance(hand, int) else len(hand)
        said.append(ngettext("{n} card", "{n} cards", n).format(n=n))
    return f"{'>' if seat == view['to_move'] else ' '} {name!s:15} {list_phrases(said)}"


def hand_lines(view: View, name: Callable[[str], str]) -> Iterator[str]:
    """Yield the hand of the viewing seat. After the end there is no line, because all hands are open."""
    if view["seat"] is not None and view["to_move"] is not None:
        yield labeled_line(_("your hand"), *map(name, open_hand(view, view["seat"])))
