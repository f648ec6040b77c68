"""The input of Medina's table: the position before and after the drafted placement."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.games.medina.draft import Draft, component_name
from palaces.games.medina.drawings.board_svg import palace_value
from palaces.games.medina.pieces import Pieces
from palaces.ui.annotations import NO_ANNOTATIONS, Annotations
from palaces.ui.html import format_attributes
from pygame_core.i18n import SentenceSubject, capitalize_first, join_phrases
from pygame_core.medina import sentences
from pygame_core.medina.components import BOARDS, COLOURS, PALACE_TILE_POINTS, TOWER_TILE_POINTS
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.medina.state import Medina
    from pygame_core.medina.types import (
        Component,
        Event,
        Owner,
        PalaceView,
        View,
    )


class TableView(NamedTuple):
    """A table. `view` is the view of the match, and `draft_view` is the view after the draft, or `view` without one."""

    model: "Model[Medina, Draft]"
    view: "View"
    draft_view: "View"
    legal_by_component: dict[tuple[str, ...], list[JsonAction]]
    """The viewer's legal actions, by component. Tea break and pass are under their verbs."""
    draft_event: "Event | None"
    """The event of the drafted placement."""
    pieces: Pieces
    """The pieces before the draft. The drafted piece is drawn with the name of the next piece of its kind."""
    annotations: Annotations

    @property
    def draft(self) -> Draft:
        draft: Draft = self.model.draft
        return draft

    @property
    def seat(self) -> int | None:
        """The seat whose supply is below the board."""
        return self.model.viewer

    @property
    def target_actions(self) -> list[JsonAction]:
        """The placements of the selected component."""
        return self.legal_by_component.get(self.draft.component, [])

    def seat_gains(self) -> Iterator[tuple[int, int]]:
        """Yield the seats whose points the drafted placement changes, and the change."""
        for seat, (now, then) in enumerate(zip(self.view["points"], self.draft_view["points"], strict=True)):
            if now != then:
                yield seat, then - now

    @property
    def viewer_gain(self) -> int:
        """The points that the drafted placement gives to the viewer."""
        return next((gain for seat, gain in self.seat_gains() if seat == self.seat), 0)


def build_table_view(model: "Model[Medina, Draft]", annotations: Annotations = NO_ANNOTATIONS) -> TableView:
    """Return the table with the draft played on it."""
    now = model.view
    legal: dict[tuple[str, ...], list[JsonAction]] = {}
    for each in model.match.legal() if model.can_act else []:
        legal.setdefault(tuple(each[:-1] or each), []).append(each)
    action = model.draft.action if model.can_act else []
    pieces = Pieces.from_model(model, annotations)
    if not action:
        return TableView(model, now, now, legal, None, pieces, annotations)
    match = model.match.copy()
    match.play(action)
    event = match.events(None, len(match.log) - 1)[0]
    return TableView(model, now, match.view(model.viewer), legal, event, pieces, annotations)


def grown_palaces(now: "View", then: "View") -> "Iterator[tuple[PalaceView, int]]":
    """Yield the palaces whose worth changes, unless a seat owns them, and their worth now."""
    for palace, before in zip_longest(then["palaces"], now["palaces"]):
        was = palace_value(before) if before else 0
        if not isinstance(palace["owner"], int) and palace_value(palace) != was:
            yield palace, was


def points_by_source(view: "View", seat: int) -> list[int]:
    """Return a seat's points: buildings, stables, walls, merchants, well, palace and tower tiles (M32, M33, M34)."""
    own = [palace["worth"] for palace in view["palaces"] if palace["owner"] == seat]
    tiles = [
        sum([points for points, owner in zip(values, owners, strict=True) if owner == seat])
        for values, owners in ((PALACE_TILE_POINTS, view["palace_tiles"]), (TOWER_TILE_POINTS, view["tower_tiles"]))
    ]
    return [*([sum(column) for column in zip(*own, strict=True)] or [0] * 5), *tiles]


# -- pieces ------------------------------------------------------------------------------------------------------------


def piece_kind(component: "Component") -> str:
    """Return the kind of a component's pieces."""
    words: tuple[str, ...] = component
    return "roof" if words[-1] == "own" else words[-1]


def piece_attributes(annotations: Annotations, name: str, place: str, news: bool = False) -> str:
    """Return the attributes of an element that is this piece at this place."""
    if name not in annotations.hint_attributes:
        return _format_piece_attributes(name, place, news)
    return format_attributes({**annotations.piece_attributes(name), "data_at": place, "data_news": news})


