"""What is heard of a game: whole games are kept as they sound, and hold what every listener may count on."""

import re
from itertools import pairwise
from typing import Any

import pytest
from palaces import screen
from palaces.address import Address
from palaces.model import Model
from palaces.update import announce_step, start_game, update
from record_spoken import FOLDER, Heard, heard, step, transcript
from screens import journey, part, plain, reached, said, sat
from tables import RELEASED, TABLES

from pygame_core import GAMES

MOST_WORDS = 110
"""Of what is spoken as a turn of one's own begins: half a minute at the pace of a quick listener."""
HOSTILE: list[Any] = [None, 3, "place", [], ["touch"], ["touch", "place", 99], ["touch", "place", True], [[]], {}]
HOSTILE += [["touch", "space", "z99"], ["touch", "own", -1, 0], ["buy", 7]]


def sentences(one: Heard) -> str:
    return " ".join(one.said)


@pytest.mark.parametrize("game", RELEASED)
def test_a_whole_game_sounds_as_it_is_kept(game: str) -> None:
    kept = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    assert transcript(game) == kept, "PYTHONPATH=web python tests/record_spoken.py writes it anew"


@pytest.mark.parametrize("game", RELEASED)
def test_as_the_page_begins_it_says_what_is_played_with_whom_and_who_is_to_move(game: str) -> None:
    first = heard(game)[0]
    assert first.said[0].startswith(f"{GAMES[game].sentences.game_title()} against Zahra and Yusuf.")
    assert ("Your turn: " if first.after.can_act else " begins.") in first.said[0]


@pytest.mark.parametrize("game", RELEASED)
def test_every_decision_of_one_s_own_is_announced_with_its_prompt(game: str) -> None:
    decisions = [
        one
        for one in heard(game)
        if one.after.can_act and (one.before is None or len(one.before.match.log) < len(one.after.match.log))
    ]
    assert len(decisions) > 20
    for one in decisions:
        prompt = one.after.game_view.prompt_phrase(one.after.game_view.build_table_view(one.after))
        assert prompt.casefold() in sentences(one).casefold()


@pytest.mark.parametrize("game", RELEASED)
def test_moves_of_computer_players_are_heard_once_there_is_something_to_decide_and_not_before(game: str) -> None:
    waiting = [
        one for one in heard(game) if one.done[:1] == ["bot"] and one.after.bot_level and not one.after.paused_for_panel
    ]
    assert len(waiting) > 20
    assert not [one.said for one in waiting if one.said]
    turns = [one for one in heard(game) if one.done[:1] == ["bot"] and one.after.can_act]
    for one in turns:
        others = {
            one.after.player_names[seat] for seat, _action, _draws in one.after.match.log[one.after.first_new_entry :]
        }
        assert any(name in sentences(one) for name in (*others, "You win the auction"))


