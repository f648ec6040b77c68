"""Steps that an ordinary game and a lesson share: starts, requests to bots, sounds and refusals. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from palaces.app.model import Model, Notice, Selection, Speech, Table, Transition
from palaces.app.routing import Address
from palaces.ui.game_view import game_view_of, load_game_view
from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import bot_view, supported_level
from pygame_core.dealer import fresh_seed
from pygame_core.match import CUSTOM_LEVEL, require_game
from pygame_core.state import Event, JsonAction

if TYPE_CHECKING:
    from palaces.app.effects import DecisionRequest, Effect, WinProbabilitiesRequest
    from palaces.app.messages import SoundName
    from pygame_core.match import LevelName

ORDERLESS_VERBS = frozenset({"take", "buy", "bid"})
"""The verbs whose cards have no order."""


def start_game(
    address: Address,
    match: Match | None = None,
    notes: tuple[str, ...] = (),
    dealt: int = 0,
    notices: tuple[Notice, ...] = (),
    own_names: tuple[str, ...] = (),
) -> Transition:
    """Start a new game for an address, or continue the match that was saved under it. `notices` of the previous game
    stay. In a new game, people have the names that they chose on this device."""
    if address.seed is None:
        address = replace(address, seed=fresh_seed())
    if match is None:
        game, players = require_game(address.game), address.match_players(own_names)
        match = Match.new(game, players, address.seed, address.match_options())
    people = [n for n, seat in enumerate(match.seats) if seat["kind"] == "human"]
    mover = match.to_move()
    viewer = mover if mover in people else people[0] if people else None
    curtain = len(people) > 1 and mover is not None and GAMES[match.game].has_secrets
    notices += tuple(Notice(note, informational=True, transient=True) for note in notes)
    table = Table(match, viewer, Selection(load_game_view(match.game).empty_draft), curtain)
    model = Model(table, address, notices, dealt, speech=Speech(len(match.log)))
    return model, [
        ("show",),
        ("save",),
        *request_bot_move(model),
        *request_win_probabilities(model),
        *request_deal_facts(model),
    ]


def with_empty_draft(model: Model) -> Model:
    """Return the model with an empty selection."""
    return model.with_selection(Selection(game_view_of(model).empty_draft))


# -- requests to the worker --------------------------------------------------------------------------------------------


def request_bot_move(model: Model) -> "list[Effect]":
    """Ask the bot to move, unless a person is to move or the bot has to wait."""
    if model.bot_level is None or model.paused_for_panel or model.waiting_for_listener or model.is_guest:
        return []
    if model.together is not None and model.together.covers_table:
        return []
    asked = _decision_request(model, "move", supported_level(model.bot_level), model.address.think)
    if model.bot_level == CUSTOM_LEVEL:
        asked["own"] = True
    return [("ask", asked)]


def request_decision(model: Model, ask: Literal["move", "hint"], level: "LevelName", seconds: float) -> "Effect":
    """Ask a level for its decision in this position."""
    return ("ask", _decision_request(model, ask, level, seconds))


def _decision_request(
    model: Model, ask: Literal["move", "hint"], level: "LevelName", seconds: float
) -> "DecisionRequest":
    n = len(model.match.log)
    if model.is_guest:  # this device knows what its seat sees, and neither the deal nor the cards that are gone
        view, seed = model.match.view(model.viewer), str(n)
    else:
        view, seed = bot_view(level, model.whole_match), f"{model.whole_match.seed}-{n}"
    return {
        "ask": ask,
        "id": [model.game_serial, n],
        "level": level,
        "view": view,
        "seed": seed,
        "seconds": seconds,
    }


def request_win_probabilities(model: Model) -> "list[Effect]":
    """Ask for the chances to win, once the end of the game is known."""
    is_played_out = model.mover is None and model.match.resigned is None
    if not is_played_out or model.revealed_moves is not None or model.win_probabilities or model.is_guest:
        return []
    asked: WinProbabilitiesRequest = {
        "ask": "chances",
        "id": [model.game_serial, len(model.match.log)],
        "save": model.whole_match.save(),
    }
    return [("ask", asked)]


def request_deal_facts(model: Model) -> "list[Effect]":
    """Ask the browser for its results of daily deals, at the start and the end of one."""
    return [("deal-facts",)] if model.address.deal and not model.read_only else []


# -- sounds ------------------------------------------------------------------------------------------------------------


MAX_SIDE = 0.7
"""The distance of the outermost seat from the middle; 1 is one ear alone."""


def sound_effects(model: Model, *names: "SoundName", softly: bool = False, seat: int | None = None) -> "list[Effect]":
    """Return the effect that plays these sounds, if sound is on. A seat sounds from its side."""
    side = 0.0 if seat is None else sound_side(seat, model.viewer, len(model.player_names))
    return [("sound", [*names], softly, side)] if names and model.is_on("sound") else []


def sound_side(seat: int, viewer: int | None, seats: int) -> float:
    """Return the side of a seat, from the left to the right in turn order. The viewer is in the middle.

    >>> [sound_side(seat, 0, 4) for seat in range(4)]
    [0.0, -0.7, 0.0, 0.7]
    """
    in_turn_order = [((viewer or 0) + n) % seats for n in range(seats)]
    others = [other for other in in_turn_order if other != viewer]
    if seat == viewer or len(others) == 1:
        return 0.0
    return round(MAX_SIDE * (2 * others.index(seat) / (len(others) - 1) - 1), 2)


def event_sound_effects(model: Model, event: Event, *, softly: bool = False) -> "list[Effect]":
    """Return the sounds of a log entry, from the side of its seat."""
    return sound_effects(model, *game_view_of(model).event_sounds(event), softly=softly, seat=event["seat"])


def entry_sounds(model: Model, event: Event) -> "list[Effect]":
    """Return the sounds of a new log entry, and of its meaning for the person at the screen."""
    mover = model.mover
    own = event_sound_effects(model, event, softly=model.is_bot_entry(event["n"]))
    if mover is None:
        return own if model.paused_for_panel else [*own, *result_sounds(model)]
    return [*own, *(sound_effects(model, "turn") if mover == model.viewer != event["seat"] else [])]


def result_sounds(model: Model) -> "list[Effect]":
    """Return the sound of the end, for an end page without animation."""
    return sound_effects(model, "still", result_sound(model))


def result_sound(model: Model) -> "SoundName":
    """Return the sound of the verdict."""
    return "win" if model.viewer in model.winning_seats else "lost"


def refuse(model: Model, refusal: Illegal) -> Transition:
    """Show the reason why an action is impossible."""
    return model.with_refusal(refusal), sound_effects(model, "refuse")


def is_same_action(one: JsonAction, other: JsonAction) -> bool:
    """Return True if two actions are the same, whatever the order of their cards.

    >>> is_same_action(["take", "g1", "b2"], ["take", "b2", "g1"])
    True
    """
    return _canonical_action(one) == _canonical_action(other)


def _canonical_action(action: JsonAction) -> list[object]:
    """Return an action with its cards in a fixed order."""
    if action[0] not in ORDERLESS_VERBS:
        return [*action]
    cards = sorted(str(part) for part in action[1:] if isinstance(part, str))
    rest = [sorted(map(str, part)) if isinstance(part, list | tuple) else part for part in action if part not in cards]
    return [*rest, *cards]
