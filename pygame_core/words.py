"""The language that the rules speak to people: gettext catalogues beside this file, English when there is none."""

import gettext as _gettext
from pathlib import Path

_catalogue: _gettext.NullTranslations = _gettext.NullTranslations()


def speak(language: str) -> None:
    """Choose the language of every sentence from now on, by its code (`"en"`, `"fr"`); unknown codes speak English."""
    global _catalogue
    _catalogue = _gettext.translation("pygame_core", Path(__file__).parent / "locale", [language], fallback=True)


def _(message: str) -> str:
    """The message in the language chosen."""
    return _catalogue.gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """The message for `n` things in the language chosen."""
    return _catalogue.ngettext(one, many, n)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark now, translate later"
    """Mark a message for the catalogue and leave it as it is: for tables made at import."""
    return message
