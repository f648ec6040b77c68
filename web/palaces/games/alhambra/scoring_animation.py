"""A scoring on the table, beat by beat: the leftover buildings, then the leaders and points of each type.

The style sheet shows one beat after the other. `Scoring` says what belongs to which beat. Pure.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.games.alhambra.draft import YARD_PLACES, cards_value
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.skyline import Scoring, render_scored_hills
from palaces.games.alhambra.table import (
    TableView,
    render_arcade,
    render_vacant_arch,
    render_yard,
)
from palaces.ui.html import Markup, Regions, button, join, screen_reader_text, tag
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import AWARDS, BUILDING_TYPE, BUILDING_TYPES, CARD_CURRENCY, IDS
from pygame_core.alhambra.score import scoring_points
from pygame_core.i18n import SentenceSubject, capitalize_first, join_phrases, list_phrases

if TYPE_CHECKING:
    from palaces.app.panel_state import GamePanel
    from pygame_core.alhambra.types import Leftover, LeftoverResult

SENTENCE_BEATS = 2
"""The beats of the sentence about a leftover building. In the next beat, the building goes to its winner."""


def render_scoring_regions(at: TableView, panel: "GamePanel") -> Regions:
    """Return the regions of a scoring: its card on the pool, its gains in the action bar, the yard and the hills."""
    scoring = build_scoring(at, panel.name, is_counted=panel.is_counted)
    return {
        "yard": _render_leftover_yard(at, scoring) if panel.name == "C" else render_yard(at),
        "money": _render_scoring_card(scoring, is_heard=at.model.is_on("sound")),
        "bar": _render_scoring_gains(at, scoring, closes_itself=panel.closes_itself),
        "seats": render_scored_hills(at, scoring),
    }


def build_scoring(at: TableView, letter: str, *, is_counted: bool) -> Scoring:
    """Return what a scoring shows in each beat. Types that nobody gains points for are left out."""
    held = next(held for given, held in at.view["scorings"] if given == letter)
    gained = scoring_points(letter, [tuple(row) for row in held])
    leftovers = at.view["leftovers"] if letter == "C" else []
    start = sum(map(_leftover_beats, leftovers))
    scored = [rank for rank in range(len(BUILDING_TYPES)) if any(row[rank] for row in gained)]
    beat_by_type = {rank: start + n for n, rank in enumerate(scored)}
    end = start + len(scored)
    return Scoring(letter, gained, beat_by_type, start, end, _find_arrivals(at, letter, end), is_counted)


def _leftover_beats(left: "Leftover") -> int:
    """Return the number of beats of a leftover building. It goes to its winner in the last one, if it has a winner."""
    return SENTENCE_BEATS + (left[2] is not None)


def _first_beats(leftovers: "Sequence[Leftover]") -> list[int]:
    """Return the first beat of each leftover building."""
    return [0, *accumulate(map(_leftover_beats, leftovers))][: len(leftovers)]


def _find_arrivals(at: TableView, letter: str, end: int) -> dict[str, int]:
    """Return the beats in which buildings arrive at their hills, by the names of their pieces.

    Those are the leftover buildings (A23), and after the scoring Dirk's share (A28).
    """
    hills = at.pieces.hills
    if letter == "C":
        won = [winner for _place, _building, winner in at.view["leftovers"] if winner is not None]
        newest = {owner: iter(hills[owner][-won.count(owner) :]) for owner in won}
        return {
            next(newest[winner]): beat + SENTENCE_BEATS
            for beat, (_place, _building, winner) in zip(
                _first_beats(at.view["leftovers"]), at.view["leftovers"], strict=True
            )
            if winner is not None
        }
    match = at.model.match
    given = match.events(None, len(match.log) - 1)[0]["dirk"].get(letter, ())
    return dict.fromkeys(hills[-1][-len(given) :] if given else (), end)


# -- pool and action bar -----------------------------------------------------------------------------------------------


def _render_scoring_card(scoring: Scoring, *, is_heard: bool) -> Markup:
    """Render the scoring card on the pool, with the points for each type beside it. Types that score sound one by
    one."""
    types = [
        tag(
            "li",
            icons.type_icon(rank),
            screen_reader_text(sentences.type_name(rank)),
            tag("b", "·".join(map(str, places))),
            class_=scoring.type_class(rank, "scored-type"),
            data_sound="point" if is_heard and rank in scoring.beat_by_type else None,
        )
        for rank, places in enumerate(AWARDS[scoring.letter])
    ]
    return tag(
        "div",
        tag("p", tag("b", scoring.letter), " ", tag("small", _("scoring")), class_="scoring-card"),
        tag("ol", types, class_="scoring-types"),
        class_=scoring.stage_class(f"scoring scoring-{scoring.letter.lower()}"),
    )


def _render_scoring_gains(at: TableView, scoring: Scoring, *, closes_itself: bool) -> Markup:
    """Render the winner of each leftover building, everybody's gains for each type, then the totals."""
    who = [
        *(at.model.player_reference(seat) for seat in range(len(at.model.player_names))),
        SentenceSubject(sentences.dirk_name()),
    ][: len(scoring.gained)]
    leftovers = _leftover_lines(at, who) if scoring.letter == "C" else []
    lines = [*leftovers, *_type_lines(scoring, who)] if not scoring.is_counted else []
    in_all = _gains_phrase(who, [sum(row) for row in scoring.gained]) or _("nobody scores")
    said = _("Scoring {letter}: {gains}").format(letter=scoring.letter, gains=in_all)
    return join(
        tag("div", lines, tag("p", tag("b", said), class_=scoring.last_class()), class_=scoring.stage_class("told")),
        tag("div", _render_go_on_button(scoring, closes_itself=closes_itself), class_="plays", data_arrows=True),
    )


