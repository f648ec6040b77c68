"""Tests of games in another site's page: the element, the plain frame, and messages between page and frame."""

import gzip
import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import (
    ROOT,
    Blog,
    Site,
    python_image_source,
    wait_until_image_cached,
    wait_until_live,
    wait_until_offline_ready,
)
from palaces.share.share_panel import ELEMENT_STYLE
from players import hold_requests, hold_worker, load_match, take_one_card, wait_for_decision, wait_for_paint
from playwright.sync_api import Browser, BrowserType, Frame, Locator, Page, Route, expect
from site_builder.pages.oembed import oembed_response

from pygame_core import GAMES, Match, link_codec
from pygame_core.bots import choose

Asked = list[tuple[str, int]]
HOSTS = Path(__file__).resolve().parent / "hosts"
HOSTILE_NAME = "<img src=x onerror=document.title=1>"
STRICT_POLICY = "default-src 'none'; script-src {site}; img-src {site} data:; frame-src {site}"
POST_TEXT = "<p id='after'>What struck me first was how tight the market is.</p>" + "<p>And so on.</p>" * 60
ELEMENT_SIZE_JS = "document.querySelector('palace-game').getBoundingClientRect().toJSON()"
ELEMENT_POSITION_JS = """(() => {
  const { x, y, width, height } = document.querySelector("palace-game").getBoundingClientRect();
  return { x, y: y + scrollY, width, height };
})()"""
"""The position of the element in the page, independent of scrolling."""
NEXT_PAGE = '<!doctype html><title>Next</title><link rel="icon" href="data:,"><p>The next post.</p>'
PART_BOX_JS = """(part) => {
  const box = document.querySelector("palace-game");
  const [around, its] = [box, box.shadowRoot.querySelector(part)].map((each) => each.getBoundingClientRect());
  return [its.x - around.x, its.y - around.y, its.width, its.height];
}"""
"""The box of a part of the element."""
HORIZONTAL_OVERFLOW_JS = "document.documentElement.scrollWidth - innerWidth"
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
SEATS_ATTRIBUTES = 'game="alhambra" seats="you,bot:beginner"'
TABLE_ATTRIBUTES = 'game="medina" seats="you,bot:beginner" seed="7" options="first=1"'
RECORD_EVENTS_JS = """window.told = [];
addEventListener("message", (event) => window.told.push(event.data));"""
LAYOUT_SHIFT_JS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifted += value;
}).observe({ type: "layout-shift", buffered: true });"""
"""Sum in `window.shifted` the layout shifts, also those just after a tap."""
BLOG_THEME = (
    "<style>body { margin: 0 } main { max-width: 1000px; margin: auto; padding: 0 20px; font: 18px/1.5 serif }</style>"
)
"""Text with margins, as in blogs."""


def embed_snippet(
    site: Site, attributes: str = TABLE_ATTRIBUTES, story: str = POST_TEXT, style: str = ELEMENT_STYLE
) -> str:
    """Return the snippet in a blog."""
    line = f' style="{style}"' if style else ""
    return (
        f'<script src="{site.url("embed.js")}" async></script><palace-game {attributes}{line}>'
        f'<a href="{site.url("play.html?game=medina")}">Play Medina</a></palace-game>{story}'
    )


def game_frame(place: Page | Locator) -> Frame:
    """Return the frame for a game, which may still be empty."""
    frame = place.locator("iframe").element_handle().content_frame()
    assert frame
    return frame


def press_play(page: Page, n: int = 0) -> None:
    page.locator("palace-game").nth(n).get_by_role("button", name=re.compile("^(Play|Continue) ")).click()


def start_embedded_game(page: Page, n: int = 0) -> Frame:
    """Press Play and wait for the live board in the frame."""
    press_play(page, n)
    frame = game_frame(page.locator("palace-game").nth(n))
    wait_until_live(frame)  # type: ignore[arg-type]
    return frame


def start_plain_frame(page: Page) -> Frame:
    """Press Play in a frame that is not our element's, and wait for the live board in it."""
    game_frame(page).locator("palace-game button").click()
    frame = game_frame(page)
    frame.wait_for_url("**/frame.html?*")
    wait_until_live(frame)  # type: ignore[arg-type]
    return frame


def play_one_turn(frame: Frame) -> Match:
    """Play a move of the person, and wait for the others' answers. Return the game after that."""
    wait_for_decision(frame)  # type: ignore[arg-type]
    done = len(load_match(frame).log)  # type: ignore[arg-type]
    take_one_card(frame)  # type: ignore[arg-type]
    frame.wait_for_function("n => Number(document.documentElement.dataset.turn) > n", arg=done)
    wait_for_decision(frame)  # type: ignore[arg-type]
    return load_match(frame)  # type: ignore[arg-type]


def wait_for_new_frame(page: Page) -> Frame:
    """Wait for the live board in a new frame."""
    page.locator("palace-game iframe").wait_for()
    frame = game_frame(page)
    wait_until_live(frame)  # type: ignore[arg-type]
    return frame


# -- before Play -------------------------------------------------------------------------------------------------------


@pytest.mark.first_visit
@pytest.mark.parametrize("game", GAMES)
def test_until_play_a_script_and_a_picture_are_all_that_is_loaded(
    page: Page, site: Site, blog: Blog, asked: Asked, game: str
) -> None:
    page.goto(blog(embed_snippet(site, f'game="{game}"')))
    image = page.locator("palace-game img")
    expect(image).to_be_visible()
    page.wait_for_function("document.querySelector('palace-game').shadowRoot.querySelector('img').naturalWidth")
    page.wait_for_load_state("networkidle")
    names = [path.removeprefix("/palaces/") for path, _status in asked]
    assert sorted(names) == ["embed.js", site.release_path(f"embed/{game}-light.svg")]
    assert sum(len(gzip.compress((site.folder / name).read_bytes(), 1)) for name in names) < 10_000
    assert page.evaluate("localStorage.length") == 0
    assert page.context.cookies() == []


def test_without_scripts_the_page_for_frames_says_what_it_needs(browser: Browser, site: Site) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(site.url("embed.html?game=medina"))
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("noscript p")).to_contain_text("The game needs JavaScript.")
    expect(page.get_by_role("link", name="All games")).to_be_visible()
    page.context.close()


def test_without_scripts_the_link_is_there_in_a_box_of_the_same_size(browser: Browser, site: Site, blog: Blog) -> None:
    boxes = []
    for runs in (False, True):
        context = browser.new_context(java_script_enabled=runs, viewport={"width": 375, "height": 667})
        page = context.new_page()
        page.goto(blog(BLOG_THEME + f"<main>{embed_snippet(site)}</main>"))
        way = page.locator("palace-game").get_by_role("button" if runs else "link", name="Play Medina")
        expect(way).to_be_visible()
        boxes.append(page.locator("palace-game").bounding_box())
        context.close()
    assert boxes[0] == boxes[1]
    assert boxes[0] is not None
    assert (boxes[0]["width"], boxes[0]["height"]) == (335, 560)


