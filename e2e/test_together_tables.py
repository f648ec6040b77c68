"""Tests of tables with several devices: whole games, two browsers, killed pages, another host, frames."""

from typing import Any

import pytest
from conftest import Blog, Site
from device_tables import COPY_JS, MEETING_MS, PLAY_JS, Tables
from players import open_games_list
from playwright.sync_api import Browser, FrameLocator, Page, expect

from pygame_core import Match


def test_a_screen_in_the_middle_and_three_phones_play(tables: Tables) -> None:
    tables.open("medina", "middle", 3)
    for name in ("Ada", "Ben", "Noor"):
        tables.join(name)
    tables.start()
    match = tables.play(7)
    assert len(match.log) == 7
    assert [seat["kind"] for seat in match.seats] == ["human"] * 3
    tables.check_same_log()
    tables.check_only_local()


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["own", "middle"])
@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_a_whole_game_with_a_bot_in_one_seat(tables: Tables, game: str, way: str) -> None:
    tables.open(game, way, 3)
    for name in ("Ada", "Ben")[: 2 if way == "middle" else 1]:
        tables.join(name)
    tables.start()
    match = tables.play(2000)
    result = match.result()
    assert result is not None
    assert sorted(seat["kind"] for seat in match.seats) == ["bot:casual", "human", "human"]
    tables.check_same_log()
    for page in tables.guests.values():
        expect(page.locator("html[data-over]")).to_have_count(1, timeout=MEETING_MS)
    again = Match.load(match.save())
    assert again.scores() == result["scores"]


@pytest.mark.parametrize("is_firefox_host", [False, True])
def test_chromium_and_firefox_play_together(
    browser: Browser, firefox: Browser, site: Site, is_firefox_host: bool
) -> None:
    tables = Tables(firefox if is_firefox_host else browser, site)
    tables.open("alhambra", "own", 2)
    tables.join("Ben", browser if is_firefox_host else firefox)
    tables.start()
    assert len(tables.play(4).log) >= 4
    tables.check_same_log()
    tables.close()


@pytest.mark.parametrize("moment", ["others' turn", "own turn", "just played"])
def test_a_killed_page_comes_back_and_nothing_is_lost_or_doubled(tables: Tables, moment: str) -> None:
    tables.open("medina", "own", 2)
    ben = tables.join("Ben")
    tables.start()
    match = tables.play(2)
    while (tables.page_of(match) is ben) == (moment == "others' turn"):
        match = tables.play(1)
    if moment == "just played":
        ben.evaluate(PLAY_JS, match.legal()[0])
    address = ben.url
    ben.close()
    if moment == "own turn":
        expect(tables.host.locator(".away-notice")).to_contain_text("Ben's phone doesn't answer.", timeout=15_000)
    ben = tables.guests["Ben"] = tables.contexts[-1].new_page()
    ben.goto(address)
    expect(ben.locator("html[data-together=open]")).to_have_count(1, timeout=MEETING_MS)
    before = len(match.log)
    after = tables.play(3)
    assert after.log[:before] == match.log
    assert before + 3 <= len(after.log) <= before + 4
    tables.check_same_log()


