"""Tests of sharing: links, QR codes, challenges, and snippets for other pages."""

import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Callable
from random import Random
from urllib.parse import urlsplit

import pytest
import zxingcpp
from conftest import Site, wait_until_live, wait_until_offline_ready
from layout_checks import WAIT_FOR_ANIMATIONS_JS, layout_faults
from palaces.app.routing import Address
from palaces.app.routing import parse_query as address_of
from palaces.share import permalinks
from players import (
    RECORD_ANNOUNCEMENTS_JS,
    Open,
    advance_match,
    import_files,
    is_focus_lost,
    json_file,
    load_match,
    load_save,
    open_games_list,
    play_action,
    play_to_end,
    save_text,
    sensible_action,
    wait_for_decision,
)
from playwright.sync_api import BrowserContext, Page, Route, expect

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.match import require_game

TABLE = Address(seats=("you", "bot:casual"), seed=7)
SILENT_CLIPBOARD_JS = "Clipboard.prototype.writeText = () => new Promise(() => {});"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
REFUSE_CLIPBOARD_JS = "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));"
SYSTEM_SHARE_JS = """window.sent = [];
navigator.canShare = ({ url }) => url.startsWith("http");
navigator.share = (what) => {
  window.sent.push(what);
  return window.sent.length > 1 ? Promise.reject(new DOMException("no", window.fate)) : Promise.resolve();
};"""
PNG_PIXELS_JS = """async (png) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (each) => each.charCodeAt(0))]));
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const grey = canvas.getImageData(0, 0, width, height).data.filter((_, n) => n % 4 === 1);
  let text = "";
  for (const each of grey) text += String.fromCharCode(each);
  return [width, height, btoa(text)];
}"""
"""The pixels of a PNG, a byte each."""


def casual_match(address: Address, until: int = 10**6) -> Match:
    """Return a game, played casually by all, up to a person's turn after a log number, or to the end. Casual bots move
    as on a page."""
    match = Match.new(require_game(address.game), address.match_players(), address.seed, address.match_options())
    while (seat := match.to_move()) is not None and (len(match.log) < until or match.seats[seat]["kind"] != "human"):
        match.play(choose("casual", match.view(seat), Random(f"{match.seed}-{len(match.log)}")).action)
    return match


def open_match(page: Page, open_game: Open, match: Match) -> None:
    open_game(page, f"game={match.game}&seats=you,bot:casual&seed=1&speed=instant")
    assert load_save(page, json.dumps(match.save())) == ""


def open_panel_of(page: Page, panel: str) -> None:
    page.click("#menu")
    page.click(f"#{panel}")
    expect(page.locator("#panel h2")).to_have_text(panel.title())


def shared_link(page: Page) -> str:
    return page.locator("#link").input_value()


def linked_match(address: str) -> permalinks.LinkedGame:
    return permalinks.read_fragment(urlsplit(address).fragment)


def abort_offline(route: Route) -> None:
    """Abort the request for this file, as without a network."""
    route.abort()


def scan_qr_code(page: Page, png: bytes) -> str:
    """Return the text of a QR code in a picture. A separate page reads its pixels."""
    apart = page.context.new_page()
    width, height, grey = apart.evaluate(PNG_PIXELS_JS, b64encode(png).decode())
    apart.close()
    [code] = zxingcpp.read_barcodes(memoryview(b64decode(grey)).cast("B", [height, width]))
    return str(code.text)


