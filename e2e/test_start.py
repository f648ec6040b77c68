"""Tests of the start, from a click on a link to a live board: on good and bad lines, offline, and after an update."""

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from accessibility import axe_violations
from bench_start import MAX_START_MEGABYTES, RECORD_LIVE_JS, start_files, start_megabytes
from conftest import SITE_FOLDER, Site, wait_until_live, wait_until_offline_ready
from palaces.share import permalinks
from players import finish_boot_timeout, hold_requests, wait_for_paint
from playwright.sync_api import Browser, Page, Request, Route, TimeoutError, expect

from pygame_core import Match

pytestmark = pytest.mark.first_visit
PLAY = SITE_FOLDER / "play.html"
PRELOAD_LINK = r'<link (?!rel="(?:stylesheet|instead|later)")[^>]*href="\./([^"]+)" data-bytes'
START_PATH = re.findall(PRELOAD_LINK, PLAY.read_text(encoding="utf-8")) if PLAY.is_file() else []
START_PATH_NAMES = {path.partition("/")[2] for path in START_PATH}  # without the folder, whose name is a hash
LOADED_BYTES_JS = "document.getElementById('boot-bar').value"
HANG_INDEXEDDB_JS = "IDBFactory.prototype.open = () => new EventTarget();"
FAIL_INDEXEDDB_JS = """IDBFactory.prototype.open = () => {
  const request = new EventTarget();
  setTimeout(() => request.onerror(new Event("error", { cancelable: true })));
  return request;
};"""
LOADED_BEFORE_LIVE_JS = """performance.getEntriesByType("resource")
  .filter(({ startTime }) => startTime < window.liveSince).map(({ name }) => new URL(name).pathname)"""
LAYOUT_SHIFT_JS = """window.jump = 0;
new PerformanceObserver((list) => list.getEntries().forEach((entry) => { window.jump += entry.value; }))
  .observe({ type: "layout-shift", buffered: true });"""
VISIBLE_PARTS_JS = (
    "[...document.querySelectorAll('#app > *')].filter((each) => each.offsetHeight).map((each) => each.id)"
)
THROW_INDEXEDDB_JS = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };"


def test_start_path_is_known() -> None:
    """A page starts from its memory image. It does not request the alternative as long as the image works."""
    assert {"scripts/boot.js", "pyodide.asm.wasm", "memory.bin"} <= START_PATH_NAMES
    assert not {"app.zip", "python_stdlib.zip"} & START_PATH_NAMES


@pytest.mark.browser_context_args(service_workers="block")  # otherwise a worker loads all files of the site
def test_the_measured_weight_of_a_start_is_that_of_the_files_that_a_first_visit_loads(page: Page, site: Site) -> None:
    page.add_init_script(RECORD_LIVE_JS)
    page.goto(site.url("play.html"))
    wait_until_live(page)
    loaded = {Path(address).name for address in page.evaluate(LOADED_BEFORE_LIVE_JS)}
    assert loaded - {"icon.svg", "play.html"} == {path.name for path in start_files(SITE_FOLDER)} - {"play.html"}
    assert start_megabytes(SITE_FOLDER) <= MAX_START_MEGABYTES


def test_the_start(page: Page, open_game: Callable[[Page, str], None]) -> None:
    open_game(page, "seed=7")
    expect(page.locator("#boot")).to_have_count(0)
    assert page.evaluate("document.documentElement.dataset.boot") == "pyscript"


def block_until_reload(page: Page, name: str) -> None:
    """Abort every request for a file until the page loads a second time."""
    visits: list[Request] = []
    page.on("request", lambda request: visits.append(request) if request.is_navigation_request() else None)
    page.route(f"**/{name}", lambda route: route.continue_() if len(visits) > 1 else route.abort())


@pytest.mark.browser_context_args(service_workers="block")  # otherwise a start without the file caches all others
def test_a_file_that_does_not_come_is_named(page: Page, site: Site, errors: list[str]) -> None:
    """It may be any file except the image, which Python's library can replace. Once it loads, the game starts."""
    for name in (path for path in START_PATH if not path.endswith("/memory.bin")):
        page.route("**/*.wasm", lambda route: None)  # the largest file is still loading, so Python cannot start
        page.route(f"**/{name}", lambda route: route.abort())
        page.goto(site.url("play.html"))
        expect(page.locator("#boot-text")).to_contain_text(f"{Path(name).name} can't be loaded")
        assert errors
        errors.clear()
        page.unroute_all()
    page.get_by_role("link", name="Try again").click()
    wait_until_live(page)
    expect(page.locator("#boot")).to_have_count(0)
    errors.clear()


