"""Tests of the style sheets: a game's sheet applies to its own board only, and colors are tokens for light and dark."""

import re
from importlib import import_module
from pathlib import Path

import palaces.games
import pytest
from palaces.app.routing import Address
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.prerender import page_pictures
from palaces.ui.game_view import load_game_view
from site_builder import assemble
from site_builder.pages import styles
from site_builder.pages.styles import CSS_COMMENT, PSEUDO_CLASS_ARGUMENT, SELECTOR, css_rules
from tables import SITE_GAMES

from pygame_core import GAMES

WEB = Path(layout.__file__).parents[2]
GAME_PACKAGE_FOLDERS = [Path(folder) for folder in palaces.games.__path__]
SHEETS = sorted({*WEB.rglob("*.css"), *(path for folder in GAME_PACKAGE_FOLDERS for path in folder.rglob("*.css"))})
"""All sheets, with those of the tests' own game."""


def sheet_name(path: Path) -> str:
    """Return the path of a sheet below its root folder."""
    return path.relative_to(WEB if path.is_relative_to(WEB) else path.parents[1]).as_posix()


SCRIPTS = {
    path: sheet
    for path in (WEB / "scripts/embed.js", WEB / "scripts/recover.js")
    for sheet in re.findall(r"replaceSync\(`(.*?)`\)", path.read_text("utf-8"), re.S)
}
"""Style sheets that work alone: in other people's pages, and if our sheets did not load."""
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch|hwb)a?\(")
ROOT_SELECTORS = (
    ":where(:root)",
    "&",
    ":host",
)  # the sheets that define tokens: for all games, for one, and for other people's pages


def game_folder(game: str) -> Path:
    """Return the folder with a game's part of the page."""
    return Path(import_module(f"palaces.games.{game}").__file__ or "").parent


def class_names_in(markup: str) -> set[str]:
    return {name for listed in re.findall(r'class="([^"]*)"', markup) for name in listed.split()}


def classes_in_sheet(sheet: str) -> set[str]:
    """Return the classes in a style sheet."""
    return {
        name for _around, selector, _body in css_rules(sheet) for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)
    }


def make_site(folder: Path, **sheets: str) -> Path:
    """Return a folder like `web` with these style sheets: the shared one, and those of games."""
    (folder / "palaces/games").mkdir(parents=True)
    (folder / "style.css").write_text(".shared { margin: 0; }\n", "utf-8")
    for game, sheet in sheets.items():
        (folder / "palaces/games" / game).mkdir()
        (folder / "palaces/games" / game / "style.css").write_text(sheet, "utf-8")
    return folder


# -- rules that a page can use -----------------------------------------------------------------------------------------


def test_declarations_before_a_nested_rule_belong_to_the_rule_around_it() -> None:
    assert [*css_rules(".a { color: red; .b { top: 0; } left: 0; }")] == [
        ((), ".a", "color: red;"),
        ((".a",), ".b", "top: 0;"),
        ((), ".a", "left: 0;"),
    ]


def test_a_page_gets_the_rules_whose_classes_it_has_or_a_script_may_set() -> None:
    sheet = """
    p, .here > b, .elsewhere { color: red; }
    .set:not(.elsewhere, #no) { top: 0; }
    .here > :is(p:not(:has(> .no)), .one), .elsewhere { bottom: 0; }
    @media print { .elsewhere { p { left: 0; } } .here { right: 0; } }
    """
    used = styles.used_css('<p class="here">', "x.classList.add('set'); say('a sentence about elsewhere')", sheet)
    assert used.splitlines() == [
        "p, .here > b { color: red; }",
        ".set:not(.elsewhere, #no) { top: 0; }",
        ".here > :is(p:not(:has(> .no)), .one) { bottom: 0; }",
        "@media print { .here { right: 0; } }",
    ]


