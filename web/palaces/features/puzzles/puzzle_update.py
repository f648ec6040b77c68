"""The course of a puzzle: its question, answers, hints, and the next one. Pure.

The table is a match that begins in the position of the puzzle. Nobody replies to a move, and nothing that chance would
reveal is revealed.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never, cast

from palaces.app.model import Model, Notice, Selection, Speech, Table, Transition
from palaces.app.panel_state import WhyPanel
from palaces.app.puzzle_record import PuzzleAnswer, PuzzleProgress, PuzzleRecord, PuzzleVerdict, add_answer
from palaces.app.routing import BOT_NAMES, Address, default_name
from palaces.features.steps import is_same_action, refuse, sound_effects
from palaces.ui.game_view import game_view_of, load_game_view
from pygame_core import Illegal, Match
from pygame_core.daily import daily_puzzle, today
from pygame_core.puzzles.book import RIGHT_MARGIN_POINTS, Book, Puzzle, decode_puzzle
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.messages import PuzzleMessage, SoundName

MAX_HINTS = 2
"""A hint names the region first, then the piece."""
BOT_KIND = "bot:skilled"
SOUND_BY_VERDICT: "dict[PuzzleVerdict, SoundName]" = {"right": "exact", "equal": "coin", "wrong": "touch"}
OVER_VERDICTS: "frozenset[PuzzleVerdict]" = frozenset({"right", "equal", "shown"})
"""The verdicts after which the person knows the answer."""
PUZZLE_MESSAGES = (
    *("play", "offer", "draft", "touch", "close", "skip", "rule", "clause", "puzzle", "seat", "explain", "walk"),
    *("signs", "notice", "aside", "passed", "dismiss", "placed", "host-theme", "switch", "listen", "fill"),
    *("update", "newest", "reload", "key", "pressed", "usual-keys", "load", "look", "panel", "share", "embedded"),
)
"""The messages that a puzzle accepts besides settings."""


def open_puzzle(
    address: Address,
    book: Book,
    record: PuzzleRecord,
    dealt: int = 0,
    notices: tuple[Notice, ...] = (),
) -> Transition:
    """Open the puzzle of an address. Raises Illegal, IndexError or another error of a damaged book."""
    assert address.puzzle is not None
    puzzle = decode_puzzle(book, address.puzzle)
    match = puzzle_match(puzzle)
    progress = PuzzleProgress(book, puzzle, match, record, record)
    table = Table(match, progress.seat, Selection(load_game_view(puzzle.game).empty_draft))
    model = Model(table, address, notices, dealt, speech=Speech(0), puzzle=progress)
    return model, [("show",)]


def puzzle_match(puzzle: Puzzle) -> Match:
    """Return a match that begins in the position of a puzzle."""
    own = puzzle.view["seat"]
    names = iter(BOT_NAMES)
    seats = [
        {"name": default_name(seat), "kind": "human"} if seat == own else {"name": next(names), "kind": BOT_KIND}
        for seat in range(puzzle.seats)
    ]
    return Match.from_view(puzzle.view, seats, puzzle.number)


def puzzle_progress(model: Model) -> PuzzleProgress:
    """Return the puzzle on the table."""
    assert model.puzzle is not None
    return model.puzzle


def update_puzzle(model: Model, message: "PuzzleMessage") -> Transition:
    """Handle a control of a puzzle."""
    match message[1]:
        case "hint":
            return show_hint(model)
        case "again":
            return ask_again(model), sound_effects(model, "undo")
        case "show":
            return show_best(model)
        case "why":
            return _toggle_reasons(model)
        case "next":
            return open_next(model)
        case _:
            assert_never(message[1])


# -- answers -----------------------------------------------------------------------------------------------------------


def attempt_action(model: Model, action: object) -> Transition:
    """Take an action as the answer to the puzzle. One that the rules refuse doesn't count."""
    progress = puzzle_progress(model)
    if progress.verdict:
        return model, []
    match = progress.question.copy()
    try:
        match.play(cast("JsonAction", action))
    except Illegal as refusal:
        return refuse(model, refusal)
    played = cast("JsonAction", action)  # `play` has checked it
    worth = answer_worth(progress.puzzle, played)
    is_right = worth is not None and worth >= -RIGHT_MARGIN_POINTS
    verdict: PuzzleVerdict = "right" if worth == 0 else "equal" if is_right else "wrong"
    changed = _with_answer(model, played, verdict)
    counted, effects = _count_answer(changed, is_solved=is_right)
    return counted, [*sound_effects(model, SOUND_BY_VERDICT[verdict]), *effects]


