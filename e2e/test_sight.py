"""At any sight: no rule of WCAG 2.2 AA is broken on any screen, every word can be told from what it stands on, larger
text makes everything larger and loses nothing, and where little is seen at a time nothing lies over the board."""

from collections.abc import Callable

import pytest
from conftest import Site
from looks import STATES, after, lay, turn
from palaces.model import Model
from playwright.sync_api import Page
from sight import faint, violations

PANELS = ("menu", "keys", "log", "share", "embed", "undo")
SCREENS: dict[str, dict[str, Callable[[], Model]]] = {
    "alhambra": {name: STATES[name] for name in ("alhambra-turn", "alhambra-paying", "alhambra-refused", "alhambra-column", "alhambra-give", "alhambra-scoring", "alhambra-end", "alhambra-six", "alhambra-seat", "alhambra-hint", "curtain")}
    | {panel: lambda panel=panel: after(turn("alhambra", 4, 0.45), ["panel", panel]) for panel in PANELS},
    "palazzo": {name: STATES[name] for name in ("palazzo-turn", "palazzo-bid", "palazzo-refused", "palazzo-market", "palazzo-buying", "palazzo-money", "palazzo-build", "palazzo-rebuild", "palazzo-square", "palazzo-end", "palazzo-seat", "palazzo-hint", "replay-long")},
    "medina": {name: STATES[name] for name in ("medina-turn", "medina-draft", "medina-refused", "medina-look", "medina-pass", "medina-end", "medina-lost", "medina-seat", "medina-hint", "replay")},
}


@pytest.mark.parametrize("game", SCREENS)
def test_no_rule_is_broken(page: Page, site: Site, game: str) -> None:
    import time
    page.goto(site.url("rules/embed.html"))
    found = {}
    for name, state in SCREENS[game].items():
        model = state()
        t=time.time()
        for width, height in ((320, 640), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme="light", forced_colors="none", contrast="no-preference")
            lay(page, site.url(""), model)
            found[name, width] = violations(page)
            found[name, width, "light"] = faint(page)
            for scheme in ("dark",):
                page.emulate_media(color_scheme="dark")
                found[name, width, "dark"] = faint(page)
                found[name, width, "dark axe"] = violations(page, "color-contrast")
            page.emulate_media(color_scheme="light", forced_colors="active")
            found[name, width, "forced"] = violations(page, "color-contrast")
            page.emulate_media(forced_colors="none", contrast="more")
            found[name, width, "more"] = faint(page)
        print(name, time.time()-t, flush=True)
    for key, what in found.items():
        for each in what: print(key, each)
    assert not any(found.values())
