"""Tests of names in every script: what they may have, where they are cut, and how sentences print them."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pygame_core import GAMES, Illegal, Match, link_codec
from pygame_core.match import require_game
from pygame_core.names import (
    END_OF_ISOLATE,
    ISOLATE,
    MAX_NAME_CHARS,
    clean_name,
    is_valid_name,
    isolate_name,
    split_clusters,
)

FAMILY = "👩\u200d👩\u200d👧"
NAMES = {
    "Persian": "می\u200cنا",
    "family": FAMILY,
    "couple of colors": "👩🏽\u200d❤️\u200d👨🏿",
    "flag": "🇮🇸",
    "flag of tags": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "keycap": "1️⃣",
    "Devanagari": "क्षितिज",
    "joined Devanagari": "शक्\u200dति",
    "old Malayalam": "രാജന്\u200d",
    "Thai": "ญี่ปุ่น",
    "Burmese": "ကြွေးမြို့",
    "Hangul of jamo": unicodedata.normalize("NFD", "한글"),
    "Hebrew with points": "שָׁלוֹם",
    "Vietnamese": unicodedata.normalize("NFD", "Nguyễn"),
    "Japanese variant": "葛\U000e0100城",
}
REFUSED = {
    "override": "a\u202eb",
    "isolate": "a\u2067b",
    "mark of direction": "שלום\u200f",
    "joiner between Latin letters": "a\u200db",
    "joiner alone": "\u200d",
    "joiners alone": "\u200c\u200d",
    "joiner at the start": "\u200cمی",
    "joiner at the end": "می\u200c",
    "two joiners": "می\u200c\u200cنا",
    "joiner before white space": "می\u200c نا",
    "tag without a flag": "Ada\U000e0067",
    "soft hyphen": "A\u00adda",
    "byte order mark": "A\ufeffda",
    "half a character": "\ud83d",
}


def test_marks_are_known_without_the_unicode_database() -> None:
    for letter in map(chr, range(0x300, 0x110000)):
        if len(split_clusters("\u0915" + letter)) == 1 and unicodedata.category(letter)[0] != "M":
            assert re.match("[\u1160-\u11ff\u200c\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]", letter), letter
        if unicodedata.category(letter)[0] == "M":
            assert len(split_clusters("\u0915" + letter)) == 1, hex(ord(letter))


@pytest.mark.parametrize("script", NAMES)
def test_a_name_of_any_script_is_kept_in_address_save_link_and_back(script: str) -> None:
    name = NAMES[script]
    assert clean_name(name) == name
    for game in GAMES:
        match = Match.new(
            require_game(game), [{"name": name, "kind": "human"}, {"name": "Bo", "kind": "bot:casual"}], 1
        )
        assert Match.load(match.save()).seats[0]["name"] == name
        assert link_codec.read(link_codec.write(match)).seats[0]["name"] == name


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", " \uffa0 ", "\u3164\t\u200b"])
def test_a_name_that_shows_nothing_is_no_name(name: str) -> None:
    assert clean_name(name) == ""


@pytest.mark.parametrize("why", REFUSED)
def test_what_nobody_sees_is_left_out_and_refused_in_a_save(why: str) -> None:
    name = REFUSED[why]
    assert not is_valid_name(name)
    assert clean_name(name) != name
    assert clean_name(name) == "" or is_valid_name(clean_name(name))
    with pytest.raises(Illegal):
        Match.new("medina", [{"name": name, "kind": "human"}, {"name": "Bo", "kind": "human"}], 1)


@pytest.mark.parametrize("script", NAMES)
def test_a_long_name_is_cut_between_characters_that_people_see(script: str) -> None:
    cluster_ends = {NAMES[script][:n] for n in range(len(NAMES[script]) + 1)}
    whole = ["".join(split_clusters(NAMES[script])[:n]) for n in range(len(NAMES[script]) + 1)]
    for before in range(MAX_NAME_CHARS):
        cut = clean_name("x" * before + NAMES[script])
        assert len(cut) <= MAX_NAME_CHARS
        assert cut[before:] in cluster_ends
        assert cut[before:] in whole or before == 0


@pytest.mark.parametrize("name", ["e" + "\u0301" * 39, "Z" + "\u0335\u0336\u0489\u0300" * 9, "ก" + "\u0e49" * 39])
def test_heaps_of_accents_become_a_few(name: str) -> None:
    assert len(clean_name(name)) <= 6


@pytest.mark.parametrize(("name", "is_isolated"), [("Ada", False), ("دنيا", True), ("שלום 5", True), ("Ada דן", True)])
def test_a_name_from_right_to_left_is_isolated(name: str, is_isolated: bool) -> None:
    assert isolate_name(name) == (f"{ISOLATE}{name}{END_OF_ISOLATE}" if is_isolated else name)


@given(st.text())
def test_a_clean_name_is_valid_and_stays_as_it_is(name: str) -> None:
    cleaned = clean_name(name)
    assert clean_name(cleaned) == cleaned
    assert cleaned == "" or is_valid_name(cleaned)
    assert "".join(split_clusters(name)) == name
