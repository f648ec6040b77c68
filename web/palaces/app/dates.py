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


def short_date(day: "date") -> str:
    """Return a date without its year, such as "Nov 26"."""
    # Translators: a date such as Nov 26. {month} is a short name such as Nov, {day} a number.
    return _("{month} {day}").format(month=month_name(day), day=day.day)


def weekday_and_date(day: "date") -> str:
    """Return a date with its weekday and without its year, such as "Thursday, Nov 26"."""
    weekdays = (*(_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday")),)
    # Translators: a date such as Thursday, Nov 26. {date} is the part Nov 26.
    return _("{weekday}, {date}").format(weekday=weekdays[day.weekday()], date=short_date(day))


def month_and_year(day: "date") -> str:
    """Return the month of a date with its year, such as "Nov 2026"."""
    # Translators: a month such as Nov 2026.
    return _("{month} {year}").format(month=month_name(day), year=day.year)
