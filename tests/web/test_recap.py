"""Tests of the recap since the viewer's turn, in pictures, words and sounds, of its repetition and its settings."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from game_facts import find_game_facts
from json_messages import update
from palaces.app.model import Model
from palaces.app.settings import SWITCHES
from palaces.features.recap import MAX_RECAP_ENTRIES, SOUND_OFFERED_SWITCH, TURNS_BEFORE_SOUND_OFFER
from palaces.features.steps import sound_side
from palaces.loop import layout
from palaces.ui.game_view import game_view_of
from palaces.ui.html import join
from screens import (
    after_action,
    after_messages,
    effect_list,
    offered_actions,
    offered_messages,
    parse_markup,
    random_models,
    screen_elements,
    seated_model,
)
from tables import entries_into

from pygame_core import GAMES

SOUND_SCRIPT = (Path(__file__).parents[2] / "web/scripts/sound.js").read_text(encoding="utf-8")
KNOWN_SOUNDS = {*re.findall(r"^  (\w+): \(voice", SOUND_SCRIPT, re.MULTILINE)}
"""The existing sounds."""


def finished_model(game: str, seed: int) -> Model:
    """Return a random game of three, with a person, at its end."""
    return random_models(("you", "bot:random", "bot:random"), seed, game=game)[-1]


# -- summaries ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_action_has_its_sound(game: str) -> None:
    heard: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for seed in range(4):
        model = finished_model(game, seed)
        for event in model.match.events(None):
            heard[event["verb"]].add(tuple(game_view_of(model).event_sounds(event)))
    assert {name for of_verb in heard.values() for sounds in of_verb for name in sounds} <= KNOWN_SOUNDS
    expected = facts.sounds_by_verb if (facts := find_game_facts(game)) else {}
    for verb, sounds in expected.items():
        assert sounds <= heard[verb], verb


def sounds_by_event() -> dict[tuple[str, str], set[str]]:
    """Return the sounds of all random games, by game and verb."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for game in GAMES:
        for seed in range(4):
            model = finished_model(game, seed)
            for event in model.match.events(None):
                found[game, event["verb"]] |= {*game_view_of(model).event_sounds(event)}
    return found


def test_every_sound_is_made_somewhere() -> None:
    """The types of a scoring sound on its stage."""
    made = {name for sounds in sounds_by_event().values() for name in sounds}
    assert made | {"touch", "refuse", "undo", "point", "turn", "win", "lost"} == KNOWN_SOUNDS


def test_different_events_have_different_sounds() -> None:
    """A claim, a won tile, a scoring, a rider, the last one, tea, a pass and the end of an auction are told apart."""
    by_event = sounds_by_event()
    special = {
        "dome": {("medina", "roof")},
        "prize": {("medina", verb) for verb in ("building", "stable", "merchant", "wall", "roof")},
        "tea": {("medina", "tea")},
        "scoring": {("alhambra", "take"), ("alhambra", "buy"), ("alhambra", "pass")},
        "rider": {("palazzo", "tiles")},
        "last": {("palazzo", "tiles")},
        "hammer": {("palazzo", "pass")},
        "awning": {("palazzo", "auction")},
        "drop": {("palazzo", "build"), ("palazzo", "rebuild")},
    }
    for name, events in special.items():
        heard = {event for event, sounds in by_event.items() if name in sounds}
        assert heard, name
        assert heard <= events, name


def test_the_last_rider_sounds_like_no_other() -> None:
    for seed in range(4):
        model = finished_model("palazzo", seed)
        events: list[Any] = model.match.events(None)
        rides = [event for event in events if event["verb"] == "tiles" and event["came"]]
        heard = [game_view_of(model).event_sounds(event)[-1] for event in rides]
        assert [*dict.fromkeys(heard)] in (["rider", "last"], ["rider"], [])


def test_each_type_of_a_scoring_sounds_on_the_stage() -> None:
    staged = [model for model in random_models(("you", "bot:random", "bot:random"), 3) if model.paused_for_panel]
    assert staged
    for model in staged:
        assert not sounding_parts(model)
        types = sounding_parts(after_messages(model, ["switch", "sound"]))
        assert {*types} == {"point"}
        assert 1 <= len(types) <= 6


