"""The first model of a page whose address leads to a table with several devices, or that has dealt at one."""

from typing import TYPE_CHECKING

from palaces.app.link_reader import read_parameters
from palaces.app.routing import address_of_match
from palaces.app.together import table_links, table_record, turn_link
from palaces.browser import host_page
from palaces.browser.together.table_storage import load_together_table, load_together_tables
from palaces.features.steps import start_game
from palaces.loop.together import guest, host, link_update
from pygame_core.dealer import fresh_seed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from palaces.app.model import Model, Transition
    from palaces.app.routing import Address


def open_linked_table(address: "Address", fragment: str, own_names: tuple[str, ...]) -> "Transition":
    """Return the first model for a link to a table. Raises Illegal, with a sentence, if it is damaged."""
    given = read_parameters(fragment)
    if "moved" in given:
        return _open_moved(address, fragment)
    if {*given} & {turn_link.TURN_PARAMETER, turn_link.TABLE_PARAMETER}:
        return _open_by_link(address, given)
    told = table_links.read_join_link(fragment) or table_links.InvitedTable("", "own", "")
    if not host_page.can_meet_devices():
        return guest.open_invitation(address, told, own_names, step="frame")
    for number, text in load_together_tables():
        if kept_table := table_record.read_guest_table(number, text, told.code):
            return guest.come_back(address, kept_table)
    return guest.open_invitation(address, told, own_names)


def reopen_table(model: "Model", key: str) -> "Transition | None":
    """Return the model with the table that this device has dealt for the game on screen, or None without one."""
    for number, text in load_together_tables():
        own_table = table_record.read_host_table(number, text, key, len(model.match.seats))
        if own_table is not None:
            return host.reopen_table(model, own_table)
    return None


def _open_moved(address: "Address", fragment: str) -> "Transition":
    """Return the first model of a table that another device has dealt until now. Raises Illegal for a damaged link."""
    moved = table_links.read_moved_link(fragment)
    begun, effects = start_game(address_of_match(moved.match, address), moved.match)
    opened, more = host.open_moved_table(begun, moved, f"{fresh_seed():016x}")
    return opened, [("new-table", True), *(each for each in effects if each[0] != "ask"), *more, ("save",)]


def _open_by_link(address: "Address", given: "Mapping[str, str]") -> "Transition":
    """Return the first model for a link of a game by link, or for such a game on this device."""
    under, _effects = start_game(address)
    text, number = given.get(turn_link.TURN_PARAMETER), given.get(turn_link.TABLE_PARAMETER, "")
    if text is None:
        opened, effects = link_update.open_kept(under, load_together_table(number), address)
    else:
        kept = load_together_table(turn_link.number_of(text))
        opened, effects = link_update.open_link(under, text, kept, address)
    return opened, [("style", link_update.LINK_STYLES), *effects]
