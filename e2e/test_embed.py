"""A game in another site's page: the element, the plain frame, and what passes between page and frame."""

import gzip
import json
import re
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import Blog, Site, came_from, image_kept, offline_ready, ready
from players import match_of
from playwright.sync_api import Browser, Frame, Locator, Page, expect

from pygame_core import GAMES, Match, link
from pygame_core.bots import choose

Asked = list[tuple[str, int]]
EVIL = "<img src=x onerror=document.title=1>"
STRICT = "default-src 'none'; script-src {site}; img-src {site} data:; frame-src {site}"
STORY = "<p id='after'>What struck me first was how tight the market is.</p>" + "<p>And so on.</p>" * 60
BELOW = "document.getElementById('after').getBoundingClientRect().top + scrollY"
WIDE = "document.documentElement.scrollWidth - innerWidth"
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
OUTSIDE = """[...document.querySelectorAll('#app section, #app button, #bar *')]
  .filter((each) => !each.closest('.unseen') && each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 80))"""
TABLE = 'game="medina" seats="you,bot:beginner" seed="7" options="first=1"'
PLAYED = """window.told = [];
addEventListener("message", (event) => window.told.push(event.data));"""


def snippet(site: Site, attributes: str = TABLE, story: str = STORY) -> str:
    """What a blog puts into its page."""
    return (
        f'<script src="{site.url("embed.js")}" async></script><palace-game {attributes}>'
        f'<a href="{site.url("play.html?game=medina")}">Play Medina</a></palace-game>{story}'
    )


def inside(place: Page | Locator) -> Frame:
    """The frame there in which a game is played, perhaps still empty."""
    frame = place.locator("iframe").element_handle().content_frame()
    assert frame
    return frame


def press(page: Page, n: int = 0) -> None:
    page.locator("palace-game").nth(n).get_by_role("button", name=re.compile("^Play")).click()


def live(page: Page, n: int = 0) -> Frame:
    """Press Play and wait for the live board in the frame."""
    press(page, n)
    frame = inside(page.locator("palace-game").nth(n))
    ready(frame)  # type: ignore[arg-type]
    return frame


def grown(page: Page, frame: Frame) -> None:
    """Wait until the element is as high as what is in it: nothing in the frame could be scrolled."""
    frame.wait_for_function(
        "Math.abs(document.getElementById('app').getBoundingClientRect().height - innerHeight) <= 1"
    )


# -- before Play -------------------------------------------------------------------------------------------------------


@pytest.mark.first_visit
@pytest.mark.parametrize("game", GAMES)
def test_until_play_a_script_and_a_picture_are_all_that_is_loaded(
    page: Page, site: Site, blog: Blog, asked: Asked, game: str
) -> None:
    page.goto(blog(snippet(site, f'game="{game}"')))
    image = page.locator("palace-game img")
    expect(image).to_be_visible()
    page.wait_for_function("document.querySelector('palace-game').shadowRoot.querySelector('img').naturalWidth")
    page.wait_for_load_state("networkidle")
    names = [path.removeprefix("/palaces/") for path, _status in asked]
    assert sorted(names) == ["embed.js", site.part(f"embed/{game}.svg")]
    sizes = [len(gzip.compress((site.folder / name).read_bytes())) for name in names]
    assert sizes[0] <= 8_000
    assert sum(sizes) <= 33_000
    assert page.evaluate("localStorage.length") == 0
    assert page.context.cookies() == []


def test_without_scripts_the_link_is_there(browser: Browser, site: Site, blog: Blog) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(blog(snippet(site)))
    expect(page.get_by_role("link", name="Play Medina")).to_be_visible()
    context.close()


