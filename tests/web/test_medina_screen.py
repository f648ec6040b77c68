"""Medina on screen: spaces that can be touched are those of legal placements, and a draft shows what it changes."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

import pytest
from medina_tables import NOTHING, medina, palace
from palaces import screen
from palaces.address import Address, parse_query
from palaces.html import Markup
from palaces.medina import face
from palaces.medina.art import SPACE_SIZE
from palaces.medina.board import central_building
from palaces.medina.city import space_name
from palaces.medina.draft import COMPONENTS, EMPTY_DRAFT, TOWER_NAMES, palace_at, remaining_count, seat_view
from palaces.medina.pieces import Pieces
from palaces.medina.table import points_by_source, signed_figure
from palaces.model import Model
from palaces.update import start_game
from screens import Element, parsed, said, turn, whole

from pygame_core import Illegal, Match
from pygame_core.bots import choose
from pygame_core.medina import text
from pygame_core.medina.box import BOARDS, COLOURS, PALACE_TILE_POINTS, SPACE_NAMES, WALL_SPACES
from pygame_core.medina.shape import Component, Event, View
from pygame_core.medina.state import Medina

Action = list[Any]
TABLES = {2: ("you", "bot:skilled"), 3: ("you", "you", "bot:skilled"), 4: ("you",) * 4}
every_table = pytest.mark.parametrize("seats", TABLES.values(), ids=len)


@lru_cache(maxsize=16)
def journey(seats: tuple[str, ...], seed: int) -> tuple[Model, ...]:
    """Every model of a game in which people play sensibly or anything by turns."""
    chance = random.Random(seed)
    model = start_game(Address("medina", seats, seed=seed, speed="instant"))[0]
    models = [model]
    while model.mover is not None:
        if len(model.match.log) % 3:
            model = moved(model, chance.choice(model.match.legal()))
        else:
            model = moved(model, choose("skilled", model.match.view(model.mover), chance).action)
        models.append(model)
    return tuple(models)


def moved(model: Model, action: Action) -> Model:
    """The model after whoever is to move has played this, which nothing stops."""
    after = turn(model, action)
    assert len(after.match.log) == len(model.match.log) + 1
    return after


def acting(seats: tuple[str, ...], seed: int) -> list[Model]:
    """Those in which the person at the screen is to move."""
    return [model for model in journey(seats, seed) if model.can_act]


def alone(seats: tuple[str, ...]) -> list[Model]:
    """Those in which a person plays turn after turn, because all others have placed everything."""
    for seed in range(1, 30):
        found = [model for model in acting(seats, seed) if is_alone(model)]
        if len(found) > 3:
            return found
    raise AssertionError("nobody is left alone for long")


def is_alone(model: Model) -> bool:
    """Whether the turn before was by the same seat."""
    begun = len(model.match.log) - now(model)["placed"]
    return begun > 0 and bool(model.match.log[begun - 1][0] == model.mover)


def sat(state: Medina) -> Model:
    """This position on the screen of a person in seat 0, who is to move."""
    model = start_game(Address("medina", ("you", *["bot:skilled"] * (state.seats - 1)), seed=1))[0]
    match = model.match.copy()
    match.state = state
    return replace(model, match=match, viewer=0)


def now(model: Model) -> View:
    return seat_view(model.match, None)


def chosen(model: Model, component: Component) -> Model:
    """With this component chosen, and nothing else touched."""
    return said(replace(model, draft=EMPTY_DRAFT, refusal=None), ["touch", "component", *component])


def touched(model: Model, space: str) -> Model:
    return said(model, ["touch", "space", space])


def drafted(model: Model, action: Action) -> Model:
    """With this placement drafted, by touching its component and its space."""
    return touched(chosen(model, tuple(action[:-1])), action[-1])


def placements(match: Match, component: Component) -> list[Action]:
    """The legal placements of a component."""
    return [action for action in match.legal() if tuple(action[:-1]) == component]


def some(model: Model, n: int) -> list[Action]:
    """A few legal placements, of every component that can be placed."""
    chance = random.Random(len(model.match.log))
    found = (placements(model.match, component) for component in COMPONENTS)
    return [action for each in found for action in chance.sample(each, min(n, len(each)))]


# -- what is drawn -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def regions(model: Model) -> dict[str, Markup]:
    return screen.render_screen(model)


@lru_cache(maxsize=64)
def tree(markup: Markup) -> Element:
    """As `screens.part`, but few are kept: a board has hundreds of elements."""
    return parsed(markup)


def region(model: Model, name: str) -> Element:
    return tree(regions(model)[name])


def classes(element: Element) -> list[str]:
    return (element.attributes.get("class") or "").split()


def controls(model: Model, kind: str) -> list[Any]:
    """What all controls on screen play (`data-act`), or say to `update` (`data-do`)."""
    elements = (each for markup in regions(model).values() for each in tree(markup).walk())
    return [each.data(kind) for each in elements if kind in each.attributes and "disabled" not in each.attributes]


def below(element: Element, class_: str) -> list[Element]:
    """Elements of this class."""
    return [each for each in element.walk() if class_ in classes(each)]


def control(model: Model, name: str) -> Element | None:
    """The control of the bar with this id."""
    return next((each for each in region(model, "bar").walk() if each.attributes.get("id") == name), None)


def does(model: Model, name: str, kind: str = "data-act") -> Any:
    """What this control plays, or says to `update`."""
    found = control(model, name)
    assert found is not None
    return found.data(kind)


def figure(element: Element) -> int:
    """The number that an element begins with; a dot is none."""
    found = re.match(r"\d+", element.text())
    return int(found[0]) if found else 0


def grid(model: Model) -> dict[str, Element]:
    """The cells of the board by the space that lies at their place in rows and columns."""
    seats = now(model)["seats"]
    board = BOARDS[seats]
    rows = [row for row in region(model, "city").walk() if row.attributes.get("role") == "row"]
    assert len(rows) == board.rows + 2
    found = {}
    for y, row in enumerate(rows):
        assert len(row.children) == board.columns + 2
        for x, cell in enumerate(row.children):
            assert isinstance(cell, Element)
            assert cell.attributes["role"] == "gridcell"
            assert (cell.attributes["x"], cell.attributes["y"]) == (str(x * SPACE_SIZE), str(y * SPACE_SIZE))
            found[name_at(seats, x, y) or str(cell.data("data-do")[2])] = cell
    return found


def name_at(seats: int, x: int, y: int) -> str:
    """The space at a column and row of the board in its ring, as notation has it; nothing for a corner."""
    board = BOARDS[seats]
    inside = 1 <= x <= board.columns, 1 <= y <= board.rows
    if all(inside):
        return f"{chr(96 + x)}{y}"
    if inside[0]:
        return f"{'S' if y else 'N'}{x}"
    return f"{'E' if x else 'W'}{y}" if inside[1] else ""


def marked(model: Model, class_: str) -> set[str]:
    """The spaces whose cells have this class."""
    return {name for name, cell in grid(model).items() if class_ in classes(cell)}


def place(model: Model, shape: Element) -> str:
    """The space that a shape of the city is drawn on."""
    return name_at(now(model)["seats"], *(int(float(shape.attributes[at] or "") // SPACE_SIZE) for at in "xy"))


def outlined(model: Model, class_: str) -> set[str]:
    """The spaces with this outline."""
    return {place(model, box) for box in below(region(model, "city"), class_)}


# -- touching ----------------------------------------------------------------------------------------------------------


@every_table
def test_every_legal_action_is_reached_by_touching_its_component_and_its_space(seats: tuple[str, ...]) -> None:
    seen: set[str] = set()
    for model in acting(seats, 1)[::17]:
        for component in COMPONENTS:
            own = placements(model.match, component)
            random.Random(len(own)).shuffle(own)
            for action in own[:6]:
                assert drafted(model, action).draft.action == action
            for action in own[:1]:
                shown = drafted(model, action)
                assert does(shown, "play") == action
                again = grid(shown)[action[-1]].data("data-act")
                assert turn(shown, again).match.log[-1][1] == action
                seen.add(action[0])
        others = [action for action in model.match.legal() if len(action) == 1]
        assert all(action in controls(model, "data-act") for action in others)
    assert seen == {"building", "stable", "merchant", "wall", "roof"}


@every_table
def test_spaces_that_can_be_chosen_are_those_of_the_chosen_component(seats: tuple[str, ...]) -> None:
    """Of a rooftop, all buildings of the palaces that it may claim."""
    roofs = 0
    for model in acting(seats, 1)[::15]:
        assert not marked(model, "can")
        palaces = {each["buildings"][0]: each["buildings"] for each in now(model)["palaces"]}
        for component in COMPONENTS:
            if not remaining_count(now(model)["supplies"][model.viewer or 0], component):
                continue
            spaces = {action[-1] for action in placements(model.match, component)}
            if component[0] == "roof":
                spaces = {building for first in spaces for building in palaces[first]}
                roofs += len(spaces)
            shown = chosen(model, component)
            assert marked(shown, "can") == spaces
            assert marked(shown, "drafted") == set()
            button = next(each for each in below(region(model, "hand"), "unit") if acts_on(each, component))
            assert ("nowhere" in classes(button)) == (not spaces)
    assert roofs > 5


def acts_on(element: Element, component: Component) -> bool:
    return "data-do" in element.attributes and element.data("data-do") == ["touch", "component", *component]


def test_any_building_of_a_palace_stands_for_it_under_a_rooftop() -> None:
    """Its stables do, too."""
    model = sat(medina(palace("grey", "e5 f5 f6", "e4"), palace("brown", "k3")))
    shown = chosen(model, ("roof", "own"))
    for space in ("e5", "f5", "f6", "e4"):
        draft = touched(shown, space)
        assert draft.draft.action == ["roof", "own", "e5"]
        assert marked(draft, "drafted") == {"e5", "f5", "f6"}
        assert marked(draft, "can") == {"k3"}
        assert all(grid(draft)[name].data("data-act") == ["roof", "own", "e5"] for name in ("e5", "f5", "f6"))


def test_a_rooftop_is_for_palaces_and_the_others_for_spaces() -> None:
    """And what a palace is worth lies over the spaces that can be chosen, for them to be told apart by it."""
    model = sat(medina(palace("grey", "e5 f5 f6", "e4"), palace("brown", "k3")))
    assert region(chosen(model, ("roof", "own")), "bar").text().startswith("2 palaces can take the rooftop")
    assert "spaces can take the stable." in region(chosen(model, ("stable",)), "bar").text()
    drawn = str(screen.render_screen(chosen(model, ("roof", "own")))["city"])
    assert drawn.index('id="spaces"') < drawn.index("i-pill")


@every_table
def test_every_control_plays_something_legal_whatever_was_touched(seats: tuple[str, ...]) -> None:
    for model in acting(seats, 2)[::20]:
        chance = random.Random(len(model.match.log))
        shown = model
        for _touch in range(6):
            for action in controls(shown, "data-act"):
                assert shown.match.allows(action) is None
            components = [message for message in controls(shown, "data-do") if message[:2] == ["touch", "component"]]
            spaces = [message for message in controls(shown, "data-do") if message[:2] == ["touch", "space"]]
            can = [["touch", "space", space] for space in sorted(marked(shown, "can"))]
            shown = said(shown, chance.choice(chance.choice([each for each in (components, spaces, can) if each])))


@every_table
def test_a_touch_is_refused_as_the_rules_refuse_the_action(seats: tuple[str, ...]) -> None:
    """Wherever it is, also over a placement that is drafted, and that stays drafted then."""
    clauses: set[str | None] = set()
    for model in acting(seats, 1)[::25]:
        chance = random.Random(len(model.match.log))
        view = now(model)
        city = [SPACE_NAMES[space] for space in SPACE_NAMES if BOARDS[view["seats"]].city_spaces >> space & 1]
        for component in COMPONENTS:
            spaces = list(WALL_SPACES[view["seats"]]) if component == ("wall",) else city
            own = placements(model.match, component)
            before = drafted(model, chance.choice(own)) if own else chosen(model, component)
            for space in chance.sample(spaces, 40):
                after = touched(before, space)
                if component[0] == "roof":
                    space = next((p["buildings"][0] for p in view["palaces"] if space in p["stables"]), space)
                expected = model.match.allows([*component, space])
                if before.draft.component != component:  # none of it is left
                    assert expected is not None
                    assert same(before.refusal, expected)
                elif expected:
                    assert same(after.refusal, expected)
                    assert after.draft == before.draft
                    clauses.add(expected.clause)
                else:
                    assert after.refusal is None
                    assert model.match.allows(after.draft.action) is None
    assert len(clauses) > 3


def same(refusal: Illegal | None, expected: Illegal) -> bool:
    return refusal is not None and (refusal.clause, refusal.message) == (expected.clause, expected.message)


ROW = " ".join(f"N{n}" for n in range(1, 16))
ILLEGAL: dict[str, tuple[Medina, Component, str, str]] = {
    "building on a building": (medina(palace("grey", "e5")), ("building", "brown"), "e5", "M13"),
    "building on a merchant": (medina(), ("building", "brown"), "b2", "M13"),
    "building on the well": (medina(), ("building", "brown"), "n9", "M13"),
    "building beside the well": (medina(), ("building", "brown"), "o10", "M15"),
    "building in the gap": (medina(palace("grey", "e5")), ("building", "brown"), "f6", "M14"),
    "building away from its palace": (medina(palace("grey", "e5")), ("building", "grey"), "k3", "M13"),
    "stable on a stable": (medina(palace("grey", "e5", "e6")), ("stable",), "e6", "M13"),
    "stable by itself": (medina(palace("grey", "e5")), ("stable",), "k3", "M21"),
    "stable beside a stable only": (medina(palace("grey", "e5", "e6")), ("stable",), "e7", "M21"),
    "stable beside the well": (medina(palace("grey", "l9")), ("stable",), "m9", "M15"),
    "stable between palaces": (medina(palace("grey", "e5"), palace("brown", "g5")), ("stable",), "f5", "M14"),
    "merchant on a building": (medina(palace("grey", "e5")), ("merchant",), "e5", "M13"),
    "merchant away from the street": (medina(), ("merchant",), "k3", "M22"),
    "merchant beside two": (medina(merchants="b2 b3 c3"), ("merchant",), "c2", "M22"),
    "wall in the middle": (medina(), ("wall",), "N5", "M25"),
    "wall on a wall": (medina(walls="N1///"), ("wall",), "N1", "M13"),
    "wall in the gate": (medina(walls=f"{ROW}///"), ("wall",), "N16", "M25"),
    "roof on the ground": (medina(palace("grey", "e5")), ("roof", "own"), "k3", "M19"),
    "roof on a claimed palace": (medina(palace("grey", "e5", owner=1)), ("roof", "own"), "e5", "M19"),
    "second of a colour": (
        medina(palace("grey", "e5", owner=0), palace("grey", "k3")),
        ("roof", "own"),
        "k3",
        "M19",
    ),
    "neutral roof on the ground": (medina(seats=3), ("roof", "neutral"), "k3", "M19"),
    "neutral roof on nobody's palace": (
        medina(palace("grey", "e5", owner="neutral"), seats=3),
        ("roof", "neutral"),
        "e5",
        "M19",
    ),
}


@pytest.mark.parametrize("case", ILLEGAL)
def test_an_illegal_touch_says_why(case: str) -> None:
    """The same clause and sentence as the rules; nothing is drafted, and no control plays it."""
    state, component, space, clause = ILLEGAL[case]
    model = chosen(sat(state), component)
    refused = touched(model, space)
    expected = model.match.allows([*component, space])
    assert expected is not None
    assert expected.clause == clause
    assert same(refused.refusal, expected)
    assert refused.draft == model.draft
    assert not controls(refused, "data-act")
    bar = region(refused, "bar")
    assert expected.message in bar.text()
    assert any((each.attributes.get("href") or "").endswith(f"#{clause}") for each in bar.walk())


def test_a_roof_on_the_stable_of_a_claimed_palace_is_refused_as_on_its_buildings() -> None:
    model = chosen(sat(medina(palace("grey", "e5", "e6", owner=1))), ("roof", "own"))
    expected = model.match.allows(["roof", "own", "e5"])
    assert expected is not None
    assert same(touched(model, "e6").refusal, expected)


@pytest.mark.parametrize("component", COMPONENTS, ids="-".join)
def test_walls_stand_outside_all_else_inside_and_nothing_on_a_tower(component: Component) -> None:
    model = chosen(sat(medina(palace("grey", "e5"), seats=3)), component)
    assert model.draft.component == component
    wrong = {"k3": "M25"} if component == ("wall",) else {"N5": "M1", "E1": "M1"}
    for space, clause in (wrong | dict.fromkeys(TOWER_NAMES, "M3")).items():
        refused = touched(model, space)
        assert refused.refusal is not None
        assert refused.refusal.clause == clause
        assert refused.draft == model.draft


@pytest.mark.parametrize("component", COMPONENTS, ids="-".join)
def test_a_component_that_is_used_up_cannot_be_chosen(component: Component) -> None:
    """The one that was chosen before stays chosen."""
    other: Component = ("wall",) if component == ("merchant",) else ("merchant",)
    before = chosen(sat(medina(seats=3, supplies=[NOTHING | {f"{other[0]}s": 1}])), other)
    refused = said(before, ["touch", "component", *component])
    expected = before.match.allows([*component, "N1" if component == ("wall",) else "e5"])
    assert expected is not None
    assert expected.clause == "M5"
    assert same(refused.refusal, expected)
    assert refused.draft == before.draft
    assert before.draft.component == other


def test_nobody_can_act_out_of_turn() -> None:
    for model in journey(TABLES[2], 1)[::5]:
        if model.mover is not None and not model.can_act:
            assert controls(model, "data-act") == []
            refused = touched(said(model, ["touch", "component", "wall"]), "N1")
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
    for model in acting(TABLES[2], 1)[::20]:
        for action in some(model, 1)[:2]:
            for before in (model, touched(model, "e5"), chosen(model, tuple(action[:-1])), drafted(model, action)):
                after = said(before, message)
                assert (after.draft, after.refusal) == (before.draft, None)
                assert after.match is before.match


@every_table
def test_without_a_component_a_touch_tells_what_stands_there(seats: tuple[str, ...]) -> None:
    """And takes nothing back: another touch of it ends the telling."""
    model = [each for each in acting(seats, 1) if each.match.legal() != [["pass"]]][-3]
    view = now(model)
    assert view["palaces"]
    for each in view["palaces"]:
        for space in [*each["buildings"], *each["stables"]]:
            told = region(touched(model, space), "bar").text()
            assert text.colour_name(COLOURS.index(each["colour"])) in told.lower()
            assert re.search(rf"\b{sum(each['worth'])}\b", told)
            assert (
                each["owner"] is None
                or not isinstance(each["owner"], int)
                or palace_of(model, each["owner"]) in told.lower()
            )
    for space in [*grid(model)][::23]:
        shown = touched(model, space)
        assert space_name(space).casefold() in region(shown, "bar").text().casefold() or shown.draft.look in str(
            view["palaces"]
        )
        assert controls(shown, "data-act") == controls(model, "data-act")
        assert shown.refusal is None
        assert touched(shown, space).draft == EMPTY_DRAFT


# -- what a draft shows ------------------------------------------------------------------------------------------------


def seats_are(model: Model, view: View) -> None:
    """Points, supplies and tiles of all seats on screen are those of this view."""
    rows = [each for each in region(model, "seats").walk() if each.name == "li" and below(each, "who")]
    assert len(rows) == view["seats"]
    for seat, row in enumerate(rows):
        assert model.seat_labels[seat] in row.text()
        who = below(row, "who")[0]
        points = next(each for each in who.walk() if each.name == "b")
        assert figure(points) == view["points"][seat]
        assert ("changed" in classes(points)) == (view["points"][seat] != now(model)["points"][seat])
        supply = view["supplies"][seat]
        shown = [each for each in below(row, "pieces")[0].walk() if each.name == "span"]
        counts = [int(each.text()) for each in shown if each.attributes.get("aria-hidden") == "true"]
        expected = [remaining_count(supply, component) for component in COMPONENTS]
        assert counts == (expected if view["seats"] < 4 else expected[:-1])
        assert sorted(held(who)) == sorted(
            [
                *(colour for n, colour in enumerate(COLOURS) if view["palace_tiles"][n] == seat),
                *(str(n) for n in range(1, 5) if view["tower_tiles"][n - 1] == seat),
                *([f"tea {supply['tea']}"] if supply["tea"] else []),
            ]
        )


def held(who: Element) -> Iterator[str]:
    """The tiles before a seat."""
    for tile in below(who, "won")[0].children:
        assert isinstance(tile, Element)
        picture = next(each for each in tile.walk() if each.name == "svg")
        if "tea" in classes(tile):
            yield f"tea {tile.text()}"
        elif "stone" in classes(picture):
            yield picture.text()
        else:
            yield next(class_ for class_ in classes(picture) if class_.startswith("m-"))[2:]


def palaces_are(model: Model, view: View) -> None:
    """The table of palaces has the worth of each by source, and whose it is."""
    shown_in = "city" if model.mover is None else "panel"
    listed = below(region(replace(model, panel="palaces"), shown_in), "worths")
    rows = [each for table in listed for each in table.walk() if each.name == "tr"][1:]
    shown = []
    for row in rows:
        signs = [class_ for each in row.walk() for class_ in classes(each)]
        colour = next(class_[2:] for class_ in signs if class_.startswith("m-"))
        owner = next((class_[1:] for class_ in signs if re.fullmatch(r"p\d", class_)), None)
        owner = "neutral" if "i-nobody" in signs else owner
        figures = [figure(each) for each in row.walk() if each.name == "td"]
        assert sum(figures[:-1]) == figures[-1]
        shown.append((colour, str(owner), figures[:-1]))
    assert sorted(shown) == sorted((p["colour"], str(p["owner"]), p["worth"]) for p in view["palaces"])
    before = now(model)["palaces"]
    changes = 0
    for n, after in enumerate(view["palaces"]):
        was = before[n]["worth"] if n < len(before) else [0] * 5
        changes += sum(a != b for a, b in zip(was, after["worth"], strict=True)) + (sum(was) != sum(after["worth"]))
    assert sum("changed" in classes(each) for row in rows for each in row.walk() if each.name == "td") == changes


@every_table
def test_seats_and_palaces_are_those_of_the_view(seats: tuple[str, ...]) -> None:
    for model in journey(seats, 2)[::13]:
        if model.mover is not None:
            seats_are(model, now(model))
        palaces_are(model, now(model))


@every_table
def test_a_draft_shows_all_that_it_changes(seats: tuple[str, ...]) -> None:
    """Points and supplies of everybody, palaces, tiles, tea; the bar names every gain and loss."""
    gained = 0
    for model in acting(seats, 1)[::19]:
        for action in some(model, 1):
            shown = drafted(model, action)
            match = model.match.copy()
            match.play(action)
            view = seat_view(match, None)
            seats_are(shown, view)
            palaces_are(shown, view)
            bar = region(shown, "bar")
            gains = {each.text() for each in below(bar, "gain")}
            changes = zip(now(model)["points"], view["points"], strict=True)
            expected = {seat: then - before for seat, (before, then) in enumerate(changes) if before != then}
            assert gains == {f"{model.seat_labels[seat]} {signed_figure(gain)}" for seat, gain in expected.items()}
            gained += len(expected)
            event = cast(Event, match.events(None, len(model.match.log))[0])
            assert all(
                sentence in bar.text()
                for sentence in text.event_sentences(event, model.player_names, model.addressed_seat)[1:]
            )
            assert outlined(shown, "i-drafted") == {seen_on(view, action)}
    assert gained


def test_a_draft_that_takes_a_tile_shows_who_loses_it() -> None:
    """M28: a larger grey palace is worth 2 and the tile, which was worth 1 to its holder."""
    model = sat(medina(palace("grey", "e5", owner=1), palace("grey", "k3 k4")))
    shown = drafted(model, ["roof", "own", "k3"])
    gains = below(region(shown, "bar"), "gain")
    assert [each.text() for each in gains] == ["You +3", f"{model.player_names[1]} −1"]
    assert ["loss" in classes(each) for each in gains] == [False, True]
    assert [[*held(who)] for who in below(region(shown, "seats"), "who")] == [["grey"], [], [], []]


def test_a_draft_that_wins_tiles_tea_and_merchants_shows_them() -> None:
    state = medina(palace("purple", "a1 b1", "a2"), walls="N1 W1///")
    model = sat(state)
    shown = drafted(model, ["roof", "own", "a1"])
    match = model.match.copy()
    match.play(["roof", "own", "a1"])
    view = seat_view(match, None)
    assert view["supplies"][0]["tea"] == 3
    assert view["tower_tiles"][0] == view["palace_tiles"][COLOURS.index("purple")] == 0
    assert view["supplies"][0]["merchants"] == now(model)["supplies"][0]["merchants"] + 3
    seats_are(shown, view)
    counts = [int(each.text()) for each in region(shown, "hand").walk() if each.name == "b"]
    assert counts == [remaining_count(view["supplies"][0], component) for component in COMPONENTS[:-1]]


@every_table
def test_what_was_placed_since_one_s_last_action_is_outlined(seats: tuple[str, ...]) -> None:
    for model in journey(seats, 2)[::11]:
        if model.mover is not None:
            since = [action for _seat, action, _draws in model.match.log[model.first_new_entry :] if len(action) > 1]
            assert outlined(model, "i-fresh") == {seen_on(now(model), action) for action in since}


def seen_on(view: View, action: Action) -> str:
    """The space on which a placement is seen: of a rooftop, the building in the middle of its palace."""
    palace = palace_at(view, action[-1]) if action[0] == "roof" else None
    return central_building(tuple(palace["buildings"])) if palace else str(action[-1])


# -- pieces ------------------------------------------------------------------------------------------------------------


def marks(model: Model) -> dict[str, str]:
    """Where every piece on the screen is said to be; each is there once."""
    found = [each.attributes for markup in regions(model).values() for each in tree(markup).walk()]
    named = [(str(each["data-piece"]), str(each["data-at"])) for each in found if "data-piece" in each]
    assert len(named) == len(dict(named))
    return dict(named)


@every_table
def test_every_piece_has_its_name_and_its_place(seats: tuple[str, ...]) -> None:
    """On the board, at the towers and before the seats; of what is left of a kind the one that would be placed next."""
    for model in journey(seats, 2)[:-1:20]:
        names, shown = Pieces.from_model(model), marks(model)
        there = {names.on[space]: space for space in names.on}
        there |= {dome: f"roof-{space}" for space, dome in names.domes.items()} | {names.well: now(model)["well"]}
        for n, tower in enumerate(names.towers):
            there |= {tower: names.piece_place(tower)} | dict.fromkeys(names.waiting[n], f"tower-{n + 1}")
        there |= {tile: names.piece_place(tile) for tile in names.tiles.values() if names.piece_place(tile) != "edge"}
        for seat, supply in enumerate(names.supplies):
            there |= {have[0]: f"seat-{seat}-{kind}" for kind, have in supply.items() if have}
            there |= dict.fromkeys(names.tea[seat][-1:], f"seat-{seat}-tea")
        assert shown == there


@every_table
def test_a_drafted_piece_is_the_one_that_will_be_placed(seats: tuple[str, ...]) -> None:
    """It has its name before and after, and where it was drafted it stays."""
    for model in acting(seats, 1)[::19]:
        for action in some(model, 1):
            shown = drafted(model, action)
            component = tuple(action[:-1])
            kind = {("roof", "own"): "roof"}.get(component, component[-1])
            name = Pieces.from_model(model).next_piece(model.viewer or 0, kind) or ""
            assert marks(model)[name] == f"seat-{model.viewer}-{kind}"
            assert (
                marks(shown)[name]
                == marks(moved(model, action))[name]
                == Pieces.from_model(moved(model, action)).piece_place(name)
            )


@every_table
def test_what_comes_from_or_goes_to_where_nothing_is_drawn_has_a_place_there(seats: tuple[str, ...]) -> None:
    for model in journey(seats, 2)[:-1:40]:
        found = [each.attributes for markup in regions(model).values() for each in tree(markup).walk()]
        places = [str(each["data-place"]) for each in found if "data-place" in each]
        assert len(places) == len({*places})
        kinds = (*COLOURS, "stable", "merchant", "wall", "roof", *(["neutral"] if len(seats) < 4 else []))
        expected = {f"seat-{seat}-{kind}" for seat in range(len(seats)) for kind in kinds}
        assert {*places} == {"edge", "box"} | expected | {f"seat-{seat}" for seat in range(len(seats))}


# -- the grid ----------------------------------------------------------------------------------------------------------


@every_table
def test_the_board_is_a_grid_with_one_tab_stop(seats: tuple[str, ...]) -> None:
    """Every space of city and ring is there once, towers too, and says its name."""
    for model in acting(seats, 1)[::25]:
        board = BOARDS[len(seats)]
        for shown in (model, *(drafted(model, action) for action in some(model, 1)[:2])):
            table = region(shown, "city")
            cells = [each for each in table.walk() if each.attributes.get("role") == "gridcell"]
            found = grid(shown)
            assert len(found) == len(cells) == (board.columns + 2) * (board.rows + 2)
            assert set(found) == {
                *(name for space, name in SPACE_NAMES.items() if board.city_spaces >> space & 1),
                *WALL_SPACES[len(seats)],
                *TOWER_NAMES,
            }
            assert [each.attributes["tabindex"] for each in cells].count("0") == 1
            assert all(each.attributes["tabindex"] in ("0", "-1") for each in cells)
            assert sum(each.attributes.get("role") == "grid" and bool(each.label()) for each in table.walk()) == 1
            for name, cell in found.items():
                assert re.search(rf"\b{space_name(name)}\b", cell.label())
                assert ("data-act" in cell.attributes) != ("data-do" in cell.attributes)
                if "data-do" in cell.attributes:
                    assert cell.data("data-do") == ["touch", "space", name]


def test_m2_the_towers_stand_on_their_corners() -> None:
    rows = [each for each in region(acting(TABLES[4], 1)[0], "city").walk() if each.attributes.get("role") == "row"]
    corners = [row.children[x] for row in (rows[0], rows[-1]) for x in (0, -1)]
    assert [each.data("data-do")[2] for each in corners if isinstance(each, Element)] == ["1", "3", "4", "2"]


def palace_of(model: Model, owner: int) -> str:
    """Whose a palace is called."""
    return "your" if owner == model.addressed_seat else f"of {model.player_names[owner]}".lower()


@every_table
def test_a_space_says_what_stands_there(seats: tuple[str, ...]) -> None:
    """Of the position after the draft."""
    for model in journey(seats, 2)[10:-1:40]:
        shown = [(model, now(model))]
        for action in some(model, 1)[-3:] if model.can_act else []:
            match = model.match.copy()
            match.play(action)
            shown.append((drafted(model, action), seat_view(match, None)))
        for each, view in shown:
            label = {name: cell.label() for name, cell in grid(each).items()}
            stands: dict[str, tuple[str, ...]] = {view["well"]: ("well",)}
            for one in view["palaces"]:
                colour, worth = text.colour_name(COLOURS.index(one["colour"])), str(sum(one["worth"]))
                owner = [palace_of(model, one["owner"])] if isinstance(one["owner"], int) else []
                stands |= dict.fromkeys(one["buildings"], (colour, worth, *owner))
                stands |= dict.fromkeys(one["stables"], (text.stable_name(), colour, worth, *owner))
            stands |= dict.fromkeys(view["merchants"], (text.merchant_name(),))
            stands |= dict.fromkeys((name for run in view["walls"] for name in run), (text.wall_name(),))
            for name, words in stands.items():
                assert all(word in label[name].lower() for word in words), (name, words, label[name])
            things = [text.merchant_name(), text.stable_name(), *map(text.colour_name, range(4))]
            for name in label.keys() - stands.keys() - {*TOWER_NAMES}:
                assert not any(thing in label[name].partition(";")[0] for thing in things)


def symbols() -> dict[str, Element]:
    """The symbols of the page by their ids."""
    return {
        each.attributes["id"] or "": each
        for each in parsed(face.GAME_VIEW.render_sprites()).walk()
        if each.name == "symbol"
    }


def test_each_colour_has_a_letter_and_a_paving_of_its_own() -> None:
    roofs = [symbols()[f"i-{colour}"] for colour in COLOURS]
    assert len({below(roof, "i-paving")[0].attributes["d"] for roof in roofs}) == len(COLOURS)
    assert len({below(roof, "i-letter")[0].text() for roof in roofs}) == len(COLOURS)


@every_table
def test_every_building_and_stable_has_a_roof_of_its_palace_on_its_space(seats: tuple[str, ...]) -> None:
    for model in journey(seats, 1)[:-1:20]:
        roofs: dict[str, set[str]] = {}
        for each in region(model, "city").walk():
            roof = (each.attributes.get("href") or "").removeprefix("#i-")
            if each.name == "use" and roof in (*COLOURS, "stall"):
                roofs.setdefault(roof, set()).add(place(model, each))
        expected: dict[str, set[str]] = {}
        for one in now(model)["palaces"]:
            expected.setdefault(one["colour"], set()).update(one["buildings"])
            if one["stables"]:
                expected.setdefault("stall", set()).update(one["stables"])
        assert roofs == expected


# -- turns -------------------------------------------------------------------------------------------------------------


@every_table
def test_the_first_placement_of_a_turn_can_be_taken_back(seats: tuple[str, ...]) -> None:
    """Also while the second is chosen; the draft goes with it."""
    halves = [model for model in acting(seats, 2) if now(model)["placed"]]
    assert not any(control(model, "take-back") for model in acting(seats, 2)[::7] if not now(model)["placed"])
    for model in halves[::6]:
        shown = [model]
        for action in some(model, 1)[:1]:
            shown += [chosen(model, tuple(action[:-1])), drafted(model, action)]
        for each in shown:
            if not each.draft.space:
                assert does(each, "take-back", "data-do") == ["undo"]
            back = said(each, ["undo"])
            assert back.match.log == model.match.log[:-1]
            assert (back.draft, back.viewer, back.can_act) == (EMPTY_DRAFT, model.viewer, True)
            assert not back.match.practice


def test_what_another_person_did_last_can_be_taken_back() -> None:
    """Nothing is secret, so the screen goes on to the next person, and back."""
    ends = 0
    for before, after in zip(journey(TABLES[4], 2), journey(TABLES[4], 2)[1:], strict=False):
        if after.mover is not None and after.mover != before.mover:
            back = said(after, ["undo"])
            assert back.match.log == before.match.log
            assert (back.viewer, back.can_act, back.panel) == (before.mover, True, "")
            ends += 1
    assert ends > 50


@every_table
def test_there_is_no_curtain(seats: tuple[str, ...]) -> None:
    for model in journey(seats, 1):
        assert not model.curtain
        if model.mover in model.human_seats:
            assert model.viewer == model.mover
    for model in acting(seats, 1)[::20]:
        assert ["ready"] not in controls(model, "data-do")
        counts = [int(each.text()) for each in region(model, "hand").walk() if each.name == "b"]
        supply = now(model)["supplies"][model.viewer or 0]
        assert counts == [
            remaining_count(supply, component)
            for component in COMPONENTS
            if len(seats) < 4 or component[-1] != "neutral"
        ]


def test_pass_and_tea_break_are_offered_when_they_are_legal() -> None:
    breaks = 0
    for seats in TABLES.values():
        for model in acting(seats, 1):
            legal = model.match.legal()
            for verb in ("tea", "pass"):
                assert (control(model, verb) is not None) == ([verb] in legal)
                if [verb] in legal:
                    assert does(model, verb) == [verb]
            breaks += ["tea"] in legal
    assert breaks > 5


def test_who_can_only_pass_is_told_so() -> None:
    model = sat(medina(merchants="b2", supplies=[NOTHING | {"stables": 1}]))
    assert controls(model, "data-act") == [does(model, "pass")] == [["pass"]]
    assert "pass" in region(model, "status").text()


@every_table
def test_short_turns_at_the_beginning_say_one_component(seats: tuple[str, ...]) -> None:
    """M9: one turn with two players, two with three or four."""
    people = ("you",) * len(seats)
    seen = []
    model = start_game(Address("medina", people, seed=2))[0]
    for _turn in range(4):
        seen.append("one component" in region(model, "status").text())
        assert seen[-1] != ("two components" in region(model, "status").text())
        while model.mover == model.viewer and (now(model)["placed"] or now(model)["begun"] < len(seen)):
            model = moved(model, model.match.legal()[0])
    short = 1 if len(seats) == 2 else 2
    assert seen == [n < short for n in range(4)]


def test_who_can_only_pass_can_still_ask_what_a_palace_is_worth() -> None:
    state = medina(palace("brown", "e5", owner=1), well="e7", supplies=[NOTHING | {"roofs": 1}])
    model = sat(state)
    assert model.match.legal() == [["pass"]]
    assert text.colour_name(COLOURS.index("brown")) in region(touched(model, "e5"), "bar").text().lower()


def test_restarting_a_turn_takes_back_no_earlier_turn() -> None:
    for model in alone(TABLES[2]):
        back = said(model, ["restart-turn"])
        assert len(back.match.log) >= len(model.match.log) - now(model)["placed"]


# -- beginning and end -------------------------------------------------------------------------------------------------


@every_table
def test_the_ending_tells_where_every_point_came_from(seats: tuple[str, ...]) -> None:
    model = journey(seats, 1)[-1]
    result = model.match.result()
    assert result is not None
    rows = [row for row in below(region(model, "city"), "sources")[0].walk() if row.name == "tr"]
    heads = [each for each in rows[0].walk() if each.name == "th"][1:]
    columns = [*zip(*([each for each in row.walk() if each.name == "td"] for row in rows[1:]), strict=True)]
    assert len(heads) == len(columns) == len(seats)
    scored_on_card = {
        int(element.attributes["data-score"] or ""): int(element.text())
        for element in region(model, "city").walk()
        if "data-score" in element.attributes
    }
    for head, column in zip(heads, columns, strict=True):
        *figures, total = column
        seat = next(seat for seat, name in enumerate(model.seat_labels) if name in head.text())
        shown = [figure(each) for each in figures]
        assert shown == points_by_source(now(model), seat)
        assert sum(shown) == int(total.text()) == result["scores"][seat] == scored_on_card[seat]
        tiles = [n for n, owner in zip(PALACE_TILE_POINTS, now(model)["palace_tiles"], strict=True) if owner == seat]
        assert shown[5] == sum(tiles)
    assert not controls(model, "data-act")
    assert not below(region(model, "city"), "cell")


HOSTILE = ("<img src=x onerror=alert(1)>", "\"'><script>x</script>", "&lt;b&gt;", "</title>{name}%s")


def test_hostile_names_are_text() -> None:
    """Everywhere: in the city, the bar, the tables, and at the end."""
    chance = random.Random(3)
    model = start_game(Address("medina", TABLES[4], names=HOSTILE, seed=3))[0]
    while True:
        if len(model.match.log) % 20 == 0 or model.mover is None:
            for shown in (model, *(drafted(model, action) for action in some(model, 1)[-2:])):
                page = whole(shown)
                assert all(name in page.text() for name in HOSTILE)
                assert not {"img", "script"} & {each.name for each in page.walk()}
        if model.mover is None:
            break
        model = moved(model, chance.choice(model.match.legal()))


@pytest.mark.parametrize(("towers", "wins"), [("rulebook", True), ("new-contact", False)])
def test_the_option_for_towers_comes_from_the_address(towers: str, wins: bool) -> None:
    """M29: whether a stable wins the tile again where its palace touched the walls before is seen in the draft."""
    address, notes = parse_query(f"?game=medina&seats=you,you,bot:skilled&seed=5&towers={towers}")
    assert not notes
    assert start_game(address)[0].match.options["towers"] == towers
    state = medina(palace("grey", "a1", owner=0), walls="N1 N2///", tower_tiles=(1, None, None, None), towers=towers)
    shown = drafted(sat(state), ["stable", "b1"])
    assert ("1" in held(below(region(shown, "seats"), "who")[0])) == wins
