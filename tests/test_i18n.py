"""Tests of translations: in a made-up language, the screen has no English word left."""

import ast
import json
import re
import string
from collections.abc import Iterator
from random import Random
from typing import Any

import catalogs
import extract_messages
import palaces.app.i18n
import pytest
from json_messages import update
from languages import (
    clear_caches,
    made_up_language,
    message_texts,
    spoken_language,
    template_catalogue,
)
from model_changes import change_model
from palaces.app import routing
from palaces.app.i18n import PAGE_CATALOG
from palaces.app.model import Model
from palaces.app.panel_state import WhyPanel
from palaces.app.thinking import BotReasoning
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.prerender import home
from palaces.prerender.site_bar import SITE_NAME
from palaces.ui.html import Markup
from tables import refusal_of
from test_medina_events import EVENT_STORIES as MEDINA
from test_medina_events import told_sentences as told_of_medina
from test_medina_moves import REFUSALS as MEDINA_REFUSALS
from test_palazzo_events import EVENT_STORIES, told_sentences
from test_palazzo_rules import REFUSED_ACTIONS

import pygame_core.i18n
from pygame_core import Illegal, Match
from pygame_core.alhambra.state import Alhambra
from pygame_core.bots import Budget, choose
from pygame_core.bots.win_probability import win_probability_history
from pygame_core.i18n import LANGUAGES, RULES_CATALOG, Translations
from pygame_core.match import require_game

WIDE_LETTERS = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
PLACEHOLDER = re.compile(r"(\{\w*\})")
ENGLISH = re.compile(r"[A-Za-z]{2,}|\b[a-z]\b")  # scorings are called A, B and C in every language
TWO_PLAYOUTS = Budget(playouts=2)
NAMES = ("Ω1", "Ω2", "Ω3", "Ω4")


def made_up_text(message: str) -> str:
    """Return a message in the made-up language: wide letters in brackets, with unchanged placeholders."""
    parts = PLACEHOLDER.split(message)
    return "⟦" + "".join(part if PLACEHOLDER.fullmatch(part) else part.translate(WIDE_LETTERS) for part in parts) + "⟧"


def visible_text(markup: Markup) -> Iterator[str]:
    """Yield all texts of a markup that people read or hear, except key names."""
    text = re.sub(r"<kbd>.*?</kbd>", "", markup)
    yield from re.findall(r'\s(?:aria-label|title|placeholder|alt|data-(?:problem|name|player))="([^"]*)"', text)
    yield from (re.sub(r"&(?:#39|\w+);", "", part) for part in re.sub(r"<[^>]*>", "\n", text).split("\n"))


@pytest.fixture
def _made_up_language() -> Iterator[None]:
    """Switch both packages to the made-up language, and afterwards back to English."""
    with spoken_language(made_up_language(made_up_text)):
        yield


def test_no_sentence_of_another_language_stays_in_a_cache(request: pytest.FixtureRequest) -> None:
    board = start_game(routing.Address("medina", ("you", "bot:random")))[0]
    before = layout.render_screen(board)
    request.getfixturevalue("_made_up_language")
    assert layout.render_screen(board) != before
    PAGE_CATALOG.use(None)
    RULES_CATALOG.use(None)
    clear_caches()
    assert layout.render_screen(board) == before


def touched_models(seats: tuple[str, ...], seed: int) -> Iterator[Model[Any, Any]]:
    """Yield models of a whole game by the first or last legal action, with everything that opens on the way."""
    model = start_game(routing.Address(seats=seats, names=NAMES[: len(seats)], seed=seed, speed="fast"))[0]
    while not model.shows_end:
        yield model
        model = update(model, ["ready"])[0] if model.curtain else model
        if model.paused_for_panel:
            model = update(model, ["close"])[0]
            continue
        if model.can_act:
            yield from touched_variants(model)
        yield change_model(model, bot_restarted=True)
        actions = model.match.legal()
        action = actions[-1] if len(model.match.log) % 3 else actions[0]
        message = ["bot", model.game_serial, len(model.match.log), action] if model.bot_level else ["play", action]
        model = update(model, message)[0]
    yield model


