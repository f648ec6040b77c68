"""The answer card: the verdict about a move that a person tried, in the place of the dock and the hand. Pure.

The table behind it stays visible, because the reason is about it. The style sheet places the card in each game.
"""

from collections.abc import Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, Literal, NamedTuple

from palaces.app.i18n import _
from palaces.ui import svg
from palaces.ui.html import AttributeValue, Markup, button, join, tag
from palaces.ui.panels import render_thinking_dots
from pygame_core.i18n import format_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from palaces.app.messages import Message
    from palaces.app.model import Model
    from palaces.ui.annotations import Annotations
    from palaces.ui.game_view import AnyTableView

Verdict = Literal["good", "close", "wrong", "shown", "waiting"]
"""Better or right, too close to call, worse, shown without a try, or not computed yet."""
FigureTone = Literal["", "good", "warn"]
HEADING_ID = "answer-title"
"""The id of the heading. It takes the focus when the card opens: see `browser/input/focus_rules.py`."""
_ICON_BY_VERDICT = {"good": "check", "close": "close-call", "wrong": "close", "shown": "forward"}
_TICK_STEPS = (1, 2, 5, 10, 20, 50, 100)
_MAX_TICK_STEPS = 5
_ROW_PX, _TOP_PX, _AXIS_PX = 40, 34, 26
_CAP_PX = 6


class QuestionScreen(NamedTuple):
    """The parts of a screen that asks for a move."""

    asked: "Model"
    """The position, with the choices of the person."""
    annotations: "Annotations"
    """The additions to the table."""
    status: Markup
    tools: Markup
    render_bar: "Callable[[AnyTableView, Markup, Markup | None], Markup]"
    """Renders the dock, which has the question or the buttons of the draft, and the reason of a refusal, if any."""
    answer: Markup
    """The answer card; nothing while the question is open."""


class Figure(NamedTuple):
    """A large figure with its label below, such as "+8.7" and "points, ±1.6"."""

    figure: str
    label: str
    tone: FigureTone = ""


class Expectation(NamedTuple):
    """The expected lead of a move at the end, with its margin of error, as a bar of the comparison."""

    label: str
    lead: float
    error: float
    tone: Literal["good", "warn"]
    is_filled: bool