@pytest.mark.parametrize(
    ("attributes", "says", "query"),
    [
        ('game="no-game"', "not “no-game”", "game=alhambra"),
        ('game="__proto__"', "not “__proto__”", "game=alhambra"),
        (f'game="{HOSTILE_NAME}"', f"not “{HOSTILE_NAME.replace(' ', '')}”", "game=alhambra"),
        ('game="medina" theme="pink"', "not “pink”", "game=medina"),
        ('game="medina" options="last=2"', "not “last=2”", "game=medina"),
        ('game="medina" at="soon" replay="abc"', "“soon” isn't the number of a move", "game=medina#replay=abc"),
        ('game="medina" replay="javascript:alert(1)"', "isn't a game", "game=medina"),
        (
            'game="medina" options="first=2, towers=new-contact" seats=" you,bot:skilled " theme="dark" lang="en"',
            "",
            "game=medina&seats=you,bot:skilled&first=2&towers=new-contact&theme=dark",
        ),
        (
            'game=" Medina" options="First = 2, TOWERS=new-contact" seats="You, Bot:Skilled" theme="Dark"',
            "",
            "game=medina&seats=You,+Bot:Skilled&first=2&towers=new-contact&theme=dark",
        ),
        ('game="medina" replay="abc-_9" at="12"', "", "game=medina#replay=abc-_9&at=12"),
        (
            'game="medina" learn="2" speed="fast" think="2" names="Ada" contrast="more" motion="less" confirm="never"',
            "",
            "game=medina&confirm=never&contrast=more&learn=2&motion=less&names=Ada&speed=fast&think=2",
        ),
    ],
)
def test_attributes(page: Page, site: Site, blog: Blog, attributes: str, says: str, query: str) -> None:
    """The box names a wrong attribute without growing, and still offers a game."""
    page.goto(blog(embed_snippet(site, attributes.replace("<", "&lt;"))))
    box = page.locator("palace-game")
    said = box.locator("p[role=status]")
    if says:
        expect(said).to_contain_text(says)
        assert page.evaluate(IS_CONTENT_INSIDE_JS)
    else:
        expect(box.get_by_role("button", name=re.compile("Play"))).to_be_visible()
        expect(said).to_have_text("")
    assert requested_source(page) == site.url(f"frame.html?{query}")
    assert page.title() == "A blog"


IS_CONTENT_INSIDE_JS = """(() => {
  const box = document.querySelector("palace-game");
  const around = box.getBoundingClientRect();
  return [...box.shadowRoot.querySelectorAll("p, button, a")].map((each) => each.getBoundingClientRect()).every(
    ({ top, right, bottom, left }) =>
      top >= around.top && left >= around.left && right <= around.right && bottom <= around.bottom,
  );
})()"""
"""True if all texts and controls are inside the box."""


def requested_source(page: Page) -> str:
    """Return the address that Play requests from the games' site."""
    press_play(page)
    return page.locator("palace-game iframe").get_attribute("src") or ""


@pytest.mark.parametrize("query", ["seats=you,bot:master#replay=abc&at=3", "seats=you,bot:master&at=3#replay=abc"])
def test_a_whole_link_is_a_replay_too(page: Page, site: Site, blog: Blog, query: str) -> None:
    address = site.url(f"play.html?game=palazzo&{query}")
    page.goto(blog(embed_snippet(site, f'replay="{address.replace("&", "&amp;")}"')))
    expect(page.locator("palace-game b")).to_have_text("Palazzo")
    rules = page.locator("palace-game").get_by_role("link", name="Rules")
    expect(rules).to_have_attribute("href", site.url("rules/palazzo.html"))
    assert requested_source(page) == site.url("frame.html?game=palazzo&seats=you,bot:master#replay=abc&at=3")


def test_attributes_are_followed_until_play(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(embed_snippet(site)))
    box = page.locator("palace-game")
    expect(box.locator("b")).to_have_text("Medina")
    box.evaluate("box => { box.setAttribute('game', 'palazzo'); box.setAttribute('theme', 'dark'); }")
    expect(box.locator("b")).to_have_text("Palazzo")
    expect(box.locator("img")).to_have_attribute("src", site.url(site.release_path("embed/palazzo-dark.svg")))
    press_play(page)
    frame = box.locator("iframe")
    before = frame.get_attribute("src")
    assert before is not None
    assert before.startswith(site.url("frame.html?game=palazzo&"))
    box.evaluate("box => box.setAttribute('game', 'medina')")
    assert frame.get_attribute("src") == before


# -- Play --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [280, 320, 375, 600, 1000])
def test_from_the_first_paint_to_the_live_game_nothing_in_the_post_moves(
    page: Page, site: Site, blog: Blog, width: int
) -> None:
    """The post is painted long before our script runs. A box that is too small to play in fills the window."""
    page.set_viewport_size({"width": width, "height": 700})
    page.add_init_script(f"if (window === top) {{ {LAYOUT_SHIFT_JS} }}")
    held: list[Route] = []
    page.route("**/embed.js", lambda route: held.append(route))
    page.goto(blog(BLOG_THEME + f"<main><h1>A post</h1><p>First.</p>{embed_snippet(site)}</main>"), wait_until="commit")
    expect(page.get_by_role("link", name="Play Medina")).to_be_visible()
    wait_for_paint(page)
    before = page.evaluate(ELEMENT_POSITION_JS)
    assert before["height"] == max(before["width"] * 2 / 3, min(560, width * 1.5))
    held[0].continue_()
    page.wait_for_function("document.querySelector('palace-game').shadowRoot?.querySelector('img').complete")
    assert page.evaluate("window.shifted") <= 0.01
    frame = start_embedded_game(page)
    wait_for_decision(frame)  # type: ignore[arg-type]
    assert page.evaluate("window.shifted") <= 0.01
    assert page.evaluate(ELEMENT_POSITION_JS) == before
    assert page.evaluate(HORIZONTAL_OVERFLOW_JS) <= 0
    assert frame.evaluate(HORIZONTAL_OVERFLOW_JS) <= 0
    expected = [round(before["width"]), round(before["height"])] if before["width"] >= 280 else [width, 700]
    assert frame.evaluate("[innerWidth, innerHeight]") == pytest.approx(expected, abs=1)


@pytest.mark.parametrize("around", ["main { display: flex }", "main { display: grid; place-items: center }", ""])
def test_in_any_layout_the_box_is_as_wide_as_there_is_room(page: Page, site: Site, blog: Blog, around: str) -> None:
    """This includes pages that remove inline styles."""
    page.set_viewport_size({"width": 375, "height": 667})
    for style in (ELEMENT_STYLE, ""):
        page.goto(
            blog(BLOG_THEME + f"<style>{around}</style><main>{embed_snippet(site, style=style, story='')}</main>")
        )
        expect(page.locator("palace-game").get_by_role("button")).to_be_visible()
        box = page.evaluate(ELEMENT_SIZE_JS)
        assert (box["x"], box["width"], box["height"]) == (20, 335, 560)


