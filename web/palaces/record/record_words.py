"""Words of the record page that depend on a level, a group or an opponent. Pure."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

from palaces.app.i18n import _, level_label, ngettext
from palaces.record.player_rating import Suggestion
from palaces.record.record_entry import LEVEL_LETTERS
from palaces.record.record_statistics import MIXED, PEOPLE, GroupKey, PersonGame, opponent_group
from pygame_core.i18n import capitalize_first

DateFormat = Callable[[datetime, bool], str]
"""Returns a date in the language of the page; if true, its month and year alone."""


def group_label(key: GroupKey, format_date: DateFormat) -> str:
    """Return the name of a group of games on the chart of wins."""
    if isinstance(key, tuple):
        return format_date(datetime(*key, 1), True)
    if isinstance(key, int):
        return ngettext("{n} player", "{n} players", key).format(n=key)
    named = {MIXED: _("Different bots"), PEOPLE: _("People")}
    return named.get(key) or capitalize_first(level_label(key))


def opponents_phrase(game: PersonGame) -> str:
    """Return the opponents of a game, such as “2 skilled bots”."""
    n, level = len(game.opponents), opponent_group(game)
    if level in (MIXED, PEOPLE):
        count = Counter(LEVEL_LETTERS.get(kind, PEOPLE) for kind in game.opponents)
        bots = [bots_phrase(each, count[each]) for each in LEVEL_LETTERS.values() if count[each]]
        people = count[PEOPLE]
        parts = [*bots, ngettext("{n} person", "{n} people", people).format(n=people)] if people else bots
        return ", ".join(parts)
    return bots_phrase(level, n)


def bots_phrase(level: str, n: int) -> str:
    """Return a number of bots of one level."""
    phrases = {
        "random": ngettext("{n} random bot", "{n} random bots", n),
        "beginner": ngettext("{n} beginner bot", "{n} beginner bots", n),
        "casual": ngettext("{n} casual bot", "{n} casual bots", n),
        "skilled": ngettext("{n} skilled bot", "{n} skilled bots", n),
        "master": ngettext("{n} master bot", "{n} master bots", n),
    }
    return phrases[level].format(n=n)


def suggestion_sentences(suggestion: Suggestion) -> tuple[str, str, str]:
    """Return the reason for a suggestion, the suggestion, and the label of its button."""
    reasons = {
        "beginner": _("You win {n} in 10 against beginner bots."),
        "casual": _("You win {n} in 10 against casual bots."),
        "skilled": _("You win {n} in 10 against skilled bots."),
        "master": _("You win {n} in 10 against master bots."),
    }
    up = {
        "casual": _("Casual would be a fair fight now."),
        "skilled": _("Skilled would be a fair fight now."),
        "master": _("Master would be a fair fight now."),
    }
    down = {
        "beginner": _("Beginner bots may be more fun for a while."),
        "casual": _("Casual bots may be more fun for a while."),
        "skilled": _("Skilled bots may be more fun for a while."),
    }
    buttons = {
        "beginner": _("Play beginner"),
        "casual": _("Play casual"),
        "skilled": _("Play skilled"),
        "master": _("Play master"),
    }
    reason = reasons[suggestion.present_level].format(n=suggestion.wins_in_ten)
    return reason, (up if suggestion.is_up else down)[suggestion.level], buttons[suggestion.level]
