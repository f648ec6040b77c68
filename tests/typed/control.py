"""Fails the type check: a control cannot play an action that its game does not have."""

from palaces.html import button
from palaces.palazzo.draft import typed_action

print(button("Pass", act=typed_action(("pas",))))
