"""What is spoken, decided here alone: of the models before and after a step, sentences for who listens. Pure.

Who hears the table cannot skim it. So moves of computer players are not told one by one as they happen, but summed up
when there is something to decide, to hear or to know: a turn of one's own, a scoring, the end. Then comes what can be
done. Nothing is told twice, but for who asks (`answered`); `Model.aloud` says how far the log has been told.
"""

from itertools import groupby
from typing import TYPE_CHECKING

from palaces import challenge
from palaces.model import Model
from palaces.thoughts import sentences, unfound
from palaces.words import _, ngettext
from pygame_core.bots.telling import continuation_sentences, reason_sentences
from pygame_core.words import format_number, join_phrases

if TYPE_CHECKING:
    from palaces.messages import Topic


def spoken(before: Model | None, after: Model) -> list[str]:
    """The sentences that a step is worth, in the order in which they are to be heard; `before` is None as the page
    begins."""
    said = _around(before, after)
    if after.lesson is not None:  # its sheet, which has the focus, says what can be done
        same = before is not None and before.dealt == after.dealt
        return [*said, *(_happened(before, after) if before and same and is_due(after) else [])]
    if before is None or before.dealt != after.dealt:
        return [*said, *_begun(before, after), *(_decision(None, after) if after.can_act else [])]
    if after.past is not None:
        return [*said, *_looked_back(before, after)]
    if before.past is not None and after.mover is None:
        return [*said, *_moment(after), *_end(after)]
    if is_due(after):
        said += _happened(before, after)
    if after.can_act and not (before.can_act and len(after.match.log) == len(before.match.log)):
        return [*said, *_decision(before, after)]
    return [*said, *_laid_out(before, after)]


def is_due(model: Model) -> bool:
    """Whether what has happened is to be told now, and does not wait for more."""
    log, mover = model.match.log, model.mover
    if model.past is not None:
        return False
    if mover is None or model.held or model.waits or model.can_act or (model.curtain and model.bot is None):
        return True
    if not log or not model.by_bot(len(log) - 1):
        return True
    return not model.people and mover == log[0][0] != log[-1][0]  # who only looks on hears of it round by round


# -- around the game ---------------------------------------------------------------------------------------------------


def _around(before: Model | None, after: Model) -> list[str]:
    """What is said whatever the game does: notices, refusals, answers, and what panels have found out."""
    old = before.notices if before else ()
    said = [notice.text for notice in after.notices if notice not in old]
    if before is None:
        return said
    if after.slow and not before.slow:
        said.append(_("The computer player did not answer and is asked again."))
    if after.refusal is not None and after.refusal is not before.refusal:
        said.append(str(after.refusal))
    if after.keying.said and after.keying != before.keying:
        said.append(after.keying.said)
    if after.explained and after.explained != before.explained:
        from palaces import meanings  # for who asks

        said.append(meanings.told(after))
    if after.warned is not None and after.warned != before.warned:
        said.append(after.warned.caution.says)
    if after.answer is not before.answer:
        said += after.answer
    if after.lesson is not None and after.lesson.said and after.lesson != before.lesson:
        said.append(after.lesson.said)
    if after.sharing.said and after.sharing != before.sharing:
        said.append(after.sharing.said)
    if after.sharing.code and not before.sharing.code:
        said.append(_("The QR code is shown."))
    return [*said, *_thought(before, after)]


def _thought(before: Model, after: Model) -> list[str]:
    """What an open panel has found out: a hint with its move, the reasons of a move, or that there are none."""
    panel, about = after.panel, after.about
    newly = (panel, about) != (before.panel, before.about)
    if panel == "hint":
        if after.hint is None:
            return [unfound()] if "hint" in after.unanswered - before.unanswered else []
        return _advice(after) if newly or before.hint is None else []
    if panel == "why":
        if about in after.reasons:
            return sentences(after) if newly or about not in before.reasons else []
        return [unfound()] if after.unanswered - before.unanswered else []
    return []


