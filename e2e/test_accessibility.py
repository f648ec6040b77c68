"""Tests of accessibility: no screen breaks a rule of WCAG 2.2 AA, and every word has enough contrast.

Larger text has the layout of a smaller window, and loses nothing. At high zoom nothing covers the board.
"""

from collections.abc import Callable

import pytest
from accessibility import (
    FIXED_PARTS_JS,
    SPACE_TEXT_JS,
    USUAL_TEXT_PX,
    axe_violations,
    low_contrast_words,
    part_boxes,
    set_text_size,
    texts_lost_by_spacing,
)
from conftest import Site
from layout_checks import compact_faults
from palaces.app.model import Model
from palaces.loop import layout
from playwright.sync_api import Page
from visual_regression import NAMED_STATES, after_messages, decision_model, show_page

WIDTHS = (320, 768, 1280)
TABLES = [
    *("alhambra-turn", "alhambra-paying", "alhambra-refused", "alhambra-scoring", "alhambra-end"),
    *("palazzo-bid", "palazzo-refused", "palazzo-build", "palazzo-end"),
    *("medina-turn", "medina-draft", "medina-refused", "medina-end"),
    *("alhambra-seat", "palazzo-seat", "medina-seat", "alhambra-hint", "curtain", "log", "menu", "replay"),
    *("alhambra-warned", "palazzo-warned", "palazzo-claim", "medina-warned", "palazzo-square", "alhambra-give"),
]
PANELS = ("settings", "keys", "undo", "share", "embed")
PAGES = (
    "index.html",
    "rules/alhambra.html",
    "rules/palazzo.html",
    "rules/medina.html",
    "rules/bots.html",
    "rules/embed.html",
    "nowhere.html",
)

SCROLLED_AWAY_JS = """(() => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  return [scrollWidth - clientWidth, scrollHeight - clientHeight];
})()"""
"""Lengths beside and below the window, in px."""
SPACED_STATES = {
    "alhambra": ("alhambra-turn", "alhambra-paying", "alhambra-give", "alhambra-six"),
    "palazzo": ("palazzo-turn", "palazzo-bid", "palazzo-build", "palazzo-buying", "palazzo-money", "palazzo-late"),
    "medina": ("medina-turn", "medina-draft", "medina-draft-two", "medina-refused", "medina-late"),
}
"""States with all seats, and those with the longest sentences in the dock."""


def panel_state(name: str) -> Callable[[], Model]:
    return lambda: after_messages(decision_model("alhambra", 4, 0.45), ["panel", name])


SCREENS: dict[str, Callable[[], Model]] = {name: NAMED_STATES[name] for name in TABLES} | {
    name: panel_state(name) for name in PANELS
}


def set_up_window(page: Page, width: int, height: int, scheme: str = "light", forced: bool = False) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(
        color_scheme="dark" if scheme == "dark" else "light", forced_colors="active" if forced else "none"
    )


def accessibility_faults(page: Page, nth: int) -> dict[str, list[str]]:
    """Return all faults of a page: by all rules at one width, by the contrast rules in all color schemes."""
    width = WIDTHS[nth % len(WIDTHS)]
    set_up_window(page, width, 800)
    found = {f"{width}": axe_violations(page), "by day": low_contrast_words(page)}
    set_up_window(page, width, 800, "dark")
    found |= {"at night": axe_violations(page, "color-contrast"), "drawn at night": low_contrast_words(page)}
    set_up_window(page, width, 800, forced=True)
    return found | {"in colours of the device": axe_violations(page, "color-contrast")}


@pytest.mark.parametrize("part", range(3))
def test_no_rule_is_broken_and_every_word_can_be_read_on_a_table(page: Page, site: Site, part: int) -> None:
    page.goto(site.url("rules/embed.html"))
    found: dict[str, list[str]] = {}
    for n, name in [*enumerate(SCREENS)][part::3]:
        set_up_window(page, 1280, 800)
        show_page(page, site.url(""), SCREENS[name]())
        found |= {f"{name}, {where}": each for where, each in accessibility_faults(page, n + part).items() if each}
    assert not found, "\n".join(f"{where}: {each}" for where, them in found.items() for each in them)


def test_no_rule_is_broken_and_every_word_can_be_read_on_a_page(page: Page, site: Site, errors: list[str]) -> None:
    found: dict[str, list[str]] = {}
    for n, name in enumerate(PAGES):
        page.goto(site.url(name))
        page.evaluate("document.fonts.ready.then(() => null)")
        found |= {f"{name}, {where}": each for where, each in accessibility_faults(page, n).items() if each}
    assert not found, "\n".join(f"{where}: {each}" for where, them in found.items() for each in them)
    errors.clear()  # the browser reports the missing page


