"""After a game: how the chances went, as a chart in which one can go back to every position. Pure."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from palaces import art
from palaces.html import Markup, button, join, slider, tabular, tag
from palaces.model import Chances, Model
from palaces.thoughts import waiting
from palaces.words import _
from pygame_core.words import format_number

WIDTH, HEIGHT = 400, 120
LEFT, TOP = 10, 22  # the margin at both sides, half the slider's thumb; the room for the numbers of turning points
TURNS = 4  # turning points that are marked, at most
SWING = 0.08  # the least change of a chance that is one
APART = 0.04  # of the game's length that lies between two


def story(model: Model) -> Markup:
    """The chart with its turning points; a line while it is worked out."""
    if not model.chances:
        inside = waiting(model, "chances", _("Working out how the chances went"))
    else:
        inside = join(chart(model), _legend(model), _turns(model), _table(model))
    title = _("How the game went")
    return tag("section", tag("h2", title), inside, class_="story", id="story", aria_label=title)


def chart(model: Model) -> Markup:
    """Each seat's part of the victory by move, one above the other. A slider lies over it: touching it goes there."""
    total = len(model.match.log)
    numbers = [_mark(x_of(turn, total), number) for number, turn in enumerate(turns(model.chances), 1)]
    box = f"0 0 {WIDTH + 2 * LEFT} {TOP + HEIGHT + 6}"
    return _slid(model, f'<svg viewBox="{box}" aria-hidden="true">{_bands(model.chances)}{"".join(numbers)}</svg>')


def strip(model: Model) -> Markup:
    """The same as low as a slider, with a line where one looks."""
    x = x_of(model.moment, len(model.match.log))
    bands = _bands(model.chances).partition("<use")[0]  # signs would be drawn out of shape
    here = f'<path class="chart-here" d="M{x:.1f} {TOP}v{HEIGHT}"/>'
    box = f'viewBox="0 {TOP} {WIDTH + 2 * LEFT} {HEIGHT}" preserveAspectRatio="none"'
    return _slid(model, f'<svg {box} aria-hidden="true">{bands}{here}</svg>', "chart strip")


def _slid(model: Model, picture: str, class_: str = "chart") -> Markup:
    """A picture of a whole game under a slider from move to move."""
    n, total = model.moment, len(model.match.log)
    value = _("Move {n} of {total}").format(n=n, total=total)
    control = slider(n, total, ("slide",), id="moment", aria_label=_("Go to a move"), aria_valuetext=value)
    return tag("div", Markup(picture), control, class_=class_)


def x_of(n: int, total: int) -> float:
    """Where a log number lies on the chart."""
    return LEFT + WIDTH * n / max(1, total)


@lru_cache(maxsize=4)
def _bands(chances: Chances) -> str:
    """A band for every seat, with its sign where it is widest; whose turn it is makes no waves."""
    total = len(chances) - 1
    chances = _calm(chances)
    tops = [[sum(row[:seat]) for row in chances] for seat in range(len(chances[0]) + 1)]
    drawn = []
    for seat, (upper, lower) in enumerate(pairwise(tops)):
        there = [f"{x_of(n, total):.1f} {TOP + HEIGHT * y:.1f}" for n, y in enumerate(upper)]
        back = [f"{x_of(n, total):.1f} {TOP + HEIGHT * y:.1f}" for n, y in enumerate(lower)]
        drawn.append(f'<path class="chart-band p{seat}" d="M{"L".join([*there, *reversed(back)])}Z"/>')
    for seat in range(len(chances[0])):
        at = _widest(chances, seat)
        row = chances[at]
        if row[seat] * HEIGHT > 24:
            x, y = x_of(at, total) - 9, TOP + HEIGHT * (sum(row[:seat]) + row[seat] / 2) - 9
            x = min(max(x, LEFT + 3), LEFT + WIDTH - 21)
            box = f'x="{x:.1f}" y="{y:.1f}" width="18" height="18"'
            drawn.append(f'<use class="chart-sign" href="#s-{art.SIGNS[seat]}" {box}/>')
    return "".join(drawn)


