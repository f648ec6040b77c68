"""update(model, message) -> (next model, effects). It handles every message of the page. Pure.

`messages.py` has all messages and `effects.py` all effects. JSON goes through `decode_message` first. Each
`*_update.py` of this folder handles one group of messages.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from palaces.app.model import NO_ORDERS, EmbedMode, Model, Selection, Session, Table, Transition
from palaces.app.routing import Address, parse_own_names, rotate_seats
from palaces.app.settings import SettingMessage
from palaces.features import rule_popup
from palaces.features.announcements import answer_topic, is_announcement_due, step_announcements
from palaces.features.keys import shortcuts
from palaces.features.steps import start_game
from palaces.loop import hand_over
from palaces.loop.bot_update import update_bots
from palaces.loop.move_update import (
    draft_action,
    offer_action,
    play_action,
    play_automatic_move,
    touch_table,
    update_orders,
)
from palaces.loop.page_update import update_page
from palaces.loop.panel_update import close_topmost, skip_counting, toggle_player_panel
from palaces.loop.review_update import add_points_in_flight, play_flashback, update_review, with_flashback
from palaces.loop.settings_update import change_setting, resume_bot
from palaces.loop.undo_update import restart_turn, undo_action, undo_further
from palaces.moves import automatic_moves, confirmation
from palaces.ui.game_view import game_view_of
from pygame_core.dealer import fresh_seed

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import Message, TutorialMessage, Verb

TUTORIAL_MESSAGES = (
    *("play", "offer", "draft", "touch", "close", "skip", "rule", "clause", "learn", "learned"),
    *("notice", "aside", "passed", "dismiss", "placed", "host-theme", "switch"),
    *("listen", "load", "look", "update", "newest", "reload"),
)
"""The messages that a lesson accepts besides settings. All others are about ordinary games."""
FOLLOW_UP_MESSAGES = ("bot", "own-move", "automatic")
"""The messages of moves that the person doesn't make."""


def begin_session(model: Model, embed_mode: EmbedMode, settings: Mapping[str, str]) -> Transition:
    """Return the first model of a page with the stored settings of this browser, and its announcement."""
    switches = frozenset(filter(None, settings.get("on", "").split(",")))
    keys = shortcuts.parse_shortcuts(settings.get("keys", ""))
    finished = confirmation.parse_finished_games(settings.get("finished", ""))
    names, signs = parse_own_names(settings.get("names", "")), tuple(settings.get("signs", "").split(","))
    session = Session(embed_mode, switches, keys, True, finished, names, signs)
    return announce_step(None, replace(model, session=session))


def keep_requested_url(model: Model, asked: Address, fragment: str) -> Model:
    """Keep the requested address in the address bar if only a newer version can open it. Return the changed model.

    The page opened another game instead. The next version reads the address again, and also finds this game in it.
    """
    if not any(notice.remedy == ("newest",) for notice in model.notices):
        return model
    return replace(model, url_override=f"?{replace(model.address, table=asked.table).to_query()}{fragment}")


def update(model: Model, message: "Message") -> Transition:
    """Return the next model, and the effects that the browser carries out."""
    if model.flashback is not None and message[0] not in ("recalled", "passed"):
        model = with_flashback(model, None)
    changed, effects = _dispatch_message(
        model if model.points_in_flight is None else replace(model, points_in_flight=None), message
    )
    if changed.look is not None:
        from palaces.features.review import look_again  # imported only to look again

        changed, effects = look_again.conclude_try(changed, effects)
    if changed.game_serial != model.game_serial:  # another game on the same screen
        changed = replace(changed, session=model.session)
    news: list[Effect] = []
    if changed.together is not None:
        from palaces.loop.together import together_update  # imported only for several devices

        changed, news = together_update.follow(model, changed)
    if hand_over.forgets(model, changed):
        changed, effects = hand_over.forget_person(changed), [*effects, ("forget",)]
    effects = [*effects, *news]  # what is said about the devices is not forgotten
    arrived = add_points_in_flight(changed, model.shown_match)
    if message[0] in ("slide", "table-found"):  # a slider announces its own value, and a table number is not announced
        return arrived, effects
    told, said = announce_step(model, arrived, message[0])
    return told, [*effects, *said]


