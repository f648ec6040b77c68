"""Tests of lessons on the page: highlighted targets exist and are enough for each task.

No other game changes during a lesson.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model, TutorialProgress
from palaces.app.routing import Address, parse_query
from palaces.features import tutorial_update
from palaces.features.steps import start_game
from palaces.features.tutorial_view import render_first_step
from palaces.loop import layout
from palaces.prerender.home import render_home_content
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, compact_json
from palaces.ui.panel_placement import Rect, place_panel
from screens import Element, after_messages, effect_list, parse_markup

from pygame_core import GAMES, Illegal
from pygame_core.lesson import LessonStage, Term

GAMES_WITH_LESSON = [name for name, game in GAMES.items() if game.load_lesson]
each_game = pytest.mark.parametrize("game", GAMES_WITH_LESSON)


def moments_of(game: str) -> list[LessonStage]:
    lesson = GAMES[game].lesson
    assert lesson
    return lesson.lesson_stages


EVERY_MOMENT = [
    pytest.param(game, n, id=f"{game}-{moment.step.name}-{moment.task.log_length}")
    for game in GAMES_WITH_LESSON
    for n, moment in enumerate(moments_of(game))
]
each_moment = pytest.mark.parametrize(("game", "n"), EVERY_MOMENT)


def lesson_progress(model: Model) -> TutorialProgress:
    """Return the progress of a model's lesson."""
    assert model.tutorial
    return model.tutorial


@lru_cache(maxsize=256)
def model_at_moment(game: str, n: int) -> Model:
    """Return a lesson at its nth moment."""
    moment = moments_of(game)[n]
    model = tutorial_update.start_tutorial(Address(game, learn=moment.step_index + 1))[0]
    while lesson_progress(model).halt_index < n:
        model = continue_lesson(model)
    return model


def continue_lesson(model: Model) -> Model:
    """Do the task, and wait for the moves that follow."""
    n = lesson_progress(model).halt_index
    model, effects = update(model, ["learn", "show"])
    assert lesson_progress(model).halt_index == n + 1
    return after_waiting(model, effect_list(effects))


def after_waiting(model: Model, effects: list[tuple[Any, ...]]) -> Model:
    """Wait until the others have moved one by one, and until all that the player should see has been shown."""
    while not model.is_awaiting_learner:
        assert "save" not in [effect[0] for effect in effects]
        if model.paused_for_panel:
            model, sent = update(model, ["close"])
        else:
            [again] = [effect for effect in effects if effect[0] == "later"]
            model, sent = update(model, json.loads(json.dumps(again[1])))
        effects = effect_list(sent)
    return model


def highlighted_targets(model: Model) -> list[tuple[str, Element]]:
    """Return the highlighted targets, by region."""
    return [
        (name, element)
        for name, markup in layout.render_screen(model).items()
        for element in parse_markup(markup).descendants()
        if "data-spot" in element.attributes
    ]


def usable_controls(model: Model) -> Iterator[Element]:
    """Yield the enabled controls: highlighted, inside a highlight, or in the dock during a draft."""
    for _region, element in highlighted_targets(model):
        yield from element.descendants()
    if model.draft != game_view_of(model).empty_draft:
        yield from parse_markup(layout.render_screen(model)["bar"]).descendants()


def has_effect(element: Element, name: str, what: list[Any]) -> bool:
    """Return True if a control has this effect."""
    return name in element.attributes and bool(element.data_value(name) == what)


# -- highlights --------------------------------------------------------------------------------------------------------


@each_moment
def test_every_thing_that_is_lit_is_on_the_table_once(game: str, n: int) -> None:
    model = model_at_moment(game, n)
    act = lesson_progress(model).next_act
    assert act
    plays = ("data_act", compact_json(lesson_progress(model).lesson.required_action(act)))
    spots = [element.attributes["data-spot"] for _region, element in highlighted_targets(model)]
    for number, thing in enumerate(act.highlighted_things):
        at = game_view_of(model).build_table_view(model)
        known = game_view_of(model).find_targets(at, thing)
        assert known
        assert spots.count(str(number)) == len(known) or (known == [plays] and "" in spots), thing


