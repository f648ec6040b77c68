"""The result of a run as markup: figures, chart, difference, error, games and log. Pure."""

from collections import Counter
from collections.abc import Sequence

from palaces.app.i18n import _, ngettext, pgettext
from palaces.lab import lab_words
from palaces.lab.hidden_characters import reveal_parts
from palaces.lab.lab_model import GAME_COUNTS, GAMES_BEFORE_ESTIMATE, BotError, Detail, Filter, LabModel, LogLine, Run
from palaces.lab.run_statistics import GameResult, RunSummary
from palaces.ui import svg
from palaces.ui.html import (
    AttributeValue,
    Markup,
    boolean_attribute,
    compact_json,
    escape,
    join,
    screen_reader_text,
    tag,
)
from pygame_core.i18n import format_number, format_score_pair

CHART_WIDTH, AXIS_START, AXIS_LENGTH, AXIS_Y = 440, 8, 424, 62
LETTER_WIDTH, LABEL_GAP = 11, 8
MIN_MORE_GAMES = 400
MAX_WIDE_DEALS = 100
"""The most deals in a strip with marks of the usual size."""
MODULE_FRAME = "<module>"  # as tracebacks call a line outside all functions
WARNING_ICON = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5v8M12 17.5v.5"/></svg>'
EYE_ICON = (
    '<svg class="tool-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 '
    '18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="2.8"/></svg>'
)
NEXT_ICON = (
    '<svg class="tool-sign directed" viewBox="0 0 24 24" aria-hidden="true"><path d="M9.5 5.5 16 12l-6.5 6.5"/></svg>'
)
MARKS = (0, 25, 50, 75, 100)


def control(label: object, *message: object, class_: str = "second", **attributes: AttributeValue) -> Markup:
    """Return a button that sends a message to the page."""
    return tag("button", label, type="button", class_=class_, data_do=compact_json(message), **attributes)


def render_result(model: LabModel) -> Markup:
    """Return the result of the last run, and its games and log."""
    run = model.run
    if run is None:
        return tag("div", tag("h2", _("Result")), tag("p", _empty_sentence(model)), class_="lab-card lab-message")
    if run.error:
        return join(_render_error(model, run.error), _render_details(model, run))
    if run.state == "broken":
        return tag("div", tag("h2", _("Result")), tag("p", lab_words.broken_sentence()), class_="lab-card lab-message")
    summary = run.summary
    if summary is None:
        said = _("Starting Python…") if run.state == "starting" else _("Playing the first games…")
        if run.state in ("stopped", "done"):
            said = _("Stopped before the first game had ended.")
        return tag(
            "div",
            tag("h2", _("Result")),
            _render_waiting(model),
            tag("p", said) if not run.is_live else None,
            tag("div", tag("progress", aria_label=said), tag("span", said, _moves(run)), class_="lab-progress")
            if run.is_live
            else None,
            class_="lab-card lab-message",
        )
    return join(_render_figures(model, run, summary), _render_details(model, run))


def _empty_sentence(model: LabModel) -> str:
    games = model.settings.games
    return _("No games yet. Play {games} games to see how it does.").format(games=games)


def _render_age(model: LabModel, run: Run) -> Markup | None:
    """Return a note at a result of an earlier text."""
    if run.is_live or model.waiting or run.text == model.text:
        return None
    return tag("p", _("You've changed your bot since this run."), class_="lab-soft")


def _render_waiting(model: LabModel) -> Markup | None:
    """Return a note while the earlier version plays as many games as the new one will."""
    if not model.waiting:
        return None
    return tag("p", _("Your earlier version plays these deals first, then the new one."), class_="lab-soft")


# -- figures -----------------------------------------------------------------------------------------------------------


def _render_figures(model: LabModel, run: Run, summary: RunSummary) -> Markup:
    before = model.before.summary if model.before else None
    return tag(
        "div",
        tag("h2", _("Result"), class_="unseen"),
        _render_waiting(model),
        _render_age(model, run),
        _render_progress(run),
        tag(
            "div",
            tag("b", lab_words.percent(summary.share)),
            tag("span", _("wins")),
            tag(
                "small",
                tag("span", lab_words.interval_phrase(summary)),
                tag("span", lab_words.counts_phrase(summary)),
            ),
            class_="lab-figure",
        ),
        render_interval_chart(summary, before, 1 / run.settings.seats),
        _render_difference(model, run),
        tag("p", [tag("span", fact) for fact in lab_words.fact_phrases(run, summary)], class_="lab-facts"),
        _render_sit_down(model),
        class_="lab-card lab-result",
    )


