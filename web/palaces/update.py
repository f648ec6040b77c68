"""update(model, message) -> (next model, effects): everything that can happen on the page. Pure.

Messages come from `data-do` and `data-act` and from the browser's answers; they are JSON arrays. An effect is a tuple
that `browser.py` carries out: `("save",)`, `("show",)` a new address, `("ask", n, level, view, seed)` a bot,
`("announce", sentence)`, `("download", file name, text)`, `("choose-file",)`, `("reveal", region)`,
`("update",)` to the new version, `("reload",)`.
"""

import json
from dataclasses import replace
from typing import Any

from palaces import address as addresses
from palaces.address import SPEEDS, Address
from palaces.games import face
from palaces.model import Model, Notice
from palaces.words import _
from pygame_core import Illegal, Match
from pygame_core.bots import LEVELS
from pygame_core.dealer import fresh_seed

Effect = tuple[Any, ...]
Step = tuple[Model, list[Effect]]

PANELS = ("menu", "keys", "undo", "log")


def begin(
    address: Address,
    match: Match | None = None,
    notes: tuple[str, ...] = (),
    dealt: int = 0,
    notices: tuple[Notice, ...] = (),
) -> Step:
    """A new game as its address says, or the match that was kept under it. `notices` of the game before stay."""
    if address.seed is None:
        address = replace(address, seed=fresh_seed())
    if match is None:
        match = Match.new(address.game, address.players(), address.seed, address.options())
    people = [n for n, seat in enumerate(match.seats) if seat["kind"] == "human"]
    mover = match.to_move()
    viewer = mover if mover in people else people[0] if people else None
    curtain = len(people) > 1 and mover is not None and face(match.game).HIDES
    notices += tuple(Notice(note) for note in notes)
    model = Model(match, address, viewer, face(match.game).EMPTY, curtain, notices=notices, dealt=dealt)
    return model, [("show",), ("save",), *_ask(model)]


def update(model: Model, message: list[Any]) -> Step:
    """The next model, and what the browser has to do. A message that is not known changes nothing."""
    match message:
        case ["play", action]:
            return _play(model, action)
        case ["bot", int(dealt), int(n), action]:
            if dealt != model.dealt or n != len(model.match.log) or model.bot is None:
                return model, []  # an answer for an older position
            return _move(replace(model, slow=False), action)
        case ["bot-lost", int(dealt), int(n)] if model.bot and (dealt, n) == (model.dealt, len(model.match.log)):
            return replace(model, slow=True), [
                ("announce", _("The computer player did not answer and is asked again."))
            ]
        case ["touch", *what]:
            return _touch(model, what)
        case ["ready"] if model.curtain and model.mover in model.people:  # the next person has the device
            return replace(model, curtain=False, viewer=model.mover, draft=model.face.EMPTY), []
        case ["undo"] if not model.curtain:
            return _undo(model)
        case ["undo-further"] if not model.curtain:
            return _undo_further(model)
        case ["restart-turn"]:
            return _restart_turn(model)
        case ["panel", str(panel)] if panel in PANELS or panel in model.face.panels(model):
            return _panel(model, panel)
        case ["close"]:
            return _close(model)
        case ["dismiss", int(n)] if type(n) is int and 0 <= n < len(model.notices):
            return replace(model, notices=model.notices[:n] + model.notices[n + 1 :]), []
        case ["notice", str(sentence)]:
            return _notice(model, Notice(sentence))
        case ["notice", str(sentence), [str(verb)], str(label)]:
            return _notice(model, Notice(sentence, (verb,), label))
        case ["speed", str(speed)] if speed in SPEEDS:
            changed = replace(model, address=replace(model.address, speed=speed))
            return changed, [("show",), ("save",)]
        case ["again"]:
            address = replace(model.address, seed=fresh_seed(), table=1)
            return begin(address, dealt=model.dealt + 1, notices=model.lasting)
        case ["export"]:
            name = f"{model.match.game}-{model.match.seed}-{len(model.match.log)}.json"
            return replace(model, panel=""), [("download", name, json.dumps(model.match.save()))]
        case ["import"]:
            return replace(model, panel=""), [("choose-file",)]
        case ["load", str(saved)]:
            return _load(model, saved)
        case ["update"]:
            return model, [("save",), ("update",)]
        case ["reload"]:
            return model, [("reload",)]
    return model, []


# -- playing -----------------------------------------------------------------------------------------------------------


def _play(model: Model, action: object) -> Step:
    """A person's action."""
    if not model.can_act:
        return _refuse(model, _not_your_turn(model))
    return _move(model, action)


