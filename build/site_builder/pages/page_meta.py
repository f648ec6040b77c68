"""What pages tell whoever shows a link to them, or finds them: in their heads, and in the files that robots ask for."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from urllib.parse import urlsplit

from site_builder.pages import oembed, preview_images
from site_builder.paths import ROOT

SCREENSHOTS = {"wide": ("turn-wide-light", "1280x800"), "narrow": ("turn-phone-light", "360x740")}
"""How a browser shows an app before it is installed: which of the pictures of its tables, and the size of that."""
VISUAL_REGRESSION_FOLDER = ROOT / "e2e/visual_regression"
"""Where these are kept, which the tests compare with."""
HOME_PREVIEW = "palaces"
"""The picture of all games."""
MAX_PARENT_FOLDERS = 6
"""How many folders round a page that is missing its script is looked for in."""
TITLE_TAG, DESCRIPTION_TAG = (
    re.compile(r"<title>(.*?)</title>"),
    re.compile(r'<meta name="description" content="(.*?)">'),
)


def game_page_html(play: str, game: str, told: Mapping[str, str]) -> str:
    """play.html as the page of one game: it has that table only, and says what it is."""
    named = play.replace("<title>", f"<title>{escape(told['title'])} · ", 1)
    described = DESCRIPTION_TAG.sub(f'<meta name="description" content="{escape(told["about"])}">', named, count=1)
    begun = described.replace("<!--poster:lesson-->", f"<!--poster:{game}_lesson-->")
    return begun.replace("<!--poster:board-->", f"<!--poster:{game}_table-->")


def social_tags(html: str, page: str, picture: str, site: str) -> str:
    """What tells other sites of a page, for its head. Where the site has no address, none names a host."""
    title, about = (
        unescape(found.findall(html)[0]) for found in (TITLE_TAG, DESCRIPTION_TAG)
    )  # drawings have titles, too
    up = "../" * page.count("/") or "./"
    address, shown = site + page.removesuffix("index.html"), f"{site or up}{oembed.PICTURES_FOLDER}/{picture}.png"
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
    facts |= {"og:url": address} if site else {}
    cards = {"card": "summary_large_image", "title": title, "description": about, "image": shown}
    lines = [f'<meta property="{name}" content="{escape(str(value))}">' for name, value in facts.items()]
    lines += [f'<meta name="twitter:{name}" content="{escape(value)}">' for name, value in cards.items()]
    lines += [f'<link rel="canonical" href="{escape(address)}">'] if site and page != "play.html" else []
    return "".join(f"{line}\n" for line in lines)


def not_found_page(lost: str, site: str) -> str:
    """404.html, which a server shows at any address, so that it finds its files: by the site's address, or where that
    is not known by its script, which is looked for in the folders round it, too."""
    if site:
        return re.sub(r'\b(href|src)="\./', rf'\1="{escape(urlsplit(site).path)}', lost)
    [asked] = re.findall(r'<script src="\./lost\.js".*?</script>\n', lost)
    further = "".join(asked.replace("./", "../" * n) for n in range(1, MAX_PARENT_FOLDERS + 1))
    return lost.replace(asked, asked + further)


def robots_txt(site: str) -> str:
    """robots.txt: everything may be read, but for the page that lies in other people's."""
    return f"User-agent: *\nDisallow: {urlsplit(site).path}embed.html\nSitemap: {site}sitemap.xml\n"


def sitemap_xml(pages: Iterable[str], site: str) -> str:
    """sitemap.xml, of these pages."""
    lines = [f"<url><loc>{escape(site + page.removesuffix('index.html'))}</loc></url>" for page in pages]
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n' + "\n".join(lines) + "\n</urlset>\n"


def screenshot_files(games: Iterable[str]) -> Iterator[tuple[str, str, Path]]:
    """Of each game that was pictured, and each kind of screen: the picture."""
    for kind, (look, _size) in SCREENSHOTS.items():
        for game in games:
            if (path := VISUAL_REGRESSION_FOLDER / f"{game}-{look}.webp").is_file():
                yield game, kind, path


def manifest_json(text: str, games: Mapping[str, Mapping[str, str]]) -> str:
    """The manifest with a shortcut to each game, and how it looks there."""
    known: dict[str, object] = json.loads(text)
    known["shortcuts"] = [
        {
            "name": told["title"],
            "short_name": told["name"],
            "url": f"../{game}.html",
            "icons": [
                _manifest_image(
                    f"{game}-{preview_images.SHORTCUT_ICON_PX}.png",
                    f"{preview_images.SHORTCUT_ICON_PX}x{preview_images.SHORTCUT_ICON_PX}",
                )
            ],
        }
        for game, told in games.items()
    ]
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
    """By name every picture of the site as a drawing, of scenes that need no style sheet."""
    drawn = {}
    for game, told in games.items():
        words = preview_images.Caption(told["name"], told["facts"])
        drawn[game] = preview_images.preview_svg([scenes[game]], words, styles[game])
        drawn[f"{game}-{preview_images.SHORTCUT_ICON_PX}"] = preview_images.scene_icon_svg(scenes[game])
    names = " · ".join(told["name"] for told in games.values())
    first = next(iter(styles.values()))
    drawn[HOME_PREVIEW] = preview_images.preview_svg(
        [*scenes.values()], preview_images.Caption("Palaces", names), first
    )
    return drawn


def tab_drawings(icon: Path) -> dict[str, str]:
    """By name the icon of a tab in its sizes."""
    drawn = icon.read_text(encoding="utf-8")
    size = '<svg width="{0}" height="{0}" '
    return {f"tab-{n}": drawn.replace("<svg ", size.format(n), 1) for n in preview_images.TAB_ICON_SIZES_PX}