def _render_sit_down(model: LabModel) -> Markup | None:
    """Return the way to a table with the bot."""
    if not model.can_sit_down:
        return None
    return tag("div", control([svg.tool_icon("run"), _("Play against it")], "sit-down"), class_="lab-buttons")


def _moves(run: Run) -> str:
    """Return how many moves a run has seen, until enough games have ended to estimate its time."""
    if not run.moves or len(run.games) >= GAMES_BEFORE_ESTIMATE:
        return ""
    return " · " + ngettext("{n} move", "{n} moves", run.moves).format(n=format_number(run.moves))


def _render_progress(run: Run) -> Markup | None:
    """Return the bar of a run, or how it ended early."""
    done, total = len(run.games), run.settings.games
    if run.state == "stopped":
        limit = _("A run ends after 10 minutes.") if run.is_out_of_time else None
        return tag("p", lab_words.stopped_sentence(done), " " if limit else None, limit, class_="lab-soft")
    if not run.is_live:
        return None
    label, left = _("{n} of {total} games").format(n=done, total=total), lab_words.time_left_phrase(run)
    return tag(
        "div",
        tag("progress", max=total, value=done, aria_label=label),
        tag("span", label, _moves(run), " · " + left if left else None),
        class_="lab-progress",
    )


def _x(share: float) -> float:
    return round(AXIS_START + AXIS_LENGTH * share, 1)


def _chart_text(x: float, y: int, said: str, anchor: str, kind: str = "") -> str:
    class_ = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{class_}>{escape(said)}</text>'


def _draw_band(summary: RunSummary, y: int, label: str, kind: str, even: float) -> str:
    """Return the interval of a run, with its name on a side that has room, and where the line of `even` is not."""
    low, high = _x(summary.low), _x(summary.high)
    width = max(1.0, round(high - low, 1))
    band = f'<rect class="lab-band {kind}" x="{low}" y="{y}" width="{width}" height="14" rx="3"/>'
    ends = f'<path class="lab-end {kind}" d="M{low} {y}v14M{high} {y}v14"/>'
    dot = f'<circle class="lab-dot {kind}" cx="{_x(summary.share)}" cy="{y + 7}" r="6"/>'
    room = len(label) * LETTER_WIDTH + LABEL_GAP
    has_left, has_right = low > room, high + room < CHART_WIDTH
    is_left = has_left and not (has_right and low - room < even < low)
    at = low - LABEL_GAP if is_left else high + LABEL_GAP
    return band + ends + dot + _chart_text(at, y + 12, label, "end" if is_left else "start", kind)


def render_interval_chart(summary: RunSummary, before: RunSummary | None, even: float) -> Markup:
    """Return a picture of the share of wins on a line from 0 to 100 %, with the share of an equal bot."""
    at = _x(even)
    said = _("even at {share}").format(share=lab_words.percent(even, 0))
    parts = [f'<path class="lab-even" d="M{at} -6v68"/>', _chart_text(at + LABEL_GAP, 6, said, "start")]
    if before:
        parts.append(_draw_band(before, 39, pgettext("a run", "before"), "was", at))
    parts.append(_draw_band(summary, 15, pgettext("a run", "now"), "now", at))
    parts.append(f'<path class="lab-axis" d="M{AXIS_START} {AXIS_Y}h{AXIS_LENGTH}"/>')
    for mark in MARKS:
        x, anchor = _x(mark / 100), {0: "start", 100: "end"}.get(mark, "middle")
        label = lab_words.percent(mark / 100) if mark in (0, 100) else format_number(mark)
        parts.append(f'<path class="lab-axis" d="M{x} {AXIS_Y}v5"/>' + _chart_text(x, AXIS_Y + 20, label, anchor))
    box = f'viewBox="0 -8 {CHART_WIDTH} 94"'
    name = escape(_chart_label(summary, before, even))
    return Markup(f'<svg class="lab-scale" {box} role="img" aria-label="{name}">{"".join(parts)}</svg>')


