"""Browser tests of the site's own wheel in pages with stock Pyodide, word for word as docs/reference/pyodide.md says.

The pages are on another origin than the site, or beside it in another folder. A stand-in for Pyodide's own host serves
the installed npm package. Its lock gets the hash of our copy of micropip, which npm does not have.
"""

import hashlib
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, SITE_FOLDER, Site
from playwright.sync_api import BrowserContext, Page, Route, expect
from site_builder.serve import CONTENT_TYPES

from pygame_core import Match, __version__

PYODIDE, PYSCRIPT = ROOT / "node_modules/pyodide", ROOT / "node_modules/@pyscript/core/dist"
[MICROPIP] = (Path(sys.prefix) / "pyodide").glob("micropip-*.whl")
PYODIDE_HOST = re.compile(r"https://cdn\.jsdelivr\.net/pyodide/v[\d.]+/full/([\w.-]+)")
ADDRESS = "https://example.org/palaces"
SECTION = (ROOT / "docs/reference/pyodide.md").read_text("utf-8")
DESCRIPTION = repr(Match.new("medina", 2, seed=1))

pytestmark = pytest.mark.first_visit


def documented_code(language: str, address: str) -> str:
    """Return the one block of this language in the docs, with the address of the site."""
    [block] = re.findall(rf"^```{language}\n(.*?)^```$", SECTION, re.M | re.S)
    assert ADDRESS in block
    return str(block).replace(ADDRESS, address)


@pytest.fixture(autouse=True)
def pyodide_host(context: BrowserContext, stand_ins: list[str]) -> None:
    """Answer requests to Pyodide's own host."""
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    assert lock["packages"]["micropip"]["file_name"] == MICROPIP.name
    lock["packages"]["micropip"]["sha256"] = hashlib.sha256(MICROPIP.read_bytes()).hexdigest()
    stand_ins.append("https://cdn.jsdelivr.net/pyodide/")

    def answer(route: Route) -> None:
        found = PYODIDE_HOST.fullmatch(route.request.url)
        assert found, route.request.url
        path = MICROPIP if found[1] == MICROPIP.name else PYODIDE / found[1]
        body = json.dumps(lock).encode() if found[1] == "pyodide-lock.json" else path.read_bytes()
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": CONTENT_TYPES.get(path.suffix, "text/plain")}
        route.fulfill(body=body, headers=headers)

    context.route(PYODIDE_HOST, answer)


@pytest.fixture
def host(serve_folder: Callable[[Path], Site], tmp_path: Path) -> Site:
    """Another site, with libraries of its own and with a copy of ours in a folder."""
    for name, folder in {"pyscript": PYSCRIPT, "pyodide": PYODIDE, "games": SITE_FOLDER}.items():
        (tmp_path / name).symlink_to(folder, target_is_directory=True)
    return serve_folder(tmp_path)


def open_page(page: Page, host: Site, body: str) -> None:
    """Write a page into the other site, and open it."""
    html = f'<!doctype html>\n<meta charset="utf-8">\n<title>Host</title>\n<body>{body}'
    (host.folder / "page.html").write_text(html, encoding="utf-8")
    page.goto(host.url("page.html"))


@pytest.mark.parametrize("place", ["another origin", "a folder of the same site"])
def test_a_page_with_pyscript_installs_the_wheel(page: Page, site: Site, host: Site, place: str) -> None:
    address = site.url().rstrip("/") if place == "another origin" else host.url("games")
    code = documented_code("html", address)
    open_page(page, host, f'<script type="module" src="pyscript/core.js"></script>\n{code}')
    expect(page.get_by_role("img", name="Medina. Player 2 to move")).to_be_visible(timeout=60_000)


def test_a_page_with_pyodide_loads_the_package_by_its_name(page: Page, site: Site, host: Site) -> None:
    asked = "import pygame_core; pygame_core.__version__, repr(pygame_core.Match.new('medina', 2, seed=1))"
    loaded = documented_code("js", site.url().rstrip("/"))
    shown = f"document.body.append(pyodide.runPython({json.dumps(asked)}).toJs().join(' '));"
    script = f'import {{ loadPyodide }} from "./pyodide/pyodide.mjs";\n{loaded}{shown}'
    open_page(page, host, f'<script type="module">{script}</script>')
    expect(page.locator("body")).to_contain_text(f"{__version__} {DESCRIPTION}", timeout=60_000)
