"""Tests of a stable layout: the table fits the window, and frequent controls keep their place through a whole game."""

from typing import Any

import pytest
from conftest import Site
from game_players import RELEASED_GAMES, load_game_player
from palaces.app.model import Model
from palaces.loop import layout
from playwright.sync_api import Page
from visual_regression import WINDOW_SIZES_PX, played_models, standalone_page

from pygame_core import GAMES

MAX_DOM_NODES = 1500
MEASURE_LAYOUT_JS = """([markup, stage]) => {
  document.getElementById("app").innerHTML = markup;
  const rect = (id) => {
    const { x, y, width, height } = document.querySelector(id).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  };
  return {
    dock: rect("#bar"), stage: rect(stage),
    beyond: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
    nodes: document.querySelectorAll("#app *").length - document.querySelectorAll(".sprites, .sprites *").length,
  };
}"""
"""The measurements of a screen in the page."""


def measured_layouts(page: Page, site: Site, models: list[Model], window: tuple[int, int]) -> list[dict[str, Any]]:
    """Return the measurements of each of these screens in a window."""
    page.goto(site.url("rules/embed.html"))
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.emulate_media(reduced_motion="reduce")
    style = site.url(site.release_path("style.css"))
    page.set_content(standalone_page(models[0], style))
    page.evaluate("document.fonts.ready")
    stage = load_game_player(models[0].match.game).stage_selector
    return [
        page.evaluate(MEASURE_LAYOUT_JS, [layout.render_page(model, layout.render_screen(model)), stage])
        for model in models
    ]


TABLES = [(game, seats) for game in RELEASED_GAMES for seats in GAMES[game].seat_counts]


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game}-{seats}" for game, seats in TABLES])
def test_a_window_of_1280_by_800_and_a_larger_one_hold_the_whole_table(
    page: Page, site: Site, game: str, seats: int
) -> None:
    """This holds at every stage of a game. Neither dock nor stage moves."""
    models = [model for model in played_models(game, seats) if model.mover is not None]
    for size in ("wide", "large"):
        found = measured_layouts(page, site, models[:: max(1, len(models) // 24)], WINDOW_SIZES_PX[size])
        assert max(max(each["beyond"]) for each in found) <= 0, size
        assert len({str(each["dock"]) for each in found}) == 1, size
        assert len({str(each["stage"]) for each in found}) == 1, size
        assert max(each["nodes"] for each in found) <= MAX_DOM_NODES


@pytest.mark.parametrize("game", RELEASED_GAMES)
@pytest.mark.parametrize("size", ["tablet", "phone", "side"])
def test_on_smaller_screens_nothing_lies_beside_the_window_and_the_dock_stays_where_it_is(
    page: Page, site: Site, game: str, size: str
) -> None:
    models = [model for model in played_models(game, GAMES[game].seat_counts[-1]) if model.mover is not None]
    found = measured_layouts(page, site, models[:: max(1, len(models) // 24)], WINDOW_SIZES_PX[size])
    assert max(each["beyond"][0] for each in found) <= 0
    assert len({str(each["dock"]) for each in found}) == 1
