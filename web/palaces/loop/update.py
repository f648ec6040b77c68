"""update(model, message) -> (next model, effects): everything that can happen on the page. Pure.

What messages there are, and what effects, `messages.py` says. Those that come from outside, as JSON arrays from
`data-do`, `data-act` and workers, are read by `decode.py`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, assert_never

from palaces.app import routing as addresses
from palaces.app.decode import decode_message
from palaces.app.i18n import _
from palaces.app.model import EmbedMode, Model, Notice, parse_reasoning, parse_win_probabilities
from palaces.app.routing import PAUSE_MS_BY_SPEED, SETTING_VALUES, Address
from palaces.features import move_warnings, replay, rule_popup, shortcuts
from palaces.features.announcements import answer_topic, is_announcement_due, step_announcements
from palaces.ui import event_cards
from palaces.ui.game_view import load_game_view
from palaces.ui.pieces import points_gained
from palaces.workers.bot_worker import supported_level
from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import bot_view
from pygame_core.dealer import fresh_seed

if TYPE_CHECKING:
    from palaces.app.messages import (
        DecisionRequest,
        Effect,
        FlashbackMessage,
        GuessRequest,
        Message,
        PageMessage,
        QuestionKind,
        ReasonsRequest,
        ReviewMessage,
        TutorialMessage,
        Verb,
        WinProbabilitiesRequest,
    )

Transition = tuple[Model, list["Effect"]]

PANELS = ("menu", "settings", "keys", "undo", "log", "branch", "share", "embed")
TUTORIAL_MESSAGES = (
    *("play", "offer", "draft", "touch", "close", "rule", "clause", "learn", "learned"),
    *("notice", "aside", "passed", "dismiss", "placed", "theme", "contrast", "motion", "speed", "switch"),
    *("listen", "load", "look", "update", "newest", "reload"),
)
"""The messages that a lesson heeds; all others are about a game of one's own."""
WAIT_SWITCH = "wait"
SWITCH_NAMES = ("sound", "ask", WAIT_SWITCH, move_warnings.WARNINGS_OFF_SWITCH)
"""What can be switched on: that it sounds, that every move is to be confirmed, that computer players wait after
each of theirs, and that no move is warned of."""
SOUND_OFFERED_SWITCH = "offered"
"""Beside them: sound has been offered."""
TURNS_BEFORE_SOUND_OFFER = 3  # of a person before that
FLASHBACK_BEFORE_MS, FLASHBACK_AFTER_MS = (
    450,
    800,
)  # ms until a move that is shown again is made, and until the table is as it is
TRANSIENT_NOTICE_MS = 10_000
"""ms for which what is said in passing is seen: long enough for who reads slowly, and nothing has to be done about it.
Whoever listens still finds it: a screen reader's region keeps it."""


def start_game(
    address: Address,
    match: Match | None = None,
    notes: tuple[str, ...] = (),
    dealt: int = 0,
    notices: tuple[Notice, ...] = (),
) -> Transition:
    """A new game as its address says, or the match that was kept under it. `notices` of the game before stay."""
    if address.seed is None:
        address = replace(address, seed=fresh_seed())
    if match is None:
        match = Match.new(address.game, address.match_players(), address.seed, address.match_options())
    people = [n for n, seat in enumerate(match.seats) if seat["kind"] == "human"]
    mover = match.to_move()
    viewer = mover if mover in people else people[0] if people else None
    curtain = len(people) > 1 and mover is not None and GAMES[match.game].has_secrets
    notices += tuple(Notice(note) for note in notes)
    model = Model(
        match, address, viewer, load_game_view(match.game).empty_draft, curtain, notices=notices, game_serial=dealt
    )
    model = replace(model, spoken_upto=len(match.log))
    return model, [("show",), ("save",), *request_bot_move(model), *_request_win_probabilities(model)]


def begin_session(model: Model, embed_mode: EmbedMode, settings: Mapping[str, str]) -> Transition:
    """The first model of a page as the kept settings of this browser have it, and what is spoken of it."""
    begun = replace(
        model,
        embed_mode=embed_mode,
        switches=frozenset(filter(None, settings.get("on", "").split(","))),
        custom_shortcuts=shortcuts.parse_shortcuts(settings.get("keys", "")),
        move_warnings_enabled=True,
    )
    return announce_step(None, begun)


def keep_requested_url(model: Model, asked: Address, fragment: str) -> Model:
    """The model of a game that was begun instead of what an address asks for, if only a newer version can open that.

    The address bar goes on to ask for it, so that whichever version comes next tries again, and names this game, too.
    """
    if not any(notice.remedy == ("newest",) for notice in model.notices):
        return model
    return replace(model, url_override=f"?{replace(model.address, table=asked.table).to_query()}{fragment}")


