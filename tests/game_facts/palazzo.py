"""Facts about Palazzo for the tests."""

from collections.abc import Iterator, Sequence
from typing import Any

from palaces.app.model import Model
from palaces.games.palazzo.draft import Draft
from palaces.games.palazzo.pieces import Pieces

from game_facts import GameFacts, KindMove
from pygame_core import Match
from pygame_core.palazzo.components import IDS, QUARRY_COUNT, TILE_WINDOWS
from pygame_core.palazzo.state import Palazzo


def list_visible_pieces(names: Pieces, view: Any) -> Iterator[tuple[Sequence[str | None], Any]]:
    yield names.money.open_cards, view["money"]
    yield names.supply, view["supply"]
    yield names.building, view["building"]
    yield sorted(names.money.discards), sorted(view["discards"])
    yield names.riders, ["rider"] * view["riders"]
    for n, quarry in enumerate(view["quarries"]):
        here = n == view["builder"] and (view["phase"] in ("bid", "claim") or view["claiming"])
        yield (names.offered if here else names.quarries[n]), quarry
    for seat, street in enumerate(view["palaces"]):
        assert len(names.streets[seat]) == len(street)
        yield from zip(names.streets[seat], street, strict=True)
    for seat, bid in enumerate(view["bids"]):
        yield names.names_in_bid(seat), bid
    for seat, hand in enumerate(view["hands"]):
        if not isinstance(hand, int):
            yield names.names_in_hand(seat, hand), hand


def expected_moves(before: Model[Palazzo, Draft], event: Any) -> Iterator[KindMove]:
    """Yield the pieces that an event moves (P9 to P21)."""
    seat, view = event["seat"], before.match.view(None)
    quarry = f"quarry-{view['builder']}"
    match event["verb"]:
        case "money":
            yield from ((card, "pile", "money") for card in event["cards"])
            if len(event["cards"]) > view["pile"]:
                yield from ((card, "discards", "pile") for card in view["discards"])
        case "pick":
            yield event["cards"][0], "money", f"seat-{seat}-hand"
        case "tiles":
            yield from ((tile, "stack", "supply") for tile in [event["supply"]] if tile)
            for place, tile in [event["quarry"]] if event["quarry"] else []:
                assert place == (view["builder"] + TILE_WINDOWS[IDS[tile]]) % QUARRY_COUNT
                yield tile, "stack", f"quarry-{place}"
            yield from [("rider", "stack", "riders")] * event["came"]
        case "buy":
            yield from ((card, f"seat-{seat}-hand", "discards") for card in event["cards"])
            yield from ((tile, "supply", "lot") for tile in event["tiles"])
        case "auction" if event["quarry"] is not None:
            if event["quarry"] != view["builder"]:
                yield "builder", quarry, f"quarry-{event['quarry']}"
            yield from ((tile, f"quarry-{event['quarry']}", "lot") for tile in event["tiles"])
            if not event["claims"]:
                yield "c3", f"seat-{seat}", f"seat-{seat}-bid"
        case "bid":
            yield from ((card, f"seat-{seat}-hand", f"seat-{seat}-bid") for card in event["cards"])
        case "pass":
            yield from ((card, f"seat-{seat}-bid", f"seat-{seat}-hand") for card in view["bids"][seat])
            leaving = [seat]
            if "won" in event:
                yield from ((card, f"seat-{event['won']}-bid", "discards") for card in view["bids"][event["won"]])
                leaving.append(event["won"])
            if view["turn"] in leaving:
                yield "c3", f"seat-{view['turn']}-bid", f"seat-{view['turn']}"
        case "build":
            row, where = view["palaces"][seat], event["where"]
            goal = {"out": "box", "new": f"seat-{seat}-street-{len(row)}"}.get(where, f"seat-{seat}-street-{where}")
            yield event["tiles"][0], "lot", goal
            yield from ((tile, "lot", "box") for tile in event["leave"])
        case "rebuild":
            yield event["cards"][0], f"seat-{seat}-hand", "discards"
            yield from _rebuild_moves(seat, view["palaces"][seat], event)


