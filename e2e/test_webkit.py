"""A short browser test in a third engine, WebKit, on systems with WebKitGTK and its driver.

With Playwright's own WebKit, `pytest e2e -m elsewhere --browser webkit` runs longer ones.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import SITE_FOLDER, Site
from webkit import missing_packages, open_webkit

from pygame_core import Match

IS_LIVE_JS = "document.documentElement.hasAttribute('data-ready')"
IS_MY_TURN_JS = "document.querySelector('[data-ready] .can') !== null"
READ_SAVE_JS = "window.palaces.save()"


@pytest.fixture(autouse=True)
def watch() -> None:
    """Replace the fixture: Playwright cannot watch this browser."""


@pytest.mark.skipif(
    bool(missing_packages()), reason=f"WebKit is not driven here: there is no {' and no '.join(missing_packages())}."
)
def test_a_game_is_begun_from_the_home_page_and_a_reload_keeps_it(
    serve_folder: Callable[[Path], Site], tmp_path: Path
) -> None:
    with open_webkit(tmp_path) as page:
        page.goto(serve_folder(SITE_FOLDER).url())
        page.click("[popovertarget=alhambra-drawer]")
        page.click("#new-alhambra summary")
        page.click("#new-alhambra [value=instant]")
        page.fill("#new-alhambra [name=seed]", "5")
        page.click("#new-alhambra .primary")
        page.wait_until(IS_LIVE_JS)
        for _turn in range(2):
            page.wait_until(IS_MY_TURN_JS)
            before = Match.load(page.evaluate(READ_SAVE_JS))
            page.click("#open-0")
            page.wait_until("document.getElementById('play') !== null")
            page.click("#play")
            page.wait_until(f"Number(document.documentElement.dataset.turn) > {len(before.log)}")
        page.wait_until(IS_MY_TURN_JS)
        kept = page.evaluate(READ_SAVE_JS)
        assert Match.load(kept).seed == 5
        page.reload()
        page.wait_until(IS_LIVE_JS)
        page.wait_until(IS_MY_TURN_JS)
        assert page.evaluate(READ_SAVE_JS) == kept
