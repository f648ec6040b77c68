"""What stands in, in the page, for modules of the standard library and of Pyodide that a page has little use for.

Pyodide imports them at every start, and they a hundred more: for servers, processes, threads and packages to install,
none of which there are in a page. Each stand-in has what is still asked of it, and nothing else. They are shipped with
the very Pyodide that `patch_pyodide.py` knows; another one has its library whole.
"""

INSTEAD = {
    "asyncio/__init__.py": "asyncio.py",
    "concurrent/futures/__init__.py": "futures.py",
    "logging/__init__.py": "logging.py",
    "pyodide/_package_loader.py": "package_loader.py",
    "socket.py": "socket.py",
    "subprocess.py": "subprocess.py",
}
"""By its name in the library the file here that stands in for it."""

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
    "pyodide/_nodesock",
    "pyodide/console",
    "pyodide/http",
    "selectors.py",
    "ssl.py",
)
"""How the names of modules begin that only they needed, and of those for archives that no page packs: `shutil` and
`zipfile` do without."""
