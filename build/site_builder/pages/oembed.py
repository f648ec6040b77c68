"""Data for frames in other pages: a game's picture as a file, the page inside the frame, and oEmbed responses."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from urllib.parse import urlsplit

from site_builder.pages.set_url import ascii_address

SCHEME_BY_SUFFIX = {"": "light dark", "-light": "light", "-dark": "dark"}
"""Color schemes of a picture, by the end of its name."""
FRAME_WIDTH_PX, FRAME_HEIGHT_PX = 800, 560  # of an oEmbed frame; a narrow page makes it narrower
PICTURES_FOLDER = "pictures"
"""Folder of the pictures that only other sites load. These names stay forever."""
PREVIEW_SIZE_PX = (1200, 630)
"""Width and height of a link preview, as other sites expect them."""
CSS_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
TOKEN_SELECTORS = (":where(:root)", "&")  # selectors of rules with tokens: see `styles.scope_to_game`
CSS_VARIABLE = re.compile(r"var\((--[\w-]+)\)")
CSS_FALLBACK = re.compile(r"var\((--[\w-]+),([^()]*)\)")
SITE_FONT = re.compile(r'"Like [^"]*", ?')  # fonts that only the site's style sheet declares
LIGHT_DARK_PAIR = re.compile(r"light-dark\(([^(),]*),([^(),]*)\)")
FONT_STACK = "'Alegreya Sans',Calibri,Carlito,'Gill Sans Nova',Roboto,system-ui,sans-serif"


# -- pictures ----------------------------------------------------------------------------------------------------------


def standalone_svg(drawn: str, styles: str, scheme: str) -> str:
    """Return a drawing of the views (`<svg …>`) as a file that contains its style rules."""
    used = "".join(f"{selector}{{{body}}}" for selector, body in used_css_rules(drawn, styles))
    rules = resolve_fallbacks(SITE_FONT.sub("", resolve_css_variables(used, styles)))
    root = f":root{{color-scheme:{scheme};font-family:{FONT_STACK}}}"
    opening, rest = drop_unused_attributes(resolve_css_variables(drawn, styles), rules).split(">", 1)
    namespaced = opening.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    whole = f"{namespaced}><style>{root}{rules}</style>{rest}\n"
    return resolve_light_dark(whole, scheme) if scheme in ("light", "dark") else whole


def resolve_fallbacks(rules: str) -> str:
    """Replace each CSS variable that no rule sets with its fallback."""
    return CSS_FALLBACK.sub(lambda found: found[0] if f"{found[1]}:" in rules else found[2].strip(), rules)


def drop_unused_attributes(drawn: str, rules: str) -> str:
    """Return a drawing without classes that have no rule. Programs that read the screen get no part of a picture."""
    styled = set(re.findall(r"\.([\w-]+)", rules))

    def keep_styled(found: re.Match[str]) -> str:
        kept = " ".join(name for name in found[1].split() if name in styled)
        return f' class="{kept}"' if kept else ""

    return re.sub(r' class="([^"]*)"', keep_styled, drawn.replace(' aria-hidden="true"', ""))


def used_css_rules(drawn: str, styles: str) -> Iterator[tuple[str, str]]:
    """Yield selector and body of each rule whose classes and ids are all in a drawing. Skip rules in media queries."""
    names = {f".{name}" for listed in re.findall(r'class="([^"]*)"', drawn) for name in listed.split()}
    names |= {f"#{name}" for name in re.findall(r' id="([^"]*)"', drawn)}
    for selectors, body in unconditional_rules(styles):
        for selector in (part.strip() for part in selectors.split(",")):
            asked = set(re.findall(r"[.#][\w-]+", selector))
            if asked and asked <= names and re.fullmatch(r"[\w .#-]+", selector):
                yield selector, re.sub(r"\s*([:;,])\s*", r"\1", body.strip())


def unconditional_css(styles: str) -> str:
    """Return a style sheet without its comments and `@` rules."""
    rest = CSS_COMMENT.sub("", styles)
    return re.sub(r"@[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", rest)


@lru_cache(maxsize=8)
def unconditional_rules(styles: str) -> list[tuple[str, str]]:
    """Return selectors and body of each rule outside of `@` rules."""
    return CSS_RULE.findall(unconditional_css(styles))


@lru_cache(maxsize=8)
def css_tokens(styles: str) -> dict[str, str]:
    """Return the CSS variables of the page with their values. A game's own token comes first."""
    roots = [body for selector, body in unconditional_rules(styles) if selector.strip() in TOKEN_SELECTORS]
    return dict(re.findall(r"(--[\w-]+):\s*([^;]+);", "".join(roots)))


