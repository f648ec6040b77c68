"""What frames in other pages need of a game: its picture as a file, the page in them, and what oEmbed asks for."""

import json
import re
from collections.abc import Iterator
from html import escape
from urllib.parse import urlsplit

SCHEMES = {"": "light dark", "-light": "light", "-dark": "dark"}
"""By what stands behind a game's name in the name of its picture, the colours that the picture has."""
WIDTH, HEIGHT = 800, 560  # of a frame that oEmbed offers; where there is less room it is as wide as that
PICTURES = "pictures"
"""The folder of what visitors never load: other sites do, under these names for good."""
PREVIEW = (1200, 630)
"""The size that they want of the picture of a link."""
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
TOKENS = (":where(:root)", "&")  # whose rules define tokens: see `styles.scoped`
TOKEN = re.compile(r"var\((--[\w-]+)\)")
PAIR = re.compile(r"light-dark\(([^(),]*),([^(),]*)\)")
FONTS = "'Alegreya Sans',Calibri,Carlito,'Gill Sans Nova',Roboto,system-ui,sans-serif"


# -- pictures ----------------------------------------------------------------------------------------------------------


def picture(drawn: str, styles: str, scheme: str) -> str:
    """A drawing of the views (`<svg …>`) as a file that needs no style sheet: it brings the rules that it uses."""
    rules = settled("".join(f"{selector}{{{body}}}" for selector, body in used(drawn, styles)), styles)
    root = f":root{{color-scheme:{scheme};font-family:{FONTS}}}"
    opening, rest = settled(drawn, styles).split(">", 1)
    namespaced = opening.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"{namespaced}><style>{root}{rules}</style>{rest}\n"


def used(drawn: str, styles: str) -> Iterator[tuple[str, str]]:
    """Selector and body of each rule for any width whose classes and ids a drawing has."""
    names = {f".{name}" for listed in re.findall(r'class="([^"]*)"', drawn) for name in listed.split()}
    names |= {f"#{name}" for name in re.findall(r' id="([^"]*)"', drawn)}
    for selectors, body in RULE.findall(general(styles)):
        for selector in (part.strip() for part in selectors.split(",")):
            asked = set(re.findall(r"[.#][\w-]+", selector))
            if asked and asked <= names and re.fullmatch(r"[\w .#-]+", selector):
                yield selector, re.sub(r"\s*([:;,])\s*", r"\1", body.strip())


def general(styles: str) -> str:
    """A style sheet without its comments and without what stands in `@` rules."""
    rest = COMMENT.sub("", styles)
    return re.sub(r"@[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", rest)


def settled(text: str, styles: str) -> str:
    """A text with the values of tokens in place of their names, which would only make it longer; where a game has a
    token of its own, that one."""
    roots = [body for selector, body in RULE.findall(general(styles)) if selector.strip() in TOKENS]
    tokens = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", "".join(roots)))
    while (after := TOKEN.sub(lambda found: tokens.get(found[1], found[0]), text)) != text:
        text = after
    return text


def schemed(value: str, scheme: str) -> str:
    """A value with the one colour of each pair that a scheme, "light" or "dark", has."""
    while (after := PAIR.sub(lambda found: found[1 if scheme == "light" else 2].strip(), value)) != value:
        value = after
    return value


def toned(value: str, styles: str, scheme: str) -> str:
    """A value of a style sheet for all, in one scheme."""
    return schemed(settled(value, styles), scheme)


# -- the page for frames -----------------------------------------------------------------------------------------------


def frame_page(play: str) -> str:
    """play.html as it is in a frame of another page: it knows that it is one, and its links open elsewhere."""
    root, title, rest = re.split(r"(?=<title>)|(?<=<html)", play, maxsplit=2)
    return f'{root} data-embed{title}<base target="_blank">\n{rest}'


# -- oEmbed ------------------------------------------------------------------------------------------------------------


def site_address(given: str) -> str:
    """The address of the site as the builder gave it in SITE_URL, with a slash at its end; "" where none is given.

    Raises SystemExit, with one sentence, for anything that is not an http or https address of a folder.
    """
    if not given:
        return ""
    try:
        parts = urlsplit(given)
        whole = parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        whole = False
    odd = re.search(r"[\s\"'<>\\?#@]", given)
    if not whole or odd or parts.scheme not in ("http", "https") or parts.path.endswith(".html"):
        raise SystemExit(
            f"SITE_URL is {given!r}. Give the address of the folder that the site is published in, "
            "such as SITE_URL=https://example.org/palaces/, or leave it out."
        )
    return given.rstrip("/") + "/"


def oembed(game: str, title: str, site: str) -> str:
    """The answer of oEmbed about a game, as JSON text: a frame for any page."""
    frame = (
        f'<iframe src="{escape(site)}embed.html?game={game}" width="{WIDTH}" height="{HEIGHT}" title="{escape(title)}" '
        'style="width:100%" loading="lazy" allow="clipboard-write; fullscreen" frameborder="0"></iframe>'
    )
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": "Palaces",
        "provider_url": site,
        "html": frame,
        "width": WIDTH,
        "height": HEIGHT,
        "thumbnail_url": f"{site}{PICTURES}/{game}.png",
        "thumbnail_width": PREVIEW[0],
        "thumbnail_height": PREVIEW[1],
    }
    return json.dumps(answer, indent=1, ensure_ascii=False) + "\n"


def discovery(games: dict[str, str], site: str) -> str:
    """Links, for the head of a page, to the answers about these games: titles by name."""
    return "".join(
        f'<link rel="alternate" type="application/json+oembed" href="{escape(site)}oembed/{game}.json" '
        f'title="{escape(title)}">\n'
        for game, title in games.items()
    )
