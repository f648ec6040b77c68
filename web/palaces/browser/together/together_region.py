"""The element of the screens over the table for several devices: made when they are first needed."""

from typing import TYPE_CHECKING

import js
from pyodide.ffi import jsnull

from palaces.app.model import Model
from palaces.app.together.table_state import CoverKind, GuestTable, HostTable, ScreenKind
from palaces.browser import host_page, web_apis
from palaces.ui.html import Markup, Regions

if TYPE_CHECKING:
    from palaces.app.messages import RegionName

REGION: "RegionName" = "together"
HEADINGS = ("check-title", "add-phone", "by-link-title", "together-title")
"""The headings that get the focus. The first one on the page counts: a question lies over the other screens."""
_shown_key: list[object] = [None]
"""The screen that has the focus on its heading."""


def prepare(model: Model, regions: Regions) -> Regions:
    """Return the regions with that of these screens. Make its element, and say on the page what it covers."""
    root = js.document.documentElement
    if js.document.getElementById(REGION) is jsnull:
        element = js.document.createElement("span")
        element.id = REGION
        js.document.body.append(element)
        web_apis.load_stylesheet(host_page.release_url("together.css"))
    table = model.together
    cover: CoverKind = "" if table is None else "cover" if is_covered(model) else "open"
    screen: ScreenKind = "table" if table is None else table.screen
    root.setAttribute("data-together", cover)
    root.setAttribute("data-screen", screen)
    for state, seats in presences(model).items():
        root.setAttribute(f"data-{state}", " ".join(map(str, seats)))
    picture = js.URL.new(host_page.release_url(f"embed/{model.match.game}.svg"), js.location.href).href
    root.style.setProperty("--game-picture", f'url("{picture}")' if is_covered(model) else "none")
    return regions if REGION in regions else {**regions, REGION: Markup("")}


def is_covered(model: Model) -> bool:
    """Return True if one of these screens hides the table."""
    return model.together is not None and (model.together.covers_table or model.together.is_lobby_open)


def presences(model: Model) -> dict[str, list[int]]:
    """Return the seats of people at other devices who are here, and of those who are away."""
    table = model.together
    here: list[int] = []
    away: list[int] = []
    if isinstance(table, HostTable | GuestTable):
        for seat, (holder, presence) in enumerate(table.presences):
            if seat != model.viewer and holder in ("host", "guest", "substitute"):
                (here if presence == "here" and holder != "substitute" else away).append(seat)
    return {"here": here, "away": away}


def screen_key(model: Model) -> object:
    """Return what tells one screen or question from another; None while the table shows alone."""
    table = model.together
    if isinstance(table, HostTable) and not table.check and (asked := table.question_key):
        return asked
    if not is_covered(model):
        return None
    if isinstance(table, HostTable):
        return table.check.peer if table.check else "lobby"
    return (table.step, bool(table.code)) if isinstance(table, GuestTable) else table and table.step


def focus_screen(model: Model) -> None:
    """Focus the heading of a screen that has just opened."""
    key = screen_key(model)
    if key != _shown_key[0] and key is not None:
        found = (js.document.querySelector(f"#{REGION} #{name}") for name in HEADINGS)
        heading = next((each for each in found if each is not jsnull), jsnull)
        if heading is not jsnull:
            host_page.focus_element(heading)
    _shown_key[0] = key
