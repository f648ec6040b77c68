"""Announcements of Palazzo for screen reader users: options, selection, moves of others, and answers. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model
from palaces.games.palazzo.action_bar import explain_shortfall, no_gain_phrase
from palaces.games.palazzo.draft import cards_value, sort_for_action, tile_to_build, typed_action
from palaces.games.palazzo.streets import BuildSite, build_sites, chosen_site
from palaces.games.palazzo.table import (
    TableView,
    TileUse,
    best_use,
    component_ids,
    next_quarry,
    prospective_points,
    sharing_phrase,
    tile_use_phrase,
)
from pygame_core.i18n import capitalize_first, format_number, join_phrases, list_phrases
from pygame_core.palazzo import sentences
from pygame_core.palazzo.components import (
    CARD_VALUE,
    COIN_CURRENCY,
    IDS,
    RIDER_COUNT,
    TILE_FLOOR,
    TILE_MATERIAL,
)
from pygame_core.palazzo.rules import tile_price
from pygame_core.palazzo.score import palace_points
from pygame_core.palazzo.sentences import returned_value

if TYPE_CHECKING:
    from palaces.app.messages import ListenTopic
    from palaces.games.palazzo.draft import Draft
    from palaces.ui.game_view import OptionsScope
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import Event, JsonBidAction, Phase

STACK_NUMERALS = ("I", "II", "III")
ANNOUNCED_RIDERS_LEFT = 2  # riders left from which on every turn mentions them


def tiles_phrase(tiles: Iterable[str]) -> str:
    """Return tiles as one phrase."""
    return sentences.tiles_name(component_ids(tiles))


def short_tiles_phrase(tiles: Iterable[str]) -> str:
    """Return tiles as one phrase without windows."""
    return join_phrases([_short_tile_phrase(tile) for tile in tiles])


def _definite_tiles_phrase(tiles: Iterable[str]) -> str:
    """Return tiles as one phrase without windows, for a sentence."""
    shown = [(sentences.material_name(TILE_MATERIAL[tile]), TILE_FLOOR[tile]) for tile in component_ids(tiles)]
    one, more = _("the {material} {floor}"), _("{n} {material} {floor}s")
    return join_phrases(
        [
            (more if n > 1 else one).format(n=n, material=made, floor=floor)
            for (made, floor), n in Counter(shown).items()
        ]
    )


def _short_tile_phrase(tile: str) -> str:
    """Return the material and floor of a tile."""
    card = IDS[tile]
    return _("{material} {floor}").format(material=sentences.material_name(TILE_MATERIAL[card]), floor=TILE_FLOOR[card])


# -- options -----------------------------------------------------------------------------------------------------------


def options_announcement(at: TableView, scope: "OptionsScope") -> list[str]:
    """Return the options of this phase with their details.

    A player who has just opened money does not hear the open cards again.
    """
    return [] if at.view["phase"] == "pick" and scope == "continued" else OPTIONS_BY_PHASE[at.view["phase"]](at)


def _turn_options(at: TableView) -> list[str]:
    three = [_("take money")] if ["money"] in at.legal else []
    three.append(_("draw 2 tiles"))
    if any(action[0] == "rebuild" for action in at.legal):
        three.append(_("rebuild"))
    near = [riders_sentence(at)] if RIDER_COUNT - at.view["riders"] <= ANNOUNCED_RIDERS_LEFT else []
    return [_("You can {actions}.").format(actions=_join_options(three)), *near]


def _join_options(options: Sequence[str]) -> str:
    """Return possibilities as one phrase."""
    if len(options) < 2:
        return "".join(options)
    return _("{first} or {last}").format(first=list_phrases(options[:-1]), last=options[-1])


def riders_sentence(at: TableView) -> str:
    return _("{n} of {most} riders have arrived.").format(n=at.view["riders"], most=RIDER_COUNT)


def _pick_options(at: TableView) -> list[str]:
    return [_("Face-up money: {cards}.").format(cards=sentences.cards_name(component_ids(at.view["money"])))]


def _choose_options(at: TableView) -> list[str]:
    """Return the supply with its price, and the quarry of the auction."""
    view = at.view
    said = []
    if view["supply"]:
        price = tile_price(len(view["supply"]))
        said.append(_("Supply, {price} each: {tiles}.").format(price=price, tiles=tiles_phrase(view["supply"])))
        if len(at.legal) == 1:
            said.append(_("You can't afford one."))
    quarry = next_quarry(view)
    if quarry is None:
        return [*said, _("An auction would do nothing: every quarry is empty.")]
    tiles = view["quarries"][quarry]
    said.append(_("Next auction, quarry {n}: {tiles}.").format(n=quarry + 1, tiles=tiles_phrase(tiles)))
    return [*said, _sharing_sentence(len(tiles))]


def _sharing_sentence(tiles: int) -> str:
    return _("{sharing}.").format(sharing=sharing_phrase(tiles))


def _bid_options(at: TableView) -> list[str]:
    view = at.view
    highest = max(view["totals"])
    leader = view["totals"].index(highest)
    who = at.model.player_reference(leader)
    led = who.choose_sentence(_("{name} has bid {n}."), _("You've bid {n}."), n=highest)
    lot = _("Up for auction: {tiles}.").format(tiles=short_tiles_phrase(view["quarries"][view["builder"]]))
    own = _own_bid_sentence(at) if leader != at.model.viewer else None
    return [led, *([own] if own else []), lot]


def _own_bid_sentence(at: TableView) -> str | None:
    """Return the viewer's bid with its currency, which further cards must match, or None without a bid."""
    view, viewer = at.view, at.model.viewer or 0
    own = view["totals"][viewer]
    if not own:
        return None
    if not returned_value(view["totals"], view["turn"], viewer):
        return _("You opened at {n}.").format(n=own)
    money = [IDS[card] for card in view["bids"][viewer] if card[0] != "c"]
    if not money:
        return _("Your bid is {n}.").format(n=own)
    return _("Your bid is {n} in {currency}.").format(n=own, currency=sentences.currency_name(COIN_CURRENCY[money[0]]))


