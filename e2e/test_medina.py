"""Tests of Medina in a browser: whole games by mouse, keys and finger, the grid of the board, and undo."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, product
from random import Random
from typing import Any

import pytest
from conftest import Site
from palaces.app.model import Model
from palaces.ui.game_view import game_view_of
from players import (
    RECORD_ANNOUNCEMENTS_JS,
    THINKING_TIMEOUT_MS,
    Action,
    Open,
    Press,
    action_selector,
    casual_action,
    check_finished_game,
    is_focus_lost,
    is_over,
    load_match,
    load_save,
    log_length,
    missing_announcements,
    save_seats,
    save_text,
    touch_selector,
)
from playwright.sync_api import Page, expect
from test_whole_games import KeyboardPlayer
from visual_regression import after_messages, all_tiles_model, played_models, richest_placement, show_page

from pygame_core import Match
from pygame_core.grid import ROW_STRIDE_BITS
from pygame_core.medina.components import COLOURS, SPACES, WALL_SPACES
from pygame_core.medina.state import Medina

COMPONENT_KINDS: list[Action] = [
    *(["building", colour] for colour in COLOURS),
    ["stable"],
    ["merchant"],
    ["wall"],
    ["roof", "own"],
    ["roof", "neutral"],
]
"""Components in the order of their digits."""
PHONE_WINDOW = pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
SMALLEST_WINDOW = pytest.mark.browser_context_args(
    viewport={"width": 280, "height": 420}, has_touch=True, is_mobile=True
)
IS_MY_TURN_JS = "() => document.documentElement.hasAttribute('data-over') || document.querySelector('.unit.can')"
FITS_WIDTH_JS = "document.documentElement.scrollWidth <= 360 && window.innerWidth === 360"
OFFSCREEN_JS = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && (box.left < -0.5 || box.right > 360.5);
}).map((each) => each.outerHTML.slice(0, 200))"""
CONTENT_SELECTOR = "main button, main table, main h2, main li, main p, main .unit, main .cell"
FOCUSED_CELL_JS = """() => {
  const cell = document.activeElement.closest("[role=gridcell]");
  return cell && ["x", "y"].map((at) => Math.round(cell.getAttribute(at) / cell.getAttribute("width")));
}"""
FOCUSED_BOX_JS = """() => {
  const box = document.activeElement.closest("[role=gridcell]").getBoundingClientRect();
  return [box.x, box.y, box.width, box.height];
}"""


def random_component_action(match: Match[Medina]) -> Action:
    """Choose a legal action at random: each component has the same chance."""
    chance = Random(len(match.log))
    head = chance.choice(sorted({json.dumps(action[:-1]) for action in match.legal()}))
    return chance.choice([action for action in match.legal() if json.dumps(action[:-1]) == head])


def wait_for_my_turn(page: Page) -> None:
    """Wait until a person is to move, or the game is over."""
    page.wait_for_function(IS_MY_TURN_JS, timeout=THINKING_TIMEOUT_MS)


def component_selector(action: Action) -> str:
    """Return the selector of the component that an action places."""
    return f"#take-{1 + COMPONENT_KINDS.index(action[:-1])}"


def cell_selector(name: str) -> str:
    """Return the selector of a cell that can be tapped."""
    return ".cell" + touch_selector("space", name)


def is_component_chosen(page: Page, action: Action) -> bool:
    """Return True if the component of an action is chosen, such as after the first placement of a turn."""
    return page.locator(component_selector(action)).get_attribute("aria-pressed") == "true"


def draft_placement(page: Page, press: Press, action: Action) -> None:
    """Choose the component and its space."""
    if not is_component_chosen(page, action):
        press(component_selector(action))
    press(cell_selector(action[-1]))
    expect(page.locator("#play")).to_have_attribute("data-act", json.dumps(action, separators=(",", ":")))


def play_medina(page: Page, press: Press, match: Match[Medina], action: Action, again: bool = False) -> None:
    """Play by the button, or by a second tap `again` on the placement. The result is that of the draft."""
    if len(action) == 1:
        press(action_selector(action))
    else:
        draft_placement(page, press, action)
        after = match.copy()
        after.play(action)
        assert points_on_screen(page) == after.view(None)["points"]
        press(f".cell{action_selector(action)} >> nth=0" if again else "#play")
    expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))


def points_on_screen(page: Page) -> list[int]:
    """Return the points of all seats on screen."""
    return [int(said.split()[0]) for said in page.locator("#seats .who b").all_text_contents()]


