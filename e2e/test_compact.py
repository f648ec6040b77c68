"""Tests of the compact table: in a box of another page, and in any low window, a game needs no scrolling."""

import json
import math
import time
from collections.abc import Callable
from typing import Any

import players
import pytest
from conftest import Blog, Site, wait_until_live
from game_players import RELEASED_GAMES, load_game_player
from layout_checks import WAIT_FOR_ANIMATIONS_JS, compact_faults, scrolling_faults
from players import (
    Action,
    Press,
    action_selector,
    casual_action,
    check_finished_game,
    confirm_first_move,
    is_over,
    load_match,
    log_length,
    wait_for_decision,
)
from playwright.sync_api import Page
from test_embed import embed_snippet
from test_layout_stability import measured_layouts
from visual_regression import (
    BORDERLINE_SIZES_PX,
    COMPACT_SIZES_PX,
    NAMED_STATES,
    embedded_model,
    is_in_phase,
    played_models,
    show_page,
)

from pygame_core import GAMES, Match

DOUBLE_TAP_RADIUS_PX, DOUBLE_TAP_MS = (
    40,
    550,
)  # in px and ms: within these, a tap may be the second of a double tap
POST_TEXT = "<p>What struck me first was how tight the market is.</p>" * 80
NOTICE_CLOSE_BUTTON = """.notice [data-do^='["dismiss"']"""
VISIBILITY_FAULT_JS = """(control) => {
  const { x, y, width, height, right, bottom } = control.getBoundingClientRect();
  const { scrollWidth, scrollHeight } = document.documentElement;
  const isWhole = x >= -0.5 && y >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  if (!isWhole) return `from ${x}, ${y} to ${right}, ${bottom} in ${innerWidth} x ${innerHeight}`;
  if (!control.contains(over)) return `covered by ${over?.outerHTML.slice(0, 120)}`;
  if (!document.querySelector("#victory") && (scrollWidth > innerWidth || scrollHeight > innerHeight)) {
    return `${scrollWidth} x ${scrollHeight} in ${innerWidth} x ${innerHeight}`;
  }
  return "";
}"""
"""The fault of a control's position, or nothing."""


def pay_by_touch(page: Page, press: Press, match: Match[Any], action: Action) -> None:
    """Pay in Alhambra: the dock has the best payment, and the panel of a column has all others and single cards."""

    def is_offered() -> bool:
        return page.locator(f"{action_selector(action)} >> visible=true").count() > 0

    if action[0] != "buy":
        players.play_action(page, press, match, action)
        return
    _buy, place, cards, _whose = action
    press(f"#place-{place}")
    if not is_offered():
        press(f"#column-{place}")
    for card in () if is_offered() else cards:
        press(f"#single-{card}")
    in_panel = f"#panel {action_selector(action)}"
    press(in_panel if page.locator(in_panel).count() else action_selector(action))


@pytest.mark.parametrize("state", NAMED_STATES)
def test_a_compact_table_is_whole_in_every_box(page: Page, site: Site, state: str) -> None:
    """Nothing scrolls, is cut off or covered. Controls and words are large enough."""
    page.goto(site.url("rules/embed.html"))
    show_page(page, site.url(""), embedded_model(NAMED_STATES[state]()))
    wrong = compact_faults(page, state, COMPACT_SIZES_PX)
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


CROWDED_STATES = (
    *("alhambra-six", "alhambra-two", "alhambra-give", "alhambra-offered", "alhambra-replay"),
    *("palazzo-bid", "palazzo-rich", "palazzo-buying", "palazzo-build"),
    *("medina-turn", "medina-late", "medina-draft-two"),
)
"""The states of each game that need the most room."""


