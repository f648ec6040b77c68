"""Tests of contrast: text is readable and shapes are distinguishable, in light and dark mode and with more contrast.

They compute it from the tokens of the style sheets.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from game_facts import GroundsByToken, facts_path, find_game_facts
from palaces.loop import layout
from site_builder.pages import styles
from site_builder.pages.styles import css_rules
from tables import SITE_GAMES
from test_styles import game_folder

from pygame_core import GAMES

WEB = Path(layout.__file__).parents[2]
NO_GAME = "house"
"""The place without a game: the home page, and the rules pages about all games."""
GAMES_AND_HOME = (NO_GAME, *GAMES)
SCHEMES = ("light", "dark", "light, stark", "dark, stark")
TEXT_DECLARATION = re.compile(r"text-anchor|(?:^|;)\s*font:")
TEXT_IN_DRAWINGS = re.compile(r"\btext\b|\.(?:i-(?:letter|number|points|bonus|name|worth)|figure|index|letter)\b")

GROUNDS_BY_TEXT_COLOR: GroundsByToken = {
    "ink": ("card", "sunk", "ground", "ground-line", "warm", "accent-wash", "warn-wash", "figure-ground light"),
    "soft": ("card", "sunk", "ground", "warm"),
    "accent": ("card", "accent-wash", "warm"),
    "accent-ink": ("accent",),
    "chosen-ink": ("chosen",),
    "verdict-ink": ("verdict-good", "verdict-wrong", "verdict-close"),
    "good": ("card", "sunk", "warm", "good-wash"),
    "warn": ("card", "warn-wash", "warm"),
    "gem": ("card",),
    "gold-ink": ("gold",),
    "gold-text": ("card",),
    "fill-ink": ("fill", "fill-deep"),
    "bar-ink": ("bar",),
    "bar-sign": ("bar",),
    "bar": ("bar-ink",),
    "then-ink": ("then",),
    "card": ("ink", "warn"),
    "ground": ("ink",),
    "coin-ink": ("card light",),
    "proclaimed": (),
    "proclaimed-soft": (),
    "cool-ink": (),
    "camera-ink": ("camera",),
    "part-line": ("part", "part-1", "part-2", "part-3"),
}
"""The tokens of text colors in all games, with the backgrounds of the text. A game's own are in `game_facts`."""
GROUNDS_BY_SHAPE_COLOR: GroundsByToken = {
    **dict.fromkeys(("sun", "moon", "star", "leaf", "drop", "gem"), ("card", "figure-ground light")),
    "accent": ("card", "sunk", "ground"),
    "edge": ("card",),
    "soft": ("sunk",),
    "bar-ink": ("bar",),
    "here-on-bar": ("bar",),
    "lost-on-bar": ("bar",),
    "here-on-fill": ("fill",),
}
"""The tokens of meaningful lines or shapes in all games, with their backgrounds."""


@cache
def token_values(place: str) -> dict[str, str]:
    """Return every token with its value, where a game is shown or where none is."""
    own = ("home.css", "page-frame.css") if place == NO_GAME else ()
    sheets = [styles.shared_css(), *((WEB / name).read_text("utf-8") for name in ("together.css", *own))]
    found: dict[str, str] = {}
    for sheet in sheets:
        found |= _token_definitions(sheet, ":where(:root)")
    return found | (_token_definitions(styles.game_css(game_folder(place)), "&") if place in GAMES else {})


def _token_definitions(sheet: str, selector: str) -> dict[str, str]:
    said = [body for around, each, body in css_rules(sheet) if each == selector and not around]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+?)\s*(?:;|$)", ";".join(said)))


@cache
def high_contrast_tokens() -> dict[str, str]:
    """Return the tokens that more contrast replaces."""
    [body] = [
        body
        for around, selector, body in css_rules(styles.shared_css())
        if selector == "body, article" and around[0].startswith("@container")
    ]
    return dict(re.findall(r"--([\w-]+): var\(--([\w-]+)\)", body))


Colour = tuple[float, float, float]


def token_colour(place: str, name: str, scheme: str) -> Colour:
    """Return the value of a token in a color scheme."""
    token = name.split()[0]
    if "stark" in scheme:
        token = high_contrast_tokens().get(token, token)
    value = token_values(place)[token]
    if paired := re.fullmatch(r"light-dark\((.*), (.*)\)", value):
        value = paired[1 if scheme.startswith("light") else 2]
    digits = re.fullmatch(r"#([0-9a-f]{6})", value)
    assert digits, f"{place}: --{name} is {value}"
    return tuple(int(digits[1][n : n + 2], 16) for n in (0, 2, 4))  # type: ignore[return-value]


