"""Draw the PNG icons from web/icons/icon.svg: `python build/app_icons.py`. They are in the repository, so the build
needs no browser."""

import os
import shutil

from playwright.sync_api import sync_playwright
from site_builder.paths import WEB

# name: size in pixels, and True if the system cuts its own shape out of it (so the paper fills the icon)
ICON_SIZES = {"icon-192": (192, False), "icon-512": (512, False), "maskable-512": (512, True)}


def main() -> None:
    """Draw all icons."""
    svg = (WEB / "icons/icon.svg").read_text(encoding="utf-8")
    inset = 'viewBox="-64 -64 640 640" style="background: #f6efe2"'
    whole = svg.replace(' rx="96"', "").replace('viewBox="0 0 512 512"', inset)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"))
        for name, (size, cut) in ICON_SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                "<style>body { margin: 0 } svg { display: block; width: 100vw }</style>" + (whole if cut else svg)
            )
            page.screenshot(path=WEB / f"icons/{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
