"""The home page, rendered by the build. No Python runs on it: `home.js`, `today.js` and `saved-games.js` fill it.

The page starts as a first visit. `theme.js` marks a returning visitor before the first paint.
"""

from collections.abc import Iterable

from palaces.app.i18n import (
    LANGUAGES,
    _,
    current_language,
    level_description,
    level_label,
    new_version_sentence,
    ngettext,
    spell_number,
)
from palaces.app.settings import SETTINGS, HomePlace, Setting
from palaces.features.puzzles.puzzle_view import level_name
from palaces.prerender.saved_game_list import render_saved_games
from palaces.prerender.site_bar import render_site_bar, site_icon
from palaces.ui import svg
from palaces.ui.game_view import load_game_view
from palaces.ui.html import (
    Markup,
    button,
    compact_json,
    join,
    tag,
)
from pygame_core import GAMES
from pygame_core.bots import OPPONENT_LEVELS
from pygame_core.game import Option
from pygame_core.i18n import capitalize_first
from pygame_core.puzzles.book import LEVELS
from pygame_core.puzzles.book_files import read_book_file

FORMS = (1, 2)
"""Numbers that take the singular and the plural, for the sentences of scripts."""
USUAL_OPPONENTS, USUAL_LEVEL = 2, "casual"
"""The opponents of a visitor who has chosen no others."""


def render_home_content() -> Markup:
    """Return the content of the home page: the bar, the cards of the page, and its drawers."""
    return join(
        svg.seat_sign_sprites(),
        [load_game_view(game).render_sprites() for game in GAMES],
        render_site_bar(render_settings_button()),
        tag(
            "main",
            tag("div", tag("h1", _("Take a seat.")), tag("p", _welcome_sentences()), class_="welcome"),
            render_saved_games(),
            tag("div", [_render_game_card(game) for game in GAMES], class_="games"),
            _render_today(),
            _render_tiles(),
            tag("noscript", tag("p", _("The games need JavaScript. Turn it on in your browser to play."))),
            class_="home",
        ),
        _render_footer(),
        _render_home_settings(),
        _render_together_drawer(),
        _render_rules_drawer(),
        _render_credits_drawer(),
        render_update_offer(),
    )


def _welcome_sentences() -> str:
    """Return sentences about the number of games and the ways to play."""
    sentences = ngettext(
        # Translators: {n} is a number word, such as "three".
        "{n} board game about building palaces. Play the bots, or the people next to you.",
        "{n} board games about building palaces. Play the bots, or the people next to you.",
        len(GAMES),
    )
    return capitalize_first(sentences.format(n=spell_number(len(GAMES))))


def _render_drawer(name: str, title: str, *content: object) -> Markup:
    """Return a drawer at the side, on a narrow screen from below. Buttons with `popovertarget` open and close it."""
    close = button(
        svg.tool_icon("close"),
        tag("span", _("Close")),
        class_="x",
        popovertarget=name,
        popovertargetaction="hide",
    )
    return tag(
        "div",
        tag("header", tag("h2", title, id=f"{name}-heading"), close),
        *content,
        id=name,
        class_="drawer",
        popover="auto",
        role="dialog",
        aria_labelledby=f"{name}-heading",
        tabindex=-1,
        autofocus=True,
    )


# -- today -------------------------------------------------------------------------------------------------------------


