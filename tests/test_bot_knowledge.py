"""Tests that a bot knows its view and nothing else: no public way leads from a view to what is hidden.

Two positions look the same to a seat and differ in what it cannot see. From both views, everything that a bot can reach
has to be equal: each helper of `bot_tools`, the levels, and the state of the generator that it uses.
"""

import gc
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Literal

import pytest
from tables import GAMES_AND_SEATS, entries_into, random_moments

from pygame_core import GAMES, Dealer, Match, State, bot_tools
from pygame_core.bots import Budget, choose
from pygame_core.match import BOT_LEVELS, require_game
from pygame_core.state import View

SCORINGS: tuple[Literal["A", "B", "C"], ...] = ("A", "B", "C")

MOMENTS = (5, 24)  # log entries
ACTIONS = 4  # tried actions of each position
PLAIN_TYPES = {type(Match.new("medina", 2, 1).view(0)), dict, list, str, int, bool, type(None)}
SHARED_TYPES = (type, ModuleType, FunctionType, BuiltinFunctionType)
"""What every program of the process shares, so that it is no way from a view."""

Reach = Callable[[Any, Random], object]

HELPERS: dict[str, Reach] = {
    "legal": lambda view, rng: bot_tools.legal(view),
    "preview": lambda view, rng: [bot_tools.preview(view, action, 3) for action in some_actions(view)],
    "sample_worlds": lambda view, rng: [
        (world, [bot_tools.preview(world, action) for action in some_actions(view)], bot_tools.heuristic(world))
        for world in bot_tools.sample_worlds(view, rng, 2)
    ],
    "heuristic": lambda view, rng: [bot_tools.heuristic(view, seat) for seat in range(view["seats"])],
    "rank": lambda view, rng: bot_tools.rank(view),
    "play_out": lambda view, rng: bot_tools.play_out(view, rng, 2),
    "lead": lambda view, rng: [bot_tools.lead(view["points"], seat) for seat in range(view["seats"])],
    "scoring": lambda view, rng: [bot_tools.scoring(view, letter) for letter in SCORINGS if "buildings" in view],
    "coins": lambda view, rng: [bot_tools.coins(view, seat) for seat in range(view["seats"])],
}


def some_actions(view: View) -> list[list[Any]]:
    """Return a few of the legal actions, among them the first and the last."""
    legal: list[list[Any]] = bot_tools.legal(view)
    return [*legal[:: 1 + len(legal) // ACTIONS], legal[-1]]


@cache
def played_matches(game: str, seats: int) -> tuple[Match, ...]:
    """Return copies of a random match after some entries of its log."""
    wanted = {entries_into(game, seats, n) for n in MOMENTS}
    moments = random_moments(Match.new(require_game(game), seats, 4), 4)
    return tuple(match.copy() for match in moments if len(match.log) in wanted)


def position_pairs(game: str, seats: int) -> Iterator[tuple[State, State, int, bool]]:
    """Yield two positions with the same view, the seat to move, and whether the view has memory."""
    for match in played_matches(game, seats):
        seat = match.to_move()
        assert seat is not None
        for memory in (False, True):
            yield match.state, GAMES[game].sample(match.view(seat, memory), Dealer(77)), seat, memory


def test_every_helper_is_tried() -> None:
    assert set(HELPERS) == set(bot_tools.__all__) - {"Choice"}  # the form of an answer


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_nothing_within_reach_of_a_view_depends_on_what_is_hidden(game: str, seats: int) -> None:
    differing = 0
    for state, twin, seat, memory in position_pairs(game, seats):
        differing += state.key() != twin.key()
        view, same = state.view(seat, memory), twin.view(seat, memory)
        assert view == same
        for name, reach in HELPERS.items():
            rng, other = Random(8), Random(8)
            assert reach(view, rng) == reach(same, other), name
            assert rng.getstate() == other.getstate(), name
        for level in BOT_LEVELS:
            rng, other = Random(8), Random(8)
            decision = choose(level, view, rng, Budget(2))
            assert decision == choose(level, same, other, Budget(2)), level
            assert rng.getstate() == other.getstate(), level
    assert differing > 0 or not GAMES[game].has_secrets


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.has_secrets])
def test_what_is_hidden_matters(game: str) -> None:
    """A helper that read the position itself would fail the test above."""
    told = 0
    for state, twin, seat, _memory in position_pairs(game, 2):
        hidden = [other for other in range(2) if other != seat]
        told += [state.view(other) for other in hidden] != [twin.view(other) for other in hidden]
    assert told > 0


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_view_is_plain_data_and_has_no_part_in_common_with_the_match(game: str, seats: int) -> None:
    """Every attribute that a view or a legal action leads to is reached, whatever its name."""
    for match in played_matches(game, seats):
        seat = match.to_move()
        held = {id(one) for one in reachable_objects(match) if isinstance(one, list | dict)}
        view: Any = match.view(seat, memory=True)
        given: list[Any] = [view, match.legal(), *bot_tools.sample_worlds(view, Random(1), 2)]
        for one in reachable_objects(given):
            assert type(one) in PLAIN_TYPES, one
            assert id(one) not in held, one


def test_the_generator_of_a_player_is_not_that_of_the_deal() -> None:
    for seed in range(50):
        match = Match.new("alhambra", 2, seed)
        states = {one.getstate() for one in reachable_objects(match) if isinstance(one, Random)}
        assert len(states) == 1
        assert states.isdisjoint(Random(f"{seed} {player}").getstate() for player in range(2))


def reachable_objects(root: object) -> Iterator[object]:
    """Yield an object and everything that it refers to, in any way."""
    todo, seen = [root], set[int]()
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, SHARED_TYPES):
            continue
        seen.add(id(one))
        yield one
        todo += gc.get_referents(one)