READ_TABLE_JS = """() => {
  const all = (selector, place = document) => [...place.querySelectorAll(selector)];
  const number = (each) => Number(each.textContent);
  return {
    points: all("#seats .who b").map((each) => parseInt(each.textContent)),
    pieces: all("#seats .pieces").map((each) => all("span[aria-hidden]", each).map(number)),
    worths: all("#city .i-worth").map((pill) => parseInt(pill.textContent.replace(/^[A-Z]/, ""))),
    ready: all("#ready").length,
    held: all("[id^=take-][aria-pressed=true]").map((each) => Number(each.id.slice("take-".length)) - 1),
    spaces: all(".cell.can").length,
    acts: all("[data-act]").map((control) => JSON.parse(control.dataset.act)),
  };
}"""


def check_medina_table(page: Page, match: Match[Medina]) -> None:
    """Check points, supplies and palaces on screen against the match, and that every control plays a legal action."""
    view, shown = match.view(None), page.evaluate(READ_TABLE_JS)
    assert shown["points"] == view["points"]
    for counts, supply in zip(shown["pieces"], view["supplies"], strict=True):
        rest = [supply[kind] for kind in ("stables", "merchants", "walls", "roofs", "neutral")]
        assert counts == [*supply["buildings"], *rest][: len(counts)]
    assert sorted(shown["worths"]) == sorted(sum(palace["worth"]) for palace in view["palaces"])
    assert shown["ready"] == 0
    legal = match.legal()
    assert not shown["held"] or view["placed"]  # only the first placement of a turn leaves its component in hand
    held = [COMPONENT_KINDS[n] for n in shown["held"]]
    assert shown["spaces"] == len([action for action in legal if action[:-1] in held])
    assert all(act in legal for act in shown["acts"])


def play_medina_to_end(page: Page, press: Press, choose: Callable[[Match[Any]], Action] = casual_action) -> Match[Any]:
    """Play for every person until the end. Return the verified match."""
    while True:
        wait_for_my_turn(page)
        if is_over(page):
            return check_finished_game(page)
        match = load_match(page)
        check_medina_table(page, match)
        play_medina(page, press, match, choose(match), again=bool(len(match.log) % 2))


def medina_match_until(seats: tuple[str, ...], fits: Callable[[Match[Medina]], object]) -> Match[Medina]:
    """Return a game of these seats at a suitable moment with a person to move."""
    for seed in range(50):
        match = Match[Medina].new("medina", save_seats(*seats), seed)
        while (seat := match.to_move()) is not None:
            if seats[seat] == "you" and fits(match):
                return match
            match.play(casual_action(match))
    raise AssertionError("no game comes to that")


def is_halfway(match: Match[Medina]) -> bool:
    """Return True if one of two components of this turn is placed, and another can be."""
    return bool(match.view(None)["placed"] == 1 and len(match.legal()) > 3)


def load_medina_match(page: Page, match: Match[Medina]) -> None:
    """Load this match on the open page."""
    wait_for_my_turn(page)
    assert load_save(page, json.dumps(match.save())) == ""
    wait_for_my_turn(page)


def open_medina_match(page: Page, open_game: Open, match: Match[Medina]) -> None:
    """Open this match on the page."""
    open_game(page, "game=medina&seats=you,bot:casual&speed=instant&seed=1")
    load_medina_match(page, match)


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_by_mouse(page: Page, open_game: Open) -> None:
    """The button and the second tap take turns. Table and announcements are those of the match."""
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    open_game(page, "game=medina&seats=you,bot:casual,bot:casual&speed=instant&seed=5")
    match = play_medina_to_end(page, page.click)
    assert not missing_announcements(page, match)


def walk_to_space(page: Page, keys: KeyboardPlayer, match: Match[Medina], name: str) -> None:
    """Walk from the focused cell to a space by arrow keys, space by space."""
    number = WALL_SPACES[len(match.seats)].get(name) or SPACES[name]
    column, row = page.evaluate(FOCUSED_CELL_JS)
    across, down = number % ROW_STRIDE_BITS - column, number // ROW_STRIDE_BITS - row
    for key, steps in (("Right", across), ("Left", -across), ("Down", down), ("Up", -down)):
        for _step in range(steps):
            keys.press_key(f"Shift+Arrow{key}")
    assert page.evaluate(FOCUSED_CELL_JS) == [number % ROW_STRIDE_BITS, number // ROW_STRIDE_BITS]


def play_medina_by_keys(page: Page, keys: KeyboardPlayer, match: Match[Medina], action: Action, then: str) -> None:
    """Play by a digit, N, arrows, Enter or Space, and `then` P or Enter.

    Tab reaches actions that only have a button.
    """
    if len(action) == 1:
        keys.use_control(action_selector(action))
    else:
        if not is_component_chosen(page, action):
            keys.press_key(str(1 + COMPONENT_KINDS.index(action[:-1])))
        keys.press_key("n")
        assert page.locator(".cell.can:focus").count() == 1
        walk_to_space(page, keys, match, action[-1])
        keys.press_key("Enter" if len(match.log) % 3 else "Space")
        expect(page.locator("#play")).to_have_attribute("data-act", json.dumps(action, separators=(",", ":")))
        assert then == "p" or page.locator(f".cell{action_selector(action)}:focus-visible").count() == 1
        keys.press_key(then)
    expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))
    assert load_match(page).log[len(match.log)][1] == action