class AnswerCard(NamedTuple):
    """The content of the card. `reason`, `fact` and `note` are children of an element, and may be None."""

    verdict: Verdict
    heading: str
    buttons: Sequence[Markup]
    """Made by `answer_button`, the primary one first."""
    reason: object = None
    """The reason in one or two sentences, with the link to its clause."""
    figures: tuple[Figure, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    fact: object = None
    """One more fact with an icon, such as what happened in the game."""
    fact_icon: str = "flag"
    note: object = None
    """A sentence below the comparison. A phone leaves it out, together with the comparison."""


def render_answer(card: AnswerCard) -> Markup:
    """Render the card."""
    compares = bool(card.expectations or card.note is not None)
    said = tag(
        "div",
        _render_heading(card),
        tag("div", [_render_figure(each) for each in card.figures], class_="answer-figures") if card.figures else None,
        tag("p", card.reason, class_="reason") if card.reason is not None else None,
        tag("p", svg.tool_icon(card.fact_icon), tag("span", card.fact), class_="fact")
        if card.fact is not None
        else None,
        class_="said",
    )
    compared = tag(
        "div",
        render_comparison(card.expectations) if card.expectations else None,
        tag("p", card.note, class_="hint") if card.note is not None else None,
        class_="compared",
    )
    return tag(
        "div",
        tag("div", said, compared if compares else None, class_="answer-body", tabindex="0"),
        tag("div", card.buttons, class_="plays", data_arrows=True),
        class_="answer",
        data_verdict=card.verdict,
        role="group",
        aria_labelledby=HEADING_ID,
    )


def answer_button(
    label: str, do: "Message", class_: str = "second", icon: str | None = None, **attributes: AttributeValue
) -> Markup:
    """Return a button of the card. In a narrow card, one of the class `brief` shows only its icon."""
    sign = None if icon is None else svg.tool_icon(icon)
    return button(sign, tag("span", label), do=do, class_=class_, **attributes)


def why_button(do: "Message", name: str) -> Markup:
    """Return the button of the panel with all reasons."""
    return answer_button(_("Why?"), do, "quiet brief", icon="signs", id=name)


def _render_heading(card: AnswerCard) -> Markup:
    icon = _ICON_BY_VERDICT.get(card.verdict)
    sign = render_thinking_dots("answer") if icon is None else tag("span", svg.tool_icon(icon), class_="verdict-sign")
    return tag("h2", sign, tag("span", card.heading), id=HEADING_ID, tabindex="-1")


def _render_figure(one: Figure) -> Markup:
    return tag("div", tag("b", one.figure, class_=one.tone or None), tag("span", one.label))


# -- the comparison ----------------------------------------------------------------------------------------------------


def render_comparison(rows: Sequence[Expectation]) -> Markup:
    """Render the expected leads of moves on one axis, with their margins of error."""
    ticks = axis_ticks([0.0, *(bound for row in rows for bound in (row.lead - row.error, row.lead + row.error))])
    foot = _TOP_PX + _ROW_PX * (len(rows) - 1) + 16
    drawn = "".join(_tick_svg(tick, ticks, foot) for tick in ticks)
    drawn += "".join(_bar_svg(row, ticks, _TOP_PX + _ROW_PX * n) for n, row in enumerate(rows))
    plot = Markup(f'<svg height="{foot + _AXIS_PX}" direction="ltr">{drawn}</svg>')
    labels = [tag("span", row.label) for row in rows]
    label = " ".join([*map(_row_sentence, rows), _("In points ahead of the others, expected at the end.")])
    return join(
        tag("div", tag("div", labels, class_="labels"), plot, class_="comparison", role="img", aria_label=label),
        tag("p", _("points ahead of the others, expected at the end"), class_="axis-name", aria_hidden="true"),
    )


def axis_ticks(values: Sequence[float]) -> list[int]:
    """Return the ticks of an axis that holds these values, at most six, at multiples of 1, 2, 5, 10 and so on.

    >>> axis_ticks([0, -18.6, -7.3]), axis_ticks([0, 8.9, 2.0]), axis_ticks([0.0])
    ([-20, -15, -10, -5, 0], [0, 2, 4, 6, 8, 10], [0, 1])
    """
    low, high = min(values), max(values)
    for step in _TICK_STEPS:
        first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
        if last - first <= _MAX_TICK_STEPS:
            break
    return [step * n for n in range(first, last + 1)]


def format_signed(value: float) -> str:
    """Return points to one decimal, with a plus or minus sign.

    >>> format_signed(8.66), format_signed(-1.0), format_signed(0.04)
    ('+8.7', '−1.0', '0.0')
    """
    rounded = round(value, 1) + 0.0
    return format_number(f"{rounded:+.1f}" if rounded else "0.0")


def format_points(value: float) -> str:
    """Return points to one decimal."""
    return format_number(f"{round(value, 1) + 0.0:.1f}")


def _row_sentence(row: Expectation) -> str:
    # Translators: example "Best: −8.5, give or take 1.1."
    sentence = _("{label}: {points}, give or take {error}.")
    return sentence.format(label=row.label, points=format_points(row.lead), error=format_points(row.error))


def _axis_share(value: float, ticks: Sequence[int]) -> str:
    """Return the place of a value on the axis, in percent of its width."""
    return f"{100 * (value - ticks[0]) / (ticks[-1] - ticks[0]):.2f}%"


def _tick_svg(tick: int, ticks: Sequence[int], foot: int) -> str:
    x, label = _axis_share(tick, ticks), format_number(f"{tick:+d}" if tick else 0)
    kind = "zero" if tick == 0 else "grid"
    return f'<line class="{kind}" x1="{x}" x2="{x}" y1="8" y2="{foot}"/><text x="{x}" y="{foot + 18}">{label}</text>'


def _bar_svg(row: Expectation, ticks: Sequence[int], y: int) -> str:
    low, middle, high = (_axis_share(row.lead + sign * row.error, ticks) for sign in (-1, 0, 1))
    caps = "".join(f'<line x1="{x}" x2="{x}" y1="{y - _CAP_PX}" y2="{y + _CAP_PX}"/>' for x in (low, high))
    filled = " filled" if row.is_filled else ""
    return (
        f'<g class="margin {row.tone}{filled}"><line x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>{caps}'
        f'<circle cx="{middle}" cy="{y}" r="7"/></g>'
        f'<text class="worth" x="{middle}" y="{y - 13}">{format_points(row.lead)}</text>'
    )
