"""Tests of Alhambra's screen: arches, pool and fans match the view, and the hills show each player's buildings."""

from collections import Counter
from collections.abc import Iterator

import pytest
from palaces.app.messages import RegionName
from palaces.app.model import Model
from palaces.games.alhambra.draft import EMPTY_DRAFT, Draft
from palaces.games.alhambra.pieces import Pieces
from palaces.games.alhambra.table import MAX_PAYMENT_CARDS, MAX_SHOWN_LOTS, MAX_SHOWN_PAYMENTS
from palaces.loop import layout
from palaces.ui import pieces
from screens import (
    SEATS_BY_COUNT,
    Element,
    after_messages,
    elements_of_class,
    first_model_where,
    parse_markup,
    parse_page,
    parse_region,
    random_models,
    region_controls,
    seated_model,
)

from pygame_core.alhambra.components import (
    AWARDS,
    BUILDING_PRICE,
    BUILDING_TYPE,
    BUILDING_TYPES,
    CARD_VALUE,
    IDS,
)
from pygame_core.alhambra.score import count_by_type
from pygame_core.alhambra.state import Alhambra
from pygame_core.state import open_hand


def table_region(model: Model[Alhambra, Draft], name: RegionName) -> Element:
    """Return a part of the table."""
    return parse_region(layout.render_screen(model)[name])


def skyline_owners(model: Model[Alhambra, Draft]) -> list[int]:
    """Return the owners of the hills, in their order on screen."""
    heads = elements_of_class(table_region(model, "seats"), "who")
    return [int((head.attributes["data-place"] or "").removeprefix("seat-")) for head in heads]


def decision_models(seats: tuple[str, ...], seed: int = 1) -> list[Model[Alhambra, Draft]]:
    """Return every model of a game in which the person at the screen is to move."""
    return [model for model in random_models(seats, seed) if model.can_act]


def touched_purchases(seats: tuple[str, ...]) -> Iterator[tuple[Model[Alhambra, Draft], list[object]]]:
    """Yield models after a purchase chosen card by card, and the purchase."""
    for model in decision_models(seats):
        for _buy, place, cards, _whose in (action for action in model.match.legal() if action[0] == "buy"):
            touched = after_messages(model, ["touch", "place", place], *(["touch", "card", card] for card in cards))
            yield touched, ["buy", place, list(cards)]


# -- the pieces --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats", [SEATS_BY_COUNT[2], SEATS_BY_COUNT[4], SEATS_BY_COUNT[6], ("you", "you", "bot:random")], ids=len
)
def test_every_piece_that_lies_open_is_drawn_once_and_says_what_it_is_and_where(seats: tuple[str, ...]) -> None:
    for model in [
        each for each in random_models(seats, 2)[:-1:5] if not each.paused_for_panel
    ]:  # a scoring covers the pool
        view = model.match.view(None if model.curtain else model.viewer)
        found = [each.attributes for each in parse_page(model).descendants() if "data-piece" in each.attributes]
        names = [each["data-piece"] or "" for each in found]
        assert len({*names}) == len(names)
        lying = Counter(view["money"]) + Counter(name for name in view["yard"] if name)
        lying += Counter(name for row in view["buildings"] for name in row)
        lying += Counter([] if model.viewer is None or model.curtain else view["hands"][model.viewer])
        last = model.match.events(None)[-1] if model.match.log else {}
        paid = Counter(last["cards"] if last.get("verb") == "buy" else ())  # they travel to the discards
        newest = Pieces.from_match(model.match).money.discards[-1:]
        lying += (paid & Counter(view["discards"])) or Counter(map(pieces.piece_kind, newest))
        assert Counter(map(pieces.piece_kind, names)) == lying
        places = {
            each.attributes["data-place"] for each in parse_page(model).descendants() if "data-place" in each.attributes
        }
        assert places == {"pile", "supply", "discards", "scored", *(f"seat-{owner}" for owner in skyline_owners(model))}
        for each in found:
            at = each["data-at"] or ""
            assert at in {"money", "discards", *(f"yard-{n}" for n in range(4))} or at.rpartition("-")[0] in places


