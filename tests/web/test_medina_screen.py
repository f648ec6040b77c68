"""Tests of Medina's screen: the legal spaces can be chosen, and a draft shows its changes."""

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from medina_tables import EMPTY_SUPPLY, medina_table, palace_view
from model_changes import change_model
from palaces.app.messages import RegionName
from palaces.app.model import Model
from palaces.app.routing import Address, parse_query
from palaces.features.steps import start_game
from palaces.games.medina import view
from palaces.games.medina.draft import (
    COMPONENTS,
    EMPTY_DRAFT,
    TOWER_NAMES,
    Draft,
    remaining_count,
)
from palaces.games.medina.drawings.board_svg import signed_figure, space_corner
from palaces.games.medina.drawings.cells_svg import space_name
from palaces.games.medina.drawings.icons import SPACE_SIZE
from palaces.games.medina.pieces import Pieces
from palaces.games.medina.table import points_by_source
from palaces.loop import layout
from palaces.ui.html import Markup, Regions
from screens import Element, after_action, after_messages, parse_markup, parse_page

from pygame_core import Illegal, Match
from pygame_core.bots import choose
from pygame_core.medina import sentences
from pygame_core.medina.components import (
    BOARDS,
    COLOURS,
    PALACE_TILE_POINTS,
    SPACE_NAMES,
    WALL_SPACES,
)
from pygame_core.medina.state import Medina
from pygame_core.medina.types import Component, View

Action = list[Any]
TABLES = {2: ("you", "bot:skilled"), 3: ("you", "you", "bot:skilled"), 4: ("you",) * 4}
every_table = pytest.mark.parametrize("seats", TABLES.values(), ids=len)


@lru_cache(maxsize=16)
def played_models(seats: tuple[str, ...], seed: int) -> tuple[Model[Medina, Draft], ...]:
    """Return every model of a game in which people alternate between sensible and random moves."""
    chance = random.Random(seed)
    model: Model[Any, Any] = start_game(Address("medina", seats, seed=seed, speed="instant"))[0]
    models = [model]
    while model.mover is not None:
        if len(model.match.log) % 3:
            model = after_legal_action(model, chance.choice(model.match.legal()))
        else:
            model = after_legal_action(model, choose("skilled", model.match.view(model.mover), chance).action)
        models.append(model)
    return tuple(models)


def after_legal_action(model: Model[Medina, Draft], action: Action) -> Model[Medina, Draft]:
    """Return the model after the seat to move has played this, without any warning."""
    after = after_action(model, action)
    assert len(after.match.log) == len(model.match.log) + 1
    return after


def decision_models(seats: tuple[str, ...], seed: int) -> list[Model[Medina, Draft]]:
    """Return the models in which the person at the screen is to move."""
    return [model for model in played_models(seats, seed) if model.can_act]


def solo_models(seats: tuple[str, ...]) -> list[Model[Medina, Draft]]:
    """Return the models in which a person plays every turn, because all others have placed everything."""
    for seed in range(1, 30):
        found = [model for model in decision_models(seats, seed) if is_alone(model)]
        if len(found) > 3:
            return found
    raise AssertionError("nobody is left alone for long")


def is_alone(model: Model[Medina, Draft]) -> bool:
    """Return True if the same seat had the turn before."""
    begun = len(model.match.log) - public_view(model)["placed"]
    return begun > 0 and bool(model.match.log[begun - 1][0] == model.mover)


def seated_state(state: Medina) -> Model[Medina, Draft]:
    """Return this position on the screen of a person in seat 0, who is to move."""
    model = start_game(Address("medina", ("you", *["bot:skilled"] * (state.seats - 1)), seed=1))[0]
    match = model.match.copy()
    match.state = state
    return change_model(model, match=match, viewer=0)


def public_view(model: Model[Medina, Draft]) -> View:
    return model.match.view(None)


def with_component(model: Model[Medina, Draft], component: Component) -> Model[Medina, Draft]:
    """Return the model with this component chosen, and nothing else."""
    return after_messages(change_model(model, draft=EMPTY_DRAFT, refusal=None), ["touch", "component", *component])


def with_space(model: Model[Medina, Draft], space: str) -> Model[Medina, Draft]:
    return after_messages(model, ["touch", "space", space])


def drafted_placement(model: Model[Medina, Draft], action: Action) -> Model[Medina, Draft]:
    """Return the model with this placement drafted, after taps on its component and its space."""
    return with_space(with_component(model, tuple(action[:-1])), action[-1])


def component_placements(match: Match, component: Component) -> list[Action]:
    """Return the legal placements of a component."""
    return [action for action in match.legal() if tuple(action[:-1]) == component]


def sample_placements(model: Model[Medina, Draft], n: int) -> list[Action]:
    """Return a few legal placements of every component that can be placed."""
    chance = random.Random(len(model.match.log))
    found = (component_placements(model.whole_match, component) for component in COMPONENTS)
    return [action for each in found for action in chance.sample(each, min(n, len(each)))]


# -- parsing -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def rendered_regions(model: Model[Medina, Draft]) -> Regions:
    return layout.render_screen(model)


@lru_cache(maxsize=64)
def parse_tree(markup: Markup) -> Element:
    """Return a region as a tree.

    Unlike `screens.parse_region` it caches few, because a board has hundreds of elements.
    """
    return parse_markup(markup)


def parsed_region(model: Model[Medina, Draft], name: RegionName) -> Element:
    return parse_tree(rendered_regions(model)[name])


def class_names_of(element: Element) -> list[str]:
    return (element.attributes.get("class") or "").split()


def control_messages(model: Model[Medina, Draft], kind: str) -> list[Any]:
    """Return the actions (`data-act`) or messages (`data-do`) of all controls on screen."""
    elements = (each for markup in rendered_regions(model).values() for each in parse_tree(markup).descendants())
    return [each.data_value(kind) for each in elements if kind in each.attributes and "disabled" not in each.attributes]


def elements_of_class(element: Element, class_: str) -> list[Element]:
    """Return the elements of this class."""
    return [each for each in element.descendants() if class_ in class_names_of(each)]


def bar_control(model: Model[Medina, Draft], name: str) -> Element | None:
    """Return the control of the bar with this id."""
    return next((each for each in parsed_region(model, "bar").descendants() if each.attributes.get("id") == name), None)


def control_message(model: Model[Medina, Draft], name: str, kind: str = "data-act") -> Any:
    """Return the action or message of this control."""
    found = bar_control(model, name)
    assert found is not None
    return found.data_value(kind)


