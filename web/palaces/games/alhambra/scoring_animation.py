"""A scoring on the table, type by type: leaders and their points.

The style sheet shows the types one after the other. Without motion it shows only the totals. Pure.
"""

from palaces.app.i18n import _
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.skyline import render_scored_hills
from palaces.games.alhambra.table import TableView
from palaces.ui.html import Markup, Regions, button, join, screen_reader_text, tag
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import AWARDS, BUILDING_TYPES
from pygame_core.alhambra.score import scoring_points
from pygame_core.i18n import SentenceSubject, join_phrases


def render_scoring_regions(at: TableView, letter: str) -> Regions:
    """Return the regions of a scoring: its card on the pool, its gains in the action bar, and the hills."""
    held = next(held for given, held in at.view["scorings"] if given == letter)
    gained = scoring_points(letter, [tuple(row) for row in held])
    return {
        "money": _render_scoring_card(letter, gained),
        "bar": _render_scoring_gains(at, letter, gained),
        "seats": render_scored_hills(at, letter, gained),
    }


def _render_scoring_card(letter: str, gained: list[list[int]]) -> Markup:
    """Render the scoring card on the pool, with the points for each type beside it.

    A type that brings points sounds in its turn.
    """
    types = [
        tag(
            "li",
            icons.type_icon(rank),
            screen_reader_text(sentences.type_name(rank)),
            tag("b", "·".join(map(str, places))),
            class_=f"d{rank}",
            data_sound="point" if any(row[rank] for row in gained) else None,
        )
        for rank, places in enumerate(AWARDS[letter])
    ]
    return tag(
        "div",
        tag("p", tag("b", letter), " ", tag("small", _("scoring")), class_="scoring-card"),
        tag("ol", types, class_="scoring-types"),
        class_="scoring occasion",
    )


def _render_scoring_gains(at: TableView, letter: str, gained: list[list[int]]) -> Markup:
    """Render everybody's gains for each type, then the totals, and the button to continue."""
    who = [
        *(at.model.player_reference(seat) for seat in range(len(at.model.player_names))),
        SentenceSubject(sentences.dirk_name()),
    ][: len(gained)]
    lines = [
        tag(
            "p",
            tag("b", _type_gains_sentence(who, rank, [row[rank] for row in gained])),
            tag(
                "small",
                _("Scoring {letter}, {n} of {total}").format(letter=letter, n=rank + 1, total=len(BUILDING_TYPES)),
            ),
            class_=f"in-turn d{rank}",
            aria_hidden="true",
        )
        for rank in range(len(BUILDING_TYPES))
    ]
    in_all = _gains_phrase(who, [sum(row) for row in gained]) or _("nobody scores")
    said = _("Scoring {letter}: {gains}").format(letter=letter, gains=in_all)
    return join(
        tag("div", lines, tag("p", tag("b", said), class_="at-last"), class_="scoring-told occasion"),
        tag("div", _render_go_on_button(), class_="plays", data_arrows=True),
    )


def _type_gains_sentence(who: list[SentenceSubject], rank: int, gained: list[int]) -> str:
    said = _("{type}: {gains}").format(type=sentences.type_name(rank), gains=_gains_phrase(who, gained) or _("nobody"))
    return said[:1].upper() + said[1:]


def _gains_phrase(who: list[SentenceSubject], gained: list[int]) -> str:
    """Return a phrase for everybody's gains, the highest first."""
    order = sorted(range(len(who)), key=lambda owner: -gained[owner])
    gains = _("{name} +{n}"), _("you +{n}")
    return join_phrases([who[owner].choose_sentence(*gains, n=gained[owner]) for owner in order if gained[owner]])


def _render_go_on_button() -> Markup:
    """Render the button that skips the rest of the scoring and continues the game."""
    return button(
        tag("span", _("Skip"), class_="skips"),
        tag("span", _("Continue"), class_="goes-on"),
        do=("close",),
        class_="primary occasion",
        id="go-on",
    )
