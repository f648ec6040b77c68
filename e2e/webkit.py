"""A driver for WebKitGTK on a virtual screen: the part of the WebDriver protocol that one browser test needs.

Playwright drives only its own builds of WebKit, which do not run everywhere.
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

PACKAGE_BY_PROGRAM = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
"""Programs, and the Debian packages that have them."""
TIMEOUT_SECONDS = 60.0  # in s
POLL_SECONDS = 0.05  # in s
NO_WINDOW = 404  # the status that means it


def missing_packages() -> list[str]:
    """Return the packages that WebKit needs and this system lacks."""
    return [package for program, package in PACKAGE_BY_PROGRAM.items() if not shutil.which(program)]


class WebKit:
    """A tab."""

    def __init__(self, driver: str) -> None:
        self.session_url = driver
        self.wait_until(self._wait_for_driver)
        self.session_url += "/session/" + self._send_request("POST", "/session", {"capabilities": {}})["sessionId"]

    def _wait_for_driver(self) -> bool:
        try:
            return bool(self._send_request("GET", "/status")["ready"])
        except URLError:
            return False

    def _send_request(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if method == "GET" else json.dumps(body or {}).encode()
        asked = Request(self.session_url + path, data, {"Content-Type": "application/json"}, method=method)
        with urlopen(asked, timeout=TIMEOUT_SECONDS) as answer:
            return json.load(answer)["value"]

    def wait_until(self, fits: str | Callable[[], bool]) -> None:
        """Wait until a condition is true: a function of ours, or an expression of the page's."""
        last = time.monotonic() + TIMEOUT_SECONDS
        while not self._holds_true(fits):
            assert time.monotonic() < last, f"this did not come about: {fits}"
            time.sleep(POLL_SECONDS)

    def _holds_true(self, fits: str | Callable[[], bool]) -> bool:
        """Return True if the condition is true. Between two pages there may be no window to ask for a moment."""
        try:
            return bool(self.evaluate(fits) if isinstance(fits, str) else fits())
        except HTTPError as refusal:
            if refusal.code != NO_WINDOW:
                raise
            return False

    def goto(self, url: str) -> None:
        self._send_request("POST", "/url", {"url": url})

    def reload(self) -> None:
        self._send_request("POST", "/refresh")

    def evaluate(self, expression: str) -> Any:
        return self._send_request("POST", "/execute/sync", {"script": f"return {expression}", "args": []})

    def _find_element(self, selector: str) -> str:
        self.wait_until(f"document.querySelector({json.dumps(selector)}) !== null")
        [name] = self._send_request("POST", "/element", {"using": "css selector", "value": selector}).values()
        return f"/element/{name}"

    def click(self, selector: str) -> None:
        self._send_request("POST", self._find_element(selector) + "/click")

    def fill(self, selector: str, text: str) -> None:
        self._send_request("POST", self._find_element(selector) + "/value", {"text": text})

    def close(self) -> None:
        """Close the tab with its browser."""
        self._send_request("DELETE", "")


@contextmanager
def run_program(*command: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the end of the context, and ignore its complaints."""
    where = {**os.environ, **environment}
    started = subprocess.Popen(command, env=where, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    with started:
        try:
            yield started
        finally:
            started.terminate()


@contextmanager
def open_webkit(home: Path) -> Iterator[WebKit]:
    """Open a new tab of a browser that stores its data in this folder."""
    with run_program("Xvfb", "-displayfd", "1", "-nolisten", "tcp") as screen:
        assert screen.stdout
        display = f":{screen.stdout.readline().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        own = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "GDK_BACKEND": "x11", "DISPLAY": display}
        with run_program("WebKitWebDriver", f"--port={port}", **own):
            tab = WebKit(f"http://127.0.0.1:{port}")
            yield tab
            tab.close()