def touched_variants(model: Model[Any, Any]) -> Iterator[Model[Any, Any]]:
    """Yield the model after single taps, and after the choice of all cards of a currency."""
    hand = model.match.view(model.viewer)["hands"][model.viewer]
    for place in range(4):
        model = update(model, ["touch", "place", place])[0]
        yield model
        for card in hand:
            model = update(model, ["touch", "card", card])[0]
            yield model
    for card in model.match.view(None)["money"]:
        model = update(model, ["touch", "open", card])[0]
        yield model


def refusal_sentences(match: Match[Alhambra]) -> Iterator[str]:
    """Yield the sentences for impossible actions, saves and addresses."""
    yard = match.view(None)["yard"]
    for action in (
        ["pass"],
        ["take", "y9", "y9", "y9"],
        ["take", *sorted(match.view(None)["money"], key=lambda card: ("ybgo".index(card[0]), card))],
        ["buy", 0, ["b1"], "keep"],
        ["buy", 0, ["y1"], "give"],
        ["buy", next(n for n in range(4) if yard[n]), ["y1"], "keep"],
        ["dance"],
    ):
        refusal = match.allows(action)
        if refusal:
            yield refusal.message
    for save in (
        "{",
        "[]",
        "{}",
        match.save() | {"rules": 99},
        match.save() | {"log": [1]},
        match.save() | {"seats": []},
    ):
        with pytest.raises(Illegal) as refused:
            Match.load(save)
        yield refused.value.message
    for query in ("game=1", "seats=1", "seats=you", "seed=-", "table=-"):
        with pytest.raises(Illegal) as refused:
            routing.parse_query(query)
        yield refused.value.message
    yield from routing.parse_query("1=1&speed=1&lang=1")[1]


@pytest.mark.parametrize("name", extract_messages.PACKAGES)
def test_no_sentence_calls_a_space_as_only_saves_do(name: str) -> None:
    """No board shows a name such as N3."""
    sentences = [str(message.id) for message in extract_messages.extract_messages(extract_messages.PACKAGES[name])]
    assert len(sentences) > 100
    assert not [said for said in sentences if re.search(r"\b[NESW]\d{1,2}\b", said)]


@pytest.mark.parametrize("name", extract_messages.TEMPLATES)
def test_the_templates_are_those_of_the_sources(name: str) -> None:
    kept = extract_messages.template_path(name).read_text("utf-8")
    assert kept == extract_messages.build_template(name), (
        "sentences have changed: run `python build/extract_messages.py`"
    )
    assert not re.search(r"POT-Creation-Date|:\d+$|fuzzy", kept, re.MULTILINE)


@pytest.mark.parametrize("name", extract_messages.PACKAGES)
def test_both_numbers_of_a_message_have_the_same_placeholders_and_all_have_names(name: str) -> None:
    messages = [message_texts(message) for message in template_catalogue(name) if message.id]
    assert len(messages) > 50
    for texts in messages:
        parsed = [[*string.Formatter().parse(text)] for text in texts]
        fields = [{field for _text, field, _form, _kind in parts if field is not None} for parts in parsed]
        assert all(some == fields[0] for some in fields)
        assert all(field.isidentifier() for field in fields[0])
        assert not any(re.search("%.", text) for text in texts)  # the placeholders of another format


SOURCES = [path for folder in ("web/palaces", "pygame_core") for path in (catalogs.ROOT / folder).rglob("*.py")]


