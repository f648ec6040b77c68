"""Tests of pictures of positions: complete files that show what a seat may know, and nothing else."""

import json
import re
import subprocess
import sys
import zlib
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy
import pack_drawings
import pytest
from extra_game import EXTRA_GAME
from palaces.prerender import position_pictures
from palaces.prerender.inline_styles import inline_styles
from palaces.ui import position_parts
from palaces.ui.position_parts import PicturePlayer
from PIL import ImageFont
from tables import SITE_GAMES

from pygame_core import GAMES, Illegal, Match, pictures
from pygame_core.__main__ import main
from pygame_core.bots import choose
from pygame_core.match import require_game

SVG = "{http://www.w3.org/2000/svg}"
SEAT_COUNTS = [(game, seats) for game in SITE_GAMES for seats in GAMES[game].seat_counts]
HOSTILE_NAMES = ("<script>alert(1)</script>", "a&b\"' onload=x", "]]><b>", "@@{}", "山田", "דן")


@cache
def played(game: str, seats: int, moves: int) -> Match:
    """A match after so many moves, or at its end. Do not change it: other tests draw it, too."""
    match: Match = Match.new(
        require_game(game), [{"name": f"N{n}", "kind": "bot:casual"} for n in range(seats)], seed=5
    )
    for n in range(moves):
        seat = match.to_move()
        if seat is None:
            break
        match.play(choose("beginner", match.view(seat), Random(n)).action)
    return match


def require_whole_picture(drawn: str) -> ElementTree.Element:
    """Parse a picture that needs nothing else and runs nothing."""
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    ids = {element.get("id") for element in root.iter()} - {None}
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            *("svg", "style", "defs", "g", "use", "path", "rect", "circle", "ellipse", "polygon", "text"),
            *("clipPath", "pattern"),
        }
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert "var(" not in value
            assert "light-dark" not in value
            if name == "href" or "url(" in value:
                assert re.sub(r"^(?:url\()?#|\)$", "", value) in ids, value
    assert "http" not in drawn.replace('"http://www.w3.org/2000/svg"', "")
    return root