@pytest.mark.parametrize("game", RELEASED)
def test_a_turn_begins_with_no_more_than_can_be_listened_to(game: str) -> None:
    begun = [one for one in heard(game) if one.done[:1] == ["bot"] and one.after.can_act]
    lengths = sorted(len(sentences(one).split()) for one in begun)
    assert lengths[-1] <= MOST_WORDS
    assert lengths[len(lengths) // 2] <= MOST_WORDS // 2


@pytest.mark.parametrize("game", RELEASED)
def test_nothing_is_said_twice_in_a_row_but_to_who_asks(game: str) -> None:
    spoken = [sentences(one) for one in heard(game) if one.said and one.done[:2] != ["listen", "again"]]
    assert not [said for said, again in pairwise(spoken) if said == again]
    for one in heard(game):
        if one.done[:1] != ["listen"]:
            parts = [part for part in sentences(one).split(". ") if part]
            assert not [part for part, again in pairwise(parts) if part.strip(".") == again.strip(".")]


@pytest.mark.parametrize("game", RELEASED)
def test_at_the_end_the_winner_is_named_with_the_points_of_everybody(game: str) -> None:
    last = heard(game)[-1]
    scores = last.after.match.scores()
    end = sentences(last)
    assert all(str(score) in end for score in scores)
    [winner] = last.after.winning_seats
    won = "You win" if winner == last.after.addressed_seat else f"{last.after.player_names[winner]} wins"
    assert f"{won} with {scores[winner]} points." in end


@pytest.mark.parametrize("game", RELEASED)
def test_a_draft_is_one_sentence_and_is_said_once(game: str) -> None:
    touched = [one for one in heard(game) if one.done[:1] == ["touch"]]
    assert len(touched) > 20
    assert all(len(one.said) == 1 for one in touched)
    for one in touched:  # nothing else on the screen says it by itself
        assert not [
            element.attributes
            for region in screen.render_screen(one.after).values()
            for element in part(region).walk()
            if "aria-live" in element.attributes
        ]


def test_what_is_put_back_is_said_too() -> None:
    model = said(sat("you", "bot:casual"), ["touch", "open", "y1"])
    model = said(reached(("you", "bot:casual", "bot:casual"), 1, lambda model: model.can_act), ["touch", "place", 0])
    one = step(model, ["touch", "clear"])
    assert one.said == ["Nothing is chosen."]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_step_of_any_table_can_be_spoken_of(game: str, seats: int) -> None:
    """And to each of several people who hand the device on, what has happened since they had it."""
    models = journey(("you", "you", "bot:random", "bot:casual", "you", "bot:random")[:seats], 2, game=game)
    for before, after in pairwise(models):
        if after.can_act and not before.can_act and after.first_new_entry < len(after.match.log):
            assert after.last_announcement
            assert f"{after.player_names[after.viewer or 0]}'s turn: " in " ".join(after.last_announcement)


def test_who_is_handed_the_device_is_called_and_hears_what_was_missed() -> None:
    models = journey(("you", "you", "bot:casual"), 1, ("Ada", "Bob", "Cy"))
    curtain = next(model for model in models if model.curtain and model.mover == 1)
    assert curtain.last_announcement[-1] == "Hand the device to Bob."
    lifted = next(model for model in models if model.can_act and model.viewer == 1)
    assert lifted.last_announcement[0].startswith("Ada ")


def test_the_table_that_stops_for_a_scoring_says_so() -> None:
    held = reached(("you", "bot:casual", "bot:beginner"), 1, lambda model: model.held)
    assert held.last_announcement[-1] == "The game waits until you go on."
    assert any(sentence.startswith("Scoring A: ") for sentence in held.last_announcement)


# -- waiting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RELEASED)
def test_who_wants_to_be_waited_for_hears_every_move_as_it_happens(game: str) -> None:
    steps = heard(game, switches=("wait",))
    assert [one for one in steps if one.done == ["go-on"]]
    for one in steps:
        if one.done[:1] == ["bot"]:
            assert one.after.waiting_for_listener == (
                one.after.bot_level is not None and not one.after.paused_for_panel
            )
            if not one.after.waiting_for_listener:
                continue
            event = one.after.match.events(None, len(one.after.match.log) - 1)[0]
            assert one.after.entry_sentences(event)[0] in sentences(one)
            assert ["go-on"] in [
                element.data("data-do")
                for element in part(screen.render_screen(one.after)["bar"]).walk()
                if "data-do" in element.attributes
            ]


def test_who_waits_asks_nobody_and_going_on_asks_once() -> None:
    waits = next(one for one in heard("alhambra", switches=("wait",)) if one.after.waiting_for_listener)
    assert "ask" not in [effect[0] for effect in update(waits.before or waits.after, waits.done)[1]]
    changed, effects = update(waits.after, ["go-on"])
    assert not changed.waiting_for_listener
    assert [effect[0] for effect in effects] == ["ask"]
    assert update(changed, ["go-on"]) == (changed, [])


def test_who_no_longer_wants_to_be_waited_for_is_gone_on_for() -> None:
    waits = next(one.after for one in heard("alhambra", switches=("wait",)) if one.after.waiting_for_listener)
    changed, effects = update(waits, ["switch", "wait"])
    assert not changed.waiting_for_listener
    assert "ask" in [effect[0] for effect in effects]


def test_what_was_waited_with_can_be_taken_back() -> None:
    waits = next(one.after for one in heard("alhambra", switches=("wait",)) if one.after.waiting_for_listener)
    back = said(waits, ["undo"], ["undo-further"])
    assert back.can_act
    assert not back.waiting_for_listener


# -- looking back, taking back, thinking -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RELEASED)
def test_who_steps_back_hears_where_and_what(game: str) -> None:
    end = heard(game)[-1].after
    one = step(end, ["show", 3])
    assert sentences(one).startswith(f"Move 3 of {len(end.match.log)}. ")
    assert end.entry_sentences(end.match.events(None, 2)[0])[0] in sentences(one)
    assert step(one.after, ["slide", 5]).said == []  # the slider says it
    back = step(one.after, ["show", len(end.match.log)])
    assert " with " in sentences(back)


@pytest.mark.parametrize("game", RELEASED)
def test_what_is_taken_back_is_said_with_what_is_to_be_decided_again(game: str) -> None:
    before = next(
        one.before
        for one in heard(game)
        if one.before and one.done[:1] == ["play"] and one.after.can_act and not one.after.match.has_revealed_cards()
    )
    played = next(one for one in heard(game) if one.before is before and one.done[:1] == ["play"]).after
    one = step(played, ["undo"])
    assert sentences(one).startswith("Taken back. Your turn: ")


def test_a_hint_says_the_move_before_its_reasons() -> None:
    model = reached(("you", "bot:casual", "bot:casual"), 1, lambda model: model.can_act)
    action, other = model.match.legal()[:2]
    asked = said(model, ["hint"])
    moves = [[action, 1.5, {"A": 1.5}], [other, 0.0, {}]]
    one = step(asked, ["hint", model.game_serial, len(model.match.log), [action, moves, {"A": 1.5}, 9, False, []]])
    name = model.game.sentences.action_name(action, model.view)
    assert sentences(one).startswith(f"Hint: {name}. ")
    assert "points in scoring A" in sentences(one)


def test_where_no_hint_will_come_that_is_said() -> None:
    model = said(reached(("you", "bot:casual", "bot:casual"), 1, lambda model: model.can_act), ["hint"])
    assert step(model, ["unanswered", "hint", model.game_serial, 0]).said == [
        "No computer player can answer here now; the game itself goes on."
    ]


# -- asking ------------------------------------------------------------------------------------------------------------


def decisions(game: str) -> list[Model]:
    return [one.after for one in heard(game) if one.done[:1] == ["bot"] and one.after.can_act]


def answer(model: Model, topic: str, what: Any = None) -> str:
    one = step(model, ["listen", topic, what])
    assert plain(update(model, ["listen", topic, what])[1]) == [("announce", *one.said)]
    return sentences(one)


@pytest.mark.parametrize("game", RELEASED)
def test_what_was_said_last_is_said_again_as_often_as_one_asks(game: str) -> None:
    model = decisions(game)[3]
    once = step(model, ["listen", "again", None])
    assert once.said == [" ".join(model.last_announcement)]
    assert step(once.after, ["listen", "again", None]).said == once.said


@pytest.mark.parametrize("game", RELEASED)
def test_who_asks_hears_what_lies_open_their_own_all_points_what_can_be_done_and_every_move(game: str) -> None:
    for model in decisions(game)[::5]:
        view = model.view
        assert all(f"{name} {points}" in answer(model, "standings").replace("−", "-")
                   for name, points in zip(model.seat_labels, view["points"], strict=False))  # fmt: skip
        assert answer(model, "can").startswith("Your turn: ")
        assert answer(model, "open") != answer(model, "own")
        told = answer(model, "details")
        for event in model.match.events(None, model.first_new_entry):
            assert all(sentence in told for sentence in model.entry_sentences(event))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", HOSTILE)
def test_whatever_has_the_focus_an_answer_is_a_sentence(game: str, what: Any) -> None:
    models = journey(("you", "bot:random"), 1, game=game)
    back = said(models[-1], ["show", 3])
    for model in (*models[::7], models[-1], back):
        for topic in ("open", "own", "standings", "can", "beside", "worth", "details", "again"):
            assert answer(model, topic, what)


@pytest.mark.parametrize("game", GAMES)
def test_who_asks_after_the_end_what_can_be_done_hears_how_it_ended(game: str) -> None:
    end = journey(("you", "bot:random"), 1, game=game)[-1]
    assert end.mover is None
    assert re.search("win|share the victory", answer(end, "can"))


def test_no_answer_tells_a_hand_behind_the_curtain() -> None:
    model = next(model for model in journey(("you", "you"), 1) if model.curtain)
    assert answer(model, "own") == "There is nothing to tell of that here."


def test_medina_s_palaces_are_told_with_colour_owner_size_place_and_worth() -> None:
    end = decisions("medina")[-1]
    told = answer(end, "open")
    for palace in end.view["palaces"]:
        size, worth = len(palace["buildings"]), sum(palace["worth"])
        assert f"{palace['colour']} palace" in told.casefold()
        assert f", {size} building" in told
        assert f", worth {worth}." in told


def test_medina_s_spaces_tell_what_is_round_them_and_what_would_score() -> None:
    model = decisions("medina")[-1]
    palace = next(palace for palace in model.view["palaces"] if palace["owner"] == 0)
    assert "your " in answer(model, "worth", ["touch", "space", palace["buildings"][0]]).casefold()
    assert answer(model, "beside", ["touch", "space", palace["buildings"][0]]).startswith("Round ")
    assert "stand here" in answer(model, "can", ["touch", "space", palace["buildings"][0]])


def test_a_guest_and_who_looks_on_hear_of_the_game_too() -> None:
    match = heard("medina")[-1].after.match
    from palaces.update import open_shared_game

    guest = open_shared_game(Address("medina"), match, 5)[0]
    assert announce_step(None, guest)[0].last_announcement[:2] == (
        "A replay of Medina: Ada, Zahra and Yusuf.",
        "Move 5.",
    )
    bots = start_game(Address("medina", ("bot:random", "bot:casual"), ("Zahra", "Yusuf"), 1))[0]
    model = announce_step(None, bots)[0]
    rounds = 0
    for _ in range(20):
        model, effects = update(model, ["bot", 0, len(model.match.log), model.match.legal()[0]])
        rounds += any(effect[0] == "announce" for effect in effects)
    assert 3 < rounds < 12
