"""Tests of the screen: sound markup, exactly the legal actions as controls, names for all, and names as plain text."""

import random
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.panel_state import LogPanel
from palaces.app.routing import Address
from palaces.browser.pacing import animated_moves
from palaces.features.steps import start_game
from palaces.games.alhambra.draft import EMPTY_DRAFT, Draft
from palaces.games.alhambra.score_breakdown import render_scoring
from palaces.games.alhambra.table import DOCK_MAX_CHARS, build_table_view, owner_labels, recap_sentences
from palaces.loop import layout, log_panel
from palaces.loop.panel_update import move_before_panel
from palaces.ui.pieces import piece_kind
from screens import (
    SEATS_BY_COUNT,
    Element,
    after_action,
    after_messages,
    elements_of_class,
    first_model_where,
    offered_actions,
    offered_messages,
    parse_markup,
    parse_page,
    parse_region,
    random_models,
    screen_elements,
    seated_model,
)
from tables import alhambra_table as laid_out

from pygame_core import GAMES, Match
from pygame_core.alhambra import score, sentences
from pygame_core.alhambra.components import (
    AWARDS,
    BUILDING_PRICE,
    CARD_CURRENCY,
    CARD_VALUE,
    CURRENCY_LETTERS,
    IDS,
)
from pygame_core.alhambra.state import Alhambra
from pygame_core.alhambra.types import LeftoverResult
from pygame_core.state import open_hand

RULES = Path(layout.__file__).parents[1] / "games/alhambra/rules.html"
REGIONS = {"status", "since", "tools", "notices", "panel", "yard", "money", "hand", "bar", "seats", "piles"}
HAND_ROUND = ("you", "bot:random", "you", "you")
TABLES = [*SEATS_BY_COUNT.values(), HAND_ROUND, ("bot:casual", "bot:random")]
HOSTILE_NAMES = (
    "<img src=x onerror=alert(1)>",
    "\"'><b>&amp;</b>",
    "</button><script>x</script>",
    "مرحبا <i>",
    "{name} %s {0}",
    "🏰👩‍👩‍👧🇪🇸 &lt;".replace("\u200d", ""),
    "W" * 40,
)


def decision_models(seats: tuple[str, ...], seed: int, every: int = 5) -> list[Model[Alhambra, Draft]]:
    """Return models of a game in which the person at the screen is to move."""
    return [model for model in random_models(seats, seed) if model.can_act][::every]


def models_with_panels(model: Model[Alhambra, Draft]) -> Iterator[Model[Alhambra, Draft]]:
    """Yield the model itself, and with each panel that can be opened."""
    yield model
    yield from (
        change_model(model, panel=panel, paused_for_panel=False)
        for panel in ("menu", "settings", "keys", "log", "undo", "new", "resign", "players")
    )
    yield from (
        change_model(model, panel=letter, paused_for_panel=held)
        for letter, _held in model.match.view(None)["scorings"]
        if letter != "C"
        for held in (False, True)
    )


def drafted_models(model: Model[Alhambra, Draft]) -> Iterator[Model[Alhambra, Draft]]:
    """Yield the model after every sequence of taps to an efficient payment, and to every choice of open money."""
    clean = change_model(model, draft=EMPTY_DRAFT)
    yield clean
    for action in model.match.legal():
        if action[0] == "take":
            yield after_messages(clean, *(["touch", "open", card] for card in action[1:]))
        elif action[0] == "buy":
            yield after_messages(clean, ["touch", "place", action[1]], *(["touch", "card", card] for card in action[2]))


# -- markup ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", TABLES, ids=len)
def test_every_control_is_a_real_one_with_a_name(seats: tuple[str, ...]) -> None:
    for model in random_models(seats, 1)[::7]:
        for shown in models_with_panels(after_messages(model, ["notice", "A notice.", ["export"], "Save"])):
            elements = screen_elements(shown)
            pictures = [element for element in elements if element.name == "svg"]
            inner = {id(element) for picture in pictures for element in picture.descendants() if element is not picture}
            assert all(id(svg) in inner or svg.attributes["aria-hidden"] == "true" for svg in pictures)
            for element in elements:
                given = element.attributes
                if element.name == "button":
                    assert given["type"] == "button"
                    assert ("data-act" in given) != ("data-do" in given)
                    assert re.search(r"\w", element.accessible_name()), element
                else:
                    assert not {"data-act", "data-do", "tabindex"} & {*given} or given.get("tabindex") == "-1"
                if element.name == "a":
                    assert re.search(r"\w", element.accessible_name())
                    assert given["href"]
                if element.name in {"table", "section"}:
                    assert given.get("aria-label") or element.name == "table"


def test_controls_of_one_screen_that_do_different_things_have_different_names() -> None:
    for model in decision_models(SEATS_BY_COUNT[2], 1) + decision_models(SEATS_BY_COUNT[4], 1):
        named: dict[str, Any] = {}
        for element in screen_elements(model):
            if "data-act" in element.attributes:
                assert named.setdefault(
                    element.accessible_name(), element.data_value("data-act")
                ) == element.data_value("data-act")


