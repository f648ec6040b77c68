"""Every sign of a table says what it means, in one sentence with its clause; and the clause is read at the table."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import palaces
import pytest
from palaces import meanings, screen
from palaces.html import Markup
from palaces.model import Model, RuleClause
from palaces.update import update
from screens import Element, journey, messages, parsed, plain, said, sat, turn

from pygame_core import GAMES
from pygame_core.bots import choose

PAGE = [Path(folder) for folder in palaces.__path__]
SIGN = re.compile(r'data-sign="([^"]*)"')


def rules(game: str) -> dict[str, str]:
    """By id, what each clause says on the rules page of a game, as a browser hands it over."""
    [page] = [path for folder in PAGE for path in folder.glob(f"{game}/rules.html")]
    found = re.split(r'<div class="clause" id="([A-Z]\d+)">', page.read_text("utf-8"))
    return {clause: whole(text) for clause, text in zip(found[1::2], found[2::2], strict=True)}


def whole(text: str) -> str:
    """What stands up to the end of the element that was begun before; what the build draws is left out."""
    depth = 0
    for tag in re.finditer(r"<(/?)div\b[^>]*>", text):
        depth += -1 if tag[1] else 1
        if depth < 0:
            said = re.sub(r"<!--.*?-->", "", text[: tag.start()])
            return said.replace("&nbsp;", "\u00a0").replace("&shy;", "\u00ad")
    raise AssertionError(text)


def shown(model: Model) -> Iterator[Model]:
    """A position as it comes, and with each thing touched that can be."""
    yield model
    if model.can_act:
        yield from (said(model, message) for message in messages(model) if message[0] == "touch")


def sensible(game: str) -> Iterator[Model]:
    """A game in which everybody plays as a casual computer player would."""
    model = sat("you", "bot:casual", "bot:casual", game=game)
    while model.mover is not None:
        yield model
        action = choose("casual", model.match.view(model.mover), Random(len(model.match.log))).action
        model = said(turn(model, action), ["close"])


def drawn(model: Model) -> set[str]:
    """The signs on a screen."""
    return {name for markup in screen.render_screen(model).values() for name in SIGN.findall(markup)}


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_is_drawn_somewhere_and_nothing_is_drawn_that_says_nothing(game: str) -> None:
    seen, counts = set[str](), GAMES[game].seat_counts
    games = [journey(("you", *["bot:random"] * (seats - 1)), seats, game=game) for seats in (counts[0], counts[-1])]
    for n, model in enumerate([*games[0], *games[1], *sensible(game)]):
        for each in shown(model) if n % 7 == 0 else [model]:
            seen |= drawn(each)
    assert seen == {*meanings.game_tooltips(game)}


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_says_what_it_means_in_one_short_sentence_of_a_clause_that_there_is(game: str) -> None:
    clauses = rules(game)
    for meaning in meanings.game_tooltips(game).values():
        assert meaning.clause in clauses
        assert re.fullmatch(r"[A-Z][^.]*\.", meaning.text)
        assert len(meaning.text.split()) <= 18
        assert len(meaning.title.split()) <= 7
        assert not meaning.title.endswith(".")
    assert len({meaning.text for meaning in meanings.game_tooltips(game).values()}) > len(clauses) / 9


def test_a_sign_is_asked_and_put_away() -> None:
    model = sat("you", "bot:random", "bot:random")
    asked, effects = update(model, ["explain", "pile"])
    assert "So many money cards are left" in screen.render_screen(asked)["meaning"]
    [said_aloud] = plain(effects)
    assert said_aloud[1].startswith("Money pile with its number: So many")
    assert screen.render_screen(said(asked, ["explain", ""])) == screen.render_screen(model)
    assert screen.render_screen(said(asked, ["close"])) == screen.render_screen(model)
    assert said(asked, ["explain", "no sign"]).shown_tooltip == ""
    assert said(asked, ["explain", "pile"], ["play", model.match.legal()[0]]).shown_tooltip == ""


def test_what_is_said_stays_while_others_move() -> None:
    model = sat("you", "bot:random", "bot:random")
    waiting = said(model, ["play", ["take", model.view["money"][0]]], ["explain", "pile"])
    assert waiting.bot_level
    moved = said(waiting, ["bot", waiting.game_serial, len(waiting.match.log), waiting.match.legal()[0]])
    assert len(moved.match.log) > len(waiting.match.log)
    assert moved.shown_tooltip == "pile"


def test_one_sign_after_the_other_is_asked_while_every_touch_asks() -> None:
    model = said(sat("you", "bot:random", "bot:random"), ["panel", "menu"])
    asking, effects = update(model, ["signs"])
    assert (asking.is_tooltip_mode, asking.panel, effects) == (True, "", [("walk", 0)])
    told = said(asking, ["explain", "pile"])
    steps = [["walk", -1], ["walk", 1], ["signs"]]
    assert [step for step in messages(told) if step in steps][-3:] == steps
    assert update(told, ["walk", 1])[1] == [("walk", 1)]
    assert update(model, ["walk", 1])[1] == []
    for away in (["signs"], ["close"], ["play", model.match.legal()[0]]):
        over = said(told, away)
        assert (over.is_tooltip_mode, over.shown_tooltip) == (False, "")


def test_behind_a_curtain_no_sign_is_asked() -> None:
    model = sat("you", "you")
    curtain = replace(model, curtain=True)
    assert update(curtain, ["signs"]) == (curtain, [])
    assert ["signs"] not in messages(curtain)


# -- rules at the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_can_be_read_at_the_table(game: str) -> None:
    model = journey(("you", "bot:random"), 2, game=game)[0]
    for clause, text in rules(game).items():
        opened, effects = update(model, ["rule", clause])
        assert plain(effects) == [("reveal", "panel"), ("clause", game, clause)]
        sheet = panel(said(opened, ["clause", clause, text]))
        heading = next(element for element in sheet.walk() if element.name == "h2")
        assert heading.text().endswith(f"Rule {clause}")
        assert len(sheet.text()) > len(heading.text()) + 20
        for link in (element for element in sheet.walk() if element.name == "a"):
            href = link.attributes["href"] or ""
            assert href.startswith("./rules/"), href
            if "data-do" in link.attributes:
                assert link.data("data-do") == ["rule", href.partition("#")[2]]


def panel(model: Model) -> Element:
    return parsed(screen.render_screen(model)["panel"])


def test_a_clause_leads_to_those_that_it_names() -> None:
    model = said(sat("you", "bot:random"), ["rule", "A1"], ["clause", "A1", rules("alhambra")["A1"]])
    link = next(each for each in panel(model).walk() if each.attributes.get("data-do") == '["rule","A19"]')
    assert said(model, link.data("data-do")).shown_clause == RuleClause("A19")


def test_rules_that_cannot_be_loaded_are_a_link_away() -> None:
    model = said(sat("you", "bot:random"), ["rule", "A11"])
    assert "could not" not in panel(model).text()
    for text in ("", "<p>Another page altogether.</p>"):
        failed = said(model, ["clause", "A11", text])
        assert "The rules could not be loaded." in panel(failed).text()
        assert "./rules/alhambra.html#A11" in screen.render_screen(failed)["panel"]


def test_what_comes_for_another_clause_or_is_none_changes_nothing() -> None:
    model = sat("you", "bot:random")
    for message in (
        ["rule", "<img src=x>"],
        ["rule", "A111"],
        ["rule", ""],
        ["rule", 3],
        ["clause", "A11", "<p>late</p>"],
    ):
        assert update(model, message) == (model, [])
    opened = said(model, ["rule", "A11"])
    assert said(opened, ["clause", "A12", "<p>late</p>"]) == opened


def test_a_refusal_opens_its_clause_in_place() -> None:
    model = said(sat("you", "bot:random", "bot:random"), ["play", ["buy", 0, ["y1"], "keep"]])
    assert model.refusal is not None
    link = next(each for each in parsed(Markup(screen.render_screen(model)["bar"])).walk() if each.name == "a")
    clause = model.refusal.clause
    assert link.attributes["href"] == f"./rules/alhambra.html#{clause}"
    opened = said(model, json.loads(link.attributes["data-do"] or ""))
    assert (opened.panel, opened.shown_clause) == ("rule", RuleClause(clause or ""))
    assert said(opened, ["close"]).panel == ""
