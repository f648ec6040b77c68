"""The choice of a storage place for a game that another tab may have continued. No save is lost. Pure."""

from collections.abc import Mapping
from typing import Literal

from pygame_core.match import is_newer_save


def choose_save_place(there: object, seen: object, own: Mapping[str, object]) -> Literal["here", "behind", "apart"]:
    """Choose the place of the save `own`. `there` is the content of its usual place, None if it is empty.

    `here`: `own` replaces `there`. It is the same game at the same moment or a later one, or `there` is `seen`, the
    last save of this tab, which the tab may take back. `behind`: `own` is an earlier moment of a saved game, so there
    is nothing to save. `apart`: everything else. Saving here would destroy the save of somebody else, or lose data of a
    newer version.
    """
    if there is None or there == seen or (_is_earlier_save(there, own) and not is_newer_save(there)):
        return "here"
    return "behind" if _is_earlier_save(own, there) else "apart"


def _is_earlier_save(one: object, other: object) -> bool:
    """Return True if a save is an earlier or the same moment of another."""
    match one, other:
        case {"setup": setup, "log": [*log]}, {"setup": same, "log": [*later]}:
            alike = setup == same and _is_practice(one) == _is_practice(other)
            ended = _has_resigned(one) and not (_has_resigned(other) and log == later)
            return alike and log == later[: len(log)] and not ended
    return False


def _has_resigned(save: object) -> bool:
    return isinstance(save, Mapping) and "resigned" in save


def _is_practice(save: object) -> bool:
    return isinstance(save, Mapping) and save.get("practice", False) is not False
