"""What can be touched of Medina's city: every space, as a grid for finger, keyboard and screen reader. Pure."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from palaces.html import Markup, data, escape, join, tag
from palaces.medina.art import SPACE
from palaces.medina.board import HALF, Over, corner, framed, middle, outline, picture, towers
from palaces.medina.draft import palace_at, place, seen
from palaces.medina.table import (
    Table,
    capital,
    grown,
    owner_name,
    palace_name,
    palace_told,
    signed,
    sources,
    standing,
    total,
)
from palaces.thoughts import answering, numbers
from palaces.words import _
from pygame_core.grid import ROW_STRIDE_BITS, moore_neighborhood, orthogonal_neighbors, space_indices
from pygame_core.medina import text
from pygame_core.medina.box import BOARDS, SPACE_NAMES, SPACES, WALL_NAMES, WALL_SPACES
from pygame_core.medina.score import well_bonus_spaces
from pygame_core.words import join_phrases

if TYPE_CHECKING:
    from collections.abc import Callable

    from palaces.messages import Touch
    from pygame_core.medina.shape import Owner, View


def city(at: Table) -> Markup:
    """The board with everything on it, and the spaces to touch."""
    worths = tuple(total(palace) for palace in at.now["palaces"]) if at.event else None
    over = Over(news(at), drafted(at), at.gain, worths, _marks(at) + _hints(at) + _spaces(at), standing(at))
    return Markup(framed(at.then, picture(at.then, over), " live"))


def in_words(at: Table) -> Markup:
    """The palaces as rows, for who listens: those that are nobody's first."""
    palaces = sorted(at.now["palaces"], key=lambda palace: palace["owner"] is not None)
    rows = [tag("li", capital(palace_told(at, palace))) for palace in palaces]
    return join(
        tag("h2", _("City"), class_="unseen"),
        tag("ul", rows, class_="unseen", aria_label=_("Palaces")) if rows else None,
    )


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
    found = [(name, n) for name, n in numbers(at.model).items() if name in SPACES or name in WALL_SPACES[seats]]
    return "".join(_hinted(*corner(seats, name), n) for name, n in found)


def _hinted(x: int, y: int, n: str) -> str:
    """A number on the space at a corner, which lights with its move in the sheet."""
    middle, said = f'x="{x + HALF}" y="{y + HALF}"', n.replace(" ", "·")
    return (
        f'<g class="i-hint up" aria-hidden="true" data-place="hinted-{n[0]}">'
        f'<rect x="{x + 2}" y="{y + 2}" width="36" height="36" rx="11"/><text {middle} dy=".36em">{said}</text></g>'
    )


def _serves(at: Table) -> "Callable[[str], str]":
    """Whom a placement on a space would serve."""
    seats = at.now["seats"]
    own = _beside(at, lambda owner: owner == at.seat)
    others = _beside(at, lambda owner: isinstance(owner, int) and owner != at.seat)

    def serves(name: str) -> str:
        space = 1 << (WALL_SPACES[seats].get(name) or SPACES[name])
        return OWN if own & space else OTHERS if others & space else ANY

    return serves


def _beside(at: Table, whose: "Callable[[Owner], bool]") -> int:
    """The spaces that touch palaces of such owners."""
    palaces = [palace for palace in at.now["palaces"] if whose(palace["owner"])]
    return orthogonal_neighbors(
        sum(1 << SPACES[name] for each in palaces for name in each["buildings"] + each["stables"])
    )


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
    free = _free(seats, _("free"))
    here, targets = free | things(at), _targets(at)
    chosen, serves = at.draft.action, _serves(at)
    hints = numbers(at.model)
    again = _("{space}: chosen; once more places it")
    signs = cell_signs(at)
    nothing, some = _("{space}; can be chosen"), _("{space}; can be chosen: {gains}")
    barred = _("{space}; barred: {reason}")
    rows, kinds = [], set[str]()
    for row in range(board.rows + 2):
        cells = []
        for column in range(board.columns + 2):
            name = _name(seats, column, row)
            thing, act = here[name], targets.get(name)
            taken = thing != free.get(name)
            label, plays, kind, sort = f"{space_name(name)}, {thing}", "", "cell", ""
            sign = signs.get(name, "")
            if act is not None and act == chosen:
                label, plays, kind = again.format(space=label), data(act), "cell drafted"
            elif act is not None:
                gains = join_phrases(brings(at, act))
                label, kind = (some if gains else nothing).format(space=label, gains=gains), "cell can"
                sort = name_of_palace(at, name) if act[0] == "roof" else serves(name)
                sign = "serves" if sort == OWN else sign
            elif at.draft.component and not taken:
                reason = why_barred(at, name)
                label = barred.format(space=label, reason=reason) if reason else label
            elif taken and not at.draft.component:
                sort = name_of_palace(at, name) or ("street" if name in at.now["ends"] else "")
            hint = hints.get(name, "")
            first = bool(sort) and sort not in kinds
            kinds.add(sort)
            cells.append(_cell(column, row, name, label, plays, kind, taken, hint, first, sign))
        rows.append(f'<g role="row">{"".join(cells)}</g>')
    label = escape(_("City: arrow keys go from space to space"))
    return f'<g id="spaces" role="grid" aria-label="{label}">{"".join(rows)}</g>'


