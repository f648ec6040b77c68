"""The spaces of Medina's city as a grid for pointer, keyboard and screen reader. Pure."""

from functools import lru_cache
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.games.medina.draft import palace_at, place_component
from palaces.games.medina.drawings.board_svg import (
    HALF_SPACE,
    BoardOverlay,
    central_building,
    city_svg,
    frame_board,
    outline_path,
    space_corner,
    tower_corners,
)
from palaces.games.medina.drawings.icons import SPACE_SIZE
from palaces.games.medina.table import (
    TableView,
    attributes_by_place,
    capitalize_first,
    describe_palace,
    grown_palaces,
    palace_name,
    palace_value,
    signed_figure,
    source_phrases,
    tower_tile_phrase,
)
from palaces.ui.html import (
    Markup,
    compact_json,
    escape,
    format_attributes,
    join,
    tag,
)
from pygame_core.grid import ROW_STRIDE_BITS, moore_neighborhood, orthogonal_neighbors, space_indices
from pygame_core.i18n import join_phrases
from pygame_core.medina import sentences
from pygame_core.medina.components import (
    BOARDS,
    SPACE_NAMES,
    SPACES,
    WALL_NAMES,
    WALL_SPACES,
)
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from collections.abc import Callable

    from palaces.app.messages import TouchMessage
    from pygame_core.medina.types import Owner, View


def render_city(at: TableView) -> Markup:
    """Render the board with all pieces and the grid of its spaces."""
    worths = tuple(palace_value(palace) for palace in at.view["palaces"]) if at.draft_event else None
    over = BoardOverlay(
        changed_spaces(at),
        drafted_space(at),
        at.viewer_gain,
        worths,
        _target_marks_svg(at) + _hint_numbers_svg(at) + _space_grid_svg(at),
        attributes_by_place(at),
    )
    return Markup(frame_board(at.draft_view, city_svg(at.draft_view, over), " live"))


def render_unseen_palaces(at: TableView) -> Markup:
    """Render the palaces as rows for screen reader users, those without an owner first."""
    palaces = sorted(at.view["palaces"], key=lambda palace: palace["owner"] is not None)
    rows = [tag("li", capitalize_first(describe_palace(at, palace))) for palace in palaces]
    return join(
        tag("h2", _("City"), class_="unseen"),
        tag("ul", rows, class_="unseen", aria_label=_("Palaces")) if rows else None,
    )


def drafted_space(at: TableView) -> str:
    """Return the space that shows the drafted placement."""
    space = at.draft.space
    return _rooftop_space(at.draft_view, space) if space and at.draft.component[:1] == ("roof",) else space


def changed_spaces(at: TableView) -> set[str]:
    """Return the spaces that have changed since the viewer's last action."""
    names = at.pieces
    domes = {_rooftop_space(at.view, space) for space, dome in names.domes.items() if names.is_news(dome)}
    return domes | {space for space, name in names.on.items() if names.is_news(name)}


