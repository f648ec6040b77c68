"""Tests of game links: they are short and give the same game back. Any other text gets a refusal in one sentence."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import GAMES_AND_SEATS, RELEASED_GAMES, UNKNOWN_GAME, random_positions

from pygame_core import GAMES, Illegal, Match, Newer
from pygame_core.bots import choose
from pygame_core.link_codec import MAX_LINK_CHARS, VERSION, read, write
from pygame_core.match import require_game, require_level

FIRST_LINKS: dict[str, str] = json.loads((Path(__file__).parent / "links.json").read_text("utf-8"))
"""First links of every released game. They must stay readable."""


@cache
def made_link(game: str) -> str:
    """Return a link to a game after a dozen moves."""
    return write(random_positions(game, GAMES[game].seat_counts[0], 5)[:13][-1])


def refusal_sentence(text: str, kind: type[Illegal] = Illegal) -> str:
    """Return the sentence of a text's refusal."""
    with pytest.raises(kind) as found:
        read(text)
    sentence = found.value.message
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 300
    return sentence


def pack_body(body: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(body)).decode().rstrip("=")


def unpack_body(text: str) -> bytes:
    return zlib.decompress(urlsafe_b64decode(text + "==="))


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_every_position_comes_back_as_it_was(game: str, seats: int) -> None:
    for match in random_positions(game, seats, 3)[::7]:
        again = read(write(match))
        assert again.save() == match.save()
        assert again.legal() == match.legal()


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_practice_comes_back_as_practice(game: str, seats: int) -> None:
    match = random_positions(game, seats, 3)[-1].copy()
    match.undo(practice=True)
    again = read(write(match))
    assert again == match
    assert again.practice


@pytest.mark.parametrize("level", ["random", "casual"])
def test_alhambra_with_four_seats_to_the_end_takes_1500_characters_at_most(level: str) -> None:
    """Its players have long names."""
    seats = [{"name": f"Bartholomäus Featherstonehaugh {n}", "kind": f"bot:{level}"} for n in range(4)]
    for seed in range(8):
        match, rng = Match.new("alhambra", seats, seed), Random(seed)
        while (seat := match.to_move()) is not None:
            match.play(choose(require_level(level), match.view(seat), rng).action)
        assert len(write(match)) <= 1500


def test_a_link_has_only_letters_that_an_address_may_have() -> None:
    match = Match.new(
        "palazzo", [{"name": "<img onerror=x>", "kind": "human"}, {"name": "שלום 🏰", "kind": "human"}], 1
    )
    text = write(match)
    assert text.replace("-", "").replace("_", "").isalnum()
    assert text.isascii()
    assert read(text).seats == match.seats


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_links_of_the_first_version_are_read_for_ever(game: str) -> None:
    match = read(FIRST_LINKS[game])
    assert (match.game, match.seed, len(match.log)) == (game, 5, 12)
    again = Match.new(require_game(game), match.seats, 5)
    for _seat, action, draws in match.log:
        again.play(action)
        assert again.log[-1][2] == draws
    assert unpack_body(write(again)).replace(b",null]\n", b"]\n", 1)[1:] == unpack_body(FIRST_LINKS[game])[1:]


@pytest.mark.parametrize("game", GAMES)
def test_a_cut_link_is_refused(game: str) -> None:
    text = made_link(game)
    for length in range(len(text)):
        assert "incomplete or was changed" in refusal_sentence(text[:length])


@given(game=st.sampled_from(sorted(GAMES)), at=st.integers(0, 150), letter=st.characters())
def test_an_altered_link_is_refused_or_the_same(game: str, at: int, letter: str) -> None:
    text = made_link(game)
    altered = text[:at] + letter + text[at + 1 :]
    try:
        match = read(altered)
    except Illegal:
        refusal_sentence(altered)
    else:  # the last letter may carry unused bits
        assert match.save() == read(text).save()


