"""Fails the type check: a control cannot send a message that there is not."""

from palaces.html import button

print(button("Last", do=("shwo", 3)))
