"""Tests of the names of Medina's cells for screen readers: each name is an attribute, and tells where the cell is."""

from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.features import tutorial_update
from screens import SEATS_BY_COUNT, Element, after_messages, parse_page, random_models
from tables import RELEASED_GAMES

from pygame_core.medina.components import BOARDS, SPACES

MIN_LIT_CONTROLS = 10  # in a whole lesson
EDGES = {f"between towers {towers}" for towers in ("1 and 3", "2 and 4", "1 and 4", "2 and 3")}


def grid_rows(model: Model[Any, Any]) -> list[tuple[str, list[Element]]]:
    """Return the name and the cells of each row of the board."""
    rows = [each for each in parse_page(model).descendants() if each.attributes.get("role") == "row"]
    return [(row.attributes["aria-rowindextext"] or "", [*row.children]) for row in rows]  # type: ignore[list-item]


def city_models(seats: int) -> list[Model[Any, Any]]:
    """Return tables of a whole game, some with a piece in hand."""
    models = [model for model in random_models(SEATS_BY_COUNT[seats], 1, game="medina") if model.mover is not None]
    deciding = [model for model in models if model.can_act]
    wanted = [["touch", "component", "wall"], ["touch", "component", "roof", "own"]]
    return models[::40] + [after_messages(model, what) for model in deciding[::20] for what in wanted]


@pytest.mark.parametrize("seats", BOARDS)
def test_every_cell_has_its_name_and_place_as_attributes(seats: int) -> None:
    """Firefox does not tell a screen reader that a `<title>` has changed."""
    for model in city_models(seats):
        for row, cells in grid_rows(model):
            for cell in cells:
                column, label = cell.attributes["aria-colindextext"], cell.attributes["aria-label"] or ""
                name = label.partition(",")[0]
                if f"{column}{row}" in SPACES:
                    assert name == f"{column}{row}"
                elif name.startswith("tower "):
                    assert {column, row} <= EDGES
                    assert all(name[-1] in (side or "") for side in (column, row))
                else:
                    [edge] = {column, row} & EDGES
                    [place] = {column, row} - EDGES
                    assert name == f"space {place} {edge}"


@pytest.mark.parametrize("seats", BOARDS)
def test_all_cells_of_a_palace_tell_its_worth_now(seats: int) -> None:
    for model in city_models(seats):
        labels = {
            (cell.attributes["aria-label"] or "").partition(",")[0]: cell.attributes["aria-label"] or ""
            for _row, cells in grid_rows(model)
            for cell in cells
        }
        for palace in model.view["palaces"]:
            for space in palace["buildings"] + palace["stables"]:
                assert f"worth {sum(palace['worth'])}" in labels[space]


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_whatever_a_lesson_lights_is_said_to_be_highlighted(game: str) -> None:
    model = tutorial_update.start_tutorial(Address(game, learn=1))[0]
    lit = 0
    while model.tutorial and model.tutorial.next_act:
        for each in parse_page(model).descendants():
            is_lit = each.name in ("button", "rect") and each.attributes.get("data-spot") is not None
            assert each.attributes.get("aria-description") == ("highlighted" if is_lit else None)
            lit += is_lit
        model, effects = update(model, ["learn", "show"])
        while not model.is_awaiting_learner:
            later = (effect[1] for effect in effects if effect[0] == "later")
            model, effects = update(model, ["close"] if model.paused_for_panel else [*next(later)])
    assert lit > MIN_LIT_CONTROLS
