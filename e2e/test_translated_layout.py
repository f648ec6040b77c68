"""Browser tests of layout in other languages: all words fit on the tables, the home page and the pages of text."""

import json
from collections.abc import Iterator
from functools import cache

import pytest
from conftest import Site
from languages import lengthened_text, made_up_language, right_to_left_text, spoken_language, translation
from layout_checks import PAGE_OVERFLOW_JS, word_faults
from model_changes import change_model
from palaces.app.i18n import level_label
from playwright.sync_api import Browser, Page, expect
from visual_regression import NAMED_STATES, WINDOW_SIZES_PX, show_page

from pygame_core.bots import LEVELS
from pygame_core.i18n import CompiledCatalog

LANGUAGES = ("fr", "de", "long", "right-to-left")
SIZES_PX = {name: size for name, size in WINDOW_SIZES_PX.items() if name != "side"}


@cache
def compiled_catalogs(language: str) -> dict[str, CompiledCatalog]:
    """Return the catalogs of a language of the site, or of one with longer words or with letters from right to left."""
    if language == "right-to-left":
        return made_up_language(right_to_left_text, "he")
    return made_up_language(lengthened_text) if language == "long" else translation(language)


@pytest.fixture
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    """Switch the tables to the language of the test."""
    with spoken_language(compiled_catalogs(request.param)):
        yield


@pytest.mark.parametrize("_language", LANGUAGES, indirect=True)
@pytest.mark.parametrize("state", NAMED_STATES)
@pytest.mark.usefixtures("_language")
def test_all_words_of_a_table_fit(page: Page, site: Site, state: str) -> None:
    page.goto(site.url("rules/embed.html"))
    model = NAMED_STATES[state]()
    show_page(page, site.url(""), model)
    names = [*model.seat_labels, *model.player_names, *map(level_label, LEVELS)]
    wrong = word_faults(page, state, SIZES_PX, names)
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("_language", LANGUAGES, indirect=True)
@pytest.mark.usefixtures("_language")
def test_the_badge_of_a_practice_game_leaves_room_for_the_prompt(page: Page, site: Site) -> None:
    page.goto(site.url("rules/embed.html"))
    model = NAMED_STATES["alhambra-turn"]()
    match = model.match.copy()
    match.practice = True
    show_page(page, site.url(""), change_model(model, match=match))
    expect(page.locator("#status .badge")).to_be_visible()
    assert not word_faults(page, "practice", SIZES_PX, model.seat_labels)


@pytest.mark.parametrize("path", ["", "fr/", "de/"])
def test_the_bar_of_the_home_page_is_as_wide_as_the_screen(page: Page, site: Site, path: str) -> None:
    page.goto(site.url(path))
    for width in (320, 360, 480, 599, 700, 701, 768, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert not page.evaluate(PAGE_OVERFLOW_JS), width
        for control in page.locator(".top :is(a, button)").all():
            box = control.bounding_box()
            assert box, width
            assert box["x"] + box["width"] <= width, width
    expect(page.get_by_label({"": "Language", "fr/": "Langue", "de/": "Sprache"}[path])).to_have_count(1)


@pytest.mark.parametrize("path", ["", "rules/medina.html", "rules/bots.html"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_offer_of_a_language_covers_nothing_for_good(browser: Browser, site: Site, path: str, width: int) -> None:
    """At the end of the page, all links and buttons are above it."""
    with browser.new_context(locale="fr-FR", viewport={"width": width, "height": 740}) as context:
        page = context.new_page()
        page.goto(site.url(path))
        offer = page.locator(".language-offer")
        expect(offer).to_be_in_viewport(ratio=1)
        assert not page.evaluate(PAGE_OVERFLOW_JS)
        if not path:
            expect(offer).to_have_css("position", "static")  # on the home page, it has a place of its own
            return
        page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
        last = page.evaluate(
            "Math.max(...[...document.querySelectorAll('body > :not(aside) :is(a, button, p)')]"
            ".filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().bottom))"
        )
        box = offer.bounding_box()
        assert box
        assert last <= box["y"]


@pytest.mark.parametrize("path", ["", "rules/medina.html", "rules/bots.html", "rules/embed.html", "404.html"])
def test_a_page_of_text_from_right_to_left_is_as_wide_as_the_screen(page: Page, site: Site, path: str) -> None:
    page.goto(site.url(path))
    page.evaluate("document.documentElement.dir = 'rtl'")
    for width in (320, 360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert not page.evaluate(PAGE_OVERFLOW_JS), width
        covered = "[...document.querySelectorAll('h1, h2')].some((each) => each.getBoundingClientRect().left < 0)"
        assert not page.evaluate(covered), width
