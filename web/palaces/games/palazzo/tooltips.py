"""Tooltips for the signs on Palazzo's table."""

from palaces.app.i18n import N_
from palaces.features.tooltips import Tooltip

TOOLTIPS = {
    "windows": Tooltip(
        N_("Windows of a tile"), N_("In a palace of 3 floors or more, each window scores 1 point."), "P25"
    ),
    "worth": Tooltip(N_("Points under a palace"), N_("This palace is worth this much right now."), "P25"),
    "material": Tooltip(
        N_("Palace of one material"),
        N_("All floors are of one material: 3 extra points, or 6 with 5 floors."),
        "P26",
    ),
    "scaffold": Tooltip(N_("Scaffold on a palace"), N_("You can still build a higher floor on top."), "P21"),
    "price": Tooltip(
        N_("Price of the supply"), N_("Each tile costs 10 minus the number of tiles in the supply."), "P12"
    ),
    "builder": Tooltip(
        N_("Master builder"), N_("The next auction is at the next quarry with tiles, clockwise from here."), "P13"
    ),
    "counted": Tooltip(
        N_("Windows next to a quarry number"),
        N_("If your second tile has this many windows, it goes to this quarry."),
        "P10",
    ),
    "ledge": Tooltip(
        N_("Four marks on a ledge"), N_("With 4 tiles here, there's no auction: everyone takes one."), "P19"
    ),
    "certificate": Tooltip(N_("Certificate"), N_("Counts as any color, and 3 certificates together count 15."), "P8"),
    "group": Tooltip(
        N_("Group of 3 cards"), N_("Three cards of the same value, one of each color, count 15 together."), "P8"
    ),
    "opening": Tooltip(
        N_("Certificate of value 3"), N_("It opens every auction and always goes back to its place."), "P15"
    ),
    "highest": Tooltip(N_("“highest” next to a bid"), N_("The next bid has to beat this one."), "P16"),
    "pass": Tooltip(N_("Pass"), N_("You get back all the cards you bid in this auction."), "P18"),
    "riders": Tooltip(N_("Row of 5 riders"), N_("The fifth rider ends the game immediately."), "P24"),
    "stacks": Tooltip(N_("Stacks I, II and III"), N_("All the riders are in stack III."), "P1"),
}
