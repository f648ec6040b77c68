"""The built site: the same bytes every time, nothing from another host, every promise of the service worker kept."""

import ast
import base64
import gzip
import hashlib
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import catalogs
import make
import pytest
from palaces.ui.game_view import load_game_view
from site_builder import assemble
from site_builder.package import project_version
from site_builder.pyodide import dead_code, patch_pyodide, wasm_file
from site_builder.release import write_release, zip_site
from tables import RELEASED_GAMES, SITE_GAMES

from pygame_core import Match

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENDORED_PATHS = re.compile(r"python-\w+/|release-\w+/(?:pyscript|vendor)/|sw\.js|licenses\.txt")
NAMESPACES = re.compile(r"http://www\.(?:w3|sitemaps)\.org/[\w/.]+")
COMMENT_BY_SUFFIX = {
    ".html": re.compile(r"<!--.*?-->", re.S),
    ".svg": re.compile(r"<!--.*?-->", re.S),
    ".css": re.compile(r"/\*.*?\*/", re.S),
    ".js": re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.S),
}


TAG = re.compile(r"<[^>]*>")
OUTSIDE_LINK = re.compile(r'<a class="reference external" href="https?:[^"]*">')


def build_into(out: Path, sources: Path = ROOT, **environment: str) -> Path:
    command = [sys.executable, "-m", "site_builder.assemble", str(out)]
    fixed = {"PYTHONPATH": str(sources / "build"), **environment}
    run = subprocess.run(command, cwd=sources, env={**os.environ, **fixed}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return out


@pytest.fixture(scope="module")
def site() -> Path:
    """The very folder that is played and released, built unless it is that of these sources."""
    make.build_site(force=False)
    return make.DIST


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once more, from sources elsewhere, under other circumstances, and with npm packages in a shared store."""
    sources = tmp_path_factory.mktemp("another place of the sources")
    for folder in ("build", "docs", "web", "pygame_core", "e2e/visual_regression"):
        shutil.copytree(ROOT / folder, sources / folder, ignore=shutil.ignore_patterns("__pycache__"))
    pages = ("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md")
    for name in ("pyproject.toml", "package.json", "package-lock.json", "LICENSE", *pages):
        shutil.copyfile(ROOT / name, sources / name)
    (sources / "node_modules").symlink_to(ROOT / "node_modules", target_is_directory=True)
    return build_into(
        tmp_path_factory.mktemp("site") / "two", sources, PYTHONHASHSEED="11", TZ="Asia/Tokyo", LC_ALL="C"
    )


def hashed_folder(site: Path, kind: str) -> Path:
    """The one folder of a kind, "python" or "release", whose name has that of its content."""
    [folder] = site.glob(f"{kind}-*")
    return folder


def files_by_name(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def own_text_files(site: Path) -> Iterator[tuple[str, str]]:
    """Our own text files without their comments. Of the docs, without their texts: these may name anything."""
    for name, data in files_by_name(site).items():
        if not VENDORED_PATHS.match(name) and Path(name).suffix not in {
            ".bin",
            ".ico",
            ".png",
            ".webp",
            ".whl",
            ".woff2",
            ".zip",
            ".inv",
        }:
            comments = COMMENT_BY_SUFFIX.get(Path(name).suffix)
            text = comments.sub("", data.decode()) if comments else data.decode()
            if name.startswith("docs/"):
                text = OUTSIDE_LINK.sub("", "".join(TAG.findall(text))) if name.endswith(".html") else ""
            yield name, text


def own_pages(site: Path) -> Iterator[tuple[str, str]]:
    return ((name, text) for name, text in own_text_files(site) if name.endswith(".html"))


def precache_entries(site: Path) -> list[dict[str, str]]:
    found = re.search(r"const PRECACHE = (\[.*?\]);", (site / "sw.js").read_text(encoding="utf-8"), re.S)
    assert found
    entries: list[dict[str, str]] = json.loads(found[1])
    return entries


@pytest.mark.thorough
def test_two_builds_are_byte_identical(site: Path, again: Path) -> None:
    first, second = files_by_name(site), files_by_name(again)
    assert second.keys() == first.keys()
    assert f"{hashed_folder(site, 'release').name}/memory.bin" in first
    assert [name for name in first if first[name] != second[name]] == []


def test_no_file_tells_where_it_was_built(site: Path) -> None:
    """The memory image is the memory of a process, with its arguments and environment."""
    told = [str(ROOT), "make-image.js"]
    spellings = {text: [text.encode(coding) for coding in ("utf-8", "utf-16-le", "utf-32-le")] for text in told}
    for name, data in files_by_name(site).items():
        if name.startswith("docs/"):
            continue  # it names files of the sources
        whole = gzip.decompress(data) if name.endswith("memory.bin") else data
        assert [text for text in told if any(each in whole for each in spellings[text])] == [], name


@pytest.mark.thorough
def test_two_releases_are_byte_identical(
    site: Path, again: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From two builds and from two folders of sources; with the checksums that are said."""
    sums = write_release(site, tmp_path / "one")
    first = files_by_name(tmp_path / "one")
    for name, value in {"SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": "11", "TZ": "Asia/Tokyo"}.items():
        monkeypatch.setenv(name, value)
    sources = copy_sources(tmp_path / "else where")
    assert write_release(again, tmp_path / "two", sources) == sums
    second = files_by_name(tmp_path / "two")
    assert first == second
    assert first.keys() == {
        f"palaces-{project_version()}-site.zip",
        f"palaces-{project_version()}-py3-none-any.whl",
        f"palaces-{project_version()}.tar.gz",
        "SHA256SUMS",
    }
    assert first.pop("SHA256SUMS").decode() == sums
    assert sums == "".join(f"{hashlib.sha256(first[name]).hexdigest()}  {name}\n" for name in sorted(first))


def copy_sources(target: Path) -> Path:
    """A copy of the sources of the wheel, with other dates and modes, and with the usual files of a working folder."""
    target.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".gitignore"):
        shutil.copyfile(ROOT / name, target / name)
    shutil.copytree(ROOT / "docs", target / "docs")
    shutil.copytree(ROOT / "pygame_core", target / "pygame_core", copy_function=shutil.copyfile)
    (target / "build").mkdir()
    shutil.copytree(ROOT / "web", target / "web", copy_function=shutil.copyfile)
    for name in ("catalogs.py", "hatch_build.py", "pack_drawings.py"):
        shutil.copyfile(ROOT / "build" / name, target / "build" / name)
    (target / "pygame_core/__pycache__").mkdir(exist_ok=True)
    (target / "pygame_core/__pycache__/stray.cpython-311.pyc").write_bytes(b"")
    for path in (target / "pygame_core").rglob("*.py"):
        path.chmod(0o600)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    return target


