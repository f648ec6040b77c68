"""The viewer's supply at Medina, and the action bar with the current options in words, figures and buttons. Pure."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from palaces.app.i18n import _, ngettext
from palaces.features import rule_popup
from palaces.features.recap import render_dock_recap
from palaces.games.medina.board_grid import cell_tooltips, describe_space
from palaces.games.medina.draft import component_name, remaining_count, table_components
from palaces.games.medina.drawings.board_svg import palace_value, signed_figure
from palaces.games.medina.drawings.icons import component_icon
from palaces.games.medina.pieces import EDGE_PLACE
from palaces.games.medina.table import (
    TableView,
    grown_palaces,
    is_own_claim,
    next_piece_attributes,
    only_palace_sentence,
    palace_name,
    piece_attributes,
    piece_kind,
    points_by_source,
    target_count_sentence,
)
from palaces.ui import svg as common
from palaces.ui.annotations import Annotations
from palaces.ui.game_view import render_cancel_button
from palaces.ui.html import Markup, join, name_tag, screen_reader_text, tag
from pygame_core.i18n import capitalize_first
from pygame_core.medina import sentences
from pygame_core.medina.components import COLOURS, PALACE_TILE_POINTS, TOWER_TILE_POINTS

if TYPE_CHECKING:
    from pygame_core.medina.types import Component, Event, TypedAction

TEA_ACTION: "TypedAction" = ("tea",)
PASS_ACTION: "TypedAction" = ("pass",)


def seat_component_icon(component: "Component", seat: int, mark: str = "") -> Markup:
    """Return the icon of a seat's component."""
    if component[0] == "building":
        return component_icon(component[1], mark)
    if component[0] == "roof":
        return component_icon(f"own-{seat}" if component[1] == "own" else "neutral", mark)
    return component_icon(component[0], mark)


# -- supply ------------------------------------------------------------------------------------------------------------


def render_hand(at: TableView) -> Markup:
    """Render the viewer's components, as buttons on the viewer's turn."""
    if at.seat is None:
        return Markup("")
    shown = table_components(at.view["seats"])
    stock = tag(
        "div", [_component_button(at, n, one) for n, one in enumerate(shown, 1)], class_="stock", data_arrows=True
    )
    heading = at.model.hand_owner.choose_sentence(_("{name}'s pieces"), _("Your pieces"))
    return join(tag("h2", heading, class_="unseen"), stock)


def _component_button(at: TableView, n: int, component: "Component") -> Markup:
    seat = at.seat or 0
    count = remaining_count(at.draft_view["supplies"][seat], component)
    face = _component_face(
        component, seat, count, next_piece_attributes(at, seat, component), _render_palace_tile(at, component)
    )
    place = at.pieces.place_attributes(f"seat-{seat}-{piece_kind(component)}")
    said = _palace_tile_phrase(at, component, _count_phrase(component_name(component), count))
    if not at.model.can_act or not remaining_count(at.view["supplies"][seat], component):
        return tag(
            "span",
            face,
            role="img",
            aria_label=said,
            title=said,
            class_="unit" if count else "unit none",
            **place,
            data_sign=None if count else "none",
        )
    nowhere = component not in at.legal_by_component
    said = _("{component}, can't be placed now").format(component=said) if nowhere else said
    is_chosen, around = at.draft.component == component, tuple(place.items())
    if at.annotations.spots:
        return _take_button(at.annotations, n, component, face, said, is_chosen, nowhere, around)
    return _cached_take_button(at.annotations.is_active, n, component, face, said, is_chosen, nowhere, around)


def _take_button(
    annotations: Annotations,
    n: int,
    component: "Component",
    face: Markup,
    said: str,
    is_chosen: bool,
    nowhere: bool,
    place: tuple[tuple[str, object], ...],
) -> Markup:
    return annotations.button(
        face,
        do=("touch", "component", *component),
        aria_label=said,
        title=said,
        aria_pressed="true" if is_chosen else "false",
        class_="unit can nowhere" if nowhere else "unit can",
        id=f"take-{n}",
        **dict(place),
    )


