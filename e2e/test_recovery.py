"""Tests of recovery: every cause that keeps a game from starting gets one sentence, and there is always a way back."""

import json
import re
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from accessibility import axe_violations
from conftest import ROOT, SITE_FOLDER, Blog, Site, wait_until_live, wait_until_offline_ready
from players import hold_requests, open_setup, wait_for_truth
from playwright.sync_api import BrowserContext, Frame, Locator, Page, Route, expect
from site_builder import assemble
from web_servers import CHECK_FOR_UPDATE_JS, STORED_FILES_JS, FolderChange, WebSpace, check_offline_copy, send_page

pytestmark = pytest.mark.first_visit
LOGIN_PAGE = "<!doctype html><title>Log in</title>"
START_CALL, RAISING_CODE = "browser.start()", "raise RuntimeError('no table <b>here</b>')"
OTHER_SITE_CACHE = "neighbour-precache-v2-elsewhere"
NOTHING_LEFT_JS = "navigator.serviceWorker.getRegistration().then((found) => !found)"
IS_RELOADED_JS = "performance.getEntriesByType('navigation')[0].type === 'reload'"
RELEASE_JS = "document.documentElement.dataset.release"


@pytest.fixture
def space(tmp_path: Path, serve_folder: Callable[[Path], Site]) -> WebSpace:
    return WebSpace(tmp_path / "space", serve_folder)


def damage_file(name: str, damage: Callable[[bytes], bytes]) -> FolderChange:
    """Return a change that damages a file of the release or of Python."""

    def change_folder(folder: Path) -> None:
        [path] = folder.glob(f"*-*/{name}")
        path.write_bytes(damage(path.read_bytes()))

    return change_folder


def cut_in_half(data: bytes) -> bytes:
    """Return the first half."""
    return data[: len(data) // 2]


def break_start(folder: Path) -> None:
    """Make the start of a complete release raise an error."""
    [release] = folder.glob("release-*")
    for page in (*folder.glob("*.html"), *folder.glob("rules/*.html"), folder / "embed.js"):
        text = page.read_text(encoding="utf-8").replace(release.name.removeprefix("release-"), "bad0" * 4)
        page.write_text(text.replace(START_CALL, RAISING_CODE), encoding="utf-8")
    release.rename(folder / f"release-{'bad0' * 4}")
    assemble.write_service_worker(folder)


def install_kill_switch(folder: Path) -> None:
    """Replace the service worker by the kill switch."""
    shutil.copyfile(ROOT / "build/kill-switch/sw.js", folder / "sw.js")


def change_home_page(folder: Path) -> None:
    """Change the home page, as a later release would."""
    page = folder / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("Take a seat.", "More palaces"), encoding="utf-8")
    assemble.write_service_worker(folder)


def failure_text(page: Page) -> Locator:
    """Return the message about a failed start."""
    return page.locator("#boot[data-state=failed] #boot-text")


def top_notice_text(page: Page | Frame) -> Locator:
    """Return the message at the top of a page."""
    return page.locator("html > [role=alert]")


def file_content(name: str) -> bytes:
    """Return a file of the start path."""
    [path] = SITE_FOLDER.glob(f"*/**/{name}")
    return path.read_bytes()


def file_name(route: Route) -> str:
    return route.request.url.rpartition("/")[2]


def answer_not_found(route: Route) -> None:
    route.fulfill(status=404)


def answer_with_html(route: Route) -> None:
    """Answer with HTML, as a captive portal does, or a server with one page for all missing files."""
    route.fulfill(body=LOGIN_PAGE, content_type="text/html")


def answer_as_plain_text(route: Route) -> None:
    route.fulfill(body=file_content(file_name(route)), content_type="text/plain")


