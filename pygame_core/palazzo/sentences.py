"""All sentences of Palazzo for people."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from pygame_core.i18n import (
    N_,
    SentenceSubject,
    _,
    format_number,
    join_phrases,
    ngettext,
    sentence_subjects,
)
from pygame_core.palazzo.card_sets import card_set, currency_and_value, max_bid_value
from pygame_core.palazzo.components import (
    CARD_VALUE,
    CERTIFICATE,
    COIN_CURRENCY,
    CURRENCIES,
    IDS,
    MATERIALS,
    OPENING_BID,
    RIDER_COUNT,
    TILE_FLOOR,
    TILE_MATERIAL,
    TILE_WINDOWS,
)
from pygame_core.palazzo.palace_row import OUT_OF_GAME, Row, best_gain, best_place, place_gain, row_after_rebuild
from pygame_core.palazzo.score import palace_points, row_points
from pygame_core.state import Illegal, JsonAction, open_hand

if TYPE_CHECKING:
    from pygame_core.palazzo.types import (
        ActionEvent,
        AuctionEvent,
        BuildTarget,
        DrawEvent,
        Event,
        Phase,
        Verb,
        View,
    )

TITLE = N_("Palazzo")
CURRENCY_NAMES = {"red": N_("red"), "blue": N_("blue"), "yellow": N_("yellow")}
MATERIAL_NAMES = {"brick": N_("brick"), "sandstone": N_("sandstone"), "marble": N_("marble")}
TERM_NAMES = {
    "palaces": N_("palaces"),
    "money": N_("money in hand"),
    "draw": N_("tiles still to draw"),
    "auction": N_("the next auction"),
    "rivals": N_("keeping tiles from opponents"),
    "points": N_("points right away"),
}
"""The terms of the bots' judgment, in words that fit after “best for” and “not for”."""


def game_title() -> str:
    """Return the name of the game."""
    return _(TITLE)


def currency_name(n: int) -> str:
    """Return the name of a currency (0-2)."""
    return _(CURRENCY_NAMES[CURRENCIES[n]])


def material_name(n: int) -> str:
    """Return the name of a material (0-2)."""
    return _(MATERIAL_NAMES[MATERIALS[n]])


def money_name(card: int) -> str:
    """Return a money card in words, as a label.

    >>> money_name(IDS["b7"]), money_name(IDS["c2"])
    ('blue 7', 'certificate')
    """
    if card == CERTIFICATE:
        return _("certificate")
    return _("{currency} {value}").format(currency=currency_name(COIN_CURRENCY[card]), value=CARD_VALUE[card])


def definite_money_name(card: int) -> str:
    """Return a certain money card in words, for a sentence.

    >>> definite_money_name(IDS["b7"]), definite_money_name(IDS["c2"])
    ('the blue 7', 'a certificate')
    """
    if card == CERTIFICATE:
        return cards_name([card])
    return _("the {currency} {value}").format(currency=currency_name(COIN_CURRENCY[card]), value=CARD_VALUE[card])


def cards_name(cards: Sequence[int]) -> str:
    """Return money cards as one phrase for a sentence; equal cards are counted together.

    >>> cards_name([IDS["r3"], IDS["b7"], IDS["b7"], IDS["c2"]])
    'a red 3, 2 blue 7s and a certificate'
    """
    counts = Counter(card for card in cards if card != CERTIFICATE)
    coins = [_equal_coins_name(card, n) for card, n in counts.items()]
    return join_phrases([*coins, *_certificates_names(len(cards) - counts.total())])


def _equal_coins_name(card: int, n: int) -> str:
    """Return `n` cards of one currency and value as a phrase."""
    coin = {"currency": currency_name(COIN_CURRENCY[card]), "value": CARD_VALUE[card]}
    if n == 1:
        return _("a {currency} {value}").format(**coin)
    return ngettext("{n} {currency} {value}", "{n} {currency} {value}s", n).format(n=n, **coin)


