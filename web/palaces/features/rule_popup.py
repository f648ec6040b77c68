"""The rule popup: a link to a clause opens its text in a panel at the table. Pure.

Only the rules page of the game has the text. The browser loads it from there (`browser/web_apis.py`).
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
    """Open a clause, or store its text."""
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


def rules_url(game: str) -> str:
    """Return the address of the rules page."""
    return f"./rules/{game}.html"


def render_rule_link(model: Model, clause: str, *, is_brief: bool = False, **attributes: object) -> Markup:
    """Render a link that opens a clause in the panel. In another tab, or while another panel holds the table, it leads
    to the rules page. A brief one shows only the number of the clause."""
    label = _("rule {clause}").format(clause=clause)
    return tag(
        "a",
        clause if is_brief else label,
        aria_label=label if is_brief else None,
        href=f"{rules_url(model.match.game)}#{clause}",
        target="_blank",
        rel="noopener",
        data_do=None if model.paused_for_panel else compact_json(["rule", clause]),
        class_="rule",
        **attributes,
    )


def render_rule_popup(model: Model, rule: RulePanel) -> Markup:
    """Render the clause, and a link to all rules."""
    title = _("Rule {clause}").format(clause=rule.clause_id)
    heading = Markup(rule.heading_html)
    if rule.text_html == "":
        text = tag("p", _("The rules couldn't be loaded. Try again, or open the rules page."))
    else:
        text = Markup(rule.text_html or "")
    return join(
        panel_heading(heading or title, tag("small", title) if heading else None),
        tag("div", text, class_="clause"),
        tag(
            "a",
            _("All rules"),
            href=f"{rules_url(model.match.game)}#{rule.clause_id}",
            target="_blank",
            rel="noopener",
            class_="row",
        ),
    )


def clause_link_attributes(game: str, href: str) -> dict[str, str]:
    """Return the attributes of a link in the text of a clause: at the table, links to other clauses open these here."""
    page = rules_url(game) if href.startswith("#") else "./rules/"
    attributes = {"href": page + href, "target": "_blank", "rel": "noopener"}
    clause = href[1:]
    return attributes | ({"data-do": compact_json(["rule", clause])} if CLAUSE_ID_PATTERN.fullmatch(clause) else {})
