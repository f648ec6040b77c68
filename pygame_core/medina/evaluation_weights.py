"""The weights of Medina's evaluation, by number of players."""

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """Weights of the evaluation, found by self-play; the defaults are those for 4 players.

    In some 1,200 games every seat had all weights changed at random. After every 24 games each weight moved a little
    along the slope of the lead over its table's mean. Then one seat with the new weights played 60 to 72 games for each
    number of players against seats with the old ones. The same games checked changes made by hand.
    """

    rival_share: float = 1.0  # share of the others' gains that counts against the seat
    stable_space: float = 0.2  # points for a space where a stable can go
    wall_chance: float = 0.55  # chance that the next wall of a run is built, once for each wall on the way
    merchant_chance: float = 0.5  # the same chance for the next merchant of the street
    well_chance: float = 0.38  # chance that a stable reaches a space two from the well
    others_help_share: float = 0.2  # share of the others' walls and merchants that serve the seat's palaces
    tile_loss_chance: float = 0.88  # chance that a tile is lost again, when no component has been placed yet
    contact_chance: float = 0.2  # chance that a wall near a palace brings its tower tile
    own_building_share: float = 0.72  # share of a seat's buildings of a color that go into its own palace
    others_building_share: float = 1.1  # share of the others' buildings that go into somebody's palace
    patience: float = 0.135  # rate at which each component left reduces the buildings that a seat places for others
    extra_points: float = 4.7  # points of a future palace, besides its buildings
    extra_share_left: float = 0.45  # share of these points that remains for a palace that only one seat can claim
    claim_temperature: float = 0.65  # softmax temperature, in points, of the decision to claim a palace
    denial_chance: float = 0.4  # chance that a neutral rooftop denies a good palace to others
    second_component: float = 0.65  # points for the second component of a turn, unless it is a rooftop
    spaces_per_palace: float = 12.5  # spaces that a palace needs
    wall_left: float = 0.17  # points for a wall left to place
    merchant_left: float = 0.37  # points for a merchant left to place
    stable_left: float = 1.4  # points for a stable left to place
    neutral_roof_left: float = 1.0  # points for a neutral rooftop left to place
    unwanted_building: float = -0.1  # points for a building of a color that its seat has claimed
    tea_tile: float = 0.05  # points for a tea tile


TWO_PLAYER_WEIGHTS: Final = Weights(
    stable_space=0.22,
    wall_chance=0.72,
    merchant_chance=0.54,
    well_chance=0.45,
    others_help_share=0.17,
    tile_loss_chance=0.85,
    contact_chance=0.55,
    own_building_share=0.66,
    others_building_share=1.0,
    patience=0.125,
    extra_points=5.2,
    extra_share_left=0.6,
    claim_temperature=0.8,
    denial_chance=0.32,
    second_component=0.55,
    spaces_per_palace=9.0,
    wall_left=0.32,
    merchant_left=0.24,
    stable_left=1.25,
    neutral_roof_left=1.3,
    unwanted_building=-0.08,
    tea_tile=0.15,
)
WEIGHTS: Final = {
    2: TWO_PLAYER_WEIGHTS,
    3: Weights(tile_loss_chance=0.7, contact_chance=0.5, spaces_per_palace=16.0),
    4: Weights(),
}
"""By number of players. With 2, a gain is the other's loss, the board is small, and neutral rooftops are many."""
