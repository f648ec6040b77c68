"""Tests of accessible names of controls, headings and drawings: they include all visible text and no stray letters."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from model_changes import change_model
from palaces.app.model import Model
from palaces.ui import svg
from palaces.ui.game_view import game_view_of
from screens import Element, parse_markup, parse_page, random_models
from tables import RELEASED_GAMES

pytestmark = pytest.mark.parametrize("game", RELEASED_GAMES)


def screens_with_panels(game: str) -> Iterator[Element]:
    """Yield screens of a game with its panels."""
    models = random_models(("you", "bot:casual", "bot:random"), 1, game=game)
    for model in (*models[::29], models[-1]):
        yield from map(parse_page, open_everything(model))


def open_everything(model: Model) -> Iterator[Model]:
    yield model
    yield from (
        change_model(model, panel=panel, paused_for_panel=False)
        for panel in ("menu", "log", *game_view_of(model).overflow_panels(model))
    )
    yield from (
        change_model(model, panel=panel, paused_for_panel=False) for panel in game_view_of(model).menu_panels(model)
    )
    yield change_model(model, panel="seat", panel_subject=1, paused_for_panel=False)


def spoken_words(text: str) -> set[str]:
    """Return the words of a text in lower case, without figures, signs and single letters."""
    return {word for word in re.split(r"[\W\d_]+", text.casefold()) if len(word) > 1}


def visible_text(element: Element) -> str:
    """Return the visible text of an element."""
    if "unseen" in (element.attributes.get("class") or "").split() or element.name == "title":
        return ""
    return " ".join(child if isinstance(child, str) else visible_text(child) for child in element.children)


def test_a_label_has_every_word_that_is_seen(game: str) -> None:
    """WCAG 2.5.3: users of speech input say the visible words."""
    for page in screens_with_panels(game):
        for element in page.descendants():
            if element.name in {"button", "a"} and "aria-label" in element.attributes:
                assert spoken_words(visible_text(element)) <= spoken_words(element.accessible_name()), (
                    visible_text(element),
                    element.accessible_name(),
                )


def test_a_label_has_every_figure_that_is_drawn(game: str) -> None:
    models = [model for model in random_models(("you", "bot:casual", "bot:random"), 1, game=game) if model.can_act]
    for page in map(parse_page, models[::5]):
        for element in page.descendants():
            if element.name == "button" and "aria-label" in element.attributes:
                name = element.accessible_name()
                figures = re.findall(r"\d+", visible_text(element))
                assert {*figures} <= {*re.findall(r"\d+", name)}, (figures, name)


def test_headings_have_no_gaps(game: str) -> None:
    for page in screens_with_panels(game):
        levels = [int(element.name[1]) for element in page.descendants() if re.fullmatch("h[1-6]", element.name)]
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels)), levels


def test_whatever_is_drawn_by_name_is_there(game: str) -> None:
    """The catalog of symbols and their uses may be in different modules."""
    signs = {element.attributes.get("id") for element in parse_markup(svg.seat_sign_sprites()).descendants()}
    for page in screens_with_panels(game):
        there = signs | {element.attributes.get("id") for element in page.descendants()}
        used = {str(element.attributes["href"]) for element in page.descendants() if element.name == "use"}
        assert used
        assert {href.removeprefix("#") for href in used} <= there


def test_no_letter_of_a_drawing_is_heard(game: str) -> None:
    for page in screens_with_panels(game):
        for drawing in labelled_elements(page):
            assert drawing.name != "text", drawing.text_content()


def labelled_elements(element: Element) -> Iterator[Element]:
    """Yield every element that screen readers can reach and that is not part of a labeled one."""
    if element.attributes.get("aria-hidden") == "true" or element.attributes.get("role") == "img":
        return
    yield element
    for child in element.children:
        if isinstance(child, Element):
            yield from labelled_elements(child)
