"""Helpers for browser tests: they play by the controls on screen, next to the same rules in CPython.

Tests, and pages that host a game, can rely on this:

- the address `play.html?game=alhambra&seats=you,bot:casual&names=Ada&seed=7&speed=normal|calm|fast|instant&lang=en`
- `think=1|2|3` in the address: the seconds that a master may think
- `<html data-boot="pyscript|bare">` the way Python was started, `data-ready` the board is live, `data-turn="N"` entries
  in the log that are drawn, `data-over` the game has ended, `data-speed`, `data-bots="ready"` the bots' worker can
  think, `data-thought="N"` the last bot's move took so many milliseconds
- a control that plays a legal action has `data-act`, the action as JSON; any other control has `data-do`
- `window.palaces.save()` returns the game as JSON text; `window.palaces.load(text)` opens one and returns `""`, or it
  changes nothing and returns the sentence of refusal
- `b[data-score="SEAT"]` at the end: the points, those of Dirk under the number after the last seat's
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from palaces.browser.announcer import QUIET_MS, RESULT_QUIET_MS
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from pygame_core import GAMES, Match
from pygame_core.alhambra.components import BUILDING_PRICE, CURRENCY_LETTERS, IDS
from pygame_core.alhambra.state import Alhambra
from pygame_core.bots import choose
from pygame_core.i18n import format_number, join_phrases
from pygame_core.state import open_hand

Action = list[Any]
Open = Callable[[Page, str], None]
"""The fixture `open_game`."""
Press = Callable[[str], None]
"""A function that uses the control of a selector: by mouse, finger or keys."""

RECORD_ANNOUNCEMENTS_JS = f"""window.heard = [];
new MutationObserver((all) => all.filter((each) => each.target.id === "live").forEach((each) => {{
  each.addedNodes.forEach((node) => window.heard.push(node.textContent));
}})).observe(document, {{ childList: true, subtree: true }});
const setTimer = window.setTimeout;
const waits = [{QUIET_MS}, {RESULT_QUIET_MS}];
window.setTimeout = (action, ms, ...all) => setTimer(action, waits.includes(ms) ? 0 : ms, ...all);"""
"""Record in `window.heard` the announcements of the live region. They do not wait for a quiet page."""
HEARD_JS = "() => new Promise((done) => setTimeout(() => done(window.heard), 20))"
"""The announcements so far, once those that are due are in the live region."""

DISABLE_WARNINGS_JS = """(() => {
  const item = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) {
    return item.call(this, key) ?? (key.startsWith("palaces:settings") ? "on=unwarned&confirm=never" : null);
  };
})();"""
"""Switch warnings about moves and their confirmation off, unless other settings are stored."""

HOLD_WORKER_JS = """() => {
  const send = Worker.prototype.postMessage;
  const held = [];
  Worker.prototype.postMessage = function (...all) { held.push(() => send.apply(this, all)); };
  window.letGo = () => {
    Worker.prototype.postMessage = send;
    held.forEach((go) => go());
  };
}"""
"""Hold requests to workers until `window.letGo()`."""
AVOID_DOUBLE_CLICK_JS = """(selector) => new Promise((done) => {
  let ms = navigator.userAgent.includes("Chrome") ? 260 : 550;
  if (!window.clicked) {
    window.clicked = {};
    addEventListener("click", (event) => { window.clicked = event; }, true);
  }
  const { timeStamp = -Infinity, clientX, clientY } = window.clicked;
  let box;
  try {
    const control = document.querySelector(selector);
    if (control?.matches("[data-act]")) ms = 720;
    box = control?.getBoundingClientRect();
  } catch {
    box = new DOMRect(clientX, clientY); // it is the driver's own selector, and may be anywhere
  }
  const near = box && Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY) < 40;
  setTimeout(() => done(null), near ? Math.max(0, ms - performance.now() + timeStamp) : 0);
})"""
"""Wait until a click can no longer be the second of a double click, which would not play.