def _certificates_names(n: int) -> list[str]:
    """Return `n` certificates as a phrase, or nothing without any."""
    if n < 2:
        return [_("a certificate")] * n
    return [ngettext("{n} certificate", "{n} certificates", n).format(n=n)]


def tile_name(tile: int) -> str:
    """Return a tile in words, as a label: material, floor, windows. Doors count as windows.

    >>> tile_name(IDS["brick-3-1"])
    'brick 3 (1 window)'
    """
    said = ngettext("{material} {floor} ({n} window)", "{material} {floor} ({n} windows)", TILE_WINDOWS[tile])
    return said.format(material=material_name(TILE_MATERIAL[tile]), floor=TILE_FLOOR[tile], n=TILE_WINDOWS[tile])


def tiles_name(tiles: Sequence[int]) -> str:
    """Return tiles as one phrase for a list."""
    return join_phrases([tile_name(tile) for tile in tiles])


def definite_tile_name(tile: int) -> str:
    """Return a tile in words, for a sentence.

    >>> definite_tile_name(IDS["brick-3-1"])
    'the brick 3 (1 window)'
    """
    said = ngettext("the {material} {floor} ({n} window)", "the {material} {floor} ({n} windows)", TILE_WINDOWS[tile])
    return said.format(material=material_name(TILE_MATERIAL[tile]), floor=TILE_FLOOR[tile], n=TILE_WINDOWS[tile])


def definite_tiles_name(tiles: Sequence[int]) -> str:
    """Return tiles as one phrase for a sentence."""
    return join_phrases([definite_tile_name(tile) for tile in tiles])


# -- refusals ----------------------------------------------------------------------------------------------------------

REFUSAL_BY_PHASE: dict["Phase", tuple[str, str]] = {
    "turn": ("P9", N_("Choose an action first: take money, draw 2 tiles, or rebuild.")),
    "pick": ("P9", N_("Choose one of the face-up money cards first.")),
    "choose": ("P10", N_("The 2 tiles are drawn: buy from the supply, or hold an auction.")),
    "bid": ("P16", N_("There's an auction: bid more, or pass.")),
    "claim": ("P19", N_("The quarry has 4 tiles or more, so everyone takes one. Choose yours first.")),
    "build": ("P21", N_("Place your new tile first: on a palace or as a new palace. Or discard it.")),
    "over": ("P24", N_("The game is over.")),
}


def refuse_phase(phase: "Phase") -> Illegal:
    clause, sentence = REFUSAL_BY_PHASE[phase]
    return Illegal(clause, _(sentence))


def refuse_over() -> Illegal:
    return refuse_phase("over")


def refuse_no_money(needed: int) -> Illegal:
    sentence = _(
        "Pile and discards together have fewer than {n} cards, so you can't take money. Choose another action."
    )
    return Illegal("P9", sentence.format(n=needed))


def refuse_not_open(card: int) -> Illegal:
    sentence = _("There's no {card} among the face-up cards. Choose another card.")
    return Illegal("P9", sentence.format(card=money_name(card)))


def refuse_not_in_supply(tile: int) -> Illegal:
    sentence = _("There's no {tile} in the supply. Choose another tile.")
    return Illegal("P12", sentence.format(tile=tile_name(tile)))


def refuse_missing(tiles: int, price: int, missing: int) -> Illegal:
    if tiles == 1:
        one = _("The tile costs {price}. You're {missing} short: add cards, or hold an auction.")
        return Illegal("P12", one.format(price=price, missing=missing))
    both = _("The 2 tiles cost {price} each. You're {missing} short: add cards, or choose 1 tile.")
    return Illegal("P12", both.format(price=price, missing=missing))


def refuse_not_held(card: int) -> Illegal:
    sentence = _("There's no {card} left in your hand. Choose other cards.")
    return Illegal("P7", sentence.format(card=money_name(card)))


def refuse_mixed() -> Illegal:
    return Illegal("P7", _("These cards don't go together. Use one color, or one value in all 3 colors."))


