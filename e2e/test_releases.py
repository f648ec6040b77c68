"""Two releases that do not fit together: whatever a browser has kept of either, only one of them runs, and whole.

The later one has a game more, calls by another name what the page asks the bots' worker, and has a Pyodide that the
build does not know. Both are real builds.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import assemble
import pytest
from conftest import DIST, Blog, Site, offline_ready, ready
from players import take_money
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Route, expect
from web_space import LOOK, Space

pytestmark = pytest.mark.first_visit
TABLE = "game=medina&seats=bot:beginner,bot:beginner"  # whoever looks on, bots are asked again and again
SPY = """window.told = [];
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
FOUND = """({
  page: document.documentElement.dataset.release,
  files: performance.getEntriesByType("resource").map(({ name }) => name),
  told: window.told,
})"""
NOTHING_KEPT = "Object.defineProperty(self, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });"
"""So whatever a worker begins with comes from the server."""
WORDS = {"first": "ask", "later": "wish"}
"""What each release calls what is asked."""


@pytest.fixture
def space(tmp_path: Path, later: Path, serve_folder: Callable[[Path], Site]) -> Space:
    return Space(tmp_path / "space", serve_folder, later=later)


@pytest.fixture(scope="module")
def mixed(later: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory image as another release of this Python would ship it: packages of the later one are in it."""
    image = tmp_path_factory.mktemp("mixed") / "memory.bin"
    [python], [release] = DIST.glob("python-*"), later.glob("release-*")
    zips = release / "app.zip", release / "later.zip"
    assemble.node("Making another memory image", assemble.IMAGE.name, python, *zips, image)
    return image


def whole(place: Page | Frame, space: Space, *releases: str, worker: bool = True) -> None:
    """One of these releases runs here: page, styles, scripts, Python, and the bots' worker that it talks with."""
    ready(place)  # type: ignore[arg-type]
    if worker:
        place.wait_for_function("window.told.some((said) => 'answer' in said)", timeout=60_000)
    found = place.evaluate(FOUND)
    name = found["page"]
    [release] = [release for release in releases if space.name(release) == name]
    assert {named for file in found["files"] for named in re.findall(r"/release-(\w+)/", file)} == {name}
    if worker:
        assert {said["release"] for said in found["told"] if "release" in said} == {name}
        words = {word for said in found["told"] for word in WORDS.values() if word in said}
        assert words == {WORDS[release]}


def log(page: Page) -> list[Any]:
    """What was played in the page's game."""
    played: list[Any] = json.loads(page.evaluate("window.palaces.save()"))["log"]
    return played


AGES = {
    "pages and files both kept": ("max-age=600", "max-age=600"),
    "files asked for again": ("max-age=600", "no-cache"),
}


@pytest.mark.thorough
@pytest.mark.browser_context_args(service_workers="block")
@pytest.mark.parametrize(("pages", "files"), AGES.values(), ids=AGES)
def test_without_an_offline_copy_a_page_is_of_one_release_whatever_caches_hold(
    page: Page, space: Space, pages: str, files: str, errors: list[str]
) -> None:
    """A page from a cache has its files from there, too; if they are gone it begins again by itself, with its game."""
    page.add_init_script(SPY)
    space.ages(pages, files)
    address = space.site.url(f"play.html?{TABLE}&seed=3")
    page.goto(address)
    whole(page, space, "first")
    before = log(page)
    page.goto("about:blank")
    space.put(release="later")
    space.leave_python()
    page.goto(address)
    whole(page, space, "first" if pages == files else "later")
    assert log(page)[: len(before)] == before
    if pages == files:
        page.reload()
        whole(page, space, "later")
        assert log(page)[: len(before)] == before
    errors.clear()  # which the browser wrote of files that are gone


@pytest.mark.thorough
def test_two_tabs_go_on_as_one_release_each_until_their_players_agree(
    context: BrowserContext, space: Space, errors: list[str]
) -> None:
    context.add_init_script(SPY)
    one, other = context.new_page(), context.new_page()
    one.goto(space.site.url(f"play.html?{TABLE}&seed=3"))
    ready(one)
    offline_ready(one)
    one.reload()  # now under the service worker's control
    other.goto(space.site.url(f"play.html?{TABLE}&seed=4"))
    for page in (one, other):
        whole(page, space, "first")
    before = log(other)

    space.put(release="later")
    one.evaluate(LOOK)
    for page in (one, other):
        expect(page.get_by_role("button", name="Use it now")).to_be_visible()
        whole(page, space, "first")
    with one.expect_navigation():
        one.get_by_role("button", name="Use it now").click()
    whole(one, space, "later")

    other.evaluate("window.here = true")
    whole(other, space, "first")
    with other.expect_navigation():
        other.get_by_role("button", name="Use it now").click()
    whole(other, space, "later")
    assert log(other)[: len(before)] == before
    errors.clear()


@pytest.mark.thorough
def test_a_release_during_a_game_in_another_site_s_page_waits_until_its_player_agrees(
    partitioned: Browser, space: Space, blog: Blog
) -> None:
    """The frame goes on with the release that the game was begun in, and then with the later one where it was."""
    context = partitioned.new_context()
    page = context.new_page()
    page.add_init_script(SPY)
    address = space.site.url("embed.html?game=alhambra&seats=you,bot:casual&seed=3&speed=instant")
    post = blog(f'<iframe width="900" height="700" src="{address}"></iframe>')
    for _visit in range(2):  # the second one under the service worker's control
        page.goto(post)
        frame = cast(Page, page.frames[-1])
        ready(frame)
        offline_ready(frame)
    take_money(frame)
    space.put(release="later")
    frame.evaluate(LOOK)
    expect(frame.locator(".notice", has_text="A new version is ready.")).to_be_visible()
    take_money(frame)
    whole(frame, space, "first")
    before = log(frame)
    with frame.expect_navigation():
        frame.get_by_role("button", name="Use it now").click()
    ready(frame)
    assert log(frame) == before
    take_money(frame)
    whole(frame, space, "later")
    context.close()


def test_a_sandboxed_frame_whose_page_grew_old_in_a_cache_begins_again_as_the_release_that_is_there(
    page: Page, space: Space, blog: Blog, errors: list[str]
) -> None:
    """It has no storage, no worker, and no cache of its own that would last; of its page's address it keeps all."""
    address = space.site.url(f"embed.html?{TABLE}&seed=3")
    post = blog(f'<iframe sandbox="allow-scripts" width="900" height="700" src="{address}"></iframe>')
    page.goto(post)
    whole(page.frames[-1], space, "first", worker=False)
    space.put(release="later")
    page.goto(post)
    whole(page.frames[-1], space, "later", worker=False)
    errors.clear()


def test_a_worker_of_another_release_is_refused_and_the_page_offers_to_load_both_anew(
    page: Page, space: Space, mixed: Path, errors: list[str]
) -> None:
    """A cache between here and the site may mix what no page would: its word for a move would not be ours."""

    def answer(route: Route) -> None:
        theirs = "bot-worker" in route.request.headers.get("referer", "")
        route.fulfill(path=mixed) if theirs else route.continue_()

    page.add_init_script(SPY)
    page.add_init_script(NOTHING_KEPT)
    page.route("**/memory.bin", answer)
    page.goto(space.site.url(f"play.html?{TABLE}&seed=3"))
    expect(page.locator("#medina #notices")).to_contain_text(
        "The computer players that were loaded belong to another version"
    )
    page.wait_for_selector("html:not([data-turn='0'])", state="attached")
    told = page.evaluate("window.told")
    assert [said for said in told if "release" in said] == [{"release": space.name("later"), "ready": False}]
    assert not any("answer" in said for said in told)
    page.unroute_all()
    with page.expect_navigation():
        page.get_by_role("button", name="Load both anew").click()
    whole(page, space, "first")
    errors.clear()


def test_python_of_another_release_does_not_start(page: Page, space: Space, mixed: Path, errors: list[str]) -> None:
    page.route("**/memory.bin", lambda route: route.fulfill(path=mixed))
    page.goto(space.site.url(f"play.html?{TABLE}"))
    expect(page.locator("#boot-text")).to_contain_text("memory.bin is not as it was released")
    assert any(f"of the release {space.name('later')}" in error for error in errors)
    assert page.locator("html[data-ready]").count() == 0
    page.unroute_all()
    page.get_by_role("link", name="Try again").click()
    whole(page, space, "first", worker=False)
    errors.clear()


def test_an_element_that_grew_old_in_a_cache_shows_and_opens_the_release_that_is_there(
    page: Page, space: Space, blog: Blog, errors: list[str]
) -> None:
    space.ages("no-cache", "no-store")
    post = blog(
        f'<script src="{space.site.url("embed.js")}" async></script>'
        '<palace-game game="medina" seats="bot:beginner,bot:beginner"></palace-game>'
    )
    old = (space.folder / "embed.js").read_bytes()
    space.put(release="later")
    new = (space.folder / "embed.js").read_bytes()
    assert old != new
    first = True

    def aged(route: Route) -> None:
        nonlocal first
        route.fulfill(
            body=old if first else new, content_type="text/javascript", headers={"Access-Control-Allow-Origin": "*"}
        )
        first = False

    page.add_init_script(SPY)
    page.route("**/embed.js", aged)
    page.goto(post)
    page.wait_for_function("document.querySelector('palace-game').shadowRoot.querySelector('img').naturalWidth")
    source = page.locator("palace-game img").get_attribute("src") or ""
    assert f"release-{space.name('later')}" in source
    page.locator("palace-game").get_by_role("button", name=re.compile("^Play")).click()
    frame = page.locator("palace-game iframe").element_handle().content_frame()
    assert frame
    whole(frame, space, "later")
    errors.clear()
