"""Tests of explanations: every event and term has words, and no sentence reveals another possible move."""

import re
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from tables import GAMES_AND_SEATS, RELEASED_GAMES, random_positions

from pygame_core import GAMES, Match
from pygame_core.bots import LEVELS, Budget, Candidate, Decision, bot_view, choose
from pygame_core.bots.explain import (
    action_note,
    candidate_sentence,
    comparison_sentences,
    continuation_sentences,
    figures_sentence,
    points_note,
    reason_sentences,
    signed_points,
)
from pygame_core.i18n import format_number
from pygame_core.match import require_game, require_level

BEST_CANDIDATE = Candidate(["take", "b3"], 4.2, {"B": 2.2, "money": 2.0})
SECOND_CANDIDATE, EQUAL_CANDIDATE = (
    Candidate(["take", "g1"], 3.0, {}),
    Candidate(["take", "g2"], 4.18, {"B": 2.18, "money": 2.0}),
)
LATE_CANDIDATE = Candidate(["take", "b3"], 4.2, {"points": 3.2, "C": 1.0})
THIRD_CANDIDATE = Candidate(["pass"], 3.0, {"B": 0.2, "money": 2.8})


def game_text(game: str) -> Any:
    """Return the sentences of a game."""
    return GAMES[game].sentences


@cache
def bot_decisions(game: str, level: str) -> tuple[Decision, ...]:
    """Return a bot's decisions in some positions of a random game, with all kinds of them."""
    match, rng, found = Match.new(require_game(game), GAMES[game].seat_counts[:2][-1], 5), Random(3), []
    while match.to_move() is not None:
        legal = match.legal()
        if len(match.log) % 7 == 0:
            found.append(choose(require_level(level), bot_view(level, match), rng, Budget(playouts=4)))
        match.play(rng.choice(legal) if len(match.log) % 2 else choose("casual", bot_view("casual", match), rng).action)
    return tuple(found)


@pytest.mark.parametrize(("game", "level"), [*product(GAMES, LEVELS)])
def test_every_term_that_a_bot_uses_has_a_name(game: str, level: str) -> None:
    terms = {
        term for decision in bot_decisions(game, level) for candidate in decision.candidates for term in candidate.terms
    }
    terms |= {term for decision in bot_decisions(game, level) for term in decision.gains_by_term}
    assert bool(terms) == (level != "random")
    assert len({game_text(game).term_name(term) for term in terms}) == len(terms)
    assert game_text(game).term_name("nonsense") == "nonsense"


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_every_term_of_all_levels_stands_in_the_list_of_names_with_one_of_its_own(game: str) -> None:
    decisions = [decision for level in LEVELS for decision in bot_decisions(game, level)]
    terms = {term for decision in decisions for candidate in decision.candidates for term in candidate.terms}
    terms |= {term for decision in decisions for term in decision.gains_by_term}
    names = game_text(game).TERM_NAMES
    assert not terms - {*names}
    assert len({game_text(game).term_name(term) for term in names}) == len(names)


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
@pytest.mark.parametrize("seed", range(4))
def test_every_event_is_told_in_sentences(game: str, seats: int, seed: int) -> None:
    """The sentences begin with the name of the player. The game has randomness exactly if it says so."""
    names = [f"<{n}>" for n in range(seats)]
    match = random_positions(game, seats, seed)[-1]
    for event in match.events(None):
        said = game_text(game).event_sentences(event, names)
        assert said[0].startswith(names[event["seat"]])
        assert all(sentence.endswith(".") for sentence in said)
    assert any(draws for _, _, draws in match.log) == GAMES[game].has_chance


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_has_a_name_of_its_own(game: str) -> None:
    match, rng, verbs = Match.new(require_game(game), GAMES[game].seat_counts[0], 5), Random(4), set()
    while match.to_move() is not None:
        legal = match.legal()
        for view in (None, match.view(None)):
            named = [game_text(game).action_name(action, view) for action in legal]
            assert len(set(named)) == len(legal)
            assert not any("{" in name or name.endswith(".") or not name[0].isupper() for name in named)
        verbs |= {action[0] for action in legal}
        match.play(rng.choice(legal))
    assert verbs


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (["buy", ["brick-3-1"], ["r4", "c2"]], "Buy the brick 3 (1 window) with a red 4 and a certificate"),
        (["buy", ["brick-3-1"], []], "Get the brick 3 (1 window) for free"),
        (["build", "brick-3-1", 0], "Build the brick 3 (1 window) on palace 1"),
        (["build", "brick-3-1", "new"], "Start a palace with the brick 3 (1 window)"),
        (["build", "brick-3-1", "out"], "Discard the brick 3 (1 window)"),
        (["rebuild", "r3", "split", 0, 2], "Pay a red 3 and split floor 2 off palace 1"),
        (["rebuild", "r3", "join", 1, 0], "Pay a red 3 and move the single floor of palace 2 into palace 1"),
        (["rebuild", "r3", "drop", 1], "Pay a red 3 and discard the single floor of palace 2"),
        (["bid", "r4", "r3"], "Add a red 4 and a red 3 to your bid"),
    ],
    ids=str,
)
def test_what_actions_of_palazzo_are_called(action: list[Any], said: str) -> None:
    assert game_text("palazzo").action_name(action) == said


