"""Tests of embedding: pictures as files, the page for frames, oEmbed, and the game in a frame."""

import gzip
import json
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model, Notice
from palaces.app.routing import URL_PARAMETERS, Address
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.prerender import page_pictures
from palaces.share import embed, permalinks
from screens import Element, parse_page, random_models
from site_builder import assemble
from site_builder.pages import oembed, styles
from site_builder.pages.compact_svg import compact_svg, with_relative_moves

from pygame_core import GAMES, Match, link_codec
from pygame_core.daily import PUZZLE_COUNTS

WEB = Path(layout.__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def picture_styles(game: str) -> str:
    """Return all style sheets that a picture of a game needs."""
    return styles.picture_css(Path(import_module(f"palaces.games.{game}").__file__ or "").parent)


@cache
def embed_script() -> str:
    """The element's script as other pages load it."""
    source = (WEB / "scripts/embed.js").read_text("utf-8")
    return assemble.minify_embed(source.replace("/* element */ {}", page_pictures.render_placeholder("element")))


def scene_svg(game: str, suffix: str = "") -> str:
    return oembed.standalone_svg(
        page_pictures.render_placeholder(f"{game}_scene"), picture_styles(game), oembed.SCHEME_BY_SUFFIX[suffix]
    )


# -- pictures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_is_whole_and_small(game: str) -> None:
    drawn = scene_svg(game, "-light")
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["viewBox"] == "0 0 960 540"
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    used = {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")}
    assert used == ids
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<script|\son\w+=", drawn)


@pytest.mark.parametrize("suffix", ["-light", "-dark"])
@pytest.mark.parametrize("game", GAMES)
def test_the_element_and_a_picture_are_small_with_any_gzip(game: str, suffix: str) -> None:
    """Level 1 is nginx's default. The name of the release adds some characters to the script."""
    loaded = (compact_svg(scene_svg(game, suffix)), embed_script() + "release-0123456789abcdef")
    assert sum(len(gzip.compress(text.encode(), 1)) for text in loaded) < 10_000


@pytest.mark.parametrize("game", PUZZLE_COUNTS)
def test_the_poster_of_a_puzzle_is_small(game: str) -> None:
    """A picture has at most 4 KB, and with both scripts at most 10 KB."""
    scripts = (embed_script() + "release-0123456789abcdef", assemble.bundle_puzzle_poster())
    loaded = sum(len(gzip.compress(text.encode(), 6)) for text in scripts)
    for drawn in json.loads(page_pictures.render_placeholder(f"{game}_positions")):
        picture = compact_svg(oembed.standalone_svg(drawn, picture_styles(game), "light dark"))
        root = ElementTree.fromstring(picture)
        ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        assert {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")} == ids - {"near"}
        size = len(gzip.compress(picture.encode(), 1))
        assert size <= 4096
        assert loaded + len(gzip.compress(picture.encode(), 6)) <= 10_240


def test_the_poster_of_a_puzzle_leaves_other_sites_alone() -> None:
    script = assemble.bundle_puzzle_poster()
    assert "palaces" not in script
    assert "Was spielst du?" in script
    assert script.isascii()


@pytest.mark.parametrize("game", GAMES)
def test_a_compact_picture_refers_to_all_its_parts(game: str) -> None:
    drawn = compact_svg(scene_svg(game, "-light"))
    root = ElementTree.fromstring(drawn)
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")} == ids
    classes = {name for element in root.iter() for name in element.attrib.get("class", "").split()}
    style = drawn[drawn.index("<style>") : drawn.index("</style>")]
    assert set(re.findall(r"\.([a-z]+)(?=[^{}]*\{)", style)) == classes
    assert set(re.findall(r"var\((--\w+)\)", style)) <= set(re.findall(r"[{;](--\w+):", style))
    assert not re.search(r"[\w]- ?[\w]*\{\}", style)


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("M40 0h40v40h-40zM80 0h40v40h-40z", "M40 0h40v40h-40zm40 0h40v40h-40z"),
        ("M2 3h5M4 -9v.5l1 2-3 4M0 0", "M2 3h5m-3-12v.5l1 2-3 4m-2 2.5"),
        ("M5 5.5h29v29", "M5 5.5h29v29"),
        ("M9.5 13A13 13 0 0 1 24 7.2M1 1", "M9.5 13A13 13 0 0 1 24 7.2M1 1"),
    ],
)
def test_moves_of_a_path_become_relative(path: str, written: str) -> None:
    assert with_relative_moves(path) == written


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_has_a_rule_for_every_tone_and_a_value_for_every_token(game: str) -> None:
    drawn = scene_svg(game)
    style = drawn[drawn.index("<style>") : drawn.index("</style>")]
    for asked in set(re.findall(r"var\((--[\w-]+)", drawn)):
        assert f"{asked}:" in style, asked
    tones = {name for listed in re.findall(r'class="([^"]*)"', drawn) for name in listed.split()}
    painted = {name for name in tones if re.search(rf"\.{name}\s*\{{", oembed.unconditional_css(picture_styles(game)))}
    assert painted
    assert [name for name in painted if f".{name}" not in style] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_themes_of_a_picture_differ_in_nothing_else(game: str) -> None:
    both, light, dark = (scene_svg(game, suffix) for suffix in ("", "-light", "-dark"))
    for one, scheme in ((light, "light"), (dark, "dark")):
        assert (
            oembed.resolve_light_dark(both.replace("color-scheme:light dark", f"color-scheme:{scheme}"), scheme) == one
        )
    assert both == scene_svg(game)


def test_rules_of_a_picture_are_those_that_hold_at_any_width() -> None:
    sheets = (
        ":where(:root) { --a: var(--b); --b: red; --c: blue; } .x, .y { fill: var(--a); } "
        "@media print { .x { fill: blue; } } & { --b: green; }"
    )
    drawn = oembed.standalone_svg('<svg width="1"><path class="x"/></svg>', sheets, "dark")
    assert ":root{color-scheme:dark;" in drawn
    assert ".x{fill:green;}" in drawn
    assert "--" not in drawn
    assert "blue" not in drawn
    assert ".y" not in drawn


# -- the element and the page for frames -------------------------------------------------------------------------------


def test_what_the_element_says_is_ascii_and_of_every_game() -> None:
    known = page_pictures.render_placeholder("element")
    assert known.isascii()
    assert set(json.loads(known)["games"]) == set(GAMES)
    source = (WEB / "scripts/embed.js").read_text("ascii")
    assert source.count("/* element */ {}") == 1
    said = set(re.findall(r"say\.(\w+)", source)) | set(re.findall(r"addProblem\(\"(at|replay)\"", source))
    assert said == set(json.loads(known)["say"])


def test_the_element_has_an_attribute_for_every_parameter_of_an_address() -> None:
    known = json.loads(page_pictures.render_placeholder("element"))
    source = (WEB / "scripts/embed.js").read_text("ascii")
    [own] = re.findall(r"const ATTRIBUTES = \[(.*), \.\.\.parameters\];", source)
    names = {*known["parameters"], *known["options"], *re.findall(r"\w+", own)}
    assert names - {"options", "replay", "at"} == URL_PARAMETERS - {"table"}


def test_the_types_know_every_attribute_and_event_of_the_element() -> None:
    types = (WEB / "embed.d.ts").read_text("utf-8")
    [attributes] = re.findall(r"interface PalaceGameAttributes \{(.*?)\n\}", types, re.S)
    assert set(re.findall(r"^  (\w+)\?:", attributes, re.M)) == URL_PARAMETERS - {"table", "steps"} | {
        "options",
        "replay",
        "at",
    }
    sent = re.findall(r'#tell\("(\w+)"', (WEB / "scripts/embed.js").read_text("ascii"))
    assert set(re.findall(r'^  "palace-(\w+)": CustomEvent', types, re.M)) == set(sent)


@pytest.mark.parametrize("game", GAMES)
def test_the_host_page_hears_the_result_only_of_a_game_that_ended_here(game: str) -> None:
    """A replay and a running game have none."""
    model = next(model for model in random_models(("you", "bot:casual"), 1, game=game) if model.shows_end)
    assert embed.game_result(model) == {"points": model.match.scores(), "places": model.match.state.places()}
    assert embed.game_result(change_model(model, read_only=True)) is None
    assert embed.game_result(start_game(Address(game, ("you", "bot:casual"), seed=1))[0]) is None


def test_the_page_for_frames_is_the_game_s_page_that_knows_it() -> None:
    play = '<!doctype html>\n<html lang="en">\n<head>\n<title>A</title>\n</head><svg><title>b</title></svg></html>'
    made = oembed.frame_page_html(play)
    assert made.replace(" data-embed", "").replace('<base target="_blank">\n', "") == play
    assert '<html data-embed lang="en">' in made
    assert made.index("<base") < made.index("<title>A")


# -- oEmbed ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "site"),
    [
        ("", ""),
        ("https://example.org", "https://example.org/"),
        ("http://localhost:8000/a/b/", "http://localhost:8000/a/b/"),
        (
            "https://Spiele.münchen.example:8443/schöne/%7Ea",
            "https://Spiele.xn--mnchen-3ya.example:8443/sch%C3%B6ne/%7Ea/",
        ),
    ],
)
def test_the_site_s_address(given: str, site: str) -> None:
    assert oembed.site_address(given) == site


