"""Facts about Medina for the tests."""

from collections.abc import Iterator, Sequence
from typing import Any

from palaces.app.model import Model
from palaces.games.medina.draft import Draft
from palaces.games.medina.pieces import Pieces
from palaces.ui.pieces import piece_kind

from game_facts import GameFacts, KindMove, piece_notations
from pygame_core import Match
from pygame_core.medina.components import WALL_SPACES
from pygame_core.medina.state import Medina

COLOURS = ("grey", "purple", "brown", "orange")


def list_visible_pieces(names: Pieces, view: Any) -> Iterator[tuple[Sequence[str | None], Any]]:
    """Yield components on the board.

    Their kind includes the seat that they came from, except for the merchants of the setup.
    """
    for palace in view["palaces"]:
        yield from _are_components(palace["colour"], [names.on[space] for space in palace["buildings"]])
        yield from _are_components("stable", [names.on[space] for space in palace["stables"]])
        dome, owner = names.palace_dome(palace), palace["owner"]
        yield from _are_components("neutral" if owner == "neutral" else "roof", [dome] if dome else [])
        assert dome is None if owner is None else owner == "neutral" or piece_kind(dome or "") == f"roof-{owner}"
    yield from _are_components("merchant", [names.on[space] for space in view["merchants"]])
    yield from _are_components("wall", [names.on[space] for tower in view["walls"] for space in tower])
    for n, (owner, waiting) in enumerate(zip(view["tower_tiles"], view["waiting"], strict=True)):
        yield from _are_components("tower", [names.towers[n]])
        yield names.waiting[n], ["merchant"] * waiting
        assert names.place_by_piece[names.towers[n]] == (
            f"seat-{owner}" if isinstance(owner, int) else f"tower-{n + 1}"
        )
    for colour, owner in zip(names.tiles, view["palace_tiles"], strict=True):
        yield [names.tiles[colour]], [f"tile-{colour}"]
        assert names.place_by_piece[names.tiles[colour]] == (f"seat-{owner}" if isinstance(owner, int) else "edge")
    counted = {"roofs": "roof", "neutral": "neutral", "stables": "stable", "merchants": "merchant", "walls": "wall"}
    for seat, supply in enumerate(view["supplies"]):
        have = names.supplies[seat]
        assert [len(have[colour]) for colour in names.tiles] == supply["buildings"]
        assert {part: len(have[kind]) for part, kind in counted.items()} == {part: supply[part] for part in counted}
        yield names.tea[seat], ["tea"] * supply["tea"]


def _are_components(what: str, names: list[str]) -> Iterator[tuple[list[str | None], list[str | None]]]:
    """Yield the names as components of any seat."""
    assert all(name.startswith(what) for name in names)
    yield [*names], piece_notations(names)


def expected_moves(before: Model[Medina, Draft], event: Any) -> Iterator[KindMove]:
    """Yield the pieces that an event moves (M10, M13, M18 to M22, M25 to M30)."""
    seat, verb, view = event["seat"], event["verb"], before.match.view(None)
    if verb == "building":
        yield f"{event['colour']}-{seat}", f"seat-{seat}-{event['colour']}", event["space"]
    elif verb == "roof":
        what = "roof" if event["whose"] == "own" else "neutral"
        yield f"{what}-{seat}", f"seat-{seat}-{what}", f"roof-{event['space']}"
    elif verb == "merchant":  # M30: some came with a tower tile
        yield verb, f"seat-{seat}-{verb}", event["space"]
    elif verb in ("stable", "wall"):
        yield f"{verb}-{seat}", f"seat-{seat}-{verb}", event["space"]
    elif verb == "tea":
        yield "tea", f"seat-{seat}-tea", "edge"
    yield from [("tea", "edge", f"seat-{seat}-tea")] * event["tea"]
    if event["tile"] is not None:
        holder = view["palace_tiles"][list(COLOURS).index(event["colour"])]
        yield f"tile-{event['colour']}", _owner_place(holder, "edge"), _owner_place(event["tile"], "edge")
    for tower, owner, won, gone in event["towers"]:
        here = f"tower-{tower}"
        yield here, _owner_place(view["tower_tiles"][tower - 1], here), _owner_place(owner, here)
        yield from [("merchant", here, f"seat-{owner}-merchant")] * won
        yield from [("merchant", here, "box")] * gone
    if event["closed"]:
        for other, supply in enumerate(view["supplies"]):
            n = supply["buildings"][list(COLOURS).index(event["colour"])]
            yield from [(f"{event['colour']}-{other}", f"seat-{other}-{event['colour']}", "box")] * n


def _owner_place(owner: Any, nobody: str) -> str:
    return f"seat-{owner}" if isinstance(owner, int) and owner >= 0 else nobody


def is_on_table(match: Match, thing: str) -> bool:
    view: Any = match.view(0)
    legal = match.legal()
    match thing.split(":"):
        case ["tray", *piece]:
            return any(action[: len(piece)] == piece for action in legal)
        case ["roof", whose]:
            return any(action[:2] == ["roof", whose] for action in legal)
        case ["space" | "wall" as kind, space]:
            return (space in WALL_SPACES[2]) == (kind == "wall") and any(space in action for action in legal)
        case ["palace", space]:
            return any(space in palace["buildings"] for palace in view["palaces"])
        case ["merchant", space]:
            return space in view["merchants"]
        case ["tower", n]:
            return int(n) in range(1, 5)
        case ["well"]:
            return True
        case ["tile", "tea"]:
            return ["tea"] in legal
    return False


FACTS = GameFacts(
    sounds_by_verb={
        "building": {("stone",)},
        "stable": {("stone",)},
        "merchant": {("stone",)},
        "wall": {("stone",)},
        "roof": {("stone", "dome")},
        "tea": {("tea",)},
    },
    list_visible_pieces=list_visible_pieces,
    expected_moves=expected_moves,
    covered_parts=frozenset({"roof", "neutral", "tea", "stable", "merchant", "wall", *COLOURS}),
    unseen_parts=frozenset({"merchant", "tea", "edge", *COLOURS}),
    warning_kinds=frozenset({"early", "neutral", "helps"}),
    max_mean_key_presses=7,
    is_on_table=is_on_table,
    text_grounds={
        "grey-letter": ("grey-halo",),
        "purple-letter": ("purple-halo",),
        "brown-letter": ("brown-halo",),
        "orange-letter": ("orange-halo",),
        "number": ("floor", "stone-light"),
        "coordinates": ("outside",),
        "oasis": ("plaza",),
        "ink": ("plaza", "court"),
        "accent": ("plaza",),
        "soft": ("ground",),
    },
    shape_grounds={
        "accent": ("plaza", "court"),
        "teal/floor": ("stone", "plaza"),
        "robe/robe-line": ("rug", "plaza"),
        "oasis": ("plaza",),
        "rim/rim-line": ("grey", "purple", "brown", "orange"),
        **{f"{tone}/{tone}-light/{tone}-front": ("plaza",) for tone in ("grey", "purple", "brown", "orange", "stone")},
        "on-dome": ("sun", "moon", "star", "leaf"),
    },
)
