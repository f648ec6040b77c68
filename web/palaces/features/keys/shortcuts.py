"""Keyboard shortcuts: the table of keys, and what a key means. Pure.

A shortcut is a row of `COMMON_SHORTCUTS`, or of `shortcuts` in a game's view. A new row needs no other code: the list,
the dialog to change it and the keyboard handler read it. `Model.custom_shortcuts` has the changed keys by name; "" for
one that is off.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from palaces.app.i18n import N_
from palaces.app.model import Model
from palaces.app.panel_state import ShortcutsPanel
from palaces.ui.game_view import Shortcut, game_view_of

if TYPE_CHECKING:
    from palaces.app.messages import Message


FIRST_CODE_AFTER_LATIN = 0x250
QUESTION_MARK = "?"
OTHER_QUESTION_MARKS = "\u037e\u055e\u061f\u1367\ufe56\uff1f"
"""Question marks of Greek, Armenian, Arabic and Ethiopic, a small one and a full-width one.

A semicolon looks like the first one, but it is a key of its own.
"""
EVERY_SHORTCUT = "*"
"""The name that means all shortcuts."""

COMMON_SHORTCUTS = (
    Shortcut("play", "p", N_("confirm, play or continue"), "#play,#pass,#ready,#go-on,#again,#run"),
    Shortcut("undo", "u", N_("undo"), "#undo"),
    Shortcut("restart", "U", N_("restart your turn"), ("restart-turn",)),
    Shortcut("hint", "h", N_("get a hint"), "#hint"),
    Shortcut("log", "l", N_("open the log"), ("panel", "log")),
    Shortcut("again", "r", N_("hear again what was announced since your last action"), ("listen", "again", None)),
    Shortcut("can", "w", N_("hear what you can do now, and what you can do here"), ("listen", "can", None)),
    Shortcut("open", "o", N_("hear what's on the table"), ("listen", "open", None)),
    Shortcut("own", "y", N_("hear what you have"), ("listen", "own", None)),
    Shortcut("standings", "s", N_("hear the scores"), ("listen", "standings", None)),
    Shortcut("details", "R", N_("hear every move since your last turn"), ("listen", "details", None)),
    Shortcut("worth", "S", N_("hear what this is worth"), ("listen", "worth", None)),
    Shortcut("beside", "W", N_("hear what's around this space"), ("listen", "beside", None)),
    Shortcut("signs", "i", N_("explain the symbols, one by one with the arrow keys"), ("signs",)),
    Shortcut("new", "B", N_("start a new game"), ("panel", "new")),
    Shortcut("resign", "Q", N_("resign"), ("panel", "resign")),
    Shortcut("keys", "?", N_("open this list"), ("panel", "keys")),
)
"""The shortcuts of all games."""
LOOK_AGAIN_SHORTCUTS = (
    Shortcut("look-next", "n", N_("go to the next decision"), "#look-next,#look-skip"),
    Shortcut("look-retry", "r", N_("try another move"), "#look-retry"),
    Shortcut("look-pip", "12345", N_("go to a decision"), "#pip-{n}"),
)
"""The shortcuts while the person looks again at decisions. They come before the others."""
PUZZLE_SHORTCUTS = (
    Shortcut("puzzle-next", "n", N_("go to the next puzzle"), "#answer #go-on"),
    Shortcut("puzzle-retry", "r", N_("try again"), "#answer #again"),
)
"""The shortcuts of the answer to a puzzle. Before there is an answer, their keys mean what they mean in a game."""
GAME_ONLY_SHORTCUTS = ("undo", "restart", "log", "new", "resign")
"""The shortcuts that a puzzle doesn't have."""


def game_shortcuts(model: Model) -> tuple[Shortcut, ...]:
    """Return all shortcuts of the game on the table."""
    usual = (*game_view_of(model).shortcuts, *COMMON_SHORTCUTS)
    if model.puzzle is not None:
        return (*PUZZLE_SHORTCUTS, *(row for row in usual if row.name not in GAME_ONLY_SHORTCUTS))
    return usual if model.look is None else (*LOOK_AGAIN_SHORTCUTS, *usual)


