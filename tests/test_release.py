"""Tests of releasing and publishing: reproducible zips, refusals, and valid workflows.

test_build.py compares two whole releases, because it builds two sites.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import make
import pytest
from site_builder import release
from site_builder.package import EARLIEST_ZIP_DATE

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted(make.WORKFLOWS.glob("*.yml"))
FILES = {"sw.js": b"one", "a/b.txt": b"two" * 999, "a.txt": b"three", "Z/\u00e9.svg": b""}


def make_folder(target: Path, names: list[str], mode: int, date: int) -> Path:
    """Write FILES below `target`, in this order, with this mode and date."""
    for name in names:
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(FILES[name])
        path.chmod(mode)
        os.utime(path, (date, date))
    return target


def test_only_names_and_bytes_decide_over_the_zip(tmp_path: Path) -> None:
    one = make_folder(tmp_path / "one", list(FILES), 0o755, 1_000_000_000)
    two = make_folder(tmp_path / "deeper/two", list(reversed(FILES)), 0o600, 1_700_000_001)
    first, second = release.zip_site(one, tmp_path / "1.zip"), release.zip_site(two, tmp_path / "2.zip")
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as box:
        assert {name: box.read(name) for name in box.namelist()} == FILES
        assert box.namelist() == sorted(FILES)
        for entry in box.infolist():
            assert (entry.date_time, entry.create_system, entry.external_attr >> 16) == (EARLIEST_ZIP_DATE, 3, 0o100644)


def test_another_byte_is_another_zip(tmp_path: Path) -> None:
    site = make_folder(tmp_path / "site", list(FILES), 0o644, 1_000_000_000)
    before = release.checksum_lines([release.zip_site(site, tmp_path / "site.zip")])
    (site / "a.txt").write_bytes(b"Three")
    assert release.checksum_lines([release.zip_site(site, tmp_path / "site.zip")]) != before


def earlier_release(tmp_path: Path) -> Path:
    """An earlier release, which no failure may change."""
    (tmp_path / "release").mkdir()
    (tmp_path / "release/SHA256SUMS").write_text("earlier")
    return tmp_path / "release"


def test_without_a_site_it_says_what_to_do_and_the_last_release_stays(tmp_path: Path) -> None:
    target, odd = earlier_release(tmp_path), tmp_path / "$(odd) & 'name'"
    odd.mkdir()
    command = [sys.executable, "-m", "site_builder.release", str(odd), str(target)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build")}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 1
    expected = f"There is no built site in {odd}: run `python build/make.py site` first.\n"
    assert (run.stdout, run.stderr) == ("", expected)
    assert sorted(path.name for path in tmp_path.iterdir()) == [odd.name, "release"]
    assert (target / "SHA256SUMS").read_text() == "earlier"


def test_a_package_that_cannot_be_built_is_told_and_the_last_release_stays(tmp_path: Path) -> None:
    target, broken = earlier_release(tmp_path), tmp_path / "sources"
    broken.mkdir()
    (broken / "pygame_core").mkdir()
    for name in ("pyproject.toml", "pygame_core/__init__.py"):
        shutil.copyfile(ROOT / name, broken / name)
    site = make_folder(tmp_path / "site", list(FILES), 0o644, 1_000_000_000)
    with pytest.raises(SystemExit, match="Building the package failed:\n"):
        release.write_release(site, target, broken)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["release", "site", "sources"]
    assert (target / "SHA256SUMS").read_text() == "earlier"


def test_a_site_with_another_wheel_is_not_released(tmp_path: Path) -> None:
    wheel = tmp_path / "palaces-1.0-py3-none-any.whl"
    wheel.write_bytes(b"new")
    site = tmp_path / "site"
    (site / "pyodide").mkdir(parents=True)
    for there in ({}, {wheel.name: b"old"}, {"palaces-0.9-py3-none-any.whl": b"new"}):
        shutil.rmtree(site / "pyodide")
        (site / "pyodide").mkdir()
        for name, data in there.items():
            (site / "pyodide" / name).write_bytes(data)
        with pytest.raises(SystemExit, match="has another wheel than these sources: run"):
            release.check_same_wheel(site, wheel)
    shutil.copy(wheel, site / "pyodide")
    release.check_same_wheel(site, wheel)


def test_every_command_is_a_task_and_has_its_short_name() -> None:
    """The Makefile, the README and every workflow use it."""
    [targets] = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert sorted(targets.split()) == sorted(make.TASKS)
    asked = {path.name: re.findall(r"\bmake (\w+)", path.read_text(encoding="utf-8")) for path in WORKFLOWS}
    tests = ["check", "e2e"]
    expected = {"bench.yml": ["bench"], "pages.yml": ["site"], "release.yml": ["release"], "test.yml": tests}
    assert asked == {"audit.yml": [], "soak.yml": ["soak"], **expected}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"(?:`|^)make ([\w-]+)", readme, re.M)) == set(make.TASKS)


def test_a_release_carries_a_signed_statement_of_its_origin() -> None:
    """Only its job may write, and no cache of another workflow gets into it."""
    before, released, _publish = workflow_parts("release.yml", "release", "publish")
    assert "write" not in before
    assert re.findall(r"^      (\w[\w-]+): write$", released, re.M) == ["attestations", "contents", "id-token"]
    steps = [released.index(step) for step in ("make release", "attest-build-provenance@", "gh release create")]
    assert steps == sorted(steps)
    assert "subject-path: release/*\n" in released
    assert '--notes-file "$RUNNER_TEMP/text.md"' in released
    assert "package-manager-cache: false" in released
    assert "audit.py" in released


def workflow_parts(name: str, *jobs: str) -> list[str]:
    """Return a workflow in parts, each of which begins with one of these jobs, but for the first."""
    found = [(make.WORKFLOWS / name).read_text(encoding="utf-8")]
    for job in jobs:
        before, _job, after = found.pop().partition(f"\n  {job}:\n")
        assert after, job
        found += [before, after]
    return found


def test_nothing_is_built_before_tag_version_and_changelog_agree() -> None:
    _before, check, test, release_job, _publish = workflow_parts("release.yml", "check", "test", "release", "publish")
    assert 'run: python3 build/check_release.py "$GITHUB_REF_NAME"\n' in check
    assert "make" not in check
    assert test.startswith("    needs: check\n")
    assert release_job.startswith("    needs: test\n")


def test_publishing_on_the_package_index_is_off_until_the_owner_switches_it_on() -> None:
    """It takes the released files, with a statement of origin for each. It has no password and may write nothing."""
    released, publish = workflow_parts("release.yml", "publish")
    assert publish.startswith("    needs: release\n    if: vars.PUBLISH_TO_PYPI == 'true'\n")
    assert re.findall(r"([\w-]+): write", publish) == ["id-token"]
    assert "secrets" not in publish
    assert "password:" not in publish
    assert "attestations: true" in publish
    assert "    environment: pypi\n" in publish
    assert re.findall(r"^            (release/\S+)$", released, re.M) == ["release/*.whl", "release/*.tar.gz"]
    uploaded, downloaded = (re.findall(r"-artifact@.*\n +with:\n +name: (\w+)\n", part) for part in (released, publish))
    assert uploaded == downloaded == ["package"]


def test_another_address_of_site_or_repository_is_another_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same addresses give the same build."""
    (tmp_path / "dist").mkdir()
    builds: list[str] = []
    monkeypatch.setattr(make, "MODULES", tmp_path)
    monkeypatch.setattr(make, "DIST", tmp_path / "dist")
    monkeypatch.setattr(make, "setup_node", lambda: None)
    monkeypatch.setattr(make, "setup_site_tools", lambda: None)
    monkeypatch.delenv("REPOSITORY_URL", raising=False)
    monkeypatch.setattr(make, "run_command", lambda label, command, **_how: builds.append(label))
    there = "https://example.org/games"
    for address, built in (("", 1), ("", 1), (there, 2), (there, 2), ("", 3)):
        monkeypatch.setenv("SITE_URL", address)
        make.build_site(force=False)
        assert len(builds) == built
    monkeypatch.setenv("REPOSITORY_URL", there)
    for _again in range(2):
        make.build_site(force=False)
        assert len(builds) == 4


