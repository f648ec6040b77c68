"""The state of the open panel: one group of the model. Pure.

A panel covers the side of the table, or its lower part on a narrow screen, until it is closed. Only one can be open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from palaces.app.messages import GamePanelName, PanelName

PlainPanelName = Literal[
    "menu",
    "settings",
    "undo",
    "branch",
    "new",
    "resign",
    "players",
    "learn",
    "deals",
    "lab-actions",
    "lab-lines",
    "who",
]
SharedPanelName = PlainPanelName | Literal["log", "hint", "why", "seat", "rule", "keys", "share", "embed", "ways"]
"""The panels that every game has."""


@dataclass(frozen=True, slots=True)
class PlainPanel:
    """A panel about the whole table."""

    name: PlainPanelName


@dataclass(frozen=True, slots=True)
class GamePanel:
    """A panel of the game on the table."""

    name: "GamePanelName"
    holds_table: bool = False
    """True if the panel takes over the table, and bots wait until it closes."""
    is_due: bool = False
    """True while the pieces of the move that opens a panel still travel. The panel takes over the table after that."""
    is_counted: bool = False
    """True if a panel that holds the table shows only its result."""
    closes_itself: bool = False
    """True if a panel that holds the table closes after some time. Any touch of the table keeps it open."""


@dataclass(frozen=True, slots=True)
class LogPanel:
    """The panel with the log."""

    name: ClassVar[str] = "log"
    filter_name: str = ""
    """The entries on the list: "seat-0" and so on for those of a player, "scorings", or "" for all."""


@dataclass(frozen=True, slots=True)
class HintPanel:
    """The panel with a master's advice for the person to move. The advice is in `Thinking.hint`."""

    name: ClassVar[str] = "hint"
    is_unanswered: bool = False
    """True if no answer will come."""


@dataclass(frozen=True, slots=True)
class WhyPanel:
    """The panel with the reasons of a bot's move."""

    name: ClassVar[str] = "why"
    log_number: int
    is_unanswered: bool = False
    """True if no answer will come."""


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """The panel of a player."""

    name: ClassVar[str] = "seat"
    player: int
    """A number of `GameView.list_players`."""


@dataclass(frozen=True, slots=True)
class RulePanel:
    """The panel with a clause of the rules."""

    name: ClassVar[str] = "rule"
    clause_id: str
    heading_html: str = ""
    text_html: str | None = None
    """The text of the clause. None while it loads; "" if the rules could not be loaded."""


@dataclass(frozen=True, slots=True)
class ShortcutsPanel:
    """The list of keyboard shortcuts, where a person can change them."""

    name: ClassVar[str] = "keys"
    edited_shortcut: str = ""
    """The row that waits for its new key."""
    status_text: str = ""
    """The result of the last change."""
    status_shortcut: str = ""
    """The row of the last change."""


@dataclass(frozen=True, slots=True)
class SharePanel:
    """The panel with links to the game."""

    name: ClassVar[str] = "share"
    site_url: str = ""
    """The absolute address of the site's folder, with `/` at its end. The browser sends it."""
    has_system_share: bool = False
    """True if the system has a share sheet for links."""
    challenge_points: int | None = None
    """The points to beat in a challenge; None if this game cannot be one."""
    link_kind: str = ""
    """The chosen link: "game", "move" or "challenge"; "" for the first one."""
    decision_link: str = ""
    """The link to the decision on the table, relative to the site, if the panel shares that; otherwise ""."""
    named_decision_link: str = ""
    """The same link with everybody's names; "" if they are not known."""
    shows_names: bool = False
    """True if the person chose the link with names."""
    status_target: str = ""
    """The subject of `status_text`: the id of a text to copy, "sheet" or "code"."""
    status_text: str = ""
    turn_link: str = ""
    """The link of a game by link for the next person, relative to the site, if the panel shares that; otherwise ""."""
    qr_address: str = ""
    """The address of the QR code that is requested or shown."""
    qr_rows: tuple[str, ...] = ()
    """The rows of the QR code from the top, `1` for each dark module; empty until it is made."""

    def with_status(self, target: str = "", text: str = "") -> "SharePanel":
        """Return a copy with the result of the last step."""
        return replace(self, status_target=target, status_text=text)

    def with_qr_code(self, address: str = "", rows: tuple[str, ...] = ()) -> "SharePanel":
        """Return a copy with the QR code of an address, or with none."""
        return replace(self, qr_address=address, qr_rows=rows)


@dataclass(frozen=True, slots=True)
class EmbedPanel:
    """The panel with code for other pages."""

    name: ClassVar[str] = "embed"
    site_url: str = ""
    """The absolute address of the site's folder, as in `SharePanel`."""
    embed_kind: str = "new"
    """The kind of embed: a "new" game, or this one as a "replay"."""
    status_target: str = ""
    """The subject of `status_text`: the id of a text to copy."""
    status_text: str = ""

    def with_status(self, target: str = "", text: str = "") -> "EmbedPanel":
        """Return a copy with the result of the last step."""
        return replace(self, status_target=target, status_text=text)


@dataclass(frozen=True, slots=True)
class WaysPanel:
    """The question how to play together."""

    name: ClassVar[str] = "ways"
    way: str = "middle"
    """The chosen way: see `palaces.app.together.table_state.Way`."""


Panel = (
    PlainPanel
    | GamePanel
    | LogPanel
    | HintPanel
    | WhyPanel
    | PlayerPanel
    | RulePanel
    | ShortcutsPanel
    | SharePanel
    | EmbedPanel
    | WaysPanel
    | None
)
"""The open panel, or None."""

MENU_PANELS: "Mapping[PanelName, Panel]" = {
    "menu": PlainPanel("menu"),
    "settings": PlainPanel("settings"),
    "keys": ShortcutsPanel(),
    "undo": PlainPanel("undo"),
    "log": LogPanel(),
    "branch": PlainPanel("branch"),
    "deals": PlainPanel("deals"),
    "lab-actions": PlainPanel("lab-actions"),
    "lab-lines": PlainPanel("lab-lines"),
    "who": PlainPanel("who"),
    "new": PlainPanel("new"),
    "resign": PlainPanel("resign"),
    "players": PlainPanel("players"),
    "share": SharePanel(),
    "embed": EmbedPanel(),
}
"""The initial state of the panels of every table, by name. The lesson's is `LESSON_PANEL`. Other panels have their own
messages."""
LESSON_PANEL = PlainPanel("learn")


def panel_subject(panel: Panel) -> int:
    """Return a number that tells the panel from others of its name: of a move, a player or a clause; else 0."""
    match panel:
        case WhyPanel(n) | PlayerPanel(n):
            return n
        case RulePanel(clause):
            return int(clause[1:])
        case _:
            return 0
