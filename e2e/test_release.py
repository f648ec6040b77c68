"""What is released: the zip, unpacked on web space of the plainest kind far below its root, is the whole site."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import DIST, ROOT, ready
from players import match_of, play, sensible, wake
from playwright.sync_api import Page
from release import zip_site

DEEP = "/~someone/games/1.0"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of the released zip, unpacked and served by the command of `docs/publishing.md`."""
    shutil.unpack_archive(zip_site(DIST, tmp_path / "site.zip"), tmp_path / "unpacked")
    command = [sys.executable, str(ROOT / "build/serve.py"), str(tmp_path / "unpacked"), "--port", "0"]
    with subprocess.Popen([*command, "--prefix", DEEP], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield server.stdout.readline().strip()
        server.terminate()


def test_from_the_home_page_to_a_move(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#new-alhambra").get_by_role("button", name="Play").click()
    ready(page)
    assert page.url.startswith(f"{address}play.html?")
    assert f"{DEEP}/" in address
    wake(page)
    before = match_of(page)
    play(page, page.click, before, sensible(before))
    wake(page)
    after = match_of(page)
    assert len(after.log) > len(before.log)
    assert after.log[: len(before.log)] == before.log
