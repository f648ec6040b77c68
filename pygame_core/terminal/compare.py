"""`compare`: which of two players does better against the same opponents, on the same deals."""

import argparse
from collections.abc import Iterator

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import tournament
from pygame_core.bots.player_process import Limits
from pygame_core.bots.win_rates import PairedDifference, paired_difference
from pygame_core.i18n import _, format_number, ngettext
from pygame_core.state import JsonObject
from pygame_core.terminal import INTERRUPTED_EXIT_CODE, NO_EXIT_CODE, PLAYER_FAILED_EXIT_CODE
from pygame_core.terminal.game_runner import (
    fails_always,
    interruptible_tasks,
    play_games,
    print_always_failed,
    resolve_budget,
    show_progress,
)
from pygame_core.terminal.output import paint, print_json, print_table
from pygame_core.terminal.seats import read_options, read_players
from pygame_core.terminal.simulate import format_percent, format_range, note_failures, print_failures, results_table

MAX_SHOWN_GAMES = 10**6
"""More games than anybody plays to make a difference clear."""


def run_compare(asked: argparse.Namespace) -> int:
    """Run the command with its parsed arguments and return the exit code.

    Raises Illegal, with a sentence, if a player can't be loaded or there are too few games or too many players.
    """
    rivals, opponents = read_players(f"{asked.player},{asked.other}"), read_players(asked.against)
    if len(rivals) != 2:
        raise Illegal(None, _("Name two players, and the opponents of both with --against."))
    tables = [[str(rival), *map(str, opponents)] for rival in rivals]
    seats = len(tables[0])
    options = read_options(asked.game, asked.options, seats)
    Match.new(asked.game, seats, 0, options)  # raises Illegal for a wrong number of seats
    games = asked.games - asked.games % seats  # complete deals
    if games < seats:
        raise Illegal(None, _("Play at least {n} games, one from each seat.").format(n=seats))
    budget, limits = resolve_budget(asked.budget, asked.seconds), Limits(asked.move_seconds, asked.game_seconds)
    tournament.try_players((*rivals, *opponents), limits)

    def schedule() -> Iterator[tournament.GameTask]:
        """Yield the games of both players by turns, so that an interrupt leaves both equally far."""
        first, second = (
            tournament.schedule_games(asked.game, table, games, asked.seed, False, budget, limits, (), options)
            for table in tables
        )
        for one, other in zip(first, second, strict=True):
            yield one
            yield other._replace(number=games + other.number)

    played: list[list[tournament.PlayedGame]] = [[], []]
    has_failed = False
    with interruptible_tasks(schedule()) as run:
        for game in show_progress(play_games(run.tasks, asked, 2 * games), 0, 2 * games):
            run.finished_count += 1
            which, number = divmod(game.number, games)
            played[which].append(game._replace(number=number))
            if not asked.keep_going and any(map(fails_always, played)):
                has_failed = True
                break
    rates = [tournament.win_rates_by_deal(each, 0) if each else {} for each in played]
    deals = sorted(rates[0].keys() & rates[1].keys())
    if deals:
        found = paired_difference([rates[0][deal] - rates[1][deal] for deal in deals])
        played = [[game for game in each if game.number // seats in deals] for each in played]
        rows = [tournament.tally_results(table, each)[0] for table, each in zip(tables, played, strict=True)]
        rows = [row._replace(name=str(rival)) for row, rival in zip(rows, rivals, strict=True)]
        if asked.json:
            settings = tournament.tournament_settings(asked.game, tables[0], asked.seed, budget, options)
            print_json(_report(settings, tables, rows, found, played))
            for row, each in zip(rows, played, strict=True):
                note_failures([(0, row)], each)
        else:
            _print_comparison(asked, rows, found, len(deals), seats)
            for row, each in zip(rows, played, strict=True):
                print_failures(0, row, each)
            if not has_failed:
                _print_verdict(rows[0].name, found, seats, _count_failed_games(played), sum(map(len, played)))
    if has_failed:
        print_always_failed()
        return PLAYER_FAILED_EXIT_CODE
    if run.is_interrupted:
        return INTERRUPTED_EXIT_CODE
    is_better = found.low > 0 and _count_failed_games(played) < sum(map(len, played))
    return NO_EXIT_CODE if asked.require_better and not is_better else 0


def _report(
    settings: tournament.TournamentSettings,
    tables: list[list[str]],
    rows: list[tournament.PlayerResults],
    found: PairedDifference,
    played: list[list[tournament.PlayedGame]],
) -> JsonObject:
    """Return the comparison as JSON. `games` and `enough` are numbers of games of each player."""
    games = len(played[0])
    records = [
        tournament.player_records({**settings, "seats": [spec]}, [row], games)[0]
        for spec, row in zip((tables[0][0], tables[1][0]), rows, strict=True)
    ]
    fields = ("spec", *tournament.PlayerResults._fields)
    return {
        **{key: value for key, value in settings.items() if key != "seats"},
        "games": games,
        "against": tables[0][1:],
        "players": [
            {key: record[key] for key in fields if key != "name"} | {"failures": tournament.failure_records(0, each)}
            for record, each in zip(records, played, strict=True)
        ],
        **tournament.difference_record(found),
        "enough": None if found.enough is None else found.enough * len(tables[0]),
    }


def _print_comparison(
    asked: argparse.Namespace,
    rows: list[tournament.PlayerResults],
    found: PairedDifference,
    deals: int,
    seats: int,
) -> None:
    """Print the results of both players and their difference."""
    head = _("{game}, seed {seed}: {n} games of each player against {opponents}")
    title = GAMES[asked.game].sentences.game_title()
    print(head.format(game=title, seed=asked.seed, n=deals * seats, opponents=asked.against))
    print_table(results_table(rows))
    figures = [format_number(f"{100 * figure:+.1f}") for figure in (found.difference, found.low, found.high)]
    sentence = _("Difference on the same deals: {points} percentage points, {interval} ({percent})")
    interval = format_range(figures[1], figures[2])
    print(sentence.format(points=figures[0], interval=interval, percent=format_percent("95")))


def _count_failed_games(played: list[list[tournament.PlayedGame]]) -> int:
    """Return how many games of both players ended because any player at the table failed."""
    return sum(game.failure is not None for each in played for game in each)


def _print_verdict(name: str, found: PairedDifference, seats: int, failed: int, games: int) -> None:
    """Print which player is better, or that it isn't clear yet, and how many of all games ended by a failure."""
    if failed:
        sentence = ngettext(
            "{n} of {games} games ended because a player failed. It counts as a loss of that player.",
            "{n} of {games} games ended because a player failed. They count as losses of that player.",
            failed,
        )
        print(paint(sentence.format(n=failed, games=games), "red"))
    if failed == games:
        print(_("No verdict, because not one game was played to its end."))
        return
    if found.is_clear:
        better = found.difference > 0
        verdict = _("{name} is better.") if better else _("{name} is worse.")
        print(paint(verdict.format(name=name), "green" if better else "red"))
        return
    enough = None if found.enough is None else found.enough * seats
    if enough is None or enough > MAX_SHOWN_GAMES:
        print(_("Not clear yet. So far there's no difference to see."))
        return
    sentence = ngettext(
        "Not clear yet. About {n} game of each player would make this difference clear.",
        "Not clear yet. About {n} games of each player would make this difference clear.",
        enough,
    )
    print(sentence.format(n=enough))
