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
FRENCH_FILES = {
    "fr/index.html": PAGE.replace("Palaces", "Jouer"),
    "fr/rules/medina.html": PAGE.replace("Palaces", "Règles"),
    f"release-{RELEASE}/languages/fr.json": "{}",
}
KEPT_FRENCH = {f"{name}?1" if name.endswith(".html") else name: text for name, text in FRENCH_FILES.items()}
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
    languages: dict[str, str] | None = None,
    room: int = 99,
) -> Any:
    """Run steps in a worker of this release. `server` has the files that the server sends in another form, `stored` and
    `languages` what the copy has at first."""
    entries = [precache_entry(name, text) for name, text in FILES.items()]
    entries += [
        {**precache_entry(name, text), "language": "fr", **({"revision": "1"} if name.endswith(".html") else {})}
        for name, text in FRENCH_FILES.items()
    ]
    given = {
        "precache": entries,
        "server": {name: text for name, text in {**FILES, **FRENCH_FILES, **(server or {})}.items() if text},
        "stored": stored or {},
        "languages": languages or {},
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
    assert install_all() == {"held": FILES, "told": [], "failed": [], "kept": {}, "answers": []}


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
    found = run_worker(["repair", True], stored=damaged)
    assert (found["held"], found["told"], found["failed"]) == (FILES, ["repaired"], [])
    shrunk = {HOME_JS: "", "index.html": "", "recover.js": ""}
    assert run_worker(["repair", True], stored=damaged, server=shrunk)["held"] == damaged


# -- languages ---------------------------------------------------------------------------------------------------------


def test_a_language_is_kept_as_a_whole_once_one_of_its_pages_is_opened() -> None:
    found = run_worker(["get", "index.html"], ["get", "fr/index.html?seed=7"])
    assert found["answers"] == ["not ours", FRENCH_FILES["fr/index.html"]]
    assert found["kept"] == KEPT_FRENCH
    assert run_worker(["begin"], ["install", "index.html"], ["repair"])["kept"] == {}


@pytest.mark.parametrize("address", ["fr/rules/medina.html", "fr/rules/medina", "fr/rules/medina.html?x=1"])
def test_a_kept_page_needs_no_server(address: str) -> None:
    gone = dict.fromkeys(FRENCH_FILES, "")
    found = run_worker(["get", address], languages=KEPT_FRENCH, server=gone)
    assert found["answers"] == [FRENCH_FILES["fr/rules/medina.html"]]
    assert not found["told"]


def test_a_new_release_brings_the_kept_languages_with_it_and_drops_their_old_files() -> None:
    earlier = {"fr/index.html?0": "old", "release-0000000000000000/languages/fr.json": "old"}
    assert run_worker(["begin"], languages=earlier)["kept"] == {**earlier, **KEPT_FRENCH}
    assert run_worker(["begin"], ["activate"], languages=earlier)["kept"] == KEPT_FRENCH


def test_a_repair_also_mends_the_kept_languages_and_no_others() -> None:
    catalog = f"release-{RELEASE}/languages/fr.json"
    lacking = {name: text for name, text in KEPT_FRENCH.items() if name != catalog}
    assert run_worker(["repair"], languages=lacking, stored=FILES)["kept"] == KEPT_FRENCH
    damaged = {**KEPT_FRENCH, catalog: "{"}
    assert run_worker(["repair"], languages=damaged, stored=FILES)["kept"] == damaged
    assert run_worker(["repair", True], languages=damaged, stored=FILES)["kept"] == KEPT_FRENCH
    assert run_worker(["repair", True], stored=FILES)["kept"] == {}


def test_a_damaged_catalog_is_not_kept_and_named() -> None:
    found = run_worker(["get", "fr/"], server={f"release-{RELEASE}/languages/fr.json": "{ }"})
    assert {"type": "INCOMPLETE", "file": "fr.json", "fault": "altered"} in found["told"]
    assert f"release-{RELEASE}/languages/fr.json" not in found["kept"]
