"""Tests of the end page in a browser: what fills its columns and its stage, and how large its figures are."""

import pytest
from conftest import Site
from model_changes import change_model
from palaces.app.model import Model
from palaces.features.game_over import result_title
from playwright.sync_api import Page
from visual_regression import NAMED_STATES, after_messages, narrowly_lost, played_models, show_page

from pygame_core.bots.win_probability import win_probability_history

GAMES = ("alhambra", "palazzo", "medina")
COLUMN_FEET_JS = """(beside) => [".ending .story", beside, ".detail:first-child", ".detail:last-child"].map(
  (name) => Math.round(document.querySelector(name).getBoundingClientRect().bottom),
)"""
MIDDLES_JS = """() => [".finale", ".winning"].map((name) => {
  const { left, right } = document.querySelector(name).getBoundingClientRect();
  return Math.round((left + right) / 2);
})"""
WORTH_HEIGHTS_JS = """() => [...document.querySelectorAll(".winning .i-worth")].filter(
  (worth) => worth.checkVisibility(),
).map(
  (worth) => parseFloat(getComputedStyle(worth).fontSize) * Math.hypot(worth.getScreenCTM().a, worth.getScreenCTM().b),
)"""
CLIPPED_PARTS_JS = """() => [...document.querySelectorAll(".sources-bar text")].filter((text) => {
  const part = text.previousElementSibling.getBoundingClientRect(), { left, right } = text.getBoundingClientRect();
  return left < part.left - 0.5 || right > part.right + 0.5;
}).map((text) => text.textContent)"""
COVERED_JS = """() => {
  const { top, left, right } = document.querySelector(".missed").getBoundingClientRect();
  return [...document.querySelectorAll("text.worth-pill, .winning .i-crown")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > top && box.left < right && left < box.right;
  }).length;
}"""

CITY_HEIGHTS_JS = """() => {
  const box = (name) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
  const [text] = box(".proclaimed"), [points] = box(".flow"), pieces = box(".winning .coming");
  const top = Math.min(...pieces.map((one) => one.top)), foot = Math.max(...pieces.map((one) => one.bottom));
  return [top - text.bottom, foot - top, points.top - foot];
}"""
"""The height of the space above two cities, of the cities, and of the space below them."""

MOMENT_JS = """(ms) => {
  for (const each of document.getAnimations()) {
    each.pause();
    each.currentTime = ms;
  }
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const find = (name) => [...document.querySelectorAll(name)];
  const figures = find(".reached > b, .both b, .flow b, .standing .total");
  const zeros = figures.filter((one) => getComputedStyle(one, "::before").visibility === "visible");
  const placeOf = ({ offsetTop, offsetLeft }) => 10000 * offsetTop + offsetLeft;
  const cards = find(".standing").filter(isSeen).toSorted((one, other) => placeOf(one) - placeOf(other));
  return {
    titles: find(".tallying, #victory").filter(isSeen).map((one) => one.textContent),
    cards: cards.map((one) => one.querySelector(".name").textContent),
    figures: [figures.length, figures.filter(isSeen).length, zeros.length],
    buttons: find(".onward > *").filter(isSeen).length,
  };
}"""
"""Stop the ceremony at a moment. Return what it shows: the titles, the names on the cards in their order, and the
number of buttons. Of the figures, return how many there are, how many are visible, and how many are 0."""


def with_chances(model: Model) -> Model:
    """Return the model with the chart of its game."""
    chances = win_probability_history(model.whole_match.save())
    return after_messages(model, ["chances", model.game_serial, len(model.match.log), [*map(list, chances)]])


@pytest.mark.parametrize("game", GAMES)
def test_both_columns_of_the_end_end_together(page: Page, site: Site, game: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    for model in (played_models(game, 3)[-1], with_chances(played_models(game, 3)[-1])):
        show_page(page, site.url(""), model)
        story, bar, first, last = page.evaluate(COLUMN_FEET_JS, "#bar" if game == "medina" else ".onward")
        assert abs(story - bar) <= 1
        assert abs(first - last) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_winner_s_place_stands_in_the_middle_and_uncovered(page: Page, site: Site, game: str) -> None:
    for width, height in ((1280, 800), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        show_page(page, site.url(""), narrowly_lost(game))
        stage, place = page.evaluate(MIDDLES_JS)
        assert abs(stage - place) <= 2 or (game == "medina" and width == 740), "beside the text at the left"
        assert not page.evaluate(COVERED_JS)


@pytest.mark.parametrize(("width", "height"), [(740, 360), (360, 740), (320, 480)])
def test_points_on_the_small_board_at_dusk_can_be_read(page: Page, site: Site, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    show_page(page, site.url(""), played_models("medina", 4)[-1])
    heights = page.evaluate(WORTH_HEIGHTS_JS)
    assert heights
    assert min(heights) >= 11


def test_every_part_of_a_bar_shows_its_letter_at_360_px(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for game in ("alhambra", "palazzo"):
        show_page(page, site.url(""), played_models(game, 3)[-1])
        assert not page.evaluate(CLIPPED_PARTS_JS)


def test_two_cities_fill_the_stage_of_a_phone(page: Page, site: Site) -> None:
    """There is no bare ground above or below them that is higher than they are."""
    page.set_viewport_size({"width": 360, "height": 740})
    model = played_models("alhambra", 3)[-1]
    match = model.match.copy()
    match.state.points[:] = [107, 107, 88]
    show_page(page, site.url(""), change_model(model, match=match))
    above, high, below = page.evaluate(CITY_HEIGHTS_JS)
    assert high > max(above, below)


@pytest.mark.parametrize(("state", "expected"), [("medina-turn", "none"), ("medina-end", "text")])
def test_text_can_be_marked_only_when_the_game_is_over(page: Page, site: Site, state: str, expected: str) -> None:
    page.goto(site.url("rules/embed.html"))
    show_page(page, site.url(""), NAMED_STATES[state]())
    assert page.evaluate("getComputedStyle(document.querySelector('#city > *')).userSelect") == expected


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [1, 2])
def test_the_ceremony_starts_with_all_frames_and_names_and_zeros(
    page: Page, site: Site, game: str, people: int
) -> None:
    """The place of the title says what happens until the result is known. Until then, the cards are in the order of
    the seats."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(site.url("rules/embed.html"))
    model = played_models(game, 3, people)[-1]
    show_page(page, site.url(""), model)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.documentElement.dataset.speed = 'normal'")
    start, end = page.evaluate(MOMENT_JS, 0), page.evaluate(MOMENT_JS, 9000)
    seats = sorted(range(3), key=model.final_result["places"].__getitem__)
    assert [start["titles"], end["titles"]] == [["Counting points"], [result_title(model)]]
    assert start["cards"] == model.seat_labels
    assert end["cards"] == [model.seat_labels[seat] for seat in seats]
    count = start["figures"][0]
    assert [start["figures"], end["figures"]] == [[count, 0, count], [count, count, 0]]
    assert start["buttons"] == end["buttons"] == 4
