"""Tests of the screen of every game, at every number of seats. They run over all GAMES."""

import random
import re
from collections.abc import Iterator
from functools import lru_cache

import pytest
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.ui.game_view import game_view_of
from screens import (
    after_action,
    after_messages,
    offered_actions,
    offered_messages,
    parse_page,
    parse_region,
    screen_elements,
)
from tables import GAMES_AND_SEATS

from pygame_core import GAMES, Match

pytestmark = pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
HOSTILE_NAMES = (
    "<img src=x onerror=alert(1)>",
    "</button><script>x</script>",
    "{name} %s {0}",
    "\"'><b>&amp;</b>",
    "&",
    "🏰",
)
ACTIVE_ELEMENTS = {"script", "style", "iframe", "img", "link", "input", "form"}


@lru_cache(maxsize=4)
def random_game_models(game: str, seats: int, people: bool = True) -> tuple[Model, ...]:
    """Return every model of a random game of up to two people with bots. Curtains are opened."""
    sat = (*(("you",) * 2 if people else ()), *("bot:random", "bot:casual") * 3)[:seats]
    chance = random.Random(seats)
    model = start_game(Address(game, sat, HOSTILE_NAMES[:seats], seed=seats, speed="fast"))[0]
    models = [model]
    while not model.shows_end:
        if model.paused_for_panel:
            model = after_messages(model, ["close"])
        elif model.curtain and not model.bot_level:
            model = after_messages(model, ["ready"])
        else:
            model = after_action(model, chance.choice(model.match.legal()))
        models.append(model)
    return tuple(models)


def models_with_panels(model: Model) -> Iterator[Model]:
    """Yield the model itself, and with each panel that can be opened."""
    yield model
    yield from (
        change_model(model, panel=panel, paused_for_panel=False)
        for panel in ("menu", "settings", "keys", "log", "undo", "new", "resign", "players")
    )
    yield from (
        change_model(model, panel=panel, paused_for_panel=False) for panel in game_view_of(model).overflow_panels(model)
    )
    view = game_view_of(model)
    holding = {view.panel_after_event(event) for event in model.match.events(None)}
    for panel in view.menu_panels(model):
        yield change_model(model, panel=panel, paused_for_panel=False)
        if panel in holding:
            yield change_model(model, panel=panel, paused_for_panel=True)


def test_every_region_is_sound_markup_with_ids_of_its_own_and_nothing_in_it_runs(game: str, seats: int) -> None:
    for model in (*random_game_models(game, seats)[::-23], *random_game_models(game, seats, people=False)[::-47]):
        for shown in models_with_panels(model):
            names = {name for name, _label in game_view_of(shown).table_regions}
            assert {*layout.render_screen(shown)} == names | {
                "status",
                "since",
                "tools",
                "notices",
                "answer",
                "panel",
                "meaning",
                "occasion",
                "emblems",
            }
            elements = [*parse_page(shown).descendants()]
            ids = [element.attributes["id"] for element in elements if "id" in element.attributes]
            assert len(ids) == len({*ids})
            assert names | {"live", game} <= {*ids}
            for element in elements:
                own_field = element.name == "input" and "data-text" in element.attributes
                assert own_field or element.name not in ACTIVE_ELEMENTS
                assert not any(name.startswith("on") or name in {"style", "src"} for name in element.attributes)
                href = element.attributes.get("href") or "./"
                assert href[1:] in ids if href.startswith("#") else href.startswith("./")
                if "aria-labelledby" in element.attributes:
                    assert element.attributes["aria-labelledby"] in ids


def test_every_control_is_a_real_one_with_a_name(game: str, seats: int) -> None:
    for model in random_game_models(game, seats)[::-19]:
        for shown in models_with_panels(after_messages(model, ["notice", "A notice.", ["export"], "Save"])):
            for element in screen_elements(shown):
                given = element.attributes
                if element.name == "button":
                    assert given["type"] == "button"
                    assert ("data-act" in given) != ("data-do" in given)
                if element.name in {"button", "a"}:
                    assert re.search(r"\w", element.accessible_name()), element


def test_the_dock_is_never_empty_while_somebody_is_to_move(game: str, seats: int) -> None:
    for model in (*random_game_models(game, seats)[::-5], *random_game_models(game, seats, people=False)[::-31]):
        if model.mover is not None:
            assert parse_region(layout.render_screen(model)["bar"]).text_content().strip()


def test_nothing_can_be_played_out_of_turn_behind_the_curtain_and_after_the_end(game: str, seats: int) -> None:
    for n, model in enumerate(
        [*random_game_models(game, seats)[::-2], *random_game_models(game, seats, people=False)[::-9]]
    ):
        can = model.mover is not None and model.mover == model.viewer and not model.curtain
        assert can == model.can_act
        assert can or "data-act" not in "".join(layout.render_screen(model).values())
        assert n % 9 or ["touch", "clear"] not in offered_messages(model)


def test_whatever_was_touched_what_can_be_played_is_allowed(game: str, seats: int) -> None:
    offered = 0
    for model in [model for model in random_game_models(game, seats) if model.can_act][::9]:
        chance, shown = random.Random(len(model.match.log)), model
        for _touch in range(5):
            offered += len(offered_actions(shown))
            assert all(shown.match.allows(action) is None for action in offered_actions(shown))
            touches = [message for message in offered_messages(shown) if message[0] == "touch"]
            shown = after_messages(shown, chance.choice(touches)) if touches else shown
            assert shown.match is model.match
    assert offered


def test_a_curtain_falls_between_people_where_they_have_secrets_and_nowhere_else(game: str, seats: int) -> None:
    models = random_game_models(game, seats)
    assert any(model.curtain for model in models) == GAMES[game].has_secrets


def test_names_are_text_wherever_they_come(game: str, seats: int) -> None:
    for model in random_game_models(game, seats)[::-29]:
        page = parse_page(model)
        assert all(name in page.text_content() for name in HOSTILE_NAMES[:seats])
        assert ACTIVE_ELEMENTS.isdisjoint(element.name for element in page.descendants())


def test_a_match_that_was_saved_and_opened_looks_the_same(game: str, seats: int) -> None:
    """The screen depends on the model alone."""
    for model in random_game_models(game, seats)[::-23]:
        opened = change_model(model, match=Match.load(model.whole_match.save()))
        assert {**layout.render_screen(opened)} == {**layout.render_screen(model)}
