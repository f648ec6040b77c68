"""Compile the app and the needed part of the standard library, inside Pyodide under Node (see run-in-pyodide.js).

The interpreter of the page compiles the bytecode, so it fits exactly, whatever Python this computer has. pyodide-build
has such a step, too. But it needs a newer Python, writes the time of day into its zips, and would be one more locked
package for `make play`.

The same input gives the same zips: names are sorted and dates are fixed. The bytecode is marked "unchecked hash".
So it has no time stamp, and the page looks for no sources. Two text files name the characters that this Python can
print, and the built-in modules that the page imports.
"""

import ast
import contextlib
import gzip
import importlib
import importlib.util
import marshal
import random
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT, OUTPUT = Path("/root"), Path("/out")
MODULES = Path("/modules")
STOCK_LIBRARY = MODULES / "pyodide/python_stdlib.zip"
PACKAGES = (ROOT / "pygame_core", ROOT / "web/palaces")
PYSCRIPT = MODULES / "@pyscript/core/src/stdlib/pyscript"
LIBRARY_FOLDER = f"/lib/python3{sys.version_info.minor}.zip/"
BLOCK_FIELDS = ("body", "orelse", "finalbody", "handlers", "cases")  # of `ast`: fields with statements
BROWSER_MODULES = {"js", "pyodide_js", "pyscript"}

# No import statement shows these modules: the interpreter's own packages, the codecs that Python finds by name, and the
# modules that `importlib.invalidate_caches()` loads while PyScript unpacks files.
WHOLE_PACKAGES = (
    "_pyodide/",
    "pyodide/",
    "importlib/",
    "json/",
    "zipfile/",
    "compression/",
    "asyncio/",
    "html/",
    "collections/",
    "re/",
)
KEPT_CODECS = ("__init__", "aliases", "ascii", "cp437", "latin_1", "raw_unicode_escape", "unicode_escape")
DYNAMIC_IMPORTS = [
    "base64",
    "email",
    "gzip",
    "hashlib",
    "html",
    "importlib.metadata",
    "inspect",
    "linecache",
    "random",
]
DYNAMIC_IMPORTS += ["tempfile", "textwrap", "tokenize", "traceback", "zipimport", "zlib"]
# The library imports it only for names of characters, and for letters in addresses.
MISSING_BUILTINS = {"unicodedata"}
# Modules that only the terminal, the type checker or the build needs.
UNSHIPPED_MODULES = {"text_view", "types", "effects", "port", "page_pictures", "posters", "home"}
UNSHIPPED_MODULES |= {"malformed_action", "position_picture", "position_pictures", "position_parts", "inline_styles"}
UNSHIPPED_MODULES |= {"saved_game_list", "site_bar", "record_shell", "lab_shell", "puzzle_list", "puzzle_picture"}
# Modules of the library that no bot of one's own can use: they need a terminal, a network, processes or files.
NOT_FOR_BOTS = (
    *("_pyodide", "_pyrepl", "_ssl", "_sysconfigdata", "antigravity", "asyncio", "bz2", "compileall", "concurrent"),
    *("ctypes", "curses", "dbm", "doctest", "encodings", "ftplib", "http", "imaplib", "logging", "lzma"),
    *("mailbox", "multiprocessing", "netrc", "pdb", "pip", "poplib", "pty", "pydoc", "pyodide", "site-packages"),
    *("smtplib", "socket", "sqlite3", "ssl", "subprocess", "sysconfig", "tarfile", "tty", "unittest", "urllib", "venv"),
    *("wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp", "zoneinfo"),
)
# Modules that a page loads only when a game is live, or earlier if its first screen needs them.
DEFERRED_MODULES = {"lesson", "tutorial_targets", "tutorial_update", "tutorial_view", "spotlight", "tooltips"}
DEFERRED_MODULES |= {"share_panel", "game_over", "score_breakdown", "win_chart", "final_city", "palace_svg"}
DEFERRED_MODULES |= {"panel_placement", "player_panel", "search", "candidate_moves", "playout_policy", "weights"}
DEFERRED_MODULES |= {"evaluation", "evaluation_weights", "forecast", "prospects", "contest"}
DEFERRED_MODULES |= {"daily", "daily_deal", "daily_update", "daily_result", "past_deals", "deal_storage", "deal_games"}
DEFERRED_MODULES |= {"dates", "win_probability", "warmup", "scoring_animation", "table_picture", "rating", "book"}
DEFERRED_MODULES |= {"answer_card", "puzzle_start", "puzzle_record", "puzzle_update", "puzzle_view", "puzzle_facts"}
DEFERRED_MODULES |= {"record_page", "record_storage", "record_entry", "record_statistics", "record_files"}
DEFERRED_MODULES |= {"record_model", "record_view", "record_charts", "record_words"}
DEFERRED_MODULES |= {"player_rating", "bot_figures", "point_sources", "long_tasks", "win_rates"}
DEFERRED_MODULES |= {"paired_playouts", "game_review", "decision_review", "review_requests"}
DEFERRED_MODULES |= {"game_story", "near_miss", "look_again", "look_again_view", "look_link"}
DEFERRED_MODULES |= {"look_reasons", "look_summary", "puzzle_reasons"}
DEFERRED_MODULES |= {"menu", "log_panel", "explanations", "explain", "public_explain"}
DEFERRED_MODULES |= {"shortcut_list", "resignation", "names_and_signs", "challenge_proof"}
DEFERRED_MODULES |= {"hand_panel", "square_panels", "replay_view", "warning_finder"}
# Modules for bots of one's own in their sandbox. They may import all of the library, which a file of its own completes.
SANDBOX_MODULES = {"lab_player", "players", "bot_tools"}
# Modules that a page loads only for the lab, for a game of the lab, or for a table with a bot of one's own.
LAB_MODULES = {"lab", "lab_page", "lab_referee", "lab_game", "lab_game_view", "own_bot_client", "own_bot_update"}
LAB_MODULES |= {"distribution"}
LAB_MODULES |= SANDBOX_MODULES
# Modules that a page loads only if people play together on several devices.
TOGETHER_MODULES = {"together", "remote_play", "fair_deal", "fair_verdict"}


