"""Dates in the language of the page. Pure."""

from typing import TYPE_CHECKING

from palaces.app.i18n import _, pgettext

if TYPE_CHECKING:
    from datetime import date


def month_name(day: "date") -> str:
    """Return the short name of the month of a date."""
    months = (
        *(pgettext("month", "Jan"), pgettext("month", "Feb"), pgettext("month", "Mar"), pgettext("month", "Apr")),
        *(pgettext("month", "May"), pgettext("month", "Jun"), pgettext("month", "Jul"), pgettext("month", "Aug")),
        *(pgettext("month", "Sep"), pgettext("month", "Oct"), pgettext("month", "Nov"), pgettext("month", "Dec")),
    )
    return months[day.month - 1]


def short_date(day: "date", today: "date | None" = None) -> str:
    """Return a date such as "Nov 26". It has its year if that isn't the year of `today`."""
    # Translators: a date such as Nov 26. {month} is a short name such as Nov, {day} a number.
    said = _("{month} {day}").format(month=month_name(day), day=day.day)
    if today is None or today.year == day.year:
        return said
    # Translators: a date with its year, such as Jan 1, 2031. {date} is the part Jan 1.
    return _("{date}, {year}").format(date=said, year=day.year)


def weekday_letters() -> list[str]:
    """Return short names of the weekdays for the heads of narrow columns, from Monday on."""
    # Translators: the weekdays from Monday to Sunday, as short as in a calendar, with spaces between them.
    return pgettext("calendar", "Mo Tu We Th Fr Sa Su").split()


def weekday_and_date(day: "date", today: "date | None" = None) -> str:
    """Return a date such as "Thursday, Nov 26". It has its year if that isn't the year of `today`."""
    weekdays = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday"))
    # Translators: a date such as Thursday, Nov 26. {date} is the part Nov 26.
    return _("{weekday}, {date}").format(weekday=weekdays[day.weekday()], date=short_date(day, today))


def month_and_year(day: "date") -> str:
    """Return the month of a date with its year, such as "Nov 2026"."""
    # Translators: a month such as Nov 2026.
    return _("{month} {year}").format(month=month_name(day), year=day.year)
