"""Patch Pyodide and PyScript before the site ships them, for a faster start and a smaller download.

`pyodide-pins.json` names the release that these patches were tested with, by a hash of its files. The site ships other
releases unchanged. They start slower and have no memory image, but they work. `make upgrade-pyodide` tries each patch
on the installed release and writes new pins. See `docs/pyodide.md`.
"""

import hashlib
import json
import re
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypedDict

from site_builder.paths import BUILD
from site_builder.pyodide import dead_code, wasm_file

PINS_FILE = BUILD / "pyodide-pins.json"
PATCHED_FILES = {
    "pyodide.mjs": "pyodide/pyodide.mjs",
    "pyodide.asm.mjs": "pyodide/pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide/pyodide.asm.wasm",
    "pyscript.js": "@pyscript/core/dist/core-*.js",
}
"""Pyodide's loader, script and wasm, and PyScript: their paths among npm's packages."""
LOADER, SCRIPT, WASM, PYSCRIPT = PATCHED_FILES


class MemoryTable(TypedDict):
    """A table in the memory that only some modules read. It is found by its first bytes, in hexadecimal digits."""

    name: str
    modules: list[str]
    bytes: int
    begins: str
    sha256: str


Pins = TypedDict(
    "Pins",
    {
        "pyodide": str,
        "pyscript": str,
        "hash": str,
        "removed modules": list[str],
        "dead slots": list[list[int]],
        "tables": list[MemoryTable],
    },
)
"""The content of `pyodide-pins.json`."""


class PatchError(Exception):
    """A patch does not fit this release. The text says which one and why, in one sentence."""


@dataclass(frozen=True)
class Patch:
    """Change of one place in a script.

    In `old`, `<name>` matches any identifier, and the same one if it is repeated. `<...>` matches any text. In `new`,
    `<name>` is that identifier. So a patch does not depend on the names that a minifier gives.
    """

    file: str
    purpose: str
    old: str
    new: str = ""

    @property
    def pattern(self) -> re.Pattern[bytes]:
        """Pattern of `old`."""
        pieces = re.split(r"<(\w+|\.\.\.)>", self.old)
        parts: list[str] = []
        known: set[str] = set()
        for literal, name in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
            parts.append(re.escape(literal))
            if name == "...":
                parts.append("(?s:.*?)")
            elif name in known:
                parts.append(rf"(?P={name})(?![\w$])")
            elif name:
                parts.append(rf"(?<![\w$])(?P<{name}>[\w$]+)")
                known.add(name)
        return re.compile("".join(parts).encode())

    def apply(self, code: bytes) -> bytes:
        """Return the patched script. Raise PatchError unless `old` occurs exactly once."""
        found = list(self.pattern.finditer(code))
        if len(found) != 1:
            count = {0: "nowhere", 2: "twice"}.get(len(found), f"{len(found)} times")
            raise PatchError(f"{self.file}: the patch to {self.purpose} looks for `{self.old}` and finds it {count}.")
        names = {name: text.decode() for name, text in found[0].groupdict().items()}
        new = re.sub(r"<(\w+)>", lambda name: names[name[1]], self.new)
        return code[: found[0].start()] + new.encode() + code[found[0].end() :]


