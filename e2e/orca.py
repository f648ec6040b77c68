"""What Orca says of a game in Firefox, played by keys: `.venv/bin/python e2e/orca.py [NAME…]` writes `e2e/orca/`.

For developers, on a Debian system with `orca at-spi2-core dbus-x11 xvfb xdotool firefox-esr`, once the site is built.
It needs no sound: what Orca hands to its speech is read from its debug output. Nothing here judges; read what was
heard.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
DIST = HERE.parent / "dist"
FOLDER = HERE / "orca"
SCREEN = ":77"
SETTLED = 4.0  # seconds of silence after which a key has had its answer
PATIENCE = 90.0  # seconds until a page has begun
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?:\{|\s|$)")
STAY = "Insert+a Insert+a"
"""Orca's focus mode, to stay: single keys are the page's then, and not Orca's own."""
GAMES = {
    "alhambra": (STAY, "r", "o", "y", "s", "5", "p", "d", "1", "v", "Escape", "5", "p", "w", "h"),
    "medina": (STAY, "r", "o", "1", "n", "v", "Return", "p", "r", "y", "2", "g", "Return", "p", "s"),
    "palazzo": (STAY, "r", "o", "y", "m", "1", "p", "1", "p", "d", "w", "s"),
}
"""By game the keys that are pressed one after the other."""
SILENT = 'AddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n'
"""How the dispatcher of speech does without a sound card."""
PREFS = {
    "accessibility.force_disabled": "-1",
    "browser.aboutwelcome.enabled": "false",
    "browser.shell.checkDefaultBrowser": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "browser.startup.homepage_override.mstone": '"ignore"',
    "browser.tabs.firefox-view": "false",
    "trailhead.firstrun.didSeeAboutWelcome": "true",
}


@contextmanager
def running(*command: str, **more: str) -> Iterator[None]:
    """A program, as long as it is needed."""
    process = subprocess.Popen(
        command, env={**os.environ, **more}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def served() -> Iterator[str]:
    """The built site on this computer."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_said: object) -> None: ...

    with ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=str(DIST))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


class Listener:
    """What Orca has said so far, in its debug output."""

    def __init__(self, debug: Path) -> None:
        self.debug = debug
        self.known = 0

    def said(self) -> list[str]:
        """All of it."""
        return SPOKEN.findall(self.debug.read_text(errors="replace")) if self.debug.exists() else []

    def news(self) -> list[str]:
        """What was said since this was asked last, once there is silence."""
        before, quiet = self.said(), time.monotonic()
        while time.monotonic() - quiet < SETTLED:
            time.sleep(0.3)
            now = self.said()
            if len(now) > len(before):
                before, quiet = now, time.monotonic()
        found, self.known = before[self.known :], len(before)
        return found


def press(*keys: str) -> None:
    subprocess.run(["xdotool", "key", *keys], check=True)


def xdotool(*words: str) -> str:
    return subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False).stdout.strip()


def begun() -> None:
    """Wait until the title of the window says that it is one's turn; then a click brings keys to the page, as a window
    manager would."""
    start = time.monotonic()
    while True:
        windows = xdotool("search", "--onlyvisible", "--class", "firefox").split()
        if windows and "Your turn" in xdotool("getwindowname", windows[-1]):
            break
        if time.monotonic() - start > PATIENCE:
            raise SystemExit("The page has not begun.")
        time.sleep(1)
    time.sleep(SETTLED)
    xdotool("windowsize", windows[-1], "1280", "900")
    xdotool("windowfocus", "--sync", windows[-1])
    xdotool("mousemove", "640", "105", "click", "1")


def record(game: str, site: str, folder: Path) -> str:
    """A game as Orca tells it: lines that begin with `>` are keys."""
    profile, debug = folder / f"profile-{game}", folder / f"{game}.out"
    profile.mkdir()
    (profile / "user.js").write_text("".join(f'user_pref("{name}", {value});\n' for name, value in PREFS.items()))
    address = f"{site}/play.html?game={game}&seats=you,bot:casual,bot:casual&seed=3&speed=instant"
    listener = Listener(debug)
    with ExitStack() as stack:
        stack.enter_context(running("orca", "--replace", f"--debug-file={debug}"))
        time.sleep(5)
        stack.enter_context(running("firefox-esr", "--no-remote", "--profile", str(profile), address))
        begun()
        lines = listener.news()
        for key in GAMES[game]:
            press(*key.split())
            lines += [f"> {key}", *listener.news()]
    return "\n".join(lines) + "\n"


def main(names: list[str]) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        os.environ.update(
            DISPLAY=SCREEN,
            HOME=str(folder),
            XDG_RUNTIME_DIR=str(folder),
            GTK_MODULES="gail:atk-bridge",
            MOZ_FORCE_ENABLE_ACCESSIBILITY="1",
        )
        speech = folder / ".config" / "speech-dispatcher"
        speech.mkdir(parents=True)
        (speech / "speechd.conf").write_text(SILENT)
        stack.enter_context(running("Xvfb", SCREEN, "-screen", "0", "1280x900x24"))
        time.sleep(2)
        for name in ("interface toolkit-accessibility", "a11y.applications screen-reader-enabled"):
            schema, key = name.split()
            subprocess.run(["gsettings", "set", f"org.gnome.desktop.{schema}", key, "true"], check=True)
        stack.enter_context(running("/usr/libexec/at-spi-bus-launcher", "--launch-immediately"))
        site = stack.enter_context(served())
        FOLDER.mkdir(exist_ok=True)
        for game in names or GAMES:
            (FOLDER / f"{game}.txt").write_text(record(game, site, folder), encoding="utf-8")
            print(f"e2e/orca/{game}.txt")


if __name__ == "__main__":
    missing = [
        name for name in ("orca", "Xvfb", "xdotool", "firefox-esr", "dbus-run-session") if not shutil.which(name)
    ]
    if missing:
        raise SystemExit(f"These programs are not there: {', '.join(missing)}.")
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ or "--inside" not in sys.argv:
        raise SystemExit(
            subprocess.call(["dbus-run-session", "--", sys.executable, __file__, "--inside", *sys.argv[1:]])
        )
    main([name for name in sys.argv[1:] if name != "--inside"])
