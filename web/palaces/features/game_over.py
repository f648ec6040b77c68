"""The end page of every game: the winner's city, the result, everybody's points, and the next steps. Each game provides
its content as a `GameOver`. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from palaces.app.i18n import _, ngettext, points_around_figure, points_phrase
from palaces.app.model import Model
from palaces.features import replay
from palaces.features.review.game_story import is_looking_again_first, render_story
from palaces.features.review.near_miss import NearMiss
from palaces.features.steps import result_sound
from palaces.share import challenge, challenge_proof
from palaces.ui import svg
from palaces.ui.html import Markup, button, join, name_tag, screen_reader_text, tag
from palaces.ui.panels import visible_figure
from pygame_core import Match
from pygame_core.i18n import format_number, join_phrases

STAGE_SIZE = (1000, 400)
"""The width and height of the backdrop behind a city, in units of the drawing. Narrow windows show a part of it."""
NARROWEST_BAR_PX = 200  # beside a city on a phone, or below one of six cities
BAR_CHARACTER_PX = 9  # of a part's letter and points
BAR_PADDING_PX = 10


HATCHING_PATH_BY_KIND = {"part1": "M-3 9 9-3M3 15 15 3", "part2": "M2 0v12M8 0v12", "part3": "M-3 3 9 15M3-3 15 9"}
"""Hatchings that tell parts of a bar apart without colors: paths in a box of 12 units."""


class PointSource(NamedTuple):
    """A source of somebody's points."""

    name: str
    points: int
    letter: str = ""
    """The letter of the source on a bar. Sources without one are in the key of the bars."""
    icon: Markup | None = None
    """The icon of the source on the stage, if it has one."""


class WinningCity(NamedTuple):
    """The buildings of the winners, as a drawing."""

    svg: str
    view_box: str
    """The `viewBox` of the drawing, which is in the middle of the stage and as large as possible."""
    description: str


class TieBreak(NamedTuple):
    """The tie-breaker between equal points: a value by seat, and two sentences."""

    values: Sequence[int]
    shared_sentence: str
    """A sentence for winners who share a place, with {points} and {n}."""
    ahead_sentence: str
    """A sentence for a winner with a better value, with {points}, {n} and {m}."""


class SourceComparison(NamedTuple):
    """A source of points in a sentence, such as "towers", with everybody's points from it."""

    phrase: str
    points: Sequence[int]


class Standing(NamedTuple):
    """The result of a player."""

    owner: int
    name: str
    seat_sign: Markup
    place: int | None
    """The place; None for a party that cannot win."""
    points: int
    city_thumbnail: Markup
    """A small drawing of the player's buildings."""
    sources: Sequence[PointSource]


class GameOver(NamedTuple):
    """The content of a game's end page."""

    backdrop: str
    """The drawing behind the city, in a box of STAGE_SIZE."""
    city: WinningCity
    winner_decoration: Markup | None
    """The decoration above the city, if the person has won."""
    winner_sources: Sequence[PointSource]
    """The sources of the winner's points. The first is the sum of the following ones that belong to it."""
    standings: Sequence[Standing]
    """All results, the first place first."""
    summary: Sequence[Markup]
    """The final table, and what else there is to know about all points."""
    details: Sequence[Markup] = ()
    """Tables with the origin of every point, about equally high."""
    comparisons: Sequence[SourceComparison] = ()
    """All sources, to find the one that decided the game."""
    tie_break: TieBreak | None = None
    near_miss: NearMiss | None = None
    """The near miss of the only person in the game; None if no single change would have been enough."""


def render_game_over_page(model: Model, shown: GameOver) -> Markup:
    """Render the end page: the stage, all results, the next steps, the chart and the score tables. A daily deal has
    another first part."""
    after = tag(
        "div", render_story(model, shown.near_miss), _render_summary(shown), _render_details(shown), class_="after"
    )
    if model.shows_deal_result:
        from palaces.features.review.daily_result import render_deal_result

        scene, ranks = render_city_scene(shown, bare=True), [_render_rank(model, one) for one in shown.standings]
        return tag("div", render_deal_result(model, scene, result_title(model), ranks), after, class_="ending")
    count = len(shown.standings)
    return tag(
        "div",
        svg.sprite_svg(_hatching_svg(kind, lines) for kind, lines in HATCHING_PATH_BY_KIND.items()),
        _render_stage(model, shown),
        tag(
            "div",
            tag("ol", [_render_standing(model, one) for one in shown.standings], class_=f"podium of{count}"),
            _render_bar_key(shown.standings),
            class_="results",
        ),
        _render_next_steps(model),
        after,
        class_=f"ending occasion {_ceremony_class(0 if model.has_lost else len(shown.winner_sources))}",
    )


