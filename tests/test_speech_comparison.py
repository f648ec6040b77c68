"""Tests of the comparison between the announcements of a page and the speech of a screen reader."""

import doctest

import pytest
import speech_comparison
from speech_comparison import transcript_faults, unspoken_announcements

ANNOUNCED = [
    "Alhambra against Zahra and Yusuf. Your turn: take or buy. ",
    "Chosen: the 3 of denars. ",
    "You took the 3 of denars. ",
    "Zahra took the 2 of ducats. Your turn: take or buy.\u00a0 ",
    "You win with 112 points. Zahra has 95. ",
]
TRANSCRIPT = """Alhambra against Zahra and Yusuf. Your turn: take or buy.
> Tab
The 3 of denars push button
> Enter
Chosen: the 3 of denars.
> Enter
You took the 3 of denars.
banner
Zahra took the 2 of ducats. Your turn: take or buy.
You win with 112 points.
Zahra has 95.
"""


def test_the_examples_run() -> None:
    assert doctest.testmod(speech_comparison).failed == 0


def test_a_game_that_was_spoken_in_full_has_no_fault() -> None:
    assert not transcript_faults(TRANSCRIPT, ANNOUNCED)


@pytest.mark.parametrize("n", range(len(ANNOUNCED)))
def test_each_announcement_that_was_lost_is_found(n: int) -> None:
    lines = TRANSCRIPT.splitlines()
    sentence = ANNOUNCED[n].replace("\u00a0", " ").strip()
    kept = "\n".join(line for line in lines if line not in sentence or line.startswith(">"))
    assert transcript_faults(kept, ANNOUNCED) == [f"not spoken: {sentence}"]


def test_half_a_sentence_and_a_wrong_order_are_not_enough() -> None:
    assert unspoken_announcements(["You took the blue 3."], ["You took the blue"]) == ["You took the blue 3."]
    assert unspoken_announcements(["Undone.", "Your turn."], ["Your turn.", "Undone."]) == ["Your turn."]


def test_the_same_answer_twice_has_to_be_spoken_twice() -> None:
    assert unspoken_announcements(["Your turn.", "Your turn.\u00a0"], ["Your turn.", "r"]) == ["Your turn."]


def test_a_key_in_a_transcript_is_no_speech() -> None:
    assert transcript_faults("> You win with 3 points.\n", ["You win with 3 points."]) == [
        "not spoken: You win with 3 points."
    ]


def test_a_transcript_that_ends_in_mid_game_is_no_whole_game() -> None:
    assert transcript_faults(TRANSCRIPT, ANNOUNCED[:-1]) == ["the game does not come to its end"]
    assert transcript_faults("", []) == ["the game does not come to its end"]