def relative_luminance(one: Colour) -> float:
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in one)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(one: Colour, other: Colour) -> float:
    dark, light = sorted((relative_luminance(one), relative_luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_and_white_are_as_far_apart_as_can_be() -> None:
    assert contrast_ratio((0, 0, 0), (255, 255, 255)) == 21
    assert contrast_ratio((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def grounds_by_text_color(place: str) -> GroundsByToken:
    """Return the tokens of text with their backgrounds. A game may add backgrounds to a token."""
    return merge_grounds(GROUNDS_BY_TEXT_COLOR, facts.text_grounds if (facts := find_game_facts(place)) else {})


def grounds_by_shape_color(place: str) -> GroundsByToken:
    """Return the tokens of lines and shapes with their backgrounds."""
    return merge_grounds(GROUNDS_BY_SHAPE_COLOR, facts.shape_grounds if (facts := find_game_facts(place)) else {})


def merge_grounds(shared: GroundsByToken, own: GroundsByToken) -> GroundsByToken:
    """Return the backgrounds of both tables for every token."""
    return {token: (*shared.get(token, ()), *own.get(token, ())) for token in {**shared, **own}}


def colour_pairs(table: GroundsByToken) -> Iterator[tuple[str, str]]:
    """Yield every token with each of its backgrounds."""
    for token, grounds in table.items():
        yield from ((token, ground) for ground in grounds)


def low_contrast_pairs(table: GroundsByToken, place: str, least: float) -> list[str]:
    return [
        f"{scheme}: --{token} on --{ground}: {ratio:.2f}"
        for scheme in SCHEMES
        for token, ground in colour_pairs(table)
        if (ratio := ground_contrast(place, token, ground, scheme_of_ground(scheme, ground))) < least
    ]


def ground_contrast(place: str, token: str, ground: str, scheme: str) -> float:
    """Return the contrast of one of these tones with a background."""
    under = token_colour(place, ground, scheme)
    return max(contrast_ratio(token_colour(place, tone, scheme), under) for tone in token.split("/"))


def scheme_of_ground(scheme: str, ground: str) -> str:
    """Return the color scheme in which a background is seen."""
    return scheme.replace("dark", "light") if ground.endswith(" light") else scheme


@pytest.mark.parametrize("place", GAMES_AND_HOME)
def test_every_word_can_be_read(place: str) -> None:
    assert low_contrast_pairs(grounds_by_text_color(place), place, 4.5) == []


@pytest.mark.parametrize("place", GAMES_AND_HOME)
def test_what_a_drawing_tells_can_be_seen(place: str) -> None:
    assert low_contrast_pairs(grounds_by_shape_color(place), place, 3) == []


def test_the_town_behind_a_street_is_seen_by_day_and_by_night() -> None:
    """It is scenery, so less contrast is enough than for signs."""
    for scheme in ("light", "dark"):
        for sky in ("sky", "street-dusk"):
            assert ground_contrast("palazzo", "horizon", sky, scheme) >= 1.3


def text_tokens(sheet: str) -> Iterator[str]:
    """Yield the tokens of text colors in a style sheet."""
    for _around, selector, body in css_rules(sheet):
        yield from re.findall(r"(?:^|;)\s*color:\s*var\(--([\w-]+)", body)
        if TEXT_DECLARATION.search(body) or TEXT_IN_DRAWINGS.search(selector):
            yield from re.findall(r"(?:^|;)\s*fill:\s*var\(--([\w-]+)", body)


def test_every_colour_of_words_is_measured() -> None:
    """Nothing would check a text color that is missing in the table above."""
    shared = {
        token
        for path in sorted(WEB.rglob("*.css"))
        if path.parent.name not in SITE_GAMES
        for token in text_tokens(path.read_text("utf-8"))
    }
    assert shared - set(GROUNDS_BY_TEXT_COLOR) == set()
    for game in GAMES:
        own = {*text_tokens(styles.game_css(game_folder(game))), *text_tokens(styles.icon_css(game_folder(game)))} - {
            "on"
        }
        assert own - set(grounds_by_text_color(game)) == set(), f"{game}: {facts_path(game)} has to list them"