def _render_today() -> Markup:
    """Return the puzzle and the deals of today. `today.js` fills in the date, the game and the results. On a first
    visit, the way to a table with several devices is beside them; a returning visitor has a tile for it."""
    daily = [game for game in GAMES if GAMES[game].is_released]
    deals = [
        tag(
            "li",
            tag(
                "a",
                tag("b", GAMES[game].short_title()),
                " ",
                tag("small", _("Play")),
                href=f"./{game}.html?deal=today",
                data_deal=game,
            ),
        )
        for game in daily
    ]
    puzzle = tag(
        "div",
        tag("span", class_="glimpse", aria_hidden="true"),
        tag(
            "div",
            tag("h3", _("Today's puzzle")),
            tag("p", _("One move. Which?"), class_="facts"),
            tag("p", _("One move. Which?"), class_="one-move"),
        ),
        tag("a", _("Solve"), href=f"./{daily[0]}.html?puzzle=today", class_="second"),
        class_="puzzle",
    )
    deal = tag(
        "div",
        tag("span", class_="glimpse", aria_hidden="true"),
        tag("div", tag("h3", _("Today's deal")), tag("p", _("Same cards for everyone"), class_="facts")),
        tag("a", _("Play"), href=f"./{daily[-1]}.html?deal=today", class_="second"),
        tag("ul", deals, class_="deals"),
        class_="deal",
    )
    together = tag(
        "div",
        tag("span", site_icon("devices"), class_="glimpse", aria_hidden="true"),
        tag("div", tag("h3", _("Play together"), id="with-others"), tag("p", _("On several devices"), class_="facts")),
        button(_("Open"), class_="second", popovertarget=TOGETHER_DRAWER, aria_describedby="with-others"),
        class_="with-others",
    )
    done = tag(
        "div",
        tag("p", _("Done for today. New ones at midnight UTC.")),
        tag("a", _("Past puzzles"), href="./puzzles.html", class_="second"),
        class_="all-done",
        hidden=True,
    )
    return tag(
        "section",
        tag("header", tag("h2", _("Today"), id="today-title"), tag("time")),
        puzzle,
        deal,
        together,
        done,
        class_="today",
        aria_labelledby="today-title",
        data_say=compact_json(_today_sentences()),
        data_games=compact_json({game: its.short_title() for game, its in GAMES.items()}),
        data_levels=compact_json({game: read_book_file(game)["levels"] for game in daily}),
    )


def _today_sentences() -> dict[str, object]:
    """Return the sentences of `today.js`. A list has the singular and the plural."""
    return {
        "solved": _("Solved"),
        "missed": _("Missed"),
        "continue": _("Continue"),
        # Translators: an example is "Alhambra, easy", of a puzzle.
        "puzzle": _("{game}, {level}"),
        "levels": [level_name(level) for level in LEVELS],
        "unranked": _("Only practice or deals so far"),
        "points": [ngettext("{n} point", "{n} points", n) for n in FORMS],
        # Translators: an example is "Rating 1449, ±60".
        "rating": _("Rating {n}, ±{margin}"),
        "puzzles": [ngettext("{n} solved", "{n} solved", n) for n in FORMS],
        "record": [ngettext("{n} game", "{n} games", n) for n in FORMS],
        "wins": [ngettext("{n} win", "{n} wins", n) for n in FORMS],
        # Translators: an example is "Palazzo: step 4 of 10".
        "lesson": _("{game}: step {n} of {most}"),
    }


def _render_tiles() -> Markup:
    """Return links to everything else of a returning visitor. The scripts fill in the facts."""
    games = button(
        *_tile_content("list", _("Your games"), ""),
        class_="tile-link",
        id="open-games",
        aria_expanded="false",
        hidden=True,
    )
    [taught, *_others] = [game for game in GAMES if GAMES[game].lesson]
    steps = {game: len(its.lesson.steps) for game, its in GAMES.items() if its.lesson}
    return tag(
        "nav",
        games,
        button(
            *_tile_content("devices", _("Play together"), _("On several devices")),
            class_="tile-link",
            id="to-together",
            popovertarget=TOGETHER_DRAWER,
        ),
        _render_tile("./record.html", "record", _("Your record"), _("No games yet")),
        _render_tile("./puzzles.html", "puzzle", _("Puzzles"), _("One move. Which?")),
        _render_tile(
            f"./{taught}.html?learn=1",
            "learn",
            _("Learn"),
            _("{game} in 5 minutes").format(game=GAMES[taught].short_title()),
            data_steps=compact_json(steps),
        ),
        class_="tile-links",
        aria_label=_("More"),
    )


def _render_tile(address: str, icon: str, title: str, facts: str, **attributes: object) -> Markup:
    return tag("a", *_tile_content(icon, title, facts), href=address, class_="tile-link", id=f"to-{icon}", **attributes)


def _tile_content(icon: str, title: str, facts: str) -> list[Markup]:
    said = tag("span", tag("b", title), " ", tag("small", facts))
    return [site_icon(icon), said, site_icon("next")]


# -- settings, footer and drawers --------------------------------------------------------------------------------------

TOGETHER_DRAWER = "together-drawer"
BAR_SELECT_IDS = {"theme": "light"}
"""By setting, the element id where it is not the name of the setting."""