def test_with_a_view_an_action_says_what_it_is_about() -> None:
    view = {"yard": ["tower-13", None, None, None], "to_move": 1, "palaces": [[], [["brick-2-1"], ["marble-1-3"]]]}
    assert (
        game_text("alhambra").action_name(["buy", 0, ["y9", "y4"], "keep"], view)
        == "Buy the tower (13) with the 9 and 4 of florins"
    )
    assert (
        game_text("alhambra").action_name(["buy", 0, ["y9"], "give"], view)
        == "Buy the tower (13) for Dirk with the 9 of florins"
    )
    for change, said in ((["join", 1, 0], "move {} into palace 1"), (["drop", 1], "discard {}")):
        named = game_text("palazzo").action_name(["rebuild", "r3", *change], view)
        assert named == "Pay a red 3 and " + said.format("the marble 1 (3 windows)")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (["roof", "own", "c5"], "Claim the palace at c5"),
        (["roof", "neutral", "c5"], "Put a neutral rooftop on the palace at c5"),
        (["wall", "N3"], "Build a wall on space c between towers 1 and 3"),
        (["tea"], "Take a tea break"),
    ],
    ids=str,
)
def test_what_actions_of_medina_are_called(action: list[Any], said: str) -> None:
    assert game_text("medina").action_name(action) == said


