"""A scoring on the table: type by type who has most and what that gives. The style sheet lets the types come one after
the other; what stands without motion is all of it. Pure."""

from palaces.app.i18n import _
from palaces.games.alhambra import icons
from palaces.games.alhambra.skyline import render_scored_hills
from palaces.games.alhambra.table import TableView
from palaces.ui.html import Markup, Regions, button, join, screen_reader_text, tag
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import AWARDS, BUILDING_TYPES
from pygame_core.alhambra.score import scoring_points
from pygame_core.i18n import SentenceSubject, join_phrases


def render_scoring_regions(at: TableView, letter: str) -> Regions:
    """The regions that a scoring takes: its card on the pool, the dock that tells it, and the hills that gain by it."""
    held = next(held for given, held in at.view["scorings"] if given == letter)
    gained = scoring_points(letter, [tuple(row) for row in held])
    return {
        "money": _render_scoring_card(letter),
        "bar": _render_scoring_gains(at, letter, gained),
        "seats": render_scored_hills(at, letter, gained),
    }


def _render_scoring_card(letter: str) -> Markup:
    """The scoring card on the pool, and beside it what each type gives."""
    types = [
        tag(
            "li",
            icons.type_icon(rank),
            screen_reader_text(sentences.type_name(rank)),
            tag("b", "·".join(map(str, places))),
            class_=f"d{rank}",
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
    """Who gains what by each type, then in all; and how to go on."""
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
    """Who gains how much, the most first."""
    order = sorted(range(len(who)), key=lambda owner: -gained[owner])
    gains = _("{name} +{n}"), _("you +{n}")
    return join_phrases([who[owner].choose_sentence(*gains, n=gained[owner]) for owner in order if gained[owner]])


def _render_go_on_button() -> Markup:
    """It skips what is still to come, and goes on with the game."""
    return button(
        tag("span", _("Skip"), class_="skips"),
        tag("span", _("Go on"), class_="goes-on"),
        do=("close",),
        class_="primary occasion",
        id="go-on",
    )
