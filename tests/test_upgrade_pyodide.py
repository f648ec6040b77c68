"""`make upgrade-pyodide`: it finds the present pins again, and names every change that no longer fits."""

import re
import shutil
import zipfile
from pathlib import Path

import make
import pytest
from site_builder.pyodide import dead_code, patch_pyodide, upgrade_pyodide, wasm_file
from site_builder.pyodide.patch_pyodide import PATCHES, WASM, Patch, PatchError

ROOT = Path(__file__).resolve().parent.parent
NODE_MODULES = ROOT / "node_modules"


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """Pyodide and PyScript as npm has installed them."""
    make.setup_node()
    return patch_pyodide.read_parts(NODE_MODULES)


@pytest.fixture(scope="module")
def pyodide(files: dict[str, bytes]) -> dead_code.Pyodide:
    return dead_code.Pyodide(files[WASM])


@pytest.mark.thorough
def test_the_installed_release_gives_the_present_pins_byte_for_byte(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = patch_pyodide.PINS_FILE.read_bytes()
    copy = tmp_path / patch_pyodide.PINS_FILE.name
    copy.write_bytes(re.sub(rb'"(hash|pyodide)": "[\w.]+"', rb'"\1": "of another release"', present))
    monkeypatch.setattr(patch_pyodide, "PINS_FILE", copy)
    assert upgrade_pyodide.main() == 0
    assert copy.read_bytes() == present
    assert capsys.readouterr().out == "Every change fits. pyodide-pins.json has new pins.\n"


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.purpose)
def test_a_patch_whose_place_has_changed_is_named_with_the_reason(files: dict[str, bytes], patch: Patch) -> None:
    code = files[patch.file]
    found = patch.pattern.search(code)
    assert found
    middle = (found.start() + found.end()) // 2
    other = {**files, patch.file: code[:middle] + b"/* other */" + code[middle:]}
    problems = list(upgrade_pyodide.patch_problems(other))
    # a patch with any text in its middle still fits there, so its beginning changes instead
    if "<...>" in patch.old:
        assert problems == []
        other = {**files, patch.file: code[: found.end() - 3] + b"/* other */" + code[found.end() - 3 :]}
        problems = list(upgrade_pyodide.patch_problems(other))
    assert problems == [f"{patch.file}: the patch to {patch.purpose} looks for `{patch.old}` and finds it nowhere."]


def test_a_patch_fits_whatever_names_a_minifier_gives_and_only_once() -> None:
    patch = Patch("loader", "begin sooner", "let <image>=await <load>(<image>);<...>end", "let <image>=<load>;end")
    assert patch.apply(b"a;let $t=await _x1($t);b;c;end;d") == b"a;let $t=_x1;end;d"
    for code, count in (
        (b"let a=await f(b);end", "nowhere"),
        (b"let a=await f(a);end;let b=await g(b);end", "twice"),
    ):
        with pytest.raises(PatchError, match=f"finds it {count}"):
            patch.apply(code)


def test_exports_that_are_entered_otherwise_are_named(files: dict[str, bytes]) -> None:
    script = files["pyodide.asm.mjs"]
    other = {**files, "pyodide.asm.mjs": script.replace(b"function assignWasmExports(", b"function enterExports(")}
    assert "pyodide.asm.mjs: unused exports stay, for `function assignWasmExports(wasmExports){` assigns none." in list(
        upgrade_pyodide.patch_problems(other)
    )


def test_a_wasm_without_the_symbol_of_built_in_modules_is_named(files: dict[str, bytes]) -> None:
    other = {**files, WASM: files[WASM].replace(b"PyImport_Inittab", b"PyImport_Builtins"[:16])}
    with pytest.raises(PatchError, match="unused modules of Python stay, for PyImport_Inittab is not exported"):
        upgrade_pyodide.find_pins(other, {}, {"math"}, [])


def test_a_table_that_has_changed_is_named(pyodide: dead_code.Pyodide) -> None:
    pins = patch_pyodide.read_pins()
    table: patch_pyodide.MemoryTable = {**pins["tables"][2], "sha256": "of another release"}
    with pytest.raises(PatchError, match=r"unicodedata_db\.h, the records is not there as it was, so its 2,088 bytes"):
        list(patch_pyodide.find_tables(pyodide.memory, [table], pins["removed modules"]))


