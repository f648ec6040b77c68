"""Tooltips for the signs on Palazzo's table."""

from palaces.app.i18n import N_
from palaces.features.tooltips import Tooltip

TOOLTIPS = {
    "windows": Tooltip(N_("Windows of a tile"), N_("From three floors on, every window is a point."), "P25"),
    "worth": Tooltip(N_("Points under a palace"), N_("This palace brings so many points as it stands."), "P25"),
    "material": Tooltip(
        N_("Palace of one material"),
        N_("All floors are of one material: 3 points more, or 6 with five floors."),
        "P26",
    ),
    "scaffold": Tooltip(N_("Scaffold on a palace"), N_("A higher floor may still be put on top."), "P21"),
    "price": Tooltip(
        N_("Price on the supply"), N_("Each tile costs 10 less the number of tiles in the supply."), "P12"
    ),
    "builder": Tooltip(
        N_("Master builder"), N_("The next auction is at the next quarry with tiles, clockwise from here."), "P13"
    ),
    "counted": Tooltip(
        N_("Windows beside the number of a quarry"),
        N_("The second tile goes as many quarries on from the master builder as it has windows."),
        "P10",
    ),
    "ledge": Tooltip(
        N_("Four marks on a ledge"), N_("With four tiles here nobody will bid: everyone takes one tile."), "P19"
    ),
    "certificate": Tooltip(
        N_("Certificate"), N_("It goes with cards of every colour; three certificates count 15."), "P8"
    ),
    "group": Tooltip(
        N_("Group of three cards"), N_("Three equal values, one of each colour, count 15 together."), "P8"
    ),
    "opening": Tooltip(
        N_("Certificate of value 3"), N_("Whoever opens an auction bids it; it always comes back."), "P15"
    ),
    "highest": Tooltip(N_("“highest” at a bid"), N_("The next bid has to be higher than this one."), "P16"),
    "pass": Tooltip(N_("Pass"), N_("You get back all cards that you bid in this auction."), "P18"),
    "riders": Tooltip(N_("Row of five riders"), N_("The fifth rider ends the game at once."), "P24"),
    "stacks": Tooltip(N_("Stacks I, II and III"), N_("The riders are all in stack III."), "P1"),
}