def texts(drawn: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


@pytest.mark.parametrize(("game", "seats"), SEAT_COUNTS)
def test_a_picture_is_a_whole_file_at_the_beginning_in_the_middle_and_at_the_end(game: str, seats: int) -> None:
    for moves in (0, 40 + 7 * seats, 3000):
        match = played(game, seats, moves)
        root = require_whole_picture(pictures.draw_svg(match, moves % seats))
        assert root.get("width") == "1280"
        assert (match.to_move() is None) == (moves == 3000)
        shown = texts(pictures.draw_svg(match))
        assert {f"N{n}" for n in range(seats)} <= {*shown}
        # Figures have the real minus sign.
        assert {str(points).replace("-", "\N{MINUS SIGN}") for points in match.scores()} <= {*shown}


@pytest.mark.parametrize("game", SITE_GAMES)
def test_every_color_changes_at_night_as_the_style_sheet_says(game: str) -> None:
    match = played(game, 2, 30)
    light, dark, both = (pictures.draw_svg(match, 0, scheme=scheme) for scheme in ("light", "dark", "both"))
    assert "<style>" not in light + dark
    [style] = re.findall("<style>(.*)</style>", both)
    rules = dict(re.findall(r"\.([\w-]+)\{([^}]*)\}", style))
    assert style.startswith("@media (prefers-color-scheme:dark){")

    def night(element: ElementTree.Element) -> dict[str, str]:
        own = {name: value for name, value in element.attrib.items() if name not in ("class", "id", "href")}
        changes = rules[element.attrib["class"]] if "class" in element.attrib else ""
        return own | dict(line.split(":", 1) for line in changes.split(";") if line)

    def plain(drawn: str) -> list[tuple[str, dict[str, str]]]:
        shown = (each for each in ElementTree.fromstring(re.sub(r"p[0-9a-f]{8}-", "", drawn)).iter())
        return [
            (each.tag, {k: v for k, v in each.attrib.items() if k not in ("class", "id", "href")})
            for each in shown
            if each.tag != f"{SVG}style"
        ]

    by_day = plain(re.sub(r' class="[^"]*"', "", both))
    assert by_day == plain(light)
    switched = [night(each) for each in ElementTree.fromstring(both).iter() if each.tag != f"{SVG}style"]
    assert len(rules) > 20
    fills = {value for each in switched for name, value in each.items() if name == "fill" and value.startswith("#")}
    assert fills == {each["fill"] for _tag, each in plain(dark) if each.get("fill", "").startswith("#")}


@pytest.mark.parametrize("game", ["alhambra", "palazzo"])
def test_a_picture_never_shows_what_its_seat_cannot_know(game: str) -> None:
    """Two matches that differ only in what is hidden have the same picture."""
    match = played(game, 3, 25)
    seat = match.to_move()
    view = match.view(seat)
    seats = [{"name": f"N{n}", "kind": "bot:casual"} for n in range(3)]
    worlds = [Match.from_view(dict(view), seats, seed) for seed in (1, 2)]
    assert worlds[0].state != worlds[1].state
    drawn = {pictures.draw_svg(world, seat) for world in (*worlds, match)}
    assert len(drawn) == 1
    public = {pictures.draw_svg(world) for world in (*worlds, match)}
    assert len(public) == 1
    assert len({pictures.draw_svg(match, other) for other in range(3)} | public) == 4
    assert pictures.draw_svg(view) == pictures.draw_svg(view, seat)


def test_hostile_names_are_text() -> None:
    for game in SITE_GAMES:
        seats = GAMES[game].seat_counts[-1]
        match = Match.new(require_game(game), [{"name": name, "kind": "human"} for name in HOSTILE_NAMES[:seats]], 1)
        drawn = pictures.draw_svg(match)
        require_whole_picture(drawn)
        assert HOSTILE_NAMES[0] in " ".join(texts(drawn)) or "<script>" in " ".join(texts(drawn))
        assert "<script" not in drawn


def test_notebooks_show_matches_and_views() -> None:
    match = played("palazzo", 3, 20)
    assert match._repr_svg_() == pictures.draw_svg(match)
    view: Any = match.view(1)
    assert view._repr_svg_() == pictures.draw_svg(view)
    assert json.loads(json.dumps(view)) == view == match.state.view(1)
    assert "_repr_svg_" not in dir(match.state.view(1))
    assert Match()._repr_svg_() is None
    view["money"] = ["y<script>"]
    assert view._repr_svg_() is None


@pytest.mark.parametrize(
    ("position", "arguments", "sentence"),
    [
        (None, {}, "A picture needs a match, or a view as Match.view returns it."),
        ({"game": "chess"}, {}, "A picture needs a match, or a view as Match.view returns it."),
        ({"game": "medina", "seat": 0, "to_move": 0, "points": []}, {}, "A picture needs a match, or a view as Match"),
        (Match.new("medina", 2, 1), {"seat": 2}, "There's no such seat at this table."),
        (Match.new("medina", 2, 1), {"scheme": "sepia"}, "Choose one of: light, dark, both."),
        (Match.new("medina", 2, 1).view(0), {"seat": 1}, "A view shows one seat only. Draw the match to see another"),
        (Match(), {}, "A picture needs a match, or a view as Match.view returns it."),
        (Match.new("medina", 2, 1), {"scheme": numpy.array(["light", "dark"])}, "Choose one of: light, dark, both."),
        (Match.new("medina", 2, 1), {"width": "wide"}, "A width is a whole number from 1 to 8000."),
        (Match.new("medina", 2, 1), {"width": 8001}, "A width is a whole number from 1 to 8000."),
        ({"game": numpy.array([1, 2])}, {}, "A picture needs a match, or a view as Match.view returns it."),
        ({**Match.new("medina", 2, 1).view(0), "to_move": "0"}, {}, "A picture needs a match, or a view as Match.view"),
        ({**Match.new("medina", 2, 1).view(0), "to_move": 2}, {}, "A picture needs a match, or a view as Match.view"),
        ({**Match.new("medina", 2, 1).view(0), "seats": 10**9}, {}, "A picture needs a match, or a view as Match.view"),
    ],
)
def test_anything_else_gets_a_sentence(position: object, arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(Illegal, match=re.escape(sentence)):
        pictures.draw_svg(position, **arguments)  # type: ignore[arg-type]


def test_a_game_without_pictures_has_none() -> None:
    match = Match.new(require_game(EXTRA_GAME), 2, 1)
    assert match._repr_svg_() is None
    with pytest.raises(Illegal, match="There are no pictures of this game"):
        pictures.draw_svg(match)


def test_pixels_are_those_of_the_picture() -> None:
    match = played("medina", 3, 20)
    day, night = (pictures.draw_pixels(match, 0, 640, scheme) for scheme in ("light", "dark"))
    assert day.dtype == numpy.uint8
    assert day.shape == night.shape == (394, 640, 3)
    assert tuple(day[5, 400]) == (0x5A, 0x3D, 0x12)  # --bar of Medina by day
    assert tuple(night[5, 400]) == (0x17, 0x12, 0x0A)
    assert day.mean() > night.mean() + 60
    with pytest.raises(Illegal, match="A width is a whole number from 1 to 8000"):
        pictures.draw_pixels(match, 0, 0)


@pytest.mark.parametrize("game", SITE_GAMES)
def test_a_file_is_as_wide_as_asked(game: str) -> None:
    match = played(game, 2, 10)
    whole, half = (require_whole_picture(pictures.draw_svg(match, 0, width)) for width in (1280, 640))
    assert (half.get("width"), half.get("viewBox")) == ("640", whole.get("viewBox"))
    assert float(half.get("height", 0)) == pytest.approx(float(whole.get("height", 0)) / 2, abs=0.01)


def test_text_needs_no_font_of_the_system() -> None:
    """The bar of a picture has letters: pixels in the color of its ink."""
    bar = pictures.draw_pixels(played("alhambra", 2, 0), width=1280)[:52, :160].reshape(-1, 3)
    assert (bar == (0xFD, 0xF6, 0xE6)).all(axis=1).sum() > 300


def test_without_the_extra_a_sentence_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    match = Match.new("medina", 2, 1)
    with pytest.raises(Illegal, match=r"run pip install 'palaces\[draw\]'\."):
        pictures.draw_png(match)
    assert pictures.draw_svg(match)


# -- layout ------------------------------------------------------------------------------------------------------------


def test_a_drawing_in_a_box_is_as_large_as_the_box() -> None:
    """Renderers know no nested boxes, so the size of a box has to reach the drawing in it."""
    drawing = '<svg viewBox="0 0 48 48"><rect width="48" height="48"/></svg>'
    placed = position_parts.placed_svg(drawing, 10, 20, 24, 24)
    root = ElementTree.fromstring(
        inline_styles(f'<svg width="99" height="99" viewBox="0 0 99 99">{placed}{drawing}</svg>', "", "light")
    )
    inner, outside = ([*each.iter(f"{SVG}g")] for each in root.findall(f"{SVG}g"))
    assert [each.get("transform") for each in inner] == ["translate(10 20)", "scale(0.5)"]
    assert [each.get("transform") for each in outside] == [None]


class Box(NamedTuple):
    """A part of a picture, in the pixels of the picture."""

    left: float
    top: float
    right: float
    bottom: float
    what: str

    def holds(self, other: "Box") -> bool:
        return (
            self.left - 0.5 <= other.left
            and other.right <= self.right + 0.5
            and self.top - 0.5 <= other.top
            and other.bottom <= self.bottom + 0.5
        )

    def overlaps(self, other: "Box") -> bool:
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide > 0.5 and min(self.bottom, other.bottom) - max(self.top, other.top) > 0.5


class Layout:
    """Where a game's drawing puts cards and pills, placed drawings, and text, by its own numbers and our fonts."""

    def __init__(self, match: Match, seat: int | None, **changes: object) -> None:
        view: Any = {**match.view(seat), **changes}
        players = [PicturePlayer(entry["name"], "casual") for entry in match.seats]
        module = import_module(f"palaces.games.{view['game']}.drawings.position_picture")
        picture = module.draw_position(view, players, pictures._picture_words(view))
        self.game = view["game"]
        self.height = picture.height
        self.cards: list[Box] = []
        self.drawings: list[Box] = []
        self.texts: list[Box] = []
        root = ElementTree.fromstring(f"<g>{picture.drawn}</g>")
        self._read(root, 0, 0, 1)

    def _read(self, parent: ElementTree.Element, x: float, y: float, scale: float) -> None:
        for each in parent:
            if each.tag == "text":
                self._read_text(each, x, y, scale)
            elif each.tag in ("svg", "rect") and "width" in each.attrib:
                left, top = (start + scale * float(each.get(name, 0)) for name, start in (("x", x), ("y", y)))
                wide, high = (scale * float(each.attrib[name]) for name in ("width", "height"))
                box = Box(left, top, left + wide, top + high, each.get("fill", each.tag))
                if each.tag == "svg":
                    self.drawings.append(box)
                elif box.what in ("var(--card)", "var(--rim)", "var(--chosen)"):
                    self.cards.append(box)
            elif each.tag == "g":
                moved = re.match(r"translate\(([-\d.e]+) ([-\d.e]+)\)", each.get("transform", "")) or (0, 0, 0)
                factor = re.search(r"scale\(([\d.]+)\)", each.get("transform", ""))
                size = scale * float(factor[1]) if factor else scale
                self._read(each, x + scale * float(moved[1]), y + scale * float(moved[2]), size)

    def _read_text(self, text: ElementTree.Element, x: float, y: float, scale: float) -> None:
        size = float(text.get("font-size", 0))
        if not size:
            return  # a text with a class is part of the board
        bold = "text-bold" if int(text.get("font-weight", 400)) > 500 else "text"
        face = "display" if "--disp" in text.get("font-family", "") else bold
        font = ImageFont.truetype(str(pictures.FONTS_FOLDER / f"{face}.ttf"), 100)
        said = text.text or ""
        wide, foot = scale * size * font.getlength(said) / 100, y + scale * float(text.get("y", 0))
        share = {"middle": 0.5, "end": 1}.get(text.get("text-anchor", ""), 0)
        left = x + scale * float(text.get("x", 0)) - wide * share
        # Capitals and figures rise to 0.7 of the size.
        self.texts.append(Box(left, foot - 0.7 * scale * size, left + wide, foot, said))


@pytest.fixture(scope="module")
def layouts() -> list[Layout]:
    matches = [
        played(game, seats, moves) for game, seats in SEAT_COUNTS for moves in (0, 25 * seats, 3000) if seats != 5
    ]
    most = Layout(
        played("medina", 2, 3000), None, palace_tiles=[0] * 4, tower_tiles=[0] * 4, points=[128, 9]
    )  # all eight tiles of a game
    return [most, *(Layout(match, seat) for match in matches for seat in (len(match.seats) - 1, None))]


def test_all_text_and_drawings_are_within_the_picture(layouts: list[Layout]) -> None:
    for layout in layouts:
        page = Box(12, 62, 1264, layout.height - 12, "page")
        assert not [box for box in (*layout.texts, *layout.drawings) if not page.holds(box)]


def test_no_text_sticks_out_of_its_card(layouts: list[Layout]) -> None:
    """A card has the texts that lie on it at least in part."""
    found = 0
    for layout in layouts:
        for card in layout.cards:
            on_it = [text for text in layout.texts if card.overlaps(text)]
            found += len(on_it)
            assert not [text for text in on_it if not card.holds(text)], card
    assert found > 500


def test_no_drawing_sticks_out_of_its_card_or_lies_below_a_text(layouts: list[Layout]) -> None:
    for layout in layouts:
        for card in layout.cards:
            on_it = [drawing for drawing in layout.drawings if card.overlaps(drawing)]
            if card.what == "var(--card)":
                assert not [(drawing, text) for drawing in on_it for text in layout.texts if drawing.overlaps(text)]
            if card.what != "var(--chosen)":
                assert not [drawing for drawing in on_it if not card.holds(drawing)], card


def test_the_pieces_and_numbers_on_a_card_of_medina_are_side_by_side(layouts: list[Layout]) -> None:
    of_medina = [layout for layout in layouts if layout.game == "medina"]
    assert len(of_medina[0].drawings) >= 2 * 9 + 8
    for layout in of_medina:
        pairs = combinations(layout.drawings + layout.texts, 2)
        assert not [pair for pair in pairs if pair[0].overlaps(pair[1])]


def test_the_count_of_the_discards_leaves_the_figure_of_the_top_card_free(layouts: list[Layout]) -> None:
    found = 0
    for layout in layouts:
        for count in (card for card in layout.cards if card.what == "var(--chosen)"):
            found += 1
            [card] = [drawing for drawing in layout.drawings if drawing.overlaps(count)]
            assert count.left > (card.left + card.right) / 2
            assert count.top > (card.top + card.bottom) / 2 + 8
    assert found >= 4


@pytest.mark.parametrize("game", ["alhambra", "palazzo"])
@pytest.mark.parametrize("seat", [0, 2])
def test_a_hand_has_the_name_of_its_player(game: str, seat: int) -> None:
    layout = Layout(played(game, 3, 40), seat)
    names = [sum(text.what == f"N{n}" for text in layout.texts) for n in range(3)]
    assert names[seat] == 1 + max(names[:seat] + names[seat + 1 :])


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played("palazzo", 3, 30).save()), encoding="utf-8")
    return path


