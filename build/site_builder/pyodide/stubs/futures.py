"""Futures of other threads. A page has none, but asyncio asks about each future if it is one."""

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class CancelledError(Exception):
    """Error of another thread's future. Nothing raises it."""


class InvalidStateError(Exception):
    """Error of another thread's future. Nothing raises it."""


class Future:
    """Future of another thread. Nothing creates one."""
