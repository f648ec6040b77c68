"""Create the skeleton of a new game: `python build/make.py new-game NAME`.

The skeleton is Stairs, the game of the tests, under another name. So it is playable. It is not released, so it has to
pass only the tests of every game.
"""

import keyword
import re
from pathlib import Path

from site_builder.paths import ROOT

TEMPLATE_GAME = "stairs"
PACKAGE_BY_TEMPLATE = {
    f"tests/fixtures/rules/{TEMPLATE_GAME}": "pygame_core/{name}",
    f"tests/fixtures/page/{TEMPLATE_GAME}": "web/palaces/games/{name}",
}
"""The two folders of Stairs, and the folders of the new game."""
GAME_LIST = "pygame_core/match.py"
GAME_LIST_LINE = re.compile(r"^(GAMES = .* for game in \()(.*)(\)\}\))$", re.MULTILINE)
GAME_IMPORT_LINE = re.compile(r"^from pygame_core\.\w+\.game import GAME as [A-Z0-9]+$", re.MULTILINE)
CONTRACTS = "pyproject.toml"
"""The file with the import contracts, which name every game."""
MAX_NAME_CHARS = 20
PAGE_SOURCES = ("web", "build")
COMMENT = re.compile(r'(?s)""".*?"""|/\*.*?\*/|<!--.*?-->|(?m:^\s*(?://|#).*$)')


class NameRefused(ValueError):
    """A game cannot have this name. The message is one sentence for people."""


def check_name(name: str, root: Path = ROOT) -> None:
    """Raise NameRefused if a new game cannot have this name."""
    shown = ascii(name[:MAX_NAME_CHARS])[1:-1]
    if not re.fullmatch("[a-z][a-z0-9]*", name) or len(name) > MAX_NAME_CHARS:
        raise NameRefused(
            f"“{shown}” cannot be the name of a game: use a lowercase letter, then at most {MAX_NAME_CHARS - 1} "
            "lowercase letters and digits."
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise NameRefused(f"“{name}” cannot be the name of a game, because it is a keyword of Python.")
    if name == TEMPLATE_GAME or (root / "pygame_core" / name / "game.py").exists():
        raise NameRefused(f"There is already a game called “{name}”: choose another name.")
    if path := _find_use(name, root):
        raise NameRefused(f"“{name}” already means something else, in {path}: choose another name.")


def _find_use(name: str, root: Path) -> str:
    """Return a file that has this name or that uses it as a word of its code; "" if there is none."""
    modules = [path for top in ("pygame_core", "web/palaces") for path in sorted((root / top).rglob("*.py"))]
    sources = [
        path
        for top in PAGE_SOURCES
        for path in sorted((root / top).rglob("*"))
        if path.suffix in (".py", ".js", ".css", ".html")
    ]
    for path in modules:
        if name in (path.stem, path.parent.name):
            return path.relative_to(root).as_posix()
    for path in {**dict.fromkeys(modules), **dict.fromkeys(sources)}:
        if re.search(rf"\b{name}\b", COMMENT.sub("", path.read_text(encoding="utf-8"))):
            return path.relative_to(root).as_posix()
    return ""


def rename_template(text: str, name: str) -> str:
    """Return a file of Stairs with the name and title of the new game, and clauses with its first letter."""
    title, letter = name.capitalize(), name[0].upper()
    renames = {
        rf"pygame_core\.{TEMPLATE_GAME}\b": f"pygame_core.{name}",
        rf"palaces\.games\.{TEMPLATE_GAME}\b": f"palaces.games.{name}",
        rf'"{TEMPLATE_GAME}"': f'"{name}"',
        rf"\b{TEMPLATE_GAME}-": f"{name}-",
        rf"\b{TEMPLATE_GAME.capitalize()}(?=\b|GameView)": title,
        r"\bS(?=\d\b)": letter,
    }
    for pattern, replacement in renames.items():
        text = re.sub(pattern, replacement, text)
    return text


def enter_game(text: str, name: str) -> str:
    """Return the module with the list of all games, extended by one game."""
    imported = f"from pygame_core.{name}.game import GAME as {name.upper()}"
    first = GAME_IMPORT_LINE.search(text)
    assert first
    text = GAME_LIST_LINE.sub(rf"\g<1>\g<2>, {name.upper()}\g<3>", text)
    return text[: first.start()] + imported + "\n" + text[first.start() :]


def enter_contracts(text: str, name: str, other: str) -> str:
    """Return the project settings with the new game in every import contract that names the other game."""

    def add_layer(found: re.Match[str]) -> str:
        return f'"{found[1]} | {name}"' if other in found[1].split(" | ") else found[0]

    text = re.sub(r'"((?:\w+ \| )+\w+)"', add_layer, text)
    text = re.sub(rf'^( *)"([\w.]+\.){other}",\n', rf'\g<0>\1"\g<2>{name}",\n', text, flags=re.MULTILINE)
    return re.sub(rf'"([\w.]+\.){other}"(?=\]|, )', rf'\g<0>, "\g<1>{name}"', text)


def write_new_game(name: str, root: Path = ROOT) -> list[Path]:
    """Write the files of a new game and enter it. Return its folders and the files that now name it.

    Imports are not sorted yet. Raise NameRefused, before anything is written, if the game cannot have this name.
    """
    check_name(name, root)
    changed = []
    for template, package in PACKAGE_BY_TEMPLATE.items():
        folder = root / package.format(name=name)
        folder.mkdir()
        changed.append(folder)
        for path in sorted((root / template).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                text = rename_template(path.read_text(encoding="utf-8"), name)
                written = folder / path.relative_to(root / template)
                written.parent.mkdir(exist_ok=True)
                written.write_text(text, encoding="utf-8", newline="\n")
    last = listed_games(root)[-1]
    games, contracts = ((root / path).read_text(encoding="utf-8") for path in (GAME_LIST, CONTRACTS))
    for entered, text in ((GAME_LIST, enter_game(games, name)), (CONTRACTS, enter_contracts(contracts, name, last))):
        (root / entered).write_text(text, encoding="utf-8", newline="\n")
        changed.append(root / entered)
    return changed


def listed_games(root: Path = ROOT) -> list[str]:
    """Return the names of the games, in the order of the list."""
    listed = GAME_LIST_LINE.search((root / GAME_LIST).read_text(encoding="utf-8"))
    assert listed, f"{GAME_LIST} has another form than this program knows"
    return listed[2].lower().split(", ")
