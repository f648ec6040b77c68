"""Chance: a Dealer for search, a Recorder for live play, a Replay for loading and for scripted tests.

A pile whose order nobody sees is a bag until it is drawn from, so there is no hidden order to leak or to copy.
"""

import random
from collections.abc import Iterable
from typing import Self


class ImpossibleDraw(ValueError):
    """A recorded draw that could not have happened."""


class Dealer:
    """Draws from bags with a generator of its own.

    >>> bag = [1, 2, 3]
    >>> card = Dealer(7).draw(bag)
    >>> card in (1, 2, 3), len(bag)
    (True, 2)
    """

    __slots__ = ("_random", "rng")

    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)
        self._random = self.rng.random

    def draw(self, bag: list[int]) -> int:
        """Take one card out of a bag (not empty), each as likely as any other."""
        at = int(self._random() * len(bag))
        card = bag[at]
        last = bag.pop()
        if at < len(bag):
            bag[at] = last
        return card

    def turns_up(self, card: int, slots: int) -> bool:
        """Whether a single card, hidden with equal chance in any of `slots` coming places, lies in the next one."""
        return self._random() * slots < 1


class Recorder(Dealer):
    """A Dealer that writes down in `draws` all that it revealed."""

    __slots__ = ("draws",)

    def __init__(self, seed: int | None = None) -> None:
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
        """The draws since the last call."""
        draws, self.draws = self.draws, []
        return draws

    def copy(self) -> Self:
        """A Recorder that will go on exactly as this one would."""
        twin = type(self)(0)
        twin.rng.setstate(self.rng.getstate())
        twin.draws = self.draws[:]
        return twin


class Replay(Recorder):
    """A Recorder that reveals what a script says.

    It asks its own generator all the same, so a script that is the seed's own leaves the generator just where live
    play would have left it, and `to_recorder` goes on in the same way. Raises Impossible where the script cannot be.
    """

    __slots__ = ("script",)

    def __init__(self, seed: int | None = None, script: Iterable[int] = ()) -> None:
        super().__init__(seed)
        self.script = list(script)[::-1]

    def set_script(self, draws: Iterable[int]) -> None:
        """Make these the next draws."""
        self.script = list(draws)[::-1]

    def draw(self, bag: list[int]) -> int:
        if not self.script:
            raise ImpossibleDraw("a draw is missing")
        card = self.script.pop()
        if card not in bag:
            raise ImpossibleDraw("a card was drawn that was not there")
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
            raise ImpossibleDraw("a card did not turn up in the last place that it could lie in")
        return False

    def require_script_end(self) -> None:
        """Raise Impossible if draws of the script are left over."""
        if self.script:
            raise ImpossibleDraw("there is a draw too many")

    def to_recorder(self) -> Recorder:
        """A Recorder that goes on with this one's generator."""
        recorder = Recorder(0)
        recorder.rng.setstate(self.rng.getstate())
        return recorder


def fresh_seed() -> int:
    """A seed nobody can foresee, small enough for every JSON reader (32 bits)."""
    return random.SystemRandom().getrandbits(32)
