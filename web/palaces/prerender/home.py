"""The home page, rendered by the build. No Python runs on it: `home.js` and `saved-games.js` add its behavior."""

from collections.abc import Iterable

from palaces.app.i18n import (
    LANGUAGES,
    _,
    current_language,
    level_description,
    level_label,
    new_version_sentence,
    ngettext,
    no_update_sentence,
    pgettext,
    spell_number,
)
from palaces.app.routing import MAX_SAVED_GAMES
from palaces.app.settings import SETTINGS, HomePlace, Setting
from palaces.ui import svg
from palaces.ui.game_view import load_game_view, seats_and_minutes_phrase
from palaces.ui.html import (
    Markup,
    button,
    compact_json,
    join,
    screen_reader_text,
    tag,
)
from pygame_core import GAMES
from pygame_core.bots import LEVELS, OPPONENT_LEVELS
from pygame_core.game import Option
from pygame_core.i18n import capitalize_first
from pygame_core.match import MAX_SAVE_CHARS, SAVE_FORMAT
from pygame_core.names import MAX_ACCENTS, MAX_MARKS, MAX_NAME_CHARS, VIRAMAS

SITE_NAME = "Palaces"
"""The name of the site in every language."""


def render_home_content() -> Markup:
    """Return the content of the home page: the bar, the saved games, a card for each game, and the footer."""
    return join(
        svg.seat_sign_sprites(),
        [load_game_view(game).render_sprites() for game in GAMES],
        tag(
            "header",
            tag("span", SITE_NAME, class_="brand"),
            _render_language_select(),
            _render_settings("bar"),
            class_="top",
        ),
        tag(
            "main",
            tag(
                "div",
                tag("h1", _("Take a seat.")),
                tag("p", _welcome_sentences()),
                class_="welcome",
            ),
            _render_saved_games(),
            tag("div", [_render_game_card(game) for game in GAMES], class_="games"),
            tag("noscript", tag("p", _("The games need JavaScript. Turn it on in your browser to play."))),
            class_="home",
        ),
        _render_footer(),
        render_update_offer(),
    )


def _welcome_sentences() -> str:
    """Return sentences about the number of games and the ways to play."""
    sentences = ngettext(
        "{n} game about palaces. Play against bots, or with others on this device.",
        "{n} games about palaces. Play against bots, or with others on this device.",
        len(GAMES),
    )
    return capitalize_first(sentences.format(n=spell_number(len(GAMES))))


BAR_SELECT_IDS = {"theme": "light"}
"""By setting, the element id where it is not the name of the setting."""


def _render_settings(place: HomePlace) -> list[Markup]:
    """Return the settings of one place of the home page. They apply to the games that start from this page."""
    own = [each for each in SETTINGS.values() if each.home == place]
    if place == "bar":
        return [
            tag("label", tag("span", _(each.label)), " ", _render_setting_select(each, id=each_id), class_="pick")
            for each, each_id in ((each, BAR_SELECT_IDS.get(each.name, each.name)) for each in own)
        ]
    return [tag("label", _(each.label), " ", _render_setting_select(each, name=each.name)) for each in own]


def _render_setting_select(setting: Setting, **attributes: object) -> Markup:
    """Return a select of the values of a setting. `home.js` finds it by `data-setting`."""
    options = [
        tag("option", label, value=value, selected=value == setting.default)
        for value, label in setting.value_labels().items()
    ]
    return tag("select", options, **attributes, data_setting=setting.name)


def _render_footer() -> Markup:
    """Return the footer: links, the buttons to import games and to install the site, and the credits."""
    links = {
        "./rules/bots.html": _("How the bots play"),
        "./rules/embed.html": _("Embed a game"),
    }
    return tag(
        "footer",
        tag(
            "div",
            [tag("a", said, href=address) for address, said in links.items()],
            _render_language_links(),
            button(_("Import games"), class_="quiet", id="import", hidden=True),
            Markup('<input type="file" accept=".json,application/json" multiple hidden>'),
            button(_("Install as an app"), class_="quiet", id="install"),
            class_="links",
        ),
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
        tag("p", [[sentence, " "] for sentence in _credit_sentences()]),
    )


def _render_language_select() -> Markup:
    """Return the menu of languages, each with its own name for itself."""
    current = current_language()
    options = [tag("option", name, value=code, lang=code, selected=code == current) for code, name in LANGUAGES.items()]
    return tag("label", tag("span", _("Language")), " ", tag("select", options, id="lang"), class_="pick")


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


