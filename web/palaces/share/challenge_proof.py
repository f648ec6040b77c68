"""The proof of a challenge's points: a game with the same deal, and the check of its bot moves. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from palaces.app.i18n import N_, _, ngettext
from palaces.app.model import ChallengeProof, Model, Notice
from palaces.app.routing import MAX_CHALLENGE_POINTS, Address
from palaces.share import permalinks
from palaces.ui.html import Markup, tag
from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import DETERMINISTIC_LEVELS
from pygame_core.i18n import format_number

if TYPE_CHECKING:
    from palaces.app.effects import Effect, ProofRequest

CHECKING_NOTICE = N_("Checking the bot moves in the link.")


def offered_points(model: Model) -> int | None:
    """Return the points for a new challenge: those of the best person. Return None if others cannot get the same
    game."""
    if model.mover is not None or not model.human_seats or model.read_only or model.match.resigned is not None:
        return None
    points = model.best_human_score[1]
    if points not in range(MAX_CHALLENGE_POINTS + 1):  # an address allows no others
        return None
    return points if verify_proof(replace(model.address, beat=points), model.whole_match)[0] else None


def verify_proof(address: Address, proof: Match) -> tuple[bool, str]:
    """Return True if a person had the points of the challenge in this game, with this deal at this table. Also return a
    sentence about the result.

    `receive_proof_check` says more once the bots' worker has checked the bot moves. The sentence reveals nothing else
    about the game, because the reader has not played it yet.
    """
    reason = next(_proof_objections(address, proof), "")
    if reason:
        return False, _("The score to beat isn't proven: {reason}.").format(reason=reason)
    return True, _(CHECKING_NOTICE) if _has_checkable_moves(proof) else proof_verdict(proof)


def without_checking_notice(notices: tuple[Notice, ...], verdict: str) -> tuple[tuple[Notice, ...], str]:
    """Return the notices without the one that announces the check, and its text with the verdict in place of that. If
    the reader has already closed it, the text is the verdict alone."""
    checking = _(CHECKING_NOTICE)
    announced = [notice for notice in notices if checking in notice.text]
    others = tuple(notice for notice in notices if notice not in announced)
    return others, announced[0].text.replace(checking, verdict) if announced else verdict


def _has_checkable_moves(proof: Match) -> bool:
    """Return True if a bot is at the table whose moves can be checked."""
    return any(seat["kind"].removeprefix("bot:") in DETERMINISTIC_LEVELS for seat in proof.seats)


def proof_verdict(proof: Match) -> str:
    """Return the sentence about a proof with valid points and bot moves.

    Nobody can check the moves of a master or of other people: one person may have played for all of them.
    """
    kinds = [seat["kind"] for seat in proof.seats]
    has_others, has_master = kinds.count("human") > 1, "bot:master" in kinds
    if has_others and has_master:
        return _("The score to beat is possible, but the moves of master and of the other people can't be checked.")
    if has_others:
        return _("The score to beat is possible, but the moves of the other people can't be checked.")
    if has_master:
        return _("The score to beat is possible, but master's moves can't be checked.")
    return _("The score to beat is proven: the deal and all bot moves are right. Nobody can check who played.")


def request_proof_check(model: Model) -> "list[Effect]":
    """Ask the worker to check the next part of the bot moves in the proof, unless nothing is left to check."""
    claim = model.challenge_proof
    if claim is None or not claim.is_valid or not _has_checkable_moves(claim.match):
        return []
    if claim.checked_moves >= len(claim.match.log):
        return []
    asked: ProofRequest = {
        "ask": "proof",
        "id": [model.game_serial, claim.checked_moves],
        "save": claim.match.save(),
    }
    return [("ask", asked)]


def receive_proof_check(model: Model, start: int, answer: object) -> tuple[Model, str]:
    """Take the worker's answer about a part of the proof, None if there is none. Return the model, and after the last
    part a sentence about what the game proves."""
    claim = model.challenge_proof
    if claim is None or not claim.is_valid or start != claim.checked_moves:
        return model, ""
    total = len(claim.match.log)
    match answer:
        case [int(end), True] if start < end < total:
            return replace(model, challenge_proof=claim._replace(checked_moves=end)), ""
        case [int(end), True] if end == total:
            return replace(model, challenge_proof=claim._replace(checked_moves=end)), proof_verdict(claim.match)
        case [int(), False]:
            refuted = replace(model, challenge_proof=claim._replace(is_valid=False))
            return refuted, _("The score to beat isn't proven: the bots of this version would move differently.")
        case _:
            return model, _("The score to beat is possible, but its bot moves couldn't be checked here.")


def _proof_objections(address: Address, proof: Match) -> Iterator[str]:
    """Yield the reasons why a game is no proof, the simplest first."""
    kinds = [seat["kind"] for seat in proof.seats]
    same = (proof.game, kinds) == (address.game, [player["kind"] for player in address.match_players()])
    if not same or proof.options != GAMES[address.game].resolve_options(address.match_options(), len(kinds)):
        yield _("the game in the link has other players or options")
    if proof.seed != address.seed or not proof.has_only_seed_draws():
        yield _("the game in the link has another deal")
    if proof.practice:
        yield _("the game in the link is a practice game")
    if proof.resigned is not None:
        yield _("the game in the link was resigned")
    if proof.to_move() is not None:
        yield _("the game in the link isn't over")
    if address.beat not in [points for points, kind in zip(proof.scores(), kinds, strict=True) if kind == "human"]:
        yield _("nobody got it in the game in the link")


def render_challenge_outcome(model: Model) -> Markup | None:
    """Render the result of the challenge after the end, with a link to the game that proves the points."""
    beat = model.address.beat
    if beat is None or not model.human_seats:
        return None
    seat, points = model.best_human_score
    has = model.player_reference(seat).choose_sentence(
        ngettext("{name} has {n} point", "{name} has {n} points", points),
        ngettext("You have {n} point", "You have {n} points", points),
        n=format_number(points),
    )
    if model.match.resigned is not None:
        said = _("{has}, but a resigned game doesn't count against {beat}.")
    elif model.match.practice:
        said = _("{has}, but a practice game doesn't count against {beat}.")
    elif points > beat:
        said = _("{has}. That beats {beat}.")
    elif points == beat:
        said = _("{has}. That matches {beat} but doesn't beat it.")
    else:
        said = _("{has}. That doesn't beat {beat}.")
    told = said.format(has=has, beat=beat)
    claim = model.challenge_proof
    how = tag("a", _("See how"), href=f"./{permalinks.replay_link(claim.match)}") if claim and claim.is_valid else None
    return tag("p", told, " ", how, class_="outcome", id="outcome")


def accept_challenge(model: Model, asked: Address, fragment: str) -> Model:
    """Return the model with the challenge of the address `asked`, and notices about it while the game is not over."""
    if model.address.beat is None:
        return model
    if asked.seed is None or not model.human_seats:
        sentence = _("The link asks you to beat {n}, but it has no seed or no seat for you.")
        without = replace(model, address=replace(model.address, beat=None))
        return _add_notice(without, Notice(sentence.format(n=model.address.beat)))
    said = [_("Challenge: beat {n}. Same deal, same opponents.").format(n=model.address.beat)]
    try:
        proof = permalinks.read_proof(fragment)
        if proof:
            proved, sentence = verify_proof(model.address, proof)
            model = replace(model, challenge_proof=ChallengeProof(proof, proved))
            said.append(sentence)
    except Illegal as refusal:
        sentence = _("The score to beat isn't proven: {reason} You can still play.")
        doubt = Notice.from_refusal(refusal, sentence.format(reason=refusal))
        if doubt.remedy:
            model = _add_notice(model, doubt)
        else:
            said.append(doubt.text)
    if "bot:master" in model.address.seats:
        said.append(_("Master thinks for a fixed time, so it may play differently on your device."))
    return (
        model if model.mover is None else _add_notice(model, Notice(" ".join(said), informational=True, transient=True))
    )


def _add_notice(model: Model, notice: Notice) -> Model:
    return replace(model, notices=(*model.notices, notice))
