"""Tests of replays and of games from links: their texts, hidden information, and play from a position."""

import json
from itertools import pairwise
from typing import Any, cast

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.messages import RegionName
from palaces.app.model import Model
from palaces.app.routing import PAUSE_MS_BY_SPEED, Address, address_of_match
from palaces.features import replay
from palaces.features.steps import start_game
from palaces.loop import layout, log_panel
from palaces.loop.review_update import open_shared_game, take_over_game
from palaces.ui.game_view import game_view_of
from screens import (
    after_messages,
    effect_list,
    model_snapshot,
    offered_actions,
    offered_messages,
    parse_page,
    parse_region,
    screen_elements,
)
from tables import entries_into, random_positions

from pygame_core import GAMES, Match

SEATS = [
    {"name": "Ada", "kind": "human"},
    {"name": "Bob", "kind": "bot:casual"},
    {"name": "Cleo", "kind": "human"},
]


def played_match(game: str, n: int | None = None) -> Match:
    """Return a whole game of these three, or its first entries."""
    data = random_positions(game, 3, 4)[-1 if n is None else n].save()
    return Match.load(data | {"seats": SEATS})


def linked_model(game: str, at: int | None = None, n: int | None = None) -> Model:
    """Return the page with a game from a link."""
    match = played_match(game, n)
    return open_shared_game(address_of_match(match, Address()), match, at)[0]


def enabled_controls(model: Model, region: RegionName) -> dict[str, Any]:
    """Return the messages of a region's enabled controls, by id."""
    found = (
        element
        for element in parse_region(layout.render_screen(model)[region]).descendants()
        if element.name == "button"
    )
    return {
        str(element.attributes.get("id")): element.data_value("data-do")
        for element in found
        if "disabled" not in element.attributes
    }


# -- games from links --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_came_by_link_is_shown_at_its_end_and_belongs_to_nobody(game: str) -> None:
    match = played_match(game)
    model, effects = open_shared_game(address_of_match(match, Address()), match)
    assert (model.read_only, model.review_position, model.viewer, model.move_number) == (
        True,
        None,
        None,
        len(match.log),
    )
    assert [effect[0] for effect in effects] == ["ask"], "only the chart is asked for: nothing is kept or shown anew"
    assert effect_list(effects)[0][1]["ask"] == "chances"
    assert offered_actions(model) == []
    parse_page(model)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_still_goes_on_cannot_be_played_before_it_is_taken_over(game: str) -> None:
    model = linked_model(game, n=9)
    assert (model.move_number, model.can_act, offered_actions(model)) == (9, False, [])
    assert after_messages(model, ["close"]) == model
    assert "take" in enabled_controls(model, "bar")
    assert not [effect for effect in open_shared_game(model.address, model.whole_match)[1] if effect[0] == "ask"], (
        "no bot is to move"
    )
    parse_page(model)


@pytest.mark.parametrize("game", GAMES)
def test_what_came_later_is_not_told(game: str) -> None:
    total = len(played_match(game).log)
    at, steps = total // 2, min(6, total // 4)
    model, effects = open_shared_game(address_of_match(played_match(game), Address()), played_match(game), at)
    assert effects == []
    seen = []
    for step in range(steps):
        assert model.move_number == at + step
        shown = " ".join(element.text_content() for element in screen_elements(model))
        assert str(total) not in [word.strip(".,:") for word in shown.split()]
        assert "has won" not in shown
        assert "story" not in {element.attributes.get("id") for element in screen_elements(model)}
        [slider] = [element for element in screen_elements(model) if element.attributes.get("id") == "moment"]
        assert slider.attributes["max"] == str(at + step)
        lines = [message for message in offered_messages(model) if message[0] == "show"]
        assert max(n for _show, n in lines) <= at + step + 1
        assert "Game over" not in layout.page_title(model)
        seen.append(model)
        model = after_messages(model, enabled_controls(model, "bar")["forward"])
    back = after_messages(model, ["show", at])
    assert (back.revealed_moves, back.move_number) == (at + steps, at)
    assert update(back, ["show", at + steps + 2]) == (back, [])
    assert update(back, ["slide", at + steps + 2]) == (back, [])
    told, effects = update(back, ["tell-all"])
    assert (told.revealed_moves, told.visible_moves) == (None, total)
    assert [effect[1]["ask"] for effect in effect_list(effects)] == ["chances"]
    parse_page(told)


