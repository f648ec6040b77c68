"""The spaces of Medina's city as a grid for pointer, keyboard and screen reader. Pure."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _, ngettext
from palaces.games.medina.draft import palace_at, place_component
from palaces.games.medina.drawings.board_svg import (
    HALF_SPACE,
    BoardOverlay,
    city_svg,
    frame_board,
    outline_path,
    palace_value,
    signed_figure,
    space_corner,
    squares_path,
)
from palaces.games.medina.drawings.cells_svg import (
    Grid,
    cell_svg,
    free_cells,
    list_space_names,
    row_names,
    space_name,
    taken_cells,
)
from palaces.games.medina.table import (
    COUNTED_SPACES,
    TableView,
    attributes_by_place,
    describe_palace,
    grown_palaces,
    palace_name,
    source_phrases,
    tower_tile_phrase,
)
from palaces.ui.html import (
    Markup,
    compact_json,
    escape,
    format_attributes,
    join,
    spot_description,
    tag,
)
from pygame_core.grid import moore_neighborhood, orthogonal_neighbors
from pygame_core.i18n import capitalize_first, join_phrases, list_phrases
from pygame_core.medina.components import (
    BOARDS,
    SPACES,
    WALL_SPACES,
    space_names,
)
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygame_core.medina.types import Owner, View


def render_city(at: TableView) -> Markup:
    """Render the board with all pieces and the grid of its spaces."""
    worths = tuple(palace_value(palace) for palace in at.view["palaces"]) if at.draft_event else None
    over = BoardOverlay(
        changed_spaces(at),
        at.draft.space,
        at.viewer_gain,
        worths,
        _target_marks_svg(at) + _hint_numbers_svg(at) + _space_grid_svg(at),
        attributes_by_place(at),
    )
    return Markup(frame_board(at.draft_view, city_svg(at.draft_view, over) + _move_tags_svg(at)))


def render_unseen_palaces(at: TableView) -> Markup:
    """Render the palaces as rows for screen reader users, those without an owner first."""
    palaces = sorted(at.view["palaces"], key=lambda palace: palace["owner"] is not None)
    rows = [tag("li", capitalize_first(describe_palace(at, palace))) for palace in palaces]
    return join(
        tag("h2", _("City"), class_="unseen"),
        tag("ul", rows, class_="unseen", aria_label=_("Palaces")) if rows else None,
    )


def changed_spaces(at: TableView) -> set[str]:
    """Return the spaces that have changed since the viewer's last action."""
    names = at.pieces
    domes = {space for space, dome in names.domes.items() if names.is_news(dome)}
    return domes | {space for space, name in names.on.items() if names.is_news(name)}


# -- possible placements -----------------------------------------------------------------------------------------------

SERVES_OWN, SERVES_OTHERS, SERVES_NEITHER = "own", "others", "any"
"""The beneficiaries of a placement: an own palace that it touches, only palaces of others, or none."""


def _target_marks_svg(at: TableView) -> str:
    """Return the marks of possible placements: palaces for a rooftop, else spaces.

    Their shape depends on the beneficiary.
    """
    actions = [action for action in at.target_actions if action != at.draft.action]
    if at.draft.component[:1] == ("roof",):
        claimed = (palace_at(at.view, action[-1]) for action in actions)
        return "".join(
            _claimable_palace_svg(tuple(palace["buildings"] + palace["stables"])) for palace in claimed if palace
        )
    serves = _beneficiary_finder(at)
    kinds: dict[str, list[str]] = {}
    for action in actions:
        kinds.setdefault(serves(action[-1]), []).append(action[-1])
    return "".join(_target_spaces_svg(at.view["seats"], kind, tuple(names)) for kind, names in sorted(kinds.items()))


def _hint_numbers_svg(at: TableView) -> str:
    """Return the numbers of an open hint, each on its space."""
    return "".join(
        _hint_number_svg(*corner, marks["data_hint"]) for corner, marks in _space_marks(at) if "data_hint" in marks
    )


