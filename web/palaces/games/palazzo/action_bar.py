"""The action bar of Palazzo: the selection in words and figures, and the buttons that play it. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from palaces.app.i18n import _, ngettext, points_phrase
from palaces.app.model import Model
from palaces.features import recap
from palaces.games.palazzo.draft import (
    MAX_SHOWN_OFFERS,
    Place,
    cards_value,
    ready_bids,
    ready_payments,
    sort_for_action,
    tile_to_build,
    typed_action,
)
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.streets import chosen_site
from palaces.games.palazzo.table import (
    LIMIT_PANEL,
    TableView,
    best_use,
    component_ids,
    front_row,
    next_quarry,
    prospective_points,
    signed_figure,
    tile_caption,
    tile_to_place,
)
from palaces.ui.game_view import render_cancel_button
from palaces.ui.html import AttributeValue, Markup, join, tag
from pygame_core import Illegal
from pygame_core.i18n import capitalize_first, format_number
from pygame_core.palazzo import sentences
from pygame_core.palazzo.components import (
    CARD_VALUE,
    COIN_CURRENCY,
    IDS,
    MIN_SHARED_TILES,
    RIDER_COUNT,
    TILE_FLOOR,
    TILE_MATERIAL,
)
from pygame_core.palazzo.palace_row import NEW_PALACE
from pygame_core.palazzo.rules import tile_price
from pygame_core.palazzo.score import palace_points

if TYPE_CHECKING:
    from palaces.games.palazzo.draft import Draft
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import (
        JsonBidAction,
        Phase,
        TypedAction,
    )

MAX_BUTTON_COINS = 4  # coins that a button has room for; of more cards, it shows one less and the number of the others
DOCK_MAX_CHARS = 84  # characters that fit into the action bar of a phone


def prompt_phrase(at: TableView, *, has_choice: bool) -> str:
    """Return a phrase for the status line about what the person to move has to do. Others do not know if cards leave a
    choice."""
    view = at.view
    phase = view["phase"]
    if phase == "turn":
        if at.draft.rebuilding:
            return _("choose a floor")
        return _("choose an action")
    if phase == "pick":
        two = len(view["money"]) == len(at.model.player_names) + 1
        return _("choose 2 cards") if two else _("choose a card")
    if phase == "choose":
        return _("buy, or hold an auction") if has_choice else _("hold an auction")
    if phase == "bid":
        more = max(view["totals"]) + 1
        return _("bid at least {n}, or pass").format(n=more) if has_choice else _("you can only pass")
    if phase == "claim":
        return _("take a tile")
    tile = IDS[tile_to_build(view, at.draft)]
    return _("build the {material} {floor}").format(
        material=sentences.material_name(TILE_MATERIAL[tile]), floor=TILE_FLOOR[tile]
    )


def render_action_bar(at: TableView) -> Markup:
    """Render the selection in words and figures, and the buttons that play it.

    Every button keeps its place while it exists.
    """
    return BAR_BY_PHASE[at.view["phase"]](at)


def _render_dock(said: object, buttons: Iterable[Markup | None], columns: int = 3) -> Markup:
    """Render a text, and below it the buttons in columns."""
    return join(tag("div", said, class_="says"), tag("div", [*buttons], class_=f"plays slots c{columns}"))


def _dock_text(*said: object, warn: bool = False) -> Markup:
    return tag("div", *said, class_="tally warn" if warn else "tally")


def _placeholder(words: str) -> Markup:
    """Render the place of a button that a selection brings."""
    return tag("span", words, class_="big kept", aria_hidden="true")


def _big_button(at: TableView, words: object, note: object = None, **use: AttributeValue) -> Markup:
    """Render a button of two lines."""
    name = "big " + use.pop("class_", "choice")
    return at.annotations.button(tag("b", words), join(" ", tag("small", note)) if note else None, class_=name, **use)


# -- turns -------------------------------------------------------------------------------------------------------------


def _turn_bar(at: TableView) -> Markup:
    if at.draft.rebuilding:
        return _rebuild_bar(at)
    can_rebuild = any(action[0] == "rebuild" for action in at.legal)
    can_take = ["money"] in at.legal
    opened = len(at.model.player_names) + 1
    left = RIDER_COUNT - at.view["riders"]
    if left > 2 or any(at.view["stacks"][:2]):
        said = _recap_or_hint(at.model, _("Take money, draw tiles, or rebuild."))
    else:
        coming = ngettext(
            "{n} rider left: it ends the game.",
            "{n} riders left: the last one ends the game.",
            left,
        )
        said = _dock_text(coming.format(n=left), warn=True)
    paid = _("no palaces yet") if at.open_hand and not can_rebuild else _("costs a card")
    return _render_dock(
        said,
        (
            _big_button(
                at,
                _("Take money"),
                _("choose 2 of {n}").format(n=opened),
                act=typed_action(("money",)) if can_take else None,
                do=None if can_take else ("touch", "money"),
                id="take-money",
                aria_disabled=None if can_take else "true",
            ),
            _big_button(at, _("Draw 2 tiles"), _("buy or auction"), act=typed_action(("tiles",)), id="draw-tiles"),
            _big_button(
                at,
                _("Rebuild"),
                paid,
                do=("touch", "rebuild"),
                id="reconstruct",
                aria_disabled=None if can_rebuild else "true",
            ),
        ),
    )


def _recap_or_hint(model: "Model[Palazzo, Draft]", otherwise: str) -> Markup:
    """Render the last move of the others, or a hint."""
    return recap.render_dock_recap(model, _dock_text(_last_opponent_sentence(model) or otherwise))


def _last_opponent_sentence(model: "Model[Palazzo, Draft]") -> str:
    """Return the last move of another seat as a sentence, or "" if it is too long for the action bar."""
    events = model.match.events(None, len(model.match.log) - 1)
    said = "" if not events or events[0]["seat"] == model.viewer else model.entry_sentences(events[0])[0]
    return said if len(said) <= DOCK_MAX_CHARS else ""


def _pick_bar(at: TableView) -> Markup:
    """Render the selected open card and the button that takes it."""
    n = at.draft.place
    if not isinstance(n, int):
        two = len(at.view["money"]) == len(at.model.player_names) + 1
        said = _("Take 2 cards. Then everyone else takes 1.") if two else _("Take one of these cards.")
        recalled = recap.render_dock_recap(at.model, _dock_text(said))
        return _render_dock(recalled, (_placeholder(_("Choose a card")),), 1)
    card = at.view["money"][n]
    name = sentences.money_name(IDS[card])
    take = _big_button(
        at,
        _("Take {card}").format(card=sentences.definite_money_name(IDS[card])),
        act=typed_action(("pick", card)),
        class_="primary",
        id="play",
    )
    said = _("Counts as any color.")
    if card[0] != "c":
        own = sum(CARD_VALUE[IDS[other]] for other in (*at.open_hand, card) if other[0] == card[0])
        said = _("With it, you'd have {sum} in {currency}.").format(
            sum=own, currency=sentences.currency_name(COIN_CURRENCY[IDS[card]])
        )
    return _render_dock(
        join(_dock_text(tag("b", capitalize_first(name)), " ", tag("small", said)), render_cancel_button()), (take,), 1
    )


def _claim_bar(at: TableView) -> Markup:
    """Render the selected tile of the quarry and the button that takes it."""
    if not at.draft.tiles:
        said = _dock_text(_("Take a tile. Each shows its best place."))
        return _render_dock(said, (_placeholder(_("Choose a tile")),), 1)
    tile = at.draft.tiles[0]
    take = _big_button(at, _("Take it"), class_="primary", id="play", act=typed_action(("claim", tile)))
    return _render_dock(
        join(
            _dock_text(tag("b", capitalize_first(tile_caption(tile))), _render_prospect(at, [tile])),
            render_cancel_button(),
        ),
        (take,),
        1,
    )


# -- purchases and bids ------------------------------------------------------------------------------------------------


def _choose_bar(at: TableView) -> Markup:
    """Render the selected tiles and their payments. The auction button is always the last one."""
    view, draft = at.view, at.draft
    hold = _auction_button(at)
    price = tile_price(len(view["supply"]))
    if not draft.tiles:
        if not view["supply"]:
            hint = _("The supply is empty.")
        elif len(at.legal) == 1:
            hint = _("Supply tiles cost {price}. You can't afford one.").format(price=price)
        else:
            hint = _("Choose 1 or 2 tiles from the supply, {price} each.").format(price=price)
        if len(at.legal) == 1:
            return _render_dock(_dock_text(hint), (_auction_button(at, "primary"),), 1)
        return _render_dock(_dock_text(hint), (_placeholder(_("Choose a tile")), hold), 4)
    whole = price * len(draft.tiles)
    action = typed_action(("buy", draft.tiles, sort_for_action(draft.cards)))
    refusal = at.model.match.allows(action)
    ready = ready_payments(at.legal, draft.tiles)
    play = None
    if refusal is None:
        over = (cards_value(draft.cards) or 0) - whole
        verdict, state = (_("overpays by {n}").format(n=over), "over") if over else (_("exact"), "exact")
        label = ngettext("Buy it for {n}", "Buy both for {n}", len(draft.tiles)).format(n=whole + over)
        play = at.annotations.button(
            tag("b", whole + over),
            _render_coins(draft.cards),
            act=action,
            class_="big primary",
            id="play",
            aria_label=label,
            title=label,
        )
    else:
        verdict, state = explain_shortfall(at, refusal) if draft.cards else (_("You can't afford this."), "short")
    said = _dock_text(
        tag("b", _("Price {n}").format(n=whole)),
        " ",
        tag("span", verdict, class_=f"verdict {state}"),
        _render_prospect(at, draft.tiles) if refusal is None else None,
    )
    offers = _offers_with_chosen(play, draft.cards, ready, lambda cards: _payment_button(at, cards, whole, draft.tiles))
    return _render_dock(join(said, render_cancel_button()), (*offers, hold), 4)


def _auction_button(at: TableView, class_: str = "choice last") -> Markup:
    """Render the button that holds the auction, with its quarry."""
    view = at.view
    quarry = next_quarry(view)
    if quarry is None:
        title, note, said = _("Auction"), _("no tiles"), _("Auction: no tiles on any quarry")
    elif (n := len(view["quarries"][quarry])) >= MIN_SHARED_TILES:
        title, note = _("Quarry {n}").format(n=quarry + 1), _("one each")
        said = _("Quarry {quarry}: one each").format(quarry=quarry + 1)
    else:
        title, note = _("Auction"), _("quarry {n}").format(n=quarry + 1)
        said = ngettext("Auction quarry {quarry}: {n} tile", "Auction quarry {quarry}: {n} tiles", n)
        said = said.format(quarry=quarry + 1, n=n)
    return _big_button(
        at, title, note, act=typed_action(("auction",)), class_=class_, id="auction", aria_label=said, title=said
    )


def _bid_bar(at: TableView) -> Markup:
    """Render the selected bid and other bids. The pass button is always the last one."""
    view, draft = at.view, at.draft
    mine, highest = view["totals"][at.model.viewer or 0], max(view["totals"])
    back = sentences.returned_value(view["totals"], view["turn"], at.model.viewer or 0)
    paid = cards_value(draft.cards)
    play = refusal = None
    if not draft.cards:
        sentence = _("Bid at least {n}.") if len(at.legal) > 1 else _("You can't reach {n}.")
        verdict, state = sentence.format(n=highest + 1), ""
    else:
        action: JsonBidAction = ("bid", *sort_for_action(draft.cards))
        refusal = at.model.match.allows(action)
        if refusal is None:
            total = mine + (paid or 0)
            verdict, state = _("beats {highest} by {n}").format(highest=highest, n=total - highest), "exact"
            label = _("Bid {n}").format(n=total)
            play = at.annotations.button(
                tag("b", label),
                _render_coins(draft.cards),
                act=action,
                class_="big primary",
                id="play",
                aria_label=label,
            )
        else:
            verdict, state = explain_shortfall(at, refusal)
    shown: list[object] = [tag("span", verdict, class_=f"verdict {state}")]
    if refusal is None:
        own = _render_own_bid(draft.cards, mine, back), _render_bid_sum(draft.cards, paid, mine)
        shown = [*own, " ", *shown, _render_prospect(at, view["quarries"][view["builder"]])]
    said = _dock_text(*shown)
    leave = _big_button(
        at,
        _("Pass"),
        _("get {n} back").format(n=back) if back else _("no cost"),
        act=typed_action(("pass",)),
        class_="choice last",
        id="pass",
        data_sign="pass",
    )
    offers = _offers_with_chosen(play, draft.cards, ready_bids(at.legal), lambda cards: _bid_button(at, cards, mine))
    aside = join(render_limit_button(at), render_cancel_button() if draft.cards else None)
    return _render_dock(join(said, aside), (*offers, leave), 4)


def render_limit_button(at: TableView) -> Markup:
    """Render the button that opens the panel of the auction's limit, with the limit if there is one."""
    limit = at.model.orders.pass_above
    said = _("Pass above…") if limit is None else _("Passing above {n}").format(n=limit)
    return at.annotations.button(said, do=("panel", LIMIT_PANEL), class_="quiet limit", id="limit")


