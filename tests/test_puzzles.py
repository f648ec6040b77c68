"""The books of puzzles: every entry is a possible position with a complete answer, and one move is clearly best."""

import gzip
import json
from argparse import Namespace
from collections import Counter
from pathlib import Path

import pytest

from pygame_core import GAMES, Illegal, Match
from pygame_core.__main__ import main
from pygame_core.bots.paired_playouts import PairedPlayouts
from pygame_core.puzzles import generate
from pygame_core.puzzles.book import (
    LEVELS,
    RIGHT_MARGIN_POINTS,
    WRONG_MARGIN_POINTS,
    Puzzle,
    decode_book,
    encode_book,
    puzzle_facts,
    theme_name,
)
from pygame_core.puzzles.book_files import book_file, read_book
from pygame_core.terminal import puzzles as command

ROOT = Path(__file__).parent.parent
PUZZLE_GAMES = sorted(name for name, game in GAMES.items() if game.puzzle_facts)
BOOKS: dict[str, list[Puzzle]] = {game: read_book(game) for game in PUZZLE_GAMES}
MAX_BOOK_BYTES = 40_000
every_book = pytest.mark.parametrize("game", PUZZLE_GAMES)


# -- books -------------------------------------------------------------------------------------------------------------


@every_book
def test_puzzles_are_numbered_from_one(game: str) -> None:
    assert [puzzle.number for puzzle in BOOKS[game]] == [*range(1, len(BOOKS[game]) + 1)]


@every_book
def test_every_puzzle_is_a_possible_position_with_a_complete_answer(game: str) -> None:
    for puzzle in BOOKS[game]:
        seats = [{"name": f"Player {n + 1}", "kind": "human"} for n in range(puzzle.seats)]
        match = Match.from_view(puzzle.view, seats, seed=1)
        assert match.to_move() == puzzle.view["seat"], puzzle.number
        actions = [action for action, _worth in puzzle.answers]
        assert sorted(map(json.dumps, actions)) == sorted(map(json.dumps, match.legal())), puzzle.number
        match.play(puzzle.best)


@every_book
def test_one_move_is_clearly_best(game: str) -> None:
    for puzzle in BOOKS[game]:
        worths = [worth for _action, worth in puzzle.answers]
        right = [action for action, _worth in puzzle.answers if puzzle.is_right(action)]
        assert worths[0] == 0
        assert worths == sorted(worths, reverse=True)
        assert not [worth for worth in worths if -WRONG_MARGIN_POINTS < worth < -RIGHT_MARGIN_POINTS], puzzle.number
        assert {action[0] for action in right} == {puzzle.best[0]}, puzzle.number
        assert puzzle.best_wrong_answer()[1] <= -WRONG_MARGIN_POINTS


@every_book
def test_positions_have_no_secrets(game: str) -> None:
    for puzzle in BOOKS[game]:
        assert not puzzle.view["memory"]
        for seat, hand in enumerate(puzzle.view.get("hands", [])):
            assert isinstance(hand, int) == (seat != puzzle.view["seat"]), puzzle.number


@every_book
def test_no_position_occurs_twice(game: str) -> None:
    assert max(Counter(json.dumps(puzzle.view) for puzzle in BOOKS[game]).values()) == 1


@every_book
def test_books_stay_small(game: str) -> None:
    size = len(gzip.compress(book_file(game).read_bytes(), 9))
    assert size <= MAX_BOOK_BYTES


@every_book
def test_every_level_and_theme_occurs(game: str) -> None:
    themes = Counter(puzzle.theme for puzzle in BOOKS[game])
    assert {puzzle.level for puzzle in BOOKS[game]} <= set(LEVELS)
    assert themes.keys() <= puzzle_facts(game).THEMES.keys()
    for theme in themes:
        assert theme_name(game, theme)


@every_book
def test_harder_levels_have_higher_ratings(game: str) -> None:
    means = []
    for level in LEVELS:
        if ratings := [puzzle.rating for puzzle in BOOKS[game] if puzzle.level == level]:
            means.append(sum(ratings) / len(ratings))
    assert means == sorted(means)
    assert all(500 < puzzle.rating < 2500 for puzzle in BOOKS[game])


@every_book
def test_themes_hints_and_clauses_fit_the_answer(game: str) -> None:
    page = (ROOT / f"web/palaces/games/{game}/rules.html").read_text("utf-8")
    facts = puzzle_facts(game)
    for puzzle in BOOKS[game]:
        legal = [action for action, _worth in puzzle.answers]
        assert puzzle.theme == facts.find_theme(puzzle.view, puzzle.best, legal)
        assert puzzle.hints.region
        known = json.dumps([puzzle.view, puzzle.best])
        assert puzzle.hints.piece in known
        assert f'id="{puzzle.clause}"' in page, puzzle.clause


