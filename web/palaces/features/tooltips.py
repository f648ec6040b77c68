"""Tooltips: a sentence and a rule for each sign of a table. Pure.

In the markup of a table, `data-sign` has the name of a sign. The sentences belong to the game.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, assert_never

from palaces.app.i18n import _
from palaces.app.model import NO_TOOLTIPS, Model, Tooltips, Transition
from palaces.app.panel_state import RulePanel
from palaces.features import rule_popup
from palaces.ui import svg
from palaces.ui.html import Markup, button, join, tag

if TYPE_CHECKING:
    from palaces.app.messages import TooltipMessage


class Tooltip(NamedTuple):
    """The title, text and clause of a sign. Both texts are to be translated."""

    title: str
    text: str
    clause: str


@cache
def game_tooltips(game: str) -> Mapping[str, Tooltip]:
    """Return the signs of a game by name: `TOOLTIPS` of `palaces/games/NAME/tooltips.py`, imported at the first use."""
    found = import_module(f"palaces.games.{game}.tooltips").TOOLTIPS
    assert isinstance(found, dict)
    return found


def update_tooltips(model: Model, message: "TooltipMessage") -> Transition:
    """Open or close a tooltip, or move to the next one."""
    match message:
        case ("explain", name):
            known = name if name in game_tooltips(model.match.game) else ""
            return replace(model, tooltips=Tooltips(known, model.is_tooltip_mode)), []
        case ("walk", n):
            return model, [("walk", n)] if model.is_tooltip_mode else []
        case _:
            assert_never(message)


def toggle_tooltip_mode(model: Model) -> Transition:
    """Turn tooltip mode on or off. In this mode every touch opens a tooltip. It starts at the first sign."""
    if model.is_tooltip_mode or model.curtain:
        return replace(model, tooltips=NO_TOOLTIPS), []
    asking = Tooltips(model.shown_tooltip, is_mode=True)
    return replace(model.without_covering_panel(), tooltips=asking), [("walk", 0)]


def tooltip_announcement(model: Model) -> str:
    """Return the open tooltip as a sentence for screen reader users."""
    meaning = game_tooltips(model.match.game)[model.shown_tooltip]
    return _("{sign}: {meaning}").format(sign=_(meaning.title), meaning=_(meaning.text))


def render_tooltip(model: Model) -> Markup:
    """Render the open tooltip. In tooltip mode it has buttons to the next and the previous sign."""
    if isinstance(model.panel, RulePanel):
        return Markup("")
    meaning = game_tooltips(model.match.game)[model.shown_tooltip]
    rule = rule_popup.render_rule_link(model, meaning.clause, id="meant-by")
    steps = None
    if model.is_tooltip_mode:
        steps = tag(
            "div",
            _tooltip_step_button("back", _("Previous symbol"), -1),
            _tooltip_step_button("forward", _("Next symbol"), 1),
            button(_("Done"), do=("signs",), class_="quiet", id="signs-done"),
            class_="plays",
        )
    said = tag("p", tag("b", _(meaning.title)), " ", tag("span", _(meaning.text)), " ", rule)
    return join(said, steps, tag("i", class_="ring"))


def _tooltip_step_button(sign: str, said: str, n: int) -> Markup:
    return button(svg.tool_icon(sign), tag("span", said), do=("walk", n), class_="x", id=f"sign-{sign}", title=said)
