"""What can be touched of Medina's city: every space, as a grid for finger, keyboard and screen reader. Pure."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from palaces.html import Markup, data, escape
from palaces.medina.art import SPACE
from palaces.medina.board import HALF, Over, corner, framed, middle, outline, picture, towers
from palaces.medina.draft import palace_at
from palaces.medina.table import Table, capital, owner_name, palace_name, sources, standing, total
from palaces.thoughts import answering, numbers
from palaces.words import _
from pygame_core.grid import STRIDE, around, bits, orthogonal
from pygame_core.medina.box import BOARDS, NAMES, SPACES, WALL_NAMES, WALLS
from pygame_core.medina.score import two_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from palaces.messages import Touch
    from pygame_core.medina.shape import Owner, View


def city(at: Table) -> Markup:
    """The board with everything on it, and the spaces to touch."""
    worths = tuple(total(palace) for palace in at.now["palaces"]) if at.event else None
    over = Over(news(at), drafted(at), at.gain, worths, _marks(at) + _hints(at) + _spaces(at), standing(at))
    return Markup(framed(at.then, picture(at.then, over), " live"))


def drafted(at: Table) -> str:
    """The space on which the drafted placement is seen."""
    space = at.draft.space
    return _crown(at.then, space) if space and at.draft.component[:1] == ("roof",) else space


def news(at: Table) -> set[str]:
    """The spaces on which something has changed since the viewer's last action."""
    names = at.names
    domes = {_crown(at.now, space) for space, dome in names.domes.items() if names.is_news(dome)}
    return domes | {space for space, name in names.on.items() if names.is_news(name)}


def _crown(view: "View", space: str) -> str:
    """The space on which the rooftop of the palace there is seen."""
    palace = palace_at(view, space)
    return middle(tuple(palace["buildings"])) if palace else space


# -- where the chosen component can stand ------------------------------------------------------------------------------

OWN, OTHERS, ANY = "own", "others", "any"
"""Whom a placement serves: a palace of one's own that it touches, only those of others, or neither."""


def _marks(at: Table) -> str:
    """What can be chosen: of a rooftop the palaces, of all else the spaces. Their shape tells whom it would serve."""
    actions = [action for action in at.targets if action != at.draft.action]
    if at.draft.component[:1] == ("roof",):
        claimed = (palace_at(at.now, action[-1]) for action in actions)
        return "".join(_claim(tuple(palace["buildings"] + palace["stables"])) for palace in claimed if palace)
    serves = _serves(at)
    kinds: dict[str, list[str]] = {}
    for action in actions:
        kinds.setdefault(serves(action[-1]), []).append(action[-1])
    return "".join(_mark(at.now["seats"], kind, tuple(names)) for kind, names in sorted(kinds.items()))


def _hints(at: Table) -> str:
    """The numbers of an open hint on the spaces that it means."""
    seats = at.now["seats"]
    found = [(name, n) for name, n in numbers(at.model).items() if name in SPACES or name in WALLS[seats]]
    return "".join(_hinted(*corner(seats, name), n) for name, n in found)


def _hinted(x: int, y: int, n: str) -> str:
    """A number on the space at a corner, which lights with its move in the sheet."""
    middle = f'x="{x + HALF}" y="{y + HALF}"'
    return (
        f'<g class="i-hint up" data-place="hinted-{n[0]}"><rect x="{x + 2}" y="{y + 2}" width="36" height="36" '
        f'rx="11"/><text {middle} dy=".36em">{n}</text></g>'
    )


def _serves(at: Table) -> "Callable[[str], str]":
    """Whom a placement on a space would serve."""
    seats = at.now["seats"]
    own = _beside(at, lambda owner: owner == at.seat)
    others = _beside(at, lambda owner: isinstance(owner, int) and owner != at.seat)

    def serves(name: str) -> str:
        space = 1 << (WALLS[seats].get(name) or SPACES[name])
        return OWN if own & space else OTHERS if others & space else ANY

    return serves


def _beside(at: Table, whose: "Callable[[Owner], bool]") -> int:
    """The spaces that touch palaces of such owners."""
    palaces = [palace for palace in at.now["palaces"] if whose(palace["owner"])]
    return orthogonal(sum(1 << SPACES[name] for each in palaces for name in each["buildings"] + each["stables"]))


@lru_cache(maxsize=64)
def _mark(seats: int, kind: str, names: tuple[str, ...]) -> str:
    """Spaces that can be chosen, as one shape; a dot on each that serves oneself."""
    where = [corner(seats, name) for name in names]
    frames = "".join(f"M{x + 9} {y + 3}h22{ROUND[0]}v22{ROUND[1]}h-22{ROUND[2]}v-22{ROUND[3]}z" for x, y in where)
    dots = "".join(f"M{x + HALF} {y + HALF}h.01" for x, y in where) if kind == OWN else ""
    return f'<path class="i-can {kind}" d="{frames}"/>' + (f'<path class="i-dot" d="{dots}"/>' if dots else "")


