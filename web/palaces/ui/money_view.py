"""Views of colored money that several games share: coins, cards, and the known money of a seat. Pure.

The name of a coin is also the id of its symbol, which its game draws, and its CSS class, which has its colors: see
`money_view.css`.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.ui.html import (
    Markup,
    escape,
    join,
    screen_reader_text,
    tag,
)
from palaces.ui.svg import Symbol
from pygame_core.i18n import SentenceSubject, format_number

if TYPE_CHECKING:
    from pygame_core.state import Hand

FIGURE_HALF_BOX = 24
"""Half the box of a figure, in units of the drawing: from its left or top to the middle of its foot."""


def figure_symbols(game: str, most: int) -> list[Symbol]:
    """Return the figures of a game's money as symbols. A symbol keeps the figure out of the accessible name of a
    control."""
    return [
        Symbol(f"{game}{n}", "", f'<text x="{FIGURE_HALF_BOX}" y="{FIGURE_HALF_BOX}">{n}</text>')
        for n in range(1, most + 1)
    ]


def figure_svg(game: str, figure: str, x: float, foot: float, more: str = "") -> str:
    """Return a figure whose foot is at this point. `more` has more classes."""
    left, top = x - FIGURE_HALF_BOX, foot - FIGURE_HALF_BOX
    return f'<use class="figure{more}" href="#{game}{escape(figure)}" x="{left:g}" y="{top:g}"/>'


@lru_cache(maxsize=512)
def coin_svg(name: str, figure: str = "", foot: float = 31) -> Markup:
    """Return a coin in its colors, 48 units high, with a figure whose foot is at `foot`."""
    number = figure_svg(name[0], figure, 24, foot) if figure else ""
    return Markup(
        f'<svg class="coin {name}" viewBox="0 0 48 48" aria-hidden="true"><use href="#{name}"/>{number}</svg>'
    )


def card_count_label(owner: SentenceSubject, label: str, n: int, chosen: int) -> str:
    """Return the accessible name of a stack of equal cards: how many `owner` holds, and how many are chosen."""
    if n > 1:
        label = owner.choose_sentence(_("{card} ({name} has {n})"), _("{card}, you have {n}"), card=label, n=n)
    return _("{card}, {n} chosen").format(card=label, n=chosen) if chosen else label


def render_card_count(n: int, chosen: int, class_: str) -> Markup | None:
    """Render the count on a card. The style sheet draws it, so it is not part of the card's accessible name."""
    count = f"{chosen}/{n}" if chosen else format_number(f"×{n}")
    return tag("b", class_=class_, data_count=count, aria_hidden="true") if n > 1 else None


def render_known_money(hand: "Hand", seen: Iterable[str], card: Callable[[str], Markup]) -> Markup:
    """Render the publicly known money of a seat. An open hand is shown in full. For a hidden hand these are the cards
    that everybody has seen, and the number of the others. `card` draws one card."""
    known = [*seen] if isinstance(hand, int) else hand
    n = hand if isinstance(hand, int) else len(hand)
    hidden = n - len(known)
    said = ngettext("{n} money card", "{n} money cards", n).format(n=n)
    if known and hidden:
        said = _("{cards}, {n} seen").format(cards=said, n=len(known))
    shown = [card(name) for name in known]
    if hidden:
        unknown = ngettext("{n} unseen card", "{n} unseen cards", hidden).format(n=hidden)
        figure = tag("span", hidden, aria_hidden="true")
        shown.append(tag("li", figure, screen_reader_text(unknown), class_="unknown", title=unknown))
    return join(tag("h3", said), tag("ul", shown, class_="kept") if shown else None)
