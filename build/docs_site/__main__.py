"""Build the docs: `python -m docs_site FOLDER`. `REPOSITORY_URL` and `DOCS_VERSIONS` are described in
docs/publishing.md."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.application import Sphinx

from docs_site.extension import BUILDER
from docs_site.sources import DOCS, downloads, write_sources

HERE = Path(__file__).resolve().parent


def build_docs(out: Path) -> None:
    """Write the pages and their search index into a folder. Ends the program at any warning."""
    with tempfile.TemporaryDirectory() as made:
        sources, trees = Path(made) / "sources", Path(made) / "trees"
        write_sources(sources, os.environ.get("REPOSITORY_URL", "").rstrip("/"))
        shutil.rmtree(out, ignore_errors=True)
        app = Sphinx(sources, HERE, out, trees, BUILDER, status=None, warningiserror=True, freshenv=True)
        app.build(force_all=True)
    if app.statuscode:
        raise SystemExit(app.statuscode)
    for path in downloads():
        copy = out / path.relative_to(DOCS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


if __name__ == "__main__":
    build_docs(Path(sys.argv[1]).resolve())