def _render_own_bid(cards: tuple[str, ...], before: int, in_cards: int) -> Markup | None:
    """Render the bid so far, as a sentence or as the first number of a sum. The opening bid has no cards (P15)."""
    if not cards:
        said = _("You've bid {n}.") if in_cards else _("You opened at {n}.")
        return tag("b", said.format(n=before)) if before else None
    return tag("b", format_number(before) if before else _("Your bid"))


def explain_shortfall(at: TableView, refusal: Illegal) -> tuple[str, str]:
    """Return why the selected cards are not enough, short enough for the action bar of a narrow window, and a class.

    The class warns ("short") only if no other cards of the hand can complete them.
    """
    more = _completing_cards(at)
    if cards_value(at.draft.cards):
        return refusal.message, "next" if more else "short"
    if more:
        return _("Add {cards} for a group.").format(cards=sentences.cards_name(component_ids(more))), "next"
    return _("Use one color, or one value in all 3 colors."), "short"


def _completing_cards(at: TableView) -> tuple[str, ...]:
    """Return the fewest cards of the hand that make the selected ones a legal payment or bid, or none.

    The legal ones have no redundant cards. The selected ones may be redundant.
    """
    draft, buying = at.draft, at.view["phase"] == "choose"
    if buying:
        plays = [action[2] for action in at.legal if action[0] == "buy" and tuple(action[1]) == draft.tiles]
    else:
        plays = [action[1:] for action in at.legal if action[0] == "bid"]
    chosen = Counter(draft.cards)
    found = {sort_for_action((Counter(play) - chosen).elements()) for play in plays}
    for more in sorted(found, key=lambda more: (len(more), more)):
        cards = sort_for_action((*draft.cards, *more))
        bid: JsonBidAction = ("bid", *cards)
        action = typed_action(("buy", draft.tiles, cards)) if buying else bid
        if cards_value(cards) is not None and at.model.match.allows(action) is None:
            return more
    return ()


