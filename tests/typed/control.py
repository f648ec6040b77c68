"""Fails the type check: a control cannot play an action that its game does not have."""

from palaces.html import button
from palaces.palazzo.draft import written

print(button("Pass", act=written(("pas",))))
