"""What is kept of a game, which games give way where storage is full, and what a person is told about that. Pure."""

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
    """What is kept under a game's key: its save, and what the home page shows of it."""

    save: Required[object]
    address: str
    time: str
    over: bool
    title: str
    proof: str
    name: str


def build_record(model: Model, settings: Mapping[str, str], time: str, previous: Record | None) -> Record:
    """The record of a model's game.

    `settings` are those that are kept apart, which its address leaves out. `previous` is the record in its place: a
    name that a person gave it stays.
    """
    record: Record = {
        "address": model.address.without_stored_settings(settings).to_query(),
        "time": time,
        "over": model.mover is None,
        "title": ", ".join(model.player_names),
        "save": model.match.save(),
        "proof": challenge.current_proof_fragment(model),
    }
    if previous and "name" in previous:
        record["name"] = previous["name"]
    return record


def parse_record(text: object) -> Record | None:
    """The record that was kept as this text; None if it is none."""
    if not isinstance(text, str):
        return None
    try:
        record = parse_json(text)
    except ValueError:
        return None
    return cast("Record", record) if isinstance(record, dict) and isinstance(record.get("save"), dict) else None


def evictable_keys(texts: Mapping[str, object]) -> list[str]:
    """The keys of games that may be deleted to make room, in that order, of all texts by key.

    First come games in which nobody has moved, which their address deals again, then the oldest finished ones. A text
    that cannot be read may be another version's, and stays.
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
    """Whether a person has moved at this screen, from the log number `first` on."""
    return any(not model.is_bot_entry(n) for n in range(first, len(model.match.log)))


def has_other_progress(text: object, match: Match) -> bool:
    """Whether the record that another tab has written is of another moment of this match: not a new name, and not
    nothing."""
    record = parse_record(text)
    return record is not None and record["save"] != match.save()


def other_tab_notice(text: str) -> "NoticeMessage":
    """What a person is told once another tab has written this record of the same game."""
    if is_newer_save(parse_json(text)["save"]):
        sentence = _("This game went on in another tab, in a newer version. Go on there, or load that here, too.")
        return ("notice", sentence, ("newest",), _("Load the newest version"))
    sentence = _("This game went on in another tab. Go on there, or open it here as it is now.")
    return ("notice", sentence, ("reload",), _("Open it here"))


def save_error_notice(error: str) -> "NoticeMessage":
    """What a person is told once a game could not be kept, by the text of the browser's error."""
    if "QuotaExceededError" in error:  # Pyodide may wrap it, and then it has another name
        sentence = _(
            "The storage of this browser is full, so the game cannot be kept and will be gone when the page is closed. "
            "Delete games on the home page, or save this one as a file."
        )
    else:
        sentence = _(
            "This browser does not let the game be kept, so it will be gone when the page is closed. "
            "Save it as a file if you want to go on later."
        )
    return ("notice", sentence, ("export",), _("Save as a file"))