def _move(model: Model, action: object) -> Step:
    """Anybody's action, and what follows from it for the page."""
    match = model.match.copy()
    try:
        match.play(action)
    except Illegal as refusal:
        return _refuse(model, refusal)
    event = match.events(None, len(match.log) - 1)[0]
    said = " ".join(model.face.text.sentences(event, model.names))
    people = model.people
    mover = match.to_move()
    changed = replace(model, match=match, draft=model.face.EMPTY, refusal=None, held=False)
    shown = model.face.shows(event)
    if shown and mover is not None and model.address.speed != "instant":
        changed = replace(changed, panel=shown, held=bool(people))
    elif changed.panel == "undo" or changed.panel in model.face.panels(changed):
        changed = replace(changed, panel="")
    if len(people) > 1 and mover in people and mover != model.viewer:
        changed = replace(changed, curtain=True) if model.face.HIDES else replace(changed, viewer=mover)
    if mover is None:
        changed = replace(changed, curtain=False, panel="", held=False)
    elif mover == changed.viewer and event["seat"] != mover and not changed.curtain:
        said += " " + (_("Your turn.") if len(people) == 1 else _("{name}'s turn.").format(name=model.names[mover]))
    region = "panel" if changed.held else changed.face.attends(changed) if changed.can_act else None
    revealed: list[Effect] = [("reveal", region)] if region else []
    return changed, [("save",), ("announce", said), *revealed, *_ask(changed)]


def _ask(model: Model) -> list[Effect]:
    """Ask the bot to move, if one is and it need not wait."""
    level = model.bot
    if level is None or model.held:
        return []
    n = len(model.match.log)
    seat = model.mover
    known = level if level in LEVELS else "casual"
    return [("ask", model.dealt, n, known, model.match.view(seat), f"{model.match.seed}-{n}")]


def _touch(model: Model, what: list[Any]) -> Step:
    if what == ["clear"]:
        return replace(model, draft=model.face.EMPTY, refusal=None), []
    if not model.can_act or model.viewer is None:
        return _refuse(model, _not_your_turn(model))
    draft, refusal = model.face.touch(model.match, model.viewer, model.draft, what)
    changed = replace(model, draft=draft, refusal=refusal)
    effects: list[Effect] = [("announce", str(refusal))] if refusal else []
    region = model.face.reveals(model.draft, draft)
    if region:
        effects.append(("reveal", region))
    return changed, effects


def _refuse(model: Model, refusal: Illegal) -> Step:
    return replace(model, refusal=refusal), [("announce", str(refusal))]


def _not_your_turn(model: Model) -> Illegal:
    if model.mover is None:
        return model.face.text.refuse_over()
    sentence = _("It is {name}'s turn. Wait until your own.")
    return Illegal(model.face.WAIT, sentence.format(name=model.names[model.mover]))


# -- taking back -------------------------------------------------------------------------------------------------------


def can_undo(model: Model) -> bool:
    """Whether the last entry is this person's own, and chance revealed nothing since."""
    log = model.match.log
    return bool(log) and log[-1][0] in model.own and not model.match.revealed() and not model.curtain


def own_actions(model: Model) -> list[int]:
    """Log numbers of the actions that can be taken back here, the last one first."""
    log, own = model.match.log, model.own
    return [n for n in range(len(log) - 1, -1, -1) if log[n][0] in own]


def turn_started(model: Model) -> int:
    """How many of this person's last entries belong to the turn that goes on: exact purchases."""
    n = 0
    for seat, _action, draws in reversed(model.match.log if model.face.RESTARTS else []):
        if seat != model.viewer or draws or model.mover != model.viewer:
            break
        n += 1
    return n


def _undo(model: Model) -> Step:
    if can_undo(model):
        return _back(model, 1, practice=False)
    if own_actions(model):
        return replace(model, panel="undo"), [("reveal", "panel")]
    return _refuse(model, Illegal(None, _("There is nothing of yours to take back.")))


def _undo_further(model: Model) -> Step:
    own = own_actions(model)
    if not own:
        return replace(model, panel=""), []
    return _back(model, len(model.match.log) - own[0], practice=True)


def _restart_turn(model: Model) -> Step:
    n = turn_started(model)
    return _back(model, n, practice=False) if n else (model, [])


def _back(model: Model, n: int, practice: bool) -> Step:
    match = model.match.copy()
    for _entry in range(n):
        match.undo(practice)
    mover = match.to_move()
    changed = replace(
        model,
        match=match,
        viewer=mover if mover in model.own else model.viewer,
        draft=model.face.EMPTY,
        refusal=None,
        panel="",
        held=False,
        curtain=False,
        dealt=model.dealt + 1,
    )
    return changed, [("save",), ("announce", _("Taken back.")), *_ask(changed)]


# -- around the table --------------------------------------------------------------------------------------------------


def _panel(model: Model, panel: str) -> Step:
    if model.held:
        return _close(model)
    changed = replace(model, panel="" if panel == model.panel else panel)
    return changed, [("reveal", "panel")] if changed.panel else []


def _close(model: Model) -> Step:
    changed = replace(model, panel="", held=False, refusal=None)
    if model.panel:
        return changed, _ask(changed) if model.held else []
    return replace(changed, draft=model.face.EMPTY), []


def _notice(model: Model, notice: Notice) -> Step:
    others = tuple(other for other in model.notices if other != notice)
    return replace(model, notices=(*others, notice)), [("announce", notice.text)]


def _load(model: Model, saved: str) -> Step:
    try:
        match = Match.load(saved)
    except Illegal as refusal:
        kept = _("{reason} The game on the table goes on unchanged.").format(reason=refusal)
        return _notice(model, Notice(kept))
    loaded, effects = begin(addresses.of_match(match, model.address), match, (), model.dealt + 1, model.lasting)
    return loaded, [("new-table",), *effects, ("announce", _("The game was opened."))]