def _render_settings(place: HomePlace) -> list[Markup]:
    """Return the settings of one place of the home page. They apply to the games that start from this page."""
    return [
        tag("label", _(each.label), " ", _render_setting_select(each, **_setting_identity(each, place)))
        for each in SETTINGS.values()
        if each.home == place
    ]


def _setting_identity(setting: Setting, place: HomePlace) -> dict[str, object]:
    """Return an id for a setting that the page has once, or a name for one that each form has."""
    return {"id": BAR_SELECT_IDS.get(setting.name, setting.name)} if place == "bar" else {"name": setting.name}


def _render_setting_select(setting: Setting, **attributes: object) -> Markup:
    """Return a select of the values of a setting. `home.js` finds it by `data-setting`."""
    options = [
        tag("option", label, value=value, selected=value == setting.default)
        for value, label in setting.value_labels().items()
    ]
    return tag("select", options, **attributes, data_setting=setting.name)


def render_settings_button() -> Markup:
    """Return the button of the bar that opens the drawer of settings."""
    return button(site_icon("settings"), tag("span", _("Settings")), class_="tool", popovertarget="settings")


def render_settings_drawer(*content: object) -> Markup:
    """Return the drawer of settings: the language, the theme, and other content. `page-settings.js` runs it."""
    return _render_drawer(
        "settings",
        _("Settings"),
        tag("div", _render_language_select(), _render_settings("bar"), class_="fields"),
        *content,
    )


def _render_home_settings() -> Markup:
    """Return the drawer of settings of the home page, with the buttons to import games and to install the site."""
    return render_settings_drawer(
        tag("noscript", tag("p", _render_language_links(), class_="links")),
        tag(
            "div",
            button(_("Import games"), class_="second", id="import", hidden=True),
            Markup('<input type="file" accept=".json,application/json" multiple hidden>'),
            button(_("Install as an app"), class_="second", id="install"),
            class_="plays",
        ),
    )


def _render_together_drawer() -> Markup:
    """Return the drawer that leads to a table with several devices: a new one for each game, or that of a friend."""
    told = _("One device deals. The others join it with a code, or by link.")
    games = [
        tag("a", game.sentences.game_title(), href=f"./{name}.html#several-devices")
        for name, game in GAMES.items()
        if game.is_released
    ]
    [first, *_others] = GAMES
    join_table = tag("a", _("Join a table"), href=f"./{first}.html#join")
    return _render_drawer(
        TOGETHER_DRAWER,
        _("Play together"),
        tag("p", told),
        tag("nav", [*games, join_table], class_="links", aria_label=_("Play together")),
    )


def _render_rules_drawer() -> Markup:
    """Return the drawer with the rules of each game."""
    links = [tag("a", its.sentences.game_title(), href=f"./rules/{game}.html") for game, its in GAMES.items()]
    return _render_drawer("rules", _("Rules"), tag("nav", links, class_="links", aria_labelledby="rules-heading"))


def _render_credits_drawer() -> Markup:
    """Return the drawer about the designers, about our relation to them, and about privacy."""
    return _render_drawer("credits", _("Credits"), [tag("p", sentence) for sentence in _credit_sentences()])


def _render_footer() -> Markup:
    """Return the footer: the promise of the site, links, and problems with the offline copy."""
    return tag(
        "footer",
        tag("p", _("No account, no ads, no server."), " ", tag("span", _("Everything stays in this browser."))),
        button(_("Rules"), popovertarget="rules"),
        tag("a", _("How the bots play"), href="./rules/bots.html"),
        tag("a", _("Embed a game"), href="./rules/embed.html"),
        tag("a", _("Write a bot"), href="./lab.html"),
        tag("a", _("Docs"), href="./docs/", hreflang="en"),
        button(_("Credits"), popovertarget="credits"),
        tag(
            "p",
            id="no-copy",
            role="status",
            hidden=True,
            data_space=_(
                "This browser has no room for the offline copy, so Palaces needs the network here. Make room on this "
                "device to play offline."
            ),
            data_lost=_(
                "{file} can't be loaded, so there's no offline copy, and Palaces needs the network here. If that "
                "doesn't change, tell the site's owner."
            ),
        ),
    )


