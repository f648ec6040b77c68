"""Tests that the script of the home page treats names, saves and addresses as Python does. They ask both."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from palaces.app.routing import Address, address_of_match, parse_query
from palaces.app.settings import SETTINGS
from palaces.app.together import turn_link
from palaces.app.together.table_state import LinkTable
from palaces.loop.together import link_update
from palaces.prerender import home
from screens import parse_markup
from site_builder import assemble
from site_builder.pyodide import printable_characters

from pygame_core import GAMES, Illegal, Match
from pygame_core.match import Save, require_game
from pygame_core.names import MAX_NAME_CHARS

HERE = Path(__file__).resolve().parent
WEB = Path(home.__file__).parents[2]
[HOME_PAGE_FACTS] = [
    each.data_value("data-facts")
    for each in parse_markup(home.render_home_content()).descendants()
    if each.attributes.get("id") == "continue"
]
RECORDED = sorted((HERE.parent / "games").rglob("*.json"))
RELEASED = sorted((HERE.parent / "released").glob("*.jsonl"))
HOSTILE_NAMES = [
    "<img src=x onerror=document.title=1>",
    "a,b",
    "~*'()!",
    " ü ",
    "+&=#%",
    "\u202eabc",
    "\U0001f3f0",
    "x" * 41,
    " ",
]
SPACE_CHARACTERS = [
    "\t",
    "\u00a0",
    "\u2003",
    "\u3000",
    "\ufeff",
    "\u200b",
    "\x1c",
    "\x85",
    "\ud800",
    "\ue000",
    "\U0010ffff",
]

AskScript = Callable[[list[list[Any]]], list[Any]]
"""A function that calls the script: from a list of [function, argument, …] to a list of their results."""


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> AskScript:
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "package.json").write_text('{"type": "module"}')
    script = folder / "saved-games-store.js"
    shutil.copyfile(WEB / "scripts/saved-games-store.js", script)
    assemble.fill_placeholder(script, '/* printable */ ""', json.dumps(printable_characters.printable_runs()))
    command = ["node", str(HERE / "calls.js"), str(script), json.dumps(HOME_PAGE_FACTS)]

    def run_calls(calls: list[list[Any]]) -> list[Any]:
        run = subprocess.run(command, input=json.dumps(calls).encode(), capture_output=True)
        assert run.returncode == 0, run.stderr.decode()
        said: list[Any] = json.loads(run.stdout)
        return said

    return run_calls


def fixed_examples(strategy: st.SearchStrategy[Any], number: int) -> list[Any]:
    """Return a fixed set of examples: Node starts once for all of them."""
    found: list[Any] = []

    @seed(1)
    @settings(
        max_examples=number, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck]
    )
    @given(strategy)
    def collect_example(value: Any) -> None:
        found.append(value)

    collect_example()
    return found


# -- names -------------------------------------------------------------------------------------------------------------


def test_wherever_what_can_be_printed_begins_or_ends_the_script_has_it_so(ask: AskScript) -> None:
    can = [chr(code).isprintable() for code in range(sys.maxunicode + 1)]
    edges = [code for code in range(1, len(can)) if can[code] != can[code - 1]]
    assert len(edges) > 1000
    codes = sorted({0, sys.maxunicode, *edges, *(code - 1 for code in edges), *range(0, len(can), 997)})
    shown = ask([["cleanName", f"a{chr(code)}b"] for code in codes])
    assert shown == [f"a{chr(code)}b" if can[code] else "ab" for code in codes]


def test_a_name_is_shown_as_the_address_has_it(ask: AskScript) -> None:
    names = [
        *HOSTILE_NAMES,
        *(f" {space}a{space} " for space in SPACE_CHARACTERS),
        "\u3164",
        "\u2800 \u2800",
        "\u3164\t\u200b",
        *fixed_examples(st.text(max_size=50), 300),
    ]
    names = [name.replace(",", " ").encode(errors="replace").decode() for name in names]
    read_back = [parse_query(urlencode({"names": name}))[0].names for name in names if name]
    assert [[shown] for shown in ask([["cleanName", name] for name in names if name])] == [
        [*names] or [""] for names in read_back
    ]


# -- saves -------------------------------------------------------------------------------------------------------------


def save_of_game(game: str, moves: int = 6) -> Save:
    match = Match.new(require_game(game), GAMES[game].seat_counts[-1], 5)
    for _move in range(moves):
        match.play(match.legal()[0])
    return match.save()


def is_dealt_by_python(save: dict[str, Any]) -> bool:
    """Return True if Python deals such a game."""
    game, seats, number, options = (save[part] for part in ("game", "seats", "seed", "options"))
    if not (isinstance(seats, list) and type(number) is int and isinstance(options, dict)):
        return False
    try:
        Match.new(game, seats, number, options)
    except Illegal:
        return False
    return True


def is_opened_by_python(save: dict[str, Any]) -> bool:
    """Return True if Python opens such a save."""
    try:
        Match.load(save)
    except Illegal:
        return False
    return True


WORDS = st.sampled_from(["human", "you", "bot:casual", "bot:Casual", "bot:", "bot:é", "bot:a1", *GAMES, "__proto__"])
LEAVES = st.none() | st.booleans() | st.integers(-2, 7) | st.sampled_from([2**53 - 1, 2**53]) | st.text() | WORDS
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4))
NAMES = st.text(min_size=1, max_size=MAX_NAME_CHARS + 1) | st.sampled_from([*HOSTILE_NAMES, *SPACE_CHARACTERS])
SEATS = st.lists(
    st.fixed_dictionaries({"name": NAMES | JSON, "kind": WORDS | JSON}, optional={"more": JSON})
    | st.fixed_dictionaries({"name": st.just("Ada"), "kind": st.sampled_from(["human", "bot:master", "bot:custom"])}),
    max_size=7,
)
VALUES = st.integers(-1, 6) | st.sampled_from(["rulebook", "new-contact", "1"]) | JSON
OPTIONS = st.dictionaries(st.sampled_from(["first", "towers", "First", "__proto__", "constructor"]), VALUES, max_size=2)
HEADS = st.sampled_from([*GAMES]).flatmap(
    lambda game: st.builds(
        lambda part: save_of_game(game) | part,
        st.builds(lambda seats: {"seats": seats}, SEATS)
        | st.builds(lambda options: {"options": options}, OPTIONS | JSON)
        | st.builds(lambda number: {"seed": number}, JSON)
        | st.builds(lambda name: {"game": name}, JSON),
    )
)


def test_a_table_that_python_deals_is_no_fault_and_every_other_is_one(ask: AskScript) -> None:
    heads = [*fixed_examples(HEADS, 600), *(save_of_game(game) for game in GAMES)]
    dealt = [is_dealt_by_python(head) for head in heads]
    assert 20 < sum(dealt) < len(heads) - 20
    faults = ask([["faultOf", head] for head in heads])
    assert [(head, fault) for head, fault, it in zip(heads, faults, dealt, strict=True) if (fault is None) != it] == []


def test_a_level_that_only_a_newer_version_knows_is_no_fault(ask: AskScript) -> None:
    save: Any = save_of_game("medina")
    save["seats"][0]["kind"] = "bot:unheard"
    assert Match.load(save).seats[0]["kind"] == "bot:unheard"
    assert ask([["faultOf", save]]) == [None]


def test_a_seat_is_sound_to_both_or_to_neither(ask: AskScript) -> None:
    """Names and kinds of all sorts are tried."""
    names = [
        *HOSTILE_NAMES,
        *SPACE_CHARACTERS,
        *(f"a{space}b" for space in SPACE_CHARACTERS),
        "",
        "x" * 40,
        "👩\u200d👩\u200d👧",
        "می\u200cنا",
        "शक्\u200dति",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "a\u200db",
        7,
        None,
        *fixed_examples(NAMES, 200),
    ]
    kinds = [
        "human",
        "bot:casual",
        "bot:custom",
        "you",
        "bot:",
        "bot:Casual",
        "bot:é",
        "bot:a1",
        "human\n",
        ["human"],
        None,
    ]
    seats = [{"name": name, "kind": "human"} for name in names] + [{"name": "Ada", "kind": kind} for kind in kinds]
    odd: list[Any] = [{"name": "Ada"}, {"name": "Ada", "kind": "human", "more": 1}, [], None, "Ada"]
    save = save_of_game("palazzo")
    heads = [save | {"seats": [*save["seats"][1:], seat]} for seat in [*seats, *odd]]
    sound = [is_dealt_by_python(head) for head in heads]
    assert {*sound} == {True, False}
    faults = ask([["faultOf", head] for head in heads])
    assert [
        head["seats"][-1] for head, fault, it in zip(heads, faults, sound, strict=True) if (fault is None) != it
    ] == []


def test_every_value_of_an_option_is_known_to_both(ask: AskScript) -> None:
    """The test covers every game and number of seats, with the values of all games, and without the options."""
    values = [
        choice[1]
        for known in HOME_PAGE_FACTS["games"].values()
        for each in known["options"]
        for choice in each["choices"]
    ]
    names = sorted({option["name"] for known in HOME_PAGE_FACTS["games"].values() for option in known["options"]})
    assert names
    heads = [
        save_of_game(game) | {"seats": [{"name": "Ada", "kind": "human"}] * seats, "options": options}
        for game in GAMES
        for seats in GAMES[game].seat_counts
        for options in [{}, *({name: value} for name in names for value in [*values, None, 99, "strange"])]
    ]
    faults = ask([["faultOf", head] for head in heads])
    assert [fault is None for fault in faults] == [is_dealt_by_python(head) for head in heads]


def test_nothing_that_python_opens_is_a_fault(ask: AskScript) -> None:
    changed = st.builds(
        lambda game, key, value: save_of_game(game) | {key: value},
        st.sampled_from([*GAMES]),
        st.sampled_from([*save_of_game("medina"), "practice", "more"]),
        JSON,
    )
    recorded = [json.loads(path.read_text("utf-8")) for path in RECORDED]
    played = [save_of_game(game) | more for game in GAMES for more in ({}, {"practice": True}, {"practice": False})]
    saves = [
        *recorded,
        *played,
        *(save for save in fixed_examples(changed, 300) if is_opened_by_python(save) and save["log"]),
    ]
    assert len(saves) > len(recorded) + len(played)
    assert ask([["faultOf", save] for save in saves]) == [None] * len(saves)


def test_what_any_release_kept_is_listed_under_the_address_it_had(ask: AskScript) -> None:
    """Games without any move are an exception."""
    lines = [line for path in RELEASED for line in path.read_text("utf-8").splitlines()]
    kept = [json.loads(line)["record"] for line in lines]
    faults = ask([["faultOf", record["save"]] for record in kept])
    assert faults == [None if record["save"]["log"] else "unplayed" for record in kept]
    again = ask([["addressOf", record["save"], record["address"]] for record in kept])
    assert again == [record["address"] for record in kept]


def test_a_save_is_eight_objects_deep_and_no_deeper(ask: AskScript) -> None:
    """Thousands of nested arrays would overflow Python's stack when it opens such a save."""

    def deep(levels: int) -> Any:
        inner: dict[str, Any] = {}
        for _level in range(levels - 2):
            inner = {"within": inner}
        return save_of_game("medina") | {"setup": inner}

    assert ask([["faultOf", deep(8)], ["faultOf", deep(9)]]) == [None, "strange"]