def update(model: Model, message: object) -> Transition:
    """The next model, and what the browser has to do. A message that is not known changes nothing."""
    known = decode_message(message)
    if known is None:
        return model, []
    if model.flashback is not None and known[0] not in ("recalled", "passed"):
        model = replace(model, flashback=None)
    changed, effects = _dispatch_message(
        model if model.points_in_flight is None else replace(model, points_in_flight=None), known
    )
    if changed.game_serial != model.game_serial:  # another game, at the same screen
        kept = {
            "switches": model.switches,
            "custom_shortcuts": model.custom_shortcuts,
            "move_warnings_enabled": model.move_warnings_enabled,
        }
        changed = replace(changed, embed_mode=model.embed_mode, **kept)  # type: ignore[arg-type]
    arrived = _add_points_in_flight(changed, model.shown_match)
    if known[0] in ("slide", "table-found"):  # a slider says itself where it is, and nobody hears of a table's number
        return arrived, effects
    told, said = announce_step(model, arrived)
    return told, [*effects, *said]


def announce_step(before: Model | None, after: Model) -> Transition:
    """What is spoken of a step, and the model that knows of it; before the first step there is none."""
    sentences = step_announcements(before, after)
    if is_announcement_due(after):
        after = replace(after, spoken_upto=len(after.match.log))
    if not sentences:
        return after, []
    return replace(after, last_announcement=tuple(sentences)), [("announce", " ".join(sentences))]


def _add_points_in_flight(model: Model, before: Match) -> Model:
    """The model that knows what an entry brought which has just come to the table, where there is time to see it."""
    hasty = model.is_autoplaying and PAUSE_MS_BY_SPEED[model.address.speed] < PAUSE_MS_BY_SPEED["normal"]
    if model.shown_match is before or hasty or model.address.speed == "instant":
        return model
    return replace(model, points_in_flight=points_gained(before, model.shown_match))


def _dispatch_message(model: Model, message: "Message") -> Transition:
    if model.tutorial is not None and message[0] not in TUTORIAL_MESSAGES:
        return model, []
    match message:
        case ("play", action):
            return _play_action(model, action)
        case ("offer", action):
            return _offer_action(model, action)
        case ("draft", action):
            return _draft_action(model, action)
        case ("touch", *what):
            return _touch_table(model, what) if model.review_position is None else (model, [])
        case ("bot", dealt, n, action, decision):
            if dealt != model.game_serial or n != len(model.match.log) or model.bot_level is None:
                return model, []  # an answer for an older position
            return _make_move(replace(_store_reasoning(model, n, decision), bot_restarted=False), action)
        case ("bot-lost" | "bot-failed" as how, dealt, n):
            asked = model.bot_level and (dealt, n) == (model.game_serial, len(model.match.log))
            return _handle_bot_failure(model, how) if asked else (model, [])
        case ("why", n):
            return _toggle_reasons(model, n) if 0 <= n < len(model.match.log) and model.is_bot_entry(n) else (model, [])
        case ("seat", n):
            return _toggle_player_panel(model, n) if 0 <= n < len(model.game_view.list_players(model)) else (model, [])
        case ("listen", topic, what):
            return replace(model, requested_announcement=tuple(answer_topic(model, topic, what))), []
        case ("hint",):
            return (
                _toggle_hint(model) if model.can_act or model.paused_for_panel or model.panel == "hint" else (model, [])
            )
        case ("why" | "guess" | "hint" | "chances" as ask, dealt, n, answer):
            return _receive_answer(model, ask, n, answer) if dealt == model.game_serial else (model, [])
        case ("unanswered", ask, dealt, _n):
            return (_mark_unanswered(model, ask) if dealt == model.game_serial else model), []
        case ("show" | "slide" | "retry" | "run" | "tick" | "tell-all" | "hands" | "branch", *_rest):
            return _handle_review(model, message) if model.can_review else (model, [])
        case ("recall" | "recalled", *_rest):
            return _play_flashback(model, message)
        case ("share" | "shared" | "embedded", *_rest):
            from palaces.share import share_panel  # for who shares

            return share_panel.update_sharing(model, message)
        case ("learn" | "learned", *_rest):
            return _handle_tutorial(model, message)
        case ("explain" | "walk", *_rest):
            from palaces.features import tooltips  # for who asks

            return tooltips.update_tooltips(model, message)
        case ("rule" | "clause", *_rest):
            return rule_popup.update_rule_popup(model, message)
        case ("key" | "pressed" | "usual-keys", *_rest):
            return shortcuts.update_shortcuts(model, message)
        case (
            "panel" | "notice" | "dismiss" | "switch" | "theme" | "contrast" | "motion" | "speed" | "lang" | "think",
            *_rest,
        ) | (
            "load" | "look" | "parted" | "table-found" | "aside" | "passed" | "placed",
            *_rest,
        ):
            return _handle_page_message(model, message)
        case _:
            return _handle_verb(model, message[0])


