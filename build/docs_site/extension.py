"""The parts of Sphinx that are ours: blocks of code, the text of `--help`, the pages' frames, and the search index."""

import json
import os
import posixpath
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.directives.code import CodeBlock
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import clean_astext
from sphinx.writers.html5 import HTML5Translator

from docs_site.sources import BLOCK_OPTIONS, ROOT

BUILDER = "site"
SEARCH_INDEX = "search.json"
MAX_DESCRIPTION_CHARS = 160
TITLE_BY_LANGUAGE = {
    "apache": "Apache",
    "html": "HTML",
    "http": "HTTP",
    "ini": "Settings",
    "js": "JavaScript",
    "json": "JSON",
    "nginx": "nginx",
    "pycon": "Python console",
    "python": "Python",
    "sh": "Terminal",
    "toml": "TOML",
    "ts": "TypeScript",
    "yaml": "YAML",
}
PLAY_ICON = '<svg class="docs-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4.5v15l12-7.5z"/></svg>'
COPY_ICON = (
    '<svg class="docs-icon" viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="M8 8h12v12H8z"/><path d="M16 8V4H4v12h4"/></svg>'
)


def code_block(text: str, language: str, options: dict[str, str]) -> nodes.literal_block:
    """Return a block of code for the `Translator`."""
    block = nodes.literal_block(text, text)
    block["language"], block["options"] = language, options
    return block


class BlockDirective(CodeBlock):
    """A block of code with the options of `docs_site.sources`."""

    option_spec: ClassVar[Any] = dict.fromkeys(BLOCK_OPTIONS, directives.unchanged)  # Any: docutils has no types

    def run(self) -> list[nodes.Node]:
        block = code_block("\n".join(self.content), self.arguments[0] if self.arguments else "text", dict(self.options))
        self.set_source_info(block)
        return [block]


def find_dependency(directive: SphinxDirective) -> Path:
    """Return the file that a directive names. Its page depends on it."""
    name, path = directive.env.relfn2path(directive.arguments[0])
    directive.env.note_dependency(name)
    return Path(path)


class BotDirective(SphinxDirective):
    """The file of an example bot, which the lab can open."""

    required_arguments = 1
    # Any: docutils has no types
    option_spec: ClassVar[Any] = {"lab": directives.unchanged_required, "title": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        path = find_dependency(self)
        text = path.read_text(encoding="utf-8").rstrip("\n")
        block = code_block(text, "python", {"file": path.name, **self.options})
        self.set_source_info(block)
        return [block]


class CommandHelpDirective(SphinxDirective):
    """A section for each command of `palaces`, with what its `--help` prints in a terminal of 80 columns."""

    def run(self) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for command in command_names(command_help()):
            section = nodes.section(ids=[nodes.make_id(command)], names=[command])
            section += nodes.title(command, "", nodes.literal(command, f"palaces {command}"))
            section += code_block(command_help(command).rstrip(), "text", {"title": f"palaces {command} --help"})
            made.append(section)
        return made


class FiguresDirective(SphinxDirective):
    """A table of how strong the example bots are, from the file that `make docs-figures` writes."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        path = find_dependency(self)
        rows = [("bot", "wins", "95%", "lead", "time for a move")]
        for each in json.loads(path.read_text(encoding="utf-8"))["bots"]:
            wins, low, high = (f"{100 * each[key]:.0f}%" for key in ("win_rate", "low", "high"))
            lead = f"{each['lead']:+.1f}".replace("-", "\N{MINUS SIGN}")
            rows.append((each["title"], wins, f"{low} to {high}", lead, f"{each['move_ms']:.1f} ms"))
        return self.parse_text_to_nodes(markdown_table(rows))


def markdown_table(rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table whose first row is its head."""
    head, *others = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, "|---" * len(rows[0]) + "|", *others])