def test_a_table_stays_while_the_page_imports_a_module_that_reads_it(pyodide: dead_code.Pyodide) -> None:
    pins = patch_pyodide.read_pins()
    without = len(list(patch_pyodide.find_tables(pyodide.memory, pins["tables"], {"_codecs_tw"})))
    assert without == 2  # that of the module, and that of nobody


def test_a_stub_whose_module_is_gone_and_another_python_are_named(tmp_path: Path) -> None:
    folder = NODE_MODULES / "pyodide"
    assert list(upgrade_pyodide.library_problems(folder)) == []
    lock = (folder / "pyodide-lock.json").read_text(encoding="utf-8")
    (tmp_path / "pyodide-lock.json").write_text(re.sub(r'"python": "3\.14', '"python": "3.99', lock))
    with (
        zipfile.ZipFile(folder / "python_stdlib.zip") as stock,
        zipfile.ZipFile(tmp_path / "python_stdlib.zip", "w") as box,
    ):
        for name in stock.namelist():
            if name not in {"subprocess.py", "selectors.py"}:
                box.writestr(name, b"")
    problems = list(upgrade_pyodide.library_problems(tmp_path))
    assert problems[0] == "pyodide/stubs/subprocess.py: the library has no subprocess.py any more for it to replace."
    assert problems[1].endswith("the library has nothing any more that begins with selectors.py.")
    assert "LIBRARY has to name python399" in problems[2]
    assert len(problems) == 3


def test_no_slot_that_a_module_of_the_page_names_is_dead(pyodide: dead_code.Pyodide) -> None:
    pins = patch_pyodide.read_pins()
    dead = {slot for first, last in pins["dead slots"] for slot in range(first, last + 1)}
    kept = set(pyodide.builtins) - set(pins["removed modules"])
    assert {"_json", "_datetime", "math", "zlib"} <= kept
    for module in kept:
        assert not dead_code.own_slots(pyodide, module) & dead, module
    for module in pins["removed modules"]:
        assert dead_code.own_slots(pyodide, module) <= dead, module
    assert len(dead_code.own_slots(pyodide, "math")) > 50
    assert len(dead_code.own_slots(pyodide, "_json")) > 8


def test_no_function_that_is_left_calls_one_of_a_removed_module(
    pyodide: dead_code.Pyodide, files: dict[str, bytes]
) -> None:
    """So that no slot is dead of a file that something else still uses."""
    pins = patch_pyodide.read_pins()
    dead = {slot for first, last in pins["dead slots"] for slot in range(first, last + 1)}
    _script, names = patch_pyodide.drop_unused_exports(files["pyodide.asm.mjs"], files["pyodide.mjs"])
    live = {function for slot, function in pyodide.slots.items() if slot not in dead}
    live |= {each.index for each in pyodide.exports if each.kind == wasm_file.FUNCTION_KIND and each.name in names}
    todo = list(live)
    while todo:
        called = pyodide.body(todo.pop()).calls - live
        live |= called
        todo += called
    for module in pins["removed modules"]:
        assert pyodide.slots[pyodide.builtins[module]] not in live, module
    for prefix in (b"sqlite3_", b"lzma_", b"ZSTD_"):
        named = {each.index for each in pyodide.exports if each.name.startswith(prefix)}
        assert len(named & live) <= 0.05 * len(named), prefix  # folded with equal functions of others


def test_the_parts_of_a_wasm_are_written_as_they_were_read(files: dict[str, bytes]) -> None:
    wasm = files[WASM]
    sections = wasm_file.sections_by_number(wasm)
    assert wasm_file.replace_sections(wasm, {}) == wasm
    table = sections[wasm_file.ELEMENTS]
    assert wasm_file.encode_table(wasm_file.read_table(table)) == table
    exports = wasm_file.read_exports(sections[wasm_file.EXPORTS])
    assert wasm_file.encode_vector(each.entry for each in exports) == sections[wasm_file.EXPORTS]
    assert wasm_file.write_memory(sections[wasm_file.DATA], []) == sections[wasm_file.DATA]
    for number in (0, 63, 64, 127, 128, 1_000_000, 2**31 - 1):
        assert wasm_file.decode_leb128(wasm_file.encode_leb128(number), 0)[0] == number
        for signed in (number, -number):
            assert wasm_file.decode_signed_leb128(wasm_file.encode_signed_leb128(signed), 0)[0] == signed


