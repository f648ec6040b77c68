"""The page's drawings of positions, for the Python package: their modules, and the part of the style sheets they need.

The wheel has them as the package `palaces`. A checkout uses the sources in `web`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from palaces.prerender.inline_styles import PROPERTIES, css_rules, css_tokens
from palaces.prerender.position_pictures import PACKED_SHEET, sheet_sources

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
ENTRY_MODULE = "palaces.prerender.position_pictures"
DRAWING_MODULE = "position_picture"
CSS_WORD = re.compile(r"[\w-]+")
CSS_VARIABLE = re.compile(r"var\((--[\w-]+)")


def drawing_modules(web: Path = WEB) -> dict[str, Path]:
    """Return the modules that draw positions, by their paths in the package. Imports in functions don't count."""
    todo = [ENTRY_MODULE, *(f"palaces.games.{game}.drawings.{DRAWING_MODULE}" for game in drawn_games(web))]
    found: dict[str, Path] = {}
    while todo:
        path = _module_path(todo.pop(), web)
        if path is None:
            continue
        name = path.relative_to(web).as_posix()
        if name not in found:
            found[name] = path
            todo += _imported_names(path)
            todo += [".".join(parent.parts) for parent in path.relative_to(web).parents if parent.parts]
    return dict(sorted(found.items()))


def drawn_games(web: Path = WEB) -> list[str]:
    """Return the games whose positions have pictures."""
    return sorted(path.parent.parent.name for path in (web / "palaces/games").glob(f"*/drawings/{DRAWING_MODULE}.py"))


def _module_path(name: str, web: Path) -> Path | None:
    if name.split(".")[0] != "palaces":
        return None
    path = web.joinpath(*name.split("."))
    return next((each for each in (path / "__init__.py", path.with_suffix(".py")) if each.is_file()), None)


def _imported_names(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def picture_sheets(web: Path = WEB) -> dict[str, str]:
    """Return the style sheet for pictures of each game, by its path in the package.

    It has the rules whose classes the drawings name, and the custom properties that these and the drawings use.
    """
    code = "\n".join(path.read_text("utf-8") for path in drawing_modules(web).values())
    words = {*CSS_WORD.findall(code)} | {f"p{seat}" for seat in range(7)}
    sheets = {}
    for game in drawn_games(web):
        whole = "\n".join(path.read_text("utf-8") for path in sheet_sources(game, web))
        rules = [
            f"{selector}{{{needed}}}"
            for selector, body in css_rules(whole)
            if all(_is_named(name, words) for name in re.findall(r"[.#]([\w-]+)", selector))
            and (needed := ";".join(line.strip() for line in body.split(";") if _is_needed(line)))
        ]
        tokens, kept = css_tokens(whole), {"--pattern"}
        todo = [*CSS_VARIABLE.findall(code + "".join(rules)), *re.findall(r'"(--[\w-]+)"', code)]
        todo += [f"--{word}" for word in words]  # such as the colors of seats
        while todo:
            name = todo.pop()
            if name in tokens and name not in kept:
                kept.add(name)
                todo += CSS_VARIABLE.findall(tokens[name])
        root = "".join(f"{name}:{tokens[name]};" for name in sorted(kept))
        sheets[f"palaces/games/{game}/drawings/{PACKED_SHEET}"] = "\n".join([f"&{{{root}}}", *rules, ""])
    return sheets


def _is_needed(declaration: str) -> bool:
    """Return True if a picture has a use for a declaration."""
    name = declaration.partition(":")[0].strip()
    return name in PROPERTIES or name in ("font", "transform") or name.startswith("--")


def _is_named(name: str, words: set[str]) -> bool:
    """Return True if the drawings name a class, perhaps with a letter, number or word that they fill in."""
    return name in words or name.rstrip("0123456789") in words or f"{name.partition('-')[0]}-" in words
