"""Tournaments between bots: every deal is played once in each rotation of the seats, so luck evens out.

`play_tournament` is for programs. The commands use the parts of it.
"""

import json
import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from itertools import combinations, islice
from math import isinf
from operator import itemgetter
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, Protocol, SupportsIndex, TypedDict

from pygame_core import __version__
from pygame_core.bots import LEVELS, Budget, bot_view, choose
from pygame_core.bots.level_player import level_budget
from pygame_core.bots.player_process import (
    Limits,
    PlayerError,
    PlayerProcess,
    close_idle_processes,
    give_back,
    take_process,
)
from pygame_core.bots.win_rates import PairedDifference, elo_difference, paired_difference, wilson_interval
from pygame_core.i18n import _
from pygame_core.match import GAMES, Match, SeatEntry, require_game
from pygame_core.players import Spec, load, parse, read_spec, resolve, seat_kind, stop_loading, unique_names
from pygame_core.state import Illegal, JsonAction, JsonObject, Result, Seat, read_integer

if TYPE_CHECKING:
    from pygame_core.match import GameName, LevelName


class GameTask(NamedTuple):
    """One game to play. Player `p` of `levels` is in seat `(p + rotation) % seats`.

    A player is the text of a `players.Spec`: a level, perhaps with its own thinking time as in `master:2`, or your own
    bot. `budget` is for levels, and `limits` for all others. `names` are the names of the players, if they have
    other ones than their specs. `options` are options of the game with their values.
    """

    game: str
    levels: tuple[str, ...]
    number: int
    seed: int
    rotation: int
    is_saved: bool = False
    budget: Budget = Budget()
    limits: Limits = Limits()
    names: tuple[str, ...] = ()
    options: tuple[tuple[str, int | str], ...] = ()


class Failure(NamedTuple):
    """How your own player lost its game: `reason` is `error`, `illegal` or `time`; `message` is a sentence.

    `line` is the line in the file of the player, counted from 1; None if there is none.
    """

    player: int
    reason: str
    message: str
    line: int | None = None


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

    def failure_of(self, player: int) -> Failure | None:
        """Return how a player lost this game because it failed; None if it did not fail."""
        return self.failure if self.failure and self.failure.player == player else None


class PlayerResults(NamedTuple):
    """One player's results.

    `low` and `high` bound the win rate (Wilson, 95%). `elo_low` and `elo_high` are the `elo_difference` of these
    bounds. `lead` is the player's mean score minus the mean of the others at the same table. `failed` counts the games
    that the player lost because it failed. The means leave out all games in which a player failed, and are None without
    any other game.
    """

    name: str
    win_rate: float
    low: float
    high: float
    mean_score: float | None
    lead: float | None
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
    names: Sequence[str] = (),
    options: Mapping[str, int | str] | None = None,
) -> Iterator[GameTask]:
    """Yield the games of a tournament, the same for the same seed, regardless of the players.

    >>> [(task.number, task.rotation) for task in schedule_games("alhambra", ("casual", "random"), 3, seed=1)]
    [(0, 0), (1, 1), (2, 0)]
    """
    deals, deal = deal_seeds(seed), 0
    players = tuple(str(resolve(parse(level))) for level in levels)
    settings = (budget, limits, tuple(names), tuple((options or {}).items()))
    for number in range(games):
        rotation = number % len(levels)
        if rotation == 0:
            deal = next(deals)
        yield GameTask(game, players, number, deal, rotation, save, *settings)


def deal_seeds(seed: int) -> Iterator[int]:
    """Yield the seed of each deal of a tournament, without end."""
    rng = Random(seed)
    while True:
        yield rng.getrandbits(32)


def play_task(task: GameTask) -> PlayedGame:
    """Play one game to its end and return its result.

    Your own player plays in a process of its own. If it raises an error, answers with an illegal action or takes
    too long, it resigns. Raises Illegal, with a sentence, if a player can't be loaded.
    """
    seats = len(task.levels)
    specs = [parse(level) for level in task.levels]
    names = task.names or unique_names([spec.label() for spec in specs])
    at = [(seat - task.rotation) % seats for seat in range(seats)]
    entries: list[SeatEntry] = [{"name": names[p], "kind": seat_kind(specs[p])} for p in at]
    match = Match.new(require_game(task.game), entries, task.seed, dict(task.options))
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
            failure = Failure(at[seat], error.reason, str(error), error.line)
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


