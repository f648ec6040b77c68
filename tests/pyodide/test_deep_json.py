"""Tests of deep JSON in Pyodide: text that would crash Python in a browser gets a refusal in one sentence."""

import json
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def test_too_deep_a_text_is_refused_in_pyodide_and_python_goes_on() -> None:
    pyodide = ROOT / "node_modules/pyodide/pyodide.mjs"
    command = ["node", str(HERE / "run.js"), str(pyodide), str(HERE / "deep_json.py"), f"source={ROOT}"]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    refused = json.loads(run.stdout.splitlines()[-1])
    assert len(refused) == 6
    assert {sentence.split()[1] for sentence in refused} == {"save", "link"}
