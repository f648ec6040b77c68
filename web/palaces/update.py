"""update(model, message) -> (next model, effects): everything that can happen on the page. Pure.

What messages there are, and what effects, `messages.py` says. Those that come from outside, as JSON arrays from
`data-do`, `data-act` and workers, are read by `inbox.py`.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, assert_never

from palaces import address as addresses
from palaces import cautions, clauses, keys, moments, replay
from palaces.address import SETTINGS, SPEEDS, Address
from palaces.games import face
from palaces.inbox import read
from palaces.model import Model, Notice, chances, thought
from palaces.pieces import brought
from palaces.spoken import answered, is_due, spoken
from palaces.words import _
from palaces.worker import known
from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import bot_view
from pygame_core.dealer import fresh_seed

if TYPE_CHECKING:
    from palaces.messages import (
        Around,
        Asking,
        Decide,
        Effect,
        Explain,
        Foresee,
        Guess,
        Learn,
        Message,
        Recall,
        Review,
        Verb,
    )

Step = tuple[Model, list["Effect"]]

PANELS = ("menu", "settings", "keys", "undo", "log", "branch", "share", "embed")
IN_LESSONS = (
    *("play", "offer", "draft", "touch", "close", "rule", "clause", "learn", "learned"),
    *("notice", "aside", "passed", "dismiss", "placed", "theme", "contrast", "motion", "speed", "switch"),
    *("listen", "load", "look", "update", "newest", "reload"),
)
"""The messages that a lesson heeds; all others are about a game of one's own."""
WAIT = "wait"
SWITCHES = ("sound", "ask", WAIT, cautions.OFF)
"""What can be switched on: that it sounds, that every move is to be confirmed, that computer players wait after
each of theirs, and that no move is warned of."""
OFFERED = "offered"
"""Beside them: sound has been offered."""
TURNS = 3  # of a person before that
BACK_AGAIN, LOOKED = 450, 800  # ms until a move that is shown again is made, and until the table is as it is
PASSING = 10_000
"""ms for which what is said in passing is seen: long enough for who reads slowly, and nothing has to be done about it.
Whoever listens still finds it: a screen reader's region keeps it."""


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
        match = Match.new(address.game, address.players(), address.seed, address.chosen())
    people = [n for n, seat in enumerate(match.seats) if seat["kind"] == "human"]
    mover = match.to_move()
    viewer = mover if mover in people else people[0] if people else None
    curtain = len(people) > 1 and mover is not None and GAMES[match.game].has_secrets
    notices += tuple(Notice(note) for note in notes)
    model = Model(match, address, viewer, face(match.game).empty, curtain, notices=notices, dealt=dealt)
    model = replace(model, aloud=len(match.log))
    return model, [("show",), ("save",), *ask(model), *_look_back(model)]


def instead(model: Model, asked: Address, fragment: str) -> Model:
    """The model of a game that was begun instead of what an address asks for, if only a newer version can open that.

    The address bar goes on to ask for it, so that whichever version comes next tries again, and names this game, too.
    """
    if not any(notice.do == ("newest",) for notice in model.notices):
        return model
    return replace(model, asked=f"?{replace(model.address, table=asked.table).query()}{fragment}")


def update(model: Model, message: object) -> Step:
    """The next model, and what the browser has to do. A message that is not known changes nothing."""
    known = read(message)
    if known is None:
        return model, []
    if model.glimpse is not None and known[0] not in ("recalled", "passed"):
        model = replace(model, glimpse=None)
    changed, effects = _step(model if model.brought is None else replace(model, brought=None), known)
    if changed.dealt != model.dealt:  # another game, at the same screen
        kept = {"switches": model.switches, "keys": model.keys, "cautious": model.cautious}
        changed = replace(changed, embedded=model.embedded, **kept)  # type: ignore[arg-type]
    arrived = _arrived(changed, model.shown)
    if known[0] == "slide":  # a slider says itself where it is
        return arrived, effects
    told, said = tell(model, arrived)
    return told, [*effects, *said]


