"""Stepping through a game: its own that is over or goes on, or one that came by link. Pure.

Who opened a link to a move has not been told what came later: it stays hidden, with the length of the game and its
result, until they go on to it or ask for it (`Model.known`).
"""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from palaces import art
from palaces.address import PACES, Address, of_match
from palaces.html import Markup, button, choices, join, slider, tag
from palaces.model import Model
from palaces.sheets import head
from palaces.words import _, level, ngettext, speed
from pygame_core import GAMES, Match

LEAST_PAUSE = 150  # ms between two moves that are shown by themselves
PARTNER = "bot:skilled"
"""Who takes the place of other people when somebody plays on alone."""


def cut(match: Match, n: int) -> Match:
    """The match as it was with `n` entries."""
    return match if n == len(match.log) else Match.load(save(match, n))


def save(match: Match, n: int) -> dict[str, Any]:
    """The save of a match as it was with `n` entries."""
    whole = match.save()
    return whole if n == len(match.log) else whole | {"log": whole["log"][:n], "result": None}


def at(model: Model, n: int) -> Model:
    """The model at the moment `n`. The present of a game of one's own is no past; neither is an end that is known."""
    total = len(model.match.log)
    known = None if model.known is None or max(model.known, n) == total else max(model.known, n)
    present = n == total and (not model.guest or (model.mover is None and known is None))
    return replace(model, past=None if present else cut(model.match, n), known=known, panel="", refusal=None)


def reach(model: Model) -> int:
    """The last moment that one step can lead to: always one more than is known."""
    return min(len(model.match.log), model.told + (model.known is not None))


def rounds(match: Match, told: int) -> list[int]:
    """The log numbers, up to `told`, at which the seat that began the game begins a turn; and the two ends."""
    if not match.log:
        return [0]
    first = match.log[0][0]
    opens = [n for n in range(told) if match.log[n][1][0] not in GAMES[match.game].continuation_verbs]
    begun = [n for before, n in pairwise(opens) if match.log[n][0] == first != match.log[before][0]]
    return sorted({0, *begun, told})


# -- what is seen ------------------------------------------------------------------------------------------------------


def status(model: Model) -> Markup:
    """Where in the game one looks, and what led there."""
    n = model.moment
    where = _("Move {n} of {total}") if model.known is None else _("Move {n}")
    entry = model.match.events(None, n - 1)[0] if n else None
    done = model.said(entry)[0] if entry else _("The game begins.")
    sign = art.sign(entry["seat"]) if entry else None
    said = tag("span", tag("b", where.format(n=n, total=model.told)), " ", tag("span", done, class_="said"))
    return tag("h1", sign, said, tabindex="-1", id="turn")


def bar(model: Model) -> Markup:
    """The controls that go from position to position, and what else can be chosen there."""
    n, told = model.moment, model.told
    marks = rounds(model.match, told)
    ahead = min(n + 1, reach(model))
    steps = (
        ("first", _("First position"), 0),
        ("round-back", _("One round back"), max((mark for mark in marks if mark < n), default=n)),
        ("back", _("One move back"), max(0, n - 1)),
        ("forward", _("One move on"), ahead),
        ("round-forward", _("One round on"), min((mark for mark in marks if mark > n), default=ahead)),
        ("last", _("Last position that was shown") if model.known is not None else _("Last position"), told),
    )
    return tag(
        "div",
        tag("div", [_step(model, *one) for one in steps[:3]], _run(model), [_step(model, *one) for one in steps[3:]]),
        _way(model),
        tag("div", _choices(model), _way_out(model), class_="plays"),
        class_="steps",
    )


def _choices(model: Model) -> list[Markup | None]:
    """How quickly move after move is shown; while one stands still, whose hand is seen, and whether to play on."""
    if model.past is None:
        return []
    if not model.running:
        return [_hands(model), _what_if(model)]
    names = {name: speed(name) for name in PACES}
    return [choices("speed", _("Speed"), names, model.address.speed, lambda name: ("speed", name))]


def _way(model: Model) -> Markup | None:
    """The whole game as a line on which one goes to every move, drawn as the chances went once the end may be known. At
    the end the chart itself has it."""
    if model.past is None:
        return None
    known = model.mover is None and model.known is None and model.chances
    if not known:
        return _slider(model)
    from palaces import story  # for who looks back at a whole game

    return story.strip(model)


