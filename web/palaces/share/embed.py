"""A game inside another page: the extra controls of its frame, and the texts of our element (`embed.js`). Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.routing import OPTION_NAMES, URL_PARAMETERS
from palaces.app.settings import SETTINGS
from palaces.share import permalinks
from palaces.ui import svg
from palaces.ui.game_view import game_view_of, seats_and_minutes_phrase
from palaces.ui.html import Markup, button, tag
from pygame_core import GAMES
from pygame_core.match import MAX_SAVE_CHARS

_address_cache: list[tuple[object, str]] = []
"""The last result of `resume_address`, after the content that it was made of.

The address holds the whole game, and every render needs it. The log is compared entry by entry, and most are the same
objects.
"""


def resume_address(model: Model) -> str:
    """Return the address that continues the game on the table, relative to the site."""
    if model.puzzle is not None:
        return permalinks.table_link(model.address)
    moment = None if model.review_position is None else model.move_number
    match = model.whole_match
    place = moment if model.read_only else model.address
    content = (
        match.game,
        match.seats,
        match.options,
        match.seed,
        match.setup,
        match.log[:],
        match.practice,
        match.resigned,
        place,
    )
    if not _address_cache or _address_cache[0][0] != content:
        link = (
            permalinks.replay_link(match, moment) if model.read_only else permalinks.handover_link(match, model.address)
        )
        _address_cache[:] = [(content, link)]
    return _address_cache[0][1]


def game_result(model: Model) -> dict[str, list[int]] | None:
    """Return the points and places of all seats for the host page; None until the person here has ended a game."""
    if not model.shows_end or model.read_only or model.puzzle is not None:
        return None
    return {"points": model.final_result["scores"], "places": model.final_result["places"]}


def render_full_window_button(model: Model) -> Markup:
    """Render the tool that enlarges the game. Our element fills the window, and returns to its place. In any other
    frame this is a link to a new window."""
    if model.embed_mode == "frame":
        return render_new_window_link(model, "tool", id="window")
    full = model.embed_mode == "window"
    label = _("Back to the page") if full else _("Full window")
    sign = svg.tool_icon("smaller" if full else "larger")
    return button(sign, tag("span", label), do=("fill",), class_="tool", id="window", title=label)


def render_new_window_link(model: Model, class_: str, **attributes: object) -> Markup:
    """Render the link that continues the game in its own window."""
    label = _("Continue in a new window")
    sign = svg.tool_icon("window") if class_ == "tool" else None
    return tag(
        "a",
        sign,
        tag("span", label),
        href=f"./{resume_address(model)}",
        target="_blank",
        rel="noopener",
        class_=class_,
        title=label,
        **attributes,
    )


def has_nothing_to_close(model: Model) -> bool:
    """Return True if Esc has nothing to close or cancel."""
    if model.puzzle is not None and model.puzzle.verdict:
        return False
    asked = model.shown_tooltip or model.is_tooltip_mode or model.pending_warning or model.proposed_action
    open_now = (
        model.panel or model.refusal or model.flashback or asked or (model.review_position and not model.read_only)
    )
    return not open_now and bool(model.draft == game_view_of(model).empty_draft)


def unsaved_sentence(refused: bool) -> str:
    """Return a short notice that the browser refuses to save the games of this frame, or stores them separately."""
    return _("This game isn't saved here") if refused else _("This game may not be saved here")


def embed_config() -> dict[str, object]:
    """Return the data about games and the texts that `embed.js` needs."""
    return {
        "games": {
            game: {
                "title": known.sentences.game_title(),
                "short": known.short_title(),
                "facts": seats_and_minutes_phrase(game),
            }
            for game, known in GAMES.items()
        },
        "parameters": sorted(URL_PARAMETERS - {"game", "theme", "table", "lang", *OPTION_NAMES}),
        "options": OPTION_NAMES,
        "themes": SETTINGS["theme"].values,
        "longest": MAX_SAVE_CHARS,
        "say": {
            "play": _("Play"),
            "goOn": _("Continue"),
            "playGame": _("Play {game}"),
            "continueGame": _("Continue {game}"),
            "rules": _("Rules"),
            "loading": _("Loading"),
            "back": _("Back to the game"),
            "unknown": _("“{name}” can be {known}, not “{value}”."),
            "at": _("“{value}” isn't the number of a move."),
            "replay": _("“{value}” isn't a game. Play starts one."),
            "lost": _("The game didn't load: {value}. Play starts one."),
            "long": _("too long"),
            "deaf": _("no answer"),
            "silent": _("The site can't be reached, or allows no frames. Try again."),
            "isolated": _("This page's Cross-Origin-Embedder-Policy blocks the game. Play it at {value}"),
            "blocked": _("This page's Content-Security-Policy blocks the game. It needs {value} in frame-src."),
        },
    }
