"""Fixtures for browser tests: the built site in a real browser, below a sub-path, with every other host blocked.

A first start of Python costs a browser seconds of work. Later starts are faster, because the browser keeps the compiled
code. So most browser tests use the browser of a returning visitor, like most people do. The fixtures clear its storage
between two tests. A test marked `first_visit` gets a new browser and a new address.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import extra_game
import pytest
from device_tables import Tables
from players import DISABLE_WARNINGS_JS, wait_for_truth
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    CDPSession,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    WebError,
    expect,
)
from site_builder import serve

ROOT = Path(__file__).resolve().parent.parent
SITE_FOLDER = Path(os.environ.get("SITE") or ROOT / "dist").resolve()
PREFIX = "/palaces"
expect.set_options(timeout=30_000)  # a start takes seconds if several browsers share two cores
TAB_CRASHED = "(Page|Target) crashed"  # Chromium's own failure, in one of some hundreds of starts of Pyodide
CLICK_UNANSWERED = r"- performing click action[^-]*\Z"  # Firefox's: its driver loses one click in some thousands
ABORTED_REQUEST = re.compile(
    r"Failed to load ‘\S+’\. A ServiceWorker intercepted the request and encountered an unexpected error\."
)
"""Firefox's report of a request that ended with its page, such as when a page closes while its worker starts.
If a service worker itself fails, the report says why or names no file. The browser test of a start notices a missing
file."""
FIREFOX_SETTINGS = {
    # requests to other hosts go to a proxy that does not answer
    "network.proxy.type": 1,
    **{f"network.proxy.{kind}": "127.0.0.1" for kind in ("http", "ssl")},
    **{f"network.proxy.{kind}_port": 9 for kind in ("http", "ssl")},
    "network.proxy.allow_hijacking_localhost": False,
    # the driver's mouse and keys do not reach a frame with a process of its own
    "fission.webContentIsolationStrategy": 0,
}
"""Settings of Firefox."""
BASELINE_WASM_FLAG = "--js-flags=--liftoff-only"
"""A flag for Chromium on a first visit: it compiles WebAssembly only once, without the optimizing compiler.

A first visit does not keep compiled code, so that compiler costs a browser test more time than it saves. Returning
visitors have kept optimized code.
"""
IMAGE_CACHED_JS = """caches.keys().then(async (names) => {
  const name = names.find((name) => name.startsWith("palaces-image-"));
  return name !== undefined && (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith("/memory.bin"));
})"""
IMAGE_SOURCE_JS = """(() => {
  const asked = performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1));
  return asked.includes("app.zip") ? "library" : asked.includes("memory.bin") ? "shipped" : "kept";
})()"""
"""The source of Python, by the page's requests. With an image it requests the library, too, but never our packages."""
LOCAL_PREFIXES = ("http://localhost:", "http://127.0.0.1:", "data:", "blob:", "about:")


