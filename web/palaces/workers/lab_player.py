"""Your own bot in its worker: it gets views of its seat and answers with actions. The referee is elsewhere.

A request is JSON text, and so is its answer:

- `{"load": text, "file": name}`: loads the text of a bot; `memory` is True if it wants views that remember
- `{"begin": [seat, game], "seed": text}`: begins a game, with the seed of the bot's generator
- `{"choose": view, "legal": [action, …]}`: `action` is the bot's answer, `values` has up to four actions with values
- `{"end": result}`: ends the game

Every answer has `log`, the lines that the bot has printed, and `dropped`, the number of older lines without room.
After a failure it has `error` in place of a result: `reason`, `type`, `message`, `line` and `trace`. A trace has lines
and functions of the bot's own file only, the innermost first. The message about a missing module is its name.
"""

import json
import math
import os
import re
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn

from palaces.app.i18n import _

# A bot may use all of them, so the page has them.
from pygame_core import bot_tools as bot_tools
from pygame_core.players import BrokenPlayer, PlayerRunner, Spec, error_text, load, plain_action, shorten_answer
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal, JsonObject

MAX_CODE_BYTES = 20_000
MAX_LOG_LINES = 200
"""Lines of log in one game."""
MAX_LINE_CHARS = 300
MAX_ANSWER_CHARS = 60_000
MAX_TRACE_LINES = 20
MAX_MESSAGE_CHARS = 500
MAX_VALUES = 4
MAX_VALUE = 1e6
DEEP_RECURSION_CALLS = 900
"""Calls of a bot's own functions within each other, from which a lack of memory is the fault of their number."""
MODULE_FRAME = "<module>"
"""Name of a module's own code in a traceback."""
FILE_NAME = re.compile(r"\w{1,60}\.py", re.ASCII)
DEFAULT_FILE = "bot.py"


