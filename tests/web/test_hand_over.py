"""Tests that nothing of one person's hand stays on the page when the device is handed over, or after an undo.

Each test plays two games that differ in that hand only. The pages must be the same from the hand-over on.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model, Notice
from palaces.app.routing import Address, address_of_match
from palaces.browser.pacing import VISIBLE_EFFECTS
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.update import begin_session
from palaces.ui.game_view import game_view_of
from screens import offered_messages
from test_hidden_information import hidden_cards

from pygame_core import GAMES, Illegal, Match
from pygame_core.match import Save, require_game

SECRET_GAMES = [name for name, game in GAMES.items() if game.has_secrets]
TOPICS = ("again", "can", "open", "own", "standings", "details", "worth", "beside")
PLAYED_ENTRIES = range(40)
MAX_REDEALS = 300
SEATS = {"two": ("you", "you"), "with a bot": ("you", "bot:casual", "you")}


@dataclass
class Tab:
    """A page: its model, and the live region that a screen reader can read again at any time."""

    model: Model[Any, Any]
    live: list[str] = field(default_factory=list)
    """The sentences in the live region."""

    def send(self, *messages: list[Any]) -> None:
        """Send messages, and run the effects that change the document."""
        for message in messages:
            self.model, effects = update(self.model, message)
            self.run(effects)

    def run(self, effects: Any) -> None:
        for effect in effects:
            if effect[0] == "announce":
                self.live.append(effect[1])
            elif effect[0] == "forget":
                self.live.clear()

    def document(self) -> list[str]:
        """Return everything in the document that a person or a program can read."""
        regions = layout.render_screen(self.model)
        return [layout.page_title(self.model), layout.render_page(self.model, regions), *self.live]

    def answers(self) -> list[Any]:
        """Return the answer to every question by key, and everything that the page would then show."""
        told = []
        for topic in TOPICS:
            asked = Tab(self.model, [*self.live])
            asked.send(["listen", topic, None])
            told.append(asked.document())
        return told


@cache
def running_save(game: str, seats: str, entries: int) -> Save:
    """Return the save of a running game of at least so many entries in which the first person is to move."""
    kinds = SEATS[seats]
    address = Address(game, kinds, ("Ada", *("",) * (len(kinds) - 2), "Cleo"), seed=5)
    match, rng = Match.new(require_game(game), address.match_players(), 5), Random(5)
    while len(match.log) < entries or match.to_move() != 0:
        match.play(rng.choice(match.legal()))
    return match.save()


def seen_by_others(match: Match) -> tuple[Any, ...]:
    """Return all that everybody but the first person can see, now and before."""
    others = range(1, len(match.seats))
    return match.view(None), [match.view(seat) for seat in others], [match.events(seat) for seat in others]


@cache
def twin_matches(game: str, seats: str) -> tuple[Match, Match]:
    """Return two running games that differ only in the hand of the first person, who is to move."""
    return next(pair for n in PLAYED_ENTRIES if (pair := find_twins(running_save(game, seats, n))) is not None)


def find_twins(save: Save) -> tuple[Match, Match] | None:
    """Return twins with a hand-over ahead, or None."""
    game, first, rng = save["game"], Match.load(save), Random(1)
    cards = [*GAMES[game].state_class.names_by_id]
    own = [(way, at) for way, at in hidden_cards(save["setup"]) if way[1:] == (0,)]  # cards of the first hand
    for _try in range(MAX_REDEALS):
        setup = deepcopy(save["setup"])
        (name, seat), at = rng.choice(own)
        setup[name][seat][at] = rng.choice(cards)
        try:
            twin = Match.load(save | {"setup": setup})
        except Illegal:
            continue
        if seen_by_others(twin) == seen_by_others(first) and twin.view(0)["hands"] != first.view(0)["hands"]:
            return (first, twin) if any(shared_actions((first, twin))) else None
    return None


def shared_actions(pair: tuple[Match, Match]) -> Iterator[list[Any]]:
    """Yield actions that both games allow, and that hand the device over or let a bot move."""
    for action in pair[0].legal():
        if pair[1].allows(action) is None:
            ends = [match.copy() for match in pair]
            for match in ends:
                match.play(action)
            if ends[0].to_move() != 0 and seen_by_others(ends[0]) == seen_by_others(ends[1]):
                yield action


def open_tab(match: Match) -> Tab:
    """Return the page of a game, in front of the first person."""
    model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
    tab = Tab(begin_session(model, "", {"on": "premove"})[0])
    tab.send(["ready"])
    return tab


def use_everything(tab: Tab) -> None:
    """Let the person at the page ask, touch and open everything that depends on their hand."""
    for topic in TOPICS:
        tab.send(["listen", topic, None])
    for message in offered_messages(tab.model):
        if message[0] in ("touch", "explain", "seat") and tab.model.can_act:
            tab.send(message)
    tab.send(["touch", "clear"], ["play", ["no such action"]])
    for panel in game_view_of(tab.model).menu_panels(tab.model):
        tab.send(["panel", panel], ["close"])
    tab.send(["signs"], ["walk", 1], ["listen", "own", None])


def let_bots_move(pair: tuple[Tab, Tab]) -> None:
    """Play the same move of bots in both games until a person is to move."""
    while pair[0].model.bot_level is not None:
        action = pair[0].model.match.legal()[0]
        for tab in pair:
            tab.send(["bot", tab.model.game_serial, len(tab.model.match.log), action])


def check_same(pair: tuple[Tab, Tab]) -> None:
    assert pair[0].document() == pair[1].document()
    assert pair[0].answers() == pair[1].answers()


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("game", SECRET_GAMES)
def test_nothing_of_a_hand_is_left_on_the_page_after_the_hand_over(game: str, seats: str) -> None:
    matches = twin_matches(game, seats)
    for action in [*shared_actions(matches)][:3]:
        pair = open_tab(matches[0]), open_tab(matches[1])
        for tab in pair:
            use_everything(tab)
        assert pair[0].document() != pair[1].document(), "the hands differ"
        for tab in pair:
            tab.send(["play", action])
        let_bots_move(pair)
        assert pair[0].model.curtain
        check_same(pair)
        for tab in pair:
            tab.send(["log", "all"], ["panel", "log"], ["close"], ["undo"], ["undo-further"], ["draft", ["x"]])
        check_same(pair)
        for tab in pair:
            tab.send(["ready"])
        assert not pair[0].model.curtain
        check_same(pair)
        for tab in pair:
            tab.send(["undo"])
        check_same(pair)
        for tab in pair:
            tab.send(["close"])
            use_everything(tab)
        check_same(pair)


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_what_a_bot_s_move_lets_stand_goes_with_the_hand_over(game: str) -> None:
    """A tooltip, an answer, a plan or a short notice of the first person may be open while a bot thinks."""
    matches = twin_matches(game, "with a bot")
    pair = open_tab(matches[0]), open_tab(matches[1])
    action = next(shared_actions(matches))
    for tab in pair:
        tab.send(["play", action])
        assert tab.model.bot_level is not None
        use_everything(tab)
        tab.send(["aside", f"Your hand: {tab.model.view['hands'][0]}"], ["explain", "hand"])
    assert pair[0].document() != pair[1].document()
    let_bots_move(pair)
    check_same(pair)


def test_the_page_forgets_before_it_announces_the_next_person() -> None:
    match = twin_matches("alhambra", "two")[0]
    tab = open_tab(match)
    effects = update(tab.model, ["play", next(shared_actions(twin_matches("alhambra", "two")))])[1]
    names = [effect[0] for effect in effects]
    assert names.count("forget") == 1
    assert names.index("forget") < names.index("announce")
    assert "forget" in VISIBLE_EFFECTS


@pytest.mark.parametrize("game", GAMES)
def test_a_person_who_plays_alone_keeps_what_was_announced(game: str) -> None:
    match = Match.new(
        require_game(game), [{"name": "Ada", "kind": "human"}, {"name": "Zahra", "kind": "bot:casual"}], 1
    )
    model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
    for _turn in range(6):
        action = model.match.legal()[0]
        sent = ["bot", 0, len(model.match.log), action] if model.bot_level else ["play", action]
        model, effects = update(model, sent)
        assert "forget" not in [effect[0] for effect in effects]


# -- undo --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_undo_leaves_nothing_of_the_later_position(game: str) -> None:
    """The page after an undo is that of a game in which the other moves were never made."""
    documents = []
    for other_way in (False, True):
        match = Match.new(
            require_game(game), [{"name": "Ada", "kind": "human"}, {"name": "Zahra", "kind": "bot:random"}], 3
        )
        while match.to_move() != 0:
            match.play(match.legal()[0])
        tab = Tab(start_game(address_of_match(match, Address(speed="instant")), match)[0])
        begun, legal = len(match.log), match.legal()
        tab.send(["play", legal[-1 if other_way else 0]])
        while len(tab.model.match.log) < begun + 4 or tab.model.mover != 0:
            action = tab.model.match.legal()[0]
            sent = ["bot", 0, len(tab.model.match.log), action] if tab.model.bot_level else ["play", action]
            tab.send(["close"], sent)
        use_everything(tab)
        tab.send(["aside", f"Played for you: {legal[0]} {other_way}"])
        while len(tab.model.match.log) > begun:
            tab.send(["undo"], ["undo-further"])
        assert len(tab.model.match.log) == begun
        documents.append((tab.document(), tab.answers()))
    assert documents[0] == documents[1]


def test_undo_keeps_a_notice_that_is_not_about_a_move() -> None:
    match = Match.new("medina", [{"name": name, "kind": "human"} for name in ("Ada", "Cleo")], 3)
    model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
    tab = Tab(model)
    tab.send(["notice", "This browser's storage is full"], ["play", tab.model.match.legal()[0]], ["undo"])
    tab.send(["undo-further"])
    assert tab.model.notices == (Notice("This browser's storage is full"),)
