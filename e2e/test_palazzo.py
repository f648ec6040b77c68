"""Tests of Palazzo in a browser: whole games by mouse, keys and finger, an auction of four, interruptions, and undo."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from players import (
    RECORD_ANNOUNCEMENTS_JS,
    Action,
    Open,
    Press,
    action_selector,
    casual_action,
    check_finished_game,
    confirm_first_move,
    is_focus_lost,
    is_over,
    load_match,
    load_save,
    log_length,
    missing_announcements,
    save_seats,
    save_text,
    slow_press,
    touch_selector,
    wait_for_decision,
)
from playwright.sync_api import Page, expect
from test_whole_games import KeyboardPlayer

from pygame_core import Match
from pygame_core.palazzo.state import Palazzo
from pygame_core.state import open_hand

CHOSEN_CARD = "#hand .slot > button:is([aria-pressed=true], .drafted) >> nth=0"
"""Repeated taps on it clear the choice. Equal cards in a pack are first chosen together."""


def unchosen_card_selector(card: str) -> str:
    """Return the selector of a card in the hand that is not chosen yet: of equal ones in a pack, the visible one."""
    return f"button:is(#card-{card}, [id^='card-{card}-']):is([aria-pressed=false], .pack *) >> nth=0"


def play_palazzo_step_by_step(page: Page, press: Press, action: Action) -> None:
    """Play by taps on tiles and cards, one by one, without the ready buttons."""
    verb, *rest = action
    if verb == "buy":
        tiles, cards = rest
        for tile in tiles:
            press(touch_selector("supply", tile))
        if cards:
            while page.locator(CHOSEN_CARD).count():  # the page's own proposal
                press(CHOSEN_CARD)
            for card in cards:
                press(unchosen_card_selector(card))
    elif verb == "bid":
        for card in rest:
            press(unchosen_card_selector(card))
    elif verb == "pick":
        press(touch_selector("open", load_match(page).view(None)["money"].index(rest[0])))
    elif verb == "claim":
        press(touch_selector("claim", rest[0]))
    elif verb == "build":
        if page.locator(touch_selector("tile", rest[0])).count():
            press(touch_selector("tile", rest[0]))
        if rest[1] != "out":
            press(touch_selector("place", rest[1]))
    elif verb == "rebuild":
        card, _change, at, *_to = rest
        row = load_match(page).view(None)["palaces"][load_match(page).to_move() or 0]
        floor = rest[3] if rest[1] == "split" else int(row[at][0].split("-")[1])
        press("#reconstruct")
        press(f"#card-{card}")
        press(touch_selector("own", at, floor))
        if rest[1] == "join":
            press(touch_selector("place", rest[3]))
    press(action_selector(action))


def play_palazzo(page: Page, press: Press, match: Match[Palazzo], action: Action, ready: bool = True) -> None:
    """Play with the control for the action, or step by step without one or if `ready` is false."""
    press = slow_press(page, press)
    there = page.locator(action_selector(action))
    if there.count() and (ready or action[0] not in ("buy", "bid")):
        press(action_selector(action))
    else:
        play_palazzo_step_by_step(page, press, action)
    confirm_first_move(page, press)
    expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))


READ_TABLE_JS = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    points: all(".who .total").sort((a, b) => a.dataset.seat - b.dataset.seat).map((each) => each.textContent),
    hand: all("#hand .note").map((card) => card.id),
    tiles: [0, 1, 2, 3].map((n) => all(all(`.q${n} .ghost`).length ? ".lot .piece" : `.q${n} .piece`).length),
    supply: all("[data-place=supply] .piece").length,
    palaces: all("#street .palace:has(.floor)").length,
    bids: all(".bids li").map((each) => each.querySelector("b")?.textContent ?? "0"),
    acts: all("[data-act]").map((control) => JSON.parse(control.dataset.act)),
  };
}"""


def check_palazzo_table(page: Page, match: Match[Palazzo]) -> None:
    """Check points, hand, tiles and bids on screen against the match, and that every control plays a legal action."""
    seat = match.to_move()
    assert seat is not None
    view, shown = match.view(seat), page.evaluate(READ_TABLE_JS)
    assert [int(said.split()[0].replace("−", "-")) for said in shown["points"]] == view["points"]
    assert sorted(card.split("-")[1] for card in shown["hand"]) == sorted(open_hand(view, seat))
    assert shown["supply"] == len(view["supply"])
    if not view["claiming"] or view["phase"] == "claim":
        assert shown["tiles"] == [*map(len, view["quarries"])]
    assert shown["palaces"] == len(view["palaces"][seat])
    if view["phase"] == "bid":
        assert [int(total.replace("–", "0")) for total in shown["bids"]] == view["totals"]
    legal = match.legal()
    assert all(act in legal for act in shown["acts"])


