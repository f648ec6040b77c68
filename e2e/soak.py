"""Endless games through the page's own update loop, for `test_soak.py`.

Bots play each other, and people whose moves this module makes. In between it undoes moves, kills workers and reloads
the page in mid-game. The rules in CPython replay every finished game, and their points have to be those on screen.
Between two loads, the page's heap and the memory of both its Pythons must not grow.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

from conftest import Site, wait_until_live
from players import check_finished_game, is_over, load_match, load_save, log_length, wait_for_decision
from playwright.sync_api import CDPSession, Page

from pygame_core import GAMES, Match
from pygame_core.bots import choose
from pygame_core.match import require_game

LEVELS = ("random", "beginner", "casual", "skilled")
"""The levels of the bots. A master takes a second for a move, and makes no difference to the page."""
GAMES_PER_LOAD = 31
"""The games between two loads of the page. No multiple of the number of titles, so every title meets every mishap."""
WARMUP_GAMES = len(GAMES)
"""The games after which a page has nothing new to load: one of each title."""
TIMEOUT_MS = 120_000  # ms for a game among bots
MAX_HEAP_GROWTH_BYTES = 100_000
"""The bytes by which the page's heap may grow per game after the warm-up; it has seven million."""
HEAP_NOISE_BYTES = 1_000_000
"""The bytes by which heaps after two games differ anyway, because of the table at the end."""
MAX_WASM_GROWTH = 0.5
"""The fraction by which the memory of a Python may grow until the next load: two steps, each of a fifth."""

COUNT_WORKERS_JS = """window.workers = [];
window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    window.workers.push(this);
  }
};"""
KILL_WORKER_JS = """() => {
  const worker = window.workers.pop();
  worker.terminate();
  worker.dispatchEvent(new ErrorEvent("error", { message: "lost", cancelable: true }));
}"""
PRESS_CONTROLS_JS = """(presses) => {
  for (const [kind, text, where] of presses) {
    if (where && !document.querySelector(where)) continue;
    const control = document.createElement("button");
    control.dataset[kind] = text;
    document.body.append(control);
    control.click();
    control.remove();
  }
}"""
"""Use controls that need not be on screen, as the page would draw them; some only if they have an effect."""
IS_TURN_REACHED_JS = (
    "n => document.documentElement.matches(`[data-over]`) || Number(document.documentElement.dataset.turn) >= n"
)
WASM_SIZE_JS = """function () {
  return this.__globals__.get("__builtins__").get("__import__")("pyodide_js")._module.HEAP8.byteLength;
}"""
"""The size of a Python's memory, from one of its functions."""


# -- memory ------------------------------------------------------------------------------------------------------------


@dataclass
class MemorySample:
    """Bytes in use after a game and a garbage collection."""

    heap_bytes: int
    """The heap of JavaScript in the page."""
    wasm_bytes: int
    """The memory of Python in the page."""
    worker_bytes: int
    """The memory of Python in the bots' worker; 0 without a worker."""


