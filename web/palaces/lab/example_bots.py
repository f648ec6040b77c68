"""The example bots. Their texts are files of the documentation, and the build puts them into the page. Pure."""

from typing import NamedTuple

from palaces.app.i18n import N_
from pygame_core import GAMES

DEFAULT_EXAMPLE = "score_now"
DEFAULT_EXAMPLE_OF_OTHERS = "ranked"
"""The example for games that `DEFAULT_EXAMPLE` does not know."""


class Example(NamedTuple):
    """An example bot. Its file is `docs/bots/examples/NAME.py`."""

    name: str
    title: str
    about: str
    games: tuple[str, ...] = tuple(GAMES)


EXAMPLES = {
    each.name: each
    for each in (
        Example("random_bot", N_("Random"), N_("Any action is as good as another.")),
        Example("exact_first", N_("Exact first"), N_("Buys what it can pay exactly."), ("alhambra",)),
        Example("score_now", N_("Score now"), N_("Acts as if the last scoring came next."), ("alhambra",)),
        Example("ranked", N_("Best ranked"), N_("Plays the first action of a ranking.")),
        Example("one_reply", N_("One reply"), N_("Compares what each action is worth in the end.")),
        Example("rollouts", N_("Rollouts"), N_("Plays on for two rounds. Slow.")),
    )
}
"""The examples by name, from weak to strong."""


def default_example(game: str) -> Example:
    """Return the example that a new visitor sees."""
    first = EXAMPLES[DEFAULT_EXAMPLE]
    return first if game in first.games else EXAMPLES[DEFAULT_EXAMPLE_OF_OTHERS]


def examples_of(game: str) -> list[Example]:
    """Return the examples that play a game."""
    return [each for each in EXAMPLES.values() if game in each.games]
