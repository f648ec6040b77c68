"""Tests of Alhambra's events: draws and points add up from them, and each has sentences."""

from collections import Counter
from typing import Any

import pytest
from tables import random_positions

from pygame_core.alhambra import components, sentences
from pygame_core.alhambra.types import Event

pytestmark = [pytest.mark.parametrize("seats", components.SEAT_COUNTS), pytest.mark.parametrize("seed", range(3))]


def told_events(seats: int, seed: int) -> list[tuple[Event, list[str], Any, Any]]:
    """Return each event of a match with its sentences, and the match before and after it."""
    matches = random_positions("alhambra", seats, seed)
    events: list[Event] = matches[-1].events(None)
    return [(event, matches[-1].log[n][2], matches[n], matches[n + 1]) for n, event in enumerate(events)]


def test_every_draw_is_in_the_event_of_its_entry(seats: int, seed: int) -> None:
    for event, draws, _, _ in told_events(seats, seed):
        scored = [letter for letter, _ in event["scorings"] if letter != "C"]
        given = [building for row in event["dirk"].values() for building in row]
        assert sorted([*event["refilled"], *event["revealed"], *scored, *given]) == sorted(draws)
        assert list(event["dirk"]) == scored


def test_the_scorings_add_up_to_the_points(seats: int, seed: int) -> None:
    for event, _, before, after in told_events(seats, seed):
        gained = [sum(points) for points in zip(*(totals for _, totals in event["scorings"]), strict=True)]
        points = [old + new for old, new in zip(before.view(None)["points"], gained, strict=False)]
        assert after.view(None)["points"] == (points or before.view(None)["points"])


def test_an_event_says_whether_the_turn_ends(seats: int, seed: int) -> None:
    for event, _, before, after in told_events(seats, seed):
        assert event["ends"] == (after.to_move() != before.to_move())
        assert event["ends"] or (event["verb"], event["over"]) == ("buy", 0)  # A13


def test_a_purchase_says_what_was_bought_for_whom_and_what_was_lost(seats: int, seed: int) -> None:
    for event, _, before, after in told_events(seats, seed):
        if event["verb"] != "buy" or event["leftovers"]:
            continue
        owner = seats if event["give"] else event["seat"]
        assert before.view(None)["yard"][event["place"]] == event["building"]
        row = Counter([*before.view(None)["buildings"][owner], event["building"]])
        assert row <= Counter(after.view(None)["buildings"][owner])
        paid = sum(components.CARD_VALUE[components.IDS[card]] for card in event["cards"])
        assert paid == components.BUILDING_PRICE[components.IDS[event["building"]]] + event["over"]


def test_the_last_event_says_who_won_the_leftovers(seats: int, seed: int) -> None:
    *_, (event, _, before, after) = told_events(seats, seed)
    left = [list(item.values()) for item in event["leftovers"]]
    assert left == after.view(None)["leftovers"]
    for seat in range(seats):
        won = [building for _, building, winner in left if winner == seat]
        bought = [event["building"]] if event["verb"] == "buy" and event["seat"] == seat and not event["give"] else []
        row = Counter([*before.view(None)["buildings"][seat], *bought, *won])
        assert row == Counter(after.view(None)["buildings"][seat])


def test_every_scoring_has_a_sentence(seats: int, seed: int) -> None:
    names = [f"<{n}>" for n in range(seats)]
    for event, _, _, _ in told_events(seats, seed):
        said = sentences.event_sentences(event, names)
        assert sum(sentence.startswith("Scoring ") for sentence in said) == len(event["scorings"])