# -- games from files --------------------------------------------------------------------------------------------------


def import_results(ask: AskScript, *saves: Save) -> tuple[list[tuple[int, int]], list[dict[str, Any]]]:
    """Import saves from files, one by one. Return how many each changed and found, and the resulting store."""
    files = [{"file": f"{n}.json", "text": json.dumps(save)} for n, save in enumerate(saves)]
    *told, kept = ask([*(["importGames", [file]] for file in files), ["listGames"]])
    assert [each["refused"] for each in told] == [[]] * len(saves)
    return [(len(each["changes"]), each["same"]) for each in told], [each["record"]["save"] for each in kept]


def test_of_one_game_the_save_that_is_further_on_is_kept_whichever_comes_first(ask: AskScript) -> None:
    before, after = save_of_game("alhambra", 4), save_of_game("alhambra", 6)
    assert import_results(ask, before, after) == ([(1, 0), (1, 0)], [after])
    assert import_results(ask, after, before) == ([(1, 0), (0, 1)], [after])


def test_imported_games_come_after_the_user_s_own_whatever_their_time(ask: AskScript) -> None:
    """Any page can send games to the share target. They stay guests until someone moves in them here."""
    hostile = {"name": "BUY NOW", "time": "2130-01-01T00:00:00Z", "guest": "own", "save": save_of_game("alhambra", 4)}
    text = json.dumps({"format": 1, "games": [hostile]})
    over = next(path for path in RECORDED if json.loads(path.read_text("utf-8"))["result"])
    own = {"time": "2020-01-01T00:00:00Z", "save": json.loads(over.read_text("utf-8")), "address": "x"}
    told, games = ask(
        [
            ["importGames", [{"file": "all.json", "text": text}]],
            ["undoChanges", [{"key": "palaces:game:own", "before": json.dumps(own), "after": None}]],
            ["listGames"],
        ]
    )[::2]
    assert len(told["changes"]) == 1
    assert [game["record"].get("guest") for game in games] == [None, "imported"]
    assert games[1]["record"]["time"] < "2100"


