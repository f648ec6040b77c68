"""What the signs of a table mean: each says it in one sentence with its clause, when it is asked. Pure.

The markup of a table has `data-sign` with the name of a sign wherever one is drawn; the sentences are the game's.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, assert_never

from palaces import art, clauses
from palaces.html import Markup, button, join, tag
from palaces.model import Model
from palaces.words import _

if TYPE_CHECKING:
    from palaces.messages import Effect, Signs

Step = tuple[Model, list["Effect"]]


class Meaning(NamedTuple):
    """A sign: what it is called, what it means, and where the rules say so. Both texts are marked for the catalogue."""

    sign: str
    says: str
    clause: str


@cache
def of(game: str) -> Mapping[str, Meaning]:
    """The signs of a game by name: `MEANINGS` of `palaces/NAME/meanings.py`, imported when the first is asked."""
    found = import_module(f"palaces.{game}.meanings").MEANINGS
    assert isinstance(found, dict)
    return found


def step(model: Model, message: "Signs") -> Step:
    """A sign is asked, or none any more; or the next one is."""
    match message:
        case ("explain", name):
            return replace(model, explained=name if name in of(model.match.game) else ""), []
        case ("walk", n):
            return model, [("walk", n)] if model.explaining else []
        case _:
            assert_never(message)


def toggled(model: Model) -> Step:
    """From now on every touch asks what a sign means, beginning with the first one; or no more."""
    if model.explaining or model.curtain:
        return put_away(model), []
    return replace(model, explaining=True, panel=model.panel if model.held else ""), [("walk", 0)]


def told(model: Model) -> str:
    """What the sign means that is asked, for who listens."""
    meaning = of(model.match.game)[model.explained]
    return _("{sign}: {meaning}").format(sign=_(meaning.sign), meaning=_(meaning.says))


def put_away(model: Model) -> Model:
    """The model in which no sign is asked."""
    return replace(model, explained="", explaining=False)


def tip(model: Model) -> Markup:
    """What the sign means that is asked, beside it; and while all are asked, the way to the next one."""
    if not model.explained or model.panel == "rule":
        return Markup("")
    meaning = of(model.match.game)[model.explained]
    rule = clauses.link(model, meaning.clause, id="meant-by")
    steps = None
    if model.explaining:
        steps = tag(
            "div",
            _step("back", _("Previous sign"), -1),
            _step("forward", _("Next sign"), 1),
            button(_("Done"), do=("signs",), class_="quiet", id="signs-done"),
            class_="plays",
        )
    said = tag("p", tag("b", _(meaning.sign)), " ", tag("span", _(meaning.says)), " ", rule)
    return join(said, steps, tag("i", class_="ring"))


def _step(sign: str, said: str, n: int) -> Markup:
    return button(art.tool(sign), tag("span", said), do=("walk", n), class_="x", id=f"sign-{sign}", title=said)