def answer_worth(puzzle: Puzzle, action: JsonAction) -> float | None:
    """Return the worth of an action, 0 for the best. None means one that wastes something, so that no book has it."""
    found = find_answer(puzzle, action)
    return None if found is None else found[1]


def find_answer(puzzle: Puzzle, action: JsonAction) -> tuple[JsonAction, float] | None:
    """Return the answer of the book that is this action, whatever the order of its cards, with its worth."""
    return next((answer for answer in puzzle.answers if is_same_action(answer[0], action)), None)


def show_best(model: Model) -> Transition:
    """Show the best move on the table. That counts as a miss if nothing has counted yet."""
    progress = puzzle_progress(model)
    if progress.verdict in ("right", "equal"):
        return model, []
    shown = _with_answer(ask_again(model), progress.puzzle.best, "shown")
    counted, effects = _count_answer(shown, is_solved=False)
    return counted, [*sound_effects(model, "touch"), *effects]


def _toggle_reasons(model: Model) -> Transition:
    """Open or close the panel with all reasons. Before the puzzle is over, they would give the answer away."""
    if puzzle_progress(model).verdict not in OVER_VERDICTS:
        return model, []
    if isinstance(model.panel, WhyPanel):
        return replace(model, panel=None), []
    return replace(model, panel=WhyPanel(0)), [("reveal", "panel")]


def _with_answer(model: Model, action: JsonAction, verdict: PuzzleVerdict) -> Model:
    """Return the model that shows an action: played if it is right, else as a draft, so that nobody's turn is next.
    It is a draft, too, if chance would reveal something."""
    progress = puzzle_progress(model)
    view, viewer = game_view_of(model), progress.seat
    match = progress.question.copy()
    match.play(action)
    if verdict not in ("right", "equal") or match.has_revealed_cards():
        draft = view.draft_of_action(progress.question, viewer, action)
        table = Table(progress.question, viewer, Selection(draft))
    else:
        table = Table(match, viewer, Selection(view.empty_draft))
    answered = progress._replace(answer=action, verdict=verdict)
    return replace(model, table=table, puzzle=answered, panel=None)


def _count_answer(model: Model, *, is_solved: bool) -> Transition:
    """Return the model after the first answer has changed the record. Later answers don't."""
    progress = puzzle_progress(model)
    if progress.is_counted:
        return model, []
    puzzle, date = progress.puzzle, today()
    day = date.isoformat() if daily_puzzle(date) == (puzzle.game, puzzle.number) else ""
    answer = PuzzleAnswer(puzzle.game, puzzle.number, puzzle.rating, is_solved, progress.hints, day)
    counted = progress._replace(record=add_answer(progress.record, answer), is_counted=True)
    return replace(model, puzzle=counted), [("keep-puzzle", answer)]


def ask_again(model: Model) -> Model:
    """Return the model that asks the question again. Hints stay."""
    progress = puzzle_progress(model)
    table = Table(progress.question, progress.seat, Selection(game_view_of(model).empty_draft))
    return replace(model, table=table, puzzle=progress._replace(answer=None, verdict=""), panel=None)


# -- hints and the next puzzle -----------------------------------------------------------------------------------------


def show_hint(model: Model) -> Transition:
    """Show the next hint at the question. Touches so far stay."""
    progress = puzzle_progress(model)
    if progress.verdict in OVER_VERDICTS or progress.hints == MAX_HINTS:
        return model, []
    asked = ask_again(model) if progress.verdict else model
    hinted = puzzle_progress(asked)._replace(hints=progress.hints + 1)
    return replace(asked, puzzle=hinted), [("reveal-hint",), *sound_effects(model, "touch")]


def open_next(model: Model) -> Transition:
    """Open the next puzzle of the book that is not solved, or just the next one if all are."""
    progress = puzzle_progress(model)
    address = replace(model.address, puzzle=next_number(progress))
    opened, effects = open_puzzle(address, progress.book, progress.record, model.game_serial + 1, model.lasting_notices)
    return opened, [*effects, ("top",)]


def next_number(progress: PuzzleProgress) -> int:
    """Return the number of the next puzzle after this one that is not solved."""
    count, here = len(progress.book["levels"]), progress.puzzle.number
    ahead = [(here + step) % count + 1 for step in range(count)]  # the next one first, this one last
    unsolved = (number for number in ahead if not progress.record.is_solved(progress.puzzle.game, number))
    return next(unsolved, ahead[0])
