"""Pictures of the page, drawn by the page's own views before any Python runs in the browser, and what they need."""

import json

from palaces import art, embed, screen, update
from palaces.address import Address
from palaces.games import face
from palaces.home import content
from palaces.html import Markup, join, tag
from pygame_core import GAMES


def board() -> Markup:
    """A table of three of every game as it is being laid: the same regions, in the same place and size as the live
    ones. The style sheet of a game hides its table while another one is asked for."""
    return join([_table(game) for game in GAMES])


def _table(game: str) -> Markup:
    model, _effects = update.begin(Address(game, seed=11))
    return screen.page(model, screen.render(model))


def home() -> Markup:
    """All of the home page."""
    return content()


def chooser() -> Markup:
    """The script that says which game is asked for before anything is drawn."""
    return tag("script", src="./scripts/game.js", data_games=" ".join(GAMES))


def of(game: str) -> Markup:
    """A picture of a game with the symbols that it needs, for other pages."""
    return join(art.signs(), face(game).sprites(), face(game).picture("poster"))


def element() -> Markup:
    """What `embed.js` knows and says, as an object of JavaScript in ASCII: any page's encoding may be put on it."""
    return Markup(json.dumps(embed.element(), separators=(",", ":")))


def named(name: str) -> Markup:
    """What takes the place of `<!--poster:name-->`: one of the above; the picture of a game, by the game's name; or
    `game_part`, the game's picture of that name."""
    game, _, part = name.partition("_")
    if game not in GAMES:
        return {"board": board, "home": home, "chooser": chooser, "element": element}[name]()
    return face(game).picture(part) if part else of(game)
