"""Markup of Palazzo's square: the four quarries, the stage between them, and the viewer's money. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _, accessible_label, ngettext
from palaces.app.messages import GamePanelName
from palaces.app.model import Model
from palaces.games.palazzo.draft import Draft, tile_to_build, typed_action, will_pick
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.pieces import Pieces
from palaces.ui import svg as common
from palaces.ui.annotations import NO_ANNOTATIONS, Annotations
from palaces.ui.html import (
    AttributeValue,
    Markup,
    boolean_attribute,
    join,
    name_tag,
    piece_element,
    screen_reader_text,
    tag,
)
from palaces.ui.pieces import PieceState, piece_kind
from pygame_core.i18n import SentenceSubject, capitalize_first, format_number
from pygame_core.palazzo import rules, sentences
from pygame_core.palazzo.components import (
    CARD_VALUE,
    IDS,
    MIN_SHARED_TILES,
    OPENING_BID,
    QUARRY_COUNT,
    RIDER_COUNT,
    TILE_FLOOR,
    TILE_MATERIAL,
    TILE_WINDOWS,
)
from pygame_core.palazzo.palace_row import Row, best_gain, best_place, place_gain
from pygame_core.palazzo.score import row_points
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from pygame_core.palazzo.state import Palazzo
    from pygame_core.palazzo.types import Phase, View

MAX_STYLED_TILES = 6  # number of tiles with a style of their own in the style sheet
MAX_LAID_COINS = 3  # coins of a bid that its stand shows one by one
LIMIT_PANEL = GamePanelName("limit")
"""The panel that sets the bid above which the viewer passes."""
MARKET_PANEL = GamePanelName("square")  # the panel of the whole square


class TableView(NamedTuple):
    """The input of the functions below.

    It has the model, the viewer's view and legal actions, and the names of the pieces.
    """

    model: "Model[Palazzo, Draft]"
    view: "View"
    legal: list[JsonAction]
    pieces: Pieces
    annotations: Annotations

    @property
    def draft(self) -> Draft:
        draft: Draft = self.model.draft
        return draft

    @property
    def open_hand(self) -> Sequence[str]:
        """The hand that this screen shows face up."""
        return self.model.visible_hand(self.view)

    @property
    def front_seat(self) -> int:
        """The seat in front of the square: the viewer's; for an onlooker, the first person's, or seat 0."""
        if self.model.viewer is not None:
            return self.model.viewer
        return next(iter(self.model.human_seats), 0)

    @property
    def front_palaces(self) -> Sequence[Sequence[str]]:
        """The palaces of the front seat."""
        return self.view["palaces"][self.front_seat]

    @property
    def can_plan_pick(self) -> bool:
        """True if the viewer may choose an open card now, before the turn to take it."""
        viewer = self.model.viewer
        is_asked = self.model.is_on("premove") and self.annotations.is_active and not self.model.curtain
        return is_asked and viewer is not None and will_pick(self.view, viewer)

    @property
    def is_bidding(self) -> bool:
        """True if the viewer is still in the running auction."""
        return self.view["phase"] == "bid" and self.model.viewer in self.view["inside"] and not self.model.curtain

    def is_deciding(self, phase: "Phase") -> bool:
        """Return True if the viewer has the decision of this phase now."""
        return self.model.can_act and self.view["phase"] == phase


def build_table_view(model: "Model[Palazzo, Draft]", annotations: Annotations = NO_ANNOTATIONS) -> TableView:
    """Return the table as the viewer may see it."""
    legal = model.match.legal() if model.can_act else []
    return TableView(model, model.view, legal, Pieces.from_model(model, annotations), annotations)


def component_ids(named: Iterable[str]) -> tuple[int, ...]:
    """Return the ids of cards or tiles in notation."""
    return tuple(IDS[name] for name in named)


def change_phrase(before: int, after: int) -> str:
    # Translators: the points of a palace before and after a move: "8 → 12".
    return _("{before} → {after}").format(before=format_number(before), after=format_number(after))


def signed_figure(points: int) -> str:
    """Return points with their sign."""
    return format_number(points if points < 0 else f"+{points}")


# -- quarries ----------------------------------------------------------------------------------------------------------


def render_market(at: TableView) -> Markup:
    """Render the square: the four quarries with the stage between them."""
    return tag(
        "div",
        tag("h2", _("Quarries"), class_="unseen"),
        icons.square_svg(),
        [_render_quarry(at, n) for n in (0, 1)],
        render_stage(at),
        [_render_quarry(at, n) for n in (2, 3)],
        _market_panel_button(at),
        class_="plaza",
        data_arrows=True,
    )


def _market_panel_button(at: TableView) -> Markup:
    """Render the riders, and the button that opens the panel of the square.

    A small window needs it, because it has no room for the quarries.
    """
    riders = at.view["riders"]
    said = _("Show the whole square, {n} of {most} riders have arrived").format(n=riders, most=RIDER_COUNT)
    seen = f"{riders}/{RIDER_COUNT}"
    label = accessible_label(seen, said)
    face = join(icons.rider_icon(), tag("b", seen))
    return at.annotations.button(
        face,
        do=("panel", MARKET_PANEL),
        class_="round",
        id="round",
        aria_label=label,
        title=said,
        **at.pieces.place_attributes("quarry"),
    )


def next_quarry(view: "View") -> int | None:
    """Return the quarry to which an auction would send the master builder."""
    return rules.next_quarry(view["quarries"], view["builder"])


def is_up_next(view: "View", n: int) -> bool:
    """Return True if the next auction is at this quarry, and a player may still hold it."""
    return view["phase"] in ("turn", "choose", "pick") and next_quarry(view) == n


def staged_quarry(view: "View") -> int | None:
    """Return the quarry whose tiles are on the stage, or None."""
    return view["builder"] if view["phase"] == "bid" or view["claiming"] else None


def _render_quarry(at: TableView, n: int) -> Markup:
    tiles = at.view["quarries"][n]
    here = at.view["builder"] == n
    offered = staged_quarry(at.view) == n
    if offered:
        shown: list[Markup] | Markup = tag("span", class_="ghost")
    else:
        named = zip(tiles, at.pieces.quarries[n], strict=True)
        shown = [_quarry_piece(tile, _tile_label(tile), at.pieces.piece_state(name)) for tile, name in named]
    return tag(
        "section",
        render_quarry_head(at.view, n),
        tag(
            "div",
            shown,
            class_="tiles" if offered else f"tiles n{min(len(tiles), MAX_STYLED_TILES)}",
            **at.pieces.place_attributes(f"quarry-{n}"),
        ),
        _render_ledge(len(tiles)),
        tag(
            "span",
            icons.builder_icon(),
            class_="stands",
            data_sign="builder",
            **at.pieces.tracking_attributes(at.pieces.builder),
        )
        if here
        else None,
        class_=f"quarry q{n}" + (" here" if here else "") + (" up-next" if is_up_next(at.view, n) else ""),
        aria_label=_("Quarry {n}").format(n=n + 1),
    )


def render_quarry_head(view: "View", n: int) -> Markup:
    """Render the number of a quarry, its number of windows, and a badge.

    A drawn tile with that many windows goes to this quarry. The master builder's quarry has no such number. The badge
    says that its tiles are on the stage, that the next auction is here, or that the quarry is full or one tile short of
    it (P19).
    """
    windows = (n - view["builder"]) % QUARRY_COUNT
    tiles = 0 if staged_quarry(view) == n else len(view["quarries"][n])
    if not windows:
        sign = screen_reader_text(_("master builder"))
    else:
        drawn_here = ngettext(
            "a drawn tile with {n} window goes here", "a drawn tile with {n} windows goes here", windows
        ).format(n=windows)
        face = join(icons.windows_icon(windows), screen_reader_text(drawn_here))
        sign = tag("span", face, title=capitalize_first(drawn_here), class_="counted", data_sign="counted")
    badge = None
    if staged_quarry(view) == n:
        badge = tag("em", _("one each") if view["claiming"] else _("bidding"), class_="badge")
    elif is_up_next(view, n):
        badge = tag("em", _("next"), title=_("The next auction is here"), class_="badge")
    elif tiles > MIN_SHARED_TILES - 2:
        word = _("one each") if tiles >= MIN_SHARED_TILES else _("{n} of {most}").format(n=tiles, most=MIN_SHARED_TILES)
        badge = tag("em", word, title=sharing_phrase(tiles), class_="badge", aria_hidden="true")
    return tag(
        "h3",
        screen_reader_text(_("Quarry {n}").format(n=n + 1)),
        tag("span", n + 1, class_="no", aria_hidden="true"),
        sign,
        badge,
    )


def sharing_phrase(tiles: int) -> str:
    """Return a phrase for the number of tiles missing until everyone takes one (P19)."""
    missing = max(0, MIN_SHARED_TILES - tiles)
    more = ngettext(
        "With {n} more tile, everyone takes one", "With {n} more tiles, everyone takes one", missing
    ).format(n=missing)
    return more if missing else _("Everyone takes one")


def _render_ledge(n: int) -> Markup:
    """Render the ledge below the tiles, with a mark for each of the tiles that fill a quarry."""
    pips = [tag("i", class_="on" if i < n else None) for i in range(MIN_SHARED_TILES)]
    return tag(
        "div",
        tag("span", pips, class_="pips", aria_hidden="true"),
        screen_reader_text(sharing_phrase(n)) if n else None,
        class_="ledge near" if MIN_SHARED_TILES - n < 2 else "ledge",
        title=sharing_phrase(n) if n else None,
        data_sign="ledge",
    )


def _render_tile_pieces(at: TableView, tiles: Iterable[str], names: Iterable[str]) -> list[Markup]:
    """Render tiles without controls."""
    return [
        _tile_piece(tile, _tile_label(tile), at.pieces.piece_state(name))
        for tile, name in zip(tiles, names, strict=True)
    ]


def _tile_label(tile: str) -> str:
    """Return the accessible name of a tile."""
    return capitalize_first(sentences.tile_name(IDS[tile]))


@lru_cache(maxsize=256)
def _tile_piece(tile: str, label: str, state: PieceState) -> Markup:
    return piece_element(icons.render_tile(tile), label, "piece", **state.attributes())


@lru_cache(maxsize=256)
def _quarry_piece(tile: str, label: str, state: PieceState) -> Markup:
    """Render a tile of a quarry, and its token for windows that are too small for its facade."""
    face = join(icons.render_tile(tile), icons.render_tile_token(tile))
    return piece_element(face, label, "piece", **state.attributes())


def tile_caption(tile: str) -> str:
    """Return a short caption for a tile."""
    card = IDS[tile]
    said = ngettext("{material} {floor}, {n} window", "{material} {floor}, {n} windows", TILE_WINDOWS[card])
    return said.format(
        material=sentences.material_name(TILE_MATERIAL[card]), floor=TILE_FLOOR[card], n=TILE_WINDOWS[card]
    )


def prospective_points(at: TableView, tiles: Iterable[str]) -> tuple[int, int]:
    """Return the points of the viewer's palaces now, and with these tiles in their best places."""
    row = front_row(at)
    now = row_points(row)
    return now, now + best_gain(row, component_ids(tiles))


