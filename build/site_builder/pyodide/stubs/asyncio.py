"""Futures and tasks on the browser's event loop, which Pyodide provides. No servers, streams, pipes or threads."""

from asyncio import events, exceptions, futures, tasks
from asyncio.events import *  # noqa: F403
from asyncio.events import _get_running_loop, _set_running_loop
from asyncio.exceptions import *  # noqa: F403
from asyncio.futures import *  # noqa: F403
from asyncio.tasks import *  # noqa: F403
from typing import NoReturn

__all__ = ["_get_running_loop", "_set_running_loop", "events", "exceptions", "futures", "tasks"]

DefaultEventLoopPolicy = events._AbstractEventLoopPolicy  # type: ignore[attr-defined,unused-ignore]
set_event_loop_policy = events._set_event_loop_policy  # type: ignore[attr-defined,unused-ignore]


def run(main: object, *, debug: bool | None = None, loop_factory: object = None) -> NoReturn:
    """Raise RuntimeError. Pyodide runs what it can on the browser's loop, and a page has no second loop."""
    raise RuntimeError("the browser's event loop runs already")
