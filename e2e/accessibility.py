"""Measurements of a page's accessibility for people with low vision or a screen reader.

They cover the rules of axe, the contrast of every drawn word, the layout with larger text, and parts that cover the
board.
"""

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from PIL import Image
from playwright.sync_api import Page

AXE_SCRIPT = Path(__file__).resolve().parent.parent / "node_modules/axe-core/axe.min.js"
WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN_AXE_JS = """async ([tags, rules]) => {
  const only = rules.length ? { type: "rule", values: rules } : { type: "tag", values: tags };
  const wanted = { runOnly: only, resultTypes: ["violations"] };
  const { violations } = await axe.run(document, wanted);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => {
    const { contrastRatio, fgColor, bgColor } = node.any[0]?.data ?? {};
    const seen = contrastRatio ? ` ${contrastRatio} (${fgColor} on ${bgColor})` : "";
    return `${id}${seen}: ${node.target.join(" ")} ${node.html.slice(0, 120)}`;
  }));
}"""


FINISH_ANIMATIONS_JS = """() => {
  for (const each of document.getAnimations())
    if (Number.isFinite(each.effect.getComputedTiming().endTime)) each.finish();
}"""
"""End everything that moves or fades: words that appear have little contrast for a moment."""
NEWER_ATTRIBUTES = ("aria-colindextext", "aria-rowindextext")
"""Attributes of ARIA 1.3, which browsers support and axe 4.14 doesn't."""
KNOW_NEWER_ATTRIBUTES_JS = f"""axe.configure({{ standards: {{ ariaAttrs: {{
  {", ".join(f'"{name}": {{ type: "string", global: true }}' for name in NEWER_ATTRIBUTES)}
}} }} }})"""
"""Make axe know these attributes."""


def axe_violations(page: Page, *rules: str) -> list[str]:
    """Return the violations that axe finds on the page, by all rules of WCAG 2.2 AA or by these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT.read_text("utf-8"))
        page.evaluate(KNOW_NEWER_ATTRIBUTES_JS)
    page.evaluate(FINISH_ANIMATIONS_JS)
    return cast(list[str], page.evaluate(RUN_AXE_JS, [WCAG_TAGS, [*rules]]))


VISIBLE_WORDS_JS = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const shown = { visibilityProperty: true, opacityProperty: true };
  for (let node; (node = walker.nextNode());) {
    const each = node.parentElement;
    if (!node.data.trim() || each.closest("script, style, option, .unseen, :disabled, .winning")) continue;
    if (each.closest(".fan:has(.chosen) .alike:not(:has(.chosen))")) continue; // lies under what is chosen
    if (!each.checkVisibility(shown)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    if (!box || box.width < 2 || box.height < 4) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const style = getComputedStyle(each);
    let opacity = 1, clipped = false;
    for (let one = each; one; one = one.parentElement) {
      opacity *= Number(getComputedStyle(one).opacity);
      const { overflowX, overflowY, clipPath } = getComputedStyle(one);
      const around = one.getBoundingClientRect();
      if (clipPath === "inset(50%)") clipped = true;
      if (one !== document.documentElement && !one.ownerSVGElement && `${overflowX}${overflowY}` !== "visiblevisible") {
        if (x < around.left || x > around.right || y < around.top || y > around.bottom) clipped = true;
      }
    }
    const top = document.elementFromPoint(x, y);
    const apart = top && !each.contains(top) && !top.contains(each);
    const over = apart ? top.closest("#panel, #bar, .top, .notice, .curtain") : null;
    if (clipped || (over && !over.contains(each))) continue;
    found.push({
      text: node.data.trim().slice(0, 40), x: box.left, y: box.top, width: box.width, height: box.height, opacity,
      colour: each instanceof SVGElement ? style.fill : style.color, size: parseFloat(style.fontSize),
      named: `${each.closest("[id]")?.id} ${each.tagName}.${each.getAttribute("class") ?? ""}`,
    });
  }
  return found;
}"""
"""Every visible word with its place, size and color."""
HIDE_TEXT_JS = """(on) => {
  const sheet = (window.undrawn ??= new CSSStyleSheet());
  const nothing = "transparent !important";
  sheet.replaceSync(on ? `* { -webkit-text-fill-color: ${nothing} } text { fill: ${nothing} }` : "");
  document.adoptedStyleSheets = [sheet];
}"""


def visible_words(page: Page) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], page.evaluate(VISIBLE_WORDS_JS))


