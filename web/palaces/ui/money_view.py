"""Coloured money, and a hand of it, as more than one game shows them: coins, cards, and a purse for each colour. Pure.

A coin is called like its symbol, which its game draws. The class of that name gives it its colours: see
`money_view.css`.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from palaces.app.i18n import _, ngettext
from palaces.ui.html import (
    Markup,
    escape,
    join,
    screen_reader_text,
    tag,
)
from palaces.ui.svg import Symbol

FIGURE_HALF_BOX = 24
"""Half a figure's box: the middle of its foot, from its left and from its top."""


def figure_symbols(game: str, most: int) -> list[Symbol]:
    """The figures of a game's money as symbols. A control is called what is written on it, not what is drawn."""
    return [
        Symbol(f"{game}{n}", "", f'<text x="{FIGURE_HALF_BOX}" y="{FIGURE_HALF_BOX}">{n}</text>')
        for n in range(1, most + 1)
    ]


def figure_svg(game: str, figure: str, x: float, foot: float, more: str = "") -> str:
    """A figure whose foot stands there; `more` are further classes."""
    left, top = x - FIGURE_HALF_BOX, foot - FIGURE_HALF_BOX
    return f'<use class="figure{more}" href="#{game}{escape(figure)}" x="{left:g}" y="{top:g}"/>'


@lru_cache(maxsize=512)
def coin_svg(name: str, figure: str = "", foot: float = 31) -> Markup:
    """A coin's shape in its colours, 48 units high, with a figure whose foot stands there."""
    number = figure_svg(name[0], figure, 24, foot) if figure else ""
    return Markup(
        f'<svg class="coin {name}" viewBox="0 0 48 48" aria-hidden="true"><use href="#{name}"/>{number}</svg>'
    )


def card_count_label(label: str, n: int, chosen: int) -> str:
    """What a card of so many equal ones is called, of which so many are chosen."""
    if n > 1:
        label = _("{card}, you hold {n}").format(card=label, n=n)
    return _("{card}, {n} chosen").format(card=label, n=chosen) if chosen else label


def render_card_count(n: int, chosen: int, class_: str) -> Markup | None:
    """The same as a figure on the card; drawn by the style sheet, for it is no part of the card's name."""
    count = f"{chosen}/{n}" if chosen else f"×{n}"
    return tag("b", class_=class_, data_count=count, aria_hidden="true") if n > 1 else None


def render_known_money(hand: list[str] | int, seen: Iterable[str], card: Callable[[str], Markup]) -> Markup:
    """The money of a seat as far as everybody may know it: all of a hand that lies open; of another the cards that all
    have seen come to it, and how many others it has. `card` draws one."""
    known = [*seen] if isinstance(hand, int) else hand
    n = hand if isinstance(hand, int) else len(hand)
    hidden = n - len(known)
    said = ngettext("{n} money card", "{n} money cards", n).format(n=n)
    if known and hidden:
        said = _("{cards}, {n} of them seen").format(cards=said, n=len(known))
    shown = [card(name) for name in known]
    if hidden:
        unknown = ngettext("{n} card that nobody has seen", "{n} cards that nobody has seen", hidden).format(n=hidden)
        figure = tag("span", hidden, aria_hidden="true")
        shown.append(tag("li", figure, screen_reader_text(unknown), class_="unknown", title=unknown))
    return join(tag("h3", said), tag("ul", shown, class_="kept") if shown else None)
