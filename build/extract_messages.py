"""Write gettext templates with all messages: `python build/extract_messages.py`.

There are three: what the rules and the terminal say, what the page says, and the texts of static pages. They have no
dates, line numbers or absolute paths, so they change only if a message does. They leave out games that are not
released, so that nobody translates those too early. A message with placeholders has an example of the finished
sentence. `docs/translating.md` says how to add a language.
"""

import io
import re
import sys
from collections.abc import Collection
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po
from catalogs import LOCALE, ROOT, TRANSLATED_LANGUAGES, is_translated, read_catalog
from site_builder.pages import page_heads, page_texts

from pygame_core import GAMES

PACKAGES = {"pygame_core": ROOT / "pygame_core", "palaces": ROOT / "web/palaces"}
TEMPLATES = (*PACKAGES, "pages")
GETTEXT_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
TEMPLATE_HEADER = """\
# {about} Made by `python build/extract_messages.py`; not to be changed by hand.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
ABOUT = {
    "pygame_core": "What the rules, the bots and the terminal say.",
    "palaces": "What the page says.",
    "pages": "Texts of static pages: HTML whose tags are numbers.",
}
EXAMPLE_VALUES = {
    "action": "Take the blue 7",
    "actions": "take money and pass",
    "address": "tcp://host",
    "after": "24",
    "aim": "Build palaces.",
    "all": "3",
    "alone": "−5",
    "answer": "None",
    "argument": "'3'",
    "argument_name": "--games",
    "arguments": "--seats",
    "beat": "100",
    "before": "18",
    "browser": "Firefox 140",
    "building": "the tower (13)",
    "buildings": "the tower (13) and the garden (8)",
    "call": "random.Random(1)",
    "card": "the blue 7",
    "cards": "the blue 7 and the red 4",
    "change": "+5",
    "choices": "'glance', 'worth'",
    "chrome": "125",
    "clause": "A11",
    "codes": "en, fr, de",
    "colour": "gray",
    "command": "pip install palaces",
    "component": "stable",
    "components": "stable, wall",
    "cost": "5",
    "counted": "take 4, buy 2",
    "currency": "denars",
    "date": "Thu, Nov 26",
    "decision": "Decision 2",
    "designer": "Dirk Henn",
    "discards": "9",
    "distance": "3 points behind Ada.",
    "ending": "js",
    "error": "ValueError",
    "example": '["take", "g1"]',
    "examples": "first=1, towers=rulebook",
    "fewest": "2",
    "file": "game.json",
    "files": "game.json",
    "firefox": "128",
    "first": "the tower (13)",
    "floor": "3",
    "folder": "results",
    "form": "csv",
    "gain": "+5",
    "gains": "points in scoring B",
    "game": "Medina",
    "games": "12.5",
    "gap": "0.3",
    "has": "Ada has 3",
    "help": "help",
    "high": "3",
    "highest": "12",
    "holder": "Ada has it.",
    "host": "Mara",
    "how": "plays the move that looks best right now",
    "interval": "+1 to +5",
    "kept": "6",
    "key": "H",
    "keys": "“fast”",
    "known": "you, bot:casual",
    "label": "gray",
    "language": "'eo'",
    "last": "the garden (8)",
    "late": "12",
    "least": "1",
    "less": "3",
    "letter": "B",
    "level": "casual",
    "levels": "beginner, casual",
    "library": "numpy",
    "line": "9",
    "list": "list",
    "loaded": "2.5",
    "losses": "money in hand",
    "lost": "62",
    "low": "1",
    "m": "4",
    "made": "+5 on palace 2.",
    "matches": "--seats, --seed",
    "material": "brick",
    "meaning": "Hint",
    "merchants": "2",
    "message": "add a value.",
    "missing": "4",
    "module": "requests",
    "money": "a red 3 and a blue 7",
    "more": "2",
    "most": "6",
    "move": "60",
    "n": "3",
    "name": "Ada",
    "package": "my-bots",
    "packages": "my-bots and their-bots",
    "names": "Ada and Bob",
    "new": "Round 4",
    "note": "the pile is empty",
    "notice": "A new version is ready.",
    "now": "18",
    "number": "3",
    "old": "Round 3",
    "opponents": "casual, casual",
    "option": "towers",
    "origins": "mybots:Greedy, others:Bot",
    "other": "95",
    "others": "103.7",
    "ours": "7",
    "outcome": "You'd be first.",
    "over": "2",
    "own": "100",
    "owners": "Ada 3, Bob 1",
    "palace": "a gray palace",
    "palaces": "a gray palace or a brown palace",
    "part": "'9'",
    "payments": "8 denars",
    "percent": "95%",
    "phrase": "first in B",
    "pile": "20",
    "place": "c5",
    "places": "on c5",
    "player": "Ada",
    "players": "3 players",
    "points": "12 points",
    "price": "13",
    "prompt": "Choose a card",
    "puzzle": "200",
    "quarry": "2",
    "rate": "1500",
    "rating": "1310",
    "ready": "You can pay exactly.",
    "reason": "it has no moves",
    "receiver": "Ben",
    "release": "0261f08182d21ed7",
    "replace": "save!",
    "result": "exact",
    "right": "text/javascript",
    "roman": "II",
    "safari": "17.5",
    "said": "Ada took the blue 7.",
    "save": "save",
    "seat": "bot:genius",
    "seats": "2",
    "seconds": "0.5",
    "seed": "7",
    "seen": "Hint",
    "sender": "Mara",
    "sentence": "The game is over",
    "setting": "depth",
    "share": "35.5",
    "sharing": "Everyone gets one",
    "sign": "the lamp",
    "size": "size 3",
    "soon": "4",
    "source": "Scoring B",
    "sources": "3 buildings, 2 walls",
    "space": "c5",
    "spaces": "c5 and d5",
    "spec": "mybot.py:Greedy",
    "stacks": "12 of 18",
    "state": "found",
    "status": "404",
    "stream": "Standard output",
    "sum": "12",
    "sums": "Ada 12, Bob 3",
    "tenth": "5",
    "text": "Take the 6 of ducats",
    "theirs": "8",
    "then": "24",
    "thing": "stable",
    "things": "a stable on c5",
    "three": "red 3, blue 3, yellow 3",
    "tied": "5",
    "tile": "the brick 3 (1 window)",
    "tiles": "the brick 3 (1 window) and the marble 2 (2 windows)",
    "time": "1:05",
    "title": "Your turn",
    "to": "2",
    "top": "4",
    "total": "12",
    "tower": "2",
    "type": "tower",
    "undo": "undo!",
    "value": "7",
    "values": "2 and 3",
    "verb": "'tkae'",
    "verdict": "exact",
    "version": "0.1.0",
    "whole": "2",
    "why": "you're 4 short",
    "winners": "Ada",
    "won": "33",
    "word": "fast",
    "words": "fast",
    "worth": "12",
}
"""A usual value of each placeholder, for the examples."""


def template_path(name: str) -> Path:
    """Return the path of a template. Translations are in folders next to it."""
    return LOCALE / f"{name}.pot"


def build_template(name: str) -> str:
    """Return a template for the present sources. Messages are in the order of files and lines."""
    catalog, written = read_messages(name), io.BytesIO()
    write_po(written, catalog, omit_header=True, include_lineno=False, width=120)
    return TEMPLATE_HEADER.format(about=ABOUT[name]) + written.getvalue().decode()


def read_messages(name: str) -> Catalog:
    """Return the messages of one template, without those of games that are not released."""
    drafts = [name for name, game in GAMES.items() if not game.is_released]
    if name == "pages":
        return extract_page_texts(drafts)
    catalog = extract_messages(PACKAGES[name], drafts)
    if name == "palaces":
        add_shortcut_letters(catalog, [game for game in GAMES if game not in drafts])
    return catalog


def add_shortcut_letters(catalog: Catalog, games: Collection[str]) -> None:
    """Add the letters of all keyboard shortcuts. Each has its meaning as the context."""
    sys.path.append(str(ROOT / "web"))  # for `python build/extract_messages.py`
    from palaces.features.keys.shortcuts import COMMON_SHORTCUTS
    from palaces.ui.game_view import load_game_view

    for row in [*COMMON_SHORTCUTS, *(row for game in games for row in load_game_view(game).shortcuts)]:
        if row.english_keys.isalpha():
            catalog.add(row.english_keys, None, [("features/keys/shortcuts.py", 1)], context=row.key_context)


def extract_messages(folder: Path, left_out: Collection[str] = ()) -> Catalog:
    """Return all messages of the sources in a folder, except in folders with these names."""
    catalog = Catalog()
    for path in sorted(folder.rglob("*.py")):
        where = path.relative_to(folder).as_posix()
        if path.parent.name in left_out:
            continue
        found = extract_from_file("python", path, keywords=GETTEXT_KEYWORDS, comment_tags=("Translators:",))
        for line, message, comments, context in found:
            example = [] if comments else example_comment(message if isinstance(message, str) else message[1])
            catalog.add(message, None, [(where, line)], auto_comments=[*comments, *example], context=context)
    return catalog


def example_comment(message: str) -> list[str]:
    """Return a comment with the finished sentence, if the message has placeholders.

    >>> example_comment("{name} took {cards}."), example_comment("Pass")
    (['Example: Ada took the blue 7 and the red 4.'], [])
    """
    finished = re.sub(r"\{(\w+)\}", lambda found: EXAMPLE_VALUES[found[1]], message)
    return [f"Example: {finished}"] if finished != message else []


def extract_page_texts(left_out: Collection[str] = ()) -> Catalog:
    """Return the texts of all static pages, except the rules of these games."""
    catalog = Catalog()
    for path in page_heads.source_pages():
        if path.parent.name in left_out:
            continue
        for n, text in enumerate(page_texts.find_texts(path.read_text(encoding="utf-8")), 1):
            catalog.add(text.message, None, [(page_heads.page_address(path), n)])
    return catalog


def updated_translations(language: str, name: str) -> str:
    """Return the translations of a template into a language, with new messages empty, and without old ones."""
    catalog, written = read_catalog(language, name), io.BytesIO()
    catalog.update(read_messages(name), no_fuzzy_matching=True)
    write_po(written, catalog, omit_header=True, include_lineno=False, ignore_obsolete=True, width=120)
    plural = f"nplurals={catalog.num_plurals}; plural={catalog.plural_expr};"
    header = TEMPLATE_HEADER.format(about=ABOUT[name]).replace("not to be changed by hand", "translations are by hand")
    return header.replace('8bit\\n"\n', f'8bit\\n"\n"Plural-Forms: {plural}\\n"\n') + written.getvalue().decode()


def main() -> None:
    """Write all templates, and bring all translations up to date."""
    for name in TEMPLATES:
        text = build_template(name)
        template_path(name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{template_path(name).relative_to(ROOT)}: {text.count('msgid ') - 1} messages")
        for language in TRANSLATED_LANGUAGES:
            text = updated_translations(language, name)
            (LOCALE / language / f"{name}.po").write_text(text, encoding="utf-8", newline="\n")
            missing = sum(not is_translated(message) for message in read_catalog(language, name) if message.id)
            print(f"  {language}: {missing} messages without a translation")


if __name__ == "__main__":
    main()
