"""The page of the books of puzzles, rendered by the build. No Python runs on it: `puzzles.js` marks and filters."""

from palaces.app.i18n import _, ngettext
from palaces.app.puzzle_record import SETTLED_DEVIATION
from palaces.features.puzzles.puzzle_view import level_dots
from palaces.prerender.home import FORMS, render_update_offer
from palaces.prerender.site_bar import render_site_bar
from palaces.ui import svg
from palaces.ui.game_view import load_game_view
from palaces.ui.html import Markup, button, compact_json, join, tag
from pygame_core import GAMES
from pygame_core.daily import PUZZLE_COUNTS
from pygame_core.puzzles.book import Book, puzzle_facts, theme_name
from pygame_core.puzzles.book_files import read_book_file


def render_puzzle_page() -> Markup:
    """Return the body of the page: the games as heads, the filters, and a grid of the puzzles of each game."""
    first, *_others = PUZZLE_COUNTS
    return join(
        svg.seat_sign_sprites(),
        [load_game_view(game).render_sprites() for game in PUZZLE_COUNTS],
        render_site_bar(page="puzzles"),
        tag(
            "main",
            tag(
                "header",
                tag("h1", _("Puzzles")),
                tag("p", _("One move. Which?"), class_="puzzle-rating"),
                class_="puzzle-head",
            ),
            tag("p", class_="puzzle-lost", role="status"),
            tag("nav", [_render_game_link(game, game == first) for game in PUZZLE_COUNTS], aria_label=_("Game")),
            _render_state_filter(),
            [_render_book(game, read_book_file(game), is_shown=game == first) for game in PUZZLE_COUNTS],
            tag("p", class_="puzzles-none", role="status"),
            tag("noscript", tag("p", _("Puzzles need JavaScript. Turn it on in your browser to solve them."))),
            id="puzzles",
            data_say=compact_json(_sentences()),
            data_settled=SETTLED_DEVIATION,
        ),
        render_update_offer(),
    )


def _sentences() -> dict[str, object]:
    """Return the sentences of `puzzles.js`. A list has the singular and the plural."""
    return {
        "solved": _("Solved"),
        "missed": _("Missed"),
        "count": [ngettext("{n} solved", "{n} solved", n) for n in FORMS],
        # Translators: an example is "Rating 1449, ±60".
        "rating": _("Rating {n}, ±{margin}"),
        "settling": _("Still finding your level."),
        "done": _("You've solved them all."),
        "retry": _("You've solved them all. Try the ones you missed."),
        "no-new": _("No new puzzles here."),
        "no-missed": _("No missed puzzles here."),
        "unknown": _("There's no puzzle “{puzzle}”. Puzzles have the numbers {least} to {most}."),
        "damaged": _("This link is damaged. Ask for it again."),
    }


def _render_game_link(game: str, is_shown: bool) -> Markup:
    """Return the head of a game, with its picture. `puzzles.html#medina` is the address of its puzzles."""
    count = PUZZLE_COUNTS[game]
    return tag(
        "a",
        tag("span", load_game_view(game).render_picture("poster"), class_="puzzle-window", aria_hidden="true"),
        tag("b", GAMES[game].short_title()),
        " ",
        tag("small", ngettext("{n} puzzle", "{n} puzzles", count).format(n=count)),
        href=f"#{game}",
        id=f"{game}-puzzles",
        class_="puzzle-game",
        aria_current="true" if is_shown else None,
        data_game=game,
    )


def _render_state_filter() -> Markup:
    """Return the filter by what the visitor has solved."""
    labels = {"all": _("All"), "new": _("New"), "missed": _("Missed")}
    buttons = [
        button(label, aria_pressed="true" if name == "all" else "false", data_show=name)
        for name, label in labels.items()
    ]
    return tag("div", buttons, class_="puzzle-states", role="group", aria_label=_("Show"))


def _render_book(game: str, book: Book, *, is_shown: bool) -> Markup:
    """Return the puzzles of a game, and the filter by theme."""
    themes = [theme for theme in puzzle_facts(game).THEMES if theme in book["themes"]]
    options = [tag("option", theme_name(game, theme), value=theme) for theme in themes]
    select = tag("select", tag("option", _("All themes"), value=""), options)
    puzzles = zip(book["themes"], book["levels"], strict=True)
    cells = [_render_puzzle(game, number, *facts) for number, facts in enumerate(puzzles, 1)]
    return tag(
        "section",
        tag("label", tag("span", _("Theme")), " ", select, class_="puzzle-themes"),
        tag("ul", cells, class_="puzzle-grid"),
        aria_labelledby=f"{game}-puzzles",
        data_book=game,
        hidden=not is_shown,
    )


def _render_puzzle(game: str, number: int, theme: str, level: int) -> Markup:
    """Return a puzzle of the grid. `puzzles.html#medina-17` is its address, to which its close button leads."""
    return tag(
        "li",
        tag(
            "a",
            tag("b", number),
            " ",
            tag("span", theme_name(game, theme), class_="unseen"),
            " ",
            level_dots(level),
            href=f"./{game}.html?puzzle={number}",
            id=f"{game}-{number}",
        ),
        data_theme=theme,
    )
