"""Measure how long a visitor waits, as a ratio to a bare page that loads stock Pyodide: `python build/bench_start.py`.

Our time is from the click to the live board. The other page has no game, so its time is to the first line of Python. A
first visit has a new profile. A later visit has the same profile in a new browser, after the first visit has stored
everything. A phone has a line of 20 Mbit/s with 40 ms latency, and a quarter of this processor. Every visitor stays for
some seconds, in which a browser stores compiled code. The pages take turns, so a busy computer slows all of them. The
program compares medians. Exit code 1: a goal is missed.

`--beside FOLDER` measures another build of ours in the same turns, to compare a change.
"""

import argparse
import gzip
import os
import re
import shutil
import sys
import tempfile
import threading
from collections import defaultdict
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, Playwright, sync_playwright
from site_builder import serve
from site_builder.assemble import PYODIDE
from site_builder.paths import ROOT

VISIT_MS = 4000
MAX_START_RATIOS = {"first visit": 0.42, "later visits": 0.36, "phone, first": 0.74, "phone, later": 0.35}
MAX_START_MEGABYTES = 5.15  # gzipped, before a first game is live
# All files of play.html but the ones for an icon, for a start without the image, or for later.
START_FILE = re.compile(
    r'<(?:link|script) (?!rel="(?:manifest|icon|apple-touch-icon|instead|later)")[^>]*?(?:href|src)="\./([^"]+)"'
)
STOCK_PYODIDE_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Stock Pyodide</title>\
<script type="module">
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
python.runPython("import js; js.document.documentElement.dataset.ready = ''");
</script></html>"""
# The page itself records the moment, so the time includes no polling from outside.
RECORD_LIVE_JS = """new MutationObserver((_, watch) => {
  if (document.documentElement?.dataset.ready === undefined) return;
  watch.disconnect();
  window.liveSince = performance.now();
}).observe(document, { subtree: true, attributeFilter: ["data-ready"] });"""
# A visit stores the image for the next one. A later visit stores a note that its compiled code is worth keeping.
IMAGE_CACHED_JS = """async (name) => {
  const place = new URL(name, document.querySelector("link[rel=spared]").href).href;
  const end = performance.now() + 120_000;
  while (!(await caches.match(place))) {
    if (performance.now() > end) throw new Error(`${name} was not left`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}"""
WORKER_READY_JS = """navigator.serviceWorker.ready.then(({ active }) => new Promise((resolve) => {
  const look = () => active.state === "activated" && resolve(null);
  active.addEventListener("statechange", look);
  look();
}))"""


def milliseconds_to_live(page: Page, address: str) -> float:
    """Return milliseconds from the start of the navigation until the page is live."""
    page.add_init_script(RECORD_LIVE_JS)
    page.goto(address)
    page.wait_for_function("window.liveSince !== undefined", timeout=120_000)
    return float(page.evaluate("window.liveSince"))


def time_visits(playwright: Playwright, address: str, later: int, phone: bool) -> list[float]:
    """Return the times of a first visit and of later ones with one profile. Each waits until our page has stored
    everything."""
    profile, times = tempfile.mkdtemp(), []
    try:
        for _ in range(1 + later):
            browser = playwright.chromium.launch_persistent_context(
                profile, executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium")
            )
            page = browser.new_page()
            tools = browser.new_cdp_session(page)
            if phone:
                line = {"offline": False, "latency": 40, "downloadThroughput": 2.5e6, "uploadThroughput": 2.5e6}
                tools.send("Network.emulateNetworkConditions", line)
                tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            times.append(milliseconds_to_live(page, address))
            tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            if page.locator("#app").count():
                page.evaluate(WORKER_READY_JS)
                page.wait_for_selector("html[data-bots=ready]", state="attached")
                if page.locator("link[rel=spared]").count():
                    page.evaluate(IMAGE_CACHED_JS, "rehearsed" if len(times) > 1 else "memory.bin")
            page.wait_for_timeout(VISIT_MS)
            browser.close()
    finally:
        shutil.rmtree(profile, ignore_errors=True)
    return times


def start_files(site: Path) -> list[Path]:
    """Return the files that a first visit to a game loads before its game is live: the page, and what it names for
    that."""
    page = site / "play.html"
    return [page, *sorted({site / name for name in START_FILE.findall(page.read_text(encoding="utf-8"))})]


def start_megabytes(site: Path) -> float:
    """Return the megabytes of these files, gzipped as by a web server."""
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in start_files(site)) / 1e6


def main() -> int:
    """Measure all pages in turn. Return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--later", type=int, default=3, help="later visits in each round")
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another build, measured in turns with dist/")
    options = parser.parse_args()
    stock = Path(tempfile.mkdtemp())
    shutil.copytree(PYODIDE, stock, dirs_exist_ok=True)
    (stock / "index.html").write_text(STOCK_PYODIDE_PAGE, encoding="utf-8")
    folders = {"stock": stock, "ours": ROOT / "dist"} | ({"beside": options.beside} if options.beside else {})
    addresses = {}
    for name, folder in folders.items():
        running = serve.make_server(folder)
        threading.Thread(target=running.serve_forever, daemon=True).start()
        page = "index.html" if name == "stock" else "play.html?seed=7"
        addresses[name] = f"http://localhost:{running.server_port}/{page}"
    taken: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    try:
        with sync_playwright() as playwright:
            for _ in range(options.rounds):
                for phone, (first, later) in enumerate((list(MAX_START_RATIOS)[:2], list(MAX_START_RATIOS)[2:])):
                    for name, address in addresses.items():
                        times = time_visits(playwright, address, options.later, bool(phone))
                        taken[name, first] += times[:1]
                        taken[name, later] += times[1:]
    finally:
        shutil.rmtree(stock, ignore_errors=True)
    missed = False
    for kind, goal in MAX_START_RATIOS.items():
        against = median(taken["stock", kind])
        for name in list(folders)[1:]:
            ratio = median(taken[name, kind]) / against
            missed |= name == "ours" and ratio > goal
            verdict = "too slow" if ratio > goal else "good"
            print(f"{kind:12} {name:6} {ratio:.2f} (goal {goal}): {ratio * against:.0f} of {against:.0f} ms: {verdict}")
    heavy = start_megabytes(ROOT / "dist")
    print(
        f"weight {heavy:.2f} MB (goal {MAX_START_MEGABYTES}): {'too much' if heavy > MAX_START_MEGABYTES else 'good'}"
    )
    return int(missed or heavy > MAX_START_MEGABYTES)


if __name__ == "__main__":
    sys.exit(main())
