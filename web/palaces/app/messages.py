"""The types of all messages. `decode.py` derives the decoder from them, and `update` takes a `Message`.

A message reports an event. A person used a control (`data-do`, `data-act`, `data-slide`), the browser or a worker
answered, or the host page asks for something. A tuple represents a JSON array, and `object` any JSON value, which
`update` checks. The effects are in `effects.py`.
"""

from typing import Literal, NewType, get_args

from palaces.app.settings import SettingMessage, SwitchName

# -- names -------------------------------------------------------------------------------------------------------------

CommonPanelName = Literal[
    "menu",
    "settings",
    "keys",
    "undo",
    "log",
    "branch",
    "new",
    "resign",
    "players",
    "share",
    "embed",
    "learn",
    "deals",
    "lab-actions",
    "lab-lines",
    "who",
]
"""Panels that a control opens in every game."""
GamePanelName = NewType("GamePanelName", str)
"""A panel of one game, which declares the name as a constant: `MARKET_PANEL = GamePanelName("square")`."""
PanelName = CommonPanelName | GamePanelName

ScreenRegionName = Literal[
    "status",
    "since",
    "tools",
    "notices",
    "bar",
    "answer",
    "panel",
    "meaning",
    "occasion",
    "lesson",
    "story",
    "qr",
    "emblems",
    "together",
]
"""Parts of the screen in every game, by their element ids."""
TableRegionName = Literal["city", "hand", "market", "money", "seats", "street", "yard"]
"""Parts of a table. A new game uses these names, or adds its own here."""
RegionName = ScreenRegionName | TableRegionName

SoundName = Literal[
    "touch",
    "refuse",
    "undo",
    "card",
    "coin",
    "exact",
    "stone",
    "tile",
    "drop",
    "pass",
    "dome",
    "prize",
    "tea",
    "awning",
    "hammer",
    "rider",
    "last",
    "scoring",
    "point",
    "turn",
    "win",
    "lost",
    "still",
]
"""The sounds that `sound.js` makes. Those after "still" are left out where an animated stage makes them itself."""

# -- messages ----------------------------------------------------------------------------------------------------------

