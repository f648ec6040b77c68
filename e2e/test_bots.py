"""Tests of bots in their worker: the game continues after any failure of the worker or the network."""

import json
from collections.abc import Callable
from functools import cache

import pytest
from conftest import Site, wait_until_live, wait_until_offline_ready
from palaces.app.routing import Address
from palaces.share import permalinks
from players import (
    RECORD_ANNOUNCEMENTS_JS,
    Open,
    check_finished_game,
    is_over,
    is_scoring_next,
    late_match,
    load_match,
    load_save,
    log_length,
    offered_actions,
    open_setup,
    play_action,
    play_to_end,
    play_until,
    save_seats,
    save_text,
    sensible_action,
    wait_for_decision,
)
from playwright.sync_api import Page, expect

from pygame_core import GAMES, Match

THREE = "seats=you,bot:casual,bot:casual&speed=instant"
BOTS = ("bot:casual", "bot:random", "bot:casual")
FAILED = " couldn't finish thinking, so it plays the first good move it sees."
WORKER_TIMEOUT_MS = 61_000  # ms, longer than the page waits for any answer

SPY_ON_WORKERS_JS = """window.asked = 0;
window.workers = [];
window.Worker = class extends Worker {
  constructor(address, options) {
    super(address, options);
    window.workers.push(this);
    this.addEventListener("message", ({ data }) => {
      if (JSON.parse(data).ask === "move") window.thinking.at(-1)[1] = performance.now();
    });
  }
  postMessage(text) {
    const asked = JSON.parse(text);
    window.asked += 1;
    if (asked.ask === "move") {
      const span = [Infinity, Infinity];
      window.thinking.push(span);
      requestAnimationFrame(() => requestAnimationFrame(() => (span[0] = performance.now())));
    }
    const fate = (window.fates ?? [])[window.workers.indexOf(this)];
    if (!fate || !fate(this, asked)) super.postMessage(text);
  }
};
window.thinking = [];
window.raw = Object.getPrototypeOf(window.Worker).prototype.postMessage;"""
"""Count requests to workers, and moves with a thinking time. `window.fates` may decide the fate of a request."""
HOLD_FIRST_REQUEST_JS = (
    "window.fates = [(worker, asked) => { if (window.held) window.late = [worker, asked]; return window.held; }];"
)
"""Hold requests to the first worker while `window.held` is set; the last one is `window.late`."""
WORKER_FAILURES_JS = {
    "killed": """(worker) => {
      worker.terminate();
      setTimeout(() => worker.dispatchEvent(new ErrorEvent("error", { message: "killed", cancelable: true })));
      return true;
    }""",
    "silent": "() => true",
    "nonsense": """(worker, asked) => worker.dispatchEvent(
      new MessageEvent("message", { data: JSON.stringify({ ...asked, answer: [["take", "y1", "y1"], [], {}, 0] }) })
    )""",
    "failing": """(worker, asked) => {
      window.raw.call(worker, JSON.stringify({ ...asked, level: "broken", save: "broken" }));
      return true;
    }""",
}
"""Failures of a worker: it dies, stays silent, gives an illegal move, or a bot raises an error."""
FRESH_BROWSER = pytest.mark.first_visit
LONG_TASKS_JS = """window.long = [];
const keep = (list) => list.getEntries().forEach((task) => window.long.push([task.startTime, task.duration]));
new PerformanceObserver(keep).observe({ type: "longtask" });
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => (window.up ??= performance.now()))
  .observe(document.documentElement, { attributeFilter: ["data-bots"] }));"""
THINKING_SPANS_JS = "window.thinking.filter(([begun, ended]) => begun > window.up && ended < Infinity && begun < ended)"
LONGEST_TASKS_JS = f"""{THINKING_SPANS_JS}.map(([begun, ended]) => Math.max(0, ...window.long
  .filter(([start]) => start >= begun && start < ended).map(([, duration]) => duration)))"""
FRAME_GAPS_JS = """window.gap = 0;
window.frames_drawn = 0;
let last = performance.now();
requestAnimationFrame(function frame(now) {
  if (document.documentElement.hasAttribute("data-ready")) {
    window.gap = Math.max(window.gap, now - last);
    window.frames_drawn += 1;
  }
  last = now;
  requestAnimationFrame(frame);
});"""


@cache
def late_game_query(*seats: str) -> str:
    """Return the address of a game with these seats, a dozen moves before its end."""
    return permalinks.handover_link(late_match(save_seats(*seats)), Address(seats=seats, speed="instant"))


