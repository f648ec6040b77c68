"""Pictures of the page, drawn by the page's own views before any Python runs in the browser, and what they need."""

import json
import re
from html import escape

from palaces import art, embed, learning, lesson, screen, update
from palaces.address import DEFAULT_SEATS, FIRST, Address
from palaces.games import face, seats_and_minutes
from palaces.home import content, offer
from palaces.html import Markup, data, join, tag
from palaces.model import Model
from palaces.words import _
from pygame_core import GAMES


def board() -> Markup:
    """A table of every game as it is being laid: the same regions, in the same place and size as the live ones, and
    nothing said of who plays. The style sheet of a game hides its table while another one is asked for, and the seats
    that the address does not ask for."""
    return join([_table(game) for game in GAMES])


def _table(game: str) -> Markup:
    """The usual table, but with as many seats as there can be; none has a name or is to move yet."""
    model = _laid(game, len(DEFAULT_SEATS))
    most = screen.render(_laid(game, GAMES[game].seat_counts[-1]))
    seats = MOVER.sub("", most["seats"])
    status = tag("h1", _("Laying the table"), tabindex="-1", id="turn")
    drawn = screen.page(model, screen.render(model) | {"status": status, "seats": Markup(seats)})
    return Markup(drawn.replace(f">{_('You')}<", ">…<"))


MOVER = re.compile(r' class="mover"| mover(?=")| aria-current="true"')
"""What the seat that is to move has more than others."""


def _laid(game: str, seats: int) -> Model:
    players = (*DEFAULT_SEATS, *DEFAULT_SEATS[-1:] * seats)[:seats]
    return update.begin(Address(game, players, ("…",) * seats, seed=11))[0]


def home() -> Markup:
    """All of the home page."""
    return content()


def chooser() -> Markup:
    """The script that says, before anything is drawn, which game is asked for and for how many."""
    counts = {game: [*GAMES[game].seat_counts] for game in GAMES}
    taught = {name: len(game.lesson.save["seats"]) for name, game in GAMES.items() if game.lesson}
    return tag("script", src="./scripts/asked.js", data_seats=data(counts), data_taught=data(taught))


def _none() -> Markup:
    """A page of every game is of no lesson."""
    return Markup("")


def _lesson(game: str) -> Markup:
    """The first step of a lesson, to be read while Python comes; it is seen where the address asks for it."""
    if GAMES[game].lesson is None:
        return Markup("")
    return lesson.first(learning.begin(Address(game, learn=1))[0])


def boot() -> Markup:
    """The line that tells how far the start is, and what `watch.js` says there."""
    help_ = tag(
        "div",
        tag("p", _("This takes unusually long."), id="boot-late"),
        tag(
            "p",
            _(
                "None of the scripts of this page runs: switch off what may keep them away in this browser, such as a "
                "blocker; if that does not help, whoever runs the site has to have files that end in .js sent as "
                "text/javascript."
            ),
            id="boot-mute",
        ),
        tag("a", _("Try again"), href="", id="boot-again"),
        tag("a", _("All games"), href="./"),
        id="boot-help",
    )
    details = tag(
        "details",
        tag("summary", _("Details")),
        tag("pre", tabindex="0"),
        tag("button", _("Copy"), type="button"),
        id="boot-details",
        hidden=True,
    )
    return tag(
        "div",
        tag("p", _("Loading the game"), id="boot-text"),
        tag("span", id="boot-size", aria_hidden="true"),
        tag("progress", id="boot-bar", aria_label=_("Loaded")),
        details,
        help_,
        tag("noscript", tag("p", _("The game needs JavaScript, which is switched off here."))),
        id="boot",
        role="status",
        data_say=data(_starting()),
    )


def _starting() -> dict[str, str]:
    """What `watch.js` says of a start."""
    return {
        "loading": _("Loading the game"),
        "python": _("Starting Python"),
        "table": _("Setting up the table"),
        "size": _("{loaded} of {total} MB"),
        "tenths": _("{whole}.{tenth}"),  # a number of megabytes, as this language writes it
        "waits": _("Loading the game: {file} has not come yet"),
        "looking": _("Something went wrong; looking for the cause"),
        "offline": _("There is no network: the game goes on loading by itself as soon as there is one."),
        "own": _(
            "The game did not start, although its files are as they have to be: “Try again” looks for a newer version."
        ),
        "alone": _(
            "The game did not start, and recover.js, which would find out why, has not come either: try again in a "
            "minute, and if that does not help, tell whoever runs the site."
        ),
        "disk": _(
            "This page was opened from a disk, where browsers do not let it load its files: it has to come from a "
            "web server, which may run on the same computer."
        ),
        "release": _("Release: {release}"),
        "browser": _("Browser: {browser}"),
        "copied": _("Copied"),
    }


