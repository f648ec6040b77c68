"""Tests of Python's memory image: the game is the same, later visits have it in the cache, and all works without it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import (
    IMAGE_CACHED_JS,
    Site,
    python_image_source,
    wait_until_image_cached,
    wait_until_live,
    wait_until_offline_ready,
)
from players import load_match, wait_for_truth
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.first_visit
Open = Callable[[Page, str], None]

CHANGE_CACHED_IMAGE_JS = """async (change) => {
  const name = (await caches.keys()).find((name) => name.startsWith("palaces-image-"));
  const cache = await caches.open(name);
  const request = (await cache.keys()).find(({ url }) => url.endsWith("/memory.bin"));
  const kept = await cache.match(request);
  const headers = new Headers(kept.headers);
  let bytes = new Uint8Array(await kept.arrayBuffer());
  if (change === "cut") bytes = bytes.slice(0, -4096);
  else if (change === "altered") bytes[bytes.length >> 1] ^= 1;
  else {
    bytes = new Uint8Array(65536).fill(1);
    headers.set("x-checksum", [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" "));
  }
  await cache.put(request, new Response(bytes, { headers }));
}"""
"""Replace the cached image by a truncated one, by one with another bit, or by something else."""
RECORD_STATES_JS = """window.states = new Set();
new MutationObserver((all) => {
  for (const { target } of all) if (target.id === "boot") window.states.add(target.dataset.state);
}).observe(document, { attributeFilter: ["data-state"], subtree: true });"""
"""Record in `window.states` all messages of a start."""
FAILURE_STATES = {"looking", "failed"}
REFUSE_CACHES_JS = (
    "Object.defineProperty(self, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
COUNT_ANSWERS_JS = """window.answered = 0;
window.Worker = class extends Worker {
  constructor(address, options) {
    super(address, options);
    this.addEventListener("message", ({ data }) => (window.answered += JSON.parse(data).ask === "move"));
  }
};"""
"""Count the moves that the bots' worker has found."""
IS_WARMED_UP_JS = "caches.match(`./release-${document.documentElement.dataset.release}/rehearsed`).then(Boolean)"
BOTS_ONLY_QUERY = "seats=bot:casual,bot:casual&speed=instant"


def test_a_later_visit_begins_with_the_image_that_is_kept_offline_too_and_bots_play_from_it(
    page: Page, site: Site, open_game: Open
) -> None:
    page.add_init_script(COUNT_ANSWERS_JS)
    open_game(page, "seats=you,bot:master&speed=instant")
    assert python_image_source(page) == "shipped"
    first = load_match(page).seed
    wait_until_offline_ready(page)
    wait_until_image_cached(page)
    site.stop()
    open_game(page, "seats=bot:skilled,bot:master&speed=instant&game=medina")
    assert python_image_source(page) == "kept"
    assert page.evaluate("document.documentElement.dataset.boot") == "pyscript"
    page.wait_for_function("window.answered >= 6")
    expect(page.locator(".notice")).to_have_count(0)
    dealt = {first, load_match(page).seed}
    for _ in range(2):
        open_game(page, "seats=you,bot:master&speed=instant")
        dealt.add(load_match(page).seed)
    assert len(dealt) == 4  # the image contains no random seed
    wait_for_truth(page, IS_WARMED_UP_JS)


@pytest.mark.parametrize(
    ("change", "visits"),
    [
        ("cut", ["shipped", "kept"]),
        ("altered", ["shipped", "kept"]),
        ("senseless", ["library", "shipped", "kept"]),  # with a correct checksum
    ],
)
def test_a_kept_image_that_is_of_no_use_is_thrown_away_and_the_page_starts_all_the_same(
    page: Page, open_game: Open, change: str, visits: list[str]
) -> None:
    """The image of the site replaces it in the cache."""
    page.add_init_script(RECORD_STATES_JS)
    open_game(page, "seed=7")
    wait_until_image_cached(page)
    page.evaluate(CHANGE_CACHED_IMAGE_JS, change)
    for begun in visits:
        page.reload()
        wait_until_live(page)
        assert python_image_source(page) == begun
        assert not FAILURE_STATES & set(page.evaluate("[...window.states]"))
        if begun == "shipped":
            wait_until_image_cached(page)


def flip_image_byte(body: bytes) -> bytes:
    return body[:1000] + bytes([body[1000] ^ 1]) + body[1001:]


@pytest.mark.parametrize(
    "change", [None, lambda body: body[:-1000], flip_image_byte], ids=["missing", "cut", "altered"]
)
def test_python_begins_from_its_library_where_the_image_it_is_shipped_with_is_of_no_use(
    page: Page, errors: list[str], open_game: Open, change: Callable[[bytes], bytes] | None
) -> None:
    """This needs no user, and nobody sees an error, because it is none. Bots do the same."""

    def spoilt(route: Route) -> None:
        if change is None:
            return route.fulfill(status=404)
        return route.fulfill(body=change(route.fetch().body()), content_type="application/octet-stream")

    page.add_init_script(RECORD_STATES_JS)
    page.add_init_script(COUNT_ANSWERS_JS)
    page.route("**/memory.bin", spoilt)
    open_game(page, f"{BOTS_ONLY_QUERY}&seed=7")
    assert python_image_source(page) == "library"
    page.wait_for_function("window.answered >= 2")
    assert not FAILURE_STATES & set(page.evaluate("[...window.states]"))
    assert not page.evaluate(IMAGE_CACHED_JS)
    errors.clear()  # the browser reports a 404


@pytest.mark.thorough
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


def test_games_are_played_and_bots_think_though_the_library_never_comes(page: Page, open_game: Open) -> None:
    page.add_init_script(COUNT_ANSWERS_JS)
    page.route("**/python_stdlib.zip", lambda route: None)
    open_game(page, f"{BOTS_ONLY_QUERY}&seed=7")
    page.wait_for_selector("html[data-bots=ready]", state="attached")
    page.wait_for_function("window.answered >= 2")
    assert json.loads(page.evaluate("window.palaces.save()"))["log"]
    expect(page.locator(".notice")).to_have_count(0)


def test_without_a_place_for_it_the_image_of_the_site_is_taken_each_time(page: Page, open_game: Open) -> None:
    page.add_init_script(REFUSE_CACHES_JS)
    for _visit in range(2):
        open_game(page, "seed=7")
        assert python_image_source(page) == "shipped"


def test_pyodide_as_it_came_starts_whatever_its_wasm_is_called_and_has_no_image(
    page: Page, later: Path, serve_folder: Callable[[Path], Site]
) -> None:
    """The build does not know it. So it loads its wasm itself, and an image would be useless."""

    def as_text(route: Route) -> None:
        route.fulfill(response=route.fetch(), content_type="text/plain")

    page.route("**/*.wasm", as_text)
    page.goto(serve_folder(later).url("play.html?seed=7"))
    wait_until_live(page)
    page.wait_for_selector("html[data-bots=ready]", state="attached")
    assert python_image_source(page) == "library"
    assert not page.evaluate(IMAGE_CACHED_JS)
