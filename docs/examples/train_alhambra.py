"""Train a bot for Alhambra with two seats that beats the level `casual`: `python train_alhambra.py`.

The bot values an action by a linear function of features, which come from the observation array alone. It learns by
imitation (DAgger, Ross and others 2011). In the first round, games show how the level `skilled` values each action.
Then the bot plays its own games, and learns how `skilled` would have valued the actions in its positions. After each
round, a ridge regression fits the weights to all values so far. The same seed always plays the same games. It needs the
extra `rl`.

`palaces simulate alhambra --seats train_alhambra.py:choose,casual` plays with the saved weights, which are in
`alhambra_weights.json` beside this file. `--save` writes them.
"""

import json
import sys
from functools import cache, lru_cache, partial
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

from pygame_core.alhambra.components import ALL_BUILDINGS, AWARDS, BUILDING_PRICE
from pygame_core.alhambra.score import share_points
from pygame_core.bot_tools import rank
from pygame_core.bots import choose as choose_level
from pygame_core.bots.tournament import wilson_interval
from pygame_core.rl import ENCODERS, alhambra_v0

WEIGHTS_FILE = Path(__file__).with_name("alhambra_weights.json")
ROUNDS = [("teacher", 40), *[("own", 40)] * 4]
"""Who chooses the actions, and the number of games."""
CLOSE_POINTS = 4.0  # an action that is worse by this much counts e times less than the best one
RIDGE = 1e-3
HELD_OUT_SEED = 10**6  # training uses smaller ones

ENCODER = ENCODERS["alhambra"]
ENTRY = {name: n for n, name in enumerate(ENCODER.observation_names)}
HAND = slice(ENTRY["hand.y1"], ENTRY["hand.o9"] + 1)
YARD = slice(ENTRY["yard.0.pavilion"], ENTRY["yard.3.price"] + 1)
BUILDINGS = slice(ENTRY["buildings.0.pavilion"], ENTRY["buildings.2.tower"] + 1)  # own, the rival's, Dirk's
SCORING = slice(ENTRY["scoring.A"], ENTRY["scoring.C"] + 1)
VALUES = np.arange(1, 10)
KINDS = np.arange(6)
MOST = 14  # there are at most 11 buildings of a type, and two more in what-ifs
PRICES = range(2, 14)
CHANCE_BY_PRICE = [sum(BUILDING_PRICE[card] == price for card in ALL_BUILDINGS) / 54 for price in range(14)]

# -- what actions do, as arrays by number ------------------------------------------------------------------------------

TAKES, KEEPS, GIVES = (np.zeros(ENCODER.action_count, bool) for _ in range(3))
PLACE = np.zeros(ENCODER.action_count, int)
CARDS = np.zeros((ENCODER.action_count, 36), int)  # money cards that come into the hand, or leave it
for number, (verb, *rest) in enumerate(ENCODER.actions):
    if verb == "take":
        TAKES[number] = True
        np.add.at(CARDS[number], rest, 1)
    elif verb == "buy":
        (KEEPS if rest[2] == "keep" else GIVES)[number] = True
        PLACE[number] = rest[0]
        np.subtract.at(CARDS[number], list(rest[1]), 1)
COINS = CARDS @ np.tile(VALUES, 4)


def lead_table():
    """Return the lead over the rival from each scoring and type, by the number of own, rival's and Dirk's buildings."""
    table = np.zeros((3, 6, MOST, MOST, MOST))
    for n, awards in enumerate(AWARDS.values()):
        for held in np.ndindex(MOST, MOST, MOST):
            for kind in KINDS if sum(held) < MOST else ():
                points = share_points(held, awards[kind])
                table[n, kind][held] = points[0] - points[1]
    return table


LEAD = lead_table()


@lru_cache(maxsize=1 << 16)
def purse_facts(counts):
    """Return the sums that one currency can pay exactly, as bits; its total; and how likely it can pay a new price."""
    sums, total = 1, 0
    for value, count in enumerate(counts, 1):
        total += value * count
        for _ in range(count):
            sums |= sums << value
    return sums, total, sum(CHANCE_BY_PRICE[price] for price in PRICES if sums >> price & 1)


