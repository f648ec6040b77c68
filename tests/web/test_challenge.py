"""Tests of challenges: valid and invalid proofs of points, and the sentences before and after the end."""

import json
import random
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest
from json_messages import update
from palaces.app.model import Model
from palaces.app.routing import Address
from palaces.app.routing import parse_query as address_of
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.update import keep_requested_url
from palaces.share import challenge, challenge_proof, permalinks
from palaces.ui.html import Markup
from palaces.workers import bot_worker, long_tasks
from screens import Element, after_action, after_messages, parse_region

from pygame_core import GAMES, Match, link_codec
from pygame_core.bots import bot_view, choose
from pygame_core.match import require_game, require_level

GAMES_WITH_A_DEAL = [
    game
    for game, its in GAMES.items()
    if len({str(Match.new(require_game(game), its.seat_counts[0], seed).setup) for seed in range(9)}) > 1
]
"""The games with different openings."""
ALONE = ("you", "bot:random", "bot:casual")
TABLE = Address(seats=ALONE, seed=5)
TABLES = [
    TABLE,
    Address("palazzo", ("bot:skilled", "you"), seed=3, options=(("first", "2"),)),
    Address("medina", ("you", "you", "bot:beginner"), seed=4, options=(("towers", "new-contact"),)),
]


@lru_cache(maxsize=32)
def played_match(address: Address, dice: int = 1) -> Match:
    """Return a whole random game at this table. Do not change it."""
    match = Match.new(require_game(address.game), address.match_players(), address.seed, address.match_options())
    chance = random.Random(dice)
    while match.to_move() is not None:
        match.play(chance.choice(match.legal()))
    return match


def people_points(match: Match) -> list[int]:
    """Return the points of people, by seat."""
    return [points for points, seat in zip(match.scores(), match.seats, strict=True) if seat["kind"] == "human"]


def challenge_for(address: Address, match: Match) -> Address:
    """Return the challenge to beat the best person of a game."""
    return replace(address, beat=max(people_points(match)))


def open_challenge(address: Address, fragment: str = "", match: Match | None = None) -> Model:
    """Return the page after it opens such an address, with the game kept under it."""
    return challenge_proof.accept_challenge(start_game(address, match)[0], address, fragment)


def notice_texts(model: Model) -> str:
    return " ".join(notice.text for notice in model.notices)


def result_text(address: Address, match: Match, fragment: str = "") -> Element:
    """Return the text about the challenge at the end."""
    model = open_challenge(address, fragment, match)
    assert model.mover is None
    markup = challenge_proof.render_challenge_outcome(model)
    assert markup is not None
    assert any(markup in region for region in layout.render_screen(model).values())
    return parse_region(Markup(markup))


# -- proofs of points --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", TABLES, ids=lambda address: address.game)
def test_a_game_with_this_deal_at_this_table_proves_its_points(address: Address) -> None:
    for points in people_points(played_match(address)):
        proved, sentence = challenge_proof.verify_proof(replace(address, beat=points), played_match(address))
        assert proved
        assert sentence == "Checking the bot moves in the link."
    as_sent = address_of(
        permalinks.challenge_link(challenge_for(address, played_match(address)), 7).partition("?")[2], address.game
    )[0]
    assert challenge_proof.verify_proof(
        replace(as_sent, beat=max(people_points(played_match(address)))), played_match(address)
    )[0]


def test_a_game_proves_them_whatever_the_people_are_called() -> None:
    named = played_match(replace(TABLE, names=("<img src=x onerror=alert(1)>", "Ada")))
    assert challenge_proof.verify_proof(challenge_for(TABLE, named), named)[0]


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (Address("palazzo", ALONE, seed=5), "other players or options"),
        (replace(TABLE, seats=("you", "bot:random", "bot:skilled")), "other players or options"),
        (replace(TABLE, seats=("you", "bot:casual", "bot:random")), "other players or options"),
        (replace(TABLE, seats=("you", "bot:random")), "other players or options"),
        (replace(TABLE, seats=("you", "you", "bot:casual")), "other players or options"),
        (replace(TABLE, seed=6), "another deal"),
    ],
)
def test_a_game_of_another_table_or_deal_proves_nothing(other: Address, reason: str) -> None:
    proof = played_match(other)
    proved, sentence = challenge_proof.verify_proof(replace(TABLE, beat=max(people_points(proof))), proof)
    assert not proved
    assert "isn't proven" in sentence
    assert reason in sentence


