"""`simulate`: bots play each other. Every game is stored when it ends, and the results are printed."""

import argparse
import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from math import isinf
from operator import itemgetter
from pathlib import Path

from pygame_core import GAMES, Illegal, Match, data
from pygame_core.bots import tournament
from pygame_core.bots.player_process import Limits
from pygame_core.i18n import _, format_number, list_phrases, ngettext
from pygame_core.state import JsonObject
from pygame_core.terminal import INTERRUPTED_EXIT_CODE, PLAYER_FAILED_EXIT_CODE
from pygame_core.terminal.game_runner import (
    fails_always,
    interruptible_tasks,
    play_games,
    print_always_failed,
    resolve_budget,
    show_progress,
)
from pygame_core.terminal.game_store import GameStore
from pygame_core.terminal.output import paint, print_json, print_note, print_table, require_writable
from pygame_core.terminal.seats import read_names, read_options, read_players

RecordWriter = Callable[[Sequence[tournament.PlayerRecord], str], None]
"""Writes flat records, one for each player, to a file, or to standard output for `-`."""


def run_simulate(asked: argparse.Namespace) -> int:
    """Run the command with its parsed arguments and return the exit code.

    Raises Illegal, with a sentence, for impossible arguments; the store keeps the games so far.
    """
    specs = read_players(asked.seats)
    limits = Limits(asked.move_seconds, asked.game_seconds)
    levels = [str(spec) for spec in specs]
    names = read_names(asked.names, levels)
    options = read_options(asked.game, asked.options, len(levels))
    entries = [{"name": name, "kind": "human"} for name in names] if asked.names else len(levels)
    Match.new(asked.game, entries, 0, options)  # raises Illegal for wrong seats
    if None not in (asked.json, asked.output) and _is_same_target(asked.json, asked.output):
        raise Illegal(None, _("--json and --output name the same file. Choose one of the two, or name two files."))
    output = "-" if asked.output is None else asked.output
    form = "json" if asked.json == "-" else asked.format
    if asked.json == "-" and asked.format not in ("text", "json"):
        raise Illegal(None, _("Choose --json or --format {form}, not both.").format(form=asked.format))
    if asked.format == "parquet" and output == "-":
        raise Illegal(None, _("Parquet needs a file. Name it with --output."))
    if form == "parquet":
        data.require_parquet()
    files = {file for file in (asked.json, output) if file not in (None, "-")}
    for file in files:
        require_writable(Path(file))
    budget = resolve_budget(asked.budget, asked.seconds)
    settings = tournament.tournament_settings(asked.game, levels, asked.seed, budget, options)
    tournament.try_players(specs, limits)
    todo = tournament.schedule_games(
        asked.game,
        levels,
        asked.games,
        asked.seed,
        bool(asked.save_dir),
        budget,
        limits,
        names if asked.names else (),
        options,
    )
    has_failed = False
    broken: Illegal | None = None
    with GameStore(asked.save_dir, dict(settings)) as journal:
        done = sum(number < asked.games for number in journal.games_by_number)
        try:
            with interruptible_tasks(task for task in todo if task.number not in journal.games_by_number) as run:
                for game in show_progress(play_games(run.tasks, asked, asked.games - done), done, asked.games):
                    journal.add_game(game)
                    run.finished_count += 1
                    if not asked.keep_going and fails_always(journal.games_by_number.values()):
                        has_failed = True
                        break
        except Illegal as refusal:
            broken = refusal
        played = [game for number, game in journal.games_by_number.items() if number < asked.games]
        seconds = sum(journal.seconds_by_number[game.number] for game in played)
    if played:
        rows = tournament.tally_results(levels, played, names)
        report = tournament.results_report(settings, rows, played, seconds)
        if asked.json not in (None, "-"):
            _write_json(report, asked.json)
        if form == "text":
            with _text_output(output):
                _print_results(asked, levels, rows, played, report)
        elif form == "json":
            _write_json(report, output)
        else:
            WRITER_BY_FORMAT[form](tournament.player_records(settings, rows, len(played)), output)
        if form != "text":
            note_failures(enumerate(rows), played)
    if broken:
        raise broken
    if has_failed:
        print_always_failed()
        return PLAYER_FAILED_EXIT_CODE
    return INTERRUPTED_EXIT_CODE if run.is_interrupted else 0


def _is_same_target(one: str, other: str) -> bool:
    """Return True if two names are the same file, or both standard output."""
    return one == other or ("-" not in (one, other) and Path(one).resolve() == Path(other).resolve())


def _print_twins_note(levels: Sequence[str], names: Sequence[str]) -> None:
    """Say how the same player in several seats is called."""
    for level in dict.fromkeys(levels):
        twins = [name for name, other in zip(names, levels, strict=True) if other == level]
        if len(twins) > 1:
            sentence = _("{player} plays in {n} seats, as {names}.")
            print_note(sentence.format(player=level, n=len(twins), names=list_phrases(twins)))