def _claim_options(at: TableView) -> list[str]:
    """Return the tiles, each with its best place in the viewer's street."""
    tiles = [
        _("{tile} {place}").format(tile=sentences.tile_name(IDS[tile]), place=tile_use_phrase(best_use(at, tile)))
        for tile in dict.fromkeys(at.view["quarries"][at.view["builder"]])
    ]
    return [_("Each tile with its best place: {tiles}.").format(tiles=list_phrases(tiles))]


def _build_options(at: TableView) -> list[str]:
    """Return the places for the tile, with their points."""
    ways = [_place_phrase(spot) for spot in build_sites(at)]
    return [_("You can build it {places}, or discard it.").format(places=list_phrases(ways))]


def _place_phrase(spot: BuildSite) -> str:
    """Return a phrase for a place and its points."""
    return tile_use_phrase(TileUse(spot.place if isinstance(spot.place, int) else None, spot.gain))


def _no_options(at: TableView) -> list[str]:
    return []


OPTIONS_BY_PHASE: "dict[Phase, Callable[[TableView], list[str]]]" = {
    "turn": _turn_options,
    "pick": _pick_options,
    "choose": _choose_options,
    "bid": _bid_options,
    "claim": _claim_options,
    "build": _build_options,
    "over": _no_options,
}


# -- selection ---------------------------------------------------------------------------------------------------------


def draft_announcement(at: TableView) -> list[str]:
    """Return the selection, its sufficiency, and its effect on the viewer's palaces."""
    phase, draft = at.view["phase"], at.draft
    if phase == "pick" and isinstance(draft.place, int):
        return [
            _("{card} chosen.").format(card=capitalize_first(sentences.money_name(IDS[at.view["money"][draft.place]])))
        ]
    if phase == "claim" and draft.tiles:
        return [
            _("{tile} chosen. {made}").format(
                tile=capitalize_first(_short_tile_phrase(draft.tiles[0])), made=_prospect_sentence(at, draft.tiles)
            )
        ]
    if phase == "choose":
        return [_purchase_sentence(at)]
    if phase == "bid" and draft.cards:
        return [_bid_sentence(at)]
    if phase == "build" or draft.rebuilding:
        return [_placement_sentence(at)]
    return []


