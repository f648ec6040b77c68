"""The language that people are spoken to in: gettext catalogues, English when there is none."""

import gettext as _gettext
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class MessageCatalog:
    """The messages of one package, in the language chosen last. `domain` is the catalogues' file name in `folder`."""

    def __init__(self, domain: str, folder: Path) -> None:
        self._domain = domain
        self._folder = folder
        self._messages: _gettext.NullTranslations = _gettext.NullTranslations()

    def set_language(self, language: str) -> None:
        """Use this language from now on, by its code (`"en"`, `"fr"`); one without a catalogue speaks English."""
        self._messages = _gettext.translation(self._domain, self._folder, [language], fallback=True)

    def gettext(self, message: str) -> str:
        """The message in the language chosen."""
        return self._messages.gettext(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """The message for `n` things in the language chosen."""
        return self._messages.ngettext(one, many, n)


RULES_CATALOG = MessageCatalog("pygame_core", Path(__file__).parent / "locale")
_ = RULES_CATALOG.gettext
ngettext = RULES_CATALOG.ngettext
set_language = RULES_CATALOG.set_language


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark now, translate later"
    """Mark a message for the catalogue and leave it as it is: for tables made at import."""
    return message


def join_phrases(parts: Sequence[str]) -> str:
    """Several things in one phrase.

    >>> join_phrases(["a", "b", "c"])
    'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


class SentenceSubject(NamedTuple):
    """Whoever a sentence is about: it goes by their name, unless it is said to them."""

    name: str
    is_you: bool = False

    def choose_sentence(self, of: str, to: str, /, **parts: object) -> str:
        """One of two whole sentences, each of which can be translated: `of` them, with {name}, or `to` them.

        >>> subjects = sentence_subjects(["Ada", "Bob"], 1)
        >>> [who.choose_sentence("{name} has {n} points.", "You have {n} points.", n=7) for who in subjects]
        ['Ada has 7 points.', 'You have 7 points.']
        """
        return to.format(**parts) if self.is_you else of.format(name=self.name, **parts)


def sentence_subjects(names: Sequence[str], you: int | None) -> list[SentenceSubject]:
    """The players by seat; `is_you` is the seat that sentences are said to, if they are to anybody."""
    return [SentenceSubject(name, seat == you) for seat, name in enumerate(names)]


def format_number(number: object) -> str:
    """A number, or a text with one, as people read it: with a true minus sign.

    >>> format_number(-5), format_number(12), format_number("-0.8")
    ('−5', '12', '−0.8')
    """
    return str(number).replace("-", "−")
