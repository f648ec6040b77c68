"""Named states of the tables as pictures: drawn by the page's own views in CPython, shown by a browser with the style
sheets and fonts of the built site, still and always the same.

`python e2e/looks.py FOLDER [NAME…]` draws them at all sizes, light and dark, to be looked at; with `--compact` at those
of compact tables, as they stand in other people's pages.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "web"), str(ROOT / "build")]

from palaces import cautions, screen  # noqa: E402  # these are found by now
from palaces.address import Address, address_of_match  # noqa: E402
from palaces.model import Model  # noqa: E402
from palaces.update import start_game, update  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402

from pygame_core.bots import choose  # noqa: E402

DIST = ROOT / "dist"
SIZES = {"wide": (1280, 800), "large": (1920, 1080), "tablet": (768, 1024), "phone": (360, 740), "side": (740, 360)}
BOXES = {
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
"""Windows in which a table is compact: boxes in the posts of a phone and of a column of text, and low windows."""
BETWEEN = {
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
Until = Callable[[Model], bool]


@cache
def played(game: str, seats: int, people: int = 1) -> tuple[Model, ...]:
    """A whole game in which everybody plays as a casual computer player would, seen by the first seat: each model."""
    kinds = ("you",) * people + ("bot:casual",) * (seats - people)
    model = start_game(Address(game, kinds, NAMES[:seats], seed=SEED, speed="fast"))[0]
    models = [model]
    while model.mover is not None:
        model = moved(model)
        models.append(model)
    return tuple(models)


def moved(model: Model) -> Model:
    """The model after the next thing that happens at its table."""
    if model.paused_for_panel:
        return update(model, ["close"])[0]
    if model.curtain and not model.bot_level:
        return update(model, ["ready"])[0]
    n = len(model.match.log)
    action = choose("casual", model.match.view(model.mover), Random(n)).action
    return update(model, ["bot", model.game_serial, n, action] if model.bot_level else ["play", action])[0]


def turn(game: str, seats: int, part: float, until: Until = lambda _: True) -> Model:
    """The first decision of the person from this part of the game on for which `until` holds."""
    models = played(game, seats)
    late = models[int(len(models) * part) :]
    return next(model for model in late if model.can_act and until(model))


def after(model: Model, *messages: list[object]) -> Model:
    """The model once these were sent."""
    for message in messages:
        model = update(model, message)[0]
    return model


def document(model: Model, style: str) -> str:
    """The page that shows a model, with the site's style sheet at this address."""
    shown = screen.render_page(model, screen.render_screen(model))
    hooks = f'data-game="{model.match.game}" data-ready data-speed="instant" data-turn="{len(model.match.log)}"'
    hooks += " data-embed" * bool(model.embed_mode)
    over = " data-over" if model.mover is None else ""
    return (
        f'<!doctype html><html lang="en" {hooks}{over}><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="{style}">'
        f'<link rel="icon" href="data:,"><title>.</title><div id="app">{shown}</div></html>'
    )


def lay(page: Page, site: str, model: Model, scheme: str = "light") -> None:
    """Show a model in a scheme of colours; `site` is where the built site is served."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    [release] = DIST.glob("release-*")
    page.set_content(document(model, f"{site}{release.name}/style.css"))
    page.evaluate("document.fonts.ready")


def shown(page: Page, site: str, model: Model, size: tuple[int, int], scheme: str) -> bytes:
    """A picture of the window at a size, in a scheme of colours."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    lay(page, site, model, scheme)
    return page.screenshot(animations="disabled", caret="hide")


def boxed(model: Model) -> Model:
    """The same table in a frame of another page."""
    return replace(model, embed_mode="post")


