"""The parts of Pyodide that the page uses, as types for mypy."""
