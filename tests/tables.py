"""Small positions of Alhambra in notation, scripted play, and whole random matches of any game."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import pygame_core
from pygame_core import GAMES, Illegal, Match, State
from pygame_core.alhambra.components import (
    ALL_BUILDINGS,
    BUILDING_IDS,
    CARD_CURRENCY,
    IDS,
    MONEY_IDS,
    NAMES,
    PURSE_BY_CARD,
    money_deck,
)
from pygame_core.alhambra.state import Alhambra
from pygame_core.bots import choose
from pygame_core.dealer import Replay
from pygame_core.match import require_game

RELEASED_GAMES: list[str] = sorted(name for name, game in GAMES.items() if game.is_released)
"""The released games. Tests that ask more than the contract of every game use only these."""
SITE_GAMES = sorted(path.parent.name for path in Path(pygame_core.__file__).parent.glob("*/game.py"))
"""The games in the sources, which a site made from them has. The tests' own game is not one of them."""
RELEASED_TABLES = [(game, seats) for game in RELEASED_GAMES for seats in GAMES[game].seat_counts]
"""The released games at every number of seats."""
UNKNOWN_GAME = "no-game"
"""A name that no game can have."""
WriteBot = Callable[[str], str]
"""The type of the fixture `write_bot`."""

GAMES_AND_SEATS = [
    pytest.param(game, seats, id=f"{game}-{seats}") for game, kind in GAMES.items() for seats in kind.seat_counts
]
"""Every game at every number of seats.

A test of the contract runs over these, so it covers each game in GAMES. Tests of a single game are in its own test
files, and its facts are in `game_facts`.
"""


LONG_TEST_TABLES = [
    pytest.param(game, seats, id=f"{game}-{seats}", marks=() if seats == kind.seat_counts[-1] else pytest.mark.thorough)
    for game, kind in GAMES.items()
    for seats in kind.seat_counts
]
"""The same for a long test. In `make test`, it runs with the most seats of each game."""


def thorough_except(standing: str, names: Iterable[str]) -> list[object]:
    """Return names as parameters of a long test. In `make test`, only one of them runs."""
    return [pytest.param(name, marks=() if name == standing else pytest.mark.thorough) for name in names]


# -- Alhambra ----------------------------------------------------------------------------------------------------------


def card_ids(names: str) -> list[int]:
    """Return the ids of cards in notation; `-` is an empty place."""
    return [-1 if name == "-" else IDS[name] for name in names.split()]


def card_names(cards: Sequence[int]) -> str:
    """Return the notation of cards by their ids."""
    return " ".join("-" if card < 0 else NAMES[card] for card in cards)


def alhambra_table(
    hands: Sequence[str] = (),
    *,
    seats: int = 3,
    yard: str = "tower-13 garden-12 chambers-11 arcades-10",
    money: str = "y9 b9 g9 o9",
    buildings: Sequence[str] = (),
    discards: str = "",
    pile: str | None = None,
    supply: str | None = None,
    drawn: int = 0,
    pile_size: int = 90,
    scored: str = "AB",
) -> Alhambra:
    """Return a position with seat 0 to move.

    All other components are in `pile` and `supply`, unless these are given. `hands` and `buildings` are by seat (Dirk
    last); seats without an entry have none. Both scoring cards have come, unless `scored` is given. Then `pile_size`
    and `drawn` give the progress of the pile.
    """
    state = Alhambra()
    owners = seats + (seats == 2)
    state.seats, state.starting_seat, state.turn, state.exact_purchases = seats, 0, 0, 0
    state.yard, state.display, state.discards = card_ids(yard), card_ids(money), card_ids(discards)
    state.buildings = [card_ids(row) for row in buildings] + [[] for _ in range(owners - len(buildings))]
    state.purses = [0] * (4 * seats)
    held = [card_ids(hand) for hand in hands]
    for seat, hand in enumerate(held):
        for card in hand:
            state.purses[4 * seat + CARD_CURRENCY[card]] += PURSE_BY_CARD[card]
    gone = Counter([*state.yard, *state.display, *state.discards, *chain(*held, *state.buildings)])
    state.pile = list((Counter(money_deck(seats)) - gone).elements()) if pile is None else card_ids(pile)
    state.supply = list((Counter(ALL_BUILDINGS) - gone).elements()) if supply is None else card_ids(supply)
    state.pile_size, state.money_drawn = pile_size, drawn
    state.scorings = [(letter, ((0,) * 6,) * owners) for letter in scored]
    state.points, state.leftovers = [0] * owners, []
    return state


def play_scripted(state: State, *action: Any, draws: str = "") -> None:
    """Play an action in notation. It must be legal and reveal exactly these draws."""
    parsed = state.parse(list(action))
    assert state.allows(parsed) is None
    dealer = Replay(0, [state.ids_by_name[name] for name in draws.split()])
    state.apply(parsed, dealer)
    dealer.require_script_end()


def refusal_of(state: State, *action: Any) -> Illegal:
    """Return the refusal of an action in notation."""
    reason = state.allows(state.parse(list(action)))
    assert reason is not None, f"{action} is allowed"
    return reason


def legal_actions(state: State) -> list[list[Any]]:
    """Every legal action, in notation."""
    return [state.action_to_json(action) for action in state.legal()]


def all_cards(state: Alhambra) -> tuple[Counter[int], Counter[int]]:
    """Return all money and all buildings, in any place."""
    hands = [card for seat in range(state.seats) for card in state.hand_cards(seat)]
    nobodys = [building for _, building, winner in state.leftovers if winner < 0]
    money = Counter([*state.pile, *state.display, *state.discards, *hands])
    buildings = Counter([*state.supply, *state.yard, *nobodys, *chain(*state.buildings)])
    del buildings[-1]
    assert set(money) <= set(MONEY_IDS)
    assert set(buildings) <= set(BUILDING_IDS)
    return money, buildings


# -- any game ----------------------------------------------------------------------------------------------------------


def state_snapshot(state: State) -> str:
    """Return everything in a state as text, to store and compare."""
    slots = [slot for kind in type(state).__mro__ for slot in getattr(kind, "__slots__", ())]
    return repr([(slot, getattr(state, slot)) for slot in slots])


def random_moments(match: Match, seed: int = 0) -> Iterator[Match[Any]]:
    """Play a match to its end by random legal actions. Yield it before each action, and at the end."""
    chance = random.Random(seed)
    while actions := match.legal():
        yield match
        match.play(chance.choice(actions))
    yield match


def played_match(game: str, moves: int) -> Match[Any]:
    """Return a match of three casual bots after this number of log entries."""
    match, chance = Match.new(require_game(game), 3, 5), random.Random(1)
    while len(match.log) < moves:
        match.play(choose("casual", match.view(match.to_move()), chance).action)
    return match


def entries_into(game: str, seats: int, wanted: int) -> int:
    """Return this number of log entries, or a third of a typical game if the game is short."""
    return min(wanted, GAMES[game].typical_moves[seats] // 3)


@lru_cache(maxsize=64)
def random_positions(game: str, seats: int, seed: int) -> tuple[Match[Any], ...]:
    """Return copies of a random match at each decision, and at the end. Do not change them: play on with a copy."""
    return tuple(match.copy() for match in random_moments(Match.new(require_game(game), seats, seed), seed))
