"""Tournaments between bots: every deal is played once in each rotation of the seats, so luck evens out."""

import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from itertools import islice
from math import inf, log10, sqrt
from operator import itemgetter
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pygame_core.bots import LEVELS, Budget, bot_view, choose
from pygame_core.bots.level_player import level_budget
from pygame_core.bots.player_process import (
    Limits,
    PlayerError,
    PlayerProcess,
    close_idle_processes,
    give_back,
    shorten_answer,
    take_process,
)
from pygame_core.i18n import _
from pygame_core.match import Match, require_game
from pygame_core.players import Spec, parse, resolve
from pygame_core.state import Illegal, JsonAction, JsonObject, Result, Seat

if TYPE_CHECKING:
    from pygame_core.match import LevelName

Z_95_PERCENT = 1.96
REPORTED_FIELDS = ("name", "win_rate", "low", "high", "mean_score", "failed")  # fields in the JSON file


class GameTask(NamedTuple):
    """One game to play. Player `p` of `levels` is in seat `(p + rotation) % seats`.

    A player is the text of a `players.Spec`: a level, perhaps with its own thinking time as in `master:2`, or a bot of
    one's own. `budget` is for levels, and `limits` for all others.
    """

    game: str
    levels: tuple[str, ...]
    number: int
    seed: int
    rotation: int
    is_saved: bool = False
    budget: Budget = Budget()
    limits: Limits = Limits()


class Failure(NamedTuple):
    """How a player of one's own lost its game: `reason` is `error`, `illegal` or `time`; `message` is a sentence."""

    player: int
    reason: str
    message: str


class PlayedGame(NamedTuple):
    """One finished game: each player's share of the victory and points; the save as JSON text, or "".

    A player that failed has lost, as if it had resigned. The points are those of that moment.
    """

    number: int
    wins: list[float]
    scores: list[int]
    actions: int
    save: str
    failure: Failure | None = None


class PlayerResults(NamedTuple):
    """One player's results.

    `low` and `high` bound the win rate (Wilson, 95%). `elo_low` and `elo_high` are the `elo_difference` of these
    bounds. `lead` is the player's mean score minus the mean of the others at the same table. `failed` counts the games
    that the player lost because it failed. The means leave out all games in which a player failed.
    """

    name: str
    win_rate: float
    low: float
    high: float
    mean_score: float
    lead: float
    elo: float
    elo_low: float
    elo_high: float
    failed: int = 0


def schedule_games(
    game: str,
    levels: Sequence[str],
    games: int,
    seed: int,
    save: bool = False,
    budget: Budget = Budget(),  # noqa: B008 - it is a constant
    limits: Limits = Limits(),  # noqa: B008 - it is a constant
) -> Iterator[GameTask]:
    """Yield the games of a tournament, the same for the same seed, regardless of the players.

    >>> [(task.number, task.rotation) for task in schedule_games("alhambra", ("casual", "random"), 3, seed=1)]
    [(0, 0), (1, 1), (2, 0)]
    """
    rng = Random(seed)
    deal = 0
    players = tuple(str(resolve(parse(level))) for level in levels)
    for number in range(games):
        rotation = number % len(levels)
        if rotation == 0:
            deal = rng.getrandbits(32)
        yield GameTask(game, players, number, deal, rotation, save, budget, limits)