def _move_tags_svg(at: TableView) -> str:
    """Return the rings and the tags of moves, each on its space. They are above the piece that is tried there."""
    kinds = ("data_then", "data_now")
    tags = [
        _tag_svg(*corner, kind, marks[kind]) for corner, marks in _space_marks(at) for kind in kinds if kind in marks
    ]
    rings = [
        f'<rect class="space-ring" x="{x + 1}" y="{y + 1}" width="38" height="38" rx="4"/>'
        for (x, y), marks in _space_marks(at)
        if "data_ring" in marks
    ]
    return "".join([*rings, *tags])


def _space_marks(at: TableView) -> list[tuple[tuple[int, int], Mapping[str, str]]]:
    """Return the corners of the spaces that have marks, with these."""
    seats = at.view["seats"]
    return [
        (space_corner(seats, name), marks)
        for name, marks in at.annotations.hint_attributes.items()
        if name in SPACES or name in WALL_SPACES[seats]
    ]


def _tag_svg(x: int, y: int, kind: str, said: str) -> str:
    """Return the ring and the tag of a move for the space at a corner."""
    return (
        f'<g class="move-tag up {kind.removeprefix("data_")}" aria-hidden="true">'
        f'<rect class="ring" x="{x + 1}" y="{y + 1}" width="38" height="38" rx="4"/>'
        f'<rect x="{x}" y="{y - 9}" width="40" height="17" rx="8.5"/>'
        f'<text x="{x + HALF_SPACE}" y="{y}" dy=".34em">{escape(said)}</text></g>'
    )


def _hint_number_svg(x: int, y: int, n: str) -> str:
    """Return a number for the space at a corner. It lights up with its move in the panel."""
    middle, said = f'x="{x + HALF_SPACE}" y="{y + HALF_SPACE}"', n.replace(" ", "·")
    return (
        f'<g class="i-hint up" aria-hidden="true" data-place="hinted-{n[0]}">'
        f'<rect x="{x + 2}" y="{y + 2}" width="36" height="36" rx="11"/><text {middle} dy=".36em">{said}</text></g>'
    )


def _beneficiary_finder(at: TableView) -> "Callable[[str], str]":
    """Return a function that maps a space to the beneficiary of a placement there."""
    seats = at.view["seats"]
    own = _neighbor_spaces(at, lambda owner: owner == at.seat)
    others = _neighbor_spaces(at, lambda owner: isinstance(owner, int) and owner != at.seat)

    def beneficiary_class(name: str) -> str:
        space = 1 << (WALL_SPACES[seats].get(name) or SPACES[name])
        return SERVES_OWN if own & space else SERVES_OTHERS if others & space else SERVES_NEITHER

    return beneficiary_class


def _neighbor_spaces(at: TableView, whose: "Callable[[Owner], bool]") -> int:
    """Return the spaces that touch palaces of such owners."""
    palaces = [palace for palace in at.view["palaces"] if whose(palace["owner"])]
    return orthogonal_neighbors(
        sum(1 << SPACES[name] for each in palaces for name in each["buildings"] + each["stables"])
    )


@lru_cache(maxsize=64)
def _target_spaces_svg(seats: int, kind: str, names: tuple[str, ...]) -> str:
    """Return the marks of possible spaces as one shape, with dots if they serve an own palace.

    Early in the game, nearly every space is possible. One calm area shows that better than a hundred boxes.
    """
    if len(names) > COUNTED_SPACES:
        return f'<path class="i-area" d="{squares_path(names)}"/><path class="i-border" d="{outline_path(names)}"/>'
    where = [space_corner(seats, name) for name in names]
    frames = "".join(
        f"M{x + 9} {y + 3}h22{ROUNDED_CORNERS[0]}v22{ROUNDED_CORNERS[1]}"
        f"h-22{ROUNDED_CORNERS[2]}v-22{ROUNDED_CORNERS[3]}z"
        for x, y in where
    )
    dots = "".join(f"M{x + HALF_SPACE} {y + HALF_SPACE}h.01" for x, y in where) if kind == SERVES_OWN else ""
    return f'<path class="i-can {kind}" d="{frames}"/>' + (f'<path class="i-dot" d="{dots}"/>' if dots else "")


