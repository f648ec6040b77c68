"""Moves that the page plays for a person who asked for it: the only possible one, or one that they ordered. Pure.

The table shows each of them like any other move, and a notice says that it was automatic.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.app.model import NO_ORDERS, Model, Orders
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, button, tag

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from pygame_core.state import JsonAction


def automatic_action(model: Model) -> "JsonAction | None":
    """Return the action that the person's orders or settings ask for now, or None."""
    if not model.can_act or model.tutorial is not None:
        return None
    ordered = game_view_of(model).ordered_action(model.match, model.orders)
    if ordered is not None:
        return model.allowed_action(ordered)
    legal = model.match.legal() if model.is_on("forced") else []
    return legal[0] if len(legal) == 1 else None


def request_automatic_move(model: Model) -> "list[Effect]":
    """Return the effect that plays the automatic move of this position, if there is one."""
    if automatic_action(model) is None:
        return []
    return [("later", ("automatic", model.game_serial, len(model.match.log)), 0)]


def automatic_move_sentence(model: Model, action: "JsonAction") -> str:
    """Return the sentence about an automatic move that is about to be played."""
    return _("Played for you: {action}").format(action=model.game.sentences.action_name(action, model.view))


def keep_orders(model: Model) -> Model:
    """Return the model with the part of the orders that can still be carried out."""
    if model.orders == NO_ORDERS or model.viewer is None:
        return model
    return replace(model, orders=game_view_of(model).surviving_orders(model.match, model.viewer, model.orders))


def plan_touched_action(model: Model, what: list[object]) -> Model | None:
    """Return the model with the action that a touch plans while others move, or None if it plans nothing.

    The same touch again takes the plan back.
    """
    is_waiting = model.mover is not None and model.mover != model.viewer and not model.curtain
    if not model.is_on("premove") or not is_waiting or model.viewer is None or model.review_position is not None:
        return None
    planned = game_view_of(model).plan_action(model.match, model.viewer, what)
    if planned is None:
        return None
    again = planned == model.orders.next_action
    return replace(model, orders=model.orders._replace(next_action=None if again else planned))


def set_pass_limit(model: Model, limit: int) -> Model:
    """Return the model that passes above this bid in the running auction."""
    if model.viewer is None:
        return model
    asked = model.orders._replace(pass_above=limit)
    kept = game_view_of(model).surviving_orders(model.match, model.viewer, asked)
    return replace(model.without_covering_panel(), orders=kept)


def orders_sentence(model: Model, orders: Orders) -> str:
    """Return what will happen by these orders, or "" without any."""
    if orders.next_action is not None:
        name = model.game.sentences.action_name(orders.next_action, model.view)
        return _("Next, if it's still possible: {action}").format(action=name)
    if orders.pass_above is not None:
        return _("You'll pass when a bid is above {n}.").format(n=orders.pass_above)
    return ""


def render_orders(model: Model) -> Markup | None:
    """Render the orders with the button that takes them back, or None without any."""
    said = orders_sentence(model, model.orders)
    if not said or model.curtain:
        return None
    stop = button(_("Cancel"), do=("order", "clear"), class_="quiet", id="unorder")
    return tag("div", tag("p", said, class_="tally"), stop, class_="orders")
