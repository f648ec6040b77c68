"""Tests of the review of a game: only what the seat saw counts, losses are clear, and the work can be interrupted."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tables import RELEASED_GAMES

from pygame_core import GAMES, Match, State
from pygame_core.bots import choose, game_review
from pygame_core.bots.decision import CLEAR_MARGIN_POINTS
from pygame_core.bots.game_review import (
    GameReview,
    OwnDecision,
    begin_confirmation,
    better_candidates,
    find_own_decisions,
    is_loss,
    judge_action,
)
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.bots.paired_playouts import Difference, Outcome, PairedPlayouts
from pygame_core.bots.win_probability import replay_positions
from pygame_core.dealer import Dealer
from pygame_core.match import Save, require_game, require_level
from pygame_core.state import JsonAction, View

LATE_SHARE = 0.75
"""The reviewed part of a game begins here, because playouts from there are short."""


@pytest.fixture
def quick_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make both searches short, and review only the end of a game."""
    monkeypatch.setattr(game_review, "SCREENING_CHECKPOINTS", (4, 8))
    monkeypatch.setattr(game_review, "CONFIRMATION_CHECKPOINTS", (6, 12))
    monkeypatch.setattr(game_review, "RACE_ROUNDS", ((4, 3), (12, 1)))

    def find_late_decisions(save: Save, seat: int) -> list[OwnDecision]:
        return [one for one in find_own_decisions(save, seat) if one.n >= LATE_SHARE * len(save["log"])]

    monkeypatch.setattr(game_review, "find_own_decisions", find_late_decisions)


def played_game(game: str, level: str, seed: int = 5) -> Save:
    """Return a finished game of a bot of this level against two casual bots."""
    match, rng = Match.new(require_game(game), 3, seed), Random(seed)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual" if seat else require_level(level), match.view(seat), rng).action)
    return match.save()


@pytest.mark.usefixtures("quick_search")
@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_review_finds_clear_losses_of_a_poor_player_in_the_order_of_play(game: str) -> None:
    save = played_game(game, "random")
    review = GameReview(save, 0)
    review.run()
    assert review.progress == (len(review._own),) * 2
    assert 0 < len(review.decisions) <= game_review.MAX_DECISIONS
    assert [one.n for one in review.decisions] == sorted({one.n for one in review.decisions})
    turns = {one.n: one.turn for one in find_own_decisions(save, 0)}
    assert len({turns[one.n] for one in review.decisions}) == len(review.decisions)
    for decision in review.decisions:
        seat, action, _draws = save["log"][decision.n]
        assert (seat, action) == (0, decision.played)
        assert decision.playouts == 12
        best, *others = decision.answers
        assert is_loss(Difference(*best[3:]))
        assert len(others) < game_review.MAX_ANSWERS
        assert [one.gain for one in decision.answers] == sorted((one.gain for one in decision.answers), reverse=True)
        [played] = [one for one in others if one.action == decision.played]
        assert played[3:] == (0, 0, 0, 0)
        assert best.lead - played.lead == pytest.approx(best.gain)


