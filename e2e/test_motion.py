"""Tests of motion: pieces fly from their old places to their new ones, nobody has to wait, and no tap goes astray."""

import json
import math
from typing import Any

import pytest
from game_players import RELEASED_GAMES
from palaces.features import replay
from palaces.ui.game_view import load_game_view
from palaces.ui.pieces import PieceMove, piece_moves
from players import (
    Open,
    action_selector,
    load_match,
    load_save,
    log_length,
    save_text,
    wait_for_decision,
    wait_for_truth,
)
from playwright.sync_api import Page, expect
from visual_regression import played_models

from pygame_core.i18n import sentence_subjects

TABLE = "game=palazzo&seats=you,bot:casual,bot:casual&first=1&seed=5"
HOLD_ANIMATIONS_JS = """const { animate } = Element.prototype;
window.flown = 0;
Element.prototype.animate = function (...how) {
  const held = animate.apply(this, how);
  window.flown += 1;
  held.pause();
  return held;
};"""
"""No flight ends by itself."""
RECORD_FLIGHTS_JS = """const { animate } = Element.prototype;
window.flights = [];
window.cards = 0;
window.middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
Element.prototype.animate = function (frames, how) {
  const held = animate.call(this, frames, how);
  held.pause();
  if (this.classList.contains("placard")) window.cards += 1;
  if (this.className !== "flying") return held;
  const at = (time) => {
    held.currentTime = time;
    return window.middle(this.getBoundingClientRect());
  };
  window.flights.push([at(how.delay + how.duration), at(0)].reverse());
  return held;
};"""
"""Record start and end of every flight, by its middle, and the cards shown. No flight ends by itself."""
PIECE_POSITIONS_JS = """async () => {
  window.palaces.motion.finish();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  [window.flights, window.cards] = [[], 0];
  const boxes = (kind) => Object.fromEntries([...document.querySelectorAll(`[data-${kind}]`)].flatMap((each) => {
    const box = each.getBoundingClientRect();
    return box.width || box.height ? [[each.getAttribute(`data-${kind}`), window.middle(box)]] : [];
  }));
  return { pieces: boxes("piece"), places: { ...boxes("at"), ...boxes("place") } };
}"""
"""The positions of all pieces and places after all flights."""
READ_FLIGHTS_JS = """async () => {
  await new Promise(requestAnimationFrame); // in which the flights start
  await new Promise(requestAnimationFrame);
  return [window.flights, window.cards];
}"""
SHOWN_ENTRY_JS = "document.getElementById('moment')?.getAttribute('aria-valuetext')?.startsWith('Move {n} ')"
PixelPosition = tuple[float, float]
ENTRY_PAUSE_MS = 2000  # in ms, longer than any pause
PIECES_ON_BOARD_JS = (
    "[...document.querySelectorAll('.table [data-piece]')].map((each) => each.dataset.piece + each.dataset.at).join()"
)


def wait_for_motion_script(page: Page) -> None:
    """Wait for the script that moves pieces. It loads once the board is live."""
    wait_for_truth(page, "Boolean(window.palaces.motion)")


def take_first_card(page: Page) -> None:
    """Take the first of the open cards."""
    page.locator("button[data-at=money]").first.click()
    page.click("#play")


def logged_entries(page: Page) -> int:
    """Return the length of the game's log, drawn or not."""
    return len(json.loads(save_text(page))["log"])


