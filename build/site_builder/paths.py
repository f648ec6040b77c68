"""Folders of the project."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
WEB = ROOT / "web"
MODULES = ROOT / "node_modules"
"""Packages of npm."""
