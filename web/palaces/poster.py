"""Pictures of the page, drawn by the page's own views before any Python runs in the browser."""

from palaces import screen, update
from palaces.address import Address
from palaces.alhambra.art import sprites
from palaces.home import content, yard
from palaces.html import Markup, join


def board() -> Markup:
    """A table of three being laid, as HTML: the same regions, in the same place and size as the live ones."""
    model, _effects = update.begin(Address(seed=11))
    return screen.page(screen.render(model))


def home() -> Markup:
    """A yard with the symbols that it needs, for other pages."""
    return join(sprites(), yard())


def home_page() -> Markup:
    """All of the home page."""
    return content()
