"""The messages about daily deals: results, the bots that play the same deal, sharing, and practice. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING

from palaces.app.daily_deal import NO_BOT_POINTS, DealRecord, DealState, parse_deal_records
from palaces.app.i18n import _
from palaces.app.model import Model, Transition
from palaces.app.routing import Address
from palaces.features.review import daily_result
from palaces.features.steps import start_game
from pygame_core import Match
from pygame_core.bots.deal_games import BOT_GAMES_PER_DEAL
from pygame_core.match import require_game

if TYPE_CHECKING:
    from palaces.app.effects import DealGamesRequest, Effect
    from palaces.app.messages import DailyMessage


def practice_match(address: Address, own_names: tuple[str, ...]) -> Match:
    """Return a new match of a daily deal that doesn't count."""
    game, players = require_game(address.game), address.match_players(own_names)
    match = Match.new(game, players, address.seed, address.match_options())
    match.practice = True
    return match


def update_daily(model: Model, message: "DailyMessage") -> Transition:
    """Handle a message about the daily deal on the table."""
    if not model.address.deal or model.read_only:
        return model, []
    match message:
        case ("daily", "facts", stored, site, dialog, today, minutes):
            facts = DealState(parse_deal_records(stored), today, minutes, site, dialog)
            return _take_facts(model, facts)
        case ("daily", "again") if model.mover is None:
            return _practice_again(model)
        case ("daily", "retry") if model.deal is not None and model.deal.is_unanswered:
            asked = replace(model, deal=model.deal.with_bots(model.deal.bots))
            return asked, _request_bot_games(asked)
        case ("daily", "share" | "copy" as how) if model.deal is not None and model.shows_deal_result:
            text, link = daily_result.share_text(model), daily_result.share_link(model)
            if how == "share":
                return model, [("send", text, link)] if model.deal.has_system_share else []
            return model, [("copy", f"{text} {link}", daily_result.SHARE_TEXT_ID)]
    return model, []


def note_copied(model: Model, is_done: bool) -> Model:
    """Say whether the text to share is on the clipboard."""
    if model.deal is None:
        return model
    by_hand = _("This browser doesn't let the page copy. The text is selected, so press Ctrl+C.")
    return replace(model, deal=model.deal.with_share_status(_("Copied") if is_done else by_hand))


def receive_bot_games(model: Model, start: int, answer: object) -> Transition:
    """Take the points of more bots from the worker, and ask for the next ones. None means that there is no answer."""
    state = model.deal
    if state is None or not model.shows_deal_result or start != len(state.bots.points):
        return model, []
    points = [each for each in answer if isinstance(each, int)] if isinstance(answer, list) else []
    if not points:
        return replace(model, deal=state.with_failure()), []
    changed, effects = _keep_result(replace(model, deal=state.with_bots(state.bots.with_more(points))))
    following = _request_bot_games(changed)
    if following:
        return changed, [*effects, *following]
    return changed, [*effects, ("announce", " ".join(daily_result.verdict_sentences(changed)))]


def _take_facts(model: Model, facts: DealState) -> Transition:
    """Take the stored results of this browser. After the end, keep the new one and let the bots play."""
    known = facts.record_of(model.address.deal, model.match.game)
    bots = known.bots if known else model.deal.bots if model.deal else NO_BOT_POINTS
    told = replace(model, deal=facts.with_bots(bots))
    if not told.shows_deal_result:
        return told, []
    kept, effects = _keep_result(told)
    return kept, [*effects, *_request_bot_games(kept)]


def _keep_result(model: Model) -> Transition:
    """Store the result with the bots so far. The first result counts. Practice only adds bots to a stored one."""
    state, date, game = model.deal, model.address.deal, model.match.game
    assert state is not None
    known = state.record_of(date, game)
    if known is None and not model.is_daily_deal:
        return model, []
    record = DealRecord(known.points if known else daily_result.own_points(model), state.bots)
    if record == known:
        return model, []
    changed = replace(model, deal=state.with_record(date, game, record))
    return changed, [("keep-deal", date, game, record.to_json())]


def _request_bot_games(model: Model) -> list["Effect"]:
    """Ask the worker to let more bots play this deal, unless enough have played."""
    assert model.deal is not None
    played = len(model.deal.bots.points)
    if played >= BOT_GAMES_PER_DEAL:
        return []
    asked: DealGamesRequest = {"ask": "deal", "id": [model.game_serial, played], "save": model.whole_match.save()}
    return [("ask", asked)]


def _practice_again(model: Model) -> Transition:
    """Start the deal again as practice, at a table of its own."""
    address = replace(model.address, table=1, beat=None)
    match = practice_match(address, model.session.own_names)
    begun, effects = start_game(address, match, (), model.game_serial + 1, model.lasting_notices)
    return begun, [("new-table", True), *effects]