@pytest.mark.parametrize("changed", [(("first", "1"),), (("first", "2"), ("towers", "new-contact"))])
def test_other_options_are_another_table(changed: tuple[tuple[str, str], ...]) -> None:
    address = Address("medina", ("you", "bot:casual"), seed=3, options=(("first", "2"),))
    proof = played_match(replace(address, options=changed))
    proved, sentence = challenge_proof.verify_proof(challenge_for(address, proof), proof)
    assert (proved, "other players or options" in sentence) == (False, True)


@pytest.mark.parametrize("game", GAMES_WITH_A_DEAL)
def test_a_deal_that_only_says_it_is_of_this_seed_is_found_out(game: str) -> None:
    """A forger who chooses the cards can have any points, and the save itself is valid."""
    address = Address(game, ("you", "bot:casual"), seed=8)
    for seed in range(20, 30):
        lucky = played_match(replace(address, seed=seed)).save()
        forged = Match.load(lucky | {"seed": 8})
        proved, sentence = challenge_proof.verify_proof(challenge_for(address, forged), forged)
        assert (proved, "another deal" in sentence) == (False, True)


def test_cards_that_are_not_the_seeds_own_are_found_out_late_in_the_game_too() -> None:
    """The deal is that of the seed, but the last cards drawn are not."""
    honest = played_match(TABLE)
    last = max(n for n, (_seat, _action, draws) in enumerate(honest.log) if draws)
    for other in range(1, 40):
        save = honest.save() | {"result": None}
        save["log"] = save["log"][:last]
        again = Match.load(save | {"seed": other})
        again.play(honest.log[last][1])
        chance = random.Random(other)
        while again.to_move() is not None:
            again.play(chance.choice(again.legal()))
        if again.log[last][2] != honest.log[last][2]:
            break
    else:
        raise AssertionError("no other seed draws other cards")
    forged = Match.load(again.save() | {"seed": TABLE.seed})
    proved, sentence = challenge_proof.verify_proof(challenge_for(TABLE, forged), forged)
    assert (proved, "another deal" in sentence) == (False, True)


def test_a_game_that_is_not_over_or_practice_proves_nothing() -> None:
    save = played_match(TABLE).save()
    early = Match.load(save | {"log": save["log"][:-1], "result": None})
    assert "isn't over" in challenge_proof.verify_proof(challenge_for(TABLE, early), early)[1]
    practice = Match.load(save | {"practice": True})
    proved, sentence = challenge_proof.verify_proof(challenge_for(TABLE, practice), practice)
    assert (proved, "practice" in sentence) == (False, True)


def test_points_that_only_a_computer_player_has_prove_nothing() -> None:
    proof = next(
        match
        for match in (played_match(TABLE, dice) for dice in range(1, 20))
        if not {*match.scores()[1:]} & {match.scores()[0]}
    )
    for points in (*proof.scores()[1:], 999):
        proved, sentence = challenge_proof.verify_proof(replace(TABLE, beat=points), proof)
        assert (proved, "nobody got it" in sentence) == (False, True)


# -- moves of bots -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def honest_match(address: Address, puppets: str = "", first: int = 0) -> Match:
    """Return a whole game at this table, in which bots move as on a page. From the log number `first` on, the level
    `puppets` moves for them. A casual bot moves for people. Do not change it."""
    match = Match.new(require_game(address.game), address.match_players(), address.seed, address.match_options())
    while (seat := match.to_move()) is not None:
        n, level = len(match.log), match.seats[seat]["kind"].removeprefix("bot:")
        if level in ("human", "master"):
            level = "casual"
        elif puppets and n >= first:
            level = puppets
        match.play(choose(require_level(level), bot_view(level, match), Random(f"{match.seed}-{n}")).action)
    return match


def check_proof(address: Address, proof: Match) -> tuple[Model, int]:
    """Open a challenge with a proof, and let the worker answer. Return the model, and the number of its answers."""
    model = open_challenge(challenge_for(address, proof), permalinks.proof_fragment(proof))
    effects, answers = challenge_proof.request_proof_check(model), 0
    while asked := [effect[1] for effect in effects if effect[0] == "ask"]:
        said = json.loads(bot_worker.handle(json.dumps(asked[0])))
        model, effects = update(model, [said["ask"], *said["id"], said["answer"]])
        answers += 1
    return model, answers


DUELS = [Address(game, ("you", "bot:skilled"), seed=7) for game in GAMES]


