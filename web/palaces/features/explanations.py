"""Explanations of bot moves, and hints for the person to move. Pure."""

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.app.panel_state import HintPanel, WhyPanel
from palaces.app.thinking import BotReasoning
from palaces.features import replay
from palaces.ui import svg
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, button, html_table, join, screen_reader_text, tag
from palaces.ui.panels import panel_heading, render_waiting_line
from palaces.ui.pieces import highlight_attribute
from pygame_core.bots import HEURISTIC_LEVELS, Candidate
from pygame_core.bots.decision import SHOWN_CANDIDATE_COUNT
from pygame_core.bots.explain import (
    action_note,
    continuation_sentences,
    figures_sentence,
    is_equally_good,
    reason_sentences,
    signed_points,
)
from pygame_core.state import JsonAction


def render_why_button(model: Model, n: int) -> Markup | None:
    """Render the “Why?” button at a bot's line of the log, or None."""
    if not model.is_bot_entry(n):
        return None
    name = model.player_names[model.match.log[n][0]]
    label = _("Why did {name} do that? Move {n}").format(name=name, n=n + 1)
    opened = model.panel_key == ("why", n)
    expanded = "true" if opened else "false"
    return button(_("Why?"), do=("why", n), class_="why", aria_label=label, aria_expanded=expanded, id=f"why-{n}")


def render_why_panel(model: Model, panel: WhyPanel) -> Markup:
    """Render the panel with the reasons of a log entry."""
    n = panel.log_number
    event = model.match.events(None, n)[0]
    name = model.player_names[event["seat"]]
    said = model.entry_sentences(event)[0]
    moved = tag("small", _("Move {n}").format(n=n + 1))
    asked = join(
        panel_heading(_("Why did {name} do that?").format(name=name)),
        tag(
            "p",
            svg.seat_sign(event["seat"]),
            tag("span", said, " ", moved),
            class_="said",
            data_lights=highlight_attribute(_moved_pieces(model, n)),
        ),
    )
    found = model.visible_reasoning.get(n)
    if found is None:
        if model.has_secret_reasoning:
            ask, waits = "guess", _("Looking at what everyone can see")
        else:
            ask, waits = "why", _("{name} is thinking it over again").format(name=name)
        return join(asked, render_waiting_line(ask, waits, unanswered=panel.is_unanswered))
    brought = _entry_note(model, n)
    rest = (
        _render_public_explanation(model, found, n)
        if model.has_secret_reasoning
        else _render_best_moves(model, found, n)
    )
    back = button(_("Back to the log"), do=("panel", "log"), class_="second")
    return join(
        asked,
        tag("p", tag("b", brought)) if brought else None,
        [tag("p", sentence) for sentence in _known_reasons(model, n)],
        rest,
        tag("div", back, class_="plays"),
    )


def why_panel_sentences(model: Model, n: int) -> list[str]:
    """Return what a log entry brought, in a short line, and its known reasons."""
    brought = _entry_note(model, n)
    return [*([brought] if brought else []), *_known_reasons(model, n)]


def _entry_note(model: Model, n: int) -> str:
    """Return what a log entry brought to its seat, in a short line; "" if nothing, or while hands are secret."""
    if model.has_secret_reasoning:
        return ""
    seat, action, _draws = model.match.log[n]
    return action_note(model.game.sentences, action, replay.truncate_match(model.whole_match, n).view(seat))


def _known_reasons(model: Model, n: int) -> list[str]:
    decision = model.visible_reasoning[n].decision
    if decision.action == model.match.log[n][1]:
        return reason_sentences(model.game.sentences, decision)
    if model.has_secret_reasoning:
        return [_("This move can't be explained by what everyone can see.")]
    # the answer of a master depends on its time
    if is_equally_good(decision, model.match.log[n][1]):
        return [_("Asked again now, the bot would choose another move that's just as good.")]
    return [_("Asked again now, the bot would choose another move.")]


def _has_lookahead(model: Model, n: int) -> bool:
    """Return True if the bot that made a move looks ahead to the end."""
    return model.match.seats[model.match.log[n][0]]["kind"].removeprefix("bot:") not in HEURISTIC_LEVELS


def _render_public_explanation(model: Model, found: BotReasoning, n: int) -> list[Markup]:
    """Render the lead that an onlooker expects of the move, and the reason why the page tells no more."""
    seat, action, _draws = model.match.log[n]
    name, decision = model.player_names[seat], found.decision
    drawn_by_lot = decision.action == action and not decision.candidates
    choice = len(decision.candidates) > 1 and _has_lookahead(model, n)
    played = [one for one in decision.candidates if one.action == action and choice]
    lead = _("Expected lead: {points}")
    if decision.candidates:
        said = _(
            "{name}'s hand is secret, so this uses only what everyone can see. You'll see the rest after the game."
        )
    else:
        said = _("{name}'s hand is secret. You'll see the reasons after the game.")
    told = [tag("p", lead.format(points=signed_points(one.expected_lead))) for one in played]
    if played:
        told.append(_render_figures_note(model, foreseen=True, onlooker=True))
    if not drawn_by_lot:
        told.append(tag("p", said.format(name=name), class_="hint"))
    return told


def _render_best_moves(model: Model, found: BotReasoning, n: int) -> Markup | None:
    """Render the best moves and the played one, each with its expected lead; None if there was no choice."""
    decision, played = found.decision, model.match.log[n][1]
    if len(decision.candidates) < 2:
        return None
    rows = [_render_move_row(model, found, one, played, place) for place, one in enumerate(decision.candidates)]
    if _has_lookahead(model, n):
        expected, caption = _("expected lead"), _("Best moves and the expected lead after each")
    else:
        expected, caption = _("at a glance"), _("Best moves and the lead after each, judged at a glance")
    titles = tag("tr", tag("th", _("Best moves"), scope="col"), tag("th", expected, scope="col"))
    return join(
        html_table(screen_reader_text(caption), titles, rows, class_="thought"),
        _render_figures_note(model, _has_lookahead(model, n)),
    )


