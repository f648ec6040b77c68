"""The lab before Python runs: its bar, the places of its regions, the example bots, and sentences about its start."""

from pathlib import Path

from palaces.app.i18n import _
from palaces.lab import lab_words
from palaces.lab.example_bots import EXAMPLES
from palaces.prerender.home import render_settings_drawer, render_update_offer
from palaces.prerender.site_bar import SITE_NAME
from palaces.ui import svg
from palaces.ui.html import Markup, button, compact_json, join, tag

EXAMPLES_FOLDER = Path(__file__).parents[3] / "docs/bots/examples"
DOCS_ADDRESS = "./docs/"


def read_examples() -> dict[str, str]:
    """Return the texts of the example bots by name, from the documentation."""
    return {name: (EXAMPLES_FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in EXAMPLES}


def render_lab_shell() -> Markup:
    """Return the body of the lab page. Its regions are empty, but for the editor's place."""
    return join(
        _render_bar(),
        tag(
            "main",
            tag("p", _("Opening the lab"), class_="loading", role="status"),
            tag("noscript", tag("p", _("The lab needs JavaScript. Turn it on in your browser to write bots."))),
            tag("div", id="lab-tabs", role="tablist", aria_label=_("View"), data_arrows=True),
            tag(
                "section",
                tag("div", id="lab-code-head"),
                tag("div", id="lab-editor"),
                tag("p", _("Tab indents. Press Esc, then Tab, to leave."), id="lab-editor-help"),
                tag("div", id="lab-run"),
                id="lab-code",
                class_="lab-card",
                aria_label=_("Code"),
            ),
            tag("section", id="lab-out", aria_label=_("Result")),
            tag("div", id="lab-panel"),
            id="lab",
            data_tab="code",
            data_examples=compact_json(read_examples()),
        ),
        tag("p", id="lab-status", role="status", class_="unseen"),
        tag("p", id="lab-alert", role="alert", class_="unseen"),
        _render_message("lab-failed", _("The lab couldn't be opened. Your bots are safe.")),
        _render_message("lab-offline", lab_words.offline_sentence()),
        render_settings_drawer(_render_links()),
        render_update_offer(),
    )


def _render_message(id_: str, sentence: str) -> Markup:
    return tag(
        "div",
        tag("p", sentence),
        tag("a", _("Try again"), href="", class_="second"),
        class_="lab-card lab-message",
        id=id_,
        role="alert",
        hidden=True,
    )


def _render_bar() -> Markup:
    return tag(
        "header",
        tag("a", SITE_NAME, href="./", class_="brand"),
        tag("div", tag("h1", _("Bot lab")), id="lab-title"),
        tag("nav", _render_tutorial_button(), _render_docs_link(), aria_label=_("Lab")),
        button(svg.tool_icon("menu"), tag("span", _("Menu")), class_="tool", popovertarget="settings"),
        class_="top site-bar lab-bar",
    )


def _render_tutorial_button() -> Markup:
    return tag("button", _("Tutorial"), type="button", class_="site-link", data_do=compact_json(["lesson", "open"]))


def _render_docs_link() -> Markup:
    return tag("a", _("Docs"), href=DOCS_ADDRESS, class_="site-link", hreflang="en")


def _render_links() -> Markup:
    """Return the links of the bar once more, for windows without room for them."""
    tutorial = tag(
        "button",
        _("Tutorial"),
        type="button",
        data_do=compact_json(["lesson", "open"]),
        popovertarget="settings",
        popovertargetaction="hide",
        class_="second",
    )
    return tag(
        "nav",
        tutorial,
        tag("a", _("Docs"), href=DOCS_ADDRESS, class_="second", hreflang="en"),
        tag("a", _("Other games"), href="./", class_="second"),
        class_="lab-menu",
        aria_label=_("More"),
    )
