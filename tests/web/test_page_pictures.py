"""Tests of the pictures before Python runs: they never change, and have the shape of the live page."""

import json
import re
import subprocess
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest
from palaces.app.model import Model
from palaces.app.routing import BOT_NAMES, DEFAULT_SEATS, Address
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.prerender import page_pictures
from palaces.ui import svg
from palaces.ui.game_view import load_game_view
from palaces.ui.html import Markup
from screens import Element, parse_markup, parse_page
from site_builder import assemble
from site_builder.pages import styles
from tables import SITE_GAMES

from pygame_core import GAMES

WEB = Path(layout.__file__).parents[2]


def regions_by_id(root: Element) -> dict[str, Element]:
    """Return elements by id."""
    return {below.attributes["id"] or "": below for below in root.descendants() if "id" in below.attributes}


def height_rows(region: Element) -> list[str]:
    """Return the parts that give a region its height."""
    return [below.name for below in region.descendants() if below.name in {"h2", "li", "p", "table", "tr", "ul"}]


def page_skeleton(model: Model, root: Element) -> list[tuple[str, str | None, str]]:
    """Return the skeleton of the page, without the contents of its regions."""
    inside = {id(below) for name in layout.render_screen(model) for below in regions_by_id(root)[name].descendants()}
    kept = [
        below
        for below in root.descendants()
        if id(below) not in inside or below.attributes.get("id") in regions_by_id(root)
    ]
    held = [below for below in kept if below.name in {"header", "main", "aside", "section", "div", "p"}]
    return [(below.name, below.attributes.get("id"), below.attributes.get("class") or "") for below in held]


def table_picture(game: str) -> Element:
    """Return the poster of a game's table."""
    [found] = [
        child
        for child in parse_markup(page_pictures.render_boards()).children
        if isinstance(child, Element) and child.attributes["id"] == game
    ]
    return found


@pytest.mark.parametrize("name", ["board", "home", "chooser", "boot", "stopped", *GAMES])
def test_a_poster_is_the_same_every_time(name: str) -> None:
    assert page_pictures.render_placeholder(name) == page_pictures.render_placeholder(name)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_s_poster_has_the_shape_of_the_page_that_takes_its_place(game: str) -> None:
    drawn = table_picture(game)
    for seed in (1, 2, 3):
        model = start_game(Address(game, seed=seed))[0]
        live = parse_page(model)
        assert {*layout.render_screen(model)} <= {*regions_by_id(drawn)}
        assert page_skeleton(model, live) == page_skeleton(model, drawn)


def test_the_poster_of_alhambra_s_board_is_as_high_as_the_page_that_takes_its_place() -> None:
    live = parse_page(start_game(Address(seed=1))[0])
    for name in ("yard", "money"):
        assert height_rows(regions_by_id(live)[name]) == height_rows(regions_by_id(table_picture("alhambra"))[name])


@pytest.mark.parametrize("game", GAMES)
def test_the_poster_has_seats_for_as_many_as_there_can_be(game: str) -> None:
    """Seats beyond those of the address are hidden."""
    most = GAMES[game].seat_counts[-1]
    live = parse_page(start_game(Address(game, ("you", *["bot:casual"] * (most - 1)), seed=1))[0])
    assert height_rows(regions_by_id(live)["seats"]) == height_rows(regions_by_id(table_picture(game))["seats"])


@pytest.mark.parametrize("game", GAMES)
def test_the_poster_says_of_nobody_that_he_is_at_the_table_or_moves(game: str) -> None:
    drawn = table_picture(game)
    names = {each.text_content() for each in drawn.descendants() if each.attributes.get("class") == "name"}
    assert names == {"…"}
    said = drawn.text_content().replace("ends your turn", "")  # what a payment does, whoever pays
    assert not any(name in said for name in (*BOT_NAMES, "thinking", "turn"))
    assert "Player" not in re.findall(r"\w+", said)
    assert regions_by_id(drawn)["turn"].text_content() == "Setting up the table"
    assert not any("aria-current" in each.attributes for each in drawn.descendants())


def defined_ids(root: Element) -> set[str | None]:
    """Return the ids of all definitions in a picture, which other elements draw."""
    sheets = [below for below in root.descendants() if below.attributes.get("class") == "sprites"]
    return {below.attributes["id"] for sheet in sheets for below in sheet.descendants() if "id" in below.attributes}


