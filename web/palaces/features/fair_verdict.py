"""The check of a fair deal after the end of a game, on every device. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.together.table_state import GuestTable
from pygame_core import Match
from pygame_core.fair_deal import fair_seed, promise

Hashes = tuple[str | None, ...]
"""By seat, what a device has promised or shown; None for a seat without a device of its own."""


@dataclass(frozen=True, slots=True)
class Promise:
    """The secret of a guest, and all promises and secrets that the host has shown."""

    secret: str
    hashes: Hashes = ()
    secrets: Hashes = ()


def verdict(model: Model) -> str:
    """Return the sentence of the end page about the deal; "" for an ordinary one.

    The device checks what it promised itself, all promises, the seed, and all draws.
    """
    if model.is_guest:
        table = model.together
        assert isinstance(table, GuestTable)
        if not isinstance(table.fair, Promise) or not isinstance(model.match, Match):
            return ""
        fault = find_fault(model.match, table.number, table.seat, table.fair)
    elif model.whole_match.fair is None:
        return ""
    else:
        fault = "" if model.whole_match.has_only_seed_draws() else "draws"
    return _fault_sentences()[fault]


def find_fault(match: Match, number: str, seat: int | None, own: Promise) -> str:
    """Return what does not fit in the deal of a finished game, for the device of a seat: "" for nothing."""
    fair = match.fair
    if fair is None or fair["table"] != number or match.seed != fair_seed(number, fair["secrets"]):
        return "seed"
    if seat is None or seat >= len(fair["secrets"]) or fair["secrets"][seat] != own.secret:
        return "own"
    if not _keeps_promises(fair["secrets"], own.hashes) or tuple(fair["secrets"]) != own.secrets:
        return "promise"
    return "" if match.has_only_seed_draws() else "draws"


def _keeps_promises(secrets: Sequence[str | None], hashes: Hashes) -> bool:
    """Return True if these secrets are the promised ones."""
    return len(secrets) == len(hashes) and all(
        (secret and promise(secret)) == hash_ for secret, hash_ in zip(secrets, hashes, strict=True)
    )


def _fault_sentences() -> dict[str, str]:
    return {
        "": _("The deal was fair."),
        "seed": _("The deal wasn't fair: the cards don't follow from everybody's numbers."),
        "own": _("The deal wasn't fair: this device's number was left out."),
        "promise": _("The deal wasn't fair: someone changed a number after seeing the others."),
        "draws": _("The deal wasn't fair: some cards weren't those of the deal."),
    }
