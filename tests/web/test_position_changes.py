"""Tests that after an undo, a loaded save or a new game, the model has nothing left of the old position."""

import html
import json
import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match
from palaces.features.steps import start_game
from palaces.features.tooltips import game_tooltips
from palaces.loop import layout
from palaces.loop.review_update import open_shared_game
from palaces.loop.undo_update import undoable_entries
from palaces.ui.game_view import game_view_of
from palaces.ui.panels import no_answer_sentence
from screens import after_action, after_messages, random_models

from pygame_core import GAMES, Match

TABLES = (("you", "bot:casual"), ("you", "you", "bot:casual"), ("you", "bot:random", "bot:skilled"))
POSITION_CHANGES = ("rematch", "undo", "undo-further", "restart-turn", "load", "look", "again")
STEPS_PER_WALK = 120
MOVES_BEFORE_END = 25
"""Every second walk starts so many moves before the end of a game, to get there."""
LASTING_FACTS = {
    *("match", "address", "viewer", "curtain", "game_serial", "notices"),
    *(
        "embed_mode",
        "switches",
        "custom_shortcuts",
        "move_warnings_enabled",
        "finished_games",
        "own_names",
        "own_signs",
        "last_announcement",
    ),
    *("challenge_proof", "url_override", "read_only"),
}
"""Fields that may differ from a new model at the position: a person's choices, and the person with the device."""
REASONS = ("bot_reasoning", "guessed_reasoning")