@settings(max_examples=300)
@given(game=st.sampled_from(sorted(GAMES)), data=st.data())
def test_altered_contents_are_a_good_game_or_refused(game: str, data: st.DataObject) -> None:
    body = bytearray(unpack_body(made_link(game)))
    for at in data.draw(st.lists(st.integers(1, len(body) - 1), min_size=1, max_size=4)):
        body[at] = data.draw(st.integers(0, 255))
    text = pack_body(bytes(body))
    try:
        match = read(text)
    except Illegal:
        refusal_sentence(text)
    else:
        assert Match.load(match.save()).save() == match.save()


@given(st.text() | st.binary().map(pack_body) | st.binary().map(lambda body: pack_body(bytes([VERSION]) + body)))
def test_anything_else_is_refused(text: str) -> None:
    refusal_sentence(text)


@pytest.mark.parametrize(
    "head",
    [
        [],
        {},
        [UNKNOWN_GAME, 1, [["A", "human"], ["B", "human"]], {}, 1, 0, []],
        ["medina", 2, [["A", "human"], ["B", "human"]], {}, 1, 0, [1, 2, 3]],
        ["medina", 1, [["A", "human"], ["B", "human"]], {}, 1, 0, ["a", 2, 3]],
        ["medina", 1, [["A", "human"], ["B", "human"]], {}, 1, 0, [10**40, -1, True]],
        ["medina", 1, 7, {}, 1, 0, []],
        ["medina", 1, [["A"]], {}, 1, 0, []],
        [["medina"], 1, [["A", "human"], ["B", "human"]], {}, 1, 0, []],
        ["medina", 1, [["A", "human"], ["B", "human"]], {"first": {}}, 1, 0, []],
        ["medina", 1, [["A", "human"], ["B", "human"]], [], 1, 0, []],
        ["medina", 1, [["A", "human"], ["B", "human"]], {}, 1.5, 0, []],
    ],
    ids=json.dumps,
)
def test_made_up_heads_are_refused(head: object) -> None:
    refusal_sentence(pack_body(bytes([VERSION]) + json.dumps(head).encode() + b"\n"))


def test_brackets_in_brackets_do_no_harm() -> None:
    refusal_sentence(pack_body(bytes([VERSION]) + b"[" * 5000 + b"]" * 5000 + b"\n"))


def test_a_link_that_unpacks_to_very_much_is_refused() -> None:
    refusal_sentence(pack_body(bytes([VERSION]) + b" " * 5_000_000))
    refusal_sentence("A" * (MAX_LINK_CHARS + 1))


NEWER_SENTENCE = "This link was made by a newer version of Palaces. Get the newest version to open it."


@pytest.mark.parametrize("rest", [b"", b"something else", b'["medina",1,[],{},1,0,[]]\n'])
def test_a_link_of_a_newer_version_says_so(rest: bytes) -> None:
    assert refusal_sentence(pack_body(bytes([VERSION + 1]) + rest), Newer) == NEWER_SENTENCE


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_link_of_newer_rules_is_never_read_by_ours(game: str) -> None:
    """This holds for the same content, and for a deal, seats or moves that our notation lacks."""
    line, _newline, log = unpack_body(made_link(game))[1:].partition(b"\n")
    head = json.loads(line)
    for rest, entries in ((head[2:], log), (head[2:], b"\x00\xff\xfe\x00\x00"), ([], b""), ([{"new": 1}], log)):
        newer = json.dumps([game, GAMES[game].rules_version + 1, *rest]).encode()
        assert refusal_sentence(pack_body(bytes([VERSION]) + newer + b"\n" + entries), Newer) == NEWER_SENTENCE


def test_a_link_to_a_game_that_only_a_newer_version_can_have_says_so() -> None:
    body = unpack_body(made_link("medina")).replace(b'"medina"', b'"no-game"', 1)
    assert refusal_sentence(pack_body(body), Newer) == NEWER_SENTENCE


@pytest.mark.parametrize("version", [0])
def test_a_version_that_there_never_was_is_no_newer_one(version: int) -> None:
    assert "incomplete" in refusal_sentence(pack_body(bytes([version]) + unpack_body(made_link("medina"))[1:]))


def test_whether_chance_was_the_seeds_own() -> None:
    match = random_positions("palazzo", 3, 3)[-1]
    assert match.has_only_seed_draws()
    save = match.save()
    assert not any(Match.load(save | {"seed": seed}).has_only_seed_draws() for seed in range(4, 40))
