"""The messages about a bot of one's own in a seat, and the start of a game of the lab. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING

from palaces.app.i18n import _, level_label
from palaces.app.model import Model, Notice, Transition
from palaces.app.routing import Address, address_of_match
from palaces.features.review.lab_game import parse_lab_game, parse_values
from palaces.features.steps import start_game
from palaces.loop.move_update import make_move
from palaces.loop.page_update import add_notice
from palaces.loop.review_update import open_shared_game, show_position
from pygame_core import Match
from pygame_core.bots import OPPONENT_LEVELS
from pygame_core.match import CUSTOM_LEVEL

if TYPE_CHECKING:
    from palaces.app.messages import OwnBotMessage, PlayOnMessage, Remedy


def update_own_bot(model: Model, message: "OwnBotMessage | PlayOnMessage") -> Transition:
    """Play the move of a bot of one's own, say why it can't move, or let a level take its seat."""
    seat = model.mover
    if seat is None or model.bot_level != CUSTOM_LEVEL:
        return model, []
    match message:
        case ("own-move" | "own-failed" | "own-missing", dealt, n, *_rest) if (dealt, n) != (
            model.game_serial,
            len(model.match.log),
        ):
            return model, []  # about an older position
        case ("own-move", _dealt, n, action, values):
            thinking = model.thinking.with_own_values(n, parse_values(values))
            return make_move(replace(model, thinking=thinking), action)
        case ("own-failed", _dealt, _n, reason, line):
            sentence = failure_sentence(model.player_names[seat], reason, line)
            return add_notice(model, Notice(sentence))
        case ("own-missing", _dealt, _n):
            return add_notice(model, _missing_notice(seat))
        case ("play-on", chosen, level) if chosen == seat and level in OPPONENT_LEVELS:
            return _let_level_play(model, seat, level)
    return model, []


def failure_sentence(name: str, reason: str, line: int) -> str:
    """Return what happened to a bot of one's own, and who plays on."""
    if reason == "time":
        return _("{name} took longer than 2 seconds. A casual bot plays on.").format(name=name)
    if reason == "illegal":
        return _("{name} answered with a move that isn't allowed. A casual bot plays on.").format(name=name)
    if reason == "memory":
        return _("{name} ran out of memory. A casual bot plays on.").format(name=name)
    if reason == "broken":
        return _("{name} can't start here. A casual bot plays on.").format(name=name)
    if line:
        return _("{name} stopped at line {line}. A casual bot plays on.").format(name=name, line=line)
    return _("{name} stopped. A casual bot plays on.").format(name=name)


def _missing_notice(seat: int) -> Notice:
    remedies: list[tuple[Remedy, str]] = [(("play-on", seat, level), level_label(level)) for level in OPPONENT_LEVELS]
    return Notice(_("This seat was a bot of your own. Choose who plays on."), others=tuple(remedies))


def _let_level_play(model: Model, seat: int, level: str) -> Transition:
    """Go on with the game at a table of its own, with a level in this seat. The saved game with the bot stays."""
    save = model.whole_match.save()
    save["seats"] = [{**each, "kind": f"bot:{level}"} if n == seat else each for n, each in enumerate(save["seats"])]
    match = Match.load(save)
    address = address_of_match(match, model.address)
    begun, effects = start_game(address, match, (), model.game_serial + 1, model.lasting_notices)
    return begun, [("new-table", match.practice), *effects]


def open_lab_game(text: str, like: Address) -> Transition:
    """Open a game of the lab, as its page stored it in this tab, at the first move of the bot, or where it failed.

    Raises Illegal, with a sentence, if there is no such game.
    """
    played, game, values = parse_lab_game(text)
    own_moves = (n for n, entry in enumerate(played.log) if entry[0] == game.seat)
    start = len(played.log) if game.error else next(own_moves, 0)
    opened, effects = open_shared_game(address_of_match(played, like), played)
    model = replace(opened, thinking=replace(opened.thinking, lab_game=game, own_values=values))
    if model.game.has_secrets:
        model = replace(model, review=model.review.with_hands_toggled())
    shown, further_effects = show_position(model, start)
    return shown, [*effects, *further_effects]