def test_a_page_gets_the_rules_whose_attributes_it_has_or_a_script_may_set() -> None:
    sheet = """
    [data-a] p:not([data-no]), [data-no] { --a: 0; }
    :is([data-no], [data-b], [data-c]):has([data-no], p) { --b: 0; }
    p:is([data-no], .no), p:has([data-no]) { --c: 0; }
    [aria-current=page] { --d: 0; }
    [hidden] { --e: 0; }
    """
    used = styles.used_css("<p data-a>", "x.dataset.b = x.ariaCurrent = ''; x.toggleAttribute('data-c')", sheet)
    assert used.splitlines() == [
        "[data-a] p:not([data-no]) { --a: 0; }",
        ":is([data-no], [data-b], [data-c]):has([data-no], p) { --b: 0; }",
        "[aria-current=page] { --d: 0; }",
    ]


def test_a_script_draws_nothing_in_a_game() -> None:
    sheet = f".set {{ top: 0; }} {styles.scope_to_game('medina', '.set { left: 0; } .here { top: 0; }')}"
    used = styles.used_css('<p class="here" data-game="medina">', "x.classList.add('set')", sheet)
    assert used.splitlines() == [".set { top: 0; }", ":where([data-game=medina]) { .here { top: 0; } }"]


def test_a_page_gets_no_token_that_nothing_on_it_uses() -> None:
    sheet = """:root { --a: url("data:;,x{}"); --b: var(--a); --c: 1px; --d: var(--c); } p { top: var(--b); --e: 0 }"""
    used = styles.without_unused_tokens(sheet, '<p style="left: var(--e)">')
    assert " ".join(used.split()) == (':root { --a: url("data:;,x{}"); --b: var(--a); } p { top: var(--b); --e: 0 }')


# -- scope of a game's sheet -------------------------------------------------------------------------------------------


def test_every_rule_of_a_game_is_scoped_to_where_the_game_is_shown() -> None:
    whole = styles.site_css()
    for game in SITE_GAMES:
        own = list(css_rules(styles.grow_with_text(styles.game_css(game_folder(game)))))
        scoped = [rule for rule in css_rules(whole) if rule[0][:1] == (f":where([data-game={game}])",)]
        assert own
        assert [(around[1:], *rest) for around, *rest in scoped] == own, game
    symbols = {
        selector for game in SITE_GAMES for _around, selector, _body in css_rules(styles.icon_css(game_folder(game)))
    }
    free = [selector for around, selector, _body in css_rules(whole) if not "".join(around[:1]).startswith(":where(")]
    unscoped = [selector for selector in free if selector not in symbols]
    names = "|".join(SITE_GAMES)
    hides = [f"html:not([data-game={game}]) #{game}" for game in SITE_GAMES]
    assert sorted(selector for selector in unscoped if re.search(names, selector)) == sorted(hides)


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_of_a_game_asks_for_what_stands_outside_of_it(game: str) -> None:
    """In its scope, such a selector would match nothing. `&` is the outermost element."""
    for _around, selector, _body in css_rules(styles.game_css(game_folder(game))):
        assert not re.search(r":root|:host|\b(html|body)\b|@(keyframes|font-face|property)", selector), selector


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_s_symbols_are_drawn_with_is_named_in_no_other_sheet_and_no_other_game(game: str) -> None:
    """They are in a separate tree that no scope reaches. Only names keep these rules to the game."""
    drawn = classes_in_sheet(styles.icon_css(game_folder(game)))
    assert drawn <= class_names_in(load_game_view(game).render_sprites())
    everything = {path: classes_in_sheet(path.read_text("utf-8")) for path in SHEETS if path.parent.name != game}
    assert {path: drawn & names for path, names in everything.items() if drawn & names} == {}
    for other in set(GAMES) - {game}:
        model = start_game(Address(other, seed=11))[0]
        page = layout.render_page(model, layout.render_screen(model)) + page_pictures.render_game_picture(other)
        assert drawn & class_names_in(page) == set(), other


