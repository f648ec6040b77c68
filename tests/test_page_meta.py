"""Tests of metadata for other sites, with and without a site address, and of drawings that need no style sheet."""

import json
import re

import pytest
from palaces.prerender import page_pictures
from site_builder.pages import oembed, page_heads, page_meta, preview_images, styles
from site_builder.paths import WEB
from tables import SITE_GAMES

SITE = "https://example.org/palaces/"
PAGE_FACTS = json.loads(page_pictures.render_placeholder("heads"))["games"]
HOST_PATTERN = re.compile(r"(?:https?:)?//[\w.-]+")


def game_page_source(game: str) -> str:
    """Return the page of a game without its table and links."""
    return page_meta.game_page_html(page_heads.read_page(WEB / "play.html"), game, PAGE_FACTS[game])


@pytest.mark.parametrize("game", SITE_GAMES)
def test_the_page_of_a_game_says_which_it_is_and_shows_no_other_table(game: str) -> None:
    made = game_page_source(game)
    assert f"<title>Play {PAGE_FACTS[game]['name']} online for free · Palaces</title>" in made
    assert made.count('name="description"') == 1
    assert PAGE_FACTS[game]["about"].split(".")[0] in made
    assert [name for name in SITE_GAMES if f"<!--poster:{name}_table-->" in made] == [game]
    assert "<!--poster:board-->" not in made
    assert [name for name in SITE_GAMES if f'id="{name}"' in page_pictures.render_placeholder(f"{game}_table")] == [
        game
    ]


def test_without_an_address_nothing_names_a_host_and_the_picture_is_found_from_the_page() -> None:
    told = page_meta.social_tags(game_page_source("medina"), "medina.html", "medina", "")
    assert not HOST_PATTERN.search(told)
    assert 'property="og:image" content="./pictures/medina.png"' in told
    assert "canonical" not in told
    assert "og:url" not in told
    further = page_meta.social_tags(
        '<title>A</title><meta name="description" content="B">', "rules/bots.html", page_meta.HOME_PREVIEW, ""
    )
    assert 'name="twitter:image" content="../pictures/palaces.png"' in further


def test_with_an_address_a_page_names_itself_and_its_picture_in_full() -> None:
    told = page_meta.social_tags(game_page_source("medina"), "medina.html", "medina", SITE)
    assert f'<link rel="canonical" href="{SITE}medina.html">' in told
    assert f'property="og:url" content="{SITE}medina.html"' in told
    assert told.count(f'content="{SITE}pictures/medina.png"') == 2
    assert f'href="{SITE}"' in page_meta.social_tags(
        game_page_source("medina"), "index.html", page_meta.HOME_PREVIEW, SITE
    )
    assert "canonical" not in page_meta.social_tags(
        game_page_source("medina"), "play.html", page_meta.HOME_PREVIEW, SITE
    )


def test_search_engines_read_what_a_game_is() -> None:
    told = PAGE_FACTS["medina"] | {"about": "</script><b>"}
    script = page_meta.game_data(told, "medina.html", "medina", SITE, "en")
    [text] = re.findall(r'<script type="application/ld\+json">(.*)</script>', script)
    assert "<" not in text
    facts = json.loads(text)
    assert facts["@type"] == ["VideoGame", "WebApplication"]
    assert facts["numberOfPlayers"] == {"@type": "QuantitativeValue", "minValue": 2, "maxValue": 4}
    assert (facts["name"], facts["description"]) == (told["title"], told["about"])
    assert facts["url"] == f"{SITE}medina.html"


def test_search_engines_read_what_the_site_is() -> None:
    script = page_meta.site_data('<meta name="description" content="Games &amp; &lt;bots&gt;">', SITE, "en")
    [text] = re.findall(r'<script type="application/ld\+json">(.*)</script>', script)
    facts = json.loads(text)
    assert (facts["@type"], facts["url"], facts["description"]) == ("WebSite", SITE, "Games & <bots>")


def test_an_installed_app_keeps_its_identity() -> None:
    """Without an id, browsers take the start page; the folder is known only with an address."""
    text = (WEB / "manifest.webmanifest").read_text("utf-8")
    assert "id" not in json.loads(page_meta.manifest_json(text, PAGE_FACTS, "Games"))
    assert json.loads(page_meta.manifest_json(text, PAGE_FACTS, "Games", SITE))["id"] == "/palaces/"


def test_robots_are_led_to_every_page_by_its_full_address() -> None:
    assert f"Sitemap: {SITE}sitemap.xml\n" in page_meta.robots_txt(SITE)
    listed = re.findall(r"<loc>(.*?)</loc>", page_meta.sitemap_xml(["index.html", "medina.html"], SITE))
    assert listed == [SITE, f"{SITE}medina.html"]


def test_the_page_for_what_is_missing_finds_its_files_by_the_address_or_in_the_folders_round_it() -> None:
    lost = page_heads.read_page(WEB / "404.html")
    known, unknown = page_meta.not_found_page(lost, SITE), page_meta.not_found_page(lost, "")
    assert re.findall(r'src="(.*?)"', known) == ["/palaces/lost.js"]
    assert 'href="/palaces/pages.css"' in known
    assert re.findall(r'src="(.*?)"', unknown) == [
        "./lost.js",
        *("../" * n + "lost.js" for n in range(1, page_meta.MAX_PARENT_FOLDERS + 1)),
    ]


@pytest.mark.parametrize("game", SITE_GAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_flat_drawing_needs_no_style_sheet_and_has_every_colour_of_its_scheme(game: str, scheme: str) -> None:
    drawn = preview_images.inline_styles(
        page_pictures.render_placeholder(f"{game}_scene"), styles.picture_css(WEB / "palaces/games" / game), scheme
    )
    assert not re.search(r"var\(|light-dark\(|class=|<use|<symbol|<style", drawn)
    assert drawn.count("<svg") > 5
    pair = oembed.resolve_css_value("light-dark(light, dark)", "", scheme)
    assert pair == scheme


def test_what_is_said_of_an_element_weighs_as_in_a_browser_and_reaches_into_symbols() -> None:
    symbol = '<symbol id="a" viewBox="0 0 1 1"><path class="x"/></symbol>'
    drawn = f'<svg>{symbol}<g class="o"><use href="#a" class="y"/></g></svg>'
    sheet = ".x { fill: var(--own); } .y { --own: red; opacity: .5; } .o .y { --own: blue; } .y .x { fill: green; }"
    made = preview_images.inline_styles(drawn, sheet)
    assert '<path fill="blue"' in made
    assert 'opacity=".5"' in made


def test_the_icon_of_a_tab_holds_its_pictures_whole() -> None:
    def png(size: int) -> bytes:
        return b"\x89PNG\r\n\x1a\n" + bytes(8) + size.to_bytes(4, "big") * 2 + bytes([size] * size)

    made = preview_images.ico_file(png(size) for size in preview_images.TAB_ICON_SIZES_PX)
    assert made[:6] == bytes([0, 0, 1, 0, len(preview_images.TAB_ICON_SIZES_PX), 0])
    for n, size in enumerate(preview_images.TAB_ICON_SIZES_PX):
        entry = made[6 + 16 * n : 22 + 16 * n]
        length, at = (int.from_bytes(entry[k : k + 4], "little") for k in (8, 12))
        assert (entry[0], made[at : at + length]) == (size, png(size))