def _handle_verb(model: Model, verb: "Verb") -> Transition:
    """A message that is a single word."""
    match verb:
        case "ready":  # the next person has the device
            if not model.curtain or model.mover not in model.human_seats:
                return model, []
            return replace(model, curtain=False, viewer=model.mover, draft=model.game_view.empty_draft), []
        case "undo":
            return (model, []) if model.curtain or model.review_position is not None else _undo_action(model)
        case "undo-further":
            return (model, []) if model.curtain or model.review_position is not None else _undo_further(model)
        case "restart-turn":
            return _restart_turn(model)
        case "close":
            return _close_topmost(model)
        case "again":
            address = replace(model.address, seed=fresh_seed(), table=1, beat=None)
            return start_game(address, dealt=model.game_serial + 1, notices=model.lasting_notices)
        case "export":
            name = f"{model.match.game}-{model.match.seed}-{len(model.match.log)}.json"
            return replace(model, panel=""), [("download", name, json.dumps(model.match.save()))]
        case "picture":
            return model, [("picture",)] if model.mover is None and model.review_position is None else []
        case "import":
            return replace(model, panel=""), [("choose-file",)]
        case "update":
            return model, [("save",), ("update",)]
        case "newest":  # every action is kept already, and what a newer version keeps in that place is left alone
            return model, [("newest",)]
        case "reload":
            return model, [("reload",)]
        case "go-on":
            return _resume_bot(model)
        case "fill":  # the window, or no more
            return model, [("give-back",) if model.embed_mode == "window" else ("fill",)]
        case "signs":
            from palaces.features import tooltips

            return tooltips.toggle_tooltip_mode(model)
        case _:
            assert_never(verb)


def _handle_page_message(model: Model, message: "PageMessage") -> Transition:
    """Panels, notices, settings and saves."""
    match message:
        case ("panel", panel):
            taught = panel == "learn" and model.game.load_lesson is not None
            known = panel in PANELS or taught or _is_game_panel(model, panel)
            return _toggle_panel(model, panel) if known else (model, [])
        case ("notice", sentence):
            return _add_notice(model, Notice(sentence))
        case ("notice", sentence, remedy, label):
            return _add_notice(model, Notice(sentence, remedy, label))
        case ("dismiss", n):
            if not 0 <= n < len(model.notices):
                return model, []
            return replace(model, notices=model.notices[:n] + model.notices[n + 1 :]), []
        case ("theme" | "contrast" | "motion" | "speed" | "lang" | "think" as name, value):
            return _change_setting(model, name, value) if value in SETTING_VALUES[name] else (model, [])
        case ("switch", name):
            return _toggle_switch(model, name) if name in SWITCH_NAMES else (model, [])
        case ("load", saved):
            return _open_save(model, saved, partial(_load_match, model))
        case ("look", saved, at):
            return _open_save(model, saved, partial(_open_host_save, model, at))
        case ("parted", table):
            return _separate_game(model, table)
        case ("table-found", table):
            return replace(model, address=addresses.address_of_match(model.match, model.address, table)), []
        case ("aside", sentence):
            noticed, effects = _add_notice(model, Notice(sentence, informational=True, transient=True))
            return noticed, [*effects, ("later", ("passed", sentence), TRANSIENT_NOTICE_MS)]
        case ("passed", sentence):
            if model.panel or model.curtain:  # it lay below, so it was not seen all the time
                return model, [("later", message, TRANSIENT_NOTICE_MS)]
            kept = tuple(notice for notice in model.notices if not (notice.transient and notice.text == sentence))
            return replace(model, notices=kept), []
        case ("placed", full):
            return replace(model, embed_mode="window" if full else "post"), []
        case _:
            assert_never(message)


def _change_setting(model: Model, name: str, value: str | int) -> Transition:
    """A setting changes that the address has; another language is spoken from the next start on."""
    changed = replace(model, address=replace(model.address, **{name: value}))  # type: ignore[arg-type]
    again: list[Effect] = [("reload",)] if name == "lang" else []
    return changed, [("keep", name, str(value)), ("show",), ("save",), *again]


def _toggle_switch(model: Model, name: str) -> Transition:
    """A setting for all games goes on or off; the first sound is one that says so."""
    changed = replace(model, switches=model.switches ^ {name} | {SOUND_OFFERED_SWITCH}, proposed_action=None)
    effects = [_keep_switches(changed)]
    if name == "sound" and name in changed.switches:
        effects.append(("sound", ["coin"], False))
    if changed.waiting_for_listener and WAIT_SWITCH not in changed.switches:
        went_on, asked = _resume_bot(changed)
        return went_on, [*effects, *asked]
    return changed, effects


def _keep_switches(model: Model) -> "Effect":
    """What is switched on is kept."""
    return ("keep", "on", ",".join(sorted(model.switches)))


