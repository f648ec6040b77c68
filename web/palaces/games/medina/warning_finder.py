"""Warnings about wasteful moves at Medina, as far as the rules make the waste certain. Pure."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import MoveWarning
from palaces.games.medina.draft import palace_at
from palaces.games.medina.drawings.board_svg import palace_value
from pygame_core.medina import sentences
from pygame_core.medina.components import COLOURS
from pygame_core.names import isolate_name
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.match import ShownGame
    from pygame_core.medina.state import Medina


def find_move_warnings(match: "ShownGame[Medina]", seat: int, action: JsonAction) -> Iterator[MoveWarning]:
    """Yield the warnings about a legal action."""
    match action:
        case ["roof", whose, space]:
            yield from _claim_warnings(match, seat, whose, space)
        case [*_component, str(_space)] if len(action) > 1:
            yield from _helping_warnings(match, seat, action)


def _claim_warnings(match: "ShownGame[Medina]", seat: int, whose: str, space: str) -> Iterator[MoveWarning]:
    """Yield a warning about the early claim of a one-space palace, or about a palace given away.

    A claim is the only one in its color. A neutral rooftop wastes a palace that the player could still own.
    """
    palace = palace_at(match.view(seat), space)
    assert palace is not None
    colour = sentences.colour_name(COLOURS.index(palace["colour"]))
    size = len(palace["buildings"]) + len(palace["stables"])
    if whose == "own" and size == 1:
        said = _("This would become your only {colour} palace, and no more buildings could join it. It has just 1.")
        yield MoveWarning("early", said.format(colour=colour), "M19")
    elif whose == "neutral" and match.allows(["roof", "own", space]) is None:
        worth = palace_value(palace)
        said = ngettext(
            "Then nobody owns this palace. It's worth {n} point, and you could still claim it.",
            "Then nobody owns this palace. It's worth {n} points, and you could still claim it.",
            worth,
        )
        yield MoveWarning("neutral", said.format(n=worth), "M20")


def _helping_warnings(match: "ShownGame[Medina]", seat: int, action: JsonAction) -> Iterator[MoveWarning]:
    """Yield a warning if a placement gives points only to others, but has a better space."""
    gains = _gain_by_seat(match, action)
    n, helped = max((gain, other) for other, gain in enumerate(gains) if other != seat)
    if gains[seat] > 0 or n <= 0:
        return
    spared = (act for act in match.legal() if act[:-1] == action[:-1] and act != action)
    if any(_is_kinder(_gain_by_seat(match, act), seat) for act in spared):
        said = ngettext(
            "This gives {name} {n} point and you none. On another space it wouldn't help anyone else.",
            "This gives {name} {n} points and you none. On another space it wouldn't help anyone else.",
            n,
        )
        yield MoveWarning("helps", said.format(name=isolate_name(match.seats[helped]["name"]), n=n), "M32")


def _is_kinder(gains: list[int], seat: int) -> bool:
    """Return True if nobody else gains and this seat loses nothing."""
    return gains[seat] >= 0 and all(gain <= 0 for other, gain in enumerate(gains) if other != seat)


def _gain_by_seat(match: "ShownGame[Medina]", action: JsonAction) -> list[int]:
    """Return the change of points by an action, by seat."""
    after = match.copy()
    after.play(action)
    pairs = zip(match.view(None)["points"], after.view(None)["points"], strict=True)
    return [then - now for now, then in pairs]
