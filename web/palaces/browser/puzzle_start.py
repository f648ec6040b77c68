"""The start of the page with a puzzle, whose book the page loads first."""

from collections.abc import Callable

import js
from pyodide.ffi import create_once_callable

from palaces.app import puzzle_record
from palaces.app import routing as addresses
from palaces.app.i18n import _
from palaces.app.link_reader import read_parameters
from palaces.app.model import Notice, Transition
from palaces.app.routing import Address
from palaces.browser import host_page
from palaces.browser.dom.elements import not_null
from palaces.browser.host_page import release_url
from palaces.browser.storage.local_storage import load_puzzle_record
from palaces.features.puzzles import puzzle_update
from pygame_core import Illegal
from pygame_core.safe_json import parse_json


def load_book(start: Callable[[str], None]) -> None:
    """Load the book of the puzzle that the address asks for, and pass on its text; "" if there is none. The page of the
    books takes the place of a page with an invalid address, and says what is wrong with it."""
    own = not_null(js.document.documentElement.getAttribute("data-game"))
    try:
        address, _notes = addresses.parse_query(js.location.search, own, embedded=True)
    except Illegal:
        if host_page.is_embedded():
            start("")  # `opening_step` says why
            return
        game = addresses.default_address(js.location.search, own).game
        asked = read_parameters(js.location.search)["puzzle"].removeprefix(f"{game}-")
        host_page.leave_for_book(f"{game}-{asked}")
        return
    request = js.XMLHttpRequest.new()

    def pass_on(_event: object) -> None:
        start(str(request.responseText) if 0 < request.status < 400 else "")

    request.addEventListener("loadend", create_once_callable(pass_on))
    request.open("GET", release_url(f"puzzles/{address.game}.json"))
    request.send()


def open_puzzle(address: Address, book: str, notes: list[str], notices: list[Notice]) -> Transition | Notice:
    """Return the first model with a puzzle, or a notice that its book did not load."""
    own_notices = (*notices, *(Notice(note, informational=True, transient=True) for note in notes))
    record = puzzle_record.parse_record(load_puzzle_record())
    try:
        return puzzle_update.open_puzzle(address, parse_json(book), record, notices=own_notices)
    except (Illegal, LookupError, TypeError, ValueError):
        return Notice(missing_book_sentence(), ("reload",), _("Try again"))


def missing_book_sentence() -> str:
    """Return why a puzzle isn't on the table."""
    if js.navigator.onLine:
        return _("The book of puzzles didn't load. Try again.")
    return _("You're offline. Puzzles you've opened before still work.")
