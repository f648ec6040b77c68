"""Build the site from the sources: `python build/make.py site`. It needs `npm ci`, the packages of build/site.txt and
build/pyodide.txt, Python and Node.

The same sources give the same bytes. The build ignores the clock, the Python of this computer and the order of files in
a folder. Only the zlib of this Python may change the bytes of the wheel.

Some files keep their address forever, because people, search engines, other sites and older releases know it: the
pages, `embed.js`, `lost.js`, `recover.js`, `sw.js`, the licenses, the wheel and its lock, the oEmbed responses, and the
pictures for other sites. All other files are in two folders with a hash of their content in the name: Python, which
seldom changes, and the release. So a page always gets the files that belong to it, from any cache.
"""

import base64
import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import IO

import catalogs

from pygame_core.i18n import LANGUAGES
from site_builder import licensing, package
from site_builder.package import EARLIEST_ZIP_DATE
from site_builder.pages import (
    compact_svg,
    language_pages,
    oembed,
    page_heads,
    page_meta,
    preview_images,
    set_url,
    styles,
)
from site_builder.paths import BUILD, MODULES, ROOT, WEB
from site_builder.pyodide import patch_pyodide

PYODIDE, PYSCRIPT = MODULES / "pyodide", MODULES / "@pyscript/core/dist"
WORKBOX = [f"workbox-{part}/build/workbox-{part}.prod.js" for part in ("core", "routing", "strategies", "precaching")]
DEFAULT_TABLE_ATTRIBUTES = 'data-game="" data-seats=""'  # in play.html, before the page has read its address
# All parts but the editors, terminals and games that pyscript.json turns off.
PYSCRIPT_PARTS = ("core.js", "core-*.js", "error-*.js")
PYODIDE_SCRIPTS = BUILD / "site_builder/pyodide"
PYODIDE_RUNNER, IMAGE_SCRIPT = PYODIDE_SCRIPTS / "run-in-pyodide.js", PYODIDE_SCRIPTS / "make-image.js"
PICTURE_SCRIPT = BUILD / "site_builder/pages/draw.js"
SCRIPTS_AT_START = (
    "boot",
    "storage-probe",
    "interpreter",
    "start-python",
    "image-cache",
    "memory-image",
    "input-queue",
    "morph",
    "sw-update",
    "trusted-types",
)
ROOT_SCRIPTS = ("embed.js", "gate.js", "lost.js", "recover.js", "sw.js")  # scripts with a public address
WHEEL_FOLDER = "pyodide"  # the wheel of `palaces` for other pages with Pyodide, and its lock
PRECACHE_EXCLUDED = (
    "404.html",
    "favicon.ico",
    "robots.txt",
    "sitemap.xml",
    "lost.js",
    "set_url.py",
    "embed.d.ts",
    "embed-",
    f"{oembed.PICTURES_FOLDER}/",
    "oembed/",
    f"{WHEEL_FOLDER}/",
    "docs/objects.inv",
)
"""Files that no visitor needs offline. Only servers, robots and other sites request them."""
EDITOR_MARKUP = re.compile(r"(\.innerHTML = |\.insertAdjacentHTML\(\"afterend\", )(.+?)(\)?;)$", re.MULTILINE)
LAB_START, LAB_EDITOR = "lab-start.js", "lab-editor.js"
LAB_FILES = ("sandbox.html", "step.css", "lab.zip", "lab-library.zip")  # beside the scripts of the lab
TOGETHER_SCRIPT = "together.js"
TOGETHER_FILES = (
    TOGETHER_SCRIPT,
    "together.zip",
    "together.css",
    "turn-link.css",
    "qr-reader.js",
)  # beside its scripts
BOOKS_FOLDER = "puzzles"  # in the folder of a release
PAGE_END = "<template data-end></template>\n"  # the last element of each page, so that a page which was cut is noticed
HASHED_FOLDER = re.compile(r"(?:python|release)-[0-9a-f]{16}/")  # folders whose files never change
DOCS_FOLDER = "docs"
PLACEHOLDER_HOST, PLACEHOLDER_PATH = "https://site.invalid", "/path-of-the-site/"


GameFacts = dict[str, dict[str, dict[str, str]]]
"""Titles and descriptions, by language and game: see `page_pictures.page_meta_json`."""


def copy_pages(out: Path, language: str, games: dict[str, dict[str, str]]) -> None:
    """Write the pages of a language, with one page and one rules page for each game."""
    folder = out / language_pages.language_folder(language)
    (folder / "rules").mkdir(parents=True)

    def read_page(path: Path) -> str:
        html = page_heads.read_page(path)
        return html if language == "en" else language_pages.translate_source(html, language, page_translator(language))

    for page in page_heads.source_pages():
        (folder / page_heads.page_address(page)).write_text(read_page(page), encoding="utf-8", newline="\n")
    play = read_page(WEB / "play.html")
    for game, told in games.items():
        html = page_meta.game_page_html(play, game, told).replace(
            DEFAULT_TABLE_ATTRIBUTES, draw_page_picture(f"{game}_usual")
        )
        (folder / f"{game}.html").write_text(html, encoding="utf-8", newline="\n")


@cache
def page_translator(language: str) -> Callable[[str], str | None]:
    """Return a function that translates the texts of static pages."""
    catalog = catalogs.read_catalog(language, "pages")

    def translate(message: str) -> str | None:
        found = catalog.get(message)
        return str(found.string) if found and catalogs.is_translated(found) else None

    return translate


