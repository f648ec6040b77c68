"""update(model, message) -> (next model, effects): everything that can happen on the page. Pure.

`messages.py` has all messages and `effects.py` all effects. JSON goes through `decode_message` first.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal, assert_never

from palaces.app import routing as addresses
from palaces.app.i18n import _
from palaces.app.model import (
    NO_TOOLTIPS,
    EmbedMode,
    Model,
    Notice,
    Review,
    Selection,
    Session,
    Speech,
    Table,
    Transition,
)
from palaces.app.panel_state import (
    LESSON_PANEL,
    MENU_PANELS,
    EmbedPanel,
    GamePanel,
    HintPanel,
    Panel,
    PlainPanel,
    PlayerPanel,
    RulePanel,
    SharePanel,
    WhyPanel,
)
from palaces.app.routing import PAUSE_MS_BY_SPEED, Address
from palaces.app.settings import SETTINGS, SettingMessage, SwitchName
from palaces.app.thinking import parse_reasoning, parse_win_probabilities
from palaces.features import move_warnings, replay, rule_popup, shortcuts
from palaces.features.announcements import answer_topic, is_announcement_due, step_announcements
from palaces.features.recap import SOUND_OFFERED_SWITCH, TURNS_BEFORE_SOUND_OFFER
from palaces.features.steps import (
    entry_sounds,
    refuse,
    request_bot_move,
    request_decision,
    request_win_probabilities,
    sound_effects,
    start_game,
    with_empty_draft,
)
from palaces.ui import event_cards
from palaces.ui.game_view import game_view_of, load_game_view
from palaces.ui.pieces import points_gained
from pygame_core import Illegal, Match
from pygame_core.dealer import fresh_seed
from pygame_core.state import Event

if TYPE_CHECKING:
    from palaces.app.effects import Effect, GuessRequest, ReasonsRequest
    from palaces.app.messages import (
        FlashbackMessage,
        Message,
        PageMessage,
        PanelName,
        QuestionKind,
        ReviewMessage,
        TutorialMessage,
        Verb,
    )

TUTORIAL_MESSAGES = (
    *("play", "offer", "draft", "touch", "close", "rule", "clause", "learn", "learned"),
    *("notice", "aside", "passed", "dismiss", "placed", "switch"),
    *("listen", "load", "look", "update", "newest", "reload"),
)
"""The messages that a lesson heeds beside settings; all others are about a game of one's own."""
FLASHBACK_BEFORE_MS, FLASHBACK_AFTER_MS = (
    450,
    800,
)  # ms until a move that is shown again is made, and until the table is as it is
TRANSIENT_NOTICE_MS = 10_000
"""ms for which what is said in passing is seen: long enough for who reads slowly, and nothing has to be done about it.
Whoever listens still finds it: a screen reader's region keeps it."""


def begin_session(model: Model, embed_mode: EmbedMode, settings: Mapping[str, str]) -> Transition:
    """The first model of a page as the kept settings of this browser have it, and what is spoken of it."""
    switches = frozenset(filter(None, settings.get("on", "").split(",")))
    keys = shortcuts.parse_shortcuts(settings.get("keys", ""))
    session = Session(embed_mode, switches, keys, move_warnings_enabled=True)
    return announce_step(None, replace(model, session=session))


def keep_requested_url(model: Model, asked: Address, fragment: str) -> Model:
    """The model of a game that was begun instead of what an address asks for, if only a newer version can open that.

    The address bar goes on to ask for it, so that whichever version comes next tries again, and names this game, too.
    """
    if not any(notice.remedy == ("newest",) for notice in model.notices):
        return model
    return replace(model, url_override=f"?{replace(model.address, table=asked.table).to_query()}{fragment}")


def update(model: Model, message: "Message") -> Transition:
    """Return the next model, and the effects that the browser carries out."""
    if model.flashback is not None and message[0] not in ("recalled", "passed"):
        model = _with_flashback(model, None)
    changed, effects = _dispatch_message(
        model if model.points_in_flight is None else replace(model, points_in_flight=None), message
    )
    if changed.game_serial != model.game_serial:  # another game, at the same screen
        changed = replace(changed, session=model.session)
    arrived = _add_points_in_flight(changed, model.shown_match)
    if message[0] in ("slide", "table-found"):  # a slider says itself where it is, and nobody hears of a table's number
        return arrived, effects
    told, said = announce_step(model, arrived)
    return told, [*effects, *said]


