"""Measure how long a tap on Medina's board keeps the page busy, against the browser's own parsing of that board.

The program plays a random game in Chromium: it chooses a component, drafts a space, and plays the placement. It
measures each from the event to the next layout. In between, the browser gets the board's markup as a string and lays it
out: the yardstick. Exit code 1: a tap takes longer than so many yardsticks. Milliseconds are only for information.
"""

import os
import shutil
import sys
import threading

from playwright.sync_api import sync_playwright
from site_builder import serve
from site_builder.paths import ROOT

FRAME_MS = 1000 / 60
MAX_REPAINT_RATIO = 4.0
PLACEMENTS = 60
PLACE_COMPONENTS_JS = """async (placements) => {
  const took = { choose: [], draft: [], play: [], yardstick: [] };
  const other = document.body.appendChild(document.createElement("div"));
  let seed = 5;
  const any = (all) => all[(seed = (seed * 16807) % 2147483647) % all.length];
  const rest = () => new Promise((done) => setTimeout(done, 30));
  const timed = (kind, work) => {
    const began = performance.now();
    work();
    document.body.getBoundingClientRect();
    took[kind].push(performance.now() - began);
  };
  const touch = (kind, control) => {
    timed(kind, () => control.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    return rest();
  };
  while (took.play.length < placements && !document.querySelector("html[data-over]")) {
    await touch("choose", any([...document.querySelectorAll(".unit.can:not(.nowhere, [aria-pressed=true])")]));
    await touch("draft", any([...document.querySelectorAll(".cell.can")]));
    await touch("play", document.querySelector("#play"));
    const markup = document.querySelector("#city").innerHTML;
    timed("yardstick", () => { other.innerHTML = markup; });
    other.replaceChildren();
  }
  const middle = (all) => all.sort((one, two) => one - two)[all.length >> 1];
  return Object.fromEntries(Object.entries(took).map(([kind, all]) => [kind, middle(all)]));
}"""


def main() -> int:
    """Measure the taps. Return the exit code."""
    running = serve.make_server(ROOT / "dist")
    threading.Thread(target=running.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        page = playwright.chromium.launch(executable_path=path).new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"http://localhost:{running.server_port}/play.html?game=medina&seats=you,you,you,you&seed=7")
        page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
        took: dict[str, float] = page.evaluate(PLACE_COMPONENTS_JS, PLACEMENTS)
    yardstick = took.pop("yardstick")
    for kind, milliseconds in took.items():
        print(f"{kind:7} {milliseconds:.1f} ms (a frame is {FRAME_MS:.1f} ms): RATIO {milliseconds / yardstick:.1f}")
    print(f"goal: {MAX_REPAINT_RATIO}; the yardstick took {yardstick:.1f} ms")
    return int(max(took.values()) / yardstick > MAX_REPAINT_RATIO)


if __name__ == "__main__":
    sys.exit(main())