def front_row(at: TableView) -> Row:
    """Return the palaces of the front seat by the ids of their tiles."""
    return tuple(component_ids(palace) for palace in at.front_palaces)


class TileUse(NamedTuple):
    """The best place for a tile in the viewer's street, other than out of the game, and its points."""

    palace: int | None
    """The index of the palace, or None if the tile fits on none and would stand alone."""
    gain: int


def best_use(at: TableView, tile: str) -> TileUse:
    """Return the best place for a tile in the viewer's street."""
    row, card = front_row(at), IDS[tile]
    where = best_place(row, card)
    return TileUse(where if isinstance(where, int) else None, place_gain(row, card, where))


def tile_use_phrase(use: TileUse) -> str:
    """Return a phrase for the best place of a tile, and for its points."""
    if use.palace is None:
        return _("as a new palace for {gain}").format(gain=signed_figure(use.gain))
    return _("on palace {n} for {gain}").format(n=use.palace + 1, gain=signed_figure(use.gain))


# -- stage -------------------------------------------------------------------------------------------------------------


def render_stage(at: TableView) -> Markup:
    """Render the middle of the square: an auction, open money, tiles to take or build, or the supply."""
    phase = at.view["phase"]
    if phase == "bid":
        class_, shown = "auction", _render_auction(at)
    elif phase == "pick":
        class_, shown = "opened", _render_open_money(at)
    elif phase == "claim":
        class_, shown = "claimed", _render_claim(at)
    elif phase == "build" or at.draft.rebuilding:
        class_, shown = "working", _render_workbench(at)
    else:
        class_, shown = "offered", _render_bench(at)
    return tag("section", shown, class_=f"stage {class_}", aria_label=_("Middle of the square"))