def relative_luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance by WCAG, from red, green and blue between 0 and 255."""
    parts = [value / 255 for value in colour[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    dark, light = sorted((relative_luminance(one), relative_luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def image_pixels(picture: Image.Image) -> Sequence[tuple[int, int, int]]:
    whole = picture.tobytes()
    return [(whole[n], whole[n + 1], whole[n + 2]) for n in range(0, len(whole), 3)]


def take_screenshot(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def low_contrast_words(page: Page, least: float = 4.5) -> list[str]:
    """Return the words with too little contrast to most of the pixels behind them."""
    page.evaluate(FINISH_ANIMATIONS_JS)
    seen = visible_words(page)
    whole = take_screenshot(page)
    page.evaluate(HIDE_TEXT_JS, True)
    ground = take_screenshot(page)
    page.evaluate(HIDE_TEXT_JS, False)
    found = []
    for word in seen:
        left, top = max(0, int(word["x"])), max(0, int(word["y"]))
        right, bottom = int(word["x"] + word["width"]) + 1, int(word["y"] + word["height"]) + 1
        if not (
            left < min(right, ground.width) and top < min(bottom, ground.height) and word["colour"].startswith("rgb")
        ):
            continue
        box = (left, top, min(right, ground.width), min(bottom, ground.height))
        area, with_it = ground.crop(box), whole.crop(box)
        ink = Counter(
            under for under, seen_as in zip(image_pixels(area), image_pixels(with_it), strict=True) if under != seen_as
        )
        if ink.total() < area.width * area.height / 10:
            continue  # another element covers it
        most = ink.most_common(1)[0][0]
        red, green, blue, *rest = (
            float(part) for part in word["colour"][word["colour"].index("(") + 1 : -1].split(",")
        )
        alpha = word["opacity"] * (rest[0] if rest else 1)
        drawn = tuple(alpha * part + (1 - alpha) * under for part, under in zip((red, green, blue), most, strict=True))
        inked = [each for under, each in zip(image_pixels(area), image_pixels(with_it), strict=True) if under != each]
        near = sum(max(abs(a - b) for a, b in zip(drawn, each, strict=True)) < 48 for each in inked)
        ratio = contrast_ratio(drawn, most)
        if ratio < least and near > len(inked) / 5:  # otherwise only its edges are visible
            found.append(f"{ratio:.2f} {word['text']!r} {word['colour']} × {alpha:.2f} on {most}: {word['named']}")
    return found


USUAL_TEXT_PX = 16


def set_text_size(page: Page, text_px: int) -> None:
    """Choose this text size in the settings of Chromium, until the page is closed."""
    sizes = {"standard": text_px, "fixed": round(text_px * 13 / USUAL_TEXT_PX)}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})


PART_BOXES_JS = """[...document.querySelectorAll("#app *")].flatMap((each) => {
  if (each.closest(".sprites") || each.parentElement.closest("svg")) return [];
  const { x, y, width, height } = each.getBoundingClientRect();
  const name = each.id || each.classList.value || each.tagName;
  return [[name, x, y, width, height]];
})"""
"""Name, position and size of every part of a table. A drawing is one part."""


def part_boxes(page: Page) -> list[tuple[str, float, float, float, float]]:
    """Return name, position and size of every part of a table."""
    return [tuple(each) for each in page.evaluate(PART_BOXES_JS)]


SPACE_TEXT_JS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
"""Space texts as readers may, by WCAG 1.4.12."""
LOST_TEXTS_JS = """() => {
  const walker = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
  const found = [], boxes = [];
  const report = (each, text) => found.push(`${each.closest("[id]")?.id} ${each.className}: ${text.slice(0, 60)}`);
  for (let node; (node = walker.nextNode());) {
    const each = node.parentElement, words = node.data.trim();
    if (!words || each.closest("svg, .unseen, .sprites")) continue;
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    scrollBy(0, range.getBoundingClientRect().top - innerHeight / 2);
    const text = range.getBoundingClientRect();
    if (text.width < 2) continue;
    let cut = text.right > innerWidth + 3 || text.left < -3, hidden = false, scrolls = false;
    for (let one = each; one && one !== document.body; one = one.parentElement) {
      const { display, overflowX, overflowY, clipPath, borderStyle } = getComputedStyle(one);
      if (display === "contents") continue;
      if (clipPath === "inset(50%)" || one.offsetWidth < 3) { hidden = true; break; }
      scrolls = /auto|scroll/.test(overflowX + overflowY);
      if (scrolls) break;
      const box = one.getBoundingClientRect();
      const frames = overflowY !== "visible" || borderStyle !== "none" || one.matches("li");
      if (frames && (text.bottom > box.bottom + 3 || text.top < box.top - 3)) cut = true;
      if (overflowX !== "visible" && (text.right > box.right + 3 || text.left < box.left - 3)) cut = true;
    }
    if (hidden || each.closest(".name")) continue;
    const size = parseFloat(getComputedStyle(each).fontSize);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const over = document.elementFromPoint(x, y);
      if (!scrolls && (!over || !(over.contains(each) || each.contains(over)))) cut = true;
      const [along, letters] = [left + scrollX, size * 0.35];
      const box = { left: along, right: along + right - left - size * 0.12, top: y + scrollY - letters };
      if (!scrolls) boxes.push({ each, words, part: each.closest("[id]"), ...box, bottom: y + scrollY + letters });
    }
    if (cut) report(each, words);
  }
  for (const [n, one] of boxes.entries())
    for (const other of boxes.slice(n + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const along = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const apart = one.each === other.each || one.part !== other.part || across <= 2 || along <= 2;
      if (!apart) report(one.each, `${one.words} / ${other.words}`);
    }
  scrollTo(0, 0);
  return found;
}"""
"""The texts that lie outside a frame or a part without a scroll bar, under another part, or on another text.

Long names may be cut: their whole text is elsewhere.
"""


def texts_lost_by_spacing(page: Page) -> list[str]:
    """Return the texts that are lost once a reader spaces them."""
    before = Counter(page.evaluate(LOST_TEXTS_JS))
    page.evaluate(SPACE_TEXT_JS)
    after = Counter(page.evaluate(LOST_TEXTS_JS))
    page.evaluate("document.adoptedStyleSheets = []")
    return [*(after - before)]


FIXED_PARTS_JS = """(() => {
  const stays = new Set();
  for (let x = 8; x < innerWidth; x += 16) {
    for (let y = 8; y < innerHeight; y += 16) {
      for (let one = document.elementFromPoint(x, y); one; one = one.parentElement) {
        const { position } = getComputedStyle(one);
        if (["sticky", "fixed"].includes(position) && !one.closest("#panel")) stays.add(one.id || one.className);
        if (one.closest(".sheet") && position === "sticky") stays.add(one.className || one.tagName);
      }
    }
  }
  return [...stays];
})()"""
"""The parts that keep their place in the window while the rest scrolls."""
