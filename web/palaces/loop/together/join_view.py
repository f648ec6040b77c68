"""The screens of a device that joins a table, until it shows the game. Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.ui.html import Markup, button, tag


def render_join(model: Model) -> Markup:
    """Render the screen of the current step."""
    return tag("section", button(_("Take a seat"), do=("together", "sit"), class_="primary"))