def recover() -> Markup:
    """What `recover.js` says of a file that is not as it has to be, and what to do: the value of an attribute."""
    return Markup(escape(data(_faults()), quote=True))


def _faults() -> dict[str, str]:
    return {
        "again": _("Try again"),
        "late": _("{file} has not come yet: try again, and if that does not help, tell whoever runs the site."),
        "frame": _(
            "The web space does not give {file} to the sandbox that the frame around this page is: whoever made the "
            "frame has to add allow-same-origin to it, or whoever runs the site the header "
            "Access-Control-Allow-Origin: *."
        ),
        "lost": _(
            "{file} does not come through: switch off what may keep it away in this browser, such as a blocker, or "
            "try again."
        ),
        "missing": _(
            "{file} is missing on the web space (error {status}): if it still is after “Try again”, whoever runs the "
            "site has to upload all files of the release anew."
        ),
        "refused": _(
            "The web space does not give {file} now (error {status}): try again in a minute, and if that does not "
            "help, tell whoever runs the site."
        ),
        "page": _(
            "A web page came in place of {file}: if this network wants you to log in, do so and try again; if not, "
            "whoever runs the site has to upload all files of the release anew."
        ),
        "type": _(
            "The web space calls {file} “{type}”, so that browsers do not take it: whoever runs the site has to have "
            "files that end in .{ending} sent as {right}."
        ),
        "cut": _(
            "{file} came incomplete: if it still does after “Try again”, whoever runs the site has to upload all "
            "files of the release anew."
        ),
        "altered": _(
            "{file} is not as it was released: if it still is not after “Try again”, whoever runs the site has to "
            "upload all files of the release anew."
        ),
    }


def stopped() -> Markup:
    """What `watch.js` says when Python ended in the middle of a game: of one that is kept, and of one that is not."""

    def told(sentence: str, label: str) -> Markup:
        again = tag("button", label, type="button", class_="primary")
        home = tag("a", _("All games"), href="./")
        return tag("div", tag("p", sentence), again, home, class_="stopped", role="alert")

    kept = _("The game has stopped and cannot go on by itself; everything up to the last move is kept.")
    unkept = _(
        "The game has stopped and cannot go on by itself; it is not kept here, so it begins as its address says."
    )
    choices = told(kept, _("Go on from what is kept")), told(unkept, _("Begin again"))
    return tag("template", choices, id="boot-stopped")


def usual(game: str = FIRST) -> Markup:
    """The game of a page and the number of seats of an address that names none, as hooks of the page."""
    table = Address(game)
    return Markup(f'data-game="{table.game}" data-seats="{len(table.seats)}"')


def of(game: str) -> Markup:
    """A picture of a game with the symbols that it needs, for other pages."""
    return join(art.signs(), face(game).sprites(), face(game).picture("poster"))


def element() -> Markup:
    """What `embed.js` knows and says, as an object of JavaScript in ASCII: any page's encoding may be put on it."""
    return Markup(json.dumps(embed.element(), separators=(",", ":")))


def heads() -> Markup:
    """What pages say of themselves and of each game to whoever shows a link to them, as JSON."""
    games = {
        game: {
            "title": its.sentences.game_title(),
            "name": its.short_title(),
            "facts": seats_and_minutes(game),
            "about": _(
                "{aim} Play {game} in the browser, against the computer or with several people at one device."
            ).format(aim=its.translated_aim(), game=its.short_title()),
        }
        for game, its in GAMES.items()
    }
    return Markup(json.dumps({"name": _("Palaces"), "games": games}))


def lost() -> Markup:
    """The page in place of one that there is not."""
    links = {"./": _("All games")} | {f"./{game}.html": its.sentences.game_title() for game, its in GAMES.items()}
    ways = [tag("li", tag("a", said, href=address)) for address, said in links.items()]
    return join(
        tag(
            "header",
            tag("p", tag("a", _("Palaces"), href="./"), class_="back"),
            tag("h1", _("There is no such page.")),
            tag("p", _("Perhaps you meant one of these."), class_="lead-in"),
        ),
        tag("main", tag("ul", ways, class_="ways")),
    )


def named(name: str) -> Markup:
    """What takes the place of `<!--poster:name-->`: one of the above; the picture of a game, by the game's name; or
    `game_part`, what the page of a game has of its own, or the game's picture of that name."""
    game, _between, part = name.partition("_")
    if game not in GAMES:
        return _PARTS[name]()
    if part in _OWN:
        return _OWN[part](game)
    return face(game).picture(part) if part else of(game)


_PARTS = {
    "board": board,
    "lesson": _none,
    "home": home,
    "offer": offer,
    "recover": recover,
    "chooser": chooser,
    "usual": usual,
    "element": element,
    "boot": boot,
    "stopped": stopped,
    "heads": heads,
    "lost": lost,
}
_OWN = {"table": _table, "usual": usual, "lesson": _lesson}