def _render_language_select() -> Markup:
    """Return the menu of languages, each with its own name for itself."""
    current = current_language()
    options = [tag("option", name, value=code, lang=code, selected=code == current) for code, name in LANGUAGES.items()]
    return tag("label", _("Language"), " ", tag("select", options, id="lang"))


def _render_language_links() -> Markup:
    """Return links to this page in all other languages, for browsers without scripts and for search engines."""
    others = [(code, name) for code, name in LANGUAGES.items() if code != current_language()]
    return join([tag("a", name, href=f"./{code}/", lang=code, hreflang=code) for code, name in others])


def language_offer() -> dict[str, str]:
    """Return the texts with which a page in another language offers this one: see `language.js`."""
    return {
        # Translators: name your own language. Readers of it see this on English pages.
        "sentence": _("This site is available in English, too."),
        "link": _("Read in English"),
        "close": _("No, thanks"),
    }


def render_update_offer() -> Markup:
    """Return the hidden offer of a new version. `sw-update.js` shows it on every page except the page of a game."""
    return tag(
        "div",
        tag("p"),
        button(_("Update"), class_="second"),
        class_="report",
        id="renew",
        role="status",
        data_waiting=new_version_sentence(replaced=False),
        data_replaced=new_version_sentence(replaced=True),
        hidden=True,
    )


# -- games -------------------------------------------------------------------------------------------------------------


def _render_game_card(game: str) -> Markup:
    """Return the card of a game: its picture, its title, a few facts, a link to play at once, and its drawer.

    `saved-games.js` copies the picture to saved games without a picture of their own.
    """
    its = GAMES[game]
    # Translators: an example is "2–6 players · 20 min".
    facts = _("{fewest}–{most} players · {n} min").format(
        fewest=its.seat_counts[0], most=its.seat_counts[-1], n=its.minutes
    )
    return tag(
        "article",
        tag(
            "div",
            load_game_view(game).render_picture("poster"),
            id=f"{game}-window",
            class_="window",
            aria_hidden="true",
        ),
        tag(
            "div",
            tag("h2", its.short_title(), id=f"{game}-title"),
            tag("p", facts, class_="facts"),
            tag("p", its.translated_aim(), class_="aim"),
            class_="about",
        ),
        tag(
            "div",
            _render_play_link(game),
            tag("a", site_icon("learn"), _("Learn"), href=f"./{game}.html?learn=1", class_="second learn")
            if its.lesson
            else None,
            button(
                svg.tool_icon("more"),
                tag("span", _("More ways to play"), class_="unseen"),
                class_="second more-ways",
                popovertarget=f"{game}-drawer",
                aria_describedby=f"{game}-title",
            ),
            class_="go",
        ),
        _render_game_drawer(game),
        aria_labelledby=f"{game}-title",
        data_game=game,
    )


def _render_play_link(game: str) -> Markup:
    """Return the link that starts a game with the last choices. `home.js` writes them into it."""
    seats = ",".join(["you", *[f"bot:{USUAL_LEVEL}"] * USUAL_OPPONENTS])
    bots = _bots_forms(USUAL_LEVEL)[1].format(n=USUAL_OPPONENTS)
    return tag(
        "a",
        svg.tool_icon("run"),
        tag("span", tag("b", _("Play")), " ", tag("small", bots)),
        href=f"./{game}.html?seats={seats}",
        class_="primary play",
        id=f"{game}-play",
        aria_labelledby=f"{game}-play {game}-title",
    )


def _bots_forms(level: str) -> list[str]:
    """Return the phrases for one bot of a level and for several."""
    return {
        "beginner": [ngettext("{n} beginner bot", "{n} beginner bots", n) for n in FORMS],
        "casual": [ngettext("{n} casual bot", "{n} casual bots", n) for n in FORMS],
        "skilled": [ngettext("{n} skilled bot", "{n} skilled bots", n) for n in FORMS],
        "master": [ngettext("{n} master bot", "{n} master bots", n) for n in FORMS],
    }[level]


