"""Fails the type check: no part of the screen has this name."""

from palaces.app.effects import Effect
from palaces.ui.html import Markup, Regions

regions: Regions = {"yard": Markup("")}
regions["hnad"] = Markup("")
effect: Effect = ("reveal", "hnad")
