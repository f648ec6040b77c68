"""A test of the wheel in another Python: Pyodide under Node installs it and replays every recorded game."""

import json
import subprocess
import sys
from pathlib import Path

from site_builder.release import build_wheel

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GAMES = HERE.parent / "games"


def test_the_wheel_replays_every_recorded_game_in_pyodide(tmp_path: Path) -> None:
    recorded = {
        path.relative_to(GAMES).as_posix(): json.loads(path.read_text(encoding="utf-8"))["result"]
        for path in GAMES.rglob("*.json")
    }
    assert recorded, f"no recorded game in {GAMES}"
    build_wheel(tmp_path)
    mounts = [f"wheel={tmp_path}", f"games={GAMES}", f"reader={Path(sys.prefix) / 'pyodide'}"]
    pyodide = ROOT / "node_modules/pyodide/pyodide.mjs"
    command = ["node", str(HERE / "run.js"), str(pyodide), str(HERE / "install_wheel.py"), *mounts]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout.splitlines()[-1]) == recorded