class Site:
    """A folder of files on a server, optionally with headers of its own.

    `stop` takes the network away. `start_site` restores it at the same address.
    """

    def __init__(self, folder: Path = SITE_FOLDER, headers: dict[str, str] | None = None) -> None:
        self.folder, self.port, self.headers = folder, 0, headers
        self.running_server: serve.Server | None = None
        self.start()

    def start(self) -> None:
        self.running_server = serve.make_server(self.folder, self.port, PREFIX, self.headers)
        self.port = self.running_server.server_port
        threading.Thread(target=self.running_server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        if self.running_server:
            self.running_server.shutdown()
            self.running_server.server_close()
            self.running_server = None

    def url(self, path: str = "") -> str:
        return f"http://localhost:{self.port}{PREFIX}/{path}"

    @property
    def handler_class(self) -> Any:
        """The handler of requests: a class of this site's own, so tests can replace its methods."""
        assert self.running_server is not None
        return cast(Any, self.running_server.RequestHandlerClass).func

    def release_path(self, name: str) -> str:
        """The path of a file of the release, whose folder is named by its content."""
        [release] = self.folder.glob("release-*")
        return f"{release.name}/{name}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, help="of each title, for the soak")
    parser.addoption("--standing", action="store_true", help="run only a selection of the browser tests")


def pytest_configure(config: pytest.Config) -> None:
    reason = "for `page.clock`, which stays in a browser, and for `page.route`, which offline copies bypass"
    config.addinivalue_line("markers", f"first_visit: a new browser and a new address of the site; {reason}")
    config.addinivalue_line("markers", "elsewhere: runs in all browsers but the first, in place of the other tests")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Repeat a browser test once if the browser lost its tab or its click.

    The selection, which decides whether a change lands, repeats any failure once and reports it, because a busy
    machine can be the cause. `make e2e` repeats no other failure.

    With several browsers, only the tests marked `elsewhere` run in the other browsers, and they run first.
    """
    standing = config.getoption("--standing")
    for item in items:
        lost = [TAB_CRASHED, CLICK_UNANSWERED] if browser_name_of(item) == "firefox" else [TAB_CRASHED]
        repeated = pytest.mark.flaky(reruns=1) if standing else pytest.mark.flaky(reruns=1, only_rerun=lost)
        item.add_marker(repeated)
    first, *others = config.getoption("--browser") or ["chromium"]
    made = standing_subset(items) if standing else [*items]
    if others:
        elsewhere = [item for item in made if item.get_closest_marker("elsewhere") and browser_name_of(item) != first]
        here = [
            item for item in made if not item.get_closest_marker("elsewhere") and browser_name_of(item) in (first, "")
        ]
        made = [*elsewhere, *here]
    config.hook.pytest_deselected(items=[item for item in items if item not in made])
    items[:] = made


MANY_PARAMETERS = 30  # sets of parameters
STANDING_EVERY = 4  # the selection has one in so many browser tests of a file


def standing_subset(items: list[pytest.Item]) -> list[pytest.Item]:
    """The selection of browser tests for `make test`.

    It has no test marked `thorough`. Of a test with several sets of parameters it keeps a quarter of them, or an eighth
    if there are very many. Of the remaining tests it keeps a quarter of each file. The position in that quarter varies
    by test and file, so the selection covers every game and every subject.
    """
    families: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        if not item.get_closest_marker("thorough"):
            families.setdefault((item.nodeid.partition("[")[0], browser_name_of(item)), []).append(item)
    files: dict[tuple[str, str], list[pytest.Item]] = {}
    for (name, browser), family in families.items():
        files.setdefault((name.partition("::")[0], browser), []).extend(
            every_nth_item(family, name, STANDING_EVERY if len(family) <= MANY_PARAMETERS else 2 * STANDING_EVERY)
        )
    return [item for (name, _browser), found in files.items() for item in every_nth_item(found, name, STANDING_EVERY)]


def every_nth_item(items: list[pytest.Item], name: str, part: int) -> list[pytest.Item]:
    """Return one in so many items, not always starting with the first one; at least one."""
    begins = zlib.crc32(name.encode())
    return [each for n, each in enumerate(items) if (begins + n + n // 3 + n // 9) % part == 0] or items[:1]


def browser_name_of(item: pytest.Item) -> str:
    """The name of the browser that a test runs in, or `""` for a test without a browser."""
    return str(item.callspec.params.get("browser_name", "")) if hasattr(item, "callspec") else ""


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    if not (SITE_FOLDER / "sw.js").is_file():
        pytest.exit(f"There is no built site in {SITE_FOLDER}: run `python build/make.py site` first.")


@pytest.fixture
def serve_folder() -> Iterator[Callable[[Path], Site]]:
    """A function that serves any folder, for tests that change files of the site."""
    made: list[Site] = []

    def start_site(folder: Path) -> Site:
        made.append(Site(folder))
        return made[-1]

    yield start_site
    for each in made:
        each.stop()


@pytest.fixture(scope="session")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A later release, built once for all processes. It does not fit the first one.

    It also has the tests' own game. A field of the page's requests to the bots' worker has another name. The build does
    not know its Pyodide.
    """
    shared = (
        tmp_path_factory.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else tmp_path_factory.getbasetemp()
    )
    project = shared / "later"
    try:
        project.mkdir()
    except FileExistsError:  # another process builds it, or has built it
        deadline = time.monotonic() + 240
        while not (project / "dist").is_dir():
            assert time.monotonic() < deadline, "the later release was not built"
            time.sleep(0.2)
        return project / "dist"
    extra_game.copy_with_extra_game(project)
    for source in (project / "web/palaces").rglob("*.py"):
        if '"ask"' in source.read_text(encoding="utf-8") and source.parent.name != "app":  # there it's a setting
            rename_in_file(source, r'"ask"', '"wish"')
    rename_in_file(project / "web/scripts/bot-worker.js", r"\bask\b", "wish")
    rename_in_file(project / "build/pyodide-pins.json", r'"hash": "\w+"', '"hash": "of another release"')
    alone = {key: value for key, value in os.environ.items() if key != "SITE_URL"}
    command = [sys.executable, "-m", "site_builder.assemble", str(project / "dist")]
    subprocess.run(command, check=True, env={**alone, "PYTHONPATH": str(project / "build")})
    return project / "dist"


def rename_in_file(source: Path, old: str, new: str) -> None:
    """Rename something in a file, everywhere."""
    code = re.sub(old, new, source.read_text(encoding="utf-8"))
    assert new in code, source
    source.write_text(code, encoding="utf-8")


@pytest.fixture(scope="session")
def home() -> Iterator[Site]:
    """The built site at the address that returning visitors know."""
    served = Site()
    yield served
    served.stop()


def is_first_visit(request: pytest.FixtureRequest, browser_name: str) -> bool:
    """Return True for a first visit. Only Chromium has lasting profiles."""
    return browser_name != "chromium" or request.node.get_closest_marker("first_visit") is not None


@pytest.fixture
def site(request: pytest.FixtureRequest, browser_name: str, serve_folder: Callable[[Path], Site]) -> Iterator[Site]:
    """The built site."""
    if is_first_visit(request, browser_name):
        yield serve_folder(SITE_FOLDER)
        return
    served: Site = request.getfixturevalue("home")
    yield served
    if served.running_server is None:
        served.start()


Blog = Callable[..., str]
"""`blog(body, csp="…", files={name: text})` publishes a page on another site. It returns the address of the page."""

BLOG_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">{head}<title>A blog</title></head><body>{body}</body></html>"""


@pytest.fixture
def blog(serve_folder: Callable[[Path], Site], tmp_path: Path) -> Blog:
    """A page on another site: 127.0.0.1 is another site than localhost.

    Its address is new, because the browser of a returning visitor caches pages for a while, and ports are reused.
    """
    served, own = serve_folder(tmp_path / "blog"), tmp_path.name
    (served.folder / own).mkdir(parents=True)

    def publish_page(body: str, csp: str = "", files: dict[str, str] | None = None, name: str = "post.html") -> str:
        head = f'<meta http-equiv="Content-Security-Policy" content="{csp}">' if csp else ""
        for file, text in ({name: BLOG_PAGE.format(head=head, body=body)} | (files or {})).items():
            (served.folder / own / file).write_text(text, encoding="utf-8")
        return served.url(f"{own}/{name}").replace("localhost", "127.0.0.1")

    return publish_page


@pytest.fixture
def asked(site: Site) -> list[tuple[str, int]]:
    """Path and status of every request to the site."""
    heard: list[tuple[str, int]] = []
    site.handler_class.log_request = lambda self, code="-", size="-": heard.append(
        (self.requestline.split()[1], int(code))
    )
    return heard


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_name: str) -> dict[str, Any]:
    """Options for the system's browser, which can reach only this computer, even from a worker.

    WebDriver BiDi drives the system's Firefox. Without one, Playwright's own Firefox runs, as its WebKit does.
    """
    given: dict[str, Any] = dict(browser_type_launch_args)
    if browser_name == "chromium":
        given["args"] = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE *.local"]
        path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        given |= {"executable_path": path} if path else {}
    elif browser_name == "firefox":
        given["firefox_user_prefs"] = FIREFOX_SETTINGS
        path = os.environ.get("FIREFOX") or shutil.which("firefox-esr")
        given |= {"channel": "moz-firefox", "executable_path": path} if path else {}
    return given


