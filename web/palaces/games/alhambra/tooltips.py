"""Tooltips for the signs on Alhambra's table."""

from palaces.app.i18n import N_
from palaces.features.tooltips import Tooltip

TOOLTIPS = {
    "price": Tooltip(N_("Coin with a price"), N_("Pay for this building in this currency only."), "A11"),
    "marks": Tooltip(
        N_("Diamonds of a type"), N_("The more diamonds a type has, from 1 to 6, the more points it scores."), "A1"
    ),
    "exact": Tooltip(
        N_("“exact” on a payment"), N_("These cards pay the exact price, so you get another action."), "A13"
    ),
    "over": Tooltip(N_("“extra” on a payment"), N_("You overpay by this much and get no change."), "A11"),
    "missing": Tooltip(
        N_("“short” under a building"), N_("You need this much more of the currency to buy the building."), "A11"
    ),
    "empty": Tooltip(N_("Empty arch"), N_("A new building goes here at the end of the turn."), "A16"),
    "pile": Tooltip(
        N_("Number on the draw pile"),
        N_("This many money cards are left before the discard pile is shuffled."),
        "A18",
    ),
    "discards": Tooltip(
        N_("Discard pile with its number"),
        N_("Paid cards go here and become the new draw pile when that runs out."),
        "A18",
    ),
    "flag": Tooltip(N_("Flag A or B on the pile"), N_("You score as soon as this card is drawn."), "A17"),
    "last": Tooltip(N_("Flag C on the pile"), N_("The final scoring happens when the yard can't be refilled."), "A22"),
    "supply": Tooltip(N_("Number of buildings left"), N_("The game ends when the yard can't be refilled."), "A22"),
    "together": Tooltip(
        N_("“Take” with several cards"), N_("You can take several cards together if they total 5 or less."), "A10"
    ),
    "sum": Tooltip(
        N_("Sum under a column of your hand"),
        N_("At the end, the player with the most of a currency gets the building left at its place."),
        "A23",
    ),
    "awards": Tooltip(
        N_("Points above the six columns"),
        N_("The next scoring is worth this much for 1st, 2nd and 3rd place."),
        "A19",
    ),
    "unseen": Tooltip(
        N_("Number left of a type"), N_("This many buildings of the type haven't been turned up yet."), "A30"
    ),
    "lead": Tooltip(N_("Filled pennant on a hill"), N_("This player has the most buildings of this type."), "A20"),
    "shared": Tooltip(
        N_("Outlined pennant on a hill"), N_("Several players tie for the most and share the points."), "A20"
    ),
    "dirk": Tooltip(N_("Dirk's hill"), N_("Dirk never takes a turn, but he's part of every scoring."), "A27"),
}
