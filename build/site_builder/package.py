"""Build the Python package: its source distribution, and its wheel. The same sources give the same bytes, but for the
zlib of this Python."""

import calendar
import os
import re
import subprocess
import sys
from pathlib import Path

from site_builder.paths import ROOT

EARLIEST_ZIP_DATE = (1980, 1, 1, 0, 0, 0)


def project_version(sources: Path = ROOT) -> str:
    """Return the version of the project, which is `pygame_core.__version__`."""
    [found] = re.findall(r'^__version__ = "(.+)"$', (sources / "pygame_core/__init__.py").read_text("utf-8"), re.M)
    return str(found)


def build_wheel(folder: Path, sources: Path = ROOT) -> Path:
    """Build the wheel into `folder` and return its path. Exit if that fails."""
    _build(folder, sources, "--wheel")
    [wheel] = folder.glob("*.whl")
    return wheel


def build_distributions(folder: Path, sources: Path = ROOT) -> list[Path]:
    """Build the source distribution into `folder`, and the wheel from that. Return both paths. Exit if that fails."""
    _build(folder, sources)
    return [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]


def _build(folder: Path, sources: Path, *options: str) -> None:
    """Run `build` with the Python of this process and its packages."""
    command = [sys.executable, "-m", "build", *options, "--no-isolation", "--outdir", str(folder), str(sources)]
    fixed = {"SOURCE_DATE_EPOCH": str(calendar.timegm(EARLIEST_ZIP_DATE))}
    run = subprocess.run(command, env={**os.environ, **fixed}, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise SystemExit(f"Building the package failed:\n{run.stdout}{run.stderr}")