def test_every_table_has_a_caption_and_as_many_cells_in_every_row() -> None:
    for seats in (SEATS_BY_COUNT[2], SEATS_BY_COUNT[6]):
        for model in (*random_models(seats, 1)[::30], random_models(seats, 1)[-1]):
            for shown in models_with_panels(model):
                for element in (element for element in screen_elements(shown) if element.name == "table"):
                    rows = [row for row in element.descendants() if row.name == "tr"]
                    assert len({len(row.children) for row in rows}) == 1
                    assert next(child.name for child in element.children if isinstance(child, Element)) == "caption"


# -- controls and legal actions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [*SEATS_BY_COUNT.values(), HAND_ROUND], ids=len)
@pytest.mark.parametrize("seed", [1, 2])
def test_all_that_can_be_played_is_allowed_and_all_that_is_legal_can_be_played(
    seats: tuple[str, ...], seed: int
) -> None:
    for model in decision_models(seats, seed):
        offered = []
        for drafted in drafted_models(model):
            assert drafted.refusal is None
            offered += offered_actions(drafted)
        assert all(model.match.allows(action) is None for action in offered)
        assert {repr(action) for action in model.match.legal()} <= {repr(action) for action in offered}


@pytest.mark.parametrize("seats", [SEATS_BY_COUNT[2], SEATS_BY_COUNT[4]], ids=len)
def test_after_any_touches_only_what_is_allowed_can_be_played(seats: tuple[str, ...]) -> None:
    chance = random.Random(5)
    for model in decision_models(seats, 3, every=3):
        touched = model
        for _touch in range(12):
            touched = after_messages(
                touched, chance.choice([message for message in offered_messages(touched) if message[0] == "touch"])
            )
            assert all(model.match.allows(action) is None for action in offered_actions(touched))
            draft = touched.draft
            held = open_hand(model.match.view(model.viewer), model.viewer or 0)
            assert all(draft.pay.count(card) <= held.count(card) for card in draft.pay)
            assert {CARD_CURRENCY[IDS[card]] for card in draft.pay} <= {draft.place}


def test_every_control_of_the_page_is_a_message_that_update_takes() -> None:
    for seats in TABLES:
        for model in random_models(seats, 1)[::20]:
            moments: set[str] = set()  # of the log, which no panel moves
            for shown in models_with_panels(model):
                for message in offered_messages(shown):
                    if message[0] == "touch" or (
                        shown.panel_name in ("undo", "resign") and message[0].startswith(shown.panel_name)
                    ):
                        continue
                    if message[0] == "show" and repr(message) in moments:
                        continue
                    if message == ["log", ""]:  # chosen already, like a pressed button of a group
                        continue
                    moments.add(repr(message))
                    assert update(shown, message) != (shown, []), message


def test_ready_payments_stand_with_the_best_first_and_say_what_they_cost() -> None:
    for model in decision_models(SEATS_BY_COUNT[4], 2):
        yard = model.match.view(None)["yard"]
        for place in (place for place in range(4) if yard[place]):
            regions = layout.render_screen(after_messages(model, ["touch", "place", place]))
            for region in ("yard", "bar"):
                overs = []
                for offer in parse_region(regions[region]).descendants():
                    action = offer.data_value("data-act") if "data-act" in offer.attributes else []
                    if action[:2] != ["buy", place]:
                        continue
                    over = sum(CARD_VALUE[IDS[card]] for card in action[2]) - BUILDING_PRICE[IDS[yard[place] or ""]]
                    overs.append(over)
                    assert offer.text_content().replace(" ", "").startswith("+".join(card[1:] for card in action[2]))
                    assert ("exact" if not over else f"{over} extra") in offer.text_content()
                    assert ("exact, another action" if not over else f"{over} extra") in offer.accessible_name()
                assert overs == sorted(overs)


def test_while_paying_the_sum_and_what_is_missing_follow_every_card() -> None:
    seen = set()
    for model in decision_models(SEATS_BY_COUNT[3], 1, every=2):
        view = model.match.view(model.viewer)
        for place, building in enumerate(view["yard"]):
            drafted = after_messages(model, ["touch", "place", place]) if building else model
            paid: list[str] = []
            for card in [
                card for card in open_hand(view, model.viewer or 0) if building and card[0] == CURRENCY_LETTERS[place]
            ]:
                drafted = after_messages(drafted, ["touch", "card", card])
                paid.append(card)
                total = sum(int(card[1:]) for card in paid)
                over = total - int((building or "").split("-")[1])
                bar = parse_region(layout.render_screen(drafted)["bar"])
                verdict = f"overpays by {over}" if over > 0 else "is exact" if not over else f"leaves you {-over} short"
                seen.add((over > 0) - (over < 0))
                assert f": {' + '.join(card[1:] for card in paid)} {verdict}" in bar.text_content()
                play = [element for element in bar.descendants() if element.attributes.get("id") == "play"]
                assert bool(play) == (over >= 0)
                assert all(button.data_value("data-act") == ["buy", place, paid, "keep"] for button in play)
    assert seen == {-1, 0, 1}


def test_with_two_seats_what_is_paid_for_can_be_kept_or_given_to_dirk() -> None:
    model = next(
        model
        for model in decision_models(SEATS_BY_COUNT[2], 1, 1)
        if any(action[0] == "buy" for action in model.match.legal())
    )
    keep = next(action for action in model.match.legal() if action[0] == "buy")
    drafted = after_messages(model, ["touch", "place", keep[1]], *(["touch", "card", card] for card in keep[2]))
    bar = [
        element
        for element in parse_region(layout.render_screen(drafted)["bar"]).descendants()
        if "data-act" in element.attributes
    ]
    assert [*keep[:3], "give"] in [element.data_value("data-act") for element in bar]
    assert {"Keep", "Give"} <= {element.accessible_name() for element in bar}


