"""Tests of the page's address: it survives a round trip, and each error in it gets one sentence."""

import re
from dataclasses import fields, replace
from itertools import product
from urllib.parse import quote, urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from palaces.app import routing as addresses
from palaces.app.routing import (
    BOT_NAMES,
    DEFAULT_SEATS,
    PAUSE_MS_BY_SPEED,
    Address,
    address_of_match,
    parse_query,
)
from palaces.app.settings import PAGE_LANGUAGE, SETTINGS, Speed
from palaces.features.steps import start_game
from palaces.prerender import home
from screens import parse_markup

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import LEVELS
from pygame_core.match import MAX_SEED
from pygame_core.names import MAX_NAME_CHARS

KINDS = ("you", *(f"bot:{level}" for level in LEVELS))
LETTERS = "aZ09 <>&\"'%+;=#?/\\{}:éßþم漢🏰"
NAMES = st.text(LETTERS, max_size=MAX_NAME_CHARS).map(str.strip)
COUNTS = set.intersection(*({*game.seat_counts} for game in GAMES.values()))
SEATS = st.sampled_from([seats for n in sorted(COUNTS) for seats in product(KINDS, repeat=n)])
ADDRESSES = st.builds(
    lambda game, seats, names, seed, speed, lang, table, picked: Address(
        game,
        seats,
        tuple(names[: len(seats)]) if any(names[: len(seats)]) else (),
        seed,
        table,
        tuple(
            (option.name, words[pick % len(words)])
            for option, pick in zip(GAMES[game].options, picked, strict=False)
            if (
                words := [
                    choice.url_word for choice in option.available_choices(len(seats)) if choice.value != option.default
                ]
            )
            and pick
        ),
        speed=speed,
        lang=lang,
    ),
    st.sampled_from([*GAMES]),
    SEATS,
    st.lists(NAMES, max_size=6),
    st.none() | st.integers(0, MAX_SEED),
    st.sampled_from([*PAUSE_MS_BY_SPEED]),
    st.just(PAGE_LANGUAGE),
    st.integers(0, 9999),
    st.lists(st.integers(0, 6), min_size=9, max_size=9),
)
SENTENCE_PATTERN = re.compile(r"[A-Z][^\n]*\.")


@given(ADDRESSES)
def test_an_address_is_read_as_it_was_written(address: Address) -> None:
    query = address.to_query()
    assert parse_query(query) == (address, [])
    assert parse_query("?" + query)[0].to_query() == query
    assert query.isascii()


@given(ADDRESSES, st.sampled_from([*PAUSE_MS_BY_SPEED]))
def test_a_game_is_kept_under_the_same_name_whatever_its_speed_and_language(address: Address, speed: Speed) -> None:
    assert replace(address, speed=speed, theme="dark").storage_key() == address.storage_key()
    assert parse_query(address.storage_key())[0].storage_key() == address.storage_key()
    assert replace(address, table=address.table + 1).storage_key() != address.storage_key()


@given(ADDRESSES)
def test_every_address_is_that_of_a_game_which_can_be_dealt(address: Address) -> None:
    model, _effects = start_game(address)
    assert [seat["kind"] for seat in model.match.seats] == ["human" if s == "you" else s for s in address.seats]
    assert model.match.game == address.game
    assert {*address.match_options().items()} <= {*model.match.options.items()}
    assert len(address.match_options()) == len(address.options)
    for n, name in enumerate(address.names):
        assert not name or model.match.seats[n]["name"] == name
    assert all(name.strip() for name in model.player_names)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in SETTINGS for value in SETTINGS[name].values], ids=str
)
def test_a_setting_is_read_from_the_address_or_else_as_it_is_kept(name: str, value: str | int) -> None:
    asked, notes = parse_query(f"?seed=3&{name}={value}")
    assert not notes
    assert asked == replace(Address(seed=3), **{name: value})  # type: ignore[arg-type]
    assert asked.storage_key() == Address(seed=3).storage_key()
    assert address_of_match(start_game(asked)[0].whole_match, asked).chosen_settings() == asked.chosen_settings()
    for usual in SETTINGS[name].values:
        assert parse_query(f"?seed=3&{name}={value}", kept={name: str(usual)}) == (asked, [])
    assert parse_query("?seed=3", kept={name: str(value), "on": "wait"}) == (asked, [])
    assert (
        asked.without_stored_settings({name: str(value)}) == asked.without_stored_settings({}).with_default_settings()
    )


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_that_there_is_not_is_told_in_a_sentence_and_kept_ones_are_left_out(name: str) -> None:
    for wrong in ("", "pink", "<img onerror=x>", "autos", "01"):
        for kept in ({}, {name: str(SETTINGS[name].values[-1])}):
            asked, [note] = parse_query(f"?seed=3&{name}={quote(wrong)}", kept=kept)
            assert getattr(asked, name) == SETTINGS[name].default
            assert SENTENCE_PATTERN.fullmatch(note)
        assert parse_query("?seed=3", kept={name: wrong}) == (Address(seed=3), [])


