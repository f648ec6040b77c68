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

from palaces.app import routing as addresses
from palaces.app import update
from palaces.app.decode import decode_message
from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.routing import PAUSE_MS_BY_SPEED
from palaces.browser import host_page, web_apis
from palaces.browser.animation_queue import VISIBLE_EFFECTS, AnimationQueue
from palaces.browser.bot_client import BotClient
from palaces.browser.dismiss import BackNavigation, SwipeToClose
from palaces.browser.js_values import plain_object
from palaces.browser.storage import (
    load_record,
    load_settings,
    next_free_table,
    request_persistence,
    save_lesson_step,
    save_record,
    save_setting,
)
from palaces.browser.tooltip_targets import TooltipTargets
from palaces.features import arrow_navigation, shortcuts
from palaces.features.save_conflicts import choose_save_place as place_of
from palaces.share import challenge, embed, permalinks
from palaces.ui import event_cards, layout
from palaces.ui.html import Markup
from palaces.ui.pieces import PieceMove, piece_moves
from pygame_core import Match
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.messages import Effect, Message
    from palaces.browser.spotlight import Spotlight

MAX_ANNOUNCEMENTS = 8  # announcements that stay in the live region
BOT_PAUSE_MS = 250  # ms after a computer player's move has come to rest, at the normal speed
MAX_ANIMATED_MOVES = 8  # entries of the log that one look may leap and still be travelled
STEP_BACK_TIME_FACTOR = 0.6  # of its time is what a step back takes
DOUBLE_CLICK_MS = 250  # ms within which a second click at the same spot belongs to the first
CATCH_UP_GUARD_MS = 700  # ms for which nothing plays at the spot where a touch has just let the picture catch up
SAME_SPOT_PX = 16  # px that a finger may be off meanwhile
TOUCH_RADIUS_PX = 22  # pixels from the middle of a space within which a touch can mean it
LESSON_REGION = "lesson"
CHOICE_SELECTOR = ".can,[data-act]"
UNDO_MESSAGE = '["undo"]'


def cell_at(row: int, column: int) -> Any:
    """A cell of the grid on the page, from 0; null if there is none."""
    return js.document.querySelector(f"[role=row]:nth-child({row + 1}) > [role=gridcell]:nth-child({column + 1})")


def child_index(nodes: Any, node: Any) -> int:
    """Where a node comes among others; -1 if it does not."""
    found: int = js.Array.prototype.indexOf.call(nodes, node)
    return found


def cell_position(cell: Any) -> tuple[int, int]:
    """Row and column of a cell of the grid."""
    row = cell.parentElement
    return child_index(row.parentElement.children, row), child_index(row.children, cell)


def intended_cell(cell: Any, event: Any) -> Any:
    """The cell that a touch of this one means: a finger need not hit a space that can be chosen exactly."""
    if not event.detail or (
        cell.matches(CHOICE_SELECTOR) and not is_off_center(cell, event)
    ):  # a key is as exact as can be
        return cell
    row, column = cell_position(cell)
    found, nearest = cell, float(TOUCH_RADIUS_PX)
    for down, across in product((-1, 0, 1), repeat=2):
        other = cell_at(row + down, column + across)
        if other is not jsnull and other.matches(CHOICE_SELECTOR) and not is_off_center(other, event):
            away = distance_to_center(other, event)
            if away < nearest:
                found, nearest = other, away
    return found


def distance_to_center(cell: Any, event: Any) -> float:
    """How far from the middle of a cell a touch is."""
    box = cell.getBoundingClientRect()
    return hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2)


def is_off_center(cell: Any, event: Any) -> bool:
    """Whether a touch is not to play what is drafted on a cell: where cells are smaller than a fingertip, who wants to
    move it to the one beside it comes down there, too. Only its middle plays it then."""
    if not event.detail or not cell.hasAttribute("data-act"):
        return False
    width = cell.getBoundingClientRect().width
    return bool(width < TOUCH_RADIUS_PX and distance_to_center(cell, event) > width / 4)


def _save_error_sentence(error: Exception) -> str:
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


def reveal_region(region: str) -> None:
    """Scroll just as far as a region needs to be seen."""
    found = js.document.getElementById(region)
    if found is not jsnull:
        host_page.scroll_into_view(found)


def download_json(name: str, content: str) -> None:
    """Hand the person a file of JSON text."""
    web_apis.save_file(js.Blob.new(to_js([content]), plain_object(type="application/json")), name)


