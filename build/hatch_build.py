"""The part of the wheel's build that is ours: Hatch calls it to compile the translations.

The wheel has the compiled catalogs instead of the translators' files. An editable package uses the sources, so its
catalogs are next to them.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BuildData = dict[str, Any]
"""What Hatch lets a hook change. Any: each entry has another type."""
COMPILED_FOLDER = ".catalogs"
"""A folder beside the wheel, while it is built."""


class CatalogBuildHook(BuildHookInterface[BuilderConfig]):
    """Compiles the translations before Hatch collects the files of a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: BuildData) -> None:
        """Compile the translations: in place for an editable package, and otherwise for the wheel alone."""
        # Neither package is installed while a wheel is built.
        sys.path[:0] = [self.root, str(Path(self.root, "build"))]
        from catalogs import LOCALE, write_package_catalogs

        if version == "editable":
            write_package_catalogs(LOCALE)
            return
        folder = Path(self.directory, COMPILED_FOLDER)
        folder.mkdir(parents=True, exist_ok=True)
        for path in write_package_catalogs(folder):
            build_data["force_include"][str(path)] = f"pygame_core/locale/{path.name}"

    def finalize(self, version: str, build_data: BuildData, artifact_path: str) -> None:
        """Remove the compiled catalogs that are in the wheel now."""
        shutil.rmtree(Path(self.directory, COMPILED_FOLDER), ignore_errors=True)