def test_an_empty_address_is_a_game_against_two_bots() -> None:
    assert parse_query("") == parse_query("?") == (Address(), [])
    assert Address().seats == DEFAULT_SEATS
    assert Address().to_query() == "game=alhambra&seats=you,bot:casual,bot:casual"


@pytest.mark.parametrize("name", GAMES)
def test_a_form_of_the_home_page_means_a_table_without_its_script_too(name: str) -> None:
    """The form then sends all its fields, most of them empty."""
    form = parse_markup(home.render_home_content()).descendants()
    [own] = [each for each in form if each.attributes.get("id") == f"new-{name}"]
    asked: dict[str, str] = {
        each.attributes["name"] or "": "" for each in own.descendants() if "name" in each.attributes
    }
    asked |= {"game": name, "people": "2", "opponents": "1", "level": "skilled", "speed": "fast"}
    address, notes = parse_query(urlencode(asked))
    assert notes == []
    assert address == Address(name, ("you", "you", "bot:skilled"), speed="fast")
    with pytest.raises(Illegal, match="players"):
        parse_query(urlencode(asked | {"people": "6", "opponents": "9"}))
    assert parse_query("people=1&opponents=x")[0] == Address()


def test_every_computer_player_has_a_name_of_its_own() -> None:
    players = Address(seats=("bot:random",) * 6).match_players()
    assert [player["name"] for player in players] == [*BOT_NAMES]
    assert Address(seats=("you", "bot:casual"), names=("", "Ada")).match_players()[1] == {
        "name": "Ada",
        "kind": "bot:casual",
    }


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("game=no-game", "no-game"),
        ("game=", "“”"),
        ("game=__class__", "__class__"),
        ("seats=", "“”"),
        ("seats=you", "players in the link: 1"),
        ("seats=" + ",".join(["you"] * 7), "players in the link: 7"),
        ("seats=" + ",".join(["you"] * 9999), "players in the link: 9999"),
        ("seats=you,bot", "“bot”"),
        ("seats=you,bot:", "“bot”"),
        ("seats=you,bot:perfect", "“bot:perfect”"),
        ("seats=you,,you", "“”"),
        ("seats=<b>,you", "“<b>”"),
        ("seed=-1", "seed"),
        ("seed=1.5", "seed"),
        ("seed=1e3", "seed"),
        ("seed=%D9%A3", "seed"),
        ("seed=x", "seed"),
        (f"seed={MAX_SEED + 1}", "seed"),
        ("seed=" + "9" * 5000, "seed"),
        ("table=10000", "table"),
        ("table=-1", "table"),
        ("table=one", "table"),
        ("game=alhambra&first=2", "no option called 'first'"),
    ],
)
def test_a_value_that_no_game_can_have_is_refused_in_one_sentence(query: str, says: str) -> None:
    with pytest.raises(Illegal) as refusal:
        parse_query(query)
    assert SENTENCE_PATTERN.fullmatch(str(refusal.value))
    assert says in str(refusal.value)
    assert len(str(refusal.value)) < 160
    assert refusal.value.clause is None


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("colour=red", "“colour”"),
        ("Seed=7", "“Seed”"),
        ("constructor=1", "“constructor”"),
        (f"{'x' * 300}=1", "“" + "x" * 30 + "”"),
        ("<img src=x onerror=alert(1)>=1", "“<imgsrc”"),
        ("speed=sudden", "speed"),
        ("speed=", "speed"),
        ("lang=tlh", "language"),
    ],
)
def test_what_does_not_matter_is_left_out_and_said(query: str, says: str) -> None:
    address, [note] = parse_query(query)
    assert address == Address()
    assert SENTENCE_PATTERN.fullmatch(note)
    assert says in note


