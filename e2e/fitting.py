"""What a designer would look for at every width: nothing beside the screen, nothing that scrolls for a few pixels,
no text across another, nothing to touch that is covered or too small."""

from collections.abc import Callable

from playwright.sync_api import Page

WIDTHS = (360, 485, 768, 1280, 1600)
"""Phones, a phone's width on a desktop with scrollbars, tablets, desktops."""
FINGER, MOUSE = 44, 24  # px that a target needs each way
STILL = """Promise.all(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
  .map((each) => each.finished.catch(() => null))).then(() => null)"""
"""Waits until what moves has come to rest, or was taken away; what never rests is a sign that somebody thinks."""
TOO_WIDE = """(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [`${scrollWidth} px in ${clientWidth}`, ...[...document.querySelectorAll("body *")].filter((each) => {
    const box = each.getBoundingClientRect();
    const away = box.right > clientWidth + 0.5 || box.left < -0.5;
    return box.width && away && !each.closest(".unseen, .sprites, svg, .street");
  }).map((each) => each.outerHTML.slice(0, 120)).slice(-5)];
})()"""
"""That the page is, and what may be the cause. A street of palaces scrolls by itself where a phone is too narrow."""
SCROLLS_IN_VAIN = """[...document.querySelectorAll("body *")].flatMap((each) => {
  const { overflowX, overflowY } = getComputedStyle(each);
  const [beside, below] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight];
  const scrolls = (overflow) => /auto|scroll/.test(overflow) && each.checkVisibility() && !each.closest(".street");
  const found = [];
  if (scrolls(overflowX) && beside > 0) found.push(`${each.id || each.className}: ${beside} px beside`);
  if (scrolls(overflowY) && below > 0 && below < 12) found.push(`${each.id || each.className}: ${below} px below`);
  return found;
})"""
OVERFULL = """[...document.querySelectorAll("th, td")].filter((each) => {
  return each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "visible";
}).map((each) => `${each.closest("table").className}: ${each.textContent}`)"""
"""Cells whose text stands in the next one."""
BEYOND_ITS_COLUMN = """[...document.querySelectorAll(".board > *, .side > *")].filter((each) => {
  if (getComputedStyle(each).position === "fixed") return false;
  const column = each.parentElement.getClientRects().length ? each.parentElement : each.closest(".table");
  return each.getBoundingClientRect().right > column.getBoundingClientRect().right + 0.5;
}).map((each) => each.id)"""
"""Parts of the table that are wider than the column they stand in, whether or not the screen has room for them."""
IN_THE_WAY = """[...document.querySelectorAll("body *")].filter((each) => {
  if (getComputedStyle(each).position !== "fixed" || !each.checkVisibility()) return false;
  return !each.innerText.trim() && !each.querySelector("button");
}).map((each) => each.id || each.className)"""
"""What lies over the table and says nothing."""
OUT_OF_REACH = """(least) => [...document.querySelectorAll("[data-act], [data-do]")].flatMap((control) => {
  if (!control.getClientRects().length || control.disabled) return [];
  control.scrollIntoView({ block: "center", behavior: "instant" });
  const box = control.getBoundingClientRect();
  const name = control.id || control.ariaLabel || control.textContent;
  const found = [];
  if (box.height < least || box.width < least) found.push(`${name}: ${box.width} by ${box.height}`);
  for (const [x, y] of [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]]) {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    if (top?.closest("[data-act], [data-do]") !== control) {
      found.push(`${name}: covered by ${top?.outerHTML.slice(0, 80)}`);
      break;
    }
  }
  return found;
})"""


def misfits(
    page: Page, what: str, counts: Callable[[str], bool] = lambda control: True, finger: int = FINGER
) -> dict[str, list[str]]:
    """Everything on the page, called `what`, that does not fit or cannot be touched at one of the widths.

    `counts` says of a control by what it is called whether it matters if it is out of reach.
    """
    found: dict[str, list[str]] = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(STILL)
        out = page.evaluate(OUT_OF_REACH, finger if width < 1024 else MOUSE)
        problems = {
            "beside the screen": page.evaluate(TOO_WIDE),
            "scrolls in vain": page.evaluate(SCROLLS_IN_VAIN),
            "overfull": page.evaluate(OVERFULL),
            "beyond its column": page.evaluate(BEYOND_ITS_COLUMN),
            "in the way": page.evaluate(IN_THE_WAY),
            "out of reach": [one for one in out if counts(one.partition(":")[0])],
        }
        found |= {f"{what}: {problem} at {width}": where for problem, where in problems.items() if where}
    return found