@pytest.fixture
def clipboard(context: BrowserContext) -> Callable[[Page], str]:
    """A function that returns the text on the clipboard."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return lambda page: str(page.evaluate("navigator.clipboard.readText()"))


# -- links -------------------------------------------------------------------------------------------------------------


def test_the_copied_link_is_this_game(page: Page, open_game: Open, clipboard: Callable[[Page], str]) -> None:
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    open_match(page, open_game, casual_match(Address("medina", TABLE.seats, seed=4), 20))
    open_panel_of(page, "share")
    page.click("#copy-link")
    expect(page.locator("#panel .told").first).to_have_text("Copied")
    page.wait_for_function("window.heard.some((text) => text.includes('Copied.'))")
    address = clipboard(page)
    assert address == shared_link(page)
    assert address.startswith(page.url.partition("medina.html")[0] + "medina.html#")
    replay = linked_match(address).replay
    assert replay
    assert replay.save() == json.loads(save_text(page))
    assert not is_focus_lost(page)
    page.keyboard.press("Escape")
    expect(page.locator("#panel .sheet")).to_have_count(0)


@pytest.mark.parametrize(
    "script", [NO_CLIPBOARD, REFUSE_CLIPBOARD_JS, SILENT_CLIPBOARD_JS], ids=["none", "refused", "silent"]
)
def test_where_the_clipboard_is_refused_the_link_lies_selected(page: Page, open_game: Open, script: str) -> None:
    page.add_init_script(script)
    open_match(page, open_game, casual_match(TABLE, 10))
    open_panel_of(page, "share")
    page.click("#copy-link")
    expect(page.locator("#panel .told").first).to_contain_text("press Ctrl+C")
    expect(page.locator("#link")).to_be_focused()
    assert page.evaluate("getSelection().toString()") == shared_link(page)


def test_the_system_s_sheet_takes_the_link_and_may_be_closed_again(page: Page, open_game: Open) -> None:
    page.add_init_script(SYSTEM_SHARE_JS)
    open_match(page, open_game, casual_match(TABLE, 10))
    open_panel_of(page, "share")
    told = page.locator("#panel .told").first
    for fate, said in (("", ""), ("AbortError", ""), ("NotAllowedError", "The link couldn't be sent.")):
        page.evaluate("fate => { window.fate = fate; }", fate)
        page.click("#send")
        expect(told).to_contain_text(said) if said else expect(told).to_be_empty()
    assert [sent["url"] for sent in page.evaluate("window.sent")] == [shared_link(page)] * 3


def test_while_looking_back_the_link_hides_what_came_later(page: Page, open_game: Open) -> None:
    match = casual_match(TABLE)
    open_match(page, open_game, match)
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    for _move in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#turn")).to_contain_text("Move 3 of")
    open_panel_of(page, "share")
    expect(page.locator("#link-about")).to_contain_text("the table after move 3")
    assert linked_match(shared_link(page)).log_number == 3
    page.get_by_role("button", name="The whole game").click()
    expect(page.locator("#link-about")).to_contain_text("every move")
    assert linked_match(shared_link(page)).log_number is None


# -- QR codes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_is_read_from_the_screen(page: Page, open_game: Open, scheme: str) -> None:
    """A challenge with a proof is the longest link. A phone's modules are small, but have more pixels each."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    open_match(page, open_game, casual_match(Address("palazzo", ("you", *["bot:casual"] * 3), seed=4)))
    page.click("#share-end")
    for name in ("The whole game", "A challenge"):
        page.get_by_role("button", name=name).click()
        page.click("#code")
        code = page.get_by_role("img", name="QR code of the link")
        expect(code).to_be_visible()
        page.evaluate(WAIT_FOR_ANIMATIONS_JS)
        assert scan_qr_code(page, code.screenshot()) == shared_link(page)
    page.click("#code")
    expect(code).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.first_visit
@pytest.mark.browser_context_args(device_scale_factor=2)
def test_the_code_is_read_from_a_phone_and_every_module_has_its_pixels(page: Page, open_game: Open) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_match(page, open_game, casual_match(Address("medina", ("you", "bot:casual"), seed=4)))
    page.click("#share-end")
    page.click("#code")
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    page.evaluate(WAIT_FOR_ANIMATIONS_JS)
    modules = int((code.get_attribute("viewBox") or "").split()[2])
    box = code.bounding_box()
    assert box
    assert box["width"] / modules >= 3
    assert scan_qr_code(page, code.screenshot()) == shared_link(page)


