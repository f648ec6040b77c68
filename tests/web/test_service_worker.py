"""Tests of the service worker's offline copy: it takes pages that hosts change, heals text uploads, and fills gaps."""

import base64
import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from site_builder.paths import WEB

HARNESS = Path(__file__).with_name("service_worker.js")
RELEASE = "0123456789abcdef"
PAGE = (
    f'<!doctype html><html data-release="{RELEASE}" lang="en"><body>Palaces'
    "<template data-end></template>\n</body></html>"
)
SCRIPT = "one();\ntwo();\n"
FILES = {"index.html": PAGE, f"release-{RELEASE}/scripts/home.js": SCRIPT, "recover.js": "three();\n"}
HOME_JS = f"release-{RELEASE}/scripts/home.js"


def precache_entry(name: str, text: str) -> dict[str, Any]:
    """Return the entry of a file as the build writes it."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    checked = {} if name.endswith(".html") else {"integrity": f"sha256-{digest}"}
    return {"url": name, "revision": None, **checked}


def run_worker(
    *steps: list[Any],
    server: dict[str, str] | None = None,
    stored: dict[str, str] | None = None,
    room: int = 99,
) -> Any:
    """Run steps in a worker of this release. `server` has the files that the server sends in another form."""
    given = {
        "precache": [precache_entry(name, text) for name, text in FILES.items()],
        "server": {name: text for name, text in {**FILES, **(server or {})}.items() if text},
        "stored": stored or {},
        "steps": steps,
        "room": room,
    }
    run = subprocess.run(
        ["node", HARNESS, WEB / "scripts/sw.js"],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(run.stdout)


def install_all(server: dict[str, str] | None = None) -> Any:
    return run_worker(*(["install", name] for name in FILES), server=server)


def test_the_files_of_the_release_are_stored_as_they_are() -> None:
    assert install_all() == {"held": FILES, "told": [], "failed": []}


@pytest.mark.parametrize(
    "changed",
    [
        PAGE.replace("</body>", '<script defer src="https://example.com/beacon.min.js"></script></body>'),
        PAGE + "\n<!-- served by a cache -->",
        PAGE.replace("<body>", "<body><p>An advertisement</p>"),
        PAGE.replace("\n", "\r\n"),
        PAGE.replace('"', ""),  # by a program that makes pages smaller
        PAGE.replace("lang=", "data-host=x lang="),
    ],
)
def test_a_page_that_its_host_changes_is_stored_if_it_is_whole_and_of_this_release(changed: str) -> None:
    found = install_all({"index.html": changed})
    assert found["held"]["index.html"] == changed
    assert not found["failed"]


@pytest.mark.parametrize(
    "changed",
    [
        PAGE[: len(PAGE) // 2],
        PAGE[: PAGE.index("<template")],
        PAGE.replace(RELEASE, "f" * 16),
        PAGE.replace(RELEASE, RELEASE + "0"),
        "<!doctype html><title>Log in</title>",
        "",  # missing
    ],
)
def test_a_page_that_was_cut_or_belongs_elsewhere_is_not_stored(changed: str) -> None:
    found = install_all({"index.html": changed})
    assert "index.html" not in found["held"]
    fault = "altered" if changed else "lost"
    assert found["told"] == [{"type": "INCOMPLETE", "file": "index.html", "fault": fault}]
    assert len(found["failed"]) == 1


def test_files_that_were_uploaded_in_text_mode_are_stored_with_their_own_line_ends() -> None:
    server = {name: text.replace("\n", "\r\n") for name, text in FILES.items()}
    found = install_all(server)
    assert not found["failed"]
    assert found["held"] == {**FILES, "index.html": server["index.html"]}


def test_a_file_that_was_changed_is_refused_and_named() -> None:
    found = install_all({HOME_JS: SCRIPT.replace("one", "0ne")})
    assert found["told"] == [{"type": "INCOMPLETE", "file": "home.js", "fault": "altered"}]
    assert HOME_JS not in found["held"]


def test_too_little_space_is_told() -> None:
    found = run_worker(["repair"], room=2)
    assert found["told"] == [{"type": "INCOMPLETE", "file": "recover.js", "fault": "space"}]


def test_a_copy_that_lost_files_gets_them_back() -> None:
    for stored in ({}, {"index.html": PAGE}):
        assert run_worker(["repair"], stored=stored)["held"] == FILES


def test_a_repair_keeps_what_the_server_has_no_more() -> None:
    """Another release may be there by now. The copy of this one loses nothing by it."""
    found = run_worker(["repair"], stored={"index.html": PAGE}, server={HOME_JS: "", "index.html": ""})
    assert found["held"] == {name: text for name, text in FILES.items() if name != HOME_JS}
    assert found["told"] == [{"type": "INCOMPLETE", "file": "home.js", "fault": "lost"}]


def test_only_a_thorough_repair_replaces_damaged_files_and_it_tells_its_end() -> None:
    damaged = {**FILES, HOME_JS: "0", "index.html": PAGE[:40]}
    assert run_worker(["repair"], stored=damaged)["held"] == damaged
    assert run_worker(["repair", True], stored=damaged) == {"held": FILES, "told": ["repaired"], "failed": []}
    shrunk = {HOME_JS: "", "index.html": "", "recover.js": ""}
    assert run_worker(["repair", True], stored=damaged, server=shrunk)["held"] == damaged
