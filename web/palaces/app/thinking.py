"""Decisions of bots, hints and win probabilities of the game on the table: one group of the model. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from pygame_core.bots import Candidate, Decision
from pygame_core.state import JsonAction, View

if TYPE_CHECKING:
    from palaces.app.decision_review import DecisionReview


ReasonsT = TypeVar("ReasonsT")


class BotReasoning(NamedTuple):
    """The decision of a bot, and the public view at that time."""

    decision: Decision
    view: View
    notes: tuple[str, ...] = ()
    """For a hint, what each candidate brings, in a short line or ""."""


ActionValues = tuple[tuple[JsonAction, float], ...]
"""Up to four actions with the values that a bot of one's own gave them, the best first."""


class LabGame(NamedTuple):
    """A game of the lab, in which a bot of one's own has played."""

    name: str
    seat: int
    number: int
    """The number of the game in its run, from 1; 0 if it is not known."""
    error: str
    """Why the bot stopped after the last move, in a sentence, or ""."""
    times: Mapping[int, int]
    """By log number, the thinking time of the bot in milliseconds."""
    lines: tuple[tuple[int, str], ...]
    """The lines that the bot printed, each with the number of its move, from 1."""


WinProbabilities = tuple[tuple[float, ...], ...]
"""By log number, the chance of each seat to win."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The answers of the bots' worker about the game so far."""

    bot_reasoning: Mapping[int, BotReasoning] = field(default_factory=dict, hash=False)
    """By log number, the known reasons of bots."""
    guessed_reasoning: Mapping[int, BotReasoning] = field(default_factory=dict, hash=False)
    """By log number, an onlooker's explanation of a bot's move. While hands are secret, only this is shown."""
    hint: BotReasoning | None = field(default=None, hash=False)
    """The master's advice for the person to move."""
    win_probabilities: WinProbabilities = ()
    """The chances to win, once the game is over and the worker has computed them."""
    are_probabilities_unanswered: bool = False
    """True if the worker could not compute them."""
    stored_review: object = field(default=None, hash=False)
    """The review of the decisions that was stored with the game, not parsed yet."""
    decision_review: "DecisionReview | None" = field(default=None, hash=False)
    """The review of the person's decisions, once the game is over and the worker has begun it."""
    own_values: Mapping[int, ActionValues] = field(default_factory=dict, hash=False)
    """By log number, the values that bots of one's own gave to actions. The game is not saved with them."""
    lab_game: LabGame | None = field(default=None, hash=False)
    """The game of the lab that the page steps through."""
    bot_restarted: bool = False
    """True if the page has asked the bot to move a second time, because the first request got no answer."""

    def after_move(self) -> "Thinking":
        """Return the part that stays true after another move: the reasons of earlier moves."""
        return Thinking(self.bot_reasoning, self.guessed_reasoning, own_values=self.own_values)

    def before_move(self, n: int) -> "Thinking":
        """Return the part that stays true when the moves from log number `n` are undone: the reasons of earlier
        moves."""
        return Thinking(
            _reasons_before(self.bot_reasoning, n),
            _reasons_before(self.guessed_reasoning, n),
            own_values=_reasons_before(self.own_values, n),
        )

    def with_reasoning(self, n: int, found: BotReasoning, *, guessed: bool) -> "Thinking":
        """Return a copy with a bot's reasons for a move, or with the guess of an onlooker."""
        if guessed:
            return replace(self, guessed_reasoning={**self.guessed_reasoning, n: found})
        return replace(self, bot_reasoning={**self.bot_reasoning, n: found})

    def with_own_values(self, n: int, values: ActionValues) -> "Thinking":
        """Return a copy with the values that a bot of one's own gave before a move."""
        return replace(self, own_values={**self.own_values, n: values})

    def with_hint(self, hint: BotReasoning) -> "Thinking":
        """Return a copy with the master's advice."""
        return replace(self, hint=hint)

    def with_probabilities(self, found: WinProbabilities) -> "Thinking":
        """Return a copy with the chances to win; empty means that there was no answer."""
        return replace(self, win_probabilities=found, are_probabilities_unanswered=not found)

    def with_stored_review(self, stored: object) -> "Thinking":
        """Return a copy with the review that was stored with the game."""
        return replace(self, stored_review=stored)

    def with_review(self, review: "DecisionReview") -> "Thinking":
        """Return a copy with another state of the review."""
        return replace(self, decision_review=review)

    def with_restarted_bot(self, restarted: bool) -> "Thinking":
        """Return a copy with another value of `bot_restarted`."""
        return self if restarted == self.bot_restarted else replace(self, bot_restarted=restarted)


def _reasons_before(reasons: Mapping[int, ReasonsT], n: int) -> Mapping[int, ReasonsT]:
    return {about: found for about, found in reasons.items() if about < n}


NO_THINKING = Thinking()


def parse_reasoning(decision: object, view: object) -> BotReasoning | None:
    """Parse a decision and a view that a worker sent as plain data. Return None if they are malformed."""
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
    """Return True if these are terms with their points."""
    return isinstance(terms, dict) and all(isinstance(points, int | float) for points in terms.values())


def parse_win_probabilities(rows: object, moves: int, seats: int) -> WinProbabilities:
    """Parse the win probabilities of a worker. Return an empty tuple if they are malformed."""
    match rows:
        case [[*_], *_] if len(rows) == moves + 1:
            found = tuple(tuple(row) for row in rows if isinstance(row, list))
        case _:
            return ()
    whole = all(len(row) == seats and all(isinstance(part, int | float) for part in row) for row in found)
    return found if whole and len(found) == len(rows) else ()
