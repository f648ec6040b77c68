"""Every message and every effect, as types for the checker alone: nothing imports this while the page runs.

A message is what happens: a control was touched (`data-do`, `data-act`, `data-slide`), the browser or a worker
answered, the page round this one asks. An effect is what `update` cannot do itself; `browser/runtime.py` carries it
out. A tuple stands for a JSON array.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

# -- messages ----------------------------------------------------------------------------------------------------------

Verb = Literal[
    "ready",
    "undo",
    "undo-further",
    "restart-turn",
    "close",
    "again",
    "export",
    "import",
    "picture",
    "update",
    "newest",
    "reload",
    "fill",
    "signs",
    "go-on",
]
PlainMessage = tuple[Verb]
PlayMessage = tuple[Literal["play", "offer", "draft"], object]
"""A person's action, in notation: what the dock proposes; what another control does at once, unless every move is to
be confirmed; what is only laid out to be looked at."""
TouchMessage = (
    tuple[Literal["touch"], str] | tuple[Literal["touch"], str, object] | tuple[Literal["touch"], str, object, object]
)
"""What a person touched on the table, as the game's draft knows it; "clear" takes it all back."""

ListenTopic = Literal["again", "open", "own", "standings", "can", "beside", "worth", "details"]
"""What is asked by a key, to be spoken: what was said last once more; what lies open; what one has oneself; how
everybody stands; what can be done; of a place what is beside it, and what it is worth; what the others did."""
ListenMessage = tuple[Literal["listen"], ListenTopic, object]
"""A topic, and what the control does that has the focus: that says which place is meant."""
QuestionKind = Literal["why", "guess", "hint", "chances"]
SubjectMessage = tuple[Literal["why", "seat"], int]
"""The reasons of an entry of the log; the sheet of somebody who has things before them, by number:
`GameView.list_players`."""
HintMessage = tuple[Literal["hint"]]
AnswerMessage = tuple[QuestionKind, int, int, object]
"""Of the worker: the number of the game, the log number, and what it found."""
NoAnswerMessage = tuple[Literal["unanswered"], QuestionKind, int, int]
BotMoveMessage = tuple[Literal["bot"], int, int, object, object]
"""Of the worker: the number of the game, the log number, an action and the decision for it, if it is told."""
BotFailureMessage = tuple[Literal["bot-lost", "bot-failed"], int, int]

ReviewMessage = (
    tuple[Literal["show", "slide", "retry"], int]
    | tuple[Literal["run", "tell-all", "hands"]]
    | tuple[Literal["tick"], int, int]
    | tuple[Literal["branch"], int | None]
)
"""What goes through earlier positions."""
FlashbackMessage = tuple[Literal["recall"], int] | tuple[Literal["recalled"], int, int]
"""A move is shown again: the log number; then of the page itself the number of the game, and which position is next."""
ShareMessage = (
    tuple[Literal["share"], Literal["at"], str, bool]
    | tuple[Literal["share"], Literal["copy"], str]
    | tuple[Literal["share"], Literal["copied"], str, bool]
    | tuple[Literal["share"], Literal["send", "unsent", "code"]]
    | tuple[Literal["share"], Literal["coded"], str, list[object]]
    | tuple[Literal["shared"], str]
    | tuple[Literal["embedded"], str]
)
"""What happens in the panels of `sharing`."""

TutorialMessage = (
    tuple[Literal["learn"], Literal["step"], int]
    | tuple[Literal["learn"], Literal["touch"], str]
    | tuple[Literal["learn"], Literal["show", "back", "leave", "on", "new", "home"]]
    | tuple[Literal["learned"], int, int]
)
"""What happens in a lesson; last of the page itself, the number of the game and how long its log is: go on."""

Remedy = tuple[Literal["export", "update", "newest", "reload"]]
"""The one thing to do about a notice."""
PageMessage = (
    tuple[Literal["panel"], str]
    | tuple[Literal["notice"], str]
    | tuple[Literal["notice"], str, Remedy, str]
    | tuple[Literal["dismiss"], int]
    | tuple[Literal["theme", "contrast", "motion", "speed", "lang", "switch"], str]
    | tuple[Literal["think"], int]
    | tuple[Literal["load"], str]
    | tuple[Literal["look"], str, object]
    | tuple[Literal["parted", "table-found"], int]
    | tuple[Literal["aside"], str]
    | tuple[Literal["passed"], str]
    | tuple[Literal["placed"], bool]
)
"""What happens around the table."""

ShortcutMessage = (
    tuple[Literal["key"], Literal["change", "off", "usual"], str]
    | tuple[Literal["pressed"], str]
    | tuple[Literal["usual-keys"]]
)
"""What happens in the list of keys."""

TooltipMessage = tuple[Literal["explain"], str] | tuple[Literal["walk"], int]
"""What a sign of the table means, by its name, "" for none; so many signs on."""
ClauseMessage = tuple[Literal["rule"], str] | tuple[Literal["clause"], str, str]
"""A clause is opened, by its id; and of the page itself what the rules say there, "" where they could not be loaded."""

Message = (
    PlainMessage
    | PlayMessage
    | TouchMessage
    | ListenMessage
    | SubjectMessage
    | HintMessage
    | AnswerMessage
    | NoAnswerMessage
    | BotMoveMessage
    | BotFailureMessage
    | ReviewMessage
    | FlashbackMessage
    | ShareMessage
    | TutorialMessage
    | ShortcutMessage
    | PageMessage
    | TooltipMessage
    | ClauseMessage
)
SliderMessage = tuple[Literal["slide"]]
"""A message to which a slider adds its value."""

# -- effects -----------------------------------------------------------------------------------------------------------


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
"""What `bot_worker.py` answers. `id` has the number of the game and the log number."""

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
    | tuple[Literal["announce", "reveal", "code"], str]
    | tuple[Literal["walk"], int]
    | tuple[Literal["clause"], str, str]
    | tuple[Literal["sound"], list[str], bool]
    | tuple[Literal["keep-step"], str, int]
    | tuple[Literal["ask"], Request]
    | tuple[Literal["later"], Message, int]
    | tuple[Literal["download", "copy", "send", "keep"], str, str]
)