def test_the_check_runs_on_every_python_and_node_that_is_supported_and_on_windows() -> None:
    text = (make.WORKFLOWS / "test.yml").read_text(encoding="utf-8")
    matrix = re.findall(r'- \{ system: (\w+)-latest, python: "([\d.]+)", node: (\d+) \}', text)
    systems, pythons, nodes = ({*column} for column in zip(*matrix, strict=True))
    assert systems == {"ubuntu", "windows"}
    assert pythons == {"3.11", "3.12", "3.13", "3.14"}
    assert nodes == {"20", "22", "24"}
    assert ("ubuntu", "3.11", str(make.OLDEST_NODE[0])) in matrix
    assert "- if: runner.os == 'Windows'\n        run: python build/make.py check\n" in text


WORKFLOW_MISTAKES = {
    "no such job": ("pages.yml", "needs: [test,", "needs: [tests,", 'needs job "tests" which does not exist'),
    "no such step": ("pages.yml", "steps.pages.", "steps.page.", 'property "page" is not defined'),
    "no such output": ("pages.yml", "outputs.base_url", "outputs.url", 'property "url" is not defined'),
    "no such input": ("pages.yml", "path: dist", "folder: dist", 'input "folder" is not defined'),
    "no such part of the matrix": (
        "test.yml",
        "${{ matrix.node }}",
        "${{ matrix.npm }}",
        'property "npm" is not defined',
    ),
    "no such permission": (
        "release.yml",
        "contents: write",
        "content: write",
        'permission scope "content"',
    ),
    "a stranger's text as a command": (
        "test.yml",
        "run: make check",
        "run: make check ${{ github.event.pull_request.title }}",
        "is potentially untrusted",
    ),
    "a broken file": ("test.yml", "jobs:", "jobs: [", "could not parse as YAML"),
}


@pytest.mark.parametrize("mistake", WORKFLOW_MISTAKES)
def test_a_broken_workflow_stops_the_check(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    name, right, wrong, said = WORKFLOW_MISTAKES[mistake]
    copies = tmp_path / "workflows"
    shutil.copytree(make.WORKFLOWS, copies)
    monkeypatch.setattr(make, "WORKFLOWS", copies)
    make.lint_workflows()
    text = (copies / name).read_text(encoding="utf-8")
    assert text.count(right) >= 1
    (copies / name).write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(make.StepFailed, match=r"^Workflows \(actionlint\): "):
        make.lint_workflows()
    assert said in capfd.readouterr().out
