"""The home page, drawn when the site is built. No Python runs there; `home.mjs` fills in what it remembers."""

from collections.abc import Callable, Iterable

from palaces import update
from palaces.address import SPEEDS, Address
from palaces.alhambra import art
from palaces.html import Markup, join, tag
from palaces.words import _, level, speed
from pygame_core import GAMES
from pygame_core.alhambra import text
from pygame_core.alhambra.box import IDS, TYPE
from pygame_core.bots import LEVELS

SEATS = GAMES["alhambra"].seat_counts


def content() -> Markup:
    """Header, what goes on, the games and who made them."""
    return join(
        art.sprites(),
        tag(
            "header",
            tag("h1", _("Palaces")),
            tag(
                "p",
                _("Palace-building board games for one browser: against the computer, or handing the device round."),
            ),
        ),
        tag(
            "main",
            _unfinished(),
            _game(),
            tag("noscript", tag("p", _("The games need JavaScript, which is switched off here."))),
        ),
        tag("footer", tag("p", _credits())),
    )


def yard() -> Markup:
    """The yard of a real position, as a picture."""
    model, _effects = update.begin(Address(seed=67))
    buildings: list[str] = model.match.view(None)["yard"]
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
        for place, name in enumerate(buildings)
    ]
    return tag("ul", cards, class_="places")


def _unfinished() -> Markup:
    """Games to go on with; shown once there is one."""
    return tag(
        "section",
        tag("h2", _("Continue"), id="continue-title"),
        tag("ul"),
        id="continue",
        aria_labelledby="continue-title",
        data_game=_("{names}, move {n}"),
        hidden=True,
    )


def _game() -> Markup:
    title = text.title()
    fewest, most = SEATS[0], SEATS[-1]
    facts = _("{fewest} to {most} seats · about 20 minutes").format(fewest=fewest, most=most)
    return tag(
        "article",
        tag("div", yard(), class_="poster", aria_hidden="true"),
        tag(
            "div",
            tag("h2", title, id="alhambra-title"),
            tag("p", facts, " · ", tag("a", _("rules"), href="./rules/alhambra.html"), class_="facts"),
            _form(fewest, most),
            class_="about",
        ),
        aria_labelledby="alhambra-title",
    )


def _form(fewest: int, most: int) -> Markup:
    problem = _("That makes {n} seats; the game is for {fewest} to {most}. Choose another number of players.")
    return tag(
        "form",
        Markup('<input type="hidden" name="game" value="alhambra">'),
        tag(
            "div",
            tag("label", _("You against"), " ", _select("opponents", range(most), 2)),
            tag(
                "label",
                tag("span", _("Level of the computer players"), class_="unseen"),
                _select("level", reversed(LEVELS), "casual", level),
            ),
            tag("button", _("Play"), class_="primary"),
            class_="line",
        ),
        tag(
            "details",
            tag("summary", _("More")),
            tag(
                "div",
                tag("label", _("People at this device"), " ", _select("people", range(1, most + 1), 1)),
                tag("div", id="names"),
                tag("label", _("Computer players move"), " ", _select("speed", SPEEDS, "normal", speed)),
                tag(
                    "label",
                    _("Seed, for the same deal again"),
                    Markup(' <input name="seed" inputmode="numeric" pattern="[0-9]{1,15}" autocomplete="off">'),
                ),
                tag(
                    "p",
                    _("Where the rules ask for the youngest player, seat 1 counts as the youngest."),
                    class_="facts",
                ),
                class_="more",
            ),
        ),
        tag("p", id="problem", role="alert"),
        id="new-game",
        action="./play.html",
        data_fewest=fewest,
        data_most=most,
        data_problem=problem.replace("{fewest}", str(fewest)).replace("{most}", str(most)),
        data_name=_("Name of player {n}"),
        data_player=_("Player {n}"),
    )


def _select(name: str, values: Iterable[object], chosen: object, word: Callable[[str], str] = str) -> Markup:
    """A choice among values, each told by its word."""
    options = [tag("option", word(str(value)), value=value, selected=value == chosen) for value in values]
    return tag("select", options, name=name)


def _credits() -> str:
    return _(
        "Alhambra: The Card Game was designed by Dirk Henn. This is an unofficial implementation with art of its own; "
        "it is not connected with the designer or any publisher. Nothing that you do here leaves this browser."
    )
