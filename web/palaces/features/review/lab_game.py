"""A game of the lab on the table, with what the bot answered beside it. Pure."""

import json

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.app.thinking import LabGame
from palaces.ui import svg
from palaces.ui.html import Markup, button, html_table, join, screen_reader_text, tag
from palaces.ui.panels import panel_heading
from pygame_core import Illegal, Match
from pygame_core.i18n import format_number
from pygame_core.names import clean_name
from pygame_core.safe_json import parse_json
from pygame_core.state import JsonAction

LAB_PAGE = "lab.html"
MAX_VALUES = 4
MAX_ERROR_CHARS = 500
MAX_VALUE_POINTS = 1e6


def parse_lab_game(text: str) -> tuple[Match, LabGame]:
    """Return a game of the lab, as its page stored it in this tab, and what the bot answered.

    Raises Illegal, with a sentence, if there is no such game.
    """
    try:
        content = parse_json(text)
    except ValueError:
        content = None
    match content:
        case {"v": 1, "name": str(name), "seat": int(seat), "save": dict(save), **more}:
            played = Match.load(json.dumps(save))
        case _:
            raise _missing_game_error()
    if not 0 <= seat < len(played.seats):
        raise _missing_game_error()
    error = more.get("error")
    shown_error = error[:MAX_ERROR_CHARS] if isinstance(error, str) else ""
    shown_name = clean_name(name) or played.seats[seat]["name"]
    return played, LabGame(shown_name, seat, _parse_values(more.get("values"), played), shown_error)


def _missing_game_error() -> Illegal:
    return Illegal(None, _("This game of the lab is no longer here. Here's another game instead."))


def _parse_values(stored: object, match: Match) -> dict[int, tuple[tuple[JsonAction, float], ...]]:
    """Return the values by log number. They come from a bot, so only values of plausible actions count."""
    found: dict[int, tuple[tuple[JsonAction, float], ...]] = {}
    if not isinstance(stored, dict):
        return found
    for key, pairs in stored.items():
        if not (key.isascii() and key.isdigit() and int(key) <= len(match.log) and isinstance(pairs, list)):
            continue
        rows = []
        for pair in pairs[:MAX_VALUES]:
            match pair:
                case [[str(), *_] as action, int() | float() as value] if abs(value) < MAX_VALUE_POINTS:
                    rows.append((action, float(value)))
        found[int(key)] = tuple(rows)
    return found


def render_lab_answer(model: Model) -> Markup:
    """Render the panel beside a position of the game: what the bot answered there, or who moved."""
    game, position = model.thinking.lab_game, model.review_position
    assert game
    assert position
    n, total = len(position.log), len(model.match.log)
    if position.to_move() == game.seat:
        heading = _("What {name} answered").format(name=game.name)
        said, values = _answer_sentence(model, game, n), _render_values(model, game, position, n)
    else:
        heading, values = _("What happened"), None
        said = tag("p", model.entry_sentences(model.match.events(None, n)[0])[0]) if n < total else None
    controls = tag(
        "div",
        _step_button(n - 1, "back", _("Back one move"), total),
        _step_button(n + 1, "forward", _("Forward one move"), total),
        button(_("What if?"), do=("panel", "branch"), class_="second", id="lab-branch") if n < total else None,
        tag("a", _("Back to the lab"), href=LAB_PAGE, class_="primary", id="lab-leave"),
        class_="plays",
    )
    return join(panel_heading(heading), said, controls, values)


def _answer_sentence(model: Model, game: LabGame, n: int) -> Markup | None:
    if n < len(model.match.log):
        said = model.entry_sentences(model.match.events(None, n)[0])[0]
        return tag("p", svg.seat_sign(game.seat), tag("span", said), class_="said")
    return tag("p", game.error) if game.error else None


def _render_values(model: Model, game: LabGame, position: Match, n: int) -> Markup:
    """Render the valued actions of the bot as a table, and the number of legal ones."""
    legal = position.legal()
    count = ngettext("{n} legal action", "{n} legal actions", len(legal)).format(n=len(legal))
    view, played = position.view(game.seat), model.match.log[n][1] if n < len(model.match.log) else None
    rows = []
    for action, value in game.values.get(n, ()):
        if position.allows(action):
            continue
        mark = tag("span", _("played"), class_="badge") if action == played else None
        name = model.game.sentences.action_name(action, view)
        rows.append(
            tag("tr", tag("th", name, " ", mark, scope="row"), tag("td", tag("b", format_number(round(value, 1)))))
        )
    if not rows:
        return tag("p", count, class_="hint")
    titles = tag("tr", tag("th", _("Action"), scope="col"), tag("th", _("Value"), scope="col"))
    caption = screen_reader_text(_("Actions and the values that the bot gave them"))
    return join(html_table(caption, titles, rows, class_="thought"), tag("p", count, class_="hint"))


def _step_button(n: int, name: str, label: str, total: int) -> Markup:
    """Render a button that shows the position `n`."""
    return button(
        svg.tool_icon(name),
        do=("show", min(max(n, 0), total)),
        class_="second step",
        id=f"lab-{name}",
        aria_label=label,
        title=label,
        disabled=not 0 <= n <= total,
    )
