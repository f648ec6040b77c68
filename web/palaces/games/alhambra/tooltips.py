"""Tooltips for the signs on Alhambra's table."""

from palaces.app.i18n import N_
from palaces.features.tooltips import Tooltip

TOOLTIPS = {
    "price": Tooltip(N_("Coin with a price"), N_("This building is paid with this coin only."), "A11"),
    "marks": Tooltip(
        N_("Marks of a type"), N_("The more marks a type has, the more points it brings, from 1 to 6."), "A1"
    ),
    "exact": Tooltip(
        N_("“exact” at a payment"), N_("These cards pay the exact price, so you may act once more."), "A13"
    ),
    "over": Tooltip(
        N_("“over” at a payment"), N_("These cards pay more than the price by so much; no change is given."), "A11"
    ),
    "missing": Tooltip(
        N_("“more” under a building"), N_("So much of this coin is still missing to buy the building."), "A11"
    ),
    "empty": Tooltip(N_("Empty arch"), N_("This place is filled again at the end of the turn."), "A16"),
    "pile": Tooltip(
        N_("Money pile with its number"),
        N_("So many money cards are left; when none is left, the paid cards are shuffled again."),
        "A18",
    ),
    "flag": Tooltip(N_("Flag A or B at the pile"), N_("This scoring happens at once when its card is drawn."), "A17"),
    "last": Tooltip(
        N_("Flag C at the pile"), N_("The last scoring comes when the yard cannot be filled any more."), "A22"
    ),
    "supply": Tooltip(
        N_("Number of buildings left"), N_("When the yard cannot be filled any more, the game ends."), "A22"
    ),
    "together": Tooltip(
        N_("“Take” with several cards"), N_("Several cards may be taken together if they make 5 or less."), "A10"
    ),
    "sum": Tooltip(
        N_("Sum under a column of your hand"),
        N_("At the end, the buildings left over go to whoever holds most of their coin."),
        "A23",
    ),
    "awards": Tooltip(
        N_("Points over the six columns"),
        N_("The next scoring pays this much for first, second and third place."),
        "A19",
    ),
    "lead": Tooltip(N_("Filled pennant on a hill"), N_("This player has the most of this type."), "A20"),
    "shared": Tooltip(
        N_("Outlined pennant on a hill"), N_("Several players have the most and share the points."), "A20"
    ),
    "dirk": Tooltip(N_("Dirk's hill"), N_("Dirk never moves, but he takes part in every scoring."), "A27"),
}
