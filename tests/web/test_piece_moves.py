"""Tests of moving pieces: each is on screen once, and an entry moves exactly its own pieces.

All of it comes from the markup of two positions. Each place that a piece leaves or reaches exists.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from game_facts import DEFAULT_COVERED_PARTS, GAMES_WITH_FACTS, KindMove, find_game_facts, load_game_facts
from palaces.app.model import Model
from palaces.loop import layout
from palaces.ui.game_view import game_view_of
from palaces.ui.pieces import PieceMove, piece_kind, piece_moves
from screens import after_messages, offered_messages, random_models, region_elements
from tables import LONG_TEST_TABLES

from pygame_core import GAMES

TABLES_WITH_FACTS = [table for table in LONG_TEST_TABLES if table.values[0] in GAMES_WITH_FACTS]
SEEDS = (1, 2)


def played_match(game: str, seats: int, seed: int) -> tuple[Model[Any, Any], ...]:
    """Return a random game with a person in the first seat."""
    return random_models(("you", *("bot:random",) * (seats - 1)), seed, game=game)


@lru_cache(maxsize=4)
def piece_places(model: Model) -> tuple[dict[str, str], set[str]]:
    """Return the place of every piece on the screen, by name, and the places that the screen shows."""
    marked = [each.attributes for part in layout.render_screen(model).values() for each in region_elements(part)]
    pieces = [(str(each["data-piece"]), str(each["data-at"])) for each in marked if "data-piece" in each]
    assert len(dict(pieces)) == len(pieces), "a piece is there twice"
    return dict(pieces), {str(each["data-place"]) for each in marked if "data-place" in each}


def is_place_shown(place: str, places: set[str]) -> bool:
    """Return True if a screen shows a place, or a larger one with it. The box is out of sight."""
    return place == "box" or any(place == other or place.startswith(f"{other}-") for other in places)


def log_entries(game: str, seats: int, seed: int) -> Iterator[tuple[Model[Any, Any], Model[Any, Any], list[PieceMove]]]:
    """Yield every entry of a game except the last: the models before and after, and the moves.

    After the last one, the end replaces the table. A scoring that covers the table is read first.
    """
    models = [
        model for model in played_match(game, seats, seed) if model.mover is not None and not model.paused_for_panel
    ]
    for before, after in pairwise(models):
        if len(after.match.log) > len(before.match.log):
            yield before, after, piece_moves(game_view_of(before).pieces_class, before.match, after.match)


# -- pieces on screen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), LONG_TEST_TABLES)
def test_every_piece_on_the_screen_is_there_once_and_where_it_lies(game: str, seats: int) -> None:
    for model in played_match(game, seats, 1)[:-1]:
        names = game_view_of(model).pieces_class.from_model(model)
        pieces, _places = piece_places(model)
        assert pieces == {name: names.piece_place(name) for name in pieces}
        assert pieces


@pytest.mark.parametrize(("game", "seats"), LONG_TEST_TABLES)
def test_no_piece_comes_or_goes_without_a_source_or_a_destination(game: str, seats: int) -> None:
    """Pieces under other pieces of their place are exceptions. Points disappear at their destination."""
    for seed in SEEDS:
        for before, after, moves in log_entries(game, seats, seed):
            (was, then), (now, places) = piece_places(before), piece_places(after)
            sources, goals = {m.piece: m.source for m in moves}, {m.piece: m.destination for m in moves}
            for name in now.keys() - was.keys():
                source = sources.get(name, now[name])
                assert is_place_shown(source, then | places | {*now.values()}), (name, source, after.match.log[-1])
                assert name in sources or is_place_covered(now[name], game), (name, now[name], after.match.log[-1])
            for name in was.keys() - now.keys():
                goal = goals.get(name, was[name])
                assert is_place_shown(goal, places), (name, goal, after.match.log[-1])
                assert name in goals or is_place_covered(was[name], game) or name.startswith("points"), (
                    name,
                    was[name],
                    after.match.log[-1],
                )


def is_place_covered(place: str, game: str) -> bool:
    """Return True if pieces of a place cover each other, or those of others are hidden there."""
    facts = find_game_facts(game)
    parts = facts.covered_parts if facts else DEFAULT_COVERED_PARTS
    return place == "discards" or (place.startswith("seat-") and place.split("-", 2)[-1] in parts)


# -- moves -------------------------------------------------------------------------------------------------------------


def point_moves(before: Model, after: Model, ways: list[KindMove]) -> Iterator[KindMove]:
    """Yield the points of an entry, from the piece that it sets. Those of a scoring come from all buildings."""
    first = next((goal for _what, _source, goal in ways if goal != "discards"), "")
    for seat, (now, then) in enumerate(zip(before.match.scores(), after.match.scores(), strict=True)):
        if then > now:
            start = load_game_facts(after.match.game).points_start.format(seat=seat) or first
            yield f"points-{seat}", start, f"seat-{seat}"


@pytest.mark.parametrize(("game", "seats"), TABLES_WITH_FACTS)
def test_exactly_what_an_entry_moves_travels_from_place_to_place(game: str, seats: int) -> None:
    expected_moves = load_game_facts(game).expected_moves
    verbs = Counter[str]()
    for seed in SEEDS:
        for before, after, moves in log_entries(game, seats, seed):
            event = dict(after.match.events(None)[-1])
            verbs[event["verb"]] += 1
            if event["verb"] == "rebuild" and event["change"] == "join":
                event["to"] = after.match.log[-1][1][4]
            ways = {move.piece: move for move in moves}
            (was, _then), (now, _places) = piece_places(before), piece_places(after)
            travelled = Counter(
                (kind_of_piece(name), was.get(name) or ways[name].source, now.get(name) or ways[name].destination)
                for name in was.keys() | now.keys()
                if was.get(name) != now.get(name) and name in ways and not name.startswith("points")
            )
            expected = Counter(way for way in expected_moves(before, event) if way[1] != way[2])
            assert travelled <= expected, event
            assert not {way for way in expected - travelled if not is_move_hidden(way, game)}, event
            points = point_moves(before, after, [*expected_moves(before, event)])
            assert {(kind_of_piece(m.piece), m.source, m.destination) for m in moves} == {*expected, *points}
    assert len(verbs) > 1


def kind_of_piece(name: str) -> str:
    """Return the kind of a piece. Merchants of all seats are of one kind."""
    return "merchant" if name.startswith("merchant") else piece_kind(name)


def is_move_hidden(way: KindMove, game: str) -> bool:
    """Return True if a piece is hidden before and after: in a pile or supply, under others, in another's hand."""
    _what, source, goal = way
    unseen = {"hand", "discards", "pile", "box", "supply", "stack", *load_game_facts(game).unseen_parts}
    return all({place, place.rsplit("-", 1)[-1]} & unseen for place in (source, goal))


# -- highlights --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_an_action_is_about_is_on_the_screen(game: str) -> None:
    """So a hint can highlight something for every action."""
    told = Counter[str]()
    for model in played_match(game, 3, 3):
        if not model.can_act:
            continue
        pieces, places = piece_places(model)
        names = game_view_of(model).pieces_class.from_model(model)
        for action in model.match.legal():
            meant = game_view_of(model).action_pieces(names, 0, action)
            lit = {name for name in meant if name in pieces or name in places}
            told[action[0]] += 1
            assert lit or action[0] in ("pass", "money", "tiles", "auction"), (action, meant)
    assert told


def test_lines_of_the_log_light_what_they_moved() -> None:
    model = after_messages(played_match("stairs", 3, 1)[30], ["panel", "log"])
    lit = [
        each.data_value("data-lights")
        for part in layout.render_screen(model).values()
        for each in region_elements(part)
        if "data-lights" in each.attributes
    ]
    moved = [
        [*dict.fromkeys(move.piece for move in entry)]
        for entry in game_view_of(model).pieces_class.from_model(model).moves_by_entry
    ]
    assert [names for names in reversed(moved) if names] == lit[-len([names for names in moved if names]) :]
    assert ["panel", "log"] in offered_messages(model)