def resolve_css_variables(text: str, styles: str) -> str:
    """Replace each CSS variable with its value, which is shorter."""
    tokens = css_tokens(styles)
    while (after := CSS_VARIABLE.sub(lambda found: tokens.get(found[1], found[0]), text)) != text:
        text = after
    return text


def resolve_light_dark(value: str, scheme: str) -> str:
    """Replace each `light-dark()` pair with its color in a scheme, "light" or "dark"."""
    while (after := LIGHT_DARK_PAIR.sub(lambda found: found[1 if scheme == "light" else 2].strip(), value)) != value:
        value = after
    return value


def resolve_css_value(value: str, styles: str, scheme: str) -> str:
    """Return a value of a style sheet as it is in one scheme."""
    return resolve_light_dark(resolve_css_variables(value, styles), scheme)


# -- the page for frames -----------------------------------------------------------------------------------------------


def frame_page_html(play: str) -> str:
    """Return play.html for a frame in another page. It is marked as embedded, and its links open in a new tab."""
    root, title, rest = re.split(r"(?=<title>)|(?<=<html)", play, maxsplit=2)
    return f'{root} data-embed{title}<base target="_blank">\n{rest}'


# -- oEmbed ------------------------------------------------------------------------------------------------------------


def site_address(given: str) -> str:
    """Return the address of the site from SITE_URL, with a slash at its end; "" if there is none.

    The result is ASCII. Raise SystemExit, with one sentence, unless it is the http or https address of a folder.
    """
    if not given:
        return ""
    odd = re.search(r"[\s\"'<>\\?#@]", given)
    try:
        parts = urlsplit(given)
        whole = parts.hostname and (parts.port is None or parts.port > 0)
        if not whole or odd or parts.scheme not in ("http", "https") or parts.path.endswith(".html"):
            raise ValueError(given)
        return ascii_address(given).rstrip("/") + "/"
    except ValueError:
        raise SystemExit(
            f"SITE_URL is {given!r}. Give the address of the folder that the site is published in, "
            "such as SITE_URL=https://example.org/palaces/, or leave it out."
        ) from None


def oembed_response(game: str, title: str, site: str, folder: str = "") -> str:
    """Return the oEmbed response of a game as JSON text: a frame for any page. `folder` is that of the language."""
    frame = (
        f'<iframe src="{escape(site)}{folder}embed.html?game={game}" title="{escape(title)}" '
        f'width="{FRAME_WIDTH_PX}" height="{FRAME_HEIGHT_PX}" style="width:100%" loading="lazy" '
        'allow="clipboard-write; fullscreen" frameborder="0"></iframe>'
        f'<p><a href="{escape(site)}{folder}{game}.html">{escape(title)}</a></p>'  # readers of feeds get no frame
    )
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": "Palaces",
        "provider_url": site,
        "html": frame,
        "width": FRAME_WIDTH_PX,
        "height": FRAME_HEIGHT_PX,
        "thumbnail_url": f"{site}{PICTURES_FOLDER}/{folder}{game}.png",
        "thumbnail_width": PREVIEW_SIZE_PX[0],
        "thumbnail_height": PREVIEW_SIZE_PX[1],
    }
    return json.dumps(answer, indent=1, ensure_ascii=False) + "\n"


def oembed_links(games: dict[str, str], site: str, folder: str = "") -> str:
    """Return links to the oEmbed responses of these games, for the head of a page. `games` has titles by name, and
    `folder` is that of the language."""
    return "".join(
        f'<link rel="alternate" type="application/json+oembed" href="{escape(site)}oembed/{folder}{game}.json" '
        f'title="{escape(title)}">\n'
        for game, title in games.items()
    )
