"""The page that is live: mounting, patching, listening, and the effects that `update` asks for."""

import json
import traceback
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count, product
from math import hypot
from typing import TYPE_CHECKING, Any, assert_never

import js
from pyodide.ffi import create_once_callable, create_proxy, jsnull, to_js

from palaces import address as addresses
from palaces import challenge, embed, keys, links, moments, screen, update, ways
from palaces.address import SPEEDS
from palaces.browser import host, services
from palaces.browser.beats import SEEN, Beats
from palaces.browser.bots import Bots
from palaces.browser.leaving import Swipe, WayBack
from palaces.browser.plain import plain_object
from palaces.browser.shelf import (
    ask_to_persist,
    keep,
    keep_setting,
    keep_step,
    load_record,
    load_settings,
    next_free,
)
from palaces.browser.signs import Signs
from palaces.html import Markup
from palaces.inbox import read
from palaces.keeping import place as place_of
from palaces.model import Model
from palaces.pieces import Move, journeys
from palaces.words import _
from pygame_core import Match
from pygame_core.reading import parse_json

if TYPE_CHECKING:
    from palaces.browser.spotlight import Spotlight
    from palaces.messages import Effect, Message

SPOKEN = 8  # announcements that stay in the live region
PAUSE = 250  # ms after a computer player's move has come to rest, at the normal speed
FAR = 8  # entries of the log that one look may leap and still be travelled
BACK = 0.6  # of its time is what a step back takes
TWICE = 250  # ms within which a second click at the same spot belongs to the first
REST = 700  # ms for which nothing plays at the spot where a touch has just let the picture catch up
SPOT = 16  # px that a finger may be off meanwhile
REACH = 22  # pixels from the middle of a space within which a touch can mean it
LESSON = "lesson"
CHOICE = ".can,[data-act]"
TAKE_BACK = '["undo"]'


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


def meant(cell: Any, event: Any) -> Any:
    """The cell that a touch of this one means: a finger need not hit a space that can be chosen exactly."""
    if not event.detail or (cell.matches(CHOICE) and not is_off(cell, event)):  # a key is as exact as can be
        return cell
    row, column = place(cell)
    found, nearest = cell, float(REACH)
    for down, across in product((-1, 0, 1), repeat=2):
        other = cell_at(row + down, column + across)
        if other is not jsnull and other.matches(CHOICE) and not is_off(other, event):
            away = distance(other, event)
            if away < nearest:
                found, nearest = other, away
    return found


def distance(cell: Any, event: Any) -> float:
    """How far from the middle of a cell a touch is."""
    box = cell.getBoundingClientRect()
    return hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2)


def is_off(cell: Any, event: Any) -> bool:
    """Whether a touch is not to play what is drafted on a cell: where cells are smaller than a fingertip, who wants to
    move it to the one beside it comes down there, too. Only its middle plays it then."""
    if not event.detail or not cell.hasAttribute("data-act"):
        return False
    width = cell.getBoundingClientRect().width
    return bool(width < REACH and distance(cell, event) > width / 4)


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
        host.bring(found)


def download(name: str, content: str) -> None:
    """Hand the person a file of JSON text."""
    services.hand_over(js.Blob.new(to_js([content]), plain_object(type="application/json")), name)


