"""Elements of Alhambra's table that a lesson names, and their pictures in a calculation. Pure."""

from palaces.app.i18n import _
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.table import TableView, held_by_type, owner_labels
from palaces.ui.annotations import Target
from palaces.ui.html import Markup, compact_json
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import BUILDING_TYPES, IDS


def find_targets(at: TableView, thing: str) -> list[Target]:
    """Return the attributes that identify an element."""
    match thing.split(":"):
        case ["open", card]:
            return [("data_piece", at.pieces.money.open_cards[at.view["money"].index(card)])]
        case ["hand", card]:
            return [("id", f"card-{card}")]
        case ["yard", place]:
            return [("id", f"place-{place}")]
        case ["offers", place]:
            return [("id", f"offers-{place}")]
        case ["pay", place, cards]:
            return [_action_target(["buy", int(place), cards.split("+"), "keep"])]
        case ["offer", cards]:
            return [_action_target(["take", *cards.split("+")])]
        case ["hill", owner, kind]:
            return [("data_column", f"{owner}-{BUILDING_TYPES.index(kind)}")]
        case ["scoring", _letter]:
            return [("id", "awards")]
        case ["pile"]:
            return [("data_place", "pile")]
    raise KeyError(thing)


def target_name(at: TableView, thing: str) -> str:
    """Return the name of a target that is not a control: a column of a hill, the money pile, or a scoring."""
    match thing.split(":"):
        case ["hill", owner, kind]:
            rank = BUILDING_TYPES.index(kind)
            has = sentences.type_count(rank, held_by_type(at.view)[int(owner)][rank])
            return _("{name}: {has}").format(name=owner_labels(at.model)[int(owner)], has=has)
        case ["scoring", letter]:
            return _("Scoring {letter}").format(letter=letter)
        case ["pile"]:
            return _("Draw pile")
    raise KeyError(thing)


def _action_target(action: list[object]) -> Target:
    return "data_act", compact_json(action)


def render_calculation_item(thing: str) -> Markup:
    """Render the coin of a card, or a building of a type."""
    return icons.render_coin(thing[0], thing[1:]) if thing in IDS else icons.type_icon(BUILDING_TYPES.index(thing))
