"""The panel with past daily deals: a month as seven columns of seals, which are links to the deals. Pure."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from palaces.app.daily_deal import DealState
from palaces.app.dates import month_and_year, weekday_and_date, weekday_letters
from palaces.app.i18n import _, points_phrase
from palaces.app.model import Model
from palaces.ui.html import Markup, join, screen_reader_text, tag
from palaces.ui.panels import panel_heading
from pygame_core.i18n import format_number

MAX_MONTHS = 12
"""The number of months in the panel."""


def render_past_deals(model: Model) -> Markup:
    """Render the months of the deals of this game, the newest first. Without facts from the browser there are none."""
    # Translators: {game} is a game such as Alhambra.
    title = _("Past deals of {game}").format(game=model.game.short_title())
    said = _("Filled: your points. Dashed: not played yet.")
    months = [_render_month(model, model.deal, month) for month in _months(model, model.deal)] if model.deal else None
    return join(panel_heading(title), tag("p", said), months)


def _months(model: Model, state: DealState) -> Iterator[date]:
    """Yield the first days of months: from this one, or a later one that was played, back to the first that was played
    in this browser, and at least to the last month."""
    today = date.fromisoformat(state.today)
    played = [date.fromisoformat(day) for day, games in state.records.items() if model.match.game in games]
    first = min(_month_before(today.replace(day=1)), *played)
    month = max(today, *played).replace(day=1)
    for _n in range(MAX_MONTHS):
        if month < first.replace(day=1):
            return
        yield month
        month = _month_before(month)


def _month_before(month: date) -> date:
    """Return the first day of the month before one that begins with this day."""
    return (month - timedelta(days=1)).replace(day=1)


def _render_month(model: Model, state: DealState, month: date) -> Markup:
    """Render a month: its name, and a seal for each day. Its weeks begin on Monday."""
    weekday, length = monthrange(month.year, month.month)
    days = [_render_seal(model, state, month + timedelta(days=n)) for n in range(length)]
    seals = [tag("li", seal, class_=None if n else f"weekday-{weekday}") for n, seal in enumerate(days)]
    title = month_and_year(month)
    heads = tag("p", [tag("span", name) for name in weekday_letters()], class_="deal-month", aria_hidden="true")
    return tag("section", tag("h3", title), heads, tag("ol", seals, class_="deal-month"), aria_label=title)


def _render_seal(model: Model, state: DealState, day: date) -> Markup:
    """Render the seal of a day, which is a link unless the day is still to come."""
    record = state.record_of(day.isoformat(), model.match.game)
    number = tag("small", day.day, aria_hidden="true")
    if record is None and day.isoformat() > state.today:
        return tag("span", number, class_="deal-seal coming-day")
    result = points_phrase(record.points) if record else _("not played")
    # Translators: for screen readers, such as: Thursday, Nov 26: 91 points
    said = screen_reader_text(_("{date}: {result}").format(date=weekday_and_date(day), result=result))
    return tag(
        "a",
        said,
        number,
        tag("b", format_number(record.points), aria_hidden="true") if record else None,
        href=f"./{model.match.game}.html?deal={day.isoformat()}",
        class_="deal-seal played" if record else "deal-seal",
        aria_current="page" if day.isoformat() == model.address.deal else None,
    )