def pages_of(out: Path) -> list[tuple[str, Path]]:
    """Return the language and the path of each page of the site."""
    folders = ((language, out / language_pages.language_folder(language)) for language in LANGUAGES)
    return [
        (language, page)
        for language, folder in folders
        for page in [*sorted(folder.glob("*.html")), *sorted(folder.glob("rules/*.html"))]
    ]


@cache
def page_catalogs(language: str) -> str:
    """Return the compiled catalogs of a language for the page, as JSON."""
    return catalogs.compiled_json(language, "pygame_core", "palaces")


def write_languages(release: Path) -> None:
    """Write the compiled catalogs that Python loads on the pages of a language."""
    (release / "languages").mkdir()
    for language in catalogs.TRANSLATED_LANGUAGES:
        (release / f"languages/{language}.json").write_text(page_catalogs(language), encoding="utf-8", newline="\n")


def copy_books(release: Path) -> None:
    """Copy the books of puzzles, which the page loads when somebody opens a puzzle. Draw a picture of each puzzle."""
    (release / BOOKS_FOLDER).mkdir()
    for book in sorted((ROOT / "pygame_core/puzzles/books").glob("*.json")):
        shutil.copyfile(book, release / BOOKS_FOLDER / book.name)
        sheet = styles.picture_css(WEB / "palaces/games" / book.stem)
        for number, drawn in enumerate(json.loads(draw_page_picture(f"{book.stem}_positions")), 1):
            picture = compact_svg.compact_svg(oembed.standalone_svg(drawn, sheet, "light dark"))
            (release / BOOKS_FOLDER / f"{book.stem}-{number}.svg").write_text(picture, "utf-8", newline="\n")


def copy_release_sources(release: Path) -> None:
    """Copy the files of a release from web/. `compile_python` packs the Python package, and pages and root scripts are
    outside."""
    left_out = shutil.ignore_patterns(
        "palaces", "*.html", "*.d.ts", "pyscript.json", *ROOT_SCRIPTS, "__pycache__", ".*"
    )
    shutil.copytree(WEB, release, ignore=left_out)
    for sheet in WEB.rglob("*.css"):
        if (copied := release / sheet.relative_to(WEB)).exists():
            copied.write_text(styles.read_page_sheet(sheet), encoding="utf-8", newline="\n")
    (release / "style.css").write_text(styles.site_css(), encoding="utf-8", newline="\n")


def write_pages_sheet(out: Path, release: Path) -> None:
    """Write `pages.css`, the part of `style.css` that pages without a table use, so that they do not wait for the
    rest."""
    tableless = [*sorted((out / "rules").glob("*.html")), out / "index.html", out / "puzzles.html", out / "404.html"]
    pages = [fill_posters(page.read_text(encoding="utf-8")) for page in tableless]
    named = {*re.findall(r'<script [^>]*src="[^"]*?([\w-]+\.js)"', "".join(pages))} - {"embed.js"}
    scripts = "".join((WEB / "scripts" / name).read_text(encoding="utf-8") for name in sorted(named))
    markup = "".join([*pages, draw_page_picture("unstyled")])
    sheets = {path: path.read_text(encoding="utf-8") for path in sorted(release.rglob("*.css"))}
    sheet = styles.used_css(markup, scripts, sheets.pop(release / "style.css"))
    sheet = styles.without_unused_tokens(sheet, "".join([markup, scripts, *sheets.values()]))
    (release / "pages.css").write_text(sheet, encoding="utf-8", newline="\n")


def fill_posters(html: str, language: str = "en") -> str:
    """Return a page with the drawings and texts that it asks for."""
    return re.sub(r"<!--poster:([\w-]+)-->", lambda found: draw_page_picture(found[1], language), html)


@cache
def pyodide_parts() -> tuple[bool, dict[str, bytes]]:
    """Return True if Pyodide and PyScript are the pinned release; and their files, patched or unchanged."""
    stock = patch_pyodide.read_parts(MODULES)
    changed = patch_pyodide.patched_parts(stock)
    if not changed:
        return False, stock
    wasm = patch_pyodide.optimize_wasm(changed[patch_pyodide.WASM], MODULES)
    return True, {**changed, patch_pyodide.WASM: wasm}


def is_known_pyodide() -> bool:
    """Return True if Pyodide and PyScript are the pinned release."""
    return pyodide_parts()[0]


def copy_python(python: Path) -> None:
    """Write the few files of Pyodide that the page requests."""
    python.mkdir()
    for name, data in pyodide_parts()[1].items():
        if name.startswith("pyodide."):
            script = name.endswith(".mjs")
            # Many web servers do not send `.mjs` as a script.
            data = strip_source_map(data).replace(b"pyodide.asm.mjs", b"pyodide.asm.js") if script else data
            (python / name).with_suffix(".js" if script else ".wasm").write_bytes(data)
    # Pyodide reads its lock file at every start. Our page loads no packages, so one line replaces 119 KB.
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    lock["packages"] = {}
    (python / "pyodide-lock.json").write_bytes(json.dumps(lock, sort_keys=True).encode() + b"\n")


