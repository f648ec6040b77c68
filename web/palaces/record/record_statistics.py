"""Figures of a person's games: wins with their intervals, groups of games, best scores, points by source. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from palaces.record.record_entry import LEVEL_LETTERS, PERSON_LETTER, Entry
from pygame_core.bots.win_rates import Z_95_PERCENT, wilson_interval

MIN_GAMES_FOR_SHARE = 5
MAX_MONTHS = 6
MIN_POINT_DIFFERENCE = 2
Grouping = Literal["opponents", "seats", "months"]
MIXED, PEOPLE = "mixed", "people"
GroupKey = str | int | tuple[int, int]
"""A level, `MIXED` or `PEOPLE`; a number of seats; or a year and a month."""


class PersonGame(NamedTuple):
    """A game of one person."""

    entry: Entry
    seat: int

    @property
    def is_win(self) -> bool:
        return self.entry.places[self.seat] == 1

    @property
    def points(self) -> int:
        return self.entry.scores[self.seat]

    @property
    def lead(self) -> int:
        """The points ahead of the best opponent."""
        return self.points - max(self.entry.scores[seat] for seat in range(len(self.entry.kinds)) if seat != self.seat)

    @property
    def is_shared(self) -> bool:
        """True for a shared victory."""
        return self.is_win and self.entry.places.count(1) > 1

    @property
    def opponents(self) -> str:
        """The kinds of the other seats."""
        return self.entry.kinds[: self.seat] + self.entry.kinds[self.seat + 1 :]

    @property
    def sources(self) -> tuple[int, ...]:
        """The person's points by source; empty if unknown."""
        return self.entry.sources[self.entry.people.index(self.seat)] if self.entry.sources else ()


class WinShare(NamedTuple):
    """The wins of a group of games."""

    key: GroupKey
    wins: int
    games: int
    low: float
    high: float
    even: float
    """The share of wins among equals: the mean of one divided by the number of seats."""

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def is_clear(self) -> bool:
        """True if there are enough games to show a share."""
        return self.games >= MIN_GAMES_FOR_SHARE


class SourceMean(NamedTuple):
    """The mean points of one source, of the person and of skilled bots."""

    own: float
    bots: float
    error: float
    """The standard error of the person's mean."""

    @property
    def is_different(self) -> bool:
        """True if the difference is large, and outside its error."""
        difference = abs(self.own - self.bots)
        return difference > MIN_POINT_DIFFERENCE and difference > Z_95_PERCENT * self.error


def person_names(entries: Iterable[Entry]) -> list[str]:
    """Return the names of all people, the one with the most games first; of two, the later one."""
    counts: dict[str, tuple[int, int]] = {}
    for entry in entries:
        for name in entry.names:
            counts[name] = (counts.get(name, (0, 0))[0] + 1, entry.minute)
    return sorted(counts, key=lambda name: counts[name], reverse=True)


def games_of(entries: Iterable[Entry], name: str, game: str = "", *, practice: bool = False) -> list[PersonGame]:
    """Return the games of a person in one game, or in all of them. `practice` adds practice games and deals."""
    return [
        PersonGame(entry, seat)
        for entry in entries
        if (not game or entry.game == game) and (practice or not entry.mark)
        for seat in [entry.seat_of(name)]
        if seat is not None
    ]


def group_by_game(games: Iterable[PersonGame]) -> dict[str, list[PersonGame]]:
    """Return the games by the name of their game, in the order of its first one."""
    groups: dict[str, list[PersonGame]] = {}
    for each in games:
        groups.setdefault(each.entry.game, []).append(each)
    return groups


def win_share(key: GroupKey, games: Sequence[PersonGame]) -> WinShare:
    """Return the wins of some games; at least one."""
    wins = sum(each.is_win for each in games)
    even = sum(1 / len(each.entry.kinds) for each in games) / len(games)
    return WinShare(key, wins, len(games), *wilson_interval(wins / len(games), len(games)), even)


def opponent_group(game: PersonGame) -> str:
    """Return the level of all opponents, `MIXED`, or `PEOPLE` if another person played."""
    kinds = {*game.opponents}
    if PERSON_LETTER in kinds:
        return PEOPLE
    return LEVEL_LETTERS.get(kinds.pop(), MIXED) if len(kinds) == 1 else MIXED


def win_shares(games: Iterable[PersonGame], grouping: Grouping) -> list[WinShare]:
    """Return the wins of each group: levels from weak to strong, rising seats, or the last months."""
    levels = [*LEVEL_LETTERS.values(), MIXED, PEOPLE]
    keys: Mapping[Grouping, Callable[[PersonGame], GroupKey]] = {
        "opponents": opponent_group,
        "seats": lambda game: len(game.entry.kinds),
        "months": lambda game: (game.entry.date.year, game.entry.date.month),
    }
    groups: dict[GroupKey, list[PersonGame]] = {}
    for game in games:
        groups.setdefault(keys[grouping](game), []).append(game)
    ordered = sorted(groups, key=levels.index) if grouping == "opponents" else sorted(groups)  # type: ignore[arg-type]
    return [win_share(key, groups[key]) for key in ordered[-MAX_MONTHS if grouping == "months" else 0 :]]


def best_game(games: Iterable[PersonGame]) -> PersonGame | None:
    """Return the game with the most points, the first of several."""
    return max(games, key=lambda game: game.points, default=None)


def closest_win(games: Iterable[PersonGame]) -> PersonGame | None:
    """Return the win with the smallest lead, the last of several. A tie on points counts only if nothing else does."""
    wins = [game for game in games if game.is_win and game.lead >= 0]
    return min(reversed(wins), key=lambda game: (not game.lead, game.lead), default=None)


def source_means(games: Iterable[PersonGame], means: Mapping[int, Sequence[float]]) -> list[SourceMean]:
    """Return the mean points by source in games of one kind. `means` are those of skilled bots, by number of seats."""
    known = [game for game in games if game.sources and len(game.sources) == len(means.get(len(game.entry.kinds), ()))]
    if not known:
        return []
    bots = [sum(column) / len(known) for column in zip(*(means[len(game.entry.kinds)] for game in known), strict=True)]
    found = []
    for own, other in zip(zip(*(game.sources for game in known), strict=True), bots, strict=True):
        mean = sum(own) / len(own)
        spread = sum((points - mean) ** 2 for points in own) / (len(own) - 1) if len(own) > 1 else float("inf")
        found.append(SourceMean(mean, other, sqrt(spread / len(own))))
    return found
