"""`check` and `players`: is a bot of your own ready to play, and which players are there?"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pygame_core import GAMES, Illegal, __version__
from pygame_core.bots.player_process import Limits, close_idle_processes, give_back, take_process
from pygame_core.bots.tournament import play_task, schedule_games
from pygame_core.i18n import _, format_number, ngettext
from pygame_core.match import BOT_LEVELS
from pygame_core.players import Spec, find_package, list_players, package_warnings, parse, resolve
from pygame_core.terminal import NO_EXIT_CODE
from pygame_core.terminal.output import paint, print_json, print_note

GAMES_PER_SEAT_COUNT = 2
OPPONENT = "casual"


class Problem(NamedTuple):
    """What is wrong with a bot: the line of its file, counted from 1, if there is one; and a sentence."""

    line: int | None
    message: str


def run_check(asked: argparse.Namespace) -> int:
    """Run the command with the arguments `player`, `game`, `seed`, the limits and `json`; return the exit code.

    A bot that can't be loaded is a problem like any other. Raises Illegal, with a sentence, for a text that names no
    player, and for a level.
    """
    spec = parse(asked.player)
    if spec.player in BOT_LEVELS:
        raise Illegal(None, _("{name} is a level, which needs no check. Name a bot of yours.").format(name=spec.player))
    limits = Limits(asked.move_seconds, asked.game_seconds)
    played = 0
    places: dict[Problem, list[str]] = {}
    slowest = 0.0
    try:
        spec = resolve(spec)
        if spec.file and not Path(spec.file).is_file():
            raise Illegal(None, _("There's no file {file} that can be read.").format(file=spec.file))
        give_back(take_process(str(spec), limits))
        for place, problem, seconds in _play_check_games(spec, asked, limits):
            played += 1
            slowest = max(slowest, seconds)
            if problem:
                places.setdefault(problem, []).append(place)
    except Illegal as refusal:
        places[Problem(getattr(refusal, "line", None), str(refusal))] = []
    finally:
        close_idle_processes()
    if asked.json:
        found = [problem._asdict() | {"games": len(where)} for problem, where in places.items()]
        report = {"ok": not found, "problems": found, "spec": str(spec), "games": played, "seed": asked.seed}
        print_json(report | {"slowest_seconds": round(slowest, 3), "version": __version__})
        return NO_EXIT_CODE if places else 0
    for problem, where in places.items():
        print(paint(_problem_line(problem, where), "red"))
    if played:
        sentence = ngettext(
            "{name} played {n} game. Its slowest move took {seconds} s of {most} s.",
            "{name} played {n} games. Its slowest move took {seconds} s of {most} s.",
            played,
        )
        figures = {"seconds": format_number(f"{slowest:.2f}"), "most": format_number(f"{limits.move_seconds:g}")}
        print(sentence.format(name=asked.player, n=played, **figures))
    if not places:
        print(paint(_("No problems found."), "green"))
    return NO_EXIT_CODE if places else 0


def _problem_line(problem: Problem, places: list[str]) -> str:
    """Return a problem with the first game that has it, and the number of the others."""
    if not places:
        return problem.message
    line, others = f"{places[0]}: {problem.message}", len(places) - 1
    if not others:
        return line
    return f"{line} " + ngettext("The same in {n} more game.", "The same in {n} more games.", others).format(n=others)


def _play_check_games(
    spec: Spec, asked: argparse.Namespace, limits: Limits
) -> Iterator[tuple[str, Problem | None, float]]:
    """Play two games for each number of seats, and yield each with its name, its problem and the slowest move in s."""
    for game in [asked.game] if asked.game else GAMES:
        for seats in GAMES[game].seat_counts:
            title = GAMES[game].sentences.game_title()
            players = ngettext("{n} player", "{n} players", seats).format(n=seats)
            # Translators: a game with its number of players, such as “Medina, 3 players”.
            place = _("{game}, {players}").format(game=title, players=players)
            print_note(place)
            todo = schedule_games(
                game, [str(spec), *[OPPONENT] * (seats - 1)], GAMES_PER_SEAT_COUNT, asked.seed, limits=limits
            )
            for task in todo:
                process = take_process(str(spec), limits)
                give_back(process)
                failure = play_task(task).failure
                problem = Problem(failure.line, failure.message) if failure else None
                if not failure and process.end_failure:
                    problem = Problem(process.end_failure.line, str(process.end_failure))
                yield place, problem, process.slowest_move_seconds


def run_players(asked: argparse.Namespace) -> int:
    """Print all levels and registered players with their origins and packages.

    Raises Illegal if two packages have one name.
    """
    listed = list_players()
    for warning in package_warnings():
        print_note(warning)
    if asked.json:
        found = [
            {"name": name, "origin": origin or "pygame_core", "package": find_package(name) or None}
            for name, origin in listed.items()
        ]
        print_json({"players": found, "version": __version__})
        return 0
    width, level = max(map(len, listed)), _("a level, which is a part of this package")
    for name, origin in listed.items():
        package = find_package(name)
        print(f"{name:{width}}  {origin or level}" + (f" ({package})" if package else ""))
    return 0
