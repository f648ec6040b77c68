"""The lobby of the device that deals, and the question how to play together. Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.ui.html import Markup, button, join, tag
from palaces.ui.panels import panel_heading


def render_ways(model: Model, way: str) -> Markup:
    """Render the question how to play together."""
    title = _("Play {game} together").format(game=model.game.short_title())
    return join(panel_heading(title), button(_("Set up the table"), do=("together", "set-up"), class_="primary"))


def render_lobby(model: Model) -> Markup:
    """Render the lobby: the code, the camera, and who is here."""
    return tag("section", button(_("Start the game"), do=("together", "start"), class_="primary"))