def refuse_currency(own: int) -> Illegal:
    sentence = _("Your bid is in {currency}. Add {currency} cards, groups or certificates.")
    return Illegal("P16", sentence.format(currency=currency_name(own)))


def refuse_low(total: int, highest: int) -> Illegal:
    sentence = _("The highest bid is {highest}, and yours would be {total}. Add cards, or pass.")
    return Illegal("P16", sentence.format(total=total, highest=highest))


def refuse_not_on_quarry(tile: int) -> Illegal:
    sentence = _("There's no {tile} on the master builder's quarry. Choose another tile.")
    return Illegal("P19", sentence.format(tile=tile_name(tile)))


def refuse_not_yours(tile: int) -> Illegal:
    return Illegal("P21", _("You have no {tile} to build right now.").format(tile=tile_name(tile)))


def refuse_no_palace(at: int, clause: str) -> Illegal:
    return Illegal(clause, _("You have no palace {n}. Choose another palace.").format(n=at + 1))


def refuse_not_on_top(tile: int, top: int, fits: bool) -> Illegal:
    if TILE_FLOOR[tile] == TILE_FLOOR[top] or not fits:
        return refuse_same_floor(tile)
    sentence = _(
        "Floor {floor} can't go on top of floor {top}. Build it somewhere else. You can move it in later by rebuilding."
    )
    return Illegal("P23", sentence.format(floor=TILE_FLOOR[tile], top=TILE_FLOOR[top]))


def refuse_same_floor(tile: int) -> Illegal:
    sentence = _("That palace already has a floor {floor}. Choose another one.")
    return Illegal("P22", sentence.format(floor=TILE_FLOOR[tile]))


def refuse_no_card() -> Illegal:
    return Illegal("P14", _("Rebuilding costs a money card, and you have none."))


def refuse_already_alone() -> Illegal:
    return Illegal("P14", _("That floor is already on its own. Choose another one."))


def refuse_no_floor(floor: int) -> Illegal:
    return Illegal("P14", _("That palace has no floor {floor}. Choose another one.").format(floor=floor))


def refuse_not_single() -> Illegal:
    return Illegal("P14", _("You can only move or discard a single floor. Split it off first."))


def refuse_same_palace() -> Illegal:
    return Illegal("P14", _("A floor can't move onto itself. Choose another palace."))


def refuse_malformed_action() -> Illegal:
    return Illegal(None, _("That isn't an action of Palazzo. Nothing was played."))


def refuse_malformed_setup() -> Illegal:
    return Illegal(None, _("The starting setup in this save isn't valid for Palazzo."))


# -- the log -----------------------------------------------------------------------------------------------------------


def event_sentences(event: "Event", names: Sequence[str], you: int | None = None) -> list[str]:
    """Return the sentences of an event of `Match.events`, the action first.

    `names` is by seat; the sentences address the seat `you` directly.
    """
    seats = sentence_subjects(names, you)
    who = seats[event["seat"]]
    said = [_SENTENCE_BY_VERB[event["verb"]](event, who)]
    if event["verb"] == "auction":
        said += _auction_result_sentences(event, who)
    elif event["verb"] == "pass" and "won" in event:
        said.append(_win_sentence(event, seats[event["won"]]))
    elif event["verb"] == "build" and event["leave"]:
        tiles = definite_tiles_name(component_ids(event["leave"]))
        said.append(_("The other tiles left the game: {tiles}.").format(tiles=tiles))
    if event["over"]:
        said.append(_("The last rider arrived. The game is over."))
    return said


def component_ids(named: Sequence[str]) -> list[int]:
    """Return the ids of cards or tiles in notation."""
    return [IDS[card] for card in named]


def _money_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    return who.choose_sentence(
        _("{name} turned up {cards}."), _("You turned up {cards}."), cards=cards_name(component_ids(event["cards"]))
    )


def _pick_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    (card,) = component_ids(event["cards"])
    return who.choose_sentence(_("{name} took {card}."), _("You took {card}."), card=definite_money_name(card))