@pytest.fixture(scope="session")
def launch_browser(
    launch_browser: Callable[..., Browser], browser_type_launch_args: dict[str, Any], browser_name: str
) -> Callable[..., Browser]:
    """Start the browser of first visits."""
    if browser_name != "chromium":
        return launch_browser
    return partial(launch_browser, args=[*browser_type_launch_args["args"], BASELINE_WASM_FLAG])


def make_first_visit(browser_type: BrowserType, profile: Path, site: Site, **options: Any) -> None:
    """Leave the traces of a visit in a profile: compiled code, the offline copy, the memory image."""
    context = browser_type.launch_persistent_context(profile, **options)
    tab = context.pages[0]
    tab.goto(site.url("play.html"))
    wait_until_live(tab)
    tab.wait_for_selector("html[data-bots=ready]", state="attached", timeout=60_000)
    wait_until_offline_ready(tab)
    wait_until_image_cached(tab)
    context.close()


@pytest.fixture
def partitioned(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that separates a frame's storage from that of its site elsewhere, as people's browsers do.

    The last list of disabled features counts.
    """
    args = [
        *browser_type_launch_args["args"],
        "--disable-features=Translate",
        "--enable-features=ThirdPartyStoragePartitioning",
        BASELINE_WASM_FLAG,
    ]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": args})
    yield browser
    browser.close()


class ReturningVisitor:
    """A browser of a returning visitor, with a profile from an earlier visit."""

    def __init__(self, browser_type: BrowserType, profile: Path, site: Site, **options: Any) -> None:
        self.context = browser_type.launch_persistent_context(profile, **options)
        self.context.add_init_script(DISABLE_WARNINGS_JS)
        # a tab that stays; the test clears the storage through it
        self.page = self.context.pages[0]
        self.site = site
        self.cdp_session: CDPSession = self.context.new_cdp_session(self.page)
        self.clear_storage()

    def clear_storage(self) -> None:
        """Close all tabs and clear their storage, so that tests do not affect each other."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.clear_cookies()
        stored = {"origin": self.site.url().removesuffix(f"{PREFIX}/"), "storageTypes": "local_storage,indexeddb"}
        self.cdp_session.send("Storage.clearDataForOrigin", stored)


@pytest.fixture(scope="session")
def regular(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    home: Site,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[dict[str, Any]], ReturningVisitor]]:
    """The returning visitor's browser with these settings. All such browsers share the same visit."""
    known: dict[str, ReturningVisitor] = {}
    remembered = tmp_path_factory.mktemp("visit")
    usual = {**browser_type_launch_args, **browser_context_args}

    def open_returning(settings: dict[str, Any]) -> ReturningVisitor:
        name = repr(sorted(settings.items()))
        if name not in known:
            if not known:
                make_first_visit(browser_type, remembered, home, **usual)
            profile = shutil.copytree(remembered, tmp_path_factory.mktemp("profile") / "own", symlinks=True)
            known[name] = ReturningVisitor(browser_type, profile, home, **usual | settings)
        return known[name]

    yield open_returning
    for each in known.values():
        each.context.close()


