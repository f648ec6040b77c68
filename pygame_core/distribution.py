"""The name of the package on an index. Its import name differs."""

DISTRIBUTION = "palaces"
"""The name in `pyproject.toml`, and of the command."""


def install_command(extra: str) -> str:
    """Return the command that installs this package with an extra, such as "tune".

    >>> install_command("tune")
    "pip install 'palaces[tune]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"