# -- the yard ----------------------------------------------------------------------------------------------------------


def test_an_arch_has_the_price_the_type_and_its_marks_at_its_foot() -> None:
    for model in random_models(SEATS_BY_COUNT[3], 1)[:-1:4]:
        for place, name in enumerate(model.match.view(None)["yard"]):
            if name is None:
                continue
            [arch] = [
                each
                for each in table_region(model, "yard").descendants()
                if each.attributes.get("id") == f"place-{place}"
            ]
            rank = BUILDING_TYPE[IDS[name]]
            assert elements_of_class(arch, f"t{rank}") == [arch]
            [foot], [price] = elements_of_class(arch, "foot"), elements_of_class(arch, "figure")
            assert (price.attributes["href"], foot.text_content()) == (
                f"#c{BUILDING_PRICE[IDS[name]]}",
                BUILDING_TYPES[rank],
            )
            [marks] = elements_of_class(arch, "marks")
            assert marks.attributes["viewbox"] == f"0 0 {8 * (rank + 1)} 8"


def test_an_arch_that_is_empty_says_so_and_cannot_be_touched() -> None:
    model = next(model for model in decision_models(SEATS_BY_COUNT[4]) if None in model.match.view(None)["yard"])
    empty = [each for each in table_region(model, "yard").descendants() if each.attributes.get("role") == "img"]
    assert [each.accessible_name().rpartition(", ")[2] for each in empty] == ["empty"] * len(empty)
    assert len(empty) == model.match.view(None)["yard"].count(None)
    assert not any(each.name == "button" for arch in empty for each in arch.descendants())


def test_below_an_arch_stand_its_best_payments_or_how_much_is_missing() -> None:
    for model in decision_models(SEATS_BY_COUNT[3])[::4]:
        view = model.match.view(model.viewer)
        columns = [each for each in table_region(model, "yard").descendants() if each.name == "li"]
        for place, (name, column) in enumerate(zip(view["yard"], columns, strict=True)):
            legal = [action for action in model.match.legal() if action[:2] == ["buy", place]]
            offered = [each.data_value("data-act") for each in elements_of_class(column, "offer")]
            assert bool(offered) == bool(legal)
            assert len(offered) <= MAX_SHOWN_PAYMENTS
            exact = [
                action for action in legal if sum(CARD_VALUE[IDS[card]] for card in action[2]) == price_of(name or "")
            ]
            assert len(offered) <= 1 or all(action in exact for action in offered), "one tap never overpays by chance"
            assert len(offered) <= 1 or sum(len(action[2]) for action in offered) <= MAX_PAYMENT_CARDS
            assert all(action in legal for action in offered)
            held = sum(CARD_VALUE[IDS[card]] for card in open_hand(view, model.viewer or 0) if card[0] == "ybgo"[place])
            missing = [each.text_content() for each in elements_of_class(column, "missing")]
            short = bool(name) and not legal
            lacking = BUILDING_PRICE[IDS[name or ""]] - held if short else 0
            coins = CURRENCY_NAMES[place] if lacking == 1 else f"{CURRENCY_NAMES[place]}s"
            assert missing == ([f"{lacking} {coins} short"] if short else [])


def price_of(name: str) -> int:
    """Return the price of a building."""
    return BUILDING_PRICE[IDS[name]] if name else 0


def state_of(model: Model[Alhambra, Draft]) -> Alhambra:
    """Return the whole position, with its secrets."""
    return model.match.state


def awarded_text(element: Element) -> str:
    """Return the points of a type, without the buildings left."""
    unseen = "".join(each.text_content() for each in elements_of_class(element, "unseen-buildings"))
    return element.text_content(aloud=True).removesuffix(unseen)


def test_while_others_move_the_payments_stay_in_their_places_but_cannot_be_used() -> None:
    seen = 0
    for model in random_models(SEATS_BY_COUNT[3], 1)[:-2]:
        if model.can_act or model.paused_for_panel:
            continue
        yard = table_region(model, "yard")
        assert not elements_of_class(yard, "offer")
        columns = [each for each in yard.descendants() if each.name == "li"]
        for place, name in enumerate(model.match.view(0)["yard"]):
            shown = elements_of_class(columns[place], "missing")
            assert bool(shown) == bool(name)
            seen += any("exact" in each.text_content() for each in shown)
    assert seen


