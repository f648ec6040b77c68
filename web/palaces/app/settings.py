"""The registry of settings. Each field of `Settings` is a setting. Everything else is derived from the field:

- the parameter of an address, and the sentence about a wrong value (`routing.py`),
- the message that changes it, and its decoder (`decode.py`),
- its row in the settings panel (`layout.py`) and on the home page (`home.py`, `home.js`),
- the `data-*` attribute of `<html>`, live and before the first paint (`url-settings.js`, `theme.js`),
- its place in this browser's storage.

A setting has one of several values and can be in an address. A switch is on or off. Only this browser keeps it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, NewType, TypeVar

from palaces.app.i18n import LANGUAGES, N_, _, ngettext

SettingName = NewType("SettingName", str)
"""The name of a field of `Settings`. Only the registry makes one."""
PanelGroup = Literal["look", "play", "language"]
PageAttribute = Literal["", "live", "early"]
"""The kind of `data-*` attribute of `<html>` that a setting has; "" for none. Scripts set "early" ones before the first
paint."""
HomePlace = Literal["", "bar", "form"]
"""The place of a setting on the home page: in its bar, or in the form of every game; "" for none."""
Speed = Literal["calm", "normal", "fast", "instant"]
Value = TypeVar("Value", bound=str | int)
PAGE_LANGUAGE = "auto"
"""The setting of the language while nobody has chosen one: that of the page."""


class SettingMessage(NamedTuple):
    """A message that gives a setting this value. `Setting.message` makes it."""

    name: SettingName
    value: str | int


class Setting(NamedTuple):
    """One setting of the registry."""

    name: SettingName
    default: str | int
    values: tuple[str | int, ...]
    """All values, in the order on screen."""
    value_labels: Callable[[], Mapping[Any, str]]
    """Returns the label of each value in the language of the page. Any: a value is a word or a number."""
    label: str
    """The label of the setting, to be translated."""
    unknown_value_notice: str
    """A sentence about an address with another value, to be translated. `{most}` is the last value."""
    group: PanelGroup
    attribute: PageAttribute
    home: HomePlace
    required_seat: str
    """The kind of seat that must be at the table for the panel to offer the setting; "" for none."""
    needs_reload: bool
    """True if the page must restart to apply the setting."""

    def message(self, value: str | int) -> SettingMessage:
        """Return the message that sets it to this value."""
        return SettingMessage(self.name, value)

    def decode(self, value: object) -> SettingMessage | None:
        """Return the message for a value from JSON, or None if the setting has no such value."""
        fits = isinstance(value, str | int) and type(value) is type(self.default) and value in self.values
        return self.message(value) if fits and isinstance(value, str | int) else None

    def parse(self, text: str) -> str | int | None:
        """Return the value with this text in an address or in storage, or None. A language may have a region."""
        if self.name == "lang":
            text = re.split("[-_]", text)[0]
        return next((value for value in self.values if str(value) == text), None)

    def other_values(self) -> list[str]:
        """Return all values but the default, as text."""
        return [str(value) for value in self.values if value != self.default]


def _define_setting(
    default: Value,
    value_labels: Callable[[], Mapping[Value, str]],
    label: str,
    unknown_value_notice: str,
    group: PanelGroup,
    *,
    attribute: PageAttribute = "",
    home: HomePlace = "",
    required_seat: str = "",
    needs_reload: bool = False,
) -> Value:
    """Return a field of `Settings`. For the type checker it is the default value."""
    details = {
        "default": default,
        "values": tuple(value_labels()),
        "value_labels": value_labels,
        "label": label,
        "unknown_value_notice": unknown_value_notice,
        "group": group,
        "attribute": attribute,
        "home": home,
        "required_seat": required_seat,
        "needs_reload": needs_reload,
    }
    defined: Value = field(default=default, metadata=details)
    return defined


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, in their order in an address. A new setting is one more field here."""

    speed: Speed = _define_setting(
        "normal",
        lambda: {"calm": _("calm"), "normal": _("normal"), "fast": _("fast"), "instant": _("instant")},
        N_("Game speed"),
        N_("Unknown speed in the link. Using normal speed."),
        "play",
        attribute="live",
        home="form",
    )
    """The speed at which the page shows moves of bots."""
    think: Literal[1, 2, 3] = _define_setting(
        1,
        lambda: {n: ngettext("{n} second", "{n} seconds", n).format(n=n) for n in (1, 2, 3)},
        N_("Time limit for master"),
        N_("The time limit in the link isn't between 1 and {most} seconds. Using 1 second."),
        "play",
        required_seat="bot:master",
    )
    """The maximum time that a master thinks about a move, in seconds."""
    confirm: Literal["first", "every", "never"] = _define_setting(
        "first",
        lambda: {"first": _("first games"), "every": _("always"), "never": _("never")},
        N_("Confirm moves"),
        N_("Unknown “confirm” setting in the link. Confirming moves in your first games."),
        "play",
    )
    """The moves that the page only proposes until the person confirms them: see `palaces.moves.confirmation`."""
    lang: str = _define_setting(
        PAGE_LANGUAGE,
        lambda: {PAGE_LANGUAGE: "", **LANGUAGES},
        N_("Language"),
        N_("This site isn't available in the language of the link."),
        "language",
        needs_reload=True,
    )
    """The chosen language. Each language has pages of its own, and `language.js` goes to them."""
    theme: Literal["auto", "light", "dark"] = _define_setting(
        "auto",
        lambda: {"auto": _("system"), "light": _("light"), "dark": _("dark")},
        N_("Theme"),
        N_("Unknown theme in the link. Using your system theme."),
        "look",
        attribute="early",
        home="bar",
    )
    contrast: Literal["auto", "more"] = _define_setting(
        "auto",
        lambda: {"auto": _("system"), "more": _("high")},
        N_("Contrast"),
        N_("Unknown contrast in the link. Using your system setting."),
        "look",
        attribute="early",
    )
    motion: Literal["auto", "less"] = _define_setting(
        "auto",
        lambda: {"auto": _("system"), "less": _("reduced")},
        N_("Motion"),
        N_("Unknown motion setting in the link. Using your system setting."),
        "look",
        attribute="early",
    )