@pytest.mark.thorough
def test_a_page_that_was_frozen_for_a_minute_plays_on_without_a_code(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    ben = tables.join("Ben")
    tables.start()
    match = tables.play(2)
    system = ben.context.new_cdp_session(ben)
    system.send("Debugger.enable")
    system.send("Debugger.pause")
    expect(tables.host.locator("#devices.lost, .away-notice").first).to_be_visible(timeout=15_000)
    tables.host.wait_for_timeout(60_000)
    system.send("Debugger.disable")
    expect(tables.host.locator("#devices.lost, .away-notice")).to_have_count(0, timeout=MEETING_MS)
    expect(ben.locator("html[data-together=open]")).to_have_count(1, timeout=MEETING_MS)
    assert tables.play(3).log[:2] == match.log
    tables.check_same_log()


def test_after_a_reload_of_the_host_each_phone_needs_one_code_and_no_number(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    ben = tables.join("Ben")
    tables.start()
    match = tables.play(3)
    tables.host.on("dialog", lambda dialog: dialog.accept())
    tables.host.reload()
    expect(ben.locator(".guest-screen.seek")).to_be_visible(timeout=60_000)
    tables.scan(ben, "Ben")
    expect(ben.locator("html[data-together=open]")).to_have_count(1, timeout=MEETING_MS)
    if tables.host.locator("html[data-together=cover]").count():
        tables.host.click('[data-do=\'["together","close-lobby"]\']')
    assert tables.play(2).log[:3] == match.log


def test_a_new_phone_takes_the_seat_of_the_old_one(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    old = tables.join("Ben")
    tables.start()
    match = tables.play(2)
    old.close()
    expect(tables.host.locator("#devices.lost, .away-notice").first).to_be_visible(timeout=15_000)
    tables.host.click("#devices")
    tables.host.click("#codes")
    new = tables.guests["Ben"] = tables.new_page(tables.browser)
    tables.scan(new, "Ben")
    tables.compare(new)
    expect(tables.host.locator("#check-title")).to_have_text("Ben has come. Which seat?")
    expect(tables.host.locator("#place-1")).to_have_text("Sit in Ben's place")
    tables.host.click("#place-1")
    tables.host.click('[data-do=\'["together","close-lobby"]\']')
    expect(new.locator("html[data-together=open]")).to_have_count(1, timeout=MEETING_MS)
    assert tables.play(3).log[:2] == match.log
    tables.check_same_log()


@pytest.mark.thorough
def test_a_table_moves_to_another_device(tables: Tables) -> None:
    tables.open("medina", "middle", 2)
    for name in ("Ada", "Ben"):
        tables.join(name)
    tables.start()
    match = tables.play(3)
    tables.host.click("#menu")
    tables.host.click("#move-table")
    expect(tables.host.locator(".check .code:not([aria-busy])")).to_be_visible()
    tables.host.evaluate(f"window.copied = ''; {COPY_JS}")
    tables.host.click("#copy-moved")
    link = tables.host.wait_for_function("window.copied").json_value()
    tables.host.click("#close-moved")
    for page in tables.guests.values():
        expect(page.locator(".guest-screen.closed")).to_be_visible()
    tables.host = tables.new_page(tables.browser, 1280, 800)
    tables.host.goto(link)
    for seat, (name, page) in enumerate(tables.guests.items()):
        tables.scan(page, name)
        tables.compare(page)
        tables.host.click(f"#place-{seat}")
        expect(page.locator("html[data-together=open]")).to_have_count(1, timeout=MEETING_MS)
    tables.host.click('[data-do=\'["together","close-lobby"]\']')
    assert tables.play(2).log[:3] == match.log
    tables.check_same_log()


@pytest.mark.thorough
def test_a_table_of_another_device_is_in_the_list_of_games(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    ben = tables.join("Ben")
    tables.start()
    tables.play(2)
    ben.goto(tables.site.url("index.html"))
    open_games_list(ben)
    line = ben.locator("#by-link a")
    expect(line).to_contain_text("Medina, at ")
    line.click()
    expect(ben.locator("html[data-together=open]")).to_have_count(1, timeout=MEETING_MS)
    tables.play(2)
    tables.check_same_log()


def test_the_host_is_asked_before_the_table_closes(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    ben = tables.join("Ben")
    tables.start()
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    tables.host.on("dialog", stay)
    tables.host.click("#turn")
    tables.host.close(run_before_unload=True)
    tables.host.wait_for_timeout(1000)
    assert asked == ["beforeunload"]
    tables.host.click("#menu")
    tables.host.click("#close-table")
    expect(tables.host.locator("#check-title")).to_have_text("Others are still playing. Close the table?")
    assert tables.host.evaluate("document.activeElement.id") == "check-title"
    for control in ("keep-open", "close-now", "keep-open"):
        tables.host.keyboard.press("Tab")
        assert tables.host.evaluate("document.activeElement.id") == control
    tables.host.click("#close-now")
    expect(ben.locator(".guest-screen.closed")).to_be_visible()
    expect(tables.host.locator("html[data-together='']")).to_have_count(1)


@pytest.mark.thorough
def test_three_wrong_numbers_stop_the_codes(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    for n in range(3):
        page = tables.new_page(tables.browser)
        tables.scan(page, "Ben")
        expect(page.locator("#digits")).to_be_visible(timeout=MEETING_MS)
        tables.host.click("#pick-none")
        expect(page.locator(".guest-screen.closed")).to_be_visible()
        expect(tables.host.locator(".problem")).to_have_text(
            "Three wrong numbers. Look who is connecting, then make a new code."
            if n == 2
            else "Different numbers. Someone may have swapped the code. Scan again."
        )
    tables.host.click("#new-code")
    tables.join("Ben")
    tables.start()


@pytest.mark.thorough
def test_a_screen_that_may_go_dark_says_so(tables: Tables) -> None:
    tables.host.add_init_script("Navigator.prototype.__defineGetter__('wakeLock', () => undefined)")
    tables.open("medina", "own", 2)
    tables.join("Ben")
    tables.start()
    expect(tables.host.locator("#notices")).to_contain_text("Keep the screen on yourself.")


def frame_of(page: Page, blog: Blog, site: Site, link: str, allow: str) -> FrameLocator:
    fragment = link.partition("#")[2]
    address = site.url(f"frame.html?game=medina#{fragment}")
    page.goto(blog(f'<iframe src="{address}" allow="{allow}" width="500" height="700"></iframe>'))
    return page.frame_locator("iframe")


def test_a_frame_without_permissions_says_so_and_leads_out(tables: Tables, blog: Blog) -> None:
    tables.open("medina", "own", 2)
    page = tables.new_page(tables.browser, 800, 900)
    frame = frame_of(page, blog, tables.site, tables.link(), "")
    expect(frame.locator("#together-title")).to_have_text("Playing together needs a window of its own.")
    way_out = frame.get_by_role("link", name="Open in a new window")
    assert "medina.html#own=" in str(way_out.get_attribute("href"))
    with page.expect_popup() as opened:
        way_out.click()
    expect(opened.value.locator("#join-name")).to_be_visible(timeout=MEETING_MS)


@pytest.mark.thorough
def test_a_frame_with_permissions_plays(tables: Tables, blog: Blog) -> None:
    tables.open("medina", "own", 2)
    page = tables.new_page(tables.browser, 800, 900)
    frame = frame_of(page, blog, tables.site, tables.link(), "camera; local-network; screen-wake-lock; clipboard-write")
    frame.locator("#join-name").fill("Ben")
    frame.locator("#join-name").press("Tab")
    frame.locator("#sit").click()
    expect(frame.locator(".guest-screen .code:not([aria-busy])")).to_be_visible(timeout=MEETING_MS)
    inside = page.frames[1]
    inside.evaluate(COPY_JS)
    frame.locator("#copy-reply").click()
    reply = inside.wait_for_function("window.copied").json_value()
    tables.host.locator(".reply input").fill(reply)
    tables.host.locator(".reply input").press("Tab")
    expect(frame.locator("#digits")).to_be_visible(timeout=MEETING_MS)
    tables.host.click(f"#pick-{''.join(frame.locator('#digits b').all_inner_texts())}")
    tables.host.click("#start")
    expect(frame.locator("html[data-together=open]")).to_have_count(1, timeout=MEETING_MS)


def test_the_devices_refuse_servers_that_are_none_and_use_ones_own(tables: Tables) -> None:
    tables.open("medina", "own", 2)
    tables.link()
    tables.host.click("#far-apart")
    tables.host.fill("#server", "http://example.org")
    tables.host.press("#server", "Tab")
    expect(tables.host.locator(".far-apart .problem")).to_have_text(
        "That isn't the address of a server. It begins with stun or turn, and a colon."
    )
    assert tables.host.evaluate("window.servers.flat()") == []
    tables.host.fill("#server", "stun:localhost:9")
    tables.host.press("#server", "Tab")
    tables.host.wait_for_function("window.servers.flat().length")
    assert tables.host.evaluate("window.servers.flat()[0].urls") == "stun:localhost:9"
    assert "stun:localhost:9" in str(tables.host.evaluate("localStorage.getItem('palaces:together-server')"))
