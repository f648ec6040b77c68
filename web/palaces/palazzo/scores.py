"""Where every point came from, at the end of Palazzo. Pure."""

from typing import Any

from palaces import art as common
from palaces.ending import onward, victory
from palaces.html import Markup, join, tabular, tag, unseen
from palaces.money import hand_of
from palaces.palazzo.streets import small_street
from palaces.palazzo.table import Table, ids
from palaces.story import story
from palaces.words import _
from pygame_core.palazzo.box import IDS
from pygame_core.palazzo.fan import fan, most
from pygame_core.palazzo.score import parts
from pygame_core.words import figure


def sources(row: list[list[str]]) -> tuple[int, int, int, int]:
    """The points of a row by source: lone tiles, windows, height, one material."""
    lone = windows = height = pure = 0
    for palace in row:
        floors, seen, alike = parts(ids(palace))
        lone += min(floors, 0)
        height += max(floors, 0)
        windows += seen
        pure += alike
    return lone, windows, height, pure


def ending(at: Table) -> Markup:
    """The end: the winner's street, the final table, and all streets."""
    model = at.model
    result: dict[str, Any] = model.match.result() or {}
    winners = model.winners
    order = sorted(range(len(model.names)), key=lambda seat: (result["places"][seat], seat))
    others = [seat for seat in order if seat not in winners]
    return join(
        victory(model),
        [_street(at, seat) for seat in winners],
        _final(at, result, order),
        onward(),
        story(model),
        [_street(at, seat) for seat in others],
    )


def _street(at: Table, seat: int) -> Markup:
    name = at.model.names[seat]
    row = at.view["palaces"][seat]
    shown = small_street(row, name)
    none = tag("p", _("{name} built no palace.").format(name=name), class_="hint")
    return tag("section", tag("h3", common.sign(seat), tag("span", name, class_="name")), shown or none, class_="last")


def _final(at: Table, result: dict[str, Any], order: list[int]) -> Markup:
    scores = result["scores"]
    tied = len(set(scores)) < len(scores)
    rows = []
    for seat in order:
        bid = most(fan(IDS[card] for card in hand_of(at.view, seat)))
        rows.append(
            tag(
                "tr",
                tag("td", result["places"][seat]),
                tag("th", common.sign(seat), tag("span", at.model.names[seat], class_="name"), scope="row"),
                [tag("td", figure(n) if n else "·") for n in sources(at.view["palaces"][seat])],
                tag("td", tag("b", figure(scores[seat]), data_score=seat)),
                tag("td", bid) if tied else None,
                class_="first" if result["places"][seat] == 1 else None,
            )
        )
    head = tag(
        "tr",
        tag("th", _("place")),
        tag("th", unseen(_("Seat"))),
        [tag("th", word) for word in (_("alone"), _("windows"), _("height"), _("pure"), _("points"))],
        tag("th", _("best bid")) if tied else None,
    )
    note = _("With equal points, the hand that can make the highest single bid is ahead (rule P27).")
    return join(
        tabular(unseen(_("Final points by source")), head, rows, class_="final"),
        tag("p", note, class_="hint") if tied else None,
    )
