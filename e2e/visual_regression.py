"""Named states of the tables as pictures: rendered by the page's own views in CPython, and shown by a browser.

The browser uses the style sheets and fonts of the built site, without animation, so pictures never vary.

`python e2e/visual_regression.py FOLDER [NAME…]` draws them at all sizes, light and dark, for you to look at. With
`--compact` it uses the sizes of compact tables in other people's pages.
"""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

# at the end of the path, because some browser tests and unit tests have the same names
sys.path += [
    str(Path(__file__).resolve().parent.parent / name)
    for name in ("", "web", "build", "tests", "tests/web", "tests/fixtures")
]

from medina_tables import medina_table, palace_view
from model_changes import change_model
from palaces.app.decode import decode_message
from palaces.app.i18n import current_language
from palaces.app.model import Model, PendingWarning
from palaces.app.routing import Address, address_of_match
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.update import update
from palaces.moves import move_warnings
from palaces.ui.game_view import game_view_of
from playwright.sync_api import Page, sync_playwright

from pygame_core.bots import choose
from pygame_core.i18n import text_direction
from pygame_core.medina.components import COLOURS, SUPPLY_BY_SEATS
from pygame_core.state import open_hand

ROOT = Path(__file__).resolve().parent.parent
SITE_FOLDER = ROOT / "dist"
WINDOW_SIZES_PX = {
    "wide": (1280, 800),
    "large": (1920, 1080),
    "tablet": (768, 1024),
    "phone": (360, 740),
    "side": (740, 360),
}
COMPACT_SIZES_PX = {
    "least": (280, 420),
    "narrow": (320, 480),
    "post": (335, 560),
    "thumb": (375, 560),
    "low": (375, 667),
    "column": (660, 440),
    "broad": (600, 560),
    "side": (740, 360),
    "box": (1000, 667),
}
"""Windows with a compact table: boxes in posts on a phone and in a column of text, and low windows."""
BORDERLINE_SIZES_PX = {
    "low": (1100, 560),
    "long": (1280, 560),
    "laptop": (1024, 600),
    "flat": (1024, 500),
    "square": (620, 700),
    "tablet": (700, 900),
    "thumb": (375, 700),
    "tall": (500, 800),
}
"""Windows that are just too low, or just high enough, for the table of a desktop, a tablet or a phone."""
SCHEMES = ("light", "dark")
SEED = 11
NAMES = ("Ada", "Zahra", "Yusuf", "Noor", "Samira", "Omar")
ModelPredicate = Callable[[Model[Any, Any]], bool]


@cache
def played_models(game: str, seats: int, people: int = 1) -> tuple[Model[Any, Any], ...]:
    """Return every model of a whole game in which all play like casual bots, as the first seat sees it."""
    kinds = ("you",) * people + ("bot:casual",) * (seats - people)
    model = start_game(Address(game, kinds, NAMES[:seats], seed=SEED, speed="fast"))[0]
    models = [model]
    while not model.shows_end:
        model = next_model(model)
        models.append(model)
    return tuple(models)


def next_model(model: Model[Any, Any]) -> Model[Any, Any]:
    """Return the model after the next event at its table."""
    if model.paused_for_panel:
        return update(model, ("close",))[0]
    if model.curtain and not model.bot_level:
        return update(model, ("ready",))[0]
    n = len(model.match.log)
    action = choose("casual", model.match.view(model.mover), Random(n)).action
    return update(model, ("bot", model.game_serial, n, action) if model.bot_level else ("play", action))[0]


def decision_model(game: str, seats: int, part: float, until: ModelPredicate = lambda _: True) -> Model[Any, Any]:
    """Return the first decision of the person for which `until` holds, from this fraction of the game on."""
    models = played_models(game, seats)
    late = models[int(len(models) * part) :]
    return next(model for model in late if model.can_act and until(model))


def after_messages(model: Model[Any, Any], *messages: list[object]) -> Model[Any, Any]:
    """Return the model after these messages."""
    for message in map(decode_message, messages):
        assert message
        model = update(model, message)[0]
    return model


def standalone_page(model: Model[Any, Any], style: str) -> str:
    """Return the page that shows a model, with the site's style sheet at this address."""
    shown = layout.render_page(model, layout.render_screen(model))
    hooks = f'data-game="{model.match.game}" data-ready data-speed="instant" data-turn="{len(model.match.log)}"'
    hooks += " data-embed" * bool(model.embed_mode)
    direction = text_direction(current_language())
    over = " data-over" if model.shows_end else ""
    return (
        f'<!doctype html><html lang="{current_language()}" dir="{direction}" {hooks}{over}><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="{style}">'
        f'<link rel="icon" href="data:,"><title>.</title><div id="app">{shown}</div></html>'
    )


