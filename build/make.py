"""Run a command of this project: `python build/make.py play`, or `check`, `test`, `site`, `release`, …

It runs on any Python from 3.11 without other packages. Each command installs what it needs: `.venv` from
requirements.txt, and `node_modules` from package-lock.json. The second run is quick.
"""

import argparse
import contextlib
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from site_builder import new_game, serve
from site_builder.paths import BUILD, MODULES, ROOT

VENV, DIST, RELEASE = ROOT / ".venv", ROOT / "dist", ROOT / "release"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
ACTIONLINT = VENV_PYTHON.with_name("actionlint" + VENV_PYTHON.suffix)
WORKFLOWS = ROOT / ".github/workflows"
OLDEST_NODE = (20, 19)  # package.json has the same limit
BROWSERS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    # Only Debian's version is sure to work with the driver.
    "firefox": ("firefox-esr",),
}
"""Browsers of the tests, and their possible names on the system."""
HANG_TIMEOUT = ("--timeout=300", "-o", "faulthandler_timeout=290")
"""Limits in `make test`, in seconds. A test that hangs ends, after the tracebacks of all its threads."""
CHECKED_FOLDERS = ("pygame_core", "web", "build", "tests", "e2e")
IMPORT_FOLDERS = ("web", "build")
"""Folders with packages that are not installed."""
SITE_SOURCES = (
    "web",
    "pygame_core",
    "build",
    "package-lock.json",
    "pyproject.toml",
    "LICENSE",
    "docs",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
)
BUILDER = {"PYTHONPATH": os.pathsep.join([str(BUILD), str(ROOT)])}
"""Environment of a command that runs a module of `site_builder`."""


Command = list[str | Path]


class StepFailed(Exception):
    """Failure of a step. The text says which step, and what to do."""


@contextlib.contextmanager
def timed_step(label: str) -> Iterator[None]:
    """Print one line when a step begins, and one with its time in seconds when it ends."""
    print(f"→ {label} …", flush=True)
    begun = time.perf_counter()
    yield
    print(f"✓ {label} ({time.perf_counter() - begun:.1f} s)", flush=True)


def run_command(label: str, command: Command, advice: str = "", show: bool = False, **environment: str) -> None:
    """Run the command of a step. Show its output as it comes, or only if it fails."""
    with timed_step(label):
        done = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env={**os.environ, "PYTHONUTF8": "1", **environment},  # Windows reads files in its code page by default
            stdout=None if show else subprocess.PIPE,
            stderr=None if show else subprocess.STDOUT,
        )
        if done.returncode:
            if not show:
                sys.stdout.buffer.write(done.stdout)
            raise StepFailed(f"{label}: `{Path(command[0]).name}` ended with {done.returncode}. {advice}".rstrip())


def run_in_parallel(*tasks: Callable[[], None]) -> None:
    """Run these tasks at the same time. Raise the first failure after all have ended."""
    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(task) for task in tasks]:
            done.result()