def test_with_two_players_a_ready_payment_asks_for_whom() -> None:
    model = next(
        model
        for model in decision_models(SEATS_BY_COUNT[2])
        if any(action[0] == "buy" for action in model.match.legal())
    )
    pill = elements_of_class(table_region(model, "yard"), "offer")[0]
    assert "data-act" not in pill.attributes
    drafted = after_messages(model, pill.data_value("data-do"))
    offered = {each.attributes.get("id"): each for each in table_region(drafted, "bar").descendants()}
    assert offered["play"].data_value("data-act")[3] == "keep"
    assert offered["give"].data_value("data-act")[3] == "give"


def test_the_dock_says_what_a_payment_leads_to() -> None:
    found = set()
    for touched, _action in touched_purchases(SEATS_BY_COUNT[3]):
        said = table_region(touched, "bar").text_content()
        yard, paid = touched.match.view(0)["yard"], sum(CARD_VALUE[IDS[card]] for card in touched.draft.pay)
        exact = paid == price_of(yard[touched.draft.place or 0] or "")
        assert ("You'd get another action." in said) == exact
        assert ("Your turn would end." in said) != exact
        found.add(exact)
    assert found == {True, False}


CURRENCY_NAMES = ("florin", "denar", "dirham", "ducat")


def test_a_second_touch_of_an_open_card_takes_it_and_of_one_of_several_leaves_the_others() -> None:
    model = decision_models(SEATS_BY_COUNT[3])[0]
    [card, *_others] = model.match.view(None)["money"]
    touched = after_messages(model, ["touch", "open", card])
    [again] = elements_of_class(table_region(touched, "money"), "drafted")
    assert again.data_value("data-act") == ["take", card]
    assert again.attributes["id"] == "open-0"
    for several in decision_models(SEATS_BY_COUNT[3]):
        lot = next((action for action in several.match.legal() if action[0] == "take" and len(action) == 3), None)
        if lot and len({*lot}) == 3:
            both = after_messages(several, *(["touch", "open", card] for card in lot[1:]))
            assert region_controls(layout.render_screen(both)["money"])[1].count(["touch", "open", lot[1]]) == 1
            assert after_messages(both, ["touch", "open", lot[1]]).draft.take == (lot[2],)
            break
    else:
        pytest.fail("no lot of two different cards in all the game")


def test_a_second_touch_of_an_arch_buys_what_is_paid_and_lets_go_of_what_is_not() -> None:
    seen = 0
    for model, (verb, place, cards) in touched_purchases(SEATS_BY_COUNT[3]):
        arch = next(
            each for each in table_region(model, "yard").descendants() if each.attributes.get("id") == f"place-{place}"
        )
        assert arch.data_value("data-act") == [verb, place, cards, "keep"]
        assert "data-do" not in arch.attributes
        seen += 1
    assert seen
    unpaid = after_messages(decision_models(SEATS_BY_COUNT[3])[0], ["touch", "place", 0])
    arch = next(each for each in table_region(unpaid, "yard").descendants() if each.attributes.get("id") == "place-0")
    assert after_messages(unpaid, arch.data_value("data-do")).draft == EMPTY_DRAFT


def test_the_lots_beside_the_open_money_are_whole_and_the_largest_first() -> None:
    seen = 0
    for model in (model for seed in (1, 2, 3) for model in decision_models(SEATS_BY_COUNT[4], seed)):
        lots = [action[1:] for action in model.match.legal() if action[0] == "take" and len(action) > 2]
        shown = [each.data_value("data-act")[1:] for each in elements_of_class(table_region(model, "money"), "offer")]
        assert bool(shown) == bool(lots)
        assert len(shown) <= MAX_SHOWN_LOTS
        assert all(lot in lots for lot in shown)
        assert not any(Counter(lot) < Counter(other) for lot in shown for other in lots)
        sums = [sum(CARD_VALUE[IDS[card]] for card in lot) for lot in shown]
        assert sums == sorted(sums, reverse=True)
        assert sums[:1] == sorted(sum(CARD_VALUE[IDS[card]] for card in lot) for lot in lots)[-1:]
        seen += len(shown) > 1
    assert seen


