"""A recorder of Orca's speech in Firefox: `.venv/bin/python e2e/orca.py [NAME…]` writes `e2e/orca/`.

It also writes what the page announced, and fails if Orca did not say every announcement. With `--check` it needs no
screen reader. It lists the files that are older than the sentences of the game, and what they lack.

It is for developers on a Debian system with `orca at-spi2-core dbus-x11 xvfb xdotool firefox-esr`. Build the site
first. It needs no sound, because it reads Orca's speech from Orca's debug output. At the first decision it presses the
keys for questions. Then it plays the game to its end by Tab, arrows and Enter, along the paths of
`tests/web/keyboard_walk.py`. It asks Firefox for the state of the game by Marionette. A game takes some minutes.
Nothing here judges the rest of the result, so read what Orca said.
"""

import hashlib
import json
import os
import random
import re
import shutil
import socket
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
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / name) for name in ("", "web", "tests", "tests/web", "tests/fixtures")]

from keyboard_walk import KeyboardWalk, shortest_walk  # noqa: E402
from model_changes import change_model  # noqa: E402
from palaces.app.routing import parse_query  # noqa: E402  # these are found by now
from palaces.browser.announcer import RESULT_QUIET_MS  # noqa: E402
from palaces.features.steps import start_game  # noqa: E402
from palaces.loop.update import update  # noqa: E402
from players import CONTROL_ID_JS, FOCUSED_CONTROL_JS, PERSON_DECIDES_JS  # noqa: E402
from screens import parse_page  # noqa: E402
from speech_comparison import (  # noqa: E402
    is_whole_game,
    transcript_faults,
    transcript_speech,
    unspoken_announcements,
)

from pygame_core import GAMES, Match  # noqa: E402
from pygame_core.bots import choose  # noqa: E402

SITE_FOLDER = ROOT / "dist"
TRANSCRIPTS = HERE / "orca"
DIGESTS_FILE = TRANSCRIPTS / "spoken.json"
"""By game, a hash of the sentences and names that the page had for Orca when the transcript was recorded."""
RECORD_ANNOUNCEMENTS_JS = """
const live = document.getElementById("live");
window.heard = [...live.children].map((each) => each.textContent);
new MutationObserver((all) => all.forEach((each) => {
  each.addedNodes.forEach((node) => window.heard.push(node.textContent));
})).observe(live, { childList: true });
"""
"""Record in `window.heard` the announcements so far and from now on."""
ANNOUNCEMENTS = ROOT / "tests/announcements"
with socket.socket() as unused:
    unused.bind(("localhost", 0))
    MARIONETTE_PORT: int = unused.getsockname()[1]  # port of Firefox, free for this recorder
X_DISPLAY = f":{MARIONETTE_PORT}"  # the display of this program
SILENCE_SECONDS = 2.0  # seconds of silence after the answer to a key
MAX_LAST_SILENCES = 8  # silences after the end of a game, until its announcement is spoken
TIMEOUT_SECONDS = 90.0  # seconds until a page has started
SPEECH_LINE = re.compile(r"SPEECH OUTPUT: '(.*?)'(?:\{|\s|$)")
FOCUS_MODE_KEYS = "Insert+a Insert+a"
"""Orca's focus mode, permanently. Then single keys go to the page, and not to Orca."""
QUERY = "game={}&seats=you,bot:casual,bot:casual&seed=3&speed=instant"
FIRST_KEYS = (FOCUS_MODE_KEYS, "r", "o", "y", "s", "w", "question", "Escape")
"""The keys that it presses before a game."""
FIRST_KEYS_BY_GAME = {
    "medina": (FOCUS_MODE_KEYS, "r", "o", "y", "s", "w", "g", "question", "Escape"),
    "palazzo": (FOCUS_MODE_KEYS, "r", "o", "y", "m", "s", "w", "question", "Escape"),
}
"""The same for games with keys of their own."""
X_KEY_NAMES = {"Enter": "Return", "Shift+Tab": "shift+Tab"} | {
    f"Arrow{way}": way for way in ("Up", "Down", "Left", "Right")
}
ENSURE_FOCUS_JS = """
const named = {1}, wanted = {0};
if (named(document.activeElement) === wanted) return true;
const controls = [...document.querySelectorAll("button, a[href], input, [role=gridcell]")];
controls.find((each) => named(each) === wanted)?.focus();
return false;
"""
"""True if the focus is where a key should have moved it; otherwise it is moved there."""
IS_WARNED_JS = "return document.getElementById('change') !== null"
SILENT_SPEECH_CONFIG = 'AddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n'
"""The configuration of the speech dispatcher without a sound card."""
FIREFOX_PREFS = {
    "accessibility.force_disabled": "-1",
    "marionette.port": str(MARIONETTE_PORT),
    "browser.aboutwelcome.enabled": "false",
    "browser.shell.checkDefaultBrowser": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "browser.startup.homepage_override.mstone": '"ignore"',
    "browser.tabs.firefox-view": "false",
    "trailhead.firstrun.didSeeAboutWelcome": "true",
}