def _resume_bot(model: Model) -> Transition:
    """The computer player moves that has waited for the person."""
    if not model.waiting_for_listener:
        return model, []
    moving = replace(model, waiting_for_listener=False)
    return moving, request_bot_move(moving)


# -- playing -----------------------------------------------------------------------------------------------------------


def _play_action(model: Model, action: object) -> Transition:
    """A person's action."""
    model = _end_panel_pause(model)
    if not model.can_act:
        return _set_refusal(model, _turn_refusal(model))
    if model.tutorial is not None:
        from palaces.features import tutorial_update

        return tutorial_update.attempt_action(model, action)
    caution = move_warnings.find_move_warning(model, action)
    if caution:
        told = move_warnings.add_pending_warning(model, caution, action)
        return told, [_keep_switches(told), *_sound_effects(model, "touch")]
    return _make_move(model, action)


def _end_panel_pause(model: Model) -> Model:
    """Whoever plays on has seen what the table was taken for."""
    played_on = replace(model, paused_for_panel=False, panel="") if model.paused_for_panel else model
    return played_on if played_on.can_act else model


def _offer_action(model: Model, action: object) -> Transition:
    """An action that a control offers to be done at once: where every move is confirmed, it is only proposed."""
    if "ask" not in model.switches or not model.can_act or model.match.allows(action):
        return _play_action(model, action)
    return replace(model, proposed_action=action, refusal=None, pending_warning=None), _sound_effects(model, "touch")


def _draft_action(model: Model, action: object) -> Transition:
    """A move is laid out as if the person had touched it piece by piece; one that needs no touches is proposed by its
    name. The sheet that spoke of it makes room."""
    if not model.can_act or model.viewer is None or not isinstance(action, list) or model.match.allows(action):
        return model, []
    drafted = replace(
        model, draft=model.game_view.empty_draft, panel="", refusal=None, proposed_action=None, pending_warning=None
    )
    for what in model.game_view.touches_for_action(model.match, model.viewer, action):
        draft, refusal = model.game_view.apply_touch(model.match, model.viewer, drafted.draft, what)
        assert refusal is None  # the action is allowed
        drafted = replace(drafted, draft=draft)
    if drafted.draft == model.game_view.empty_draft:
        drafted = replace(drafted, proposed_action=action)
    region = model.game_view.scroll_region_after_touch(model.game_view.empty_draft, drafted.draft)
    shown: list[Effect] = [("reveal", region)] if region else []
    return drafted, [*shown, *_sound_effects(model, "touch")]


def _sound_effects(model: Model, *names: str, softly: bool = False) -> list["Effect"]:
    """These sounds, if there is to be any."""
    return [("sound", [*names], softly)] if names and "sound" in model.switches else []


def entry_sounds(model: Model, event: Any) -> list["Effect"]:
    """How an entry of the log sounds that has just been made: what it is, and what it means to who sits here."""
    mover = model.mover
    own = _sound_effects(model, *model.game_view.event_sounds(event), softly=model.is_bot_entry(event["n"]))
    if mover is None:
        return [*own, *_sound_effects(model, "win" if model.viewer in model.winning_seats else "lost")]
    return [*own, *(_sound_effects(model, "turn") if mover == model.viewer != event["seat"] else [])]


def _make_move(model: Model, action: object) -> Transition:
    """Anybody's action, and what follows from it for the page."""
    match = model.match.copy()
    try:
        match.play(action)
    except Illegal as refusal:
        return _set_refusal(model, refusal)
    event = match.events(None, len(match.log) - 1)[0]
    people = model.human_seats
    mover = match.to_move()
    by_person = match.seats[event["seat"]]["kind"] == "human"
    notices = tuple(notice for notice in model.notices if not (notice.transient and by_person))
    changed = replace(
        model,
        match=match,
        draft=model.game_view.empty_draft,
        refusal=None,
        paused_for_panel=False,
        hint=None,
        proposed_action=None,
    )
    changed = replace(changed, notices=notices, pending_warning=None)
    if by_person:
        changed = close_tooltips(changed)
    shown = model.game_view.panel_after_event(event)
    if shown and mover is not None and model.address.speed != "instant":
        changed = replace(changed, panel=shown, paused_for_panel=bool(people))
    elif changed.panel == "hint" or (changed.panel == "undo" and by_person) or _is_game_panel(changed, changed.panel):
        changed = replace(changed, panel="")  # what is asked of an undo is as true after a move of a bot
    if len(people) > 1 and mover in people and mover != model.viewer:
        changed = replace(changed, curtain=True) if model.game.has_secrets else replace(changed, viewer=mover)
        if changed.panel in ("seat", "undo"):  # which was somebody else's
            changed = replace(changed, panel="")
    if mover is None:
        changed = replace(changed, curtain=False, panel="", paused_for_panel=False)
    listens = WAIT_SWITCH in model.switches and bool(people) and not by_person
    changed = replace(
        changed, waiting_for_listener=listens and changed.bot_level is not None and not changed.paused_for_panel
    )
    region = (
        "bar"
        if changed.paused_for_panel
        else changed.game_view.scroll_region_for_decision(changed)
        if changed.can_act
        else None
    )
    revealed: list[Effect] = [("reveal", region)] if region else []
    seen = [*revealed, *entry_sounds(changed, event)]
    return _mark_sound_offered(
        changed, [("save",), *seen, *request_bot_move(changed), *_request_win_probabilities(changed)]
    )