def show_page(page: Page, site: str, model: Model[Any, Any], scheme: str = "light") -> None:
    """Show a model in a color scheme; `site` is the address of the built site."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    [release] = SITE_FOLDER.glob("release-*")
    page.set_content(standalone_page(model, f"{site}{release.name}/style.css"))
    page.evaluate("document.fonts.ready")


def take_screenshot(page: Page, site: str, model: Model[Any, Any], size: tuple[int, int], scheme: str) -> bytes:
    """Return a picture of the window at a size, in a color scheme."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show_page(page, site, model, scheme)
    return page.screenshot(animations="disabled", caret="hide")


def embedded_model(model: Model[Any, Any]) -> Model[Any, Any]:
    """Return the same table in a frame of another page."""
    return change_model(model, embed_mode="post")


NAMED_STATES: dict[str, Callable[[], Model[Any, Any]]] = {
    "alhambra-turn": lambda: decision_model("alhambra", 4, 0.45),
    "alhambra-first": lambda: decision_model("alhambra", 3, 0),
    "alhambra-two": lambda: decision_model("alhambra", 2, 0.5),
    "alhambra-six": lambda: decision_model("alhambra", 6, 0.8),
    "alhambra-exact": lambda: decision_model("alhambra", 4, 0.2, lambda model: bool(model.match.view(None)["exact"])),
    "alhambra-paying": lambda: partly_paid(),
    "alhambra-refused": lambda: refused_card(),
    "alhambra-offered": lambda: chosen_building(),
    "alhambra-column": lambda: after_messages(partly_paid(), ["panel", f"column-{partly_paid().draft.place}"]),
    "alhambra-give": lambda: giving_away(),
    "alhambra-replay": lambda: after_messages(decision_model("alhambra", 3, 0.6), ["show", 20]),
    "alhambra-scoring": lambda: next(model for model in played_models("alhambra", 3) if model.paused_for_panel),
    "alhambra-end": lambda: played_models("alhambra", 3)[-1],
    "palazzo-refused": lambda: mixed_bid(),
    "palazzo-turn": lambda: decision_model("palazzo", 4, 0.5, is_in_phase("turn")),
    "palazzo-first": lambda: decision_model("palazzo", 3, 0),
    "palazzo-bid": lambda: decision_model("palazzo", 4, 0.3, is_in_phase("bid")),
    "palazzo-build": lambda: decision_model("palazzo", 4, 0.5, is_in_phase("build")),
    "palazzo-market": lambda: decision_model("palazzo", 4, 0.5, is_in_phase("choose")),
    "palazzo-buying": lambda: buying_two_tiles(),
    "palazzo-bidding": lambda: largest_bid(),
    "palazzo-money": lambda: decision_model("palazzo", 4, 0.3, is_in_phase("pick")),
    "palazzo-claim": lambda: first_palazzo_decision(
        lambda model: is_in_phase("claim")(model) and len(model.match.legal()) > 2
    ),
    "palazzo-lifting": lambda: rebuildable_street(),
    "palazzo-rebuild": lambda: rebuilding_tile(),
    "palazzo-wide": lambda: first_palazzo_decision(
        lambda model: is_in_phase("build")(model) and has_street(5, 4)(model)
    ),
    "palazzo-square": lambda: after_messages(decision_model("palazzo", 4, 0.7), ["panel", "square"]),
    "palazzo-late": lambda: decision_model("palazzo", 4, 0.85),
    "palazzo-rich": lambda: largest_hand(),
    "palazzo-purse": lambda: hoarded_hand(16),
    "palazzo-hoard": lambda: after_messages(hoarded_hand(19), ["touch", "card", "c2"], ["touch", "card", "c2"]),
    "palazzo-tiles": lambda: first_palazzo_decision(
        lambda model: is_in_phase("build")(model) and len({*model.match.view(0)["building"]}) > 1
    ),
    "palazzo-seven": lambda: rebuildable_street(7, 2),
    "palazzo-two": lambda: decision_model("palazzo", 2, 0.6),
    "palazzo-end": lambda: played_models("palazzo", 3)[-1],
    "medina-turn": lambda: decision_model("medina", 4, 0.5),
    "medina-first": lambda: decision_model("medina", 3, 0),
    "medina-two": lambda: decision_model("medina", 2, 0.6),
    "medina-late": lambda: decision_model("medina", 4, 0.85),
    "medina-draft": lambda: richest_placement(decision_model("medina", 4, 0.7, is_halfway)),
    "medina-draft-two": lambda: richest_placement(decision_model("medina", 2, 0.6)),
    "medina-refused": lambda: misplaced_merchant(),
    "medina-look": lambda: inspected_palace(),
    "medina-pass": lambda: forced_pass(),
    "medina-end": lambda: played_models("medina", 4)[-1],
    "alhambra-seat": lambda: after_messages(decision_model("alhambra", 4, 0.45), ["seat", 2]),
    "alhambra-dirk": lambda: after_messages(decision_model("alhambra", 2, 0.5), ["seat", 2]),
    "palazzo-seat": lambda: after_messages(decision_model("palazzo", 4, 0.7), ["seat", 1]),
    "medina-seat": lambda: after_messages(decision_model("medina", 4, 0.6), ["seat", 1]),
    "alhambra-hint": lambda: with_hint(decision_model("alhambra", 4, 0.45)),
    "palazzo-hint": lambda: with_hint(decision_model("palazzo", 4, 0.5, is_in_phase("build"))),
    "palazzo-hint-bid": lambda: with_hint(decision_model("palazzo", 4, 0.3, is_in_phase("bid"))),
    "medina-hint": lambda: with_hint(decision_model("medina", 4, 0.5)),
    "alhambra-lost": lambda: narrowly_lost("alhambra"),
    "palazzo-lost": lambda: narrowly_lost("palazzo"),
    "medina-lost": lambda: narrowly_lost("medina"),
    "alhambra-warned": lambda: longest_warning("alhambra"),
    "palazzo-warned": lambda: longest_warning("palazzo"),
    "medina-warned": lambda: longest_warning("medina"),
    "menu": lambda: after_messages(decision_model("alhambra", 4, 0.45), ["panel", "menu"]),
    "settings": lambda: after_messages(decision_model("alhambra", 4, 0.45), ["panel", "settings"]),
    "keys": lambda: after_messages(
        decision_model("palazzo", 4, 0.5), ["panel", "keys"], ["key", "change", "undo"], ["pressed", "p"]
    ),
    "log": lambda: after_messages(decision_model("palazzo", 4, 0.5), ["panel", "log"]),
    "curtain": lambda: next(model for model in played_models("alhambra", 3, people=2)[20:] if model.curtain),
    "replay-long": lambda: after_messages(decision_model("palazzo", 3, 0.6), ["show", longest_summary()]),
    "replay": lambda: after_messages(decision_model("medina", 3, 0.6), ["show", 20]),
}
"""The states for pictures, by name."""


