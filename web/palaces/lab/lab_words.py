"""Sentences of the lab: errors of a bot, figures of a run, the difference between two runs. Pure."""

import re

from palaces.app.i18n import _, ngettext
from palaces.lab.hidden_characters import reveal
from palaces.lab.lab_model import BotError, LabModel, Run
from palaces.lab.run_statistics import Difference, RunSummary
from pygame_core import GAMES, __version__
from pygame_core.i18n import format_number

SECONDS_PER_MINUTE = 60
LEAST_PRECISE_MS = 10
PLAIN_TYPES = ("SystemExit", "NoInput", "StackOverflow")
"""Types of errors whose heading says all, so that Python's own words are left out."""
SENTENCE_END = re.compile(r"""[.!?:…](\s*\([^()]*\))?["'”’»)\]]*\s*$""")
"""The end of a sentence, perhaps with a clause in brackets, such as “(A11)”."""


def percent_figure(share: float, digits: int = 1) -> str:
    """Return a share in percent, without the sign: at most one decimal.

    >>> percent_figure(0.355), percent_figure(0.5), percent_figure(0.2666, 0)
    ('35.5', '50', '27')
    """
    rounded = round(100 * share, digits)
    return format_number(int(rounded) if rounded == int(rounded) else rounded)


def percent(share: float, digits: int = 1) -> str:
    """Return a share in percent."""
    # Translators: a share. Example: 35.5%
    return _("{n}%").format(n=percent_figure(share, digits))


def signed_points(share: float) -> str:
    """Return a difference of shares in percentage points, with its sign.

    >>> signed_points(0.09), signed_points(-0.012), signed_points(0)
    ('+9', '−1', '0')
    """
    points = round(100 * share)
    return format_number(f"+{points}" if points > 0 else points)


# -- errors ------------------------------------------------------------------------------------------------------------


def error_heading(error: BotError) -> str:
    """Return what happened, as a heading or an alert without details."""
    match error.reason, error.type:
        case "load", "SyntaxError" | "IndentationError" | "TabError" if error.line:
            # Translators: {message} is the error of Python, in English.
            return _("Line {line} isn't Python yet: {message}").format(
                line=error.line, message=_sentence(error.message)
            )
        case "load", "NoChoose" if error.line:
            return _("Line {line}: {message}").format(line=error.line, message=error.message)
        case "load", "NoChoose":
            has_no_choose = " choose." in error.message
            return _("There's no choose. Add def choose(view, legal, rng):") if has_no_choose else error.message
        case _reason, "SystemExit" if error.line:
            return _("Line {line} ends Python. A bot can only return an action.").format(line=error.line)
        case _reason, "SystemExit":
            return _("Your bot ended Python. It can only return an action.")
        case _reason, "NoInput" if error.line:
            return _("Line {line} asks for input, but nobody answers a bot.").format(line=error.line)
        case _reason, "NoInput":
            return _("Your bot asks for input, but nobody answers a bot.")
        case _reason, "StackOverflow" if error.line:
            said = _("Your bot's recursion is too deep. Remove the recursion limit from line {line}.")
            return said.format(line=error.line)
        case _reason, "StackOverflow":
            return _("Your bot's recursion is too deep. End it earlier.")
        case _reason, "ModuleNotFoundError":
            said = _("import {module} isn't available here. The lab has most of the standard library, and pygame_core.")
            return said.format(module=error.message.removeprefix("_"))
        case "time", _type if error.limit == "game":
            return _("Your bot took longer than 60 seconds for a game. Let it think less.")
        case "time", _type if error.limit == "load":
            return _("Your bot took too long to load. Look for a loop outside its functions.")
        case "time", _type:
            if error.line:
                said = _(
                    "Your bot took longer than 2 seconds for a move. At line {line}, let it think less or end its loop."
                )
                return said.format(line=error.line)
            return _("Your bot took longer than 2 seconds for a move. Let it think less.")
        case "memory", _type:
            said = ngettext(
                "Out of memory after {n} game. Keep less in your bot.",
                "Out of memory after {n} games. Keep less in your bot.",
                error.game,
            )
            return said.format(n=error.game)
        case "illegal", _type:
            return _answer_sentence(error)
    return stopped_heading(error)


def stopped_heading(error: BotError) -> str:
    """Return that the bot stopped, and where."""
    return _("Your bot stopped at line {line}").format(line=error.line) if error.line else _("Your bot stopped")


