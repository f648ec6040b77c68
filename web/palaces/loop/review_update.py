"""The messages that show earlier positions: review, autoplay, flashbacks and games from links. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from palaces.app.model import Model, Notice, Review, Selection, Speech, Table, Transition
from palaces.app.routing import PAUSE_MS_BY_SPEED, Address
from palaces.features import replay
from palaces.features.steps import event_sound_effects, request_win_probabilities, start_game
from palaces.ui import event_cards
from palaces.ui.game_view import load_game_view
from palaces.ui.pieces import points_gained
from pygame_core import Match
from pygame_core.match import ShownGame

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import FlashbackMessage, ReviewMessage

FLASHBACK_BEFORE_MS = 450
"""The time that a flashback shows the table before the move, in milliseconds."""
FLASHBACK_AFTER_MS = 800
"""The time that a flashback shows the table after the move, in milliseconds."""


def update_review(model: Model, message: "ReviewMessage") -> Transition:
    """Handle a message of the review."""
    match message:
        case ("show" | "slide", n):
            if not 0 <= n <= replay.last_reachable_move(model):
                return model, []
            return show_position(stop_autoplay(model), n) if n != model.move_number else (stop_autoplay(model), [])
        case ("rerun", n):
            if not 0 <= n < replay.last_reachable_move(model):
                return model, []
            shown, effects = show_position(stop_autoplay(model), n)
            running = replace(shown, review=shown.review.with_autoplay(True))
            return running, [*effects, *_schedule_autoplay(running)]
        case ("run",):
            return _toggle_autoplay(model) if model.has_replay_controls else (model, [])
        case ("tick", dealt, n):
            return (
                _advance_autoplay(model)
                if model.is_autoplaying and (dealt, n) == (model.game_serial, model.move_number)
                else (model, [])
            )
        case ("tell-all",):
            if model.revealed_moves is None:
                return model, []
            told = replace(model, review=model.review.with_autoplay(False).with_all_revealed())
            return told, request_win_probabilities(told)
        case ("hands",):
            opened = replace(model, review=model.review.with_hands_toggled())
            return (opened if replay.can_open_hands(model) else model), []
        case ("branch", seat):
            known = seat is None or 0 <= seat < len(model.player_names)
            return _branch_game(model, seat) if known else (model, [])
        case _:
            assert_never(message)


def show_position(model: Model, n: int) -> Transition:
    """Show an earlier position. The match on the table stays the same."""
    changed = replay.review_at(model, n)
    effects: list[Effect] = []
    if (changed.review_position is None) != (model.review_position is None):
        effects.append(("top",) if changed.review_position or model.mover is not None else ("reveal", "story"))
    if changed.revealed_moves is None and model.revealed_moves is not None:
        effects += request_win_probabilities(changed)
    if model.is_autoplaying and n and PAUSE_MS_BY_SPEED[model.address.speed] >= PAUSE_MS_BY_SPEED["normal"]:
        effects += event_sound_effects(model, model.match.events(None, n - 1)[0])
    return changed, effects


def _branch_game(model: Model, seat: int | None) -> Transition:
    """Start a new game from the position on screen."""
    address, match = replay.branch_match(model, seat)
    begun, effects = start_game(address, match, (), model.game_serial + 1, model.lasting_notices)
    return begun, [("new-table", match.practice), *effects]


# -- autoplay ----------------------------------------------------------------------------------------------------------


def _toggle_autoplay(model: Model) -> Transition:
    """Start or stop autoplay. At the end, it starts from the beginning."""
    if model.is_autoplaying:
        return stop_autoplay(model), []
    effects: list[Effect] = []
    if model.move_number == len(model.match.log):
        model, effects = show_position(model, 0)
    running = replace(model, review=model.review.with_autoplay(True))
    return running, [*effects, *_schedule_autoplay(running)]


def stop_autoplay(model: Model) -> Model:
    """Return the model without autoplay."""
    return replace(model, review=model.review.with_autoplay(False))


def _advance_autoplay(model: Model) -> Transition:
    """Show the next move of autoplay. The last move ends it."""
    shown, effects = show_position(model, model.move_number + 1)
    shown = add_points_in_flight(shown, model.shown_match)
    if shown.move_number == replay.last_reachable_move(shown):
        return stop_autoplay(shown), effects
    return shown, [*effects, *_schedule_autoplay(shown)]


def _schedule_autoplay(model: Model) -> list["Effect"]:
    """Return the effect that shows the next move after a pause."""
    pause = max(PAUSE_MS_BY_SPEED[model.address.speed], replay.MIN_AUTOPLAY_PAUSE_MS) + event_cards.event_card_pause_ms(
        model
    )
    return [("later", ("tick", model.game_serial, model.move_number), pause)]


def add_points_in_flight(model: Model, before: ShownGame) -> Model:
    """Add the points of a new entry to the model, unless the game goes too fast to see them."""
    hasty = model.is_autoplaying and PAUSE_MS_BY_SPEED[model.address.speed] < PAUSE_MS_BY_SPEED["normal"]
    if model.shown_match is before or hasty or model.address.speed == "instant":
        return model
    return replace(model, points_in_flight=points_gained(before, model.shown_match))


# -- flashbacks --------------------------------------------------------------------------------------------------------


def play_flashback(model: Model, message: "FlashbackMessage") -> Transition:
    """Show an earlier move again: the table before it, then after it, then as it is now."""
    match message:
        case ("recall", n) if model.review_position is None and 0 <= n < min(model.visible_moves, len(model.match.log)):
            earlier = with_flashback(model, replay.truncate_match(model.whole_match, n))
            return earlier, [("later", ("recalled", model.game_serial, n + 1), FLASHBACK_BEFORE_MS)]
        case ("recalled", dealt, n) if model.flashback is not None and dealt == model.game_serial:
            if n != len(model.flashback.log) + 1 or n == len(model.match.log):
                return with_flashback(model, None), []
            heard = event_sound_effects(model, model.match.events(None, n - 1)[0])
            later = with_flashback(model, replay.truncate_match(model.whole_match, n))
            return later, [*heard, ("later", ("recalled", model.game_serial, 0), FLASHBACK_AFTER_MS)]
    return model, []


def with_flashback(model: Model, match: ShownGame | None) -> Model:
    """Return the model with another flashback, or with none."""
    return replace(model, review=model.review.with_flashback(match))


# -- games from links --------------------------------------------------------------------------------------------------


def open_shared_game(
    address: Address, match: Match, n: int | None = None, notes: tuple[str, ...] = (), dealt: int = 0
) -> Transition:
    """Open a game from a link, at its end or at the position `n`. Later moves are not revealed."""
    notices = tuple(Notice(note) for note in notes)
    table = Table(match, None, Selection(load_game_view(match.game).empty_draft))
    review, speech = Review(revealed_moves=n), Speech(len(match.log))
    guest = Model(table, address, notices, dealt, read_only=True, review=review, speech=speech)
    model = replay.review_at(guest, len(match.log) if n is None else n)
    return model, request_win_probabilities(model)


def take_over_game(address: Address, match: Match, notes: tuple[str, ...] = ()) -> Transition:
    """Continue a game that a link handed over, and save it."""
    begun, effects = start_game(address, match, notes)
    return begun, [("new-table",), *effects]