def _rooftop_space(view: "View", space: str) -> str:
    """Return the space that shows the rooftop of the palace on a space."""
    palace = palace_at(view, space)
    return central_building(tuple(palace["buildings"])) if palace else space


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
    seats = at.view["seats"]
    hints = at.annotations.hint_attributes.items()
    found = [(name, each["data_hint"]) for name, each in hints if name in SPACES or name in WALL_SPACES[seats]]
    return "".join(_hint_number_svg(*space_corner(seats, name), n) for name, n in found)


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
    """Return the marks of possible spaces as one shape, with dots if they serve an own palace."""
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
    board = BOARDS[seats]
    free = _free_by_space(seats, _("free"))
    here, targets = free | contents_by_space(at), _target_by_space(at)
    chosen, serves = at.draft.action, _beneficiary_finder(at)
    lights = {hinted: each["data_lights"] for hinted, each in at.annotations.hint_attributes.items()}
    active = at.annotations.is_active
    again = _("{space}, chosen: choose it again to place it")
    signs = cell_tooltips(at)
    nothing, some = _("{space}, available"), _("{space}, available: {gains}")
    barred = _("{space}, not available: {reason}")
    rows, kinds = [], set[str]()
    for row in range(board.rows + 2):
        cells = []
        for column in range(board.columns + 2):
            name = _grid_space_name(seats, column, row)
            thing, act = here[name], targets.get(name)
            taken = thing != free.get(name)
            label, plays, kind, sort = f"{space_name(name)}, {thing}", "", "cell", ""
            sign = signs.get(name, "")
            if act is not None and act == chosen:
                label, plays, kind = again.format(space=label), compact_json(act), "cell drafted"
            elif act is not None:
                gains = join_phrases(placement_gains(at, act))
                label, kind = (some if gains else nothing).format(space=label, gains=gains), "cell can"
                sort = palace_key(at, name) if act[0] == "roof" else serves(name)
                sign = "serves" if sort == SERVES_OWN else sign
            elif at.draft.component and not taken:
                reason = barred_reason(at, name)
                label = barred.format(space=label, reason=reason) if reason else label
            elif taken and not at.draft.component:
                sort = palace_key(at, name) or ("street" if name in at.view["ends"] else "")
            spot = at.annotations.find_spot({"cell": name, "data_act": plays}) if at.annotations.spots else None
            first = bool(sort) and sort not in kinds
            kinds.add(sort)
            lit = lights.get(name, "")
            cells.append(_cell_svg(column, row, name, label, plays, kind, taken, lit, first, sign, active, spot))
        rows.append(f'<g role="row">{"".join(cells)}</g>')
    label = escape(_("City: use the arrow keys to move between spaces"))
    return f'<g id="spaces" role="grid" aria-label="{label}">{"".join(rows)}</g>'


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


def space_name(name: str) -> str:
    """Return the name of a space on the board, or the number of a tower."""
    return _("tower {n}").format(n=name) if name.isdecimal() else sentences.space_name(name)


def _target_by_space(at: TableView) -> dict[str, JsonAction]:
    """Return the placement of the selected component on each space. A rooftop has every building of a palace."""
    targets = {action[-1]: action for action in at.target_actions}
    if at.draft.component[:1] == ("roof",):
        for palace in at.view["palaces"]:
            action = targets.get(palace["buildings"][0])
            targets |= dict.fromkeys(palace["buildings"], action) if action else {}
    return targets


@lru_cache(maxsize=1024)
def _grid_space_name(seats: int, column: int, row: int) -> str:
    """Return the name of a space, or the number of a tower."""
    space = row * ROW_STRIDE_BITS + column
    if BOARDS[seats].city_spaces >> space & 1:
        return SPACE_NAMES[space]
    return WALL_NAMES[seats].get(space) or str(1 + tower_corners(seats).index((column * SPACE_SIZE, row * SPACE_SIZE)))


@lru_cache(maxsize=8192)
def _cell_svg(
    column: int,
    row: int,
    name: str,
    label: str,
    plays: str,
    kind: str,
    taken: bool,
    lit: str,
    first: bool,
    sign: str,
    is_active: bool,
    spot: str | None,
) -> str:
    """Return a space as a grid cell.

    A tap drafts a placement or describes the space. A tap on the drafted space plays the placement. The mouse also
    shows the contents of the space. Keys go to the `first` cell of each kind.
    """
    touch: TouchMessage = ("touch", "space", name)
    does = ""
    if plays:
        does = f' data-act="{escape(plays)}" aria-selected="true"'
    elif is_active:
        does = f' data-do="{escape(compact_json(touch))}"'
    title = f"<title>{escape(label)}</title>" if taken else ""
    if taken:
        kind += " taken"
    else:
        does += f' aria-label="{escape(label)}"'
    if lit:
        does += f' data-lights="{escape(lit)}"'
    if first:
        does += " data-first"
    if sign:
        does += f' data-sign="{sign}"'
    stop = 0 if (column, row) == (1, 1) else -1
    marked = format_attributes({"data_spot": spot})
    return (
        f'<rect{marked} class="{kind}" x="{column * SPACE_SIZE}" y="{row * SPACE_SIZE}" '
        f'width="{SPACE_SIZE}" height="{SPACE_SIZE}" role="gridcell" tabindex="{stop}"{does}>{title}</rect>'
    )


