"""Browser tests of dates: they are those of the reader's day, in the language of the page."""

from datetime import datetime

import pytest
from conftest import Site
from players import open_games_list
from playwright.sync_api import Browser, expect
from test_saved_games import SIX_GAMES

KEEP_JS = "all => Object.entries(all).forEach(([key, kept]) => localStorage.setItem(key, JSON.stringify(kept)))"
INSTANT = "2025-01-06T10:30:00+00:00"
ZONES = {
    ("Pacific/Kiritimati", "en-US"): ("Jan 7, 2025, 12:30 AM", "2025-01-07"),
    ("America/Los_Angeles", "en-US"): ("Jan 6, 2025, 2:30 AM", "2025-01-06"),
    ("Pacific/Honolulu", "en-GB"): ("6 Jan 2025, 00:30", "2025-01-06"),
    ("Asia/Tehran", "fa-IR"): ("Jan 6, 2025, 2:00 PM", "2025-01-06"),
    ("Africa/Cairo", "ar-EG"): ("Jan 6, 2025, 12:30 PM", "2025-01-06"),
}


@pytest.mark.first_visit
@pytest.mark.parametrize(("zone", "locale"), ZONES)
def test_the_list_and_the_name_of_a_file_have_the_reader_s_day(
    browser: Browser, site: Site, zone: str, locale: str
) -> None:
    """The page is in English, so the calendar and the digits are those of English, too."""
    shown, day = ZONES[zone, locale]
    key, record = next(iter(SIX_GAMES.items()))
    context = browser.new_context(timezone_id=zone, locale=locale)
    page = context.new_page()
    page.clock.set_fixed_time(datetime.fromisoformat(INSTANT))
    page.goto(site.url())
    page.evaluate(KEEP_JS, {key: record | {"time": INSTANT}})
    page.reload()
    open_games_list(page)
    time = page.locator("#continue time")
    expect(time).to_have_text("now")
    assert " ".join((time.get_attribute("title") or "").split()) == shown
    assert time.get_attribute("datetime") == "2025-01-06T10:30:00.000Z"
    with page.expect_download() as download:
        page.get_by_role("button", name="Export all").click()
    assert download.value.suggested_filename == f"palaces-{day}.json"
    context.close()
