"""Pictures of the page, drawn by the page's own views before any Python runs in the browser."""

from palaces import screen, update
from palaces.address import Address
from palaces.alhambra import art
from palaces.html import Markup, join, tag
from pygame_core.alhambra.box import IDS, TYPE


def board() -> Markup:
    """A table of three being laid, as HTML: the same regions, in the same place and size as the live ones."""
    model, _effects = update.begin(Address(seed=11))
    return screen.page(screen.render(model))


def home() -> Markup:
    """The yard of a real position, as a picture for the home page."""
    model, _effects = update.begin(Address(seed=67))
    yard: list[str] = model.match.view(None)["yard"]
    cards = [
        tag(
            "li",
            tag(
                "div",
                art.building(name),
                tag("span", art.price_tab(name, place), class_="price"),
                class_=f"building t{TYPE[IDS[name]]}",
            ),
        )
        for place, name in enumerate(yard)
    ]
    return join(art.sprites(), tag("ul", cards, class_="places"))