def play_task(task: GameTask) -> PlayedGame:
    """Play one game to its end and return its result.

    A player of one's own plays in a process of its own. If it raises an error, answers with an illegal action or takes
    too long, it resigns. Raises Illegal, with a sentence, if a player can't be loaded.
    """
    seats = len(task.levels)
    specs = [parse(level) for level in task.levels]
    names = unique_names([spec.label() for spec in specs])
    at = [(seat - task.rotation) % seats for seat in range(seats)]
    kinds = [spec.player if spec.player in LEVELS else "custom" for spec in specs]
    match = Match.new(require_game(task.game), [{"name": names[p], "kind": f"bot:{kinds[p]}"} for p in at], task.seed)
    failure = None
    with ExitStack() as stack:
        movers = [_seat_player(specs[p], f"{task.seed} {p}", task, stack) for p in at]
        seat: Seat | None = None
        try:
            for seat, mover in enumerate(movers):
                mover.begin(seat, task.game)
            while (seat := match.to_move()) is not None:
                match.play(movers[seat].choose(match))
        except PlayerError as error:
            assert seat is not None
            match.resign(seat)
            failure = Failure(at[seat], error.reason, str(error))
        result = match.result()
        assert result
        for mover in movers:
            mover.end(result)
    scores, places = result["scores"], result["places"]
    shared = places.count(1)
    by_player = [(player + task.rotation) % seats for player in range(seats)]
    return PlayedGame(
        task.number,
        [(places[seat] == 1) / shared for seat in by_player],
        [scores[seat] for seat in by_player],
        len(match.log),
        json.dumps(match.save(), ensure_ascii=False) if task.is_saved else "",
        failure,
    )


class _SeatPlayer(Protocol):
    """The player of a seat in one game. A player that fails raises PlayerError."""

    def begin(self, seat: Seat, game: str) -> None: ...

    def choose(self, match: Match) -> JsonAction: ...

    def end(self, result: Result) -> None: ...


class _LevelSeat:
    """A level: it plays in this process, and never fails."""

    def __init__(self, level: "LevelName", budget: Budget, rng: Random) -> None:
        self._level, self._budget, self._rng = level, budget, rng

    def begin(self, seat: Seat, game: str) -> None: ...

    def choose(self, match: Match) -> JsonAction:
        return choose(self._level, bot_view(self._level, match), self._rng, self._budget).action

    def end(self, result: Result) -> None: ...


class _OwnSeat:
    """A player of one's own, in a process of its own. It gets the view of its seat and nothing else."""

    def __init__(self, process: PlayerProcess, seed: str) -> None:
        self._process, self._seed = process, seed

    def begin(self, seat: Seat, game: str) -> None:
        self._process.begin(seat, game, self._seed)

    def choose(self, match: Match) -> JsonAction:
        view = match.view(match.to_move(), memory=self._process.wants_memory)
        action = self._process.choose(view, match.legal())
        if refusal := match.allows(action):
            sentence = _("It answered {answer}. Not allowed: {reason}")
            raise PlayerError("illegal", sentence.format(answer=shorten_answer(action), reason=refusal))
        return action

    def end(self, result: Result) -> None:
        self._process.end(result)


def _seat_player(spec: Spec, seed: str, task: GameTask, stack: ExitStack) -> _SeatPlayer:
    """Return the player of a seat. When the stack closes, the process of the player is free again."""
    if spec.player in LEVELS:
        return _LevelSeat(spec.player, level_budget(spec, task.budget), Random(seed))
    process = take_process(str(resolve(spec)), task.limits)
    stack.callback(give_back, process)
    return _OwnSeat(process, seed)


def run_tasks(todo: Iterable[GameTask], executor: Executor | None = None, ahead: int = 2) -> Iterator[PlayedGame]:
    """Play every game, here or with an executor, and yield each when it ends.

    `ahead` is the maximum number of games that an executor has at any time. Any exception is raised after the games
    that had already ended.
    """
    if executor is None:
        try:
            yield from map(play_task, todo)
        finally:
            close_idle_processes()
        return
    todo = iter(todo)
    running: set[Future[PlayedGame]] = set()
    try:
        while True:
            with _block_interrupts():  # a new process inherits the mask, so it is protected from its start
                running |= {executor.submit(play_task, task) for task in islice(todo, ahead - len(running))}
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(ended, key=_has_failed):
                yield future.result()
    finally:
        for future in running:
            future.cancel()


def _has_failed(future: Future[PlayedGame]) -> bool:
    return future.cancelled() or future.exception() is not None


