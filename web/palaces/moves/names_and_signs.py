"""The names and signs that people choose on their device: their panel, and their place in the game. Pure.

A name is part of the match, so saves, links and results have it. A sign is only this browser's. Both are stored by the
order of people at the table, because several people can share the device.
"""

from dataclasses import replace

from palaces.app.i18n import _
from palaces.app.messages import SignName
from palaces.app.model import Model, Transition
from palaces.app.routing import default_name
from palaces.ui import svg
from palaces.ui.html import Markup, boolean_attribute, button, join, tag, text_field
from palaces.ui.panels import panel_heading
from pygame_core.names import MAX_NAME_CHARS, clean_name, isolate_name


def rename_player(model: Model, person: int, text: str) -> Transition:
    """Give a person another name, now and in later games. An empty one restores the default."""
    people = model.human_seats
    if not model.can_choose_players or not 0 <= person < len(people):
        return model, []
    name, seat = clean_name(text.replace(",", " ")), people[person]
    match = model.whole_match.copy()
    match.rename(seat, name or default_name(seat))
    names = _with_entry(model.session.own_names, person, name)
    renamed = replace(
        model,
        table=replace(model.table, match=match),
        session=replace(model.session, own_names=names),
    )
    return renamed, [("keep", "names", ",".join(names)), ("save",)]


def choose_sign(model: Model, person: int, sign: SignName) -> Transition:
    """Give a person another sign. Another seat that has it gets the free one."""
    if not model.can_choose_players or not 0 <= person < len(model.human_seats):
        return model, []
    others = ["" if other == sign else other for other in model.session.own_signs]
    signs = _with_entry(others, person, sign)
    return replace(model, session=replace(model.session, own_signs=signs)), [("keep", "signs", ",".join(signs))]


def _with_entry(entries: "tuple[str, ...] | list[str]", n: int, entry: str) -> tuple[str, ...]:
    """Return entries with another one at place `n`, filled up with empty ones."""
    longer = [*entries, *[""] * (n + 1 - len(entries))]
    return (*longer[:n], entry, *longer[n + 1 :])


def render_players_panel(model: Model) -> Markup:
    """Render the name and the signs of each person."""
    order = model.sign_order
    people = [_render_person(model, n, seat, order[seat]) for n, seat in enumerate(model.human_seats)]
    return join(panel_heading(_("Names and signs")), people)


def _render_person(model: Model, person: int, seat: int, own: SignName) -> Markup:
    name = model.match.seats[seat]["name"]
    field = text_field(
        "" if name == default_name(seat) else name,
        ("rename", person),
        id=f"name-{person}",
        placeholder=default_name(seat),
        maxlength=MAX_NAME_CHARS * 2,  # browsers count some characters twice
        dir="auto",
        autocomplete="off",
    )
    signs = [
        button(
            svg.plain_sign(sign),
            do=("sign", person, sign),
            class_="choice",
            aria_label=_(label),
            title=_(label),
            aria_pressed=boolean_attribute(sign == own),
        )
        for sign, label in svg.SEAT_SIGN_LABELS.items()
    ]
    return tag(
        "section",
        tag("label", tag("span", _("Name")), field, class_="named"),
        tag("div", signs, class_="emblems", role="group", data_arrows=True, aria_label=_("Sign")),
        class_="group",
        aria_label=isolate_name(name),
    )
