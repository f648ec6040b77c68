"""Layout checks at every width: overflow, unnecessary scrolling, overlapping text, covered or small controls."""

from collections.abc import Callable, Iterable, Mapping

from playwright.sync_api import Page

WIDTHS_PX = (360, 485, 768, 1280, 1600)
"""Phones, a phone's width on a desktop with scrollbars, tablets, desktops."""
FINGER_TARGET_PX, MOUSE_TARGET_PX = 44, 24  # minimum size of a target each way, in px
WAIT_FOR_ANIMATIONS_JS = """Promise.all(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
  .map((each) => each.finished.catch(() => null))).then(() => null)"""
"""Wait until animations have ended or disappeared. Endless ones are signs that somebody is thinking."""
PAGE_OVERFLOW_JS = """(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [`${scrollWidth} px in ${clientWidth}`, ...[...document.querySelectorAll("body *")].filter((each) => {
    const box = each.getBoundingClientRect();
    const away = box.right > clientWidth + 0.5 || box.left < -0.5;
    return box.width && away && !each.closest(".unseen, .sprites, svg, .street");
  }).map((each) => each.outerHTML.slice(0, 120)).slice(-5)];
})()"""
"""The page's overflow, and its possible causes. A street of palaces scrolls by itself on a narrow phone."""
USELESS_SCROLLBARS_JS = """[...document.querySelectorAll("body *")].flatMap((each) => {
  const { overflowX, overflowY } = getComputedStyle(each);
  const [beside, below] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight];
  const scrolls = (overflow) => /auto|scroll/.test(overflow) && each.checkVisibility() && !each.closest(".street");
  const found = [];
  if (scrolls(overflowX) && beside > 0) found.push(`${each.id || each.className}: ${beside} px beside`);
  if (scrolls(overflowY) && below > 0 && below < 12) found.push(`${each.id || each.className}: ${below} px below`);
  return found;
})"""
OVERFULL_CELLS_JS = """[...document.querySelectorAll("th, td")].filter((each) => {
  return each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "visible";
}).map((each) => `${each.closest("table").className}: ${each.textContent}`)"""
"""Cells with text that reaches into the next one."""
TABLE_OVERFLOW_JS = """[...document.querySelectorAll(".table > *")].filter((each) => {
  if (getComputedStyle(each).position === "fixed") return false;
  const [box, table] = [each, each.parentElement].map((one) => one.getBoundingClientRect());
  return box.right > table.right + 0.5 || box.left < table.left - 0.5;
}).map((each) => each.id)"""
"""Parts of the table that are wider than the table, even if the screen has room for them."""
BLANK_OVERLAYS_JS = """[...document.querySelectorAll("body *")].filter((each) => {
  if (getComputedStyle(each).position !== "fixed" || !each.checkVisibility()) return false;
  return !each.innerText.trim() && !each.querySelector("button");
}).map((each) => each.id || each.className)"""
"""Empty elements that cover the table."""
UNREACHABLE_CONTROLS_JS = """(least) => [...document.querySelectorAll("[data-act], [data-do]")].flatMap((control) => {
  if (!control.checkVisibility({ visibilityProperty: true }) || control.disabled) return [];
  control.scrollIntoView({ block: "center", behavior: "instant" });
  const box = control.getBoundingClientRect();
  const name = control.id || control.ariaLabel || control.textContent;
  const found = [];
  const small = box.height < least || box.width < least;
  if (small && !control.matches("p a")) found.push(`${name}: ${box.width} by ${box.height}`);
  for (const [x, y] of [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]]) {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    if (top?.closest("#panel, .notice, .curtain, :has(> .occasion)") && !control.closest("#panel, .notice")) break;
    if (top?.closest("[data-act], [data-do]") !== control) {
      found.push(`${name}: covered by ${top?.outerHTML.slice(0, 80)}`);
      break;
    }
  }
  return found;
})"""
"""Controls that are covered or too small.

A panel, a notice, the curtain and a scoring cover the table until a tap beside them closes them. A link in a text is as
high as the text.
"""