def test_a_look_into_files_stores_nothing(ask: AskScript) -> None:
    save = save_of_game("alhambra", 4)
    looked, games = ask([["readFiles", [{"file": "a.json", "text": json.dumps(save)}]], ["listGames"]])
    assert [each["record"]["save"] for each in looked["found"]] == [save]
    assert games == []


def test_a_save_without_an_option_is_the_same_game_as_with_its_usual_value(ask: AskScript) -> None:
    """With any other value it is another game."""
    cases = [
        (save_of_game(game), {option["name"]: value}, value == option["usual"])
        for game, known in HOME_PAGE_FACTS["games"].items()
        for option in known["options"]
        for _word, value, least in option["choices"]
        if least <= GAMES[game].seat_counts[-1]
    ]
    assert {usual for *_case, usual in cases} == {True, False}
    for plain, chosen, usual in cases:
        unsaid, said = (plain | {"options": options} for options in ({}, chosen))
        assert import_results(ask, unsaid, said)[0] == [(1, 0), (0, 1) if usual else (1, 0)], chosen
        assert import_results(ask, said, unsaid)[0] == [(1, 0), (0, 1) if usual else (1, 0)], chosen


# -- addresses ---------------------------------------------------------------------------------------------------------


def option_tables(game: str, seats: int) -> st.SearchStrategy[Match]:
    """Return games at tables with all sorts of names and levels, and each option with each value, or without it."""
    names = st.text(min_size=1, max_size=MAX_NAME_CHARS).filter(str.isprintable) | st.sampled_from(HOSTILE_NAMES)
    kinds = st.sampled_from(["human", "bot:casual", "bot:random", "bot:custom"])
    known = HOME_PAGE_FACTS["games"][game]["options"]
    values = {
        option["name"]: st.sampled_from([value for _word, value, least in option["choices"] if least <= seats])
        for option in known
    }
    return st.builds(
        lambda names, kinds, number, options: Match.new(
            require_game(game), [{"name": n, "kind": k} for n, k in zip(names, kinds, strict=True)], number, options
        ),
        st.lists(
            names.filter(lambda name: name.strip() and name.isprintable() and len(name) <= MAX_NAME_CHARS),
            min_size=seats,
            max_size=seats,
        ),
        st.lists(kinds, min_size=seats, max_size=seats),
        st.integers(0, 2**53 - 1),
        st.fixed_dictionaries({}, optional=values),
    )