def _stage_heading(title: str, note: object = None) -> Markup:
    """Render the board above the stage."""
    return tag("h2", title, join(" ", tag("small", note)) if note else None, class_="board")


SHELF_MARKUP = Markup('<div class="shelf"></div>')


def supply_price_phrase(view: "View") -> str:
    """Return a phrase for the price of each tile of the supply."""
    return _("{price} each").format(price=rules.tile_price(len(view["supply"]))) if view["supply"] else _("empty")


def _render_bench(at: TableView) -> Markup:
    """Render the supply in large, with its price."""
    view = at.view
    price = rules.tile_price(len(view["supply"]))
    chosen = Counter(at.draft.tiles)
    buying = at.is_deciding("choose")
    shown = [
        _bench_tile(
            tile,
            str(price),
            _("{tile} for {n}").format(tile=capitalize_first(sentences.tile_name(IDS[tile])), n=price),
            buying and view["supply"][:i].count(tile) < chosen[tile],
            i,
            at.annotations,
            do=("touch", "supply", tile) if buying else None,
            **at.pieces.tracking_attributes(name),
        )
        for i, (tile, name) in enumerate(zip(view["supply"], at.pieces.supply, strict=True))
    ]
    return join(
        _stage_heading(_("Supply"), tag("span", supply_price_phrase(view), class_="each", data_sign="price")),
        tag(
            "div",
            shown,
            class_=f"tiles bench n{len(shown)}",
            role="group",
            aria_label=_("Material supply"),
            **at.pieces.place_attributes("supply"),
        ),
        SHELF_MARKUP,
        tag("div", render_stacks(at), class_="under"),
        _render_upcoming(at.view),
    )