TRAMPOLINE = "HEAP32[(__PyRuntime+HEAP32[__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET/4>>>0])/4>>>0]"
PATCHES = (
    # Stock Pyodide compiles its wasm after it has loaded its script. Ours gets a wasm that `start-python.js` began to
    # compile long before. It also gets the library, or none if the memory image has all modules of a start.
    Patch(
        LOADER,
        "take the library from the page",
        "function <install>(<url>){let <library>=<load>(<url>);return async",
        "function <install>(<url>){let <library>=<url>;return async",
    ),
    Patch(
        LOADER,
        "start without a library",
        "let <library>=await <given>;<python>.FS.writeFile(",
        "let <library>=await <given>;<library>&&<python>.FS.writeFile(",
    ),
    # The page copies the image into memory page by page. It may be missing, so everything else begins earlier.
    Patch(
        LOADER,
        "begin before the memory image has come",
        "let <image>=await <config>._loadSnapshot,<bytes>=ArrayBuffer.isView(<image>)?<image>:new Uint8Array(<image>);"
        "return <settings>.noInitialRun=!0,<settings>.INITIAL_MEMORY=<bytes>.length,<bytes>",
        "return <settings>.noInitialRun=!0,[<config>._loadSnapshot]",
    ),
    Patch(
        LOADER,
        "await the memory image after the wasm",
        "<image>=await <prepare>(<config>,<settings>),<python>=await <make>(<script>,<settings>);",
        "<image>=await <prepare>(<config>,<settings>),<python>=await <make>(<script>,<settings>);"
        "<image>=<image>&&await <image>[0];",
    ),
    Patch(
        LOADER,
        "hand the page's wasm to the loader",
        "instantiateWasm:<instantiate>(<config>.indexURL)",
        "instantiateWasm:<instantiate>(<config>.indexURL,<config>.wasm)",
    ),
    Patch(
        LOADER,
        "take the wasm from the page",
        'function <instantiate>(<url>){if(typeof WasmOffsetConverter<"u")return;'
        'let{binary:<binary>,response:<response>}=<load>(<url>+"pyodide.asm.wasm")',
        'function <instantiate>(<url>,given){if(typeof WasmOffsetConverter<"u")return;'
        'let{binary:<binary>,response:<response>}=given?{}:<load>(<url>+"pyodide.asm.wasm")',
    ),
    Patch(
        LOADER,
        "instantiate the wasm of the page",
        "let <result>;<response>?<result>=await WebAssembly.instantiateStreaming(<response>,<imports>)",
        "let <result>;given?<result>={module:await given,instance:await WebAssembly.instantiate(await given,<imports>)}"
        ":<response>?<result>=await WebAssembly.instantiateStreaming(<response>,<imports>)",
    ),
    # Without a report of the failure, the page would wait forever.
    Patch(
        LOADER,
        "report a wasm that fails",
        'console.warn("wasm instantiation failed!"),console.warn(<error>)',
        "reportError(<error>)",
    ),
    # Stock Pyodide has a table of all symbols that a compiled package could link to. The page loads no such package.
    Patch(
        SCRIPT,
        "leave out the table for compiled packages",
        "assignWasmExports(wasmExports);updateGOT(origExports);",
        "assignWasmExports(wasmExports);",
    ),
    # These are functions of WebGL. Each would need a small wasm to become a pointer.
    Patch(
        SCRIPT,
        "leave out pointers to functions of JavaScript",
        "if(!value&&!entry.required){entry.value=0;continue}",
        "if(true){entry.value=0;continue}",
    ),
    # Threads would share this memory for a wait that no page makes. Browsers warn about it.
    Patch(
        SCRIPT,
        "make no shared memory",
        "new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer",
        "new ArrayBuffer(4)",
    ),
    # The image has the pages of memory that have changed since Python began.
    Patch(
        SCRIPT,
        "keep the memory before Python begins",
        "if(!noInitialRun)callMain(args)",
        "if(API.config._makeSnapshot)API.fresh=HEAPU8.slice();if(!noInitialRun)callMain(args)",
    ),
    Patch(
        SCRIPT,
        "read the notes of the memory image",
        "<notes>=new Uint32Array(<image>.buffer,<image>.byteOffset,<image>.byteLength/4)",
        "<notes>=new Uint32Array(<image>.head.buffer)",
    ),
    Patch(
        SCRIPT,
        "read the settings of the memory image",
        "<settings>=<image>.subarray(<start>,<start>+<length>);<image>=<image>.subarray(<end>);",
        "<settings>=<image>.head.subarray(<start>,<start>+<length>);",
    ),
    # One function in the memory belongs to the browser. It differs from that in the image.
    Patch(
        SCRIPT,
        "lay the memory image",
        "return Module.HEAP8.set(<image>),<settings>",
        f"let own={TRAMPOLINE};<image>.lay(Module.HEAPU8);{TRAMPOLINE}=own;return <settings>",
    ),
    # PyScript writes its own library into Python's files at every start, and imports it. Our pages do not need it.
    Patch(PYSCRIPT, "skip the imports for PyScript's library", '"import os as _os",<...>"_path = None"'),
    Patch(
        PYSCRIPT,
        "write no library of PyScript",
        '<write>(".",{pyscript:{<...><lines>.push("import pyscript as _pyscript"),',
    ),
    Patch(PYSCRIPT, "skip the cleanup after PyScript's library", '<lines>.push(...["_Path",<...>`del ${<name>}`)),'),
)

