"""Prepare the sources of the docs for Sphinx, in a folder of their own.

Pages stay plain Markdown that a repository shows well. This module adds what a site needs: links into the site, blocks
of code as directives with their options, and the notebook as a page.

Options are in a comment right before a block: `<!-- :file: mybot.py :title: a whole bot :lab: alhambra -->`.
"""

import base64
import json
import os
import posixpath
import re
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
TWINS = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md"}
"""Pages of the repository's root, with their names in the docs."""
LEFT_OUT = {DOCS / "package.md"}
"""The README of the package, which is no page of the site."""
FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^\n]*)\n(?P<body>.*?)^ *(?P=fence) *$", re.M | re.S)
OPTIONS_COMMENT = re.compile(r"^ *<!-- (?P<options>:.*?) -->\n+", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"(?:^|(?<=\s)):([a-z-]+):\s*(.*?)\s*(?=\s:[a-z-]+:|$)", re.DOTALL)
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)")
CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
BLOCK_OPTIONS = ("file", "title", "lab", "no-run", "output", "stdin", "exit")
"""`file`: readers save the block under this name. `lab`: the game for which the lab opens it. `no-run`: why the tests
don't run it. `output`: the tests compare it with what the block before it printed. `exit`: the code that the last
command ends with."""


class Block(NamedTuple):
    """A block of code in a page."""

    language: str
    text: str
    options: dict[str, str]
    line: int


def source_pages() -> dict[str, Path]:
    """Return the source of every page by its name in the docs, such as "bots/first-bot.md"."""
    found = [path for suffix in ("*.md", "*.ipynb") for path in DOCS.rglob(suffix) if path not in LEFT_OUT]
    own = {path.relative_to(DOCS).as_posix(): path for path in found}
    return dict(sorted((own | {twin: ROOT / name for name, twin in TWINS.items()}).items()))


def parse_options(text: str) -> dict[str, str]:
    """Return the options of a comment.

    >>> parse_options(":file: mybot.py :title: a whole bot")
    {'file': 'mybot.py', 'title': 'a whole bot'}
    """
    options = dict(OPTION.findall(text))
    if unknown := options.keys() - {*BLOCK_OPTIONS}:
        raise ValueError(f"Unknown option of a block: {', '.join(sorted(unknown))}. Known: {', '.join(BLOCK_OPTIONS)}.")
    return options


def split_blocks(text: str) -> Iterator[str | re.Match[str]]:
    """Yield the text between blocks, and each block."""
    at = 0
    for found in FENCE.finditer(text):
        yield text[at : found.start()]
        yield found
        at = found.end()
    yield text[at:]


def read_blocks(text: str) -> list[Block]:
    """Return all blocks of a page with their options, those of included files as well."""
    blocks: list[Block] = []
    before, line = "", 1
    for part in split_blocks(text):
        if isinstance(part, str):
            before = part
        else:
            options = _options_before(before)[1]
            blocks.append(Block(part["info"].strip(), part["body"], options, line))
        line += (part if isinstance(part, str) else part[0]).count("\n")
    return blocks


def _options_before(text: str) -> tuple[str, dict[str, str]]:
    """Return a text without the comment at its end, and the options in it."""
    *_others, last = [None, *OPTIONS_COMMENT.finditer(text)]
    if last and not text[last.end() :].strip():
        return text[: last.start()], parse_options(" ".join(last["options"].split()))
    return text, {}


def to_sphinx(text: str, page: str, source: str, repository: str = "") -> str:
    """Return a page in the form that Sphinx reads.

    `page` is its name in the docs, `source` its path in the repository. Without the address of the repository, links to
    its other files become plain words.
    """
    parts: list[str] = []
    for part in split_blocks(text):
        if isinstance(part, str):
            parts.append(rewrite_links(part, page, source, repository))
            continue
        parts[-1], options = _options_before(parts[-1])
        language = part["info"].strip()
        if language.startswith("{"):
            parts.append(part[0])
            continue
        lines = [f"{part['fence']}{{block}} {language}"]
        lines += [f":{name}: {value}".rstrip() for name, value in options.items()]
        body = part["body"] if part["body"].strip() else "\n"
        indent = part["indent"]
        parts.append("\n".join(indent + each for each in lines) + f"\n\n{body}{indent}{part['fence']}")
    return "".join(parts)


