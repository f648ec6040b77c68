"""Tests of offers that a sandbox, a policy or a browser refuses without an error: the page makes none of them."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"
SILENTLY_REFUSED = re.compile(
    r"\b(?:window|js|globalThis|self)\.(?:alert|confirm|prompt|print)\(|(?<![\w.#])(?:alert|confirm|print)\("
    r"|\brequest(?:Fullscreen|PointerLock|PictureInPicture)\b|\bshow(?:Open|Save)FilePicker\b"
)
"""Without `allow-modals`, a sandboxed frame ignores the first four. The others need a permission or one browser."""


@pytest.mark.parametrize("path", sorted(WEB.glob("scripts/*.js")), ids=lambda path: path.name)
def test_no_script_makes_an_offer_that_may_be_refused_silently(path: Path) -> None:
    """Printing is left to the browser's own menu. “Full window” fills the window by a dialog."""
    code = re.sub(r"/\*.*?\*/|(?m:^\s*//.*$)", "", path.read_text("utf-8"), flags=re.S)
    assert not SILENTLY_REFUSED.search(code)


def test_no_view_or_effect_makes_one_either() -> None:
    for path in WEB.rglob("palaces/**/*.py"):
        code = path.read_text("utf-8")
        assert not re.search(r"\bjs\.(?:window\.)?(?:alert|confirm|prompt|print)\(|requestFullscreen", code), path