def flip_bit(data: bytes) -> bytes:
    """Return the data with one bit changed."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


DISABLE_TIMEOUT_JS = """const later = window.setTimeout;
window.setTimeout = (work, ms, ...rest) => {
  if (ms !== 20_000) return later(work, ms, ...rest);
  window.lose_patience ??= work;
  return 0;
};"""
"""Timeouts do not end by themselves, so messages appear immediately or after the test ends the wait."""
START_FAULTS: list[tuple[str, str, Callable[[Route], None]]] = [
    (
        "boot.js",
        "The server sends boot.js as “text/plain”",
        answer_as_plain_text,
    ),
    ("pyodide.asm.wasm", "The server sent a web page instead of pyodide.asm.wasm", answer_with_html),
    ("pyodide-lock.json", "The server sent a web page instead of pyodide-lock.json", answer_with_html),
    (
        "pyodide.asm.wasm",
        "pyodide.asm.wasm is incomplete",
        lambda route: route.fulfill(body=file_content("pyodide.asm.wasm")[:5_000_000], content_type="application/wasm"),
    ),
    (
        "{memory.bin,app.zip}",
        "app.zip is damaged",
        lambda route: route.fulfill(body=flip_bit(file_content(file_name(route))), content_type="application/zip"),
    ),
    ("core.js", "The server can't send core.js right now (error 503)", lambda route: route.fulfill(status=503)),
    ("morph.js", "morph.js can't be loaded", lambda route: route.abort()),
]


def test_every_fault_of_a_file_is_told_in_one_sentence_and_its_details_can_be_copied(
    page: Page, site: Site, errors: list[str]
) -> None:
    page.add_init_script(DISABLE_TIMEOUT_JS)
    for name, sentence, fault in START_FAULTS:
        page.route(f"**/{name}", fault)
        page.goto(site.url("play.html"))
        expect(failure_text(page)).to_contain_text(sentence)
        page.unroute_all(behavior="wait")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_text("Details").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "morph.js: lost" in copied
    assert page.evaluate("document.documentElement.dataset.release") in copied
    assert page.evaluate("navigator.userAgent") in copied
    errors.clear()


ALL_LOADED_BUT_JS = """(name) => [...document.querySelectorAll("[data-bytes]")].map(({ href, src }) => href ?? src)
  .filter((address) => !performance.getEntriesByName(address).length).every((address) => address.endsWith("/" + name))
  && [...document.querySelectorAll("[data-bytes]")].some(({ href, src }) => (href ?? src).endsWith("/" + name))"""
"""True if all files that the page has requested so far, except this one, have loaded."""
OVERSIZED_DRAWINGS_JS = """() => [...document.querySelectorAll("svg")].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  return width > innerWidth || height > (each.matches("[aria-hidden]") ? 50 : innerHeight);
}).length"""
"""The number of drawings larger than the window, and of icons larger than a line or two."""
PARTIAL_UPLOADS: list[tuple[str, str, Callable[[Route], None], str]] = [
    ("play.html", "release-*/**", answer_not_found, "browser-check.js is missing on the server (error 404)"),
    ("frame.html", "release-*/**", answer_with_html, "The server sent a web page instead of browser-check.js"),
    ("rules/medina.html", "release-*/**", answer_not_found, "browser-check.js is missing"),
    ("rules/embed.html", "release-*/**", answer_with_html, "The server sent a web page instead of browser-check.js"),
    (
        "play.html",
        "boot.css",
        answer_as_plain_text,
        "The server sends boot.css as “text/plain”, which browsers refuse",
    ),
    ("play.html", "start-monitor.js", answer_not_found, "start-monitor.js is missing"),
    ("play.html", "style.css", answer_not_found, "style.css is missing"),
    ("rules/bots.html", "sw-update.js", answer_not_found, "sw-update.js is missing"),
    ("", "release-*/**", answer_not_found, "browser-check.js is missing"),
    ("", "pages.css", answer_with_html, "The server sent a web page instead of pages.css"),
    ("", "home.css", lambda route: route.fulfill(body="h1 {}", content_type="text/css"), "home.css is incomplete"),
    ("", "saved-games-store.js", answer_with_html, "The server sent a web page instead of saved-games-store.js"),
    ("", "saved-games.js", answer_as_plain_text, "The server sends saved-games.js as “text/plain”"),
    ("", "home.js", answer_not_found, "home.js is missing"),
]


@pytest.mark.browser_context_args(service_workers="block")
def test_half_an_upload_is_named_on_top_of_every_page_with_the_way_back(
    page: Page, site: Site, errors: list[str]
) -> None:
    """The pages exist, but all of their files are missing, or all but one. There may also be a running game.

    The message stays in view. Without a style sheet, drawings keep a sensible size.
    """
    for path, name, fault, sentence in PARTIAL_UPLOADS:
        page.route(f"**/{name}", fault)
        page.goto(site.url(path), wait_until="domcontentloaded")
        expect(top_notice_text(page)).to_contain_text(sentence)
        again = top_notice_text(page).get_by_role("button", name="Try again")
        expect(again).to_be_in_viewport()
        if name == "style.css":
            assert page.evaluate(OVERSIZED_DRAWINGS_JS) == 0
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            assert page.evaluate("scrollY") > 0
            expect(again).to_be_in_viewport()
        page.unroute_all(behavior="wait")
    again.click()
    expect(page.locator("#import")).not_to_have_attribute("hidden", "")  # by the scripts, which have loaded
    expect(top_notice_text(page)).to_have_count(0)
    page.route("**/home.js", answer_not_found)
    page.goto(site.url())
    open_setup(page, "medina").locator("[name=opponents]").select_option("1")
    page.locator("#new-medina").get_by_role("button", name="Play").click()
    wait_until_live(page)
    assert page.evaluate("JSON.parse(window.palaces.save()).seats.map(({ kind }) => kind)") == ["human", "bot:casual"]
    expect(page.locator(".notice")).to_have_count(0)
    errors.clear()


@pytest.mark.browser_context_args(service_workers="block")
@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("play.html", "url-settings.js hasn't loaded yet"),
        ("", "pages.css hasn't loaded yet"),
        ("rules/bots.html", "sw-update.js hasn't loaded yet"),
    ],
)
def test_a_page_that_waits_for_a_file_in_vain_says_so(
    page: Page, site: Site, path: str, sentence: str, errors: list[str]
) -> None:
    """This holds even if the missing file keeps the page from being drawn."""
    name = sentence.split()[0]
    page.add_init_script(DISABLE_TIMEOUT_JS)
    let_go = hold_requests(page, f"**/{name}")
    page.goto(site.url(path), wait_until="commit")
    wait_for_truth(page, f"({ALL_LOADED_BUT_JS})({json.dumps(name)})")
    page.evaluate("window.lose_patience()")
    expect(top_notice_text(page)).to_contain_text(sentence)
    expect(top_notice_text(page).get_by_role("button", name="Try again")).to_be_visible()
    let_go()
    if name == "sw-update.js":
        expect(top_notice_text(page)).to_have_count(0)
    errors.clear()


PAGES = ("medina.html", "", "rules/medina.html")


@pytest.mark.browser_context_args(service_workers="block")
def test_a_page_that_is_cut_says_so(page: Page, site: Site, errors: list[str]) -> None:
    """The connection ended early, and nobody had said how long the page is."""
    for part, path in zip((0.3, 0.8, 0.97), PAGES, strict=True):
        html = (SITE_FOLDER / (path or "index.html")).read_text(encoding="utf-8")
        cut = html[: int(len(html) * part)]
        page.route(site.url(path), lambda route, _request, cut=cut: route.fulfill(body=cut, content_type="text/html"))
        page.goto(site.url(path), wait_until="domcontentloaded")
        expect(top_notice_text(page)).to_contain_text(f"{path.rpartition('/')[2] or 'index.html'} is incomplete.")
        page.unroute_all(behavior="wait")
    top_notice_text(page).get_by_role("button", name="Try again").click()
    expect(top_notice_text(page)).to_have_count(0)
    errors.clear()


@pytest.mark.browser_context_args(service_workers="block")
def test_a_page_without_any_file_says_so_first_and_draws_nothing(page: Page, site: Site, errors: list[str]) -> None:
    """Even the script that could name a file is missing. Without a style sheet, pictures are black."""
    page.route(re.compile(r"\.(js|css)$"), answer_with_html)
    for path in PAGES:
        page.goto(site.url(path), wait_until="domcontentloaded")
        told = page.locator("body > :first-child")
        expect(told).to_be_in_viewport()
        expect(told).to_contain_text("This page's files didn't load.")
        assert page.locator("svg:visible").count() == 0
    page.unroute_all(behavior="wait")
    told.get_by_role("link", name="Try again").click()
    expect(told).to_be_hidden()
    page.goto(site.url(), wait_until="domcontentloaded")
    expect(page.locator("svg:visible").first).to_be_visible()
    errors.clear()


def test_a_failed_start_has_one_message_a_heading_and_a_main_landmark(
    page: Page, site: Site, errors: list[str]
) -> None:
    """All scripts of the page are wrong, so two scripts have something to say."""
    page.route(re.compile(r"release-.*\.js$"), lambda route: route.fulfill(body="", content_type=""))
    page.route("**/start-monitor.js", lambda route: route.continue_())
    page.goto(site.url("play.html"))
    expect(failure_text(page)).to_contain_text("without a type")
    expect(top_notice_text(page)).to_have_count(0)
    title = page.locator("[role=main] h1")
    expect(title).to_have_text("Something went wrong")
    expect(title).to_be_focused()
    assert not axe_violations(page, "landmark-one-main", "page-has-heading-one")
    errors.clear()


def test_a_wrong_type_of_a_file_that_is_no_script_is_no_fault(page: Page, site: Site) -> None:
    """Many servers do not know WebAssembly."""
    page.route(re.compile(r"\.(wasm|bin|zip|json)$"), answer_as_plain_text)
    page.goto(site.url("play.html?seed=7"))
    wait_until_live(page)


def test_without_the_network_loading_waits_for_it_and_goes_on_by_itself(
    page: Page, site: Site, errors: list[str]
) -> None:
    """The message appears within five seconds: two without progress, and two and a half for an answer to a probe."""
    page.clock.install()
    held: list[Route] = []
    page.route("**/memory.bin", lambda route: held.append(route))
    page.goto(site.url("play.html?seed=7"))
    expect(page.locator("#boot-text")).to_have_text("Loading the game")
    site.stop()
    page.clock.fast_forward(2000)
    expect(page.locator("#boot-text")).to_contain_text("You're offline.")
    for route in held:
        route.abort()
    expect(page.locator("#boot[data-state=offline]")).to_be_visible()
    page.unroute_all()
    site.start()
    page.clock.resume()
    wait_until_live(page)
    assert "seed=7" in page.url
    errors.clear()


@pytest.mark.parametrize("way", ["Try again", "F5"])
def test_a_bad_release_does_not_stick(page: Page, space: WebSpace, errors: list[str], way: str) -> None:
    """Its start raises an error, and every cache has it. After a fix on the server, a retry loads the fix."""
    page.add_init_script(f"caches.open('{OTHER_SITE_CACHE}')")
    space.publish_release(break_start)
    page.goto(space.site.url())
    wait_until_offline_ready(page)
    page.goto(space.site.url("play.html?game=medina&seed=7"))
    expect(failure_text(page)).to_contain_text("The game didn't start")
    assert not re.search(r"Traceback|Error", failure_text(page).inner_text())
    page.get_by_text("Details").click()
    expect(page.locator("#boot pre")).to_contain_text("RuntimeError: no table <b>here</b>")
    assert page.evaluate(RELEASE_JS) == "bad0" * 4
    assert sum("RuntimeError" in error for error in errors) <= 2  # once for each load

    space.publish_release()
    if way == "F5":  # the page is still the broken one, and finds the other release by itself
        page.evaluate("location.reload()")
    else:
        page.get_by_role("link", name=way).click()
    wait_until_live(page)
    assert page.evaluate(RELEASE_JS) != "bad0" * 4
    assert "seed=7" in page.url
    assert OTHER_SITE_CACHE in page.evaluate("caches.keys()")
    errors.clear()


@pytest.mark.parametrize(
    ("status", "text"), [(503, "busy"), (200, LOGIN_PAGE)], ids=["an error", "the page of a portal"]
)
def test_while_the_server_does_not_give_the_site_the_offline_copy_stays(
    page: Page, space: WebSpace, status: int, text: str, errors: list[str]
) -> None:
    page.goto(space.site.url("play.html?game=medina&seed=7"))
    wait_until_live(page)
    wait_until_offline_ready(page)
    page.reload()  # the service worker now controls the page
    wait_until_live(page)
    kept = page.evaluate("caches.keys()")
    assert any("precache" in name for name in kept)

    def answer(handler: Any) -> None:
        send_page(handler, text.encode(), status)

    space.site.handler_class.do_GET = space.site.handler_class.do_HEAD = answer
    with page.expect_navigation():
        page.evaluate("void window.palaces.recover.again()")  # it ends with the page
    wait_until_live(page)
    assert page.evaluate("caches.keys()") == kept
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    errors.clear()


@pytest.mark.browser_context_args(service_workers="block")
@pytest.mark.parametrize(
    ("changes", "way"),
    [
        ([damage_file("memory.bin", flip_bit), damage_file("app.zip", flip_bit)], "Try again"),
        ([damage_file("memory.bin", cut_in_half), damage_file("app.zip", cut_in_half)], "another visit"),
        ([damage_file("pyodide.asm.wasm", cut_in_half)], "another visit"),
    ],
    ids=["a flipped bit", "cut files", "a cut wasm"],
)
def test_a_damaged_file_that_a_cache_holds_is_loaded_past_it(
    page: Page, space: WebSpace, errors: list[str], changes: list[FolderChange], way: str
) -> None:
    """It had status 200, and may be cached for ten minutes."""
    space.publish_release(*changes)
    address = space.site.url("play.html?game=medina&seed=7")
    page.goto(address)
    expect(failure_text(page)).to_contain_text(re.compile(r"(app\.zip|pyodide\.asm\.wasm) is (incomplete|damaged)"))
    space.publish_release()
    if way == "another visit":  # this visit finds by itself that the files on the server are complete
        page.goto("about:blank")
        page.goto(address)
    else:
        page.get_by_role("link", name=way).click()
    wait_until_live(page)
    errors.clear()


@pytest.mark.parametrize("sandbox", [False, True], ids=["alone", "in a sandbox"])
def test_a_page_goes_the_way_back_by_itself_only_once(
    page: Page, space: WebSpace, blog: Blog, errors: list[str], sandbox: bool
) -> None:
    """The server, or a cache before it, gives another release each time, without its files."""
    html = (SITE_FOLDER / "play.html").read_text(encoding="utf-8")
    given = count()
    usual = space.site.handler_class.do_GET

    def answer(handler: Any) -> None:
        if "/release-" in handler.path:
            handler.send_error(404)
            return
        if "/play.html" not in handler.path:
            usual(handler)
            return
        text = re.sub(r'data-release="\w+"', f'data-release="{next(given)}"', html)
        send_page(handler, text.encode())

    space.site.handler_class.do_GET = answer
    address = space.site.url("play.html")
    page.goto(blog(f'<iframe sandbox="allow-scripts" src="{address}"></iframe>') if sandbox else address)
    place = page.frames[-1]
    expect(top_notice_text(place)).to_be_visible()
    assert place.evaluate(IS_RELOADED_JS)
    assert place.evaluate("window.palaces.recover.ifThatHelps({ mended: true })") is False
    errors.clear()


@pytest.mark.thorough
def test_a_second_tab_that_takes_up_the_new_release_or_starts_anew_keeps_the_offline_copy(
    context: BrowserContext, space: WebSpace
) -> None:
    """While another tab is open, the registration of a removed worker would come back without its files."""
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        page.goto(space.site.url())
        wait_until_offline_ready(page)
        page.reload()
    space.publish_release(change_home_page)
    one.evaluate(CHECK_FOR_UPDATE_JS)
    one.get_by_role("button", name="Update").click()
    expect(other.get_by_text("Another tab already uses a new version")).to_be_visible()
    with other.expect_navigation():
        other.get_by_role("button", name="Update").click()
    expect(other.get_by_role("heading", name="More palaces")).to_be_visible()
    assert other.evaluate("navigator.serviceWorker.controller !== null")
    wait_for_truth(other, f"({STORED_FILES_JS})()")
    with one.expect_navigation():
        one.evaluate("void palaces.recover.again()")
    wait_for_truth(one, f"({STORED_FILES_JS})()")
    one.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    one.reload()  # a page that finds files missing has them loaded
    check_offline_copy(one, space.site)


def test_the_home_page_offers_a_new_release_in_every_tab(context: BrowserContext, space: WebSpace) -> None:
    one, other, rules = context.new_page(), context.new_page(), context.new_page()
    for page in (one, other):
        page.goto(space.site.url())
        wait_until_offline_ready(page)
        page.reload()  # the service worker now controls the page
    rules.goto(space.site.url("rules/medina.html"))
    assert one.evaluate("window.palaces.newest()") is False
    space.publish_release(change_home_page)
    one.evaluate(CHECK_FOR_UPDATE_JS)
    for page in (one, other, rules):
        expect(page.get_by_text("A new version is ready.")).to_be_visible()
    one.get_by_role("button", name="Update").click()
    expect(one.get_by_role("heading", name="More palaces")).to_be_visible()
    for page in (other, rules):
        expect(page.get_by_text("Another tab already uses a new version")).to_be_visible()
    expect(other.get_by_role("heading", name="Take a seat.")).to_be_visible()
    other.get_by_role("button", name="Update").click()
    expect(other.get_by_role("heading", name="More palaces")).to_be_visible()
    check_offline_copy(other, space.site)


def test_a_tab_of_a_first_visit_hears_of_a_new_release_in_another_one(context: BrowserContext, space: WebSpace) -> None:
    """No service worker controls it, so none of its own can change."""
    first, other = context.new_page(), context.new_page()
    first.goto(space.site.url())
    wait_until_offline_ready(first)
    other.goto(space.site.url())
    expect(first.locator("#renew")).to_be_hidden()
    space.publish_release(change_home_page)
    other.evaluate(CHECK_FOR_UPDATE_JS)
    expect(first.get_by_text("A new version is ready.")).to_be_visible()
    other.get_by_role("button", name="Update").click()
    expect(other.get_by_role("heading", name="More palaces")).to_be_visible()
    expect(first.get_by_text("Another tab already uses a new version")).to_be_visible()
    first.get_by_role("button", name="Update").click()
    expect(first.get_by_role("heading", name="More palaces")).to_be_visible()


def test_a_page_that_was_taken_out_of_the_offline_copy_is_shown_as_the_server_has_it(
    page: Page, space: WebSpace
) -> None:
    """Sites of one owner share their origin, and many service workers delete all caches of the origin."""
    page.goto(space.site.url())
    wait_until_offline_ready(page)
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    space.publish_release(change_home_page)
    page.reload()
    expect(page.get_by_role("heading", name="More palaces")).to_be_visible()


@pytest.mark.thorough
def test_an_offline_copy_is_made_past_a_damaged_file_that_a_cache_holds(
    page: Page, space: WebSpace, errors: list[str]
) -> None:
    """This holds even if the server answers that the file has not changed."""
    space.publish_release(damage_file("icons/icon-512.png", cut_in_half))
    [icon] = space.folder.glob("release-*/icons/icon-512.png")
    page.goto(space.site.url(icon.relative_to(space.folder).as_posix()))
    space.publish_release(newer=False)
    asked_again = "fetch(location.href, { cache: 'no-cache' }).then((answer) => answer.blob()).then(({ size }) => size)"
    assert page.evaluate(asked_again) < icon.stat().st_size
    errors.clear()  # a picture opened alone requests a page icon
    page.goto(space.site.url())
    wait_until_offline_ready(page)


@pytest.mark.thorough
def test_a_damaged_file_at_work_is_named_once_the_offline_copy_is_made(
    page: Page, space: WebSpace, errors: list[str]
) -> None:
    """It has its length, and works somehow. The page itself does not compute hashes at each start."""
    space.publish_release(damage_file("style.css", lambda data: data.replace(b"--text:", b"--tixt:", 1)))
    page.goto(space.site.url("medina.html?seed=7"))
    wait_until_live(page)
    expect(top_notice_text(page)).to_contain_text("style.css is damaged")
    errors.clear()


@pytest.mark.thorough
def test_a_browser_without_room_for_the_offline_copy_says_so(page: Page, site: Site) -> None:
    origin = site.url().removesuffix("/palaces/")
    quota = {"origin": origin, "quotaSize": 3_000_000}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    page.goto(site.url())
    expect(page.get_by_text("This browser has no room for the offline copy")).to_be_visible()


@pytest.mark.parametrize("name", ["recover.js", "icon-512.png"])
def test_a_file_without_which_there_is_no_offline_copy_is_named_on_the_home_page(
    page: Page, space: WebSpace, errors: list[str], name: str
) -> None:
    """`recover.js` names the files that a page needs, but it can't name itself."""
    space.publish_release(lambda folder: next(folder.rglob(name)).unlink())
    with page.expect_console_message(lambda message: message.text.startswith("No offline copy here")):
        page.goto(space.site.url())
    expect(page.locator("#no-copy")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('online'))")  # it tries once more
    expect(page.locator("#no-copy")).to_contain_text(f"{name} can't be loaded, so there's no offline copy")
    errors.clear()