ROUNDED_CORNERS = ("a6 6 0 0 1 6 6", "a6 6 0 0 1-6 6", "a6 6 0 0 1-6-6", "a6 6 0 0 1 6-6")


@lru_cache(maxsize=64)
def _claimable_palace_svg(whole: tuple[str, ...]) -> str:
    """Return a frame around a palace that a rooftop can claim. The palace itself stays visible."""
    edges = outline_path(whole)
    return f'<path class="i-claim-halo" d="{edges}"/><path class="i-claim" d="{edges}"/>'


# -- grid --------------------------------------------------------------------------------------------------------------


def _space_grid_svg(at: TableView) -> str:
    """Return every space of the ring and the city as a cell of a grid, row by row."""
    seats = at.draft_view["seats"]
    grid = Grid(seats, at.annotations.is_active, _added_attributes(at))
    cells = _settled_cells(at, grid)
    if at.draft.component:
        cells |= _placement_cells(at, grid)
    drawn, width = [*cells.values()], BOARDS[seats].columns + 2
    rows = [
        f'<g role="row" aria-rowindextext="{escape(name)}">{"".join(drawn[n * width : (n + 1) * width])}</g>'
        for n, name in enumerate(row_names(seats))
    ]
    label = escape(_("City: use the arrow keys to move between spaces"))
    return f'<g id="spaces" role="grid" aria-label="{label}">{"".join(rows)}</g>'


def _added_attributes(at: TableView) -> tuple[tuple[str, str], ...]:
    """Return the attributes that a hint or a lesson gives to cells, by space."""
    marks = at.annotations
    if marks.is_plain:
        return ()
    spaces, drafted = list_space_names(at.draft_view["seats"]), _drafted_spaces(at)
    plays = compact_json(at.draft.action)
    found = []
    for name in spaces:
        spot = marks.find_spot({"cell": name, "data_act": plays if name in drafted else ""})
        attributes = {
            "data_spot": spot,
            "aria_description": None if spot is None else spot_description(),
            "data_lights": marks.hint_attributes.get(name, {}).get("data_lights"),
        }
        found.append((name, format_attributes(attributes)))
    return tuple(found)


def _drafted_spaces(at: TableView) -> set[str]:
    """Return the spaces that play the draft: those of the palace for a rooftop, else one."""
    return {name for name, action in _target_by_space(at).items() if action == at.draft.action}


def _settled_cells(at: TableView, grid: Grid) -> dict[str, str]:
    """Return the cells by space, as if no component were selected.

    Keys can go from palace to palace, and to the ends of the street, unless they go to possible placements.
    """
    free, is_idle = _("free"), not at.draft.component
    cells = free_cells(grid, free).copy()
    for sign, names in _surroundings(at.draft_view):
        signed = free_cells(grid, free, sign)
        for name in names:
            cells[name] = signed[name]
    for gate in _gates(at.draft_view):
        cells[gate] = cell_svg(grid, gate, f"{space_name(gate)}, {free}", sign="gate")
    for group in list_taken_spaces(at):
        cells |= taken_cells(grid, group.names, group.thing, group.sign, group.first if is_idle else "")
    return cells