def leading_number(element: Element) -> int:
    """Return the number at the beginning of an element; a dot is none."""
    found = re.match(r"\d+", element.text_content())
    return int(found[0]) if found else 0


def board_cells(model: Model[Medina, Draft]) -> dict[str, Element]:
    """Return the cells of the board by the space in their row and column."""
    seats = public_view(model)["seats"]
    board = BOARDS[seats]
    rows = [row for row in parsed_region(model, "city").descendants() if row.attributes.get("role") == "row"]
    assert len(rows) == board.rows + 2
    found = {}
    for y, row in enumerate(rows):
        assert len(row.children) == board.columns + 2
        for x, cell in enumerate(row.children):
            assert isinstance(cell, Element)
            assert cell.attributes["role"] == "gridcell"
            assert (cell.attributes["x"], cell.attributes["y"]) == (str(x * SPACE_SIZE), str(y * SPACE_SIZE))
            found[space_name_at(seats, x, y) or str(cell.data_value("data-do")[2])] = cell
    return found


def space_name_at(seats: int, x: int, y: int) -> str:
    """Return the space at a column and row of the board with its ring, in notation; "" for a corner."""
    board = BOARDS[seats]
    inside = 1 <= x <= board.columns, 1 <= y <= board.rows
    if all(inside):
        return f"{chr(96 + x)}{y}"
    if inside[0]:
        return f"{'S' if y else 'N'}{x}"
    return f"{'E' if x else 'W'}{y}" if inside[1] else ""


def marked_spaces(model: Model[Medina, Draft], class_: str) -> set[str]:
    """Return the spaces whose cells have this class."""
    return {name for name, cell in board_cells(model).items() if class_ in class_names_of(cell)}


