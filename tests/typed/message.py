"""Fails the type check: a control cannot send a message that does not exist."""

from palaces.ui.html import button

print(button("Last", do=("shwo", 3)))