def test_symbols_of_different_games_have_different_ids() -> None:
    signs = defined_ids(parse_markup(svg.seat_sign_sprites()))
    own = [name for game in GAMES for name in defined_ids(parse_markup(load_game_view(game).render_sprites()))]
    assert len({*own} | signs) == len(own) + len(signs)


@pytest.mark.parametrize("game", GAMES)
def test_a_symbol_lists_the_symbols_that_its_shape_draws(game: str) -> None:
    for symbol in import_module(f"palaces.games.{game}.drawings.icons").list_symbols():
        drawn = [each for each in parse_markup(Markup(symbol.shape)).descendants() if each.name == "use"]
        assert {each.attributes["href"] for each in drawn} == {f"#{used}" for used in symbol.uses}, symbol.id


@pytest.mark.parametrize("game", GAMES)
def test_a_game_s_picture_for_other_pages_has_no_control(game: str) -> None:
    picture = parse_markup(page_pictures.render_game_picture(game))
    assert not {"button", "a", "input"} & {element.name for element in picture.descendants()}
    assert {*regions_by_id(picture)} == defined_ids(picture)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_can_ask_for_a_game_s_picture(game: str) -> None:
    assert page_pictures.render_placeholder(game) == page_pictures.render_game_picture(game)


def test_the_rules_of_palazzo_can_ask_for_its_coins_and_palaces() -> None:
    coins, palaces = (
        parse_markup(page_pictures.render_placeholder("palazzo_money")),
        parse_markup(page_pictures.render_placeholder("palazzo_palaces")),
    )
    assert sum("coin" in (element.attributes.get("class") or "") for element in coins.descendants()) == 4
    shown = [
        element.text_content()
        for element in palaces.descendants()
        if "worth" in (element.attributes.get("class") or "")
    ]
    assert shown == ["−5", "0", "6", "13", "17", "20", "8"]


def test_the_rules_of_alhambra_can_ask_for_a_yard_of_four_buildings() -> None:
    assert [
        element.name for element in parse_markup(page_pictures.render_placeholder("alhambra_yard")).descendants()
    ].count("li") == 4


# -- visible pictures --------------------------------------------------------------------------------------------------

RUN_SETTINGS_SCRIPT_JS = """
const [script, data, usual, pages] = process.argv.slice(1);
const code = require("node:fs").readFileSync(script, "utf8");
const answers = JSON.parse(pages).map(([address, kept]) => {
  globalThis.location = new URL(address, "https://localhost/");
  globalThis.localStorage = { getItem: (key) => ({ "palaces:settings": kept })[key] ?? null };
  const [currentScript, documentElement] = [data, usual].map((text) => ({ dataset: JSON.parse(text) }));
  globalThis.document = { currentScript, documentElement };
  require("node:vm").runInThisContext(`(() => {${code}\n})()`);
  return document.documentElement.dataset;
});
console.log(JSON.stringify(answers));
"""


DEFAULT_ANSWER = {"game": next(iter(GAMES)), "seats": str(len(DEFAULT_SEATS))}


def url_settings(address: str, kept: str = "") -> dict[str, str]:
    """Return the game, the number of seats and the theme that `url-settings.js` finds in the address or in storage."""
    return url_settings_of_pages([(address, kept)])[0]


def url_settings_of_pages(pages: list[tuple[str, str]]) -> list[dict[str, str]]:
    """Return the settings of each page, by its address and the kept settings. Node starts once for all of them."""
    [script] = [
        below for below in parse_markup(page_pictures.render_chooser_script()).descendants() if below.name == "script"
    ]
    command = [
        "node",
        "-e",
        RUN_SETTINGS_SCRIPT_JS,
        str(WEB / "scripts/url-settings.js"),
        json.dumps({name.removeprefix("data-"): value for name, value in script.attributes.items()}),
        json.dumps(DEFAULT_ANSWER),
        json.dumps(pages),
    ]
    said: list[dict[str, str]] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return said


def test_the_page_begins_with_the_usual_table() -> None:
    hooks = 'data-game="{game}" data-seats="{seats}"'.format_map(DEFAULT_ANSWER)
    assert page_pictures.default_page_attributes() == hooks
    assert f'<html lang="en" {assemble.DEFAULT_TABLE_ATTRIBUTES}>' in (WEB / "play.html").read_text("utf-8")
    assert Address().game == DEFAULT_ANSWER["game"]