def _render_upcoming(view: "View") -> Markup | None:
    """Render the quarry of the next auction in one line, for compact tables without room for the quarries."""
    n = next_quarry(view)
    if n is None:
        return None
    tokens = [icons.render_tile_token(tile) for tile in view["quarries"][n]]
    said = _("Next auction: quarry {n}").format(n=n + 1)
    return tag("p", tag("b", said), tokens, class_="upcoming")


def _bench_tile(
    tile: str, chip: object, label: str, pressed: bool, i: int, annotations: Annotations, **use: AttributeValue
) -> Markup:
    """Render a tile in large on the bench, below a chip with a figure."""
    usable = use.get("do") is not None or use.get("act") is not None
    face = join(
        tag("b", chip, class_="price"), tag("span", icons.render_tile(tile), render_tick(pressed), class_="seen")
    )
    return annotations.piece_element(
        face, label, "piece", id=f"nth-{i + 1}" if usable else None, aria_pressed=boolean_attribute(pressed), **use
    )


def render_tick(on: bool) -> Markup | None:
    """Return the mark of a selected element."""
    return icons.tick_icon() if on else None


def _render_auction(at: TableView) -> Markup:
    """Render the tiles of the auction, and everybody's bid in front of them."""
    view = at.view
    tiles = view["quarries"][view["builder"]]
    lot = [
        tag("figure", tag("figcaption", tile_caption(tile), data_sign="windows"), shown)
        for tile, shown in zip(tiles, _render_tile_pieces(at, tiles, at.pieces.offered), strict=True)
    ]
    return join(
        tag(
            "div",
            icons.awning_svg(),
            tag("h2", _("Auction of quarry {n}").format(n=view["builder"] + 1)),
            class_="awning",
        ),
        tag("div", lot, class_=f"lot n{len(lot)}", **at.pieces.place_attributes("lot")),
        tag("div", class_="dais"),
        tag("ol", [_render_bidder(at, seat, name) for seat, name in enumerate(at.model.seat_labels)], class_="bids"),
        _render_below_stage(at),
    )


def _render_bidder(at: TableView, seat: int, name: str) -> Markup:
    """Render a seat in the auction, with the cards of its bid and their total."""
    view = at.view
    inside = seat in view["inside"]
    total = view["totals"][seat]
    leads = inside and total > 0 and total == max(view["totals"])
    mine = seat == view["to_move"]
    badge = screen_reader_text(_("bids next")) if mine else None
    if leads:
        badge = tag("span", _("highest"), class_="badge", data_sign="highest", data_result="highest", data_slides=True)
    sum_laid = tag("b", total if total else "–", data_result=f"bid-{seat}") if inside else tag("small", _("passed"))
    return tag(
        "li",
        badge,
        tag("span", common.seat_sign(seat), name_tag(name), class_="bidder"),
        sum_laid,
        _render_laid_cards(at, seat) if inside else None,
        class_=" ".join(
            name for name, on in (("leads", leads), ("out", not inside), ("in", inside), ("mine", mine)) if on
        ),
        aria_current="true" if mine else None,
        **at.annotations.hint_attributes.get(f"stand-{seat}", {}),
    )


