"""A check in the page's own trimmed Pyodide: import every module of the page, play one game, return its save."""

import importlib
import json
import random
import shutil
import sys
from pathlib import Path

UNICODE_SAMPLE = "aß Ǆ Σ 日本 😀"


def can_be_imported(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        return False
    return True


def main() -> str:
    shutil.unpack_archive("/site/app.zip", "/app")
    sys.path.insert(0, "/app")
    for name in json.loads(Path("/wanted/imports.json").read_text()):
        importlib.import_module(name)
    # modules without an import statement
    importlib.invalidate_caches()
    for codec in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "unicode_escape"):
        assert UNICODE_SAMPLE.encode(codec).decode(codec) == UNICODE_SAMPLE
    assert "aß".encode("latin-1").decode("latin-1") == "aß"
    assert "a".encode("ascii").decode("ascii") == "a"
    try:
        json.loads("{")
    except ValueError:
        assert "Expecting" in importlib.import_module("traceback").format_exc()

    # the trimmed Pyodide lacks the removed modules, but knows the character data of every text
    removed = json.loads(Path("/wanted/removed.json").read_text())
    assert {"unicodedata", "_codecs_jp", "_sqlite3"} <= {*removed}
    assert not any(can_be_imported(name) for name in removed)
    assert (UNICODE_SAMPLE.upper(), UNICODE_SAMPLE.lower()) == ("ASS Ǆ Σ 日本 😀", "aß ǆ σ 日本 😀")
    assert (UNICODE_SAMPLE.title(), UNICODE_SAMPLE.casefold()) == ("Aß ǅ Σ 日本 😀", "ass ǆ σ 日本 😀")
    assert [letter.isalpha() for letter in UNICODE_SAMPLE if letter != " "] == [True] * 6 + [False]
    assert (int("٤"), "Ⅷ".isnumeric(), "²".isdigit(), "½".isdecimal()) == (4, True, True, False)
    assert (UNICODE_SAMPLE.isprintable(), "\u2028".isprintable()) == (True, False)
    assert ("\u2003".isspace(), "日本".isidentifier(), "½".isidentifier()) == (True, True, False)

    match_class = importlib.import_module("pygame_core").Match
    match, rng = match_class.new("alhambra", 4, seed=5), random.Random(5)
    while match.to_move() is not None:
        match.play(rng.choice(match.legal()))
    return json.dumps(match.save())


main()
