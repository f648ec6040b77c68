"""Facts about Stairs for the tests."""

from collections.abc import Iterator, Sequence
from typing import Any

from palaces.app.model import Model

from game_facts import GameFacts, KindMove


def list_visible_pieces(names: Any, view: Any) -> Iterator[tuple[Sequence[str | None], Any]]:
    yield names.open, view["open"]
    for seat, stair in enumerate(view["stair_by_seat"]):
        yield names.stair_by_seat[seat], stair
    for seat, hand in enumerate(view["hands"]):
        if not isinstance(hand, int):
            yield names.names_in_hand(seat, hand), hand


def expected_moves(before: Model, event: Any) -> Iterator[KindMove]:
    seat, card = event["seat"], event["card"]
    goals = {"take": f"seat-{seat}-hand", "lay": f"seat-{seat}-stair", "drop": "gone"}
    yield card, "market" if event["verb"] == "take" else f"seat-{seat}-hand", goals[event["verb"]]
    yield from ((each, "pile", "market") for each in event["drawn"])


FACTS = GameFacts(
    sounds_by_verb={"take": {("card",)}, "lay": {("stone",)}, "drop": {("card",)}},
    list_visible_pieces=list_visible_pieces,
    expected_moves=expected_moves,
    unseen_parts=frozenset({"gone"}),
    shows_points=False,
    hidden_setup_key="dealt",
    max_mean_key_presses=4,
    text_grounds={},
    shape_grounds={},
)