def copy_vendored(release: Path) -> None:
    """Write the few files of the other npm packages that the page requests."""
    (release / "pyscript").mkdir()
    for pattern in PYSCRIPT_PARTS:
        [part] = PYSCRIPT.glob(pattern)
        data = (
            pyodide_parts()[1]["pyscript.js"]
            if part.match(patch_pyodide.PATCHED_FILES["pyscript.js"])
            else part.read_bytes()
        )
        (release / "pyscript" / part.name).write_bytes(strip_source_map(data))

    (release / "vendor").mkdir()
    morph = (MODULES / "idiomorph/dist/idiomorph.min.js").read_bytes()
    (release / "vendor/idiomorph.js").write_bytes(morph.rstrip() + b"\nexport { Idiomorph };\n")
    shutil.copyfile(MODULES / "uqr/dist/index.mjs", release / "vendor/uqr.js")
    reader = f'export {{ default }} from "{(MODULES / "qr/decode.js").as_posix()}";'
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022"]
    (release / "vendor/qr-reader.js").write_text(run_esbuild(*options, code=reader), encoding="utf-8", newline="\n")


def minify_release(release: Path) -> None:
    """Write our style sheets and scripts in their smallest form."""
    scripts = (path for folder in ("scripts", DOCS_FOLDER) for path in release.glob(f"{folder}/*.js"))
    ours = sorted([*release.rglob("*.css"), *scripts])
    folders = ["--allow-overwrite", f"--outdir={release}", f"--outbase={release}"]
    run_esbuild("--minify", *folders, *map(str, ours))


def minify_script(path: Path) -> str:
    """Return a script without white space and comments."""
    return run_esbuild("--minify-whitespace", str(path))


def run_esbuild(*arguments: str, code: str | None = None) -> str:
    """Run esbuild, on `code` if it names no file. Return its output."""
    command = ["node", str(MODULES / "esbuild/bin/esbuild"), "--log-level=warning"]
    command += ["--tsconfig-raw={}"]  # ignores a tsconfig.json in a folder above
    run = subprocess.run([*command, *arguments], input=code, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise SystemExit(f"Minifying failed ({run.returncode}):\n{run.stderr}")
    return run.stdout


def write_licences(out: Path, release: Path) -> None:
    """Write licenses.txt, with the licenses of everything that the site ships."""
    licences = licensing.all_licences(part.name for part in (release / "pyscript").iterdir())
    (out / "licenses.txt").write_text(licences, encoding="utf-8", newline="\n")


def bundle_editor(release: Path) -> None:
    """Write the script of the lab's editor in one file with its library, which no other page loads.

    The library sets markup. Servers with `require-trusted-types-for 'script'` need it from our policy.
    """
    code = run_esbuild("--bundle", "--format=esm", str(WEB / "scripts" / LAB_EDITOR))
    places = len(re.findall("innerHTML|outerHTML|insertAdjacentHTML", code))
    code, wrapped = EDITOR_MARKUP.subn(r"\1trusted.createHTML(\2)\3", code)
    if wrapped != places:
        raise SystemExit(f"The editor's library sets markup in {places} places, and {wrapped} of them are known.")
    code = f'import {{ trusted }} from "./trusted-types.js";\n{code}'
    options = ["--minify", "--format=esm", "--legal-comments=none", "--target=es2022"]
    script = release / "scripts" / LAB_EDITOR
    script.write_text(run_esbuild(*options, code=code), encoding="utf-8", newline="\n")


def bundle_together(release: Path) -> None:
    """Write the script that connects devices in one file. Only the reader of pictures stays apart, because most
    browsers have their own."""
    scripts = release / "scripts"
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--external:../vendor/*"]
    code = run_esbuild(*options, str(WEB / "scripts" / TOGETHER_SCRIPT))
    for part in scripts.glob("together-*.js"):
        part.unlink()
    (scripts / TOGETHER_SCRIPT).write_text(code, encoding="utf-8", newline="\n")


def strip_source_map(code: bytes) -> bytes:
    """Return code without its reference to a source map, because the site ships none."""
    return re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", code)


def minify_embed(code: str) -> str:
    """Return the smallest form of `embed.js` and of the style sheet in it. Readers of other sites wait for it."""
    return with_small_sheet(run_esbuild("--minify", "--target=es2022", code=code))


def with_small_sheet(script: str) -> str:
    """Return a script with the smallest form of the style sheet inside it."""
    before, sheet, after = re.split(r"(?<=replaceSync\(`)([^`]*)", script, maxsplit=1)
    variables = compact_svg.shortest_names(re.findall(r"--[\w-]+", sheet))
    sheet = re.sub(r"--[\w-]+", lambda found: f"--{variables[found[0]]}", sheet)
    sheet = compact_svg.with_short_colors(sheet)
    return before + re.sub(r"\s*([{};,]|:(?=\s))\s*", r"\1", sheet).replace(";}", "}") + after


def compile_python(python: Path, release: Path) -> str:
    """Write the zips of Python's library and of our packages, made inside Pyodide. Fill in what `saved-games-store.js`
    has to know of Python. Return a line about the library."""
    said = run_node("Compiling inside Pyodide", PYODIDE_RUNNER, "compile_in_pyodide.py", ROOT, python)
    for name in ("app.zip", "later.zip", "lab.zip", "together.zip"):
        (python / name).rename(release / name)
    told = python / "printable.txt"
    fill_placeholder(
        release / "scripts/saved-games-store.js", '/* printable */ ""', json.dumps(told.read_text(encoding="ascii"))
    )
    told.unlink()
    imported = python / "builtins.txt"
    if is_known_pyodide():
        check_builtins(set(imported.read_text(encoding="ascii").split()))
    imported.unlink()
    return said


