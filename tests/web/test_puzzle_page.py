"""Puzzles on the page: their record, question, answers, hints and the next one."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from palaces.app.model import Model
from palaces.app.puzzle_record import (
    NEW_RECORD,
    PuzzleAnswer,
    PuzzleRecord,
    add_answer,
    format_record,
    parse_record,
)
from palaces.app.routing import Address, parse_query
from palaces.features.keys import shortcuts
from palaces.features.puzzles import puzzle_update, puzzle_view
from palaces.loop import layout
from palaces.loop.update import update
from palaces.share import share_panel
from palaces.ui.game_view import load_game_view
from palaces.ui.html import compact_json
from screens import offered_messages

from pygame_core import Illegal
from pygame_core.daily import PUZZLE_COUNTS, daily_puzzle, today
from pygame_core.puzzles.book import Book
from pygame_core.puzzles.book_files import read_book_file
from pygame_core.rating import NEW_RATING, Rating

BOOKS = Path(__file__).resolve().parent.parent / "fixtures/puzzles"
GAMES = ("alhambra", "palazzo", "medina")
ANSWER = PuzzleAnswer("medina", 17, 1500, is_solved=True, hints=0, day="")


@cache
def read_book(game: str) -> Book:
    book: Book = json.loads((BOOKS / f"{game}.json").read_text("utf-8"))
    return book


def open_puzzle(game: str, number: int = 1, record: PuzzleRecord = NEW_RECORD) -> Model[Any, Any]:
    return puzzle_update.open_puzzle(Address(game, puzzle=number), read_book(game), record)[0]


def all_puzzles() -> list[tuple[str, int]]:
    return [(game, number) for game in GAMES for number in range(1, len(read_book(game)["levels"]) + 1)]


def wrong_answer(model: Model[Any, Any]) -> Any:
    return puzzle_update.puzzle_progress(model).puzzle.answers[-1][0]


def best_answer(model: Model[Any, Any]) -> Any:
    return puzzle_update.puzzle_progress(model).puzzle.best


# -- addresses ---------------------------------------------------------------------------------------------------------


def test_an_address_asks_for_a_puzzle_by_its_number_with_or_without_a_game_or_for_that_of_today() -> None:
    assert parse_query("?puzzle=2", "medina")[0].puzzle == 2
    named, notes = parse_query("?puzzle=palazzo-3", "medina")
    assert (named.game, named.puzzle, notes) == ("palazzo", 3, [])
    assert parse_query("?puzzle=today", "medina")[0].puzzle == daily_puzzle(today())[1]
    assert Address("medina", puzzle=17).to_query() == "game=medina&puzzle=17"


@pytest.mark.parametrize(
    "text", ["0", str(PUZZLE_COUNTS["medina"] + 1), "-3", "1e1", "chess-3", "medina-", "tomorrow", "9" * 400, "1\u0662"]
)
def test_a_damaged_number_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(Illegal, match="There's no puzzle"):
        parse_query(f"?puzzle={text}", "medina")


# -- record ------------------------------------------------------------------------------------------------------------


def test_a_record_survives_storage_and_damage() -> None:
    record = add_answer(NEW_RECORD, ANSWER._replace(day="2026-11-26"))
    record = add_answer(record, ANSWER._replace(number=3, is_solved=False))
    stored = format_record(record)
    assert json.loads(stored)["today"] == {"2026-11-26": "medina-17"}
    again = parse_record(stored)
    assert (again.solved, again.missed, again.days) == (record.solved, record.missed, record.days)
    assert again.rating.value == pytest.approx(record.rating.value, abs=0.1)
    for damaged in ("", "[]", "{", '{"rating": [1, 2]}', '{"rating": [9e9, 30, 0.06], "solved": [1], "missed": 3}'):
        assert parse_record(damaged) == NEW_RECORD


def test_each_hint_halves_what_the_rating_can_gain() -> None:
    gains = [add_answer(NEW_RECORD, ANSWER._replace(hints=hints)).rating.value - NEW_RATING.value for hints in range(3)]
    assert gains[0] > 0
    assert gains == pytest.approx([gains[0], gains[0] / 2, gains[0] / 4])
    losses = {add_answer(NEW_RECORD, ANSWER._replace(is_solved=False, hints=hints)).rating.value for hints in range(3)}
    assert len(losses) == 1
    assert max(losses) < NEW_RATING.value


def test_a_puzzle_counts_once_and_a_missed_one_can_still_be_solved() -> None:
    missed = add_answer(NEW_RECORD, ANSWER._replace(is_solved=False))
    assert missed.is_missed("medina", 17)
    solved = add_answer(missed, ANSWER)
    assert solved.is_solved("medina", 17)
    assert not solved.is_missed("medina", 17)
    assert solved.rating == missed.rating
    assert add_answer(solved, ANSWER._replace(is_solved=False)) == solved


def test_a_rating_is_settled_once_its_margin_is_150() -> None:
    assert not NEW_RECORD.is_settled
    assert NEW_RECORD._replace(rating=Rating(1500, 75, 0.06)).is_settled


# -- the course of a puzzle --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "number"), all_puzzles())
def test_the_best_move_solves_a_puzzle_once(game: str, number: int) -> None:
    model = open_puzzle(game, number)
    before = layout.render_screen(model)
    assert not before["answer"]
    assert "What's your" in unescape(before["bar"])
    solved, effects = update(model, ("play", best_answer(model)))
    assert solved.puzzle is not None
    assert solved.puzzle.verdict == "right"
    assert [effect[0] for effect in effects].count("keep-puzzle") == 1
    assert "save" not in {effect[0] for effect in effects}
    assert "ask" not in {effect[0] for effect in effects}
    regions = layout.render_screen(solved)
    assert "That&#39;s it!" in regions["answer"]
    assert "Next puzzle" in regions["answer"]
    for name, markup in regions.items():
        assert name in ("bar", "hand", "answer", "status", "tools") or markup or not before[name]
    again, effects = update(solved, ("play", best_answer(model)))
    assert again == solved
    assert "keep-puzzle" not in {effect[0] for effect in effects}


@pytest.mark.parametrize(("game", "number"), all_puzzles())
def test_a_worse_move_stays_on_the_table_until_the_next_try_and_the_first_answer_counts(game: str, number: int) -> None:
    model = open_puzzle(game, number)
    missed, effects = update(model, ("play", wrong_answer(model)))
    [counted] = [effect[1] for effect in effects if effect[0] == "keep-puzzle"]
    assert not counted.is_solved
    shown = layout.render_screen(missed)["answer"]
    assert "Not the best" in shown
    assert "gives up" in shown
    assert "Try again" in shown
    asked = update(missed, ("puzzle", "again"))[0]
    assert asked.match == model.match
    assert not layout.render_screen(asked)["answer"]
    assert update(missed, ("close",))[0].table == asked.table
    solved, effects = update(asked, ("play", best_answer(model)))
    assert solved.puzzle is not None
    assert solved.puzzle.verdict == "right"
    assert solved.puzzle.record.is_missed(game, number)
    assert "keep-puzzle" not in {effect[0] for effect in effects}


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_move_is_no_try(game: str) -> None:
    model = open_puzzle(game)
    refused, effects = update(model, ("play", ["nonsense"]))
    assert refused.puzzle == model.puzzle
    assert refused.refusal is not None
    assert "keep-puzzle" not in {effect[0] for effect in effects}


@pytest.mark.parametrize("game", GAMES)
def test_two_hints_point_at_a_region_and_then_at_a_piece(game: str) -> None:
    model = open_puzzle(game)
    first = update(model, ("puzzle", "hint"))[0]
    assert "hint-at" in layout.render_screen(first)["bar"]
    second = update(first, ("puzzle", "hint"))[0]
    assert "hint-at" in layout.render_screen(second)["bar"]
    assert update(second, ("puzzle", "hint"))[0] == second
    _solved, effects = update(second, ("play", best_answer(model)))
    [counted] = [effect[1] for effect in effects if effect[0] == "keep-puzzle"]
    assert (counted.is_solved, counted.hints) == (True, 2)


@pytest.mark.parametrize("game", GAMES)
def test_show_me_shows_the_best_move_and_counts_as_a_miss(game: str) -> None:
    model = update(open_puzzle(game), ("puzzle", "hint"))[0]
    shown, effects = update(model, ("puzzle", "show"))
    assert shown.puzzle is not None
    assert (shown.puzzle.verdict, shown.puzzle.answer) == ("shown", best_answer(model))
    [counted] = [effect[1] for effect in effects if effect[0] == "keep-puzzle"]
    assert not counted.is_solved


@pytest.mark.parametrize(("game", "number"), all_puzzles())
def test_a_hint_names_the_region_and_then_the_piece_in_the_words_of_the_game(game: str, number: int) -> None:
    model = open_puzzle(game, number)
    first = update(model, ("puzzle", "hint"))[0]
    [region] = puzzle_view.puzzle_announcements(model, first)
    assert region.startswith("Look at the ") or region == "Look at your tea."
    second = update(first, ("puzzle", "hint"))[0]
    [piece] = puzzle_view.puzzle_announcements(first, second)
    name = puzzle_update.puzzle_progress(model).puzzle.hints.piece
    if name:
        said = load_game_view(game).hint_piece_name(name)
        assert piece == f"Look at this one: {said}."
        assert said == name or "-" not in said
        assert piece in unescape(layout.render_screen(second)["bar"])
    else:
        assert piece == region


@pytest.mark.parametrize("game", GAMES)
def test_a_solved_puzzle_can_be_shared_and_embedded(game: str) -> None:
    model = update(open_puzzle(game, 2), ("play", best_answer(open_puzzle(game, 2))))[0]
    shared = update(update(model, ("panel", "share"))[0], ("share", "at", "https://site.invalid/", True))[0]
    assert shared.panel is not None
    texts = share_panel.copyable_texts(shared)
    assert texts == {"link": f"https://site.invalid/{game}.html?puzzle=2"}
    assert "same puzzle" in layout.render_screen(shared)["panel"]
    _model, effects = update(shared, ("share", "send"))
    assert effects[0][0] == "send"
    embedded = update(update(model, ("panel", "embed"))[0], ("share", "at", "https://site.invalid/", False))[0]
    texts = share_panel.copyable_texts(embedded)
    assert f'<palace-game puzzle="{game}-2" style=' in texts["snippet"]
    assert f'href="https://site.invalid/{game}.html?puzzle=2"' in texts["snippet"]
    assert f"embed.html?game={game}&amp;puzzle=2" in texts["frame"]
    assert "replay" not in layout.render_screen(embedded)["panel"]


def test_a_puzzle_opens_no_panel_of_a_game() -> None:
    model = open_puzzle("medina")
    for name in ("log", "menu", "new", "resign", "undo"):
        assert update(model, ("panel", name))[0] == model
    assert update(model, ("panel", "keys"))[0].panel is not None


def test_the_keys_of_an_answer_wait_for_one_and_the_list_has_them() -> None:
    """In Medina, N goes to the next space as long as there is no answer."""
    model = open_puzzle("medina")
    selectors = {key: str((shortcuts.find_shortcut(model, key) or ("",))[0]) for key in "nrh"}
    assert "#go-on" not in selectors["n"]
    assert "#again" not in selectors["r"]
    assert selectors["h"] == "#hint"
    missed = update(model, ("play", wrong_answer(model)))[0]
    assert shortcuts.find_shortcut(missed, "n") == ("#answer #go-on", 0)
    assert shortcuts.find_shortcut(missed, "r") == ("#answer #again", 0)
    listed = layout.render_screen(update(model, ("panel", "keys"))[0])["panel"]
    for sentence in ("go to the next puzzle", "try again", "get a hint"):
        assert sentence in listed
    assert "resign" not in listed


def test_the_next_puzzle_is_the_next_one_that_is_not_solved() -> None:
    record = NEW_RECORD._replace(solved={"alhambra": (2,)})
    model = open_puzzle("alhambra", 1, record)
    solved = update(model, ("play", best_answer(model)))[0]
    later, effects = update(solved, ("puzzle", "next"))
    assert later.address.puzzle == 3
    assert later.game_serial == model.game_serial + 1
    assert ("show",) in effects
    everything = NEW_RECORD._replace(solved={"alhambra": tuple(range(1, len(read_book("alhambra")["levels"]) + 1))})
    assert update(open_puzzle("alhambra", 3, everything), ("puzzle", "next"))[0].address.puzzle == 1


# -- what gives nothing away -------------------------------------------------------------------------------------------


def test_no_ready_offer_gives_the_answer_of_a_puzzle_of_alhambra_away() -> None:
    for number in range(1, len(read_book("alhambra")["levels"]) + 1):
        model = open_puzzle("alhambra", number)
        regions = layout.render_screen(model)
        assert not any(compact_json(["buy"])[:-1] in unescape(markup) for markup in regions.values())
        assert "offer" not in str(regions["yard"]).replace("offers", "")
        assert "together" not in regions["money"] or "Take" not in regions["money"]
        assert "pay exactly" not in regions["yard"]


@pytest.mark.parametrize("game", GAMES)
def test_the_announcements_of_a_puzzle_ask_and_judge_but_name_no_move(game: str) -> None:
    model = open_puzzle(game)
    said = puzzle_view.puzzle_announcements(None, model)
    assert said[0].startswith("Puzzle 1, ")
    assert any("What's your" in sentence for sentence in said)
    missed = update(model, ("play", wrong_answer(model)))[0]
    assert puzzle_view.puzzle_announcements(model, missed)[0] == "Not the best."
    again = update(missed, ("puzzle", "again"))[0]
    solved = update(again, ("play", best_answer(model)))[0]
    assert puzzle_view.puzzle_announcements(again, solved)[0] == "That's it!"


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_has_no_tools_of_a_game(game: str) -> None:
    tools = layout.render_screen(open_puzzle(game))["tools"]
    assert 'id="undo"' not in tools
    assert 'id="log"' not in tools
    assert 'id="menu"' not in tools
    model = open_puzzle(game)
    assert update(model, ("undo",))[0] == model
    assert update(model, ("again",))[0] == model


@pytest.mark.parametrize("game", GAMES)
def test_all_reasons_can_be_read_once_the_puzzle_is_over_and_not_before(game: str) -> None:
    model = open_puzzle(game)
    missed = update(model, ("play", wrong_answer(model)))[0]
    for early in (model, missed):
        assert update(early, ("puzzle", "why"))[0].panel is None
        assert 'id="why"' not in layout.render_screen(early)["answer"]
    shown = update(missed, ("puzzle", "show"))[0]
    assert 'id="why"' in layout.render_screen(shown)["answer"]
    opened = update(shown, ("puzzle", "why"))[0]
    panel = layout.render_screen(opened)["panel"]
    best = opened.game.sentences.action_name(
        best_answer(model), puzzle_update.puzzle_progress(model).question.view(model.viewer)
    )
    assert best in unescape(panel)
    assert "Yours" in panel
    assert update(opened, ("puzzle", "why"))[0].panel is None


# -- rings -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_second_hint_names_the_piece_or_place_that_has_the_ring(game: str) -> None:
    """In all puzzles of the book."""
    book = read_book_file(game)
    for number in range(1, len(book["levels"]) + 1):
        model = puzzle_update.open_puzzle(Address(game, puzzle=number), book, NEW_RECORD)[0]
        hinted = update(update(model, ("puzzle", "hint"))[0], ("puzzle", "hint"))[0]
        piece = puzzle_update.puzzle_progress(model).puzzle.hints.piece
        ringed = ringed_names(hinted)
        if not piece:
            assert ringed == set(), number
        elif game == "medina":
            assert space_rings(hinted) == 1, number
            assert set(puzzle_view.table_annotations(hinted).hint_attributes) == {piece}
        else:
            place = f"quarry-{piece}" if piece.isdecimal() else piece
            assert {name.rsplit(".")[0] for name in ringed} == {place}, number


@pytest.mark.parametrize(("game", "number"), all_puzzles())
def test_a_wrong_answer_and_the_shown_one_have_a_ring_and_the_turn_does_not_go_on(game: str, number: int) -> None:
    model = open_puzzle(game, number)
    for answered in (update(model, ("play", wrong_answer(model)))[0], update(model, ("puzzle", "show"))[0]):
        assert answered.match.log == model.match.log
        assert answered.puzzle is not None
        view, names = load_game_view(game), load_game_view(game).pieces_class.from_match(model.match)
        if view.action_pieces(names, model.puzzle.seat if model.puzzle else 0, answered.puzzle.answer or []):
            assert ringed_names(answered) or space_rings(answered), answered.puzzle.answer


def ringed_names(model: Model[Any, Any]) -> set[str]:
    """Return the pieces and places that have a ring on the table."""
    markup = " ".join(layout.render_screen(model).values())
    tags = [found for found in re.findall(r"<[^>]*>", markup) if "data-ring" in found]
    return {name for found in tags for name in re.findall(r'data-(?:piece|place)="([^"]+)"', found)}


def space_rings(model: Model[Any, Any]) -> int:
    return " ".join(layout.render_screen(model).values()).count("space-ring")


@pytest.mark.parametrize("game", GAMES)
def test_after_both_hints_the_answer_can_be_shown(game: str) -> None:
    model = open_puzzle(game)
    for _hint in range(2):
        assert ("puzzle", "show") not in {
            tuple(message) for message in offered_messages(model) if message[0] == "puzzle"
        }
        model = update(model, ("puzzle", "hint"))[0]
    assert ["puzzle", "show"] in offered_messages(model)
    shown = update(model, ("puzzle", "show"))[0]
    assert puzzle_update.puzzle_progress(shown).verdict == "shown"
