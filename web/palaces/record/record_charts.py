"""The charts of the record as SVG, each drawn for cards of three widths. Pure."""

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from palaces.app.i18n import _, percent_phrase
from palaces.record.record_statistics import SourceMean, WinShare
from palaces.ui.html import Markup, escape, join, tag
from pygame_core.i18n import format_number
from pygame_core.rating import Rating

CHART_WIDTHS = {"narrow": 304, "wide": 364, "full": 660}
"""The widths of a chart in units, which are CSS px. The style sheet shows the one that fits into the card."""
CHARACTER_WIDTH = 7.4
"""The mean width of a letter of 15 px."""
WIN_ROW, SHORT_WIN_ROW, SOURCE_ROW = 58, 44, 29
"""The heights of a group of wins, of one with too few games, and of a source of points."""
RATING_TOP, RATING_BOTTOM = 12, 180
MAX_RATING_POINTS = 150
"""Games on the rating chart; of more games, some are left out."""
RATING_ROOM = 60
"""Points above and below everything on the rating chart."""


class RatedLevel(NamedTuple):
    """A level of bots on the rating chart."""

    label: str
    rating: int


def _join_widths(charts: Sequence[Markup]) -> Markup:
    """Return a chart in all widths. The style sheet shows one."""
    return join([tag("div", svg, class_=f"chart-{name}") for name, svg in zip(CHART_WIDTHS, charts, strict=True)])


def _svg(width: int, height: float, label: str, parts: Sequence[str]) -> Markup:
    return Markup(
        f'<svg class="record-chart" viewBox="0 0 {width} {height:g}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, said: str, class_: str = "", anchor: str = "start") -> str:
    named = f' class="{class_}"' if class_ else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(said)}</text>'


def _line(d: str, class_: str) -> str:
    return f'<path class="{class_}" d="{d}"/>'


def draw_wins(shares: Sequence[tuple[str, WinShare]], label: str) -> Markup:
    """Return the chart of wins: for each group a dot, its interval, and dashes at the even share."""
    return _join_widths([_draw_wins(shares, label, width) for width in CHART_WIDTHS.values()])


def _draw_wins(shares: Sequence[tuple[str, WinShare]], label: str, width: int) -> Markup:
    left, right = 10, width - 14
    heights = [WIN_ROW if share.is_clear else SHORT_WIN_ROW for _name, share in shares]
    bottom = sum(heights) + 6

    def at(share: float) -> float:
        return left + (right - left) * share

    parts = [_line(f"M{left} 4V{bottom}", "axis")]
    parts += [_line(f"M{at(quarter / 4):.1f} 4V{bottom}", "grid") for quarter in range(1, 5)]
    for quarter in range(5):
        said = percent_phrase(quarter / 4) if quarter in (0, 4) else str(25 * quarter)
        parts.append(_text(at(quarter / 4), bottom + 18, said, "soft", "middle"))
    for row, (name, share) in enumerate(shares):
        y = 16 + sum(heights[:row])
        # Translators: wins of games. Example: 13 of 21
        counted = _("{wins} of {games}").format(wins=share.wins, games=share.games)
        parts.append(
            f'<text class="name on-grid" x="{left + 6}" y="{y}">{escape(name)} '
            f'<tspan class="count">{escape(counted)}</tspan></text>'
        )
        if not share.is_clear:
            parts.append(_text(left + 6, y + 20, _("Too few games to tell"), "soft on-grid"))
            continue
        middle, low, high = y + 24, at(share.low), at(share.high)
        parts.append(
            _line(f"M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 7}v14M{high:.1f} {middle - 7}v14", "range")
        )
        parts.append(f'<circle class="own" cx="{at(share.share):.1f}" cy="{middle}" r="8"/>')
        parts.append(_line(f"M{at(share.even):.1f} {middle - 14}v28", "even"))
        parts.append(_text(right - 2, y, percent_phrase(share.share), "figure on-grid", "end"))
    parts.append(_text(at(0.5), bottom + 36, _("games won"), "soft", "middle"))
    return _svg(width, bottom + 42, label, parts)


def draw_rating(history: Sequence[Rating], levels: Sequence[RatedLevel], label: str) -> Markup:
    """Return the chart of a rating: its line, its band of two deviations, and the levels of the bots."""
    return _join_widths([_draw_rating(history, levels, label, width) for width in CHART_WIDTHS.values()])