# -- result ------------------------------------------------------------------------------------------------------------


def result_title(model: Model) -> str:
    """Return the title with the winner, in the second person if it is the reader."""
    own, winners = model.addressed_seat, model.winning_seats
    others = join_phrases([model.player_names[seat] for seat in winners if seat != own])
    if challenge.is_challenge_met(model):
        return _("Challenge won")
    if model.has_lost:
        return _place_sentence(model)
    if own in winners:
        return _("You tie with {names}").format(names=others) if others else _("You win")
    return ngettext("{names} wins", "{names} tie", len(winners)).format(names=others)


def _place_sentence(model: Model) -> str:
    """Return the place of the only person, who has not won."""
    own = model.addressed_seat
    assert own is not None
    return _("{place} place").format(place=_place_label(model.final_result["places"][own]))


def _distance_sentence(model: Model) -> str:
    """Return the distance of the only person to the winners, whose city is on the stage."""
    own, winners, scores = model.addressed_seat, model.winning_seats, model.match.scores()
    assert own is not None
    names = join_phrases([model.player_names[seat] for seat in winners])
    missing = scores[winners[0]] - scores[own]
    if not missing:
        return _("Tied on points with {names}.").format(names=names)
    if len(winners) > 1:
        said = ngettext("{n} point behind {names}.", "{n} points behind {names}.", missing)
    else:
        said = ngettext(
            "{n} point behind {names}, who built this.", "{n} points behind {names}, who built this.", missing
        )
    return said.format(n=format_number(missing), names=names)


def _place_label(place: int) -> str:
    """Return a place as an ordinal number."""
    labels = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th"), 5: _("5th")}
    return labels.get(place) or _("{n}th").format(n=place)


def winning_city_sentence(model: Model, theirs: str, yours: str, both: str) -> str:
    """Return a sentence about the city on the end page: `theirs` with {names}, `yours`, or `both` if the reader shares
    it."""
    others = [model.player_names[seat] for seat in model.pictured_seats if seat != model.addressed_seat]
    said = theirs if model.addressed_seat not in model.pictured_seats else both if others else yours
    return said.format(names=join_phrases(others))


def margin_sentence(model: Model, tie: TieBreak | None) -> str:
    """Return a sentence about the margin of the victory."""
    scores, winners = model.match.scores(), model.winning_seats
    points = scores[winners[0]]
    behind = [seat for seat in range(len(scores)) if seat not in winners]
    level = [seat for seat in behind if scores[seat] == points]
    each = points_phrase(points)
    if level:
        assert tie is not None  # without a tie-breaker, all with these points have won
        most = max(tie.values[seat] for seat in level)
        return tie.ahead_sentence.format(points=each, n=tie.values[winners[0]], m=most)
    if len(winners) > 1:
        if tie is not None:
            return tie.shared_sentence.format(points=each, n=tie.values[winners[0]])
        return _("{points} each").format(points=each)
    best = max(scores[seat] for seat in behind)
    next_ = join_phrases([model.player_names[seat] for seat in behind if scores[seat] == best])
    said = ngettext("{n} point ahead of {names}", "{n} points ahead of {names}", points - best)
    return said.format(n=format_number(points - best), names=next_)


# -- the stage ---------------------------------------------------------------------------------------------------------


def _render_stage(model: Model, shown: GameOver) -> Markup:
    """Render the city, and in front of it the winner, the points and their sources."""
    subtitle = _subtitle_sentence(model, shown)
    state = "lost" if model.has_lost else "several" if len(model.winning_seats) > 1 else "alone"
    return tag(
        "section",
        render_city_scene(shown, bare=model.has_lost),
        tag(
            "div",
            tag("h2", result_title(model), class_="victory", id="victory", tabindex="-1"),
            tag("p", subtitle, class_="margin"),
            challenge_proof.render_challenge_outcome(model),
            tag("p", _("practice"), class_="badge") if model.match.practice else None,
            _render_fair_deal(model),
            class_="proclaimed",
            data_sound=result_sound(model) if model.is_on("sound") else None,
        ),
        tag("p", _("Counting points"), class_="proclaimed tallying", aria_hidden="true"),
        *(
            [_render_shared_victory(model)]
            if state == "several"
            else [
                _render_winning_points(model, shown),
                _render_lost_chance(model, shown) or _render_winner_sources(model, shown),
            ]
        ),
        class_=f"finale {state} met" if challenge.is_challenge_met(model) else f"finale {state}",
        aria_label=_("Result"),
    )


