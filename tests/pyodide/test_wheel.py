"""Tests of the site's own wheel in stock Pyodide under Node, loaded word for word as docs/reference/pyodide.md says."""

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import make
import pytest
from site_builder import assemble, serve

from pygame_core import Match, __version__

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GAMES = HERE.parent / "games"
PYODIDE = ROOT / "node_modules/pyodide/pyodide.mjs"
DOCS = (ROOT / "docs/reference/pyodide.md").read_text(encoding="utf-8")
ADDRESS = "https://example.org/palaces"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the built site."""
    make.build_site(force=False)
    server = serve.make_server(make.DIST, prefix="/palaces")
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://localhost:{server.server_port}/palaces"
    server.shutdown()
    server.server_close()


def documented_code(language: str, address: str) -> str:
    """Return the one block of this language in the docs, with the address of the site."""
    [block] = re.findall(rf"^```{language}\n(.*?)^```$", DOCS.partition("\n## ")[0], re.M | re.S)
    assert ADDRESS in block
    return str(block).replace(ADDRESS, address)


def run_node(*command: str | Path) -> str:
    """Run a script under Node. Return the last line of its output."""
    run = subprocess.run(["node", *map(str, command)], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()[-1]


def test_micropip_installs_the_wheel_which_replays_every_recorded_game(address: str, tmp_path: Path) -> None:
    recorded = {
        path.relative_to(GAMES).as_posix(): json.loads(path.read_text(encoding="utf-8"))["result"]
        for path in GAMES.rglob("*.json")
    }
    assert recorded, f"no recorded game in {GAMES}"
    (tmp_path / "install.py").write_text(documented_code("python", address), encoding="utf-8")
    mounts = [f"docs={tmp_path}", f"games={GAMES}", f"reader={Path(sys.prefix) / 'pyodide'}"]
    assert json.loads(run_node(HERE / "run.js", PYODIDE, HERE / "install_wheel.py", *mounts)) == recorded


def test_pyodide_loads_the_package_by_its_name_from_the_lock(address: str, tmp_path: Path) -> None:
    """Node reads the lock from a folder. `e2e/test_wheel.py` has a browser read it from the site."""
    program = tmp_path / "page.mjs"
    script = f'import {{ loadPyodide }} from "{PYODIDE.as_uri()}";\n{documented_code("js", make.DIST.as_posix())}'
    asked = "import pygame_core; print(pygame_core.__version__, repr(pygame_core.Match.new('medina', 2, seed=1)))"
    program.write_text(f"{script}\npyodide.runPython({json.dumps(asked)});\n", encoding="utf-8")
    assert run_node(program) == f"{__version__} {Match.new('medina', 2, seed=1)!r}"


def test_the_build_ends_with_a_wheel_for_another_python(address: str, tmp_path: Path) -> None:
    [wheel] = (make.DIST / "pyodide").glob("*.whl")
    shutil.copy(wheel, tmp_path / wheel.name.replace("py3-none-any", "cp311-cp311-win_amd64"))
    with pytest.raises(SystemExit, match=r"Locking the wheel failed (?s:.*) don't match Python version in lockfile"):
        assemble.lock_wheel(tmp_path)
    assert not (tmp_path / "pyodide-lock.json").exists()


def test_the_docs_name_the_wheel_of_this_version() -> None:
    assert {*re.findall(r"palaces-([\d.]+)-py3-none-any\.whl", DOCS)} == {__version__}