def _mark_sound_offered(model: Model, effects: list["Effect"]) -> Transition:
    """Sound is offered once, while the fourth turn is to be played; then it is known."""
    if SOUND_OFFERED_SWITCH in model.switches or model.turns_begun <= TURNS_BEFORE_SOUND_OFFER:
        return model, effects
    changed = replace(model, switches=model.switches | {SOUND_OFFERED_SWITCH})
    return changed, [*effects, _keep_switches(changed)]


def request_bot_move(model: Model) -> list["Effect"]:
    """Ask the bot to move, if one is and it need not wait; in a lesson what it does is known."""
    if model.tutorial is not None:
        from palaces.features import tutorial_update

        return tutorial_update.continue_tutorial(model)
    if model.bot_level is None or model.paused_for_panel or model.waiting_for_listener:
        return []
    return [_request_decision(model, "move", supported_level(model.bot_level), model.address.think)]


def _request_decision(model: Model, ask: Literal["move", "hint"], level: str, seconds: float) -> "Effect":
    """Ask what a level would do for the seat to move."""
    n = len(model.match.log)
    view, seed = bot_view(level, model.match), f"{model.match.seed}-{n}"
    asked: DecisionRequest = {
        "ask": ask,
        "id": [model.game_serial, n],
        "level": level,
        "view": view,
        "seed": seed,
        "seconds": seconds,
    }
    return ("ask", asked)


def _handle_tutorial(model: Model, message: "TutorialMessage") -> Transition:
    """What happens in a lesson."""
    from palaces.features import tutorial_update  # which plays on with what is here

    return tutorial_update.update_tutorial(model, message)


def _touch_table(model: Model, what: list[Any]) -> Transition:
    model = _end_panel_pause(model)
    if what == ["clear"]:
        return replace(
            model, draft=model.game_view.empty_draft, refusal=None, proposed_action=None, pending_warning=None
        ), []
    if not model.can_act or model.viewer is None:
        return _set_refusal(model, _turn_refusal(model))
    draft, refusal = model.game_view.apply_touch(model.match, model.viewer, model.draft, what)
    changed = replace(model, draft=draft, refusal=refusal, proposed_action=None, pending_warning=None)
    effects = _sound_effects(model, "refuse" if refusal else "touch")
    region = model.game_view.scroll_region_after_touch(model.draft, draft)
    if region:
        effects.append(("reveal", region))
    return changed, effects


def _set_refusal(model: Model, refusal: Illegal) -> Transition:
    return replace(model, refusal=refusal), _sound_effects(model, "refuse")


def _turn_refusal(model: Model) -> Illegal:
    if model.mover is None:
        return model.game.sentences.refuse_over()
    sentence = _("It is {name}'s turn. Wait until your own.")
    return Illegal(model.game.turn_clause, sentence.format(name=model.player_names[model.mover]))


# -- what bots think ---------------------------------------------------------------------------------------------------


def _store_reasoning(
    model: Model, n: int, decision: object = None, view: object = None, guessed: bool = False
) -> Model:
    """The model with a bot's decision, or with an onlooker's guess at it, if it is one."""
    found = parse_reasoning(decision, view or model.match.view(None))
    if found is None:
        return model
    made = found.decision
    if made.is_conclusive and not made.playouts and len(made.candidates) > 1:
        return model  # it was sure without looking into anything: what there is to tell is asked for
    if guessed:
        return replace(model, guessed_reasoning={**model.guessed_reasoning, n: found})
    return replace(model, bot_reasoning={**model.bot_reasoning, n: found})


def _handle_bot_failure(model: Model, how: Literal["bot-lost", "bot-failed"]) -> Transition:
    """The bot to move is asked again, or the page moves for it."""
    if how == "bot-lost":
        return replace(model, bot_restarted=True), []
    sentence = _("{name} could not think this move through, and plays the first good one it sees.")
    return _add_notice(model, Notice(sentence.format(name=model.player_names[model.mover or 0])))


def _toggle_hint(model: Model) -> Transition:
    """Ask a master what it would do, or put its answer away."""
    if model.paused_for_panel or model.panel == "hint":
        return _close_topmost(model)
    if model.hint is not None:  # of this very position
        return replace(model, panel="hint"), [("reveal", "panel")]
    asked = replace(model, panel="hint", failed_requests=model.failed_requests - {"hint"})
    return asked, [("reveal", "panel"), _request_decision(model, "hint", "master", model.address.think)]


