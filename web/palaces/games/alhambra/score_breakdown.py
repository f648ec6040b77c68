"""The source of every point: the table of each scoring, and the final table. Pure."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from palaces.app.i18n import N_, _
from palaces.app.model import Model
from palaces.features.game_over import (
    GameOver,
    PointSource,
    SourceComparison,
    Standing,
    WinningCity,
    render_game_over_page,
    winning_city_sentence,
)
from palaces.features.review.near_miss import NearMiss
from palaces.games.alhambra.drawings import final_city, icons
from palaces.games.alhambra.skyline import build_hills_view, render_city
from palaces.games.alhambra.table import TableView, buildings_left, owner_labels
from palaces.ui.html import Markup, html_table, join, name_tag, screen_reader_text, tag
from palaces.ui.panels import panel_heading
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import AWARDS, BUILDING_TYPE, BUILDING_TYPES, IDS
from pygame_core.alhambra.score import scoring_points
from pygame_core.i18n import format_number

if TYPE_CHECKING:
    from palaces.games.alhambra.draft import Draft
    from pygame_core.alhambra.state import Alhambra
    from pygame_core.alhambra.types import LeftoverResult, View

PointsByScoring = dict[str, list[list[int]]]
"""The points of every scoring, by letter, then by owner and type."""
NEAR_MISS_SENTENCES = {
    "pavilion": N_("One more pavilion would have won it, {own} to {other}."),
    "seraglio": N_("One more seraglio would have won it, {own} to {other}."),
    "arcades": N_("One more arcades card would have won it, {own} to {other}."),
    "chambers": N_("One more chambers card would have won it, {own} to {other}."),
    "garden": N_("One more garden would have won it, {own} to {other}."),
    "tower": N_("One more tower would have won it, {own} to {other}."),
}
"""The sentences about the building that a loser lacked, with the points of both."""
TAKEN_SENTENCES = {
    "pavilion": N_("{name} bought the pavilion you left. With it, you'd have won {own} to {other}."),
    "seraglio": N_("{name} bought the seraglio you left. With it, you'd have won {own} to {other}."),
    "arcades": N_("{name} bought the arcades card you left. With it, you'd have won {own} to {other}."),
    "chambers": N_("{name} bought the chambers card you left. With it, you'd have won {own} to {other}."),
    "garden": N_("{name} bought the garden you left. With it, you'd have won {own} to {other}."),
    "tower": N_("{name} bought the tower you left. With it, you'd have won {own} to {other}."),
}
"""The sentences about such a building that somebody else bought."""
TYPE_PLURALS = {
    "pavilion": N_("pavilions"),
    "seraglio": N_("seraglios"),
    "arcades": N_("arcades"),
    "chambers": N_("chambers"),
    "garden": N_("gardens"),
    "tower": N_("towers"),
}
"""The types as sources of points, in a sentence."""


def render_scoring(at: TableView, letter: str, owners: Sequence[int] | None = None) -> Markup:
    """Render the table of a scoring: everybody's buildings and points, by type. `owners` is the order of the columns;
    the default is the order of the seats."""
    held = dict(at.model.match.view(None)["scorings"])[letter]  # this panel stays open when the player goes back
    points = scoring_points(letter, [tuple(row) for row in held])
    names = owner_labels(at.model)
    order = range(len(names)) if owners is None else owners
    head = tag(
        "tr",
        tag("th", screen_reader_text(_("Type"))),
        [_render_owner_heading(at.model, owner, names[owner]) for owner in order],
    )
    body = [
        tag(
            "tr",
            tag(
                "th",
                icons.type_icon(rank),
                name_tag(sentences.type_name(rank)),
                tag("small", "/".join(str(n) for n in AWARDS[letter][rank])),
                scope="row",
            ),
            [_render_cell(held[owner][rank], points[owner][rank]) for owner in order],
        )
        for rank in range(len(BUILDING_TYPES))
    ]
    foot = tag("tr", tag("th", _("Points"), scope="row"), [tag("td", tag("b", sum(points[owner]))) for owner in order])
    caption = _("Scoring {letter}: buildings and points").format(letter=letter)
    return html_table(caption, head, body, foot, class_="scored")


def _render_owner_heading(model: "Model[Alhambra, Draft]", owner: int, name: str) -> Markup:
    return tag(
        "th",
        icons.owner_sign(owner, owner == len(model.player_names)),
        name_tag(name),
        scope="col",
    )


def _render_cell(n: int, points: int) -> Markup:
    if not n:
        return tag("td", "·", class_="zero")
    return tag("td", n, " ", tag("b", format_number(f"+{points}")) if points else None)


def render_scoring_panel(at: TableView, letter: str) -> Markup:
    """Render the panel of a scoring during the game."""
    rule = {
        "A": _("The most buildings of a type score. Ties share, rounded down."),
        "B": _("The most and second most buildings of a type score. Ties share, rounded down."),
        "C": _("The most, second most and third most buildings of a type score. Ties share, rounded down."),
    }[letter]
    return join(
        panel_heading(_("Scoring {letter}").format(letter=letter)),
        tag("p", rule),
        render_scoring(at, letter),
    )


def render_awards_panel(at: TableView) -> Markup:
    """Render the points that every scoring gives for each type, and the buildings left."""
    unseen = buildings_left(at.view)
    titles = tag(
        "tr",
        tag("th", screen_reader_text(_("Type"))),
        [tag("th", letter, scope="col") for letter in AWARDS],
        tag("th", _("left"), scope="col"),
    )
    rows = [
        tag(
            "tr",
            tag(
                "th",
                icons.type_icon(rank),
                name_tag(sentences.type_name(rank)),
                scope="row",
            ),
            [tag("td", " · ".join(map(str, places[rank]))) for places in AWARDS.values()],
            tag("td", unseen[rank]),
        )
        for rank in range(len(BUILDING_TYPES))
    ]
    rule = _("Points for the most, second most and third most buildings of a type. Ties share, rounded down.")
    return join(
        panel_heading(_("Points per scoring")),
        tag("p", rule),
        html_table(screen_reader_text(_("Points by type and scoring")), titles, rows, class_="scored"),
    )


def render_game_over(at: TableView) -> Markup:
    """Render the end: the winner's city, everybody's hill, and all three scorings with the last buildings."""
    model, view = at.model, at.view
    scorings = {letter: scoring_points(letter, [tuple(row) for row in held]) for letter, held in view["scorings"]}
    winners, seats = model.winning_seats, range(len(model.player_names))
    flow = [
        PointSource(sentences.type_name(rank), points, icon=icons.type_icon(rank))
        for rank, points in enumerate(scorings["C"][winners[0]])
        if points
    ]
    leftovers = [_render_leftover(at, *item) for item in view["leftovers"]]
    return render_game_over_page(
        model,
        GameOver(
            backdrop=final_city.BACKDROP_SVG,
            city=_final_city(at, model.pictured_seats),
            winner_decoration=Markup(final_city.lanterns_svg()),
            winner_sources=[
                PointSource(_("Scoring {letter}").format(letter="C"), sum(scorings["C"][winners[0]])),
                *flow,
            ],
            standings=_final_standings(at, scorings),
            near_miss=_missed_win(at, scorings["C"]),
            summary=[
                _render_final_table(at, scorings),
                tag("ul", leftovers, class_="leftovers") if leftovers else Markup(""),
            ],
            details=[
                render_scoring(at, letter, [owner for owner, _place in _owners_by_place(at)]) for letter in scorings
            ],
            comparisons=[
                SourceComparison(
                    _(TYPE_PLURALS[name]), [sum(points[seat][rank] for points in scorings.values()) for seat in seats]
                )
                for rank, name in enumerate(BUILDING_TYPES)
            ],
        ),
    )


def _missed_win(at: TableView, last: list[list[int]]) -> NearMiss | None:
    """Return the first type with which one more building would have let the addressed player win, or None."""
    own, points = at.model.addressed_seat, at.view["points"]
    if own is None or own in at.model.winning_seats:
        return None
    held = next(held for letter, held in at.view["scorings"] if letter == "C")
    for rank in range(len(BUILDING_TYPES)):
        more = [[n + (owner == own and each == rank) for each, n in enumerate(row)] for owner, row in enumerate(held)]
        given = scoring_points("C", [tuple(row) for row in more])
        then = [points[seat] - sum(last[seat]) + sum(given[seat]) for seat in range(len(at.model.player_names))]
        other = max(then[:own] + then[own + 1 :])
        if then[own] > other:
            name = BUILDING_TYPES[rank]
            return NearMiss(
                icons.type_icon(rank),
                _(NEAR_MISS_SENTENCES[name]),
                then[own],
                other,
                partial(_buildings_of_type, rank),
                _(TAKEN_SENTENCES[name]),
            )
    return None


def _buildings_of_type(rank: int, view: "View", seat: int) -> list[str]:
    """Return the names of a seat's buildings of a type."""
    return [name for name in view["buildings"][seat] if BUILDING_TYPE[IDS[name]] == rank]


