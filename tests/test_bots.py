"""Tests of the bots: every level plays legally, knows only the view of its seat, and beats the level below."""

import json
from collections import deque
from functools import cache
from itertools import pairwise, product
from math import isfinite
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palazzo_tables import palazzo_ids, palazzo_table
from tables import (
    GAMES_AND_SEATS,
    LONG_TEST_TABLES,
    RELEASED_GAMES,
    UNKNOWN_GAME,
    alhambra_table,
    random_positions,
    thorough_except,
)

from pygame_core import GAMES, Dealer, Illegal, Match
from pygame_core.alhambra import evaluation
from pygame_core.alhambra.state import Alhambra
from pygame_core.bots import LEVELS, Budget, Decision, bot_view, choose, greedy, search, tournament
from pygame_core.bots.decision import CLEAR_MARGIN_POINTS, SHOWN_CANDIDATE_COUNT, BotChoice, Candidate, summarize_choice
from pygame_core.bots.explain import verdict_sentences
from pygame_core.game import Terms
from pygame_core.match import require_game, require_level
from pygame_core.palazzo import evaluation as palazzo_worth
from pygame_core.palazzo.state import Palazzo
from pygame_core.state import Action, View

if TYPE_CHECKING:
    from pygame_core.match import LevelName

ASKED_ACTIONS = 25  # number of actions asked about, at most, in a position
FOUR_PLAYOUTS = Budget(playouts=4)
HIDING = [table for table in LONG_TEST_TABLES if not GAMES[str(table.values[0])].is_deterministic]
GAMES_WITH_CHANCE = [game for game in RELEASED_GAMES if GAMES[game].has_chance]
SWAPPED_POSITIONS = 900  # number of views, at all tables with secrets
CLEAR_SENTENCE = "Clearly best. Thinking longer is unlikely to find a better move."
QUICK_LEVELS = LEVELS[:-1]  # all but the level that searches


class AskedPosition(NamedTuple):
    """A position in which bots of every level choose a move. Do not change the match."""

    match: Match
    decisions: "dict[LevelName, Decision]"


@cache
def bot_positions(game: str, seats: int, seed: int) -> tuple[tuple[AskedPosition, ...], Match]:
    """Play a game between bots of all levels. Return one in nine of its positions, and its end."""
    rng, match, asked = Random(seed), Match.new(require_game(game), seats, seed), []
    while match.to_move() is not None:
        if len(match.log) % 9 == seed:
            decisions = {level: choose(level, bot_view(level, match), Random(5), FOUR_PLAYOUTS) for level in LEVELS}
            asked.append(AskedPosition(match.copy(), decisions))
        match.play(choose(rng.choice(QUICK_LEVELS), own_view(match), rng, FOUR_PLAYOUTS).action)
    return tuple(asked), match


def sampled_positions(game: str, seats: int, games: int = 2) -> list[AskedPosition]:
    """Return one in nine positions of a few games between bots of all levels."""
    return [asked for seed in range(games) for asked in bot_positions(game, seats, seed)[0]]


def own_view(match: Match) -> View:
    """Return the view of the seat to move."""
    return match.view(match.to_move())


# -- every game --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), LONG_TEST_TABLES)
def test_every_level_plays_legally(game: str, seats: int) -> None:
    for match, decisions in sampled_positions(game, seats):
        assert all(decisions[level].action in match.legal() for level in LEVELS)


@pytest.mark.parametrize(("game", "seats"), LONG_TEST_TABLES)
def test_every_level_decides_the_same_again_when_what_is_hidden_is_dealt_anew(game: str, seats: int) -> None:
    """Hidden cards change neither the view nor the worlds sampled from it."""
    for n, (match, decisions) in enumerate(sampled_positions(game, seats)):
        for level in LEVELS:
            view = bot_view(level, match)
            world = GAMES[game].sample(view, Dealer(n))
            assert world.view(view["seat"], view["memory"]) == view
            text = json.dumps(world.view(view["seat"], view["memory"]))
            given = json.loads(text)
            assert json.dumps(choose(level, given, Random(5), FOUR_PLAYOUTS)) == json.dumps(decisions[level])
            assert json.dumps(given) == text


@cache
def positions_with_choice(game: str, seats: int, seed: int) -> list[Match]:
    """Return the positions with a choice in a game between casual bots."""
    rng, match, found = Random(seed), Match.new(require_game(game), seats, seed), []
    while match.to_move() is not None:
        if len(match.legal()) > 1:
            found.append(match.copy())
        match.play(choose("casual", own_view(match), rng).action)
    return found