STATES: dict[str, Callable[[], Model]] = {
    "alhambra-turn": lambda: turn("alhambra", 4, 0.45),
    "alhambra-first": lambda: turn("alhambra", 3, 0),
    "alhambra-two": lambda: turn("alhambra", 2, 0.5),
    "alhambra-six": lambda: turn("alhambra", 6, 0.8),
    "alhambra-exact": lambda: turn("alhambra", 4, 0.2, lambda model: bool(model.match.view(None)["exact"])),
    "alhambra-paying": lambda: paying(),
    "alhambra-refused": lambda: refused(),
    "alhambra-offered": lambda: chosen(),
    "alhambra-column": lambda: after(paying(), ["panel", f"column-{paying().draft.place}"]),
    "alhambra-give": lambda: giving(),
    "alhambra-replay": lambda: after(turn("alhambra", 3, 0.6), ["show", 20]),
    "alhambra-scoring": lambda: next(model for model in played("alhambra", 3) if model.paused_for_panel),
    "alhambra-end": lambda: played("alhambra", 3)[-1],
    "palazzo-refused": lambda: mixed(),
    "palazzo-turn": lambda: turn("palazzo", 4, 0.5, phase("turn")),
    "palazzo-first": lambda: turn("palazzo", 3, 0),
    "palazzo-bid": lambda: turn("palazzo", 4, 0.3, phase("bid")),
    "palazzo-build": lambda: turn("palazzo", 4, 0.5, phase("build")),
    "palazzo-market": lambda: turn("palazzo", 4, 0.5, phase("choose")),
    "palazzo-buying": lambda: buying(),
    "palazzo-bidding": lambda: bidding(),
    "palazzo-money": lambda: turn("palazzo", 4, 0.3, phase("pick")),
    "palazzo-claim": lambda: seen_once(lambda model: phase("claim")(model) and len(model.match.legal()) > 2),
    "palazzo-lifting": lambda: rebuilds(),
    "palazzo-rebuild": lambda: rebuilding(),
    "palazzo-wide": lambda: seen_once(lambda model: phase("build")(model) and street(5, 4)(model)),
    "palazzo-square": lambda: after(turn("palazzo", 4, 0.7), ["panel", "square"]),
    "palazzo-late": lambda: turn("palazzo", 4, 0.85),
    "palazzo-rich": lambda: rich(),
    "palazzo-purse": lambda: hoarding(16),
    "palazzo-hoard": lambda: after(hoarding(19), ["touch", "card", "c2"], ["touch", "card", "c2"]),
    "palazzo-tiles": lambda: seen_once(
        lambda model: phase("build")(model) and len({*model.match.view(0)["building"]}) > 1
    ),
    "palazzo-seven": lambda: rebuilds(7, 2),
    "palazzo-two": lambda: turn("palazzo", 2, 0.6),
    "palazzo-end": lambda: played("palazzo", 3)[-1],
    "medina-turn": lambda: turn("medina", 4, 0.5),
    "medina-first": lambda: turn("medina", 3, 0),
    "medina-two": lambda: turn("medina", 2, 0.6),
    "medina-late": lambda: turn("medina", 4, 0.85),
    "medina-draft": lambda: placing(turn("medina", 4, 0.7, halfway)),
    "medina-draft-two": lambda: placing(turn("medina", 2, 0.6)),
    "medina-refused": lambda: misplaced(),
    "medina-look": lambda: pondered(),
    "medina-pass": lambda: passing(),
    "medina-end": lambda: played("medina", 4)[-1],
    "alhambra-seat": lambda: after(turn("alhambra", 4, 0.45), ["seat", 2]),
    "alhambra-dirk": lambda: after(turn("alhambra", 2, 0.5), ["seat", 2]),
    "palazzo-seat": lambda: after(turn("palazzo", 4, 0.7), ["seat", 1]),
    "medina-seat": lambda: after(turn("medina", 4, 0.6), ["seat", 1]),
    "alhambra-hint": lambda: hinted(turn("alhambra", 4, 0.45)),
    "palazzo-hint": lambda: hinted(turn("palazzo", 4, 0.5, phase("build"))),
    "palazzo-hint-bid": lambda: hinted(turn("palazzo", 4, 0.3, phase("bid"))),
    "medina-hint": lambda: hinted(turn("medina", 4, 0.5)),
    "alhambra-lost": lambda: lost("alhambra"),
    "palazzo-lost": lambda: lost("palazzo"),
    "medina-lost": lambda: lost("medina"),
    "alhambra-warned": lambda: warned("alhambra"),
    "palazzo-warned": lambda: warned("palazzo"),
    "medina-warned": lambda: warned("medina"),
    "menu": lambda: after(turn("alhambra", 4, 0.45), ["panel", "menu"]),
    "settings": lambda: after(turn("alhambra", 4, 0.45), ["panel", "settings"]),
    "keys": lambda: after(turn("palazzo", 4, 0.5), ["panel", "keys"], ["key", "change", "undo"], ["pressed", "p"]),
    "log": lambda: after(turn("palazzo", 4, 0.5), ["panel", "log"]),
    "curtain": lambda: next(model for model in played("alhambra", 3, people=2)[20:] if model.curtain),
    "replay-long": lambda: after(turn("palazzo", 3, 0.6), ["show", longest()]),
    "replay": lambda: after(turn("medina", 3, 0.6), ["show", 20]),
}
"""By name, the moments that are looked at."""


