"""Announcements of Medina for screen reader users: options, selection, moves of others, and answers. Pure."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.games.medina.board_grid import (
    barred_reason,
    contents_by_space,
    describe_space,
    placement_gains,
)
from palaces.games.medina.draft import component_name, palace_at, remaining_count, table_components
from palaces.games.medina.drawings.board_svg import signed_figure
from palaces.games.medina.drawings.cells_svg import space_name
from palaces.games.medina.table import (
    TableView,
    describe_palace,
    grown_palaces,
    is_own_claim,
    only_palace_sentence,
    target_count_sentence,
    tile_race_sentence,
    tile_races,
    tower_tile_phrase,
)
from pygame_core.grid import MOORE_NEIGHBORHOOD_BY_SPACE, ORTHOGONAL_NEIGHBORS_BY_SPACE, space_indices
from pygame_core.i18n import capitalize_first, join_phrases, list_phrases
from pygame_core.medina import sentences
from pygame_core.medina.components import (
    COLOURS,
    SPACE_NAMES,
    SPACES,
    TOWERS_BY_SIDE,
    WALL_NAMES,
    WALL_SPACES,
    side_tower_numbers,
    wall_space_label,
)

if TYPE_CHECKING:
    from palaces.app.messages import ListenTopic
    from palaces.games.medina.draft import Draft
    from palaces.ui.game_view import OptionsScope
    from pygame_core.medina.state import Medina
    from pygame_core.medina.types import Component, Event, PalaceView
    from pygame_core.state import JsonAction


def options_announcement(at: TableView, scope: "OptionsScope") -> list[str]:
    """Return the number of palaces that the viewer can claim, or after a question their list, and components without a
    space."""
    seat = at.seat or 0
    claims = [] if scope == "continued" else at.legal_by_component.get(("roof", "own"), [])
    said = [_claims_sentence(at, claims, in_full=scope == "all")] if claims else []
    barred = [
        component_name(one)
        for one in table_components(at.view["seats"])
        if one not in at.legal_by_component and one[0] != "roof" and remaining_count(at.view["supplies"][seat], one)
    ]
    if barred:
        said.append(_("There's no space for these pieces: {components}.").format(components=list_phrases(barred)))
    if at.draft.component:  # kept from the first placement of the turn
        said.append(target_count_sentence(at))
    if ("tea",) in at.legal_by_component:
        said.append(_("Or take a tea break."))
    return said


def _claims_sentence(at: TableView, claims: "Sequence[JsonAction]", *, in_full: bool) -> str:
    """Return a sentence about the palaces that the viewer can claim."""
    if not in_full:
        said = ngettext("You can claim {n} palace.", "You can claim {n} palaces.", len(claims))
        return said.format(n=len(claims))
    palaces = [
        describe_palace(at, palace, _("the {colour} palace").format(colour=_colour_of(palace)))
        for action in claims
        for palace in [palace_at(at.view, action[-1])]
        if palace
    ]
    return _("You can claim {palaces}.").format(palaces=join_phrases(palaces))


def _colour_of(palace: "PalaceView") -> str:
    """Return the name of a palace's color."""
    return sentences.colour_name(COLOURS.index(palace["colour"]))


def draft_announcement(at: TableView) -> list[str]:
    """Return the component, its space, and the effects on everybody's points, then other consequences."""
    draft = at.draft
    if draft.inspected_space:
        return [describe_space(at, draft.inspected_space)]
    if not draft.component:
        return []
    what = capitalize_first(component_name(draft.component))
    if not draft.space:
        said = target_count_sentence(at)
        return [said or _("{component}: can't be placed now.").format(component=what)]
    gains = list_phrases([*_gain_phrases(at), *_grown_palace_phrases(at)])
    sentence = (
        _("{component} on {space}, if you place it: {gains}.")
        if gains
        else _("{component} on {space} wouldn't change any points.")
    )
    said = sentence.format(component=what, space=space_name(draft.space), gains=gains)
    if not at.draft_event:
        return [said]
    closes = [only_palace_sentence(COLOURS.index(at.draft_event["colour"]))] if is_own_claim(at.draft_event) else []
    return [said, *closes, *sentences.preview_sentences(at.draft_event, at.model.player_names, at.model.addressed_seat)]


