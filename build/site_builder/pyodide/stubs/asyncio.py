"""Futures and tasks on the browser's own event loop, of Pyodide's making: no servers, streams, pipes or threads."""

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
    """Pyodide runs what it can on the loop that runs already. Raises RuntimeError for what would need one more."""
    raise RuntimeError("the browser's event loop runs already")