def test_a_touch_of_a_building_keeps_the_cards_that_can_pay_for_it_and_a_second_lets_go() -> None:
    model = decision_models(SEATS_BY_COUNT[3], 1)[0]
    card = open_hand(model.match.view(model.viewer), model.viewer or 0)[0]
    one = after_messages(model, ["touch", "card", card])
    assert (one.draft.place, one.draft.pay) == (CARD_CURRENCY[IDS[card]], (card,))
    assert after_messages(one, ["touch", "card", card]).draft.pay in {(), (card, card)}
    assert after_messages(one, ["touch", "place", one.draft.place]).draft == EMPTY_DRAFT
    assert after_messages(one, ["touch", "clear"]).draft == EMPTY_DRAFT
    assert after_messages(one, ["close"]).draft == EMPTY_DRAFT
    other = next(place for place in range(4) if place != one.draft.place)
    moved, effects = update(one, ["touch", "place", other])
    assert (moved.draft.place, moved.draft.pay) == (other, ())
    assert effects[0] == ("reveal", "hand")


def test_cards_of_another_coin_are_refused_with_the_clause() -> None:
    model = decision_models(SEATS_BY_COUNT[3], 1)[0]
    card = open_hand(model.match.view(model.viewer), model.viewer or 0)[0]
    other = next(place for place in range(4) if place != CARD_CURRENCY[IDS[card]])
    refused = after_messages(model, ["touch", "place", other], ["touch", "card", card])
    assert refused.refusal
    assert refused.refusal.args == sentences.refuse_currency(other, IDS[card]).args
    assert refused.refusal.clause == "A11"
    assert refused.draft.pay == ()


def test_a_pass_is_offered_when_nothing_else_is_possible() -> None:
    model = seated_model("you", "you", "you")
    match = model.match.copy()
    match.state = laid_out(["y1"], money="", yard="tower-13 garden-12 chambers-11 arcades-10")
    stuck = change_model(model, match=match, viewer=0, curtain=False)
    assert match.legal() == [["pass"]]
    assert offered_actions(stuck) == [["pass"]]
    assert "pass" in parse_region(layout.render_screen(stuck)["status"]).text_content()


# -- contents ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", TABLES, ids=len)
def test_the_whole_table_is_there_yard_money_piles_and_seats(seats: tuple[str, ...]) -> None:
    for model in random_models(seats, 2)[:-1:7]:
        view = model.match.view(None)
        regions = {name: parse_region(markup) for name, markup in layout.render_screen(model).items()}
        yard = [
            button
            for button in regions["yard"].descendants()
            if (button.attributes.get("id") or "").startswith("place-")
        ]
        assert [(int((b.attributes["id"] or "")[6:])) for b in yard] == [n for n in range(4) if view["yard"][n]]
        for button in yard:
            kind, price = view["yard"][int((button.attributes["id"] or "")[6:])].split("-")
            assert button.accessible_name().lower().startswith(f"{kind}, costs {price} ")
        opened = [
            button.accessible_name().lower()
            for button in regions["money"].descendants()
            if button.attributes.get("aria-pressed")
        ]
        assert opened == [sentences.money_name(IDS[card]) for card in view["money"]]
        assert f"{view['supply']} building" in regions["money"].text_content()
        assert f"{view['pile']} card" in regions["money"].text_content()
        hills = skyline_counts(model)
        assert len(hills) == len(owner_labels(model))
        for owner, hill in hills.items():
            assert [*model.seat_labels, sentences.dirk_name()][owner] in hill.text_content()
            held = score.count_by_type([IDS[name] for name in view["buildings"][owner]])
            assert [int(count.text_content().replace("–", "0")) for count in elements_of_class(hill, "count")] == [
                *held
            ]
            assert [points.text_content() for points in elements_of_class(hill, "points")] == [
                str(view["points"][owner])
            ]
            cards = [each.text_content(aloud=True) for each in elements_of_class(hill, "cards")]
            if owner < len(model.player_names):
                assert cards[0].startswith(f"{len(model.match.view(owner)['hands'][owner])} money card")
            else:
                assert cards == []


def skyline_counts(model: Model[Alhambra, Draft]) -> dict[int, Element]:
    """Return by owner the buildings that the screen shows."""
    found = elements_of_class(parse_region(layout.render_screen(model)["seats"]), "hill")
    heads = [elements_of_class(hill, "who")[0].attributes["data-place"] or "" for hill in found]
    return {int(head.removeprefix("seat-")): hill for head, hill in zip(heads, found, strict=True)}


