"""Tooltips for the signs on Medina's table."""

from palaces.app.i18n import N_
from palaces.features.tooltips import Tooltip

TOOLTIPS = {
    "roof": Tooltip(N_("Palace with a rooftop"), N_("This player owns it, and nobody can add more buildings."), "M16"),
    "neutral": Tooltip(N_("Neutral rooftop"), N_("A palace with a neutral rooftop belongs to nobody."), "M20"),
    "unclaimed": Tooltip(
        N_("Palace without a rooftop"),
        N_("Any player without a palace of this color can claim it."),
        "M19",
    ),
    "stable": Tooltip(N_("Stable"), N_("It can join any palace, even a claimed one, and scores 1."), "M21"),
    "serves": Tooltip(N_("Dot on a space"), N_("A piece here would help one of your palaces."), "M32"),
    "alley": Tooltip(
        N_("Free space next to a palace"), N_("Palaces stay at least one space apart, diagonally too."), "M14"
    ),
    "well": Tooltip(
        N_("The well"), N_("Each building or stable exactly 2 spaces away in a straight line scores 4."), "M34"
    ),
    "bonus": Tooltip(N_("“+4” on a space"), N_("A building or stable here scores 4 more for the well."), "M34"),
    "street": Tooltip(
        N_("End of the street"),
        N_("Place the next merchant next to one end, and next to no other merchant."),
        "M22",
    ),
    "plot": Tooltip(
        N_("Wall space"),
        N_("A wall goes next to a tower or another wall and scores 1 for each palace it touches."),
        "M25",
    ),
    "gate": Tooltip(N_("Gate"), N_("The last free space on each side stays free."), "M25"),
    "waiting": Tooltip(
        N_("Tower with merchants"), N_("The first player to win this tower tile also gets its merchants."), "M30"
    ),
    "tower": Tooltip(
        N_("Tower and its tile, 1 to 4"),
        N_("The player whose palace was the last to reach this tower's walls gets the tile."),
        "M29",
    ),
    "tile": Tooltip(
        N_("Palace tile, 1 to 4"),
        N_("The largest claimed palace of this color wins it, and a tie isn't enough to take it."),
        "M28",
    ),
    "tea": Tooltip(N_("Tea tile"), N_("Return it to place 1 piece instead of 2."), "M10"),
    "none": Tooltip(
        N_("Piece with 0"), N_("You have none of these left, and when you run out of all pieces, you're out."), "M11"
    ),
}