def tell(before: Model | None, after: Model) -> Step:
    """What is spoken of a step, and the model that knows of it; before the first step there is none."""
    sentences = spoken(before, after)
    if is_due(after):
        after = replace(after, aloud=len(after.match.log))
    if not sentences:
        return after, []
    return replace(after, heard=tuple(sentences)), [("announce", " ".join(sentences))]


def _arrived(model: Model, before: Match) -> Model:
    """The model that knows what an entry brought which has just come to the table, where there is time to see it."""
    hasty = model.running and SPEEDS[model.address.speed] < SPEEDS["normal"]
    if model.shown is before or hasty or model.address.speed == "instant":
        return model
    return replace(model, brought=brought(before, model.shown))


def _step(model: Model, message: "Message") -> Step:
    if model.lesson is not None and message[0] not in IN_LESSONS:
        return model, []
    match message:
        case ("play", action):
            return _play(model, action)
        case ("offer", action):
            return _offer(model, action)
        case ("draft", action):
            return _draft(model, action)
        case ("touch", *what):
            return _touch(model, what) if model.past is None else (model, [])
        case ("bot", dealt, n, action, decision):
            if dealt != model.dealt or n != len(model.match.log) or model.bot is None:
                return model, []  # an answer for an older position
            return _move(replace(_remember(model, n, decision), slow=False), action)
        case ("bot-lost" | "bot-failed" as how, dealt, n):
            asked = model.bot and (dealt, n) == (model.dealt, len(model.match.log))
            return _without(model, how) if asked else (model, [])
        case ("why", n):
            return _why(model, n) if 0 <= n < len(model.match.log) and model.by_bot(n) else (model, [])
        case ("seat", n):
            return _seat(model, n) if 0 <= n < len(model.face.holders(model)) else (model, [])
        case ("listen", topic, what):
            return replace(model, answer=tuple(answered(model, topic, what))), []
        case ("hint",):
            return _hint(model) if model.can_act or model.held or model.panel == "hint" else (model, [])
        case ("why" | "guess" | "hint" | "chances" as ask, dealt, n, answer):
            return _answered(model, ask, n, answer) if dealt == model.dealt else (model, [])
        case ("unanswered", ask, dealt, _n):
            return (_unanswered(model, ask) if dealt == model.dealt else model), []
        case ("show" | "slide" | "retry" | "run" | "tick" | "tell-all" | "hands" | "branch", *_rest):
            return _review(model, message) if model.reviewable else (model, [])
        case ("recall" | "recalled", *_rest):
            return _recall(model, message)
        case ("share" | "shared" | "embedded", *_rest):
            from palaces import sharing  # for who shares

            return sharing.step(model, message)
        case ("learn" | "learned", *_rest):
            return _learn(model, message)
        case ("explain" | "walk", *_rest):
            from palaces import meanings  # for who asks

            return meanings.step(model, message)
        case ("rule" | "clause", *_rest):
            return clauses.step(model, message)
        case ("key" | "pressed" | "usual-keys", *_rest):
            return keys.step(model, message)
        case (
            "panel" | "notice" | "dismiss" | "switch" | "theme" | "contrast" | "motion" | "speed" | "lang" | "think",
            *_rest,
        ) | (
            "load" | "look" | "parted" | "aside" | "passed" | "placed",
            *_rest,
        ):
            return _around(model, message)
        case _:
            return _plain(model, message[0])