def test_who_leads_a_type_is_marked_and_a_shared_lead_is_said_to_be_shared() -> None:
    for model in random_models(SEATS_BY_COUNT[4], 1)[:-1:5]:
        held = [score.count_by_type([IDS[name] for name in row]) for row in model.match.view(None)["buildings"]]
        for owner, hill in skyline_counts(model).items():
            [types] = elements_of_class(hill, "types")
            told = [said_ for said_ in types.accessible_name().split(", ") if said_ != "no buildings"]
            marks = [count.attributes["class"] for count in elements_of_class(hill, "count")]
            assert len(told) == sum(map(bool, held[owner]))
            for rank, mark in enumerate(marks):
                column = [counts[rank] for counts in held]
                leads = column[owner] and column[owner] == max(column)
                alone = column.count(max(column)) == 1
                count = sentences.type_count(rank, column[owner])
                own = next((said_ for said_ in told if said_.split(" (")[0] == count), "")
                assert bool(own) == bool(column[owner])
                assert (own.endswith(" (most)"), own.endswith(" (tied for most)")) == (
                    bool(leads and alone),
                    bool(leads and not alone),
                )
                assert mark == ("count lead" if leads and alone else "count lead shared" if leads else mark)
                assert ("lead" in (mark or "").split()) == bool(leads)


def test_what_is_coming_says_truly_how_near_the_next_scoring_is() -> None:
    for seed in range(1, 5):
        models = random_models(SEATS_BY_COUNT[4], seed)
        for letter in "AB":
            before = [model for model in models if len(model.match.view(None)["scorings"]) == "AB".index(letter)]
            turned = next(model for model in models if len(model.match.view(None)["scorings"]) > "AB".index(letter))
            _seat, _action, draws = turned.match.log[-1]
            n = (
                before[-1].match.view(None)["drawn"]
                + [card for card in draws if card in IDS and card[0] in "ybgoAB" and "-" not in card].index(letter)
                + 1
            )
            for model in before:
                if model.paused_for_panel:
                    continue  # it shows the previous scoring
                said_ = re.search(
                    r"Scoring (.)in (\d+)(?: to (\d+))? cards?",
                    parse_region(layout.render_screen(model)["money"]).text_content(),
                )
                assert said_
                assert said_[1] == letter
                assert int(said_[2]) <= n - model.match.view(None)["drawn"] <= int(said_[3] or said_[2])


@pytest.mark.parametrize("seats", [SEATS_BY_COUNT[3], HAND_ROUND], ids=len)
def test_the_log_says_every_entry_the_newest_first_and_the_whole_of_it_when_asked(seats: tuple[str, ...]) -> None:
    model = random_models(seats, 1)[-1]
    lines = [
        item
        for item in parse_region(layout.render_screen(change_model(model, panel="log"))["panel"]).descendants()
        if item.name == "li"
    ]
    events = model.match.events(None)[::-1]
    assert len(lines) == len(model.match.log)
    for line, event in zip(lines, events, strict=True):
        why = "Why?" if model.is_bot_entry(event["n"]) else ""
        assert (
            line.text_content(aloud=True)
            == "".join(sentences.event_sentences(event, model.player_names, model.addressed_seat)[::-1]) + why
        )


def test_after_the_game_the_log_has_only_rounds() -> None:
    """Nobody has a next turn, so nothing is new since the last one."""
    for model in random_models(SEATS_BY_COUNT[3], 1)[-40:]:
        told = parse_region(log_panel.render_log(model, LogPanel())).text_content()
        assert ("Since your last turn" in told) == (not model.shows_end and model.match.log[-1][0] != model.viewer)


def test_what_happened_since_the_viewer_s_last_action_stands_out() -> None:
    for model in random_models(SEATS_BY_COUNT[3], 1)[:60:4]:
        own = [n for n, entry in enumerate(model.match.log) if entry[0] == model.viewer]
        new = [
            item
            for item in parse_region(log_panel.render_log(model, LogPanel())).descendants()
            if item.attributes.get("class") == "new"
        ]
        assert len(new) == len(model.match.log) - (own[-1] + 1 if own else 0)


@pytest.mark.parametrize("seats", [*SEATS_BY_COUNT.values(), HAND_ROUND], ids=len)
def test_the_bar_tells_what_others_did_last_since_the_viewer_s_own_last_turn(seats: tuple[str, ...]) -> None:
    """Exact purchases give a turn several entries.

    The bar knows all entries of the others, and the viewer's end nothing.

    It shows the last ones that fit, and at least one. After an exact purchase, it says that the turn continues.
    """
    more_than_one_each = going_on = 0
    for model in [model for seed in (1, 2, 3) for model in random_models(seats, seed) if model.can_act]:
        log, viewer = model.match.log, model.viewer
        n = len(log)
        while n and log[n - 1][0] == viewer:
            n -= 1
        ends = n
        while n and log[n - 1][0] != viewer:
            n -= 1
        told = [
            sentences.event_sentences(event, model.player_names, model.addressed_seat)[0]
            for event in model.match.events(None)[n:ends]
        ]
        assert recap_sentences(model) == told
        if any(seat == viewer for seat, _action, _draws in log):
            bar = parse_region(layout.render_screen(model)["bar"])
            shown = "".join(each.text_content() for each in bar.descendants() if each.name == "p")
            endings = ["".join(f"{sentence} " for sentence in told[start:]) for start in range(len(told))]
            fitting = [ending for ending in endings if len(ending) <= DOCK_MAX_CHARS]
            exact = ["You paid exactly. Take money, or buy another building."]
            assert shown == (exact if model.view["exact"] else fitting or endings[-1:])[0]
        more_than_one_each += len(told) >= len(seats)
        going_on += bool(told) and ends < len(log)
    assert more_than_one_each
    assert going_on


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].has_secrets])
def test_the_device_is_handed_to_people_only(game: str) -> None:
    """If a bot begins, the curtain is down from the start."""
    waited = handed = 0
    for seed in range(8):
        model = start_game(Address(game, ("bot:random", "bot:casual", "you", "you"), seed=seed, speed="instant"))[0]
        for _entry in range(12):
            shown = " ".join(
                parse_region(layout.render_screen(model)[region]).text_content() for region in ("status", "hand")
            )
            name = model.player_names[model.mover or 0]
            assert ("Hand the device" in shown) == (f"Hand the device to {name}" in shown) == (model.bot_level is None)
            if model.bot_level:
                assert shown.count(f"{name} is thinking") == 2
                waited += 1
                model = after_action(model, model.match.legal()[0])
            else:
                assert ["ready"] in offered_messages(model)
                handed += 1
                break
    assert waited
    assert handed


