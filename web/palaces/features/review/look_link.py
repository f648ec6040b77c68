"""Links to one decision of a game: `alhambra.html#look=TEXT`. Pure.

The text has the position by what the seat saw, the move that was made, and the figures of that move and the best one.
It has no seed, no draws and no hidden hand, and names only if the sharer wants them. Its reader tries a better move.
"""

import zlib
from dataclasses import replace
from typing import cast

from palaces.app.decision_review import DecisionReview, parse_answer
from palaces.app.i18n import _
from palaces.app.link_reader import read_parameters
from palaces.app.model import LookAgain, Model, Review, Selection, Speech, Table, Transition
from palaces.app.panel_state import SharePanel
from palaces.app.routing import Address, address_of_match
from palaces.features.review.look_again import looked_at_decision, played_answer, played_number
from palaces.share.permalinks import LOOK_PARAMETER
from palaces.ui import svg
from palaces.ui.game_view import load_game_view
from palaces.ui.html import compact_json
from pygame_core import Illegal, Match
from pygame_core.bots.game_review import Answer, ReviewedDecision
from pygame_core.link_codec import decode_base64, encode_base64
from pygame_core.match import ShownGame
from pygame_core.names import clean_name
from pygame_core.safe_json import parse_json
from pygame_core.state import JsonObject, View

VERSION = 1
MAX_LINK_CHARS, MAX_JSON_BYTES = 8000, 100_000
MAX_NUMBER = 100_000
"""The largest number of a move, and of playouts."""
MAX_SEATS = 6
READER_SEED = 0
"""The seed of the reader's match. It decides only what the seat did not see."""
OPPONENT_KIND = "bot:skilled"


def look_link(model: Model, has_names: bool = False) -> str:
    """Return the address of the decision on the table, relative to the site, with or without everybody's names."""
    look, position = model.look, model.review_position
    assert look is not None
    assert position is not None
    decision = looked_at_decision(model)
    rows = [
        [one.action, *(round(figure, 3) for figure in one[1:])]
        for one in (decision.answers[0], played_answer(decision))
    ]
    view = _seen_view(position, look.seat)
    names = [[seat["name"] for seat in position.seats]] if has_names else []
    content = [VERSION, view, position.options, played_number(look), decision.playouts, rows, *names]
    packed = zlib.compress(compact_json(content).encode(), 9)
    return f"{model.match.game}.html#{LOOK_PARAMETER}={encode_base64(packed)}"


def _seen_view(position: ShownGame, seat: int) -> View:
    """Return what a seat sees, with bags of cards in the order in which they lie on the table."""
    pieces = load_game_view(position.game).pieces_class.from_match(position)
    return cast("View", {**position.view(seat, memory=True), **pieces.bags_as_laid()})


def share_decision(model: Model) -> Transition:
    """Open the panel with the link to the decision on the table."""
    is_own = model.look is not None and model.look.linked_number is None
    panel = SharePanel(decision_link=look_link(model), named_decision_link=look_link(model, True) if is_own else "")
    return replace(model, panel=panel), [("locate",), ("reveal", "panel")]


def read_look_link(fragment: str, like: Address) -> Model:
    """Return the page with the question of a link. Raises Illegal, with one sentence, for a damaged link."""
    match _unpack(read_parameters(fragment)[LOOK_PARAMETER]):
        case [1, dict(view), dict(options), int(number), int(playouts), [best_row, played_row], *more]:
            best, played = parse_answer(best_row), parse_answer(played_row)
        case _:
            raise _damaged_error()
    if best is None or played is None or number not in range(1, MAX_NUMBER) or playouts not in range(1, MAX_NUMBER):
        raise _damaged_error()
    position = _open_position(view, options, _parse_names(more))
    if position.allows(best.action) or position.allows(played.action):
        raise _damaged_error()
    return _open_question(position, (best, played), number, playouts, like)


def _parse_names(more: list[object]) -> list[str] | None:
    """Return the names by seat from the end of a link, None for a link without them."""
    match more:
        case []:
            return None
        case [[*names]]:
            found = [clean_name(name) for name in names if isinstance(name, str)]
            if len(found) == len(names) and all(found):
                return found
    raise _damaged_error()


def _open_position(view: JsonObject, options: JsonObject, names: list[str] | None) -> Match:
    """Return the match that begins in the position of the link, where the seat that saw it is to move. Seats without
    names have the names of their signs."""
    match view:
        case {"seat": int(seat), "seats": int(count)} if count <= MAX_SEATS:
            kinds = ["human" if n == seat else OPPONENT_KIND for n in range(count)]
        case _:
            raise _damaged_error()
    if names is None:
        names = [_(label).capitalize() for label in svg.SEAT_SIGN_LABELS.values()][:count]
    if len(names) != count:
        raise _damaged_error()
    seats = [{"name": name, "kind": kind} for name, kind in zip(names, kinds, strict=True)]
    position = Match.from_view(view, seats, READER_SEED, options)
    if position.to_move() != seat:
        raise _damaged_error()
    return position


def _open_question(position: Match, answers: tuple[Answer, Answer], number: int, playouts: int, like: Address) -> Model:
    """Return the page of a reader, with one decision: the best answer and the played one."""
    seat = position.to_move()
    assert seat is not None
    empty = Selection(load_game_view(position.game).empty_draft)
    model = Model(Table(position, None, empty), address_of_match(position, like), read_only=True, speech=Speech(0))
    decision = ReviewedDecision(0, answers[1].action, answers, playouts)
    return replace(
        model,
        thinking=model.thinking.with_review(DecisionReview(seat, 1, 1, True, (decision,))),
        review=Review(position=position),
        look=LookAgain(seat, 0, empty, linked_number=number),
    )


def _unpack(text: str) -> object:
    """Return the content of a link."""
    if len(text) > MAX_LINK_CHARS or not text.isascii():
        raise _damaged_error()
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(decode_base64(text), MAX_JSON_BYTES)
        if reader.eof:
            return parse_json(content)
    except (ValueError, zlib.error):
        pass
    raise _damaged_error()


def _damaged_error() -> Illegal:
    return Illegal(None, _("This link is damaged. Ask for it again."))
