"""The bar of the pages without a table: the name of the site, and links to pages about all games."""

from typing import Literal

from palaces.app.i18n import _
from palaces.ui.html import Markup, tag

SitePage = Literal["", "record"]
ICON_PATHS = {
    "record": "M4 20V11M10 20V5M16 20v-7M21 20H3",
}


def render_site_bar(name: str, page: SitePage) -> Markup:
    """Return the bar of a page. The link to this page itself is marked."""
    labels = {"record": _("Record")}
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
