"""Tests of what must not happen at a table with several devices: lost or doubled moves, leaks, and hostile messages."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from palaces.app.model import Model
from palaces.app.together.wire import read_message, write_message
from palaces.loop.together import host
from palaces.loop.together.guest import take_event
from palaces.loop.update import update
from test_together import Wire, play_to_end

from pygame_core import GAMES, Match
from pygame_core.types import GameName

HOSTILE_TEXTS = (
    "",
    "null",
    "[]",
    "{}",
    "x" * 3000,
    "[" * 900,
    '{"v": 2, "t": "undo", "n": 0}',
    '{"v": true, "t": "undo", "n": 0}',
    '{"v": 1, "t": ["undo"], "n": 0}',
    '{"v": 1, "t": "undo", "n": -1}',
    '{"v": 1, "t": "undo", "n": 1e3}',
    '{"v": 1, "t": "undo", "n": 0, "more": 1}',
    '{"v": 1, "t": "save", "save": {}}',
    '{"v": 1, "t": "act", "n": 0, "k": 1, "action": "pass"}',
    '{"v": 1, "t": "hello", "release": "x", "game": "medina", "name": "a\\u202eb", "watch": false}',
)
ODD_ACTIONS: tuple[list[object], ...] = (
    [],
    [[]],
    ["pass", 1],
    ["<img onerror>"],
    [None],
    ["take", "<b>"],
    ["bid", 10**9],
    [{"a": 1}],
)


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_text_that_is_no_message_is_counted_and_changes_nothing(text: str) -> None:
    assert read_message(text, "guest") is None
    wire = Wire("medina", 2)
    wire.join("Noor")
    wire.do(None, ("together", "start"))
    before, [peer] = wire.host, wire.host.together.guests  # type: ignore[union-attr]
    model, effects = host.take_event(before, "message", peer.peer, text)
    assert model is before
    assert effects == [("peer", "strange", peer.peer, "")]


@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_hostile_messages_play_nothing(game: GameName) -> None:
    wire, rng = Wire(game, 3), Random(3)
    wire.join("Noor")
    wire.join("Ben")
    wire.do(None, ("together", "start"))
    model, log = wire.host, [*wire.host.match.log]
    seat = model.mover
    names = ("act", "undo", "answer", "sign", "return", "hello", "commit-deal", "reveal-deal", "view", "save")
    for n in range(10_000):
        peer = rng.choice([1, 2])
        if model.together.guest_of(peer).seat == seat:  # type: ignore[union-attr]
            action: object = rng.choice(ODD_ACTIONS)  # whose turn it is sends only what no rule allows
        else:
            action = rng.choice([*ODD_ACTIONS, model.match.legal()[0]])
        fields = {
            "n": rng.choice([0, 1, n, -n, 2**60, "0", None]),
            "k": rng.choice([n, -1, None]),
            "action": action,
            "yes": True,
            "mine": True,
            "sign": rng.choice(["turn", "<b>", None]),
            "hash": "0" * 64,
            "secret": "zz",
        }
        kept = {key: value for key, value in fields.items() if rng.random() < 0.6}
        text = json.dumps({"v": 1, "t": rng.choice(names), **kept})
        model, _effects = host.take_event(model, "message", peer, text)
    assert [*model.match.log] == log
    assert model.match.seats == wire.host.match.seats


def worlds_of(match: Match, seat: int | None) -> list[Match]:
    """Return matches that differ from this one only in what a seat cannot see."""
    if seat is None:
        return []
    return [Match.from_view({**match.view(seat)}, match.seats, seed, match.options) for seed in (1, 2)]


@pytest.mark.parametrize("game", GAMES)
def test_a_device_learns_nothing_but_the_view_of_its_seat(game: GameName) -> None:
    """In worlds that look the same to a seat, its device receives the same bytes."""
    wire = Wire(game, 3)
    wire.join("Noor")
    wire.do(None, ("together", "start"))
    rng, others = Random(4), 0
    for _ in range(12):
        play_to_end(wire, rng, 3)
        match = wire.host.whole_match
        if match.to_move() is None:
            break
        [guest] = wire.host.together.guests  # type: ignore[union-attr]
        told = host.position_message(match, guest.seat, len(match.log))
        for world in worlds_of(match, guest.seat):
            world.log, world._events, world.practice = match.log, match._events, match.practice
            assert host.position_message(world, guest.seat, len(match.log)) == told
            others += world.state != match.state
    assert bool(others) is GAMES[game].has_secrets
    for text in wire.received[0]:
        message = json.loads(text)
        if message["t"] == "view":
            hands = message["view"].get("hands", [])
            assert all(isinstance(hand, int) for seat, hand in enumerate(hands) if seat != guest.seat)


class ShakyWire(Wire):
    """A wire that loses the connection before or after some messages. The device comes back and gets what it missed."""

    def __init__(self, game: GameName, faults: list[int]) -> None:
        self.faults = faults
        self.count = 0
        super().__init__(game, 2)

    def deliver(self, sender: int | None, peer: int, text: str) -> None:
        self.count += 1
        fault = self.faults[self.count % len(self.faults)]
        if self.host.together.is_started and fault and json.loads(text)["t"] in ("act", "view", "past", "seat"):  # type: ignore[union-attr]
            if fault == 1:  # lost on its way
                self.reconnect()
                return
            if fault == 2 and sender is not None:  # comes twice
                super().deliver(sender, peer, text)
            if fault == 3:  # arrives, and then the connection is lost
                super().deliver(sender, peer, text)
                self.reconnect()
                return
        super().deliver(sender, peer, text)

    def reconnect(self) -> None:
        faults, self.faults = self.faults, [0]
        self.queue = []
        self.do(None, ("peer", "away", 1, ""))
        self.do(0, ("peer", "away", 0, ""))
        self.is_delivering = False
        facts = json.dumps({"fingerprint": "00", "known": True, "name": "Noor"})
        self.do(None, ("peer", "open", 1, facts))
        self.do(0, ("peer", "open", 0, facts))
        self.faults = faults


@pytest.mark.parametrize("game", GAMES)
@given(faults=st.lists(st.integers(0, 3), min_size=1, max_size=30))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_is_lost_and_nothing_is_played_twice(game: GameName, faults: list[int]) -> None:
    wire, rng = ShakyWire(game, [*faults, 0, 0, 0]), Random(6)
    wire.join("Noor")
    wire.do(None, ("together", "start"))
    plain = Match.new(game, wire.host.match.seats, wire.host.whole_match.seed)
    for _ in range(25):
        seat = plain.to_move()
        if seat is None:
            break
        action = rng.choice(plain.legal())
        plain.play(action)
        for _again in range(40):  # a person who sees that nothing happened tries again
            if len(wire.host.match.log) == len(plain.log):
                break
            is_guest = seat in wire.host.together.remote_seats  # type: ignore[union-attr]
            who = 0 if is_guest else None
            wire.do(who, ("play", action))
            if (wire.guests[0] if is_guest else wire.host).pending_warning:
                wire.do(who, ("play", action))
        assert [*wire.host.match.log] == [*plain.log]
    wire.faults = [0]
    wire.reconnect()
    assert [*wire.guests[0].match.log] == [*plain.log]
    assert wire.guests[0].match.view(1) == wire.host.match.view(1)


def two_at_the_table(game: GameName) -> Wire:
    wire = Wire(game, 3)
    wire.join("Noor")
    wire.join("Ben")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    return wire


def test_the_computer_plays_for_who_is_away_and_gives_the_seat_back() -> None:
    wire = two_at_the_table("medina")
    play_to_end(wire, Random(1), 4)
    seat = 1
    wire.do(None, ("together", "substitute", seat))
    assert wire.host.together.holders[seat] == "guest"  # type: ignore[union-attr]
    wire.do(None, ("peer", "away", 1, ""))
    wire.do(None, ("together", "substitute", seat))
    n = len(wire.host.match.log)
    assert wire.host.together.holders[seat] == "substitute"  # type: ignore[union-attr]
    assert wire.host.match.seats[seat] == {"name": "Noor", "kind": "bot:casual"}
    play_to_end(wire, Random(2), 6)
    facts = json.dumps({"fingerprint": "00", "known": True, "name": "Noor"})
    wire.do(None, ("peer", "open", 1, facts))
    wire.do(0, ("peer", "open", 0, facts))
    guest = wire.guests[0]
    assert (guest.together.step, guest.together.back_from) == ("back", n)  # type: ignore[union-attr]
    assert not guest.can_act
    wire.do(0, ("together", "take-seat"))
    assert wire.host.together.holders[seat] == "guest"  # type: ignore[union-attr]
    assert wire.guests[0].together.step == "seated"  # type: ignore[union-attr]
    play_to_end(wire, Random(3))
    assert wire.host.mover is None
    assert all(isinstance(model.match, Match) for model in wire.guests)


@pytest.mark.parametrize("allowed", [True, False])
def test_a_move_is_taken_back_only_if_everybody_allows_it(allowed: bool) -> None:
    wire = two_at_the_table("alhambra")
    while wire.host.mover != 1:
        play_to_end(wire, Random(5), 1)
    wire.do(0, ("play", wire.guests[0].match.legal()[0]))
    while len(wire.host.match.log) < 1 or wire.host.mover == 1:
        wire.do(0, ("play", wire.guests[0].match.legal()[0]))
    n = len(wire.host.match.log)
    wire.do(0, ("undo",))
    assert len(wire.host.match.log) == n
    asked = [model.notices[-1].text for model in (wire.host, wire.guests[1])]
    assert all(text.startswith("Noor would like to undo") for text in asked)
    answer = "allow-undo" if allowed else "refuse-undo"
    wire.do(None, ("together", "allow-undo", n))
    assert len(wire.host.match.log) == n
    wire.do(1, ("together", answer, n))
    assert (len(wire.host.match.log) < n) is allowed
    assert wire.host.match.practice is allowed
    if not allowed:
        assert wire.guests[0].refusal is not None
    assert [*wire.guests[0].match.log] == [*wire.host.match.log]


def test_an_action_of_another_seat_or_an_older_position_is_not_played() -> None:
    wire = two_at_the_table("medina")
    seat = wire.host.mover
    other = next(guest for guest in wire.host.together.guests if guest.seat != seat)  # type: ignore[union-attr]
    legal = wire.host.match.legal()[0]
    text = write_message("act", n=0, k=1, action=legal)
    model, _effects = host.take_event(wire.host, "message", other.peer, text)
    assert not model.match.log
    while wire.host.mover != 1:
        play_to_end(wire, Random(5), 1)
    old = write_message("act", n=len(wire.host.match.log) + 1, k=9, action=wire.host.match.legal()[0])
    model, _effects = host.take_event(wire.host, "message", 1, old)
    assert model.match.log == wire.host.match.log


def test_three_wrong_numbers_stop_the_codes_and_nobody_loses_a_seat() -> None:
    wire = Wire("medina", 3)
    wire.join("Noor")
    seated = wire.host.together.guests  # type: ignore[union-attr]
    model, told = wire.host, []
    for peer in (7, 8, 9):
        model = update(model, ("peer", "digits", peer, json.dumps({"name": "Eve", "choices": ["1", "2", "3"]})))[0]
        model, effects = update(model, ("peer", "closed", peer, "digits"))
        told.append([effect[1] for effect in effects if effect[0] == "peer"])
    assert told == [["invite"], ["invite"], []]
    assert model.together.guests == seated  # type: ignore[union-attr]
    model, effects = update(model, ("together", "lobby"))  # somebody wants another code
    assert ("peer", "invite", 0, "") in effects
    assert model.together.wrong_picks == 0  # type: ignore[union-attr]


def test_a_device_that_goes_before_it_is_seated_makes_room_for_the_next() -> None:
    """Its code is used up. Another one comes, unless another one is shown already."""
    wire = Wire("medina", 3)
    code = json.dumps({"code": "UAEa", "rows": ["1"]})
    asked = json.dumps({"name": "Ben", "choices": ["1", "2", "3"]})
    model = wire.host
    for message in (("code", 4, code), ("found", 4, ""), ("digits", 4, asked)):
        model = update(model, ("peer", *message))[0]
    gone, effects = update(model, ("peer", "closed", 4, "lost"))
    assert gone.together.check is None  # type: ignore[union-attr]
    assert not gone.together.invitation.is_found  # type: ignore[union-attr]
    assert ("peer", "invite", 0, "") in effects
    model = update(model, ("peer", "code", 5, code))[0]
    gone, effects = update(model, ("peer", "closed", 4, "lost"))
    assert gone.together.check is None  # type: ignore[union-attr]
    assert gone.together.invitation == model.together.invitation  # type: ignore[union-attr]
    assert effects == []


def test_a_full_table_lets_people_watch() -> None:
    wire = Wire("medina", 2)
    for name in ("Noor", "Ben"):
        wire.join(name)
    assert [guest.seat for guest in wire.host.together.guests] == [1, None]  # type: ignore[union-attr]
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    play_to_end(wire, Random(1))
    watcher: Model = wire.guests[1]
    assert watcher.viewer is None
    assert isinstance(watcher.match, Match)


def test_a_position_that_no_game_has_is_refused_and_the_old_one_stays() -> None:
    wire = two_at_the_table("alhambra")
    guest = wire.guests[0]
    news = json.loads(next(text for text in reversed(wire.received[0]) if json.loads(text)["t"] == "view"))
    changes: tuple[dict[str, object], ...] = (
        {"view": {}},
        {"view": {**news["view"], "yard": ["<b>"]}},
        {"view": {**news["view"], "game": "chess"}},
        {"n": 7},
        {"entries": [[0, ["take"], [], {"n": 0, "seat": 0, "verb": "take"}]], "n": 1},
    )
    for broken in changes:
        model, effects = take_event(guest, "message", json.dumps({**news, **broken}))
        assert model.match is guest.match
        assert effects == [("peer", "strange", 0, "")]
    assert replace(guest) == guest