@each_moment
def test_what_is_asked_for_can_be_done_with_what_is_lit(game: str, n: int) -> None:
    """The taps follow the draft, piece by piece, and the last one is on a highlight."""
    model = model_at_moment(game, n)
    act = lesson_progress(model).next_act
    assert act
    if act.touch_target:
        sheet = parse_markup(layout.render_screen(model)["lesson"])
        controls = [element for element in sheet.descendants() if element.attributes.get("class") == "lesson-spot"]
        assert [element.data_value("data-do") for element in controls] == [
            ["learn", "touch", thing] for thing in act.highlighted_things
        ]
        names = [element.accessible_name() for element in controls]
        assert len({*names}) == len(names)
        assert not {*names} & {"", *act.highlighted_things}
        return
    asked = lesson_progress(model).lesson.required_action(act)
    assert asked
    touches = iter(game_view_of(model).touches_for_action(model.match, 0, asked))
    while not (ends := [each for each in usable_controls(model) if has_effect(each, "data-act", asked)]):
        touch = ["touch", *next(touches)]
        controls = [each for each in usable_controls(model) if has_effect(each, "data-do", touch)]
        assert controls or touch[:2] == ["touch", "tile"], touch  # the tile to build may already be chosen
        model = after_messages(model, touch) if controls else model
    assert ends
    done = update(model, ["play", asked])[0]
    assert lesson_progress(done).halt_index == n + 1


# -- answers -----------------------------------------------------------------------------------------------------------


@each_moment
def test_another_move_is_answered_and_not_made(game: str, n: int) -> None:
    model = model_at_moment(game, n)
    act, lesson = lesson_progress(model).next_act, lesson_progress(model).lesson
    assert act
    if act.touch_target:
        others: list[list[Any]] = [
            ["learn", "touch", thing] for thing in act.highlighted_things if thing != act.touch_target
        ]
        answers = [lesson.find_reply(act, message[2]) for message in others]
    else:
        legal = [action for action in model.match.legal() if action != lesson.required_action(act)][:5]
        others, answers = [["offer", action] for action in legal], [lesson.find_reply(act, action) for action in legal]
    for message, answer in zip(others, answers, strict=True):
        answered, effects = update(model, message)
        assert answered.match is model.match
        assert (
            lesson_progress(answered).halt_index,
            lesson_progress(answered).answer,
            lesson_progress(answered).tries,
        ) == (n, answer, 1)
        assert effects == [("announce", answer)]
        assert answer in parse_markup(layout.render_screen(answered)["lesson"]).text_content()


def test_what_was_chosen_stays_where_only_something_is_to_be_added() -> None:
    model = model_at_moment("alhambra", 3)
    act = lesson_progress(model).next_act
    assert act
    assert lesson_progress(model).lesson.required_action(act) == ["take", "y2", "b1", "o2"]
    for cards, stays in ((["y2", "o2"], True), (["y2"], True), (["g6"], False)):
        chosen = after_messages(model, *(["touch", "open", card] for card in cards))
        answered = after_messages(chosen, ["play", ["take", *cards]])
        assert lesson_progress(answered).tries == 1
        assert answered.draft == (chosen.draft if stays else model.draft)


def test_after_two_answers_the_way_to_be_shown_it_stands_out() -> None:
    model = model_at_moment("alhambra", 1)
    other = ["play", ["take", "y2"]]
    shown = [_shown_lesson(after_messages(model, *[other] * n)).attributes["class"] for n in range(3)]
    assert shown == ["second", "second", "primary"]


def _shown_lesson(model: Model) -> Element:
    return next(element for element in _lesson_elements(model) if element.attributes.get("id") == "lesson-show")


def test_what_the_rules_forbid_is_refused_with_its_clause() -> None:
    model = model_at_moment("alhambra", 1)
    refused = after_messages(model, ["play", ["buy", 2, ["g5"], "keep"]])
    assert refused.match is model.match
    assert lesson_progress(refused).refusal_clause == "A11"
    sheet = layout.render_screen(refused)["lesson"]
    assert 'href="./rules/alhambra.html#A11"' in sheet
    assert lesson_progress(refused).answer in parse_markup(sheet).text_content()


# -- the way through ---------------------------------------------------------------------------------------------------


@each_game
def test_a_lesson_goes_from_its_beginning_to_its_end_and_is_kept_nowhere(game: str) -> None:
    model, effects = tutorial_update.start_tutorial(Address(game, learn=1))
    while lesson_progress(model).next_halt:
        assert {effect[0] for effect in effect_list(effects)} <= {"show", "keep-step", "announce", "sound", "later"}
        for part in layout.render_screen(model).values():
            parse_markup(part)
        assert model.address.learn == lesson_progress(model).step_number
        model = continue_lesson(model)
    lesson = lesson_progress(model).lesson
    assert len(model.match.log) == lesson.finish.log_length
    assert lesson.finish.heading in parse_markup(layout.render_screen(model)["lesson"]).text_content()
    again, effects = update(model, ["learn", "on"])
    assert again.tutorial is None
    assert again.match.practice
    assert again.match.log == model.match.log
    assert [seat["kind"] for seat in again.match.seats][1:] == ["bot:beginner"] * (len(again.player_names) - 1)
    assert effect_list(effects)[0] == ("new-table", True)
    assert ("save",) in effects