@pytest.mark.parametrize("address", [*DUELS, TABLE, TABLES[1]], ids=lambda each: f"{each.game}-{','.join(each.seats)}")
def test_points_against_true_bots_are_proved(address: Address) -> None:
    model, _answers = check_proof(address, honest_match(address))
    assert "The score to beat is proven" in notice_texts(model)
    assert "who played" in notice_texts(model)
    assert len(model.notices) == 1, "the verdict takes the place of the announcement of the check"
    assert notice_texts(model).startswith("Challenge: beat ")


def test_a_proof_is_checked_in_parts_so_that_bots_get_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, answers = check_proof(DUELS[0], honest_match(DUELS[0]))
    monkeypatch.setattr(long_tasks, "PART_SECONDS", 0)
    model, parts = check_proof(DUELS[0], honest_match(DUELS[0]))
    assert parts > answers
    assert (model.notices, model.challenge_proof) == (whole.notices, whole.challenge_proof)


@pytest.mark.parametrize("address", DUELS, ids=lambda address: address.game)
@pytest.mark.parametrize("puppets", ["beginner", "random"])
def test_points_against_a_bot_that_somebody_else_played_are_not_proved(address: Address, puppets: str) -> None:
    """The deal and the rules are right, but the bot's moves are those of a weaker level."""
    model, _answers = check_proof(address, honest_match(address, puppets))
    assert "isn't proven: the bots of this version would move differently" in notice_texts(model)
    assert "is proven" not in notice_texts(model)
    assert model.challenge_proof
    assert not model.challenge_proof.is_valid


def test_one_wrong_move_of_a_bot_late_in_the_game_is_found() -> None:
    address = DUELS[0]
    late = len(honest_match(address).log) * 3 // 4
    forged = honest_match(address, "random", late)
    assert forged.log[:late] == honest_match(address).log[:late]
    assert "isn't proven" in notice_texts(check_proof(address, forged)[0])


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (("you", "bot:master"), "possible, but master's moves can't be checked"),
        (("you", "you"), "possible, but the moves of the other people can't be checked"),
        (("you", "you", "bot:casual"), "possible, but the moves of the other people can't be checked"),
        (("you", "bot:casual", "bot:master"), "possible, but master's moves can't be checked"),
        (("you", "bot:master", "you"), "possible, but the moves of master and of the other people can't be checked"),
    ],
)
def test_nothing_is_called_proved_whose_opponents_may_be_puppets(seats: tuple[str, ...], said: str) -> None:
    address = Address("medina", seats, seed=7)
    model, _answers = check_proof(address, honest_match(address))
    assert said in notice_texts(model)
    assert "proven" not in notice_texts(model)
    assert model.challenge_proof
    assert model.challenge_proof.is_valid


def test_without_a_worker_nothing_is_called_proved() -> None:
    address = DUELS[0]
    proof = honest_match(address)
    model = open_challenge(challenge_for(address, proof), permalinks.proof_fragment(proof))
    told = notice_texts(update(model, ["unanswered", "proof", 0, 0])[0])
    assert "its bot moves couldn't be checked here" in told
    assert "proven" not in told


@pytest.mark.parametrize("answer", [None, [], [3], ["3", True], [0, True], [-1, True], [10**6, True], [3, "yes"], {}])
def test_an_answer_that_is_none_proves_nothing(answer: object) -> None:
    address = DUELS[0]
    proof = honest_match(address)
    model = open_challenge(challenge_for(address, proof), permalinks.proof_fragment(proof))
    told = update(model, ["proof", 0, 0, answer])[0]
    assert "is proven" not in notice_texts(told)
    late = update(model, ["proof", 0, 5, [len(proof.log), True]])[0]
    assert late.challenge_proof == model.challenge_proof, "it is the answer to another question"


# -- before the end ----------------------------------------------------------------------------------------------------


def test_a_challenge_says_what_is_to_be_beaten_and_keeps_a_badge() -> None:
    model = open_challenge(replace(TABLE, beat=87))
    assert notice_texts(model) == "Challenge: beat 87. Same deal, same opponents."
    badges = [
        each.text_content()
        for each in parse_region(layout.render_screen(model)["status"]).descendants()
        if each.attributes.get("class")
    ]
    assert "beat 87" in badges
    assert open_challenge(TABLE).notices == ()
    assert "beat" not in parse_region(layout.render_screen(open_challenge(TABLE))["status"]).text_content()


