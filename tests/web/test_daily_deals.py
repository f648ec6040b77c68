"""Tests of daily deals: their address, their rules, and their result against the bots."""

import json
from dataclasses import replace
from datetime import date
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from json_messages import update
from palaces.app.daily_deal import BotPoints, DealRecord, parse_deal_records
from palaces.app.decision_review import DecisionReview
from palaces.app.effects import Effect, Request
from palaces.app.model import Model
from palaces.app.routing import Address, address_of_match, is_match_of_deal, parse_query, rotate_seats
from palaces.features.replay import truncate_match
from palaces.features.review import daily_result
from palaces.features.steps import start_game
from palaces.loop import daily_update, layout
from palaces.share import permalinks
from palaces.workers import bot_worker
from screens import after_messages, parse_region

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import choose
from pygame_core.bots.game_review import Answer, ReviewedDecision, find_own_decisions
from pygame_core.daily import PUZZLE_GAMES, daily_deal
from pygame_core.match import require_level

DAY = date(2026, 11, 26)
SITE = "https://palaces.example/"


def deal_address(game: str, query: str = "") -> Address:
    """Return the address of the deal of the day in a game."""
    return parse_query(f"game={game}&deal={DAY}{query}", today=DAY)[0]


@lru_cache(maxsize=8)
def finished_match(game: str, practice: bool = False) -> Match:
    """Return a finished match of the deal. Do not change it."""
    match = start_game(deal_address(game))[0].match.copy()
    match.practice = practice
    while (seat := match.to_move()) is not None:
        level = "skilled" if seat else "casual"
        match.play(choose(require_level(level), match.view(seat), Random(f"{match.seed}-{len(match.log)}")).action)
    return match


def facts(stored: str = "") -> list[Any]:
    """Return the message with the facts of the browser."""
    return ["daily", "facts", stored, SITE, True, str(DAY), 468]


def result_model(game: str = "alhambra", stored: str = "", practice: bool = False) -> Model[Any, Any]:
    """Return the end of the deal, with the stored results of the browser."""
    return after_messages(start_game(deal_address(game), finished_match(game, practice))[0], facts(stored))


def result_text(model: Model[Any, Any]) -> str:
    """Return the text of the whole screen."""
    return " ".join(parse_region(region).text_content() for region in layout.render_screen(model).values())


def stored_result(points: int, bots: list[int], game: str = "alhambra") -> str:
    """Return the stored text with one result of the day."""
    return json.dumps({str(DAY): {game: json.loads(DealRecord(points, BotPoints(tuple(sorted(bots)))).to_json())}})


def requests(effects: list[Effect]) -> list[Request]:
    """Return the requests to the worker among these effects."""
    return [effect[1] for effect in effects if effect[0] == "ask"]


def bots_around(own: int, ahead: int) -> list[int]:
    """Return the points of 200 bots, so many of them below `own`."""
    return [own - 1] * ahead + [own] * (200 - ahead)


# -- addresses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PUZZLE_GAMES)
def test_the_date_decides_the_seats_and_the_cards(game: str) -> None:
    address, notes = parse_query(f"?game={game}&deal=2026-11-26", today=DAY)
    assert notes == []
    assert (address.seats, address.seed) == (("you", "bot:skilled", "bot:skilled"), daily_deal(DAY, game).seed)
    assert address.to_query() == f"game={game}&deal=2026-11-26"
    assert permalinks.table_link(address) == f"{game}.html?deal=2026-11-26"
    assert parse_query(f"?game={game}&deal=today", today=DAY)[0] == address


def test_a_challenge_is_the_same_stored_game() -> None:
    challenged = deal_address("medina", "&beat=41&speed=fast")
    assert challenged.to_query() == "game=medina&deal=2026-11-26&beat=41&speed=fast"
    assert challenged.storage_key() == deal_address("medina").storage_key() == "game=medina&deal=2026-11-26"