@pytest.mark.parametrize("state", CROWDED_STATES)
def test_nothing_is_scrolled_between_the_shapes_either(page: Page, site: Site, state: str) -> None:
    page.goto(site.url("rules/embed.html"))
    show_page(page, site.url(""), embedded_model(NAMED_STATES[state]()))
    wrong = scrolling_faults(page, state, BORDERLINE_SIZES_PX)
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("game", RELEASED_GAMES)
@pytest.mark.parametrize("size", ["least", "column", "box"])
def test_while_a_game_lasts_neither_dock_nor_stage_moves(page: Page, site: Site, game: str, size: str) -> None:
    """Palazzo's stage is an exception: it shows the street during the choice of a place."""
    models = [
        embedded_model(model) for model in played_models(game, GAMES[game].seat_counts[-1]) if model.mover is not None
    ]
    models = models[:: max(1, len(models) // 24)]
    found = measured_layouts(page, site, models, COMPACT_SIZES_PX[size])
    assert max(max(each["beyond"]) for each in found) <= 0
    assert len({str(each["dock"]) for each in found}) == 1
    builds = [game == "palazzo" and model.can_act and is_in_phase("build")(model) for model in models]
    assert len({str(each["stage"]) for each, gives_way in zip(found, builds, strict=True) if not gives_way}) == 1


# -- a box in a post ---------------------------------------------------------------------------------------------------


class TouchPlayer:
    """A finger that taps only controls wholly visible in the box. It scrolls neither the page nor the box."""

    def __init__(self, page: Page) -> None:
        self.page = page
        frame = page.locator("iframe").element_handle().content_frame()
        assert frame
        self.frame: Page = frame  # type: ignore[assignment]  # which has all that players ask of a page
        self.last, self.when = (0.0, 0.0), 0.0

    def __call__(self, selector: str) -> None:
        control = self.frame.locator(f"{selector} >> visible=true").first
        control.wait_for()
        self.frame.evaluate(WAIT_FOR_ANIMATIONS_JS)
        wrong = control.evaluate(VISIBILITY_FAULT_JS)
        assert not wrong, f"{selector}: {wrong}"
        where = control.bounding_box()
        assert where
        self._tap_at(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
        assert self.page.evaluate("scrollY") == 0, selector
        assert self.frame.evaluate("scrollY") == 0, selector
        if self.frame.locator("#change").count():  # a warning appeared
            self("#play")

    def _tap_at(self, x: float, y: float) -> None:
        """Tap at a position, once it cannot be the second tap of a double tap."""
        if math.dist((x, y), self.last) < DOUBLE_TAP_RADIUS_PX:
            self.page.wait_for_timeout(max(0.0, DOUBLE_TAP_MS - 1000 * (time.monotonic() - self.when)))
        self.page.touchscreen.tap(x, y)
        self.last, self.when = (x, y), time.monotonic()


def open_embedded_game(page: Page, site: Site, blog: Blog, attributes: str, size: tuple[int, int]) -> TouchPlayer:
    """Return a game in a box of this size, after Play, in a post with text below the box."""
    style = f"display:block;width:{size[0]}px;height:{size[1]}px;min-height:0;aspect-ratio:auto"
    page.goto(blog(embed_snippet(site, attributes, POST_TEXT, style)))
    page.locator("palace-game").get_by_role("button", name="Play").tap()
    thumb = TouchPlayer(page)
    wait_until_live(thumb.frame)
    assert thumb.frame.evaluate("[innerWidth, innerHeight]") == [*size]
    return thumb


def play_moves(thumb: TouchPlayer, choose: Callable[[Match[Any]], Action], moves: int = 1000) -> None:
    """Play so many moves for the person, if the game lasts as long."""
    for _move in range(moves):
        wait_for_decision(thumb.frame)
        if is_over(thumb.frame):
            return
        if thumb.frame.locator(NOTICE_CLOSE_BUTTON).count():
            thumb(NOTICE_CLOSE_BUTTON)
        for between in ("#ready", "#go-on"):
            if thumb.frame.locator(between).count():
                thumb(between)
                wait_for_decision(thumb.frame)
        if is_over(thumb.frame):  # the last scoring was on the table
            return
        match = load_match(thumb.frame)
        load_game_player(match.game).play_compact(thumb.frame, thumb, match, choose(match))
        confirm_first_move(thumb.frame, thumb)
        assert log_length(thumb.frame) > len(match.log)


@pytest.mark.thorough
@pytest.mark.browser_context_args(viewport={"width": 375, "height": 667}, has_touch=True, is_mobile=True)
@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_game_is_played_to_its_end_in_a_box_of_320_by_480(page: Page, site: Site, blog: Blog, game: str) -> None:
    page.emulate_media(reduced_motion="reduce")  # bots move without a pause
    thumb = open_embedded_game(
        page, site, blog, f'game="{game}" seats="you,bot:casual,bot:casual,bot:casual" seed="5"', (320, 480)
    )
    play_moves(thumb, casual_action)
    assert check_finished_game(thumb.frame).game == game


def generous_action(match: Match) -> Action:
    """Return the action of a casual bot, but give every second purchase away if possible."""
    action = casual_action(match)
    given = [*action[:3], "give"]
    return given if len(match.log) % 2 and match.allows(given) is None else action


@pytest.mark.thorough
@pytest.mark.browser_context_args(viewport={"width": 407, "height": 667}, has_touch=True, is_mobile=True)
@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_turns_and_what_is_a_step_aside_need_no_scrolling_in_a_box_of_375_by_560(
    page: Page, site: Site, blog: Blog, game: str
) -> None:
    thumb = open_embedded_game(page, site, blog, f'game="{game}" seats="you,bot:casual" seed="5"', (375, 560))
    play_moves(thumb, generous_action, 6)
    for aside in ("#menu", "#opens-0", "#opens-1"):
        wait_for_decision(thumb.frame)
        thumb(aside)
        thumb("#close")