def _plain(model: Model, verb: "Verb") -> Step:
    """A message that is a single word."""
    match verb:
        case "ready":  # the next person has the device
            if not model.curtain or model.mover not in model.people:
                return model, []
            return replace(model, curtain=False, viewer=model.mover, draft=model.face.empty), []
        case "undo":
            return (model, []) if model.curtain or model.past is not None else _undo(model)
        case "undo-further":
            return (model, []) if model.curtain or model.past is not None else _undo_further(model)
        case "restart-turn":
            return _restart_turn(model)
        case "close":
            return _close(model)
        case "again":
            address = replace(model.address, seed=fresh_seed(), table=1, beat=None)
            return begin(address, dealt=model.dealt + 1, notices=model.lasting)
        case "export":
            name = f"{model.match.game}-{model.match.seed}-{len(model.match.log)}.json"
            return replace(model, panel=""), [("download", name, json.dumps(model.match.save()))]
        case "picture":
            return model, [("picture",)] if model.mover is None and model.past is None else []
        case "import":
            return replace(model, panel=""), [("choose-file",)]
        case "update":
            return model, [("save",), ("update",)]
        case "newest":  # every action is kept already, and what a newer version keeps in that place is left alone
            return model, [("newest",)]
        case "reload":
            return model, [("reload",)]
        case "go-on":
            return _on(model)
        case "fill":  # the window, or no more
            return model, [("give-back",) if model.embedded == "window" else ("fill",)]
        case "signs":
            from palaces import meanings

            return meanings.toggled(model)
        case _:
            assert_never(verb)


def _around(model: Model, message: "Around") -> Step:
    """Panels, notices, settings and saves."""
    match message:
        case ("panel", panel):
            taught = panel == "learn" and model.game.load_lesson is not None
            known = panel in PANELS or taught or _is_own(model, panel)
            return _panel(model, panel) if known else (model, [])
        case ("notice", sentence):
            return _notice(model, Notice(sentence))
        case ("notice", sentence, remedy, label):
            return _notice(model, Notice(sentence, remedy, label))
        case ("dismiss", n):
            if not 0 <= n < len(model.notices):
                return model, []
            return replace(model, notices=model.notices[:n] + model.notices[n + 1 :]), []
        case ("theme" | "contrast" | "motion" | "speed" | "lang" | "think" as name, value):
            return _set(model, name, value) if value in SETTINGS[name] else (model, [])
        case ("switch", name):
            return _switch(model, name) if name in SWITCHES else (model, [])
        case ("load", saved):
            return _with_save(model, saved, partial(_load, model))
        case ("look", saved, at):
            return _with_save(model, saved, partial(_look, model, at))
        case ("parted", table):
            return _parted(model, table)
        case ("aside", sentence):
            noticed, effects = _notice(model, Notice(sentence, calm=True, aside=True))
            return noticed, [*effects, ("later", ("passed", sentence), PASSING)]
        case ("passed", sentence):
            if model.panel or model.curtain:  # it lay below, so it was not seen all the time
                return model, [("later", message, PASSING)]
            kept = tuple(notice for notice in model.notices if not (notice.aside and notice.text == sentence))
            return replace(model, notices=kept), []
        case ("placed", full):
            return replace(model, embedded="window" if full else "post"), []
        case _:
            assert_never(message)


def _set(model: Model, name: str, value: str | int) -> Step:
    """A setting changes that the address has; another language is spoken from the next start on."""
    changed = replace(model, address=replace(model.address, **{name: value}))  # type: ignore[arg-type]
    again: list[Effect] = [("reload",)] if name == "lang" else []
    return changed, [("keep", name, str(value)), ("show",), ("save",), *again]


def _switch(model: Model, name: str) -> Step:
    """A setting for all games goes on or off; the first sound is one that says so."""
    changed = replace(model, switches=model.switches ^ {name} | {OFFERED}, asked_first=None)
    effects = [_kept(changed)]
    if name == "sound" and name in changed.switches:
        effects.append(("sound", ["coin"], False))
    if changed.waits and WAIT not in changed.switches:
        went_on, asked = _on(changed)
        return went_on, [*effects, *asked]
    return changed, effects


def _kept(model: Model) -> "Effect":
    """What is switched on is kept."""
    return ("keep", "on", ",".join(sorted(model.switches)))


def _on(model: Model) -> Step:
    """The computer player moves that has waited for the person."""
    if not model.waits:
        return model, []
    moving = replace(model, waits=False)
    return moving, ask(moving)


