"""A bot's reasons as sentences, for people who have never heard of an evaluation.

A game's `sentences.py` provides its words.

>>> from pygame_core.alhambra import sentences
>>> candidate_sentence(sentences, Candidate(["take", "b3"], 4.2, {}))
'Take the 3 of denars: expected lead +4.2'
"""

from pygame_core.bots.decision import CLEAR_MARGIN_POINTS, Candidate, Decision, term_gains
from pygame_core.game import Sentences
from pygame_core.i18n import _, format_number, join_phrases
from pygame_core.state import JsonAction, View

MAX_NAMED_TERMS = 3  # terms in a reason, if each exceeds the sum of the rest
MIN_REASON_POINTS = 0.1  # a smaller term is no reason
CLOSE_CHOICE_POINTS = 0.5  # a smaller lead makes the best move hardly better than the next


def reason_sentences(text: Sentences, decision: Decision) -> list[str]:
    """Return the reasons for the move as short sentences that do not name another move.

    The sentences and their numbers depend on everything the bot knew. While hands are secret, `public_explain` has the
    reasons that can be shown.

    >>> from pygame_core.alhambra import sentences
    >>> best, second = (Candidate(["take", card], 1.0, {}) for card in ("b3", "b2"))
    >>> reason_sentences(sentences, Decision(["take", "b3"], [best, second], {"B": 2.1, "money": -0.8}))
    ['Best for points in scoring B (+2.1), but not for money in hand (−0.8).']
    """
    return [*verdict_sentences(decision), *comparison_sentences(text, decision)]


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
        close = _("Close call: looking this far ahead, another move is about as good.")
        return [close if decision.playouts else _("Close call: another move is about as good.")]
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
    terms = [(f"{term} ({signed_points(gain)})", gain > 0) for term, gain in _weightiest_gains(why)]
    better, worse = (join_phrases([said for said, gained in terms if gained is good]) for good in (True, False))
    if other > 1 and worse:
        said = _("The best two moves are better than the third for {gains}, but not for {losses}.")
    elif other > 1:
        said = _("The best two moves are better than the third for {gains}.")
    elif worse:
        said = _("Best for {gains}, but not for {losses}.")
    else:
        said = _("Best for {gains}.")
    return [said.format(gains=better, losses=worse)]


def rival_index(text: Sentences, decision: Decision) -> int:
    """Return the index of the candidate that the reasons compare the best one with; 0 if there is none."""
    return _compare_with_rival(text, decision)[0]


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


def _is_reason(why: dict[str, float]) -> bool:
    """Return True if gains are a reason; small gains that other terms cancel are not."""
    least = MIN_REASON_POINTS if sum(why.values()) >= MIN_REASON_POINTS else CLOSE_CHOICE_POINTS
    return any(gain >= least for gain in why.values())


def _gains_by_name(text: Sentences, best: Candidate, why: dict[str, float]) -> dict[str, float]:
    """Return the gains of the best candidate over another by their names for people, largest first."""
    found: dict[str, float] = {}
    for term, gain in why.items():
        name = text.term_name(term, best.terms)
        found[name] = round(found.get(name, 0.0) + gain, 2)
    return dict(sorted(found.items(), key=lambda item: -abs(item[1])))


def _weightiest_gains(why: dict[str, float]) -> list[tuple[str, float]]:
    """Return the largest terms, and the sum of the rest, so that the total is the move's lead."""
    weighty = [(term, gain) for term, gain in why.items() if abs(gain) >= MIN_REASON_POINTS]
    named, rest = _split_weighty_gains(weighty, sum(why.values()))
    return [*named, (_("other things"), rest)] if abs(rest) >= MIN_REASON_POINTS else named


def _split_weighty_gains(weighty: list[tuple[str, float]], whole: float) -> tuple[list[tuple[str, float]], float]:
    """Return the terms to name and the sum of the rest.

    The named terms include a gain and a loss if there are any. The rest is smaller than each of them and covers at
    least two terms.
    """
    either = [next((one for one in weighty if (one[1] > 0) is better), None) for better in (True, False)]
    for most in range(MAX_NAMED_TERMS, len(weighty)):
        named = [one for n, one in enumerate(weighty) if n < most or one in either]
        rest = round(whole - sum(gain for _term, gain in named), 2)
        if len(named) < len(weighty) - 1 and abs(rest) < min(abs(gain) for _term, gain in named):
            return named, rest
    return weighty, round(whole - sum(gain for _term, gain in weighty), 2)


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


def candidate_sentence(text: Sentences, candidate: Candidate, view: View | None = None) -> str:
    """Return one line with an action and its expected lead."""
    said = _("{action}: expected lead {points}")
    return said.format(action=text.action_name(candidate.action, view), points=signed_points(candidate.expected_lead))


def signed_points(points: float) -> str:
    """Return points with their sign, to a tenth.

    >>> signed_points(2.04), signed_points(-0.75), signed_points(0.01)
    ('+2.0', '−0.8', '0.0')
    """
    said = format_number(f"{points:+.1f}")
    return said if said[1:] != "0.0" else "0.0"
