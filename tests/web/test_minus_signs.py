"""Tests of negative figures on every screen: they have a real minus sign, never a hyphen."""

import re
from functools import cache
from pathlib import Path

import pytest
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.panel_state import EmbedPanel, SharePanel
from palaces.app.routing import Address, address_of_match
from palaces.features.steps import start_game
from palaces.ui.game_view import game_view_of
from screens import screen_elements

from pygame_core import GAMES, Match
from pygame_core.terminal.transcript import numbered_lines, player_names, standing_sentence

HYPHEN_MINUS = re.compile(r"(?<![\w-])-\d")
RECORDED = sorted((Path(__file__).parent.parent / "games").glob("*/*.json"))
SPOKEN_ATTRIBUTES = ("aria-label", "aria-valuetext", "title", "alt")


def has_minus_sign(said: str) -> bool:
    """Return True if it contains a figure with a real minus sign."""
    return re.search(r"−\d", said) is not None


@cache
def recorded_moments(path: Path) -> tuple[Match, ...]:
    """Return a recorded game at some entries and at the end, also from the last seat's point of view."""
    save = Match.load(path.read_bytes()).save()
    every = max(1, len(save["log"]) // 6)
    some = [Match.load(save | {"log": save["log"][:n], "result": None}) for n in range(0, len(save["log"]), every)]
    return (*some, Match.load(save))


def models_of_match(match: Match) -> list[Model]:
    """Return the page with a match: at the start, with its share panel, and with all its other panels."""
    model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
    shown = change_model(model, curtain=False, viewer=match.to_move() or 0)
    sharing = SharePanel("https://example.org/", challenge_points=min(match.scores()), link_kind="challenge")
    panels = ("", "menu", "log", sharing, EmbedPanel("https://example.org/"), *game_view_of(model).menu_panels(model))
    return [change_model(shown, panel=panel) for panel in panels]


def screen_texts(model: Model) -> list[str]:
    """Return all visible and accessible texts of a screen."""
    elements = [*screen_elements(model)]
    spoken = [element.attributes.get(name) or "" for element in elements for name in SPOKEN_ATTRIBUTES]
    return [*(child for element in elements for child in element.children if isinstance(child, str)), *spoken]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_screen_of_any_game_has_a_hyphen_for_a_minus_sign(path: Path) -> None:
    for match in recorded_moments(path):
        for model in models_of_match(match):
            assert [said for said in screen_texts(model) if HYPHEN_MINUS.search(said)] == []


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_terminal_has_a_true_minus_sign_too(path: Path) -> None:
    for match in recorded_moments(path):
        lines = [
            *GAMES[match.game].render_text_view(match.view(None), player_names(match)),
            *numbered_lines(match, match.events(None)),
            standing_sentence(match),
        ]
        assert [line for line in lines if HYPHEN_MINUS.search(line)] == []


def test_recorded_games_have_points_below_nothing_at_their_end() -> None:
    """So the tests above find some."""
    ends = [match for path in RECORDED for match in recorded_moments(path)[-1:] if min(match.scores()) < 0]
    assert {match.game for match in ends} == {"palazzo"} <= {*GAMES}
    for match in ends:
        assert has_minus_sign(standing_sentence(match))
        assert any(has_minus_sign(said) for said in screen_texts(models_of_match(match)[0]))