def hash_files(paths: Iterable[Path]) -> str:
    """Return one hash over these files and over all files below these folders. A copy elsewhere has the same hash."""
    total = hashlib.sha256(sys.version.encode())
    for top in paths:
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and "__pycache__" not in path.parts:
                total.update(os.path.relpath(path, ROOT).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def is_stamp_current(stamp: Path, value: str) -> bool:
    """Return True if an earlier run left a stamp with this value."""
    return stamp.is_file() and stamp.read_text() == value


def setup_node() -> None:
    """Install node_modules, exactly as package-lock.json says."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise StepFailed(
            "Node and npm put the page together: install Node 20.19 or newer (on Debian 13: apt install nodejs npm)."
        )
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    if tuple(map(int, version.lstrip("v").split(".")[:2])) < OLDEST_NODE:
        raise StepFailed(f"Node {version} is too old: install 20.19 or newer.")
    stamp, value = MODULES / ".stamp", hash_files([ROOT / "package-lock.json", ROOT / "package.json"])
    if not is_stamp_current(stamp, value):
        run_command(
            "Packages of the page (npm ci)", [npm, "ci", "--ignore-scripts"], "Is the network there? Then try again."
        )
        stamp.write_text(value)


PIP: Command = [VENV_PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check"]
HASHED_WHEELS: Command = ["--only-binary", ":all:", "--require-hashes"]
NETWORK_ADVICE = "Is the network there? Then try again."


def setup_site_tools() -> None:
    """Install .venv with the tools of the site's build alone, unless it has all tools already."""
    lock = BUILD / "site.txt"
    stamps, value = [VENV / ".stamp", VENV / ".site-stamp"], hash_files([lock])
    if not (VENV_PYTHON.is_file() and (stamps[0].is_file() or is_stamp_current(stamps[1], value))):
        make_venv()
        install: Command = [*PIP, "install", *HASHED_WHEELS, "-r", lock]
        run_command("What builds translations, docs and wheel (pip, hashes checked)", install, NETWORK_ADVICE)
        stamps[1].write_text(value)
    download_pyodide_wheels()


def download_pyodide_wheels() -> None:
    """Download the packages that the build and the tests load into Pyodide. They need its Python, not this one."""
    folder, lock = VENV / "pyodide", BUILD / "pyodide.txt"
    stamp, value = folder / ".stamp", hash_files([lock])
    if is_stamp_current(stamp, value):
        return
    shutil.rmtree(folder, ignore_errors=True)
    wheels = [*PIP, "download", "--no-deps", "--python-version", "3.14", *HASHED_WHEELS, "-d", folder, "-r", lock]
    run_command("What is loaded into Pyodide (pip, hashes checked)", wheels, NETWORK_ADVICE)
    stamp.write_text(value)


def make_venv() -> None:
    """Make .venv, if there is none."""
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not can_apt_install():
            raise StepFailed(f"This Python cannot make virtual environments: install {package} (or python3-venv).")
        apt_install("Python's venv module", package)
    if not VENV_PYTHON.is_file():
        run_command(
            "Virtual environment .venv", [sys.executable, "-m", "venv", "--clear", VENV], "Remove .venv and try again."
        )


def setup_python() -> None:
    """Install .venv with the tools of requirements.txt, and this project as an editable package."""
    stamp, value = VENV / ".stamp", hash_files([ROOT / "requirements.txt", ROOT / "pyproject.toml"])
    if not (is_stamp_current(stamp, value) and VENV_PYTHON.is_file()):
        make_venv()
        # The lock is complete, and Python compiles what it uses: that takes half the time.
        tools = [*PIP, "install", "--no-deps", "--no-compile", *HASHED_WHEELS, "-r", ROOT / "requirements.txt"]
        run_command("Development tools (pip, hashes checked)", tools, NETWORK_ADVICE)
        run_command("This project, editable", [*PIP, "install", "--no-deps", "--no-build-isolation", "-e", ROOT])
        stamp.write_text(value)
    download_pyodide_wheels()


def can_apt_install() -> bool:
    """Return True if this program may install packages from Debian's archive.

    Ubuntu's archive has other packages under the names of browsers.
    """
    try:
        return platform.freedesktop_os_release()["ID"] == "debian" and os.geteuid() == 0
    except OSError:
        return False


def apt_install(label: str, *packages: str) -> None:
    """Install from Debian's archive. Only root may call this."""
    update_apt_lists()
    install: Command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    run_command(f"{label} (apt)", install, DEBIAN_FRONTEND="noninteractive")


@cache
def update_apt_lists() -> None:
    """Update the list of Debian's packages, once. Only root may call this."""
    run_command("Debian's package lists", ["apt-get", "update", "-qq"])


def browser_path(name: str) -> str:
    """Return the path of a browser, from $CHROMIUM or $FIREFOX or from the system; "" if there is none."""
    for called in (os.environ.get(name.upper()), *BROWSERS[name]):
        if path := shutil.which(called) if called else None:
            return path
    return ""


def install_missing_browsers(names: Iterable[str]) -> None:
    """Install missing browsers from Debian's archive in one step, where that is possible."""
    missing = [name for name in names if not browser_path(name)]
    if missing and can_apt_install():
        apt_install(", ".join(missing), *({"firefox": "firefox-esr"}.get(name, name) for name in missing))


def find_or_install_browser(name: str) -> str:
    """Return the path of a browser for the tests. If there is none, install Playwright's own and return ""."""
    path = browser_path(name)
    if not path:
        advice = f"Install {name.capitalize()} yourself, or put its path into ${name.upper()}."
        run_command(f"Playwright's {name}", [VENV_PYTHON, "-m", "playwright", "install", name], advice, show=True)
    return path


def browser_environment(names: Sequence[str]) -> dict[str, str]:
    """Return variables with the paths of these browsers, and install missing ones."""
    install_missing_browsers(names)
    return {name.upper(): find_or_install_browser(name) for name in names}


def find_or_unpack_nginx() -> str:
    """Return the path of an nginx for the tests; "" if there is none.

    It comes from $NGINX, from the system, or from Debian's archive. That one is only unpacked into .venv, because
    Debian starts an installed web server on port 80.
    """
    unpacked = VENV / "nginx"
    for name in (os.environ.get("NGINX"), "nginx", "/usr/sbin/nginx", str(unpacked / "usr/sbin/nginx")):
        found = shutil.which(name) if name else None
        if found:
            return found
    if not can_apt_install():
        return ""
    unpacked.mkdir(exist_ok=True)
    script = 'cd "$0" && apt-get download -qq nginx nginx-common && for each in *.deb; do dpkg-deb -x "$each" .; done'
    try:
        update_apt_lists()
        run_command("nginx, to test with (apt)", ["sh", "-e", "-c", script, unpacked])
    except StepFailed as failure:
        print(f"… {failure} A server with its table of types stands in for it.")
    return shutil.which(unpacked / "usr/sbin/nginx") or ""


def build_site(force: bool = True) -> None:
    """Build the site into dist/; without `force` only if it is out of date."""
    run_in_parallel(setup_node, setup_site_tools)
    sources = [ROOT / name for name in SITE_SOURCES]
    # The pages contain what these variables say, and the wheel the second.
    settings = [os.environ.get(name, "") for name in ("SITE_URL", "REPOSITORY_URL", "DOCS_VERSIONS")]
    stamp, value = MODULES / ".site", " ".join([hash_files(sources), *settings])
    if force or not DIST.is_dir() or not is_stamp_current(stamp, value):
        stamp.unlink(missing_ok=True)
        run_command("The site, into dist/", [VENV_PYTHON, "-m", "site_builder.assemble", DIST], show=True, **BUILDER)
        stamp.write_text(value)


def play_locally() -> None:
    """Build the site if it is out of date, serve it and open the browser. Ctrl-C ends it."""
    build_site(force=False)
    for port in range(8000, 8100):
        try:
            running = serve.make_server(DIST, port)
            break
        except OSError:
            continue
    else:
        raise StepFailed("No free port between 8000 and 8099.")
    address = f"http://localhost:{port}/"
    print(f"\nPlay at {address}   (Ctrl-C ends)", flush=True)
    desktop = os.name == "nt" or sys.platform == "darwin" or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if desktop and not os.environ.get("CI"):
        webbrowser.open(address)
    with running, contextlib.suppress(KeyboardInterrupt):
        running.serve_forever()


PINNED_ACTION = re.compile(r"@[0-9a-f]{40} # (v\d+)\.\S+")


def lint_workflows() -> None:
    """Check the workflows for GitHub with actionlint."""
    # Without other linters of this computer, the result is the same everywhere.
    alone = ["-shellcheck=", "-pyflakes="]
    with tempfile.TemporaryDirectory() as made:
        (Path(made) / ".git").mkdir()  # actionlint looks for a project around a workflow
        copies = Path(made) / ".github/workflows"
        copies.mkdir(parents=True)
        for path in WORKFLOWS.glob("*.yml"):
            # actionlint knows the inputs of an action by its version, not by its commit.
            by_version = PINNED_ACTION.sub(r"@\1", path.read_text(encoding="utf-8"))
            (copies / path.name).write_text(by_version, encoding="utf-8")
        run_command("Workflows (actionlint)", [ACTIONLINT, *alone, *sorted(copies.iterdir())])


FORMAT_ADVICE = "`make fmt` fixes what a formatter can fix."


def npm_script(name: str) -> Command:
    """Return the command that runs a script of package.json."""
    return [shutil.which("npm") or "npm", "run", "--silent", name]


def run_checks() -> None:
    """Check style and types, and run the tests that need no browser, except the thorough ones."""
    set_up_tools()
    ruff: Command = [VENV_PYTHON, "-m", "ruff"]
    mypy: Command = [VENV_PYTHON, "-m", "mypy"]
    folders: Command = [ROOT / name for name in CHECKED_FOLDERS]

    def check_style() -> None:
        run_command("Style (ruff)", [*ruff, "check", *folders])
        run_command("Format (ruff)", [*ruff, "format", "--check", *folders], FORMAT_ADVICE)
        lint_imports: Command = [VENV_PYTHON, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]
        path = os.pathsep.join(IMPORT_FOLDERS)
        run_command("Imports (import-linter)", [*lint_imports, "--no-cache"], PYTHONPATH=path)
        lint_workflows()
        run_command("Scripts and sheets (tsc, eslint, stylelint, prettier)", npm_script("check"), FORMAT_ADVICE)
        # Separate, because both test folders have a module conftest.py.
        run_command("Types of e2e (mypy)", [*mypy, "--cache-dir", ROOT / ".mypy_cache/e2e", ROOT / "e2e"])

    def check_types() -> None:
        typed: Command = [ROOT / name for name in ("pygame_core", "web/palaces", "build", "tests")]
        run_command("Types (mypy)", [*mypy, *typed])

    # Two tests need the site, and would otherwise build it at the same time.
    run_in_parallel(check_types, check_style, lambda: build_site(force=False))
    run_unit_tests("Tests (pytest)", "not thorough", *HANG_TIMEOUT)


def run_unit_tests(step: str, markers: str, *how: str) -> None:
    """Run the tests that need no browser and have these markers."""
    # All tests of a file share one process, so its games are played once.
    spread: Command = ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder"]  # some tests wait for a process
    spread += ["-p", "no:playwright", "-p", "no:rerunfailures"]  # they cost each test some time
    run_command(step, [VENV_PYTHON, "-m", "pytest", *spread, "-m", markers, *how, ROOT / "tests"], show=True)


def run_browser_tests(*how: str) -> None:
    """Run browser tests on the built site."""
    setup_python()
    build_site(force=False)
    used = browser_environment(list(BROWSERS)) | {"NGINX": find_or_unpack_nginx()}
    asked: Command = [f"--browser={name}" for name in BROWSERS]
    shots: Command = ["--screenshot", "only-on-failure", "--output", ROOT / "test-results"]
    command = [
        VENV_PYTHON,
        "-m",
        "pytest",
        "-rRs",
        "-n",
        "3",  # because they wait for animations, more than one a core
        "--dist",
        "worksteal",
        *asked,
        *shots,
        *how,
        ROOT / "e2e",
    ]
    run_command("The site in browsers (Playwright)", command, show=True, **used)


def run_all_browser_tests() -> None:
    """Run all browser tests on the built site, and the thorough tests that need no browser."""
    set_up_tools()
    run_unit_tests("Thorough tests (pytest)", "thorough")
    run_browser_tests()


def run_all_tests() -> None:
    """Run all checks and a selection of the browser tests, fastest first."""
    run_checks()  # it builds the site if it is out of date
    run_browser_tests("--standing", *HANG_TIMEOUT)


def build_release() -> None:
    """Write the site as a zip, the wheel and their checksums into release/."""
    setup_python()
    build_site()
    run_command(
        "The release, into release/", [VENV_PYTHON, "-m", "site_builder.release", DIST, RELEASE], show=True, **BUILDER
    )


def run_benchmarks() -> None:
    """Run all benchmarks. Each prints its results and fails if it misses a goal."""
    setup_python()
    build_site(force=False)
    chromium = browser_environment(["chromium"])
    for program in sorted([*(ROOT / "tests").glob("bench_*.py"), *(ROOT / "build").glob("bench_*.py")]):
        run_command(f"Figures of {program.name}", [VENV_PYTHON, program], show=True, **chromium)


def upgrade_pyodide() -> None:
    """Try our patches on the installed Pyodide, write new pins, build the site and measure its start."""
    setup_python()
    setup_node()
    advice = "docs/pyodide.md says what to do."
    run_command(
        "Changes to Pyodide", [VENV_PYTHON, "-m", "site_builder.pyodide.upgrade_pyodide"], advice, show=True, **BUILDER
    )
    build_site()
    bench: Command = [VENV_PYTHON, ROOT / "build/bench_start.py", "--rounds", "2"]
    run_command("Figures of bench_start.py", bench, show=True, **browser_environment(["chromium"]))


def run_soak_test() -> None:
    """Play hundreds of games of each title in one tab, with disturbances, and print the use of memory."""
    setup_python()
    build_site(force=False)
    chromium = browser_environment(["chromium"])
    command: Command = [VENV_PYTHON, "-m", "pytest", "-s", "--timeout=0", ROOT / "e2e/test_soak.py", "--games", "200"]
    run_command("Hundreds of games in a browser", command, show=True, **chromium)


def draw_readme_pictures() -> None:
    """Redraw the pictures of the README."""
    setup_python()
    build_site(force=False)
    chromium = browser_environment(["chromium"])
    command: Command = [VENV_PYTHON, ROOT / "e2e/readme_pictures.py"]
    run_command("Pictures of the README, into .github/", command, show=True, **chromium)


def measure_docs_figures() -> None:
    """Measure the example bots of the docs, and run their notebook again."""
    setup_python()
    run_command("Figures of the docs", [VENV_PYTHON, ROOT / "build/docs_figures.py"], show=True)


def format_sources() -> None:
    """Format Python, scripts and style sheets, and fix simple mistakes."""
    set_up_tools()
    folders: Command = [ROOT / name for name in CHECKED_FOLDERS]
    run_command(
        "Imports and simple mistakes (ruff)",
        [VENV_PYTHON, "-m", "ruff", "check", "--fix", "--quiet", *folders],
        show=True,
    )
    run_command("Format (ruff)", [VENV_PYTHON, "-m", "ruff", "format", "--quiet", *folders], show=True)
    run_command("Scripts and sheets (stylelint, prettier)", npm_script("fmt"), show=True)


def set_up_tools() -> None:
    """Create .venv and node_modules, and nothing else."""
    run_in_parallel(setup_python, setup_node)


def make_new_game(name: str) -> None:
    """Make a playable skeleton of a game: `new-game NAME`."""
    try:
        new_game.check_name(name, ROOT)
        setup_python()
        changed = new_game.write_new_game(name, ROOT)
    except new_game.NameRefused as refusal:
        raise StepFailed(str(refusal)) from None
    ruff: Command = [VENV_PYTHON, "-m", "ruff"]
    python: Command = [path for path in changed if path.suffix != ".toml"]
    run_command("Imports (ruff)", [*ruff, "check", "--fix", "--quiet", *python])
    run_command("Format (ruff)", [*ruff, "format", "--quiet", *python])
    for path in changed:
        print(f"  {path.relative_to(ROOT).as_posix()}")
    print(f"Play it with `make play`, or with `python -m pygame_core play {name}`. CONTRIBUTING.md says how to go on.")


TASKS: dict[str, Callable[..., None]] = {
    "play": play_locally,
    "test": run_all_tests,
    "check": run_checks,
    "site": build_site,
    "release": build_release,
    "e2e": run_all_browser_tests,
    "bench": run_benchmarks,
    "soak": run_soak_test,
    "pictures": draw_readme_pictures,
    "docs-figures": measure_docs_figures,
    "upgrade-pyodide": upgrade_pyodide,
    "fmt": format_sources,
    "setup": set_up_tools,
    "new-game": make_new_game,
}
NAMING_TASKS = {"new-game"}
"""Tasks that need a name."""


def main() -> int:
    lines = "\n".join(f"  {name:15} {(task.__doc__ or '').splitlines()[0]}" for name, task in TASKS.items())
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").splitlines()[0], epilog=lines, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("name", nargs="?", help="the name of a new game")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    begun = time.perf_counter()
    try:
        arguments = parser.parse_args()
        name = arguments.task
        if (name in NAMING_TASKS) != (arguments.name is not None):
            raise StepFailed(f"`{name}` takes {'a name' if name in NAMING_TASKS else 'no name'}.")
        TASKS[name](*([] if arguments.name is None else [arguments.name]))
    except StepFailed as failure:
        print(f"✗ {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if name != "play":
        print(f"✓ {name}: all well ({time.perf_counter() - begun:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