# -- playing -----------------------------------------------------------------------------------------------------------


def _play(model: Model, action: object) -> Step:
    """A person's action."""
    model = _seen(model)
    if not model.can_act:
        return _refuse(model, _not_your_turn(model))
    if model.lesson is not None:
        from palaces import learning

        return learning.done(model, action)
    caution = cautions.first(model, action)
    if caution:
        told = cautions.warned(model, caution, action)
        return told, [_kept(told), *_heard(model, "touch")]
    return _move(model, action)


def _seen(model: Model) -> Model:
    """Whoever plays on has seen what the table was taken for."""
    played_on = replace(model, held=False, panel="") if model.held else model
    return played_on if played_on.can_act else model


def _offer(model: Model, action: object) -> Step:
    """An action that a control offers to be done at once: where every move is confirmed, it is only proposed."""
    if "ask" not in model.switches or not model.can_act or model.match.allows(action):
        return _play(model, action)
    return replace(model, asked_first=action, refusal=None, warned=None), _heard(model, "touch")


def _draft(model: Model, action: object) -> Step:
    """A move is laid out as if the person had touched it piece by piece; one that needs no touches is proposed by its
    name. The sheet that spoke of it makes room."""
    if not model.can_act or model.viewer is None or not isinstance(action, list) or model.match.allows(action):
        return model, []
    drafted = replace(model, draft=model.face.empty, panel="", refusal=None, asked_first=None, warned=None)
    for what in model.face.touches(model.match, model.viewer, action):
        draft, refusal = model.face.touch(model.match, model.viewer, drafted.draft, what)
        assert refusal is None  # the action is allowed
        drafted = replace(drafted, draft=draft)
    if drafted.draft == model.face.empty:
        drafted = replace(drafted, asked_first=action)
    region = model.face.reveals(model.face.empty, drafted.draft)
    shown: list[Effect] = [("reveal", region)] if region else []
    return drafted, [*shown, *_heard(model, "touch")]


def _heard(model: Model, *names: str, softly: bool = False) -> list["Effect"]:
    """These sounds, if there is to be any."""
    return [("sound", [*names], softly)] if names and "sound" in model.switches else []


def sounds(model: Model, event: Any) -> list["Effect"]:
    """How an entry of the log sounds that has just been made: what it is, and what it means to who sits here."""
    mover = model.mover
    own = _heard(model, *model.face.sounds(event), softly=model.by_bot(event["n"]))
    if mover is None:
        return [*own, *_heard(model, "win" if model.viewer in model.winners else "lost")]
    return [*own, *(_heard(model, "turn") if mover == model.viewer != event["seat"] else [])]


def _move(model: Model, action: object) -> Step:
    """Anybody's action, and what follows from it for the page."""
    match = model.match.copy()
    try:
        match.play(action)
    except Illegal as refusal:
        return _refuse(model, refusal)
    event = match.events(None, len(match.log) - 1)[0]
    people = model.people
    mover = match.to_move()
    by_person = match.seats[event["seat"]]["kind"] == "human"
    notices = tuple(notice for notice in model.notices if not (notice.aside and by_person))
    changed = replace(model, match=match, draft=model.face.empty, refusal=None, held=False, hint=None, asked_first=None)
    changed = replace(changed, notices=notices, warned=None)
    if by_person:
        changed = put_away(changed)
    shown = model.face.shows(event)
    if shown and mover is not None and model.address.speed != "instant":
        changed = replace(changed, panel=shown, held=bool(people))
    elif changed.panel == "hint" or (changed.panel == "undo" and by_person) or _is_own(changed, changed.panel):
        changed = replace(changed, panel="")  # what is asked of an undo is as true after a move of a bot
    if len(people) > 1 and mover in people and mover != model.viewer:
        changed = replace(changed, curtain=True) if model.game.has_secrets else replace(changed, viewer=mover)
        if changed.panel in ("seat", "undo"):  # which was somebody else's
            changed = replace(changed, panel="")
    if mover is None:
        changed = replace(changed, curtain=False, panel="", held=False)
    listens = WAIT in model.switches and bool(people) and not by_person
    changed = replace(changed, waits=listens and changed.bot is not None and not changed.held)
    region = "bar" if changed.held else changed.face.attends(changed) if changed.can_act else None
    revealed: list[Effect] = [("reveal", region)] if region else []
    seen = [*revealed, *sounds(changed, event)]
    return _offered(changed, [("save",), *seen, *ask(changed), *_look_back(changed)])


