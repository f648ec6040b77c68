"""Tests of bots of one's own at the table of the page, and of stepping through a game of the lab."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from json_messages import update
from palaces.app import model as app_model
from palaces.app.model import Model
from palaces.app.panel_state import SharePanel
from palaces.app.routing import Address, address_of_match, parse_query
from palaces.features import replay
from palaces.features.review import lab_game
from palaces.features.steps import start_game
from palaces.lab import lab_update
from palaces.lab.lab_model import LabModel
from palaces.loop import layout
from palaces.loop.own_bot_update import failure_sentence, open_lab_game
from palaces.share import permalinks, share_panel
from palaces.workers import bot_worker
from palaces.workers.long_tasks import check_bot_moves

from pygame_core import Illegal, Match
from pygame_core.bots import bot_view, choose
from pygame_core.types import GameName

SEATS = [{"name": "Own <b>", "kind": "bot:custom"}, {"name": "Zahra", "kind": "bot:casual"}]
OPPONENTS = ["beginner", "casual", "skilled", "master"]


def table() -> Model:
    """A table whose first seat is a bot of one's own."""
    address, notes = parse_query("?game=alhambra&seats=bot:custom,you&names=Mine,Ada&seed=3")
    assert notes == []
    return start_game(address)[0]


@cache
def played_match(moves: int) -> Match:
    """Return a match after so many moves of casual bots, or at its end. Do not change it."""
    match: Match = Match.new("alhambra", SEATS, 5)
    while (seat := match.to_move()) is not None and len(match.log) < moves:
        match.play(choose("casual", bot_view("casual", match), Random(len(match.log) + seat)).action)
    return match


def played_save(moves: int = 400) -> dict[str, Any]:
    return deepcopy(dict(played_match(moves).save()))


def step_text(save: dict[str, Any] | None = None, **other: object) -> str:
    return json.dumps({"v": 1, "name": "Own <b>", "game": "alhambra", "seat": 0, "save": save or played_save()} | other)


def requests(effects: list[Any]) -> list[dict[str, Any]]:
    """The requests to the bots' worker among some effects."""
    return [effect[1] for effect in effects if effect[0] == "ask"]


def panel_text(model: Model) -> str:
    return str(layout.render_screen(model)["panel"])


def answer_text(model: Model) -> str:
    return str(layout.render_screen(model)["answer"])


def test_a_link_may_have_a_seat_for_a_bot_of_ones_own() -> None:
    model = table()
    assert model.match.seats[0] == {"name": "Mine", "kind": "bot:custom"}
    assert parse_query("?" + model.address.to_query())[0] == model.address
    assert address_of_match(model.whole_match, Address()).seats == ("bot:custom", "you")


def test_the_bot_is_asked_and_its_level_only_moves_for_it() -> None:
    address, _notes = parse_query("?game=alhambra&seats=bot:custom,you&names=Mine,Ada&seed=3")
    model, effects = start_game(address)
    [request] = requests(effects)
    assert (request["ask"], request.get("own"), request.get("level")) == ("move", True, "casual")
    ordinary = start_game(replace(address, seats=("bot:casual", "you")))[1]
    assert ["own" in request for request in requests(ordinary)] == [False]
    assert model.bot_level == "custom"


@pytest.mark.parametrize("reason", ["error", "load", "illegal", "time", "memory", "broken"])
def test_a_failure_is_said_and_changes_nothing_else(reason: str) -> None:
    model = table()
    changed, effects = update(model, ["own-failed", model.game_serial, 0, reason, 8])
    assert [notice.text for notice in changed.notices] == [failure_sentence("Mine", reason, 8)]
    assert changed.match is model.match
    assert effects == [("announce", failure_sentence("Mine", reason, 8))]
    for stale in (["own-failed", 9, 0, reason, 8], ["own-failed", model.game_serial, 5, reason, 8]):
        assert update(model, stale) == (model, [])


