"""From source to a folder of static files: `python build/assemble.py dist`. Needs `npm ci`, else only Python and Node.

The same sources give the same bytes: nothing here looks at the clock, at the host's Python or at the order of a folder.
"""

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import frames
import styles

ROOT = Path(__file__).resolve().parent.parent
WEB, MODULES = ROOT / "web", ROOT / "node_modules"
PYODIDE, PYSCRIPT = MODULES / "pyodide", MODULES / "@pyscript/core/dist"
WORKBOX = [f"workbox-{part}/build/workbox-{part}.prod.js" for part in ("core", "routing", "strategies", "precaching")]
VENDORED = ("pyodide", "@pyscript/core", "idiomorph", "uqr", "workbox-core")
USUAL = 'data-game="" data-seats=""'  # of the page that shows a game, before an address has been read
LOADER = {  # what pyodide.js says, and what it says here
    b"await WebAssembly.instantiateStreaming(n,s)": b"await(async a=>a.headers.get('Content-Type')==='application/wasm'"
    b"?WebAssembly.instantiateStreaming(a,s):WebAssembly.instantiate(await a.arrayBuffer(),s))(await n)",
    b'console.warn("wasm instantiation failed!"),console.warn(l)': b"reportError(l)",
}
# without the editors, terminals and games that pyscript.json switches off
PYSCRIPT_PARTS = ("core.js", "core-*.js", "error-*.js")


def copy_own(out: Path) -> None:
    """Everything in web/ but the Python package, which travels in app.zip, and the service worker, which comes last."""
    left_out = shutil.ignore_patterns("palaces", "sw.js", "__pycache__", ".*")
    shutil.copytree(WEB, out, dirs_exist_ok=True, ignore=left_out)
    # pages of other people and of other releases load them from there, for good
    for name in ("embed.js", "recover.js"):
        (out / "scripts" / name).rename(out / name)


def place_rules(out: Path) -> None:
    """Each game's rules page, which lies in the game's folder, beside those about all games."""
    for page in (WEB / "palaces").glob("*/rules.html"):
        shutil.copyfile(page, out / f"rules/{page.parent.name}.html")


def join_styles(out: Path) -> None:
    """The style sheets of the page and of all games as one file."""
    (out / "style.css").write_text(styles.joined(), encoding="utf-8", newline="\n")


def copy_vendored(out: Path) -> None:
    """The few files of each npm package that the page really asks for, and what their licences say."""
    (out / "pyodide").mkdir()
    shutil.copyfile(PYODIDE / "pyodide.asm.wasm", out / "pyodide/pyodide.asm.wasm")
    for name in ("pyodide", "pyodide.asm"):
        code = with_usual_suffix(without_map((PYODIDE / f"{name}.mjs").read_bytes()))
        (out / f"pyodide/{name}.js").write_bytes(with_any_type(code) if name == "pyodide" else code)
    # Pyodide reads its lock file at every start; ours offers no further package, so 119 KB become a line.
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    lock["packages"] = {}
    (out / "pyodide/pyodide-lock.json").write_bytes(json.dumps(lock, sort_keys=True).encode() + b"\n")

    (out / "pyscript").mkdir()
    for pattern in PYSCRIPT_PARTS:
        [part] = PYSCRIPT.glob(pattern)
        (out / "pyscript" / part.name).write_bytes(without_map(part.read_bytes()))

    (out / "vendor").mkdir()
    morph = (MODULES / "idiomorph/dist/idiomorph.min.js").read_bytes()
    (out / "vendor/idiomorph.js").write_bytes(morph.rstrip() + b"\nexport { Idiomorph };\n")
    shutil.copyfile(MODULES / "uqr/dist/index.mjs", out / "vendor/uqr.js")
    (out / "licenses.txt").write_text("\n".join(map(licence, VENDORED)), encoding="utf-8", newline="\n")


