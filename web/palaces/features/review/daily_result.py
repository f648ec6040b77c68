"""The result of a daily deal: your buildings and points, and a chart of the points of the bots in your seat. Pure.

It takes the place of the stage and the podium on the end page. The chart of the game and its tables follow.
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from palaces.app.daily_deal import BotPoints, DealState
from palaces.app.dates import short_date, weekday_and_date
from palaces.app.i18n import _, ngettext, points_around_figure, points_phrase
from palaces.app.model import Model
from palaces.features.steps import result_sound
from palaces.share import challenge_proof, permalinks
from palaces.ui import svg
from palaces.ui.html import Markup, button, escape, html_table, join, tag
from palaces.ui.panels import no_answer_sentence
from pygame_core import GAMES
from pygame_core.bots.deal_games import BOT_GAMES_PER_DEAL
from pygame_core.i18n import format_number

SHARE_TEXT_ID = "deal-text"
BIN_POINTS = 5
"""The points of a bin of the chart. If the chart would have more than `MAX_BINS`, bins are twice as wide."""
MAX_BINS = 16
HIGH_SHARE, LOW_SHARE = 19 / 20, 1 / 10
"""The shares of bots from which the verdict has other words."""
CHART_HEIGHT_PX, BAR_TOP_PX, BAR_FOOT_PX = 318, 50, 290
"""The height of the chart, and the top of the highest bar and the foot of all bars in it."""
BAR_GAP_PERCENT = 8
"""The gap between bars, in percent of a bin."""


class Bin(NamedTuple):
    """A bar of the chart: bots with at least `start` points, and fewer than the start of the next bin."""

    start: int
    bots: int


# -- title bar ---------------------------------------------------------------------------------------------------------


def render_title(model: Model) -> Markup:
    """Render the heading of the result."""
    is_today = model.deal is not None and model.deal.today == model.address.deal
    title = _("Today's deal") if is_today else _("Daily deal")
    return join(tag("b", title), " ", tag("span", weekday_and_date(*_day_and_today(model))))


def _day_and_today(model: Model) -> tuple[date, date | None]:
    """Return the day of the deal, and today, if the browser has said it."""
    today = date.fromisoformat(model.deal.today) if model.deal is not None else None
    return date.fromisoformat(model.address.deal), today


def render_badge(model: Model) -> Markup:
    """Render the date of the deal, next to the name of the seat to move."""
    # Translators: a badge in the title bar. {date} is a date such as Nov 26.
    said = _("deal of {date}").format(date=short_date(*_day_and_today(model)))
    return tag("span", said, class_="badge")


# -- the result in words -----------------------------------------------------------------------------------------------


def own_points(model: Model) -> int:
    """Return the points of the person."""
    return model.match.scores()[model.human_seats[0]]


def verdict_sentences(model: Model) -> tuple[str, str]:
    """Return the title of the result and the sentence below it, once all bots have played."""
    assert model.deal is not None
    ahead, played = model.deal.bots.count_below(own_points(model)), len(model.deal.bots.points)
    if ahead:
        # Translators: {n} is the number of bots with fewer points than the player, {m} that of all bots: 124 of 200.
        said = _("{m} skilled bots played these cards in your seat. You're ahead of {n}.")
    else:
        said = _("{m} skilled bots played these cards in your seat.")
    return _verdict(ahead, played), said.format(n=format_number(ahead), m=format_number(played))


def _verdict(ahead: int, played: int) -> str:
    """Return the title of the result.

    >>> _verdict(200, 200), _verdict(199, 200), _verdict(124, 200)
    ('You beat all 200', 'Better than 19 in 20 bots', 'Better than 6 in 10 bots')
    >>> _verdict(19, 200)
    'Tough deal: most bots got more'
    """
    if ahead == played:
        return _("You beat all {n}").format(n=format_number(played))
    if ahead < LOW_SHARE * played:
        return _("Tough deal: most bots got more")
    n, m = _fraction(ahead, played)
    # Translators: a share of the bots, such as 6 in 10. {m} is 10 or 20.
    return _("Better than {n} in {m} bots").format(n=n, m=m)


def _fraction(ahead: int, played: int) -> tuple[int, int]:
    """Return a share of the bots as tenths, rounded down; 19 in 20 from there on."""
    return (19, 20) if ahead >= HIGH_SHARE * played else (10 * ahead // played, 10)


def share_text(model: Model) -> str:
    """Return the two lines to share. The link follows the second."""
    assert model.deal is not None
    first = (
        # Translators: a message to friends, such as: Palaces, today's deal, Nov 26: Alhambra, 91 points.
        _("Palaces, today's deal, {date}: {game}, {points}.")
        if model.address.deal == model.deal.today
        # Translators: the same about the deal of another day.
        else _("Palaces, the deal of {date}: {game}, {points}.")
    )
    told = first.format(
        date=short_date(*_day_and_today(model)),
        game=model.game.short_title(),
        points=points_phrase(own_points(model)),
    )
    return f"{told}\n{_second_line(model.deal.bots, own_points(model))}"


def _second_line(bots: BotPoints, own: int) -> str:
    """Return the second line to share, which ends before the link."""
    ahead, played = bots.count_below(own), len(bots.points)
    if played < BOT_GAMES_PER_DEAL:
        # Translators: a link follows.
        return _("Same cards for everyone. Your turn:")
    if ahead == played:
        # Translators: a link follows.
        return _("Better than all {n} skilled bots. Your turn:").format(n=format_number(played))
    if ahead < LOW_SHARE * played:
        # Translators: a link follows.
        return _("Tough deal: most bots got more. Your turn:")
    n, m = _fraction(ahead, played)
    # Translators: a share of the bots, such as 6 in 10. A link follows.
    return _("Better than {n} in {m} skilled bots. Your turn:").format(n=n, m=m)


def share_link(model: Model) -> str:
    """Return the address of the deal with the points to beat, and the game that proves them."""
    assert model.deal is not None
    points = challenge_proof.offered_points(model)
    if points is None:
        return model.deal.site_url + permalinks.table_link(model.address.with_default_settings())
    return model.deal.site_url + permalinks.challenge_link(model.address, points, model.whole_match)


# -- the cards ---------------------------------------------------------------------------------------------------------


def render_deal_result(model: Model, scene: Markup, title: str, ranks: Sequence[Markup]) -> Markup:
    """Render the cards of the result: your buildings, the chart, the text to share, and what is next.

    `scene` shows your buildings, `title` says your place at the table, and `ranks` are the players with their points.
    """
    cards = [_render_own_result(model, scene, title, ranks)]
    if model.deal is not None:
        cards.append(_render_bots(model, model.deal))
        if not model.match.practice:
            cards.append(_render_share(model, model.deal))
        cards.append(_render_next(model, model.deal))
    return tag("div", cards, class_="deal-cards")


def _render_own_result(model: Model, scene: Markup, place: str, ranks: Sequence[Markup]) -> Markup:
    """Render your buildings, your points, the verdict, and the points of all."""
    before, figure, after = points_around_figure(own_points(model))
    points = tag("p", tag("small", before) if before else None, tag("b", figure), tag("small", after), class_="reached")
    title, said = _headline(model, place)
    return tag(
        "section",
        tag("div", scene, points, class_="finale"),
        tag(
            "div",
            tag("h2", title, class_="deal-verdict", id="victory", tabindex="-1"),
            tag("p", said) if said else None,
            _render_practice_note(model),
            challenge_proof.render_challenge_outcome(model),
            tag("ol", ranks, class_="deal-ranks"),
            class_="deal-told",
            data_sound=result_sound(model) if model.is_on("sound") else None,
        ),
        class_="deal-card deal-own",
        aria_label=_("Your result"),
    )


def _headline(model: Model, place: str) -> tuple[str, str]:
    """Return the title of the result and the sentence below it. Until all bots have played, the title is the place."""
    if model.deal is None or len(model.deal.bots.points) < BOT_GAMES_PER_DEAL:
        return place, ""
    return verdict_sentences(model)


def _render_practice_note(model: Model) -> Markup | None:
    """Say that practice doesn't count, and which result does."""
    if not model.match.practice:
        return None
    record = model.deal.record_of(model.address.deal, model.match.game) if model.deal else None
    if record is None:
        return tag("p", _("This was practice, so it doesn't count."))
    # Translators: {points} is a phrase such as: 91 points
    said = _("This was practice. Your first result counts: {points}.")
    return tag("p", said.format(points=points_phrase(record.points)))


