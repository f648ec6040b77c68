"""Single keys: what each of them does, and that somebody may have others or none. Pure.

A key is a row of `KEYS`, or of the `keys` of a game's face: whoever adds one there has it listed, offered to be
changed, and carried out. In `Model.keys` stand those that somebody has changed, by name; "" for one that is off.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from palaces.html import Markup, button, flag, join, tag
from palaces.words import N_, _

if TYPE_CHECKING:
    from palaces.messages import Effect, KeyStep, Message
    from palaces.model import Model

    Step = tuple[Model, list[Effect]]


class Key(NamedTuple):
    """A key, or several in a row that choose among like things."""

    name: str
    usual: str
    """The key; of a row of keys all of them."""
    meaning: str
    does: "Message | str"
    """The message that it sends, or the selector of the control that it uses; in it `{n}` stands for the place of the
    key in its row, from 1, and `{at}` for the same from 0."""
    step: int = 0
    """Where it uses no control but goes to the next that can be used, 1; to the one before, -1."""


class Keying(NamedTuple):
    """What the list of keys is asking."""

    name: str = ""
    """The row that waits for its new key."""
    said: str = ""
    """What came of the last one."""
    about: str = ""
    """The row that this is about."""


IDLE = Keying()
ALL = "*"
"""In place of a name: all single keys."""

KEYS = (
    Key("play", "p", N_("play what is chosen, or go on"), "#play,#pass,#ready,#go-on,#again,#run"),
    Key("undo", "u", N_("take back"), "#undo"),
    Key("hint", "h", N_("hint"), "#hint"),
    Key("log", "l", N_("the whole log"), ("panel", "log")),
    Key("again", "r", N_("hear again what was said last"), ("listen", "again", None)),
    Key("can", "w", N_("hear what can be done now, and on this space"), ("listen", "can", None)),
    Key("open", "o", N_("hear what lies open"), ("listen", "open", None)),
    Key("own", "y", N_("hear what you have"), ("listen", "own", None)),
    Key("standings", "s", N_("hear how everybody stands"), ("listen", "standings", None)),
    Key("details", "d", N_("hear every move since your turn"), ("listen", "details", None)),
    Key("worth", "v", N_("hear what this would score, or is worth"), ("listen", "worth", None)),
    Key("beside", "e", N_("hear what is round this space"), ("listen", "beside", None)),
    Key("signs", "i", N_("what signs mean; arrows go from one to the next"), ("signs",)),
    Key("keys", "?", N_("this list"), ("panel", "keys")),
)
"""Those of all games."""

FIXED = (
    ("Tab", N_("go from group to group, and to single controls")),
    ("← ↑ → ↓", N_("within a group, or on a board: go on to the next")),
    ("Home, End", N_("within a group: to the first, to the last")),
    ("Enter", N_("use what is reached")),
    ("Esc", N_("cancel, close")),
    ("← →", N_("in a replay: a move back, a move on; with Shift a round")),
    ("Home, End", N_("in a replay: to its beginning, to its end")),
)
"""Keys that are no letters, and always the same."""


def rows(model: "Model") -> tuple[Key, ...]:
    """All keys of the game on the table."""
    return (*model.face.keys, *KEYS)


def held(model: "Model") -> dict[str, str]:
    """By name the keys as they are now; "" for one that is off. What somebody chose for one row is no other row's."""
    if ALL in model.keys:
        return dict.fromkeys((row.name for row in rows(model)), "")
    chosen = {row.name: model.keys[row.name] for row in rows(model) if row.name in model.keys}
    taken = {*chosen.values()} - {""}
    usual = {row.name: "".join(" " if key in taken else key for key in row.usual).rstrip() for row in rows(model)}
    return usual | chosen


def used(model: "Model", key: str) -> "tuple[Message | str, int] | None":
    """What a key does now, and `Key.step`; None for one that does nothing."""
    for row in rows(model):
        at = held(model)[row.name].find(key)
        if at >= 0 and key != " ":
            does = row.does.format(n=at + 1, at=at) if isinstance(row.does, str) else row.does
            return does, row.step
    return None


# -- changing them -----------------------------------------------------------------------------------------------------


def listens(model: "Model") -> bool:
    """Whether the next key is to be the one that is asked for."""
    return bool(model.keying.name) and model.panel == "keys"


def step(model: "Model", message: "KeyStep") -> "Step":
    """Another key for a row, none, or the usual one."""
    match message:
        case ("key", how, str(name)) if name in {ALL, *(row.name for row in rows(model))}:
            if how == "change":
                waits = "" if name == model.keying.name else name
                return replace(model, keying=Keying(waits, about=waits)), []
            return _set(model, name, None if how == "usual" else "")
        case ("pressed", key):
            return _pressed(model, key) if listens(model) else (model, [])
        case ("usual-keys",):
            return _kept(replace(model, keys={}, keying=Keying(said=_("All keys are as usual."))))
        case ("key", _how, _name):
            return model, []
        case _:
            assert_never(message)


