"""Tests of links to one decision: they carry what the seat saw and no more, and a damaged one is refused."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from palaces.app.decision_review import DecisionReview
from palaces.app.routing import Address
from palaces.features.replay import truncate_match
from palaces.features.review import look_again, look_link
from palaces.features.review.look_link import read_look_link
from palaces.loop import layout
from palaces.share import permalinks, share_panel
from screens import after_messages
from test_look_again import GAMES, reviewed_model

from pygame_core import Illegal
from pygame_core.bots.game_review import Answer, ReviewedDecision, find_own_decisions


def unpack(link: str) -> Any:
    text = link.partition("=")[2]
    return json.loads(zlib.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4))))


def pack(content: object) -> str:
    return f"#look={urlsafe_b64encode(zlib.compress(json.dumps(content).encode())).decode().rstrip('=')}"


@pytest.mark.parametrize("game", GAMES)
def test_a_reader_gets_the_question_and_finds_the_better_move(game: str) -> None:
    model = after_messages(reviewed_model(game), ["decision", "open", 0])
    shared = after_messages(model, ["decision", "share"])
    assert [*share_panel.shareable_links(shared, shared.panel)] == ["decision"]  # type: ignore[arg-type]
    link = look_link.look_link(model)
    fragment = link.partition(".html")[2]
    assert permalinks.names_decision(fragment)
    reader = read_look_link(fragment, Address(game))
    decision = look_again.looked_at_decision(model)
    regions = layout.render_screen(reader)
    assert f"move {decision.n + 1}" in regions["status"]
    assert regions["status"].count('class="pip"') == 1
    assert "Find a better move." in regions["bar"]
    tried = after_messages(reader, ["play", decision.answers[0].action])
    assert look_again.current_verdict(tried) == "much-better"
    assert "Much better" in layout.render_screen(tried)["answer"]
    assert look_link.look_link(reader).partition(".html")[2] == fragment
    assert after_messages(reader, ["close"], ["decision", "leave"]).look is not None


@pytest.mark.parametrize("game", ["alhambra", "palazzo"])
def test_a_reader_sees_the_table_of_the_question(game: str) -> None:
    """Even the card on top of the discard pile, which no rule asks for."""
    model, covered = reviewed_model(game), 0
    for own in find_own_decisions(model.whole_match.save(), 0)[::5]:
        position = truncate_match(model.whole_match, own.n)
        decision = ReviewedDecision(own.n, own.played, (Answer(position.legal()[0], *[0.0] * 6),), 240)
        played = decision._replace(answers=(*decision.answers, Answer(own.played, *[0.0] * 6)))
        review = DecisionReview(0, 9, 9, True, (played,))
        asked = after_messages(replace(model, thinking=model.thinking.with_review(review)), ["decision", "open", 0])
        reader = read_look_link(look_link.look_link(asked).partition(".html")[2], Address(game))
        shown, seen = (drawn_pieces(layout.render_screen(each)) for each in (reader, asked))
        assert shown == seen
        covered += any(place == "discards" for _region, _kind, place in seen)
    assert covered > 3


def drawn_pieces(screen: Mapping[Any, str]) -> list[tuple[str, str, str]]:
    """Return the region, the kind and the place of each piece, in order. Of the discards, only the top one counts,
    because others lie there only until they have been moved."""
    found = [
        (name, piece.split(".")[0], place)
        for name, html in screen.items()
        for piece, place in re.findall(r'data-piece="([^"]+)" data-at="([^"]+)"', html)
    ]
    return [one for one in found if one[2] != "discards"] + [one for one in found if one[2] == "discards"][-1:]


@pytest.mark.parametrize("game", GAMES)
def test_a_link_has_no_seed_no_draws_no_names_and_no_hidden_hand(game: str) -> None:
    model = after_messages(reviewed_model(game), ["decision", "open", 0])
    assert model.look is not None
    assert model.review_position is not None
    _version, view, _options, _number, _playouts, _rows = unpack(look_link.look_link(model))
    seen = json.loads(json.dumps(model.review_position.view(model.look.seat, memory=True)))
    assert sorted(map(str, view.pop("discards", []))) == sorted(map(str, seen.pop("discards", [])))
    hills, own = (each.pop("buildings", []) if game == "alhambra" else [] for each in (view, seen))
    assert [sorted(hill) for hill in hills] == [sorted(hill) for hill in own]
    assert view == seen
    text = json.dumps(unpack(look_link.look_link(model)))
    assert "P1" not in text
    assert "seed" not in text


def test_a_link_has_names_only_if_the_sharer_wants_them() -> None:
    model = after_messages(reviewed_model("alhambra"), ["decision", "open", 0], ["decision", "share"])
    assert "It has no names." in layout.render_screen(model)["panel"]
    [plain] = share_panel.shareable_links(model, model.panel).values()  # type: ignore[arg-type]
    named_model = after_messages(model, ["share", "at", "https://palaces.example/", False], ["share", "names"])
    assert "with everyone&#39;s names" in layout.render_screen(named_model)["panel"]
    [named] = share_panel.shareable_links(named_model, named_model.panel).values()  # type: ignore[arg-type]
    assert unpack(named) == [*unpack(plain), ["P0", "P1"]]
    assert after_messages(named_model, ["share", "names"]).panel.decision_link == plain  # type: ignore[union-attr]
    reader, told = (read_look_link(link.partition(".html")[2], Address("alhambra")) for link in (plain, named))
    assert reader.seat_labels == ["You", "Moon"]
    assert told.seat_labels == ["You", "P1"]
    shared = after_messages(told, ["decision", "share"])
    assert "Show names" not in layout.render_screen(shared)["panel"]


@pytest.mark.parametrize(
    "change",
    [
        lambda told: [2, *told[1:]],
        lambda told: told[:-1],
        lambda told: [*told[:1], {}, *told[2:]],
        lambda told: [*told[:1], {**told[1], "seat": 7}, *told[2:]],
        lambda told: [*told[:3], -1, *told[4:]],
        lambda told: [*told[:5], [[["pass", 1], *told[5][0][1:]], told[5][1]]],
        lambda told: [*told[:5], [told[5][0][:3], told[5][1]]],
        lambda told: [*told, ["Ada"]],
        lambda told: [*told, ["Ada", 7]],
        lambda told: [*told, ["", "Bo"]],
        lambda told: [*told, ["Ada", "Bo"], 1],
        lambda told: {"look": told},
    ],
)
def test_a_damaged_link_is_refused_with_one_sentence(change: Any) -> None:
    link = look_link.look_link(after_messages(reviewed_model("alhambra"), ["decision", "open", 0]))
    with pytest.raises(Illegal) as refusal:
        read_look_link(pack(change(unpack(link))), Address("alhambra"))
    assert refusal.value.message.count(".") >= 1


@pytest.mark.parametrize("text", ["", "x", "AAAA", "é", "A" * 9000])
def test_a_text_that_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(Illegal):
        read_look_link(f"#look={text}", Address("alhambra"))


def test_a_cut_link_is_refused() -> None:
    link = look_link.look_link(after_messages(reviewed_model("medina"), ["decision", "open", 0]))
    with pytest.raises(Illegal):
        read_look_link(link.partition(".html")[2][:-9], Address("medina"))