def test_every_move_is_thought_in_the_worker(
    page: Page, open_game: Open, record_property: Callable[[str, object], None]
) -> None:
    page.add_init_script(SPY_ON_WORKERS_JS + FRAME_GAPS_JS)
    open_game(page, f"seats={','.join(BOTS)}&speed=instant&seed=12")
    wait_for_decision(page)
    match = check_finished_game(page)
    page.wait_for_selector("#story .chart")
    asked = len(match.log) + 1  # and the chances of the game
    assert page.evaluate("[window.asked, window.workers.length]") == [asked, 1]
    gap, frames = page.evaluate("[window.gap, window.frames_drawn]")
    record_property("longest gap between frames, ms", gap)
    print(f"bots only: {len(match.log)} moves, {frames} frames, the longest gap between two {gap:.0f} ms")
    assert frames > 0


@pytest.mark.parametrize("game", GAMES)
def test_while_a_master_thinks_in_its_worker_the_page_is_never_busy_for_long(
    page: Page, open_game: Open, record_property: Callable[[str, object], None], game: str
) -> None:
    """The test counts tasks from the first picture after a request to its answer.

    Drawing the last move is not thinking, nor is playing the next one. Thinking costs the page the same for each move,
    so the lowest figure counts. Other work on the computer may delay any task.
    """
    page.add_init_script(SPY_ON_WORKERS_JS + LONG_TASKS_JS)
    open_game(page, f"game={game}&seats=bot:master,bot:master&seed=4&speed=instant")
    page.wait_for_function(f"{THINKING_SPANS_JS}.length >= 5", timeout=60_000)
    took = [round(ended - begun) for begun, ended in page.evaluate(THINKING_SPANS_JS)]
    record_property("thought in the worker, ms", took)
    record_property("the last answer after, ms", page.locator("html").get_attribute("data-thought"))
    longest = [round(duration) for _start, duration in page.evaluate("window.long")]
    print(f"{game}: a master's answers came after {took} ms; long tasks at any time: {longest} ms")
    assert min(page.evaluate(LONGEST_TASKS_JS)) == 0  # the browser reports none below 50 ms


@pytest.mark.parametrize("lost", [1, 9], ids=["one", "all"])
@pytest.mark.parametrize(
    "fate", [pytest.param(fate, marks=FRESH_BROWSER if fate == "silent" else ()) for fate in WORKER_FAILURES_JS]
)
def test_a_worker_that_is_lost(page: Page, site: Site, errors: list[str], fate: str, lost: int) -> None:
    """The first worker, or each of them, fails at a request. The game still reaches its end.

    Only a master plays worse without a worker, so only its table is told.
    """
    has_master = fate == "killed"
    page.add_init_script(
        SPY_ON_WORKERS_JS + RECORD_ANNOUNCEMENTS_JS + f"window.fates = Array({lost}).fill({WORKER_FAILURES_JS[fate]});"
    )
    if fate == "silent":
        page.clock.install()
    page.goto(site.url(late_game_query(*BOTS[:-1], "bot:master" if has_master else BOTS[-1])))
    wait_until_live(page)
    if fate == "silent":
        for n in range(min(lost, 2)):
            page.wait_for_function("n => window.workers.length > n && window.asked > n", arg=n, timeout=60_000)
            page.clock.run_for(WORKER_TIMEOUT_MS)
    wait_for_decision(page)
    check_finished_game(page)
    replaced = fate in ("killed", "silent")
    assert page.evaluate("window.workers.length") == (2 if replaced else 1)
    said = page.evaluate('window.heard.filter((text) => text.includes("didn\'t answer")).length')
    assert said == (1 if replaced else 0)
    assert bool(errors) == (not replaced)
    errors.clear()
    notices = page.locator(".notice p").all_text_contents()
    if replaced:
        assert [("inside the page itself" in notice) for notice in notices] == [True] * (has_master and lost > 1)
    else:
        assert notices
        assert all(notice.endswith(FAILED) for notice in notices)
    unanswered = lost > 1 or not replaced
    expect(page.locator("#story .chart")).to_have_count(0 if unanswered else 1)
    expect(page.locator("#story")).to_contain_text("No bot can answer" if unanswered else "Move")


def stalled_game(page: Page, open_game: Open) -> Match:
    """Return the match before a person's move, after which a bot's worker never gets its request."""
    page.add_init_script(SPY_ON_WORKERS_JS + HOLD_FIRST_REQUEST_JS)
    open_game(page, THREE + "&seed=21")
    wait_for_decision(page)
    match = load_match(page)
    page.evaluate("window.held = true")
    play_action(page, page.click, match, next(action for action in match.legal() if action[0] == "take"))
    page.wait_for_function("window.late")
    return match


