"""What the parts of Medina's table are drawn from: the position, and what the drafted placement would make of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from palaces.medina.draft import Draft, seen
from palaces.model import Model
from palaces.words import _, ngettext
from pygame_core.medina import text
from pygame_core.medina.box import COLOURS
from pygame_core.words import figure

if TYPE_CHECKING:
    from pygame_core.medina.shape import Event, Owner, Palace, View


class Table(NamedTuple):
    """`now` is the view of the match, `then` that after the drafted placement, or the same without one."""

    model: Model
    now: "View"
    then: "View"
    legal: dict[tuple[str, ...], list[list[Any]]]
    """What the viewer can do now, by component; tea break and pass by their verbs."""
    event: "Event | None"
    """What the drafted placement would do."""

    @property
    def draft(self) -> Draft:
        draft: Draft = self.model.draft
        return draft

    @property
    def seat(self) -> int | None:
        """The seat whose supply lies at the foot."""
        return self.model.viewer

    @property
    def targets(self) -> list[list[Any]]:
        """The placements of the chosen component."""
        return self.legal.get(self.draft.component, [])

    def gains(self) -> Iterator[tuple[int, int]]:
        """The seats whose points the drafted placement changes, and by how much."""
        for seat, (now, then) in enumerate(zip(self.now["points"], self.then["points"], strict=True)):
            if now != then:
                yield seat, then - now


def table(model: Model) -> Table:
    """The table with the draft carried out on it."""
    now = cast("View", model.view)
    legal: dict[tuple[str, ...], list[list[Any]]] = {}
    for each in model.match.legal() if model.can_act else []:
        legal.setdefault(tuple(each[:-1] or each), []).append(each)
    action = model.draft.action if model.can_act else []
    if not action:
        return Table(model, now, now, legal, None)
    match = model.match.copy()
    match.play(action)
    event = cast("Event", match.events(None, len(match.log) - 1)[0])
    return Table(model, now, seen(match, model.viewer), legal, event)


def played(at: Table) -> set[str]:
    """The spaces of this turn's placements so far, and of everything since the turn before it of the same seat."""
    log, mover = at.model.match.log, at.now["to_move"]
    since = len(log) - at.now["placed"]
    while since and log[since - 1][0] != mover:
        since -= 1
    return {str(action[-1]) for _seat, action, _draws in log[since:] if len(action) > 1}


# -- words -------------------------------------------------------------------------------------------------------------


def signed(n: int) -> str:
    """A gain or loss."""
    return figure(f"{n:+d}")


def capital(sentence: str) -> str:
    """With a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def total(palace: "Palace") -> int:
    """What a palace of the view is worth."""
    return sum(palace["worth"])


def owner_name(at: Table, owner: "Owner") -> str:
    """Whose palace."""
    if owner is None:
        return _("without rooftop")
    return _("nobody's") if isinstance(owner, str) else at.model.names[owner]


def palace_name(at: Table, palace: "Palace") -> str:
    """A palace in words: colour and owner."""
    colour = text.colour_name(COLOURS.index(palace["colour"]))
    if palace["owner"] is None:
        return _("{colour} palace without rooftop").format(colour=colour)
    if isinstance(palace["owner"], str):
        return _("{colour} palace of nobody").format(colour=colour)
    return _("{colour} palace of {name}").format(colour=colour, name=at.model.names[palace["owner"]])


def sources(palace: "Palace") -> list[str]:
    """What a palace is worth, by source, in words; sources of nothing are left out."""
    buildings, stables, walls, merchants, well = palace["worth"]
    said = [
        (buildings, ngettext("{n} building", "{n} buildings", buildings)),
        (stables, ngettext("{n} stable", "{n} stables", stables)),
        (walls, ngettext("{n} wall", "{n} walls", walls)),
        (merchants, ngettext("{n} merchant", "{n} merchants", merchants)),
        (well, _("{n} for the well")),
    ]
    return [sentence.format(n=n) for n, sentence in said if n]