def test_codes_are_made_offline_too(page: Page, open_game: Open, site: Site) -> None:
    open_match(page, open_game, casual_match(TABLE, 10))
    wait_until_offline_ready(page)
    site.stop()
    open_panel_of(page, "share")
    page.click("#code")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()


@pytest.mark.first_visit
def test_a_code_that_cannot_be_made_is_told_and_the_next_try_may_do(
    page: Page, open_game: Open, errors: list[str]
) -> None:
    page.route("**/qr.js", abort_offline)
    open_match(page, open_game, casual_match(TABLE, 10))
    open_panel_of(page, "share")
    page.click("#code")
    expect(page.locator("#panel .told").first).to_contain_text("The QR code couldn't be made.")
    expect(page.locator("#code")).to_have_attribute("aria-expanded", "false")
    assert not is_focus_lost(page)
    assert any("qr.js" in error for error in errors)
    errors.clear()
    page.unroute("**/qr.js")
    page.click("#code")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    scripts = page.locator("head script[src*='qr.js']").evaluate_all("all => all.map(({ src }) => new URL(src).hash)")
    assert scripts == ["", "#1"]  # browsers may not request a module again at an address that failed


# -- challenges --------------------------------------------------------------------------------------------------------


def accept_challenge(page: Page, site: Site, address: str) -> None:
    """Accept a challenge. With reduced motion, bots move without a pause."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(site.url(address))
    wait_until_live(page)


def advance_stored_game(page: Page) -> None:
    """Advance the stored game almost to its end, as if it had been played in this browser."""
    put = """save => {
      const kept = Object.entries(localStorage).filter(([name]) => name.startsWith("palaces:game:"));
      const records = kept.map(([key, text]) => [key, JSON.parse(text)]);
      const asked = location.search.slice(1).replace("&confirm=never", "");
      const [key, record] = records.find(([_, { address }]) => address.endsWith(`&${asked}`));
      localStorage.setItem(key, JSON.stringify({ ...record, save }));
    }"""
    page.evaluate(put, advance_match(load_match(page)).save())
    page.reload()
    wait_until_live(page)


def _continue_from_home(page: Page, site: Site) -> None:
    """Continue by the list of games on the home page."""
    page.goto(site.url())
    page.locator("#continue a").first.click()


def _import_and_continue(page: Page, site: Site) -> None:
    """Export, lose and import all games, and then continue."""
    page.goto(site.url())
    open_games_list(page)
    with page.expect_download() as download:
        page.click("#export")
    page.evaluate("localStorage.clear()")
    assert import_files(page, json_file("all.json", download.value.path().read_bytes())) == "Imported: 1"
    page.locator("#continue a").first.click()


def test_a_challenge_with_a_true_proof_is_played_to_its_end(page: Page, site: Site) -> None:
    proof = casual_match(TABLE)
    beat = proof.scores()[0]
    accept_challenge(page, site, permalinks.challenge_link(TABLE, beat, proof))
    expect(page.locator(".notice")).to_contain_text(f"Challenge: beat {beat}.")
    expect(page.locator(".notice")).to_contain_text("The score to beat is proven")
    expect(page.locator("#turn .badge")).to_have_text(f"beat {beat}")
    assert load_match(page).setup == proof.setup
    wait_for_decision(page)
    play_action(page, page.click, load_match(page), sensible_action(load_match(page)))
    for go_on in (page.reload, lambda: _continue_from_home(page, site), lambda: _import_and_continue(page, site)):
        go_on()
        wait_until_live(page)
        assert load_match(page).log
        expect(page.locator(".notice")).to_contain_text("The score to beat is proven")
    advance_stored_game(page)
    points = play_to_end(page, page.click).scores()[0]
    word = f"beats {beat}" if points > beat else f"doesn't beat {beat}" if points < beat else f"matches {beat}"
    expect(page.locator("#outcome")).to_contain_text(f"You have {points} points. That {word}")
    way = page.get_by_role("link", name="See how").get_attribute("href") or ""
    found = linked_match(way).replay
    assert found
    assert found.save() == proof.save()
    page.click("#again")
    expect(page.locator("#turn .badge")).to_have_count(0)
    assert "beat=" not in page.url
    assert "#" not in page.url


@pytest.mark.thorough
def test_a_challenge_that_is_not_proved_says_so_and_is_played_all_the_same(page: Page, site: Site) -> None:
    proof = casual_match(TABLE)
    beat = proof.scores()[0]
    other = Address(seats=TABLE.seats, seed=8)
    for address, reason in (
        (permalinks.challenge_link(TABLE, 999, proof), "The score to beat isn't proven: nobody got it"),
        (
            permalinks.challenge_link(other, beat, proof),
            "The score to beat isn't proven: the game in the link has another",
        ),
        (
            permalinks.challenge_link(TABLE, beat) + "#proof=eNabc",
            "The score to beat isn't proven: This link is incomplete",
        ),
    ):
        page.goto("about:blank")
        accept_challenge(page, site, address)
        expect(page.locator(".notice")).to_have_count(1)
        expect(page.locator(".notice")).to_contain_text(reason)
    page.goto("about:blank")
    accept_challenge(page, site, permalinks.challenge_link(TABLE, 999, proof))
    advance_stored_game(page)
    points = play_to_end(page, page.click).scores()[0]
    expect(page.locator("#outcome")).to_have_text(f"You have {points} points. That doesn't beat 999.")
    expect(page.get_by_role("link", name="See how")).to_have_count(0)


def test_a_game_played_here_becomes_a_challenge(page: Page, open_game: Open, site: Site) -> None:
    """The link goes from one person's panel to another person's page."""
    match = casual_match(TABLE)
    open_match(page, open_game, match)
    page.click("#share-end")
    page.get_by_role("button", name="A challenge").click()
    expect(page.locator("#link-about")).to_contain_text(f"Beat my {match.scores()[0]}")
    address = shared_link(page)
    assert address_of(urlsplit(address).query)[0].names == ()
    page.goto(address)
    wait_until_live(page)
    expect(page.locator(".notice")).to_contain_text("The score to beat is proven")


# -- other pages -------------------------------------------------------------------------------------------------------


@pytest.mark.first_visit
def test_snippets_are_copied_as_they_stand_there(
    page: Page, open_game: Open, clipboard: Callable[[Page], str], errors: list[str]
) -> None:
    page.route("**/embed.js", abort_offline)
    open_match(page, open_game, casual_match(TABLE, 10))
    open_panel_of(page, "embed")
    for form in ("A new game like this", "This game as a replay"):
        page.get_by_role("button", name=form).click()
        for name, label in (("snippet", "Copy the code"), ("frame", "Copy the iframe")):
            page.get_by_role("button", name=label).click()
            expect(page.locator(f".copied:has(#{name}) .told")).to_have_text("Copied")
            assert clipboard(page) == page.locator(f"#{name}").input_value()
    site = page.url.partition("?")[0].rpartition("/")[0] + "/"
    assert page.locator("#snippet").input_value().startswith(f'<script src="{site}embed.js" async></script>\n<palace-')
    expect(page.locator("#preview a")).to_be_visible()  # the fallback without the element's script
    errors.clear()


@pytest.mark.first_visit
def test_the_preview_is_left_alone_while_the_panel_and_the_page_go_on(
    page: Page, open_game: Open, errors: list[str]
) -> None:
    """If the element left the page for a moment, its frame would reload, and the game in it would be lost."""
    page.route("**/embed.js", abort_offline)
    open_match(page, open_game, casual_match(TABLE, 10))
    open_panel_of(page, "embed")
    page.evaluate("""() => {
        window.first = document.querySelector("#preview > *");
        first.attachShadow({ mode: "open" }).append("a game");
        window.moves = 0;
        new MutationObserver((all) => { for (const { removedNodes } of all) {
          for (const node of removedNodes) if (node.contains(first)) window.moves += 1;
        } }).observe(document, { childList: true, subtree: true });
    }""")
    page.click("#copy-snippet")
    expect(page.locator(".told").first).not_to_be_empty()
    load_save(page, "{")  # not a save, so the page reports it
    expect(page.locator(".notice")).to_be_visible()
    expect(page.locator("#panel h2")).to_have_text("Embed")
    same = "[first === document.querySelector('#preview > *'), first.shadowRoot.textContent, moves]"
    assert page.evaluate(same) == [True, "a game", 0]
    page.get_by_role("button", name="This game as a replay").click()
    page.wait_for_function("!first.isConnected")
    errors.clear()


# -- the panels --------------------------------------------------------------------------------------------------------


def unreachable_controls(page: Page) -> set[str]:
    """Return the names of the panel's controls as in the list of those out of reach."""
    controls = page.locator("#panel [data-do]")
    return {*controls.evaluate_all("all => all.map((each) => each.id || each.ariaLabel || each.textContent)")}


