"""Starts anywhere: the released zip, unpacked far below the root of web space of many kinds, is the whole site.

`docs/hosting.md` says of each kind what it may do wrong. Nothing is configured for the site anywhere here.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import web_space
from conftest import DIST, Blog, offline_ready, ready
from players import match_of, play, wake
from playwright.sync_api import Frame, Page, expect
from release import zip_site
from web_space import Space, served_by

pytestmark = pytest.mark.first_visit
DEEP = "~someone/games/1.0"
PROGRAM = web_space.find_nginx()
SERVERS = {
    "nginx itself" if PROGRAM else "types of nginx": web_space.nginx(PROGRAM) if PROGRAM else served_by(web_space.NginxTypes),
    "python -m http.server": web_space.python_http_server,
    "few types": served_by(web_space.FewTypes),
    "compressing": served_by(web_space.Compressing),
    "home page for all": served_by(web_space.HomeForAll),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of web space with the released zip unpacked somewhere in it."""
    folder = tmp_path_factory.mktemp("web") / "space"
    shutil.unpack_archive(zip_site(DIST, folder.with_name("site.zip")), folder / DEEP)
    return folder


def move(page: Page | Frame) -> None:
    """One move of the person who is to play, and the answers of the bots."""
    wake(page)
    before = match_of(page)
    play(page, page.click, before, next(action for action in before.legal() if action[0] == "take"))
    wake(page)
    after = match_of(page)
    assert after.log[: len(before.log)] == before.log
    assert {seat for seat, _action, _draws in after.log[len(before.log) :]} == {0, 1}


@pytest.mark.parametrize("server", SERVERS.values(), ids=SERVERS.keys())
def test_from_the_home_page_to_a_bot_s_answer_and_on_in_a_blog_without_the_network(
    page: Page, root: Path, blog: Blog, server: Space
) -> None:
    with server(root) as address:
        site = f"{address}/{DEEP}"
        page.goto(f"{site}/")
        form = page.locator("#new-alhambra")
        form.locator("[name=opponents]").select_option("1")
        form.get_by_role("button", name="Play").click()
        ready(page)
        assert page.url.startswith(f"{site}/play.html?")
        move(page)
        offline_ready(page)
        page.goto(blog(f'<script src="{site}/embed.js"></script><palace-game seats="you,bot:casual"></palace-game>'))
        expect(page.locator("palace-game").get_by_role("button")).to_be_visible()
    page.locator("palace-game").get_by_role("button").click()
    frame = page.locator("palace-game iframe").element_handle().content_frame()
    assert frame
    ready(frame)
    move(frame)
