"""The pictures of the README, drawn with the built site's style sheets: `make pictures` redraws them.

`python e2e/readme_pictures.py --check` needs no browser. It lists the pictures that are older than their tables.
"""

import hashlib
import json
import os
import sys
import threading
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright
from visual_regression import (
    NAMED_STATES,
    ROOT,
    SITE_FOLDER,
    WINDOW_SIZES_PX,
    standalone_page,
    take_screenshot,
)

from site_builder import serve  # isort: skip  # found by the path that visual_regression sets
from site_builder.pages import styles  # isort: skip
from site_builder.paths import WEB  # isort: skip

PICTURES_FOLDER = ROOT / ".github"
DIGESTS_FILE = PICTURES_FOLDER / "pictures.json"
"""By picture, a hash of its markup, style and fonts."""


class Picture(NamedTuple):
    """A named state of a table, and its size and color scheme."""

    state: str
    size: str
    scheme: str
    scale: int = 1


PICTURES = {
    "play.png": Picture("alhambra-turn", "wide", "light"),
    "palazzo.png": Picture("palazzo-bid", "wide", "light"),
    "medina.png": Picture("medina-late", "wide", "light"),
    "play-phone.png": Picture("alhambra-paying", "phone", "dark", scale=2),
}


def picture_digest(picture: Picture) -> str:
    """Return a hash of a picture's sources: its markup, the style that applies to it, and the fonts."""
    model = NAMED_STATES[picture.state]()
    markup = standalone_page(model, "style.css")
    sheet = styles.picture_css(WEB / "palaces/games" / model.match.game)
    digest = hashlib.sha256(repr((picture, WINDOW_SIZES_PX[picture.size])).encode())
    digest.update(markup.encode() + styles.shown_css(markup, sheet).encode())
    for font in sorted((WEB / "fonts").iterdir()):
        digest.update(font.read_bytes())
    return digest.hexdigest()


def outdated_pictures() -> list[str]:
    """Return the names of the pictures with outdated sources."""
    known = json.loads(DIGESTS_FILE.read_text("utf-8")) if DIGESTS_FILE.is_file() else {}
    return [name for name, picture in PICTURES.items() if known.get(name) != picture_digest(picture)]


def draw_pictures() -> None:
    """Draw every picture with Chromium. Files with the same pixels stay unchanged."""
    server = serve.make_server(SITE_FOLDER)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://localhost:{server.server_port}/"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None)
        for name, picture in PICTURES.items():
            page = browser.new_page(device_scale_factor=picture.scale)
            page.goto(site + "rules/embed.html")
            size = WINDOW_SIZES_PX[picture.size]
            save_if_changed(name, take_screenshot(page, site, NAMED_STATES[picture.state](), size, picture.scheme))
            page.close()
        browser.close()
    server.shutdown()
    digests = {name: picture_digest(picture) for name, picture in PICTURES.items()}
    DIGESTS_FILE.write_text(json.dumps(digests, indent=2) + "\n", encoding="utf-8", newline="\n")


def save_if_changed(name: str, drawn: bytes) -> None:
    """Write a picture as a small PNG, unless the file shows the same."""
    path, picture = PICTURES_FOLDER / name, Image.open(BytesIO(drawn)).convert("RGB")
    if path.is_file():
        before = Image.open(path).convert("RGB")
        if before.size == picture.size and ImageChops.difference(before, picture).getbbox() is None:
            print(f".github/{name} stays as it is")
            return
    picture.save(path, optimize=True)
    print(f".github/{name} is new: look at it")


if __name__ == "__main__":
    if "--check" not in sys.argv:
        draw_pictures()
    elif outdated := outdated_pictures():
        sys.exit(
            f"{', '.join(f'.github/{name}' for name in outdated)}: older than what is shown. "
            "Run `make pictures` (or `python build/make.py pictures`), look at the pictures, and commit them."
        )