def _prospect_sentence(at: TableView, tiles: Sequence[str]) -> str:
    """Return a sentence for the points of the viewer's palaces with the tiles."""
    now, then = prospective_points(at, tiles)
    if now == then:
        return _("{phrase}.").format(phrase=no_gain_phrase(at, tiles))
    said = _("Your palaces: {now}, up to {then} with that.")
    return said.format(now=format_number(now), then=format_number(then))


def _purchase_sentence(at: TableView) -> str:
    draft = at.draft
    cards = sentences.cards_name(component_ids(draft.cards))
    if not draft.tiles:
        return _("Chosen: {cards}.").format(cards=cards)
    price = tile_price(len(at.view["supply"])) * len(draft.tiles)
    tiles = capitalize_first(short_tiles_phrase(draft.tiles))
    refusal = at.model.match.allows(typed_action(("buy", draft.tiles, sort_for_action(draft.cards))))
    if refusal is not None:
        why = explain_shortfall(at, refusal)[0] if draft.cards else _("You can't afford this.")
        return _("{tiles} for {price}: {why}").format(tiles=tiles, price=price, why=why)
    over = (cards_value(draft.cards) or 0) - price
    if not draft.cards:
        said = _("{tiles} would be free. {made}")
    elif over:
        said = _("{tiles} for {price} with {cards}: this would overpay by {over}. {made}")
    else:
        said = _("{tiles} for {price} with {cards}: this would be exact. {made}")
    made = _prospect_sentence(at, draft.tiles)
    return said.format(tiles=tiles, price=price, cards=cards, over=over, made=made)


def _bid_sentence(at: TableView) -> str:
    view, draft = at.view, at.draft
    cards, mine = sentences.cards_name(component_ids(draft.cards)), view["totals"][at.model.viewer or 0]
    action: JsonBidAction = ("bid", *sort_for_action(draft.cards))
    refusal = at.model.match.allows(action)
    if refusal is not None:
        return _("{cards}: {why}").format(cards=capitalize_first(cards), why=explain_shortfall(at, refusal)[0])
    total = mine + (cards_value(draft.cards) or 0)
    lot = view["quarries"][view["builder"]]
    said = _("With {cards}, you'd bid {n} and beat {highest} by {more}. {made}")
    highest = max(view["totals"])
    return said.format(cards=cards, n=total, highest=highest, more=total - highest, made=_prospect_sentence(at, lot))


def _placement_sentence(at: TableView) -> str:
    """Return a sentence for the tile that is being built or moved, and for its selected place."""
    spot = chosen_site(at)
    if spot:
        return _("{tile} would go {place}.").format(
            tile=capitalize_first(_short_tile_phrase(spot.tile)), place=_place_phrase(spot)
        )
    if not at.draft.rebuilding:
        return _("{tile} chosen.").format(tile=capitalize_first(_short_tile_phrase(tile_to_build(at.view, at.draft))))
    ways = [_place_phrase(each) for each in build_sites(at)]
    if ways:
        return _("You can put it {places}.").format(places=_join_options(ways))
    if at.draft.own_tile is not None:
        return _("It fits on no other palace.")
    said = _("Rebuild for {card}: choose a floor of your palaces.")
    return said.format(card=sentences.cards_name(component_ids(at.draft.cards)))


# -- moves of others ---------------------------------------------------------------------------------------------------


def round_announcement(model: "Model[Palazzo, Draft]", events: "Sequence[Event]") -> list[str]:
    """Return the buildings and auctions of the others, the riders, the taken money, and who passed."""
    return [
        *(sentence for event in events for sentence in _table_change_sentences(model, event)),
        *_building_sentences(model, events),
        *_taken_money_sentences(model, events),
        *_passed_sentences(model, events),
        *(model.entry_sentences(event)[-1] for event in events if event["over"]),
    ]