CLOSE_SENTENCE = "Close call: another move is about as good."


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (
            {"B": 2.1, "A": 1.0, "money": -0.8, "C": 0.7},
            "Better than the next best move for points in scoring B and points in scoring A, "
            "but worse for money in hand.",
        ),
        ({"B": 2.1, "A": 0.4}, "Better than the next best move for points in scoring B."),
        ({"money": -0.7}, CLOSE_SENTENCE),
        (
            {"money": -1.3, "B": 1.2, "A": 0.3},
            f"{CLOSE_SENTENCE} Better than the next best move for points in scoring B, but worse for money in hand.",
        ),
        (
            {"C": 9.0, "B": -3.0, "money": -2.0, "A": -1.5, "purchases": -1.0},
            "Better than the next best move for points in scoring C, but worse for points in scoring B.",
        ),
        ({}, CLOSE_SENTENCE),
    ],
)
def test_a_move_is_compared_with_the_next_one_in_words(why: dict[str, float], said: str) -> None:
    decision = Decision(BEST_CANDIDATE.action, [BEST_CANDIDATE, SECOND_CANDIDATE], why)
    assert " ".join(reason_sentences(game_text("alhambra"), decision)) == said


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (
            Decision(BEST_CANDIDATE.action, [BEST_CANDIDATE, SECOND_CANDIDATE], {}, 40),
            "Close call: another move is about as good.",
        ),
        (
            Decision(BEST_CANDIDATE.action, [BEST_CANDIDATE], {"B": 2.0}),
            "Nothing else is worth considering.",
        ),
        (
            Decision(BEST_CANDIDATE.action, [BEST_CANDIDATE, SECOND_CANDIDATE], {"B": 2.1}, 40, True),
            "Clearly best. Thinking longer is unlikely to find a better move. "
            "Better than the next best move for points in scoring B.",
        ),
        (
            Decision(BEST_CANDIDATE.action, [BEST_CANDIDATE, SECOND_CANDIDATE], {}, 40, True),
            "Every sensible move was checked. Another one is about as good.",
        ),
        (
            Decision(BEST_CANDIDATE.action, [BEST_CANDIDATE, SECOND_CANDIDATE], {"B": 0.7}, 40, True),
            "Every sensible move was checked. Better than the next best move for points in scoring B.",
        ),
        (
            Decision(
                BEST_CANDIDATE.action, [LATE_CANDIDATE, SECOND_CANDIDATE], {"points": 4.4, "C": -3.8, "last": 0.9}
            ),
            "Better than the next best move for leftover buildings at the end and points in scoring C.",
        ),
        (
            Decision(BEST_CANDIDATE.action, [LATE_CANDIDATE, SECOND_CANDIDATE], {"points": 4.4, "C": -4.4}),
            CLOSE_SENTENCE,
        ),
        (
            Decision(BEST_CANDIDATE.action, [BEST_CANDIDATE, EQUAL_CANDIDATE, THIRD_CANDIDATE], {"exact": 0.04}, 40),
            "Close call: another move is about as good. "
            "The best two moves are better than the third for points in scoring B, but worse for money in hand.",
        ),
        (
            Decision(
                BEST_CANDIDATE.action,
                [BEST_CANDIDATE, EQUAL_CANDIDATE, Candidate(["pass"], 3.0, {"B": 1.0, "money": 2.0})],
                {},
            ),
            f"{CLOSE_SENTENCE} The best two moves are better than the third for points in scoring B.",
        ),
        (Decision(BEST_CANDIDATE.action, [BEST_CANDIDATE, EQUAL_CANDIDATE], {"B": 0.2, "money": -0.2}), CLOSE_SENTENCE),
        (Decision(["pass"], [Candidate(["pass"], 0.0, {})], {}), "Nothing else is worth considering."),
        (
            Decision(SECOND_CANDIDATE.action, [BEST_CANDIDATE, SECOND_CANDIDATE], {"B": 2.0}),
            "There was a better move. This bot missed it or misjudged it.",
        ),
        (
            Decision(
                SECOND_CANDIDATE.action, [BEST_CANDIDATE, Candidate(SECOND_CANDIDATE.action, 4.16, {})], {"B": 0.04}
            ),
            "Another move is just as good.",
        ),
        (Decision(BEST_CANDIDATE.action, [], {}), "This move was picked at random."),
    ],
)
def test_a_decision_is_told_by_how_clear_it_is(decision: Decision, said: str) -> None:
    assert " ".join(reason_sentences(game_text("alhambra"), decision)) == said


@pytest.mark.parametrize(("game", "level"), [*product(GAMES, LEVELS)])
def test_reasons_name_no_action(game: str, level: str) -> None:
    for decision in bot_decisions(game, level):
        said = " ".join(reason_sentences(game_text(game), decision))
        assert said.endswith(".")
        named = [game_text(game).action_name(candidate.action) for candidate in decision.candidates]
        assert not any(name.lower() in said.lower() for name in named if len(name) > len("Pass"))
        for candidate in decision.candidates:
            assert candidate_sentence(game_text(game), candidate).endswith(
                f": expected lead {signed_points(candidate.expected_lead)}"
            )


@pytest.mark.parametrize("game", GAMES)
def test_reasons_have_no_figures_and_are_short(game: str) -> None:
    told = [
        sentence
        for decision in bot_decisions(game, "skilled")
        for sentence in comparison_sentences(game_text(game), decision)
    ]
    assert told
    for sentence in told:
        assert not re.search(r"\([+−]", sentence)
        assert "other things" not in sentence
        assert sentence.count(", ") <= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_lead_of_a_move_is_told_in_whole_points(game: str) -> None:
    for decision in bot_decisions(game, "skilled"):
        for candidate in decision.candidates:
            assert re.fullmatch(r"[+−]\d+|0", signed_points(candidate.expected_lead))


