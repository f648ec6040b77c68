"""Tests of Palazzo's table in a browser: nothing that decides the game is cut, covered, or too small, at any size."""

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Site
from palaces.app.model import Model
from palaces.loop import layout
from playwright.sync_api import Page
from visual_regression import NAMED_STATES, embedded_model, standalone_page

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "wide": (1280, 800)}
BOXES = {"least": (280, 420), "thumb": (375, 560), "column": (660, 440)}
MIN_TEXT_PX = 11  # of whatever decides the game
MIN_GAP_PX = 12  # between buttons that play at once

CHECK_TABLE_JS = """(pieces) => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const seen = (each) => each.checkVisibility({ visibilityProperty: true });
  const rect = (each) => each.getBoundingClientRect();
  const inside = (each, frame) => {
    const [one, other] = [rect(each), rect(frame)];
    return one.left >= other.left - 0.5 && one.right <= other.right + 0.5
      && one.top >= other.top - 0.5 && one.bottom <= other.bottom + 0.5;
  };
  const found = [];
  const check = (right, what) => right || found.push(what);
  for (const label of document.querySelector("[data-embed]") ? [] : all(":is(.neighbours, .standing) .worth > *")) {
    check(seen(label) || !seen(label.closest(".street")), `number or points hidden: ${label.textContent}`);
  }
  for (const street of all(".street")) {
    const plates = all(".plate", street).filter(seen).map(rect).toSorted((one, other) => one.left - other.left);
    plates.slice(1).forEach((plate, n) => {
      const apart = plates[n].right <= plate.left + 0.5 || Math.abs(plates[n].top - plate.top) > plate.height;
      check(apart, `number under another: ${street.textContent}`);
    });
  }
  for (const stand of all(".bids li")) {
    const parts = all("b, small, .laid > *", stand).filter(seen);
    for (const part of parts) check(inside(part, stand), `bid cut: ${stand.textContent} ${part.className}`);
    const total = stand.querySelector("b");
    if (total) {
      check(rect(total).left >= rect(stand).left + 2, `total at the frame: ${stand.textContent}`);
      for (const coin of all(".laid > *", stand).filter(seen)) {
        const [one, other] = [rect(total), rect(coin)];
        const apart = one.right <= other.left + 0.5 || one.bottom <= other.top + 0.5;
        check(apart, `total under a coin: ${stand.textContent}`);
      }
    }
  }
  const buttons = all("#bar .slots > button");
  buttons.slice(1).forEach((button, n) => {
    const gap = rect(button).left - rect(buttons[n]).right;
    check(gap < 0 || gap >= pieces.gap - 0.1, `${gap} px before ${button.textContent}`);
  });
  const purse = document.querySelector(".fans");
  if (purse) {
    const [own, hand] = [rect(purse), all(".slot > *, .trio", purse).filter(seen)];
    const right = Math.max(...hand.map((each) => rect(each).right));
    check(hand.length < 2 || right > own.left + 0.9 * own.width, `purse: ${right} of ${own.right}`);
    for (const each of hand) check(rect(each).right < own.right + 1, `card cut: ${each.outerHTML.slice(0, 60)}`);
  }
  for (const frame of all(".street .ground")) {
    for (const label of all(".worth", frame).filter(seen)) {
      for (const part of all(".plate, b", label).filter(seen)) {
        check(rect(part).bottom <= rect(frame).bottom + 1 && rect(part).top >= rect(frame).top - 1,
          `label cut: ${label.textContent}`);
        check(parseFloat(getComputedStyle(part).fontSize) >= pieces.text, `label small: ${label.textContent}`);
      }
    }
    for (const roof of all(".palace", frame)) {
      check(rect(roof).top >= rect(frame).top - 1, `roof cut: ${rect(roof).top} of ${rect(frame).top}`);
    }
  }
  for (const tile of all(".floor .storey, .piece .storey").filter(seen)) {
    check(rect(tile).width, `no width: ${tile.closest("section, .street")?.className}`);
    const figure = getComputedStyle(tile);
    const shown = figure.getPropertyValue("--figures") !== "0";
    const scale = parseFloat(figure.getPropertyValue("--figure-scale")) || 1;
    const size = rect(tile).width / 96 * 18 * scale;
    check(!shown || size >= pieces.floor, `floor number of ${size} px`);
  }
  const square = document.querySelector(".plaza");
  for (const head of all(".quarry h3 > *, .quarry .badge").filter(seen)) {
    check(rect(head).right <= rect(square).right, `badge beside the square: ${head.textContent}`);
  }
  for (const quarry of all(".quarry")) {
    for (const tile of all(".piece", quarry).filter(seen)) {
      const [one, own] = [rect(tile), rect(quarry)];
      check(one.left >= own.left - 1 && one.right <= own.right + 1, "tile beside its quarry");
    }
    const tiles = all(".piece > :is(.storey, .token)", quarry).filter(seen);
    tiles.forEach((one, n) => tiles.slice(n + 1).forEach((other) => {
      const [a, b] = [rect(one), rect(other)];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      check(across < 2 || down < 2, `tiles of a quarry overlap by ${across} by ${down}`);
    }));
  }
  return found;
}"""
"""Everything on the table that is cut, covered or too small."""

STATES = ("end", "late", "bidding", "turn", "market", "money", "build", "rebuild")


def shown_states(page: Page, site: Site, sizes: dict[str, tuple[int, int]], *, embedded: bool) -> Iterator[str]:
    """Show each state at each size, and yield its name."""
    page.goto(site.url("rules/embed.html"))
    page.emulate_media(reduced_motion="reduce")
    style = site.url(site.release_path("style.css"))
    for state in STATES:
        model: Model[Any, Any] = NAMED_STATES[f"palazzo-{state}"]()
        page.set_content(standalone_page(embedded_model(model) if embedded else model, style))
        page.evaluate("document.fonts.ready")
        for name, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            yield f"{state} {name}"


@pytest.mark.parametrize(("sizes", "embedded"), [(SIZES, False), (BOXES, True)], ids=["windows", "boxes"])
def test_nothing_that_decides_the_game_is_cut_covered_or_too_small(
    page: Page, site: Site, sizes: dict[str, tuple[int, int]], embedded: bool
) -> None:
    least = {"gap": MIN_GAP_PX, "text": MIN_TEXT_PX, "floor": MIN_TEXT_PX}
    wrong = {name: page.evaluate(CHECK_TABLE_JS, least) for name in shown_states(page, site, sizes, embedded=embedded)}
    assert {name: faults for name, faults in wrong.items() if faults} == {}


def test_on_a_phone_the_best_place_of_a_hint_is_above_its_panel(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site.url("rules/embed.html"))
    style = site.url(site.release_path("style.css"))
    model = NAMED_STATES["palazzo-hint"]()
    page.set_content(standalone_page(model, style))
    page.evaluate("document.fonts.ready")
    assert "advice" in layout.render_screen(model)["panel"]
    boxes = page.locator("#street [data-hint], #street button:has([data-hint]), #street .worth").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().bottom)"
    )
    panel = page.locator(".sheet").bounding_box()
    assert panel is not None
    assert boxes
    assert max(boxes) <= panel["y"]