MATCHES = st.sampled_from([(game, seats) for game in GAMES for seats in GAMES[game].seat_counts]).flatmap(
    lambda table: option_tables(*table)
)
ADDRESS_STRATEGY = st.builds(
    Address, **{name: st.sampled_from(setting.values) for name, setting in SETTINGS.items() if name != "lang"}
)


def test_the_address_of_a_save_is_written_as_python_writes_it(ask: AskScript) -> None:
    matches = fixed_examples(MATCHES, 300)
    addresses = ask([["addressOf", match.save()] for match in matches])
    assert addresses == [address_of_match(match, Address()).to_query() for match in matches]


def test_the_address_that_a_game_was_kept_under_is_written_again_as_it_was(ask: AskScript) -> None:
    kept = st.tuples(MATCHES, ADDRESS_STRATEGY, st.booleans(), st.none() | st.integers(0, 999), st.integers(1, 9999))
    calls, queries = [], []
    for match, like, named, beat, table in fixed_examples(kept, 300):
        address = replace(address_of_match(match, like), beat=beat, table=table)
        address = address if named else replace(address, names=())
        assert parse_query(address.to_query()) == (replace(address, names=tuple(address.names)), [])
        calls.append(["addressOf", match.save(), address.to_query(), table])
        queries.append(address.to_query())
    assert ask(calls) == queries