@pytest.mark.parametrize("game", GAMES)
def test_every_class_of_a_symbol_is_styled_without_a_scope(game: str) -> None:
    """A rule that requires an ancestor outside the symbol would never apply."""
    drawn = class_names_in(load_game_view(game).render_sprites()) - {"sprites"}
    assert drawn & classes_in_sheet(styles.game_css(game_folder(game))) == set()


@pytest.mark.parametrize("game", SITE_GAMES)
def test_a_game_s_sheet_has_no_keyframes_which_would_be_lost_inside_its_scope(game: str) -> None:
    assert "@keyframes" not in styles.game_css(WEB / "palaces/games" / game)


def test_a_new_folder_with_a_style_sheet_is_found_with_no_other_change(tmp_path: Path) -> None:
    web = make_site(
        tmp_path, first=".piece { margin: 1px; }\n", second="& { --a: red; }\n@media print { .b { margin: 2px; } }\n"
    )
    assert list(css_rules(styles.site_css(web))) == [
        ((), ".shared", "margin: 0;"),
        ((), "html:not([data-game=first]) #first", "display: none;"),
        ((":where([data-game=first])",), ".piece", "margin: 0.0625rem;"),
        ((), "html:not([data-game=second]) #second", "display: none;"),
        ((":where([data-game=second])",), "&", "--a: red;"),
        ((":where([data-game=second])", "@media print"), ".b", "margin: 0.125rem;"),
    ]


def test_a_page_s_sheet_has_those_of_its_name_that_games_add(tmp_path: Path) -> None:
    web = make_site(tmp_path, first="", second="")
    (web / "together.css").write_text(".lobby { margin: 0; }\n", "utf-8")
    (web / "palaces/games/second/together.css").write_text("html[data-screen] #second { margin: 8px; }\n", "utf-8")
    assert list(css_rules(styles.read_page_sheet(web / "together.css"))) == [
        ((), ".lobby", "margin: 0;"),
        ((), "html[data-screen] #second", "margin: 0.5rem;"),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_adds_to_the_sheet_of_a_page_applies_to_its_board_only(game: str) -> None:
    for sheet in game_folder(game).glob("*.css"):
        if (WEB / sheet.name).exists() and sheet.name != "style.css":
            for around, selector, _body in css_rules(sheet.read_text("utf-8")):
                outermost = next(rule for rule in (*around, selector) if not rule.startswith("@"))
                assert f" #{game}" in outermost, outermost


def test_no_shared_sheet_names_a_game() -> None:
    builders = [Path(styles.__file__), Path(assemble.__file__)]
    step = Path(WEB / "step.css")  # where each table has room for the card of a game of the lab
    for path in [*builders, *(path for path in SHEETS if path.parent.name not in GAMES and path != step)]:
        assert not re.search("|".join(SITE_GAMES), path.read_text("utf-8"), re.I), path


# -- sheets of the home page and the rules pages -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "on_purpose"),
    [
        ("page-frame.css", {"primary"}),
        ("home.css", {"language-offer", "plays", "quiet", "second", "sign", "tool", "tool-sign", "top"}),
        ("puzzles.css", {"level-dots"}),
        ("rules/rules.css", {"primary"}),
    ],
)
def test_what_a_page_calls_its_own_is_not_painted_by_the_shared_sheets(path: str, on_purpose: set[str]) -> None:
    """It loads those, too, and both would style the same name."""
    own = classes_in_sheet((WEB / path).read_text("utf-8"))
    painted: set[str] = set()
    for _around, selector, _body in css_rules(styles.shared_css()):
        for element in re.split(r"[\s>+~,():]+", selector):
            together = classes_in_sheet(element + "{x}")
            painted |= together if together <= own else set()
    assert painted == on_purpose