def announce_step(before: Model | None, after: Model, message_name: str = "") -> Transition:
    """Return the model after the announcement of a step, and the announcement. `before` is None for the first step.

    A key repeats all announcements since the person's last action, without the answers to other keys.
    """
    sentences = step_announcements(before, after)
    upto = len(after.match.log) if is_announcement_due(after) else after.speech.spoken_upto
    if sentences or upto != after.speech.spoken_upto:
        follows = message_name in FOLLOW_UP_MESSAGES and after.human_seats
        earlier = after.speech.last_announcement if follows else ()
        repeated = () if message_name == "listen" else (*earlier, *sentences)
        after = replace(after, speech=after.speech.with_announcement(repeated, upto))
    return after, [("announce", " ".join(sentences))] if sentences else []


def _dispatch_message(model: Model, message: "Message") -> Transition:
    """Pass a message to the function that handles it."""
    if isinstance(message, SettingMessage):
        return change_setting(model, message)
    if model.tutorial is not None and message[0] not in TUTORIAL_MESSAGES:
        return model, []
    if model.look is not None and (message[0] == "decision" or not model.look.is_summary):
        from palaces.features.review import look_again  # imported only to look again

        model, answered = look_again.handle_message(model, message)
        if answered is not None:
            return answered
    if model.puzzle is not None:
        from palaces.features.puzzles import puzzle_update  # imported only for a puzzle

        if message[0] not in puzzle_update.PUZZLE_MESSAGES:
            return model, []
    if model.together is not None:
        from palaces.loop.together import together_update

        if not together_update.accepts(model, message[0]):
            return model, []
        model = together_update.note_message(model, message)
    match message:
        case ("together" | "peer", *_rest):
            from palaces.loop.together import together_update

            return together_update.update_together(model, message)
        case ("decision", "share") if model.look is not None and not model.look.is_summary:
            from palaces.features.review import look_link

            return look_link.share_decision(model)
        case ("decision", *_rest):
            from palaces.features.review import look_again

            return look_again.update_look_again(model, message)
        case ("play", action):
            return play_action(model, action)
        case ("offer", action):
            return offer_action(model, action)
        case ("draft", action):
            return draft_action(model, action)
        case ("rename", person, name):
            from palaces.moves import names_and_signs  # imported only for new names

            return names_and_signs.rename_player(model, person, name)
        case ("sign", person, sign):
            from palaces.moves import names_and_signs  # imported only for other signs

            return names_and_signs.choose_sign(model, person, sign)
        case ("order", *_rest):
            return update_orders(model, message)
        case ("automatic", dealt, n):
            return play_automatic_move(model, dealt, n)
        case ("touch", *what):
            return touch_table(model, what) if model.review_position is None else (model, [])
        case (
            "bot"
            | "bot-lost"
            | "bot-failed"
            | "why"
            | "hint"
            | "guess"
            | "chances"
            | "proof"
            | "deal"
            | "review"
            | "judge"
            | "unanswered"
            | "own-move"
            | "own-failed"
            | "own-missing"
            | "play-on",
            *_rest,
        ):
            return update_bots(model, message)
        case ("seat", n):
            return (
                toggle_player_panel(model, n) if 0 <= n < len(game_view_of(model).list_players(model)) else (model, [])
            )
        case ("listen", topic, what):
            return replace(model, speech=model.speech.with_answer(tuple(answer_topic(model, topic, what)))), []
        case ("show" | "slide" | "rerun" | "run" | "tick" | "tell-all" | "hands" | "branch", *_rest):
            return update_review(model, message) if model.can_review else (model, [])
        case ("recall" | "recalled", *_rest):
            return play_flashback(model, message)
        case ("daily", *_rest):
            from palaces.loop import daily_update  # imported only for a daily deal

            return daily_update.update_daily(model, message)
        case ("share", "copied", "together", done) if model.together is not None:
            from palaces.loop.together import together_update

            return together_update.note_copied(model, done)
        case ("share", "copied", "deal-text", done):
            from palaces.loop import daily_update

            return daily_update.note_copied(model, done), []
        case ("share" | "shared" | "embedded", *_rest):
            from palaces.share import share_panel  # imported only if somebody shares

            return share_panel.update_sharing(model, message)
        case ("learn" | "learned", *_rest):
            return _handle_tutorial(model, message)
        case ("puzzle", *_rest):
            from palaces.features.puzzles import puzzle_update

            return puzzle_update.update_puzzle(model, message)
        case ("explain" | "walk", *_rest):
            from palaces.features import tooltips  # imported only if somebody asks

            return tooltips.update_tooltips(model, message)
        case ("rule" | "clause", *_rest):
            return rule_popup.update_rule_popup(model, message)
        case ("key" | "pressed" | "usual-keys", *_rest):
            from palaces.features.keys import shortcut_list  # imported only if somebody changes a key

            return shortcut_list.update_shortcuts(model, message)
        case (
            "panel" | "notice" | "dismiss" | "switch" | "load" | "look" | "parted" | "table-found" | "aside" | "passed",
            *_rest,
        ) | ("placed" | "host-theme" | "log", *_rest):
            return update_page(model, message)
        case _:
            return _handle_verb(model, message[0])


