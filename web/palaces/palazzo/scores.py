"""Where every point came from, at the end of Palazzo. Pure."""

from typing import Any

from palaces import art as common
from palaces.ending import City, Ending, Missed, Source, Standing, Tie, finale, owned
from palaces.html import Markup, join, tabular, tag, unseen
from palaces.money import hand_of
from palaces.palazzo import art, facades
from palaces.palazzo.streets import still
from palaces.palazzo.table import Table, ids
from palaces.words import _
from pygame_core.palazzo import text
from pygame_core.palazzo.box import IDS, NAMES, TILE_FLOOR, TILE_IDS
from pygame_core.palazzo.fan import card_set, max_bid_value
from pygame_core.palazzo.score import insert_tile, palace_points, palace_points_by_source
from pygame_core.words import format_number


def sources(row: list[list[str]]) -> tuple[int, int, int, int]:
    """The points of a row by source: lone tiles, windows, height, one material."""
    lone = windows = height = pure = 0
    for palace in row:
        floors, seen, alike = palace_points_by_source(ids(palace))
        lone += min(floors, 0)
        height += max(floors, 0)
        windows += seen
        pure += alike
    return lone, windows, height, pure


def ending(at: Table) -> Markup:
    """The end: the winner's street on the square, everybody's, and the final table."""
    model = at.model
    result: dict[str, Any] = model.match.result() or {}
    winners = model.winners
    order = sorted(range(len(model.names)), key=lambda seat: (result["places"][seat], seat))
    drawn, box = facades.streets([at.view["palaces"][seat] for seat in winners])
    said = owned(model, _("The palaces of {names}"), _("Your palaces"), _("Your palaces and those of {names}"))
    lone, windows, height, pure = sources(at.view["palaces"][winners[0]])
    flow = [(_("windows"), windows), (_("height"), height), (_("one material"), pure), (_("alone"), lone)]
    return finale(
        model,
        Ending(
            behind=facades.BEHIND,
            city=City(drawn, box, said),
            before=Markup(facades.festoon()),
            flow=[
                Source(_("Palaces"), result["scores"][winners[0]]),
                *(Source(name, points) for name, points in flow if points),
            ],
            whose=_("This is the street of {name}."),
            standings=[_standing(at, seat, result["places"][seat]) for seat in order],
            missed=_missed(at),
            tables=[_final(at, result, order)],
            tie=Tie(
                [_bid(at, seat) for seat in range(len(model.names))],
                _("{points} points each, and the same highest single bid: {n} (rule P27)"),
                _("{points} points each; the higher single bid decides, {n} against {m} (rule P27)"),
            ),
        ),
    )


def _missed(at: Table) -> Missed | None:
    """The least of the tiles that nobody built with which who plays here would have won, on the palace where it makes
    just enough."""
    own, scores = at.model.you, at.view["points"]
    if own is None or own in at.model.winners:
        return None
    other = max(points for seat, points in enumerate(scores) if seat != own)
    built = {tile for row in at.view["palaces"] for palace in row for tile in ids(palace)}
    found = [
        (scores[own] + palace_points(insert_tile(palace, tile)) - palace_points(palace), n, tile)
        for n, palace in enumerate(map(ids, at.view["palaces"][own]), 1)
        for tile in TILE_IDS
        if tile not in built and TILE_FLOOR[tile] not in {TILE_FLOOR[each] for each in palace}
    ]
    enough = [one for one in found if one[0] > other]
    if not enough:
        return None
    then, n, tile = min(enough)
    said = _("On palace {n}, {tile} would have made it {{own}} to {{other}}.")
    return Missed(art.tile(NAMES[tile]), said.format(n=n, tile=text.tile_name(tile)), then, other)


def _standing(at: Table, seat: int, place: int) -> Standing:
    """How a seat came out, with its street and where its points came from."""
    row = at.view["palaces"][seat]
    lone, windows, height, pure = sources(row)
    return Standing(
        seat,
        at.model.heads[seat],
        common.sign(seat),
        place,
        at.view["points"][seat],
        still(row, at.model.who(seat)),
        [
            Source(_("windows"), windows, _("W")),
            Source(_("height"), height, _("H")),
            Source(_("one material"), pure, _("M")),
            Source(_("alone"), lone),
        ],
    )


def _bid(at: Table, seat: int) -> int:
    """The highest bid that a hand can make."""
    return max_bid_value(card_set(IDS[card] for card in hand_of(at.view, seat)))


def _final(at: Table, result: dict[str, Any], order: list[int]) -> Markup:
    scores = result["scores"]
    tied = len(set(scores)) < len(scores)
    rows = []
    for seat in order:
        rows.append(
            tag(
                "tr",
                tag("td", result["places"][seat]),
                tag("th", common.sign(seat), tag("span", at.model.heads[seat], class_="name"), scope="row"),
                [tag("td", format_number(n) if n else "·") for n in sources(at.view["palaces"][seat])],
                tag("td", tag("b", format_number(scores[seat]))),
                tag("td", _bid(at, seat)) if tied else None,
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
