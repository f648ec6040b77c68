"""A process for your own player, which gets views and answers with actions: it can neither cheat nor block.

The referee has the game. The process reads one JSON object per line and answers each with another. A player that takes
too long loses its process. What a player prints goes to standard error.
"""

import atexit
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from threading import Thread
from time import monotonic, process_time
from typing import NamedTuple, TextIO

from pygame_core.i18n import _
from pygame_core.match import Match
from pygame_core.players import (
    BrokenPlayer,
    PlayerRunner,
    describe_error,
    find_error,
    load,
    parse,
    plain_action,
    shorten_answer,
    stop_loading,
)
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal, JsonAction, JsonObject, Result, Seat

START_SECONDS = 60  # the longest start of a process, with the imports of the player
WALL_CLOCK_FACTOR = 3  # a move may take so many times its limit by the clock, because other programs use the processor


class Limits(NamedTuple):
    """The longest time of your own player, in seconds of processor time: for a move, and for a game.

    By the clock, a player has three times as long. Then its process ends.
    """

    move_seconds: float = 2.0
    game_seconds: float = 60.0


class PlayerError(Exception):
    """A player has lost its game: `reason` is `error`, `illegal` or `time`, and the text is a sentence.

    `line` is the line of an error in its file, counted from 1, or None.
    """

    def __init__(self, reason: str, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.line = line


class PlayerProcess:
    """The process of a player. It may play one game after another.

    `end_failure` is how `end` failed in the last game. Raises Illegal, with a sentence, if the player can't be loaded.
    """

    def __init__(self, spec: str, limits: Limits) -> None:
        stop_loading()
        self.limits = limits
        self.idle_key = _idle_key(spec)
        paths = os.pathsep.join(dict.fromkeys([*filter(None, sys.path), *filter(None, [os.environ.get("PYTHONPATH")])]))
        command = [sys.executable, "-m", "pygame_core.bots.player_process"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": paths},
        )
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        Thread(target=self._read_answers, daemon=True).start()
        try:
            answer = self._ask({"load": spec}, START_SECONDS)
            if "refused" in answer:
                refusal = BrokenPlayer(None, str(answer["refused"]))
                refusal.line = _read_line(answer)
                raise refusal
        except PlayerError as error:
            sentence = _("The process of {file} ended while it was loading.")
            if error.reason == "time":
                sentence = _("{file} took longer than {seconds} s to load.")
            file = parse(spec).file or parse(spec).module
            raise Illegal(None, sentence.format(file=file, seconds=START_SECONDS)) from None
        except BaseException:
            self.close()
            raise
        self.wants_memory = answer.get("memory") is True
        self.slowest_move_seconds = 0.0
        self._used_seconds = 0.0
        self.end_failure: PlayerError | None = None

    def _read_answers(self) -> None:
        assert self._process.stdout
        with contextlib.suppress(ValueError, OSError):  # closed, or not text
            for line in self._process.stdout:
                self._answers.put(line)
        self._answers.put(None)

    def _ask(self, message: JsonObject, seconds: float) -> JsonObject:
        """Return the answer to a message. Raises PlayerError if there is none in time; then the process has ended."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
            line = self._answers.get(timeout=seconds)
            answer = None if line is None else parse_json(line)
        except queue.Empty:
            self.close()
            raise PlayerError("time", _("It took too long for a move.")) from None
        except (OSError, ValueError):
            answer = None
        if not isinstance(answer, dict):
            self.close()
            raise PlayerError("error", _("Its process ended in mid-game."))
        return answer

    def _ask_player(self, message: JsonObject) -> JsonObject:
        """Return the answer to a message within the limits of a game. Raises PlayerError without one."""
        left = min(self.limits.move_seconds, self.limits.game_seconds - self._used_seconds)
        began = monotonic()
        try:
            answer = self._ask(message, max(left, 0) * WALL_CLOCK_FACTOR)
        except PlayerError:
            self.slowest_move_seconds = max(self.slowest_move_seconds, monotonic() - began)
            raise
        if "error" in answer:
            raise PlayerError("error", str(answer["error"]), _read_line(answer))
        seconds = answer.get("seconds")
        used = float(seconds) if isinstance(seconds, int | float) else 0.0
        self._used_seconds += used
        self.slowest_move_seconds = max(self.slowest_move_seconds, used)
        if used > self.limits.move_seconds:
            raise PlayerError("time", _("It took too long for a move."))
        if self._used_seconds > self.limits.game_seconds:
            raise PlayerError("time", _("It took too long for a game."))
        return answer

    def begin(self, seat: Seat, game: str, seed: str) -> None:
        """Begin a new game, with the seed of the player's generator."""
        self._used_seconds = 0.0
        self.end_failure = None
        self._ask_player({"begin": [seat, game], "seed": seed})

    def choose(self, match: Match) -> JsonAction:
        """Return the action of the player for the seat to move. Raises PlayerError without a legal one.

        The player gets the view of that seat and nothing else.
        """
        view = match.view(match.to_move(), memory=self.wants_memory)
        answer = self._ask_player({"choose": view, "legal": match.legal()})
        action = answer.get("action")
        if not isinstance(action, list):
            sentence = _("It answered {answer}. Return one action of `legal`.")
            raise PlayerError("illegal", sentence.format(answer=answer.get("shown", "None")))
        if refusal := match.allows(action):
            sentence = _("It answered {answer}. Not allowed: {reason}")
            raise PlayerError("illegal", sentence.format(answer=shorten_answer(action), reason=refusal))
        return action

    def end(self, result: Result | None) -> None:
        """Tell the player the result of its game. A player that fails now loses only its process."""
        try:
            self._ask_player({"end": result})
        except PlayerError as error:
            self.end_failure = error
            self.close()

    @property
    def is_alive(self) -> bool:
        """True while the process can play."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the process immediately."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError, ValueError):
                if pipe:
                    pipe.close()


def _read_line(answer: JsonObject) -> int | None:
    line = answer.get("line")
    return line if type(line) is int else None


_idle: defaultdict[tuple[object, ...], list[PlayerProcess]] = defaultdict(list)


def take_process(spec: str, limits: Limits) -> PlayerProcess:
    """Return a process of a player: one that has ended its game, or a new one."""
    idle = _idle[_idle_key(spec)]
    while idle:
        process = idle.pop()
        if process.is_alive:
            process.limits = limits
            return process
    return PlayerProcess(spec, limits)


def _idle_key(spec: str) -> tuple[object, ...]:
    """Return what a process depends on: an edited file, or one in another folder, is another player."""
    path = Path(parse(spec).file or ".").resolve()
    return spec, path, path.stat().st_mtime_ns if path.is_file() else 0


def give_back(process: PlayerProcess) -> None:
    """Keep a process for the next game."""
    if process.is_alive:
        _idle[process.idle_key].append(process)


@atexit.register
def close_idle_processes() -> None:
    """End all processes that wait for a game."""
    for processes in _idle.values():
        while processes:
            processes.pop().close()


# -- in the process ----------------------------------------------------------------------------------------------------


class _Seat:
    """The player of this process, and its game."""

    def __init__(self, text: str) -> None:
        spec = parse(text)
        self._file = spec.file or spec.module
        self.runner = PlayerRunner(load(spec))

    def answer(self, message: JsonObject) -> JsonObject:
        """Return the answer to a message, with the processor time that it took, in seconds."""
        began = process_time()
        try:
            answer = self._carry_out(message)
        except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            answer = {"error": describe_error(error, self._file), "line": find_error(error, self._file)[1]}
        return answer | {"seconds": process_time() - began}

    def _carry_out(self, message: JsonObject) -> JsonObject:
        match message:
            case {"begin": [seat, game], "seed": seed}:
                self.runner.begin(seat, game, seed)
            case {"choose": view, "legal": legal}:
                action = self.runner.choose(view, legal).action
                return {"action": plain_action(action), "shown": shorten_answer(action)}
            case {"end": result}:
                self.runner.end(result)
        return {}


def _read_lines(stream: TextIO, lines: "queue.SimpleQueue[str]") -> None:
    """Hand on every line, and end this process with its parent, even if a player is in an endless loop."""
    for line in stream:
        lines.put(line)
    os._exit(0)


def main() -> None:
    """Answer the messages of the parent process until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    messages = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with open(os.devnull) as nothing:  # noqa: PTH123 - a device
        os.dup2(nothing.fileno(), 0)
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    Thread(target=_read_lines, args=(messages, lines), daemon=True).start()
    seat: _Seat | None = None
    while True:
        message = parse_json(lines.get())
        if seat:
            answer = seat.answer(message)
        else:
            try:
                seat = _Seat(message["load"])
                answer = {"memory": seat.runner.wants_memory}
            except Illegal as refusal:
                answer = {"refused": str(refusal), "line": getattr(refusal, "line", None)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
