"""Tests of the site with the strictest headers of `docs/hosting.md`, word for word: everything works."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import ROOT, SITE_FOLDER, Site, wait_until_live, wait_until_offline_ready
from players import (
    import_files,
    json_file,
    load_match,
    open_games_list,
    open_setup,
    play_action,
    save_text,
    wait_for_decision,
    wait_for_truth,
)
from playwright.sync_api import Page, expect
from test_lab import open_lab, play
from test_lab_sandbox import RUN_JS

pytestmark = pytest.mark.first_visit
HOSTING = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
[HEADER_LINES] = re.findall(r"^## Security headers$.*?^```http\n(.*?)^```$", HOSTING, re.M | re.S)
STRICTEST: dict[str, str] = dict(line.split(": ", 1) for line in HEADER_LINES.splitlines())
CSP_HEADER = "Content-Security-Policy"
EVAL_PROBE_MESSAGES = ("requires 'TrustedScript' assignment", "Evaluating a string as JavaScript violates")
"""Chromium's messages about the one line that probes the evaluation of code."""
NO_EVAL_HEADERS = {CSP_HEADER: "script-src 'self' 'wasm-unsafe-eval'"}
ELEMENT_PICTURE_JS = "document.querySelector('palace-game').shadowRoot.querySelector('img').naturalWidth"


def wait_for_element_picture(page: Page) -> None:
    """Wait until the element shows its picture. A strict policy lets no test wait in the page."""
    deadline = time.monotonic() + 30
    while not page.evaluate(ELEMENT_PICTURE_JS):
        assert time.monotonic() < deadline
        page.wait_for_timeout(100)


@contextmanager
def serve_with_headers(folder: Path, headers: dict[str, str]) -> Iterator[Site]:
    site = Site(folder, headers)
    yield site
    site.stop()


@pytest.fixture
def site() -> Iterator[Site]:
    """The built site, with the strictest headers."""
    with serve_with_headers(SITE_FOLDER, STRICTEST) as strict:
        yield strict


@pytest.fixture(autouse=True)
def nothing_is_refused(watch: None, errors: list[str]) -> Iterator[None]:
    """Check that no page reports anything except the probe of the evaluation of code."""
    yield
    errors[:] = [
        error for error in errors if not ("boot.js" in error and any(said in error for said in EVAL_PROBE_MESSAGES))
    ]


def wait_for_bare_start(page: Page) -> None:
    """Wait for the live board, started without PyScript."""
    wait_until_live(page)
    assert page.evaluate("document.documentElement.dataset.boot") == "bare"


def error_of(page: Page, work: str) -> str:
    """Return the error of a piece of code, or its result."""
    return str(page.evaluate(f"() => {{ try {{ return {work}; }} catch (error) {{ return error.message; }} }}"))


def test_the_headers_are_those_of_the_docs(page: Page, site: Site) -> None:
    """This covers pages, scripts and workers. No header forbids games in other people's pages."""
    for name in ("", "play.html", "sw.js", site.release_path("scripts/bot-worker.js")):
        sent = page.request.get(site.url(name)).headers
        assert {header: sent.get(header.lower()) for header in STRICTEST} == STRICTEST
    assert "unsafe-eval" not in STRICTEST[CSP_HEADER].replace("'wasm-unsafe-eval'", "")
    assert "unsafe-inline" not in STRICTEST[CSP_HEADER]
    assert "frame-ancestors" not in STRICTEST[CSP_HEADER]
    assert not {"X-Frame-Options", "Strict-Transport-Security"} & STRICTEST.keys()


