"""Matches in the terminal: loading saves, the log in sentences, and the current score."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pygame_core import GAMES, Illegal, Match
from pygame_core.i18n import _, format_number, list_phrases, ngettext
from pygame_core.match import MAX_SAVE_CHARS
from pygame_core.names import isolate_name
from pygame_core.state import Event


def load_match(name: str) -> Match:
    """Return the match of a save file, or of standard input for `-`.

    Raises OSError, or Illegal with the file and the reason.
    """
    if name == "-":
        return Match.load(sys.stdin.buffer.read(MAX_SAVE_CHARS + 1))
    with Path(name).open("rb") as file:
        written = file.read(MAX_SAVE_CHARS + 1)
    try:
        return Match.load(written)
    except Illegal as refusal:
        raise type(refusal)(refusal.clause, f"{name}: {refusal.message}") from None


def player_names(match: Match) -> list[str]:
    """Return the players' names by seat, as sentences have them."""
    return [isolate_name(seat["name"]) for seat in match.seats]


def transcript_lines(match: Match) -> Iterator[str]:
    """Yield a whole match in lines: its numbered log, and the score."""
    yield from numbered_lines(match, match.events(None))
    yield standing_sentence(match)


def numbered_lines(match: Match, events: Iterable[Event], you: int | None = None) -> Iterator[str]:
    """Yield events in numbered lines that address the seat `you`; consequences are indented."""
    for event in events:
        first, *more = GAMES[match.game].sentences.event_sentences(event, player_names(match), you=you)
        yield f"{event['n'] + 1:4}  {first}"
        yield from (f"      {sentence}" for sentence in more)


def standing_sentence(match: Match) -> str:
    """Return the points, and the winners or the player to move. It says if somebody has given up."""
    called, to_move = player_names(match), match.to_move()
    points = list_phrases(f"{name} {format_number(score)}" for name, score in zip(called, match.scores(), strict=True))
    if result := match.result():
        winners = [name for name, place in zip(called, result["places"], strict=True) if place == 1]
        final = ngettext(
            "Final score: {points}. Winner: {winners}.", "Final score: {points}. Winners: {winners}.", len(winners)
        ).format(points=points, winners=list_phrases(winners))
        if match.resigned is None:
            return final
        return " ".join([_("{name} gave up.").format(name=called[match.resigned]), final])
    assert to_move is not None
    return _("So far: {points}. It's {name}'s turn.").format(points=points, name=called[to_move])