def _table_change_sentences(model: "Model[Palazzo, Draft]", event: "Event") -> list[str]:
    """Return changes for everybody: an auction that began or was won, or riders."""
    if event["verb"] == "auction":
        return model.entry_sentences(event)[:1]
    if event["verb"] == "tiles":
        return (
            [_("{n} of {most} riders have arrived.").format(n=event["riders"], most=RIDER_COUNT)]
            if event["came"]
            else []
        )
    if event["verb"] == "pass" and "won" in event:
        won = model.player_reference(event["won"])
        said = _("{name} won the auction with {total}."), _("You won the auction with {total}.")
        return [won.choose_sentence(*said, total=event["paid"])]
    return []


def _building_sentences(model: "Model[Palazzo, Draft]", events: "Sequence[Event]") -> list[str]:
    """Return the tiles of each seat, built or still to build, and its points now."""
    said, totals = [], model.match.view(None)["points"]
    for seat in _acting_seats(events):
        own = [event for event in events if event["seat"] == seat]
        who = model.player_reference(seat)
        built = [
            tile for event in own if event["verb"] == "build" and event["where"] != "out" for tile in event["tiles"]
        ]
        if built:
            both = (
                ngettext(
                    "{name} built {tiles} and now has {n} point.",
                    "{name} built {tiles} and now has {n} points.",
                    abs(totals[seat]),
                ),
                ngettext(
                    "You built {tiles} and now have {n} point.",
                    "You built {tiles} and now have {n} points.",
                    abs(totals[seat]),
                ),
            )
            said.append(who.choose_sentence(*both, tiles=_definite_tiles_phrase(built), n=format_number(totals[seat])))
        elif not any(event["verb"] == "build" for event in own):
            got = [tile for event in own if event["verb"] in ("buy", "claim") for tile in event["tiles"]]
            if got:
                said.append(
                    who.choose_sentence(
                        _("{name} took {tiles}."), _("You took {tiles}."), tiles=_definite_tiles_phrase(got)
                    )
                )
        else:
            out = [tile for event in own if event["verb"] == "build" for tile in event["tiles"]]
            both = _("{name} discarded {tiles}."), _("You discarded {tiles}.")
            said.append(who.choose_sentence(*both, tiles=_definite_tiles_phrase(out)))
        said += [model.entry_sentences(event)[0] for event in own if event["verb"] == "rebuild"]
    return said


def _taken_money_sentences(model: "Model[Palazzo, Draft]", events: "Sequence[Event]") -> list[str]:
    """Return the open money that each seat took."""
    said = []
    for seat in _acting_seats(events):
        cards = [
            card for event in events if (event["seat"], event["verb"]) == (seat, "pick") for card in event["cards"]
        ]
        if cards:
            both = _("{name} took {cards}."), _("You took {cards}.")
            said.append(
                model.player_reference(seat).choose_sentence(*both, cards=sentences.cards_name(component_ids(cards)))
            )
    return said


def _passed_sentences(model: "Model[Palazzo, Draft]", events: "Sequence[Event]") -> list[str]:
    """Return a sentence for the seats that left the current auction. The bid options name the highest bid."""
    ended = max((n for n, event in enumerate(events) if "won" in event), default=-1)
    out = [model.player_names[event["seat"]] for event in events[ended + 1 :] if event["verb"] == "pass"]
    return [_("{names} passed.").format(names=join_phrases(out))] if out else []


def _acting_seats(events: "Sequence[Event]") -> list[int]:
    return [*dict.fromkeys(event["seat"] for event in events)]


# -- answers -----------------------------------------------------------------------------------------------------------