def test_what_a_purchase_brings_is_told_by_its_place_in_the_next_scoring() -> None:
    notes = set()
    for match in random_positions("alhambra", 3, 2):
        seat = match.to_move()
        if seat is None:
            continue
        view = match.view(seat)
        letter = "ABC"[len(view["scorings"])]
        for action in match.legal():
            note = action_note(game_text("alhambra"), action, view)
            notes.add(re.sub(r"\d+|[A-C]\b", "#", note.partition(": ")[2] or note.partition(" for ")[0]))
            if action[0] == "buy":
                assert f"in scoring {letter}" in note
                assert f"[{view['yard'][action[1]]}]".startswith(f"[{note.partition(':')[0].lower()}-")
            if worth := re.search(r"worth (\d+)", note):
                assert 0 < int(worth.group(1)) <= 21
    assert {
        "first in scoring #, worth #",
        "tied for second in scoring #, worth #",
        "Then you can pay exactly",
        "",
    } <= notes


def test_what_a_move_of_palazzo_does_is_said_as_a_player_would() -> None:
    """The points are those that the move then has brought; the best bid is that of the hand with the new card."""
    notes, text = set(), game_text("palazzo")
    for match in (match for seed in range(4) for match in random_positions("palazzo", 3, seed)):
        seat = match.to_move()
        if seat is None:
            continue
        view = match.view(seat)
        for action in match.legal()[::3]:
            note = action_note(text, action, view)
            then = match.copy()
            then.play(action)
            gain = then.scores()[seat] - match.scores()[seat]
            notes.add(re.sub(r"−?\d+", "#", note).replace("points", "point"))
            if action[0] in ("build", "rebuild"):
                figure = format_number(gain if "single" in note else abs(gain))
                assert re.findall(r"−?\d+", note)[:1] == ([figure] if gain else [])
                assert ("fewer" in note or "single" in note) == (gain < 0)
            if action[0] == "bid":
                total, verb = then.view(seat)["totals"][seat], "Raise your bid to" if view["totals"][seat] else "Bid"
                assert text.action_name(action, view).startswith(f"{verb} {total} with ")
            assert action[0] != "pass" or bool(note) == bool(view["bids"][seat])
    assert notes >= {
        "",
        "# more point: palace # is then worth #",
        "# as a single floor",
        "# more point",
        "# point fewer",
        "Up to # more point if you win",
        "You get # back",
        "You could bid up to # instead of #",
    }


@pytest.mark.parametrize(("game", "seats"), [("medina", 3)])
def test_what_else_a_move_brings_are_the_points_that_it_then_has_brought(game: str, seats: int) -> None:
    told = 0
    for match in random_positions(game, seats, 2)[::7]:
        seat = match.to_move()
        if seat is None:
            continue
        for action in match.legal()[::9]:
            then = match.copy()
            then.play(action)
            gain = then.scores()[seat] - match.scores()[seat]
            assert action_note(game_text(game), action, match.view(seat)) == points_note(gain)
            told += bool(gain)
    assert told


def test_how_a_turn_would_go_on_is_told_with_all_that_follows() -> None:
    decision = Decision(["building", "brown", "c5"], [], {}, continuation=(["merchant", "c6"], ["tea"]))
    assert continuation_sentences(game_text("medina"), decision) == [
        "Then, in the same turn: Place a merchant on c6.",
        "Then, in the same turn: Take a tea break.",
    ]
    assert continuation_sentences(game_text("medina"), decision._replace(continuation=())) == []


def test_what_figures_are_is_told_by_how_many_play() -> None:
    assert figures_sentence(2) == "Each figure is the expected final lead over the other player, in points."
    assert figures_sentence(3) == "Each figure is the expected final lead over the others' average, in points."