def _tiles_sentence(event: "DrawEvent", who: SentenceSubject) -> str:
    drawn = []
    if event["supply"]:
        drawn.append(_("{tile} for the supply").format(tile=definite_tile_name(IDS[event["supply"]])))
    if event["quarry"]:
        place, tile = event["quarry"]
        drawn.append(_("{tile} for quarry {n}").format(tile=definite_tile_name(IDS[tile]), n=place + 1))
    if event["came"]:
        riders = ngettext("{n} rider ({all} of {most})", "{n} riders ({all} of {most})", event["came"])
        riders = _("a rider ({all} of {most})") if event["came"] == 1 else riders
        drawn.append(riders.format(n=event["came"], all=event["riders"], most=RIDER_COUNT))
    return who.choose_sentence(_("{name} drew {tiles}."), _("You drew {tiles}."), tiles=join_phrases(drawn))


def _buy_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    tiles = definite_tiles_name(component_ids(event["tiles"]))
    if not event["cards"]:
        return who.choose_sentence(_("{name} got {tiles} for free."), _("You got {tiles} for free."), tiles=tiles)
    return who.choose_sentence(
        _("{name} bought {tiles} for {price} with {cards}."),
        _("You bought {tiles} for {price} with {cards}."),
        tiles=tiles,
        price=event["price"],
        cards=cards_name(component_ids(event["cards"])),
    )


def _auction_sentence(event: "AuctionEvent", who: SentenceSubject) -> str:
    if event["quarry"] is None:
        return who.choose_sentence(
            _("{name} wanted an auction, but every quarry was empty."),
            _("You wanted an auction, but every quarry was empty."),
        )
    return who.choose_sentence(
        _("{name} sent the master builder to quarry {n}."),
        _("You sent the master builder to quarry {n}."),
        n=event["quarry"] + 1,
    )


def _auction_result_sentences(event: "AuctionEvent", who: SentenceSubject) -> list[str]:
    if event["quarry"] is None:
        return []
    if event["claims"]:
        return [_("Everyone got one of the {n} tiles.").format(n=len(event["tiles"]))]
    tiles = definite_tiles_name(component_ids(event["tiles"]))
    opened = _("{name} put {tiles} up for auction at 3."), _("You put {tiles} up for auction at 3.")
    return [who.choose_sentence(*opened, tiles=tiles)]


def _bid_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    cards = component_ids(event["cards"])
    said = (
        (_("{name} bid {total} with {cards}."), _("You bid {total} with {cards}."))
        if _bid_value(cards) == event["total"]
        else (_("{name} bid {total}, adding {cards}."), _("You bid {total}, adding {cards}."))
    )
    return who.choose_sentence(*said, total=event["total"], cards=cards_name(cards))


def _pass_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    return who.choose_sentence(_("{name} passed."), _("You passed."))


def _win_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    """Return who won. P18: an opener without a rival pays nothing."""
    if event["paid"] == OPENING_BID:
        return who.choose_sentence(
            _("Nobody else bid, so {name} got {tiles} for free."),
            _("Nobody else bid, so you got {tiles} for free."),
            tiles=definite_tiles_name(component_ids(event["tiles"])),
        )
    return who.choose_sentence(
        _("{name} won {tiles} with a bid of {total}."),
        _("You won {tiles} with a bid of {total}."),
        total=event["paid"],
        tiles=definite_tiles_name(component_ids(event["tiles"])),
    )


def _claim_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    tile = definite_tile_name(IDS[event["tiles"][0]])
    return who.choose_sentence(
        _("{name} took {tile} from the quarry."), _("You took {tile} from the quarry."), tile=tile
    )


def _build_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    tile = definite_tile_name(IDS[event["tiles"][0]])
    if event["where"] == "out":
        return who.choose_sentence(_("{name} discarded {tile}."), _("You discarded {tile}."), tile=tile)
    if event["where"] == "new":
        return who.choose_sentence(
            _("{name} started a palace with {tile}."), _("You started a palace with {tile}."), tile=tile
        )
    return who.choose_sentence(
        _("{name} built {tile} on palace {n}, now worth {points}."),
        _("You built {tile} on palace {n}, now worth {points}."),
        tile=tile,
        n=event["where"] + 1,
        points=event["points"],
    )


