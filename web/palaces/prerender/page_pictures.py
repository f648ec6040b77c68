"""Replacements for the placeholders in HTML files: pictures that the page's own views draw, sentences, and JSON."""

import json
from dataclasses import replace

from palaces.app.i18n import LANGUAGES, _, lost_query_sentence
from palaces.app.model import Model
from palaces.app.routing import DEFAULT_GAME, DEFAULT_SEATS, Address
from palaces.app.settings import early_attributes
from palaces.features import tutorial_update, tutorial_view
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.prerender.home import language_offer, render_home_content, render_update_offer
from palaces.prerender.lab_shell import render_lab_shell
from palaces.prerender.puzzle_list import render_puzzle_page
from palaces.prerender.record_shell import render_record_shell
from palaces.prerender.site_bar import SITE_NAME
from palaces.share import embed
from palaces.ui import svg
from palaces.ui.game_view import load_game_view, seats_and_minutes_phrase
from palaces.ui.html import Markup, compact_json, escape, join, tag
from pygame_core import GAMES
from pygame_core.puzzles.book_files import read_book


def render_boards() -> Markup:
    """Return a placeholder table for each game. Its regions have the place and size of the live ones.

    The style sheet of a game hides the table while the address names another game. It also hides the seats that the
    address does not ask for.
    """
    return join([_render_table_poster(game) for game in GAMES])


def _render_table_poster(game: str) -> Markup:
    """Return the default table of a game, but with the greatest number of seats."""
    model = _sample_model(game, len(DEFAULT_SEATS))
    seats = layout.render_screen(_sample_model(game, GAMES[game].seat_counts[-1]))["seats"]
    status = tag("h1", _("Setting up the table"), tabindex="-1", id="turn")
    return layout.render_page(model, layout.render_screen(model) | {"status": status, "seats": seats})


def _sample_model(game: str, seats: int) -> Model:
    players = (*DEFAULT_SEATS, *DEFAULT_SEATS[-1:] * seats)[:seats]
    model = start_game(Address(game, players, ("…",) * seats, seed=11))[0]
    return replace(model, is_placeholder=True)


def render_home_page() -> Markup:
    """Return the whole home page."""
    return render_home_content()


def language_codes() -> Markup:
    """Return the codes of all languages for `language.js`, as the value of an attribute."""
    return Markup(" ".join(LANGUAGES))


def language_offer_json() -> Markup:
    """Return the texts with which other pages offer this language, as JSON."""
    return Markup(json.dumps(language_offer()))


def render_chooser_script() -> Markup:
    """Return the script that reads the game and the number of seats from the address before the first paint."""
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
    """Return the settings that `theme.js` applies before the first paint, as the value of an attribute."""
    return escape(compact_json(early_attributes()))


def _empty_markup() -> Markup:
    """Return nothing: the page for every game shows no lesson."""
    return Markup("")


def _render_first_step(game: str) -> Markup:
    """Return the first step of a lesson, to read while Python loads. It shows where the address asks for a lesson."""
    if GAMES[game].lesson is None:
        return Markup("")
    return tutorial_view.render_first_step(tutorial_update.start_tutorial(Address(game, learn=1))[0])