DOUBLED_STATES = (
    *("alhambra-turn", "alhambra-six", "alhambra-end", "palazzo-bid", "palazzo-build", "palazzo-late"),
    *("medina-turn", "medina-draft", "medina-end", "alhambra-seat", "palazzo-hint", "menu", "curtain", "replay"),
)
HALF_LINE_PX = 10  # lines of enlarged letters are a little narrower or wider than twice the width


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024)], ids=["wide", "tablet"])
def test_text_twice_as_large_has_the_layout_of_half_the_window(page: Page, site: Site, width: int, height: int) -> None:
    """So it is as good as that layout, which other tests check. Nothing scrolls sideways, and no control is missing."""
    page.goto(site.url("rules/embed.html"))
    for name in DOUBLED_STATES:
        set_text_size(page, USUAL_TEXT_PX)
        page.set_viewport_size({"width": width // 2, "height": height // 2})
        show_page(page, site.url(""), NAMED_STATES[name]())
        half = part_boxes(page)
        set_text_size(page, 2 * USUAL_TEXT_PX)
        found = compact_faults(page, name, {"larger text": (width, height)})
        assert found == {}, "\n".join(f"{where}: {each}" for where, them in found.items() for each in them)
        page.evaluate("scrollTo(0, 0)")
        whole = part_boxes(page)
        assert len(whole) == len(half), name
        other = [
            (*large, 2 * small[1], 2 * small[2])
            for large, small in zip(whole, half, strict=True)
            if max(abs(at - 2 * once) for at, once in zip(large[1:], small[1:], strict=True)) > HALF_LINE_PX
        ]
        assert other == [], name


@pytest.mark.parametrize("height", [740, 640, 560])
def test_text_twice_as_large_on_a_phone_scrolls_in_one_direction_only(page: Page, site: Site, height: int) -> None:
    page.goto(site.url("rules/embed.html"))
    set_text_size(page, 2 * USUAL_TEXT_PX)
    page.set_viewport_size({"width": 360, "height": height})
    for name in (*DOUBLED_STATES, "log", "medina-late"):
        show_page(page, site.url(""), NAMED_STATES[name]())
        beside, below = page.evaluate(SCROLLED_AWAY_JS)
        assert beside <= 0 or below <= 0, (name, beside, below)
        menu = page.locator("#menu").bounding_box()
        assert menu is not None
        assert menu["x"] + menu["width"] <= 360, name


def test_in_a_page_four_times_as_large_nothing_lies_over_the_board(page: Page, site: Site) -> None:
    page.goto(site.url("rules/embed.html"))
    set_up_window(page, 320, 256)
    for name in ("alhambra-paying", "palazzo-bid", "palazzo-build", "medina-draft", "medina-end", "log"):
        show_page(page, site.url(""), NAMED_STATES[name]())
        page.evaluate("document.querySelector('main').scrollIntoView()")
        assert page.evaluate(FIXED_PARTS_JS) == [], name
    for path in ("index.html", "rules/medina.html"):
        page.goto(site.url(path))
        page.evaluate("scrollTo(0, 400)")
        assert page.evaluate(FIXED_PARTS_JS) == [], path


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)], ids=["wide", "phone"])
def test_with_larger_or_spaced_text_no_page_is_scrolled_sideways(
    page: Page, site: Site, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for path in (*PAGES[:-1], "embed.html?game=medina"):
        page.goto(site.url(path))
        page.evaluate(SPACE_TEXT_JS)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        page.evaluate("document.adoptedStyleSheets = []")
        set_text_size(page, 2 * USUAL_TEXT_PX)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        set_text_size(page, USUAL_TEXT_PX)


def test_the_page_for_frames_has_a_main_landmark(page: Page, site: Site) -> None:
    page.goto(site.url("embed.html?game=medina"))
    page.locator("palace-game button").wait_for()
    assert axe_violations(page) == []
    assert axe_violations(page, "landmark-one-main", "region") == []


ALL_WIDTHS = (320, 360, 768, 1280)
STATE_GROUPS = 12


@pytest.mark.thorough
@pytest.mark.parametrize("group", range(STATE_GROUPS))
def test_no_rule_is_broken_in_any_named_state_at_any_width(page: Page, site: Site, group: int) -> None:
    page.goto(site.url("rules/embed.html"))
    found: dict[str, list[str]] = {}
    for name in [*NAMED_STATES][group::STATE_GROUPS]:
        set_up_window(page, 1280, 800)
        show_page(page, site.url(""), NAMED_STATES[name]())
        for width in ALL_WIDTHS:
            set_up_window(page, width, 800)
            for scheme, forced in (("light", False), ("dark", False), ("light", True)):
                set_up_window(page, width, 800, scheme, forced)
                # the rule about names wants pictures of figures word by word, and other tests compare the figures
                broken = [each for each in axe_violations(page) if not each.startswith("label-content-name-mismatch")]
                found[f"{name}, {width}, {scheme}, forced: {forced}"] = broken
    assert not any(found.values()), "\n".join(f"{where}: {each}" for where, them in found.items() for each in them)


@pytest.mark.parametrize("width", [1280, pytest.param(360, id="phone")])
@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_texts_that_a_reader_spaces_are_neither_cut_nor_covered(page: Page, site: Site, game: str, width: int) -> None:
    page.goto(site.url("rules/embed.html"))
    page.set_viewport_size({"width": width, "height": 740})
    for state in SPACED_STATES[game]:
        show_page(page, site.url(""), NAMED_STATES[state]())
        assert texts_lost_by_spacing(page) == [], state


SENTENCES_BESIDE_JS = """() => [...document.querySelectorAll("#bar :is(.tally, .refusal)")].filter((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const { left, right } = range.getBoundingClientRect();
  return each.checkVisibility() && !each.matches(".lately + .tally") && (left < 0 || right > innerWidth);
}).map((each) => each.textContent)"""
"""The sentences of the dock that reach beyond the window."""


@pytest.mark.parametrize("height", [740, 568], ids=["phone", "low"])
def test_with_letters_of_twice_the_size_the_sentences_of_the_dock_wrap(page: Page, site: Site, height: int) -> None:
    page.goto(site.url("rules/embed.html"))
    page.set_viewport_size({"width": 320, "height": height})
    for state in ("alhambra-paying", "palazzo-bid", "palazzo-refused", "medina-turn", "medina-refused"):
        show_page(page, site.url(""), NAMED_STATES[state]())
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(SENTENCES_BESIDE_JS) == [], state


def has_two_lots(model: Model) -> bool:
    """Return True if two ways to take several money cards are shown beside the pool."""
    return layout.render_page(model, layout.render_screen(model)).count('data-sign="together"') == 2


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1023, 900), (834, 1112), (768, 1024), (600, 900)])
def test_what_can_be_taken_together_lies_on_the_pool(page: Page, site: Site, width: int, height: int) -> None:
    page.goto(site.url("rules/embed.html"))
    page.set_viewport_size({"width": width, "height": height})
    show_page(page, site.url(""), decision_model("alhambra", 4, 0, has_two_lots))
    pool = page.locator("#money").bounding_box()
    shown = page.locator(".together .offer:visible").all()
    assert pool is not None
    assert shown
    for lot in shown:
        box = lot.bounding_box()
        assert box is not None
        assert pool["y"] <= box["y"], lot
        assert box["y"] + box["height"] <= pool["y"] + pool["height"], lot


OUTSIDE_ROW_JS = """() => [...document.querySelectorAll("#panel li button")].filter((each) => {
  const [its, row] = [each, each.closest("li")].map((part) => part.getBoundingClientRect());
  return its.width && (its.top < row.top - 1 || its.bottom > row.bottom + 1 || its.right > row.right + 1);
}).map((each) => each.outerHTML.slice(0, 90))"""
"""The buttons of a panel outside their own row."""


@pytest.mark.parametrize("width", [1280, 768, pytest.param(360, id="phone")])
@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_the_buttons_of_a_panel_are_in_their_rows(page: Page, site: Site, game: str, width: int) -> None:
    """A style of one game's table once reached into the panel of the keyboard shortcuts."""
    page.goto(site.url("rules/embed.html"))
    page.set_viewport_size({"width": width, "height": 800})
    shown = decision_model(game, 2, 0.2)
    opened: list[list[list[object]]] = [
        [["panel", "keys"], ["key", "change", "undo"]],
        [["panel", "settings"]],
        [["panel", "menu"]],
    ]
    for messages in opened:
        show_page(page, site.url(""), after_messages(shown, *messages))
        assert page.evaluate(OUTSIDE_ROW_JS) == [], messages
