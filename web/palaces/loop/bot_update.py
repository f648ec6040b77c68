"""The messages about bots: their moves, failures, reasons and hints. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, assert_never

from palaces.app.i18n import _
from palaces.app.model import Model, Notice, Transition
from palaces.app.panel_state import HintPanel, WhyPanel
from palaces.app.thinking import parse_reasoning, parse_win_probabilities
from palaces.features import replay
from palaces.features.steps import refuse, request_decision
from palaces.loop.move_update import make_move
from palaces.loop.page_update import add_notice, add_transient_notice
from palaces.loop.panel_update import close_topmost
from pygame_core import Illegal

if TYPE_CHECKING:
    from palaces.app.effects import Effect, GuessRequest, ReasonsRequest
    from palaces.app.messages import BotMessage, QuestionKind


def with_stored_review(model: Model, stored: object) -> Model:
    """Return a model with the review that was stored with its finished game."""
    return replace(model, thinking=model.thinking.with_stored_review(stored))


def update_bots(model: Model, message: "BotMessage") -> Transition:
    """Handle an answer of the bots' worker, or a question to it."""
    match message:
        case ("bot", dealt, n, action, *decision):
            if dealt != model.game_serial or n != len(model.match.log) or model.bot_level is None:
                return model, []  # an answer for an older position
            answered = _with_restarted_bot(model, False)
            return make_move(_store_reasoning(answered, n, decision[0] if decision else None), action)
        case ("bot-lost" | "bot-failed" as how, dealt, n):
            asked = model.bot_level and (dealt, n) == (model.game_serial, len(model.match.log))
            return _handle_bot_failure(model, how) if asked else (model, [])
        case ("own-move" | "own-failed" | "own-missing" | "play-on", *_rest):
            from palaces.loop import own_bot_update  # imported only for a bot of one's own

            return own_bot_update.update_own_bot(model, message)
        case ("why", n):
            return _toggle_reasons(model, n) if 0 <= n < len(model.match.log) and model.is_bot_entry(n) else (model, [])
        case ("hint",) if model.is_daily_deal and model.can_act:
            return refuse(model, Illegal(None, _("Everyone plays a daily deal without hints.")))
        case ("hint",):
            return (
                _toggle_hint(model)
                if model.can_act or model.paused_for_panel or isinstance(model.panel, HintPanel)
                else (model, [])
            )
        case ("proof", _dealt, n, answer):
            return _receive_proof_check(model, n, answer)
        case ("unanswered", "proof", _dealt, n):
            return _receive_proof_check(model, n, None)
        case ("why" | "guess" | "hint" | "chances" | "deal" | "review" | "judge" as ask, dealt, n, answer):
            return _receive_answer(model, ask, n, answer) if dealt == model.game_serial else (model, [])
        case ("unanswered", ask, dealt, n):
            return (_mark_unanswered(model, ask, n) if dealt == model.game_serial else model), []
        case _:
            assert_never(message)


def _handle_bot_failure(model: Model, how: Literal["bot-lost", "bot-failed"]) -> Transition:
    """Note that the bot was asked again, or that the page moves for it."""
    if how == "bot-lost":
        return _with_restarted_bot(model, True), []
    sentence = _("{name} couldn't finish thinking, so it plays the first good move it sees.")
    return add_notice(model, Notice(sentence.format(name=model.player_names[model.mover or 0])))


def _with_restarted_bot(model: Model, restarted: bool) -> Model:
    """Return the model with another value of `bot_restarted`."""
    return replace(model, thinking=model.thinking.with_restarted_bot(restarted))


def _store_reasoning(
    model: Model, n: int, decision: object = None, view: object = None, guessed: bool = False
) -> Model:
    """Return the model with a bot's decision, or with an onlooker's guess. A malformed one changes nothing."""
    found = parse_reasoning(decision, view or model.match.view(None))
    if found is None:
        return model
    made = found.decision
    if made.is_conclusive and not made.playouts and len(made.candidates) > 1:
        return model  # it decided without a search, so its reasons are requested when needed
    return replace(model, thinking=model.thinking.with_reasoning(n, found, guessed=guessed))


def _toggle_hint(model: Model) -> Transition:
    """Ask a master for a hint, or close its panel."""
    if model.paused_for_panel or isinstance(model.panel, HintPanel):
        return close_topmost(model)
    asked = replace(model, panel=HintPanel())
    if model.hint is not None:  # for this position
        return asked, [("reveal", "panel"), ("reveal-hint",)]
    return asked, [("reveal", "panel"), request_decision(model, "hint", "master", model.address.think)]