def _render_saved_games() -> Markup:
    """Return the section of saved games: one to continue, and a panel of all others. Reports come after it.

    `saved-games.js` fills both. The section is hidden while there is nothing in it.
    """
    panel = tag(
        "div",
        tag("h2", _("Your games"), id="continue-title", tabindex=-1),
        _render_share_question(),
        tag("ol"),
        tag("div", tag("p"), _render_newest_button(), id="newer", hidden=True),
        tag(
            "div",
            button(class_="quiet", id="all", aria_expanded="false"),
            button(_("Export all"), class_="quiet", id="export"),
            class_="plays files",
        ),
        class_="yours",
    )
    section = tag(
        "section",
        tag("ol", class_="next"),
        panel,
        tag("template", _render_game_template(), id="line"),
        tag("template", _render_report_template(), id="report"),
        id="continue",
        aria_labelledby="continue-title",
        data_facts=compact_json(_storage_facts()),
        data_say=compact_json(_saved_game_sentences()),
        hidden=True,
    )
    return join(section, tag("div", role="status", class_="reports"))


def _render_game_template() -> Markup:
    """Return the template of a saved game. `data-called` is the label of a control; {game} stands for the game."""
    return tag(
        "li",
        tag("span", class_="glimpse", aria_hidden="true"),
        tag("h3"),
        tag("a", class_="goes", data_called=_("Open {game}"), data_continue=_("Continue {game}")),
        tag("p", class_="people"),
        tag("p", tag("progress", aria_hidden="true"), tag("span"), class_="far"),
        tag("time"),
        button(svg.tool_icon("more"), class_="tool", data_use="more", data_called=_("More for {game}")),
        tag(
            "div",
            button(_("Rename"), class_="second", data_use="rename", data_called=_("Rename {game}")),
            button(_("Save as a file"), class_="second", data_use="file", data_called=_("Save {game} as a file")),
            button(_("Delete"), class_="second", data_use="delete", data_called=_("Delete {game}")),
            class_="plays",
            hidden=True,
        ),
        tag(
            "form",
            tag(
                "label",
                _("Name"),
                Markup(f' <input name="name" maxlength="{MAX_NAME_CHARS * 2}" dir="auto" autocomplete="off">'),
            ),
            tag("button", _("Save"), class_="primary"),
            button(_("Cancel"), class_="quiet", data_use="cancel"),
            class_="plays",
            hidden=True,
        ),
    )


def _render_share_question() -> Markup:
    """Return the question about games that another app has sent. They are stored only if the user keeps them."""
    return tag(
        "div",
        tag("p"),
        tag("p", class_="facts"),
        tag("p", _("Any app or website can send games here. Keep them only if you expected them."), class_="facts"),
        button(_("Keep"), class_="primary", data_use="keep"),
        button(pgettext("games that somebody has shared", "Discard"), class_="second", data_use="discard"),
        class_="report",
        id="shared",
        role="status",
        hidden=True,
    )


def _render_report_template() -> Markup:
    """Return the template of a report about deleted or imported games."""
    return tag(
        "div",
        tag("p"),
        button(_("Undo"), class_="second", data_use="undo"),
        _render_newest_button(hidden=True),
        button(_("Close"), class_="quiet", data_use="close"),
        class_="report",
    )


def _render_newest_button(hidden: bool = False) -> Markup:
    """Return the button that loads the newest version, which can open the saves of newer versions."""
    return button(_("Load the newest version"), class_="second", data_use="newest", hidden=hidden)


def _storage_facts() -> dict[str, object]:
    """Return the data about games and saves that `saved-games-store.js` needs."""
    return {
        "format": SAVE_FORMAT,
        "longest": MAX_SAVE_CHARS,
        "name": MAX_NAME_CHARS,
        "accents": MAX_ACCENTS,
        "marks": MAX_MARKS,
        "viramas": VIRAMAS,
        "kept": MAX_SAVED_GAMES,
        "games": {game: _game_facts(game) for game in GAMES},
        "levels": {name: level_label(name) for name in LEVELS},
        "chosen": {setting.name: [str(setting.default), *setting.other_values()] for setting in SETTINGS.values()},
    }


def _game_facts(game: str) -> dict[str, object]:
    """Return the data about a game that `saved-games-store.js` needs.

    A choice of an option is its word in URLs, its value, and its least number of seats.
    """
    its = GAMES[game]
    options = [
        {
            "name": option.name,
            "usual": option.default,
            "choices": [choice[:2] + choice[3:] for choice in option.choices],
        }
        for option in its.options
    ]
    return {"rules": its.rules_version, "options": options, "moves": its.typical_moves}