def _placement_cells(at: TableView, grid: Grid) -> dict[str, str]:
    """Return the cells that the selected component changes: possible placements, and free spaces that it cannot have.

    The key of the first cell of a kind is its beneficiary, or its palace.
    """
    here, signs, targets = contents_by_space(at), cell_tooltips(at), _target_by_space(at)
    serves, free, chosen = _beneficiary_finder(at), _("free"), at.draft.action
    nothing, some = _("{space}, available"), _("{space}, available: {gains}")
    barred, again = _("{space}, not available: {reason}"), _("{space}, chosen: choose it again to place it")
    cells, kinds = {}, set[str]()
    for name in list_space_names(grid.seats):
        act, is_taken, sign = targets.get(name), name in here, signs.get(name, "")
        label = f"{space_name(name)}, {here.get(name, free)}"
        if act is not None and act == chosen:
            said, plays = again.format(space=label), compact_json(act)
            cells[name] = cell_svg(grid, name, said, kind="cell drafted", is_taken=is_taken, sign=sign, plays=plays)
        elif act is not None:
            gains = join_phrases(placement_gains(at, act)) if at.annotations.shows_gains else ""
            said = (some if gains else nothing).format(space=label, gains=gains)
            sort = palace_key(at, name) if act[0] == "roof" else serves(name)
            sign = "serves" if sort == SERVES_OWN else sign
            is_first = bool(sort) and sort not in kinds
            kinds.add(sort)
            cells[name] = cell_svg(grid, name, said, kind="cell can", is_taken=is_taken, is_first=is_first, sign=sign)
        elif not is_taken and (reason := barred_reason(at, name)):
            cells[name] = cell_svg(grid, name, barred.format(space=label, reason=reason), sign=sign)
    return cells


def placement_gains(at: TableView, action: JsonAction) -> list[str]:
    """Return phrases for the effects of a placement: points of seats, and the worth of unclaimed palaces."""
    after = at.model.match.copy()
    after.play(action)
    palaces = [palace for palace, _was in grown_palaces(at.view, after.view(at.seat)) if palace["owner"] is None]
    gains = [now - was for was, now in zip(at.view["points"], after.scores(), strict=True)]
    order = sorted(range(len(gains)), key=lambda seat: seat != at.seat)
    points = [
        at.model.player_reference(seat).choose_sentence(
            _("{gain} for {name}"), _("{gain} for you"), gain=signed_figure(gains[seat])
        )
        for seat in order
        if gains[seat]
    ]
    return [*points, *(_("a palace worth {n}").format(n=palace_value(palace)) for palace in palaces)]


def barred_reason(at: TableView, space: str) -> str:
    """Return the reason why the selected component cannot be placed on a space, without advice.

    Return "" for rooftops, because a space without a palace needs no reason.
    """
    if at.draft.component[:1] == ("roof",):
        return ""
    refusal = place_component(at.model.match, at.view, at.draft, space)[1]
    return refusal.message.partition(". ")[0].removesuffix(".") if refusal else ""


def palace_key(at: TableView, space: str) -> str:
    """Return a key for the palace on a space, so that arrow keys can go from palace to palace."""
    palace = palace_at(at.view, space)
    return f"palace-{palace['buildings'][0]}" if palace else ""


def _target_by_space(at: TableView) -> dict[str, JsonAction]:
    """Return the placement of the selected component on each space. A rooftop has every building of a palace."""
    targets = {action[-1]: action for action in at.target_actions}
    if at.draft.component[:1] == ("roof",):
        for palace in at.view["palaces"]:
            action = targets.get(palace["buildings"][0])
            targets |= dict.fromkeys(palace["buildings"], action) if action else {}
    return targets


class TakenSpaces(NamedTuple):
    """Spaces of the board with the same thing on them."""

    names: tuple[str, ...]
    thing: str
    sign: str = ""
    """The name of their tooltip."""
    first: str = ""
    """The space where keys stop, or "" if another group has it."""


