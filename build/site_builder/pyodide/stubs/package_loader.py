"""Folders of packages. The page loads no packages, but Pyodide reads the two paths at every start."""

import sys

from pyodide_js import loadedPackages

__all__ = ["DSO_DIR", "SITE_PACKAGES", "init_loaded_packages", "loadedPackages"]


class Place:
    """Path with the one method of `pathlib` that Pyodide's script calls."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.path


SITE_PACKAGES = Place(f"/lib/python3.{sys.version_info.minor}/site-packages")
DSO_DIR = Place("/usr/lib")


def init_loaded_packages() -> None:
    """Do nothing: there are no packages."""
