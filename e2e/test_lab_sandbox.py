"""A bot of one's own reaches neither network nor storage, in Chromium and Firefox, with and without the server.

The bot tries everything. As a control, the same worker without the sandboxed frame has to reach what a bot may not
reach, so that an attempt that never works can't pass. A bot can always be ended.
"""

import json
from typing import Any

import pytest
from conftest import Site, wait_until_offline_ready
from players import wait_for_truth
from playwright.sync_api import Page

from pygame_core import Match

pytestmark = [pytest.mark.elsewhere, pytest.mark.first_visit]

ATTEMPTS_JS = r"""
self.found = {};
const withTimeout = (work, ms = 1500) => new Promise((done, fail) => {
  work(done, fail);
  setTimeout(() => done("no answer"), ms);
});
const ATTEMPTS = {
  "fetch this site": () => fetch(SITE).then(({ status }) => "REACHED " + status),
  "fetch another host": () => fetch(OTHER, { mode: "no-cors" }).then(({ type }) => "REACHED " + type),
  "XMLHttpRequest": () => withTimeout((done, fail) => {
    const x = new XMLHttpRequest();
    x.open("GET", SITE);
    x.onload = () => done("REACHED");
    x.onerror = () => fail(new Error("blocked"));
    x.send();
  }),
  "WebSocket": () => withTimeout((done, fail) => {
    const w = new WebSocket(SITE.replace("http", "ws"));
    w.onopen = () => done("REACHED");
    w.onerror = () => fail(new Error("blocked"));
  }),
  "EventSource": () => withTimeout((done, fail) => {
    const s = new EventSource(SITE);
    s.onopen = () => done("REACHED");
    s.onerror = () => fail(new Error("blocked"));
  }),
  "WebTransport": () => typeof WebTransport === "undefined"
    ? "absent" : new WebTransport("https://localhost:9/").ready.then(() => "REACHED"),
  "importScripts": () => { importScripts(SCRIPT); return "REACHED"; },
  "import()": () => import(SCRIPT).then(() => "REACHED"),
  "worker by address": () => withTimeout((done, fail) => {
    const w = new Worker(SCRIPT);
    w.onmessage = () => done("REACHED");
    w.onerror = (event) => { event.preventDefault(); fail(new Error("blocked")); };
  }),
  "worker in the worker, then fetch": () => withTimeout((done, fail) => {
    const code = `fetch("${SITE}").then(() => postMessage("REACHED"), (e) => postMessage("blocked: " + e.name))`;
    const w = new Worker(URL.createObjectURL(new Blob([code])));
    w.onmessage = ({ data }) => done(data);
    w.onerror = (event) => { event.preventDefault(); fail(new Error("blocked")); };
  }, 5000),
  "RTCPeerConnection": () => typeof RTCPeerConnection === "undefined" ? "absent" : "REACHED",
  "sendBeacon": () => navigator.sendBeacon ? "REACHED" : "absent",
  "localStorage": () => typeof localStorage === "undefined" ? "absent" : "REACHED",
  "cookieStore": () => typeof cookieStore === "undefined"
    ? "absent" : cookieStore.getAll().then(({ length }) => "REACHED " + length),
  "IndexedDB": () => withTimeout((done, fail) => {
    const r = indexedDB.open("attempt");
    r.onsuccess = () => { r.result.close(); done("REACHED"); };
    r.onerror = () => fail(r.error);
  }),
  "caches": () => caches.keys().then((keys) => "REACHED " + keys.length),
  "private file system": () => navigator.storage.getDirectory().then(() => "REACHED"),
  "locks": () => navigator.locks.request("attempt", () => "REACHED"),
  "BroadcastChannel": () => { new BroadcastChannel("attempt").postMessage("heard"); return "sent"; },
  "service worker": () => navigator.serviceWorker
    ? navigator.serviceWorker.register(SCRIPT).then(() => "REACHED") : "absent",
  "eval": () => (0, eval)("'REACHED'"),
};
Promise.all(Object.entries(ATTEMPTS).map(async ([name, attempt]) => {
  try {
    self.found[name] = String(await attempt());
  } catch (error) {
    self.found[name] = `${error?.name}: ${error?.message}`.slice(0, 90);
  }
})).then(() => { self.isThrough = true; });
"""

BOT = """
import js
from pyodide.ffi import to_js

def choose(view, legal, rng):
    if not hasattr(js, "found"):
        x = js.XMLHttpRequest.new()
        try:
            x.open("GET", SITE, False)
            x.send()
            js.byPython = "REACHED"
        except Exception as error:
            js.byPython = str(error)[:90]
        js.importScripts(js.URL.createObjectURL(js.Blob.new(to_js([ATTEMPTS]), type="text/javascript")))
    if getattr(js, "isThrough", False):
        for name, what in [*js.found.to_py().items(), ("XMLHttpRequest in Python", js.byPython)]:
            print(name, what, sep="|")
    return legal[0]
"""

ASK_SANDBOX_JS = "([text, view, legal]) => window.palaces.lab.ask(text, view, legal, 'attempt')"