def _offers_with_chosen(
    play: Markup | None,
    chosen: tuple[str, ...],
    ready: list[tuple[str, ...]],
    offer: Callable[[tuple[str, ...]], Markup],
) -> list[Markup]:
    """Return the first ready payments or bids, including the selected one.

    The selection has its own place among them, or the last one.
    """
    ways = ready[:MAX_SHOWN_OFFERS]
    mine = sort_for_action(chosen)
    shown = [play if play and cards == mine else offer(cards) for cards in ways]
    if play and mine not in ways:
        shown[MAX_SHOWN_OFFERS - 1 :] = [play]
    return shown


def _render_prospect(at: TableView, tiles: Sequence[str]) -> Markup:
    """Render the effect of the tiles on the points of the viewer's palaces."""
    now, then = prospective_points(at, tiles)
    if now == then:
        return tag("small", no_gain_phrase(at, tiles), class_="prospect")
    if at.view["phase"] == "bid":
        said = ngettext(
            "If you win: {before} → up to {after} point", "If you win: {before} → up to {after} points", abs(then)
        )
    else:
        said = ngettext(
            "Your palaces: {before} → up to {after} point", "Your palaces: {before} → up to {after} points", abs(then)
        )
    shown = said.format(before=format_number(now), after=format_number(then))
    return tag("small", shown, class_="prospect")