def _render_laid_cards(at: TableView, seat: int) -> Markup:
    """Render the cards of a bid: at most three coins, and below the number of the others these others.

    A narrow stand shows only the first coin, and the number of all others.
    """
    view = at.view
    laid = [(f"c{OPENING_BID}", at.pieces.openings[seat])] if seat == view["turn"] else []
    laid += zip(view["bids"][seat], at.pieces.names_in_bid(seat), strict=True)
    coins = [_bid_card(at, card, name) for card, name in laid]
    said = sentences.cards_name(component_ids(view["bids"][seat])) if view["bids"][seat] else None
    shown, rest = coins[:MAX_LAID_COINS], coins[MAX_LAID_COINS:]
    return tag(
        "span",
        shown,
        tag("span", rest, class_="others", data_count=format_number(f"+{len(rest)}")) if rest else None,
        class_="laid",
        title=said,
        data_rest=format_number(f"+{len(coins) - 1}") if len(coins) > 1 else None,
        **at.pieces.place_attributes(f"seat-{seat}-bid"),
    )


def _bid_card(at: TableView, card: str, name: str) -> Markup:
    """Render a card of a bid."""
    sign = {f"c{OPENING_BID}": "opening"}.get(card, "certificate" if card[0] == "c" else None)
    return tag("span", icons.render_coin(card[0], card[1:]), data_sign=sign, **at.pieces.tracking_attributes(name))


class OpenedCard(NamedTuple):
    """A card that was opened, and the seat that has taken it, or None."""

    card: str
    taker: int | None


def opened_cards(at: TableView) -> list[OpenedCard]:
    """Return all cards of the open money in their first order."""
    log = at.model.match.log
    opened: Sequence[str]
    begun = next((n for n in range(len(log) - 1, -1, -1) if log[n][1] == ["money"]), None)
    if begun is None:  # the match begins in the middle of a game
        opened, picks = at.model.match.view(None)["money"], []
    else:
        first, *picks = at.model.match.events(None, begun)
        opened = first["cards"]
    cards = [OpenedCard(card, None) for card in opened]
    for pick in picks:
        cards[cards.index(OpenedCard(pick["cards"][0], None))] = OpenedCard(pick["cards"][0], log[pick["n"]][0])
    return cards


def _render_open_money(at: TableView) -> Markup:
    """Render the open cards, the places of the taken ones, and the order of taking."""
    can = at.is_deciding("pick")
    plans = at.can_plan_pick
    planned = at.model.orders.next_action
    shown = []
    n = 0
    for card, taker in opened_cards(at):
        if taker is not None:
            shown.append(_taken_card(card, taker, at.model.player_reference(taker)))
            continue
        pressed = can and at.draft.place == n
        use: dict[str, AttributeValue] = at.pieces.tracking_attributes(at.pieces.money.open_cards[n])
        if pressed:
            use["act"] = typed_action(("pick", card))
        elif can or plans:
            use["do"] = ("touch", "open", n)
        if plans and planned == ["pick", card]:
            pressed, planned = True, None  # of equal cards, only one is marked
        shown.append(
            at.annotations.piece_element(
                join(icons.render_money_card(card), render_tick(pressed)),
                capitalize_first(sentences.money_name(IDS[card])),
                f"note {icons.coin_symbol_id(card)}",
                id=f"nth-{n + 1}" if can else None,
                aria_pressed=boolean_attribute(pressed),
                **use,
            )
        )
        n += 1
    two = len(at.view["money"]) == len(at.model.player_names) + 1
    return join(
        _stage_heading(_("Money"), _("take 2") if two else _("take 1")),
        tag("div", shown, class_="open", **at.pieces.place_attributes("money")),
        SHELF_MARKUP,
        _render_pick_order(at),
        _render_below_stage(at),
    )