@pytest.mark.parametrize("game", GAMES)
def test_who_steps_to_the_end_knows_it(game: str) -> None:
    match = played_match(game)
    total = len(match.log)
    model = linked_model(game, at=total - 1)
    end, effects = update(model, ["show", total])
    assert (end.revealed_moves, end.review_position) == (None, None)
    assert [effect[1]["ask"] for effect in effects if effect[0] == "ask"] == ["chances"]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_done_to_a_guest_game_changes_it(game: str) -> None:
    at = entries_into(game, 3, 12)
    model = linked_model(game, at=at)
    before = model.whole_match.save()
    for message in [
        *offered_messages(model),
        ["play", before["log"][at][1]],
        ["undo"],
        ["hint"],
        ["touch", "place", 0],
        ["bot", 0, at],
    ]:
        after, effects = update(model, message)
        assert "play" not in {effect[0] for effect in effects}
        if message[0] not in ("branch", "again"):
            assert after.whole_match.save() == before
    assert model_snapshot(model)


# -- stepping ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_round_ends_when_the_first_seat_is_to_begin_again(game: str) -> None:
    match = played_match(game)
    total = len(match.log)
    marks = replay.round_starts(match, total)
    assert (marks[0], marks[-1]) == (0, total)
    first = match.log[0][0]
    assert {match.log[n][0] for n in marks[:-1]} == {first}
    assert len(marks) > min(5, total / 3)
    assert not {match.log[n][1][0] for n in marks[:-1]} & {*GAMES[game].continuation_verbs}
    assert replay.round_starts(match, 3)[-1] == 3
    model = linked_model(game)
    walked = []
    while "round-back" in enabled_controls(model, "bar"):
        model = after_messages(model, enabled_controls(model, "bar")["round-back"])
        walked.append(model.move_number)
    assert walked == marks[-2::-1]
    while model.move_number < total:
        model = after_messages(model, enabled_controls(model, "bar")["round-forward"])
        walked.append(model.move_number)
    assert walked[len(marks) - 1 :] == marks[1:]


def test_a_round_of_palazzo_begins_with_money_tiles_or_a_rebuilding() -> None:
    match = played_match("palazzo")
    marks = replay.round_starts(match, len(match.log))
    assert {match.log[n][1][0] for n in marks[:-1]} <= {"money", "tiles", "rebuild"}