def longest_warning(game: str) -> Model[Any, Any]:
    """Return the longest warning of that game about a legal move."""
    said: list[tuple[int, int, Model[Any, Any]]] = []
    for model in played_models(game, 4):
        if model.can_act and model.viewer is not None:
            for action in model.match.legal():
                for caution in game_view_of(model).move_warnings(model.match, model.viewer, action):
                    warned = move_warnings.add_pending_warning(model, PendingWarning(caution, action))
                    said.append((len(caution.text), len(said), warned))
    return max(said, key=lambda each: each[:2])[-1]


def narrowly_lost(game: str) -> Model[Any, Any]:
    """Return a game that was lost by one thing at a known moment."""
    for seed in range(1, 60):
        kinds = ("you", "bot:casual", "bot:casual")
        match = start_game(Address(game, kinds, NAMES[:3], seed=seed))[0].match.copy()
        while (seat := match.to_move()) is not None:
            match.play(choose("casual", match.view(seat), Random(len(match.log))).action)
        model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
        total = len(match.log)
        sure = [[0.8 if 3 * n < 2 * total else 0.2, 0.1, 0.1] for n in range(total + 1)]
        told = after_messages(model, ["chances", model.game_serial, total, sure])
        if 'class="missed"' in layout.render_page(told, layout.render_screen(told)):
            return told
    raise LookupError(game)


def with_hint(model: Model[Any, Any]) -> Model[Any, Any]:
    """Return the model with a hint from a skilled bot."""
    asked, n = after_messages(model, ["hint"]), len(model.match.log)
    action, candidates, why, playouts, done, then = choose("skilled", model.match.view(model.mover), Random(n))
    best = [[*one] for one in candidates]
    return after_messages(asked, ["hint", model.game_serial, n, [action, best, why, playouts, done, list(then)]])


def is_in_phase(name: str) -> ModelPredicate:
    """Return a predicate: True if a table of Palazzo is in this phase."""
    return lambda model: model.match.view(None)["phase"] == name