def without_map(code: bytes) -> bytes:
    """Without the pointer to a source map, which we do not ship."""
    return re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", code)


def with_usual_suffix(code: bytes) -> bytes:
    """A file of Pyodide that calls its other half `.js`: many a web server does not know `.mjs` for a script."""
    before, after = code.split(b"pyodide.asm.mjs")  # exactly once, or we no longer know what we change
    return before + b"pyodide.asm.js" + after


def with_any_type(code: bytes) -> bytes:
    """Pyodide's loader, but it compiles a wasm file whose type is wrong from its bytes, and reports why one cannot be
    compiled at all, instead of waiting for ever."""
    for stock, ours in LOADER.items():
        before, after = code.split(stock)  # exactly once, or we no longer know what we change
        code = before + ours + after
    return code


def licence(name: str) -> str:
    """Name, version and licence of a vendored package, with the full text where the package brings one."""
    facts = json.loads((MODULES / name / "package.json").read_bytes())
    text = MODULES / name / "LICENSE"
    body = text.read_text(encoding="utf-8") if text.exists() else f"See {facts['homepage']}\n"
    return f"{facts['name']} {facts['version']} ({facts['license']})\n\n{body}"


def compile_python(out: Path) -> str:
    """python_stdlib.zip, app.zip and what `shelf.js` has to know of Python, made inside Pyodide; answers with a line
    about what was kept."""
    made = out / "pyodide"
    command = ["node", str(ROOT / "build/compile.js"), str(ROOT), str(made)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise SystemExit(f"Compiling inside Pyodide failed:\n{run.stdout}{run.stderr}")
    (made / "app.zip").rename(out / "app.zip")
    told = made / "printable.txt"
    fill_script(out / "scripts/shelf.js", '/* printable */ ""', json.dumps(told.read_text(encoding="ascii")))
    told.unlink()
    return run.stdout.strip().splitlines()[-1]


def fill_script(script: Path, place: str, known: str) -> None:
    """Put what Python knows into a script, at its place for that."""
    before, after = script.read_text(encoding="utf-8").split(place)
    script.write_text(before + known + after, encoding="utf-8", newline="\n")


def poster(name: str) -> str:
    """A picture drawn by the page's own views, as HTML, before any Python runs in the browser: `poster.named(name)`."""
    path = os.pathsep.join([str(ROOT), str(WEB)])
    code = "import sys; from palaces import poster; sys.stdout.write(poster.named(sys.argv[1]))"
    fixed = {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code, name],
        env={**os.environ, **fixed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if run.returncode:
        raise SystemExit(f"Drawing the poster {name!r} failed:\n{run.stderr}")
    return run.stdout


def preload(out: Path) -> str:
    """Links that start every download of the start path at once; watch.js reads the sizes for its progress bar, and
    the hashes once a start fails. They are no `integrity`, which each start would be checked by.

    Only the WebAssembly is left to Pyodide: Chromium keeps no compiled code of a file that a link has loaded before.
    """
    scripts = ["scripts/boot.js", "scripts/python.js", "scripts/morph.js", "vendor/idiomorph.js"]
    scripts += sorted(path.relative_to(out).as_posix() for path in (out / "pyscript").iterdir())
    scripts += ["pyodide/pyodide.js", "pyodide/pyodide.asm.js"]
    data = ["pyodide/python_stdlib.zip", "app.zip", "pyscript.json", "pyodide/pyodide-lock.json"]
    links = [('rel="modulepreload"', path) for path in scripts]
    links += [('rel="preload" as="fetch" crossorigin', path) for path in data]
    links += [('rel="awaited"', "pyodide/pyodide.asm.wasm")]
    return "\n".join(
        f'<link {kind} href="./{path}" data-bytes="{(out / path).stat().st_size}" data-integrity="{integrity(out / path)}">'
        for kind, path in links
    )


def integrity(path: Path) -> str:
    """A file's hash, as browsers take it for a request."""
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


def fill_pages(out: Path) -> None:
    """Posters (`<!--poster:name-->`), preload links and the usual table into the pages."""
    for page in sorted(out.rglob("*.html")):
        html = page.read_text(encoding="utf-8")
        html = re.sub(r"<!--poster:(\w+)-->", lambda found: poster(found[1]), html)
        html = html.replace("<!--preload-->", preload(out))
        if USUAL in html:
            html = html.replace(USUAL, poster("usual"))
        page.write_text(html, encoding="utf-8", newline="\n")


def fill_element(out: Path) -> dict[str, str]:
    """What the element for other pages knows of the games, and their pictures; answers with the games' titles."""
    known = poster("element")
    fill_script(out / "embed.js", "/* element */ {}", known)
    (out / "embed").mkdir()
    titles = {game: facts["title"] for game, facts in json.loads(known)["games"].items()}
    for game in titles:
        drawn = poster(f"{game}_scene")
        for suffix, scheme in frames.SCHEMES.items():
            picture = frames.picture(drawn, styles.of(WEB / "palaces" / game), scheme)
            (out / f"embed/{game}{suffix}.svg").write_text(picture, encoding="utf-8", newline="\n")
    return titles


def offer_oembed(out: Path, titles: dict[str, str], site: str) -> None:
    """The answers of oEmbed and the links that lead to them, which need the address of the site; none without it."""
    if not site:
        return
    (out / "oembed").mkdir()
    for game, title in titles.items():
        answer = frames.oembed(game, title, site)
        (out / f"oembed/{game}.json").write_text(answer, encoding="utf-8", newline="\n")
    pages = {"play.html": titles} | {f"rules/{game}.html": {game: title} for game, title in titles.items()}
    for name, games in pages.items():
        html = (out / name).read_text(encoding="utf-8")
        linked = html.replace("</head>", frames.discovery(games, site) + "</head>", 1)
        (out / name).write_text(linked, encoding="utf-8", newline="\n")


def frame_page(out: Path) -> None:
    """embed.html, out of the finished play.html."""
    html = frames.frame_page((out / "play.html").read_text(encoding="utf-8"))
    (out / "embed.html").write_text(html, encoding="utf-8", newline="\n")


def service_worker(out: Path) -> None:
    """sw.js: Workbox, the list of all files with their hashes, our few lines. Made last, over the finished folder.

    It stands at the root, for a service worker is in charge of the folder it comes from.
    """
    entries = []
    for path in sorted(p for p in out.rglob("*") if p.is_file() and p.name != "sw.js"):
        digest = hashlib.sha256(path.read_bytes()).digest()
        integrity = "sha256-" + base64.b64encode(digest).decode()
        entries.append({"url": path.relative_to(out).as_posix(), "revision": digest.hex()[:16], "integrity": integrity})
    parts = [without_map((MODULES / name).read_bytes()).decode() for name in WORKBOX]
    parts.append("const PRECACHE = " + json.dumps(entries, indent=0) + ";")
    parts.append((WEB / "scripts/sw.js").read_text(encoding="utf-8"))
    (out / "sw.js").write_text("\n".join(parts), encoding="utf-8", newline="\n")


def assemble(target: Path) -> str:
    """Build the whole site into `target`, which changes only when all is done; answers with one line of facts."""
    site = frames.site_address(os.environ.get("SITE_URL", ""))
    out = target.with_name(target.name + ".new")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    copy_own(out)
    place_rules(out)
    join_styles(out)
    copy_vendored(out)
    compiled = compile_python(out)
    fill_pages(out)
    frame_page(out)
    offer_oembed(out, fill_element(out), site)
    service_worker(out)
    files = [path for path in out.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    shutil.rmtree(target, ignore_errors=True)
    out.rename(target)
    return f"{len(files)} files, {size:.1f} MB; {compiled}"


if __name__ == "__main__":
    print(assemble(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve()))
