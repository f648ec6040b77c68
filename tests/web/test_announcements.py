"""Tests of announcements for screen readers: recordings of whole games, and their general properties."""

import re
from itertools import pairwise
from typing import Any

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.features import tutorial_update
from palaces.features.announcements import MAX_TURN_WORDS as BRIEF_TURN_WORDS
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.update import announce_step
from palaces.ui.game_view import game_view_of
from record_announcements import (
    FOLDER,
    AnnouncedStep,
    announced_game,
    announcement_transcript,
    update_model,
)
from screens import after_messages, effect_list, first_model_where, parse_region, random_models, seated_model
from tables import GAMES_AND_SEATS, RELEASED_GAMES

from pygame_core import GAMES
from pygame_core.medina import sentences
from pygame_core.medina.components import COLOURS

MEDIAN_TURN_WORDS = 30
"""Limit of the middle announcement at the start of the user's turn. A turn with many events may take more."""
MAX_TURN_WORDS = 60
HOSTILE_TOPICS: list[Any] = [
    None,
    3,
    "place",
    [],
    ["touch"],
    ["touch", "place", 99],
    ["touch", "place", True],
    [[]],
    {},
]
HOSTILE_TOPICS += [["touch", "space", "z99"], ["touch", "own", -1, 0], ["buy", 7]]