def test_a_daily_deal_is_written_again_as_python_writes_it(ask: AskScript) -> None:
    """An import under any other date is an ordinary game."""
    for query in ("deal=2026-11-26", "deal=2026-11-26&beat=91", "deal=2026-11-26&speed=fast&table=2"):
        address = parse_query(f"game=medina&{query}")[0]
        match = Match.new(require_game(address.game), address.match_players(), address.seed)
        assert ask([["addressOf", match.save(), address.to_query(), address.table]]) == [address.to_query()]
    save = save_of_game("medina")
    assert ask([["addressOf", save, "game=medina&deal=soon"]]) == ask([["addressOf", save, "game=medina"]])


# -- games by link -----------------------------------------------------------------------------------------------------

LINK_KEY = "palaces:together:0123456789abcdef"


def kept_link_game(**changes: object) -> str:
    """Return what a device keeps of a game by link, as `save_together_table` stores it."""
    names, number = ("Noor", "Ben"), LINK_KEY[-16:]
    secret = "5" * 32
    value = turn_link.value_of(bytes.fromhex(secret), number, 0)
    link = turn_link.TurnLink(number, "medina", names, {}, (value,))
    text = link_update.format_kept_table(LinkTable("playing", names, link, ((0, secret),), 0))
    return f"1764313200000 {json.dumps(json.loads(text) | changes)}"


def test_a_game_by_link_says_who_is_next(ask: AskScript) -> None:
    stored = [kept_link_game(), kept_link_game(next=0), kept_link_game(names=["Noor", "<b>\u202eBen "])]
    ben, noor, strange = ask([["linkTableOf", LINK_KEY, text] for text in stored])
    assert ben == {
        "game": "medina",
        "number": LINK_KEY[-16:],
        "name": "Ben",
        "isOwn": False,
        "time": 1764313200000,
    }
    assert (noor["name"], noor["isOwn"]) == ("Noor", True)
    assert strange["name"] == "<b>Ben"


def test_a_table_of_another_device_leads_back_and_anything_else_is_not_listed(ask: AskScript) -> None:
    code = "UA" + "b" * 128
    kept = {"role": "guest", "game": "medina", "way": "own", "host": "Mara & <b>", "code": code}
    wrong: list[dict[str, object]] = [
        {"role": "host"},
        {"game": "chess"},
        {"way": "link"},
        {"host": 7},
        {"code": "short"},
        {"code": f"{code}&take"},
    ]
    texts = [f"1764313200000 {json.dumps(kept | each)}" for each in ({}, *wrong)] + ["", "{", "5 {"]
    found, *others = ask([["guestTableOf", "", text] for text in texts])
    assert found == {
        "game": "medina",
        "name": "Mara & <b>",
        "link": f"./medina.html#own={code}&host=Mara%20%26%20%3Cb%3E",
        "time": 1764313200000,
    }
    assert others == [None] * len(others)


def test_a_finished_or_damaged_game_by_link_is_not_listed(ask: AskScript) -> None:
    changes: list[dict[str, object]] = [
        {"over": True},
        {"kind": "host"},
        {"game": "chess"},
        {"names": 7},
        {"names": []},
        {"next": None},
        {"next": 9},
        {"next": "length"},
    ]
    texts = [*(kept_link_game(**each) for each in changes), "", "{", "5 {", kept_link_game().partition(" ")[2]]
    calls = [["linkTableOf", LINK_KEY, text] for text in texts]
    assert ask([*calls, ["linkTableOf", "palaces:together:../x", kept_link_game()]]) == [None] * (len(calls) + 1)
