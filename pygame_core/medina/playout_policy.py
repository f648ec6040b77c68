"""The playout policy of Medina: the best turn by the evaluation, among candidate moves.

Only a search needs this module, so a page loads it after the first visit has begun.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame_core.medina.candidate_moves import candidate_actions
from pygame_core.medina.evaluation_weights import Weights
from pygame_core.medina.forecast import NULL_DEALER, ClaimsBaseline, Forecast, owned_palaces
from pygame_core.medina.prospects import ProspectParts
from pygame_core.medina.state import Medina
from pygame_core.state import Seat

if TYPE_CHECKING:
    from pygame_core.medina.types import Action

Turn = tuple["Action", ...]
"""A whole turn, or the rest of one."""

BEAM_WIDTH: Final = 5  # first components that remain candidates for the second; rooftops and new actions always do
MAX_TURN_ENDINGS: Final = 3  # limit of the ways to end a turn in one answer
MAX_CACHED_POSITIONS: Final = 1 << 11
"""Positions whose turns are cached: a search that extends the same action meets the same positions again."""
SPENT_VERBS: Final = ("stable", "wall", "merchant")
"""The verbs that spend a component of a kind that palaces still hope for."""
TURNS_BY_POSITION: Final[dict[tuple[object, ...], Sequence[Turn]]] = {}


class SpendingBaseline(NamedTuple):
    """The value of a position in which a component is spent and the board stays unchanged."""

    total_value: float  # without the claims
    palace_values: list[float]  # values of the claimed palaces, by seat
    claims: ClaimsBaseline


class PlayoutForecast(Forecast):
    """A forecast that gives an action a single number: the sum of its terms, apart from rounding.

    It adds the changes by an action to the value of the position, which is faster than a sum of all terms.
    """

    def __init__(
        self,
        state: Medina,
        weights: Weights | None = None,
        seat: Seat | None = None,
        tile_keep_chance: float | None = None,
    ) -> None:
        super().__init__(state, weights, seat, tile_keep_chance)
        self.palaces_by_owner = owned_palaces(state)
        self.current_tiles_value = self.tiles_value(state)
        self.spending_cache: dict[str, SpendingBaseline] = {}  # by verb; "" for all that are not in SPENT_VERBS
        weights = self.weights
        self.spent_value_by_verb = {
            "stable": weights.stable_left,
            "wall": weights.wall_left,
            "merchant": weights.merchant_left,
            "tea": weights.tea_tile,
            "pass": 0.0,
        }

    def current_value(self) -> float:
        """Return the value of the current position."""
        spent = self.spending_baseline(self.state, "")
        return spent.total_value + self.claims_value(self.state, spent.claims, {})

    def action_value(self, action: "Action") -> float:
        """Return the value of the position after an action."""
        after = self.state.copy()
        after.apply(action, NULL_DEALER)
        if after.turn < 0:
            return sum([side * points for side, points in zip(self.seat_factors, after.scores(), strict=True)])
        if after.tower_merchants != self.state.tower_merchants:
            return self.forecast_after_win(after, action).current_value()
        if action[0] == "roof":
            return self.evaluate_roof(after, action[2])
        parts, colour = self.prospects.parts_after(after, action)
        value = self.evaluate_position(after, action[0], parts, colour)
        if action[0] == "building":
            is_unwanted = after.claimed_colours[self.seat] >> action[1] & 1
            return value - self.weights.unwanted_building if is_unwanted else value
        return value - self.spent_value_by_verb[action[0]]

    def evaluate_position(
        self, after: Medina, verb: str, parts: ProspectParts, grown_colour: int | None = None
    ) -> float:
        """Return the value of a position after changes of palaces.

        `grown_colour` is the color of a claimed palace that has become larger.
        """
        spent = self.spending_baseline(after, verb)
        value = spent.total_value
        owners, changed = self.changed_claims(after, parts, spent.claims, grown_colour)
        for owner in owners:
            value += self.seat_factors[owner] * (
                self.palaces_value(after, owner, parts, self.palaces_by_owner[owner]) - spent.palace_values[owner]
            )
        if (
            after.tower_tile_owners != self.state.tower_tile_owners
            or after.palace_tile_holders != self.state.palace_tile_holders
        ):
            value += self.tiles_value(after) - self.current_tiles_value
        return value + self.claims_value(after, spent.claims, changed)

    def evaluate_roof(self, after: Medina, space: int) -> float:
        """Return the value of a position after a rooftop: the palace has an owner, or nobody can ever claim it."""
        n = self.claimed_palace(after, space)
        colour, _, _, owner = after.palaces[n]
        spent = self.spending_baseline(after, "")
        value = spent.total_value + self.tiles_value(after) - self.current_tiles_value
        for seat, side in enumerate(self.seat_factors):
            value += side * (
                self.supply_value(after, seat, after.tea_tiles[seat])
                - self.supply_value(self.state, seat, self.state.tea_tiles[seat])
            )
        if owner >= 0:
            value += self.seat_factors[owner] * (
                self.palaces_value(after, owner, self.prospect_parts, [*self.palaces_by_owner[owner], n])
                - spent.palace_values[owner]
            )
        _, changed = self.changed_claims(after, self.prospect_parts, spent.claims, colour)
        return value + self.claims_value(after, spent.claims, changed)

    def spending_baseline(self, after: Medina, verb: str) -> SpendingBaseline:
        """Return the value of a position after an action of this verb that leaves the board unchanged."""
        if verb not in SPENT_VERBS:
            verb = ""
        found = self.spending_cache.get(verb)
        if found is None:
            palace_values = [
                self.palaces_value(after, seat, self.prospect_parts, own)
                for seat, own in enumerate(self.palaces_by_owner)
            ]
            total = self.current_tiles_value
            for seat, side in enumerate(self.seat_factors):
                total += side * (palace_values[seat] + self.supply_value(self.state, seat, self.state.tea_tiles[seat]))
            found = self.spending_cache[verb] = SpendingBaseline(total, palace_values, self.claims_baseline(after))
        return found

    def palaces_value(self, state: Medina, seat: Seat, parts: ProspectParts, own: Sequence[int]) -> float:
        """Return the points that a seat expects from its palaces."""
        points, stables, well, walls, merchants, tower_tiles = self.palace_gains(state, seat, parts, own)
        return points + (well + stables) + walls + merchants + tower_tiles


def playout_policy(state: Medina) -> Sequence[Turn]:
    """Return the best ways to complete the turn of the seat to move, the best first."""
    key = position_key(state)
    answer = TURNS_BY_POSITION.get(key)
    if answer is None:
        if len(TURNS_BY_POSITION) >= MAX_CACHED_POSITIONS:
            TURNS_BY_POSITION.clear()
        answer = TURNS_BY_POSITION[key] = best_turns(state)
    return answer


def best_turns(state: Medina) -> Sequence[Turn]:
    """Return the best ways to end a turn.

    At the beginning of a turn, this is the best first component with the best second one. The second component ranked
    high before the first one, or the first one has made it possible.
    """
    ranked = rank_actions(state, candidate_actions(state))
    if state.components_placed or state.components_due == 1:
        return [(action,) for action in ranked[:MAX_TURN_ENDINGS]]
    first, *others = ranked
    after = state.copy()
    after.apply(first, NULL_DEALER)
    if after.turn != state.turn:
        return [(first,)]
    worse = {action for action in others[BEAM_WIDTH - 1 :] if action[0] != "roof"}
    options = candidate_actions(after)
    second, *_ = rank_actions(after, [action for action in options if action not in worse] or options)
    return [(first, second)]


def rank_actions(state: Medina, actions: list["Action"]) -> list["Action"]:
    """Return the actions, the best first."""
    return sorted(actions, key=PlayoutForecast(state).action_value, reverse=True) if len(actions) > 1 else actions


def position_key(state: Medina) -> tuple[object, ...]:
    """Return everything that affects the evaluation. All else follows from it, or is in the past."""
    return (
        (
            state.seats,
            state.new_contact,
            state.turn,
            state.components_placed,
            state.components_due,
            state.seats_out,
            state.well,
            state.merchant_spaces,
        ),
        (
            state.street_ends,
            state.run_lengths,
            state.purple_claims,
            state.palace_tile_holders,
            state.tower_tile_owners,
            state.tower_merchants,
        ),
        (*state.palaces, *state.buildings),
        (*state.roofs, *state.neutral_roofs, *state.stables, *state.merchants, *state.walls, *state.tea_tiles),
    )