def play_medina_to_end_by_keys(page: Page) -> None:
    """Play for the one person until the end. The focus is never lost, and the grid is one tab stop."""
    keys = KeyboardPlayer(page)
    wait_for_my_turn(page)
    keys.press_key("Tab")
    for then in cycle(("p", "Enter")):
        match = load_match(page)
        play_medina_by_keys(page, keys, match, random_component_action(match), then)
        wait_for_my_turn(page)
        assert not is_focus_lost(page), "focus is lost while others move"
        if is_over(page):
            break
        expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)
    check_finished_game(page)
    keys.use_control("#again")
    wait_for_my_turn(page)
    assert not is_focus_lost(page), "focus is lost in the next game"


@pytest.mark.thorough
def test_by_keys_alone(page: Page, open_game: Open) -> None:
    """The game starts in the middle, with obstacles for the arrows."""
    seats = ("you", "bot:random", "bot:casual")
    open_medina_match(page, open_game, medina_match_until(seats, lambda match: len(match.log) > 60))
    play_medina_to_end_by_keys(page)


def begins_palace(match: Match[Medina], action: Action) -> bool:
    """Return True if this placement begins a palace."""
    after = match.copy()
    after.play(action)
    return len(after.view(None)["palaces"]) > len(match.view(None)["palaces"])


def placements_of_kind(kind: str, match: Match[Medina]) -> list[Action]:
    """Return the placements of a kind that are possible at some point of the game."""
    legal = [action for action in match.legal() if len(action) > 1 and len(match.log) > 10]
    if kind in ("building", "new palace"):
        return [
            each for each in legal if each[0] == "building" and begins_palace(match, each) == (kind == "new palace")
        ]
    return [each for each in legal if kind in each[:-1]]


def test_the_cell_that_is_touched_keeps_the_focus_until_it_is_played(page: Page, open_game: Open) -> None:
    """Enter drafts, and Enter again plays, for any component. Then the focus is on the components."""
    open_game(page, "game=medina&seats=you,you&speed=instant&seed=1")
    keys = KeyboardPlayer(page)
    for kind in ("building", "new palace", "stable", "merchant", "wall", "own", "neutral"):
        match = medina_match_until(("you", "you"), partial(placements_of_kind, kind))
        load_medina_match(page, match)
        action = placements_of_kind(kind, match)[0]
        page.click(component_selector(action))
        page.locator(cell_selector(action[-1])).focus()
        here = page.evaluate(FOCUSED_CELL_JS)
        keys.press_key("Enter")
        assert page.evaluate(FOCUSED_CELL_JS) == here, kind
        keys.press_key("Enter")
        assert page.locator("[id^=take-]:focus, #pass:focus").count() == 1, kind
        assert load_match(page).log[len(match.log)][1] == action


def tap_control(page: Page, selector: str) -> None:
    """Tap with a finger. Nothing ever overflows the screen."""
    page.tap(selector)
    assert page.evaluate(FITS_WIDTH_JS), f"too wide after {selector}"


@pytest.mark.thorough
@PHONE_WINDOW
def test_by_finger_on_a_phone(page: Page, open_game: Open) -> None:
    """The width is 360 pixels, and the game starts in the middle."""
    begun = medina_match_until(("you", "bot:casual"), lambda match: len(match.log) > 50)
    open_medina_match(page, open_game, begun)
    match = play_medina_to_end(page, partial(tap_control, page), random_component_action)
    assert {seat for seat, _action, _draws in match.log[len(begun.log) :]} == {0, 1}


@pytest.mark.thorough
@PHONE_WINDOW
def test_two_people_and_two_bots_end_a_game_on_a_phone(page: Page, open_game: Open) -> None:
    """There is no curtain between people."""
    begun = medina_match_until(("you", "you", "bot:casual", "bot:random"), lambda match: len(match.log) > 120)
    open_medina_match(page, open_game, begun)
    match = play_medina_to_end(page, partial(tap_control, page), random_component_action)
    assert {seat for seat, _action, _draws in match.log[len(begun.log) :]} == {0, 1, 2, 3}


# -- the grid ----------------------------------------------------------------------------------------------------------


def test_arrows_go_where_they_point(page: Page, open_game: Open) -> None:
    """They move to the next cell on the screen, for every rotation of both boards, and stop at the edge."""
    open_game(page, "game=medina&seats=you,you&speed=instant&seed=2")
    for seats, width in product((2, 4), (1280, 360)):
        page.set_viewport_size({"width": width, "height": 740})
        load_medina_match(page, Match[Medina].new("medina", save_seats(*["you"] * seats), 2))
        check_arrow_directions(page)