@pytest.mark.first_visit
def test_while_the_game_is_loaded_picture_and_foot_keep_their_places(page: Page, site: Site, blog: Blog) -> None:
    """Play turns into pieces of the picture, which arrive one by one. Then the game replaces it."""
    release = hold_requests(page, "**/memory.bin")
    page.goto(blog(embed_snippet(site)))
    box = page.locator("palace-game")
    expect(box.locator("img")).to_be_visible()
    places = [page.evaluate(PART_BOX_JS, part) for part in ("img", ".foot")]
    press_play(page)
    expect(box.locator("i").first).to_be_visible()
    expect(box.locator(".foot")).to_have_text("Loading")
    expect(box.locator("i.on").first).to_be_visible()
    assert 0 < box.locator("i.on").count() < box.locator("i").count()
    assert [page.evaluate(PART_BOX_JS, part) for part in ("img", ".foot")] == places
    release()
    expect(box.locator("img")).to_have_count(0)
    wait_until_live(game_frame(page))  # type: ignore[arg-type]


@pytest.mark.first_visit
def test_what_keeps_the_game_from_beginning_is_said_in_the_box(
    page: Page, site: Site, blog: Blog, errors: list[str]
) -> None:
    page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    page.goto(blog(embed_snippet(site)))
    high = page.evaluate(ELEMENT_SIZE_JS)["height"]
    press_play(page)
    frame = game_frame(page)
    expect(frame.locator("#boot[data-state=failed]")).to_be_visible()
    expect(page.locator("palace-game img")).to_have_count(0)
    assert page.evaluate(ELEMENT_SIZE_JS)["height"] == high
    page.wait_for_timeout(200)  # its last messages go to the console
    errors.clear()


@pytest.mark.first_visit
def test_a_site_that_is_out_of_reach_is_told_and_play_tries_again(
    page: Page, site: Site, blog: Blog, errors: list[str]
) -> None:
    page.goto(blog(embed_snippet(site)))
    expect(page.locator("palace-game img")).to_be_visible()
    site.stop()
    press_play(page)
    expect(page.locator("palace-game").get_by_role("status")).to_contain_text("site can't be reached")
    site.start()
    start_embedded_game(page)
    errors.clear()


def test_a_game_is_played_in_the_frame_and_taken_into_a_full_window(page: Page, site: Site, blog: Blog) -> None:
    page.emulate_media(reduced_motion="reduce")  # the bots move without a pause
    page.goto(blog(embed_snippet(site, 'game="alhambra" seats="you,bot:beginner,bot:beginner" seed="4"')))
    frame = start_embedded_game(page)
    for _turn in range(3):
        play_one_turn(frame)
    frame.locator("#menu").click()
    href = frame.get_by_role("link", name="Continue in a new window").get_attribute("href")
    assert href is not None
    address = urlsplit(href)
    carried = parse_qs(address.fragment, keep_blank_values=True)
    assert address.path == "./alhambra.html"
    assert "take" in carried
    saved = json.loads(frame.evaluate("window.palaces.save()"))
    assert len(saved["log"]) >= 9
    assert link_codec.read(carried["replay"][0]).save() == saved
    stays = "link => (link.target || document.querySelector('base').target) !== '_blank'"
    assert frame.evaluate(f"[...document.links].filter({stays}).length") == 0


@pytest.mark.first_visit
def test_two_games_on_one_page_share_what_is_loaded(partitioned: Browser, site: Site, blog: Blog, asked: Asked) -> None:
    """They also share the memory image that one of them has cached, apart from the site's own storage."""
    page = partitioned.new_context().new_page()
    page.goto(blog(embed_snippet(site, story="") + f'<palace-game game="palazzo" seed="3"></palace-game>{POST_TEXT}'))
    one = start_embedded_game(page)
    one.wait_for_selector("html[data-bots=ready]", state="attached")  # otherwise its worker may still be loading
    wait_until_offline_ready(one)  # type: ignore[arg-type]
    asked.clear()
    two = start_embedded_game(page, 1)
    assert {path for path, status in asked if status != 304} <= {"/palaces/sw.js"}
    assert load_match(one).game == "medina"  # type: ignore[arg-type]
    assert load_match(two).game == "palazzo"  # type: ignore[arg-type]
    wait_until_image_cached(one)  # type: ignore[arg-type]
    two.goto(two.url)
    wait_until_live(two)  # type: ignore[arg-type]
    assert python_image_source(two) == "kept"  # type: ignore[arg-type]
    assert load_match(two).game == "palazzo"  # type: ignore[arg-type]
    own = page.context.new_page()
    own.goto(site.url())
    assert not any("image" in name for name in own.evaluate("caches.keys()"))


def test_two_games_with_one_seed_are_saved_apart(partitioned: Browser, site: Site, blog: Blog) -> None:
    """Each of them is found again after a reload, in the same tab and in another one."""
    page = partitioned.new_context().new_page()
    twice = f"<palace-game {SEATS_ATTRIBUTES} seed='7'></palace-game>"
    address = blog(embed_snippet(site, f"{SEATS_ATTRIBUTES} seed='7'", story="") + twice + POST_TEXT)
    page.goto(address)
    one, two = start_embedded_game(page), start_embedded_game(page, 1)
    play_one_turn(one)
    long = len(play_one_turn(one).log)
    short = len(play_one_turn(two).log)
    assert long > short
    page.reload()
    other = page.context.new_page()
    other.goto(address)
    for place in (page, other):
        two, one = start_embedded_game(place, 1), start_embedded_game(place)
        logs = [len(load_match(frame).log) for frame in (one, two)]  # type: ignore[arg-type]
        assert logs == [long, short]
        for frame in (one, two):
            expect(frame.locator("#notices")).not_to_contain_text("another tab")


def test_in_a_page_with_a_strict_policy(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(embed_snippet(site, style=""), csp=STRICT_POLICY.format(site=site.url().rsplit("/", 2)[0])))
    page.locator("palace-game").get_by_role("button").wait_for()
    high = page.evaluate(ELEMENT_SIZE_JS)["height"]
    assert high > 400
    start_embedded_game(page)
    assert page.evaluate(ELEMENT_SIZE_JS)["height"] == high


def test_a_policy_that_forbids_the_frame_is_explained(page: Page, site: Site, blog: Blog, errors: list[str]) -> None:
    own = site.url().rsplit("/", 2)[0]
    policy = f"default-src 'none'; script-src {own}; img-src {own} data:"
    page.goto(blog(embed_snippet(site, style=""), csp=policy))
    press_play(page)
    expect(page.locator("palace-game").get_by_role("status")).to_contain_text(f"needs {own} in frame-src")
    expect(page.locator("palace-game").get_by_role("button")).to_be_visible()
    errors.clear()


