"""Fails the type check: only the registry makes messages of settings, and a setting has no such value."""

from palaces.app.routing import Address
from palaces.ui.html import button

print(button("Dark", do=("theme", "dark")))
print(Address(speed="fsat").theme == "drak")
