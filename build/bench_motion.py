"""Measure what moving pieces cost while bots play in Chromium: frames, tasks and taps.

The program watches some moves of four bots in each game, or the whole game with `--whole`. It prints the longest task,
the frames dropped in a move, and the wait of a tap during a move for its frame, in milliseconds of this computer. The
goal is a ratio: the time to measure all pieces and start their moves, to the time of the browser to parse and lay out
that table. Exit code 1: a game misses the goal.
"""

import os
import shutil
import sys
import threading

from playwright.sync_api import Page, sync_playwright
from site_builder import serve
from site_builder.paths import ROOT

from pygame_core import GAMES

MEASURED_MOVES = 30
WHOLE_GAME_MOVES = 1000  # more than in any game
MAX_MOTION_RATIO = 2.0
MAX_TASK_MS, MAX_DROPPED_FRAMES, MAX_RESPONSE_MS = 50, 2, 50
SEATS = ",".join(["bot:random"] * 4)
MEASURE_MOTION_JS = """async (moves) => {
  const { motion } = window.palaces;
  const table = document.querySelector(".table");
  const found = { tasks: [], dropped: [], answers: [], motion: [], yardstick: [] };
  const other = document.body.appendChild(document.createElement("div"));
  other.style.cssText = "position:absolute;visibility:hidden;width:100%";
  const tasks = new PerformanceObserver((list) => found.tasks.push(...list.getEntries().map((task) => task.duration)));
  tasks.observe({ type: "longtask" });
  let last = 0;
  let slow = 0;
  const frame = (now) => {
    if (last && document.querySelector(".flying")) slow += Math.max(0, Math.round((now - last) / (1000 / 60)) - 1);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const { note, prepare } = motion;
  let noting = 0;
  motion.note = (way) => {
    const began = performance.now();
    note(way);
    noting = performance.now() - began;
  };
  motion.prepare = (way, pace) => {
    table.getBoundingClientRect(); // any change needs this layout
    const began = performance.now();
    const start = prepare(way, pace);
    const preparing = performance.now() - began;
    return () => {
      const starting = performance.now();
      const ms = start();
      found.motion.push(noting + preparing + performance.now() - starting);
      return ms;
    };
  };
  for (let n = 0; n < moves; n += 1) {
    slow = 0;
    const turn = document.documentElement.dataset.turn;
    if (document.documentElement.hasAttribute("data-over")) break;
    while (document.documentElement.dataset.turn === turn) await new Promise((done) => setTimeout(done, 20));
    await new Promise((done) => setTimeout(done, 400));
    found.dropped.push(slow);
    if (n % 5 === 4) {
      const touched = performance.now();
      dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      document.querySelector("#menu").click();
      await new Promise(requestAnimationFrame);
      found.answers.push(performance.now() - touched);
      document.querySelector("#menu").click();
    }
  }
  tasks.disconnect();
  const markup = table.innerHTML;
  for (let n = 0; n < 30; n += 1) {
    const began = performance.now();
    other.innerHTML = markup;
    other.getBoundingClientRect();
    found.yardstick.push(performance.now() - began);
    other.replaceChildren();
  }
  return found;
}"""


def median_of(of: list[float]) -> float:
    """Return the median."""
    return sorted(of)[len(of) // 2]


def measure_game(page: Page, address: str) -> dict[str, list[float]]:
    """Return the measurements of a game."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
    page.wait_for_function("!!window.palaces.motion")
    page.wait_for_timeout(2000)  # until the start is over
    found: dict[str, list[float]] = page.evaluate(
        MEASURE_MOTION_JS, WHOLE_GAME_MOVES if "--whole" in sys.argv else MEASURED_MOVES
    )
    return found


def main() -> int:
    """Measure every released game. Return the exit code."""
    running = serve.make_server(ROOT / "dist")
    threading.Thread(target=running.serve_forever, daemon=True).start()
    worst = 0.0
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        page = playwright.chromium.launch(executable_path=path).new_page(viewport={"width": 1280, "height": 800})
        for game in [name for name, game in GAMES.items() if game.is_released]:
            address = f"http://localhost:{running.server_port}/play.html?game={game}&seats={SEATS}&seed=7"
            found = measure_game(page, address)
            ratio = median_of(found["motion"]) / median_of(found["yardstick"])
            worst = max(worst, ratio)
            print(
                f"{game:8} {len(found['motion'])} of {len(found['dropped'])} moves travel; longest task "
                f"{max(found['tasks'], default=0):.0f} ms (goal {MAX_TASK_MS}), frames dropped in a move "
                f"{median_of(found['dropped']):.0f}, at most {max(found['dropped']):.0f} (goal {MAX_DROPPED_FRAMES}), "
                f"a touch in mid-flight answered in {median_of(found['answers']):.0f} ms (goal {MAX_RESPONSE_MS})"
            )
            print(
                f"{game:8} {median_of(found['motion']):.1f} ms for a move: RATIO {ratio:.2f} (goal {MAX_MOTION_RATIO})"
            )
    return int(worst > MAX_MOTION_RATIO)


if __name__ == "__main__":
    sys.exit(main())