@pytest.mark.parametrize("game", GAMES)
def test_the_log_of_a_link_to_a_move_ends_with_that_move(game: str) -> None:
    told = after_messages(linked_model(game, at=9), ["panel", "log"])
    assert (
        len([each for each in parse_region(layout.render_screen(told)["panel"]).descendants() if each.name == "li"])
        == 9
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_log_but_the_present_leads_to_its_position(game: str) -> None:
    model = start_game(address_of_match(played_match(game), Address()), played_match(game))[0]
    told = after_messages(model, ["panel", "log"])
    lines = [
        element.data_value("data-do") for element in screen_elements(told) if element.attributes.get("class") == "line"
    ]
    total = len(model.match.log)
    assert lines == [["show", n] for n in range(total - 1, total - len(lines) - 1, -1)]
    assert len(lines) > min(20, total / 2)
    there = after_messages(model, lines[3])
    assert there.move_number == total - 4
    sentence = there.game.sentences.event_sentences(
        there.match.events(None, total - 5)[0], there.player_names, you=there.addressed_seat
    )[0]
    assert sentence in parse_region(layout.render_screen(there)["status"]).text_content()


def log_entries(model: Model) -> list[int]:
    """Return the log numbers on the list of the open log, by the lines that lead there and the present one."""
    lines = [each for each in screen_elements(model) if each.attributes.get("class") == "line"]
    return [each.data_value("data-do")[1] - 1 for each in lines]


def test_the_log_lists_one_player_or_the_scorings() -> None:
    model = start_game(address_of_match(played_match("alhambra"), Address()), played_match("alhambra"))[0]
    total = len(model.match.log)
    opened = after_messages(model, ["panel", "log"])
    choices = [each for each in screen_elements(opened) if each.attributes.get("class") == "choice"]
    filters = [each.data_value("data-do")[1] for each in choices if each.data_value("data-do")[0] == "log"]
    assert filters == ["", "seat-0", "seat-1", "seat-2", "scorings"]
    assert sorted(log_entries(opened)) == [*range(total - 1)]
    for seat in range(3):
        chosen = after_messages(opened, ["log", f"seat-{seat}"])
        assert sorted(log_entries(chosen)) == [n for n in range(total - 1) if model.match.log[n][0] == seat]
    scored = [event["n"] for event in cast("list[Any]", model.match.events(None)) if event["scorings"]]
    assert sorted(log_entries(after_messages(opened, ["log", "scorings"]))) == scored[:-1]
    assert after_messages(opened, ["log", "seat-7"]) == opened
    assert after_messages(model, ["log", "seat-1"]) == model
    medina = start_game(address_of_match(played_match("medina"), Address()), played_match("medina"))[0]
    assert "scorings" not in log_panel.log_filters(medina)


@pytest.mark.parametrize("game", GAMES)
def test_the_log_of_a_finished_game_has_only_rounds(game: str) -> None:
    match = played_match(game)
    seats = [{"name": "Ada", "kind": "human"}, *({"name": name, "kind": "bot:casual"} for name in ("Bob", "Cleo"))]
    match = Match.load(match.save() | {"seats": seats})
    over = after_messages(start_game(address_of_match(match, Address()), match)[0], ["panel", "log"])
    panel = parse_region(layout.render_screen(over)["panel"])
    titles = [each.text_content() for each in panel.descendants() if each.name == "h3"]
    assert all(title.startswith("Round ") for title in titles)
    rounds = [int(title.removeprefix("Round ")) for title in titles]
    assert rounds == sorted(rounds, reverse=True)
    assert not any("new" in str(each.attributes.get("class", "")).split() for each in panel.descendants())


@pytest.mark.parametrize("game", GAMES)
def test_the_log_steps_back_and_plays_what_is_new(game: str) -> None:
    match = played_match(game, entries_into(game, 3, 20))
    alone = match.save()
    alone["seats"][2]["kind"] = "bot:casual"
    match = Match.load(alone)
    model = start_game(address_of_match(match, Address(speed="normal")), match)[0]
    total = len(match.log)
    told = after_messages(model, ["panel", "log"])
    buttons = {each.attributes.get("id"): each for each in screen_elements(told) if each.name == "button"}
    assert buttons["log-back"].data_value("data-do") == ["show", total - 1]
    [verb, start] = buttons["log-play"].data_value("data-do")
    assert verb == "rerun"
    assert 0 <= start < total
    assert buttons["log-back"].text_content() == "Back one move"
    has_news = "Since your last turn" in " ".join(each.text_content() for each in screen_elements(told))
    assert buttons["log-play"].text_content() == ("Replay new moves" if has_news else "Replay last round")
    playing, effects = update(told, [verb, start])
    assert (playing.move_number, playing.is_autoplaying, playing.panel) == (start, True, None)
    assert [effect[1] for effect in effects if effect[0] == "later"] == [("tick", model.game_serial, start)]
    for n in range(start, total):
        playing = after_messages(playing, ["tick", model.game_serial, n])
    assert playing.review_position is None
    assert not playing.is_autoplaying
    assert update(model, ["rerun", total + 3])[0] == model


def test_a_running_game_can_be_looked_back_at_and_goes_on_where_it_was() -> None:
    seats = [{"name": "Ada", "kind": "human"}, *({"name": name, "kind": "bot:casual"} for name in ("Bob", "Cleo"))]
    data = random_positions("alhambra", 3, 4)
    n = next(n for n, match in enumerate(data) if n > 12 and match.to_move() == 0)
    match = Match.load(data[n].save() | {"seats": seats})
    model = start_game(address_of_match(match, Address()), match)[0]
    assert model.can_act
    back = after_messages(model, ["show", 5])
    assert (back.move_number, back.can_act, offered_actions(back)) == (5, False, [])
    assert "hands" not in {message[0] for message in offered_messages(back)}, (
        "nobody's hand lies open in a game that goes on"
    )
    assert "to-end" in enabled_controls(back, "bar")
    assert after_messages(back, ["close"]) == model
    assert update(back, ["hands"]) == (back, [])
    parse_page(back)


def test_people_with_secrets_at_one_device_do_not_look_back() -> None:
    for n in (9, 10, 11):
        model = start_game(address_of_match(played_match("alhambra", n), Address()), played_match("alhambra", n))[0]
        if model.mover in model.human_seats:
            assert not model.can_review
            assert update(model, ["show", 3]) == (model, [])
            assert "line" not in {element.attributes.get("class") for element in screen_elements(model)}
    medina = start_game(address_of_match(played_match("medina", 9), Address()), played_match("medina", 9))[0]
    assert medina.can_review, "nothing is secret in Medina"


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_shown_by_themselves_until_the_end_or_a_touch(game: str) -> None:
    total = len(played_match(game).log)
    model, effects = update(linked_model(game, at=total - 3), ["run"])
    assert effects == [("later", ("tick", 0, total - 3), PAUSE_MS_BY_SPEED["normal"])]
    assert "Stop" in {element.accessible_name() for element in screen_elements(model) if element.name == "button"}
    ticks = 0
    while model.is_autoplaying:
        [message] = [effect[1] for effect in effects if effect[0] == "later"]
        model, effects = update(model, message)
        assert "announce" in {effect[0] for effect in effects}
        ticks += 1
    assert (ticks, model.move_number) == (3, total)
    begun = after_messages(linked_model(game, at=4), ["run"])
    assert update(begun, ["tick", 0, 3]) == (begun, []), "a pause that is over too late"
    assert update(begun, ["tick", 1, 4]) == (begun, [])
    assert not after_messages(begun, ["run"]).is_autoplaying
    assert not after_messages(begun, ["show", 2]).is_autoplaying
    again = after_messages(linked_model(game), ["show", total - 1], ["show", total], ["show", total - 1])
    assert after_messages(again, ["run"]).is_autoplaying
    _fast, effects = update(change_model(begun, is_autoplaying=False, address=Address(game, speed="instant")), ["run"])
    assert effect_list(effects)[0][2] == replay.MIN_AUTOPLAY_PAUSE_MS


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].has_secrets])
def test_hands_are_hidden_or_open_as_chosen(game: str) -> None:
    model = linked_model(game, at=10)
    assert ["hands"] in offered_messages(model)
    assert model.review_position
    assert replay.reviewed_model(model).viewer is None
    opened_up = replay.reviewed_model(after_messages(model, ["hands"]))
    assert opened_up.viewer == model.review_position.to_move()
    assert opened_up.view["hands"] != model.review_position.view(None)["hands"]
    parse_page(after_messages(model, ["hands"]))
    assert after_messages(model, ["hands"], ["hands"]) == model
    own = start_game(address_of_match(played_match(game), Address()), played_match(game))[0]
    back = after_messages(own, ["show", 10])
    assert replay.reviewed_model(back).viewer == own.viewer
    assert back.review_position
    assert replay.reviewed_model(after_messages(back, ["hands"])).viewer == back.review_position.to_move()