def test_the_scoring_is_looked_at_on_the_way() -> None:
    n = next(n for n, moment in enumerate(moments_of("alhambra")) if moment.step.name == "scoring")
    model, effects = update(model_at_moment("alhambra", n - 1), ["learn", "show"])
    assert (model.paused_for_panel, model.panel_name) == (True, "A")
    assert "later" not in [effect[0] for effect in effect_list(effects)]
    assert 'id="go-on"' in layout.render_screen(model)["bar"]
    assert "lesson-sheet" not in layout.render_screen(model)["lesson"]
    model = after_messages(model, ["close"])
    assert model.is_awaiting_learner


@each_game
def test_back_goes_to_what_came_before(game: str) -> None:
    last = len(moments_of(game)) - 1
    model = model_at_moment(game, last)
    for n in range(last - 1, -1, -1):
        model = after_messages(model, ["learn", "back"])
        assert (lesson_progress(model).halt_index, model.whole_match.save()) == (
            n,
            model_at_moment(game, n).whole_match.save(),
        )
    assert after_messages(model, ["learn", "back"]).whole_match.save() == model.whole_match.save()


@each_game
def test_a_lesson_is_taken_up_at_its_step(game: str) -> None:
    lesson = GAMES[game].lesson
    assert lesson
    for step in range(1, len(lesson.steps) + 1):
        address, notes = parse_query(f"?learn={step}", game)
        model = tutorial_update.start_tutorial(address)[0]
        assert not notes
        assert (lesson_progress(model).step_number, model.is_awaiting_learner) == (step, True)
        assert f"learn={step}" in model.address.to_query()


def test_who_leaves_can_play_on_begin_anew_or_come_back() -> None:
    model = model_at_moment("palazzo", 5)
    left = after_messages(model, ["learn", "leave"])
    assert "lesson-on" in layout.render_screen(left)["lesson"]
    assert not highlighted_targets(left)
    back = after_messages(left, ["learn", "back"])
    assert (lesson_progress(back).halt_index, back.match.log) == (5, model.match.log)
    playing = after_messages(left, ["learn", "on"])
    assert (playing.match.log, playing.match.practice) == (model.match.log, True)
    new = after_messages(left, ["learn", "new"])
    assert (new.match.log, new.match.practice, new.tutorial) == ([], False, None)
    assert new.address.seats == ("you", "bot:beginner", "bot:beginner")


def test_who_leaves_while_others_move_finds_the_game_as_it_is_then() -> None:
    model, effects = update(model_at_moment("alhambra", 1), ["learn", "show"])
    [again] = [effect for effect in effect_list(effects) if effect[0] == "later"]
    left = after_messages(model, ["learn", "leave"])
    assert after_messages(left, [*again[1]]).match is left.match
    assert after_messages(left, ["learn", "on"]).match.log == model.match.log
    back = after_messages(left, ["learn", "back"])
    assert back.is_awaiting_learner


def test_a_step_opens_beside_a_game_which_goes_on_where_it_was() -> None:
    game = start_game(Address("medina", ("you", "bot:casual"), seed=4))[0]
    game = after_messages(game, ["panel", "menu"], ["panel", "learn"])
    assert '["learn","step",5]'.replace('"', "&quot;") in layout.render_screen(game)["panel"]
    beside = after_messages(game, ["learn", "step", 5])
    assert lesson_progress(beside).step_number == 5
    walked = after_messages(continue_lesson(beside), ["learn", "step", 2])
    for model in (beside, walked):
        assert "Back to my game" in parse_markup(layout.render_screen(model)["lesson"]).text_content()
        home, effects = update(model, ["learn", "home"])
        assert (home.match, home.address, home.tutorial, home.panel_name) == (game.match, game.address, None, "")
        assert ("save",) not in effects
    assert (
        after_messages(game, ["learn", "step", 0], ["learn", "step", 99], ["learn", "show"], ["learn", "home"]) == game
    )