# -- a saved game ------------------------------------------------------------------------------------------------------


def played_match(moves: int = 400) -> Match:
    """Return a game of bots after so many moves."""
    match = Match.new("medina", [{"name": f"Bot {n}", "kind": "bot:casual"} for n in range(2)], 5)
    while match.to_move() is not None and len(match.log) < moves:
        match.play(choose("beginner", match.view(match.to_move()), Random(1)).action)
    return match


def test_a_save_beside_the_post_is_shown_at_its_move(page: Page, site: Site, blog: Blog) -> None:
    save = json.dumps(played_match().save())
    page.goto(blog(embed_snippet(site, 'game="medina" replay="game.json" at="12"'), files={"game.json": save}))
    frame = start_embedded_game(page)
    expect(frame.locator("#turn")).to_contain_text("Move 12 ")
    assert json.loads(frame.evaluate("window.palaces.save()")) == json.loads(save)
    expect(frame.locator("#moment")).to_have_attribute("max", "12")


def test_a_link_is_looked_at_in_the_frame_and_leads_to_its_move_in_a_window(page: Page, site: Site, blog: Blog) -> None:
    text = link_codec.write(played_match())
    page.goto(blog(embed_snippet(site, f'game="medina" replay="{text}" at="12"')))
    frame = start_embedded_game(page)
    turn = frame.locator("#turn")
    expect(turn).to_contain_text("Move 12 ")
    frame.locator("#forward").click()
    expect(turn).to_contain_text("Move 13 ")
    frame.locator("#menu").click()
    way = frame.get_by_role("link", name="Continue in a new window")
    expect(way).to_have_attribute("href", f"./medina.html#at=13&replay={text}")
    page.keyboard.press("Escape")
    expect(way).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("palace-game").get_by_role("button", name="Back to the game")).to_be_focused()


def test_a_save_that_is_not_there_is_told_and_a_new_game_offered(
    page: Page, site: Site, blog: Blog, errors: list[str]
) -> None:
    page.goto(blog(embed_snippet(site, 'game="medina" replay="nowhere.json"')))
    press_play(page)
    expect(page.locator("palace-game").get_by_role("status")).to_contain_text("The game didn't load: 404.")
    errors.clear()
    frame = start_embedded_game(page)
    assert json.loads(frame.evaluate("window.palaces.save()"))["log"] == []


def test_a_broken_save_changes_nothing(page: Page, site: Site, blog: Blog) -> None:
    page.goto(
        blog(
            embed_snippet(site, f'{TABLE_ATTRIBUTES} replay="game.json"'),
            files={"game.json": f'{{"format": "{HOSTILE_NAME}"}}'},
        )
    )
    frame = start_embedded_game(page)
    expect(frame.locator(".notice").last).to_contain_text("This save can't be opened")
    assert frame.locator("img").count() == 0
    assert json.loads(frame.evaluate("window.palaces.save()"))["seed"] == 7


# -- senders of messages -----------------------------------------------------------------------------------------------


def test_messages_from_anybody_else_are_ignored(page: Page, site: Site, blog: Blog) -> None:
    """Foreign messages go to the element from the post and another frame in it, and from that frame to the game."""
    shout = (
        "parent.postMessage({ palaces: 1, full: true, leave: true, at: '?game=palazzo' }, '*');"
        "parent.document.querySelector('palace-game').shadowRoot.querySelector('iframe')?.contentWindow"
        ".postMessage({ palaces: 1, load: 'nonsense', at: 1 }, '*');"
    )
    foreign_script = f"<script>setInterval(() => {{ {shout} }}, 50)</script>"
    ad = f'<iframe src="ad.html" title="ad"></iframe>{POST_TEXT}'
    page.add_init_script(RECORD_EVENTS_JS)
    page.goto(blog(embed_snippet(site, story=ad), files={"ad.html": foreign_script}))
    frame = start_embedded_game(page)
    page.evaluate("window.told = []; postMessage({ palaces: 1, full: true, leave: 'here' }, '*')")
    frame.evaluate("window.told = []")
    for place, heard in ((page, "data.leave === 'here'"), (page, "data.at"), (frame, "data.load")):
        place.wait_for_function(f"window.told.some((data) => {heard})")
    assert frame.evaluate("innerWidth") < page.evaluate("innerWidth")
    assert frame.get_by_text("can't be opened").count() == 0
    assert page.evaluate("document.querySelector('palace-game').shadowRoot.activeElement.localName") == "iframe"
    assert "palazzo" not in page.evaluate("Object.values(sessionStorage).join()")


# -- keys, wheel, focus ------------------------------------------------------------------------------------------------


