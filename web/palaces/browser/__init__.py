"""The only package that touches the browser. `start` brings the page to life.

Its pure modules, `pacing`, `save_records` and some of `input`, import nothing of the browser, so unit tests can import
them. Hence only `start` imports the rest.
"""


def start() -> None:
    """Bring the page to life."""
    from palaces.browser import main

    main.start()