def rewrite_links(text: str, page: str, source: str, repository: str) -> str:
    """Return a text whose links lead to pages of the docs, of the site, or of the repository."""

    def replace(link: re.Match[str]) -> str:
        words, target = link[1], link[2]
        name, _hash, anchor = target.partition("#")
        if not name or re.match(r"\w+:", name):
            return link[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), name))
        fragment = f"#{anchor}" if anchor else ""
        if is_download(path, source):
            up = posixpath.relpath(path.removeprefix("docs/"), posixpath.dirname(page) or ".")
            return f'<a href="{up}" download>{_inline(words)}</a>'
        if path in TWINS or (path.startswith("docs/") and ROOT / path not in LEFT_OUT):
            twin = TWINS.get(path, path.removeprefix("docs/"))
            if twin.endswith((".md", ".ipynb")):
                twin = re.sub(r"\.ipynb$", ".md", twin)
                return f"[{words}]({posixpath.relpath(twin, posixpath.dirname(page) or '.')}{fragment})"
        if address := site_address(path):
            up = posixpath.relpath(address, posixpath.dirname(f"docs/{page}"))
            return f'<a href="{up}{fragment}">{_inline(words)}</a>'
        return f"[{words}]({repository}/blob/main/{path}{fragment})" if repository else words

    # A link may contain code, so code is hidden while links are replaced.
    spans = [span[0] for span in CODE_SPAN.finditer(text)]
    numbers = count()
    marked = CODE_SPAN.sub(lambda _span: f"\0{next(numbers)}\0", text)
    return re.sub("\0(\\d+)\0", lambda found: spans[int(found[1])], LINK.sub(replace, marked))


def is_download(path: str, source: str) -> bool:
    """Return whether a link of a page offers a file: one of the docs that is no page, or the page's own notebook."""
    if path.endswith(".ipynb"):
        return path == source
    return path.startswith("docs/") and not path.endswith(".md") and (ROOT / path).is_file()


def downloads() -> list[Path]:
    """Return the files of the docs that pages offer."""
    found = set()
    for page in source_pages().values():
        source = page.relative_to(ROOT).as_posix()
        text = page.read_text(encoding="utf-8")
        targets = [
            posixpath.normpath(posixpath.join(posixpath.dirname(source), link[2])) for link in LINK.finditer(text)
        ]
        found |= {ROOT / path for path in targets if is_download(path, source)}
    return sorted(found)


def _inline(words: str) -> str:
    return words.replace("\n", " ")


def site_address(path: str) -> str:
    """Return the address in the site of a page of web/; "" for any other file.

    >>> site_address("web/palaces/games/medina/rules.html"), site_address("web/puzzles.html"), site_address("Makefile")
    ('rules/medina.html', 'puzzles.html', '')
    """
    if found := re.fullmatch(r"web/palaces/games/(\w+)/rules\.html", path):
        return f"rules/{found[1]}.html"
    return path.removeprefix("web/") if re.fullmatch(r"web/(?:rules/)?[\w-]+\.html", path) else ""


def notebook_page(text: str, name: str, write_file: Callable[[str, bytes], None]) -> str:
    """Return an executed notebook as a page, and write its pictures. `name` is that of the page, such as
    "ten-minutes"."""
    parts = []
    pictures = 0
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        if cell["cell_type"] != "code":
            continue
        options = cell["metadata"].get("options", "")
        parts.append((f"<!-- {options} -->\n" if options else "") + f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data: dict[str, list[str]] = output.get("data", {})
            picture = next((kind for kind in ("image/svg+xml", "image/png") if kind in data), "")
            if picture:
                pictures += 1
                raw = "".join(data[picture])
                file = f"{name}-{pictures}.{'svg' if 'svg' in picture else 'png'}"
                write_file(file, raw.encode() if "svg" in picture else base64.b64decode(raw))
                parts.append(f"![{cell['metadata'].get('alt', '')}]({file})")
                continue
            said = "".join(output.get("text", data.get("text/plain", "")))
            if said.strip():
                parts.append(f"<!-- :output: -->\n```text\n{said.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def write_sources(target: Path, repository: str = "") -> None:
    """Write all sources of the docs into a folder, as Sphinx reads them."""
    known = source_pages()
    for path in sorted(DOCS.rglob("*")):
        is_page = path in known.values() or path in LEFT_OUT
        if path.is_file() and not is_page and "__pycache__" not in path.parts:
            copy = target / path.relative_to(DOCS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    for page, path in known.items():
        text = path.read_text(encoding="utf-8")
        written = target / page
        written.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            written = written.with_suffix(".md")
            text = notebook_page(text, path.stem, lambda name, data, at=written: at.with_name(name).write_bytes(data))  # type: ignore[misc]
        source = os.path.relpath(path, ROOT).replace(os.sep, "/")
        text = to_sphinx(text, written.relative_to(target).as_posix(), source, repository)
        written.write_text(text, encoding="utf-8", newline="\n")