def test_a_missing_bot_asks_who_plays_on() -> None:
    model = table()
    asking, _effects = update(model, ["own-missing", model.game_serial, 0])
    [notice] = asking.notices
    assert notice.text == "This seat was a bot of your own. Choose who plays on."
    assert [remedy for remedy, _label in notice.others] == [("play-on", 0, level) for level in OPPONENTS]
    changed, effects = update(asking, ["play-on", 0, "skilled"])
    assert changed.match.seats[0] == {"name": "Mine", "kind": "bot:skilled"}
    assert changed.match.view(None) == model.match.view(None)
    assert changed.notices == ()
    assert [request["level"] for request in requests(effects)] == ["skilled"]
    for refused in (["play-on", 1, "skilled"], ["play-on", 0, "custom"], ["play-on", 0, "genius"]):
        assert update(asking, refused) == (asking, [])
    ordinary = start_game(Address(seed=3, seats=("bot:casual", "you")))[0]
    assert update(ordinary, ["play-on", 0, "skilled"]) == (ordinary, [])


def test_a_move_of_such_a_bot_proves_nothing() -> None:
    random_save = Match.new("alhambra", SEATS, 5)
    random_save.play(random_save.legal()[-1])
    assert check_bot_moves(random_save, 0, 5) == (1, True)


def test_why_shows_the_values_of_such_a_bot_once_hands_are_open() -> None:
    model = table()
    legal = model.match.legal()
    values = [[legal[1], 3], [legal[0], 9.94], ["no", 1], [[1], 2]]
    for stale in (["own-move", 9, 0, legal[0], values], ["own-move", model.game_serial, 5, legal[0], values]):
        assert update(model, stale) == (model, [])
    moved, _effects = update(model, ["own-move", model.game_serial, 0, legal[0], values])
    assert moved.match.log[0][:2] == (0, legal[0])
    assert moved.thinking.own_values == {0: ((legal[0], 9.94), (legal[1], 3.0))}
    asked, effects = update(moved, ["why", 0])
    assert requests(effects) == []  # no level explains the moves of another
    assert "hand is secret" in panel_text(asked)
    assert "9.9" not in panel_text(asked)
    ended = replace(asked, read_only=True)
    assert panel_text(ended).count("<li") == 2
    assert ">9.9<" in panel_text(ended).replace("</span> ", "</span>>")
    loaded = replace(ended, thinking=replace(ended.thinking, own_values={}))
    assert "No values here." in panel_text(loaded)
    undone, _effects = update(moved, ["own-move", moved.game_serial, 1, legal[0], None])
    assert undone.thinking.own_values.keys() == {0}  # the person is to move


def test_stepping_begins_at_the_first_move_of_the_bot_with_its_hand_open() -> None:
    save = played_save()
    match = Match.load(save)
    first = next(n for n, entry in enumerate(match.log) if entry[0] == 0)
    position = Match.load({**save, "log": save["log"][:first], "result": None})
    played, *others = [match.log[first][1], *(a for a in position.legal() if a != match.log[first][1])]
    values = {str(first): [[played, 9.94], [others[0], -3], [["buy", 9], 3], ["no", 1], [[1], 2]], "x": [], "9999": []}
    lines = [[first + 1, "<i>here</i>"], ["?", "no"], 3]
    more = {"values": values, "ms": {str(first): 29, "3": "x"}, "number": 6, "log": lines}
    model, _effects = open_lab_game(step_text(save, **more), Address())
    assert (model.move_number, model.panel, model.review.mover_hand_shown) == (first, None, True)
    screen = layout.render_screen(model)
    assert f"Game 7, move {first + 1}" in screen["status"]
    said = answer_text(model)
    assert "What Own &lt;b&gt; answered" in said
    assert said.count("<li") == 2
    assert "29 ms" in said
    assert "9.9</b>" in said
    assert "−3" in said
    assert f"{len(position.legal())} legal" in said
    assert "Back to the lab" in screen["bar"]
    listed, _effects = update(model, ["panel", "lab-actions"])
    assert panel_text(listed).count("<li") == len(position.legal())
    printed, _effects = update(model, ["panel", "lab-lines"])
    assert panel_text(printed).count("<li") == 1
    assert "&lt;i&gt;here&lt;/i&gt;" in panel_text(printed)
    later, effects = update(printed, ["show", first + 1])
    assert later.panel is None
    assert "What happened" in answer_text(later) or later.review_position.to_move() == 0  # type: ignore[union-attr]
    assert next(str(effect[1]) for effect in effects if effect[0] == "announce").startswith(
        f"Game 7, move {first + 2}."
    )
    other = next(n for n, entry in enumerate(match.log) if entry[0] == 1)
    watched, _effects = update(later, ["show", other])
    assert replay.reviewed_model(watched).viewer == 0  # the hand of the bot stays open
    end, _effects = update(later, ["show", len(match.log)])
    assert "Back to the lab" in layout.render_screen(end)["bar"]
    ordinary = table()
    assert update(ordinary, ["panel", "lab-actions"])[0].panel is None


