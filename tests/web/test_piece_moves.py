"""Pieces on the screen: each is there once, and from one position to the next exactly what an entry moves travels, from
a place to a place that there is. All of it is read from the markup of two positions."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from palaces.app.model import Model
from palaces.loop import layout
from palaces.ui.game_view import game_view_of
from palaces.ui.pieces import PieceMove, piece_kind, piece_moves
from screens import after_messages, offered_messages, random_models, region_elements

from pygame_core import GAMES
from pygame_core.palazzo.components import IDS as TILES
from pygame_core.palazzo.components import QUARRY_COUNT, TILE_WINDOWS

KindMove = tuple[str, str, str]
"""What kind of piece goes from where to where."""
TABLES = [pytest.param(game, seats, id=f"{game}-{seats}") for game in GAMES for seats in GAMES[game].seat_counts]
SEEDS = (1, 2)


def played_match(game: str, seats: int, seed: int) -> tuple[Model, ...]:
    """A random game in which a person sits first."""
    return random_models(("you", *("bot:random",) * (seats - 1)), seed, game=game)


@lru_cache(maxsize=4)
def piece_places(model: Model) -> tuple[dict[str, str], set[str]]:
    """By name the place of every piece on the screen; and the places that the screen shows."""
    marked = [each.attributes for part in layout.render_screen(model).values() for each in region_elements(part)]
    pieces = [(str(each["data-piece"]), str(each["data-at"])) for each in marked if "data-piece" in each]
    assert len(dict(pieces)) == len(pieces), "a piece is there twice"
    return dict(pieces), {str(each["data-place"]) for each in marked if "data-place" in each}


def is_place_shown(place: str, places: set[str]) -> bool:
    """Whether a screen shows a place, or one that it is a part of; the box is out of sight of all."""
    return place == "box" or any(place == other or place.startswith(f"{other}-") for other in places)


def log_entries(game: str, seats: int, seed: int) -> Iterator[tuple[Model, Model, list[PieceMove]]]:
    """Every entry of a game but the last, after which the table makes way for the end: before, after, what travels. A
    scoring that lies over the table is read first."""
    models = [
        model for model in played_match(game, seats, seed) if model.mover is not None and not model.paused_for_panel
    ]
    for before, after in pairwise(models):
        if len(after.match.log) > len(before.match.log):
            yield before, after, piece_moves(game_view_of(before).pieces_class, before.match, after.match)


# -- what is there -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_piece_on_the_screen_is_there_once_and_where_it_lies(game: str, seats: int) -> None:
    for model in played_match(game, seats, 1)[:-1]:
        names = game_view_of(model).pieces_class.from_model(model)
        pieces, _places = piece_places(model)
        assert pieces == {name: names.piece_place(name) for name in pieces}
        assert pieces


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_no_piece_comes_or_goes_without_a_source_or_a_destination(game: str, seats: int) -> None:
    """What comes to lie under another piece of its place, or is uncovered by it, needs none; points are gone where they
    have come to."""
    for seed in SEEDS:
        for before, after, moves in log_entries(game, seats, seed):
            (was, then), (now, places) = piece_places(before), piece_places(after)
            sources, goals = {m.piece: m.source for m in moves}, {m.piece: m.destination for m in moves}
            for name in now.keys() - was.keys():
                source = sources.get(name, now[name])
                assert is_place_shown(source, then | places | {*now.values()}), (name, source, after.match.log[-1])
                assert name in sources or now[name] in COVERED_PLACES, (name, now[name], after.match.log[-1])
            for name in was.keys() - now.keys():
                goal = goals.get(name, was[name])
                assert is_place_shown(goal, places), (name, goal, after.match.log[-1])
                assert name in goals or was[name] in COVERED_PLACES or name.startswith("points"), (
                    name,
                    was[name],
                    after.match.log[-1],
                )


DRAFTABLE_PLACES = (
    "hand",
    "hill",
    "tea",
    "roof",
    "neutral",
    "stable",
    "merchant",
    "wall",
    "grey",
    "purple",
    "brown",
    "orange",
)
COVERED_PLACES = {"discards"} | {f"seat-{seat}-{part}" for seat in range(6) for part in DRAFTABLE_PLACES}
"""Places where pieces lie on others, or where those of others are not seen."""


# -- what travels ------------------------------------------------------------------------------------------------------


def alhambra_moves(before: Model, event: Any) -> Iterator[KindMove]:
    """A10, A11, A16, A17, A23, A28."""
    seat, view = event["seat"], before.match.view(None)
    yard = [*view["yard"]]
    if event["verb"] == "take":
        yield from ((card, "money", f"seat-{seat}-hand") for card in event["cards"])
    if event["verb"] == "buy":
        owner = len(before.player_names) if event["give"] else seat
        yield from ((card, f"seat-{seat}-hand", "discards") for card in event["cards"])
        yield event["building"], f"yard-{event['place']}", f"seat-{owner}-hill"
        yard[event["place"]] = None
    for building in event["refilled"]:
        yield building, "supply", f"yard-{yard.index(None)}"
        yard[yard.index(None)] = building
    yield from ((card, "pile", "money") for card in event["revealed"])
    if len(event["revealed"]) > view["pile"]:
        yield from ((card, "discards", "pile") for card in view["discards"])
    for letter, _points in event["scorings"]:
        if letter != "C":
            yield letter, "pile", "scored"
        yield from ((building, "supply", "seat-2-hill") for building in event["dirk"].get(letter, ()))


def palazzo_moves(before: Model, event: Any) -> Iterator[KindMove]:
    """P9 to P21."""
    seat, view = event["seat"], before.match.view(None)
    quarry = f"quarry-{view['builder']}"
    match event["verb"]:
        case "money":
            yield from ((card, "pile", "money") for card in event["cards"])
            if len(event["cards"]) > view["pile"]:
                yield from ((card, "discards", "pile") for card in view["discards"])
        case "pick":
            yield event["cards"][0], "money", f"seat-{seat}-hand"
        case "tiles":
            yield from ((tile, "stack", "supply") for tile in [event["supply"]] if tile)
            for place, tile in [event["quarry"]] if event["quarry"] else []:
                assert place == (view["builder"] + TILE_WINDOWS[TILES[tile]]) % QUARRY_COUNT
                yield tile, "stack", f"quarry-{place}"
            yield from [("rider", "stack", "riders")] * event["came"]
        case "buy":
            yield from ((card, f"seat-{seat}-hand", "discards") for card in event["cards"])
            yield from ((tile, "supply", "lot") for tile in event["tiles"])
        case "auction" if event["quarry"] is not None:
            if event["quarry"] != view["builder"]:
                yield "builder", quarry, f"quarry-{event['quarry']}"
            yield from ((tile, f"quarry-{event['quarry']}", "lot") for tile in event["tiles"])
            if not event["claims"]:
                yield "c3", f"seat-{seat}", f"seat-{seat}-bid"
        case "bid":
            yield from ((card, f"seat-{seat}-hand", f"seat-{seat}-bid") for card in event["cards"])
        case "pass":
            yield from ((card, f"seat-{seat}-bid", f"seat-{seat}-hand") for card in view["bids"][seat])
            leaving = [seat]
            if "won" in event:
                yield from ((card, f"seat-{event['won']}-bid", "discards") for card in view["bids"][event["won"]])
                leaving.append(event["won"])
            if view["turn"] in leaving:
                yield "c3", f"seat-{view['turn']}-bid", f"seat-{view['turn']}"
        case "build":
            row, where = view["palaces"][seat], event["where"]
            goal = {"out": "box", "new": f"seat-{seat}-street-{len(row)}"}.get(where, f"seat-{seat}-street-{where}")
            yield event["tiles"][0], "lot", goal
            yield from ((tile, "lot", "box") for tile in event["leave"])
        case "rebuild":
            yield event["cards"][0], f"seat-{seat}-hand", "discards"
            yield from _rebuild_moves(seat, view["palaces"][seat], event)


def _rebuild_moves(seat: int, row: list[list[str]], event: Any) -> Iterator[KindMove]:
    """P14: the tile, and the palaces that have another number afterwards."""
    tile, street = event["tiles"][0], f"seat-{seat}-street"
    at = next(n for n, palace in enumerate(row) if tile in palace and (event["change"] == "split") == (len(palace) > 1))
    if event["change"] == "split":
        yield tile, f"{street}-{at}", f"{street}-{len(row)}"
        return
    goal = "box" if event["change"] == "drop" else event["to"] - (at < event["to"])
    yield tile, f"{street}-{at}", goal if goal == "box" else f"{street}-{goal}"
    for n, palace in enumerate(row[at + 1 :], at):
        yield from ((other, f"{street}-{n + 1}", f"{street}-{n}") for other in palace)


def medina_moves(before: Model, event: Any) -> Iterator[KindMove]:
    """M10, M13, M18 to M22, M25 to M30."""
    seat, verb, view = event["seat"], event["verb"], before.match.view(None)
    if verb == "building":
        yield f"{event['colour']}-{seat}", f"seat-{seat}-{event['colour']}", event["space"]
    elif verb == "roof":
        what = "roof" if event["whose"] == "own" else "neutral"
        yield f"{what}-{seat}", f"seat-{seat}-{what}", f"roof-{event['space']}"
    elif verb == "merchant":  # M30: some came with a tower tile
        yield verb, f"seat-{seat}-{verb}", event["space"]
    elif verb in ("stable", "wall"):
        yield f"{verb}-{seat}", f"seat-{seat}-{verb}", event["space"]
    elif verb == "tea":
        yield "tea", f"seat-{seat}-tea", "edge"
    yield from [("tea", "edge", f"seat-{seat}-tea")] * event["tea"]
    if event["tile"] is not None:
        holder = view["palace_tiles"][list(COLOURS).index(event["colour"])]
        yield f"tile-{event['colour']}", _owner_place(holder, "edge"), _owner_place(event["tile"], "edge")
    for tower, owner, won, gone in event["towers"]:
        here = f"tower-{tower}"
        yield here, _owner_place(view["tower_tiles"][tower - 1], here), _owner_place(owner, here)
        yield from [("merchant", here, f"seat-{owner}-merchant")] * won
        yield from [("merchant", here, "box")] * gone
    if event["closed"]:
        for other, supply in enumerate(view["supplies"]):
            n = supply["buildings"][list(COLOURS).index(event["colour"])]
            yield from [(f"{event['colour']}-{other}", f"seat-{other}-{event['colour']}", "box")] * n


COLOURS = ("grey", "purple", "brown", "orange")


def _owner_place(owner: Any, nobody: str) -> str:
    return f"seat-{owner}" if isinstance(owner, int) and owner >= 0 else nobody


def point_moves(before: Model, after: Model, ways: list[KindMove]) -> Iterator[KindMove]:
    """What an entry brought comes from where it set a piece; a scoring's points come from what everybody has built."""
    first = next((goal for _what, _source, goal in ways if goal != "discards"), "")
    for seat, (now, then) in enumerate(zip(before.match.scores(), after.match.scores(), strict=True)):
        if then > now:
            yield f"points-{seat}", f"seat-{seat}-hill" if after.match.game == "alhambra" else first, f"seat-{seat}"