def cell_tooltips(at: TableView) -> dict[str, str]:
    """Return the tooltip of each space, for the piece on it or for its surroundings."""
    view = at.draft_view
    seats = view["seats"]
    built = sum(1 << SPACES[name] for each in view["palaces"] for name in each["buildings"] + each["stables"])
    signs = {
        SPACE_NAMES[space]: "alley"
        for space in space_indices(moore_neighborhood(built) & ~built & BOARDS[seats].city_spaces)
    }
    signs |= {
        SPACE_NAMES[space]: "bonus"
        for space in space_indices(well_bonus_spaces(SPACES[view["well"]]) & BOARDS[seats].city_spaces & ~built)
    }
    signs |= _ring_tooltips(seats, frozenset(name for names in view["walls"] for name in names))
    for palace in view["palaces"]:
        owner = palace["owner"]
        kind = "unclaimed" if owner is None else "neutral" if isinstance(owner, str) else "roof"
        signs |= dict.fromkeys(palace["buildings"], kind) | dict.fromkeys(palace["stables"], "stable")
    for name in view["merchants"]:
        signs.pop(name, None)
    signs |= dict.fromkeys(view["ends"], "street") | {view["well"]: "well"}
    return signs | {str(n): "waiting" if waiting else "tower" for n, waiting in enumerate(view["waiting"], 1)}


@lru_cache(maxsize=64)
def _ring_tooltips(seats: int, walls: frozenset[str]) -> dict[str, str]:
    """Return tooltips for free wall spaces. The last one on each side is the gate (M25). Do not change the result."""
    free = {side: [name for name in WALL_SPACES[seats] if name[0] == side and name not in walls] for side in "NESW"}
    return {name: "gate" if len(names) == 1 else "plot" for names in free.values() for name in names}


def contents_by_space(at: TableView) -> dict[str, str]:
    """Return the contents of each space in words."""
    view = at.draft_view
    found = {view["well"]: _("the well")}
    for palace in view["palaces"]:
        said = _("{palace}, worth {n}").format(palace=palace_name(at, palace), n=palace_value(palace))
        found |= dict.fromkeys(palace["buildings"], said)
        found |= dict.fromkeys(palace["stables"], _("stable, {palace}").format(palace=said))
    found |= dict.fromkeys(view["merchants"], _("merchant"))
    found |= dict.fromkeys(view["ends"], _("merchant at an end of the street"))
    for n, names in enumerate(view["walls"], 1):
        found |= dict.fromkeys(names, _("wall of tower {n}").format(n=n))
    for n, owner in enumerate(view["tower_tiles"], 1):
        found[str(n)] = tower_tile_phrase(at, owner)
        waiting = view["waiting"][n - 1]
        if owner is None and waiting:
            found[str(n)] = ngettext("{n} merchant on its tile", "{n} merchants on its tile", waiting).format(n=waiting)
    return found


@lru_cache(maxsize=16)
def _free_by_space(seats: int, free: str) -> dict[str, str]:
    """Return, for each space of the city and ring, the word for an empty space. Do not change the result."""
    return dict.fromkeys(WALL_SPACES[seats], free) | {
        SPACE_NAMES[space]: free for space in space_indices(BOARDS[seats].city_spaces)
    }


def describe_space(at: TableView, space: str) -> str:
    """Return a description of a space that was tapped without a component."""
    palace = palace_at(at.draft_view, space)
    if palace:
        said, by_source = capitalize_first(palace_name(at, palace)), ", ".join(source_phrases(palace))
        return _("{palace}, worth {n}: {sources}.").format(palace=said, sources=by_source, n=palace_value(palace))
    seats = at.draft_view["seats"]
    here = _free_by_space(seats, _("free")) | contents_by_space(at)
    place = space_name(space)
    return _("{space}: {thing}.").format(space=place if space in SPACES else capitalize_first(place), thing=here[space])