def _taken_card(card: str, seat: int, who: SentenceSubject) -> Markup:
    """Render the place of an open card that somebody has taken."""
    said = who.choose_sentence(
        _("{name} took {card}"), _("You took {card}"), card=sentences.definite_money_name(IDS[card])
    )
    took = _("took the {value}").format(value=CARD_VALUE[IDS[card]])
    return tag(
        "span", common.seat_sign(seat), tag("span", took, class_="took"), class_="gone", role="img", aria_label=said
    )


def _render_pick_order(at: TableView) -> Markup:
    """Render the seats in turn, with the number of open cards that each takes."""
    view = at.view
    seats = len(at.model.player_names)
    left = len(view["money"])
    items = []
    for nth in range(seats):
        seat = (view["turn"] + nth) % seats
        now = seat == view["to_move"]
        done = not now and seats - nth > left
        items.append(
            tag(
                "li",
                common.seat_sign(seat),
                name_tag(at.model.seat_labels[seat]),
                tag("span", 1 if nth else 2),
                class_="now" if now else "did" if done else None,
                aria_current="true" if now else None,
            )
        )
    return tag("ol", items, class_="order", aria_label=_("Cards for each player"))


def _render_claim(at: TableView) -> Markup:
    """Render the tiles from which each player takes one, each with its best place in the viewer's street."""
    view = at.view
    can = at.is_deciding("claim")
    tiles = view["quarries"][view["builder"]]
    shown = [] if can else [tag("figure", tile) for tile in _render_tile_pieces(at, tiles, at.pieces.offered)]
    for i, (tile, name) in enumerate(zip(tiles, at.pieces.offered, strict=True) if can else ()):
        label = capitalize_first(sentences.tile_name(IDS[tile]))
        found = best_use(at, tile)
        gain, place = signed_figure(found.gain), _tile_use_place(found)
        pressed = tile in at.draft.tiles
        is_known = pressed or at.annotations.shows_gains
        said = _("{tile}, best: {gain} {place}").format(tile=label, gain=gain, place=place) if is_known else label
        chip = _tile_use_chip(found) if is_known else None
        use: dict[str, AttributeValue] = (
            {"act": typed_action(("claim", tile))} if pressed else {"do": ("touch", "claim", tile)}
        )
        use |= at.pieces.tracking_attributes(name)
        shown.append(_bench_tile(tile, chip, said, pressed, i, at.annotations, **use))
    return join(
        _stage_heading(_("Quarry {n}").format(n=view["builder"] + 1), _("one each")),
        tag("div", shown, class_=f"tiles bench lot n{len(shown)}", **at.pieces.place_attributes("lot")),
        SHELF_MARKUP,
        _render_below_stage(at),
    )


def _tile_use_chip(found: TileUse) -> Markup:
    """Render the points of a tile in its best place, and the place."""
    return join(signed_figure(found.gain), " ", tag("small", _tile_use_place(found)))


def _tile_use_place(found: TileUse) -> str:
    return _("alone") if found.palace is None else _("palace {n}").format(n=found.palace + 1)


def _render_workbench(at: TableView) -> Markup:
    """Render the tile that is being built or moved in large, and the other tiles to build beside it."""
    lifted = tile_to_place(at)
    if at.draft.rebuilding:
        board = _stage_heading(_("Rebuild"), _("costs a card"))
        shown = [_lifted_tile(lifted)] if lifted else []
    else:
        tiles = at.view["building"]
        note = _("{n} tiles").format(n=len(tiles)) if len(tiles) > 1 else None
        board = _stage_heading(_("Build these") if len(tiles) > 1 else _("Build this"), note)
        named = zip(tiles, at.pieces.building, strict=True)
        shown = [_render_tile_to_build(at, tile, tile == lifted, name) for tile, name in named]
        if at.view["claiming"]:
            rest = _render_tile_pieces(at, at.view["quarries"][at.view["builder"]], at.pieces.offered)
            shown += [tag("figure", tile, class_="rest") for tile in rest]
    place = {} if at.draft.rebuilding else at.pieces.place_attributes("lot")
    return join(
        board,
        tag("div", shown, class_=f"holding n{len(shown)}", **place),
        SHELF_MARKUP,
        _render_below_stage(at),
    )


def _lifted_tile(tile: str) -> Markup:
    """Render the viewer's tile that is being moved. It also stays in its street."""
    label = capitalize_first(sentences.tile_name(IDS[tile]))
    caption = tag("figcaption", tile_caption(tile), data_sign="windows")
    return tag("figure", caption, piece_element(icons.render_tile(tile), label, "piece"))


