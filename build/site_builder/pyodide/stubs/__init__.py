"""Replacements for modules of the standard library and of Pyodide that a page hardly uses.

Pyodide imports these modules at every start, and they import a hundred more, for servers, processes, threads and
packages. A page has none of those. Each stub has only the names that are still in use. The site has stubs only with the
Pyodide that `patch_pyodide.py` knows. Any other Pyodide keeps its whole library.
"""

INSTEAD = {
    "asyncio/__init__.py": "asyncio.py",
    "concurrent/futures/__init__.py": "futures.py",
    "dis.py": "dis.py",
    "ipaddress.py": "ipaddress.py",
    "logging/__init__.py": "logging.py",
    "pyodide/_package_loader.py": "package_loader.py",
    "socket.py": "socket.py",
    "subprocess.py": "subprocess.py",
}
"""The stub for each module, by the module's name in the library."""

UNNEEDED = (
    "bz2.py",
    "compression/bz2",
    "compression/lzma",
    "compression/zstd",
    "lzma.py",
    "asyncio/__main__",
    "asyncio/base_events",
    "asyncio/base_subprocess",
    "asyncio/graph",
    "asyncio/log",
    "asyncio/proactor",
    "asyncio/protocols",
    "asyncio/runners",
    "asyncio/selector",
    "asyncio/ssl",
    "asyncio/staggered",
    "asyncio/streams",
    "asyncio/subprocess",
    "asyncio/taskgroups",
    "asyncio/threads",
    "asyncio/tools",
    "asyncio/transports",
    "asyncio/trsock",
    "asyncio/unix",
    "asyncio/windows",
    "concurrent/futures/",
    "logging/",
    "opcode",
    "_opcode_metadata",
    "pyodide/_nodesock",
    "pyodide/console",
    "pyodide/http",
    "selectors.py",
    "ssl.py",
)
"""Prefixes of module names that only the replaced modules need, and of modules for archives. `shutil` and `zipfile`
work without them."""