def test_nothing_of_a_game_of_ones_own_can_be_done_in_a_lesson() -> None:
    model = model_at_moment("alhambra", 4)
    for message in (
        ["undo"],
        ["undo-further"],
        ["again"],
        ["hint"],
        ["show", 3],
        ["branch", 0],
        ["export"],
        ["panel", "share"],
        ["recall", 3],
        ["bot", model.game_serial, len(model.match.log), ["take", "y2"]],
        ["learn", "touch", "pile"],
        ["learned", model.game_serial, len(model.match.log)],
        ["learned", model.game_serial + 1, 3],
        ["learn", "home"],
    ):
        assert update(model, message) == (model, []), message


def test_what_is_laid_out_is_taken_back_by_escape() -> None:
    model = after_messages(model_at_moment("alhambra", 4), ["touch", "place", 3])
    assert 'data-with="bar"' in layout.render_screen(model)["lesson"]
    again = after_messages(model, ["close"])
    assert again.draft == game_view_of(again).empty_draft
    assert "data-with" not in layout.render_screen(again)["lesson"]


# -- addresses and pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["0", "13", "x", "-1", "1.5", "<img onerror>", "9" * 20])
def test_a_step_that_there_is_not_is_told_in_a_sentence(step: str) -> None:
    with pytest.raises(Illegal) as told:
        parse_query(f"?learn={step}", "medina")
    assert str(told.value) == "The lesson step in the link must be a whole number from 1 to 12."


def test_a_game_that_nobody_teaches_is_played() -> None:
    [untaught] = [name for name, game in GAMES.items() if not game.load_lesson]
    address, notes = parse_query("?learn=1", untaught)
    assert (address.learn, notes) == (None, ["There's no lesson for this game yet. Here's a game to play instead."])
    game = start_game(Address(untaught))[0]
    assert after_messages(game, ["panel", "learn"], ["learn", "step", 1]) == game


def test_the_home_page_leads_to_every_lesson() -> None:
    links = [each for each in parse_markup(render_home_content()).descendants() if "data-again" in each.attributes]
    assert [link.attributes["href"] for link in links] == [f"./{game}.html?learn=1" for game in GAMES_WITH_LESSON]


@each_game
def test_the_first_step_can_be_read_before_anything_can_be_done(game: str) -> None:
    sheet = parse_markup(render_first_step(model_at_moment(game, 0)))
    assert moments_of(game)[0].step.paragraphs[0] in sheet.text_content()
    assert all("disabled" in each.attributes for each in sheet.descendants() if each.name == "button")


@each_game
def test_sums_are_drawn(game: str) -> None:
    """Every row, every term with its picture, its number and its noun."""
    for n, moment in enumerate(moments_of(game)):
        drawn = [
            each for each in _lesson_elements(model_at_moment(game, n)) if each.attributes.get("class") == "lesson-sum"
        ]
        assert len(drawn) == len(moment.sum_rows)
        for element, row in zip(drawn, moment.sum_rows, strict=True):
            pictures = [each for each in element.descendants() if each.name == "svg"]
            terms = [part for part in row if isinstance(part, Term)]
            assert len(pictures) >= sum(len(term.pictures.split()) for term in terms)
            for term in terms:
                assert term.noun in element.text_content()
                assert term.figure in element.text_content()


# -- position of the panel ---------------------------------------------------------------------------------------------

WINDOW_BOX = Rect(0, 52, 360, 688)


def test_a_sheet_covers_nothing_that_is_lit_where_there_is_room_elsewhere() -> None:
    top, foot = Rect(10, 100, 100, 100), Rect(10, 600, 100, 100)
    assert place_panel(344, 240, WINDOW_BOX, [top]) == ((8, 492, 344, 240), 0)
    assert place_panel(344, 240, WINDOW_BOX, [foot]) == ((8, 60, 344, 240), 0)
    place, covered = place_panel(344, 240, WINDOW_BOX, [top, foot])
    assert (place.overlap_area(top) + place.overlap_area(foot), covered) == (0, 0)


def test_a_sheet_without_room_covers_the_least_and_says_so() -> None:
    first, second = Rect(0, 60, 360, 330), Rect(0, 400, 360, 330)
    for things, kept in (([first, second], first), ([second, first], second)):
        place, covered = place_panel(344, 240, WINDOW_BOX, things)
        assert place.overlap_area(kept) == 0
        assert covered > 0


