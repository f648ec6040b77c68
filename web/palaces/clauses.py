"""A clause of the rules, read at the table: where it is named, a touch opens it in a sheet. Pure.

What it says stands on the rules page of the game alone; the browser fetches it from there (`browser/services.py`).
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from palaces.html import Markup, data, escape, join, tag
from palaces.model import Clause, Model
from palaces.sheets import head
from palaces.words import _

if TYPE_CHECKING:
    from palaces.messages import Clauses, Effect

Step = tuple[Model, list["Effect"]]

CLAUSE = re.compile(r"[A-Z]\d{1,2}")
HEADED = re.compile(r'\s*<h3>(.*?)\s*(?:<a class="mark"[^>]*>[^<]*</a>)?</h3>(.*)', re.DOTALL)
"""What a clause says: its heading, and the rest."""
LINK = re.compile(r'<a href="([^"]*)"')


def step(model: Model, message: "Clauses") -> Step:
    """A clause is opened, or what it says has come."""
    match message:
        case ("rule", clause):
            if model.held or not CLAUSE.fullmatch(clause):
                return model, []
            opened = replace(model, panel="rule", about=int(clause[1:]), rule=Clause(clause), running=False)
            return opened, [("reveal", "panel"), ("clause", model.match.game, clause)]
        case ("clause", clause, said):
            if model.rule is None or model.rule.clause != clause:
                return model, []
            return replace(model, rule=Clause(clause, said)), []
        case _:
            assert_never(message)


def page(model: Model) -> str:
    """Where all rules of the game stand."""
    return f"./rules/{model.match.game}.html"


def link(model: Model, clause: str, **attributes: object) -> Markup:
    """The name of a clause, which opens it at the table; in another tab of the browser it leads to the rules page, too,
    and so it does where something else has taken the table."""
    return tag(
        "a",
        _("rule {clause}").format(clause=clause),
        href=f"{page(model)}#{clause}",
        target="_blank",
        rel="noopener",
        data_do=None if model.held else data(["rule", clause]),
        class_="rule",
        **attributes,
    )


def sheet(model: Model) -> Markup:
    """The clause that is read, and the way to all rules."""
    rule = model.rule
    assert rule is not None
    title = _("Rule {clause}").format(clause=rule.clause)
    heading, text = _read(model, rule.said or "")
    if rule.said is None:
        text = Markup("")
    elif not text:
        text = tag("p", _("The rules could not be loaded. Try again, or open their page."))
    return join(
        head(heading or title, tag("small", title) if heading else None),
        tag("div", text, class_="clause"),
        tag("a", _("All rules"), href=f"{page(model)}#{rule.clause}", target="_blank", rel="noopener", class_="row"),
    )


def _read(model: Model, said: str) -> tuple[Markup | None, Markup]:
    """Heading and text of a clause of our own page, whose links to others open these here."""
    found = HEADED.fullmatch(said)
    if not found:
        return None, Markup("")
    return Markup(found[1]), Markup(LINK.sub(lambda one: _led(model, one[1]), found[2]).strip())


def _led(model: Model, href: str) -> str:
    """The beginning of a link within a clause, as it is at the table."""
    there = page(model) + href if href.startswith("#") else f"./rules/{href}"
    do = f' data-do="{escape(data(["rule", href[1:]]))}"' if CLAUSE.fullmatch(href[1:]) else ""
    return f'<a href="{there}" target="_blank" rel="noopener"{do}'