def partly_paid() -> Model[Any, Any]:
    """Return a table with a building and the first cards for it chosen."""
    model = decision_model("alhambra", 4, 0.3, lambda model: model.match.legal()[-1][0] == "buy")
    _buy, place, cards, *_whose = model.match.legal()[-1]
    return after_messages(model, ["touch", "place", place], *(["touch", "card", card] for card in cards[:1]))


def chosen_building() -> Model[Any, Any]:
    """Return a table with a chosen building that several payments can buy."""
    model = decision_model("alhambra", 4, 0.3, lambda model: model.match.legal()[-1][0] == "buy")
    return after_messages(model, ["touch", "place", model.match.legal()[-1][1]])


def giving_away() -> Model[Any, Any]:
    """Return a table with a paid building that Dirk could get."""
    model = decision_model("alhambra", 2, 0.5, lambda model: model.match.legal()[-1][0] == "buy")
    return after_messages(model, ["draft", model.match.legal()[-1]])


def refused_card() -> Model[Any, Any]:
    """Return a table after a tap on a card of another currency."""
    model = decision_model("alhambra", 4, 0.3)
    hand = model.match.view(0)["hands"][0]
    other = next(card for card in hand if card[0] != "y")
    return after_messages(model, ["touch", "place", 0], ["touch", "card", other])


def longest_summary() -> int:
    """Return the number of the move after which the recap of that table is longest."""
    model = decision_model("palazzo", 3, 0.6)
    return 1 + max(
        range(len(model.match.log)), key=lambda n: len(model.entry_sentences(model.match.events(None, n)[0])[0])
    )


def largest_hand() -> Model[Any, Any]:
    """Return the largest hand of that game."""
    models = [model for model in played_models("palazzo", 4) if model.can_act]
    return max(models, key=lambda model: len(open_hand(model.match.view(0), 0)))


def hoarded_hand(cards: int) -> Model[Any, Any]:
    """Return a hand of so many cards with groups, after a game of only taking money."""
    model = start_game(Address("palazzo", ("you", "bot:casual"), NAMES[:2], seed=14, speed="fast"))[0]
    while not (model.can_act and is_in_phase("bid")(model) and len(open_hand(model.match.view(0), 0)) >= cards):
        legal = model.match.legal()
        wanted = [action for action in (["money"], ["pass"]) if model.can_act and action in legal]
        model = after_messages(model, ["play", wanted[0]]) if wanted else next_model(model)
    return model


def first_palazzo_decision(until: ModelPredicate, seats: int = 4) -> Model[Any, Any]:
    """Return the first decision of the person in any game of Palazzo for which `until` holds."""
    for seed in range(1, 200):
        kinds = ("you", *("bot:casual",) * (seats - 1))
        model = start_game(Address("palazzo", kinds, NAMES[:seats], seed=seed, speed="fast"))[0]
        while not model.shows_end:
            if model.can_act and until(model):
                return model
            model = next_model(model)
    raise LookupError(until)


def buying_two_tiles() -> Model[Any, Any]:
    """Return a table with two tiles of a full supply chosen, and a proposed payment."""

    def has_plenty(model: Model[Any, Any]) -> bool:
        """Return True if there are at least four tiles, and two of them can be bought."""
        legal = model.match.legal()
        return is_in_phase("choose")(model) and len(model.match.view(0)["supply"]) > 3 and len(legal[-2:][0][1]) > 1

    model = first_palazzo_decision(has_plenty)
    return after_messages(model, *(["touch", "supply", tile] for tile in model.match.legal()[-2][1]))


def largest_bid() -> Model[Any, Any]:
    """Return a table with the largest possible bid of a game chosen."""
    models = [model for model in played_models("palazzo", 4) if model.can_act and is_in_phase("bid")(model)]
    bids = [(len(action), n, action) for n, model in enumerate(models) for action in model.match.legal()]
    _cards, n, (_bid, *cards) = max(bids)
    return after_messages(models[n], *(["touch", "card", card] for card in cards))


def has_street(palaces: int, highest: int) -> ModelPredicate:
    """Return a predicate: True if the person has so many palaces, and one with so many floors."""

    def is_built(model: Model[Any, Any]) -> bool:
        row = model.match.view(0)["palaces"][0]
        return len(row) >= palaces and max(map(len, row)) >= highest

    return is_built


def rebuildable_street(palaces: int = 5, highest: int = 3) -> Model[Any, Any]:
    """Return a wide street that can be rebuilt."""

    def can_rebuild(model: Model[Any, Any]) -> bool:
        splits = any(action[0] == "rebuild" and action[2] == "split" for action in model.match.legal())
        return is_in_phase("turn")(model) and has_street(palaces, highest)(model) and splits

    return after_messages(first_palazzo_decision(can_rebuild), ["touch", "rebuild"])