@pytest.mark.parametrize(
    "given",
    [
        "example.org",
        "ftp://example.org/",
        "javascript:alert(1)",
        "https://",
        "https://me@example.org/",
        "https://example.org/?a=1",
        "https://example.org/#a",
        "https://example.org/index.html",
        "https://example.org:port/",
        'https://example.org/"><script>',
        "https://exa mple.org/",
        "https://[example.org/",
        "https://straße.example/",
        "https://ü..example/",
    ],
)
def test_an_address_that_is_none_is_refused_in_one_sentence(
    given: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SITE_URL", given)
    with pytest.raises(SystemExit, match=r"SITE_URL is .* Give the address"):
        assemble.build_site(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


def oembed_pages(out: Path, language: str = "") -> dict[str, str]:
    """Return the pages that link to oEmbed, before the build adds these links. `language` is a folder with a slash."""
    (out / language / "rules").mkdir(parents=True)
    named = [
        f"{language}play.html",
        *(f"{language}{folder}{game}.html" for folder in ("", "rules/") for game in GAMES),
    ]
    for name in named:
        (out / name).write_text("<head><title>A</title></head>", "utf-8")
    return {name: (out / name).read_text("utf-8") for name in named}


def test_without_an_address_there_is_no_oembed(tmp_path: Path) -> None:
    before = oembed_pages(tmp_path)
    assemble.write_oembed(tmp_path, "", dict.fromkeys(GAMES, "A game"), "")
    assert not (tmp_path / "oembed").exists()
    assert {name: (tmp_path / name).read_text("utf-8") for name in before} == before


@pytest.mark.parametrize("language", ["", "fr/"])
def test_with_an_address_every_game_has_an_answer_and_links_to_it(tmp_path: Path, language: str) -> None:
    site = "https://example.org/palaces/"
    oembed_pages(tmp_path, language)
    config: Any = embed.embed_config()
    titles = {game: facts["title"] for game, facts in config["games"].items()}
    assemble.write_oembed(tmp_path, language, titles, site)
    for game in GAMES:
        answer = json.loads((tmp_path / f"oembed/{language}{game}.json").read_text("utf-8"))
        assert (answer["version"], answer["type"], answer["provider_url"]) == ("1.0", "rich", site)
        assert answer["title"] == titles[game]
        frame, link = ElementTree.fromstring(f"<div>{answer['html']}</div>")
        assert link[0].attrib["href"] == f"{site}{language}{game}.html"
        assert frame.attrib["src"] == f"{site}{language}embed.html?game={game}"
        assert (int(frame.attrib["width"]), int(frame.attrib["height"])) == (answer["width"], answer["height"])
        for page in (f"{game}.html", f"rules/{game}.html"):
            linked = re.findall(r'href="([^"]*)"', (tmp_path / language / page).read_text("utf-8"))
            assert linked == [f"{site}oembed/{language}{game}.json"]
        assert answer["thumbnail_url"] == f"{site}pictures/{language}{game}.png"
    assert (tmp_path / language / "play.html").read_text("utf-8").count("json+oembed") == len(GAMES)


# -- in the frame ------------------------------------------------------------------------------------------------------


def outgoing_links(root: Element) -> list[str]:
    """Return the targets of links to a full window."""
    every = [
        each for each in root.descendants() if each.name == "a" and "Continue in a new window" in each.text_content()
    ]
    assert all(each.attributes["target"] == "_blank" for each in every)
    return [each.attributes["href"] or "" for each in every]


@pytest.mark.parametrize("game", GAMES)
def test_the_link_to_a_full_window_goes_along_with_the_game(game: str) -> None:
    model = change_model(start_game(Address(game, seats=("you", "you"), seed=3))[0], embed_mode="frame", curtain=False)
    for _move in range(4):
        [href] = outgoing_links(parse_page(model))
        assert href == f"./{permalinks.handover_link(model.whole_match, model.address)}"
        carried = permalinks.read_fragment(href.split("#")[1])
        assert carried.is_handed_over
        assert carried.replay is not None
        assert carried.replay.save() == model.whole_match.save()
        model = update(model, ["play", model.match.legal()[0]])[0]
        model = change_model(model, embed_mode="frame", curtain=False, viewer=model.mover)
    assert len(outgoing_links(parse_page(update(model, ["panel", "menu"])[0]))) == 2
    assert (
        link_codec.read(outgoing_links(parse_page(model))[0].split("replay=")[1].split("&")[0]).log == model.match.log
    )


def test_a_page_of_its_own_has_no_such_link() -> None:
    model = update(start_game(Address(seed=3))[0], ["panel", "menu"])[0]
    assert outgoing_links(parse_page(model)) == []
    assert not any(each.attributes.get("id") == "window" for each in parse_page(model).descendants())


def expand_tool(model: Model) -> tuple[str, str, object]:
    """Return the tool that gives the game more room: its kind, its name and its message."""
    [found] = [each for each in parse_page(model).descendants() if each.attributes.get("id") == "window"]
    return found.name, found.text_content(), found.data_value("data-do") if "data-do" in found.attributes else None


def test_in_our_element_one_tool_fills_the_window_and_goes_back() -> None:
    """In any other frame the link has that place."""
    framed = change_model(start_game(Address(seed=3))[0], embed_mode="frame")
    assert expand_tool(framed) == ("a", "Continue in a new window", None)
    post, effects = update(framed, ["placed", False])
    assert (expand_tool(post), effects) == (("button", "Full window", ["fill"]), [])
    assert update(post, ["fill"]) == (post, [("fill",)])
    full = update(post, ["placed", True])[0]
    assert expand_tool(full) == ("button", "Back to the page", ["fill"])
    assert update(full, ["fill"]) == (full, [("give-back",)])
    for model in (post, full):
        assert len(outgoing_links(parse_page(update(model, ["panel", "menu"])[0]))) == 1


def test_another_game_stays_where_the_one_before_it_was() -> None:
    model = update(change_model(start_game(Address("medina", seed=3))[0], embed_mode="frame"), ["placed", True])[0]
    assert update(model, ["again"])[0].embed_mode == "window"
    assert update(model, ["load", json.dumps(Match.new("palazzo", 2, seed=1).save())])[0].embed_mode == "window"


def side_notes(model: Model) -> list[Element]:
    return [
        each for each in parse_page(model).descendants() if "passing" in (each.attributes.get("class") or "").split()
    ]


@pytest.mark.parametrize("refused", [False, True])
def test_that_a_game_may_not_be_kept_is_one_line_that_goes_with_a_touch_or_with_the_next_move(refused: bool) -> None:
    sentence = embed.unsaved_sentence(refused)
    assert len(sentence) < 33  # the narrowest box has room for so many letters
    begun = start_game(Address("medina", ("you", "you"), options=(("first", "1"),), seed=3))[0]
    model, effects = update(begun, ["aside", sentence])
    assert effects[-1] == ("announce", f"{sentence}.")
    [line] = side_notes(model)
    assert (line.name, line.text_content()) == ("button", sentence)
    assert side_notes(update(model, line.data_value("data-do"))[0]) == []
    [(_later, passed, _ms)] = [effect for effect in effects if effect[0] == "later"]
    assert side_notes(update(model, passed)[0]) == []
    below, again = update(change_model(model, panel="menu"), passed)
    assert len(side_notes(below)) == 1
    assert again[0][:2] == ("later", passed)
    assert side_notes(update(model, ["play", model.match.legal()[0]])[0]) == []


def test_what_a_bot_does_lets_such_a_line_stay() -> None:
    model = start_game(Address("medina", ("bot:casual", "you"), options=(("first", "1"),), seed=3))[0]
    model = update(model, ["aside", embed.unsaved_sentence(refused=False)])[0]
    moved = update(model, ["bot", model.game_serial, 0, model.match.legal()[0], None])[0]
    assert len(moved.match.log) == 1
    assert len(side_notes(moved)) == 1


def test_esc_leaves_only_when_nothing_is_left_to_close() -> None:
    model = start_game(Address("medina", seats=("you", "bot:casual"), options=(("first", "1"),), seed=3))[0]
    assert embed.has_nothing_to_close(model)
    busy: list[list[Any]] = [["panel", "menu"], ["touch", "component", "merchant"], ["play", ["pass"]]]
    for message in busy:
        changed = update(model, message)[0]
        assert not embed.has_nothing_to_close(changed), message
        assert embed.has_nothing_to_close(update(changed, ["close"])[0]), message
    assert embed.has_nothing_to_close(replace(model, notices=(Notice("A sentence."),)))


def test_a_theme_of_the_page_around_a_frame_is_not_stored() -> None:
    """Any page may send one. It would change the look of all later games in frames."""
    model = start_game(Address("medina"))[0]
    dark, effects = update(model, ("host-theme", "dark"))
    assert dark.address.theme == "dark"
    assert not [effect for effect in effects if effect[0] in {"keep", "save"}]
    assert update(dark, ("host-theme", "pink")) == (dark, [])
