"""Kind warnings: what the rules make certain of a move that wastes something is said before it is played, each kind
once in this browser, and never to who switches them off. Pure.

What there is to be said of a move a game's face knows.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from palaces.html import Markup, button, tag
from palaces.words import _

if TYPE_CHECKING:
    from palaces.model import Model

OFF = "unwarned"
"""Of the switches the one with which nothing is warned of."""


class Caution(NamedTuple):
    """Of what kind it is, what it says, and where the rules say so."""

    name: str
    says: str
    clause: str


class Warned(NamedTuple):
    """What was said of an action that waits to be played all the same."""

    caution: Caution
    action: Any


def first(model: "Model", action: Any) -> Caution | None:
    """What is to be said of an action of the person to move, if it has not been said before, nor anything else of that
    action just now. Who lets the computer players move instantly has played before."""
    if model.warned is not None and model.warned.action == action:
        return None
    off = not model.cautious or OFF in model.switches or model.address.speed == "instant"
    if off or model.viewer is None or model.match.allows(action):
        return None
    found = model.face.cautions(model.match, model.viewer, action)
    return next((caution for caution in found if _kept(model, caution) not in model.switches), None)


def warned(model: "Model", caution: Caution, action: Any) -> "Model":
    """The model that has said it; what lay over the dock makes room."""
    switches = model.switches | {_kept(model, caution)}
    return replace(model, warned=Warned(caution, action), switches=switches, panel="", refusal=None)


def _kept(model: "Model", caution: Caution) -> str:
    """The name under which it is known that a caution was said."""
    return f"{OFF}-{model.match.game}-{caution.name}"


def bar(warned: Warned, rule: Markup) -> Markup:
    """What is said in place of the draft, with both ways on."""
    said = tag("p", warned.caution.says, " ", rule, class_="caution")
    plays = (
        button(_("Play it anyway"), act=warned.action, class_="primary", id="play"),
        button(_("Change it"), do=("close",), class_="second", id="change"),
    )
    return tag("div", said, tag("div", plays, class_="on-or-back"), class_="warning")