def _mark_unanswered(model: Model, ask: "QuestionKind") -> Model:
    return replace(model, failed_requests=model.failed_requests | {ask})


def _receive_answer(model: Model, ask: "QuestionKind", about: int, answer: object) -> Transition:
    """What the worker found for a game that is still on the table."""
    n = len(model.match.log)
    match ask, answer:
        case "hint", decision:
            if not model.can_act or model.panel != "hint" or about != n:
                return model, []
            found = parse_reasoning(decision, model.match.view(None))
            if found:
                return replace(model, hint=found), [("reveal", "panel")]
            return _mark_unanswered(model, ask), []
        case "why" | "guess", [decision, view] if 0 <= about < n:
            changed = _store_reasoning(model, about, decision, view, guessed=ask == "guess")
            if changed is model:
                return _mark_unanswered(model, ask), []
            shown = (changed.panel, changed.panel_subject) == ("why", about) and about in changed.visible_reasoning
            return changed, [("reveal", "panel")] if shown else []
        case "chances", rows if about == n and model.mover is None:
            found_chances = parse_win_probabilities(rows, n, len(model.player_names))
            if not found_chances:
                return _mark_unanswered(model, ask), []
            return replace(model, win_probabilities=found_chances, failed_requests=model.failed_requests - {ask}), []
    return model, []


def _toggle_reasons(model: Model, n: int) -> Transition:
    """Open or close the reasons of an entry; those that are not known are asked for."""
    if model.paused_for_panel or (model.panel == "why" and model.panel_subject == n):
        return _close_topmost(model)
    opened = replace(model, panel="why", panel_subject=n, failed_requests=model.failed_requests - {"why", "guess"})
    effects: list[Effect] = [("reveal", "panel")]
    if n in model.visible_reasoning:
        return opened, effects
    save, action = replay.truncated_save(model.match, n), model.match.log[n][1]
    about, seconds = [model.game_serial, n], model.address.think
    guess: GuessRequest = {"ask": "guess", "id": about, "save": save, "action": action}
    why: ReasonsRequest = {"ask": "why", "id": about, "save": save, "action": action, "seconds": seconds}
    return opened, [*effects, ("ask", guess if model.has_secret_reasoning else why)]


# -- looking back ------------------------------------------------------------------------------------------------------


def open_shared_game(
    address: Address, match: Match, n: int | None = None, notes: tuple[str, ...] = (), dealt: int = 0
) -> Transition:
    """A game that came by link, at its end or at the moment `n`, with nothing told of what came later."""
    notices = tuple(Notice(note) for note in notes)
    empty = load_game_view(match.game).empty_draft
    guest = Model(
        match,
        address,
        None,
        empty,
        notices=notices,
        game_serial=dealt,
        read_only=True,
        revealed_moves=n,
        spoken_upto=len(match.log),
    )
    model = replay.review_at(guest, len(match.log) if n is None else n)
    return model, _request_win_probabilities(model)


def _open_host_save(model: Model, n: object, match: Match) -> Transition:
    """A save that the page round this one brings, to be looked at like a game that came by link."""
    at = n if type(n) is int and 0 <= n <= len(match.log) else None
    return open_shared_game(addresses.address_of_match(match, model.address), match, at, dealt=model.game_serial + 1)


def take_over_game(address: Address, match: Match, notes: tuple[str, ...] = ()) -> Transition:
    """A game that was handed over by link goes on here, and is kept."""
    begun, effects = start_game(address, match, notes)
    return begun, [("new-table",), *effects]


def _request_win_probabilities(model: Model) -> list["Effect"]:
    """After an end that is known ask how the chances went."""
    if model.mover is not None or model.revealed_moves is not None or model.win_probabilities:
        return []
    asked: WinProbabilitiesRequest = {
        "ask": "chances",
        "id": [model.game_serial, len(model.match.log)],
        "save": model.match.save(),
    }
    return [("ask", asked)]


def _handle_review(model: Model, message: "ReviewMessage") -> Transition:
    """Everything that goes through an earlier position."""
    match message:
        case ("show" | "slide", n):
            if not 0 <= n <= replay.last_reachable_move(model):
                return model, []
            return _show_position(_stop_autoplay(model), n) if n != model.move_number else (_stop_autoplay(model), [])
        case ("retry", n):
            again = model.mover is None and model.addressed_seat is not None and 0 <= n < len(model.match.log)
            return _branch_game(replay.review_at(model, n), model.addressed_seat) if again else (model, [])
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
            told = replace(_stop_autoplay(model), revealed_moves=None)
            return told, _request_win_probabilities(told)
        case ("hands",):
            return (
                replace(model, mover_hand_shown=not model.mover_hand_shown) if replay.can_open_hands(model) else model
            ), []
        case ("branch", seat):
            known = seat is None or 0 <= seat < len(model.player_names)
            return _branch_game(model, seat) if known else (model, [])
        case _:
            assert_never(message)


