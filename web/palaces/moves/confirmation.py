"""The confirmation of a move: in a person's first games of a title for moves that stay, or for every move. Pure.

The setting `confirm` decides. The bar of a proposed move can change it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.settings import SETTINGS
from palaces.ui.annotations import Annotations
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, boolean_attribute, button, tag

if TYPE_CHECKING:
    from pygame_core.state import JsonAction

FIRST_GAMES = 3
"""The number of finished games of a title during which the page confirms moves that stay."""
CONFIRM = SETTINGS["confirm"]


def needs_confirmation(model: Model, action: "JsonAction") -> bool:
    """Return True if an allowed action of the person to move has to be confirmed. A lesson explains its moves itself.

    Players with instant bots know the game, so only the setting “every move” counts for them.
    """
    if model.tutorial is not None or model.address.confirm == "never":
        return False
    if model.address.confirm == "every":
        return True
    is_beginner = model.session.finished_games.get(model.match.game, 0) < FIRST_GAMES
    if not is_beginner or model.address.speed == "instant":
        return False
    is_laid_out = model.proposed_action is None and is_drafted(model, action)  # a proposal lays a move out by itself
    return not is_laid_out and stays(model, action)


def is_drafted(model: Model, action: "JsonAction") -> bool:
    """Return True if the person has already laid out exactly this action, so that playing it was a second touch."""
    view = game_view_of(model)
    assert model.viewer is not None
    draft = view.draft_of_action(model.match, model.viewer, action)
    return bool(draft == model.draft != view.empty_draft)


def stays(model: Model, action: "JsonAction") -> bool:
    """Return True if undoing an allowed action would make the game practice, as soon as others have answered it."""
    after = model.match.copy()
    after.play(action)
    is_answered = model.game.has_secrets and after.to_move() != model.mover
    return is_answered or after.has_revealed_cards()


def count_finished_game(model: Model) -> Mapping[str, int]:
    """Return the finished games by title, with the one on the table."""
    finished = model.session.finished_games
    return {**finished, model.match.game: finished.get(model.match.game, 0) + 1}


def format_finished_games(finished: Mapping[str, int]) -> str:
    """Return numbers of finished games as text for storage.

    >>> format_finished_games({"alhambra": 2, "medina": 1})
    'alhambra:2,medina:1'
    """
    return ",".join(f"{game}:{n}" for game, n in finished.items())


def parse_finished_games(text: str) -> dict[str, int]:
    """Parse stored numbers of finished games. Malformed ones are dropped.

    >>> parse_finished_games("alhambra:2,medina:x,palazzo,:4")
    {'alhambra': 2}
    """
    pairs = [each.partition(":") for each in text.split(",")]
    return {game: int(n) for game, _colon, n in pairs if game and n.isascii() and n.isdigit() and len(n) < 7}


def render_confirmation_bar(model: Model, annotations: Annotations) -> Markup:
    """Render the proposed action, the buttons that play or cancel it, and the switch of the confirmation."""
    action = model.proposed_action
    assert action is not None
    said = _("{action}?").format(action=model.game.sentences.action_name(action, model.view))
    outcome = game_view_of(model).outcome_sentence(model.match, action)
    is_off = model.address.confirm == "never"
    switch = button(
        _("Don't ask again"),
        do=CONFIRM.message(CONFIRM.default if is_off else "never"),
        class_="box-toggle",
        id="unasked",
        aria_pressed=boolean_attribute(is_off),
    )
    plays = (
        annotations.button(_("Confirm"), act=action, class_="primary", id="play"),
        button(_("Cancel"), do=("touch", "clear"), class_="second", id="cancel"),
        switch,
    )
    return tag(
        "div",
        tag("p", tag("b", said), " ", outcome, " ", tag("span", _reason_sentence(model, action)), class_="caution"),
        tag("div", plays, class_="on-or-back"),
        class_="warning",
    )


def _reason_sentence(model: Model, action: "JsonAction") -> str | None:
    """Return the reason for the question: the move stays. A move that can be undone needs none."""
    return _("Undoing it later makes this a practice game.") if stays(model, action) else None
