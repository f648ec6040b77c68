"""Browser tests of our element in pages with policies, in bundles, and with a fixed version of its script."""

import base64
import hashlib
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT, SITE_FOLDER, Blog, Site, wait_until_live
from playwright.sync_api import Page, expect

BODY = '<palace-game game="medina" seats="you,bot:beginner"><a href="{site}medina.html">Play Medina</a></palace-game>'
COEP_HEADER, COOP_HEADER = "Cross-Origin-Embedder-Policy", "Cross-Origin-Opener-Policy"
PICTURE_WIDTH_JS = "document.querySelector('palace-game').shadowRoot?.querySelector('img')?.naturalWidth"
Serve = Callable[..., str]


@pytest.fixture
def serve_page(tmp_path: Path) -> Iterator[Serve]:
    """A function that publishes a page on another site, with headers. It returns the page's address."""
    made: list[Site] = []

    def publish(body: str, headers: dict[str, str], files: dict[str, str] | None = None) -> str:
        for name, text in {
            "post.html": f"<!doctype html><title>A blog</title><link rel='icon' href='data:,'>{body}",
            **(files or {}),
        }.items():
            (tmp_path / name).write_text(text, "utf-8")
        made.append(Site(tmp_path, headers))
        return made[-1].url("post.html").replace("localhost", "127.0.0.1")

    yield publish
    for each in made:
        each.stop()


@pytest.fixture
def plain_site() -> Iterator[Site]:
    """The built site as GitHub Pages sends it: any page may read it, and it has no policy."""
    site = Site(SITE_FOLDER, {"Access-Control-Allow-Origin": "*"})
    yield site
    site.stop()


def press_play(page: Page) -> None:
    page.wait_for_function(PICTURE_WIDTH_JS)
    page.locator("palace-game").get_by_role("button", name=re.compile("^Play ")).click()


def wait_for_game(page: Page) -> None:
    press_play(page)
    page.locator("palace-game iframe").wait_for()
    frame = page.frame_locator("palace-game iframe")
    frame.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)


@pytest.mark.first_visit
@pytest.mark.parametrize("opener", [{}, {COOP_HEADER: "same-origin"}], ids=["alone", "isolated"])
@pytest.mark.parametrize("policy", ["require-corp", "credentialless"])
def test_under_an_embedder_policy_the_frame_is_credentialless(
    page: Page, plain_site: Site, serve_page: Serve, errors: list[str], policy: str, opener: dict[str, str]
) -> None:
    script = f'<script src="{plain_site.url("embed.js")}" async crossorigin></script>'
    page.goto(serve_page(script + BODY.format(site=plain_site.url()), {COEP_HEADER: policy, **opener}))
    assert page.evaluate("crossOriginIsolated") == bool(opener)
    wait_for_game(page)
    assert page.locator("palace-game iframe").evaluate("frame => frame.credentialless")
    errors.clear()  # the browser names what it blocked before


@pytest.mark.first_visit
@pytest.mark.parametrize("policy", ["require-corp", "credentialless"])
def test_a_browser_without_such_frames_is_told_the_cause(
    page: Page, plain_site: Site, serve_page: Serve, errors: list[str], policy: str
) -> None:
    page.add_init_script("delete HTMLIFrameElement.prototype.credentialless")
    script = f'<script src="{plain_site.url("embed.js")}" async crossorigin></script>'
    page.goto(serve_page(script + BODY.format(site=plain_site.url()), {COEP_HEADER: policy}))
    press_play(page)
    status = page.locator("palace-game").get_by_role("status")
    expect(status).to_contain_text("This page's Cross-Origin-Embedder-Policy blocks the game")
    expect(status).to_contain_text(plain_site.url())
    expect(page.locator("palace-game").get_by_role("button", name="Play Medina")).to_be_visible()
    errors.clear()


@pytest.mark.parametrize("nonce", ["abc", ""])
def test_with_strict_dynamic_the_script_needs_the_nonce(
    page: Page, site: Site, serve_page: Serve, errors: list[str], nonce: str
) -> None:
    """Without it, readers have the link."""
    own = site.url().removesuffix("palaces/")
    policy = f"default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; img-src {own} data:; frame-src {own}"
    script = f'<script src="{site.url("embed.js")}" async nonce="{nonce}"></script>'
    page.goto(serve_page(script + BODY.format(site=site.url()), {"Content-Security-Policy": policy}))
    if nonce:
        wait_for_game(page)
    else:
        expect(page.get_by_role("link", name="Play Medina")).to_be_visible()
        assert page.evaluate("customElements.get('palace-game') === undefined")
        errors.clear()


def fixed_copy(site: Site) -> Path:
    [copy] = site.folder.glob("embed-*.js")
    return copy


