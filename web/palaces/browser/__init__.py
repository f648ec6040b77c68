"""The only package that uses the browser's APIs. `start` starts the page.

Some of its modules need no browser, for example `pacing` and `storage.save_records`. Unit tests import these. For that
reason this file imports the other modules only inside `start`.
"""


def start() -> None:
    """Start the page."""
    from palaces.browser import main

    main.start()
