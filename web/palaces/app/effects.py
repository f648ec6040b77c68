"""The types of all effects. Only the type checker imports this module.

An effect is a task of the browser that `update` cannot do itself. A tuple represents a JSON array. The messages are in
`messages.py`.
"""

from typing import Literal, NotRequired, TypedDict

from palaces.app.messages import Message, RegionName, SoundName
from palaces.app.puzzle_record import PuzzleAnswer
from pygame_core.match import Save
from pygame_core.state import JsonAction, View
from pygame_core.types import GameName, LevelName


class DecisionRequest(TypedDict):
    """A request for the decision of a level in a position."""

    ask: Literal["move", "hint"]
    id: list[int]
    level: LevelName
    view: View
    seed: str
    seconds: float
    own: NotRequired[bool]
    """True for a bot of one's own. If it can't move, the level does."""


class ReasonsRequest(TypedDict):
    """A request for the reasons of an action. The seat to move in the match of a save took it."""

    ask: Literal["why"]
    id: list[int]
    save: Save
    action: JsonAction
    seconds: float


class GuessRequest(TypedDict):
    """A request for likely reasons of an action, from public information only."""

    ask: Literal["guess"]
    id: list[int]
    save: Save
    action: JsonAction


class WinProbabilitiesRequest(TypedDict):
    """A request for the chances to win after each move of the match of a save."""

    ask: Literal["chances"]
    id: list[int]
    save: Save


class ProofRequest(TypedDict):
    """A request to check bot moves in a finished match of a save, from the log number in `id` on."""

    ask: Literal["proof"]
    id: list[int]
    save: Save


class DealGamesRequest(TypedDict):
    """A request to let bots play the deal of the match of a save, from the number of a game in `id` on."""

    ask: Literal["deal"]
    id: list[int]
    save: Save


class ReviewRequest(TypedDict):
    """A request to go on with the review of a seat's decisions in the match of a save."""

    ask: Literal["review"]
    id: list[int]
    save: Save
    seat: int
    losses: list[list[float]]
    """What the review has found: rows of a log number and the size of the loss."""
    confirmed: list[int]
    """The log numbers of the confirmed decisions."""


class JudgeRequest(TypedDict):
    """A request to go on with the judgment of an action, compared with the one that was played in this view.

    The second number of `id` is the log number before the decision.
    """

    ask: Literal["judge"]
    id: list[int]
    view: View
    played: JsonAction
    action: JsonAction


Request = (
    DecisionRequest
    | ReasonsRequest
    | GuessRequest
    | WinProbabilitiesRequest
    | ProofRequest
    | DealGamesRequest
    | ReviewRequest
    | JudgeRequest
)
"""A request to `bot_worker.py`. `id` has the number of the game and the log number."""


class RefereedGameOrder(TypedDict):
    """Game number `n` of a run of the lab: the bot's name, the levels of the others, and the seed of the run."""

    game: GameName
    name: str
    opponents: list[LevelName]
    seed: int
    n: int
    memory: bool


class RefereeRequest(TypedDict):
    """A game with a bot of one's own: its beginning, or the bot's action as JSON text. `lab-engine.js` sends it."""

    ask: Literal["referee"]
    id: list[int]
    begin: NotRequired[RefereedGameOrder]
    action: NotRequired[str]


class WarmupRequest(TypedDict):
    """A short search, so that the next one is quicker. The page sends it by itself, and no effect has it."""

    ask: Literal["warm"]
    id: list[int]
    game: GameName
    seats: int


PeerMethod = Literal[
    "open-host",
    "open-guest",
    "servers",
    "make-moved",
    "invite",
    "draw-code",
    "accept",
    "join",
    "confirm",
    "send",
    "close",
    "strange",
    "rejoin",
    "start-camera",
    "stop-camera",
    "awake",
    "end",
    "copy-link",
    "send-link",
    "vibrate",
]
"""A method of `together.js`, or of the device."""

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
            "deal-facts",
        ]
    ]
    | tuple[Literal["new-table"], bool]
    | tuple[Literal["announce", "code"], str]
    | tuple[Literal["reveal"], RegionName]
    | tuple[Literal["reveal-hint", "forget"]]
    | tuple[Literal["walk"], int]
    | tuple[Literal["clause"], str, str]
    | tuple[Literal["sound"], list[SoundName], bool, float]
    | tuple[Literal["keep-step"], str, int]
    | tuple[Literal["keep-deal"], str, str, str]
    | tuple[Literal["keep-puzzle"], PuzzleAnswer]
    | tuple[Literal["ask"], Request]
    | tuple[Literal["later"], Message, int]
    | tuple[Literal["download", "copy", "send", "keep"], str, str]
    | tuple[Literal["peer"], PeerMethod, int, str]
    | tuple[Literal["keep-table"], str, str]
    | tuple[Literal["style"], str]
)
