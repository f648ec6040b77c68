"""Compile the translations: `python build/catalogs.py`. The build of the site and of the wheel does it, too.

A language is a folder of `pygame_core/locale`, with one `.po` file for each template there. Python reads the compiled
catalogs (see `pygame_core.i18n.Translations`), one JSON file for each language: `{"pygame_core": …, "palaces": …}`.
The wheel has those of the rules alone, and the page has no messages of the terminal. The build of the site itself uses
the texts of static pages.
"""

import gettext
import json
import re
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from pygame_core.i18n import LANGUAGES, CompiledCatalog, message_hash

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "pygame_core/locale"
TRANSLATED_LANGUAGES = tuple(language for language in LANGUAGES if language != "en")
PLURAL_TABLE_LENGTH = 200
TERMINAL_SOURCES = re.compile(r"(?:__main__|malformed_action|terminal/\w+|(?:\w+/)?text_view)\.py")
"""Sources whose messages no page shows."""


def read_catalog(language: str, name: str) -> Catalog:
    """Return the translations of one template into a language."""
    with (LOCALE / language / f"{name}.po").open("rb") as file:
        return read_po(file, locale=language)


def translated_texts(message: Message) -> list[str]:
    """Return the translation of a message: one text, or one for each plural form."""
    return [message.string] if isinstance(message.string, str) else [*(message.string or ())]


def is_translated(message: Message) -> bool:
    """Return True if a message has a translation of each of its forms, and nobody has marked it as fuzzy."""
    texts = translated_texts(message)
    return bool(texts) and all(texts) and not message.fuzzy


def is_for_terminal(message: Message) -> bool:
    """Return True if only the terminal or a program prints a message."""
    sources = [source for source, _line in message.locations]
    return bool(sources) and all(TERMINAL_SOURCES.fullmatch(source) for source in sources)


def compile_catalog(catalog: Catalog, for_terminal: bool = True) -> CompiledCatalog:
    """Return the translated messages of a catalog in the format of `Translations`, without fuzzy ones.

    Without `for_terminal`, messages that only the terminal prints are left out.
    Raise SystemExit if two messages have the same hash.
    """
    texts: dict[int, str | list[str]] = {}
    for message in catalog:
        original = message.id if isinstance(message.id, str) else message.id[0]
        if not original or not is_translated(message) or (not for_terminal and is_for_terminal(message)):
            continue
        number = message_hash(original, message.context or "")
        if number in texts:
            raise SystemExit(f"Two messages have the hash of {original!r}. Give one of them a context.")
        forms = translated_texts(message)
        texts[number] = forms[0] if isinstance(message.string, str) else forms
    order = sorted(texts)
    return {
        "language": str(catalog.locale),
        "plural": plural_table(catalog),
        "hashes": [number - before for before, number in zip([0, *order], order, strict=False)],
        "texts": [texts[number] for number in order],
    }


def plural_table(catalog: Catalog) -> str:
    """Return which of its plural forms a language has for 0, 1, 2… things: one digit for each number below 200.

    >>> plural_table(Catalog(locale="fr"))[:4], plural_table(Catalog(locale="de"))[:4]
    ('0011', '1011')
    """
    form_of = gettext.c2py(catalog.plural_expr)
    return "".join(str(form_of(n)) for n in range(PLURAL_TABLE_LENGTH))


def compiled_json(language: str, *names: str, for_terminal: bool = False) -> str:
    """Return the compiled catalogs of a language by name, as JSON: for the terminal, or for the page."""
    compiled = {name: compile_catalog(read_catalog(language, name), for_terminal) for name in names}
    return json.dumps(compiled, ensure_ascii=False, separators=(",", ":"))


def write_package_catalogs(folder: Path) -> list[Path]:
    """Write the compiled catalogs of the rules into a folder, for the terminal. Return their paths."""
    written = []
    for language in TRANSLATED_LANGUAGES:
        path = folder / f"{language}.json"
        path.write_text(compiled_json(language, "pygame_core", for_terminal=True), encoding="utf-8", newline="\n")
        written.append(path)
    return written


if __name__ == "__main__":
    for path in write_package_catalogs(LOCALE):
        print(path.relative_to(ROOT))