def _chart_label(summary: RunSummary, before: RunSummary | None, even: float) -> str:
    figures = {"share": summary.share, "low": summary.low, "high": summary.high}
    said = _("Wins: {share} percent, 95 percent interval {low} to {high}.")
    parts = [said.format(**{name: lab_words.percent_figure(value) for name, value in figures.items()})]
    if before:
        figures = {"share": before.share, "low": before.low, "high": before.high}
        told = {name: lab_words.percent_figure(value) for name, value in figures.items()}
        parts.append(_("Before: {share} percent, {low} to {high}.").format(**told))
    parts.append(_("An equal bot wins {share} percent.").format(share=lab_words.percent_figure(even, 0)))
    return " ".join(parts)


def _render_difference(model: LabModel, run: Run) -> Markup | None:
    """Return the difference to the last run with a plain verdict. If it is unclear, more games can clear it up."""
    difference = model.difference
    if difference is None:
        return None
    verdict, reason = lab_words.difference_sentences(difference)
    more = next((count for count in GAME_COUNTS if count >= MIN_MORE_GAMES and count > len(run.games)), None)
    offer = None
    if difference.verdict == "unclear" and more and run.state == "done":
        label = _("Play {n} to find out").format(n=more)
        offer = control(label, "more", more, class_="lab-more")
    return tag(
        "div",
        tag("b", lab_words.signed_points(difference.mean)),
        tag("p", tag("strong", verdict), ". ", reason, " ", offer),
        class_=f"lab-difference {difference.verdict}",
    )


# -- errors ------------------------------------------------------------------------------------------------------------


def _render_error(model: LabModel, error: BotError) -> Markup:
    message = lab_words.error_message(error)
    lines = [_trace_line(each.line, each.text, count) for each, count in Counter(error.trace).items()]
    trace = [tag("b", message) if message else None, "\n" if message and lines else None, "\n".join(lines)]
    go_to = _("Go to line {line}").format(line=error.line)
    with_simulate = _("With simulate, a bot that fails loses that game, and the tournament continues.")
    can_go = error.line and model.error is error
    return tag(
        "div",
        tag("h2", tag("span", Markup(WARNING_ICON), class_="lab-badge"), lab_words.error_heading(error)),
        tag("p", lab_words.error_place(error)),
        tag("pre", trace, class_="lab-trace", dir="ltr") if message or lines else None,
        tag(
            "div",
            control(go_to, "go-to", class_="primary") if can_go else None,
            control([Markup(EYE_ICON), _("Show the table")], "table") if error.save else None,
            class_="lab-buttons",
        )
        if can_go or error.save
        else None,
        tag("p", with_simulate, class_="lab-soft") if error.save else None,
        class_="lab-card lab-message lab-error",
    )


def _trace_line(line: int, function: str, count: int) -> str:
    """Return a line of the trace. One that comes again and again, as in a recursion, is written once."""
    if function == MODULE_FRAME:
        place = _("line {line}").format(line=line)
    else:
        # Translators: where an error happened. Example: line 8, in worth
        place = _("line {line}, in {name}").format(line=line, name=function)
    return place if count == 1 else f"{place} (× {format_number(count)})"


# -- games and log -----------------------------------------------------------------------------------------------------


def _render_details(model: LabModel, run: Run) -> Markup:
    """Return the tabs with the games and the log."""
    count = len(run.log)
    labels: dict[Detail, str] = {
        "games": _("Games"),
        "log": ngettext("Log · {n} line", "Log · {n} lines", count).format(n=format_number(count)),
    }
    tabs = [
        control(
            label,
            "detail",
            name,
            class_="lab-tab",
            role="tab",
            id=f"lab-detail-{name}",
            aria_selected=boolean_attribute(name == model.detail),
            aria_controls="lab-details",
            tabindex=None if name == model.detail else -1,
        )
        for name, label in labels.items()
    ]
    shown = _render_games(model, run) if model.detail == "games" else _render_log(run)
    return tag(
        "div",
        tag("div", tabs, class_="lab-details-tabs", role="tablist", aria_label=_("Details"), data_arrows=True),
        tag("div", shown, id="lab-details", role="tabpanel", aria_labelledby=f"lab-detail-{model.detail}"),
        class_="lab-card lab-details",
    )


