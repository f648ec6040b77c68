"""Tests of the registry of settings: one more field of `Settings` is enough for one more setting, everywhere."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from json_messages import update
from palaces.app.decode import decode_message
from palaces.app.i18n import LANGUAGES
from palaces.app.routing import Address
from palaces.app.settings import (
    PAGE_LANGUAGE,
    SETTINGS,
    SWITCHES,
    Settings,
    SwitchName,
    early_attributes,
    page_attributes,
)
from palaces.app.together.table_state import CoverKind, ScreenKind
from palaces.loop import update as loop_update
from screens import seated_model

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"

ONE_MORE_FIELD = """
    density: Literal["auto", "tight"] = _define_setting(
        "auto",
        lambda: {"auto": "as ever", "tight": "closer together"},
        N_("Density"),
        N_("There is no such density."),
        "look",
        attribute="early",
        home="form",
    )
"""
"""The single entry of a setting that nothing else in the project knows."""

FIND_TRACES = """
import json
from urllib.parse import parse_qsl, urlencode

from palaces.app.decode import decode_message
from palaces.app.routing import Address, parse_query
from palaces.app.settings import page_attributes
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.update import update
from palaces.prerender import home, page_pictures

asked, notes = parse_query("?seed=3&density=tight")
model = start_game(Address(seed=3))[0]
message = decode_message(["density", "tight"])
changed, effects = update(model, message)
[(_keep, name, value)] = [effect for effect in effects if effect[0] == "keep"]
kept = dict(parse_qsl(urlencode({"theme": "dark"} | {name: value})))
panel = layout.render_screen(update(changed, ("panel", "settings"))[0])["panel"]
print(json.dumps({
    "asked": [asked.density, notes, asked.to_query(), asked.storage_key() == Address(seed=3).storage_key()],
    "wrong": parse_query("?density=9")[1],
    "message": [message, decode_message(["density", "loose"])],
    "changed": changed.address.density,
    "restored": parse_query("?seed=3", kept=kept)[0].density,
    "panel": panel,
    "attributes": page_attributes(changed.address),
    "home": home.render_home_content(),
    "script": page_pictures.render_chooser_script(),
    "early": page_pictures.render_placeholder("early"),
}))
"""


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The outputs of a copy of the project with one more field."""
    project = tmp_path_factory.mktemp("project")
    for name in ("pygame_core", "web"):
        shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
    registry = project / "web/palaces/app/settings.py"
    source = registry.read_text("utf-8")
    registry.write_text(source.replace("\n\n\nSETTINGS = ", f"\n{ONE_MORE_FIELD}\n\nSETTINGS = "), "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(project / "web"), str(project)])}
    done = subprocess.run(
        [sys.executable, "-c", FIND_TRACES], capture_output=True, text=True, env=environment, cwd=project, timeout=60
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_one_more_field_is_a_parameter_of_addresses(traces: dict[str, Any]) -> None:
    value, notes, query, same_table = traces["asked"]
    assert (value, notes, same_table) == ("tight", [], True)
    assert query.endswith("&density=tight")
    assert traces["wrong"] == ["There is no such density."]


def test_one_more_field_is_a_message_and_is_kept_and_restored(traces: dict[str, Any]) -> None:
    assert traces["message"] == [["density", "tight"], None]
    assert traces["changed"] == traces["restored"] == "tight"


def test_one_more_field_is_in_the_panel_and_on_the_home_page(traces: dict[str, Any]) -> None:
    assert re.search(r'aria-pressed="true"[^>]*>closer together<', traces["panel"])
    assert ">Density<" in traces["panel"]
    assert traces["home"].count('data-setting="density"') == traces["home"].count('data-setting="speed"') > 0
    assert "&quot;density&quot;:[&quot;auto&quot;,&quot;tight&quot;]" in traces["home"]  # for saved-games-store.js


def test_one_more_field_is_an_attribute_of_the_page_before_the_first_paint(traces: dict[str, Any]) -> None:
    assert traces["attributes"]["density"] == "tight"
    data = re.search(r'data-early="([^"]*)"', traces["script"])
    assert data
    assert data[1] == traces["early"]
    early = data[1].replace("&quot;", '"')
    for script in ("url-settings.js", "theme.js"):
        assert early_dataset(script, early, "density=tight&theme=dark") == {"density": "tight", "theme": "dark"}
        assert early_dataset(script, early, "density=loose&theme=auto") == {}


RUN_EARLY_SCRIPT_JS = """
const [script, early, kept] = process.argv.slice(1);
globalThis.location = new URL("https://localhost/");
globalThis.localStorage = { getItem: () => kept };
const dataset = { early, seats: '{"x":[3]}', taught: "{}" };
globalThis.document = { currentScript: { dataset }, documentElement: { dataset: { game: "x" } } };
require("node:vm").runInThisContext(require("node:fs").readFileSync(script, "utf8"));
const { game, ...found } = document.documentElement.dataset;
console.log(JSON.stringify(found));
"""


def early_dataset(script: str, early: str, kept: str) -> dict[str, str]:
    """Return the data attributes that an early script sets, by the settings in storage."""
    command = ["node", "-e", RUN_EARLY_SCRIPT_JS, str(WEB / "scripts" / script), early, kept]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_the_values_of_a_setting_are_those_of_its_type() -> None:
    types = get_type_hints(Settings)
    assert [*types] == [*SETTINGS]
    for name, setting in SETTINGS.items():
        assert {*setting.values} == ({"auto", *LANGUAGES} if name == "lang" else {*get_args(types[name])})
        assert setting.default in setting.values
        labels = {value: label for value, label in setting.value_labels().items() if value != PAGE_LANGUAGE or label}
        assert all(labels.values())


def test_every_switch_has_a_label() -> None:
    assert tuple(SWITCHES) == get_args(SwitchName)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_takes_its_values_and_no_others(name: str) -> None:
    for value in SETTINGS[name].values:
        assert decode_message([name, value]) == (name, value)
        assert SETTINGS[name].parse(str(value)) == value
    unknown: list[Any] = ["pink", 9, True, 1.0, None, [SETTINGS[name].default], {}]
    for wrong in unknown:
        assert decode_message([name, wrong]) is None
    assert decode_message([name]) is None
    assert decode_message([name, SETTINGS[name].default, None]) is None


def test_attributes_of_the_page_are_the_settings_that_style_it() -> None:
    address = Address(speed="fast", contrast="more", think=2)
    styled = {"speed": "fast", "theme": "auto", "contrast": "more", "motion": "auto"}
    early = {"theme": ["light", "dark"], "contrast": ["more"], "motion": ["less"]}
    assert styled.items() <= page_attributes(address).items()
    assert early.items() <= early_attributes().items()
    assert {*page_attributes(address)} == {name for name, setting in SETTINGS.items() if setting.attribute}
    assert {*early_attributes()} <= {*page_attributes(address)}


PAGE_SELECTOR = re.compile(r"html((?:\[[^\]]*\]|:not\([^)]*\))+)")
PAGE_ATTRIBUTE = re.compile(r'\[data-([\w-]+)(?:="([^"]*)")?\]')
PAGE_STATES = {"lacks", "embed", "explaining", "installable", "learn", "over", "ready", "seats", "visit"}
"""Attributes of the page that are no settings."""
VALUES_BY_PAGE_STATE = {"screen": {*get_args(ScreenKind)}, "together": {*get_args(CoverKind)}}
"""The values of other attributes that are no settings."""


def test_style_sheets_name_only_values_of_settings() -> None:
    """A misspelt attribute or value of a setting would style nothing."""
    found = [
        (path.name, name, value)
        for path in (ROOT / "web").rglob("*.css")
        for selector in PAGE_SELECTOR.findall(path.read_text("utf-8"))
        for name, value in PAGE_ATTRIBUTE.findall(selector)
    ]
    assert {name for _sheet, name, _value in found} >= {"contrast", "motion", "speed", "theme"}
    known = {name: {str(value) for value in setting.values} for name, setting in SETTINGS.items()}
    known |= VALUES_BY_PAGE_STATE
    wrong = [
        (sheet, name, value)
        for sheet, name, value in found
        if name not in PAGE_STATES and (name not in known or (value and value not in known[name]))
    ]
    assert wrong == []


def test_a_lesson_heeds_the_settings_that_its_page_shows() -> None:
    learning = update(seated_model("you", "bot:casual", speed="normal"), ["learn", "step", 1])[0]
    assert learning.tutorial
    for name, setting in SETTINGS.items():
        changed, effects = update(learning, [name, setting.values[-1]])
        assert (changed != learning) == bool(effects) == bool(setting.attribute)


def test_the_offer_of_a_language_is_no_warning_and_chooses_it() -> None:
    model = seated_model("you", "bot:random")
    offer = SETTINGS["lang"].message("fr")
    told = loop_update.update(model, ("notice", "Ce site existe.", offer, "Lire", "Non"))[0].notices[-1]
    assert told.informational
    assert (told.language, told.close) == ("fr", "Non")
    assert told.remedy == offer
    assert ("keep", "lang", "fr") in update(model, [*offer])[1]


@pytest.mark.parametrize(("text", "value"), [("fr", "fr"), ("fr-ca", "fr"), ("de_at", "de"), ("tlh", None), ("", None)])
def test_a_language_may_have_a_region(text: str, value: str | None) -> None:
    assert SETTINGS["lang"].parse(text) == value