# -- colours -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*SHEETS, *SCRIPTS], ids=sheet_name)
def test_a_colour_is_written_where_a_token_is_defined_and_nowhere_else(path: Path) -> None:
    for around, selector, body in css_rules(SCRIPTS.get(path) or path.read_text("utf-8")):
        for declaration in filter(COLOUR.search, body.split(";")):
            token = declaration.strip().startswith("--") and selector in ROOT_SELECTORS and not around
            assert token, f"{selector}: {declaration.strip()}"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_colours_where_our_sheets_are_not_are_ours(script: Path) -> None:
    ours, theirs = (
        dict(re.findall(r"(--[\w-]+): (light-dark\([^)]*\));", sheet))
        for sheet in (styles.shared_css(), SCRIPTS[script])
    )
    assert theirs
    assert theirs.items() <= ours.items()
    assert set(re.findall(r"var\((--[\w-]+)\)", SCRIPTS[script])) == {*theirs}


def test_no_python_of_the_page_writes_a_colour() -> None:
    converter = "inline_styles.py"  # it writes the tokens of sheets out
    for path in sorted(path for path in (WEB / "palaces").rglob("*.py") if path.name != converter):
        for text in re.findall(r"[\"'][^\"'\n]*[\"']", path.read_text("utf-8")):
            assert not re.search(r"(?<!href=.)(?<!&)#[0-9a-fA-F]{3,8}[\"', )]|light-dark|rgba?\(", text), (
                f"{path}: {text}"
            )


@pytest.mark.parametrize("game", GAMES)
def test_every_token_that_is_used_is_defined(game: str) -> None:
    """An undefined color would be black or invisible."""
    defined = set(re.findall(r"(--[\w-]+):", CSS_COMMENT.sub("", styles.picture_css(game_folder(game)))))
    used = set(
        re.findall(r"var\((--[\w-]+)\)", styles.icon_css(game_folder(game)) + styles.game_css(game_folder(game)))
    )
    assert used
    assert used <= defined


GAME_TOKENS = {
    *("--ground", "--ground-line", "--pattern", "--ps", "--card", "--bar", "--bar-edge", "--bar-ink"),
    *("--accent", "--accent-ink", "--accent-deep", "--accent-wash", "--fill", "--fill-deep"),
}
"""The main colors of a game: ground, paper, bar, and accent."""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_token_twice_and_only_its_place_instead_of_the_shared_ones(game: str) -> None:
    shared, own = (
        [
            name
            for _around, selector, body in css_rules(sheet)
            if selector in ROOT_SELECTORS
            for name in re.findall(r"(--[\w-]+):", body)
        ]
        for sheet in (styles.shared_css(), styles.game_css(game_folder(game)))
    )
    assert len(set(own)) == len(own)
    assert {name for name in own if name in shared} <= GAME_TOKENS


@pytest.mark.parametrize("path", SHEETS, ids=sheet_name)
def test_what_depends_on_the_whole_table_names_what_it_styles(path: Path) -> None:
    """Otherwise, each piece that starts or ends a move would restyle the whole table, some 700 elements."""
    for _around, selector, _body in css_rules(path.read_text("utf-8")):
        for each in re.split(r",(?![^(]*\))", selector):
            after = re.fullmatch(r"\.table:has\((?:[^()]|\([^()]*\))*\)\s*[>+~]?\s*(.*)", each.strip())
            assert not after or re.match(r"$|::?(before|after)|[#.\w]|:is\([#.\w]", after[1]), each


# -- layers and the scale ---------------------------------------------------------------------------------------------