@pytest.mark.usefixtures("quick_search")
@pytest.mark.parametrize(("game", "has_hidden_hands"), [("alhambra", False), ("palazzo", True)])
def test_hidden_cards_change_no_decision_and_no_figure(
    game: str, has_hidden_hands: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other cards take the place of all cards that the seat did not see. In Alhambra, hands can be remembered."""
    save = played_game(game, "random")
    swapped_positions = 0

    def swap_hidden_cards(same: Save) -> Iterator[State]:
        nonlocal swapped_positions
        for n, state in enumerate(replay_positions(same)):
            if state.to_move() == 0 and n >= LATE_SHARE * len(same["log"]):
                swapped = type(state).sample(state.view(0, memory=True), Dealer(n))
                swapped_positions += swapped != state
                yield swapped
            else:
                yield state

    plain = GameReview(save, 0)
    monkeypatch.setattr(game_review, "replay_positions", swap_hidden_cards)
    swapped = GameReview(save, 0)
    assert (swapped_positions > 3) == has_hidden_hands
    for review in (plain, swapped):
        review.run()
    assert swapped.decisions == plain.decisions != ()


@pytest.mark.usefixtures("quick_search")
def test_a_review_in_parts_has_the_same_results_and_another_seed_has_others() -> None:
    save = played_game("alhambra", "random")
    whole, parts, other = (GameReview(save, 0, seed) for seed in ("", "", "other"))
    whole.run()
    other.run()
    seen = []
    while not parts.is_finished:
        parts.run(0)
        seen.append(parts.progress.done)
    assert parts.decisions == whole.decisions != other.decisions
    assert len(seen) > 100
    assert seen == sorted(seen)
    assert seen[-1] == parts.progress.total


@pytest.mark.usefixtures("quick_search")
@pytest.mark.parametrize("share", [0.2, 0.8])
def test_an_interrupted_review_goes_on_with_the_same_results(share: float) -> None:
    save = played_game("palazzo", "random")
    whole, first = GameReview(save, 0), GameReview(save, 0)
    whole.run()
    while first.progress.done < share * first.progress.total:
        first.run(0)
    second = GameReview(save, 0, losses=dict(first.losses), confirmed=[one.n for one in first.decisions])
    assert second.progress.done >= first.progress.done - 1
    second.run()
    assert (*sorted([*first.decisions, *second.decisions], key=game_review.by_log_number),) == whole.decisions != ()


@pytest.mark.usefixtures("quick_search")
@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_first_decision_is_confirmed_early_and_stays(game: str) -> None:
    review, first = GameReview(played_game(game, "random"), 0), None
    while not review.is_finished:
        review.run(0)
        if first is None and review.decisions:
            first = review.decisions[0]
            assert sum(1 for size in review.losses.values() if size) == 0, "before the others are searched"
    assert first in review.decisions


@pytest.mark.usefixtures("quick_search")
def test_the_best_action_has_all_playouts_even_if_it_left_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_review, "RACE_ROUNDS", ((2, 0),))
    save, runs = played_game("alhambra", "random"), dict[int, Any]()

    def begin_noted(view: View, n: int, seed: str) -> Any:
        return runs.setdefault(n, begin_confirmation(view, n, seed))

    monkeypatch.setattr(game_review, "begin_confirmation", begin_noted)
    review = GameReview(save, 0)
    review.run()
    assert review.decisions
    for decision in review.decisions:
        assert len(runs[decision.n].outcomes_of(decision.answers[0].action)) == decision.playouts


def test_the_race_plays_no_more_than_its_rounds_allow_and_finds_the_best() -> None:
    class KnownRuns(PairedPlayouts):
        """Playouts with known results: the number in the action, with little noise."""

        def _play_out(self, action: JsonAction, number: int) -> Outcome:
            return Outcome(action[0], 0.0)

        def difference(self, action: JsonAction, other: JsonAction) -> Difference:
            return Difference(action[0] - other[0], 10.0, 0.0, 0.0)

    runs = KnownRuns(Match.new("alhambra", 2, 1).view(0), "")
    others = [[float(n)] for n in (1, 4, 2, 9, 3, 8, 5, 7, 6, 0)]
    steps = sum(1 for _step in game_review.run_race(runs, [4.5], others))
    assert len(runs.outcomes_of([9.0])) == game_review.RACE_ROUNDS[-1][0]
    assert steps == 10 * 8 + 5 * 16 + 2 * 36 + 60 + 120 == game_review.count_race_playouts(10)


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_forced_actions_and_those_of_others_are_no_decisions(game: str) -> None:
    save = played_game(game, "casual")
    found = {one.n: one for one in find_own_decisions(save, 0)}
    for n, state in enumerate(replay_positions(save)):
        assert (n in found) == (state.to_move() == 0 and len(state.legal()) > 1)
        if n in found:
            assert found[n].view == state.view(0, memory=True)
            assert found[n].played == save["log"][n][1]


def test_a_player_of_the_best_ranked_actions_is_never_searched() -> None:
    match = Match.new("alhambra", 2, 3)
    while (seat := match.to_move()) is not None:
        ranked = rank_by_evaluation(match.view(seat, memory=True), Random(f"ranking-{len(match.log)}"))
        match.play(ranked[0].action)
    review = GameReview(match.save(), 0)
    review.run()
    assert review.decisions == ()
    assert review.progress.done == review.progress.total > 20


def test_a_game_without_a_choice_has_nothing_to_review(monkeypatch: pytest.MonkeyPatch) -> None:
    save = played_game("alhambra", "casual")
    monkeypatch.setattr(GAMES["alhambra"].state_class, "legal", lambda _state: [("pass",)])
    review = GameReview(save, 0)
    review.run()
    assert (review.progress, review.decisions) == ((0, 0), ())


def test_an_action_that_followed_in_the_same_turn_is_the_same_move() -> None:
    """In Medina, both pieces of a turn can be placed in either order."""
    save = played_game("medina", "random")
    own = find_own_decisions(save, 0)
    pairs = [(first, second) for first, second in pairwise(own) if first.turn == second.turn]
    assert len(pairs) > 10
    assert all(first.later[0] == second.played for first, second in pairs)
    decision = pairs[0][0]
    best = better_candidates(decision._replace(later=()))[0][0]
    assert best not in better_candidates(decision._replace(later=(best,)))[0]


def test_another_payment_is_the_same_move_unless_it_is_clearly_better() -> None:
    effect, compared = GAMES["alhambra"].action_class, 0
    for seed in range(3):
        for decision in find_own_decisions(played_game("alhambra", "casual", seed), 0):
            ranked = rank_by_evaluation(decision.view, Random(f"ranking-{decision.n}"))
            leads = {str(one.action): one.expected_lead for one in ranked}
            for twin in ranked:
                if twin.action[0] != "buy" or effect(twin.action) != effect(ranked[0].action) or twin is ranked[0]:
                    continue
                compared += 1
                is_clear = leads[str(ranked[0].action)] >= leads[str(twin.action)] + CLEAR_MARGIN_POINTS
                found, _loss = better_candidates(decision._replace(played=twin.action, later=()))
                assert (ranked[0].action in found) == is_clear
    assert compared


@pytest.mark.usefixtures("quick_search")
def test_a_try_is_judged_in_parts_in_the_worlds_of_the_review() -> None:
    save = played_game("alhambra", "random")
    review = GameReview(save, 0)
    review.run()
    decision = review.decisions[0]
    [own] = [one for one in find_own_decisions(save, 0) if one.n == decision.n]
    runs, best = begin_confirmation(own.view, decision.n), decision.answers[0]
    shares = []
    while (found := judge_action(runs, decision.played, best.action, 0))[1] is None:
        shares.append(found[0])
    assert found == (1.0, best)
    assert shares == sorted(shares)
    assert len(shares) == 23
