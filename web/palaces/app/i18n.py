"""The language of the page: its message catalog, and texts that several views share."""

from pygame_core.i18n import LANGUAGES, N_, RULES_CATALOG, MessageCatalog, Translations, format_number
from pygame_core.safe_json import parse_json

__all__ = [
    "LANGUAGES",
    "N_",
    "PAGE_CATALOG",
    "_",
    "accessible_label",
    "current_language",
    "level_description",
    "level_label",
    "load_language",
    "new_version_sentence",
    "ngettext",
    "percent_phrase",
    "pgettext",
    "points_around_figure",
    "points_phrase",
    "spell_number",
]

PAGE_CATALOG = MessageCatalog()
_ = PAGE_CATALOG.gettext
ngettext = PAGE_CATALOG.ngettext
pgettext = PAGE_CATALOG.pgettext


def load_language(text: str) -> None:
    """Use the language of these compiled catalogs, which `build/catalogs.py` writes: one for each package, as JSON."""
    catalogs = parse_json(text)
    page, rules = Translations(catalogs["palaces"]), Translations(catalogs["pygame_core"])
    PAGE_CATALOG.use(page)  # both or none, if the text is no catalog
    RULES_CATALOG.use(rules)


def current_language() -> str:
    """Return the code of the language of the page."""
    return PAGE_CATALOG.language


def level_label(name: str) -> str:
    """Return the translated name of a bot level. An unknown level stays as it is."""
    known = {"random": _("random"), "beginner": _("beginner"), "casual": _("casual")}
    return (known | {"skilled": _("skilled"), "master": _("master")}).get(name, name)


def level_description(name: str) -> str:
    """Return a phrase about how a level plays, or "" for an unknown level."""
    return {
        "beginner": _("plays the obvious move and misses things"),
        "casual": _("plays the move that looks best right now"),
        "skilled": _("weighs up how each move affects the final score"),
        "master": _("plays out the best moves in its head, for up to 1 second unless you allow more"),
    }.get(name, "")


def accessible_label(seen: str, said: str) -> str:
    """Return the accessible name of a control. It contains the visible text, so that voice control finds it."""
    return said if seen in said else _("{seen}: {sentence}").format(seen=seen, sentence=said)


def percent_phrase(share: float) -> str:
    """Return a share as whole percent.

    >>> percent_phrase(0.456)
    '46%'
    """
    # Translators: a share. Example: 62%
    return _("{n}%").format(n=round(100 * share))


def points_around_figure(points: int) -> tuple[str, str, str]:
    """Return a phrase for points in three parts, the figure in the middle. So a view can render the figure alone.

    >>> points_around_figure(12), points_around_figure(-1)
    (('', '12', ' points'), ('', '−1', ' point'))
    """
    figure = format_number(points)
    return points_phrase(points).partition(figure)


def points_phrase(points: int, signed: bool = False) -> str:
    """Return a phrase for points, or for a change of points with its sign.

    >>> points_phrase(1), points_phrase(-5), points_phrase(1, signed=True)
    ('1 point', '−5 points', '+1 point')
    """
    figure = format_number(f"{points:+}" if signed else points)
    return ngettext("{n} point", "{n} points", abs(points)).format(n=figure)


def spell_number(number: int) -> str:
    """Return a number for a sentence: small numbers as words, others as digits."""
    small = [_("one"), _("two"), _("three"), _("four"), _("five"), _("six")]
    small += [_("seven"), _("eight"), _("nine"), _("ten"), _("eleven"), _("twelve")]
    return small[number - 1] if 0 < number <= len(small) else format_number(number)


def new_version_sentence(replaced: bool) -> str:
    """Return the notice about a new version. `replaced`: another tab already uses it."""
    if replaced:
        return _("Another tab already uses a new version. This tab still has the old one.")
    return _("A new version is ready.")


def lost_query_sentence() -> str:
    """Return the notice that the server has dropped the query of an address."""
    return _(
        "This server drops what a link asks for, so this may not be the game you wanted. The site's owner "
        "must turn off clean addresses."
    )


def no_update_sentence() -> str:
    """Return the notice for a request for the newest version when there is none."""
    return _("There's no newer version yet, or the server can't be reached. Try again later.")