def _gain_phrases(at: TableView) -> list[str]:
    """Return the points that the drafted placement gives, the viewer's first."""
    order = sorted(at.seat_gains(), key=lambda one: one[0] != at.seat)
    return [
        at.model.player_reference(seat).choose_sentence(
            _("{gain} for {name}"), _("{gain} for you"), gain=signed_figure(gain)
        )
        for seat, gain in order
    ]


def _grown_palace_phrases(at: TableView) -> list[str]:
    """Return the palaces whose worth changes, unless a seat owns them."""
    return [describe_palace(at, palace) for palace, _was in grown_palaces(at.view, at.draft_view)]


# -- moves of others ---------------------------------------------------------------------------------------------------


def round_announcement(model: "Model[Medina, Draft]", events: "Sequence[Event]") -> list[str]:
    """Return the moves of the others in their order. Placements of a seat in a row are one sentence."""
    said = []
    for (seat, is_placement), moves in groupby(events, lambda event: (event["seat"], _is_placement(event))):
        own = [*moves]
        if not is_placement:
            said += [sentence for event in own for sentence in model.entry_sentences(event)]
            continue
        both = _("{name} placed {things}."), _("You placed {things}.")
        things = join_phrases(_placement_phrases(own))
        said.append(model.player_reference(seat).choose_sentence(*both, things=things))
        said += [sentence for event in own for sentence in model.entry_sentences(event)[1:]]
    return said


def _is_placement(event: "Event") -> bool:
    """Return True if an event puts something on the board that claims nothing."""
    return bool(event["space"]) and event["verb"] != "roof"


def _placement_phrases(events: "Sequence[Event]") -> list[str]:
    """Return a phrase for each placed building, then one for all other placed components of each kind."""
    buildings = [_building_phrase(event) for event in events if event["verb"] == "building"]
    spaces: dict[str, list[str]] = {}
    for event in events:
        if event["verb"] != "building":
            spaces.setdefault(event["verb"], []).append(_short_space_name(event["space"] or ""))
    return [*buildings, *(_components_phrase(verb, found) for verb, found in spaces.items())]


def _building_phrase(event: "Event") -> str:
    """Return a phrase for a placed building, its space and its palace."""
    colour = sentences.colour_name(COLOURS.index(event["colour"] or ""))
    said = _("{colour} on {space} (new)") if event["size"] == 1 else _("{colour} on {space} (size {n})")
    return said.format(colour=colour, space=space_name(event["space"] or ""), n=event["size"])


def _short_space_name(space: str) -> str:
    """Return the name of a space in a summary, with few words for a wall space.

    >>> _short_space_name("c5"), _short_space_name("N3")
    ('c5', 'c (towers 1–3)')
    """
    if space[0] not in TOWERS_BY_SIDE:
        return space
    low, high = side_tower_numbers(space[0])
    return _("{place} (towers {low}–{high})").format(place=wall_space_label(space), low=low, high=high)


def _components_phrase(verb: str, spaces: Sequence[str]) -> str:
    """Return a phrase for placed stables, merchants or walls and their spaces."""
    n = len(spaces)
    said = {
        "stable": ngettext("a stable on {spaces}", "stables on {spaces}", n),
        "merchant": ngettext("a merchant on {spaces}", "merchants on {spaces}", n),
        "wall": ngettext("a wall on {spaces}", "walls on {spaces}", n),
    }
    return said[verb].format(spaces=join_phrases(spaces))


# -- answers -----------------------------------------------------------------------------------------------------------


