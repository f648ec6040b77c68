"""The language of the terminal, from `--lang` or from the environment, also for argparse's own sentences."""

import argparse
import errno
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from pygame_core.i18n import LANGUAGES, N_, RULES_CATALOG, Translations, _, list_phrases, quote_input
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal

CATALOG_FOLDER = files("pygame_core").joinpath("locale")
"""The folder with the compiled catalogs, one for each language. `build/catalogs.py` writes them."""
LANGUAGE_OPTION = "--lang"
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the locale of messages. The first that is set counts."""
MISSING_CATALOG_SENTENCE = "{language} isn't compiled yet, so this is English. To compile it: python build/catalogs.py"
"""There is no translation of this sentence, because it says that there is none."""
UNTRANSLATED_LOCALES = ("C", "POSIX")
ARGPARSE_MESSAGES = {
    "usage: ": N_("usage:"),
    "positional arguments": N_("positional arguments"),
    "options": N_("options"),
    "show this help message and exit": N_("show this help message and exit"),
    "argument %(argument_name)s: %(message)s": N_("{argument_name}: {message}"),
    "the following arguments are required: %s": N_("Add what is missing: {arguments}."),
    "invalid choice: %(value)r (choose from %(choices)s)": N_("{value} isn't one of these: {choices}."),
    "expected one argument": N_("add a value."),
    "ignored explicit argument %r": N_("this option has no value. Leave out {argument}."),
    "ambiguous option: %(option)s could match %(matches)s": N_("{option} could mean: {matches}. Write all of it."),
}
"""The sentences of argparse that our commands can print, and our messages for them."""
ARGPARSE_PLACEHOLDER = re.compile(r"%(?:\((\w+)\))?[rs]")
ERROR_REASONS = {
    errno.ENOENT: N_("it doesn't exist"),
    errno.EEXIST: N_("it already exists"),
    errno.EACCES: N_("access isn't allowed"),
    errno.EPERM: N_("access isn't allowed"),
    errno.EROFS: N_("this disk can only be read"),
    errno.EISDIR: N_("it's a folder"),
    errno.ENOTDIR: N_("a part of this path isn't a folder"),
    errno.ENOSPC: N_("the disk is full"),
}
"""Common errors with files. Python has them in English only."""


def select_language(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """Use the language of these command line arguments, or else of the environment.

    argparse needs the language before it can print a usage, so this runs before it. Raise Illegal for an unknown
    language of `--lang`.
    """
    vars(argparse)["_"] = translate_argparse_message  # argparse translates with a global of this name
    use_language(environment_language(environment))
    if (asked := _asked_language(arguments)) is not None:
        code = _language_code(asked)
        if code is None:
            sentence = _("Unknown language {language}. Choose from: {known}.")
            raise Illegal(None, sentence.format(language=quote_input(asked), known=list_phrases(LANGUAGES)))
        use_language(code)


def use_language(code: str) -> None:
    """Use a language. Without its compiled catalog, say so on standard error and use English."""
    RULES_CATALOG.use(None)
    if code == "en":
        return
    try:
        compiled = parse_json(CATALOG_FOLDER.joinpath(f"{code}.json").read_text("utf-8"))
    except FileNotFoundError:
        print(MISSING_CATALOG_SENTENCE.format(language=LANGUAGES[code]), file=sys.stderr)
    else:
        RULES_CATALOG.use(Translations(compiled["pygame_core"]))


def language_option(environment: Mapping[str, str]) -> str:
    """Return the argument that a later command needs to speak the current language, with a blank before it."""
    current = RULES_CATALOG.language
    return "" if current == environment_language(environment) else f" --lang {current}"


def environment_language(environment: Mapping[str, str]) -> str:
    """Return the code of the language that the environment asks for, by gettext's rules; English if it is unknown.

    `LANGUAGE` is a list and goes before the locale, unless the locale asks for no translation.

    >>> environment_language({"LANG": "fr_CA.UTF-8"}), environment_language({"LANG": "fr_FR", "LANGUAGE": "eo:de:fr"})
    ('fr', 'de')
    """
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    if locale in UNTRANSLATED_LOCALES:
        return "en"
    wanted = (environment.get("LANGUAGE") or locale).split(":")
    return next((code for name in wanted if (code := _language_code(name))), "en")


def _language_code(name: str) -> str | None:
    """Return our code of a language from the name of a locale, or None if we don't have it.

    >>> _language_code("de_AT.UTF-8@euro"), _language_code("eo")
    ('de', None)
    """
    code = re.split("[-_.@]", name)[0].lower()
    return code if code in LANGUAGES else None


def _asked_language(arguments: Sequence[str]) -> str | None:
    """Return the value of the last `--lang`, which argparse lets people shorten; None without one.

    >>> _asked_language(["play", "--la=fr", "--load", "de"]), _asked_language(["replay", "--lang", "fr"])
    ('fr', 'fr')
    """
    asked = None
    for word, following in zip(arguments, [*arguments[1:], "-"], strict=False):
        option, equals, value = word.partition("=")
        if option.startswith("--l") and LANGUAGE_OPTION.startswith(option):
            value = value if equals else following
            asked = asked if value.startswith("-") else value  # argparse refuses an option without its value
    return asked


def translate_argparse_message(message: str) -> str:
    """Return a sentence of argparse in the current language, with its own placeholders.

    >>> translate_argparse_message("the following arguments are required: %s")
    'Add what is missing: %s.'
    """
    if message not in ARGPARSE_MESSAGES:
        return message
    names = {found[1]: found[0] for found in ARGPARSE_PLACEHOLDER.finditer(message)}
    translated = _(ARGPARSE_MESSAGES[message]) + message[len(message.rstrip()) :]
    return re.sub(r"\{(\w+)\}", lambda found: names.get(found[1]) or names[None], translated)


def file_error_sentence(error: OSError) -> str:
    """Return what is wrong with a file, and which one it is."""
    folder = Path(error.filename).parent if isinstance(error.filename, str) else Path()
    if error.errno == errno.ENOENT and not folder.exists():
        return _("There's no folder {folder}.").format(folder=folder)
    file = error.filename or _("standard output")
    return _("{file}: {reason}.").format(file=file, reason=error_reason(error))


def error_reason(error: OSError) -> str:
    """Return why a file can't be used, as the end of a sentence."""
    return _(ERROR_REASONS[error.errno]) if error.errno in ERROR_REASONS else error.strerror or str(error)