# -- names -------------------------------------------------------------------------------------------------------------


def complete_text(model: Model) -> str:
    """Return all text on screen and all accessible names, and check the markup."""
    elements = [*parse_page(model).descendants()]
    assert {element.name for element in elements}.isdisjoint({"img", "script", "i"})
    return "\n".join([elements[0].text_content(), *(element.accessible_name() for element in elements)])


@pytest.mark.parametrize("game", ["alhambra", "medina", "palazzo"])
def test_a_name_too_long_for_its_box_is_cut_off_at_its_end_in_any_script(game: str) -> None:
    """An ellipsis is at the end of the box's direction, so the box takes the direction of the name."""
    shown = screen_elements(start_game(Address(game, ("you", *["bot:casual"] * 2)))[0])
    names = [element for element in shown if "name" in str(element.attributes.get("class", "")).split()]
    assert names
    assert {element.attributes.get("dir") for element in names} == {"auto"}


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
def test_a_name_is_text_wherever_it_comes_and_nothing_else(name: str) -> None:
    seats = ("you", "bot:random", "you")
    names = (f"{name}"[:39] + "1", f"{name}"[:39] + "2", f"{name}"[:39] + "3")
    models = random_models(seats, 1, names)
    held = next(model for model in models if model.paused_for_panel)
    curtain = next(model for model in models if model.curtain and not model.bot_level)
    waiting = after_messages(
        next(model for model in models if model.bot_level and not model.curtain), ["touch", "place", 0]
    )
    lost = change_model(waiting, bot_restarted=True)
    end = models[-1]
    for model in (models[0], held, curtain, waiting, lost, end, *models[:-1:25]):
        assert [seat["name"] for seat in model.match.seats] == [*names]
        for shown in models_with_panels(model):
            said_ = complete_text(shown)
            assert all(own in said_ for own in names)
            for own in names:
                said_ = said_.replace(own, "")
            assert "&" not in said_, "escaped twice"
    assert names[curtain.mover or 0] in parse_region(layout.render_screen(curtain)["hand"]).text_content()
    assert names[waiting.mover or 0] in parse_region(layout.render_screen(waiting)["status"]).text_content()
    assert any(own in parse_region(layout.render_screen(held)["bar"]).text_content() for own in names)
    assert any(own in parse_region(layout.render_screen(end)["yard"]).text_content() for own in names)


@settings(max_examples=40)
@given(st.lists(st.text("aZ0 <>&;\"'={}%éم漢🏰", min_size=1, max_size=40).filter(str.strip), min_size=3, max_size=3))
def test_any_name_is_shown_as_it_is(names: list[str]) -> None:
    match = Match.new("alhambra", [{"name": name, "kind": "human"} for name in names], 3)
    match.play(match.legal()[0])
    model = start_game(Address(seats=("you",) * 3, seed=3), match)[0]
    for shown in (model, change_model(model, curtain=False)):
        said_ = complete_text(shown)
        assert all(name in said_ for name in names)


def test_what_a_notice_says_is_text() -> None:
    model = after_messages(seated_model(*SEATS_BY_COUNT[3]), ["notice", HOSTILE_NAMES[0], ["export"], HOSTILE_NAMES[1]])
    assert HOSTILE_NAMES[0] in complete_text(model)
    assert HOSTILE_NAMES[1] in complete_text(model)


# -- refusals and rules ------------------------------------------------------------------------------------------------


def test_the_rules_page_has_every_clause_that_a_refusal_can_point_to() -> None:
    ids = re.findall(r'\bid="([^"]*)"', RULES.read_text("utf-8"))
    assert len(ids) == len({*ids})
    assert {f"A{n}" for n in range(1, 31)} <= {*ids}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_a_refusal_names_is_one_of_the_rules(game: str) -> None:
    modules = [import_module(f"{package}.{game}") for package in ("pygame_core", "palaces.games")]
    folders = [Path(str(module.__file__)).parent for module in modules]
    sources = [path.read_text("utf-8") for folder in folders for path in folder.glob("*.py")]
    named = {clause for source in sources for clause in re.findall(r'Illegal\(\s*"([^"]*)"', source)}
    rules = (folders[1] / "rules.html").read_text("utf-8")
    assert named
    assert {*named, GAMES[game].turn_clause} <= {*re.findall(r'\bid="([^"]*)"', rules)}


# -- the end -----------------------------------------------------------------------------------------------------------


