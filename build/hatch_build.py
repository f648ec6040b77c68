"""The parts of the wheel's build that are ours: Hatch calls them to compile the translations and to write addresses.

The wheel has the compiled catalogs instead of the translators' files, and the page's drawings of positions. An editable
package uses the sources, so its catalogs are next to them. The variable `REPOSITORY_URL` has the address of the
repository. Without it, the package names no address.
"""

import os
import posixpath
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BuildData = dict[str, Any]
"""What Hatch lets a hook change. Any: each entry has another type."""
COMPILED_FOLDER, SHEETS_FOLDER = ".catalogs", ".sheets"
"""Folders beside the wheel, while it is built."""
README = "docs/package.md"
RELATIVE_LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)([^)]+)\)")


def project_urls(repository: str) -> dict[str, str]:
    """Return the addresses of the project by their labels; none if the address of its repository is unknown."""
    if not repository:
        return {}
    return {
        "Homepage": repository,
        "Documentation": f"{repository}/blob/main/docs/index.md",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
        "Issues": f"{repository}/issues",
        "Source": repository,
    }


def absolute_links(text: str, repository: str) -> str:
    """Return the README of the package with absolute links; with plain words if the address is unknown.

    >>> absolute_links("[Saves](saves.md)", "https://example.org/palaces")
    '[Saves](https://example.org/palaces/blob/main/docs/saves.md)'
    >>> absolute_links("[Saves](saves.md)", "")
    'Saves'
    """

    def replace(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(README), link[2]))
        return f"[{link[1]}]({repository}/blob/main/{path})" if repository else link[1]

    return RELATIVE_LINK.sub(replace, text)


class AddressMetadataHook(MetadataHookInterface):
    """Sets the README and the addresses of the package."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: BuildData) -> None:
        """Set `readme` and `urls`."""
        repository = os.environ.get("REPOSITORY_URL", "").rstrip("/")
        text = Path(self.root, README).read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute_links(text, repository)}
        metadata["urls"] = project_urls(repository)


class WheelBuildHook(BuildHookInterface[BuilderConfig]):
    """Compiles the translations and packs the drawings before Hatch collects the files of a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: BuildData) -> None:
        """Compile the translations: in place for an editable package, and otherwise for the wheel alone."""
        # Neither package is installed while a wheel is built.
        sys.path[:0] = [self.root, str(Path(self.root, "build")), str(Path(self.root, "web"))]
        from catalogs import LOCALE, write_package_catalogs

        if version == "editable":
            write_package_catalogs(LOCALE)
            return
        from pack_drawings import drawing_modules, picture_sheets

        folder = Path(self.directory, COMPILED_FOLDER)
        folder.mkdir(parents=True, exist_ok=True)
        for path in write_package_catalogs(folder):
            build_data["force_include"][str(path)] = f"pygame_core/locale/{path.name}"
        for name, path in drawing_modules().items():
            build_data["force_include"][str(path)] = name
        for name, sheet in picture_sheets().items():
            path = Path(self.directory, SHEETS_FOLDER, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(sheet, encoding="utf-8", newline="\n")
            build_data["force_include"][str(path)] = name

    def finalize(self, version: str, build_data: BuildData, artifact_path: str) -> None:
        """Remove the compiled catalogs and the sheets that are in the wheel now."""
        for folder in (COMPILED_FOLDER, SHEETS_FOLDER):
            shutil.rmtree(Path(self.directory, folder), ignore_errors=True)