def _render_bots(model: Model, state: DealState) -> Markup:
    """Render the chart of the bots, which grows while they play."""
    bots, own = state.bots, own_points(model)
    parts: list[Markup | None]
    if state.is_unanswered:
        retry = button(_("Try again"), do=("daily", "retry"), class_="second", id="deal-retry")
        parts = [tag("p", no_answer_sentence()), tag("div", retry, class_="plays")]
    else:
        parts = [_render_progress(bots)]
    if bots.points:
        parts = [_render_chart(bots, own), *parts]
    title = _("How the bots did")
    return tag("section", tag("h2", title), parts, class_="deal-card deal-bots", aria_label=title)


def _render_progress(bots: BotPoints) -> Markup:
    """Render the half mark in words, or the progress of the games."""
    played = len(bots.points)
    if played >= BOT_GAMES_PER_DEAL:
        # Translators: {n} are points, such as 87.
        said = _("Points at the end, and how many bots got them. Half got {n} or more.")
        return tag("p", said.format(n=format_number(bots.half_mark)))
    # Translators: progress, such as: Dealing it to 200 bots… 64
    said = _("Dealing it to {m} bots… {n}")
    told = said.format(m=format_number(BOT_GAMES_PER_DEAL), n=format_number(played))
    bar = tag("progress", value=played, max=BOT_GAMES_PER_DEAL, aria_label=told)
    return join(bar, tag("p", told, aria_hidden="true"))


