"""Where every point came from: a scoring's table, and the final one. Pure."""

from typing import Any

from palaces.alhambra import art
from palaces.alhambra.table import Table, owners
from palaces.ending import onward, victory
from palaces.html import Markup, button, join, tabular, tag, unseen
from palaces.model import Model
from palaces.story import story
from palaces.words import _
from pygame_core.alhambra import text
from pygame_core.alhambra.box import AWARDS, TYPES
from pygame_core.alhambra.score import scoring


def scored(at: Table, letter: str) -> Markup:
    """One scoring: for each type how many everybody had, and what that gave."""
    held = next(held for given, held in at.view["scorings"] if given == letter)
    points = scoring(letter, [tuple(row) for row in held])
    names = owners(at.model)
    head = tag(
        "tr",
        tag("th", unseen(_("Type"))),
        [_owner(at.model, owner, name) for owner, name in enumerate(names)],
    )
    body = [
        tag(
            "tr",
            tag(
                "th",
                art.type_icon(rank),
                tag("span", text.kind(rank), class_="name"),
                tag("small", "/".join(str(n) for n in AWARDS[letter][rank])),
                scope="row",
            ),
            [_cell(held[owner][rank], points[owner][rank]) for owner in range(len(names))],
        )
        for rank in range(len(TYPES))
    ]
    foot = tag("tr", tag("th", _("Points"), scope="row"), [tag("td", tag("b", sum(row))) for row in points])
    caption = _("Scoring {letter}: buildings, and the points they gave").format(letter=letter)
    return tabular(caption, head, body, foot, class_="scored")


def _owner(model: Model, owner: int, name: str) -> Markup:
    return tag("th", art.sign(owner, owner == len(model.names)), tag("span", name, class_="name"), scope="col")


def _cell(n: int, points: int) -> Markup:
    if not n:
        return tag("td", "·", class_="zero")
    return tag("td", n, " ", tag("b", f"+{points}") if points else None)


def scoring_panel(at: Table, letter: str) -> Markup:
    """A scoring shown while the game goes on."""
    rule = {
        "A": _("The most of a type scores; who ties shares, rounded down."),
        "B": _("The most and the second most of a type score; who ties shares these places, rounded down."),
    }[letter]
    return join(
        tag("h2", _("Scoring {letter}").format(letter=letter)),
        tag("p", rule),
        scored(at, letter),
        button(_("Go on") if at.model.held else _("Close"), do=("close",), class_="primary", id="go-on"),
    )


def ending(at: Table) -> Markup:
    """The end: the winner's palace, the final table, the last buildings, and all three scorings."""
    model = at.model
    result: dict[str, Any] = model.match.result() or {}
    winners = model.winners
    palace = [building for seat in winners for building in at.view["buildings"][seat]]
    return join(
        victory(model),
        art.skyline(palace),
        _final(at, result),
        onward(),
        story(model),
        tag("ul", [_leftover(at, *item) for item in at.view["leftovers"]], class_="leftovers")
        if at.view["leftovers"]
        else None,
        [scored(at, letter) for letter, _held in at.view["scorings"]],
    )


def _final(at: Table, result: dict[str, Any]) -> Markup:
    names = owners(at.model)
    scorings = [(letter, scoring(letter, [tuple(row) for row in held])) for letter, held in at.view["scorings"]]
    places = [*result["places"], None]
    order = sorted(range(len(names)), key=lambda owner: (places[owner] or 99, owner))
    rows = [
        tag(
            "tr",
            tag("td", places[owner] or "–"),
            tag(
                "th",
                art.sign(owner, owner == len(at.model.names)),
                tag("span", names[owner], class_="name"),
                scope="row",
            ),
            [tag("td", sum(points[owner])) for _letter, points in scorings],
            tag("td", tag("b", at.view["points"][owner], data_score=owner)),
            class_="first" if places[owner] == 1 else None,
        )
        for owner in order
    ]
    head = [tag("th", _("place")), tag("th", unseen(_("Seat")))]
    head += [tag("th", letter, title=_("Scoring {letter}").format(letter=letter)) for letter, _points in scorings]
    head += [tag("th", _("points"))]
    note = _("Dirk takes part in every scoring, and cannot win.") if len(names) > len(at.model.names) else None
    return join(
        tabular(unseen(_("Final points by scoring")), tag("tr", head), rows, class_="final"),
        tag("p", note) if note else None,
    )


def _leftover(at: Table, place: int, building: str, winner: int | None) -> Markup:
    return tag("li", text.leftover({"place": place, "building": building, "winner": winner}, at.model.names))
