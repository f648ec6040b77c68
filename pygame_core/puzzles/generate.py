"""Make a book of puzzles: positions of self-play in which one move is clearly best.

Bots of the level skilled play games. In the last 40% of each game, the tuned evaluation picks positions that
may have one clearly best move. The search of a master has to find it clearly best, too. A second search, with another
seed, plays the likeliest actions to the end of the game, in the same worlds. It has to confirm the best action alone.
It also plays out every other legal action, and those near the best as often as the best.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from pygame_core.bots import Budget, choose, search
from pygame_core.bots.decision import SHOWN_CANDIDATE_COUNT, Candidate, top_candidate_indices
from pygame_core.bots.greedy import rank_by_evaluation
from pygame_core.bots.paired_playouts import PairedPlayouts
from pygame_core.match import GAMES, Match, require_game
from pygame_core.puzzles.book import RIGHT_MARGIN_POINTS, WRONG_MARGIN_POINTS, Puzzle, puzzle_facts
from pygame_core.rating import NEW_RATING
from pygame_core.state import JsonAction, View

if TYPE_CHECKING:
    from pygame_core.match import LevelName

# Where puzzles are looked for.
SEATS_IN_TURN = (3, 2, 4)
"""The numbers of players of one game after another."""
EARLIEST_SHARE = 0.6
"""The first position that counts, as a share of the actions of the game."""
LEGAL_COUNTS = range(3, 29)
GAMES_PER_BATCH = 16
"""After so many games, the search skips positions of which the book has enough."""
PUZZLES_PER_GAME = 3
MAX_RIGHT_SHARE = 0.5
"""The largest share of right actions among the legal ones."""
MIN_ACTIONS_BETWEEN = 6
CLEAR_EVALUATION_POINTS = 2.0
"""By so much the evaluation has to prefer its best actions; of the other positions, only a share is searched."""
SEARCHED_SHARE_OF_UNCLEAR = 0.4
SEARCHED_SHARE_OF_EASY = 0.35
"""Casual finds most clear moves, so only a share of these positions is searched. Otherwise nearly all were easy."""

# How they are searched. Worlds are those of `PairedPlayouts`.
FIRST_BUDGET = Budget(playouts=60, min_candidates=SHOWN_CANDIDATE_COUNT)
FIRST_MARGIN_POINTS, SURPRISE_MARGIN_POINTS = 2.5, 0.7
"""The first search has to prefer its best action by so much. Less is enough if it is not that of the evaluation, and
in a deterministic game: there a search looks at only one line of play, so it decides less."""
LIKELIEST_ACTIONS, LIKELIEST_WORLDS = 4, 10
"""The second search begins with so many actions, and stops if the best of them is not clearly better."""
HEATS = ((4, 6.0, 28), (12, 4.5, 12), (32, WRONG_MARGIN_POINTS, 8), (80, WRONG_MARGIN_POINTS, 4))
"""Then all legal actions race, in heats of so many worlds. An action that is worse by so many points drops out. If more
than so many actions begin a heat, nothing is clear enough, and the search stops."""
MIN_STANDARD_ERRORS = 2.5
"""To drop out, it has to be worse by so many standard errors, too."""

CHECKED_RIVALS, CHECKED_WORLDS = 2, 320
"""A check plays the best action and so many wrong ones, ten times as often as the search that made the book."""

# How hard they are.
BOT_RATINGS = {"random": 600, "beginner": 1000, "casual": 1300, "skilled": 1600, "master": 1900}
"""The ratings of the bots as players of puzzles: the scale is ours, and 1500 is where a person begins."""
TRIALS_BY_LEVEL: "dict[LevelName, int]" = {"beginner": 20, "casual": 5, "skilled": 5, "master": 2}
TRIVIAL_BEGINNER_SHARE = 0.85
"""A puzzle that beginners find more often than this asks nothing."""
LEVEL_BY_BOT, LEVEL_SHARE = {"casual": 1, "skilled": 2, "master": 3}, 0.5
"""The level of a puzzle is that of the first bot that finds it in at least this share of its trials."""

# What a book contains.
MAX_THEME_SHARE, MAX_LEVEL_SHARE = 0.35, 0.5
"""The largest share of a book that one theme or one level has."""


def generate_puzzles(game: str, count: int, pool: Executor | None) -> Iterator[tuple[int, list[Puzzle]]]:
    """Yield after each game of self-play how many games there were, and the puzzles of the book so far.

    The same version always makes the same book, whatever the number of processes.
    """
    chosen: list[Puzzle] = []
    ranks: list[int] = []
    for first in itertools.count(1, GAMES_PER_BATCH):
        find = partial(find_puzzles, game, full_groups=_full_groups(chosen, count))
        batch = range(first, first + GAMES_PER_BATCH)
        for number, found in zip(batch, (pool.map if pool else map)(find, batch), strict=True):
            for rank, puzzle in enumerate(found):
                if len(chosen) < count and not {puzzle.theme, puzzle.level} & _full_groups(chosen, count):
                    chosen.append(puzzle)
                    ranks.append(rank)
            yield number, _number_puzzles(chosen, ranks)
            if len(chosen) == count:
                return


def _number_puzzles(chosen: Sequence[Puzzle], ranks: Sequence[int]) -> list[Puzzle]:
    """Return puzzles with their numbers: the first of every game, then the second ones, then the third ones.

    A later puzzle of the same game would give away an earlier one if it came next.
    """
    order = sorted(range(len(chosen)), key=lambda n: ranks[n])
    return [chosen[n]._replace(number=number) for number, n in enumerate(order, 1)]


def _full_groups(chosen: Sequence[Puzzle], count: int) -> frozenset[str | int]:
    """Return the themes and levels of which a book of this size may have no more puzzles."""
    themes, levels = Counter(one.theme for one in chosen), Counter(one.level for one in chosen)
    full: set[str | int] = {theme for theme, number in themes.items() if number >= MAX_THEME_SHARE * count}
    return frozenset(full | {level for level, number in levels.items() if number >= MAX_LEVEL_SHARE * count})


def find_puzzles(game: str, seed: int, full_groups: frozenset[str | int] = frozenset()) -> list[Puzzle]:
    """Return the puzzles of one game of self-play, without those of the themes and levels that a book has enough of."""
    found: list[Puzzle] = []
    last = -MIN_ACTIONS_BETWEEN
    for number, view, legal in play_game(game, seed):
        if number - last >= MIN_ACTIONS_BETWEEN and len(found) < PUZZLES_PER_GAME:
            puzzle = make_puzzle(view, legal, f"{game}-{seed}-{number}", full_groups)
            if puzzle:
                found.append(puzzle)
                last = number
    return found


def play_game(game: str, seed: int) -> list[tuple[int, View, list[JsonAction]]]:
    """Return the later positions of a game of skilled bots: log number, the view of the seat to move, legal actions."""
    seats = SEATS_IN_TURN[seed % len(SEATS_IN_TURN)]
    match, rng, played = Match.new(require_game(game), seats, seed), Random(seed), []
    while (seat := match.to_move()) is not None:
        view = match.view(seat)
        played.append((len(match.log), view, match.legal()))
        match.play(choose("skilled", view, rng).action)
    return played[round(len(played) * EARLIEST_SHARE) :]


def make_puzzle(
    view: View, legal: list[JsonAction], seed: str, full_groups: frozenset[str | int] = frozenset()
) -> Puzzle | None:
    """Return the puzzle of a position, without its number; None if it makes none, or none that a book needs."""
    actions = _screen_position(view, legal, seed)
    kind = GAMES[view["game"]].action_class
    if not actions:
        return None
    expected = _ask_bots(view, [one for one in actions if kind(one) == kind(actions[0])], legal, seed)
    if not expected or {expected.theme, expected.level} & full_groups:
        return None
    answers = search_answers(view, actions, f"{seed}-second")
    if not answers:
        return None
    answers.sort(key=lambda answer: (-answer[1], legal.index(answer[0])))
    right = [action for action, worth in answers if worth >= -RIGHT_MARGIN_POINTS]
    asked = _ask_bots(view, right, legal, seed)
    if not asked or len(right) > MAX_RIGHT_SHARE * len(legal):
        return None
    seats = len(view["hands"]) if "hands" in view else len(view["points"])
    return Puzzle(0, view["game"], view, seats, asked.level, asked.theme, asked.rating, answers)


# -- searching ---------------------------------------------------------------------------------------------------------


def _screen_position(view: View, legal: list[JsonAction], seed: str) -> list[JsonAction] | None:
    """Return the legal actions, the likeliest first, if the first search finds one of them clearly best."""
    if len(legal) not in LEGAL_COUNTS:
        return None
    rng, game = Random(seed), GAMES[view["game"]]
    judged = rank_by_evaluation(view, rng)
    lead = _lead_over_wrong(judged)
    if lead is None or (lead < CLEAR_EVALUATION_POINTS and rng.random() > SEARCHED_SHARE_OF_UNCLEAR):
        return None
    ranked = search.choose(view, rng, FIRST_BUDGET).ranked
    lead, best = _lead_over_wrong(ranked), ranked[0].action
    is_surprise = best != judged[0].action
    if lead is None or lead < (SURPRISE_MARGIN_POINTS if is_surprise or game.is_deterministic else FIRST_MARGIN_POINTS):
        return None
    if choose("casual", view, rng).action == best and rng.random() > SEARCHED_SHARE_OF_EASY:
        return None
    front = [ranked[n].action for n in top_candidate_indices(ranked, LIKELIEST_ACTIONS, game.action_class)]
    return front + [one.action for one in ranked if one.action not in front]


def _lead_over_wrong(ranked: list[Candidate]) -> float | None:
    """Return by how much the first candidate beats the next one that is not as good and of its verb."""
    best, *others = ranked
    leads = [(one.action[0], best.expected_lead - one.expected_lead) for one in others]
    return next((lead for verb, lead in leads if verb != best.action[0] or lead > RIGHT_MARGIN_POINTS), None)


def search_answers(view: View, actions: list[JsonAction], seed: str) -> list[tuple[JsonAction, float]] | None:
    """Return every action with its worth; None if the best is not clearly the best.

    The first actions are the likeliest.
    """
    playouts, max_right = PairedPlayouts(view, seed), MAX_RIGHT_SHARE * len(actions)
    playouts.play(actions[:LIKELIEST_ACTIONS], LIKELIEST_WORLDS)
    if not _is_promising(playouts, _sorted_by_worth(playouts, actions[:LIKELIEST_ACTIONS]), max_right):
        return None
    racing = actions
    for worlds, margin, most_actions in HEATS:
        if len(racing) > most_actions:
            return None
        playouts.play(racing, worlds)
        racing = _sorted_by_worth(playouts, racing)
        if worlds >= LIKELIEST_WORLDS and not _is_promising(playouts, racing, max_right):
            return None
        best, *others = racing
        racing = [best, *(one for one in others if not _is_clearly_worse(playouts, best, one, margin))]
    if any(playouts.difference(best, one).points > RIGHT_MARGIN_POINTS or one[0] != best[0] for one in racing[1:]):
        return None
    losses = [(action, max(0.0, round(playouts.difference(best, action).points, 1))) for action in actions]
    if not all(_is_decided(loss, is_same_verb=action[0] == best[0]) for action, loss in losses):
        return None
    return [(action, -loss) for action, loss in losses]


def _is_decided(loss: float, is_same_verb: bool) -> bool:
    """Return True if an action that loses so many points is wrong, or right and of the best action's verb."""
    return loss >= WRONG_MARGIN_POINTS or (loss <= RIGHT_MARGIN_POINTS and is_same_verb)


