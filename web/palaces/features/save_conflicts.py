"""Where a game is kept, which another tab may have gone on with: nothing that is there is lost. Pure."""

from collections.abc import Mapping
from typing import Literal

from pygame_core.match import is_newer_save


def choose_save_place(there: object, seen: object, own: Mapping[str, object]) -> Literal["here", "behind", "apart"]:
    """Where to keep the save `own`, with the save `there` in its place: None if nothing is, anything if it is none.

    `here` it takes that place, as the same game at the same moment or a later one, or since `there` is what this tab
    wrote last, `seen`, and may take back. A game that only lags `behind` has nothing that is not kept already. All else
    belongs `apart`: it would put an end to what somebody else wrote, or lose what a newer version knows of the game.
    """
    if there is None or there == seen or (_is_earlier_save(there, own) and not is_newer_save(there)):
        return "here"
    return "behind" if _is_earlier_save(own, there) else "apart"


def _is_earlier_save(one: object, other: object) -> bool:
    """Whether a save is an earlier or the same moment of another."""
    match one, other:
        case {"setup": setup, "log": [*log]}, {"setup": same, "log": [*later]}:
            alike = setup == same and _is_practice(one) == _is_practice(other)
            return alike and log == later[: len(log)]
    return False


def _is_practice(save: object) -> bool:
    return isinstance(save, Mapping) and save.get("practice", False) is not False
