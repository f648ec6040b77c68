"""Settings of Sphinx for the docs. `python -m docs_site` uses them."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent), str(HERE.parents[1] / "web")]

from pygame_core import __version__  # noqa: E402 - this is where it is found

project, author = "Palaces", "The Palaces contributors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "docs_site.extension"]
source_suffix = {".md": "markdown"}
root_doc = "index"
language = "en"
nitpicky = False
myst_heading_anchors = 6
myst_enable_extensions = ["attrs_block", "attrs_inline"]
default_role = "literal"  # docstrings use Markdown's single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_mock_imports = ["numpy"]  # the build of the site needs no extras
add_module_names = False
python_maximum_signature_line_length = 60
toc_object_entries = False
html_theme, html_theme_path = "theme", [str(HERE)]
html_use_index = False
html_domain_indices = False
html_copy_source = False
html_show_sourcelink = False
html_permalinks = False
highlight_language = "text"
