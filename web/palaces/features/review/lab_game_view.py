"""A game of the lab on the table, with what the bot answered beside it. Pure."""

from collections.abc import Sequence

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.app.thinking import ActionValues, LabGame
from palaces.features import replay
from palaces.features.explanations import action_targets
from palaces.features.review.lab_game import legal_values
from palaces.ui import svg
from palaces.ui.annotations import INACTIVE, Annotations
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, button, join, screen_reader_text, tag
from palaces.ui.panels import panel_heading
from pygame_core.bots.explain import action_note
from pygame_core.i18n import format_number
from pygame_core.match import ShownGame
from pygame_core.state import JsonAction, View

CLOSE_SHARE = 1 / 8
"""The gap between the first two values, as a share of all shown ones, below which they are close."""


def _shown(model: Model) -> tuple[LabGame, ShownGame, int]:
    """Return the game, its position on screen, and the log number."""
    game = model.thinking.lab_game
    assert game
    position = model.shown_match
    return game, position, len(position.log)


def _is_own_turn(game: LabGame, position: ShownGame) -> bool:
    return position.to_move() == game.seat


# -- heading and announcements -----------------------------------------------------------------------------------------


def render_status(model: Model) -> Markup:
    """Render the heading: the game of the run, the move that comes next, and who makes it."""
    game, position, _n = _shown(model)
    seat = position.to_move()
    said = tag("span", tag("b", _place_phrase(model)), " ", tag("span", _mover_phrase(model)))
    back = _("Back to the lab")
    leave = tag(
        "a", svg.tool_icon("back"), href=replay.LAB_PAGE, class_="tool", aria_label=back, title=back, id="lab-back"
    )
    return join(leave, tag("h1", svg.seat_sign(game.seat if seat is None else seat), said, tabindex="-1", id="turn"))


def _place_phrase(model: Model) -> str:
    game, _position, n = _shown(model)
    if not game.number:
        return _("Move {n}").format(n=n + 1)
    return _("Game {game}, move {move}").format(game=game.number, move=n + 1)


def _mover_phrase(model: Model) -> str:
    game, position, n = _shown(model)
    seat = position.to_move()
    if seat != game.seat:
        return _("{name} moves").format(name=model.player_names[seat or 0])
    if n == len(model.match.log):
        return _("{name} stopped here").format(name=model.player_names[seat])
    return _("{name} answers").format(name=model.player_names[seat])


def position_sentences(model: Model) -> list[str]:
    """Return the move on screen, and what the bot answered or what the other player did."""
    game, position, n = _shown(model)
    place = f"{_place_phrase(model)}."
    if n == len(model.match.log):
        return [place, game.error or _("{name} stopped here.").format(name=game.name)]
    if not _is_own_turn(game, position):
        return [place, *model.entry_sentences(model.match.events(None, n)[0])[:1]]
    played = model.match.log[n][1]
    answered = _("{name} answers: {action}.").format(name=model.player_names[game.seat], action=_name(model, played))
    rows = legal_values(model.thinking.own_values, n, position)
    values = [_("Value {value}.").format(value=_figure(value)) for action, value in rows if action == played]
    return [place, answered, *values, *_tips(rows)]


# -- the card ----------------------------------------------------------------------------------------------------------


def build_annotations(model: Model) -> Annotations:
    """Return the mark of the answer on the pieces of the table."""
    game, position, n = _shown(model)
    if n == len(model.match.log) or not _is_own_turn(game, position):
        return INACTIVE
    then = replay.reviewed_model(model)
    targets = action_targets(then, model.match.log[n][1])
    marked = game_view_of(then).pieces_class.from_model(then).marked_names(targets)
    return INACTIVE._replace(hint_attributes={name: {"data_answer": ""} for name in marked})


def render_answer(model: Model) -> Markup:
    """Render the card beside a position: what the bot answered there, or who moved."""
    game, position, n = _shown(model)
    if not _is_own_turn(game, position):
        said = model.entry_sentences(model.match.events(None, n)[0])[0]
        seat = model.match.log[n][0]
        body = tag("p", svg.seat_sign(seat), tag("span", said), class_="said")
        return _render_card(model, _("What happened"), body)
    facts = [_("{n} ms").format(n=format_number(game.times[n]))] if n in game.times else []
    count = len(position.legal())
    facts.append(ngettext("{n} legal", "{n} legal", count).format(n=count))
    if n == len(model.match.log):
        title, body = _("Where {name} stopped"), tag("p", game.error)
    else:
        rows = legal_values(model.thinking.own_values, n, position)
        values = render_values(model, rows, position, model.match.log[n][1])
        title, body = _("What {name} answered"), join(values, [tag("p", tip, class_="tip") for tip in _tips(rows)])
    return _render_card(model, title.format(name=game.name), body, facts, _render_actions_button(count))


def _render_actions_button(count: int) -> Markup:
    listed = _("All {n}").format(n=format_number(count))
    # Translators: the label of a button that lists them.
    every = ngettext("All {n}: one legal action", "All {n} legal actions", count).format(n=format_number(count))
    return button(listed, do=("panel", "lab-actions"), class_="quiet", id="lab-actions", aria_label=every)


