"""Games without end through the page's own update loop, for `test_soak.py`.

Bots play each other, and people whose moves are made here; in between moves are taken back, workers are lost and the
page is loaded anew in mid-game. Every game that ends is replayed by the same rules in CPython and has to have the
points that are on screen; and between two loads the page's heap and the memory of both its Pythons have to stay as
they are.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

from conftest import Site, ready
from players import finished, load, match_of, over, turn, wake
from playwright.sync_api import CDPSession, Page

from pygame_core import GAMES, Match
from pygame_core.bots import choose

LEVELS = ("random", "beginner", "casual", "skilled")
"""Of the bots: a master takes a second for a move, and is the same to the page."""
LIFE = 31
"""Games between two loads of the page; no multiple of the number of titles, so that each is met by every mishap."""
WARM = len(GAMES)
"""Games of a life after which nothing is new to the page any more: one of each title."""
PATIENCE = 120_000  # ms for a game among bots
MOST_HEAP = 100_000
"""Bytes by which the page's heap may grow with each game, once it is warm; it has seven million."""
DIFFERS = 1_000_000
"""Bytes by which the heap after one game differs from that after another anyway: what lies on the table at its end."""
MOST_WASM = 0.5
"""The part by which the memory of a Python may grow in a whole life, once it is warm: two steps, each of a fifth."""

WORKERS = """window.workers = [];
window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    window.workers.push(this);
  }
};"""
LOSE = """() => {
  const worker = window.workers.pop();
  worker.terminate();
  worker.dispatchEvent(new ErrorEvent("error", { message: "lost", cancelable: true }));
}"""
PRESS = """(presses) => {
  for (const [kind, text, where] of presses) {
    if (where && !document.querySelector(where)) continue;
    const control = document.createElement("button");
    control.dataset[kind] = text;
    document.body.append(control);
    control.click();
    control.remove();
  }
}"""
"""Uses controls that need not be on screen, as the page itself would draw them; some only where there is something."""
REACHED = "n => document.documentElement.matches(`[data-over]`) || Number(document.documentElement.dataset.turn) >= n"
SIZE = """function () {
  return this.__globals__.get("__builtins__").get("__import__")("pyodide_js")._module.HEAP8.byteLength;
}"""
"""Of the memory of a Python, asked of one of its functions."""


# -- memory ------------------------------------------------------------------------------------------------------------


@dataclass
class Sample:
    """Bytes in use after a game, once all that nobody needs is collected."""

    heap: int
    """Of JavaScript in the page."""
    wasm: int
    """Of Python in the page."""
    thinking: int
    """Of Python in the bots' worker; 0 while there is none."""


class Gauge:
    """What a page and its worker hold in memory, as Chromium's own tools tell it."""

    def __init__(self, page: Page) -> None:
        """Of a page that is still to be loaded."""
        self.link: CDPSession = page.context.new_cdp_session(page)
        self.workers: list[str] = []
        self.answers: dict[int, Any] = {}
        self.asked = 0
        self.link.on("Target.attachedToTarget", self.met)
        self.link.on("Target.detachedFromTarget", self.parted)
        self.link.on("Target.receivedMessageFromTarget", self.heard)
        self.link.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})

    def met(self, event: dict[str, Any]) -> None:
        if event["targetInfo"]["url"].endswith("/bot-worker.js"):
            self.workers.append(event["sessionId"])

    def parted(self, event: dict[str, Any]) -> None:
        if event["sessionId"] in self.workers:
            self.workers.remove(event["sessionId"])

    def heard(self, event: dict[str, Any]) -> None:
        said = json.loads(event["message"])
        if "id" in said:
            self.answers[said["id"]] = said.get("result")

    def ask(self, method: str, **params: object) -> Any:
        """What the worker says, once it is not busy."""
        self.asked += 1
        message = json.dumps({"id": self.asked, "method": method, "params": params})
        self.link.send("Target.sendMessageToTarget", {"sessionId": self.workers[-1], "message": message})
        until = monotonic() + PATIENCE / 1000
        while self.asked not in self.answers:
            assert monotonic() < until, "the worker does not answer"
            self.link.send("Runtime.evaluate", {"expression": "0"})  # its answer is heard meanwhile
        return self.answers.pop(self.asked)

    def inside(self, thing: Any, name: str) -> Any:
        """What a thing in the worker holds by this name."""
        held = self.ask("Runtime.getProperties", objectId=thing["objectId"], ownProperties=True)
        both = [*held["result"], *held.get("internalProperties", [])]
        return next(each["value"] for each in both if each["name"] == name)

    def thinking(self) -> int:
        """The memory of Python in the worker, whose listener knows a function of it.

        To watch for it from the worker's start would be to race it: who drives the browser lets no worker wait.
        """
        if not self.workers:
            return 0
        thing = self.ask("Runtime.evaluate", expression="self.onmessage")["result"]
        for name in ("[[Scopes]]", "0", "handle"):
            thing = self.inside(thing, name)
        size = self.ask("Runtime.callFunctionOn", objectId=thing["objectId"], functionDeclaration=SIZE)
        return int(size["result"]["value"])

    def sample(self) -> Sample:
        self.link.send("HeapProfiler.collectGarbage")
        heap: int = self.link.send("Runtime.getHeapUsage")["usedSize"]
        size = self.link.send("Runtime.evaluate", {"expression": f"({SIZE}).call(palaces.save)"})
        return Sample(heap, int(size["result"]["value"]), self.thinking())