def _handle_verb(model: Model, verb: "Verb") -> Transition:
    """Handle a message of a single word."""
    match verb:
        case "ready":  # the next person holds the device
            if not model.curtain or model.mover not in model.human_seats:
                return model, []
            table = Table(model.match, model.mover, Selection(game_view_of(model).empty_draft))
            lifted = replace(model, table=table, orders=NO_ORDERS)
            return lifted, automatic_moves.request_automatic_move(lifted)
        case "undo":
            return (model, []) if model.curtain or model.review_position is not None else undo_action(model)
        case "undo-further":
            return (model, []) if model.curtain or model.review_position is not None else undo_further(model)
        case "restart-turn":
            return (model, []) if model.curtain or model.review_position is not None else restart_turn(model)
        case "close":
            return close_topmost(model)
        case "skip":
            return skip_counting(model)
        case "again" | "rematch" if model.together is not None:
            from palaces.loop.together import together_update

            return together_update.set_up_next_game(model)
        case "again":
            address = replace(model.address, seed=fresh_seed(), table=1, beat=None, deal="")
            return _start_next_game(model, address)
        case "rematch":
            return _start_next_game(model, rotate_seats(model.whole_match, model.address))
        case "resign":
            from palaces.moves import resignation  # imported only if somebody resigns

            return resignation.resign(model)
        case "export":
            name = f"{model.whole_match.game}-{model.whole_match.seed}-{len(model.whole_match.log)}.json"
            return model.without_covering_panel(), [("download", name, json.dumps(model.whole_match.save()))]
        case "picture":
            shown = model.shows_end and model.review_position is None
            return (model.without_covering_panel(), [("picture",)]) if shown else (model, [])
        case "import":
            return model.without_covering_panel(), [("choose-file",)]
        case "update":
            return model, [("save",), ("update",)]
        case "newest":  # no save: every action is saved already, and a newer version may have saved there
            return model, [("newest",)]
        case "reload":
            return model, [("reload",)]
        case "go-on":
            return resume_bot(model)
        case "fill":  # fills the window, or returns to the page
            return model, [("give-back",) if model.embed_mode == "window" else ("fill",)]
        case "signs":
            from palaces.features import tooltips

            return tooltips.toggle_tooltip_mode(model)
        case _:
            assert_never(verb)


def _start_next_game(model: Model, address: Address) -> Transition:
    """Start another game on this screen."""
    own_names = model.session.own_names
    return start_game(address, None, (), model.game_serial + 1, model.lasting_notices, own_names)


def _handle_tutorial(model: Model, message: "TutorialMessage") -> Transition:
    """Handle a message of a lesson."""
    from palaces.features import tutorial_update  # imported only in a lesson

    return tutorial_update.update_tutorial(model, message)
