"""A comparison of the announcements of a page with what a screen reader spoke. Pure."""

from collections.abc import Iterable, Sequence

GAME_OVER_PHRASES = (" wins with ", "You win with ", " tie for the win ")
"""Phrases of which one is in the last announcement of a whole game."""


def plain_text(text: str) -> str:
    """Return a text with single spaces, also for invisible ones.

    >>> plain_text("Your turn.\\u00a0 Take  money. ")
    'Your turn. Take money.'
    """
    return " ".join(text.split())


def unspoken_announcements(announced: Iterable[str], speech: Sequence[str]) -> list[str]:
    """Return the announcements that the speech does not have in their order. `speech` has a string per utterance.

    A screen reader may say other things between two announcements, and split one, but not leave a word out.

    >>> unspoken_announcements(["Undone.", "Your turn: pass."], ["Undone.", "button", "Your turn:", "pass."])
    []
    >>> unspoken_announcements(["Undone.", "Undone. "], ["Undone.", "button"])
    ['Undone.']
    """
    spoken = plain_text(" ".join(speech))
    missing, at = [], 0
    for sentence in map(plain_text, announced):
        found = spoken.find(sentence, at)
        if found < 0:
            missing.append(sentence)
        else:
            at = found + len(sentence)
    return missing


def transcript_speech(transcript: str) -> list[str]:
    """Return the utterances of a transcript. Its other lines, which begin with `>`, are keys."""
    return [line for line in transcript.splitlines() if not line.startswith(">")]


def transcript_faults(transcript: str, announced: Sequence[str]) -> list[str]:
    """Return what a transcript lacks: the end of its game, and announcements that nobody heard."""
    faults = [
        f"not spoken: {sentence}" for sentence in unspoken_announcements(announced, transcript_speech(transcript))
    ]
    return faults if is_whole_game(announced) else [*faults, "the game does not come to its end"]


def is_whole_game(announced: Sequence[str]) -> bool:
    """Return True if the last announcement is about the end of a game."""
    return bool(announced) and any(phrase in announced[-1] for phrase in GAME_OVER_PHRASES)
