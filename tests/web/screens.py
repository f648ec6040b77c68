"""Screens for tests: markup parsed strictly, and whole games played through `update` with all their models."""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from html import unescape
from typing import Any

from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import DEFAULT_GAME, Address
from palaces.app.settings import Speed
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.ui.html import Markup
from tables import state_snapshot

SEATS_BY_COUNT = {n: ("you", *("bot:random", "bot:casual") * 3)[:n] for n in range(2, 7)}
"""Tables of one person with bots, by number of seats."""


# -- markup ------------------------------------------------------------------------------------------------------------

START_TAG = re.compile(r'<[a-zA-Z][\w-]*( [a-zA-Z][\w:-]*(="[^"<>]*")?)*/?>')
TAG_NAME = re.compile(r"[a-zA-Z][\w-]*")
ATTRIBUTE = re.compile(r' ([a-zA-Z][\w:-]*)(="[^"]*")?')
TOKEN = re.compile(r"<[^<>]*>|[^<>]+")
ESCAPE = re.compile(r"&#?\w*;?")
KNOWN_ESCAPES = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}
ALLOWED_CHILDREN = {"ul": {"li"}, "ol": {"li"}, "tr": {"td", "th"}, "tbody": {"tr"}, "thead": {"tr"}, "tfoot": {"tr"}}
ALLOWED_CHILDREN |= {"table": {"caption", "thead", "tbody", "tfoot"}, "dl": {"div"}}
PHRASE_ELEMENTS = {"a", "b", "em", "h1", "h2", "kbd", "p", "small", "span"}
"""Elements with phrasing content only. Browsers would move a block out of them."""
BLOCK_ELEMENTS = {"div", "p", "ul", "ol", "dl", "table", "section", "h1", "h2", "button", "aside", "main", "header"}
PHRASE_PARENTS = PHRASE_ELEMENTS | {"button"}


@dataclass(slots=True)
class Element:
    """An element of a page; `children` are elements and texts."""

    name: str
    attributes: dict[str, str | None]
    children: list["Element | str"] = field(default_factory=list)

    def descendants(self) -> Iterator["Element"]:
        """Yield this element and all elements below it."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.descendants()

    def text_content(self, aloud: bool = False) -> str:
        """Return its text; with `aloud`, without text that is hidden from screen readers."""
        if aloud and self.attributes.get("aria-hidden") == "true":
            return ""
        return "".join(child if isinstance(child, str) else child.text_content(aloud) for child in self.children)

    def accessible_name(self) -> str:
        """Return its accessible name."""
        return (self.attributes.get("aria-label") or self.text_content(aloud=True)).strip()

    def data_value(self, name: str) -> Any:
        """Return the JSON value of a `data-` attribute."""
        return json.loads(self.attributes[name] or "")


@lru_cache(maxsize=65_536)
def _parse_start_tag(written: str) -> tuple[str, dict[str, str | None]]:
    """Return a start tag's name and attributes."""
    assert START_TAG.fullmatch(written), written
    name, *_rest = TAG_NAME.findall(written)
    found = [(key.lower(), _unescape_text(value[2:-1]) if value else None) for key, value in ATTRIBUTE.findall(written)]
    attributes = dict(found)
    assert len(attributes) == len(found), f"an attribute twice: {written}"
    return name.lower(), attributes


@lru_cache(maxsize=65_536)
def _unescape_text(written: str) -> str:
    """Return the text of escaped markup."""
    assert set(ESCAPE.findall(written)) <= KNOWN_ESCAPES, f"not escaped: {written!r}"
    return unescape(written)


def parse_markup(markup: Markup) -> Element:
    """Return markup as a tree.

    It accepts only markup that browsers need not repair: quoted attributes, closed elements, escaped text, valid
    parents, no comments and no declarations.
    """
    assert type(markup) is Markup
    root = Element("root", {})
    above = [root]
    tokens = TOKEN.findall(markup)
    assert sum(map(len, tokens)) == len(markup), f"not escaped: {markup}"
    for token in tokens:
        if token[0] != "<":
            above[-1].children.append(_unescape_text(token))
        elif token[1] == "/":
            assert f"</{above.pop().name}>" == token.lower(), token
        else:
            name, attributes = _parse_start_tag(token)
            parent = above[-1]
            assert name in ALLOWED_CHILDREN.get(parent.name, {name}), f"{name} in {parent.name}"
            assert name not in BLOCK_ELEMENTS or not any(each.name in PHRASE_PARENTS for each in above), token
            element = Element(name, attributes)
            parent.children.append(element)
            if name == "input":  # the only void element in use
                assert token[-2] != "/", token
            elif token[-2] != "/":
                above.append(element)
    assert above == [root], f"not closed: {[element.name for element in above]}"
    return root


