"""The rating of a person in one game, from games against the levels of bots, and the advice that follows. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from palaces.record.record_entry import LEVEL_LETTERS
from palaces.record.record_statistics import PersonGame, group_by_game, win_shares
from palaces.ui.game_view import load_game_view
from pygame_core.rating import NEW_RATING, Rating, update_rating

MIN_GAMES_FOR_RATING = 10
MIN_GAMES_FOR_SUGGESTION = 15
DAYS_BETWEEN_SUGGESTIONS = 7
FIXED_DEVIATION, FIXED_VOLATILITY = 0, 0.06
LEVEL_STEPS = ("beginner", "casual", "skilled", "master")


class Suggestion(NamedTuple):
    """Advice to play another level."""

    game: str
    level: str
    """The level to play."""
    wins_in_ten: int
    """Of ten games against the present level."""
    present_level: str
    is_up: bool


def rate_game(rating: Rating, game: PersonGame) -> Rating:
    """Return a rating after one game: a result against each bot at the table, by their places."""
    ratings, places, own = load_game_view(game.entry.game).level_ratings(), game.entry.places, game.seat
    results = [
        (
            Rating(ratings[LEVEL_LETTERS[kind]], FIXED_DEVIATION, FIXED_VOLATILITY),
            1.0 if places[own] < place else 0.5 if places[own] == place else 0.0,
        )
        for kind, place in zip(game.entry.kinds, places, strict=True)
        if LEVEL_LETTERS.get(kind) in ratings
    ]
    return update_rating(rating, results) if results else rating


def rating_history(games: Iterable[PersonGame]) -> list[Rating]:
    """Return the rating after each game of one kind."""
    history, rating = [], NEW_RATING
    for game in games:
        rating = rate_game(rating, game)
        history.append(rating)
    return history


def final_rating(games: Sequence[PersonGame]) -> Rating | None:
    """Return the rating after games of one kind, or None if they are too few to tell."""
    return rating_history(games)[-1] if len(games) >= MIN_GAMES_FOR_RATING else None


def margin_of(rating: Rating) -> int:
    """Return the margin of a rating: two standard deviations."""
    return round(2 * rating.deviation)


def find_suggestion(games: Sequence[PersonGame]) -> Suggestion | None:
    """Return the one suggestion for the games of a person, or None.

    Up, if the person surely wins more than an even share against a level. Down, if surely less than half of it. The
    level of the latest games comes first.
    """
    for game, own in group_by_game(reversed(games)).items():
        for share in reversed(win_shares(own, "opponents")):
            if share.games < MIN_GAMES_FOR_SUGGESTION or share.key not in LEVEL_STEPS:
                continue
            step = LEVEL_STEPS.index(str(share.key))
            is_up = share.low > share.even and step + 1 < len(LEVEL_STEPS)
            is_down = share.high < share.even / 2 and step > 0
            if is_up or is_down:
                level = LEVEL_STEPS[step + 1 if is_up else step - 1]
                return Suggestion(game, level, round(10 * share.share), str(share.key), is_up)
    return None


def summary_of(games: Sequence[PersonGame]) -> dict[str, object]:
    """Return the figures that the home page shows, from the games of a person without practice."""
    by_game = group_by_game(games)
    rated = {game: final_rating(own) for game, own in by_game.items()}
    return {
        "games": len(games),
        "wins": sum(each.is_win for each in games),
        "best": {game: max(each.points for each in own) for game, own in by_game.items()},
        "rating": {game: [round(rating.value), margin_of(rating)] for game, rating in rated.items() if rating},
    }


def suggestion_note(suggestion: Suggestion, day: int, is_dismissed: bool) -> str:
    """Return what storage keeps of a suggestion that the page has made."""
    return f"{day} {suggestion.game} {suggestion.level} {'no' if is_dismissed else 'yes'}"


def is_repeated(suggestion: Suggestion, note: str, today: int) -> bool:
    """Return True if the last suggestion was this one, was made in the last week, and is not dismissed."""
    match note.split():
        case [day, game, level, state] if _is_recent(day, today):
            return (game, level, state) == (suggestion.game, suggestion.level, "yes")
    return False


def is_suggestion_due(suggestion: Suggestion | None, note: str, today: int) -> bool:
    """Return True if the page may make a suggestion today. `note` is that of the last one; "" for none.

    A suggestion stays until it is dismissed. Another one comes a week after the last one.
    """
    if suggestion is None:
        return False
    match note.split():
        case [day, _game, _level, _state] if _is_recent(day, today):
            return is_repeated(suggestion, note, today)
    return True


def _is_recent(day: str, today: int) -> bool:
    return day.isdecimal() and 0 <= today - int(day) < DAYS_BETWEEN_SUGGESTIONS