def _rebuild_moves(seat: int, row: list[list[str]], event: Any) -> Iterator[KindMove]:
    """Yield the moves of a reconstruction: the tile, and the palaces that get another number (P14)."""
    tile, street = event["tiles"][0], f"seat-{seat}-street"
    at = next(n for n, palace in enumerate(row) if tile in palace and (event["change"] == "split") == (len(palace) > 1))
    if event["change"] == "split":
        yield tile, f"{street}-{at}", f"{street}-{len(row)}"
        return
    goal = "box" if event["change"] == "drop" else event["to"] - (at < event["to"])
    yield tile, f"{street}-{at}", goal if goal == "box" else f"{street}-{goal}"
    for n, palace in enumerate(row[at + 1 :], at):
        yield from ((other, f"{street}-{n + 1}", f"{street}-{n}") for other in palace)


def is_on_table(match: Match, thing: str) -> bool:
    view: Any = match.view(0)
    legal = match.legal()
    match thing.split(":"):
        case ["verb", verb]:
            return any(action[0] == verb for action in legal)
        case ["pass"]:
            return ["pass"] in legal
        case ["open", card]:
            return card in view["money"]
        case ["hand", card]:
            return card in view["hands"][0]
        case ["bid", card]:
            return card in view["bids"][0]
        case ["lot"]:
            return view["phase"] == "bid" and bool(view["quarries"][view["builder"]])
        case ["supply"]:
            return bool(view["supply"])
        case ["builder"]:
            return view["builder"] in range(4)
        case ["tile", tile]:
            return tile in [*view["supply"], *view["building"], *view["quarries"][view["builder"]]]
        case ["palace", seat, n]:
            return int(seat) < len(match.seats) and int(n) < len(view["palaces"][int(seat)])
        case ["riders"]:
            return True
        case ["new", "0"]:
            return any(action[0] == "build" and action[2] == "new" for action in legal)
    return False


FACTS = GameFacts(
    sounds_by_verb={
        "money": {("card",) * 4},
        "pick": {("card",)},
        "tiles": {("tile", "tile"), ("tile", "rider")},
        "buy": {("coin", "tile")},
        "auction": {("awning", "coin"), ("awning",)},
        "bid": {("coin",), ("coin", "coin")},
        "pass": {("pass",), ("pass", "hammer")},
        "claim": {("tile",)},
        "build": {("drop",), ("stone",)},
        "rebuild": {("coin", "stone")},
    },
    list_visible_pieces=list_visible_pieces,
    expected_moves=expected_moves,
    hidden_setup_key="hands",
    warning_kinds=frozenset({"over", "bid", "build", "rebuild"}),
    max_mean_key_presses=4,
    is_on_table=is_on_table,
    text_grounds={
        "coin-ink": (
            "red",
            "red-shade",
            "blue",
            "blue-shade",
            "yellow",
            "yellow-shade",
            "sealed",
            "sealed-shade",
            "note",
        ),
        "fill-ink": ("cloth-edge", "cloth", "slate"),
        "plate-ink": ("plate",),
        "trace-ink": ("sky", "dusk", "pave"),
        "mark-ink": ("sky", "loss"),
        "ink": ("stone", "pave", "dim", "halo light"),
        "soft": ("dim", "stone"),
        "warn": ("stone", "loss"),
        "proclaimed": ("sky",),
        "proclaimed-soft": ("sky",),
    },
    shape_grounds={
        "red-line": ("note", "red"),
        "blue-line": ("note", "blue"),
        "yellow-line": ("note", "yellow"),
        "seal": ("sealed",),
        "to-come": ("pave",),
        **{f"{stone}/{stone}-light/{stone}-dark": ("sky", "pave") for stone in ("brick", "sandstone", "marble")},
        **{f"{stone}-dark": (f"{stone}-frame",) for stone in ("brick", "sandstone")},
        "marble-dark": ("marble",),
        "accent": ("sky",),
        "pill-line": ("card",),
    },
)