def test_a_sheet_covers_the_background_before_anything_that_is_needed() -> None:
    needed, background = [Rect(8, 60, 344, 330)], [Rect(8, 400, 344, 200), Rect(8, 640, 100, 92)]
    place, covered = place_panel(344, 300, WINDOW_BOX, needed, background)
    assert (place.overlap_area(needed[0]), covered) == (0, 0)
    assert place.overlap_area(background[0]) > 0
    spared = place_panel(344, 100, WINDOW_BOX, [Rect(8, 60, 344, 200)], background)[0]
    assert [spared.overlap_area(thing) for thing in background] == [0, 0]


def test_nothing_of_a_sheet_is_outside_the_window() -> None:
    for hole in (Rect(0, 0, 10, 10), Rect(350, 730, 10, 10), Rect(100, 300, 200, 200), Rect(-50, 60, 500, 600)):
        for before in (None, Rect(8, 700, 344, 200), Rect(600, 20, 344, 100)):
            place, _covered = place_panel(344, 240, WINDOW_BOX, [hole], before=before)
            assert 0 <= place.x <= 360 - 344
            assert 52 <= place.y <= 740 - 240


def test_a_sheet_stays_where_it_was_as_long_as_it_covers_nothing() -> None:
    top, foot, middle = Rect(8, 60, 344, 200), Rect(8, 532, 344, 200), Rect(100, 350, 60, 60)
    for before in (top, foot):
        assert place_panel(344, 200, WINDOW_BOX, [middle], before=before)[0] == before
    taller, lower = Rect(8, 502, 344, 230), Rect(8, 60, 344, 230)
    assert place_panel(344, 230, WINDOW_BOX, [middle], before=foot)[0] == taller  # its lower edge stays
    assert place_panel(344, 230, WINDOW_BOX, [middle], before=top)[0] == lower
    assert place_panel(344, 200, WINDOW_BOX, [top], before=top)[0] == foot


@each_moment
def test_the_task_comes_first_then_the_heading_then_the_rest(game: str, n: int) -> None:
    model = model_at_moment(game, n)
    sheet = next(each for each in _lesson_elements(model) if each.attributes.get("class") == "lesson-sheet")
    ids = [each.attributes["id"] for each in sheet.descendants() if "id" in each.attributes]
    wanted = ["lesson-task", "lesson-title", "lesson-says", "lesson-more", "lesson-back", "lesson-show"]
    assert [each for each in ids if each in wanted] == wanted
    title = next(each for each in sheet.descendants() if each.attributes.get("id") == "lesson-title")
    assert title.attributes["aria-describedby"] == "lesson-task lesson-says"


def test_a_folded_sheet_is_unfolded_by_its_button_until_the_next_task() -> None:
    model = model_at_moment("alhambra", 1)

    def is_expanded(of: Model) -> bool:
        sheet = next(each for each in _lesson_elements(of) if each.attributes.get("class") == "lesson-sheet")
        more = next(each for each in sheet.descendants() if each.attributes.get("id") == "lesson-more")
        assert more.attributes["aria-expanded"] == ("true" if "data-expanded" in sheet.attributes else "false")
        return "data-expanded" in sheet.attributes

    opened = after_messages(model, ["learn", "more"])
    assert [is_expanded(each) for each in (model, opened, after_messages(opened, ["learn", "more"]))] == [
        False,
        True,
        False,
    ]
    assert not is_expanded(continue_lesson(opened))


def test_what_others_do_is_told_while_they_do_it() -> None:
    n = next(n for n, moment in enumerate(moments_of("medina")) if moment.step.name == "merchant")
    model, effects = update(model_at_moment("medina", n - 1), ["learn", "show"])
    captions = []
    while not model.is_awaiting_learner:
        captions += [
            each.text_content() for each in _lesson_elements(model) if each.attributes.get("class") == "lesson-caption"
        ]
        [again] = [effect for effect in effect_list(effects) if effect[0] == "later"]
        model, effects = update(model, json.loads(json.dumps(again[1])))
    assert len(captions) == 1
    assert captions[0].startswith("Samira")


def _lesson_elements(model: Model) -> list[Element]:
    return [*parse_markup(layout.render_screen(model)["lesson"]).descendants()]


def test_markup_is_escaped_in_answers() -> None:
    model = model_at_moment("alhambra", 0)
    odd = lesson_progress(model)._replace(answer='<img onerror="x">')
    assert "<img" not in layout.render_screen(replace(model, tutorial=odd))["lesson"]
    assert isinstance(layout.render_screen(model)["lesson"], Markup)