def render_boot_status() -> Markup:
    """Return the line with the progress of the start, and the sentences that `start-monitor.js` shows there."""
    help_ = tag(
        "div",
        tag("p", _("This is taking unusually long."), id="boot-late"),
        tag(
            "p",
            _(
                "This page's scripts can't run. Turn off any blockers in this browser. If that doesn't help, the "
                "site's owner must send files that end in .js as text/javascript."
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
        tag("h1", tabindex="-1", id="boot-title", hidden=True),
        tag("p", _("Loading the game"), id="boot-text", role="status"),
        tag("span", id="boot-size", aria_hidden="true"),
        tag("progress", id="boot-bar", aria_label=_("Loaded")),
        details,
        help_,
        tag("noscript", tag("p", needs_scripts_sentence())),
        id="boot",
        data_say=compact_json(_start_sentences()),
    )


def _start_sentences() -> dict[str, str]:
    """Return the sentences of `start-monitor.js` about a start."""
    return {
        "loading": _("Loading the game"),
        "python": _("Starting Python"),
        "table": _("Setting up the table"),
        "size": _("{loaded} of {total} MB"),
        "tenths": _("{whole}.{tenth}"),  # megabytes, with the decimal separator of the language
        "waits": _("Loading the game: still waiting for {file}"),
        "failed": _("Something went wrong"),
        "unconnected": _("No connection"),
        "looking": _("Something went wrong. Finding out why…"),
        "offline": _("You're offline. Loading resumes when you're back."),
        "own": _("The game didn't start, but its files are fine. “Try again” looks for a newer version."),
        "alone": _(
            "The game didn't start, and recover.js, which could find out why, didn't load either. Try again in a "
            "minute. If that doesn't help, tell the site's owner."
        ),
        "release": _("Release: {release}"),
        "browser": _("Browser: {browser}"),
        "copied": _("Copied"),
    }


def needs_scripts_sentence() -> str:
    """Return the notice of a page whose browser runs no scripts."""
    return _("The game needs JavaScript. Turn it on in your browser to play.")


def render_gate() -> Markup:
    """Return the contents of the page for frames, with the sentences of `gate.js`."""
    link = tag("a", _("All games"), href="./")
    small = _("This frame is too small to play in. Play opens the game in a window of its own.")
    refused = _("This frame can't open windows. Copy this address into a new tab:")
    scripts = (
        tag(
            "script",
            src="./gate.js",
            data_languages=language_codes(),
            data_small=small,
            data_refused=refused,
            data_lost=lost_query_sentence(),
        ),
        tag("script", src="./embed.js"),
    )
    unscripted = tag("noscript", tag("p", needs_scripts_sentence()))
    return join([tag("main", unscripted, tag("palace-game", link)), *scripts])


def render_unstyled_message() -> Markup:
    """Return the message of a page whose files are all missing. The style sheet hides it."""
    return tag(
        "p",
        _("This page's files didn't load. Try again. If that doesn't help, tell the site's owner."),
        " ",
        tag("a", _("Try again"), href=""),
        class_="unstyled",
    )


OLDEST_BROWSERS = {"chrome": "125", "firefox": "125", "safari": "17.5"}
"""The oldest browsers that have every feature the site uses: see `tests/test_supported_browsers.py`."""


def browser_check_attribute() -> Markup:
    """Return the sentences of `browser-check.js` about what a browser lacks, as the value of an attribute."""
    sentences = {
        "title": _("The game can't run here"),
        "again": _("Try again"),
        "home": _("All games"),
        "disk": _(
            "This page was opened as a file, so the browser won't let it load anything else. "
            "Open it from a web server. One on this computer is fine."
        ),
        "old": _(
            "This browser is too old for Palaces. Update it, or use Chrome {chrome}, Firefox {firefox}, Safari "
            "{safari} or newer."
        ).format(**OLDEST_BROWSERS),
        "wasm": _(
            "The games need WebAssembly, which is turned off in this browser, perhaps by Lockdown Mode, a security "
            "level or the setting javascript.options.wasm. Turn it on for this site, or use another browser."
        ),
        "policy": _(
            "The server's Content-Security-Policy blocks WebAssembly, which the games need. The site's owner must add "
            "'wasm-unsafe-eval' to its script-src."
        ),
    }
    return escape(compact_json(sentences))


def recover_attribute() -> Markup:
    """Return the sentences of `recover.js` about faulty files, as the value of an attribute."""
    return escape(compact_json(_fault_sentences()))


def _fault_sentences() -> dict[str, str]:
    return {
        "again": _("Try again"),
        "late": _("{file} hasn't loaded yet. Try again. If that doesn't help, tell the site's owner."),
        "frame": _(
            "The server doesn't send {file} to a sandboxed frame like this one. Add allow-same-origin to the frame, or "
            "ask the site's owner to send the header Access-Control-Allow-Origin: *."
        ),
        "lost": _("{file} can't be loaded. Turn off any blockers in this browser, or try again."),
        "missing": _(
            "{file} is missing on the server (error {status}). Try again. If that fails, the site's owner must upload "
            "all files of the release again."
        ),
        "refused": _(
            "The server can't send {file} right now (error {status}). Try again in a minute. If that doesn't help, "
            "tell the site's owner."
        ),
        "page": _(
            "The server sent a web page instead of {file}. If this network wants you to log in, do that and try "
            "again. If not, the site's owner must upload all files of the release again."
        ),
        "type": _(
            "The server sends {file} as “{type}”, which browsers refuse. The site's owner must send files that end in "
            ".{ending} as {right}."
        ),
        "untyped": _(
            "The server sends {file} without a type, which browsers refuse. The site's owner must send files that end "
            "in .{ending} as {right}."
        ),
        "text": _(
            "{file} has other line ends than in the release. The site's owner must upload all files again in binary "
            "mode."
        ),
        "cut": _(
            "{file} is incomplete. Try again. If that fails, the site's owner must upload all files of the release "
            "again."
        ),
        "altered": _(
            "{file} is damaged. Try again. If that fails, the site's owner must upload all files of the release again."
        ),
    }


def render_stopped_template() -> Markup:
    """Return the two alerts of `start-monitor.js` about a crash of Python: for a saved game, and for an unsaved one."""

    def render_stopped_alert(sentence: str, label: str) -> Markup:
        again = tag("button", label, type="button", class_="primary")
        home = tag("a", _("All games"), href="./")
        return tag("div", tag("main", tag("h1", sentence), again, home), class_="stopped", role="alert")

    kept = _("The game has stopped. Everything up to the last move is saved.")
    unkept = _("The game has stopped. It isn't saved here, so it has to start over.")
    choices = (
        render_stopped_alert(kept, _("Continue from the last move")),
        render_stopped_alert(unkept, _("Start over")),
    )
    return tag("template", choices, id="boot-stopped")


def default_page_attributes(game: str = DEFAULT_GAME) -> Markup:
    """Return attributes with the default game of a page and its default number of seats."""
    table = Address(game)
    return Markup(f'data-game="{table.game}" data-seats="{len(table.seats)}"')


def render_game_picture(game: str) -> Markup:
    """Return the poster of a game with its symbols, for other pages."""
    return join(
        svg.seat_sign_sprites(), load_game_view(game).render_sprites(), load_game_view(game).render_picture("poster")
    )


def puzzle_poster_json() -> Markup:
    """Return the words of `puzzle-poster.js`, as JSON."""
    words = {
        # Translators: example "Medina puzzle"
        "title": _("{game} puzzle"),
        "question": _("What's your move?"),
        "solve": _("Solve it"),
        "unknown": _("There's no puzzle “{puzzle}”."),
    }
    return Markup(json.dumps(words))


def puzzle_pictures_json(game: str) -> Markup:
    """Return the pictures of all puzzles of a game, in their order, as JSON."""
    return Markup(json.dumps([load_game_view(game).render_puzzle_picture(puzzle.view) for puzzle in read_book(game)]))


def embed_config_json() -> Markup:
    """Return the data and sentences of `embed.js` as JSON. It is ASCII, since pages with any encoding load it."""
    return Markup(json.dumps(embed.embed_config(), separators=(",", ":")))


def page_meta_json() -> Markup:
    """Return the titles and descriptions of the site and of each game for link previews, as JSON."""
    games = {
        game: {
            "title": its.sentences.game_title(),
            "name": its.short_title(),
            "page": _("Play {game} online for free").format(game=its.short_title()),
            "seats": f"{its.seat_counts[0]}-{its.seat_counts[-1]}",
            "facts": seats_and_minutes_phrase(game),
            "about": _("{aim} Play {game} in your browser, against bots or with others on one device.").format(
                aim=its.translated_aim(), game=its.short_title()
            ),
        }
        for game, its in GAMES.items()
    }
    return Markup(json.dumps({"name": SITE_NAME, "games": games}))


def site_description() -> Markup:
    """Return what the site is, for the dialog that installs it."""
    return Markup(_("Board games about building palaces. Play against bots, or with others on one device."))


def render_not_found() -> Markup:
    """Return the page for unknown addresses."""
    links = {"./": _("All games")} | {f"./{game}.html": its.sentences.game_title() for game, its in GAMES.items()}
    ways = [tag("li", tag("a", said, href=address)) for address, said in links.items()]
    return join(
        tag(
            "header",
            tag("p", tag("a", SITE_NAME, href="./"), class_="back"),
            tag("h1", _("Page not found")),
            tag("p", _("You may be looking for one of these."), class_="lead-in"),
        ),
        tag("main", tag("ul", ways, class_="ways")),
    )


def render_placeholder(name: str) -> Markup:
    """Return the replacement of `<!--poster:name-->`.

    A name is a key of `_RENDERER_BY_NAME`, or a game for its poster, or `game_part`. A part is a key of
    `_GAME_RENDERER_BY_NAME` or a picture of the game.
    """
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
    "offer": render_update_offer,
    "recover": recover_attribute,
    "unstyled": render_unstyled_message,
    "browser-check": browser_check_attribute,
    "languages": language_codes,
    "offer-language": language_offer_json,
    "chooser": render_chooser_script,
    "early": early_settings_attribute,
    "usual": default_page_attributes,
    "element": embed_config_json,
    "puzzle-poster": puzzle_poster_json,
    "gate": render_gate,
    "boot": render_boot_status,
    "stopped": render_stopped_template,
    "heads": page_meta_json,
    "lost": render_not_found,
    "lab": render_lab_shell,
    "record": render_record_shell,
    "puzzles": render_puzzle_page,
    "about": site_description,
}
_GAME_RENDERER_BY_NAME = {
    "table": _render_table_poster,
    "usual": default_page_attributes,
    "lesson": _render_first_step,
    "positions": puzzle_pictures_json,
}
