"""Tests of the translations: they are whole, fit their sentences and every name in them, and use the fixed terms."""

import itertools
import json
import re
import shutil
import string
from contextlib import nullcontext
from html.parser import HTMLParser
from pathlib import Path

import catalogs
import extract_messages
import make
import pytest
from babel.core import Locale
from babel.localedata import locale_identifiers
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from extract_messages import EXAMPLE_VALUES, TEMPLATES
from languages import made_up_language, message_texts, right_to_left_text, spoken_language, translation
from palaces.app.i18n import PAGE_CATALOG, current_language
from palaces.features.keys.shortcuts import COMMON_SHORTCUTS
from palaces.ui.game_view import load_game_view
from palaces.ui.html import tag
from site_builder.pages import language_pages, page_texts
from tables import RELEASED_GAMES

from pygame_core import GAMES
from pygame_core.alhambra import components as alhambra_components
from pygame_core.alhambra import sentences as alhambra
from pygame_core.i18n import (
    LANGUAGES,
    RULES_CATALOG,
    MessageCatalog,
    Noun,
    Translations,
    format_number,
    join_phrases,
    message_hash,
    text_direction,
)
from pygame_core.medina import sentences as medina
from pygame_core.palazzo import components as palazzo_components
from pygame_core.palazzo import sentences as palazzo

TRANSLATED = catalogs.TRANSLATED_LANGUAGES
EACH_LANGUAGE = pytest.mark.parametrize("language", TRANSLATED)
EACH_CATALOG = pytest.mark.parametrize(("language", "name"), [*itertools.product(TRANSLATED, TEMPLATES)])
BUILDINGS = (("pavilion", 2), ("seraglio", 3), ("arcades", 8), ("chambers", 9), ("garden", 8), ("tower", 13))
FIXED_TERMS = {
    "fr": {
        r"\bpavilions?\b": "pavillon",
        r"\bseragli": "sérail",
        r"\barcades\b": "arcades",
        r"\bchambers\b": "chambres",
        r"\bdenars?\b": "dinar",
        r"\bducats?\b": "ducat",
        r"\bquarr(?:y|ies)\b": "carrière",
        r"\bmaster builder": "architecte",
        r"\bcertificates?\b": "certificat",
        r"\bsandstone\b": "grès",
        r"\bmarble\b": "marbre",
        r"\briders?\b": "cavalier",
        r"\bstables?\b": "écurie",
        r"\bmerchants?\b": "marchand",
        r"\brooftops?\b": "toit",
        r"\btea (?:tile|break)s?\b": "thé",
        r"\bpalace tiles?\b": "palais",
        r"\btower tiles?\b": "tour",
        r"\bseeds?\b": "graine",
        r"\bchallenge\b": "défi",
    },
    "de": {
        r"\bpavilions?\b": "Pavillon",
        r"\bseragli": "Serail",
        r"\barcades\b": "Arkade",
        r"\bchambers\b": "Gem[aä]ch",
        r"\bflorins?\b": "Gulden",
        r"\bducats?\b": "Dukaten",
        r"\bquarr(?:y|ies)\b": "Steinbr[uü]ch",
        r"\bmaster builder": "Baumeister",
        r"\bcertificates?\b": "Certificat",
        r"\bsandstone\b": "Sandstein",
        r"\bmarble\b": "Marmor",
        r"\briders?\b": "Reiter",
        r"\bstables?\b": "St[aä]ll",
        r"\bmerchants?\b": "Händler",
        r"\brooftops?\b": "D[aä]ch",
        r"\btea (?:tile|break)s?\b": "Tee",
        r"\bpalace tiles?\b": "Palast",
        r"\btower tiles?\b": "Turm",
        r"\bchallenge\b": "Herausforderung",
    },
}
"""For each language, the word that a translation has where the English has this term."""
FREE_OF_TERMS = re.compile(r"^\w+(?: \w+)?$")
"""Labels whose noun may be elsewhere."""
CODE = re.compile(
    r"`[^`]*`|\{[^}]*\}|<(\d+)>[\w:=-]*</\1>|<[^>]*>|&\w+;|https?:\S*|\b\w+[:=]\w+|“[^”]*[=:][^”]*”"
    r"|\b(?:bot|dask):|\bsave!|[\w-]+-[\w-]+: [\w*]+"
)
"""Parts of a message that are the same in every language."""