def _saved_game_sentences() -> dict[str, object]:
    """Return the sentences of `saved-games.js`."""
    won = ngettext("{names} won with a score of {points}", "{names} tied for the win with a score of {points}", 1)
    tied = ngettext("{names} won with a score of {points}", "{names} tied for the win with a score of {points}", 2)
    return {
        "continue": _("Continue"),
        "next": _("In progress: {title}"),
        "game": _("{title} with {names}, move {n}"),
        "over": _("{title} with {names}, finished"),
        "seat": _("{name} ({level})"),
        "standing": _("{player}: {points}"),
        "practice": _("practice"),
        "move": _("Move {n}"),
        "moves": _("Move {n} of about {most}"),
        "you": _("You"),
        "yours": _("You won with a score of {points}"),
        "yoursToo": _("You tied with {names} for the win with a score of {points}"),
        "won": won,
        "shared": tied,
        "resigned": _("{name} resigned"),
        "youResigned": _("You resigned"),
        "newest": no_update_sentence(),
        "all": _("Show all {n}"),
        "fewer": _("Show fewer"),
        "newer": _("Saved by a newer version of Palaces, not listed here: {n}"),
        "deleted": _("Deleted: {game}"),
        "imported": _("Imported: {n}"),
        "same": _("Already here: {n}"),
        "not": _("Not imported: {files}"),
        "file": _("{file} ({why})"),
        "one": _("{file}, game {n}"),
        "more": _("{n} more"),
        "why": {
            "large": _("too large"),
            "text": _("not JSON, or incomplete"),
            "strange": _("not a saved game"),
            "newer": _("made by a newer version of Palaces: load the newest version and try again"),
            "unknown": _("unknown game"),
            "unplayed": _("no moves yet"),
            "many": _("{n} games are saved already: delete some first").format(n=MAX_SAVED_GAMES),
            "full": _("this browser's storage is full: delete some games first"),
            "refused": _("this browser doesn't allow games to be saved"),
        },
        "refusal": {
            "many": _("{n} games are saved already. Delete some first.").format(n=MAX_SAVED_GAMES),
            "full": _("This browser's storage is full. Delete some games first."),
            "refused": _("This browser doesn't allow games to be saved."),
        },
        "sharedGames": _("Games shared with you: {n}"),
        "preview": _("{title}, move {n}"),
        "tooMuch": _("That was too much to share, so nothing was opened. Share fewer files, up to 5 MB in all."),
        "nothing": _("Nothing to open. Share a link to a game, or a file of saved games."),
    }


def _render_game_card(game: str) -> Markup:
    """Return the card of a game: its picture, its title, a few facts, and the form for a new game.

    `saved-games.js` copies the picture to every saved game.
    """
    its = GAMES[game]
    fewest, most = its.seat_counts[0], its.seat_counts[-1]
    name = its.short_title()
    rest = its.sentences.game_title().removeprefix(name)
    return tag(
        "article",
        tag(
            "div",
            load_game_view(game).render_picture("poster"),
            id=f"{game}-window",
            class_="window",
            aria_hidden="true",
        ),
        tag("h2", name, tag("small", rest) if rest else None, id=f"{game}-title"),
        tag("p", seats_and_minutes_phrase(game), class_="facts"),
        tag("p", its.translated_aim(), class_="aim"),
        _render_new_game_form(game, fewest, most),
        aria_labelledby=f"{game}-title",
        data_game=game,
    )


def _render_new_game_form(game: str, fewest: int, most: int) -> Markup:
    problem = _("This game is for {fewest} to {most} players. You've chosen {n}.")
    return tag(
        "form",
        Markup(f'<input type="hidden" name="game" value="{game}">'),
        tag(
            "div",
            tag("label", _("Opponents"), " ", _render_select("opponents", range(most), 2)),
            tag(
                "label",
                screen_reader_text(_("Bot level")),
                _render_level_select(f"{game}-level"),
            ),
            tag("p", _level_sentence("casual"), class_="facts", id=f"{game}-level"),
            class_="start",
        ),
        tag(
            "div",
            tag("button", svg.tool_icon("run"), _("Play"), class_="primary"),
            _render_lesson_link(game) if GAMES[game].lesson else None,
            class_="go",
        ),
        tag(
            "div",
            tag("details", tag("summary", _("More")), tag("div", _render_more_settings(game, most), class_="more")),
            tag("a", _("Rules"), href=f"./rules/{game}.html", class_="rules"),
            class_="besides",
        ),
        tag("p", class_="problem", role="alert"),
        id=f"new-{game}",
        action=f"./{game}.html",
        data_fewest=fewest,
        data_most=most,
        data_problem=problem.replace("{fewest}", str(fewest)).replace("{most}", str(most)),
        data_name=_("Name of player {n}"),
        data_player=_("Player {n}"),
    )


def _render_lesson_link(game: str) -> Markup:
    """Return the link to the lesson. `data-again` is its label for a lesson in progress."""
    again = _("Resume lesson, step {n}")
    return tag("a", _("Learn in 5 minutes"), href=f"./{game}.html?learn=1", class_="second", data_again=again)


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
        tag("option", level_label(name), value=name, selected=name == "casual", data_plays=_level_sentence(name))
        for name in OPPONENT_LEVELS
    ]
    return tag("select", options, name="level", aria_describedby=described_by)


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
