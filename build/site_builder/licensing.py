"""Collect the license of everything that the site ships: ours, those of npm packages and of the packages in their
bundles, and those of the libraries in Pyodide."""

import json
import re
from collections.abc import Iterable

from site_builder.paths import BUILD, MODULES, ROOT

LICENCE_TEXTS = BUILD / "licences"
"""License texts that no package includes. Each file first names its subject and its source."""
PACKAGES = ("pyodide", "@pyscript/core", "idiomorph", "prism-code-editor", "qr", "uqr")
FONTS = ("@fontsource/alegreya-sans", "@fontsource/young-serif")
WORKBOX = ("workbox-core", "workbox-precaching", "workbox-routing", "workbox-strategies")
SEPARATOR = f"\n{'=' * 100}\n\n"


def all_licences(scripts: Iterable[str]) -> str:
    """Return all licenses of a site that ships these files of PyScript."""
    own = "Palaces (MIT)\n\n" + (ROOT / "LICENSE").read_text(encoding="utf-8")
    packages = merge_licences([*PACKAGES, *WORKBOX, *FONTS, *bundled_packages(scripts)])
    kept = [path.read_text(encoding="utf-8") for path in sorted(LICENCE_TEXTS.glob("*.txt"))]
    return SEPARATOR.join([own, *packages, *kept])


def bundled_packages(scripts: Iterable[str]) -> list[str]:
    """Return the npm packages inside these files of PyScript, from their source maps."""
    names: set[str] = set()
    for script in scripts:
        sources = json.loads((MODULES / f"@pyscript/core/dist/{script}.map").read_bytes())["sources"]
        names |= {
            found[1] for found in map(re.compile(r".*/node_modules/((?:@[^/]+/)?[^/]+)/").match, sources) if found
        }
    return sorted(names)


def merge_licences(packages: list[str]) -> list[str]:
    """Return each license of these packages once, below the names of its packages."""
    titles: dict[str, list[str]] = {}
    for name in packages:
        facts = json.loads((MODULES / name / "package.json").read_bytes())
        titles.setdefault(package_licence(name), []).append(f"{facts['name']} {facts['version']} ({facts['license']})")
    return ["\n".join(named) + "\n\n" + text for text, named in titles.items()]


def package_licence(name: str) -> str:
    """Return the license text of a package, or a reference to our copy. Exit if there is neither."""
    found = sorted((MODULES / name).glob("LICENSE*"))
    if found:
        return "\n".join(text.read_text(encoding="utf-8").strip("\n") + "\n" for text in found)
    if (LICENCE_TEXTS / f"{name}.txt").is_file():
        return "The text stands below, by the same name.\n"
    raise SystemExit(f"The npm package {name} brings no licence: put its text into {LICENCE_TEXTS.name}/{name}.txt.")