@pytest.mark.parametrize("interrupt", ["key", "touch"])
def test_pieces_fly_and_a_touch_or_a_key_finds_them_at_their_places(
    page: Page, open_game: Open, interrupt: str
) -> None:
    page.add_init_script(HOLD_ANIMATIONS_JS)
    open_game(page, TABLE)
    wait_for_motion_script(page)
    wait_for_decision(page)
    pile = page.locator("[data-result=pile]")
    cards = int(pile.text_content() or "")
    page.click(action_selector(["money"]))
    expect(page.locator(".flying")).to_have_count(4)
    assert pile.text_content() == str(cards), "the count changes when the cards arrive"
    assert page.locator(".flights[aria-hidden=true][inert] .flying").count() == 4
    assert page.locator(".flying :is([id], [data-piece], [tabindex])").count() == 0
    expect(page.locator("[data-at=money][data-piece]")).to_have_count(4)
    page.keyboard.press("Shift") if interrupt == "key" else page.mouse.click(2, 400)
    expect(page.locator(".flying")).to_have_count(0)
    assert pile.text_content() == str(cards - 4)
    page.keyboard.press("u")
    page.click("#undo-further")
    expect(page.locator("[data-at=money][data-piece]")).to_have_count(0)
    expect(page.locator(".flying")).to_have_count(4)


@pytest.mark.parametrize("how", ["reduced", "instant"])
def test_who_wants_no_motion_sees_the_last_frame_at_once(page: Page, open_game: Open, how: str) -> None:
    page.add_init_script(HOLD_ANIMATIONS_JS)
    page.emulate_media(reduced_motion="reduce" if how == "reduced" else "no-preference")
    open_game(page, f"{TABLE}&speed={'normal' if how == 'reduced' else 'instant'}")
    wait_for_motion_script(page)
    wait_for_decision(page)
    page.click(action_selector(["money"]))
    expect(page.locator("[data-at=money][data-piece]")).to_have_count(4)
    assert page.evaluate("window.flown") == 0


@pytest.mark.first_visit
def test_the_model_is_ahead_and_moves_are_shown_one_at_a_time_until_a_touch(page: Page, open_game: Open) -> None:
    """There are two cards for the player who opens money, then one for each other player, and their turns."""
    page.clock.install()
    open_game(page, TABLE)
    wait_for_motion_script(page)
    wait_for_decision(page)
    page.click(action_selector(["money"]))
    for _card in range(2):
        page.clock.run_for(ENTRY_PAUSE_MS)
        take_first_card(page)
    own = log_length(page)
    wait_for_truth(page, f"JSON.parse(window.palaces.save()).log.length > {own + 2}")
    drawn = log_length(page)
    assert drawn <= own + 1
    page.clock.run_for(ENTRY_PAUSE_MS)
    assert drawn < log_length(page)
    page.keyboard.press("Shift")
    assert log_length(page) >= own + 3


def test_the_second_click_of_a_double_click_plays_nothing(page: Page, open_game: Open) -> None:
    """This holds for any control that has appeared under the finger."""
    open_game(page, f"{TABLE}&speed=instant")
    wait_for_decision(page)
    click = """([selector, detail, x]) => document.querySelector(selector).dispatchEvent(
      new PointerEvent("click", { bubbles: true, detail, clientX: x, clientY: 50 }))"""
    page.evaluate(click, [action_selector(["tiles"]), 1, 50])
    assert logged_entries(page) == 1
    page.evaluate(click, [action_selector(["auction"]), 2, 50])
    assert logged_entries(page) == 1
    page.evaluate(click, [action_selector(["auction"]), 2, 300])
    assert logged_entries(page) > 1


def test_a_double_click_on_hint_opens_it_and_the_next_click_closes_it(page: Page, open_game: Open) -> None:
    """Its second click must not close what the first one opened."""
    open_game(page, f"{TABLE}&speed=instant")
    wait_for_decision(page)
    page.dblclick("#hint")
    expect(page.locator("#panel .advice li").first).to_be_visible(timeout=30_000)
    page.click("#hint")
    expect(page.locator("#panel .advice")).to_have_count(0)


