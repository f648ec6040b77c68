"""Tests of the share target: any page can send it a form, so it follows only links to this site, and keeps nothing."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
WORKER = HERE.parent.parent / "web/scripts/sw.js"
SITE = "https://example.org/palaces/"
GAME = f"{SITE}medina.html?seats=you,you&seed=7#replay=eNabc"


def share(*forms: dict[str, Any]) -> list[Any]:
    """Send forms to the share target, and return for each the new address and the files that are laid aside."""
    command = ["node", str(HERE / "share_target.js"), str(WORKER)]
    run = subprocess.run(command, input=json.dumps(forms).encode(), capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return list(json.loads(run.stdout))


def test_a_shared_text_opens_only_pages_of_this_site() -> None:
    own = {
        GAME: GAME,
        f"Look at this:\n{GAME}": GAME,
        f"Try “{GAME}”.": GAME,
        f"(Here: {GAME}!)": GAME,
        SITE: SITE,
        SITE[:-1]: SITE,
        f"{SITE}rules/medina.html": f"{SITE}rules/medina.html",
        f"{SITE}x/../medina.html": f"{SITE}medina.html",
        f"{SITE}medina": f"{SITE}medina",
        **{f"{SITE}medina.html{sign}": f"{SITE}medina.html" for sign in (".", ")", "…", "。", "」", "`", ").")},
    }
    foreign = [
        f"{SITE}licenses.txt",
        f"{SITE}shared/0/a.json",
        f"{SITE}../secret/",
        f"{SITE}rules/../../secret/",
        f"{SITE}%2e%2e/secret/",
        f"{SITE}.%2E/secret/",
        f"{SITE}..\\secret\\",
        f"{SITE}..%2fsecret/",
        f"{SITE}..%5csecret/",
        f"{SITE}%252e%252e/secret/",
        f"{SITE}.\t./secret/",
        "https://example.org/palaces2/",
        "https://example.org/",
        "https://evil.example/https://example.org/palaces",
        "https://example.org@evil.example/palaces/",
        "https://example.org:444/palaces/",
        "http://example.org/palaces/",
        "//evil.example/palaces/",
        "javascript:alert(1)//https://example.org/palaces",
        "medina.html",
        "",
    ]
    found = share(*({"texts": {"text": text}} for text in [*own, *foreign]))
    assert dict(zip(own, [address for address, _files in found], strict=False)) == own
    strays = {text: address for text, (address, _files) in zip(foreign, found[len(own) :], strict=True)}
    assert {text: address for text, address in strays.items() if address not in (SITE, f"{SITE}#shared")} == {}


@pytest.mark.parametrize("field", ["title", "text", "url"])
def test_each_field_of_a_share_may_have_the_link(field: str) -> None:
    assert share({"texts": {"title": "Medina", field: GAME}}) == [[GAME, []]]


def test_shared_files_are_laid_aside_with_a_limit_and_the_last_share_counts() -> None:
    few = [[f"{n}.json", "{}"] for n in range(20)]
    assert share(
        {"texts": {"text": GAME}, "files": few[:2]},
        {"texts": {"text": '{"format": 1}'}},
        {"texts": {}, "files": [*few, ["more.json", "{}"]]},
        {"texts": {}, "bytes": 5_000_001},
        {"texts": {}},
        {"texts": {}, "files": few},
    ) == [
        [f"{SITE}#shared", ["0.json", "1.json"]],
        [f"{SITE}#shared", ["text"]],
        [f"{SITE}#shared=large", ["text"]],
        [f"{SITE}#shared=large", ["text"]],
        [f"{SITE}#shared", ["text"]],
        [f"{SITE}#shared", [name for name, _text in few]],
    ]