def write_wheel(out: Path) -> str:
    """Write the wheel of the Python package, and a lock with which Pyodide loads it by its name. Return a line about
    both."""
    folder = out / WHEEL_FOLDER
    folder.mkdir()
    package.build_wheel(folder)
    return lock_wheel(folder)


def lock_wheel(folder: Path) -> str:
    """Write a lock beside the wheel in this folder. Return a line about it. Exit if this Pyodide could not load it."""
    tools = Path(sys.prefix) / "pyodide"
    if not any(tools.glob("pyodide_lock-*.whl")):
        raise SystemExit("The build needs pyodide-lock: run `python build/make.py site`, which downloads it.")
    return run_node("Locking the wheel", PYODIDE_RUNNER, "lock_in_pyodide.py", ROOT, folder, f"tools={tools}")


def check_builtins(imported: set[str]) -> None:
    """End the build if the page imports a built-in module that the wasm no longer has."""
    missing = imported & set(patch_pyodide.read_pins()["removed modules"])
    if missing:
        raise SystemExit(
            f"The page imports {', '.join(sorted(missing))}, which the wasm is shipped without: "
            "run `make upgrade-pyodide`."
        )


def make_image(python: Path, release: Path) -> str:
    """Write the memory image of the release, if this Pyodide is known. Return a line about it."""
    if not is_known_pyodide():
        return "no image"
    zips = [release / name for name in ("app.zip", "lab.zip", "together.zip")]
    return run_node("Making the memory image", IMAGE_SCRIPT, python, *zips, release / "memory.bin")


def run_node(what: str, script: Path, *arguments: Path | str) -> str:
    """Run a script of the build under Node. Return its last line."""
    command = ["node", str(script), *map(str, arguments)]
    everywhere = {**os.environ, "TZ": "UTC"}  # the memory image would contain the time zone
    run = subprocess.run(command, env=everywhere, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise SystemExit(f"{what} failed ({run.returncode}):\n{run.stdout}{run.stderr}")
    return run.stdout.strip().splitlines()[-1]


def hash_python_folder(python: Path, release: Path) -> Path:
    """Add a hash of its content to the name of Python's folder, and point the scripts to it. Return its path."""
    named = python.rename(python.with_name(f"python-{content_hash(python)}"))
    for script in (release / "scripts").iterdir():
        code = script.read_text(encoding="utf-8")
        script.write_text(code.replace('"../pyodide/', f'"../../{named.name}/'), encoding="utf-8", newline="\n")
    return named


def hash_release_folder(release: Path) -> Path:
    """Add a hash of its content to the name of the release's folder. Return its path. The pages beside it count, too:
    without a service worker, a page recognizes another release only by its name.

    app.zip gets the name, too, for `palaces/app/release_id.py`. The memory image contains app.zip, so the build makes
    it later.
    """
    name = content_hash(release, IMAGE_SCRIPT, *(page for _language, page in pages_of(release.parent)))
    with zipfile.ZipFile(release / "app.zip", "a") as box:
        entry = zipfile.ZipInfo("release.txt", EARLIEST_ZIP_DATE)
        entry.external_attr = 0o644 << 16
        box.writestr(entry, name)
    return release.rename(release.with_name(f"release-{name}"))


def content_hash(folder: Path, *makers: Path) -> str:
    """Return 16 hexadecimal digits: a hash of a folder, and of the scripts that will add files to it."""
    held = ((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*") if path.is_file())
    files = sorted([*held, *((path.name, path) for path in makers)])  # pages of two languages have one name
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()} {name}\n" for name, path in files]
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:16]


def fill_placeholder(script: Path, place: str, known: str) -> None:
    """Replace the placeholder of a script, which occurs once."""
    before, after = script.read_text(encoding="utf-8").split(place)
    script.write_text(before + known + after, encoding="utf-8", newline="\n")


@cache
def draw_page_picture(name: str, language: str = "en") -> str:
    """Return `page_pictures.render_placeholder(name)`: HTML that the views draw before Python runs in the browser."""
    asked, drawn = start_picture_process(language)
    asked.write(name + "\n")
    asked.flush()
    line = drawn.readline()
    if not line:
        raise SystemExit(f"Drawing the poster {name!r} failed.")
    return str(json.loads(line))


def fixed_environment(*folders: Path) -> dict[str, str]:
    """Return the environment of a Python that imports from these folders and writes the same bytes everywhere."""
    fixed = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "TZ": "UTC"}
    return {**os.environ, **fixed, "PYTHONPATH": os.pathsep.join(map(str, folders))}


@cache
def start_picture_process(language: str) -> tuple[IO[str], IO[str]]:
    """Start one Python for all pictures of a language. It reads a name on each line, and answers with a picture as a
    line of JSON."""
    catalog = "" if language == "en" else page_catalogs(language)
    code = (
        "import json, sys; from palaces.app import i18n; from palaces.prerender import page_pictures\n"
        "catalog = json.loads(sys.stdin.readline())\n"
        "if catalog: i18n.load_language(catalog)\n"
        "for name in sys.stdin: print(json.dumps(page_pictures.render_placeholder(name.strip())), flush=True)"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code],
        env=fixed_environment(ROOT, WEB),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert running.stdin
    assert running.stdout
    running.stdin.write(json.dumps(catalog) + "\n")
    return running.stdin, running.stdout


