"""Tests of the screens around a table with several devices: every state is drawn, with names that are markup."""

import re
from dataclasses import replace
from html import unescape
from random import Random
from typing import get_args

import pytest
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.app.together.table_links import InvitedTable
from palaces.app.together.table_state import (
    CameraState,
    Check,
    GuestTable,
    Invitation,
    JoinStep,
    SeatNews,
)
from palaces.loop import layout
from palaces.loop.together import guest, join_view, lobby_view
from palaces.loop.update import update
from test_together import Wire, play_to_end

from pygame_core import GAMES
from pygame_core.types import GameName

HOSTILE_NAME = "<img onerror=alert(1)>"
ROWS = ("101", "010", "111")


def drawn(model: Model) -> str:
    regions = layout.render_screen(model)
    return str(regions.get("together", ""))


def words(markup: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", markup)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", ["middle", "own"])
def test_the_lobby_shows_every_state(game: GameName, way: str) -> None:
    wire = Wire(game, 3, way)
    wire.join(HOSTILE_NAME)
    table = wire.host.together
    for camera in get_args(CameraState):
        for problem in ("", *lobby_view.problem_sentences()):
            invitation = Invitation(3, "UAEa", ROWS, is_found=True, problem=problem)
            shown = replace(table, camera=camera, invitation=invitation)  # type: ignore[type-var]
            told = drawn(replace(wire.host, together=shown))
            assert "<img" not in told
            assert lobby_view.problem_sentences().get(problem, "") in words(told)
    check = replace(table, check=Check(2, HOSTILE_NAME, ("1234", "0001", "9999")))  # type: ignore[type-var]
    told = drawn(replace(wire.host, together=check))
    assert "<img" not in told
    assert [digits in told for digits in ("1234", "0001", "9999")] == [True] * 3


@pytest.mark.parametrize("step", get_args(JoinStep))
@pytest.mark.parametrize("problem", ["", "cut", "own", "later", "left", "strange", "full", "copied"])
def test_every_screen_of_a_guest_has_a_heading_and_a_way_on(step: JoinStep, problem: str) -> None:
    wire = Wire("medina", 3)
    wire.join("Ben")
    guest = wire.guests[0]
    table = GuestTable(
        step,
        code="UAEa",
        name=HOSTILE_NAME,
        host_name=HOSTILE_NAME,
        seat=1,
        seats=(SeatNews(HOSTILE_NAME, "host", "here"), SeatNews("Ben", "guest", "here"), SeatNews("C", "free", "away")),
        reply_rows=ROWS,
        digits="4719",
        problem=problem,
        back_from=0,
    )
    told = str(join_view.render_join(guest, table))
    assert told.count('tabindex="-1"') == 1
    assert "<img" not in told
    assert re.search(r"<(button|a) ", told)


def test_people_who_are_away_are_named_and_the_computer_can_play() -> None:
    wire = Wire("medina", 3)
    wire.join("Noor")
    wire.join("Ben")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    while wire.host.mover != 1:
        play_to_end(wire, Random(1), 1)
    assert drawn(wire.host) == ""
    wire.do(None, ("peer", "away", 1, ""))
    assert "Noor's phone doesn't answer." in words(drawn(wire.host))
    assert "can let the computer play on" in words(drawn(wire.guests[1]))
    wire.do(0, ("peer", "away", 0, ""))
    assert "Looking for" in words(drawn(wire.guests[0]))


@pytest.mark.parametrize("game", GAMES)
def test_ways_are_offered_where_a_game_allows_them(game: GameName) -> None:
    wire = Wire(game, 2)
    alone = replace(wire.host, together=None)
    model, _effects = update(alone, ("together", "ways"))
    told = str(layout.render_screen(model)["panel"])
    assert told.count('role="radio"') == 3
    assert ("disabled" in told) is (game == "palazzo")


def invited(free_seats: int | None, host_name: str = "Mara") -> Model:
    told = InvitedTable("UAEa", "middle", host_name, free_seats)
    return guest.open_invitation(Address("medina"), told, ())[0]


@pytest.mark.parametrize(
    ("free_seats", "sentence"),
    [
        (None, "Your phone will hold your cards."),
        (0, "No seat is free. You can watch."),
        (1, "1 seat is free. Your phone will hold your cards."),
        (3, "3 seats are free. Your phone will hold your cards."),
    ],
)
def test_an_invitation_has_the_picture_of_its_game_and_the_free_seats(free_seats: int | None, sentence: str) -> None:
    told = drawn(invited(free_seats))
    assert 'class="join-picture"' in told
    assert f"Mara's table {sentence} Your name" in words(told)


def test_a_host_without_a_name_is_called_the_host() -> None:
    screen = invited(2, "")
    table = screen.together
    assert isinstance(table, GuestTable)
    assert "The host's table 2 seats are free." in words(drawn(screen))
    for step, sentence in (
        ("showing", "Hold this up to the host's screen"),
        ("checking", "The host's screen asks for this number"),
        ("waiting", "Waiting for the host to start"),
        ("closed", "The host closed the table."),
        ("seek", "Looking for the host's screen"),
    ):
        shown = replace(table, step=step, seat=0, seats=(SeatNews("Ben", "guest", "here"),))  # type: ignore[arg-type]
        assert sentence in words(drawn(replace(screen, together=shown)))


def test_the_computer_played_for_you_in_the_second_person() -> None:
    wire = Wire("medina", 2)
    wire.join("Noor")
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    while wire.host.mover != 1:
        play_to_end(wire, Random(1), 1)
    before = len(wire.host.match.log)
    wire.do(None, ("peer", "away", 1, ""), ("together", "substitute", 1))
    while wire.host.mover == 1:
        play_to_end(wire, Random(1), 1)
    assert len(wire.host.match.log) > before
    wire.do(None, ("peer", "back", 1, ""))
    told = words(drawn(wire.guests[0]))
    assert "You're back, Noor. The computer has played for you. You " in told
    assert "Noor placed" not in told
