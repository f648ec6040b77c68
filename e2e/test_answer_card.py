"""The answer card in windows and boxes: it takes the place of dock and hand, and covers nothing of the table.

The pictures come from the page's own views in CPython, in the style sheets of the built site.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import Site
from languages import spoken_language, translation
from palaces.app.model import Model
from palaces.app.puzzle_record import NEW_RECORD
from palaces.app.routing import Address, address_of_match
from palaces.features import replay
from palaces.features.puzzles.puzzle_update import open_puzzle, puzzle_progress
from palaces.features.steps import start_game
from players import save_seats
from playwright.sync_api import Page
from visual_regression import after_messages, embedded_model, show_page

from pygame_core import Match
from pygame_core.bots import choose
from pygame_core.bots.game_review import find_own_decisions
from pygame_core.match import require_game

pytestmark = pytest.mark.first_visit  # the pages have no scripts
BOOKS = Path(__file__).resolve().parent.parent / "tests/fixtures/puzzles"
GAMES = ("alhambra", "palazzo", "medina")
WINDOW_SIZES_PX = ((1280, 800), (768, 1024), (360, 740), (375, 667), (740, 360))
BOX_SIZES_PX = ((375, 560), (335, 560), (280, 420), (660, 440))
MIN_TARGET_PX = 43.5
RECTS_JS = """() => {
  const table = ["#seats", "#market", "#street", "#yard", "#money", "#city"];
  const rect = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const each = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
  return {
    window: [0, 0, innerWidth, innerHeight],
    table: Object.fromEntries(table.flatMap((name) => each(name).map((one) => [name, rect(one)]))),
    card: each(".answer").map(rect),
    heading: each("#answer-title").map(rect),
    buttons: each(".answer > .plays > *").map(rect),
  };
}"""
Rect = tuple[float, float, float, float]


def opened_puzzle(game: str) -> Model[Any, Any]:
    book = json.loads((BOOKS / f"{game}.json").read_text("utf-8"))
    return open_puzzle(Address(game, puzzle=1), book, NEW_RECORD)[0]


def solved_puzzle(game: str) -> Model[Any, Any]:
    model = opened_puzzle(game)
    return after_messages(model, ["play", puzzle_progress(model).puzzle.best])


def missed_puzzle(game: str) -> Model[Any, Any]:
    model = opened_puzzle(game)
    return after_messages(model, ["play", puzzle_progress(model).puzzle.answers[-1][0]])


@cache
def asked_decision(game: str) -> Model[Any, Any]:
    """Return the question about a decision of a finished game, in Palazzo about a bid."""
    match, rng = Match.new(require_game(game), save_seats("you", "bot:casual"), 3), Random(3)
    while (seat := match.to_move()) is not None:
        match.play(choose("casual", match.view(seat), rng).action)
    model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
    verbs = {"alhambra": ["take"], "palazzo": ["bid"]}.get(game)
    for own in find_own_decisions(match.save(), 0):
        legal = replay.truncate_match(match, own.n).legal()
        better = [action for action in legal if action != own.played and (not verbs or action[0] in verbs)]
        if better and (not verbs or own.played[0] in verbs):
            break
    rows = [[better[0], 1.0, 0.5, 8.0, 1.0, 0.2, 0.02], [own.played, -7.0, 0.3, 0.0, 0.0, 0.0, 0.0]]
    serial, total = model.game_serial, len(match.log)
    return after_messages(
        model,
        ["chances", serial, total, [[0.5, 0.5]] * (total + 1)],
        ["review", serial, total, [9, 9, True, [[own.n, own.played, rows, 240]], []]],
        ["decision", "open", 0],
    )


def judged_decision(game: str) -> Model[Any, Any]:
    model = asked_decision(game)
    assert model.decision_review is not None
    return after_messages(model, ["play", model.decision_review.decisions[0].answers[0].action])


def shown_decision(game: str) -> Model[Any, Any]:
    return after_messages(asked_decision(game), ["decision", "show"])


STATES: dict[str, tuple[Callable[[str], Model[Any, Any]], Callable[[str], Model[Any, Any]]]] = {
    "right": (opened_puzzle, solved_puzzle),
    "wrong": (opened_puzzle, missed_puzzle),
    "judged": (asked_decision, judged_decision),
    "shown": (asked_decision, shown_decision),
}
"""By name, how to make the question and the answer."""


def overlaps(one: Rect, other: Rect) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def is_inside(one: Rect, other: Rect) -> bool:
    return one[0] > other[0] - 1 and one[1] > other[1] - 1 and one[2] < other[2] + 1 and one[3] < other[3] + 1


def card_faults(page: Page, site: Site, asked: Model[Any, Any], answered: Model[Any, Any]) -> list[str]:
    """Return what is wrong with the card of an answer in this window."""
    show_page(page, site.url(""), asked)
    before = page.evaluate(RECTS_JS)["table"]
    show_page(page, site.url(""), answered)
    found = page.evaluate(RECTS_JS)
    [card], [heading], window = found["card"], found["heading"], found["window"]
    faults = [f"{name} is covered" for name, rect in found["table"].items() if overlaps(card, rect)]
    if {name: rect[:3] for name, rect in before.items()} != {name: rect[:3] for name, rect in found["table"].items()}:
        faults.append("the table moves")
    if not is_inside(card, window) or not is_inside(heading, card):
        faults.append("the heading is out of sight")
    for rect in found["buttons"]:
        if not is_inside(rect, card) or overlaps(rect, heading):
            faults.append(f"a button is out of sight: {rect}")
        if min(rect[2] - rect[0], rect[3] - rect[1]) < MIN_TARGET_PX:
            faults.append(f"a button is small: {rect}")
    return faults


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_the_card_covers_only_dock_and_hand_and_shows_its_heading_and_buttons(
    page: Page, site: Site, game: str, language: str
) -> None:
    faults: list[str] = []

    def check() -> None:
        for name, (ask, answer) in STATES.items():
            asked, answered = ask(game), answer(game)
            sizes = [(size, False) for size in WINDOW_SIZES_PX]
            sizes += [(size, True) for size in BOX_SIZES_PX if name in ("right", "wrong")]
            for (width, height), is_box in sizes:
                page.set_viewport_size({"width": width, "height": height})
                pair = [embedded_model(model) if is_box else model for model in (asked, answered)]
                found = card_faults(page, site, pair[0], pair[1])
                faults.extend(f"{name}, {width} x {height}: {fault}" for fault in found)

    if language == "en":
        check()
    else:
        with spoken_language(translation(language)):
            check()
    assert not faults, "\n".join(faults)


def test_a_bid_has_its_tags_on_the_own_stand(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    show_page(page, site.url(""), judged_decision("palazzo"))
    stand = page.locator(".bids [data-then][data-now]")
    said = [stand.get_attribute(name) or "" for name in ("data-then", "data-now")]
    assert [text.split()[0] for text in said] == ["then", "now"]
    assert all(text.split()[1].isdigit() for text in said)