If the driver reports no double clicks to the browser, the page's own limit counts, otherwise that of the browser. A
control that plays also waits until the page accepts a tap after the last one let the picture catch up.
"""
CAN_ACT_JS = """() => document.documentElement.hasAttribute('data-over')
    || document.querySelector('[data-ready] :is([data-act], .can, #ready, #go-on)')"""
CONTROL_ID_JS = """(it) => {
  const spot = (cell) => ["x", "y"].map((at) => Math.round(cell.getAttribute(at) / cell.getAttribute("width")));
  if (it.matches("[role=gridcell]")) return `cell (${spot(it).join(", ")})`;
  return it.id || it.dataset.do || it.dataset.act || it.getAttribute("href") || "";
}"""
"""The identity of a control."""
FOCUSED_CONTROL_JS = f"() => ({CONTROL_ID_JS})(document.activeElement)"
"""The identity of the focused control."""
PERSON_DECIDES_JS = "/^(Your turn|Game over)/.test(document.title)"
"""True if a person is to move, or the game is over."""
THINKING_TIMEOUT_MS = 60_000  # ms until a person can act again


# -- the state of the page ---------------------------------------------------------------------------------------------


def save_text(page: Page) -> str:
    """Return the page's game as JSON text."""
    return str(page.evaluate("window.palaces.save()"))


def load_match(page: Page) -> Match[Any]:
    """Return the page's game, replayed by the rules in CPython."""
    return Match.load(save_text(page))


def load_save(page: Page, save: str) -> str:
    """Open a save. Return the sentence of refusal, or ""."""
    return str(page.evaluate("text => window.palaces.load(text)", save))


