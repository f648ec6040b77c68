"""What every game shows at its end: who has won, and where to go from there. Pure."""

from palaces.html import Markup, button, tag
from palaces.model import Model
from palaces.words import _, ngettext
from pygame_core.words import listing


def victory(model: Model) -> Markup:
    """Who has won, and with how many points."""
    names = listing([model.names[seat] for seat in model.winners])
    points = model.match.scores()[model.winners[0]]
    said = ngettext(
        "{names} wins with {points} points", "{names} share the victory with {points} points", len(model.winners)
    )
    return tag("h2", said.format(names=names, points=points), class_="victory", id="victory", tabindex="-1")


def onward() -> Markup:
    """What can be done after a game."""
    return tag(
        "div",
        button(_("Play again"), do=["again"], class_="primary", id="again"),
        button(_("Save as a file"), do=["export"], class_="second", id="export-end"),
        tag("a", _("Other games"), href="./", class_="second"),
        class_="plays",
    )
