"""Browser tests of offers that a browser refuses without an error: the page notices, and offers another way."""

import json

import pytest
from conftest import Site, wait_until_live
from players import Open, load_save
from playwright.sync_api import Page, expect

from pygame_core import GAMES, Match
from pygame_core.match import require_game

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


def finished_game(game: str = "medina", second: str = "human", seed: int = 1) -> Match:
    match = Match.new(require_game(game), [{"name": "Ada", "kind": "human"}, {"name": "Bo", "kind": second}], seed)
    while match.to_move() is not None:
        match.play(match.legal()[0])
    return match


@pytest.mark.parametrize(("script", "is_made"), [(STRIPES_JS, False), (NOISE_JS, True)], ids=["stripes", "noise"])
def test_a_browser_that_changes_pixels_makes_no_picture(
    page: Page, open_game: Open, script: str, is_made: bool
) -> None:
    page.add_init_script(script)
    open_game(page, "game=medina&seats=you,you&speed=instant")
    assert load_save(page, json.dumps(finished_game().save())) == ""
    downloads: list[object] = []
    page.on("download", lambda download: downloads.append(download))
    if is_made:
        with page.expect_download():
            page.click("#more-end")
            page.click("#picture")
    else:
        page.click("#more-end")
        page.click("#picture")
        expect(page.locator(".notice")).to_contain_text("This browser changes images to protect you")
        assert not downloads


@pytest.mark.parametrize("game", GAMES)
def test_a_lost_game_has_a_picture_too(page: Page, open_game: Open, game: str) -> None:
    games = (finished_game(game, "bot:casual", seed) for seed in range(1, 50))
    lost = next(match for match in games if match.state.places()[0] == 2)
    open_game(page, f"game={game}&seats=you,bot:casual&speed=instant")
    assert load_save(page, json.dumps(lost.save())) == ""
    with page.expect_download():
        page.click("#more-end")
        page.click("#picture")


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