def _final_city(at: TableView, winners: list[int]) -> WinningCity:
    """Return the city of the winners."""
    ranks = [[BUILDING_TYPE[IDS[name]] for name in at.view["buildings"][seat]] for seat in winners]
    said = winning_city_sentence(at.model, _("{names}'s city"), _("Your city"), _("Your city and {names}'s"))
    return WinningCity(*final_city.hill_svg(ranks), said)


def _final_standings(at: TableView, scorings: PointsByScoring) -> list[Standing]:
    """Return everybody with their hill and the points of each scoring."""
    all_ = build_hills_view(at)
    return [
        Standing(
            owner,
            owner_labels(at.model)[owner],
            icons.owner_sign(owner, owner == len(at.model.player_names)),
            place,
            at.view["points"][owner],
            join(
                tag("div", icons.LAND_SVG, render_city(all_, owner), class_="city"),
                _render_last_points(scorings["C"][owner]),
            ),
            [
                PointSource(_("Scoring {letter}").format(letter=letter), sum(points[owner]), letter)
                for letter, points in scorings.items()
            ],
        )
        for owner, place in _owners_by_place(at)
    ]


def _render_last_points(points: list[int]) -> Markup:
    """Render somebody's points in scoring C below the columns of their hill."""
    cells = [
        tag(
            "li",
            icons.type_icon(rank),
            screen_reader_text(sentences.type_name(rank)),
            " ",
            tag("b", format_number(f"+{n}") if n else "·"),
        )
        for rank, n in enumerate(points)
    ]
    return tag("ul", cells, class_="last-points", aria_label=_("Scoring C by type"))


