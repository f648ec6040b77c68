"""Tests of two incompatible releases: whatever the browser has cached of both, it runs only one of them, completely.

The later one has one more game, another name for a field of requests to the bots' worker, and a Pyodide that the build
does not know. Both are real builds.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from conftest import SITE_FOLDER, Blog, Site, wait_until_live, wait_until_offline_ready
from players import take_money_and_wait
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Route, expect
from site_builder import assemble
from web_servers import CHECK_FOR_UPDATE_JS, WebSpace, check_offline_copy

pytestmark = pytest.mark.first_visit
TABLE = "game=medina&seats=bot:beginner,bot:beginner"  # without a person, bots are asked again and again
SPY_ON_WORKERS_JS = """window.told = [];
const Thread = window.Worker;
window.Worker = class extends Thread {
  constructor(address, options) {
    super(address, options);
    this.addEventListener("message", ({ data }) => window.told.push(JSON.parse(data)));
  }
  postMessage(text) {
    window.told.push(JSON.parse(text));
    super.postMessage(text);
  }
};
"""
LOADED_RELEASES_JS = """({
  page: document.documentElement.dataset.release,
  files: performance.getEntriesByType("resource").map(({ name }) => name),
  told: window.told,
})"""
REFUSE_CACHES_JS = (
    "Object.defineProperty(self, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
"""Refuse caches, so that a worker loads everything from the server."""
REQUEST_KEY = {"first": "ask", "later": "wish"}
"""The name of the same field in each release."""


@pytest.fixture
def space(tmp_path: Path, later: Path, serve_folder: Callable[[Path], Site]) -> WebSpace:
    return WebSpace(tmp_path / "space", serve_folder, later=later)


@pytest.fixture(scope="module")
def mixed(later: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory image as another release of this Python would ship it, with packages of the later one."""
    image = tmp_path_factory.mktemp("mixed") / "memory.bin"
    [python], [release] = SITE_FOLDER.glob("python-*"), later.glob("release-*")
    zips = (release / name for name in ("app.zip", "lab.zip", "together.zip"))
    assemble.run_node("Making another memory image", assemble.IMAGE_SCRIPT, python, *zips, image)
    return image


def check_single_release(place: Page | Frame, space: WebSpace, *releases: str, worker: bool = True) -> None:
    """Check that one of these releases runs here: page, styles, scripts, Python, and the bots' worker."""
    wait_until_live(place)  # type: ignore[arg-type]
    if worker:
        place.wait_for_function("window.told.some((said) => 'answer' in said)", timeout=60_000)
    found = place.evaluate(LOADED_RELEASES_JS)
    name = found["page"]
    [release] = [release for release in releases if space.release_name(release) == name]
    assert {named for file in found["files"] for named in re.findall(r"/release-(\w+)/", file)} == {name}
    if worker:
        assert {said["release"] for said in found["told"] if "release" in said} == {name}
        words = {word for said in found["told"] for word in REQUEST_KEY.values() if word in said}
        assert words == {REQUEST_KEY[release]}


def log_on_page(page: Page) -> list[Any]:
    """Return the log of the page's game."""
    played: list[Any] = json.loads(page.evaluate("window.palaces.save()"))["log"]
    return played


CACHE_LIFETIMES = {
    "pages and files both kept": ("max-age=600", "max-age=600"),
    "files asked for again": ("max-age=600", "no-cache"),
}


@pytest.mark.thorough
@pytest.mark.browser_context_args(service_workers="block")
@pytest.mark.parametrize(("pages", "files"), CACHE_LIFETIMES.values(), ids=CACHE_LIFETIMES)
def test_without_an_offline_copy_a_page_is_of_one_release_whatever_caches_hold(
    page: Page, space: WebSpace, pages: str, files: str, errors: list[str]
) -> None:
    """A page from a cache also has its files from there. If they are gone, it reloads itself, with its game."""
    page.add_init_script(SPY_ON_WORKERS_JS)
    space.set_cache_lifetimes(pages, files)
    address = space.site.url(f"play.html?{TABLE}&seed=3")
    page.goto(address)
    check_single_release(page, space, "first")
    before = log_on_page(page)
    page.goto("about:blank")
    space.publish_release(release="later")
    space.keep_python_folder()
    page.goto(address)
    check_single_release(page, space, "first" if pages == files else "later")
    assert log_on_page(page)[: len(before)] == before
    if pages == files:
        page.reload()
        check_single_release(page, space, "later")
        assert log_on_page(page)[: len(before)] == before
    errors.clear()  # the browser's reports of missing files


@pytest.mark.thorough
def test_two_tabs_go_on_as_one_release_each_until_their_players_agree(
    context: BrowserContext, space: WebSpace, errors: list[str]
) -> None:
    context.add_init_script(SPY_ON_WORKERS_JS)
    one, other = context.new_page(), context.new_page()
    one.goto(space.site.url(f"play.html?{TABLE}&seed=3"))
    wait_until_live(one)
    wait_until_offline_ready(one)
    one.reload()  # the service worker now controls the page
    other.goto(space.site.url(f"play.html?{TABLE}&seed=4"))
    for page in (one, other):
        check_single_release(page, space, "first")
    before = log_on_page(other)

    space.publish_release(release="later")
    one.evaluate(CHECK_FOR_UPDATE_JS)
    for page in (one, other):
        expect(page.get_by_role("button", name="Update")).to_be_visible()
        check_single_release(page, space, "first")
    with one.expect_navigation():
        one.get_by_role("button", name="Update").click()
    check_single_release(one, space, "later")

    other.evaluate("window.here = true")
    check_single_release(other, space, "first")
    with other.expect_navigation():
        other.get_by_role("button", name="Update").click()
    check_single_release(other, space, "later")
    assert log_on_page(other)[: len(before)] == before
    errors.clear()
    check_offline_copy(other, space.site)


