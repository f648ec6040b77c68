"""A position in plain lines of text. Made from a view only, so it shows no more than a seat may know."""

from collections.abc import Callable, Iterator, Sequence

from pygame_core.alhambra import box as alhambra_box
from pygame_core.alhambra import text as alhambra
from pygame_core.medina import box as medina_box
from pygame_core.medina import text as medina
from pygame_core.palazzo import box as palazzo_box
from pygame_core.palazzo import text as palazzo
from pygame_core.palazzo.rules import tile_price
from pygame_core.state import View
from pygame_core.words import N_, _, figure, ngettext

NONE = "–"
WELL, FREE, WALL, STABLE, MERCHANT = "*.#sm"  # of Medina's grid; buildings are the first letter of their colour


def table(view: View, names: Sequence[str]) -> list[str]:
    """The lines of a position of any game; `names` by seat."""
    return [line.rstrip() for line in _TABLES[view["game"]](view, names)]


def _line(label: str, *parts: str) -> str:
    """What lies somewhere, by its label."""
    return f"  {label:16}{', '.join(parts) or NONE}"


def _player(name: str, view: View, seat: int) -> str:
    """A seat with its points, its cards if it has any, and a mark if it is to move."""
    points = view["points"][seat]
    said = [ngettext("{n} point", "{n} points", points).format(n=figure(points))]
    if seat < len(view.get("hands", ())):
        hand = view["hands"][seat]
        n = hand if isinstance(hand, int) else len(hand)
        said.append(ngettext("{n} card", "{n} cards", n).format(n=n))
    return f"{'>' if seat == view['to_move'] else ' '} {name:16}{', '.join(said)}"


# -- Alhambra ----------------------------------------------------------------------------------------------------------


def _alhambra(view: View, names: Sequence[str]) -> Iterator[str]:
    ids = alhambra_box.IDS
    for place, building in enumerate(view["yard"]):
        label = _("{currency} place").format(currency=alhambra.currency(place))
        yield _line(label, *([alhambra.building_name(ids[building])] if building else []))
    yield _line(_("open money"), *(alhambra.money_name(ids[card]) for card in view["money"]))
    left = _("{buildings} buildings, {cards} money cards").format(buildings=view["supply"], cards=view["pile"])
    yield _line(_("face down"), left)
    yield _line(_("scorings"), *(letter for letter, _held in view["scorings"]))
    for owner, row in enumerate(view["buildings"]):
        yield _player([*names, alhambra.dirk()][owner], view, owner)
        for rank in range(len(alhambra_box.TYPES)):
            prices = sorted(alhambra_box.PRICE[ids[name]] for name in row if alhambra_box.TYPE[ids[name]] == rank)
            if prices:
                yield _line("", f"{alhambra.kind(rank)} {' '.join(map(str, prices))}")
    yield from _hand(view, lambda card: alhambra.money_name(ids[card]))


def _hand(view: View, name: Callable[[str], str]) -> Iterator[str]:
    """The hand of the seat that looks; after the end everybody's is open and matters no more."""
    if view["seat"] is not None and view["to_move"] is not None:
        yield _line(_("your hand"), *map(name, view["hands"][view["seat"]]))


# -- Palazzo -----------------------------------------------------------------------------------------------------------


def _palazzo(view: View, names: Sequence[str]) -> Iterator[str]:
    ids = palazzo_box.IDS
    tiles = [palazzo.tile_name(ids[tile]) for tile in view["supply"]]
    yield _line(_("supply"), *tiles, *([_("each for {n}").format(n=tile_price(len(tiles)))] if tiles else []))
    for n, quarry in enumerate(view["quarries"]):
        label = _("quarry {n}").format(n=n + 1) + (" <" if n == view["builder"] else "")
        yield _line(label, *(palazzo.tile_name(ids[tile]) for tile in quarry))
    left = _("{tiles} tiles, {cards} money cards").format(tiles="+".join(map(str, view["stacks"])), cards=view["pile"])
    yield _line(_("face down"), left)
    yield _line(_("riders"), _("{n} of {most}").format(n=view["riders"], most=palazzo_box.RIDERS))
    if view["money"]:
        yield _line(_("open money"), *(palazzo.money_name(ids[card]) for card in view["money"]))
    if view["phase"] == "bid":
        yield _line(_("auction"), *(f"{names[seat]} {view['totals'][seat]}" for seat in view["inside"]))
    for seat, name in enumerate(names):
        yield _player(name, view, seat)
        for n, palace in enumerate(view["palaces"][seat], 1):
            yield _line(_("palace {n}").format(n=n), *(palazzo.tile_name(ids[tile]) for tile in palace))
    if view["building"]:
        yield _line(_("to be built"), *(palazzo.tile_name(ids[tile]) for tile in view["building"]))
    yield from _hand(view, lambda card: palazzo.money_name(ids[card]))


