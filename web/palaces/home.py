"""The home page, drawn when the site is built. No Python runs there; `home.mjs` fills in what it remembers."""

from collections.abc import Callable, Iterable

from palaces import art
from palaces.address import SPEEDS
from palaces.games import face
from palaces.html import Markup, join, tag, unseen
from palaces.words import _, level, speed, strength
from pygame_core import GAMES
from pygame_core.bots import OPPONENTS


def content() -> Markup:
    """Header, what goes on, the games and who made them."""
    return join(
        art.signs(),
        [face(game).sprites() for game in GAMES],
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
            tag("div", [_game(game) for game in GAMES], class_="games"),
            tag("noscript", tag("p", _("The games need JavaScript, which is switched off here."))),
        ),
        tag(
            "footer",
            tag("p", tag("a", _("How the computer players play, and how strong they are"), href="./rules/bots.html")),
            tag("p", tag("a", _("Put a game into your own page"), href="./rules/embed.html")),
            tag("p", [[sentence, " "] for sentence in _credits()]),
        ),
    )


def _unfinished() -> Markup:
    """Games to go on with; shown once there is one."""
    return tag(
        "section",
        tag("h2", _("Continue"), id="continue-title"),
        tag("ul"),
        id="continue",
        aria_labelledby="continue-title",
        data_game=_("{game}: {names}, move {n}"),
        hidden=True,
    )


def _game(game: str) -> Markup:
    its = face(game)
    fewest, most = GAMES[game].seat_counts[0], GAMES[game].seat_counts[-1]
    facts = _("{fewest} to {most} seats · about {n} minutes").format(fewest=fewest, most=most, n=its.MINUTES)
    return tag(
        "article",
        tag("div", its.poster(), class_="poster", aria_hidden="true"),
        tag(
            "div",
            tag("h2", its.text.title(), id=f"{game}-title"),
            tag("p", facts, " · ", tag("a", _("rules"), href=f"./rules/{game}.html"), class_="facts"),
            _form(game, fewest, most),
            class_="about",
        ),
        aria_labelledby=f"{game}-title",
    )


def _form(game: str, fewest: int, most: int) -> Markup:
    problem = _("That makes {n} seats; the game is for {fewest} to {most}. Choose another number of players.")
    return tag(
        "form",
        Markup(f'<input type="hidden" name="game" value="{game}">'),
        tag(
            "div",
            tag("label", _("You against"), " ", _select("opponents", range(most), 2)),
            tag(
                "label",
                unseen(_("Level of the computer players")),
                _levels(f"{game}-level"),
            ),
            tag("p", _plays("casual"), class_="facts", id=f"{game}-level"),
            tag("button", _("Play"), class_="primary"),
            class_="line",
        ),
        tag("details", tag("summary", _("More")), tag("div", _more(game, most), class_="more")),
        tag("p", class_="problem", role="alert"),
        id=f"new-{game}",
        action="./play.html",
        data_fewest=fewest,
        data_most=most,
        data_problem=problem.replace("{fewest}", str(fewest)).replace("{most}", str(most)),
        data_name=_("Name of player {n}"),
        data_player=_("Player {n}"),
    )


def _more(game: str, most: int) -> list[Markup | None]:
    """What need not be chosen."""
    its = face(game)
    note = its.note()
    return [
        tag("label", _("People at this device"), " ", _select("people", range(1, most + 1), 1)),
        tag("div", class_="names"),
        tag("label", _("Who begins"), " ", _select("first", ["", *range(1, most + 1)], "", _first))
        if "first" in its.OPTIONS
        else None,
        tag("label", _("A stable wins a tower tile"), " ", _select("towers", ["", "new-contact"], "", _towers))
        if "towers" in its.OPTIONS
        else None,
        tag("label", _("Computer players move"), " ", _select("speed", SPEEDS, "normal", speed)),
        tag(
            "label",
            _("Seed, for the same deal again"),
            Markup(' <input name="seed" inputmode="numeric" pattern="[0-9]{1,15}" autocomplete="off">'),
        ),
        tag("p", note, class_="facts") if note else None,
    ]


def _first(seat: str) -> str:
    """Who begins, as people read it."""
    return _("seat {n}").format(n=seat) if seat else _("by lot")


def _towers(option: str) -> str:
    """When a stable wins a tower tile, as people read it."""
    return _("at the first wall of that tower only") if option else _("at any wall of that tower")


def _select(name: str, values: Iterable[object], chosen: object, word: Callable[[str], str] = str) -> Markup:
    """A choice among values, each told by its word."""
    options = [tag("option", word(str(value)), value=value, selected=value == chosen) for value in values]
    return tag("select", options, name=name)


def _levels(told: str) -> Markup:
    """The choice of a level; the element `told` says how the chosen one plays."""
    options = [
        tag("option", level(name), value=name, selected=name == "casual", data_plays=_plays(name)) for name in OPPONENTS
    ]
    return tag("select", options, name="level", aria_describedby=told)


def _plays(name: str) -> str:
    """How a level plays, in a sentence."""
    return _("{level}: {how}.").format(level=level(name).capitalize(), how=strength(name))


def _credits() -> list[str]:
    """Who designed the games, and what we have to do with them."""
    designed = _("{game} was designed by {designer}.")
    return [
        *(designed.format(game=face(game).text.title(), designer=_(face(game).DESIGNER)) for game in GAMES),
        _("These are unofficial implementations with art of their own, not connected with designers or publishers."),
        _("Nothing that you do here leaves this browser."),
    ]