@contextmanager
def process_pool(jobs: int) -> Iterator[Executor | None]:
    """Yield an executor with `jobs` processes on this computer; None for one job, which is this process.

    After an exception, the processes end at once, in mid-game. Raises Illegal, with a sentence, if a process dies.
    """
    if jobs == 1:
        yield None
        return
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe with a progress bar's thread
    try:
        with ProcessPoolExecutor(jobs, context, _tie_to_parent) as pool:
            try:
                yield pool
            except BaseException:
                _kill_processes(pool)
                raise
    except BrokenProcessPool:
        sentence = _("Something stopped a process in mid-game. Try again, with fewer jobs if memory ran out.")
        raise Illegal(None, sentence) from None


def _kill_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, which would otherwise finish their games first."""
    for process in [*(pool._processes or {}).values()]:  # a public method comes with Python 3.14
        process.kill()


def _tie_to_parent() -> None:
    """Ignore Ctrl-C, which reaches every process of the terminal, and exit with the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    first = multiprocessing.parent_process()
    assert first
    first.join()
    os._exit(1)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block Ctrl-C briefly, if the system supports it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unique_names(levels: Sequence[str]) -> list[str]:
    """Return the players' names: their levels, numbered if a level occurs several times.

    >>> unique_names(["casual", "random", "random"])
    ['casual', 'random#1', 'random#2']
    """
    numbered = [f"{level}#{levels[: n + 1].count(level)}" for n, level in enumerate(levels)]
    return [level if levels.count(level) == 1 else name for level, name in zip(levels, numbered, strict=True)]


def tally_results(levels: Sequence[str], played: Sequence[PlayedGame]) -> list[PlayerResults]:
    """Return the results by player, from at least one game."""
    played, games = sorted(played, key=itemgetter(0)), len(played)  # sums of fractions are then always the same
    complete = [game for game in played if not game.failure]
    rows = []
    for player, name in enumerate(unique_names(levels)):
        rate = sum(game.wins[player] for game in played) / games
        low, high = wilson_interval(rate, games)
        mean = sum(game.scores[player] for game in complete) / max(1, len(complete))
        total = sum(sum(game.scores) for game in complete) / max(1, len(complete))
        others = (total - mean) / (len(levels) - 1)
        elo, elo_low, elo_high = (round(elo_difference(part, len(levels)), 1) for part in (rate, low, high))
        lead = round(mean - others, 2)
        failed = sum(game.failure is not None and game.failure.player == player for game in played)
        shares = (round(rate, 4), round(low, 4), round(high, 4))
        rows.append(PlayerResults(name, *shares, round(mean, 2), lead, elo, elo_low, elo_high, failed))
    return rows


def wilson_interval(rate: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval for a win rate (E. B. Wilson 1927).

    >>> [round(bound, 3) for bound in wilson_interval(0.5, 100)]
    [0.404, 0.596]
    """
    centre = rate + Z_95_PERCENT * Z_95_PERCENT / (2 * games)
    spread = Z_95_PERCENT * sqrt(rate * (1 - rate) / games + Z_95_PERCENT * Z_95_PERCENT / (4 * games * games))
    scale = 1 + Z_95_PERCENT * Z_95_PERCENT / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def elo_difference(rate: float, seats: int) -> float:
    """Return a player's lead over its opponents in Elo points: 400 log10((n - 1) p / (1 - p)), with win rate p.

    With two seats this is Elo's own formula. With more seats it treats the others as n - 1 equals, each of whom wins in
    proportion to strength (Bradley and Terry's model for several players, by Plackett and Luce). It is 0 at p = 1 / n.

    >>> round(elo_difference(0.75, 2)), elo_difference(0.25, 4), elo_difference(1.0, 2)
    (191, 0.0, inf)
    """
    if not 0 < rate < 1:
        return inf if rate else -inf
    return 400 * log10((seats - 1) * rate / (1 - rate))


def results_report(game: str, rows: Sequence[PlayerResults], games: int, actions_per_second: float) -> JsonObject:
    """Return the results in the form of the JSON file."""
    players = [{key: getattr(row, key) for key in REPORTED_FIELDS} for row in rows]
    return {"game": game, "games": games, "players": players, "actions_per_second": round(actions_per_second, 1)}
