"""A clause of the rules, read at the table: where it is named, a touch opens it in a sheet. Pure.

The browser fetches its text from the rules page of the game (`browser/web_apis.py`).
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from palaces.app.i18n import _
from palaces.app.model import Model, Transition
from palaces.app.panel_state import RulePanel
from palaces.ui.html import (
    Markup,
    compact_json,
    join,
    tag,
)
from palaces.ui.panels import panel_heading

if TYPE_CHECKING:
    from palaces.app.messages import ClauseMessage

CLAUSE_ID_PATTERN = re.compile(r"[A-Z]\d{1,2}")


def update_rule_popup(model: Model, message: "ClauseMessage") -> Transition:
    """A clause is opened, or what it says has come."""
    match message:
        case ("rule", clause):
            if model.paused_for_panel or not CLAUSE_ID_PATTERN.fullmatch(clause):
                return model, []
            opened = replace(model, panel=RulePanel(clause), review=model.review.with_autoplay(False))
            return opened, [("reveal", "panel"), ("clause", model.match.game, clause)]
        case ("clause", clause, heading, text):
            if not isinstance(model.panel, RulePanel) or model.panel.clause_id != clause:
                return model, []
            return replace(model, panel=RulePanel(clause, heading, text)), []
        case _:
            assert_never(message)


def rules_url(model: Model) -> str:
    """Return the address of the rules page of the model's game."""
    return f"./rules/{model.match.game}.html"


def clause_link_attributes(game: str, href: str) -> dict[str, str]:
    """Return the attributes of a link in the popup, for its `href` on the rules page.

    A link to another clause opens it in the popup. Every other link opens a new tab.

    >>> clause_link_attributes("medina", "#M7")["data-do"]
    '["rule","M7"]'
    """
    page = f"{game}.html" if href.startswith("#") else ""
    attributes = {"href": f"./rules/{page}{href}", "target": "_blank", "rel": "noopener"}
    if CLAUSE_ID_PATTERN.fullmatch(href[1:]):
        attributes["data-do"] = compact_json(["rule", href[1:]])
    return attributes


def render_rule_link(model: Model, clause: str, **attributes: object) -> Markup:
    """The name of a clause, which opens it at the table; in another tab of the browser it leads to the rules page, too,
    and so it does where something else has taken the table."""
    return tag(
        "a",
        _("rule {clause}").format(clause=clause),
        href=f"{rules_url(model)}#{clause}",
        target="_blank",
        rel="noopener",
        data_do=None if model.paused_for_panel else compact_json(["rule", clause]),
        class_="rule",
        **attributes,
    )


def render_rule_popup(model: Model, rule: RulePanel) -> Markup:
    """The clause that is read, and the way to all rules."""
    title = _("Rule {clause}").format(clause=rule.clause_id)
    if rule.text == "":
        text = tag("p", _("The rules could not be loaded. Try again, or open their page."))
    else:
        text = Markup(rule.text or "")
    return join(
        panel_heading(Markup(rule.heading) or title, tag("small", title) if rule.heading else None),
        tag("div", text, class_="clause"),
        tag(
            "a",
            _("All rules"),
            href=f"{rules_url(model)}#{rule.clause_id}",
            target="_blank",
            rel="noopener",
            class_="row",
        ),
    )