def _leftover_lines(at: TableView, who: list[SentenceSubject]) -> list[Markup]:
    """Return the lines of each leftover building: its winner and the money of all players with any, then a sentence
    while it goes to its winner."""
    names, you, lines = at.model.player_names, at.model.addressed_seat, []
    for beat, left in zip(_first_beats(at.view["leftovers"]), at.view["leftovers"], strict=True):
        place, building, winner = left
        said = tag("b", sentences.leftover_sentence(_leftover_result(*left), names, you))
        money = tag("small", _money_phrase(who, place, money_by_seat(at, place)))
        lines.append(tag("p", said, money, class_=f"in-turn twice d{beat}", aria_hidden="true"))
        if winner is not None:
            name = sentences.building_name(IDS[building])
            gets = who[winner].choose_sentence(_("{name} gets {building}."), _("You get {building}."), building=name)
            class_ = f"in-turn d{beat + SENTENCE_BEATS}"
            lines.append(tag("p", tag("b", gets), class_=class_, aria_hidden="true"))
    return lines


def _leftover_result(place: int, building: str, winner: int | None) -> "LeftoverResult":
    return {"place": place, "building": building, "winner": winner}


def money_by_seat(at: TableView, place: int) -> list[int]:
    """Return everybody's money in the currency of a place, at the end of the game."""
    hands = [hand if isinstance(hand, list) else [] for hand in at.view["hands"]]
    return [cards_value([card for card in hand if CARD_CURRENCY[IDS[card]] == place]) for hand in hands]


def _money_phrase(who: list[SentenceSubject], place: int, sums: list[int]) -> str:
    """Return a phrase for everybody's money in a currency, the most first."""
    order = sorted(range(len(sums)), key=lambda seat: -sums[seat])
    parts = [who[seat].choose_sentence(_("{name} {n}"), _("you {n}"), n=sums[seat]) for seat in order if sums[seat]]
    said = _("{currency}: {sums}").format(currency=sentences.currency_name(place), sums=list_phrases(parts) or 0)
    return capitalize_first(said)


def _type_lines(scoring: Scoring, who: list[SentenceSubject]) -> list[Markup]:
    """Return a line for each scored type."""
    total = len(scoring.beat_by_type)
    return [
        tag(
            "p",
            tag("b", _type_gains_sentence(who, rank, [row[rank] for row in scoring.gained])),
            tag("small", _("Scoring {letter}: type {n} of {total}").format(letter=scoring.letter, n=n, total=total)),
            class_=f"in-turn d{beat}",
            aria_hidden="true",
        )
        for n, (rank, beat) in enumerate(scoring.beat_by_type.items(), 1)
    ]


def _type_gains_sentence(who: list[SentenceSubject], rank: int, gained: list[int]) -> str:
    said = _("{type}: {gains}").format(type=sentences.type_name(rank), gains=_gains_phrase(who, gained))
    return capitalize_first(said)


def _gains_phrase(who: list[SentenceSubject], gained: list[int]) -> str:
    """Return a phrase for everybody's gains, the highest first."""
    order = sorted(range(len(who)), key=lambda owner: -gained[owner])
    gains = _("{name} +{n}"), _("you +{n}")
    return join_phrases([who[owner].choose_sentence(*gains, n=gained[owner]) for owner in order if gained[owner]])


def _render_go_on_button(scoring: Scoring, *, closes_itself: bool) -> Markup:
    """Render the button that skips the counting, or continues the game. The page presses it when its time is up."""
    if scoring.is_counted:
        after = "looked-at" if closes_itself else None
        return button(_("Continue"), do=("close",), class_="primary", id="go-on", data_after=after)
    class_ = scoring.stage_class(f"primary d{scoring.end}")
    return button(_("Skip"), do=("skip",), class_=class_, id="go-on", data_after="counted-up")


# -- leftover buildings ------------------------------------------------------------------------------------------------


def _render_leftover_yard(at: TableView, scoring: Scoring) -> Markup:
    """Render the yard with the leftover buildings, and everybody's money in the currency of each (A23)."""
    leftovers = at.view["leftovers"]
    found = {left[0]: (beat, left) for beat, left in zip(_first_beats(leftovers), leftovers, strict=True)}
    return render_arcade(
        [
            _render_leftover(at, scoring, *found[place]) if place in found else render_vacant_arch(at, place)
            for place in YARD_PLACES
        ],
        class_=scoring.stage_class("arcade"),
    )


def _render_leftover(at: TableView, scoring: Scoring, beat: int, left: "Leftover") -> Markup:
    """Render an arch with a leftover building, which leaves after its sentence. `beat` is its first beat."""
    place, name, winner = left
    rank = BUILDING_TYPE[IDS[name]]
    building = None if scoring.is_counted else rank
    arch = icons.render_arch(building, {"class_": f"leaves d{beat + SENTENCE_BEATS}"} if winner is not None else {})
    sums = money_by_seat(at, place)
    most = max(sums)
    rivals = [
        tag(
            "span",
            icons.owner_sign(seat, False),
            tag("b", held),
            class_="rival won" if seat == winner else "rival best" if held == most else "rival",
        )
        for seat, held in sorted(enumerate(sums), key=lambda one: -one[1])
        if held
    ]
    shown = tag("div", arch, icons.render_arch_foot(name, place), class_=f"plot t{rank}")
    return tag("li", shown, tag("div", rivals, class_="offers rivals", aria_hidden="true"))
