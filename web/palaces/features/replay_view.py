"""The replay as markup: its heading, the controls that step through positions, and the way on from one. Pure."""

from palaces.app.i18n import _, level_label, ngettext
from palaces.app.model import Model
from palaces.app.settings import SETTINGS
from palaces.features.replay import LAB_PAGE, can_open_hands, is_handed_on, last_reachable_move, round_starts
from palaces.ui import svg
from palaces.ui.html import Markup, button, choice_group, slider_input, tag
from palaces.ui.panels import question_panel


def render_replay_status(model: Model) -> Markup:
    """Render the move number, and the move before this position."""
    n = model.move_number
    where = _("Move {n} of {total}") if model.revealed_moves is None else _("Move {n}")
    entry = model.match.events(None, n - 1)[0] if n else None
    done = _replayed_sentence(model)
    sign = svg.seat_sign(entry["seat"]) if entry else None
    said = tag("span", tag("b", where.format(n=n, total=model.visible_moves)), " ", tag("span", done, class_="said"))
    return tag("h1", sign, said, tabindex="-1", id="turn")


def _replayed_sentence(model: Model) -> str:
    """Return the sentence of the move before this position."""
    n = model.move_number
    return model.entry_sentences(model.match.events(None, n - 1)[0])[0] if n else _("The game starts.")


def render_replay_bar(model: Model) -> Markup:
    """Render the controls that step through positions, and the options there."""
    n, told = model.move_number, model.visible_moves
    marks = round_starts(model.match, told)
    ahead = min(n + 1, last_reachable_move(model))
    steps = (
        ("first", _("First position"), 0),
        ("round-back", _("Back one round"), max((mark for mark in marks if mark < n), default=n)),
        ("back", _("Back one move"), max(0, n - 1)),
        ("forward", _("Forward one move"), ahead),
        ("round-forward", _("Forward one round"), min((mark for mark in marks if mark > n), default=ahead)),
        ("last", _("Last position you've seen") if model.revealed_moves is not None else _("Last position"), told),
    )
    return tag(
        "div",
        tag(
            "div",
            [_replay_step_button(model, *one) for one in steps[:3]],
            _autoplay_button(model),
            [_replay_step_button(model, *one) for one in steps[3:]],
        ),
        _render_timeline(model),
        tag("div", _replay_options(model), _exit_button(model), class_="plays"),
        tag("p", _replayed_sentence(model), class_="replayed"),
        class_="steps",
    )


def _replay_options(model: Model) -> list[Markup | None]:
    """Render the speed during autoplay. Otherwise render the buttons for open hands and for a new game from here."""
    if model.review_position is None:
        return []
    if not model.is_autoplaying:
        return [_open_hands_button(model), _look_again_button(model), _what_if_button(model)]
    speed = SETTINGS["speed"]
    return [choice_group(speed.name, _("Speed"), speed.value_labels(), model.address.speed, speed.message)]


def _render_timeline(model: Model) -> Markup | None:
    """Render a slider over all moves. Once the end is revealed, it shows the chances to win. On the end page, the chart
    itself has the slider."""
    if model.review_position is None:
        return None
    known = model.mover is None and model.revealed_moves is None and model.win_probabilities
    if not known:
        return _move_slider(model)
    from palaces.features import win_chart  # imported only for a finished game

    return win_chart.render_chart_strip(model)


def _replay_step_button(model: Model, name: str, label: str, n: int) -> Markup:
    off = n == model.move_number
    return button(
        svg.tool_icon(name), do=("show", n), class_="second step", id=name, aria_label=label, title=label, disabled=off
    )


def _autoplay_button(model: Model) -> Markup:
    label = _("Stop") if model.is_autoplaying else _("Autoplay")
    sign = svg.tool_icon("pause" if model.is_autoplaying else "run")
    return button(sign, do=("run",), class_="second step", id="run", aria_label=label, title=label)


def _exit_button(model: Model) -> Markup | None:
    """Render the button that leaves the review."""
    total = len(model.match.log)
    if model.thinking.lab_game is not None:
        return tag("a", _("Back to the lab"), href=LAB_PAGE, class_="primary", id="lab-leave")
    if model.review_position is None:
        return None
    if model.revealed_moves is not None:
        return button(_("Show the whole game"), do=("tell-all",), class_="primary", id="tell-all")
    if model.read_only and model.mover is not None:
        return button(_("Continue this game"), do=("panel", "branch"), class_="primary", id="take")
    label = _("Go to the end") if model.mover is None else _("Back to the game")
    return button(label, do=("show", total), class_="primary", id="to-end")


def _open_hands_button(model: Model) -> Markup | None:
    """Render the button that shows or hides the hand of the seat to move."""
    if not can_open_hands(model):
        return None
    return button(
        _("Show hands"),
        do=("hands",),
        class_="choice",
        id="hands",
        aria_pressed="true" if model.review.mover_hand_shown else "false",
    )


def _look_again_button(model: Model) -> Markup | None:
    """Render the button that looks again at decisions, once the review has found one."""
    if model.decision_review is None or not model.decision_review.decisions:
        return None
    return button(_("Look again"), do=("decision", "open", 0), class_="second", id="look-again")


def _what_if_button(model: Model) -> Markup | None:
    if is_handed_on(model):
        return None
    label = _("What if? Continue from here")
    return button(_("What if?"), do=("panel", "branch"), class_="second", id="branch", aria_label=label, title=label)


def _move_slider(model: Model) -> Markup:
    n, told = model.move_number, model.visible_moves
    value = (
        _("Move {n} of {total}").format(n=n, total=told) if model.revealed_moves is None else _("Move {n}").format(n=n)
    )
    return slider_input(
        n, told, ("slide",), id="moment", class_="moment", aria_label=_("Go to a move"), aria_valuetext=value
    )


def render_branch_panel(model: Model) -> Markup:
    """Render the choice of the seat that continues from here."""
    present = is_handed_on(model)
    people = model.human_seats
    note = (
        _("The game becomes yours and is saved here. The link stays the same.")
        if present
        else _("A separate practice game starts from here. The game you're looking at stays as it is.")
    )
    several = ngettext(
        "Same players, {n} person on this device", "Same players, {n} people on this device", len(people)
    ).format(n=len(people))
    alone = [_branch_seat_button(model, seat) for seat in range(len(model.player_names))]
    return question_panel(
        _("Continue this game") if present else _("What if?"),
        note,
        button(several, do=("branch", None), class_="primary") if len(people) > 1 else None,
        alone,
    )


def _branch_seat_button(model: Model, seat: int) -> Markup:
    kind = model.match.seats[seat]["kind"]
    was = None if kind == "human" else tag("small", level_label(kind.removeprefix("bot:")))
    said = model.player_reference(seat).choose_sentence(_("Play as {name}"), _("Play as yourself"))
    only = model.human_seats == [seat]
    return button(svg.seat_sign(seat), said, " ", was, do=("branch", seat), class_="primary" if only else "second")
