"""The language of the page: its message catalog, and texts that several views share."""

from pathlib import Path
from typing import Literal

from pygame_core import i18n
from pygame_core.i18n import N_, MessageCatalog, format_number

__all__ = [
    "LANGUAGES",
    "N_",
    "PAGE_CATALOG",
    "Language",
    "_",
    "accessible_label",
    "capitalize_first",
    "language_name",
    "level_description",
    "level_label",
    "new_version_sentence",
    "ngettext",
    "set_language",
    "spell_number",
]

PAGE_CATALOG = MessageCatalog("palaces", Path(__file__).parent.parent / "locale")
_ = PAGE_CATALOG.gettext
ngettext = PAGE_CATALOG.ngettext
Language = Literal["en"]
LANGUAGES: tuple[Language, ...] = ("en",)


def set_language(language: str) -> None:
    """Set the language of the page and of the rules."""
    PAGE_CATALOG.set_language(language)
    i18n.set_language(language)


def level_label(name: str) -> str:
    """Return the translated name of a bot level. An unknown level stays as it is."""
    known = {"random": _("random"), "beginner": _("beginner"), "casual": _("casual")}
    return (known | {"skilled": _("skilled"), "master": _("master")}).get(name, name)


def level_description(name: str) -> str:
    """Return a phrase about how a level plays, or "" for an unknown level."""
    return {
        "beginner": _("goes by first sight, and overlooks things"),
        "casual": _("plays what looks best at first sight"),
        "skilled": _("weighs what every move is worth in the end"),
        "master": _("plays the likeliest moves out in its head; takes a second at most, unless you let it take longer"),
    }.get(name, "")


def accessible_label(seen: str, said: str) -> str:
    """Return the accessible name of a control. It contains the visible text, so that voice control finds it."""
    return said if seen in said else _("{seen}: {sentence}").format(seen=seen, sentence=said)


def spell_number(number: int) -> str:
    """Return a number for a sentence: small numbers as words, others as digits."""
    small = [_("one"), _("two"), _("three"), _("four"), _("five"), _("six")]
    small += [_("seven"), _("eight"), _("nine"), _("ten"), _("eleven"), _("twelve")]
    return small[number - 1] if 0 < number <= len(small) else format_number(number)


def capitalize_first(sentence: str) -> str:
    """Return a sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def language_name(language: Language) -> str:
    """Return the name of a language in that language."""
    return {"en": "English"}[language]


def new_version_sentence(replaced: bool) -> str:
    """Return the notice about a new version. `replaced`: another tab already uses it."""
    if replaced:
        return _("Another tab has gone over to a new version; this one is still the old.")
    return _("A new version is ready.")


def no_update_sentence() -> str:
    """Return the notice for a request for the newest version when there is none."""
    return _("There is no newer version on the web space yet, or it is out of reach: try again later.")
