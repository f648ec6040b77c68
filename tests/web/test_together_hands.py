"""Tests of the screen in the middle and of hands: what they show, and what they offer."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from palaces.app.model import Model
from palaces.loop import layout
from palaces.loop.together import who_view
from palaces.loop.update import update
from palaces.workers.bot_worker import handle
from screens import offered_actions, offered_messages
from test_together import Wire, play_to_end
from test_together_screens import HOSTILE_NAME, words

from pygame_core import GAMES, Match
from pygame_core.types import GameName

QUIET_MESSAGES = {"panel", "signs", "together"}
"""The messages of a screen in the middle: log, menu and codes, and what things mean."""
SEATED_GAMES = [(game, seats) for game in GAMES for seats in GAMES[game].seat_counts]


def middle_positions(game: GameName, seats: int) -> Iterator[Model]:
    """Yield a screen in the middle after each action of a whole game, with people at other devices in two seats."""
    wire = Wire(game, seats, "middle")
    wire.join("Noor")
    wire.join(HOSTILE_NAME)
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    assert wire.host.viewer is None
    assert wire.host.human_seats == []
    wire.guests, rng = [], Random(seats)  # only the host's screen is drawn from here on
    model = wire.host
    while (mover := model.match.to_move()) is not None:
        yield model
        match = model.whole_match.copy()
        match.play(rng.choice(match.legal()))
        assert mover == match.log[-1][0]
        model = replace(model, table=replace(model.table, match=match))
    yield model


@pytest.mark.parametrize(("game", "seats"), SEATED_GAMES)
def test_a_screen_in_the_middle_shows_no_hand_and_plays_nothing(game: GameName, seats: int) -> None:
    positions = [*middle_positions(game, seats)]
    assert positions[-1].match.to_move() is None
    for model in positions[:-1]:
        regions = layout.render_screen(model)
        assert regions["hand"] == ""
        assert offered_actions(model) == []
        assert {message[0] for message in offered_messages(model)} <= QUIET_MESSAGES
        assert 'id="undo"' not in regions["tools"]
        assert 'id="hint"' not in regions["tools"]
        assert "<img" not in "".join(regions.values())
        told = str(regions["together"])
        assert [f'data-place="seat-{seat}-hand"' in told for seat in range(seats)] == [True] * seats
        assert [f'data-place="seat-{seat}"' in regions["seats"] for seat in range(seats)] == [True] * seats


@pytest.mark.parametrize(("game", "seats"), SEATED_GAMES)
def test_a_hand_offers_all_that_a_table_offers(game: GameName, seats: int) -> None:
    wire = Wire(game, seats, "middle")
    wire.join("Noor")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    rng, decisions = Random(seats), 0
    for _ in range(24):
        hand = wire.guests[0]
        if hand.match.to_move() is None:
            break
        assert hand.together is not None
        assert hand.together.screen == "hand"
        table, _effects = update(hand, ("together", "view", "table"))
        assert table.together is not None
        assert table.together.screen == "table"
        assert offered_messages(hand) == offered_messages(table)
        if hand.can_act:
            decisions += 1
            assert isinstance(wire.host.match, Match)
            assert hand.match.legal() == wire.host.match.legal()
        play_to_end(wire, rng, 1)
    assert decisions


def test_the_panel_of_devices_has_views_signs_and_a_way_out() -> None:
    wire = Wire("medina", 3)
    wire.join(HOSTILE_NAME)
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    wire.do(0, ("panel", "who"))
    told = str(layout.render_screen(wire.guests[0])["panel"])
    assert "<img" not in told
    for key in ("view-hand", "view-table", "leave", *(f"sign-{sign}" for sign in who_view.sign_words())):
        assert f'id="{key}"' in told, key
    wire.do(None, ("panel", "who"))
    told = str(layout.render_screen(wire.host)["panel"])
    assert 'id="codes"' in told
    assert 'id="leave"' not in told
    wire.do(None, ("peer", "away", 1, ""))
    assert "lost" in layout.render_screen(wire.host)["tools"]
    assert "away" in words(str(layout.render_screen(wire.host)["panel"]))
    alone, _effects = update(replace(wire.host, together=None, panel=None), ("panel", "who"))
    assert alone.panel is None


@pytest.mark.parametrize("sign", ["turn", "well", "thinking", "sorry"])
def test_a_sign_is_on_every_screen_for_four_seconds(sign: str) -> None:
    wire = Wire("palazzo", 3, "middle")
    wire.join("Noor")
    wire.join("Ben")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    model, effects = update(wire.host, ("peer", "message", 1, '{"v":1,"t":"sign","sign":"' + sign + '"}'))
    seat = model.together.signs[0][0]  # type: ignore[union-attr]
    assert ("later", ("together", "sign-over", seat), 4000) in effects
    wire.do(0, ("together", "sign", sign))
    for device in (wire.host, *wire.guests):
        assert who_view.sign_words()[sign] in words(str(layout.render_screen(device)["together"]))
    for who in (None, 0, 1):
        wire.do(who, ("together", "sign-over", seat))
    for device in (wire.host, *wire.guests):
        assert who_view.sign_words()[sign] not in words(str(layout.render_screen(device)["together"]))


def test_a_turn_vibrates_once() -> None:
    wire = Wire("medina", 2)
    wire.join("Noor")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    rng, turns, vibrations, own = Random(1), 0, 0, False
    deliver = wire.do

    def count(who: int | None, *messages: object) -> None:
        nonlocal vibrations
        if who == 0:
            for message in messages:
                vibrations += ("peer", "vibrate", 0, "") in update(wire.guests[0], message)[1]  # type: ignore[arg-type]
        deliver(who, *messages)

    own = wire.guests[0].can_act
    wire.do = count  # type: ignore[method-assign]
    for _ in range(20):
        play_to_end(wire, rng, 1)
        now = wire.guests[0].mover == wire.guests[0].viewer
        turns += now and not own
        own = now
    assert turns > 2
    assert vibrations == turns


def test_a_screen_in_the_middle_says_what_the_person_to_move_does() -> None:
    """It depends on nothing that others must not know."""
    for game, seats in SEATED_GAMES:
        for model in middle_positions(game, seats):
            if model.mover is None or not model.waits_for_device:
                continue
            status = words(str(layout.render_screen(model)["status"]))
            name = model.player_names[model.mover]
            assert re.fullmatch(rf" ?{re.escape(name)} ?: [a-z].+", status), status
            if GAMES[game].has_secrets:
                assert "only pass" not in status
                assert "take money" not in status


def test_watchers_and_oneself_are_among_those_who_are_here() -> None:
    wire = Wire("medina", 3)
    wire.join("Noor")
    wire.join(HOSTILE_NAME, watches=True)
    wire.join("Ada", watches=True)
    told = words(str(layout.render_screen(wire.host)["together"]))
    assert re.search("onerror.* watching .*Ada watching", told)
    assert "Ada you, watching" in words(str(layout.render_screen(wire.guests[2])["together"]))
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    own = ("Player 1 you", "Noor you", "> you, watching", "Ada you, watching")
    for device, sentence in zip((wire.host, *wire.guests), own, strict=True):
        opened = str(layout.render_screen(update(device, ("panel", "who"))[0])["panel"])
        assert "<img" not in opened
        assert sentence in words(opened)
        assert words(opened).count(" you") == 1
        assert words(opened).count("watching") == 2
    wire.do(None, ("peer", "closed", 2, "bye"))
    opened = str(layout.render_screen(update(wire.guests[0], ("panel", "who"))[0])["panel"])
    assert words(opened).count("watching") == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_may_ask_for_a_hint(game: GameName) -> None:
    """Its own device searches, with what its seat sees."""
    wire = Wire(game, 2)
    wire.join("Noor")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    while not wire.guests[0].can_act:
        play_to_end(wire, Random(1), 1)
    model = wire.guests[0]
    assert 'id="hint"' in layout.render_screen(model)["tools"]
    asked, effects = update(model, ("hint",))
    [request] = [effect[1] for effect in effects if effect[0] == "ask" and effect[1]["ask"] == "hint"]
    assert request["view"] == wire.host.match.view(1)
    answer = json.loads(handle(json.dumps(request | {"seconds": 0.05})))["answer"]
    told, _effects = update(asked, ("hint", model.game_serial, len(model.match.log), answer))
    assert told.hint is not None
    assert told.hint.decision.action in wire.host.match.legal()
    assert "id=" in layout.render_screen(told)["panel"]