def json_file(name: str, text: str | bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": text if isinstance(text, bytes) else text.encode()}


def open_settings(page: Page) -> None:
    """Open the settings of the home page."""
    page.get_by_role("button", name="Settings").click()


def open_setup(page: Page, game: str) -> Locator:
    """Open the drawer of a game on the home page. Return its form."""
    page.locator(f"article[data-game={game}]").get_by_role("button", name="More ways to play").click()
    return page.locator(f"#new-{game}")


def open_games_list(page: Page) -> None:
    """Open the list of saved games on the home page, if there are games besides the one to continue."""
    openers = page.locator("#continue [data-use=others]:visible, #open-games:visible")
    if openers.count():
        openers.first.click()


def import_files(page: Page, *files: FilePayload) -> str:
    """Import files on the home page. Return its message."""
    page.evaluate("document.querySelectorAll('.report').forEach((report) => { report.dataset.earlier = ''; })")
    open_settings(page)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import").click()
    chooser.value.set_files(files)
    return page.locator(".reports .report:not([data-earlier]) p").inner_text()


def log_length(page: Page) -> int:
    return int(page.locator("html").get_attribute("data-turn") or -1)


def is_over(page: Page) -> bool:
    return page.locator("html").get_attribute("data-over") is not None


def wait_for_decision(page: Page) -> None:
    """Wait until a person can do something, or the game is over."""
    page.wait_for_function(CAN_ACT_JS, timeout=THINKING_TIMEOUT_MS)


def continue_to_decision(page: Page, press: Press) -> None:
    """Wait until a person can make a move, or the game is over. Continue after scorings.

    Instant tables show the points of a scoring until the person continues.
    """
    wait_for_decision(page)
    while page.locator("#go-on").count():
        press("#go-on")
        wait_for_decision(page)


def offered_actions(page: Page) -> list[Action]:
    """Return every action that a control on screen plays."""
    found = page.evaluate("[...document.querySelectorAll('[data-act]')].map((control) => control.dataset.act)")
    return [json.loads(act) for act in found]


def action_selector(action: Action) -> str:
    """Return the selector of controls that play an action."""
    return f"[data-act='{json.dumps(action, separators=(',', ':'))}']"


def touch_selector(*what: object) -> str:
    """Return the selector of the control for a tap."""
    return f"[data-do='{json.dumps(['touch', *what], separators=(',', ':'))}']"


def heard_announcements(page: Page) -> list[str]:
    """Return the announcements that `RECORD_ANNOUNCEMENTS_JS` recorded so far."""
    heard: list[str] = page.evaluate(HEARD_JS)
    return heard


def missing_announcements(page: Page, match: Match) -> list[Any]:
    """Return the moves of people, and the end of the game, without an announcement.

    `RECORD_ANNOUNCEMENTS_JS` recorded the announcements. The page only summarizes the moves of bots.
    """
    names = [seat["name"] for seat in match.seats]
    people = [n for n, seat in enumerate(match.seats) if seat["kind"] == "human"]
    you = people[0] if len(people) == 1 else None
    heard = heard_announcements(page)
    sentences = GAMES[match.game].sentences.event_sentences
    told = [sentences(event, names, you=you)[0] for event in match.events(None) if event["seat"] in people]
    result = match.result()
    told += [f"{format_number(max(result['scores']))} points"] if result else []
    return [sentence for sentence in told if not any(sentence in said for said in heard)]


def is_focus_lost(page: Page) -> bool:
    return bool(page.evaluate("document.activeElement === null || document.activeElement === document.body"))


@contextmanager
def hold_worker(page: Page) -> Iterator[None]:
    """Hold all requests to the bots' worker, and then pass them on in order.

    So a test can look at the page while a bot thinks, however fast its answer is.
    """
    page.evaluate(HOLD_WORKER_JS)
    yield
    page.evaluate("window.letGo()")


def wait_for_paint(page: Page) -> None:
    """Wait until the page has been painted."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))")


def wait_for_truth(page: Page, expression: str) -> None:
    """Wait for an expression or promise to become true.

    `page.wait_for_function` cannot do this if a page forbids to evaluate code, and it takes any promise for true.
    """
    deadline = time.monotonic() + 30
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(50)


def finish_boot_timeout(page: Page) -> None:
    """End the time after which the style sheet assumes that nothing else reports an error."""
    page.evaluate("document.getElementById('boot').getAnimations({ subtree: true }).forEach((each) => each.finish())")


def hold_requests(page: Page, pattern: str) -> Callable[[], None]:
    """Hold requests for such an address until a call of the returned function. Later requests pass immediately."""
    held: list[Route] = []
    gone = False

    def hold_route(route: Route) -> None:
        route.continue_() if gone else held.append(route)

    def release_requests() -> None:
        nonlocal gone
        gone = True
        for route in held:
            route.continue_()

    page.route(pattern, hold_route)
    return release_requests


# -- the moves of a person ---------------------------------------------------------------------------------------------


def card_sum(cards: list[str]) -> int:
    return sum(int(card[1:]) for card in cards)


def overpayment(match: Match[Alhambra], action: Action) -> int:
    """Return the overpayment of a purchase."""
    _buy, place, cards, _whose = action
    return card_sum(cards) - BUILDING_PRICE[IDS[match.view(None)["yard"][place] or ""]]


def sensible_action(match: Match[Alhambra]) -> Action:
    """Choose an exact purchase, else one with little waste, or any with a full hand, else as much money as possible."""
    seat = match.to_move()
    assert seat is not None
    legal = match.legal()
    buys = [action for action in legal if action[0] == "buy" and action[3] == "keep"]
    best = min(buys, key=lambda buy: (overpayment(match, buy), -card_sum(buy[2]), len(buy[2])), default=["pass"])
    takes = [action for action in legal if action[0] == "take"]
    full = len(open_hand(match.view(seat), seat)) > 8
    if not takes or (buys and (full or overpayment(match, best) <= 1)):
        return best
    return max(takes, key=lambda take: card_sum(take[1:]))


def casual_action(match: Match) -> Action:
    """Return the action of a casual bot in this seat."""
    return choose("casual", match.view(match.to_move()), Random(len(match.log))).action


def payment_verdict(cards: list[str], price: int) -> str:
    """Return the expected verdict of the page about the chosen cards."""
    figures, paid = " + ".join(card[1:] for card in cards), card_sum(cards)
    if paid < price:
        return f"{figures} leaves you {price - paid} short"
    return f"{figures} overpays by {paid - price}" if paid > price else f"{figures} is exact"


def play_step_by_step(page: Page, press: Press, match: Match[Alhambra], action: Action) -> set[str]:
    """Play by taps on a building and cards, one by one. Return the kinds of verdicts, all of them correct."""
    seen = set()
    if action[0] == "pass":
        press("#pass")
    elif action[0] == "take":
        display: list[str] = [*match.view(None)["money"]]
        for card in action[1:]:
            place = display.index(card)
            display[place] = ""
            press(f"#open-{place}")
            expect(page.locator(f"#open-{place}:is([aria-pressed=true], .drafted)")).to_have_count(1)
        assert action in offered_actions(page)
        press("#play")
    else:
        _buy, place, cards, whose = action
        price = BUILDING_PRICE[IDS[match.view(None)["yard"][place] or ""]]
        press(f"#place-{place}")
        expect(page.locator("#bar .verdict")).to_have_text("choose your cards")
        for n, card in enumerate(cards, 1):
            press(f"#card-{card}")
            said = payment_verdict(cards[:n], price)
            expect(page.locator("#bar .verdict")).to_have_text(said)
            seen.update({"short", "exact", "overpays"} & {*said.split()})
            assert page.locator("#play").count() == (card_sum(cards[:n]) >= price)
        press("#give" if whose == "give" else "#play")
    return seen


def slow_press(page: Page, press: Press) -> Press:
    """Return a press that waits until a click cannot be the second of a double click."""

    def press_slowly(selector: str) -> None:
        page.evaluate(AVOID_DOUBLE_CLICK_JS, selector)
        press(selector)

    return press_slowly


def play_action(page: Page, press: Press, match: Match[Alhambra], action: Action) -> None:
    """Play with the one control for the action, or step by step without one."""
    if page.locator(action_selector(action)).first.is_visible():
        press(action_selector(action))
    else:
        play_step_by_step(page, press, match, action)
    confirm_warning(page, len(match.log))


def confirm_warning(page: Page, done: int) -> None:
    """Wait until more than these moves are done. Confirm a warning about the last one."""
    done_or_warned = "n => document.querySelector('#change') || Number(document.documentElement.dataset.turn) > n"
    page.wait_for_function(done_or_warned, arg=done)
    if page.locator("#change").count():
        page.locator("#play").press("Enter")


def confirm_first_move(page: Page, press: Press) -> None:
    """Confirm a move of one's first games, and all that follow, if the page asks. A frame has first settings."""
    if page.locator("#unasked").count():
        press("#unasked")
        press("#play")


def take_one_card(page: Page) -> None:
    """Take the first open money card of Alhambra."""
    done = log_length(page)
    page.click("#open-0")
    page.click("#play")
    confirm_warning(page, done)


def take_money_and_wait(page: Page) -> None:
    """Take money, which ends a turn, in Alhambra. Then wait until it is a person's turn again."""
    wait_for_decision(page)
    match = load_match(page)
    play_action(page, page.click, match, next(action for action in match.legal() if action[0] == "take"))
    wait_for_decision(page)
    log = load_match(page).log
    assert log[: len(match.log)] == match.log
    assert len({seat for seat, _action, _draws in log[len(match.log) :]}) == len(match.seats)


def play_to_end(page: Page, press: Press, choose: Callable[[Match[Any]], Action] = sensible_action) -> Match[Any]:
    """Play for every person until the end. Return the verified match."""
    press = slow_press(page, press)
    while True:
        wait_for_decision(page)
        if is_over(page):
            return check_finished_game(page)
        for between in ("#ready", "#go-on"):
            if page.locator(between).count():
                press(between)
                break
        else:
            match = load_match(page)
            play_action(page, press, match, choose(match))
            assert log_length(page) > len(match.log)


# -- checks ------------------------------------------------------------------------------------------------------------


def check_status(page: Page, match: Match[Alhambra]) -> None:
    """Check that the status line says what the one person at the table can do."""
    seat = match.to_move()
    view = match.view(seat)
    legal = match.legal()
    if legal == [["pass"]]:
        can = "pass"
    elif view["exact"]:
        can = "another action"
    elif all(action[0] == "take" for action in legal):
        can = "take money"
    else:
        can = "take or buy"
    expect(page.locator("#turn")).to_have_text(f"Your turn: {can}")


def check_table(page: Page, match: Match[Alhambra]) -> None:
    """Check points and the viewer's hand against the match, and that every control plays a legal action."""
    seat = match.to_move()
    assert seat is not None
    view = match.view(seat)
    points = page.locator("#seats .points").all_text_contents()
    assert [int(each) for each in points] == view["points"][seat:] + view["points"][:seat]
    hand = page.locator("#hand .alike").evaluate_all("cards => cards.map((card) => card.id)")
    assert set(hand) == {f"card-{card}" for card in open_hand(view, seat)}
    sums = [int(each) for each in page.locator("#hand .sum b").all_text_contents()]
    assert sums == [
        card_sum([card for card in open_hand(view, seat) if card[0] == letter]) for letter in CURRENCY_LETTERS
    ]
    acts, legal = offered_actions(page), match.legal()
    assert bool(acts) == any(action[0] != "take" or len(action) > 2 for action in legal)
    assert all(act in legal for act in acts)


def check_finished_game(page: Page) -> Match[Any]:
    """Check the page's save in CPython: it gives the scores on screen, and its seed gives this deal.

    Return the match.
    """
    match = load_match(page)
    result = match.result()
    assert result is not None
    shown = page.locator("b[data-score]").evaluate_all(
        "all => all.map((each) => [each.dataset.score, each.textContent])"
    )
    points = [*result["scores"], *([result["dirk"]] if "dirk" in result else [])]
    assert {int(seat): said for seat, said in shown} == {seat: format_number(each) for seat, each in enumerate(points)}
    expect(page.locator("#turn")).to_have_text("Game over")
    title = page.locator("#victory").inner_text()
    told = f"{title} {page.locator('.finale .margin').inner_text()}"
    people = [seat for seat, player in enumerate(match.seats) if player["kind"] == "human"]
    winners = [seat for seat, place in enumerate(result["places"]) if place == 1]
    alone = people[0] if len(people) == 1 else None
    named = [match.seats[seat]["name"] for seat in winners if seat != alone]
    if title != "Challenge won":
        assert join_phrases(named) in told
        assert (alone in winners) == title.startswith("You ")
    met = title == "Challenge won" and alone is not None  # the player with more points at that table
    best = format_number(result["scores"][alone or 0] if met else max(result["scores"]))
    assert best in page.locator(".finale .reached b, .finale .crests b").all_text_contents()
    if not match.practice:
        again = Match[Alhambra].new(match.game, match.seats, match.seed, match.options)
        for _seat, action, _draws in match.log:
            again.play(action)
        assert again.save() == match.save()
    return match


# -- suitable games ----------------------------------------------------------------------------------------------------


def find_seed(seats: int, fits: Callable[[Match[Alhambra]], bool], first: int = 0) -> int:
    """Return the lowest seed with a suitable opening deal, and this seat to begin."""
    for seed in range(10_000):
        match = Match[Alhambra].new("alhambra", seats, seed)
        if match.to_move() == first and fits(match):
            return seed
    raise AssertionError("no deal is like that")


def exact_purchases(match: Match[Alhambra]) -> list[Action]:
    return [action for action in match.legal() if action[0] == "buy" and not overpayment(match, action)]


def two_exact_purchases(match: Match[Alhambra]) -> list[Action]:
    """Return two exact purchases in one turn, or none."""
    for action in exact_purchases(match):
        later = match.copy()
        later.play(action)
        if exact_purchases(later):
            return [action, exact_purchases(later)[0]]
    return []


def save_seats(*kinds: str, names: tuple[str, ...] = ()) -> list[dict[str, str]]:
    """Return seats of a save: `you` or `bot:LEVEL`."""
    given = [*names, *(f"Seat {n + 1}" for n in range(len(names), len(kinds)))]
    return [{"name": name, "kind": "human" if kind == "you" else kind} for name, kind in zip(given, kinds, strict=True)]


def play_until(seats: list[dict[str, str]], fits: Callable[[Match[Alhambra]], bool]) -> Match[Alhambra]:
    """Return a game, played sensibly by all, at the first suitable moment."""
    for seed in range(1, 100):
        match = Match[Alhambra].new("alhambra", seats, seed)
        while match.to_move() is not None:
            if fits(match):
                return match
            match.play(sensible_action(match))
    raise AssertionError("no game comes to that")


def late_match(seats: list[dict[str, str]], moves: int = 12) -> Match[Alhambra]:
    """Return a game, played sensibly by all, about so many moves before its end.

    A person in the first seat is to move.
    """
    return advance_match(Match[Alhambra].new("alhambra", seats, 12), moves)


def advance_match(match: Match[Alhambra], moves: int = 12) -> Match[Alhambra]:
    """Continue the game sensibly until about so many moves are left."""
    whole, match = match.copy(), match.copy()
    while whole.to_move() is not None:
        whole.play(sensible_action(whole))
    end = len(whole.log) - moves
    while whole.seats[0]["kind"] == "human" and whole.log[end][0] != 0:
        end -= 1
    for _seat, action, _draws in whole.log[len(match.log) : end]:
        match.play(action)
    return match


def is_scoring_next(match: Match[Alhambra]) -> bool:
    """Return True if seat 0 is to move, its sensible action leads to a scoring, and seat 1 continues after it."""
    later = match.copy()
    later.play(sensible_action(match))
    return match.to_move() == 0 and later.to_move() == 1 and bool(later.events(None, len(match.log))[0]["scorings"])