def _offered(model: Model, effects: list["Effect"]) -> Step:
    """Sound is offered once, while the fourth turn is to be played; then it is known."""
    if OFFERED in model.switches or model.turns <= TURNS:
        return model, effects
    changed = replace(model, switches=model.switches | {OFFERED})
    return changed, [*effects, _kept(changed)]


def ask(model: Model) -> list["Effect"]:
    """Ask the bot to move, if one is and it need not wait; in a lesson what it does is known."""
    if model.lesson is not None:
        from palaces import learning

        return learning.goes_on(model)
    if model.bot is None or model.held or model.waits:
        return []
    return [_decide(model, "move", known(model.bot), model.address.think)]


def _decide(model: Model, ask: Literal["move", "hint"], level: str, seconds: float) -> "Effect":
    """Ask what a level would do for the seat to move."""
    n = len(model.match.log)
    view, seed = bot_view(level, model.match), f"{model.match.seed}-{n}"
    asked: Decide = {"ask": ask, "id": [model.dealt, n], "level": level, "view": view, "seed": seed, "seconds": seconds}
    return ("ask", asked)


def _learn(model: Model, message: "Learn") -> Step:
    """What happens in a lesson."""
    from palaces import learning  # which plays on with what is here

    return learning.step(model, message)


def _touch(model: Model, what: list[Any]) -> Step:
    model = _seen(model)
    if what == ["clear"]:
        return replace(model, draft=model.face.empty, refusal=None, asked_first=None, warned=None), []
    if not model.can_act or model.viewer is None:
        return _refuse(model, _not_your_turn(model))
    draft, refusal = model.face.touch(model.match, model.viewer, model.draft, what)
    changed = replace(model, draft=draft, refusal=refusal, asked_first=None, warned=None)
    effects = _heard(model, "refuse" if refusal else "touch")
    region = model.face.reveals(model.draft, draft)
    if region:
        effects.append(("reveal", region))
    return changed, effects


def _refuse(model: Model, refusal: Illegal) -> Step:
    return replace(model, refusal=refusal), _heard(model, "refuse")


def _not_your_turn(model: Model) -> Illegal:
    if model.mover is None:
        return model.game.sentences.refuse_over()
    sentence = _("It is {name}'s turn. Wait until your own.")
    return Illegal(model.game.turn_clause, sentence.format(name=model.names[model.mover]))


# -- what bots think ---------------------------------------------------------------------------------------------------


def _remember(model: Model, n: int, decision: object = None, view: object = None, guessed: bool = False) -> Model:
    """The model with a bot's decision, or with an onlooker's guess at it, if it is one."""
    found = thought(decision, view or model.match.view(None))
    if found is None:
        return model
    made = found.decision
    if made.is_conclusive and not made.playouts and len(made.candidates) > 1:
        return model  # it was sure without looking into anything: what there is to tell is asked for
    if guessed:
        return replace(model, guesses={**model.guesses, n: found})
    return replace(model, thoughts={**model.thoughts, n: found})


def _without(model: Model, how: Literal["bot-lost", "bot-failed"]) -> Step:
    """The bot to move is asked again, or the page moves for it."""
    if how == "bot-lost":
        return replace(model, slow=True), []
    sentence = _("{name} could not think this move through, and plays the first good one it sees.")
    return _notice(model, Notice(sentence.format(name=model.names[model.mover or 0])))


