"""Browser tests of the edges of a window: strips that a phone needs for itself, paper, and a mouse that marks text."""

import pytest
from conftest import Site
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.features.steps import start_game
from playwright.sync_api import Page
from visual_regression import after_messages, show_page

SIZES = {
    "sideways": (844, 390, {"left": 47, "top": 0, "right": 47, "bottom": 21}),
    "upright": (390, 844, {"left": 0, "top": 47, "right": 0, "bottom": 34}),
    "tablet": (1180, 820, {"left": 20, "top": 24, "right": 20, "bottom": 20}),
}
OUTSIDE_JS = """(inset) => {
  const shown = (one) => {
    let { left, right, top, bottom } = one.getBoundingClientRect();
    for (let above = one.parentElement; above !== document.body; above = above.parentElement) {
      if (getComputedStyle(above).overflow === "visible") continue;
      const box = above.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };
  const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
  const all = document.querySelectorAll("button, a[href], input, select, [role=gridcell], .points, .total");
  return [...all].filter((one) => {
    if (one.offsetWidth < 3 && !one.matches("[role=gridcell]")) return false;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { left, right, top, bottom } = shown(one);
    if (right - left < 2 || bottom - top < 2 || bottom <= 0 || top >= innerHeight) return false;
    const isOver = bottom > innerHeight - inset.bottom + 0.5 && !scrolls && !one.closest(".sheet");
    const isWide = left < inset.left - 0.5 || right > innerWidth - inset.right + 0.5;
    return isWide || top < inset.top - 0.5 || isOver;
  }).map((one) => one.id || one.className.baseVal || one.className);
}"""
FAINT_TEXTS_JS = """() => {
  const light = (color) => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || one.closest("svg, script, style, template")) continue;
    if (!one.checkVisibility()) continue;
    const { color } = getComputedStyle(one);
    if (1.05 / (light(color) + 0.05) < 4.5) faint.push(`${color} ${texts.currentNode.data}`);
  }
  return faint;
}"""


def first_model(game: str) -> Model:
    return start_game(Address(game, ("you", "bot:casual", "bot:casual"), seed=7))[0]


def use_phone(page: Page, size: str) -> dict[str, int]:
    """Give the page the window of a phone. Return the strips that the phone needs."""
    width, height, inset = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": inset})
    return inset


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_no_control_or_figure_is_in_a_strip_that_a_phone_needs(page: Page, site: Site, game: str, size: str) -> None:
    inset = use_phone(page, size)
    model = first_model(game)
    for shown in (model, after_messages(model, ["panel", "menu"]), after_messages(model, ["seat", 0])):
        show_page(page, site.url(""), shown)
        assert page.evaluate(OUTSIDE_JS, inset) == []


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", ["", "rules/medina.html", "rules/bots.html"])
def test_no_page_is_in_a_strip_that_a_phone_needs(page: Page, site: Site, path: str, size: str) -> None:
    inset = use_phone(page, size)
    page.goto(site.url(path))
    assert page.evaluate(OUTSIDE_JS, inset) == []


@pytest.mark.parametrize("path", ["rules/medina.html", "rules/bots.html", ""])
def test_a_dark_page_is_printed_in_dark_letters(page: Page, site: Site, path: str) -> None:
    page.goto(site.url(path))
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(FAINT_TEXTS_JS) != []
    page.emulate_media(media="print")
    assert page.evaluate(FAINT_TEXTS_JS) == []


@pytest.mark.parametrize("path", ["rules/medina.html", "rules/bots.html", "rules/embed.html"])
def test_a_printed_page_begins_with_its_heading(page: Page, site: Site, path: str) -> None:
    page.goto(site.url(path))
    page.emulate_media(media="print")
    heading = page.locator("h1").bounding_box()
    assert heading is not None
    assert heading["y"] < 16


@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_a_mouse_that_is_dragged_over_the_table_marks_no_text(page: Page, site: Site, game: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    show_page(page, site.url(""), first_model(game))
    page.mouse.move(20, 80)
    page.mouse.down()
    page.mouse.move(1260, 780, steps=4)
    page.mouse.up()
    assert page.evaluate("getSelection().toString().trim()") == ""