class Page:
    """The page that is live: one Model, and what is drawn of it."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.mounted_game = ""
        """The game whose skeleton stands in the page."""
        self.drawn_regions: dict[str, str] = {}
        self.drawn_match: Match | None = None
        """The position that is drawn."""
        self.animation_queue = AnimationQueue(self)
        self.pressed_message: str | None = None
        """What the control under the finger did when it came down; None if it was a key."""
        self.last_play_click: tuple[float, float, float] | None = None
        """When and where a click played an action last."""
        self.last_other_click: tuple[float, float, float] | None = None
        """When and where a click did anything else."""
        self.last_clicked_control: Any = None
        """The control that was clicked then."""
        self.last_catch_up_touch: tuple[float, float, float] | None = None
        """When and where a touch let the picture catch up last."""
        self.previous_catch_up_touch: tuple[float, float, float] | None = None
        """The same as it was when the touch began that is under way: it may itself have let the picture catch up."""
        self.bot_client = BotClient(self)
        self.has_all_packages = False
        """Whether all our packages are known to be here: some come once the page is live."""
        self.storage_works = True
        self.initial_progress = model.game_serial, len(model.match.log)
        """With how many moves made, elsewhere or before, which game came to the page."""
        self.is_partition_notice_due = host_page.is_embedded() and host_page.is_storage_partitioned()
        """Whether it is still to be said that a browser keeps apart what a frame stores."""
        self.last_save_by_key: dict[str, Any] = {}
        """The save that was written last, by its key: this tab may replace it, and no other's."""
        self.grid_tab_stop: tuple[int, int] | None = None
        """The cell of the grid that the Tab key stops at, by row and column."""
        self.is_keyboard_used = False
        """Whether it was a key that was touched last."""
        self.is_focus_due = False
        """Whether the focus is to go to the next decision as soon as there is one."""
        self.confirm_selector = ""
        """What finds the control with which the dock asks for one key more, if it does."""
        self.visited_controls: list[str] = []
        """The controls of groups that had the focus, by name, the last one last: they may be drawn anew meanwhile."""
        self.overlay_state = ("", 0, False)
        """What is drawn over the table: the panel, the log number that it is about, and the curtain."""
        self.opener_id = ""
        """The id of what opened the sheet that lies over the table."""
        self.root_element = js.document.documentElement
        self.back_navigation = BackNavigation(self)
        self.swipe = SwipeToClose(self)
        self.spotlight: Spotlight | None = None
        """What a lesson leaves open, from the first one on."""
        self.tooltip_targets = TooltipTargets(self)

    # -- one way round ---------------------------------------------------------------------------------------------

    def receive(self, message: object) -> None:
        """What comes in as JSON, from a control or a worker, is a message if it is well-formed."""
        known = decode_message(message)
        if known is not None:
            self.send(known)

    def send(self, message: "Message") -> None:
        """A message comes in: the next model is made, drawn, and its effects are carried out."""
        try:
            step = update.update(self.model, message)
        except Exception as error:
            if self.is_missing_package(error):
                self.run_after_packages(lambda: self.send(message))
                return
            js.console.error(traceback.format_exc())
            sentence = _("The page made a mistake ({error}). Nothing was changed; go on, or reload the page.")
            step = update.update(self.model, ("notice", sentence.format(error=type(error).__name__)))
        self.apply_step(step)

    def is_missing_package(self, error: Exception) -> bool:
        """Whether what failed only needs one of our packages that comes later."""
        return isinstance(error, ImportError) and not self.has_all_packages

    def run_after_packages(self, go_on: Callable[[], None]) -> None:
        """Go on as soon as all our packages have come; say so if they do not come."""

        def on_packages_loaded(_nothing: Any) -> None:
            self.has_all_packages = True
            go_on()

        def on_packages_missing(_error: Any) -> None:
            self.send(("notice", _("This has not come over the network yet: try again in a moment.")))

        js.window.palaces.whole().then(
            create_once_callable(on_packages_loaded), create_once_callable(on_packages_missing)
        )

    def apply_step(self, step: update.Transition) -> None:
        """Make this model the current one, drawn in its turn. Where nobody plays, the next move waits for that."""
        model, effects = step
        last = replace(model, flashback=self.model.shown_match)
        if event_cards.is_showing_end(last) and event_cards.current_event_card(
            last
        ):  # the table as it was, before the end takes its place
            self.animation_queue.enqueue_frame(last, [])
        self.model = model
        seen = VISIBLE_EFFECTS if model.human_seats else (*VISIBLE_EFFECTS, "ask")
        self.animation_queue.enqueue_frame(self.model, [effect for effect in effects if effect[0] in seen])
        self.run_effects([effect for effect in effects if effect[0] not in seen])

    def run_effects(self, effects: list["Effect"]) -> None:
        """Do what the model cannot."""
        for effect in effects:
            self.run_effect(effect)

    def run_effect(self, effect: "Effect") -> None:
        """Carry out one effect."""
        match effect:
            case ("show",):
                self.update_address_bar()
            case ("save",):
                self.save_game()
            case ("keep-step", game, n):
                save_lesson_step(game, n)
            case ("keep", name, value):
                save_setting(name, value, bool(self.model.embed_mode))
            case ("sound", names, softly):
                web_apis.play_sounds(names, softly)
            case ("new-table", *apart):
                self.move_to_free_table(*apart)
            case ("announce", sentence):
                self.announce_sentence(sentence)
            case ("ask", asked):
                self.bot_client.send_request(asked)
            case ("later", message, ms):
                self.send_later(message, ms)
            case ("reveal", region):
                reveal_region(region)
            case ("top",):
                js.window.scrollTo(0, 0)
            case ("download", name, content):
                download_json(name, content)
            case ("choose-file",):
                self.choose_file()
            case ("locate",):
                web_apis.report_site(self.send)
            case ("copy", text, field):
                web_apis.copy_text(self.send, text, field)
            case ("send", text, address):
                web_apis.share_link(self.send, text, address)
            case ("code", address):
                web_apis.make_qr_code(self.send, address)
            case ("picture",):
                web_apis.save_picture(self.send)
            case ("walk", steps):
                self.tooltip_targets.step_to_target(steps)
            case ("clause", game, clause):
                web_apis.fetch_clause(self.send, game, clause)
            case ("fill",):
                host_page.post_to_host(full=True)
            case ("give-back",):
                host_page.post_to_host(full=False)
            case ("load-embed",):
                web_apis.load_embed_script()
            case ("update",):  # the person agreed to the new version
                js.window.palaces.update()
            case ("newest",):
                web_apis.load_newest(self.send)
            case ("reload",):  # start again from what is kept
                js.location.reload()
            case _:
                assert_never(effect)

    def draw_model(self, model: Model, *, at_once: bool = False) -> int:
        """Draw a model, or the one that there is once all has come that it takes; answers for how many milliseconds
        that wants to be looked at."""
        try:
            regions = layout.render_screen(model)
        except ImportError as error:
            if not self.is_missing_package(error):
                raise
            self.run_after_packages(lambda: self.animation_queue.enqueue_frame(self.model, []))
            return 0
        return self.patch_regions(model, regions, at_once=at_once)

    def patch_regions(self, model: Model, regions: dict[str, Markup], *, at_once: bool = False) -> int:
        """Patch the regions that changed, and let the pieces travel, unless all is to be there at once; answers for how
        long. Focus stays, or goes on if its control is gone or switched off."""
        regions = {LESSON_REGION: Markup(""), **regions}
        focused = js.document.activeElement
        position, before = model.shown_match, self.drawn_match
        moves = [] if at_once or before is None or before is position else self.animated_moves(model, before, position)
        lively = model.address.motion != "less" and (moves or (regions["occasion"] and not at_once))
        motion = getattr(js.window.palaces, "motion", None) if lively else None
        way = json.dumps(moves)
        if motion:
            motion.note(way)
        if self.mounted_game != model.match.game:
            self.mount_game(model, regions)
        for name, markup in regions.items():
            if self.drawn_regions.get(name) != markup:
                js.window.palaces.morph(js.document.getElementById(name), markup)
        self.drawn_regions, self.drawn_match = dict(regions), position
        self.restore_roving_tabindex()
        self.update_page_attributes(model)
        self.restore_focus(model, focused)
        self.focus_next_decision(model)
        self.tooltip_targets.position_tooltip(model, focused)
        if position.to_move() is None and before is not None and len(before.log) + 1 == len(position.log):
            self.focus_fallback()  # with its last move a game says who has won
        back = before is not None and len(position.log) < len(before.log)
        ms = int(motion.travel(way, speed_factor(model) * (STEP_BACK_TIME_FACTOR if back else 1))) if motion else 0
        self.update_spotlight(model, ms)
        return 0 if at_once else max(ms, self.bot_pause_ms(model, before, ms))

    def update_spotlight(self, model: Model, ms: int) -> None:
        """Light what a lesson is about, once the pieces have come to rest."""
        if model.tutorial is not None and self.spotlight is None:
            from palaces.browser.spotlight import Spotlight

            self.spotlight = Spotlight()
        if self.spotlight is not None:
            self.spotlight.follow_model(model, ms)

    def animated_moves(self, model: Model, before: Match, after: Match) -> list[PieceMove]:
        """What travels from the position that is drawn to the next one."""
        if (
            model.address.speed == "instant"
            or self.mounted_game != after.game
            or abs(len(after.log) - len(before.log)) > MAX_ANIMATED_MOVES
        ):
            return []
        return piece_moves(model.game_view.pieces_class, before, after)

    def bot_pause_ms(self, model: Model, before: Match | None, ms: int) -> int:
        """How long a computer player's move stays before the next one, if it took so long to get there; 0 for all else,
        and for who wants less motion or does not look."""
        log, still = model.match.log, js.document.hidden or model.address.motion == "less"
        still = still or js.matchMedia("(prefers-reduced-motion: reduce)").matches
        by_bot = before is not None and len(log) > len(before.log) and model.is_bot_entry(len(log) - 1)
        if model.shown_match is not model.match or not by_bot or still or model.address.speed == "instant":
            return 0
        return max(PAUSE_MS_BY_SPEED[model.address.speed], ms + int(BOT_PAUSE_MS * speed_factor(model)))

    def mount_game(self, model: Model, regions: dict[str, Markup]) -> None:
        """Put the whole skeleton of a game into the page, over its own poster if there is one."""
        game = model.match.game
        app = js.document.getElementById("app")
        for other in app.querySelectorAll(f":scope > :not(#{game})"):
            other.remove()
        js.window.palaces.morph(app, layout.render_page(model, regions))
        self.mounted_game, self.drawn_regions = game, dict(regions)
        del self.drawn_regions[LESSON_REGION]  # it stands beside the page, and may be read already

    def update_page_attributes(self, model: Model) -> None:
        """Title and hooks of the page say where the game is."""
        js.document.title = layout.page_title(model)
        self.root_element.setAttribute("data-game", self.mounted_game)
        self.root_element.setAttribute("data-turn", str(len(model.match.log)))
        for setting in STYLED_SETTINGS:
            self.root_element.setAttribute(f"data-{setting}", getattr(model.address, setting))
        self.root_element.toggleAttribute("data-explaining", model.is_tooltip_mode)
        self.root_element.toggleAttribute("data-over", model.mover is None and model.revealed_moves is None)
        if model.embed_mode:
            host_page.report_address(embed.resume_address(model))

    def restore_focus(self, model: Model, focused: Any) -> None:
        """A sheet that opens takes the focus to its heading, and gives it back to what opened it; the curtain takes it
        to its one button. Else it goes on if what had it is gone or switched off."""
        panel = "" if model.paused_for_panel else model.panel  # what is held takes the table, and is no sheet
        before, now = self.overlay_state, (panel, model.panel_subject, model.curtain)
        self.overlay_state = now
        self.back_navigation.follow_panel(panel, model.embed_mode)
        gone = focused is jsnull or not focused.isConnected
        lost = focused is not jsnull and (gone or focused.matches(":disabled"))
        opener = js.document.getElementById(self.opener_id) if self.opener_id and not panel else jsnull
        if panel and now[:2] != before[:2]:
            if not before[0] and focused is not jsnull:
                self.opener_id = focused.id
            self.focus_panel(f"why-{before[1]}" if (before[0], panel) == ("why", "log") else "")
        elif gone and opener is not jsnull and not opener.matches(":disabled"):
            host_page.focus_element(opener, still=True)
            self.is_focus_due = False
        elif lost or (model.curtain and not before[2] and model.bot_level is None):
            self.focus_fallback()
        if not panel:
            self.opener_id = ""

    def focus_panel(self, left: str) -> None:
        """The focus goes to the heading of a sheet, or to the line of it from which one came."""
        sheet = js.document.querySelector("#panel .sheet")
        sheet.scrollTop = 0  # morphed from another, it is where that was
        heading = js.document.querySelector("#panel h2")
        heading.tabIndex = -1
        line = js.document.getElementById(left) if left else jsnull
        if line is not jsnull:
            above = line.getBoundingClientRect().top - sheet.getBoundingClientRect().top
            sheet.scrollTop = above - sheet.clientHeight / 2
        host_page.focus_element(heading if line is jsnull else line, still=True)

    def focus_fallback(self) -> None:
        """After the focused control is gone: the next thing to do, so that the keyboard goes on from there."""
        for selector in ("#ready", "#moment", "#victory", "#go-on", "#lesson-title", "#turn"):
            found = js.document.querySelector(selector)
            if found is not jsnull:
                host_page.focus_element(found, still=host_page.is_embedded())
                self.is_focus_due = self.is_keyboard_used and selector == "#turn"
                return

    # -- effects ---------------------------------------------------------------------------------------------------

    def update_address_bar(self) -> None:
        """The address bar names this game, and the proof of a challenge; one that came by link is named already."""
        if self.model.read_only:
            return
        address, proof = self.model.address, challenge.current_proof_fragment(self.model)
        # a frame stays on its page, and so does an address that only a newer version can open
        own = f"?{address.to_query()}" if self.model.embed_mode else f"./{permalinks.table_link(address)}"
        host_page.replace_address(self.model.url_override or own + proof)

    def move_to_free_table(self, apart: bool = False) -> None:
        """An opened save gets a place of its own: nothing that is kept is overwritten, unless it is this very game and
        need not be kept apart from it."""
        match = self.model.match
        for table in count(1):
            address = addresses.address_of_match(match, self.model.address, table)
            there = load_record(address)
            if there is None or (not apart and place_of(there["save"], None, match.save()) == "here"):
                self.model = replace(self.model, address=address)
                return

    def save_game(self) -> None:
        """Keep the game, if it is somebody's here; the first time that this fails it is said, in a frame at the first
        move of a person.

        What another tab has written stays: then this game is one of its own.
        """
        if self.model.read_only or self.model.tutorial is not None:
            return
        model = self.model
        key, save, there = model.address.storage_key(), model.match.save(), load_record(model.address)
        came = self.initial_progress[1] if self.initial_progress[0] == model.game_serial else 0
        has_moved = any(not model.is_bot_entry(n) for n in range(came, len(model.match.log)))
        where = place_of(there and there["save"], self.last_save_by_key.get(key), save)
        if where == "apart":
            self.send(("parted", next_free_table(model.address).table))
            return
        record = {
            "address": model.address.without_stored_settings(load_settings(bool(model.embed_mode))).to_query(),
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "over": model.mover is None,
            "title": ", ".join(model.player_names),
            "save": save,
            "proof": challenge.current_proof_fragment(model),
        } | ({"name": there["name"]} if there and "name" in there else {})  # which a person gave it
        try:
            if where == "here":
                save_record(model.address, record)
                self.last_save_by_key = {key: save}
        except Exception as error:
            self.root_element.removeAttribute("data-kept")
            if self.storage_works and (has_moved or not model.embed_mode):
                self.storage_works = False
                usual: Message = ("notice", _save_error_sentence(error), ("export",), _("Save as a file"))
                self.send_later(("aside", embed.unsaved_sentence(refused=True)) if model.embed_mode else usual)
            return
        self.root_element.setAttribute("data-kept", str(len(model.match.log)))
        if has_moved:
            request_persistence()
            if self.is_partition_notice_due:
                self.is_partition_notice_due = False
                self.send_later(("aside", embed.unsaved_sentence(refused=False)))

    def announce_sentence(self, sentence: str) -> None:
        """Say it to screen readers: each sentence of its own, so that quick ones do not push each other out."""
        live = js.document.getElementById("live")
        spoken = js.document.createElement("span")
        spoken.textContent = sentence + " "
        live.append(spoken)
        if live.childElementCount > MAX_ANNOUNCEMENTS:
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

    def send_later(self, message: "Message", ms: int = 0) -> None:
        """Send a message when this one is done with."""
        js.setTimeout(create_once_callable(lambda: self.send(message)), ms)

    # -- events ----------------------------------------------------------------------------------------------------

    def on_press(self, event: Any) -> None:
        """A finger or a key comes down: the picture catches up, and what lay there is what will be meant. Lines of a
        sheet would move away from under the finger as that happens: there it waits for the click."""
        self.pressed_message = control_message(event.target) if event.type == "pointerdown" else None
        self.is_keyboard_used = event.type == "keydown"
        self.is_focus_due = (
            self.is_focus_due and self.is_keyboard_used and event.key.lower() not in {"tab", *arrow_navigation.ROW_KEYS}
        )
        self.previous_catch_up_touch = self.last_catch_up_touch
        lifts = event.type == "pointerdown" or event.key.lower() in ACTIVATION_KEYS
        if lifts and is_in_panel(event):
            return
        if self.animation_queue.flush_queue() and event.type == "pointerdown":
            self.last_catch_up_touch = event.timeStamp, event.clientX, event.clientY
        if self.model.flashback is not None:
            self.send(("recalled", self.model.game_serial, 0))

    def on_click(self, event: Any) -> None:
        """One listener for every control: `data-act` plays an action, `data-do` is a message. A touch beside a sheet
        closes it, but for a hint and for reasons, which are about the table."""
        within = is_in_panel(event)
        if not within:
            self.animation_queue.flush_queue()
        self.activate_control(event)
        if within and self.animation_queue.queued_frames:
            self.animation_queue.flush_queue()

    def activate_control(self, event: Any) -> None:
        """Do what the control says that was clicked."""
        beside = event.target.closest(".sheet,#tools,#notices,.opens,#meaning") is jsnull
        if self.model.panel and not self.model.has_clear_panel and beside:
            self.send(("close",))
        if self.tooltip_targets.handle_click(event):
            return
        control = event.target.closest("[data-act],[data-do]")
        if control is jsnull or control is None or self.is_accidental_click(event, control):
            return
        if control.matches("a[href]"):
            if event.ctrlKey or event.metaKey or event.shiftKey:  # it is to be opened elsewhere
                return
            event.preventDefault()
        if control.matches("[role=gridcell]"):
            control = intended_cell(control, event)
            self.grid_tab_stop = cell_position(control)
            if is_off_center(control, event):
                return
        if control.hasAttribute("data-act"):
            n = len(self.model.match.log)
            action = parse_json(control.getAttribute("data-act"))
            self.send(("play", action) if control.matches("#bar .primary") else ("offer", action))
            played = len(self.model.match.log) > n
            if played:
                self.is_focus_due = self.is_keyboard_used and not (
                    self.spotlight and self.spotlight.is_active
                )  # whose sheet has the focus
                if not self.animation_queue.queued_frames:
                    self.focus_next_decision(self.model)
            if played or self.model.pending_warning:  # which a double click is not to answer
                self.last_play_click = event.timeStamp, event.clientX, event.clientY
        else:
            self.last_play_click = None  # what comes after it is meant
            self.last_other_click, self.last_clicked_control = (event.timeStamp, event.clientX, event.clientY), control
            before = self.model.draft
            self.receive(parse_json(control.getAttribute("data-do")))
            region = (
                self.model.game_view.focus_region_after_touch(before, self.model.draft)
                if self.is_keyboard_used and self.model.can_act
                else None
            )
            if region:
                self.focus_region(region)

    def is_accidental_click(self, event: Any, control: Any) -> bool:
        """Whether nobody can have meant a click: the second one of a double click that has played already, that would
        take a move back, or close what the first one opened; or one on a control that came under the finger as the
        picture caught up."""
        if event.detail == 0:  # by key, or by a script
            return False
        if self.pressed_message not in (None, control_message(control)):
            return True
        if (
            self.previous_catch_up_touch
            and control.hasAttribute("data-act")
            and is_repeated_touch(event, self.previous_catch_up_touch, CATCH_UP_GUARD_MS)
        ):
            return True
        twice = float("inf") if event.detail > 1 else DOUBLE_CLICK_MS
        same = control.isSameNode(self.last_clicked_control)
        closes = same and event.detail > 1 and control.hasAttribute("aria-expanded")
        takes_back = not same and control_message(control) == UNDO_MESSAGE
        if (
            (closes or takes_back)
            and self.last_other_click is not None
            and is_repeated_touch(event, self.last_other_click, twice)
        ):
            return True
        return self.last_play_click is not None and is_repeated_touch(event, self.last_play_click, twice)

    def on_input(self, event: Any) -> None:
        """A slider goes with the finger: `data-slide` is the message, to which its value is added."""
        self.animation_queue.flush_queue()
        slider = event.target
        if slider.hasAttribute("data-slide"):
            self.receive([*parse_json(slider.getAttribute("data-slide")), int(slider.value)])

    def on_key_down(self, event: Any) -> None:
        """Single keys; never while a modifier is held or something is written."""
        if event.isComposing or event.target.closest(TEXT_INPUT_SELECTOR) is not jsnull:
            return
        modified = event.ctrlKey or event.metaKey or event.altKey
        key = event.key.lower()
        if shortcuts.is_awaiting_key(self.model) and event.target.matches(
            f"#key-{self.model.shortcut_editor.edited_shortcut},body"
        ):
            if key not in MODIFIER_KEYS:
                self.assign_key(event, "" if modified else key)
            return
        if modified:
            return
        if key == "tab":
            self.update_group_tabindex()
            self.trap_focus(event)
            return
        if self.model.is_tooltip_mode and key in arrow_navigation.ARROW_DIRECTIONS:
            event.preventDefault()
            self.send(("walk", sum(arrow_navigation.ARROW_DIRECTIONS[key])))
            return
        has_arrows = event.target.closest("[type=range],[role=gridcell]") is not jsnull
        if key in arrow_navigation.ROW_KEYS and not has_arrows and self.move_within_group(event, key):
            return
        if (key, event.shiftKey) in REPLAY_SELECTOR_BY_KEY and not has_arrows and self.model.has_replay_controls:
            event.preventDefault()
            self.click_control(REPLAY_SELECTOR_BY_KEY[key, event.shiftKey])
            return
        if key in arrow_navigation.ARROW_DIRECTIONS or key in ACTIVATION_KEYS:
            self.on_grid_key(event, key)
            return
        if key == "escape" and self.model.embed_mode and embed.has_nothing_to_close(self.model):
            host_page.return_to_host(self.model.embed_mode == "window")
        elif key == "escape":
            self.send(("close",))
        elif found := shortcuts.find_shortcut(self.model, key):
            self.run_shortcut(*found)

    def assign_key(self, event: Any, key: str) -> None:
        """A key comes that is to be a row's of the list; Tab goes on all the same."""
        if key != "tab":
            event.preventDefault()
        self.send(("pressed", key))

    def run_shortcut(self, does: "Message | str", step: int) -> None:
        """Do what a single key does."""
        if not isinstance(does, str):
            self.send(("listen", does[1], self.focused_message()) if does[0] == "listen" else does)
        elif step:
            self.focus_matching_cell(does, step)
        else:
            self.click_control(does)

    def focus_matching_cell(self, selector: str, step: int) -> None:
        """Go to the next of such cells of the grid, or to the one before."""
        choices = [*js.document.querySelectorAll(selector)]
        way = NODE_FOLLOWING if step > 0 else NODE_PRECEDING
        ahead = [cell for cell in choices if js.document.activeElement.compareDocumentPosition(cell) & way]
        if choices:
            self.move_roving_tabindex((ahead or choices)[0 if step > 0 else -1])

    def focused_message(self) -> object:
        """What the control does that has the focus, for questions about it."""
        told = control_message(js.document.activeElement)
        return parse_json(told) if told else None

    def trap_focus(self, event: Any) -> None:
        """The Tab key goes round within an open sheet; in a lesson, through what is lit and its sheet."""
        if self.spotlight and self.spotlight.is_active:
            event.preventDefault()
            self.spotlight.move_tab_focus(-1 if event.shiftKey else 1)
            return
        sheet = js.document.querySelector("#panel .sheet")
        here = js.document.activeElement
        if not self.model.panel or sheet is jsnull or here.matches("palace-game"):  # which has controls of its own
            return
        controls = [each for each in sheet.querySelectorAll(FOCUSABLE_SELECTOR) if each.offsetParent is not jsnull]
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
        if key in ACTIVATION_KEYS:
            cell.dispatchEvent(js.MouseEvent.new("click", plain_object(bubbles=True)))
            return
        choices = [] if event.shiftKey else [*js.document.querySelectorAll(CELL_CHOICE_SELECTOR)]
        if choices:
            self.move_roving_tabindex(
                choices[arrow_navigation.next_on_grid(cell_spots(choices), cell_spots([cell])[0], key)]
            )
        else:
            self.move_in_grid(cell, *arrow_navigation.ARROW_DIRECTIONS[key])

    def focus_next_decision(self, model: Model) -> None:
        """Go to the next decision, if the focus is to be there and there is one; or to the dock, once it asks for one
        key more. Who is warned takes a second Enter for a change, and not for the move."""
        asks = "#change" if model.pending_warning else "#play" if model.proposed_action is not None else ""
        if asks and asks != self.confirm_selector and self.is_keyboard_used:
            self.is_focus_due = False
            host_page.focus_element(js.document.querySelector(asks))
        elif self.is_focus_due and model.waiting_for_listener and model.review_position is None and not model.panel:
            host_page.focus_element(js.document.querySelector("#go-on"))
        elif self.is_focus_due and model.can_act and not model.panel and not asks:
            self.is_focus_due = False
            self.focus_region(model.game_view.focus_region_for_decision(model))
        self.confirm_selector = asks

    def focus_region(self, region: str) -> None:
        """Go to the stop of a part of the table: what can be chosen on its board, or the first group that it has."""
        part = js.document.getElementById(region)
        choices = [*part.querySelectorAll(CELL_CHOICE_SELECTOR)]
        if choices:
            self.move_roving_tabindex(choices[arrow_navigation.central_position(cell_spots(choices))])
            return
        for group in [part] if part.matches(GROUP_SELECTOR) else part.querySelectorAll(GROUP_SELECTOR):
            if own := group_controls(group):
                self.focus_group_control(self.group_tab_stop(own))
                return

    def move_within_group(self, event: Any, key: str) -> bool:
        """Go on within a group. A list, and the dock while it has the way through a replay, take up and down alone."""
        group = event.target.closest(GROUP_SELECTOR)
        listed = group is not jsnull and (
            group.dataset.arrows == "y" or (self.model.has_replay_controls and group.id == "bar")
        )
        if group is jsnull or (listed and key not in arrow_navigation.VERTICAL_KEYS):
            return False
        own = group_controls(group)
        at = node_position(own, event.target)
        if at < 0:
            return False
        event.preventDefault()
        parts = [*group.querySelectorAll("[role=group]")]
        self.focus_group_control(
            own[
                arrow_navigation.next_in_row(
                    [node_position(parts, each.closest("[role=group]")) for each in own], at, key
                )
            ]
        )
        return True

    def focus_group_control(self, control: Any) -> None:
        """Go to a control of a group, which is its stop from now on."""
        self.visited_controls = [*self.visited_controls[-MAX_VISITED_CONTROLS:], control_name(control)]
        host_page.focus_element(control)

    def group_tab_stop(self, own: list[Any]) -> Any:
        """At which member of a group the Tab key stops: where the focus is, else what is proposed, else where the focus
        was last, else what is pressed, else the first."""
        known = {control_name(each): each for each in own}
        primary = [control_name(each) for each in own if each.matches(".primary")]
        last = [*reversed(self.visited_controls)]
        found = [known[name] for name in (control_name(js.document.activeElement), *primary, *last) if name in known]
        found += [each for proposed in PREFERRED_STOP_SELECTORS for each in own if each.matches(proposed)]
        return found[0] if found else own[0]

    def update_group_tabindex(self) -> None:
        """A group of like things is one stop of the Tab key, just before it goes on."""
        for group in js.document.querySelectorAll(GROUP_SELECTOR):
            own = group_controls(group)
            stop = self.group_tab_stop(own) if own else None
            for each in own:
                each.tabIndex = 0 if each.isSameNode(stop) else -1

    def move_in_grid(self, cell: Any, dx: int, dy: int) -> None:
        """Go to the neighbour that lies in this direction on the screen, however the board is turned."""
        row, column = cell_position(cell)
        here = cell.getBoundingClientRect()
        for other in ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)):
            found = cell_at(*other)
            if found is not jsnull:
                there = found.getBoundingClientRect()
                if (there.x - here.x) * dx + (there.y - here.y) * dy > here.width / 2:
                    self.move_roving_tabindex(found)
                    return

    def move_roving_tabindex(self, cell: Any) -> None:
        """Make a cell the one stop of its grid, and go there."""
        self.grid_tab_stop = cell_position(cell)
        self.restore_roving_tabindex()
        host_page.focus_element(cell)

    def restore_roving_tabindex(self) -> None:
        """Let the Tab key stop at the cell that it is to stop at, which what was drawn may have forgotten."""
        cell = cell_at(*self.grid_tab_stop) if self.grid_tab_stop else jsnull
        if cell is jsnull or cell.getAttribute("tabindex") == "0":
            return
        for other in cell.closest("[role=grid]").querySelectorAll('[tabindex="0"]'):
            other.setAttribute("tabindex", "-1")
        cell.setAttribute("tabindex", "0")

    def click_control(self, selector: str) -> None:
        """Use a control as if it were touched."""
        control = js.document.querySelector(selector)
        if control is not jsnull:
            control.focus()
            control.click()


