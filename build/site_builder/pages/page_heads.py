"""Fill in the heads of the pages from one template.

In the sources, a head begins with the name of its kind: `<!--head page-->`, or with `rules`, `docs` or `bare`.
Next are a theme color and policy directives, if they differ from the template. Then come the description, the title,
and the links and scripts of this page alone.
"""

import os
import re
from pathlib import Path

from site_builder.paths import WEB

THEME_COLOR = "#3b2a1a"  # the default

POLICY = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
}
"""Directives for every page: files of its own site only, and nothing inline. `index.html` allows one script more."""
LIVE_POLICY = {"connect-src": "'self'", "worker-src": "'self'", "manifest-src": "'self'"}
"""More directives for pages of the installed app."""

COMMON_LINES = """\
<meta charset="utf-8">
{policy}
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="darkreader-lock">
<meta name="theme-color" content="{theme_color}">
{about}
<title>{title}</title>
"""
APP_LINES = """\
<link rel="manifest" href="{up}manifest.webmanifest">
<link rel="icon" href="{up}icons/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="{up}icons/icon-192.png">
<script src="{up}recover.js" data-end data-say="<!--poster:recover-->"></script>
<script src="{up}scripts/language.js" data-languages="<!--poster:languages-->" data-offers="<!--offers-->"></script>
<script src="{up}scripts/browser-check.js" data-say="<!--poster:browser-check-->"></script>
"""
RULES_LINES = """\
<script src="{up}scripts/theme.js" data-early="<!--poster:early-->"></script>
<link rel="stylesheet" href="{up}pages.css">
<link rel="stylesheet" href="./rules.css">
<link rel="stylesheet" href="./clause.css">
<link rel="modulepreload" href="{up}scripts/trusted-types.js">
<script type="module" src="{up}scripts/sw-update.js"></script>
"""
DOCS_LINES = """\
<link rel="icon" href="{up}icons/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="{up}icons/icon-192.png">
<script src="{up}recover.js" data-end data-say="<!--poster:recover-->"></script>
<script src="{up}scripts/theme.js" data-early="<!--poster:early-->"></script>
<link rel="stylesheet" href="{up}pages.css">
<link rel="stylesheet" href="{up}docs/docs.css">
<link rel="modulepreload" href="{up}scripts/trusted-types.js">
<script type="module" src="{up}scripts/sw-update.js"></script>
<script type="module" src="{up}docs/docs.js"></script>
"""
LINES_BY_KIND = {
    "page": COMMON_LINES + APP_LINES,
    "rules": COMMON_LINES + APP_LINES + RULES_LINES,
    "docs": COMMON_LINES + DOCS_LINES,
    "bare": COMMON_LINES,  # 404.html appears at any address, and finds its files itself
}

POLICY_META = '<meta http-equiv="Content-Security-Policy" content="{}">'
OWN_POLICY = POLICY_META.format('(?P<policy>[^"]*)')
HEAD = re.compile(
    r"<head>\n<!--head (?P<kind>\w+)-->\n"
    rf"(?:(?P<remark><!-- [^\n]* -->\n)?{OWN_POLICY}\n)?"
    r'(?:<meta name="theme-color" content="(?P<theme_color>[^"]*)">\n)?'
    r'(?P<about><meta name="(?:description|robots)" content="[^"]*">)\n'
    r"<title>(?P<title>[^<]*)</title>\n"
    r"(?P<own>.*?)</head>\n",
    re.DOTALL,
)


def read_page(path: Path) -> str:
    """Return a page of the sources with its whole head."""
    return fill_head(path.read_text(encoding="utf-8"), page_address(path))


def source_pages() -> list[Path]:
    """Return all pages of the sources, in their order in the site."""
    return [
        page for pages in ("*.html", "rules/*.html", "palaces/games/*/rules.html") for page in sorted(WEB.glob(pages))
    ]


def page_address(path: Path) -> str:
    """Return the address of a page in the site. The rules of a game are in the same folder as the pages about all
    games."""
    return f"rules/{path.parent.name}.html" if path.parent.parent.name == "games" else path.relative_to(WEB).as_posix()


def fill_head(html: str, address: str) -> str:
    """Return a page with the lines that every page of its kind has in its head."""
    found = HEAD.search(html)
    if not found or found["kind"] not in LINES_BY_KIND:
        raise SystemExit(f"{address} needs a head as build/site_builder/pages/page_heads.py describes it.")
    policy = POLICY | (LIVE_POLICY if found["kind"] != "bare" else {}) | parse_policy(found["policy"] or "")
    lines = LINES_BY_KIND[found["kind"]].format(
        policy=(found["remark"] or "")
        + POLICY_META.format("; ".join(f"{name} {what}" for name, what in policy.items())),
        theme_color=found["theme_color"] or THEME_COLOR,
        about=found["about"],
        title=found["title"],
        up=os.path.relpath(".", Path(address).parent).replace(os.sep, "/") + "/",
    )
    return html[: found.start()] + f"<head>\n{lines}{found['own']}</head>\n" + html[found.end() :]


def parse_policy(text: str) -> dict[str, str]:
    """Return the directives of a Content-Security-Policy by name."""
    parts = (directive.strip().partition(" ") for directive in text.split(";") if directive.strip())
    return {name: what for name, _space, what in parts}
