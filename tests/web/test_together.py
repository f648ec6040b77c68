"""Tests of tables with several devices: models of a host and its guests, connected by their effects."""

import json
from dataclasses import replace
from random import Random

import pytest
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.app.together.table_links import InvitedTable
from palaces.app.together.table_record import read_guest_table, read_host_table, write_record
from palaces.app.together.table_state import LOOK_MS, GuestTable, HostTable
from palaces.features import fair_verdict
from palaces.features.steps import request_bot_move, start_game
from palaces.loop.together import guest, host
from palaces.loop.together.together_update import screen_sentences
from palaces.loop.update import begin_session, update

from pygame_core import GAMES, Match
from pygame_core.types import GameName


class Wire:
    """A host and its guests, whose effects reach each other at once. It keeps every text that a device received."""

    def __init__(self, game: GameName, seats: int, way: str = "own") -> None:
        kinds = ("you", *["bot:casual"] * (seats - 1))
        self.host = start_game(Address(game, kinds, seed=5))[0]
        self.guests: list[Model] = []
        self.is_delivering = False
        self.received: list[list[str]] = []
        self.queue: list[tuple[int | None, int, str]] = []
        self.said: list[object] = []
        """What the host's page announces or forgets."""
        self.do(None, ("together", "ways"), ("together", "way", way), ("together", "set-up"))

    def do(self, who: int | None, *messages: object) -> None:
        """Send messages to the host, or to a guest."""
        for message in messages:
            model = self.host if who is None else self.guests[who]
            model, effects = update(model, message)  # type: ignore[arg-type]
            if who is None:
                self.host = model
                self.said += [each for each in effects if each[0] in ("announce", "forget")]
            else:
                self.guests[who] = model
            for effect in effects:
                if effect[0] == "peer" and effect[1] == "send":
                    self.queue.append((who, effect[2], effect[3]))
        while self.queue and not self.is_delivering:
            self.is_delivering = True
            self.deliver(*self.queue.pop(0))
            self.is_delivering = False

    def deliver(self, sender: int | None, peer: int, text: str) -> None:
        if sender is None:
            self.received[peer - 1].append(text)
            self.do(peer - 1, ("peer", "message", 0, text))
        else:
            self.do(None, ("peer", "message", sender + 1, text))

    def join(self, name: str, *, watches: bool = False, fingerprint: str = "") -> int:
        """Let a guest join, and return its number."""
        game = self.host.match.game
        table = GuestTable("opened", code="UAEa", name=name)
        model = start_game(Address(game, ("you", "bot:casual"), seed=1))[0]
        self.guests.append(replace(model, together=table))
        self.received.append([])
        number = len(self.guests) - 1
        self.do(number, ("together", "watch" if watches else "sit"))
        facts = json.dumps({"fingerprint": fingerprint or f"{number:02}", "known": False, "name": name})
        self.do(None, ("peer", "open", number + 1, facts))
        self.do(number, ("peer", "open", 0, facts))
        return number


def play_to_end(wire: Wire, rng: Random, most: int = 400) -> None:
    """Play with everybody at their own device until the game is over. The computer answers at the host."""
    for _ in range(most):
        match = wire.host.whole_match
        seat = match.to_move()
        if seat is None:
            return
        holder = wire.host.together.holders[seat]  # type: ignore[union-attr]
        action = rng.choice(match.legal())
        if holder == "guest":
            guest = next(n for n, each in enumerate(wire.guests) if each.together.seat == seat)  # type: ignore[union-attr]
            assert wire.guests[guest].match.legal() == match.legal()
            wire.do(guest, ("play", action), *([("play", action)] if wire.guests[guest].pending_warning else []))
        elif holder == "host":
            wire.do(None, ("play", action), *([("play", action)] if wire.host.pending_warning else []))
        else:
            wire.do(None, ("bot", wire.host.game_serial, len(match.log), action))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_the_same_on_every_screen(game: GameName) -> None:
    wire = Wire(game, 3)
    wire.join("Noor")
    wire.do(None, ("together", "start"))
    wire.join("Watcher", watches=True)
    play_to_end(wire, Random(1), 60)
    for number, device in enumerate(wire.guests):
        assert [*device.match.log] == wire.host.match.log, number
        seat = device.together.seat  # type: ignore[union-attr]
        assert device.match.view(seat) == wire.host.match.view(seat)
        assert device.match.events(None) == wire.host.match.events(None)