def try_players(players: Iterable[Spec], limits: Limits) -> None:
    """Load all players before the first game. Each of your own players gets a process, which waits for its games.

    Raises Illegal, with a sentence, for a player that can't be loaded, and for limits that leave no time.
    """
    stop_loading()
    if not all(seconds > 0 for seconds in limits):
        raise Illegal(None, _("Give a bot more than 0 seconds for a move and for a game."))
    for spec in map(resolve, players):
        if spec.player:
            load(spec)
        else:
            give_back(take_process(str(spec), limits))


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
    """Your own player, in a process of its own."""

    def __init__(self, process: PlayerProcess, seed: str) -> None:
        self._process, self._seed = process, seed

    def begin(self, seat: Seat, game: str) -> None:
        self._process.begin(seat, game, self._seed)

    def choose(self, match: Match) -> JsonAction:
        return self._process.choose(match)

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
    close_idle_processes()  # the games are elsewhere
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

    After an exception, the processes end at once, in mid-game. Raises Illegal, with a sentence, if a process dies, and
    for a script that each of them would run again.
    """
    if jobs == 1:
        yield None
        return
    if _is_unguarded_script():
        raise Illegal(
            None, _('With several jobs, start the games under `if __name__ == "__main__":`, or give one job.')
        )
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


def _is_unguarded_script() -> bool:
    """Return True if the main script calls this from its top level and never asks for `__name__`."""
    frame = sys._getframe()
    while frame.f_back:
        frame = frame.f_back
    code, file = frame.f_code, getattr(sys.modules["__main__"], "__file__", None)
    return code.co_name == "<module>" and code.co_filename == file and "__name__" not in code.co_names


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


def tally_results(
    levels: Sequence[str], played: Sequence[PlayedGame], names: Sequence[str] = ()
) -> list[PlayerResults]:
    """Return the results by player, from at least one game."""
    played, games = sorted(played, key=itemgetter(0)), len(played)  # sums of fractions are then always the same
    complete = [game for game in played if not game.failure]
    rows = []
    for player, name in enumerate(names or unique_names(levels)):
        rate = sum(game.wins[player] for game in played) / games
        low, high = wilson_interval(rate, games)
        mean = lead = None
        if complete:
            mean = sum(game.scores[player] for game in complete) / len(complete)
            total = sum(sum(game.scores) for game in complete) / len(complete)
            lead = round(mean - (total - mean) / (len(levels) - 1), 2)
            mean = round(mean, 2)
        elo, elo_low, elo_high = (round(elo_difference(part, len(levels)), 1) for part in (rate, low, high))
        failed = sum(game.failure_of(player) is not None for game in played)
        shares = (round(rate, 4), round(low, 4), round(high, 4))
        rows.append(PlayerResults(name, *shares, mean, lead, elo, elo_low, elo_high, failed))
    return rows


def win_rates_by_deal(played: Sequence[PlayedGame], player: int) -> dict[int, float]:
    """Return a player's win rate in each deal that was played from every seat, by the number of the deal."""
    wins: dict[int, list[float]] = {}
    for game in sorted(played, key=itemgetter(0)):
        wins.setdefault(game.number // len(game.wins), []).append(game.wins[player])
    return {deal: sum(each) / len(each) for deal, each in wins.items() if len(each) == len(played[0].wins)}


def pair_differences(played: Sequence[PlayedGame]) -> Iterator[tuple[int, int, PairedDifference]]:
    """Yield each two players with the difference of their win rates by deal. Deals that are not complete don't count.

    There is none before a first complete deal.
    """
    rates = [win_rates_by_deal(played, player) for player in range(len(played[0].wins))]
    for one, other in combinations(range(len(rates)), 2):
        if rates[one]:
            yield one, other, paired_difference([rates[one][deal] - rates[other][deal] for deal in rates[one]])


# -- reports -----------------------------------------------------------------------------------------------------------


class TournamentSettings(TypedDict):
    """All settings of a tournament, except the number of games and the limits of your own players."""

    game: str
    seats: list[str]
    """The text of each player's spec."""
    seed: int
    budget: int | None
    """The most playouts for each move of a level that searches."""
    seconds: float | None
    """The most processor seconds for each move of such a level."""
    options: dict[str, int | str] | None
    rules: int
    minds: int
    """The version of the levels in this game."""
    version: str


PlayerRecord = dict[str, str | int | float | None]
"""The results of one player in one flat record, which describes itself: see `player_records`."""


def tournament_settings(
    game: str, players: Sequence[str], seed: int, budget: Budget, options: Mapping[str, int | str] | None
) -> TournamentSettings:
    """Return the settings of a tournament with these players and the present version."""
    return {
        "game": game,
        "seats": [*players],
        "seed": seed,
        "budget": budget.playouts,
        "seconds": budget.seconds,
        "options": dict(options) if options else None,
        "rules": GAMES[game].rules_version,
        "minds": GAMES[game].bot_version,
        "version": __version__,
    }


def player_records(settings: Mapping[str, object], rows: Sequence[PlayerResults], games: int) -> list[PlayerRecord]:
    """Return one flat record for each player, with the settings of the tournament in each: `TournamentSettings`.

    Win rates are from 0 to 1, leads and scores in points, ratings in Elo points. A rating without bound is None. Each
    option of the game that was set is an entry of its own.
    """
    specs = settings["seats"]
    assert isinstance(specs, Sequence)
    about = settings_record(settings)
    return [
        {
            "game": about["game"],
            "seed": about["seed"],
            "games": games,
            "seats": len(rows),
            "player": n,
            "spec": specs[n],
            **{key: None if isinstance(one, float) and isinf(one) else one for key, one in row._asdict().items()},
            **about,
        }
        for n, row in enumerate(rows)
    ]


def settings_record(settings: Mapping[str, object]) -> PlayerRecord:
    """Return the settings of a tournament as entries of a record, without its players."""
    options = settings.get("options")
    plain = {key: one for key, one in settings.items() if one is None or isinstance(one, str | int | float)}
    plain.pop("options", None)
    return plain | (dict(options) if isinstance(options, Mapping) else {})


def results_report(
    settings: TournamentSettings,
    rows: Sequence[PlayerResults],
    played: Sequence[PlayedGame],
    seconds: float,
) -> JsonObject:
    """Return the results in the form of the JSON file. `seconds` is the time of all these games."""
    about = {key: value for key, value in settings.items() if key != "seats"}
    common = {*about, "games", "seats", "player", *(settings["options"] or ())}
    records = player_records(settings, rows, len(played))
    return {
        **about,
        "games": len(played),
        "players": [
            {key: value for key, value in record.items() if key not in common}
            | {"failures": failure_records(n, played)}
            for n, record in enumerate(records)
        ],
        "pairs": [
            {
                "a": rows[one].name,
                "b": rows[other].name,
                **difference_record(pair),
            }
            for one, other, pair in pair_differences(played)
        ],
        "games_per_second": round(len(played) / seconds, 2),
        "actions_per_second": round(sum(game.actions for game in played) / seconds, 1),
    }


def difference_record(pair: PairedDifference) -> dict[str, float]:
    """Return a difference with the bounds of its interval, in the form of the JSON file."""
    return {"difference": round(pair.difference, 4), "low": round(pair.low, 4), "high": round(pair.high, 4)}


def failure_records(player: int, played: Iterable[PlayedGame]) -> list[JsonObject]:
    """Return the different failures of a player, each with its `reason`, `message`, `line` and number of games."""
    games = sorted(played, key=itemgetter(0))
    counts = Counter(failure for game in games if (failure := game.failure_of(player)))
    return [
        {"reason": one.reason, "message": one.message, "line": one.line, "games": count}
        for one, count in counts.items()
    ]


def play_tournament(
    game: "GameName",
    players: Sequence[str | Mapping[str, object] | Spec],
    games: SupportsIndex = 100,
    seed: SupportsIndex = 1,
    *,
    options: Mapping[str, int | str] | None = None,
    budget: Budget = Budget(),  # noqa: B008 - it is a constant
    limits: Limits = Limits(),  # noqa: B008 - it is a constant
    jobs: int = 1,
) -> list[PlayerRecord]:
    """Play a tournament and return one flat record for each player: see `player_records`.

    Each player is a spec in its text or JSON form: a level, or a bot of your own. Every deal is played once in each
    rotation of the seats, so a multiple of the number of players is even. The same seed gives the same deals. With more
    than one job, call it under `if __name__ == "__main__":`. Raises Illegal, with a sentence, for a player that can't
    be loaded, an unknown game, option or number of players, and for a number of games below 1.

    >>> better, worse = play_tournament("medina", ["casual", "random"], games=4)
    >>> better["spec"], better["win_rate"], better["games"], better["failed"]
    ('casual', 1.0, 4, 0)
    """
    stop_loading()
    if isinstance(players, str | Mapping | Spec) or not isinstance(players, Iterable):
        raise Illegal(None, _("Give a list of players, such as {example}.").format(example='["mybot.py", "casual"]'))
    specs = [read_spec(player) for player in players]
    names = [str(spec) for spec in specs]
    match = Match.new(game, [{"name": "bot", "kind": "human"}] * len(specs), seed, options)  # raises Illegal
    count = read_integer(games)
    if count is None or count < 1:
        raise Illegal(None, _("Give a number of games from 1."))
    try_players(specs, limits)
    chosen = {name: match.options[name] for name in options or ()}
    settings = tournament_settings(game, names, match.seed, budget, chosen)
    todo = schedule_games(game, names, count, match.seed, False, budget, limits, (), chosen)
    jobs = min(jobs, count)
    with process_pool(jobs) as pool:
        played = list(run_tasks(todo, pool, jobs + 1))
    return player_records(settings, tally_results(names, played), len(played))