@cache
def preload_links(python: Path, release: Path, language: str) -> str:
    """Return the links that start every download of the start path early.

    start-monitor.js reads sizes from them for its progress bar, and hashes if a start fails. The hashes are not in an
    `integrity` attribute, because then the browser would check them at each start.

    Chromium keeps no compiled code for a file that a link has loaded. So the page only waits for the WebAssembly, and
    for the memory image. If the page cannot use the image, it loads the files marked "instead".
    """
    scripts = [release / f"scripts/{name}.js" for name in SCRIPTS_AT_START]
    scripts += [release / "vendor/idiomorph.js", *sorted((release / "pyscript").iterdir())]
    scripts += [python / "pyodide.js", python / "pyodide.asm.js"]
    wasm, image = python / "pyodide.asm.wasm", release / "memory.bin"
    worker, packages = release / "scripts/bot-worker.js", [release / "app.zip", python / "python_stdlib.zip"]
    at_once, spared, instead = ([], [image], packages) if is_known_pyodide() else (packages, [], [])
    links = [('rel="modulepreload"', path) for path in scripts]
    links += [('rel="preload" as="fetch" crossorigin', path) for path in [*at_once, python / "pyodide-lock.json"]]
    if language != "en":
        links.append(('rel="preload" as="fetch" crossorigin', release / f"languages/{language}.json"))
    links += [('rel="awaited"', wasm)]
    rest = {"spared": spared, "instead": instead, "later": [worker, release / "later.zip"]}
    links += [(f'rel="{kind}"', path) for kind, paths in rest.items() for path in paths]
    return "\n".join(
        f'<link {kind} href="./{path.relative_to(release.parent).as_posix()}" data-bytes="{path.stat().st_size}" '
        f'data-integrity="{integrity_hash(path)}">'
        for kind, path in links
    )


def integrity_hash(path: Path) -> str:
    """Return a file's hash, as browsers take it for a request."""
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


def fill_pages(out: Path, python: Path, release: Path) -> None:
    """Fill in posters, preload links and the usual table, and make the pages refer to this release. Copy the
    scripts that serve pages of every release."""
    lab_frame = integrity_hash(release / "scripts/lab-frame.js")
    for language, page in pages_of(out):
        address = page.relative_to(out / language_pages.language_folder(language)).as_posix()
        folder = (out / address).parent  # a page in another folder is moved there at the end
        html = fill_posters(page.read_text(encoding="utf-8"), language).replace("<!--offers-->", language_offers())
        if DEFAULT_TABLE_ATTRIBUTES in html:
            html = html.replace(DEFAULT_TABLE_ATTRIBUTES, draw_page_picture("usual"))
        html = html.replace("<!--pyscript-->", escape(pyscript_settings(release)))
        html = point_to_release(html.replace("manifest.webmanifest", manifest_name(language)), folder, release)
        html = html.replace("<!--preload-->", preload_links(python, release, language))
        html = html.replace("sha256-LAB-FRAME-HASH", lab_frame)
        html = add_integrity_data(html, folder).replace("</body>", PAGE_END + "</body>")
        if 'recover.js"' in html:
            html = prepare_for_missing_files(html, language, is_game=folder == out and 'id="app"' in html)
        html = html if language == "en" else language_pages.move_page(html, address)
        page.write_text(html, encoding="utf-8", newline="\n")
    for script in ("gate.js", "lost.js", "recover.js"):
        (out / script).write_text(minify_script(WEB / "scripts" / script), encoding="utf-8", newline="\n")


def start_docs_build(folder: Path) -> subprocess.Popen[str]:
    """Start to build the docs into a folder, beside all else. Sphinx runs in a Python of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "docs_site", str(folder)],
        env=fixed_environment(ROOT, WEB, BUILD),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def write_docs(out: Path, release: Path, folder: Path, building: subprocess.Popen[str]) -> None:
    """Wait for the docs, and write them into the site. Their pages get heads as all others."""
    said, _nothing = building.communicate()
    if building.returncode:
        raise SystemExit(f"Building the docs failed ({building.returncode}):\n{said}")
    print(said, end="", file=sys.stderr)
    target = folder.rename(out / DOCS_FOLDER)
    for page in sorted(target.rglob("*.html")):
        address = page.relative_to(out).as_posix()
        html = fill_posters(page_heads.fill_head(page.read_text(encoding="utf-8"), address))
        html = add_integrity_data(point_to_release(html, page.parent, release), page.parent)
        html = prepare_for_missing_files(html.replace("</body>", PAGE_END + "</body>"), "en", is_game=False)
        page.write_text(html, encoding="utf-8", newline="\n")


@cache
def language_offers() -> str:
    """Return the offers of all languages, each in its own words, as the value of an attribute."""
    offers = {language: json.loads(draw_page_picture("offer-language", language)) for language in LANGUAGES}
    return escape(json.dumps(offers, ensure_ascii=False, separators=(",", ":")))


def prepare_for_missing_files(html: str, language: str, *, is_game: bool) -> str:
    """Return a page that makes sense even if none of its files load.

    A sentence at the top is hidden by the style sheet. Pictures, and the whole picture of a table, are shown by it.
    """
    html = re.sub(
        r"<body[^>]*>", lambda found: found[0] + "\n" + draw_page_picture("unstyled", language), html, count=1
    )
    if is_game:
        return re.sub(r'<div id="(?:app|lesson)"', r"\g<0> hidden", html, count=2)
    return re.sub(r'<svg (?!class="sprites")', '<svg display="none" ', html)


def pyscript_settings(release: Path) -> str:
    """Return PyScript's settings. They are inside the page, so that their addresses are relative to it."""
    known = json.loads((WEB / "pyscript.json").read_bytes())
    known["interpreter"] = f"./{release.name}/{known['interpreter']}"
    return json.dumps(known)