def layout_faults(
    page: Page, what: str, counts: Callable[[str], bool] = lambda control: True, finger: int = FINGER_TARGET_PX
) -> dict[str, list[str]]:
    """Return everything on the page, called `what`, that does not fit or cannot be tapped at one of the widths.

    `counts` returns True for the name of a control if it matters that the control is out of reach.
    """
    found: dict[str, list[str]] = {}
    for width in WIDTHS_PX:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(WAIT_FOR_ANIMATIONS_JS)
        out = page.evaluate(UNREACHABLE_CONTROLS_JS, finger if width < 1024 else MOUSE_TARGET_PX)
        problems = {
            "beside the screen": page.evaluate(PAGE_OVERFLOW_JS),
            "scrolls in vain": page.evaluate(USELESS_SCROLLBARS_JS),
            "overfull": page.evaluate(OVERFULL_CELLS_JS),
            "beyond the table": page.evaluate(TABLE_OVERFLOW_JS),
            "in the way": page.evaluate(BLANK_OVERLAYS_JS),
            "out of reach": [one for one in out if counts(one.partition(":")[0])],
        }
        found |= {f"{what}: {problem} at {width}": where for problem, where in problems.items() if where}
    return found


def word_faults(
    page: Page, what: str, sizes: Mapping[str, tuple[int, int]], names: Iterable[str] = ()
) -> dict[str, list[str]]:
    """Return all words of the page, called `what`, without enough room in a window of these sizes."""
    found: dict[str, list[str]] = {}
    for width, height in sizes.values():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(WAIT_FOR_ANIMATIONS_JS)
        problems = {
            "beside the screen": page.evaluate(PAGE_OVERFLOW_JS),
            "overfull": page.evaluate(OVERFULL_CELLS_JS),
            "beyond the table": page.evaluate(TABLE_OVERFLOW_JS),
            "misplaced": page.evaluate(MISPLACED_WORDS_JS, [*names]),
        }
        found |= {f"{what}: {problem} at {width}": where for problem, where in problems.items() if where}
    return found


# -- compact tables ----------------------------------------------------------------------------------------------------

