"""What bots think of the game on the table: one group of the model. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from pygame_core.bots import Candidate, Decision
from pygame_core.state import View


class BotReasoning(NamedTuple):
    """What a bot decided, and what lay open for everybody then."""

    decision: Decision
    view: View


WinProbabilities = tuple[tuple[float, ...], ...]
"""By log number each seat's chance to win."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What the bots' worker has found out about the game so far."""

    bot_reasoning: Mapping[int, BotReasoning] = field(default_factory=dict, hash=False)
    """By log number why bots moved as they did, as far as it is known."""
    guessed_reasoning: Mapping[int, BotReasoning] = field(default_factory=dict, hash=False)
    """By log number how an onlooker explains a bot's move: all that may be shown while hands are secret."""
    hint: BotReasoning | None = field(default=None, hash=False)
    """What a master would do for the person to move."""
    win_probabilities: WinProbabilities = ()
    """How the chances went, once a game is over and they were worked out."""
    are_probabilities_unanswered: bool = False
    """Whether the worker could not work them out."""
    bot_restarted: bool = False
    """The bot that is to move was asked again, because the first one did not answer."""

    def after_move(self) -> "Thinking":
        """What stays true when another move is made: the reasons of those before it."""
        return Thinking(self.bot_reasoning, self.guessed_reasoning)

    def before_move(self, n: int) -> "Thinking":
        """What stays true when the moves from the log number `n` on are taken back: the reasons of those before it."""
        return Thinking(_reasons_before(self.bot_reasoning, n), _reasons_before(self.guessed_reasoning, n))

    def with_reasoning(self, n: int, found: BotReasoning, *, guessed: bool) -> "Thinking":
        """The same with a bot's reasons for a move, or with those that an onlooker guesses."""
        if guessed:
            return replace(self, guessed_reasoning={**self.guessed_reasoning, n: found})
        return replace(self, bot_reasoning={**self.bot_reasoning, n: found})

    def with_hint(self, hint: BotReasoning) -> "Thinking":
        """The same with what a master would do now."""
        return replace(self, hint=hint)

    def with_probabilities(self, found: WinProbabilities) -> "Thinking":
        """The same with how the chances went; with nothing if there was no answer."""
        return replace(self, win_probabilities=found, are_probabilities_unanswered=not found)

    def with_restarted_bot(self, restarted: bool) -> "Thinking":
        """The same once the bot to move was asked again, or has answered."""
        return self if restarted == self.bot_restarted else replace(self, bot_restarted=restarted)


def _reasons_before(reasons: Mapping[int, BotReasoning], n: int) -> Mapping[int, BotReasoning]:
    return {about: found for about, found in reasons.items() if about < n}


NO_THINKING = Thinking()


def parse_reasoning(decision: object, view: object) -> BotReasoning | None:
    """What a bot's worker answered, as plain data; None if it is nothing of the kind."""
    match decision, view:
        case [[*action], [*candidates], dict(why), int(playouts), bool(done), [*then]], dict(seen):
            told = [Candidate(*each) for each in candidates if isinstance(each, list) and len(each) == 3]
        case _:
            return None
    whole = all(
        isinstance(one.action, list) and _has_numeric_values(one.terms) and _has_numeric_values({"": one.expected_lead})
        for one in told
    )
    rest = tuple(further for further in then if isinstance(further, list))
    if not (whole and _has_numeric_values(why) and len(rest) == len(then)):
        return None
    return BotReasoning(Decision(action, told, why, playouts, done, rest), cast("View", seen))


def _has_numeric_values(terms: object) -> bool:
    """Whether these are terms with their points."""
    return isinstance(terms, dict) and all(isinstance(points, int | float) for points in terms.values())


def parse_win_probabilities(rows: object, moves: int, seats: int) -> WinProbabilities:
    """What the worker found out of a game; nothing if it is not that."""
    match rows:
        case [[*_], *_] if len(rows) == moves + 1:
            found = tuple(tuple(row) for row in rows if isinstance(row, list))
        case _:
            return ()
    whole = all(len(row) == seats and all(isinstance(part, int | float) for part in row) for row in found)
    return found if whole and len(found) == len(rows) else ()