def test_equal_cards_of_the_hand_are_one_control_with_a_picture_for_each_of_them() -> None:
    seen = Counter[int]()
    for model in decision_models(SEATS_BY_COUNT[3])[::3]:
        hand = Counter(open_hand(model.match.view(model.viewer), model.viewer or 0))
        for card, n in hand.items():
            model_ = after_messages(model, ["touch", "card", card])
            [control] = [
                each
                for each in table_region(model_, "hand").descendants()
                if each.attributes.get("id") == f"card-{card}"
            ]
            chosen = model_.draft.pay.count(card)
            assert len(elements_of_class(control, "note-card")) == n
            assert len(elements_of_class(control, "tick")) == len(elements_of_class(control, "chosen")) == chosen
            assert [each.attributes["data-count"] for each in elements_of_class(control, "number")] == (
                [f"{chosen}/{n}" if chosen else f"×{n}"] if n > 1 else []
            )
            seen[n] += 1
    assert seen[1]
    assert seen[2]


# -- the hills ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [SEATS_BY_COUNT[2], SEATS_BY_COUNT[5], ("you", "bot:random", "you", "you")], ids=len)
def test_the_viewer_s_hill_is_the_first_and_the_others_follow_as_turns_go_round(seats: tuple[str, ...]) -> None:
    viewers = set()
    for model in random_models(seats, 1)[:-1:9]:
        mine, n = model.viewer or 0, len(seats)
        assert skyline_owners(model) == [*((mine + i) % n for i in range(n)), *([n] if n == 2 else [])]
        viewers.add(mine)
    assert len(viewers) == seats.count("you")


def test_above_the_hills_stands_what_the_next_scoring_gives() -> None:
    seen = set()
    for model in random_models(SEATS_BY_COUNT[4], 1)[:-2:3]:  # without the last scoring and the end
        done = len(model.match.view(None)["scorings"])
        [awards] = elements_of_class(table_region(model, "seats"), "awards")
        assert f"Scoring {'ABC'[done]} points" in awards.text_content()
        figures = [
            tuple(int(figure) for figure in awarded_text(each).removeprefix(kind).split("·"))
            for each, kind in zip(
                [each for each in awards.descendants() if each.name == "li"], BUILDING_TYPES, strict=True
            )
        ]
        assert figures == [*AWARDS["ABC"[done]]]
        unseen = [int(each.text_content().split()[0]) for each in elements_of_class(awards, "unseen-buildings")]
        assert unseen == [*count_by_type(state_of(model).supply)]
        seen.add("ABC"[done])
    assert seen == {*"ABC"}


def test_a_panel_tells_what_every_scoring_gives() -> None:
    model = after_messages(decision_models(SEATS_BY_COUNT[3])[0], ["panel", "awards"])
    rows = [each for each in table_region(model, "panel").descendants() if each.name == "tr"][1:]
    unseen = count_by_type(state_of(model).supply)
    for rank, row in enumerate(rows):
        cells = [each.text_content() for each in row.descendants() if each.name == "td"]
        assert cells == [*(" · ".join(map(str, AWARDS[letter][rank])) for letter in AWARDS), str(unseen[rank])]
    assert not after_messages(model, ["close"]).panel_name


def test_buildings_that_came_since_the_viewer_s_last_action_are_outlined_and_no_others() -> None:
    seen = 0
    for model in decision_models(SEATS_BY_COUNT[4]):
        since = Counter(
            (event["seat"], BUILDING_TYPE[IDS[event["building"]]])
            for event in model.match.events(None, model.first_new_entry)
            if event["verb"] == "buy"
        )
        hills = elements_of_class(table_region(model, "seats"), "hill")
        for owner, hill in zip(skyline_owners(model), hills, strict=True):
            outlined = [bool(elements_of_class(column, "since")) for column in elements_of_class(hill, "type")]
            assert outlined == [since[owner, rank] > 0 for rank in range(6)]
            assert bool(elements_of_class(hill, "news")) == any(outlined)
            fresh = [each for each in hill.descendants() if "data-news" in each.attributes]
            assert len(fresh) == sum(since[owner, rank] for rank in range(6))
        seen += bool(since)
    assert seen