def test_a_file_that_is_missing_is_named_with_the_answer(page: Page, site: Site, errors: list[str]) -> None:
    page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(status=404))
    page.goto(site.url("play.html"))
    expect(page.locator("#boot-text")).to_contain_text("pyodide.asm.wasm is missing on the server (error 404)")
    errors.clear()


@pytest.mark.parametrize(
    "sentence",
    [
        "app.zip is missing on the server (error 404)",
        "python_stdlib.zip is missing on the server (error 404)",
    ],
)
def test_a_file_that_stands_in_for_the_memory_image_and_is_missing_is_named(
    page: Page, site: Site, errors: list[str], sentence: str
) -> None:
    """The page does not name the image, because the game can start without it."""
    name = sentence.split()[0]
    for each in ("memory.bin", name):
        page.route(f"**/{each}", lambda route: route.fulfill(status=404))
    page.goto(site.url("play.html?seed=7"))
    told = page.locator("#boot[data-state=failed] #boot-text")
    expect(told).to_contain_text(sentence)
    page.unroute(f"**/{name}")
    page.get_by_role("link", name="Try again").click()
    wait_until_live(page)
    errors.clear()


def test_a_line_that_fails_for_a_moment_while_the_memory_image_is_stood_in_for_keeps_nobody_from_the_game(
    page: Page, site: Site, errors: list[str]
) -> None:
    """The file loads then, so the page restarts by itself."""
    page.route("**/memory.bin", lambda route: route.fulfill(status=404))
    page.route("**/app.zip", lambda route: route.abort(), times=1)
    page.goto(site.url("play.html?seed=7"))
    wait_until_live(page)
    errors.clear()


def test_without_the_script_that_watches_the_style_sheet_says_so(page: Page, site: Site, errors: list[str]) -> None:
    block_until_reload(page, "{start-monitor,boot}.js")
    page.goto(site.url("play.html"))
    late = page.get_by_text("This page's scripts can't run")
    expect(late).to_be_hidden()
    finish_boot_timeout(page)
    expect(late).to_be_visible()
    page.get_by_role("link", name="Try again").click()
    wait_until_live(page)
    errors.clear()


def test_a_game_that_starts_unwatched_is_not_covered(page: Page, site: Site, errors: list[str]) -> None:
    page.route("**/start-monitor.js", lambda route: route.abort())
    page.goto(site.url("play.html"))
    wait_until_live(page)
    expect(page.locator("#boot")).to_be_hidden()
    errors.clear()


def test_the_missing_file_is_named_though_another_failure_was_heard_first(
    page: Page, site: Site, errors: list[str]
) -> None:
    held: list[Route] = []
    page.route("**/*.wasm", lambda route: held.append(route))
    page.goto(site.url("play.html"))
    expect(page.locator("#boot-text")).to_contain_text("Loading the game")
    page.wait_for_function("document.documentElement.dataset.boot")
    page.evaluate("dispatchEvent(new CustomEvent('palaces-failed', { detail: 'Program terminated' }))")
    expect(page.locator("#boot-text")).to_contain_text("The game didn't start")
    page.route("**/*.wasm", lambda route: route.abort())
    for route in held:
        route.abort()
    expect(page.locator("#boot-text")).to_contain_text("pyodide.asm.wasm can't be loaded")
    errors.clear()


ALMOST_LOADED_JS = """() => {
  const [had, , total] = document.querySelector("#boot-size")?.textContent.split(" ") ?? [];
  return had > 1 && total - had < 0.5;
}"""
"""All but a small file has loaded, such as 8.9 of 9.0 MB."""