def play_palazzo_to_end(page: Page, press: Press, choose: Callable[[Match[Any]], Action] = casual_action) -> Match[Any]:
    """Play for every person until the end. Return the verified match."""
    moves = 0
    while True:
        wait_for_decision(page)
        if is_over(page):
            return check_finished_game(page)
        if page.locator("#ready").count():
            press("#ready")
            continue
        match = load_match(page)
        check_palazzo_table(page, match)
        play_palazzo(page, press, match, choose(match), ready=bool(moves % 2))
        moves += 1


@pytest.mark.thorough
def test_by_mouse(page: Page, open_game: Open) -> None:
    """The test uses ready buttons and single steps. Table and announcements are those of the match."""
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    open_game(page, "game=palazzo&seats=you,bot:casual,bot:casual,bot:casual&speed=instant&seed=5")
    match = play_palazzo_to_end(page, page.click)
    assert not missing_announcements(page, match)


def advance_until_late(match: Match[Palazzo], moves: int = 40) -> Match[Palazzo]:
    """Continue the game until only so many moves are left."""
    whole = match.copy()
    while whole.to_move() is not None:
        whole.play(casual_action(whole))
    for _seat, action, _draws in whole.log[len(match.log) : -moves]:
        match.play(action)
    return match


def open_late_match(page: Page, open_game: Open, seats: tuple[str, ...], moves: int = 40) -> Match[Palazzo]:
    """Open a game of these seats with only so many moves left."""
    open_game(page, f"game=palazzo&seats={','.join(seats)}&speed=instant&seed=1")
    match = advance_until_late(Match[Palazzo].new("palazzo", save_seats(*seats), 8), moves)
    assert load_save(page, json.dumps(match.save())) == ""
    return match


@pytest.mark.thorough
def test_by_keys_alone(page: Page, open_game: Open) -> None:
    """Tab, Enter and Space, and the shortcuts of the three actions.

    The focus is never lost. The last third of a game.
    """
    open_late_match(page, open_game, ("you", "bot:random", "bot:casual"), 120)
    keys = KeyboardPlayer(page)
    wait_for_decision(page)
    keys.press_key("Tab")
    quick = {"money": "m", "tiles": "t", "auction": "a", "pass": "x"}
    while not is_over(page):
        match = load_match(page)
        action = casual_action(match)
        if action[0] in quick and len(match.log) % 2:
            keys.press_key(quick[action[0]])
            expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))
        else:
            play_palazzo(page, keys.use_control, match, action)
        wait_for_decision(page)
        assert not is_focus_lost(page)
    check_finished_game(page)


def test_tiles_at_the_master_builder_are_drawn_like_all_others(page: Page, open_game: Open) -> None:
    """No line of another part of the page, such as that of the chart, surrounds their stones."""
    open_game(page, "game=palazzo&seats=you,bot:casual&seed=5")
    lines = page.locator(".quarry, .stage").evaluate_all("all => all.map((each) => getComputedStyle(each).stroke)")
    assert lines == ["none"] * 5


def test_the_curtain_hides_the_hand_from_edge_to_edge(page: Page, open_game: Open) -> None:
    open_game(page, "game=palazzo&seats=you,you&seed=5")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        curtain, table = page.locator(".curtain").bounding_box(), page.locator(".table").bounding_box()
        assert curtain is not None
        assert table is not None
        assert (curtain["x"], curtain["width"]) == (table["x"], table["width"])


PHONE_WINDOW = pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)


@pytest.mark.thorough
@PHONE_WINDOW
def test_by_finger_on_a_phone(page: Page, open_game: Open) -> None:
    """The width is 360 pixels, with three other players, when the palaces are high."""
    open_late_match(page, open_game, ("you", "bot:casual", "bot:casual", "bot:casual"), 120)
    play_palazzo_to_end(page, page.tap)


@PHONE_WINDOW
@pytest.mark.thorough
def test_four_people_hand_a_phone_on_to_the_end(page: Page, open_game: Open) -> None:
    people = open_late_match(page, open_game, ("you", "you", "you", "you"))
    match = play_palazzo_to_end(page, page.tap)
    assert {seat for seat, _action, _draws in match.log[len(people.log) :]} == {0, 1, 2, 3}


def four_player_auction() -> Match[Palazzo]:
    """Return an auction of four people after two bids."""
    for seed in range(200):
        match = Match[Palazzo].new("palazzo", save_seats("you", "you", "you", "you"), seed)
        while match.to_move() is not None:
            view = match.view(match.to_move())
            if view["phase"] == "bid" and sum(map(bool, view["bids"])) == 2 and len(match.legal()) > 3:
                return match
            match.play(casual_action(match))
    raise AssertionError("no auction comes to that")