class Page:
    """The page that is live: one Model, and what is drawn of it."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.game = ""
        """The game whose skeleton stands in the page."""
        self.drawn: dict[str, str] = {}
        self.shown: Match | None = None
        """The position that is drawn."""
        self.beats = Beats(self)
        self.touched: str | None = None
        """What the control under the finger did when it came down; None if it was a key."""
        self.played: tuple[float, float, float] | None = None
        """When and where a click played an action last."""
        self.answered: tuple[float, float, float] | None = None
        """When and where a click did anything else."""
        self.asked: Any = None
        """The control that was clicked then."""
        self.hurried: tuple[float, float, float] | None = None
        """When and where a touch let the picture catch up last."""
        self.hurried_before: tuple[float, float, float] | None = None
        """The same as it was when the touch began that is under way: it may itself have let the picture catch up."""
        self.bots = Bots(self)
        self.whole = False
        """Whether all our packages are known to be here: some come once the page is live."""
        self.storage_works = True
        self.came = model.dealt, len(model.match.log)
        """With how many moves made, elsewhere or before, which game came to the page."""
        self.apart = host.embedded() and host.kept_apart()
        """Whether it is still to be said that a browser keeps apart what a frame stores."""
        self.written: dict[str, Any] = {}
        """The save that was written last, by its key: this tab may replace it, and no other's."""
        self.stop: tuple[int, int] | None = None
        """The cell of the grid that the Tab key stops at, by row and column."""
        self.keyed = False
        """Whether it was a key that was touched last."""
        self.due = False
        """Whether the focus is to go to the next decision as soon as there is one."""
        self.asks = ""
        """What finds the control with which the dock asks for one key more, if it does."""
        self.visited: list[str] = []
        """The controls of groups that had the focus, by name, the last one last: they may be drawn anew meanwhile."""
        self.over = ("", 0, False)
        """What is drawn over the table: the panel, the log number that it is about, and the curtain."""
        self.opener = ""
        """The id of what opened the sheet that lies over the table."""
        self.root = js.document.documentElement
        self.way_back = WayBack(self)
        self.swipe = Swipe(self)
        self.spotlight: Spotlight | None = None
        """What a lesson leaves open, from the first one on."""
        self.signs = Signs(self)

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
            if self.lacks(error):
                self.once_whole(lambda: self.send(message))
                return
            js.console.error(traceback.format_exc())
            sentence = _("The page made a mistake ({error}). Nothing was changed; go on, or reload the page.")
            step = update.update(self.model, ("notice", sentence.format(error=type(error).__name__)))
        self.take(step)

    def lacks(self, error: Exception) -> bool:
        """Whether what failed only needs one of our packages that comes later."""
        return isinstance(error, ImportError) and not self.whole

    def once_whole(self, go_on: Callable[[], None]) -> None:
        """Go on as soon as all our packages have come; say so if they do not come."""

        def come(_nothing: Any) -> None:
            self.whole = True
            go_on()

        def missing(_error: Any) -> None:
            self.send(("notice", _("This has not come over the network yet: try again in a moment.")))

        js.window.palaces.whole().then(create_once_callable(come), create_once_callable(missing))

    def take(self, step: update.Step) -> None:
        """Make this model the current one, drawn in its turn. Where nobody plays, the next move waits for that."""
        model, effects = step
        last = replace(model, glimpse=self.model.shown)
        if moments.closes(last) and moments.of(last):  # the table as it was, before the end takes its place
            self.beats.show(last, [])
        self.model = model
        seen = SEEN if model.people else (*SEEN, "ask")
        self.beats.show(self.model, [effect for effect in effects if effect[0] in seen])
        self.carry_out([effect for effect in effects if effect[0] not in seen])

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
            case ("keep-step", game, n):
                keep_step(game, n)
            case ("keep", name, value):
                keep_setting(name, value, bool(self.model.embedded))
            case ("sound", names, softly):
                services.sound(names, softly)
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
            case ("picture",):
                services.save_picture(self.send)
            case ("walk", steps):
                self.signs.walk(steps)
            case ("clause", game, clause):
                services.clause(self.send, game, clause)
            case ("fill",):
                host.tell(full=True)
            case ("give-back",):
                host.tell(full=False)
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

    def draw(self, model: Model, *, at_once: bool = False) -> int:
        """Draw a model, or the one that there is once all has come that it takes; answers for how many milliseconds
        that wants to be looked at."""
        try:
            regions = screen.render(model)
        except ImportError as error:
            if not self.lacks(error):
                raise
            self.once_whole(lambda: self.beats.show(self.model, []))
            return 0
        return self.patch(model, regions, at_once=at_once)

    def patch(self, model: Model, regions: dict[str, Markup], *, at_once: bool = False) -> int:
        """Patch the regions that changed, and let the pieces travel, unless all is to be there at once; answers for how
        long. Focus stays, or goes on if its control is gone or switched off."""
        regions = {LESSON: Markup(""), **regions}
        focused = js.document.activeElement
        position, before = model.shown, self.shown
        moves = [] if at_once or before is None or before is position else self.journeys(model, before, position)
        lively = model.address.motion != "less" and (moves or (regions["occasion"] and not at_once))
        motion = getattr(js.window.palaces, "motion", None) if lively else None
        way = json.dumps(moves)
        if motion:
            motion.note(way)
        if self.game != model.match.game:
            self.lay(model, regions)
        for name, markup in regions.items():
            if self.drawn.get(name) != markup:
                js.window.palaces.morph(js.document.getElementById(name), markup)
        self.drawn, self.shown = dict(regions), position
        self.hold()
        self.mark(model)
        self.attend(model, focused)
        self.decide(model)
        self.signs.place(model, focused)
        if position.to_move() is None and before is not None and len(before.log) + 1 == len(position.log):
            self.refocus()  # with its last move a game says who has won
        back = before is not None and len(position.log) < len(before.log)
        ms = int(motion.travel(way, pace(model) * (BACK if back else 1))) if motion else 0
        self.light(model, ms)
        return 0 if at_once else max(ms, self.rest(model, before, ms))

    def light(self, model: Model, ms: int) -> None:
        """Light what a lesson is about, once the pieces have come to rest."""
        if model.lesson is not None and self.spotlight is None:
            from palaces.browser.spotlight import Spotlight

            self.spotlight = Spotlight()
        if self.spotlight is not None:
            self.spotlight.follow(model, ms)

    def journeys(self, model: Model, before: Match, after: Match) -> list[Move]:
        """What travels from the position that is drawn to the next one."""
        if model.address.speed == "instant" or self.game != after.game or abs(len(after.log) - len(before.log)) > FAR:
            return []
        return journeys(model.face.pieces, before, after)

    def rest(self, model: Model, before: Match | None, ms: int) -> int:
        """How long a computer player's move stays before the next one, if it took so long to get there; 0 for all else,
        and for who wants less motion or does not look."""
        log, still = model.match.log, js.document.hidden or model.address.motion == "less"
        still = still or js.matchMedia("(prefers-reduced-motion: reduce)").matches
        by_bot = before is not None and len(log) > len(before.log) and model.by_bot(len(log) - 1)
        if model.shown is not model.match or not by_bot or still or model.address.speed == "instant":
            return 0
        return max(SPEEDS[model.address.speed], ms + int(PAUSE * pace(model)))

    def lay(self, model: Model, regions: dict[str, Markup]) -> None:
        """Put the whole skeleton of a game into the page, over its own poster if there is one."""
        game = model.match.game
        app = js.document.getElementById("app")
        for other in app.querySelectorAll(f":scope > :not(#{game})"):
            other.remove()
        js.window.palaces.morph(app, screen.page(model, regions))
        self.game, self.drawn = game, dict(regions)
        del self.drawn[LESSON]  # it stands beside the page, and may be read already

    def mark(self, model: Model) -> None:
        """Title and hooks of the page say where the game is."""
        js.document.title = screen.title(model)
        self.root.setAttribute("data-game", self.game)
        self.root.setAttribute("data-turn", str(len(model.match.log)))
        for setting in SHOWN:
            self.root.setAttribute(f"data-{setting}", getattr(model.address, setting))
        self.root.toggleAttribute("data-explaining", model.explaining)
        self.root.toggleAttribute("data-over", model.mover is None and model.known is None)
        if model.embedded:
            host.stand(embed.elsewhere(model))

    def attend(self, model: Model, focused: Any) -> None:
        """A sheet that opens takes the focus to its heading, and gives it back to what opened it; the curtain takes it
        to its one button. Else it goes on if what had it is gone or switched off."""
        panel = "" if model.held else model.panel  # what is held takes the table, and is no sheet
        before, now = self.over, (panel, model.about, model.curtain)
        self.over = now
        self.way_back.keep(panel, model.embedded)
        gone = focused is jsnull or not focused.isConnected
        lost = focused is not jsnull and (gone or focused.matches(":disabled"))
        opener = js.document.getElementById(self.opener) if self.opener and not panel else jsnull
        if panel and now[:2] != before[:2]:
            if not before[0] and focused is not jsnull:
                self.opener = focused.id
            self.turn_to_sheet(f"why-{before[1]}" if (before[0], panel) == ("why", "log") else "")
        elif gone and opener is not jsnull and not opener.matches(":disabled"):
            host.focus(opener, still=True)
            self.due = False
        elif lost or (model.curtain and not before[2] and model.bot is None):
            self.refocus()
        if not panel:
            self.opener = ""

    def turn_to_sheet(self, left: str) -> None:
        """The focus goes to the heading of a sheet, or to the line of it from which one came."""
        sheet = js.document.querySelector("#panel .sheet")
        sheet.scrollTop = 0  # morphed from another, it is where that was
        heading = js.document.querySelector("#panel h2")
        heading.tabIndex = -1
        line = js.document.getElementById(left) if left else jsnull
        if line is not jsnull:
            above = line.getBoundingClientRect().top - sheet.getBoundingClientRect().top
            sheet.scrollTop = above - sheet.clientHeight / 2
        host.focus(heading if line is jsnull else line, still=True)

    def refocus(self) -> None:
        """After the focused control is gone: the next thing to do, so that the keyboard goes on from there."""
        for selector in ("#ready", "#moment", "#victory", "#go-on", "#lesson-title", "#turn"):
            found = js.document.querySelector(selector)
            if found is not jsnull:
                host.focus(found, still=host.embedded())
                self.due = self.keyed and selector == "#turn"
                return

    # -- effects ---------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """The address bar names this game, and the proof of a challenge; one that came by link is named already."""
        if self.model.guest:
            return
        address, proof = self.model.address, challenge.carried(self.model)
        # a frame stays on its page, and so does an address that only a newer version can open
        own = f"?{address.query()}" if self.model.embedded else f"./{links.table(address)}"
        host.name(self.model.asked or own + proof)

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
        """Keep the game, if it is somebody's here; the first time that this fails it is said, in a frame at the first
        move of a person.

        What another tab has written stays: then this game is one of its own.
        """
        if self.model.guest or self.model.lesson is not None:
            return
        model = self.model
        key, save, there = model.address.key(), model.match.save(), load_record(model.address)
        came = self.came[1] if self.came[0] == model.dealt else 0
        has_moved = any(not model.by_bot(n) for n in range(came, len(model.match.log)))
        where = place_of(there and there["save"], self.written.get(key), save)
        if where == "apart":
            self.send(("parted", next_free(model.address).table))
            return
        record = {
            "address": model.address.beside(load_settings(bool(model.embedded))).query(),
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
            if self.storage_works and (has_moved or not model.embedded):
                self.storage_works = False
                usual: Message = ("notice", _not_kept(error), ("export",), _("Save as a file"))
                self.later(("aside", embed.unkept(refused=True)) if model.embedded else usual)
            return
        self.root.setAttribute("data-kept", str(len(model.match.log)))
        if has_moved:
            ask_to_persist()
            if self.apart:
                self.apart = False
                self.later(("aside", embed.unkept(refused=False)))

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

    def on_touch(self, event: Any) -> None:
        """A finger or a key comes down: the picture catches up, and what lay there is what will be meant. Lines of a
        sheet would move away from under the finger as that happens: there it waits for the click."""
        self.touched = does(event.target) if event.type == "pointerdown" else None
        self.keyed = event.type == "keydown"
        self.due = self.due and self.keyed and event.key.lower() not in {"tab", *ways.ALONG}
        self.hurried_before = self.hurried
        lifts = event.type == "pointerdown" or event.key.lower() in TOUCHES
        if lifts and in_sheet(event):
            return
        if self.beats.hurry() and event.type == "pointerdown":
            self.hurried = event.timeStamp, event.clientX, event.clientY
        if self.model.glimpse is not None:
            self.send(("recalled", self.model.dealt, 0))

    def on_click(self, event: Any) -> None:
        """One listener for every control: `data-act` plays an action, `data-do` is a message. A touch beside a sheet
        closes it, but for a hint and for reasons, which are about the table."""
        within = in_sheet(event)
        if not within:
            self.beats.hurry()
        self.answer(event)
        if within and self.beats.waiting:
            self.beats.hurry()

    def answer(self, event: Any) -> None:
        """Do what the control says that was clicked."""
        beside = event.target.closest(".sheet,#tools,#notices,.opens,#meaning") is jsnull
        if self.model.panel and not self.model.aside and beside:
            self.send(("close",))
        if self.signs.on_click(event):
            return
        control = event.target.closest("[data-act],[data-do]")
        if control is jsnull or control is None or self.is_slip(event, control):
            return
        if control.matches("a[href]"):
            if event.ctrlKey or event.metaKey or event.shiftKey:  # it is to be opened elsewhere
                return
            event.preventDefault()
        if control.matches("[role=gridcell]"):
            control = meant(control, event)
            self.stop = place(control)
            if is_off(control, event):
                return
        if control.hasAttribute("data-act"):
            n = len(self.model.match.log)
            action = parse_json(control.getAttribute("data-act"))
            self.send(("play", action) if control.matches("#bar .primary") else ("offer", action))
            played = len(self.model.match.log) > n
            if played:
                self.due = self.keyed and not (self.spotlight and self.spotlight.on)  # whose sheet has the focus
                if not self.beats.waiting:
                    self.decide(self.model)
            if played or self.model.warned:  # which a double click is not to answer
                self.played = event.timeStamp, event.clientX, event.clientY
        else:
            self.played = None  # what comes after it is meant
            self.answered, self.asked = (event.timeStamp, event.clientX, event.clientY), control
            before = self.model.draft
            self.receive(parse_json(control.getAttribute("data-do")))
            region = self.model.face.leads(before, self.model.draft) if self.keyed and self.model.can_act else None
            if region:
                self.enter(region)

    def is_slip(self, event: Any, control: Any) -> bool:
        """Whether nobody can have meant a click: the second one of a double click that has played already, that would
        take a move back, or close what the first one opened; or one on a control that came under the finger as the
        picture caught up."""
        if event.detail == 0:  # by key, or by a script
            return False
        if self.touched not in (None, does(control)):
            return True
        if self.hurried_before and control.hasAttribute("data-act") and is_soon(event, self.hurried_before, REST):
            return True
        twice = float("inf") if event.detail > 1 else TWICE
        same = control.isSameNode(self.asked)
        closes = same and event.detail > 1 and control.hasAttribute("aria-expanded")
        takes_back = not same and does(control) == TAKE_BACK
        if (closes or takes_back) and self.answered is not None and is_soon(event, self.answered, twice):
            return True
        return self.played is not None and is_soon(event, self.played, twice)

    def on_input(self, event: Any) -> None:
        """A slider goes with the finger: `data-slide` is the message, to which its value is added."""
        self.beats.hurry()
        slider = event.target
        if slider.hasAttribute("data-slide"):
            self.receive([*parse_json(slider.getAttribute("data-slide")), int(slider.value)])

    def on_key(self, event: Any) -> None:
        """Single keys; never while a modifier is held or something is written."""
        if event.isComposing or event.target.closest(WRITTEN) is not jsnull:
            return
        modified = event.ctrlKey or event.metaKey or event.altKey
        key = event.key.lower()
        if keys.listens(self.model) and event.target.matches(f"#key-{self.model.keying.name},body"):
            if key not in MODIFIERS:
                self.rekey(event, "" if modified else key)
            return
        if modified:
            return
        if key == "tab":
            self.hold_groups()
            self.stay(event)
            return
        if self.model.explaining and key in ways.ARROWS:
            event.preventDefault()
            self.send(("walk", sum(ways.ARROWS[key])))
            return
        has_arrows = event.target.closest("[type=range],[role=gridcell]") is not jsnull
        if key in ways.ALONG and not has_arrows and self.go_along(event, key):
            return
        if (key, event.shiftKey) in STEPS and not has_arrows and self.model.stepping:
            event.preventDefault()
            self.press(STEPS[key, event.shiftKey])
            return
        if key in ways.ARROWS or key in TOUCHES:
            self.on_grid_key(event, key)
            return
        if key == "escape" and self.model.embedded and embed.idle(self.model):
            host.leave(self.model.embedded == "window")
        elif key == "escape":
            self.send(("close",))
        elif found := keys.used(self.model, key):
            self.use(*found)

    def rekey(self, event: Any, key: str) -> None:
        """A key comes that is to be a row's of the list; Tab goes on all the same."""
        if key != "tab":
            event.preventDefault()
        self.send(("pressed", key))

    def use(self, does: "Message | str", step: int) -> None:
        """Do what a single key does."""
        if not isinstance(does, str):
            self.send(("listen", does[1], self.pointed()) if does[0] == "listen" else does)
        elif step:
            self.go(does, step)
        else:
            self.press(does)

    def go(self, selector: str, step: int) -> None:
        """Go to the next of such cells of the grid, or to the one before."""
        choices = [*js.document.querySelectorAll(selector)]
        way = FOLLOWING if step > 0 else PRECEDING
        ahead = [cell for cell in choices if js.document.activeElement.compareDocumentPosition(cell) & way]
        if choices:
            self.rove((ahead or choices)[0 if step > 0 else -1])

    def pointed(self) -> object:
        """What the control does that has the focus, for questions about it."""
        told = does(js.document.activeElement)
        return parse_json(told) if told else None

    def stay(self, event: Any) -> None:
        """The Tab key goes round within an open sheet; in a lesson, through what is lit and its sheet."""
        if self.spotlight and self.spotlight.on:
            event.preventDefault()
            self.spotlight.tab(-1 if event.shiftKey else 1)
            return
        sheet = js.document.querySelector("#panel .sheet")
        here = js.document.activeElement
        if not self.model.panel or sheet is jsnull or here.matches("palace-game"):  # which has controls of its own
            return
        controls = [each for each in sheet.querySelectorAll(CONTROLS) if each.offsetParent is not jsnull]
        ends = controls[0], controls[-1]
        out = not sheet.contains(here) or (here.matches("h2") and event.shiftKey)
        if out or js.Object.is_(here, ends[0 if event.shiftKey else 1]):
            event.preventDefault()
            ends[-1 if event.shiftKey else 0].focus()

    def on_grid_key(self, event: Any, key: str) -> None:
        """A grid is one stop of the Tab key: within it arrows go on, Enter touches. Where something is to be chosen
        they go from one choice to the next, and with Shift to every space."""
        cell = event.target.closest("[role=gridcell]")
        if cell is jsnull:
            return
        event.preventDefault()
        if key in TOUCHES:
            cell.dispatchEvent(js.MouseEvent.new("click", plain_object(bubbles=True)))
            return
        choices = [] if event.shiftKey else [*js.document.querySelectorAll(TARGETS)]
        if choices:
            self.rove(choices[ways.onward(lie(choices), lie([cell])[0], key)])
        else:
            self.walk(cell, *ways.ARROWS[key])

    def decide(self, model: Model) -> None:
        """Go to the next decision, if the focus is to be there and there is one; or to the dock, once it asks for one
        key more. Who is warned takes a second Enter for a change, and not for the move."""
        asks = "#change" if model.warned else "#play" if model.asked_first is not None else ""
        if asks and asks != self.asks and self.keyed:
            self.due = False
            host.focus(js.document.querySelector(asks))
        elif self.due and model.waits and model.past is None and not model.panel:
            host.focus(js.document.querySelector("#go-on"))
        elif self.due and model.can_act and not model.panel and not asks:
            self.due = False
            self.enter(model.face.begins(model))
        self.asks = asks

    def enter(self, region: str) -> None:
        """Go to the stop of a part of the table: what can be chosen on its board, or the first group that it has."""
        part = js.document.getElementById(region)
        choices = [*part.querySelectorAll(TARGETS)]
        if choices:
            self.rove(choices[ways.middle(lie(choices))])
            return
        for group in [part] if part.matches(GROUPS) else part.querySelectorAll(GROUPS):
            if own := members(group):
                self.visit(self.stop_of(own))
                return

    def go_along(self, event: Any, key: str) -> bool:
        """Go on within a group. A list, and the dock while it has the way through a replay, take up and down alone."""
        group = event.target.closest(GROUPS)
        listed = group is not jsnull and (group.dataset.arrows == "y" or (self.model.stepping and group.id == "bar"))
        if group is jsnull or (listed and key not in ways.DOWN):
            return False
        own = members(group)
        at = position(own, event.target)
        if at < 0:
            return False
        event.preventDefault()
        parts = [*group.querySelectorAll("[role=group]")]
        self.visit(own[ways.along([position(parts, each.closest("[role=group]")) for each in own], at, key)])
        return True

    def visit(self, control: Any) -> None:
        """Go to a control of a group, which is its stop from now on."""
        self.visited = [*self.visited[-KNOWN:], named(control)]
        host.focus(control)

    def stop_of(self, own: list[Any]) -> Any:
        """At which member of a group the Tab key stops: where the focus is, else what is proposed, else where the focus
        was last, else what is pressed, else the first."""
        known = {named(each): each for each in own}
        primary = [named(each) for each in own if each.matches(".primary")]
        last = [*reversed(self.visited)]
        found = [known[name] for name in (named(js.document.activeElement), *primary, *last) if name in known]
        found += [each for proposed in PROPOSED for each in own if each.matches(proposed)]
        return found[0] if found else own[0]

    def hold_groups(self) -> None:
        """A group of like things is one stop of the Tab key, just before it goes on."""
        for group in js.document.querySelectorAll(GROUPS):
            own = members(group)
            stop = self.stop_of(own) if own else None
            for each in own:
                each.tabIndex = 0 if each.isSameNode(stop) else -1

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
        host.focus(cell)

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


def members(group: Any) -> list[Any]:
    """The controls of a group that can be used and are seen."""
    own = group.querySelectorAll("button:enabled,a[href]")
    return [each for each in own if each.offsetParent is not jsnull and each.closest(GROUPS).isSameNode(group)]


def named(control: Any) -> str:
    """What a control is known by when it is drawn anew."""
    return str(control.id) or does(control)


def position(nodes: list[Any], node: Any) -> int:
    """Where a node comes among others; -1 if it does not."""
    return next((n for n, each in enumerate(nodes) if each.isSameNode(node)), -1)


def lie(cells: list[Any]) -> list[ways.Spot]:
    """Where cells lie on the screen, however the board is turned, counted in cells."""
    boxes = [cell.getBoundingClientRect() for cell in cells]
    return [(round(box.x / boxes[0].width), round(box.y / boxes[0].height)) for box in boxes]


def does(target: Any) -> str:
    """What the control does that something is part of, as it says itself; "" where there is none."""
    control = target.closest("[data-act],[data-do]")
    if control is jsnull or control is None:
        return ""
    return str(control.getAttribute("data-act") or control.getAttribute("data-do"))


def in_sheet(event: Any) -> bool:
    """Whether something happens in a sheet that lies over the table, or in that of a lesson."""
    return bool(event.target.closest("#panel,#lesson") is not jsnull)


def is_soon(event: Any, before: tuple[float, float, float], ms: float) -> bool:
    """Whether a click comes at the spot of an earlier touch, within so many milliseconds."""
    when, x, y = before
    near = abs(event.clientX - x) + abs(event.clientY - y) < SPOT
    return bool(near and event.timeStamp - when < ms)


def pace(model: Model) -> float:
    """By what the normal time of everything is multiplied."""
    return SPEEDS[model.address.speed] / SPEEDS["normal"]


FOLLOWING, PRECEDING = 4, 2  # as compareDocumentPosition has them
GROUPS = "[data-arrows]"
TARGETS = "[role=gridcell]:is(.can,.drafted)"
PROPOSED = ("[aria-pressed=true]", "#bar .plays *", ":not(.opens)")
KNOWN = 30  # controls of groups that are remembered
CONTROLS = ":is(a[href],button:enabled,input,textarea,palace-game):not([tabindex='-1'])"
TOUCHES = {"enter", " "}
WRITTEN = "input:not([type=range]),textarea,select"
MODIFIERS = ("shift", "control", "alt", "meta", "altgraph", "capslock")
SHOWN = ("theme", "contrast", "motion", "speed")
"""The settings that style sheets and scripts go by."""
STEPS = {  # by key and whether Shift is held
    ("arrowleft", False): "#back:enabled",
    ("arrowright", False): "#forward:enabled",
    ("arrowleft", True): "#round-back:enabled",
    ("arrowright", True): "#round-forward:enabled",
    ("home", False): "#first:enabled",
    ("end", False): "#last:enabled",
}