@contextmanager
def _text_output(file: str) -> Iterator[None]:
    """Print to a file, or to standard output for `-`."""
    if file == "-":
        yield
        return
    with Path(file).open("w", encoding="utf-8") as stream, redirect_stdout(stream):
        yield


def _write_json(report: JsonObject, file: str) -> None:
    if file == "-":
        print_json(report)
    else:
        Path(file).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def write_csv(records: Sequence[tournament.PlayerRecord], file: str) -> None:
    """Write flat records as CSV with a line of headings, to a file, or to standard output for `-`."""
    written = io.StringIO()
    table = csv.DictWriter(written, records[0].keys(), lineterminator="\n")
    table.writeheader()
    table.writerows(records)
    if file == "-":
        print(written.getvalue(), end="")
    else:
        Path(file).write_text(written.getvalue(), encoding="utf-8", newline="")


WRITER_BY_FORMAT: dict[str, RecordWriter] = {"csv": write_csv, "parquet": data.write_parquet}
RESULT_FORMATS = ("text", "json", *WRITER_BY_FORMAT)


def _print_results(
    asked: argparse.Namespace,
    levels: Sequence[str],
    rows: list[tournament.PlayerResults],
    played: list[tournament.PlayedGame],
    report: JsonObject,
) -> None:
    """Print the results as a table."""
    _print_twins_note(levels, [row.name for row in rows])
    title = GAMES[asked.game].sentences.game_title()
    head = _("{game}, seed {seed}: {n} of {most} games played")
    print(head.format(game=title, seed=asked.seed, n=len(played), most=asked.games))
    print_table(results_table(rows))
    for player, row in enumerate(rows):
        print_failures(player, row, played)
    speed = _("{games} games/s, {rate} actions/s")
    rates = {"games": report["games_per_second"], "rate": report["actions_per_second"]}
    print(speed.format(games=format_number(f"{rates['games']:.1f}"), rate=f"{rates['rate']:.0f}"))
    if len(played) % len(rows):
        advice = _("The last deal wasn't played from every seat. For an even result, play a multiple of {n} games.")
        print_note(advice.format(n=len(rows)))


def results_table(rows: Iterable[tournament.PlayerResults]) -> list[list[str]]:
    """Return the results of players as the rows of a table, with headings."""
    interval = format_percent("95")
    table = [["", _("wins"), interval, _("mean score"), _("lead"), _("Elo"), interval]]
    for row in rows:
        shares = [format_percent(f"{100 * share:.1f}") for share in (row.win_rate, row.low, row.high)]
        figures = [_format_mean(row.mean_score, ".1f"), _format_mean(row.lead, "+.1f"), _format_elo(row.elo)]
        ratings = format_range(_format_elo(row.elo_low), _format_elo(row.elo_high))
        table.append([row.name, shares[0], format_range(*shares[1:]), *figures, ratings])
    return table


def print_failures(player: int, row: tournament.PlayerResults, played: Iterable[tournament.PlayedGame]) -> None:
    """Print the number of games that a player lost because it failed, with its first failure."""
    if text := _describe_failures(player, row, played):
        print(paint(text, "red"))


def note_failures(
    rows: Iterable[tuple[int, tournament.PlayerResults]], played: Iterable[tournament.PlayedGame]
) -> None:
    """Say the same on standard error, beside results in a form for programs."""
    for player, row in rows:
        if text := _describe_failures(player, row, played):
            print_note(text)


def _describe_failures(player: int, row: tournament.PlayerResults, played: Iterable[tournament.PlayedGame]) -> str:
    """Return how many games a player lost because it failed, with its first failure; "" if it never failed."""
    failures = [(game.number, failure) for game in played if (failure := game.failure_of(player))]
    if not failures:
        return ""
    number, first = min(failures, key=itemgetter(0))
    sentence = ngettext(
        "{name} failed in {n} game. Game {number}, {reason}: {message}",
        "{name} failed in {n} games. First in game {number}, {reason}: {message}",
        row.failed,
    )
    texts = {"name": row.name, "reason": first.reason, "message": first.message}
    return sentence.format(n=row.failed, number=number + 1, **texts)


def format_percent(figure: str) -> str:
    """Return a figure in percent, as the language writes it."""
    return _("{n}%").format(n=format_number(figure))


def format_range(low: str, high: str) -> str:
    """Return an interval with its bounds."""
    return _("{low} to {high}").format(low=low, high=high)


def _format_mean(mean: float | None, form: str) -> str:
    return "–" if mean is None else format_number(f"{mean:{form}}")


def _format_elo(elo: float) -> str:
    return format_number(("+∞" if elo > 0 else "-∞") if isinf(elo) else f"{elo:+.0f}")