def _advice(model: Model) -> list[str]:
    """What a master would do, and why."""
    assert model.hint is not None
    decision, text = model.hint.decision, model.game.sentences
    move = _("Hint: {action}.").format(action=text.action_name(decision.action, model.hint.view))
    return [move, *continuation_sentences(text, decision), *reason_sentences(text, decision)]


# -- the course of the game --------------------------------------------------------------------------------------------


def _begun(before: Model | None, after: Model) -> list[str]:
    """A game comes to the table; or the one that was there, with less of its log."""
    if before and _is_taken_back(before, after):
        return [_("Taken back.")]
    others = [name for seat, name in enumerate(after.names) if seat != after.you]
    title, names = after.game.sentences.game_title(), join_phrases(others)
    if after.past is not None:
        return [_("A replay of {game}: {names}.").format(game=title, names=names), *_moment(after)]
    if after.mover is None:
        return [_("{game}: {names}.").format(game=title, names=names), *_end(after)]
    against = _("{game} against {names}.") if after.you is not None else _("{game}: {names}.")
    on = _("{game} against {names} goes on.") if after.you is not None else _("{game}: {names}. It goes on.")
    said = [(on if after.match.log else against).format(game=title, names=names)]
    return [*said, *([] if after.can_act else _whose(after))]


def _is_taken_back(before: Model, after: Model) -> bool:
    """Whether it is the same game with fewer moves."""
    was, now = before.match, after.match
    return now.seed == was.seed and now.seats == was.seats and now.log == was.log[: len(now.log)] != was.log


def _happened(before: Model, after: Model) -> list[str]:
    """What nobody has been told yet: one's own moves and those that are waited for in full, all else summed up; then
    what the table stops for."""
    first = before.aloud
    if before.curtain and not after.curtain:  # somebody else listens now
        first = min(first, after.since)
    said = []
    for in_full, events in groupby(
        after.match.events(None, first), lambda event: after.waits or not after.by_bot(event["n"])
    ):
        entries = [*events]
        told = [after.said(event) for event in entries] if in_full else [after.face.round(after, entries)]
        said += [sentence for each in told for sentence in each]
    if after.mover is None and before.mover is not None:
        said += _end(after)
    elif after.held and not before.held:
        said.append(_("The game waits until you go on."))
    elif after.curtain and after.bot is None and not before.curtain:
        said += _whose(after)
    return said


def _whose(model: Model) -> list[str]:
    """Whose move it is, if it is not that of who listens."""
    assert model.mover is not None
    name = model.names[model.mover]
    if model.curtain and model.bot is None:
        return [_("Hand the device to {name}.").format(name=name)]
    return [] if model.match.log else [_("{name} begins.").format(name=name)]


def _decision(before: Model | None, after: Model) -> list[str]:
    """What the person at the screen has to decide: the prompt, and what is possible."""
    at = after.face.table(after)
    prompt = after.face.prompt(at)
    if before is not None and before.can_act and len(before.match.log) < len(after.match.log):  # it goes on
        own = " ".join(after.said(after.match.events(None, len(after.match.log) - 1)[0]))
        due = [] if prompt in own else [_capital(_("{prompt}.").format(prompt=prompt))]
        return [*due, *after.face.possible(at, afresh=False)]
    name = after.names[after.mover or 0]
    whose = _("Your turn: {prompt}.") if len(after.people) == 1 else _("{name}'s turn: {prompt}.")
    return [whose.format(name=name, prompt=prompt), *after.face.possible(at, afresh=True)]


def _laid_out(before: Model, after: Model) -> list[str]:
    """What a person has chosen and not played yet, in one go; that nothing is, once all of it is put back."""
    if not after.can_act or len(after.match.log) != len(before.match.log):
        return []
    if after.asked_first is not None and after.asked_first != before.asked_first:
        name = after.game.sentences.action_name(after.asked_first, after.view)
        return [_("{action}: to be confirmed.").format(action=name)]
    if after.draft == before.draft and after.asked_first == before.asked_first:
        return []
    if after.draft == after.face.empty:
        return [_("Nothing is chosen.")]
    return after.face.drafted(after.face.table(after))


