"""The page that is live: mounting, patching, listening, and the effects that `update` asks for."""

import traceback
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, assert_never

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull, to_js

from palaces import address as addresses
from palaces import challenge, embed, screen, update
from palaces.browser import host, services
from palaces.browser.bots import Bots
from palaces.browser.plain import plain_object
from palaces.browser.shelf import ask_to_persist, keep, load_record, next_free
from palaces.html import Markup
from palaces.inbox import read
from palaces.keeping import place as place_of
from palaces.model import Model
from palaces.words import _
from pygame_core.reading import parsed

if TYPE_CHECKING:
    from palaces.messages import Effect, Message

SPOKEN = 8  # announcements that stay in the live region


def cell_at(row: int, column: int) -> Any:
    """A cell of the grid on the page, from 0; null if there is none."""
    return js.document.querySelector(f"[role=row]:nth-child({row + 1}) > [role=gridcell]:nth-child({column + 1})")


def index(nodes: Any, node: Any) -> int:
    """Where a node comes among others; -1 if it does not."""
    found: int = js.Array.prototype.indexOf.call(nodes, node)
    return found


def place(cell: Any) -> tuple[int, int]:
    """Row and column of a cell of the grid."""
    row = cell.parentElement
    return index(row.parentElement.children, row), index(row.children, cell)


def _not_kept(error: Exception) -> str:
    """Why a game is not kept, and what to do about it."""
    if "QuotaExceededError" in str(error):  # Pyodide may wrap it, and then it has another name
        return _(
            "The storage of this browser is full, so the game cannot be kept and will be gone when the page is closed. "
            "Delete games on the home page, or save this one as a file."
        )
    return _(
        "This browser does not let the game be kept, so it will be gone when the page is closed. "
        "Save it as a file if you want to go on later."
    )


def reveal(region: str) -> None:
    """Scroll just as far as a region needs to be seen."""
    found = js.document.getElementById(region)
    if found is not jsnull:
        found.scrollIntoView(plain_object(block="nearest"))


def download(name: str, content: str) -> None:
    """Hand the person a file."""
    blob = js.Blob.new(to_js([content]), plain_object(type="application/json"))
    link = js.document.createElement("a")
    link.href = js.URL.createObjectURL(blob)
    link.download = name
    link.click()
    js.setTimeout(create_once_callable(lambda: js.URL.revokeObjectURL(link.href)), 1000)