def test_keys_belong_to_the_game_only_while_it_has_the_focus(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(embed_snippet(site)))
    frame = start_embedded_game(page)
    page.keyboard.press("?")  # Play has moved the focus into the game
    expect(frame.locator("#panel dl.keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(frame.locator("#panel dl.keys")).to_have_count(0)
    assert page.evaluate("document.querySelector('palace-game').shadowRoot.activeElement.localName") == "iframe"
    scrolled = page.evaluate("scrollY")
    page.keyboard.press("Escape")  # nothing is open any more, so this leaves the game
    page.wait_for_function("document.querySelector('palace-game').shadowRoot.activeElement?.localName === 'button'")
    assert page.evaluate("document.activeElement.localName") == "palace-game"
    assert page.evaluate("scrollY") == scrolled
    frame.evaluate("window.keys = []; addEventListener('keydown', (event) => window.keys.push(event.key), true)")
    page.keyboard.press("?")
    page.keyboard.press("Enter")  # back into the game
    expect(frame.locator("#panel dl.keys")).to_have_count(0)
    page.keyboard.press("?")
    expect(frame.locator("#panel dl.keys")).to_be_visible()
    assert frame.evaluate("window.keys") == ["?"]


def test_the_wheel_scrolls_the_post(page: Page, site: Site, blog: Blog) -> None:
    page.set_viewport_size({"width": 1000, "height": 500})
    page.goto(blog(embed_snippet(site)))
    page.locator("palace-game").scroll_into_view_if_needed()
    press_play(page)
    page.mouse.move(400, 200)
    page.mouse.wheel(0, 100)  # also while the game loads
    page.wait_for_function("scrollY >= 100")


@pytest.mark.parametrize(
    ("theme", "size", "high"),
    [
        ("", 'width="800" height="560" style="width:100%"', 560),
        ("iframe { max-width: 100% }", 'width="800" height="700"', 700),
        ("iframe { max-width: 100%; height: auto; aspect-ratio: 2 / 3 }", 'width="800" height="700"', 503),
    ],
)
def test_a_plain_frame_of_any_size_works_without_a_script(
    page: Page, site: Site, blog: Blog, theme: str, size: str, high: int
) -> None:
    page.set_viewport_size({"width": 375, "height": 667})
    src = site.url("embed.html?game=palazzo&amp;seed=3&amp;theme=dark")
    frame_tag = f'<iframe src="{src}" title="Palazzo" {size} loading="lazy" frameborder="0"></iframe>'
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(blog(f"{BLOG_THEME}<style>{theme}</style><main>{frame_tag}</main>"), wait_until="networkidle")
    frame = game_frame(page)
    expect(frame.locator("palace-game b")).to_have_text("Palazzo")
    page.screenshot()  # so that a frame that is not in view is drawn, too
    own = [url.removeprefix(site.url()) for url in requests if url.startswith(site.url())]
    names = {url.partition("?")[0].rpartition("/")[2] for url in own}
    assert names - {"icon.svg"} == {*("embed.html", "browser-check.js", "embed.js", "gate.js", "palazzo-dark.svg")}
    frame = start_plain_frame(page)
    assert frame.evaluate("[innerWidth, innerHeight]") == pytest.approx([335, high], abs=1)
    assert page.evaluate(HORIZONTAL_OVERFLOW_JS) <= 0
    assert frame.evaluate(HORIZONTAL_OVERFLOW_JS) <= 0
    assert frame.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    expect(frame.locator(".brand")).to_be_hidden()
    frame.locator("#menu").focus()
    page.keyboard.press("Escape")
    assert frame.evaluate("document.activeElement === document.body")
    way = frame.locator("a#window")
    expect(way).to_have_attribute("href", re.compile("#replay=.*&take"))
    expect(way).to_have_attribute("target", "_blank")


def test_what_oembed_gives_fits_a_column_of_any_width(page: Page, site: Site, blog: Blog) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(blog(f"{BLOG_THEME}<main>{json.loads(oembed_response('medina', 'Medina', site.url()))['html']}</main>"))
    frame = start_plain_frame(page)
    assert frame.evaluate("[innerWidth, innerHeight]") == [280, 560]
    assert page.evaluate(HORIZONTAL_OVERFLOW_JS) <= 0


# -- readers of the page -----------------------------------------------------------------------------------------------


def test_a_game_that_goes_on_leaves_the_page_where_its_reader_is(page: Page, site: Site, blog: Blog) -> None:
    """The next decision scrolls into view in the frame alone."""
    page.goto(blog(embed_snippet(site, 'game="palazzo" seed="3"', POST_TEXT * 2)))
    frame = start_embedded_game(page)
    page.evaluate("scrollTo(0, 900)")
    expect(frame.locator("#turn")).to_contain_text("Your turn", timeout=60_000)
    wait_for_paint(page)
    assert page.evaluate("scrollY") == 900


def test_a_turn_that_begins_leaves_the_keys_to_what_is_written_beside_it(page: Page, site: Site, blog: Blog) -> None:
    """After a move by keyboard, the focus goes to the next decision, unless it is elsewhere in the page."""
    attributes = f'{SEATS_ATTRIBUTES} seed="3"'  # the first money gives no warning
    page.goto(blog(f"<textarea></textarea>{embed_snippet(site, attributes)}"))
    frame = start_embedded_game(page)
    wait_for_decision(frame)  # type: ignore[arg-type]
    done = len(load_match(frame).log)  # type: ignore[arg-type]
    with hold_worker(frame):  # type: ignore[arg-type]
        frame.locator("#open-0").press("Enter")
        frame.locator("#play").press("Enter")
        frame.wait_for_function("n => Number(document.documentElement.dataset.turn) > n", arg=done)
        page.locator("textarea").focus()
    wait_for_decision(frame)  # type: ignore[arg-type]
    page.keyboard.type("Well played")
    expect(page.locator("textarea")).to_have_value("Well played")


def test_a_game_that_ends_leaves_the_keys_to_what_is_written_beside_it(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(f"<textarea></textarea>{embed_snippet(site)}"))
    frame = start_embedded_game(page)
    page.locator("textarea").focus()
    frame.evaluate("save => window.palaces.load(save)", json.dumps(played_match(len(played_match().log) - 1).save()))
    expect(frame.locator("#victory")).to_be_attached()
    page.keyboard.type("Well played")
    expect(page.locator("textarea")).to_have_value("Well played")


# -- what the page around hears ----------------------------------------------------------------------------------------


def test_the_page_hears_that_a_game_is_ready_of_its_moves_and_of_its_end(page: Page, site: Site, blog: Blog) -> None:
    names = ["palace-play", "palace-ready", "palace-move", "palace-over"]
    listen = "".join(f"addEventListener('{name}', (event) => told.push([event.type, event.detail]));" for name in names)
    page.goto(blog(f"<script>window.told = []; {listen}</script>{embed_snippet(site)}"))
    frame = start_embedded_game(page)
    match = played_match(len(played_match().log) - 1)
    frame.evaluate("save => window.palaces.load(save)", json.dumps(match.save()))
    expect(frame.locator("#victory")).to_be_attached()
    told: list[tuple[str, dict[str, Any] | None]] = page.evaluate("told")
    assert [name for name, _ in told[:3]] == ["palace-play", "palace-ready", "palace-move"]
    assert [name for name, _ in told if name != "palace-move"] == ["palace-play", "palace-ready", "palace-over"]
    over = next(detail for name, detail in told if name == "palace-over")
    match = load_match(frame)  # type: ignore[arg-type]
    assert over == {"points": match.scores(), "places": match.state.places()}
    moves = [detail for name, detail in told if name == "palace-move"]
    assert moves
    assert all(detail is not None and detail["at"].startswith("?game=medina") for detail in moves)


def test_a_page_can_keep_the_game_from_starting(page: Page, site: Site, blog: Blog) -> None:
    cancel = "<script>addEventListener('palace-play', (event) => event.preventDefault());</script>"
    page.goto(blog(f"{cancel}{embed_snippet(site)}"))
    press_play(page)
    expect(page.locator("palace-game button")).to_have_text("Play")
    assert page.locator("palace-game iframe").count() == 0


SMALL_FRAME = '<iframe {sandbox} src="{src}" width="343" height="257" title="Medina"></iframe>'


def test_a_frame_too_small_to_play_in_opens_a_window(page: Page, site: Site, blog: Blog) -> None:
    src = site.url("embed.html?game=medina&amp;seats=you,bot:beginner#ref=x")
    page.goto(blog(SMALL_FRAME.format(sandbox="", src=src)))
    poster = game_frame(page).locator("palace-game")
    expect(poster.locator("p")).to_have_text(
        "This frame is too small to play in. Play opens the game in a window of its own."
    )
    with page.expect_popup() as opened:
        poster.locator("button").click()
    assert opened.value.url == site.url("play.html?game=medina&seats=you,bot:beginner#ref=x")
    assert opened.value.evaluate("opener") is None


def test_a_small_frame_that_can_open_no_window_shows_the_address(
    page: Page, site: Site, blog: Blog, errors: list[str]
) -> None:
    src = site.url("embed.html?game=medina")
    page.goto(blog(SMALL_FRAME.format(sandbox='sandbox="allow-scripts"', src=src)))
    poster = game_frame(page).locator("palace-game")
    poster.locator("button").click()
    expect(poster.locator("p")).to_have_text(
        f"This frame can't open windows. Copy this address into a new tab: {site.url('play.html?game=medina')}"
    )
    assert all("allow-popups" in error for error in errors)
    errors.clear()


def test_the_page_for_frames_reads_an_address_as_the_game_does(page: Page, site: Site) -> None:
    page.goto(site.url("embed.html?seats=You,bot:skilled&amp;theme=Dark&amp;game=Medina.&seed=7?utm_source=x"))
    expect(page.locator("palace-game b")).to_have_text("Medina")
    expect(page.locator("palace-game .box")).to_have_class("box dark")
    page.locator("palace-game button").click()
    page.wait_for_url("**/frame.html?*")
    assert page.locator("html").get_attribute("data-game") == "medina"  # the picture before the game
    wait_until_live(page)
    match = load_match(page)
    assert (match.game, match.seed, match.seats[1]["kind"]) == ("medina", 7, "bot:skilled")
    expect(page.locator("#notices")).to_have_text("")


def test_play_now_needs_no_press(page: Page, site: Site, blog: Blog) -> None:
    src = site.url("embed.html?play=now&amp;game=medina&amp;seats=you,bot:beginner")
    page.goto(blog(f'<iframe src="{src}" width="700" height="700" title="Medina"></iframe>'))
    frame = game_frame(page)
    frame.wait_for_url("**/frame.html?game=medina&seats=you,bot:beginner")
    wait_until_live(frame)  # type: ignore[arg-type]
    expect(frame.locator(".notice")).to_have_count(0)


# -- the whole window --------------------------------------------------------------------------------------------------

IS_FULL_WINDOW_JS = "[innerWidth, innerHeight].join() === '{width},{height}'"
COUNT_POPSTATE_JS = "window.routed = 0; addEventListener('popstate', () => window.routed++);"


@pytest.mark.parametrize("back", ["the same tool", "Escape", "Back"])
@pytest.mark.parametrize("window", [(375, 667), (1280, 800)], ids=["phone", "desk"])
def test_one_touch_fills_the_window_and_another_leads_back_into_the_post(
    page: Page, site: Site, blog: Blog, back: str, window: tuple[int, int]
) -> None:
    """The game continues in the same frame. The page behind does not scroll, and no router of it notices anything."""
    size = {"width": window[0], "height": window[1]}
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.goto(
        blog(
            f"{BLOG_THEME}<script>{COUNT_POPSTATE_JS}</script><main><p>First.</p>{POST_TEXT}{embed_snippet(site)}</main>"
        )
    )
    page.locator("palace-game").scroll_into_view_if_needed()
    frame = start_embedded_game(page)
    frame.evaluate("window.mark = 1")
    tool = frame.locator("#window")
    tool.scroll_into_view_if_needed()
    before = page.evaluate(ELEMENT_SIZE_JS), page.evaluate("scrollY")
    expect(tool).to_have_accessible_name("Full window")
    tool.click()
    frame.wait_for_function(IS_FULL_WINDOW_JS.format_map(size))
    expect(tool).to_have_accessible_name("Back to the page")
    page.mouse.move(window[0] / 2, window[1] / 2)
    page.mouse.wheel(0, 400)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.localName") == "palace-game"
    assert page.evaluate("scrollY") == before[1]
    if back == "Back":
        page.evaluate("history.back()")
    elif back == "Escape":
        page.keyboard.press("Escape")
    else:
        tool.click()
    frame.wait_for_function(f"!({IS_FULL_WINDOW_JS.format_map(size)})")
    expect(tool).to_have_accessible_name("Full window")
    frame.wait_for_function("!history.state")
    assert (page.evaluate(ELEMENT_SIZE_JS), page.evaluate("scrollY")) == before
    assert frame.evaluate("window.mark") == 1
    assert page.evaluate("window.routed") == 0
    page.mouse.wheel(0, -200)
    page.wait_for_function("y => scrollY < y", arg=before[1])


def test_of_two_games_that_one_fills_the_window_whose_tool_was_used(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(embed_snippet(site, story="") + embed_snippet(site, 'game="palazzo" seed="3"')))
    one, two = start_embedded_game(page), start_embedded_game(page, 1)
    two.locator("#window").click()
    two.wait_for_function("innerWidth === 1280")
    assert one.evaluate("innerWidth") < 1280
    expect(one.locator("#window")).to_have_accessible_name("Full window")
    page.keyboard.press("Escape")
    two.wait_for_function("innerWidth < 1280")


# -- moves of the element ----------------------------------------------------------------------------------------------


def test_an_element_that_is_moved_in_the_page_takes_the_game_along(page: Page, site: Site, blog: Blog) -> None:
    """It needs no second press of Play, and no storage of the frame."""
    page.add_init_script(f"if (window !== top) {{ {NO_STORAGE} }}")
    page.goto(blog(embed_snippet(site, SEATS_ATTRIBUTES)))
    frame = start_embedded_game(page)
    played = play_one_turn(frame)
    page.evaluate("document.body.append(document.querySelector('palace-game'))")
    again = wait_for_new_frame(page)
    wait_for_decision(again)  # type: ignore[arg-type]
    assert load_match(again).log[: len(played.log)] == played.log  # type: ignore[arg-type]
    assert load_match(again).seed == played.seed  # type: ignore[arg-type]
    assert len(play_one_turn(again).log) > len(played.log)


def test_a_replay_that_is_moved_stays_at_its_move(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(embed_snippet(site, f'game="medina" replay="{link_codec.write(played_match())}" at="12"')))
    frame = start_embedded_game(page)
    frame.locator("#forward").click()
    expect(frame.locator("#turn")).to_contain_text("Move 13 ")
    page.evaluate("document.body.append(document.querySelector('palace-game'))")
    expect(wait_for_new_frame(page).locator("#turn")).to_contain_text("Move 13 ")


def test_a_page_that_moves_the_element_as_it_is_disturbs_nothing(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(embed_snippet(site)))
    frame = start_embedded_game(page)
    frame.evaluate("window.mark = 1")
    page.evaluate("document.body.moveBefore(document.querySelector('palace-game'), null)")
    assert page.evaluate("document.body.lastElementChild.localName") == "palace-game"
    assert game_frame(page).evaluate("window.mark") == 1


def test_back_and_forward_lead_to_the_very_game(page: Page, site: Site, blog: Blog) -> None:
    address = blog(embed_snippet(site, SEATS_ATTRIBUTES), files={"next.html": NEXT_PAGE})
    page.goto(address)
    match = play_one_turn(start_embedded_game(page))
    page.goto(address.replace("post.html", "next.html"))
    page.go_back()
    expect(page.locator("palace-game").get_by_role("button", name="Continue Alhambra")).to_be_visible()
    page.locator("palace-game").get_by_role("button").click()
    again = wait_for_new_frame(page)
    wait_for_decision(again)  # type: ignore[arg-type]
    assert load_match(again).seed == match.seed  # type: ignore[arg-type]
    assert load_match(again).log[: len(match.log)] == match.log  # type: ignore[arg-type]


def test_from_the_cache_of_back_and_forward_the_game_comes_as_it_was(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: Site, blog: Blog
) -> None:
    browser = browser_type.launch(**browser_type_launch_args, ignore_default_args=["--disable-back-forward-cache"])
    page = browser.new_page()
    page.add_init_script("addEventListener('pageshow', (event) => { window.persisted = event.persisted; });")
    address = blog(embed_snippet(site, SEATS_ATTRIBUTES), files={"next.html": NEXT_PAGE})
    page.goto(address)
    match = play_one_turn(start_embedded_game(page))
    page.goto(address.replace("post.html", "next.html"))
    page.go_back(wait_until="commit")
    page.wait_for_function("window.persisted === true")
    # the driver has lost the frame, but it answers to another theme, and reports the position of its game
    page.evaluate(RECORD_EVENTS_JS)
    page.evaluate("document.documentElement.style.colorScheme = 'dark'")
    page.wait_for_function("window.told.some(({ at }) => at?.includes('theme=dark'))")
    [said] = page.evaluate("window.told.flatMap(({ at }) => at?.includes('theme=dark') ? [at] : [])")
    assert link_codec.read(parse_qs(urlsplit(said).fragment)["replay"][0]).log == match.log
    browser.close()


# -- posts made by frameworks ------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """By framework, the script of a page made with it, built for production."""
    out = tmp_path_factory.mktemp("hosts")
    command = ["node", str(ROOT / "node_modules/esbuild/bin/esbuild"), "--bundle", "--minify", "--jsx=automatic"]
    defined = {"process.env.NODE_ENV": '"production"', "__VUE_OPTIONS_API__": "false", "__VUE_PROD_DEVTOOLS__": "false"}
    defined["__VUE_PROD_HYDRATION_MISMATCH_DETAILS__"] = "false"
    command += [
        "--alias:vue=vue/dist/vue.esm-bundler.js",
        *(f"--define:{name}={value}" for name, value in defined.items()),
    ]
    sources = {"React": "react.jsx", "Vue": "vue.js"}
    subprocess.run(
        [*command, f"--outdir={out}", *(str(HOSTS / name) for name in sources.values())],
        check=True,
        capture_output=True,
    )
    return {name: (out / source).with_suffix(".js").read_text("utf-8") for name, source in sources.items()}


@pytest.mark.parametrize("framework", ["React", "Vue"])
def test_in_a_post_that_a_framework_makes_the_game_outlives_what_it_does(
    page: Page, site: Site, blog: Blog, hosts: dict[str, str], framework: str
) -> None:
    settings = json.dumps({"game": "alhambra", "seats": "you,bot:beginner"})
    post = f"<div id='post' data-site='{site.url()}' data-settings='{settings}'></div>"
    page.goto(blog(f'{post}<script src="app.js"></script>', files={"app.js": hosts[framework]}))
    page.set_viewport_size({"width": 375, "height": 700})
    frame = start_embedded_game(page)
    match = play_one_turn(frame)
    box = page.evaluate(ELEMENT_SIZE_JS)
    assert box["height"] == 560

    frame.evaluate("window.mark = 1")
    page.get_by_role("button", name="Draw").click()
    expect(page.get_by_text("Drawn 1 times more.")).to_be_visible()
    assert game_frame(page).evaluate("window.mark") == 1  # a new render around the element does not affect it

    page.get_by_role("button", name="Order").click()
    after = page.get_by_text("Drawn 1 times more.").bounding_box()
    assert after is not None
    assert page.evaluate(ELEMENT_SIZE_JS)["top"] >= after["y"]
    assert load_match(wait_for_new_frame(page)).log[: len(match.log)] == match.log  # type: ignore[arg-type]

    page.get_by_role("button", name="Away").click()
    expect(page.locator("palace-game")).to_have_count(0)
    page.get_by_role("button", name="Away").click()
    page.locator("palace-game").get_by_role("button", name="Continue Alhambra").click()
    assert load_match(wait_for_new_frame(page)).log[: len(match.log)] == match.log  # type: ignore[arg-type]


# -- storage -----------------------------------------------------------------------------------------------------------

MAYBE_NOT_SAVED = "This game may not be saved here"
NOT_SAVED = "This game isn't saved here"


def test_that_a_game_may_not_be_kept_is_said_at_the_first_move(partitioned: Browser, site: Site, blog: Blog) -> None:
    """The line covers no control of the dock, moves nothing, and disappears after a tap."""
    context = partitioned.new_context(viewport={"width": 320, "height": 600}, has_touch=True)
    page = context.new_page()
    page.goto(blog(embed_snippet(site, SEATS_ATTRIBUTES)))
    frame = start_embedded_game(page)
    expect(frame.locator(".notice")).to_have_text([])
    places = "['bar', 'yard', 'seats'].map((id) => JSON.stringify(document.getElementById(id).getBoundingClientRect()))"
    play_one_turn(frame)
    line = frame.locator(".notice")
    expect(line).to_have_count(1)
    expect(line).to_contain_text(MAYBE_NOT_SAVED)
    assert frame.evaluate("localStorage.length") >= 1
    box, dock = line.bounding_box(), frame.locator("#bar").bounding_box()
    assert box is not None
    assert dock is not None
    assert box["height"] <= 48
    assert box["y"] + box["height"] <= dock["y"]
    before = frame.evaluate(places)
    line.tap()
    expect(line).to_have_count(0)
    assert frame.evaluate(places) == before
    play_one_turn(frame)
    expect(line).to_have_count(0)  # it appears only once
    top = context.new_page()
    top.goto(site.url())
    assert top.evaluate("localStorage.length") == 0
    context.close()


def test_storage_that_is_refused_is_told_once(page: Page, site: Site, blog: Blog) -> None:
    page.add_init_script(f"if (window !== top) {{ {NO_STORAGE} }}")
    page.goto(blog(embed_snippet(site, SEATS_ATTRIBUTES)))
    frame = start_embedded_game(page)
    told = frame.locator(".notice", has_text=NOT_SAVED)
    expect(told).to_have_count(0)
    play_one_turn(frame)
    expect(told).to_have_count(1)
    play_one_turn(frame)
    expect(told).to_have_count(0)


def test_in_a_sandbox_the_game_is_played_all_the_same(page: Page, site: Site, blog: Blog) -> None:
    """Its worker starts from a blob, so a hint comes from a master."""
    src = site.url("embed.html?game=alhambra&amp;seed=7&amp;seats=you,bot:beginner")
    page.goto(blog(f'<iframe sandbox="allow-scripts" src="{src}" width="700" height="700" title="Alhambra"></iframe>'))
    frame = start_plain_frame(page)
    assert len(play_one_turn(frame).log) >= 1
    expect(frame.locator(".notice.passing")).to_contain_text(NOT_SAVED)
    frame.locator("html[data-bots=ready]").wait_for(state="attached")
    frame.locator("#hint").click()
    expect(frame.locator("#panel")).to_contain_text("Show 1")
    expect(frame.get_by_text("The bots now run inside the page itself")).to_have_count(0)


def test_below_its_own_site_nothing_is_said(page: Page, site: Site) -> None:
    """A game's own page shows a preview of the element."""
    page.goto(site.url("play.html?game=alhambra&seed=7"))
    wait_until_live(page)
    page.evaluate(
        """src => {
          const script = document.createElement("script");
          script.src = src;
          document.head.append(script);
          const box = document.createElement("palace-game");
          box.setAttribute("game", "medina");
          document.body.prepend(box);
        }""",
        "./embed.js",
    )
    frame = start_embedded_game(page)
    expect(frame.locator(".notice")).to_have_text([])
    assert load_match(page).game == "alhambra"


def test_after_a_first_game_the_network_is_not_needed(partitioned: Browser, site: Site, blog: Blog) -> None:
    context = partitioned.new_context()
    page = context.new_page()
    page.goto(blog(embed_snippet(site)))
    wait_until_offline_ready(start_embedded_game(page))  # type: ignore[arg-type]
    site.stop()
    page.evaluate(
        "document.querySelector('palace-game').replaceWith(document.querySelector('palace-game').cloneNode(true))"
    )
    start_embedded_game(page)
    context.close()


# -- themes ------------------------------------------------------------------------------------------------------------


@pytest.mark.first_visit
@pytest.mark.parametrize("name", ["play.html", "frame.html"])
def test_the_theme_of_the_address_counts_before_anything_is_drawn(page: Page, site: Site, name: str) -> None:
    page.emulate_media(color_scheme="light")
    page.route("**/boot.js", lambda route: None)  # never answered, so the page shows only the drawing before Python
    page.goto(site.url(f"{name}?game=medina&theme=dark"), wait_until="commit")
    page.locator(".top").first.wait_for(state="attached")
    page.wait_for_function("document.styleSheets.length >= 2")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(20, 18, 15)"


@pytest.mark.parametrize(
    ("theme", "scheme", "dark"), [("auto", "dark", True), ("light", "dark", False), ("dark", "light", True)]
)
def test_the_picture_has_the_theme_s_colours(
    page: Page, site: Site, blog: Blog, theme: str, scheme: Any, dark: bool
) -> None:
    page.emulate_media(color_scheme=scheme)
    style = '<meta name="color-scheme" content="light dark">'
    page.goto(blog(style + embed_snippet(site, f'game="palazzo" theme="{theme}"')))
    box = page.locator("palace-game .foot")
    assert (box.evaluate("box => getComputedStyle(box).color") == "rgb(244, 236, 223)") == dark
    name = f"embed/palazzo-{'dark' if dark else 'light'}.svg"
    expect(page.locator("palace-game img")).to_have_attribute("src", site.url(site.release_path(name)))


def test_the_game_is_in_the_light_that_the_page_says_it_has(page: Page, site: Site, blog: Blog) -> None:
    """The device and the attribute do not matter, and the theme follows the page's changes."""
    page.emulate_media(color_scheme="light")
    style = "<style>:root { color-scheme: dark }</style>"
    page.goto(blog(style + embed_snippet(site, 'game="palazzo" theme="light"')))
    image = page.locator("palace-game img")
    expect(image).to_have_attribute("src", site.url(site.release_path("embed/palazzo-dark.svg")))
    page.evaluate("document.documentElement.style.colorScheme = 'only light'")
    expect(image).to_have_attribute("src", site.url(site.release_path("embed/palazzo-light.svg")))
    frame = start_embedded_game(page)
    scheme = "getComputedStyle(document.documentElement).colorScheme"
    assert frame.evaluate(scheme) == "light"
    page.evaluate("document.documentElement.style.colorScheme = 'dark'")
    frame.wait_for_function(f"{scheme} === 'dark'")


def test_the_light_of_a_page_is_its_own_when_the_game_goes_on(page: Page, site: Site, blog: Blog) -> None:
    """The theme at the time of the break does not matter."""
    page.emulate_media(color_scheme="light")
    page.goto(blog(embed_snippet(site, SEATS_ATTRIBUTES)))
    page.evaluate("document.documentElement.style.colorScheme = 'dark'")
    frame = start_embedded_game(page)
    scheme = "getComputedStyle(document.documentElement).colorScheme"
    frame.wait_for_function(f"{scheme} === 'dark'")
    seed = load_match(frame).seed  # type: ignore[arg-type]
    page.reload()
    page.locator("palace-game").get_by_role("button", name="Continue Alhambra").click()
    again = wait_for_new_frame(page)
    assert load_match(again).seed == seed  # type: ignore[arg-type]
    assert again.evaluate(scheme) == "light dark"


@pytest.mark.first_visit
def test_the_light_may_be_said_by_the_head_of_a_page_or_by_anything_round_the_element(
    page: Page, site: Site, blog: Blog
) -> None:
    page.emulate_media(color_scheme="light")
    image = page.locator("palace-game img")
    page.goto(blog('<meta name="color-scheme" content="dark">' + embed_snippet(site, 'game="palazzo"')))
    expect(image).to_have_attribute("src", site.url(site.release_path("embed/palazzo-dark.svg")))
    page.goto(blog("<main>" + embed_snippet(site, 'game="palazzo"') + "</main>", name="other.html"))
    expect(image).to_have_attribute("src", site.url(site.release_path("embed/palazzo-light.svg")))
    page.evaluate("document.querySelector('main').style.colorScheme = 'dark'")
    expect(image).to_have_attribute("src", site.url(site.release_path("embed/palazzo-dark.svg")))


def test_a_challenge_is_one_in_a_post_too(page: Page, site: Site, blog: Blog) -> None:
    way = site.url("medina.html?seats=you,bot:beginner&seed=3&beat=50")
    page.goto(blog(embed_snippet(site, f'replay="{way.replace("&", "&amp;")}"')))
    expect(start_embedded_game(page).locator("#turn .badge")).to_have_text("beat 50")


@pytest.mark.first_visit
def test_a_site_that_does_not_answer_is_not_waited_for_for_ever(page: Page, site: Site, blog: Blog) -> None:
    page.clock.install()
    page.route("**/frame.html?*", lambda route: None)  # never answered
    page.goto(blog(embed_snippet(site, SEATS_ATTRIBUTES)))
    press_play(page)
    expect(page.locator("palace-game .foot")).to_contain_text("Loading")
    page.clock.run_for(21_000)
    expect(page.locator("palace-game [role=status]")).to_contain_text("The site can't be reached")
    expect(page.locator("palace-game").get_by_role("button", name="Play Alhambra")).to_be_visible()
