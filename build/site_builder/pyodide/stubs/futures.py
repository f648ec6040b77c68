"""Futures of other threads: a page has none, but asyncio asks of every future of its own whether it is one."""

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class CancelledError(Exception):
    """Of another thread's future: never raised."""


class InvalidStateError(Exception):
    """Of another thread's future: never raised."""


class Future:
    """Of another thread: none is ever made."""