def list_taken_spaces(at: TableView) -> list[TakenSpaces]:
    """Return all spaces that are not free, with the things on them. Later groups stand on earlier ones."""
    view = at.draft_view
    found = [TakenSpaces((view["well"],), _("the well"), "well")]
    for palace in view["palaces"]:
        said = _("{palace}, worth {n}").format(palace=palace_name(at, palace), n=palace_value(palace))
        buildings, stables, owner = tuple(palace["buildings"]), tuple(palace["stables"]), palace["owner"]
        sign = "unclaimed" if owner is None else "neutral" if isinstance(owner, str) else "roof"
        first = first_space_name(buildings + stables)
        found.append(TakenSpaces(buildings, said, sign, first))
        if stables:
            found.append(TakenSpaces(stables, _("stable, {palace}").format(palace=said), "stable", first))
    ends = tuple(view["ends"])
    found.append(TakenSpaces(tuple(view["merchants"]), _("merchant")))
    found.append(TakenSpaces(ends, _("merchant at an end of the street"), "street", first_space_name(ends)))
    for n, names in enumerate(view["walls"], 1):
        found.append(TakenSpaces(tuple(names), _("wall of tower {n}").format(n=n)))
    for n, (owner, waiting) in enumerate(zip(view["tower_tiles"], view["waiting"], strict=True), 1):
        said = tower_tile_phrase(at, owner)
        if owner is None and waiting:
            said = ngettext("{n} merchant on its tile", "{n} merchants on its tile", waiting).format(n=waiting)
        found.append(TakenSpaces((str(n),), said, "waiting" if waiting else "tower"))
    return found


@lru_cache(maxsize=1024)
def first_space_name(names: tuple[str, ...]) -> str:
    """Return the first of these spaces of the city in reading order."""
    return min(names, key=SPACES.__getitem__)


def contents_by_space(at: TableView) -> dict[str, str]:
    """Return the contents of each space that is not free, in words."""
    return {name: group.thing for group in list_taken_spaces(at) for name in group.names}


def cell_tooltips(at: TableView) -> dict[str, str]:
    """Return the tooltip of each space, for the piece on it or for its surroundings."""
    view = at.draft_view
    signs = dict.fromkeys(WALL_SPACES[view["seats"]], "plot")
    signs |= {name: sign for sign, names in _surroundings(view) for name in names}
    signs |= dict.fromkeys(_gates(view), "gate")
    return signs | {name: group.sign for group in list_taken_spaces(at) for name in group.names}


def _surroundings(view: "View") -> list[tuple[str, tuple[str, ...]]]:
    """Return the free spaces of the city with a tooltip: those around palaces, and those with points for the well."""
    built = sum(1 << SPACES[name] for each in view["palaces"] for name in each["buildings"] + each["stables"])
    open_spaces = BOARDS[view["seats"]].city_spaces & ~built
    near = moore_neighborhood(built) & open_spaces
    bonus = well_bonus_spaces(SPACES[view["well"]]) & open_spaces
    return [("alley", space_names(near & ~bonus)), ("bonus", space_names(bonus))]


def _gates(view: "View") -> list[str]:
    """Return the wall spaces that are the last free ones of their side (M25)."""
    return [*_find_gates(view["seats"], tuple(name for names in view["walls"] for name in names))]


@lru_cache(maxsize=64)
def _find_gates(seats: int, walls: tuple[str, ...]) -> tuple[str, ...]:
    free = [name for name in WALL_SPACES[seats] if name not in walls]
    sides = [name[0] for name in free]
    return tuple(name for name in free if sides.count(name[0]) == 1)


def describe_space(at: TableView, space: str) -> str:
    """Return a description of a space that was tapped without a component."""
    palace = palace_at(at.draft_view, space)
    if palace:
        said, by_source = capitalize_first(palace_name(at, palace)), list_phrases(source_phrases(palace))
        return _("{palace}, worth {n}: {sources}.").format(palace=said, sources=by_source, n=palace_value(palace))
    thing, place = contents_by_space(at).get(space, _("free")), space_name(space)
    return _("{space}: {thing}.").format(space=place if space in SPACES else capitalize_first(place), thing=thing)