def table_rows(element: Element) -> list[list[str]]:
    """Return a table's cells as texts, row by row, with head and foot."""
    return [
        [cell.text_content(aloud=True) for cell in row.children if isinstance(cell, Element)]
        for row in element.descendants()
        if row.name == "tr"
    ]


@pytest.mark.parametrize("seats", TABLES, ids=len)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_at_the_end_every_point_adds_up(seats: tuple[str, ...], seed: int) -> None:
    model = random_models(seats, seed)[-1]
    view = model.match.view(None)
    yard = parse_region(layout.render_screen(model)["yard"])
    tables = [element for element in yard.descendants() if element.name == "table"]
    final = table_rows(tables[0])
    letters = [letter for letter, _held in view["scorings"]]
    assert final[0][2:-1] == letters
    result = model.match.result()
    assert result
    by_name = {row[1]: row for row in final[1:]}
    assert len(final) == 1 + len(owner_labels(model))
    for owner, name in enumerate(owner_labels(model)):
        place, _name, *points, total = by_name[name]
        assert sum(map(int, points)) == int(total) == view["points"][owner]
        assert place == (str(result["places"][owner]) if owner < len(model.player_names) else "–")
    assert [int(by_name[name][-1]) for name in model.seat_labels] == model.match.scores() == result["scores"]
    marked = {
        element.attributes["data-score"]: element.text_content()
        for element in yard.descendants()
        if "data-score" in element.attributes
    }
    assert marked == {str(owner): str(points) for owner, points in enumerate(view["points"])}
    if len(seats) == 2:
        assert int(by_name["Dirk"][-1]) == result["dirk"]
        assert "Dirk scores too, but he can't win." in yard.text_content()
    for (letter, held), shown in zip(view["scorings"], tables[1:], strict=True):
        gave = score.scoring_points(letter, [tuple(row) for row in held])
        order = [owner_labels(model).index(row[1]) for row in final[1:]]  # of the places
        body = table_rows(shown)[1:-1]
        for rank, row in enumerate(body):
            for owner, cell in zip(order, row[1:], strict=True):
                counted, _plus, gained = cell.partition("+")
                assert (int(counted.strip().replace("·", "0")), int(gained or 0)) == (
                    held[owner][rank],
                    gave[owner][rank],
                )
        assert [int(cell) for cell in table_rows(shown)[-1][1:]] == [sum(gave[owner]) for owner in order]
        column = 2 + letters.index(letter)
        assert [int(by_name[name][column]) for name in owner_labels(model)] == [sum(row) for row in gave]


@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_scoring_shown_while_the_game_goes_on_is_that_scoring(letter: str) -> None:
    model = next(model for model in random_models(SEATS_BY_COUNT[2], 1) if model.panel_name == letter)
    at = build_table_view(model)
    held = next(held for given, held in at.view["scorings"] if given == letter)
    totals = [sum(row) for row in score.scoring_points(letter, [tuple(row) for row in held])]
    assert [int(cell) for cell in table_rows(parse_region(render_scoring(at, letter)))[-1][1:]] == totals
    assert render_scoring(at, letter) in layout.render_screen(change_model(model, paused_for_panel=False))["panel"]


def _elements_of_class(element: Element, class_: str) -> list[Element]:
    return [each for each in element.descendants() if class_ in (each.attributes.get("class") or "").split()]


def scoring_on_table(seats: tuple[str, ...], letter: str, *, with_leftovers: bool = False) -> Model[Alhambra, Draft]:
    """Return a model in which a scoring holds the table."""
    return next(
        model
        for seed in range(1, 9)
        for model in random_models(seats, seed)
        if model.paused_for_panel and model.panel_name == letter
        if not with_leftovers or any(winner is not None for *_left, winner in model.match.view(None)["leftovers"])
    )


def beats_of(element: Element) -> set[int]:
    """Return the beats in the classes of an element."""
    found = (re.fullmatch(r"d(\d+)", name) for name in (element.attributes.get("class") or "").split())
    return {int(match[1]) for match in found if match}