def point_to_release(html: str, folder: Path, release: Path) -> str:
    """Return the page with addresses of release files. In the sources, these files are next to the page."""
    out = release.parent

    def release_address(found: re.Match[str]) -> str:
        path = Path(os.path.normpath(folder / found[2])).relative_to(out)
        if not (release / path).is_file():
            return found[0]
        return f'{found[1]}="{Path(os.path.relpath(out, folder)).as_posix()}/{release.name}/{path.as_posix()}"'

    marked = html.replace("<html ", f'<html data-release="{release.name.removeprefix("release-")}" ', 1)
    return re.sub(r'\b(href|src)="(\.\.?/[^"?#]+)"', release_address, marked)


def add_integrity_data(html: str, folder: Path) -> str:
    """Add size and hash to each style sheet and script that has no preload link. `recover.js` needs them."""
    told = set(re.findall(r'href="([^"]+)" data-bytes', html))

    def with_integrity_data(found: re.Match[str]) -> str:
        path = folder / found[2]
        if found[2] in told:
            return found[0]
        return f'{found[0]} data-bytes="{path.stat().st_size}" data-integrity="{integrity_hash(path)}"'

    asked = r'(<link rel="(?:stylesheet|modulepreload)" href|<script (?:type="module" )?src)="([^"]*/release-[^"]+)"'
    return re.sub(asked, with_integrity_data, html)


def write_embed_element(out: Path, release: Path, games: Iterable[str]) -> None:
    """Write `embed.js`, the element for other sites, with its facts about the games. Write its pictures into the
    release."""
    shutil.copyfile(WEB / "scripts/embed.js", out / "embed.js")
    known = json.loads(draw_page_picture("element")) | {"languages": catalogs.TRANSLATED_LANGUAGES}
    fill_placeholder(out / "embed.js", "/* element */ {}", json.dumps(known, separators=(",", ":")))
    (release / "embed").mkdir()
    for language in catalogs.TRANSLATED_LANGUAGES:
        its = json.loads(draw_page_picture("element", language))
        words = json.dumps({"games": its["games"], "say": its["say"]}, separators=(",", ":"))
        script = f'document.currentScript.dispatchEvent(new CustomEvent("words",{{detail:{words}}}));\n'
        (release / f"embed/{language}.js").write_text(script, encoding="ascii", newline="\n")
    (release / "embed/puzzle.js").write_text(bundle_puzzle_poster(), encoding="ascii", newline="\n")
    for game in games:
        drawn = draw_page_picture(f"{game}_scene")
        for suffix, scheme in oembed.SCHEME_BY_SUFFIX.items():
            picture = oembed.standalone_svg(drawn, styles.picture_css(WEB / "palaces/games" / game), scheme)
            picture = compact_svg.compact_svg(picture)
            (release / f"embed/{game}{suffix}.svg").write_text(picture, encoding="utf-8", newline="\n")


def bundle_puzzle_poster() -> str:
    """Return the script of the posters of puzzles, in one file with the words of all languages. It leaves other sites'
    `window` alone."""
    words = {language: json.loads(draw_page_picture("puzzle-poster", language)) for language in LANGUAGES}
    values = [f"--define:PUZZLE_WORDS={json.dumps(words)}", "--define:globalThis.window=false"]
    options = ["--bundle", "--minify", "--format=iife", "--target=es2022", *values]
    return with_small_sheet(run_esbuild(*options, str(WEB / "scripts/puzzle-poster.js")))


def finish_embed_element(out: Path, release: Path, games: Iterable[str]) -> None:
    """Write the final `embed.js`, a copy with a hash in its name, and the types of the element. Fill in the page about
    them, which has the copy's integrity."""
    fill_placeholder(out / "embed.js", '/* release */ ""', json.dumps(release.name))
    element = minify_embed((out / "embed.js").read_text(encoding="utf-8"))
    (out / "embed.js").write_text(element, encoding="utf-8", newline="\n")
    copy = out / f"embed-{hashlib.sha256(element.encode()).hexdigest()[:16]}.js"
    shutil.copyfile(out / "embed.js", copy)
    shutil.copyfile(WEB / "embed.d.ts", out / "embed.d.ts")
    fill_placeholder(out / "embed.d.ts", "/* games */ string", " | ".join(f'"{game}"' for game in games))
    page = out / "rules/embed.html"
    fill_placeholder(page, "embed-HASH.js", copy.name)
    fill_placeholder(page, "INTEGRITY", integrity_hash(copy))


def write_oembed(out: Path, folder: str, titles: dict[str, str], site: str) -> None:
    """Write the oEmbed responses of a language, whose folder this is, and the links to them. They need the address of
    the site."""
    if not site:
        return
    (out / "oembed" / folder).mkdir(parents=True)
    for game, title in titles.items():
        answer = oembed.oembed_response(game, title, site, folder)
        (out / f"oembed/{folder}{game}.json").write_text(answer, encoding="utf-8", newline="\n")
    pages = {"play.html": titles}
    for game, title in titles.items():
        pages |= {page: {game: title} for page in (f"{game}.html", f"rules/{game}.html")}
    for name, games in pages.items():
        path = out / folder / name
        linked = path.read_text(encoding="utf-8").replace(
            "</head>", oembed.oembed_links(games, site, folder) + "</head>", 1
        )
        path.write_text(linked, encoding="utf-8", newline="\n")


