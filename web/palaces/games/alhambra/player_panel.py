"""An owner's large panel at Alhambra: hill, points of the next scoring, and cards. Pure."""

from itertools import count

from palaces.app.i18n import _, ngettext
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.skyline import build_hills_view, render_city
from palaces.games.alhambra.table import TableView, next_scoring
from palaces.ui.html import Markup, join, screen_reader_text, tag
from palaces.ui.money_view import render_known_money
from palaces.ui.pieces import piece_kind
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import BUILDING_TYPES, IDS
from pygame_core.alhambra.score import TypeCounts, scoring_points


def render_player_panel(at: TableView, owner: int) -> Markup:
    """Render an owner's hill with the points of the next scoring below each column, and the cards."""
    all_ = build_hills_view(at)
    letter = next_scoring(at.view)
    due = scoring_points(letter, all_.counts_by_owner)[owner]
    columns = [
        _render_type_due(
            rank, all_.counts_by_owner[owner][rank], due[rank], _due_reason(letter, all_.counts_by_owner, owner, rank)
        )
        for rank in range(len(BUILDING_TYPES))
    ]
    said = ngettext(
        "Scoring {letter} now would be worth {n} point.",
        "Scoring {letter} now would be worth {n} points.",
        sum(due),
    )
    return join(
        tag("div", icons.LAND_SVG, render_city(all_, owner, named=False), class_="city"),
        tag("ol", columns, class_="due"),
        tag("p", said.format(letter=letter, n=sum(due)), class_="sum-due"),
        _render_owner_money(at, owner) if owner != all_.dirk_owner else None,
    )


def _render_type_due(rank: int, n: int, points: int, why: str) -> Markup:
    """Render the points of the next scoring for a type, and their reason."""
    return tag(
        "li", screen_reader_text(sentences.type_name(rank)), " ", tag("b", points if n else "–"), tag("span", why)
    )


def _due_reason(letter: str, held: list[TypeCounts], owner: int, rank: int) -> str:
    """Return an owner's place in a type, or the number of buildings missing for points."""
    of_type = [row[rank] for row in held]
    own = of_type[owner]
    ahead, level = sum(n > own for n in of_type), of_type.count(own) > 1
    if scoring_points(letter, held)[owner][rank]:
        return [_("tied") if level else _("1st"), _("2nd"), _("3rd")][ahead]
    return _("{n} short").format(n=_missing_buildings(letter, held, owner, rank))


def _missing_buildings(letter: str, held: list[TypeCounts], owner: int, rank: int) -> int:
    """Return the number of additional buildings of a type that would give an owner points."""
    for more in count(1):
        row = [*held[owner]]
        row[rank] += more
        if scoring_points(letter, [*held[:owner], tuple(row), *held[owner + 1 :]])[owner][rank]:
            return more
    raise AssertionError


def _render_owner_money(at: TableView, owner: int) -> Markup:
    """Render the money of an owner."""
    seen = sorted(map(piece_kind, at.pieces.hands[owner].seen_cards), key=IDS.__getitem__)
    return render_known_money(at.view["hands"][owner], seen, _render_money_card)


def _render_money_card(name: str) -> Markup:
    said = sentences.money_name(IDS[name])
    return tag("li", icons.render_money_card(name), screen_reader_text(said), class_="note-card")
