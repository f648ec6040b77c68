"""What an owner has at Alhambra, large: the hill with what the next scoring would give it, and the cards. Pure."""

from itertools import count

from palaces.alhambra import art
from palaces.alhambra.hills import city, hills
from palaces.alhambra.table import Table, next_scoring
from palaces.html import Markup, join, tag, unseen
from palaces.money import kept
from palaces.pieces import kind
from palaces.words import _, ngettext
from pygame_core.alhambra import text
from pygame_core.alhambra.box import BUILDING_TYPES, IDS
from pygame_core.alhambra.score import TypeCounts, scoring_points


def holdings(at: Table, owner: int) -> Markup:
    """The hill of an owner, below each column what the next scoring would give for it and why, and the cards."""
    all_ = hills(at)
    letter = next_scoring(at.view)
    due = scoring_points(letter, all_.held)[owner]
    columns = [
        _due(rank, all_.held[owner][rank], due[rank], _why(letter, all_.held, owner, rank))
        for rank in range(len(BUILDING_TYPES))
    ]
    said = ngettext(
        "Scoring {letter} would give {n} point now.", "Scoring {letter} would give {n} points now.", sum(due)
    )
    return join(
        tag("div", art.LAND, city(all_, owner, named=False), class_="city"),
        tag("ol", columns, class_="due"),
        tag("p", said.format(letter=letter, n=sum(due)), class_="sum-due"),
        _cards(at, owner) if owner != all_.dirk else None,
    )


def _due(rank: int, n: int, points: int, why: str) -> Markup:
    """What the next scoring would give for a type, and why."""
    return tag("li", unseen(text.type_name(rank)), " ", tag("b", points if n else "–"), tag("span", why))


def _why(letter: str, held: list[TypeCounts], owner: int, rank: int) -> str:
    """Whether an owner leads in a type, or follows; where that gives nothing, how many buildings are missing for it."""
    of_type = [row[rank] for row in held]
    own = of_type[owner]
    ahead, level = sum(n > own for n in of_type), of_type.count(own) > 1
    if scoring_points(letter, held)[owner][rank]:
        return [_("shared") if level else _("leads"), _("second"), _("third")][ahead]
    return _("short {n}").format(n=_missing(letter, held, owner, rank))


def _missing(letter: str, held: list[TypeCounts], owner: int, rank: int) -> int:
    """How many more buildings of a type would give an owner points."""
    for more in count(1):
        row = [*held[owner]]
        row[rank] += more
        if scoring_points(letter, [*held[:owner], tuple(row), *held[owner + 1 :]])[owner][rank]:
            return more
    raise AssertionError


def _cards(at: Table, owner: int) -> Markup:
    """The money of an owner."""
    seen = sorted(map(kind, at.names.hands[owner].taken), key=IDS.__getitem__)
    return kept(at.view["hands"][owner], seen, _card)


def _card(name: str) -> Markup:
    said = text.money_name(IDS[name]).capitalize()
    return tag("li", art.money(name), unseen(said), class_="note-card")
