"""The supply to choose from at Medina's table, and what can be done now, in words, figures and buttons. Pure."""

from typing import TYPE_CHECKING, cast

from palaces.games import cancel
from palaces.html import Markup, button, join, tag
from palaces.medina.art import piece
from palaces.medina.city import told
from palaces.medina.draft import COMPONENTS, components, left, name
from palaces.medina.table import Table, capital, palace_name, signed, total
from palaces.words import _, ngettext
from pygame_core.medina import text
from pygame_core.medina.box import COLOURS

if TYPE_CHECKING:
    from pygame_core.medina.shape import Component, Event, Written

TEA: "Written" = ("tea",)
PASS: "Written" = ("pass",)


def icon(component: "Component", seat: int) -> Markup:
    """A component of this seat by itself."""
    if component[0] == "building":
        return piece(component[1])
    if component[0] == "roof":
        return piece(f"own-{seat}" if component[1] == "own" else "neutral")
    return piece(component[0])


def short(component: "Component") -> str:
    """What stands below a component in the supply."""
    if component[0] == "building":
        return text.colour_name(COLOURS.index(component[1]))
    if component[0] == "roof":
        return _("rooftop") if component[1] == "own" else _("neutral")
    return name(component)


# -- the supply --------------------------------------------------------------------------------------------------------


def hand(at: Table) -> Markup:
    """The viewer's components, each a button in the own turn."""
    if at.seat is None:
        return Markup("")
    supply = at.then["supplies"][at.seat]
    title = tag(
        "h2", _("Your components"), tag("small", _("{n} left").format(n=sum(left(supply, one) for one in COMPONENTS)))
    )
    shown = components(at.now["seats"])
    return join(title, tag("div", [_component(at, n, one) for n, one in enumerate(shown, 1)], class_="stock"))


def _component(at: Table, n: int, component: "Component") -> Markup:
    seat = at.seat or 0
    count = left(at.then["supplies"][seat], component)
    face = join(icon(component, seat), tag("b", count), tag("small", short(component)))
    said = ngettext("{component}, {n} left", "{component}, {n} left", count).format(component=name(component), n=count)
    if not at.model.can_act or not left(at.now["supplies"][seat], component):
        return tag("span", face, role="img", aria_label=said, class_="unit" if count else "unit none")
    chosen = at.draft.component == component
    nowhere = component not in at.legal
    return button(
        face,
        do=("touch", "component", *component),
        aria_label=_("{component}: no space for it now").format(component=said) if nowhere else said,
        aria_pressed="true" if chosen else "false",
        class_="unit can nowhere" if nowhere else "unit can",
        id=f"take-{n}",
    )


# -- what can be done --------------------------------------------------------------------------------------------------


def prompt(at: Table) -> str:
    """One sentence for the status line when the viewer is to move."""
    if PASS in at.legal:
        return _("you can only pass")
    if at.draft.action:
        return _("place it, or choose another space")
    if at.draft.component:
        return _("choose a space for the {component}").format(component=name(at.draft.component))
    if at.now["placed"]:
        return _("place one more component")
    return _("place two components") if at.now["due"] == 2 else _("place one component")


def bar(at: Table) -> Markup:
    """The drafted placement with all that it changes, and the buttons that play it or take it back."""
    if at.draft.action:
        return _placing(at)
    before = at.now["placed"] == 1
    plays = [
        button(_("Pass"), act=PASS, class_="primary", id="pass") if PASS in at.legal else None,
        _tea(at),
        button(_("Take it back"), do=("undo",), class_="second", id="take-back") if before and _own_last(at) else None,
        cancel() if at.draft else None,
    ]
    said = tag("p", _hint(at), class_="tally" if at.draft else "tally hint", aria_live="polite")
    return join(said, tag("div", plays, class_="plays") if any(plays) else None)


def _own_last(at: Table) -> bool:
    log = at.model.match.log
    return bool(log) and log[-1][0] == at.seat


def _hint(at: Table) -> str:
    component = at.draft.component
    if component:
        n = len(at.targets)
        if not n:
            said = _("No space can take the {component} now. Touch one to hear why.")
        elif component[0] == "roof":
            said = ngettext("{n} palace can take the {component}.", "{n} palaces can take the {component}.", n)
        else:
            said = ngettext("{n} space can take the {component}.", "{n} spaces can take the {component}.", n)
        return said.format(n=n, component=name(component))
    if at.draft.look:
        return told(at, at.draft.look)
    if PASS in at.legal:
        return _("There is no space for anything you have left.")
    events = cast("list[Event]", at.model.match.events(None, len(at.model.match.log) - 1))
    if events and at.now["placed"]:
        return text.sentences(events[0], at.model.names)[0]
    return _("Choose one of your components, then a space. Touch a palace to see what it is worth.")


def _placing(at: Table) -> Markup:
    component = at.draft.component
    assert component
    assert at.event is not None
    ends = at.then["to_move"] != at.now["to_move"] or not at.then["placed"]
    label = _("Place and end turn") if ends else _("Place it")
    return join(
        tag(
            "p",
            tag("b", capital(name(component))),
            " ",
            at.draft.space,
            _changes(at, at.event),
            class_="tally",
            aria_live="polite",
        ),
        tag("div", button(label, act=at.draft.action, class_="primary", id="play"), cancel(), class_="plays"),
    )


def _changes(at: Table, event: "Event") -> Markup:
    """What the drafted placement changes for everybody: points, palaces, and what else follows from it."""
    names = at.model.names
    gains = [
        tag("b", f"{names[seat]} {signed(gain)}", class_="gain" if gain > 0 else "gain loss")
        for seat, gain in at.gains()
    ]
    follows = text.sentences(event, names)[1:]
    return tag(
        "span",
        gains or tag("span", _("nobody's points change"), class_="gain none"),
        [tag("small", sentence) for sentence in [*_grown(at), *follows]],
        class_="changes",
    )


def _grown(at: Table) -> list[str]:
    """Every palace whose worth changes without being anybody's points yet."""
    said = []
    for n, palace in enumerate(at.then["palaces"]):
        before = total(at.now["palaces"][n]) if n < len(at.now["palaces"]) else 0
        if not isinstance(palace["owner"], int) and total(palace) != before:
            said.append(
                _("{palace}: {before} → {after}").format(
                    palace=palace_name(at, palace), before=before, after=total(palace)
                )
            )
    return [capital(sentence) for sentence in said]


def _tea(at: Table) -> Markup | None:
    """M10: instead of the second component."""
    if TEA not in at.legal:
        return None
    n = at.now["supplies"][at.seat or 0]["tea"]
    face = join(piece("tea"), tag("span", _("Tea break")), tag("small", _("{n} left").format(n=n)))
    return button(face, act=TEA, class_="second", id="tea", title=_("Return a tea tile and place no second component"))
