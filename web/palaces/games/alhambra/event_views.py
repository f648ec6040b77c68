"""Events of Alhambra in short: picture, phrase and sounds, and the pieces involved. Pure."""

from typing import TYPE_CHECKING

from palaces.app.i18n import _, pgettext
from palaces.games.alhambra.drawings import icons
from palaces.ui.game_view import EventSummary
from palaces.ui.html import Markup, join
from palaces.ui.pieces import pick_pieces
from pygame_core.alhambra.components import BUILDING_TYPE, IDS
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.messages import SoundName
    from palaces.games.alhambra.pieces import Pieces
    from pygame_core.alhambra.types import Event


def event_summary(event: "Event") -> EventSummary:
    """Return a summary with the taken cards or the bought building."""
    if event["verb"] == "take":
        figures = " + ".join(card[1:] for card in event["cards"])
        return EventSummary(
            join([icons.render_coin(card[0], card[1:]) for card in event["cards"]]), _("took {n}").format(n=figures)
        )
    if event["verb"] == "buy":
        said = _("exact") if not event["over"] else _("to Dirk") if event["give"] else _("bought")
        return EventSummary(icons.type_icon(BUILDING_TYPE[IDS[event["building"]]]), said)
    return EventSummary(Markup(""), pgettext("what somebody did", "passed"))


def event_sounds(event: "Event") -> "list[SoundName]":
    """Return the sounds of cards, money and building, of an exact payment, and of a scoring.

    The types of a scoring sound on its stage, one by one.
    """
    scored: list[SoundName] = ["scoring"] * len(event["scorings"])
    if event["verb"] == "take":
        taken: list[SoundName] = ["card"] * len(event["cards"])
        return taken + scored
    if event["verb"] == "buy":
        return ["coin", "stone", *(() if event["over"] else ("exact",)), *scored]
    return ["pass", *scored]


def action_pieces(names: "Pieces", seat: int, action: JsonAction) -> list[str]:
    """Return the open cards to take, or the building, its destination and the cards that pay."""
    match action:
        case ["take", *cards]:
            return pick_pieces(names.money.open_cards, cards)
        case ["buy", place, [*cards], whose]:
            goal = f"seat-{seat if whose == 'keep' else len(names.hills) - 1}"
            return [names.yard[place] or "", goal, *names.hands[seat].card_names(cards)]
    return []
