"""Facts about Alhambra for the tests."""

from collections.abc import Iterator, Sequence
from typing import Any

from palaces.app.model import Model
from palaces.games.alhambra.draft import Draft
from palaces.games.alhambra.pieces import Pieces

from game_facts import GameFacts, KindMove
from pygame_core import Match
from pygame_core.alhambra.state import Alhambra


def list_visible_pieces(names: Pieces, view: Any) -> Iterator[tuple[Sequence[str | None], Any]]:
    yield names.money.open_cards, view["money"]
    yield names.yard, view["yard"]
    yield sorted(names.money.discards), sorted(view["discards"])
    yield names.scored, [letter for letter, _held in view["scorings"] if letter != "C"]
    for owner, row in enumerate(view["buildings"]):
        yield names.names_on_hill(owner), row
    for seat, hand in enumerate(view["hands"]):
        yield names.names_in_hand(seat, hand), hand


def expected_moves(before: Model[Alhambra, Draft], event: Any) -> Iterator[KindMove]:
    """Yield the pieces that an event moves (A10, A11, A16, A17, A23, A28)."""
    seat, view = event["seat"], before.match.view(None)
    yard = [*view["yard"]]
    if event["verb"] == "take":
        yield from ((card, "money", f"seat-{seat}-hand") for card in event["cards"])
    if event["verb"] == "buy":
        owner = len(before.player_names) if event["give"] else seat
        yield from ((card, f"seat-{seat}-hand", "discards") for card in event["cards"])
        yield event["building"], f"yard-{event['place']}", f"seat-{owner}-hill"
        yard[event["place"]] = None
    for building in event["refilled"]:
        yield building, "supply", f"yard-{yard.index(None)}"
        yard[yard.index(None)] = building
    yield from ((card, "pile", "money") for card in event["revealed"])
    if len(event["revealed"]) > view["pile"]:
        yield from ((card, "discards", "pile") for card in view["discards"])
    for letter, _points in event["scorings"]:
        if letter != "C":
            yield letter, "pile", "scored"
        yield from ((building, "supply", "seat-2-hill") for building in event["dirk"].get(letter, ()))


def is_on_table(match: Match, thing: str) -> bool:
    view: Any = match.view(0)
    match thing.split(":"):
        case ["open", card]:
            return card in view["money"]
        case ["hand", card]:
            return card in view["hands"][0]
        case ["yard" | "offers", place]:
            return view["yard"][int(place)] is not None
        case ["pay", place, cards]:
            return ["buy", int(place), cards.split("+"), "keep"] in match.legal()
        case ["offer", cards]:
            return ["take", *cards.split("+")] in match.legal()
        case ["purse", currency]:
            return any(card[0] == currency for card in view["hands"][0])
        case ["hill", seat, _kind]:
            return int(seat) < len(match.seats)
        case ["scoring", letter]:
            return letter == "ABC"[len(view["scorings"])]
        case ["pile"]:
            return bool(view["pile"])
    return False


FACTS = GameFacts(
    sounds_by_verb={
        "take": {("card",), ("card", "card")},
        "buy": {("coin", "stone"), ("coin", "stone", "exact")},
    },
    list_visible_pieces=list_visible_pieces,
    expected_moves=expected_moves,
    needs_memory_view=True,
    covered_parts=frozenset({"hand", "hill"}),
    unseen_parts=frozenset({"scored"}),
    points_start="seat-{seat}-hill",
    scores_on_stage=True,
    hidden_setup_key="capital",
    warning_kinds=frozenset({"exact", "first", "together"}),
    max_mean_key_presses=4,
    is_on_table=is_on_table,
    text_grounds={
        "figure": (
            "florin",
            "florin-shade",
            "denar",
            "denar-shade",
            "dirham",
            "dirham-shade",
            "ducat",
            "ducat-shade",
            "note",
        ),
        "note-soft": ("note",),
        "band-ink": ("band",),
        "water-ink": ("water", "water-light", "back"),
        "ink": ("plaster-light", "rim", "earth", "haze"),
        "soft": ("card",),
        "gold-ink": ("gold",),
    },
    shape_grounds={
        "florin-line": ("note", "florin"),
        "denar-line": ("note", "denar"),
        "dirham-line": ("note", "dirham"),
        "ducat-line": ("note", "ducat"),
        "dirk": ("card",),
        **{
            f"{kind}/{kind}-light/{kind}-line": ("sky", "haze")
            for kind in ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
        },
        "pole": ("earth", "card"),
        "ink": ("haze", "card"),
    },
)
