"""The panels of Palazzo: the whole square, for windows without room for it beside the stage; the limit of an auction.

Pure.
"""

from collections.abc import Iterable

from palaces.app.i18n import _
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.table import TableView, render_quarry_head, sharing_phrase, supply_price_phrase
from palaces.ui.html import Markup, boolean_attribute, button, join, tag
from palaces.ui.panels import panel_group, panel_heading
from pygame_core.i18n import capitalize_first
from pygame_core.palazzo import sentences
from pygame_core.palazzo.components import IDS, QUARRY_COUNT, RIDER_COUNT

LIMITS_SHOWN = 20  # bids from the highest one on


def render_market_panel(at: TableView) -> Markup:
    """Render the four quarries, the supply, and the rest of stacks, money and riders."""
    view = at.view
    return join(
        panel_heading(_("On the square")),
        tag("ol", [_render_quarry(at, n) for n in range(QUARRY_COUNT)], class_="aside"),
        panel_group(_("Material supply"), tag("p", supply_price_phrase(view)), _render_still_tiles(view["supply"])),
        panel_group(_("Still to come"), tag("ul", [tag("li", said) for said in _remaining_phrases(at)])),
    )


def render_limit_panel(at: TableView) -> Markup:
    """Render the bids above which the viewer can pass in this auction."""
    highest, chosen = max(at.view["totals"]), at.model.orders.pass_above
    limits = [
        button(
            n,
            do=("order", "above", n),
            class_="choice",
            aria_pressed=boolean_attribute(n == chosen),
            aria_label=_("Pass above {n}").format(n=n),
        )
        for n in range(highest, highest + LIMITS_SHOWN)
    ]
    return join(
        panel_heading(_("Pass above")),
        tag("p", _("When a bid is above your limit, you pass. It's for this auction only.")),
        tag("div", limits, class_="limits", data_arrows=True),
        button(_("No limit"), do=("order", "clear"), class_="second") if chosen is not None else None,
    )


def _render_quarry(at: TableView, n: int) -> Markup:
    """Render a quarry with its tiles, and with the master builder if he is there."""
    tiles = at.view["quarries"][n]
    here = at.view["builder"] == n
    return tag(
        "li",
        render_quarry_head(at.view, n),
        tag("span", icons.builder_icon(), class_="stands") if here else None,
        _render_still_tiles(tiles),
        title=sharing_phrase(len(tiles)) if tiles else None,
    )


def _render_still_tiles(tiles: Iterable[str]) -> Markup:
    """Render tiles side by side, without controls."""
    names = ((tile, capitalize_first(sentences.tile_name(IDS[tile]))) for tile in tiles)
    shown = [
        tag("li", tag("span", icons.render_tile(tile), role="img", aria_label=name, title=name)) for tile, name in names
    ]
    return tag("ul", shown, class_="lying")


def _remaining_phrases(at: TableView) -> list[str]:
    """Return phrases for the tiles and money left, and for the riders so far."""
    view = at.view
    stacks = zip(("I", "II", "III"), view["stacks"], strict=True)
    left = [_("Stack {roman}: {n} left").format(roman=roman, n=n) for roman, n in stacks]
    money = _("Money: {pile} in the pile, {discards} discarded")
    riders = _("{n} of {most} riders have arrived").format(n=view["riders"], most=RIDER_COUNT)
    return [*left, money.format(pile=view["pile"], discards=len(view["discards"])), riders]