def _render_share(model: Model, state: DealState) -> Markup:
    """Render the text to share with its link, of which the style sheet shows the beginning. Screen readers hear no
    proof. An invisible field has the text, too, for browsers that can't copy."""
    text, link = share_text(model), share_link(model)
    first, second = text.split("\n")
    spoken = link.partition("#")[0]
    link_shown = tag("a", link, href=link, class_="deal-link", dir="ltr", aria_label=spoken)
    share = button(svg.tool_icon("share"), _("Share"), do=("daily", "share"), class_="primary", id="deal-share")
    copy = button(
        svg.tool_icon("copy"),
        _("Copy"),
        do=("daily", "copy"),
        class_="second" if state.has_system_share else "primary",
        id="deal-copy",
    )
    whole = tag("textarea", f"{text} {link}", id=SHARE_TEXT_ID, readonly=True, tabindex="-1", class_="unseen")
    title = _("Share it")
    return tag(
        "section",
        tag("h2", title),
        tag("p", tag("span", first), " ", tag("span", second, " ", link_shown), class_="deal-text"),
        tag("div", whole, aria_hidden="true", class_="deal-whole"),
        tag("div", share if state.has_system_share else None, copy, class_="plays"),
        tag(
            "p",
            state.share_status or _("The link proves your points and doesn't show your moves until they've played."),
            role="status",
            class_="deal-note",
        ),
        class_="deal-card",
        aria_label=title,
    )


def _render_next(model: Model, state: DealState) -> Markup:
    """Render the other deals of that day, the past deals, and practice."""
    title = _("What's next")
    others = [_render_other_deal(model, state, game) for game in GAMES if game != model.match.game]
    past = button(svg.tool_icon("calendar"), _("Past deals"), do=("panel", "deals"), class_="second", id="past-deals")
    practice = join(svg.tool_icon("restart"), _("Play it again for practice"))
    again = button(practice, do=("daily", "again"), class_="second", id="deal-again")
    watch = button(svg.tool_icon("run"), _("Replay"), do=("run",), class_="second", id="watch")
    hours, minutes = divmod(state.minutes_left, 60)
    # Translators: {h} are hours and {min} minutes, such as: New deals at midnight UTC, in 7 h 48 min.
    said = _("New deals at midnight UTC, in {h} h {min} min.").format(h=hours, min=minutes)
    return tag(
        "section",
        tag("h2", title),
        tag("div", _render_look_again(model), watch, others, past, again, class_="deal-next", data_arrows=True),
        tag("p", said, class_="deal-note"),
        class_="deal-card",
        aria_label=title,
    )


def _render_look_again(model: Model) -> Markup | None:
    """Render the button that looks again; None if there is nothing to look at. It waits for the first decision."""
    review = model.decision_review
    if review is None or (not review.decisions and (review.is_finished or review.is_unanswered)):
        return None
    return button(
        svg.tool_icon("look-again"),
        _("Look again"),
        do=("decision", "open", 0),
        class_="second",
        id="deal-look",
        disabled=not review.decisions,
    )


def _render_other_deal(model: Model, state: DealState, game: str) -> Markup:
    """Render the link to the deal of another game. A played one has its points."""
    record, title = state.record_of(model.address.deal, game), GAMES[game].short_title()
    link = f"./{game}.html?deal={model.address.deal}"
    if record is None:
        # Translators: {game} is a game such as Palazzo.
        return tag("a", svg.tool_icon("run"), _("{game}'s deal").format(game=title), href=link, class_="second")
    # Translators: {game} is a game such as Palazzo, {points} a phrase such as: 38 points
    said = _("{game}: {points}").format(game=title, points=points_phrase(record.points))
    return tag("a", svg.tool_icon("check"), said, href=link, class_="second")


# -- the chart ---------------------------------------------------------------------------------------------------------


