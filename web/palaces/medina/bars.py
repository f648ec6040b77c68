"""The supply to choose from at Medina's table, and what can be done now, in words, figures and buttons. Pure."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from palaces import art as common
from palaces import clauses
from palaces.games import cancel
from palaces.html import Markup, button, join, tag, unseen
from palaces.medina.art import piece
from palaces.medina.city import cell_signs, told
from palaces.medina.draft import components, left, name
from palaces.medina.table import Table, capital, grown, kind, next_of, palace_name, scored, signed, total
from palaces.since import lately
from palaces.words import _, ngettext
from pygame_core.medina import text
from pygame_core.medina.box import COLOURS, PALACE_TILE_POINTS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.shape import Component, Event, JsonAction

TEA: "JsonAction" = ("tea",)
PASS: "JsonAction" = ("pass",)


def icon(component: "Component", seat: int, mark: str = "") -> Markup:
    """A component of this seat by itself."""
    if component[0] == "building":
        return piece(component[1], mark)
    if component[0] == "roof":
        return piece(f"own-{seat}" if component[1] == "own" else "neutral", mark)
    return piece(component[0], mark)


# -- the supply --------------------------------------------------------------------------------------------------------


def hand(at: Table) -> Markup:
    """The viewer's components, each a button in the own turn."""
    if at.seat is None:
        return Markup("")
    shown = components(at.now["seats"])
    stock = tag("div", [_component(at, n, one) for n, one in enumerate(shown, 1)], class_="stock", data_arrows=True)
    return join(tag("h2", _("Your supply"), class_="unseen"), stock)


def _component(at: Table, n: int, component: "Component") -> Markup:
    seat = at.seat or 0
    count = left(at.then["supplies"][seat], component)
    face = join(icon(component, seat, next_of(at, seat, component)), tag("b", count))
    place = f"seat-{seat}-{kind(component)}"
    said = ngettext("{component}, {n} left", "{component}, {n} left", count).format(component=name(component), n=count)
    if not at.model.can_act or not left(at.now["supplies"][seat], component):
        return tag(
            "span",
            face,
            role="img",
            aria_label=said,
            title=said,
            class_="unit" if count else "unit none",
            data_place=place,
            data_sign=None if count else "none",
        )
    chosen = at.draft.component == component
    nowhere = component not in at.legal
    said = _("{component}: no space for it now").format(component=said) if nowhere else said
    return button(
        face,
        do=("touch", "component", *component),
        aria_label=said,
        title=said,
        aria_pressed="true" if chosen else "false",
        class_="unit can nowhere" if nowhere else "unit can",
        id=f"take-{n}",
        data_place=place,
    )


# -- what can be done --------------------------------------------------------------------------------------------------


def prompt(at: Table) -> str:
    """What is to be done, in a few words: for the status line, and where that has no room for it, for the dock."""
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
    """The drafted placement with all that it changes, and the buttons that play it or take it back. What plays comes
    first, what passes last, and all else keeps its place from one touch to the next."""
    if at.draft.action:
        return _placing(at)
    back = at.now["placed"] == 1 and _own_last(at)
    plays = [
        _tea(at),
        cancel() if at.draft else None,
        button(_("Pass"), act=PASS, class_="primary", id="pass") if PASS in at.legal else None,
    ]
    hint: str = _look(at) if at.draft.look else _hint(at) if at.draft or PASS in at.legal else _idle(at)
    said = tag("p", hint, class_="tally saying" if at.draft else "tally saying hint")
    return join(
        said if at.draft or PASS in at.legal or at.now["placed"] else lately(at.model, said),
        _take_back() if back else None,
        tag("div", plays, class_="plays") if any(plays) else None,
    )


def _take_back() -> Markup:
    said = _("Take it back")
    return button(common.tool("undo"), tag("span", said), do=("undo",), class_="x", id="take-back", title=said)


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
    return _("There is no space for anything you have left.")


def _look(at: Table) -> Markup:
    """What stands on the space that was touched, and what that means."""
    sign = cell_signs(at).get(at.draft.look)
    if not sign:
        return join(told(at, at.draft.look))
    from palaces import meanings  # for who asks

    meaning = meanings.of(at.model.match.game)[sign]
    return join(
        told(at, at.draft.look), " ", _(meaning.says), " ", clauses.link(at.model, meaning.clause, id="told-by")
    )


def _idle(at: Table) -> Markup:
    """Before anything is chosen: what is to be done, and what was done first or how it goes."""
    due = tag("b", capital(prompt(at)), class_="due")
    events = cast("list[Event]", at.model.match.events(None, len(at.model.match.log) - 1))
    if events and at.now["placed"]:
        return join(due, " ", at.model.said(events[0])[0])
    aside = tag("span", _("Touch a palace to see what it is worth."), class_="aside")
    return join(due, " ", _("Choose a component, then a space."), " ", aside)


def _placing(at: Table) -> Markup:
    component = at.draft.component
    assert component
    assert at.event is not None
    ends = at.then["to_move"] != at.now["to_move"] or not at.then["placed"]
    place = _("{component} on {space}").format(
        component=capital(name(component)), space=text.space_name(at.draft.space)
    )
    head = tag(
        "p",
        tag("b", place),
        _gain(unseen(f"{at.model.heads[at.seat or 0]} "), at.gain) if at.gain else None,
        class_="tally",
    )
    title = _("Place it and end the turn") if ends else _("Place it")
    play = button(common.tool("check"), _("Place"), act=at.draft.action, class_="primary", id="play", title=title)
    before, after = _steps(at)
    return join(
        tag("div", head, tag("ul", _changes(at, at.event), class_="sources"), class_="saying"),
        tag("div", before, play, after, _tea(at), cancel(), class_="plays"),
    )


