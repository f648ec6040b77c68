"""Tests of games by link: links passed round devices in memory, and links that are old, doubled, forked, cut, changed
or not fair."""

from copy import copy
from functools import cache
from random import Random

import pytest
from json_messages import update
from palaces.app.model import Transition
from palaces.app.panel_state import SharePanel, WaysPanel
from palaces.app.routing import Address
from palaces.app.together import turn_link
from palaces.app.together.table_state import LinkTable
from palaces.app.together.turn_link import MAX_LINK_CHARS, TurnLink
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.together import link_update

from pygame_core import Illegal, Match, Newer
from pygame_core.types import GameName

SITE = "https://example.org/palaces/"


class Device:
    """A device of a game by link: its page, and what it keeps."""

    def __init__(self, game: GameName, seats: int = 2) -> None:
        kinds = ("you", *["bot:casual"] * (seats - 1))
        self.address = Address(game, kinds, seed=5)
        self.model = start_game(self.address)[0]
        self.kept: dict[str, str] = {}

    def send(self, *messages: object) -> None:
        for message in messages:
            self.take(update(self.model, message))

    def take(self, step: Transition) -> None:
        self.model, effects = step
        for effect in effects:
            match effect:
                case ("keep-table", str(number), str(text)):
                    self.kept[number] = text
                case ("locate",):
                    self.send(("share", "at", SITE, False))

    def open(self, link: str) -> None:
        """Load the page with a link."""
        text = link.partition("#turn=")[2]
        kept = self.kept.get(turn_link.number_of(text), "")
        under = start_game(self.address)[0]
        self.take(link_update.open_link(under, text, kept, self.address))

    def reload(self) -> None:
        """Load the page again with the game that it keeps."""
        (kept,) = self.kept.values()
        self.take(link_update.open_kept(start_game(self.address)[0], kept, self.address))

    @property
    def step(self) -> str:
        return self.table.step

    @property
    def screen(self) -> str:
        """The markup over the table."""
        return layout.render_screen(self.model)["together"]

    @property
    def table(self) -> LinkTable:
        assert isinstance(self.model.together, LinkTable)
        return self.model.together

    @property
    def link(self) -> str:
        """The link for the next person, copied from the panel."""
        panel = self.model.panel
        assert isinstance(panel, SharePanel)
        _model, effects = update(self.model, ("share", "copy", "link"))
        self.send(("share", "copy", "link"))
        ((_copy, text, _field),) = [effect for effect in effects if effect[0] == "copy"]
        return text

    @property
    def game_link(self) -> TurnLink:
        assert self.table.link is not None
        return self.table.link


class Round:
    """Devices that pass a game on, one for each seat."""

    def __init__(self, game: GameName, seats: int) -> None:
        self.devices = [Device(game, seats) for _ in range(seats)]
        first = self.devices[0]
        first.send(("together", "ways"), ("together", "way", "link"), ("together", "set-up"))
        first.send(("together", "seats", seats))
        for seat, name in enumerate(("Mara", "Ben", "Noor", "Zoé", "Io", "Al")[:seats]):
            first.send(("together", "seat-name", seat, name))
        first.send(("together", "make-link"))
        self.links = [first.link]
        while self.at.match is None:
            self.pass_on()

    def copy(self) -> "Round":
        """Return the same table, whose devices go their own ways."""
        other = copy(self)
        other.devices, other.links = [copy(device) for device in self.devices], [*self.links]
        for device in other.devices:
            device.kept = {**device.kept}
        return other

    @property
    def at(self) -> TurnLink:
        return turn_link.read_link(self.links[-1].partition("#turn=")[2])

    def receive(self) -> Device:
        """Open the last link on the next device, and sit down or begin the turn there."""
        seat = self.at.receiver
        assert seat is not None
        device = self.devices[seat]
        device.open(self.links[-1])
        assert device.step in ("sit", "opened"), device.table
        device.send(("together", "sit-by-link" if device.step == "sit" else "play-turn"))
        return device

    def pass_on(self, rng: Random | None = None) -> None:
        """Play a turn, and take its link."""
        device = self.receive()
        while not device.table.address:
            assert device.model.can_act
            action = (rng or Random(1)).choice(device.model.match.legal())
            before = device.model
            device.send(("play", action))
            if device.model.pending_warning:
                device.send(("play", action))
            assert device.model is not before
        self.links.append(device.link)

    def play(self, rng: Random, most: int = 1000) -> None:
        for _ in range(most):
            if self.at.receiver is None:
                return
            self.pass_on(rng)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "seats"), [("medina", 2), ("medina", 4), ("alhambra", 2), ("alhambra", 3)])
