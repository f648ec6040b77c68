"""Fails the type check: a control cannot play an action that its game does not have."""

from palaces.games.palazzo.draft import typed_action
from palaces.ui.html import button

print(button("Pass", act=typed_action(("pas",))))