class Log:
    """The lines that a bot prints. It keeps the newest."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=MAX_LOG_LINES)
        self._dropped = 0
        self._rest = ""

    def write(self, text: str) -> int:
        """Take a piece of output, like a file."""
        *lines, self._rest = (self._rest + str(text)).split("\n")
        for line in lines:
            self._add(line)
        self._rest = self._rest[: MAX_LINE_CHARS + 1]
        return len(text)

    def flush(self) -> None:
        """Do nothing: a line is there once it ends, or when the bot answers."""

    def _add(self, line: str) -> None:
        self._dropped += len(self._lines) == MAX_LOG_LINES
        self._lines.append(line if len(line) <= MAX_LINE_CHARS else line[: MAX_LINE_CHARS - 1] + "…")

    def take(self) -> JsonObject:
        """Return the new lines, and how many were dropped."""
        if self._rest:
            self._add(self._rest)
            self._rest = ""
        taken: JsonObject = {"log": [*self._lines], "dropped": self._dropped}
        self._lines.clear()
        self._dropped = 0
        return taken


class NoInput(EOFError):
    """A bot asks for input, which nobody gives."""


class NoStandardInput:
    """Stands in for the standard input: `input` and every way to read raise `NoInput`."""

    def readline(self, size: int = -1) -> NoReturn:
        """Refuse to read."""
        raise NoInput("a bot can't ask")

    read = readlines = __iter__ = __next__ = readline


def _exit_python(status: object = None) -> NoReturn:
    """Stand in for functions that end Python without an error, and so without a line."""
    raise SystemExit(status)


@contextmanager
def _bot_surroundings(log: Log, report_limit: Callable[[FrameType], None]) -> Iterator[None]:
    """Let a bot print into its log, and let it neither read input nor end Python.

    `report_limit` takes the frame in which a bot raises the recursion limit, after which Python itself may end.
    """
    set_limit = sys.setrecursionlimit

    def set_and_report_limit(limit: int, /) -> None:
        report_limit(sys._getframe(1))
        set_limit(limit)

    systems = [module for module in (os, sys.modules.get("posix")) if module]
    replaced: list[tuple[ModuleType, str, object]] = [
        (sys, "stdin", NoStandardInput()),
        (sys, "stdout", log),
        (sys, "stderr", log),
        (sys, "setrecursionlimit", set_and_report_limit),
        *((module, name, _exit_python) for module in systems for name in ("_exit", "abort")),
    ]
    before = [(module, name, getattr(module, name)) for module, name, _own in replaced]
    for module, name, own in replaced:
        setattr(module, name, own)
    try:
        yield
    finally:
        for module, name, own in before:
            setattr(module, name, own)


class LabPlayer:
    """The bot of a worker, and its game.

    `report_line` takes the line where it is during a long move, and `report_limit_line` the line in which it raises the
    recursion limit.
    """

    def __init__(
        self,
        report_line: Callable[[int], object] = lambda line: None,
        report_limit_line: Callable[[int], object] = lambda line: None,
    ) -> None:
        self._report_line = report_line
        self._report_limit_line = report_limit_line
        self._log = Log()
        self._path = ""
        self._runner: PlayerRunner | None = None
        self._has_refused_values = False

    def answer(self, text: str) -> str:
        """Return the answer to a request as JSON text."""
        message, reason = parse_json(text), "error"
        if "load" in message:
            reason = "load"
        try:
            with _bot_surroundings(self._log, self._report_limit):
                answer = self._carry_out(message)
        except MemoryError as error:
            answer = {"error": self.describe(error, "memory")}
        except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            answer = {"error": self.describe(error, reason)}
        return _encode(answer, self._log.take())

    def sample(self, frame: FrameType | None) -> None:
        """Report the line of the bot's own file in which Python is."""
        while frame and frame.f_code.co_filename != self._path:
            frame = frame.f_back
        if frame:
            self._report_line(frame.f_lineno)

    def _plain_values(self, values: object) -> list[object]:
        """Return the first actions with their values. If they are no such pairs, return none, and let the log say why.

        The move counts, and the log says it once in a game.
        """
        try:
            return read_values(values)
        except Illegal as refusal:
            if not self._has_refused_values:
                self._log.write(f"{refusal.message}\n")
            self._has_refused_values = True
            return []

    def _report_limit(self, frame: FrameType) -> None:
        if frame.f_code.co_filename == self._path:
            self._report_limit_line(frame.f_lineno)

    def _carry_out(self, message: JsonObject) -> JsonObject:
        match message:
            case {"load": str(text), "file": str(file)}:
                return self._load(text, file)
            case {"begin": [seat, game], "seed": seed} if self._runner:
                self._runner.begin(seat, game, seed)
                self._has_refused_values = False
            case {"choose": view, "legal": legal} if self._runner:
                action, values = self._runner.choose(view, legal)
                answer = {"action": plain_action(action), "shown": shorten_answer(action)}
                return answer | {"values": self._plain_values(values)}
            case {"end": result} if self._runner:
                self._runner.end(result)
        return {}

    def _load(self, text: str, file: str) -> JsonObject:
        if len(text.encode(errors="replace")) > MAX_CODE_BYTES:
            raise ValueError(f"more than {MAX_CODE_BYTES} bytes of code")
        self._path = file if FILE_NAME.fullmatch(file) else DEFAULT_FILE
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            raise SyntaxError("a null character", (self._path, line, None, None))
        Path(self._path).write_text(text, encoding="utf-8", errors="replace")
        self._runner = PlayerRunner(load(Spec(file=self._path)))
        return {"memory": self._runner.wants_memory}

    def describe(self, error: BaseException, reason: str) -> JsonObject:
        """Return an error of the bot's own file as JSON, with the lines of that file that led to it."""
        line = error.line if isinstance(error, BrokenPlayer) else None
        if isinstance(error, Illegal) and reason == "load" and error.__context__:
            error = error.__context__  # the error in the bot's code; the sentence names it without its lines
        trace, depth = self._trace(error)
        kind, message = type(error).__name__, error_text(error)
        if reason == "memory" and depth > DEEP_RECURSION_CALLS:
            reason, kind, message = "error", "RecursionError", "maximum recursion depth exceeded"
        if isinstance(error, Illegal) and reason == "load":
            trace = trace or [{"line": line, "text": MODULE_FRAME}] if line else []
            kind, message = "NoChoose", message.replace(f"{self._path}:", "").replace("`", "").replace(":.", ":")
        elif isinstance(error, ModuleNotFoundError):
            message = error.name or message
        elif isinstance(error, SyntaxError):
            message = error.msg
            if error.filename in (self._path, None) and error.lineno:
                trace.insert(0, {"line": error.lineno, "text": MODULE_FRAME})
        return {
            "reason": reason,
            "type": kind[:MAX_MESSAGE_CHARS],
            "message": message[:MAX_MESSAGE_CHARS],
            "line": trace[0]["line"] if trace else None,
            "trace": trace,
        }

    def _trace(self, error: BaseException) -> tuple[list[JsonObject], int]:
        """Return the innermost lines of the own file that led to an error, and the number of all these lines."""
        innermost: deque[JsonObject] = deque(maxlen=MAX_TRACE_LINES)
        depth = 0
        for frame, number in traceback.walk_tb(error.__traceback__):
            if frame.f_code.co_filename == self._path:
                innermost.appendleft({"line": number, "text": frame.f_code.co_name})
                depth += 1
        return [*innermost], depth


def start(
    report_line: Callable[[int], object], report_limit_line: Callable[[int], object] = lambda line: None
) -> LabPlayer:
    """Return the player of this worker, which samples its line when the worker sends an interrupt."""
    player = LabPlayer(report_line, report_limit_line)
    signal.signal(signal.SIGINT, lambda number, frame: player.sample(frame))
    return player


def read_values(values: Any) -> list[object]:  # Any: it comes from a bot
    """Return the first actions of a `Choice` with their values. Raises Illegal, with a sentence, for anything else."""
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping):
        raise _values_error(values)
    plain: list[object] = []
    for pair in islice(values, MAX_VALUES):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise _values_error(pair)
        action, value = plain_action(pair[0]), pair[1]
        if action is None:
            raise _values_error(pair)
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if isinstance(value, str | bytes) or not abs(number) < MAX_VALUE:
            said = _("Choice has a value that isn't a number below a million: {value}.")
            raise Illegal(None, said.format(value=shorten_answer(value)))
        plain.append([action, round(number, 3)])
    return plain


def _values_error(found: object) -> Illegal:
    said = _("Choice has values that aren't pairs of an action and a number: {value}.")
    return Illegal(None, said.format(value=shorten_answer(found)))


def _encode(answer: JsonObject, log: JsonObject) -> str:
    """Return an answer as text that is short enough for the page, with as many lines of the log as fit."""
    while len(text := json.dumps(answer | log)) > MAX_ANSWER_CHARS:
        lines: list[str] = log["log"]
        if not lines:
            return json.dumps({"action": None, "shown": answer.get("shown", ""), "values": []} | log)
        kept = lines[len(lines) // 2 + 1 :]
        log = {"log": kept, "dropped": log["dropped"] + len(lines) - len(kept)}
    return text