def test_draw_writes_the_format_that_the_name_says(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    match = Match.load(save)
    assert main(["draw", str(save)]) == 0
    assert (tmp_path / "game.svg").read_text("utf-8") == pictures.draw_svg(match)
    assert capsys.readouterr() == ("", "Saved in game.svg.\n")
    assert main(["draw", str(save), "-o", "game.svg", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["draw", str(save), "-o", "seat.SVG", "--seat", "2", "--scheme", "dark"]) == 0
    assert (tmp_path / "seat.SVG").read_text("utf-8") == pictures.draw_svg(match, 1, scheme="dark")
    assert main(["draw", str(save), "--output", "seat.png", "--seat", "2", "--width", "300"]) == 0
    assert (tmp_path / "seat.png").read_bytes() == pictures.draw_png(match, 1, 300)


def test_draw_reads_standard_input_and_writes_standard_output(save: Path) -> None:
    command = [sys.executable, "-m", "pygame_core", "draw", "-", "-o", "-"]
    run = subprocess.run(command, input=save.read_bytes(), capture_output=True, check=True)
    assert run.stdout.decode() == pictures.draw_svg(Match.load(save))
    assert not run.stderr


def test_draw_replaces_no_file_that_it_was_not_told(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    drawn = tmp_path / "game.svg"
    drawn.write_text("mine")
    assert main(["draw", str(save)]) == 2
    assert capsys.readouterr().err == "game.svg already exists. To replace it, add -o game.svg.\n"
    assert drawn.read_text() == "mine"


def test_draw_refuses_with_a_sentence_and_writes_nothing(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments, sentence in (
        (["-o", "a.gif"], "a.gif has to end in .svg or .png."),
        (["-o", "a.svg", "--seat", "4"], "There's no such seat at this table."),
        (["-o", "no/a.svg"], "There's no folder no."),
        (["-o", ""], "'' has to end in .svg or .png."),
        (["-o", "a.png", "--scheme", "both"], "A PNG has one scheme. Choose one of: light, dark."),
    ):
        assert main(["draw", str(save), *arguments]) == 2
        assert capsys.readouterr().err == f"{sentence}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


# -- the package -------------------------------------------------------------------------------------------------------


def test_the_packed_sheets_draw_the_same_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = pack_drawings.picture_sheets()
    assert sum(len(zlib.compress(sheet.encode())) for sheet in sheets.values()) < 15_000
    matches = [played(game, seats, 30 * seats) for game, seats in SEAT_COUNTS if seats in (2, 4, 6)]
    drawn = [pictures.draw_svg(match, 0) for match in matches]
    monkeypatch.setattr(
        position_pictures, "read_sheet", lambda game: sheets[f"palaces/games/{game}/drawings/picture.css"]
    )
    assert [pictures.draw_svg(match, 0) for match in matches] == drawn
