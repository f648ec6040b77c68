"""How long a visitor waits, as a ratio to a bare page that loads stock Pyodide: `python build/bench_start.py`.

Ours counts from the click to the live board; the other page, without any game, to the first line of Python. A first
visit has a new profile; a later one the same profile in a new browser, once the service worker is in charge. Every
visitor stays for some seconds, in which a browser puts compiled code away. The pages take turns, so that a busy machine
weighs on both, and medians are compared. Exit code 1: a goal is missed.
"""

import argparse
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from statistics import median

import serve
from assemble import PYODIDE, ROOT
from playwright.sync_api import Page, Playwright, sync_playwright

STAY = 4000  # ms
GOALS = {"first visit": 0.6, "later visits": 0.55}
STOCK = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Stock Pyodide</title><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
python.runPython("import js; js.document.documentElement.dataset.ready = ''");
</script></html>"""
# the moment is noted in the page itself: no polling from outside is in the figure
NOTE = """new MutationObserver((_, watch) => {
  if (document.documentElement?.dataset.ready === undefined) return;
  watch.disconnect();
  window.liveSince = performance.now();
}).observe(document, { subtree: true, attributeFilter: ["data-ready"] });"""


ACTIVE = "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"


def wait(page: Page, address: str) -> float:
    """Milliseconds from the start of the navigation until the page says that it is live."""
    page.add_init_script(NOTE)
    page.goto(address)
    page.wait_for_function("window.liveSince !== undefined", timeout=120_000)
    return float(page.evaluate("window.liveSince"))


def visits(playwright: Playwright, address: str, later: int, kept: bool) -> list[float]:
    """A first visit and some later ones with one profile; `kept`: a service worker holds the site before the second."""
    profile, times = tempfile.mkdtemp(), []
    try:
        for _ in range(1 + later):
            browser = playwright.chromium.launch_persistent_context(
                profile, executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium")
            )
            page = browser.new_page()
            times.append(wait(page, address))
            if kept:
                page.evaluate("navigator.serviceWorker.ready.then(() => null)")
                page.wait_for_function(ACTIVE)
            page.wait_for_timeout(STAY)
            browser.close()
    finally:
        shutil.rmtree(profile, ignore_errors=True)
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--later", type=int, default=4, help="later visits in each round")
    options = parser.parse_args()
    stock = Path(tempfile.mkdtemp())
    shutil.copytree(PYODIDE, stock, dirs_exist_ok=True)
    (stock / "index.html").write_text(STOCK, encoding="utf-8")
    addresses = {}
    for name, folder, page in (("ours", ROOT / "dist", "play.html?seed=7"), ("stock", stock, "index.html")):
        running = serve.server(folder)
        threading.Thread(target=running.serve_forever, daemon=True).start()
        addresses[name] = f"http://localhost:{running.server_port}/{page}"
    taken: dict[str, list[list[float]]] = {"ours": [], "stock": []}
    try:
        with sync_playwright() as playwright:
            for _ in range(options.rounds):
                for name, address in addresses.items():
                    taken[name].append(visits(playwright, address, options.later, kept=name == "ours"))
    finally:
        shutil.rmtree(stock, ignore_errors=True)
    missed = False
    for (kind, goal), part in zip(GOALS.items(), (slice(0, 1), slice(1, None)), strict=True):
        ours, other = (median(time for visit in taken[name] for time in visit[part]) for name in ("ours", "stock"))
        missed |= ours / other > goal
        verdict = "too slow" if ours / other > goal else "good"
        print(f"{kind:13} {ours / other:.2f} (goal {goal}): ours {ours:.0f} ms, stock {other:.0f} ms: {verdict}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
