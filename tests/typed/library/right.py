"""Passes both type checkers: programs of people who use the library."""

import sys
from random import Random
from typing import Literal, assert_type

from pygame_core import GAMES, Illegal, Match
from pygame_core.bot_tools import coins, heuristic, lead, legal, play_out, preview, rank, sample_worlds, scoring
from pygame_core.bots import Budget, choose
from pygame_core.match import require_game, require_level
from pygame_core.players import Choice, Player, PlayerFunction
from pygame_core.types import (
    Action,
    AlhambraAction,
    AlhambraActionPart,
    AlhambraView,
    AnyView,
    GameName,
    Hand,
    LevelName,
    MedinaAction,
    MedinaActionPart,
    MedinaView,
    PalazzoAction,
    PalazzoView,
    Result,
    Save,
    View,
)

# -- a match knows its game --------------------------------------------------------------------------------------------

match = Match.new("alhambra", 3, seed=7)
view = match.view(0)
assert_type(view["yard"], list[str | None])
assert_type(view["game"], Literal["alhambra"])
match.play(["take", view["money"][0]])
match.play(["buy", 0, ["y8"], "keep"])
match.play(("pass",))
match.play(match.legal()[0])
match.play(choose("casual", view, Random(1), Budget(playouts=60)).action)
own = view["hands"][0]
if not isinstance(own, int):
    match.play(["buy", 0, own[:1], "keep"])
    print(sum(int(card[1:]) for card in own))
for event in match.events(None):
    if event["verb"] == "buy":
        print(event.get("building"), event["scorings"])

palazzo = Match.new("palazzo", 2)
seen = palazzo.view(0, memory=True)
palazzo.play(["bid", *seen["money"]])
palazzo.play(["buy", seen["supply"][:1], ["r3"]])
palazzo.play(["claim", seen["building"][0]])
palazzo.play(["rebuild", "c2", "split", 0, 1])

medina = Match.new(
    "medina", [{"name": "Ada", "kind": "human"}, {"name": "Bo", "kind": "bot:master"}], options={"first": 1}
)
medina.play(["building", "grey", "a5"])
medina.play(["wall", "N4"])
medina.play(["roof", "own", medina.view(1)["palaces"][0]["buildings"][0]])
print(medina.copy().view(None)["supplies"][0]["tea"])

save: Save = medina.save()
loaded = Match.load(save)
result: Result | None = loaded.result()
if result:
    print(result["places"], result["end"], result.get("dirk"))


# -- any game ----------------------------------------------------------------------------------------------------------


def play_casually(name: GameName, level: LevelName = "casual") -> Match:
    """Return a game that ended."""
    played, rng = Match.new(name, 2), Random(1)
    while (seat := played.to_move()) is not None:
        played.play(choose(level, played.view(seat), rng).action)
    return played


def count_cards(any_view: View) -> int:
    """Return the number of cards in all hands."""
    hands: list[Hand] = [*any_view.get("hands", [])]
    return sum(hand if isinstance(hand, int) else len(hand) for hand in hands)


def describe(any_view: AnyView) -> str:
    """Return what only one game has."""
    if any_view["game"] == "medina":
        return any_view["well"]
    if any_view["game"] == "palazzo":
        return any_view["phase"]
    return str(any_view["yard"][0])


try:
    play_casually(require_game(sys.argv[1]), require_level(sys.argv[2]))
except Illegal as refusal:
    print(refusal.clause, refusal.message)
matches: list[Match] = [match, palazzo, medina, play_casually("medina")]
print(
    count_cards(view), describe(view), describe(seen), GAMES[match.game].seat_counts, sum(map(len, matches[0].legal()))
)


# -- bots --------------------------------------------------------------------------------------------------------------


def choose_random(view: View, legal: list[Action], rng: Random) -> Action:
    """Bot 1, for any game."""
    return rng.choice(legal)


def rank_exact_first(view: AlhambraView, action: AlhambraAction) -> tuple[int, int]:
    """Return the rank of an action for bot 2, which buys exactly."""
    match action:
        case ["buy", int(place), list(cards), recipient]:
            paid = sum(int(card[1:]) for card in cards)
            price = int((view["yard"][place] or "-0").split("-")[1])
            return (0 if recipient == "give" else 2, price - paid)
        case _:
            return (1, sum(int(card[1:]) for card in action[1:] if isinstance(card, str)))


def choose_exact_first(view: AlhambraView, legal: list[AlhambraAction], rng: Random) -> AlhambraAction:
    """Bot 2."""
    return max(legal, key=lambda action: rank_exact_first(view, action))


def choose_score_now(view: AlhambraView, legal: list[AlhambraAction], rng: Random) -> AlhambraAction:
    """Bot 3."""
    me = view["seat"] or 0

    def value(action: AlhambraAction) -> float:
        after = preview(view, action)
        return lead(scoring(after, "C"), me) + 5 * (after["to_move"] == me) + 0.6 * coins(after, me)

    return max(legal, key=value)


def choose_one_reply(view: View, legal: list[Action], rng: Random) -> Action:
    """Bot 4."""
    worlds = sample_worlds(view, rng, 6)
    return max(legal, key=lambda action: sum(heuristic(preview(world, action), view["seat"]) for world in worlds))


def choose_by_rollouts(view: PalazzoView, legal: list[PalazzoAction], rng: Random) -> PalazzoAction:
    """Bot 5."""
    best, worlds = [action for action, _value in rank(view)[:4]], sample_worlds(view, rng, 12)

    def playout(world: PalazzoView, action: PalazzoAction) -> float:
        end = play_out(preview(world, action), rng, turns=2 * world["seats"], player="skilled")
        return heuristic(end, seat=world["seat"])

    return max(best, key=lambda action: sum(playout(world, action) for world in worlds))


class Mason:
    """A player of Medina alone."""

    wants_memory = True

    def choose(self, view: MedinaView, legal: list[MedinaAction], rng: Random) -> MedinaAction | Choice:
        """Prefer walls."""
        walls = [action for action in legal if action[0] == "wall"]
        return Choice(walls[0], [(walls[0], 1.0)]) if walls else legal[0]


class Anyone:
    """A player of any game."""

    def choose(self, view: View, legal: list[Action], rng: Random) -> Action:
        """Take the first action."""
        return legal[0]


mason: Player[MedinaView, MedinaActionPart] = Mason()
anyone: Player = Anyone()
function: PlayerFunction = choose_random
exact_first: PlayerFunction[AlhambraView, AlhambraActionPart] = choose_exact_first
medina.play(legal(medina.view(0))[0])
choose_random(view, match.legal(), Random(1))
match.play(choose_exact_first(view, match.legal(), Random(1)))
match.play(choose_score_now(view, legal(view), Random(1)))
palazzo.play(choose_by_rollouts(palazzo.view(0), palazzo.legal(), Random(1)))
for name, rules in GAMES.items():
    Match.new(name, rules.seat_counts[0])
for name in (*GAMES, *sorted(GAMES), *list(GAMES)):
    Match.new(name, 2)