def test_a_deal_of_a_later_day_opens_and_says_what_the_clock_says() -> None:
    address, notes = parse_query("?game=medina&deal=2026-11-27", today=DAY)
    assert address.deal == "2026-11-27"
    assert notes == ["This is the deal of Nov 27. Your clock says Nov 26."]


def test_a_date_of_another_year_has_its_year() -> None:
    address, notes = parse_query("?game=medina&deal=2031-01-01", today=DAY)
    assert notes == ["This is the deal of Jan 1, 2031. Your clock says Nov 26, 2026."]
    model = start_game(address)[0]
    assert "deal of Jan 1, 2031" in result_text(after_messages(model, facts()))
    assert "deal of Nov 26 " in f"{result_text(after_messages(start_game(deal_address('medina'))[0], facts()))} "


@pytest.mark.parametrize("wrong", ["yesterday", "2026-13-01", "26-11-26", "1999-01-01"])
def test_a_wrong_date_gets_one_sentence(wrong: str) -> None:
    with pytest.raises(Illegal, match=r"^A deal needs a date from 2000-01-01 to 2999-12-31\.$"):
        parse_query(f"?game=medina&deal={wrong}", today=DAY)


def test_the_rest_of_the_link_is_ignored_with_a_sentence() -> None:
    address, notes = parse_query("?game=medina&deal=2026-11-26&seats=you,you&seed=5", today=DAY)
    assert address == deal_address("medina")
    assert notes == ["A daily deal has fixed players and cards, so the rest of the link was ignored."]


def test_only_a_match_of_the_deal_keeps_its_address() -> None:
    address = deal_address("medina")
    match = start_game(address)[0].whole_match
    assert is_match_of_deal(match, address)
    assert address_of_match(match, address, 3) == replace(address, table=3)
    other = Match.new("medina", match.seats, 5)
    assert not is_match_of_deal(other, address)
    assert address_of_match(other, address).deal == ""
    assert rotate_seats(match, address).deal == ""


# -- rules of a deal ---------------------------------------------------------------------------------------------------


def first_decision(game: str) -> Model[Any, Any]:
    """Return the first decision of the person."""
    model = start_game(deal_address(game))[0]
    while not model.can_act:
        action = choose("casual", model.match.view(model.mover), Random(1)).action
        model = after_messages(model, ["bot", model.game_serial, len(model.match.log), action])
    return model


def test_a_deal_has_no_hints() -> None:
    model = first_decision("alhambra")
    assert not model.can_offer_hints
    asked = after_messages(model, ["hint"])
    assert asked.refusal is not None
    assert asked.refusal.message == "Everyone plays a daily deal without hints."
    assert asked.panel is None


def test_an_undo_ends_where_a_card_was_revealed() -> None:
    model = first_decision("alhambra")
    take = next(action for action in model.match.legal() if action[0] == "take")
    played = after_messages(model, ["play", take])
    assert played.match.has_revealed_cards(1)
    refused = after_messages(played, ["undo"])
    assert refused.refusal is not None
    assert refused.refusal.message == "In a daily deal, you can undo until cards are revealed or someone else moves."
    assert after_messages(played, ["undo-further"]).match.log == played.match.log
    assert 'id="undo"' in layout.render_screen(played)["tools"]
    practice = after_messages(replace(played, address=replace(played.address, deal="")), ["undo-further"])
    assert practice.match.practice  # an ordinary game allows it


def test_nobody_takes_back_a_move_that_others_have_answered() -> None:
    model = first_decision("medina")
    while model.mover == model.viewer:
        model = after_messages(model, ["play", model.match.legal()[0]])
    bot = choose("casual", model.match.view(model.mover), Random(1)).action
    answered = after_messages(model, ["bot", model.game_serial, len(model.match.log), bot])
    assert after_messages(answered, ["undo"]).refusal is not None


def test_a_new_game_and_a_rematch_are_ordinary_games() -> None:
    assert after_messages(first_decision("medina"), ["again"]).address.deal == ""
    assert after_messages(result_model("medina"), ["rematch"]).address.deal == ""


