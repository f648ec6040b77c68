"""Tooltips for the signs on Medina's table."""

from palaces.app.i18n import N_
from palaces.features.tooltips import Tooltip

TOOLTIPS = {
    "roof": Tooltip(
        N_("Palace with a rooftop"), N_("It belongs to this player; no more buildings can be added."), "M16"
    ),
    "neutral": Tooltip(
        N_("Rooftop of the third colour"), N_("It is neutral: the palace then belongs to nobody."), "M20"
    ),
    "unclaimed": Tooltip(
        N_("Palace without a rooftop"),
        N_("Anybody may claim it who has no palace of this colour yet."),
        "M19",
    ),
    "stable": Tooltip(N_("Stable"), N_("It joins any palace, even a claimed one, and counts 1."), "M21"),
    "serves": Tooltip(N_("Dot on a space"), N_("Here the component would help a palace of yours."), "M32"),
    "alley": Tooltip(
        N_("Free space at a palace"), N_("One space stays free between two palaces, also diagonally."), "M14"
    ),
    "well": Tooltip(
        N_("The well"), N_("Each building or stable exactly two spaces away in a straight line brings 4."), "M34"
    ),
    "bonus": Tooltip(N_("“+4” on a space"), N_("A building or stable here brings 4 points more, for the well."), "M34"),
    "street": Tooltip(
        N_("End of the street of merchants"),
        N_("The next merchant stands next to one end, and to no other merchant."),
        "M22",
    ),
    "plot": Tooltip(
        N_("Wall space"), N_("A wall stands next to a tower or a wall, and counts 1 for each palace at it."), "M25"
    ),
    "gate": Tooltip(N_("Gate"), N_("The last free space of a side stays open."), "M25"),
    "waiting": Tooltip(
        N_("Tower with merchants"), N_("The first to win this tower also gets the merchants on it."), "M30"
    ),
    "tower": Tooltip(
        N_("Tower, and its tile 1 to 4"),
        N_("The tile goes to whoever last brought a palace of theirs to this tower's walls."),
        "M29",
    ),
    "tile": Tooltip(
        N_("Palace tile 1 to 4"),
        N_("It goes to the largest claimed palace of this colour; equal is not larger."),
        "M28",
    ),
    "tea": Tooltip(N_("Cup of tea"), N_("Return it to place one component instead of two."), "M10"),
    "none": Tooltip(N_("Component with 0"), N_("You have none of these left; with nothing left you are out."), "M11"),
}