def _steps(at: Table) -> tuple[Markup | None, Markup | None]:
    """To the spaces before and after the drafted one that can take the component, row by row and round again: where
    spaces are smaller than a fingertip, a placement that is off by one is moved on."""
    spaces = [action[-1] for action in at.targets]
    if len(spaces) < 2:
        return None, None
    here = spaces.index(at.draft.space)
    return _step("back", spaces[here - 1]), _step("forward", spaces[(here + 1) % len(spaces)])


def _step(sign: str, space: str) -> Markup:
    said = _("Place it on {space} instead").format(space=text.space_name(space))
    face = join(common.tool(sign), tag("span", said))
    return button(face, do=("touch", "space", space), class_="x beside-it", id=f"step-{sign}", title=said)


def _gain(whose: Markup, gain: int) -> Markup:
    return tag("b", whose, signed(gain), class_="gain" if gain > 0 else "gain loss")


def _changes(at: Table, event: "Event") -> list[Markup]:
    """What the drafted placement changes for everybody: one's own points by source, those of all others, palaces that
    are nobody's yet, and what else follows from it."""
    names = at.model.names
    others = [
        tag("li", common.sign(seat), _gain(tag("span", names[seat], " ", class_="name"), gain))
        for seat, gain in at.gains()
        if seat != at.seat
    ]
    said = " ".join(at.model.said(event)[1:])
    pictured = [tag("li", *parts, aria_hidden="true", title=said) for parts in _follows(at, event)]
    follows = [*pictured, tag("li", said, class_="unseen")] if said else []
    nothing = [tag("li", _("nobody's points change"), class_="none")] if not any(at.gains()) else []
    return [*_sources(at), *others, *nothing, *_grown(at), *follows]


def _follows(at: Table, event: "Event") -> Iterator[tuple[Markup, Markup]]:
    """What else follows, in pictures: where the dock is small a sentence would be cut off, and large it would scroll.
    Tiles that the viewer wins are among the sources; at the end of the game nothing else matters."""

    def whose(owner: int) -> Markup:
        return piece("neutral") if owner < 0 else common.sign(owner)

    if event["over"]:
        yield Markup(""), tag("b", _("the end"))
        return
    if event["tea"]:
        yield piece("tea"), tag("b", signed(event["tea"]))
    for tile, owner, won, _gone in event["towers"]:
        if owner != at.seat:
            yield piece(f"tower-{tile}"), whose(owner)
        elif won:
            yield piece("merchant"), tag("b", signed(won))
    if event["tile"] is not None and event["tile"] != at.seat:
        yield piece(f"tile-{event['colour']}"), whose(event["tile"])
    if event["closed"]:
        yield piece(str(event["colour"])), tag("b", "0")
    for seat in event["out"]:
        yield common.sign(seat), tag("b", "0")


def _sources(at: Table) -> list[Markup]:
    """Where the viewer's points come from and go to."""
    seat = at.seat
    if seat is None:
        return []
    words = {
        "any": _("building"),
        "stable": _("stable"),
        "wall": _("wall"),
        "merchant": _("merchant"),
        "well": _("well"),
    }
    before, after = scored(at.now, seat), scored(at.then, seat)
    changes = [(sign, word, then - now) for (sign, word), now, then in zip(words.items(), before, after, strict=False)]
    tiles = [(f"tile-{colour}", _("palace tile")) for colour in COLOURS]
    tiles += [(f"tower-{n}", _("tower tile")) for n in TOWER_TILE_POINTS]
    owners = [[*view["palace_tiles"], *view["tower_tiles"]] for view in (at.now, at.then)]
    values = [*PALACE_TILE_POINTS, *TOWER_TILE_POINTS]
    changes += [
        (sign, word, points * ((then == seat) - (now == seat)))
        for (sign, word), points, now, then in zip(tiles, values, *owners, strict=True)
    ]
    return [
        tag("li", piece(sign), tag("span", word), " ", tag("b", signed(n), class_="loss" if n < 0 else None))
        for sign, word, n in changes
        if n
    ]


def _grown(at: Table) -> list[Markup]:
    """Every palace whose worth changes without being anybody's points yet."""
    said = []
    for palace, before in grown(at.now, at.then):
        change = _("{palace}: {before} → {after}").format(
            palace=palace_name(at, palace), before=before, after=total(palace)
        )
        seen = join(piece(palace["colour"]), tag("b", f"{before} › {total(palace)}", aria_hidden="true"))
        said.append(tag("li", seen, unseen(capital(change)), title=capital(change)))
    return said


def _tea(at: Table) -> Markup | None:
    """M10: instead of the second component."""
    if TEA not in at.legal:
        return None
    n = at.now["supplies"][at.seat or 0]["tea"]
    face = join(piece("tea"), unseen(_("Tea break")), " ", tag("span", n), unseen(_(" left")))
    return button(face, act=TEA, class_="second", id="tea", title=_("Return a tea tile and place no second component"))