@lru_cache(maxsize=2048)
def _format_piece_attributes(name: str, place: str, news: bool) -> str:
    return format_attributes({"data_piece": name, "data_at": place, "data_news": news})


def attributes_by_place(at: TableView) -> dict[str, str]:
    """Return the attributes of the piece at each place: spaces, wall spaces, roofs, towers and merchants on them."""
    names, marks = at.pieces, at.annotations
    lie = dict(names.on)
    lie |= {f"roof-{space}": name for space, name in names.domes.items()}
    for n, owner in enumerate(at.draft_view["tower_tiles"]):
        if not isinstance(owner, int):
            lie[f"tower-{n + 1}"] = names.towers[n]
    found = {place: piece_attributes(marks, name, place, names.is_news(name)) for place, name in lie.items()}
    for n, waiting in enumerate(names.waiting, 1):
        found |= {f"waiting-{n}-{i}": piece_attributes(marks, name, f"tower-{n}") for i, name in enumerate(waiting)}
    found["well"] = piece_attributes(marks, names.well, at.view["well"])
    component, space = at.draft.component, at.draft.space
    if component and space and at.draft_event:
        place = f"roof-{space}" if component[0] == "roof" else space
        found[place] = piece_attributes(marks, names.next_piece(at.seat or 0, piece_kind(component)) or "", place)
    return found


def next_piece_attributes(at: TableView, seat: int, component: "Component") -> str:
    """Return the attributes of a component's picture in a supply: those of the seat's next piece."""
    have = at.pieces.supplies[seat][piece_kind(component)]
    if at.draft_event and seat == at.seat and component == at.draft.component:
        have = have[1:]
    return piece_attributes(at.annotations, have[0], f"seat-{seat}-{piece_kind(component)}") if have else ""


# -- phrases -----------------------------------------------------------------------------------------------------------


def owner_name(at: TableView, owner: "Owner") -> str:
    """Return a phrase for the owner of a palace."""
    if owner is None:
        return _("unclaimed")
    return (
        _("nobody")
        if isinstance(owner, str)
        else at.model.player_reference(owner).choose_sentence("{name}", _("yours"))
    )


def tower_tile_phrase(at: TableView, owner: "Owner") -> str:
    """Return a phrase for the owner of a tower tile."""
    if not isinstance(owner, int):
        return _("nobody has its tile")
    return at.model.player_reference(owner).choose_sentence(_("{name} has its tile"), _("you have its tile"))


def palace_name(at: TableView, palace: "PalaceView") -> str:
    """Return the color and the owner of a palace."""
    owner = palace["owner"]
    who = at.model.player_reference(owner) if isinstance(owner, int) else None
    colour = sentences.colour_name(COLOURS.index(palace["colour"]))
    return _palace_of(colour, who, is_neutral=isinstance(owner, str))


@lru_cache(maxsize=128)
def _palace_of(colour: str, who: SentenceSubject | None, *, is_neutral: bool) -> str:
    """Return the palace of an owner. `colour` is in the language of the page, so that the cache follows it."""
    if who is not None:
        return who.choose_sentence(_("{name}'s {colour} palace"), _("your {colour} palace"), colour=colour)
    said = _("neutral {colour} palace") if is_neutral else _("unclaimed {colour} palace")
    return said.format(colour=colour)


def describe_palace(at: TableView, palace: "PalaceView", name: str = "") -> str:
    """Return a line about a palace: its name (color and owner, if none is given), size, place and worth."""
    buildings, stables = tuple(palace["buildings"]), tuple(palace["stables"])
    return _palace_phrase(name or palace_name(at, palace), buildings, stables, palace_value(palace))


@lru_cache(maxsize=512)
def _palace_phrase(name: str, buildings: tuple[str, ...], stables: tuple[str, ...], worth: int) -> str:
    size = ngettext("{n} building", "{n} buildings", len(buildings)).format(n=len(buildings))
    if stables:
        stalls = ngettext("{n} stable", "{n} stables", len(stables)).format(n=len(stables))
        size = join_phrases([size, stalls])
    said = _("{palace} at {place} ({size}, worth {n})")
    return said.format(palace=name, size=size, place=_extent_phrase(buildings + stables), n=worth)


def _extent_phrase(names: tuple[str, ...]) -> str:
    """Return the first and the last of these spaces of the city."""
    if len(names) == 1:
        return names[0]
    columns, rows = sorted(name[0] for name in names), sorted(int(name[1:]) for name in names)
    return _("{first} to {last}").format(first=f"{columns[0]}{rows[0]}", last=f"{columns[-1]}{rows[-1]}")


COUNTED_SPACES = 40
"""The largest number of possible spaces that are marked one by one."""
MOST_SPACES = 0.8
"""The share of the free spaces of the city that is "almost any"."""