@pytest.mark.parametrize("seats", SEATS_BY_COUNT.values(), ids=len)
@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_a_scoring_takes_the_table_type_by_type_before_the_game_goes_on(seats: tuple[str, ...], letter: str) -> None:
    """Every line says correctly which players gain by a type, and types without gains have no line.

    Every hill shows the gain then, and the total at the end.
    """
    model = scoring_on_table(seats, letter)
    view = model.match.view(None)
    gave = score.scoring_points(
        letter, [tuple(row) for row in next(held for given, held in view["scorings"] if given == letter)]
    )
    regions = {name: parse_region(markup) for name, markup in layout.render_screen(model).items()}
    assert not regions["panel"].children
    assert [
        icon.text_content()
        for icon in _elements_of_class(regions["money"], "scoring-types")[0].children
        if isinstance(icon, Element)
    ] == [f"{sentences.type_name(rank)}{'·'.join(map(str, places))}" for rank, places in enumerate(AWARDS[letter])]
    *lines, whole = [line.text_content() for line in regions["bar"].descendants() if line.name == "p"]
    lines = lines[sum(1 + (winner is not None) for *_left, winner in view["leftovers"]) :]
    names = [*model.seat_labels, sentences.dirk_name()][: len(gave)]
    called = ["you" if name == "You" else name for name in names]
    scored = [rank for rank in range(6) if any(row[rank] for row in gave)]
    assert len(lines) == len(scored)
    for n, (rank, line) in enumerate(zip(scored, lines, strict=True), 1):
        for owner, name in enumerate(called):
            assert (f"{name} +{gave[owner][rank]}" in line) == bool(gave[owner][rank])
        assert line.endswith(f"Scoring {letter}: type {n} of {len(scored)}")
    for owner, name in enumerate(called):
        assert (f"{name} +{sum(gave[owner])}" in whole) == bool(sum(gave[owner]))
    hills = {
        _elements_of_class(hill, "name")[0].text_content(): hill
        for hill in _elements_of_class(regions["seats"], "hill")
    }
    for owner, name in enumerate(names):
        [points] = _elements_of_class(hills[name], "points")
        before = view["points"][owner] - sum(gave[owner])
        start = sum(2 + (winner is not None) for *_left, winner in view["leftovers"])
        shown = {
            beat: int(each.text_content()) for each in _elements_of_class(points, "in-turn") for beat in beats_of(each)
        }
        assert shown == dict.fromkeys(range(start), before) | {
            start + n: before + sum(gave[owner][:rank]) for n, rank in enumerate(scored)
        }
        heard = hills[name].text_content(aloud=True)
        assert f"{view['points'][owner]} point" in heard, heard
        gains = [
            span.text_content()
            for box in _elements_of_class(hills[name], "gains")
            for span in box.children
            if isinstance(span, Element)
        ]
        by_type = [f"+{more}" for more in gave[owner] if more]
        assert gains == ([*by_type, f"+{sum(gave[owner])}"] if by_type else [])


@pytest.mark.parametrize("seats", SEATS_BY_COUNT.values(), ids=len)
@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_the_move_before_a_scoring_shows_the_table_without_it(seats: tuple[str, ...], letter: str) -> None:
    """The points are those before, the leftover buildings are in the yard, and Dirk's share has not come."""
    pairs = (pair for seed in range(1, 9) for pair in pairwise(random_models(seats, seed)))
    before, after = next(pair for pair in pairs if pair[1].panel_name == letter)
    move = move_before_panel(before, after)
    assert move
    view = after.match.view(None)
    event = after.match.events(None, len(after.match.log) - 1)[0]
    gave = score.scoring_points(letter, [tuple(row) for row in view["scorings"][-1][1]])
    regions = {name: parse_region(markup) for name, markup in layout.render_screen(move).items()}
    points = [int(each.text_content()) for each in _elements_of_class(regions["seats"], "points")]
    assert sorted(points) == sorted(n - sum(row) for n, row in zip(view["points"], gave, strict=True))
    pieces = placed_pieces([*regions.values()])
    for left in event["leftovers"]:
        assert f"yard-{left['place']}" in [at for name, at in pieces.items() if name.startswith(left["building"])]
    share = len(event["dirk"].get(letter, ()))
    hill = [at for at in pieces.values() if at == "seat-2-hill"]
    assert len(seats) > 2 or len(hill) == len(view["buildings"][2]) - share
    assert go_on_button(move).text_content() == "Skip"
    late = {*event["dirk"].get(letter, ()), *(left["building"] for left in event["leftovers"])}
    moves = animated_moves(move, before.match)
    assert not [each for each in moves if piece_kind(each.piece) in late and not each.destination.startswith("yard-")]


def placed_pieces(regions: list[Element]) -> dict[str, str]:
    """Return the places of all pieces on a screen, by name."""
    marked = [each.attributes for one in regions for each in one.descendants()]
    return {str(each["data-piece"]): str(each["data-at"]) for each in marked if "data-piece" in each}


def go_on_button(model: Model) -> Element:
    """Return the button that skips or closes a scoring."""
    bar = parse_region(layout.render_screen(model)["bar"])
    [go_on] = [control for control in bar.descendants() if control.attributes.get("id") == "go-on"]
    return go_on


def test_the_button_of_a_scoring_first_shows_the_totals_and_then_continues() -> None:
    """At the end of the counting, and of some time to look at the totals, the page presses it."""
    model = scoring_on_table(SEATS_BY_COUNT[3], "B")
    skip = go_on_button(model)
    assert (skip.text_content(), skip.data_value("data-do")) == ("Skip", ["skip"])
    assert skip.attributes["data-after"] == "counted-up"
    counted = after_messages(model, ["skip"])
    go_on = go_on_button(counted)
    assert (go_on.text_content(), go_on.data_value("data-do")) == ("Continue", ["close"])
    assert go_on.attributes["data-after"] == "looked-at"
    shown = layout.render_screen(counted)
    assert not any("in-beats" in region or "in-turn" in region for region in shown.values())
    assert "Scoring B: " in parse_region(shown["bar"]).text_content()
    after = layout.render_screen(after_messages(counted, ["close"]))
    assert not _elements_of_class(parse_region(after["money"]), "scoring")


