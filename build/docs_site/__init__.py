"""Build the docs with Sphinx. This package is the only one of the build that needs Sphinx."""