def check_arrow_directions(page: Page) -> None:
    keys = KeyboardPlayer(page)
    page.locator(cell_selector("e5")).focus()
    for key, across, down in (("Right", 1, 0), ("Down", 0, 1), ("Left", -1, 0), ("Up", 0, -1)):
        x, y, side, _height = page.evaluate(FOCUSED_BOX_JS)
        keys.press_key(f"Arrow{key}")
        to_x, to_y, _width, _height = page.evaluate(FOCUSED_BOX_JS)
        assert (to_x - x, to_y - y) == pytest.approx((across * side, down * side), abs=1)
        expect(page.locator(".cell:focus-visible")).to_have_count(1)
    for key, at, edge in (("Left", 0, min), ("Up", 1, min), ("Right", 0, max), ("Down", 1, max)):
        for _step in range(20):
            keys.press_key(f"Arrow{key}")
        corners = page.locator(".cell").evaluate_all(
            "all => all.map((cell) => [cell.getBoundingClientRect().x, cell.getBoundingClientRect().y])"
        )
        assert page.evaluate(FOCUSED_BOX_JS)[at] == pytest.approx(edge(corner[at] for corner in corners), abs=1)


def test_the_grid_is_one_tab_stop(page: Page, open_game: Open) -> None:
    """Tab leaves it, Shift+Tab returns to the same cell, also after a placement."""
    open_game(page, "game=medina&seats=you,you&speed=instant&seed=2")
    keys = KeyboardPlayer(page)
    page.locator(cell_selector("e5")).focus()
    keys.press_key("ArrowRight")
    for _round in range(2):
        here = page.evaluate(FOCUSED_CELL_JS)
        keys.press_key("Tab")
        assert page.evaluate(FOCUSED_CELL_JS) is None
        keys.press_key("Shift+Tab")
        assert page.evaluate(FOCUSED_CELL_JS) == here
        keys.press_key("Shift+Tab")
        assert page.evaluate(FOCUSED_CELL_JS) is None
        keys.press_key("7")
        keys.press_key("n")
        keys.press_key("Enter")
        keys.press_key("Enter")
        assert page.evaluate(FOCUSED_CELL_JS) is None
        keys.press_key("Shift+Tab")
        assert page.evaluate(FOCUSED_CELL_JS) is not None
    assert log_length(page) == 2


def test_n_goes_round_all_that_can_be_chosen_and_with_shift_back(page: Page, open_game: Open) -> None:
    open_game(page, "game=medina&seats=you,you,you&speed=instant&seed=2")
    keys = KeyboardPlayer(page)
    keys.press_key("Tab")
    keys.press_key("n")
    assert page.evaluate(FOCUSED_CELL_JS) is None, "without a component there is nothing to go to"
    keys.press_key("6")
    spaces = page.locator(".cell.can").count()
    assert spaces == len([action for action in load_match(page).legal() if action[0] == "merchant"])
    seen = []
    for _step in range(spaces + 1):
        keys.press_key("n")
        assert page.locator(".cell.can:focus").count() == 1
        seen.append(tuple(page.evaluate(FOCUSED_CELL_JS)))
    assert seen[0] == seen[-1]
    assert len({*seen}) == spaces
    for before in reversed(seen[:-1]):
        keys.press_key("Shift+N")
        assert tuple(page.evaluate(FOCUSED_CELL_JS)) == before


OVERFLOWING_CELLS_JS = """() => {
  const inside = (x, y) => document.elementFromPoint(x, y)?.closest("[role=gridcell]");
  for (const cell of document.querySelectorAll(".cell.can")) {
    const { x, y, width, height } = cell.getBoundingClientRect();
    for (const across of [-1, 1]) {
      const near = [x + width / 2 + across * (width / 2 + 3), y + height / 2];
      const far = [x + width / 2 + across * width, y + height / 2];
      const other = inside(...near);
      if (other && !other.matches(".can") && other === inside(...far)) {
        const others = [...document.querySelectorAll(".cell.can")].filter((each) => each !== cell);
        const away = (each) => {
          const box = each.getBoundingClientRect();
          return Math.hypot(box.x + box.width / 2 - near[0], box.y + box.height / 2 - near[1]);
        };
        if (others.every((each) => away(each) > 26)) return { near, far, space: JSON.parse(cell.dataset.do)[2] };
      }
    }
  }
}"""


@PHONE_WINDOW
def test_a_finger_that_just_misses_a_space_means_it(page: Page, open_game: Open) -> None:
    """The distance is less than a space. In the middle of an illegal space, it explains why. A second tap places."""
    match = medina_match_until(("you", "bot:casual"), partial(placements_of_kind, "stable"))
    open_medina_match(page, open_game, match)
    page.tap(component_selector(["stable", ""]))
    at = page.evaluate(OVERFLOWING_CELLS_JS)
    page.touchscreen.tap(*at["far"])
    expect(page.locator("#bar .refusal")).to_be_visible()
    expect(page.locator("#play")).to_have_count(0)
    page.touchscreen.tap(*at["near"])
    action = ["stable", at["space"]]
    expect(page.locator("#play")).to_have_attribute("data-act", json.dumps(action, separators=(",", ":")))
    page.touchscreen.tap(*at["near"])
    expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))
    assert load_match(page).log[len(match.log)][1] == action


