"""The queue of models to draw. The page shows the moves of bots one at a time, so that players can follow.

The model is ahead of the page: the page plays, saves and answers a move immediately, and this queue draws it later. The
announcements and sounds of a move wait with it. While the page animates a bot's move, the next model waits. Any tap or
key draws the newest model immediately.
"""

from collections import deque
from typing import TYPE_CHECKING

import js
from pyodide.ffi import create_once_callable

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.model import Model
    from palaces.browser.port import Page

    QueuedFrame = tuple[Model, list[Effect]]


class AnimationQueue:
    """The models that are not drawn yet, each with the effects to run after its drawing."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.queued_frames: deque[QueuedFrame] = deque()
        self.timer: int | None = None
        """Timer of the pause after the last drawing, None outside a pause."""
        self.is_motion_starting = False
        """True from an animated drawing until `pause_drawing`."""

    def enqueue_frame(self, model: "Model", effects: "list[Effect]") -> None:
        """Add a model to the queue. Outside a pause, draw it immediately."""
        self.queued_frames.append((model, effects))
        if not self.is_pausing:
            self.draw_queued()

    @property
    def is_pausing(self) -> bool:
        """True while the next drawing has to wait."""
        return self.timer is not None or self.is_motion_starting

    def draw_queued(self) -> None:
        """Draw the queued models, up to the first one that needs a pause."""
        self.timer = None
        while self.queued_frames and not self.is_pausing:
            model, effects = self.queued_frames.popleft()
            ms = self.page.draw_model(model)
            self.is_motion_starting = ms is None
            self.page.run_effects(effects)
            if ms and not self.is_pausing:
                self.timer = js.setTimeout(create_once_callable(self.draw_queued), ms)

    def pause_drawing(self, ms: int) -> None:
        """Pause for `ms` milliseconds after an animation has started."""
        if not self.is_motion_starting:
            return
        self.is_motion_starting = False
        if ms:
            self.timer = js.setTimeout(create_once_callable(self.draw_queued), ms)
        else:
            self.draw_queued()

    def flush_queue(self) -> None:
        """Draw the last queued model, and run the effects of all."""
        if self.timer is not None:
            js.clearTimeout(self.timer)
            self.timer = None
        self.is_motion_starting = False
        if not self.queued_frames:
            return
        waiting, self.queued_frames = [*self.queued_frames], deque()
        self.page.draw_model(waiting[-1][0], at_once=True)
        for _model, effects in waiting:
            self.page.run_effects(effects)
