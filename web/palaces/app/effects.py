"""Every effect, as a type for the checker alone: nothing imports this module while the page runs.

An effect is something that `update` cannot do itself; the browser carries it out. A tuple stands for a JSON array. The
messages are in `messages.py`.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from palaces.app.messages import Message, RegionName, SoundName


class DecisionRequest(TypedDict):
    """What a level would do in a position."""

    ask: Literal["move", "hint"]
    id: list[int]
    level: str
    view: Mapping[str, Any]
    seed: str
    seconds: float


class ReasonsRequest(TypedDict):
    """Why the seat to move in the match of a save took an action."""

    ask: Literal["why"]
    id: list[int]
    save: dict[str, Any]
    action: list[Any]
    seconds: float


class GuessRequest(TypedDict):
    """Why an action may have been taken, as far as an onlooker can tell."""

    ask: Literal["guess"]
    id: list[int]
    save: dict[str, Any]
    action: list[Any]


class WinProbabilitiesRequest(TypedDict):
    """How the chances went in the match of a save."""

    ask: Literal["chances"]
    id: list[int]
    save: dict[str, Any]


Request = DecisionRequest | ReasonsRequest | GuessRequest | WinProbabilitiesRequest
"""A request to `bot_worker.py`. `id` has the number of the game and the log number."""


class WarmupRequest(TypedDict):
    """A short search, so that the next one is quicker. The page sends it by itself, and no effect has it."""

    ask: Literal["warm"]
    id: list[int]
    game: str
    seats: int


Effect = (
    tuple[
        Literal[
            "show",
            "save",
            "top",
            "choose-file",
            "update",
            "newest",
            "reload",
            "new-table",
            "locate",
            "load-embed",
            "picture",
            "fill",
            "give-back",
        ]
    ]
    | tuple[Literal["new-table"], bool]
    | tuple[Literal["announce", "code"], str]
    | tuple[Literal["reveal"], RegionName]
    | tuple[Literal["walk"], int]
    | tuple[Literal["clause"], str, str]
    | tuple[Literal["sound"], list[SoundName], bool]
    | tuple[Literal["keep-step"], str, int]
    | tuple[Literal["ask"], Request]
    | tuple[Literal["later"], Message, int]
    | tuple[Literal["download", "copy", "send", "keep"], str, str]
)
