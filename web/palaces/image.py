"""A memory image of this Python: what it holds when it is made.

It is made in a worker, without a page, so no module of ours may touch the page while it is imported.
"""

import gc
import importlib
from contextlib import suppress
from zipfile import ZipFile

LIBRARY = "/lib/python314.zip"


def fill() -> None:
    """Import all that there is: a page that starts from the image has its library only once it is live."""
    for archive in (__file__.rsplit("/", 2)[0], LIBRARY):
        for name in modules(archive):
            with suppress(ImportError):  # what asks for a part that no browser has
                importlib.import_module(name)
    gc.collect()


def modules(archive: str) -> list[str]:
    """Every module in a zip that the page imports from, but those that are programs."""
    with ZipFile(archive) as box:
        names = [name.removesuffix(".pyc") for name in box.namelist() if name.endswith(".pyc")]
    return [name.removesuffix("/__init__").replace("/", ".") for name in names if not name.endswith("/__main__")]