def test_the_fixed_copy_has_the_integrity_that_the_page_shows(
    page: Page, plain_site: Site, serve_page: Serve, errors: list[str]
) -> None:
    copy = fixed_copy(plain_site)
    page.goto(plain_site.url("rules/embed.html"))
    shown = page.locator("#version ~ pre").inner_text()
    assert shown.startswith(f'<script src="{plain_site.url(copy.name)}" async crossorigin')
    digest = base64.b64encode(hashlib.sha256(copy.read_bytes()).digest()).decode()
    assert f'integrity="sha256-{digest}"' in shown
    page.goto(serve_page(shown + BODY.format(site=plain_site.url()), {}))
    page.wait_for_function(PICTURE_WIDTH_JS)
    page.goto(serve_page(shown.replace(digest, digest[::-1]) + BODY.format(site=plain_site.url()), {}))
    expect(page.get_by_role("link", name="Play Medina")).to_be_visible()
    errors.clear()


BUNDLES = {
    "bundle": ("iife", '<script src="site.js" defer></script>'),
    "head": ("iife", '<script src="site.js"></script>'),
    "module": ("esm", '<script type="module" src="site.js"></script>'),
    "inline": ("iife", "<script>{code}</script>"),
}


@pytest.mark.parametrize("kind", BUNDLES)
def test_in_a_bundle_the_link_leads_to_the_games(
    page: Page, site: Site, serve_page: Serve, tmp_path: Path, kind: str
) -> None:
    shape, tag = BUNDLES[kind]
    (tmp_path / "entry.js").write_text(f'import "{fixed_copy(site)}";\nwindow.own = 1;\n', "utf-8")
    esbuild = ROOT / "node_modules/esbuild/bin/esbuild"
    command = ["node", str(esbuild), "--bundle", "--minify", f"--format={shape}", str(tmp_path / "entry.js")]
    code = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    body = tag.replace("{code}", code) + BODY.format(site=site.url())
    page.goto(serve_page(body, {}, {"site.js": code}))
    assert page.evaluate("window.own") == 1
    wait_for_game(page)
    assert (page.locator("palace-game iframe").get_attribute("src") or "").startswith(site.url("frame.html?"))


def test_a_copy_on_another_site_reads_the_address_from_its_tag(page: Page, site: Site, serve_page: Serve) -> None:
    copy = fixed_copy(site)
    tag = f'<script src="{copy.name}" async data-site="{site.url()}"></script>'
    page.goto(serve_page(f'{tag}<palace-game game="palazzo"></palace-game>', {}, {copy.name: copy.read_text("utf-8")}))
    page.wait_for_function(PICTURE_WIDTH_JS)
    rules = page.locator("palace-game").get_by_role("link", name="Rules")
    expect(rules).to_have_attribute("href", site.url("rules/palazzo.html"))


def test_an_older_copy_finds_the_pictures_of_the_newest_release(page: Page, site: Site, blog: Blog) -> None:
    copy = fixed_copy(site).read_text("utf-8")
    older = re.sub(r"release-[0-9a-f]{16}", "release-0000000000000000", copy)
    page.route("**/embed-old.js", lambda route: route.fulfill(body=older, content_type="text/javascript"))
    page.goto(blog(f'<script src="{site.url("embed-old.js")}" async></script>{BODY.format(site=site.url())}'))
    page.wait_for_function(PICTURE_WIDTH_JS)


def test_without_script_address_and_link_the_content_stays(page: Page, site: Site, serve_page: Serve) -> None:
    """Once there is a link, there is a game."""
    code = fixed_copy(site).read_text("utf-8")
    page.goto(serve_page(f"<script>{code}</script><palace-game>Later</palace-game>", {}))
    expect(page.get_by_text("Later")).to_be_visible()
    page.evaluate(
        """(href) => document.querySelector("palace-game").append(
             Object.assign(document.createElement("a"), { href, textContent: "Play" }))""",
        site.url("medina.html"),
    )
    page.wait_for_function(PICTURE_WIDTH_JS)


def test_the_styles_of_the_page_do_not_reach_the_box(page: Page, site: Site, blog: Blog) -> None:
    """The box has no inherited shadows, spaces, cases or directions of text."""
    odd = (
        "body { text-shadow: 0 0 9px red; word-spacing: 2em; font-variant: small-caps; line-height: 3; "
        "-webkit-text-fill-color: red; writing-mode: vertical-rl; hyphens: auto; text-align: right }"
    )
    seen = []
    for style in ("", f"<style>{odd} palace-game {{ writing-mode: horizontal-tb }}</style>"):
        page.goto(blog(f'{style}<script src="{site.url("embed.js")}" async></script>{BODY.format(site=site.url())}'))
        page.set_viewport_size({"width": 700, "height": 700})
        page.wait_for_function(PICTURE_WIDTH_JS)
        style_of = "each => { const s = getComputedStyle(each); return [s.textShadow, s.wordSpacing, s.fontVariant, "
        style_of += "s.lineHeight, s.webkitTextFillColor, s.writingMode, s.textAlign]; }"
        seen.append(page.locator("palace-game button").evaluate(style_of))
    assert seen[0] == seen[1]


