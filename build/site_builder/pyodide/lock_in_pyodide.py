"""Write `pyodide-lock.json` beside our wheel, inside stock Pyodide under Node (see run-in-pyodide.js).

The lock is that of this Pyodide with one more package, so a page can load `palaces` by its name. The address of our
wheel is relative to the lock. The other packages stay where this Pyodide loads them from.

`pyodide-lock` needs a newer Python than the build, and here it has the one that the wheel is checked for.
"""

import importlib
import shutil
import site
from pathlib import Path

import pyodide_js

MODULES, OUT, TOOLS = Path("/modules/pyodide"), Path("/out"), Path("/tools")


def install_tools() -> None:
    """Unpack the wheels of `build/pyodide.txt` where Python finds them."""
    [packages] = site.getsitepackages()
    for wheel in TOOLS.glob("*.whl"):
        shutil.unpack_archive(wheel, packages, format="zip")
    importlib.invalidate_caches()


def write_lock() -> str:
    """Write the lock and return a line about it. Raise an error if the wheel does not fit this Python."""
    from pyodide_lock import PyodideLockSpec
    from pyodide_lock.utils import add_wheels_to_spec

    [wheel] = OUT.glob("*.whl")
    lock = add_wheels_to_spec(PyodideLockSpec.from_json(MODULES / "pyodide-lock.json"), [wheel])
    lock.check_wheel_filenames()
    for package in lock.packages.values():
        if package.file_name != wheel.name:
            package.file_name = pyodide_js._api.config.cdnUrl + package.file_name
    lock.to_json(OUT / "pyodide-lock.json")
    return f"{wheel.name} in a lock of {len(lock.packages)} packages"


install_tools()
write_lock()  # the value of the script
