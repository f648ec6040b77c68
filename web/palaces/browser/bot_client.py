"""The client of the bot worker: requests, answers, timeouts and the replacement without a worker."""

import json
from typing import TYPE_CHECKING, NamedTuple, cast

import js
from pyodide.ffi import create_once_callable, create_proxy

from palaces.app.i18n import _, current_language
from palaces.app.release_id import RELEASE_ID
from palaces.browser import web_apis
from palaces.browser.host_page import release_url
from palaces.workers import bot_worker
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.effects import DecisionRequest, Request, WarmupRequest
    from palaces.browser.own_bot_client import OwnBotClient
    from palaces.browser.port import Page

ANSWER_TIMEOUT_MS = 20_000
"""Time within which a started worker has to answer."""
START_TIMEOUT_MS = 60_000
"""Time within which a worker has to start."""
MAX_TIMER_DELAY_MS = 2000
"""Delay of a timer above which the browser must have suspended the page."""


class RequestKey(NamedTuple):
    """The parts of a request by which its answer is recognized."""

    ask: str
    game_serial: int
    log_number: int


class BotClient:
    """The worker in which bots think. The first worker that fails is replaced. After that the page does its work."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.worker: js.Worker | None = None
        self.is_started = False
        self.is_ready = False
        self.failure_count = 0
        self.is_fallback_announced = False
        """True once the player knows that bots think without a worker."""
        self.pending_requests: dict[RequestKey, tuple[str, float]] = {}
        """Text and start time of each request without an answer."""
        self.timeout_timer = 0
        self.own_bots: OwnBotClient | None = None

    def start_once(self) -> None:
        """Start the first worker, unless it is started already. The start takes some time."""
        if not self.is_started:
            self.is_started = True
            self.start_worker()

    def start_worker(self) -> None:
        """Start a worker. If the browser refuses it, `worker` is None."""
        self.is_ready = False
        try:
            name = f"{RELEASE_ID} {current_language()}"
            self.worker = js.window.palaces.startWorker(release_url("scripts/bot-worker.js"), name)
            self.worker.addEventListener("message", create_proxy(lambda event: self.on_worker_message(event.data)))
            self.worker.addEventListener("error", create_proxy(self.on_worker_failure))
        except Exception:
            self.worker = None

    def send_request(self, request: "Request") -> None:
        """Send a request. The answer arrives as a message to `update`."""
        if request["ask"] == "move" and "own" in request:
            self.ask_own_bot(request)
            return
        self.start_once()
        key = RequestKey(request["ask"], *request["id"])
        self.pending_requests[key] = (json.dumps(request), js.performance.now())
        if self.worker is None:
            self.answer_without_worker(key)
        else:
            self.worker.postMessage(self.pending_requests[key][0])
            self.reset_timeout()

    def ask_own_bot(self, request: "DecisionRequest") -> None:
        """Ask a bot of one's own. If it can't move, the level of the request does."""
        asked = {**request}
        del asked["own"]

        def ask_level() -> None:
            self.send_request(cast("DecisionRequest", asked))

        def ask() -> None:
            from palaces.browser.own_bot_client import OwnBotClient  # imported only for a bot of one's own

            self.own_bots = self.own_bots or OwnBotClient(self.page)
            self.own_bots.ask(request, ask_level)

        self.page.load_packages(ask, ask_level, web_apis.LAB_PART)

    def reset_timeout(self) -> None:
        """Restart the timeout if a request has no answer yet."""
        js.clearTimeout(self.timeout_timer)
        if self.pending_requests:
            patience = ANSWER_TIMEOUT_MS if self.is_ready else START_TIMEOUT_MS
            due = js.performance.now() + patience
            self.timeout_timer = js.setTimeout(create_once_callable(lambda: self.on_timeout(due)), patience)

    def on_timeout(self, due: float) -> None:
        """Handle a worker that does not answer.

        If the timer is late, the browser has suspended the page in the background, perhaps with the worker. Then wait
        again.
        """
        if js.performance.now() - due > MAX_TIMER_DELAY_MS:
            self.reset_timeout()
        else:
            self.on_worker_failure(None)

    def on_worker_message(self, text: str) -> None:
        """Handle a message of the worker: its greeting or an answer."""
        message = parse_json(text)
        if "release" in message and not (message["ready"] and message["release"] == RELEASE_ID):
            self.reject_worker()
        elif message.get("ready"):
            self.is_ready = True
            js.document.documentElement.setAttribute("data-bots", "ready")
            self.request_warmup()
        match message:
            case {"ask": str(ask), "id": [int(game_serial), int(log_number)]}:
                key = RequestKey(ask, game_serial, log_number)
            case _:
                return
        if key not in self.pending_requests:
            return
        if "error" in message or self.is_illegal_move(key, message["answer"]):
            js.console.error(f"No answer from the bots' worker: {text[:500]}")
            self.answer_without_worker(key)
        else:
            self.deliver_answer(key, message["answer"])
        self.reset_timeout()

    def request_warmup(self) -> None:
        """Warm up the worker if a master is at the table, because a search is slow for its first half second."""
        match = self.page.model.match
        if self.has_master() and not self.pending_requests and self.worker is not None:
            request: WarmupRequest = {"ask": "warm", "id": [], "game": match.game, "seats": len(match.seats)}
            self.worker.postMessage(json.dumps(request))

    def has_master(self) -> bool:
        """Return True if a master is at the table: only its moves depend on a worker."""
        return any(seat["kind"] == "bot:master" for seat in self.page.model.match.seats)

    def is_illegal_move(self, key: RequestKey, answer: object) -> bool:
        """Return True if an answer is a move for the current position that the rules forbid."""
        model = self.page.model
        current = key == ("move", model.game_serial, len(model.match.log))
        return current and bool(model.match.allows(decided_action(answer)))

    def deliver_answer(self, key: RequestKey, answer: object) -> None:
        """Send an answer to `update` as a message."""
        _text, since = self.pending_requests.pop(key)
        if key.ask != "move":
            self.page.receive([*key, answer])
            return
        js.document.documentElement.setAttribute("data-thought", str(round(js.performance.now() - since)))
        self.page.send_later(("bot", key.game_serial, key.log_number, decided_action(answer), answer))

    def on_worker_failure(self, event: "js.Event | None") -> None:
        """Handle a worker that failed. Replace the first one and send its requests again."""
        if event is not None:
            event.preventDefault()
        self.failure_count += 1
        if self.worker is not None:
            self.worker.terminate()
            self.worker = None
        if self.failure_count <= 1:
            self.start_worker()
        elif recover := getattr(js.window.palaces, "recover", None):
            recover.miss("link[rel=later]")  # reports missing files, if they are the reason
        for key, (text, _since) in [*self.pending_requests.items()]:
            if self.worker is None:
                self.answer_without_worker(key)
                continue
            if key.ask == "move":
                self.page.receive(["bot-lost", key.game_serial, key.log_number])
            self.worker.postMessage(text)
        self.reset_timeout()

    def reject_worker(self) -> None:
        """Stop a worker of another release, because its messages may mean something else. Offer to load both again."""
        if self.worker is not None:
            self.worker.terminate()
        self.worker, self.is_fallback_announced = None, True
        sentence = _("The loaded bots belong to a different version of this page.")
        self.page.send(("notice", sentence, ("update",), _("Reload both")))
        for key in [*self.pending_requests]:
            self.answer_without_worker(key)
        self.reset_timeout()

    def answer_without_worker(self, key: RequestKey) -> None:
        """Answer a request without a worker: with a quick move, or with a message that there is no answer."""
        if key.ask != "move":
            del self.pending_requests[key]
            self.page.receive(["unanswered", *key])
            return
        if self.worker is not None:
            self.page.receive(["bot-failed", key.game_serial, key.log_number])
        elif self.has_master() and not self.is_fallback_announced:
            self.is_fallback_announced = True
            sentence = _("The bots now run inside the page itself, so master plays like skilled.")
            self.page.send(("notice", sentence))
        self.deliver_answer(key, parse_json(bot_worker.answer_quickly(self.pending_requests[key][0]))["answer"])


def decided_action(answer: object) -> object:
    """Return the action of a decision that a worker has sent, None if it is no decision."""
    return answer[0] if isinstance(answer, list) and answer else None
