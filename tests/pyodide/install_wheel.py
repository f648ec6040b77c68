"""A check in stock Pyodide: install the wheel as the docs say, replay every recorded game, return the results."""

import importlib
import json
import shutil
import sys
from pathlib import Path

from pyodide.code import eval_code_async


async def main() -> str:
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    [reader] = Path("/reader").glob("micropip-*.whl")
    shutil.unpack_archive(reader, packages, format="zip")
    importlib.invalidate_caches()
    await eval_code_async(Path("/docs/install.py").read_text(encoding="utf-8"), {})
    core = importlib.import_module("pygame_core")
    assert str(core.__file__).startswith(packages)
    results = {}
    for path in Path("/games").rglob("*.json"):
        save = json.loads(path.read_text(encoding="utf-8"))
        results[path.relative_to("/games").as_posix()] = core.Match.load(save).save()["result"]
    return json.dumps(results)


await main()  # type: ignore[top-level-await]  # noqa: F704
