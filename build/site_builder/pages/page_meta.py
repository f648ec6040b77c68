"""Write metadata of the pages for search engines and for sites that show a link: in heads, and in files for robots."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from urllib.parse import urlsplit

from site_builder.pages import language_pages, oembed, preview_images
from site_builder.paths import ROOT

SCREENSHOTS = {"wide": ("turn-wide-light", "1280x800"), "narrow": ("turn-phone-light", "360x740")}
"""The pictures of a table that a browser shows before it installs the app, with their sizes."""
VISUAL_REGRESSION_FOLDER = ROOT / "e2e/visual_regression"
"""Folder of these pictures. The browser tests compare with them."""
HOME_PREVIEW = "palaces"
"""Name of the picture of all games."""
MAX_PARENT_FOLDERS = 6
"""Number of parent folders in which 404.html looks for its script."""
TITLE_TAG = re.compile(r"<title>(.*?)</title>")
LOCALES = {"en": "en_US", "fr": "fr_FR", "de": "de_DE"}
"""The usual country of a language, where other sites want one. Any other language goes without."""
DESCRIPTION_TAG = re.compile(r'<meta name="description" content="(.*?)">')


def game_page_html(play: str, game: str, told: Mapping[str, str]) -> str:
    """Return play.html as the page of one game, with its table, title and description."""
    named = TITLE_TAG.sub(f"<title>{escape(told['page'])} · Palaces</title>", play, count=1)
    described = DESCRIPTION_TAG.sub(f'<meta name="description" content="{escape(told["about"])}">', named, count=1)
    begun = described.replace("<!--poster:lesson-->", f"<!--poster:{game}_lesson-->")
    return begun.replace("<!--poster:board-->", f"<!--poster:{game}_table-->")


def social_tags(html: str, page: str, picture: str, site: str, language: str = "en") -> str:
    """Return tags about a page for other sites. Without an address of the site, no tag names a host."""
    # the first title is that of the page, others are those of drawings
    title, about = (unescape(found.findall(html)[0]) for found in (TITLE_TAG, DESCRIPTION_TAG))
    folder = language_pages.language_folder(language)
    up = "../" * (folder + page).count("/") or "./"
    address = site + folder + page.removesuffix("index.html")
    shown = f"{site or up}{oembed.PICTURES_FOLDER}/{folder}{picture}.png"
    width, height = oembed.PREVIEW_SIZE_PX
    facts = {
        "og:type": "website",
        "og:site_name": "Palaces",
        "og:title": title,
        "og:description": about,
        "og:image": shown,
        "og:image:type": "image/png",
        "og:image:width": width,
        "og:image:height": height,
        "og:image:alt": title,
    }
    facts |= {"og:locale": LOCALES[language]} if language in LOCALES else {}
    facts |= {"og:url": address} if site else {}
    cards = {"card": "summary_large_image", "title": title, "description": about, "image": shown}
    lines = [f'<meta property="{name}" content="{escape(str(value))}">' for name, value in facts.items()]
    lines += [f'<meta name="twitter:{name}" content="{escape(value)}">' for name, value in cards.items()]
    lines += [f'<link rel="canonical" href="{escape(address)}">'] if site and page != "play.html" else []
    alternates = language_pages.alternate_links(page, site) if site else ""  # search engines want whole addresses
    return "".join(f"{line}\n" for line in lines) + alternates


def game_data(told: Mapping[str, str], page: str, game: str, site: str, language: str) -> str:
    """Return what search engines read about a game on a site with an address, in the words of schema.org."""
    fewest, most = told["seats"].split("-")
    facts = {
        "@type": ["VideoGame", "WebApplication"],
        "name": told["title"],
        "description": told["about"],
        "genre": "Board game",
        "applicationCategory": "GameApplication",
        "operatingSystem": "all",
        "gamePlatform": "Web browser",
        "playMode": ["SinglePlayer", "MultiPlayer"],
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": int(fewest), "maxValue": int(most)},
        "inLanguage": language,
        "isAccessibleForFree": True,
        "offers": {"@type": "Offer", "price": 0, "priceCurrency": "USD"},
    }
    folder = language_pages.language_folder(language)
    facts |= {"url": site + folder + page, "image": f"{site}{oembed.PICTURES_FOLDER}/{folder}{game}.png"}
    return _structured_data(facts)


def site_data(home: str, site: str, language: str) -> str:
    """Return what search engines read about a site with an address, in the words of schema.org."""
    about = unescape(DESCRIPTION_TAG.findall(home)[0])
    address = site + language_pages.language_folder(language)
    facts = {"@type": "WebSite", "name": "Palaces", "url": address, "description": about, "inLanguage": language}
    return _structured_data(facts)


def _structured_data(facts: Mapping[str, object]) -> str:
    text = json.dumps({"@context": "https://schema.org", **facts}, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>\n'


def not_found_page(lost: str, site: str, language: str = "en") -> str:
    """Return 404.html of a language, which a server shows at any address in its folder.

    It finds its files by the address of the site. Without that address, it looks for its script in the parent folders.
    """
    up = "./" if language == "en" else "../"
    if site:
        path = urlsplit(site).path
        home = path + language_pages.language_folder(language)
        lost = re.sub(r'\b(href|src)="\./', rf'\1="{escape(home)}', lost)
        return re.sub(r'\b(href|src)="\.\./', rf'\1="{escape(path)}', lost)
    [asked] = re.findall(rf'<script src="{re.escape(up)}lost\.js".*?</script>\n', lost)
    folders = ["../" * n for n in range(up.count("..") + 1, MAX_PARENT_FOLDERS + 1)]
    return lost.replace(asked, asked + "".join(asked.replace(f'"{up}', f'"{folder}') for folder in folders))


def robots_txt(site: str) -> str:
    """Return robots.txt: robots may read everything but the page for frames."""
    folder = urlsplit(site).path
    return f"User-agent: *\nDisallow: {folder}embed.html\nDisallow: {folder}frame.html\nSitemap: {site}sitemap.xml\n"


def sitemap_xml(pages: Iterable[str], site: str) -> str:
    """Return sitemap.xml for these pages."""
    lines = [f"<url><loc>{escape(site + page.removesuffix('index.html'))}</loc></url>" for page in pages]
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n' + "\n".join(lines) + "\n</urlset>\n"


def screenshot_files(games: Iterable[str]) -> Iterator[tuple[str, str, Path]]:
    """Yield game, kind of screen and file of each screenshot."""
    for kind, (look, _size) in SCREENSHOTS.items():
        for game in games:
            if (path := VISUAL_REGRESSION_FOLDER / f"{game}-{look}.webp").is_file():
                yield game, kind, path


def manifest_json(
    text: str, games: Mapping[str, Mapping[str, str]], about: str, site: str = "", language: str = "en"
) -> str:
    """Return the manifest of a language, with a shortcut for each game; with an address, also an id.

    The English one has screenshots.

    The id is what browsers take without one: the start page. So installed copies stay the same app.
    """
    folder = language_pages.language_folder(language)
    known: dict[str, object] = json.loads(text)
    known |= {"lang": language, "description": about, "start_url": f"../{folder}"}
    if site:
        known = {"id": urlsplit(site).path, **known}
    known["shortcuts"] = [
        {
            "name": told["title"],
            "short_name": told["name"],
            "url": f"../{folder}{game}.html",
            "icons": [
                _manifest_image(
                    f"{game}-{preview_images.SHORTCUT_ICON_PX}.png",
                    f"{preview_images.SHORTCUT_ICON_PX}x{preview_images.SHORTCUT_ICON_PX}",
                )
            ],
        }
        for game, told in games.items()
    ]
    if language == "en":  # the pictures have English words
        known["screenshots"] = [
            _manifest_image(f"{game}-{kind}.webp", SCREENSHOTS[kind][1])
            | {"form_factor": kind, "label": games[game]["title"]}
            for game, kind, _path in screenshot_files(games)
        ]
    return json.dumps(known, indent=2, ensure_ascii=False) + "\n"


def _manifest_image(name: str, size: str) -> dict[str, str]:
    return {"src": f"../{oembed.PICTURES_FOLDER}/{name}", "sizes": size, "type": f"image/{name.partition('.')[2]}"}


def preview_drawings(
    scenes: Mapping[str, str], games: Mapping[str, Mapping[str, str]], styles: Mapping[str, str]
) -> dict[str, str]:
    """Return the link previews in one language by name. `scenes` are drawings that need no style sheet."""
    drawn = {}
    for game, told in games.items():
        words = preview_images.Caption(told["name"], told["facts"])
        drawn[game] = preview_images.preview_svg([scenes[game]], words, styles[game])
    names = " · ".join(told["name"] for told in games.values())
    first = next(iter(styles.values()))
    drawn[HOME_PREVIEW] = preview_images.preview_svg(
        [*scenes.values()], preview_images.Caption("Palaces", names), first
    )
    return drawn


def icon_drawings(scenes: Mapping[str, str]) -> dict[str, str]:
    """Return the icons of the games for the shortcuts of the installed app, by name."""
    size = preview_images.SHORTCUT_ICON_PX
    return {f"{game}-{size}": preview_images.scene_icon_svg(scene) for game, scene in scenes.items()}


def tab_drawings(icon: Path) -> dict[str, str]:
    """Return the tab icon in its sizes, by name."""
    drawn = icon.read_text(encoding="utf-8")
    size = '<svg width="{0}" height="{0}" '
    return {f"tab-{n}": drawn.replace("<svg ", size.format(n), 1) for n in preview_images.TAB_ICON_SIZES_PX}