def test_before_the_end_only_the_verdict_is_told() -> None:
    proof = played_match(replace(TABLE, names=("Zenobia",)))
    address = challenge_for(TABLE, proof)
    model = open_challenge(address, permalinks.proof_fragment(proof))
    assert "Checking the bot moves in the link." in notice_texts(model)
    shown = " ".join(layout.render_screen(model).values())
    assert "Zenobia" not in shown
    assert "See how" not in shown
    assert all(str(points) not in notice_texts(model) for points in proof.scores() if points != address.beat)


@pytest.mark.parametrize("fragment", ["#proof=", "#proof=abc", "#proof=<img onerror=alert(1)>", "#proof=%00"])
def test_a_broken_proof_is_one_sentence_and_the_game_is_played_all_the_same(fragment: str) -> None:
    model = open_challenge(replace(TABLE, beat=87), fragment)
    assert "The score to beat isn't proven: This link is incomplete" in notice_texts(model)
    assert notice_texts(model).count("87") == 1
    assert "You can still play." in notice_texts(model)
    assert "<img" not in notice_texts(model)
    assert (model.challenge_proof, model.whole_match.save()) == (None, start_game(TABLE)[0].whole_match.save())


def test_a_proof_that_was_altered_is_not_believed() -> None:
    """With one letter changed, the text is unreadable or is another game that does not prove the points."""
    proof = played_match(TABLE)
    address = challenge_for(TABLE, proof)
    text = link_codec.write(proof)
    for at in range(3, len(text), 41):
        letter = "A" if text[at] != "A" else "B"
        model = open_challenge(address, f"#proof={text[:at]}{letter}{text[at + 1 :]}")
        assert "isn't proven" in notice_texts(model)
        assert not (model.challenge_proof and model.challenge_proof.is_valid)


def test_a_master_is_said_to_think_by_the_clock() -> None:
    assert "fixed time" in notice_texts(open_challenge(replace(TABLE, seats=("you", "bot:master"), beat=9)))
    assert "fixed time" not in notice_texts(open_challenge(replace(TABLE, beat=9)))


@pytest.mark.parametrize("address", [replace(TABLE, seed=None), Address(seats=("bot:random",) * 2, seed=1)])
def test_a_challenge_without_a_deal_or_a_person_is_none_and_says_so(address: Address) -> None:
    model = open_challenge(replace(address, beat=87))
    assert "has no seed or no seat for you" in notice_texts(model)
    assert model.address.beat is None
    assert "beat 87" not in layout.render_screen(model)["status"]


# -- after the end -----------------------------------------------------------------------------------------------------


def test_the_end_says_whether_the_points_are_beaten() -> None:
    match = played_match(TABLE)
    has = match.scores()[0]
    for beat, told in (
        (has - 1, f"You have {has} points. That beats {has - 1}. "),
        (has, f"You have {has} points. That matches {has} but doesn't beat it. "),
        (has + 1, f"You have {has} points. That doesn't beat {has + 1}. "),
    ):
        assert result_text(replace(TABLE, beat=beat), match).text_content() == told


def test_of_several_people_the_best_one_counts_by_name() -> None:
    address = replace(TABLE, seats=("you", "bot:random", "you"), names=("Ada", "", "<b>Ben</b>"))
    match = played_match(address)
    best = max((0, 2), key=lambda seat: match.scores()[seat])
    said_at_end = result_text(replace(address, beat=0), match).text_content()
    assert said_at_end.startswith(f"{match.seats[best]['name']} has {match.scores()[best]} points. That beats 0.")


def test_practice_does_not_count() -> None:
    match = Match.load(played_match(TABLE).save() | {"practice": True})
    told = result_text(replace(TABLE, beat=0), match).text_content()
    assert "a practice game doesn't count" in told
    assert "beats" not in told


def test_the_way_to_a_proof_leads_to_that_game_and_only_when_it_is_one() -> None:
    proof, match = played_match(TABLE), played_match(TABLE, 2)
    shown = result_text(challenge_for(TABLE, proof), match, permalinks.proof_fragment(proof))
    [way] = [element for element in shown.descendants() if element.name == "a"]
    query, _sign, fragment = (way.attributes["href"] or "").partition("#")
    assert query == "./alhambra.html"
    found = permalinks.read_fragment(fragment).replay
    assert found
    assert found.save() == proof.save()
    unproved = result_text(replace(TABLE, beat=998), match, permalinks.proof_fragment(proof))
    assert [element for element in unproved.descendants() if element.name == "a"] == []