def _render_fair_deal(model: Model) -> Markup | None:
    """Render the result of the check of a fair deal."""
    if not isinstance(model.match, Match) or (model.match.fair is None and not model.is_guest):
        return None
    from palaces.features import fair_verdict  # imported only where people play on several devices

    said = fair_verdict.verdict(model)
    return tag("p", said, class_="margin", id="fair") if said else None


def _subtitle_sentence(model: Model, shown: GameOver) -> str:
    """Return the sentence below the title."""
    if model.has_lost and challenge.is_challenge_met(model):
        return _("{place}. {distance}").format(place=_place_sentence(model), distance=_distance_sentence(model))
    return _distance_sentence(model) if model.has_lost else margin_sentence(model, shown.tie_break)


def render_city_scene(shown: GameOver, bare: bool = False) -> Markup:
    """Render the city on its backdrop. `bare` leaves out the decoration of a winner."""
    width, height = STAGE_SIZE
    behind = (
        f'<svg class="behind" viewBox="0 0 {width} {height}" preserveAspectRatio="xMidYMax slice" aria-hidden="true">'
    )
    meet = f'viewBox="{shown.city.view_box}" preserveAspectRatio="xMidYMax meet"'
    drawn = Markup(f'<svg {meet} aria-hidden="true">{shown.city.svg}</svg>')
    return join(
        Markup(f"{behind}{shown.backdrop}</svg>"),
        tag("div", drawn, class_="winning", role="img", aria_label=shown.city.description),
        None if bare else shown.winner_decoration,
    )


def _render_winning_points(model: Model, shown: GameOver) -> Markup:
    """Render the winner's points. A loser also sees their own points, and a met challenge its target."""
    scores, own, winners = model.match.scores(), model.addressed_seat, model.winning_seats
    points = scores[winners[0]]
    if challenge.is_challenge_met(model):
        best = model.best_human_score[1]
        of = tag("small", _("of {n}").format(n=model.address.beat))
        return tag("p", MEDAL_SVG, tag("b", format_number(best)), " ", of, class_="reached medalled")
    if model.has_lost and own is not None:
        pair = [(own, _("you")), (winners[0], model.player_names[winners[0]])]
        both = [
            tag(
                "span",
                svg.seat_sign(seat),
                tag("b", format_number(scores[seat])),
                " ",
                name_tag(name, element="small"),
            )
            for seat, name in pair
        ]
        return tag("p", both, class_="reached both")
    rest = [
        format_number(points - sum(source.points for source in shown.winner_sources[n:]))
        for n in range(1, len(shown.winner_sources))
    ]
    counted = [tag("span", said, class_=_ceremony_class(n)) for n, said in enumerate(rest)]
    before, figure, after = points_around_figure(points)
    return tag(
        "p",
        tag("span", counted, aria_hidden="true", class_="counting"),
        tag("small", before) if before else None,
        tag("b", figure),
        tag("small", after),
        class_="reached",
    )


def _ceremony_class(n: int) -> str:
    """Return the CSS class of the nth moment of the ceremony."""
    return f"d{min(n, svg.CEREMONY_STEPS - 1)}"


def _render_winner_sources(model: Model, shown: GameOver) -> Markup:
    """Render the sources of the winner's points, one after another, each with its sound."""
    head, *parts = shown.winner_sources
    heard = "point" if model.is_on("sound") else None
    rows = [
        tag(
            "li",
            tag("span", head.name),
            tag("b", format_number(head.points)),
            class_="summed d0",
            data_sound=heard,
        )
    ]
    for n, part in enumerate(parts, 1):
        said = join(part.icon, screen_reader_text(part.name)) if part.icon else tag("span", part.name)
        points = tag("b", format_number(f"{part.points:+}"))
        rows.append(tag("li", said, points, class_=_ceremony_class(n), data_sound=heard))
    return tag("ul", rows, class_="flow")


def _render_lost_chance(model: Model, shown: GameOver) -> Markup | None:
    """Render what was missing, for a loser."""
    near, own = shown.near_miss, model.addressed_seat
    gap = _gap_sentence(model, shown.comparisons) if model.has_lost and near is None else None
    if own is None or (near is None and gap is None):
        return None
    said = (
        near.sentence.format(own=format_number(near.own_points), other=format_number(near.other_points))
        if near
        else gap
    )
    return tag("div", near.icon if near else None, tag("p", said), class_="missed")