@pytest.mark.thorough
def test_a_release_during_a_game_in_another_site_s_page_waits_until_its_player_agrees(
    partitioned: Browser, space: WebSpace, blog: Blog
) -> None:
    """The frame continues with the release of the game's start, and then with the later one at the same position."""
    context = partitioned.new_context()
    page = context.new_page()
    page.add_init_script(SPY_ON_WORKERS_JS)
    address = space.site.url("frame.html?game=alhambra&seats=you,bot:casual&seed=3&speed=instant")
    post = blog(f'<iframe width="900" height="700" src="{address}"></iframe>')
    for _visit in range(2):  # the service worker controls the second visit
        page.goto(post)
        frame = cast(Page, page.frames[-1])
        wait_until_live(frame)
        wait_until_offline_ready(frame)
    take_money_and_wait(frame)
    space.publish_release(release="later")
    frame.evaluate(CHECK_FOR_UPDATE_JS)
    expect(frame.locator(".notice", has_text="A new version is ready.")).to_be_visible()
    take_money_and_wait(frame)
    check_single_release(frame, space, "first")
    before = log_on_page(frame)
    with frame.expect_navigation():
        frame.get_by_role("button", name="Update").click()
    wait_until_live(frame)
    assert log_on_page(frame) == before
    take_money_and_wait(frame)
    check_single_release(frame, space, "later")
    context.close()


def test_a_sandboxed_frame_whose_page_grew_old_in_a_cache_begins_again_as_the_release_that_is_there(
    page: Page, space: WebSpace, blog: Blog, errors: list[str]
) -> None:
    """It has no storage, no worker, and no lasting cache. It keeps the whole address of its page."""
    address = space.site.url(f"frame.html?{TABLE}&seed=3")
    post = blog(f'<iframe sandbox="allow-scripts" width="900" height="700" src="{address}"></iframe>')
    page.goto(post)
    check_single_release(page.frames[-1], space, "first", worker=False)
    space.publish_release(release="later")
    page.goto(post)
    check_single_release(page.frames[-1], space, "later", worker=False)
    errors.clear()


def test_a_worker_of_another_release_is_refused_and_the_page_offers_to_load_both_anew(
    page: Page, space: WebSpace, mixed: Path, errors: list[str]
) -> None:
    """A cache in between may mix what no page would: it has another name for a move."""

    def answer(route: Route) -> None:
        theirs = "bot-worker" in route.request.headers.get("referer", "")
        route.fulfill(path=mixed) if theirs else route.continue_()

    page.add_init_script(SPY_ON_WORKERS_JS)
    page.add_init_script(REFUSE_CACHES_JS)
    page.route("**/memory.bin", answer)
    page.goto(space.site.url(f"play.html?{TABLE}&seed=3"))
    expect(page.locator("#medina #notices")).to_contain_text("The loaded bots belong to a different version")
    page.wait_for_selector("html:not([data-turn='0'])", state="attached")
    told = page.evaluate("window.told")
    assert [said for said in told if "release" in said] == [{"release": space.release_name("later"), "ready": False}]
    assert not any("answer" in said for said in told)
    page.unroute_all()
    with page.expect_navigation():
        page.get_by_role("button", name="Reload both").click()
    check_single_release(page, space, "first")
    errors.clear()


def test_python_of_another_release_does_not_start(page: Page, space: WebSpace, mixed: Path, errors: list[str]) -> None:
    page.route("**/memory.bin", lambda route: route.fulfill(path=mixed))
    page.goto(space.site.url(f"play.html?{TABLE}"))
    expect(page.locator("#boot-text")).to_contain_text("memory.bin is damaged")
    assert any(f"of the release {space.release_name('later')}" in error for error in errors)
    assert page.locator("html[data-ready]").count() == 0
    page.unroute_all()
    page.get_by_role("link", name="Try again").click()
    check_single_release(page, space, "first", worker=False)
    errors.clear()


def test_an_element_that_grew_old_in_a_cache_shows_and_opens_the_release_that_is_there(
    page: Page, space: WebSpace, blog: Blog, errors: list[str]
) -> None:
    space.set_cache_lifetimes("no-cache", "no-store")
    post = blog(
        f'<script src="{space.site.url("embed.js")}" async></script>'
        '<palace-game game="medina" seats="bot:beginner,bot:beginner"></palace-game>'
    )
    old = (space.folder / "embed.js").read_bytes()
    space.publish_release(release="later")
    new = (space.folder / "embed.js").read_bytes()
    assert old != new
    first = True

    def aged(route: Route) -> None:
        nonlocal first
        route.fulfill(
            body=old if first else new, content_type="text/javascript", headers={"Access-Control-Allow-Origin": "*"}
        )
        first = False

    page.add_init_script(SPY_ON_WORKERS_JS)
    page.route("**/embed.js", aged)
    page.goto(post)
    page.wait_for_function("document.querySelector('palace-game').shadowRoot.querySelector('img').naturalWidth")
    source = page.locator("palace-game img").get_attribute("src") or ""
    assert f"release-{space.release_name('later')}" in source
    page.locator("palace-game").get_by_role("button", name=re.compile("^Play")).click()
    frame = page.locator("palace-game iframe").element_handle().content_frame()
    assert frame
    check_single_release(frame, space, "later")
    errors.clear()