def _hint(model: Model) -> Step:
    """Ask a master what it would do, or put its answer away."""
    if model.held or model.panel == "hint":
        return _close(model)
    if model.hint is not None:  # of this very position
        return replace(model, panel="hint"), [("reveal", "panel")]
    asked = replace(model, panel="hint", unanswered=model.unanswered - {"hint"})
    return asked, [("reveal", "panel"), _decide(model, "hint", "master", model.address.think)]


def _unanswered(model: Model, ask: "Asking") -> Model:
    return replace(model, unanswered=model.unanswered | {ask})


def _answered(model: Model, ask: "Asking", about: int, answer: object) -> Step:
    """What the worker found for a game that is still on the table."""
    n = len(model.match.log)
    match ask, answer:
        case "hint", decision:
            if not model.can_act or model.panel != "hint" or about != n:
                return model, []
            found = thought(decision, model.match.view(None))
            if found:
                return replace(model, hint=found), [("reveal", "panel")]
            return _unanswered(model, ask), []
        case "why" | "guess", [decision, view] if 0 <= about < n:
            changed = _remember(model, about, decision, view, guessed=ask == "guess")
            if changed is model:
                return _unanswered(model, ask), []
            shown = (changed.panel, changed.about) == ("why", about) and about in changed.reasons
            return changed, [("reveal", "panel")] if shown else []
        case "chances", rows if about == n and model.mover is None:
            found_chances = chances(rows, n, len(model.names))
            if not found_chances:
                return _unanswered(model, ask), []
            return replace(model, chances=found_chances, unanswered=model.unanswered - {ask}), []
    return model, []


def _why(model: Model, n: int) -> Step:
    """Open or close the reasons of an entry; those that are not known are asked for."""
    if model.held or (model.panel == "why" and model.about == n):
        return _close(model)
    opened = replace(model, panel="why", about=n, unanswered=model.unanswered - {"why", "guess"})
    effects: list[Effect] = [("reveal", "panel")]
    if n in model.reasons:
        return opened, effects
    save, action = replay.save(model.match, n), model.match.log[n][1]
    about, seconds = [model.dealt, n], model.address.think
    guess: Guess = {"ask": "guess", "id": about, "save": save, "action": action}
    why: Explain = {"ask": "why", "id": about, "save": save, "action": action, "seconds": seconds}
    return opened, [*effects, ("ask", guess if model.secret else why)]


# -- looking back ------------------------------------------------------------------------------------------------------


def opened(address: Address, match: Match, n: int | None = None, notes: tuple[str, ...] = (), dealt: int = 0) -> Step:
    """A game that came by link, at its end or at the moment `n`, with nothing told of what came later."""
    notices = tuple(Notice(note) for note in notes)
    empty = face(match.game).empty
    guest = Model(match, address, None, empty, notices=notices, dealt=dealt, guest=True, known=n, aloud=len(match.log))
    model = replay.at(guest, len(match.log) if n is None else n)
    return model, _look_back(model)


def _look(model: Model, n: object, match: Match) -> Step:
    """A save that the page round this one brings, to be looked at like a game that came by link."""
    at = n if type(n) is int and 0 <= n <= len(match.log) else None
    return opened(addresses.of_match(match, model.address), match, at, dealt=model.dealt + 1)


def taken_over(address: Address, match: Match, notes: tuple[str, ...] = ()) -> Step:
    """A game that was handed over by link goes on here, and is kept."""
    begun, effects = begin(address, match, notes)
    return begun, [("new-table",), *effects]


def _look_back(model: Model) -> list["Effect"]:
    """After an end that is known ask how the chances went."""
    if model.mover is not None or model.known is not None or model.chances:
        return []
    asked: Foresee = {"ask": "chances", "id": [model.dealt, len(model.match.log)], "save": model.match.save()}
    return [("ask", asked)]