def import_statements(source: bytes) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield every import statement of a source, in functions and classes, too.

    `ast.walk` would visit each expression, which takes ten times as long.
    """
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        for name in BLOCK_FIELDS:
            todo += getattr(node, name, ())


@cache
def imported_names(path: Path) -> set[str]:
    """Return absolute names in all import statements of a file. In `from a import b`, a.b may be a module."""
    names: set[str] = set()
    for node in import_statements(path.read_bytes()):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        else:
            if node.level or not node.module:
                raise ImportError(f"{path}: imports are absolute here, so that the build can follow them")
            names.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
    return names


def module_path(module: str) -> Path | None:
    """Return the source of a module of ours, or None for any other module."""
    for package in PACKAGES:
        path = package.parent / module.replace(".", "/")
        if module.split(".")[0] == package.name:
            return next((found for found in (path / "__init__.py", path.with_suffix(".py")) if found.is_file()), None)
    return None


def app_modules() -> dict[str, Path]:
    """Return every module of ours that the page can reach, by its name. Modules for the terminal alone are left out."""
    pages = [path for path in (ROOT / "web/palaces").rglob("*.py") if path.name != "__main__.py"]
    todo = {".".join(path.relative_to(ROOT / "web").with_suffix("").parts).removesuffix(".__init__") for path in pages}
    found: dict[str, Path] = {}
    while todo:
        name = todo.pop()
        path = module_path(name)
        if path and name not in found and path.stem not in UNSHIPPED_MODULES:
            found[name] = path
            todo |= imported_names(path)
            todo.update(name.rsplit(".", count)[0] for count in range(1, name.count(".") + 1))
    return found


def app_files(modules: dict[str, Path]) -> Iterator[tuple[str, Path]]:
    """Yield name in the zip and path of these modules, and of the translations and data of both packages.

    The books of puzzles are files of their own, which a page loads when it asks for one.
    """
    data = [path for package in PACKAGES for kind in ("*.mo", "*.json") for path in package.rglob(kind)]
    data = [path for path in data if path.parent.name != "books"]
    for path in [*modules.values(), *data]:
        yield path.relative_to(ROOT / "web" if path.is_relative_to(ROOT / "web") else ROOT).as_posix(), path


def is_named(path: Path, names: set[str]) -> bool:
    """Return True if a module, or its package, has one of these names."""
    return not names.isdisjoint({path.stem, path.parent.name})


def play_random_games(core: ModuleType) -> None:
    """Play, save and load a random game of each title. That shows the late imports of the rules."""
    for game in core.GAMES:
        match, rng = core.Match.new(game, 3, seed=1), random.Random(1)
        while match.to_move() is not None:
            match.play(rng.choice(match.legal()))
        core.Match.load(match.save())


def needed_modules(modules: dict[str, Path]) -> set[str]:
    """Return the names of all modules that a running page has."""
    sys.path[:0] = [str(package.parent) for package in PACKAGES]
    sys.dont_write_bytecode = True
    own = {package.name for package in PACKAGES}
    standard = sys.stdlib_module_names | {"pyodide"}
    checker = {"typing_extensions"}  # imported under TYPE_CHECKING only
    ours = set().union(*(imported_names(path) for path in modules.values() if not is_named(path, SANDBOX_MODULES)))
    foreign = {name for name in ours if name.split(".")[0] not in own | BROWSER_MODULES | standard | checker}
    if foreign:
        raise ImportError(f"the page has nothing but the standard library, not {', '.join(sorted(foreign))}")
    # PyScript's sources also name modules of MicroPython. In `from a import b`, b need not be a module.
    for name in sorted(ours.union(DYNAMIC_IMPORTS, *map(imported_names, PYSCRIPT.glob("*.py")))):
        if name.split(".")[0] in standard:
            with contextlib.suppress(ModuleNotFoundError):
                importlib.import_module(name)
    play_random_games(importlib.import_module("pygame_core"))
    importlib.import_module("palaces.prerender.page_pictures").render_boards()
    importlib.import_module("palaces.workers.bot_worker")
    importlib.invalidate_caches()
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        importlib.import_module("traceback").format_exc()
    return set(sys.modules)


class StripTypesAndDocstrings(ast.NodeTransformer):
    """Transformer that removes docstrings, and types of parameters and results. They would be a sixth of our part of
    the memory image."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            [told, *rest] = node.body
            node.body = rest or [ast.copy_location(ast.Pass(), told)]
        return super().generic_visit(node)


