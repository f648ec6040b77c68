"""Tests of the names and signs that people choose on their device."""

from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.update import begin_session
from palaces.ui import svg
from screens import (
    after_messages,
    offered_messages,
    parse_markup,
    parse_page,
    random_models,
    seated_model,
)

from pygame_core import Match, link_codec
from pygame_core.names import MAX_NAME_CHARS

HOSTILE = "<img src=x onerror=alert(1)>"


def names_of(model: Model) -> list[str]:
    return [seat["name"] for seat in model.match.seats]


def test_a_name_is_part_of_the_game_and_of_the_next_ones() -> None:
    model, effects = update(seated_model("you", "bot:random"), ["rename", 0, "Ada"])
    assert names_of(model) == ["Ada", "Zahra"]
    assert ("keep", "names", "Ada") in effects
    assert ("save",) in effects
    assert Match.load(model.whole_match.save()).seats == model.whole_match.seats
    assert link_codec.read(link_codec.write(model.whole_match)).seats == model.whole_match.seats
    assert names_of(after_messages(model, ["again"])) == ["Ada", "Zahra"]
    assert names_of(after_messages(model, ["rename", 0, " "], ["again"])) == ["Player 1", "Zahra"]


def test_each_person_at_the_device_has_a_name_of_their_own() -> None:
    model = after_messages(
        seated_model("you", "bot:random", "you"), ["rename", 1, "Bo, the 2nd"], ["rename", 0, "A\u202eda"]
    )
    assert names_of(model) == ["Ada", "Zahra", "Bo  the 2nd"]
    assert model.session.own_names == ("Ada", "Bo  the 2nd")
    rematch = after_messages(model, ["rematch"])
    assert [name for name in names_of(rematch) if name != "Zahra"] == ["Bo  the 2nd", "Ada"]


def test_names_in_an_address_count_more_and_bots_keep_theirs() -> None:
    asked = Address(seats=("you", "you", "bot:casual"), names=("Zoe",), seed=1)
    assert names_of(start_game(asked, own_names=("Ada", "Bo"))[0]) == ["Zoe", "Bo", "Zahra"]
    assert after_messages(seated_model("bot:random", "bot:random"), ["rename", 0, "Ada"]).session.own_names == ()


@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_a_hostile_name_is_only_text(game: str) -> None:
    model = after_messages(seated_model("you", "you", game=game), ["rename", 0, HOSTILE], ["panel", "players"])
    assert names_of(model)[0] == HOSTILE[:MAX_NAME_CHARS]
    assert not [each for each in parse_page(model).descendants() if each.name == "img"]
    assert "<img" not in "".join(layout.render_screen(model).values())


@pytest.mark.parametrize("wrong", [["rename", 1, "Ada"], ["rename", -1, "Ada"], ["rename", 0, 3], ["sign", 0, "sol"]])
def test_who_is_not_there_and_signs_that_do_not_exist_change_nothing(wrong: list[Any]) -> None:
    model = seated_model("you", "bot:random")
    assert update(model, wrong) == (model, [])


def test_a_long_name_is_cut() -> None:
    model = after_messages(seated_model("you", "bot:random"), ["rename", 0, "x" * 99])
    assert names_of(model)[0] == "x" * MAX_NAME_CHARS


# -- signs -------------------------------------------------------------------------------------------------------------


def test_a_chosen_sign_is_drawn_for_the_seat_and_its_owner_gets_the_free_one() -> None:
    model, effects = update(seated_model("you", "bot:random", "bot:random"), ["sign", 0, "moon"])
    assert ("keep", "signs", "moon") in effects
    assert model.sign_order == ("moon", "sun", "star", "leaf", "drop", "gem")
    drawn = layout.render_screen(model)["emblems"]
    assert drawn.index(svg.SEAT_SIGN_SHAPES["moon"]) < drawn.index(svg.SEAT_SIGN_SHAPES["sun"])
    assert {*after_messages(model, ["again"]).sign_order} == {*svg.SEAT_SIGN_NAMES}
    assert after_messages(model, ["again"]).sign_order[0] == "moon"


def test_two_people_never_have_the_same_sign() -> None:
    model = after_messages(seated_model("you", "you"), ["sign", 0, "gem"], ["sign", 1, "gem"])
    assert model.sign_order[1] == "gem"
    assert len({*model.sign_order}) == 6


@pytest.mark.parametrize("stored", ["moon,moon", ",leaf", "x,,drop", "", "gem,sun,moon,star,leaf,drop,drop"])
def test_any_stored_signs_give_every_seat_one_of_its_own(stored: str) -> None:
    model = begin_session(seated_model("you", "you", "bot:random"), "", {"signs": stored, "names": "Ada"})[0]
    assert sorted(model.sign_order) == sorted(svg.SEAT_SIGN_NAMES)
    assert model.session.own_names == ("Ada",)


def test_the_panel_has_a_field_and_six_signs_for_each_person() -> None:
    model = after_messages(seated_model("you", "bot:random", "you"), ["panel", "players"])
    panel = parse_markup(layout.render_screen(model)["panel"])
    fields = [each.data_value("data-text") for each in panel.descendants() if "data-text" in each.attributes]
    assert fields == [["rename", 0], ["rename", 1]]
    assert sum(message[0] == "sign" for message in offered_messages(model)) == 12
    pressed = [each.accessible_name() for each in panel.descendants() if each.attributes.get("aria-pressed") == "true"]
    assert pressed == ["sun", "star"]


def test_an_onlooker_has_no_such_panel() -> None:
    watching = seated_model("bot:random", "bot:random")
    ended = random_models(("you", "bot:random"), 1)[-1]
    assert after_messages(watching, ["panel", "players"]).panel is None
    assert after_messages(ended, ["panel", "players"]).panel_name == "players"


# -- names from right to left ------------------------------------------------------------------------------------------

HEBREW, ARABIC = "דניאל 5", "نور"


@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_a_name_from_right_to_left_turns_no_figure_round_wherever_it_is_printed(game: str) -> None:
    """Every text and label of a whole game has it between isolates. Only its field has it alone."""
    for model in random_models(("you", "bot:random", "you"), 3, (HEBREW, ARABIC, HEBREW), game=game)[::9]:
        for panel in (["panel", "players"], ["panel", "log"], ["seat", 0], ["panel", "resign"], ["close"]):
            shown = after_messages(model, panel)
            for element in parse_page(shown).descendants():
                texts = [child for child in element.children if isinstance(child, str)]
                texts += [
                    text or "" for name, text in element.attributes.items() if name not in ("value", "placeholder")
                ]
                for text in texts:
                    bare = text.replace(f"\u2068{HEBREW}\u2069", "").replace(f"\u2068{ARABIC}\u2069", "")
                    assert HEBREW not in bare, (element.name, text)
                    assert ARABIC not in bare, (element.name, text)
