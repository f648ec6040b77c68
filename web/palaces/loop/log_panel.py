"""The panel with the log, which can be limited to a player or to scorings. Pure."""

from collections.abc import Sequence

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.panel_state import LogPanel
from palaces.features import replay
from palaces.features.explanations import render_why_button
from palaces.ui import svg
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, boolean_attribute, button, join, name_tag, tag
from palaces.ui.panels import panel_heading
from palaces.ui.pieces import highlight_attribute
from pygame_core.state import Event


def log_filters(model: Model) -> dict[str, str]:
    """Return the filters of the log by name, with their labels: everything, each player, and scorings if there were
    any."""
    players = {f"seat-{seat}": name for seat, name in enumerate(model.seat_labels)}
    scorings = (
        {"scorings": _("Scorings")} if any(map(game_view_of(model).scoring_letter, _visible_events(model))) else {}
    )
    return {"": _("All"), **players, **scorings}


def _visible_events(model: Model) -> Sequence[Event]:
    """Return the entries that may be shown."""
    return model.match.events(None)[: model.visible_moves]


def render_log(model: Model, panel: LogPanel) -> Markup:
    """Render the log as far as it may be shown, newest first. Entries since the viewer's last action come first, the
    others by rounds. A finished game has only rounds."""
    events = _visible_events(model)[::-1]
    begun = replay.round_starts(model.match, len(events))[:-1]
    names = game_view_of(model).pieces_class.from_model(model)
    news = _first_news(model)
    fresh_from = model.visible_moves if model.shows_end else model.first_new_entry
    groups: dict[str, list[Markup]] = {}
    for event in events:
        n = event["n"]
        if not _is_listed(model, panel, event):
            continue
        round_ = _("Round {n}").format(n=sum(mark <= n for mark in begun))
        title = _("Since your last turn") if 0 < news <= n else round_
        lit = highlight_attribute(names.moved_pieces(n))
        groups.setdefault(title, []).append(_render_entry(model, event, lit, fresh=n >= fresh_from))
    told = [
        tag("section", tag("h3", title), tag("ol", lines), class_="happened", aria_label=title)
        for title, lines in groups.items()
    ]
    return join(
        panel_heading(_("Log")),
        _render_filters(model, panel) if events else None,
        tag("div", told, data_arrows="y") if told else tag("p", _("No moves yet")),
        _render_steps(model) if events and model.can_review else None,
    )


def _first_news(model: Model) -> int:
    """Return the log number of the first entry since the viewer's last action; the length of the log if nobody here
    plays, in an earlier position, and after the game."""
    is_playing = model.undoable_seats and model.review_position is None and not model.shows_end
    return model.first_new_entry if is_playing else model.visible_moves


def _is_listed(model: Model, panel: LogPanel, event: Event) -> bool:
    if panel.filter_name == "scorings":
        return _is_scoring(model, event)
    return panel.filter_name in ("", f"seat-{event['seat']}")


def _render_filters(model: Model, panel: LogPanel) -> Markup:
    """Render a button for each filter of the log."""
    chips = [
        button(
            svg.seat_sign(int(name.removeprefix("seat-"))) if name.startswith("seat-") else None,
            name_tag(label),
            do=("log", name),
            class_="choice",
            id=f"log-{name or 'all'}",
            aria_label=_("Moves: {name}").format(name=label) if name.startswith("seat-") else None,
            aria_pressed=boolean_attribute(name == panel.filter_name),
        )
        for name, label in log_filters(model).items()
    ]
    return tag("div", chips, class_="log-filters", role="group", aria_label=_("Moves to show"), data_arrows=True)


def _render_steps(model: Model) -> Markup | None:
    """Render the buttons that step back, and that replay the newest entries on the table."""
    news, total = _first_news(model), model.visible_moves
    has_news = 0 < news < total
    start = news if has_news else replay.round_starts(model.match, total)[-2]
    back = button(
        svg.tool_icon("back"), _("Back one move"), do=("show", model.move_number - 1), class_="second", id="log-back"
    )
    label = _("Replay new moves") if has_news else _("Replay last round")
    play = button(svg.tool_icon("run"), label, do=("rerun", start), class_="second", id="log-play")
    return tag("div", back if model.move_number else None, play, class_="plays log-steps", data_arrows=True)


def _render_entry(model: Model, event: Event, lit: str | None, fresh: bool) -> Markup:
    """Render a log entry, its last consequence first, as the log itself has the newest first. A tap shows the position
    after it, and pointing at it lights the pieces that moved."""
    n = event["n"]
    first, *more = model.entry_sentences(event)
    said = tag("span", [tag("em", sentence) for sentence in more[::-1]], tag("span", first, class_="deed"))
    if model.can_review and n + 1 != model.move_number:
        said = button(said, do=("show", n + 1), class_="line")
    why = render_why_button(model, n)
    picture, _word = game_view_of(model).event_summary(event)
    classes = [name for name, there in (("new", fresh), ("scoring-entry", more and _is_scoring(model, event))) if there]
    return tag(
        "li", svg.seat_sign(event["seat"]), said, picture, why, class_=" ".join(classes) or None, data_lights=lit
    )


def _is_scoring(model: Model, event: Event) -> bool:
    """Return True if an entry brought a scoring."""
    return bool(game_view_of(model).scoring_letter(event))
