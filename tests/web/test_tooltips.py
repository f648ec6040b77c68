"""Tests of tooltips: every sign has one sentence with its clause, and players can read the clause at the table."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import palaces.games
import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.panel_state import RulePanel
from palaces.features import rule_popup, tooltips
from palaces.loop import layout
from palaces.ui.html import Markup, escape
from screens import (
    Element,
    after_action,
    after_messages,
    effect_list,
    offered_messages,
    parse_markup,
    random_models,
    seated_model,
)

from pygame_core import GAMES
from pygame_core.bots import choose

PAGE_FOLDERS = [Path(folder) for folder in palaces.games.__path__]
TOOLTIP_ATTRIBUTE = re.compile(r'data-sign="([^"]*)"')


def clause_messages(game: str) -> dict[str, list[str]]:
    """Return the message of each clause on the rules page of a game, as `browser/web_apis.py` sends it."""
    [page] = [path for folder in PAGE_FOLDERS for path in folder.glob(f"{game}/rules.html")]
    found = re.split(r'<div class="clause" id="([A-Z]\d+)">', page.read_text("utf-8"))
    messages = {}
    for clause, text in zip(found[1::2], found[2::2], strict=True):
        heading, _mark, below = re.split(r'(<a class="mark".*?</a>)?</h3>', first_complete_part(text))
        links = re.sub(r'(?<=<a )href="([^"]*)"', lambda link: clause_link(game, link[1]), below)
        messages[clause] = ["clause", clause, heading.strip().removeprefix("<h3>").strip(), links.strip()]
    return messages


def clause_link(game: str, href: str) -> str:
    """Return the attributes of a link at the table, as the browser writes them."""
    attributes = rule_popup.clause_link_attributes(game, href)
    return " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())


def first_complete_part(text: str) -> str:
    """Return the text up to the end of the element that started before it, without the build's drawings."""
    depth = 0
    for tag in re.finditer(r"<(/?)div\b[^>]*>", text):
        depth += -1 if tag[1] else 1
        if depth < 0:
            said = re.sub(r"<!--.*?-->", "", text[: tag.start()])
            return said.replace("&nbsp;", "\u00a0").replace("&shy;", "\u00ad")
    raise AssertionError(text)


def touched_variants(model: Model) -> Iterator[Model]:
    """Yield the model itself, and after a tap on each target."""
    yield model
    if model.can_act:
        yield from (after_messages(model, message) for message in offered_messages(model) if message[0] == "touch")


def casual_game(game: str) -> Iterator[Model[Any, Any]]:
    """Yield a game in which all play like casual bots."""
    model = seated_model("you", "bot:casual", "bot:casual", game=game)
    while not model.shows_end:
        yield model
        action = choose("casual", model.match.view(model.mover), Random(len(model.match.log))).action
        model = after_messages(after_action(model, action), ["close"])


def tooltip_signs(model: Model) -> set[str]:
    """Return the signs on a screen."""
    return {name for markup in layout.render_screen(model).values() for name in TOOLTIP_ATTRIBUTE.findall(markup)}


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_is_drawn_somewhere_and_nothing_is_drawn_that_says_nothing(game: str) -> None:
    seen, counts = set[str](), GAMES[game].seat_counts
    games = [
        random_models(("you", *["bot:random"] * (seats - 1)), seats, game=game) for seats in (counts[0], counts[-1])
    ]
    for n, model in enumerate([*games[0], *games[1], *casual_game(game)]):
        for each in touched_variants(model) if n % 21 == 0 else [model][: n % 3 == 0]:
            seen |= tooltip_signs(each)
    assert seen == {*tooltips.game_tooltips(game)}


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_says_what_it_means_in_one_short_sentence_of_a_clause_that_there_is(game: str) -> None:
    clauses = clause_messages(game)
    for meaning in tooltips.game_tooltips(game).values():
        assert meaning.clause in clauses
        assert re.fullmatch(r"[A-Z][^.]*\.", meaning.text)
        assert len(meaning.text.split()) <= 18
        assert len(meaning.title.split()) <= 7
        assert not meaning.title.endswith(".")
    assert len({meaning.text for meaning in tooltips.game_tooltips(game).values()}) > len(clauses) / 9


def test_a_sign_is_asked_and_put_away() -> None:
    model = seated_model("you", "bot:random", "bot:random")
    asked, effects = update(model, ["explain", "pile"])
    assert "This many money cards are left" in layout.render_screen(asked)["meaning"]
    [said_aloud] = effect_list(effects)
    assert said_aloud[1].startswith("Number on the draw pile: This many")
    assert layout.render_screen(after_messages(asked, ["explain", ""])) == layout.render_screen(model)
    assert layout.render_screen(after_messages(asked, ["close"])) == layout.render_screen(model)
    assert after_messages(asked, ["explain", "no sign"]).shown_tooltip == ""
    assert after_messages(asked, ["explain", "pile"], ["play", model.match.legal()[0]]).shown_tooltip == ""


