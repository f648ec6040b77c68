"""Features of recorded Medina games, and move choosers that produce them; see record_games.py."""

import random
from collections.abc import Callable
from typing import Any

from pygame_core import Match
from pygame_core.grid import orthogonal_neighbors
from pygame_core.medina import rules
from pygame_core.medina.components import (
    BOARDS,
    COLOURS,
    NEUTRAL,
    NOBODY,
    PURPLE,
    SPACES,
    TEA_TILES_BY_CLAIM,
    UNCLAIMED,
)
from pygame_core.medina.state import Medina
from pygame_core.medina.types import Event

Chooser = Callable[[Match[Medina], random.Random], list[Any]]
Observed = dict[str, bool]

# The features that the recorded games of Medina show together.
FEATURES = {
    *("all placed by two", "all placed by three", "all placed by four"),
    *("two are blocked", "three are blocked", "four are blocked", "end in mid-turn"),
    *("short first turn", "tea break", "pass", "pass in mid-turn", "placing again after a pass"),
    *("seat out early", "seat out in mid-turn"),
    *("in again by the last component", "merchants won by a seat that is out", "closing a colour puts a seat out"),
    *("new palace after a stuck one", "one of two open palaces claimed", "second neutral rooftop on a colour"),
    *("colour closed", "buildings leave two hands", "leftover palace claimed by nobody"),
    *("stable for oneself", "stable for another", "stable for no one yet", "stable for a neutral palace"),
    *("street blocked at one end", "new street", "new street beside an old one"),
    *("gate closed", "gate closed by one tower alone", "other result by the other towers"),
    *("tea 3", "tea 2", "tea 1", "no tea for the fourth", "tea for nobody"),
    *("tower tile passes by roof", "tower tile passes by stable", "tower tile passes by wall"),
    *("tower merchants won", "tower merchants won in another's turn", "two tower tiles at once"),
    *("tower tile to a neutral palace", "tower tile back from one", "tower merchants to a neutral palace"),
    *("stable at a wall known wins", "stable at a wall known does not win", "stable off the wall does not win"),
    *("palace tile passes by roof", "palace tile passes by stable", "palace tile passes in another's turn"),
    *("palace tile to a neutral palace", "palace tile back from one", "palace of the same size wins no tile"),
    *("tie broken by the largest palace", "shared victory", "shared place behind the winner"),
}


# -- features of a game ------------------------------------------------------------------------------------------------


def features(save: dict[str, Any]) -> set[str]:
    """Return the members of FEATURES that a finished game of Medina shows."""
    match, found = Match[Medina].new(save["game"], save["seats"], save["seed"], save["options"]), set[str]()
    before, passed = _state_of(match), set[int]()
    for seat, action, _ in save["log"]:
        match.play(action)
        event, after = match.events(None)[-1], _state_of(match)
        shown = (
            _turn_features(event, before, after)
            | _tile_features(event, before)
            | _FEATURES_BY_VERB[action[0]](event, before, after)
        )
        shown["placing again after a pass"] = seat in passed and action[0] != "pass"
        found |= {name for name, is_so in shown.items() if is_so}
        passed |= {seat} if action[0] == "pass" else set()
        before = after
    scores, places, end = (save["result"][key] for key in ("scores", "places", "end"))
    count = {2: "two", 3: "three", 4: "four"}[len(scores)]
    at_end = {
        f"all placed by {count}": end == "components",
        f"{count} are blocked": end == "blocked",
        "shared victory": places.count(1) > 1,
        "shared place behind the winner": any(place > 1 and places.count(place) > 1 for place in places),
        "tie broken by the largest palace": len(set(scores)) < len(set(places)),
        "other result by the other towers": save["options"] in OPTIONS.values() and _rulebook_points(save) != scores,
    }
    return found | {name for name, is_so in at_end.items() if is_so}


def _state_of(match: Match[Medina]) -> Medina:
    return match.state.copy()


def _rulebook_points(save: dict[str, Any]) -> list[int]:
    """Return the points of the same moves without options, as far as they are legal then."""
    match = Match.new(save["game"], save["seats"], save["seed"])
    for _, action, _ in save["log"]:
        if match.allows(action):
            break
        match.play(action)
    return match.scores()