def drawn_space(model: Model[Medina, Draft], shape: Element) -> str:
    """Return the space on which a shape of the city is drawn."""
    return space_name_at(
        public_view(model)["seats"], *(int(float(shape.attributes[at] or "") // SPACE_SIZE) for at in "xy")
    )


def outlined_spaces(model: Model[Medina, Draft], class_: str) -> set[str]:
    """Return the spaces with this frame."""
    return {drawn_space(model, box) for box in elements_of_class(parsed_region(model, "city"), class_)}


def outline_edges(corners: set[tuple[int, int]]) -> set[tuple[int, int, str]]:
    """Return the edges of these squares that do not lie between two of them: their start and their direction."""
    edges = [edge for x, y in corners for edge in ((x, y, "h"), (x, y + 40, "h"), (x, y, "v"), (x + 40, y, "v"))]
    return {edge for edge in edges if edges.count(edge) == 1}


# -- taps --------------------------------------------------------------------------------------------------------------


@every_table
def test_every_legal_action_is_reached_by_touching_its_component_and_its_space(seats: tuple[str, ...]) -> None:
    seen: set[str] = set()
    for model in decision_models(seats, 1)[::17]:
        for component in COMPONENTS:
            own = component_placements(model.whole_match, component)
            random.Random(len(own)).shuffle(own)
            for action in own[:6]:
                assert drafted_placement(model, action).draft.action == action
            for action in own[:1]:
                shown = drafted_placement(model, action)
                assert control_message(shown, "play") == action
                again = board_cells(shown)[action[-1]].data_value("data-act")
                assert after_action(shown, again).match.log[-1][1] == action
                seen.add(action[0])
        others = [action for action in model.match.legal() if len(action) == 1]
        assert all(action in control_messages(model, "data-act") for action in others)
    assert seen == {"building", "stable", "merchant", "wall", "roof"}


@every_table
def test_spaces_that_can_be_chosen_are_those_of_the_chosen_component(seats: tuple[str, ...]) -> None:
    """For a rooftop, these are all buildings of the palaces that it may claim."""
    roofs = 0
    for model in decision_models(seats, 1)[::15]:
        assert not marked_spaces(model, "can")
        palaces = {each["buildings"][0]: each["buildings"] for each in public_view(model)["palaces"]}
        for component in COMPONENTS:
            if not remaining_count(public_view(model)["supplies"][model.viewer or 0], component):
                continue
            spaces = {action[-1] for action in component_placements(model.whole_match, component)}
            if component[0] == "roof":
                spaces = {building for first in spaces for building in palaces[first]}
                roofs += len(spaces)
            shown = with_component(model, component)
            assert marked_spaces(shown, "can") == spaces
            assert marked_spaces(shown, "drafted") == set()
            button = next(
                each
                for each in elements_of_class(parsed_region(model, "hand"), "unit")
                if places_component(each, component)
            )
            assert ("nowhere" in class_names_of(button)) == (not spaces)
    assert roofs > 5


def places_component(element: Element, component: Component) -> bool:
    return "data-do" in element.attributes and element.data_value("data-do") == ["touch", "component", *component]


def test_any_building_of_a_palace_stands_for_it_under_a_rooftop() -> None:
    """Its stables do, too."""
    model = seated_state(medina_table(palace_view("grey", "e5 f5 f6", "e4"), palace_view("brown", "k3")))
    shown = with_component(model, ("roof", "own"))
    for space in ("e5", "f5", "f6", "e4"):
        draft = with_space(shown, space)
        assert draft.draft.action == ["roof", "own", "e5"]
        assert marked_spaces(draft, "drafted") == {"e5", "f5", "f6"}
        assert marked_spaces(draft, "can") == {"k3"}
        assert all(
            board_cells(draft)[name].data_value("data-act") == ["roof", "own", "e5"] for name in ("e5", "f5", "f6")
        )


def test_a_rooftop_is_for_palaces_and_the_others_for_spaces() -> None:
    """The points of palaces are drawn over the spaces to choose, to help with the choice."""
    model = seated_state(medina_table(palace_view("grey", "e5 f5 f6", "e4"), palace_view("brown", "k3")))
    assert (
        parsed_region(with_component(model, ("roof", "own")), "bar")
        .text_content()
        .startswith("Rooftop: 2 palaces to choose from.")
    )
    assert (
        "Stable: 10 spaces to choose from." in parsed_region(with_component(model, ("stable",)), "bar").text_content()
    )
    drawn = str(layout.render_screen(with_component(model, ("roof", "own")))["city"])
    assert drawn.index('id="spaces"') < drawn.index("i-pill")


@every_table
def test_every_control_plays_something_legal_whatever_was_touched(seats: tuple[str, ...]) -> None:
    for model in decision_models(seats, 2)[::20]:
        chance = random.Random(len(model.match.log))
        shown = model
        for _touch in range(6):
            for action in control_messages(shown, "data-act"):
                assert shown.match.allows(action) is None
            components = [
                message for message in control_messages(shown, "data-do") if message[:2] == ["touch", "component"]
            ]
            spaces = [message for message in control_messages(shown, "data-do") if message[:2] == ["touch", "space"]]
            can = [["touch", "space", space] for space in sorted(marked_spaces(shown, "can"))]
            shown = after_messages(
                shown, chance.choice(chance.choice([each for each in (components, spaces, can) if each]))
            )


@every_table
def test_a_touch_is_refused_as_the_rules_refuse_the_action(seats: tuple[str, ...]) -> None:
    """This holds for every space, also during a draft, which then stays."""
    clauses: set[str | None] = set()
    for model in decision_models(seats, 1)[::25]:
        chance = random.Random(len(model.match.log))
        view = public_view(model)
        city = [SPACE_NAMES[space] for space in SPACE_NAMES if BOARDS[view["seats"]].city_spaces >> space & 1]
        for component in COMPONENTS:
            spaces = list(WALL_SPACES[view["seats"]]) if component == ("wall",) else city
            own = component_placements(model.whole_match, component)
            before = drafted_placement(model, chance.choice(own)) if own else with_component(model, component)
            for space in chance.sample(spaces, 40):
                after = with_space(before, space)
                if component[0] == "roof":
                    space = next((p["buildings"][0] for p in view["palaces"] if space in p["stables"]), space)
                expected = model.match.allows([*component, space])
                if before.draft.component != component:  # none is left of it
                    assert expected is not None
                    assert is_same_refusal(before.refusal, expected)
                elif expected:
                    assert is_same_refusal(after.refusal, expected)
                    assert after.draft == before.draft
                    clauses.add(expected.clause)
                else:
                    assert after.refusal is None
                    assert model.match.allows(after.draft.action) is None
    assert len(clauses) > 3


def is_same_refusal(refusal: Illegal | None, expected: Illegal) -> bool:
    return refusal is not None and (refusal.clause, refusal.message) == (expected.clause, expected.message)


TOP_ROW = " ".join(f"N{n}" for n in range(1, 16))
ILLEGAL_PLACEMENTS: dict[str, tuple[Medina, Component, str, str]] = {
    "building on a building": (medina_table(palace_view("grey", "e5")), ("building", "brown"), "e5", "M13"),
    "building on a merchant": (medina_table(), ("building", "brown"), "b2", "M13"),
    "building on the well": (medina_table(), ("building", "brown"), "n9", "M13"),
    "building beside the well": (medina_table(), ("building", "brown"), "o10", "M15"),
    "building in the gap": (medina_table(palace_view("grey", "e5")), ("building", "brown"), "f6", "M14"),
    "building away from its palace": (medina_table(palace_view("grey", "e5")), ("building", "grey"), "k3", "M13"),
    "stable on a stable": (medina_table(palace_view("grey", "e5", "e6")), ("stable",), "e6", "M13"),
    "stable by itself": (medina_table(palace_view("grey", "e5")), ("stable",), "k3", "M21"),
    "stable beside a stable only": (medina_table(palace_view("grey", "e5", "e6")), ("stable",), "e7", "M21"),
    "stable beside the well": (medina_table(palace_view("grey", "l9")), ("stable",), "m9", "M15"),
    "stable between palaces": (
        medina_table(palace_view("grey", "e5"), palace_view("brown", "g5")),
        ("stable",),
        "f5",
        "M14",
    ),
    "merchant on a building": (medina_table(palace_view("grey", "e5")), ("merchant",), "e5", "M13"),
    "merchant away from the street": (medina_table(), ("merchant",), "k3", "M22"),
    "merchant beside two": (medina_table(merchants="b2 b3 c3"), ("merchant",), "c2", "M22"),
    "wall in the middle": (medina_table(), ("wall",), "N5", "M25"),
    "wall on a wall": (medina_table(walls="N1///"), ("wall",), "N1", "M13"),
    "wall in the gate": (medina_table(walls=f"{TOP_ROW}///"), ("wall",), "N16", "M25"),
    "roof on the ground": (medina_table(palace_view("grey", "e5")), ("roof", "own"), "k3", "M19"),
    "roof on a claimed palace": (medina_table(palace_view("grey", "e5", owner=1)), ("roof", "own"), "e5", "M19"),
    "second of a colour": (
        medina_table(palace_view("grey", "e5", owner=0), palace_view("grey", "k3")),
        ("roof", "own"),
        "k3",
        "M19",
    ),
    "neutral roof on the ground": (medina_table(seats=3), ("roof", "neutral"), "k3", "M19"),
    "neutral roof on nobody's palace": (
        medina_table(palace_view("grey", "e5", owner="neutral"), seats=3),
        ("roof", "neutral"),
        "e5",
        "M19",
    ),
}


@pytest.mark.parametrize("case", ILLEGAL_PLACEMENTS)
def test_an_illegal_touch_says_why(case: str) -> None:
    """The page shows the clause and sentence of the rules, drafts nothing and offers no control to play it."""
    state, component, space, clause = ILLEGAL_PLACEMENTS[case]
    model = with_component(seated_state(state), component)
    refused = with_space(model, space)
    expected = model.match.allows([*component, space])
    assert expected is not None
    assert expected.clause == clause
    assert is_same_refusal(refused.refusal, expected)
    assert refused.draft == model.draft
    assert not control_messages(refused, "data-act")
    bar = parsed_region(refused, "bar")
    assert expected.message in bar.text_content()
    assert any((each.attributes.get("href") or "").endswith(f"#{clause}") for each in bar.descendants())


def test_a_roof_on_the_stable_of_a_claimed_palace_is_refused_as_on_its_buildings() -> None:
    model = with_component(seated_state(medina_table(palace_view("grey", "e5", "e6", owner=1))), ("roof", "own"))
    expected = model.match.allows(["roof", "own", "e5"])
    assert expected is not None
    assert is_same_refusal(with_space(model, "e6").refusal, expected)


@pytest.mark.parametrize("component", COMPONENTS, ids="-".join)
def test_walls_stand_outside_all_else_inside_and_nothing_on_a_tower(component: Component) -> None:
    model = with_component(seated_state(medina_table(palace_view("grey", "e5"), seats=3)), component)
    assert model.draft.component == component
    wrong = {"k3": "M25"} if component == ("wall",) else {"N5": "M1", "E1": "M1"}
    for space, clause in (wrong | dict.fromkeys(TOWER_NAMES, "M3")).items():
        refused = with_space(model, space)
        assert refused.refusal is not None
        assert refused.refusal.clause == clause
        assert refused.draft == model.draft


@pytest.mark.parametrize("component", COMPONENTS, ids="-".join)
def test_a_component_that_is_used_up_cannot_be_chosen(component: Component) -> None:
    """The component chosen before stays chosen."""
    other: Component = ("wall",) if component == ("merchant",) else ("merchant",)
    before = with_component(seated_state(medina_table(seats=3, supplies=[EMPTY_SUPPLY | {f"{other[0]}s": 1}])), other)
    refused = after_messages(before, ["touch", "component", *component])
    expected = before.match.allows([*component, "N1" if component == ("wall",) else "e5"])
    assert expected is not None
    assert expected.clause == "M5"
    assert is_same_refusal(refused.refusal, expected)
    assert refused.draft == before.draft
    assert before.draft.component == other


@every_table
def test_a_component_stays_chosen_for_the_second_placement_of_a_turn(seats: tuple[str, ...]) -> None:
    """It does if it can be placed again, and not into the next turn."""
    kept = set()
    for model in decision_models(seats, 1)[::7]:
        for action in sample_placements(model, 1):
            component: Any = tuple(action[:-1])
            after = after_legal_action(drafted_placement(model, action), action)
            again = after.mover == model.mover and public_view(after)["placed"] == 1
            fits = again and bool(component_placements(after.whole_match, component))
            assert after.draft == (Draft(component) if fits else EMPTY_DRAFT)
            kept.add((again, fits))
            if fits:
                assert marked_spaces(after, "can")
                assert bar_control(after, "take-back")
    assert kept >= {(True, True), (False, False)}


def test_nobody_can_act_out_of_turn() -> None:
    for model in played_models(TABLES[2], 1)[::5]:
        if model.mover is not None and not model.can_act:
            assert control_messages(model, "data-act") == []
            refused = with_space(after_messages(model, ["touch", "component", "wall"]), "N1")
            assert refused.refusal is not None
            assert refused.refusal.clause == "M9"
            assert refused.draft == EMPTY_DRAFT


@pytest.mark.parametrize(
    "message",
    [
        ["touch"],
        ["touch", "nothing"],
        ["touch", "component"],
        ["touch", "component", "building"],
        ["touch", "component", "building", "green"],
        ["touch", "component", "building", ["grey"]],
        ["touch", "component", "roof", "nobody"],
        ["touch", "component", "tea"],
        ["touch", "component", ["wall"]],
        ["touch", "component", "wall", "N1"],
        ["touch", "space"],
        ["touch", "space", None],
        ["touch", "space", 1],
        ["touch", "space", ["e5"]],
        ["touch", "space", "0"],
        ["touch", "space", "5"],
        ["touch", "space", "E5 "],
        ["touch", "space", "p11"],
        ["touch", "space", "o1"],
        ["touch", "space", "N15"],
        ["touch", "space", "e5", "e6"],
    ],
    ids=str,
)
def test_a_touch_of_what_is_not_there_changes_nothing(message: list[Any]) -> None:
    for model in decision_models(TABLES[2], 1)[::20]:
        for action in sample_placements(model, 1)[:2]:
            for before in (
                model,
                with_space(model, "e5"),
                with_component(model, tuple(action[:-1])),
                drafted_placement(model, action),
            ):
                after = after_messages(before, message)
                assert (after.draft, after.refusal) == (before.draft, None)
                assert after.match is before.match


@every_table
def test_without_a_component_a_touch_tells_what_stands_there(seats: tuple[str, ...]) -> None:
    """It undoes nothing, and another tap hides it again."""
    model = [each for each in decision_models(seats, 1) if each.match.legal() != [["pass"]]][-3]
    view = public_view(model)
    assert view["palaces"]
    for each in view["palaces"]:
        for space in [*each["buildings"], *each["stables"]]:
            told = parsed_region(with_space(model, space), "bar").text_content()
            assert sentences.colour_name(COLOURS.index(each["colour"])) in told.lower()
            assert re.search(rf"\b{sum(each['worth'])}\b", told)
            assert (
                each["owner"] is None
                or not isinstance(each["owner"], int)
                or palace_phrase(model, each["owner"]) in told.lower()
            )
    for cell in [*board_cells(model)][::23]:
        shown = with_space(model, cell)
        assert space_name(cell).casefold() in parsed_region(
            shown, "bar"
        ).text_content().casefold() or shown.draft.inspected_space in str(view["palaces"])
        assert control_messages(shown, "data-act") == control_messages(model, "data-act")
        assert shown.refusal is None
        assert with_space(shown, cell).draft == EMPTY_DRAFT


# -- drafts ------------------------------------------------------------------------------------------------------------


def check_seats(model: Model[Medina, Draft], view: View) -> None:
    """Check that points, supplies and tiles of all seats on screen are those of this view."""
    rows = [
        each
        for each in parsed_region(model, "seats").descendants()
        if each.name == "li" and elements_of_class(each, "who")
    ]
    assert len(rows) == view["seats"]
    for seat, row in enumerate(rows):
        assert model.seat_labels[seat] in row.text_content()
        who = elements_of_class(row, "who")[0]
        points = next(each for each in who.descendants() if each.name == "b")
        assert leading_number(points) == view["points"][seat]
        assert ("changed" in class_names_of(points)) == (view["points"][seat] != public_view(model)["points"][seat])
        supply = view["supplies"][seat]
        shown = [each for each in elements_of_class(row, "pieces")[0].descendants() if each.name == "span"]
        counts = [int(each.text_content()) for each in shown if each.attributes.get("aria-hidden") == "true"]
        expected = [remaining_count(supply, component) for component in COMPONENTS]
        assert counts == (expected if view["seats"] < 4 else expected[:-1])
        assert sorted(tiles_of_seat(row)) == sorted(
            [
                *(colour for n, colour in enumerate(COLOURS) if view["palace_tiles"][n] == seat),
                *(str(n) for n in range(1, 5) if view["tower_tiles"][n - 1] == seat),
                *([f"tea {supply['tea']}"] if supply["tea"] else []),
            ]
        )


def tiles_of_seat(row: Element) -> Iterator[str]:
    """Yield the tiles of a seat."""
    for cup in elements_of_class(elements_of_class(row, "who")[0], "tea"):
        yield f"tea {cup.text_content()}"
    for tile in elements_of_class(row, "won")[0].children:
        assert isinstance(tile, Element)
        picture = next(each for each in tile.descendants() if each.name == "svg")
        if "stone" in class_names_of(picture):
            yield picture.text_content()
        else:
            yield next(class_ for class_ in class_names_of(picture) if class_.startswith("m-"))[2:]


def check_palaces(model: Model[Medina, Draft], view: View) -> None:
    """Check that the table of palaces has the points of each by source, and its owner."""
    shown_in: RegionName = "city" if model.mover is None else "panel"
    listed = elements_of_class(parsed_region(change_model(model, panel="palaces"), shown_in), "worths")
    rows = [each for table in listed for each in table.descendants() if each.name == "tr"][1:]
    shown = []
    for row in rows:
        signs = [class_ for each in row.descendants() for class_ in class_names_of(each)]
        colour = next(class_[2:] for class_ in signs if class_.startswith("m-"))
        owner = next((class_[1:] for class_ in signs if re.fullmatch(r"p\d", class_)), None)
        owner = "neutral" if "i-nobody" in signs else owner
        figures = [leading_number(each) for each in row.descendants() if each.name == "td"]
        assert sum(figures[:-1]) == figures[-1]
        shown.append((colour, str(owner), figures[:-1]))
    assert sorted(shown) == sorted((p["colour"], str(p["owner"]), p["worth"]) for p in view["palaces"])
    before = public_view(model)["palaces"]
    changes = 0
    for n, after in enumerate(view["palaces"]):
        was = before[n]["worth"] if n < len(before) else [0] * 5
        changes += sum(a != b for a, b in zip(was, after["worth"], strict=True)) + (sum(was) != sum(after["worth"]))
    assert (
        sum("changed" in class_names_of(each) for row in rows for each in row.descendants() if each.name == "td")
        == changes
    )


@every_table
def test_seats_and_palaces_are_those_of_the_view(seats: tuple[str, ...]) -> None:
    for model in played_models(seats, 2)[::13]:
        if model.mover is not None:
            check_seats(model, public_view(model))
        check_palaces(model, public_view(model))


@every_table
def test_a_draft_shows_all_that_it_changes(seats: tuple[str, ...]) -> None:
    """This means points and supplies of all players, palaces, tiles and tea. The bar names every gain and loss."""
    gained = 0
    for model in decision_models(seats, 1)[::19]:
        for action in sample_placements(model, 1):
            shown = drafted_placement(model, action)
            match = model.match.copy()
            match.play(action)
            view = match.view(None)
            check_seats(shown, view)
            check_palaces(shown, view)
            bar = parsed_region(shown, "bar")
            gains = {each.text_content() for each in elements_of_class(bar, "gain")}
            changes = zip(public_view(model)["points"], view["points"], strict=True)
            expected = {seat: then - before for seat, (before, then) in enumerate(changes) if before != then}
            assert gains == {f"{model.seat_labels[seat]} {signed_figure(gain)}" for seat, gain in expected.items()}
            gained += len(expected)
            event = match.events(None, len(model.match.log))[0]
            assert all(
                sentence in bar.text_content()
                for sentence in sentences.preview_sentences(event, model.player_names, model.addressed_seat)
            )
            assert outlined_spaces(shown, "i-drafted") == {str(action[-1])}
    assert gained


def test_a_draft_that_takes_a_tile_shows_who_loses_it() -> None:
    """M28: a larger grey palace gets 2 points and the tile, which gave its holder 1."""
    model = seated_state(medina_table(palace_view("grey", "e5", owner=1), palace_view("grey", "k3 k4")))
    shown = drafted_placement(model, ["roof", "own", "k3"])
    gains = elements_of_class(parsed_region(shown, "bar"), "gain")
    assert [each.text_content() for each in gains] == ["You +3", f"{model.player_names[1]} −1"]
    assert ["loss" in class_names_of(each) for each in gains] == [False, True]
    assert [[*tiles_of_seat(row)] for row in elements_of_class(parsed_region(shown, "seats"), "seat")] == [
        ["grey"],
        [],
        [],
        [],
    ]


def test_a_draft_that_wins_tiles_tea_and_merchants_shows_them() -> None:
    state = medina_table(palace_view("purple", "a1 b1", "a2"), walls="N1 W1///")
    model = seated_state(state)
    shown = drafted_placement(model, ["roof", "own", "a1"])
    match = model.match.copy()
    match.play(["roof", "own", "a1"])
    view = match.view(None)
    assert view["supplies"][0]["tea"] == 3
    assert view["tower_tiles"][0] == view["palace_tiles"][COLOURS.index("purple")] == 0
    assert view["supplies"][0]["merchants"] == public_view(model)["supplies"][0]["merchants"] + 3
    check_seats(shown, view)
    counts = [int(each.text_content()) for each in parsed_region(shown, "hand").descendants() if each.name == "b"]
    assert counts == [remaining_count(view["supplies"][0], component) for component in COMPONENTS[:-1]]


@every_table
def test_what_was_placed_since_one_s_last_action_is_outlined(seats: tuple[str, ...]) -> None:
    for model in played_models(seats, 2)[::11]:
        if model.mover is not None:
            since = [action for _seat, action, _draws in model.match.log[model.first_new_entry :] if len(action) > 1]
            corners = {space_corner(len(seats), str(action[-1])) for action in since}
            drawn = [str(each.attributes["d"]) for each in elements_of_class(parsed_region(model, "city"), "i-fresh")]
            edges = [(int(x), int(y), way) for x, y, way in re.findall(r"M(\d+) (\d+)([hv])40", "".join(drawn))]
            assert len(edges) == len({*edges})
            assert {*edges} == outline_edges(corners)


# -- pieces ------------------------------------------------------------------------------------------------------------


def piece_marks(model: Model[Medina, Draft]) -> dict[str, str]:
    """Return the place of every piece on the screen. Each piece appears once."""
    found = [
        each.attributes for markup in rendered_regions(model).values() for each in parse_tree(markup).descendants()
    ]
    named = [(str(each["data-piece"]), str(each["data-at"])) for each in found if "data-piece" in each]
    assert len(named) == len(dict(named))
    return dict(named)


@every_table
def test_every_piece_has_its_name_and_its_place(seats: tuple[str, ...]) -> None:
    """Pieces are on the board, at the towers and with the seats. A supply shows the piece that would be placed next.

    Palace tiles without an owner are at the buildings of their color.
    """
    for model in played_models(seats, 2)[:-1:20]:
        names, shown = Pieces.from_model(model), piece_marks(model)
        there = {names.on[space]: space for space in names.on}
        there |= {dome: f"roof-{space}" for space, dome in names.domes.items()} | {
            names.well: public_view(model)["well"]
        }
        for n, tower in enumerate(names.towers):
            there |= {tower: names.piece_place(tower)} | dict.fromkeys(names.waiting[n], f"tower-{n + 1}")
        there |= {tile: names.piece_place(tile) for tile in names.tiles.values()}
        for seat, supply in enumerate(names.supplies):
            there |= {have[0]: f"seat-{seat}-{kind}" for kind, have in supply.items() if have}
            there |= dict.fromkeys(names.tea[seat][-1:], f"seat-{seat}-tea")
        assert shown == there


@every_table
def test_a_drafted_piece_is_the_one_that_will_be_placed(seats: tuple[str, ...]) -> None:
    """It keeps its name and, after the draft, its place."""
    for model in decision_models(seats, 1)[::19]:
        for action in sample_placements(model, 1):
            shown = drafted_placement(model, action)
            component = tuple(action[:-1])
            kind = {("roof", "own"): "roof"}.get(component, component[-1])
            name = Pieces.from_model(model).next_piece(model.viewer or 0, kind) or ""
            assert piece_marks(model)[name] == f"seat-{model.viewer}-{kind}"
            assert (
                piece_marks(shown)[name]
                == piece_marks(after_legal_action(model, action))[name]
                == Pieces.from_model(after_legal_action(model, action)).piece_place(name)
            )


@every_table
def test_what_comes_from_or_goes_to_where_nothing_is_drawn_has_a_place_there(seats: tuple[str, ...]) -> None:
    for model in played_models(seats, 2)[:-1:40]:
        found = [
            each.attributes for markup in rendered_regions(model).values() for each in parse_tree(markup).descendants()
        ]
        places = [str(each["data-place"]) for each in found if "data-place" in each]
        assert len(places) == len({*places})
        kinds = (*COLOURS, "stable", "merchant", "wall", "roof", *(["neutral"] if len(seats) < 4 else []))
        expected = {f"seat-{seat}-{kind}" for seat in range(len(seats)) for kind in kinds}
        assert {*places} == {"edge", "box"} | expected | {f"seat-{seat}" for seat in range(len(seats))}


# -- the grid ----------------------------------------------------------------------------------------------------------


@every_table
def test_the_board_is_a_grid_with_one_tab_stop(seats: tuple[str, ...]) -> None:
    """Every space of city and ring is there once, with the towers, and has its name."""
    for model in decision_models(seats, 1)[::25]:
        board = BOARDS[len(seats)]
        for shown in (model, *(drafted_placement(model, action) for action in sample_placements(model, 1)[:2])):
            table = parsed_region(shown, "city")
            cells = [each for each in table.descendants() if each.attributes.get("role") == "gridcell"]
            found = board_cells(shown)
            assert len(found) == len(cells) == (board.columns + 2) * (board.rows + 2)
            assert set(found) == {
                *(name for space, name in SPACE_NAMES.items() if board.city_spaces >> space & 1),
                *WALL_SPACES[len(seats)],
                *TOWER_NAMES,
            }
            assert [each.attributes["tabindex"] for each in cells].count("0") == 1
            assert all(each.attributes["tabindex"] in ("0", "-1") for each in cells)
            assert (
                sum(
                    each.attributes.get("role") == "grid" and bool(each.accessible_name())
                    for each in table.descendants()
                )
                == 1
            )
            for name, cell in found.items():
                assert re.search(rf"\b{space_name(name)}\b", cell.accessible_name())
                assert ("data-act" in cell.attributes) != ("data-do" in cell.attributes)
                if "data-do" in cell.attributes:
                    assert cell.data_value("data-do") == ["touch", "space", name]


def test_m2_the_towers_stand_on_their_corners() -> None:
    rows = [
        each
        for each in parsed_region(decision_models(TABLES[4], 1)[0], "city").descendants()
        if each.attributes.get("role") == "row"
    ]
    corners = [row.children[x] for row in (rows[0], rows[-1]) for x in (0, -1)]
    assert [each.data_value("data-do")[2] for each in corners if isinstance(each, Element)] == ["1", "3", "4", "2"]


def palace_phrase(model: Model[Medina, Draft], owner: int) -> str:
    """Return the phrase for a palace's owner."""
    return "your" if owner == model.addressed_seat else f"{model.player_names[owner]}'s".lower()


@every_table
def test_a_space_says_what_stands_there(seats: tuple[str, ...]) -> None:
    """It describes the position after the draft."""
    for model in played_models(seats, 2)[10:-1:40]:
        shown = [(model, public_view(model))]
        for action in sample_placements(model, 1)[-3:] if model.can_act else []:
            match = model.match.copy()
            match.play(action)
            shown.append((drafted_placement(model, action), match.view(None)))
        for each, seen in shown:
            label = {name: cell.accessible_name() for name, cell in board_cells(each).items()}
            stands: dict[str, tuple[str, ...]] = {seen["well"]: ("well",)}
            for one in seen["palaces"]:
                colour, worth = sentences.colour_name(COLOURS.index(one["colour"])), str(sum(one["worth"]))
                owner = [palace_phrase(model, one["owner"])] if isinstance(one["owner"], int) else []
                stands |= dict.fromkeys(one["buildings"], (colour, worth, *owner))
                stands |= dict.fromkeys(one["stables"], (sentences.stable_name(), colour, worth, *owner))
            stands |= dict.fromkeys(seen["merchants"], (sentences.merchant_name(),))
            stands |= dict.fromkeys((name for run in seen["walls"] for name in run), (sentences.wall_name(),))
            for name, words in stands.items():
                assert all(word in label[name].lower() for word in words), (name, words, label[name])
            things = [sentences.merchant_name(), sentences.stable_name(), *map(sentences.colour_name, range(4))]
            for name in label.keys() - stands.keys() - {*TOWER_NAMES}:
                assert not any(thing in re.split(", (?:not )?available", label[name])[0] for thing in things)


def test_the_letter_of_a_covered_building_is_apart_from_its_worth() -> None:
    """Side by side, O and 3 would read as 03."""
    model = seated_state(medina_table(palace_view("orange", "e5", owner=1), palace_view("grey", "h3 h4", owner=1)))
    city = parsed_region(model, "city")
    assert [each.text_content() for each in elements_of_class(city, "i-worth")] == ["1", "2"]
    assert [each.text_content() for each in elements_of_class(city, "i-initial")] == ["O"]
    assert len(elements_of_class(city, "i-field")) == 1


def test_spaces_are_one_area_while_nearly_all_of_them_are_possible() -> None:
    """Later each has its own mark."""
    first = with_component(decision_models(TABLES[4], 1)[0], ("building", "grey"))
    assert len(marked_spaces(first, "can")) > 100
    city = parsed_region(first, "city")
    assert [len(elements_of_class(city, class_)) for class_ in ("i-area", "i-border", "i-can")] == [1, 1, 0]
    assert "Gray building: almost any free space works." in parsed_region(first, "bar").text_content()
    spread = [(owner, colour) for owner in range(3) for colour in ("grey", "purple", "brown", "orange")]
    palaces = [
        palace_view(colour, f"{'cfil'[n % 4]}{2 + n // 4 * 3}", owner=owner) for n, (owner, colour) in enumerate(spread)
    ]
    several = with_component(seated_state(medina_table(*palaces)), ("stable",))
    spaces = len(marked_spaces(several, "can"))
    assert 40 < spaces < 60
    assert f"Stable: {spaces} spaces to choose from." in parsed_region(several, "bar").text_content()
    few = with_component(seated_state(medina_table(palace_view("grey", "e5 f5"))), ("stable",))
    city = parsed_region(few, "city")
    assert [len(elements_of_class(city, class_)) for class_ in ("i-area", "i-can")] == [0, 1]


def test_the_table_shows_who_has_each_palace_tile_and_tower_tile() -> None:
    """Without an owner, a palace tile is at the buildings of its color."""
    state = medina_table(
        palace_view("grey", "e5", owner=1),
        palace_view("brown", "h3", owner="neutral"),
        seats=3,
        tower_tiles=(2, None, None, "neutral"),
        waiting=(0, 2, 1, 0),
    )
    model = seated_state(state)
    races = elements_of_class(parsed_region(model, "hand"), "race")
    shown = [next(each for each in race.descendants() if each.name == "use").attributes["href"] for race in races]
    assert shown == ["#i-own-1", "#i-tile", "#i-neutral", "#i-tile"]
    holders = elements_of_class(parsed_region(model, "city"), "i-holder")
    assert [each.attributes["href"] for each in holders] == ["#i-own-2", "#i-neutral"]


def test_the_panel_of_palaces_tells_who_can_still_win_a_tile() -> None:
    state = medina_table(palace_view("grey", "e5 f5", "g5", owner=1), palace_view("grey", "k3", owner=0))
    model = seated_state(state)
    panel = parsed_region(change_model(model, panel="palaces"), "panel").text_content()
    names = model.player_names
    assert f"{names[1]} has the gray palace tile with size 3. Can still claim gray: {names[2]} and {names[3]}." in panel
    assert "Nobody has the orange palace tile yet. Can still claim orange: you, " in panel


def test_the_draft_of_a_claim_says_that_its_color_is_closed_to_the_player() -> None:
    model = seated_state(medina_table(palace_view("orange", "e5 f5"), palace_view("brown", "k3")))
    said = "This would become your only orange palace, and no more buildings could join it."
    assert said in parsed_region(drafted_placement(model, ["roof", "own", "e5"]), "bar").text_content()
    assert "your only" not in parsed_region(drafted_placement(model, ["stable", "e6"]), "bar").text_content()


def svg_symbols() -> dict[str, Element]:
    """Return the symbols of the page by their ids."""
    return {
        each.attributes["id"] or "": each
        for each in parse_markup(view.GAME_VIEW.render_sprites()).descendants()
        if each.name == "symbol"
    }


def test_each_colour_has_a_letter_and_a_paving_of_its_own() -> None:
    roofs = [svg_symbols()[f"i-{colour}"] for colour in COLOURS]
    assert len({elements_of_class(roof, "i-paving")[0].attributes["d"] for roof in roofs}) == len(COLOURS)
    assert len({elements_of_class(roof, "i-letter")[0].text_content() for roof in roofs}) == len(COLOURS)


@every_table
def test_every_building_and_stable_has_a_roof_of_its_palace_on_its_space(seats: tuple[str, ...]) -> None:
    for model in played_models(seats, 1)[:-1:20]:
        roofs: dict[str, set[str]] = {}
        for each in parsed_region(model, "city").descendants():
            roof = (each.attributes.get("href") or "").removeprefix("#i-")
            if each.name == "use" and roof in (*COLOURS, "stall"):
                roofs.setdefault(roof, set()).add(drawn_space(model, each))
        expected: dict[str, set[str]] = {}
        for one in public_view(model)["palaces"]:
            expected.setdefault(one["colour"], set()).update(one["buildings"])
            if one["stables"]:
                expected.setdefault("stall", set()).update(one["stables"])
        assert roofs == expected


# -- turns -------------------------------------------------------------------------------------------------------------


@every_table
def test_the_first_placement_of_a_turn_can_be_taken_back(seats: tuple[str, ...]) -> None:
    """This also works while the second is chosen. The draft disappears with it."""
    halves = [model for model in decision_models(seats, 2) if public_view(model)["placed"]]
    assert not any(
        bar_control(model, "take-back") for model in decision_models(seats, 2)[::7] if not public_view(model)["placed"]
    )
    for model in halves[::6]:
        shown = [model]
        for action in sample_placements(model, 1)[:1]:
            shown += [with_component(model, tuple(action[:-1])), drafted_placement(model, action)]
        for each in shown:
            if not each.draft.space:
                assert control_message(each, "take-back", "data-do") == ["undo"]
            back = after_messages(each, ["undo"])
            assert back.match.log == model.match.log[:-1]
            assert (back.draft, back.viewer, back.can_act) == (EMPTY_DRAFT, model.viewer, True)
            assert not back.match.practice


def test_what_another_person_did_last_can_be_taken_back() -> None:
    """Nothing is secret, so the screen passes to the next person, and back."""
    ends = 0
    for before, after in zip(played_models(TABLES[4], 2), played_models(TABLES[4], 2)[1:], strict=False):
        if after.mover is not None and after.mover != before.mover:
            back = after_messages(after, ["undo"])
            assert back.match.log == before.match.log
            assert (back.viewer, back.can_act, back.panel_name) == (before.mover, True, "")
            ends += 1
    assert ends > 50


@every_table
def test_there_is_no_curtain(seats: tuple[str, ...]) -> None:
    for model in played_models(seats, 1):
        assert not model.curtain
        if model.mover in model.human_seats:
            assert model.viewer == model.mover
    for model in decision_models(seats, 1)[::20]:
        assert ["ready"] not in control_messages(model, "data-do")
        counts = [int(each.text_content()) for each in parsed_region(model, "hand").descendants() if each.name == "b"]
        supply = public_view(model)["supplies"][model.viewer or 0]
        assert counts == [
            remaining_count(supply, component)
            for component in COMPONENTS
            if len(seats) < 4 or component[-1] != "neutral"
        ]


def test_pass_and_tea_break_are_offered_when_they_are_legal() -> None:
    breaks = 0
    for seats in TABLES.values():
        for model in decision_models(seats, 1):
            legal = model.match.legal()
            for verb in ("tea", "pass"):
                assert (bar_control(model, verb) is not None) == ([verb] in legal)
                if [verb] in legal:
                    assert control_message(model, verb) == [verb]
            breaks += ["tea"] in legal
    assert breaks > 5


def test_who_can_only_pass_is_told_so() -> None:
    model = seated_state(medina_table(merchants="b2", supplies=[EMPTY_SUPPLY | {"stables": 1}]))
    assert control_messages(model, "data-act") == [control_message(model, "pass")] == [["pass"]]
    assert "pass" in parsed_region(model, "status").text_content()


@every_table
def test_short_turns_at_the_beginning_say_one_component(seats: tuple[str, ...]) -> None:
    """M9: one turn with two players, two with three or four."""
    people = ("you",) * len(seats)
    seen = []
    model: Model[Any, Any] = start_game(Address("medina", people, seed=2))[0]
    for _turn in range(4):
        seen.append("1 piece" in parsed_region(model, "status").text_content())
        assert seen[-1] != ("2 pieces" in parsed_region(model, "status").text_content())
        while model.mover == model.viewer and (public_view(model)["placed"] or public_view(model)["begun"] < len(seen)):
            model = after_legal_action(model, model.match.legal()[0])
    short = 1 if len(seats) == 2 else 2
    assert seen == [n < short for n in range(4)]


def test_who_can_only_pass_can_still_ask_what_a_palace_is_worth() -> None:
    state = medina_table(palace_view("brown", "e5", owner=1), well="e7", supplies=[EMPTY_SUPPLY | {"roofs": 1}])
    model = seated_state(state)
    assert model.match.legal() == [["pass"]]
    assert (
        sentences.colour_name(COLOURS.index("brown"))
        in parsed_region(with_space(model, "e5"), "bar").text_content().lower()
    )


def test_restarting_a_turn_takes_back_no_earlier_turn() -> None:
    for model in solo_models(TABLES[2]):
        back = after_messages(model, ["restart-turn"])
        assert len(back.match.log) >= len(model.match.log) - public_view(model)["placed"]


# -- start and end -----------------------------------------------------------------------------------------------------


@every_table
def test_the_ending_tells_where_every_point_came_from(seats: tuple[str, ...]) -> None:
    model = played_models(seats, 1)[-1]
    result = model.match.result()
    assert result is not None
    rows = [
        row for row in elements_of_class(parsed_region(model, "city"), "sources")[0].descendants() if row.name == "tr"
    ]
    heads = [each for each in rows[0].descendants() if each.name == "th"][1:]
    columns = [*zip(*([each for each in row.descendants() if each.name == "td"] for row in rows[1:]), strict=True)]
    assert len(heads) == len(columns) == len(seats)
    scored_on_card = {
        int(element.attributes["data-score"] or ""): int(element.text_content())
        for element in parsed_region(model, "city").descendants()
        if "data-score" in element.attributes
    }
    for head, column in zip(heads, columns, strict=True):
        *figures, total = column
        seat = next(seat for seat, name in enumerate(model.seat_labels) if name in head.text_content())
        shown = [leading_number(each) for each in figures]
        assert shown == points_by_source(public_view(model), seat)
        assert sum(shown) == int(total.text_content()) == result["scores"][seat] == scored_on_card[seat]
        tiles = [
            n for n, owner in zip(PALACE_TILE_POINTS, public_view(model)["palace_tiles"], strict=True) if owner == seat
        ]
        assert shown[5] == sum(tiles)
    assert not control_messages(model, "data-act")
    assert not elements_of_class(parsed_region(model, "city"), "cell")


HOSTILE_NAMES = ("<img src=x onerror=alert(1)>", "\"'><script>x</script>", "&lt;b&gt;", "</title>{name}%s")


def test_hostile_names_are_text() -> None:
    """They are text in the city, the bar, the tables, and at the end."""
    chance = random.Random(3)
    model: Model[Any, Any] = start_game(Address("medina", TABLES[4], names=HOSTILE_NAMES, seed=3))[0]
    while True:
        if len(model.match.log) % 20 == 0 or model.mover is None:
            for shown in (model, *(drafted_placement(model, action) for action in sample_placements(model, 1)[-2:])):
                page = parse_page(shown)
                assert all(name in page.text_content() for name in HOSTILE_NAMES)
                assert not {"img", "script"} & {each.name for each in page.descendants()}
        if model.mover is None:
            break
        model = after_legal_action(model, chance.choice(model.match.legal()))


@pytest.mark.parametrize(("towers", "wins"), [("rulebook", True), ("new-contact", False)])
def test_the_option_for_towers_comes_from_the_address(towers: str, wins: bool) -> None:
    """M29: the draft shows if a stable wins the tile again when its palace already touched the walls."""
    address, notes = parse_query(f"?game=medina&seats=you,you,bot:skilled&seed=5&towers={towers}")
    assert not notes
    assert start_game(address)[0].match.options["towers"] == towers
    state = medina_table(
        palace_view("grey", "a1", owner=0), walls="N1 N2///", tower_tiles=(1, None, None, None), towers=towers
    )
    shown = drafted_placement(seated_state(state), ["stable", "b1"])
    assert ("1" in tiles_of_seat(elements_of_class(parsed_region(shown, "seats"), "seat")[0])) == wins
