"""The bar of the pages without a table: the name of the site, and links to puzzles and the record."""

from typing import Literal

from palaces.app.i18n import _
from palaces.ui.html import Markup, tag

SitePage = Literal["", "puzzles", "record"]
ICON_PATHS = {
    "puzzles": "M4 9h3.2a2.3 2.3 0 1 1 4.6 0H15v3.2a2.3 2.3 0 1 1 0 4.6V20H4z",
    "record": "M4 20V11M10 20V5M16 20v-7M21 20H3",
}


def render_site_bar(name: str, page: SitePage) -> Markup:
    """Return the bar of a page. The link to this page itself is marked."""
    labels = {"puzzles": _("Puzzles"), "record": _("Record")}
    links = [
        tag(
            "a",
            Markup(f'<svg class="bar-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{ICON_PATHS[key]}"/></svg>'),
            tag("span", label),
            href=f"./{key}.html",
            aria_label=label,
            aria_current="page" if key == page else None,
        )
        for key, label in labels.items()
    ]
    return tag(
        "header",
        tag("a", name, href="./", class_="brand"),
        tag("nav", links, class_="site-nav", aria_label=_("Site")),
        class_="top",
    )
