"""The panel that is open, with exactly what it is about: one group of the model. Pure.

A panel covers the side of the table, and on a narrow screen its foot, until it is closed. Only one can be open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from palaces.app.messages import GamePanelName, PanelName

PlainPanelName = Literal["menu", "settings", "undo", "log", "branch", "learn"]


@dataclass(frozen=True, slots=True)
class PlainPanel:
    """A panel that is about the whole table."""

    name: PlainPanelName


@dataclass(frozen=True, slots=True)
class GamePanel:
    """A panel of the game on the table."""

    name: "GamePanelName"
    holds_table: bool = False
    """Whether it takes the table, and bots wait until the person goes on."""


@dataclass(frozen=True, slots=True)
class HintPanel:
    """What a master would do for the person to move: `Thinking.hint`, once it has come."""

    name: ClassVar[str] = "hint"
    is_unanswered: bool = False
    """Whether no answer will come."""


@dataclass(frozen=True, slots=True)
class WhyPanel:
    """Why a bot made a move."""

    name: ClassVar[str] = "why"
    log_number: int
    is_unanswered: bool = False
    """Whether no answer will come."""


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """What lies before somebody."""

    name: ClassVar[str] = "seat"
    player: int
    """A number of `GameView.list_players`."""


@dataclass(frozen=True, slots=True)
class RulePanel:
    """A clause of the rules."""

    name: ClassVar[str] = "rule"
    clause_id: str
    heading: str = ""
    """HTML of its heading, once it is loaded."""
    text: str | None = None
    """HTML of its text, once it is loaded; "" if the rules could not be loaded."""


@dataclass(frozen=True, slots=True)
class ShortcutsPanel:
    """The list of single keys, where they can be changed."""

    name: ClassVar[str] = "keys"
    edited_shortcut: str = ""
    """The row that waits for its new key."""
    status_text: str = ""
    """What came of the last one."""
    status_shortcut: str = ""
    """The row that this is about."""


@dataclass(frozen=True, slots=True)
class SharePanel:
    """Links to the game."""

    name: ClassVar[str] = "share"
    site_url: str = ""
    """The absolute address of the site's folder, `/` at its end, once the browser has told it."""
    has_system_share: bool = False
    """Whether the system has a share sheet for links."""
    challenge_points: int | None = None
    """The points that a challenge can be made of, if there can be one."""
    link_kind: str = ""
    """The chosen link: "game", "move" or "challenge"; "": the first that is offered."""
    status_target: str = ""
    """What `status_text` is about: the id of a text to copy, "sheet" or "code"."""
    status_text: str = ""
    qr_address: str = ""
    """The address whose QR code is asked for or shown."""
    qr_rows: tuple[str, ...] = ()
    """Its rows from the top, `1` for each dark module; empty until it is made."""

    def with_status(self, target: str = "", text: str = "") -> "SharePanel":
        """The same with what came of the last step."""
        return replace(self, status_target=target, status_text=text)

    def with_qr_code(self, address: str = "", rows: tuple[str, ...] = ()) -> "SharePanel":
        """The same with the QR code of an address, or with none."""
        return replace(self, qr_address=address, qr_rows=rows)


@dataclass(frozen=True, slots=True)
class EmbedPanel:
    """Snippets for other pages."""

    name: ClassVar[str] = "embed"
    site_url: str = ""
    """The absolute address of the site's folder, as in `SharePanel`."""
    embed_kind: str = "new"
    """What is to be embedded: a "new" game, or this one as a "replay"."""
    status_target: str = ""
    """What `status_text` is about: the id of a text to copy."""
    status_text: str = ""

    def with_status(self, target: str = "", text: str = "") -> "EmbedPanel":
        """The same with what came of the last step."""
        return replace(self, status_target=target, status_text=text)


Panel = (
    PlainPanel
    | GamePanel
    | HintPanel
    | WhyPanel
    | PlayerPanel
    | RulePanel
    | ShortcutsPanel
    | SharePanel
    | EmbedPanel
    | None
)
"""The open panel; None where the table is free."""

MENU_PANELS: "Mapping[PanelName, Panel]" = {
    "menu": PlainPanel("menu"),
    "settings": PlainPanel("settings"),
    "keys": ShortcutsPanel(),
    "undo": PlainPanel("undo"),
    "log": PlainPanel("log"),
    "branch": PlainPanel("branch"),
    "share": SharePanel(),
    "embed": EmbedPanel(),
}
"""By name, as they open, the panels that every table has. The lesson's is `LESSON_PANEL`; others have messages of their
own."""
LESSON_PANEL = PlainPanel("learn")


def panel_subject(panel: Panel) -> int:
    """The number by which a panel is told from others of its name: of a move, of a player or of a clause; else 0."""
    match panel:
        case WhyPanel(n) | PlayerPanel(n):
            return n
        case RulePanel(clause):
            return int(clause[1:])
        case _:
            return 0
