"""Tests that every game has a view with the whole protocol, and that only a save leads from one game to another."""

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from json_messages import update
from palaces.app.routing import Address
from palaces.features.keys.shortcuts import COMMON_SHORTCUTS
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.ui.game_view import BAR_REGION, GameView, game_view_of, load_game_view
from screens import after_messages, parse_page
from tables import SITE_GAMES

from pygame_core import GAMES

ROOT = Path(layout.__file__).parents[3]


@pytest.mark.parametrize("game", GAMES)
def test_a_face_has_everything_that_every_face_has(game: str) -> None:
    own = load_game_view(game)
    assert type(own).__mro__[1] is GameView
    names = {*GameView.__annotations__} | {name for name in vars(GameView) if not name.startswith("_")}
    assert len(names) > 15
    assert [name for name in sorted(names) if not hasattr(own, name)] == []
    for name in ("poster", "scene"):
        assert own.render_picture(name)
    with pytest.raises(KeyError):
        own.render_picture("nothing")


@pytest.mark.parametrize("game", GAMES)
def test_the_table_holds_every_region_once_and_the_general_one_is_among_them(game: str) -> None:
    own = load_game_view(game)
    model = start_game(Address(game, seed=1))[0]
    names = [name for name, _label in own.table_regions]
    assert len(names) == len({*names})
    assert BAR_REGION in own.table_regions
    assert own.curtain_region in names or not GAMES[game].has_secrets
    assert "palaces" not in names  # an element of this id would be `window.palaces`, where the page's hooks are
    assert {*own.render_regions(own.build_table_view(model))} == {*names} - {"bar"}
    assert {*layout.render_screen(model)} == {
        *names,
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


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_game_is_there_once(game: str) -> None:
    rows = (*load_game_view(game).shortcuts, *COMMON_SHORTCUTS)
    usual = "".join(row.default_keys for row in rows)
    assert all(len(key) == len(key.upper()) == len(key.lower()) == 1 for key in usual)
    assert not usual.count(" ")
    assert len({*usual}) == len(usual)
    assert all(row.default_keys and row.message_or_selector for row in rows)


def test_every_key_of_all_games_has_a_name_of_its_own() -> None:
    names = [
        row.name for rows in (*(load_game_view(game).shortcuts for game in GAMES), COMMON_SHORTCUTS) for row in rows
    ]
    assert len({*names}) == len(names)


@pytest.mark.parametrize("game", SITE_GAMES)
def test_only_the_modules_of_the_game_on_the_table_are_loaded(game: str) -> None:
    code = (
        "import sys; from palaces.app.routing import Address; from palaces.features.steps import start_game; "
        "from palaces.loop import layout; "
        f"layout.render_screen(start_game(Address({game!r}, seed=1))[0]); "
        "own = [name.split('.') for name in sys.modules if name.startswith('palaces.games.')]; "
        "print(*{name[2] for name in own if len(name) == 4})"
    )
    path = {"PYTHONPATH": f"{ROOT}:{ROOT / 'web'}"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=path, check=True)
    assert run.stdout.split() == [game]


@pytest.mark.parametrize(("before", "after"), [*permutations(GAMES, 2)])
def test_a_save_of_another_game_is_opened_with_its_own_screen(before: str, after: str) -> None:
    other = start_game(Address(after, seed=2))[0]
    model = after_messages(start_game(Address(before, seed=1))[0], ["panel", "menu"])
    opened, effects = update(model, ["load", json.dumps(other.whole_match.save())])
    assert (opened.match.game, opened.address.game, game_view_of(opened)) == (after, after, load_game_view(after))
    assert (opened.draft, opened.panel_name, opened.game_serial) == (
        load_game_view(after).empty_draft,
        "",
        model.game_serial + 1,
    )
    assert effects[:3] == [("new-table",), ("show",), ("save",)]
    assert layout.render_screen(opened) == layout.render_screen(other)
    assert [element.attributes.get("id") for element in parse_page(opened).descendants()][1] == after