TWO_CHOICES_JS = """() => {
  const choices = [...document.querySelectorAll(".cell.can")];
  const box = (cell) => cell.getBoundingClientRect();
  const beside = (one, other) => box(one).y === box(other).y && Math.abs(box(one).right - box(other).x) < 0.5;
  for (const one of choices) {
    const other = choices.find((each) => beside(one, each));
    if (other) return [one, other].map((each) => {
      const { x, y, width, height } = box(each);
      return { space: JSON.parse(each.dataset.do)[2], x: x + width / 2, y: y + height / 2, width };
    });
  }
}"""
"""Two adjacent spaces that can be chosen."""


def check_drafted(page: Page, action: Action) -> None:
    expect(page.locator("#play")).to_have_attribute("data-act", json.dumps(action, separators=(",", ":")))


@SMALLEST_WINDOW
def test_in_the_smallest_box_what_is_drafted_on_a_space_of_15_pixels_is_moved_on(page: Page, open_game: Open) -> None:
    """A tap towards a neighbor moves it and plays nothing. In the dock it moves space by space, through all of them.

    A tap in the middle of the space plays it, as everywhere.
    """
    match = medina_match_until(("you", "you", "bot:casual"), partial(placements_of_kind, "new palace"))
    open_medina_match(page, open_game, match)
    head = placements_of_kind("new palace", match)[0][:-1]
    spaces = [action[-1] for action in match.legal() if action[:-1] == head]
    page.tap(component_selector([*head, ""]))
    one, other = page.evaluate(TWO_CHOICES_JS)
    assert one["width"] == pytest.approx(15, abs=0.5)
    page.touchscreen.tap(one["x"], one["y"])
    check_drafted(page, [*head, one["space"]])
    page.touchscreen.tap(one["x"] + one["width"] * 0.4, one["y"])
    check_drafted(page, [*head, other["space"]])
    here = spaces.index(other["space"])
    for step in range(1, 4):
        page.tap("#step-forward")
        check_drafted(page, [*head, spaces[(here + step) % len(spaces)]])
    for step in (2, 1, 0, -1):
        page.tap("#step-back")
        check_drafted(page, [*head, spaces[here + step]])
    assert log_length(page) == len(match.log)
    page.touchscreen.tap(other["x"], other["y"])
    check_drafted(page, [*head, other["space"]])
    page.wait_for_timeout(600)  # so that it is no second tap of a pair
    page.touchscreen.tap(other["x"], other["y"])
    expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))
    assert load_match(page).log[len(match.log)][1] == [*head, other["space"]]


@SMALLEST_WINDOW
def test_in_the_smallest_box_a_finger_that_just_misses_a_space_means_it(page: Page, open_game: Open) -> None:
    """A second tap beside it plays nothing, because it could mean the next space."""
    match = medina_match_until(("you", "you", "bot:casual"), partial(placements_of_kind, "stable"))
    open_medina_match(page, open_game, match)
    page.tap(component_selector(["stable", ""]))
    at = page.evaluate(OVERFLOWING_CELLS_JS)
    for _touch in range(2):
        page.touchscreen.tap(*at["near"])
        check_drafted(page, ["stable", at["space"]])
        page.wait_for_timeout(600)
    assert log_length(page) == len(match.log)
    page.tap("#play")
    expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))
    assert load_match(page).log[len(match.log)][1] == ["stable", at["space"]]


@SMALLEST_WINDOW
def test_in_the_smallest_box_the_points_in_the_bar_lead_to_the_seats(page: Page, open_game: Open) -> None:
    match = medina_match_until(("you", "you", "you", "bot:casual"), late_medina_turns)
    open_medina_match(page, open_game, match)
    for seat, points in enumerate(match.view(None)["points"]):
        expect(page.locator("#seats .points").nth(seat)).to_contain_text(str(points))
        page.locator("#seats .opens").nth(seat).tap()
        expect(page.locator(".sheet .total")).to_contain_text(str(points))
        page.tap(".sheet .x")