def _render_games(model: LabModel, run: Run) -> Markup:
    summary = run.summary
    if summary is None:
        return tag("p", _("No game has ended."), class_="lab-soft lab-none")
    counts: dict[Filter, tuple[str, int]] = {
        "all": (_("All {n}"), summary.games),
        "won": (_("Won {n}"), summary.won),
        "tied": (_("Tied {n}"), summary.tied),
        "lost": (_("Lost {n}"), summary.lost),
    }
    keys = [
        control(
            [Markup(f'<i class="{name}"></i>') if name != "all" else None, label.format(n=count)],
            "filter",
            name,
            class_="lab-key",
            aria_pressed=boolean_attribute(name == model.filter),
        )
        for name, (label, count) in counts.items()
    ]
    games = model.shown_games
    rows = [tag("li", _render_row(game)) for game in games[: model.rows]]
    more = control(_("Show more games"), "rows", class_="quiet") if len(games) > model.rows else None
    return join(
        _render_strip(run.games, summary),
        tag("div", keys, class_="lab-keys", role="group", aria_label=_("Games shown")),
        tag("ol", rows, class_="lab-games"),
        more,
    )


def _render_strip(games: Sequence[GameResult], summary: RunSummary) -> Markup:
    """Return all games as small marks: one column for each deal, and one row for each seat of the bot."""
    deals: dict[str, dict[int, str]] = {}
    for game in sorted(games, key=lambda game: game.number):
        deals.setdefault(game.deal, {})[game.seat] = game.outcome
    seats = range(max(len(game.scores) for game in games))
    columns = [tag("span", [tag("i", class_=deal.get(seat, "none")) for seat in seats]) for deal in deals.values()]
    said = _("Strip of games: {won} won, {tied} tied, {lost} lost.")
    label = said.format(won=summary.won, tied=summary.tied, lost=summary.lost)
    size = "lab-strip small" if len(columns) > MAX_WIDE_DEALS else "lab-strip"
    return tag("div", columns, class_=size, role="img", aria_label=label)


def _render_row(game: GameResult) -> Markup:
    own, other = game.points, game.best_opponent
    name = _("Game {n}").format(n=game.number + 1)
    outcome = {"won": _("Won"), "tied": _("Tied"), "lost": _("Lost")}[game.outcome]
    heard = {
        "won": _("Game {n}: won {own} to {other}. Step through it."),
        "tied": _("Game {n}: tied {own} to {other}. Step through it."),
        "lost": _("Game {n}: lost {own} to {other}. Step through it."),
    }[game.outcome].format(n=game.number + 1, own=format_number(own), other=format_number(other))
    by = tag("small", _("by {n}").format(n=abs(own - other))) if own != other else None
    hidden = "true" if game.save else None
    facts = [
        tag("span", name, aria_hidden=hidden),
        tag("span", tag("b", outcome, class_=game.outcome), " ", by, aria_hidden=hidden),
        tag("span", format_score_pair(own, other), class_="lab-score", aria_hidden=hidden),
    ]
    if not game.save:  # after a reload of the page, for the last games of a long run
        return tag("div", facts, class_="lab-row")
    return control(
        [screen_reader_text(heard), *facts, Markup(NEXT_ICON)],
        "step",
        game.number,
        class_="lab-row",
    )


def mark_hidden(text: str) -> list[str | Markup]:
    """Return a text with the numbers of its invisible characters, which stand out from typed ones."""
    return [tag("span", part, class_="token hidden") if is_number else part for part, is_number in reveal_parts(text)]


def _render_log(run: Run) -> Markup:
    if not run.log:
        return tag("p", _("Nothing printed. Lines that your bot prints appear here."), class_="lab-soft lab-none")
    dropped = tag("p", _("Older lines were dropped."), class_="lab-soft lab-none") if run.dropped else None
    rows = [
        tag("li", tag("span", _line_place(line)), tag("code", mark_hidden(line.text), dir="ltr")) for line in run.log
    ]
    return join(dropped, tag("ol", rows, class_="lab-log"))


def _line_place(line: LogLine) -> str:
    if line.game is None:
        return _("Loading")
    if line.move:
        return _("Game {game}, move {move}").format(game=line.game + 1, move=line.move)
    return _("Game {n}").format(n=line.game + 1)
