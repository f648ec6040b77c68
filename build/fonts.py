"""Make the fonts of the page as small as possible: `python build/fonts.py` writes them from the npm packages.

web/fonts has those of the page, and pygame_core/fonts those of pictures that the Python package makes. They are in the
repository, because this step needs a compiled library. A test makes them again and compares the bytes.
"""

from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.misc.transform import Transform
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "node_modules/@fontsource"
TARGET = ROOT / "web/fonts"
PACKAGE_TARGET = ROOT / "pygame_core/fonts"
"""The same faces without compression, for pictures that the Python package makes: renderers read no WOFF2."""
FACE_FILES = {
    "display": "young-serif/files/young-serif-latin-400-normal.woff2",
    "text": "alegreya-sans/files/alegreya-sans-latin-500-normal.woff2",
    "text-bold": "alegreya-sans/files/alegreya-sans-latin-700-normal.woff2",
}
NARROW_SPACE, THIN_SPACE = 0x202F, 0x2009
"""The narrow space of French punctuation, which the fonts lack, and a space for the same purpose in the fonts."""
NARROW_SHARE = 0.75
"""Width of both, as a share of a usual space. The bold font has a thin space that is wider than that."""
CHARACTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    THIN_SPACE,
    0x2010,
    0x2011,
    0x2013,
    0x2014,
    *range(0x2018, 0x201F),
]
UP_ARROW, MINUS_SIGN = 0x2191, 0x2212
ARROW_ROTATIONS = {0x2190: Transform(0, 1, -1, 0), 0x2192: Transform(0, -1, 1, 0)}
"""Arrows to the left and right, which the fonts lack, as rotations of the arrow upwards."""
CHARACTERS += [0x2026, NARROW_SPACE, 0x2039, 0x203A, 0x20AC, *ARROW_ROTATIONS, UP_ARROW, 0x2193, MINUS_SIGN]
FAMILY_NAME_ID = 1
KEPT_FEATURES = ["kern", "liga", "mark", "ccmp", "locl"]


def subset_face(face: str) -> bytes:
    """Return a face with the characters of our languages, and lining figures of equal width. If it has an arrow
    upwards, it gets arrows to the sides."""
    font = TTFont(PACKAGES / FACE_FILES[face], recalcTimestamp=False)
    lining = {plain: tabular_glyph(font, plain) for plain in digit_glyphs(font)}
    for table in font["cmap"].tables:
        table.cmap = {code: lining.get(glyph, glyph) for code, glyph in table.cmap.items()}
        if THIN_SPACE in table.cmap:
            table.cmap.setdefault(NARROW_SPACE, table.cmap[THIN_SPACE])
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    if THIN_SPACE in glyphs:
        widths[glyphs[THIN_SPACE]] = (round(NARROW_SHARE * widths[glyphs[ord(" ")]][0]), 0)
    if UP_ARROW in font.getBestCmap():
        for code, turn in ARROW_ROTATIONS.items():
            add_arrow(font, code, turn)
    options = subset.Options(flavor="woff2", layout_features=KEPT_FEATURES, hinting=False, recalc_timestamp=False)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=CHARACTERS)
    chosen.subset(font)
    font.flavor = "woff2"
    path = TARGET / f"{face}.new"
    font.save(path)
    try:
        return path.read_bytes()
    finally:
        path.unlink()


def uncompressed_face(face: bytes) -> bytes:
    """Return a face of the page as TrueType, under the name of its family: renderers find it by this and its weight."""
    font = TTFont(BytesIO(face), recalcTimestamp=False)
    font.flavor = None
    for record in font["name"].names:
        if record.nameID == FAMILY_NAME_ID:
            record.string = record.toUnicode().removesuffix(" Medium")
    target = BytesIO()
    font.save(target)
    return target.getvalue()


def add_arrow(font: TTFont, code: int, turn: Transform) -> None:
    """Add a rotated arrow at the height of the minus sign, with the side bearings of the arrow upwards."""
    glyphs, outlines, widths = font.getBestCmap(), font["glyf"], font["hmtx"]
    up, minus = outlines[glyphs[UP_ARROW]], outlines[glyphs[MINUS_SIGN]]
    side, long, middle = widths[glyphs[UP_ARROW]][1], up.yMax - up.yMin, (minus.yMin + minus.yMax) / 2
    centred = Transform().translate(side + long / 2, middle).transform(turn)
    centred = centred.translate(-(up.xMin + up.xMax) / 2, -(up.yMin + up.yMax) / 2)
    drawn, pen = DecomposingRecordingPen(font.getGlyphSet()), TTGlyphPen(None)
    drawn.glyphSet[glyphs[UP_ARROW]].draw(drawn)
    drawn.replay(TransformPen(pen, centred))
    name = f"uni{code:04X}"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    outlines[name], widths[name] = pen.glyph(), (long + 2 * side, side)
    for table in font["cmap"].tables:
        table.cmap[code] = name


def digit_glyphs(font: TTFont) -> list[str]:
    """Return the names of the glyphs of 0 to 9."""
    return [font.getBestCmap()[ord(digit)] for digit in "0123456789"]


def tabular_glyph(font: TTFont, plain: str) -> str:
    """Return the glyph of a figure after the features for lining and for tabular figures."""
    for feature in ("lnum", "tnum"):
        plain = feature_substitutes(font, feature).get(plain, plain)
    return plain


def feature_substitutes(font: TTFont, feature: str) -> dict[str, str]:
    """Return the substitutes of a feature for single glyphs."""
    rules = font["GSUB"].table
    lookups = {
        n
        for record in rules.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for n in record.Feature.LookupListIndex
    }
    parts = [
        getattr(part, "ExtSubTable", part) for n in sorted(lookups) for part in rules.LookupList.Lookup[n].SubTable
    ]
    return {old: new for part in parts for old, new in part.mapping.items()}


def main() -> None:
    """Write all faces."""
    TARGET.mkdir(exist_ok=True)
    PACKAGE_TARGET.mkdir(exist_ok=True)
    for face in FACE_FILES:
        data = subset_face(face)
        (TARGET / f"{face}.woff2").write_bytes(data)
        (PACKAGE_TARGET / f"{face}.ttf").write_bytes(uncompressed_face(data))
        print(f"{face:10} {len(data):6} bytes")


if __name__ == "__main__":
    main()
