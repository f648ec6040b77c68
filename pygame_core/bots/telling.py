"""What a bot thought, in sentences for people who have never heard of an evaluation. Words of a game are its text's.

>>> from pygame_core.alhambra import text
>>> told(text, Candidate(["take", "b3"], 4.2, {}))
'Take denar 3: expected lead +4.2'
"""

from pygame_core.bots.decision import Candidate, Decision
from pygame_core.game import Text
from pygame_core.state import View
from pygame_core.words import _, figure, listing

MOST = 3  # terms that a reason names
LEAST = 0.1  # points below which a term is no reason
CLOSE = 0.5  # points below which the best move is hardly better than the next


def reasons(text: Text, decision: Decision) -> list[str]:
    """Why this move: short sentences that name no other move. What it is best for, and what it costs, is so beside the
    next best; of what it costs the weightiest is named.

    They and their figures still hang on what the bot knew: while hands are secret `onlooker` has what can be told.

    >>> from pygame_core.alhambra import text
    >>> best, second = (Candidate(["take", card], 1.0, {}) for card in ("b3", "b2"))
    >>> reasons(text, Decision(["take", "b3"], [best, second], {"B": 2.1, "money": -0.8}))
    ['Best for points in scoring B (+2.1), but it costs money in hand (−0.8).']
    """
    if not decision.candidates:
        return [_("Any legal move would have done: this one was drawn by lot.")]
    if decision.action != decision.candidates[0].action:
        return [_("There was a better move; this player did not see it, or misjudged it.")]
    if len(decision.candidates) == 1:
        return [_("No other move comes into question.")]
    said = []
    if decision.clear:
        said.append(_("This is clear: no other move comes near it."))
    elif sum(decision.why.values()) < CLOSE:
        said.append(_("A close choice: other moves promise about as much."))
    weighty = [(term, gain) for term, gain in decision.why.items() if abs(gain) >= LEAST]
    costs = [(term, gain) for term, gain in weighty if gain < 0][:1]
    gains = [(term, gain) for term, gain in weighty if gain > 0][: MOST - len(costs)]
    named = [listing([f"{text.term_name(term)} ({signed(gain)})" for term, gain in part]) for part in (gains, costs)]
    if gains and costs:
        said.append(_("Best for {gains}, but it costs {costs}.").format(gains=named[0], costs=named[1]))
    elif gains:
        said.append(_("Best for {gains}.").format(gains=named[0]))
    return said


def told(text: Text, candidate: Candidate, view: View | None = None) -> str:
    """An action with what is to be expected of it, in one line."""
    said = _("{action}: expected lead {points}")
    return said.format(action=text.action_name(candidate.action, view), points=signed(candidate.worth))


def signed(points: float) -> str:
    """Points with their sign, to a tenth.

    >>> signed(2.04), signed(-0.75), signed(0.01)
    ('+2.0', '−0.8', '0.0')
    """
    said = figure(f"{points:+.1f}")
    return said if said[1:] != "0.0" else "0.0"
