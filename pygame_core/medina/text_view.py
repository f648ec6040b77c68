"""The table of Medina in the terminal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pygame_core.i18n import N_, _, list_phrases, ngettext, pgettext
from pygame_core.medina import components, sentences
from pygame_core.text_view import labeled_line, player_line

if TYPE_CHECKING:
    from pygame_core.medina.types import Owner, SupplyKey, View

WELL_CHAR, FREE_CHAR, WALL_CHAR = "*.#"
SUPPLY_LABELS: dict["SupplyKey", str] = {
    "roofs": N_("rooftops"),
    "neutral": N_("neutral rooftops"),
    "stables": N_("stables"),
    "merchants": N_("merchants"),
    "walls": N_("walls"),
    "tea": N_("tea tiles"),
}


def board_letters() -> dict[str, str]:
    """Return the letters on the board: of each color of buildings, of a stable and of a merchant.

    >>> board_letters()["grey"], board_letters()["stable"]
    ('g', 's')
    """
    # Translators: six different small letters. They are the signs of these things on the board in the terminal.
    letters = pgettext("gray, purple, brown, orange, stable, merchant", "gpbosm")
    return dict(zip((*components.COLOURS, "stable", "merchant"), letters, strict=False))


def render_text_view(view: "View", names: Sequence[str]) -> Iterator[str]:
    """Yield the city as a grid, the palaces, the tiles and every seat's remaining components."""
    letters = board_letters()
    yield from _render_city(view, letters)
    yield ""
    yield f"  {list_phrases(_legend(letters))}"
    owners = {None: _("no rooftop"), "neutral": sentences.roof_name(own=False)} | dict(enumerate(names))
    for palace in view["palaces"]:
        colour = sentences.colour_name(components.COLOURS.index(palace["colour"]))
        label = _("{colour} at {space}").format(colour=colour, space=palace["buildings"][0])
        size = len(palace["buildings"])
        counted = [ngettext("{n} building", "{n} buildings", size).format(n=size)]
        stables = len(palace["stables"])
        if stables:
            counted.append(ngettext("{n} stable", "{n} stables", stables).format(n=stables))
        worth = sum(palace["worth"])
        counted.append(ngettext("{n} point", "{n} points", worth).format(n=worth))
        yield labeled_line(label, *counted, owners[palace["owner"]])
    tiles = zip(components.COLOURS, view["palace_tiles"], strict=True)
    colours = [_tile_phrase(sentences.colour_name(n), owner, names) for n, (_colour, owner) in enumerate(tiles)]
    yield labeled_line(_("palace tiles"), *colours)
    towers = [_tile_phrase(str(n), owner, names) for n, owner in enumerate(view["tower_tiles"], 1)]
    yield labeled_line(_("tower tiles"), *towers)
    for seat, (name, supply) in enumerate(zip(names, view["supplies"], strict=True)):
        yield player_line(name, view, seat)
        buildings = (f"{sentences.colour_name(colour)} {n}" for colour, n in enumerate(supply["buildings"]))
        yield labeled_line("", *buildings, *(f"{_(word)} {supply[key]}" for key, word in SUPPLY_LABELS.items()))


def _legend(letters: dict[str, str]) -> Iterator[str]:
    """Yield each sign of the board with its meaning."""
    meanings = {
        WELL_CHAR: _("well"),
        letters["merchant"]: sentences.merchant_name(),
        letters["stable"]: sentences.stable_name(),
        WALL_CHAR: sentences.wall_name(),
        **{letters[colour]: sentences.colour_name(n) for n, colour in enumerate(components.COLOURS)},
    }
    yield from (f"{sign} {meaning}" for sign, meaning in meanings.items())
    yield _("capitals if claimed")


def _tile_phrase(tile: str, owner: "Owner", names: Sequence[str]) -> str:
    """Return a palace tile or a tower tile with its owner."""
    if owner is None:
        return _("{label}: not won yet").format(label=tile)
    if owner == "neutral":
        return _("{label}: neutral").format(label=tile)
    return _("{label}: {name}").format(label=tile, name=names[owner])


def _render_city(view: "View", letters: dict[str, str]) -> Iterator[str]:
    """Yield the city with its walls as a grid, two characters per space, with tower numbers, inside coordinates."""
    board = components.BOARDS[view["seats"]]
    stands: dict[str, str] = {view["well"]: WELL_CHAR}
    stands |= dict.fromkeys(view["merchants"], letters["merchant"])
    for palace in view["palaces"]:
        letter = letters[palace["colour"]]
        stands |= dict.fromkeys(palace["buildings"], letter if palace["owner"] is None else letter.upper())
        stands |= dict.fromkeys(palace["stables"], letters["stable"])
    walls = {space for of_tower in view["walls"] for space in of_tower}
    north_west, north_east, _east, south_east, south_west = (board.wall_runs[n][0] + 1 for n in (0, 1, 2, 3, 4))

    def wall_char(side: str, n: int) -> str:
        return WALL_CHAR if f"{side}{n}" in walls else " "

    columns = range(1, board.columns + 1)
    header = " ".join(chr(96 + column) for column in columns)
    yield f"       {header}"
    yield f"     {north_west} {' '.join(wall_char('N', n) for n in columns)} {north_east}"
    for row in range(1, board.rows + 1):
        spaces = " ".join(stands.get(f"{chr(96 + column)}{row}", FREE_CHAR) for column in columns)
        yield f"  {row:2} {wall_char('W', row)} {spaces} {wall_char('E', row)} {row}"
    yield f"     {south_west} {' '.join(wall_char('S', n) for n in columns)} {south_east}"
    yield f"       {header}"