@pytest.mark.first_visit
@pytest.mark.browser_context_args(has_touch=True)
def test_the_panels_fit_and_can_be_touched(page: Page, open_game: Open, errors: list[str]) -> None:
    page.route("**/embed.js", abort_offline)
    page.add_init_script(SYSTEM_SHARE_JS)
    open_match(page, open_game, casual_match(TABLE))
    wrong: dict[str, list[str]] = {}
    for panel in ("share", "embed"):
        open_panel_of(page, panel)
        if panel == "share":
            page.get_by_role("button", name="A challenge").click()
            page.click("#code")
            expect(page.locator(".qr")).to_be_visible()
        wrong |= layout_faults(page, panel, counts=unreachable_controls(page).__contains__)
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)
    errors.clear()


def test_the_panel_is_used_by_keyboard_alone(page: Page, open_game: Open, clipboard: Callable[[Page], str]) -> None:
    open_match(page, open_game, casual_match(TABLE))
    page.locator("#share-end").focus()
    page.keyboard.press("Enter")
    dare = page.get_by_role("button", name="A challenge")
    dare.focus()
    page.keyboard.press("Space")
    expect(dare).to_be_focused()
    names = []
    for _stop in range(6):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent"))
    assert names == ["Link", "Copy", "QR code", "Save as a file", "Embed", "Close"]
    page.locator("#copy-link").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel .told").first).to_have_text("Copied")
    expect(page.locator("#copy-link")).to_be_focused()
    assert permalinks.read_proof(urlsplit(clipboard(page)).fragment)


def test_a_picture_of_the_end_is_saved_as_a_png_that_shows_something(page: Page, open_game: Open) -> None:
    """It has the size of link previews, and is neither of one color nor of another game."""
    open_game(page, "game=palazzo&seats=bot:beginner,bot:beginner&speed=instant&seed=1")
    expect(page.locator("#victory")).to_be_visible(timeout=60_000)
    with page.expect_download() as saved:
        page.click("#more-end")
        page.click("#picture")
    assert saved.value.suggested_filename == "palazzo.png"
    content = saved.value.path().read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (1200, 630)
    colours = page.evaluate(
        """async (png) => {
             const image = new Image();
             image.src = `data:image/png;base64,${png}`;
             await image.decode();
             const pen = Object.assign(document.createElement("canvas"), { width: 1200, height: 630 }).getContext("2d");
             pen.drawImage(image, 0, 0);
             const { data } = pen.getImageData(400, 60, 770, 460);
             const seen = new Set();
             for (let n = 0; n < data.length; n += 4 * 97) seen.add(data.slice(n, n + 4).join());
             return seen.size;
           }""",
        b64encode(content).decode(),
    )
    assert colours > 12