def current_keys(model: Model) -> dict[str, str]:
    """Return the current keys by name; "" for one that is off. A default key is off while another row has it as its
    chosen key."""
    if EVERY_SHORTCUT in model.custom_shortcuts:
        return dict.fromkeys((row.name for row in game_shortcuts(model)), "")
    chosen = {
        row.name: model.custom_shortcuts[row.name]
        for row in game_shortcuts(model)
        if row.name in model.custom_shortcuts
    }
    taken = {*chosen.values()} - {""}
    usual = {
        row.name: "".join(" " if key in taken else key for key in row.default_keys).rstrip()
        for row in game_shortcuts(model)
    }
    return usual | chosen


def typed_key(key: str, has_shift: bool) -> str:
    """Return a key in the notation of rows, from its name in the browser. Caps Lock does not change letters, but Shift
    does.

    >>> typed_key("W", False), typed_key("w", True), typed_key("?", True), typed_key("Escape", False)
    ('w', 'W', '?', 'escape')
    """
    capital = key.upper()
    return capital if has_shift and len(key) == len(capital) == 1 else key.lower()


def key_by_position(code: str, has_shift: bool) -> str:
    """Return the letter or digit that a key has on a Latin keyboard, by its `KeyboardEvent.code`; "" for other keys.

    >>> key_by_position("KeyL", False), key_by_position("KeyR", True), key_by_position("Digit2", False)
    ('l', 'R', '2')
    """
    name, letter = code[:-1], code[-1:]
    if name == "Key":
        return letter if has_shift else letter.lower()
    return letter if name == "Digit" and not has_shift else ""


def is_latin_letter(key: str) -> bool:
    """Return True for a letter of a Latin keyboard, with or without an accent.

    >>> [is_latin_letter(key) for key in ("l", "\N{LATIN SMALL LETTER DOTLESS I}", "\N{CYRILLIC SMALL LETTER DE}", "1")]
    [True, True, False, False]
    """
    return len(key) == 1 and key.isalpha() and ord(key) < FIRST_CODE_AFTER_LATIN


def find_shortcut(model: Model, key: str, placed: str = "") -> "tuple[Message | str, int] | None":
    """Return the message or selector of a key, and `Shortcut.focus_step`; None for a key without a meaning.

    If no row has a letter with Shift, it means the letter alone. A keyboard of another script has its letters at other
    places, and some Latin keyboards have accented letters where others have digits. There `placed` counts, the letter
    or digit of `key_by_position`. Any question mark without a row means the Latin one.
    """
    found = _find_row(model, key) or (_find_row(model, key.lower()) if len(key) == 1 else None)
    if found is None and key and key in OTHER_QUESTION_MARKS:
        return find_shortcut(model, QUESTION_MARK)
    if found is not None or not placed or (placed.isalpha() and is_latin_letter(key)):
        return found
    return find_shortcut(model, placed)


def _find_row(model: Model, key: str) -> "tuple[Message | str, int] | None":
    """Return the message or selector of the row with exactly this key."""
    is_asked = model.puzzle is not None and not model.puzzle.verdict
    for row in game_shortcuts(model):
        if is_asked and row in PUZZLE_SHORTCUTS:
            continue
        at = current_keys(model)[row.name].find(key)
        if at >= 0 and key != " ":
            does = (
                row.message_or_selector.format(n=at + 1, at=at)
                if isinstance(row.message_or_selector, str)
                else row.message_or_selector
            )
            return does, row.focus_step
    return None


def is_awaiting_key(model: Model) -> bool:
    """Return True if the next key becomes a shortcut."""
    return bool(edited_shortcut(model))


def edited_shortcut(model: Model) -> str:
    """Return the row of the open list that waits for its new key; "" for none."""
    return model.panel.edited_shortcut if isinstance(model.panel, ShortcutsPanel) else ""


def format_shortcuts(keys: Mapping[str, str]) -> str:
    """Return changed keys as text for storage.

    >>> format_shortcuts({"undo": "z", "hint": ""})
    'undo=z hint='
    """
    return " ".join(f"{name}={key}" for name, key in keys.items())


def parse_shortcuts(text: str) -> dict[str, str]:
    """Parse stored keys. Malformed ones are dropped.

    >>> parse_shortcuts("undo== hint= log=xy =a log")
    {'undo': '=', 'hint': ''}
    """
    pairs = [each.partition("=") for each in text.split(" ")]
    return {name: key for name, parted, key in pairs if name and parted and len(key) < 2 and key.isprintable()}