SCROLLING_PARTS_JS = """[document.documentElement, ...document.querySelectorAll("body *")].flatMap((each) => {
  if (each.closest(".sheet, .unseen") || !each.checkVisibility()) return [];
  const { overflowX, overflowY } = getComputedStyle(each);
  const [beside, below] = [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight];
  const scrolls = (overflow) => each === document.documentElement || /auto|scroll/.test(overflow);
  if (!(scrolls(overflowX) && beside > 0) && !(scrolls(overflowY) && below > 0)) return [];
  return [`${each.id || each.className || each.tagName}: ${beside} px beside, ${below} px below`];
})"""
"""Elements that need scrolling. A panel may, because it covers the table until it is closed."""
HIDDEN_CONTROLS_JS = """(least) => {
  const controls = [...document.querySelectorAll(":is([data-act], [data-do], .top a, .refusal a):not(.sheet *)")];
  const seen = (each) => !each.disabled && each.checkVisibility({ visibilityProperty: true });
  return controls.filter(seen).flatMap((control) => {
    const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
    const name = control.id || control.ariaLabel || control.textContent;
    const found = [];
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
      found.push(`${name}: from ${left}, ${top} to ${right}, ${bottom}`);
    }
    const small = height < least || width < least;
    if (small && !control.closest("p, [role=gridcell]")) found.push(`${name}: ${width} by ${height}`);
    for (const [x, y] of [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]]) {
      const over = document.elementFromPoint(left + x * width, top + y * height);
      if (over?.closest("#panel, .notice, .curtain, .warning")) break;
      if (over?.closest("[data-act], [data-do], a") !== control) {
        found.push(`${name}: covered by ${over?.outerHTML.slice(0, 80)}`);
        break;
      }
    }
    return found;
  });
}"""
"""Controls that are cut off, covered or too small.

A link in a text is as high as the text. A tap beside a space of a board also chooses the space.
"""
CHECK_WORDS_JS = """(check) => {
  const found = [];
  const words = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const said = words.currentNode;
    const within = said.parentElement;
    const seen = within.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!said.data.trim() || !seen || within.closest("svg, .sheet, .unseen")) continue;
    const around = [];
    for (let each = within; each !== document.body; each = each.parentElement) {
      around.push([each.getBoundingClientRect(), getComputedStyle(each)]);
      if (around.at(-1)[1].position === "fixed") break; // nothing round it cuts it off
    }
    if (around.some(([, style]) => style.clipPath.startsWith("inset"))) continue;
    const range = document.createRange();
    range.selectNodeContents(said);
    const reason = check(range.getBoundingClientRect(), around, said.data);
    if (reason) found.push(`${said.data.trim().slice(0, 60)}: ${reason}`);
  }
  return found;
}"""
"""Faults of visible words on the table: `check` gets their box, those of their containers, and the words."""
CLIPPED_WORDS_JS = f"""({CHECK_WORDS_JS})((box, around) => {{
  if (around.some(([, style]) => style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none")) return "";
  const frames = around.filter(([, style]) => style.overflowX !== "visible").map(([frame]) => frame);
  const free = box.height * 0.2; // above and below the letters of a line
  const beyond = [...frames, new DOMRect(0, 0, innerWidth, innerHeight)].find((frame) => {{
    const beside = box.left < frame.left - 1.5 || box.right > frame.right + 1.5;
    return beside || box.top + free < frame.top || box.bottom - free > frame.bottom;
  }});
  return beyond ? `${{box.top}} to ${{box.bottom}} in ${{beyond.top}} to ${{beyond.bottom}}` : "";
}})"""
"""Words that are cut off without an ellipsis."""
MIN_LETTER_PX = 14  # minimum size of words in px
MIN_FIGURE_PX = 11  # the same for figures, and for the headings of a table with many columns
SMALL_WORDS_JS = f"""({CHECK_WORDS_JS})((_box, around, words) => {{
  const size = parseFloat(around[0][1].fontSize);
  const isWord = /\\p{{L}}/u.test(words) && !around.some(([, style]) => style.display === "table-header-group");
  return size && size < (isWord ? {MIN_LETTER_PX} : {MIN_FIGURE_PX}) ? `${{size}} px` : "";
}})"""
"""Words and figures that are too small. Those without a size appear elsewhere as others."""

