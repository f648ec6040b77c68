"""Pictures of the page, drawn by the page's own views before any Python runs in the browser, and what they need."""

import json
from dataclasses import replace
from html import escape

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.routing import DEFAULT_GAME, DEFAULT_SEATS, Address
from palaces.app.settings import early_attributes
from palaces.features import tutorial_update, tutorial_view
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.prerender.home import render_game_count, render_home_content, render_update_offer
from palaces.share import embed
from palaces.ui import svg
from palaces.ui.game_view import load_game_view, seats_and_minutes_phrase
from palaces.ui.html import Markup, compact_json, join, tag
from pygame_core import GAMES


def render_boards() -> Markup:
    """A table of every game as it is being laid: the same regions, in the same place and size as the live ones, and
    nothing said of who plays. The style sheet of a game hides its table while another one is asked for, and the seats
    that the address does not ask for."""
    return join([_render_table_poster(game) for game in GAMES])


def _render_table_poster(game: str) -> Markup:
    """The usual table, but with as many seats as there can be; none has a name or is to move yet."""
    model = _sample_model(game, len(DEFAULT_SEATS))
    seats = layout.render_screen(_sample_model(game, GAMES[game].seat_counts[-1]))["seats"]
    status = tag("h1", _("Laying the table"), tabindex="-1", id="turn")
    return layout.render_page(model, layout.render_screen(model) | {"status": status, "seats": seats})


def _sample_model(game: str, seats: int) -> Model:
    players = (*DEFAULT_SEATS, *DEFAULT_SEATS[-1:] * seats)[:seats]
    model = start_game(Address(game, players, ("…",) * seats, seed=11))[0]
    return replace(model, is_placeholder=True)


def render_home_page() -> Markup:
    """All of the home page."""
    return render_home_content()


def render_chooser_script() -> Markup:
    """The script that says, before anything is drawn, which game is asked for and for how many."""
    counts = {game: [*GAMES[game].seat_counts] for game in GAMES}
    taught = {name: len(game.lesson.save["seats"]) for name, game in GAMES.items() if game.lesson}
    return tag(
        "script",
        src="./scripts/url-settings.js",
        data_seats=compact_json(counts),
        data_taught=compact_json(taught),
        data_early=compact_json(early_attributes()),
    )


def early_settings_attribute() -> Markup:
    """Return the settings that `theme.js` sets before anything is drawn: the value of an attribute."""
    return Markup(escape(compact_json(early_attributes()), quote=True))


def _empty_markup() -> Markup:
    """A page of every game is of no lesson."""
    return Markup("")


def _render_first_step(game: str) -> Markup:
    """The first step of a lesson, to be read while Python comes; it is seen where the address asks for it."""
    if GAMES[game].lesson is None:
        return Markup("")
    return tutorial_view.render_first_step(tutorial_update.start_tutorial(Address(game, learn=1))[0])


def render_boot_status() -> Markup:
    """The line that tells how far the start is, and what `start-monitor.js` says there."""
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
        data_say=compact_json(_start_sentences()),
    )


def _start_sentences() -> dict[str, str]:
    """What `start-monitor.js` says of a start."""
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


def recover_attribute() -> Markup:
    """What `recover.js` says of a file that is not as it has to be, and what to do: the value of an attribute."""
    return Markup(escape(compact_json(_fault_sentences()), quote=True))


def _fault_sentences() -> dict[str, str]:
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


def render_stopped_template() -> Markup:
    """What `start-monitor.js` says when Python ended in the middle of a game: of one that is kept, and of one that is
    not."""

    def render_stopped_alert(sentence: str, label: str) -> Markup:
        again = tag("button", label, type="button", class_="primary")
        home = tag("a", _("All games"), href="./")
        return tag("div", tag("p", sentence), again, home, class_="stopped", role="alert")

    kept = _("The game has stopped and cannot go on by itself; everything up to the last move is kept.")
    unkept = _(
        "The game has stopped and cannot go on by itself; it is not kept here, so it begins as its address says."
    )
    choices = render_stopped_alert(kept, _("Go on from what is kept")), render_stopped_alert(unkept, _("Begin again"))
    return tag("template", choices, id="boot-stopped")


def default_page_attributes(game: str = DEFAULT_GAME) -> Markup:
    """The game of a page and the number of seats of an address that names none, as hooks of the page."""
    table = Address(game)
    return Markup(f'data-game="{table.game}" data-seats="{len(table.seats)}"')


def render_game_picture(game: str) -> Markup:
    """A picture of a game with the symbols that it needs, for other pages."""
    return join(
        svg.seat_sign_sprites(), load_game_view(game).render_sprites(), load_game_view(game).render_picture("poster")
    )


def embed_config_json() -> Markup:
    """What `embed.js` knows and says, as an object of JavaScript in ASCII: any page's encoding may be put on it."""
    return Markup(json.dumps(embed.embed_config(), separators=(",", ":")))


def page_meta_json() -> Markup:
    """What pages say of themselves and of each game to whoever shows a link to them, as JSON."""
    games = {
        game: {
            "title": its.sentences.game_title(),
            "name": its.short_title(),
            "facts": seats_and_minutes_phrase(game),
            "about": _(
                "{aim} Play {game} in the browser, against the computer or with several people at one device."
            ).format(aim=its.translated_aim(), game=its.short_title()),
        }
        for game, its in GAMES.items()
    }
    return Markup(json.dumps({"name": _("Palaces"), "games": games}))


def render_not_found() -> Markup:
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


def render_placeholder(name: str) -> Markup:
    """What takes the place of `<!--poster:name-->`: one of the above; the picture of a game, by the game's name; or
    `game_part`, what the page of a game has of its own, or the game's picture of that name."""
    game, _between, part = name.partition("_")
    if game not in GAMES:
        return _RENDERER_BY_NAME[name]()
    if part in _GAME_RENDERER_BY_NAME:
        return _GAME_RENDERER_BY_NAME[part](game)
    return load_game_view(game).render_picture(part) if part else render_game_picture(game)


_RENDERER_BY_NAME = {
    "board": render_boards,
    "lesson": _empty_markup,
    "home": render_home_page,
    "count": render_game_count,
    "offer": render_update_offer,
    "recover": recover_attribute,
    "chooser": render_chooser_script,
    "early": early_settings_attribute,
    "usual": default_page_attributes,
    "element": embed_config_json,
    "boot": render_boot_status,
    "stopped": render_stopped_template,
    "heads": page_meta_json,
    "lost": render_not_found,
}
_GAME_RENDERER_BY_NAME = {"table": _render_table_poster, "usual": default_page_attributes, "lesson": _render_first_step}
