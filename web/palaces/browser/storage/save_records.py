"""Records of saved games, their eviction if storage is full (quota), and notices about problems with saving. Pure."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, Required, TypedDict, cast

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.share import challenge
from palaces.ui.game_view import game_view_of
from pygame_core import Match
from pygame_core.match import is_newer_save
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.messages import Remedy

    NoticeMessage = tuple[Literal["notice"], str, Remedy, str]


class Record(TypedDict, total=False):
    """The value under a game's key: its save, and the details that the home page shows."""

    save: Required[object]
    address: str
    time: str
    over: bool
    title: str
    proof: str
    points: list[int]
    turn: int
    """The seat to move, in a running game."""
    picture: str
    """A drawing of the table, in a running game."""
    name: str
    review: object
    """The review of a finished game, perhaps a part of it: see `pack_review`."""
    guest: Literal["opened", "imported"]
    """How the game came here, until someone moves in it on this device: by an address, or by an import."""


def build_record(
    model: Model, settings: Mapping[str, str], time: str, previous: Record | None, *, has_moved: bool
) -> Record:
    """Return the record of a model's game.

    `settings` are the stored settings, which the address omits. `previous` is the record that the new one replaces. Its
    name stays, because a player chose it. `has_moved` is True if a player on this device has moved. Any page can open
    a game here by a link, so without a move the game is a guest, unless it was the player's own before.
    """
    record: Record = {
        "address": model.address.without_stored_settings(settings).to_query(),
        "time": time,
        "over": model.mover is None,
        "title": ", ".join(seat["name"] for seat in model.match.seats),
        "save": model.whole_match.save(),
        "proof": challenge.current_proof_fragment(model),
        "points": model.match.scores(),
    }
    if model.mover is not None:
        record["turn"] = model.mover
    if previous and "name" in previous:
        record["name"] = previous["name"]
    if (review := _stored_review(model, record, previous)) is not None:
        record["review"] = review
    if not has_moved and is_guest(previous):
        record["guest"] = previous["guest"] if previous else "opened"
    return record


def draw_table_picture(model: Model) -> str:
    """Return a drawing of the table for the home page, from what everybody sees; "" after the end of a game."""
    if model.mover is None:
        return ""
    return game_view_of(model).render_table_picture(model.match.view(None), model.viewer or 0)


def _stored_review(model: Model, record: Record, previous: Record | None) -> object:
    """Return the review to store with a game: one with results, or the one that is stored already."""
    review = model.decision_review
    if review is not None and (review.is_finished or review.total):
        from palaces.app.decision_review import pack_review  # imported only after a game

        return pack_review(review)
    return previous.get("review") if previous and previous["save"] == record["save"] else None


def is_guest(record: Record | None) -> bool:
    """Return True if nobody on this device has moved in a stored game, or if there is none."""
    return record is None or "guest" in record


def parse_record(text: object) -> Record | None:
    """Return the record of a stored text, None if the text is not a record."""
    if not isinstance(text, str):
        return None
    try:
        record = parse_json(text)
    except ValueError:
        return None
    return cast("Record", record) if isinstance(record, dict) and isinstance(record.get("save"), dict) else None


def evictable_keys(texts: Mapping[str, object], record: Record) -> list[str]:
    """Return the keys of the games that may be deleted if storage is full, in the order of deletion.

    Games without a move are first, because their address deals them again. Games that an address opened are next, then
    imported ones. The player's own finished games are last. In each group, the oldest is first. A guest displaces
    neither imported games nor games of the player. A text that cannot be read stays, because another version may have
    written it.
    """
    last = OPENED_RANK if is_guest(record) else OWN_RANK
    ranks = [(rank, key) for key, text in texts.items() if (rank := _eviction_rank(text)) is not None]
    return [key for rank, key in sorted(ranks) if rank[0] <= last]


def surplus_keys(texts: Mapping[str, object], record: Record, most: int) -> list[str]:
    """Return the keys of the games to delete so that a new game makes at most `most`. Imported games do not count."""
    ranks = {key: _eviction_rank(text) for key, text in texts.items()}
    imported = {key for key, rank in ranks.items() if rank and OPENED_RANK < rank[0] < OWN_RANK}
    counted = {key: text for key, text in texts.items() if key not in imported}
    return evictable_keys(counted, record)[: max(0, len(counted) - most + 1)]


UNMOVED_RANK, OPENED_RANK, IMPORTED_OVER_RANK, IMPORTED_RANK, OWN_RANK = range(5)


def _eviction_rank(text: object) -> tuple[int, str] | None:
    """Return the group and the time by which a stored game may be deleted, None if it has to stay."""
    record = parse_record(text)
    if record is None or is_newer_save(record["save"]):
        return None
    time = str(record.get("time", ""))
    match record:
        case {"save": {"log": []}}:
            return UNMOVED_RANK, time
        case {"guest": "opened"}:
            return OPENED_RANK, time
        case {"guest": _, "over": True}:
            return IMPORTED_OVER_RANK, time
        case {"guest": _}:
            return IMPORTED_RANK, time
        case {"over": True, "time": str()}:
            return OWN_RANK, time
    return None


def has_person_moved(model: Model, first: int) -> bool:
    """Return True if a player on this device has moved from log entry `first` on."""
    return any(not model.is_bot_entry(n) for n in range(first, len(model.match.log)))


def has_other_progress(text: object, match: Match) -> bool:
    """Return True if another tab has written another position of this match.

    A new name of the game does not count, and neither does a deleted record.
    """
    record = parse_record(text)
    return record is not None and record["save"] != match.save()


def other_tab_notice(text: str) -> "NoticeMessage":
    """Return the notice that another tab has written this record of the same game."""
    if is_newer_save(parse_json(text)["save"]):
        sentence = _(
            "This game was continued in another tab, in a newer version. Continue there, or load that version here too."
        )
        return ("notice", sentence, ("newest",), _("Load the newest version"))
    sentence = _("This game was continued in another tab. Continue there, or open its latest state here.")
    return ("notice", sentence, ("reload",), _("Open it here"))


def is_storage_full(error: str) -> bool:
    """Return True if this is the browser's error that storage is full."""
    return "QuotaExceededError" in error  # Pyodide may wrap the error under another name


def save_error_notice(error: str) -> "NoticeMessage":
    """Return the notice that a game could not be saved, for the text of the browser's error."""
    if is_storage_full(error):
        sentence = _(
            "This browser's storage is full, so the game can't be saved and will be lost when you close the page. "
            "Delete games on the home page, or save this one as a file."
        )
    else:
        sentence = _(
            "This browser doesn't let the page save games, so this one will be lost when you close the page. "
            "Save it as a file if you want to continue later."
        )
    return ("notice", sentence, ("export",), _("Save as a file"))