def sounding_parts(model: Model) -> list[object]:
    """Return the sounds of the parts of an animated stage."""
    return [each.attributes["data-sound"] for each in screen_elements(model) if "data-sound" in each.attributes]


@pytest.mark.parametrize("game", GAMES)
def test_the_verdict_sounds_in_step_with_the_end_page(game: str) -> None:
    won = set()
    for seed in range(6):
        silent = finished_model(game, seed)
        assert not sounding_parts(silent)
        verdict, *points = sounding_parts(after_messages(silent, ["switch", "sound"]))
        has_won = 0 in silent.winning_seats
        assert verdict == ("win" if has_won else "lost")
        assert points or silent.winning_seats != [0]
        assert {*points} <= {"point"}
        won.add(has_won)
    assert won


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_has_a_picture_or_a_word_of_a_line(game: str) -> None:
    model = finished_model(game, 2)
    for event in model.match.events(None):
        picture, word = game_view_of(model).event_summary(event)
        assert 0 < len(word) < 16
        assert parse_markup(join(picture)).text_content(aloud=True).strip() == ""


# -- since the viewer's turn -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_bar_tells_what_others_did_since_ones_own_action(game: str) -> None:
    seen = set()
    for model in random_models(("you", "bot:random", "bot:random"), 3, game=game):
        shown = [
            each.data_value("data-do")[1]
            for each in parse_markup(layout.render_screen(model)["since"]).descendants()
            if each.attributes.get("class") == "recall" and each.attributes.get("id") is None
        ]
        since = [n for n, entry in enumerate(model.match.log) if n >= model.first_new_entry]
        assert shown == ([] if model.mover is None else since[-MAX_RECAP_ENTRIES:])  # two others, five moves at most
        assert all(model.match.log[n][0] != 0 for n in shown)
        seen.add(len(shown))
    assert {0, 1, 2} <= seen


def test_the_last_move_of_each_seat_stays_in_the_bar_during_an_auction() -> None:
    models = [model for seed in range(4) for model in random_models(("you", *["bot:random"] * 3), seed, game="palazzo")]
    busy = [model for model in models if model.can_act and len(model.match.log) - model.first_new_entry > 5]
    assert busy
    for model in busy:
        shown = [
            each.data_value("data-do")[1]
            for each in parse_markup(layout.render_screen(model)["since"]).descendants()
            if each.attributes.get("class") == "recall" and each.attributes.get("id") is None
        ]
        seats = [seat for seat, _action, _draws in model.match.log[model.first_new_entry :]]
        assert {model.match.log[n][0] for n in shown} == {*seats}
        assert len(shown) == MAX_RECAP_ENTRIES


def test_a_bid_and_a_pass_have_a_picture() -> None:
    """A phone shows no words beside a picture, and a bare number says little."""
    kinds = set()
    for model in (finished_model("palazzo", seed) for seed in range(4)):
        for event in model.match.events(None):
            if event["verb"] not in ("bid", "pass"):
                continue
            picture, word = game_view_of(model).event_summary(event)
            assert picture
            assert not word.isdecimal()
            kinds.add(event["verb"])
    assert kinds == {"bid", "pass"}


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_is_touched_is_shown_again(game: str) -> None:
    model = next(
        model
        for model in random_models(("you", "bot:random", "bot:random"), 3, game=game)
        if model.can_act and model.first_new_entry > min(8, entries_into(game, 3, 8) - 1)
    )
    n = len(model.match.log) - 2
    before, effects = update(model, ["recall", n])
    assert len(before.shown_match.log) == n
    assert before.match is model.match
    [(later, message, _ms)] = effect_list(effects)
    after, effects = update(before, message)
    assert (later, len(after.shown_match.log)) == ("later", n + 1)
    [(later, message, _ms)] = effect_list(effects)
    assert update(after, message)[0] == model
    assert layout.render_screen(before)["bar"] == layout.render_screen(model)["bar"]
    table = [name for name, _label in game_view_of(model).table_regions if name != "bar"]
    assert any(layout.render_screen(before)[name] != layout.render_screen(after)[name] for name in table)
    acts = [
        each
        for name in table
        for each in parse_markup(layout.render_screen(before)[name]).descendants()
        if "data-act" in each.attributes
    ]
    assert all("disabled" in each.attributes for each in acts)


