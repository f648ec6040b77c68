"""Tests of resignation, of a new game from the menu, and of a rematch with rotated seats."""

import re
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address, rotate_seats
from palaces.features.save_conflicts import choose_save_place
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.share import challenge_proof
from screens import (
    after_action,
    after_messages,
    elements_of_class,
    offered_actions,
    offered_messages,
    parse_markup,
    parse_page,
    random_models,
    seated_model,
)

from pygame_core import GAMES, Illegal, Match, link_codec


def running_model(game: str) -> Model[Any, Any]:
    """Return the middle of a game, in a bot's turn if possible."""
    models = [model for model in random_models(("you", "bot:random"), 3, game=game) if model.mover is not None]
    return next(model for model in models[len(models) // 2 :] if not model.paused_for_panel)


def resigned_model(game: str) -> Model[Any, Any]:
    return after_messages(running_model(game), ["panel", "resign"], ["resign"])


def region_text(model: Model, name: str) -> str:
    return parse_markup(layout.render_screen(model)[name]).text_content()  # type: ignore[index]


@pytest.mark.parametrize("game", GAMES)
def test_a_resigned_game_is_over_and_kept_with_the_points_so_far(game: str) -> None:
    model, effects = update(running_model(game), ["resign"])
    assert ("save",) in effects
    match = model.whole_match
    assert (match.to_move(), match.legal(), match.resigned) == (None, [], 0)
    result = match.result()
    assert result is not None
    assert (result["end"], result["scores"]) == ("resigned", running_model(game).whole_match.scores())
    assert result["places"] == [2, 1]
    assert Match.load(match.save()) == match
    assert link_codec.read(link_codec.write(match)) == match
    with pytest.raises(Illegal):
        match.copy().play(running_model(game).whole_match.legal()[0])
    with pytest.raises(Illegal):
        match.copy().undo(practice=True)
    with pytest.raises(Illegal):
        match.copy().resign(1)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_stays_with_the_standings_and_the_next_steps(game: str) -> None:
    model = resigned_model(game)
    parse_page(model)
    assert region_text(model, "status") == "You resigned"
    bar = parse_markup(layout.render_screen(model)["bar"])
    [rows] = elements_of_class(bar, "standings")
    told = [row.text_content() for row in rows.children if not isinstance(row, str)]
    points = [str(each).replace("-", "−") for each in model.match.scores()]
    assert told == [f"Zahra{points[1]}", f"You{points[0]}resigned"]
    assert offered_actions(model) == []
    assert [each.data_value("data-do") for each in bar.descendants() if "data-do" in each.attributes] == [
        ["rematch"],
        ["again"],
        ["run"],
    ]
    stepped = after_messages(model, ["show", 1])
    assert stepped.review_position is not None
    assert layout.render_screen(stepped)["bar"] != layout.render_screen(model)["bar"]


def test_the_resignation_and_all_points_are_announced() -> None:
    _model, effects = update(running_model("medina"), ["resign"])
    [said] = [effect[1] for effect in effects if effect[0] == "announce"]
    assert said.startswith("You resigned. Points: ")


def test_the_question_has_the_safe_button_filled_and_first() -> None:
    model = after_messages(running_model("medina"), ["panel", "resign"])
    panel = parse_markup(layout.render_screen(model)["panel"])
    [plays] = elements_of_class(panel, "plays")
    buttons = [each for each in plays.descendants() if "data-do" in each.attributes]
    assert [each.data_value("data-do") for each in buttons] == [["close"], ["resign"]]
    assert [each for each in buttons if "primary" in str(each.attributes["class"])] == buttons[:1]
    assert re.search(r"\bleads? with \d+ points?\.", panel.text_content())


@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_point_nobody_is_said_to_lead(game: str) -> None:
    begun = start_game(Address(game, ("you", "bot:random"), seed=1))[0]
    panel = layout.render_screen(after_messages(begun, ["panel", "resign"]))["panel"]
    assert "lead" not in parse_markup(panel).text_content()


def test_who_does_not_play_cannot_resign() -> None:
    ended = random_models(("you", "bot:random"), 1)[-1]
    watching = seated_model("bot:random", "bot:random")
    behind = start_game(Address(seats=("you", "you"), seed=1))[0]
    for model in (ended, watching, behind, resigned_model("alhambra"), after_messages(ended, ["show", 3])):
        assert after_messages(model, ["resign"]).match == model.match
        assert after_messages(model, ["panel", "resign"]).panel_name == ""
        assert ["panel", "resign"] not in offered_messages(after_messages(model, ["panel", "menu"]))


def test_nothing_is_undone_and_no_challenge_is_won_after_it() -> None:
    model = resigned_model("alhambra")
    assert after_messages(model, ["undo"]).match is model.match
    assert after_messages(model, ["undo-further"]).match is model.match
    assert challenge_proof.offered_points(model) is None
    asked = Address(seats=model.address.seats, seed=model.address.seed, beat=0)
    assert not challenge_proof.verify_proof(asked, model.whole_match)[0]


def test_a_resigned_game_can_be_played_on_as_practice() -> None:
    model = after_messages(resigned_model("medina"), ["show", 4], ["branch", 0])
    assert (model.match.resigned, model.match.practice, len(model.match.log)) == (None, True, 4)


def test_a_late_answer_of_a_bot_changes_nothing() -> None:
    model = running_model("alhambra")
    while not model.bot_level:
        model = after_action(model, model.match.legal()[0])
    action = model.match.legal()[0]
    resigned = after_messages(model, ["resign"])
    assert update(resigned, ["bot", model.game_serial, len(model.match.log), action]) == (resigned, [])


def test_another_tab_does_not_take_a_resignation_back() -> None:
    before, after = running_model("medina").whole_match.save(), resigned_model("medina").whole_match.save()
    assert choose_save_place(before, None, after) == "here"
    assert choose_save_place(after, None, before) == "behind"
    later = after_action(running_model("medina"), running_model("medina").whole_match.legal()[0]).whole_match.save()
    assert choose_save_place(after, None, later) == "apart"


@pytest.mark.parametrize("seat", [2, -1, True, None, "0", 0.0])
def test_a_save_with_an_impossible_resignation_is_refused(seat: object) -> None:
    save = resigned_model("alhambra").whole_match.save()
    with pytest.raises(Illegal):
        Match.load({**save, "resigned": seat})
    ended = random_models(("you", "bot:random"), 1)[-1].whole_match.save()
    with pytest.raises(Illegal):
        Match.load({**ended, "resigned": 0})


# -- new game and rematch ----------------------------------------------------------------------------------------------


def test_the_menu_has_undo_restart_new_game_and_resign() -> None:
    menu = after_messages(seated_model("you", "bot:random"), ["panel", "menu"])
    panel = parse_markup(layout.render_screen(menu)["panel"])
    wanted = [["undo"], ["restart-turn"], ["panel", "new"], ["panel", "resign"]]
    found = [each.data_value("data-do") for each in panel.descendants() if "data-do" in each.attributes]
    assert [each for each in found if each in wanted] == wanted


def test_a_new_game_asks_only_while_one_runs() -> None:
    model = after_messages(running_model("alhambra"), ["panel", "new"])
    assert "stays in your games" in region_text(model, "panel")
    begun = after_messages(model, ["again"])
    assert begun.match.log == []
    assert begun.address.seed != model.address.seed
    ended = after_messages(random_models(("you", "bot:random"), 1)[-1], ["panel", "menu"])
    assert ["again"] in offered_messages(ended)


def test_a_rematch_moves_every_player_one_seat_on() -> None:
    ended = random_models(("you", "bot:casual", "bot:skilled"), 1)[-1]
    assert ["rematch"] in offered_messages(after_messages(ended, ["panel", "menu"]))
    seen = []
    model: Model[Any, Any] = ended
    for _n in range(3):
        model = after_messages(model, ["rematch"])
        seen.append([(seat["name"], seat["kind"]) for seat in model.match.seats])
        assert model.whole_match.seed != ended.whole_match.seed
    zahra, yusuf = ("Zahra", "bot:casual"), ("Yusuf", "bot:skilled")
    assert [[each for each in row if each[1] != "human"] for row in seen] == [
        [yusuf, zahra],
        [zahra, yusuf],
        [zahra, yusuf],
    ]
    assert [row.index(zahra) for row in seen] == [2, 0, 1]
    assert model.address.seats == ended.address.seats


def test_in_a_rematch_people_keep_their_names() -> None:
    asked = Address(seats=("you", "you"), names=("Ada", "<b>"), seed=1)
    match = Match.new("alhambra", asked.match_players(), 1)
    assert rotate_seats(match, asked).names == ("<b>", "Ada")
