"""Browser tests of the docs: search, menu, copying, offline, screens and contrast, and the HTML for other pages."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from accessibility import axe_violations, low_contrast_words
from conftest import Site, wait_until_offline_ready
from docs_site.sources import read_blocks, source_pages
from layout_checks import FINGER_TARGET_PX, PAGE_OVERFLOW_JS
from players import wait_for_truth
from playwright.sync_api import BrowserContext, Page, expect

SHOWN_PAGES = ("index.html", "bots/first-bot.html", "ten-minutes.html", "reference/match.html", "faults.html")
SCREENS = ((360, "dark"), (768, "light"), (1280, "dark"))
SMALL_TARGETS_JS = """(least) => [...document.querySelectorAll("a, button, select, input")].filter((each) => {
  if (!each.checkVisibility() || each.matches(".docs-skip, .docs-main :is(p, li, td, dt, dd) a")) return false;
  const { width, height } = each.getBoundingClientRect();
  return height < least - 0.5 || width < least - 0.5;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""Controls that are too small for a finger. A link in a text is as high as the text."""
EXAMPLE_SITES = re.compile(r"SITE/|https://example\.org/palaces/")


@pytest.mark.parametrize(("width", "scheme"), SCREENS, ids=lambda value: str(value))
def test_pages_are_accessible_and_fit(page: Page, site: Site, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for name in SHOWN_PAGES:
        page.goto(site.url(f"docs/{name}"))
        expect(page.get_by_role("searchbox")).to_be_visible()
        assert axe_violations(page) == [], name
        assert low_contrast_words(page) == [], name
        assert page.evaluate(PAGE_OVERFLOW_JS) == [], name
        assert page.evaluate(SMALL_TARGETS_JS, FINGER_TARGET_PX) == [], name


def test_the_home_page_and_the_menu_of_a_game_lead_to_the_docs(page: Page, site: Site) -> None:
    page.goto(site.url("index.html"))
    page.get_by_role("contentinfo").get_by_role("link", name="Docs").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Board games for Python")
    page.goto(site.url("medina.html?seats=you,bot:casual"))
    page.click("#menu")
    page.get_by_role("link", name="Docs").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Board games for Python")


def test_a_bot_of_the_docs_opens_in_the_lab_and_does_not_run(page: Page, site: Site) -> None:
    page.goto(site.url("docs/bots/first-bot.html"))
    text = page.locator(".docs-code", has=page.locator(".docs-lab-link")).first.locator("code").inner_text()
    page.get_by_role("link", name="Open in the lab").first.click()
    expect(page.get_by_role("button", name="Run 100 games")).to_be_visible()
    for line in filter(None, text.splitlines()):
        expect(page.get_by_role("main")).to_contain_text(line.strip())
    assert page.workers == []


def test_a_slash_starts_the_search_and_keys_open_a_result(page: Page, site: Site) -> None:
    page.goto(site.url("docs/index.html"))
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search the docs")).to_be_focused()
    page.keyboard.type("sample_worlds")
    results = page.get_by_role("list", name="Results")
    expect(results.get_by_role("link").first).to_contain_text("sample_worlds")
    expect(page.get_by_role("status")).to_contain_text("results")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"docs/reference/bot-tools\.html#pygame_core\.bot_tools\.sample_worlds$"))
    page.keyboard.press("/")
    page.keyboard.type("xyzzy")
    expect(results).to_have_text("Nothing found. Try fewer words.")
    page.keyboard.press("Escape")
    expect(results).to_be_hidden()


def test_on_a_phone_the_tree_and_the_sections_are_in_the_menu(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site.url("docs/reference/player.html"))
    tree, sections = (page.get_by_role("navigation", name=name) for name in ("Documentation", "On this page"))
    expect(tree).to_be_hidden()
    button = page.get_by_role("button", name="Contents")
    button.press("Enter")
    expect(sections.get_by_role("link", name="State")).to_be_visible()
    expect(tree.get_by_role("link", name="Player", exact=True)).to_have_attribute("aria-current", "page")
    assert page.evaluate(SMALL_TARGETS_JS, FINGER_TARGET_PX) == []
    page.keyboard.press("Escape")
    expect(tree).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    tree.get_by_role("link", name="Tournaments").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tournaments")


def test_copy_takes_code_without_prompts(page: Page, site: Site, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.url("docs/reference/bot-tools.html"))
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("from random import Random\nfrom pygame_core import Match\n")
    assert "\nTrue" not in copied


DOCS_KEPT_JS = """caches.keys().then(async (names) => {
  const name = names.find((name) => name.startsWith("palaces-languages-"));
  const kept = name === undefined ? [] : await (await caches.open(name)).keys();
  return kept.some(({ url }) => url.includes("/docs/docs.js"));
})"""
"""True if the service worker has kept the last file of the docs."""


@pytest.mark.first_visit
def test_once_visited_all_pages_and_the_search_work_offline(page: Page, site: Site) -> None:
    page.goto(site.url("index.html"))
    wait_until_offline_ready(page)
    page.goto(site.url("docs/index.html"))
    page.goto(site.url("docs/index.html"))  # the first page may have come before the service worker took control
    wait_for_truth(page, DOCS_KEPT_JS)
    site.stop()
    page.goto(site.url("docs/bots/tournaments.html"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Tournaments")
    page.keyboard.press("/")
    page.keyboard.type("Wilson")
    expect(page.get_by_role("list", name="Results").get_by_role("link").first).to_be_visible()
    site.start()


POST_HEAD = '<!doctype html><link rel="icon" href="data:,"><title>Post</title>'


def html_blocks(page: str) -> list[str]:
    """Return the blocks of a page that run in a page of their own, on another site."""
    blocks = read_blocks(source_pages()[page].read_text("utf-8"))
    return [block.text for block in blocks if block.language == "html" and "no-run" not in block.options]


PAGES_WITH_HTML = [name for name in source_pages() if html_blocks(name)]


def test_pages_have_html_for_other_pages() -> None:
    assert "embedding.md" in PAGES_WITH_HTML


@pytest.mark.parametrize("name", PAGES_WITH_HTML)
def test_html_for_other_pages_shows_a_game(
    page: Page, site: Site, serve_folder: Callable[[Path], Site], tmp_path: Path, name: str
) -> None:
    blocks = html_blocks(name)
    for number, block in enumerate(blocks):
        text = EXAMPLE_SITES.sub(site.url(), block)
        (tmp_path / f"{number}.html").write_text(POST_HEAD + text, encoding="utf-8")
    post = serve_folder(tmp_path)
    for number, block in enumerate(blocks):
        page.goto(post.url(f"{number}.html"))
        if "<iframe" in block:
            expect(page.frame_locator("iframe").get_by_role("button", name="Play")).to_be_visible()
        else:
            expect(page.locator("palace-game").get_by_role("button", name=re.compile("Play|Solve"))).to_be_visible()