def test_a_silent_line_is_owned_up_to(page: Page, site: Site) -> None:
    """While even such a small file is missing, the page does not say that everything has loaded."""
    let_go = hold_requests(page, "**/boot.js")
    page.clock.install()
    page.goto(site.url("play.html"), wait_until="commit")
    page.wait_for_function(ALMOST_LOADED_JS)
    again = page.get_by_role("link", name="Try again")
    expect(again).to_be_hidden()
    page.clock.fast_forward(21_000)
    expect(page.get_by_text("This is taking unusually long.")).to_be_visible()
    expect(page.locator("#boot-text")).to_contain_text("still waiting for boot.js")
    had, _of, total, _unit = page.locator("#boot-size").inner_text().split()
    assert float(had) < float(total)
    expect(again).to_be_visible()
    let_go()
    wait_until_live(page)


def test_while_bytes_of_a_slow_file_come_the_figure_grows_and_nothing_is_called_late(page: Page, site: Site) -> None:
    """A file counts as it comes, and not only at its end."""
    usual, [wasm] = site.handler_class.do_GET, SITE_FOLDER.glob("python-*/pyodide.asm.wasm")
    asked, go_on = threading.Event(), threading.Semaphore(0)

    def answer(handler: Any) -> None:
        if not handler.path.endswith(wasm.name):
            usual(handler)
            return
        asked.set()
        data = wasm.read_bytes()
        handler.send_response(200)
        handler.send_header("Content-Type", "application/wasm")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        part = len(data) // 4
        for begin in range(0, len(data), part):
            go_on.acquire(timeout=30)
            handler.wfile.write(data[begin : begin + part])

    site.handler_class.do_GET = answer
    page.clock.install()
    page.goto(site.url("play.html"), wait_until="commit")
    assert asked.wait(30)
    figures = []
    for _part in range(3):
        before = page.evaluate(LOADED_BYTES_JS)
        page.clock.fast_forward(15_000)
        go_on.release()
        page.wait_for_function(f"{LOADED_BYTES_JS} > {before}")
        figures.append(page.locator("#boot-size").text_content())
        expect(page.locator("#boot")).to_have_attribute("data-state", "loading")
    assert len(set(figures)) == 3
    for _part in range(2):
        go_on.release()
    page.clock.resume()
    wait_until_live(page)


LACKS = [
    (
        "delete window.WebAssembly;",
        "WebAssembly, which is turned off",
        ("", "rules/bots.html", "embed.html", "frame.html"),
    ),
    ("delete window.DecompressionStream;", "This browser is too old for Palaces.", ("rules/medina.html", "play.html")),
]


def test_a_page_without_what_it_needs_says_so_before_anything_starts(page: Page, site: Site, errors: list[str]) -> None:
    """The sentence names what is missing. It offers no newer version, because none would help."""
    for script, sentence, paths in LACKS:
        page.add_init_script(script)
        for path in paths:
            page.goto(site.url(path))
            expect(page.locator("#lacks")).to_contain_text(sentence)
    expect(page.get_by_text("newer version").locator("visible=true")).to_have_count(0)
    expect(page.locator("#lacks").get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("#boot, #app")).not_to_have_count(0)
    assert page.locator("#boot:visible, #app:visible, .notice").count() == 0
    assert not axe_violations(page, "landmark-one-main", "page-has-heading-one")
    errors.clear()


@pytest.mark.parametrize("name", ["index.html", "alhambra.html", "embed.html", "frame.html", "rules/bots.html"])
def test_a_page_that_is_opened_from_a_disk_says_only_that(browser: Browser, name: str) -> None:
    page = browser.new_page()
    page.goto((SITE_FOLDER / name).as_uri())
    expect(page.locator("#lacks")).to_contain_text("This page was opened as a file")
    expect(page.locator("html > [role=alert]")).to_have_count(0)
    page.close()


def test_without_workers_the_game_is_played_on_the_page(page: Page, open_game: Callable[[Page, str], None]) -> None:
    page.add_init_script("delete window.Worker;")
    for level, told in (("casual", ""), ("master", "The bots now run inside the page itself")):  # only it plays worse
        open_game(page, f"game=medina&seats=bot:{level},you&first=1&seed=7&speed=instant")
        page.wait_for_function("Number(document.documentElement.dataset.turn) > 0")
        expect(page.locator("#notices .notice")).to_have_text([re.compile(told)] if told else [])