@pytest.mark.parametrize(
    "query", ["", "?", "?seed=7", "?game=", "?game=no-game", "?game=Alhambra", "?game=%00", "?game=__proto__"]
)
def test_without_a_game_that_there_is_the_first_one_s_picture_stays(query: str) -> None:
    assert url_settings(query) == DEFAULT_ANSWER


@pytest.mark.parametrize("game", SITE_GAMES)
def test_the_picture_of_the_game_in_the_address_is_seen_and_the_others_are_hidden(game: str) -> None:
    assert url_settings(f"?seed=7&game={game}")["game"] == game
    hides = f"html:not([data-game={game}]) #{game} {{ display: none; }}"
    assert hides in styles.site_css()


@pytest.mark.parametrize("game", GAMES)
def test_there_are_as_many_seats_in_the_picture_as_the_game_will_have(game: str) -> None:
    pages = [(f"?game={game}&seats={','.join(['you'] * n)}", "") for n in range(8)]
    asked = [str(n) if n in GAMES[game].seat_counts else DEFAULT_ANSWER["seats"] for n in range(8)]
    assert [settings["seats"] for settings in url_settings_of_pages(pages)] == asked


def test_how_many_sit_in_a_game_that_comes_by_link_is_not_known_before_it_is_read() -> None:
    assert url_settings("?game=medina#replay=eNpj&at=3")["seats"] == "0"
    assert url_settings("?game=medina&seats=you,you#replay=eNpj&take")["seats"] == "2"
    assert url_settings("?game=medina#proof=eNpj")["seats"] == DEFAULT_ANSWER["seats"]


def test_the_look_is_as_the_address_has_it_or_else_as_it_is_kept() -> None:
    looks = {"theme": ("auto", "light", "dark"), "contrast": ("auto", "more"), "motion": ("auto", "less")}
    expected: dict[tuple[str, str], dict[str, str]] = {}
    for name, values in looks.items():
        for value, kept in product((*values, "pink", ""), (*values, "pink")):
            shown = {} if value not in values[1:] else {name: value}
            expected[f"?seed=7&{name}={value}", f"{name}={kept}"] = DEFAULT_ANSWER | shown
            shown = {} if kept not in values[1:] else {name: kept}
            expected["?seed=7", f"on=ask&{name}={kept}"] = DEFAULT_ANSWER | shown
    assert url_settings_of_pages([*expected]) == [*expected.values()]


# -- when Python ends --------------------------------------------------------------------------------------------------


def test_what_is_said_when_python_ends_has_a_way_out_each_time() -> None:
    [template] = [
        below
        for below in parse_markup(page_pictures.render_stopped_template()).descendants()
        if below.name == "template"
    ]
    kept, unkept = [below for below in template.children if isinstance(below, Element)]
    assert "is saved" in kept.text_content()
    assert "isn't saved" in unkept.text_content()
    for told in (kept, unkept):
        assert told.attributes["role"] == "alert"
        assert {"button", "a"} <= {below.name for below in told.descendants()}


def allowed_sentences(script: str, kind: str) -> set[str]:
    """Return the sentences of a script, from the type of this name."""
    [listed] = re.findall(rf"@typedef {{([^}}]*)}} {kind}\b", script)
    return {*re.findall(r'"(\w+)"', listed)}


def test_whoever_watches_the_start_has_a_sentence_for_all_that_it_says_and_no_other() -> None:
    script = (WEB / "scripts/start-monitor.js").read_text("utf-8")
    [box] = [
        below
        for below in parse_markup(page_pictures.render_boot_status()).descendants()
        if below.attributes.get("id") == "boot"
    ]
    assert {*box.data_value("data-say")} == {*re.findall(r"\bsay\.(\w+)", script)} == allowed_sentences(script, "Told")


def test_what_is_wrong_with_a_file_has_a_sentence_each_that_names_the_file() -> None:
    script = (WEB / "scripts/recover.js").read_text("utf-8")
    [here] = parse_markup(Markup(f'<script data-say="{page_pictures.recover_attribute()}"></script>')).children
    assert isinstance(here, Element)
    say = here.data_value("data-say")
    faults, told = allowed_sentences(script, "Fault"), allowed_sentences(script, "Told")
    assert {*say} == faults | told
    assert {*re.findall(r"\bsay\.(\w+)", script)} | {"frame"} == told
    assert all(script.count(f'"{fault}"') > 1 for fault in faults | {"frame"})
    for fault in faults | told - {"again"}:
        assert "{file}" in say[fault]
        assert say[fault].endswith(".")
        assert ";" not in say[fault]