def _answer_sentence(error: BotError) -> str:
    if error.answer in ("None", "null", ""):
        return _("It answered None. Return one action of legal.")
    if not error.message:
        return _("It answered {answer}. Return one action of legal.").format(answer=error.answer)
    reason = error.message if not error.clause or error.clause in error.message else f"{error.message} ({error.clause})"
    # Translators: {reason} is a whole sentence.
    return _("It answered {answer}. Not allowed: {reason}").format(answer=error.answer, reason=reason)


def _sentence(message: str) -> str:
    """Return a message with a full stop."""
    return message if SENTENCE_END.search(message) else f"{message.rstrip()}."


def error_place(error: BotError) -> str:
    """Return when it happened."""
    if not error.save:
        return _("No game was played.")
    said = {
        "error": _("It raised an error in game {game}, at its move {move}. The run ended there."),
        "illegal": _("That was in game {game}, at its move {move}. The run ended there."),
    }
    told = said.get(error.reason) or _("It happened in game {game}, at its move {move}. The run ended there.")
    return told.format(game=error.game + 1, move=error.move)


def error_message(error: BotError) -> str:
    """Return the error as Python writes it, such as “ValueError: …”, or ""."""
    if error.type in PLAIN_TYPES:
        return ""
    if error.reason != "error" and (error.reason != "load" or error_heading(error) != stopped_heading(error)):
        return ""
    return f"{error.type}: {error.message}" if error.message else error.type


def error_note(error: BotError) -> str:
    """Return the note below the line in the editor."""
    if error.type == "NoChoose":
        return error.message
    if error_message(error) or error.type in ("SyntaxError", "IndentationError", "TabError"):
        return error.message or error.type
    return error_heading(error)


def error_alert(error: BotError) -> str:
    """Return what a screen reader says about an error."""
    heading, message = error_heading(error), error_message(error)
    return f"{_sentence(heading)} {_sentence(message)}" if message else heading


def broken_sentence() -> str:
    """Return what to say if the bot's Python doesn't start."""
    return _("The bot's Python couldn't start here. Close other tabs, or reload the page once you're online.")


def too_long_sentence() -> str:
    """Return what to say about too much code."""
    return _("Your bot has more than 20 kB of code. Shorten it to run and keep it.")


def offline_sentence() -> str:
    """Return what to say without the network and without an offline copy of the lab."""
    return _("The lab needs one visit online. Games still work.")


# -- figures -----------------------------------------------------------------------------------------------------------


def progress_sentence(run: Run) -> str:
    """Return how far a run is: “40 of 100 games. 12 wins.” Before the first game, “57 moves.”"""
    if not run.games and run.moves:
        return ngettext("{n} move so far.", "{n} moves so far.", run.moves).format(n=run.moves)
    wins = run.summary.won if run.summary else 0
    said = _("{n} of {total} games.").format(n=len(run.games), total=run.settings.games)
    won = ngettext("{n} win.", "{n} wins.", wins).format(n=wins)
    return f"{said} {won}"


def time_left_phrase(run: Run) -> str:
    """Return the time until the end of a run, or "" if nobody knows yet."""
    left = run.seconds_left
    if left is None:
        return ""
    if left < SECONDS_PER_MINUTE:
        seconds = max(1, round(left))
        return ngettext("about {n} second left", "about {n} seconds left", seconds).format(n=seconds)
    minutes = round(left / SECONDS_PER_MINUTE)
    return ngettext("about {n} minute left", "about {n} minutes left", minutes).format(n=minutes)


def minutes_sentence(minutes: int) -> str:
    """Return how long the games of a step of the tutorial take."""
    said = ngettext(
        "This takes about {n} minute. The bot thinks harder now.",
        "This takes about {n} minutes. The bot thinks harder now.",
        minutes,
    )
    return said.format(n=minutes)


def interval_phrase(summary: RunSummary) -> str:
    """Return the interval of the share of wins: “27 to 45% (95% interval)”."""
    low, high = percent_figure(summary.low, 0), percent(summary.high, 0)
    # Translators: shares. Example: 27 to 45% (95% interval)
    return _("{low} to {high} ({share} interval)").format(low=low, high=high, share=percent(0.95))


def counts_phrase(summary: RunSummary) -> str:
    """Return how many games were won, tied and lost."""
    said = _("{won} won · {tied} tied · {lost} lost")
    return said.format(won=summary.won, tied=summary.tied, lost=summary.lost)


