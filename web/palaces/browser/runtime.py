"""The message loop of the page: `update` makes the next model of a message, and this module runs its effects."""

import traceback
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

import js
from pyodide.ffi import create_once_callable

from palaces.app.decode import decode_message
from palaces.app.i18n import _
from palaces.app.model import Model, Transition
from palaces.browser import host_page, web_apis
from palaces.browser.animation_queue import AnimationQueue
from palaces.browser.announcer import Announcer
from palaces.browser.bot_client import BotClient
from palaces.browser.input.dismiss import BackNavigation, SwipeToClose
from palaces.browser.input.focus import Focus
from palaces.browser.input.tooltip_targets import TooltipTargets
from palaces.browser.pacing import VISIBLE_EFFECTS
from palaces.browser.painter import Painter
from palaces.browser.storage.keeper import Keeper
from palaces.browser.storage.local_storage import (
    load_puzzle_record,
    save_lesson_step,
    save_puzzle_record,
    save_setting,
)
from palaces.loop import layout, update
from palaces.loop.panel_update import move_before_panel
from palaces.share import challenge, permalinks
from palaces.ui import event_cards

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import Message
    from palaces.browser.together.together_client import TogetherClient


class Runtime:
    """The running page: one Model, and the parts that draw it, save it and handle its input."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.loaded_parts: set[str] = set()
        """The loaded parts of our packages without which a page starts: see `loadPackages`."""
        self.keeper = Keeper(self)
        self.bot_client = BotClient(self)
        self.back_navigation = BackNavigation(self)
        self.swipe = SwipeToClose(self)
        self.tooltip_targets = TooltipTargets(self)
        self.focus = Focus(self)
        self.animation_queue = AnimationQueue(self)
        self.announcer = Announcer(
            web_apis.write_announcement,
            lambda action, ms: js.setTimeout(create_once_callable(action), ms),
            js.clearTimeout,
            js.performance.now,
        )
        self.painter = Painter(
            self.focus, self.tooltip_targets, self.back_navigation, self.animation_queue.pause_drawing
        )

    @property
    def model(self) -> Model:
        """The current model."""
        return self._model

    @cached_property
    def together(self) -> "TogetherClient":
        """The connections with other devices."""
        from palaces.browser.together.together_client import TogetherClient  # imported only to play together

        return TogetherClient(self)

    # -- messages --------------------------------------------------------------------------------------------------

    def receive(self, message: object) -> None:
        """Decode a message that came as JSON from a control, a worker or the host page. Send it if it is valid."""
        decoded = decode_message(message)
        if decoded is not None:
            self.send(decoded)

    def send(self, message: "Message") -> None:
        """Make the next model, draw it and run its effects."""
        try:
            step = update.update(self.model, message)
        except Exception as error:
            if (part := web_apis.missing_part(error, self.loaded_parts)) is not None:
                self.run_after_packages(part, lambda: self.send(message))
                return
            js.console.error(traceback.format_exc())
            sentence = _("Something went wrong ({error}). Nothing was changed. Continue, or reload the page.")
            step = update.update(self.model, ("notice", sentence.format(error=type(error).__name__)))
        self.apply_step(step)

    def send_later(self, message: "Message", ms: int = 0) -> None:
        """Send a message after the current one, and after `ms` milliseconds."""
        js.setTimeout(create_once_callable(lambda: self.send(message)), ms)

    def apply_step(self, step: Transition) -> None:
        """Make this model the current one, queue its drawing and run its effects.

        In a game of bots only, the request for the next move waits for the drawing.
        """
        before, (model, effects) = self.model, step
        if last_look := event_cards.last_look_at_table(before, model):
            self.animation_queue.enqueue_frame(last_look, [])
        self._model = model
        seen = VISIBLE_EFFECTS if model.human_seats else (*VISIBLE_EFFECTS, "ask")
        waiting = [effect for effect in effects if effect[0] in seen]
        if model is before and not waiting:  # a part of a long task has changed nothing on the screen
            self.run_effects(effects)
            return
        if move := move_before_panel(before, model):
            self.animation_queue.enqueue_frame(move, waiting)
            waiting = []
        self.animation_queue.enqueue_frame(self.model, waiting)
        self.run_effects([effect for effect in effects if effect[0] not in seen])

    def apply_unseen(self, message: "Message") -> None:
        """Make the next model of a message that changes nothing on the screen."""
        self._model, _effects = update.update(self.model, message)

    # -- drawing ---------------------------------------------------------------------------------------------------

    def draw_model(self, model: Model, *, at_once: bool = False) -> int | None:
        """Draw a model, and return the pause before the next drawing, in ms, or None if an animation has to start.

        If the model needs a package that is not loaded yet, draw the current model once the package is loaded.
        """
        try:
            regions = layout.render_screen(model)
        except ImportError as error:
            part = web_apis.missing_part(error, self.loaded_parts)
            if part is None:
                raise
            self.run_after_packages(part, lambda: self.animation_queue.enqueue_frame(self.model, []))
            return 0
        self.announcer.note_drawing(is_result=model.match.to_move() is None and not web_apis.is_result_shown())
        return self.painter.patch_regions(model, regions, at_once=at_once)

    def catch_up(self) -> bool:
        """Draw the last queued model. Return True if this shows moves that were not on the table before. A notice or a
        panel that had to wait is no such news."""
        before = self.painter.drawn_match
        self.animation_queue.flush_queue()
        now = self.painter.drawn_match
        return (before and before.log) != (now and now.log)

    def run_after_packages(self, part: str, action: Callable[[], None]) -> None:
        """Call `action` once a part of our packages is loaded. Tell the player if it cannot be loaded."""
        sentence = _("This part is still loading. Try again in a moment.")
        self.load_packages(action, lambda: self.send(("notice", sentence)), part)

    def load_packages(self, action: Callable[[], None], on_failure: Callable[[], None], part: str = "") -> None:
        """Call `action` once a part of our packages is loaded, or `on_failure` if it cannot be loaded."""

        def on_packages_loaded(_nothing: object) -> None:
            if part not in self.loaded_parts:
                self.loaded_parts.add(part)
                web_apis.use_packages(part)
            action()

        def on_packages_missing(_error: object) -> None:
            on_failure()

        js.window.palaces.whole(part).then(
            create_once_callable(on_packages_loaded), create_once_callable(on_packages_missing)
        )

    # -- effects ---------------------------------------------------------------------------------------------------

    def run_effects(self, effects: list["Effect"]) -> None:
        """Run effects one after the other."""
        for effect in effects:
            self.run_effect(effect)

    def run_effect(self, effect: "Effect") -> None:
        """Run one effect."""
        match effect:
            case ("show",):
                self.update_address_bar()
            case ("save",):
                self.keeper.save_game()
            case ("keep-step", game, n):
                save_lesson_step(game, n)
            case ("keep-deal", date, game, record):
                from palaces.browser.storage import deal_storage

                deal_storage.save_deal_record(date, game, record)
            case ("deal-facts",):
                from palaces.browser.storage import deal_storage

                web_apis.load_stylesheet(host_page.release_url("deal.css"))
                deal_storage.report_deal_facts(self.send)
            case ("keep-puzzle", answer):
                from palaces.app import puzzle_record  # imported only for a puzzle

                stored = puzzle_record.parse_record(load_puzzle_record())  # another tab may have changed it
                save_puzzle_record(puzzle_record.format_record(puzzle_record.add_answer(stored, answer)))
            case ("keep", name, value):
                save_setting(name, value, bool(self.model.embed_mode))
            case ("sound", names, softly, side):
                web_apis.play_sounds(names, softly, side)
            case ("new-table", *apart):
                self.apply_unseen(("table-found", self.keeper.find_free_table(*apart)))
            case ("forget",):
                self.announcer.forget()
                web_apis.clear_announcements()
                self.focus.forget_places()
            case ("announce", sentence):
                self.announcer.announce(sentence)
            case ("ask", asked):
                self.bot_client.send_request(asked)
            case ("later", message, ms):
                self.send_later(message, ms)
            case ("reveal", region):
                host_page.reveal_region(region)
            case ("reveal-hint",):
                host_page.reveal_best_place()
            case ("top",):
                js.window.scrollTo(0, 0)
            case ("download", name, content):
                web_apis.download_json(self.send, name, content)
            case ("choose-file",):
                web_apis.choose_file(self.send)
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
            case ("peer", method, peer, text):
                self.together.call(method, peer, text)
            case ("keep-table", number, text):
                self.together.keep_table(number, text)
            case ("style", name):
                web_apis.load_stylesheet(host_page.release_url(name))
            case ("update",):  # the player agreed to the new version
                js.window.palaces.update()
            case ("newest",):
                web_apis.load_newest(self.send)
            case ("reload",):  # starts again from the saved game
                js.location.reload()
            case _:
                assert_never(effect)

    def update_address_bar(self) -> None:
        """Show the address of this game in the address bar, with the proof of a challenge.

        A game from a link is read-only, and its address is there already.
        """
        model = self.model
        if model.read_only or model.is_guest:
            return
        if model.is_by_link:
            self.together.show_address()
            return
        # a frame stays on its page, and so does a link that only a newer version can open
        own = f"?{model.address.to_query()}" if model.embed_mode else f"./{permalinks.table_link(model.address)}"
        host_page.replace_address(model.url_override or own + challenge.current_proof_fragment(model))
