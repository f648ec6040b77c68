"""What the bots' worker rehearses once for each release, so that later visits begin with what a browser has kept.

Chromium compiles a wasm a second time, and better, function by function, as each turns out to be used much; and it
keeps the outcome for later visits whenever another megabyte has been compiled so. Playing alone does not come to one.
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
from pygame_core.safe_json import parse_json

ROUND_SECONDS = (0.05, 0.3)
"""Seconds for each piece of work, round by round. What is met with late makes a browser throw away what it has compiled
without knowing of it; so all is met with once before any of it is done for long."""
SLICE_SECONDS = 0.1
"""Seconds after which others may have their turn."""
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
    """All pieces of work, in slices."""
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
    """Pieces of work, some milliseconds each: what a table takes, and what Python has to do it with."""
    for game in GAMES:
        yield partial(render_sample_table, game)
        yield partial(bot_worker.run_practice_search, Match.new(game, 3), 0.05)
    table = parse_json(f"[{SAMPLE_JSON}1]")
    yield partial(parse_json, json.dumps(table))
    yield partial(json.dumps, table)
    for beyond in ("", "\u0101", "\U0001f3f0"):  # text is held in three ways, and searched in as many
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
    """Lay a table, as a page does that starts."""
    address, notes = addresses.parse_query(f"?game={game}&seed=7")
    model, _effects = start_game(address, None, tuple(notes))
    layout.render_page(model, layout.render_screen(model))
