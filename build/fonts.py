"""The fonts of the page, as small as they can be: `python build/fonts.py` makes web/fonts out of the npm packages.

They lie in the repository, for making them takes a compiled library; a test makes them anew and compares the bytes.
"""

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
FACE_FILES = {
    "display": "young-serif/files/young-serif-latin-400-normal.woff2",
    "text": "alegreya-sans/files/alegreya-sans-latin-500-normal.woff2",
    "text-bold": "alegreya-sans/files/alegreya-sans-latin-700-normal.woff2",
}
NARROW_SPACE, THIN_SPACE = 0x202F, 0x2009
"""The narrow space that French sets before its marks, which the fonts lack, and the one they have that is as wide."""
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
"""The arrows to the left and right, which the fonts lack, by how that upwards is turned."""
CHARACTERS += [0x2026, NARROW_SPACE, 0x2039, 0x203A, 0x20AC, *ARROW_ROTATIONS, UP_ARROW, 0x2193, MINUS_SIGN]
KEPT_FEATURES = ["kern", "liga", "mark", "ccmp", "locl"]


def subset_face(face: str) -> bytes:
    """A face with the characters of our languages, and figures that stand on the line and are all equally wide. Where
    there is an arrow upwards, there are such to the sides as well."""
    font = TTFont(PACKAGES / FACE_FILES[face], recalcTimestamp=False)
    lining = {plain: tabular_glyph(font, plain) for plain in digit_glyphs(font)}
    for table in font["cmap"].tables:
        table.cmap = {code: lining.get(glyph, glyph) for code, glyph in table.cmap.items()}
        if THIN_SPACE in table.cmap:
            table.cmap.setdefault(NARROW_SPACE, table.cmap[THIN_SPACE])
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


def add_arrow(font: TTFont, code: int, turn: Transform) -> None:
    """A turned arrow, at the height of the minus sign, with as much room at its sides as that upwards has."""
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
    """The names of the glyphs of 0 to 9."""
    return [font.getBestCmap()[ord(digit)] for digit in "0123456789"]


def tabular_glyph(font: TTFont, plain: str) -> str:
    """The glyph that the features for lining and for tabular figures put in a figure's place."""
    for feature in ("lnum", "tnum"):
        plain = feature_substitutes(font, feature).get(plain, plain)
    return plain


def feature_substitutes(font: TTFont, feature: str) -> dict[str, str]:
    """What a feature puts in the place of single glyphs."""
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
    TARGET.mkdir(exist_ok=True)
    for face in FACE_FILES:
        data = subset_face(face)
        (TARGET / f"{face}.woff2").write_bytes(data)
        print(f"{face:10} {len(data):6} bytes")


if __name__ == "__main__":
    main()
