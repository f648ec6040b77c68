"""The chart of the chances to win after a game. A tap on it shows that position. Pure."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.thinking import WinProbabilities
from palaces.features.explanations import render_waiting_line
from palaces.ui import svg
from palaces.ui.html import (
    Markup,
    button,
    html_table,
    join,
    slider_input,
    tag,
)
from pygame_core.i18n import format_number

CHART_WIDTH, CHART_HEIGHT = 400, 120
CHART_SIDE_MARGIN, CHART_TOP_MARGIN = (
    10,
    22,
)  # at each side, half the slider's thumb; at the top, room for the numbers of turning points
MAX_TURNING_POINTS = 4  # on the chart
MIN_PROBABILITY_SWING = 0.08  # the smallest change of a turning point
MIN_TURN_SPACING_SHARE = 0.04  # the least distance of two turning points, as a share of the game


def render_win_chart(model: Model) -> Markup:
    """Render the chart with its turning points, or a line while the worker computes it."""
    if not model.win_probabilities:
        waits, unanswered = _("Analyzing the game"), model.thinking.are_probabilities_unanswered
        inside = render_waiting_line("chances", waits, unanswered=unanswered)
    else:
        inside = join(
            render_chart_slider(model),
            _render_legend(model),
            _render_turning_points(model),
            _render_probability_table(model),
        )
    title = _("How the game went")
    return tag("section", tag("h2", title), inside, class_="story", id="story", aria_label=title)


def render_chart_slider(model: Model) -> Markup:
    """Render each seat's chance to win by move as stacked bands. A slider above it goes to a move."""
    total, chances = len(model.match.log), model.win_probabilities
    numbers = [_turn_mark_svg(chart_x(turn, total), number) for number, turn in enumerate(turning_points(chances), 1)]
    box = f"0 0 {CHART_WIDTH + 2 * CHART_SIDE_MARGIN} {CHART_TOP_MARGIN + CHART_HEIGHT + 6}"
    drawn = _bands_svg(chances) + _band_signs_svg(chances) + "".join(numbers)
    return _render_under_slider(model, f'<svg viewBox="{box}" aria-hidden="true">{drawn}</svg>')


def render_chart_strip(model: Model) -> Markup:
    """Render the bands as low as a slider, with a line at the position on screen."""
    x = chart_x(model.move_number, len(model.match.log))
    bands = _bands_svg(model.win_probabilities)  # without signs: the strip would stretch them
    here = f'<path class="chart-here" d="M{x:.1f} {CHART_TOP_MARGIN}v{CHART_HEIGHT}"/>'
    width = CHART_WIDTH + 2 * CHART_SIDE_MARGIN
    box = f'viewBox="0 {CHART_TOP_MARGIN} {width} {CHART_HEIGHT}" preserveAspectRatio="none"'
    return _render_under_slider(model, f'<svg {box} aria-hidden="true">{bands}{here}</svg>', "chart strip")


def _render_under_slider(model: Model, picture: str, class_: str = "chart") -> Markup:
    """Render a picture of a whole game under a slider over its moves."""
    n, total = model.move_number, len(model.match.log)
    value = _("Move {n} of {total}").format(n=n, total=total)
    control = slider_input(n, total, ("slide",), id="moment", aria_label=_("Go to a move"), aria_valuetext=value)
    return tag("div", Markup(picture), control, class_=class_)


def chart_x(n: int, total: int) -> float:
    """Return the x coordinate of a log number on the chart."""
    return CHART_SIDE_MARGIN + CHART_WIDTH * n / max(1, total)


@lru_cache(maxsize=4)
def _bands_svg(chances: WinProbabilities) -> str:
    """Return a band for every seat, with its sign at the widest place. The chances are smoothed, so turns make no
    waves."""
    total = len(chances) - 1
    chances = _smooth_probabilities(chances)
    tops = [[sum(row[:seat]) for row in chances] for seat in range(len(chances[0]) + 1)]
    drawn = []
    for seat, (upper, lower) in enumerate(pairwise(tops)):
        there = [f"{chart_x(n, total):.1f} {CHART_TOP_MARGIN + CHART_HEIGHT * y:.1f}" for n, y in enumerate(upper)]
        back = [f"{chart_x(n, total):.1f} {CHART_TOP_MARGIN + CHART_HEIGHT * y:.1f}" for n, y in enumerate(lower)]
        drawn.append(f'<path class="chart-band p{seat}" d="M{"L".join([*there, *reversed(back)])}Z"/>')
    return "".join(drawn)


@lru_cache(maxsize=4)
def _band_signs_svg(chances: WinProbabilities) -> str:
    """Return the sign of each seat, where its band is widest; none on a narrow band."""
    total = len(chances) - 1
    chances = _smooth_probabilities(chances)
    drawn = []
    for seat in range(len(chances[0])):
        at = _widest_log_number(chances, seat)
        row = chances[at]
        if row[seat] * CHART_HEIGHT > 24:
            x, y = chart_x(at, total) - 9, CHART_TOP_MARGIN + CHART_HEIGHT * (sum(row[:seat]) + row[seat] / 2) - 9
            x = min(max(x, CHART_SIDE_MARGIN + 3), CHART_SIDE_MARGIN + CHART_WIDTH - 21)
            box = f'x="{x:.1f}" y="{y:.1f}" width="18" height="18"'
            drawn.append(f'<use class="chart-sign" href="#s-{svg.SEAT_SIGN_NAMES[seat]}" {box}/>')
    return "".join(drawn)