def test_a_game_that_is_over_opens_without_the_challenge_being_told_anew() -> None:
    assert open_challenge(replace(TABLE, beat=1), match=played_match(TABLE)).notices == ()


def test_the_next_game_is_no_challenge_any_more() -> None:
    proof = played_match(TABLE)
    model = open_challenge(challenge_for(TABLE, proof), permalinks.proof_fragment(proof), proof)
    again = after_messages(model, ["again"])
    assert (again.address.beat, again.challenge_proof) == (None, None)
    loaded = after_messages(
        open_challenge(challenge_for(TABLE, proof), permalinks.proof_fragment(proof)),
        ["load", json.dumps(proof.save())],
    )
    assert (loaded.address.beat, loaded.challenge_proof) == (None, None)


@pytest.mark.parametrize("whole", [False, True], ids=["dealt", "over"])
def test_a_proof_that_only_a_newer_version_can_check_stays_for_it(whole: bool) -> None:
    """The proof stays in the address and in the kept game, so the home page continues the game with it."""
    text = permalinks.proof_fragment(played_match(TABLE)).removeprefix("#proof=")
    body = zlib.decompress(urlsafe_b64decode(text + "==="))
    newer = urlsafe_b64encode(zlib.compress(bytes([link_codec.VERSION + 1]) + body[1:])).decode().rstrip("=")
    asked = challenge_for(TABLE, played_match(TABLE))
    model = keep_requested_url(
        open_challenge(asked, f"#proof={newer}", played_match(TABLE) if whole else None), asked, f"#proof={newer}"
    )
    [told] = [notice for notice in model.notices if notice.remedy]
    assert "made by a newer version" in told.text
    assert told.remedy == ("newest",)
    assert model.url_override == f"?{asked.to_query()}#proof={newer}"
    assert challenge.current_proof_fragment(model) == f"#proof={newer}"
    assert model.challenge_proof is None
    assert challenge.current_proof_fragment(after_messages(model, ["again"])) == ""


# -- new challenges ----------------------------------------------------------------------------------------------------


def test_a_challenge_is_offered_after_a_game_that_others_can_have_too() -> None:
    model = start_game(TABLE, played_match(TABLE))[0]
    assert challenge_proof.offered_points(model) == played_match(TABLE).scores()[0]
    assert challenge_proof.offered_points(start_game(TABLE)[0]) is None
    practice = Match.load(played_match(TABLE).save() | {"practice": True})
    assert challenge_proof.offered_points(start_game(TABLE, practice)[0]) is None
    forged = Match.load(played_match(replace(TABLE, seed=9)).save() | {"seed": TABLE.seed})
    assert challenge_proof.offered_points(start_game(TABLE, forged)[0]) is None
    bots = Address(seats=("bot:random", "bot:casual"), seed=1)
    assert challenge_proof.offered_points(start_game(bots, played_match(bots))[0]) is None


def test_a_challenge_is_offered_only_with_points_that_an_address_can_ask_for() -> None:
    """In Palazzo, points can be negative."""
    table = Address("palazzo", ("you", "bot:random"), seed=5)
    games = [played_match(table, dice) for dice in range(20)]
    below = [match for match in games if people_points(match)[0] < 0]
    assert below
    assert len(below) < len(games)
    for match in games:
        model = start_game(table, match)[0]
        if match in below:
            assert challenge_proof.offered_points(model) is None
        else:
            offered = challenge_proof.offered_points(model) or 0
            query = permalinks.challenge_link(table, offered, match).partition("?")[2]
            assert address_of(query.partition("#")[0])[0].beat == people_points(match)[0]


def test_a_game_played_through_the_page_can_be_made_a_challenge_that_its_reader_believes() -> None:
    model = start_game(replace(TABLE, speed="instant"))[0]
    chance = random.Random(2)
    while not model.shows_end:
        model = (
            after_messages(model, ["close"])
            if model.paused_for_panel
            else after_action(model, chance.choice(model.match.legal()))
        )
    model = update(model, ["share", "at", "https://example.org/p/", False])[0]
    points = model.match.scores()[0]
    query, _sign, fragment = (
        permalinks.challenge_link(model.address, points, model.whole_match).partition("?")[2].partition("#")
    )
    reader = open_challenge(address_of(query)[0], fragment)
    assert reader.challenge_proof
    assert reader.challenge_proof.is_valid