class Page:
    """The page that is live: one Model, and what is drawn of it."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.game = ""
        """The game whose skeleton stands in the page."""
        self.drawn: dict[str, str] = {}
        self.bots = Bots(self)
        self.storage_works = True
        self.written: dict[str, Any] = {}
        """The save that was written last, by its key: this tab may replace it, and no other's."""
        self.stop: tuple[int, int] | None = None
        """The cell of the grid that the Tab key stops at, by row and column."""
        self.root = js.document.documentElement

    # -- one way round ---------------------------------------------------------------------------------------------

    def receive(self, message: object) -> None:
        """What comes in as JSON, from a control or a worker, is a message if it is well-formed."""
        known = read(message)
        if known is not None:
            self.send(known)

    def send(self, message: "Message") -> None:
        """A message comes in: the next model is made, drawn, and its effects are carried out."""
        try:
            step = update.update(self.model, message)
        except Exception as error:
            js.console.error(traceback.format_exc())
            sentence = _("The page made a mistake ({error}). Nothing was changed; go on, or reload the page.")
            step = update.update(self.model, ("notice", sentence.format(error=type(error).__name__)))
        self.take(step)

    def take(self, step: update.Step) -> None:
        """Make this model the current one."""
        model, effects = step
        self.model = replace(model, embedded=self.model.embedded)
        self.draw()
        self.carry_out(effects)

    def carry_out(self, effects: list["Effect"]) -> None:
        """Do what the model cannot."""
        for effect in effects:
            self.do(effect)

    def do(self, effect: "Effect") -> None:
        """Carry out one effect."""
        match effect:
            case ("show",):
                self.show()
            case ("save",):
                self.save()
            case ("new-table", *apart):
                self.new_table(*apart)
            case ("announce", sentence):
                self.announce(sentence)
            case ("ask", asked):
                self.bots.ask(asked)
            case ("later", message, ms):
                self.later(message, ms)
            case ("reveal", region):
                reveal(region)
            case ("top",):
                js.window.scrollTo(0, 0)
            case ("download", name, content):
                download(name, content)
            case ("choose-file",):
                self.choose_file()
            case ("locate",):
                services.locate(self.send)
            case ("copy", text, field):
                services.copy(self.send, text, field)
            case ("send", text, address):
                services.share(self.send, text, address)
            case ("code", address):
                services.encode(self.send, address)
            case ("load-embed",):
                services.load_embed()
            case ("update",):  # the person agreed to the new version
                js.window.palaces.update()
            case ("newest",):
                services.seek_newest(self.send)
            case ("reload",):  # start again from what is kept
                js.location.reload()
            case _:
                assert_never(effect)

    def draw(self) -> None:
        """Patch the regions that changed; focus stays, or goes on if its control is gone or switched off."""
        regions = screen.render(self.model)
        focused = js.document.activeElement
        if self.game != self.model.match.game:
            self.lay(regions)
        for name, markup in regions.items():
            if self.drawn.get(name) != markup:
                js.window.palaces.morph(js.document.getElementById(name), markup)
        self.drawn = dict(regions)
        self.hold()
        if focused is not jsnull and (not focused.isConnected or focused.matches(":disabled")):
            self.refocus()
        self.mark()

    def lay(self, regions: dict[str, Markup]) -> None:
        """Put the whole skeleton of a game into the page, over its own poster if there is one."""
        game = self.model.match.game
        app = js.document.getElementById("app")
        for other in app.querySelectorAll(f":scope > :not(#{game})"):
            other.remove()
        js.window.palaces.morph(app, screen.page(self.model, regions))
        self.game, self.drawn = game, dict(regions)

    def mark(self) -> None:
        """Title and hooks of the page say where the game is."""
        js.document.title = screen.title(self.model)
        self.root.setAttribute("data-game", self.game)
        self.root.setAttribute("data-turn", str(len(self.model.match.log)))
        self.root.setAttribute("data-speed", self.model.address.speed)
        self.root.toggleAttribute("data-over", self.model.mover is None and self.model.known is None)

    def refocus(self) -> None:
        """After the focused control is gone: the next thing to do, so that the keyboard goes on from there."""
        for selector in ("#ready", "#moment", "#victory", "#go-on", "#turn"):
            found = js.document.querySelector(selector)
            if found is not jsnull:
                found.focus()
                return

    # -- effects ---------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """The address bar names this game, and the proof of a challenge; one that came by link is named already."""
        if self.model.guest:
            return
        named = self.model.asked or f"?{self.model.address.query()}{challenge.carried(self.model)}"
        try:
            js.history.replaceState(jsnull, "", named)
        except Exception:  # forbidden in some frames: the game is played all the same
            js.console.info("The address could not be changed.")

    def new_table(self, apart: bool = False) -> None:
        """An opened save gets a place of its own: nothing that is kept is overwritten, unless it is this very game and
        need not be kept apart from it."""
        match = self.model.match
        for table in count(1):
            address = addresses.of_match(match, self.model.address, table)
            there = load_record(address)
            if there is None or (not apart and place_of(there["save"], None, match.save()) == "here"):
                self.model = replace(self.model, address=address)
                return

    def save(self) -> None:
        """Keep the game, if it is somebody's here; the first time that this fails it is said.

        What another tab has written stays: then this game is one of its own.
        """
        if self.model.guest:
            return
        model = self.model
        key, save, there = model.address.key(), model.match.save(), load_record(model.address)
        where = place_of(there and there["save"], self.written.get(key), save)
        if where == "apart":
            self.send(("parted", next_free(model.address).table))
            return
        record = {
            "address": model.address.query(),
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "over": model.mover is None,
            "title": ", ".join(model.names),
            "save": save,
            "proof": challenge.carried(model),
        } | ({"name": there["name"]} if there and "name" in there else {})  # which a person gave it
        try:
            if where == "here":
                keep(model.address, record)
                self.written = {key: save}
        except Exception as error:
            self.root.removeAttribute("data-kept")
            if self.storage_works:
                self.storage_works = False
                self.later(("notice", _not_kept(error), ("export",), _("Save as a file")))
            return
        self.root.setAttribute("data-kept", str(len(model.match.log)))
        if any(not model.by_bot(n) for n in range(len(model.match.log))):
            ask_to_persist()

    def announce(self, sentence: str) -> None:
        """Say it to screen readers: each sentence of its own, so that quick ones do not push each other out."""
        live = js.document.getElementById("live")
        spoken = js.document.createElement("span")
        spoken.textContent = sentence + " "
        live.append(spoken)
        if live.childElementCount > SPOKEN:
            live.firstElementChild.remove()

    def choose_file(self) -> None:
        """Ask for a save file, and load it."""
        chooser = js.document.createElement("input")
        chooser.type = "file"
        chooser.accept = ".json,application/json"

        async def chosen(event: Any) -> None:
            if chooser.files.length:
                self.send(("load", await chooser.files.item(0).text()))

        chooser.addEventListener("change", create_proxy(chosen))
        chooser.click()

    def later(self, message: "Message", ms: int = 0) -> None:
        """Send a message when this one is done with."""
        js.setTimeout(create_once_callable(lambda: self.send(message)), ms)

    # -- events ----------------------------------------------------------------------------------------------------

    def on_click(self, event: Any) -> None:
        """One listener for every control: `data-act` plays an action, `data-do` is a message."""
        control = event.target.closest("[data-act],[data-do]")
        if control is jsnull or control is None:
            return
        if control.matches("[role=gridcell]"):
            self.stop = place(control)
        if control.hasAttribute("data-act"):
            self.send(("play", parsed(control.getAttribute("data-act"))))
        else:
            self.receive(parsed(control.getAttribute("data-do")))

    def on_input(self, event: Any) -> None:
        """A slider goes with the finger: `data-slide` is the message, to which its value is added."""
        slider = event.target
        if slider.hasAttribute("data-slide"):
            self.receive([*parsed(slider.getAttribute("data-slide")), int(slider.value)])

    def on_key(self, event: Any) -> None:
        """Quick keys; never while a modifier is held or something is written."""
        if (
            event.ctrlKey
            or event.metaKey
            or event.altKey
            or event.target.closest("input:not([type=range]),textarea,select") is not jsnull
        ):
            return
        key = event.key.lower()
        has_arrows = event.target.closest("[type=range],[role=gridcell]") is not jsnull
        if (key, event.shiftKey) in STEPS and not has_arrows and self.model.stepping:
            event.preventDefault()
            self.press(STEPS[key, event.shiftKey])
            return
        if key in ARROWS or key in TOUCHES or key == "n":
            self.on_grid_key(event, key)
            return
        quick = {**self.model.face.quick, **QUICK}
        if key in quick:
            self.press(quick[key])
        elif key == "l":
            self.send(("panel", "log"))
        elif key == "?":
            self.send(("panel", "keys"))
        elif key == "escape" and self.model.embedded and embed.idle(self.model):
            host.leave()
        elif key == "escape":
            self.send(("close",))

    def on_grid_key(self, event: Any, key: str) -> None:
        """A grid is one stop of the Tab key: within it arrows go on, N goes to what can be chosen, Enter touches."""
        cell = event.target.closest("[role=gridcell]")
        if key == "n":
            choices = js.document.querySelectorAll("[role=gridcell].can")
            if choices.length:
                self.rove(choices.item((index(choices, cell) + 1) % choices.length))
            return
        if cell is jsnull:
            return
        event.preventDefault()
        if key in TOUCHES:
            cell.dispatchEvent(js.MouseEvent.new("click", plain_object(bubbles=True)))
        else:
            self.walk(cell, *ARROWS[key])

    def walk(self, cell: Any, dx: int, dy: int) -> None:
        """Go to the neighbour that lies in this direction on the screen, however the board is turned."""
        row, column = place(cell)
        here = cell.getBoundingClientRect()
        for other in ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)):
            found = cell_at(*other)
            if found is not jsnull:
                there = found.getBoundingClientRect()
                if (there.x - here.x) * dx + (there.y - here.y) * dy > here.width / 2:
                    self.rove(found)
                    return

    def rove(self, cell: Any) -> None:
        """Make a cell the one stop of its grid, and go there."""
        self.stop = place(cell)
        self.hold()
        cell.focus()

    def hold(self) -> None:
        """Let the Tab key stop at the cell that it is to stop at, which what was drawn may have forgotten."""
        cell = cell_at(*self.stop) if self.stop else jsnull
        if cell is jsnull or cell.getAttribute("tabindex") == "0":
            return
        for other in cell.closest("[role=grid]").querySelectorAll('[tabindex="0"]'):
            other.setAttribute("tabindex", "-1")
        cell.setAttribute("tabindex", "0")

    def press(self, selector: str) -> None:
        """Use a control as if it were touched."""
        control = js.document.querySelector(selector)
        if control is not jsnull:
            control.focus()
            control.click()


ARROWS = {"arrowright": (1, 0), "arrowleft": (-1, 0), "arrowdown": (0, 1), "arrowup": (0, -1)}
TOUCHES = {"enter", " "}
QUICK = {"p": "#play,#pass,#ready,#go-on-bar,#again,#run", "u": "#undo", "h": "#hint"}
STEPS = {  # by key and whether Shift is held
    ("arrowleft", False): "#back:enabled",
    ("arrowright", False): "#forward:enabled",
    ("arrowleft", True): "#round-back:enabled",
    ("arrowright", True): "#round-forward:enabled",
    ("home", False): "#first:enabled",
    ("end", False): "#last:enabled",
}
