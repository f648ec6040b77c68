"""Fails the type check: a control cannot open a panel that does not exist."""

from palaces.ui.html import button

print(button("Settings", do=("panel", "setings")))