# -- the result --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PUZZLE_GAMES)
def test_the_result_is_stored_and_the_bots_play_in_parts(game: str) -> None:
    begun = start_game(deal_address(game), finished_match(game))
    assert ("deal-facts",) in begun[1]
    model, effects = update(begun[0], facts())
    own = finished_match(game).scores()[0]
    assert ("keep-deal", str(DAY), game, f'{{"points":{own},"ahead":0,"of":0,"bots":[]}}') in effects
    [asked] = requests(effects)
    assert (asked["ask"], asked["id"]) == ("deal", [0, 0])
    assert "Dealing it to 200 bots… 0" in result_text(model)
    more, effects = update(model, ["deal", 0, 0, [own - 3, own]])
    assert "Dealing it to 200 bots… 2" in result_text(more)
    assert [asked["id"] for asked in requests(effects)] == [[0, 2]]
    [kept] = [json.loads(effect[3]) for effect in effects if effect[0] == "keep-deal"]
    assert kept == {"points": own, "ahead": 1, "of": 2, "bots": [own - 3, 1, 0, 0, 1]}
    assert update(more, ["deal", 0, 0, [1]])[0].deal == more.deal  # an answer that came twice


def test_after_the_last_bot_the_verdict_is_announced() -> None:
    own = finished_match("alhambra").scores()[0]
    model = result_model(stored=stored_result(own, [own - 1] * 199))
    done, effects = update(model, ["deal", 0, 199, [own + 5]])
    assert not [effect for effect in effects if effect[0] == "ask"]
    said = "Better than 19 in 20 bots 200 skilled bots played these cards in your seat. You're ahead of 199."
    assert ("announce", said) in effects
    assert "Better than 19 in 20 bots" in result_text(done)


@pytest.mark.parametrize(
    ("ahead", "title", "line"),
    [
        (200, "You beat all 200", "Better than all 200 skilled bots. Your turn:"),
        (199, "Better than 19 in 20 bots", "Better than 19 in 20 skilled bots. Your turn:"),
        (189, "Better than 9 in 10 bots", "Better than 9 in 10 skilled bots. Your turn:"),
        (124, "Better than 6 in 10 bots", "Better than 6 in 10 skilled bots. Your turn:"),
        (20, "Better than 1 in 10 bots", "Better than 1 in 10 skilled bots. Your turn:"),
        (19, "Tough deal: most bots got more", "Tough deal: most bots got more. Your turn:"),
    ],
)
def test_the_verdict_and_the_two_lines_to_share(ahead: int, title: str, line: str) -> None:
    own = finished_match("alhambra").scores()[0]
    model = result_model(stored=stored_result(own, bots_around(own, ahead)))
    assert daily_result.verdict_sentences(model)[0] == title
    first, second = daily_result.share_text(model).split("\n")
    assert first == f"Palaces, today's deal, Nov 26: Alhambra, {own} points."
    assert second == line
    assert title in result_text(model)


def test_without_bots_behind_you_their_number_is_left_out() -> None:
    own = finished_match("alhambra").scores()[0]
    model = result_model(stored=stored_result(own, bots_around(own, 0)))
    assert daily_result.verdict_sentences(model)[1] == "200 skilled bots played these cards in your seat."
    assert "You're ahead of" not in result_text(model)


def test_the_progress_of_the_bots_is_said_once() -> None:
    page = parse_region(layout.render_screen(result_model())["yard"])
    said = [each for each in page.descendants() if each.text_content() == "Dealing it to 200 bots… 0"]
    assert len(said) == 1


def test_the_shown_link_is_the_copied_one_and_screen_readers_hear_no_proof() -> None:
    model = result_model()
    link = daily_result.share_link(model)
    [shown] = [
        each
        for each in parse_region(layout.render_screen(model)["yard"]).descendants()
        if each.attributes.get("class") == "deal-link"
    ]
    assert (shown.name, shown.attributes["href"], shown.text_content()) == ("a", link, link)
    assert "#proof=" in link
    assert shown.attributes["aria-label"] == link.partition("#")[0]