def test_a_game_is_played_shared_kept_exported_and_goes_on_offline(page: Page, site: Site) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.url())
    form = open_setup(page, "alhambra")
    form.locator("[name=opponents]").select_option("1")
    form.get_by_role("button", name="Play").click()
    wait_for_bare_start(page)
    wait_for_decision(page)
    before = load_match(page)
    play_action(page, page.click, before, next(action for action in before.legal() if action[0] == "take"))
    page.wait_for_selector("html[data-bots=ready]", state="attached")
    wait_for_decision(page)
    after, table = load_match(page), page.url
    assert {seat for seat, *_ in after.log} == {0, 1}

    page.click("#menu")
    page.click("#share")
    page.click("#copy-link")
    expect(page.locator("#panel .told").first).to_have_text("Copied")
    page.click("#code")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    page.locator("#panel").get_by_role("button", name="Embed").click()
    page.locator("#preview palace-game").get_by_role("button", name=re.compile("^Play")).click()
    frame = page.locator("#preview iframe").element_handle().content_frame()
    assert frame
    wait_for_bare_start(frame)  # type: ignore[arg-type]
    page.keyboard.press("Escape")

    wait_until_offline_ready(page)
    site.stop()
    page.reload()
    wait_for_bare_start(page)
    assert load_match(page).log == after.log
    page.goto(site.url())
    open_games_list(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export all").click()
    exported = download.value.path().read_bytes()
    lines = page.locator("#continue li").count()  # the preview's own game is in the list after the first move of a bot
    page.evaluate("localStorage.clear()")
    assert import_files(page, json_file("all.json", exported)) == f"Imported: {lines}"
    expect(page.locator("#continue").get_by_role("link", name="Continue").first).to_be_visible()
    page.goto(table)
    wait_for_bare_start(page)
    assert json.loads(save_text(page)) == after.save()


def test_a_bot_of_ones_own_plays_in_its_sandbox(page: Page, site: Site) -> None:
    page.goto(site.url("sandbox.html"))
    wait_for_truth(page, "Boolean(window.palaces?.lab)")
    run = page.evaluate(RUN_JS, "def choose(view, legal, rng):\n    return rng.choice(legal)\n")
    assert [event["kind"] for event in run["events"]] == ["starting", "ready", "game", "done"], run


def test_the_lab_colors_code_and_plays(page: Page, site: Site) -> None:
    """Its editor sets markup, and its sandbox starts workers."""
    open_lab(page, site)
    page.locator("#lab-code-text").fill("def choose(view, legal, rng):\n    return legal[0]  # <link>\n")
    expect(page.locator(".pce-line .keyword").first).to_have_text("def")
    page.select_option("#lab-opponent", "random")
    page.select_option("#lab-games", "20")
    play(page)
    expect(page.locator(".lab-row")).to_have_count(20)


def test_every_page_about_the_games_has_its_styles_and_pictures(page: Page, site: Site) -> None:
    for path in sorted(site.folder.glob("rules/*.html")):
        page.goto(site.url(f"rules/{path.name}"))
        assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length)"), path.name
        if path.stem == "embed":
            wait_for_element_picture(page)


def test_a_policy_that_only_forbids_to_evaluate_gets_the_same_python(page: Page) -> None:
    """The page also accepts no text as markup of a game, or as a script of this release, that is not."""
    with serve_with_headers(SITE_FOLDER, NO_EVAL_HEADERS) as site:
        page.goto(site.url("play.html"))
        wait_for_bare_start(page)
        script = "palaces.morph(document.querySelector('#live'), 'Ada <b>&lt;script></b><SCRIPT src=x></script>')"
        assert error_of(page, script) == "A game can't show <SCRIPT>."
        for address in (
            "https://example.org/bot-worker.js",
            "data:,1",
            "./scripts/bot-worker.js",
            "./pyscript/core.js",
        ):
            assert error_of(page, f"palaces.script('{address}')").endswith("isn't a script of this release.")
        for address in ("./embed.js", "./embed.js#1"):
            assert error_of(page, f"palaces.script('{address}')") == address


@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts"'], ids=["element", "sandbox"])
def test_games_are_played_in_pages_that_are_as_strict(page: Page, site: Site, tmp_path: Path, sandbox: str) -> None:
    """The other page accepts only resources that allow it, and no text as markup."""
    element = f'<script src="{site.url("embed.js")}" async></script><palace-game game="medina"></palace-game>'
    frame_tag = f'<iframe {sandbox} width="700" height="700" src="{site.url("frame.html?game=medina")}"></iframe>'
    body = frame_tag if sandbox else element
    (tmp_path / "post.html").write_text(f'<!doctype html><html lang="en"><title>A blog</title>{body}')
    home = site.url().removesuffix("palaces/")
    allowed = f"script-src {home}; img-src {home} data:; frame-src {home}"
    demands = f"default-src 'none'; {allowed}; require-trusted-types-for 'script'; trusted-types 'none'"
    with serve_with_headers(tmp_path, STRICTEST | {CSP_HEADER: demands}) as blog:
        page.goto(blog.url("post.html").replace("localhost", "127.0.0.1"))
        if not sandbox:
            wait_for_element_picture(page)
            page.locator("palace-game").get_by_role("button", name=re.compile("^Play")).click()
        frame = page.locator("iframe").element_handle().content_frame()
        assert frame
        wait_for_bare_start(frame)  # type: ignore[arg-type]
        frame.wait_for_selector(".unit.can")