def announced_sentences(one: AnnouncedStep) -> str:
    return " ".join(one.announcements)


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_whole_game_sounds_as_it_is_kept(game: str) -> None:
    kept = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    assert announcement_transcript(game) == kept, "PYTHONPATH=web python tests/record_announcements.py writes it anew"


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_as_the_page_begins_it_says_what_is_played_with_whom_and_who_is_to_move(game: str) -> None:
    first = announced_game(game)[0]
    assert first.announcements[0].startswith(f"{GAMES[game].sentences.game_title()} against Zahra and Yusuf.")
    assert ("Your turn: " if first.model_after.can_act else " starts.") in first.announcements[0]


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_every_decision_of_one_s_own_is_announced_with_its_prompt(game: str) -> None:
    decisions = [
        one
        for one in announced_game(game)
        if one.model_after.can_act
        and (one.model_before is None or len(one.model_before.match.log) < len(one.model_after.match.log))
    ]
    assert len(decisions) > 20
    for one in decisions:
        prompt = game_view_of(one.model_after).prompt_phrase(
            game_view_of(one.model_after).build_table_view(one.model_after)
        )
        assert prompt.casefold() in announced_sentences(one).casefold()


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_moves_of_computer_players_are_heard_once_there_is_something_to_decide_and_not_before(game: str) -> None:
    waiting = [
        one
        for one in announced_game(game)
        if one.messages[:1] == ["bot"] and one.model_after.bot_level and not one.model_after.paused_for_panel
    ]
    assert len(waiting) > 20
    assert not [one.announcements for one in waiting if one.announcements]
    turns = [one for one in announced_game(game) if one.messages[:1] == ["bot"] and one.model_after.can_act]
    for one in turns:
        others = {
            one.model_after.player_names[seat]
            for seat, _action, _draws in one.model_after.match.log[one.model_after.first_new_entry :]
        }
        assert any(name in announced_sentences(one) for name in (*others, "You won the auction"))


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_turn_begins_with_no_more_than_can_be_listened_to(game: str) -> None:
    begun = [one for one in announced_game(game) if one.messages[:1] == ["bot"] and one.model_after.can_act]
    lengths = sorted(len(announced_sentences(one).split()) for one in begun)
    assert lengths[-1] <= MAX_TURN_WORDS
    assert lengths[len(lengths) // 2] <= MEDIAN_TURN_WORDS


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_options_are_left_out_where_the_turn_says_enough_and_a_key_tells_all_of_them(game: str, seats: int) -> None:
    for one in announced_game(game, ("you", *("bot:casual", "bot:beginner") * 2)[:seats], seed=2):
        if one.messages[:1] == ["listen"] or "Your turn: " not in announced_sentences(one):
            continue
        news, _colon, prompt = announced_sentences(one).partition("Your turn: ")
        view = game_view_of(one.model_after)
        at = view.build_table_view(one.model_after)
        bare = len(f"Your turn: {view.prompt_phrase(at)}.".split())
        assert len(prompt.split()) + 2 <= max(bare, BRIEF_TURN_WORDS - len(news.split()))
        assert len(spoken_answer(one.model_after, "can").split()) >= len(prompt.split())


def test_a_listener_hears_events_in_their_order() -> None:
    """A palace is claimed after the building that started it."""
    checked = 0
    for one in announced_game("medina", seed=3):
        if one.messages[:1] != ["bot"] or not one.model_after.can_act or one.model_before is None:
            continue
        events: list[Any] = one.model_after.match.events(None, one.model_before.speech.spoken_upto)
        claims = [(n, event) for n, event in enumerate(events) if event["verb"] == "roof"]
        for n, event in claims:
            said = announced_sentences(one)
            at = said.index(one.model_after.entry_sentences(event)[0])
            for earlier in events[:n]:
                if earlier["verb"] == "building":
                    assert said.index(f" on {earlier['space']} (") < at
                    checked += 1
    assert checked


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_draft_is_no_done_deed(game: str) -> None:
    """What a move would bring is conditional: only the log tells what somebody gets or wins."""
    done = re.compile(r"\b(You|[A-Z][a-z]+) (get|gets|win|wins|have|has) (?!\d+ in )|\byour bid is|\bends\b|\bbeats\b")
    drafts = {announced_sentences(one) for one in announced_game(game) if one.messages[:1] == ["touch"]}
    assert len(drafts) > 10
    assert not [said for said in drafts if done.search(said)]


def test_every_bid_is_asked_for_with_the_tiles_and_one_s_own_currency() -> None:
    bids = [
        one
        for one in announced_game("palazzo")
        if one.model_after.can_act and "Your turn: bid at least" in announced_sentences(one)
    ]
    bound = [one for one in bids if re.search(r"Your bid is \d+ in (red|blue|yellow)\.", announced_sentences(one))]
    assert len(bound) > 3
    with_tiles = [one for one in bids if "Up for auction: " in announced_sentences(one)]
    assert len(with_tiles) >= 0.8 * len(bids), "only long news leave them out"


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_the_panel_of_a_lesson_is_not_announced_because_its_heading_has_the_focus(game: str) -> None:
    model, effects = tutorial_update.start_tutorial(Address(game, learn=1))
    steps = 0
    while model.tutorial and model.tutorial.next_act:
        halt = model.tutorial.next_halt
        assert halt is not None
        shown = {halt.task.instruction, *halt.step.paragraphs}
        assert not shown & {*model.speech.last_announcement}
        steps += 1
        model, effects = update(model, ["learn", "show"])
        while not model.is_awaiting_learner:
            later = (effect[1] for effect in effects if effect[0] == "later")
            model, effects = update(model, ["close"] if model.paused_for_panel else [*next(later)])
    assert steps > 5


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_nothing_is_said_twice_in_a_row_but_to_who_asks(game: str) -> None:
    spoken = [
        announced_sentences(one)
        for one in announced_game(game)
        if one.announcements and one.messages[:2] != ["listen", "again"]
    ]
    assert not [said for said, again in pairwise(spoken) if said == again]
    for one in announced_game(game):
        if one.messages[:1] != ["listen"]:
            parts = [part for part in announced_sentences(one).split(". ") if part]
            assert not [part for part, again in pairwise(parts) if part.strip(".") == again.strip(".")]


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_at_the_end_the_winner_is_named_with_the_points_of_everybody(game: str) -> None:
    last = announced_game(game)[-1]
    scores = last.model_after.match.scores()
    end = announced_sentences(last)
    assert all(str(score) in end for score in scores)
    [winner] = last.model_after.winning_seats
    won = "You win" if winner == last.model_after.addressed_seat else f"{last.model_after.player_names[winner]} wins"
    assert f"{won} with {scores[winner]} points." in end


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_draft_is_one_sentence_and_is_said_once(game: str) -> None:
    touched = [one for one in announced_game(game) if one.messages[:1] == ["touch"]]
    assert len(touched) > 20
    assert all(len(one.announcements) == 1 for one in touched)
    for one in touched:  # nothing else on the screen announces it
        assert not [
            element.attributes
            for region in layout.render_screen(one.model_after).values()
            for element in parse_region(region).descendants()
            if "aria-live" in element.attributes
        ]


def test_what_is_put_back_is_said_too() -> None:
    model = after_messages(seated_model("you", "bot:casual"), ["touch", "open", "y1"])
    model = after_messages(
        first_model_where(("you", "bot:casual", "bot:casual"), 1, lambda model: model.can_act), ["touch", "place", 0]
    )
    one = update_model(model, ["touch", "clear"])
    assert one.announcements == ["Nothing chosen."]


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_every_step_of_any_table_can_be_spoken_of(game: str, seats: int) -> None:
    """At a shared device, each person also hears what has happened since their last turn."""
    models = random_models(("you", "you", "bot:random", "bot:casual", "you", "bot:random")[:seats], 2, game=game)
    for before, after in pairwise(models):
        if after.can_act and not before.can_act and after.first_new_entry < len(after.match.log):
            assert after.speech.last_announcement
            assert f"{after.player_names[after.viewer or 0]}'s turn: " in " ".join(after.speech.last_announcement)


def test_who_is_handed_the_device_is_called_and_hears_what_was_missed() -> None:
    models = random_models(("you", "you", "bot:casual"), 1, ("Ada", "Bob", "Cy"))
    curtain = next(model for model in models if model.curtain and model.mover == 1)
    assert curtain.speech.last_announcement[-1] == "Hand the device to Bob."
    lifted = next(model for model in models if model.can_act and model.viewer == 1)
    assert lifted.speech.last_announcement[0].startswith("Ada ")


def test_the_table_that_stops_for_a_scoring_says_so() -> None:
    seats = ("you", "bot:casual", "bot:beginner")
    for speed, waits in (("instant", True), ("fast", False)):
        held = next(model for model in random_models(seats, 1, (), speed) if model.paused_for_panel)
        assert (held.speech.last_announcement[-1] == "Paused until you continue.") is waits
        assert any(sentence.startswith("Scoring A: ") for sentence in held.speech.last_announcement)


# -- waiting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_who_wants_to_be_waited_for_hears_every_move_as_it_happens(game: str) -> None:
    steps = announced_game(game, switches=("wait",))
    assert [one for one in steps if one.messages == ["go-on"]]
    for one in steps:
        if one.messages[:1] == ["bot"]:
            assert one.model_after.waiting_for_listener == (
                one.model_after.bot_level is not None and not one.model_after.paused_for_panel
            )
            if not one.model_after.waiting_for_listener:
                continue
            event = one.model_after.match.events(None, len(one.model_after.match.log) - 1)[0]
            assert one.model_after.entry_sentences(event)[0] in announced_sentences(one)
            assert ["go-on"] in [
                element.data_value("data-do")
                for element in parse_region(layout.render_screen(one.model_after)["bar"]).descendants()
                if "data-do" in element.attributes
            ]


def test_who_waits_asks_nobody_and_going_on_asks_once() -> None:
    waits = next(one for one in announced_game("alhambra", switches=("wait",)) if one.model_after.waiting_for_listener)
    assert "ask" not in [effect[0] for effect in update(waits.model_before or waits.model_after, waits.messages)[1]]
    changed, effects = update(waits.model_after, ["go-on"])
    assert not changed.waiting_for_listener
    assert [effect[0] for effect in effects] == ["ask"]
    assert update(changed, ["go-on"]) == (changed, [])


def test_who_no_longer_wants_to_be_waited_for_is_gone_on_for() -> None:
    waits = next(
        one.model_after
        for one in announced_game("alhambra", switches=("wait",))
        if one.model_after.waiting_for_listener
    )
    changed, effects = update(waits, ["switch", "wait"])
    assert not changed.waiting_for_listener
    assert "ask" in [effect[0] for effect in effects]


def test_what_was_waited_with_can_be_taken_back() -> None:
    waits = next(
        one.model_after
        for one in announced_game("alhambra", switches=("wait",))
        if one.model_after.waiting_for_listener
    )
    back = after_messages(waits, ["undo"], ["undo-further"])
    assert back.can_act
    assert not back.waiting_for_listener


# -- replay, undo, thinking --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_who_steps_back_hears_where_and_what(game: str) -> None:
    end = announced_game(game)[-1].model_after
    one = update_model(end, ["show", 3])
    assert announced_sentences(one).startswith(f"Move 3 of {len(end.match.log)}. ")
    assert end.entry_sentences(end.match.events(None, 2)[0])[0] in announced_sentences(one)
    assert update_model(one.model_after, ["slide", 5]).announcements == []  # the slider announces it
    back = update_model(one.model_after, ["show", len(end.match.log)])
    assert " with " in announced_sentences(back)


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_what_is_taken_back_is_said_with_what_is_to_be_decided_again(game: str) -> None:
    before = next(
        one.model_before
        for one in announced_game(game)
        if one.model_before
        and one.messages[:1] == ["play"]
        and one.model_after.can_act
        and not one.model_after.match.has_revealed_cards()
    )
    played = next(
        one for one in announced_game(game) if one.model_before is before and one.messages[:1] == ["play"]
    ).model_after
    one = update_model(played, ["undo"])
    assert announced_sentences(one).startswith("Undone. Your turn: ")


def test_a_hint_says_the_move_before_its_reasons() -> None:
    model = first_model_where(("you", "bot:casual", "bot:casual"), 1, lambda model: model.can_act)
    action, other = model.match.legal()[:2]
    asked = after_messages(model, ["hint"])
    moves = [[action, 1.5, {"A": 1.5}], [other, 0.0, {}]]
    one = update_model(
        asked, ["hint", model.game_serial, len(model.match.log), [action, moves, {"A": 1.5}, 9, False, []]]
    )
    name = model.game.sentences.action_name(action, model.view)
    assert announced_sentences(one).startswith(f"Hint: {name}. ")
    assert "points in scoring A" in announced_sentences(one)


def test_where_no_hint_will_come_that_is_said() -> None:
    model = after_messages(
        first_model_where(("you", "bot:casual", "bot:casual"), 1, lambda model: model.can_act), ["hint"]
    )
    assert update_model(model, ["unanswered", "hint", model.game_serial, 0]).announcements == [
        "No bot can answer right now. The game itself isn't affected."
    ]


# -- questions ---------------------------------------------------------------------------------------------------------


def decision_models(game: str) -> list[Model[Any, Any]]:
    return [one.model_after for one in announced_game(game) if one.messages[:1] == ["bot"] and one.model_after.can_act]


def spoken_answer(model: Model, topic: str, what: Any = None) -> str:
    one = update_model(model, ["listen", topic, what])
    assert effect_list(update(model, ["listen", topic, what])[1]) == [("announce", *one.announcements)]
    return announced_sentences(one)


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_what_was_said_last_is_said_again_as_often_as_one_asks(game: str) -> None:
    model = decision_models(game)[3]
    once = update_model(model, ["listen", "again", None])
    assert once.announcements == [" ".join(model.speech.last_announcement)]
    assert update_model(once.model_after, ["listen", "again", None]).announcements == once.announcements


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_key_repeats_all_announcements_since_ones_last_action(game: str) -> None:
    """At the speed `instant`, one's own move and those of the bots are one announcement."""
    steps = announced_game(game)
    since = [*steps[0].announcements]
    turns = 0
    for one in steps[1:]:
        if one.messages[:1] == ["listen"]:
            continue
        if one.messages[:1] != ["bot"] and one.announcements:
            since = []
        since += one.announcements
        if one.messages[:1] == ["bot"] and one.model_after.can_act:
            turns += 1
            assert spoken_answer(one.model_after, "again") == " ".join(since)
            asked = after_messages(one.model_after, ["listen", "standings", None])
            assert spoken_answer(asked, "again") == " ".join(since)
    assert turns > 3


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_who_asks_hears_what_lies_open_their_own_all_points_what_can_be_done_and_every_move(game: str) -> None:
    for model in decision_models(game)[::5]:
        view = model.view
        assert all(f"{name} {points}" in spoken_answer(model, "standings").replace("−", "-")
                   for name, points in zip(model.seat_labels, view["points"], strict=False))  # fmt: skip
        assert spoken_answer(model, "can").startswith("Your turn: ")
        assert spoken_answer(model, "open") != spoken_answer(model, "own")
        told = spoken_answer(model, "details")
        for event in model.match.events(None, model.first_new_entry):
            assert all(sentence in told for sentence in model.entry_sentences(event))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", HOSTILE_TOPICS)
def test_whatever_has_the_focus_an_answer_is_a_sentence(game: str, what: Any) -> None:
    models = random_models(("you", "bot:random"), 1, game=game)
    back = after_messages(models[-1], ["show", 3])
    for model in (*models[::7], models[-1], back):
        for topic in ("open", "own", "standings", "can", "beside", "worth", "details", "again"):
            assert spoken_answer(model, topic, what)


@pytest.mark.parametrize("game", GAMES)
def test_who_asks_after_the_end_what_can_be_done_hears_how_it_ended(game: str) -> None:
    end = random_models(("you", "bot:random"), 1, game=game)[-1]
    assert end.mover is None
    assert re.search("win|share the victory", spoken_answer(end, "can"))


def test_no_answer_tells_a_hand_behind_the_curtain() -> None:
    model = next(model for model in random_models(("you", "you"), 1) if model.curtain)
    assert spoken_answer(model, "own") == "There's nothing to say about that here."


def test_medina_s_palaces_are_told_with_colour_owner_size_place_and_worth() -> None:
    end = decision_models("medina")[-1]
    told = spoken_answer(end, "open")
    for palace in end.view["palaces"]:
        size, worth = len(palace["buildings"]), sum(palace["worth"])
        assert f"{sentences.colour_name(COLOURS.index(palace['colour']))} palace" in told.casefold()
        assert f" ({size} building" in told
        assert f", worth {worth})." in told


def test_medina_s_spaces_tell_what_is_round_them_and_what_would_score() -> None:
    model = decision_models("medina")[-1]
    palace = next(palace for palace in model.view["palaces"] if palace["owner"] == 0)
    assert "your " in spoken_answer(model, "worth", ["touch", "space", palace["buildings"][0]]).casefold()
    assert spoken_answer(model, "beside", ["touch", "space", palace["buildings"][0]]).startswith("Around ")
    placeable = spoken_answer(model, "can", ["touch", "space", palace["buildings"][0]])
    assert re.search("you can(?:'t)? place ?.* on |^On .* you can place: ", placeable, re.IGNORECASE)


def test_a_guest_and_who_looks_on_hear_of_the_game_too() -> None:
    match = announced_game("medina")[-1].model_after.whole_match
    from palaces.loop.review_update import open_shared_game

    guest = open_shared_game(Address("medina"), match, 5)[0]
    assert announce_step(None, guest)[0].speech.last_announcement[:2] == (
        "Replay of Medina: Ada, Zahra and Yusuf.",
        "Move 5.",
    )
    bots = start_game(Address("medina", ("bot:random", "bot:casual"), ("Zahra", "Yusuf"), 1))[0]
    model = announce_step(None, bots)[0]
    rounds = 0
    for _ in range(20):
        model, effects = update(model, ["bot", 0, len(model.match.log), model.match.legal()[0]])
        rounds += any(effect[0] == "announce" for effect in effects)
    assert 3 < rounds < 12