def test_a_whole_game_goes_round_by_link(game: GameName, seats: int) -> None:
    passed = Round(game, seats)
    passed.play(Random(seats))
    last = passed.at
    assert last.match is not None
    assert last.match.result() is not None
    assert max(map(len, passed.links)) <= MAX_LINK_CHARS + len(SITE)
    for device in passed.devices:
        device.open(passed.links[-1])
        assert device.model.match.log == last.match.log
        assert device.model.mover is None
    assert Match.load(last.match.save()) == last.match


def begun(game: GameName = "medina", seats: int = 2, links: int = 6) -> Round:
    """Return a game with so many links after the deal, always the same one."""
    return begun_once(game, seats, links).copy()


@cache
def begun_once(game: GameName, seats: int, links: int) -> Round:
    if not links:
        return Round(game, seats)
    passed = begun(game, seats, links - 1)
    passed.pass_on(Random(links - 1))
    return passed


def lookers(passed: Round) -> tuple[Device, Device]:
    """Return the device that has sent the last link, and the one that it is for."""
    seat = passed.at.receiver
    assert seat is not None
    others = [device for n, device in enumerate(passed.devices) if n != seat]
    sender = next(device for device in others if device.table.address in passed.links[-1] and device.table.address)
    return sender, passed.devices[seat]


def test_the_deal_is_of_both_first_links_and_no_device_chooses_it() -> None:
    passed = Round("medina", 3)
    assert [link.partition("#turn=")[0] for link in passed.links] == [f"{SITE}medina.html"] * 3
    assert [turn_link.read_link(link.partition("#turn=")[2]).receiver for link in passed.links[:2]] == [1, 0]
    first, second = (turn_link.read_link(link.partition("#turn=")[2]) for link in passed.links[:2])
    dealt = passed.at
    assert dealt.values[1] == second.values[1]
    assert turn_link.hash_value(dealt.values[0], dealt.number, 1) == first.values[0]
    assert dealt.match is not None
    assert turn_link.deal_game(dealt, dealt.values[0]).seed == dealt.match.seed
    assert turn_link.deal_game(dealt._replace(values=(dealt.values[0], b"0" * 16)), dealt.values[0]).seed != (
        dealt.match.seed
    )


def test_only_the_next_device_draws_the_cards_of_a_move() -> None:
    passed = begun("alhambra", 3, 3)
    sender, receiver = lookers(passed)
    link = passed.at
    assert link.match is not None
    assert link.held_action is not None
    assert sender.model.match.log == link.match.log
    assert "next" in layout.render_screen(sender.model)["status"]
    receiver.open(passed.links[-1])
    receiver.send(("together", "play-turn"))
    seat, action, cards = receiver.model.match.log[-1]
    assert (seat, action) == (link.match.to_move(), link.held_action)
    assert cards
    hands = receiver.model.view["hands"]
    assert all(isinstance(hand, list) for hand in hands)


def test_a_held_move_is_undone_before_its_link_is_sent() -> None:
    passed = begun("alhambra", 2, 2)
    device = passed.receive()
    length = len(device.model.match.log)
    action = next(each for each in device.model.match.legal() if each[0] == "take")
    device.send(("play", action))
    assert device.table.address
    assert not device.model.can_act
    device.send(("undo",))
    assert device.model.can_act
    assert not device.table.address
    assert device.model.panel is None
    device.reload()
    assert device.model.can_act
    device.send(("play", action))
    assert device.link
    before = device.model.match.log
    device.send(("close",), ("undo",), ("undo-further",), ("restart-turn",), ("play", action))
    assert device.table.address
    assert device.model.match.log == before
    assert len(before) == length


def test_a_move_in_medina_is_undone_before_its_link_is_sent() -> None:
    passed = begun("medina", 2, 2)
    device = passed.receive()
    length = len(device.model.match.log)
    device.send(("undo",))  # not the moves of others
    assert len(device.model.match.log) == length
    while not device.table.address:
        device.send(("play", device.model.match.legal()[0]))
    played = len(device.model.match.log)
    device.send(("undo",))
    assert len(device.model.match.log) == played - 1
    assert device.model.can_act
    device.send(("play", device.model.match.legal()[0]))
    assert device.link
    device.send(("close",), ("undo",))
    assert len(device.model.match.log) == played


def test_a_reload_goes_on_within_a_turn_and_gives_a_sent_link_again() -> None:
    passed = begun("medina", 2, 3)
    device = passed.receive()
    device.send(("play", device.model.match.legal()[0]))
    log = device.model.match.log
    device.reload()
    assert device.model.match.log == log
    assert device.model.can_act
    device.open(passed.links[-1])  # the link that came, once more
    assert device.model.match.log == log
    while not device.table.address:
        device.send(("play", device.model.match.legal()[0]))
    link = device.link
    device.reload()
    assert device.link == link
    device.send(("close",), ("together", "link"))
    assert device.link == link


