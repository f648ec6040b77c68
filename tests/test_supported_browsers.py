"""Tests of the oldest supported browsers: the features that the site uses, and what a browser without them is told."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from palaces.prerender.page_pictures import OLDEST_BROWSERS
from site_builder.paths import MODULES, ROOT, WEB

SCRIPT = WEB / "scripts/browser-check.js"
SCRIPTS = [path for path in sorted(WEB.glob("scripts/*.js")) if path.name not in {"lost.js", SCRIPT.name}]
SHEETS = [*sorted(WEB.glob("*.css")), *sorted(WEB.glob("rules/*.css")), *sorted(WEB.glob("palaces/**/*.css"))]
GAME_PAGE = {"data-game": "medina", "data-seats": "3"}


class Feature(NamedTuple):
    """A feature of the platform, and the first version of each browser that has it (MDN, browser-compat-data)."""

    pattern: str
    chrome: float
    firefox: float
    safari: float


USED_STYLES = [
    Feature(r"\blight-dark\(", 123, 120, 17.5),
    Feature(r":has\(", 105, 121, 15.4),
    Feature(r"@container", 105, 110, 16),
    Feature(r"\d(?:cqw|cqh)\b", 105, 110, 16),
    Feature(r"\d(?:svh|dvh)\b", 108, 101, 15.4),
    Feature(r"\d(?:lh)\b", 109, 120, 16.4),
    Feature(r"color-mix\(", 111, 113, 16.2),
    Feature(r"\bround\(", 125, 118, 15.4),
    Feature(r"subgrid", 117, 71, 16),
    Feature(r"@media \((?:width|height) <", 104, 63, 16.4),
    Feature(r"^\s+&", 112, 117, 16.5),
    Feature(r"overflow: clip", 90, 81, 16),
    Feature(r"^\s*(?:translate|scale|rotate):", 104, 72, 14.1),
    Feature(r"^\s*mask(?:-image)?:", 120, 53, 15.4),
    Feature(r"accent-color", 93, 92, 15.4),
    Feature(r":where\(", 88, 78, 14),
    Feature(r"aspect-ratio", 88, 89, 15),
]
USED_INTERFACES = [
    Feature(r"AbortSignal\.timeout\(", 103, 100, 16),
    Feature(r"\bDecompressionStream\b", 80, 113, 16.4),
    Feature(r"\.adoptedStyleSheets\b", 73, 101, 16.4),
    Feature(r"\.replaceSync\(", 73, 101, 16.4),
    Feature(r"\.(?:role|ariaLabel|ariaHidden)\b", 81, 119, 12.1),
    Feature(r"\.inert\b", 102, 112, 15.5),
    Feature(r"popover", 114, 125, 17),
    Feature(r"Object\.hasOwn\(", 93, 92, 15.4),
    Feature(r"\.findLastIndex\(", 97, 104, 15.4),
    Feature(r"URL\.canParse\(", 120, 115, 17),
    Feature(r"PerformanceNavigationTiming", 57, 58, 15),
    Feature(r"\.replaceAll\(", 85, 77, 13.1),
]
NOT_NEEDED = {r"field-sizing": "a field has its usual width", r"text-wrap: balance": "a heading breaks as usual"}
"""Newer features, without which the site works."""
TOO_NEW_STYLES = (
    r"anchor-name|position-anchor|calc-size\(|interpolate-size|sibling-index|@scope\b|@function|\bif\(|:open\b|"
    r"text-wrap: pretty|view-transition|animation-timeline|text-box|corner-shape|@starting-style|reading-flow|"
    r"::details-content|linear\(|\bcontrast-color\(|\brgb\(from|\babs\(|\bsign\(|shape\("
)
TOO_NEW_INTERFACES = (
    r"Promise\.(?:try|withResolvers)|Iterator\.|\.(?:values|keys|entries)\(\)\.(?:map|filter|find|some|every|take)\(|"
    r"Array\.fromAsync|Object\.groupBy|Map\.groupBy|\.(?:union|intersection|difference|isSubsetOf)\(|RegExp\.escape|"
    r"startViewTransition|AbortSignal\.any|Uint8Array\.from(?:Base64|Hex)|\.toBase64\(|Math\.sumPrecise|"
    r"\bscheduler\.|\bcloseWatcher|CloseWatcher|\bcookieStore|requestIdleCallback|\.checkVisibility\(|setHTML"
)


def code_without_comments(paths: list[Path]) -> str:
    whole = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return re.sub(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", "", whole, flags=re.S)


STYLE_CODE, SCRIPT_CODE = code_without_comments(SHEETS), code_without_comments(SCRIPTS)


@pytest.mark.parametrize("browser", OLDEST_BROWSERS)
def test_the_oldest_browser_has_every_feature_and_the_one_before_has_not(browser: str) -> None:
    for features, code in ((USED_STYLES, STYLE_CODE), (USED_INTERFACES, SCRIPT_CODE)):
        unused = [each.pattern for each in features if not re.search(each.pattern, code, re.M)]
        assert unused == []
    newest = max(getattr(each, browser) for each in (*USED_STYLES, *USED_INTERFACES))
    assert float(OLDEST_BROWSERS[browser]) == newest


def test_no_newer_feature_is_used() -> None:
    assert re.findall(TOO_NEW_STYLES, STYLE_CODE) == []
    assert re.findall(TOO_NEW_INTERFACES, SCRIPT_CODE) == []
    for pattern in NOT_NEEDED:
        assert re.search(pattern, STYLE_CODE + SCRIPT_CODE), pattern


def target_differences(paths: list[Path], target: str, folder: Path) -> list[str]:
    """Return the files that these browsers need in another syntax, as esbuild writes them into `folder`."""
    esbuild: list[str | Path] = [
        "node",
        MODULES / "esbuild/bin/esbuild",
        *paths,
        f"--outbase={WEB}",
        "--tsconfig-raw={}",
    ]
    same, aimed = folder / "same", folder / "aimed"
    subprocess.run([*esbuild, f"--outdir={same}"], capture_output=True, check=True)
    subprocess.run([*esbuild, f"--outdir={aimed}", f"--target={target}"], capture_output=True, check=True)
    names = [path.relative_to(WEB) for path in paths]
    return [name.name for name in names if (same / name).read_bytes() != (aimed / name).read_bytes()]


def test_no_newer_syntax_is_used(tmp_path: Path) -> None:
    target = ",".join(f"{name}{version}" for name, version in OLDEST_BROWSERS.items())
    assert target_differences([*SCRIPTS, *SHEETS], target, tmp_path) == []


def test_the_docs_name_the_oldest_browsers() -> None:
    names = ", ".join(f"{name.capitalize()} {version}" for name, version in OLDEST_BROWSERS.items())
    for page in ("README.md", "docs/playing.md"):
        assert names in " ".join((ROOT / page).read_text(encoding="utf-8").split()), page


# -- what a browser without them is told -------------------------------------------------------------------------------


def check_browsers(*cases: dict[str, Any]) -> list[Any]:
    run = subprocess.run(
        ["node", Path(__file__).parent / "web/browser_check.js", SCRIPT],
        input=json.dumps([{"page": GAME_PAGE, **case} for case in cases]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    found: list[Any] = json.loads(run.stdout)
    return found


def test_the_check_itself_runs_in_browsers_of_2009(tmp_path: Path) -> None:
    """An error of syntax would say nothing at all."""
    assert target_differences([SCRIPT], "es5", tmp_path) == []


def test_a_browser_that_has_everything_is_told_nothing() -> None:
    assert check_browsers({}, {"page": {}}, {"page": {"data-game": "medina"}}) == 3 * [
        {"lacks": "", "notice": [], "told": []}
    ]


def names_in_list(name: str) -> list[str]:
    [found] = re.findall(rf"{name} = \[(.*?)\];", SCRIPT.read_text(encoding="utf-8"), re.S)
    return re.findall(r'"([^"]+)"', found)


def test_a_browser_without_any_one_of_them_is_too_old() -> None:
    cases: list[dict[str, Any]] = [{"style": each} for each in names_in_list("STYLES")]
    cases += [{"missing": each} for each in (*names_in_list("INTERFACES"), "CSS.supports", "CSS")]
    assert len(cases) > 12
    for case, found in zip(cases, check_browsers(*cases), strict=True):
        assert found == {"lacks": "old", "notice": ["main: title|old|again|home"], "told": []}, case


def test_browsers_just_below_the_oldest_lack_something_that_is_checked() -> None:
    """Each version that is named comes from one feature of the check."""
    checked = " ".join([*names_in_list("STYLES"), *names_in_list("INTERFACES")])
    assert all(name in checked for name in ("round(", "light-dark(", "showPopover"))


REFUSALS: list[tuple[dict[str, Any], str]] = [
    ({"missing": "WebAssembly"}, "wasm"),
    ({"refused": {"Module": "no"}}, "wasm"),
    ({"refused": {"compileStreaming": "no"}}, "wasm"),
    ({"refused": {"compile": "no"}}, "wasm"),
    ({"refused": {"instantiate": "no"}}, "wasm"),
    ({"refused": {"Module": "violates the following Content Security policy directive"}}, "policy"),
    ({"refused": {"compile": "call to WebAssembly.compile() blocked by CSP"}}, "policy"),
    ({"protocol": "file:"}, "disk"),
    ({"protocol": "file:", "missing": "WebAssembly"}, "disk"),
]


def test_what_is_switched_off_is_named_on_the_page_of_a_game() -> None:
    for (case, lack), found in zip(REFUSALS, check_browsers(*(case for case, _lack in REFUSALS)), strict=True):
        assert found == {"lacks": lack, "notice": [f"main: title|{lack}|again|home"], "told": []}, case


def test_other_pages_name_it_too_but_their_own_policy_is_no_fault() -> None:
    lacking, refusing, disk = check_browsers(
        {"missing": "WebAssembly", "page": {}},
        {"refused": {"Module": "Content Security Policy"}, "page": {"data-game": "medina"}},
        {"protocol": "file:", "page": {}},
    )
    assert (lacking["lacks"], lacking["notice"]) == ("wasm", ["div: wasm"])
    assert refusing == {"lacks": "", "notice": [], "told": []}
    assert (disk["lacks"], disk["notice"]) == ("disk", ["div: disk"])


def test_the_page_around_a_frame_shows_the_frame_then() -> None:
    [found] = check_browsers({"missing": "WebAssembly", "page": {**GAME_PAGE, "data-embed": ""}})
    assert found["told"] == [{"palaces": 1, "stuck": True}]