def _smooth_probabilities(chances: WinProbabilities) -> WinProbabilities:
    """Return the moving average over a round. The first and the last value stay."""
    near = len(chances[0]) // 2
    rows = [chances[max(0, n - near) : n + near + 1] for n in range(1, len(chances) - 1)]
    between = (tuple(sum(column) / len(row) for column in zip(*row, strict=True)) for row in rows)
    return (chances[0], *between, chances[-1]) if len(chances) > 1 else chances


def _widest_log_number(chances: WinProbabilities, seat: int) -> int:
    """Return the log number around which a seat's band is widest."""
    near = max(1, len(chances) // 20)
    return max(range(len(chances)), key=lambda n: min(row[seat] for row in chances[max(0, n - near) : n + near + 1]))


def _turn_mark_svg(x: float, number: int) -> str:
    return (
        f'<path class="chart-turn" d="M{x:.1f} {CHART_TOP_MARGIN - 4}V{CHART_TOP_MARGIN + CHART_HEIGHT}"/>'
        f'<text class="chart-number" x="{x:.1f}" y="{CHART_TOP_MARGIN - 8}">{number}</text>'
    )


@lru_cache(maxsize=4)
def turning_points(chances: WinProbabilities) -> tuple[int, ...]:
    """Return the log numbers of the largest changes, in order. The last entry is not one, because the end is
    certain."""
    total = len(chances) - 1
    swings = {n: max(map(abs, _probability_changes(chances, n))) for n in range(1, total)}
    found: list[int] = []
    for n in sorted(swings, key=lambda n: -swings[n]):
        if (
            swings[n] >= MIN_PROBABILITY_SWING
            and len(found) < MAX_TURNING_POINTS
            and all(abs(n - other) > MIN_TURN_SPACING_SHARE * total for other in found)
        ):
            found.append(n)
    return tuple(sorted(found))


def position_before_loss(chances: WinProbabilities, seat: int) -> int | None:
    """Return the log number before the turning point that cost a seat the most, or None."""
    falls = {n: _probability_changes(chances, n)[seat] for n in turning_points(chances)} if chances else {}
    worst = min(falls, key=falls.__getitem__, default=0)
    return worst - 1 if worst and falls[worst] <= -MIN_PROBABILITY_SWING else None


def _probability_changes(chances: WinProbabilities, n: int) -> list[float]:
    """Return the change by an entry, by seat."""
    return [after - before for before, after in zip(chances[n - 1], chances[n], strict=True)]


def _render_legend(model: Model) -> Markup:
    seats = [
        tag("li", svg.seat_sign(seat), tag("span", name, class_="name")) for seat, name in enumerate(model.seat_labels)
    ]
    return tag("ul", seats, class_="legend")


def _render_turning_points(model: Model) -> Markup | None:
    """Render the turning points as a list of buttons that go there."""
    found = turning_points(model.win_probabilities)
    if not found:
        return None
    shown = [
        tag(
            "li",
            button(
                tag("b", number),
                tag("span", *_describe_turning_point(model, n)),
                do=("show", n),
                class_="turning",
            ),
        )
        for number, n in enumerate(found, 1)
    ]
    return tag("ol", shown, class_="turnings", aria_label=_("Turning points"))


def _describe_turning_point(model: Model, n: int) -> Iterator[object]:
    """Yield the event of a turning point, and the seat whose chance changed most."""
    said = model.entry_sentences(model.match.events(None, n - 1)[0])[0]
    changes = _probability_changes(model.win_probabilities, n)
    seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    yield _("Move {n}: {said}").format(n=n, said=said)
    yield " "
    change = format_number(_format_percent(changes[seat], "+"))
    yield tag("em", model.seat_labels[seat], " ", change)


def _format_percent(part: float, sign: str = "") -> str:
    """Return a share in percent, without a line break. The sign "+" marks a change."""
    return f"{round(100 * part):{sign}d}%"


def _render_probability_table(model: Model) -> Markup:
    """Render the chances as a table for screen reader users."""
    total = len(model.match.log)
    moments = sorted({0, total, *turning_points(model.win_probabilities), *(total * part // 8 for part in range(1, 8))})
    head = tag("tr", tag("th", _("Move"), scope="col"), [tag("th", name, scope="col") for name in model.seat_labels])
    rows = [
        tag(
            "tr",
            tag("th", n, scope="row"),
            [tag("td", _format_percent(chance)) for chance in model.win_probabilities[n]],
        )
        for n in moments
    ]
    table = html_table(_("Win probability by move"), head, rows)
    return tag("div", table, class_="unseen")  # a table itself would be as wide as its content
