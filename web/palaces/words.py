"""The language of the page: its own catalogue, and the rules' beside it."""

from pathlib import Path

from pygame_core import words
from pygame_core.words import Catalogue

PAGE = Catalogue("palaces", Path(__file__).parent / "locale")
_ = PAGE.gettext
ngettext = PAGE.ngettext
LANGUAGES = ("en",)


def speak(language: str) -> None:
    """Speak this language in the page and in the rules."""
    PAGE.speak(language)
    words.speak(language)
