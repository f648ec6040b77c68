"""A bot's reasons as sentences, for people who have never heard of an evaluation.

A game's `sentences.py` provides its words.

>>> from pygame_core.alhambra import sentences
>>> candidate_sentence(sentences, Candidate(["take", "b3"], 4.2, {}))
'Take the 3 of denars: expected lead +4'
"""

from pygame_core.bots.decision import CLEAR_MARGIN_POINTS, Candidate, Decision, term_gains
from pygame_core.dealer import Dealer
from pygame_core.game import Sentences
from pygame_core.i18n import _, format_number, join_phrases, ngettext
from pygame_core.match import GAMES
from pygame_core.state import JsonAction, View

MAX_NAMED_GAINS, MAX_NAMED_LOSSES = 2, 1  # terms in a reason
MIN_REASON_POINTS = 0.5  # a smaller term is no reason
CLOSE_CHOICE_POINTS = 0.5  # a smaller lead makes the best move hardly better than the next


def reason_sentences(text: Sentences, decision: Decision) -> list[str]:
    """Return the reasons for the move as short sentences that do not name another move.

    The sentences depend on everything the bot knew. While hands are secret, `public_explain` has the
    reasons that can be shown.

    >>> from pygame_core.alhambra import sentences
    >>> best, second = (Candidate(["take", card], 1.0, {}) for card in ("b3", "b2"))
    >>> reason_sentences(sentences, Decision(["take", "b3"], [best, second], {"B": 2.1, "money": -0.8}))
    ['Better than the next best move for points in scoring B, but worse for money in hand.']
    """
    found = [*verdict_sentences(decision), *comparison_sentences(text, decision)]
    return found or [_("A little better in several ways than the next best move.")]


def verdict_sentences(decision: Decision) -> list[str]:
    """Return the rank of the move among the others as a sentence, if there is something to say about it."""
    if not decision.candidates:
        return [_("This move was picked at random.")]
    if decision.action != decision.candidates[0].action:
        if is_equally_good(decision, decision.action):
            return [_("Another move is just as good.")]
        return [_("There was a better move. This bot missed it or misjudged it.")]
    if len(decision.candidates) == 1:
        return [_("Nothing else is worth considering.")]
    ahead = sum(decision.gains_by_term.values())
    if decision.is_conclusive and ahead >= CLEAR_MARGIN_POINTS:
        return [_("Clearly best. Thinking longer is unlikely to find a better move.")]
    if decision.is_conclusive and ahead >= CLOSE_CHOICE_POINTS:
        return [_("Every sensible move was checked.")]
    if decision.is_conclusive:
        return [_("Every sensible move was checked. Another one is about as good.")]
    if ahead < CLOSE_CHOICE_POINTS:
        return [_("Close call: another move is about as good.")]
    return []


def is_equally_good(decision: Decision, action: JsonAction) -> bool:
    """Return True if the shown figures rate an action as high as the best one."""
    told = decision.candidates
    return any(
        one.action == action and signed_points(one.expected_lead) == signed_points(told[0].expected_lead)
        for one in told
    )


def comparison_sentences(text: Sentences, decision: Decision) -> list[str]:
    """Return the strengths and weaknesses of the move compared with the next best one.

    If the best two do not differ, they are compared with the third. Empty if there is nothing to compare.
    """
    other, why = _compare_with_rival(text, decision)
    if not other:
        return []
    strong, weak = _named_terms(why)
    if other > 1 and weak:
        said = _("The best two moves are better than the third for {gains}, but worse for {losses}.")
    elif other > 1:
        said = _("The best two moves are better than the third for {gains}.")
    elif weak:
        said = _("Better than the next best move for {gains}, but worse for {losses}.")
    else:
        said = _("Better than the next best move for {gains}.")
    return [said.format(gains=join_phrases(strong), losses=join_phrases(weak))]


def difference_sentence(text: Sentences, better: Candidate, worse: Candidate) -> str:
    """Return for what a candidate is better than another, in one sentence; "" if no term is a reason."""
    strong, weak = _named_terms(differences_by_name(text, better, worse))
    if not strong:
        return ""
    said = _("Better for {gains}, but worse for {losses}.") if weak else _("Better for {gains}.")
    return said.format(gains=join_phrases(strong), losses=join_phrases(weak))


def differences_by_name(text: Sentences, better: Candidate, worse: Candidate) -> dict[str, float]:
    """Return the terms in which two candidates differ, by their names for people, the largest difference first."""
    return _gains_by_name(text, better, term_gains(better, worse))