def _review(model: Model, message: "Review") -> Step:
    """Everything that goes through an earlier position."""
    match message:
        case ("show" | "slide", n):
            if not 0 <= n <= replay.reach(model):
                return model, []
            return _show(_still(model), n) if n != model.moment else (_still(model), [])
        case ("retry", n):
            again = model.mover is None and model.you is not None and 0 <= n < len(model.match.log)
            return _branch(replay.at(model, n), model.you) if again else (model, [])
        case ("run",):
            return _run(model) if model.stepping else (model, [])
        case ("tick", dealt, n):
            return _next(model) if model.running and (dealt, n) == (model.dealt, model.moment) else (model, [])
        case ("tell-all",):
            if model.known is None:
                return model, []
            told = replace(_still(model), known=None)
            return told, _look_back(told)
        case ("hands",):
            return (replace(model, hands=not model.hands) if replay.may_open(model) else model), []
        case ("branch", seat):
            known = seat is None or 0 <= seat < len(model.names)
            return _branch(model, seat) if known else (model, [])
        case _:
            assert_never(message)


def _next(model: Model) -> Step:
    """The next move, while move after move is shown; with the last one that stops."""
    shown, effects = _show(model, model.moment + 1)
    shown = _arrived(shown, model.shown)
    if shown.moment == replay.reach(shown):
        return _still(shown), effects
    return shown, [*effects, *_tick(shown)]


def _show(model: Model, n: int) -> Step:
    """Look at an earlier position; the match on the table stays what it is."""
    changed = replay.at(model, n)
    effects: list[Effect] = []
    if (changed.past is None) != (model.past is None):
        effects.append(("top",) if changed.past or model.mover is not None else ("reveal", "story"))
    if changed.known is None and model.known is not None:
        effects += _look_back(changed)
    if model.running and n and SPEEDS[model.address.speed] >= SPEEDS["normal"]:
        effects += _heard(model, *model.face.sounds(model.match.events(None, n - 1)[0]))
    return changed, effects


def _run(model: Model) -> Step:
    """Start or stop showing move after move; at the end from the beginning."""
    if model.running:
        return _still(model), []
    effects: list[Effect] = []
    if model.moment == len(model.match.log):
        model, effects = _show(model, 0)
    running = replace(model, running=True)
    return running, [*effects, *_tick(running)]


def _recall(model: Model, message: "Recall") -> Step:
    """A move of somebody is shown again: the table as it was before it, then after it, then as it is."""
    match message:
        case ("recall", n) if model.past is None and 0 <= n < min(model.told, len(model.match.log)):
            earlier = replace(model, glimpse=replay.cut(model.match, n))
            return earlier, [("later", ("recalled", model.dealt, n + 1), BACK_AGAIN)]
        case ("recalled", dealt, n) if model.glimpse is not None and dealt == model.dealt:
            if n != len(model.glimpse.log) + 1 or n == len(model.match.log):
                return replace(model, glimpse=None), []
            heard = _heard(model, *model.face.sounds(model.match.events(None, n - 1)[0]))
            later = replace(model, glimpse=replay.cut(model.match, n))
            return later, [*heard, ("later", ("recalled", model.dealt, 0), LOOKED)]
    return model, []


def _still(model: Model) -> Model:
    return replace(model, running=False)


def _tick(model: Model) -> list["Effect"]:
    pause = max(SPEEDS[model.address.speed], replay.LEAST_PAUSE) + moments.pause(model)
    return [("later", ("tick", model.dealt, model.moment), pause)]


def _branch(model: Model, seat: int | None) -> Step:
    """Play on from this moment in a game of its own."""
    address, match = replay.branched(model, seat)
    begun, effects = begin(address, match, (), model.dealt + 1, model.lasting)
    return begun, [("new-table", match.practice), *effects]


# -- taking back -------------------------------------------------------------------------------------------------------


def can_undo(model: Model) -> bool:
    """Whether the last entry is this person's own, and chance revealed nothing since."""
    log = model.match.log
    return bool(log) and log[-1][0] in model.own and not model.match.has_revealed_cards() and not model.curtain