def _advance_autoplay(model: Model) -> Transition:
    """The next move, while move after move is shown; with the last one that stops."""
    shown, effects = _show_position(model, model.move_number + 1)
    shown = _add_points_in_flight(shown, model.shown_match)
    if shown.move_number == replay.last_reachable_move(shown):
        return _stop_autoplay(shown), effects
    return shown, [*effects, *_schedule_autoplay(shown)]


def _show_position(model: Model, n: int) -> Transition:
    """Look at an earlier position; the match on the table stays what it is."""
    changed = replay.review_at(model, n)
    effects: list[Effect] = []
    if (changed.review_position is None) != (model.review_position is None):
        effects.append(("top",) if changed.review_position or model.mover is not None else ("reveal", "story"))
    if changed.revealed_moves is None and model.revealed_moves is not None:
        effects += _request_win_probabilities(changed)
    if model.is_autoplaying and n and PAUSE_MS_BY_SPEED[model.address.speed] >= PAUSE_MS_BY_SPEED["normal"]:
        effects += _sound_effects(model, *model.game_view.event_sounds(model.match.events(None, n - 1)[0]))
    return changed, effects


def _toggle_autoplay(model: Model) -> Transition:
    """Start or stop showing move after move; at the end from the beginning."""
    if model.is_autoplaying:
        return _stop_autoplay(model), []
    effects: list[Effect] = []
    if model.move_number == len(model.match.log):
        model, effects = _show_position(model, 0)
    running = replace(model, is_autoplaying=True)
    return running, [*effects, *_schedule_autoplay(running)]


def _play_flashback(model: Model, message: "FlashbackMessage") -> Transition:
    """A move of somebody is shown again: the table as it was before it, then after it, then as it is."""
    match message:
        case ("recall", n) if model.review_position is None and 0 <= n < min(model.visible_moves, len(model.match.log)):
            earlier = replace(model, flashback=replay.truncate_match(model.match, n))
            return earlier, [("later", ("recalled", model.game_serial, n + 1), FLASHBACK_BEFORE_MS)]
        case ("recalled", dealt, n) if model.flashback is not None and dealt == model.game_serial:
            if n != len(model.flashback.log) + 1 or n == len(model.match.log):
                return replace(model, flashback=None), []
            heard = _sound_effects(model, *model.game_view.event_sounds(model.match.events(None, n - 1)[0]))
            later = replace(model, flashback=replay.truncate_match(model.match, n))
            return later, [*heard, ("later", ("recalled", model.game_serial, 0), FLASHBACK_AFTER_MS)]
    return model, []


def _stop_autoplay(model: Model) -> Model:
    return replace(model, is_autoplaying=False)


def _schedule_autoplay(model: Model) -> list["Effect"]:
    pause = max(PAUSE_MS_BY_SPEED[model.address.speed], replay.MIN_AUTOPLAY_PAUSE_MS) + event_cards.event_card_pause_ms(
        model
    )
    return [("later", ("tick", model.game_serial, model.move_number), pause)]


def _branch_game(model: Model, seat: int | None) -> Transition:
    """Play on from this moment in a game of its own."""
    address, match = replay.branch_match(model, seat)
    begun, effects = start_game(address, match, (), model.game_serial + 1, model.lasting_notices)
    return begun, [("new-table", match.practice), *effects]


# -- taking back -------------------------------------------------------------------------------------------------------


def can_undo(model: Model) -> bool:
    """Whether the last entry is this person's own, and chance revealed nothing since."""
    log = model.match.log
    return (
        bool(log) and log[-1][0] in model.undoable_seats and not model.match.has_revealed_cards() and not model.curtain
    )


def undoable_entries(model: Model) -> list[int]:
    """Log numbers of the actions that can be taken back here, the last one first."""
    log, own = model.match.log, model.undoable_seats
    return [n for n in range(len(log) - 1, -1, -1) if log[n][0] in own]


def turn_entry_count(model: Model) -> int:
    """How many of this person's last entries belong to the turn that goes on: exact purchases."""
    n = 0
    for seat, _action, draws in reversed(model.match.log if model.game.can_restart_turn else []):
        if seat != model.viewer or draws or model.mover != model.viewer:
            break
        n += 1
    return n


def _undo_action(model: Model) -> Transition:
    if can_undo(model):
        return _undo_entries(model, 1, practice=False)
    if undoable_entries(model):
        return replace(model, panel="undo"), [("reveal", "panel")]
    return _set_refusal(model, Illegal(None, _("There is nothing of yours to take back.")))


