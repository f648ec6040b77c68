"""The table of Alhambra in the terminal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pygame_core.alhambra import components, sentences
from pygame_core.i18n import _, ngettext
from pygame_core.text_view import hand_lines, labeled_line, player_line

if TYPE_CHECKING:
    from pygame_core.alhambra.types import View


def render_text_view(view: "View", names: Sequence[str]) -> Iterator[str]:
    """Yield the yard, money, piles and scorings, every owner's buildings, and the hand of the viewing seat."""
    ids = components.IDS
    for place, building in enumerate(view["yard"]):
        label = sentences.currency_name(place)
        yield labeled_line(label, *([sentences.building_label(ids[building])] if building else []))
    yield labeled_line(_("open money"), *(sentences.money_name(ids[card]) for card in view["money"]))
    buildings = ngettext("{n} building", "{n} buildings", view["supply"]).format(n=view["supply"])
    cards = ngettext("{n} money card", "{n} money cards", view["pile"]).format(n=view["pile"])
    yield labeled_line(_("draw piles"), buildings, cards)
    yield labeled_line(_("scored so far"), *(letter for letter, _held in view["scorings"]))
    for owner, row in enumerate(view["buildings"]):
        yield player_line([*names, sentences.dirk_name()][owner], view, owner)
        for rank in range(len(components.BUILDING_TYPES)):
            prices = sorted(
                components.BUILDING_PRICE[ids[name]] for name in row if components.BUILDING_TYPE[ids[name]] == rank
            )
            if prices:
                yield labeled_line("", f"{sentences.type_name(rank)} {' '.join(map(str, prices))}")
    yield from hand_lines(view, lambda card: sentences.money_name(ids[card]))
