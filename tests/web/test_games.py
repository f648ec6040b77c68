"""Every game has a face that keeps the protocol, and the page goes from one game to another by nothing but a save."""

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from palaces import screen
from palaces.address import Address
from palaces.games import BAR, Face, face
from palaces.keys import KEYS
from palaces.update import begin, update
from screens import said, whole
from tables import RELEASED

from pygame_core import GAMES

ROOT = Path(screen.__file__).parents[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_face_has_everything_that_every_face_has(game: str) -> None:
    own = face(game)
    assert type(own).__mro__[1] is Face
    names = {*Face.__annotations__} | {name for name in vars(Face) if not name.startswith("_")}
    assert len(names) > 15
    assert [name for name in sorted(names) if not hasattr(own, name)] == []
    for name in ("poster", "scene"):
        assert own.picture(name)
    with pytest.raises(KeyError):
        own.picture("nothing")


@pytest.mark.parametrize("game", GAMES)
def test_the_table_holds_every_region_once_and_the_general_one_is_among_them(game: str) -> None:
    own = face(game)
    model = begin(Address(game, seed=1))[0]
    names = [name for name, _label in own.parts]
    assert len(names) == len({*names})
    assert BAR in own.parts
    assert "hand" in names
    assert "palaces" not in names  # an element of this id would be `window.palaces`, where the page's hooks are
    assert {*own.regions(own.table(model))} == {*names} - {"bar"}
    assert {*screen.render(model)} == {*names, "status", "since", "tools", "notices", "panel", "meaning", "occasion"}


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_game_is_there_once(game: str) -> None:
    rows = (*face(game).keys, *KEYS)
    usual = "".join(row.usual for row in rows)
    assert usual == usual.lower()
    assert not usual.count(" ")
    assert len({*usual}) == len(usual)
    assert all(row.usual and row.does for row in rows)


def test_every_key_of_all_games_has_a_name_of_its_own() -> None:
    names = [row.name for rows in (*(face(game).keys for game in GAMES), KEYS) for row in rows]
    assert len({*names}) == len(names)


@pytest.mark.parametrize("game", RELEASED)
def test_only_the_modules_of_the_game_on_the_table_are_loaded(game: str) -> None:
    code = (
        "import sys; from palaces import screen, update; from palaces.address import Address;"
        f"screen.render(update.begin(Address({game!r}, seed=1))[0]);"
        "print(*{name.split('.')[1] for name in sys.modules if name.startswith('palaces.') and name.count('.') == 2})"
    )
    path = {"PYTHONPATH": f"{ROOT}:{ROOT / 'web'}"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=path, check=True)
    assert run.stdout.split() == [game]


@pytest.mark.parametrize(("before", "after"), [*permutations(GAMES, 2)])
def test_a_save_of_another_game_is_opened_with_its_own_screen(before: str, after: str) -> None:
    other = begin(Address(after, seed=2))[0]
    model = said(begin(Address(before, seed=1))[0], ["panel", "menu"])
    opened, effects = update(model, ["load", json.dumps(other.match.save())])
    assert (opened.match.game, opened.address.game, opened.face) == (after, after, face(after))
    assert (opened.draft, opened.panel, opened.dealt) == (face(after).empty, "", model.dealt + 1)
    assert effects[:3] == [("new-table",), ("show",), ("save",)]
    assert screen.render(opened) == screen.render(other)
    assert [element.attributes.get("id") for element in whole(opened).walk()][1] == after
