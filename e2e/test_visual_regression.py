"""Tests of the tables' look: named states compared with reference pictures in visual_regression/.

After an intended change, `PALACES_LOOKS=keep` makes new pictures. Look at each of them before you commit it.
"""

import os
from io import BytesIO
from pathlib import Path

import pytest
from conftest import Site
from game_players import RELEASED_GAMES
from PIL import Image, ImageChops
from playwright.sync_api import Page
from visual_regression import (
    COMPACT_SIZES_PX,
    NAMED_STATES,
    WINDOW_SIZES_PX,
    embedded_model,
    take_screenshot,
)

EXPECTED_FOLDER = Path(__file__).resolve().parent / "visual_regression"
CHECKED_STATES = [
    ("alhambra-turn", "wide", "light"),
    ("alhambra-turn", "large", "dark"),
    ("alhambra-turn", "phone", "light"),
    ("alhambra-turn", "tablet", "dark"),
    ("alhambra-six", "wide", "dark"),
    ("alhambra-two", "side", "light"),
    ("alhambra-paying", "phone", "dark"),
    ("alhambra-scoring", "wide", "light"),
    ("alhambra-end", "wide", "light"),
    ("alhambra-offered", "post", "light"),
    ("alhambra-give", "least", "dark"),
    ("alhambra-six", "column", "light"),
    ("palazzo-bid", "wide", "light"),
    ("palazzo-bid", "phone", "dark"),
    ("palazzo-turn", "wide", "light"),
    ("palazzo-turn", "phone", "light"),
    ("palazzo-turn", "tablet", "light"),
    ("palazzo-build", "wide", "dark"),
    ("palazzo-late", "large", "light"),
    ("palazzo-two", "side", "dark"),
    ("palazzo-end", "wide", "dark"),
    ("palazzo-bidding", "narrow", "light"),
    ("palazzo-wide", "least", "dark"),
    ("palazzo-buying", "column", "dark"),
    ("medina-turn", "wide", "light"),
    ("medina-turn", "phone", "light"),
    ("medina-late", "tablet", "dark"),
    ("medina-two", "large", "dark"),
    ("medina-turn", "side", "light"),
    ("medina-end", "wide", "light"),
    ("medina-draft", "least", "light"),
    ("medina-draft-two", "post", "dark"),
    ("medina-late", "column", "light"),
    ("medina-lost", "narrow", "light"),
    ("menu", "phone", "light"),
    ("curtain", "tablet", "light"),
    ("log", "wide", "dark"),
]
"""State, size and scheme."""
BLOCK_PX = 8  # side of the squares in which pictures are compared, because a letter may move a little
MAX_BLOCK_DIFFERENCE = 24  # maximum difference of a square, of 255


def downscale_image(picture: Image.Image) -> Image.Image:
    return picture.convert("RGB").reduce(BLOCK_PX)


@pytest.mark.parametrize(("state", "size", "scheme"), CHECKED_STATES, ids=["-".join(look) for look in CHECKED_STATES])
def test_a_table_looks_as_it_did(page: Page, site: Site, state: str, size: str, scheme: str, tmp_path: Path) -> None:
    page.goto(site.url("rules/embed.html"))
    model, window = (
        (NAMED_STATES[state](), WINDOW_SIZES_PX[size])
        if size in WINDOW_SIZES_PX
        else (embedded_model(NAMED_STATES[state]()), COMPACT_SIZES_PX[size])
    )
    drawn = Image.open(BytesIO(take_screenshot(page, site.url(""), model, window, scheme)))
    kept = EXPECTED_FOLDER / f"{state}-{size}-{scheme}.webp"
    if os.environ.get("PALACES_LOOKS") == "keep":
        EXPECTED_FOLDER.mkdir(exist_ok=True)
        drawn.convert("RGB").save(kept, quality=80)
    before = Image.open(kept)
    assert drawn.size == before.size
    apart = ImageChops.difference(downscale_image(drawn), downscale_image(before))
    most = max(apart.convert("L").tobytes())
    drawn.save(tmp_path / kept.name)
    assert most <= MAX_BLOCK_DIFFERENCE, f"{most} of 255 apart at most; as it looks now: {tmp_path / kept.name}"


def test_a_state_is_looked_at_in_every_game_at_every_size_and_in_both_schemes() -> None:
    assert len(CHECKED_STATES) == len({*CHECKED_STATES}) >= 24
    for game in RELEASED_GAMES:
        assert {size for state, size, _scheme in CHECKED_STATES if state.startswith(game)} >= {*WINDOW_SIZES_PX}, game
    assert {scheme for _state, _size, scheme in CHECKED_STATES} == {"light", "dark"}