@lru_cache(maxsize=1024)
def _cached_take_button(is_active: bool, n: int, component: "Component", *shown: Any) -> Markup:
    """Return the button without spots of a lesson. Any: the arguments of `_take_button` from `face` on."""
    return _take_button(Annotations(is_active), n, component, *shown)


@lru_cache(maxsize=1024)
def _component_face(component: "Component", seat: int, count: int, mark: str, tile: Markup) -> Markup:
    return join(seat_component_icon(component, seat, mark), tile, tag("b", count))


def _render_palace_tile(at: TableView, component: "Component") -> Markup:
    """Render the palace tile of a building's color: its points while nobody has it, then its owner."""
    if component[0] != "building":
        return Markup("")
    colour = component[1]
    owner = at.draft_view["palace_tiles"][COLOURS.index(colour)]
    if isinstance(owner, int):
        return _tile_html(f"own-{owner}", "")
    name = "neutral" if owner else f"tile-{colour}"
    return _tile_html(name, piece_attributes(at.annotations, at.pieces.tiles[colour], EDGE_PLACE))


def _palace_tile_phrase(at: TableView, component: "Component", said: str) -> str:
    """Return the name of a component with the palace tile of its color, as `_render_palace_tile` shows it."""
    if component[0] != "building":
        return said
    colour = COLOURS.index(component[1])
    owner = at.draft_view["palace_tiles"][colour]
    if isinstance(owner, int):
        return at.model.player_reference(owner).choose_sentence(
            _("{component}, {name} has the palace tile"), _("{component}, you have the palace tile"), component=said
        )
    if owner:
        return _("{component}, a neutral palace has the palace tile").format(component=said)
    points = PALACE_TILE_POINTS[colour]
    return ngettext(
        "{component}, palace tile worth {n} point", "{component}, palace tile worth {n} points", points
    ).format(component=said, n=points)


@lru_cache(maxsize=64)
def _tile_html(name: str, mark: str) -> Markup:
    return tag("i", component_icon(name, mark), class_="race")


@lru_cache(maxsize=512)
def _count_phrase(name: str, count: int) -> str:
    said = ngettext("{component}, {n} left", "{component}, {n} left", count)
    return said.format(component=name, n=count)


# -- action bar --------------------------------------------------------------------------------------------------------


def prompt_phrase(at: TableView) -> str:
    """Return a prompt of a few words, for the status line or for the action bar of a small window."""
    if PASS_ACTION in at.legal_by_component:
        return _("you can only pass")
    if at.draft.action:
        return _("place it or move it")
    if at.draft.component == ("roof", "own"):
        return _("choose a palace to claim")
    if at.draft.component == ("roof", "neutral"):
        return _("choose a palace to close")
    if at.draft.component:
        return _("choose a space")
    if at.view["placed"]:
        return _("place 1 more piece")
    return _("place 2 pieces") if at.view["due"] == 2 else _("place 1 piece")


def render_action_bar(at: TableView) -> Markup:
    """Render the drafted placement with all its effects, and the buttons that play or cancel it.

    Buttons that play come first, those that pass come last, and all others keep their place from tap to tap.
    """
    if at.draft.action:
        return _render_placement(at)
    back = at.view["placed"] == 1 and _is_own_last_move(at)
    plays = [
        _tea_button(at),
        render_cancel_button() if at.draft else None,
        at.annotations.button(_("Pass"), act=PASS_ACTION, class_="primary", id="pass")
        if PASS_ACTION in at.legal_by_component
        else None,
    ]
    hint: str = (
        _render_inspected_space(at)
        if at.draft.inspected_space
        else _draft_hint(at)
        if at.draft or PASS_ACTION in at.legal_by_component
        else _render_idle_hint(at)
    )
    said = tag("p", hint, class_="tally saying" if at.draft else "tally saying hint")
    return join(
        said
        if at.draft or PASS_ACTION in at.legal_by_component or at.view["placed"]
        else render_dock_recap(at.model, said),
        _undo_button(at) if back else None,
        tag("div", plays, class_="plays") if any(plays) else None,
    )


def _undo_button(at: TableView) -> Markup:
    said = _("Undo")
    face = join(common.tool_icon("undo"), tag("span", said))
    return at.annotations.button(face, do=("undo",), class_="x", id="take-back", title=said)


