"""Tests of what can happen to a table with several devices: a new phone, another host, a server of one's own."""

import json

import pytest
from palaces.app.routing import Address, address_of_match
from palaces.app.together.table_links import moved_link, read_moved_link
from palaces.app.together.table_state import GuestTable, HostTable, MeetingServer
from palaces.features.steps import start_game
from palaces.loop.layout import render_screen
from palaces.loop.together import host
from palaces.loop.update import update
from test_together import Wire

from pygame_core import Illegal, Match


def table_of(wire: Wire) -> HostTable:
    assert isinstance(wire.host.together, HostTable)
    return wire.host.together


def begun_wire(way: str = "own", *names: str) -> Wire:
    """Return a game of Medina in which the people with these names have sat down."""
    wire = Wire("medina", len(names) + 1 if way == "own" else max(2, len(names)), way)
    for name in names:
        wire.join(name)
    wire.do(None, ("together", "start"))
    if table_of(wire).fair is not None:  # the devices mix the cards by messages
        assert table_of(wire).is_started
    return wire


def shown(wire: Wire) -> str:
    return str(render_screen(wire.host).get("together", ""))


def test_a_new_phone_takes_the_place_of_the_old_one() -> None:
    wire = begun_wire("own", "Ben", "Noor")
    wire.do(None, ("peer", "away", 2, ""))
    newcomer = wire.join("Noor B", fingerprint="f00d")
    assert "Noor B has come. Which seat?" in shown(wire)
    assert "Sit in Noor&#39;s place" in shown(wire)
    table = wire.guests[newcomer].together
    assert isinstance(table, GuestTable)
    assert (table.seat, table.seats, wire.received[newcomer][1:]) == (None, (), [])  # it has heard nothing but hello
    wire.do(None, ("together", "place", 2))
    assert wire.host.match.seats[2] == {"name": "Noor B", "kind": "human"}
    assert [guest.fingerprint for guest in table_of(wire).guests] == ["00", "f00d"]
    table = wire.guests[newcomer].together
    assert isinstance(table, GuestTable)
    assert (table.seat, table.step) == (2, "seated")
    assert wire.guests[newcomer].view == wire.host.whole_match.view(2)
    assert "Which seat?" not in shown(wire)


def test_a_new_phone_gets_a_seat_back_from_the_computer() -> None:
    wire = begun_wire("own", "Ben")
    wire.do(None, ("peer", "away", 1, ""), ("together", "substitute", 1))
    assert table_of(wire).holders == ("host", "substitute")
    wire.join("Ben", fingerprint="f00d")
    wire.do(None, ("together", "place", 1))
    assert table_of(wire).holders == ("host", "guest")
    assert table_of(wire).substituted == ()
    assert wire.host.match.seats[1]["kind"] == "human"


@pytest.mark.parametrize(("place", "seat"), [(host.ANY_SEAT, 2), (host.WATCHES, None), (7, 2)])
def test_a_newcomer_can_take_another_seat_or_watch(place: int, seat: int | None) -> None:
    wire = Wire("medina", 3)
    wire.join("Ben")
    wire.do(None, ("together", "start"), ("peer", "away", 1, ""))
    assert table_of(wire).holders == ("host", "guest", "free")
    newcomer = wire.join("Ada", fingerprint="f00d")
    wire.do(None, ("together", "place", place))
    table = wire.guests[newcomer].together
    assert isinstance(table, GuestTable)
    assert table.seat == seat
    assert table_of(wire).guest_at(1)


def test_two_newcomers_are_asked_about_one_after_the_other() -> None:
    wire = begun_wire("own", "Ben", "Noor")
    wire.do(None, ("peer", "away", 1, ""), ("peer", "away", 2, ""))
    wire.join("X", fingerprint="0a")
    wire.join("Y", fingerprint="0b")
    assert "X has come. Which seat?" in shown(wire)
    wire.do(None, ("together", "place", 2))
    assert "Y has come. Which seat?" in shown(wire)
    assert "place-2" not in shown(wire)
    wire.do(None, ("together", "place", 1))
    assert [seat["name"] for seat in wire.host.match.seats][1:] == ["Y", "X"]