def _turn_features(event: Event, before: Medina, after: Medina) -> Observed:
    """Yield the features of an action that concern turns, and seats that are out."""
    seat, more = event["seat"], before.components_placed + 1 < before.components_due
    won = any(owner == seat and merchants for _, owner, merchants, _ in event["towers"])
    return {
        "short first turn": before.components_due == 1,
        "end in mid-turn": event["over"] == "blocked" and more and seat not in event["out"],
        "seat out early": bool(event["out"]) and not event["over"],
        "seat out in mid-turn": seat in event["out"] and more and not event["over"],
        "closing a colour puts a seat out": any(other != seat for other in event["out"]),
        "in again by the last component": before.components_left[seat] == 1 and won and seat not in event["out"],
        "gate closed": len(after.wall_placements) < len(before.wall_placements) - 1,
    }


def _tile_features(event: Event, before: Medina) -> Observed:
    """Yield the features of an action that concern tower tiles and palace tiles."""
    seat, verb, shown = event["seat"], event["verb"], {"two tower tiles at once": len(event["towers"]) > 1}
    for n, owner, merchants, gone in event["towers"]:
        held = before.tower_tile_owners[n - 1]
        of_tile = {
            f"tower tile passes by {verb}": owner >= 0 <= held,
            "tower tile back from one": owner >= 0 and held == NEUTRAL,
            "tower tile to a neutral palace": owner < 0 <= held,
            "tower merchants to a neutral palace": owner < 0 < gone,
            "tower merchants won": owner == seat and merchants > 0,
            "tower merchants won in another's turn": owner not in (seat, -1) and merchants > 0,
            "merchants won by a seat that is out": owner >= 0 < gone,
        }
        shown = {name: shown.get(name, False) or is_so for name, is_so in (shown | of_tile).items()}
    if event["tile"] is None:
        return shown
    held = before.palace_tile_holders[COLOURS.index(event["colour"])]
    loser, winner = NOBODY if held == NOBODY else before.palaces[held][3], event["tile"]
    return shown | {
        f"palace tile passes by {verb}": winner >= 0 <= loser,
        "palace tile passes in another's turn": winner not in (seat, -1) and loser >= 0,
        "palace tile back from one": winner >= 0 and loser == NEUTRAL,
        "palace tile to a neutral palace": winner < 0 <= loser,
    }


def _building_features(event: Event, before: Medina, after: Medina) -> Observed:
    stuck = any(colour == COLOURS.index(event["colour"]) for colour, _ in before.unclaimed_palaces.values())
    return {"new palace after a stuck one": stuck and event["size"] == 1}


def _roof_features(event: Event, before: Medina, after: Medina) -> Observed:
    colour, neutral = COLOURS.index(event["colour"]), event["whose"] == "neutral"
    owners = [palace[3] for palace in before.palaces if palace[0] == colour]
    lost = [seat for seat, supply in enumerate(before.buildings) if supply[colour] > after.buildings[seat][colour]]
    tea, held = (
        TEA_TILES_BY_CLAIM[min(before.purple_claims, 3)] if colour == PURPLE else -1,
        before.palace_tile_holders[colour],
    )
    return {
        "one of two open palaces claimed": owners.count(UNCLAIMED) > 1,
        "colour closed": event["closed"],
        "buildings leave two hands": len(lost) > 1,
        "leftover palace claimed by nobody": neutral and {*range(before.seats)} <= {*owners},
        "second neutral rooftop on a colour": neutral and NEUTRAL in owners,
        "palace of the same size wins no tile": held != NOBODY and event["size"] == _palace_size(before, held),
        "tea for nobody": neutral and tea > 0,
        "no tea for the fourth": tea == 0 and not neutral,
        f"tea {tea}": tea > 0 and not neutral,
    }


def _palace_size(state: Medina, n: int) -> int:
    _, buildings, stables, _ = state.palaces[n]
    return (buildings | stables).bit_count()


def _stable_features(event: Event, before: Medina, after: Medina) -> Observed:
    assert event["space"]
    here = 1 << SPACES[event["space"]]
    n = next(n for n, palace in enumerate(after.palaces) if palace[2] & here)
    _, buildings, stables, owner = before.palaces[n]
    beside, known = orthogonal_neighbors(here), orthogonal_neighbors(buildings | stables)
    missed = [n for n, held in enumerate(before.tower_tile_owners) if owner not in (UNCLAIMED, held)]
    missed = [n for n in missed if before.tower_walls[n] & known]
    wins = {n: after.tower_tile_owners[n] == owner for n in missed if before.tower_walls[n] & beside}
    return {
        "stable for oneself": owner == event["seat"],
        "stable for another": owner not in (event["seat"], UNCLAIMED, NEUTRAL),
        "stable for no one yet": owner == UNCLAIMED,
        "stable for a neutral palace": owner == NEUTRAL,
        "stable at a wall known wins": any(wins.values()),
        "stable at a wall known does not win": not all(wins.values()),
        "stable off the wall does not win": any(after.tower_tile_owners[n] != owner for n in missed if n not in wins),
    }