def _is_own_last_move(at: TableView) -> bool:
    log = at.model.match.log
    return bool(log) and log[-1][0] == at.seat


def _draft_hint(at: TableView) -> str:
    if at.draft.component:
        said = target_count_sentence(at)
        return said or _("You can't place it anywhere now. Choose a space to see why.")
    return _("There's no space for any of your pieces.")


def _render_inspected_space(at: TableView) -> Markup:
    """Render the contents of the tapped space, and their meaning."""
    sign = cell_tooltips(at).get(at.draft.inspected_space)
    if not sign:
        return join(describe_space(at, at.draft.inspected_space))
    from palaces.features import tooltips  # only for an inspected space

    meaning = tooltips.game_tooltips(at.model.match.game)[sign]
    return join(
        describe_space(at, at.draft.inspected_space),
        " ",
        _(meaning.text),
        " ",
        rule_popup.render_rule_link(at.model, meaning.clause, id="told-by"),
    )


def _render_idle_hint(at: TableView) -> Markup:
    """Render a prompt for a turn without a draft, and the first move of the turn or a hint."""
    due = tag("b", capitalize_first(prompt_phrase(at)), class_="due")
    events = at.model.match.events(None, len(at.model.match.log) - 1)
    if events and at.view["placed"]:
        return join(due, " ", at.model.entry_sentences(events[0])[0])
    aside = tag("span", _("Choose a palace to see its worth."), class_="aside")
    return join(due, " ", _("Choose a piece, then a space."), " ", aside)


def _render_placement(at: TableView) -> Markup:
    component = at.draft.component
    assert component
    assert at.draft_event is not None
    ends = at.draft_view["to_move"] != at.view["to_move"] or not at.draft_view["placed"]
    place = _("{component} on {space}").format(
        component=capitalize_first(component_name(component)), space=sentences.space_name(at.draft.space)
    )
    head = tag(
        "div",
        tag("b", place),
        _render_gain(screen_reader_text(f"{at.model.seat_labels[at.seat or 0]} "), at.viewer_gain)
        if at.viewer_gain
        else None,
        class_="tally",
    )
    title = _("Place it and end your turn") if ends else _("Place it")
    face = join(common.tool_icon("check"), _("Place"))
    play = at.annotations.button(face, act=at.draft.action, class_="primary", id="play", title=title)
    before, after = _step_buttons(at)
    return join(
        tag("div", head, tag("ul", _render_changes(at, at.draft_event), class_="sources"), class_="saying"),
        tag("div", before, play, after, _tea_button(at), render_cancel_button(), class_="plays"),
    )


def _step_buttons(at: TableView) -> tuple[Markup | None, Markup | None]:
    """Render the buttons that move the draft to the possible space before or after, row by row.

    They correct a placement that is off by one where spaces are smaller than a fingertip.
    """
    spaces = [action[-1] for action in at.target_actions]
    if len(spaces) < 2:
        return None, None
    here = spaces.index(at.draft.space)
    return _step_button(at, "back", spaces[here - 1]), _step_button(at, "forward", spaces[(here + 1) % len(spaces)])


def _step_button(at: TableView, sign: str, space: str) -> Markup:
    said = _("Move it to {space}").format(space=sentences.space_name(space))
    face = join(common.tool_icon(sign), tag("span", said))
    return at.annotations.button(
        face, do=("touch", "space", space), class_="x beside-it", id=f"step-{sign}", title=said
    )


def _render_gain(whose: Markup, gain: int) -> Markup:
    return tag("b", whose, signed_figure(gain), class_="gain" if gain > 0 else "gain loss")


def _render_changes(at: TableView, event: "Event") -> list[Markup]:
    """Render the effects of the drafted placement for everybody.

    They are the viewer's points by source, the points of the others, unclaimed palaces, and other consequences.
    """
    names = at.model.player_names
    others = [
        tag("li", common.seat_sign(seat), _render_gain(name_tag(names[seat], " "), gain))
        for seat, gain in at.seat_gains()
        if seat != at.seat
    ]
    said = " ".join(sentences.preview_sentences(event, names, at.model.addressed_seat))
    pictured = [tag("li", *parts, aria_hidden="true", title=said) for parts in _consequence_icons(at, event)]
    follows = [*pictured, tag("li", said, class_="unseen")] if said else []
    nothing = [tag("li", _("no change in points"), class_="none")] if not any(at.seat_gains()) else []
    return [
        *_render_source_changes(at),
        *others,
        *nothing,
        *_render_grown_palaces(at),
        *follows,
        *_render_last_claim(event),
    ]


