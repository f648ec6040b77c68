"""Report known security problems of the locked packages: `python build/audit.py`, in the workflow Audit.

It asks npm and pip-audit, which ask their services. The exit code is 0 if there are no findings and 1 if there are
some. It is 2 if there are no findings, but a service did not answer for every package.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK_FILES = ("requirements.txt", "build/pyodide.txt", "build/site.txt", "build/audit.txt")
MAX_ATTEMPTS, RETRY_PAUSE_SECONDS = 3, 20
EXIT_CLEAN, EXIT_FINDINGS, EXIT_UNANSWERED = 0, 1, 2


@dataclass
class AuditReport:
    """Report of one tool: the number of packages that it knows, its findings, and the reason for missing answers."""

    package_count: int = 0
    findings: list[str] = field(default_factory=list)
    unanswered: str = ""


def parse_npm_audit(output: str, complaint: str) -> AuditReport:
    """Return the report of `npm audit --json`."""
    told = parse_json_object(output)
    if told.get("auditReportVersion") != 2:
        return AuditReport(unanswered=told.get("message") or error_line(complaint))
    findings = [
        f"{name}: {why['title']} ({why['severity']}, {why['range']}), {why['url']}"
        for name, weak in told["vulnerabilities"].items()
        for why in weak["via"]
        if isinstance(why, dict)  # else the name of another package, which has its own entry
    ]
    return AuditReport(told["metadata"]["dependencies"]["total"], findings)


def parse_pip_audit(output: str, complaint: str) -> AuditReport:
    """Return the report of `pip-audit --format json`. It leaves out packages without an answer, which pip-audit calls
    clean."""
    told = parse_json_object(output)
    if "dependencies" not in told:
        return AuditReport(unanswered=error_line(complaint))
    left_out = [each["skip_reason"] for each in told["dependencies"] if "skip_reason" in each]
    known = [each for each in told["dependencies"] if "skip_reason" not in each]
    findings = [
        f"{each['name']} {each['version']}: {weak['id']}, mended in {', '.join(weak['fix_versions']) or 'no version'}"
        for each in known
        for weak in each["vulns"]
    ]
    return AuditReport(len(known), findings, f"{len(left_out)} left out, first: {left_out[0]}" if left_out else "")


def parse_json_object(output: str) -> dict[str, Any]:  # Any: the tool decides on its form; callers check it
    """Return the JSON object that a tool printed; an empty one if it printed none."""
    try:
        told = json.loads(output)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def error_line(complaint: str) -> str:
    """Return the most useful line of an error message, which may be a traceback."""
    lines = complaint.strip().splitlines() or ["It said nothing."]
    return ([line for line in lines if "Error: " in line] or lines)[-1]


def run_npm_audit() -> AuditReport:
    """Return the report of npm."""
    command = [shutil.which("npm") or "npm", "audit", "--json", "--package-lock-only"]
    return run_audit_tool(command, parse_npm_audit)


def run_pip_audit() -> AuditReport:
    """Return the report of pip-audit."""
    files = [part for lock in LOCK_FILES for part in ("-r", lock)]
    how = ["--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
    return run_audit_tool([sys.executable, "-m", "pip_audit", *how, *files], parse_pip_audit)


def run_audit_tool(command: list[str], read: Callable[[str, str], AuditReport]) -> AuditReport:
    """Run a tool and return its report."""
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    return read(run.stdout, run.stderr)


def retry_unanswered(ask: Callable[[], AuditReport]) -> AuditReport:
    """Return the report of a tool. Ask again while there is no answer."""
    for _ in range(MAX_ATTEMPTS - 1):
        answer = ask()
        if not answer.unanswered:
            return answer
        time.sleep(RETRY_PAUSE_SECONDS)
    return ask()


def report_audits(tools: dict[str, Callable[[], AuditReport]]) -> int:
    """Print the findings of each tool. Return the exit code."""
    answers = {name: retry_unanswered(ask) for name, ask in tools.items()}
    for name, answer in answers.items():
        for finding in answer.findings:
            print(f"✗ {name}: {finding}")
        if answer.unanswered:
            print(f"? {name}: its service did not answer for every package. {answer.unanswered}")
        elif not answer.findings:
            print(f"✓ {name}: nothing is known against its {answer.package_count} packages.")
    if any(answer.findings for answer in answers.values()):
        return EXIT_FINDINGS
    return EXIT_UNANSWERED if any(answer.unanswered for answer in answers.values()) else EXIT_CLEAN


if __name__ == "__main__":
    sys.exit(report_audits({"npm": run_npm_audit, "pip-audit": run_pip_audit}))