def _owners_by_place(at: TableView) -> list[tuple[int, int | None]]:
    """Return all owners with their places, the winner first. Dirk is last, without a place."""
    result = at.model.final_result
    places = [*result["places"], *[None] * (len(owner_labels(at.model)) - len(result["places"]))]
    return sorted(enumerate(places), key=lambda one: (one[1] or len(places) + 1, one[0]))


def _render_final_table(at: TableView, scorings: PointsByScoring) -> Markup:
    """Render everybody's points in each scoring."""
    names = owner_labels(at.model)
    rows = [
        tag(
            "tr",
            tag("td", place or "–"),
            tag(
                "th",
                icons.owner_sign(owner, owner == len(at.model.player_names)),
                name_tag(names[owner]),
                scope="row",
            ),
            [tag("td", sum(points[owner])) for points in scorings.values()],
            tag("td", tag("b", at.view["points"][owner])),
            class_="first" if place == 1 else None,
        )
        for owner, place in _owners_by_place(at)
    ]
    head = [tag("th", _("place")), tag("th", screen_reader_text(_("Player")))]
    head += [tag("th", letter, title=_("Scoring {letter}").format(letter=letter)) for letter in scorings]
    head += [tag("th", _("points"))]
    note = _("Dirk scores too, but he can't win.") if len(names) > len(at.model.player_names) else None
    return join(
        html_table(screen_reader_text(_("Final points by scoring")), tag("tr", head), rows, class_="final"),
        tag("p", note) if note else None,
    )


def _render_leftover(at: TableView, place: int, building: str, winner: int | None) -> Markup:
    left: LeftoverResult = {"place": place, "building": building, "winner": winner}
    icon = icons.type_icon(BUILDING_TYPE[IDS[building]])
    return tag("li", icon, sentences.leftover_sentence(left, at.model.player_names, at.model.addressed_seat))
