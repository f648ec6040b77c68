"""Tests of moves that the page plays because a person asked for it: the only one, planned ones, and complete drafts."""

from itertools import pairwise
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import NO_ORDERS, Model
from palaces.loop import layout
from screens import (
    after_action,
    after_messages,
    effect_list,
    offered_messages,
    parse_markup,
    random_models,
    screen_elements,
    seated_model,
)
from test_confirmation import auction_model, lowest_bid

SEATS = ("you", "bot:random", "bot:random")


def automatic_requests(effects: Any) -> list[list[Any]]:
    """Return the messages that play an automatic move."""
    later = [effect[1] for effect in effect_list(effects) if effect[0] == "later"]
    return [[*message] for message in later if message[0] == "automatic"]


def switched(model: Model, *names: str) -> Model[Any, Any]:
    return after_messages(model, *(["switch", name] for name in names))


def money_model(*, before_viewer: bool) -> Model[Any, Any]:
    """Return a table of Palazzo where a bot chooses open money, and the person comes later."""
    for seed in range(9):
        for model in random_models(SEATS, seed, speed="fast", game="palazzo"):
            view = model.match.view(None)
            if view["phase"] == "pick" and model.bot_level and (len(view["money"]) > 2) == before_viewer:
                mover = model.mover or 0
                if 0 < (0 - mover) % 3 < len(view["money"]):
                    return model
    raise AssertionError


# -- the only move -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_the_only_move_is_played_if_the_person_wants_that_and_never_otherwise(game: str) -> None:
    forced = 0
    for seed in range(3):
        models = random_models(("you", "bot:random"), seed, speed="fast", game=game)
        for model, after in pairwise(models):
            if after.can_act and len(after.match.log) > len(model.match.log) and not model.paused_for_panel:
                action = after.match.log[-1][1]
                played = ["play", action] if model.can_act else ["bot", model.game_serial, len(model.match.log), action]
                assert automatic_requests(update(model, played)[1]) == []
                wanted = automatic_requests(update(switched(model, "forced"), played)[1])
                assert bool(wanted) == (len(after.match.legal()) == 1)
                forced += bool(wanted)
    assert forced or game != "palazzo"


def test_equal_cards_are_one_choice() -> None:
    model = next(
        each
        for seed in range(9)
        for each in random_models(("you", "bot:random"), seed, speed="fast", game="palazzo")
        if each.can_act and each.match.view(None)["phase"] == "pick" and len(set(each.match.view(None)["money"])) == 1
    )
    ready = switched(model, "forced")
    played, effects = update(ready, ["automatic", ready.game_serial, len(ready.match.log)])
    assert len(played.match.log) == len(model.match.log) + 1
    assert [notice.text for notice in played.notices if notice.transient][-1].startswith("Played for you: Take ")
    assert any(effect[0] == "announce" and "Played for you" in effect[1] for effect in effect_list(effects))


def test_an_automatic_move_of_an_older_position_or_without_a_reason_is_not_played() -> None:
    model = random_models(SEATS, 1, speed="fast", game="palazzo")[0]
    assert update(model, ["automatic", model.game_serial, len(model.match.log)]) == (model, [])
    assert update(switched(model, "forced"), ["automatic", model.game_serial + 1, len(model.match.log)])[1] == []


def test_an_undo_does_not_play_the_move_again() -> None:
    model = next(
        each
        for each in random_models(("you", "bot:random"), 2, speed="fast", game="palazzo")
        if each.can_act and len(each.match.legal()) == 1
    )
    ready = switched(model, "forced")
    played = after_messages(ready, ["automatic", ready.game_serial, len(ready.match.log)])
    if played.mover is not None:
        _undone, effects = update(played, ["undo-further"])
        assert automatic_requests(effects) == []


# -- planned cards -----------------------------------------------------------------------------------------------------


def test_a_card_can_be_planned_while_others_choose_and_taken_back() -> None:
    model = money_model(before_viewer=True)
    assert ["touch", "open", 0] not in offered_messages(model)
    assert after_messages(model, ["touch", "open", 0]).refusal is not None
    ready = switched(model, "premove")
    assert ["touch", "open", 0] in offered_messages(ready)
    card = ready.match.view(None)["money"][0]
    planned, effects = update(ready, ["touch", "open", 0])
    assert (planned.orders.next_action, planned.refusal) == (["pick", card], None)
    assert any("Next, if it's still possible: Take" in effect[1] for effect in effects if effect[0] == "announce")
    [marked] = [each for each in screen_elements(planned) if each.attributes.get("aria-pressed") == "true"]
    assert marked.data_value("data-do") == ["touch", "open", 0]
    assert "Next, if it's still possible" in parse_markup(layout.render_screen(planned)["bar"]).text_content()
    assert after_messages(planned, ["touch", "open", 0]).orders == NO_ORDERS
    assert after_messages(planned, ["order", "clear"]).orders == NO_ORDERS