@pytest.mark.parametrize("name", ["sw.js", "icon-512.png"])
def test_an_offline_copy_that_does_not_come_about_is_begun_once_more_when_the_line_is_back(
    page: Page, space: WebSpace, errors: list[str], name: str
) -> None:
    """The service worker itself or one of its files failed to load. The page stays as it is."""
    usual = space.site.handler_class.do_GET

    def answer(handler: Any) -> None:
        handler.send_error(503) if name in handler.path else usual(handler)

    space.site.handler_class.do_GET = answer
    with page.expect_console_message(lambda message: message.text.startswith("No offline copy here")):
        page.goto(space.site.url())
    space.site.handler_class.do_GET = usual
    page.evaluate("dispatchEvent(new Event('online'))")
    wait_until_offline_ready(page)
    errors.clear()


def test_the_kill_switch_takes_the_offline_copy_and_nothing_else(page: Page, space: WebSpace) -> None:
    page.goto(space.site.url())
    wait_until_offline_ready(page)
    page.evaluate(f"localStorage.setItem('palaces:last:medina', '{{}}'); caches.open('{OTHER_SITE_CACHE}')")
    page.reload()  # the service worker now controls the page
    space.publish_release(change_home_page, install_kill_switch)
    page.evaluate("window.here = true")
    page.evaluate(
        f"{CHECK_FOR_UPDATE_JS}.catch(() => {{}})"
    )  # browsers do not report an update that fails before its installation
    wait_for_truth(page, NOTHING_LEFT_JS)
    assert page.evaluate("window.here")
    expect(page.locator("html")).not_to_have_attribute("data-update", re.compile(""))  # because nothing is newer
    page.reload()
    expect(page.get_by_role("heading", name="More palaces")).to_be_visible()
    wait_for_truth(page, NOTHING_LEFT_JS)
    assert page.evaluate("caches.keys()") == [OTHER_SITE_CACHE]
    assert page.evaluate("localStorage.getItem('palaces:last:medina')") == "{}"