def model_facts(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every field of a model and its groups, by name."""
    if is_dataclass(value) and not isinstance(value, Address):
        for each in fields(value):
            yield from model_facts(getattr(value, each.name), each.name)
    else:
        yield name, value


def outdated_facts(model: Model, fresh: Model) -> dict[str, Any]:
    """Return the facts of a model that a new model at the same position does not have."""
    expected = dict(model_facts(fresh))
    found = {
        name: value
        for name, value in model_facts(model)
        if name not in {*LASTING_FACTS, *REASONS} and (name not in expected or value != expected[name])
    }
    for name, reasons in model_facts(model):
        if name in REASONS and any(n >= len(model.match.log) for n in reasons):
            found[name] = reasons
    return found


def decision_for(action: Any) -> list[Any]:
    """Return a bot's decision for an action, as its worker sends it."""
    return [action, [[action, 1.5, {}], [action, 1.0, {}]], {}, 9, False, []]


def random_message(model: Model, chance: random.Random) -> list[Any]:
    """Return a possible message of a person, of a worker or of the browser."""
    serial, n = model.game_serial, len(model.match.log)
    legal = model.match.legal()
    action = chance.choice(legal) if legal else None
    about = chance.randrange(n) if n else 0
    if model.curtain and chance.random() < 0.8:
        return ["ready"]
    if chance.random() < 0.6 and legal:
        if model.bot_level:
            answers: list[list[Any]] = [["bot", serial, n, action, decision_for(action)], ["bot-lost", serial, n]]
            return chance.choice(answers)
        if model.can_act:
            how = chance.choice(("play", "offer", "offer", "draft"))
            return [how, action]
        return ["close"]
    probabilities = [[1 / len(model.player_names)] * len(model.player_names)] * (n + 1)
    messages: list[list[Any]] = [
        ["hint"],
        ["hint", serial, n, decision_for(action)],
        ["why", about],
        [chance.choice(("why", "guess")), serial, about, [decision_for(model.match.log[about][1] if n else 0), {}]],
        ["unanswered", chance.choice(("why", "guess", "hint", "chances")), serial, n],
        ["chances", serial, n, probabilities],
        ["panel", chance.choice(("menu", "settings", "keys", "undo", "log", "branch", "share", "embed", "learn"))],
        ["panel", chance.choice([*model_panels(model), "menu"])],
        ["seat", chance.randrange(len(model.player_names))],
        ["rule", "A1"],
        ["clause", "A1", "A1", "<p>The text of A1.</p>"],
        ["signs"],
        ["explain", chance.choice([*game_tooltips(model.match.game), ""])],
        chance.choice((["confirm", "every"], ["switch", "wait"], ["switch", "sound"])),
        ["recall", about],
        ["show", chance.randrange(n + 1)],
        ["show", n],
        ["run"],
        ["hands"],
        ["key", "change", "undo"],
        ["pressed", chance.choice("zq!")],
        ["share", "at", "https://example.org/", True],
        ["share", "code"],
        ["listen", "can", None],
        ["touch", "clear"],
        ["touch", "open", "y3"],
        ["go-on"],
        ["close"],
        ["export"],
        ["bot-failed", serial, n],
    ]
    return chance.choice(messages)


def model_panels(model: Model) -> list[str]:
    """Return the game's own panels that can open now."""
    return [*game_view_of(model).menu_panels(model), *game_view_of(model).overflow_panels(model)]


def position_change(model: Model, chance: random.Random) -> list[Any]:
    """Return a message that replaces the position on the table."""
    name = chance.choice(POSITION_CHANGES)
    save = json.dumps(model.whole_match.save())
    details: dict[str, list[Any]] = {"load": [save], "look": [save, len(model.match.log) // 2]}
    return [name, *details.get(name, ())]


def first_model(game: str, seats: tuple[str, ...], chance: random.Random, *, near_end: bool) -> Model:
    """Return the beginning of a game, or a position shortly before its end."""
    address = Address(game, seats, seed=chance.randrange(1000), speed=chance.choice(("fast", "instant")))
    model = start_game(address)[0]
    if not near_end:
        return model
    match = model.match.copy()
    while match.to_move() is not None:
        match.play(chance.choice(match.legal()))
    save = match.save()
    return start_game(address, Match.load(save | {"log": save["log"][:-MOVES_BEFORE_END], "result": None}))[0]


def fresh_model(changed: Model, message: list[Any]) -> Model:
    """Return a new model at the current position of the table."""
    if message[0] == "look":
        match = Match.load(message[1])
        return open_shared_game(address_of_match(match, changed.address), match, message[2])[0]
    return start_game(changed.address, changed.whole_match)[0]


@pytest.mark.parametrize("near_end", [False, True], ids=["begin", "end"])
@pytest.mark.parametrize("seats", TABLES, ids=",".join)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_outlives_the_position_that_it_is_about(game: str, seats: tuple[str, ...], near_end: bool) -> None:
    changes = set()
    for seed in range(6):
        chance = random.Random(f"{game} {seats} {seed}")
        model = first_model(game, seats, chance, near_end=near_end)
        for _step in range(STEPS_PER_WALK):
            if chance.random() < 0.9:
                model = update(model, random_message(model, chance))[0]
                continue
            message = position_change(model, chance)
            changed = update(model, message)[0]
            if changed.game_serial != model.game_serial:
                changes.add(message[0])
                outdated = outdated_facts(changed, fresh_model(changed, message))
                if message[0] in ("load", "look"):  # the table may not have shown its last entry before
                    outdated.pop("points_in_flight", None)
                assert not outdated, (message[0], outdated)
                layout.render_screen(changed)
            if not changed.read_only:
                model = changed
    assert changes >= {"load", "look", "again"}
    assert changes & {"undo", "undo-further"}


def person_to_move_again(game: str) -> Model:
    """Return a person who has made moves and is to move again."""
    return next(
        model
        for model in random_models(("you", "bot:random"), 1, game=game)
        if model.can_act and len(undoable_entries(model)) > 1
    )


@pytest.mark.parametrize("game", GAMES)
def test_an_undo_takes_back_what_was_offered_to_be_confirmed(game: str) -> None:
    model = after_messages(person_to_move_again(game), ["confirm", "every"])
    for action in model.match.legal():
        offered = after_messages(model, ["offer", action])
        assert offered.proposed_action == action
        assert 'id="play"' in layout.render_screen(offered)["bar"]
        for message in ["undo"], ["undo-further"], ["restart-turn"]:
            undone = after_messages(offered, message)
            if undone.match is not offered.match:
                assert undone.proposed_action is None
                fresh = start_game(undone.address, undone.whole_match)[0]
                assert layout.render_screen(undone)["bar"] == layout.render_screen(fresh)["bar"]


@pytest.mark.parametrize("game", GAMES)
def test_an_undo_forgets_that_no_answer_came(game: str) -> None:
    end = random_models(("you", "bot:random"), 1, game=game)[-1]
    failed = after_messages(end, ["unanswered", "chances", end.game_serial, len(end.match.log)])
    assert no_answer_sentence() in screen_text(failed)
    again = after_messages(failed, ["undo-further"])
    while not again.shows_end:
        again = after_messages(after_action(again, again.match.legal()[0]), ["close"])
    assert no_answer_sentence() not in screen_text(again)


def screen_text(model: Model) -> str:
    return html.unescape("".join(layout.render_screen(model).values()))
