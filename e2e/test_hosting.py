"""Tests of hosting: the released zip, unpacked far below the root of various web hosts, is the whole site.

`docs/hosting.md` lists the faults of each kind. No test configures anything for the site.
"""

import os
import re
import shutil
from pathlib import Path
from typing import cast
from urllib.request import Request, urlopen

import pytest
import web_servers
from conftest import ROOT, SITE_FOLDER, Blog, wait_until_live, wait_until_offline_ready
from players import finish_boot_timeout, load_match, open_setup, take_money_and_wait, wait_for_decision
from playwright.sync_api import Page, expect
from site_builder.release import zip_site
from web_servers import Server, threaded_server

pytestmark = pytest.mark.first_visit
DEEP_FOLDER = "~someone/games/1.0"
FILE_FINDINGS_JS = (
    "palaces.recover.look(palaces.recover.files('[data-bytes]')).then(palaces.recover.ifThatHelps).then(() => 0)"
)
"""Once more, so that the first checks have ended."""
NGINX_PROGRAM = web_servers.find_nginx()
NGINX = (
    {"nginx itself": web_servers.nginx_server(NGINX_PROGRAM)}
    if NGINX_PROGRAM
    else {"types of nginx": threaded_server(web_servers.NginxTypesServer)}
)
SERVERS: dict[str, Server] = {
    **NGINX,
    "python -m http.server": web_servers.python_http_server,
    "few types": threaded_server(web_servers.FewTypesServer),
    "compressing": threaded_server(web_servers.CompressingServer),
    "home page for all": threaded_server(web_servers.FallbackToHomeServer),
    "adds to pages": threaded_server(web_servers.AddingServer),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a web host with the released zip unpacked somewhere in it."""
    folder = tmp_path_factory.mktemp("web") / "space"
    shutil.unpack_archive(zip_site(SITE_FOLDER, folder.with_name("site.zip")), folder / DEEP_FOLDER)
    return folder


@pytest.mark.parametrize("server", SERVERS.values(), ids=SERVERS.keys())
def test_from_the_home_page_to_a_bot_s_answer_and_on_without_the_network(
    page: Page, root: Path, server: Server
) -> None:
    with server(root) as address:
        page.goto(f"{address}/{DEEP_FOLDER}/")
        form = open_setup(page, "alhambra")
        form.locator("[name=opponents]").select_option("1")
        form.locator("summary").click()
        form.locator("[name=speed]").select_option("instant")
        form.get_by_role("button", name="Play").click()
        wait_until_live(page)
        assert page.url.startswith(f"{address}/{DEEP_FOLDER}/alhambra.html?")
        take_money_and_wait(page)
        wait_until_offline_ready(page)
    before = load_match(page)
    page.reload()
    wait_until_live(page)
    assert load_match(page) == before
    take_money_and_wait(page)


def test_in_a_blog(page: Page, root: Path, blog: Blog, errors: list[str]) -> None:
    """This server knows no picture types, so there are none. No other site may ask it for a newer release."""
    with SERVERS["few types"](root) as address:
        page.goto(
            blog(f'<script src="{address}/{DEEP_FOLDER}/embed.js"></script><palace-game game="medina"></palace-game>')
        )
        page.locator("palace-game").get_by_role("button").click()
        frame = cast(Page, page.locator("palace-game iframe").element_handle().content_frame())
        wait_until_live(frame)
        wait_for_decision(frame)
    assert all("embed.js" in each or "/embed/medina-" in each for each in errors)
    errors.clear()


def test_a_sandbox_to_which_the_server_gives_no_file_is_told_what_to_have_changed(
    page: Page, root: Path, blog: Blog, errors: list[str]
) -> None:
    """It says so once.

    `allow-scripts` alone removes the frame's origin, so it only gets files that every site may read.
    """
    with SERVERS["python -m http.server"](root) as address:
        page.goto(
            blog(f'<iframe sandbox="allow-scripts" src="{address}/{DEEP_FOLDER}/frame.html?game=medina"></iframe>')
        )
        frame = page.frames[-1]
        told = frame.locator("#boot-text")
        expect(told).to_contain_text("to a sandboxed frame like this one")
        expect(told).to_contain_text("allow-same-origin")
        frame.evaluate(FILE_FINDINGS_JS)
        expect(frame.locator("[role=alert]")).to_have_count(0)
    errors.clear()


def test_a_server_that_calls_scripts_plain_text_is_told_what_to_have_changed(
    page: Page, root: Path, errors: list[str]
) -> None:
    """The monitoring script says so, because it is no module. Without any script, the page itself says so."""
    with threaded_server(web_servers.NoScriptTypeServer)(root) as address:
        page.goto(f"{address}/{DEEP_FOLDER}/play.html")
        expect(page.locator("#boot[data-state=failed]")).to_contain_text(
            re.compile(r"sends [\w-]+\.js as “text/plain”.*\.js as text/javascript\.")
        )
    with threaded_server(web_servers.NoSniffServer)(root) as address:
        page.goto(f"{address}/{DEEP_FOLDER}/play.html")
        finish_boot_timeout(page)
        told = page.locator("#boot-mute")
        expect(told).to_contain_text("This page's scripts can't run")
        expect(told).to_contain_text(".js as text/javascript")
        expect(page.get_by_role("link", name="Try again")).to_be_visible()
    errors.clear()


@pytest.mark.thorough
def test_files_that_were_uploaded_in_text_mode_alarm_nobody_and_work_offline(
    page: Page, root: Path, errors: list[str]
) -> None:
    """The offline copy has them with their own line ends. The console names one of them."""
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if message.type == "warning" else None)
    with threaded_server(web_servers.TextModeServer)(root) as address:
        page.goto(f"{address}/{DEEP_FOLDER}/")
        wait_until_offline_ready(page)
        expect(page.locator("html > [role=alert]")).to_have_count(0)
    assert any(re.search(r"\.js has other line ends .* binary mode\.", text) for text in told)
    errors.clear()
    page.goto(f"{address}/{DEEP_FOLDER}/medina.html")
    wait_until_live(page)
    expect(page.locator("html > [role=alert]")).to_have_count(0)


def test_a_server_that_drops_what_a_link_asks_for_is_noticed(page: Page, root: Path) -> None:
    """The game is another one then. A link that asks for nothing loses nothing on other servers."""
    sentence = "This server drops what a link asks for"
    with threaded_server(web_servers.CleanAddressServer)(root) as address:
        page.goto(f"{address}/{DEEP_FOLDER}/medina.html?seats=you,bot:master&seed=7")
        expect(page.locator("#notices")).to_contain_text(sentence)
        assert load_match(page).seats[1]["kind"] == "bot:casual"


def test_the_page_for_frames_notices_such_a_server_before_play(page: Page, root: Path, blog: Blog) -> None:
    """Its picture is of another game, and Play would start that one."""
    with threaded_server(web_servers.CleanAddressServer)(root) as address:
        said = page.frame_locator("iframe").locator("palace-game p[role=status]")
        page.goto(blog(f'<iframe src="{address}/{DEEP_FOLDER}/embed.html?game=medina" height="500"></iframe>'))
        expect(said).to_contain_text("This server drops what a link asks for")


def test_a_folder_without_its_slash_leads_to_the_one_with_it(page: Page, root: Path, errors: list[str]) -> None:
    """Relative addresses would lead beside the folder. A server that removes every slash starts no endless loop."""
    with threaded_server(web_servers.SlashlessServer)(root) as address:
        page.goto(f"{address}/{DEEP_FOLDER}?from=post#board")
        page.wait_for_url(f"{address}/{DEEP_FOLDER}/?from=post#board")
        expect(page.get_by_role("link", name="Play 2 casual bots").first).to_be_visible()
        errors.clear()
        page.goto(f"{address}/{DEEP_FOLDER}/index.html")
        assert page.url == f"{address}/{DEEP_FOLDER}/index.html"
        assert errors == []
    with threaded_server(web_servers.SlashRemovingServer)(root) as address:
        page.goto(f"{address}/{DEEP_FOLDER}")
        page.wait_for_function("performance.getEntriesByType('navigation')[0].redirectCount === 1")
        expect(page.get_by_text("This page's files didn't load.")).to_be_visible()
    errors.clear()


OLD_TIMESTAMP = 315_532_800  # 1980, the date of all files in the zip, which some programs keep


@pytest.mark.browser_context_args(service_workers="block")
def test_a_page_that_a_cache_may_keep_for_years_is_renewed_with_each_visit(page: Page, root: Path) -> None:
    """By default a cache keeps a page for a tenth of its age.

    This test has no offline copy that checks for a release.
    """
    home = root / DEEP_FOLDER / "index.html"
    first = home.read_bytes()
    os.utime(home, (OLD_TIMESTAMP, OLD_TIMESTAMP))
    with SERVERS["few types"](root) as address:
        for n, text in enumerate([first, first.replace(b"<body", b"<body data-later"), first]):
            home.write_bytes(text)
            os.utime(home, (OLD_TIMESTAMP + n, OLD_TIMESTAMP + n))
            page.goto(f"{address}/{DEEP_FOLDER}/")
            page.wait_for_load_state("networkidle")
            found = page.locator("body[data-later]").count()
            page.goto("about:blank")
    assert found
    home.write_bytes(first)


@pytest.mark.skipif(NGINX_PROGRAM is None, reason="there is no nginx here")
def test_nginx_takes_the_lines_of_the_docs(root: Path) -> None:
    """Optional lines are included. Elsewhere, its table of types replaces nginx."""
    assert NGINX_PROGRAM
    [lines] = re.findall(r"^```nginx\n(.*?)^```$", (ROOT / "docs/hosting.md").read_text("utf-8"), re.M | re.S)
    named = next((root / DEEP_FOLDER).glob("python-*/pyodide.asm.js")).relative_to(root).as_posix()
    with web_servers.nginx_server(NGINX_PROGRAM, lines)(root) as address:
        kept = urlopen(Request(f"{address}/{named}", headers={"Accept-Encoding": "gzip"})).headers
        page = urlopen(f"{address}/{DEEP_FOLDER}/index.html").headers
    assert (kept["Content-Encoding"], kept["Access-Control-Allow-Origin"]) == ("gzip", "*")
    assert "immutable" in kept["Cache-Control"]
    assert (page["Cache-Control"], page["Access-Control-Allow-Origin"]) == (None, None)
    told = web_servers.nginx_types_file(NGINX_PROGRAM).read_text("utf-8")
    for ending, kind in web_servers.NGINX_TYPES.items():
        assert re.search(rf"{re.escape(kind)}\s[^;]*\b{ending[1:]}\b[^;]*;", told), ending