@pytest.mark.parametrize("part", [pytest.param(1, marks=pytest.mark.thorough), 4])
@pytest.mark.parametrize(("game", "seats"), HIDING)
def test_no_choice_changes_when_hidden_cards_are_swapped(game: str, seats: int, part: int) -> None:
    """Neither do the values of moves, at a level with search or without.

    One in nine searches continues until it drops candidates. `make test` looks into a quarter of the positions.
    """
    positions = [match for seed in range(4) for match in positions_with_choice(game, seats, seed)]
    looked_into: set[int] = set()
    least = -(-SWAPPED_POSITIONS // (part * len(HIDING)))

    @settings(max_examples=5 * least)
    @given(st.integers(0, len(positions) - 1), st.integers(0, 2**32))
    def check(n: int, swap: int) -> None:
        if n in looked_into or len(looked_into) == least:
            return
        for level in ("skilled", "master"):
            view = bot_view(level, positions[n])
            world = GAMES[game].sample(view, Dealer(swap))
            if level == "skilled" and world == positions[n].state:
                return  # no cards were swapped, because a master may know all hands
            swapped = world.view(view["seat"], view["memory"])
            budget = Budget(50) if len(looked_into) % 9 == 0 else FOUR_PLAYOUTS
            assert choose(level, swapped, Random(5), budget) == choose(level, view, Random(5), budget)
        looked_into.add(n)

    check()
    assert len(looked_into) == least


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_no_judgement_looks_at_what_is_hidden(game: str, seats: int) -> None:
    for n, (match, _) in enumerate(sampled_positions(game, seats)):
        for memory in (False, True):
            view = match.view(match.to_move(), memory)
            worlds = [GAMES[game].sample(view, Dealer(seed)) for seed in (n, n + 1)]
            assert worlds[0].legal() == worlds[1].legal() == match.state.legal()
            for judging in (GAMES[game].heuristic, GAMES[game].evaluation):
                assert judging.score_actions(worlds[0]) == judging.score_actions(worlds[1])


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_every_legal_action_is_judged_once(game: str, seats: int) -> None:
    for match, _ in sampled_positions(game, seats):
        judged = [str(action) for action, _ in GAMES[game].evaluation.score_actions(match.state)]
        assert sorted(judged) == sorted(map(str, match.state.legal()))


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
@pytest.mark.parametrize("level", ["casual", "skilled", "master"])
def test_candidates_come_in_order_and_their_reasons_add_up(game: str, seats: int, level: str) -> None:
    for match, decisions in sampled_positions(game, seats):
        decision = decisions[require_level(level)]
        worths = [candidate.expected_lead for candidate in decision.candidates]
        deeds = {json.dumps(GAMES[game].action_class(action)) for action in match.legal()}
        assert len(worths) == min(SHOWN_CANDIDATE_COUNT, len(deeds) if len(deeds) > 1 else len(match.legal()))
        assert worths == sorted(worths, reverse=True)
        assert decision.candidates[0].action == decision.action
        for candidate in decision.candidates:
            assert sum(candidate.terms.values()) == pytest.approx(candidate.expected_lead, abs=0.06)
        if len(worths) > 1:
            assert sum(decision.gains_by_term.values()) == pytest.approx(worths[0] - worths[1], abs=0.12)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", [level for level in LEVELS if level != "random"])
def test_an_action_that_is_asked_about_is_told_of_whatever_it_is_worth(game: str, level: str) -> None:
    for match, decisions in sampled_positions(game, 2, games=1):
        decision, legal = decisions[require_level(level)], match.legal()
        for action in legal[:: 1 + len(legal) // ASKED_ACTIONS]:
            asked = choose(require_level(level), bot_view(level, match), Random(5), FOUR_PLAYOUTS, action)
            others = [candidate.action for candidate in asked.candidates if candidate not in decision.candidates]
            assert others == [action] * (action not in [candidate.action for candidate in decision.candidates])
            assert asked._replace(candidates=[one for one in asked.candidates if one.action not in others]) == decision


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_only_a_master_remembers_and_the_others_would_not_look(game: str, seats: int) -> None:
    for match, decisions in sampled_positions(game, seats, games=1):
        knowing = bot_view("master", match)
        assert knowing == match.view(match.to_move(), memory=True)
        for level in ("beginner", "casual", "skilled"):
            view = bot_view(level, match)
            assert view == own_view(match)
            assert all(type(hand) is int for seat, hand in enumerate(view.get("hands", ())) if seat != view["seat"])
            assert choose(level, knowing, Random(5)).action == decisions[level].action


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_what_is_expected_is_what_became_of_it_at_the_end(game: str, seats: int) -> None:
    """The leads by evaluation equal those of the scores after the end. Before it, they differ by seat."""
    value = GAMES[game].evaluation.lead_terms
    *before, end = random_positions(game, seats, 3)
    for match in before:
        assert all(isfinite(points) for seat in range(seats) for points in value(match.state, seat).values())
    for match in (end, bot_positions(game, seats, 0)[1], bot_positions(game, seats, 1)[1]):
        scores = match.scores()
        for seat in range(seats):
            lead = scores[seat] - (sum(scores) - scores[seat]) / (seats - 1)
            assert sum(value(match.state, seat).values()) == pytest.approx(lead)


# -- the search --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_search_keeps_to_its_budget_and_makes_use_of_it(game: str) -> None:
    """It makes no more playouts than allowed. Without any, it relies on the evaluation."""
    for match, _ in sampled_positions(game, GAMES[game].seat_counts[0], games=1):
        view = bot_view("master", match)
        assert choose("master", view, Random(5), Budget(playouts=0)).playouts == 0
        assert choose("master", view, Random(5), Budget(playouts=None, seconds=0.0)).playouts == 0
        made = choose("master", view, Random(5), Budget(playouts=20)).playouts
        assert made <= 20
        if len(match.legal()) == 1:
            assert not made
    begun = bot_view("master", Match.new(require_game(game), GAMES[game].seat_counts[0], 1))
    assert choose("master", begun, Random(5), Budget(playouts=20)).playouts >= 6


@pytest.mark.parametrize("game", GAMES)
def test_no_step_is_begun_that_would_end_late(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On this clock every step takes 0.3 seconds: three fit into a second, and none into zero seconds."""
    clock = [0.0]
    real, steps = search.Race.advance_race, []

    def slow(self: search.Race) -> None:
        steps.append(1)
        clock[0] += 0.3
        real(self)

    monkeypatch.setattr(search, "clock_seconds", lambda: clock[0])
    monkeypatch.setattr(search.Race, "advance_race", slow)
    match = Match.new(require_game(game), 3, seed=6)
    for seconds, fit in ((1.0, 3), (0.0, 1), (0.84, 2)):
        steps.clear()
        clock[0] = 0.0
        choose("master", bot_view("master", match), Random(1), Budget(None, seconds))
        assert len(steps) <= fit
    assert len(steps) == 2


def test_playouts_find_what_the_judgement_does_not_see() -> None:
    """If the evaluation is slightly wrong, enough worlds overrule it, and the candidate shows their result."""
    changed = 0
    for match, _ in sampled_positions("alhambra", 2, games=3):
        view = bot_view("master", match)
        before = choose("master", view, Random(5), Budget(playouts=0))
        after = choose("master", view, Random(5), Budget(playouts=40))
        changed += before.action != after.action
        assert after.candidates[0].action == after.action
    assert changed >= 2


def new_race(match: Match, seed: int = 4) -> search.Race:
    """Return a search that has not started."""
    view, rng = bot_view("master", match), Random(seed)
    return search.Race(GAMES[match.game], view, greedy.rank_by_evaluation(view, rng), rng)


@pytest.mark.thorough
def test_a_line_that_is_clearly_worse_is_not_tried_any_further_and_a_clear_answer_comes_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drops = []

    def watched(race: search.Race, best: int, lines: dict[int, Terms]) -> None:
        if lines:
            drops.append((race.world_count, len(lines)))
        drop(race, best, lines)

    drop = search.Race.drop_lines
    monkeypatch.setattr(search.Race, "drop_lines", watched)
    match, clear = Match.new("palazzo", 2, seed=4), 0
    while match.to_move() is not None and len(match.log) < 60:
        race = new_race(match)
        began = len(race.active_lines)
        while not race.is_finished and race.playouts < 120:
            race.advance_race()
        clear += began > 1 and race.is_finished
        assert race.best_line() in race.active_lines
        match.play(race.ranked_results()[0].action)
    assert min(worlds for worlds, _ in drops) >= search.MIN_WORLDS_BEFORE_DROP
    assert sum(lines for _, lines in drops) > 20
    assert clear > 5


@pytest.mark.parametrize("game", GAMES_WITH_CHANCE)
def test_an_answer_waits_for_lines_that_look_as_good(game: str) -> None:
    """The last candidate left competes again with those that may be as good. Without any, it is the answer."""
    match, answered = Match.new(require_game(game), 2, seed=3), []
    while len(match.log) < 40:
        race = new_race(match)
        if len(race.active_lines) > 1:
            (best, *race.waiting_lines), race.active_lines = race.active_lines, race.active_lines[:1]
            near = [
                n
                for n in race.waiting_lines[: search.JOINING_LINES_PER_HEAT]
                if sum(race.prior_lags[n].values()) > -search.LONE_LEADER_MARGIN_POINTS
            ]
            race.advance_race()
            assert race.active_lines == [best, *near]
            assert race.horizon_turns == 1
            answered.append(race.is_finished)
        match.play(choose("skilled", own_view(match), Random(3)).action)
    assert {*answered} == {True, False}


def test_what_was_dealt_to_a_world_does_not_foretell_what_is_drawn_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal and the draws have separate random generators. All candidates in a world have the same luck."""
    seeds: list[int] = []

    def dealer(seed: int) -> Dealer:
        seeds.append(seed)
        return Dealer(seed)

    monkeypatch.setattr(search, "Dealer", dealer)
    race = new_race(Match.new("palazzo", 2, seed=4))
    seeds.clear()
    lines = len(race.active_lines)
    for _step in range(2 * lines):
        race.advance_race()
    worlds = [seeds[: lines + 1], seeds[lines + 1 :]]
    assert all(len({*luck}) == 1 and dealt not in luck for dealt, *luck in worlds)
    assert worlds[0][1] != worlds[1][1]


@pytest.mark.thorough
def test_what_is_to_be_expected_does_not_hang_on_the_first_worlds_of_a_longer_horizon() -> None:
    match, jumps = Match.new("alhambra", 2, seed=4), []
    while len(match.log) < 24:
        if len(match.log) % 6 == 5:
            race, before = new_race(match), 0.0
            while not race.is_finished and race.playouts < 400:
                race.advance_race()
                if not race.pending_lines:
                    now = race.ranked_results()[0].expected_lead
                    if race.horizon_turns > 1 and race.world_count <= 3:
                        jumps.append(abs(now - before))
                    before = now
        match.play(choose("skilled", own_view(match), Random(3)).action)
    assert len(jumps) > 20
    assert max(jumps) < 2


@pytest.mark.parametrize("game", thorough_except("palazzo", GAMES_WITH_CHANCE))
def test_what_is_told_as_clear_was_looked_into_and_is_ahead_by_far_and_no_move_is_said_to_be_better_than_the_best(
    game: str,
) -> None:
    """A search may end among equally good moves, which is not clear."""
    match, told = Match.new(require_game(game), 2, seed=3), []
    while match.to_move() is not None and len(match.log) < 60:
        decision = choose(
            "master",
            bot_view("master", match),
            Random(len(match.log)),
            Budget(120, min_candidates=SHOWN_CANDIDATE_COUNT),
        )
        worths = [candidate.expected_lead for candidate in decision.candidates]
        assert worths == sorted(worths, reverse=True)
        if verdict_sentences(decision)[:1] == [CLEAR_SENTENCE]:
            told.append(worths[0] - worths[1])
            assert decision.playouts >= search.MIN_WORLDS_BEFORE_DROP * min(SHOWN_CANDIDATE_COUNT, len(match.legal()))
        match.play(decision.action)
    assert told
    assert min(told) >= CLEAR_MARGIN_POINTS - 0.01


@pytest.mark.parametrize("game", thorough_except("alhambra", GAMES))
def test_whoever_tells_of_the_best_actions_has_looked_into_all_of_them(game: str) -> None:
    """However large the lead of one action is: an estimate is not the same as playouts. Races are at one in three."""
    match, alone = Match.new(require_game(game), 2, seed=3), 0
    while match.to_move() is not None and len(match.log) < 60:
        view = bot_view("master", match)
        ranked = greedy.rank_by_evaluation(view, Random(1))
        alone += len(ranked) > 1 and ranked[0].expected_lead - ranked[1].expected_lead >= search.CANDIDATE_MARGIN_POINTS
        if len(match.log) % 3 == 0:
            race = search.Race(GAMES[game], view, ranked, Random(1), SHOWN_CANDIDATE_COUNT)
            while not race.is_finished and race.playouts < 60:
                race.advance_race()
            told = [candidate.action for candidate in race.ranked_results()[:SHOWN_CANDIDATE_COUNT]]
            tried = [ranked[race.lines[n].candidate].action for n in race.tried_lines]
            assert len(told) == 1 or not [action for action in told if action not in tried]
        match.play(ranked[0].action)
    assert alone or game != "palazzo"


@pytest.mark.parametrize("game", [game for game in RELEASED_GAMES if GAMES[game].action_class is not list])
def test_of_payments_for_the_same_the_best_is_told_beside_what_else_can_be_done(game: str) -> None:
    match, deed, many = Match.new(require_game(game), 2, seed=3), GAMES[game].action_class, 0
    while match.to_move() is not None and many < 3:
        deeds = {json.dumps(deed(action)) for action in match.legal()}
        if 1 < len(deeds) < len(match.legal()):
            decision = choose(
                "master", bot_view("master", match), Random(1), Budget(60, min_candidates=SHOWN_CANDIDATE_COUNT)
            )
            told = [json.dumps(deed(candidate.action)) for candidate in decision.candidates]
            assert len({*told}) == len(told) == min(SHOWN_CANDIDATE_COUNT, len(deeds))
            many += 1
        match.play(choose("casual", bot_view("casual", match), Random(1)).action)
    assert many == 3


def test_what_is_clear_is_clear_however_many_payments_there_are_for_it() -> None:
    ranked = [
        Candidate(["buy", 0, [card], "keep"], 5.0 - n / 10, {"A": 5.0 - n / 10}) for n, card in enumerate(["b3", "b4"])
    ]
    ranked.append(Candidate(["take", "b3"], 1.0, {"A": 1.0}))
    decision = summarize_choice(
        BotChoice(ranked[0].action, ranked, 40, is_conclusive=True), GAMES["alhambra"].action_class
    )
    assert (decision.gains_by_term, verdict_sentences(decision)) == ({"A": 4.0}, [CLEAR_SENTENCE])


def test_time_that_is_left_is_spent_on_more_lines_and_longer_horizons() -> None:
    match = Match.new("alhambra", 2, seed=9)
    race = new_race(match)
    while race.horizon_turns == 1 and not race.is_finished:
        race.advance_race()
    assert race.horizon_turns == 2
    assert not race.world_count
    joined = [n for n in race.active_lines if n >= search.FIRST_HEAT_LINES]
    assert joined
    assert len(race.active_lines) - len(joined) <= search.MAX_SURVIVING_LINES
    assert len(race.ranked_results()) == len(race.ranked_candidates)


def test_what_was_thought_before_counts_as_much_as_a_heat_and_more_where_its_worlds_differ() -> None:
    """Both may have the same bias. The worlds of a round add the variance of chance."""
    margins = []
    for spread in (0.0, 30.0):
        race, luck = new_race(Match.new("palazzo", 2, seed=4)), Random(1)
        first, other = race.active_lines = race.active_lines[:2]
        race.prior_lags[other] = {"points": -2.0}
        found = {race.lines[first].actions: 0.0, race.lines[other].actions: 4.0}

        def playout(actions: Any, found: Any = found, spread: float = spread, luck: Random = luck) -> dict[str, float]:
            return {"points": found[actions] + luck.uniform(-spread, spread)}

        race.run_playout = playout  # type: ignore[method-assign]
        while race.world_count < search.WORLDS_PER_HEAT - 1:
            race.advance_race()
        margins.append(sum(race.margin_terms(other, first).values()))
        beside, _error = race.margin_with_error(other, first)
        assert min(-2.0, beside) < margins[-1] < max(-2.0, beside)
    assert margins[0] == pytest.approx(1.0, abs=0.1)
    assert race.extra_prior_worlds > race.world_count


def test_what_a_line_was_dropped_for_stays_as_it_was_found() -> None:
    """Later results of the round do not matter.

    Neither the dropped candidate nor a waiting one may rank above the best.
    """
    race = new_race(Match.new("alhambra", 2, seed=9))
    dropped, *others = race.active_lines = race.active_lines[:3]
    race.prior_lags = [{"points": -4.0} for _ in race.prior_lags]
    for n, lag in zip(race.active_lines, (0.0, -2.0, -2.2), strict=True):
        race.prior_lags[n] = {"points": lag}
    found = {race.lines[n].actions: points for n, points in zip(race.active_lines, (0.0, 6.0, 6.3), strict=True)}

    def playout(actions: Any) -> dict[str, float]:
        return {"points": found[actions]}

    race.run_playout = playout  # type: ignore[method-assign]
    while race.world_count < search.WORLDS_PER_HEAT - 1:
        race.advance_race()
    assert race.active_lines == others
    worths = [candidate.expected_lead for candidate in race.ranked_results()]
    assert worths == sorted(worths, reverse=True)
    assert -2.5 < sum(race.lag_terms(dropped, race.best_line()).values()) < -1


def test_a_line_that_is_a_little_worse_is_followed_further_however_sure_that_is() -> None:
    """The search drops it once the deficit is large enough."""
    for behind, dropped in ((CLEAR_MARGIN_POINTS / 2, False), (CLEAR_MARGIN_POINTS * 4, True)):
        race = new_race(Match.new("palazzo", 2, seed=4))
        first, other = race.active_lines = race.active_lines[:2]
        race.prior_lags[other] = {"points": -behind}
        found = {race.lines[first].actions: 0.0, race.lines[other].actions: -behind}
        race.run_playout = lambda actions, found=found: {"points": found[actions]}  # type: ignore[method-assign, misc]
        race.waiting_lines = []
        while race.world_count < search.WORLDS_PER_HEAT - 1 and not race.is_finished:
            race.advance_race()
        assert race.is_finished == dropped


def test_playouts_that_reach_the_end_have_its_result() -> None:
    """Near the end of a game, a horizon of a few turns needs no estimates."""
    match, rng = Match.new("palazzo", 2, seed=5), Random(5)
    before = match.copy()
    while match.to_move() is not None:
        if len(match.legal()) > 3 and match.view(None)["to_move"] is not None:
            before = match.copy()
        match.play(choose("skilled", own_view(match), rng).action)
    race = new_race(before)
    race.horizon_turns = 9
    race.begin_world()
    terms = race.run_playout(race.lines[0].actions)
    assert race.all_games_ended
    assert set(terms) == {"palaces"}
    assert sum(terms.values()) == int(sum(terms.values()))


def late_medina_state(moves: int) -> Match:
    """Return a game of Medina after so many moves by skilled bots."""
    match, rng = Match.new("medina", 2, seed=4), Random(4)
    while len(match.log) < moves:
        match.play(choose("skilled", own_view(match), rng).action)
    return match


def test_where_all_is_certain_every_line_is_followed_once_a_heat(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes one turn more or ends, until no other candidate is close."""
    followed = []

    def watched(race: search.Race, actions: tuple[Action, ...]) -> Terms:
        followed.append((race.horizon_turns, actions))
        return playout(race, actions)

    playout = search.Race.run_playout
    monkeypatch.setattr(search.Race, "run_playout", watched)
    race = new_race(late_medina_state(30))
    waiting = race.waiting_lines = race.waiting_lines[:4]
    while not race.is_finished:
        race.advance_race()
    assert {(search.MAX_HORIZON_TURNS, race.lines[n].actions) for n in waiting} < {*followed}
    assert len(followed) == len({*followed})
    assert {turns for turns, _line in followed} == {1, search.MAX_HORIZON_TURNS}
    found = race.ranked_results()
    assert found[0].expected_lead == max(candidate.expected_lead for candidate in found)


def test_where_all_is_certain_a_race_near_the_end_of_a_game_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """All candidates lead to final results: one playout each is enough."""
    followed: list[tuple[Action, ...]] = []

    def watched(race: search.Race, actions: tuple[Action, ...]) -> Terms:
        followed.append(actions)
        return playout(race, actions)

    playout = search.Race.run_playout
    monkeypatch.setattr(search.Race, "run_playout", watched)
    match, last, ended = late_medina_state(60), deque[Match](maxlen=6), 0
    while match.to_move() is not None:
        last.append(match.copy())
        match.play(choose("skilled", own_view(match), Random(4)).action)
    for position in last:
        followed.clear()
        race = new_race(position)
        while not race.is_finished and len(followed) < 500:
            race.advance_race()
        assert race.is_finished
        assert len(followed) == len({*followed}) or race.horizon_turns > 1
        ended += race.horizon_turns == 1 and len(followed) > 1
    assert ended


def test_what_a_line_brings_where_all_is_certain_is_a_mean_along_it() -> None:
    """The mean covers the expected values after each turn, and the final result."""
    race = new_race(late_medina_state(60))
    line = race.lines[0].actions
    brought: list[float] = []
    while not brought or not race.all_games_ended:
        race.all_games_ended, race.horizon_turns = True, len(brought) + 1
        brought.append(sum(race.run_playout(line).values()))
    assert len(brought) > 2
    values = [brought[0], *(mean * n - before * (n - 1) for n, (before, mean) in enumerate(pairwise(brought), 2))]
    assert values[-1] == pytest.approx(round(values[-1]))
    assert values[0] != pytest.approx(round(values[0]))
    race.horizon_turns += 1
    assert sum(race.run_playout(line).values()) == brought[-1]


def test_where_all_is_certain_whole_turns_are_looked_into() -> None:
    """A turn of Medina has two components. The search also tries other second components."""
    match = Match.new("medina", 2, seed=4)
    match.play(match.legal()[0])  # the first turn of a game has only one
    race = new_race(match)
    while race.horizon_turns == 1:
        race.advance_race()
    whole = [line for line in race.lines if len(line.actions) == 2]
    assert len(whole) == search.ALTERNATIVE_ENDINGS_PER_LINE * search.MAX_SURVIVING_LINES
    for line in whole:
        after = match.copy()
        for action in line.actions:
            written = after.state.action_to_json(action)
            assert written in after.legal()
            after.play(written)


def test_what_cannot_be_chosen_is_refused_in_a_sentence() -> None:
    match = Match.new("alhambra", 2, seed=1)
    view = own_view(match)
    assert view["seat"] is not None
    with pytest.raises(Illegal, match="no level called 'grandmaster'"):
        choose("grandmaster", view, Random(1))  # type: ignore[arg-type]
    with pytest.raises(Illegal, match="no such game"):
        choose("casual", {**view, "game": UNKNOWN_GAME}, Random(1))
    for seat in (None, 1 - view["seat"]):
        with pytest.raises(Illegal, match="the seat to move"):
            choose("casual", match.view(seat), Random(1))


# -- Alhambra ----------------------------------------------------------------------------------------------------------


def best_evaluated(state: Alhambra) -> list[Any]:
    """Return the action with the highest evaluation."""
    return state.action_to_json(max(evaluation.score_actions(state), key=lambda judged: sum(judged[1].values()))[0])


def test_an_exact_payment_is_taken() -> None:
    """Scoring A is close, and other cards could pay, too."""
    yard = "tower-9 garden-10 chambers-9 arcades-10"
    state = alhambra_table(["y2 y7 y8 o3", "g1 g1", "g1 g2"], yard=yard, scored="", drawn=30)
    assert best_evaluated(state) == ["buy", 0, ["y2", "y7"], "keep"]


def test_a_building_is_worth_more_where_it_takes_the_lead_than_where_all_is_lost() -> None:
    rows = ["tower-7 tower-8", "tower-9 tower-9 garden-6 garden-7 garden-8", "garden-8 garden-8 garden-9 garden-10"]
    forecast = evaluation.Forecast(
        alhambra_table(["y9"], buildings=rows, yard="tower-12 garden-12 chambers-11 arcades-10")
    )
    tower, garden, chambers, _ = (
        forecast.building_gain(forecast.current_position, building) for building in forecast.current_position.yard
    )
    assert min(tower, chambers) > 2 * garden


def test_money_counts_only_while_it_can_be_spent() -> None:
    for action, terms in evaluation.score_actions(alhambra_table(["y9 y6 o9 o3"], supply="")):
        assert ("money" in terms) == (action[0] == "take")
    for _, terms in evaluation.score_actions(alhambra_table(["y9 y6 o9 o3"])):
        assert "money" in terms


def test_a_building_is_given_to_dirk_where_that_costs_the_other_more() -> None:
    """Towers 1, 3 and Dirk 3 in the last turn: after the gift, the other player falls from a shared first place."""
    rows = ["tower-7", "tower-8 tower-9 tower-9", "tower-9 tower-10 tower-11"]
    state = alhambra_table(["y6 y7"], seats=2, buildings=rows, yard="tower-13 - - -", money="", supply="", pile="")
    assert best_evaluated(state) == ["buy", 0, ["y6", "y7"], "give"]


# -- Palazzo -----------------------------------------------------------------------------------------------------------


def preferred_by_evaluation(state: Palazzo) -> list[Any]:
    """Return the action with the highest evaluation."""
    return state.action_to_json(max(palazzo_worth.score_actions(state), key=lambda judged: sum(judged[1].values()))[0])


FILLED_ROWS = ("", "", "marble-4-3 marble-5-1 brick-5-1 brick-5-3 rider")  # the stacks near the end
FULL_SUPPLY = "brick-1-3 brick-2-1 brick-3-2 brick-4-1 brick-5-2"


def test_a_tile_that_completes_a_palace_is_bought() -> None:
    """It pays the lowest sufficient amount."""
    state = palazzo_table(
        ["r7 b7 c2"],
        phase="choose",
        rows=["brick-1-3 brick-2-1"],
        supply="brick-3-2 marble-1-1 marble-1-2 sandstone-1-1",
        stacks=FILLED_ROWS,
        riders=4,
    )
    assert preferred_by_evaluation(state)[:2] == ["buy", ["brick-3-2"]]


def test_a_tile_that_completes_a_palace_is_bid_for_claimed_and_built_there() -> None:
    row = "marble-1-3 | brick-2-1 brick-3-2 brick-4-1"
    near: dict[str, Any] = {"rows": [row], "stacks": FILLED_ROWS, "riders": 4}
    bidding = palazzo_table(["r7"], phase="bid", quarries=["brick-5-2"], totals=[0, 3], **near)
    assert preferred_by_evaluation(bidding) == ["bid", "r7"]
    claiming = palazzo_table(phase="claim", quarries=["marble-1-1 sandstone-1-1 brick-5-2 brick-1-2"], **near)
    assert preferred_by_evaluation(claiming) == ["claim", "brick-5-2"]
    assert preferred_by_evaluation(palazzo_table(phase="build", building="brick-5-2", **near)) == [
        "build",
        "brick-5-2",
        1,
    ]


def test_a_single_tile_is_put_into_a_palace_of_two_floors() -> None:
    """The rulebook's tip: 13 points more (P28)."""
    state = palazzo_table(["r3 r7"], rows=["marble-2-2 marble-4-2 | marble-3-1"], stacks=FILLED_ROWS, riders=4)
    assert preferred_by_evaluation(state) == ["rebuild", "r3", "join", 1, 0]


@pytest.mark.parametrize("hand", ["r4", "r7 r7 c2 c2 c2"])
def test_a_bot_passes_when_the_tiles_are_worth_nothing_to_it(hand: str) -> None:
    """It could only add a floor 1 near the end, beside a complete palace."""
    state = palazzo_table(
        [hand], phase="bid", rows=[FULL_SUPPLY], quarries=["marble-1-1"], totals=[0, 3], stacks=FILLED_ROWS, riders=4
    )
    assert preferred_by_evaluation(state) == ["pass"]


def test_a_tile_that_would_only_lose_points_goes_out() -> None:
    state = palazzo_table(phase="build", rows=[FULL_SUPPLY], building="marble-1-1", stacks=FILLED_ROWS, riders=4)
    assert preferred_by_evaluation(state) == ["build", "marble-1-1", "out"]


def begun_auction(*hands: str) -> Palazzo:
    """Return an auction. The first seat always holds the same cards, the others these hands."""
    return palazzo_table(
        ["r4 r7 c2", *hands],
        phase="bid",
        rows=["brick-1-3 brick-2-1", "marble-1-3 marble-2-1"],
        quarries=["brick-3-2 marble-3-1"],
        totals=[3, 0, 6],
    )


@pytest.mark.parametrize("hands", [["y7 y7 y6", "b3"], ["b3 b3 b4", "y7"]])
def test_other_hands_make_no_difference(hands: list[str]) -> None:
    """They affect neither the choice of a bot nor its value of an action."""
    state, same = begun_auction(*hands), begun_auction("r3 r5 r6", "c2")
    assert palazzo_worth.score_actions(state) == palazzo_worth.score_actions(same)
    assert choose("casual", state.view(0), Random(1)) == choose("casual", same.view(0), Random(1))


def bid_evaluation(held: int, total: int = 6) -> float:
    """Return the value of a bid of 7, relative to passing, in an auction against one seat.

    That seat holds so many cards and has bid `total`.
    """
    state = palazzo_table(
        ["r7", "c2 " * held],
        seats=2,
        phase="bid",
        rows=[FULL_SUPPLY],
        quarries=["marble-1-1"],
        totals=[0, total],
        stacks=FILLED_ROWS,
        riders=4,
    )
    worth = {action[0]: sum(terms.values()) for action, terms in palazzo_worth.score_actions(state)}
    return worth["bid"] - worth["pass"]


def test_tiles_of_no_use_are_bid_for_only_where_another_is_likely_to_top_that() -> None:
    """Then the other player pays, and more than before."""
    assert bid_evaluation(1) < bid_evaluation(4) < bid_evaluation(9)
    assert bid_evaluation(1) < 0 < bid_evaluation(9)


def test_no_card_is_needed_where_nobody_holds_any() -> None:
    """A bid that nobody can top wins. Its value is its tiles minus its cards."""
    forecast = palazzo_worth.Forecast(begun_auction("", ""))
    assert forecast.bid_outcome(0, 7) == (1.0, 0.0)
    assert forecast.score_bid(*palazzo_ids("r7"))["money"] == -forecast.cost_of_cards(palazzo_ids("r7"))


def test_two_that_may_top_a_bid_leave_less_of_its_chance_than_one() -> None:
    forecast = palazzo_worth.Forecast(begun_auction("y7 y7 y6", "b3"))
    wins, _ = forecast.bid_outcome(0, 7)
    assert wins == pytest.approx((1 - forecast.topping_chance(1, 7)) * (1 - forecast.topping_chance(2, 7)))
    assert forecast.topping_chance(1, 12) < forecast.topping_chance(1, 7)


def test_it_is_no_loss_when_another_pays_more_than_the_tiles_are_worth() -> None:
    state = palazzo_table(
        ["r7", "b7 b7"], phase="bid", rows=["", FULL_SUPPLY], quarries=["marble-1-1"], totals=[3, 9, 0]
    )
    forecast = palazzo_worth.Forecast(state)
    assert forecast.lead_change_if_won(1, 9) < forecast.lead_change_if_won(1, 20)
    assert forecast.lead_change_if_won(1, 99) > 0


# -- strength ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RELEASED_GAMES)
@pytest.mark.parametrize(
    ("better", "worse", "games"),
    [
        ("casual", "beginner", 24),
        ("skilled", "casual", 8),
        pytest.param("master", "skilled", 10, marks=pytest.mark.thorough),
    ],
)
def test_every_level_beats_the_one_below(game: str, better: str, worse: str, games: int) -> None:
    """The same few games with a clear result; the docs have the figures of many games.

    With fewer playouts a master would sample hardly more than one world per candidate.
    """
    lucky = GAMES[game].has_chance  # without luck, one deal and one playout are more significant
    budget = Budget(playouts=24 if lucky else 6)
    todo = tournament.schedule_games(
        game, [better, worse], games if lucky else max(2, games // 2), seed=1, budget=budget
    )
    first, _ = tournament.tally_results([better, worse], [tournament.play_task(task) for task in todo])
    assert first.win_rate >= 0.55
    assert first.lead is not None
    assert first.lead > 5


@pytest.mark.parametrize(("game", "seats"), [*product(RELEASED_GAMES, (2, 4))])
def test_skilled_beats_random_by_far_from_every_seat(game: str, seats: int) -> None:
    levels = ["skilled", *["random"] * (seats - 1)]
    played = [tournament.play_task(task) for task in tournament.schedule_games(game, levels, 2 * seats, seed=1)]
    skilled, *_ = tournament.tally_results(levels, played)
    assert skilled.win_rate >= 0.9
    assert skilled.lead is not None
    assert skilled.lead > 30
