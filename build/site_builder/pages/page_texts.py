"""Find the texts of a page in HTML, and replace them with translations.

A text is what stands between two tags of blocks. Tags inside a text, such as links, become numbers, so that a
translation cannot change them: `Pay <1>one</1> card.` A text in one inline element is the content of that element.
Some attributes are texts, too. The numbers and addresses of a page therefore stay the same in every language.
"""

import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from html.parser import HTMLParser
from typing import NamedTuple

INLINE_TAGS = {"a", "abbr", "b", "br", "cite", "code", "em", "i", "kbd", "q", "small", "span", "strong", "sub", "sup"}
UNTRANSLATED_TAGS = {"script", "style", "svg", "pre"}
TEXT_ATTRIBUTES = {"alt", "aria-label", "placeholder", "title"}
TEXT_NAMES = {"description", "lost-language"}
"""The names of `meta` elements whose content is a text."""
TAG = re.compile(r"<(/?)([a-z]+)([^>]*)>")
PLAN_LETTER = re.compile(r'<text class="(?:[^"]* )?plan-letter(?: [^"]*)?"[^>]*>([A-Z])</text>')
"""A letter in a drawn plan. The sentence below it explains the letter."""
NUMBERED_TAG = re.compile(r"<(/?)([1-9]\d?)>")


class PageText(NamedTuple):
    """One text of a page: its place in the source, and the message that stands for it."""

    start: int
    end: int
    message: str
    tags: tuple[str, ...] = ()
    """The opening tags inside the text, by their numbers from 1."""

    def to_html(self, translation: str) -> str:
        """Return a translation of the message with the tags of the page.

        Raise ValueError unless the translation has each tag once, in a valid order.
        """
        if not self.tags:
            return translation
        open_: list[int] = []
        seen: list[int] = []

        def tag_of(found: re.Match[str]) -> str:
            n = int(found[2])
            if found[1]:
                if not open_ or open_.pop() != n:
                    raise ValueError(f"</{n}> closes no tag: {translation}")
                return f"</{tag_name(self.tags[n - 1])}>"
            seen.append(n)
            if n <= len(self.tags) and tag_name(self.tags[n - 1]) != "br":
                open_.append(n)
            return self.tags[n - 1] if n <= len(self.tags) else found[0]

        html = NUMBERED_TAG.sub(tag_of, translation)
        if open_ or sorted(seen) != [*range(1, len(self.tags) + 1)]:
            raise ValueError(f"needs each of <1> to <{len(self.tags)}> once: {translation}")
        return html


def tag_name(tag: str) -> str:
    """Return the name of an opening tag."""
    found = TAG.match(tag)
    return found[2] if found else ""


class _BlockFinder(HTMLParser):
    """Parser that collects the runs of text and inline tags between the tags of blocks, and the texts in attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.html, self.runs, self.attributes = html, list[tuple[int, int]](), list[tuple[int, int, str]]()
        self._lines = [0]
        for line in html.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._run_start: int | None = None
        self._inside: list[str] = []
        self.feed(html)
        self.close()

    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _end_run(self, end: int) -> None:
        if self._run_start is not None:
            self.runs.append((self._run_start, end))
            self._run_start = None

    def _begin_run(self) -> None:
        if self._run_start is None and not self._inside:
            self._run_start = self._place()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in INLINE_TAGS and not self._inside:
            self._begin_run()
        else:
            self._end_run(self._place())
        was_inside = bool(self._inside)
        if tag in UNTRANSLATED_TAGS:
            self._inside.append(tag)
        if was_inside:
            return
        source, known = self.get_starttag_text() or "", dict(attrs)
        named = {*TEXT_ATTRIBUTES} | ({"content"} if known.get("name") in TEXT_NAMES else set())
        for found in re.finditer(r'\s([\w-]+)="([^"]*)"', source):
            if found[1] in named and re.search(r"[A-Za-z]", found[2]):
                at = self._place() + found.start(2)
                self.attributes.append((at, at + len(found[2]), found[2]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in INLINE_TAGS:
            self._end_run(self._place())
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, _data: str) -> None:
        self._begin_run()

    def handle_entityref(self, _name: str) -> None:
        self._begin_run()

    def handle_charref(self, _name: str) -> None:
        self._begin_run()

    def handle_comment(self, _data: str) -> None:
        self._end_run(self._place())

    def handle_decl(self, _declaration: str) -> None:
        self._end_run(self._place())


def find_texts(html: str) -> Iterator[PageText]:
    """Yield the texts of a page in their order.

    >>> [text.message for text in find_texts('<p title="Hint">Pay <b class="n">1</b> card.</p><ul><li><a>Rules</a>')]
    ['Hint', 'Pay <1>1</1> card.', 'Rules']
    """
    found = _BlockFinder(html)
    texts = [PageText(start, end, unescape(text)) for start, end, text in found.attributes]
    texts += [PageText(*letter.span(1), letter[1]) for letter in PLAN_LETTER.finditer(html)]
    texts += [text for start, end in found.runs for text in [_text_of_run(html, start, end)] if text]
    yield from sorted(texts)


def _text_of_run(html: str, start: int, end: int) -> PageText | None:
    """Return the text of a run without blanks and without tags around the whole, or None without any letter."""
    while True:
        source = html[start:end]
        start, end = start + len(source) - len(source.lstrip()), end - (len(source) - len(source.rstrip()))
        source = html[start:end]
        whole = re.fullmatch(r"<([a-z]+)[^>]*>(.*)</\1>", source, re.DOTALL)
        if not whole or re.search(rf"</{whole[1]}>", whole[2]):
            break
        start, end = start + whole.start(2), start + whole.end(2)
    if not re.search(r"[A-Za-z]", re.sub(r"<[^>]*>|&\w+;", "", source)):
        return None
    tags: list[str] = []
    open_: list[int] = []

    def number_of(tag: re.Match[str]) -> str:
        if tag[1]:
            return f"</{open_.pop()}>"
        tags.append(tag[0])
        if tag[2] != "br":
            open_.append(len(tags))
        return f"<{len(tags)}>"

    message = re.sub(r"\s+", " ", TAG.sub(number_of, source))
    return PageText(start, end, message, tuple(tags))


def translate_page(html: str, translate: Callable[[str], str | None]) -> str:
    """Return a page with its texts translated. A text without a translation stays, marked as English.

    Texts between tags are HTML: `translate` gets and returns `&amp;` as it stands in the page.
    """
    parts, at = [], 0
    for text in find_texts(html):
        before, source = html[at : text.start], html[text.start : text.end]
        translation = translate(text.message)
        if translation is not None:
            shown = escape(translation) if before.endswith('"') else text.to_html(translation)
        elif before.endswith(('"', "<title>")) or PLAN_LETTER.search(html, text.start - 200, text.end + 7):
            shown = source  # neither an attribute, a title nor a drawn letter can have a language of its own
        else:
            shown = f'<span lang="en">{source}</span>'
        parts += [before, shown]
        at = text.end
    return "".join([*parts, html[at:]])
