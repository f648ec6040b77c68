"""Tests of data from a newer release: it is not called damaged, stays unchanged, and the page offers the update."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from conftest import Blog, Site, wait_until_live
from players import Open, import_files, json_file, load_match, load_save, save_text
from playwright.sync_api import Frame, Page, expect

from pygame_core import Match, link_codec
from pygame_core.match import SAVE_FORMAT, Save

RECORD_UPDATE_REQUEST_JS = "window.palaces.newest = async () => (window.newest = true);"
"""Record in `window.newest` a request for the newest version, without a reload."""
NOTICES_TEXT_JS = "(document.getElementById('notices')?.textContent ?? '')"
TABLE = "game=medina&seats=you,bot:beginner&first=1&seed=7&speed=instant"
STORAGE_KEY = "palaces:game:game=medina&seats=you,bot:beginner&first=1&seed=7"


def medina_save(moves: int = 3) -> Save:
    seats = [{"name": "Ada", "kind": "human"}, {"name": "Zahra", "kind": "bot:beginner"}]
    match = Match.new("medina", seats, 7, {"first": 0})
    for _move in range(moves):
        match.play(match.legal()[0])
    return match.save()


def newer_save(save: Save) -> str:
    """Return a save as a newer release may write it."""
    return json.dumps(save | {"format": SAVE_FORMAT + 1, "moves": "written otherwise"})


def newer_link() -> str:
    """Return a link to a game as a newer release may make it."""
    body = zlib.decompress(urlsafe_b64decode(link_codec.write(Match.load(medina_save())) + "==="))
    return urlsafe_b64encode(zlib.compress(bytes([link_codec.VERSION + 1]) + body[1:])).decode().rstrip("=")


def check_newest_offered(page: Page | Frame, sentence: str) -> None:
    """Check that the page shows this sentence, and a control that only loads the newest version."""
    notice = page.locator(".notice, .report, #newer").filter(has_text=sentence)
    expect(notice).to_have_count(1)
    notice.get_by_role("button", name="Load the newest version").click()
    expect(page.locator(".notice, .report").filter(has_text="There's no newer version")).to_have_count(1)
    page.evaluate(RECORD_UPDATE_REQUEST_JS)
    notice.get_by_role("button", name="Load the newest version").click()
    assert page.evaluate("window.newest")


def test_a_link_of_a_newer_release_stays_asked_for(page: Page, open_game: Open) -> None:
    """So the next release tries again. The game that was started instead stays beside it."""
    text = newer_link()
    open_game(page, f"game=medina#replay={text}&at=2")
    expect(page.locator(".notice")).to_contain_text("made by a newer version")
    check_newest_offered(page, "Here's another game instead.")
    assert page.url.endswith(f"#replay={text}&at=2")
    begun = load_match(page)
    page.reload()
    wait_until_live(page)
    assert page.url.endswith(f"#replay={text}&at=2")
    assert load_match(page).setup == begun.setup
    expect(page.locator(".notice", has_text="made by a newer version")).to_have_count(1)
    # the attempt to open a newer save changes nothing
    before = save_text(page)
    assert "made by a newer version" in load_save(page, newer_save(medina_save()))
    assert save_text(page) == before
    check_newest_offered(page, "Your current game is unchanged.")


def test_a_game_that_a_newer_release_keeps_is_left_alone(page: Page, open_game: Open, site: Site) -> None:
    """It may be older than the page, after a rollback of a release, or come from another tab."""
    page.goto(site.url("index.html"))
    record = json.dumps({"address": TABLE, "save": json.loads(newer_save(medina_save())), "over": False})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [STORAGE_KEY, record])
    page.reload()
    check_newest_offered(page, "Saved by a newer version of Palaces, not listed here: 1")
    assert "made by a newer version of Palaces" in import_files(
        page, json_file("newer.json", newer_save(medina_save()))
    )
    check_newest_offered(page, "made by a newer version of Palaces")

    open_game(page, TABLE)
    check_newest_offered(page, "It's still saved. Here's another game instead.")
    assert page.url.endswith(f"?{TABLE}&confirm=never")
    kept = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('palaces:game:')).sort()")
    assert kept == [STORAGE_KEY, f"{STORAGE_KEY}&table=2"]
    assert page.evaluate("key => localStorage.getItem(key)", STORAGE_KEY) == record

    other = page.context.new_page()
    other.goto(site.url("index.html"))
    other.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"{STORAGE_KEY}&table=2", record])
    check_newest_offered(page, "This game was continued in another tab, in a newer version.")
    assert page.evaluate("key => localStorage.getItem(key)", f"{STORAGE_KEY}&table=2") == record


def test_a_save_of_a_newer_release_beside_a_post_is_brought_again_once_that_is_loaded(
    page: Page, site: Site, blog: Blog
) -> None:
    files = {"game.json": newer_save(medina_save())}
    element = f'<script src="{site.url("embed.js")}" async></script><palace-game game="medina" replay="game.json">'
    page.goto(blog(element + "</palace-game>", files=files))
    page.get_by_role("button", name="Play").click()
    frame = page.locator("iframe").element_handle().content_frame()
    assert frame
    check_newest_offered(frame, "made by a newer version")
    frame.evaluate("location.reload()")
    frame.wait_for_function(f"!window.newest && {NOTICES_TEXT_JS}.includes('made by a newer version')", timeout=60_000)
