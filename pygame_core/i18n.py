"""The current language for people: messages in English, or translated by a catalog; names that sentences inflect."""

import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple, TypedDict

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
"""The languages by their codes, each with its own name for itself. A language but English has a folder in `locale`."""
RIGHT_TO_LEFT_LANGUAGES = {
    *("apc", "ar", "bal", "bgn", "ckb", "dv", "fa", "he", "ks", "lrc", "mzn", "nqo", "ps", "rhg", "sd", "sdh", "skr"),
    *("syr", "trw", "ug", "ur", "yi"),
}
"""The codes of languages that are written from right to left, as Unicode's locale data has them."""
MAX_QUOTED_CHARS = 42
"""Length of a quoted input, with its quotes, in a sentence about it."""


def text_direction(language: str) -> str:
    """Return the direction in which a language is written, as HTML names it.

    >>> text_direction("fr"), text_direction("he")
    ('ltr', 'rtl')
    """
    return "rtl" if language in RIGHT_TO_LEFT_LANGUAGES else "ltr"


def quote_input(text: str, most: int = MAX_QUOTED_CHARS) -> str:
    """Return the start of an unknown text in quotes, at most so many characters. All but Latin letters are in ASCII.

    >>> quote_input("zurück"), len(quote_input("\N{CASTLE}" * 40)) <= 42
    ("'zurück'", True)
    """
    kept = text[:most]
    quote = repr if all(letter < "\u0250" for letter in kept) else ascii
    while len(quoted := quote(kept)) > most:
        kept = kept[:-1]
    return quoted


def message_hash(message: str, context: str = "") -> int:
    """Return the number of a message in a compiled catalog, 24 bits wide. The build refuses two messages of one number.

    >>> message_hash("Pass"), message_hash("Pass", "button") == message_hash("Pass")
    (4356890, False)
    """
    return zlib.crc32(f"{context}\4{message}".encode() if context else message.encode()) & 0xFFFFFF


class CompiledCatalog(TypedDict):
    """The translated messages of one language and one package, as JSON without the English originals."""

    language: str
    """The code of the language."""
    plural: str
    """Which plural form 0, 1, 2… things have, one digit each. From 200 on, `n` has that of `100 + n % 100`."""
    hashes: list[int]
    """The hashes of the messages in rising order, each as its distance from the one before."""
    texts: list[str | list[str]]
    """Their translations; a list for a message with plural forms."""


class Translations:
    """The messages of one language and one package."""

    def __init__(self, catalog: CompiledCatalog) -> None:
        self.language = catalog["language"]
        self._plural = catalog["plural"]
        self._texts = dict(zip(accumulate(catalog["hashes"]), catalog["texts"], strict=True))

    def find(self, message: str, context: str = "") -> str | None:
        """Return the translation of a message, or None without one."""
        text = self._texts.get(message_hash(message, context))
        return text if isinstance(text, str) else None

    def find_plural(self, message: str, n: int) -> str | None:
        """Return the translation of a message for `n` things, or None without one."""
        forms = self._texts.get(message_hash(message))
        return forms[int(self._plural[n if n < 200 else 100 + n % 100])] if isinstance(forms, list) else None


class EnglishText(str):
    """A message without a translation among translated ones. A page marks its language."""

    def format(self, *parts: object, **named: object) -> "EnglishText":
        """Return the text with its placeholders filled."""
        return EnglishText(super().format(*parts, **named))


class MessageCatalog:
    """The messages of one package in the current language: as in the sources, which are English, or translated."""

    def __init__(self) -> None:
        self._translations: Translations | None = None
        self._known: dict[tuple[str, str], str] = {}

    def use(self, translations: Translations | None) -> None:
        """Use translations from now on. None means English."""
        self._translations, self._known = translations, {}

    @property
    def language(self) -> str:
        """The code of the current language."""
        return self._translations.language if self._translations else "en"

    def gettext(self, message: str) -> str:
        """Return the message in the current language. A missing translation is English."""
        return self.pgettext("", message) if self._translations else message

    def pgettext(self, context: str, message: str) -> str:
        """Return a message whose English text has several meanings. `context` names the meaning."""
        if not self._translations:
            return message
        found = self._known.get((context, message))
        if found is None:
            translation = self._translations.find(message, context)
            found = EnglishText(message) if translation is None else _read_forms(translation)
            self._known[context, message] = found
        return found

    def ngettext(self, one: str, many: str, n: int) -> str:
        """Return the message for `n` things in the current language."""
        english = one if n == 1 else many
        if not self._translations:
            return english
        found = self._translations.find_plural(one, abs(n))
        return EnglishText(english) if found is None else _read_forms(found)


def _read_forms(translation: str) -> str:
    """Return a translation, as a `Noun` if it has forms or asks for one."""
    return Noun.parse(translation) if FORM_SIGN in translation or ROLE.search(translation) else translation


