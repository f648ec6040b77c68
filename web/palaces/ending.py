"""What every game shows at its end: who has won, and where to go from there. Pure."""

from palaces import challenge
from palaces.html import Markup, button, join, tag
from palaces.model import Model
from palaces.words import _, ngettext
from pygame_core.words import figure, listing


def victory(model: Model) -> Markup:
    """Who has won, with how many points, and what came of a challenge."""
    names = listing([model.names[seat] for seat in model.winners])
    points = model.match.scores()[model.winners[0]]
    said = ngettext(
        "{names} wins with {points} points", "{names} share the victory with {points} points", len(model.winners)
    )
    title = tag("h2", said.format(names=names, points=figure(points)), class_="victory", id="victory", tabindex="-1")
    return join(title, challenge.outcome(model))


def onward() -> Markup:
    """What can be done after a game."""
    return tag(
        "div",
        button(_("Play again"), do=("again",), class_="primary", id="again"),
        button(_("Share"), do=("panel", "share"), class_="second", id="share-end"),
        button(_("Save as a file"), do=("export",), class_="second", id="export-end"),
        tag("a", _("Other games"), href="./", class_="second"),
        class_="plays",
    )