def _sorted_by_worth(playouts: PairedPlayouts, actions: Sequence[JsonAction]) -> list[JsonAction]:
    return sorted(actions, key=lambda action: -playouts.mean_outcome(action).lead)


def _is_promising(playouts: PairedPlayouts, ranked: list[JsonAction], max_right: float) -> bool:
    """Return True if few actions are as good as the first, and all of them are of its verb."""
    best, *others = ranked
    as_good = [one for one in others if playouts.difference(best, one).points <= RIGHT_MARGIN_POINTS]
    return len(as_good) < max_right and all(one[0] == best[0] for one in as_good)


def _is_clearly_worse(playouts: PairedPlayouts, best: JsonAction, other: JsonAction, margin: float) -> bool:
    found = playouts.difference(best, other)
    return found.points >= max(margin, MIN_STANDARD_ERRORS * found.points_error)


# -- how hard it is ----------------------------------------------------------------------------------------------------


class Difficulty(NamedTuple):
    """What a puzzle asks, and how hard that is."""

    theme: str
    level: int
    rating: int


def _ask_bots(view: View, right: list[JsonAction], legal: list[JsonAction], seed: str) -> Difficulty | None:
    """Return the difficulty of a puzzle, the best of the right actions first.

    Return None if it has no theme, if no bot finds it, or if it is trivial.
    """
    facts = puzzle_facts(view["game"])
    theme = facts.find_theme(view, right[0], legal)
    if theme is None:
        return None
    shares = _shares_that_find(view, right, len(legal), seed)
    level = next((level for bot, level in LEVEL_BY_BOT.items() if shares[bot] >= LEVEL_SHARE), None)
    is_obvious = shares["casual"] == 1 and facts.is_obvious(view, right, legal)
    if level is None or is_obvious or shares["beginner"] > TRIVIAL_BEGINNER_SHARE:
        return None
    return Difficulty(theme, level, fit_rating(shares))


