"""Tests of links that carry a game: their contents, and refusals."""

from urllib.parse import urlsplit

import pytest
from palaces.app import routing as addresses
from palaces.app.routing import Address
from palaces.share import permalinks
from tables import random_positions

from pygame_core import GAMES, Illegal
from pygame_core import link_codec as text_of


def split_address(address: str) -> tuple[str, str]:
    """Return the query and fragment of an address of the page."""
    parts = urlsplit(address)
    game = parts.path.removesuffix(".html")
    assert game in GAMES
    return "&".join(filter(None, [f"game={game}", parts.query])), parts.fragment


@pytest.mark.parametrize("game", GAMES)
def test_a_link_carries_the_whole_game_and_the_moment(game: str) -> None:
    match = random_positions(game, 3, 4)[-1]
    query, fragment = split_address(permalinks.replay_link(match))
    assert addresses.parse_query(query)[0].game == game
    found = permalinks.read_fragment("#" + fragment)
    assert found.replay
    assert found.replay.save() == match.save()
    assert (found.log_number, found.is_handed_over, permalinks.read_proof(fragment)) == (None, False, None)
    assert permalinks.read_fragment(split_address(permalinks.replay_link(match, at=7))[1]).log_number == 7


def test_a_running_game_is_handed_over_with_its_settings() -> None:
    match = random_positions("alhambra", 2, 4)[10]
    address = Address(seats=("you", "bot:casual"), seed=4, speed="fast", theme="dark", names=("Ada",))
    query, fragment = split_address(permalinks.handover_link(match, address))
    assert (addresses.parse_query(query)[0].speed, addresses.parse_query(query)[0].theme) == ("fast", "dark")
    found = permalinks.read_fragment(fragment)
    assert found.is_handed_over
    assert found.replay
    assert found.replay.save() == match.save()


def test_a_challenge_carries_seed_and_settings_only_unless_it_is_to_prove_itself() -> None:
    address = Address("palazzo", ("you", "bot:skilled"), ("Ada",), 9, speed="fast", table=4, options=(("first", "2"),))
    query, fragment = split_address(permalinks.challenge_link(address, 87))
    read, notes = addresses.parse_query(query)
    assert (read.seats, read.seed, read.options, read.beat, notes) == (address.seats, 9, address.options, 87, [])
    assert (read.names, read.table, fragment) == ((), 1, "")
    proof = random_positions("palazzo", 2, 9)[-1]
    found = permalinks.read_proof(split_address(permalinks.challenge_link(address, 87, proof))[1])
    assert found
    assert found.save() == proof.save()


def test_nothing_behind_the_sign_carries_nothing() -> None:
    assert (
        permalinks.read_fragment("")
        == permalinks.read_fragment("#")
        == permalinks.read_fragment("#board")
        == permalinks.LinkedGame()
    )


@pytest.mark.parametrize("fragment", ["replay=", "replay=abc", "replay=%00&at=3", "take&replay=x"])
def test_what_cannot_be_read_is_refused(fragment: str) -> None:
    with pytest.raises(Illegal) as found:
        permalinks.read_fragment(fragment)
    assert "incomplete or was changed" in found.value.message


TEXT = text_of.write(random_positions("medina", 2, 1)[5])


@pytest.mark.parametrize(
    "sign",
    [*".,;:!?)]}>'\"`*»”’…/|~\\。）」", "&gt;", "&quot;", ").", "%22", "%3E", "%20", "%0A", "%E2%80%8B", "&fbclid=x"],
)
def test_signs_behind_a_link_are_no_part_of_it(sign: str) -> None:
    whole = permalinks.read_fragment(f"#replay={TEXT}")
    for fragment, at in (
        (f"#replay={TEXT}{sign}", None),
        (f"#at=3&replay={TEXT}{sign}", 3),
        (f"#replay={TEXT}&at=3{sign}", 3),
        (f"#replay={TEXT}&amp;at=3{sign}", 3),
    ):
        found = permalinks.read_fragment(fragment)
        assert found.replay == whole.replay
        assert found.log_number == at
    assert permalinks.read_fragment(f"#replay={TEXT}&take{sign}").is_handed_over
    proof = permalinks.read_proof(f"#proof={TEXT}{sign}")
    assert proof == whole.replay


