"""Tests that the page shows the same about a bot in a running game, whatever its hidden hand contains."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match
from palaces.app.thinking import BotReasoning
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.workers.bot_worker import handle
from tables import LONG_TEST_TABLES

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import LEVELS, Budget, bot_view, choose
from pygame_core.match import Save, SeatEntry, require_game, require_level

PLAYED_ENTRIES = 14  # entries of a running game
TWIN_COUNT = 3  # number of other deals of it
MAX_REDEALS = 1500  # to find them
ASKED_MOVES = 3  # number of explained moves of bots
GAMES_WITH_SECRETS = [table for table in LONG_TEST_TABLES if GAMES[str(table.values[0])].has_secrets]


@cache
def unfinished_save(game: str, seats: int) -> Save:
    """Return the save of a running game of one person with bots."""
    match, rng = Match.new(require_game(game), seats, 3), Random(3)
    while len(match.log) < PLAYED_ENTRIES or match.to_move() != 0:
        lively = choose("casual", bot_view("casual", match), rng).action
        match.play(rng.choice(match.legal()) if len(match.log) % 3 == 0 else lively)
    return match.save()


@cache
def indistinguishable_saves(game: str, seats: int) -> tuple[Save, ...]:
    """Return saves of the same log in which bots have other cards that no player could distinguish."""
    if not GAMES[game].has_secrets:
        return ()
    save, rng, found = unfinished_save(game, seats), Random(1), []
    shown = visible_state(Match.load(save))
    cards = [*GAMES[game].state_class.names_by_id]
    spots = [*hidden_cards(save["setup"])]
    for _try in range(MAX_REDEALS):
        setup = deepcopy(save["setup"])
        for pile, at in rng.sample(spots, rng.choice((1, 2))):
            row: Any = setup
            for step in pile:
                row = row[step]
            row[at] = rng.choice(cards)
        try:
            twin = Match.load(save | {"setup": setup})
        except Illegal:
            continue
        if setup != save["setup"] and visible_state(twin) == shown:
            found.append(twin.save())
        if len(found) == TWIN_COUNT:
            break
    return tuple(found)


def hidden_cards(part: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield the places of dealt cards in a setup: the path to a list, and an index in it."""
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for step, one in inner:
        if isinstance(one, str):
            yield way, step
        else:
            yield from hidden_cards(one, (*way, step))


def visible_state(match: Match) -> tuple[Any, ...]:
    """Return everything that the first seat can see, now and before."""
    return match.view(None), match.view(0), match.events(0)


def match_at_entry(save: Save, n: int) -> Match:
    """Return the match as it was after `n` entries."""
    return Match.load(save | {"log": save["log"][:n]})


@pytest.mark.parametrize(("game", "seats"), GAMES_WITH_SECRETS)
def test_there_are_other_deals_that_look_the_same_where_a_game_has_secrets(game: str, seats: int) -> None:
    assert len(indistinguishable_saves(game, seats)) == TWIN_COUNT


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "seats"), GAMES_WITH_SECRETS)
@pytest.mark.parametrize("remembered", [True, False], ids=["remembered", "asked"])
def test_what_is_told_of_a_bot_s_move_does_not_hang_on_its_hidden_cards(
    game: str, seats: int, level: str, remembered: bool
) -> None:
    kinds: list[SeatEntry] = [{"name": f"P{n}", "kind": f"bot:{level}" if n else "human"} for n in range(seats)]
    saves: list[Save] = [
        {**save, "seats": kinds} for save in (unfinished_save(game, seats), *indistinguishable_saves(game, seats))
    ]
    entries = [n for n, (seat, _action, _draws) in enumerate(saves[0]["log"]) if seat]
    told_apart = 0
    for n in Random(2).sample(entries, ASKED_MOVES):
        told = [explanation_of(save, n, level, remembered) for save in saves]
        assert [each == told[0] for each in told] == [True] * len(told)
        hands = [match_at_entry(save, n).view(saves[0]["log"][n][0])["hands"] for save in saves]
        told_apart += any(hand != hands[0] for hand in hands)
    assert told_apart, "no hand was another one"


def explanation_of(save: Save, n: int, level: str, remembered: bool) -> list[Any]:
    """Return all that the page shows and announces about a bot's move, from question to answer."""
    match = Match.load(save)
    model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
    if remembered:
        before = match_at_entry(save, n)
        decision = choose(require_level(level), bot_view(level, before), Random(n), Budget(4))
        model = change_model(
            model, bot_reasoning={n: BotReasoning(decision._replace(action=save["log"][n][1]), before.view(None))}
        )
    shown: list[Any] = [screen_regions(model)]
    model, effects = update(model, ["why", n])
    shown.append((screen_regions(model), [effect for effect in effects if effect[0] != "ask"]))
    for effect in effects:
        if effect[0] == "ask":
            asked = effect[1] | ({"seconds": 0.05} if "seconds" in effect[1] else {})
            answer = json.loads(handle(json.dumps(asked)))
            model, effects = update(model, [answer["ask"], *answer["id"], answer["answer"]])
            shown.append((screen_regions(model), effects))
    assert model.panel_name == "why"
    return shown


def screen_regions(model: Model) -> dict[str, str]:
    """Return every region of the screen."""
    return {name: str(part) for name, part in layout.render_screen(model).items()}