def _render_game_drawer(game: str) -> Markup:
    """Return the drawer of a game: the form for a new game with other choices, the lesson, and the rules."""
    its = GAMES[game]
    links = [
        _render_lesson_link(game) if its.lesson else None,
        tag("a", _("Play together"), href=f"./{game}.html#several-devices"),
        tag("a", _("Rules"), href=f"./rules/{game}.html"),
        tag("a", _("Puzzles of this game"), href=f"./puzzles.html#{game}") if its.is_released else None,
    ]
    return _render_drawer(
        f"{game}-drawer",
        its.sentences.game_title(),
        _render_new_game_form(game, its.seat_counts[0], its.seat_counts[-1]),
        tag("nav", links, class_="links", aria_label=_("More")),
    )


def _render_new_game_form(game: str, fewest: int, most: int) -> Markup:
    return tag(
        "form",
        Markup(f'<input type="hidden" name="game" value="{game}">'),
        tag(
            "div",
            tag("label", _("Opponents"), " ", _render_select("opponents", range(most), USUAL_OPPONENTS)),
            tag("label", _("Bot level"), " ", _render_level_select(f"{game}-level")),
            tag("p", _level_sentence(USUAL_LEVEL), class_="facts", id=f"{game}-level"),
            class_="fields",
        ),
        tag("details", tag("summary", _("Options")), tag("div", _render_more_settings(game, most), class_="fields")),
        tag("button", svg.tool_icon("run"), _("Play"), class_="primary"),
        id=f"new-{game}",
        action=f"./{game}.html",
        data_fewest=fewest,
        data_most=most,
        data_name=_("Name of player {n}"),
        data_player=_("Player {n}"),
        data_people=compact_json([ngettext("{n} person here", "{n} people here", n) for n in FORMS]),
    )


def _render_lesson_link(game: str) -> Markup:
    """Return the link to the lesson. `data-again` is its label for a lesson in progress."""
    again = _("Resume lesson, step {n}")
    return tag("a", _("Learn in 5 minutes"), href=f"./{game}.html?learn=1", data_again=again)


def _render_more_settings(game: str, most: int) -> list[Markup | None]:
    """Return the settings that have a default: people, options, and the seed."""
    note = load_game_view(game).setup_note()
    return [
        tag("label", _("Players on this device"), " ", _render_select("people", range(1, most + 1), 1)),
        tag("div", class_="names"),
        *(
            tag("label", option.translated_label(), " ", _render_option_select(option))
            for option in GAMES[game].options
        ),
        *_render_settings("form"),
        tag(
            "label",
            _("Seed (same start again)") if GAMES[game].is_deterministic else _("Seed (same cards again)"),
            Markup(' <input name="seed" inputmode="numeric" pattern="[0-9]{1,15}" autocomplete="off">'),
        ),
        tag("p", note, class_="facts") if note else None,
    ]


def _render_option_select(option: Option) -> Markup:
    """Return a select of the choices of an option. The default comes first and has no value."""
    others = [choice for choice in option.choices if choice.value != option.default]
    choices = [
        tag("option", choice.translated_label(), value=choice.url_word, data_seats=choice.min_seats or None)
        for choice in others
    ]
    unchosen = tag("option", option.default_label(), value="", selected=True)
    return tag("select", unchosen, choices, name=option.name, data_option=True)


def _render_select(name: str, values: Iterable[int], chosen: int) -> Markup:
    """Return a select of numbers."""
    options = [tag("option", value, value=value, selected=value == chosen) for value in values]
    return tag("select", options, name=name)


def _render_level_select(described_by: str) -> Markup:
    """Return a select of bot levels. The element `described_by` describes the chosen level."""
    options = [
        tag(
            "option",
            level_label(name),
            value=name,
            selected=name == USUAL_LEVEL,
            data_plays=_level_sentence(name),
            data_bots=compact_json(_bots_forms(name)),
        )
        for name in OPPONENT_LEVELS
    ]
    return tag("select", options, name="level", aria_describedby=described_by, data_own=_("Your bots"))


def _level_sentence(name: str) -> str:
    """Return a sentence about how a level plays."""
    return _("{level}: {how}.").format(level=capitalize_first(level_label(name)), how=level_description(name))


def _credit_sentences() -> list[str]:
    """Return sentences about the designers, about our relation to them, and about privacy."""
    designed = _("{game} was designed by {designer}.")
    return [
        *(
            designed.format(game=its.sentences.game_title(), designer=its.translated_designer())
            for its in GAMES.values()
        ),
        _("These are unofficial versions with their own art. The designers and publishers aren't involved."),
        _("Nothing you do here leaves your browser."),
    ]
