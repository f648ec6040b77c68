"""Whole games, from the deal to the last point: by mouse, by keys alone, by finger, with Dirk, and by bots only."""

import json
import re

import pytest
from players import (
    SPOKEN,
    Open,
    finished,
    focus_lost,
    match_of,
    over,
    painted,
    play,
    play_on,
    saved,
    seed_for,
    sensible,
    status_is_right,
    step_by_step,
    table_is_right,
    turn,
    unheard,
    unhurried,
    wake,
)
from playwright.sync_api import Page, expect

from pygame_core import Match

BESIDE = """(selector) => {
  const [here, there] = [document.activeElement, document.querySelector(selector)];
  if (here === there) return "";
  const follows = Boolean(here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_FOLLOWING);
  const group = here.closest("[data-arrows]");
  if (!group || group !== there.closest("[data-arrows]")) return follows ? "Tab" : "Shift+Tab";
  const list = group.dataset.arrows === "y" || group.querySelector(".steps");
  return `Arrow${list ? (follows ? "Down" : "Up") : follows ? "Right" : "Left"}`;
}"""


class Keys:
    """A person without a mouse: Tab or Shift+Tab to a control or its group, arrows within that, then Enter and Space by
    turns. Focus is never lost."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.uses = 0

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)
        assert not focus_lost(self.page), f"focus is lost after {name}"

    def use(self, selector: str) -> None:
        for _steps in range(200):
            beside = self.page.evaluate(BESIDE, selector.removesuffix(" >> nth=0"))
            if not beside:
                break
            self.key(beside)
        else:
            raise AssertionError(f"{selector} is not reached by Tab")
        expect(self.page.locator(":focus-visible")).to_have_count(1)
        self.uses += 1
        self.key("Enter" if self.uses % 2 else "Space")


def dealt_anew(page: Page, before: Match) -> None:
    """Another game of the same people is on, with other cards."""
    again = match_of(page)
    assert again.result() is None
    assert again.seats == before.seats
    assert again.setup != before.setup, "the same cards were dealt again"


@pytest.mark.thorough
def test_by_mouse(page: Page, open_game: Open) -> None:
    """Ready buttons and the longer road; status, sums, points, hand and what is spoken are those of the match."""
    page.add_init_script(SPOKEN)
    open_game(page, f"seats=you,bot:casual,bot:casual&speed=instant&seed={seed_for(3, lambda match: True)}")
    verdicts: set[str] = set()
    moves = 0
    wake(page)
    while not over(page):
        match = match_of(page)
        status_is_right(page, match)
        table_is_right(page, match)
        action = sensible(match)
        if action[0] == "buy" or moves % 2:
            verdicts |= step_by_step(page, page.click, match, action)
        else:
            play(page, page.click, match, action)
        assert turn(page) > len(match.log)
        moves += 1
        wake(page)
    match = finished(page)
    assert verdicts == {"missing", "exact", "too much"}
    assert not unheard(page, match)


@pytest.mark.thorough
def test_by_keys_alone(page: Page, open_game: Open) -> None:
    """Half of the turns with Tab and Enter or Space, half with the quick keys."""
    open_game(page, "seats=you,bot:casual,bot:random&speed=instant&seed=11")
    keys = Keys(page)
    wake(page)
    keys.key("Tab")
    moves = 0
    while not over(page):
        match = match_of(page)
        action = sensible(match)
        quick = moves % 2
        if quick and action[0] == "take":
            for card in action[1:]:
                keys.key(str(5 + match.view(None)["money"].index(card)))
            keys.key("p")
        elif quick and action[0] == "buy":
            keys.key(str(1 + action[1]))
            for card in action[2]:
                keys.use(f"#card-{card}")
            keys.key("p")
        else:
            play(page, keys.use, match, action)
        assert turn(page) > len(match.log)
        moves += 1
        wake(page)
        assert not focus_lost(page), "focus is lost while others move"
    before = finished(page)
    keys.use("#again")
    wake(page)
    assert not focus_lost(page), "focus is lost in the next game"
    dealt_anew(page, before)


def test_quick_keys(page: Page, open_game: Open) -> None:
    """Panels open and close by key, and focus goes on from a place that is there."""
    seed = seed_for(3, lambda match: any(action[0] == "buy" for action in match.legal()))
    open_game(page, f"seats=you,bot:casual,bot:casual&speed=instant&seed={seed}")
    keys = Keys(page)
    keys.key("Tab")
    for key, title in (("?", "Keys"), ("l", "Log")):
        keys.key(key)
        expect(page.locator("#panel h2")).to_have_text(title)
        keys.use("#close")
        expect(page.locator("#panel .sheet")).to_have_count(0)
        keys.key(key)
        keys.key("Escape")
        expect(page.locator("#panel .sheet")).to_have_count(0)
    for place in range(4):
        keys.key(str(place + 1))
        expect(page.locator(f"#place-{place}")).to_have_attribute("aria-pressed", "true")
    keys.key("Escape")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    action = next(action for action in match_of(page).legal() if action[0] == "buy")
    before = json.loads(saved(page))
    keys.key(str(1 + action[1]))
    for card in action[2]:
        keys.use(f"#card-{card}")
    keys.key("p")
    wake(page)
    assert turn(page) > 0
    keys.key("u")
    if page.locator("#undo-further").count():
        keys.use("#undo-further")
    assert turn(page) == 0
    painted(page)
    assert not focus_lost(page), "focus is lost with the button that took back"
    after = json.loads(saved(page))
    after.pop("practice", None)
    assert after == before


@pytest.mark.thorough
@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_by_finger_on_a_phone(page: Page, open_game: Open) -> None:
    """360 px wide; nothing ever lies beside the screen."""
    open_game(page, "seats=you,bot:casual,bot:casual,bot:random&speed=instant&seed=3")
    taps = 0

    def tap(selector: str) -> None:
        nonlocal taps
        taps += 1
        page.tap(selector)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), f"too wide after {selector}"

    def choose(match: Match) -> list[object]:
        if len(match.log) % 3 == 0:  # the longer road now and then
            tap("#menu")
            tap("#close")
        return sensible(match)

    before = play_on(page, tap, choose)
    assert taps > 20
    tap("#again")
    wake(page)
    dealt_anew(page, before)


@pytest.mark.thorough
def test_two_seats_with_dirk(page: Page, open_game: Open) -> None:
    """Dirk has a hill of his own, buildings can be bought for him, and his points are counted."""
    open_game(page, "seats=you,bot:casual&speed=instant&seed=5")
    dirk = page.locator("#seats .hill").nth(2)
    expect(dirk).to_contain_text("Dirk")
    given, press = 0, unhurried(page, page.click)
    wake(page)
    while not over(page):
        match = match_of(page)
        action = sensible(match)
        shown = re.findall(r"[0-9]+", " ".join(dirk.locator(".count").all_text_contents()))
        assert sum(map(int, shown)) == len(match.view(None)["buildings"][2])
        if action[0] == "buy" and given < 3:
            action = [*action[:3], "give"]
            step_by_step(page, press, match, action)
            assert match_of(page).log[len(match.log)][1] == action
            given += 1
        else:
            play(page, press, match, action)
        wake(page)
    match = finished(page)
    result = match.result()
    assert result is not None
    assert given == 3
    expect(page.locator("b[data-score='2']")).to_have_text(str(result["dirk"]))
    expect(page.locator("#yard")).to_contain_text("Dirk takes part in every scoring, and cannot win.")


@pytest.mark.parametrize(
    "seats",
    ["bot:casual,bot:random", "bot:casual,bot:random,bot:casual,bot:random,bot:casual,bot:random"],
    ids=["2", "6"],
)
def test_bots_only(page: Page, open_game: Open, seats: str) -> None:
    """Nobody needs to touch anything, and nobody's hand is shown."""
    open_game(page, f"seats={seats}&speed=instant&seed=9")
    expect(page.locator("#hand button")).to_have_count(0)
    wake(page)
    assert over(page)
    finished(page)
