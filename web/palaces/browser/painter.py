"""The drawing of a model: patches of changed regions, and animated pieces."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import js
from pyodide.ffi import create_proxy, jsnull

from palaces.app.model import Model
from palaces.app.settings import page_attributes
from palaces.browser import host_page
from palaces.browser.dom.elements import not_null
from palaces.browser.pacing import animated_moves, bot_pause_ms, travel_time_factor
from palaces.loop import layout
from palaces.share import embed
from palaces.ui.html import Markup, Regions
from pygame_core.match import ShownGame

if TYPE_CHECKING:
    from pyodide.ffi import JsNull

    from palaces.browser.input.dismiss import BackNavigation
    from palaces.browser.input.focus import Focus
    from palaces.browser.input.tooltip_targets import TooltipTargets
    from palaces.browser.spotlight import Spotlight

LESSON_REGION: Final = "lesson"
"""A screen over the table. Its element is not in the HTML of the page, because few visitors need it."""
ANSWERED_REGIONS: Final = ("bar", "hand")
"""The regions in whose place an answer card is."""


class Painter:
    """Draws models and remembers the last drawing."""

    def __init__(
        self,
        focus: "Focus",
        tooltip_targets: "TooltipTargets",
        back_navigation: "BackNavigation",
        on_pause: Callable[[int], None],
    ) -> None:
        """Keep the parts that follow a drawing. `on_pause` gets the pause in ms after an animated drawing."""
        self.focus = focus
        self.tooltip_targets = tooltip_targets
        self.back_navigation = back_navigation
        self.mounted_game = ""
        """Name of the game whose regions are on the page."""
        self.drawn_regions: Regions = {}
        self.drawn_match: ShownGame | None = None
        self.has_together = False
        """True once the page has screens for several devices."""
        """The position on the page."""
        self.verdict = ""
        """The verdict of the answer card on the page."""
        self.spotlight: Spotlight | None = None
        """The spotlight of lessons, None before the first lesson."""
        self.on_pause = on_pause
        self.on_motion_started = create_proxy(self.follow_motion)
        self.moving: tuple[Model, ShownGame | None] | None = None
        """While an animation starts: its model, and the position before."""

    def patch_regions(self, model: Model, regions: Regions, *, at_once: bool = False) -> int | None:
        """Patch the changed regions, and animate the pieces unless `at_once` is true.

        Return the pause before the next drawing, in ms, or None if the animation starts in the next frame.
        """
        regions = {LESSON_REGION: Markup(""), **regions}
        if model.together is not None or self.has_together or model.panel_name == "ways":
            from palaces.browser.together import together_region  # imported only to play together

            self.has_together = True
            regions = together_region.prepare(model, regions)
        focused = js.document.activeElement
        self.focus.note_region(focused)
        position, before = model.shown_match, self.drawn_match
        can_travel = not at_once and before is not None and self.mounted_game == position.game
        moves = animated_moves(model, before) if can_travel and before is not None else []
        is_lively = model.address.motion != "less" and (moves or (regions["occasion"] and not at_once))
        loaded: js.PalacesMotion | None = getattr(js.window.palaces, "motion", None)
        motion = loaded if is_lively else None
        moves_json = json.dumps(moves)
        if motion:
            motion.note(moves_json)
        elif loaded:
            loaded.finish()  # a result that still waits belongs to the last drawing
        if self.mounted_game != model.match.game:
            self.mount_game(model, regions)
        for name, markup in regions.items():
            if self.drawn_regions.get(name) != markup:
                js.window.palaces.morph(not_null(js.document.getElementById(name)), markup)
        earlier, self.verdict = self.verdict, read_verdict()
        self.drawn_regions, self.drawn_match = dict(regions), position
        for covered in ANSWERED_REGIONS:
            region = js.document.getElementById(covered)
            if region is not jsnull:
                region.toggleAttribute("inert", bool(self.verdict))
        self.settle_focus(model, before, focused)
        if self.has_together:
            from palaces.browser.together import together_region

            together_region.focus_screen(model)
        if self.verdict != earlier and earlier != "waiting":
            self.focus.follow_answer(model, is_open=bool(self.verdict))
        self.moving = (model, before) if motion else None
        if motion:
            motion.travel(moves_json, travel_time_factor(model, before), self.on_motion_started)
            return None
        self.update_spotlight(model, 0)
        return 0 if at_once else bot_pause_ms(model, before, 0, is_still=is_motion_unseen(model))

    def follow_motion(self, travel_ms: float) -> None:
        """Pass on the pause after an animation that has started and takes `travel_ms`."""
        if self.moving is None:  # a later drawing has replaced it
            return
        (model, before), self.moving = self.moving, None
        self.update_spotlight(model, int(travel_ms))
        pause_ms = bot_pause_ms(model, before, int(travel_ms), is_still=is_motion_unseen(model))
        self.on_pause(max(int(travel_ms), pause_ms))

    def settle_focus(self, model: Model, before: ShownGame | None, focused: "js.HTMLElement | JsNull") -> None:
        """Update everything that depends on the patched regions: page attributes, history, focus and tooltip."""
        self.focus.restore_roving_tabindex()
        self.update_page_attributes(model)
        self.back_navigation.follow_panel(layer_to_close(model), model.embed_mode)
        self.focus.restore_focus(model, focused)
        self.focus.focus_next_decision(model)
        self.tooltip_targets.position_tooltip(model, focused)
        position = model.shown_match
        if position.to_move() is None and before is not None and len(before.log) + 1 == len(position.log):
            self.focus.focus_fallback()  # after the last move the winner is shown there

    def mount_game(self, model: Model, regions: Regions) -> None:
        """Put all regions of a game into the page. They replace its prerendered picture, if there is one."""
        game = model.match.game
        app = not_null(js.document.getElementById("app"))
        for other in app.querySelectorAll(f":scope > :not(#{game})"):
            other.remove()
        js.window.palaces.morph(app, layout.render_page(model, regions))
        self.mounted_game, self.drawn_regions = game, dict(regions)
        for outside in (LESSON_REGION, "together"):  # outside these regions, and may be on the page already
            self.drawn_regions.pop(outside, None)

    def update_page_attributes(self, model: Model) -> None:
        """Update the title of the page and the `data-*` attributes about the state of the game."""
        root = js.document.documentElement
        js.document.title = layout.page_title(model)
        for region, label in layout.region_labels(model).items():
            not_null(js.document.getElementById(region)).setAttribute("aria-label", label)
        root.setAttribute("data-game", self.mounted_game)
        root.setAttribute("data-turn", str(len(model.match.log)))
        for name, value in page_attributes(model.address).items():
            root.setAttribute(f"data-{name}", value)
        root.toggleAttribute("data-explaining", model.is_tooltip_mode)
        root.toggleAttribute("data-over", model.shows_end and model.revealed_moves is None)
        if model.embed_mode:
            host_page.report.update(embed.resume_address(model), embed.game_result(model))

    def update_spotlight(self, model: Model, ms: int) -> None:
        """Update the spotlight of a lesson once the animation has ended, in `ms`."""
        if model.tutorial is not None and self.spotlight is None:
            from palaces.browser.spotlight import Spotlight  # a package that loads after the start

            self.spotlight = Spotlight()
        if self.spotlight is not None:
            self.spotlight.follow_model(model, ms)


def layer_to_close(model: Model) -> str:
    """Return the name of the layer that the system's Back closes: a panel, the answer to a puzzle, or a decision to
    look at; "" for none."""
    if model.panel is not None and not model.paused_for_panel:
        return model.panel_name
    if model.puzzle is not None and model.puzzle.verdict:
        return "answer"
    return "look" if model.look is not None and model.look.linked_number is None and not model.look.is_summary else ""


def is_motion_unseen(model: Model) -> bool:
    """Return True if the page is hidden or the player prefers less motion."""
    is_hidden = js.document.hidden or model.address.motion == "less"
    return bool(is_hidden or js.matchMedia("(prefers-reduced-motion: reduce)").matches)


def read_verdict() -> str:
    """Return the verdict of the answer card on the page, or "" without a card."""
    card = js.document.querySelector("#answer [data-verdict]")
    verdict = jsnull if card is jsnull else card.getAttribute("data-verdict")
    return "" if verdict is jsnull else verdict