def _calm(chances: Chances) -> Chances:
    """The mean over a round; beginning and end stay what they are."""
    near = len(chances[0]) // 2
    rows = [chances[max(0, n - near) : n + near + 1] for n in range(1, len(chances) - 1)]
    between = (tuple(sum(column) / len(row) for column in zip(*row, strict=True)) for row in rows)
    return (chances[0], *between, chances[-1]) if len(chances) > 1 else chances


def _widest(chances: Chances, seat: int) -> int:
    """The log number about which a seat's band is wide."""
    near = max(1, len(chances) // 20)
    return max(range(len(chances)), key=lambda n: min(row[seat] for row in chances[max(0, n - near) : n + near + 1]))


def _mark(x: float, number: int) -> str:
    return (
        f'<path class="chart-turn" d="M{x:.1f} {TOP - 4}V{TOP + HEIGHT}"/>'
        f'<text class="chart-number" x="{x:.1f}" y="{TOP - 8}">{number}</text>'
    )


@lru_cache(maxsize=4)
def turns(chances: Chances) -> tuple[int, ...]:
    """The turning points, in order: where a chance changed most. The end itself, where all is certain, is none."""
    total = len(chances) - 1
    swings = {n: max(map(abs, _changes(chances, n))) for n in range(1, total)}
    found: list[int] = []
    for n in sorted(swings, key=lambda n: -swings[n]):
        if swings[n] >= SWING and len(found) < TURNS and all(abs(n - other) > APART * total for other in found):
            found.append(n)
    return tuple(sorted(found))


def lost_at(chances: Chances, seat: int) -> int | None:
    """The log number of the position before the turning point that cost a seat the most, if one did."""
    falls = {n: _changes(chances, n)[seat] for n in turns(chances)} if chances else {}
    worst = min(falls, key=falls.__getitem__, default=0)
    return worst - 1 if worst and falls[worst] <= -SWING else None


def _changes(chances: Chances, n: int) -> list[float]:
    """What an entry changed, by seat."""
    return [after - before for before, after in zip(chances[n - 1], chances[n], strict=True)]


def _legend(model: Model) -> Markup:
    seats = [tag("li", art.sign(seat), tag("span", name, class_="name")) for seat, name in enumerate(model.heads)]
    return tag("ul", seats, class_="legend")


def _turns(model: Model) -> Markup | None:
    """The turning points as a list that leads to each of them."""
    found = turns(model.chances)
    if not found:
        return None
    shown = [
        tag(
            "li",
            button(
                tag("b", number),
                tag("span", *_told(model, n)),
                do=("show", n),
                class_="turning",
            ),
        )
        for number, n in enumerate(found, 1)
    ]
    return tag("ol", shown, class_="turnings", aria_label=_("Turning points"))


def _told(model: Model, n: int) -> Iterator[object]:
    """What happened at a turning point, and whose chance it changed most."""
    said = model.said(model.match.events(None, n - 1)[0])[0]
    changes = _changes(model.chances, n)
    seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    yield _("Move {n}: {said}").format(n=n, said=said)
    yield " "
    change = format_number(_percent(changes[seat], "+"))
    yield tag("em", model.heads[seat], " ", change)


def _percent(part: float, sign: str = "") -> str:
    """A part in percent, in one piece however narrow a line is; `sign` "+": a change."""
    return f"{round(100 * part):{sign}d}\u00a0%"


def _table(model: Model) -> Markup:
    """The same for those who do not see the chart."""
    total = len(model.match.log)
    moments = sorted({0, total, *turns(model.chances), *(total * part // 8 for part in range(1, 8))})
    head = tag("tr", tag("th", _("Move"), scope="col"), [tag("th", name, scope="col") for name in model.heads])
    rows = [
        tag("tr", tag("th", n, scope="row"), [tag("td", _percent(chance)) for chance in model.chances[n]])
        for n in moments
    ]
    table = tabular(_("Chances to win by move"), head, rows)
    return tag("div", table, class_="unseen")  # a table itself would be as wide as what is in it
