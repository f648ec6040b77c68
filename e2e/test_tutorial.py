"""Tests of lessons in a browser, by highlighted controls alone, with a mouse, a finger and the keys."""

from collections.abc import Iterator

import pytest
from accessibility import axe_violations
from conftest import Site
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.browser.input.slip_guard import CATCH_UP_GUARD_MS
from palaces.features import tutorial_update
from palaces.loop.update import update
from palaces.ui.game_view import game_view_of
from players import Press, action_selector, touch_selector
from playwright.sync_api import Page, expect

from pygame_core import GAMES
from pygame_core.lesson import LessonTask

SETTLED_TUTORIAL = "#lesson[data-settled] .lesson-sheet"
WINDOW_SIZES = ((360, 740), (768, 1024), (1280, 800), (740, 360), (280, 420), (375, 560), (660, 440))
"""Phones, a tablet, a desktop, and the boxes of an embedded game."""
COVERED_THINGS_JS = r"""async (needed) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); // for a resize
  const boxOf = (element) => element.getBoundingClientRect();
  const shown = document.querySelector(".lesson-sheet");
  const [left, top] = shown.style.translate.match(/-?\d+/g).map(Number); // where it glides to
  const sheet = { left, top, right: left + shown.offsetWidth, bottom: top + shown.offsetHeight };
  const isCovered = (box) => Math.min(sheet.right, box.right) - Math.max(sheet.left, box.left) > 1
    && Math.min(sheet.bottom, box.bottom) - Math.max(sheet.top, box.top) > 1;
  const rings = [...document.querySelector(".lesson-veil .rings").getAttribute("d")
    .matchAll(/M(\S+) (\S+?)h(\S+?)a.*?v(\S+?)a.*?z/g)].map((found) => found.slice(1).map(Number))
    .map(([x, y, across, down]) => ({ left: x - 5, right: x + across + 5, top: y + 5, bottom: y + down + 15 }));
  const wanted = [...needed.map((n) => `[data-spot='${n}']`), "[data-spot='']", "main [aria-pressed=true]"];
  const things = [...document.querySelectorAll(wanted)].filter((each) => boxOf(each).width);
  return [
    things.length,
    rings.filter(isCovered).length,
    things.filter((each) => isCovered(boxOf(each))).map((each) => each.outerHTML.slice(0, 120)),
    [left < 0, top < 0, sheet.right > innerWidth, sheet.bottom > innerHeight].some((is) => is),
  ];
}"""
"""The number of drawn things that are needed or chosen, the number in rings that the panel covers, those things, and
True if the panel is not in the window."""
HIDDEN_THINGS_JS = r"""() => [...document.querySelectorAll("[data-spot='0'], [data-spot='']")]
  .map((each) => each.getBoundingClientRect())
  .filter((box) => box.width && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1
    || box.bottom > innerHeight + 1)).length"""
"""How many lit things are not in the window."""


def check_panel(page: Page, act: LessonTask) -> None:
    """Check that the panel is in the window, and that it covers nothing that is lit or chosen."""
    needed = [*range(len(act.needed_things))]
    drawn, covered_rings, covered_things, is_outside = page.evaluate(COVERED_THINGS_JS, needed)
    assert drawn, act.instruction
    assert (covered_rings, covered_things, is_outside) == (0, [], False), (act.instruction, page.viewport_size)


def lesson_moments(game: str) -> Iterator[tuple[Model, list[str]]]:
    """Yield the moments of a lesson, each with the controls to use in order. A caller may stop in between."""
    model = tutorial_update.start_tutorial(Address(game, learn=1))[0]
    while model.tutorial and model.tutorial.next_act:
        yield model, [*expected_controls(model)]
        model, effects = update(model, ("learn", "show"))
        while not model.is_awaiting_learner:
            later = (effect[1] for effect in effects if effect[0] == "later")
            model, effects = update(model, ("close",) if model.paused_for_panel else next(later))


def expected_controls(model: Model) -> Iterator[str]:
    """Yield the controls for the task: pieces, then the control that plays them; or the target itself."""
    assert model.tutorial
    act = model.tutorial.next_act
    assert act
    if act.touch_target:
        yield f".lesson-spot[data-over='{act.highlighted_things.index(act.touch_target)}']"
        return
    asked = model.tutorial.lesson.required_action(act)
    assert asked
    plays = action_selector(asked)
    for touched in game_view_of(model).touches_for_action(model.match, 0, asked):
        yield touch_selector(*touched) + ":not([aria-pressed=true])"
    yield f"[data-spot]{plays}, [data-spot] {plays}"


def wait_for_task(page: Page, press: Press, act: LessonTask) -> None:
    """Wait for the panel of this task. Continue after scorings before it."""
    settled = f"html[data-turn='{act.log_length}'] {SETTLED_TUTORIAL}"
    page.wait_for_selector(f"#go-on, {settled}")
    while page.locator("#go-on").count():
        press("#go-on")
        page.wait_for_selector(f"#go-on, {settled}")