SETTINGS = {each.name: Setting(SettingName(each.name), **each.metadata) for each in fields(Settings)}
"""All settings by name."""


def page_attributes(chosen: Settings) -> dict[str, str]:
    """Return the `data-*` attributes of `<html>` that style sheets and scripts use, without `data-`."""
    return {name: str(getattr(chosen, name)) for name, setting in SETTINGS.items() if setting.attribute}


def early_attributes() -> dict[str, list[str]]:
    """Return the attributes that scripts set before the first paint, each with the values for which they do so."""
    return {name: setting.other_values() for name, setting in SETTINGS.items() if setting.attribute == "early"}


# -- switches ----------------------------------------------------------------------------------------------------------

SwitchName = Literal["sound", "wait", "unwarned", "quick", "forced", "premove"]


class Switch(NamedTuple):
    """One switch of the registry."""

    label: str
    """Its label, to be translated."""
    is_inverted: bool = False
    """True if the label says the opposite of the name. The screen shows the switch as on while it is off."""
    is_for_some_games: bool = False
    """True if the panel offers it only in games whose view names it in `switches`."""


SWITCHES: Mapping[SwitchName, Switch] = {
    "sound": Switch(N_("Sound")),
    "wait": Switch(N_("Pause after every bot move")),
    "unwarned": Switch(N_("Warn me about wasteful moves"), is_inverted=True),
    "quick": Switch(N_("Play a move as soon as it's complete")),
    "forced": Switch(N_("Play my move if it's the only one")),
    "premove": Switch(N_("Choose my next card during opponents' turns"), is_for_some_games=True),
}
"""All switches by name."""


def update_stored_settings(stored: Mapping[str, str]) -> dict[str, str]:
    """Return stored settings in today's form. Earlier versions had a switch “ask” to confirm every move.

    >>> update_stored_settings({"on": "ask,sound"}), update_stored_settings({"on": "sound", "confirm": "never"})
    ({'on': 'sound', 'confirm': 'every'}, {'on': 'sound', 'confirm': 'never'})
    """
    on = stored.get("on", "").split(",")
    if "ask" not in on:
        return dict(stored)
    return {**stored, "on": ",".join(name for name in on if name != "ask"), "confirm": stored.get("confirm", "every")}