def test_where_nothing_is_secret_there_are_no_hands_to_open() -> None:
    assert "hands" not in {message[0] for message in offered_messages(linked_model("medina", at=10))}


# -- play from a position ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_what_if_begins_a_game_of_its_own(game: str) -> None:
    at = entries_into(game, 3, 10)
    model = linked_model(game, at=at)
    before = model.whole_match.save()
    choosing = after_messages(model, ["panel", "branch"])
    assert "separate practice game" in parse_region(layout.render_screen(choosing)["panel"]).text_content()
    assert [message for message in offered_messages(choosing) if message[0] == "branch"] == [
        ["branch", None],
        *(["branch", seat] for seat in range(3)),
    ]
    begun, effects = update(choosing, ["branch", 1])
    assert effects[0] == ("new-table", True), "apart from whatever is kept"
    assert "save" in {effect[0] for effect in effects}
    assert (begun.read_only, begun.review_position, begun.revealed_moves, begun.viewer) == (False, None, None, 1)
    assert begun.match.practice
    assert [seat["kind"] for seat in begun.match.seats] == ["bot:skilled", "human", "bot:skilled"]
    assert begun.whole_match.save()["log"] == before["log"][:at]
    assert model.review_position
    assert begun.match.view(None) == model.review_position.view(None)
    assert model.whole_match.save() == before
    several = after_messages(choosing, ["branch", None])
    assert [seat["kind"] for seat in several.match.seats] == [seat["kind"] for seat in SEATS]
    for wrong in (["branch"], ["branch", 3], ["branch", -1], ["branch", True], ["branch", "Ada"]):
        assert update(choosing, wrong) == (choosing, [])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_goes_on_is_taken_over_as_it_is(game: str) -> None:
    model = linked_model(game, n=9)
    begun, effects = update(after_messages(model, enabled_controls(model, "bar")["take"]), ["branch", None])
    assert effects[0] == ("new-table", False), "the same game, if it is kept here, goes on"
    assert begun.whole_match.save() == model.whole_match.save()
    assert not begun.match.practice
    parse_page(begun)