def elements_of_class(root: Element, class_: str) -> list[Element]:
    """Return every element of a class."""
    return [each for each in root.descendants() if class_ in (each.attributes.get("class") or "").split()]


@lru_cache(maxsize=4096)
def parse_region(markup: Markup) -> Element:
    """Return a region's markup as a tree. Many screens share it, so do not change it."""
    return parse_markup(markup)


@lru_cache(maxsize=4096)
def region_elements(markup: Markup) -> tuple[Element, ...]:
    """Return every element of a region."""
    return tuple(parse_region(markup).descendants())


@lru_cache(maxsize=4096)
def region_controls(markup: Markup) -> tuple[list[list[Any]], list[list[Any]]]:
    """Return the actions and messages of a region's controls, except disabled ones."""
    acting = [element for element in region_elements(markup) if "data-act" in element.attributes]
    saying = [element for element in region_elements(markup) if "data-do" in element.attributes]
    on = [element for element in saying if "disabled" not in element.attributes]
    return [element.data_value("data-act") for element in acting], [element.data_value("data-do") for element in on]


def parse_page(model: Model) -> Element:
    """Return the whole page with its skeleton. Pages share parts of it, so do not change it."""
    regions = layout.render_screen(model)
    return _fill_regions(parse_region(layout.render_page(model, dict.fromkeys(regions, Markup()))), regions)


def _fill_regions(skeleton: Element, regions: Mapping[Any, Markup]) -> Element:
    """Return a page with its regions in their places."""
    name = skeleton.attributes.get("id")
    children = [_fill_regions(child, regions) if isinstance(child, Element) else child for child in skeleton.children]
    return Element(
        skeleton.name, skeleton.attributes, parse_region(regions[name]).children if name in regions else children
    )


def screen_elements(model: Model) -> list[Element]:
    """Return every element of the whole screen."""
    return [element for markup in layout.render_screen(model).values() for element in region_elements(markup)]


def offered_actions(model: Model) -> list[list[Any]]:
    """Return the actions of the controls on screen."""
    return [action for markup in layout.render_screen(model).values() for action in region_controls(markup)[0]]


def offered_messages(model: Model) -> list[list[Any]]:
    """Return the messages of the controls on screen, except disabled ones."""
    return [message for markup in layout.render_screen(model).values() for message in region_controls(markup)[1]]


# -- play --------------------------------------------------------------------------------------------------------------


def model_snapshot(model: Model) -> str:
    """Return everything in a model as text, to store and compare."""
    match, table = model.whole_match, model.table
    rest = [table.viewer, table.selection, table.curtain]
    rest += [getattr(model, each.name) for each in fields(model) if each.name != "table"]
    return "\n".join([json.dumps(match.save()), state_snapshot(match.state), repr(match.events(None)), repr(rest)])


def seated_model(
    *seats: str, names: tuple[str, ...] = (), seed: int = 1, speed: Speed = "instant", game: str = DEFAULT_GAME
) -> Model[Any, Any]:
    """Return a new game at such a table, without the curtain."""
    model = start_game(Address(game=game, seats=seats, names=names, seed=seed, speed=speed))[0]
    return update(model, ["ready"])[0] if model.curtain else model


def effect_list(effects: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return effects as a list, so that tests can inspect any of them."""
    return [*effects]


def after_messages(model: Model, *sent: list[Any]) -> Model[Any, Any]:
    """Return the model after these messages."""
    for message in sent:
        model = update(model, message)[0]
    return model


def after_action(model: Model, action: list[Any]) -> Model[Any, Any]:
    """Return the model after the seat to move has played this."""
    if model.bot_level:
        return after_messages(model, ["bot", model.game_serial, len(model.match.log), action])
    return after_messages(model, ["play", action])


@lru_cache(maxsize=64)
def random_models(
    seats: tuple[str, ...], seed: int, names: tuple[str, ...] = (), speed: Speed = "fast", game: str = DEFAULT_GAME
) -> tuple[Model[Any, Any], ...]:
    """Return every model of a random game played through `update`, with the end. Scorings are read, curtains opened."""
    chance = random.Random(seed)
    model = start_game(Address(game, seats, names, seed, speed=speed))[0]
    models = [model]
    while not model.shows_end:
        if model.paused_for_panel:
            model = after_messages(model, ["close"])
        elif model.curtain and not model.bot_level:
            model = after_messages(model, ["ready"])
        else:
            model = after_action(model, chance.choice(model.match.legal()))
        models.append(model)
    return tuple(models)


def first_model_where(seats: tuple[str, ...], seed: int, until: Any, names: tuple[str, ...] = ()) -> Model[Any, Any]:
    """Return the first model of a random game for which `until` holds."""
    return next(model for model in random_models(seats, seed, names) if until(model))