def _draw_rating(history: Sequence[Rating], levels: Sequence[RatedLevel], label: str, width: int) -> Markup:
    left = 10
    right = width - 12 - max([CHARACTER_WIDTH * len(level.label) for level in levels], default=0)
    values = [rating.value for rating in history]
    near = [*values, *(level.rating for level in levels)]
    low, high = min(near) - RATING_ROOM, max(near) + RATING_ROOM
    count = len(history)

    def x_of(game: int) -> float:
        return left + (right - left) * game / max(count - 1, 1)

    def y_of(rating: float) -> float:
        part = (rating - low) / (high - low)
        return RATING_BOTTOM - (RATING_BOTTOM - RATING_TOP) * min(max(part, 0), 1)

    drawn = [*range(0, count - 1, ceil(count / MAX_RATING_POINTS)), count - 1]
    upper = [(x_of(n), y_of(history[n].value + 2 * history[n].deviation)) for n in drawn]
    lower = [(x_of(n), y_of(history[n].value - 2 * history[n].deviation)) for n in drawn]
    band = "L".join(f"{x:.1f} {y:.1f}" for x, y in [*upper, *reversed(lower)])
    parts = [_line(f"M{band}Z", "band")]
    last_label = float("inf")
    for level in sorted(levels, key=lambda one: one.rating):
        y = y_of(level.rating)
        parts.append(_line(f"M{left} {y:.1f}H{right:.1f}", "level"))
        last_label = min(y, last_label - 16)  # names of close levels stay apart
        parts.append(_text(right + 8, last_label + 5, level.label, "soft"))
    parts.append(_line(f"M{left} {RATING_BOTTOM}H{right:.1f}", "axis"))
    line = "L".join(f"{x_of(n):.1f} {y_of(values[n]):.1f}" for n in drawn)
    parts += [
        _line(f"M{line}", "own-line"),
        f'<circle class="own" cx="{x_of(count - 1):.1f}" cy="{y_of(values[-1]):.1f}" r="7"/>',
    ]
    # Translators: the first game on the axis of a chart. Example: Game 1
    parts.append(_text(left, RATING_BOTTOM + 20, _("Game {n}").format(n=1), "soft"))
    step = round_step(count, 4)
    parts += [
        _text(x_of(n - 1), RATING_BOTTOM + 20, str(n), "soft", "middle")
        for n in range(step, count + 1, step)
        if x_of(n - 1) > left + 64
    ]
    return _svg(width, 206, label, parts)


def round_step(most: float, parts: int) -> int:
    """Return the distance of the marks on an axis: 1, 2 or 5 times a power of ten.

    >>> round_step(41, 4), round_step(7, 3), round_step(260, 4)
    (20, 5, 100)
    """
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power * parts >= most:
                return step * power
        power *= 10


def draw_sources(means: Sequence[tuple[str, SourceMean]], label: str) -> Markup:
    """Return the chart of points by source: a filled bar for the person, a hatched one for skilled bots."""
    return _join_widths([_draw_sources(means, label, width, f"hatch-{name}") for name, width in CHART_WIDTHS.items()])


def _draw_sources(means: Sequence[tuple[str, SourceMean]], label: str, width: int, hatch: str) -> Markup:
    longest = max(len(name) for name, _mean in means)
    left, right = min(10 + CHARACTER_WIDTH * longest, width * 0.44), width - 34
    figures = [figure for _name, mean in means for figure in (mean.own, mean.bots)]
    step = round_step(max(*figures, 1) - min(*figures, 0), 3)
    low, high = floor(min(*figures, 0) / step) * step, ceil(max(*figures, 1) / step) * step
    bottom = SOURCE_ROW * len(means) + 4

    def at(points: float) -> float:
        return left + (right - left) * (points - low) / (high - low)

    def bar(points: float, y: float, height: int, class_: str, fill: str = "") -> str:
        x, wide = min(at(points), at(0)), abs(at(points) - at(0))
        return f'<rect class="{class_}" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{height}" rx="2"{fill}/>'

    parts = [
        f'<pattern id="{hatch}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect class="hatch" width="2.2" height="6"/></pattern>'
    ]
    for mark in range(low, high + 1, step):
        parts.append(_line(f"M{at(mark):.1f} 2V{bottom}", "grid" if mark else "axis"))
        parts.append(_text(at(mark), bottom + 19, format_number(mark), "soft", "middle"))
    for row, (name, mean) in enumerate(means):
        y = 4 + SOURCE_ROW * row
        parts.append(_text(0, y + 16, name))
        parts.append(bar(mean.own, y, 11, "own"))
        parts.append(bar(mean.bots, y + 12, 9, "bots", f' fill="url(#{hatch})"'))
        if mean.is_different:
            apart = round(mean.own - mean.bots)
            end = max(at(mean.own), at(mean.bots), at(0)) + 6
            parts.append(_text(end, y + 16, format_number(f"{apart:+}"), "figure good" if apart > 0 else "figure bad"))
    return _svg(width, bottom + 28, label, parts)