def write_manifests(release: Path, facts: GameFacts, site: str) -> None:
    """Write a manifest for each language, with the facts that a browser needs to install the site."""
    source = (release / "manifest.webmanifest").read_text(encoding="utf-8")
    for language, games in facts.items():
        text = page_meta.manifest_json(source, games, draw_page_picture("about", language), site, language)
        (release / manifest_name(language)).write_text(text, encoding="utf-8", newline="\n")


def manifest_name(language: str) -> str:
    """Return the name of the manifest of a language."""
    return "manifest.webmanifest" if language == "en" else f"manifest-{language}.webmanifest"


def draw_pictures(out: Path, facts: GameFacts) -> str:
    """Draw the pictures for other sites, browsers and systems. Return a line about them."""
    games = facts["en"]
    sheets = {game: styles.picture_css(WEB / "palaces/games" / game) for game in games}
    scenes = {game: preview_images.inline_styles(draw_page_picture(f"{game}_scene"), sheets[game]) for game in games}
    drawn = page_meta.tab_drawings(WEB / "icons/icon.svg") | page_meta.icon_drawings(scenes)
    for language, told in facts.items():
        folder = language_pages.language_folder(language)
        previews = page_meta.preview_drawings(scenes, told, sheets)
        drawn |= {folder + name: picture for name, picture in previews.items()}
    with tempfile.TemporaryDirectory() as made:
        for name, drawing in drawn.items():
            path = Path(made) / f"{name}.svg"
            path.parent.mkdir(exist_ok=True)
            path.write_text(drawing, encoding="utf-8", newline="\n")
        pictures = out / oembed.PICTURES_FOLDER
        said = run_node("Drawing the pictures", PICTURE_SCRIPT, WEB / "fonts", Path(made), pictures)
    for game, kind, picture in page_meta.screenshot_files(games):
        shutil.copyfile(picture, out / f"{oembed.PICTURES_FOLDER}/{game}-{kind}.webp")
    tabs = [out / f"{oembed.PICTURES_FOLDER}/tab-{size}.png" for size in preview_images.TAB_ICON_SIZES_PX]
    (out / "favicon.ico").write_bytes(preview_images.ico_file(path.read_bytes() for path in tabs))
    for path in tabs:
        path.unlink()
    return said


def write_page_meta(out: Path, facts: GameFacts, site: str) -> None:
    """Write metadata for other sites and robots. It names no host unless the site has an address."""
    games = facts["en"]
    pages = ["index.html", "puzzles.html", *(f"{game}.html" for game in games)]
    pages += sorted(path.relative_to(out).as_posix() for path in out.glob("rules/*.html"))
    there = " ".join([*pages, "record.html", "lab.html", "play.html", "embed.html", "frame.html"])
    for language in LANGUAGES:
        folder = out / language_pages.language_folder(language)
        for page in [*pages, "play.html"]:
            html = (folder / page).read_text(encoding="utf-8")
            name = Path(page).stem
            picture = name if name in games else page_meta.HOME_PREVIEW
            tags = page_meta.social_tags(html, page, picture, site, language)
            if site and page == f"{name}.html" and name in games:
                tags += page_meta.game_data(facts[language][name], page, name, site, language)
            elif site and page == "index.html":
                tags += page_meta.site_data(html, site, language)
            (folder / page).write_text(html.replace("</head>", f"{tags}</head>", 1), encoding="utf-8", newline="\n")
        lost = (folder / "404.html").read_text(encoding="utf-8").replace("<!--pages-->", there)
        lost = page_meta.not_found_page(lost, site, language)
        (folder / "404.html").write_text(lost, encoding="utf-8", newline="\n")
    if site:
        every = [language_pages.language_folder(language) + page for language in LANGUAGES for page in pages]
        every += sorted(path.relative_to(out).as_posix() for path in out.glob(f"{DOCS_FOLDER}/**/*.html"))
        (out / "robots.txt").write_text(page_meta.robots_txt(site), encoding="utf-8", newline="\n")
        (out / "sitemap.xml").write_text(page_meta.sitemap_xml(every, site), encoding="utf-8", newline="\n")


def write_frame_page(out: Path) -> None:
    """Write frame.html, from the finished play.html."""
    html = oembed.frame_page_html((out / "play.html").read_text(encoding="utf-8"))
    (out / "frame.html").write_text(html, encoding="utf-8", newline="\n")


def write_address(out: Path, facts: GameFacts, site: str) -> None:
    """Write everything that depends on the address of the site. Without an address, also write `set_url.py`, which can
    write it later."""
    before = _texts_with_address(out)
    written = []
    for address in (site,) if site else (PLACEHOLDER_HOST + PLACEHOLDER_PATH, ""):
        for name in _texts_with_address(out).keys() - before.keys():
            (out / name).unlink()
        shutil.rmtree(out / "oembed", ignore_errors=True)
        for name, text in before.items():
            (out / name).write_text(text, encoding="utf-8", newline="\n")
        write_page_meta(out, facts, address)
        for language, games in facts.items():
            titles = {game: told["title"] for game, told in games.items()}
            write_oembed(out, language_pages.language_folder(language), titles, address)
        written.append(_texts_with_address(out))
    if not site:
        (out / "set_url.py").write_text(set_url_script(*written), encoding="utf-8", newline="\n")