def _render_last_claim(event: "Event") -> list[Markup]:
    """Render that a claim is the player's only one in its color."""
    if not is_own_claim(event):
        return []
    colour = COLOURS.index(event["colour"])
    seen = _("no more {colour} for you").format(colour=sentences.colour_name(colour))
    said = only_palace_sentence(colour)
    return [tag("li", tag("span", seen, aria_hidden="true"), screen_reader_text(said), class_="last", title=said)]


def _consequence_icons(at: TableView, event: "Event") -> Iterator[tuple[Markup, Markup]]:
    """Yield the other consequences as icons, because sentences do not fit into a small action bar.

    Tiles that the viewer wins are among the sources. At the end of the game nothing else matters.
    """

    def owner_icon(owner: int) -> Markup:
        return component_icon("neutral") if owner < 0 else common.seat_sign(owner)

    if event["over"]:
        yield Markup(""), tag("b", _("game over"))
        return
    if event["tea"]:
        yield component_icon("tea"), tag("b", signed_figure(event["tea"]))
    for tile, owner, won, _gone in event["towers"]:
        if owner != at.seat:
            yield component_icon(f"tower-{tile}"), owner_icon(owner)
        elif won:
            yield component_icon("merchant"), tag("b", signed_figure(won))
    if event["tile"] is not None and event["tile"] != at.seat:
        yield component_icon(f"tile-{event['colour']}"), owner_icon(event["tile"])
    if event["closed"]:
        yield component_icon(str(event["colour"])), tag("b", "0")
    for seat in event["out"]:
        yield common.seat_sign(seat), tag("b", "0")


def _render_source_changes(at: TableView) -> list[Markup]:
    """Render the changes of the viewer's points, by source."""
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
    before, after = points_by_source(at.view, seat), points_by_source(at.draft_view, seat)
    changes = [(sign, word, then - now) for (sign, word), now, then in zip(words.items(), before, after, strict=False)]
    tiles = [(f"tile-{colour}", _("palace tile")) for colour in COLOURS]
    tiles += [(f"tower-{n}", _("tower tile")) for n in TOWER_TILE_POINTS]
    owners = [[*view["palace_tiles"], *view["tower_tiles"]] for view in (at.view, at.draft_view)]
    values = [*PALACE_TILE_POINTS, *TOWER_TILE_POINTS]
    changes += [
        (sign, word, points * ((then == seat) - (now == seat)))
        for (sign, word), points, now, then in zip(tiles, values, *owners, strict=True)
    ]
    return [
        tag(
            "li",
            component_icon(sign),
            tag("span", word),
            " ",
            tag("b", signed_figure(n), class_="loss" if n < 0 else None),
        )
        for sign, word, n in changes
        if n
    ]


def _render_grown_palaces(at: TableView) -> list[Markup]:
    """Render every palace whose worth changes, unless a seat owns it."""
    said = []
    for palace, before in grown_palaces(at.view, at.draft_view):
        change = _("{palace}: {before} → {after}").format(
            palace=palace_name(at, palace), before=before, after=palace_value(palace)
        )
        seen = join(
            component_icon(palace["colour"]), tag("b", f"{before} › {palace_value(palace)}", aria_hidden="true")
        )
        said.append(tag("li", seen, screen_reader_text(capitalize_first(change)), title=capitalize_first(change)))
    return said


def _tea_button(at: TableView) -> Markup | None:
    """Render the button for a tea break instead of the second component (M10)."""
    if TEA_ACTION not in at.legal_by_component:
        return None
    n = at.view["supplies"][at.seat or 0]["tea"]
    face = join(
        component_icon("tea"),
        screen_reader_text(_("Tea break, {n} left").format(n=n)),
        tag("span", n, aria_hidden="true"),
    )
    return at.annotations.button(
        face, act=TEA_ACTION, class_="second", id="tea", title=_("Return a tea tile instead of placing a second piece")
    )