def command_help(*command: str) -> str:
    """Return what `palaces COMMAND --help` prints."""
    fixed = {"COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "LANGUAGE": "en", "PYTHONUTF8": "1"}
    code = "import sys; sys.argv[0] = 'palaces'; from pygame_core.__main__ import main; main()"
    run = [sys.executable, "-c", code, *command, "--help"]
    environment = {**os.environ, **fixed, "PYTHONPATH": str(ROOT)}
    return subprocess.run(run, env=environment, capture_output=True, encoding="utf-8", check=True).stdout


def command_names(text: str) -> list[str]:
    """Return the names of all commands in the text of `palaces --help`."""
    listed = re.search(r"^positional arguments:\n.*?\n\n", text, re.MULTILINE | re.DOTALL)
    assert listed
    return re.findall(r"^ {4}(\w[\w-]*)\b", listed[0], re.MULTILINE)


def lab_fragment(name: str, game: str, text: str) -> str:
    """Return the end of a link to the lab, which carries a bot."""
    from palaces.lab import bot_link  # deferred: conf.py says where it is

    return f"#{bot_link.LINK_KEY}={bot_link.write(name, game, text)}"


class Translator(HTML5Translator):
    """Writes blocks of code with a bar, and tables whose cells know their heading."""

    def visit_literal_block(self, node: nodes.Element) -> None:
        options: dict[str, str] = node.get("options", {})
        language = node.get("language", self.config.highlight_language)
        is_output = "output" in options
        usual = "Output" if is_output else TITLE_BY_LANGUAGE.get(language, "")
        words = [part for part in (options.get("file"), options.get("title")) if part] or [usual]
        code = self.highlighter.highlight_block(node.rawsource, language, force=True, location=node, nowrap=True)
        buttons = []
        if "lab" in options:
            name = Path(options["file"]).stem.replace("_", " ").capitalize()
            fragment = lab_fragment(name, options["lab"], node.rawsource)
            address = f"{site_root(self.builder.current_docname)}lab.html{fragment}"
            buttons.append(f'<a class="docs-lab-link" href="{escape(address)}">{PLAY_ICON}Open in the lab</a>')
        if not is_output:
            buttons.append(f'<button type="button" class="docs-copy" hidden>{COPY_ICON}Copy</button>')
        bar = f"<header><span>{escape(' · '.join(words))}</span><div>{''.join(buttons)}</div></header>"
        kind = "docs-code docs-output" if is_output else "docs-code"
        label = escape(" · ".join(words) or "Code")
        self.body.append(
            f'<div class="{kind}">{bar}<pre tabindex="0" role="region" aria-label="{label}">'
            f'<code class="language-{escape(language)}">{code.rstrip()}</code></pre></div>\n'
        )
        raise nodes.SkipNode

    visit_doctest_block = visit_literal_block

    def visit_entry(self, node: nodes.Element) -> None:
        super().visit_entry(node)
        row = node.parent
        group = row.parent.parent
        heads = list(group.findall(nodes.thead))
        if heads and not isinstance(row.parent, nodes.thead) and len(row) > 2:
            label = heads[0][0][row.index(node)].astext()
            self.body[-1] = self.body[-1].replace("<td", f'<td data-label="{escape(label)}"', 1)


class SiteBuilder(StandaloneHTMLBuilder):
    """Builds pages that link only what the site has: no scripts or sheets of Sphinx, and a search index as JSON."""

    name = BUILDER
    default_translator_class = Translator
    search = False
    copysource = False

    def init(self) -> None:
        super().init()
        self.search_entries: dict[str, list[list[str]]] = {}

    def copy_assets(self) -> None:
        self.copy_image_files()

    def write_buildinfo(self) -> None:
        pass

    def gen_additional_pages(self) -> None:
        pass

    def handle_finish(self) -> None:
        super().handle_finish()
        Path(self.outdir, "_images").rename(Path(self.outdir, "images"))
        entries = [entry for page in sorted(self.search_entries) for entry in self.search_entries[page]]
        text = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
        Path(self.outdir, SEARCH_INDEX).write_text(text, encoding="utf-8", newline="\n")


def site_root(page: str) -> str:
    """Return the way from a page of the docs to the site."""
    return posixpath.relpath(".", posixpath.dirname(f"docs/{page}")) + "/"


@cache
def page_groups(app: Sphinx) -> dict[str, tuple[str, str]]:
    """Return the group of each page, as its caption and its first page."""
    groups: dict[str, tuple[str, str]] = {}
    for tree in app.env.get_doctree(app.config.root_doc).findall(addnodes.toctree):
        pages = tree["includefiles"]
        groups |= dict.fromkeys(pages, (tree["caption"], pages[0]))
    return groups


def fill_page(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page what our template shows, and put its sections into the search index. Any: of Sphinx."""
    if doctree is None:
        return
    sections = list(doctree.findall(nodes.section))
    links = [
        f'<li><a href="#{section["ids"][0]}">{escape(clean_astext(section[0]))}</a></li>'
        for section in sections
        if isinstance(section.parent.parent, nodes.document)
    ]
    first = next((node.astext() for node in doctree.findall(nodes.paragraph)), "")
    group, group_page = page_groups(app).get(page, ("", ""))
    versions = os.environ.get("DOCS_VERSIONS", "").split()
    context |= {
        "body": SIGNATURE.sub(lambda found: plain_signature(found[0]), IMAGE_SOURCE.sub(r"\1images/", context["body"])),
        "page_toc": f"<ul>{''.join(links)}</ul>" if links else "",
        "description": shorten(first),
        "group": group,
        "group_page": group_page,
        "site_root": site_root(page),
        "other_versions": [each.split("=", 1) for each in versions],
    }
    assert isinstance(app.builder, SiteBuilder)
    app.builder.search_entries[page] = search_entries(page, doctree)


IMAGE_SOURCE = re.compile(r'(<img [^>]*src="[./]*)_images/')
"""An address in the folder of pictures. Some hosts hide folders whose names begin with a line."""
SIGNATURE = re.compile(r'<dt class="sig .*?</dt>', re.DOTALL)


def plain_signature(html: str) -> str:
    """Return a signature whose lines are no list of definitions inside another one, which screen readers count."""
    html = re.sub(r"<(/?)dl>", r"<\1span>", html)
    return html.replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")


def shorten(text: str) -> str:
    """Return the start of a text, as whole words."""
    text = " ".join(text.split())
    if len(text) <= MAX_DESCRIPTION_CHARS:
        return text
    return text[: MAX_DESCRIPTION_CHARS - 1].rsplit(" ", 1)[0].rstrip(".,;: ") + "…"


def search_entries(page: str, doctree: nodes.document) -> list[list[str]]:
    """Return what can be found on a page: its address, its title, the title of a section or function, and the text."""
    title = next((clean_astext(node) for node in doctree.findall(nodes.title)), page)
    entries = []
    for section in doctree.findall(nodes.section):
        is_page = isinstance(section.parent, nodes.document)
        anchor = "" if is_page else f"#{section['ids'][0]}"
        own = [child for child in section.children[1:] if not isinstance(child, nodes.section | addnodes.desc)]
        entries.append([f"{page}.html{anchor}", title, "" if is_page else clean_astext(section[0]), _text_of(own)])
    for signature in doctree.findall(addnodes.desc_signature):
        if signature["ids"]:
            content = [child for child in signature.parent[-1] if not isinstance(child, addnodes.desc)]
            entries.append([f"{page}.html#{signature['ids'][0]}", title, signature["fullname"], _text_of(content)])
    return entries


def _text_of(found: list[nodes.Node]) -> str:
    return " ".join(" ".join(node.astext() for node in found).split())


MARKDOWN_SIGN = re.compile(r"(`+[^`]*`+)|([*|_](?=\w)|(?<=\w)_(?=\W|$))")


def read_docstring(app: Sphinx, what: str, name: str, target: object, options: object, lines: list[str]) -> None:
    """Escape what is plain text in our docstrings, but a sign of reStructuredText."""
    for n, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            lines[n] = MARKDOWN_SIGN.sub(lambda found: found[1] or "\\" + found[2], line)


def skip_member(app: Sphinx, what: str, name: str, target: object, skip: bool, options: object) -> bool | None:
    """Skip fields of named tuples that have no docstring. Their signature has them."""
    return True if (getattr(target, "__doc__", None) or "").startswith("Alias for field number") else None


def shorten_signature(
    app: Sphinx, what: str, name: str, target: object, options: object, signature: str, returns: str
) -> tuple[str, str] | None:
    """Leave out the arguments of a protocol, which nobody calls."""
    return ("", returns) if getattr(target, "_is_protocol", False) and what == "class" else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Add all of this to Sphinx."""
    app.add_builder(SiteBuilder)
    app.add_directive("block", BlockDirective)
    app.add_directive("bot", BotDirective)
    app.add_directive("command-help", CommandHelpDirective)
    app.add_directive("figures", FiguresDirective)
    app.connect("html-page-context", fill_page)
    app.connect("autodoc-process-docstring", read_docstring)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-skip-member", skip_member)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
