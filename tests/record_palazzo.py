"""Features of recorded Palazzo games, and move choosers that produce them; see record_games.py."""

import random
from collections.abc import Callable
from typing import Any

from pygame_core import Match
from pygame_core.palazzo.card_sets import card_set, currency_and_value, hand_groups
from pygame_core.palazzo.components import CERTIFICATE, IDS, TILE_FLOOR
from pygame_core.palazzo.state import Palazzo
from pygame_core.palazzo.types import Event, View

Chooser = Callable[[Match[Palazzo], random.Random], list[Any]]

# The features that the recorded games of Palazzo show together.
FEATURES = {
    *("fifth rider as first draw", "fifth rider as second draw", "rider, then a tile", "tile, then a rider"),
    *("two riders at once", "tiles of two stacks at once"),
    *("auction won by the opener for 3", "auction won by the opener with cards", "auction won by another"),
    *("empty auction", "empty auction as the only choice"),
    *("claims with leftovers", "claims without leftovers", "claimed tile out"),
    *("tiles for nothing", "two tiles bought", "overpaid", "coins and a certificate paid"),
    *("group paid", "certificates paid as a group", "group bid"),
    *("reshuffle", "reshuffle in the middle of a draw", "too few cards to take money"),
    *(
        "tile set alone",
        "tile put on top",
        "tile put between",
        "tile put below",
        "single joins single",
        "single dropped",
    ),
    *("tie broken by money", "shared victory", "shared place behind the winner"),
}


# -- features of a game ------------------------------------------------------------------------------------------------


def features(save: dict[str, Any]) -> set[str]:
    """Return the members of FEATURES that a finished game of Palazzo shows."""
    match, found = Match[Palazzo].new(save["game"], save["seats"], save["seed"], save["options"]), set[str]()
    for _, action, draws in save["log"]:
        before, verbs = match.view(None), {action[0] for action in match.legal()}
        match.play(action)
        shown = _action_features(action, draws, match.events(None)[-1], before, match.view(None), verbs)
        found |= {name for name, is_so in shown.items() if is_so}
    scores, places = save["result"]["scores"], save["result"]["places"]
    at_end = {
        "shared victory": places.count(1) > 1,
        "shared place behind the winner": any(place > 1 and places.count(place) > 1 for place in places),
        "tie broken by money": len(set(scores)) < len(set(places)),
    }
    return found | {name for name, is_so in at_end.items() if is_so}


def _action_features(
    action: list[Any], draws: list[str], event: Event, before: View, after: View, verbs: set[str]
) -> dict[str, bool]:
    """Yield the features of one action with one of these verbs."""
    verb, paid = action[0], [IDS[card] for card in event["cards"]]
    if verb == "money":
        return {
            "reshuffle": before["pile"] < len(draws),
            "reshuffle in the middle of a draw": 0 < before["pile"] < len(draws),
        }
    shown = {"too few cards to take money": before["phase"] == "turn" and "money" not in verbs}
    if event["verb"] == "tiles":
        first, second = draws if len(draws) > 1 else (*draws, "")
        return shown | {
            "fifth rider as first draw": event["over"] and len(draws) == 1,
            "fifth rider as second draw": event["over"] and len(draws) == 2,
            "rider, then a tile": first == "rider" != second != "",
            "tile, then a rider": first != "rider" == second and not event["over"],
            "two riders at once": first == second == "rider",
            "tiles of two stacks at once": sum(map(int.__ne__, before["stacks"], after["stacks"])) == 2,
        }
    if event["verb"] == "auction":
        return {
            "empty auction": event["quarry"] is None,
            "empty auction as the only choice": event["quarry"] is None and verbs == {"auction"},
        }
    if verb == "pass" and "won" in event:
        opener = event["won"] == before["turn"]
        return {
            "auction won by the opener for 3": opener and event["paid"] == 3,
            "auction won by the opener with cards": opener and event["paid"] > 3,
            "auction won by another": not opener,
        }
    if verb in ("buy", "bid"):
        coins = [card for card in paid if card != CERTIFICATE]
        value = (currency_and_value(card_set(paid)) or (0, 0))[1]
        return {
            "tiles for nothing": verb == "buy" and not paid,
            "two tiles bought": verb == "buy" and len(event["tiles"]) == 2,
            "overpaid": verb == "buy" and value > event["price"],
            "coins and a certificate paid": verb == "buy" and bool(coins) and CERTIFICATE in paid,
            "group paid": verb == "buy" and any(hand_groups(card_set(coins))),
            "certificates paid as a group": verb == "buy" and paid.count(CERTIFICATE) >= 3,
            "group bid": verb == "bid" and any(hand_groups(card_set(coins))),
        }
    if verb == "build":
        over = before["claiming"] and not after["claiming"]
        return {
            "claims with leftovers": over and bool(event["leave"]),
            "claims without leftovers": over and not event["leave"],
            "claimed tile out": before["claiming"] and event["where"] == "out",
        }
    return shown | _rebuild_features(action, event, before) if verb == "rebuild" else {}


def _rebuild_features(action: list[Any], event: Event, before: View) -> dict[str, bool]:
    *_, change, _, to = (*action, -1) if action[2] == "drop" else action
    floor = TILE_FLOOR[IDS[event["tiles"][0]]]
    palace = [TILE_FLOOR[IDS[tile]] for tile in before["palaces"][event["seat"]][to]] if change == "join" else []
    return {
        "tile set alone": change == "split",
        "single dropped": change == "drop",
        "single joins single": len(palace) == 1,
        "tile put on top": len(palace) > 1 and floor > palace[-1],
        "tile put below": len(palace) > 1 and floor < palace[0],
        "tile put between": len(palace) > 1 and palace[0] < floor < palace[-1],
    }


# -- move choosers -----------------------------------------------------------------------------------------------------


def anything(match: Match[Palazzo], chance: random.Random) -> list[Any]:
    return chance.choice(match.legal())


def idles(match: Match[Palazzo], chance: random.Random) -> list[Any]:
    """Draw tiles, hold the auction, pass, and take all tiles out of the game, so that money decides at the end."""
    actions = match.legal()
    return next((action for action in actions if action in (["tiles"], ["auction"], ["pass"])), actions[-1])


def hoards(match: Match[Palazzo], chance: random.Random) -> list[Any]:
    """Take money while there is any; then buy rather than hold an auction."""
    actions = match.legal()
    buys = [action for action in actions if action[0] == "buy"]
    return ["money"] if ["money"] in actions else chance.choice(buys or actions)


CHOOSERS: dict[str, Chooser] = {f.__name__: f for f in (anything, idles, hoards)}
ONLY_FOR: dict[str, set[str]] = {}