def announce_step(before: Model | None, after: Model) -> Transition:
    """What is spoken of a step, and the model that knows of it; before the first step there is none."""
    sentences = step_announcements(before, after)
    upto = len(after.match.log) if is_announcement_due(after) else after.speech.spoken_upto
    if sentences or upto != after.speech.spoken_upto:
        after = replace(after, speech=after.speech.with_announcement(tuple(sentences), upto))
    return after, [("announce", " ".join(sentences))] if sentences else []


def _add_points_in_flight(model: Model, before: Match) -> Model:
    """The model that knows what an entry brought which has just come to the table, where there is time to see it."""
    hasty = model.is_autoplaying and PAUSE_MS_BY_SPEED[model.address.speed] < PAUSE_MS_BY_SPEED["normal"]
    if model.shown_match is before or hasty or model.address.speed == "instant":
        return model
    return replace(model, points_in_flight=points_gained(before, model.shown_match))


def _dispatch_message(model: Model, message: "Message") -> Transition:
    if isinstance(message, SettingMessage):
        return _change_setting(model, message)
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
        case ("bot", dealt, n, action, *decision):
            if dealt != model.game_serial or n != len(model.match.log) or model.bot_level is None:
                return model, []  # an answer for an older position
            answered = _with_restarted_bot(model, False)
            return _make_move(_store_reasoning(answered, n, decision[0] if decision else None), action)
        case ("bot-lost" | "bot-failed" as how, dealt, n):
            asked = model.bot_level and (dealt, n) == (model.game_serial, len(model.match.log))
            return _handle_bot_failure(model, how) if asked else (model, [])
        case ("why", n):
            return _toggle_reasons(model, n) if 0 <= n < len(model.match.log) and model.is_bot_entry(n) else (model, [])
        case ("seat", n):
            return (
                _toggle_player_panel(model, n) if 0 <= n < len(game_view_of(model).list_players(model)) else (model, [])
            )
        case ("listen", topic, what):
            return replace(model, speech=model.speech.with_answer(tuple(answer_topic(model, topic, what)))), []
        case ("hint",):
            return (
                _toggle_hint(model)
                if model.can_act or model.paused_for_panel or isinstance(model.panel, HintPanel)
                else (model, [])
            )
        case ("why" | "guess" | "hint" | "chances" as ask, dealt, n, answer):
            return _receive_answer(model, ask, n, answer) if dealt == model.game_serial else (model, [])
        case ("unanswered", ask, dealt, n):
            return (_mark_unanswered(model, ask, n) if dealt == model.game_serial else model), []
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
            "panel" | "notice" | "dismiss" | "switch" | "load" | "look" | "parted" | "table-found" | "aside" | "passed",
            *_rest,
        ) | (
            "placed",
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
            lifted = Table(model.match, model.mover, Selection(game_view_of(model).empty_draft))
            return replace(model, table=lifted), []
        case "undo":
            return (model, []) if model.curtain or model.review_position is not None else _undo_action(model)
        case "undo-further":
            return (model, []) if model.curtain or model.review_position is not None else _undo_further(model)
        case "restart-turn":
            return (model, []) if model.curtain or model.review_position is not None else _restart_turn(model)
        case "close":
            return _close_topmost(model)
        case "again":
            address = replace(model.address, seed=fresh_seed(), table=1, beat=None)
            return start_game(address, dealt=model.game_serial + 1, notices=model.lasting_notices)
        case "export":
            name = f"{model.match.game}-{model.match.seed}-{len(model.match.log)}.json"
            return model.without_covering_panel(), [("download", name, json.dumps(model.match.save()))]
        case "picture":
            return model, [("picture",)] if model.mover is None and model.review_position is None else []
        case "import":
            return model.without_covering_panel(), [("choose-file",)]
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
    """Panels, notices, switches and saves."""
    match message:
        case ("panel", panel):
            opened = _panel_by_name(model, panel)
            return (model, []) if opened is None else _toggle_panel(model, opened)
        case ("notice", sentence):
            return _add_notice(model, Notice(sentence))
        case ("notice", sentence, remedy, label):
            return _add_notice(model, Notice(sentence, remedy, label))
        case ("dismiss", n):
            if not 0 <= n < len(model.notices):
                return model, []
            return replace(model, notices=model.notices[:n] + model.notices[n + 1 :]), []
        case ("switch", name):
            return _toggle_switch(model, name)
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
            return replace(model, session=model.session.with_embed_mode("window" if full else "post")), []
        case _:
            assert_never(message)


def _change_setting(model: Model, message: SettingMessage) -> Transition:
    """Give a setting of the address another value. A lesson heeds only those that its page shows."""
    name, value = message
    if model.tutorial is not None and not SETTINGS[name].attribute:
        return model, []
    changed = replace(model, address=replace(model.address, **{name: value}))  # type: ignore[arg-type]
    again: list[Effect] = [("reload",)] if SETTINGS[name].needs_reload else []
    return changed, [("keep", name, str(value)), ("show",), ("save",), *again]


def _toggle_switch(model: Model, name: SwitchName) -> Transition:
    """A setting for all games goes on or off; the first sound is one that says so."""
    changed = _with_switches(model, model.switches ^ {name} | {SOUND_OFFERED_SWITCH})
    changed = changed.with_selection(changed.table.selection.without_proposal())
    effects = [_keep_switches(changed)]
    if name == "sound" and changed.is_on("sound"):
        effects += sound_effects(changed, "coin")
    if changed.waiting_for_listener and not changed.is_on("wait"):
        went_on, asked = _resume_bot(changed)
        return went_on, [*effects, *asked]
    return changed, effects


def _with_switches(model: Model, switches: frozenset[str]) -> Model:
    return replace(model, session=model.session.with_switches(switches))


def _keep_switches(model: Model) -> "Effect":
    """What is switched on is kept."""
    return ("keep", "on", ",".join(sorted(model.switches)))


def _resume_bot(model: Model) -> Transition:
    """The computer player moves that has waited for the person."""
    if not model.waiting_for_listener:
        return model, []
    moving = replace(model, speech=model.speech.with_wait(False))
    return moving, request_bot_move(moving)


# -- playing -----------------------------------------------------------------------------------------------------------


def _play_action(model: Model, action: object) -> Transition:
    """A person's action."""
    model = _end_panel_pause(model)
    if not model.can_act:
        return refuse(model, _turn_refusal(model))
    if model.tutorial is not None:
        from palaces.features import tutorial_update

        return tutorial_update.attempt_action(model, action)
    allowed = model.allowed_action(action)
    caution = move_warnings.find_move_warning(model, allowed) if allowed else None
    if allowed and caution:
        told = move_warnings.add_pending_warning(model, caution, allowed)
        return told, [_keep_switches(told), *sound_effects(model, "touch")]
    return _make_move(model, action)


def _end_panel_pause(model: Model) -> Model:
    """Whoever plays on has seen what the table was taken for."""
    played_on = replace(model, panel=None) if model.paused_for_panel else model
    return played_on if played_on.can_act else model


def _offer_action(model: Model, action: object) -> Transition:
    """An action that a control offers to be done at once: where every move is confirmed, it is only proposed."""
    allowed = model.allowed_action(action)
    if not model.is_on("ask") or not model.can_act or not allowed:
        return _play_action(model, action)
    return model.with_selection(Selection(model.draft, allowed)), sound_effects(model, "touch")


def _draft_action(model: Model, action: object) -> Transition:
    """A move is laid out as if the person had touched it piece by piece; one that needs no touches is proposed by its
    name. The sheet that spoke of it makes room."""
    if not model.can_act or model.viewer is None or not isinstance(action, list) or model.match.allows(action):
        return model, []
    view = game_view_of(model)
    draft = view.empty_draft
    for what in view.touches_for_action(model.match, model.viewer, action):
        draft, refusal = view.apply_touch(model.match, model.viewer, draft, what)
        assert refusal is None  # the action is allowed
    proposed = action if draft == view.empty_draft else None
    drafted = replace(model, table=model.table.with_selection(Selection(draft, proposed)), panel=None)
    region = view.scroll_region_after_touch(view.empty_draft, draft)
    shown: list[Effect] = [("reveal", region)] if region else []
    return drafted, [*shown, *sound_effects(model, "touch")]


def _make_move(model: Model, action: object) -> Transition:
    """Anybody's action, and what follows from it for the page."""
    match = model.match.copy()
    try:
        match.play(action)
    except Illegal as refusal:
        return refuse(model, refusal)
    event = match.events(None, len(match.log) - 1)[0]
    people = model.human_seats
    mover = match.to_move()
    by_person = match.seats[event["seat"]]["kind"] == "human"
    notices = tuple(notice for notice in model.notices if not (notice.transient and by_person))
    handed_on = len(people) > 1 and mover in people and mover != model.viewer
    viewer = mover if handed_on and not model.game.has_secrets else model.viewer
    curtain = mover is not None and (model.curtain or (handed_on and model.game.has_secrets))
    changed = replace(
        model,
        table=Table(match, viewer, Selection(game_view_of(model).empty_draft), curtain),
        notices=notices,
        thinking=model.thinking.after_move(),
        panel=_panel_after_move(model, event, mover, by_person=by_person, handed_on=handed_on),
        tooltips=NO_TOOLTIPS if by_person else model.tooltips,
    )
    waits = model.is_on("wait") and bool(people) and not by_person
    waits = waits and changed.bot_level is not None and not changed.paused_for_panel
    changed = replace(changed, speech=changed.speech.with_wait(waits))
    region = (
        "bar"
        if changed.paused_for_panel
        else game_view_of(changed).scroll_region_for_decision(changed)
        if changed.can_act
        else None
    )
    revealed: list[Effect] = [("reveal", region)] if region else []
    seen = [*revealed, *entry_sounds(changed, event)]
    return _mark_sound_offered(
        changed, [("save",), *seen, *request_bot_move(changed), *request_win_probabilities(changed)]
    )


def _panel_after_move(model: Model, event: Event, mover: int | None, *, by_person: bool, handed_on: bool) -> Panel:
    """The panel that is open once somebody has moved: one that holds the table, or the one before if it is still
    true."""
    if mover is None:
        return None
    shown = game_view_of(model).panel_after_event(event)
    if shown and model.address.speed != "instant":
        return GamePanel(shown, holds_table=bool(model.human_seats))
    match model.panel:
        case HintPanel() | GamePanel():
            return None
        case PlainPanel("undo") if by_person or handed_on:  # it is as true after a move of a bot
            return None
        case PlayerPanel() if handed_on:  # which was somebody else's
            return None
        case panel:
            return panel


def _mark_sound_offered(model: Model, effects: list["Effect"]) -> Transition:
    """Sound is offered once, while the fourth turn is to be played; then it is known."""
    if SOUND_OFFERED_SWITCH in model.switches or model.turns_begun <= TURNS_BEFORE_SOUND_OFFER:
        return model, effects
    changed = _with_switches(model, model.switches | {SOUND_OFFERED_SWITCH})
    return changed, [*effects, _keep_switches(changed)]


def _continue_game(model: Model) -> "list[Effect]":
    """What comes next once nothing holds the table any more; in a lesson what the bots do is known."""
    if model.tutorial is not None:
        from palaces.features import tutorial_update

        return tutorial_update.continue_tutorial(model)
    return request_bot_move(model)


def _handle_tutorial(model: Model, message: "TutorialMessage") -> Transition:
    """What happens in a lesson."""
    from palaces.features import tutorial_update  # which plays on with what is here

    return tutorial_update.update_tutorial(model, message)


def _touch_table(model: Model, what: Sequence[object]) -> Transition:
    model = _end_panel_pause(model)
    if what == ["clear"]:
        return with_empty_draft(model), []
    if not model.can_act or model.viewer is None:
        return refuse(model, _turn_refusal(model))
    draft, refusal = game_view_of(model).apply_touch(model.match, model.viewer, model.draft, what)
    changed = model.with_selection(Selection(draft, refusal=refusal))
    effects = sound_effects(model, "refuse" if refusal else "touch")
    region = game_view_of(model).scroll_region_after_touch(model.draft, draft)
    if region:
        effects.append(("reveal", region))
    return changed, effects


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
    return replace(model, thinking=model.thinking.with_reasoning(n, found, guessed=guessed))


def _with_restarted_bot(model: Model, restarted: bool) -> Model:
    return replace(model, thinking=model.thinking.with_restarted_bot(restarted))


def _handle_bot_failure(model: Model, how: Literal["bot-lost", "bot-failed"]) -> Transition:
    """The bot to move is asked again, or the page moves for it."""
    if how == "bot-lost":
        return _with_restarted_bot(model, True), []
    sentence = _("{name} could not think this move through, and plays the first good one it sees.")
    return _add_notice(model, Notice(sentence.format(name=model.player_names[model.mover or 0])))


def _toggle_hint(model: Model) -> Transition:
    """Ask a master what it would do, or put its answer away."""
    if model.paused_for_panel or isinstance(model.panel, HintPanel):
        return _close_topmost(model)
    asked = replace(model, panel=HintPanel())
    if model.hint is not None:  # of this very position
        return asked, [("reveal", "panel")]
    return asked, [("reveal", "panel"), request_decision(model, "hint", "master", model.address.think)]


def _mark_unanswered(model: Model, ask: "QuestionKind", about: int) -> Model:
    """The model that knows that no answer will come to a question, if it is still open."""
    match ask, model.panel:
        case "hint", HintPanel() if about == len(model.match.log):
            return replace(model, panel=HintPanel(is_unanswered=True))
        case (("why" | "guess"), WhyPanel(n)) if about == n:
            return replace(model, panel=WhyPanel(n, is_unanswered=True))
        case "chances", _ if about == len(model.match.log):
            return replace(model, thinking=model.thinking.with_probabilities(()))
    return model


def _receive_answer(model: Model, ask: "QuestionKind", about: int, answer: object) -> Transition:
    """What the worker found for a game that is still on the table."""
    n = len(model.match.log)
    match ask, answer:
        case "hint", decision:
            if not model.can_act or not isinstance(model.panel, HintPanel) or about != n:
                return model, []
            found = parse_reasoning(decision, model.match.view(None))
            if found:
                return replace(model, thinking=model.thinking.with_hint(found)), [("reveal", "panel")]
            return _mark_unanswered(model, ask, about), []
        case "why" | "guess", [decision, view] if 0 <= about < n:
            changed = _store_reasoning(model, about, decision, view, guessed=ask == "guess")
            if changed is model:
                return _mark_unanswered(model, ask, about), []
            shown = changed.panel_key == ("why", about) and about in changed.visible_reasoning
            return changed, [("reveal", "panel")] if shown else []
        case "chances", rows if about == n and model.mover is None:
            chances = parse_win_probabilities(rows, n, len(model.player_names))
            return replace(model, thinking=model.thinking.with_probabilities(chances)), []
    return model, []


def _toggle_reasons(model: Model, n: int) -> Transition:
    """Open or close the reasons of an entry; those that are not known are asked for."""
    if model.paused_for_panel or model.panel_key == ("why", n):
        return _close_topmost(model)
    opened = replace(model, panel=WhyPanel(n))
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
    table = Table(match, None, Selection(load_game_view(match.game).empty_draft))
    review, speech = Review(revealed_moves=n), Speech(len(match.log))
    guest = Model(table, address, notices, dealt, read_only=True, review=review, speech=speech)
    model = replay.review_at(guest, len(match.log) if n is None else n)
    return model, request_win_probabilities(model)


def _open_host_save(model: Model, n: object, match: Match) -> Transition:
    """A save that the page round this one brings, to be looked at like a game that came by link."""
    at = n if type(n) is int and 0 <= n <= len(match.log) else None
    return open_shared_game(addresses.address_of_match(match, model.address), match, at, dealt=model.game_serial + 1)


def take_over_game(address: Address, match: Match, notes: tuple[str, ...] = ()) -> Transition:
    """A game that was handed over by link goes on here, and is kept."""
    begun, effects = start_game(address, match, notes)
    return begun, [("new-table",), *effects]


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
        effects += request_win_probabilities(changed)
    if model.is_autoplaying and n and PAUSE_MS_BY_SPEED[model.address.speed] >= PAUSE_MS_BY_SPEED["normal"]:
        effects += sound_effects(model, *game_view_of(model).event_sounds(model.match.events(None, n - 1)[0]))
    return changed, effects


def _toggle_autoplay(model: Model) -> Transition:
    """Start or stop showing move after move; at the end from the beginning."""
    if model.is_autoplaying:
        return _stop_autoplay(model), []
    effects: list[Effect] = []
    if model.move_number == len(model.match.log):
        model, effects = _show_position(model, 0)
    running = replace(model, review=model.review.with_autoplay(True))
    return running, [*effects, *_schedule_autoplay(running)]


def _play_flashback(model: Model, message: "FlashbackMessage") -> Transition:
    """A move of somebody is shown again: the table as it was before it, then after it, then as it is."""
    match message:
        case ("recall", n) if model.review_position is None and 0 <= n < min(model.visible_moves, len(model.match.log)):
            earlier = _with_flashback(model, replay.truncate_match(model.match, n))
            return earlier, [("later", ("recalled", model.game_serial, n + 1), FLASHBACK_BEFORE_MS)]
        case ("recalled", dealt, n) if model.flashback is not None and dealt == model.game_serial:
            if n != len(model.flashback.log) + 1 or n == len(model.match.log):
                return _with_flashback(model, None), []
            heard = sound_effects(model, *game_view_of(model).event_sounds(model.match.events(None, n - 1)[0]))
            later = _with_flashback(model, replay.truncate_match(model.match, n))
            return later, [*heard, ("later", ("recalled", model.game_serial, 0), FLASHBACK_AFTER_MS)]
    return model, []


def _with_flashback(model: Model, match: Match | None) -> Model:
    return replace(model, review=model.review.with_flashback(match))


def _stop_autoplay(model: Model) -> Model:
    return replace(model, review=model.review.with_autoplay(False))


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
        return replace(model, panel=PlainPanel("undo")), [("reveal", "panel")]
    return refuse(model, Illegal(None, _("There is nothing of yours to take back.")))


def _undo_further(model: Model) -> Transition:
    own = undoable_entries(model)
    if not own:
        return model.without_covering_panel(), []
    return _undo_entries(model, len(model.match.log) - own[0], practice=True)


def _restart_turn(model: Model) -> Transition:
    n = turn_entry_count(model)
    return _undo_entries(model, n, practice=False) if n else (model, [])


def _undo_entries(model: Model, n: int, practice: bool) -> Transition:
    match = model.match.copy()
    for _entry in range(n):
        match.undo(practice)
    mover = match.to_move()
    viewer = mover if mover in model.undoable_seats else model.viewer
    table = Table(match, viewer, Selection(game_view_of(model).empty_draft))
    changed = model.at_position(table, model.thinking.before_move(len(match.log)))
    changed = replace(changed, game_serial=model.game_serial + 1)
    return changed, [("save",), *request_bot_move(changed)]


# -- around the table --------------------------------------------------------------------------------------------------


def _panel_by_name(model: Model, name: "PanelName") -> Panel:
    """A panel that a control opens by its name; None if this table has none of that name."""
    if name == LESSON_PANEL.name:
        return LESSON_PANEL if model.game.load_lesson is not None else None
    view = game_view_of(model)
    own = next((each for each in (*view.menu_panels(model), *view.overflow_panels(model)) if each == name), None)
    return MENU_PANELS.get(name) if own is None else GamePanel(own)


def _toggle_panel(model: Model, panel: Panel) -> Transition:
    """Open a panel, or close it if it is the one that is open."""
    if model.paused_for_panel:
        return _close_topmost(model)
    changed = replace(_stop_autoplay(model), panel=panel)
    if changed.panel_key == model.panel_key:
        return replace(changed, panel=None), []
    return changed, [("reveal", "panel"), *_panel_effects(panel)]


def _panel_effects(panel: Panel) -> list["Effect"]:
    """What the browser has to do when a panel is opened."""
    match panel:
        case SharePanel():
            return [("locate",)]
        case EmbedPanel():
            return [("locate",), ("load-embed",)]
        case _:
            return []


def _toggle_player_panel(model: Model, n: int) -> Transition:
    """Open or close somebody's sheet."""
    if model.paused_for_panel or model.panel_key == ("seat", n):
        return _close_topmost(model)
    return replace(_stop_autoplay(model), panel=PlayerPanel(n)), [("reveal", "panel")]


def _close_topmost(model: Model) -> Transition:
    """Close what lies over all else: a position that is looked back at, a tooltip, the panel, a warning, the draft."""
    if model.review_position is not None and model.panel is None:
        if model.read_only:
            return model, []
        return _show_position(_stop_autoplay(model), len(model.match.log))
    if model.tooltips != NO_TOOLTIPS and not isinstance(model.panel, RulePanel):
        return replace(model, tooltips=NO_TOOLTIPS), []
    if model.panel is not None:
        changed = replace(model.with_refusal(None), panel=None)
        return changed, _continue_game(changed) if model.paused_for_panel else []
    if model.pending_warning:
        return model.with_selection(Selection(model.draft)), []
    return with_empty_draft(model), []


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