# -- Medina ------------------------------------------------------------------------------------------------------------


def _medina(view: View, names: Sequence[str]) -> Iterator[str]:
    yield from _city(view)
    yield ""
    legend = _("* well, m merchant, s stable, # wall; grey, purple, brown, orange buildings: g p b o, claimed: G P B O")
    yield f"  {legend}"
    owners = {None: _("nobody"), "neutral": _("neutral")} | dict(enumerate(names))
    for palace in view["palaces"]:
        colour = medina.colour_name(medina_box.COLOURS.index(palace["colour"]))
        label = _("{colour} at {space}").format(colour=colour, space=palace["buildings"][0])
        size = len(palace["buildings"])
        counted = [ngettext("{n} building", "{n} buildings", size).format(n=size)]
        stables = len(palace["stables"])
        if stables:
            counted.append(ngettext("{n} stable", "{n} stables", stables).format(n=stables))
        worth = sum(palace["worth"])
        counted.append(ngettext("{n} point", "{n} points", worth).format(n=worth))
        yield _line(label, *counted, owners[palace["owner"]])
    tiles = zip(medina_box.COLOURS, view["palace_tiles"], strict=True)
    colours = [f"{medina.colour_name(n)} {owners[owner]}" for n, (_colour, owner) in enumerate(tiles)]
    yield _line(_("palace tiles"), *colours)
    yield _line(_("tower tiles"), *(f"{n} {owners[owner]}" for n, owner in enumerate(view["tower_tiles"], 1)))
    for seat, (name, supply) in enumerate(zip(names, view["supplies"], strict=True)):
        yield _player(name, view, seat)
        buildings = (f"{medina.colour_name(colour)} {n}" for colour, n in enumerate(supply["buildings"]))
        yield _line("", *buildings, *(f"{_(word)} {supply[key]}" for key, word in SUPPLY.items()))


SUPPLY = {
    "roofs": N_("rooftops"),
    "neutral": N_("neutral rooftops"),
    "stables": N_("stables"),
    "merchants": N_("merchants"),
    "walls": N_("walls"),
    "tea": N_("tea tiles"),
}


def _city(view: View) -> Iterator[str]:
    """The city with its walls as a grid, two characters a space, towers as their numbers; coordinates round it."""
    board = medina_box.BOARDS[view["seats"]]
    stands = {view["well"]: WELL} | dict.fromkeys(view["merchants"], MERCHANT)
    for palace in view["palaces"]:
        letter = palace["colour"][0]
        stands |= dict.fromkeys(palace["buildings"], letter if palace["owner"] is None else letter.upper())
        stands |= dict.fromkeys(palace["stables"], STABLE)
    walls = {space for of_tower in view["walls"] for space in of_tower}
    north_west, north_east, _east, south_east, south_west = (board.runs[n][0] + 1 for n in (0, 1, 2, 3, 4))

    def ring(side: str, n: int) -> str:
        return WALL if f"{side}{n}" in walls else " "

    columns = range(1, board.columns + 1)
    letters = " ".join(chr(96 + column) for column in columns)
    yield f"       {letters}"
    yield f"     {north_west} {' '.join(ring('N', n) for n in columns)} {north_east}"
    for row in range(1, board.rows + 1):
        spaces = " ".join(stands.get(f"{chr(96 + column)}{row}", FREE) for column in columns)
        yield f"  {row:2} {ring('W', row)} {spaces} {ring('E', row)} {row}"
    yield f"     {south_west} {' '.join(ring('S', n) for n in columns)} {south_east}"
    yield f"       {letters}"


_TABLES: dict[str, Callable[[View, Sequence[str]], Iterator[str]]] = {
    "alhambra": _alhambra,
    "palazzo": _palazzo,
    "medina": _medina,
}