def no_gain_phrase(at: TableView, tiles: Sequence[str]) -> str:
    """Return a phrase for tiles that add no points to the viewer's palaces (P25)."""
    if len(tiles) > 1:
        return _("These add no points yet")
    alone = signed_figure(best_use(at, tiles[0]).gain)
    if not front_row(at):
        return _("Starts a palace: {alone} alone").format(alone=alone)
    return _("Fits none of your palaces: {alone} alone").format(alone=alone)


def _render_coins(cards: tuple[str, ...]) -> Markup:
    """Render the cards of a bid as coins, and those that find no room on a button as their number."""
    shown = cards if len(cards) <= MAX_BUTTON_COINS else cards[: MAX_BUTTON_COINS - 1]
    rest = tag("small", format_number(f"+{len(cards) - len(shown)}")) if len(cards) > len(shown) else None
    return tag("span", [icons.render_coin(card[0], card[1:]) for card in shown], rest, class_="laid")


def _render_bid_sum(cards: tuple[str, ...], paid: int | None, before: int) -> Markup | None:
    """Render the sum of the bid so far and the selected cards."""
    if not cards or paid is None or not before:
        return None
    return tag("span", f" + {paid} = {before + paid}")


def _bid_button(at: TableView, cards: tuple[str, ...], before: int) -> Markup:
    value = before + (cards_value(cards) or 0)
    said = _("Bid {n} with {cards}").format(n=value, cards=sentences.cards_name(component_ids(cards)))
    act: JsonBidAction = ("bid", *cards)
    return _offer_button(at, value, cards, said, act)


