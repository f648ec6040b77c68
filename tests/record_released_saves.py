"""A recorder of saves and links of the current versions, in `released/`: `python tests/record_released_saves.py`.

There are versions of a game's rules, of the format of saves and of links. After a version rises, this makes a new file
for each affected game. To an existing file it only adds missing cases, for example those of a new option. It never
changes a recorded case, because people have such saves and links.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pygame_core import GAMES, Match
from pygame_core.bots import LEVELS, choose
from pygame_core.match import Save, require_game, require_level

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "web"), str(ROOT / "build")]

from palaces.app import routing as addresses  # noqa: E402
from palaces.app.routing import Address  # noqa: E402
from palaces.share import permalinks  # noqa: E402
from site_builder import release  # noqa: E402 - found along the path above

RECORDED_AT = "2026-11-22T06:00:00+00:00"
"""The time of the games in their records."""
MIXED_KINDS = ["human", *(f"bot:{level}" for level in LEVELS)]
HOSTILE_NAMES = [
    "<img src=x onerror=document.title=1>",
    "a,b",
    "</script>&quot;\"'{n}%s\\",
    " ü 🏰 שלום ",
    "x" * 40,
    "#proof=1&take",
]
"""Names that a save may contain and that a careless page could display or write incorrectly."""


class RecordedCase(NamedTuple):
    """A game to record."""

    name: str
    kinds: Sequence[str]
    options: dict[str, Any]
    seed: int
    moves: int | None = None
    """The number of moves to play; None: all."""
    names: Sequence[str] = ("Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald")
    practice: bool = False


def record_cases(game: str) -> Iterator[RecordedCase]:
    """Yield all cases of a game: each number of seats, each value of each option, each kind of game."""
    for seats in GAMES[game].seat_counts:
        kinds = list(islice(cycle(MIXED_KINDS), seats))
        yield RecordedCase(f"{seats} seats, dealt", kinds, {}, seats, 0)
        yield RecordedCase(f"{seats} seats, people at one device", ["human"] * seats, {}, 10 + seats, 40)
        yield RecordedCase(f"{seats} seats, bots alone", [*reversed(MIXED_KINDS)][:seats], {}, 20 + seats, 12)
        yield RecordedCase(f"{seats} seats, whole", kinds, {}, 30 + seats)
        yield RecordedCase(f"{seats} seats, names", kinds, {}, 2**53 - seats, 8, names=HOSTILE_NAMES)
        yield RecordedCase(f"{seats} seats, practice", kinds, {}, 0, 20, practice=True)
        for n, options in enumerate(option_choices(game, seats), 1):
            told = ", ".join(f"{name} {value}" for name, value in options.items())
            yield RecordedCase(f"{seats} seats, {told}", kinds, options, 40 + 10 * seats + n)


def option_choices(game: str, seats: int) -> list[dict[str, Any]]:
    """Return settings that together use every value of every option."""
    values = {
        option.name: [choice.value for choice in option.available_choices(seats)] for option in GAMES[game].options
    }
    turns = max(map(len, values.values()), default=0)
    return [{name: each[n % len(each)] for name, each in values.items()} for n in range(turns)]


def play_case(game: str, case: RecordedCase) -> Match:
    """Play the game of a case. Most moves are sensible, so that seats score, and some are random."""
    seats = [{"name": name, "kind": kind} for name, kind in zip(case.names, case.kinds, strict=False)]
    match = Match.new(require_game(game), seats, case.seed, case.options)
    chance = Random(case.name)

    def play_moves(moves: int | None) -> None:
        while match.to_move() is not None and (moves is None or len(match.log) < moves):
            level = "casual" if chance.random() < 0.8 else "random"
            match.play(choose(require_level(level), match.view(match.to_move()), chance).action)

    play_moves(case.moves)
    if case.practice:
        match.undo(practice=True)
        # to the end with the lowest number of seats, so that there is also a whole practice game
        play_moves(None if len(seats) == GAMES[game].seat_counts[0] else len(match.log) + 5)
    return match


def record_case(game: str, case: RecordedCase) -> dict[str, Any]:
    """Return a game as the browser keeps it, its link, and its points over time.

    The record of a whole game is an accepted challenge.
    """
    match = play_case(game, case)
    address = addresses.address_of_match(match, Address())
    proof = ""
    best = max((match.scores()[seat] for seat, kind in enumerate(case.kinds) if kind == "human"), default=-1)
    if match.to_move() is None and not match.practice and best >= 0:
        address = replace(address, beat=best)
        proof = permalinks.proof_fragment(match)
    record = {
        "address": address.to_query(),
        "time": RECORDED_AT,
        "over": match.to_move() is None,
        "title": ", ".join(seat["name"] for seat in match.seats),
        "save": match.save(),
        "proof": proof,
    }
    link = (
        permalinks.replay_link(match, len(match.log) // 2)
        if record["over"]
        else permalinks.handover_link(match, address)
    )
    return {
        "name": case.name,
        "key": address.storage_key(),
        "record": record,
        "link": link,
        "points": points_by_quarter(match),
    }


def points_by_quarter(match: Match) -> list[list[Any]]:
    """Return the points after each quarter of the game: the number of entries, and all points."""
    quarters = sorted({len(match.log) * quarter // 4 for quarter in range(5)})
    return [[n, match_at(match.save(), n).scores()] for n in quarters]


def match_at(save: Save, n: int) -> Match:
    """Return the game of a save after `n` entries."""
    return Match.load(save if n == len(save["log"]) else save | {"log": save["log"][:n], "result": None})


def main() -> None:
    for game in [name for name, its in GAMES.items() if its.is_released]:
        path = release.record_file(game)
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        there = {json.loads(line)["name"] for line in lines}
        new = [record_case(game, case) for case in record_cases(game) if case.name not in there]
        lines += [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in new]
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
        print(f"{path.relative_to(ROOT)}: {len(new)} new, {len(lines)} in all")


if __name__ == "__main__":
    main()