def test_one_who_leaves_before_an_answer_is_no_longer_asked_about() -> None:
    wire = begun_wire("own", "Ben")
    wire.do(None, ("peer", "away", 1, ""))
    wire.join("X", fingerprint="0a")
    wire.do(None, ("peer", "closed", 2, "bye"))
    assert "Which seat?" not in shown(wire)
    wire.do(None, ("together", "place", 1))
    assert wire.host.match.seats[1]["name"] == "Ben"


def test_three_wrong_numbers_stop_the_codes_until_somebody_asks_for_one() -> None:
    wire = Wire("medina", 2)
    for n in range(3):
        wire.do(None, ("peer", "closed", 10 + n, "digits"))
    assert "Three wrong numbers. Look who is connecting, then make a new code." in shown(wire)
    assert 'id="new-code"' in shown(wire)
    model, effects = update(wire.host, ("together", "new-code"))
    assert ("peer", "invite", 0, "") in effects
    assert isinstance(model.together, HostTable)
    assert model.together.wrong_picks == 0


def test_closing_a_table_asks_while_others_are_here() -> None:
    wire = begun_wire("own", "Ben")
    wire.do(None, ("together", "ask-close"))
    assert "Others are still playing. Close the table?" in shown(wire)
    wire.do(None, ("together", "dismiss"))
    assert "Close the table?" not in shown(wire)
    wire.do(None, ("together", "ask-close"), ("together", "close-table"))
    assert wire.host.together is None
    alone = begun_wire("own", "Ben")
    alone.do(None, ("peer", "away", 1, ""), ("together", "ask-close"))
    assert alone.host.together is None


@pytest.mark.parametrize("way", ["own", "middle"])
def test_a_table_moves_to_another_device_with_its_people(way: str) -> None:
    wire = begun_wire(way, "Ben", "Noor")
    match = wire.host.whole_match
    match.play(match.legal()[0])
    holders = "".join(holder[0] for holder in table_of(wire).holders)
    link = moved_link(match, way, holders, "Mara Lee")
    moved = read_moved_link(link.partition("#")[2])
    assert moved.host_name == "Mara Lee"
    begun = start_game(address_of_match(moved.match, Address("medina")), moved.match)[0]
    model, effects = host.open_moved_table(begun, moved, "0123456789abcdef")
    assert [effect[:2] for effect in effects][:2] == [("peer", "open-host"), ("peer", "invite")]
    other = Wire("medina", 2)
    other.host = model
    number = other.join("Noor", fingerprint="cafe")
    seat = len(model.match.seats) - 1
    assert "Noor has come. Which seat?" in shown(other)
    other.do(None, ("together", "place", seat))
    table = other.guests[number].together
    assert isinstance(table, GuestTable)
    assert table.seat == seat
    assert other.guests[number].match.log == match.log


@pytest.mark.parametrize("text", ["moved=own.hg", "moved=own&replay=eNpj", "moved=middle.xx&replay=eNpj"])
def test_a_damaged_link_of_a_moved_table_gets_a_sentence(text: str) -> None:
    with pytest.raises(Illegal, match=r"\.$"):
        read_moved_link(text)


def test_the_question_how_to_move_shows_the_link() -> None:
    wire = begun_wire("own", "Ben")
    model, effects = update(wire.host, ("together", "ask-move"))
    assert ("peer", "make-moved", 0, "") in effects
    wire.host = model
    wire.do(None, ("peer", "moved", 0, json.dumps({"address": "http://x/#moved=1", "rows": ["10", "01"]})))
    assert "Move this table" in shown(wire)
    model, effects = update(wire.host, ("together", "copy-moved"))
    assert effects == [("copy", "http://x/#moved=1", "together")]


def test_a_server_of_ones_own_is_used_by_the_next_code_and_told_to_nobody() -> None:
    wire = Wire("medina", 2)
    wire.do(None, ("together", "far-apart"))
    assert "STUN or TURN server" in shown(wire)
    model, effects = update(wire.host, ("together", "server", " turn:example.org:3478 "))
    [(_peer, method, _number, text), invite] = effects  # type: ignore[misc]
    assert (method, json.loads(str(text))["address"]) == ("servers", "turn:example.org:3478")
    assert invite == ("peer", "invite", 0, "")
    model, effects = update(model, ("together", "server-password", "secret word"))
    [(_peer, _method, _number, text), _invite] = effects  # type: ignore[misc]
    assert json.loads(str(text))["password"] == "secret word"
    wire.host = model
    wire.join("Ben")
    assert "example.org" not in "".join(wire.received[0])
    wire.do(None, ("peer", "server", 0, json.dumps({"address": "http://evil", "name": 7})))
    assert table_of(wire).server == MeetingServer()


