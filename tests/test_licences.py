"""Tests of `licenses.txt`: it has the whole license of everything that the site ships."""

import json
import re
from pathlib import Path

import pytest
from site_builder import assemble, licensing
from site_builder.paths import MODULES, ROOT

COMPILED_MARKERS = {
    "bzip2": b"BZ2_bzDecompress",
    "cpython": b"Py_Initialize",
    "emscripten": b"/emsdk/emscripten/",
    "expat": b"pyexpat.expat_CAPI",
    "hacl": b"Modules/_hacl/",
    "libffi": b"ffi_call",
    "llvm": b"system/lib/libcxxabi",
    "musl": b"strcoll_l",
    "sqlite": b"sqlite3_open",
    "stackframe": b"vendor/stackframe/",
    "xz": b"lzma_code",
    "zlib": b"inflateInit2_",
    "zstd": b"ZSTD_compress",
}
"""The components of Pyodide besides itself, and bytes in its files that show their presence."""
ABSENT_MARKERS = {"OpenSSL": b"OPENSSL_", "ncurses": b"initscr", "readline": b"rl_initialize", "gdbm": b"gdbm_open"}
"""Components that other Python builds may have, and this one does not."""


@pytest.fixture(scope="module")
def scripts() -> list[str]:
    """The shipped files of PyScript."""
    return [part.name for pattern in assemble.PYSCRIPT_PARTS for part in assemble.PYSCRIPT.glob(pattern)]


@pytest.fixture(scope="module")
def told(scripts: list[str]) -> str:
    return licensing.all_licences(scripts)


@pytest.fixture(scope="module")
def pyodide() -> bytes:
    """The files of Pyodide, and its source map, which names the components of its loader."""
    names = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs.map")
    return b"".join((assemble.PYODIDE / name).read_bytes() for name in names)


def test_every_package_is_named_with_its_version_and_the_text_that_it_brings(told: str, scripts: list[str]) -> None:
    packages = [*licensing.PACKAGES, *licensing.WORKBOX, *licensing.bundled_packages(scripts)]
    assert {"polyscript", "coincident", "@webreflection/utils", "codedent"} <= set(packages)
    for name in packages:
        facts = json.loads((MODULES / name / "package.json").read_bytes())
        assert f"{name} {facts['version']} ({facts['license']})\n" in told
        for text in (MODULES / name).glob("LICENSE*"):
            assert text.read_text(encoding="utf-8").strip() in told, name


def test_every_package_of_the_page_is_among_them() -> None:
    wanted = json.loads((ROOT / "package.json").read_bytes())["dependencies"]
    assert set(wanted) == {*licensing.PACKAGES, *licensing.WORKBOX}


@pytest.mark.parametrize("name", COMPILED_MARKERS)
def test_what_is_in_pyodide_has_its_text(told: str, pyodide: bytes, name: str) -> None:
    assert COMPILED_MARKERS[name] in pyodide
    assert (licensing.LICENCE_TEXTS / f"{name}.txt").read_text(encoding="utf-8").strip() in told


@pytest.mark.parametrize("name", ABSENT_MARKERS)
def test_what_has_no_text_is_not_in_pyodide(pyodide: bytes, name: str) -> None:
    assert ABSENT_MARKERS[name] not in pyodide


def test_every_text_of_ours_says_what_it_is_for_and_where_it_is_from(scripts: list[str]) -> None:
    silent = {
        name
        for name in [*licensing.PACKAGES, *licensing.bundled_packages(scripts)]
        if "stands below" in licensing.package_licence(name)
    }
    assert {path.stem for path in licensing.LICENCE_TEXTS.iterdir()} == COMPILED_MARKERS.keys() | silent
    for path in licensing.LICENCE_TEXTS.iterdir():
        title, blank, source, blank_too, text = path.read_text(encoding="utf-8").split("\n", 4)
        assert "(" in title, path.name
        assert re.fullmatch(r"This text: .*\.", source), path.name
        assert (blank, blank_too) == ("", ""), path.name
        assert len(text) > 500, path.name


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("pyodide", "defined by the Mozilla Public License, v. 2.0."),
        ("cpython", "authorization of the copyright holder."),
        ("llvm", "THE SOFTWARE."),
    ],
)
def test_the_longest_texts_go_to_their_end(name: str, end: str) -> None:
    assert (licensing.LICENCE_TEXTS / f"{name}.txt").read_text(encoding="utf-8").endswith(f"{end}\n")


def test_a_package_without_a_text_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "silent").mkdir()
    (tmp_path / "silent/package.json").write_text('{"name": "silent", "version": "1.0", "license": "MIT"}')
    monkeypatch.setattr(licensing, "MODULES", tmp_path)
    with pytest.raises(SystemExit, match=r"silent brings no licence: put its text into licences/silent\.txt"):
        licensing.merge_licences(["silent"])


def test_the_readme_names_every_shipped_library_and_font() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8").lower()
    _before, shipped = readme.split("the site ships ")
    for font in licensing.FONTS:
        name = font.rsplit("/", 1)[-1].replace("-", " ")
        assert name in shipped, font
    assert "(ofl-1.1)" in shipped
