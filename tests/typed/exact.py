"""Passes the type check: what a view or an action is made of is known to the last part."""

from typing import Literal, assert_type

from palaces.app.model import Model
from palaces.games.medina.draft import Draft

from pygame_core import Dealer, Match
from pygame_core.alhambra.state import Alhambra
from pygame_core.medina.state import Medina
from pygame_core.medina.types import Space, Verb
from pygame_core.palazzo.state import Palazzo
from pygame_core.palazzo.types import MoneyCard

alhambra = Alhambra.deal(3, Dealer(1))
assert_type(alhambra.view(0)["yard"], list[str | None])
action = alhambra.legal()[0]
if action[0] == "buy":
    assert_type(action[3], Literal["keep", "give"])
palazzo = Palazzo.deal(3, Dealer(1))
assert_type(palazzo.view(0)["known"], list[list[MoneyCard]] | None)
medina = Medina.deal(3, Dealer(1))
assert_type(medina.view(None)["supplies"][0]["tea"], int)
match = Match[Medina].new("medina", 3)
assert_type(match.state, Medina)
assert_type(match.view(None)["supplies"][0]["tea"], int)
assert_type(match.events(None)[0]["towers"], list[tuple[int, int, int, int]])
assert_type(Match.new("medina", 3).events(None)[0]["verb"], Verb)


def read(model: "Model[Medina, Draft]") -> None:
    assert_type(model.view["ends"], list[Space])
    assert_type(model.draft.space, str)