def test_what_is_said_stays_while_others_move() -> None:
    model = seated_model("you", "bot:random", "bot:random")
    waiting = after_messages(model, ["play", ["take", model.view["money"][0]]], ["explain", "pile"])
    assert waiting.bot_level
    moved = after_messages(waiting, ["bot", waiting.game_serial, len(waiting.match.log), waiting.match.legal()[0]])
    assert len(moved.match.log) > len(waiting.match.log)
    assert moved.shown_tooltip == "pile"


def test_one_sign_after_the_other_is_asked_while_every_touch_asks() -> None:
    model = after_messages(seated_model("you", "bot:random", "bot:random"), ["panel", "menu"])
    asking, effects = update(model, ["signs"])
    assert (asking.is_tooltip_mode, asking.panel_name, effects) == (True, "", [("walk", 0)])
    told = after_messages(asking, ["explain", "pile"])
    steps = [["walk", -1], ["walk", 1], ["signs"]]
    assert [step for step in offered_messages(told) if step in steps][-3:] == steps
    assert update(told, ["walk", 1])[1] == [("walk", 1)]
    assert update(model, ["walk", 1])[1] == []
    for away in (["signs"], ["close"], ["play", model.match.legal()[0]]):
        over = after_messages(told, away)
        assert (over.is_tooltip_mode, over.shown_tooltip) == (False, "")


def test_behind_a_curtain_no_sign_is_asked() -> None:
    model = seated_model("you", "you")
    curtain = change_model(model, curtain=True)
    assert update(curtain, ["signs"]) == (curtain, [])
    assert ["signs"] not in offered_messages(curtain)


# -- rules at the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_can_be_read_at_the_table(game: str) -> None:
    model = random_models(("you", "bot:random"), 2, game=game)[0]
    for clause, message in clause_messages(game).items():
        opened, effects = update(model, ["rule", clause])
        assert effect_list(effects) == [("reveal", "panel"), ("clause", game, clause)]
        sheet = panel_text(after_messages(opened, message))
        heading = next(element for element in sheet.descendants() if element.name == "h2")
        assert heading.text_content().endswith(f"Rule {clause}")
        assert len(sheet.text_content()) > len(heading.text_content()) + 20
        for link in (element for element in sheet.descendants() if element.name == "a"):
            href = link.attributes["href"] or ""
            assert href.startswith("./rules/"), href
            if "data-do" in link.attributes:
                assert link.data_value("data-do") == ["rule", href.partition("#")[2]]


def panel_text(model: Model) -> Element:
    return parse_markup(layout.render_screen(model)["panel"])


def test_a_clause_leads_to_those_that_it_names() -> None:
    model = after_messages(seated_model("you", "bot:random"), ["rule", "A1"], clause_messages("alhambra")["A1"])
    link = next(each for each in panel_text(model).descendants() if each.attributes.get("data-do") == '["rule","A19"]')
    assert after_messages(model, link.data_value("data-do")).panel == RulePanel("A19")


def test_rules_that_cannot_be_loaded_are_a_link_away() -> None:
    model = after_messages(seated_model("you", "bot:random"), ["rule", "A11"])
    assert "could not" not in panel_text(model).text_content()
    failed = after_messages(model, ["clause", "A11", "", ""])
    assert "The rules couldn't be loaded." in panel_text(failed).text_content()
    assert "./rules/alhambra.html#A11" in layout.render_screen(failed)["panel"]


def test_what_comes_for_another_clause_or_is_none_changes_nothing() -> None:
    model = seated_model("you", "bot:random")
    for message in (
        ["rule", "<img src=x>"],
        ["rule", "A111"],
        ["rule", ""],
        ["rule", 3],
        ["clause", "A11", "Late", "<p>late</p>"],
    ):
        assert update(model, message) == (model, [])
    opened = after_messages(model, ["rule", "A11"])
    assert after_messages(opened, ["clause", "A12", "Late", "<p>late</p>"]) == opened


def test_a_refusal_opens_its_clause_in_place() -> None:
    model = after_messages(seated_model("you", "bot:random", "bot:random"), ["play", ["buy", 0, ["y1"], "keep"]])
    assert model.refusal is not None
    link = next(
        each for each in parse_markup(Markup(layout.render_screen(model)["bar"])).descendants() if each.name == "a"
    )
    clause = model.refusal.clause
    assert link.attributes["href"] == f"./rules/alhambra.html#{clause}"
    opened = after_messages(model, json.loads(link.attributes["data-do"] or ""))
    assert opened.panel == RulePanel(clause or "")
    assert after_messages(opened, ["close"]).panel_name == ""