@pytest.fixture
def context(
    request: pytest.FixtureRequest, browser_name: str, output_path: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[BrowserContext]:
    """A new browser for a first visit, otherwise that of a returning visitor."""
    if is_first_visit(request, browser_name):
        fresh: BrowserContext = request.getfixturevalue("new_context")()
        fresh.add_init_script(DISABLE_WARNINGS_JS)
        yield fresh
        return
    marker = request.node.get_closest_marker("browser_context_args")
    guest: ReturningVisitor = request.getfixturevalue("regular")(marker.kwargs if marker else {})
    for setting in ("install", "set_fixed_time", "set_system_time", "pause_at"):
        monkeypatch.setattr(type(guest.context.clock), setting, refuse_clock)
    yield guest.context
    played = getattr(request.node, "rep_call", None)
    if request.config.getoption("--screenshot") != "off" and (played is None or played.failed):
        for n, page in enumerate(guest.context.pages):
            with contextlib.suppress(Error):  # of a lost tab
                page.screenshot(path=Path(output_path) / f"{n}.png", timeout=5000)
    guest.clear_storage()


def refuse_clock(*_args: object, **_options: object) -> None:
    """Fail the test, instead of the ones after it."""
    pytest.fail("`page.clock` stays in a browser: mark the test as first_visit")


@pytest.fixture
def errors() -> list[str]:
    """Errors of the page. A test that provokes errors checks them and clears the list."""
    return []


@pytest.fixture
def stand_ins() -> list[str]:
    """Beginnings of addresses on other hosts that the test answers itself."""
    return []


@pytest.fixture(autouse=True)
def watch(context: BrowserContext, errors: list[str], stand_ins: list[str], browser_name: str) -> Iterator[None]:
    """Fail a test if its page requests anything from another host, or leaves an error unhandled or on the console."""
    foreign_urls: list[str] = []

    def on_request(request: Request) -> None:
        if not request.url.startswith((*LOCAL_PREFIXES, *stand_ins)):
            foreign_urls.append(request.url)

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"{message.text} ({message.location['url']})")

    def on_page_error(error: WebError) -> None:
        text = str(error.error)
        if not (browser_name == "firefox" and ABORTED_REQUEST.fullmatch(text)):
            errors.append(text)

    heard: list[tuple[Any, Callable[[Any], None]]] = [
        ("request", on_request),
        ("console", on_console),
        ("weberror", on_page_error),
    ]
    for event, hear in heard:
        context.on(event, hear)
    yield
    for event, hear in heard:
        context.remove_listener(event, hear)
    assert not foreign_urls, "the page asked another host"
    assert not errors, "the page reported errors"