@pytest.mark.parametrize(
    "script", [HANG_INDEXEDDB_JS, FAIL_INDEXEDDB_JS, THROW_INDEXEDDB_JS], ids=["never answers", "refuses", "throws"]
)
def test_without_storage_python_starts_bare(
    page: Page, open_game: Callable[[Page, str], None], script: str, errors: list[str]
) -> None:
    page.add_init_script(script)
    open_game(page, "seed=7")
    assert page.evaluate("document.documentElement.dataset.boot") == "bare"
    expect(page.locator("#boot")).to_have_count(0)


def test_in_a_sandboxed_frame_the_game_starts_too(page: Page, site: Site) -> None:
    """No storage, no service worker, no own origin: a careful blog gives that to a foreign page."""
    frame = f'<iframe sandbox="allow-scripts" width="900" height="700" src="{site.url("play.html?seed=7")}"></iframe>'
    page.route("**/blog.html", lambda route: route.fulfill(body=frame, content_type="text/html"))
    page.goto(site.url("blog.html"))
    inner = page.frame_locator("iframe").locator("html")
    expect(inner).to_have_attribute("data-ready", "", timeout=60_000)
    expect(inner).to_have_attribute("data-boot", "bare")


def test_the_poster_is_not_taken_for_the_game(page: Page, site: Site) -> None:
    """The poster shows some table. Before the game is there, nothing in it can be tapped, focused or read out."""
    let_go = hold_requests(page, "**/memory.bin")
    page.goto(site.url("play.html?seed=3"), wait_until="commit")
    expect(page.locator("#boot-text")).to_have_text("Loading the game")
    expect(page.locator("#place-0")).to_be_visible()
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    assert "button" not in {node["role"]["value"] for node in tree if not node["ignored"]}
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body")
    with pytest.raises(TimeoutError):
        page.click("#menu", timeout=1000)
    let_go()
    wait_until_live(page)
    page.click("#menu")
    expect(page.locator("#panel .sheet")).to_be_visible()
    page.locator("#menu").focus()
    expect(page.locator("#menu")).to_be_focused()