@pytest.mark.parametrize("n", [2, 4])
def test_what_is_paid_for_is_seen_where_it_would_stand_and_can_be_bought_there(n: int) -> None:
    seen = 0
    for model, (verb, place, cards) in touched_purchases(SEATS_BY_COUNT[n]):
        rank = BUILDING_TYPE[IDS[model.match.view(None)["yard"][int(str(place))] or ""]]
        ghosts = elements_of_class(table_region(model, "seats"), "ghost")
        whose = ["keep", "give"] if n == 2 else ["keep"]
        assert [ghost.data_value("data-act") for ghost in ghosts] == [[verb, place, cards, each] for each in whose]
        bar = region_controls(layout.render_screen(model)["bar"])[0]
        assert all(ghost.data_value("data-act") in bar for ghost in ghosts)
        hills = elements_of_class(table_region(model, "seats"), "hill")
        for owner, hill in zip(skyline_owners(model), hills, strict=True):
            counts = elements_of_class(hill, "count")
            becoming = [rank for rank, count in enumerate(counts) if elements_of_class(count, "becomes")]
            assert becoming == ([rank] if owner == model.viewer or owner == len(model.player_names) else [])
            for count in (counts[rank] for rank in becoming):
                has, becomes = map(int, count.text_content().split(" › "))
                assert becomes == has + 1
            assert len(elements_of_class(hill, "coming")) == len(becoming)
        seen += 1
    assert seen


def test_who_would_lead_is_said_for_keeping_and_for_giving() -> None:
    """The sentences name the buyer, the other player, Dirk, or several of them."""
    told = Counter[str]()
    for model, (_verb, place, _cards) in touched_purchases(SEATS_BY_COUNT[2]):
        view = model.match.view(None)
        rank = BUILDING_TYPE[IDS[view["yard"][int(str(place))] or ""]]
        outcome = elements_of_class(table_region(model, "bar"), "prospect")[0].text_content()
        for word, owner in (("Keep", model.viewer), ("Give", 2)):
            held = [sum(BUILDING_TYPE[IDS[name]] == rank for name in row) for row in view["buildings"]]
            held[owner or 0] += 1
            leaders = [n for n, has in enumerate(held) if has == max(held)]
            names = ["you'd lead", f"{model.player_names[1]} would lead", "Dirk would lead"]
            said_ = f"{word}: {'tie' if len(leaders) > 1 else names[leaders[0]]}."
            assert said_ in outcome
            told[said_.split(": ")[1]] += 1
    assert len(told) >= 3


def test_nothing_is_about_to_be_bought_out_of_turn_and_behind_the_curtain() -> None:
    model, _action = next(touched_purchases(SEATS_BY_COUNT[2]))
    waiting = after_messages(model, ["play", ["take", model.match.view(None)["money"][0]]])
    assert not elements_of_class(table_region(waiting, "seats"), "ghost")
    handed = first_model_where(("you", "you", "bot:random"), 1, lambda model: model.curtain)
    assert not elements_of_class(table_region(handed, "seats"), "ghost")


def test_a_hill_tells_who_sits_there_and_how_strong_a_player_is() -> None:
    model = seated_model("you", "bot:casual", names=("Ada", "Bo"))
    heads = [head.text_content(aloud=True) for head in elements_of_class(table_region(model, "seats"), "who")]
    assert ["You" in heads[0], "Bo" in heads[1], "Dirk" in heads[2]] == [True] * 3
    assert ["casual" in heads[1], "neutral" in heads[2]] == [True] * 2


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_the_evening_shows_the_whole_city_with_every_type() -> None:
    from palaces.games.alhambra.posters import PICTURES

    shown = [
        each.attributes.get("href") for each in parse_markup(PICTURES["poster"]()).descendants() if each.name == "use"
    ]
    assert {*shown} == {f"#t-{name}" for name in BUILDING_TYPES}
    assert len(shown) > 20