ROUND = ("a6 6 0 0 1 6 6", "a6 6 0 0 1-6 6", "a6 6 0 0 1-6-6", "a6 6 0 0 1 6-6")


@lru_cache(maxsize=64)
def _claim(whole: tuple[str, ...]) -> str:
    """A palace that a rooftop can claim: what stands there is to be seen as it is, so it is framed."""
    edges = outline(whole)
    return f'<path class="i-claim-halo" d="{edges}"/><path class="i-claim" d="{edges}"/>'


# -- the grid ----------------------------------------------------------------------------------------------------------


def _spaces(at: Table) -> str:
    """Every space of the ring and the city as a cell of a grid, row by row."""
    seats = at.then["seats"]
    board = BOARDS[seats]
    free = _free(seats, _("free"), _("wall space"))
    things, targets = free | _things(at), _targets(at)
    chosen, serves = at.draft.action, _serves(at)
    hints = numbers(at.model)
    can = {
        OWN: _("{space}; can be chosen, beside a palace of your own"),
        OTHERS: _("{space}; can be chosen, beside a palace of somebody else"),
        ANY: _("{space}; can be chosen"),
    }
    again = _("{space}: chosen; once more places it")
    signs = cell_signs(at)
    rows = []
    for row in range(board.rows + 2):
        cells = []
        for column in range(board.columns + 2):
            name = _name(seats, column, row)
            thing, act = things[name], targets.get(name)
            label, plays, kind, sign = f"{name}, {thing}", "", "cell", signs.get(name, "")
            if act is not None and act == chosen:
                label, plays, kind = again.format(space=label), data(act), "cell drafted"
            elif act is not None:
                serving = ANY if act[0] == "roof" else serves(name)
                label, kind = can[serving].format(space=label), "cell can"
                sign = "serves" if serving == OWN else sign
            hint = hints.get(name, "")
            cells.append(_cell(column, row, name, label, plays, kind, thing != free.get(name), hint, sign))
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
def _cell(
    column: int, row: int, name: str, label: str, plays: str, kind: str, taken: bool, hint: str, sign: str
) -> str:
    """A space: a touch drafts a placement or tells about it, a touch of the drafted one plays it. What stands there
    is shown to the mouse, too."""
    touch: Touch = ("touch", "space", name)
    does = f'data-act="{escape(plays)}" aria-selected="true"' if plays else f'data-do="{escape(data(touch))}"'
    title = f"<title>{escape(label)}</title>" if taken else ""
    if taken:
        kind += " taken"
    else:
        does += f' aria-label="{escape(label)}"'
    if hint:
        does += f' data-lights="{escape(answering(hint))}"'
    if sign:
        does += f' data-sign="{sign}"'
    stop = 0 if (column, row) == (1, 1) else -1
    return (
        f'<rect class="{kind}" x="{column * SPACE}" y="{row * SPACE}" width="{SPACE}" height="{SPACE}" '
        f'role="gridcell" tabindex="{stop}" {does}>{title}</rect>'
    )


def cell_signs(at: Table) -> dict[str, str]:
    """By space the sign that is drawn there, or that a free space is by what lies round it."""
    view = at.then
    seats = view["seats"]
    built = sum(1 << SPACES[name] for each in view["palaces"] for name in each["buildings"] + each["stables"])
    signs = {NAMES[space]: "alley" for space in bits(around(built) & ~built & BOARDS[seats].city)}
    signs |= {NAMES[space]: "bonus" for space in bits(two_from(SPACES[view["well"]]) & BOARDS[seats].city & ~built)}
    signs |= _ring_signs(seats, frozenset(name for names in view["walls"] for name in names))
    for palace in view["palaces"]:
        owner = palace["owner"]
        kind = "unclaimed" if owner is None else "neutral" if isinstance(owner, str) else "roof"
        signs |= dict.fromkeys(palace["buildings"], kind) | dict.fromkeys(palace["stables"], "stable")
    for name in view["merchants"]:
        signs.pop(name, None)
    signs |= dict.fromkeys(view["ends"], "street") | {view["well"]: "well"}
    return signs | {str(n): "waiting" if waiting else "tower" for n, waiting in enumerate(view["waiting"], 1)}


@lru_cache(maxsize=64)
def _ring_signs(seats: int, walls: frozenset[str]) -> dict[str, str]:
    """Of the wall spaces that are free on each side of the city the last one is the gate (M25); not to be changed."""
    free = {side: [name for name in WALLS[seats] if name[0] == side and name not in walls] for side in "NESW"}
    return {name: "gate" if len(names) == 1 else "plot" for names in free.values() for name in names}


def _things(at: Table) -> dict[str, str]:
    """What stands on a space, in words."""
    view = at.then
    things = {view["well"]: _("the well")}
    for palace in view["palaces"]:
        said = _("{palace}, worth {n}").format(palace=palace_name(at, palace), n=total(palace))
        things |= dict.fromkeys(palace["buildings"], said)
        things |= dict.fromkeys(palace["stables"], _("stable, {palace}").format(palace=said))
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
