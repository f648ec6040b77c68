"""The picture follows the model at a pace that eyes can follow: moves of computer players are shown one at a time.

The model is always ahead: a move is made, kept and answered as soon as it is known. What it looks like waits here for
its turn, and so does what is said of it. Any touch or key lets the picture catch up at once.
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

VISIBLE_EFFECTS = ("announce", "reveal", "top", "sound")
"""Effects that belong to what is seen, and come with it."""


class AnimationQueue:
    """The models that are not drawn yet, each with what is to be done once it is."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.queued_frames: deque[QueuedFrame] = deque()
        self.timer: int | None = None
        """Set while what was drawn last is looked at."""

    def enqueue_frame(self, model: "Model", effects: "list[Effect]") -> None:
        """Draw a model when its turn comes: now, if nothing is being looked at."""
        self.queued_frames.append((model, effects))
        if self.timer is None:
            self.draw_queued()

    def draw_queued(self) -> None:
        """Draw what waits, up to the first that takes its time."""
        self.timer = None
        while self.queued_frames and self.timer is None:
            model, effects = self.queued_frames.popleft()
            ms = self.page.draw_model(model)
            self.page.run_effects(effects)
            if ms and self.timer is None:
                self.timer = js.setTimeout(create_once_callable(self.draw_queued), ms)

    def flush_queue(self) -> bool:
        """Let the picture catch up: only the last of what waits is drawn, but everything is said. Answers whether
        anything was drawn."""
        if self.timer is not None:
            js.clearTimeout(self.timer)
            self.timer = None
        if not self.queued_frames:
            return False
        waiting, self.queued_frames = [*self.queued_frames], deque()
        self.page.draw_model(waiting[-1][0], at_once=True)
        for _model, effects in waiting:
            self.page.run_effects(effects)
        return True