def _rebuild_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    said = {
        "split": (
            _("{name} paid {card} and split {tile} off palace {n}."),
            _("You paid {card} and split {tile} off palace {n}."),
        ),
        "join": (
            _("{name} paid {card} and moved {tile} into palace {n}, now worth {points}."),
            _("You paid {card} and moved {tile} into palace {n}, now worth {points}."),
        ),
        "drop": (
            _("{name} paid {card} and discarded {tile}."),
            _("You paid {card} and discarded {tile}."),
        ),
    }[event["change"]]
    card, tile = cards_name(component_ids(event["cards"])), definite_tile_name(IDS[event["tiles"][0]])
    where = event.get("where")
    n = where + 1 if isinstance(where, int) else 0
    return who.choose_sentence(*said, card=card, tile=tile, n=n, points=event["points"])


_SENTENCE_BY_VERB: dict["Verb", Callable[..., str]] = {
    "money": _money_sentence,
    "pick": _pick_sentence,
    "tiles": _tiles_sentence,
    "buy": _buy_sentence,
    "auction": _auction_sentence,
    "bid": _bid_sentence,
    "pass": _pass_sentence,
    "claim": _claim_sentence,
    "build": _build_sentence,
    "rebuild": _rebuild_sentence,
}


# -- actions and judgments ---------------------------------------------------------------------------------------------


def action_name(action: JsonAction, view: "View | None" = None) -> str:
    """Return a short phrase for an action in its JSON form, for buttons and hints; a view makes it more exact.

    Palaces are counted from 1.

    >>> action_name(["rebuild", "r3", "join", 1, 0])
    'Pay a red 3 and move the single floor of palace 2 into palace 1'
    """
    verb, *of = action
    if verb == "buy":
        tiles = definite_tiles_name(component_ids(of[0]))
        if not of[1]:
            return _("Get {tiles} for free").format(tiles=tiles)
        return _("Buy {tiles} with {cards}").format(tiles=tiles, cards=cards_name(component_ids(of[1])))
    if verb == "pick":
        return _("Take {card}").format(card=definite_money_name(IDS[of[0]]))
    if verb == "bid":
        return _bid_name(of, view)
    if verb == "claim":
        return _("Take {tile} from the quarry").format(tile=definite_tile_name(IDS[of[0]]))
    if verb == "build":
        built = {"out": _("Discard {tile}"), "new": _("Start a palace with {tile}")}
        said, n = (built[of[1]], 0) if of[1] in built else (_("Build {tile} on palace {n}"), of[1] + 1)
        return said.format(tile=definite_tile_name(IDS[of[0]]), n=n)
    if verb == "rebuild":
        card, change, at, *to = of
        tile = _lowest_tile_name(view, at) if view and change != "split" else ""
        said = {
            "split": _("Pay {card} and split floor {to} off palace {n}"),
            "join": _("Pay {card} and move {tile} into palace {to}"),
            "drop": _("Pay {card} and discard {tile}"),
        }[change]
        into = [place + (change == "join") for place in to] or [0]
        tile = tile or _("the single floor of palace {n}").format(n=at + 1)
        return said.format(card=cards_name(component_ids([card])), n=at + 1, tile=tile, to=into[0])
    return verb_name(verb)


def verb_name(verb: str) -> str:
    """Return a short phrase for all actions with a verb."""
    return {
        "money": _("Take money"),
        "pick": _("Take a money card"),
        "tiles": _("Draw 2 tiles"),
        "buy": _("Buy tiles"),
        "auction": _("Hold an auction"),
        "bid": _("Bid"),
        "pass": _("Pass"),
        "claim": _("Take a tile"),
        "build": _("Place a tile"),
        "rebuild": _("Rebuild"),
    }[verb]


