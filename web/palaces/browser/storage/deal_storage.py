"""Results of daily deals in the browser's `localStorage`. The home page reads them, too.

All results are one text under one key: see `palaces/app/daily_deal.py`.
"""

import json
from contextlib import suppress
from datetime import UTC, datetime

import js

from palaces.app.daily_deal import parse_deal_records
from palaces.app.i18n import _
from palaces.app.routing import Address
from palaces.browser import web_apis
from palaces.browser.storage.local_storage import read_text
from palaces.loop import daily_update
from pygame_core import Match, daily
from pygame_core.safe_json import parse_json

DEALS_KEY = "palaces:today"


def has_deal_record(date: str, game: str) -> bool:
    """Return True if this browser has a result of a deal."""
    return game in parse_deal_records(read_text(DEALS_KEY)).get(date, {})


def save_deal_record(date: str, game: str, record: str) -> None:
    """Store the result of a deal, which is JSON. All others stay as they are.

    An earlier result of this deal with other points stays, too, because another tab may have written it. Without
    storage there is no result.
    """
    with suppress(Exception):
        try:
            stored = parse_json(read_text(DEALS_KEY) or "{}")
        except ValueError:
            stored = {}
        deals = stored if isinstance(stored, dict) else {}
        games = deals.get(date)
        own, other = parse_json(record), games.get(game) if isinstance(games, dict) else None
        if isinstance(other, dict) and other.get("points") != own["points"]:
            return
        deals[date] = {**(games if isinstance(games, dict) else {}), game: own}
        js.localStorage.setItem(DEALS_KEY, json.dumps(deals, separators=(",", ":")))


def report_deal_facts(send: web_apis.SendMessage) -> None:
    """Send what the result of a daily deal needs: the stored results, and facts about sharing and time. Its links lead
    to pages in the language of this page."""
    now = datetime.now(UTC)
    minutes = daily.minutes_until_next_day(now)
    folder = str(js.URL.new("./", js.location.href).href)
    has_dialog = web_apis.sharing_facts()[1]
    send(("daily", "facts", read_text(DEALS_KEY), folder, has_dialog, now.date().isoformat(), minutes))


def begin_practice(address: Address, own_names: tuple[str, ...], notes: list[str]) -> Match | None:
    """Return a practice game with a deal that was played before, and add a note about it; None for a new deal."""
    if not has_deal_record(address.deal, address.game):
        return None
    notes.append(_("You've played this deal before, so now it's practice."))
    return daily_update.practice_match(address, own_names)
