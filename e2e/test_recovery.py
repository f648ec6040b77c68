"""What keeps a game from starting is named in one sentence, and whatever it was there is a way back."""

import re
from collections.abc import Callable

import pytest
from conftest import DIST, Site, ready
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.first_visit
LOGIN = "<!doctype html><title>Log in</title>"


def body(name: str) -> bytes:
    """A file of the start path."""
    [path] = DIST.glob(f"*/**/{name}")
    return path.read_bytes()


def flipped(data: bytes) -> bytes:
    """One bit of it is another."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


FAULTS: list[tuple[str, str, Callable[[Route], None]]] = [
    (
        "boot.js",
        "The web space calls boot.js “text/plain”",
        lambda route: route.fulfill(body=body("boot.js"), content_type="text/plain"),
    ),
    (
        "pyodide.asm.wasm",
        "A web page came in place of pyodide.asm.wasm",
        lambda route: route.fulfill(body=LOGIN, content_type="text/html"),
    ),
    (
        "pyodide.asm.wasm",
        "pyodide.asm.wasm came incomplete",
        lambda route: route.fulfill(body=body("pyodide.asm.wasm")[:5_000_000], content_type="application/wasm"),
    ),
    (
        "app.zip",
        "app.zip is not as it was released",
        lambda route: route.fulfill(body=flipped(body("app.zip")), content_type="application/zip"),
    ),
    ("core.js", "The web space does not give core.js now (error 503)", lambda route: route.fulfill(status=503)),
    ("morph.js", "morph.js does not come through", lambda route: route.abort()),
]


def test_every_fault_of_a_file_is_told_in_one_sentence_and_its_details_can_be_copied(
    page: Page, site: Site, errors: list[str]
) -> None:
    for name, sentence, fault in FAULTS:
        page.route(f"**/{name}", fault)
        page.goto(site.url("play.html"))
        told = page.locator("#boot[data-state=failed] #boot-text")
        expect(told).to_contain_text(sentence)
        assert not re.search(r"Traceback|Error:", told.inner_text())
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


def test_a_wrong_type_of_a_file_that_is_no_script_is_no_fault(page: Page, site: Site) -> None:
    """Many a server has never heard of WebAssembly."""
    page.route(
        re.compile(r"\.(wasm|zip|json)$"),
        lambda route: route.fulfill(body=body(route.request.url.rpartition("/")[2]), content_type="text/plain"),
    )
    page.goto(site.url("play.html?seed=7"))
    ready(page)


def test_without_the_network_loading_waits_for_it_and_goes_on_by_itself(
    page: Page, site: Site, errors: list[str]
) -> None:
    """Said within five seconds: it is asked after two without progress, and an answer is waited for two and a half."""
    page.clock.install()
    held: list[Route] = []
    page.route("**/app.zip", lambda route: held.append(route))
    page.goto(site.url("play.html?seed=7"))
    expect(page.locator("#boot-text")).to_have_text("Loading the game")
    site.stop()
    page.clock.fast_forward(2000)
    expect(page.locator("#boot-text")).to_contain_text("There is no network")
    for route in held:
        route.abort()
    expect(page.locator("#boot[data-state=offline]")).to_be_visible()
    page.unroute_all()
    site.start()
    page.clock.resume()
    ready(page)
    assert "seed=7" in page.url
    errors.clear()