def group_controls(group: Any) -> list[Any]:
    """The controls of a group that can be used and are seen."""
    own = group.querySelectorAll("button:enabled,a[href]")
    return [each for each in own if each.offsetParent is not jsnull and each.closest(GROUP_SELECTOR).isSameNode(group)]


def control_name(control: Any) -> str:
    """What a control is known by when it is drawn anew."""
    return str(control.id) or control_message(control)


def node_position(nodes: list[Any], node: Any) -> int:
    """Where a node comes among others; -1 if it does not."""
    return next((n for n, each in enumerate(nodes) if each.isSameNode(node)), -1)


def cell_spots(cells: list[Any]) -> list[arrow_navigation.GridPosition]:
    """Where cells lie on the screen, however the board is turned, counted in cells."""
    boxes = [cell.getBoundingClientRect() for cell in cells]
    return [(round(box.x / boxes[0].width), round(box.y / boxes[0].height)) for box in boxes]


def control_message(target: Any) -> str:
    """What the control does that something is part of, as it says itself; "" where there is none."""
    control = target.closest("[data-act],[data-do]")
    if control is jsnull or control is None:
        return ""
    return str(control.getAttribute("data-act") or control.getAttribute("data-do"))


def is_in_panel(event: Any) -> bool:
    """Whether something happens in a sheet that lies over the table, or in that of a lesson."""
    return bool(event.target.closest("#panel,#lesson") is not jsnull)