def test_every_message_is_where_the_extraction_finds_it() -> None:
    """It finds none inside an f-string."""
    functions = ("_", "N_", "ngettext", "pgettext", "npgettext")
    hidden = []
    for path in SOURCES:
        for text in ast.walk(ast.parse(path.read_text("utf-8"))):
            for call in ast.walk(text) if isinstance(text, ast.JoinedStr) else ():
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in functions:
                    hidden += [f"{path.name}:{call.lineno}"] * isinstance(call.args[0], ast.Constant)
    assert not hidden


def test_only_the_terminal_gets_its_messages() -> None:
    page, terminal = (
        Translations(json.loads(catalogs.compiled_json("fr", "pygame_core", for_terminal=is_it))["pygame_core"])
        for is_it in (False, True)
    )
    assert (page.find("your hand"), terminal.find("your hand")) == (None, "votre main")
    assert page.find("Pass") == terminal.find("Pass") == "Passer"


@pytest.mark.usefixtures("_made_up_language")
@pytest.mark.parametrize("seats", [("you", "bot:random"), ("bot:casual", "you", "bot:random", "you")], ids=len)
def test_no_english_word_is_left_on_the_screen(seats: tuple[str, ...]) -> None:
    seen: set[str] = set()
    read: set[Markup] = set()
    for n, model in enumerate(touched_models(seats, 1)):
        panels = [
            model.panel_name,
            *(("menu", "keys", "log", "undo", *"AB"[: len(model.match.view(None)["scorings"])]) if n % 40 == 0 else ()),
        ]
        for panel in panels:
            open_ = change_model(model, panel=panel)
            markups = (
                layout.render_screen(open_).values()
                if n % 40
                else [layout.render_page(open_, layout.render_screen(open_))]
            )
            seen.update(text for markup in {*markups} - read for text in visible_text(markup))
            read.update(markups)
        seen.add(layout.page_title(model))
    seen.update(visible_text(layout.render_page(model, layout.render_screen(model))))
    assert any("⟦" in text for text in seen)
    assert not sorted(text for text in seen if ENGLISH.search(text) or "{" in text)


@pytest.mark.usefixtures("_made_up_language")
def test_no_english_word_is_left_in_what_is_announced_refused_or_noticed() -> None:
    seen = []
    address = routing.Address(seats=("you", "you", "bot:random"), names=NAMES[:3], seed=2)
    model: Model[Any, Any] = start_game(address)[0]
    for message in (
        ["undo"],
        ["play", ["pass"]],
        ["ready"],
        ["undo"],
        ["play", ["pass"]],
        ["touch", "place", 0],
        ["load", "{"],
    ):
        model, effects = update(model, message)
        seen += [effect[1] for effect in effects if effect[0] == "announce"]
    seen += [notice.text for notice in model.notices]
    seen += refusal_sentences(model.whole_match)
    for _turn in range(20):
        action = model.match.legal()[-1]
        model, effects = update(
            model, ["bot", 0, len(model.match.log), action] if model.bot_level else ["play", action]
        )
        model = update(update(model, ["close"])[0], ["ready"])[0]
        seen += [effect[1] for effect in effects if effect[0] == "announce"]
    assert len(seen) > 40
    codes = re.compile(r"“[^”]*”|\byou(⟦, ⟧bot:\w+)+|⟦ｉｔ ｈａｓ ｎｏ.*|'\w+'|\[\".*\]")
    assert not [text for text in seen if "⟦" not in text or ENGLISH.search(codes.sub("", text))]


