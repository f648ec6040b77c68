"""A lesson: a real game, recorded with every draw, in which somebody learns by playing. Those who teach a game have it
in their `lesson.py`.

A lesson goes from act to act. Each stands at a place of the log and asks for one thing: the learner's entry that comes
there, or to touch something. What lies between is what the others do. Whatever else the rules allow there is answered,
not played. Things on the table are called by names of notation (`open:o5`, `space:l10`), which `highlights` lists.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

ANY_PART = "*"
"""In the beginning of an action: whatever stands there."""


class LessonReply(NamedTuple):
    """What is said to another action, or to a touch of another thing."""

    trigger: Sequence[Any] | str
    """The beginning of the action, or the thing."""
    sentence: str
    """For people, marked for the catalogue, as is all that a lesson says."""


class LessonTask(NamedTuple):
    """One thing to do."""

    log_length: int
    """How many entries the log has then."""
    instruction: str
    """What to do."""
    highlights: str
    """What it is about, apart by spaces."""
    replies: tuple[LessonReply, ...] = ()
    """The first that fits is said."""
    touch_target: str = ""
    """Which of the things to touch; "": the entry of the log is to be played."""
    points_after: int | None = None
    """How many the learner has afterwards, where that changes."""

    @property
    def highlighted_things(self) -> list[str]:
        """What it is about."""
        return self.highlights.split()


class LessonStep(NamedTuple):
    """What is learnt at once."""

    name: str
    """In tests and addresses of documentation; not for people."""
    heading: str
    paragraphs: tuple[str, ...]
    tasks: tuple[LessonTask, ...]
    sum_rows: tuple[str, ...] = ()
    """Rows of a picture, apart by spaces: names of things are drawn, figures and signs stand as they are."""


class LessonFinish(NamedTuple):
    """What is said when all is done; the game goes on from there."""

    log_length: int
    heading: str
    paragraphs: tuple[str, ...]


class LessonStage(NamedTuple):
    """An act with its step."""

    step_index: int
    """Of which step it is, from 0."""
    step: LessonStep
    task: LessonTask


class Lesson(NamedTuple):
    """All of it."""

    save: Mapping[str, Any]
    """The whole game as a save."""
    start_log_length: int
    """How many entries are there before the first step."""
    default_reply: str
    """What is said to an action that no answer is for."""
    steps: tuple[LessonStep, ...]
    finish: LessonFinish
    learner_seat: int = 0

    @property
    def lesson_stages(self) -> list[LessonStage]:
        """All acts in their order."""
        return [LessonStage(n, step, act) for n, step in enumerate(self.steps) for act in step.tasks]

    def required_action(self, act: LessonTask) -> Any:
        """The action that an act asks for; None where something is to be touched."""
        return None if act.touch_target else self.save["log"][act.log_length][1]

    def find_reply(self, act: LessonTask, done: Sequence[Any] | str) -> str:
        """What is said to another action, or to a touch of another thing."""
        return next(
            (answer.sentence for answer in act.replies if is_trigger_match(answer.trigger, done)), self.default_reply
        )

    def save_prefix(self, n: int) -> dict[str, Any]:
        """The save of the game as it is after `step_index` entries."""
        return {**self.save, "log": [*self.save["log"][:n]]}

    def free_play_save(self, n: int, seed: int) -> dict[str, Any]:
        """The same for who plays on from there: chance decides anew, it is practice, and the others are beginners."""
        own = self.save["seats"]
        seats = [seat if n == self.learner_seat else {**seat, "kind": "bot:beginner"} for n, seat in enumerate(own)]
        return {**self.save_prefix(n), "seats": seats, "seed": seed, "practice": True}


def is_trigger_match(to: Sequence[Any] | str, done: Sequence[Any] | str) -> bool:
    """Whether an answer is for what was done.

    >>> is_trigger_match(("take", ANY_PART, ANY_PART), ["take", "y2", "b1"])
    True
    >>> is_trigger_match(("take", ANY_PART, ANY_PART), ["take", "o5"])
    False
    >>> is_trigger_match("yard:1", "yard:1")
    True
    """
    if isinstance(to, str) or isinstance(done, str):
        return to == done
    return len(to) <= len(done) and all(_is_part_match(one, other) for one, other in zip(to, done, strict=False))


def _is_part_match(one: object, other: object) -> bool:
    if isinstance(one, tuple):
        return isinstance(other, list) and [*one] == other
    return one in (ANY_PART, other)


def picture_parts(row: str) -> Iterator[tuple[str, bool]]:
    """The parts of a row of a picture, and of each whether it is the name of a thing.

    >>> [*picture_parts("o2 + o7 = 9")]
    [('o2', True), ('+', False), ('o7', True), ('=', False), ('9', False)]
    """
    return ((part, len(part) > 1 and part[0].isalpha()) for part in row.split())