def _end(model: Model) -> list[str]:
    """Who has won, and with how many points; then all others."""
    scores, winners = model.match.scores(), model.winners
    points = scores[winners[0]]
    others = [model.names[seat] for seat in winners if seat != model.you]
    if len(winners) > 1:
        if len(others) < len(winners):
            shared = ngettext(
                "You share the victory with {names}: {points} point.",
                "You share the victory with {names}: {points} points.",
                points,
            )
        else:
            shared = ngettext(
                "{names} share the victory with {points} point.",
                "{names} share the victory with {points} points.",
                points,
            )
        won = shared.format(names=join_phrases(others), points=format_number(points))
    else:
        won = model.who(winners[0]).choose_sentence(
            ngettext("{name} wins with {points} point.", "{name} wins with {points} points.", points),
            ngettext("You win with {points} point.", "You win with {points} points.", points),
            points=format_number(points),
        )
    order = sorted((seat for seat in range(len(scores)) if seat not in winners), key=lambda seat: -scores[seat])
    rest = [
        model.who(seat).choose_sentence(_("{name} has {n}"), _("you have {n}"), n=format_number(scores[seat]))
        for seat in order
    ]
    said = [won, *([_capital(_("{points}.").format(points=join_phrases(rest)))] if rest else [])]
    return [*said, _("The challenge is met.")] if challenge.met(model) else said


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


# -- looking back ------------------------------------------------------------------------------------------------------


def _looked_back(before: Model, after: Model) -> list[str]:
    """Where in the game one looks now; while move after move is shown, only what happens."""
    return _moment(after, before.running) if after.moment != before.moment or before.past is None else []


def _moment(model: Model, running: bool = False) -> list[str]:
    """The number of a move, and what was done."""
    n = model.moment
    where = _("Move {n} of {total}.") if model.known is None else _("Move {n}.")
    done = model.said(model.match.events(None, n - 1)[0]) if n else [_("The game begins.")]
    return done if running else [where.format(n=n, total=model.told), *done]


# -- what is asked -----------------------------------------------------------------------------------------------------


def answered(model: Model, topic: "Topic", what: object) -> list[str]:
    """What somebody who listens wants to know; `what` is said by the control that has the focus."""
    if topic == "again":
        return [*model.heard] or [_("Nothing has been said yet.")]
    if topic == "details":
        return _details(model)
    if topic == "standings":
        return [_points(model), *_asked(model, topic, what)]
    if topic == "can" and not model.can_act:
        return _nothing_to_do(model)
    found = _asked(model, topic, what)
    if topic == "can":
        return [*_decision(model, model), *found]
    return found or [_("There is nothing to tell of that here.")]


def _nothing_to_do(model: Model) -> list[str]:
    """Why nothing can be done now: where in the game one looks, how it ended, or whose move it is."""
    if model.past is not None:
        return _moment(model)
    if model.mover is None:
        return _end(model)
    return _whose(model) or [_("It is not your turn now.")]


def _asked(model: Model, topic: "Topic", what: object) -> list[str]:
    if model.curtain or model.past is not None:
        return []
    named = what if isinstance(what, list) else []
    return model.face.asked(model.face.table(model), topic, named)


def _details(model: Model) -> list[str]:
    """All that was done since one's own last turn, in full."""
    events = model.match.events(None, model.since)
    said = [sentence for event in events for sentence in model.said(event)]
    return said or [_("Nothing has happened since your last turn.")]


def _points(model: Model) -> str:
    """Everybody's points, the most first."""
    told = sorted(model.face.holders(model), key=lambda one: -one.points)
    parts = [_("{name} {n}").format(name=one.name, n=format_number(one.points)) for one in told]
    return _("Points: {points}.").format(points=", ".join(parts))
