"""The tutorial of the lab: five steps from random to beating casual, each of which changes one line. Pure."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from palaces.app.i18n import N_
from pygame_core.safe_json import parse_json

GAME, OPPONENT, SEATS = "alhambra", "casual", 2


class TutorialStep(NamedTuple):
    """A step. It begins with an example in which one line is simpler."""

    example: str
    title: str
    text: str
    task: str
    """The change to make, and its place."""
    answer: str
    """What the change achieved."""
    solved: str
    """The line of the example."""
    simple: str
    """The line in its place at the beginning."""
    goal: int = 0
    """The wins in percent that reach the goal."""
    games: int = 100
    minutes: int = 0
    """How long the games take on an average device, if that is more than half a minute."""


STEPS = (
    TutorialStep(
        "random_bot",
        N_("Choose by chance"),
        N_(
            "Your bot is a function. It gets the view of its seat, the legal actions, and a random generator. It "
            "returns one of the actions."
        ),
        N_("Now it always returns the first action. Let it choose by chance with rng.choice(legal)."),
        N_("It loses nearly every game. Now you know the lower end."),
        "    return rng.choice(legal)",
        "    return legal[0]",
    ),
    TutorialStep(
        "exact_first",
        N_("Buy what you can pay exactly"),
        N_("An exact payment gives you another action. The function rank puts such purchases first."),
        N_("Let your bot use it: return the legal action with the highest rank."),
        N_("It wins its first games. It knows what it pays, but not what a building is worth."),
        "    return max(legal, key=lambda action: rank(view, action))",
        "    return rng.choice(legal)",
        5,
    ),
    TutorialStep(
        "score_now",
        N_("Look one move ahead"),
        N_(
            "preview(view, action) shows the table after an action. Your bot now picks the action with the best lead "
            "if the last scoring came next."
        ),
        N_("Points alone win 1 game in 100. Count another action as 5 points, and a coin of money as 0.6."),
        N_("Before, neither money nor another action counted. Now both do. Try 14 and 0.9, too."),
        '    return lead(scoring(after, "C"), me) + 5 * again + 0.6 * coins(after, me)',
        '    return lead(scoring(after, "C"), me)',
        15,
    ),
    TutorialStep(
        "one_reply",
        N_("Imagine what you can't see"),
        N_(
            "sample_worlds(view, rng, n) fills in all hidden hands, in n ways. heuristic(view) estimates the lead at "
            "the end."
        ),
        N_("One world is a lucky guess. Average over six of them."),
        N_("Nine wins in ten: the estimate looks to the end, and six worlds even out the luck."),
        "    worlds = sample_worlds(view, rng, 6)",
        "    worlds = sample_worlds(view, rng, 1)",
        80,
        40,
        1,
    ),
    TutorialStep(
        "rollouts",
        N_("Deeper isn't stronger by itself"),
        N_("play_out lets casual bots play on. This bot plays its best actions on for two rounds, in twelve worlds."),
        N_("With one candidate it can't choose. Compare the best four."),
        N_(
            "It looks further, and doesn't beat the step before: with four candidates and twelve noisy games, luck "
            "decides. That's the best lesson of all. Now write your own."
        ),
        "    best, worlds = [action for action, _ in rank(view)[:4]], sample_worlds(view, rng, 12)",
        "    best, worlds = [action for action, _ in rank(view)[:1]], sample_worlds(view, rng, 12)",
        0,
        20,
        2,
    ),
)


class Progress(NamedTuple):
    """How far somebody is in the tutorial."""

    step: int = 0
    done: frozenset[int] = frozenset()


def starting_text(step: TutorialStep, examples: Mapping[str, str]) -> str:
    """Return the text with which a step begins."""
    return examples.get(step.example, "").replace(step.solved, step.simple)


def solved_text(step: TutorialStep, examples: Mapping[str, str]) -> str:
    """Return the text that "Show me" shows."""
    return examples.get(step.example, "")


def changed_line(step: TutorialStep, text: str) -> int:
    """Return the number of the line to change, from 1; 0 if the text has neither form of it."""
    lines = text.split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.rstrip() in (step.solved, step.simple)), 0)


def is_changed(step: TutorialStep, text: str) -> bool:
    """Return True if the text no longer has the simple line."""
    return step.simple not in text.split("\n")


def is_goal_reached(step: TutorialStep, share: float, games: int) -> bool:
    """Return True if so many games with this share of wins finish the step."""
    return games >= step.games and 100 * share >= step.goal


def progress_to_json(progress: Progress) -> str:
    """Return the text to store."""
    return json.dumps({"step": progress.step, "done": sorted(progress.done)})


def parse_progress(stored: str) -> Progress:
    """Return the progress of a stored text, that of the beginning for any other text.

    >>> parse_progress('{"step": 2, "done": [0, 1]}') == Progress(2, frozenset({0, 1})), parse_progress("?")
    (True, Progress(step=0, done=frozenset()))
    """
    try:
        content = parse_json(stored)
    except ValueError:
        return Progress()
    match content:
        case {"step": int(step), "done": [*done]} if 0 <= step < len(STEPS):
            return Progress(step, frozenset(n for n in done if isinstance(n, int) and 0 <= n < len(STEPS)))
    return Progress()
