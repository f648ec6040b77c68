"""Write gettext templates with all messages, one for each package: `python build/extract_messages.py`.

The templates have no dates, line numbers or absolute paths, so they change only if a message does. They leave out games
that are not released, so that nobody translates those too early. To begin a translation: `pybabel init -i
pygame_core/locale/pygame_core.pot -d pygame_core/locale -D pygame_core -l LANGUAGE`.
"""

import io
from collections.abc import Collection
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from pygame_core import GAMES

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"pygame_core": ROOT / "pygame_core", "palaces": ROOT / "web/palaces"}
GETTEXT_KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "N_": None, "ngettext": (1, 2)}
TEMPLATE_HEADER = """\
# What {name} says to people. Made by `python build/extract_messages.py`; not to be changed by hand.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def template_path(name: str) -> Path:
    """Return the path of a package's template. Translations are in the same folder."""
    return PACKAGES[name] / "locale" / f"{name}.pot"


def build_template(name: str) -> str:
    """Return a package's template for the present sources. Messages are in the order of files and lines."""
    drafts = [name for name, game in GAMES.items() if not game.is_released]
    catalog, written = extract_messages(PACKAGES[name], drafts), io.BytesIO()
    write_po(written, catalog, omit_header=True, include_lineno=False, width=120)
    return TEMPLATE_HEADER.format(name=name) + written.getvalue().decode()


def extract_messages(folder: Path, left_out: Collection[str] = ()) -> Catalog:
    """Return all messages of the sources in a folder, except in folders with these names."""
    catalog = Catalog()
    for path in sorted(folder.rglob("*.py")):
        where = path.relative_to(folder).as_posix()
        if path.parent.name in left_out:
            continue
        found = extract_from_file("python", path, keywords=GETTEXT_KEYWORDS, comment_tags=("Translators:",))
        for line, message, comments, context in found:
            catalog.add(message, None, [(where, line)], auto_comments=comments, context=context)
    return catalog


def main() -> None:
    """Write the templates of both packages."""
    for name in PACKAGES:
        text = build_template(name)
        template_path(name).parent.mkdir(exist_ok=True)
        template_path(name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{template_path(name).relative_to(ROOT)}: {text.count('msgid ') - 1} messages")


if __name__ == "__main__":
    main()
