"""The bar of pages without a table: the name of the site, links to puzzles and to the record, and other controls."""

from palaces.app.i18n import _
from palaces.ui.html import Markup, tag
from palaces.ui.svg import TOOL_ICON_PATHS

SITE_NAME = "Palaces"
"""The name of the site in every language."""
ICON_PATHS = {
    "list": "M4 6h16M4 12h16M4 18h10",
    "puzzle": TOOL_ICON_PATHS["puzzle"],
    "devices": "M3 5h12v9H3zM7 17h4M17 8h4v11h-6v-2",
    "record": "M4 20v-9M10 20V5M16 20v-7M21 20H3",
    "learn": "M12 5 2.5 9.5 12 14l9.5-4.5zM6 11.5V16c2 2.2 10 2.2 12 0v-4.5M21.5 9.5V15",
    "settings": (
        "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM19 12l2 1.5-2 3.4-2.3-1a7 7 0 0 1-2 1.2L14.4 20H9.6l-.3-2.9a7 7 "
        "0 0 1-2-1.2l-2.3 1-2-3.4L5 12l-2-1.5 2-3.4 2.3 1a7 7 0 0 1 2-1.2L9.6 4h4.8l.3 2.9a7 7 0 0 1 2 1.2l2.3-1 2 3.4z"
    ),
    "next": "M9.5 5.5 16 12l-6.5 6.5",
}
"""The icons of pages without a table. Those of a table are in `palaces.ui.svg`."""
DIRECTED_ICONS = {"list", "next"}


def site_icon(name: str) -> Markup:
    """Return an icon. One that points along the text is mirrored where it runs from right to left."""
    directed = " directed" if name in DIRECTED_ICONS else ""
    return Markup(
        f'<svg class="tool-sign{directed}" viewBox="0 0 24 24" aria-hidden="true"><path d="{ICON_PATHS[name]}"/></svg>'
    )


def render_site_bar(*controls: Markup, page: str = "") -> Markup:
    """Return the bar of a page that it links to, such as "record", or of the home page. `controls` come last."""
    links = {"puzzles": ("puzzle", _("Puzzles")), "record": ("record", _("Record"))}
    return tag(
        "header",
        tag("a", SITE_NAME, href="./", class_="brand") if page else tag("span", SITE_NAME, class_="brand"),
        tag(
            "nav",
            [
                tag(
                    "a",
                    site_icon(icon),
                    tag("span", label),
                    href=f"./{name}.html",
                    class_="site-link",
                    aria_current="page" if name == page else None,
                )
                for name, (icon, label) in links.items()
            ],
            aria_label=_("Site"),
        ),
        *controls,
        class_="top site-bar",
    )