def _lowest_tile_name(view: "View", at: int) -> str:
    """Return the lowest tile of a palace of the seat to move, in words."""
    seat = view["to_move"]
    return "" if seat is None else definite_tile_name(IDS[view["palaces"][seat][at][0]])


def _bid_name(cards: Sequence[str], view: "View | None") -> str:
    """Return a short phrase for a bid, with its total if a view is given."""
    added = cards_name(component_ids(cards))
    seat = view["to_move"] if view else None
    if view is None or seat is None:
        return _("Add {cards} to your bid").format(cards=added)
    before = view["totals"][seat]
    said = _("Raise your bid to {n} with {cards}") if before else _("Bid {n} with {cards}")
    return said.format(n=before + _bid_value(component_ids(cards)), cards=added)


def _bid_value(cards: Sequence[int]) -> int:
    """Return the value of cards of a bid; 0 if they cannot be played together (P7, P8)."""
    played = currency_and_value(card_set(cards))
    return played[1] if played else 0


def returned_value(totals: Sequence[int], opener: int, seat: int) -> int:
    """P15, P18: return the value of the bid cards that `seat` takes back if it passes. The opening 3 is no card."""
    return totals[seat] - (OPENING_BID if seat == opener else 0)


def action_note(action: JsonAction, view: "View") -> str:
    """Return what an action does to the palaces or the money of the seat to move, as a short line; "" for nothing."""
    seat = view["to_move"]
    assert seat is not None
    row = tuple(tuple(component_ids(palace)) for palace in view["palaces"][seat])
    match action:
        case ["build", tile, where] if where != OUT_OF_GAME:
            return _place_note(row, IDS[tile], where)
        case ["claim", tile]:
            return _place_note(row, IDS[tile], best_place(row, IDS[tile]))
        case ["buy", tiles, _cards]:
            gain = best_gain(row, component_ids(tiles))
            return ngettext("Up to {n} more point", "Up to {n} more points", gain).format(n=gain) if gain else ""
        case ["bid", *_cards]:
            gain = best_gain(row, component_ids(view["quarries"][view["builder"]]))
            said = ngettext("Up to {n} more point if you win", "Up to {n} more points if you win", gain)
            return said.format(n=gain) if gain else ""
        case ["pass"]:
            back = returned_value(view["totals"], view["turn"], seat)
            return _("You get {n} back").format(n=back) if back else ""
        case ["pick", card]:
            hand = component_ids(open_hand(view, seat))
            before, after = max_bid_value(card_set(hand)), max_bid_value(card_set([*hand, IDS[card]]))
            said = _("You could bid up to {after} instead of {before}")
            return said.format(before=before, after=after) if after > before else ""
        case ["rebuild", _card, change, at, *to]:
            return _change_note(row_points(row_after_rebuild(row, change, at, *to)) - row_points(row))
    return ""


def _change_note(gain: int) -> str:
    """Return a change of all points as a short line, or "" for none."""
    if gain < 0:
        return ngettext("{n} point fewer", "{n} points fewer", -gain).format(n=-gain)
    return ngettext("{n} more point", "{n} more points", gain).format(n=gain) if gain else ""


def _place_note(row: Row, tile: int, where: "BuildTarget") -> str:
    """Return what a tile does in a place, as a short line."""
    gain = place_gain(row, tile, where)
    if not isinstance(where, int):
        return _("{gain} as a single floor").format(gain=format_number(gain))
    said = ngettext(
        "{n} more point: palace {palace} is then worth {worth}",
        "{n} more points: palace {palace} is then worth {worth}",
        gain,
    )
    return said.format(n=gain, palace=where + 1, worth=format_number(palace_points((*row[where], tile))))


def term_name(term: str, _beside: Collection[str] = ()) -> str:
    """Return the name of a term of the bots' judgment; a term without a name stays unchanged."""
    return _(TERM_NAMES[term]) if term in TERM_NAMES else term