def test_an_instruction_that_is_unknown_ends_the_search() -> None:
    body = bytes([0, wasm_file.CALL, 5, 0x41, 0xC0, 0x00, 0x0B])
    assert wasm_file.read_function(body, 0, len(body)) == wasm_file.FunctionBody(frozenset({5}), frozenset({64}))
    with pytest.raises(ValueError, match="0xff"):
        wasm_file.read_function(bytes([0, 0xFF, 0x0B]), 0, 3)


def test_a_build_with_altered_files_ships_them_unchanged(files: dict[str, bytes], tmp_path: Path) -> None:
    shutil.copytree(NODE_MODULES / "pyodide", tmp_path / "pyodide")
    (tmp_path / "@pyscript/core").mkdir(parents=True)
    shutil.copytree(NODE_MODULES / "@pyscript/core/dist", tmp_path / "@pyscript/core/dist")
    assert patch_pyodide.read_parts(tmp_path) == files
    with (tmp_path / "pyodide/pyodide.mjs").open("ab") as script:
        script.write(b"\n// altered")
    assert patch_pyodide.patched_parts(patch_pyodide.read_parts(tmp_path)) is None


# -- the optimized wasm is kept ----------------------------------------------------------------------------------------


@pytest.fixture
def optimizer_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Each input of a stand-in for the optimizer, which lies in `tmp_path`."""
    (tmp_path / "binaryen/bin").mkdir(parents=True)
    (tmp_path / patch_pyodide.OPTIMIZER).write_bytes(b"first version")
    runs: list[bytes] = []

    def optimize(wasm: bytes, _modules: Path) -> bytes:
        runs.append(wasm)
        return b"small " + wasm

    monkeypatch.setattr(patch_pyodide, "run_optimizer", optimize)
    return runs


def test_the_same_wasm_is_optimized_once(tmp_path: Path, optimizer_runs: list[bytes]) -> None:
    for _ in range(3):
        assert patch_pyodide.optimize_wasm(b"wasm", tmp_path) == b"small wasm"
    assert optimizer_runs == [b"wasm"]


def test_another_wasm_another_optimizer_and_other_options_are_another_result(
    tmp_path: Path, optimizer_runs: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_pyodide.optimize_wasm(b"wasm", tmp_path)
    assert patch_pyodide.optimize_wasm(b"other", tmp_path) == b"small other"
    (tmp_path / patch_pyodide.OPTIMIZER).write_bytes(b"second version")
    patch_pyodide.optimize_wasm(b"other", tmp_path)
    monkeypatch.setattr(patch_pyodide, "OPTIMIZER_OPTIONS", ("-O3",))
    patch_pyodide.optimize_wasm(b"other", tmp_path)
    assert optimizer_runs == [b"wasm", b"other", b"other", b"other"]
    assert len([*(tmp_path / patch_pyodide.CACHE_FOLDER).iterdir()]) == 1


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 99], ids=["empty", "cut off", "zeros"])
def test_a_damaged_result_is_made_again(tmp_path: Path, optimizer_runs: list[bytes], damage: bytes) -> None:
    patch_pyodide.optimize_wasm(b"wasm", tmp_path)
    [kept] = (tmp_path / patch_pyodide.CACHE_FOLDER).iterdir()
    kept.write_bytes(damage)
    assert patch_pyodide.optimize_wasm(b"wasm", tmp_path) == b"small wasm"
    assert len(optimizer_runs) == 2


@pytest.mark.thorough
def test_the_optimizer_gives_the_same_bytes_again(files: dict[str, bytes]) -> None:
    """Checked once for each result that is kept, because it takes ten seconds."""
    changed = patch_pyodide.patched_parts(files)
    assert changed
    name = patch_pyodide.cache_name(changed[WASM], NODE_MODULES)
    checked = NODE_MODULES / patch_pyodide.CACHE_FOLDER / f"{name}.checked"
    if not checked.is_file():
        kept = patch_pyodide.optimize_wasm(changed[WASM], NODE_MODULES)
        assert patch_pyodide.run_optimizer(changed[WASM], NODE_MODULES) == kept
        checked.touch()
