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

OUT_OF_PIECES = " ran out of pieces."

ALHAMBRA_STORIES: list[tuple[dict[str, Any], list[str]]] = [
    ({"verb": "take", "cards": ["b3", "g2"]}, ["Ada took the 3 of denars and the 2 of dirhams."]),
    ({"verb": "pass"}, ["Ada couldn't take money or buy, and passed."]),
    (
        {"verb": "buy", "cards": ["y9", "y4"], "building": "tower-13", "give": False, "over": 0},
        ["Ada bought the tower (13) with the 9 and 4 of florins and earned another action."],
    ),
    (
        {"verb": "buy", "cards": ["y9", "y5"], "building": "tower-13", "give": False, "over": 1},
        ["Ada bought the tower (13) with the 9 and 5 of florins, overpaying by 1."],
    ),
    (
        {"verb": "buy", "cards": ["y9", "y4"], "building": "tower-13", "give": True, "over": 0},
        ["Ada bought the tower (13) for Dirk with the 9 and 4 of florins and earned another action."],
    ),
    (
        {"verb": "buy", "cards": ["y9", "y6"], "building": "tower-13", "give": True, "over": 2},
        ["Ada bought the tower (13) for Dirk with the 9 and 6 of florins, overpaying by 2."],
    ),
    (
        {"verb": "take", "cards": ["b3"], "scorings": [["A", [1, 0, 7]]], "dirk": {"A": ["tower-13"]}},
        [
            "Ada took the 3 of denars.",
            "Scoring A: Dirk 7, Ada 1 and Bob 0.",
            "Dirk got the tower (13).",
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
            "Ada took the 3 of denars.",
            "Ada had the most florins and got the tower (13).",
            "Bob had the most denars and got the garden (12).",
            "Nobody alone had the most dirhams, so nobody got the arcades (10).",
            "Scoring C: Ada 30, Bob 21 and Dirk 9.",
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
        return [f"You {sentence.removeprefix(f'{name} ')}"]
    return [re.sub(rf"(: |, | and | so ){re.escape(name)} ", r"\1you ", sentence)]


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
        ({"verb": "pass"}, "You couldn't take money or buy, and passed."),
        (ALHAMBRA_STORIES[2][0], "You bought the tower (13) with the 9 and 4 of florins and earned another action."),
        (ALHAMBRA_STORIES[6][0], "Scoring A: Dirk 7, you 1 and Bob 0."),
        (ALHAMBRA_STORIES[7][0], "You had the most florins and got the tower (13)."),
    ],
    ids=["pass", "buy", "scoring", "leftover"],
)
def test_what_is_said_to_you_reads_as_a_sentence(event: dict[str, Any], said: str) -> None:
    assert said in alhambra_sentences(event, 0)


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
