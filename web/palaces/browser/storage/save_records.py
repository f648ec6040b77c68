"""Records of saved games, their eviction if storage is full (quota), and notices about problems with saving. Pure."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, Required, TypedDict, cast

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.share import challenge
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
    name: str


def build_record(model: Model, settings: Mapping[str, str], time: str, previous: Record | None) -> Record:
    """Return the record of a model's game.

    `settings` are the stored settings, which the address omits. `previous` is the record that the new one replaces. Its
    name stays, because a player chose it.
    """
    record: Record = {
        "address": model.address.without_stored_settings(settings).to_query(),
        "time": time,
        "over": model.mover is None,
        "title": ", ".join(seat["name"] for seat in model.match.seats),
        "save": model.match.save(),
        "proof": challenge.current_proof_fragment(model),
        "points": model.match.scores(),
    }
    if previous and "name" in previous:
        record["name"] = previous["name"]
    return record


def parse_record(text: object) -> Record | None:
    """Return the record of a stored text, None if the text is not a record."""
    if not isinstance(text, str):
        return None
    try:
        record = parse_json(text)
    except ValueError:
        return None
    return cast("Record", record) if isinstance(record, dict) and isinstance(record.get("save"), dict) else None


def evictable_keys(texts: Mapping[str, object]) -> list[str]:
    """Return the keys of the games that may be deleted to make room, in the order of deletion.

    Games without a move are first, because their address deals them again. The oldest finished games are next. A text
    that cannot be read stays, because another version may have written it.
    """
    found = []
    for key, text in texts.items():
        record = parse_record(text)
        match None if record is None or is_newer_save(record["save"]) else record:
            case {"save": {"log": []}}:
                found.append((0, "", key))
            case {"over": True, "time": str(time)}:
                found.append((1, time, key))
    return [key for _order, _time, key in sorted(found)]


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


def save_error_notice(error: str) -> "NoticeMessage":
    """Return the notice that a game could not be saved, for the text of the browser's error."""
    if "QuotaExceededError" in error:  # Pyodide may wrap the error under another name
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
