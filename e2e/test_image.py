"""The memory image that later visits start from: it is made once, is the same game, and nobody needs it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Site, make_image, offline_ready, ready
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.first_visit
Open = Callable[[Page, str], None]

STARTED = "document.documentElement.dataset.image ?? 'nothing'"
IMAGES = "caches.keys().then((names) => names.filter((name) => name.startsWith('palaces-image-')).length)"
CHANGED = """async (change) => {
  const name = (await caches.keys()).find((name) => name.startsWith("palaces-image-"));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  const answer = await cache.match(request);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  if (change === "damaged") bytes[bytes.length >> 1] ^= 1;
  else headers.set("x-browser", "an older one");
  await cache.put(request, new Response(bytes, { headers }));
}"""
SENSELESS = "async (address) => (await import(address)).keep(new Uint8Array(65536).fill(1))"


def come_again(page: Page) -> str:
    """Load the page anew; answers with what it started from."""
    page.reload()
    ready(page)
    said: str = page.evaluate(STARTED)
    return said


def test_the_page_makes_an_image_once_nobody_waits(page: Page, open_game: Open) -> None:
    page.clock.install()
    open_game(page, "seed=7")
    page.wait_for_selector("html[data-bots=ready]", state="attached")
    page.clock.fast_forward(11_000)
    page.wait_for_selector("html[data-image=kept]", state="attached", timeout=60_000)
    assert page.evaluate(IMAGES) == 1


def test_a_later_visit_starts_from_the_image_offline_too_and_bots_play_from_it(
    page: Page, site: Site, open_game: Open
) -> None:
    open_game(page, "seats=you,bot:master&speed=instant")
    first = page.evaluate("location.search")
    offline_ready(page)
    make_image(page, site)
    site.stop()
    page.goto(site.url("play.html?seats=bot:skilled,bot:master&speed=instant&game=medina"))
    ready(page)
    assert page.evaluate(STARTED) == "used"
    assert page.evaluate("document.documentElement.dataset.boot") == "pyscript"
    page.wait_for_function("Number(document.documentElement.dataset.turn) >= 6")
    expect(page.locator(".notice")).to_have_count(0)
    dealt = {page.evaluate("location.search")}
    for _ in range(2):
        open_game(page, "seats=you,bot:master&speed=instant")
        dealt.add(page.evaluate("location.search"))
    assert len(dealt | {first}) == 4  # chance is not part of an image


def test_an_image_that_is_of_no_use_is_thrown_away_and_the_page_starts_as_on_a_first_visit(
    page: Page, site: Site, open_game: Open
) -> None:
    open_game(page, "seed=7")
    make_image(page, site)
    page.evaluate(CHANGED, "of another browser")
    assert come_again(page) == "nothing"
    assert page.evaluate(IMAGES) == 1  # the next one takes its place
    make_image(page, site)
    page.evaluate(CHANGED, "damaged")
    assert come_again(page) == "nothing"
    assert page.evaluate(IMAGES) == 0
    page.evaluate(SENSELESS, site.url(site.part("scripts/image.js")))
    assert come_again(page) == "nothing"
    assert page.evaluate(IMAGES) == 0
    expect(page.locator("#boot")).to_have_count(0)


REFUSED = "Object.defineProperty(self, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });"


def altered(body: bytes) -> bytes:
    return body[:1000] + bytes([body[1000] ^ 1]) + body[1001:]


@pytest.mark.parametrize("change", [None, lambda body: body[:-1000], altered], ids=["missing", "cut", "altered"])
def test_python_begins_from_its_library_where_the_image_it_is_shipped_with_is_of_no_use(
    page: Page, errors: list[str], open_game: Open, change: Callable[[bytes], bytes] | None
) -> None:
    def spoilt(route: Route) -> None:
        if change is None:
            return route.fulfill(status=404)
        return route.fulfill(body=change(route.fetch().body()), content_type="application/octet-stream")

    page.route("**/python_image.bin", spoilt)
    with page.expect_response("**/python_stdlib.zip"):
        open_game(page, "seed=7")
    page.locator("#menu").click()
    expect(page.locator("#boot")).to_have_count(0)
    errors.clear()  # a browser tells of a 404


def test_a_library_that_does_not_come_to_a_live_game_is_named_and_asked_for_again(
    page: Page, errors: list[str], open_game: Open
) -> None:
    page.clock.install()
    page.route("**/python_stdlib.zip", lambda route: route.fulfill(status=404))
    open_game(page, "seed=7")
    told = page.get_by_role("alert").filter(has_text="python_stdlib.zip is missing")
    page.clock.run_for(11_000)
    expect(told).to_be_visible()
    page.unroute("**/python_stdlib.zip")
    told.get_by_role("button", name="Try again").click()
    page.wait_for_selector("html[data-bots=ready]", state="attached")
    expect(told).to_have_count(0)
    errors.clear()


def test_without_a_place_for_it_there_is_no_image(page: Page, open_game: Open) -> None:
    page.add_init_script(REFUSED)
    open_game(page, "seed=7")
    assert page.evaluate(STARTED) == "nothing"


WORKERS = """window.workers = [];
window.Worker = class extends Worker {
  constructor(address, options) {
    super(address, options);
    window.workers.push(String(address).split("/").pop());
  }
};"""


def test_pyodide_as_it_came_starts_whatever_its_wasm_is_called_and_makes_no_image(
    page: Page, later: Path, serve_folder: Callable[[Path], Site]
) -> None:
    """The build does not know it, so it loads its wasm itself, and an image would be of no use to it."""

    def as_text(route: Route) -> None:
        route.fulfill(response=route.fetch(), content_type="text/plain")

    page.route("**/*.wasm", as_text)
    page.add_init_script(WORKERS)
    page.clock.install()
    page.goto(serve_folder(later).url("play.html?seed=7"))
    ready(page)
    page.wait_for_selector("html[data-bots=ready]", state="attached")
    page.clock.fast_forward(11_000)
    assert page.evaluate("window.workers") == ["bot-worker.js"]
