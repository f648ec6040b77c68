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
    escape,
    join,
    tag,
)
from palaces.ui.panels import panel_heading

if TYPE_CHECKING:
    from palaces.app.messages import ClauseMessage

CLAUSE_ID_PATTERN = re.compile(r"[A-Z]\d{1,2}")
CLAUSE_HTML_PATTERN = re.compile(r'\s*<h3>(.*?)\s*(?:<a class="mark"[^>]*>[^<]*</a>)?</h3>(.*)', re.DOTALL)
"""The parts of a clause: its heading, and the rest."""
LINK_START_PATTERN = re.compile(r'<a href="([^"]*)"')


def update_rule_popup(model: Model, message: "ClauseMessage") -> Transition:
    """Open a clause, or store its text."""
    match message:
        case ("rule", clause):
            if model.paused_for_panel or not CLAUSE_ID_PATTERN.fullmatch(clause):
                return model, []
            opened = replace(model, panel=RulePanel(clause), review=model.review.with_autoplay(False))
            return opened, [("reveal", "panel"), ("clause", model.match.game, clause)]
        case ("clause", clause, said):
            if not isinstance(model.panel, RulePanel) or model.panel.clause_id != clause:
                return model, []
            return replace(model, panel=RulePanel(clause, said)), []
        case _:
            assert_never(message)


def rules_url(model: Model) -> str:
    """Return the address of the rules page."""
    return f"./rules/{model.match.game}.html"


def render_rule_link(model: Model, clause: str, **attributes: object) -> Markup:
    """Render a link that opens a clause in the panel. In another tab, or while another panel holds the table, it leads
    to the rules page."""
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
    """Render the clause, and a link to all rules."""
    title = _("Rule {clause}").format(clause=rule.clause_id)
    heading, text = _parse_clause(model, rule.html or "")
    if rule.html is None:
        text = Markup("")
    elif not text:
        text = tag("p", _("The rules could not be loaded. Try again, or open their page."))
    return join(
        panel_heading(heading or title, tag("small", title) if heading else None),
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


def _parse_clause(model: Model, said: str) -> tuple[Markup | None, Markup]:
    """Return the heading and the text of a clause of our own page. Links to other clauses open them in the panel."""
    found = CLAUSE_HTML_PATTERN.fullmatch(said)
    if not found:
        return None, Markup("")
    return Markup(found[1]), Markup(LINK_START_PATTERN.sub(lambda one: _rewrite_link(model, one[1]), found[2]).strip())


def _rewrite_link(model: Model, href: str) -> str:
    """Return the start tag of a link in a clause, as it is used at the table."""
    there = rules_url(model) + href if href.startswith("#") else f"./rules/{href}"
    do = f' data-do="{escape(compact_json(["rule", href[1:]]))}"' if CLAUSE_ID_PATTERN.fullmatch(href[1:]) else ""
    return f'<a href="{there}" target="_blank" rel="noopener"{do}'