def test_nothing_plays_where_a_touch_has_just_let_the_picture_catch_up(page: Page, open_game: Open) -> None:
    """A player who taps to hurry the others must not bid with a control that appears under the finger."""
    open_game(page, TABLE)
    wait_for_motion_script(page)
    wait_for_decision(page)
    page.click(action_selector(["tiles"]))
    page.click(action_selector(["auction"]))
    while load_match(page).to_move() != 0:  # the others have moved, but the page has not shown it yet
        page.wait_for_timeout(50)
    assert log_length(page) < len(load_match(page).log)
    touch = """(selector) => ["pointerdown", "click"].forEach((kind) => document.querySelector(selector).dispatchEvent(
      new PointerEvent(kind, { bubbles: true, detail: 1, clientX: 50, clientY: 50 })))"""
    page.evaluate(touch, "main.table")
    n = len(load_match(page).log)
    page.evaluate(touch, "#bar [data-act]")
    assert len(load_match(page).log) == n
    page.wait_for_timeout(800)
    page.evaluate(touch, "#bar [data-act]")
    assert len(load_match(page).log) > n


@pytest.mark.first_visit
@pytest.mark.parametrize("how", ["touch", "key"])
def test_a_line_of_the_log_does_what_it_says_while_moves_come_in(page: Page, open_game: Open, how: str) -> None:
    """The log grows at its top when the picture catches up. The line would move away from under the finger."""
    page.clock.install()
    open_game(page, TABLE)
    wait_for_motion_script(page)
    wait_for_decision(page)
    page.click(action_selector(["money"]))
    page.clock.run_for(ENTRY_PAUSE_MS)
    take_first_card(page)
    page.clock.run_for(ENTRY_PAUSE_MS)
    page.locator("button[data-at=money]").first.click()
    page.evaluate("document.getElementById('play').click(), document.getElementById('log').click()")
    wait_for_truth(page, "JSON.parse(window.palaces.save()).log.length > document.documentElement.dataset.turn")
    line = page.locator("#panel .line[data-do*=show]").last
    place = str(json.loads(line.get_attribute("data-do") or "")[1])
    if how == "touch":
        line.click()
    else:
        line.press("Enter")
    expect(page.locator("#turn")).to_contain_text(f"Move {place} of")


def test_a_move_is_shown_again_at_a_touch_of_its_picture(page: Page, open_game: Open) -> None:
    open_game(page, TABLE)
    wait_for_motion_script(page)
    wait_for_decision(page)
    page.click(action_selector(["money"]))
    for _card in range(2):
        take_first_card(page)
    wait_for_decision(page)
    page.keyboard.press("Shift")
    wait_for_decision(page)
    now = page.evaluate(PIECES_ON_BOARD_JS)
    page.locator("#since .recall:visible").first.click()
    wait_for_truth(page, f"{PIECES_ON_BOARD_JS} !== {json.dumps(now)}")
    wait_for_truth(page, f"{PIECES_ON_BOARD_JS} === {json.dumps(now)}")
    page.locator("#since .recall:visible").first.click()
    wait_for_truth(page, f"{PIECES_ON_BOARD_JS} !== {json.dumps(now)}")
    page.keyboard.press("Shift")
    assert page.evaluate(PIECES_ON_BOARD_JS) == now


def test_sound_comes_when_it_is_switched_on_and_that_is_kept(page: Page, open_game: Open) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_game(page, f"{TABLE}&speed=instant")
    wait_for_decision(page)
    page.click(action_selector(["money"]))
    assert not any(url.endswith("sound.js") for url in asked)
    page.click("#menu")
    page.click("#settings")
    page.click("#switch-sound")
    wait_for_truth(page, "Boolean(window.palaces.sound)")
    open_game(page, f"{TABLE}&speed=instant&table=2")
    page.click("#menu")
    page.click("#settings")
    expect(page.locator("#switch-sound")).to_have_attribute("aria-pressed", "true")
    open_game(page, f"{TABLE}&speed=instant&table=2")
    own = page.url
    page.goto(own.replace("palazzo.html?", "frame.html?game=palazzo&"))
    wait_for_decision(page)
    page.click("#menu")
    page.click("#settings")
    expect(page.locator("#switch-sound")).to_have_attribute("aria-pressed", "false")
    page.goto(own)
    wait_for_decision(page)
    page.click("#menu")
    page.click("#settings")
    page.click("#switch-sound")