# -- features ----------------------------------------------------------------------------------------------------------


def position_parts(observation):
    """Return the parts of a position that the features of its actions share."""
    own, rival, dirk = observation[BUILDINGS].reshape(3, 6)
    now = LEAD[:, KINDS, own, rival, dirk]
    following = int(observation[SCORING].argmax())
    pending = np.array([following <= 0, following <= 1, True], float)[:, None]  # scorings A, B and C
    drawn = observation[ENTRY["drawn"]] / observation[ENTRY["pile_size"]]
    supply = observation[ENTRY["supply"]] / 44
    far = np.array([max(0, 0.3 - drawn), max(0, 0.7 - drawn), supply])  # about how far each scoring is
    keep = (LEAD[:, KINDS, own + 1, rival, dirk] - now) * pending
    give = (LEAD[:, KINDS, own, rival, dirk + 1] - now) * pending
    lose = (LEAD[:, KINDS, own, rival + 1, dirk] - now) * pending
    lose_after = (LEAD[:, KINDS, own + 1, rival + 1, dirk] - LEAD[:, KINDS, own + 1, rival, dirk]) * pending
    keep_after = (LEAD[:, KINDS, own + 2, rival, dirk] - LEAD[:, KINDS, own + 1, rival, dirk]) * pending
    return supply, far, keep, give, lose, keep_after.sum(0), lose_after.sum(0)


def action_features(observation, numbers):
    """Return the features of some actions: an array of the shape (actions, features)."""
    supply, far, keep, give, lose, keep_after, lose_after = position_parts(observation)
    yard = observation[YARD].reshape(4, 7)
    kinds, prices = yard[:, :6].argmax(1), yard[:, 6]
    takes, keeps, gives, places = TAKES[numbers], KEEPS[numbers], GIVES[numbers], PLACE[numbers]
    buys, kind = keeps | gives, kinds[places]
    coins = COINS[numbers]
    gain = np.where(keeps[:, None], keep[:, kind].T, np.where(gives[:, None], give[:, kind].T, 0))
    over = np.where(buys, -coins - prices[places], 0)
    exact = buys & (over == 0)
    ends_turn = ~exact
    growth = np.where(keeps, keep_after[kind] - keep.sum(0)[kind], 0)
    safety = np.where(keeps, lose_after[kind] - lose.sum(0)[kind], 0)
    hands = (observation[HAND] + CARDS[numbers]).reshape(-1, 4, 9)
    purses = [[purse_facts(tuple(purse)) for purse in hand] for hand in hands.tolist()]
    chance = np.array([sum(facts[2] for facts in hand) for hand in purses])
    totals = hands @ VALUES
    total = totals.sum(1)
    exact_next, payable, best_exact, best_payable, best_rival = np.zeros((5, len(numbers)))
    for place in np.flatnonzero(prices):
        price, own, rivals = int(prices[place]), keep[:, kinds[place]].sum(), -lose[:, kinds[place]].sum()
        left = ~(buys & (places == place))
        pays = left & (totals[:, place] >= price)
        pays_exactly = left & np.array([hand[place][0] >> price & 1 for hand in purses], bool)
        exact_next += pays_exactly
        payable += pays
        best_exact = np.maximum(best_exact, pays_exactly * own)
        best_payable = np.maximum(best_payable, pays * own)
        best_rival = np.maximum(best_rival, left * rivals)
    return np.column_stack(
        [
            *(gain, gain * far, takes * coins, takes * coins * supply, over, exact, exact * supply),
            *(keeps, keeps * supply, gives, exact_next, exact_next * ends_turn, payable, best_exact * ends_turn),
            *(best_payable * ends_turn, best_exact * exact, best_rival * ends_turn, np.maximum(0, total - 15)),
            *(takes * CARDS[numbers].sum(1), total * supply, growth, safety, totals.max(1), buys * prices[places]),
            *(chance, chance * supply),
        ]
    ).astype(float)


