"""The saved games of the home page: the game to continue, the others, and reports. `saved-games.js` fills this."""

from palaces.app.i18n import _, level_label, ngettext, no_update_sentence, pgettext
from palaces.app.routing import MAX_SAVED_GAMES
from palaces.app.settings import SETTINGS
from palaces.ui import svg
from palaces.ui.html import Markup, button, compact_json, join, tag
from pygame_core import GAMES
from pygame_core.bots import LEVELS
from pygame_core.match import MAX_SAVE_CHARS, SAVE_FORMAT
from pygame_core.names import MAX_ACCENTS, MAX_MARKS, MAX_NAME_CHARS, VIRAMAS


def render_saved_games() -> Markup:
    """Return the section of saved games: one to continue, and a panel of all others. Reports come after it.

    `saved-games.js` fills both. The section is hidden while there is nothing in it, and the panel until it is opened.
    """
    panel = tag(
        "div",
        tag(
            "header",
            tag("h2", _("Your games"), id="continue-title", tabindex=-1),
            button(svg.tool_icon("close"), tag("span", _("Close")), class_="x", id="close-games"),
        ),
        _render_share_question(),
        tag("nav", class_="links", id="by-link", aria_label=_("By link"), hidden=True),
        tag("ol"),
        tag("div", tag("p"), _render_newest_button(), id="newer", hidden=True),
        tag(
            "div",
            button(class_="quiet", id="all", aria_expanded="false"),
            button(_("Export all"), class_="quiet", id="export"),
            class_="plays files",
        ),
        class_="yours",
        hidden=True,
    )
    section = tag(
        "section",
        tag("ol", class_="next"),
        panel,
        tag("template", _render_game_template(), id="line"),
        tag("template", _render_report_template(), id="report"),
        tag("template", [svg.seat_sign(seat) for seat in range(len(svg.SEAT_SIGN_NAMES))], id="signs"),
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
        tag("p", class_="turn"),
        tag("h3"),
        tag("p", class_="score-row", role="img"),
        tag(
            "a",
            svg.tool_icon("run"),
            tag("span"),
            data_called=_("Open {game}"),
            data_continue=_("Continue {game}"),
        ),
        button(class_="quiet", data_use="others"),
        tag("p", class_="people"),
        tag("p", tag("progress", aria_hidden="true"), tag("span"), class_="far"),
        tag("time"),
        button(svg.tool_icon("more"), class_="tool", data_use="more", data_called=_("More for {game}")),
        tag(
            "div",
            tag("a", _("Look again"), class_="second look", data_called=_("Look again at {game}"), hidden=True),
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
        button(pgettext("a deletion", "Undo"), class_="second", data_use="undo"),
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
        "turn": _("Your turn"),
        # Translators: an example is "Zahra's turn".
        "theirTurn": _("{name}'s turn"),
        "inProgress": _("In progress"),
        "next": _("{name} is next"),
        # Translators: an example is "Medina, by link: Ben is next".
        "byLink": _("{title}, by link: {turn}"),
        "atTable": _("{title}, at {name}'s table"),
        "atSomeTable": _("{title}, at another device"),
        # Translators: an example is "With Zahra and Yusuf, skilled".
        "with": _("With {names}, {level}"),
        # Translators: an example is "With Zahra (skilled) and Sam".
        "withAll": _("With {names}"),
        "at": _("move {n}"),
        "others": [ngettext("{n} more game", "{n} more games", n) for n in (1, 2)],
        "games": [ngettext("{n} game", "{n} games", n) for n in (1, 2)],
        "game": _("{title} with {names}, move {n}"),
        "over": _("{title} with {names}, finished"),
        "seat": _("{name} ({level})"),
        "standing": _("{player}: {points}"),
        "practice": _("practice"),
        "deal": _("Today's deal"),
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