def count_bins(bots: BotPoints, own: int) -> tuple[int, list[Bin]]:
    """Return the points of a bin, and all bins from the fewest to the most points, the person's among them.

    >>> count_bins(BotPoints((62, 68, 69, 74)), 71)
    (5, [Bin(start=60, bots=1), Bin(start=65, bots=2), Bin(start=70, bots=1)])
    """
    least, most, width = min(own, *bots.points), max(own, *bots.points), BIN_POINTS
    while most // width - least // width >= MAX_BINS:
        width *= 2
    starts = range(least // width * width, most + 1, width)
    return width, [Bin(start, sum(start <= each < start + width for each in bots.points)) for start in starts]


def _render_chart(bots: BotPoints, own: int) -> Markup:
    """Render the chart: filled bars are behind you, outlined ones ahead, and an arrow points at yours."""
    width, bins = count_bins(bots, own)
    # Translators: for screen readers. All numbers are points, but {m} is the number of bots.
    said = _("Points of {m} bots with these cards: from {least} to {most}, half of them {half} or more. You: {n}.")
    told = said.format(
        m=format_number(len(bots.points)),
        least=format_number(bots.points[0]),
        most=format_number(bots.points[-1]),
        half=format_number(bots.half_mark),
        n=format_number(own),
    )
    drawn = _bars_svg(bins, width, own) + _axis_svg(bins, width)
    chart = Markup(f'<svg height="{CHART_HEIGHT_PX}" aria-hidden="true">{drawn}</svg>')
    return join(tag("div", chart, role="img", aria_label=told, class_="deal-chart"), _render_chart_table(bins, width))


def _bars_svg(bins: Sequence[Bin], width: int, own: int) -> str:
    """Return the bars with their counts, and the arrow."""
    most, share, drawn = max(each.bots for each in bins), 100 / len(bins), ""
    for n, each in enumerate(bins):
        kind = "own" if each.start <= own < each.start + width else "behind" if each.start < own else "ahead"
        height = max(2.0, (BAR_FOOT_PX - BAR_TOP_PX) * each.bots / max(1, most)) if each.bots or kind == "own" else 0
        top, middle = BAR_FOOT_PX - height, share * (n + 0.5)
        box = f'x="{share * (n + BAR_GAP_PERCENT / 200):.2f}%" width="{share * (100 - BAR_GAP_PERCENT) / 100:.2f}%"'
        if height:
            drawn += f'<rect class="{kind}" {box} y="{top:.1f}" height="{height:.1f}" rx="3"/>'
        if kind == "own":
            drawn += _arrow_svg(middle, top, own)
        elif each.bots:
            drawn += f'<text x="{middle:.2f}%" y="{top - 6:.1f}">{each.bots}</text>'
    return drawn


def _arrow_svg(x: float, top: float, own: int) -> str:
    """Return the arrow from your points to the bar with its top at `top`."""
    said = escape(_("You: {n}").format(n=format_number(own)))
    return (
        f'<line class="arrow" x1="{x:.2f}%" x2="{x:.2f}%" y1="22" y2="{top - 10:.1f}"/>'
        f'<svg class="tip" x="{x:.2f}%" y="{top - 12:.1f}"><path d="M-6 0H6L0 8z"/></svg>'
        f'<text class="own" x="{min(max(x, 9.0), 91.0):.2f}%" y="16">{said}</text>'
    )


def _axis_svg(bins: Sequence[Bin], width: int) -> str:
    """Return the line below the bars, and the points at every second edge of a bin."""
    drawn = f'<line class="axis" x1="0" x2="100%" y1="{BAR_FOOT_PX}" y2="{BAR_FOOT_PX}"/>'
    for n, start in enumerate([*(each.start for each in bins), bins[-1].start + width]):
        if start // width % 2 == 0:
            drawn += f'<text x="{100 * n / len(bins):.2f}%" y="{BAR_FOOT_PX + 20}">{format_number(start)}</text>'
    return drawn


def _render_chart_table(bins: Sequence[Bin], width: int) -> Markup:
    """Render the figures of the chart as a table for screen readers."""
    head = tag("tr", tag("th", _("Points"), scope="col"), tag("th", _("Bots"), scope="col"))
    rows = [
        tag(
            "tr",
            # Translators: a range of points, such as: 60 to 64
            tag("th", _("{least} to {most}").format(least=each.start, most=each.start + width - 1), scope="row"),
            tag("td", format_number(each.bots)),
        )
        for each in bins
    ]
    bots = sum(each.bots for each in bins)
    caption = ngettext("The points of {n} bot", "The points of {n} bots", bots).format(n=format_number(bots))
    return tag("div", html_table(caption, head, rows), class_="unseen")