def test_the_result_is_in_a_region_with_its_name() -> None:
    first = next(iter(layout.region_labels(result_model())))
    assert layout.region_labels(result_model())[first] == "Result"
    assert layout.region_labels(first_decision("alhambra"))[first] == "Construction yard"


def test_the_link_proves_the_points_and_is_a_challenge_with_the_same_deal() -> None:
    model = result_model("medina")
    link = daily_result.share_link(model)
    own = finished_match("medina").scores()[0]
    assert link.startswith(f"{SITE}medina.html?deal=2026-11-26&beat={own}#proof=")
    proof = permalinks.read_proof(link.partition("#")[2])
    assert proof == finished_match("medina")
    sent = update(model, ["daily", "share"])[1]
    assert sent == [("send", daily_result.share_text(model), link)]
    copied, effects = update(model, ["daily", "copy"])
    assert effects == [("copy", f"{daily_result.share_text(model)} {link}", "deal-text")]
    assert "Copied" in result_text(after_messages(copied, ["share", "copied", "deal-text", True]))


def test_the_result_offers_to_look_again_once_there_is_a_decision() -> None:
    model = result_model()
    assert 'id="deal-look"' not in "".join(layout.render_screen(model).values())
    working = replace(model, thinking=model.thinking.with_review(DecisionReview(0, 3.4, 35)))
    [waiting] = [
        each
        for each in parse_region(layout.render_screen(working)["yard"]).descendants()
        if each.attributes.get("id") == "deal-look"
    ]
    assert "disabled" in waiting.attributes
    assert "Looking at your moves… 3 of 35" in result_text(working)
    own = find_own_decisions(model.whole_match.save(), 0)[0]
    other = next(action for action in truncate_match(model.whole_match, own.n).legal() if action != own.played)
    answers = (Answer(other, 1.0, 0.5, 8.0, 1.0, 0.2, 0.02), Answer(own.played, -7.0, 0.3, 0.0, 0.0, 0.0, 0.0))
    review = DecisionReview(0, 9, 9, True, (ReviewedDecision(own.n, own.played, answers, 240),))
    reviewed = replace(model, thinking=model.thinking.with_review(review))
    screen = layout.render_screen(reviewed)["yard"]
    assert screen.index('id="deal-look"') < screen.index('id="watch"')
    assert 'id="deal-look"' in "".join(layout.render_screen(reviewed).values())


def test_the_review_goes_on_while_the_bots_play_the_deal() -> None:
    begun, effects = start_game(deal_address("alhambra"), finished_match("alhambra"))
    [chances] = requests(effects)
    model, effects = update(begun, facts())
    assert [asked["ask"] for asked in requests(effects)] == ["deal"]
    rows = [[1 / 3] * 3] * (len(model.match.log) + 1)
    model, effects = update(model, ["chances", *chances["id"], rows])
    [review] = requests(effects)
    assert review["ask"] == "review"
    for done in (0, 0.4, 5.2):
        model, effects = update(model, ["review", *review["id"], [done, 35, False, [], []]])
        assert [asked["ask"] for asked in requests(effects)] == ["review"]
        assert f"Looking at your moves… {int(done)} of 35" in result_text(model)
    model, effects = update(model, ["deal", 0, 0, [60]])
    assert [asked["ask"] for asked in requests(effects)] == ["deal"]


def test_practice_does_not_count_and_has_nothing_to_share() -> None:
    own = finished_match("alhambra", practice=True).scores()[0]
    fresh = start_game(deal_address("alhambra"), finished_match("alhambra", practice=True))[0]
    assert not [effect for effect in update(fresh, facts())[1] if effect[0] == "keep-deal"]
    model = result_model(stored=stored_result(own + 7, bots_around(own, 50)), practice=True)
    assert f"Your first result counts: {own + 7} points." in result_text(model)
    assert "Share it" not in result_text(model)


def test_play_it_again_is_practice_at_a_table_of_its_own() -> None:
    model, effects = update(result_model(), ["daily", "again"])
    assert model.match.practice
    assert not model.match.log
    assert (model.address.deal, model.whole_match.seed) == (str(DAY), daily_deal(DAY, "alhambra").seed)
    assert effects[0] == ("new-table", True)
    assert model.can_offer_hints or not model.can_act
    assert daily_update.practice_match(model.address, ()).practice


