"""The games of a tournament on disk, so that the same command can resume an interrupted tournament.

`games.jsonl` has one line of settings and one line for each game. Each line is on disk before the next game counts. The
saves are in the same folder. A truncated line is ignored, and its game is played again.
"""

import json
import os
import sys
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import BinaryIO, Self

from pygame_core.bots.tournament import Failure, PlayedGame
from pygame_core.i18n import _
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal, JsonObject

LOG_FILE_NAME = "games.jsonl"
LOCKED_BYTE = 2**31 - 2  # behind any journal, because Windows lets nobody read a locked byte


class GameStore:
    """The games played so far by number, and the seconds between each game and the one before it or the start.

    Without a folder the store is in memory only. Raises Illegal, and changes nothing, if another process uses the
    folder, or if it has games with other settings or an unreadable journal; OSError if it cannot be written.
    """

    def __init__(self, folder: Path | None, settings: JsonObject) -> None:
        self.games_by_number: dict[int, PlayedGame] = {}
        self.seconds_by_number: dict[int, float] = {}
        self.folder = folder
        self.game = settings["game"]
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            self._open_log(folder / LOG_FILE_NAME, settings)
        self._last_game_time = perf_counter()

    def _open_log(self, path: Path, settings: JsonObject) -> None:
        head = json.dumps(settings).encode() + b"\n"
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
        try:
            if not _lock_file(self._file):
                sentence = _("Another command is writing {file}. Wait until it ends, or choose another folder.")
                raise Illegal(None, sentence.format(file=path))
            written = self._file.read()
            whole = written[: written.rfind(b"\n") + 1]
            if whole or not head.startswith(written):
                self._read_log(path, whole, settings)
            self._file.seek(len(whole))
            self._file.truncate()
            if not whole:
                self._append_line(head)
        except BaseException:
            self._file.close()
            raise

    def _read_log(self, path: Path, written: bytes, settings: JsonObject) -> None:
        first, *lines = written.splitlines() or [b""]
        seats = len(settings["seats"])
        theirs = _parse_object(first)
        if theirs is None:
            sentence = _("{file} isn't the journal of a tournament. Choose another folder.")
            raise Illegal(None, sentence.format(file=path))
        for key in settings:
            if theirs.get(key) != settings[key]:
                sentence = _(
                    "{file} is from another tournament, with {key} {theirs}, not {ours}. Choose another folder."
                )
                values = {"theirs": json.dumps(theirs.get(key)), "ours": json.dumps(settings[key])}
                raise Illegal(None, sentence.format(file=path, key=key, **values))
        for n, line in enumerate(lines, 2):
            game = _parse_game(_parse_object(line), seats)
            if game is None:
                sentence = _("Line {n} of {file} is damaged. Delete it, and its game will be played again.")
                raise Illegal(None, sentence.format(n=n, file=path))
            self.games_by_number[game[0].number], self.seconds_by_number[game[0].number] = game

    def add_game(self, game: PlayedGame) -> None:
        """Store a finished game: first its save, then its line."""
        now = perf_counter()
        seconds, self._last_game_time = round(now - self._last_game_time, 6), now
        if self.folder:
            with (self.folder / f"{self.game}-{game.number + 1:06}.json").open("wb") as file:
                file.write(game.save.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            line = game._asdict() | {"seconds": seconds}
            del line["save"]
            if not game.failure:
                del line["failure"]
            self._append_line(json.dumps(line).encode() + b"\n")
        self.games_by_number[game.number], self.seconds_by_number[game.number] = game._replace(save=""), seconds

    def _append_line(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.folder:
            self._file.close()


def _lock_file(file: BinaryIO) -> bool:
    """Lock a file until it is closed. Return False if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except PermissionError:
        return sys.platform != "win32"  # how Windows refuses a second lock
    except (ImportError, OSError):
        return True  # this system or folder has no locks
    return True


def _parse_object(line: bytes) -> JsonObject | None:
    try:
        read = parse_json(line)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None


def _parse_game(line: JsonObject | None, seats: int) -> tuple[PlayedGame, float] | None:
    """Return the game in a line and its seconds, for this number of seats; None if the line is invalid."""
    match line:
        case {
            "number": int(number),
            "wins": [*wins],
            "scores": [*scores],
            "actions": int(actions),
            "seconds": float(seconds),
            **other,
        } if len(wins) == len(scores) == seats and all(isinstance(one, int | float) for one in wins + scores):
            failure = other.get("failure")
            if failure is None:
                return PlayedGame(number, wins, scores, actions, ""), seconds
            match failure:
                case [int(player), str(reason), str(message), *_line] if 0 <= player < seats:
                    failed = Failure(player, reason, message, _line[0] if _line and type(_line[0]) is int else None)
                    return PlayedGame(number, wins, scores, actions, "", failed), seconds
    return None