def _undo_further(model: Model) -> Transition:
    own = undoable_entries(model)
    if not own:
        return replace(model, panel=""), []
    return _undo_entries(model, len(model.match.log) - own[0], practice=True)


def _restart_turn(model: Model) -> Transition:
    n = turn_entry_count(model)
    return _undo_entries(model, n, practice=False) if n else (model, [])


def _undo_entries(model: Model, n: int, practice: bool) -> Transition:
    match = model.match.copy()
    for _entry in range(n):
        match.undo(practice)
    mover = match.to_move()
    changed = replace(
        model,
        match=match,
        viewer=mover if mover in model.undoable_seats else model.viewer,
        draft=model.game_view.empty_draft,
        refusal=None,
        panel="",
        paused_for_panel=False,
        curtain=False,
        game_serial=model.game_serial + 1,
        bot_reasoning={about: found for about, found in model.bot_reasoning.items() if about < len(match.log)},
        guessed_reasoning={about: found for about, found in model.guessed_reasoning.items() if about < len(match.log)},
        hint=None,
        pending_warning=None,
        win_probabilities=(),
        waiting_for_listener=False,
        spoken_upto=len(match.log),
    )
    return changed, [("save",), *request_bot_move(changed)]


# -- around the table --------------------------------------------------------------------------------------------------


def _is_game_panel(model: Model, panel: str) -> bool:
    """Whether it is a panel of this game alone."""
    return panel in model.game_view.menu_panels(model) or panel in model.game_view.overflow_panels(model)


def _toggle_panel(model: Model, panel: str) -> Transition:
    if model.paused_for_panel:
        return _close_topmost(model)
    changed = replace(
        _stop_autoplay(model), panel="" if panel == model.panel else panel, shortcut_editor=shortcuts.IDLE_EDITOR
    )
    return changed, [("reveal", "panel"), *_panel_effects(panel)] if changed.panel else []


def _panel_effects(panel: str) -> list["Effect"]:
    """What the browser has to do when a panel is opened."""
    effects: dict[str, list[Effect]] = {"share": [("locate",)], "embed": [("locate",), ("load-embed",)]}
    return effects.get(panel, [])


def _toggle_player_panel(model: Model, n: int) -> Transition:
    """Open or close somebody's sheet."""
    if model.paused_for_panel or (model.panel, model.panel_subject) == ("seat", n):
        return _close_topmost(model)
    return replace(_stop_autoplay(model), panel="seat", panel_subject=n), [("reveal", "panel")]


def _close_topmost(model: Model) -> Transition:
    if model.review_position is not None and not model.panel:
        if model.read_only:
            return model, []
        return _show_position(_stop_autoplay(model), len(model.match.log))
    if model.panel != "rule" and (model.shown_tooltip or model.is_tooltip_mode):  # which lies over all else
        return close_tooltips(model), []
    changed = replace(model, panel="", paused_for_panel=False, refusal=None)
    if model.panel:
        return changed, request_bot_move(changed) if model.paused_for_panel else []
    if model.pending_warning:
        return replace(changed, pending_warning=None, proposed_action=None), []
    return replace(changed, draft=model.game_view.empty_draft, proposed_action=None), []


def close_tooltips(model: Model) -> Model:
    """The model in which no sign is asked."""
    return replace(model, shown_tooltip="", is_tooltip_mode=False)


def _add_notice(model: Model, notice: Notice) -> Transition:
    others = tuple(other for other in model.notices if other != notice and not _is_newer_notice(notice, other))
    return replace(model, notices=(*others, notice)), []


def _is_newer_notice(notice: Notice, other: Notice) -> bool:
    """Of new versions only the last that was said is true."""
    return notice.remedy == other.remedy == ("update",) and notice.label == other.label


def _open_save(model: Model, saved: str, go_on: Callable[[Match], Transition]) -> Transition:
    """Go on with the match of a save; a notice if it cannot be opened."""
    try:
        match = Match.load(saved)
    except Illegal as refusal:
        kept = _("{reason} The game on the table goes on unchanged.").format(reason=refusal)
        return _add_notice(model, Notice.from_refusal(refusal, kept))
    return go_on(match)


def _load_match(model: Model, match: Match) -> Transition:
    loaded, effects = start_game(
        addresses.address_of_match(match, model.address), match, (), model.game_serial + 1, model.lasting_notices
    )
    return loaded, [("new-table",), *effects]


def _separate_game(model: Model, table: int) -> Transition:
    """Another tab went on with this game otherwise, so here it is one of its own, at a table where nothing is kept."""
    sentence = _("This game went on otherwise in another tab. Here it is a game of its own from now on.")
    others = tuple(notice for notice in model.notices if notice.remedy != ("reload",))
    changed = replace(model, address=replace(model.address, table=table), notices=others)
    noticed, effects = _add_notice(changed, Notice(sentence))
    return noticed, [("show",), ("save",), *effects]