@pytest.mark.parametrize("text", ["http://example.org", "turn:", "turn:a b", "<img onerror>", "stun:x:port"])
def test_what_is_no_address_of_a_server_changes_nothing(text: str) -> None:
    wire = Wire("medina", 2)
    wire.do(None, ("together", "far-apart"))
    model, effects = update(wire.host, ("together", "server", text))
    assert effects == []
    wire.host = model
    assert "That isn&#39;t the address of a server." in shown(wire)


def test_a_browser_that_lets_the_screen_go_dark_says_so() -> None:
    wire = begun_wire("own", "Ben")
    for model in (wire.host, wire.guests[0]):
        _model, effects = update(model, ("peer", "awake", 0, "refused"))
        assert effects == [("later", ("notice", "Keep the screen on yourself."), 0)]


def test_the_record_of_a_moved_table_survives_a_reload() -> None:
    match = Match.new("medina", 2, seed=3)
    moved = read_moved_link(moved_link(match, "middle", "gg", "").partition("#")[2])
    begun = start_game(address_of_match(moved.match, Address("medina")), moved.match)[0]
    model, _effects = host.open_moved_table(begun, moved, "0123456789abcdef")
    assert isinstance(model.together, HostTable)
    assert model.together.lost_seats == (0, 1)


def test_the_lobby_closes_an_open_panel() -> None:
    wire = begun_wire("own", "Ben")
    wire.do(None, ("panel", "who"))
    assert wire.host.panel is not None
    wire.do(None, ("together", "lobby"))
    assert wire.host.panel is None
    wire.do(0, ("panel", "who"), ("peer", "rejoining", 0, "3"))
    assert wire.guests[0].panel is None


def test_a_question_about_an_undo_ends_with_the_next_move() -> None:
    wire = begun_wire("own", "Ben", "Noor")
    model = wire.host
    for _n in range(3):
        seat = wire.host.whole_match.to_move()
        assert seat is not None
        who = None if seat == 0 else seat - 1
        wire.do(who, ("play", wire.host.whole_match.legal()[0]))
        if len(wire.host.match.log) == 2:
            break
    asker = wire.host.match.log[0][0]
    wire.do(None if asker == 0 else asker - 1, ("undo",))
    asked = [model for model in (wire.host, *wire.guests) if any("undo" in str(each.remedy) for each in model.notices)]
    assert asked
    seat = wire.host.whole_match.to_move()
    assert seat is not None
    wire.do(None if seat == 0 else seat - 1, ("play", wire.host.whole_match.legal()[0]))
    for model in (wire.host, *wire.guests):
        assert not any("undo" in str(each.remedy) for each in model.notices)
    assert table_of(wire).undo is None


def test_a_full_table_says_so_and_free_seats_have_no_name() -> None:
    wire = Wire("medina", 2)
    wire.join("Ben")
    late = wire.join("Fay")
    assert "No seat is free. You can watch." in str(render_screen(wire.guests[late])["together"])
    watcher = wire.join("Kim", watches=True)
    assert "You&#39;re watching." in str(render_screen(wire.guests[watcher])["together"])
    roomy = Wire("medina", 3)
    roomy.join("Ben")
    assert ">Free<" in str(render_screen(roomy.guests[0])["together"])


def test_the_bar_says_who_is_away() -> None:
    wire = begun_wire("middle", "Ben", "Noor")
    seat = wire.host.whole_match.to_move()
    assert seat is not None
    wire.do(None, ("peer", "away", seat + 1, ""))
    assert f"<b>{wire.host.player_names[seat]}</b> is away" in str(render_screen(wire.host)["status"])


def test_after_a_newcomer_has_left_the_next_one_is_asked_about() -> None:
    wire = begun_wire("own", "Ben")
    wire.do(None, ("peer", "away", 1, ""))
    wire.join("X", fingerprint="0a")
    wire.do(None, ("peer", "closed", 2, "lost"))
    wire.join("Y", fingerprint="0b")
    assert "Y has come. Which seat?" in shown(wire)
    wire.do(None, ("together", "place", 1))
    assert wire.host.match.seats[1]["name"] == "Y"