@pytest.mark.parametrize("is_instant", [False, True])
def test_the_computer_waits_for_no_touch_of_the_host_after_a_scoring(is_instant: bool) -> None:
    """The other people at the table would wait, too."""
    wire, waited = Wire("alhambra", 3), 0
    wire.join("Noor")
    wire.do(None, ("together", "start"))
    wire.host = replace(wire.host, address=replace(wire.host.address, speed="instant" if is_instant else "normal"))
    while wire.host.mover is not None:
        before, n = wire.host, len(wire.host.match.log)
        play_to_end(wire, Random(n), 1)
        if wire.host.paused_for_panel and wire.host.bot_level is not None:
            waited += 1
            _told, effects = host.follow(before, wire.host)
            [(_later, message, wait)] = [effect for effect in effects if effect[0] == "later"]
            assert message == ("together", "play-on", n + 1)
            assert (wait == LOOK_MS) == is_instant
            assert update(wire.host, ("together", "play-on", n)) == (wire.host, [])
            wire.do(None, message)
            assert not wire.host.paused_for_panel
            assert [effect[0] for effect in request_bot_move(wire.host)] == ["ask"]
    assert waited


def announced(model: Model, message: object) -> tuple[Model, list[str]]:
    """Return the model after a message, and what is announced."""
    after, effects = update(model, message)  # type: ignore[arg-type]
    return after, [str(effect[1]) for effect in effects if effect[0] == "announce"]


def test_people_hear_what_a_screen_that_connects_devices_shows() -> None:
    wire = Wire("medina", 3)
    code = json.dumps({"code": "UAEa", "rows": []})
    assert announced(wire.host, ("peer", "code", 3, code))[1] == ["Code for the next phone. Or copy the link."]
    wire.join("Noor")
    [guest_model] = wire.guests
    fresh = replace(guest_model, together=GuestTable("opened", code="UAEa", name="Noor", host_name="Mara"))
    reply = json.dumps({"text": "UAEb", "rows": []})
    shown, said = announced(fresh, ("peer", "reply", 0, reply))
    assert said == ["Your reply. Hold it up to Mara's screen, or send it as text."]
    assert announced(shown, ("peer", "digits", 0, "0419"))[1] == ["0, 4, 1, 9."]
    seated, free = wire.host, Wire("medina", 3).host
    assert screen_sentences(free, replace(free, together=seated.together, table=seated.table)) == [
        "Noor has taken seat 2."
    ]
    assert screen_sentences(seated, seated) == []


def test_who_sits_down_is_said_although_the_page_forgets_the_person_before() -> None:
    wire = Wire("alhambra", 3)
    wire.said.clear()
    wire.join("Noor")
    assert wire.said == [("forget",), ("announce", "Noor has taken seat 2.")]


def kept_text(model: Model) -> str:
    """Return what a device keeps of its table."""
    assert isinstance(model.together, HostTable | GuestTable)
    return write_record(model.together, "key")