def test_a_planned_card_is_taken_when_the_turn_comes_if_it_is_still_there() -> None:
    model = switched(money_model(before_viewer=False), "premove")
    money = model.match.view(None)["money"]
    assert model.mover is not None
    planned = after_messages(model, ["touch", "open", 0])
    other = next((n for n, card in enumerate(money) if card != money[0]), None)
    if other is not None:
        kept, effects = update(planned, ["bot", planned.game_serial, len(planned.match.log), ["pick", money[other]]])
        assert kept.orders.next_action == ["pick", money[0]]
        [message] = automatic_requests(effects)
        done = after_messages(kept, message)
        assert done.match.log[-1][:2] == (0, ["pick", money[0]])
        assert done.orders == NO_ORDERS
    if money.count(money[0]) == 1:
        gone, effects = update(planned, ["bot", planned.game_serial, len(planned.match.log), ["pick", money[0]]])
        assert (gone.orders, automatic_requests(effects)) == (NO_ORDERS, [])


# -- the limit of an auction -------------------------------------------------------------------------------------------


def test_above_the_limit_the_page_passes_in_this_auction() -> None:
    model = auction_model()
    highest = max(model.match.view(None)["totals"])
    opened = after_messages(model, ["panel", "limit"])
    assert ["order", "above", highest + 1] in offered_messages(opened)
    limited, effects = update(opened, ["order", "above", highest + 1])
    assert (limited.panel_name, limited.orders.pass_above, automatic_requests(effects)) == ("", highest + 1, [])
    assert f"Passing above {highest + 1}" in parse_markup(layout.render_screen(limited)["bar"]).text_content()
    over = next(
        later
        for later in (after_action(limited, action) for action in [lowest_bid(limited)])
        if later.match.view(None)["totals"][0] > highest
    )
    assert over.orders.pass_above == highest + 1, "one's own bid is no reason to pass"
    asked, effects = update(limited, ["order", "above", highest - 1])
    [message] = automatic_requests(effects)
    passed = after_messages(asked, message)
    assert passed.match.log[-1][:2] == (0, ["pass"])
    assert passed.orders == NO_ORDERS


def test_there_is_no_limit_outside_an_auction() -> None:
    model = seated_model(*SEATS, game="palazzo")
    assert after_messages(model, ["panel", "limit"]).panel is None
    assert after_messages(model, ["order", "above", 9]).orders == NO_ORDERS


# -- one touch ---------------------------------------------------------------------------------------------------------


def test_with_one_tap_a_card_is_taken_by_its_touch() -> None:
    model = next(
        each
        for each in random_models(SEATS, 2, speed="fast", game="palazzo")
        if each.can_act and each.match.view(None)["phase"] == "pick"
    )
    assert after_messages(model, ["touch", "open", 0]).match is model.match
    quick = after_messages(switched(model, "quick"), ["touch", "open", 0])
    assert quick.match.log[-1][1] == ["pick", model.match.view(None)["money"][0]]
    careful = after_messages(switched(model, "quick"), ["confirm", "every"], ["touch", "open", 0])
    assert (careful.match, careful.proposed_action) == (model.match, ["pick", model.match.view(None)["money"][0]])


def test_with_one_tap_a_piece_is_placed_by_the_touch_of_its_space() -> None:
    model = switched(seated_model("you", "bot:random", game="medina", seed=2), "quick")
    while not model.can_act:
        model = after_action(model, model.match.legal()[0])
    *component, space = model.match.legal()[0]
    placed = after_messages(model, ["touch", "component", *component], ["touch", "space", space])
    assert placed.match.log[-1][1] == [*component, space]


def test_with_one_tap_money_to_which_more_can_be_added_waits() -> None:
    for seed in range(9):
        model = switched(seated_model("you", "bot:random", seed=seed), "quick")
        while not model.can_act:
            model = after_action(model, model.match.legal()[0])
        takes = [action for action in model.match.legal() if action[0] == "take"]
        pairs = [action for action in takes if len(action) == 3]
        if pairs:
            waiting = after_messages(model, ["touch", "open", pairs[0][1]])
            assert waiting.match is model.match
            both = after_messages(waiting, ["touch", "open", pairs[0][2]])
            more = [action for action in takes if {*pairs[0][1:]} < {*action[1:]}]
            assert bool(more) == (both.match is model.match)
            return
    raise AssertionError
