"""The names of pieces: each keeps its own for the whole game, and none tells what is hidden."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

import pytest
from palaces.features import replay
from palaces.games.alhambra.pieces import Pieces as AlhambraPieces
from palaces.games.medina.pieces import Pieces as MedinaPieces
from palaces.games.palazzo.pieces import Pieces as PalazzoPieces
from palaces.ui import pieces
from palaces.ui.game_view import game_view_of, load_game_view
from palaces.ui.pieces import PieceMove, piece_moves
from screens import after_messages, change_model, random_models
from tables import GAMES_AND_SEATS

from pygame_core import Illegal, Match

SEEDS = range(3)


def random_match_entries(game: str, seats: int, seed: int) -> Iterator[Match]:
    """A random game, entry by entry."""
    chance = random.Random(seed)
    match = Match.new(game, seats, seed)
    yield match.copy()
    while match.to_move() is not None:
        match.play(chance.choice(match.legal()))
        yield match.copy()


def piece_notations(names: Sequence[str | None]) -> list[str | None]:
    """What these pieces are, in notation; None stays None."""
    return [name and pieces.piece_kind(name) for name in names]


# -- they name what lies there -----------------------------------------------------------------------------------------


def shown_by_alhambra(names: AlhambraPieces, view: Any) -> Iterator[tuple[Sequence[str | None], Any]]:
    yield names.money.open_cards, view["money"]
    yield names.yard, view["yard"]
    yield sorted(names.money.discards), sorted(view["discards"])
    yield names.scored, [letter for letter, _held in view["scorings"] if letter != "C"]
    for owner, row in enumerate(view["buildings"]):
        yield names.names_on_hill(owner), row
    for seat, hand in enumerate(view["hands"]):
        yield names.names_in_hand(seat, hand), hand


def shown_by_palazzo(names: PalazzoPieces, view: Any) -> Iterator[tuple[Sequence[str | None], Any]]:
    yield names.money.open_cards, view["money"]
    yield names.supply, view["supply"]
    yield names.building, view["building"]
    yield sorted(names.money.discards), sorted(view["discards"])
    yield names.riders, ["rider"] * view["riders"]
    for n, quarry in enumerate(view["quarries"]):
        here = n == view["builder"] and (view["phase"] in ("bid", "claim") or view["claiming"])
        yield (names.offered if here else names.quarries[n]), quarry
    for seat, street in enumerate(view["palaces"]):
        assert len(names.streets[seat]) == len(street)
        yield from zip(names.streets[seat], street, strict=True)
    for seat, bid in enumerate(view["bids"]):
        yield names.names_in_bid(seat), bid
    for seat, hand in enumerate(view["hands"]):
        if not isinstance(hand, int):
            yield names.names_in_hand(seat, hand), hand


def shown_by_medina(names: MedinaPieces, view: Any) -> Iterator[tuple[Sequence[str | None], Any]]:
    """Components have the seat they came from in their kind, but for the merchants that came with the board."""
    for palace in view["palaces"]:
        yield from _are_components(palace["colour"], [names.on[space] for space in palace["buildings"]])
        yield from _are_components("stable", [names.on[space] for space in palace["stables"]])
        dome, owner = names.palace_dome(palace), palace["owner"]
        yield from _are_components("neutral" if owner == "neutral" else "roof", [dome] if dome else [])
        assert dome is None if owner is None else owner == "neutral" or pieces.piece_kind(dome or "") == f"roof-{owner}"
    yield from _are_components("merchant", [names.on[space] for space in view["merchants"]])
    yield from _are_components("wall", [names.on[space] for tower in view["walls"] for space in tower])
    for n, (owner, waiting) in enumerate(zip(view["tower_tiles"], view["waiting"], strict=True)):
        yield from _are_components("tower", [names.towers[n]])
        yield names.waiting[n], ["merchant"] * waiting
        assert names.place_by_piece[names.towers[n]] == (
            f"seat-{owner}" if isinstance(owner, int) else f"tower-{n + 1}"
        )
    for colour, owner in zip(names.tiles, view["palace_tiles"], strict=True):
        yield [names.tiles[colour]], [f"tile-{colour}"]
        assert names.place_by_piece[names.tiles[colour]] == (f"seat-{owner}" if isinstance(owner, int) else "edge")
    counted = {"roofs": "roof", "neutral": "neutral", "stables": "stable", "merchants": "merchant", "walls": "wall"}
    for seat, supply in enumerate(view["supplies"]):
        have = names.supplies[seat]
        assert [len(have[colour]) for colour in names.tiles] == supply["buildings"]
        assert {part: len(have[kind]) for part, kind in counted.items()} == {part: supply[part] for part in counted}
        yield names.tea[seat], ["tea"] * supply["tea"]


def _are_components(what: str, names: list[str]) -> Iterator[tuple[list[str | None], list[str | None]]]:
    """All of these are such components of whichever seat."""
    assert all(name.startswith(what) for name in names)
    yield [*names], piece_notations(names)


def shown_by_stairs(names: Any, view: Any) -> Iterator[tuple[Sequence[str | None], Any]]:
    yield names.open, view["open"]
    for seat, stair in enumerate(view["stairs"]):
        yield names.stairs[seat], stair
    for seat, hand in enumerate(view["hands"]):
        if not isinstance(hand, int):
            yield names.names_in_hand(seat, hand), hand


CHECK_SHOWN: dict[str, Callable[[Any, Any], Iterator[tuple[Sequence[str | None], Any]]]] = {
    "alhambra": shown_by_alhambra,
    "palazzo": shown_by_palazzo,
    "medina": shown_by_medina,
    "stairs": shown_by_stairs,
}


def pieces_of(match: Match) -> Any:
    """The pieces of a match of any game."""
    return load_game_view(match.game).pieces_class.from_match(match)


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_every_piece_that_lies_open_has_a_name_of_its_own_that_tells_what_it_is(game: str, seats: int) -> None:
    for seed in SEEDS:
        for match in random_match_entries(game, seats, seed):
            names = pieces_of(match)
            found: list[str] = []
            for named, lying in CHECK_SHOWN[game](names, match.view(match.to_move(), memory=game == "alhambra")):
                assert piece_notations(named) == lying
                found += [name for name in named if name]
            assert len(set(found)) == len(found)
            assert not {names.piece_place(name) for name in found} & {"pile", "stack", "box"}


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_what_an_entry_moves_goes_on_from_where_it_was(game: str, seats: int) -> None:
    """So the way of a piece through the game has no gap."""
    *_, match = random_match_entries(game, seats, 1)
    where: dict[str, str] = {}
    for entry in pieces_of(match).moves_by_entry:
        for piece, source, goal in entry:
            assert where.get(piece, source) == source
            where[piece] = goal
    assert where.items() <= pieces_of(match).place_by_piece.items()
    assert sum(map(bool, pieces_of(match).moves_by_entry)) >= len(match.log) / 3


# -- they tell nothing -------------------------------------------------------------------------------------------------

HIDDEN_SETUP_KEY = {"alhambra": "capital", "palazzo": "hands", "stairs": "dealt"}
"""Where a save has the cards that were dealt face down."""


def indistinguishable_match(match: Match, seat: int) -> Match:
    """A match that looks the same to a seat all the way, though others were dealt something else."""
    chance = random.Random(1)
    save = match.save() | {"result": None}
    for hand in (hand for other, hand in enumerate(save["setup"][HIDDEN_SETUP_KEY[match.game]]) if other != seat):
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


@pytest.mark.parametrize(("game", "seats"), [table for table in GAMES_AND_SEATS if table.values[0] != "medina"])
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


# -- they last ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_names_are_those_of_the_position_in_whichever_order_positions_are_looked_at(game: str, seats: int) -> None:
    matches = [*random_match_entries(game, seats, 4)]
    then = [(dict(pieces_of(match).place_by_piece), [*pieces_of(match).moves_by_entry]) for match in matches]
    order = random.Random(5).sample(range(len(matches)), 30)
    assert all((pieces_of(matches[n]).place_by_piece, pieces_of(matches[n]).moves_by_entry) == then[n] for n in order)
    back = matches[20].copy()
    back.undo(practice=True)
    assert (pieces_of(back).place_by_piece, pieces_of(back).moves_by_entry) == then[19]


# -- moves of pieces ---------------------------------------------------------------------------------------------------


def moves_between(before: Match, after: Match) -> list[PieceMove]:
    """What travels from one position to another."""
    return piece_moves(load_game_view(before.game).pieces_class, before, after)


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_the_way_back_is_the_way_there_backwards(game: str, seats: int) -> None:
    """But for points, which travel as they are won."""
    matches = [*random_match_entries(game, seats, 6)]
    for before, after in pairwise(matches):
        there, back = moves_between(before, after), moves_between(after, before)
        there = [move for move in there if not move.piece.startswith("points-")]
        assert [PieceMove(piece, goal, source) for piece, source, goal in reversed(there)] == back
        assert len({move.piece for move in there}) == len(there)


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_over_several_entries_a_piece_goes_the_whole_way_at_once(game: str, seats: int) -> None:
    matches = [*random_match_entries(game, seats, 7)]
    before, after = matches[5], matches[35]
    was, now = dict(pieces_of(before).place_by_piece), dict(pieces_of(after).place_by_piece)
    assert {piece for piece in was if was[piece] != now[piece]} <= {move.piece for move in moves_between(before, after)}
    for piece, source, goal in moves_between(before, after):
        assert was.get(piece, source) == source != goal == now[piece]


def test_between_two_games_nothing_travels() -> None:
    one, other = (Match.new("stairs", 2, seed) for seed in (1, 2))
    further = other.copy()
    further.play(further.legal()[0])
    assert moves_between(one, further) == moves_between(one, one) == []
    fork, spoon = further.copy(), other.copy()
    spoon.play(other.legal()[1])
    spoon.play(spoon.legal()[0])
    assert moves_between(fork, spoon) == []


def test_what_moved_since_the_viewers_last_action_is_news() -> None:
    """An own action is no news, and takes away what was."""
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
