"""The card "How it went" on the end page: the chart, and the way to the decisions worth another look. Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.features import win_chart
from palaces.ui.html import Markup, tag


def render_story(model: Model) -> Markup:
    """Render the card with the chances of the whole game."""
    title = _("How it went")
    head = tag("header", tag("h2", title), class_="story-head")
    return tag(
        "section",
        head,
        win_chart.render_chart(model),
        _render_caption(model),
        class_="story",
        id="story",
        aria_label=title,
    )


def _render_caption(model: Model) -> Markup | None:
    """Render what the chart shows, once it is there."""
    if not model.win_probabilities:
        return None
    told = _("Chance to win, by what everyone could see. Dotted: an even share. Drag to go to any move.")
    return tag("p", told, class_="hint")