def _payment_button(at: TableView, cards: tuple[str, ...], price: int, tiles: tuple[str, ...]) -> Markup:
    value = cards_value(cards) or 0
    if not cards:
        said = _("Take for free")
    elif value > price:
        paid = sentences.cards_name(component_ids(cards))
        said = _("Pay {value} with {cards}: overpays by {n}").format(value=value, cards=paid, n=value - price)
    else:
        paid = sentences.cards_name(component_ids(cards))
        said = _("Pay {value} with {cards}: exact").format(value=value, cards=paid)
    return _offer_button(at, value, cards, said, ("buy", tiles, cards), exact=value == price)


def _offer_button(
    at: TableView, value: int, cards: tuple[str, ...], said: str, act: "TypedAction", exact: bool = False
) -> Markup:
    name = "offer exact" if exact else "offer"
    return at.annotations.button(
        tag("b", value), _render_coins(cards), act=act, class_=name, aria_label=said, title=said
    )


# -- building ----------------------------------------------------------------------------------------------------------


def _build_bar(at: TableView) -> Markup:
    """Render the buttons for each use of a tile. The selected place comes first."""
    tile = tile_to_build(at.view, at.draft)
    spot = chosen_site(at)
    if spot:
        said: list[object] = [tag("b", _placement_phrase(spot.place, tile)), " ", _render_gain(spot.gain)]
    else:
        said = [_("Choose a place for {tile}.").format(tile=sentences.definite_tile_name(IDS[tile]))]
    alone = points_phrase(palace_points((IDS[tile],)))
    return _render_dock(
        join(_dock_text(*said), render_cancel_button() if spot else None),
        (
            _play_button(at, _("Build"), spot.action if spot else None),
            _big_button(
                at,
                _("New palace"),
                alone,
                act=typed_action(("build", tile, NEW_PALACE)),
                id="new-palace",
                **at.pieces.place_attributes(NEW_PALACE),
                aria_label=_("New palace, {points}, with {tile}").format(
                    tile=sentences.definite_tile_name(IDS[tile]), points=alone
                ),
            ),
            _big_button(
                at,
                _("Discard"),
                _("the tile"),
                act=typed_action(("build", tile, "out")),
                id="out",
                **at.pieces.place_attributes("out"),
            ),
        ),
    )