MISPLACED_WORDS_JS = """(names) => {
  const found = [];
  const lines = [];
  const words = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const node = words.currentNode;
    const within = node.parentElement;
    const text = node.data.trim();
    const seen = within.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!text || !seen || within.closest("svg, select, .unseen, .recall, h1:has(.said)")) continue;
    const around = [];
    for (let each = within; each !== document.body; each = each.parentElement) {
      around.push([each, getComputedStyle(each)]);
    }
    if (around.some(([, style]) => style.clipPath.startsWith("inset"))) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
    const layer = around.find(([each, style]) => /fixed|sticky/.test(style.position) || each.matches(".refusal"))?.[0];
    const scroller = around.findIndex(([, style]) => /auto|scroll/.test(style.overflowX + style.overflowY));
    const own = scroller < 0 ? around : around.slice(0, scroller);
    const short = own.some(([each, style]) => {
      const beside = style.textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth;
      const isClamped = style.webkitLineClamp !== "none" && style.overflowY === "hidden";
      return beside || (isClamped && each.scrollHeight > each.clientHeight + 1);
    });
    if (short) {
      if (!names.includes(text)) found.push(`${text.slice(0, 60)}: shortened`);
      continue;
    }
    const frame = own.find(([, style]) => {
      if (/inline$|contents/.test(style.display)) return false;
      const isPainted = style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none";
      return isPainted || parseFloat(style.borderLeftWidth) > 0 || style.overflowX === "hidden";
    });
    const { left, top, right, bottom } = (frame?.[0] ?? document.documentElement).getBoundingClientRect();
    for (const box of frame || scroller < 0 ? boxes : []) {
      const free = box.height * 0.25; // above and below the letters of a line
      const beside = Math.max(left - box.left, box.right - right);
      const below = frame ? Math.max(top - box.top - free, box.bottom - free - bottom) : 0;
      if (Math.max(beside, below) <= 1.5) continue;
      const name = frame?.[0].className || frame?.[0].id || frame?.[0].localName;
      found.push(`${text.slice(0, 60)}: ${Math.ceil(beside)} px beside, ${Math.ceil(below)} px below ${name}`);
      break;
    }
    const window = around[scroller]?.[0].getBoundingClientRect();
    for (const box of boxes) {
      const y = (box.top + box.bottom) / 2;
      if (window && (y < window.top || y > window.bottom)) continue;
      const free = box.height * 0.2;
      lines.push({ box, text, node, layer, top: box.top + free, bottom: box.bottom - free });
    }
  }
  for (const [n, one] of lines.entries()) {
    for (const other of lines.slice(n + 1)) {
      if (one.node === other.node || one.layer !== other.layer) continue;
      const beside = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const below = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (beside < 1 || below < 1) continue;
      found.push(`${one.text.slice(0, 40)}: over “${other.text.slice(0, 40)}”`);
    }
  }
  return [...new Set(found)];
}"""
"""Visible words that are shortened, reach out of their box, or overlap others.

Names may be shortened, and so may moves in the bar, because the log has them.
"""


OFFSCREEN_CONTROLS_JS = """[...document.querySelectorAll("[data-act], [data-do], #hand, #bar")].filter((each) => {
  const { left, top, right, bottom, width } = each.getBoundingClientRect();
  const isOut = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  return isOut && width && !each.closest(".sheet, .unseen") && each.checkVisibility({ visibilityProperty: true });
}).map((each) => each.id || each.ariaLabel || each.textContent)"""
"""Controls that need scrolling before a tap."""


def scrolling_faults(page: Page, what: str, boxes: Mapping[str, tuple[int, int]]) -> dict[str, list[str]]:
    """Return all scrolling that a page with the table called `what` would need in a window of these sizes."""
    found: dict[str, list[str]] = {}
    for name, (width, height) in boxes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(WAIT_FOR_ANIMATIONS_JS)
        high = page.evaluate("document.documentElement.scrollHeight")
        beyond = [
            *page.evaluate(PAGE_OVERFLOW_JS),
            *page.evaluate(OFFSCREEN_CONTROLS_JS),
            *([f"{high} px"] if high > height else []),
        ]
        found |= {f"{what}: beyond {name}, {width} x {height}": beyond} if beyond else {}
    return found


def compact_faults(page: Page, what: str, boxes: Mapping[str, tuple[int, int]]) -> dict[str, list[str]]:
    """Return everything on a compact table, called `what`, that is cut off or out of reach in a window of these sizes.

    At the end there is much to read below the first screen, and the page scrolls.
    """
    found: dict[str, list[str]] = {}
    for name, (width, height) in boxes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(WAIT_FOR_ANIMATIONS_JS)
        ended = page.locator("#victory").count() > 0
        problems = {
            "beside the screen": page.evaluate(PAGE_OVERFLOW_JS),
            "scrolls": [] if ended else page.evaluate(SCROLLING_PARTS_JS),
            "out of sight": [] if ended else page.evaluate(HIDDEN_CONTROLS_JS, MOUSE_TARGET_PX),
            "cut off": [] if ended else page.evaluate(CLIPPED_WORDS_JS),
            "too small": page.evaluate(SMALL_WORDS_JS),
            "overfull": page.evaluate(OVERFULL_CELLS_JS),
        }
        found |= {
            f"{what}: {problem} at {name}, {width} x {height}": where for problem, where in problems.items() if where
        }
    return found