def _texts_with_address(out: Path) -> dict[str, str]:
    """Return the files that may name the address of the site, by name."""
    others = [path for pattern in ("oembed/**/*.json", "robots.txt", "sitemap.xml") for path in out.glob(pattern)]
    paths = sorted([*others, *(page for _language, page in pages_of(out))])
    return {path.relative_to(out).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def set_url_script(addressed: dict[str, str], plain: dict[str, str]) -> str:
    """Return `set_url.py` with the differences between the site with an address and without one."""
    given = {
        name: text.replace(PLACEHOLDER_HOST + PLACEHOLDER_PATH, "{address}").replace(PLACEHOLDER_PATH, "{path}")
        for name, text in addressed.items()
    }
    edits = {}
    for name, text in plain.items():
        old, new = text.splitlines(keepends=True), given[name].splitlines(keepends=True)
        changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if found := [(i, old[i:j], new[k:n]) for kind, i, j, k, n in changes if kind != "equal"]:
            edits[name] = found
    files = {name: text for name, text in given.items() if name not in plain}
    script = Path(set_url.__file__).read_text(encoding="utf-8")
    for name, value in {"EDITS": edits, "FILES": files}.items():
        before, after = re.split(rf"(?<=^{name}: ).*? = {{}}$", script, maxsplit=1, flags=re.MULTILINE)
        script = f"{before}dict = {value!r}{after}"
    return script


def write_service_worker(out: Path) -> None:
    """Write sw.js: Workbox, a list of all files that visitors need with their hashes, and our few lines.

    The build calls this last, over the finished folder. The file is at the root, because a service worker controls the
    folder it is in. A file with a hash in its address needs no revision, so an update does not load it again.
    """
    entries = []
    files = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    for name, path in sorted(files.items()):
        is_puzzle_picture = path.parent.name == BOOKS_FOLDER and path.suffix == ".svg"
        if name == "sw.js" or name.startswith(PRECACHE_EXCLUDED) or is_puzzle_picture:
            continue
        revision = None if HASHED_FOLDER.match(name) else hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        # Some hosts add a line to each page. `sw.js` checks the release of a page, and its end.
        checked = {} if name.endswith(".html") else {"integrity": integrity_hash(path)}
        group = file_group(name)
        entries.append({"url": name, "revision": revision, **checked, **({"language": group} if group else {})})
    parts = [strip_source_map((MODULES / name).read_bytes()).decode() for name in WORKBOX]
    parts.append("const PRECACHE = " + json.dumps(entries, indent=0) + ";")
    parts.append(minify_script(WEB / "scripts/sw.js"))
    (out / "sw.js").write_text("\n".join(parts), encoding="utf-8", newline="\n")


def file_group(name: str) -> str:
    """Return the group of a file that only some visitors load: its language, the docs, a book of puzzles by itself,
    the files of the lab, or those for several devices. Return "" for any other file."""
    path = Path(name)
    if path.parent.name == BOOKS_FOLDER:
        return f"{BOOKS_FOLDER}/{path.name}"
    if DOCS_FOLDER in path.parts[:-1]:
        return DOCS_FOLDER
    is_of_lab = path.parent.name == "scripts" and path.stem.startswith("lab-") and path.name != LAB_START
    if is_of_lab or path.name in LAB_FILES:
        return f"scripts/{LAB_EDITOR}"
    if path.name in TOGETHER_FILES:
        return f"scripts/{TOGETHER_SCRIPT}"
    own_file = path.parent.name in ("languages", "embed") or path.stem.startswith("manifest-")
    code = path.stem.removeprefix("manifest-") if own_file else path.parts[0]
    return code if code in LANGUAGES else ""


def build_site(target: Path) -> str:
    """Build the whole site into `target`, which changes only at the end. Return one line of facts."""
    site = oembed.site_address(os.environ.get("SITE_URL", ""))
    out = target.with_name(target.name + ".new")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    docs = out.with_name(out.name + ".docs")
    building_docs = start_docs_build(docs)
    facts = {language: json.loads(draw_page_picture("heads", language))["games"] for language in LANGUAGES}
    games: dict[str, dict[str, str]] = facts["en"]
    for language in LANGUAGES:
        copy_pages(out, language, facts[language])
    python, release = out / "python", out / "release"
    copy_release_sources(release)
    write_languages(release)
    copy_books(release)
    write_pages_sheet(out, release)
    copy_python(python)
    if is_known_pyodide():
        fill_placeholder(release / "scripts/start-python.js", "/* changed */ false", "true")
    copy_vendored(release)
    write_manifests(release, facts, site)
    compiled = compile_python(python, release)
    write_embed_element(out, release, games)
    python = hash_python_folder(python, release)
    minify_release(release)
    bundle_editor(release)
    bundle_together(release)
    release = hash_release_folder(release)
    compiled += f"; {make_image(python, release)}"
    finish_embed_element(out, release, games)
    fill_pages(out, python, release)
    for language in LANGUAGES:
        write_frame_page(out / language_pages.language_folder(language))
    compiled += f"; {draw_pictures(out, facts)}"
    write_docs(out, release, docs, building_docs)
    write_address(out, facts, site)
    compiled += f"; {write_wheel(out)}"
    write_licences(out, release)
    write_service_worker(out)
    files = [path for path in out.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    shutil.rmtree(target, ignore_errors=True)
    out.rename(target)
    return f"{len(files)} files, {size:.1f} MB; {compiled}"


if __name__ == "__main__":
    print(build_site(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve()))
