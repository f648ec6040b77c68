"""Medina for who listens: what can be done, what is chosen, what others did, and answers. Pure."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from palaces.medina.city import brings, space_name, things, told, why_barred
from palaces.medina.draft import components, left, name, palace_at
from palaces.medina.table import Table, capital, grown, palace_told, signed
from palaces.model import Model
from palaces.words import _, ngettext
from pygame_core.grid import MOORE_NEIGHBORHOOD_BY_SPACE, ORTHOGONAL_NEIGHBORS_BY_SPACE, space_indices
from pygame_core.medina import text
from pygame_core.medina.box import COLOURS, SPACE_NAMES, SPACES, WALL_NAMES, WALL_SPACES
from pygame_core.words import join_phrases

if TYPE_CHECKING:
    from palaces.messages import Topic
    from pygame_core.medina.shape import Component, Event


def possible(at: Table, afresh: bool) -> list[str]:
    """The palaces that can be claimed, as a turn begins; and what cannot be placed though it is there."""
    seat = at.seat or 0
    claims = [
        palace_told(at, palace)
        for action in at.legal.get(("roof", "own"), [])
        for palace in [palace_at(at.now, action[-1])]
        if palace
    ]
    said = [_("You can claim: {palaces}.").format(palaces="; ".join(claims))] if claims and afresh else []
    barred = [
        name(one)
        for one in components(at.now["seats"])
        if one not in at.legal and one[0] != "roof" and left(at.now["supplies"][seat], one)
    ]
    if barred:
        said.append(_("There is no space for: {components}.").format(components=", ".join(barred)))
    if ("tea",) in at.legal:
        said.append(_("Or take a tea break."))
    return said


def drafted(at: Table) -> list[str]:
    """The component and its space, with all that the placement would change for everybody, in one sentence; what else
    follows comes after it."""
    draft = at.draft
    if draft.look:
        return [told(at, draft.look)]
    if not draft.component:
        return []
    what = capital(name(draft.component))
    if not draft.space:
        n = len(at.targets)
        if draft.component[0] == "roof":
            said = ngettext("{component}: {n} palace can take it.", "{component}: {n} palaces can take it.", n)
        else:
            said = ngettext("{component}: {n} space can take it.", "{component}: {n} spaces can take it.", n)
        return [
            said.format(component=what, n=n) if n else _("{component}: no space for it now.").format(component=what)
        ]
    gains = "; ".join([*_gains(at), *_grown(at)]) or _("nobody's points change")
    place = space_name(draft.space)
    said = _("{component} on {space}: {gains}.").format(component=what, space=place, gains=gains)
    return [said, *(at.model.said(at.event)[1:] if at.event else [])]


def _gains(at: Table) -> list[str]:
    """What the drafted placement brings to whom, whoever drafts it first."""
    order = sorted(at.gains(), key=lambda one: one[0] != at.seat)
    return [
        at.model.who(seat).choose_sentence(_("{gain} for {name}"), _("{gain} for you"), gain=signed(gain))
        for seat, gain in order
    ]


def _grown(at: Table) -> list[str]:
    """The palaces that are worth more or less by it without being anybody's points yet."""
    return [palace_told(at, palace) for palace, _was in grown(at.now, at.then)]


# -- what others did ---------------------------------------------------------------------------------------------------


def summed_up(model: Model, events: "Sequence[Event]") -> list[str]:
    """Palaces claimed and tiles won first, then by seat what was placed, and what follows for everybody."""
    claims = [sentence for event in events if event["verb"] == "roof" for sentence in model.said(event)]
    follows = [sentence for event in events if event["verb"] != "roof" for sentence in model.said(event)[1:]]
    return [*claims, *_placed(model, events), *follows]


def _placed(model: Model, events: "Sequence[Event]") -> list[str]:
    said = []
    for seat in dict.fromkeys(event["seat"] for event in events):
        who, own = model.who(seat), [event for event in events if event["seat"] == seat]
        placed = [_thing(event) for event in own if event["space"] and event["verb"] != "roof"]
        if placed:
            said.append(who.choose_sentence(_("{name}: {things}."), _("You: {things}."), things=join_phrases(placed)))
        said += [model.said(event)[0] for event in own if not event["space"]]
    return said


def _thing(event: "Event") -> str:
    """What was placed where."""
    space = space_name(event["space"] or "")
    if event["verb"] == "building" and event["colour"]:
        colour = text.colour_name(COLOURS.index(event["colour"]))
        if event["size"] == 1:
            return _("a new {colour} palace on {space}").format(colour=colour, space=space)
        return _("{colour} on {space}, size {n}").format(colour=colour, space=space, n=event["size"])
    thing = {"stable": _("a stable on {space}"), "merchant": _("a merchant on {space}"), "wall": _("a wall on {space}")}
    return thing[event["verb"]].format(space=space)


# -- what is asked -----------------------------------------------------------------------------------------------------


