"""The client of the bots of one's own: it asks them for moves, in the sandbox of a hidden frame."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_once_callable

from palaces.browser import host_page, web_apis
from palaces.browser.storage.local_storage import read_text
from palaces.lab.own_bots import BOTS_KEY, OwnBot, parse_bots
from pygame_core.safe_json import parse_json
from pygame_core.state import JsonObject

if TYPE_CHECKING:
    from palaces.app.effects import DecisionRequest
    from palaces.browser.port import Page
    from pygame_core import Match

SANDBOX_PAGE = "sandbox.html"  # beside the page of a game, in every language


class OwnBotClient:
    """The bots of one's own at the table. A bot that has failed does not move again in that game."""

    def __init__(self, page: "Page") -> None:
        web_apis.load_stylesheet(host_page.release_url("step.css"))
        self.page = page
        self.lab: js.PalacesLab | None = None
        self.failed_seats: set[tuple[int, int]] = set()
        """Number of the game and seat of each bot that has failed."""

    def ask(self, request: "DecisionRequest", ask_level: Callable[[], None]) -> None:
        """Ask the bot of the seat to move. If it can't answer, say why, and call `ask_level`."""
        match = self.page.model.whole_match
        seat = match.to_move()
        serial, n = request["id"]
        if seat is None or (serial, n) != (self.page.model.game_serial, len(match.log)):
            return
        if (serial, seat) in self.failed_seats:
            ask_level()
            return
        bot = find_bot(match, seat)
        if bot is None:
            self.page.receive(["own-missing", serial, n])
            return

        def fail(reason: str, line: int | None = None) -> None:
            self.failed_seats.add((serial, seat))
            self.page.receive(["own-failed", serial, n, reason, line or 0])
            ask_level()

        def take_answer(answer: JsonObject) -> None:
            if error := answer.get("error"):
                fail(error["reason"], error["line"])
            elif (serial, n) == (self.page.model.game_serial, len(self.page.model.match.log)):
                if self.page.model.match.allows(answer["action"]):
                    fail("illegal")
                else:
                    self.page.send_later(("own-move", serial, n, answer["action"], answer["values"]))

        more = {"memoryView": match.view(seat, memory=True)}
        asked = json.dumps([bot.text, match.view(seat), match.legal(), f"{match.seed} {serial} {seat}", more])
        self._when_ready(lambda lab: _ask_in_sandbox(lab, asked, take_answer, fail), lambda: fail("broken"))

    def _when_ready(self, action: "Callable[[js.PalacesLab], None]", on_failure: Callable[[], None]) -> None:
        """Call `action` once the page of the sandbox has loaded in its frame."""
        if self.lab is not None:
            action(self.lab)
            return
        frame = js.document.createElement("iframe")

        def on_load(_event: object) -> None:
            try:
                self.lab = frame.contentWindow.palaces.lab
            except Exception:  # an error page, or one of another origin
                frame.remove()
                on_failure()
            else:
                action(self.lab)

        frame.hidden = True
        frame.tabIndex = -1
        frame.setAttribute("aria-hidden", "true")
        frame.addEventListener("load", create_once_callable(on_load))
        frame.src = js.URL.new(SANDBOX_PAGE, js.location.href).href
        js.document.body.append(frame)


def _ask_in_sandbox(
    lab: "js.PalacesLab", asked: str, take_answer: Callable[[JsonObject], None], fail: Callable[[str], None]
) -> None:
    def on_answer(text: str) -> None:
        take_answer(parse_json(text))

    def on_error(_error: object) -> None:
        fail("broken")

    lab.askInText(asked).then(create_once_callable(on_answer), create_once_callable(on_error))


def find_bot(match: "Match", seat: int) -> OwnBot | None:
    """Return the bot of a seat, by its name and game, if this browser has it. Names in addresses have no commas."""
    name = match.seats[seat]["name"]
    for bot in parse_bots(read_text(BOTS_KEY)):
        if bot.game == match.game and name in (bot.name, bot.name.replace(",", " ")):
            return bot
    return None
