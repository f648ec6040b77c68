"""Challenges to beat the points of somebody else with the same deal. Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.share import permalinks
from palaces.ui.html import Markup, tag


def current_proof_fragment(model: Model) -> str:
    """Return the fragment with the proof of the challenge, or "". It may be for a newer version to check."""
    if model.challenge_proof:
        return permalinks.proof_fragment(model.challenge_proof.match)
    _query, sign, proof = model.url_override.partition("#proof=")
    return sign + proof


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