def walk_tutorial(page: Page, game: str, press: Press, stop: int = 99) -> None:
    """Do all tasks until a step."""
    for model, wanted in lesson_moments(game):
        assert model.tutorial
        act = model.tutorial.next_act
        assert act
        if model.tutorial.step_number == stop:
            return
        wait_for_task(page, press, act)
        expect(page.locator("#lesson-task")).to_have_text(act.instruction)
        check_panel(page, act)
        assert page.evaluate(HIDDEN_THINGS_JS) == 0, act.instruction
        *touches, last = wanted
        for touched in touches:
            if not page.locator(last).count() and page.locator(touched).count():
                press(touched)
                check_panel(page, act)
        press(last)


def test_a_lesson_by_mouse_answers_is_taken_up_and_goes_on_as_a_game(page: Page, site: Site) -> None:
    page.goto(site.url("alhambra.html?learn=1&speed=instant"), wait_until="commit")
    page.wait_for_selector(".lesson-sheet >> text=the player with the most buildings of a type")  # before Python starts
    page.wait_for_selector(f"html[data-ready] {SETTLED_TUTORIAL}")
    page.set_viewport_size({"width": 1280, "height": 800})

    def click(selector: str) -> None:
        page.locator(selector).first.click()

    assert axe_violations(page) == []
    walk_tutorial(page, "alhambra", click, stop=5)
    expect(page.locator("#lesson-title")).to_be_focused()
    page.reload()
    page.wait_for_selector(f"html[data-ready] {SETTLED_TUTORIAL}")
    expect(page.locator("#lesson-title")).to_have_text("Pay exactly and play again")
    page.locator("#yard .offer:not([data-spot])").first.click()  # nor can a mouse use it
    expect(page.locator(".lesson-answer")).to_be_visible()
    page.keyboard.press("5")  # an open card, by its key: the veil does not block a player who knows what to do
    page.keyboard.press("p")
    expect(page.locator(".lesson-answer")).to_contain_text("Money can wait")
    expect(page.locator("html")).to_have_attribute("data-turn", "29")
    page.locator("[data-act]").first.evaluate("it => { it.dataset.act = JSON.stringify(['pass']); it.click(); }")
    expect(page.locator(".lesson-answer")).to_contain_text("You can't pass while")
    click("#taught-by")  # the rule opens here
    expect(page.locator("#panel h2")).to_contain_text("Rule A14")
    page.keyboard.press("Escape")
    expect(page.locator("#taught-by")).to_be_focused()
    click("#lesson-back")
    expect(page.locator("#lesson-title")).to_have_text("Take small cards together")
    click("#lesson-out")
    expect(page.locator("#lesson-on")).to_be_visible()
    page.wait_for_timeout(CATCH_UP_GUARD_MS)  # the button may appear where the last click was
    click("#lesson-on")
    expect(page.locator("#turn .badge")).to_have_text("practice")
    expect(page.locator("#lesson")).to_be_empty()
    page.wait_for_selector("html[data-kept]")
    page.goto(site.url())
    expect(page.locator("#new-alhambra [data-again]")).to_have_text("Resume lesson, step 4")
    with page.expect_response("**/later.zip"):  # only lessons need it
        page.locator("#continue .next a").click()
    page.wait_for_selector("html[data-ready]")
    click("#menu")
    click("#learn")
    page.locator("#panel .row", has_text="Have the most of a type").click()
    page.wait_for_selector(SETTLED_TUTORIAL)
    click("#lesson-out")
    expect(page.locator("#turn .badge")).to_have_text("practice")


def test_a_lesson_by_finger_at_a_narrow_window(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site.url("palazzo.html?learn=1&speed=instant"))

    def tap(selector: str) -> None:
        page.locator(selector).first.dispatch_event("pointerdown")
        page.locator(selector).first.click()

    walk_tutorial(page, "palazzo", tap)
    page.wait_for_selector("#lesson-on")
    expect(page.locator("#lesson-title")).to_have_text("Now play on")


def test_a_lesson_by_keys_alone(page: Page, site: Site) -> None:
    page.goto(site.url("medina.html?learn=1&speed=instant"))

    def reach(selector: str) -> None:
        for _press in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                page.keyboard.press("Enter")
                return
        raise AssertionError(f"no Tab leads to {selector}")

    walk_tutorial(page, "medina", reach)
    page.wait_for_selector("#lesson-on")
    expect(page.locator("#lesson-title")).to_be_focused()


@pytest.mark.thorough
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.load_lesson])
def test_the_panel_covers_nothing_that_is_lit_in_any_window(page: Page, site: Site, game: str) -> None:
    page.goto(site.url(f"{game}.html?learn=1&speed=instant"))
    for model, _wanted in lesson_moments(game):
        assert model.tutorial
        act = model.tutorial.next_act
        assert act
        wait_for_task(page, page.click, act)
        expect(page.locator("#lesson-task")).to_have_text(act.instruction)
        for width, height in WINDOW_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            check_panel(page, act)
        page.locator("#lesson-show").click()
