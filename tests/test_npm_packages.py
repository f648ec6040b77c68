"""Tests of the npm packages: exact pins that run on the oldest Node, and a reason for each pin that has to wait."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import make
import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE: dict[str, Any] = json.loads((ROOT / "package.json").read_text("utf-8"))
LOCK: dict[str, Any] = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
DEVELOPMENT_PINS: dict[str, str] = PACKAGE["devDependencies"]
PINS: dict[str, str] = PACKAGE["dependencies"] | DEVELOPMENT_PINS | PACKAGE["overrides"]
REASONS: dict[str, str] = PACKAGE["//"]

Version = tuple[int, int, int]
OLDEST_NODE: Version = (*make.OLDEST_NODE, 0)


def parse_version(text: str) -> Version:
    """Return a version such as "20", "6.*" or "20.19.0" as numbers; missing parts are 0."""
    parts = [int(part) if part.isdigit() else 0 for part in text.split(".")]
    major, minor, patch = [*parts, 0, 0][:3]
    return major, minor, patch


def allows_version(wanted: str, version: Version) -> bool:
    """Return True if an npm range (alternatives of one comparison each) includes this version."""
    for alternative in re.sub(r"([<>=^~])\s+", r"\1", wanted).split("||"):
        found = re.fullmatch(r"\s*(>=|\^|)([\d.*]+)\s*", alternative)
        assert found, f"a range that this test cannot read: {wanted}"
        least = parse_version(found[2])
        if found[2] == "*" or (version >= least if found[1] == ">=" else version[0] == least[0] and version >= least):
            return True
    return False


@pytest.mark.parametrize(
    ("wanted", "is_allowed"),
    [
        ("*", True),
        (">=18", True),
        (">= 20.19.0", True),
        (">=20.20", False),
        (">=22.19", False),
        ("^20.19.0 || ^22.13.0 || >=24", True),
        ("^22.22.2 || ^24.15.0 || >=26.0.0", False),
        ("6.* || 8.* || >= 10.*", True),
        ("18 || 20 || >=22", True),
    ],
)
def test_a_range_is_read_as_npm_reads_it(wanted: str, is_allowed: bool) -> None:
    assert allows_version(wanted, (20, 19, 0)) is is_allowed


def test_every_package_that_is_locked_runs_on_the_oldest_node() -> None:
    assert PACKAGE["engines"] == {"node": f">={'.'.join(map(str, make.OLDEST_NODE))}"}
    wanted = {name: package.get("engines", {}) for name, package in LOCK["packages"].items()}
    ranges = {name: engines["node"] for name, engines in wanted.items() if "node" in engines}
    assert len(ranges) > 100
    assert {name: each for name, each in ranges.items() if not allows_version(each, OLDEST_NODE)} == {}


def test_every_version_is_exact_and_the_lock_names_no_host() -> None:
    assert {name: pin for name, pin in PINS.items() if not re.fullmatch(r"\d+\.\d+\.\d+", pin)} == {}
    locked = {name: LOCK["packages"][f"node_modules/{name}"]["version"] for name in PINS}
    assert locked == PINS
    assert [name for name, package in LOCK["packages"].items() if "resolved" in package] == []


def test_every_pin_that_waits_has_a_reason_beside_it() -> None:
    """Dependabot proposes no new major version of these. Only the reason tells developers about it."""
    assert {name: why for name, why in REASONS.items() if name not in PINS or not why.endswith(".")} == {}
    told = (ROOT / ".github/dependabot.yml").read_text("utf-8")
    waiting = re.findall(r'dependency-name: "?([^"\n]+)"?\n +update-types: \["version-update:semver-major"\]', told)
    assert sorted(waiting) == sorted(REASONS.keys() & DEVELOPMENT_PINS.keys())


def test_the_types_of_node_are_those_of_the_oldest() -> None:
    assert parse_version(DEVELOPMENT_PINS["@types/node"])[0] == make.OLDEST_NODE[0]


@pytest.mark.parametrize(("version", "is_refused"), [("v18.20.4", True), ("v20.18.3", True), ("v20.19.0", False)])
def test_an_older_node_is_refused_in_a_sentence(
    version: str, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = subprocess.CompletedProcess(["node"], 0, stdout=f"{version}\n")
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("subprocess.run", lambda *command, **how: answer)
    monkeypatch.setattr(make, "is_stamp_current", lambda stamp, value: True)
    if is_refused:
        with pytest.raises(make.StepFailed, match=rf"Node {version} is too old: install 20\.19 or newer\."):
            make.setup_node()
    else:
        make.setup_node()
