"""The messages about notices, saves and the host page. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, assert_never

from palaces.app import routing as addresses
from palaces.app.i18n import _
from palaces.app.model import Model, Notice, Transition
from palaces.app.panel_state import LogPanel
from palaces.features.steps import start_game
from palaces.loop.panel_update import panel_by_name, toggle_panel
from palaces.loop.review_update import open_shared_game
from palaces.loop.settings_update import follow_host_theme, toggle_switch
from pygame_core import Illegal, Match

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import PageMessage

TRANSIENT_NOTICE_MS = 10_000
"""The time that a transient notice stays on screen, in milliseconds. It is enough for slow readers, and the notice asks
for nothing. A screen reader's live region keeps the sentence."""


def update_page(model: Model, message: "PageMessage") -> Transition:
    """Handle a message about panels, notices, switches, saves or the host page."""
    match message:
        case ("panel", panel):
            opened = panel_by_name(model, panel)
            return (model, []) if opened is None else toggle_panel(model, opened)
        case ("log", name):
            from palaces.loop.log_panel import log_filters  # imported only for the log

            filtered = isinstance(model.panel, LogPanel) and name in log_filters(model)
            return (replace(model, panel=LogPanel(name)) if filtered else model), []
        case ("notice", sentence):
            return add_notice(model, Notice(sentence))
        case ("notice", sentence, remedy, label):
            return add_notice(model, Notice(sentence, remedy, label))
        case ("notice", sentence, remedy, label, close):  # the offer of a language, in that language
            offer = Notice(sentence, remedy, label, informational=True, language=str(remedy.value), close=close)
            return add_notice(model, offer)
        case ("dismiss", n):
            if not 0 <= n < len(model.notices):
                return model, []
            return replace(model, notices=model.notices[:n] + model.notices[n + 1 :]), []
        case ("switch", name):
            return toggle_switch(model, name)
        case ("load", saved):
            return _open_save(model, saved, partial(_load_match, model))
        case ("look", saved, at):
            return _open_save(model, saved, partial(_open_host_save, model, at))
        case ("parted", table):
            return _separate_game(model, table)
        case ("table-found", table):
            return replace(model, address=addresses.address_of_match(model.whole_match, model.address, table)), []
        case ("aside", sentence):
            return add_transient_notice(model, sentence)
        case ("passed", sentence):
            if model.panel or model.curtain:  # it was covered, so the time starts again
                return model, [("later", message, TRANSIENT_NOTICE_MS)]
            kept = tuple(notice for notice in model.notices if not (notice.transient and notice.text == sentence))
            return replace(model, notices=kept), []
        case ("placed", full):
            return replace(model, session=model.session.with_embed_mode("window" if full else "post")), []
        case ("host-theme", theme):
            return follow_host_theme(model, theme)
        case _:
            assert_never(message)


def notice_timers(notices: Iterable[Notice]) -> "list[Effect]":
    """Return the effects that end the transient ones of these notices."""
    return [("later", ("passed", notice.text), TRANSIENT_NOTICE_MS) for notice in notices if notice.transient]


# -- notices -----------------------------------------------------------------------------------------------------------


def add_notice(model: Model, notice: Notice) -> Transition:
    """Return the model with another notice. It replaces an equal one."""
    others = tuple(other for other in model.notices if other != notice and not _is_newer_notice(notice, other))
    return replace(model, notices=(*others, notice)), []


def add_transient_notice(model: Model, sentence: str) -> Transition:
    """Return the model with a notice that goes away by itself."""
    notice = Notice(sentence, informational=True, transient=True)
    return add_notice(model, notice)[0], notice_timers([notice])


def _is_newer_notice(notice: Notice, other: Notice) -> bool:
    """Return True if both are notices about new versions. Only the last one is true."""
    return notice.remedy == other.remedy == ("update",) and notice.label == other.label


# -- saves -------------------------------------------------------------------------------------------------------------


def _open_save(model: Model, saved: str, go_on: Callable[[Match], Transition]) -> Transition:
    """Load a save and pass its match on. If that fails, add a notice."""
    try:
        match = Match.load(saved)
    except Illegal as refusal:
        kept = _("{reason} Your current game is unchanged.").format(reason=refusal)
        return add_notice(model, Notice.from_refusal(refusal, kept))
    return go_on(match)


def _load_match(model: Model, match: Match) -> Transition:
    """Start the game of a save."""
    loaded, effects = start_game(
        addresses.address_of_match(match, model.address), match, (), model.game_serial + 1, model.lasting_notices
    )
    return loaded, [("new-table",), *effects]


def _open_host_save(model: Model, n: object, match: Match) -> Transition:
    """Open a save from the host page like a game from a link."""
    at = n if type(n) is int and 0 <= n <= len(match.log) else None
    return open_shared_game(addresses.address_of_match(match, model.address), match, at, dealt=model.game_serial + 1)


def _separate_game(model: Model, table: int) -> Transition:
    """Move this game to a free table, because another tab has continued it differently."""
    sentence = _("This game was continued differently in another tab. From now on, this is a separate game.")
    others = tuple(notice for notice in model.notices if notice.remedy != ("reload",))
    changed = replace(model, address=replace(model.address, table=table), notices=others)
    noticed, effects = add_notice(changed, Notice(sentence))
    return noticed, [("show",), ("save",), *effects]
