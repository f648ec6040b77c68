"""Try the patches on the installed Pyodide and PyScript, and write new pins: `make upgrade-pyodide`.

It prints one sentence for each patch that does not fit, and then changes nothing. Otherwise it writes
`build/pyodide-pins.json`. See docs/pyodide.md.
"""

import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from site_builder.paths import MODULES, ROOT, WEB
from site_builder.pyodide import patch_pyodide, stubs
from site_builder.pyodide.dead_code import Pyodide
from site_builder.pyodide.patch_pyodide import LOADER, SCRIPT, WASM, MemoryTable, PatchError, Pins

START_SCRIPT = WEB / "scripts/start-python.js"


def main() -> int:
    """Try all patches, and write new pins if they fit. Return the exit code."""
    files = patch_pyodide.read_parts(MODULES)
    old = patch_pyodide.read_pins()
    problems = [*patch_problems(files), *library_problems(MODULES / "pyodide")]
    pins: Pins | None = None
    try:
        pins = find_pins(files, installed_versions(), page_builtins(), old["tables"])
    except PatchError as problem:
        problems.append(str(problem))
    if problems or pins is None:
        print("\n".join(problems))
        print(f"Nothing is changed. {len(problems)} to repair, then run this again; docs/pyodide.md says how.")
        return 1
    patch_pyodide.PINS_FILE.write_text(pins_text(pins), encoding="utf-8", newline="\n")
    print(f"Every change fits. {patch_pyodide.PINS_FILE.name} {'is as it was' if pins == old else 'has new pins'}.")
    return 0


def patch_problems(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a sentence for each patch of a script that does not fit."""
    changed = dict(files)
    try:
        changed[SCRIPT], _names = patch_pyodide.drop_unused_exports(files[SCRIPT], files[LOADER])
    except PatchError as problem:
        yield str(problem)
    for patch in patch_pyodide.PATCHES:
        try:
            changed[patch.file] = patch.apply(changed[patch.file])
        except PatchError as problem:
            yield str(problem)


def library_problems(pyodide: Path) -> Iterator[str]:
    """Yield a sentence for each stub without a module to replace, and one if the library has another name."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as box:
        names = box.namelist()
    for name, stub in stubs.INSTEAD.items():
        if name not in names:
            yield f"pyodide/stubs/{stub}: the library has no {name} any more for it to replace."
    for start in stubs.UNNEEDED:
        if not any(name.startswith(start) for name in names):
            yield f"pyodide/stubs/__init__.py: the library has nothing any more that begins with {start}."
    version = json.loads((pyodide / "pyodide-lock.json").read_bytes())["info"]["python"]
    library = "python{}{}.zip".format(*version.split("."))
    if library not in START_SCRIPT.read_text(encoding="utf-8"):
        yield f"web/scripts/{START_SCRIPT.name}: LIBRARY has to name {library}, for this Pyodide is Python {version}."


def find_pins(
    files: Mapping[str, bytes],
    versions: Mapping[str, str],
    imported: Collection[str],
    tables: list[MemoryTable],
) -> Pins:
    """Return new pins for these files. Raise PatchError if the patches do not fit the wasm."""
    wasm = files[WASM]
    try:
        pyodide = Pyodide(wasm)
        removed = sorted(name for name, slot in pyodide.builtins.items() if slot and name not in imported)
    except (ValueError, KeyError) as error:
        raise PatchError(f"{WASM}: unused modules of Python stay, for {error}.") from error
    list(patch_pyodide.find_tables(pyodide.memory, tables, removed))
    return {
        "pyodide": versions["pyodide"],
        "pyscript": versions["pyscript"],
        "hash": patch_pyodide.hash_parts(files),
        "removed modules": removed,
        "dead slots": patch_pyodide.find_dead_slots(wasm, removed),
        "tables": tables,
    }


def installed_versions() -> dict[str, str]:
    """Return the installed versions of Pyodide and PyScript."""
    packages = {"pyodide": "pyodide", "pyscript": "@pyscript/core"}
    return {
        name: json.loads((MODULES / folder / "package.json").read_bytes())["version"]
        for name, folder in packages.items()
    }


def page_builtins() -> set[str]:
    """Return the built-in modules that the page imports, as the build finds them inside Pyodide."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(__file__).with_name("run-in-pyodide.js")
        command = ["node", str(script), "compile_in_pyodide.py", str(ROOT), folder]
        run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        if run.returncode:
            raise SystemExit(f"Compiling inside Pyodide failed ({run.returncode}):\n{run.stdout}{run.stderr}")
        return set((Path(folder) / "builtins.txt").read_text(encoding="ascii").split())


def pins_text(pins: Pins) -> str:
    """Return the text of the pins file, with each short list on one line."""
    runs = ",\n    ".join(json.dumps(run) for run in pins["dead slots"])
    text = json.dumps({**pins, "dead slots": []}, indent=2)
    return text.replace('"dead slots": []', f'"dead slots": [\n    {runs}\n  ]') + "\n"


if __name__ == "__main__":
    sys.exit(main())
