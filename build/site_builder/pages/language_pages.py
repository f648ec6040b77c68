"""The pages of another language: the same pages with the same addresses, in a folder with the code of the language.

They share every other file with the English pages. So a page is made as if it were next to those, and then moved.
"""

import os
import re
from collections.abc import Callable
from html import escape
from pathlib import PurePosixPath

from pygame_core.i18n import LANGUAGES, text_direction
from site_builder.pages import page_texts

REFERENCE = re.compile(r'\b(href|src)="(\.\.?/[^"]*)"')


def translate_code(html: str, language: str, translate: Callable[[str], str | None]) -> str:
    """Return a page whose code to copy embeds a game in this language.

    >>> translate_code('<pre>&lt;a href="<b>SITE/</b>medina.html"&gt;Play&lt;/a&gt;</pre>', "de", lambda _text: "Los")
    '<pre>&lt;a href="<b>SITE/</b>de/medina.html"&gt;Los&lt;/a&gt;</pre>'
    """

    def translated(code: re.Match[str]) -> str:
        text = re.sub(r"(</b>)(\w+\.html)", rf"\1{language_folder(language)}\2", code[0])
        text = text.replace("&lt;palace-game ", f'&lt;palace-game lang="{language}" ')
        return re.sub(r"(?<=\.html\"&gt;)[^&<]+(?=&lt;/a)", lambda label: translate(label[0]) or label[0], text)

    return re.sub(r"<pre\b.*?</pre>", translated, html, flags=re.DOTALL)


def translate_source(html: str, language: str, translate: Callable[[str], str | None]) -> str:
    """Return a page of the sources in another language."""
    translated = translate_code(page_texts.translate_page(html, translate), language, translate)
    direction = ' dir="rtl"' if text_direction(language) == "rtl" else ""
    return translated.replace('<html lang="en"', f'<html lang="{language}"{direction} data-root="../"', 1)


def move_page(html: str, address: str) -> str:
    """Return a page of the site for the folder of a language. Its links to other pages stay in that folder, except for
    those to pages of other languages, such as `./en/`.

    >>> move_page('<link href="../style.css"><a href="./medina.html#M1"><a href="../">', "rules/palazzo.html")
    '<link href="../../style.css"><a href="./medina.html#M1"><a href="../">'
    """
    folder = PurePosixPath(address).parent

    def moved(found: re.Match[str]) -> str:
        path = re.split("[?#]", found[2])[0]
        target = os.path.normpath(folder / path)
        if target in LANGUAGES:
            return f'{found[1]}="../{language_folder(target)}"'
        if target.split("/")[0] == "docs":  # in English only
            return f'{found[1]}="../{found[2].removeprefix("./")}"'
        is_page = target.endswith(".html") or target == "." or path.endswith("/")
        return found[0] if is_page else f'{found[1]}="../{found[2].removeprefix("./")}"'

    return REFERENCE.sub(moved, html).replace("&quot;./release-", "&quot;../release-")


def alternate_links(address: str, site: str) -> str:
    """Return links to a page in all languages, for search engines."""
    page = address.removesuffix("index.html")
    links = {language: f"{site}{language_folder(language)}{page}" for language in LANGUAGES}
    links["x-default"] = links["en"]
    return "".join(f'<link rel="alternate" hreflang="{code}" href="{escape(to)}">\n' for code, to in links.items())


def language_folder(language: str) -> str:
    """Return the folder of a language in the site, with its slash; "" for English."""
    return "" if language == "en" else f"{language}/"