# Stock Pyodide exports each C function that a compiled package might link to, 8,560 names, and enters all of them into
# tables at every start. Only the exports that Pyodide's own scripts call stay.
JS_NAME = re.compile(rb"[\w$]+")
EXPORT_ASSIGNMENT = re.compile(  # assigns one export: a function, a tag or an address
    rb'([\w$]+)=Module\["\1"\]=(?:wasm\w+=|Module\["wasm\w+"\]=)*wasmExports\["([\w$]+)"\](?:\.value>>>0)?;?'
)
EXPORTS_FUNCTION = b"function assignWasmExports(wasmExports){"

OPTIMIZER = "binaryen/bin/wasm-opt"  # among npm's packages
# Chromium refuses the compact form of imports. Node 20 and older browsers refuse the types of garbage collection.
# `memory-packing` leaves out zeros.
OPTIMIZER_OPTIONS = (
    "--all-features",
    "--disable-compact-imports",
    "--disable-gc",
    "--remove-unused-module-elements",
    "--memory-packing",
)
CACHE_FOLDER = ".cache/site_builder"  # among npm's packages: `npm ci` empties it
DIGEST_BYTES = 32  # SHA-256, before a kept result


def read_pins() -> Pins:
    """Return the pins: the facts about the release that the patches fit."""
    pins: Pins = json.loads(PINS_FILE.read_text(encoding="utf-8"))
    return pins


def read_parts(modules: Path) -> dict[str, bytes]:
    """Return the files to patch, by their names here. `modules` is the folder of npm's packages."""
    return {name: one.read_bytes() for name, pattern in PATCHED_FILES.items() for one in modules.glob(pattern)}


def hash_parts(files: Mapping[str, bytes]) -> str:
    """Return one hash over these files."""
    return hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()


def is_known_release(files: Mapping[str, bytes]) -> bool:
    """Return True if these are the files that the patches were tested with."""
    return bool(hash_parts(files) == read_pins()["hash"])


