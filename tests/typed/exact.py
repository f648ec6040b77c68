"""Passes the type check: what a view or an action is made of is known to the last part."""

from typing import Literal, assert_type

from pygame_core import Dealer
from pygame_core.alhambra.state import Alhambra
from pygame_core.medina.state import Medina
from pygame_core.palazzo.state import Palazzo

alhambra = Alhambra.deal(3, Dealer(1))
assert_type(alhambra.view(0)["yard"], list[str | None])
action = alhambra.legal()[0]
if action[0] == "buy":
    assert_type(action[3], Literal["keep", "give"])
palazzo = Palazzo.deal(3, Dealer(1))
assert_type(palazzo.view(0)["known"], list[list[str]] | None)
medina = Medina.deal(3, Dealer(1))
assert_type(medina.view(None)["supplies"][0]["tea"], int)
