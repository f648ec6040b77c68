"""Tournaments on a Dask cluster. Only this module needs the extra `cluster`."""

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pygame_core import __version__
from pygame_core.distribution import install_command
from pygame_core.i18n import _, quote_input
from pygame_core.state import Illegal

if TYPE_CHECKING:
    from distributed import Client

CONNECT_TIMEOUT_SECONDS = 10  # for the scheduler to answer and for a first worker


@contextmanager
def open_cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of the cluster at an address such as `tcp://host:8786`, and its number of threads.

    Raises Illegal, with a sentence, in four cases: Dask is not installed, nothing answers at the address, the workers
    have another version of `pygame_core`, or the cluster breaks down later.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ImportError:
        sentence = _("A cluster needs Dask. Install it with {command}.")
        raise Illegal(None, sentence.format(command=install_command("cluster"))) from None
    logging.disable()  # hides Dask's own messages; a sentence reports the important errors
    try:
        with _open_client(Client, address) as client:
            yield client.get_executor(pure=False), sum(client.nthreads().values())
    except (KilledWorker, CommClosedError, CancelledError):
        sentence = _("The cluster at {address} failed. Check its scheduler and workers, then try again.")
        raise Illegal(None, sentence.format(address=address)) from None
    finally:
        logging.disable(logging.NOTSET)


@contextmanager
def _open_client(kind: "type[Client]", address: str) -> "Iterator[Client]":
    """Yield a client of a cluster that can play."""
    try:
        asyncio.run(_require_scheduler(address))
        client = kind(address, timeout=CONNECT_TIMEOUT_SECONDS, set_as_default=False)
    except Exception:  # each kind of bad address raises its own error
        sentence = _("No Dask scheduler answers at {address}. An address looks like tcp://host:8786.")
        raise Illegal(None, sentence.format(address=quote_input(address, 82))) from None
    with client:
        _require_workers(client, address)
        yield client


async def _require_scheduler(address: str) -> None:
    """Raise if no scheduler answers at the address.

    This check runs before a client exists. A client that could not connect would stay alive, and may block the next
    client forever when it is collected.
    """
    from distributed.comm import connect

    comm = await connect(address, timeout=CONNECT_TIMEOUT_SECONDS)
    await comm.close()


def _require_workers(client: "Client", address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=CONNECT_TIMEOUT_SECONDS)
    except TimeoutError:
        sentence = _("The scheduler at {address} has no workers. Start some, then try again.")
        raise Illegal(None, sentence.format(address=address)) from None
    try:
        versions = {*client.run(package_version).values()}
    except Exception:  # the error depends on where the worker noticed that the module is missing
        versions = set()
    if versions != {package_version()}:
        sentence = _("The workers at {address} need pygame_core {version}. Install the wheel of that release there.")
        raise Illegal(None, sentence.format(address=address, version=package_version()))


def package_version() -> str:
    """Return the version of this package on the machine that runs it."""
    return __version__
