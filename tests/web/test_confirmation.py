"""Tests of the confirmation of moves: in a person's first games for moves that stay, or for every move."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.settings import update_stored_settings
from palaces.games.palazzo.draft import cards_value
from palaces.loop import layout
from palaces.moves.confirmation import FIRST_GAMES, stays
from palaces.ui.game_view import game_view_of
from screens import (
    after_action,
    after_messages,
    elements_of_class,
    offered_actions,
    offered_messages,
    parse_markup,
    random_models,
    seated_model,
)
from tables import RELEASED_GAMES

from pygame_core import GAMES, Dealer
from pygame_core.alhambra.components import BUILDING_PRICE, IDS
from pygame_core.palazzo.rules import tile_price

SEATS = ("you", "bot:random", "bot:random")


def decisions(game: str) -> list[Model[Any, Any]]:
    """Return the decisions of the person in a random game at normal speed."""
    return [model for model in random_models(SEATS, 1, speed="normal", game=game) if model.can_act]


def is_played(model: Model, message: list[Any]) -> bool:
    return len(after_messages(model, message).match.log) > len(model.match.log)


@pytest.mark.parametrize("game", GAMES)
def test_in_the_first_games_only_moves_that_stay_are_confirmed(game: str) -> None:
    kinds = set()
    for model in decisions(game)[::3]:
        for action in random.Random(1).sample(model.match.legal(), min(3, len(model.match.legal()))):
            kinds.add(stays(model, action))
            assert is_played(model, ["offer", action]) != stays(model, action)
            assert is_played(model, ["play", action])
    assert kinds == ({True, False} if game in ("alhambra", "palazzo") else {game not in RELEASED_GAMES})


@pytest.mark.parametrize("game", ["alhambra", "palazzo"])
def test_a_move_that_stays_is_one_whose_undo_asks_after_the_others_have_moved(game: str) -> None:
    for model in decisions(game)[:40:4]:
        for action in model.match.legal()[:4]:
            later = after_action(model, action)
            if later.mover == model.mover:
                undone = after_messages(later, ["undo"])
                assert (undone.panel_name == "undo") == stays(model, action)


def test_after_the_first_games_and_with_instant_bots_nothing_is_confirmed() -> None:
    model = decisions("alhambra")[0]
    action = next(each for each in model.match.legal() if stays(model, each))
    for n in range(FIRST_GAMES + 1):
        trained = change_model(model, finished_games={"alhambra": n, "medina": 9})
        assert is_played(trained, ["offer", action]) == (n == FIRST_GAMES)
    assert is_played(replace(model, address=replace(model.address, speed="instant")), ["offer", action])
    assert is_played(after_messages(model, ["confirm", "never"]), ["offer", action])


def test_a_move_that_was_laid_out_first_is_not_confirmed_again() -> None:
    model = next(
        each
        for each in random_models(SEATS, 2, speed="normal", game="palazzo")
        if each.match.legal()[0][0] == "pick" and each.can_act
    )
    action = model.match.legal()[0]
    assert not is_played(model, ["offer", action]) or not stays(model, action)
    drafted = after_messages(model, ["draft", action])
    assert is_played(drafted, ["offer", action])


def test_the_bar_of_a_proposed_move_has_the_switch_of_the_confirmation() -> None:
    model = decisions("palazzo")[0]
    action = next(each for each in model.match.legal() if stays(model, each))
    proposed = after_messages(model, ["offer", action])
    bar = parse_markup(layout.render_screen(proposed)["bar"])
    [filled] = elements_of_class(bar, "primary")
    assert filled.data_value("data-act") == action
    assert "Undoing it later makes this a practice game." in bar.text_content()
    assert ["confirm", "never"] in offered_messages(proposed)
    unasked, effects = update(proposed, ["confirm", "never"])
    assert ("keep", "confirm", "never") in effects
    assert unasked.proposed_action == action
    assert ["confirm", "first"] in offered_messages(unasked)
    assert is_played(unasked, ["play", action])
    assert is_played(after_messages(unasked, ["close"]), ["offer", action])


@pytest.mark.parametrize("game", ["alhambra", "palazzo"])
def test_a_second_touch_of_the_same_control_does_not_confirm(game: str) -> None:
    """Two quick taps are no answer to a question."""
    for model in decisions(game)[::6]:
        for action in model.match.legal()[:3]:
            proposed = after_messages(model, ["offer", action])
            if proposed.proposed_action is not None:
                assert not is_played(proposed, ["offer", action])
                assert is_played(proposed, ["play", action])


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_proposed_move_is_marked_on_the_table_as_if_it_had_been_laid_out(game: str) -> None:
    """Only a move without pieces, such as a pass, marks none."""
    marked = set()
    for model in decisions(game)[::4]:
        asking = after_messages(model, ["confirm", "every"])
        for action in random.Random(1).sample(model.match.legal(), min(4, len(model.match.legal()))):
            proposed = after_messages(asking, ["offer", action])
            laid_out = after_messages(asking, ["draft", action])
            assert proposed.proposed_action == action
            assert proposed.draft == laid_out.draft
            marked.add(proposed.draft != asking.draft)
            bar = parse_markup(layout.render_screen(proposed)["bar"]).text_content()
            outcome = game_view_of(model).outcome_sentence(model.match, action)
            assert outcome in bar
    assert True in marked


def outcomes(game: str, verb: str) -> Iterator[tuple[Model[Any, Any], list[Any], str]]:
    """Yield decisions of the person in some random games with their actions of a verb and their outcomes."""
    for seed in range(4):
        for model in random_models(SEATS, seed, speed="normal", game=game):
            for action in model.match.legal() if model.can_act else []:
                if action[0] == verb:
                    yield model, action, game_view_of(model).outcome_sentence(model.match, action)


def test_a_purchase_says_what_it_overpays_and_who_acts_next() -> None:
    told = set()
    for model, action, said in outcomes("alhambra", "buy"):
        after = after_action(model, action)
        building = model.match.view(None)["yard"][action[1]]
        over = sum(int(card[1:]) for card in action[2]) - BUILDING_PRICE[IDS[building]]
        told.add(over > 0)
        if over:
            assert said == f"You overpay by {over}, and your turn ends."
            assert after.mover != model.mover
        else:
            assert said == "You pay exactly, so you get another action."
    assert told == {True, False}


def test_a_bid_says_its_total_and_a_pass_what_comes_back() -> None:
    """P15: the opening 3 is no card, so nothing comes back of it."""
    for model, action, said in outcomes("palazzo", "bid"):
        after = after_action(model, action)
        totals, kept = after.match.view(None)["totals"], len(after.match.view(0)["hands"][0])
        lead = totals[0] - max(model.match.view(None)["totals"])
        assert said == f"You'd lead by {lead} and keep {kept} {'card' if kept == 1 else 'cards'}."
        named = model.game.sentences.action_name(action, model.match.view(0))
        assert f" {totals[0]} with " in named
        assert max(after.match.view(None)["totals"]) == after.match.view(None)["totals"][0]
    backs = set()
    for model, _action, said in outcomes("palazzo", "pass"):
        view = model.match.view(0)
        back = view["totals"][0] - 3 * (view["turn"] == 0)
        assert bool(back) == bool(view["bids"][0])
        assert said == (f"You get cards worth {back} back." if back else "You keep all your cards.")
        backs.add((bool(back), view["turn"] == 0))
    assert backs >= {(False, True), (False, False), (True, True)}


def test_a_purchase_of_tiles_says_what_is_paid_and_what_is_kept() -> None:
    told = set()
    for model, action, said in outcomes("palazzo", "buy"):
        view = model.match.view(0)
        kept = len(view["hands"][0]) - len(action[2])
        over = (cards_value(action[2]) or 0) - tile_price(len(view["supply"])) * len(action[1])
        cards = "card" if kept == 1 else "cards"
        paid = f"overpay by {over}" if over else "pay the exact price"
        assert said == f"You {paid} and keep {kept} {cards}."
        told.add(over > 0)
    assert told == {True, False}


def test_a_placement_says_its_points() -> None:
    told = set()
    for model, action, said in outcomes("medina", "roof"):
        gain = after_action(model, action).match.scores()[0] - model.match.scores()[0]
        unit = "point" if abs(gain) == 1 else "points"
        assert said == (f"It scores {gain} {unit}." if gain > 0 else f"It costs you {-gain} {unit}." if gain else "")
        told.add(gain > 0)
    assert True in told


@pytest.mark.parametrize("game", GAMES)
def test_an_outcome_tells_nothing_that_the_move_would_reveal(game: str) -> None:
    """Two worlds that differ in hidden cards only have the same outcomes."""
    for model in decisions(game)[::7]:
        other = model.match.copy()
        other.state = model.game.sample(model.match.view(0), Dealer(1))
        for action in model.match.legal()[:6]:
            view = game_view_of(model)
            assert view.outcome_sentence(other, action) == view.outcome_sentence(model.match, action)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_counted_for_its_title(game: str) -> None:
    *_before, model = [each for each in random_models(("you", "bot:random"), 1, game=game) if each.mover is not None]
    while model.mover is not None:
        model, effects = update(
            model,
            ["play", model.match.legal()[0]]
            if model.can_act
            else ["bot", model.game_serial, len(model.match.log), model.match.legal()[0]]
            if model.bot_level
            else ["close"],
        )
    assert ("keep", "finished", f"{game}:1") in effects
    assert model.session.finished_games == {game: 1}
    assert after_messages(model, ["again"]).session.finished_games == {game: 1}


def test_a_game_of_bots_counts_for_nobody() -> None:
    assert random_models(("bot:random", "bot:random"), 1)[-1].session.finished_games == {}


def test_who_confirmed_every_move_before_still_does() -> None:
    assert update_stored_settings({"on": "ask", "theme": "dark"}) == {"on": "", "theme": "dark", "confirm": "every"}
    assert update_stored_settings({"on": "wait"}) == {"on": "wait"}


@pytest.mark.parametrize("panel", ["undo"])
def test_the_filled_button_of_a_question_keeps_the_game_as_it_is(panel: str) -> None:
    for model in (decisions("alhambra")[-1], random_models(SEATS, 1, game="alhambra")[-1]):
        shown = parse_markup(layout.render_screen(change_model(model, panel=panel))["panel"])
        [plays] = elements_of_class(shown, "plays")
        first, second = [each.data_value("data-do") for each in plays.descendants() if "data-do" in each.attributes]
        [filled] = elements_of_class(plays, "primary")
        assert (first, second) == (["close"], ["undo-further"])
        assert filled.data_value("data-do") == ["close"]


# -- undo without a question -------------------------------------------------------------------------------------------


def test_in_a_game_without_secrets_an_undo_also_takes_back_the_answers() -> None:
    model = seated_model("you", "bot:random", "bot:random", game="medina", seed=3)
    while not (model.can_act and model.match.log):
        model = after_action(model, model.match.legal()[0])
    answered = after_action(model, model.match.legal()[0])
    while not answered.bot_level:
        answered = after_action(answered, answered.match.legal()[0])
    n = max(each for each, entry in enumerate(answered.match.log) if entry[0] == 0)
    later = after_action(answered, answered.match.legal()[0])
    back = after_messages(later, ["undo"])
    assert (len(back.match.log), back.match.practice, back.panel_name, back.can_act) == (n, False, "", True)


def auction_model() -> Model[Any, Any]:
    """Return an auction of Palazzo in which the person can bid."""
    for seed in range(9):
        for model in random_models(SEATS, seed, speed="fast", game="palazzo"):
            if model.can_act and {action[0] for action in model.match.legal()} == {"bid", "pass"}:
                return model
    raise AssertionError("no such auction")


def lowest_bid(model: Model) -> list[Any]:
    return next(action for action in model.match.legal() if action[0] == "bid")


def test_an_answer_of_a_hidden_hand_is_not_taken_back_for_free() -> None:
    bid = after_action(auction_model(), lowest_bid(auction_model()))
    answered = after_action(bid, ["pass"])
    assert not answered.match.has_revealed_cards(2)
    asked = after_messages(answered, ["undo"])
    assert asked.panel_name == "undo"
    assert "Others have moved since" in parse_markup(layout.render_screen(asked)["panel"]).text_content()


def test_a_bid_can_be_taken_back_until_it_is_answered() -> None:
    model = auction_model()
    back = after_messages(after_action(model, lowest_bid(model)), ["undo"])
    assert (back.match.log, back.match.practice) == (model.match.log, False)
    assert offered_actions(back) == offered_actions(model)
