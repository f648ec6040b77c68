"""Sources of chance: a Dealer for search, a Recorder for live play, a Replay for loading and scripted tests.

A pile that nobody has looked into is an unordered bag until a card is drawn. So no hidden order can leak, and none has
to be copied.
"""

import random
from collections.abc import Iterable
from operator import index
from typing import Self, SupportsIndex


class ImpossibleDraw(ValueError):
    """A recorded draw that could not have happened."""


class Dealer:
    """A source of draws from bags, with its own random generator.

    >>> bag = [1, 2, 3]
    >>> card = Dealer(7).draw(bag)
    >>> card in (1, 2, 3), len(bag)
    (True, 2)
    """

    __slots__ = ("_random", "rng")

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        self.rng = random.Random(None if seed is None else index(seed))
        self._random = self.rng.random

    def draw(self, bag: list[int]) -> int:
        """Remove one card from a bag (not empty) and return it; every card is equally likely."""
        at = int(self._random() * len(bag))
        card = bag[at]
        last = bag.pop()
        if at < len(bag):
            bag[at] = last
        return card

    def turns_up(self, card: int, slots: int) -> bool:
        """Return True if a card, equally likely in any of the next `slots` places, is in the very next one."""
        return self._random() * slots < 1

    def copy(self) -> Self:
        """Return an independent dealer of the same kind that continues exactly as this one would."""
        twin = type(self)(0)
        twin.rng.setstate(self.rng.getstate())
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


class Recorder(Dealer):
    """A Dealer that records everything it revealed in `draws`."""

    __slots__ = ("draws",)

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        super().__init__(seed)
        self.draws: list[int] = []

    def draw(self, bag: list[int]) -> int:
        card = super().draw(bag)
        self.draws.append(card)
        return card

    def turns_up(self, card: int, slots: int) -> bool:
        if super().turns_up(card, slots):
            self.draws.append(card)
            return True
        return False

    def take_draws(self) -> list[int]:
        """Return the draws since the last call and clear them."""
        draws, self.draws = self.draws, []
        return draws

    def copy(self) -> Self:
        twin = super().copy()
        twin.draws = self.draws[:]
        return twin


class Replay(Recorder):
    """A Recorder that reveals the cards of a script.

    It also advances its own generator. So a script that equals the seed's own draws leaves the generator where live
    play would have left it, and `to_recorder` continues in the same way. Raises ImpossibleDraw if a scripted draw is
    impossible.
    """

    __slots__ = ("script",)

    def __init__(self, seed: SupportsIndex | None = None, script: Iterable[int] = ()) -> None:
        super().__init__(seed)
        self.script = list(script)[::-1]

    def copy(self) -> Self:
        twin = super().copy()
        twin.script = self.script[:]
        return twin

    def set_script(self, draws: Iterable[int]) -> None:
        """Set the next draws."""
        self.script = list(draws)[::-1]

    def draw(self, bag: list[int]) -> int:
        if not self.script:
            raise ImpossibleDraw("a draw is missing")
        card = self.script.pop()
        if card not in bag:
            raise ImpossibleDraw("a drawn card is not in the bag")
        own = Dealer.draw(self, bag)
        if own != card:
            bag[bag.index(card)] = own
        self.draws.append(card)
        return card

    def turns_up(self, card: int, slots: int) -> bool:
        Dealer.turns_up(self, card, slots)
        if self.script and self.script[-1] == card:
            self.draws.append(self.script.pop())
            return True
        if slots == 1:
            raise ImpossibleDraw("a card did not turn up in its last possible place")
        return False

    def require_script_end(self) -> None:
        """Raise ImpossibleDraw if the script has draws left."""
        if self.script:
            raise ImpossibleDraw("there are too many draws")

    def to_recorder(self) -> Recorder:
        """Return a Recorder that continues with the generator of this Replay."""
        recorder = Recorder(0)
        recorder.rng.setstate(self.rng.getstate())
        return recorder


def fresh_seed() -> int:
    """Return a seed that nobody can predict, small enough for every JSON reader (32 bits)."""
    return random.SystemRandom().getrandbits(32)