@pytest.mark.parametrize("game", ["medina", "alhambra"])
def test_an_older_link_says_so_and_a_doubled_one_changes_nothing(game: GameName) -> None:
    passed = begun(game, 2, 6)
    sender, receiver = lookers(passed)
    receiver.open(passed.links[-1])
    opened = receiver.model.match.log
    receiver.open(passed.links[-1])
    assert receiver.step == "opened"
    assert receiver.model.match.log == opened
    receiver.open(passed.links[-3])
    assert receiver.step == "older"
    screen = receiver.screen
    old = turn_link.read_link(passed.links[-3].partition("#turn=")[2])
    assert f"It stops at move {old.moves}. Your game is at move {passed.at.moves}." in screen
    kept = receiver.model
    receiver.send(("together", "look-back"))
    assert receiver.model.read_only
    assert old.match is not None
    assert receiver.model.match.log == old.match.log
    receiver.model = kept
    receiver.send(("together", "go-on"))
    assert receiver.step == "opened"
    assert receiver.game_link.moves == passed.at.moves
    sender.open(passed.links[-1])
    assert sender.table.address
    assert sender.step == "playing"


def test_of_two_moves_with_the_same_number_both_are_kept() -> None:
    passed = begun("medina", 2, 4)
    seat = passed.at.receiver
    assert seat is not None
    twin = Device("medina", 2)
    twin.kept = {**passed.devices[seat].kept}
    base = passed.links[-1]
    links = []
    for device, pick in ((passed.devices[seat], 0), (twin, -1)):
        device.open(base)
        device.send(("together", "play-turn"))
        while not device.table.address:
            device.send(("play", device.model.match.legal()[pick]))
        links.append(device.link)
    other = passed.devices[1 - seat]
    other.open(links[0])
    other.open(links[1])
    assert other.step == "versions"
    assert "There are two versions of this game. Both are kept." in other.screen
    (kept,) = other.kept.values()
    found = link_update.parse_kept_table(kept)
    assert found is not None
    assert [found.text, *found.versions] == [link.partition("#turn=")[2] for link in links]
    forked = other.model
    for n in (0, 1):
        other.model = forked
        other.send(("together", "version", n))
        assert other.step == "opened"
        assert turn_link.write_link(other.game_link) == links[n].partition("#turn=")[2]


def test_anybody_can_look_on_without_playing() -> None:
    passed = begun("alhambra", 2, 3)
    stranger = Device("alhambra", 2)
    stranger.open(passed.links[-1])
    assert stranger.step == "opened"
    stranger.send(("together", "play-turn"))
    assert stranger.step == "opened"  # the person sat down on another device
    assert "sat down on another device" in stranger.screen
    stranger.send(("together", "look-on"))
    assert stranger.model.read_only
    assert not stranger.model.can_act
    assert stranger.model.match.log == passed.at.match.log  # type: ignore[union-attr]


@pytest.mark.parametrize("cut", [1, 12, 100, -1])
def test_a_cut_or_changed_link_is_refused_and_the_game_stays(cut: int) -> None:
    passed = begun("medina", 2, 3)
    device = passed.devices[passed.at.receiver or 0]
    device.open(passed.links[-1])
    kept = {**device.kept}
    device.open(passed.links[-1][:-cut] if cut > 0 else passed.links[-1].replace("=1.", "=1.A"))
    assert device.step == "refused"
    assert "Ask for it again." in device.screen
    assert device.kept == kept


@pytest.mark.parametrize(
    "text",
    ["", "1.", "1", ".", "1.AAAA", "1.é", "x.AAAA", "1." + "A" * 3000, "-1.AAAA", "1.=", "²."],
)
def test_what_is_no_link_has_one_sentence(text: str) -> None:
    with pytest.raises(Illegal, match="Ask for it again"):
        turn_link.read_link(text)
    assert turn_link.number_of(text) in ("", turn_link.number_of(text)[:16])


def test_a_link_of_a_newer_version_asks_for_that_version() -> None:
    with pytest.raises(Newer):
        turn_link.read_link("2.AAAA")


def forged(link: TurnLink, **changes: object) -> str:
    return SITE + turn_link.turn_address(link._replace(**changes))  # type: ignore[arg-type]