def _toggle_reasons(model: Model, n: int) -> Transition:
    """Open or close the reasons of an entry. Unknown reasons are requested."""
    if model.paused_for_panel or model.panel_key == ("why", n):
        return close_topmost(model)
    opened = replace(model, panel=WhyPanel(n))
    effects: list[Effect] = [("reveal", "panel")]
    if n in model.visible_reasoning or model.is_own_bot_entry(n):
        return opened, effects
    save, action = replay.truncated_save(model.whole_match, n), model.whole_match.log[n][1]
    about, seconds = [model.game_serial, n], model.address.think
    guess: GuessRequest = {"ask": "guess", "id": about, "save": save, "action": action}
    why: ReasonsRequest = {"ask": "why", "id": about, "save": save, "action": action, "seconds": seconds}
    return opened, [*effects, ("ask", guess if model.has_secret_reasoning else why)]


def _receive_answer(model: Model, ask: "QuestionKind", about: int, answer: object) -> Transition:
    """Store an answer of the worker about the game on the table."""
    n = len(model.match.log)
    match ask, answer:
        case "hint", decision:
            if not model.can_act or not isinstance(model.panel, HintPanel) or about != n:
                return model, []
            found = parse_reasoning(decision, model.match.view(None))
            if found:
                from palaces.features.explanations import with_notes  # imported only for hints and reasons

                thinking = model.thinking.with_hint(with_notes(model, found))
                return replace(model, thinking=thinking), [("reveal", "panel"), ("reveal-hint",)]
            return _mark_unanswered(model, ask, about), []
        case "why" | "guess", [decision, view] if 0 <= about < n:
            changed = _store_reasoning(model, about, decision, view, guessed=ask == "guess")
            if changed is model:
                return _mark_unanswered(model, ask, about), []
            shown = changed.panel_key == ("why", about) and about in changed.visible_reasoning
            return changed, [("reveal", "panel")] if shown else []
        case "chances", rows if about == n and model.mover is None:
            chances = parse_win_probabilities(rows, n, len(model.player_names))
            return _begin_review(replace(model, thinking=model.thinking.with_probabilities(chances)))
        case "deal", points if model.deal is not None:
            from palaces.loop import daily_update  # imported only for a daily deal

            return daily_update.receive_bot_games(model, about, points)
        case "review", progress if about == n and model.mover is None:
            from palaces.features.review import review_requests  # imported only after a game

            return review_requests.receive_progress(model, progress)
        case "judge", judgment:
            from palaces.features.review import review_requests

            return review_requests.receive_judgment(model, about, judgment)
    return model, []


def _begin_review(model: Model) -> Transition:
    """Begin the review of the person's decisions, if one person has played with bots."""
    if model.addressed_seat is None or not model.win_probabilities:
        return model, []
    from palaces.features.review import review_requests

    return review_requests.begin_review(model, model.addressed_seat)


def _receive_proof_check(model: Model, n: int, answer: object) -> Transition:
    """Take the answer about a part of a challenge's proof, then ask for the next part or say what it proves."""
    from palaces.share import challenge_proof  # imported only for a proof

    changed, verdict = challenge_proof.receive_proof_check(model, n, answer)
    if verdict and model.mover is not None:
        notices, sentence = challenge_proof.without_checking_notice(model.notices, verdict)
        return add_transient_notice(replace(changed, notices=notices), sentence)
    return changed, [] if changed is model else challenge_proof.request_proof_check(changed)


def _mark_unanswered(model: Model, ask: "QuestionKind", about: int) -> Model:
    """Return the model with a note that a question gets no answer, if it is still open."""
    match ask, model.panel:
        case "hint", HintPanel() if about == len(model.match.log):
            return replace(model, panel=HintPanel(is_unanswered=True))
        case (("why" | "guess"), WhyPanel(n)) if about == n:
            return replace(model, panel=WhyPanel(n, is_unanswered=True))
        case "chances", _ if about == len(model.match.log):
            return replace(model, thinking=model.thinking.with_probabilities(()))
        case "deal", _ if model.deal is not None:
            from palaces.loop import daily_update

            return daily_update.receive_bot_games(model, about, None)[0]
        case "review", _ if about == len(model.match.log):
            from palaces.features.review import review_requests

            return review_requests.mark_review_unanswered(model)
        case "judge", _:
            from palaces.features.review import review_requests

            return review_requests.receive_judgment(model, about, None)[0]
    return model
