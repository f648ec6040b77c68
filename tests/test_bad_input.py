"""Tests of input that cannot be: one sentence says what is wrong. Integers of other libraries are integers."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import RELEASED_GAMES

from pygame_core import GAMES, Dealer, Illegal, Match, bot_tools, link_codec, players
from pygame_core.bots import _POLICY_BY_LEVEL, LEVELS, Budget, choose
from pygame_core.match import require_game, require_level

WORDS = st.sampled_from(["take", "g1", "buy", "keep", "r3", "brick-1-1", "new", "grey", "a5", "N4", "own", "tea", ""])
JSON_PARTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=8,
)
MATCH: Match = Match.new("alhambra", 3, seed=7)
VIEW: Any = MATCH.view(MATCH.to_move())
WORD: Any = "three"
WITHOUT_HANDS: Any = {key: value for key, value in VIEW.items() if key != "hands"}
ODD_WORLD: Any = {**VIEW, "world": WORD}
ODD_GAME: Any = {**VIEW, "game": []}
RNG: Any = Random(1)
ANY: Any = None


class Integer:
    """An integer of another library, such as NumPy's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


CALLS: dict[str, tuple[Callable[[], object], str]] = {
    "a link that is none": (lambda: link_codec.read(ANY), "A link is text."),
    "a link as bytes": (lambda: link_codec.read(b"abc"), "A link is text."),  # type: ignore[arg-type]
    "a link of a position": (
        lambda: link_codec.write(Match.from_view(VIEW, MATCH.seats, 1)),
        "A game that begins in the middle",
    ),
    "no level": (lambda: choose(ANY, VIEW, RNG), "There's no level called 'None'."),
    "levels": (lambda: choose(["casual"], VIEW, RNG), "There's no level called \"["),  # type: ignore[arg-type]
    "a match as a view": (lambda: choose("casual", MATCH, RNG), "A bot needs a view"),  # type: ignore[arg-type]
    "a seed as a generator": (lambda: choose("casual", VIEW, 7), "A bot needs a generator"),  # type: ignore[arg-type]
    "a number as a limit": (lambda: choose("casual", VIEW, RNG, 60), "A limit on thinking"),  # type: ignore[arg-type]
    "a game without a hash": (lambda: choose("casual", ODD_GAME, RNG), "There's no such game here."),
    "too many seats": (lambda: GAMES["alhambra"].deal(9, Dealer(1), {}), "This game is for 2 to 6 players."),
    "too few seats": (lambda: GAMES["medina"].deal(1, Dealer(1), {}), "This game is for 2 to 4 players."),
    "seats in words": (lambda: GAMES["medina"].deal("3", Dealer(1), {}), "This game is"),  # type: ignore[arg-type]
    "an option": (lambda: GAMES["medina"].deal(2, Dealer(1), {"tower": 1}), "Medina has no option called 'tower'."),
    "an unknown level": (
        lambda: Match.new("medina", [{"name": "A", "kind": "human"}, {"name": "B", "kind": "bot:grandmaster"}]),
        "There's no level called 'grandmaster'.",
    ),
    "seats without kinds": (lambda: Match.new("medina", ["A", "B"]), '{"name": "Zahra", "kind"'),
    "a truth as a seed": (lambda: Match.new("medina", 2, seed=True), "A seed is a whole number"),
    "a fraction as a seed": (lambda: Match.new("medina", 2, seed=1.0), "A seed is a whole number"),  # type: ignore[call-overload]
    "a truth as a seat": (lambda: MATCH.view(True), "There's no such seat at this table."),
    "a position as a link": (lambda: link_codec.write(ANY), "Only a match has a link."),
    "a seed as a dealer": (lambda: GAMES["medina"].deal(2, ANY, {}), "A deal needs a dealer, such as Dealer(1)."),
    "a list as options": (lambda: GAMES["medina"].deal(2, Dealer(1), ANY), "Options are names with values."),
    "a word as entries": (lambda: MATCH.copy().undo(entries=WORD), "“entries” is a whole number, such as 1."),
    "a file as text": (lambda: Match.load("game.json"), "it's the name of a file; give Path('game.json')."),
    "a word as since": (lambda: MATCH.events(0, WORD), "“since” is a whole number, such as 1."),
    "a view without hands": (lambda: GAMES["alhambra"].sample(WITHOUT_HANDS, Dealer(1)), "This position is damaged"),
    "a word as a limit": (lambda: choose("casual", VIEW, RNG, Budget(WORD)), "A limit on thinking looks like"),
    "a word as seconds": (lambda: choose("casual", VIEW, RNG, Budget(60, WORD)), "A limit on thinking looks like"),
    "a game that does not exist": (lambda: Match.new(WORD, 2), "There's no game with that name."),
    "no player": (lambda: players.parse(ANY), "None"),
    "no seat": (lambda: MATCH.copy().resign(ANY), "There's no such seat at this table."),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_cannot_be_is_refused_with_its_reason(name: str) -> None:
    call, sentence = CALLS[name]
    with pytest.raises(Illegal) as refused:
        call()
    assert sentence in refused.value.message


HELPER_CALLS: dict[str, tuple[Callable[[], object], str]] = {
    "a match as a view": (lambda: bot_tools.legal(ANY), "A bot needs a view"),
    "a view without hands": (lambda: bot_tools.rank(WITHOUT_HANDS), "This view has no entry 'hands'."),
    "a game without a hash": (lambda: bot_tools.heuristic(ODD_GAME), "There's no such game here."),
    "no world": (lambda: bot_tools.preview(ODD_WORLD, ["take", "g1"]), "This position is damaged"),
    "no verb": (lambda: bot_tools.preview(VIEW, ["tkae", "g1"]), "There's no action called 'tkae' here."),
    "no action": (lambda: bot_tools.preview(VIEW, ANY), "An action is a list"),
    "a word as a seed": (lambda: bot_tools.preview(VIEW, ["take", "g1"], WORD), "“seed” is a whole number"),
    "a seed as a generator": (lambda: bot_tools.sample_worlds(VIEW, ANY, 2), "A bot needs a generator"),
    "a word as n": (lambda: bot_tools.sample_worlds(VIEW, RNG, WORD), "“n” is a whole number"),
    "n below 0": (lambda: bot_tools.sample_worlds(VIEW, RNG, -1), "“n” is a whole number, at least 0."),
    "turns below 0": (lambda: bot_tools.play_out(VIEW, RNG, -1), "“turns” is a whole number, at least 0."),
    "the view of another seat": (lambda: bot_tools.legal(MATCH.view(0)), "A bot needs the view of the seat to move."),
    "the view of an onlooker": (lambda: bot_tools.legal(MATCH.view(None)), "A bot needs the view of the seat to move."),
    "a lead over nobody": (lambda: bot_tools.lead([1], 0), "A lead needs the points of at least 2 seats."),
    "a lead of no seat": (lambda: bot_tools.lead([1, 2], 5), "There's no such seat at this table."),
    "a lead from the end": (lambda: bot_tools.lead([1, 2], -1), "There's no such seat at this table."),
    "no such seat": (lambda: bot_tools.heuristic(VIEW, 9), "There's no such seat at this table."),
    "a word as turns": (lambda: bot_tools.play_out(VIEW, RNG, WORD), "“turns” is a whole number"),
    "an unknown level": (lambda: bot_tools.play_out(VIEW, RNG, 2, WORD), "There's no level called 'three'."),
    "no scoring": (lambda: bot_tools.scoring(VIEW, ANY), "There's no scoring"),
    "no buildings": (lambda: bot_tools.scoring(ANY, "A"), "A bot needs a view"),
    "coins of nobody": (lambda: bot_tools.coins(VIEW, -1), "There's no such seat at this table."),
}


@pytest.mark.parametrize("name", HELPER_CALLS)
def test_helpers_of_bots_refuse_what_cannot_be(name: str) -> None:
    call, sentence = HELPER_CALLS[name]
    with pytest.raises(Illegal) as refused:
        call()
    assert sentence in refused.value.message


def test_helpers_of_bots_take_tuples_and_integers_of_other_libraries() -> None:
    action = next(action for action in bot_tools.legal(VIEW) if action[0] == "buy")
    same = (action[0], Integer(action[1]), *action[2:])
    assert bot_tools.preview(VIEW, same, Integer(3)) == bot_tools.preview(VIEW, action, 3)
    assert bot_tools.heuristic(VIEW, Integer(1)) == bot_tools.heuristic(VIEW, 1)
    assert bot_tools.coins(VIEW, Integer(2)) == bot_tools.coins(VIEW, 2) > 0
    assert len(bot_tools.sample_worlds(VIEW, RNG, Integer(2))) == 2
    assert bot_tools.play_out(VIEW, Random(1), Integer(1)) == bot_tools.play_out(VIEW, Random(1), 1)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_refuses_a_view_without_hands(level: str) -> None:
    with pytest.raises(Illegal, match="This position is damaged"):
        choose(require_level(level), WITHOUT_HANDS, Random(1))


def test_a_fault_of_a_bot_stays_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a damaged view is a refusal."""

    def fail(*_: object) -> Any:
        raise KeyError("a fault")

    monkeypatch.setitem(_POLICY_BY_LEVEL, "casual", fail)
    with pytest.raises(KeyError, match="a fault"):
        choose("casual", VIEW, Random(1))


def test_every_level_has_its_policy() -> None:
    assert tuple(_POLICY_BY_LEVEL) == LEVELS


ACTIONS: dict[str, tuple[Any, str]] = {
    "no list": ("pass", "An action is a list that begins with a verb, such as ["),
    "nothing": ([], "An action is a list that begins with a verb"),
    "a verb": (["tkae", "g1"], '\'tkae\' here. Actions now begin with one of: ["take", "buy"].'),
    "a list as a verb": ([["take"], "g1"], "There's no action called"),
    "a card": (["take", "x9"], "There's nothing called 'x9' in this game."),
    "a word": (["buy", 0, ["y8"], "kepe"], "There's nothing called 'kepe' in this game."),
    "a place": (["buy", 9, ["y8"], "keep"], "'9' is wrong in this action. It looks like [\"buy\", 0, "),
    "a building that pays": (["buy", 0, ["arcades-6"], "keep"], "is wrong in this action. It looks like ["),
    "the order": (["buy", 0, ["y8", "y5"], "keep"], 'Write ["buy", 0, ["y5", "y8"], "keep"].'),
    "the order of the rest": (["take", "o4", "g1", "y1"], 'Write ["take", "y1", "g1", "o4"].'),
    "too few parts": (["buy", 0, ["y8"]], 'This action has 3 parts instead of 4. It looks like ["buy", '),
    "a huge number": (["buy", 10**5000, ["y8"], "keep"], "'999999999' is wrong in this action."),
    "a word that is no verb": (["keep"], "wrong parts, and 'keep' isn't possible now. Actions now begin with one of"),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_a_malformed_action_says_what_is_wrong(name: str) -> None:
    action, sentence = ACTIONS[name]
    refusal = MATCH.allows(action)
    assert refusal is not None
    assert sentence in refusal.message
    with pytest.raises(Illegal) as refused:
        MATCH.copy().play(action)
    assert refused.value.message == refusal.message


@settings(max_examples=60, deadline=None)
@given(parts=JSON_PARTS, name=st.sampled_from(RELEASED_GAMES))
def test_any_json_as_an_action_gets_a_sentence(parts: Any, name: str) -> None:
    """Each of them is played, or refused with one sentence that says more than that it isn't valid."""
    match = Match.new(require_game(name), 3, seed=7)
    verbs = [action[0] for action in match.legal()][:2]
    for action in (parts, [parts], *([verb, *(parts if isinstance(parts, list) else [parts])] for verb in verbs)):
        refusal = match.allows(action)
        if refusal is None:
            continue
        assert "isn't a valid action" not in refusal.message
        assert "\n" not in refusal.message
        with pytest.raises(Illegal) as refused:
            match.play(action)
        assert (refused.value.message, match.save()["log"]) == (refusal.message, [])


def test_integers_of_other_libraries_are_integers() -> None:
    options = {"first": Integer(1)}
    match = Match.new("medina", Integer(3), Integer(7), options)
    assert match == Match.new("medina", 3, 7, {"first": 1})
    assert match.save() == Match.new("medina", 3, 7, {"first": 1}).save()
    assert match.view(Integer(1)) == match.view(1)
    assert GAMES["medina"].deal(Integer(3), Dealer(Integer(7)), options) == match.state  # type: ignore[arg-type]
    action = next(action for action in MATCH.legal() if action[0] == "buy")
    assert MATCH.allows((action[0], Integer(action[1]), *action[2:])) is None


def test_integers_of_numpy_are_integers() -> None:
    numpy = pytest.importorskip("numpy")
    assert Match.new("medina", numpy.int64(3), numpy.uint8(7)) == Match.new("medina", 3, 7)
    for wrong in (numpy.bool_(True), numpy.float64(3), numpy.array([1, 2])):
        with pytest.raises(Illegal):
            Match.new("medina", 3, seed=wrong)


def test_a_save_can_be_a_path_and_not_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(MATCH.save()), encoding="utf-8")
    assert Match.load(path) == MATCH
    with path.open() as file, pytest.raises(Illegal, match="it's an open file; read it first"):
        Match.load(file)
    with pytest.raises(FileNotFoundError):
        Match.load(tmp_path / "other.json")


def test_a_bot_of_your_own_and_a_level_of_a_newer_version() -> None:
    seats = [{"name": "A", "kind": "bot:custom"}, {"name": "B", "kind": "human"}]
    match = Match.new("medina", seats, 1)
    save = match.save()
    save["seats"][0]["kind"] = "bot:grandmaster"  # a newer version may have it
    loaded = Match.load(save)
    assert loaded.has_only_seed_draws()
    assert (match.seats, loaded.seats[0]["kind"]) == (seats, "bot:grandmaster")


def test_a_match_without_a_game_has_a_description() -> None:
    assert repr(Match()) == "<Match without a game: Match.new and Match.load make one>"