def patched_parts(files: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Return the patched files, or None for an unknown release. `optimize_wasm` is a later step."""
    pins = read_pins()
    if hash_parts(files) != pins["hash"]:
        return None
    script, names = drop_unused_exports(files[SCRIPT], files[LOADER])
    changed = {**files, SCRIPT: script}
    for patch in PATCHES:
        changed[patch.file] = patch.apply(changed[patch.file])
    return {**changed, WASM: trim_wasm(files[WASM], names, pins)}


def drop_unused_exports(script: bytes, loader: bytes) -> tuple[bytes, set[bytes]]:
    """Return the script without exports that neither it nor the loader uses; and all names in both."""
    before, found, after = script.partition(EXPORTS_FUNCTION)
    entries = list(EXPORT_ASSIGNMENT.finditer(after))
    if not found or not entries:
        raise PatchError(f"{SCRIPT}: unused exports stay, for `{EXPORTS_FUNCTION.decode()}` assigns none.")
    rest = after[entries[-1].end() :]
    if b"".join(entry[0] for entry in entries) + rest != after:
        raise PatchError(f"{SCRIPT}: unused exports stay, for something else is between their assignments.")
    head, declared = before.rsplit(b"var ", 1)
    said = set(JS_NAME.findall(head + rest + loader))
    kept = [entry for entry in entries if {entry[1], entry[2]} & said]
    dropped = {entry[1] for entry in entries} - {entry[1] for entry in kept}
    names = b",".join(name for name in declared.rstrip(b";").split(b",") if name not in dropped)
    own = head + b"var " + names + b";" + EXPORTS_FUNCTION + b"".join(entry[0] for entry in kept) + rest
    return own, said | {entry[2] for entry in kept}


def trim_wasm(wasm: bytes, names: Collection[bytes], pins: Pins) -> bytes:
    """Return a wasm that exports only these names, without the pinned modules and tables."""
    sections = wasm_file.sections_by_number(wasm)
    exports = [each.entry for each in wasm_file.read_exports(sections[wasm_file.EXPORTS]) if each.name in names]
    dead = {slot for first, last in pins["dead slots"] for slot in range(first, last + 1)}
    slots = wasm_file.read_table(sections[wasm_file.ELEMENTS])
    memory = wasm_file.read_memory(sections[wasm_file.DATA])
    removed = pins["removed modules"]
    changes = [(address, bytes(length)) for address, length in find_tables(memory, pins["tables"], removed)]
    changes.append(remove_builtins(dead_code.Pyodide(wasm), removed))
    return wasm_file.replace_sections(
        wasm,
        {
            wasm_file.EXPORTS: wasm_file.encode_vector(exports),
            wasm_file.ELEMENTS: wasm_file.encode_table(
                {slot: function for slot, function in slots.items() if slot not in dead}
            ),
            wasm_file.DATA: wasm_file.write_memory(sections[wasm_file.DATA], changes),
        },
    )


def remove_builtins(pyodide: dead_code.Pyodide, removed: Collection[str]) -> tuple[int, bytes]:
    """Return address and bytes of the table of built-in modules, without some modules."""
    entries = list(dead_code.builtin_entries(pyodide.memory, pyodide.builtins_address))
    kept = b"".join(entry for name, _slot, entry in entries if name not in removed)
    return pyodide.builtins_address, kept.ljust(len(entries) * dead_code.BUILTIN_BYTES, b"\0")


def find_tables(memory: bytes, tables: Iterable[MemoryTable], removed: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield address and length of each pinned table that only removed modules read, or no module. Raise PatchError if a
    table has changed."""
    for table in tables:
        if not set(table["modules"]) <= set(removed):
            continue
        address = memory.find(bytes.fromhex(table["begins"]))
        if hashlib.sha256(memory[address : address + table["bytes"]]).hexdigest() != table["sha256"]:
            raise PatchError(f"{WASM}: {table['name']} is not there as it was, so its {table['bytes']:,} bytes stay.")
        yield address, table["bytes"]


def find_dead_slots(wasm: bytes, removed: Collection[str]) -> list[list[int]]:
    """Return first and last slot of each run of the function table that only removed modules use."""
    try:
        slots = sorted(dead_code.find_dead_slots(wasm, removed))
    except (ValueError, KeyError) as error:
        raise PatchError(f"{WASM}: unused modules of Python stay, for {error}.") from error
    edges = [slot for before, slot in pairwise([-1, *slots]) if slot != before + 1]
    ends = [before for before, slot in pairwise([*slots, -1]) if slot != before + 1]
    return [list(run) for run in zip(edges, ends, strict=True)]


def optimize_wasm(wasm: bytes, modules: Path) -> bytes:
    """Return a wasm without unreachable functions. Binaryen removes them, from npm's packages.

    That takes ten seconds, so the result is kept. Its name is a hash of everything that it depends on.
    """
    kept = modules / CACHE_FOLDER / cache_name(wasm, modules)
    if (optimized := read_kept(kept)) is None:
        optimized = run_optimizer(wasm, modules)
        write_kept(kept, optimized)
    return optimized


def cache_name(wasm: bytes, modules: Path) -> str:
    """Return a file name for the result: a hash of the wasm, of the optimizer itself and of its options."""
    parts = (wasm, (modules / OPTIMIZER).read_bytes(), "\0".join(OPTIMIZER_OPTIONS).encode())
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest() + ".wasm"


def read_kept(path: Path) -> bytes | None:
    """Return a kept result, or None if there is none or if it is damaged."""
    if not path.is_file():
        return None
    data = path.read_bytes()
    digest, content = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == digest else None


def write_kept(path: Path, content: bytes) -> None:
    """Keep a result in place of all earlier ones. Another process never sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        whole = Path(folder) / path.name
        whole.write_bytes(hashlib.sha256(content).digest() + content)
        for old in path.parent.glob("*.wasm"):
            old.unlink(missing_ok=True)
        whole.replace(path)


def run_optimizer(wasm: bytes, modules: Path) -> bytes:
    """Return the wasm as Binaryen optimizes it."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "before.wasm", Path(folder) / "after.wasm"
        before.write_bytes(wasm)
        command = ["node", str(modules / OPTIMIZER), *OPTIMIZER_OPTIONS, str(before), "-o", str(after)]
        run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        if run.returncode:
            raise SystemExit(f"Optimizing the wasm failed ({run.returncode}):\n{run.stderr}")
        return after.read_bytes()