def test_whatever_is_done_meanwhile_ends_that() -> None:
    model = next(
        model
        for model in random_models(("you", "bot:random", "bot:random"), 3)
        if model.can_act and model.first_new_entry > 8
    )
    n = len(model.match.log) - 1
    before = after_messages(model, ["recall", n])
    assert after_messages(before, ["touch", "clear"]).flashback is None
    assert after_messages(before, ["recalled", model.game_serial, 0]).flashback is None
    assert after_messages(before, ["recalled", model.game_serial + 1, 0]).flashback is not None, "of another game"
    assert after_messages(after_action(before, model.match.legal()[0])).flashback is None
    assert after_messages(model, ["recalled", model.game_serial, n]) == model
    for wrong in (-1, len(model.match.log)):
        assert after_messages(model, ["recall", wrong]) == model


def test_while_a_scoring_is_read_moves_can_be_shown_again() -> None:
    model = next(model for model in random_models(("you", "bot:random", "bot:casual"), 1) if model.paused_for_panel)
    for n in range(model.first_new_entry, len(model.match.log)):
        again = after_messages(model, ["recall", n])
        assert again.flashback is not None
        assert "<b>Scoring " in layout.render_screen(again)["status"]


def test_a_replay_and_an_end_have_no_such_strip() -> None:
    model = finished_model("alhambra", 1)
    assert not layout.render_screen(model)["since"]
    assert not layout.render_screen(after_messages(model, ["show", 4]))["since"]
    assert after_messages(after_messages(model, ["show", 4]), ["recall", 2]).flashback is None


# -- settings ----------------------------------------------------------------------------------------------------------


def test_a_switch_is_kept_and_lasts_from_game_to_game() -> None:
    model = seated_model("you", "bot:random")
    for name in SWITCHES:
        assert name not in model.switches
        model, effects = update(model, ["switch", name])
        assert name in model.switches
        assert ("keep", "on", ",".join(sorted(model.switches))) in effects
    assert {*SWITCHES} <= after_messages(model, ["again"]).switches
    assert after_messages(model, ["switch", "wait"]).switches == model.switches - {"wait"}
    assert after_messages(model, ["switch", "else"]) == model


def test_the_settings_have_the_switches() -> None:
    """The switch “unwarned” is shown as warnings, so it looks on while it is off."""
    model = after_messages(seated_model("you", "bot:random"), ["panel", "settings"], ["switch", "wait"])
    pressed = {
        each.data_value("data-do")[1]: each.attributes["aria-pressed"]
        for each in screen_elements(model)
        if each.attributes.get("id", "") and str(each.attributes["id"]).startswith("switch-")
    }
    off = {"sound": "false", "quick": "false", "forced": "false"}
    assert pressed == off | {"unwarned": "true", "wait": "true"}


def test_sound_is_offered_once_after_some_turns() -> None:
    offered = []
    for model in random_models(("you", "bot:random", "bot:random"), 5):
        if ["switch", "sound"] in offered_messages(model):
            offered.append(model)
            assert model.turns_begun == TURNS_BEFORE_SOUND_OFFER
            assert ["switch", "sound"] not in offered_messages(after_messages(model, ["switch", "sound"]))
    assert offered
    assert all(
        SOUND_OFFERED_SWITCH in model.switches
        for model in random_models(("you", "bot:random", "bot:random"), 5)
        if model.turns_begun > TURNS_BEFORE_SOUND_OFFER
    )


def sounds_of(model: Model, message: list[Any]) -> list[Any]:
    """Return the sounds of a message."""
    return [
        names
        for kind, names, *_rest in ((*effect, "") for effect in effect_list(update(model, message)[1]))
        if kind == "sound"
    ]