@pytest.mark.parametrize("game", GAMES)
def test_a_host_that_restarts_keeps_seats_and_people(game: GameName) -> None:
    wire = Wire(game, 3)
    wire.join("Noor")
    wire.do(None, ("together", "start"))
    play_to_end(wire, Random(1), 5)
    table = read_host_table("01", kept_text(wire.host), "key", 3)
    assert table is not None
    assert read_host_table("01", kept_text(wire.host), "other", 3) is None
    assert read_host_table("01", kept_text(wire.host)[:-2], "key", 3) is None
    match = Match.load(wire.host.whole_match.save())
    again = host.reopen_table(start_game(wire.host.address, match)[0], table)[0]
    assert again.human_seats == wire.host.human_seats
    wire.host = again
    wire.do(None, ("together", "close-lobby"))
    facts = json.dumps({"fingerprint": "00", "known": True, "name": "Noor"})
    wire.do(None, ("peer", "open", 1, facts))
    wire.do(0, ("peer", "open", 0, facts))
    play_to_end(wire, Random(2), 10)
    assert [*wire.guests[0].match.log] == [*wire.host.match.log]
    assert len(wire.host.match.log) > 5


def test_a_device_that_reloads_comes_back_by_its_door() -> None:
    wire = Wire("medina", 2)
    wire.join("Noor")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    assert kept_text(wire.guests[0]) == ""
    wire.do(0, ("peer", "door", 0, '{"pwd": "x"}'))
    table = read_guest_table("01", kept_text(wire.guests[0]), "UAEa")
    assert table is not None
    assert (table.step, table.seat, table.door) == ("seek", 1, '{"pwd": "x"}')
    assert read_guest_table("01", kept_text(wire.guests[0]), "UAEb") is None
    model, effects = guest.come_back(Address("medina"), table)
    assert [effect[1:2] for effect in effects] == [("open-guest",), ("rejoin",)]
    wire.guests[0] = model
    facts = json.dumps({"fingerprint": "00", "known": True, "name": "Noor"})
    wire.do(None, ("peer", "away", 1, ""), ("peer", "open", 1, facts))
    wire.do(0, ("peer", "open", 0, facts))
    assert wire.guests[0].together.step == "seated"  # type: ignore[union-attr]
    play_to_end(wire, Random(2))
    assert wire.host.mover is None


def test_the_first_action_after_a_reload_is_played() -> None:
    """A page counts its actions from the beginning again. The host must not take them for repeated ones."""
    wire = Wire("medina", 2)
    wire.join("Noor")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    while wire.host.mover == 0 or wire.host.together.guests[0].last_action < 2:  # type: ignore[union-attr]
        play_to_end(wire, Random(3), 1)
    wire.do(0, ("peer", "door", 0, "{}"))
    table = read_guest_table("01", kept_text(wire.guests[0]), "UAEa")
    assert table is not None
    wire.guests[0] = guest.come_back(Address("medina"), table)[0]
    facts = json.dumps({"fingerprint": "00", "known": True, "name": "Noor"})
    wire.do(None, ("peer", "away", 1, ""), ("peer", "open", 1, facts))
    wire.do(0, ("peer", "open", 0, facts))
    before = len(wire.host.match.log)
    play_to_end(wire, Random(4), 1)
    assert len(wire.host.match.log) == before + 1


def test_another_game_starts_from_the_lobby_with_the_same_people() -> None:
    wire = Wire("medina", 2)
    wire.join("Noor")
    wire.do(None, ("together", "start"))
    first = wire.host.whole_match
    play_to_end(wire, Random(3))
    assert wire.host.mover is None
    wire.do(None, ("again",))
    assert wire.host.together.covers_table  # type: ignore[union-attr]
    assert wire.guests[0].together.step == "waiting"  # type: ignore[union-attr]
    wire.do(None, ("together", "start"))
    assert wire.host.whole_match.seed != first.seed
    assert wire.host.match.seats == first.seats
    play_to_end(wire, Random(4))
    assert [*wire.guests[0].match.log] == [*wire.host.match.log]
    assert fair_verdict.verdict(wire.guests[0]) == "The deal was fair."


