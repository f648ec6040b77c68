"""A lesson: a real game, recorded with every draw, in which somebody learns by playing. Those who teach a game have it
in their `lesson.py`.

A lesson goes from act to act. Each stands at a place of the log and asks for one thing: the learner's entry that comes
there, or to touch something. What lies between is what the others do. Whatever else the rules allow there is answered,
not played. Things on the table are called by names of notation (`open:o5`, `space:l10`), which `lit` lists.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

ANY = "*"
"""In the beginning of an action: whatever stands there."""


class Reply(NamedTuple):
    """What is said to another action, or to a touch of another thing."""

    to: Sequence[Any] | str
    """The beginning of the action, or the thing."""
    say: str
    """For people, marked for the catalogue, as is all that a lesson says."""


class Act(NamedTuple):
    """One thing to do."""

    at: int
    """How many entries the log has then."""
    say: str
    """What to do."""
    lit: str
    """What it is about, apart by spaces."""
    answers: tuple[Reply, ...] = ()
    """The first that fits is said."""
    touch: str = ""
    """Which of the things to touch; "": the entry of the log is to be played."""
    points: int | None = None
    """How many the learner has afterwards, where that changes."""

    @property
    def things(self) -> list[str]:
        """What it is about."""
        return self.lit.split()


class Step(NamedTuple):
    """What is learnt at once."""

    name: str
    """In tests and addresses of documentation; not for people."""
    heading: str
    text: tuple[str, ...]
    acts: tuple[Act, ...]
    sums: tuple[str, ...] = ()
    """Rows of a picture, apart by spaces: names of things are drawn, figures and signs stand as they are."""


class Finish(NamedTuple):
    """What is said when all is done; the game goes on from there."""

    at: int
    heading: str
    text: tuple[str, ...]


class Halt(NamedTuple):
    """An act with its step."""

    n: int
    """Of which step it is, from 0."""
    step: Step
    act: Act


class Lesson(NamedTuple):
    """All of it."""

    save: Mapping[str, Any]
    """The whole game as a save."""
    start: int
    """How many entries are there before the first step."""
    otherwise: str
    """What is said to an action that no answer is for."""
    steps: tuple[Step, ...]
    finish: Finish
    learner: int = 0

    @property
    def halts(self) -> list[Halt]:
        """All acts in their order."""
        return [Halt(n, step, act) for n, step in enumerate(self.steps) for act in step.acts]

    def asked(self, act: Act) -> Any:
        """The action that an act asks for; None where something is to be touched."""
        return None if act.touch else self.save["log"][act.at][1]

    def answer(self, act: Act, done: Sequence[Any] | str) -> str:
        """What is said to another action, or to a touch of another thing."""
        return next((answer.say for answer in act.answers if fits(answer.to, done)), self.otherwise)

    def prefix(self, n: int) -> dict[str, Any]:
        """The save of the game as it is after `n` entries."""
        return {**self.save, "log": [*self.save["log"][:n]]}

    def handed_over(self, n: int, seed: int) -> dict[str, Any]:
        """The same for who plays on from there: chance decides anew, it is practice, and the others are beginners."""
        own = self.save["seats"]
        seats = [seat if n == self.learner else {**seat, "kind": "bot:beginner"} for n, seat in enumerate(own)]
        return {**self.prefix(n), "seats": seats, "seed": seed, "practice": True}


def fits(to: Sequence[Any] | str, done: Sequence[Any] | str) -> bool:
    """Whether an answer is for what was done.

    >>> fits(("take", ANY, ANY), ["take", "y2", "b1"]), fits(("take", ANY, ANY), ["take", "o5"])
    (True, False)
    >>> fits("yard:1", "yard:1")
    True
    """
    if isinstance(to, str) or isinstance(done, str):
        return to == done
    return len(to) <= len(done) and all(_same(one, other) for one, other in zip(to, done, strict=False))


def _same(one: object, other: object) -> bool:
    if isinstance(one, tuple):
        return isinstance(other, list) and [*one] == other
    return one in (ANY, other)


def drawn(row: str) -> Iterator[tuple[str, bool]]:
    """The parts of a row of a picture, and of each whether it is the name of a thing.

    >>> [*drawn("o2 + o7 = 9")]
    [('o2', True), ('+', False), ('o7', True), ('=', False), ('9', False)]
    """
    return ((part, len(part) > 1 and part[0].isalpha()) for part in row.split())