def _step(model: Model, name: str, label: str, n: int) -> Markup:
    off = n == model.moment
    return button(
        art.tool(name), do=("show", n), class_="second step", id=name, aria_label=label, title=label, disabled=off
    )


def _run(model: Model) -> Markup:
    label = _("Stop") if model.running else _("Show move after move")
    sign = art.tool("stop" if model.running else "run")
    return button(sign, do=("run",), class_="second step", id="run", aria_label=label, title=label)


def _way_out(model: Model) -> Markup | None:
    """The one thing that leads out of the past."""
    total = len(model.match.log)
    if model.past is None:
        return None
    if model.known is not None:
        return button(_("Show all of it"), do=("tell-all",), class_="primary", id="tell-all")
    if model.guest and model.mover is not None:
        return button(_("Go on with this game"), do=("panel", "branch"), class_="primary", id="take")
    label = _("To the end") if model.mover is None else _("Back to the game")
    return button(label, do=("show", total), class_="primary", id="to-end")


def _hands(model: Model) -> Markup | None:
    """Whether the hand of whoever is to move lies open."""
    if not may_open(model):
        return None
    return button(
        _("Open hands"), do=("hands",), class_="choice", id="hands", aria_pressed="true" if model.hands else "false"
    )


def _what_if(model: Model) -> Markup | None:
    if model.guest and model.moment == len(model.match.log):
        return None
    label = _("What if? Play on from here")
    return button(_("What if?"), do=("panel", "branch"), class_="second", id="branch", aria_label=label, title=label)


def _slider(model: Model) -> Markup:
    n, told = model.moment, model.told
    value = _("Move {n} of {total}").format(n=n, total=told) if model.known is None else _("Move {n}").format(n=n)
    return slider(n, told, ("slide",), id="moment", class_="moment", aria_label=_("Go to a move"), aria_valuetext=value)


def may_open(model: Model) -> bool:
    """Whether hands may be laid open: the game has secrets, and nobody here is still playing it."""
    return model.game.has_secrets and (model.guest or model.mover is None)


def seen(model: Model) -> Model:
    """The earlier position as a model of its own, as whoever is looking may see it."""
    assert model.past is not None
    viewer = model.past.to_move() if model.hands else model.viewer
    return replace(model, match=model.past, draft=model.face.empty, refusal=None, viewer=viewer, curtain=False)


# -- playing on --------------------------------------------------------------------------------------------------------


def branch_panel(model: Model) -> Markup:
    """The choice of who plays on from here."""
    n, total = model.moment, len(model.match.log)
    present = n == total and model.guest
    people = model.people
    note = (
        _("The game becomes yours and is kept here; the link stays what it is.")
        if present
        else _("A game of its own begins here, marked as practice. The one you are looking at stays as it is.")
    )
    several = ngettext("as it was, {n} person", "as it was, {n} people at this device", len(people)).format(
        n=len(people)
    )
    alone = [_as(model, seat) for seat in range(len(model.names))]
    return join(
        head(_("Go on with this game") if present else _("What if?")),
        tag("p", note),
        tag(
            "div",
            button(several, do=("branch", None), class_="primary") if len(people) > 1 else None,
            alone,
            class_="plays",
            data_arrows=True,
        ),
    )


def _as(model: Model, seat: int) -> Markup:
    kind = model.match.seats[seat]["kind"]
    was = None if kind == "human" else tag("small", level(kind.removeprefix("bot:")))
    said = model.who(seat).choose_sentence(_("as {name}"), _("as yourself"))
    only = model.people == [seat]
    return button(art.sign(seat), said, " ", was, do=("branch", seat), class_="primary" if only else "second")


def branched(model: Model, seat: int | None) -> tuple[Address, Match]:
    """The game that goes on from this moment with a person in `seat` and computer players in all others, or with
    everybody as they were; practice, unless it is just handed on."""
    n = model.moment
    data = save(model.match, n)
    if seat is not None:
        for number, each in enumerate(data["seats"]):
            each["kind"] = "human" if number == seat else PARTNER if each["kind"] == "human" else each["kind"]
    if not (model.guest and n == len(model.match.log)):
        data["practice"] = True
    match = Match.load(data)
    return of_match(match, model.address), match
