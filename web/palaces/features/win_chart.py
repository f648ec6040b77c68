"""The chart of the chances to win after a game: a line for each seat. A tap on it shows that position. Pure."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from palaces.app.i18n import _, percent_phrase
from palaces.app.model import Model
from palaces.app.thinking import WinProbabilities
from palaces.ui import svg
from palaces.ui.game_view import ChartFlag, game_view_of
from palaces.ui.html import Markup, escape, html_table, join, slider_input, tag
from palaces.ui.panels import render_waiting_line

LINE_BOX = (1000, 100)
"""The width and height of the lines, in units of their drawing. The style sheet stretches it."""
GRID_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
MAX_AXIS_STEPS = 7
AXIS_STEPS = (5, 10, 20, 50, 100, 200)  # moves between two numbers of the axis
LEAST_PLOT_HEIGHT_PX = 172  # on a phone, as in the style sheet
MIN_END_SPACING = 18 / LEAST_PLOT_HEIGHT_PX
"""The least distance of two signs at the right end, as a share of the height."""
MIN_FLAG_SPACING, MIN_NARROW_FLAG_SPACING = 0.04, 0.1
"""The least distance of two flags, as a share of the width of a wide and of a narrow chart."""
WIDE_FLAG_FACTOR = 2.6
"""Flags with an icon are so much wider than others."""


def render_chart(model: Model, circles: Markup | None = None) -> Markup:
    """Render the chart with its sentence and its table, or a line while the worker computes it."""
    if not model.win_probabilities:
        waits, unanswered = _("Analyzing the game"), model.thinking.are_probabilities_unanswered
        return render_waiting_line("chances", waits, unanswered=unanswered)
    total, flags = len(model.match.log), chart_flags(model)
    grid = _grid_svg(total, len(model.player_names))
    drawn = "".join((grid, _flags_svg(flags, total), _lines_svg(model), _ends_svg(model)))
    plot = f'<svg class="win-plot" role="img" aria-label="{escape(_chart_sentence(model))}">{drawn}</svg>'
    return join(_render_under_slider(model, plot, circles=circles), _render_probability_table(model, flags))


def render_chart_strip(model: Model) -> Markup:
    """Render the lines as low as a slider, with a line at the position on screen."""
    here = _percent(model.move_number / max(1, len(model.match.log)))
    now = f'<line class="chart-here" x1="{here}" x2="{here}" y1="0" y2="100%"/>'
    return _render_under_slider(model, f'<svg aria-hidden="true">{_lines_svg(model)}{now}</svg>', "chart strip")


def _render_under_slider(model: Model, picture: str, class_: str = "chart", circles: Markup | None = None) -> Markup:
    """Render a picture of a whole game under a slider over its moves, and `circles` over both."""
    n, total = model.move_number, len(model.match.log)
    value = _("Move {n} of {total}").format(n=n, total=total)
    control = slider_input(n, total, ("slide",), id="moment", aria_label=_("Go to a move"), aria_valuetext=value)
    return tag("div", Markup(picture), control, circles, class_=class_)


def _percent(share: float) -> str:
    """Return a share as a length in SVG."""
    return f"{100 * share:.2f}%"


def _grid_svg(total: int, seats: int) -> str:
    """Return the scale of the chances with the even share, and the move numbers below."""
    drawn = ""
    for share in GRID_SHARES:
        y = _percent(1 - share)
        label = percent_phrase(share) if share % 0.5 == 0 else f"{100 * share:.0f}"
        drawn += f'<line class="chart-grid" x2="100%" y1="{y}" y2="{y}"/>'
        drawn += f'<text class="chart-scale" x="-8" y="{y}" dy=".35em">{label}</text>'
    even = _percent(1 - 1 / seats)
    drawn += f'<line class="chart-even" x2="100%" y1="{even}" y2="{even}"/>'
    first = escape(_("Move {n}").format(n=1))
    drawn += f'<text class="chart-move" y="100%" dy="20">{first}</text>'
    step = next((each for each in AXIS_STEPS if total / each <= MAX_AXIS_STEPS), AXIS_STEPS[-1])
    for n in range(step, total + 1, step):
        class_ = "chart-move" if n % (2 * step) == 0 else "chart-move wide-only"
        drawn += f'<text class="{class_}" x="{_percent(n / total)}" y="100%" dy="20">{n}</text>'
    return drawn


# -- lines -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def smooth_probabilities(chances: WinProbabilities) -> WinProbabilities:
    """Return the moving average over one round, because cards that nobody chose change chances from move to move. The
    first and the last value stay."""
    near = len(chances[0]) // 2 if chances else 0
    rows = [chances[max(0, n - near) : n + near + 1] for n in range(1, len(chances) - 1)]
    between = (tuple(sum(column) / len(row) for column in zip(*row, strict=True)) for row in rows)
    return (chances[0], *between, chances[-1]) if len(chances) > 1 else chances


def _lines_svg(model: Model) -> str:
    """Return a line for each seat. That of the only person is the thickest and above the others."""
    return _cached_lines_svg(model.win_probabilities, model.addressed_seat)


@lru_cache(maxsize=4)
def _cached_lines_svg(chances: WinProbabilities, own: int | None) -> str:
    (width, height), total = LINE_BOX, max(1, len(chances) - 1)
    rows = smooth_probabilities(chances)
    others = [seat for seat in range(len(chances[0])) if seat != own]
    drawn = ""
    for place, seat in enumerate([*others, *([] if own is None else [own])]):
        kind = " own" if seat == own else " dashed" if place % 2 else ""
        points = (f"{width * n / total:.1f} {height * (1 - row[seat]):.1f}" for n, row in enumerate(rows))
        drawn += f'<path class="chart-line p{seat}{kind}" d="M{"L".join(points)}"/>'
    box = f'viewBox="0 0 {width} {height}" preserveAspectRatio="none" width="100%" height="100%"'
    return f'<svg class="lines" {box}>{drawn}</svg>'


def _ends_svg(model: Model) -> str:
    """Return the sign and the name of each seat at the end of its line."""
    last = model.win_probabilities[-1]
    drawn = ""
    for seat, y in enumerate(spread_ends(last)):
        sign = f'<use href="#s-{svg.SEAT_SIGN_NAMES[seat]}" x="10" y="-9" width="18" height="18"/>'
        strong = " own" if seat == model.addressed_seat else ""
        label = f'<text y="12" dy=".35em">{escape(model.seat_labels[seat])}</text>'
        name = f'<svg x="34" y="-12" width="72" height="24">{label}</svg>'  # it cuts off a long name
        drawn += (
            f'<svg class="chart-end p{seat}{strong}" x="100%" y="{_percent(y)}" overflow="visible">'
            f'<g class="sign p{seat}">{sign}</g><g class="wide-only">{name}</g></svg>'
        )
    return drawn


def spread_ends(chances: Sequence[float]) -> list[float]:
    """Return the height of each seat's sign at the right end, from 0 at the top. The signs have the order of the last
    chances, and at least MIN_END_SPACING between them.

    >>> [round(y, 2) for y in spread_ends([0.0, 1.0, 0.0])]
    [0.9, 0.0, 1.0]
    """
    order = sorted(range(len(chances)), key=lambda seat: -chances[seat])
    heights = spread_places([1 - chances[seat] for seat in order], MIN_END_SPACING)
    return [heights[order.index(seat)] for seat in range(len(chances))]


def spread_places(places: Sequence[float], spacing: float) -> list[float]:
    """Return ascending shares of a length with at least so much between them. None is beyond 1.

    >>> [round(x, 3) for x in spread_places([0.2, 0.21, 0.5, 0.99, 1.0], 0.045)]
    [0.2, 0.245, 0.5, 0.955, 1.0]
    """
    spread: list[float] = []
    for place in places:
        spread.append(max(place, spread[-1] + spacing) if spread else place)
    last = 1.0
    for n in reversed(range(len(spread))):
        spread[n] = min(spread[n], last)
        last = spread[n] - spacing
    return spread


# -- flags -------------------------------------------------------------------------------------------------------------


def chart_flags(model: Model) -> list[tuple[int, ChartFlag]]:
    """Return the flags of the game, each with the log number after its entry."""
    view = game_view_of(model)
    found = ((event["n"] + 1, view.chart_flag(event)) for event in model.match.events(None))
    return [(n, flag) for n, flag in found if flag is not None]


def _flags_svg(flags: Sequence[tuple[int, ChartFlag]], total: int) -> str:
    """Return a dashed line with a flag for each scoring, rider or prize, for a wide and for a narrow chart."""
    drawn = ""
    for spacing, class_ in (MIN_FLAG_SPACING, "wide-only"), (MIN_NARROW_FLAG_SPACING, "narrow-only"):
        for n, flag in spread_flags(flags, spacing * total):
            drawn += (
                f'<svg class="chart-flag {class_}" x="{_percent(n / total)}" height="100%" overflow="visible">'
                f'<line y1="-4" y2="100%"/>{_flag_svg(flag)}</svg>'
            )
    return drawn


def spread_flags(flags: Sequence[tuple[int, ChartFlag]], spacing: float) -> list[tuple[int, ChartFlag]]:
    """Return flags with so many moves between them. Those with an icon share a flag, and others are left out.

    >>> riders = [(n, ChartFlag("", str(n), icon=Markup("r"))) for n in (1, 2, 3, 9)]
    >>> [(n, flag.letter) for n, flag in spread_flags(riders, 2.5)]
    [(1, '1–3'), (9, '9')]
    """
    spread: list[tuple[int, ChartFlag]] = []
    for n, flag in flags:
        if not spread or n - spread[-1][0] >= spacing * (WIDE_FLAG_FACTOR if flag.icon else 1):
            spread.append((n, flag))
        elif flag.icon:
            numbers = [*spread[-1][1].letter.split("–"), *flag.letter.split("–")]
            spread[-1] = (spread[-1][0], flag._replace(letter=f"{numbers[0]}–{numbers[-1]}"))
    return spread


def _flag_svg(flag: ChartFlag) -> str:
    """Return the flag above its line, with its letter or number, and perhaps its icon."""
    width = 22 if flag.icon is None else 34 + 8 * len(flag.letter)
    box = f'<rect x="{-width / 2:g}" y="-23" width="{width}" height="20" rx="4"/>'
    text = f'dy=".36em">{escape(flag.letter)}</text>'
    if flag.icon is None:
        return f'<g class="{flag.class_}">{box}<text y="-13" {text}</g>'
    icon = f'<svg x="{4 - width / 2:g}" y="-23" width="20" height="20">{flag.icon}</svg>'
    return f'<g class="{flag.class_}">{box}{icon}<text x="10" y="-13" {text}</g>'


# -- sentence and table ------------------------------------------------------------------------------------------------


def _chart_sentence(model: Model) -> str:
    """Return the sentence that describes the chart to screen reader users."""
    return " ".join(_chart_sentences(model))


def _chart_sentences(model: Model) -> Iterator[str]:
    yield _("Chance to win, move by move.")
    own, rows = model.addressed_seat, smooth_probabilities(model.win_probabilities)
    if own is not None:
        start, middle, end = (percent_phrase(rows[n][own]) for n in (0, len(rows) // 2, -1))
        # Translators: "You: 30% at the start, 17% halfway, 0% at the end."
        said = _("You: {start} at the start, {middle} halfway, {end} at the end.")
        yield said.format(start=start, middle=middle, end=end)
    yield _("The table below has the figures.")


def _render_probability_table(model: Model, flags: Sequence[tuple[int, ChartFlag]]) -> Markup:
    """Render the chances of the chart as a table for screen reader users."""
    total, chances = len(model.match.log), smooth_probabilities(model.win_probabilities)
    labels = {n: flag.label for n, flag in flags}
    moments = sorted({*(total * part // 8 for part in range(9)), *labels})
    head = tag("tr", tag("th", _("Move"), scope="col"), [tag("th", name, scope="col") for name in model.seat_labels])
    rows = [
        tag(
            "tr",
            tag("th", n, [", ", labels[n]] if n in labels else None, scope="row"),
            [tag("td", percent_phrase(chance)) for chance in chances[n]],
        )
        for n in moments
    ]
    table = html_table(_("Win probability by move"), head, rows)
    return tag("div", table, class_="unseen")  # a table itself would be as wide as its content