def _gap_sentence(model: Model, comparisons: Sequence[SourceComparison]) -> str | None:
    """Return a sentence about the source in which the winner was furthest ahead of the only person, or None."""
    own, winner, scores = model.addressed_seat, model.winning_seats[0], model.match.scores()
    if own is None or not comparisons:
        return None
    widest = max(comparisons, key=lambda one: one.points[winner] - one.points[own])
    gap = widest.points[winner] - widest.points[own]
    if gap <= 0:
        return None
    if widest.points[winner] <= 0:
        lost = -widest.points[own]
        said = ngettext("You lost {n} point on {source}.", "You lost {n} points on {source}.", lost)
        return said.format(n=lost, source=widest.phrase)
    if gap >= scores[winner] - scores[own]:
        said = _("{name} won it on {source}, {other} to {own}.")
    else:
        said = _("{name}'s biggest lead was in {source}, {other} to {own}.")
    return said.format(
        name=model.player_names[winner],
        source=widest.phrase,
        other=format_number(widest.points[winner]),
        own=format_number(widest.points[own]),
    )


def _render_shared_victory(model: Model) -> Markup:
    """Render all winners with their signs and points."""
    points = format_number(model.match.scores()[model.winning_seats[0]])
    rows = [
        tag(
            "li",
            svg.seat_sign(seat),
            screen_reader_text(model.seat_labels[seat]),
            tag("b", points),
            class_=_ceremony_class(n),
        )
        for n, seat in enumerate(model.winning_seats, 1)
    ]
    return tag("ul", rows, class_="flow crests")


MEDAL_SVG = Markup(
    '<svg class="award" viewBox="0 0 72 80" aria-hidden="true">'
    '<path class="ribbon" d="M22 48l-8 28 12-6 8 8 4-22zM50 48l8 28-12-6-8 8-4-22z"/>'
    f'<polygon class="rays" points="{svg.star_corners(12, 29, 24, 31)}" transform="translate(5)"/>'
    '<circle class="within" cx="36" cy="31" r="18"/><path class="check" d="M27 32l6.5 6.5L46 24"/></svg>'
)
"""The medal of a met challenge."""


# -- standings ---------------------------------------------------------------------------------------------------------


def _render_standing(model: Model, one: Standing) -> Markup:
    """Render a player's place, name, points, city and sources. The style sheet orders the cards by seat until the
    result is known."""
    place = one.place
    return tag(
        "li",
        tag(
            "h3",
            tag("span", visible_figure(*_place_around_figure(place)) if place else "–", class_="placed"),
            one.seat_sign,
            name_tag(one.name),
            tag("b", format_number(one.points), data_score=one.owner, class_="total"),
            class_="who",
        ),
        one.city_thumbnail,
        _render_source_bar(one.sources) if one.sources else None,
        class_=f"standing {'first ' * (place == 1)}{_ceremony_class(one.owner)}",
    )


def _render_rank(model: Model, one: Standing) -> Markup:
    """Render the name and the points of a player in one line."""
    own = "own-rank" if one.owner == model.addressed_seat else None
    return tag("li", one.seat_sign, name_tag(one.name), " ", tag("b", format_number(one.points)), class_=own)


def _place_around_figure(place: int) -> tuple[str, str, str]:
    """Return a phrase for a place in three parts, the figure in the middle."""
    return _("place {n}").format(n=place).partition(str(place))


def _render_source_bar(sources: Sequence[PointSource]) -> Markup:
    """Render points by source as a bar. Parts have the width of their share, but room for their letter and points."""
    parts = [(n, source) for n, source in enumerate(sources) if source.points]
    drawn, x = "", 0.0
    for (n, source), share in zip(parts, bar_shares([source for _n, source in parts]), strict=True):
        drawn += _bar_segment_svg(source, _bar_part(source, n), x, 100 * share)
        x += 100 * share
    said = join_phrases(
        [_("{source}: {points}").format(source=each.name, points=format_number(each.points)) for _n, each in parts]
    )
    bar = Markup(f'<svg aria-hidden="true">{drawn}</svg>')
    return tag("div", bar, class_="sources-bar", role="img", aria_label=said or _("no points"))


