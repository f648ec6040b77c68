"""The table of Palazzo in the terminal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pygame_core.i18n import _, ngettext
from pygame_core.palazzo import components, sentences
from pygame_core.palazzo.rules import tile_price
from pygame_core.text_view import hand_lines, labeled_line, player_line

if TYPE_CHECKING:
    from pygame_core.palazzo.types import View


def render_text_view(view: "View", names: Sequence[str]) -> Iterator[str]:
    """Yield the tiles on offer, the auction, every seat's palaces, and the hand of the viewing seat."""
    ids = components.IDS
    tiles = [sentences.tile_name(ids[tile]) for tile in view["supply"]]
    yield labeled_line(_("supply"), *tiles, *([_("{n} each").format(n=tile_price(len(tiles)))] if tiles else []))
    for n, quarry in enumerate(view["quarries"]):
        label = _("quarry {n}").format(n=n + 1) + (" <" if n == view["builder"] else "")
        yield labeled_line(label, *(sentences.tile_name(ids[tile]) for tile in quarry))
    stacks = _("{stacks} tiles").format(stacks="+".join(map(str, view["stacks"])))
    cards = ngettext("{n} money card", "{n} money cards", view["pile"]).format(n=view["pile"])
    yield labeled_line(_("face down"), stacks, cards)
    yield labeled_line(_("riders"), _("{n} of {most}").format(n=view["riders"], most=components.RIDER_COUNT))
    if view["money"]:
        yield labeled_line(_("face-up money"), *(sentences.money_name(ids[card]) for card in view["money"]))
    if view["phase"] == "bid":
        yield labeled_line(_("auction"), *(f"{names[seat]} {view['totals'][seat]}" for seat in view["inside"]))
    for seat, name in enumerate(names):
        yield player_line(name, view, seat)
        for n, palace in enumerate(view["palaces"][seat], 1):
            yield labeled_line(_("palace {n}").format(n=n), *(sentences.tile_name(ids[tile]) for tile in palace))
    if view["building"]:
        yield labeled_line(_("to build"), *(sentences.tile_name(ids[tile]) for tile in view["building"]))
    yield from hand_lines(view, lambda card: sentences.money_name(ids[card]))