@pytest.mark.parametrize(
    ("attributes", "says", "query"),
    [
        ('game="chess"', "There is no game called “chess” here", "game=alhambra"),
        ('game="__proto__"', "no game called “__proto__”", "game=alhambra"),
        (f'game="{EVIL}"', f"no game called “{EVIL}”", "game=alhambra"),
        ('game="medina" theme="pink"', "There is no theme “pink”", "game=medina"),
        ('game="medina" options="last=2"', "“last=2” is no option of a game", "game=medina"),
        ('game="medina" at="soon" replay="abc"', "“soon” is not the number of a move", "game=medina#replay=abc"),
        ('game="medina" replay="javascript:alert(1)"', "is neither a link to a game", "game=medina"),
        (
            'game="medina" options="first=2, towers=new-contact" seats=" you,bot:skilled " theme="dark" lang="en"',
            "",
            "game=medina&seats=you,bot:skilled&first=2&towers=new-contact&theme=dark&lang=en",
        ),
        ('game="medina" replay="abc-_9" at="12"', "", "game=medina#replay=abc-_9&at=12"),
    ],
)
def test_attributes(page: Page, site: Site, blog: Blog, attributes: str, says: str, query: str) -> None:
    """What is wrong is said in the box, and a game is offered all the same; the link beside Play goes to it, too."""
    page.goto(blog(snippet(site, attributes.replace("<", "&lt;"))))
    box = page.locator("palace-game")
    if says:
        expect(box.get_by_role("status")).to_contain_text(says)
    else:
        expect(box.get_by_role("button", name=re.compile("Play"))).to_be_visible()
        expect(box.locator("p[role=status]")).to_have_text("")
    assert box.get_by_role("link", name="Full window").get_attribute("href") == site.url(f"play.html?{query}")
    assert page.title() == "A blog"


def test_a_whole_link_is_a_replay_too(page: Page, site: Site, blog: Blog) -> None:
    address = site.url("play.html?game=palazzo&seats=you,bot:master#replay=abc&at=3")
    page.goto(blog(snippet(site, f'replay="{address.replace("&", "&amp;")}"')))
    full = page.locator("palace-game").get_by_role("link", name="Full window")
    expect(full).to_have_attribute("href", site.url("play.html?game=palazzo&seats=you,bot:master#replay=abc&at=3"))
    expect(page.locator("palace-game b")).to_have_text("Palazzo")


def test_attributes_are_followed_until_play(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(snippet(site)))
    box = page.locator("palace-game")
    expect(box.locator("b")).to_have_text("Medina")
    box.evaluate("box => { box.setAttribute('game', 'palazzo'); box.setAttribute('theme', 'dark'); }")
    expect(box.locator("b")).to_have_text("Palazzo")
    expect(box.locator("img")).to_have_attribute("src", site.url(site.part("embed/palazzo-dark.svg")))
    press(page)
    frame = box.locator("iframe")
    before = frame.get_attribute("src")
    assert before is not None
    assert before.startswith(site.url("embed.html?game=palazzo&"))
    box.evaluate("box => box.setAttribute('game', 'medina')")
    assert frame.get_attribute("src") == before