@pytest.mark.parametrize(
    ("values", "tip"),
    [
        ([9.9, 9.6, 7.9, 7.4], "The first two are 0.3 apart."),
        ([9.9, 9.9, 7.9], "The first two are worth the same."),
        ([9.9, 8.6, 7.9], ""),
        ([9.9, 9.6], ""),
        ([1, 1, 1], ""),
        ([], "No values."),
    ],
)
def test_a_tip_says_when_values_are_too_close(values: list[float], tip: str) -> None:
    save = played_save(8)
    match = Match.load(save)
    first = next(n for n, entry in enumerate(match.log) if entry[0] == 0)
    legal = Match.load({**save, "log": save["log"][:first], "result": None}).legal()
    more = {"values": {str(first): [[legal[n], value] for n, value in enumerate(values)]}}
    model, _effects = open_lab_game(step_text(save, **more), Address())
    assert ('class="tip"' in answer_text(model)) is bool(tip)
    assert tip in answer_text(model)


def test_the_table_reads_what_the_lab_writes_about_a_game() -> None:
    save = played_save()
    own = next(n for n, entry in enumerate(save["log"]) if entry[0] == 0)
    event = {"kind": "game", "n": 6, "deal": 3, "seat": 0, "scores": [9, 4], "share": 1, "seconds": 0.5, "save": save}
    event |= {"values": {own: [[save["log"][own][1], 9.9]]}, "move_ms": {own: 29}, "log": [[own + 1, "hello"]]}
    lab = lab_update.first_model(LabModel(examples={"score_now": "x = 1"}, is_ready=True))
    for message in (["run"], ["event", {"kind": "ready"}], ["event", json.loads(json.dumps(event))]):
        lab, _effects = lab_update.update(lab, message)
    [(name, record)] = lab_update.update(lab, ["step", 6])[1]
    assert name == "step"
    model, _effects = open_lab_game(record, Address())
    game = model.thinking.lab_game
    assert game is not None
    assert (game.number, game.times, game.lines) == (7, {own: 29}, ((own + 1, "hello"),))
    assert model.thinking.own_values == {own: ((model.match.log[own][1], 9.9),)}


@pytest.mark.parametrize("game", ["alhambra", "palazzo", "medina"])
def test_no_hand_of_a_bot_is_called_yours(game: GameName) -> None:
    match: Match = Match.new(game, SEATS, 3)
    rng, texts = Random(1), []
    for _move in range(30):
        match.play(rng.choice(match.legal()))
    model, _effects = open_lab_game(step_text(dict(match.save()), game=game), Address())
    for n in range(30):
        shown, _effects = update(model, ["show", n])
        texts.append(str(layout.render_screen(shown)["hand"]))
    assert not re.findall(r"\byou\b[^<]*", "".join(texts), re.IGNORECASE)
    if game != "medina":
        assert re.search(r"Own &lt;b&gt; has \d", "".join(texts))


def test_what_if_plays_on_with_the_bot_under_its_name_and_for_practice() -> None:
    save = played_save(9)
    save["seats"][0]["name"] = "own_b"  # as in the name of its file
    at_end = Match.load(save).to_move()
    for n in (4, 9):
        model, _effects = open_lab_game(step_text(save, seat=0, error="Stopped." if at_end == 0 else ""), Address())
        shown, _effects = update(model, ["show", n])
        played, effects = update(shown, ["branch", 1])
        assert played.match.seats == [{"name": "Own <b>", "kind": "bot:custom"}, {"name": "Zahra", "kind": "human"}]
        assert (played.match.practice, len(played.match.log), played.read_only) == (True, n, False)
        assert played.thinking.lab_game is None
        assert [request.get("own") for request in requests(effects)] == ([True] if played.mover == 0 else [])


