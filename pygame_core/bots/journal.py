"""The journal of a tournament: what `simulate --save-dir` writes into its folder.

`settings.jsonl` has the settings of the tournament in one line, and `games.jsonl` one line for each game in the order
of their ends. Older journals have the settings in the first line of `games.jsonl`, and say `seconds` for the time that
a game took.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pygame_core.bots.tournament import Failure, PlayedGame
from pygame_core.i18n import _
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal, JsonObject

LOG_FILE_NAME, SETTINGS_FILE_NAME = "games.jsonl", "settings.jsonl"
TIME_KEY = "elapsed_seconds"
LINE_START = b'{"number": '
"""How the line of a game begins."""
FAILURE_FIELDS = len(Failure._fields)


class JournalGame(NamedTuple):
    """A game of a journal, and the seconds between its end and that of the game before it."""

    game: PlayedGame
    seconds: float


def write_game_line(game: PlayedGame, seconds: float) -> JsonObject:
    """Return the line of a game as an object."""
    line = game._asdict() | {TIME_KEY: seconds}
    del line["save"]
    if not game.failure:
        del line["failure"]
    return line


def read_journal_files(path: Path) -> tuple[JsonObject, list[JournalGame]]:
    """Return the settings and the games of a journal, from its folder or from its `games.jsonl`.

    A line that was cut off is left out. Raises Illegal, with a sentence, for anything but a journal; OSError if a file
    cannot be read.
    """
    log = path / LOG_FILE_NAME if path.is_dir() else path
    lines, _cut_off = split_lines(log.read_bytes())
    header = log.with_name(SETTINGS_FILE_NAME)
    if header.is_file():
        settings, first = parse_object(header.read_bytes()), 1
    else:
        settings, first = parse_object(lines.pop(0) if lines else b""), 2
    return read_settings(settings, log), read_games(lines, settings, log, first)


def split_lines(written: bytes) -> tuple[list[bytes], bytes]:
    """Return the whole lines of a journal, and the beginning of a line that was cut off."""
    end = written.rfind(b"\n") + 1
    return written[:end].splitlines(), written[end:]


def read_settings(settings: JsonObject | None, file: Path) -> JsonObject:
    """Return the settings of a journal. Raises Illegal if they are none."""
    match settings:
        case {"game": str(), "seats": [*seats], "seed": int()} if all(isinstance(seat, str) for seat in seats):
            assert settings is not None
            return settings
    sentence = _("{file} isn't the journal of a tournament. Choose another folder.")
    raise Illegal(None, sentence.format(file=file))


def read_games(lines: Iterable[bytes], settings: JsonObject | None, file: Path, first_line: int) -> list[JournalGame]:
    """Return the games in the lines of a journal. Raises Illegal with the number of a damaged line."""
    seats = len(read_settings(settings, file)["seats"])
    games = []
    for n, line in enumerate(lines, first_line):
        game = _parse_game(parse_object(line), seats)
        if game is None:
            sentence = _("Line {n} of {file} is damaged. Delete it, and its game will be played again.")
            raise Illegal(None, sentence.format(n=n, file=file))
        games.append(game)
    return games


def parse_object(line: bytes) -> JsonObject | None:
    """Return a JSON object; None for anything else."""
    try:
        read = parse_json(line)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None


def _parse_game(line: JsonObject | None, seats: int) -> JournalGame | None:
    """Return the game in a line, for this number of seats; None if the line is invalid."""
    if line is None:
        return None
    match {**line, TIME_KEY: line.get(TIME_KEY, line.get("seconds"))}:
        case {
            "number": int(number),
            "wins": [*wins],
            "scores": [*scores],
            "actions": int(actions),
            "elapsed_seconds": float(seconds),
            **other,
        } if len(wins) == len(scores) == seats and all(isinstance(one, int | float) for one in wins + scores):
            failure = other.get("failure")
            if failure is None:
                return JournalGame(PlayedGame(number, wins, scores, actions, ""), seconds)
            match failure:
                case [int(player), str(), str(), *_rest] if 0 <= player < seats:
                    failed = Failure(*failure[:FAILURE_FIELDS])
                    return JournalGame(PlayedGame(number, wins, scores, actions, "", failed), seconds)
    return None