def _merchant_features(event: Event, before: Medina, after: Medina) -> Observed:
    assert event["space"]
    beside, can = orthogonal_neighbors(1 << SPACES[event["space"]]), rules.legal_merchant_spaces(before)
    begin, end = (1 << end for end in before.street_ends)
    new = not beside & (begin | end)
    at_ends = [bool(orthogonal_neighbors(each) & can) for each in (begin, end)]
    return {
        "new street": new,
        "new street beside an old one": new and bool(beside & before.merchant_spaces),
        "street blocked at one end": begin != end and not new and not all(at_ends),
    }


def _wall_features(event: Event, before: Medina, after: Medina) -> Observed:
    sides = [after.run_lengths[n : n + 2] for n in range(0, len(after.run_lengths), 2)]
    board = BOARDS[before.seats]
    alone = (board.columns - 1, board.rows - 1)
    return {"gate closed by one tower alone": any(max(side) == alone[n % 2] for n, side in enumerate(sides))}


def _tea_features(event: Event, before: Medina, after: Medina) -> Observed:
    return {"tea break": True}


def _pass_features(event: Event, before: Medina, after: Medina) -> Observed:
    return {"pass": before.components_placed == 0, "pass in mid-turn": before.components_placed > 0}


_FEATURES_BY_VERB: dict[str, Callable[[Event, Medina, Medina], Observed]] = {
    "building": _building_features,
    "roof": _roof_features,
    "stable": _stable_features,
    "merchant": _merchant_features,
    "wall": _wall_features,
    "tea": _tea_features,
    "pass": _pass_features,
}


# -- move choosers -----------------------------------------------------------------------------------------------------


def anything(match: Match[Medina], chance: random.Random) -> list[Any]:
    return chance.choice(match.legal())


def evenly(match: Match[Medina], chance: random.Random) -> list[Any]:
    """Choose a verb first, then one of its actions. So walls, merchants and rooftops are as frequent as buildings."""
    actions = match.legal()
    verb = chance.choice(sorted({action[0] for action in actions}))
    return chance.choice([action for action in actions if action[0] == verb])


def hugs(match: Match[Medina], chance: random.Random) -> list[Any]:
    """Do the same, but place buildings only along the wall while there is room."""
    actions, inner = match.legal(), BOARDS[len(match.seats)].setup_spaces
    edge = [action for action in actions if action[0] != "building" or not inner >> SPACES[action[2]] & 1] or actions
    verb = chance.choice(sorted({action[0] for action in edge}))
    return chance.choice([action for action in edge if action[0] == verb])


def lines(match: Match[Medina], chance: random.Random) -> list[Any]:
    """Place all walls first, from one tower on as far as possible."""
    actions = match.legal()
    return next((action for action in actions if action[0] == "wall"), None) or chance.choice(actions)


CHOOSERS: dict[str, Chooser] = {f.__name__: f for f in (anything, evenly, hugs, lines)} | {"contacts": hugs}
ONLY_FOR: dict[str, set[str]] = {
    "anything": {
        *("two tower tiles at once", "tower tile passes by stable", "merchants won by a seat that is out"),
        *("leftover palace claimed by nobody", "placing again after a pass"),
        *("two are blocked", "three are blocked", "four are blocked", "end in mid-turn"),
    },
    "evenly": {"stable at a wall known wins", "shared place behind the winner", "shared victory"},
    "hugs": {
        *("pass", "palace tile to a neutral palace", "stable off the wall does not win"),
        "tie broken by the largest palace",
    },
    "lines": {"gate closed by one tower alone"},
    "contacts": {"other result by the other towers", "in again by the last component"},
}
"""Rare features that the recorder looks for. Common ones come with them, so few games are enough."""

OPTIONS = {"contacts": {"towers": "new-contact"}}