def test_opponents_are_named_in_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (lab_game, app_model):
        monkeypatch.setattr(module, "level_label", {"casual": "amateur", "custom": "votre bot"}.get)
    save = played_save()
    save["seats"] = [save["seats"][0], {"name": "casual#2", "kind": "bot:casual"}]
    model, _effects = open_lab_game(step_text(save), Address())
    assert [seat["name"] for seat in model.match.seats] == ["Own <b>", "amateur#2"]
    assert model.level_name(1) == ""  # the name says it


def test_a_bot_with_the_name_of_its_opponent_keeps_the_name_of_its_file() -> None:
    model, _effects = open_lab_game(step_text(name="Zahra"), Address())
    assert [seat["name"] for seat in model.match.seats] == ["Own <b>", "Zahra"]


def test_a_game_that_ended_with_an_error_opens_where_it_did() -> None:
    save = played_save(6)
    match = Match.load(save)
    model, _effects = open_lab_game(step_text(save, seat=match.to_move(), error="It <answered> None."), Address())
    assert model.move_number == len(match.log)
    assert "It &lt;answered&gt; None." in answer_text(model)
    assert "stopped here" in layout.render_screen(model)["status"]


def test_a_new_game_and_a_rematch_keep_the_bot_under_its_name() -> None:
    model = table()
    mine = {"name": "Mine", "kind": "bot:custom"}
    again, effects = update(model, ["again"])
    assert again.match.seats[0] == mine
    assert [request.get("own") for request in requests(effects)] == ([True] if again.mover == 0 else [])
    rematch, _effects = update(model, ["rematch"])
    assert mine in rematch.match.seats
    assert rematch.match.seats != model.match.seats


def test_a_table_with_such_a_bot_has_hints_undo_and_links() -> None:
    model = table()
    moved, _effects = update(model, ["own-move", model.game_serial, 0, model.match.legal()[0], []])
    while moved.mover == 0:
        action = moved.match.legal()[0]
        moved, _effects = update(moved, ["own-move", moved.game_serial, len(moved.match.log), action, []])
    _asked, effects = update(moved, ["hint"])
    [request] = requests(effects)
    answer = json.loads(bot_worker.answer_quickly(json.dumps(request)))
    assert not moved.match.allows(answer["answer"][0])
    played, effects = update(moved, ["play", moved.match.legal()[0]])
    if played.mover == 0:
        assert requests(effects)[0]["own"] is True
    undone, _effects = update(update(played, ["undo"])[0], ["undo-further"])
    assert undone.match.log == moved.match.log
    assert undone.game_serial != played.game_serial  # so the bot's answer for the later position is dropped
    linked = permalinks.read_fragment("#" + permalinks.replay_link(moved.whole_match).partition("#")[2])
    assert linked.replay is not None
    assert linked.replay.save() == moved.whole_match.save()


def test_other_pages_get_no_bot_of_ones_own() -> None:
    model = table()
    snippet = share_panel.embed_snippet(model.address, "https://example.org/")
    assert "custom" not in snippet + share_panel.frame_html(model.address, "https://example.org/")
    assert "bot:casual,you" in snippet.replace("%2C", ",").replace("%3A", ":")
    over = start_game(model.address, Match.load(played_save()))[0]
    offered = {}
    for address in (model.address, replace(model.address, seats=("bot:casual", "you"))):
        shared = replace(over, address=address, panel=SharePanel("https://example.org/", challenge_points=9))
        offered[address.seats[0]] = "challenge" in str(layout.render_screen(shared)["panel"]).lower()
    assert offered == {"bot:custom": False, "bot:casual": True}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"v": 2}', step_text(seat=7), step_text(seat=-1), step_text(save={"no": 1}), step_text(seat="0")],
)
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Illegal):
        open_lab_game(text, Address())


def test_a_bot_that_is_called_like_its_level_gets_no_note() -> None:
    save = played_save(8)
    save["seats"][1] = {"name": "casual", "kind": "bot:casual"}
    model, _effects = open_lab_game(step_text(save), Address())
    assert [model.level_name(seat) for seat in (0, 1)] == ["your bot", ""]
    save["seats"][1]["name"] = "casual#2"
    assert open_lab_game(step_text(save), Address())[0].level_name(1) == ""
    save["seats"][1]["name"] = "Zahra"
    assert open_lab_game(step_text(save), Address())[0].level_name(1) == "casual"
