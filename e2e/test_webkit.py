"""Whether the page lives in a third engine: one short journey, where the system has WebKitGTK and its driver.

With Playwright's own WebKit, `pytest e2e -m elsewhere --browser webkit` makes longer ones.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import DIST, Site
from webkit import missing, webkit

from pygame_core import Match

READY = "document.documentElement.hasAttribute('data-ready')"
MINE = "document.querySelector('[data-ready] .can') !== null"
SAVE = "window.palaces.save()"


@pytest.fixture(autouse=True)
def watch() -> None:
    """This browser is none of Playwright's, which could be watched."""


@pytest.mark.skipif(bool(missing()), reason=f"WebKit is not driven here: there is no {' and no '.join(missing())}.")
def test_a_game_is_begun_from_the_home_page_and_a_reload_keeps_it(
    serve_folder: Callable[[Path], Site], tmp_path: Path
) -> None:
    with webkit(tmp_path) as page:
        page.goto(serve_folder(DIST).url())
        page.click("#new-alhambra summary")
        page.click("#new-alhambra [value=instant]")
        page.fill("#new-alhambra [name=seed]", "5")
        page.click("#new-alhambra .primary")
        page.until(READY)
        for _turn in range(2):
            page.until(MINE)
            before = Match.load(page.evaluate(SAVE))
            page.click("#open-0")
            page.until("document.getElementById('play') !== null")
            page.click("#play")
            page.until(f"Number(document.documentElement.dataset.turn) > {len(before.log)}")
        page.until(MINE)
        kept = page.evaluate(SAVE)
        assert Match.load(kept).seed == 5
        page.reload()
        page.until(READY)
        page.until(MINE)
        assert page.evaluate(SAVE) == kept