def own_actions(model: Model) -> list[int]:
    """Log numbers of the actions that can be taken back here, the last one first."""
    log, own = model.match.log, model.own
    return [n for n in range(len(log) - 1, -1, -1) if log[n][0] in own]


def turn_started(model: Model) -> int:
    """How many of this person's last entries belong to the turn that goes on: exact purchases."""
    n = 0
    for seat, _action, draws in reversed(model.match.log if model.game.can_restart_turn else []):
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
        draft=model.face.empty,
        refusal=None,
        panel="",
        held=False,
        curtain=False,
        dealt=model.dealt + 1,
        thoughts={about: found for about, found in model.thoughts.items() if about < len(match.log)},
        guesses={about: found for about, found in model.guesses.items() if about < len(match.log)},
        hint=None,
        warned=None,
        chances=(),
        waits=False,
        aloud=len(match.log),
    )
    return changed, [("save",), *ask(changed)]


# -- around the table --------------------------------------------------------------------------------------------------


def _is_own(model: Model, panel: str) -> bool:
    """Whether it is a panel of this game alone."""
    return panel in model.face.panels(model) or panel in model.face.asides(model)


def _panel(model: Model, panel: str) -> Step:
    if model.held:
        return _close(model)
    changed = replace(_still(model), panel="" if panel == model.panel else panel, keying=keys.IDLE)
    return changed, [("reveal", "panel"), *_opened(panel)] if changed.panel else []


def _opened(panel: str) -> list["Effect"]:
    """What the browser has to do when a panel is opened."""
    effects: dict[str, list[Effect]] = {"share": [("locate",)], "embed": [("locate",), ("load-embed",)]}
    return effects.get(panel, [])


def _seat(model: Model, n: int) -> Step:
    """Open or close somebody's sheet."""
    if model.held or (model.panel, model.about) == ("seat", n):
        return _close(model)
    return replace(_still(model), panel="seat", about=n), [("reveal", "panel")]


def _close(model: Model) -> Step:
    if model.past is not None and not model.panel:
        if model.guest:
            return model, []
        return _show(_still(model), len(model.match.log))
    if model.panel != "rule" and (model.explained or model.explaining):  # which lies over all else
        return put_away(model), []
    changed = replace(model, panel="", held=False, refusal=None)
    if model.panel:
        return changed, ask(changed) if model.held else []
    if model.warned:
        return replace(changed, warned=None, asked_first=None), []
    return replace(changed, draft=model.face.empty, asked_first=None), []


def put_away(model: Model) -> Model:
    """The model in which no sign is asked."""
    return replace(model, explained="", explaining=False)


def _notice(model: Model, notice: Notice) -> Step:
    others = tuple(other for other in model.notices if other != notice and not _outdates(notice, other))
    return replace(model, notices=(*others, notice)), []


def _outdates(notice: Notice, other: Notice) -> bool:
    """Of new versions only the last that was said is true."""
    return notice.do == other.do == ("update",) and notice.label == other.label


def _with_save(model: Model, saved: str, go_on: Callable[[Match], Step]) -> Step:
    """Go on with the match of a save; a notice if it cannot be opened."""
    try:
        match = Match.load(saved)
    except Illegal as refusal:
        kept = _("{reason} The game on the table goes on unchanged.").format(reason=refusal)
        return _notice(model, Notice.refused(refusal, kept))
    return go_on(match)


def _load(model: Model, match: Match) -> Step:
    loaded, effects = begin(addresses.of_match(match, model.address), match, (), model.dealt + 1, model.lasting)
    return loaded, [("new-table",), *effects]


def _parted(model: Model, table: int) -> Step:
    """Another tab went on with this game otherwise, so here it is one of its own, at a table where nothing is kept."""
    sentence = _("This game went on otherwise in another tab. Here it is a game of its own from now on.")
    others = tuple(notice for notice in model.notices if notice.do != ("reload",))
    changed = replace(model, address=replace(model.address, table=table), notices=others)
    noticed, effects = _notice(changed, Notice(sentence))
    return noticed, [("show",), ("save",), *effects]