def _render_card(
    model: Model, title: str, body: Markup, facts: Sequence[str] = (), actions: Markup | None = None
) -> Markup:
    game, _position, _n = _shown(model)
    lines = _("Log · {n}").format(n=format_number(len(game.lines)))
    branch = _("What if? Continue from here")
    more = tag(
        "div",
        actions,
        button(lines, do=("panel", "lab-lines"), class_="quiet", id="lab-lines"),
        button(_("What if?"), do=("panel", "branch"), class_="quiet", id="lab-branch", aria_label=branch),
        class_="more",
        data_arrows=True,
    )
    heading = tag("h2", tag("b", title), tag("small", " · ".join(facts)) if facts else None)
    return tag("div", heading, tag("div", body, class_="lab-body"), more, class_="lab-answer")


def render_values(model: Model, rows: ActionValues, position: ShownGame, played: JsonAction) -> Markup:
    """Render the actions with the values that a bot gave them. The played one has a mark, with a value or without."""
    listed: list[tuple[JsonAction, float | None]] = [*rows]
    if played not in [action for action, _value in rows]:
        listed.insert(0, (played, None))
    return tag("ol", _render_rows(model, listed, position, played))


def _render_rows(
    model: Model, rows: Sequence[tuple[JsonAction, float | None]], position: ShownGame, played: JsonAction | None
) -> list[Markup]:
    view = position.view(position.to_move())
    return [_render_row(model, view, n, row, row[0] == played) for n, row in enumerate(rows, 1)]


def _render_row(model: Model, view: View, n: int, row: tuple[JsonAction, float | None], is_played: bool) -> Markup:
    action, value = row
    note = action_note(model.game.sentences, action, view)
    mark = join(svg.tool_icon("check"), screen_reader_text(_("Played:"))) if is_played else format_number(n)
    figure = None if value is None else tag("b", screen_reader_text(_("value")), " ", _figure(value))
    name = model.game.sentences.action_name(action, view)
    shown = tag("span", name, " ", tag("small", note) if note else None, class_="action")
    return tag("li", tag("span", mark, class_="mark"), shown, figure, class_="played" if is_played else None)


def _name(model: Model, action: JsonAction) -> str:
    _game, position, _n = _shown(model)
    return model.game.sentences.action_name(action, position.view(position.to_move()))


def _figure(value: float) -> str:
    return format_number(round(value, 1))


def _tips(rows: ActionValues) -> list[str]:
    """Return at most one sentence about the values: none given, or the best too close."""
    if not rows:
        return [_("No values. A bot that returns Choice(action, values), from pygame_core.bot_tools, shows them here.")]
    if len(rows) < 3:
        return []
    gap, spread = rows[0][1] - rows[1][1], rows[0][1] - rows[-1][1]
    if spread == 0 or gap > spread * CLOSE_SHARE:
        return []
    if round(gap, 1) == 0:
        return [_("The first two are worth the same.")]
    told = _("The first two are {gap} apart. Few samples can't tell which is better.")
    return [told.format(gap=format_number(round(gap, 1)))]


# -- panels ------------------------------------------------------------------------------------------------------------


def render_actions_panel(model: Model) -> Markup:
    """Render all legal actions, those with values first."""
    _game, position, n = _shown(model)
    legal = position.legal()
    rows: list[tuple[JsonAction, float | None]] = [*legal_values(model.thinking.own_values, n, position)]
    valued = [action for action, _value in rows]
    rows += [(action, None) for action in legal if action not in valued]
    played = model.match.log[n][1] if n < len(model.match.log) else None
    title = ngettext("{n} legal action", "{n} legal actions", len(legal)).format(n=format_number(len(legal)))
    return join(panel_heading(title), tag("ol", _render_rows(model, rows, position, played), class_="lab-actions"))


def render_lines_panel(model: Model) -> Markup:
    """Render what the bot printed in this game. The lines of the move on screen have a mark."""
    game, _position, n = _shown(model)
    items = [
        tag(
            "li",
            button(_("Move {n}").format(n=move), do=("show", move - 1), class_="quiet") if move else None,
            tag("span", text),
            aria_current="true" if move == n + 1 else None,
        )
        for move, text in game.lines
    ]
    nothing = tag("p", _("{name} printed nothing in this game.").format(name=game.name))
    return join(panel_heading(_("Log")), tag("ol", items, class_="lab-lines") if items else nothing)


def render_own_reasons(model: Model, n: int) -> Markup:
    """Render the panel “Why?” at a move of a bot of one's own: the values that it gave."""
    seat, played, _draws = model.match.log[n]
    name = model.player_names[seat]
    said = model.entry_sentences(model.match.events(None, n)[0])[0]
    moved = tag("small", _("Move {n}").format(n=n + 1))
    if model.has_secret_reasoning and not model.read_only:
        body = tag("p", _("{name}'s hand is secret. You'll see the reasons after the game.").format(name=name))
    else:
        position = replay.truncate_match(model.whole_match, n)
        rows = legal_values(model.thinking.own_values, n, position)
        told = _("No values here. Return Choice(action, values), from pygame_core.bot_tools, to see some.")
        values = tag("div", render_values(model, rows, position, played), class_="lab-answer")
        body = values if rows else tag("p", told)
    return join(
        panel_heading(_("Why did {name} do that?").format(name=name)),
        tag("p", svg.seat_sign(seat), tag("span", said, " ", moved), class_="said"),
        body,
        tag("div", button(_("Back to the log"), do=("panel", "log"), class_="second"), class_="plays"),
    )
