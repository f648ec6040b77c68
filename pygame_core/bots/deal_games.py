"""Games of one deal, played many times by bots in the seat of the person, to compare a person's points with theirs.

A skilled bot plays one deal nearly always the same. So the bot in the person's seat does not always play its best move:
it samples among its three best ones, with probabilities that fall with their distance from the best (a softmax with the
temperature of the game). The other bots play exactly as they do against a person.
"""

from math import exp
from random import Random

from pygame_core.bots.decision import SHOWN_CANDIDATE_COUNT, Candidate, top_candidate_indices
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.match import GAMES, Match

BOT_GAMES_PER_DEAL = 200
"""The number of games that bots play of each deal."""


def play_deal_game(match: Match, number: int, temperature: float | None = None) -> int:
    """Play one of the games of a deal, and return the points of the bot in the person's seat.

    `match` is any match of the deal against skilled bots. The same number always gives the same game. Without a
    `temperature`, it is that of the game.
    """
    game = GAMES[match.game]
    played = Match.new(match.game, match.seats, match.seed, match.options)
    own = next(seat for seat, entry in enumerate(match.seats) if entry["kind"] == "human")
    while (mover := played.to_move()) is not None:
        n = len(played.log)
        rng = Random(f"{match.seed}-{n}" if mover != own else f"{match.seed}-{n}-{number}")
        ranked = rank_by_evaluation(played.view(mover), rng, worlds=1)
        if mover == own:
            best = [ranked[at] for at in top_candidate_indices(ranked, SHOWN_CANDIDATE_COUNT, game.action_class)]
            chosen = _sample_candidate(best, rng, game.deal_temperature if temperature is None else temperature)
        else:
            chosen = ranked[0]
        played.play(chosen.action)
    return played.scores()[own]


def _sample_candidate(best: list[Candidate], rng: Random, temperature: float) -> Candidate:
    """Return one of these candidates, the best one the most often. At a temperature of 0 it is always the best."""
    if not temperature:
        return best[0]
    weights = [exp((each.expected_lead - best[0].expected_lead) / temperature) for each in best]
    return rng.choices(best, weights)[0]