def test_bots_that_cannot_play_are_asked_again() -> None:
    failed = after_messages(result_model(), ["unanswered", "deal", 0, 0])
    assert "No bot can answer right now." in result_text(failed)
    again, effects = update(failed, ["daily", "retry"])
    assert [asked["ask"] for asked in requests(effects)] == ["deal"]
    assert "Dealing it to 200 bots… 0" in result_text(again)


def test_a_resigned_deal_has_an_ordinary_end() -> None:
    match = start_game(deal_address("medina"))[0].match.copy()
    match.resign(0)
    model, effects = update(start_game(deal_address("medina"), match)[0], facts())
    assert not model.shows_deal_result
    assert effects == []
    assert "How the bots did" not in result_text(model)


def test_past_deals_are_seals_of_a_month() -> None:
    stored = {"2026-11-20": {"alhambra": {"points": 71}}, "2026-09-03": {"alhambra": {"points": 102}}}
    model = after_messages(result_model(stored=json.dumps(stored)), ["panel", "deals"])
    panel = parse_region(layout.render_screen(model)["panel"])
    months = [each.text_content() for each in panel.descendants() if each.name == "h3"]
    assert months == ["Nov 2026", "Oct 2026", "Sep 2026"]
    assert panel.text_content().count("MoTuWeThFrSaSu") == len(months)
    links = {each.attributes["href"]: each.text_content() for each in panel.descendants() if each.name == "a"}
    assert links["./alhambra.html?deal=2026-11-20"].startswith("Friday, Nov 20: 71 points")
    assert links["./alhambra.html?deal=2026-11-21"].startswith("Saturday, Nov 21: not played")
    assert "./alhambra.html?deal=2026-11-27" not in links


# -- figures -----------------------------------------------------------------------------------------------------------


def test_stored_results_are_read_back() -> None:
    record = DealRecord(91, BotPoints((62, 64, 64, 118)))
    assert parse_deal_records(json.dumps({str(DAY): {"medina": json.loads(record.to_json())}})) == {
        str(DAY): {"medina": record}
    }


@pytest.mark.parametrize(
    "text",
    ["", "[]", "nothing", '{"2026-11-26": 5}', '{"2026-11-26": {"medina": {"points": "91"}}}', '{"x": {"medina": 1}}'],
)
def test_damaged_results_are_left_out(text: str) -> None:
    assert parse_deal_records(text) == {}


@pytest.mark.parametrize("bots", [5, [1e9, 1], [60, -1], [60, "a"], [60, *[1] * 500], [60, True, 10**9]])
def test_damaged_points_of_bots_only_mean_that_they_play_again(bots: object) -> None:
    stored = json.dumps({str(DAY): {"medina": {"points": 91, "bots": bots}}})
    record = parse_deal_records(stored)[str(DAY)]["medina"]
    assert record.points == 91
    assert record.bots.points in ((), (60,))


def test_bins_hold_every_bot_and_you() -> None:
    bots = BotPoints(tuple(sorted(Random(1).choices(range(-12, 140), k=200))))
    for own in (-40, 0, 61, 200):
        width, bins = daily_result.count_bins(bots, own)
        assert sum(each.bots for each in bins) == 200
        assert len(bins) <= daily_result.MAX_BINS
        assert bins[0].start <= own < bins[-1].start + width


def test_the_worker_plays_the_deal_in_parts() -> None:
    match = finished_match("palazzo")
    asked = {"ask": "deal", "id": [0, 198], "save": match.save()}
    answer = json.loads(bot_worker.handle(json.dumps(asked)))
    assert (answer["ask"], answer["id"]) == ("deal", [0, 198])
    assert 1 <= len(answer["answer"]) <= 2
    assert all(isinstance(points, int) for points in answer["answer"])
    assert GAMES["palazzo"].deal_temperature > 0
