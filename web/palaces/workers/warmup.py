"""The warm-up of the bot worker, once for each release. Later visits start faster, because the browser caches code.

Chromium compiles frequently used functions of a WebAssembly module again, with optimizations. It caches the result for
later visits after each megabyte of optimized code. A single game does not produce that much.
"""

import hashlib
import json
import re
import time
import zlib
from collections.abc import Callable, Iterator
from functools import partial

from palaces.app import routing as addresses
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.workers import bot_worker
from pygame_core import GAMES, Match
from pygame_core.match import require_game
from pygame_core.safe_json import parse_json

ROUND_SECONDS = (0.05, 0.3)
"""Seconds for each task in the first and the second round. New kinds of work can make a browser discard optimized code.
So a short round runs all tasks once before the long one."""
SLICE_SECONDS = 0.1
"""Seconds after which the worker can answer requests in between."""
SAMPLE_JSON = '{"a": [1, 2.5, "x", null, true], "bcd": "ef gh"}, ' * 200
SAMPLE_PATTERN = re.compile(r'"(\w+|[a-z ]+?)": (?:"(?P<word>[^"]*)"|\[(.*?)\])')
SAMPLE_SOURCE = """
class Table(dict):
    seats: int = 3

    def dealt(self, *cards, first=1, **others):
        self.pile, (low, high) = [card * 2 for card in cards if card > first], (1, 2)
        try:
            with others["bag"] as bag:
                yield from bag
        except (KeyError, ValueError) as error:
            raise TypeError(f"{error!r:>{low}}") from error
        while not high and low or cards[1:2]:
            match low:
                case {"top": [1, *_]}:
                    return lambda number: number ** 2 // 3 if number is None else -number
"""


def rehearsal() -> Iterator[None]:
    """Run all tasks, and yield after each slice."""
    pieces = list(warmup_tasks())
    for seconds in ROUND_SECONDS:
        for piece in pieces:
            end = time.monotonic() + seconds
            while (now := time.monotonic()) < end:
                pause = min(now + SLICE_SECONDS, end)
                while time.monotonic() < pause:
                    piece()
                yield


def warmup_tasks() -> Iterator[Callable[[], object]]:
    """Yield tasks of some milliseconds each: the work for a table, and typical work of the standard library."""
    for game in GAMES:
        yield partial(render_sample_table, game)
        yield partial(bot_worker.run_practice_search, Match.new(require_game(game), 3), 0.05)
    table = parse_json(f"[{SAMPLE_JSON}1]")
    yield partial(parse_json, json.dumps(table))
    yield partial(json.dumps, table)
    for beyond in ("", "\u0101", "\U0001f3f0"):  # Python stores text in three ways, with a search for each
        yield partial(SAMPLE_PATTERN.findall, SAMPLE_JSON + beyond)
    yield partial(zlib.compress, SAMPLE_JSON.encode(), 9)
    yield partial(zlib.decompress, zlib.compress(SAMPLE_JSON.encode()))
    yield partial(sorted, [str(number * 7919 % 1000) for number in range(1000)])
    yield lambda: [f"{number:>5} {number / 7:.2f} {number / 7!r}" for number in range(500)]
    yield lambda: [str(3**200 // 7**50) for _ in range(50)]
    yield lambda: " ".join(SAMPLE_JSON.split(" ")).replace("a", "bb").upper()
    yield lambda: [hashlib.new(name, SAMPLE_JSON.encode()).digest() for name in ("sha256", "sha512", "sha1", "md5")]
    yield partial(compile, SAMPLE_SOURCE, "", "exec")


def render_sample_table(game: str) -> None:
    """Render a table as a page does at its start."""
    address, notes = addresses.parse_query(f"?game={game}&seed=7")
    model, _effects = start_game(address, None, tuple(notes))
    layout.render_page(model, layout.render_screen(model))
