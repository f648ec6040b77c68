"""The table of Alhambra in the terminal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pygame_core.alhambra import box, text
from pygame_core.lines import hand, line, player
from pygame_core.words import _

if TYPE_CHECKING:
    from pygame_core.alhambra.shape import View


def lines(view: "View", names: Sequence[str]) -> Iterator[str]:
    """Yard, money, piles and scorings, every owner's buildings, the hand of the seat that looks."""
    ids = box.IDS
    for place, building in enumerate(view["yard"]):
        label = _("{currency} place").format(currency=text.currency(place))
        yield line(label, *([text.building_name(ids[building])] if building else []))
    yield line(_("open money"), *(text.money_name(ids[card]) for card in view["money"]))
    left = _("{buildings} buildings, {cards} money cards").format(buildings=view["supply"], cards=view["pile"])
    yield line(_("face down"), left)
    yield line(_("scorings"), *(letter for letter, _held in view["scorings"]))
    for owner, row in enumerate(view["buildings"]):
        yield player([*names, text.dirk()][owner], view, owner)
        for rank in range(len(box.TYPES)):
            prices = sorted(box.PRICE[ids[name]] for name in row if box.TYPE[ids[name]] == rank)
            if prices:
                yield line("", f"{text.kind(rank)} {' '.join(map(str, prices))}")
    yield from hand(view, lambda card: text.money_name(ids[card]))
