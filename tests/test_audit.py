"""Tests of the security audit, and of pinned actions in workflows.

The audit distinguishes a known weakness from a service that does not answer. No workflow may run code that could change
under the same name.
"""

import re
from collections.abc import Callable
from pathlib import Path

import audit
import make
import pytest
from audit import AuditReport

AUDITS = Path(__file__).resolve().parent / "audits"
WORKFLOWS = sorted(make.WORKFLOWS.glob("*.yml"))
Said = Callable[[], list[str]]


def recorded_output(name: str) -> str:
    """Return the recorded output of a tool."""
    return (AUDITS / name).read_text(encoding="utf-8")


CLEAN_REPORTS = {
    "npm": audit.parse_npm_audit(recorded_output("npm-clean.json"), ""),
    "pip-audit": audit.parse_pip_audit(recorded_output("pip-clean.json"), "No known vulnerabilities found"),
}
FINDING_REPORTS = {
    "npm": audit.parse_npm_audit(recorded_output("npm-finding.json"), ""),
    "pip-audit": audit.parse_pip_audit(recorded_output("pip-finding.json"), "Found 1 known vulnerability in 1 package"),
}
UNANSWERED_REPORTS = {
    "npm": audit.parse_npm_audit(recorded_output("npm-unanswered.json"), "npm error audit endpoint returned an error"),
    "pip-audit": audit.parse_pip_audit("", recorded_output("pip-unanswered.txt")),
}


def audit_exit_code(answers: dict[str, AuditReport]) -> int:
    """Return the exit code of the program for these answers of its tools."""

    def next_answer(answer: AuditReport) -> Callable[[], AuditReport]:
        return lambda: answer

    return audit.report_audits({name: next_answer(answer) for name, answer in answers.items()})


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that the program asked for. The test skips them."""
    made: list[float] = []
    monkeypatch.setattr("time.sleep", made.append)
    return made


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return lambda: capsys.readouterr().out.splitlines()


def test_where_nothing_is_known_it_says_of_how_many_packages(said: Said, pauses: list[float]) -> None:
    assert audit_exit_code(CLEAN_REPORTS) == audit.EXIT_CLEAN == 0
    assert said() == [
        "✓ npm: nothing is known against its 120 packages.",
        "✓ pip-audit: nothing is known against its 1 packages.",
    ]
    assert pauses == []


def test_what_is_known_is_told_with_package_and_cause(said: Said) -> None:
    assert audit_exit_code(FINDING_REPORTS) == audit.EXIT_FINDINGS == 1
    assert said() == [
        "✗ npm: idiomorph: Words for the title of an advisory (high, <=0.8.0), https://example.org/advisories/1",
        "✗ pip-audit: micropip 0.11.1: CVE-2026-0001, mended in 0.12.0",
    ]


def test_a_service_that_does_not_answer_is_asked_again_and_is_no_finding(said: Said, pauses: list[float]) -> None:
    assert audit_exit_code(UNANSWERED_REPORTS) == audit.EXIT_UNANSWERED == 2
    npm, pip = said()
    assert npm.startswith("? npm: its service did not answer for every package. 503 Service Unavailable")
    assert pip.startswith(
        "? pip-audit: its service did not answer for every package. requests.exceptions.HTTPError: 503"
    )
    assert len(pauses) == 2 * (audit.MAX_ATTEMPTS - 1)


def test_a_package_of_which_nothing_could_be_learned_is_not_called_clean(said: Said) -> None:
    """pip-audit itself would: it ends with 0 and reports no known weakness."""
    answer = audit.parse_pip_audit(recorded_output("pip-skipped.json"), "No known vulnerabilities found")
    assert audit_exit_code({"pip-audit": answer}) == audit.EXIT_UNANSWERED
    assert "micropip (0.11.1)" in said()[0]


def test_a_finding_counts_though_another_service_does_not_answer(said: Said) -> None:
    assert (
        audit_exit_code({"npm": UNANSWERED_REPORTS["npm"], "pip-audit": FINDING_REPORTS["pip-audit"]})
        == audit.EXIT_FINDINGS
    )
    assert [line[0] for line in said()] == ["?", "✗"]


def test_an_answer_that_comes_late_counts(said: Said, pauses: list[float]) -> None:
    answers = iter([UNANSWERED_REPORTS["npm"], CLEAN_REPORTS["npm"]])
    assert audit.report_audits({"npm": lambda: next(answers)}) == audit.EXIT_CLEAN
    assert len(pauses) == 1


@pytest.mark.parametrize("output", ["", "no JSON", "[]", "{}", '{"auditReportVersion": 3, "vulnerabilities": {}}'])
def test_what_cannot_be_read_is_no_answer(output: str) -> None:
    assert audit.parse_npm_audit(output, "").unanswered
    assert audit.parse_pip_audit(output, "").unanswered


def test_every_lock_of_python_is_audited() -> None:
    wanted = [path for folder in (audit.ROOT, audit.ROOT / "build") for path in folder.glob("*.in")]
    assert set(audit.LOCK_FILES) == {path.with_suffix(".txt").relative_to(audit.ROOT).as_posix() for path in wanted}


def test_workflows_run_actions_by_their_commits_with_the_version_beside_them() -> None:
    """The commit is the same in all workflows. A version tag can move to other code, a commit cannot."""
    pinned: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for action in re.findall(r"^[\s-]*uses:\s*(.*)$", path.read_text(encoding="utf-8"), re.M):
            if action.startswith("./"):
                continue  # a workflow of this repository
            found = re.fullmatch(r"([\w-]+/[\w/-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)", action)
            assert found, f"{path.name}: {action}"
            pinned.setdefault(found[1], set()).add(found[2])
    assert "actions/checkout" in pinned
    assert {name: commits for name, commits in pinned.items() if len(commits) > 1} == {}


def test_newer_versions_are_looked_for_wherever_versions_are_locked() -> None:
    told = (audit.ROOT / ".github/dependabot.yml").read_text(encoding="utf-8")
    assert re.findall(r"package-ecosystem: ([\w-]+)\n +director(.*)", told) == [
        ("github-actions", "y: /"),
        ("npm", "y: /"),
        ("uv", 'ies: ["/", "/build"]'),
    ]


@pytest.mark.parametrize("lock", audit.LOCK_FILES)
def test_a_lock_says_how_it_was_made_and_has_a_hash_for_every_package(lock: str) -> None:
    """Dependabot uses this line to make the lock again."""
    text = (audit.ROOT / lock).read_text(encoding="utf-8")
    assert re.search(rf"^#    uv pip compile .*--generate-hashes {lock.replace('.txt', '.in')} -o {lock}$", text, re.M)
    packages = re.findall(r"^[a-z][^\n]*\n(?: +--hash)?", text, re.M)
    assert packages
    assert [package for package in packages if not package.endswith("--hash")] == []