def is_repeated_touch(event: Any, before: tuple[float, float, float], ms: float) -> bool:
    """Whether a click comes at the spot of an earlier touch, within so many milliseconds."""
    when, x, y = before
    near = abs(event.clientX - x) + abs(event.clientY - y) < SAME_SPOT_PX
    return bool(near and event.timeStamp - when < ms)


def speed_factor(model: Model) -> float:
    """By what the normal time of everything is multiplied."""
    return PAUSE_MS_BY_SPEED[model.address.speed] / PAUSE_MS_BY_SPEED["normal"]


NODE_FOLLOWING, NODE_PRECEDING = 4, 2  # as compareDocumentPosition has them
GROUP_SELECTOR = "[data-arrows]"
CELL_CHOICE_SELECTOR = "[role=gridcell]:is(.can,.drafted)"
PREFERRED_STOP_SELECTORS = ("[aria-pressed=true]", "#bar .plays *", ":not(.opens)")
MAX_VISITED_CONTROLS = 30  # controls of groups that are remembered
FOCUSABLE_SELECTOR = ":is(a[href],button:enabled,input,textarea,palace-game):not([tabindex='-1'])"
ACTIVATION_KEYS = {"enter", " "}
TEXT_INPUT_SELECTOR = "input:not([type=range]),textarea,select"
MODIFIER_KEYS = ("shift", "control", "alt", "meta", "altgraph", "capslock")
STYLED_SETTINGS = ("theme", "contrast", "motion", "speed")
"""The settings that style sheets and scripts go by."""
REPLAY_SELECTOR_BY_KEY = {  # by key and whether Shift is held
    ("arrowleft", False): "#back:enabled",
    ("arrowright", False): "#forward:enabled",
    ("arrowleft", True): "#round-back:enabled",
    ("arrowright", True): "#round-forward:enabled",
    ("home", False): "#first:enabled",
    ("end", False): "#last:enabled",
}
