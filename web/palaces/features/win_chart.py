"""The chart of the chances to win after a game. A tap on it shows that position. Pure."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.thinking import WinProbabilities
from palaces.ui import svg
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, button, escape, html_table, join, name_tag, slider_input, tag
from palaces.ui.panels import render_waiting_line
from pygame_core.i18n import format_number

BAND_BOX = (400, 120)
"""The width and height of the bands, in units of their drawing."""
TOP_MARGIN_PX, PLOT_HEIGHT_PX, AXIS_HEIGHT_PX, SCORING_HEIGHT_PX = 26, 150, 20, 18
"""The room for the numbers of turning points, for the bands, for move numbers, and for the letters of scorings."""
MAX_AXIS_STEPS = 6
AXIS_STEPS = (5, 10, 20, 25, 50, 100, 200)  # moves between two numbers of the axis
MIN_SIGN_SHARE = 0.2  # the smallest chance in which a sign has room
MAX_TURNING_POINTS = 4
MIN_PROBABILITY_SWING = 0.15  # the smallest lasting change of a turning point
MIN_OWN_SHARE = 1 / 3  # of the lasting change, at the entry that explains it
MIN_PROBABILITY_LOSS = 0.05  # the smallest loss that a player may want to play again
MIN_TURN_SPACING_SHARE = 0.06  # the least distance of two turning points, as a share of the game


class TurningPoint(NamedTuple):
    """A lasting change of somebody's chance to win."""

    n: int
    """The log number after the entry that made the change, or that is nearest to it."""
    first: int
    """The log number from which the change is measured, a round earlier."""
    last: int
    """The log number to which it is measured."""
    seat: int
    """The seat whose chance rose."""
    before: float
    """The chance in the chart at `first`."""
    after: float
    """The chance in the chart at `last`."""
    former_leader: int | None
    """None if that entry explains the change. Otherwise the seat that lost the lead, because of several entries or
    chance."""


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
    scored = scoring_entries(model)
    marks = [
        *(_scoring_mark_svg(n / total, letter) for n, letter in scored),
        *(_turn_mark_svg(turn.n / total, number) for number, turn in enumerate(turning_points(model), 1)),
    ]
    bands = (
        f'<svg class="bands" viewBox="0 0 {BAND_BOX[0]} {BAND_BOX[1]}" preserveAspectRatio="none" y="{TOP_MARGIN_PX}" '
        f'width="100%" height="{PLOT_HEIGHT_PX}">{_bands_svg(chances)}</svg>'
    )
    height = TOP_MARGIN_PX + PLOT_HEIGHT_PX + AXIS_HEIGHT_PX + (SCORING_HEIGHT_PX if scored else 0)
    drawn = bands + _axes_svg(total) + _band_signs_svg(chances) + "".join(marks)
    return _render_under_slider(model, f'<svg class="plot" height="{height}" aria-hidden="true">{drawn}</svg>')


def render_chart_strip(model: Model) -> Markup:
    """Render the bands as low as a slider, with a line at the position on screen."""
    width, height = BAND_BOX
    x = width * model.move_number / max(1, len(model.match.log))
    bands = _bands_svg(model.win_probabilities)  # without signs: the strip would stretch them
    here = f'<path class="chart-here" d="M{x:.1f} 0v{height}"/>'
    box = f'viewBox="-8 0 {width + 16} {height}" preserveAspectRatio="none"'
    return _render_under_slider(model, f'<svg {box} aria-hidden="true">{bands}{here}</svg>', "chart strip")


def _render_under_slider(model: Model, picture: str, class_: str = "chart") -> Markup:
    """Render a picture of a whole game under a slider over its moves."""
    n, total = model.move_number, len(model.match.log)
    value = _("Move {n} of {total}").format(n=n, total=total)
    control = slider_input(n, total, ("slide",), id="moment", aria_label=_("Go to a move"), aria_valuetext=value)
    return tag("div", Markup(picture), control, class_=class_)