class MemoryGauge:
    """The memory of a page and its worker, from Chromium's own tools."""

    def __init__(self, page: Page) -> None:
        """Attach to a page that is not loaded yet."""
        self.cdp_session: CDPSession = page.context.new_cdp_session(page)
        self.workers: list[str] = []
        self.answers: dict[int, Any] = {}
        self.request_count = 0
        self.cdp_session.on("Target.attachedToTarget", self.on_attached)
        self.cdp_session.on("Target.detachedFromTarget", self.on_detached)
        self.cdp_session.on("Target.receivedMessageFromTarget", self.on_message)
        self.cdp_session.send(
            "Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        )

    def on_attached(self, event: dict[str, Any]) -> None:
        if event["targetInfo"]["url"].endswith("/bot-worker.js"):
            self.workers.append(event["sessionId"])

    def on_detached(self, event: dict[str, Any]) -> None:
        if event["sessionId"] in self.workers:
            self.workers.remove(event["sessionId"])

    def on_message(self, event: dict[str, Any]) -> None:
        said = json.loads(event["message"])
        if "id" in said:
            self.answers[said["id"]] = said.get("result")

    def send_to_worker(self, method: str, **params: object) -> Any:
        """Send a command to the worker. Return its answer, once the worker is not busy."""
        self.request_count += 1
        message = json.dumps({"id": self.request_count, "method": method, "params": params})
        self.cdp_session.send("Target.sendMessageToTarget", {"sessionId": self.workers[-1], "message": message})
        until = monotonic() + TIMEOUT_MS / 1000
        while self.request_count not in self.answers:
            assert monotonic() < until, "the worker does not answer"
            self.cdp_session.send("Runtime.evaluate", {"expression": "0"})  # the answer arrives meanwhile
        return self.answers.pop(self.request_count)

    def property_of(self, thing: Any, name: str) -> Any:
        """Return the property of an object in the worker."""
        held = self.send_to_worker("Runtime.getProperties", objectId=thing["objectId"], ownProperties=True)
        both = [*held["result"], *held.get("internalProperties", [])]
        return next(each["value"] for each in both if each["name"] == name)

    def worker_memory(self) -> int:
        """Return the memory of Python in the worker, from a function that its listener knows.

        An observer from the worker's start would be too late sometimes: the driver of the browser makes no worker wait.
        """
        if not self.workers:
            return 0
        thing = self.send_to_worker("Runtime.evaluate", expression="self.onmessage")["result"]
        for name in ("[[Scopes]]", "0", "handle"):
            thing = self.property_of(thing, name)
        size = self.send_to_worker(
            "Runtime.callFunctionOn", objectId=thing["objectId"], functionDeclaration=WASM_SIZE_JS
        )
        return int(size["result"]["value"])

    def take_sample(self) -> MemorySample:
        self.cdp_session.send("HeapProfiler.collectGarbage")
        heap: int = self.cdp_session.send("Runtime.getHeapUsage")["usedSize"]
        size = self.cdp_session.send("Runtime.evaluate", {"expression": f"({WASM_SIZE_JS}).call(palaces.save)"})
        return MemorySample(heap, int(size["result"]["value"]), self.worker_memory())


# -- games -------------------------------------------------------------------------------------------------------------


@dataclass
class SoakTest:
    """Games of these titles in turn, one after the other in one tab."""

    page: Page
    site: Site
    games: Sequence[str] = (*GAMES,)
    games_per_load: int = GAMES_PER_LOAD
    max_seats: int = 6
    """The maximum number of players."""
    levels: Sequence[str] = LEVELS
    """The levels of the bots."""
    rng: Random = field(default_factory=lambda: Random(1))
    samples_by_load: list[list[MemorySample]] = field(default_factory=lambda: [[]])
    """Samples after games, by load of the page."""
    mishap_counts: Counter[str] = field(default_factory=Counter)
    """The number of mishaps by kind."""

    def play_games(self, games: int) -> Iterator[Match]:
        """Play so many games. Yield each at its end."""
        self.page.add_init_script(COUNT_WORKERS_JS)
        gauge = MemoryGauge(self.page)
        self.page.goto(self.site.url("play.html?speed=instant&seats=you,you"))
        wait_until_live(self.page)
        for n in range(games):
            match = self.play_one_game(n)
            self.samples_by_load[-1].append(gauge.take_sample())
            yield match

    def play_one_game(self, n: int) -> Match:
        """Play a game with the mishap of its number, and compare it with the rules in CPython."""
        place = n % self.games_per_load
        person = place % 6 == 1 and place < self.games_per_load - 1
        begun = self.deal_match(n, person)
        assert load_save(self.page, json.dumps(begun.save())) == ""
        if person:
            self.play_for_person()
        if place == 2:
            self.wait_among_bots(begun)
            self.page.evaluate(KILL_WORKER_JS)
            self.mishap_counts["lost"] += 1
        if place == self.games_per_load - 1:
            self.wait_among_bots(begun)
            self.page.reload()
            wait_until_live(self.page)
            self.samples_by_load.append([])
            self.mishap_counts["reload"] += 1
        self.page.wait_for_selector("html[data-over]", state="attached", timeout=TIMEOUT_MS)
        match = check_finished_game(self.page)
        assert (match.game, match.seed, match.setup) == (begun.game, begun.seed, begun.setup)
        return match

    def deal_match(self, n: int, person: bool) -> Match:
        """Deal a game with any number of seats, any option, any level, with one person or with none."""
        game = GAMES[self.games[n % len(self.games)]]
        count = self.rng.choice([n for n in game.seat_counts if n <= self.max_seats])
        kinds = [f"bot:{self.rng.choice(self.levels)}" for _seat in range(count)]
        if person:
            kinds[self.rng.randrange(count)] = "human"
        seats = [{"name": f"{kind} {seat}", "kind": kind} for seat, kind in enumerate(kinds, 1)]
        options = {option.name: self.rng.choice(option.available_choices(count)).value for option in game.options}
        return Match.new(require_game(game.name), seats, n, options)

    def wait_among_bots(self, begun: Match) -> None:
        """Wait until bots are in the middle of their game."""
        most = GAMES[begun.game].typical_moves[len(begun.seats)]
        self.page.wait_for_function(IS_TURN_REACHED_JS, arg=self.rng.randrange(5, most // 2), timeout=TIMEOUT_MS)

    def play_for_person(self) -> None:
        """Play for the person to the end, with an occasional undo."""
        while True:
            wait_for_decision(self.page)
            if is_over(self.page):
                return
            before = load_match(self.page)
            seat = before.to_move()
            action = choose("casual", before.view(seat), self.rng).action
            self.page.evaluate(PRESS_CONTROLS_JS, [("act", json.dumps(action), "")])
            if self.rng.random() < 0.1:
                self.undo_last_action(before)

    def undo_last_action(self, before: Match) -> None:
        """Undo the person's last action. If bots have moved since, the game becomes practice."""
        further = ("do", '["undo-further"]', "#undo-further")  # without a pause: the move of a bot closes the panel
        self.page.evaluate(PRESS_CONTROLS_JS, [("do", '["undo"]', ""), further])
        assert log_length(self.page) == len(before.log)
        self.mishap_counts["undo"] += 1


# -- growth ------------------------------------------------------------------------------------------------------------


def memory_growth(life: Sequence[MemorySample]) -> dict[str, float]:
    """Return the memory growth after the warm-up, until the next load of the page.

    The heap's growth is in bytes per game, beyond the difference between games. Python's growth is a fraction of the
    total. Both compare the minimum of the first third and the minimum of the last third.
    """
    warm = life[WARMUP_GAMES:]
    third = max(1, len(warm) // 3)
    grown = min(each.heap_bytes for each in warm[-third:]) - min(each.heap_bytes for each in warm[:third])
    return {
        "heap": max(0, grown - HEAP_NOISE_BYTES) / max(1, len(warm) - third),
        "wasm": max(each.wasm_bytes for each in warm) / warm[0].wasm_bytes - 1,
        "thinking": max(each.worker_bytes for each in warm) / max(1, warm[0].worker_bytes) - 1,
    }


def excessive_growth(life: Sequence[MemorySample]) -> list[str]:
    """Return the kinds and amounts of excessive growth; none for a page that was not warm yet."""
    if len(life) <= WARMUP_GAMES:
        return []
    most = {"heap": MAX_HEAP_GROWTH_BYTES, "wasm": MAX_WASM_GROWTH, "thinking": MAX_WASM_GROWTH}
    return [f"{name} grows by {by:.2f}" for name, by in memory_growth(life).items() if by > most[name]]


def growth_line(life: Sequence[MemorySample]) -> str:
    """Return a summary of the growth in one line."""
    if len(life) <= WARMUP_GAMES:
        return "over before it was warm"
    by = memory_growth(life)
    return f"heap {by['heap']:+.0f} bytes a game, Python {by['wasm']:+.0%}, that of the bots {by['thinking']:+.0%}"