DOCK_FAULTS_JS = """() => {
  const found = [];
  const dock = document.getElementById("bar").getBoundingClientRect();
  const play = document.getElementById("play");
  for (const each of document.querySelectorAll("#bar button")) {
    const { left, top, width, height, bottom, right } = each.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!width) continue;
    const isSmall = width < (each.matches(".beside-it") ? 36 : 44) || height < 44;
    if (isSmall) found.push(`${each.id}: ${width} by ${height}`);
    if (!each.contains(over)) found.push(`${each.id}: covered by ${over?.id}`);
    if (bottom > dock.bottom || right > dock.right) found.push(`${each.id}: beyond the dock`);
  }
  if (!play) return found;
  const { left, top } = play.getBoundingClientRect();
  for (const each of document.querySelectorAll("#bar .saying :is(b, li:not(.unseen))")) {
    const box = each.getBoundingClientRect();
    if (box.right > dock.right) found.push(`${each.textContent}: ${box.right - dock.right} px beyond the dock`);
    if (box.bottom > top + 1 && box.right > left + 1) found.push(`${each.textContent}: at Place`);
  }
  return found;
}"""
DOCK_WINDOWS = [
    *((280, 420), (280, 800), (320, 480), (335, 560), (360, 640), (360, 740), (620, 700), (768, 560), (768, 1024)),
    *((1000, 667), (1024, 500), (1024, 683), (1024, 768), (1100, 560), (1100, 733), (1280, 560), (1280, 640)),
    *((1280, 720), (1280, 800), (1366, 600), (1366, 657), (1920, 1080)),
]


def drafted_positions(seats: int) -> Iterator[Model]:
    """Yield some turns, each idle, with a component chosen, and with the draft that has the longest text."""
    turns = [model for model in played_models("medina", seats) if model.can_act and model.mover is not None]
    for model in turns[2::24]:
        yield model
        options = [action for action in model.match.legal() if len(action) > 1]
        if options:
            yield after_messages(
                model, ["touch", *game_view_of(model).touches_for_action(model.match, 0, options[0])[0]]
            )
            yield richest_placement(model)


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 4])
def test_every_control_of_the_dock_has_its_room_in_every_window(page: Page, site: Site, seats: int) -> None:
    """Each is as large as a fingertip and uncovered. Points of a draft are inside the dock and not over its button."""
    page.goto(site.url("rules/embed.html"))
    found: dict[str, list[str]] = {}
    teas = 0
    for model in drafted_positions(seats):
        show_page(page, site.url(""), model)
        teas += page.locator("#play ~ #tea").count()
        for width, height in DOCK_WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            faults = page.evaluate(DOCK_FAULTS_JS)
            if faults:
                found.setdefault(f"{width} x {height}", []).extend(faults)
    assert teas or seats < 4, "no draft beside a tea break"
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.parametrize(("width", "height"), [(280, 420), (335, 560), (360, 640), (360, 740)])
def test_a_phone_s_dock_says_what_to_do_beside_what_others_did(page: Page, site: Site, width: int, height: int) -> None:
    page.goto(site.url("rules/embed.html"))
    show_page(page, site.url(""), next(model for model in played_models("medina", 4)[8:] if model.can_act))
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator("#bar .recall").first).to_be_in_viewport(ratio=1)
    said, prompt = page.locator("#bar .tally"), page.locator("#status .prompt")
    expect(said).to_be_in_viewport(ratio=1)
    assert page.locator("#status h1 b").inner_text() == "Your turn"
    if height < 740:  # the bar of a box has no room
        assert said.inner_text().split("\n") == ["Place 2 pieces", "Choose a piece, then a space."]
        assert prompt.bounding_box()["height"] == 0  # type: ignore[index]
    else:
        assert said.inner_text().strip() == "Choose a piece, then a space."
        assert prompt.inner_text().lower() == "place 2 pieces"
        expect(prompt).to_be_in_viewport(ratio=1)


TILE_FAULTS_JS = """() => {
  const found = [];
  const box = (each) => each.getBoundingClientRect();
  for (const seat of document.querySelectorAll(".seat")) {
    const seen = [...seat.querySelectorAll(".won > *, .points, .tea, .name, .pieces")].filter((e) => box(e).width);
    for (const [n, one] of seen.entries()) {
      const a = box(one);
      if (a.right > box(seat).right + 0.5 || a.bottom > box(seat).bottom + 0.5) found.push(`${one.className} is cut`);
      for (const other of seen.slice(n + 1)) {
        const b = box(other);
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 4) found.push(`${one.className} lies on ${other.className}`);
      }
    }
  }
  for (const text of document.querySelectorAll("#seats .won text, #hand .race text, #city text:not(.i-name)")) {
    if (!box(text).width) continue;
    const matrix = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
    if (size < 10.9) found.push(`${text.getAttribute("class")} ${text.textContent}: ${size.toFixed(1)} px`);
  }
  return found;
}"""


