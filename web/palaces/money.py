"""Coloured money, and a hand of it, as more than one game shows them: coins, cards, and a purse for each colour. Pure.

A coin is called like its symbol, which its game draws. The class of that name gives it its colours: see `money.css`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from palaces.art import symbol
from palaces.html import Markup, escape, flag, join, piece, tag, unseen
from palaces.words import _, ngettext


def hand_of(view: Mapping[str, Any], seat: int) -> list[str]:
    """The money of a seat whose hand lies open; none of one whose hand does not."""
    hand: int | list[str] = view["hands"][seat]
    return [] if isinstance(hand, int) else hand


HALF = 24
"""Half a figure's box: the middle of its foot, from its left and from its top."""


def figures(game: str, most: int) -> list[Markup]:
    """The figures of a game's money as symbols. A control is called what is written on it, not what is drawn."""
    return [symbol(f"{game}{n}", "", f'<text x="{HALF}" y="{HALF}">{n}</text>') for n in range(1, most + 1)]


def drawn(game: str, figure: str, x: float, foot: float, more: str = "") -> str:
    """A figure whose foot stands there; `more` are further classes."""
    return f'<use class="figure{more}" href="#{game}{escape(figure)}" x="{x - HALF:g}" y="{foot - HALF:g}"/>'


@lru_cache(maxsize=512)
def coin(name: str, figure: str = "", foot: float = 31) -> Markup:
    """A coin's shape in its colours, 48 units high, with a figure whose foot stands there."""
    number = drawn(name[0], figure, 24, foot) if figure else ""
    return Markup(
        f'<svg class="coin {name}" viewBox="0 0 48 48" aria-hidden="true"><use href="#{name}"/>{number}</svg>'
    )


def face(coin: Markup, word: str) -> Markup:
    """The face of a money card: a coin with its figure, and what it is called."""
    return Markup(f'{coin}<span class="currency">{escape(word)}</span>')


def card(face: Markup, coin: str, label: str, more: str = "", **use: Any) -> Markup:
    """A money card on the table, for what `html.piece` takes; `more` are further classes."""
    return piece(face, label, f"card money {coin}{more}", **use)


def held(card_: str, n: int, chosen: int, face: Markup, coin: str, label: str, usable: bool = True) -> Markup:
    """Equal cards of a hand as one pile, with how many there are and how many of them are chosen."""
    if n > 1:
        label = _("{card}, you hold {n}").format(card=label, n=n)
    if chosen:
        label = _("{card}, {n} chosen").format(card=label, n=chosen)
    count = f"{chosen}/{n}" if chosen and n > 1 else f"×{n}"
    return card(
        join(face, tag("span", count, class_="count") if n > 1 else None),
        coin,
        label,
        " held stack" if n > 1 else " held",
        do=("touch", "card", card_) if usable else None,
        id=f"card-{card_}",
        aria_pressed=flag(chosen > 0),
    )


def purse(coin: Markup, total: int, said: str, piles: list[Markup]) -> Markup:
    """What is held of one colour: its sum, in a sentence too, and the cards in their piles."""
    return tag(
        "li",
        tag("span", coin, tag("b", total), class_="sum", title=said),
        unseen(said),
        piles,
        class_=f"purse n{len(piles)}" + ("" if piles else " none"),
    )


def kept(hand: list[str] | int, seen: Iterable[str], card: Callable[[str], Markup]) -> Markup:
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
        shown.append(tag("li", figure, unseen(unknown), class_="unknown", title=unknown))
    return join(tag("h3", said), tag("ul", shown, class_="kept") if shown else None)


def hand(title: str, note: str, purses: list[Markup]) -> Markup:
    """All purses of a seat under a title."""
    return join(tag("h2", title, " ", tag("small", note)), tag("ul", purses, class_="purses"))
