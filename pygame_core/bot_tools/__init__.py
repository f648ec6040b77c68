"""Helpers to write a bot. All of them take the view of a seat, and none knows more than that seat.

Actions are in notation, seats are 0-based, and values are points. A function raises Illegal, with a sentence, for a
game that does not exist or an action that is not allowed.

>>> from random import Random
>>> from pygame_core import Match
>>> match = Match.new("alhambra", 2, seed=7)
>>> view = match.view(match.to_move())
>>> legal(view) == match.legal(), preview(view, ["take", "o4"])["to_move"] != view["to_move"]
(True, True)
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

from pygame_core.bot_tools.alhambra import coins, scoring
from pygame_core.bot_tools.view_check import sample_view
from pygame_core.bots import choose, other_seat_error, require_generator
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.dealer import Dealer
from pygame_core.game import impossible_position_error
from pygame_core.i18n import _
from pygame_core.match import GAMES, ViewT, parse_action, require_seat, require_whole_number
from pygame_core.players import Choice
from pygame_core.state import (
    Illegal,
    JsonAction,
    JsonObject,
    Seat,
    State,
    View,
    lead_over_others,
    open_hand,
    read_integer,
)

if TYPE_CHECKING:
    from pygame_core.match import LevelName
    from pygame_core.types import (
        AlhambraAction,
        AlhambraView,
        MedinaAction,
        MedinaView,
        PalazzoAction,
        PalazzoView,
    )

__all__ = ["Choice", "coins", "heuristic", "lead", "legal", "play_out", "preview", "rank", "sample_worlds", "scoring"]


if TYPE_CHECKING:

    @overload
    def legal(view: AlhambraView) -> list[AlhambraAction]: ...
    @overload
    def legal(view: PalazzoView) -> list[PalazzoAction]: ...
    @overload
    def legal(view: MedinaView) -> list[MedinaAction]: ...
    @overload
    def legal(view: View) -> list[JsonAction]: ...


def legal(view: View) -> list[Any]:  # Any: see the overloads
    """Return the legal actions of the seat to move that waste nothing; empty after the end.

    In a game with secrets, the view has to be that of the seat to move, or a world.
    """
    state = sample_view(view, 0)
    if GAMES[view["game"]].has_secrets and view["to_move"] not in (None, view["seat"]) and "world" not in view:
        raise other_seat_error()
    return [state.action_to_json(action) for action in state.legal()]


def preview(view: ViewT, action: Sequence[Any], seed: SupportsIndex | None = None) -> ViewT:
    """Return the view of the same seat after an action of the seat to move.

    Anything that chance reveals is one sample, the same for the same seed. The default is that of the world, or 0. The
    action is that of `Match.play`. Any: it is one of the game of the view.
    """
    number = _world_seed(view) if seed is None else require_whole_number("seed", seed)
    state = sample_view(view, number)
    parsed = parse_action(state, action)
    if refusal := state.allows(parsed):
        raise refusal
    state.apply(parsed, Dealer(number + 1))
    return _view_again(state, view)


def sample_worlds(view: ViewT, rng: Random, n: SupportsIndex) -> list[ViewT]:
    """Return `n` views that look the same to this seat, with every hand filled in at random.

    Each world has its own number `world`, which `preview`, `heuristic` and `play_out` use as their seed. So each world
    has a stream of luck of its own. With a shared one, a bot follows the luck of that stream, which never comes.
    """
    require_generator(rng)
    seeds = [rng.getrandbits(32) for _world in range(_require_count("n", n))]
    return [_view_again(sample_view(view, seed), cast("ViewT", {**view, "world": seed})) for seed in seeds]


def heuristic(view: View, seat: SupportsIndex | None = None) -> float:
    """Return the lead over the others' mean that a seat can expect at the end, in points, as `skilled` sees it.

    Without a seat, it is that of the view. After the end, it is the actual lead.
    """
    state = sample_view(view, _world_seed(view))
    number = require_seat(_own_seat(view) if seat is None else seat, len(state.scores()))
    return sum(GAMES[view["game"]].evaluation.lead_terms(state, number).values())


if TYPE_CHECKING:

    @overload
    def rank(view: AlhambraView) -> list[tuple[AlhambraAction, float]]: ...
    @overload
    def rank(view: PalazzoView) -> list[tuple[PalazzoAction, float]]: ...
    @overload
    def rank(view: MedinaView) -> list[tuple[MedinaAction, float]]: ...
    @overload
    def rank(view: View) -> list[tuple[JsonAction, float]]: ...


def rank(view: View) -> list[Any]:  # Any: see the overloads
    """Return the legal actions of the seat to move with their values in points, the best first.

    `skilled` ranks them in the same way. The view has to be that of the seat to move. The same view
    always gets the same values.
    """
    sample_view(view, 0)  # raises Illegal for a damaged view
    if view["to_move"] is None or view["seat"] != view["to_move"]:
        raise other_seat_error()
    return [(each.action, each.expected_lead) for each in rank_by_evaluation(view, Random(_world_seed(view)))]


def play_out(view: ViewT, rng: Random, turns: SupportsIndex, player: "LevelName" = "casual") -> ViewT:
    """Return the view of the same seat after so many turns of all seats, or at the end, played by a level.

    A turn that has already begun does not count.
    """
    seed = _world_seed(view)
    state, dealer = sample_view(view, seed), Dealer(seed + 1)
    is_turn_start = GAMES[view["game"]].evaluation.is_turn_start
    begun, last = 0, _require_count("turns", turns)
    while (seat := state.to_move()) is not None:
        begun += is_turn_start(state, seat)
        if begun > last:
            break
        state.apply(state.parse(_level_action(player, state.view(seat, memory=player == "master"), rng)), dealer)
    return _view_again(state, view)


def lead(points: Sequence[float], seat: SupportsIndex) -> float:
    """Return a seat's points minus the mean of the other seats' points.

    Raises Illegal, with a sentence, for fewer than 2 seats and for another seat.

    >>> lead([10, 4, 6], 0)
    5.0
    """
    number = require_seat(seat, len(points))
    if len(points) < 2:
        raise Illegal(None, _("A lead needs the points of at least 2 seats."))
    return lead_over_others(points, number)


def _level_action(player: "LevelName", view: View, rng: Random) -> JsonAction:
    if player == "skilled":
        return rank_by_evaluation(view, rng, worlds=1)[0].action  # the same action as with more worlds, and quicker
    return choose(player, view, rng).action


def _view_again(state: State, view: ViewT) -> ViewT:
    """Return the view of another position for the same seat; in a world, with every hand and the world's number."""
    again: JsonObject = {**state.view(view["seat"], view["memory"])}
    if "world" in view:
        again["world"] = _world_seed(view)
        if "hands" in again:
            again["hands"] = [open_hand(state.view(seat), seat) for seat in range(len(again["hands"]))]
    return cast("ViewT", again)


def _world_seed(view: View) -> int:
    number = read_integer(view.get("world", 0)) if isinstance(view, Mapping) else 0
    if number is None:
        raise impossible_position_error()
    return number


def _require_count(name: str, value: object) -> int:
    """Return a number as an `int`. Raises Illegal, with a sentence, if it is no integer or below 0."""
    number = read_integer(value)
    if number is None or number < 0:
        raise Illegal(None, _("“{name}” is a whole number, at least 0.").format(name=name))
    return number


def _own_seat(view: View) -> Seat:
    seat = view["seat"]
    if seat is None:
        raise Illegal(None, _("This is the view of an onlooker. Say which seat you mean."))
    return seat