def test_a_game_that_is_handed_over_goes_on_at_once() -> None:
    match = played_match("medina", 9)
    model, effects = take_over_game(address_of_match(match, Address()), match)
    assert not model.read_only
    assert model.whole_match.save() == match.save()
    assert effects[0] == ("new-table",)
    assert ("save",) in effects


def test_the_panel_of_a_what_if_shows_hostile_names_as_they_are() -> None:
    seats = [{"name": "<img onerror=alert(1)>", "kind": "human"}, *SEATS[1:]]
    match = Match.load(played_match("palazzo").save() | {"seats": seats})
    model = after_messages(open_shared_game(address_of_match(match, Address()), match, 5)[0], ["panel", "branch"])
    assert "<img" not in layout.render_screen(model)["panel"]
    assert json.dumps(match.seats)
    parse_page(model)


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_moves_are_shown_from_the_beginning(game: str) -> None:
    for end in (linked_model(game), start_game(address_of_match(played_match(game), Address()), played_match(game))[0]):
        assert enabled_controls(end, "bar")["run"] == ["run"]
        begun, effects = update(end, ["run"])
        assert (begun.is_autoplaying, begun.move_number) == (True, 0)
        assert [effect for effect in effects if effect[0] == "later"] == [
            ("later", ("tick", 0, 0), PAUSE_MS_BY_SPEED["normal"])
        ]


def test_who_opens_a_panel_is_not_hurried_on() -> None:
    running = after_messages(linked_model("medina", at=4), ["run"])
    for panel in ("menu", "share", "branch"):
        shown = after_messages(running, ["panel", panel])
        assert (shown.panel_name, shown.is_autoplaying) == (panel, False)
        assert update(shown, ["tick", 0, 4]) == (shown, [])


@pytest.mark.parametrize("game", GAMES)
def test_panels_of_a_game_are_offered_as_far_as_it_is_looked_at_and_stay_open_as_one_goes_back(game: str) -> None:
    """The menu offers no future scoring, and opens past ones."""
    end = linked_model(game)
    offered = []
    for n in range(0, end.move_number + 1, 5):
        shown = after_messages(end, ["show", n], ["panel", "menu"])
        offered.append({*game_view_of(shown).menu_panels(shown)})
        for panel in offered[-1]:
            assert ["panel", panel] in offered_messages(shown)
            parse_page(after_messages(shown, ["panel", panel], ["show", 0]))
    assert all(before <= after for before, after in pairwise(offered))
    if game == "alhambra":
        assert {"A", "B"}.isdisjoint(offered[0])
        assert {"A", "B"} <= offered[-1]
        model = after_messages(linked_model(game, at=5), ["panel", "A"])
        assert (model.revealed_moves, model.panel_name) == (5, "")


def test_a_save_that_the_page_round_a_frame_brings_is_looked_at() -> None:
    table = start_game(Address("alhambra", seed=1))[0]
    save = played_match("palazzo").save()
    shown = after_messages(table, ["look", json.dumps(save), 12])
    assert (shown.read_only, shown.move_number, shown.revealed_moves, shown.game_serial) == (
        True,
        12,
        12,
        table.game_serial + 1,
    )
    assert shown.whole_match.save() == save
    for at in (None, -1, 10**6, True, 1.0, "12"):
        assert after_messages(table, ["look", json.dumps(save), at]).revealed_moves is None
    refused = after_messages(table, ["look", "{", 12])
    assert refused.match is table.match
    assert "Your current game is unchanged." in refused.notices[-1].text