def test_the_lobby_changes_names_and_the_number_of_seats() -> None:
    wire = Wire("alhambra", 3)
    wire.join("Noor")
    wire.do(None, ("together", "seats", 5), ("together", "name", "Mara"))
    assert [seat["name"] for seat in wire.host.match.seats][:2] == ["Mara", "Noor"]
    assert wire.host.together.holders == ("host", "guest", "free", "free", "free")  # type: ignore[union-attr]
    assert len(wire.guests[0].together.seats) == 5  # type: ignore[union-attr]
    before = wire.host
    wire.do(None, ("together", "seats", 1), ("together", "seats", 7), ("together", "name", " "))
    assert wire.host.match is before.match
    wire.do(None, ("together", "seats", 2), ("together", "start"))
    play_to_end(wire, Random(3), 12)
    assert [*wire.guests[0].match.log] == [*wire.host.match.log]


def test_the_code_is_drawn_again_when_its_link_says_something_else() -> None:
    wire = Wire("alhambra", 3)
    code = json.dumps({"code": "UAEa", "rows": ["1"]})
    drawn = ("peer", "draw-code", 1, "UAEa")
    model, effects = update(wire.host, ("peer", "code", 1, code))
    assert drawn not in effects
    for message, free_seats in (
        (("together", "name", "Mara"), 2),
        (("together", "computer", 2, "casual"), 1),
        (("together", "seats", 2), 1),
        (("together", "seats", 4), 3),
    ):
        model, effects = update(model, message)  # type: ignore[arg-type]
        assert (drawn in effects) is (message != ("together", "seats", 2))
        assert model.together.free_seats == free_seats  # type: ignore[union-attr]
    model, _effects = update(model, ("peer", "found", 1, ""))
    again, _effects = update(model, ("peer", "code", 1, code))
    assert again.together.invitation == model.together.invitation  # type: ignore[union-attr]


def test_a_host_who_has_given_no_name_has_none_for_guests() -> None:
    wire = Wire("medina", 3)
    wire.join("Noor")
    for device in (wire.host, wire.guests[0]):
        assert device.together.host_name == ""  # type: ignore[union-attr]
    wire.do(None, ("together", "name", "Mara"))
    for device in (wire.host, wire.guests[0]):
        assert device.together.host_name == "Mara"  # type: ignore[union-attr]
    named = start_game(Address("medina", ("you", "bot:casual")), own_names=("Ada",))[0]
    assert host.open_table(named, "own", "01")[0].together.host_name == "Ada"  # type: ignore[union-attr]


def test_a_link_does_not_say_that_a_table_is_full_while_somebody_may_come_back() -> None:
    wire = Wire("medina", 2)
    wire.join("Noor")
    assert wire.host.together.free_seats == 0  # type: ignore[union-attr]
    wire.do(None, ("peer", "away", 1, ""))
    assert wire.host.together.free_seats is None  # type: ignore[union-attr]


def test_nothing_is_said_about_the_table_under_the_screens_of_devices() -> None:
    """A guest has the table of no game until the host sends one."""
    told = InvitedTable("UAEa", "own", "Mara", 1)
    joining, effects = begin_session(guest.open_invitation(Address("medina"), told, ())[0], "", {})
    assert [effect for effect in effects if effect[0] == "announce"] == []
    wire = Wire("medina", 2)
    wire.guests, wire.received = [joining], [[]]
    spoken: list[str] = []
    deliver = wire.do

    def listen(who: int | None, *messages: object) -> None:
        for message in messages:
            before = wire.guests[0]
            deliver(who, message)
            after = wire.guests[0]
            if after is not before:
                spoken.extend(after.speech.last_announcement)

    wire.do = listen  # type: ignore[method-assign]
    facts = json.dumps({"fingerprint": "00", "known": False, "name": "Noor"})
    wire.do(0, ("together", "name", "Noor"), ("together", "sit"))
    wire.do(None, ("peer", "open", 1, facts))
    wire.do(0, ("peer", "open", 0, facts))
    assert wire.guests[0].together.step == "waiting"  # type: ignore[union-attr]
    assert spoken == []
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    assert "Medina against Player 1." in spoken