TILE_WINDOWS = ((280, 420), (320, 480), (360, 740), (375, 560), (660, 440), (768, 1024), (1280, 800), (1920, 1080))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_never_overlap_and_every_figure_is_legible(page: Page, site: Site, seats: int) -> None:
    """One seat holds as many tiles as it can, with tea. A figure is at least 11 px high in every window."""
    page.goto(site.url("rules/embed.html"))
    show_page(page, site.url(""), all_tiles_model(seats))
    found = {}
    for width, height in TILE_WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        if faults := page.evaluate(TILE_FAULTS_JS):
            found[f"{width} x {height}"] = faults
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


BOX_EDGES_JS = "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()"


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800})
def test_the_panels_about_palaces_leave_board_components_and_dock_free(page: Page, site: Site) -> None:
    page.goto(site.url("rules/embed.html"))
    model = next(model for model in played_models("medina", 4)[60:] if model.can_act)
    messages: list[list[object]] = [["seat", 1], ["panel", "palaces"]]
    for message in messages:
        show_page(page, site.url(""), after_messages(model, message))
        sheet, bar, board = (page.evaluate(BOX_EDGES_JS, each) for each in (".sheet", "#bar", ".live svg"))
        assert sheet["top"] >= bar["bottom"]
        assert sheet["left"] >= board["right"]


LATE_TABLES = [("you", "bot:casual"), ("you", "you", "bot:casual", "you")]


def sample_placements(match: Match[Medina]) -> list[Action]:
    """Return placements of up to three components. A second choice of one would put it back."""
    by_component = {tuple(action[:-1]): action for action in match.legal() if len(action) > 1}
    return [*by_component.values()][-3:]


def late_medina_turns(match: Match[Medina]) -> bool:
    return len(match.log) > 80 and len(match.legal()) > 5


@PHONE_WINDOW
@pytest.mark.parametrize("seats", LATE_TABLES, ids=len)
def test_nothing_is_cut_off_on_a_phone(page: Page, open_game: Open, seats: tuple[str, ...]) -> None:
    """At the end, late in a game, and with a draft, every cell is on the screen."""
    match = medina_match_until(seats, late_medina_turns)
    ended = match.copy()
    while ended.to_move() is not None:
        ended.play(casual_action(ended))
    open_medina_match(page, open_game, ended)
    expect(page.locator("#victory")).to_be_visible()
    assert page.evaluate(FITS_WIDTH_JS)
    assert page.evaluate(OFFSCREEN_JS, CONTENT_SELECTOR) == []
    load_save(page, json.dumps(match.save()))
    wait_for_my_turn(page)
    for action in sample_placements(match):
        expect(page.locator(".cell")).to_have_count(16 * 12 if len(seats) == 2 else 18 * 13)
        assert page.evaluate(FITS_WIDTH_JS)
        assert page.evaluate(OFFSCREEN_JS, CONTENT_SELECTOR) == []
        draft_placement(page, page.tap, action)


# -- undo --------------------------------------------------------------------------------------------------------------


def test_a_reload_in_mid_turn(page: Page, open_game: Open) -> None:
    """The first placement is still there, and undo still works."""
    open_game(page, "game=medina&seats=you,bot:casual&speed=instant&seed=1")
    wait_for_my_turn(page)
    while not is_halfway(match := load_match(page)):
        play_medina(page, page.click, match, casual_action(match))
        wait_for_my_turn(page)
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    assert json.loads(save_text(page)) == match.save()
    check_medina_table(page, match)
    page.click("#take-back")
    after = json.loads(save_text(page))
    assert after["log"] == match.save()["log"][:-1]
    assert "practice" not in after
    expect(page.locator("#take-back")).to_have_count(0)
    play_medina(page, page.click, load_match(page), casual_action(load_match(page)))
    assert json.loads(save_text(page)) == match.save()


def test_a_double_click_that_sends_a_draft_away_takes_nothing_back(page: Page, open_game: Open) -> None:
    """On a phone, undo of the first placement appears in the place of the draft's."""
    page.set_viewport_size({"width": 360, "height": 740})
    before = medina_match_until(("you", "bot:casual"), is_halfway)
    open_medina_match(page, open_game, before)
    page.click(component_selector(casual_action(before)))
    page.locator("#cancel").dblclick()
    expect(page.locator("#take-back")).to_be_visible()
    assert json.loads(save_text(page)) == before.save()


def test_undo_takes_back_the_first_placement_with_the_draft(page: Page, open_game: Open) -> None:
    """By the button of the bar, by the tool, by the key."""
    before = medina_match_until(
        ("you", "bot:casual"), lambda match: match.view(None)["due"] == 2 and not match.view(None)["placed"]
    )
    open_medina_match(page, open_game, before)
    for way in ("#take-back", "#undo", "u"):
        play_medina(page, page.click, before, casual_action(before))
        match = load_match(page)
        if not is_component_chosen(page, casual_action(match)):
            page.click(component_selector(casual_action(match)))
        assert page.locator(".cell.can").count() > 0
        if way == "u":
            page.keyboard.press(way)
        else:
            page.click(way)
        assert json.loads(save_text(page)) == before.save()
        expect(page.locator(".cell.can, [aria-pressed=true]")).to_have_count(0)
        assert not is_focus_lost(page)


