"""Helpers for bots of Alhambra: The Card Game."""

from typing import TYPE_CHECKING, Literal, SupportsIndex, cast

from pygame_core.alhambra.components import AWARDS, IDS
from pygame_core.alhambra.score import count_by_type, scoring_points
from pygame_core.bot_tools.view_check import require_entries
from pygame_core.i18n import _, list_phrases, quote_input
from pygame_core.match import require_seat
from pygame_core.state import Illegal, View, open_hand

if TYPE_CHECKING:
    from pygame_core.alhambra.types import View as AlhambraView


def scoring(view: View, letter: Literal["A", "B", "C"]) -> list[int]:
    """Return the points by owner if scoring A, B or C came now (A19). With two seats, the third owner is Dirk (A25).

    Raises Illegal, with a sentence, for another letter or game.

    >>> from pygame_core import Match
    >>> scoring(Match.new("alhambra", 2, seed=7).view(0), "C")
    [0, 0, 74]
    """
    require_entries(view)
    if view["game"] != "alhambra":
        raise Illegal(None, _("Only Alhambra has scorings. This view is of another game."))
    if letter not in [*AWARDS]:
        said = _("There's no scoring {name}. Choose one of: {known}.")
        raise Illegal(None, said.format(name=quote_input(str(letter)), known=list_phrases(AWARDS)))
    held = [count_by_type([IDS[building] for building in owned]) for owned in cast("AlhambraView", view)["buildings"]]
    new = scoring_points(letter, held)
    return [before + sum(points) for before, points in zip(view["points"], new, strict=True)]


def coins(view: View, seat: SupportsIndex) -> int:
    """Return the sum of a seat's money cards; 0 for a hand that the view does not show.

    >>> from pygame_core import Match
    >>> coins(Match.new("alhambra", 2, seed=7).view(0), 0)
    20
    """
    require_entries(view)
    number = require_seat(seat, len(view["hands"] if "hands" in view else view["points"]))
    return sum(int(card[1:]) for card in open_hand(view, number))
