"""A memory image of this Python: what it holds when it is made, and what has to be made anew when it wakes.

It is made in a worker, without a page, so no module of ours may touch the page while it is imported.
"""

import gc
import importlib
import random
from zipfile import ZipFile


def fill() -> None:
    """Import all that a page or a bots' worker may come to need."""
    for name in modules(__file__.rsplit("/", 2)[0]):
        importlib.import_module(name)
    gc.collect()


def modules(archive: str) -> list[str]:
    """Every module of ours in the zip that the page imports from."""
    with ZipFile(archive) as box:
        names = [name.removesuffix(".pyc") for name in box.namelist() if name.endswith(".pyc")]
    return [name.removesuffix("/__init__").replace("/", ".") for name in names]


def wake() -> None:
    """Chance begins anew: what an image holds would come out the same at every visit."""
    random.seed()