def asked(at: Table, topic: "Topic", what: list[Any]) -> list[str]:
    """The answer to what is asked by a key."""
    if topic == "open":
        return _board(at)
    if topic == "own":
        return [*_supply(at, at.seat), *_palaces(at, at.seat)] if at.seat is not None else []
    if topic == "standings":
        others = (seat for seat in range(len(at.model.names)) if seat != at.seat)
        return [sentence for seat in others for sentence in _palaces(at, seat)]
    space = _space(at, what)
    answers = {"can": _can, "beside": _beside, "worth": _worth}
    return answers[topic](at, space) if space is not None and topic in answers else []


def _space(at: Table, what: list[Any]) -> str | None:
    """The space that a control is about."""
    match what:
        case ["touch", "space", str(space)] | [_, str(space)] | [_, _, str(space)]:
            return space if space in SPACES or space in WALL_SPACES[at.now["seats"]] else None
    return None


def _board(at: Table) -> list[str]:
    """The palaces, what is nobody's first; the street, the walls, and what lies on the towers."""
    view = at.now
    palaces = sorted(view["palaces"], key=lambda palace: palace["owner"] is not None)
    said = [_("{palace}.").format(palace=capital(palace_told(at, palace))) for palace in palaces]
    said = said or [_("No palace stands yet.")]
    said.append(_("The street ends at {places}.").format(places=join_phrases([*dict.fromkeys(view["ends"])])))
    said += [_tower(at, n) for n in range(len(view["walls"]))]
    return [*said, _("The well is on {space}.").format(space=view["well"])]


def _tower(at: Table, n: int) -> str:
    """A tower with its walls, and whose its tile is."""
    walls, owner = len(at.now["walls"][n]), at.now["tower_tiles"][n]
    said = ngettext("Tower {tower}: {n} wall, {tile}.", "Tower {tower}: {n} walls, {tile}.", walls)
    if isinstance(owner, int):
        tile = at.model.who(owner).choose_sentence(_("its tile is {name}'s"), _("its tile is yours"))
    else:
        tile = _("its tile is nobody's")
    return said.format(tower=n + 1, n=walls, tile=tile)


def _supply(at: Table, seat: int) -> list[str]:
    supply = at.now["supplies"][seat]
    have = [(left(supply, one), name(one)) for one in components(at.now["seats"])]
    parts = [_("{component} {n}").format(component=word, n=n) for n, word in have if n]
    tea = ngettext("{n} tea tile", "{n} tea tiles", supply["tea"]).format(n=supply["tea"]) if supply["tea"] else None
    return [_("You have left: {components}.").format(components=", ".join([*parts, *([tea] if tea else [])]))]


def _palaces(at: Table, seat: int) -> list[str]:
    """The palaces of a seat, in words."""
    own = [palace_told(at, palace) for palace in at.now["palaces"] if palace["owner"] == seat]
    return [_("{palaces}.").format(palaces=capital("; ".join(own)))] if own else []


def _can(at: Table, space: str) -> list[str]:
    """What could stand on a space, and what could not, if that is what is chosen."""
    words = [name(one) for one in components(at.now["seats"]) if any(act[-1] == space for act in at.legal.get(one, []))]
    place = space_name(space)
    if words:
        said = [_("What can stand here, {space}: {components}.").format(space=place, components=", ".join(words))]
    else:
        said = [_("Nothing that you have can stand here, {space}.").format(space=place)]
    reason = why_barred(at, space) if at.draft.component else ""
    return [*said, *([_("{reason}.").format(reason=reason)] if reason else [])]


def _worth(at: Table, space: str) -> list[str]:
    """What stands on a space is worth, or what placing there would bring, by component."""
    found = []
    chosen: Iterable[Component] = [at.draft.component] if at.draft.component else components(at.now["seats"])
    for one in chosen:
        for action in at.legal.get(one, []):
            if action[-1] == space:
                gains = join_phrases(brings(at, action)) or _("nothing")
                found.append(_("{component}: {gains}").format(component=name(one), gains=gains))
    here = [told(at, space)] if palace_at(at.now, space) else []
    return [*here, *([_("{gains}.").format(gains=capital("; ".join(found)))] if found else [])]


def _beside(at: Table, space: str) -> list[str]:
    """What stands round a space: first what touches it, then what lies at its corners."""
    seats = at.now["seats"]
    here = WALL_SPACES[seats].get(space) or SPACES[space]
    near = [
        *space_indices(ORTHOGONAL_NEIGHBORS_BY_SPACE[here]),
        *space_indices(MOORE_NEIGHBORHOOD_BY_SPACE[here] & ~ORTHOGONAL_NEIGHBORS_BY_SPACE[here] & ~(1 << here)),
    ]
    names = [WALL_NAMES[seats].get(number) or SPACE_NAMES.get(number, "") for number in near]
    known = things(at)
    said = [
        _("{space}, {thing}").format(space=space_name(place), thing=known[place]) for place in names if place in known
    ]
    place = space_name(space)
    if not said:
        return [_("Round {space} all is free.").format(space=place)]
    return [_("Round {space}: {things}.").format(space=place, things="; ".join(said))]
