"""What can be touched of Medina's city: every space, as a grid for finger, keyboard and screen reader. Pure."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from palaces.html import Markup, data, escape
from palaces.medina.art import SPACE
from palaces.medina.board import framed, picture, towers
from palaces.medina.draft import palace_at
from palaces.medina.table import Table, capital, owner_name, palace_name, played, sources, total
from palaces.words import _
from pygame_core.grid import STRIDE, bits
from pygame_core.medina.box import BOARDS, NAMES, WALL_NAMES, WALLS

if TYPE_CHECKING:
    from palaces.messages import Touch


def city(at: Table) -> Markup:
    """The board with everything on it, and the spaces to touch."""
    return Markup(framed(at.then, picture(at.then, played(at), at.draft.space, _spaces(at))))


def _spaces(at: Table) -> str:
    """Every space of the ring and the city as a cell of a grid, row by row."""
    seats = at.then["seats"]
    board = BOARDS[seats]
    free = _free(seats, _("free"), _("wall space"))
    things, targets = free | _things(at), _targets(at)
    chosen = at.draft.action
    can, again = _("{space}; can be chosen"), _("{space}: chosen; once more places it")
    rows = []
    for row in range(board.rows + 2):
        cells = []
        for column in range(board.columns + 2):
            name = _name(seats, column, row)
            thing, act = things[name], targets.get(name)
            label, plays, kind = f"{name}, {thing}", "", "cell"
            if act is not None and act == chosen:
                label, plays, kind = again.format(space=label), data(act), "cell drafted"
            elif act is not None:
                label, kind = can.format(space=label), "cell can"
            cells.append(_cell(column, row, name, label, plays, kind, thing != free.get(name)))
        rows.append(f'<g role="row">{"".join(cells)}</g>')
    label = escape(_("City: arrow keys go from space to space, N to the next that can be chosen"))
    return f'<g id="spaces" role="grid" aria-label="{label}">{"".join(rows)}</g>'


def _targets(at: Table) -> dict[str, list[Any]]:
    """By space, the placement of the chosen component there; of a rooftop by every building of the palace."""
    targets = {action[-1]: action for action in at.targets}
    if at.draft.component[:1] == ("roof",):
        for palace in at.now["palaces"]:
            action = targets.get(palace["buildings"][0])
            targets |= dict.fromkeys(palace["buildings"], action) if action else {}
    return targets


@lru_cache(maxsize=1024)
def _name(seats: int, column: int, row: int) -> str:
    """The name of a space; of a tower its number."""
    space = row * STRIDE + column
    if BOARDS[seats].city >> space & 1:
        return NAMES[space]
    return WALL_NAMES[seats].get(space) or str(1 + towers(seats).index((column * SPACE, row * SPACE)))


@lru_cache(maxsize=8192)
def _cell(column: int, row: int, name: str, label: str, plays: str, kind: str, taken: bool) -> str:
    """A space: a touch drafts a placement or tells about it, a touch of the drafted one plays it. What stands there
    is shown to the mouse, too."""
    touch: Touch = ("touch", "space", name)
    does = f'data-act="{escape(plays)}" aria-selected="true"' if plays else f'data-do="{escape(data(touch))}"'
    title = f"<title>{escape(label)}</title>" if taken else ""
    if taken:
        kind += " taken"
    else:
        does += f' aria-label="{escape(label)}"'
    stop = 0 if (column, row) == (1, 1) else -1
    return (
        f'<rect class="{kind}" x="{column * SPACE}" y="{row * SPACE}" width="{SPACE}" height="{SPACE}" '
        f'role="gridcell" tabindex="{stop}" {does}>{title}</rect>'
    )


def _things(at: Table) -> dict[str, str]:
    """What stands on a space, in words."""
    view = at.then
    things = {view["well"]: _("the well")}
    for palace in view["palaces"]:
        said = _("{palace}, worth {n}").format(palace=palace_name(at, palace), n=total(palace))
        things |= dict.fromkeys(palace["buildings"], said)
        things |= dict.fromkeys(palace["stables"], _("stable of the {palace}").format(palace=said))
    things |= dict.fromkeys(view["merchants"], _("merchant"))
    things |= dict.fromkeys(view["ends"], _("merchant at an end of the street"))
    for n, names in enumerate(view["walls"], 1):
        things |= dict.fromkeys(names, _("wall of tower {n}").format(n=n))
    for n, owner in enumerate(view["tower_tiles"], 1):
        things[str(n)] = _("tower")
        if owner is not None:
            things[str(n)] = _("tower; its tile: {owner}").format(owner=owner_name(at, owner))
        elif view["waiting"][n - 1]:
            things[str(n)] = _("tower; merchants on its tile: {n}").format(n=view["waiting"][n - 1])
    return things


@lru_cache(maxsize=16)
def _free(seats: int, free: str, plot: str) -> dict[str, str]:
    """Every space of the city and of the ring while nothing stands there; not to be changed."""
    return dict.fromkeys(WALLS[seats], plot) | {NAMES[space]: free for space in bits(BOARDS[seats].city)}


def told(at: Table, space: str) -> str:
    """All about a space, for who touched it without a component."""
    palace = palace_at(at.then, space)
    if palace:
        said, by_source = capital(palace_name(at, palace)), ", ".join(sources(palace))
        return _("{palace}: {sources}; {n} points.").format(palace=said, sources=by_source, n=total(palace))
    free = _free(at.then["seats"], _("free"), _("wall space"))
    return f"{space}: {(free | _things(at))[space]}."