def _bar_part(source: PointSource, n: int) -> str:
    """Return the class of the part of a bar for the nth source."""
    return "minus" if source.points < 0 else f"part{n}"


def _render_bar_key(standings: Sequence[Standing]) -> Markup | None:
    """Render the names of the sources without a letter beside their color and hatching; None if there are none."""
    kinds = {
        _bar_part(source, n): source.name
        for one in standings
        for n, source in enumerate(one.sources)
        if source.points and not source.letter
    }
    parts = [tag("span", _key_swatch(kind), name) for kind, name in sorted(kinds.items(), key=_key_order)]
    return tag("p", parts, class_="bar-key", aria_hidden="true") if parts else None


def _key_order(part: tuple[str, str]) -> tuple[bool, str]:
    """Return the sorting key of a part, which puts losses last."""
    return part[0] == "minus", part[0]


def _key_swatch(kind: str) -> Markup:
    box = 'width="100%" height="100%"'
    return Markup(f'<svg aria-hidden="true"><rect class="{kind}" {box}/>{_hatched_svg(kind, box)}</svg>')


def bar_shares(sources: Sequence[PointSource]) -> list[float]:
    """Return the shares of a bar for these sources: those of their points, but enough for the text of each."""
    least = [
        (len(source.letter + format_number(source.points)) * BAR_CHARACTER_PX + BAR_PADDING_PX) / NARROWEST_BAR_PX
        for source in sources
    ]
    points = [max(source.points, 0) for source in sources]
    narrow: set[int] = set()
    while True:
        rest = 1 - sum(least[n] for n in narrow)
        total = sum(points[n] for n in range(len(points)) if n not in narrow)
        shares = [
            least[n] if n in narrow else rest * points[n] / total if total else least[n] for n in range(len(points))
        ]
        tight = {n for n in range(len(points)) if n not in narrow and shares[n] < least[n]}
        if not tight:
            return [share / sum(shares) for share in shares]
        narrow |= tight


def _bar_segment_svg(source: PointSource, kind: str, x: float, width: float) -> str:
    """Render a part of a bar with its color, hatching, letter and points. `x` and `width` are percentages."""
    box = f'x="{x:.2f}%" width="{width:.2f}%" height="100%"'
    figures = tag("tspan", format_number(source.points), class_="figure")
    text = tag("text", source.letter, " ", figures, x=f"{x + width / 2:.2f}%", y="50%", dy=".36em", class_=kind)
    return f'<rect class="{kind}" {box}/>{_hatched_svg(kind, box)}{text}'


def _hatched_svg(kind: str, box: str) -> str:
    """Return the hatching of a part in a box, or "" for a plain part."""
    return f'<rect fill="url(#hatch-{kind})" {box}/>' if kind in HATCHING_PATH_BY_KIND else ""


def _hatching_svg(kind: str, lines: str) -> Markup:
    box = f'id="hatch-{kind}" width="12" height="12" patternUnits="userSpaceOnUse"'
    return Markup(f"<pattern {box}>{svg.path_svg(lines, 'hatch')}</pattern>")


# -- tables and next steps ---------------------------------------------------------------------------------------------


def _render_summary(shown: GameOver) -> Markup:
    """Render the final table."""
    heading = _("Where the points came from")
    return tag("section", tag("h2", heading), shown.summary, class_="tables", aria_label=heading)


def _render_details(shown: GameOver) -> Markup | None:
    """Render the tables with the origin of every point side by side."""
    if not shown.details:
        return None
    cards = [tag("div", one, class_="detail") for one in shown.details]
    return tag("section", cards, class_="details", aria_label=_("Points in detail"))


def _render_next_steps(model: Model) -> Markup:
    """Render the buttons after a game. The menu has the others."""
    is_of_lab = model.thinking.lab_game is not None
    kind = "second" if is_of_lab or is_looking_again_first(model) else "primary"
    return tag(
        "div",
        tag("a", _("Back to the lab"), href=replay.LAB_PAGE, class_="primary", id="lab-leave") if is_of_lab else None,
        button(svg.tool_icon("again"), _("Play again"), do=("again",), class_=kind, id="again"),
        button(svg.tool_icon("share"), _("Share"), do=("panel", "share"), class_="second", id="share-end"),
        button(svg.tool_icon("run"), _("Replay"), do=("run",), class_="second", id="watch"),
        button(svg.tool_icon("more"), _("More"), do=("panel", "menu"), class_="second", id="more-end"),
        class_="onward",
        data_arrows=True,
    )