LAYER = re.compile(r"^  --layer-([a-z-]+): (-?\d+);$", re.M)
STEP = re.compile(r"^  --step-(\d+): calc\(var\(--u\) \* ([\d.]+)\);$", re.M)
MULTIPLE_OF_U = re.compile(r"var\(--u\)(?: \* (-?[\d.]+))?")
OFF_SCALE_MULTIPLES: dict[str, set[float]] = {
    "palaces/features/game_over.css": {0.6, 1.6, 3.6, 4.4, 4.6, 5.8, 7.6, 34, 38, 42.5, 66},
    "palaces/games/alhambra/together.css": {1.8, 6.6, 7.4, 15.4, 24.5, 49},
    "palaces/games/alhambra/style.css": {
        -1.8,
        -0.8,
        0.35,
        0.6,
        0.9,
        1.15,
        1.2,
        1.6,
        1.9,
        2.1,
        2.4,
        3.4,
        3.75,
        4.25,
        4.6,
        5.6,
        6.2,
        8.25,
        8.6,
        11.5,
        12.5,
        13.5,
        14.5,
        17.5,
        18.2,
        22.5,
        49,
    },
    "palaces/games/medina/style.css": {
        0.4,
        0.6,
        0.8,
        1.1,
        1.2,
        1.6,
        4.4,
        4.6,
        4.8,
        5.2,
        7.2,
        7.5,
        11.5,
        19,
        32,
        33,
        34,
        38,
        41,
        85,
    },
    "palaces/games/palazzo/together.css": {17.5, 49},
    "palaces/games/palazzo/style.css": {
        -1.4,
        -1.2,
        -0.6,
        0.3,
        0.35,
        0.6,
        0.7,
        0.8,
        0.9,
        1.2,
        1.4,
        1.6,
        1.8,
        2.2,
        2.4,
        2.6,
        3.1,
        3.2,
        3.4,
        3.8,
        4.2,
        4.4,
        4.6,
        5.6,
        6.2,
        6.4,
        7.3,
        7.6,
        8.4,
        8.6,
        9.6,
        10.5,
        10.6,
        11.4,
        12.4,
        12.5,
        13.5,
        14.2,
        14.5,
        17.5,
        24,
        25.5,
        26,
        27,
        34,
        49,
    },
    "style.css": {0.8, 1.1, 1.2, 1.85, 2.1, 2.35, 2.6, 2.7, 2.9, 6.5, 9.5, 49, 90, 118, 184},
    "step.css": {26.0, 33.0},
    "together.css": {2.2, 184},
}
"""By sheet, the multiples of `--u` besides the steps: sizes of cards, tiles, letters and rows.

Each is measured for its content. A distance or a new size uses a step.
"""


def test_layers_are_one_list_in_order_and_every_layer_is_used() -> None:
    layers = LAYER.findall((WEB / "style.css").read_text("utf-8"))
    heights = [int(height) for _name, height in layers]
    assert heights == sorted({*heights})
    used = {
        name for path in SHEETS for name in re.findall(r"z-index: var\(--layer-([a-z-]+)\);", path.read_text("utf-8"))
    }
    assert used == {name for name, _height in layers}


def test_steps_are_quarters_of_the_unit_and_every_step_is_used() -> None:
    steps = {int(quarters): float(multiple) for quarters, multiple in STEP.findall(styles.shared_css())}
    assert list(steps) == sorted(steps)
    assert {quarters: quarters / 4 for quarters in steps} == steps
    used = {int(step) for path in SHEETS for step in re.findall(r"var\(--step-(\d+)\)", path.read_text("utf-8"))}
    assert used == {*steps}


@pytest.mark.parametrize("path", SHEETS, ids=sheet_name)
def test_a_size_is_a_step_of_the_scale_or_one_of_the_listed_measures(path: Path) -> None:
    sheet = STEP.sub("", CSS_COMMENT.sub("", path.read_text("utf-8")))
    steps = {float(multiple) for _quarters, multiple in STEP.findall(styles.shared_css())}
    found = {float(multiple) for multiple in MULTIPLE_OF_U.findall(sheet) if multiple}
    assert {multiple for multiple in found if abs(multiple) in steps} == set(), "write var(--step-N)"
    assert found == OFF_SCALE_MULTIPLES.get(sheet_name(path), set())


@pytest.mark.parametrize("path", SHEETS, ids=sheet_name)
def test_no_line_of_a_sheet_is_longer_than_those_of_python(path: Path) -> None:
    assert [line for line in path.read_text("utf-8").splitlines() if len(line) > 120] == []


# -- sizes -------------------------------------------------------------------------------------------------------------

