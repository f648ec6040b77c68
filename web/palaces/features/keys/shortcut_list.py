"""The list of keyboard shortcuts, and changes to them. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from palaces.app.i18n import N_, _
from palaces.app.model import Model, Transition
from palaces.app.panel_state import ShortcutsPanel
from palaces.features.keys.shortcuts import (
    EVERY_SHORTCUT,
    current_keys,
    edited_shortcut,
    format_shortcuts,
    game_shortcuts,
    is_awaiting_key,
)
from palaces.ui.game_view import Shortcut
from palaces.ui.html import Markup, boolean_attribute, button, join, tag

if TYPE_CHECKING:
    from palaces.app.messages import Message, ShortcutMessage

FIXED_KEYS = (
    ("Tab", N_("move between groups and controls")),
    ("← ↑ → ↓", N_("move within a group or on a board")),
    (N_("Home, End"), N_("in a group: first or last")),
    (N_("Enter"), N_("activate")),
    ("Esc", N_("cancel or close")),
    ("← →", N_("in a replay: back or forward one move, with Shift one round")),
    (N_("Home, End"), N_("in a replay: go to the start or end")),
)
"""Keys that are not letters and never change."""


# -- changes -----------------------------------------------------------------------------------------------------------


def update_shortcuts(model: Model, message: "ShortcutMessage") -> Transition:
    """Change the key of a row, turn it off, or restore the default."""
    match message:
        case ("key", how, str(name)) if name in {EVERY_SHORTCUT, *(row.name for row in game_shortcuts(model))}:
            if how == "change":
                waits = "" if name == edited_shortcut(model) else name
                return _with_list(model, ShortcutsPanel(waits, status_shortcut=waits)), []
            return _assign_key(model, name, None if how == "usual" else "")
        case ("pressed", key):
            return _assign_pressed_key(model, key) if is_awaiting_key(model) else (model, [])
        case ("usual-keys",):
            return _save_shortcuts(model, {}, ShortcutsPanel(status_text=_("Default keys restored")))
        case ("key", _how, _name):
            return model, []
        case _:
            assert_never(message)


def _assign_pressed_key(model: Model, key: str) -> Transition:
    """Assign the pressed key to the row that waits. "" means a key with Ctrl, Alt or the like."""
    if len(key) != 1 or not key.isprintable() or key == " ":
        sentence = _("This key is reserved. Press a letter, digit or symbol, without Ctrl or Alt.")
        row = edited_shortcut(model)
        return _with_list(model, ShortcutsPanel("" if key == "escape" else row, sentence, row)), []
    return _assign_key(model, edited_shortcut(model), key)


def _assign_key(model: Model, name: str, key: str | None) -> Transition:
    """Give a row this key, unless another row has it. "" means no key, and None the default."""
    [row] = [each for each in game_shortcuts(model) if each.name == name] or [Shortcut(EVERY_SHORTCUT, "", "", "")]
    wanted = row.default_keys if key is None else key
    for other in game_shortcuts(model):
        if other.name != name and {*wanted} & {*current_keys(model)[other.name].replace(" ", "")}:
            sentence = _("“{key}” is already taken: {meaning}. Press another key, or change that one first.")
            said = sentence.format(key=key_label(wanted), meaning=_(other.description))
            return _with_list(model, replace(_open_list(model), status_text=said)), []
    others = {each: own for each, own in model.custom_shortcuts.items() if each != name}
    changed = others if key is None or key == row.default_keys != "" else others | {name: key}
    if name == EVERY_SHORTCUT:
        said = _("Single-key shortcuts are on") if key is None else _("Single-key shortcuts are off")
    elif wanted:
        said = _("{meaning}: now “{key}”").format(meaning=_(row.description), key=key_label(wanted))
    else:
        said = _("{meaning}: no key").format(meaning=_(row.description))
    return _save_shortcuts(model, changed, ShortcutsPanel(status_text=said, status_shortcut=name))


def _save_shortcuts(model: Model, keys: Mapping[str, str], shown: ShortcutsPanel) -> Transition:
    """Apply and store these keys."""
    changed = replace(_with_list(model, shown), session=model.session.with_shortcuts(keys))
    return changed, [("keep", "keys", format_shortcuts(keys))]


def _open_list(model: Model) -> ShortcutsPanel:
    """Return the open list of keys, or an unedited one if it is closed."""
    return model.panel if isinstance(model.panel, ShortcutsPanel) else ShortcutsPanel()


def _with_list(model: Model, shown: ShortcutsPanel) -> Model:
    """Return the model with this list of keys, if the list is open."""
    return replace(model, panel=shown) if isinstance(model.panel, ShortcutsPanel) else model


# -- the list ----------------------------------------------------------------------------------------------------------


def key_label(keys: str) -> str:
    """Return the label of a key, or of a row of keys.

    >>> key_label("w"), key_label("W"), key_label("123"), key_label("?")
    ('W', 'Shift+W', '1 – 3', '?')
    """
    shown = keys.replace(" ", "").upper()
    if len(shown) > 1:
        return f"{shown[0]} – {shown[-1]}"
    return _("Shift+{key}").format(key=shown) if shown and keys != shown.lower() else shown


def render_shortcut_list(model: Model, shown: ShortcutsPanel) -> Markup:
    """Render every key with its meaning, and a button to change it."""
    off = EVERY_SHORTCUT in model.custom_shortcuts
    switch = button(
        _("Single-key shortcuts"),
        do=("key", "usual" if off else "off", EVERY_SHORTCUT),
        class_="row switch",
        aria_pressed=boolean_attribute(not off),
    )
    now = current_keys(model)
    changed = [_render_shortcut(shown, row, now[row.name]) for row in game_shortcuts(model)]
    fixed = [tag("div", tag("dt", tag("kbd", _(key))), tag("dd", _(meaning))) for key, meaning in FIXED_KEYS]
    return join(
        switch,
        None if off else tag("ul", changed, class_="own-keys", data_arrows=True, aria_label=_("Single-key shortcuts")),
        button(_("Restore default keys"), do=("usual-keys",), class_="quiet") if model.custom_shortcuts else None,
        tag("dl", fixed, class_="keys"),
    )


def _render_shortcut(shown: ShortcutsPanel, row: Shortcut, key: str) -> Markup:
    """Render a key with its meaning. While it waits for a new key, also render the alternatives."""
    waits = shown.edited_shortcut == row.name
    meaning = _(row.description)
    label = key_label(key) or _("none")
    said = _("{meaning}: {key}. Change this key").format(meaning=meaning, key=label)
    do: Message = ("key", "change", row.name)
    if len(row.default_keys) > 1:
        said = _("{meaning}: {key}").format(meaning=meaning, key=label)
        do = ("key", "off" if key else "usual", row.name)
    control = button(
        _("Press the new key") if waits else tag("kbd", label),
        do=do,
        class_="key",
        id=f"key-{row.name}",
        aria_label=None if waits else said,
        aria_pressed=boolean_attribute(bool(key)) if len(row.default_keys) > 1 else boolean_attribute(waits),
    )
    others = (
        button(_("No key"), do=("key", "off", row.name), class_="quiet") if key else None,
        button(_("Default key"), do=("key", "usual", row.name), class_="quiet") if key != row.default_keys else None,
    )
    told = (
        tag("p", shown.status_text, class_="told") if shown.status_shortcut == row.name and shown.status_text else None
    )
    return tag("li", tag("span", meaning), control, tag("div", others, class_="key-choices") if waits else None, told)
