"""Tests of the names of pieces: each keeps its own for the whole game, and none reveals hidden information."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, cast

import pytest
from game_facts import TABLES_WITH_FACTS, load_game_facts, piece_notations
from model_changes import change_model
from palaces.features import replay
from palaces.loop import layout
from palaces.ui.game_view import game_view_of, load_game_view
from palaces.ui.pieces import PieceMove, piece_moves
from screens import after_messages, random_models
from tables import GAMES_AND_SEATS, entries_into

from pygame_core import GAMES, Illegal, Match
from pygame_core.match import require_game

SEEDS = range(3)


def random_match_entries(game: str, seats: int, seed: int) -> Iterator[Match]:
    """Yield a random game, entry by entry."""
    chance = random.Random(seed)
    match = Match.new(require_game(game), seats, seed)
    yield match.copy()
    while match.to_move() is not None:
        match.play(chance.choice(match.legal()))
        yield match.copy()


# -- names and places --------------------------------------------------------------------------------------------------


def pieces_of(match: Match) -> Any:
    """Return the pieces of a match of any game."""
    return load_game_view(match.game).pieces_class.from_match(match)


@pytest.mark.parametrize(("game", "seats"), TABLES_WITH_FACTS)
def test_every_piece_that_lies_open_has_a_name_of_its_own_that_tells_what_it_is(game: str, seats: int) -> None:
    facts = load_game_facts(game)
    for seed in SEEDS:
        for match in random_match_entries(game, seats, seed):
            names = pieces_of(match)
            found: list[str] = []
            view = match.view(match.to_move(), memory=facts.needs_memory_view)
            for named, lying in facts.list_visible_pieces(names, view):
                assert piece_notations(named) == lying
                found += [name for name in named if name]
            assert len(set(found)) == len(found)
            assert not {names.piece_place(name) for name in found} & {"pile", "stack", "box"}


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_what_an_entry_moves_goes_on_from_where_it_was(game: str, seats: int) -> None:
    """So the path of a piece through the game has no gap."""
    *_, match = random_match_entries(game, seats, 1)
    where: dict[str, str] = {}
    for entry in pieces_of(match).moves_by_entry:
        for piece, source, goal, _via in entry:
            assert where.get(piece, source) == source
            where[piece] = goal
    assert where.items() <= pieces_of(match).place_by_piece.items()
    assert sum(map(bool, pieces_of(match).moves_by_entry)) >= len(match.log) / 3


def test_paid_cards_of_alhambra_pass_the_building_before_it_leaves() -> None:
    *_, match = random_match_entries("alhambra", 3, 1)
    names = pieces_of(match)
    buys = [n for n, event in enumerate(match.events(None)) if event["verb"] == "buy"]
    assert buys
    for n in buys:
        place, paid = match.log[n][1][1], len(match.log[n][1][2])
        moves = names.moves_by_entry[n]
        assert [(move.destination, move.via) for move in moves[:paid]] == [("discards", f"yard-{place}")] * paid
        assert moves[paid].source == f"yard-{place}"
        assert not any(move.via for move in moves[paid:])


# -- hidden information ------------------------------------------------------------------------------------------------


def indistinguishable_match(match: Match, seat: int) -> Match:
    """Return a match that always looked the same to a seat, although others have different cards."""
    chance = random.Random(1)
    save = match.save() | {"result": None}
    for hand in (
        hand for other, hand in enumerate(save["setup"][load_game_facts(match.game).hidden_setup_key]) if other != seat
    ):
        for n, card in enumerate(hand):
            for another in chance.sample([*match.state.ids_by_name], 8):
                hand[n] = another
                if another != card and _is_loadable(save):
                    break
            else:
                hand[n] = card
    return Match.load(save)


def _is_loadable(save: object) -> bool:
    try:
        Match.load(save)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES_WITH_FACTS if GAMES[table[0]].has_secrets])
def test_names_are_the_same_whatever_is_hidden(game: str, seats: int) -> None:
    match = [*random_match_entries(game, seats, 2)][12]
    for seat in (0, 1):
        twin = indistinguishable_match(match, seat)
        assert twin.setup != match.setup
        assert twin.view(seat) == match.view(seat)
        assert (pieces_of(twin).place_by_piece, pieces_of(twin).moves_by_entry) == (
            pieces_of(match).place_by_piece,
            pieces_of(match).moves_by_entry,
        )
        hand = cast("list[str]", match.view(seat)["hands"][seat])
        assert pieces_of(twin).names_in_hand(seat, hand) == pieces_of(match).names_in_hand(seat, hand)


def test_a_card_that_is_shuffled_into_the_pile_comes_back_under_another_name() -> None:
    *_, match = random_match_entries("palazzo", 4, 3)
    names = pieces_of(match)
    moves = [move for entry in names.moves_by_entry for move in entry]
    shuffled = [n for n, move in enumerate(moves) if move.destination == "pile"]
    assert shuffled
    assert not any(move.piece == moves[n].piece for n in shuffled for move in moves[n + 1 :])


# -- lasting names -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_names_are_those_of_the_position_in_whichever_order_positions_are_looked_at(game: str, seats: int) -> None:
    matches = [*random_match_entries(game, seats, 4)]
    then = [(dict(pieces_of(match).place_by_piece), [*pieces_of(match).moves_by_entry]) for match in matches]
    order = random.Random(5).sample(range(len(matches)), min(30, len(matches)))
    assert all((pieces_of(matches[n]).place_by_piece, pieces_of(matches[n]).moves_by_entry) == then[n] for n in order)
    at = entries_into(game, seats, 20)
    back = matches[at].copy()
    back.undo(practice=True)
    assert (pieces_of(back).place_by_piece, pieces_of(back).moves_by_entry) == then[at - 1]


def pieces_alone(match: Match) -> Any:
    """Return the pieces of a match as if nothing was rendered before."""
    pieces_class = load_game_view(match.game).pieces_class
    pieces_class._recent_trackers = ()
    return pieces_class.from_match(match)


def all_fields(names: Any) -> str:
    """Return all fields of the pieces, as text."""
    shown = {key: vars(value) if hasattr(value, "__dict__") else value for key, value in vars(names).items()}
    return repr(shown | {"hands": [vars(hand) for hand in shown.get("hands", ())]})


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_pieces_follow_from_the_match_alone_whatever_was_followed_before(game: str, seats: int) -> None:
    """Positions of two games and of a fork come in any order. A loaded position gives the same."""
    matches = [*random_match_entries(game, seats, 4), *random_match_entries(game, seats, 5)]
    fork = matches[entries_into(game, seats, 20)].copy()
    while fork.to_move() is not None and len(fork.log) < 40:
        fork.play(fork.legal()[-1])
        matches.append(fork.copy())
    alone = [all_fields(pieces_alone(match)) for match in matches]
    for n in random.Random(6).choices(range(len(matches)), k=60):
        assert all_fields(pieces_of(matches[n])) == alone[n]
        loaded = Match.load(matches[n].save())
        assert all_fields(pieces_of(loaded)) == alone[n]


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_pieces_stay_as_they_are_when_the_match_goes_on(game: str, seats: int) -> None:
    matches = [*random_match_entries(game, seats, 4)][:40]
    held = [pieces_of(match) for match in matches]
    assert [all_fields(names) for names in held] == [all_fields(pieces_alone(match)) for match in matches]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_drawn_after_others_were_looked_at_is_the_same(game: str) -> None:
    """A rendered table view depends neither on views made after it, nor on earlier renders."""
    models = random_models(("you", "bot:random", "bot:casual"), 3, game=game)
    face = load_game_view(game)
    alone = []
    for model in models:
        face.pieces_class._recent_trackers = ()
        alone.append(layout.render_screen(model))
    chance = random.Random(7)
    for n in chance.choices(range(len(models)), k=80):
        assert layout.render_screen(models[n]) == alone[n]
        at = face.build_table_view(models[n])
        expected = face.render_regions(at)
        for other in chance.choices(models, k=2):
            face.build_table_view(other)
            assert face.render_regions(at) == expected
        assert layout.render_screen(models[n]) == alone[n]


# -- moves of pieces ---------------------------------------------------------------------------------------------------


def moves_between(before: Match, after: Match) -> list[PieceMove]:
    """Return the moves of pieces from one position to another."""
    return piece_moves(load_game_view(before.game).pieces_class, before, after)


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_the_way_back_is_the_way_there_backwards(game: str, seats: int) -> None:
    """Points are an exception: they travel when they are won."""
    matches = [*random_match_entries(game, seats, 6)]
    for before, after in pairwise(matches):
        there, back = moves_between(before, after), moves_between(after, before)
        there = [move for move in there if not move.piece.startswith("points-")]
        assert [PieceMove(piece, goal, source, via) for piece, source, goal, via in reversed(there)] == back
        assert len({move.piece for move in there}) == len(there)


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_over_several_entries_a_piece_goes_the_whole_way_at_once(game: str, seats: int) -> None:
    matches = [*random_match_entries(game, seats, 7)]
    at = entries_into(game, seats, 30)
    before, after = matches[min(5, at - 1)], matches[at]
    was, now = dict(pieces_of(before).place_by_piece), dict(pieces_of(after).place_by_piece)
    assert {piece for piece in was if was[piece] != now[piece]} <= {move.piece for move in moves_between(before, after)}
    for piece, source, goal, _via in moves_between(before, after):
        assert was.get(piece, source) == source != goal == now[piece]


def test_between_two_games_nothing_travels() -> None:
    one, other = (Match.new(require_game("stairs"), 2, seed) for seed in (1, 2))
    further = other.copy()
    further.play(further.legal()[0])
    assert moves_between(one, further) == moves_between(one, one) == []
    fork, spoon = further.copy(), other.copy()
    spoon.play(other.legal()[1])
    spoon.play(spoon.legal()[0])
    assert moves_between(fork, spoon) == []


def test_what_moved_since_the_viewers_last_action_is_news() -> None:
    """The viewer's own action is no news, and clears the earlier news."""
    models = random_models(("you", "bot:random", "bot:random"), 3)
    news = []
    for model in models:
        names = game_view_of(model).pieces_class.from_model(model)
        since = [move.piece for entry in names.moves_by_entry[model.first_new_entry :] for move in entry]
        assert {name for name in names.place_by_piece if names.is_news(name)} == {*since}
        assert all(names.tracking_attributes(name)["data_news"] for name in since)
        if model.match.log and model.match.log[-1][0] == 0:
            assert not since
        news.append(len({seat for seat, _action, _draws in model.match.log[model.first_new_entry :]}))
    assert {*news} >= {0, 1, 2}


def test_in_an_earlier_position_and_to_onlookers_the_last_entry_is_news() -> None:
    model = random_models(("you", "bot:random", "bot:random"), 3)[-1]
    assert replay.reviewed_model(after_messages(model, ["show", 9])).first_new_entry == 8
    assert change_model(model, viewer=None).first_new_entry == len(model.match.log) - 1