# -- games -------------------------------------------------------------------------------------------------------------


@dataclass
class Soak:
    """Games of these titles in turn, one after the other in one tab."""

    page: Page
    site: Site
    games: Sequence[str] = (*GAMES,)
    life: int = LIFE
    seats: int = 6
    """How many play, at most."""
    levels: Sequence[str] = LEVELS
    """Of the bots."""
    chance: Random = field(default_factory=lambda: Random(1))
    lives: list[list[Sample]] = field(default_factory=lambda: [[]])
    """Samples after games, by life of the page."""
    mishaps: Counter[str] = field(default_factory=Counter)
    """How often what happened."""

    def run(self, games: int) -> Iterator[Match]:
        """So many games, each as it ended."""
        self.page.add_init_script(WORKERS)
        gauge = Gauge(self.page)
        self.page.goto(self.site.url("play.html?speed=instant&seats=you,you"))
        ready(self.page)
        for n in range(games):
            match = self.play(n)
            self.lives[-1].append(gauge.sample())
            yield match

    def play(self, n: int) -> Match:
        """One game, with the mishap that its number brings, held against the rules in CPython."""
        place = n % self.life
        person = place % 6 == 1 and place < self.life - 1
        begun = self.dealt(n, person)
        assert load(self.page, json.dumps(begun.save())) == ""
        if person:
            self.person()
        if place == 2:
            self.among_bots(begun)
            self.page.evaluate(LOSE)
            self.mishaps["lost"] += 1
        if place == self.life - 1:
            self.among_bots(begun)
            self.page.reload()
            ready(self.page)
            self.lives.append([])
            self.mishaps["reload"] += 1
        self.page.wait_for_selector("html[data-over]", state="attached", timeout=PATIENCE)
        match = finished(self.page)
        assert (match.game, match.seed, match.setup) == (begun.game, begun.seed, begun.setup)
        return match

    def dealt(self, n: int, person: bool) -> Match:
        """The table of a game: any number of seats, any option, any level, with one person or with none."""
        game = GAMES[self.games[n % len(self.games)]]
        count = self.chance.choice([n for n in game.seat_counts if n <= self.seats])
        kinds = [f"bot:{self.chance.choice(self.levels)}" for _seat in range(count)]
        if person:
            kinds[self.chance.randrange(count)] = "human"
        seats = [{"name": f"{kind} {seat}", "kind": kind} for seat, kind in enumerate(kinds, 1)]
        options = {option.name: self.chance.choice(option.available_choices(count)).value for option in game.options}
        return Match.new(game.name, seats, n, options)

    def among_bots(self, begun: Match) -> None:
        """Wait until bots are in the middle of their game."""
        most = GAMES[begun.game].typical_moves[len(begun.seats)]
        self.page.wait_for_function(REACHED, arg=self.chance.randrange(5, most // 2), timeout=PATIENCE)

    def person(self) -> None:
        """Play for the person to the end, and now and then take a move back."""
        while True:
            wake(self.page)
            if over(self.page):
                return
            before = match_of(self.page)
            seat = before.to_move()
            action = choose("casual", before.view(seat), self.chance).action
            self.page.evaluate(PRESS, [("act", json.dumps(action), "")])
            if self.chance.random() < 0.1:
                self.take_back(before)

    def take_back(self, before: Match) -> None:
        """The person's last action; where bots have moved on since, that makes the game practice."""
        further = ("do", '["undo-further"]', "#undo-further")  # at once: a bot that moves closes the panel
        self.page.evaluate(PRESS, [("do", '["undo"]', ""), further])
        assert turn(self.page) == len(before.log)
        self.mishaps["undo"] += 1


# -- whether it is steady ----------------------------------------------------------------------------------------------


def growth(life: Sequence[Sample]) -> dict[str, float]:
    """By how much memory grows in a life of the page once it is warm: the heap by so many bytes with each game, beyond
    what games differ by, that of Python by such a part in all. Compared are the least of the first third and the least
    of the last one."""
    warm = life[WARM:]
    third = max(1, len(warm) // 3)
    grown = min(each.heap for each in warm[-third:]) - min(each.heap for each in warm[:third])
    return {
        "heap": max(0, grown - DIFFERS) / max(1, len(warm) - third),
        "wasm": max(each.wasm for each in warm) / warm[0].wasm - 1,
        "thinking": max(each.thinking for each in warm) / max(1, warm[0].thinking) - 1,
    }


def unsteady(life: Sequence[Sample]) -> list[str]:
    """What grows in a life, and by how much; nothing of one that ended before it was warm."""
    if len(life) <= WARM:
        return []
    most = {"heap": MOST_HEAP, "wasm": MOST_WASM, "thinking": MOST_WASM}
    return [f"{name} grows by {by:.2f}" for name, by in growth(life).items() if by > most[name]]


def told(life: Sequence[Sample]) -> str:
    """How steady a life was, in a line."""
    if len(life) <= WARM:
        return "over before it was warm"
    by = growth(life)
    return f"heap {by['heap']:+.0f} bytes a game, Python {by['wasm']:+.0%}, that of the bots {by['thinking']:+.0%}"