def warned(game: str) -> Model:
    """The longest warning of that game about a move that can be made."""
    said: list[tuple[int, int, Model]] = []
    for model in played(game, 4):
        if model.can_act and model.viewer is not None:
            for action in model.match.legal():
                for caution in model.game_view.move_warnings(model.match, model.viewer, action):
                    said.append((len(caution.text), len(said), cautions.add_pending_warning(model, caution, action)))
    return max(said, key=lambda each: each[:2])[-1]


def lost(game: str) -> Model:
    """A game that was lost by one single thing, and when is known."""
    for seed in range(1, 60):
        kinds = ("you", "bot:casual", "bot:casual")
        match = start_game(Address(game, kinds, NAMES[:3], seed=seed))[0].match.copy()
        while (seat := match.to_move()) is not None:
            match.play(choose("casual", match.view(seat), Random(len(match.log))).action)
        model = start_game(address_of_match(match, Address(speed="instant")), match)[0]
        total = len(match.log)
        sure = [[0.8 if 3 * n < 2 * total else 0.2, 0.1, 0.1] for n in range(total + 1)]
        told = after(model, ["chances", model.game_serial, total, sure])
        if 'class="missed"' in screen.render_page(told, screen.render_screen(told)):
            return told
    raise LookupError(game)


def hinted(model: Model) -> Model:
    """A skilled computer player has said what it would do."""
    asked, n = after(model, ["hint"]), len(model.match.log)
    action, candidates, why, playouts, done, then = choose("skilled", model.match.view(model.mover), Random(n))
    best = [[*one] for one in candidates]
    return after(asked, ["hint", model.game_serial, n, [action, best, why, playouts, done, list(then)]])


def phase(name: str) -> Until:
    """Whether a table of Palazzo is in this phase."""
    return lambda model: model.match.view(None)["phase"] == name


def paying() -> Model:
    """A building and the first cards for it are chosen."""
    model = turn("alhambra", 4, 0.3, lambda model: model.match.legal()[-1][0] == "buy")
    _buy, place, cards, *_whose = model.match.legal()[-1]
    return after(model, ["touch", "place", place], *(["touch", "card", card] for card in cards[:1]))


def chosen() -> Model:
    """A building is chosen that can be paid in several ways."""
    model = turn("alhambra", 4, 0.3, lambda model: model.match.legal()[-1][0] == "buy")
    return after(model, ["touch", "place", model.match.legal()[-1][1]])


def giving() -> Model:
    """A building is paid for that may be Dirk's."""
    model = turn("alhambra", 2, 0.5, lambda model: model.match.legal()[-1][0] == "buy")
    return after(model, ["draft", model.match.legal()[-1]])


def refused() -> Model:
    """A card of another currency was touched."""
    model = turn("alhambra", 4, 0.3)
    hand = model.match.view(0)["hands"][0]
    other = next(card for card in hand if card[0] != "y")
    return after(model, ["touch", "place", 0], ["touch", "card", other])


def longest() -> int:
    """After which move of that table there is most to say."""
    model = turn("palazzo", 3, 0.6)
    return 1 + max(
        range(len(model.match.log)), key=lambda n: len(model.entry_sentences(model.match.events(None, n)[0])[0])
    )


def rich() -> Model:
    """The largest hand of that game."""
    models = [model for model in played("palazzo", 4) if model.can_act]
    return max(models, key=lambda model: len(model.match.view(0)["hands"][0]))


def hoarding(cards: int) -> Model:
    """So many cards with groups, in the hand of somebody who only takes money."""
    model = start_game(Address("palazzo", ("you", "bot:casual"), NAMES[:2], seed=14, speed="fast"))[0]
    while not (model.can_act and phase("bid")(model) and len(model.match.view(0)["hands"][0]) >= cards):
        legal = model.match.legal()
        wanted = [action for action in (["money"], ["pass"]) if model.can_act and action in legal]
        model = after(model, ["play", wanted[0]]) if wanted else moved(model)
    return model


def seen_once(until: Until, seats: int = 4) -> Model:
    """The first decision of the person in any game of Palazzo for which `until` holds."""
    for seed in range(1, 200):
        kinds = ("you", *("bot:casual",) * (seats - 1))
        model = start_game(Address("palazzo", kinds, NAMES[:seats], seed=seed, speed="fast"))[0]
        while model.mover is not None:
            if model.can_act and until(model):
                return model
            model = moved(model)
    raise LookupError(until)