def test_the_released_zip_unpacks_to_the_site(site: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(zip_site(site, tmp_path / "site.zip"), tmp_path / "unpacked")
    assert files_by_name(tmp_path / "unpacked") == files_by_name(site)


def test_the_lock_has_our_wheel_beside_it_and_all_other_packages_where_this_pyodide_has_them(site: Path) -> None:
    """So `loadPyodide` of that version, with this lock, loads `palaces` by its name from any place of the site."""
    [wheel] = (site / "pyodide").glob("*.whl")
    folders = (wheel.parent, ROOT / "node_modules/pyodide")
    lock, stock = (json.loads((folder / "pyodide-lock.json").read_bytes()) for folder in folders)
    own = lock["packages"].pop("palaces")
    assert own["file_name"] == wheel.name == f"palaces-{project_version()}-py3-none-any.whl"
    assert own["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert (own["imports"], own["depends"]) == (["pygame_core", "palaces"], [])
    version = json.loads((ROOT / "node_modules/pyodide/package.json").read_bytes())["version"]
    for package in lock["packages"].values():
        address, _slash, name = package["file_name"].rpartition("/")
        assert re.fullmatch(rf"https://[\w.]+/pyodide/v{version}/full", address)
        package["file_name"] = name
    assert lock == stock


def test_without_the_tool_that_writes_the_lock_the_build_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(SystemExit, match=r"^The build needs pyodide-lock: run `python build/make\.py site`, which"):
        assemble.lock_wheel(tmp_path)


def test_visitors_load_neither_the_wheel_nor_its_lock(site: Path) -> None:
    assert [entry["url"] for entry in precache_entries(site) if entry["url"].startswith("pyodide/")] == []
    files = [*site.rglob("*.html"), *hashed_folder(site, "release").rglob("*.js")]
    pages = [path for path in files if path.relative_to(site).parts[0] != "docs"]
    assert [path for path in pages if re.search(r"pyodide/palaces|pyodide/pyodide-lock", path.read_text("utf-8"))] == []


def test_nothing_names_another_host(site: Path) -> None:
    address = re.compile(r"(?:https?:|wss?:|[\"'(=]\s*)//(?!lab\.invalid/|example\.org/)[\w.-]+")  # nobody has these
    vocabulary = "https://schema.org"  # only a site with an address has it; set_url.py can write it
    for name, text in own_text_files(site):
        if name == "pyodide/pyodide-lock.json":  # for other sites; it has the addresses of Pyodide's own packages
            continue
        known = NAMESPACES.sub("", text)
        assert not address.search(known.replace(vocabulary, "") if name == "set_url.py" else known), name


def test_python_in_the_page_names_no_other_host(site: Path) -> None:
    with zipfile.ZipFile(hashed_folder(site, "release") / "app.zip") as box:
        for name in box.namelist():
            assert not re.search(rb"https?://(?!www\.w3\.org/)", box.read(name)), name


def test_every_reference_is_relative_and_leads_to_a_file(site: Path) -> None:
    for page, html in own_pages(site):
        references = re.findall(r"<(?:a|link|script|img)\b[^>]*?\b(?:href|src)=\"([^\"]*)\"", html)
        assert references, page
        for reference in references:
            target = reference.split("?")[0].split("#")[0]
            if page.endswith("404.html") and re.fullmatch(r"(\.\./)+lost\.js", target):
                continue  # for when it is shown in a folder further down
            assert not re.match(r"/|\w+:", target) or target.startswith("data:"), f"{page}: {reference}"
            if target and not target.startswith("data:"):
                path = (site / page).parent.joinpath(target).resolve()
                path = path / "index.html" if path.is_dir() else path
                assert path.is_file(), f"{page}: {reference}"


def test_what_pyscript_is_told_to_load_is_there(site: Path) -> None:
    html = (site / "play.html").read_text("utf-8")
    settings = [json.loads(unescape(text)) for text in re.findall(r"({&quot;interpreter.*?})[\"<]", html)]
    assert len(settings) == 2
    for known in settings:
        assert (site / known["interpreter"]).is_file()


def test_pages_hold_no_inline_code_or_style(site: Path) -> None:
    for name, text in own_pages(site):
        assert "Content-Security-Policy" in text, name
        assert "http-equiv" in text, name
        own = re.sub(r'<pre class="example">.*?</pre>', "", text, flags=re.S)  # lines for other people's pages
        inline = re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"py\")[^>]*>|<style|\sstyle=|\son\w+=", own)
        # A script in the page is allowed by its hash, see `test_page_heads.py`.
        allowed = ["<script>"] if name.endswith("index.html") and not name.startswith("docs/") else []
        assert inline == allowed, name


def test_service_worker_holds_every_file_that_visitors_need_with_its_hash(site: Path) -> None:
    there = files_by_name(site)
    entries = precache_entries(site)
    elsewhere = {name for name in there if name.startswith(assemble.PRECACHE_EXCLUDED)}
    elsewhere |= {name for name in there if re.fullmatch(r"release-\w+/puzzles/[\w-]+\.svg", name)}
    assert {"404.html", "pictures/medina.png", "pictures/medina-wide.webp", "favicon.ico"} <= elsewhere
    assert sorted(entry["url"] for entry in entries) == sorted(there.keys() - elsewhere - {"sw.js"})
    assert {f"{game}.html" for game in SITE_GAMES} <= {entry["url"] for entry in entries}
    for entry in entries:
        digest = hashlib.sha256(there[entry["url"]]).digest()
        if entry["url"].endswith(".html"):  # `sw.js` looks for both ends of a page, which hosts may add a line to
            text = there[entry["url"]].decode()
            release = hashed_folder(site, "release").name.removeprefix("release-")
            assert re.search(rf'<html[^>]* data-release="{release}"', text)
            assert text.rstrip().endswith(f"{assemble.PAGE_END}</body>\n</html>")
            assert "integrity" not in entry
        else:
            assert entry["integrity"] == "sha256-" + base64.b64encode(digest).decode()
        if re.match(r"(python|release)-", entry["url"]):
            assert entry["revision"] is None
        else:
            assert digest.hex().startswith(entry["revision"])


def test_all_but_what_has_a_fixed_address_lies_in_two_folders_named_by_their_content(site: Path) -> None:
    """So a page names the one set of files that belongs to it, whatever caches they come from."""
    fixed = {name for name in files_by_name(site) if not re.match(r"(python|release)-[0-9a-f]{16}/", name)}
    pages = {
        "index.html",
        "play.html",
        "record.html",
        "lab.html",
        "sandbox.html",
        "puzzles.html",
        "embed.html",
        "frame.html",
        "404.html",
        *(f"{name}.html" for name in SITE_GAMES),
    }
    pages |= {f"rules/{name}.html" for name in (*SITE_GAMES, "bots", "embed")}
    pages |= {f"{language}/{page}" for language in catalogs.TRANSLATED_LANGUAGES for page in pages}
    shown = {name for name in fixed if name.startswith("pictures/")}
    [copy] = site.glob("embed-*.js")
    assert re.fullmatch(r"embed-[0-9a-f]{16}\.js", copy.name)
    assert copy.read_bytes() == (site / "embed.js").read_bytes()
    docs = {name for name in fixed if name.startswith("docs/")}
    assert {"docs/index.html", "docs/search.json", "docs/bots/first-bot.html"} <= docs
    pages |= {name for name in docs if name.endswith(".html")}
    [wheel] = (f"pyodide/{path.name}" for path in site.glob("pyodide/*.whl"))
    others = {"licenses.txt", "favicon.ico", "set_url.py", "embed.d.ts", copy.name, wheel, "pyodide/pyodide-lock.json"}
    assert fixed == pages | docs | shown | {*assemble.ROOT_SCRIPTS} | others
    assert len({path.name for path in site.iterdir() if path.is_dir()}) == 6 + len(catalogs.TRANSLATED_LANGUAGES)
    release = hashed_folder(site, "release").name
    for page in pages:
        html = (site / page).read_text("utf-8")
        assert f' data-release="{release.removeprefix("release-")}"' in html, page
        assert set(re.findall(r"release-[0-9a-f]{16}", html)) == {release}, page
    assert f'"{release}"' in (site / "embed.js").read_text("utf-8")
    with zipfile.ZipFile(hashed_folder(site, "release") / "app.zip") as box:
        assert f"release-{box.read('release.txt').decode()}" == release


def test_a_page_says_size_and_hash_of_every_style_sheet_and_script_that_it_is_made_of(site: Path) -> None:
    for page, html in own_pages(site):
        asked = re.findall(
            r'<(?:link rel="(?:stylesheet|modulepreload)"|script)[^>]* (?:href|src)="([^"]*/release-[^"]+)"', html
        )
        told = re.findall(r'(?:href|src)="([^"]+)" data-bytes="(\d+)" data-integrity="([^"]+)"', html)
        assert asked or page == "embed.html", page  # which loads nothing of a release by itself
        assert {*asked} <= {address for address, _size, _hash in told}, page
        assert len(told) == len({address for address, _size, _hash in told}), page
        for address, size, digest in told:
            path = (site / page).parent / address
            assert (int(size), digest) == (path.stat().st_size, assemble.integrity_hash(path)), address


@pytest.mark.parametrize(
    ("changed", "content"),
    [("scripts/boot.js", b"// other"), ("icons/icon.svg", b"<svg/>"), ("scripts/more.js", b"")],
    ids=["another text", "another picture", "one file more"],
)
def test_another_content_has_another_name(site: Path, tmp_path: Path, changed: str, content: bytes) -> None:
    shutil.copytree(hashed_folder(site, "release"), tmp_path / "same")
    shutil.copytree(hashed_folder(site, "release"), tmp_path / "other")
    (tmp_path / "other" / changed).write_bytes(content)
    names = {
        assemble.content_hash(folder)
        for folder in (hashed_folder(site, "release"), tmp_path / "same", tmp_path / "other")
    }
    assert len(names) == 2


def test_a_release_whose_memory_image_is_made_otherwise_has_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the image comes only after the name, which is in it."""
    other = tmp_path / assemble.IMAGE_SCRIPT.name
    other.write_bytes(assemble.IMAGE_SCRIPT.read_bytes() + b"\n")
    names = []
    for n, maker in enumerate((assemble.IMAGE_SCRIPT, assemble.IMAGE_SCRIPT, other)):
        monkeypatch.setattr(assemble, "IMAGE_SCRIPT", maker)
        release = tmp_path / f"{n}/release"
        release.mkdir(parents=True)
        with zipfile.ZipFile(release / "app.zip", "w"):
            pass
        names.append(assemble.hash_release_folder(release).name)
    assert names[0] == names[1] != names[2]


@pytest.mark.parametrize("page", ["play.html", "rules/bots.html"])
def test_a_release_with_another_page_has_another_name(tmp_path: Path, page: str) -> None:
    """Else nobody without a service worker would ever see that a page was mended."""
    names = []
    for n, text in enumerate(("one", "one", "two")):
        release = tmp_path / f"{n}/release"
        release.mkdir(parents=True)
        with zipfile.ZipFile(release / "app.zip", "w"):
            pass
        (release.parent / page).parent.mkdir(exist_ok=True)
        (release.parent / page).write_text(text)
        names.append(assemble.hash_release_folder(release).name)
    assert names[0] == names[1] != names[2]


def test_all_that_draws_the_tables_weighs_little(site: Path) -> None:
    """Style sheets, fonts and the symbols of every game, as they travel."""
    release = hashed_folder(site, "release")
    drawings = [load_game_view(game).render_sprites().encode() for game in RELEASED_GAMES]
    others = {
        "record.css",
        "lab.css",
        "step.css",
        "puzzles.css",
        "deal.css",
        "docs.css",
        "together.css",
        "turn-link.css",
    }  # of screens without a table
    sheets = [path.read_bytes() for path in sorted(release.rglob("*.css")) if path.name not in others]
    letters = [path.stat().st_size for path in (release / "fonts").iterdir()]
    assert len(sheets) > 3
    assert sum(len(gzip.compress(part)) for part in [*drawings, *sheets]) + sum(letters) <= 120_000
    assert len(gzip.compress((release / "scripts/motion.js").read_bytes())) <= 4096


def test_what_connects_devices_weighs_little(site: Path) -> None:
    """The script and the reader of pictures, as they travel. The page loads the reader where the browser has none."""
    release = hashed_folder(site, "release")
    parts = [release / "scripts/together.js", release / "vendor/qr-reader.js"]
    assert sum(len(gzip.compress(path.read_bytes())) for path in parts) <= 22_000
    assert list((release / "scripts").glob("together-*")) == []


def test_every_module_is_called_js_which_stock_web_servers_know(site: Path) -> None:
    """And nothing asks for an `.mjs`, which many of them serve as no script, so that no browser runs it."""
    there = {name: data for name, data in files_by_name(site).items() if not name.startswith("docs/")}
    assert [name for name in there if name.endswith(".mjs")] == []
    with zipfile.ZipFile(hashed_folder(site, "release") / "app.zip") as box:
        there |= {f"app.zip/{name}": box.read(name) for name in box.namelist()}
    asked = {name for name, data in there.items() if re.search(rb"\w\.mjs\b", data)}
    # PyScript would look at other hosts for a Python and a MicroPython, did pyscript.json and play.html not name theirs
    assert {name.split("/")[1] for name in asked} == {"pyscript"}


def test_every_script_is_checked_without_a_way_round() -> None:
    """Types by tsc, in whatever editor it is opened, style by ESLint where our scripts are; none is left unchecked."""
    folders = ["web", "build", "tests"]
    commands = json.loads((ROOT / "package.json").read_text("utf-8"))["scripts"]
    assert commands["check"] == " && ".join(f"npm run --silent {name}" for name in ("types", "lint", "format"))
    assert commands["lint"].startswith(f'eslint {" ".join(folders)} "*.js" && ')
    scripts = [path for folder in folders for path in (ROOT / folder).rglob("*.js")]
    assert len(scripts) > 15
    for path in [*scripts, *ROOT.glob("*.js")]:
        code = path.read_text(encoding="utf-8")
        assert code.startswith("// @ts-check\n"), path
        assert not re.search(r"@ts-(?!check)|eslint-disable|\bany\b[^ ]*[}>|]", code), path


def test_every_sheet_and_script_is_formatted() -> None:
    """By globs that match each of them, and without an exception in a file."""
    commands = json.loads((ROOT / "package.json").read_text("utf-8"))["scripts"]
    for suffix, command in ((".css", commands["lint"]), (".css", commands["format"]), (".js", commands["format"])):
        folders = re.findall(r'"\{([\w,]+)\}/\*\*/\*\.', command)[0].split(",")
        matched = {path for folder in folders for path in (ROOT / folder).rglob(f"*{suffix}")} | {*ROOT.glob("*.js")}
        ours = {path for folder in make.CHECKED_FOLDERS for path in (ROOT / folder).rglob(f"*{suffix}")}
        assert ours, suffix
        assert ours <= matched, suffix
        assert [path for path in ours if re.search(r"prettier-ignore|stylelint-disable", path.read_text("utf-8"))] == []


UNSAFE_SINKS = re.compile(
    r"\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|createContextualFragment|parseFromString|srcdoc|document\.write|"
    r"\beval\(|\bFunction\(|(?<!start)Worker(?:\.new)?\(|serviceWorker\.register\(|script\.src\s*="
)
"""What takes text for markup, for code, or for the address of a script."""
TRUSTED_CALLS = re.compile(
    r'(?:trusted|policy)\.create(?:HTML|ScriptURL)\(|trustMarkup\(|palaces\.script\(|new Function\("return true"\)'
)


def test_whatever_takes_text_for_markup_or_scripts_takes_what_the_one_policy_let_pass() -> None:
    """But for the one question whether code may be evaluated."""
    sources = [*(ROOT / "web/scripts").glob("*.js"), *(ROOT / "web/palaces/browser").rglob("*.py")]
    found = [(path.name, line) for path in sources for line in source_statements(path) if UNSAFE_SINKS.search(line)]
    assert {name for name, _line in found} == {
        *("boot.js", "lab-bots.js", "lab-frame.js", "morph.js", "saved-games.js", "sw-update.js"),
        *("trusted-types.js", "web_apis.py"),
    }
    assert [(name, line) for name, line in found if not TRUSTED_CALLS.search(line)] == []


def source_statements(path: Path) -> list[str]:
    """The lines of a source; what stands in brackets over several lines is one."""
    return re.sub(r"\(\n\s*", "(", path.read_text(encoding="utf-8")).splitlines()


def test_the_scripts_of_other_pages_of_every_release_and_of_the_whole_site_stand_at_its_root(site: Path) -> None:
    [copy] = site.glob("embed-*.js")
    assert {path.name for path in site.glob("*.js")} == {*assemble.ROOT_SCRIPTS, copy.name}
    assert {"boot.js", "home.js", "interpreter.js"} <= {
        path.name for path in (hashed_folder(site, "release") / "scripts").iterdir()
    }
    assert not [path for path in site.rglob("*.js") if path.name in assemble.ROOT_SCRIPTS and path.parent != site]


def test_manifest_is_whole(site: Path) -> None:
    folder = hashed_folder(site, "release")
    manifest: dict[str, Any] = json.loads((folder / "manifest.webmanifest").read_bytes())
    assert manifest["start_url"] == manifest["scope"] == "../"
    french = json.loads((folder / "manifest-fr.webmanifest").read_bytes())
    assert (french["lang"], french["start_url"], french["scope"]) == ("fr", "../fr/", "../")
    assert french["description"] != manifest["description"]
    for icon in manifest["icons"]:
        data = (folder / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.parametrize(("kind", "name"), [("release", "app.zip"), ("python", "python_stdlib.zip")])
def test_zips_hold_byte_code_that_needs_no_clock(site: Path, kind: str, name: str) -> None:
    data = (hashed_folder(site, kind) / name).read_bytes()
    if kind == "python":  # compressed as a whole
        assert data[4:8] == bytes(4), "a gzip without the time"
        data = gzip.decompress(data)
    with zipfile.ZipFile(io.BytesIO(data)) as box:
        assert box.namelist() == sorted(box.namelist())
        for entry in box.infolist():
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            if entry.filename.endswith(".pyc"):
                assert box.read(entry)[4:8] == b"\x01\0\0\0", "byte-code of kind `unchecked hash`"
            assert not entry.filename.endswith(".py")


def absolute_imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("game", SITE_GAMES)
def test_the_page_has_all_of_every_game(site: Path, game: str) -> None:
    """Modules that are imported late, too: the evaluation that bots think with, and the game's view."""
    with zipfile.ZipFile(hashed_folder(site, "release") / "app.zip") as box:
        names = set(box.namelist())
    rules = {f"pygame_core/{game}/{part}.pyc" for part in ("state", "rules", "sentences", "heuristic", "evaluation")}
    assert {*rules, f"palaces/games/{game}/view.pyc"} <= names


SANDBOX_MODULES = {"lab_player", "players", "bot_tools"}
"""Modules for bots of one's own, which have the whole library."""


def test_the_trimmed_library_has_all_that_the_page_imports(site: Path, tmp_path: Path) -> None:
    """And a game played there is, draw by draw, the game played here."""
    with zipfile.ZipFile(hashed_folder(site, "release") / "app.zip") as box:
        own = [Path(name.removesuffix("c")) for name in box.namelist() if name.endswith(".pyc")]
    own = [path for path in own if not {path.stem, path.parent.name} & SANDBOX_MODULES]
    sources = [(ROOT / "web" if path.parts[0] == "palaces" else ROOT) / path for path in own]
    wanted = {name for path in sources for name in absolute_imports(path)}
    stock = sorted(name for name in wanted if name.split(".")[0] in {*sys.stdlib_module_names, "pyodide"})
    assert {"json", "urllib.parse"} <= set(stock)
    modules = [path.with_suffix("").as_posix().removesuffix("/__init__").replace("/", ".") for path in own]
    (tmp_path / "imports.json").write_text(json.dumps([*modules, *stock]))
    (tmp_path / "removed.json").write_text(json.dumps(patch_pyodide.read_pins()["removed modules"]))
    programs, pyodide = HERE / "pyodide", tmp_path / "pyodide"
    shutil.copytree(hashed_folder(site, "python"), pyodide)
    (pyodide / "package.json").write_text('{"type": "module"}')  # what a page says with <script type="module">
    command = [
        "node",
        programs / "run.js",
        pyodide / "pyodide.js",
        programs / "import_all.py",
        f"site={hashed_folder(site, 'release')}",
        f"wanted={tmp_path}",
    ]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr

    match, rng = Match.new("alhambra", 4, seed=5), random.Random(5)
    while match.to_move() is not None:
        match.play(rng.choice(match.legal()))
    assert json.loads(run.stdout.splitlines()[-1]) == match.save()


def test_another_release_of_pyodide_or_pyscript_is_shipped_as_it_came() -> None:
    """The build removes parts only from those releases of Pyodide and PyScript that it was tried with."""
    stock = patch_pyodide.read_parts(ROOT / "node_modules")
    assert patch_pyodide.patched_parts(stock) is not None
    for name in stock:
        assert patch_pyodide.patched_parts({**stock, name: stock[name] + b"\n"}) is None


def stock_wasm() -> bytes:
    return (ROOT / "node_modules/pyodide/pyodide.asm.wasm").read_bytes()


def exported_names(wasm: bytes) -> set[bytes]:
    section = wasm_file.sections_by_number(wasm)[wasm_file.EXPORTS]
    return {each.name for each in wasm_file.read_exports(section)}


def test_pyodide_keeps_the_exports_that_its_scripts_call(site: Path) -> None:
    folder = hashed_folder(site, "python")
    before, after = exported_names(stock_wasm()), exported_names((folder / "pyodide.asm.wasm").read_bytes())
    assert len(after) < 300 < 8000 < len(before)
    script = (folder / "pyodide.asm.js").read_bytes() + (folder / "pyodide.js").read_bytes()
    asked = set(re.findall(rb'wasmExports(?:\["|\.)(\w+)', script))
    assert asked & before <= after


def test_pyodide_has_zeros_for_the_tables_that_nobody_reads_and_all_other_data_as_it_was(site: Path) -> None:
    ours = (hashed_folder(site, "python") / "pyodide.asm.wasm").read_bytes()
    before, after = (
        wasm_file.read_memory(wasm_file.sections_by_number(wasm)[wasm_file.DATA]) for wasm in (stock_wasm(), ours)
    )
    pins = patch_pyodide.read_pins()
    pyodide = dead_code.Pyodide(stock_wasm())
    changed = [*patch_pyodide.find_tables(before, pins["tables"], pins["removed modules"])]
    assert len(changed) == len(pins["tables"]) > 3
    for first, length in changed:
        assert not any(after[first : first + length])
    changed.append((pyodide.builtins_address, len(pyodide.builtins) * dead_code.BUILTIN_BYTES))
    for first, length in changed:
        before, after = (memory[:first] + bytes(length) + memory[first + length :] for memory in (before, after))
    assert after == before


def test_pyodide_has_every_built_in_module_but_those_that_the_pins_remove(site: Path) -> None:
    ours = (hashed_folder(site, "python") / "pyodide.asm.wasm").read_bytes()
    address = dead_code.Pyodide(stock_wasm()).builtins_address
    left = wasm_file.read_memory(wasm_file.sections_by_number(ours)[wasm_file.DATA])
    before = {name for name, *_ in dead_code.builtin_entries(dead_code.Pyodide(stock_wasm()).memory, address)}
    after = {name for name, *_ in dead_code.builtin_entries(left, address)}
    assert before - after == {*patch_pyodide.read_pins()["removed modules"]}
    assert after < before


def test_what_is_left_of_pyodide_is_as_small_as_its_dead_code_allows(site: Path) -> None:
    wasm = (hashed_folder(site, "python") / "pyodide.asm.wasm").read_bytes()
    assert len(wasm) < 5_300_000
    assert len(gzip.compress(wasm, 6)) < 1_800_000


def test_the_build_ends_where_the_page_imports_a_module_that_is_removed() -> None:
    assemble.check_builtins({"math", "zlib"})
    with pytest.raises(SystemExit, match="The page imports _decimal, which the wasm is shipped without"):
        assemble.check_builtins({"math", "_decimal"})


def test_the_memory_image_names_no_place_on_this_machine(site: Path) -> None:
    """Or the same sources would give other bytes in another folder."""
    image = gzip.decompress((hashed_folder(site, "release") / "memory.bin").read_bytes())
    assert b"/lib/app.zip" in image
    assert bytes(ROOT) not in image


# -- the address of an unpacked release --------------------------------------------------------------------------------


@pytest.fixture
def unpacked(site: Path, tmp_path: Path) -> Path:
    """A copy of the site, as an unpacked release."""
    return Path(shutil.copytree(site, tmp_path / "unpacked"))


def run_set_url(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(folder / "set_url.py"), *words]
    return subprocess.run(command, cwd="/", capture_output=True, text=True)


@pytest.mark.parametrize(
    "address", ["https://example.org/games/", "http://localhost:8000", "https://example.org/a/~b/c"]
)
def test_an_unpacked_release_gets_its_address_by_one_step(unpacked: Path, address: str) -> None:
    """The result is what a build with this address writes, and another run replaces or removes the address."""
    plain = files_by_name(unpacked)
    assert run_set_url(unpacked, "https://first.example/x").returncode == 0
    run = run_set_url(unpacked, address)
    whole = address.rstrip("/") + "/"
    assert (run.returncode, run.stdout) == (0, f"The site is at {whole}\n")
    changed = files_by_name(unpacked)
    for name in (*SITE_GAMES, "rules/medina"):
        page = changed[f"{name}.html"].decode()
        assert f'<meta property="og:url" content="{whole}{name}.html">' in page
        assert f'<link rel="canonical" href="{whole}{name}.html">' in page
        assert f'<meta property="og:image" content="{whole}pictures/' in page
        assert f'href="{whole}oembed/{Path(name).name}.json"' in page
        answer = json.loads(changed[f"oembed/{Path(name).name}.json"])
        assert answer["provider_url"] == whole
        assert f'src="{whole}embed.html?game=' in answer["html"]
    german = json.loads(changed["oembed/de/medina.json"])
    assert f'src="{whole}de/embed.html?game=medina"' in german["html"]
    assert f'href="{whole}oembed/de/medina.json"' in changed["de/medina.html"].decode()
    assert f"<loc>{whole}</loc>" in changed["sitemap.xml"].decode()
    path = whole.split("/", 3)[3]
    assert f"Disallow: /{path}frame.html\nSitemap: {whole}sitemap.xml\n" in changed["robots.txt"].decode()
    assert f'src="/{path}lost.js"' in changed["404.html"].decode()
    for name in (name for name in changed.keys() - {"set_url.py"} if "/languages/" not in name):
        assert b"first.example" not in changed[name], name
        assert b"site.invalid" not in changed[name], name
        assert b"{address}" not in changed[name], name
    entries = {entry["url"]: entry for entry in precache_entries(unpacked)}
    assert entries.keys() == {entry["url"] for entry in precache_entries(make.DIST)}
    for name, entry in entries.items():
        digest = hashlib.sha256(changed[name])
        if entry["revision"]:
            assert entry["revision"] == digest.hexdigest()[:16], name
        if "integrity" in entry:
            assert entry["integrity"] == "sha256-" + base64.b64encode(digest.digest()).decode(), name
    assert run_set_url(unpacked).stdout == "The site has no address now.\n"
    assert files_by_name(unpacked) == plain


@pytest.mark.parametrize(
    "words",
    [
        *(["example.org"], ["ftp://x/"], ["https://"], ["https://x/a b"], ['https://x/"><script>'], ["https://x/?a=1"]),
        *(["https://x/a.html"], ["https://x/{path}"], ["https://a/", "https://b/"], ["javascript:alert(1)"]),
        *(["https://[x/"], ["https://stra\u00dfe.example/"], ["https://\u00fc..example/"]),
    ],
)
def test_what_is_no_address_changes_nothing(unpacked: Path, words: list[str]) -> None:
    plain = files_by_name(unpacked)
    run = run_set_url(unpacked, *words)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert files_by_name(unpacked) == plain


def test_an_international_address_is_written_in_ascii(unpacked: Path) -> None:
    run = run_set_url(unpacked, "https://m\u00fcnchen.example/sch\u00f6n")
    whole = "https://xn--mnchen-3ya.example/sch%C3%B6n/"
    assert (run.returncode, run.stdout) == (0, f"The site is at {whole}\n")
    assert f"<loc>{whole}</loc>" in (unpacked / "sitemap.xml").read_text("utf-8")
    assert run_set_url(unpacked).returncode == 0


def test_a_changed_page_gets_no_address(unpacked: Path) -> None:
    page = unpacked / "medina.html"
    page.write_text(page.read_text("utf-8").replace("og:image", "og:other"), encoding="utf-8")
    plain = files_by_name(unpacked)
    run = run_set_url(unpacked, "https://example.org/")
    assert (run.returncode, run.stderr) == (
        1,
        "medina.html isn't as it was released. Unpack the release again. Nothing was changed.\n",
    )
    assert files_by_name(unpacked) == plain