def test_the_game_starts_where_the_site_sends_the_policies(page: Page, serve_page: Serve) -> None:
    """Then the frame stores its games."""
    sent = {COEP_HEADER: "require-corp", "Cross-Origin-Resource-Policy": "cross-origin"}
    site = Site(SITE_FOLDER, sent | {"Access-Control-Allow-Origin": "*"})
    try:
        page.goto(serve_page(f'<script src="{site.url("embed.js")}"></script>{BODY}', {COEP_HEADER: "require-corp"}))
        press_play(page)
        frame = page.locator("iframe").element_handle().content_frame()
        assert frame
        wait_until_live(frame)  # type: ignore[arg-type]
        assert not page.locator("palace-game iframe").evaluate("frame => frame.credentialless")
    finally:
        site.stop()


def test_games_in_shadow_roots_are_apart(page: Page, site: Site, serve_page: Serve) -> None:
    """Each of them continues only its own game."""
    define = """<script>
      customElements.define("my-post", class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = this.dataset.inside; }
      });</script>"""
    inside = BODY.format(site=site.url()).replace('"', "&quot;")
    post = f'<my-post data-inside="{inside}"></my-post>' * 2
    page.goto(serve_page(f'<script src="{site.url("embed.js")}"></script>{define}{post}', {}))
    games = page.locator("palace-game")
    games.first.get_by_role("button", name="Play Medina").click()
    games.first.locator("iframe").wait_for()
    page.frame_locator("palace-game iframe").locator("html[data-ready]").wait_for(state="attached")
    page.wait_for_function("sessionStorage.length > 0")
    page.reload()
    expect(games.first.get_by_role("button")).to_have_text("Continue")
    expect(games.last.get_by_role("button")).to_have_text("Play")


def test_a_site_that_forbids_frames_is_not_called_out_of_reach_alone(
    page: Page, serve_page: Serve, errors: list[str]
) -> None:
    site = Site(SITE_FOLDER, {"X-Frame-Options": "DENY"})
    try:
        page.goto(serve_page(f'<script src="{site.url("embed.js")}"></script>{BODY.format(site=site.url())}', {}))
        press_play(page)
        status = page.locator("palace-game").get_by_role("status")
        expect(status).to_contain_text("can't be reached, or allows no frames")
    finally:
        site.stop()
    errors.clear()


@pytest.mark.parametrize("kind", ["xhtml", "srcdoc", "quirks"])
def test_posts_of_unusual_kinds(page: Page, site: Site, serve_page: Serve, kind: str) -> None:
    element = f'<script async="async" src="{site.url("embed.js")}"></script>{BODY.format(site=site.url())}'
    head = "<head><title>A blog</title><link rel='icon' href='data:,'/></head>"
    texts = {
        "post.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml">{head}<body>{element}</body></html>',
        "quirks.html": f"<html>{head}{element}",
    }
    frame = f"<iframe width='700' height='600' srcdoc='{element}'></iframe>"
    address = serve_page(frame if kind == "srcdoc" else "", {}, texts)
    page.goto(
        address
        if kind == "srcdoc"
        else address.replace("post.html", f"{'post.x' if kind == 'xhtml' else 'quirks.'}html")
    )
    around = page.frame_locator("iframe") if kind == "srcdoc" else page
    around.locator("palace-game").get_by_role("button", name="Play Medina").click()
    for _try in range(60):
        if game := next((each for each in page.frames if "/frame.html" in each.url), None):
            break
        page.wait_for_timeout(250)
    assert game
    wait_until_live(game)  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [280, 360, 900])
def test_words_before_play_grow_with_the_text_size(page: Page, site: Site, blog: Blog, width: int) -> None:
    """All of them are still in the box, and none of them shrinks in a page with a small root."""
    page.set_viewport_size({"width": width, "height": 800})
    body = BODY.format(site=site.url())
    page.goto(blog(f'<style>body {{ margin: 0 }}</style><script src="{site.url("embed.js")}"></script>{body}'))
    page.wait_for_function(PICTURE_WIDTH_JS)
    sizes = """() => [...document.querySelector("palace-game").shadowRoot.querySelectorAll("small, button, a")]
        .map((each) => parseFloat(getComputedStyle(each).fontSize))"""
    inside = """() => {
      const box = document.querySelector("palace-game"), around = box.getBoundingClientRect();
      return [...box.shadowRoot.querySelectorAll("b, small, button, a")].every((each) => {
        const { left, right, bottom } = each.getBoundingClientRect();
        return left >= around.left && right <= around.right + 1 && bottom <= around.bottom + 1
          && each.scrollWidth <= each.clientWidth + 1;
      });
    }"""
    usual = page.evaluate(sizes)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(sizes) == pytest.approx([2 * size for size in usual], rel=0.01)
    assert page.evaluate(inside)
    page.evaluate("document.documentElement.style.fontSize = '62.5%'")
    assert min(page.evaluate(sizes)) >= 16
