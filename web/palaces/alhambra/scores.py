"""Where every point came from: a scoring's table, and the final one. Pure."""

from typing import TYPE_CHECKING, Any

from palaces.alhambra import art, evening
from palaces.alhambra.draft import seen
from palaces.alhambra.hills import city, hills
from palaces.alhambra.table import Table, owners
from palaces.ending import City, Ending, Missed, Source, Standing, finale, owned
from palaces.html import Markup, join, tabular, tag, unseen
from palaces.model import Model
from palaces.sheets import head
from palaces.words import _
from pygame_core.alhambra import text
from pygame_core.alhambra.box import AWARDS, BUILDING_TYPE, BUILDING_TYPES, IDS
from pygame_core.alhambra.score import scoring_points

if TYPE_CHECKING:
    from pygame_core.alhambra.shape import LeftoverResult

Scorings = dict[str, list[list[int]]]
"""By letter what every scoring gave, by owner and type."""


def scored(at: Table, letter: str) -> Markup:
    """One scoring: for each type how many everybody had, and what that gave."""
    held = dict(seen(at.model.match, None)["scorings"])[letter]  # it stays open as somebody goes back in the game
    points = scoring_points(letter, [tuple(row) for row in held])
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
                tag("span", text.type_name(rank), class_="name"),
                tag("small", "/".join(str(n) for n in AWARDS[letter][rank])),
                scope="row",
            ),
            [_cell(held[owner][rank], points[owner][rank]) for owner in range(len(names))],
        )
        for rank in range(len(BUILDING_TYPES))
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
        head(_("Scoring {letter}").format(letter=letter)),
        tag("p", rule),
        scored(at, letter),
    )


def awards_panel() -> Markup:
    """What every scoring gives for each type."""
    titles = tag("tr", tag("th", unseen(_("Type"))), [tag("th", letter, scope="col") for letter in AWARDS])
    rows = [
        tag(
            "tr",
            tag("th", art.type_icon(rank), tag("span", text.type_name(rank), class_="name"), scope="row"),
            [tag("td", " · ".join(map(str, places[rank]))) for places in AWARDS.values()],
        )
        for rank in range(len(BUILDING_TYPES))
    ]
    rule = _("Points for the most, the second most and the third most of a type; who ties shares, rounded down.")
    return join(
        head(_("What scorings give")),
        tag("p", rule),
        tabular(unseen(_("Points by type and scoring")), titles, rows, class_="scored"),
    )


def ending(at: Table) -> Markup:
    """The end: the winner's city on its hill, everybody's hill, and all three scorings with the last buildings."""
    model, view = at.model, at.view
    scorings = {letter: scoring_points(letter, [tuple(row) for row in held]) for letter, held in view["scorings"]}
    winners = model.winners
    flow = [
        Source(text.type_name(rank), points, sign=art.type_icon(rank))
        for rank, points in enumerate(scorings["C"][winners[0]])
        if points
    ]
    leftovers = [_leftover(at, *item) for item in view["leftovers"]]
    return finale(
        model,
        Ending(
            behind=evening.BEHIND,
            city=_city(at, winners),
            before=Markup(evening.lanterns()),
            flow=[Source(_("Scoring {letter}").format(letter="C"), sum(scorings["C"][winners[0]])), *flow],
            whose=_("This is the city of {name}."),
            standings=_standings(at, scorings),
            missed=_missed(at, scorings["C"]),
            tables=[
                _final(at, scorings),
                tag("ul", leftovers, class_="leftovers") if leftovers else Markup(""),
                *(scored(at, letter) for letter in scorings),
            ],
        ),
    )


def _missed(at: Table, last: list[list[int]]) -> Missed | None:
    """The first type of which one more building in the last scoring would have let who plays here win."""
    own, points = at.model.you, at.view["points"]
    if own is None or own in at.model.winners:
        return None
    held = next(held for letter, held in at.view["scorings"] if letter == "C")
    for rank in range(len(BUILDING_TYPES)):
        more = [[n + (owner == own and each == rank) for each, n in enumerate(row)] for owner, row in enumerate(held)]
        given = scoring_points("C", [tuple(row) for row in more])
        then = [points[seat] - sum(last[seat]) + sum(given[seat]) for seat in range(len(at.model.names))]
        other = max(then[:own] + then[own + 1 :])
        if then[own] > other:
            said = _("One more building at the end, {type}, would have made it {{own}} to {{other}}.").format(
                type=text.type_name(rank)
            )
            return Missed(art.type_icon(rank), said, then[own], other)
    return None


def _city(at: Table, winners: list[int]) -> City:
    """What the winners have built."""
    ranks = [[BUILDING_TYPE[IDS[name]] for name in at.view["buildings"][seat]] for seat in winners]
    said = owned(at.model, _("The city of {names}"), _("Your city"), _("Your city and that of {names}"))
    return City(*evening.hill(ranks), said)


def _standings(at: Table, scorings: Scorings) -> list[Standing]:
    """Everybody with their hill, and what each scoring gave them."""
    all_ = hills(at)
    return [
        Standing(
            owner,
            owners(at.model)[owner],
            art.sign(owner, owner == len(at.model.names)),
            place,
            at.view["points"][owner],
            tag("div", art.LAND, city(all_, owner), class_="city"),
            [
                Source(_("Scoring {letter}").format(letter=letter), sum(points[owner]), letter)
                for letter, points in scorings.items()
            ],
        )
        for owner, place in _order(at)
    ]


def _order(at: Table) -> list[tuple[int, int | None]]:
    """All owners with their places, the first one first; Dirk, who has none, last."""
    result: dict[str, Any] = at.model.match.result() or {}
    places = [*result["places"], *[None] * (len(owners(at.model)) - len(result["places"]))]
    return sorted(enumerate(places), key=lambda one: (one[1] or len(places) + 1, one[0]))


def _final(at: Table, scorings: Scorings) -> Markup:
    """What each scoring gave everybody."""
    names = owners(at.model)
    rows = [
        tag(
            "tr",
            tag("td", place or "–"),
            tag(
                "th",
                art.sign(owner, owner == len(at.model.names)),
                tag("span", names[owner], class_="name"),
                scope="row",
            ),
            [tag("td", sum(points[owner])) for points in scorings.values()],
            tag("td", tag("b", at.view["points"][owner])),
            class_="first" if place == 1 else None,
        )
        for owner, place in _order(at)
    ]
    head = [tag("th", _("place")), tag("th", unseen(_("Seat")))]
    head += [tag("th", letter, title=_("Scoring {letter}").format(letter=letter)) for letter in scorings]
    head += [tag("th", _("points"))]
    note = _("Dirk takes part in every scoring, and cannot win.") if len(names) > len(at.model.names) else None
    return join(
        tabular(unseen(_("Final points by scoring")), tag("tr", head), rows, class_="final"),
        tag("p", note) if note else None,
    )


def _leftover(at: Table, place: int, building: str, winner: int | None) -> Markup:
    left: LeftoverResult = {"place": place, "building": building, "winner": winner}
    return tag("li", text.leftover_sentence(left, at.model.names, at.model.you))