RULES_CATALOG = MessageCatalog()
_ = RULES_CATALOG.gettext
ngettext = RULES_CATALOG.ngettext
pgettext = RULES_CATALOG.pgettext


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark now, translate later"
    """Return a message unchanged and mark it for translation, for tables built at import time."""
    return message


FORM_SIGN = " | "
"""Between the forms of a name in a catalog."""
ROLE = re.compile(r"\{\w+:")
"""The beginning of a placeholder that asks for a form."""


class Noun(str):
    """A name inside sentences, with the forms that a language needs. In English it is just a text.

    Any translation may list other forms after the first: `la tour | de: de la tour | ~: f`. The translation of a
    sentence asks for one: `{building:de}`; a name without such a form gives its first. `^` makes the first letter
    a capital: `{building:^}`, `{building:^de}`. `~` agrees with the name. It chooses the last of some words whose
    letters the form `~` of the name has: `{building:~vendu/f vendue/p vendus/fp vendues}`.

    >>> towers = Noun.parse("les tours ({price}) | de: des tours ({price}) | ~: fp").format(price=13)
    >>> "Le prix {of:de} : {of:^} sont {of:~vendu/f vendue/p vendus/fp vendues}.".format(of=towers)
    'Le prix des tours (13) : Les tours (13) sont vendues.'
    """

    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str] | None = None) -> "Noun":
        noun = super().__new__(cls, text)
        noun.forms = getattr(text, "forms", {}) if forms is None else forms
        return noun

    @classmethod
    def parse(cls, translation: str) -> "Noun":
        """Return the name that a catalog describes."""
        first, *others = translation.split(FORM_SIGN)
        return cls(first, dict(form.split(": ", 1) for form in others))

    def format(self, *parts: object, **named: object) -> "Noun":
        """Return the text with its placeholders filled, in every form. Parts without forms give their only text."""
        named = {name: Noun(part) if isinstance(part, str) else part for name, part in named.items()}
        forms = {role: text.format(*parts, **named) for role, text in self.forms.items()}
        return Noun(super().format(*parts, **named), forms)

    def __format__(self, role: str) -> str:
        if role.startswith("~"):
            letters, chosen = self.forms.get("~", ""), ""
            for n, choice in enumerate(role[1:].split("/")):
                needed, _blank, words = choice.partition(" ") if n else ("", "", choice)
                if set(needed) <= set(letters):
                    chosen = words
            return chosen
        text = self.forms.get(role.removeprefix("^")) or str(self)
        return capitalize_first(text) if role.startswith("^") else text


def capitalize_first(text: str) -> str:
    """Return a text with a capital letter at its beginning, and all other letters as they are. The forms of a name stay
    as they are, because only a language knows where they stand in its sentence."""
    capital = text[:1].upper() + text[1:]
    return Noun(capital, text.forms) if isinstance(text, Noun) else capital


def join_phrases(parts: Iterable[str]) -> str:
    """Return several things as one phrase.

    >>> join_phrases(["a", "b", "c"])
    'a, b and c'
    """
    return _in_each_form([*parts], _join_with_and)


def list_phrases(parts: Iterable[str]) -> str:
    """Return several things as a list, without a word before the last.

    >>> list_phrases(["a", "b", "c"])
    'a, b, c'
    """
    return _in_each_form([*parts], lambda texts: pgettext("between the items of a list", ", ").join(texts))


def _join_with_and(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=list_phrases(parts[:-1]), last=parts[-1])


def _in_each_form(parts: Sequence[str], join: Callable[[Sequence[str]], str]) -> str:
    """Return several things as one phrase, which has each form that one of them has."""
    if len(parts) == 1:
        return parts[0]
    roles = {role: None for part in parts if isinstance(part, Noun) for role in part.forms if role != "~"}
    if not roles:
        return join(parts)
    forms = {role: join([format(part, role) if isinstance(part, Noun) else part for part in parts]) for role in roles}
    return Noun(join([str(part) for part in parts]), {**forms, "~": "p"})


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


LEFT_TO_RIGHT_MARK = "\u200e"
"""An invisible letter. Without it, a sign before a number appears after it where text runs from right to left."""


def format_number(number: object) -> str:
    """Return a number, or a text with a number, with a real minus sign and the decimal sign of the language.

    >>> format_number(-5), format_number("+12"), format_number("-0.8")
    ('−5', '+12', '−0.8')
    """
    figure = str(number).replace("-", "−").replace(".", pgettext("before decimals", "."))
    is_turned = not figure[:1].isdigit() and text_direction(RULES_CATALOG.language) == "rtl"
    return LEFT_TO_RIGHT_MARK + figure if is_turned else figure


def format_score_pair(own: float, other: float) -> str:
    """Return two scores as one figure. A dash beside a minus sign is hard to read, so negative scores get a colon.

    >>> format_score_pair(94, 88), format_score_pair(-5, 82)
    ('94–88', '−5\xa0:\xa082')
    """
    separator = "–" if min(own, other) >= 0 else "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"
    return format_number(own) + separator + format_number(other)
