"""The worker in which bots think, and what happens when it does not answer."""

import json
from typing import TYPE_CHECKING, NamedTuple

import js
from pyodide.ffi import create_once_callable, create_proxy

from palaces.app.i18n import _
from palaces.app.release_id import RELEASE_ID
from palaces.browser.host_page import release_url
from palaces.workers import bot_worker
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.effects import Request, WarmupRequest
    from palaces.browser.port import Page

ANSWER_TIMEOUT_MS = 20_000  # ms that a bot's worker may be silent once it is up
START_TIMEOUT_MS = 60_000  # ms that it may take to come up
MAX_TIMER_DELAY_MS = 2000  # ms after its time an alarm rings that was held up


class RequestKey(NamedTuple):
    """The parts of a request by which its answer is recognized."""

    ask: str
    game_serial: int
    log_number: int


class BotClient:
    """The worker in which bots think. One that dies or falls silent is replaced; then the page moves for them."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.worker: js.Worker | None = None
        self.is_started = False
        self.is_ready = False
        self.failure_count = 0
        self.is_fallback_announced = False
        """Whether it has been said that there is no worker."""
        self.pending_requests: dict[RequestKey, tuple[str, float]] = {}
        """What was asked and not answered yet, and since when."""
        self.timeout_timer = 0

    def start_once(self) -> None:
        """Start the first worker, which takes a while: whoever asks first, or the page once it is live."""
        if not self.is_started:
            self.is_started = True
            self.start_worker()

    def start_worker(self) -> None:
        """Start a worker. Where there can be none, the page does without."""
        self.is_ready = False
        try:
            self.worker = js.Worker.new(
                js.window.palaces.script(release_url("scripts/bot-worker.js")),
                type="module",
                name=RELEASE_ID,
            )
            self.worker.addEventListener("message", create_proxy(lambda event: self.on_worker_message(event.data)))
            self.worker.addEventListener("error", create_proxy(self.on_worker_failure))
        except Exception:
            self.worker = None

    def send_request(self, asked: "Request") -> None:
        """Send a request; its answer comes as a message."""
        self.start_once()
        key = RequestKey(asked["ask"], *asked["id"])
        self.pending_requests[key] = (json.dumps(asked), js.performance.now())
        if self.worker is None:
            self.answer_without_worker(key)
        else:
            self.worker.postMessage(self.pending_requests[key][0])
            self.reset_timeout()

    def reset_timeout(self) -> None:
        """Set the alarm anew as long as something is asked."""
        js.clearTimeout(self.timeout_timer)
        if self.pending_requests:
            patience = ANSWER_TIMEOUT_MS if self.is_ready else START_TIMEOUT_MS
            due = js.performance.now() + patience
            self.timeout_timer = js.setTimeout(create_once_callable(lambda: self.on_timeout(due)), patience)

    def on_timeout(self, due: float) -> None:
        """The worker was silent for too long; unless the alarm comes late: then the page was stopped, as browsers do in
        the background, and the worker may have been stopped with it."""
        if js.performance.now() - due > MAX_TIMER_DELAY_MS:
            self.reset_timeout()
        else:
            self.on_worker_failure(None)

    def on_worker_message(self, text: str) -> None:
        """The worker is up, or answers."""
        said = parse_json(text)
        if "release" in said and not (said["ready"] and said["release"] == RELEASE_ID):
            self.reject_worker()
        elif said.get("ready"):
            self.is_ready = True
            js.document.documentElement.setAttribute("data-bots", "ready")
            self.request_warmup()
        match said:
            case {"ask": str(ask), "id": [int(game_serial), int(log_number)]}:
                key = RequestKey(ask, game_serial, log_number)
            case _:
                return
        if key not in self.pending_requests:
            return
        if "error" in said or self.is_illegal_move(key, said["answer"]):
            js.console.error(f"No answer from the bots' worker: {text[:500]}")
            self.answer_without_worker(key)
        else:
            self.deliver_answer(key, said["answer"])
        self.reset_timeout()

    def request_warmup(self) -> None:
        """A search is slow for its first half second, so a master at the table has that behind it when it is asked."""
        match = self.page.model.match
        has_master = any(seat["kind"] == "bot:master" for seat in match.seats)
        if has_master and not self.pending_requests and self.worker is not None:
            asked: WarmupRequest = {"ask": "warm", "id": [], "game": match.game, "seats": len(match.seats)}
            self.worker.postMessage(json.dumps(asked))

    def is_illegal_move(self, key: RequestKey, answer: object) -> bool:
        """Whether an answer is a move for the position on the table, and not allowed there."""
        model = self.page.model
        current = key == ("move", model.game_serial, len(model.match.log))
        return current and bool(model.match.allows(decided_action(answer)))

    def deliver_answer(self, key: RequestKey, answer: object) -> None:
        """Pass an answer on."""
        _text, since = self.pending_requests.pop(key)
        if key.ask != "move":
            self.page.receive([*key, answer])
            return
        js.document.documentElement.setAttribute("data-thought", str(round(js.performance.now() - since)))
        self.page.send_later(("bot", key.game_serial, key.log_number, decided_action(answer), answer))

    def on_worker_failure(self, event: "js.Event | None") -> None:
        """The worker is of no use any more: replace it once and ask again."""
        if event is not None:
            event.preventDefault()
        self.failure_count += 1
        if self.worker is not None:
            self.worker.terminate()
            self.worker = None
        if self.failure_count <= 1:
            self.start_worker()
        elif recover := getattr(js.window.palaces, "recover", None):
            recover.miss("link[rel=later]")  # names what the server does not give, if that is why
        for key, (text, _since) in [*self.pending_requests.items()]:
            if self.worker is None:
                self.answer_without_worker(key)
                continue
            if key.ask == "move":
                self.page.receive(["bot-lost", key.game_serial, key.log_number])
            self.worker.postMessage(text)
        self.reset_timeout()

    def reject_worker(self) -> None:
        """The worker is of another release than the page: neither knows what the other means, so the page does without
        it, and offers to begin again as one release."""
        if self.worker is not None:
            self.worker.terminate()
        self.worker, self.is_fallback_announced = None, True
        sentence = _("The computer players that were loaded belong to another version than this page.")
        self.page.send(("notice", sentence, ("update",), _("Load both anew")))
        for key in [*self.pending_requests]:
            self.answer_without_worker(key)
        self.reset_timeout()

    def answer_without_worker(self, key: RequestKey) -> None:
        """No worker has an answer: a quick move on the page's own thread, and a sentence; for all else the sentence."""
        if key.ask != "move":
            del self.pending_requests[key]
            self.page.receive(["unanswered", *key])
            return
        if self.worker is not None:
            self.page.receive(["bot-failed", key.game_serial, key.log_number])
        elif not self.is_fallback_announced:
            self.is_fallback_announced = True
            sentence = _("Computer players think on the page itself now, so a master plays like a skilled one.")
            self.page.send(("notice", sentence))
        self.deliver_answer(key, parse_json(bot_worker.answer_quickly(self.pending_requests[key][0]))["answer"])


def decided_action(answer: object) -> object:
    """Return the action of a decision that a worker has sent, None if it is no decision."""
    return answer[0] if isinstance(answer, list) and answer else None