def brings(at: Table, action: list[Any]) -> list[str]:
    """What a placement would bring: points of a seat, the worth of a palace that is nobody's yet."""
    after = at.model.match.copy()
    after.play(action)
    palaces = [palace for palace, _was in grown(at.now, seen(after, at.seat)) if palace["owner"] is None]
    gains = [now - was for was, now in zip(at.now["points"], after.scores(), strict=True)]
    order = sorted(range(len(gains)), key=lambda seat: seat != at.seat)
    points = [
        at.model.who(seat).choose_sentence(_("{gain} for {name}"), _("{gain} for you"), gain=signed(gains[seat]))
        for seat in order
        if gains[seat]
    ]
    return [*points, *(_("a palace worth {n}").format(n=total(palace)) for palace in palaces)]


def why_barred(at: Table, space: str) -> str:
    """Why the chosen component cannot stand on a space: the sentence without its advice; "" where that is plain, as of
    rooftops where no palace is."""
    if at.draft.component[:1] == ("roof",):
        return ""
    refusal = place(at.model.match, at.now, at.draft, space)[1]
    return refusal.message.partition(". ")[0].removesuffix(".") if refusal else ""


def name_of_palace(at: Table, space: str) -> str:
    """What tells the palace on a space from all others, for keys that go from one to the next."""
    palace = palace_at(at.now, space)
    return f"palace-{palace['buildings'][0]}" if palace else ""


def space_name(name: str) -> str:
    """A space as it is called on the board, or a tower by its number."""
    return _("tower {n}").format(n=name) if name.isdecimal() else text.space_name(name)


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
    space = row * ROW_STRIDE_BITS + column
    if BOARDS[seats].city_spaces >> space & 1:
        return SPACE_NAMES[space]
    return WALL_NAMES[seats].get(space) or str(1 + towers(seats).index((column * SPACE, row * SPACE)))


@lru_cache(maxsize=8192)
def _cell(
    column: int, row: int, name: str, label: str, plays: str, kind: str, taken: bool, hint: str, first: bool, sign: str
) -> str:
    """A space: a touch drafts a placement or tells about it, a touch of the drafted one plays it. What stands there
    is shown to the mouse, too; keys go to the `first` of each kind."""
    touch: Touch = ("touch", "space", name)
    does = f'data-act="{escape(plays)}" aria-selected="true"' if plays else f'data-do="{escape(data(touch))}"'
    title = f"<title>{escape(label)}</title>" if taken else ""
    if taken:
        kind += " taken"
    else:
        does += f' aria-label="{escape(label)}"'
    if hint:
        does += f' data-lights="{escape(answering(hint))}"'
    if first:
        does += " data-first"
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
    signs = {
        SPACE_NAMES[space]: "alley"
        for space in space_indices(moore_neighborhood(built) & ~built & BOARDS[seats].city_spaces)
    }
    signs |= {
        SPACE_NAMES[space]: "bonus"
        for space in space_indices(well_bonus_spaces(SPACES[view["well"]]) & BOARDS[seats].city_spaces & ~built)
    }
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
    free = {side: [name for name in WALL_SPACES[seats] if name[0] == side and name not in walls] for side in "NESW"}
    return {name: "gate" if len(names) == 1 else "plot" for names in free.values() for name in names}


def things(at: Table) -> dict[str, str]:
    """What stands on a space, in words."""
    view = at.then
    found = {view["well"]: _("the well")}
    for palace in view["palaces"]:
        said = _("{palace}, worth {n}").format(palace=palace_name(at, palace), n=total(palace))
        found |= dict.fromkeys(palace["buildings"], said)
        found |= dict.fromkeys(palace["stables"], _("stable, {palace}").format(palace=said))
    found |= dict.fromkeys(view["merchants"], _("merchant"))
    found |= dict.fromkeys(view["ends"], _("merchant at an end of the street"))
    for n, names in enumerate(view["walls"], 1):
        found |= dict.fromkeys(names, _("wall of tower {n}").format(n=n))
    for n, owner in enumerate(view["tower_tiles"], 1):
        found[str(n)] = _("its tile: nobody's yet")
        if owner is not None:
            found[str(n)] = _("its tile: {owner}").format(owner=owner_name(at, owner))
        elif view["waiting"][n - 1]:
            found[str(n)] = _("merchants on its tile: {n}").format(n=view["waiting"][n - 1])
    return found


@lru_cache(maxsize=16)
def _free(seats: int, free: str) -> dict[str, str]:
    """Every space of the city and of the ring while nothing stands there; not to be changed."""
    return dict.fromkeys(WALL_SPACES[seats], free) | {
        SPACE_NAMES[space]: free for space in space_indices(BOARDS[seats].city_spaces)
    }


def told(at: Table, space: str) -> str:
    """All about a space, for who touched it without a component."""
    palace = palace_at(at.then, space)
    if palace:
        said, by_source = capital(palace_name(at, palace)), ", ".join(sources(palace))
        return _("{palace}: {sources}; {n} points.").format(palace=said, sources=by_source, n=total(palace))
    seats = at.then["seats"]
    here = _free(seats, _("free")) | things(at)
    place = space_name(space)
    return _("{space}: {thing}.").format(space=place if space in SPACES else capital(place), thing=here[space])