def fact_phrases(run: Run, summary: RunSummary) -> list[str]:
    """Return the smaller facts of a run."""
    own, others = (format_number(f"{points:.1f}") for points in (summary.own_points, summary.other_points))
    ms = summary.move_ms
    shown = format_number(round(ms) if ms >= LEAST_PRECISE_MS else f"{ms:.1f}")
    deals = ngettext("{n} deal from each seat", "{n} deals from each seat", summary.deals).format(n=summary.deals)
    # Translators: points of the bot and of its opponents. Example: Mean score 94.2 to 103.7
    return [_("Mean score {own} to {others}").format(own=own, others=others), _("{n} ms a move").format(n=shown), deals]


def stopped_sentence(count: int) -> str:
    """Return after how many games somebody, or a limit, stopped a run."""
    return ngettext("Stopped after {n} game.", "Stopped after {n} games.", count).format(n=count)


def end_sentence(run: Run, difference: Difference | None) -> str:
    """Return what a screen reader says at the end of a run."""
    summary = run.summary
    if summary is None:
        return _("No game was played.")
    count = len(run.games)
    ended = ngettext("{n} game.", "{n} games.", count).format(n=count)
    wins = _("{share} percent wins, between {low} and {high}.").format(
        share=percent_figure(summary.share), low=percent_figure(summary.low, 0), high=percent_figure(summary.high, 0)
    )
    parts = [stopped_sentence(count) if run.state == "stopped" else ended, wins]
    if difference:
        parts.append(_heard_difference(difference))
    return " ".join(parts)


def _heard_difference(difference: Difference) -> str:
    points = abs(round(100 * difference.mean))
    match difference.verdict:
        case "same":
            return _("The points are the same as before.")
        case "even":
            return _("As many wins as before. Points changed.")
        case "better":
            return ngettext(
                "{n} percentage point more than before.",
                "{n} percentage points more than before.",
                points,
            ).format(n=points)
        case "worse":
            return ngettext(
                "{n} percentage point fewer than before.",
                "{n} percentage points fewer than before.",
                points,
            ).format(n=points)
    if difference.mean < 0:
        return ngettext(
            "{n} percentage point fewer than before, which may be luck.",
            "{n} percentage points fewer than before, which may be luck.",
            points,
        ).format(n=points)
    return ngettext(
        "{n} percentage point more than before, which may be luck.",
        "{n} percentage points more than before, which may be luck.",
        points,
    ).format(n=points)


def difference_sentences(difference: Difference) -> tuple[str, str]:
    """Return the verdict about a change, and the figures behind it."""
    if difference.verdict == "same":
        said = ngettext(
            "In the {n} deal that both runs played, all points are the same.",
            "In the {n} deals that both runs played, all points are the same.",
            difference.deals,
        )
        return _("No difference"), said.format(n=difference.deals)
    if difference.verdict == "even":
        said = ngettext(
            "In the {n} deal that both runs played, points changed, but nobody else won.",
            "In the {n} deals that both runs played, points changed, but nobody else won.",
            difference.deals,
        )
        return _("As many wins"), said.format(n=difference.deals)
    said = _("Percentage points since your last run, on the same deals. From {low} to {high}.")
    if difference.verdict == "unclear":
        said = _("Percentage points since your last run, on the same deals. From {low} to {high}, so it may be luck.")
    headings = {"better": _("Better"), "worse": _("Worse"), "unclear": _("Not clear yet")}
    low, high = signed_points(difference.low), signed_points(difference.high)
    return headings[difference.verdict], said.format(low=low, high=high)


def kept_phrase(model: LabModel) -> str:
    """Return where the open bot is kept, its game and its length."""
    if model.source == "link":
        return _("From a link · not run, not kept")
    kept = _("Kept on this device") if model.is_kept else _("Not kept")
    where = _("Example") if model.source == "example" else kept
    return " · ".join([where, GAMES[model.game].short_title(), lines_phrase(model.text)])


def lines_phrase(text: str) -> str:
    """Return the number of lines of a text."""
    count = text.count("\n") + 1  # as the editor numbers them
    return ngettext("{n} line", "{n} lines", count).format(n=count)


def made_for_phrase(version: str) -> str:
    """Return for which version a bot from a link was made, and which one the page has."""
    if not version:
        return _("unknown")
    # Translators: versions. Example: pygame_core 0.2 · yours is 0.3
    return _("pygame_core {version} · yours is {own}").format(version=reveal(version), own=__version__)


def hidden_sentence(count: int) -> str:
    """Return how many invisible characters a text has."""
    said = ngettext("This text contains {n} hidden character.", "This text contains {n} hidden characters.", count)
    return said.format(n=count)