Verb = Literal[
    "ready",
    "undo",
    "undo-further",
    "restart-turn",
    "close",
    "skip",
    "again",
    "rematch",
    "resign",
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
"""A person's action, in notation. "play" plays it. "offer" plays it too, unless the person confirms every move. "draft"
only lays it out on the table."""
TouchMessage = (
    tuple[Literal["touch"], str] | tuple[Literal["touch"], str, object] | tuple[Literal["touch"], str, object, object]
)
"""A thing on the table that a person touched, in the notation of the game's draft. "clear" cancels the draft."""

OrderMessage = tuple[Literal["order"], Literal["clear"]] | tuple[Literal["order"], Literal["above"], int]
"""Set the bid above which the person passes in this auction, or take back all orders."""
AutomaticMessage = tuple[Literal["automatic"], int, int]
"""From the page itself: play the move that the person's settings or orders ask for. It has the number of the game and
the log number."""

SignName = Literal["sun", "moon", "star", "leaf", "drop", "gem"]
SIGN_NAMES: tuple[SignName, ...] = get_args(SignName)
"""The signs of seats, in the order of seats that have not chosen one."""
PlayersMessage = tuple[Literal["rename"], int, str] | tuple[Literal["sign"], int, SignName]
"""Give a person at the table a name or a sign, by the order of people."""

ListenTopic = Literal["again", "open", "own", "standings", "can", "beside", "worth", "details"]
"""Questions that a key asks, with a spoken answer: the last announcement again, the open cards, your own things, the
scores, the possible moves, the neighbors of a space, its worth, and the moves since your turn."""
ListenMessage = tuple[Literal["listen"], ListenTopic, object]
"""A topic, and the message or action of the focused control, which names the space."""
QuestionKind = Literal["why", "guess", "hint", "chances", "proof", "deal", "review", "judge"]
PlayerMessage = tuple[Literal["seat"], int]
"""Open the panel of a player, by its number in `GameView.list_players`."""
ReasonsMessage = tuple[Literal["why"], int]
"""Open the reasons of a log entry."""
HintMessage = tuple[Literal["hint"]]
AnswerMessage = tuple[QuestionKind, int, int, object]
"""From the worker: the number of the game, the log number, and the answer."""
NoAnswerMessage = tuple[Literal["unanswered"], QuestionKind, int, int]
BotMoveMessage = tuple[Literal["bot"], int, int, object] | tuple[Literal["bot"], int, int, object, object]
"""From the worker: the number of the game, the log number, an action, and the decision behind it if the worker sends
one."""
BotFailureMessage = tuple[Literal["bot-lost", "bot-failed"], int, int]
OwnBotMessage = (
    tuple[Literal["own-move"], int, int, object, object]
    | tuple[Literal["own-failed"], int, int, str, int]
    | tuple[Literal["own-missing"], int, int]
)
"""A bot of one's own moves or can't: the number of the game and the log number; the action and the values that it gave,
or the reason and the line, 0 for none."""
PlayOnMessage = tuple[Literal["play-on"], int, str]
"""Let a level play on in the seat of a bot of one's own."""
BotMessage = (
    ReasonsMessage
    | HintMessage
    | AnswerMessage
    | NoAnswerMessage
    | BotMoveMessage
    | BotFailureMessage
    | OwnBotMessage
    | PlayOnMessage
)
"""Answers of the worker, and questions to it."""

ReviewMessage = (
    tuple[Literal["show", "slide", "rerun"], int]
    | tuple[Literal["run", "tell-all", "hands"]]
    | tuple[Literal["tick"], int, int]
    | tuple[Literal["branch"], int | None]
)
"""Steps through earlier positions."""
DecisionMessage = (
    tuple[Literal["decision"], Literal["open"], int]
    | tuple[Literal["decision"], Literal["retry", "next", "skip", "show", "why", "leave", "start-over", "share"]]
)
"""Look again at a decision of a finished game, by its place among the reviewed decisions."""
FlashbackMessage = tuple[Literal["recall"], int] | tuple[Literal["recalled"], int, int]
"""Show a move again, by its log number. Then, from the page itself: the number of the game and the next position."""
ShareMessage = (
    tuple[Literal["share"], Literal["at"], str, bool]
    | tuple[Literal["share"], Literal["copy"], str]
    | tuple[Literal["share"], Literal["copied"], str, bool]
    | tuple[Literal["share"], Literal["send", "unsent", "code", "names"]]
    | tuple[Literal["share"], Literal["coded"], str, list[object]]
    | tuple[Literal["shared"], str]
    | tuple[Literal["embedded"], str]
)
"""Controls and answers of the panels "share" and "embed"."""

DailyMessage = (
    tuple[Literal["daily"], Literal["facts"], str, str, bool, str, int]
    | tuple[Literal["daily"], Literal["again", "retry", "share", "copy"]]
)
"""Controls of the result of a daily deal. "facts" comes from the browser: its stored results as JSON, the address of
the site, whether the system has a share dialog, today's date, and the minutes until the next deals."""

TutorialMessage = (
    tuple[Literal["learn"], Literal["step"], int]
    | tuple[Literal["learn"], Literal["touch"], str]
    | tuple[Literal["learn"], Literal["show", "more", "back", "leave", "on", "new", "home"]]
    | tuple[Literal["learned"], int, int]
)
"""Steps of a lesson. "learned" comes from the page itself, with the number of the game and the length of its log."""

PuzzleMessage = tuple[Literal["puzzle"], Literal["hint", "again", "show", "why", "next"]]
"""The next hint of a puzzle, another try, the best move, all reasons, or the next puzzle."""

TogetherMessage = (
    tuple[
        Literal["together"],
        Literal[
            "ways",
            "set-up",
            "lobby",
            "close-lobby",
            "start",
            "camera",
            "use-link",
            "copy-link",
            "send-link",
            "close-table",
            "tick",
            "sit",
            "watch",
            "retry",
            "copy-reply",
            "send-reply",
            "trouble",
            "leave",
            "take-seat",
            "let-play",
            "fair-deal",
            "show-reply",
            "make-link",
            "sit-by-link",
            "play-turn",
            "look-on",
            "go-on",
            "look-back",
            "link",
            "new-code",
            "ask-close",
            "ask-move",
            "copy-moved",
            "dismiss",
            "far-apart",
        ],
    ]
    | tuple[
        Literal["together"],
        Literal[
            "way",
            "pick",
            "reply",
            "name",
            "code",
            "sign",
            "view",
            "server",
            "server-name",
            "server-password",
        ],
        str,
    ]
    | tuple[Literal["together"], Literal["computer", "seat-name"], int, str]
    | tuple[
        Literal["together"],
        Literal["free", "substitute", "sign-over", "deal-late", "seats", "version", "place", "play-on"],
        int,
    ]
    | tuple[Literal["together"], Literal["allow-undo", "refuse-undo"], int]
)
"""Controls of the lobby, of a guest's screens, and of a table with several devices."""
PeerMessage = tuple[Literal["peer"], str, int, str]
"""From `together.js`: an event, the number of the connection, and a text."""

Remedy = tuple[Literal["export", "update", "newest", "reload"]] | SettingMessage | PlayOnMessage | TogetherMessage
"""The message that the button of a notice sends."""
PageMessage = (
    tuple[Literal["panel"], PanelName]
    | tuple[Literal["log"], str]
    | tuple[Literal["notice"], str]
    | tuple[Literal["notice"], str, Remedy, str]
    | tuple[Literal["notice"], str, "SettingMessage", str, str]
    | tuple[Literal["dismiss"], int]
    | tuple[Literal["switch"], SwitchName]
    | tuple[Literal["load"], str]
    | tuple[Literal["look"], str, object]
    | tuple[Literal["parted", "table-found"], int]
    | tuple[Literal["aside"], str]
    | tuple[Literal["passed"], str]
    | tuple[Literal["placed"], bool]
    | tuple[Literal["host-theme"], str]
)
"""Panels, notices, switches, saves and the host page."""

ShortcutMessage = (
    tuple[Literal["key"], Literal["change", "off", "usual"], str]
    | tuple[Literal["pressed"], str]
    | tuple[Literal["usual-keys"]]
)
"""Changes in the list of keyboard shortcuts."""

TooltipMessage = tuple[Literal["explain"], str] | tuple[Literal["walk"], int]
"""Open the tooltip of a sign by its name, or close it with "". Or move so many signs forward."""
ClauseMessage = tuple[Literal["rule"], str] | tuple[Literal["clause"], str, str, str]
"""Open a clause by its id. Then, from the page itself: its heading and its text as HTML.

Both are "" if the rules could not be loaded.
"""

Message = (
    PlainMessage
    | PlayMessage
    | TouchMessage
    | OrderMessage
    | AutomaticMessage
    | PlayersMessage
    | ListenMessage
    | PlayerMessage
    | BotMessage
    | ReviewMessage
    | DecisionMessage
    | FlashbackMessage
    | ShareMessage
    | DailyMessage
    | TutorialMessage
    | PuzzleMessage
    | TogetherMessage
    | PeerMessage
    | ShortcutMessage
    | PageMessage
    | SettingMessage
    | TooltipMessage
    | ClauseMessage
)
SliderMessage = tuple[Literal["slide"]]
"""A message to which a slider adds its value."""
TextMessage = (
    tuple[Literal["rename"], int]
    | tuple[
        Literal["together"],
        Literal["name", "code", "reply", "server", "server-name", "server-password"],
    ]
    | tuple[Literal["together"], Literal["seat-name"], int]
)
"""A message to which a text field adds its text."""
