"""Features of recorded Alhambra games, and move choosers that produce them; see record_games.py."""

import random
from collections.abc import Callable
from typing import Any

from pygame_core import Match
from pygame_core.alhambra.components import AWARDS, BUILDING_PRICE, CARD_VALUE, IDS
from pygame_core.alhambra.state import Alhambra
from pygame_core.alhambra.types import Event
from pygame_core.state import open_hand

Chooser = Callable[[Match[Alhambra], random.Random], list[Any]]

# The features that the recorded games of Alhambra show together.
FEATURES = {
    *("four actions in a turn", "five actions in a turn", "small cards taken together", "wasteful payment", "pass"),
    *("reshuffle", "tie in A", "tie in B", "tie in C"),
    *("leftover won", "leftover lost by a tie", "leftover wanted by nobody", "shared victory"),
    *("given to Dirk", "Dirk leads a tie", "Dirk takes a third", "Dirk has most"),
}


# -- features of a game ------------------------------------------------------------------------------------------------


def features(save: dict[str, Any]) -> set[str]:
    """Return the members of FEATURES that a finished game of Alhambra shows."""
    match = Match[Alhambra].load(save)
    end, result, found, actions = match.view(None), match.result(), set[str](), 0
    assert result is not None
    for event in match.events(None):
        actions += 1
        if event["ends"]:
            found |= {f"{name} actions in a turn" for name, n in (("four", 4), ("five", 5)) if actions == n}
            actions = 0
        found |= _action_features(event)
    for letter, held in end["scorings"]:
        found |= {f"tie in {letter}" for of_type in zip(*held, strict=True) if _has_scoring_tie(letter, of_type)}
        if len(save["seats"]) == 2 and any(0 < dirk == max(others) for *others, dirk in zip(*held, strict=True)):
            found.add("Dirk leads a tie")
    hands = [open_hand(end, seat) for seat in range(len(end["hands"]))]
    for place, _, winner in end["leftovers"]:
        sums = [sum(CARD_VALUE[IDS[card]] for card in hand if card[0] == "ybgo"[place]) for hand in hands]
        lost = "leftover lost by a tie" if max(sums) else "leftover wanted by nobody"
        found.add(lost if winner is None else "leftover won")
    found |= {"reshuffle"} if end["drawn"] > end["pile_size"] else set()
    found |= {"shared victory"} if result["places"].count(1) > 1 else set()
    found |= {"Dirk has most"} if result.get("dirk", -1) > max(result["scores"]) else set()
    return found


def _action_features(event: Event) -> set[str]:
    cards = [CARD_VALUE[IDS[card]] for card in event["cards"]]
    shown = {
        "pass": event["verb"] == "pass",
        "small cards taken together": event["verb"] == "take" and len(cards) > 1,
        "wasteful payment": event["verb"] == "buy" and event["over"] >= min(cards),
        "given to Dirk": event.get("give", False),
        "Dirk takes a third": bool(event["dirk"].get("B")),
    }
    return {name for name, is_so in shown.items() if is_so}


def _has_scoring_tie(letter: str, held: tuple[int, ...]) -> bool:
    """Return True if owners with equal numbers share places that score (A20)."""
    return any(n and held.count(n) > 1 and sum(other > n for other in held) < len(AWARDS[letter][0]) for n in set(held))


# -- move choosers -----------------------------------------------------------------------------------------------------


def anything(match: Match[Alhambra], chance: random.Random) -> list[Any]:
    return chance.choice(match.legal())


def bargains(match: Match[Alhambra], chance: random.Random) -> list[Any]:
    """Pay exactly if possible, else mostly take money."""
    actions, yard = match.legal(), match.view(None)["yard"]
    exact = [
        action
        for action in actions
        if action[0] == "buy"
        and sum(CARD_VALUE[IDS[card]] for card in action[2]) == BUILDING_PRICE[IDS[yard[action[1]] or ""]]
    ]
    takes = [action for action in actions if action[0] == "take"]
    return chance.choice(exact or (takes if takes and chance.random() < 0.9 else actions))


def squanders(match: Match[Alhambra], chance: random.Random) -> list[Any]:
    """Buy when possible, with all cards of the currency."""
    actions, seat = match.legal(), match.to_move()
    buys = [action for action in actions if action[0] == "buy"]
    if not buys:
        return chance.choice(actions)
    verb, place, _, whose = chance.choice(buys)
    assert seat is not None
    hand = open_hand(match.view(seat), seat)
    return [verb, place, [card for card in hand if card[0] == "ybgo"[place]], whose]


def hoards(match: Match[Alhambra], chance: random.Random) -> list[Any]:
    """Let all seats except the first take money while any is open.

    The first seat spends its money, and finally passes.
    """
    if match.to_move() == 0:
        return squanders(match, chance)
    actions = match.legal()
    return max((action for action in actions if action[0] == "take"), key=len, default=actions[0])


CHOOSERS: dict[str, Chooser] = {f.__name__: f for f in (anything, bargains, squanders, hoards)}
ONLY_FOR = {"hoards": {"pass"}}
