"""The replay: stepping through a finished or current game, or through a shared one. Pure.

A link to a move does not reveal later moves. They stay hidden, with the length of the game and its result, until the
person steps forward or asks for them (`Model.revealed_moves`).
"""

from dataclasses import replace
from itertools import pairwise

from palaces.app.model import Model, Selection, Table
from palaces.app.routing import Address, address_of_match
from palaces.ui.game_view import game_view_of
from pygame_core import GAMES, Match
from pygame_core.match import Save, ShownGame

MIN_AUTOPLAY_PAUSE_MS = 150  # between two moves of autoplay
LAB_PAGE = "./lab.html"
SUBSTITUTE_BOT = "bot:skilled"
"""The bot that replaces other people when somebody continues alone."""


def truncate_match(match: Match, n: int) -> Match:
    """Return the match after its first `n` entries."""
    return match if n == len(match.log) else Match.load(truncated_save(match, n))


def truncated_save(match: Match, n: int) -> Save:
    """Return the save of a match after its first `n` entries."""
    whole = match.save()
    return whole if n == len(match.log) else {**without_resignation(whole), "log": whole["log"][:n], "result": None}


def without_resignation(save: Save) -> Save:
    """Return the save of a game as it was before somebody resigned."""
    if "resigned" not in save:
        return save
    kept: Save = {**save, "result": None}
    del kept["resigned"]
    return kept


def review_at(model: Model, n: int) -> Model:
    """Return the model that shows the position `n`. The current position of an ordinary game is not a review, nor is a
    revealed end."""
    total = len(model.match.log)
    known = (
        None if model.revealed_moves is None or max(model.revealed_moves, n) == total else max(model.revealed_moves, n)
    )
    present = n == total and (not model.read_only or (model.mover is None and known is None))
    position = None if present else truncate_match(model.whole_match, n)
    return replace(model.without_covering_panel().with_refusal(None), review=model.review.at(position, known))


def last_reachable_move(model: Model) -> int:
    """Return the last position that one step can reach. It is always one beyond the revealed moves."""
    return min(len(model.match.log), model.visible_moves + (model.revealed_moves is not None))


def round_starts(match: ShownGame, told: int) -> list[int]:
    """Return the log numbers, up to `told`, at which the first seat begins a turn, with 0 and `told`."""
    if not match.log:
        return [0]
    first = match.log[0][0]
    opens = [n for n in range(told) if match.log[n][1][0] not in GAMES[match.game].continuation_verbs]
    begun = [n for before, n in pairwise(opens) if match.log[n][0] == first != match.log[before][0]]
    return sorted({0, *begun, told})


def can_open_hands(model: Model) -> bool:
    """Return True if hands may be shown: the game has secrets, and nobody here is still playing it."""
    return model.game.has_secrets and (model.read_only or model.mover is None)


def reviewed_model(model: Model) -> Model:
    """Return the earlier position as a model, with the view of the person at the screen, or of an open hand: that of
    the seat to move, or in a game of the lab that of the bot."""
    assert model.review_position is not None
    lab_game = model.thinking.lab_game
    opened = lab_game.seat if lab_game else model.review_position.to_move()
    viewer = opened if model.review.mover_hand_shown else model.viewer
    return replace(model, table=Table(model.review_position, viewer, Selection(game_view_of(model).empty_draft)))


def last_position_before_resignation(model: Model) -> Model:
    """Return the last position of a resigned game as a model that only shows it."""
    last = Match.load(without_resignation(model.whole_match.save()))
    return reviewed_model(replace(model, review=model.review.at(last, None)))


# -- new games from a position -----------------------------------------------------------------------------------------


def is_handed_on(model: Model) -> bool:
    """Return True if a game that continues from here is a shared game itself. A game of the lab stays the bot's."""
    return model.read_only and model.thinking.lab_game is None and model.move_number == len(model.match.log)


def branch_match(model: Model, seat: int | None) -> tuple[Address, Match]:
    """Return a game that continues from here. A person has `seat`, and bots have all others. None keeps everybody.

    The game is practice, unless a shared game is only handed on.
    """
    n = model.move_number
    data = without_resignation(truncated_save(model.whole_match, n))
    if seat is not None:
        for number, each in enumerate(data["seats"]):
            each["kind"] = "human" if number == seat else SUBSTITUTE_BOT if each["kind"] == "human" else each["kind"]
    if not is_handed_on(model):
        data["practice"] = True
    match = Match.load(data)
    return address_of_match(match, model.address), match
