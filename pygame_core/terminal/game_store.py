"""The games of a tournament on disk, so that the same command can resume an interrupted tournament.

Its files are those of `pygame_core.bots.journal`. Each line is on disk before the next game counts. The saves are in
the same folder. A truncated line is ignored, and its game is played again.
"""

import json
import os
import sys
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import BinaryIO, Self

from pygame_core.bots.journal import (
    LINE_START,
    LOG_FILE_NAME,
    SETTINGS_FILE_NAME,
    parse_object,
    read_games,
    read_settings,
    split_lines,
    write_game_line,
)
from pygame_core.bots.tournament import PlayedGame
from pygame_core.i18n import _
from pygame_core.state import Illegal, JsonObject

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
            if folder.is_file():
                raise Illegal(None, _("{file} is a file. Name a folder.").format(file=folder))
            folder.mkdir(parents=True, exist_ok=True)
            self._open_log(folder / LOG_FILE_NAME, settings)
        self._last_game_time = perf_counter()

    def _open_log(self, path: Path, settings: JsonObject) -> None:
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
        try:
            if not _lock_file(self._file):
                sentence = _("Another command is writing {file}. Wait until it ends, or choose another folder.")
                raise Illegal(None, sentence.format(file=path))
            lines, cut_off = split_lines(self._file.read())
            whole_size = self._file.tell() - len(cut_off)
            self._read_log(path, lines, cut_off, settings)
            self._file.seek(whole_size)
            self._file.truncate()
        except BaseException:
            self._file.close()
            raise

    def _read_log(self, path: Path, lines: list[bytes], cut_off: bytes, settings: JsonObject) -> None:
        """Read the games so far. A folder without settings gets these, unless it has an older journal."""
        first_line, header = 1, path.with_name(SETTINGS_FILE_NAME)
        if header.exists():
            theirs = read_settings(parse_object(header.read_bytes()), header)
            start = cut_off[: len(LINE_START)]
            if not LINE_START.startswith(start):
                lines.append(start)  # no line of ours: it is refused, and stays
        elif lines or not json.dumps(settings).encode().startswith(cut_off):
            theirs, first_line = read_settings(parse_object(lines.pop(0) if lines else cut_off), path), 2
        else:
            _write_whole(header, json.dumps(settings).encode() + b"\n")
            return
        for key in settings:
            if theirs.get(key) != settings[key]:
                sentence = _(
                    "{file} is from another tournament, with {key} {theirs}, not {ours}. Choose another folder."
                )
                values = {"theirs": json.dumps(theirs.get(key)), "ours": json.dumps(settings[key])}
                raise Illegal(None, sentence.format(file=path, key=key, **values))
        for game, seconds in read_games(lines, theirs, path, first_line):
            self.games_by_number[game.number], self.seconds_by_number[game.number] = game, seconds

    def add_game(self, game: PlayedGame) -> None:
        """Store a finished game: first its save, then its line."""
        now = perf_counter()
        seconds, self._last_game_time = round(now - self._last_game_time, 6), now
        if self.folder:
            with (self.folder / f"{self.game}-{game.number + 1:06}.json").open("wb") as file:
                file.write(game.save.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            self._append_line(json.dumps(write_game_line(game, seconds)).encode() + b"\n")
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


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file that is never there in part."""
    beside = path.with_name(f"{path.name}.new")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


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