def messages_of(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def template(name: str) -> Catalog:
    with extract_messages.template_path(name).open("rb") as file:
        return read_po(file)


def placeholders(text: str) -> set[str]:
    return {field for _text, field, _form, _kind in string.Formatter().parse(text) if field is not None}


# -- whole -------------------------------------------------------------------------------------------------------------


@EACH_CATALOG
def test_every_message_is_translated_and_no_translation_is_unused(language: str, name: str) -> None:
    found = {
        (str(message.id), message.context): message for message in messages_of(catalogs.read_catalog(language, name))
    }
    assert found.keys() == {(str(message.id), message.context) for message in messages_of(template(name))}
    assert not [text for (text, _context), message in found.items() if not catalogs.is_translated(message)]


@EACH_CATALOG
def test_a_catalog_is_in_its_normal_form(language: str, name: str) -> None:
    kept = (catalogs.LOCALE / language / f"{name}.po").read_text("utf-8")
    assert kept == extract_messages.updated_translations(language, name), "run `python build/extract_messages.py`"


@EACH_CATALOG
def test_translations_have_the_placeholders_and_blanks_of_their_messages(language: str, name: str) -> None:
    if name == "pages":
        return  # `test_every_page_has_the_same_ids_links_and_code` compares what they become
    for message in messages_of(catalogs.read_catalog(language, name)):
        english = [placeholders(text) for text in message_texts(message)]
        for text in catalogs.translated_texts(message):
            first, *forms = text.split(" | ")
            assert placeholders(first) <= set.union(*english), message.id
            assert set.intersection(*english) - placeholders(first) <= ({"n"} if len(english) > 1 else set()), (
                message.id
            )
            assert all(": " in form for form in forms), message.id
            assert (first[:1].isspace(), first[-1:].isspace()) in {
                (one[:1].isspace(), one[-1:].isspace()) for one in message_texts(message)
            } | {(True, False), (True, True), (False, True)}, message.id  # French has a blank before some signs


@EACH_LANGUAGE
@pytest.mark.parametrize("name", ["pygame_core", "palaces"])
def test_a_message_with_roles_can_be_filled_with_any_text(language: str, name: str) -> None:
    for message in messages_of(catalogs.read_catalog(language, name)):
        for text in catalogs.translated_texts(message):
            filled = Noun.parse(text).format(**{field: EXAMPLE_VALUES.get(field, "3") for field in placeholders(text)})
            assert ("{" in filled) == ("{{" in text)  # some are filled twice


# -- names -------------------------------------------------------------------------------------------------------------


def names_by_placeholder() -> dict[str, list[str]]:
    """Return the names that a placeholder may meet, in the current language."""
    buildings = [alhambra_components.IDS[f"{name}-{n}"] for name, n in BUILDINGS]
    money = [
        [alhambra_components.IDS[card] for card in some.split()] for some in ("y1", "b2 b4", "y2 b2 g2", "o3 o3 o1")
    ]
    tiles = [palazzo_components.IDS[tile] for tile in ("brick-3-1", "marble-1-2", "sandstone-5-2")]
    coins = [palazzo_components.IDS[card] for card in ("r3", "b7", "y5", "c2")]
    return {
        "building": [alhambra.building_name(card, place) for card in buildings for place in (None, 0, 3)],
        "type": [alhambra.type_name(rank) for rank in range(6)],
        "cards": [*map(alhambra.cards_name, money), palazzo.cards_name(coins)],
        "card": [*(alhambra.money_name(card) for [card, *_more] in money), *map(palazzo.money_name, coins)],
        "tile": [*map(palazzo.tile_name, tiles)],
        "tiles": [palazzo.definite_tiles_name(tiles[:1]), palazzo.definite_tiles_name(tiles)],
        "colour": [medina.colour_name(colour) for colour in range(4)],
        "component": [medina.stable_name(), medina.merchant_name(), medina.wall_name(), medina.roof_name(True)],
        "currency": [alhambra.currency_name(place) for place in range(4)],
        "space": [medina.space_name(space) for space in ("c5", "N3", "E10")],
    }


@EACH_LANGUAGE
def test_every_role_that_a_sentence_asks_for_exists(language: str) -> None:
    """On some name, and on every phrase for a space of the board, which needs another article than a bare `c5`."""
    texts = [
        text
        for name in ("pygame_core", "palaces")
        for message in messages_of(catalogs.read_catalog(language, name))
        for text in catalogs.translated_texts(message)
    ]
    known = {role for text in texts for role in getattr(Noun.parse(text), "forms", {})}
    asked = {(field, role) for text in texts for field, role in re.findall(r"\{(\w+):\^?(\w+)\}", text)}
    assert {role for _field, role in asked} - known == set()
    with spoken_language(translation(language)):
        wall_space = medina.space_name("E10")
    assert isinstance(wall_space, Noun)
    assert {role for field, role in asked if field == "space"} - {*wall_space.forms} == set()


@EACH_LANGUAGE
def test_every_message_can_be_filled_with_every_name_that_it_may_meet(language: str) -> None:
    with spoken_language(translation(language)):
        names, filled = names_by_placeholder(), set()
    for name in ("pygame_core", "palaces"):
        for message in messages_of(catalogs.read_catalog(language, name)):
            for text in catalogs.translated_texts(message):
                fields = sorted(placeholders(text))
                for chosen in itertools.islice(
                    itertools.product(*(names.get(field, [Noun("3")]) for field in fields)), 99
                ):
                    filled.add(str(Noun.parse(text).format(**dict(zip(fields, chosen, strict=True)))))
    assert len(filled) > 3000
    doubled = re.compile(r"\b(?:de de|du le|de le|à le|de les|der der|den den|einen einen|le le|la la)\b|l’ ")
    assert not [text for text in filled if doubled.search(text) or " | " in text]


def test_the_forms_of_a_name_stay_through_lists_and_capitals() -> None:
    stable, wall = Noun.parse("Stall | den: den Stall | ~: m"), Noun.parse("Mauer | den: die Mauer | ~: f")
    both = join_phrases([stable, wall])
    assert f"{both:den}" == "den Stall and die Mauer"
    assert f"{stable:^den}" == "Den Stall"
    assert f"{both:~ist/p sind}" == "sind"
    assert f"{wall:~allein/f alleine}" == "alleine"
    assert f"{wall:dem}" == "Mauer"


def test_a_missing_translation_is_english() -> None:
    catalog = MessageCatalog()
    catalog.use(Translations({"language": "fr", "plural": "0" * 200, "hashes": [], "texts": []}))
    assert catalog.gettext("Pass") == "Pass"
    assert [catalog.ngettext("{n} point", "{n} points", n) for n in (1, 2)] == ["{n} point", "{n} points"]


def test_the_page_marks_a_missing_translation_as_english() -> None:
    catalog = MessageCatalog()
    catalog.use(Translations(catalogs.compile_catalog(Catalog(locale="fr"))))
    assert str(tag("p", catalog.gettext("Hello {name}").format(name="<b>"))) == (
        '<p><span lang="en" dir="ltr">Hello &lt;b&gt;</span></p>'
    )
    assert str(tag("p", catalog.ngettext("{n} day", "{n} days", 2).format(n=2))).count('lang="en"') == 1
    catalog.use(None)
    assert str(tag("p", catalog.gettext("Hello"))) == "<p>Hello</p>"


def test_the_direction_of_a_language_is_that_of_unicode() -> None:
    names = [name for name in locale_identifiers() if "_" not in name]
    assert {name for name in names if text_direction(name) != Locale.parse(name).text_direction} == set()
    source = '<!doctype html><html lang="en">'
    assert '<html lang="he" dir="rtl" ' in language_pages.translate_source(source, "he", lambda text: text)
    assert "dir=" not in language_pages.translate_source(source, "fr", lambda text: text)


def test_a_sign_stays_before_its_number_from_right_to_left() -> None:
    with spoken_language(made_up_language(right_to_left_text, "he")):
        assert [format_number(number) for number in (-5, "+4", 7, "×2")] == ["\u200e−5", "\u200e+4", "7", "\u200e×2"]
    assert format_number(-5) == "−5"


@pytest.mark.parametrize(("language", "said"), [("en", "the two 3s and 1 of ducats"), ("de", "Dukaten 3, 3 und 1")])
def test_equal_cards_are_listed_as_the_language_lists_them(language: str, said: str) -> None:
    with spoken_language(translation(language)) if language != "en" else nullcontext():
        cards = [alhambra_components.IDS[name] for name in ("o3", "o3", "o1")]
        assert str(alhambra.cards_name(cards)) == said


def test_messages_of_one_hash_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = Catalog(locale="fr")
    catalog.add("Pass", "Passer")
    assert catalogs.compile_catalog(catalog)["texts"] == ["Passer"]
    monkeypatch.setattr(catalogs, "message_hash", lambda _text, _context: message_hash("Pass"))
    catalog.add("Draw", "Piocher")
    with pytest.raises(SystemExit, match="hash of 'Draw'"):
        catalogs.compile_catalog(catalog)


# -- terms -------------------------------------------------------------------------------------------------------------


@EACH_CATALOG
def test_fixed_terms_are_used(language: str, name: str) -> None:
    wrong = []
    for message in messages_of(catalogs.read_catalog(language, name)):
        english = CODE.sub("", " ".join(message_texts(message)))
        if FREE_OF_TERMS.search(english):
            continue
        plain = " ".join(catalogs.translated_texts(message)).replace("\N{SOFT HYPHEN}", "")
        for term, word in FIXED_TERMS[language].items():
            if re.search(term, english, re.IGNORECASE) and not re.search(word, plain, re.IGNORECASE):
                wrong.append((english[:90], plain[:90], word))
    assert not wrong


@EACH_CATALOG
def test_signs_are_those_of_the_language(language: str, name: str) -> None:
    """French has a narrow blank before high signs, German quotes are low and high, and no apostrophe is straight."""
    wrong = []
    for message in messages_of(catalogs.read_catalog(language, name)):
        for text in catalogs.translated_texts(message):
            plain = CODE.sub("", text).replace("(save! ", "(").split(" | ")[0]
            if language == "fr" and re.search(r"[^\N{NARROW NO-BREAK SPACE}\s(]([;!?»]|:(?=\s|$))", plain):
                wrong.append(text)
            if language == "de" and re.search(r"[«»]|“[^”„]*”", plain):
                wrong.append(text)
            if re.search(r"\w'\w", plain):
                wrong.append(text)
    assert not wrong


# -- pages -------------------------------------------------------------------------------------------------------------


class _Outline(HTMLParser):
    """The ids, links and code of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids, self.links = list[str](), list[str]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [str(given["id"])] if "id" in given else []
        if tag == "a" and "hreflang" not in given:
            self.links.append(str(given.get("href")).replace("../../", "../"))  # other files are one folder further up


@pytest.fixture(scope="module")
def site() -> Path:
    make.build_site(force=False)
    return make.DIST


@EACH_LANGUAGE
def test_every_page_has_the_same_ids_links_and_code(site: Path, language: str) -> None:
    pages = [*site.glob("*.html"), *site.glob("rules/*.html")]
    assert len(pages) > 8
    for page in pages:
        there = site / language / page.relative_to(site)
        own, english = _Outline(there.read_text("utf-8")), _Outline(page.read_text("utf-8"))
        assert own.ids == english.ids, page
        assert sorted(own.links) == sorted(english.links), page
        assert f'lang="{language}"' in there.read_text("utf-8")[:400]


@EACH_LANGUAGE
def test_every_address_in_a_page_of_a_language_exists(site: Path, language: str) -> None:
    for page in [*(site / language).glob("[!4]*.html"), *(site / language).glob("rules/*.html")]:
        for address in re.findall(r'\b(?:href|src)="(\.\.?/[^"?#]*)', page.read_text("utf-8")):
            target = (page.parent / address).resolve()
            assert target.is_file() or (target / "index.html").is_file(), f"{page}: {address}"


def test_a_page_names_its_siblings_in_all_languages() -> None:
    """On a site with an address: search engines accept no relative ones."""
    tags = language_pages.alternate_links("rules/medina.html", "https://example.org/")
    assert re.findall(r'rel="alternate" hreflang="([\w-]+)"', tags) == [*LANGUAGES, "x-default"]
    assert 'href="https://example.org/fr/rules/medina.html"' in tags


def test_code_to_copy_embeds_a_game_in_the_language_of_its_page(site: Path) -> None:
    page = (site / "de/rules/embed.html").read_text("utf-8")
    assert page.count('&lt;palace-game lang="de" game="medina"') == 1
    assert page.count('<b class="site">SITE/</b>de/medina.html"&gt;Medina spielen&lt;/a') == 2
    assert '<b class="site">SITE/</b>de/embed.html?game=medina' in page
    assert "Play Medina" not in page


def test_drawn_coins_and_letters_of_the_rules_are_translated(site: Path) -> None:
    coins = (site / "fr/rules/alhambra.html").read_text("utf-8")
    assert 'role="img" aria-label="Ducat 7"' in coins
    assert not re.search(r'aria-label="\d of ', coins)
    assert re.search(r"plan-letter[^>]*>É</text>", (site / "fr/rules/medina.html").read_text("utf-8"))


def test_a_translation_that_breaks_the_tags_of_its_text_is_refused() -> None:
    [text] = page_texts.find_texts('<p>Pay <b class="n">one</b> or <a href="#A3">two</a>.</p>')
    assert text.message == "Pay <1>one</1> or <2>two</2>."
    assert text.to_html("<2>zwei</2> oder <1>eins</1>") == '<a href="#A3">zwei</a> oder <b class="n">eins</b>'
    for broken in (
        "<1>eins</1>",
        "<1>eins</2> <2>zwei</1>",
        "<1>eins</1> <2>zwei</2> <2>drei</2>",
        "<1>eins <2>zwei</2>",
    ):
        with pytest.raises(ValueError, match=r"tag|needs"):
            text.to_html(broken)


def test_a_text_without_a_translation_is_marked_as_english() -> None:
    html = page_texts.translate_page("<p>One</p><p>Two</p>", {"One": "Eins"}.get)
    assert html == '<p>Eins</p><p><span lang="en">Two</span></p>'


# -- a new language ----------------------------------------------------------------------------------------------------


def test_a_fourth_language_is_one_folder_and_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As docs/translating.md describes it: copy the templates, translate, and add the language to `LANGUAGES`."""
    for name in TEMPLATES:
        shutil.copyfile(extract_messages.template_path(name), tmp_path / f"{name}.pot")
    (tmp_path / "it").mkdir()
    for name in TEMPLATES:
        text = (tmp_path / f"{name}.pot").read_text("utf-8")
        text = text.replace('msgid "Pass"\nmsgstr ""', 'msgid "Pass"\nmsgstr "Passa"')
        text = text.replace('msgid "Your turn"\nmsgstr ""', 'msgid "Your turn"\nmsgstr "Tocca a te"')
        (tmp_path / f"it/{name}.po").write_text(text, "utf-8")
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    with spoken_language(translation("it")):
        assert current_language() == "it"
        assert PAGE_CATALOG.gettext("Your turn") == "Tocca a te"
        assert RULES_CATALOG.gettext("Pass") == "Passa"
        assert RULES_CATALOG.gettext("The game is over.") == "The game is over."
    assert json.loads(catalogs.compiled_json("it", "pages"))["pages"]["language"] == "it"
    for game in GAMES.values():
        assert game.sentences.game_title()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_the_usual_keys_of_a_language_differ(game: str, language: str) -> None:
    with nullcontext() if language == "en" else spoken_language(translation(language)):
        keys = "".join(row.default_keys for row in (*COMMON_SHORTCUTS, *load_game_view(game).shortcuts))
        letters = {row.name: row.default_keys for row in COMMON_SHORTCUTS}
    assert len({*keys}) == len(keys)
    assert letters["hint"] == {"en": "h", "fr": "c", "de": "t"}[language]
