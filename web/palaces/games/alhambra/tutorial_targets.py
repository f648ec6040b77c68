"""Elements of Alhambra's table that a lesson names, and their pictures in a calculation. Pure."""

from collections.abc import Sequence

from palaces.app.i18n import _
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.table import TableView, held_by_type, owner_labels, purse_phrase
from palaces.ui.annotations import Target
from palaces.ui.html import Markup, compact_json, html_table, join, screen_reader_text, tag
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import AWARDS, BUILDING_TYPES, CURRENCY_LETTERS


def find_targets(at: TableView, thing: str) -> list[Target]:
    """Return the attributes that identify an element."""
    match thing.split(":"):
        case ["open", card]:
            opened: Sequence[str] = at.view["money"]
            return [("data_piece", at.pieces.money.open_cards[opened.index(card)])]
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
        case ["purse", currency]:
            return [("id", f"fan-{CURRENCY_LETTERS.index(currency)}")]
        case ["hill", owner, kind]:
            return [("data_column", f"{owner}-{BUILDING_TYPES.index(kind)}")]
        case ["scoring", _letter]:
            return [("id", "awards")]
        case ["pile"]:
            return [("data_place", "pile")]
    raise KeyError(thing)


def target_name(at: TableView, thing: str) -> str:
    """Return the name of a target that is not a control: a column of a hill, the money of a currency, the money pile,
    or a scoring."""
    match thing.split(":"):
        case ["hill", owner, kind]:
            rank = BUILDING_TYPES.index(kind)
            has = sentences.type_count(rank, held_by_type(at.view)[int(owner)][rank])
            return _("{name}: {has}").format(name=owner_labels(at.model)[int(owner)], has=has)
        case ["purse", currency]:
            return purse_phrase(at, CURRENCY_LETTERS.index(currency))
        case ["scoring", letter]:
            return _("Scoring {letter}").format(letter=letter)
        case ["pile"]:
            return _("Draw pile")
    raise KeyError(thing)


def _action_target(action: list[object]) -> Target:
    return "data_act", compact_json(action)


def render_calculation_item(thing: str) -> Markup:
    """Render a coin with a number, a building of a type, a check mark, or the points of all scorings."""
    if thing == "awards":
        return _render_points_table()
    if thing == "check":
        return icons.CHECK_ICON
    if thing in BUILDING_TYPES:
        return icons.type_icon(BUILDING_TYPES.index(thing))
    return join(icons.render_coin(thing[0], thing[1:]), screen_reader_text(thing[1:]))


def _render_points_table() -> Markup:
    """Render the points of every place in every scoring, with a column for each type."""
    types = [
        tag("th", icons.type_icon(rank), screen_reader_text(sentences.type_name(rank)), scope="col")
        for rank in range(len(BUILDING_TYPES))
    ]
    places = [_("1st"), _("2nd"), _("3rd")]
    rows = [
        tag(
            "tr",
            tag("th", tag("b", letter), " ", places[n], scope="row"),
            [tag("td", points[n]) for points in awards],
            class_="first" if n == 0 else None,
        )
        for letter, awards in AWARDS.items()
        for n in range(len(awards[0]))
    ]
    caption = screen_reader_text(_("Points by type and scoring"))
    return html_table(caption, tag("tr", tag("td"), types), rows, class_="lesson-points")