def test_everybody_sounds_from_a_side_and_the_viewer_from_the_middle() -> None:
    on = after_messages(seated_model("you", "bot:random", "bot:random", seed=7), ["switch", "sound"])
    heard = [effect for effect in effect_list(update(on, ["play", on.match.legal()[0]])[1]) if effect[0] == "sound"]
    assert [*heard[0][2:]] == [False, 0.0]
    sides = {seats: [sound_side(seat, 0, seats) for seat in range(seats)] for seats in range(2, 7)}
    for seats, row in sides.items():
        assert row[0] == 0.0
        assert row[1:] == sorted(row[1:])
        assert len({*row[1:]}) == seats - 1
    assert sound_side(2, None, 3) == max(sound_side(seat, None, 3) for seat in range(3))


def test_undo_sounds() -> None:
    model = seated_model("you", "bot:random", seed=7)
    buy = next((action for action in model.match.legal() if action[0] == "buy"), model.match.legal()[0])
    played = after_messages(model, ["switch", "sound"], ["play", buy])
    heard = sounds_of(played, ["undo"]) or sounds_of(after_messages(played, ["undo"]), ["undo-further"])
    assert heard == [["undo"]]


def test_nothing_sounds_unless_somebody_switched_it_on() -> None:
    silent = seated_model("you", "bot:random", seed=7)
    card = silent.match.legal()[0]
    wrong = ["touch", "card", "y1"]
    on = after_messages(silent, ["switch", "sound"])
    assert sounds_of(silent, ["play", card]) == sounds_of(silent, ["play", ["pass"]]) == []
    assert sounds_of(on, ["play", ["pass"]]) == [["refuse"]]
    assert sounds_of(on, ["touch", "open", card[1]]) == [["touch"]]
    assert sounds_of(on, ["play", card]) == [["card"]]
    assert sounds_of(silent, wrong) == []


def test_the_turn_and_the_end_have_sounds_of_their_own() -> None:
    models = random_models(("you", "bot:random", "bot:random"), 3, game="palazzo")
    last, end = models[-2:]
    on = after_messages(last, ["switch", "sound"])
    heard = sounds_of(
        on,
        ["bot", on.game_serial, len(on.match.log), end.match.log[-1][1]]
        if on.bot_level
        else ["play", end.match.log[-1][1]],
    )
    assert heard[-1] == ["still", "win" if 0 in end.winning_seats else "lost"]
    before = next(
        model for model in random_models(("you", "bot:random", "bot:random"), 3) if model.mover == 2 and model.match.log
    )
    assert sounds_of(
        after_messages(before, ["switch", "sound"]), ["bot", 0, len(before.match.log), before.match.legal()[0]]
    )[-1] == ["turn"]


# -- every move confirmed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_where_every_move_is_confirmed_an_offer_only_proposes(game: str) -> None:
    model = next(model for model in random_models(("you", "bot:random", "bot:random"), 1, game=game) if model.can_act)
    action = model.match.legal()[0]
    assert len(after_messages(model, ["confirm", "never"], ["offer", action]).match.log) == len(model.match.log) + 1
    careful = after_messages(model, ["confirm", "every"])
    proposed = after_messages(careful, ["offer", action])
    assert proposed.match is careful.match
    assert action in offered_actions(proposed)
    assert len(after_messages(proposed, ["play", action]).match.log) == len(model.match.log) + 1
    assert after_messages(proposed, ["play", action]).proposed_action is None
    assert after_messages(proposed, ["touch", "clear"]).proposed_action is None
    assert after_messages(proposed, ["close"]).proposed_action is None


def test_what_is_not_allowed_is_refused_and_not_proposed() -> None:
    careful = after_messages(seated_model("you", "bot:random", seed=7), ["confirm", "every"])
    assert after_messages(careful, ["offer", ["pass"]]).refusal is not None
    assert after_messages(careful, ["offer", ["pass"]]).proposed_action is None
