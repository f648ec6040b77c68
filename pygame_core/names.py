"""Names of players in any script: their characters, a shorter form that stays legible, and their form in sentences."""

import re

MAX_NAME_CHARS = 40
MAX_ACCENTS = 2
"""The number of combining accents on one letter. Vietnamese needs two. More would cover the line above."""
MAX_MARKS = 5
"""The number of marks of any script on one letter. Burmese needs four."""
JOINERS = "\u200c\u200d"
"""The zero width non-joiner, which Persian spells with, and the zero width joiner of emoji and Indic scripts."""
VIRAMAS = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"
"""The signs that connect the next consonant with the letter before: Devanagari, Bengali, Gujarati and others."""
_FLAG_TAG = re.compile("[\U000e0020-\U000e007f]")
_FLAG_START = "\U0001f3f4"
_ACCENT = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")
_ENCLOSING_MARK = re.compile("[\u0488\u0489\u1abe\u20dd-\u20e0\u20e2-\u20e4\ua670-\ua672]")
_IDENTIFIER_SIGN = re.compile(
    "[_\u00b7\u0387\u200c\u200d\u203f\u2040\u2054\u2118\u212e\u30fb\ufe33\ufe34\ufe4d-\ufe4f\uff3f\uff65]"
)
_SKIN_OR_JAMO = re.compile("[\U0001f3fb-\U0001f3ff\u1160-\u11ff]")
_REGION = re.compile("[\U0001f1e6-\U0001f1ff]")  # two of them are the flag of a country
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that show nothing: the fillers of Hangul, and the blank of Braille."""
_FIRST_BESIDE_JOINER = 0x300  # no Latin letter is spelled with a joiner
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def is_valid_name(name: str) -> bool:
    """Return True if a name has 1 to 40 visible characters, and joiners only where a script needs them.

    >>> [is_valid_name(name) for name in ("Ada", " ", "a\\u202eb", "a\\u200cb", "می\\u200cنا", "x" * 41)]
    [True, False, False, False, True, False]
    """
    return bool(name.strip()) and len(name) <= MAX_NAME_CHARS and _visible_part(name) == name


def clean_name(name: str) -> str:
    """Return the visible part of a name, without heaps of accents, and cut between two characters that people see.

    >>> clean_name(" A\\u202eda "), len(clean_name("e" + "\\u0301" * 30)), len(clean_name("x" * 38 + "👩\\u200d👧"))
    ('Ada', 3, 38)
    """
    kept = ""
    for cluster in split_clusters(_without_heaps(_visible_part(name)).lstrip()):
        if len(kept + cluster) > MAX_NAME_CHARS:
            break
        kept += cluster
    return kept.strip() if kept.strip(f"{BLANK_LETTERS} ") else ""


def isolate_name(name: str) -> str:
    """Return a name for a sentence. One from right to left does not turn the figures beside it round.

    >>> isolate_name("Ada"), isolate_name("דן") == "\\u2068דן\\u2069"
    ('Ada', True)
    """
    return f"{ISOLATE}{name}{END_OF_ISOLATE}" if _RIGHT_TO_LEFT.search(name) else name


def split_clusters(text: str) -> list[str]:
    """Return the characters that people see: each with its marks, joined emoji and consonants, and flags.

    >>> [len(cluster) for cluster in split_clusters("a👩\\u200d👧é")]
    [1, 3, 1]
    """
    clusters: list[str] = []
    for letter in text:
        if clusters and _continues_cluster(clusters[-1], letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _continues_cluster(cluster: str, letter: str) -> bool:
    last = cluster[-1]
    is_flag = _REGION.match(letter) and _REGION.fullmatch(cluster)
    is_joined = last == JOINERS[1] or (last in VIRAMAS and letter.isalpha())
    is_part = letter in JOINERS or _SKIN_OR_JAMO.match(letter) or _FLAG_TAG.match(letter)
    return bool(_is_mark(letter) or is_flag or is_joined or is_part)


def _is_mark(letter: str) -> bool:
    """Return True for a mark on the letter before. The page's Python has no `unicodedata`, but it knows what may follow
    a letter in an identifier without being a letter or digit: marks and a few signs."""
    if _ENCLOSING_MARK.match(letter):
        return True
    return not letter.isalnum() and not _IDENTIFIER_SIGN.match(letter) and f"a{letter}".isidentifier()


def _visible_part(name: str) -> str:
    """Return a name without characters that cannot be shown. Joiners and the letters of flags stay in their places."""
    kept = ""
    for at, letter in enumerate(name):
        before, after = kept[-1:], name[at + 1 : at + 2]
        if letter in JOINERS:
            is_kept = _takes_joiner(before) and (_takes_joiner(after) or before in VIRAMAS)
        else:
            is_in_flag = _FLAG_TAG.match(letter) and (before == _FLAG_START or _FLAG_TAG.match(before))
            is_kept = letter.isprintable() or bool(is_in_flag)
        kept += letter if is_kept else ""
    return kept


def _takes_joiner(letter: str) -> bool:
    """Return True if a joiner may be beside a character; False for none."""
    return letter != "" and letter not in JOINERS and ord(letter) >= _FIRST_BESIDE_JOINER and letter.isprintable()


def _without_heaps(name: str) -> str:
    """Return a name with a few marks on each letter."""
    kept, marks, accents = "", 0, 0
    for letter in name:
        if _is_mark(letter):
            marks, accents = marks + 1, accents + bool(_ACCENT.match(letter))
        else:
            marks, accents = 0, 0
        if marks <= MAX_MARKS and accents <= MAX_ACCENTS:
            kept += letter
    return kept