def answer_question(at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
    """Return the answer to a question that the viewer asked with a key."""
    if topic == "open":
        return _board_sentences(at)
    if topic == "own":
        return [*_supply_sentences(at, at.seat), *_palace_sentences(at, at.seat)] if at.seat is not None else []
    if topic == "standings":
        others = (seat for seat in range(len(at.model.player_names)) if seat != at.seat)
        return [sentence for seat in others for sentence in _palace_sentences(at, seat)]
    space = _control_space(at, what)
    answers = {"can": _placeable_sentences, "beside": _neighbor_sentences, "worth": _space_value_sentences}
    return answers[topic](at, space) if space is not None and topic in answers else []


def _control_space(at: TableView, what: Sequence[object]) -> str | None:
    """Return the space of a control, or None."""
    match what:
        case ["touch", "space", str(space)] | [_, str(space)] | [_, _, str(space)]:
            return space if space in SPACES or space in WALL_SPACES[at.view["seats"]] else None
    return None


def _board_sentences(at: TableView) -> list[str]:
    """Return the palaces, unclaimed ones first, then the street, the walls, the tower tiles and the well."""
    view = at.view
    palaces = sorted(view["palaces"], key=lambda palace: palace["owner"] is not None)
    said = [_("{palace}.").format(palace=capitalize_first(describe_palace(at, palace))) for palace in palaces]
    said = said or [_("No palaces yet.")]
    said.append(_("The street ends at {places}.").format(places=join_phrases([*dict.fromkeys(view["ends"])])))
    said += [_tower_sentence(at, n) for n in range(len(view["walls"]))]
    said += [tile_race_sentence(at, race) for race in tile_races(view)]
    return [*said, _("The well is at {space}.").format(space=view["well"])]


def _tower_sentence(at: TableView, n: int) -> str:
    """Return a sentence for a tower's walls and the owner of its tile."""
    walls, owner = len(at.view["walls"][n]), at.view["tower_tiles"][n]
    said = ngettext("Tower {tower}: {n} wall, {tile}.", "Tower {tower}: {n} walls, {tile}.", walls)
    return said.format(tower=n + 1, n=walls, tile=tower_tile_phrase(at, owner))


def _supply_sentences(at: TableView, seat: int) -> list[str]:
    supply = at.view["supplies"][seat]
    have = [(remaining_count(supply, one), component_name(one)) for one in table_components(at.view["seats"])]
    parts = [_("{component} {n}").format(component=word, n=n) for n, word in have if n]
    tea = ngettext("{n} tea tile", "{n} tea tiles", supply["tea"]).format(n=supply["tea"]) if supply["tea"] else None
    return [_("Your pieces: {components}.").format(components=list_phrases([*parts, *([tea] if tea else [])]))]


def _palace_sentences(at: TableView, seat: int) -> list[str]:
    """Return the palaces of a seat in words."""
    own = [describe_palace(at, palace) for palace in at.view["palaces"] if palace["owner"] == seat]
    return [_("{palace}.").format(palace=capitalize_first(palace)) for palace in own]


def _placeable_sentences(at: TableView, space: str) -> list[str]:
    """Return the components that fit on a space, and the reason if the selected one does not."""
    words = [
        component_name(one)
        for one in table_components(at.view["seats"])
        if any(act[-1] == space for act in at.legal_by_component.get(one, []))
    ]
    place = space_name(space)
    if words:
        said = [_("Pieces that fit on {space}: {components}.").format(space=place, components=list_phrases(words))]
    else:
        said = [_("You can't place anything on {space}.").format(space=place)]
    reason = barred_reason(at, space) if at.draft.component else ""
    return [*said, *([_("{reason}.").format(reason=reason)] if reason else [])]


def _space_value_sentences(at: TableView, space: str) -> list[str]:
    """Return the worth of the palace on a space, and the effects of placements there, by component."""
    found = []
    chosen: Iterable[Component] = [at.draft.component] if at.draft.component else table_components(at.view["seats"])
    for one in chosen:
        for action in at.legal_by_component.get(one, []):
            if action[-1] == space:
                gains = join_phrases(placement_gains(at, action)) or _("no change in points")
                name = capitalize_first(component_name(one))
                found.append(_("{component}: {gains}.").format(component=name, gains=gains))
    here = [describe_space(at, space)] if palace_at(at.view, space) else []
    return [*here, *found]


def _neighbor_sentences(at: TableView, space: str) -> list[str]:
    """Return the contents of the spaces around a space, first at its sides, then at its corners."""
    seats = at.view["seats"]
    here = WALL_SPACES[seats].get(space) or SPACES[space]
    near = [
        *space_indices(ORTHOGONAL_NEIGHBORS_BY_SPACE[here]),
        *space_indices(MOORE_NEIGHBORHOOD_BY_SPACE[here] & ~ORTHOGONAL_NEIGHBORS_BY_SPACE[here] & ~(1 << here)),
    ]
    names = [WALL_NAMES[seats].get(number) or SPACE_NAMES.get(number, "") for number in near]
    known = contents_by_space(at)
    said = [
        _("{space} ({thing})").format(space=space_name(place), thing=known[place]) for place in names if place in known
    ]
    place = space_name(space)
    if not said:
        return [_("All spaces around {space} are free.").format(space=place)]
    return [_("Around {space}: {things}.").format(space=place, things=list_phrases(said))]