def _axes_svg(total: int) -> str:
    """Return the scale of the chances at the left, and the move numbers below."""
    drawn = ""
    for share in (0, 0.5, 1):
        y = TOP_MARGIN_PX + PLOT_HEIGHT_PX * (1 - share)
        drawn += f'<text class="chart-scale" x="-6" y="{y:.0f}" dy=".35em">{_format_percent(share)}</text>'
        if 0 < share < 1:
            drawn += f'<line class="chart-grid" x1="0" x2="100%" y1="{y:.0f}" y2="{y:.0f}"/>'
    step = next((each for each in AXIS_STEPS if total / each <= MAX_AXIS_STEPS), AXIS_STEPS[-1])
    y = TOP_MARGIN_PX + PLOT_HEIGHT_PX
    for n in range(step, total + 1, step):
        x = _percent_of_width(n / total)
        drawn += f'<line class="chart-tick" x1="{x}" x2="{x}" y1="{y}" y2="{y + 4}"/>'
        drawn += f'<text class="chart-move" x="{x}" y="{y + 16}">{n}</text>'
    return drawn + f'<text class="chart-scale" x="-6" y="{y + 16}">{escape(_("Move"))}</text>'


def _percent_of_width(share: float) -> str:
    return f"{100 * share:.2f}%"


@lru_cache(maxsize=4)
def _bands_svg(chances: WinProbabilities) -> str:
    """Return a band for every seat. The chances are smoothed, so turns make no waves."""
    (width, height), total = BAND_BOX, max(1, len(chances) - 1)
    chances = smooth_probabilities(chances)
    tops = [[sum(row[:seat]) for row in chances] for seat in range(len(chances[0]) + 1)]
    drawn = []
    for seat, (upper, lower) in enumerate(pairwise(tops)):
        there = [f"{width * n / total:.1f} {height * y:.1f}" for n, y in enumerate(upper)]
        back = [f"{width * n / total:.1f} {height * y:.1f}" for n, y in enumerate(lower)]
        drawn.append(f'<path class="chart-band p{seat}" d="M{"L".join([*there, *reversed(back)])}Z"/>')
    return "".join(drawn)


@lru_cache(maxsize=4)
def _band_signs_svg(chances: WinProbabilities) -> str:
    """Return the sign of each seat, where its band is widest; none on a narrow band."""
    total = max(1, len(chances) - 1)
    chances = smooth_probabilities(chances)
    drawn = []
    for seat in range(len(chances[0])):
        at = _widest_log_number(chances, seat)
        row = chances[at]
        if row[seat] >= MIN_SIGN_SHARE:
            y = TOP_MARGIN_PX + PLOT_HEIGHT_PX * (sum(row[:seat]) + row[seat] / 2)
            x = _percent_of_width(min(max(at / total, 0.04), 0.96))
            sign = (
                f'<use class="chart-sign" href="#s-{svg.SEAT_SIGN_NAMES[seat]}" x="-9" y="-9" width="18" height="18"/>'
            )
            drawn.append(f'<svg x="{x}" y="{y:.1f}" overflow="visible">{sign}</svg>')
    return "".join(drawn)


@lru_cache(maxsize=4)
def smooth_probabilities(chances: WinProbabilities) -> WinProbabilities:
    """Return the moving average over two rounds, because cards that nobody chose change chances from move to move. The
    first and the last value stay."""
    near = len(chances[0]) if chances else 0
    rows = [chances[max(0, n - near) : n + near + 1] for n in range(1, len(chances) - 1)]
    between = (tuple(sum(column) / len(row) for column in zip(*row, strict=True)) for row in rows)
    return (chances[0], *between, chances[-1]) if len(chances) > 1 else chances


