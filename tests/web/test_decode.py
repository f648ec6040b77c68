"""Tests of messages from outside: a part of another type, a missing or an additional part makes them invalid."""

from collections.abc import Iterator
from itertools import product
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import pytest
from palaces.app.decode import DECODERS_BY_VERB, decode_message
from palaces.app.messages import CommonPanelName, GamePanelName, Message, Verb
from palaces.app.panel_state import LESSON_PANEL, MENU_PANELS
from palaces.app.settings import SettingMessage
from palaces.loop.update import TUTORIAL_MESSAGES

TYPED_MESSAGES: list[tuple[Any, ...]] = [
    *(("undo",), ("reload",), ("fill",), ("hint",), ("run",), ("tell-all",)),
    *(("why", 3), ("show", 3), ("slide", 3), ("tick", 1, 3), ("branch", 2), ("dismiss", 1), ("think", 2)),
    *(("parted", 4), ("table-found", 4), ("bot-lost", 1, 3), ("bot-failed", 1, 3), ("unanswered", "hint", 1, 3)),
    *(("panel", "menu"), ("notice", "Well."), ("theme", "dark"), ("speed", "fast"), ("load", "{}"), ("shared", "link")),
    *(
        ("embedded", "poster"),
        ("contrast", "more"),
        ("motion", "less"),
        ("lang", "en"),
        ("pressed", "z"),
        ("usual-keys",),
    ),
    *(
        ("key", "change", "undo"),
        ("key", "off", "undo"),
        ("key", "usual", "undo"),
        ("share", "send"),
        ("aside", "Well."),
        ("placed", True),
    ),
    *(("share", "at", "https://example.org/", True), ("share", "copied", "link", False), ("share", "copy", "link")),
    ("notice", "Well.", ("export",), "Export"),
]
"""A message of each form whose parts all have types."""
UNTYPED_MESSAGES: list[tuple[Any, ...]] = [
    *(("play", ["pass"]), ("touch", "card"), ("touch", "card", 1), ("touch", "card", 1, "x"), ("branch", None)),
    *(("why", 1, 3, None), ("chances", 1, 3, {}), ("bot", 1, 3, ["pass"], None), ("look", "{}", 3)),
    ("share", "coded", "https://example.org/", [[True]]),
]
"""Messages of the forms with parts that other code checks, or that are optional."""


def sample_values(kind: Any) -> list[Any]:
    """Return a value for each alternative of a type of `messages.py`."""
    plain = {object: {"any": ["value"]}, int: 3, str: "text", bool: True, NoneType: None, GamePanelName: "square"}
    if kind in plain:
        return [plain[kind]]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return [*arguments]
    if origin is tuple:
        return [*product(*map(sample_values, arguments))]
    return (
        [[*sample_values(arguments[0])]]
        if origin is list
        else [each for one in arguments for each in sample_values(one)]
    )


def test_every_message_is_decoded_by_its_type() -> None:
    """This includes messages that this file does not list. The types alone define the decoder."""
    kinds = [kind for kind in get_args(Message) if kind is not SettingMessage]
    decoded = [decode_message([*each]) for kind in kinds for each in sample_values(kind)]
    assert len(decoded) > 60
    assert decoded == [each for kind in kinds for each in sample_values(kind)]
    assert {*get_args(Verb), *TUTORIAL_MESSAGES} <= DECODERS_BY_VERB.keys() == {each[0] for each in decoded if each}


def test_every_panel_of_a_message_opens() -> None:
    assert {*get_args(CommonPanelName)} == {*MENU_PANELS, LESSON_PANEL.name}


def malformed_variants(message: tuple[Any, ...]) -> Iterator[list[Any]]:
    """Yield the message with each part of another type, with a part missing, and with one too many."""
    for at, part in enumerate(message):
        others: list[Any] = [[part], {}, 1.5]
        others += [str(part), True] if type(part) is int else [3, True] if type(part) is str else [3, "true"]
        for other in others:
            yield [*message[:at], other, *message[at + 1 :]]
    if message[:1] != ("notice",):  # two of its forms begin in the same way
        yield [*message[:-1]]
    yield [*message, None]


@pytest.mark.parametrize("message", TYPED_MESSAGES + UNTYPED_MESSAGES, ids=str)
def test_what_is_well_formed_is_a_message(message: tuple[Any, ...]) -> None:
    assert decode_message([*message]) == message


@pytest.mark.parametrize("message", TYPED_MESSAGES, ids=str)
def test_a_part_of_another_type_or_too_few_or_too_many_make_it_none(message: tuple[Any, ...]) -> None:
    for malformed in malformed_variants(message):
        assert decode_message(malformed) is None, malformed


@pytest.mark.parametrize("number", ["3", True, 3.0, None, [3]], ids=repr)
@pytest.mark.parametrize("ask", ["why", "guess", "hint", "chances"])
def test_answers_and_moves_name_their_game_and_entry_by_whole_numbers(ask: str, number: Any) -> None:
    for form in ([ask, number, 3, None], [ask, 1, number, None], ["bot", number, 3, []], ["bot", 1, number, [], None]):
        assert decode_message(form) is None, form


@pytest.mark.parametrize(
    "message",
    [
        *(None, True, 3, "undo", {}, {"undo": 1}, [], [[]], [["undo"]], [None], ["Undo"], ["play"], ["play", [], []]),
        *(["touch", 1], ["touch", "card", 1, 2, 3], ["bot", 1, 3], ["bot", 1, 3, [], None, None], ["look", {}, 3]),
        *(["notice", "Well.", ["format-disk"], "x"], ["notice", "Well.", ["export"]], ["unanswered", "when", 1, 3]),
        *(["share", "coded", 3, []], ["share", "coded", "address", "rows"]),
    ],
    ids=repr,
)
def test_anything_else_is_none(message: object) -> None:
    assert decode_message(message) is None
