"""The current language for people: gettext catalogs, with English as the fallback."""

import gettext as _gettext
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

MAX_QUOTED_CHARS = 42
"""Length of a quoted input, with its quotes, in a sentence about it."""


def quote_input(text: str, most: int = MAX_QUOTED_CHARS) -> str:
    """Return the start of an unknown text in quotes and in ASCII, at most so many characters.

    >>> quote_input("fast"), len(quote_input("\N{CASTLE}" * 40)) <= 42
    ("'fast'", True)
    """
    kept = text[:most]
    while len(quoted := ascii(kept)) > most:
        kept = kept[:-1]
    return quoted


class MessageCatalog:
    """The messages of one package in the current language. `domain` is the file name of the catalogs in `folder`."""

    def __init__(self, domain: str, folder: Path) -> None:
        self._domain = domain
        self._folder = folder
        self._messages: _gettext.NullTranslations = _gettext.NullTranslations()

    def set_language(self, language: str) -> None:
        """Use a language from now on, by its code (`"en"`, `"fr"`); English if it has no catalog."""
        self._messages = _gettext.translation(self._domain, self._folder, [language], fallback=True)

    def gettext(self, message: str) -> str:
        """Return the message in the current language."""
        return self._messages.gettext(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """Return the message for `n` things in the current language."""
        return self._messages.ngettext(one, many, n)


RULES_CATALOG = MessageCatalog("pygame_core", Path(__file__).parent / "locale")
_ = RULES_CATALOG.gettext
ngettext = RULES_CATALOG.ngettext
set_language = RULES_CATALOG.set_language


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark now, translate later"
    """Return a message unchanged and mark it for translation, for tables built at import time."""
    return message


def join_phrases(parts: Sequence[str]) -> str:
    """Return several things as one phrase.

    >>> join_phrases(["a", "b", "c"])
    'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


class SentenceSubject(NamedTuple):
    """The subject of a sentence: a player's name, or "you" if the sentence addresses that player."""

    name: str
    is_you: bool = False

    def choose_sentence(self, of: str, to: str, /, **parts: object) -> str:
        """Return one of two whole, translatable sentences: `of` the player, with {name}, or `to` the player.

        >>> subjects = sentence_subjects(["Ada", "Bob"], 1)
        >>> [who.choose_sentence("{name} has {n} points.", "You have {n} points.", n=7) for who in subjects]
        ['Ada has 7 points.', 'You have 7 points.']
        """
        return to.format(**parts) if self.is_you else of.format(name=self.name, **parts)


def sentence_subjects(names: Sequence[str], you: int | None) -> list[SentenceSubject]:
    """Return the players by seat; sentences address the seat `you`, if it is not None."""
    return [SentenceSubject(name, seat == you) for seat, name in enumerate(names)]


def format_number(number: object) -> str:
    """Return a number, or a text with a number, with a real minus sign.

    >>> format_number(-5), format_number(12), format_number("-0.8")
    ('−5', '12', '−0.8')
    """
    return str(number).replace("-", "−")