def tile_to_place(at: TableView) -> str | None:
    """Return the tile that needs a place, or None."""
    if at.view["phase"] == "build":
        return tile_to_build(at.view, at.draft)
    if at.draft.own_tile is None:
        return None
    palace, floor = at.draft.own_tile
    return next(name for name in at.front_palaces[palace] if TILE_FLOOR[IDS[name]] == floor)


def _render_tile_to_build(at: TableView, tile: str, chosen: bool, name: str) -> Markup:
    """Render one of the tiles to build. With a choice of tiles, it is a button."""
    choice = at.is_deciding("build") and len(set(at.view["building"])) > 1
    use: dict[str, AttributeValue] = at.pieces.tracking_attributes(name)
    if choice:
        use["do"] = ("touch", "tile", tile)
    held = at.annotations.piece_element(
        icons.render_tile(tile),
        capitalize_first(sentences.tile_name(IDS[tile])),
        "piece",
        aria_pressed=boolean_attribute(chosen),
        **use,
    )
    caption = tag("figcaption", tile_caption(tile), data_sign="windows")
    return tag("figure", caption, held, class_="now" if chosen else "waits")


def _render_below_stage(at: TableView) -> Markup:
    """Render the area below the stage: supply in small with its price, stacks, money pile and riders."""
    tiles = _render_tile_pieces(at, at.view["supply"], at.pieces.supply)
    shown = tag("div", tiles, class_="tiles", **at.pieces.place_attributes("supply"))
    price = tag("b", supply_price_phrase(at.view), class_="each", data_sign="price")
    label = tag("div", _("Supply"), " ", price, class_="supply-price")
    supply = tag("div", label, shown, class_="supply", role="group", aria_label=_("Material supply"))
    return tag("div", supply, render_stacks(at), class_="under")


def render_stacks(at: TableView) -> Markup:
    """Render the tiles left in the three stacks, the money pile, and the riders so far."""
    view = at.view
    riders, pile = view["riders"], view["pile"]
    left = [
        tag(
            "li",
            tag("span", roman, aria_hidden="true"),
            tag("b", n, aria_hidden="true", data_result=f"stack-{roman}"),
            screen_reader_text(_("Stack {roman}: {n} left").format(roman=roman, n=n)),
            title=_("Stack {roman}: {n} left").format(roman=roman, n=n),
        )
        for roman, n in zip(("I", "II", "III"), view["stacks"], strict=True)
        if n
    ]
    money_left = _("Money: {pile} in the pile, {discards} discarded").format(pile=pile, discards=len(view["discards"]))
    came = _("{n} of {most} riders have arrived").format(n=riders, most=RIDER_COUNT)
    row = [
        tag("span", icons.rider_icon(), class_="on", **at.pieces.tracking_attributes(name)) for name in at.pieces.riders
    ]
    row += [tag("span", icons.rider_icon())] * (RIDER_COUNT - riders)
    return join(
        tag("div", _("Tiles left"), class_="stock", aria_hidden="true"),
        tag(
            "ul",
            left,
            class_="stacks",
            aria_label=_("Tiles left in the stacks"),
            **at.pieces.place_attributes("stack"),
            data_sign="stacks",
        ),
        tag(
            "span",
            tag("span", pile, class_="pile", data_result="pile", **at.pieces.place_attributes("pile")),
            _render_discards(at),
            class_="piles",
            role="img",
            aria_label=money_left,
            title=money_left,
        ),
        tag(
            "div",
            row,
            tag("b", f"{riders}/{RIDER_COUNT}", data_result="riders"),
            class_="riders",
            role="img",
            aria_label=came,
            title=came,
            **at.pieces.place_attributes("riders"),
            data_sign="riders",
        ),
    )


def _render_discards(at: TableView) -> Markup:
    """Render the discarded money: the newest card, or all cards of the last move."""
    moved = {*at.pieces.moved_pieces(len(at.model.match.log) - 1)} if at.model.match.log else set()
    seen = [name for name in at.pieces.money.discards if name in moved] or at.pieces.money.discards[-1:]
    top = [
        tag("span", icons.render_money_card(piece_kind(name)), **at.pieces.tracking_attributes(name)) for name in seen
    ]
    return tag("span", top, class_="discards", **at.pieces.place_attributes("discards"))