@pytest.fixture
def open_game(site: Site) -> Callable[[Page, str], None]:
    """`open_game(page, "seats=you,bot:casual&seed=7")` opens that game and waits until the board is live."""

    def open_and_wait(page: Page, query: str = "") -> None:
        page.goto(site.url("play.html" + ("?" + query if query else "")))
        wait_until_live(page)

    return open_and_wait


@pytest.fixture
def save() -> Callable[[Page], dict[str, Any]]:
    """`save(page)` returns the page's game as a save."""

    def read_save(page: Page) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(page.evaluate("window.palaces.save()"))
        return found

    return read_save


def wait_until_live(page: Page) -> None:
    """Wait for the live board."""
    page.wait_for_selector("html[data-ready]", state="attached", timeout=60_000)


def wait_until_offline_ready(page: Page) -> None:
    """Wait until the service worker holds the whole site."""
    wait_for_truth(
        page, "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"
    )


def wait_until_image_cached(page: Page) -> None:
    """Wait until a page has cached the memory image for later visits, as each page does after unpacking it."""
    wait_for_truth(page, IMAGE_CACHED_JS)


def python_image_source(page: Page) -> str:
    """Return the source of the page's Python: "kept" or "shipped" (the image of cache or release), or "library"."""
    said: str = page.evaluate(IMAGE_SOURCE_JS)
    return said


# -- several devices ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """The system's Firefox, beside the browser of the test."""
    path = os.environ.get("FIREFOX") or shutil.which("firefox-esr")
    own: dict[str, Any] = {"channel": "moz-firefox", "executable_path": path} if path else {}
    browser = playwright.firefox.launch(**own, firefox_user_prefs={**FIREFOX_SETTINGS})
    yield browser
    browser.close()


@pytest.fixture
def tables(browser: Browser, site: Site) -> Iterator[Tables]:
    opened = Tables(browser, site)
    yield opened
    opened.close()
