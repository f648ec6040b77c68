"""WebKitGTK by its own WebDriver, on a screen that nobody sees: as much of the protocol as one journey needs.

Playwright drives WebKit only in builds of its own, which are not everywhere to be had.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

NEEDED = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
"""Programs, and Debian's packages in which they are."""
PATIENCE = 60.0  # s
PAUSE = 0.05  # s
NO_WINDOW = 404  # is how the driver says it


def missing() -> list[str]:
    """The packages without which there is no WebKit here."""
    return [package for program, package in NEEDED.items() if not shutil.which(program)]


class WebKit:
    """A tab."""

    def __init__(self, driver: str) -> None:
        self.at = driver
        self.until(self._awake)
        self.at += "/session/" + self._ask("POST", "/session", {"capabilities": {}})["sessionId"]

    def _awake(self) -> bool:
        try:
            return bool(self._ask("GET", "/status")["ready"])
        except URLError:
            return False

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if method == "GET" else json.dumps(body or {}).encode()
        asked = Request(self.at + path, data, {"Content-Type": "application/json"}, method=method)
        with urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def until(self, fits: str | Callable[[], bool]) -> None:
        """Wait until that is so: a function of ours, or an expression of the page's."""
        last = time.monotonic() + PATIENCE
        while not self._fits(fits):
            assert time.monotonic() < last, f"this did not come about: {fits}"
            time.sleep(PAUSE)

    def _fits(self, fits: str | Callable[[], bool]) -> bool:
        """Whether that is so. Between two pages there is no window that could be asked, for a moment."""
        try:
            return bool(self.evaluate(fits) if isinstance(fits, str) else fits())
        except HTTPError as refusal:
            if refusal.code != NO_WINDOW:
                raise
            return False

    def goto(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def reload(self) -> None:
        self._ask("POST", "/refresh")

    def evaluate(self, expression: str) -> Any:
        return self._ask("POST", "/execute/sync", {"script": f"return {expression}", "args": []})

    def _find(self, selector: str) -> str:
        self.until(f"document.querySelector({json.dumps(selector)}) !== null")
        [name] = self._ask("POST", "/element", {"using": "css selector", "value": selector}).values()
        return f"/element/{name}"

    def click(self, selector: str) -> None:
        self._ask("POST", self._find(selector) + "/click")

    def fill(self, selector: str, text: str) -> None:
        self._ask("POST", self._find(selector) + "/value", {"text": text})

    def close(self) -> None:
        """With its browser."""
        self._ask("DELETE", "")


@contextmanager
def running(*command: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A program, which is ended at the end; what it complains about is its own affair."""
    where = {**os.environ, **environment}
    started = subprocess.Popen(command, env=where, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    with started:
        try:
            yield started
        finally:
            started.terminate()


@contextmanager
def webkit(home: Path) -> Iterator[WebKit]:
    """A new tab of a browser that keeps what it keeps in this folder."""
    with running("Xvfb", "-displayfd", "1", "-nolisten", "tcp") as screen:
        assert screen.stdout
        display = f":{screen.stdout.readline().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        own = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "GDK_BACKEND": "x11", "DISPLAY": display}
        with running("WebKitWebDriver", f"--port={port}", **own):
            tab = WebKit(f"http://127.0.0.1:{port}")
            yield tab
            tab.close()
