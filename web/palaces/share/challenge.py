"""Challenges to beat the points of somebody else with the same deal. Pure."""

from dataclasses import replace

from palaces.app.i18n import _
from palaces.app.model import ChallengeProof, Model, Notice
from palaces.app.routing import Address
from palaces.share import permalinks
from palaces.ui.html import Markup, tag
from pygame_core import Illegal


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
            from palaces.share import challenge_proof  # imported only for a proof

            proved, sentence = challenge_proof.verify_proof(model.address, proof)
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


def current_proof_fragment(model: Model) -> str:
    """Return the fragment with the proof of the challenge, or "". It may be for a newer version to check."""
    if model.challenge_proof:
        return permalinks.proof_fragment(model.challenge_proof.match)
    _query, sign, proof = model.url_override.partition("#proof=")
    return sign + proof


def _add_notice(model: Model, notice: Notice) -> Model:
    return replace(model, notices=(*model.notices, notice))


def render_challenge_badge(model: Model) -> Markup | None:
    """Render the points to beat, next to the name of the seat to move."""
    if model.address.beat is None:
        return None
    return tag("span", _("beat {n}").format(n=model.address.beat), class_="badge")


def is_challenge_met(model: Model) -> bool:
    """Return True if the best person has beaten the points, in a game that is not practice."""
    beat = model.address.beat
    counts = not model.match.practice and model.match.resigned is None
    return bool(model.human_seats) and beat is not None and counts and model.best_human_score[1] > beat