def buying() -> Model:
    """Two tiles of a full supply are chosen, and their payment is proposed."""

    def plenty(model: Model) -> bool:
        """At least four tiles, of which two can be bought."""
        legal = model.match.legal()
        return phase("choose")(model) and len(model.match.view(0)["supply"]) > 3 and len(legal[-2:][0][1]) > 1

    model = seen_once(plenty)
    return after(model, *(["touch", "supply", tile] for tile in model.match.legal()[-2][1]))


def bidding() -> Model:
    """The most cards that can be bid at once in a game are chosen."""
    models = [model for model in played("palazzo", 4) if model.can_act and phase("bid")(model)]
    bids = [(len(action), n, action) for n, model in enumerate(models) for action in model.match.legal()]
    _cards, n, (_bid, *cards) = max(bids)
    return after(models[n], *(["touch", "card", card] for card in cards))


def street(palaces: int, highest: int) -> Until:
    """Whether the person has so many palaces, and one of so many floors."""

    def built(model: Model) -> bool:
        row = model.match.view(0)["palaces"][0]
        return len(row) >= palaces and max(map(len, row)) >= highest

    return built


def rebuilds(palaces: int = 5, highest: int = 3) -> Model:
    """A wide street that can be rebuilt."""

    def able(model: Model) -> bool:
        splits = any(action[0] == "rebuild" and action[2] == "split" for action in model.match.legal())
        return phase("turn")(model) and street(palaces, highest)(model) and splits

    return after(seen_once(able), ["touch", "rebuild"])


def rebuilding() -> Model:
    """A tile is lifted off such a street, and has its place."""
    model = rebuilds()
    split = next(each for each in model.match.legal() if each[0] == "rebuild" and each[2] == "split")
    return after(model, ["touch", "own", *split[3:]])


def mixed() -> Model:
    """To a bid a card of another currency was touched."""
    model = turn("palazzo", 3, 0.3, phase("bid"))
    first, *others = model.match.view(0)["hands"][0]
    other = next(card for card in others if card[0] not in (first[0], "c"))
    return after(model, ["touch", "card", first], ["touch", "card", other])


def halfway(model: Model) -> bool:
    """Whether one of two components is placed at a table of Medina: a tea break is possible, and taking it back."""
    return bool(model.match.view(None)["placed"])


def drafted(model: Model, action: list[object]) -> Model:
    """The model once everything was touched that an action of Medina takes."""
    return after(model, *(["touch", *what] for what in model.game_view.touches_for_action(model.match, 0, action)))


def placing(model: Model) -> Model:
    """That of all placements of which there is most to say."""
    drafts = [drafted(model, action) for action in model.match.legal() if len(action) > 1]
    return max(
        drafts, key=lambda draft: len(draft.game_view.render_action_bar(draft.game_view.build_table_view(draft)))
    )


def misplaced() -> Model:
    """A merchant is drafted, and was then put where the street does not end: nothing that is refused says more."""
    model = turn("medina", 4, 0.3, halfway)
    street = next(action for action in model.match.legal() if action[0] == "merchant")
    tried = (after(drafted(model, street), ["touch", "space", f"c{row}"]) for row in range(1, 12))
    return max(tried, key=lambda then: len(then.refusal.message) if then.refusal else 0)


def pondered() -> Model:
    """A palace with points from everywhere was touched without a component."""
    model = turn("medina", 4, 0.8)
    palace = max(model.match.view(0)["palaces"], key=lambda each: sum(n > 0 for n in each["worth"]))
    return after(model, ["touch", "space", palace["buildings"][0]])


def passing() -> Model:
    """There is no space for anything that is left."""
    model = start_game(Address("medina", ("you", "bot:casual"), NAMES[:2], seed=16, speed="fast"))[0]
    while model.match.legal() != [["pass"]] or not model.can_act:
        model = moved(model)
    return model


def main(folder: Path, names: list[str], *, compact: bool) -> None:
    import threading

    import serve

    folder.mkdir(parents=True, exist_ok=True)
    server = serve.server(DIST)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://localhost:{server.server_port}/"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
        page = browser.new_page()
        page.goto(site + "rules/embed.html")
        for name in names or STATES:
            model = boxed(STATES[name]()) if compact else STATES[name]()
            for size, window in (BOXES if compact else SIZES).items():
                for scheme in SCHEMES:
                    picture = shown(page, site, model, window, scheme)
                    (folder / f"{name}-{size}-{scheme}.png").write_bytes(picture)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    folder, *names = [each for each in sys.argv[1:] if each != "--compact"]
    main(Path(folder), names, compact="--compact" in sys.argv)