def rebuilding_tile() -> Model[Any, Any]:
    """Return a table with a tile taken from such a street, and its new place."""
    model = rebuildable_street()
    split = next(each for each in model.match.legal() if each[0] == "rebuild" and each[2] == "split")
    return after_messages(model, ["touch", "own", *split[3:]])


def mixed_bid() -> Model[Any, Any]:
    """Return a bid after a tap on a card of another currency."""
    model = decision_model("palazzo", 3, 0.3, is_in_phase("bid"))
    first, *others = model.match.view(0)["hands"][0]
    other = next(card for card in others if card[0] not in (first[0], "c"))
    return after_messages(model, ["touch", "card", first], ["touch", "card", other])


def is_halfway(model: Model[Any, Any]) -> bool:
    """Return True if one of two components of Medina is placed, so tea break and undo are possible."""
    return bool(model.match.view(None)["placed"])


def drafted_action(model: Model[Any, Any], action: list[object]) -> Model[Any, Any]:
    """Return the model after all taps for an action of Medina."""
    return after_messages(
        model, *(["touch", *what] for what in game_view_of(model).touches_for_action(model.match, 0, action))
    )


def richest_placement(model: Model[Any, Any]) -> Model[Any, Any]:
    """Return the draft of the placement with the longest text."""
    drafts = [drafted_action(model, action) for action in model.match.legal() if len(action) > 1]
    return max(
        drafts,
        key=lambda draft: len(game_view_of(draft).render_action_bar(game_view_of(draft).build_table_view(draft))),
    )


def misplaced_merchant() -> Model[Any, Any]:
    """Return a draft of a merchant moved to a space off the street, which has the longest refusal."""
    model = decision_model("medina", 4, 0.3, is_halfway)
    street = next(action for action in model.match.legal() if action[0] == "merchant")
    tried = (after_messages(drafted_action(model, street), ["touch", "space", f"c{row}"]) for row in range(1, 12))
    return max(tried, key=lambda then: len(then.refusal.message) if then.refusal else 0)


def all_tiles_model(seats: int) -> Model[Any, Any]:
    """Return a table at which seat 1 holds every palace tile, every tower tile and all tea."""
    colours = zip(COLOURS, ("e5 f5 g5", "e8 f8", "i5 j5", "i2"), strict=True)
    palaces = [palace_view(colour, buildings, owner=1) for colour, buildings in colours]
    counts = SUPPLY_BY_SEATS[seats]._asdict()
    supply = counts | {"buildings": [counts["buildings"]] * 4, "merchants": 12, "tea": 0}
    state = medina_table(
        *palaces,
        seats=seats,
        well="c3",
        merchants="m8",
        tower_tiles=(1,) * 4,
        waiting=(0,) * 4,
        supplies=[supply, supply | {"tea": 6}, *[supply] * (seats - 2)],
    )
    model = next(model for model in played_models("medina", seats) if model.can_act)
    match = model.match.copy()
    match.state = state
    return change_model(model, match=match)


def inspected_palace() -> Model[Any, Any]:
    """Return a table after a tap on a palace with points of all kinds, without a component."""
    model = decision_model("medina", 4, 0.8)
    palace = max(model.match.view(0)["palaces"], key=lambda each: sum(n > 0 for n in each["worth"]))
    return after_messages(model, ["touch", "space", palace["buildings"][0]])


def forced_pass() -> Model[Any, Any]:
    """Return a table without a space for any remaining component."""
    model = start_game(Address("medina", ("you", "bot:casual"), NAMES[:2], seed=16, speed="fast"))[0]
    while model.match.legal() != [["pass"]] or not model.can_act:
        model = next_model(model)
    return model


def save_screenshots(folder: Path, names: list[str], *, compact: bool) -> None:
    import threading

    from site_builder import serve

    folder.mkdir(parents=True, exist_ok=True)
    server = serve.make_server(SITE_FOLDER)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://localhost:{server.server_port}/"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
        page = browser.new_page()
        page.goto(site + "rules/embed.html")
        for name in names or NAMED_STATES:
            model = embedded_model(NAMED_STATES[name]()) if compact else NAMED_STATES[name]()
            for size, window in (COMPACT_SIZES_PX if compact else WINDOW_SIZES_PX).items():
                for scheme in SCHEMES:
                    picture = take_screenshot(page, site, model, window, scheme)
                    (folder / f"{name}-{size}-{scheme}.png").write_bytes(picture)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    folder, *names = [each for each in sys.argv[1:] if each != "--compact"]
    save_screenshots(Path(folder), names, compact="--compact" in sys.argv)