@pytest.mark.parametrize("gap", ["%0A", "%20", "%0D%0A%20", "=%0D%0A", " ", "\n", "%E2%80%8B", "%C2%AD"])
def test_white_space_within_a_link_is_no_part_of_it(gap: str) -> None:
    middle = len(TEXT) // 2
    if gap.startswith("="):
        gap = gap.removeprefix("=")
    found = permalinks.read_fragment(f"#replay={TEXT[:middle]}{gap}{TEXT[middle:]}")
    assert found.replay == permalinks.read_fragment(f"#replay={TEXT}").replay


@pytest.mark.parametrize("end", ["&", "&a", "&a=", "&at", "&at=", "&t", "&tak", "&at=3&at=5", "&until=3", "&amp;"])
def test_a_link_that_may_mean_an_earlier_move_shows_nothing(end: str) -> None:
    with pytest.raises(Illegal):
        permalinks.read_fragment(f"#replay={TEXT}{end}")


@pytest.mark.parametrize(
    "fragment", ["#at=5", "#at=5&", "#at=5&repl", f"#at=5;replay={TEXT}", f"#REPLAY={TEXT}", "#rep"]
)
def test_a_link_whose_game_was_cut_off_is_refused(fragment: str) -> None:
    with pytest.raises(Illegal) as found:
        permalinks.read_fragment(fragment)
    assert "incomplete" in found.value.message


def test_the_move_of_a_link_may_be_before_its_game() -> None:
    assert permalinks.read_fragment(f"#replay={TEXT}", "?seed=7&at=3).").log_number == 3
    assert addresses.parse_query("?seed=7&at=3") == (Address(seed=7), [])
    for fragment, query in ((f"#replay={TEXT}&at=3", "?at=3"), (f"#replay={TEXT}", "?at=x"), ("", "?at=3")):
        with pytest.raises(Illegal):
            permalinks.read_fragment(fragment, query)


def test_no_cut_of_a_link_shows_more_of_the_game() -> None:
    link = permalinks.replay_link(text_of.read(TEXT), 3).partition("#")[2]
    assert permalinks.read_fragment(link).log_number == 3
    for end in range(len(link)):
        try:
            found = permalinks.read_fragment(link[:end])
        except Illegal:
            continue
        assert found.replay is None


def test_other_pages_may_add_a_fragment_of_their_own() -> None:
    """WordPress adds `#?secret=…` to the address of a frame."""
    assert permalinks.read_fragment(f"#at=3&replay={TEXT}#?secret=x").log_number == 3
    assert permalinks.read_fragment("#?secret=x") == permalinks.LinkedGame()


@pytest.mark.parametrize("fragment", ["#proof=", "proof=<img>", "take&proof=%00"])
def test_a_proof_that_cannot_be_read_is_refused_and_is_no_matter_of_a_replay(fragment: str) -> None:
    with pytest.raises(Illegal) as found:
        permalinks.read_proof(fragment)
    assert "incomplete or was changed" in found.value.message
    assert permalinks.read_fragment(fragment) == permalinks.LinkedGame()


@pytest.mark.parametrize(
    ("at", "said"),
    [
        *((at, "incomplete") for at in ("-1", "1e3", "x", "", "٣")),
        *((at, "last move of this game is 5") for at in ("99999999", "999")),
    ],
)
def test_a_move_that_there_is_not_is_refused(at: str, said: str) -> None:
    with pytest.raises(Illegal) as found:
        permalinks.read_fragment(f"replay={TEXT}&at={at}")
    assert said in found.value.message


@pytest.mark.parametrize("beat", ["-1", "1000", "x", "8.5"])
def test_points_to_beat_are_a_number(beat: str) -> None:
    with pytest.raises(Illegal) as found:
        addresses.parse_query(f"seed=1&beat={beat}")
    assert "points to beat in the link must be a whole number" in found.value.message


def test_a_theme_that_there_is_not_is_told() -> None:
    address, notes = addresses.parse_query("seed=1&theme=pink")
    assert address.theme == "auto"
    assert len(notes) == 1