def test_a_reload_in_the_middle_of_an_auction(page: Page, open_game: Open) -> None:
    """It continues with all bids, and can be finished."""
    open_game(page, "game=palazzo&seats=you,you,you,you&speed=instant&seed=1")
    before = four_player_auction()
    assert load_save(page, json.dumps(before.save())) == ""
    page.click("#ready")
    bids = page.locator(".bids li").all_text_contents()
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    assert json.loads(save_text(page)) == before.save()
    page.click("#ready")
    assert page.locator(".bids li").all_text_contents() == bids
    while load_match(page).view(None)["phase"] == "bid":
        if page.locator("#ready").count():
            page.click("#ready")
        match = load_match(page)
        check_palazzo_table(page, match)
        play_palazzo(page, page.click, match, casual_action(match), ready=False)
    assert load_match(page).view(None)["phase"] == "build"


def test_a_bid_that_is_too_low_and_one_that_mixes_currencies_say_why(page: Page, open_game: Open) -> None:
    open_game(page, "game=palazzo&seats=you,you,you,you&speed=instant&seed=1")
    before = four_player_auction()
    load_save(page, json.dumps(before.save()))
    page.click("#ready")
    view = before.view(before.to_move())
    coins = [card for card in open_hand(view, view["to_move"] or 0) if card[0] != "c"]
    first = coins[0]
    page.click(f"#card-{first}")
    verdict = page.locator("#bar .verdict")
    refusal = before.allows(["bid", first])
    expect(verdict).to_have_text(refusal.message if refusal else f"beats {max(view['totals'])} by", use_inner_text=True)
    assert page.locator("#play").count() == (refusal is None)
    other = next((card for card in coins if card[0] != first[0]), None)
    assert other
    page.click(f"#card-{other}")
    expect(verdict).to_contain_text("Use one color")
    assert page.locator("#play").count() == 0
    page.click("#cancel")
    assert log_length(page) == len(before.log)


def find_uninterrupted(verb: str) -> Match[Palazzo]:
    """Return the first position after which the person's move draws nothing, and the same person is to move again."""
    for seed in range(6, 50):
        match = Match[Palazzo].new("palazzo", save_seats("you", "bot:casual"), seed)
        while match.to_move() is not None:
            after = match.copy()
            after.play(casual_action(match))
            seat, action, draws = after.log[-1]
            if (seat, action[0], draws, after.to_move()) == (0, verb, [], 0):
                return match
            match = after
    raise AssertionError("no game comes to that")


def test_undo_takes_back_whatever_neither_chance_nor_anybody_else_has_answered(page: Page, open_game: Open) -> None:
    """This works immediately, in each kind of decision, and the action can be repeated."""
    open_game(page, "game=palazzo&seats=you,bot:casual&speed=instant&seed=6")
    for verb in ("pick", "build", "buy", "claim"):
        match = find_uninterrupted(verb)
        assert load_save(page, json.dumps(match.save())) == ""
        action = casual_action(match)
        play_palazzo(page, page.click, match, action)
        page.click("#undo")
        assert json.loads(save_text(page)) == match.save()
        play_palazzo(page, page.click, match, action)
        assert [played for _seat, played, _draws in load_match(page).log[len(match.log) :]] == [action]


def test_a_reconstruction_by_touch_shows_where_the_tile_can_go(page: Page, open_game: Open) -> None:
    """After a tap on a single tile, each place for it shows the result. The test tries one, then taps another."""
    for seed in range(100):
        match = Match[Palazzo].new("palazzo", save_seats("you", "bot:casual"), seed)
        while match.to_move() is not None:
            joins = [action for action in match.legal() if action[:1] == ["rebuild"] and action[2] == "join"]
            if match.to_move() == 0 and match.view(0)["phase"] == "turn" and len(joins) > 1:
                break
            match.play(casual_action(match))
        else:
            continue
        break
    open_game(page, "game=palazzo&seats=you,bot:casual&speed=instant&seed=1")
    assert load_save(page, json.dumps(match.save())) == ""
    _verb, card, _change, at, to = joins[0]
    assert isinstance(at, int)
    floor = int(match.view(0)["palaces"][0][at][0].split("-")[1])
    page.click("#reconstruct")
    page.click(f"#card-{card}")
    page.click(touch_selector("own", at, floor))
    places = {action[4] for action in joins if action[1] == card and action[3] == at}
    assert page.locator("#street .spot").count() == len(places)
    page.click(f"#spot-{to}")
    expect(page.locator("#play")).to_be_visible()
    page.click(f"#spot-{to}")
    expect(page.locator("html")).not_to_have_attribute("data-turn", str(len(match.log)))
    assert load_match(page).log[len(match.log)][1] == joins[0]


def test_a_wrong_address_deals_the_usual_table_of_its_game(page: Page, open_game: Open) -> None:
    open_game(page, "game=palazzo&seats=you&seed=1")
    assert load_match(page).game == "palazzo"
    expect(page.locator(".notice")).to_contain_text("Number of players in the link: 1. This game takes 2 to 4.")
