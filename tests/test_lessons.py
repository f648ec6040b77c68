"""Tests of the lessons against the rules.

No step asks for an illegal action, leaves a legal action without an answer, highlights a missing target, or states a
wrong sum.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from game_facts import facts_path, load_game_facts
from test_rule_citations import clause_ids

from pygame_core import GAMES, Match
from pygame_core.bots import choose
from pygame_core.lesson import Calculation, Lesson, LessonStage, LessonTask, Term
from pygame_core.palazzo.components import TILE_WINDOWS
from pygame_core.palazzo.notation import component_ids
from pygame_core.palazzo.score import palace_points

LESSON_BY_GAME: dict[str, Lesson] = {name: game.lesson for name, game in GAMES.items() if game.lesson}
MOMENTS = [
    pytest.param(game, moment, id=f"{game}-{moment.step.name}-{moment.task.log_length}")
    for game, lesson in LESSON_BY_GAME.items()
    for moment in lesson.lesson_stages
]
each_lesson = pytest.mark.parametrize("game", LESSON_BY_GAME)
each_moment = pytest.mark.parametrize(("game", "moment"), MOMENTS)


def match_at_entry(game: str, n: int) -> Match[Any]:
    """Return the game of a lesson after `n` entries."""
    return Match.load(LESSON_BY_GAME[game].save_prefix(n))


def other_actions(game: str, act: LessonTask) -> list[list[Any]]:
    """Return the legal actions other than the expected ones."""
    return [
        action
        for action in match_at_entry(game, act.log_length).legal()
        if action != LESSON_BY_GAME[game].required_action(act)
    ]


def last_act(game: str, name: str) -> LessonTask:
    """Return the last task of a step."""
    return next(step for step in LESSON_BY_GAME[game].steps if step.name == name).tasks[-1]


# -- the game ----------------------------------------------------------------------------------------------------------


@each_lesson
def test_the_game_loads_at_every_moment(game: str) -> None:
    lesson = LESSON_BY_GAME[game]
    log = lesson.save["log"]
    for n in range(len(log) + 1):
        match = match_at_entry(game, n)
        assert match.save() == lesson.save_prefix(n)
        assert match.to_move() is not None
    assert lesson.finish.log_length == len(log)


@each_lesson
def test_the_learner_does_what_is_asked_and_nothing_else(game: str) -> None:
    lesson = LESSON_BY_GAME[game]
    own = [
        n
        for n, (seat, *_rest) in enumerate(lesson.save["log"])
        if n >= lesson.start_log_length and seat == lesson.learner_seat
    ]
    assert own == [moment.task.log_length for moment in lesson.lesson_stages if not moment.task.touch_target]
    times = [
        lesson.start_log_length,
        *(moment.task.log_length for moment in lesson.lesson_stages),
        lesson.finish.log_length,
    ]
    assert times == sorted(times)
    for moment in lesson.lesson_stages:
        match = match_at_entry(game, moment.task.log_length)
        if not moment.task.touch_target:
            assert match.to_move() == lesson.learner_seat
            assert lesson.required_action(moment.task) in match.legal()


@each_lesson
def test_what_follows_can_be_played_to_its_end(game: str) -> None:
    """Beginners play it, with different results."""
    lesson, endings = LESSON_BY_GAME[game], set()
    for seed in range(6):
        match = Match.load(lesson.free_play_save(lesson.finish.log_length, seed))
        assert match.practice
        assert [seat["kind"] == "human" for seat in match.seats].index(True) == lesson.learner_seat
        while match.to_move() is not None:
            match.play(choose("beginner", match.view(match.to_move()), Random(f"{seed}-{len(match.log)}")).action)
        endings.add(str(match.log))
    assert len(endings) > 1


# -- answers -----------------------------------------------------------------------------------------------------------


@each_moment
def test_whatever_else_is_legal_has_an_answer(game: str, moment: LessonStage) -> None:
    """No answer treats an expected action as wrong, and none hides a later one."""
    lesson, act = LESSON_BY_GAME[game], moment.task
    told = [answer for answer in act.replies if not isinstance(answer.trigger, str)]
    if act.touch_target:
        assert not told
        others_lit = {thing for thing in act.highlighted_things if thing != act.touch_target}
        assert {answer.trigger for answer in act.replies} == others_lit
        return
    assert told == [*act.replies]
    met = {lesson.find_reply(act, action) for action in other_actions(game, act)}
    assert lesson.default_reply not in met
    assert met == {answer.sentence for answer in told}


@each_moment
def test_answers_depend_on_nothing_that_cannot_be_played(game: str, moment: LessonStage) -> None:
    """Each answer fits the beginning of a legal action, and is the first that fits some action."""
    act = moment.task
    if not act.touch_target:
        first = {
            next(
                n
                for n, answer in enumerate(act.replies)
                if LESSON_BY_GAME[game].find_reply(act, action) == answer.sentence
            )
            for action in other_actions(game, act)
        }
        said = [answer.sentence for answer in act.replies]
        assert first == {said.index(one) for one in said}


# -- targets -----------------------------------------------------------------------------------------------------------


def is_on_table(game: str, match: Match, thing: str) -> bool:
    """Return True if a target of a lesson is on the table."""
    check = load_game_facts(game).is_on_table
    assert check, f"{facts_path(game)} does not say where the things of the lesson are"
    return check(match, thing)


@each_moment
def test_what_is_lit_is_there(game: str, moment: LessonStage) -> None:
    act = moment.task
    match = match_at_entry(game, act.log_length)
    assert act.highlighted_things
    assert len({*act.highlighted_things}) == len(act.highlighted_things)
    assert [thing for thing in act.highlighted_things if not is_on_table(game, match, thing)] == []
    assert not act.touch_target or act.touch_target in act.highlighted_things


@pytest.mark.parametrize("game", LESSON_BY_GAME)
def test_what_is_not_there_is_not_found(game: str) -> None:
    match = match_at_entry(game, LESSON_BY_GAME[game].start_log_length)
    assert not [
        thing for thing in ("open:x9", "hand:x9", "palace:9:9", "space:a99", "q") if is_on_table(game, match, thing)
    ]


# -- figures and words -------------------------------------------------------------------------------------------------


@each_moment
def test_points_are_what_the_learner_has_afterwards(game: str, moment: LessonStage) -> None:
    act, learner = moment.task, LESSON_BY_GAME[game].learner_seat
    if act.touch_target:
        assert act.points_after is None
        return
    before, after = (match_at_entry(game, n).scores()[learner] for n in (act.log_length, act.log_length + 1))
    assert after == (before if act.points_after is None else act.points_after)


def list_calculations(lesson: Lesson) -> list[Calculation]:
    """Return the calculations of all steps and tasks."""
    return [row for moment in lesson.lesson_stages for row in moment.sum_rows]


@each_lesson
def test_sums_are_true(game: str) -> None:
    """Each part between two signs of comparison is worth the same, or more, or less, as the sign says."""
    stated = [row for row in list_calculations(LESSON_BY_GAME[game]) if {*row} & {"=", "<", ">"}]
    assert stated
    for row in stated:
        told = [calculation_sign(part) if isinstance(part, str) else term_value(part) for part in row]
        assert eval(" ".join(told)), row


def calculation_sign(sign: str) -> str:
    return {"=": "==", "−": "-"}.get(sign, sign)


def term_value(term: Term) -> str:
    """Return the figure of a term, or the number of its coin."""
    return term.figure or re.sub(r"\D", "", term.pictures)


@each_lesson
def test_sums_have_pictures_and_nouns(game: str) -> None:
    """A number without a picture or a noun says nothing to a beginner. One equals sign is enough for a row."""
    for row in list_calculations(LESSON_BY_GAME[game]):
        terms = [part for part in row if isinstance(part, Term)]
        assert any(term.pictures for term in terms) or all(term.noun for term in terms[1:]), row
        assert row.count("=") <= 1, row
        assert [term for term in terms if term.figure and not term.noun and not term.pictures][1:] == [], row


@each_lesson
def test_coordinates_are_not_needed(game: str) -> None:
    """Beginners find spaces by their highlights, not by names on the edge of a board."""
    for said, *_limits in sentence_limits(LESSON_BY_GAME[game]):
        assert not re.search(r"\b[a-p](1[0-6]|[1-9])\b", said), said


def sentence_limits(lesson: Lesson) -> Iterator[tuple[str, int, int]]:
    """Yield all texts of a lesson, with their limits of words and sentences."""
    yield lesson.default_reply, 25, 1
    for row in list_calculations(lesson):
        for term in row:
            if isinstance(term, Term) and term.noun:
                yield term.noun, 3, 1
    shown = [(step.heading, step.paragraphs) for step in lesson.steps]
    for heading, text in [*shown, (lesson.finish.heading, lesson.finish.paragraphs)]:
        yield heading, 6, 2
        yield " ".join(text), 30, 2
    for moment in lesson.lesson_stages:
        yield moment.task.instruction, 10, 2
        for answer in moment.task.replies:
            yield answer.sentence, 25, 1


@each_lesson
def test_words_are_few(game: str) -> None:
    lesson = LESSON_BY_GAME[game]
    assert 8 <= len(lesson.steps) <= 12
    assert len({step.name for step in lesson.steps}) == len(lesson.steps)
    for said, words, most in sentence_limits(lesson):
        assert len(re.findall(r"[\w'’]+", said)) <= words, said
        assert len(re.findall(r"[.!?](?= |$)|$(?<![.!?])", said)) in range(1, most + 1), said


@each_lesson
def test_clauses_that_a_lesson_names_are_there(game: str) -> None:
    letter = next(iter(clause_ids(game)))[0]
    for said, *_limits in sentence_limits(LESSON_BY_GAME[game]):
        assert set(re.findall(rf"\b{letter}\d+\b", said)) <= clause_ids(game)


# -- claims of the texts -----------------------------------------------------------------------------------------------


def test_the_last_purchase_of_alhambra_is_the_one_that_is_exact() -> None:
    act = last_act("alhambra", "alone")
    match, asked = match_at_entry("alhambra", act.log_length), LESSON_BY_GAME["alhambra"].required_action(act)
    exact = []
    for action in match.legal():
        if action[0] == "buy":
            again = match.copy()
            again.play(action)
            exact += [action] if again.to_move() == 0 else []
    assert exact == [asked]


def test_the_first_scoring_of_alhambra_is_as_it_is_told() -> None:
    act = last_act("alhambra", "scoring")
    assert match_at_entry("alhambra", act.log_length).events(None)[-1]["scorings"] == [["A", [5, 11, 4]]]
    assert match_at_entry("alhambra", act.log_length).scores() == [5, 11, 4]


def test_the_yard_of_alhambra_has_what_the_texts_name() -> None:
    lesson, taken = LESSON_BY_GAME["alhambra"], Counter[str]()
    for moment in lesson.lesson_stages:
        asked = lesson.required_action(moment.task)
        if asked and asked[0] == "buy":
            view: Any = match_at_entry("alhambra", moment.task.log_length).view(0)
            taken[view["yard"][asked[1]]] += 1
    assert taken == {"seraglio-5": 1, "tower-9": 1, "arcades-9": 1, "chambers-11": 1}


def test_the_reconstruction_of_palazzo_that_is_asked_for_brings_most() -> None:
    act = last_act("palazzo", "rebuild")
    match, asked = match_at_entry("palazzo", act.log_length), LESSON_BY_GAME["palazzo"].required_action(act)
    assert asked
    gains = {}
    for action in match.legal():
        if action[0] == "rebuild" and action[1] == asked[1]:
            again = match.copy()
            again.play(action)
            gains[str(action)] = again.scores()[0]
    best = gains.pop(str(asked))
    assert best > max(gains.values())
    assert best - match.scores()[0] == 12
    again = match.copy()
    again.play(asked)
    view: Any = again.view(0)
    tall = view["palaces"][0][0]
    assert sum(int(tile[-1]) for tile in tall) == 11
    assert len(tall) == 5
    assert {tile.partition("-")[0] for tile in tall} == {"brick"}


def test_palaces_in_calculations_of_palazzo_are_worth_what_they_say() -> None:
    """The sum of windows, height and material is that of the rules (P25, P26)."""
    for row in list_calculations(LESSON_BY_GAME["palazzo"]):
        first, *_rest = row
        if isinstance(first, Term) and first.pictures.startswith("palace:") and first.noun == "windows":
            palace = component_ids(first.pictures.removeprefix("palace:").split("+"))
            assert row[-1] == Term(str(palace_points(tuple(palace))), noun="points")
            assert first.figure == str(sum(TILE_WINDOWS[tile] for tile in palace))


def test_palaces_of_palazzo_are_worth_what_the_first_step_says() -> None:
    palaces: Any = [street[0] for street in match_at_entry("palazzo", 20).view(0)["palaces"]]
    assert [len(palace) for palace in palaces] == [1, 3, 2]
    assert match_at_entry("palazzo", 20).scores() == [-5, 9, 0]


def spaces_worth_more(match: Match, piece: str, palace: str) -> set[str]:
    """Return the spaces on which a piece raises the value of the palace on a given space."""

    def evaluate_palace(of: Match) -> int:
        view: Any = of.view(0)
        return sum(next(one["worth"] for one in view["palaces"] if palace in one["buildings"]))

    found = set()
    for action in match.legal():
        if action[0] == piece:
            again = match.copy()
            again.play(action)
            found |= {action[-1]} if evaluate_palace(again) > evaluate_palace(match) else set()
    return found


def test_places_of_medina_are_what_the_texts_say() -> None:
    acts = {step.name: step.tasks[-1] for step in LESSON_BY_GAME["medina"].steps}
    assert spaces_worth_more(match_at_entry("medina", acts["merchant"].log_length), "merchant", "k9") == {"k8", "j9"}
    assert spaces_worth_more(match_at_entry("medina", acts["tower"].log_length), "wall", "k9") == {"S12"}
    stables = match_at_entry("medina", acts["stable"].log_length)
    assert spaces_worth_more(stables, "stable", "k9") >= {"l8", "j9", "k10", "m9", "m10"}
    stables.play(["stable", "m10"])
    assert stables.events(None)[-1]["towers"]
    well = {
        action[2]
        for action in match_at_entry("medina", acts["gap"].log_length).legal()
        if action[:2] == ["building", "brown"] and are_two_apart(action[2], "i5")
    }
    assert well == {"g5", "k5", "i3", "i7"}


def are_two_apart(one: str, other: str) -> bool:
    """Return True if the spaces are exactly two apart in a straight line (M34)."""
    across, down = ord(one[0]) - ord(other[0]), int(one[1:]) - int(other[1:])
    return {abs(across), abs(down)} == {0, 2}


def test_a_claim_of_medina_pays_tea_and_tile() -> None:
    act = last_act("medina", "claim")
    match = match_at_entry("medina", act.log_length)
    before: Any = match.view(0)
    match.play(LESSON_BY_GAME["medina"].required_action(act) or [])
    after: Any = match.view(0)
    assert after["supplies"][0]["tea"] > before["supplies"][0]["tea"]
    assert after["palace_tiles"][1] == 0