def test_what_is_touched_while_python_comes_is_carried_out_if_it_means_the_same(page: Page, site: Site) -> None:
    """This is the last tool, or a key that opens a panel.

    A card of the picture belongs to nobody, so it does nothing.
    """
    held: list[Route] = []
    page.route("**/memory.bin", lambda route: held.append(route))

    def middle(selector: str) -> tuple[float, float]:
        box = page.locator(selector).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def go_on() -> None:
        for route in held:
            route.continue_()
        held.clear()
        wait_until_live(page)

    page.goto(site.url("play.html?game=alhambra&seed=3"), wait_until="domcontentloaded")
    page.mouse.click(*middle("#menu:visible"))
    expect(page.locator("#menu[data-asked]")).to_be_visible()
    page.mouse.click(*middle("#place-0"))
    page.keyboard.press("p")
    go_on()
    expect(page.locator("#panel .sheet")).to_be_visible()
    expect(page.locator("#menu")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#place-0[aria-pressed=true], [data-asked]")).to_have_count(0)
    assert page.locator("html").get_attribute("data-turn") == "0"

    page.reload(wait_until="domcontentloaded")
    page.keyboard.press("?")
    page.mouse.click(*middle("#place-0"))
    go_on()
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()

    page.goto(site.url("play.html?game=palazzo&seed=3&seats=you,bot:casual&first=1"), wait_until="domcontentloaded")
    page.mouse.click(*middle("#menu:visible"))
    page.mouse.click(*middle("#hint:visible"))
    expect(page.locator("[data-asked]")).to_have_id("hint")
    page.unroute("**/memory.bin")  # permanently, because the worker that answers also starts from it
    wait_until_live(page)
    expect(page.get_by_role("heading", name="Hint")).to_be_visible()
    expect(page.locator("#panel [data-place=hint-1]")).to_be_visible()
    expect(page.locator(".notice")).to_have_count(0)


SEAT_BOXES_JS = """[...document.querySelectorAll("#seats :is(.hills, .neighbours) > li")]
  .filter((row) => row.offsetHeight).length"""


@pytest.mark.parametrize(
    ("query", "seats", "width"),
    [
        ("game=alhambra&seats=you,bot:casual", 3, 1280),  # one is Dirk
        ("game=alhambra&seats=you,bot:casual,bot:casual,bot:casual", 4, 360),
        ("game=alhambra&seats=you,bot:casual,bot:casual,bot:casual,bot:casual", 5, 360),
        ("game=alhambra&seats=you,you,bot:casual,bot:casual,bot:casual,bot:casual", 6, 360),
        ("game=palazzo", 2, 360),  # the other players; the viewer's own street is separate
        ("game=palazzo&seats=you,bot:skilled&first=2&names=<img src=x onerror=alert(1)>,Ben", 1, 1280),
        ("game=medina&seats=you,bot:casual", 2, 360),
        ("game=medina&seats=bot:casual,bot:casual,bot:casual,bot:casual", 4, 1280),
    ],
)
def test_the_poster_seats_as_many_as_the_table_that_comes_and_gives_way_without_a_jump(
    page: Page, site: Site, query: str, seats: int, width: int
) -> None:
    """The test covers the seats of each game on a phone and on a desktop, with few seats and with many."""
    game = query.removeprefix("game=").partition("&")[0]
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(LAYOUT_SHIFT_JS)
    let_go = hold_requests(page, "**/memory.bin")
    page.goto(site.url(f"play.html?{query}&seed=7"), wait_until="domcontentloaded")
    assert page.evaluate(VISIBLE_PARTS_JS) == [game]
    assert page.evaluate(SEAT_BOXES_JS) == seats
    expect(page.locator("#turn:visible")).to_have_text("Setting up the table")
    expect(page.locator("#boot-text")).to_have_text("Loading the game")
    let_go()
    wait_until_live(page)
    assert page.evaluate(VISIBLE_PARTS_JS) == [game]
    assert page.evaluate(SEAT_BOXES_JS) == seats
    wait_for_paint(page)
    # a good value by browser makers: the real hand may be wider than the drawn one
    assert page.evaluate("window.jump") <= 0.1


def test_the_poster_of_a_link_does_not_say_how_many_sit_in_its_game(page: Page, site: Site) -> None:
    match = Match.new("medina", 4, seed=1)
    let_go = hold_requests(page, "**/memory.bin")
    page.goto(site.url(permalinks.replay_link(match)), wait_until="domcontentloaded")
    assert page.evaluate(SEAT_BOXES_JS) == 0
    let_go()
    wait_until_live(page)
    assert page.evaluate(SEAT_BOXES_JS) == 4


def test_without_the_network_everything_goes_on(
    page: Page, site: Site, open_game: Callable[[Page, str], None], errors: list[str]
) -> None:
    open_game(page, "seed=7")
    wait_until_offline_ready(page)
    site.stop()
    page.reload()
    wait_until_live(page)
    open_game(page, "seed=8&speed=instant")
    answer = page.evaluate(
        """new Promise((done) => {
          const { release } = document.documentElement.dataset;
          const worker = new Worker(`./release-${release}/scripts/bot-worker.js`, { type: "module", name: release });
          worker.onerror = (event) => done(event.message);
          worker.onmessage = (event) => {
            const told = JSON.parse(event.data);
            if (told.ready) worker.postMessage('{"id": 5}');
            else done(told);
          };
        })"""
    )
    assert answer["id"] == 5
    page.goto(site.url())
    expect(page.get_by_role("link", name=re.compile("play", re.I)).first).to_be_visible()


def test_the_first_release_is_no_new_one(page: Page, open_game: Callable[[Page, str], None]) -> None:
    """On a first visit, as in Firefox, a page that the worker does not control yet may find it waiting."""
    page.add_init_script(
        "ServiceWorkerContainer.prototype.register = async () => {"
        "  setTimeout(() => { window.found = true; });"  # after the caller has looked at it
        "  return Object.assign(new EventTarget(), { waiting: {} });"
        "};"
        "addEventListener('palaces-update', () => { window.offered = true; });"
    )
    open_game(page, "seed=7")
    page.wait_for_function("window.found")
    assert not page.evaluate("window.offered")
    expect(page.locator(".notice")).to_have_count(0)


def test_caches_of_neighbours_are_left_alone(page: Page, open_game: Callable[[Page, str], None]) -> None:
    page.add_init_script("caches.open('neighbour-precache-v2-elsewhere')")
    open_game(page, "seed=7")
    wait_until_offline_ready(page)
    assert "neighbour-precache-v2-elsewhere" in page.evaluate("caches.keys()")
