"""Where packages would lie: the page loads none. Pyodide asks for the two places at every start."""

import sys

from pyodide_js import loadedPackages

__all__ = ["DSO_DIR", "SITE_PACKAGES", "init_loaded_packages", "loadedPackages"]


class Place:
    """A path of which Pyodide's script asks how it is written, as of those of `pathlib`."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.path


SITE_PACKAGES = Place(f"/lib/python3.{sys.version_info.minor}/site-packages")
DSO_DIR = Place("/usr/lib")


def init_loaded_packages() -> None:
    """There are none."""