@pytest.mark.parametrize("seats", SEATS_BY_COUNT.values(), ids=len)
def test_before_the_last_scoring_every_leftover_building_goes_to_its_winner(seats: tuple[str, ...]) -> None:
    """The arch shows everybody's money in its currency, and the dock says who won. In a beat of its own after that
    sentence, the hill gets the building."""
    model = scoring_on_table(seats, "C", with_leftovers=True)
    view = model.match.view(None)
    regions = {name: parse_region(markup) for name, markup in layout.render_screen(model).items()}
    lines = [line for line in regions["bar"].descendants() if line.name == "p"]
    places = _elements_of_class(regions["yard"], "places")[0].children
    first = 0
    won_beats = []
    for place, building, winner in view["leftovers"]:
        hands = [hand for hand in view["hands"] if isinstance(hand, list)]
        sums = [sum(int(card[1:]) for card in hand if card[0] == "ybgo"[place]) for hand in hands]
        line = lines.pop(0)
        said = line.text_content()
        item: LeftoverResult = {"place": place, "building": building, "winner": winner}
        assert sentences.leftover_sentence(item, model.player_names, model.addressed_seat) in said
        assert all(f"{each}" in said for each in sums if each)
        assert beats_of(line) == {first}
        arch = places[place]
        assert isinstance(arch, Element)
        rivals = [int(each.text_content()) for each in _elements_of_class(arch, "rival")]
        assert rivals == sorted(filter(None, sums), reverse=True)
        won = [int(each.text_content()) for each in _elements_of_class(arch, "won")]
        assert won == ([] if winner is None else [max(sums)])
        goes = [] if winner is None else [first + 2]
        assert [beats_of(each) for each in _elements_of_class(arch, "leaves")] == [{beat} for beat in goes]
        assert [beats_of(lines.pop(0)) for _beat in goes] == [{beat} for beat in goes]
        won_beats += goes
        first += 2 + len(goes)
    arrivals = [each for each in _elements_of_class(regions["seats"], "arrives") if each.name == "use"]
    assert sorted(beat for each in arrivals for beat in beats_of(each)) == won_beats


def test_dirks_share_arrives_after_a_scoring_has_been_counted() -> None:
    """A28: the buildings that Dirk gets then are no part of the scoring."""
    model = scoring_on_table(SEATS_BY_COUNT[2], "A")
    seats = parse_region(layout.render_screen(model)["seats"])
    dirk = _elements_of_class(seats, "dirk")[0]
    arrivals = [each for each in _elements_of_class(dirk, "arrives") if each.name == "use"]
    given = model.match.events(None, len(model.match.log) - 1)[0]["dirk"]["A"]
    assert len(arrivals) == len(given)
    before = sum(
        int(each.text_content())
        for each in _elements_of_class(dirk, "count")
        if "arrives" not in (each.attributes["class"] or "") and each.text_content() != "–"
    )
    assert before == len(model.match.view(None)["buildings"][2]) - len(given)


def test_the_end_names_the_winners_the_leftovers_and_the_way_on() -> None:
    for seed in range(1, 6):
        model = random_models(SEATS_BY_COUNT[3], seed)[-1]
        result = model.match.result()
        assert result
        regions = {name: parse_region(markup) for name, markup in layout.render_screen(model).items()}
        title = next(
            element for element in regions["yard"].descendants() if element.attributes.get("id") == "victory"
        ).text_content()
        said = next(
            element for element in regions["yard"].descendants() if element.attributes.get("class") == "proclaimed"
        ).text_content()
        for seat, (name, place) in enumerate(zip(model.player_names, result["places"], strict=True)):
            assert (place == 1 and seat != model.viewer) <= (name in said)
        assert title.startswith(("You win", "You tie")) == (result["places"][model.viewer or 0] == 1)
        best = max(result["scores"])
        classes = ("reached", "reached both", "flow crests")
        [points] = [item for item in regions["yard"].descendants() if item.attributes.get("class") in classes]
        assert str(best) in points.text_content()
        [leftovers] = [item for item in regions["yard"].descendants() if item.attributes.get("class") == "leftovers"]
        left = [item.text_content() for item in leftovers.descendants() if item.name == "li"]
        assert left == [
            sentences.leftover_sentence(item, model.player_names, model.addressed_seat)
            for item in model.match.events(None)[-1]["leftovers"]
        ]
        assert {("again",), ("panel", "menu")} <= {tuple(message) for message in offered_messages(model)}
        assert not any(regions[name].children for name in ("money", "hand", "seats"))


def test_a_shared_victory_is_said_to_be_shared() -> None:
    model = random_models(SEATS_BY_COUNT[3], 1)[-1]
    match = model.match.copy()
    match.state.points[:] = [50, 50, 3]
    shown = parse_markup(layout.render_screen(change_model(model, match=match))["yard"])
    assert f"You tie with {model.player_names[1]}" in shown.text_content()
    assert "50 points each" in shown.text_content()
    [crests] = [element for element in shown.descendants() if element.attributes.get("class") == "flow crests"]
    assert [crest.text_content(aloud=True) for crest in crests.descendants() if crest.name == "li"] == [
        "You50",
        f"{model.player_names[1]}50",
    ]


def test_a_turn_played_from_the_screen_is_the_turn_in_the_log() -> None:
    model = decision_models(SEATS_BY_COUNT[3], 2)[0]
    action = offered_actions(model)[0]
    assert after_action(model, action).match.log[len(model.match.log)][:2] == (model.viewer, action)


def test_the_first_screen_tells_a_newcomer_what_to_do() -> None:
    model = first_model_where(SEATS_BY_COUNT[3], 1, lambda model: model.can_act and not model.match.log)
    assert "Buy a building or take money." in parse_region(layout.render_screen(model)["bar"]).text_content()
    assert "Your turn" in parse_region(layout.render_screen(model)["status"]).text_content()