def _compare_with_rival(text: Sentences, decision: Decision) -> tuple[int, dict[str, float]]:
    """Return that index, and the gains to show."""
    told = decision.candidates
    if len(told) < 2 or decision.action != told[0].action:
        return 0, {}
    third = len(told) > 2 and told[1].expected_lead - told[2].expected_lead >= CLOSE_CHOICE_POINTS
    for other, why in (1, decision.gains_by_term), (2, term_gains(told[0], told[2]) if third else {}):
        if _is_reason(found := _gains_by_name(text, told[0], why)):
            return other, found
    return 0, {}


def _named_terms(why: dict[str, float]) -> tuple[list[str], list[str]]:
    """Return the strengths and the weaknesses that a sentence names."""
    strong = [term for term, gain in why.items() if gain >= MIN_REASON_POINTS][:MAX_NAMED_GAINS]
    weak = [term for term, gain in why.items() if gain <= -MIN_REASON_POINTS][:MAX_NAMED_LOSSES]
    return strong, weak


def _is_reason(why: dict[str, float]) -> bool:
    """Return True if gains are a reason."""
    return any(gain >= MIN_REASON_POINTS for gain in why.values())


def _gains_by_name(text: Sentences, best: Candidate, why: dict[str, float]) -> dict[str, float]:
    """Return the gains of the best candidate over another by their names for people, largest first."""
    found: dict[str, float] = {}
    for term, gain in why.items():
        name = text.term_name(term, best.terms)
        found[name] = round(found.get(name, 0.0) + gain, 2)
    return dict(sorted(found.items(), key=lambda item: -abs(item[1])))


def continuation_sentences(text: Sentences, decision: Decision) -> list[str]:
    """Return a sentence for each action that would continue the turn after the best move, if that is foreseen."""
    said = _("Then, in the same turn: {action}.")
    return [said.format(action=text.action_name(action)) for action in decision.continuation]


def figures_sentence(seats: int, onlooker: bool = False) -> str:
    """Return the meaning of the figures of actions, for levels that predict the final lead, by number of seats.

    The figures for an `onlooker` mean something different.
    """
    if onlooker and seats == 2:
        return _("Estimated final lead over the other player, in points, without knowing anyone's hand.")
    if onlooker:
        return _("Estimated final lead over the others' average, in points, without knowing anyone's hand.")
    if seats == 2:
        return _("Each figure is the expected final lead over the other player, in points.")
    return _("Each figure is the expected final lead over the others' average, in points.")


def action_note(text: Sentences, action: JsonAction, view: View) -> str:
    """Return what an action of the seat to move brings, as a short line; "" if there is nothing to say.

    The game knows what is typical of it. Otherwise the line has the points that the action certainly brings now.
    """
    return text.action_note(action, view) or points_note(_immediate_points(action, view))


def points_note(points: int) -> str:
    """Return the points that an action brings now as a short line, or "" for none.

    >>> points_note(4), points_note(-5), points_note(0)
    ('+4 points now', '−5 points now', '')
    """
    said = ngettext("{n} point now", "{n} points now", abs(points))
    return said.format(n=format_number(f"{points:+d}")) if points else ""


def _immediate_points(action: JsonAction, view: View) -> int:
    """Return the points that an action certainly brings to the seat to move, whatever cards come up."""
    kind, seat = GAMES[view["game"]], view["to_move"]
    assert seat is not None
    gains = set()
    for seed in range(2):
        state = kind.sample(view, Dealer(seed))
        before = state.scores()[seat]
        state.apply(state.parse(action), Dealer(seed))
        gains.add(state.scores()[seat] - before)
    return gains.pop() if len(gains) == 1 else 0


def candidate_sentence(text: Sentences, candidate: Candidate, view: View | None = None) -> str:
    """Return one line with an action, its expected lead and, if the position is known, what it brings."""
    name, points = text.action_name(candidate.action, view), signed_points(candidate.expected_lead)
    note = action_note(text, candidate.action, view) if view else ""
    if note:
        return _("{action}: expected lead {points} ({note})").format(action=name, points=points, note=note)
    return _("{action}: expected lead {points}").format(action=name, points=points)


def signed_points(points: float) -> str:
    """Return points with their sign. They are no more exact than whole points.

    >>> signed_points(2.04), signed_points(-0.75), signed_points(0.01)
    ('+2', '−1', '0')
    """
    whole = round(points)
    return format_number(f"{whole:+d}") if whole else "0"