def test_where_every_move_is_confirmed_an_offer_waits_in_the_dock(page: Page, open_game: Open) -> None:
    open_game(page, f"{TABLE}&speed=instant&table=3")
    wait_for_decision(page)
    page.click("#menu")
    page.click("#settings")
    page.get_by_role("button", name="always").click()
    page.click("#close")
    page.click(action_selector(["money"]))
    assert logged_entries(page) == 0
    page.click("#bar #play")
    assert logged_entries(page) == 1


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_exactly_what_an_entry_moves_flies_from_where_it_was_to_where_it_is(
    page: Page, open_game: Open, game: str
) -> None:
    """The test covers the first entries of a whole game, and the entries around special ones."""
    page.add_init_script(RECORD_FLIGHTS_JS)
    open_game(page, f"game={game}&seats=you,bot:casual,bot:casual&seed=5")
    wait_for_motion_script(page)
    wait_for_decision(page)
    match = played_models(game, 3)[-1].whole_match
    assert load_save(page, json.dumps(match.save())) == ""
    events = match.events(None)
    with_card = [
        n
        for n, event in enumerate(events[:-1])
        if load_game_view(game).event_card(event, sentence_subjects(["A", "B", "C"], None))
    ][:3]
    flown = cards = 0
    page.wait_for_selector("#first:enabled")
    page.keyboard.press("Home")
    wait_for_truth(page, SHOWN_ENTRY_JS.format(n=0))
    for n in sorted({*range(24), *with_card}):
        jump_to_position(page, n)
        before = page.evaluate(PIECE_POSITIONS_JS)
        page.keyboard.press("ArrowRight")
        wait_for_truth(page, SHOWN_ENTRY_JS.format(n=n + 1))
        flights, shown = page.evaluate(READ_FLIGHTS_JS)
        after = page.evaluate(PIECE_POSITIONS_JS)
        moves = piece_moves(
            load_game_view(game).pieces_class, replay.truncate_match(match, n), replay.truncate_match(match, n + 1)
        )
        assert are_same_flights(flights, expected_flights(moves, before, after)), (n, events[n])
        assert shown == (n in with_card)
        flown, cards = flown + len(flights), cards + shown
    assert flown > 24
    assert cards == len(with_card)


def jump_to_position(page: Page, n: int) -> None:
    """Go to a position without a flight, or to a step after its flight."""
    page.evaluate(
        """(n) => {
          const slider = document.getElementById("moment");
          if (Number(slider.value) === n) return;
          slider.value = n;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        n,
    )


def expected_flights(moves: list[PieceMove], before: Any, after: Any) -> list[tuple[PixelPosition, PixelPosition]]:
    """Return the start and end of the flights of pieces that are visible before or after."""
    found = []
    for piece, source, goal, _via in moves:
        won = piece.startswith("points")
        was, now = None if won else before["pieces"].get(piece), after["pieces"].get(piece)
        start = was or position_of(source, before["places"]) or position_of(source, after["places"])
        end = now or position_of(goal, after["places"])
        if (was or now) and start and end and math.dist(start, end) >= 2:
            found.append((start, end))
    return found


def position_of(place: str, places: dict[str, PixelPosition]) -> PixelPosition | None:
    """Return the position of a place, or of the place that contains it."""
    while place not in places and "-" in place:
        place = place.rpartition("-")[0]
    return places.get(place)


def are_same_flights(
    flights: list[tuple[PixelPosition, PixelPosition]], expected: list[tuple[PixelPosition, PixelPosition]]
) -> bool:
    """Return True if these are the same flights, in any order."""
    left = [*expected]
    for flight in flights:
        same = [each for each in left if all(math.dist(*ends) < 3 for ends in zip(flight, each, strict=True))]
        if not same:
            return False
        left.remove(same[0])
    return not left