@pytest.mark.usefixtures("_made_up_language")
@pytest.mark.parametrize("game", pygame_core.GAMES)
def test_no_english_word_is_left_on_any_screen_in_what_bots_think_and_in_how_a_game_went(game: str) -> None:
    seats = tuple({"name": name, "kind": kind} for name, kind in zip(NAMES, ("human", "bot:skilled"), strict=False))
    match, rng, seen = Match.new(require_game(game), seats, 5), Random(2), set()
    model = start_game(routing.address_of_match(match, routing.Address()), match)[0]
    read: set[Markup] = set()
    while not model.shows_end:
        drawn = {*layout.render_screen(model).values()}
        seen |= {text for markup in drawn - read for text in visible_text(markup)}
        read |= drawn
        decision = choose(
            ("master", "skilled", "beginner", "random")[rng.randrange(4)],
            model.match.view(model.mover),
            rng,
            TWO_PLAYOUTS,
        )
        found = BotReasoning(decision, model.match.view(None))
        if model.can_act and rng.random() < 0.2:
            for asked in (change_model(model, hint=None, panel="hint"), change_model(model, hint=found, panel="hint")):
                seen |= {*visible_text(layout.render_screen(asked)["panel"])}
        n, bot = len(model.match.log), bool(model.bot_level)
        action = ["bot", model.game_serial, n, decision.action] if bot else ["play", decision.action]
        model = update(update(model, action)[0], ["close"])[0]
        if bot and rng.random() < 0.2:
            told = change_model(model, bot_reasoning={n: found}, panel_subject=n, panel="why")
            seen |= {*visible_text(layout.render_screen(told)["panel"])}
            unanswered = change_model(told, bot_reasoning={}, panel=WhyPanel(n, is_unanswered=True))
            seen |= {*visible_text(layout.render_screen(unanswered)["panel"])}
    seen |= {*visible_text(layout.render_page(model, layout.render_screen(model)))}
    model = change_model(model, win_probabilities=tuple(map(tuple, win_probability_history(model.whole_match.save()))))
    seen |= {
        text
        for n in (0, 9)
        for part in layout.render_screen(update(model, ["show", n])[0]).values()
        for text in visible_text(part)
    }
    spaces = re.compile(  # columns, stacks
        r"\b[a-p][0-9]{1,2}\b|(?<= )[a-p](?= )|^[a-zA-Z]$|\b[a-p](?=⟧)|(?<=⟦)[a-p](?=:)|\bI{2,3}\b"
    )
    assert any("⟦" in text for text in seen)
    assert not sorted(text for text in seen if ENGLISH.search(spaces.sub("", text)) or "{" in text)


@pytest.mark.usefixtures("_made_up_language")
def test_no_english_word_is_left_on_the_home_page() -> None:
    seen = [
        *visible_text(Markup(re.sub(r"<svg.*?</svg>", "", home.render_home_content())))
    ]  # pictures have letters, not words
    names = {SITE_NAME, *LANGUAGES.values()}
    assert not [text for text in seen if text not in names and ENGLISH.search(re.sub(r"\{\w+\}", "", text))]


@pytest.mark.usefixtures("_made_up_language")
def test_no_english_word_is_left_in_what_palazzo_says() -> None:
    seen = [
        said
        for state, action, draws, _ in EVENT_STORIES
        for said in told_sentences(state.copy(), *action, draws=draws, names=NAMES)
    ]
    seen += [refusal_of(state, *action).message for state, action, _, _ in REFUSED_ACTIONS.values()]
    assert not [text for text in seen if "⟦" not in text or ENGLISH.search(text)]


@pytest.mark.usefixtures("_made_up_language")
def test_no_english_word_is_left_in_what_medina_says() -> None:
    seen = [said for state, action, draws, _ in MEDINA for said in told_of_medina(state.copy(), *action, draws=draws)]
    seen += [refusal_of(state, *action).message for state, action, _, _ in MEDINA_REFUSALS]
    spaces = re.compile(r"\b[a-p][0-9]{1,2}\b|(?<= )[a-p](?=[ ⟧])")  # and columns
    names = re.compile("|".join(["Ada", "Bob", "Cleo", "Dan"]))
    assert not [text for text in seen if "⟦" not in text or ENGLISH.search(names.sub("", spaces.sub("", text)))]


def test_a_level_that_is_not_known_is_shown_as_it_is_written() -> None:
    assert palaces.app.i18n.level_label("genius") == "genius"
