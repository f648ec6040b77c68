"""Tests of the second person: neither the screen nor an announcement calls a player alone by name."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.panel_state import LogPanel
from palaces.app.routing import Address
from palaces.features.steps import start_game
from palaces.loop import layout, log_panel
from screens import Element, after_messages, effect_list, parse_page, parse_region, random_models
from tables import LONG_TEST_TABLES

from pygame_core import GAMES

VIEWER_NAME = "Ωmega"
OTHER_NAMES = ("Zahra", "Yusuf", "Ines", "Omar", "Leila")
KINDS = ("bot:random", "bot:casual") * 3


def seat_names(seats: int, alone: int = 0) -> tuple[str, ...]:
    """Return all names if one person plays in this seat."""
    return (*OTHER_NAMES[:alone], VIEWER_NAME, *OTHER_NAMES[alone : seats - 1])


def table_kinds(seats: int, alone: int = 0) -> tuple[str, ...]:
    """Return the kinds of all seats if one person plays in this seat."""
    return (*KINDS[:alone], "you", *KINDS[alone : seats - 1])


def text_and_labels(element: Element) -> str:
    """Return all visible text and all accessible names."""
    spoken = ("aria-label", "aria-valuetext", "title")
    return "\n".join(
        part
        for each in element.descendants()
        for part in (each.text_content(), *(each.attributes.get(name) or "" for name in spoken))
    )


def screen_with_panels(model: Model) -> Iterator[Model]:
    """Yield the screen with its panels, and in a replay."""
    yield model
    yield from (change_model(model, panel=panel) for panel in ("log", "menu", "share"))
    if model.match.log:
        yield after_messages(model, ["show", len(model.match.log) - 1])
        yield from (
            change_model(model, panel="why", panel_subject=n)
            for n in range(len(model.match.log))[-1:]
            if model.is_bot_entry(n)
        )


@pytest.mark.parametrize(("game", "seats"), LONG_TEST_TABLES)
def test_no_screen_calls_whoever_plays_alone_by_name(game: str, seats: int) -> None:
    alone = seats - 1
    models = random_models(table_kinds(seats, alone), 1, seat_names(seats, alone), game=game)
    for model in {*models[::9], models[-1]}:
        for shown in screen_with_panels(model):
            assert VIEWER_NAME not in text_and_labels(parse_page(shown))
    log = parse_region(log_panel.render_log(models[-1], LogPanel())).text_content()
    assert "You " in log
    assert all(name in log for name in OTHER_NAMES[:alone])


@pytest.mark.parametrize("game", GAMES)
def test_no_announcement_calls_whoever_plays_alone_by_name(game: str) -> None:
    model = start_game(Address(game, table_kinds(3), seat_names(3), 1))[0]
    announced: list[str] = []
    while not model.shows_end:
        message: list[object] = ["close"]
        if not model.paused_for_panel:
            action, n = model.match.legal()[0], len(model.match.log)
            message = ["bot", model.game_serial, n, action] if model.bot_level else ["play", action]
        model, effects = update(model, message)
        announced += [effect[1] for effect in effect_list(effects) if effect[0] == "announce"]
    assert any(said.startswith("You ") for said in announced)
    assert any(said.startswith(OTHER_NAMES[0]) for said in announced)
    assert not [said for said in announced if VIEWER_NAME in said]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_speaks_to_whoever_played_alone(game: str) -> None:
    model = random_models(table_kinds(2), 1, seat_names(2), game=game)[-1]
    model = change_model(after_messages(model, ["show", 0]), is_autoplaying=True)
    first = next(n for n, entry in enumerate(model.match.log) if entry[0] == 0)
    for _ in range(first + 1):
        model, effects = update(model, ["tick", model.game_serial, model.move_number])
    [announced] = [effect[1] for effect in effect_list(effects) if effect[0] == "announce"]
    assert announced.startswith("You ")
    assert parse_region(layout.render_screen(model)["status"]).text_content().count("You ") == 1
    assert "Play as yourself" in text_and_labels(parse_page(change_model(model, is_autoplaying=False, panel="branch")))


@pytest.mark.parametrize("game", GAMES)
def test_where_several_play_and_where_one_looks_on_everybody_has_their_name(game: str) -> None:
    two = random_models(("you", "you"), 1, (VIEWER_NAME, OTHER_NAMES[0]), game=game)[-1]
    guest = replace(random_models(table_kinds(2), 1, seat_names(2), game=game)[-1], read_only=True)
    for model in (two, guest):
        log = parse_region(log_panel.render_log(model, LogPanel())).text_content()
        assert VIEWER_NAME in log
        assert "You " not in log
