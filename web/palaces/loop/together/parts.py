"""Parts that the screens of several devices share: codes, dots, icons, seats. Pure."""

from collections.abc import Sequence

from palaces.app.i18n import _, pgettext
from palaces.app.together.table_state import GuestTable, HostTable, Presence, SeatHolder
from palaces.ui import svg
from palaces.ui.html import Markup, button, name_tag, tag
from pygame_core.i18n import capitalize_first

QUIET_MODULES = 4
ICON_PATHS = {
    "lock": "M6.5 11h11v9h-11zM9 11V7.5a3 3 0 0 1 6 0V11",
    "code": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18h2",
    "devices": "M3 5h12v9H3zM7 17h4M17 8h4v11h-6v-2",
    "camera": "M4 8h3l2-2.5h6L17 8h3v11H4zM12 10.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM3 3l18 18",
    "lost": "M2 8.5C8 3 16 3 22 8.5M5.5 12.5c4-3.6 9-3.6 13 0M9 16.5c2-1.7 4-1.7 6 0M12 20h.1M4 3l16 18",
    "version": "M12 3v12M7 10l5 5 5-5M5 20h14",
    "phone": "M8 3h8v18H8zM11 18h2",
    "watcher": "M2.5 12c5-8 14-8 19 0-5 8-14 8-19 0zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
}


def icon(name: str) -> Markup:
    """Return an icon of these screens."""
    return Markup(f'<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{ICON_PATHS[name]}"/></svg>')


def code_picture(rows: Sequence[str], label: str) -> Markup:
    """Render a QR code, black on white in every scheme; an empty frame while it is made."""
    size = len(rows) + 2 * QUIET_MODULES if rows else 1
    runs = "".join(
        f"M{x + QUIET_MODULES} {y + QUIET_MODULES}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, module in enumerate(row)
        if module == "1"
    )
    inside = Markup(f'<path d="{runs}"/>') if runs else Markup("")
    drawn = tag("svg", inside, viewBox=f"0 0 {size} {size}", aria_hidden="true")
    return tag("div", drawn, class_="code", role="img", aria_label=label, aria_busy=None if rows else "true")


def dot(state: str = "") -> Markup:
    """Render the dot of a person: "" for here, "wait" for nobody yet, "away"."""
    return tag("span", class_=f"dot {state}".strip(), aria_hidden="true")


def presence_words(
    holder: SeatHolder, presence: Presence, name: str, ticks: int = 0, *, started: bool = False
) -> Markup:
    """Render whether somebody is here, or who plays for them."""
    if holder == "free" and not started:
        return tag("small", dot("wait"), _("waiting"))
    if holder in ("computer", "free"):
        return tag("small", _("computer"))
    if holder == "substitute":
        return tag("small", _("computer for {name}").format(name=name))
    if holder == "guest" and presence != "here":
        minutes = max(1, ticks // 3)
        return tag("small", dot("away"), _("away for {n} min").format(n=minutes) if ticks else _("away"))
    return tag("small", dot(), _("here"))


def top_bar(title: str, heading: str, close: object = None) -> Markup:
    """Render the bar of a screen over the table."""
    return tag(
        "header",
        tag("span", title, class_="brand"),
        tag("h1", heading, tabindex="-1", id="together-title") if heading else None,
        close,
        class_="together-top",
    )


def close_button(label: str, do: object) -> Markup:
    """Render the button that closes a screen."""
    return button(svg.tool_icon("close"), tag("span", label), do=do, class_="tool", title=label)  # type: ignore[arg-type]


def dialog(title: str, *children: object) -> Markup:
    """Render a question over everything else."""
    return tag(
        "div",
        tag(
            "section",
            tag("h2", title, tabindex="-1", id="check-title"),
            *children,
            class_="check",
            role="dialog",
            aria_modal="true",
            aria_labelledby="check-title",
        ),
        class_="veil",
    )


def numbered(number: int, *children: object) -> Markup:
    """Render a step with its number in a circle."""
    return tag("li", tag("span", str(number), class_="step-number", aria_hidden="true"), tag("span", *children))


def person(seat: int, name: str, *more: object, class_: str = "") -> Markup:
    """Render a row of the list of people."""
    return tag("li", svg.seat_sign(seat), name_tag(name, element="b"), *more, class_=f"person {class_}".strip())


def watchers(table: HostTable | GuestTable) -> list[Markup]:
    """Render a row for each onlooker; the own one last."""
    names = table.watcher_names() if isinstance(table, HostTable) else table.other_watchers
    rows = [_watcher(name, _("watching")) for name in names]
    if isinstance(table, GuestTable) and table.seat is None and table.seats:
        rows.append(_watcher(table.name, _("you, watching"), class_="own"))
    return rows


def _watcher(name: str, told: str, class_: str = "") -> Markup:
    return tag(
        "li", icon("watcher"), name_tag(name, element="b"), tag("small", told), class_=f"person {class_}".strip()
    )


def host_sentence(table: GuestTable, sentence: str, *, is_possessive: bool = True) -> str:
    """Return a sentence with the name of the host as {name}. One who has given none is "the host"."""
    if table.host_name:
        return sentence.format(name=table.host_name)
    # Translators: in a sentence such as "Hold this up to {name}'s screen". Without a capital letter.
    owner = pgettext("in place of a name, with 's", "the host")
    # Translators: in a sentence such as "Waiting for {name} to start". Without a capital letter.
    person = pgettext("in place of a name", "the host")
    return capitalize_first(sentence.format(name=owner if is_possessive else person))