def _render_figures_note(model: Model, foreseen: bool, onlooker: bool = False) -> Markup:
    """Render a note about the figures of moves."""
    glance = _("Each number is the lead so far plus what the move seems to add, judged at a glance, in points.")
    return tag("p", figures_sentence(len(model.match.seats), onlooker) if foreseen else glance, class_="hint")


def _render_move_row(model: Model, found: BotReasoning, one: Candidate, played: JsonAction, place: int) -> Markup:
    """Render a move as a row. Moves after the best ones are set apart."""
    name = model.game.sentences.action_name(one.action, found.view)
    mark = tag("span", _("played"), class_="badge") if one.action == played else None
    figure = tag("td", tag("b", signed_points(one.expected_lead)))
    return tag(
        "tr",
        tag("th", name, " ", mark, scope="row"),
        figure,
        class_="apart" if place >= SHOWN_CANDIDATE_COUNT else None,
    )


def action_targets(model: Model, action: JsonAction) -> list[str]:
    """Return the pieces and places of an action of the person to move."""
    return game_view_of(model).action_pieces(
        game_view_of(model).pieces_class.from_model(model), model.viewer or 0, action
    )


def _moved_pieces(model: Model, n: int) -> list[str]:
    """Return the pieces that an entry of the log moved."""
    return game_view_of(model).pieces_class.from_model(model).moved_pieces(n)


# -- hints -------------------------------------------------------------------------------------------------------------


def render_hint_panel(model: Model, panel: HintPanel) -> Markup:
    """Render the panel with a master's advice for the person to move. Its moves have the same numbers on the table."""
    found = model.hint
    if found is None:
        seconds = model.address.think
        wait = ngettext(
            "Master is looking at what you can see, for about {n} second",
            "Master is looking at what you can see, for about {n} seconds",
            seconds,
        )
        line = render_waiting_line("hint", wait.format(n=seconds), unanswered=panel.is_unanswered)
        return join(panel_heading(_("Hint")), line)
    text, decision = model.game.sentences, found.decision
    further = zip(continuation_sentences(text, decision), decision.continuation, strict=True)
    said = [
        tag("p", sentence, data_lights=highlight_attribute(action_targets(model, action)))
        for sentence, action in further
    ]
    said += [tag("p", sentence) for sentence in reason_sentences(text, decision)]
    moves = [_render_hint_move(model, found, n, one) for n, one in enumerate(decision.candidates, 1)]
    caption = _render_figures_note(model, foreseen=True) if len(moves) > 1 else None
    told = [tag("ol", moves, class_="advice"), said, caption]
    return join(panel_heading(_("Hint")), told if moves else said)


def with_notes(model: Model, found: BotReasoning) -> BotReasoning:
    """Return the master's advice with what each move brings to the person to move. To find that takes some time."""
    view, text = model.match.view(model.viewer), model.game.sentences
    return found._replace(notes=tuple(action_note(text, one.action, view) for one in found.decision.candidates))


def _render_hint_move(model: Model, found: BotReasoning, n: int, one: Candidate) -> Markup:
    """Render a move of the hint with its number, a button that drafts it and, if there is a choice, the expected
    lead."""
    lead = tag(
        "b",
        signed_points(one.expected_lead),
        class_="lead-to-expect minus" if one.expected_lead < 0 else "lead-to-expect",
    )
    name = model.game.sentences.action_name(one.action, found.view)
    note = found.notes[n - 1] if found.notes else ""
    shown, label = _("Show"), _("Show: {action}").format(action=name)
    if len(found.decision.candidates) > 1:
        shown, label = _("Show {n}").format(n=n), _("Show {n}: {action}").format(n=n, action=name)
    return tag(
        "li",
        tag("b", n, class_="numeral", aria_hidden="true"),
        tag("span", name, tag("small", note) if note else None),
        lead if len(found.decision.candidates) > 1 else None,
        button(shown, do=("draft", one.action), class_="second", aria_label=label, id=f"show-{n}"),
        data_place=f"hint-{n}",
        data_lights=highlight_attribute([*action_targets(model, one.action), f"hinted-{n}"]),
    )


def hint_numbers(model: Model) -> dict[str, str]:
    """Return the numbers of the moves of an open hint, by the names of their pieces and places."""
    if not isinstance(model.panel, HintPanel) or model.hint is None or model.flashback is not None:
        return {}
    moves = [action_targets(model, one.action) for one in model.hint.decision.candidates]
    shared = set(moves[0]).intersection(*moves[1:]) if len(moves) > 1 else set()
    if any(names and shared.issuperset(names) for names in moves):
        shared = set()  # a move has no other pieces
    pieces = game_view_of(model).pieces_class.from_model(model)
    found: dict[str, list[str]] = {}
    for n, names in enumerate(moves, 1):
        for name in pieces.marked_names(name for name in names if name not in shared):
            found.setdefault(name, []).append(str(n))
    return {name: " ".join(those) for name, those in found.items()}


def hint_attributes(model: Model) -> dict[str, dict[str, str]]:
    """Return attributes by the name of a piece or place, which show the numbers of an open hint there. Pointing at it
    lights the move in the panel."""
    return {
        name: {"data_hint": numbers, "data_lights": _hint_highlights(numbers)}
        for name, numbers in hint_numbers(model).items()
    }


def _hint_highlights(found: str) -> str:
    """Return the names in the panel and on the table that light up for these numbers."""
    return highlight_attribute(f"{kind}-{n}" for n in found.split() for kind in ("hint", "hinted")) or ""