def best_number(observation, numbers, weights):
    """Return the action number with the highest value."""
    return int(numbers[(action_features(observation, numbers) @ weights).argmax()])


# -- training ----------------------------------------------------------------------------------------------------------


def play_game(env, seat, seed, choose_number):
    """Play a game of `choose_number(env, observation, numbers)` in a seat against casual. Return its final lead."""
    env.reset(seed=seed)
    own, rng = f"seat_{seat}", Random(f"{seed} casual")
    while not env.terminations[env.agent_selection]:
        agent = env.agent_selection
        if agent == own:
            observation = env.last()[0]
            number = choose_number(env, observation["observation"], np.flatnonzero(observation["action_mask"]))
        else:
            view = env.view(agent)
            number = ENCODER.encode(view, choose_level("casual", view, rng).action)
        env.step(number)
    return env.rewards[own]


def teacher_values(view, numbers):
    """Return what `skilled` expects from each action: the final lead in points."""
    value_by_number = {ENCODER.encode(view, action): value for action, value in rank(view)}
    return np.array([value_by_number[int(number)] for number in numbers])


def fit(features, values, shares):
    """Return the weights of a ridge regression on standardized features, in which each row counts by its share."""
    scale = features.std(0) + 1e-9
    roots = np.sqrt(shares)
    scaled = features / scale * roots[:, None]
    moments = scaled.T @ scaled
    penalty = RIDGE * np.trace(moments) / len(moments) * np.eye(len(moments))
    return np.linalg.solve(moments + penalty, scaled.T @ (values * roots)) / scale


def train(seed=1, rounds=ROUNDS, report=print):
    """Return the weights of the features after these rounds."""
    env, weights = alhambra_v0.raw_env(seats=2, reward="lead"), None
    rows = []  # for each position: features and values of its actions, less their means, and the share of each action

    def learn(who, env, observation, numbers):
        values = teacher_values(env.view(env.agent_selection), numbers)
        features = action_features(observation, numbers)
        shares = np.exp((values - values.max()) / CLOSE_POINTS)
        shares /= shares.sum()
        rows.append((features - shares @ features, values - shares @ values, shares))
        return int(numbers[(values if who == "teacher" else features @ weights).argmax()])

    for nth, (who, games) in enumerate(rounds):
        leads = [
            play_game(env, game % 2, 10_000 * seed + 1000 * nth + game, partial(learn, who)) for game in range(games)
        ]
        weights = fit(*map(np.concatenate, zip(*rows, strict=True)))
        report(f"round {nth + 1}, {who}: {sum(lead > 0 for lead in leads)} of {games} games won")
    return weights


def win_rate(weights, deals, seed=HELD_OUT_SEED):
    """Return the win rate against casual with its 95% interval. Each deal is played from both seats."""
    env, wins = alhambra_v0.raw_env(seats=2, reward="lead"), 0.0
    for deal in range(deals):
        for seat in range(2):
            lead = play_game(env, seat, seed + deal, lambda env, *position: best_number(*position, weights))
            wins += (lead > 0) + (lead == 0) / 2
    rate = wins / (2 * deals)
    return rate, *wilson_interval(rate, 2 * deals)


@cache
def saved_weights():
    """Return the weights that this program has written."""
    return np.array(json.loads(WEIGHTS_FILE.read_text("utf-8")))


def choose(view, legal, rng):
    """Choose an action with the saved weights, as a bot of `palaces`. It knows only games with two seats."""
    numbers = np.flatnonzero(ENCODER.mask(view))
    return ENCODER.decode(view, best_number(ENCODER.observe(view), numbers, saved_weights()))


def main():
    began = process_time()
    weights = train()
    print(f"trained in {process_time() - began:.0f} seconds of processor time")
    if "--save" in sys.argv:
        WEIGHTS_FILE.write_text(json.dumps([round(weight, 4) for weight in weights.tolist()]) + "\n", "utf-8")
    rate, low, high = win_rate(weights, 200)
    print(f"400 games of other deals against casual: wins {rate:.1%}, between {low:.1%} and {high:.1%}")


if __name__ == "__main__":
    main()
