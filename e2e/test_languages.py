"""Tests of the languages: their pages, the choice, the offer, the offline copy, and a catalog that does not come."""

import json
import re
from random import Random

import pytest
from accessibility import axe_violations
from conftest import SITE_FOLDER, Site, wait_until_live, wait_until_offline_ready
from players import HEARD_JS, RECORD_ANNOUNCEMENTS_JS, is_over, load_match, wait_for_decision
from playwright.sync_api import Browser, Page, expect
from soak import PRESS_CONTROLS_JS

from pygame_core.bots import choose

FRENCH = pytest.mark.browser_context_args(locale="fr-FR")
FRENCH_FILES = [*SITE_FOLDER.glob("fr/**/*.html"), *SITE_FOLDER.glob("release-*/*/fr.js*")]
FRENCH_FILE_COUNT = len([path for path in FRENCH_FILES if path.name != "sandbox.html"])  # that is kept with the lab
TURN = {"fr": "À vous de jouer", "de": "Du bist am Zug"}
ENGLISH = re.compile(r"\b(?:the|your|you|with|and|from|take|turn|choose|this|moves?|settings|has|is|are)\b", re.I)
OFFER = "This site is available in English, too."  # the browser of the tests speaks English
LANGUAGE_FILES_JS = """async (language) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("palaces-languages"));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().filter(({ url }) => url.includes(`/${language}/`) || url.includes(`/${language}.js`)).length;
}"""
PAGE_TEXTS_JS = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const isOurs = !parentElement.closest(":not(html)[lang], script, mpy-config, code, pre, kbd, .brand");
    if (isOurs && data.trim()) texts.push(data.trim());
  }
  for (const name of ["aria-label", "title", "placeholder"])
    for (const each of document.querySelectorAll(`[${name}]`)) texts.push(each.getAttribute(name));
  return texts;
}"""


@pytest.mark.parametrize("language", TURN)
@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_a_game_is_in_the_language_of_its_page(page: Page, site: Site, game: str, language: str) -> None:
    page.goto(site.url(f"{language}/{game}.html?seed=7&seats=you,bot:casual"))
    wait_until_live(page)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page).to_have_title(re.compile(TURN[language]))
    for keys in ("", {"fr": "l", "de": "v"}[language], "?"):
        if keys:
            page.keyboard.press(keys)
            expect(page.locator("#panel > *").first).to_be_visible()
        texts = page.evaluate(PAGE_TEXTS_JS)
        assert not [text for text in texts if ENGLISH.search(text.replace(OFFER, ""))]
        if keys:
            page.keyboard.press("Escape")
    # as in `test_accessibility.py`, drawn figures are compared there
    assert [each for each in axe_violations(page) if not each.startswith("label-content-name-mismatch")] == []


@pytest.mark.parametrize("language", TURN)
@pytest.mark.parametrize(
    "name", ["", "rules/alhambra.html", "rules/palazzo.html", "rules/medina.html", "rules/bots.html"]
)
def test_a_page_without_a_game_is_in_its_language(page: Page, site: Site, name: str, language: str) -> None:
    page.goto(site.url(f"{language}/{name}"))
    assert not [text for text in page.evaluate(PAGE_TEXTS_JS) if ENGLISH.search(text) and "Card Game" not in text]
    assert axe_violations(page) == []


@pytest.mark.parametrize("language", TURN)
@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_no_english_is_left_in_a_whole_game(page: Page, site: Site, game: str, language: str) -> None:
    """Every screen, announcement and entry of the log, then the end and its panels."""
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    page.goto(site.url(f"{language}/{game}.html?seed=5&speed=instant&seats=you,bot:casual,bot:casual"))
    wait_until_live(page)
    texts: set[str] = set()
    rng = Random(1)
    while True:
        wait_for_decision(page)
        texts.update(page.evaluate(PAGE_TEXTS_JS))
        match = load_match(page)
        if is_over(page):
            break
        if match.to_move() is None:  # the last scoring waits for a touch
            page.locator("#go-on").click()
            continue
        action = choose("casual", match.view(match.to_move()), rng).action
        page.evaluate(PRESS_CONTROLS_JS, [("act", json.dumps(action), "")])
    texts.update(page.evaluate(HEARD_JS))
    for panel in ("log", "menu", "settings", "keys", "share", "new"):
        page.evaluate(PRESS_CONTROLS_JS, [("do", json.dumps(["panel", panel]), "")])
        expect(page.locator("#panel > *").first).to_be_visible()
        texts.update(page.evaluate(PAGE_TEXTS_JS))
    log_texts = page.evaluate(PRESS_CONTROLS_JS, [("do", '["panel", "log"]', "")]) or page.evaluate(PAGE_TEXTS_JS)
    assert len(log_texts) > len(load_match(page).log) / 2
    page.keyboard.press("Escape")
    assert sorted(text for text in texts if ENGLISH.search(text.replace(OFFER, ""))) == []
    assert [each for each in axe_violations(page) if not each.startswith("label-content-name-mismatch")] == []


def test_a_choice_goes_before_everything_and_stays(page: Page, site: Site) -> None:
    page.goto(site.url())
    page.get_by_label("Language").select_option("de")
    page.wait_for_url(site.url("de/"))
    page.goto(site.url("medina.html?seed=3&lang=fr#x"))
    page.wait_for_url(re.compile(r"/de/medina\.html\?.*seed=3"))
    wait_until_live(page)
    expect(page).to_have_title(re.compile(TURN["de"]))
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("group", name="Sprache").get_by_role("button", name="English").click()
    page.wait_for_url(re.compile(r"palaces/medina\.html\?"))
    wait_until_live(page)
    expect(page).to_have_title(re.compile("Your turn"))


def test_a_link_may_name_a_language(page: Page, site: Site) -> None:
    page.goto(site.url("rules/medina.html?lang=FR#M9"))
    page.wait_for_url(site.url("fr/rules/medina.html#M9"))
    page.goto(site.url("rules/medina.html?lang=de-AT"))
    page.wait_for_url(site.url("de/rules/medina.html"))
    page.goto(site.url("palazzo.html?lang=tlh&seed=1"))
    wait_until_live(page)
    expect(page.locator("#notices")).to_contain_text("This site isn't available in the language of the link.")


@FRENCH
def test_the_language_of_the_browser_is_offered_and_never_forced(page: Page, site: Site) -> None:
    page.goto(site.url())
    offer = page.locator(".language-offer")
    expect(offer).to_have_attribute("lang", "fr")
    expect(offer).to_contain_text("Ce site existe aussi en français.")
    offer.get_by_role("button").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(offer).to_have_count(0)


@FRENCH
def test_a_game_offers_the_language_once_and_goes_on_in_it(page: Page, site: Site) -> None:
    page.goto(site.url("medina.html?seed=3&seats=you,you"))
    wait_until_live(page)
    offer = page.locator("#notices > [lang=fr]")
    expect(offer.get_by_role("button", name="Non merci")).to_be_visible()
    offer.get_by_role("button", name="Lire en français").click()
    page.wait_for_url(re.compile(r"/fr/medina\.html\?.*seed=3"))
    wait_until_live(page)
    expect(page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.first_visit
def test_a_language_works_offline_once_one_of_its_pages_was_open(page: Page, site: Site, errors: list[str]) -> None:
    page.goto(site.url("fr/alhambra.html?seed=7"))
    wait_until_live(page)
    wait_until_offline_ready(page)
    page.goto(site.url("fr/"))  # through the service worker
    for _attempt in range(100):
        if page.evaluate(LANGUAGE_FILES_JS, "fr") == FRENCH_FILE_COUNT:
            break
        page.wait_for_timeout(100)
    assert page.evaluate(LANGUAGE_FILES_JS, "fr") == FRENCH_FILE_COUNT
    assert page.evaluate(LANGUAGE_FILES_JS, "de") == 0
    site.stop()
    page.goto(site.url("fr/medina.html?seed=7"))
    wait_until_live(page)
    expect(page).to_have_title(re.compile(TURN["fr"]))
    page.goto(site.url("fr/rules/medina.html"))
    expect(page.locator("h1")).to_have_text("Medina")
    errors.clear()  # the worker has asked the server whether its files have changed


@pytest.mark.first_visit
@pytest.mark.parametrize("start", ["image", "library"])
def test_a_language_comes_on_every_way_to_start(page: Page, site: Site, errors: list[str], start: str) -> None:
    if start == "library":
        page.route("**/memory.bin", lambda route: route.fulfill(status=404))
    page.goto(site.url("de/medina.html?seed=7"))
    wait_until_live(page)
    expect(page).to_have_title(re.compile(TURN["de"]))
    errors.clear()


@pytest.mark.first_visit
@pytest.mark.parametrize(("status", "body"), [(404, ""), (200, "<!doctype html><p>Page not found")])
def test_without_its_catalog_a_page_says_so_and_speaks_english(
    page: Page, site: Site, errors: list[str], status: int, body: str
) -> None:
    page.route("**/languages/fr.json", lambda route: route.fulfill(status=status, body=body))
    page.goto(site.url("fr/medina.html?seed=7"))
    wait_until_live(page)
    expect(page.locator("#notices > [lang=fr]")).to_contain_text("elle est donc en anglais")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_title(re.compile("Your turn"))
    errors.clear()


def test_links_without_scripts_lead_to_all_languages(browser: Browser, site: Site) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(site.url("de/"))
    page.locator(".tool[popovertarget=settings]").click()
    page.get_by_role("link", name="Français").click()
    expect(page).to_have_url(site.url("fr/"))
    page.locator(".tool[popovertarget=settings]").click()
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(site.url())