def test_every_thing_left_out_has_a_sentence() -> None:
    address, notes = parse_query("a=1&b=2&speed=slow&lang=x&seed=5&seats=you,bot:random")
    assert address == Address(seats=("you", "bot:random"), seed=5)
    assert len(notes) == 3
    assert notes[0] == "Unknown options in the link: “a”, “b”. They were ignored."
    assert parse_query("a=1&b=2&c=3&d=4&e=5&f=6")[1] == [
        "Unknown options in the link: “a”, “b”, “c” and 3 more. They were ignored."
    ]


def test_in_a_frame_nothing_is_said_about_unknown_parameters() -> None:
    """The reader of a post has not written them."""
    assert parse_query("a=1&secret=x", embedded=True) == (Address(), [])
    assert len(parse_query("a=1&speed=slow", embedded=True)[1]) == 1


DECORATIONS = [
    *("fbclid=x", "gclid=x", "msclkid=x", "igshid=x", "mc_cid=1&mc_eid=2", "utm_source=a&utm_medium=b", "ref=x"),
    *("FBCLID=x", "_ga=2.1-1", "srsltid=A", "ref_src=twsrc%5Etfw", "yclid=1", "si=abc", "mtm_campaign=x", "utm_id="),
]


@pytest.mark.parametrize("decoration", DECORATIONS)
def test_what_other_sites_add_to_a_link_makes_no_notice(decoration: str) -> None:
    plain = "seats=you,bot:casual&seed=7"
    for query in (
        f"{plain}&{decoration}",
        f"{decoration}&{plain}",
        f"{plain}?{decoration}",
        f"{plain}&amp;{decoration}",
    ):
        assert parse_query(query) == (Address(seats=("you", "bot:casual"), seed=7), []), query


@pytest.mark.parametrize(
    "sign", [*".,;:!?)]}>'\"`*»”’…", ").", "%22", "%3E", "%20", "%0A", "%E2%80%8B", "%C2%A0", ":~:text=x"]
)
def test_signs_behind_a_link_are_no_part_of_it(sign: str) -> None:
    assert parse_query(f"seats=you,bot:casual&seed=7{sign}") == (Address(seats=("you", "bot:casual"), seed=7), [])
    assert parse_query(f"seed=7&seats=you,bot:casual{sign}") == (Address(seats=("you", "bot:casual"), seed=7), [])


def test_white_space_within_a_link_is_no_part_of_it() -> None:
    wrapped = "seats=you,%0Abot:cas%20ual&see%0Ad=1%202"
    assert parse_query(wrapped) == (Address(seats=("you", "bot:casual"), seed=12), [])


def test_capitals_of_words_do_not_matter() -> None:
    plain = "game=medina&seats=you,bot:skilled&towers=new-contact&" + "&".join(
        f"{name}={setting.values[-1]}" for name, setting in SETTINGS.items()
    )
    decorated = "&".join(f"{name}=%20{value.title()}" for name, value in (each.split("=") for each in plain.split("&")))
    assert parse_query(decorated) == (parse_query(plain)[0], [])
    assert addresses.default_address("?game=Medina&seats=9").game == "medina"


def test_a_parameter_with_two_values_is_said_and_the_last_one_counts() -> None:
    assert parse_query("seed=7&seed=8") == (
        Address(seed=8),
        ["“seed” is in the link more than once. Using the last value."],
    )
    assert parse_query("seed=7&theme=dark&seed=8&theme=light&seed=7")[1] == [
        "“seed”, “theme” are in the link more than once. Using the last values."
    ]
    assert parse_query("seed=7&utm_id=a&seed=7&utm_id=b") == (Address(seed=7), [])
    assert parse_query("seed=7&seed=8", embedded=True) == (Address(seed=8), [])


def test_signs_and_spaces_of_a_name_stay() -> None:
    address, notes = parse_query("seats=you,you&names=Ada%20B.,Dr.%20Who%3F")
    assert (address.names, notes) == (("Ada B.", "Dr. Who?"), [])


@pytest.mark.parametrize("query", ["seeds=7", "reference=1", "utm=1", "constructor=1", "seed[]=7", "game=medin"])
def test_nothing_is_guessed(query: str) -> None:
    try:
        address, notes = parse_query(query)
    except Illegal:
        return
    assert (address, len(notes)) == (Address(), 1)