@every_book
def test_the_clearest_answers_hold_in_another_search(game: str) -> None:
    """A check of a few puzzles; `python -m pygame_core puzzles GAME --check 60` checks more, and longer."""
    clearest = sorted(BOOKS[game], key=lambda puzzle: (len(puzzle.answers), puzzle.best_wrong_answer()[1]))
    for puzzle in clearest[:3]:
        playouts, wrong = PairedPlayouts(puzzle.view, "another search"), puzzle.best_wrong_answer()[0]
        playouts.play([puzzle.best, wrong], 10)
        assert playouts.difference(puzzle.best, wrong).points > 0, puzzle.number


def test_a_wasteful_action_has_no_worth_and_is_not_right() -> None:
    puzzle = BOOKS["alhambra"][0]
    assert puzzle.worth_of(["take", "y9", "y9"]) is None
    assert not puzzle.is_right(["take", "y9", "y9"])


def test_a_game_without_puzzles_is_refused() -> None:
    with pytest.raises(Illegal, match="no puzzles of this game"):
        read_book("chess")


@every_book
def test_books_survive_encoding(game: str) -> None:
    assert decode_book(encode_book(game, BOOKS[game])) == BOOKS[game]


# -- making books ------------------------------------------------------------------------------------------------------


def test_the_more_bots_find_a_puzzle_the_lower_its_rating() -> None:
    hard = {"random": 0.1, "beginner": 0.0, "casual": 0.0, "skilled": 0.0, "master": 1.0}
    medium, easy = {**hard, "skilled": 1.0}, {**hard, "beginner": 0.5, "casual": 1.0, "skilled": 1.0}
    ratings = [generate.fit_rating(shares) for shares in (easy, medium, hard)]
    assert ratings == sorted(ratings)
    assert ratings[0] + 200 < ratings[-1]


def test_no_theme_or_level_fills_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = BOOKS["medina"][0]
    kinds = [("claim", 1), ("claim", 1), ("claim", 2), ("walls", 1), ("streets", 3), ("walls", 2)]
    skipped = []

    def find(_game: str, seed: int, full_groups: frozenset[str | int]) -> list[Puzzle]:
        skipped.append(full_groups)
        return [puzzle._replace(theme=theme, level=level) for theme, level in kinds[seed - 1 : seed]]

    monkeypatch.setattr(generate, "find_puzzles", find)
    monkeypatch.setattr(generate, "GAMES_PER_BATCH", 3)
    made = [[*chosen] for _games, chosen in generate.generate_puzzles("medina", 4, None)][-1]
    assert [(one.number, one.theme, one.level) for one in made] == [
        *((1, "claim", 1), (2, "claim", 1), (3, "streets", 3), (4, "walls", 2)),
    ]
    assert skipped == [frozenset()] * 3 + [frozenset({"claim", 1})] * 3


@pytest.mark.thorough
def test_a_search_keeps_every_action_and_gives_up_when_unclear() -> None:
    puzzle = min(BOOKS["medina"], key=lambda one: len(one.answers))
    actions = [action for action, _worth in puzzle.answers]
    found = generate.search_answers(puzzle.view, actions, "again")
    assert found is not None
    assert sorted(map(json.dumps, actions)) == sorted(json.dumps(action) for action, _worth in found)
    assert (
        generate.search_answers(Match.new("alhambra", 3, 7).view(2), Match.new("alhambra", 3, 7).legal(), "x") is None
    )


@pytest.mark.thorough
@every_book
def test_the_same_version_makes_the_same_puzzles(game: str) -> None:
    """The bots are those of the book, so its first puzzle is found again."""
    found = next(found for seed in range(1, 100) if (found := generate.find_puzzles(game, seed)))
    assert found[0]._replace(number=1) == BOOKS[game][0]


def test_puzzles_of_one_game_are_no_neighbors(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = BOOKS["medina"][0]

    def find(_game: str, seed: int, full_groups: frozenset[str | int]) -> list[Puzzle]:
        return [puzzle._replace(theme=f"{seed}", level=level) for level in (1, 2, 3)]

    monkeypatch.setattr(generate, "find_puzzles", find)
    made = [chosen for _games, chosen in generate.generate_puzzles("medina", 12, None)][-1]
    assert [one.number for one in made] == [*range(1, 13)]
    assert [one.theme for one in made] == ["1", "2", "3", "4"] * 3


# -- the command -------------------------------------------------------------------------------------------------------


@every_book
def test_the_command_writes_the_book_as_it_is(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "generate_puzzles", lambda *_settings: iter([(1, BOOKS[game][:1]), (2, BOOKS[game])]))
    file = tmp_path / "book.json"
    assert (
        command.run_puzzles(Namespace(game=game, count=150, output=file, check=None, jobs=1, json=False, quiet=True))
        == 0
    )
    assert file.read_bytes() == book_file(game).read_bytes()


def test_the_command_reports_puzzles_that_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "check_puzzle", lambda puzzle: puzzle.number != 1)
    assert main(["puzzles", "medina", "--check", "3", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "Puzzle 1: another move looks better.",
        "2 of 3 puzzles hold in a search ten times as long.",
    ]