@contextmanager
def run_program(*command: str, **more: str) -> Iterator[None]:
    """Run a program until the end of the context."""
    process = subprocess.Popen(
        command, env={**os.environ, **more}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def serve_site() -> Iterator[str]:
    """Serve the built site on this computer."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_said: object) -> None: ...

    with ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=str(SITE_FOLDER))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


class OrcaLog:
    """Orca's speech so far, from its debug output."""

    def __init__(self, debug: Path) -> None:
        self.debug_file = debug
        self.read_count = 0

    def all_speech(self) -> list[str]:
        """Return all speech."""
        return SPEECH_LINE.findall(self.debug_file.read_text(errors="replace")) if self.debug_file.exists() else []

    def wait_for_speech(self) -> list[str]:
        """Wait for silence. Return the speech since the last call."""
        before, quiet = self.all_speech(), time.monotonic()
        while time.monotonic() - quiet < SILENCE_SECONDS:
            time.sleep(0.3)
            now = self.all_speech()
            if len(now) > len(before):
                before, quiet = now, time.monotonic()
        found, self.read_count = before[self.read_count :], len(before)
        return found


class Firefox:
    """A client of the page by Firefox's own protocol: JSON with its length before it."""

    def __init__(self) -> None:
        start = time.monotonic()
        while True:
            try:
                self.socket = socket.create_connection(("localhost", MARIONETTE_PORT))
                break
            except OSError:
                if time.monotonic() - start > TIMEOUT_SECONDS:
                    raise SystemExit("Firefox does not answer.") from None
                time.sleep(0.5)
        self.reader = self.socket.makefile("rb")
        self._read_answer()
        self._send_command("WebDriver:NewSession", {})

    def _read_answer(self) -> Any:
        length = b""
        while (digit := self.reader.read(1)) != b":":
            length += digit
        return json.loads(self.reader.read(int(length)))

    def _send_command(self, command: str, values: dict[str, Any]) -> Any:
        said = json.dumps([0, 1, command, values]).encode()
        self.socket.sendall(b"%d:%s" % (len(said), said))
        _kind, _number, error, found = self._read_answer()
        if error:
            raise SystemExit(f"Firefox says: {error['message']}")
        return found

    def run_script(self, script: str) -> Any:
        """Run a function's body on the page. Return its result."""
        return self._send_command("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def load_match(self) -> Match:
        """Return the page's game."""
        return Match.load(self.run_script("return window.palaces.save()"))


def press_keys(*keys: str) -> None:
    subprocess.run(["xdotool", "key", *keys], check=True)


def run_xdotool(*words: str) -> str:
    return subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False).stdout.strip()


def wait_for_turn() -> None:
    """Wait until the window's title announces the person's turn.

    Then a click gives the page the keyboard focus, as a window manager would.
    """
    start = time.monotonic()
    while True:
        windows = run_xdotool("search", "--onlyvisible", "--class", "firefox").split()
        if windows and "Your turn" in run_xdotool("getwindowname", windows[-1]):
            break
        if time.monotonic() - start > TIMEOUT_SECONDS:
            raise SystemExit("The page has not begun.")
        time.sleep(1)
    time.sleep(SILENCE_SECONDS)
    run_xdotool("windowsize", windows[-1], "1280", "900")
    run_xdotool("windowfocus", "--sync", windows[-1])
    run_xdotool("mousemove", "640", "105", "click", "1")


def next_decision(firefox: Firefox, listener: OrcaLog, lines: list[str]) -> Match:
    """Return the game at the person's next turn, or at the end. Continue whenever the table stops for a scoring."""
    while True:
        if firefox.run_script("return document.activeElement?.id === 'go-on'"):
            time.sleep(RESULT_QUIET_MS / 1000)  # a person listens before continuing
            lines += listener.wait_for_speech()
            press_keys("Return")
            lines += ["> Enter", *listener.wait_for_speech()]
        elif firefox.run_script(f"return {PERSON_DECIDES_JS}"):
            return firefox.load_match()
        else:
            time.sleep(0.3)


def record_transcript(game: str, site: str, folder: Path) -> tuple[str, list[str]]:
    """Return the transcript of a game, and what the page announced. Lines that begin with `>` are keys."""
    profile, debug = folder / f"profile-{game}", folder / f"{game}.out"
    profile.mkdir()
    (profile / "user.js").write_text(
        "".join(f'user_pref("{name}", {value});\n' for name, value in FIREFOX_PREFS.items())
    )
    query = QUERY.format(game)
    listener = OrcaLog(debug)
    with ExitStack() as stack:
        stack.enter_context(run_program("orca", "--replace", f"--debug-file={debug}"))
        time.sleep(5)
        stack.enter_context(
            run_program(
                "firefox-esr", "--no-remote", "--marionette", "--profile", str(profile), f"{site}/play.html?{query}"
            )
        )
        wait_for_turn()
        firefox = Firefox()
        firefox.run_script(RECORD_ANNOUNCEMENTS_JS)
        lines = listener.wait_for_speech()
        for key in FIRST_KEYS_BY_GAME.get(game, FIRST_KEYS):
            press_keys(*key.split())
            lines += [f"> {key}", *listener.wait_for_speech()]
        walker = KeyboardWalk(start_game(parse_query(query)[0])[0])
        while (match := next_decision(firefox, listener, lines)).to_move() is not None:
            if walker.model.paused_for_panel:
                walker.show_model(update(walker.model, ("close",))[0])
            walker.show_model(change_model(walker.model, match=match, viewer=0))
            walker.key_presses, walker.focused = (
                [],
                firefox.run_script(f"return ({FOCUSED_CONTROL_JS})()") or walker.focused,
            )
            walker = shortest_walk(walker, choose("skilled", match.view(0), random.Random(len(match.log))).action)
            for key, leads_to in walker.key_presses:
                press_keys(X_KEY_NAMES.get(key, key))
                lines += [f"> {key}", *listener.wait_for_speech()]
                if key != "Enter" and not firefox.run_script(
                    ENSURE_FOCUS_JS.format(json.dumps(leads_to), CONTROL_ID_JS)
                ):
                    lines += ["> (there)", *listener.wait_for_speech()]  # Firefox also stops at scrollable elements
            if firefox.run_script(IS_WARNED_JS):
                press_keys("p")
                lines += ["> p", *listener.wait_for_speech()]
            if len(next_decision(firefox, listener, lines).log) == len(match.log):
                heard = "\n".join(lines[-40:])
                raise SystemExit(f"{heard}\nThe keys did not play: {walker.key_presses}")
        announced: list[str] = []
        for _silence in range(MAX_LAST_SILENCES):  # Orca first reads all that the end has changed
            lines += listener.wait_for_speech()
            announced = firefox.run_script("return window.heard")
            spoken = transcript_speech("\n".join(lines))
            if is_whole_game(announced) and not unspoken_announcements(announced[-1:], spoken):
                break
    return "\n".join(lines) + "\n", announced


def spoken_digest(game: str) -> str:
    """Return a hash of all sentences of a game: recorded announcements, and names of the controls at its start."""
    digest = hashlib.sha256((ANNOUNCEMENTS / f"{game}.txt").read_text("utf-8").encode())
    page = parse_page(start_game(parse_query(QUERY.format(game))[0])[0])
    for element in page.descendants():
        said = {name: value for name, value in element.attributes.items() if name.startswith(("aria-", "role", "alt"))}
        digest.update(f"{element.name} {sorted(said.items(), key=str)}\n".encode())
    digest.update(f"{page.text_content(aloud=True)} {FIRST_KEYS_BY_GAME.get(game, FIRST_KEYS)}".encode())
    return digest.hexdigest()


def known_digests() -> dict[str, str]:
    """Return the hashes of the recorded transcripts by game."""
    known: dict[str, str] = json.loads(DIGESTS_FILE.read_text("utf-8")) if DIGESTS_FILE.is_file() else {}
    return known


def outdated_transcripts() -> list[str]:
    """Return the files of the games whose sentences have changed since."""
    known = known_digests()
    return [f"e2e/orca/{game}.txt" for game in recorded_games() if known.get(game) != spoken_digest(game)]


def announced_file(game: str) -> Path:
    """Return the file with the announcements of a recorded game, one a line."""
    return TRANSCRIPTS / f"{game}.announced.txt"


def recorded_announcements(game: str) -> list[str]:
    """Return what the page announced in a recorded game."""
    return announced_file(game).read_text("utf-8").splitlines() if announced_file(game).is_file() else []


def recording_faults(game: str) -> list[str]:
    """Return what the transcript of a game lacks."""
    transcript = (TRANSCRIPTS / f"{game}.txt").read_text("utf-8")
    faults = transcript_faults(transcript, recorded_announcements(game))
    return [f"e2e/orca/{game}.txt: {fault}" for fault in faults]


def recorded_games() -> list[str]:
    """Return the names of the games with a transcript."""
    return [name for name, game in GAMES.items() if game.is_released]


def main(names: list[str]) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        os.environ.update(
            DISPLAY=X_DISPLAY,
            HOME=str(folder),
            XDG_RUNTIME_DIR=str(folder),
            GTK_MODULES="gail:atk-bridge",
            MOZ_FORCE_ENABLE_ACCESSIBILITY="1",
        )
        speech = folder / ".config" / "speech-dispatcher"
        speech.mkdir(parents=True)
        (speech / "speechd.conf").write_text(SILENT_SPEECH_CONFIG)
        stack.enter_context(run_program("Xvfb", X_DISPLAY, "-screen", "0", "1280x900x24"))
        time.sleep(2)
        for name in ("interface toolkit-accessibility", "a11y.applications screen-reader-enabled"):
            schema, key = name.split()
            subprocess.run(["gsettings", "set", f"org.gnome.desktop.{schema}", key, "true"], check=True)
        stack.enter_context(run_program("/usr/libexec/at-spi-bus-launcher", "--launch-immediately"))
        site = stack.enter_context(serve_site())
        TRANSCRIPTS.mkdir(exist_ok=True)
        for game in names or recorded_games():
            transcript, announced = record_transcript(game, site, folder)
            (TRANSCRIPTS / f"{game}.txt").write_text(transcript, encoding="utf-8")
            announced_file(game).write_text("".join(f"{text.strip()}\n" for text in announced), encoding="utf-8")
            digests = known_digests() | {game: spoken_digest(game)}
            DIGESTS_FILE.write_text(json.dumps(digests, indent=2, sort_keys=True) + "\n", encoding="utf-8")
            print(f"e2e/orca/{game}.txt")
        if faults := [fault for game in names or recorded_games() for fault in recording_faults(game)]:
            raise SystemExit("\n".join(faults))


if __name__ == "__main__":
    if "--check" in sys.argv:
        faults = [f"{path}: older than the sentences of the game" for path in outdated_transcripts()]
        faults += [
            f"e2e/orca/{game}.txt: the game does not come to its end"
            for game in recorded_games()
            if not is_whole_game(recorded_announcements(game))
        ]
        advice = "Run `.venv/bin/python e2e/orca.py` on a Debian system, read what Orca says, and commit it."
        sys.exit("\n".join([*faults, advice]) if faults else 0)
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