def test_links_of_impossible_games_are_refused() -> None:
    link = begun("alhambra", 2, 3).at
    assert link.match is not None
    bots = Match.new("alhambra", ["you", "casual"], seed=1)
    practice = link.match.copy()
    practice.practice = True
    palazzo = Match.new("palazzo", 2, seed=1)
    for changes in (
        {"match": bots},
        {"match": practice},
        {"match": palazzo},
        {"held_action": ["take", "nothing"]},
        {"held_action": "take"},
        {"values": link.values[:1]},
        {"values": ()},
        {"match": None, "values": ()},
        {"match": None, "game": "palazzo"},
        {"match": None, "names": ("Mara",)},
        {"match": None, "names": ("", "Ben")},
        {"match": None, "options": {"none": 1}},
    ):
        text = turn_link.write_link(link._replace(**changes))
        with pytest.raises(Illegal):
            turn_link.read_link(text)


def test_a_draw_that_chance_did_not_give_is_named() -> None:
    passed = begun("alhambra", 2, 5)
    link = passed.at
    assert link.match is not None
    save = link.match.save()
    money = [f"{color}{n}" for color in "bgoy" for n in range(1, 10)]
    drawn = [n for n, entry in enumerate(save["log"]) if entry[2] and entry[2][0] in money]
    checked = 0
    for entry, other in ((entry, other) for entry in reversed(drawn) for other in money):
        mover, action, cards = save["log"][entry]
        if other in cards:
            continue
        forged_log = [*save["log"]]
        forged_log[entry] = (mover, action, [other, *cards[1:]])
        try:
            changed = Match.load({**save, "log": forged_log, "result": None})
        except Illegal:
            continue  # that card is not in the pile, or a later move needs the true one
        device = Device("alhambra", 2)
        device.open(forged(link, match=changed, held_action=changed.legal()[0]))
        assert device.step == "refused"
        assert f"{link.names[1 - mover]}'s device drew them" in device.table.problem
        assert not device.kept
        checked += 1
        if checked == 3:
            break
    assert checked


def test_a_chosen_deal_is_named() -> None:
    link = begun("medina", 2, 0).at
    assert link.match is not None
    chosen = Match.new("medina", link.match.seats, 7, link.options)
    device = Device("medina", 2)
    device.open(forged(link, match=chosen))
    assert device.step == "refused"
    assert "Mara's device dealt it" in device.table.problem


def test_a_changed_secret_gives_other_cards() -> None:
    passed = begun("alhambra", 2, 5)
    link = passed.at
    for seat in range(2):
        values = [*link.values]
        values[seat] = bytes(16)
        with pytest.raises(Illegal, match="chance gave"):
            turn_link.check_draws(link._replace(values=tuple(values)))


def test_a_link_of_another_table_leaves_the_game_of_this_device() -> None:
    one, other = begun("medina", 2, 2), Round("medina", 2)
    for n in range(2):
        other.pass_on(Random(n))
    device = one.devices[0]
    device.open(one.links[-1])
    kept = {**device.kept}
    device.open(other.links[-1])
    assert kept.items() < device.kept.items()
    assert len(device.kept) == 2


def test_markup_in_names_is_shown_as_text() -> None:
    device = Device("medina", 2)
    device.send(("together", "ways"), ("together", "way", "link"), ("together", "set-up"))
    device.send(("together", "seat-name", 1, "<b>Ben</b>"), ("together", "make-link"))
    assert "<b>Ben" not in device.screen
    reader = Device("medina", 2)
    reader.open(device.link)
    assert "<b>Ben" not in reader.screen


def test_kept_text_that_is_damaged_opens_nothing() -> None:
    for text in ("", "{", "[]", '{"v":1,"kind":"link"}', '{"v":2}'):
        assert link_update.parse_kept_table(text) is None
        device = Device("medina", 2)
        device.take(link_update.open_kept(device.model, text, device.address))
        assert device.step == "refused"


def test_palazzo_is_not_played_by_link() -> None:
    device = Device("palazzo", 2)
    device.send(("together", "ways"), ("together", "way", "link"), ("together", "set-up"))
    assert device.model.together is None
    assert isinstance(device.model.panel, WaysPanel)


def test_cancel_goes_back_to_the_game_on_the_table() -> None:
    device = Device("alhambra", 3)
    before = device.model.match
    device.send(("together", "ways"), ("together", "way", "link"), ("together", "set-up"))
    device.send(("together", "seats", 9), ("together", "seats", 4), ("together", "seat-name", 3, "Io"))
    assert device.table.names[3] == "Io"
    assert "cards are open." in device.screen
    device.send(("together", "leave"))
    assert device.model.together is None
    assert device.model.match is before


@pytest.mark.parametrize("seats", [pytest.param(5, marks=pytest.mark.thorough), 6])
def test_links_stay_short_with_many_people(seats: int) -> None:
    passed = begun("alhambra", seats, 12)
    assert max(map(len, passed.links)) < MAX_LINK_CHARS / 2
