"""Tests of event cards: log entries that stop the table for a moment, the cards' texts, and the points of an entry."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from game_facts import TABLES_WITH_FACTS, load_game_facts
from palaces.app.model import Model
from palaces.loop import layout
from palaces.ui import event_cards
from palaces.ui.game_view import game_view_of
from screens import after_action, after_messages, parse_markup, random_models, seated_model

from pygame_core import GAMES
from pygame_core.i18n import sentence_subjects

TABLES = [pytest.param(game, seats, id=f"{game}-{seats}") for game in GAMES for seats in GAMES[game].seat_counts]


def random_model(game: str, seats: int, seed: int = 1, speed: str = "fast") -> tuple[Model[Any, Any], ...]:
    """Return a random game with a person in the first seat."""
    return random_models(("you", *("bot:random",) * (seats - 1)), seed, speed=speed, game=game)


def event_card_models(game: str, seats: int, seed: int = 1) -> list[tuple[Model[Any, Any], str]]:
    """Return every event card of a game: its model and its sentence."""
    models = random_model(game, seats, seed)
    last_looks = [event_cards.last_look_at_table(before, after) for before, after in pairwise(models)]
    assert not any(last_looks[:-1])
    found = [(model, event_cards.current_event_card(model)) for model in (*models, last_looks[-1]) if model]
    return [(model, moment.sentence) for model, moment in found if moment is not None]


# -- entries with a card -----------------------------------------------------------------------------------------------


def test_alhambra_has_none_because_its_scorings_take_the_whole_table() -> None:
    assert not event_card_models("alhambra", 3)


@pytest.mark.parametrize("seats", GAMES["palazzo"].seat_counts)
def test_at_palazzo_riders_are_and_the_last_one_ends_the_game(seats: int) -> None:
    found = event_card_models("palazzo", seats)
    came = [model.match.events(None)[-1]["came"] for model, _said in found]
    assert sum(came) == 5
    for model, _said in found:
        view, event = model.match.view(None), model.match.events(None)[-1]
        row = [
            each.attributes.get("class") for each in parse_markup(event_cards.render_event_card(model)).descendants()
        ]
        assert row.count("rides") == event["came"]
        assert row.count("rode") + row.count("rides") == view["riders"]
        assert row.count("comes-yet") == 5 - view["riders"]
    assert found[-1][1] == "The last rider arrives. The game is over."
    assert event_cards.is_showing_end(found[-1][0])
    assert not any(event_cards.is_showing_end(model) for model, _said in found[:-1])


@pytest.mark.parametrize("seats", GAMES["medina"].seat_counts)
def test_at_medina_claims_and_passing_tiles_are(seats: int) -> None:
    for model, sentence in event_card_models("medina", seats):
        event = model.match.events(None)[-1]
        who = model.player_reference(event["seat"])
        colour = "gray" if event["colour"] == "grey" else event["colour"]
        if event["verb"] == "roof" and event["whose"] == "own":
            assert sentence == f"{'You' if who.is_you else who.name} claimed the {colour} palace."
        elif event["verb"] == "roof":
            placed = "put a neutral rooftop on the"
            assert sentence == f"{'You' if who.is_you else who.name} {placed} {colour} palace."
        else:
            owners = [owner for _tower, owner, _won, _gone in event["towers"]]
            owners += [] if event["tile"] is None else [event["tile"]]
            won = [owner for owner in owners if owner >= 0]
            assert won or event["over"]
            winners = (
                "You won" if model.player_reference(owner).is_you else f"{model.player_names[owner]} won"
                for owner in won
            )
            assert all(each in sentence for each in winners)


def test_at_medina_nothing_else_is() -> None:
    models = random_model("medina", 3)
    told = Counter(model.match.events(None)[-1]["verb"] for model, _said in event_card_models("medina", 3))
    assert told["roof"] == sum(event["verb"] == "roof" for event in models[-1].match.events(None))
    for event in models[-1].match.events(None):
        passed = event["tile"] is not None or event["towers"]
        is_one = (
            game_view_of(models[-1]).event_card(event, sentence_subjects(models[-1].player_names, None)) is not None
        )
        assert is_one <= bool(passed or event["over"] or event["verb"] == "roof")


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_card_is_short_and_lights_what_moved(game: str, seats: int) -> None:
    for model, sentence in event_card_models(game, seats):
        card = parse_markup(event_cards.render_event_card(model))
        [placard] = [each for each in card.descendants() if str(each.attributes.get("class")).startswith("placard")]
        assert sentence in card.text_content()
        assert sentence.endswith((".", "!"))
        assert len(sentence) <= 90
        names = game_view_of(model).pieces_class.from_match(model.match)
        assert set(placard.data_value("data-lights")) == set(names.moved_pieces(len(model.match.log) - 1))
        assert not any({"id", "data-act", "data-do"} & each.attributes.keys() for each in card.descendants())


@pytest.mark.parametrize("game", GAMES)
def test_an_action_of_every_kind_has_a_moment_or_none(game: str) -> None:
    last = random_model(game, 3)[-1]
    for event in last.match.events(None):
        moment = game_view_of(last).event_card(event, sentence_subjects(last.player_names, None))
        assert moment is None or (moment.picture and moment.seat in (None, 0, 1, 2))
    assert game_view_of(last).event_card(last.match.events(None)[0], sentence_subjects(last.player_names, None)) is None


# -- entries without a card --------------------------------------------------------------------------------------------


def rider_models() -> tuple[Model, Model]:
    """Return Palazzo before and after a rider that is not the last."""
    models = random_model("palazzo", 3)
    n = next(n for n, model in enumerate(models) if event_cards.current_event_card(model))
    return models[n - 1], models[n]


def test_whatever_is_done_next_ends_it() -> None:
    _before, model = rider_models()
    assert layout.render_screen(model)["occasion"]
    assert event_cards.current_event_card(after_messages(model, ["panel", "menu"])) is None
    assert not layout.render_screen(after_messages(model, ["panel", "menu"]))["occasion"]
    assert after_messages(model, ["wrong"]).points_in_flight is not None, "which nothing was done by"
    assert event_cards.current_event_card(after_messages(model, ["undo-further"])) is None


def test_who_wants_no_motion_and_who_leaps_through_a_replay_has_none() -> None:
    _before, model = rider_models()
    n = len(model.match.log)
    assert event_cards.current_event_card(after_messages(model, ["show", n - 3], ["show", n])) is None
    assert all(model.points_in_flight is None for model in random_model("palazzo", 3, speed="instant"))


@pytest.mark.parametrize(("speed", "seen"), [("normal", True), ("calm", True), ("fast", False)])
def test_a_replay_has_it_unless_it_is_quicker_than_the_game_was(speed: str, seen: bool) -> None:
    _before, model = rider_models()
    n = len(model.match.log)
    end = after_messages(random_model("palazzo", 3)[-1], ["speed", speed], ["show", n - 1])
    assert (event_cards.current_event_card(after_messages(end, ["show", n])) is not None) is True, "a single step"
    ticked = after_messages(end, ["run"], ["tick", end.game_serial, n - 1])
    assert ticked.move_number == n
    assert (event_cards.current_event_card(ticked) is not None) is seen


def test_a_replay_waits_for_it() -> None:
    from json_messages import update

    _before, model = rider_models()
    n = len(model.match.log)
    end = after_messages(random_model("palazzo", 3)[-1], ["speed", "normal"], ["show", n - 2], ["run"])
    pauses = []
    for at in (n - 2, n - 1):
        end, effects = update(end, ["tick", end.game_serial, at])
        pauses += [effect[2] for effect in effects if effect[0] == "later"]
    assert pauses == [600, 600 + event_cards.EVENT_CARD_MS]


def test_a_move_that_is_shown_again_has_it_again() -> None:
    before, model = rider_models()
    n = len(before.match.log)
    later = after_messages(model, ["recall", n])
    assert event_cards.current_event_card(later) is None
    assert event_cards.current_event_card(
        after_messages(later, ["recalled", model.game_serial, n + 1])
    ) == event_cards.current_event_card(model)


def test_a_scoring_that_takes_the_stage_and_the_curtain_leave_no_room_for_it() -> None:
    for model in random_models(("you", "you", "bot:random"), 1):
        assert not ((model.paused_for_panel or model.curtain) and event_cards.current_event_card(model))
    assert any(model.curtain for model in random_models(("you", "you", "bot:random"), 1))


def test_an_end_that_is_on_the_table_has_none() -> None:
    for game in GAMES:
        assert event_cards.current_event_card(random_model(game, 3)[-1]) is None
        assert not layout.render_screen(random_model(game, 3)[-1])["occasion"]


# -- points ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats"), [table for table in TABLES_WITH_FACTS if load_game_facts(table[0]).shows_points]
)
def test_points_that_an_entry_brings_are_in_the_head_of_their_seat(game: str, seats: int) -> None:
    brought = 0
    for model in random_model(game, seats)[:-1]:
        if model.paused_for_panel:
            continue
        found = {
            str(each.attributes["data-piece"]): each.text_content()
            for part in layout.render_screen(model).values()
            for each in parse_markup(part).descendants()
            if str(each.attributes.get("class")) == "earned"
        }
        gains = model.points_in_flight or ()
        assert found == {f"points-{seat}": f"+{more}" for seat, more in enumerate(gains) if more > 0}
        brought += len(found)
    assert brought or load_game_facts(game).scores_on_stage


def test_what_an_entry_brought_is_the_difference_of_the_points() -> None:
    first = seated_model("you", "bot:random", speed="normal")
    model = after_action(first, first.match.legal()[0])
    assert model.points_in_flight == (0, 0)
    assert after_messages(model, ["undo"]).points_in_flight is None