def test_undo_of_a_whole_turn_where_a_person_follows(page: Page, open_game: Open) -> None:
    """The screen goes to the next person immediately, without a curtain, and back again."""
    names = ("Ada", "Ben")
    open_game(page, f"game=medina&seats=you,you&names={','.join(names)}&speed=instant&seed=1")
    saves = []
    for _placement in range(3):  # one of the first seat, two of the second
        match = load_match(page)
        saves.append(match.save())
        expect(page.locator("#turn")).to_contain_text(names[match.to_move() or 0])
        play_medina(page, page.click, match, casual_action(match))
    first = load_match(page).to_move()
    assert [seat for seat, _action, _draws in load_match(page).log] == [first, 1 - (first or 0), 1 - (first or 0)]
    expect(page.locator("#turn")).to_contain_text(names[first or 0])
    for save in saves[::-1]:
        page.click("#undo")
        assert json.loads(save_text(page)) == save
        mover = load_match(page).to_move()
        expect(page.locator("#turn")).to_contain_text(names[mover or 0])
        expect(page.locator("#ready")).to_have_count(0)
    expect(page.locator("#undo")).to_be_disabled()


# -- other tests -------------------------------------------------------------------------------------------------------


def forbidden_placements(clause: str, match: Match[Medina]) -> list[Action]:
    """Return placements that this clause of the rules forbids."""
    view = match.view(None)
    heads = [head for head in COMPONENT_KINDS if head[0] != "roof" and any(a[:-1] == head for a in match.legal())]
    tried = (
        [*head, name]
        for head in heads
        for name in (
            WALL_SPACES[2] if head == ["wall"] else [f"{a}{n}" for a in "abcdefghijklmn" for n in range(1, 11)]
        )
    )
    return [each for each in tried if (no := match.allows(each)) and no.clause == clause] if view["palaces"] else []


def test_an_illegal_touch_says_why(page: Page, open_game: Open) -> None:
    """It shows the sentence of the rules, with a link to the clause. The component stays chosen."""
    open_game(page, "game=medina&seats=you,bot:casual&speed=instant&seed=1")
    for clause in ("M13", "M14", "M15", "M21", "M22", "M25"):
        match = medina_match_until(("you", "bot:casual"), partial(forbidden_placements, clause))
        load_medina_match(page, match)
        action = forbidden_placements(clause, match)[0]
        page.click(component_selector(action))
        can = page.locator(".cell.can").count()
        page.click(cell_selector(action[-1]))
        refusal = match.allows(action)
        assert refusal is not None
        expect(page.locator(".refusal")).to_contain_text(refusal.message)
        link = page.locator(".refusal a")
        expect(link).to_have_attribute("href", re.compile(rf"rules/medina\.html#{clause}$"))
        expect(page.locator(component_selector(action))).to_have_attribute("aria-pressed", "true")
        assert page.locator(".cell.can").count() == can
        expect(page.locator("#play")).to_have_count(0)
        assert log_length(page) == len(match.log)


def test_a_tea_break(page: Page, open_game: Open) -> None:
    """One component is placed, and one tile is returned; by the button, and by the key."""
    open_game(page, "game=medina&seats=you,bot:casual&speed=instant&seed=1")
    match = medina_match_until(("you", "bot:casual"), lambda match: ["tea"] in match.legal())
    tea = match.view(None)["supplies"][0]["tea"]
    for way in ("#tea", "t"):
        load_medina_match(page, match)
        if way == "t":
            page.keyboard.press(way)
        else:
            page.click(way)
        expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))
        wait_for_my_turn(page)
        after = load_match(page)
        assert after.log[len(match.log)] == (0, ["tea"], [])
        assert after.view(None)["supplies"][0]["tea"] == tea - 1
        assert not is_over(page)
        check_medina_table(page, after)


def test_the_option_for_towers_comes_from_the_address(page: Page, open_game: Open) -> None:
    """The game keeps it."""
    open_game(page, "game=medina&seats=you,you&speed=instant&seed=1&towers=new-contact")
    expect(page.locator(".notice")).to_have_count(0)
    assert load_match(page).options == {"towers": "new-contact"}
    play_medina(page, page.click, load_match(page), casual_action(load_match(page)))
    before = save_text(page)
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    assert "towers=new-contact" in page.url
    assert save_text(page) == before


def test_a_wrong_address_deals_the_usual_table_of_its_game(page: Page, open_game: Open) -> None:
    open_game(page, "game=medina&seats=you,you&towers=never&seed=1")
    expect(page.locator(".notice")).to_have_count(1)
    match = load_match(page)
    assert (match.game, len(match.seats), match.options) == ("medina", 3, {"towers": "rulebook"})