@given(
    st.text(max_size=60)
    | st.lists(st.tuples(st.sampled_from([*Address.__dataclass_fields__]), st.text(max_size=12))).map(urlencode)
)
@example("names=,")
def test_any_query_is_an_address_or_one_sentence(query: str) -> None:
    try:
        address, notes = parse_query(query)
    except Illegal as illegal:
        refusal = str(illegal)
    else:
        assert parse_query(address.to_query()) == (address, [])
        assert all(notes)
        assert start_game(address)[0].address.seats == address.seats
        return
    assert SENTENCE_PATTERN.fullmatch(refusal.replace("\n", " "))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_can_be_chosen_and_comes_back_from_the_match(game: str) -> None:
    seats = "you,bot:random,bot:random"
    for option in GAMES[game].options:
        for choice in option.available_choices(3):
            address, notes = parse_query(f"game={game}&seats={seats}&seed=1&{option.name}={choice.url_word}")
            match = start_game(address)[0].whole_match
            assert (notes, match.options[option.name]) == ([], choice.value)
            assert address_of_match(match, address).options == address.options
            if choice.value == option.default:
                assert address == parse_query(f"game={game}&seats={seats}&seed=1")[0]
            else:
                assert address.options == ((option.name, choice.url_word),)
                assert f"&{option.name}={choice.url_word}" in address.storage_key()


@pytest.mark.parametrize("game", GAMES)
def test_a_word_that_an_option_does_not_have_at_this_table_is_refused_with_those_that_it_has(game: str) -> None:
    for option in GAMES[game].options:
        closed = [choice.url_word for choice in option.choices if choice.min_seats > 3]
        for word in ("none", "0", "-1", "9" * 20, "<b>", option.choices[0].url_word + "x", *closed):
            with pytest.raises(Illegal) as refused:
                parse_query(f"game={game}&seats=you,you,you&seed=1&{option.name}={quote(word)}")
            assert SENTENCE_PATTERN.fullmatch(str(refused.value))
            assert ", ".join(choice.url_word for choice in option.available_choices(3)) in str(refused.value)


@pytest.mark.parametrize("game", GAMES)
def test_an_option_of_another_game_is_refused_as_the_game_itself_refuses_it(game: str) -> None:
    for name in {*addresses.OPTION_NAMES} - {option.name for option in GAMES[game].options}:
        with pytest.raises(Illegal) as refused:
            parse_query(f"game={game}&{name}=1")
        with pytest.raises(Illegal) as own:
            GAMES[game].resolve_options({name: 1}, 3)
        assert str(refused.value) == str(own.value)


def test_a_name_is_cut_to_what_can_be_shown() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    given_ = ["  Ada  ", "\x00\x1b\u202ea\n", hostile, "x" * 99]
    address, notes = parse_query("seats=you,you,you,you&names=" + ",".join(map(quote, given_)))
    assert (address.names, notes) == (("Ada", "a", hostile, "x" * MAX_NAME_CHARS), [])
    assert [player["name"] for player in address.match_players()] == [*address.names]
    assert parse_query("seats=you,you&names=a,b,c,d")[0].names == ("a", "b")
    assert parse_query("seats=you,you&names=,b")[0].match_players()[0]["name"] == "Player 1"


SEAT_STRATEGY = st.tuples(
    st.text(LETTERS + ",", min_size=1, max_size=MAX_NAME_CHARS).filter(str.strip),
    st.sampled_from(["human", "bot:random", "bot:custom"]),
)


@given(st.lists(SEAT_STRATEGY, min_size=2, max_size=6), st.integers(0, MAX_SEED))
def test_a_game_from_a_save_has_an_address_under_which_it_is_found_again(
    seats: list[tuple[str, str]], seed: int
) -> None:
    match = Match.new("alhambra", [{"name": name, "kind": kind} for name, kind in seats], seed)
    address = address_of_match(match, Address(speed="fast"), table=3)
    again, notes = parse_query(address.to_query())
    assert notes == []
    assert again.storage_key() == address.storage_key()
    assert (again.seed, again.table, again.speed) == (seed, 3, "fast")
    assert [seat == "you" for seat in again.seats] == [kind == "human" for _name, kind in seats]


def test_the_module_says_what_it_can_read() -> None:
    fixed = {"game", "seats", "names", "seed", "table", "deal", "beat", "learn", "puzzle"}
    assert fixed | {*SETTINGS} | {*addresses.OPTION_NAMES} == addresses.URL_PARAMETERS
    assert addresses.PAUSE_MS_BY_SPEED["instant"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_options_and_their_words_cannot_be_taken_for_anything_else_in_an_address(game: str) -> None:
    for option in GAMES[game].options:
        assert option.name not in {field.name for field in fields(Address)}
        for word in (option.name, *(choice.url_word for choice in option.choices)):
            assert word
            assert not {*word} & {*",=&"}