def answer_question(at: TableView, topic: "ListenTopic", what: Sequence[object]) -> list[str]:
    """Return the answer to a question that the viewer asked with a key."""
    match topic, what:
        case "open", _at:
            return _market_sentences(at)
        case "own", _at:
            return [*_hand_sentences(at), *_street_sentences(at, at.front_seat)]
        case "standings", _at:
            return [
                sentence
                for seat in range(len(at.model.player_names))
                if seat != at.front_seat
                for sentence in _street_sentences(at, seat, has_windows=False)
            ]
        case "worth", ["touch", "supply" | "claim" | "tile", str(tile)] | ["claim", str(tile)] if tile in IDS:
            return [
                _("{tile}. {made}").format(
                    tile=capitalize_first(_short_tile_phrase(tile)), made=_prospect_sentence(at, [tile])
                )
            ]
        case "worth", ["touch", "place", place] | ["build", _, place]:
            return [
                _("{tile} {place}.").format(
                    tile=capitalize_first(_short_tile_phrase(spot.tile)), place=_place_phrase(spot)
                )
                for spot in build_sites(at)
                if spot.place == place
            ]
        case "worth" | "beside", ["touch", "own", int(n), *_] if 0 <= n < len(at.front_palaces):
            return [_palace_sentence(at.front_palaces[n], n)]
        case "worth", ["touch", "open", int(n)] if 0 <= n < len(at.view["money"]):
            return answer_question(at, topic, ["touch", "card", at.view["money"][n]])
        case "worth", ["touch", "card", str(card)] if card in IDS and card[0] != "c":
            own = sum(CARD_VALUE[IDS[other]] for other in at.open_hand if other[0] == card[0])
            return [
                _("You hold {sum} in {currency}.").format(
                    sum=own, currency=sentences.currency_name(COIN_CURRENCY[IDS[card]])
                )
            ]
    return []


def _market_sentences(at: TableView) -> list[str]:
    """Return the quarries, supply, stacks, money and riders."""
    view = at.view
    said = []
    for n, tiles in enumerate(view["quarries"]):
        place = _("Quarry {n} with the master builder") if n == view["builder"] else _("Quarry {n}")
        lying = tiles_phrase(tiles) if tiles else _("empty")
        said.append(_("{quarry}: {tiles}.").format(quarry=place.format(n=n + 1), tiles=lying))
    if view["supply"]:
        price = tile_price(len(view["supply"]))
        said.append(_("Supply, {price} each: {tiles}.").format(price=price, tiles=tiles_phrase(view["supply"])))
    else:
        said.append(_("The supply is empty."))
    if view["money"]:
        said.append(_("Face-up money: {cards}.").format(cards=sentences.cards_name(component_ids(view["money"]))))
    left = zip(STACK_NUMERALS, view["stacks"], strict=True)
    stacks = join_phrases([_("{n} in stack {roman}").format(roman=roman, n=n) for roman, n in left])
    return [*said, _("Tiles left: {stacks}.").format(stacks=stacks), riders_sentence(at)]


def _hand_sentences(at: TableView) -> list[str]:
    """Return the open hand, by currency."""
    cards = sentences.cards_name(component_ids(sort_for_action(at.open_hand)))
    return [_("You have {cards}.").format(cards=cards) if cards else _("You have no money.")]


def _street_sentences(at: TableView, seat: int, *, has_windows: bool = True) -> list[str]:
    """Return the palaces of a seat. Without windows, the streets of all others are short enough to listen to."""
    row, who = at.view["palaces"][seat], at.model.player_reference(seat)
    if not row:
        return [who.choose_sentence(_("{name} has no palaces yet."), _("You have no palaces yet."))]
    head = who.choose_sentence(_("{name}'s palaces:"), _("Your palaces:"))
    return [head, *(_palace_sentence(palace, n, has_windows=has_windows) for n, palace in enumerate(row))]


def _palace_sentence(palace: Sequence[str], n: int, *, has_windows: bool = True) -> str:
    """Return a sentence for a palace, from its lowest floor up, with its points."""
    value = palace_points(component_ids(palace))
    tiles = tiles_phrase(palace) if has_windows else short_tiles_phrase(palace)
    said = ngettext("Palace {n}, {points} point: {tiles}.", "Palace {n}, {points} points: {tiles}.", abs(value))
    return said.format(n=n + 1, tiles=tiles, points=format_number(value))