def _placement_phrase(place: Place, tile: str) -> str:
    """Return a phrase for a tile and its place."""
    name = capitalize_first(tile_caption(tile))
    if place == NEW_PALACE:
        return _("{tile}: new palace").format(tile=name)
    return _("{tile}: palace {n}").format(tile=name, n=place + 1)


def _render_gain(gain: int) -> Markup:
    return tag("span", signed_figure(gain), class_="verdict exact" if gain > 0 else "verdict")


def _play_button(at: TableView, label: str, act: "TypedAction | None") -> Markup:
    """Render the button that plays the selection, or a placeholder without one."""
    if act is None:
        return _placeholder(_("Choose a place"))
    return at.annotations.button(icons.check_icon(), tag("b", label), act=act, class_="big primary", id="play")


def _rebuild_prompt(floors: Sequence[int]) -> str:
    """Return what can be rebuilt, by the number of floors of each palace (P14)."""
    if 1 not in floors:
        return _("Pick a floor to split off.")
    if max(floors) == 1:
        return _("Pick a single floor to move or discard.")
    return _("Pick a floor to split off, or a single floor to move or discard.")


def _rebuild_bar(at: TableView) -> Markup:
    """Render the tile of a reconstruction, its place, and the card that pays."""
    draft = at.draft
    tile, spot = tile_to_place(at), chosen_site(at)
    card = draft.cards[0] if draft.cards else None
    out = None
    if tile is None or draft.own_tile is None:
        said = _rebuild_prompt([len(floors) for floors in at.front_palaces])
    elif spot:
        said = join(tag("b", _placement_phrase(spot.place, tile)), " ", _render_gain(spot.gain))
    else:
        into = any(action[:4] == ["rebuild", card, "join", draft.own_tile[0]] for action in at.legal)
        said = _("Choose where it goes.") if into else _("It fits on no other palace, but you can discard it.")
    if card and tile and draft.own_tile and len(at.front_palaces[draft.own_tile[0]]) == 1:
        lost = points_phrase(-palace_points((IDS[tile],)), signed=True)
        out = _big_button(
            at,
            _("Discard"),
            lost,
            act=typed_action(("rebuild", card, "drop", draft.own_tile[0])),
            id="out",
        )
    paid = None
    if card and tile:
        other = tag("span", " ", _("Or choose another card."), class_="to-change")
        paid = tag("small", _("You pay:"), " ", _render_coins((card,)), other, class_="prospect pays")
    return _render_dock(
        join(_dock_text(said, paid), render_cancel_button()),
        (_play_button(at, _("Rebuild"), spot.action if spot else None), out),
    )


BAR_BY_PHASE: Final[dict["Phase", Callable[[TableView], Markup]]] = {
    "turn": _turn_bar,
    "pick": _pick_bar,
    "choose": _choose_bar,
    "bid": _bid_bar,
    "claim": _claim_bar,
    "build": _build_bar,
}
