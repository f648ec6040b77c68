"""Tests of the fonts: made from the packages, byte for byte.

They are small, have all our characters, and figures of equal width.
"""

import re
from html import unescape
from pathlib import Path

import fonts
import pytest
from babel.messages.pofile import read_po
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
ARROWS = set("←↑→↓")
CODE_CHARACTERS = set("⟨⟩★")  # around hidden characters of a bot's text, and in examples; both in the font of code
"""Characters of body text that headlines never use."""
INVISIBLE_CHARACTERS = {"\n", "\N{SOFT HYPHEN}"}


def load_face(name: str) -> TTFont:
    return TTFont(fonts.TARGET / f"{name}.woff2")


def glyph_bounds(font: TTFont, sign: str) -> list[float]:
    """Return the bounds of a glyph: left, bottom, right, top."""
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[font.getBestCmap()[ord(sign)]].draw(pen)
    return [*pen.bounds]


def all_texts() -> str:
    """Return all texts: messages and their translations, texts in the page's sources, and static pages."""
    locale = ROOT / "pygame_core/locale"
    messages = [
        message for path in [*locale.glob("*.pot"), *locale.glob("*/*.po")] for message in read_po(path.open("rb"))
    ]
    texts = [text for message in messages for text in (message.id, message.string) if text]
    said = [each for text in texts for each in ([text] if isinstance(text, str) else text)]
    pages = [path.read_text("utf-8") for path in sorted(WEB.rglob("*.html"))]
    assert len(said) > 500
    assert len(pages) > 5
    sources = [path.read_text("utf-8") for path in sorted((WEB / "palaces").rglob("*.py"))]
    return " ".join([*said, *sources, *(unescape(re.sub(r"<[^>]*>", " ", page)) for page in pages)])


@pytest.mark.parametrize("name", fonts.FACE_FILES)
def test_a_face_is_to_the_byte_what_is_made_of_its_package(name: str) -> None:
    face = fonts.subset_face(name)
    assert (fonts.TARGET / f"{name}.woff2").read_bytes() == face
    assert (fonts.PACKAGE_TARGET / f"{name}.ttf").read_bytes() == fonts.uncompressed_face(face)


def test_the_faces_are_those_that_the_style_sheet_asks_for_and_small_together() -> None:
    there = {path.name: path.stat().st_size for path in fonts.TARGET.iterdir()}
    sheet = (WEB / "style.css").read_text("utf-8")
    assert {*there} == {f"{name}.woff2" for name in fonts.FACE_FILES} == {*re.findall(r'url\("fonts/([^"]+)"\)', sheet)}
    assert sum(there.values()) <= 60_000


@pytest.mark.parametrize("name", fonts.FACE_FILES)
def test_every_character_of_our_texts_is_in_it(name: str) -> None:
    drawn = {chr(code) for code in load_face(name).getBestCmap()}
    assert {*all_texts()} - INVISIBLE_CHARACTERS - CODE_CHARACTERS - drawn == (ARROWS if name == "display" else set())


@pytest.mark.parametrize("name", ["text", "text-bold"])
def test_arrows_to_the_sides_are_that_upwards_turned(name: str) -> None:
    left, up, right, minus = (glyph_bounds(load_face(name), sign) for sign in "←↑→−")
    assert left == right
    assert [right[2] - right[0], right[3] - right[1]] == pytest.approx([up[3] - up[1], up[2] - up[0]], abs=2)
    assert right[1] + right[3] == pytest.approx(minus[1] + minus[3], abs=2)


@pytest.mark.parametrize("name", fonts.FACE_FILES)
def test_figures_are_equally_wide_and_stand_on_the_line(name: str) -> None:
    font = load_face(name)
    glyphs, plain, em = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm
    widths = [glyphs[plain[ord(figure)]].width for figure in "0123456789"]
    _left, feet, _right, tops = zip(*(glyph_bounds(font, figure) for figure in "0123456789"), strict=True)
    assert max(widths) - min(widths) <= em / 1000
    assert max(map(abs, feet)) <= em / 50
    assert max(tops) - min(tops) <= em / 12


@pytest.mark.parametrize("face", fonts.FACE_FILES)
def test_the_space_before_french_signs_is_narrow(face: str) -> None:
    font = TTFont(WEB / f"fonts/{face}.woff2")
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    narrow, usual = (widths[glyphs[code]][0] for code in (fonts.NARROW_SPACE, ord(" ")))
    assert 0.5 * usual < narrow < usual
