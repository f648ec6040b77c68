"""Lessons: a real game, recorded with every draw, that teaches a player by playing. A game's lesson is its `lesson.py`.

A lesson is a sequence of tasks. Each task belongs to one position of the log and asks for one thing: the learner's next
entry, or a tap on a thing. The other players make the entries between the tasks. Any other action that the rules allow
gets a reply and is not played. Things on the table have names in notation (`open:o5`, `space:l10`), which `highlights`
lists.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pygame_core.state import JsonAction, JsonObject

ANY_PART = "*"
"""Matches any part in the beginning of an action."""


class Term(NamedTuple):
    """A term of a calculation: drawn things, how much they are, and a noun."""

    figure: str = ""
    """A number; "" if the picture shows its own."""
    pictures: str = ""
    """The names of drawn things, separated by spaces."""
    noun: str = ""
    """What the number counts, marked for translation."""


Calculation = tuple[Term | str, ...]
"""A row of terms with signs between them, such as `+`, `=` and `→`."""


class LessonReply(NamedTuple):
    """The reply to another action, or to a tap on another thing."""

    trigger: Sequence[object] | str
    """The beginning of the action, or the thing."""
    sentence: str
    """A sentence for people, marked for translation like everything that a lesson says."""


class LessonTask(NamedTuple):
    """One thing to do."""

    log_length: int
    """The length of the log at this task, in entries."""
    instruction: str
    """The instruction for people."""
    highlights: str
    """The names of the things that the task needs, separated by spaces."""
    replies: tuple[LessonReply, ...] = ()
    """The first matching reply is shown."""
    touch_target: str = ""
    """The thing to tap; "" if the learner plays the entry of the log instead."""
    points_after: int | None = None
    """The learner's points afterwards, if they change."""
    background: str = ""
    """The names of things that explain the task. The page highlights them only where it has room."""
    sum_rows: tuple[Calculation, ...] = ()
    """Its own calculations, instead of those of the step."""

    @property
    def needed_things(self) -> list[str]:
        """The names of the things that the task needs."""
        return self.highlights.split()

    @property
    def highlighted_things(self) -> list[str]:
        """The names of all highlighted things, the needed ones first."""
        return [*self.needed_things, *self.background.split()]


class LessonStep(NamedTuple):
    """One topic of a lesson, with its tasks."""

    name: str
    """Its name in tests and in URLs of the documentation; not for people."""
    heading: str
    paragraphs: tuple[str, ...]
    tasks: tuple[LessonTask, ...]
    sum_rows: tuple[Calculation, ...] = ()
    """Calculations in pictures."""


class LessonFinish(NamedTuple):
    """The text at the end of the lesson; the game continues from here."""

    log_length: int
    heading: str
    paragraphs: tuple[str, ...]


class LessonStage(NamedTuple):
    """A task with its step."""

    step_index: int
    """The index of the step, from 0."""
    step: LessonStep
    task: LessonTask

    @property
    def sum_rows(self) -> tuple[Calculation, ...]:
        """The calculations of the task, or else of its step."""
        return self.task.sum_rows or self.step.sum_rows


class Lesson(NamedTuple):
    """A whole lesson."""

    save: JsonObject
    """The whole game as a save."""
    start_log_length: int
    """The number of log entries before the first step."""
    default_reply: str
    """The reply to an action that has no reply of its own."""
    steps: tuple[LessonStep, ...]
    finish: LessonFinish
    learner_seat: int = 0

    @property
    def lesson_stages(self) -> list[LessonStage]:
        """All tasks in order."""
        return [LessonStage(n, step, act) for n, step in enumerate(self.steps) for act in step.tasks]

    def required_action(self, act: LessonTask) -> JsonAction | None:
        """Return the action that a task asks for; None if it asks for a tap."""
        if act.touch_target:
            return None
        action: JsonAction = self.save["log"][act.log_length][1]
        return action

    def find_reply(self, act: LessonTask, done: Sequence[object] | str) -> str:
        """Return the reply to another action, or to a tap on another thing."""
        return next(
            (answer.sentence for answer in act.replies if is_trigger_match(answer.trigger, done)), self.default_reply
        )

    def save_prefix(self, n: int) -> JsonObject:
        """Return the save of the game after `n` entries."""
        return {**self.save, "log": [*self.save["log"][:n]]}

    def free_play_save(self, n: int, seed: int) -> JsonObject:
        """Return the save after `n` entries for free play: a new seed, practice, and beginner bots as opponents."""
        own = self.save["seats"]
        seats = [seat if n == self.learner_seat else {**seat, "kind": "bot:beginner"} for n, seat in enumerate(own)]
        return {**self.save_prefix(n), "seats": seats, "seed": seed, "practice": True}


def is_trigger_match(to: Sequence[object] | str, done: Sequence[object] | str) -> bool:
    """Return True if a reply's trigger matches an action or a tapped thing.

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