def _pressed(model: "Model", key: str) -> "Step":
    """A key was pressed for the row that waits; "" stands for one with Ctrl, Alt or the like."""
    if len(key) != 1 or not key.isprintable() or key == " ":
        sentence = _(
            "This key has its own use everywhere. Press a letter, a digit or another sign, without Ctrl or Alt."
        )
        waits = "" if key == "escape" else model.keying.name
        return _said(replace(model, keying=model.keying._replace(name=waits)), sentence)
    return _set(model, model.keying.name, key)


def _set(model: "Model", name: str, key: str | None) -> "Step":
    """Give a row this key, "" for none, None for the usual one, unless another row has it."""
    [row] = [each for each in rows(model) if each.name == name] or [Key(ALL, "", "", "")]
    wanted = row.usual if key is None else key
    for other in rows(model):
        if other.name != name and {*wanted} & {*held(model)[other.name].replace(" ", "")}:
            sentence = _("“{key}” is in use already: {meaning}. Press another key, or change that one first.")
            return _said(model, sentence.format(key=label(wanted), meaning=_(other.meaning)))
    others = {each: own for each, own in model.keys.items() if each != name}
    changed = others if key is None or key == row.usual != "" else others | {name: key}
    if name == ALL:
        said = _("Single keys are on.") if key is None else _("Single keys are off.")
    elif wanted:
        said = _("{meaning}: now “{key}”.").format(meaning=_(row.meaning), key=label(wanted))
    else:
        said = _("{meaning}: no key.").format(meaning=_(row.meaning))
    return _kept(replace(model, keys=changed, keying=Keying(said=said, about=name)))


def _said(model: "Model", sentence: str) -> "Step":
    return replace(model, keying=model.keying._replace(said=sentence)), []


def _kept(model: "Model") -> "Step":
    return model, [("keep", "keys", written(model.keys))]


def written(keys: Mapping[str, str]) -> str:
    """Changed keys as they are kept.

    >>> written({"undo": "z", "hint": ""})
    'undo=z hint='
    """
    return " ".join(f"{name}={key}" for name, key in keys.items())


def read(text: str) -> dict[str, str]:
    """The same again; of what cannot be meant, nothing.

    >>> read("undo== hint= log=xy =a log")
    {'undo': '=', 'hint': ''}
    """
    pairs = [each.partition("=") for each in text.split(" ")]
    return {name: key for name, parted, key in pairs if name and parted and len(key) < 2 and key.isprintable()}


# -- the list of them --------------------------------------------------------------------------------------------------


def label(keys: str) -> str:
    """A key, or a row of keys, as it stands in the list."""
    shown = keys.replace(" ", "").upper()
    return f"{shown[0]} – {shown[-1]}" if len(shown) > 1 else shown


def listed(model: "Model") -> Markup:
    """Every key with its meaning, and the way to another one."""
    off = ALL in model.keys
    switch = button(
        _("Single keys"), do=("key", "usual" if off else "off", ALL), class_="row switch", aria_pressed=flag(not off)
    )
    now = held(model)
    changed = [_row(model, row, now[row.name]) for row in rows(model)]
    fixed = [tag("div", tag("dt", tag("kbd", key)), tag("dd", _(meaning))) for key, meaning in FIXED]
    return join(
        switch,
        None if off else tag("ul", changed, class_="own-keys", data_arrows=True, aria_label=_("Single keys")),
        button(_("All keys as usual"), do=("usual-keys",), class_="quiet") if model.keys else None,
        tag("dl", fixed, class_="keys"),
    )


def _row(model: "Model", row: Key, key: str) -> Markup:
    """What a key does, which one it is, and while it waits for another one, what else can be chosen."""
    waits = model.keying.name == row.name
    meaning = _(row.meaning)
    shown = label(key) or _("none")
    said = _("{meaning}: {key}. Change it").format(meaning=meaning, key=shown)
    do: Any = ("key", "change", row.name)
    if len(row.usual) > 1:
        said = _("{meaning}: {key}").format(meaning=meaning, key=shown)
        do = ("key", "off" if key else "usual", row.name)
    control = button(
        _("Press the new key") if waits else tag("kbd", shown),
        do=do,
        class_="key",
        id=f"key-{row.name}",
        aria_label=None if waits else said,
        aria_pressed=flag(bool(key)) if len(row.usual) > 1 else flag(waits),
    )
    others = (
        button(_("No key"), do=("key", "off", row.name), class_="quiet") if key else None,
        button(_("As usual"), do=("key", "usual", row.name), class_="quiet") if key != row.usual else None,
    )
    told = tag("p", model.keying.said, class_="told") if model.keying.about == row.name and model.keying.said else None
    return tag("li", tag("span", meaning), control, tag("div", others, class_="others") if waits else None, told)