def compile_to_bytecode(source: bytes, file: str, level: int | None) -> bytes:
    """Return a compiled module in Python's format (PEP 552), "unchecked hash".

    `level` is the optimization level of a library module. Level 2 removes docstrings. None is for a module of ours,
    which loses types and docstrings.
    """
    tree = StripTypesAndDocstrings().visit(ast.parse(source)) if level is None else source
    code = compile(tree, file, "exec", dont_inherit=True, optimize=level or 0)
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)


def write_zip(
    target: Path, files: Iterable[tuple[str, bytes]], where: str, level: int | None = 0, solid: bool = False
) -> None:
    """Write one zip. `where` is the folder of its files in the page, as tracebacks show it.

    A solid zip stores its files uncompressed, and is compressed as a whole.
    """
    with zipfile.ZipFile(target, "w") as box:
        for name, data in sorted(files):
            if name.endswith(".py"):
                name, data = name + "c", compile_to_bytecode(data, where + name, level)
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = (
                zipfile.ZIP_STORED if solid else zipfile.ZIP_DEFLATED,
                0o644 << 16,
            )
            box.writestr(entry, data, compresslevel=9)
    if solid:
        target.write_bytes(gzip.compress(target.read_bytes(), mtime=0))


def library_files(keep: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """Yield name and source of the library modules to keep."""
    with zipfile.ZipFile(STOCK_LIBRARY) as box:
        for name in box.namelist():
            if name.endswith(".py") and keep(name):
                yield name, box.read(name)


def trimmed_library(files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Yield the library without unneeded modules, and with stubs in place of some others."""
    stubs = importlib.import_module("site_builder.pyodide.stubs")
    for name, data in files:
        if name in stubs.INSTEAD:
            yield name, (Path(stubs.__path__[0]) / stubs.INSTEAD[name]).read_bytes()
        elif not name.startswith(stubs.UNNEEDED):
            yield name, data


def imported_builtins(sources: Iterable[bytes]) -> set[str]:
    """Return the built-in modules of Python in any import statement of these sources."""
    names: set[str] = set()
    for node in (node for source in sources for node in import_statements(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif not node.level:
            names.add(node.module or "")
    return names & set(sys.builtin_module_names) - MISSING_BUILTINS


def main() -> str:
    """Write the zips and texts. Return a line about the library."""
    ours = app_modules()
    modules = needed_modules(ours)

    def is_needed_file(name: str) -> bool:
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if name.startswith("encodings/"):
            return module in modules or Path(name).stem in KEPT_CODECS or "utf" in name
        return module in modules or name.startswith(WHOLE_PACKAGES)

    sys.path.append(str(ROOT / "build"))
    patches = importlib.import_module("site_builder.pyodide.patch_pyodide")
    characters = importlib.import_module("site_builder.pyodide.printable_characters")
    stubs = importlib.import_module("site_builder.pyodide.stubs")
    trimmed = dict(trimmed_library(library_files(is_needed_file)))
    library = OUTPUT / "python_stdlib.zip"
    rest = {
        name: data
        for name, data in library_files(lambda name: not name.startswith(NOT_FOR_BOTS))
        if name not in trimmed
    }
    if patches.is_known_release(patches.read_parts(MODULES)):
        rest["decimal.py"] = (Path(stubs.__path__[0]) / "decimal.py").read_bytes()
        write_zip(library, trimmed.items(), LIBRARY_FOLDER, level=2, solid=True)
    else:
        write_zip(library, library_files(is_needed_file), LIBRARY_FOLDER)
    write_zip(OUTPUT / "lab-library.zip", rest.items(), "/lib/lab-library.zip/", level=2)
    sources = [*trimmed.values(), *(path.read_bytes() for path in ours.values())]
    (OUTPUT / "builtins.txt").write_text(" ".join(sorted(imported_builtins(sources))))
    write_zip(OUTPUT / "app.zip", [(name, path.read_bytes()) for name, path in app_files(ours)], "/lib/app.zip/", None)
    for name, held in (
        ("later.zip", DEFERRED_MODULES),
        ("lab.zip", DEFERRED_MODULES | LAB_MODULES),
        ("together.zip", TOGETHER_MODULES),
    ):
        files = [(file, path.read_bytes()) for file, path in app_files(ours) if is_named(path, held)]
        write_zip(OUTPUT / name, files, "/lib/app.zip/", None, solid=True)
    (OUTPUT / "printable.txt").write_text(characters.printable_runs())
    kept = sum(1 for _ in library_files(is_needed_file))
    total = sum(name.endswith(".py") for name in zipfile.ZipFile(STOCK_LIBRARY).namelist())
    return f"Python {sys.version.split()[0]}: {kept} of {total} standard modules kept"


main()