DRAWING_TEXT = re.compile(r"\btext\b|\.(figure|index|letter|i-name|i-bonus|i-worth)\b")
"""Text in a drawing, which grows with the drawing."""
GROWING_SIZE = re.compile(r"clamp\([\d.]+rem, [\d.]+vw, [\d.]+rem\)|clamp\(16px, [^;]*, 100%\)")
"""A size between two that grow with the text, and the size of a narrow window, up to what the reader chose."""


@pytest.mark.parametrize("path", SHEETS, ids=sheet_name)
def test_whoever_wants_larger_text_gets_it(path: Path) -> None:
    """A size in px would ignore the font size that a user has chosen in the browser."""
    for _around, selector, body in css_rules(path.read_text("utf-8")):
        for size in re.findall(r"\b(font(?:-size)?:[^;]*|--ts?:[^;]*)", body):
            fixed = re.search(r"\d(?:px|vw|svh)\b", GROWING_SIZE.sub("", size))
            assert not fixed or "text-anchor" in body or DRAWING_TEXT.search(selector), f"{selector}: {size}"


def test_px_of_windows_and_boxes_grow_with_the_text_and_those_of_drawings_do_not() -> None:
    sheet = """
    @media (max-width: 599px) and (min-height: 740px) { .a { margin: -2px auto 1.5px; inset: calc(1em - 8px) } }
    @media (width < 1400px) { .a:hover { border-radius: 44px; --w: 5px; } }
    .i-text { font: 400 20px serif; stroke-width: 3px; transform: translate(6px, 9px); background: url("a16px.png") }
    """
    assert list(css_rules(styles.grow_with_text(sheet))) == [
        (
            ("@media (width < 37.5em) and (min-height: 46.25em)",),
            ".a",
            "margin: -0.125rem auto 0.09375rem; inset: calc(1em - 0.5rem)",
        ),
        (("@media (width < 87.5em)",), ".a:hover", "border-radius: 2.75rem; --w: 5px;"),
        (
            (),
            ".i-text",
            'font: 400 20px serif; stroke-width: 3px; transform: translate(6px, 9px); background: url("a16px.png")',
        ),
    ]


def test_every_layout_is_chosen_by_the_text_size() -> None:
    sheets = [styles.site_css(), *(styles.read_page_sheet(path) for path in SHEETS)]
    queries = {
        around for sheet in sheets for rules, *_rest in css_rules(sheet) for around in rules if "@media" in around
    }
    assert len(queries) > 40
    assert {query for query in queries if re.search(r"\dpx|max-(?:width|height)", query)} == set()


@pytest.mark.parametrize("path", SHEETS, ids=sheet_name)
def test_a_length_with_a_name_grows_with_the_text(path: Path) -> None:
    """The build leaves custom properties as they are, because some are units of a drawing."""
    named = re.findall(r"(--[\w-]+): ([^;{}]*)", CSS_COMMENT.sub("", path.read_text("utf-8")))
    assert [
        name for name, value in named if re.search(r"(?<![\d.])(?!0px)\d*\.?\d+px\b", value) and name != "--letter"
    ] == []


# -- speed -------------------------------------------------------------------------------------------------------------


def test_a_rule_about_contents_names_the_elements_that_it_styles() -> None:
    """A browser that restyles after each change what follows `:has()` restyles the whole page if it can be anything."""
    nameless = [
        (sheet_name(path), selector)
        for path in SHEETS
        for _around, rule, _body in css_rules(path.read_text("utf-8"))
        for selector in SELECTOR.findall(rule)
        for *before, last in [re.split(r"[\s>+~]+", without_arguments(selector).strip())]
        if any(":has" in part for part in before) and not re.search(r"^[a-z]|[.#[]|:is\b", last)
    ]
    assert nameless == []


def without_arguments(selector: str) -> str:
    """Return a selector without what stands in parentheses and brackets, but with the sign of each `:has`."""

    def name_of(found: re.Match[str]) -> str:
        return found[0].partition("(")[0] + ":has" * found[0].count(":has(")

    return re.sub(r"\[[^]]*\]", "[]", PSEUDO_CLASS_ARGUMENT.sub(name_of, selector))
