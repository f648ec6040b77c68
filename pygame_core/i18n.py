"""The current language for people: gettext catalogs, with English as the fallback."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

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


class Translations(Protocol):
    """The translations of one package into one language, such as `gettext.GNUTranslations`."""

    def gettext(self, message: str, /) -> str:
        """Return a translated message."""

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        """Return a translated message for `n` things."""


class MessageCatalog:
    """The messages of one package in the current language: as in the sources, which are English, or translated."""

    def __init__(self) -> None:
        self._translations: Translations | None = None

    def use(self, translations: Translations | None) -> None:
        """Use translations from now on. None means English."""
        self._translations = translations

    def gettext(self, message: str) -> str:
        """Return the message in the current language."""
        return self._translations.gettext(message) if self._translations else message

    def ngettext(self, one: str, many: str, n: int) -> str:
        """Return the message for `n` things in the current language."""
        if self._translations:
            return self._translations.ngettext(one, many, n)
        return one if n == 1 else many


RULES_CATALOG = MessageCatalog()
_ = RULES_CATALOG.gettext
ngettext = RULES_CATALOG.ngettext


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
