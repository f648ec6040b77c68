"""Browser tests of our element in a post that is itself in a sandboxed frame, as in previews of editors.

Without `allow-modals`, such a frame refuses `alert`, `confirm`, `prompt` and `print` without an error. Without
permission it refuses the full screen. The game offers none of these.
"""

import re

import pytest
from conftest import Blog, Site
from playwright.sync_api import Page, expect

FULL_BOX_JS = """dialog => {
  const { width, height } = dialog.getBoundingClientRect();
  return dialog.matches(":modal") && Math.round(width) === innerWidth && Math.round(height) === innerHeight;
}"""
REFUSE_JS = """for (const name of ["requestFullscreen", "webkitRequestFullscreen"]) delete Element.prototype[name];
window.refused = [];
for (const name of ["print", "alert", "confirm", "prompt"])
  window[name] = () => { window.refused.push(name); };"""


@pytest.mark.parametrize("sandbox", ["allow-scripts", "allow-scripts allow-same-origin"], ids=["opaque", "same-origin"])
def test_in_a_sandboxed_post_the_game_fills_the_frame_and_returns(
    page: Page, site: Site, blog: Blog, errors: list[str], sandbox: str
) -> None:
    page.add_init_script(REFUSE_JS)
    element = (
        f'<script src="{site.url("embed.js")}" async></script>'
        '<palace-game game="alhambra" seats="you,bot:beginner" seed="3"></palace-game>'
    )
    post = blog(element, name="inner.html")
    page.set_viewport_size({"width": 900, "height": 800})
    page.goto(blog(f'<iframe sandbox="{sandbox}" src="{post}" width="800" height="700" allowfullscreen></iframe>'))
    inner = page.frame_locator("iframe")
    inner.locator("palace-game").get_by_role("button", name=re.compile("^Play")).click()
    game = inner.frame_locator("palace-game iframe")
    game.locator("html[data-ready]").wait_for(state="attached")
    if game.locator("#window").evaluate("tool => tool.localName") == "button":
        game.locator("#window").click()
        dialog = inner.locator("palace-game dialog")
        expect(game.get_by_role("button", name="Back to the page")).to_be_visible()
        assert dialog.evaluate(FULL_BOX_JS)
        game.locator("#window").click()
        expect(game.get_by_role("button", name="Full window")).to_be_visible()
        assert not dialog.evaluate(FULL_BOX_JS)
    else:  # an opaque origin gets no messages: the game opens in a window, or says why not
        game.locator("#window").click()
        expect(game.locator(".notice")).to_contain_text("This page doesn't allow new windows. Copy this address")
    for frame in page.frames:
        assert frame.evaluate("window.refused") == []
    errors.clear()  # the browser reports the refused window
