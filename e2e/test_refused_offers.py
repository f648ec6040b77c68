"""Browser tests of offers that a browser refuses without an error: the page notices, and offers another way."""

import json

import pytest
from conftest import Site, wait_until_live
from players import Open, load_save
from playwright.sync_api import Page, expect

from pygame_core import Match

STRIPES_JS = """
const read = CanvasRenderingContext2D.prototype.getImageData;
CanvasRenderingContext2D.prototype.getImageData = function (...box) {
  const found = read.apply(this, box);
  found.data.forEach((_, at) => { found.data[at] = (at / 4 % 7) * 40; });
  return found;
};"""
"""Read other pixels than were drawn, as Firefox does if it resists fingerprinting."""
NOISE_JS = STRIPES_JS.replace("= (at / 4 % 7) * 40", "^= 1")
"""Read pixels with a little noise, as browsers do that only disturb fingerprints."""


def finished_save() -> str:
    match = Match.new("medina", [{"name": "Ada", "kind": "human"}, {"name": "Bo", "kind": "human"}], 1)
    while match.to_move() is not None:
        match.play(match.legal()[0])
    return json.dumps(match.save())


@pytest.mark.parametrize(("script", "is_made"), [(STRIPES_JS, False), (NOISE_JS, True)], ids=["stripes", "noise"])
def test_a_browser_that_changes_pixels_makes_no_picture(
    page: Page, open_game: Open, script: str, is_made: bool
) -> None:
    page.add_init_script(script)
    open_game(page, "game=medina&seats=you,you&speed=instant")
    assert load_save(page, finished_save()) == ""
    downloads: list[object] = []
    page.on("download", lambda download: downloads.append(download))
    if is_made:
        with page.expect_download():
            page.click("#picture-end")
    else:
        page.click("#picture-end")
        expect(page.locator(".notice")).to_contain_text("This browser changes images to protect you")
        assert not downloads


@pytest.mark.parametrize("allowed", ["", "allow-popups"])
def test_a_frame_that_may_open_no_window_shows_the_address(
    page: Page, site: Site, errors: list[str], allowed: str
) -> None:
    page.goto(site.url("rules/embed.html"))
    source = site.url("frame.html?game=medina&seats=you,bot:beginner&speed=instant")
    page.evaluate(
        """([source, allowed]) => {
          const frame = document.createElement("iframe");
          frame.sandbox = `allow-scripts allow-same-origin ${allowed}`;
          frame.style = "width: 660px; height: 440px";
          frame.src = source;
          document.body.replaceChildren(frame);
        }""",
        [source, allowed],
    )
    frame = page.frame_locator("iframe")
    frame.locator("html[data-ready]").wait_for(state="attached")
    if allowed:
        with page.expect_popup() as opened:
            frame.locator("#window").click()
        wait_until_live(opened.value)
    else:
        frame.locator("#window").click()
        expect(frame.locator(".notice")).to_contain_text("This page doesn't allow new windows. Copy this address")
        expect(frame.locator(".notice")).to_contain_text("medina.html")
        assert [error for error in errors if "allow-popups" in error]
        errors.clear()
