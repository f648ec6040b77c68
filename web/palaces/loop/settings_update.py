"""The messages that change settings and switches. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING

from palaces.app.model import Model, Transition
from palaces.app.settings import SETTINGS, SettingMessage, SwitchName
from palaces.features.recap import SOUND_OFFERED_SWITCH
from palaces.features.steps import request_bot_move, sound_effects

if TYPE_CHECKING:
    from palaces.app.effects import Effect


def change_setting(model: Model, message: SettingMessage) -> Transition:
    """Change a setting of the address. A lesson accepts only settings with a page attribute."""
    name, value = message
    if model.tutorial is not None and not SETTINGS[name].attribute:
        return model, []
    changed = replace(model, address=replace(model.address, **{name: value}))  # type: ignore[arg-type]
    again: list[Effect] = [("reload",)] if SETTINGS[name].needs_reload else []
    return changed, [("keep", name, str(value)), ("show",), ("save",), *again]


def follow_host_theme(model: Model, theme: str) -> Transition:
    """Take the theme of the page around a frame, as long as this page is open. Any page may send one, so it is not
    stored, and an unknown one has no effect."""
    message = SETTINGS["theme"].decode(theme)
    if message is None:
        return model, []
    return replace(model, address=replace(model.address, theme=message.value)), [("show",)]  # type: ignore[arg-type]


def toggle_switch(model: Model, name: SwitchName) -> Transition:
    """Turn a switch on or off, for all games. Turning sound on plays a first sound."""
    changed = with_switches(model, model.switches ^ {name} | {SOUND_OFFERED_SWITCH})
    changed = changed.with_selection(changed.table.selection.without_proposal())
    effects = [keep_switches(changed)]
    if name == "sound" and changed.is_on("sound"):
        effects += sound_effects(changed, "coin")
    if changed.waiting_for_listener and not changed.is_on("wait"):
        went_on, asked = resume_bot(changed)
        return went_on, [*effects, *asked]
    return changed, effects


def with_switches(model: Model, switches: frozenset[str]) -> Model:
    """Return the model with these switches on."""
    return replace(model, session=model.session.with_switches(switches))


def keep_switches(model: Model) -> "Effect":
    """Return the effect that stores the switches."""
    return ("keep", "on", ",".join(sorted(model.switches)))


def resume_bot(model: Model) -> Transition:
    """Let the bot move that has waited for the person."""
    if not model.waiting_for_listener:
        return model, []
    moving = replace(model, speech=model.speech.with_wait(False))
    return moving, request_bot_move(moving)
