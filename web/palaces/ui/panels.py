"""Parts of panels, which cover one side of the table, or its lower part on a narrow screen. Pure."""

from palaces.app.i18n import _, points_around_figure
from palaces.ui import svg
from palaces.ui.annotations import Annotations
from palaces.ui.html import (
    Markup,
    button,
    join,
    screen_reader_text,
    tag,
)


def panel_heading(*title: object) -> Markup:
    """Render the heading of a panel, which takes the focus, and the button that closes it."""
    leave = button(svg.tool_icon("close"), tag("span", _("Close")), do=("close",), class_="x", id="close")
    return join(tag("h2", *title, tabindex="-1"), leave)


def panel_group(title: str, *rows: object) -> Markup:
    """Render a group of rows with a heading."""
    return tag("section", tag("h3", title), rows, class_="group", aria_label=title)


def question_panel(title: str, text: str, *answers: object) -> Markup:
    """Render a question with its answers, which are buttons."""
    return join(panel_heading(title), tag("p", text), tag("div", answers, class_="plays", data_arrows=True))


def points_figure(points: int) -> Markup:
    """Render points as a figure, and as a whole phrase for screen readers."""
    return visible_figure(*points_around_figure(points))


def visible_figure(before: str, figure: str, after: str) -> Markup:
    """Render the figure in the middle of a phrase. Only screen readers present the rest."""
    return join(screen_reader_text(before) if before else None, figure, screen_reader_text(after) if after else None)


# -- answers of bots ---------------------------------------------------------------------------------------------------


def render_waiting_line(ask: str, said: str, *, unanswered: bool) -> Markup:
    """Render a placeholder for an answer, or a sentence if none will come."""
    if unanswered:
        return tag("p", no_answer_sentence())
    return tag("p", said, render_thinking_dots(ask), class_="hint")


def no_answer_sentence() -> str:
    """Return the sentence for a missing answer."""
    return _("No bot can answer right now. The game itself isn't affected.")


def render_thinking_dots(name: str) -> Markup:
    """Render the dots that appear after some time of thinking. Each subject has its own id."""
    return tag("span", [tag("span")] * 3, class_="dots", id=f"dots-{name}", aria_hidden="true")


# -- the panel of a player ---------------------------------------------------------------------------------------------


def open_player_button(annotations: Annotations, n: int, name: str) -> Markup:
    """Render the invisible control over the head of a seat that opens the panel of a player."""
    said = _("{name}: details").format(name=name)
    return annotations.button(do=("seat", n), class_="opens", id=f"opens-{n}", aria_label=said, title=said)