ASK_CONTROL_JS = """async ([scripts, text, view, legal]) => {
  if (!window.control) {
    const { readPythonFiles, readScript } = await import(`${scripts}/lab-files.js`);
    const code = new Blob([await readScript("lab-player.js")], { type: "text/javascript" });
    const { port1, port2 } = new MessageChannel();
    let heard;
    port1.onmessage = ({ data }) => typeof data === "string" && heard(JSON.parse(data));
    const next = () => new Promise((resolve) => { heard = resolve; });
    window.control = (message) => { port1.postMessage(JSON.stringify(message)); return next(); };
    const worker = new Worker(URL.createObjectURL(code));
    const started = next();
    worker.postMessage(await readPythonFiles("en"), [port2]);
    await started;
    await window.control({ load: text, file: "bot.py" });
    await window.control({ begin: [view.seat, view.game], seed: "attempt" });
  }
  return window.control({ choose: view, legal });
}"""

LISTEN_JS = """() => {
  localStorage.setItem("secret", "1");
  window.heard = [];
  window.attempts = new BroadcastChannel("attempt");
  window.attempts.onmessage = ({ data }) => window.heard.push(data);
}"""

REACHED_WITHOUT_FRAME = {
    "fetch this site",
    "XMLHttpRequest",
    "worker in the worker, then fetch",
    "XMLHttpRequest in Python",
    "importScripts",
    "import()",
    "IndexedDB",
    "caches",
    "private file system",
    "locks",
}

ENDLESS_BOT = """
def choose(view, legal, rng):
    moves = 0
    while True:
        moves += 1
"""

RUN_JS = """(text) => new Promise((resolve) => {
  const [events, pauses] = [[], []];
  let last = performance.now();
  const timer = setInterval(() => {
    pauses.push(performance.now() - last);
    last = performance.now();
  }, 10);
  const order = { text, file: "endless.py", game: "alhambra", seats: 2, opponents: ["random"], games: 1, seed: 1 };
  window.palaces.lab.start(order, (event) => {
    events.push(event);
    if (!["failed", "broken", "stopped", "done"].includes(event.kind)) return;
    clearInterval(timer);
    resolve({ events, pause: Math.max(...pauses) });
  });
})"""


def open_sandbox(page: Page, site: Site) -> None:
    page.goto(site.url("sandbox.html"))
    wait_for_truth(page, "Boolean(window.palaces?.lab)")
    page.evaluate(LISTEN_JS)


def attempt_all(page: Page, site: Site, script: str, *more: str) -> dict[str, str]:
    """Return what each attempt of a bot got, by asking it for moves until it knows. Add what the page heard of it."""
    script_address = site.url(site.release_path("scripts/lab-frame.js"))
    values = {"SITE": site.url("404.html"), "OTHER": "http://127.0.0.1:9/", "SCRIPT": script_address}
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    text = f"ATTEMPTS = {constants + ATTEMPTS_JS!r}\nSITE = {values['SITE']!r}\n{BOT}"
    match = Match.new("alhambra", 2, seed=1)
    asked = [*more, text, match.view(match.to_move()), match.legal()]
    for _attempt in range(100):
        answer: dict[str, Any] = page.evaluate(script, asked)
        if answer.get("error", {}).get("reason") == "time":
            continue  # the machine is busy; the next worker begins anew
        assert "error" not in answer, answer
        if answer["log"]:
            found = dict(line.split("|", 1) for line in answer["log"])
            page.wait_for_timeout(200)
            return found | {"the page heard": str(page.evaluate("window.heard.length"))}
        page.wait_for_timeout(100)
    pytest.fail("the attempts took too long")


def reached(found: dict[str, str]) -> set[str]:
    return {name for name, what in found.items() if "REACHED" in what}


def test_a_bot_reaches_nothing_and_can_always_be_ended(page: Page, site: Site, errors: list[str]) -> None:
    page.goto(site.url())
    wait_until_offline_ready(page)
    open_sandbox(page, site)
    scripts = site.url(site.release_path("scripts"))
    control = attempt_all(page, site, ASK_CONTROL_JS, scripts)
    assert reached(control) >= REACHED_WITHOUT_FRAME, control
    assert control["the page heard"] == "1"

    open_sandbox(page, site)
    online = attempt_all(page, site, ASK_SANDBOX_JS)
    assert online.keys() == control.keys()
    assert reached(online) == set(), online
    assert online["the page heard"] == "0"

    site.stop()
    open_sandbox(page, site)
    offline = attempt_all(page, site, ASK_SANDBOX_JS)
    assert reached(offline) == set(), offline
    assert offline["the page heard"] == "0"
    errors.clear()  # browsers report what the policy blocks

    run = page.evaluate(RUN_JS, ENDLESS_BOT)
    *_earlier, last = run["events"]
    assert (last["kind"], last["error"]["reason"], last["error"]["limit"]) == ("failed", "time", "move"), last
    assert last["error"]["line"] in (4, 5)
    assert Match.load(last["save"]).to_move() == last["seat"]
    assert run["pause"] < 1000
    assert not errors