def stairs_moves(before: Model, event: Any) -> Iterator[KindMove]:
    seat, card = event["seat"], event["card"]
    goals = {"take": f"seat-{seat}-hand", "lay": f"seat-{seat}-stair", "drop": "gone"}
    yield card, "market" if event["verb"] == "take" else f"seat-{seat}-hand", goals[event["verb"]]
    yield from ((each, "pile", "market") for each in event["drawn"])


EXPECTED_MOVES: dict[str, Callable[[Model, Any], Iterator[KindMove]]] = {
    "alhambra": alhambra_moves,
    "palazzo": palazzo_moves,
    "medina": medina_moves,
    "stairs": stairs_moves,
}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_exactly_what_an_entry_moves_travels_from_place_to_place(game: str, seats: int) -> None:
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
            expected = Counter(way for way in EXPECTED_MOVES[game](before, event) if way[1] != way[2])
            assert travelled <= expected, event
            assert not {way for way in expected - travelled if not is_move_hidden(way)}, event
            points = point_moves(before, after, [*EXPECTED_MOVES[game](before, event)])
            assert {(kind_of_piece(m.piece), m.source, m.destination) for m in moves} == {*expected, *points}
    assert len(verbs) > 1


def kind_of_piece(name: str) -> str:
    """Of what kind a piece is, a merchant of whichever seat."""
    return "merchant" if name.startswith("merchant") else piece_kind(name)


def is_move_hidden(way: KindMove) -> bool:
    """Whether a piece may be drawn neither before nor after: in a pile or a supply, under others, in another's hand."""
    _what, source, goal = way
    unseen = ("hand", "discards", "pile", "box", "gone", "merchant", "tea", "edge", "scored", *COLOURS)
    return all(place.rsplit("-", 1)[-1] in unseen or place in ("supply", "stack") for place in (source, goal))


# -- what is lit -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_an_action_is_about_is_on_the_screen(game: str) -> None:
    """So a hint has something to light for every action."""
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
