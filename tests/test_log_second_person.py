"""Tests of the log in the second person: a player alone reads “you” where others would read the name."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tables import GAMES_AND_SEATS, random_positions
from test_medina_events import EVENT_STORIES as MEDINA
from test_medina_events import told_sentences as told_of_medina
from test_palazzo_events import EVENT_STORIES as PALAZZO
from test_palazzo_events import told_sentences as told_of_palazzo

from pygame_core import GAMES
from pygame_core.alhambra import sentences

SECOND_PERSON_VERBS = {
    "begins": "begin",
    "bids": "bid",
    "builds": "build",
    "buys": "buy",
    "can": "can",
    "draws": "draw",
    "drops": "drop",
    "has": "have",
    "lays": "lay",
    "opens": "open",
    "passes": "pass",
    "pays": "pay",
    "puts": "put",
    "sends": "send",
    "sets": "set",
    "takes": "take",
    "wants": "want",
    "wins": "win",
}
"""The verbs of the log that differ in the third person and in the second."""

OUT_OF_PIECES = " ran out of pieces."

ALHAMBRA_STORIES: list[tuple[dict[str, Any], list[str]]] = [
    ({"verb": "take", "cards": ["b3", "g2"]}, ["Ada takes denar 3 and dirham 2."]),
    ({"verb": "pass"}, ["Ada can neither take money nor buy, and passes."]),
    (
        {"verb": "buy", "cards": ["y9", "y4"], "building": "tower-13", "give": False, "over": 0},
        ["Ada buys tower 13 with florin 9 and florin 4: exact, one more action."],
    ),
    (
        {"verb": "buy", "cards": ["y9", "y5"], "building": "tower-13", "give": False, "over": 1},
        ["Ada buys tower 13 with florin 9 and florin 5, 1 too much."],
    ),
    (
        {"verb": "buy", "cards": ["y9", "y4"], "building": "tower-13", "give": True, "over": 0},
        ["Ada buys tower 13 for Dirk with florin 9 and florin 4: exact, one more action."],
    ),
    (
        {"verb": "buy", "cards": ["y9", "y6"], "building": "tower-13", "give": True, "over": 2},
        ["Ada buys tower 13 for Dirk with florin 9 and florin 6, 2 too much."],
    ),
    (
        {"verb": "take", "cards": ["b3"], "scorings": [["A", [1, 0, 7]]], "dirk": {"A": ["tower-13"]}},
        [
            "Ada takes denar 3.",
            "Scoring A: Ada 1 point, Bob 0 points, Dirk 7 points.",
            "Dirk is given tower 13.",
        ],
    ),
    (
        {
            "verb": "take",
            "cards": ["b3"],
            "scorings": [["C", [30, 21, 9]]],
            "leftovers": [
                {"place": 0, "building": "tower-13", "winner": 0},
                {"place": 1, "building": "garden-12", "winner": 1},
                {"place": 2, "building": "arcades-10", "winner": None},
            ],
        },
        [
            "Ada takes denar 3.",
            "The last tower 13 goes to Ada, who has the most florin.",
            "The last garden 12 goes to Bob, who has the most denar.",
            "The last arcades 10 goes to nobody: no one alone has the most dirham.",
            "Scoring C: Ada 30 points, Bob 21 points, Dirk 9 points.",
        ],
    ),
]
"""Events of the first seat, each with its sentences in the log."""


def in_second_person(name: str, sentences: Sequence[str]) -> list[str]:
    """Return sentences of the log as addressed to the player with this name."""
    return [to for sentence in sentences for to in _sentence_in_second_person(name, sentence)]


def _sentence_in_second_person(name: str, sentence: str) -> list[str]:
    """Return a sentence in the second person, or two if it also speaks of others."""
    if sentence.endswith(OUT_OF_PIECES) and name in sentence:
        others = [one for one in re.split(", | and ", sentence.removesuffix(OUT_OF_PIECES)) if one != name]
        return [f"You{OUT_OF_PIECES}", *([f"{' and '.join(others)}{OUT_OF_PIECES}"] if others else [])]
    if sentence.startswith(f"{name} "):
        words = sentence.removeprefix(f"{name} ")
        told = re.sub(r"^\w+", lambda found: SECOND_PERSON_VERBS.get(found[0], found[0]), words)
        return [
            "You " + re.sub(r"(?<=and )(passes|sets|puts|takes)\b", lambda verb: SECOND_PERSON_VERBS[verb[0]], told)
        ]
    return [
        sentence.replace(f"goes to {name}, who has", "goes to you: you have")
        .replace(f": {name} ", ": you ")
        .replace(f", {name} ", ", you ")
    ]


def alhambra_sentences(event: dict[str, Any], you: int | None = None) -> list[str]:
    """Return the sentences of the log for an event of the first seat at a table of two."""
    rest: dict[str, Any] = {"n": 0, "seat": 0, "cards": [], "dirk": {}, "scorings": [], "leftovers": []}
    whole: Any = rest | event
    return sentences.event_sentences(whole, ["Ada", "Bob"], you)


@pytest.mark.parametrize(
    ("event", "said"), ALHAMBRA_STORIES, ids=lambda one: one["verb"] if isinstance(one, dict) else ""
)
def test_each_kind_of_event_of_alhambra_is_said_to_each(event: dict[str, Any], said: list[str]) -> None:
    assert alhambra_sentences(event) == said
    assert alhambra_sentences(event, 0) == in_second_person("Ada", said)
    assert alhambra_sentences(event, 1) == in_second_person("Bob", said)


STORIES = [
    pytest.param(told, *story, id=f"{game}-{' '.join(map(str, story[1]))}")
    for game, told, stories in (("palazzo", told_of_palazzo, PALAZZO), ("medina", told_of_medina, MEDINA))
    for story in stories
]


@pytest.mark.parametrize(("told", "state", "action", "draws", "said"), STORIES)
def test_each_kind_of_event_of_the_other_games_is_said_to_each_in_the_second_person(
    told: Callable[..., list[str]], state: Any, action: list[Any], draws: str, said: list[str]
) -> None:
    for you, name in enumerate(("Ada", "Bob", "Cleo")):
        assert told(state.copy(), *action, draws=draws, you=you) == in_second_person(name, said)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"verb": "pass"}, "You can neither take money nor buy, and pass."),
        (ALHAMBRA_STORIES[2][0], "You buy tower 13 with florin 9 and florin 4: exact, one more action."),
        (ALHAMBRA_STORIES[6][0], "Scoring A: you 1 point, Bob 0 points, Dirk 7 points."),
        (ALHAMBRA_STORIES[7][0], "The last tower 13 goes to you: you have the most florin."),
    ],
    ids=["pass", "buy", "scoring", "leftover"],
)
def test_what_is_said_to_you_reads_as_a_sentence(event: dict[str, Any], said: str) -> None:
    assert said in alhambra_sentences(event, 0)


def test_every_verb_of_the_list_is_said() -> None:
    """The list includes those of the tests' own game: take, lay and drop."""
    all_said = [said for _, said in ALHAMBRA_STORIES] + [said for *_, said in (*PALAZZO, *MEDINA)]
    words = {word for said in all_said for sentence in said for word in re.findall(r"\w+", sentence)}
    assert {*SECOND_PERSON_VERBS} - words == {"drops", "lays"}


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
@pytest.mark.parametrize("seed", range(2))
def test_the_second_person_tells_the_same_as_the_third(game: str, seats: int, seed: int) -> None:
    """For every reader, it has the same pieces, places and figures in the same order, and the others' names."""
    names = [f"<{n}>" for n in range(seats)]
    for event in random_positions(game, seats, seed)[-1].events(None):
        of_all = GAMES[game].sentences.event_sentences(event, names)
        for you, name in enumerate(names):
            to_you = GAMES[game].sentences.event_sentences(event, names, you=you)
            assert to_you == in_second_person(name, of_all)
            assert name not in " ".join(to_you)
            assert (to_you == of_all) == (name not in " ".join(of_all))
