"""Browser tests of long names: no name of any script pushes the points of a seat out of sight."""

import pytest
from conftest import Site
from palaces.app.routing import Address
from palaces.features.steps import start_game
from playwright.sync_api import Page
from visual_regression import show_page

NAMES = (
    "Bo",
    "Alexandra",
    "Bartholomew",
    "Ann-Kathrin",
    "W" * 40,
    "María del Carmen de la Fuente",
    "דניאל בן גוריון הארוך מאוד",
    "ญี่ปุ่นญี่ปุ่นญี่ปุ่น",
    "👩\u200d👩\u200d👧" * 5,
    "龍" * 40,
)
SIZES = ((320, 640), (360, 740), (390, 844), (844, 390), (768, 1024), (1280, 800))
HIDDEN_POINTS_JS = """(names) => names.flatMap((name) => {
  for (const each of document.querySelectorAll(".who .name")) each.textContent = name;
  const points = [...document.querySelectorAll(".who :is(.points, .total)")];
  const wrong = points.filter((one) => {
    const own = one.getBoundingClientRect(), seat = one.closest(".who").getBoundingClientRect();
    const isWithin = seat.left - 0.5 <= own.left && own.right <= seat.right + 0.5;
    const isShown = 0 <= own.top && own.bottom <= innerHeight && 0 <= own.left && own.right <= innerWidth;
    const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
    return own.width && (!isWithin || (isShown && !document.elementsFromPoint(x, y).includes(one)));
  });
  const cut = [...document.querySelectorAll(".who .name")].filter((one) => one.scrollWidth > one.clientWidth + 1);
  const silent = cut.filter((one) => one.offsetWidth > 2 && getComputedStyle(one).textOverflow !== "ellipsis");
  const untitled = cut.filter((one) => one.offsetWidth > 2 && !document.querySelector(".opens[title]"));
  if (!points.length) return ["no points"];
  return [...wrong, ...silent, ...untitled].map((one) => `${name}: ${one.parentElement.textContent}`);
})"""
"""The points that a name hides, and the names that are cut without an ellipsis or their whole text in a title."""


@pytest.mark.parametrize(
    ("game", "seats"),
    [("alhambra", 2), ("alhambra", 3), ("alhambra", 6), ("palazzo", 2), ("palazzo", 4), ("medina", 2), ("medina", 4)],
)
def test_no_name_hides_points(page: Page, site: Site, game: str, seats: int) -> None:
    model = start_game(Address(game, ("you", *("bot:casual",) * (seats - 1)), seed=7))[0]
    show_page(page, site.url(""), model)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIDDEN_POINTS_JS, NAMES) == [], (width, height)