class TileRace(NamedTuple):
    """The race for a palace tile: the largest claimed palace of its color has it, and a tie takes nothing (M28)."""

    colour: int
    holder: "Owner"
    size: int
    """The size of the holder's palace; 0 without a holder."""
    claimants: list[int]
    """The seats that can still claim a palace of this color (M19)."""


def tile_races(view: "View") -> list[TileRace]:
    """Return the race for each palace tile."""
    races = []
    for n, (colour, holder) in enumerate(zip(COLOURS, view["palace_tiles"], strict=True)):
        own = [palace for palace in view["palaces"] if palace["colour"] == colour]
        held = (len(each["buildings"]) + len(each["stables"]) for each in own if each["owner"] == holder)
        owners = {palace["owner"] for palace in own}
        claimants = [seat for seat, supply in enumerate(view["supplies"]) if supply["roofs"] and seat not in owners]
        races.append(TileRace(n, holder, max(held, default=0) if holder is not None else 0, claimants))
    return races


def tile_holder_sentence(at: TableView) -> str:
    """Return who has the most valuable palace tile of another player; "" if no other player has one."""
    owners = enumerate(at.view["palace_tiles"])
    held = [(colour, owner) for colour, owner in owners if isinstance(owner, int) and owner != at.seat]
    if not held:
        return ""
    colour, owner = held[-1]
    return _("{name} has the {colour} palace tile.").format(
        name=at.model.player_names[owner], colour=sentences.colour_name(colour)
    )


def tile_race_sentence(at: TableView, race: TileRace) -> str:
    """Return the holder of a palace tile and the players who can still claim a palace of its color."""
    colour = sentences.colour_name(race.colour)
    if race.holder is None:
        said = _("Nobody has the {colour} palace tile yet.").format(colour=colour)
    elif isinstance(race.holder, str):
        said = _("A neutral palace of size {n} has the {colour} palace tile.").format(n=race.size, colour=colour)
    else:
        said = at.model.player_reference(race.holder).choose_sentence(
            _("{name} has the {colour} palace tile with size {n}."),
            _("You have the {colour} palace tile with size {n}."),
            colour=colour,
            n=race.size,
        )
    if not race.claimants:
        return said
    names = join_phrases(
        [at.model.player_reference(seat).choose_sentence("{name}", _("you")) for seat in race.claimants]
    )
    return _("{holder} Can still claim {colour}: {names}.").format(holder=said, colour=colour, names=names)


def is_own_claim(event: "Event") -> bool:
    """Return True if an event claims a palace for its seat."""
    return event["verb"] == "roof" and event["whose"] == "own"


def only_palace_sentence(colour: int) -> str:
    """Return what a player gives up by claiming a palace (M16, M19)."""
    said = _("This would become your only {colour} palace, and no more buildings could join it.")
    return said.format(colour=sentences.colour_name(colour))


def target_count_sentence(at: TableView) -> str:
    """Return a sentence with the number of spaces or palaces for the selected component, or "" without any."""
    component, n = at.draft.component, len(at.target_actions)
    if not component or not n:
        return ""
    if n > COUNTED_SPACES and n >= MOST_SPACES * _free_space_count(at.view):
        said = _("{component}: almost any free space works.")
        return said.format(component=capitalize_first(component_name(component)))
    if component[0] == "roof":
        said = ngettext("{component}: {n} palace to choose from.", "{component}: {n} palaces to choose from.", n)
    else:
        said = ngettext("{component}: {n} space to choose from.", "{component}: {n} spaces to choose from.", n)
    return said.format(component=capitalize_first(component_name(component)), n=n)


def _free_space_count(view: "View") -> int:
    """Return the number of spaces of the city without a building, stable, merchant or well."""
    built = sum(len(palace["buildings"]) + len(palace["stables"]) for palace in view["palaces"])
    return BOARDS[view["seats"]].city_spaces.bit_count() - built - len(view["merchants"]) - 1


def source_phrases(palace: "PalaceView") -> list[str]:
    """Return phrases for the worth of a palace by source, without sources of 0 points."""
    buildings, stables, walls, merchants, well = palace["worth"]
    said = [
        (buildings, ngettext("{n} building", "{n} buildings", buildings)),
        (stables, ngettext("{n} stable", "{n} stables", stables)),
        (walls, ngettext("{n} wall", "{n} walls", walls)),
        (merchants, ngettext("{n} merchant", "{n} merchants", merchants)),
        (well, _("{n} for the well")),
    ]
    return [sentence.format(n=n) for n, sentence in said if n]
