"""The timing of announcements: each one waits until the page stops changing. Pure.

A screen reader that receives many changes of a page together drops some of them. Orca does it with more than 50, and an
announcement is a change of the page too.
"""

from collections.abc import Callable

QUIET_MS = 300
"""Time in ms without a drawing after which the page announces what is due."""
MAX_WAIT_MS = 1500
"""Time in ms after which an announcement no longer waits for a page that changes all the time."""
RESULT_QUIET_MS = 2500
"""The same as `QUIET_MS` after the drawing of a result, which replaces the table by hundreds of new elements."""
MAX_RESULT_WAIT_MS = 5000
"""The same as `MAX_WAIT_MS` for a result."""
INVISIBLE_CHANGE = "\u00a0"
"""Added to a sentence that repeats the last one, because Orca drops the same text as a duplicate."""

SetTimer = Callable[[Callable[[], None], int], int]
"""Calls a function after a time in ms, and returns the number of the timer."""


class Announcer:
    """The announcements that are due."""

    def __init__(
        self,
        write: Callable[[str], None],
        set_timer: SetTimer,
        clear_timer: Callable[[int], None],
        now_ms: Callable[[], float],
    ) -> None:
        """Keep how to write into the live region, and the clock of the browser."""
        self._write = write
        self._set_timer = set_timer
        self._clear_timer = clear_timer
        self._now_ms = now_ms
        self._due: list[str] = []
        self._due_since_ms = 0.0
        self._timer: int | None = None
        self._is_at_result = False
        self._last_written = ""

    def announce(self, sentence: str) -> None:
        """Announce a sentence as soon as the page is quiet."""
        if not self._due:
            self._due_since_ms = self._now_ms()
        self._due.append(sentence)
        self._restart_timer()

    def note_drawing(self, *, is_result: bool = False) -> None:
        """Wait for a quiet page again, because the page has changed. A result needs a longer wait."""
        self._is_at_result |= is_result
        if self._due:
            self._restart_timer()

    def forget(self) -> None:
        """Drop the announcements that are due. They were for another person or position."""
        self._due, self._last_written, self._is_at_result = [], "", False
        if self._timer is not None:
            self._clear_timer(self._timer)
            self._timer = None

    def _restart_timer(self) -> None:
        if self._timer is not None:
            self._clear_timer(self._timer)
        quiet_ms, max_ms = (RESULT_QUIET_MS, MAX_RESULT_WAIT_MS) if self._is_at_result else (QUIET_MS, MAX_WAIT_MS)
        left_ms = self._due_since_ms + max_ms - self._now_ms()
        self._timer = self._set_timer(self._announce_due, max(0, min(quiet_ms, round(left_ms))))

    def _announce_due(self) -> None:
        self._timer, self._is_at_result = None, False
        said, self._due = " ".join(self._due), []  # as one change of the page, of which nothing is dropped
        self._last_written = said + INVISIBLE_CHANGE if said == self._last_written else said
        self._write(self._last_written)
