"""Events of Palazzo in short: picture, phrase and sounds, the card for a special event, and the pieces involved.

Pure.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palaces.app.i18n import _, pgettext
from palaces.games.palazzo.draft import cards_value
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.pieces import tile_floor
from palaces.ui import svg
from palaces.ui.game_view import ChartFlag, EventCard, EventSummary
from palaces.ui.html import join, tag
from palaces.ui.pieces import pick_pieces
from pygame_core.i18n import SentenceSubject, format_number
from pygame_core.palazzo.components import OPENING_BID, RIDER_COUNT
from pygame_core.palazzo.rules import next_quarry
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.messages import SoundName
    from palaces.games.palazzo.pieces import Pieces
    from pygame_core.match import ShownGame
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import Event


def event_summary(event: "Event") -> EventSummary:
    """Return a summary with the tiles or money of an event, and a phrase."""
    tiles = join([icons.render_tile(tile) for tile in event["tiles"]])
    if event["verb"] == "tiles":
        drawn = [event["supply"], event["quarry"] and event["quarry"][1]]
        return EventSummary(
            join([icons.render_tile(tile) for tile in drawn if tile]), _("a rider") if event["came"] else _("drew")
        )
    if event["verb"] == "auction":
        if event["claims"]:
            return EventSummary(tiles, _("one each"))
        opened = _("no tiles") if event["quarry"] is None else _("opened at {n}").format(n=OPENING_BID)
        return EventSummary(icons.builder_icon(), opened)
    match event["verb"]:
        case "money":
            return EventSummary(icons.card_group_icon(), _("turned up {n}").format(n=len(event["cards"])))
        case "pick":
            (card,) = event["cards"]
            return EventSummary(icons.render_coin(card[0], card[1:]), _("took"))
        case "bid":
            bid = event["total"]
            coin = icons.render_coin(event["cards"][0][0])
            return EventSummary(join([coin, tag("b", bid, class_="sum")]), _("bid"))
        case "pass":
            return EventSummary(svg.tool_icon("close"), pgettext("what somebody did", "passed"))
        case "buy":
            return EventSummary(tiles, _("bought for {n}").format(n=event["price"]))
        case "claim":
            return EventSummary(tiles, _("took"))
        case "build":
            return EventSummary(tiles, _("discarded") if event["where"] == "out" else _("built"))
    return EventSummary(tiles, _("rebuilt"))


def event_sounds(event: "Event") -> "list[SoundName]":
    """Return the sounds of an event: money, tiles, riders, or the start or end of an auction."""
    if event["verb"] == "tiles":
        drawn: list[SoundName] = ["tile"] * sum(map(bool, (event["supply"], event["quarry"])))
        rides: list[SoundName] = ["last" if event["riders"] == RIDER_COUNT else "rider"] if event["came"] else []
        return [*drawn, *rides]
    if event["verb"] == "auction":
        if event["quarry"] is None:
            return ["pass"]
        return ["awning"] if event["claims"] else ["awning", "coin"]
    match event["verb"]:
        case "money" | "pick":
            return ["card"] * len(event["cards"])
        case "bid":
            return ["coin"] * len(event["cards"])
        case "pass":
            return ["pass", "hammer"] if "won" in event else ["pass"]
        case "buy":
            return ["coin", "tile"]
        case "claim":
            return ["tile"]
        case "build":
            left: list[SoundName] = ["drop"] if event.get("leave") else []
            return ["drop"] if event["where"] == "out" else ["stone", *left]
    return ["coin", "drop" if event["change"] == "drop" else "stone"]


def chart_flag(event: "Event") -> ChartFlag | None:
    """Return the flag of a new rider (P11), or None."""
    if event["verb"] != "tiles" or not event["came"]:
        return None
    last, first = event["riders"], event["riders"] - event["came"] + 1
    numbers = str(last) if first == last else f"{first}–{last}"
    return ChartFlag(_("Rider {n}").format(n=numbers), numbers, icon=icons.rider_icon())


def event_card(event: "Event", _who: Sequence[SentenceSubject]) -> EventCard | None:
    """Return the card for a new rider (P11), or None. The last rider ends the game."""
    if event["verb"] != "tiles" or not event["came"]:
        return None
    before = event["riders"] - event["came"]
    row = [tag("span", icons.rider_icon(), class_=_rider_class(n, before, event["riders"])) for n in range(RIDER_COUNT)]
    if event["riders"] == RIDER_COUNT:
        said = _("The last rider arrives. The game is over.")
    elif event["riders"] == RIDER_COUNT - 1:
        said = _("A rider arrives. The next one ends the game.")
    else:
        said = _("A rider arrives ({n} of {most}).").format(n=event["riders"], most=RIDER_COUNT)
    return EventCard(join(row), said, event["seat"])


def _rider_class(n: int, before: int, now: int) -> str:
    """Return the class of a rider in the row: already there, new, or still to come."""
    return "rode" if n < before else "rides" if n < now else "comes-yet"


def bid_tag(match: "ShownGame[Palazzo]", seat: int, action: JsonAction) -> tuple[str, str] | None:
    """Return the name of a seat's stand in the auction, and its bid after an action; None for other actions."""
    view = match.view(seat)
    if view["phase"] != "bid":
        return None
    match action:
        case ["bid", *cards]:
            return f"stand-{seat}", format_number(view["totals"][seat] + (cards_value(cards) or 0))
        case ["pass"]:
            return f"stand-{seat}", pgettext("what somebody did", "passed")
    return None


def action_pieces(names: "Pieces", seat: int, action: JsonAction) -> list[str]:
    """Return the tiles and cards of an action, and their destinations."""
    street, hand = f"seat-{seat}-street", names.hands[seat]
    match action:
        case ["money"]:
            return ["pile"]
        case ["pick", card]:
            return pick_pieces(names.money.open_cards, [card])
        case ["tiles"]:
            return ["stack"]
        case ["buy", [*tiles], [*paid]]:
            return [*pick_pieces(names.supply, tiles), *hand.card_names(paid)]
        case ["auction"]:
            quarry = next_quarry(names.quarries, int(names.place_by_piece[names.builder].removeprefix("quarry-")))
            return [names.builder if quarry is None else f"quarry-{quarry}"]
        case ["bid", *cards]:
            return hand.card_names(cards)
        case ["pass"]:
            return [*names.bids[seat]]
        case ["claim", tile]:
            return pick_pieces(names.offered, [tile])
        case ["build", tile, where]:
            return [*pick_pieces(names.building, [tile]), f"{street}-{where}" if isinstance(where, int) else where]
        case ["rebuild", card, "split", at, floor]:
            return [*hand.card_names([card]), *[tile for tile in names.streets[seat][at] if tile_floor(tile) == floor]]
        case ["rebuild", card, _join_or_drop, at, *to]:
            return [*hand.card_names([card]), *names.streets[seat][at], *[f"{street}-{goal}" for goal in to]]
    return []


def hinted_piece(names: "Pieces", seat: int, action: JsonAction) -> str:
    """Return the top tile of the palace that changes, or the first piece or place of an action."""
    match action:
        case ["build", _, int(at)] | ["rebuild", _, _, int(at), *_]:
            return names.streets[seat][at][-1]
    return action_pieces(names, seat, action)[0]