@pytest.mark.first_visit
def test_a_page_that_is_stopped_for_minutes_goes_on_where_it_was(page: Page, open_game: Open) -> None:
    """Browsers stop pages and their workers in the background. Both stopped, so no timeout applies."""
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    page.clock.install()
    match = stalled_game(page, open_game)
    page.clock.fast_forward(5 * WORKER_TIMEOUT_MS)  # all overdue timers fire together, and late
    page.evaluate("window.held = false; window.raw.call(window.late[0], JSON.stringify(window.late[1]))")
    wait_for_decision(page)
    assert log_length(page) >= len(match.log) + 3
    assert page.evaluate("window.workers.length") == 1
    assert not page.evaluate('window.heard.filter((text) => text.includes("didn\'t answer")).length')


@pytest.mark.first_visit
def test_a_worker_that_never_starts(page: Page, site: Site, errors: list[str]) -> None:
    """The page names the missing file, and plays without the worker."""
    page.route("**/bot-worker.js", lambda route: route.fulfill(status=404))
    page.goto(site.url(late_game_query("you", *BOTS[1:])))
    expect(page.locator("html > [role=alert]")).to_contain_text("bot-worker.js is missing")
    play_to_end(page, page.click)
    expect(page.locator("html[data-bots]")).to_have_count(0)
    assert all("404" in error for error in errors)
    errors.clear()


def test_no_workers_at_all(page: Page, site: Site) -> None:
    page.add_init_script("window.Worker = class extends Worker { constructor() { throw new Error('no workers'); } };")
    page.goto(site.url(late_game_query(*BOTS)))
    wait_for_decision(page)
    check_finished_game(page)


@pytest.mark.first_visit
def test_bots_wait_while_a_scoring_is_read(page: Page, open_game: Open) -> None:
    page.add_init_script(SPY_ON_WORKERS_JS)
    page.clock.install()
    match = play_until(save_seats("you", "bot:casual", "bot:casual"), is_scoring_next)
    open_game(page, "seats=you,bot:casual,bot:casual&speed=fast&seed=1")
    wait_for_decision(page)
    assert load_save(page, json.dumps(match.save())) == ""
    asked = page.evaluate("window.asked")
    play_action(page, page.click, match, sensible_action(match))
    entries = len(match.log) + 1
    match = load_match(page)
    assert len(match.log) == entries
    letter, points = match.events(None, entries - 1)[0]["scorings"][0]
    expect(page.locator(".scoring-card")).to_contain_text(letter)
    names = ["you", *(player["name"] for player in match.seats[1:])]
    said = page.locator("#bar .at-last").text_content() or ""
    assert said.startswith(f"Scoring {letter}: ")
    assert all((f"{name} +{n}" in said) == (n > 0) for name, n in zip(names, points, strict=True))
    expect(page.locator("#turn")).to_contain_text(f"Scoring {letter}")
    page.clock.fast_forward(WORKER_TIMEOUT_MS)
    assert (log_length(page), page.evaluate("window.asked")) == (entries, asked)
    page.click("#go-on")
    expect(page.locator(".scoring")).to_have_count(0)
    assert page.evaluate("window.asked") > asked
    wait_for_decision(page)
    assert log_length(page) > entries
    page.click("#menu")
    page.click(f"#panel >> text=Scoring {letter}")
    assert page.locator("#panel tfoot td").all_text_contents() == [str(n) for n in points]


@pytest.mark.thorough
def test_taking_back_while_a_bot_thinks(page: Page, open_game: Open) -> None:
    """The late answer belongs to no position any more."""
    stalled_game(page, open_game)
    page.click("#undo")
    page.click("#undo-further")
    back = save_text(page)
    assert offered_actions(page)
    answer = """window.workers[0].dispatchEvent(
      new MessageEvent("message", { data: JSON.stringify({ ...window.late[1], answer: [["pass"], [], {}, 0] }) })
    )"""
    page.evaluate(answer)
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert save_text(page) == back
    page.evaluate("window.held = false")
    play_to_end(page, page.click)


@pytest.mark.thorough
def test_the_network_gone(page: Page, open_game: Open, site: Site) -> None:
    """After one visit: reload, the home page, a new game, bots that answer, to the end."""
    open_game(page, THREE + "&seed=14")
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    wait_for_decision(page)
    kept = save_text(page)
    wait_until_offline_ready(page)
    site.stop()
    page.context.set_offline(True)  # a stopped server still answers on open connections
    page.reload()
    wait_until_live(page)
    assert save_text(page) == kept
    page.goto(site.url())
    expect(page.locator("#continue a")).to_have_count(1)
    form = open_setup(page, "alhambra")
    form.locator("summary").click()
    form.locator("[name=speed]").select_option("instant")
    form.locator("[name=seed]").fill("15")
    form.get_by_role("button", name="Play").click()
    wait_until_live(page)
    page.wait_for_selector("html[data-bots=ready]", state="attached", timeout=60_000)
    match = play_to_end(page, page.click)
    assert match.seed == 15
    assert is_over(page)