# -- Play --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 375, 600, 1000])
def test_play_moves_nothing_and_the_box_grows_with_the_game(page: Page, site: Site, blog: Blog, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(PLAYED)
    page.goto(blog(snippet(site)))
    page.locator("palace-game img").wait_for()
    page.wait_for_function("document.querySelector('palace-game').shadowRoot.querySelector('img').complete")
    before = page.evaluate(BELOW)
    page.evaluate(
        """() => {
          window.moved = 0;
          const after = document.getElementById("after");
          const y = () => after.getBoundingClientRect().top + scrollY;
          const first = y();
          const look = () => {
            if (window.told.some((data) => data.height)) return;
            window.moved = Math.max(window.moved, Math.abs(y() - first));
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    frame = live(page)
    assert page.evaluate("window.moved") <= 0.5
    grown(page, frame)
    assert page.evaluate(BELOW) > before
    assert page.evaluate(WIDE) <= 0
    assert frame.evaluate(WIDE) <= 0


@pytest.mark.parametrize("game", GAMES)
def test_every_game_fits_into_the_narrowest_box(page: Page, site: Site, blog: Blog, game: str) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(blog(snippet(site, f'game="{game}" seats="you,bot:casual,bot:casual" seed="5"')))
    frame = live(page)
    grown(page, frame)
    assert frame.evaluate(OUTSIDE) == []


def test_a_game_is_played_in_the_frame_and_taken_into_a_full_window(page: Page, site: Site, blog: Blog) -> None:
    page.emulate_media(reduced_motion="reduce")  # the bots move at once
    page.goto(blog(snippet(site, 'game="alhambra" seats="you,bot:beginner,bot:beginner" seed="4"')))
    frame = live(page)
    for _turn in range(3):
        frame.wait_for_selector("[data-act]")
        match = match_of(frame)  # type: ignore[arg-type]
        action = next(act for act in match.legal() if act[0] == "take")
        control = json.dumps(action, separators=(",", ":"))
        done = len(match.log)
        frame.locator(f"[data-act='{control}']").first.click()
        frame.wait_for_function("n => Number(document.documentElement.dataset.turn) > n", arg=done)
    frame.wait_for_selector("[data-act]")
    href = frame.get_by_role("link", name="Continue in full window").first.get_attribute("href")
    assert href is not None
    address = urlsplit(href)
    carried = parse_qs(address.fragment, keep_blank_values=True)
    assert address.path == "./play.html"
    assert "take" in carried
    saved = json.loads(frame.evaluate("window.palaces.save()"))
    assert len(saved["log"]) >= 9
    assert link.read(carried["replay"][0]).save() == saved
    stays = "link => (link.target || document.querySelector('base').target) !== '_blank'"
    assert frame.evaluate(f"[...document.links].filter({stays}).length") == 0


@pytest.mark.first_visit
def test_two_games_on_one_page_share_what_is_loaded(partitioned: Browser, site: Site, blog: Blog, asked: Asked) -> None:
    """And the memory image that one of them has kept, apart from what the site keeps elsewhere."""
    page = partitioned.new_context().new_page()
    page.goto(blog(snippet(site, story="") + f'<palace-game game="palazzo" seed="3"></palace-game>{STORY}'))
    one = live(page)
    one.wait_for_selector("html[data-bots=ready]", state="attached")  # else its worker may still be loading
    offline_ready(one)  # type: ignore[arg-type]
    asked.clear()
    two = live(page, 1)
    assert {path for path, status in asked if status != 304} <= {"/palaces/sw.js"}
    assert match_of(one).game == "medina"  # type: ignore[arg-type]
    assert match_of(two).game == "palazzo"  # type: ignore[arg-type]
    grown(page, one)
    grown(page, two)

    image_kept(one)  # type: ignore[arg-type]
    two.goto(two.url)
    ready(two)  # type: ignore[arg-type]
    assert came_from(two) == "kept"  # type: ignore[arg-type]
    assert match_of(two).game == "palazzo"  # type: ignore[arg-type]
    own = page.context.new_page()
    own.goto(site.url())
    assert not any("image" in name for name in own.evaluate("caches.keys()"))


def test_in_a_page_with_a_strict_policy(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(snippet(site), csp=STRICT.format(site=site.url().rsplit("/", 2)[0])))
    height = page.evaluate("document.querySelector('palace-game').offsetHeight")
    assert height > 200
    frame = live(page)
    grown(page, frame)
    assert page.evaluate("document.querySelector('palace-game').offsetHeight") > height


def test_a_policy_that_forbids_the_frame_is_explained(page: Page, site: Site, blog: Blog, errors: list[str]) -> None:
    own = site.url().rsplit("/", 2)[0]
    page.goto(blog(snippet(site), csp=f"default-src 'none'; script-src {own}; img-src {own} data:"))
    press(page)
    expect(page.locator("palace-game").get_by_role("status")).to_contain_text(f"needs {own} in frame-src")
    errors.clear()


# -- a saved game ------------------------------------------------------------------------------------------------------


def played(moves: int = 400) -> Match:
    """A game of bots, as far as that."""
    match = Match.new("medina", [{"name": f"Bot {n}", "kind": "bot:casual"} for n in range(2)], 5)
    while match.to_move() is not None and len(match.log) < moves:
        match.play(choose("beginner", match.view(match.to_move()), Random(1)).action)
    return match


def test_a_save_beside_the_post_is_shown_at_its_move(page: Page, site: Site, blog: Blog) -> None:
    save = json.dumps(played().save())
    page.goto(blog(snippet(site, 'game="medina" replay="game.json" at="12"'), files={"game.json": save}))
    frame = live(page)
    expect(frame.locator("#turn")).to_contain_text("Move 12,")
    assert json.loads(frame.evaluate("window.palaces.save()")) == json.loads(save)
    expect(frame.locator("#moment")).to_have_attribute("max", "12")


def test_a_link_is_looked_at_in_the_frame_and_leads_to_its_move_in_a_window(page: Page, site: Site, blog: Blog) -> None:
    text = link.write(played())
    page.goto(blog(snippet(site, f'game="medina" replay="{text}" at="12"')))
    frame = live(page)
    turn = frame.locator("#turn")
    expect(turn).to_contain_text("Move 12,")
    frame.locator("#forward").click()
    expect(turn).to_contain_text("Move 13,")
    expect(frame.locator("#window")).to_have_attribute("href", f"./play.html?game=medina#replay={text}&at=13")
    frame.locator("#forward").press("Escape")
    expect(page.locator("palace-game").get_by_role("button", name="Back into the game")).to_be_focused()


def test_a_save_that_is_not_there_is_told_and_a_new_game_offered(
    page: Page, site: Site, blog: Blog, errors: list[str]
) -> None:
    page.goto(blog(snippet(site, 'game="medina" replay="nowhere.json"')))
    press(page)
    expect(page.locator("palace-game").get_by_role("status")).to_contain_text("The saved game was not loaded (404).")
    errors.clear()
    frame = live(page)
    assert json.loads(frame.evaluate("window.palaces.save()"))["log"] == []


def test_a_broken_save_changes_nothing(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(snippet(site, f'{TABLE} replay="game.json"'), files={"game.json": f'{{"format": "{EVIL}"}}'}))
    frame = live(page)
    expect(frame.locator(".notice").last).to_contain_text("This save cannot be opened")
    assert frame.locator("img").count() == 0
    assert json.loads(frame.evaluate("window.palaces.save()"))["seed"] == 7


# -- who may say what --------------------------------------------------------------------------------------------------


def test_messages_from_anybody_else_are_ignored(page: Page, site: Site, blog: Blog) -> None:
    """To the element from the post itself and from another frame of it; to the game from that frame, which finds it."""
    shout = (
        "parent.postMessage({ palaces: 1, height: 5000, leave: true, ready: true }, '*');"
        "parent.document.querySelector('palace-game').shadowRoot.querySelector('iframe')?.contentWindow"
        ".postMessage({ palaces: 1, load: 'nonsense', at: 1 }, '*');"
    )
    stranger = f"<script>setInterval(() => {{ {shout} }}, 50)</script>"
    ad = f'<iframe src="ad.html" title="ad"></iframe>{STORY}'
    page.add_init_script(PLAYED)
    page.goto(blog(snippet(site, story=ad), files={"ad.html": stranger}))
    frame = live(page)
    grown(page, frame)
    page.evaluate("window.told = []; postMessage({ palaces: 1, height: 7000, leave: true }, '*')")
    frame.evaluate("window.told = []")
    for place, heard in ((page, "data.height === 7000"), (page, "data.height === 5000"), (frame, "data.load")):
        place.wait_for_function(f"window.told.some((data) => {heard})")
    assert page.evaluate("document.querySelector('palace-game').offsetHeight") < 4000
    assert frame.get_by_text("cannot be opened").count() == 0
    assert page.evaluate("document.querySelector('palace-game').shadowRoot.activeElement.localName") == "iframe"


def test_heights_are_clamped(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(snippet(site)))
    frame = live(page)
    grown(page, frame)
    for said, high in (("1e9", 8000), ("-5", 240), ("NaN", 240), ("'9px; color: red'", 240)):
        frame.evaluate(f"parent.postMessage({{ palaces: 1, height: {said} }}, '*')")
        page.wait_for_function(
            "h => document.querySelector('palace-game').shadowRoot.querySelector('iframe').clientHeight === h", arg=high
        )


# -- keys, wheel, focus ------------------------------------------------------------------------------------------------


def test_keys_belong_to_the_game_only_while_it_has_the_focus(page: Page, site: Site, blog: Blog) -> None:
    page.goto(blog(snippet(site)))
    frame = live(page)
    grown(page, frame)
    page.keyboard.press("?")  # Play has put the focus into the game
    expect(frame.locator("#panel .keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(frame.locator("#panel .keys")).to_have_count(0)
    assert page.evaluate("document.querySelector('palace-game').shadowRoot.activeElement.localName") == "iframe"
    scrolled = page.evaluate("scrollY")
    page.keyboard.press("Escape")  # nothing is left to close: out of the game
    page.wait_for_function("document.querySelector('palace-game').shadowRoot.activeElement?.localName === 'button'")
    assert page.evaluate("document.activeElement.localName") == "palace-game"
    assert page.evaluate("scrollY") == scrolled
    frame.evaluate("window.keys = []; addEventListener('keydown', (event) => window.keys.push(event.key), true)")
    page.keyboard.press("?")
    page.keyboard.press("Enter")  # back into the game
    expect(frame.locator("#panel .keys")).to_have_count(0)
    page.keyboard.press("?")
    expect(frame.locator("#panel .keys")).to_be_visible()
    assert frame.evaluate("window.keys") == ["?"]


def test_the_wheel_scrolls_the_post(page: Page, site: Site, blog: Blog) -> None:
    page.set_viewport_size({"width": 800, "height": 500})
    page.goto(blog(snippet(site)))
    page.locator("palace-game").scroll_into_view_if_needed()
    press(page)
    page.mouse.move(400, 200)
    page.mouse.wheel(0, 100)  # while the game is still being loaded, too
    page.wait_for_function("scrollY >= 100")
    frame = inside(page)
    ready(frame)  # type: ignore[arg-type]
    grown(page, frame)
    at = page.evaluate("scrollY")
    page.mouse.wheel(0, 150)
    page.wait_for_function("y => scrollY >= y + 150", arg=at)
    assert frame.evaluate("scrollY") == 0


def test_a_plain_frame_works_without_a_script(page: Page, site: Site, blog: Blog) -> None:
    frame_tag = f'<iframe src="{site.url("embed.html?game=palazzo&amp;seed=3&amp;theme=dark")}" title="Palazzo"'
    page.goto(blog(f'{frame_tag} width="600" height="500" loading="lazy"></iframe>'))
    frame = inside(page)
    ready(frame)  # type: ignore[arg-type]
    assert frame.evaluate("document.documentElement.scrollHeight > innerHeight")
    assert frame.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    expect(frame.locator(".brand")).to_be_hidden()
    frame.locator("#menu").focus()
    page.keyboard.press("Escape")
    assert frame.evaluate("document.activeElement === document.body")
    assert page.locator("iframe").evaluate("frame => frame.clientHeight") == 500


# -- what is kept ------------------------------------------------------------------------------------------------------

APART = "is not sure to be kept"
REFUSED = "This browser does not let the game be kept"


def test_storage_that_is_kept_apart_is_told_once(partitioned: Browser, site: Site, blog: Blog) -> None:
    context = partitioned.new_context()
    page = context.new_page()
    page.goto(blog(snippet(site)))
    frame = live(page)
    expect(frame.locator(".notice")).to_have_count(1)
    expect(frame.locator(".notice")).to_contain_text(APART)
    assert frame.evaluate("localStorage.length") == 1
    top = context.new_page()
    top.goto(site.url())
    assert top.evaluate("localStorage.length") == 0
    context.close()


def test_storage_that_is_refused_is_told_once(page: Page, site: Site, blog: Blog) -> None:
    page.add_init_script(f"if (window !== top) {{ {NO_STORAGE} }}")
    page.goto(blog(snippet(site)))
    frame = live(page)
    expect(frame.locator(".notice")).to_have_count(1)
    expect(frame.locator(".notice")).to_contain_text(REFUSED)


def test_in_a_sandbox_the_game_is_played_all_the_same(page: Page, site: Site, blog: Blog) -> None:
    src = site.url("embed.html?game=medina&amp;seed=7&amp;seats=you,bot:beginner&amp;first=1")
    page.goto(blog(f'<iframe sandbox="allow-scripts" src="{src}" width="700" height="700" title="Medina"></iframe>'))
    frame = inside(page)
    ready(frame)  # type: ignore[arg-type]
    expect(frame.locator(".notice")).to_contain_text(REFUSED)
    frame.wait_for_selector(".unit.can")
    frame.locator(".unit.can").first.click()
    expect(frame.locator(".cell.can").first).to_be_visible()


def test_below_its_own_site_nothing_is_said(page: Page, site: Site) -> None:
    """A game's own page shows a preview of what another page would have."""
    page.goto(site.url("play.html?game=alhambra&seed=7"))
    ready(page)
    page.evaluate(
        """src => {
          const script = document.createElement("script");
          script.src = src;
          document.head.append(script);
          const box = document.createElement("palace-game");
          box.setAttribute("game", "medina");
          document.querySelector("main").prepend(box);
        }""",
        "./embed.js",
    )
    frame = live(page)
    expect(frame.locator(".notice")).to_have_count(0)
    assert match_of(page).game == "alhambra"


def test_after_a_first_game_the_network_is_not_needed(partitioned: Browser, site: Site, blog: Blog) -> None:
    context = partitioned.new_context()
    page = context.new_page()
    page.goto(blog(snippet(site)))
    offline_ready(live(page))  # type: ignore[arg-type]
    site.stop()
    page.evaluate(
        "document.querySelector('palace-game').replaceWith(document.querySelector('palace-game').cloneNode(true))"
    )
    live(page)
    context.close()


# -- themes ------------------------------------------------------------------------------------------------------------


@pytest.mark.first_visit
@pytest.mark.parametrize("name", ["play.html", "embed.html"])
def test_the_theme_of_the_address_counts_before_anything_is_drawn(page: Page, site: Site, name: str) -> None:
    page.emulate_media(color_scheme="light")
    page.route("**/boot.js", lambda route: None)  # never answered: what is seen is what was drawn before any Python
    page.goto(site.url(f"{name}?game=medina&theme=dark"), wait_until="commit")
    page.locator(".top").first.wait_for(state="attached")
    page.wait_for_function("document.styleSheets.length >= 2")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(24, 22, 19)"


@pytest.mark.parametrize(
    ("theme", "scheme", "dark"), [("auto", "dark", True), ("light", "dark", False), ("dark", "light", True)]
)
def test_the_picture_has_the_theme_s_colours(
    page: Page, site: Site, blog: Blog, theme: str, scheme: Any, dark: bool
) -> None:
    page.emulate_media(color_scheme=scheme)
    style = '<meta name="color-scheme" content="light dark">'
    page.goto(blog(style + snippet(site, f'game="palazzo" theme="{theme}"')))
    box = page.locator("palace-game .strip")
    assert (box.evaluate("box => getComputedStyle(box).color") == "rgb(241, 233, 220)") == dark
    suffix = "" if theme == "auto" else f"-{theme}"
    expect(page.locator("palace-game img")).to_have_attribute("src", site.url(site.part(f"embed/palazzo{suffix}.svg")))
