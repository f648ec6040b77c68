"""The worker in which bots think, and what happens when it does not answer."""

import json
from typing import TYPE_CHECKING, Any

import js
from pyodide.ffi import create_once_callable, create_proxy

from palaces import worker
from palaces.browser.host import part
from palaces.browser.plain import plain_object
from palaces.built import RELEASE
from palaces.words import _
from pygame_core.reading import parse_json

if TYPE_CHECKING:
    from palaces.browser.page import Page
    from palaces.messages import Request

PATIENCE = 20_000  # ms that a bot's worker may be silent once it is up
START_PATIENCE = 60_000  # ms that it may take to come up
LATE = 2000  # ms after its time an alarm rings that was held up

Key = tuple[Any, ...]
"""Of a request: what is asked, number of the game, log number."""


class Bots:
    """The worker in which bots think. One that dies or falls silent is replaced; then the page moves for them."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.worker: Any = None
        self.begun = False
        self.up = False
        self.lost = 0
        self.alone = False
        """Whether it has been said that there is no worker."""
        self.waiting: dict[Key, tuple[str, float]] = {}
        """What was asked and not answered yet, and since when."""
        self.alarm = 0

    def begin(self) -> None:
        """Start the first worker, which takes a while: whoever asks first, or the page once it is live."""
        if not self.begun:
            self.begun = True
            self.start()

    def start(self) -> None:
        """Start a worker. Where there can be none, the page does without."""
        self.up = False
        try:
            self.worker = js.Worker.new(
                js.window.palaces.script(part("scripts/bot-worker.js")), plain_object(type="module", name=RELEASE)
            )
            self.worker.addEventListener("message", create_proxy(lambda event: self.heard(event.data)))
            self.worker.addEventListener("error", create_proxy(self.died))
        except Exception:
            self.worker = None

    def ask(self, asked: "Request") -> None:
        """Send a request; its answer comes as a message."""
        self.begin()
        key: Key = (asked["ask"], *asked["id"])
        self.waiting[key] = (json.dumps(asked), js.performance.now())
        if self.worker is None:
            self.without(key)
        else:
            self.worker.postMessage(self.waiting[key][0])
            self.watch()

    def watch(self) -> None:
        """Set the alarm anew as long as something is asked."""
        js.clearTimeout(self.alarm)
        if self.waiting:
            patience = PATIENCE if self.up else START_PATIENCE
            due = js.performance.now() + patience
            self.alarm = js.setTimeout(create_once_callable(lambda: self.ring(due)), patience)

    def ring(self, due: float) -> None:
        """The worker was silent for too long; unless the alarm comes late: then the page was stopped, as browsers do in
        the background, and the worker may have been stopped with it."""
        if js.performance.now() - due > LATE:
            self.watch()
        else:
            self.died(None)

    def heard(self, text: str) -> None:
        """The worker is up, or answers."""
        said = parse_json(text)
        if "release" in said and not (said["ready"] and said["release"] == RELEASE):
            self.refuse()
        elif said.get("ready"):
            self.up = True
            self.page.root.setAttribute("data-bots", "ready")
            self.warm()
        key: Key = (said.get("ask"), *(said.get("id") or ()))
        if key not in self.waiting:
            return
        if "error" in said or self.refused(key, said["answer"]):
            js.console.error(f"No answer from the bots' worker: {text[:500]}")
            self.without(key)
        else:
            self.answered(key, said["answer"])
        self.watch()

    def warm(self) -> None:
        """A search is slow for its first half second, so a master at the table has that behind it when it is asked."""
        match = self.page.model.match
        if not self.waiting and any(seat["kind"] == "bot:master" for seat in match.seats):
            asked = {"ask": "warm", "id": [], "game": match.game, "seats": len(match.seats)}
            self.worker.postMessage(json.dumps(asked))

    def refused(self, key: Key, answer: Any) -> bool:
        """Whether an answer is a move for the position on the table, and not allowed there."""
        model = self.page.model
        current = key == ("move", model.dealt, len(model.match.log))
        return current and bool(model.match.allows(answer[0] if isinstance(answer, list) and answer else None))

    def answered(self, key: Key, answer: Any) -> None:
        """Pass an answer on."""
        ask, *of = key
        _text, since = self.waiting.pop(key)
        if ask != "move":
            self.page.receive([ask, *of, answer])
            return
        self.page.root.setAttribute("data-thought", str(round(js.performance.now() - since)))
        dealt, n = of
        self.page.later(("bot", dealt, n, answer[0], answer))

    def died(self, event: Any) -> None:
        """The worker is of no use any more: replace it once and ask again."""
        if event is not None:
            event.preventDefault()
        self.lost += 1
        if self.worker is not None:
            self.worker.terminate()
            self.worker = None
        if self.lost <= 1:
            self.start()
        elif recover := getattr(js.window.palaces, "recover", None):
            recover.miss("link[rel=later]")  # names what the server does not give, if that is why
        for key, (text, _since) in [*self.waiting.items()]:
            if self.worker is None:
                self.without(key)
                continue
            if key[0] == "move":
                self.page.receive(["bot-lost", *key[1:]])
            self.worker.postMessage(text)
        self.watch()

    def refuse(self) -> None:
        """The worker is of another release than the page: neither knows what the other means, so the page does without
        it, and offers to begin again as one release."""
        self.worker.terminate()
        self.worker, self.alone = None, True
        sentence = _("The computer players that were loaded belong to another version than this page.")
        self.page.send(("notice", sentence, ("update",), _("Load both anew")))
        for key in [*self.waiting]:
            self.without(key)
        self.watch()

    def without(self, key: Key) -> None:
        """No worker has an answer: a quick move on the page's own thread, and a sentence; for all else the sentence."""
        ask, *of = key
        if ask != "move":
            del self.waiting[key]
            self.page.receive(["unanswered", *key])
            return
        if self.worker is not None:
            self.page.receive(["bot-failed", *of])
        elif not self.alone:
            self.alone = True
            sentence = _("Computer players think on the page itself now, so a master plays like a skilled one.")
            self.page.send(("notice", sentence))
        self.answered(key, parse_json(worker.quick(self.waiting[key][0]))["answer"])
