"""All sentences of Palazzo for people."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from pygame_core.i18n import (
    N_,
    SentenceSubject,
    _,
    join_phrases,
    ngettext,
    sentence_subjects,
)
from pygame_core.palazzo.components import (
    CARD_VALUE,
    CERTIFICATE,
    COIN_CURRENCY,
    CURRENCIES,
    IDS,
    MATERIALS,
    RIDER_COUNT,
    TILE_FLOOR,
    TILE_MATERIAL,
    TILE_WINDOWS,
)
from pygame_core.state import Illegal, JsonAction

if TYPE_CHECKING:
    from pygame_core.palazzo.types import (
        ActionEvent,
        AuctionEvent,
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
    "draw": N_("the tiles that may be drawn"),
    "auction": N_("chances in the auction"),
    "rivals": N_("what the auction leaves to others"),
    "points": N_("points scored soon"),
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
    """Return a money card in words.

    >>> money_name(IDS["b7"]), money_name(IDS["c2"])
    ('blue 7', 'certificate')
    """
    if card == CERTIFICATE:
        return _("certificate")
    return _("{currency} {value}").format(currency=currency_name(COIN_CURRENCY[card]), value=CARD_VALUE[card])


def cards_name(cards: Sequence[int]) -> str:
    """Return money cards as one phrase.

    >>> cards_name([IDS["r3"], IDS["c2"], IDS["c2"]])
    'red 3 and 2 certificates'
    """
    coins = [money_name(card) for card in cards if card != CERTIFICATE]
    n = len(cards) - len(coins)
    jokers = [ngettext("{n} certificate", "{n} certificates", n).format(n=n)] if n else []
    return join_phrases([*coins, *jokers])


def tile_name(tile: int) -> str:
    """Return a tile in words: material, floor, windows. Doors count as windows.

    >>> tile_name(IDS["brick-3-1"])
    'brick floor 3 with 1 window'
    """
    said = ngettext(
        "{material} floor {floor} with {n} window", "{material} floor {floor} with {n} windows", TILE_WINDOWS[tile]
    )
    return said.format(material=material_name(TILE_MATERIAL[tile]), floor=TILE_FLOOR[tile], n=TILE_WINDOWS[tile])


def tiles_name(tiles: Sequence[int]) -> str:
    """Return tiles as one phrase."""
    return join_phrases([tile_name(tile) for tile in tiles])


# -- refusals ----------------------------------------------------------------------------------------------------------

REFUSAL_BY_PHASE: dict["Phase", tuple[str, str]] = {
    "turn": ("P9", N_("It is time for one of three actions: take money, draw two tiles, or reconstruct.")),
    "pick": ("P9", N_("One of the open money cards has to be chosen first.")),
    "choose": ("P10", N_("Two tiles have been drawn: buy from the supply, or hold the auction.")),
    "bid": ("P16", N_("An auction is going on: bid more, or pass.")),
    "claim": ("P19", N_("There are four tiles or more on the quarry: one of them has to be taken.")),
    "build": ("P21", N_("The tile just taken has to be built first: on a palace, as a new one, or out of the game.")),
    "over": ("P24", N_("The game is over.")),
}


def refuse_phase(phase: "Phase") -> Illegal:
    clause, sentence = REFUSAL_BY_PHASE[phase]
    return Illegal(clause, _(sentence))


def refuse_over() -> Illegal:
    return refuse_phase("over")


def refuse_no_money(needed: int) -> Illegal:
    sentence = _(
        "Pile and discards together hold less than {n} cards, so no money can be taken. Choose another action."
    )
    return Illegal("P9", sentence.format(n=needed))


def refuse_not_open(card: int) -> Illegal:
    return Illegal("P9", _("{card} is not among the open money cards.").format(card=money_name(card).capitalize()))


def refuse_not_in_supply(tile: int) -> Illegal:
    sentence = _("There is no {tile} left in the supply. Choose another tile.")
    return Illegal("P12", sentence.format(tile=tile_name(tile)))


def refuse_missing(tiles: int, price: int, missing: int) -> Illegal:
    if tiles == 1:
        one = _("The tile costs {price}; {missing} missing. Add cards, or hold the auction.")
        return Illegal("P12", one.format(price=price, missing=missing))
    both = _("The two tiles cost {price} each; {missing} missing. Add cards, or choose one tile.")
    return Illegal("P12", both.format(price=price, missing=missing))


def refuse_not_held(card: int) -> Illegal:
    sentence = _("There is no {card} left in your hand. Choose other cards.")
    return Illegal("P7", sentence.format(card=money_name(card)))


def refuse_mixed() -> Illegal:
    return Illegal("P7", _("Play one currency, or one value in all three; take the other coins back."))


def refuse_currency(own: int) -> Illegal:
    sentence = _("Your bid stays in {currency}: add {currency}, groups or certificates.")
    return Illegal("P16", sentence.format(currency=currency_name(own)))


def refuse_low(total: int, highest: int) -> Illegal:
    sentence = _("The highest bid is {highest}, and yours would be {total}. Add cards, or pass.")
    return Illegal("P16", sentence.format(total=total, highest=highest))


def refuse_not_on_quarry(tile: int) -> Illegal:
    sentence = _("There is no {tile} on the master builder's quarry. Choose another tile.")
    return Illegal("P19", sentence.format(tile=tile_name(tile)))


def refuse_not_yours(tile: int) -> Illegal:
    return Illegal("P21", _("There is no {tile} for you to build now.").format(tile=tile_name(tile)))


def refuse_no_palace(at: int, clause: str) -> Illegal:
    return Illegal(clause, _("There is no palace with the number {n} in your row.").format(n=at + 1))


def refuse_not_on_top(tile: int, top: int, fits: bool) -> Illegal:
    if TILE_FLOOR[tile] == TILE_FLOOR[top] or not fits:
        return refuse_same_floor(tile)
    sentence = _(
        "Floor {floor} cannot go on top of floor {top}. Build it elsewhere; a reconstruction can put it in later."
    )
    return Illegal("P23", sentence.format(floor=TILE_FLOOR[tile], top=TILE_FLOOR[top]))


def refuse_same_floor(tile: int) -> Illegal:
    sentence = _("That palace has a floor {floor} already. Choose another one.")
    return Illegal("P22", sentence.format(floor=TILE_FLOOR[tile]))


def refuse_no_card() -> Illegal:
    return Illegal("P14", _("A reconstruction costs one money card, and you have none."))


def refuse_already_alone() -> Illegal:
    return Illegal("P14", _("That tile stands alone already."))


def refuse_no_floor(floor: int) -> Illegal:
    return Illegal("P14", _("That palace has no floor {floor}.").format(floor=floor))


def refuse_not_single() -> Illegal:
    sentence = _("Only a tile that stands alone can be moved or taken away. Set it alone first.")
    return Illegal("P14", sentence)


def refuse_same_palace() -> Illegal:
    return Illegal("P14", _("A tile cannot be put into itself. Choose another palace."))


def refuse_malformed_action() -> Illegal:
    return Illegal(None, _("This is not an action of Palazzo in its written form. Nothing was played."))


def refuse_malformed_setup() -> Illegal:
    return Illegal(None, _("The opening deal in this save is not one of Palazzo."))


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
        said.append(_("The rest leaves the game: {tiles}.").format(tiles=tiles_name(component_ids(event["leave"]))))
    if event["over"]:
        said.append(_("The last rider has come: the game is over."))
    return said


def component_ids(named: Sequence[str]) -> list[int]:
    """Return the ids of cards or tiles in notation."""
    return [IDS[card] for card in named]


def _money_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    return who.choose_sentence(
        _("{name} opens {cards}."), _("You open {cards}."), cards=cards_name(component_ids(event["cards"]))
    )


def _pick_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    return who.choose_sentence(
        _("{name} takes {cards}."), _("You take {cards}."), cards=cards_name(component_ids(event["cards"]))
    )


def _tiles_sentence(event: "DrawEvent", who: SentenceSubject) -> str:
    drawn = []
    if event["supply"]:
        drawn.append(_("{tile} for the supply").format(tile=tile_name(IDS[event["supply"]])))
    if event["quarry"]:
        place, tile = event["quarry"]
        drawn.append(_("{tile} for quarry {n}").format(tile=tile_name(IDS[tile]), n=place + 1))
    if event["came"]:
        riders = ngettext("{n} rider ({all} of {most})", "{n} riders ({all} of {most})", event["came"])
        drawn.append(riders.format(n=event["came"], all=event["riders"], most=RIDER_COUNT))
    return who.choose_sentence(_("{name} draws {tiles}."), _("You draw {tiles}."), tiles=join_phrases(drawn))


def _buy_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    tiles = tiles_name(component_ids(event["tiles"]))
    if not event["cards"]:
        return who.choose_sentence(
            _("{name} takes {tiles} for nothing."), _("You take {tiles} for nothing."), tiles=tiles
        )
    return who.choose_sentence(
        _("{name} buys {tiles} for {price} with {cards}."),
        _("You buy {tiles} for {price} with {cards}."),
        tiles=tiles,
        price=event["price"],
        cards=cards_name(component_ids(event["cards"])),
    )


def _auction_sentence(event: "AuctionEvent", who: SentenceSubject) -> str:
    if event["quarry"] is None:
        return who.choose_sentence(
            _("{name} wants an auction, but no quarry has a tile."),
            _("You want an auction, but no quarry has a tile."),
        )
    return who.choose_sentence(
        _("{name} sends the master builder to quarry {n}."),
        _("You send the master builder to quarry {n}."),
        n=event["quarry"] + 1,
    )


def _auction_result_sentences(event: "AuctionEvent", who: SentenceSubject) -> list[str]:
    if event["quarry"] is None:
        return []
    tiles = tiles_name(component_ids(event["tiles"]))
    if event["claims"]:
        return [_("There are {n} tiles, so everyone takes one: {tiles}.").format(n=len(event["tiles"]), tiles=tiles)]
    opens = _("{name} opens the auction with 3: {tiles}."), _("You open the auction with 3: {tiles}.")
    return [who.choose_sentence(*opens, tiles=tiles)]


def _bid_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    return who.choose_sentence(
        _("{name} bids {total}, adding {cards}."),
        _("You bid {total}, adding {cards}."),
        total=event["total"],
        cards=cards_name(component_ids(event["cards"])),
    )


def _pass_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    return who.choose_sentence(_("{name} passes."), _("You pass."))


def _win_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    return who.choose_sentence(
        _("{name} wins the auction with {total}: {tiles}."),
        _("You win the auction with {total}: {tiles}."),
        total=event["paid"],
        tiles=tiles_name(component_ids(event["tiles"])),
    )


def _claim_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    tile = tile_name(IDS[event["tiles"][0]])
    return who.choose_sentence(
        _("{name} takes {tile} from the quarry."), _("You take {tile} from the quarry."), tile=tile
    )


def _build_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    tile = tile_name(IDS[event["tiles"][0]])
    if event["where"] == "out":
        return who.choose_sentence(
            _("{name} takes {tile} out of the game."), _("You take {tile} out of the game."), tile=tile
        )
    if event["where"] == "new":
        return who.choose_sentence(
            _("{name} begins a palace with {tile}."), _("You begin a palace with {tile}."), tile=tile
        )
    return who.choose_sentence(
        _("{name} builds {tile} on palace {n}, now worth {points}."),
        _("You build {tile} on palace {n}, now worth {points}."),
        tile=tile,
        n=event["where"] + 1,
        points=event["points"],
    )


def _rebuild_sentence(event: "ActionEvent", who: SentenceSubject) -> str:
    said = {
        "split": (_("{name} pays {card} and sets {tile} alone."), _("You pay {card} and set {tile} alone.")),
        "join": (
            _("{name} pays {card} and puts {tile} into another palace, now worth {points}."),
            _("You pay {card} and put {tile} into another palace, now worth {points}."),
        ),
        "drop": (
            _("{name} pays {card} and takes {tile} out of the game."),
            _("You pay {card} and take {tile} out of the game."),
        ),
    }[event["change"]]
    card, tile = cards_name(component_ids(event["cards"])), tile_name(IDS[event["tiles"][0]])
    return who.choose_sentence(*said, card=card, tile=tile, points=event["points"])


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
    'Pay red 3 and put the single tile 2 into palace 1'
    """
    verb, *of = action
    if verb == "buy":
        tiles = tiles_name(component_ids(of[0]))
        if not of[1]:
            return _("Take {tiles} for nothing").format(tiles=tiles)
        return _("Buy {tiles} for {cards}").format(tiles=tiles, cards=cards_name(component_ids(of[1])))
    if verb in ("pick", "bid"):
        said = _("Take {cards}") if verb == "pick" else _("Bid {cards} more")
        return said.format(cards=cards_name(component_ids(of)))
    if verb == "claim":
        return _("Take {tile} from the quarry").format(tile=tile_name(IDS[of[0]]))
    if verb == "build":
        built = {"out": _("Take {tile} out of the game"), "new": _("Begin a palace with {tile}")}
        said, n = (built[of[1]], 0) if of[1] in built else (_("Build {tile} on palace {n}"), of[1] + 1)
        return said.format(tile=tile_name(IDS[of[0]]), n=n)
    if verb == "rebuild":
        card, change, at, *to = of
        tile = _lowest_tile_name(view, at) if view and change != "split" else ""
        said = {
            "split": _("Pay {card} and set floor {to} of palace {n} alone"),
            "join": _("Pay {card} and put {tile} into palace {to}"),
            "drop": _("Pay {card} and take {tile} out of the game"),
        }[change]
        into = [place + (change == "join") for place in to] or [0]
        tile = tile or _("the single tile {n}").format(n=at + 1)
        return said.format(card=cards_name(component_ids([card])), n=at + 1, tile=tile, to=into[0])
    plain = {
        "money": _("Take money"),
        "tiles": _("Draw two tiles"),
        "auction": _("Hold the auction"),
        "pass": _("Pass"),
    }
    return plain[verb]


def _lowest_tile_name(view: "View", at: int) -> str:
    """Return the lowest tile of a palace of the seat to move, in words."""
    seat = view["to_move"]
    return "" if seat is None else tile_name(IDS[view["palaces"][seat][at][0]])


def term_name(term: str, _beside: Collection[str] = ()) -> str:
    """Return the name of a term of the bots' judgment; a term without a name stays unchanged."""
    return _(TERM_NAMES[term]) if term in TERM_NAMES else term