def _shares_that_find(view: View, right: list[JsonAction], legal_count: int, seed: str) -> dict[str, float]:
    """Return by bot level the share of its trials that find a right action.

    A master counts as finding what skilled always finds.
    """
    shares = {"random": len(right) / legal_count}
    for level, trials in TRIALS_BY_LEVEL.items():
        if level == "master" and shares["skilled"] == 1:
            shares[level] = 1.0
            break
        found = [choose(level, view, Random(f"{seed}-{trial}"), Budget()).action in right for trial in range(trials)]
        shares[level] = sum(found) / trials
    return shares


def fit_rating(shares: dict[str, float]) -> int:
    """Return the rating of a puzzle that these shares of the bots find.

    It is the rating at which the bots would be expected to find it as often as they did. One draw against a puzzle of
    a new player's rating counts, too, so that a puzzle that all or none find has a rating.

    >>> fit_rating({"random": 0.25, "beginner": 0.5, "casual": 1.0, "skilled": 1.0, "master": 1.0})
    1032
    """
    low, high = 0.0, 3000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = sum(_expected_share(BOT_RATINGS[bot] - middle) for bot in shares)
        excess = sum(shares.values()) + 0.5 - expected - _expected_share(NEW_RATING.value - middle)
        low, high = (low, middle) if excess > 0 else (middle, high)
    return round(middle)


def _expected_share(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))


# -- checking ----------------------------------------------------------------------------------------------------------


def check_puzzle(puzzle: Puzzle) -> bool:
    """Return True if a search in ten times as many worlds, with another seed, still finds a right action best."""
    right = [action for action, _worth in puzzle.answers if puzzle.is_right(action)]
    rivals = [action for action, _worth in puzzle.answers if not puzzle.is_right(action)][:CHECKED_RIVALS]
    playouts = PairedPlayouts(puzzle.view, f"{puzzle.game}-check-{puzzle.number}")
    playouts.play([right[0], *rivals], CHECKED_WORLDS)
    return _sorted_by_worth(playouts, [right[0], *rivals])[0] == right[0]