def _widest_log_number(chances: WinProbabilities, seat: int) -> int:
    """Return the log number around which a seat's band is widest."""
    near = max(1, len(chances) // 20)
    return max(range(len(chances)), key=lambda n: min(row[seat] for row in chances[max(0, n - near) : n + near + 1]))


def _turn_mark_svg(share: float, number: int) -> str:
    """Return the line of a turning point, with its number in a circle above."""
    x, top = _percent_of_width(share), TOP_MARGIN_PX
    return (
        f'<line class="chart-turn" x1="{x}" x2="{x}" y1="{top - 2}" y2="{top + PLOT_HEIGHT_PX}"/>'
        f'<circle class="chart-disc" cx="{x}" cy="{top - 14}" r="11"/>'
        f'<text class="chart-number" x="{x}" y="{top - 14}" dy=".36em">{number}</text>'
    )


def _scoring_mark_svg(share: float, letter: str) -> str:
    """Return the line of a scoring, with its letter below the move numbers."""
    x, foot = _percent_of_width(share), TOP_MARGIN_PX + PLOT_HEIGHT_PX
    return (
        f'<line class="chart-scoring" x1="{x}" x2="{x}" y1="{TOP_MARGIN_PX}" y2="{foot + AXIS_HEIGHT_PX}"/>'
        f'<text class="chart-letter" x="{x}" y="{foot + AXIS_HEIGHT_PX + 14}">{escape(letter)}</text>'
    )


# -- turning points ----------------------------------------------------------------------------------------------------


def scoring_entries(model: Model) -> list[tuple[int, str]]:
    """Return the log number after each scoring, with the letter of the scoring."""
    view = game_view_of(model)
    found = [(event["n"] + 1, view.scoring_letter(event)) for event in model.match.events(None)]
    return [one for one in found if one[1]]


def turning_points(model: Model) -> tuple[TurningPoint, ...]:
    """Return the largest lasting changes of a chance to win, in order.

    A change counts if a move of that seat explains it, or if the seat took the lead for good. A draw from the pile is
    nobody's move. The last entries are no turning points, because the end is certain.
    """
    view, log = game_view_of(model), model.match.log
    movers = tuple(None if action[0] in view.quiet_verbs else seat for seat, action, _draws in log)
    return find_turning_points(model.win_probabilities, movers)


@lru_cache(maxsize=4)
def find_turning_points(chances: WinProbabilities, movers: tuple[int | None, ...]) -> tuple[TurningPoint, ...]:
    """Return the turning points of these chances. `movers` has the seat of each entry, None for one that explains
    nothing."""
    if not chances:
        return ()
    near, last = len(chances[0]), len(chances) - 2
    level = smooth_probabilities(chances)

    def bounds(n: int) -> tuple[int, int]:
        """Return the positions a round before a position and a round after it."""
        return max(0, n - near), max(0, min(last, n + near))

    def lasting_rise(n: int) -> tuple[float, int]:
        """Return the largest rise between these positions, and its seat."""
        before, after = (level[m] for m in bounds(n))
        return max((later - sooner, seat) for seat, (sooner, later) in enumerate(zip(before, after, strict=True)))

    found: list[TurningPoint] = []
    for n in sorted(range(1, last + 1), key=lambda n: (-lasting_rise(n)[0], n)):
        rise, seat = lasting_rise(n)
        apart = max(2 * near, MIN_TURN_SPACING_SHARE * last)
        if rise < MIN_PROBABILITY_SWING or len(found) == MAX_TURNING_POINTS:
            break
        if any(abs(n - other.n) <= apart for other in found):
            continue
        begin, end = bounds(n)
        before, after = level[begin], level[end]
        rises = {
            m: chances[m][seat] - chances[m - 1][seat] for m in range(max(1, begin), end + 1) if movers[m - 1] == seat
        }
        best = max(rises, key=rises.__getitem__, default=0)
        if best and rises[best] >= MIN_OWN_SHARE * rise:
            found.append(TurningPoint(best, begin, end, seat, before[seat], after[seat], None))
        elif (leader := before.index(max(before))) != seat and after[seat] == max(after):
            found.append(TurningPoint(n, begin, end, seat, before[seat], after[seat], leader))
    return tuple(sorted(found))


def position_before_loss(model: Model, seat: int) -> int | None:
    """Return the log number before the turn after which a seat's chance fell the most, or None."""
    log, chances = model.match.log, model.win_probabilities
    if not chances:
        return None
    opens = [n for n, (mover, action, _draws) in enumerate(log) if mover == seat]
    turns = [n for n in opens if log[n][1][0] not in model.game.continuation_verbs]
    falls = {n: chances[n][seat] - chances[later][seat] for n, later in pairwise([*turns, len(log) - 1]) if n < later}
    worst = max(falls, key=falls.__getitem__, default=None)
    return worst if worst is not None and falls[worst] >= MIN_PROBABILITY_LOSS else None


# -- legend and lists --------------------------------------------------------------------------------------------------


def _render_legend(model: Model) -> Markup:
    seats = [tag("li", svg.seat_sign(seat), name_tag(name)) for seat, name in enumerate(model.seat_labels)]
    return tag("ul", seats, class_="legend")


def _render_turning_points(model: Model) -> Markup | None:
    """Render the turning points and the scorings as lists of buttons that go there."""
    turns = [
        tag(
            "li",
            button(
                tag("b", number),
                tag("span", *_describe_turning_point(model, one)),
                do=("show", one.n),
                class_="turning",
            ),
        )
        for number, one in enumerate(turning_points(model), 1)
    ]
    scorings = [
        tag("li", button(_("Scoring {letter}").format(letter=letter), do=("show", n), class_="second"))
        for n, letter in scoring_entries(model)
    ]
    return join(
        tag("ol", turns, class_="turnings", aria_label=_("Turning points"))
        if turns
        else tag("p", _("No single move turned this game."), class_="hint"),
        tag("ul", scorings, class_="scoring-jumps", aria_label=_("Scorings"), data_arrows=True) if scorings else None,
    )


def _describe_turning_point(model: Model, one: TurningPoint) -> Iterator[object]:
    """Yield the event of a turning point, and the chance of its seat before and after."""
    if one.former_leader is None:
        said = model.entry_sentences(model.match.events(None, one.n - 1)[0])[0]
    else:
        theirs = _("{name} took the lead from {other}.")
        if one.former_leader == model.addressed_seat:
            theirs = _("{name} took the lead from you.")
        said = model.player_reference(one.seat).choose_sentence(
            theirs, _("You took the lead from {other}."), other=model.player_names[one.former_leader]
        )
    yield _("Move {n}: {said}").format(n=one.n, said=said)
    yield " "
    change = _("{name}, moves {first} to {last}: {before} → {after}")
    yield tag(
        "em",
        change.format(
            name=model.seat_labels[one.seat],
            first=one.first,
            last=one.last,
            before=format_number(_format_percent(one.before)),
            after=format_number(_format_percent(one.after)),
        ),
    )


def _format_percent(part: float) -> str:
    """Return a share in percent."""
    return _("{n}%").format(n=round(100 * part))


def _render_probability_table(model: Model) -> Markup:
    """Render the chances of the chart as a table for screen reader users."""
    total, chances = len(model.match.log), smooth_probabilities(model.win_probabilities)
    moments = sorted(
        {
            *(total * part // 8 for part in range(9)),
            *(moment for one in turning_points(model) for moment in (one.first, one.last)),
        }
    )
    head = tag("tr", tag("th", _("Move"), scope="col"), [tag("th", name, scope="col") for name in model.seat_labels])
    rows = [
        tag(
            "tr",
            tag("th", n, scope="row"),
            [tag("td", _format_percent(chance)) for chance in chances[n]],
        )
        for n in moments
    ]
    table = html_table(_("Win probability by move"), head, rows)
    return tag("div", table, class_="unseen")  # a table itself would be as wide as its content
